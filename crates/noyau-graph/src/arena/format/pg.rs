//! Parity games as `PGSolver` writes them, for priorities 0 and 1: `identifier priority owner successors "name";`.
//!
//! A parity game has no terminal positions, so a sink is written as a vertex whose only edge is a loop, with the
//! priority that makes its owner lose: 1 for First (owner 0), 0 for Second (owner 1). Any other infinite play is a
//! draw here, so priorities have no other meaning.
//!
//! Rows are built while reading, with identifiers for vertices. Identifiers are translated afterwards only if they
//! are not 0, 1, 2 … in order. Places of errors are found by reading again. Source: O. Friedmann and M. Lange, The
//! `PGSolver` Collection of Parity Game Solvers, 2009.

use super::output::Output;
use super::source::{Source, push_quoted, shortened};
use super::{Format, LeftOut, ReadError, ReadProblem, WriteError, WriteProblem};
use crate::arena::{Arena, Draft, Ending, NameTable, Names, Rows};
use noyau_core::game::Side;
use noyau_core::language::Text;

const IDENTIFIER: Text = Text::new(
    "the identifier of a vertex (a number)",
    "l'identifiant d'un sommet (un nombre)",
);
const PRIORITY: Text = Text::new("a priority, 0 or 1", "une priorité, 0 ou 1");
const OWNER: Text = Text::new("an owner, 0 or 1", "un propriétaire, 0 ou 1");
const SUCCESSOR: Text = Text::new(
    "the identifier of a successor",
    "l'identifiant d'un successeur",
);
const SEPARATOR: Text = Text::new(
    "`,` and another successor, a name between double quotes, or `;`",
    "`,` et un autre successeur, un nom entre guillemets doubles, ou `;`",
);
const SEMICOLON: Text = Text::new("`;`", "`;`");

/// A number in the head of a file, and its place.
type Placed = Option<(u32, usize)>;

/// Reads a parity game.
pub(super) fn read(source: Source<'_>) -> Result<Draft, ReadError> {
    let end = source.bytes().len();
    let (highest, start, mut at) = read_head(source)?;
    let mut offsets = vec![0];
    let mut targets: Vec<u32> = Vec::new();
    let mut owners = Vec::new();
    // The identifiers, unless they are 0, 1, 2 …
    let mut identifiers: Option<Vec<u32>> = None;
    // The vertices with names, and the places of these.
    let mut named: Vec<(u32, usize)> = Vec::new();

    // 1. Read all statements.
    at = source.after_space(at);
    while at < end {
        let v = owners.len();
        let id = read_identifier(source, at, IDENTIFIER)?;
        let (id, id_at) = (id.0, std::mem::replace(&mut at, id.1));
        if let Some((last, _)) = highest
            && id > last
        {
            let (found, last) = (id.to_string(), last.to_string());
            return Err(source.error(id_at, ReadProblem::BeyondHeader { found, last }));
        }
        at = source.after_space(at);
        let (priority, after) = read_bit(source, at, PRIORITY, |found| ReadProblem::Priority {
            found,
        })?;
        at = source.after_space(after);
        let (owner, after) = read_bit(source, at, OWNER, |found| ReadProblem::OwnerNumber {
            found,
        })?;
        at = source.after_space(after);
        if matches!(source.byte(at), b';' | b'"') {
            return Err(source.error(at, ReadProblem::NoSuccessor));
        }
        let row = targets.len();
        loop {
            let (to, digits) = source.number(at);
            if digits == 0 || to > u64::from(u32::MAX) {
                read_identifier(source, at, SUCCESSOR)?;
            }
            targets.push(to as u32);
            at = source.after_space(at + digits);
            match source.byte(at) {
                b',' => at = source.after_space(at + 1),
                b';' => break,
                b'"' => {
                    named.push((v as u32, at));
                    at = source.after_space(source.quoted(at, false)?.1);
                    if source.byte(at) != b';' {
                        return Err(source.expected(at, SEMICOLON));
                    }
                    break;
                }
                _ => return Err(source.expected(at, SEPARATOR)),
            }
        }
        at = source.after_space(at + 1);
        if priority != owner && targets[row..] == [id] {
            targets.pop();
        }
        source.check_size(id_at, v + 1, targets.len())?;
        offsets.push(targets.len() as u32);
        owners.push(Side::BOTH[usize::from(owner)]);
        if identifiers.is_none() && id as usize != v {
            identifiers = Some((0..v as u32).collect());
        }
        if let Some(identifiers) = &mut identifiers {
            identifiers.push(id);
        }
    }
    let n = owners.len();
    if n == 0 {
        return Err(source.error(end, ReadProblem::NoVertex));
    }

    // 2. Turn identifiers into vertices.
    let mut first = 0;
    let unknown = |at: usize, id: u32| {
        let name = id.to_string();
        source.error(at, ReadProblem::UnknownVertex { name })
    };
    let unknown_target = |edge: usize, id: u32| {
        let v = offsets.partition_point(|&offset| offset as usize <= edge) - 1;
        let successor = edge - offsets[v] as usize;
        unknown(find_place(source, v, Some(successor)), id)
    };
    let mut names = Names::numbered(n);
    if let Some(identifiers) = &identifiers {
        let mut table = NameTable::new(end);
        for (v, &id) in identifiers.iter().enumerate() {
            if table.intern_number(id) as usize != v {
                let name = id.to_string();
                let at = find_place(source, v, None);
                return Err(source.error(at, ReadProblem::RepeatedVertex { name }));
            }
        }
        for (edge, target) in targets.iter_mut().enumerate() {
            let vertex = table.find_number(*target);
            *target = vertex.ok_or_else(|| unknown_target(edge, *target))?;
        }
        if let Some((id, at)) = start {
            first = table.find_number(id).ok_or_else(|| unknown(at, id))?;
        }
        names = table.into_names();
    } else {
        // The same without a table. The first loop only tests whether there is an error.
        if targets.iter().any(|&target| target as usize >= n) {
            for (edge, &target) in targets.iter().enumerate() {
                if target as usize >= n {
                    return Err(unknown_target(edge, target));
                }
            }
        }
        if let Some((id, at)) = start {
            if id as usize >= n {
                return Err(unknown(at, id));
            }
            first = id;
        }
    }

    // 3. Quoted names take precedence over identifiers.
    if !named.is_empty() {
        names = read_names(source, &names, &named)?;
    }
    targets.shrink_to_fit();
    Ok(Draft {
        successors: Rows::from_parts(offsets, targets),
        names,
        owners: Some(owners),
        endings: None,
        start: first,
    })
}

/// Reads `parity N;` and `start N;`, both optional, and returns the place after them.
fn read_head(source: Source<'_>) -> Result<(Placed, Placed, usize), ReadError> {
    const START_OR_VERTEX: Text = Text::new(
        "`parity`, `start` or the identifier of a vertex",
        "`parity`, `start` ou l'identifiant d'un sommet",
    );
    let (mut highest, mut start) = (None, None);
    let mut at = 0;
    loop {
        at = source.after_space(at);
        if !source.byte(at).is_ascii_alphabetic() {
            return Ok((highest, start, at));
        }
        let mut after = at;
        while source.byte(after).is_ascii_alphabetic() {
            after += 1;
        }
        let place = match source.part(at, after) {
            "parity" if highest.is_none() && start.is_none() => &mut highest,
            "start" if start.is_none() => &mut start,
            _ => return Err(source.expected(at, START_OR_VERTEX)),
        };
        let number_at = source.after_space(after);
        let (number, after) = read_identifier(source, number_at, IDENTIFIER)?;
        *place = Some((number, number_at));
        at = source.after_space(after);
        if source.byte(at) != b';' {
            return Err(source.expected(at, SEMICOLON));
        }
        at += 1;
    }
}

/// Reads an identifier and returns the place after it.
#[inline]
fn read_identifier(source: Source<'_>, at: usize, wanted: Text) -> Result<(u32, usize), ReadError> {
    let (number, digits) = source.number(at);
    if digits == 0 {
        return Err(source.expected(at, wanted));
    }
    match u32::try_from(number) {
        Ok(number) => Ok((number, at + digits)),
        Err(_) => Err(source.error(at, ReadProblem::LargeIdentifier)),
    }
}

/// Reads 0 or 1 and returns the place after it.
#[inline]
fn read_bit(
    source: Source<'_>,
    at: usize,
    wanted: Text,
    problem: impl Fn(String) -> ReadProblem,
) -> Result<(u8, usize), ReadError> {
    let bit = source.byte(at).wrapping_sub(b'0');
    if bit < 2 && !source.byte(at + 1).is_ascii_digit() {
        return Ok((bit, at + 1));
    }
    let mut after = at;
    while source.byte(after).is_ascii_digit() {
        after += 1;
    }
    if after == at {
        return Err(source.expected(at, wanted));
    }
    let found = shortened(source.part(at, after));
    Err(source.error(at, problem(found)))
}

/// The names of vertices, some of them quoted.
fn read_names(
    source: Source<'_>,
    identifiers: &Names,
    named: &[(u32, usize)],
) -> Result<Names, ReadError> {
    let mut table = NameTable::new(source.bytes().len());
    let mut named = named.iter().peekable();
    for v in 0..identifiers.len() as u32 {
        let (name, at) = match named.next_if(|&&(vertex, _)| vertex == v) {
            Some(&(_, at)) => (source.quoted(at, false)?.0, Some(at)),
            None => (identifiers.get(v), None),
        };
        if table.intern(&name) != v {
            let at = at.unwrap_or_else(|| find_place(source, v as usize, None));
            let name = shortened(&name);
            return Err(source.error(at, ReadProblem::RepeatedName { name }));
        }
    }
    Ok(table.into_names())
}

/// The place of a vertex's statement, or of one of its successors, in a text already read without error.
fn find_place(source: Source<'_>, vertex: usize, successor: Option<usize>) -> usize {
    let end = source.bytes().len();
    let mut at = read_head(source).map_or(0, |(_, _, after)| after);
    for _ in 0..vertex {
        while at < end && source.byte(at) != b';' {
            at = match source.byte(at) {
                b'"' => source.quoted(at, false).map_or(end, |(_, after)| after),
                _ => at + 1,
            };
        }
        at = source.after_space(at + 1);
    }
    let Some(successor) = successor else {
        return at.min(end);
    };
    for _ in 0..3 {
        at = source.after_space(source.after_word(at));
    }
    for _ in 0..successor {
        while at < end && source.byte(at) != b',' {
            at += 1;
        }
        at = source.after_space(at + 1);
    }
    at.min(end)
}

/// Writes a parity game.
pub(super) fn write(arena: &Arena, out: &mut Output<'_>) -> Result<LeftOut, WriteError> {
    let Some(owners) = arena.owners() else {
        let format = Format::Pg.name();
        return Err(WriteProblem::Owners { format }.into());
    };
    let names = arena.names();
    let identifier = |v: u32| names.number(v).unwrap_or(v);
    let highest = arena.graph().vertices().map(identifier).max();
    let mut left_out = LeftOut::default();
    out.text("parity ")?;
    out.number(highest.unwrap_or(0))?;
    out.text(";\n")?;
    if arena.start() != 0 {
        out.text("start ")?;
        out.number(identifier(arena.start()))?;
        out.text(";\n")?;
    }
    for v in arena.graph().vertices() {
        let successors = arena.graph().successors(v);
        // The owner, and the winner of infinite play here.
        let side = owners[v as usize];
        let (owner, winner) = match arena.ending(v) {
            Ending::Unsaid if successors.is_empty() => (side, side.other()),
            Ending::Unsaid if successors == [v] => (side, side),
            Ending::Unsaid => (side, Side::First),
            Ending::First => (Side::Second, Side::First),
            Ending::Second => (Side::First, Side::Second),
            Ending::Draw => {
                // A loop that its owner does not lose stays a loop, and infinite play is a draw.
                left_out.endings = true;
                (side, side)
            }
        };
        out.number(identifier(v))?;
        out.text(" ")?;
        out.number(winner as u32)?;
        out.text(" ")?;
        out.number(owner as u32)?;
        let mut separator = " ";
        let itself = [v];
        let written = if successors.is_empty() {
            &itself[..]
        } else {
            successors
        };
        for &w in written {
            out.text(separator)?;
            out.number(identifier(w))?;
            separator = ",";
        }
        if names.number(v).is_none() && names.get(v) != v.to_string() {
            out.text(" ")?;
            out.name(names, v, push_quoted)?;
        }
        out.text(";\n")?;
    }
    Ok(left_out)
}

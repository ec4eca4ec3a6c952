//! The course's dictionary from vertices to successors, and the object that adds owners and final positions; in
//! JSON and as Python literals.
//!
//! Rows are built while reading. Successors may occur before their own entry, so names are numbered as they occur
//! and renumbered at the end in the order of their entries.

use super::literal::{Dialect, Name, Scanner};
use super::output::Output;
use super::quoting::{push_json_string, push_name};
use super::source::{Source, shortened};
use super::{LeftOut, ReadError, ReadProblem, WriteError, has_endings, list};
use crate::arena::{Arena, Draft, Ending, NameTable, Rows};
use noyau_core::game::Side;
use noyau_core::language::Text;
use std::io;

const GRAPH: Text = Text::new(
    "`{` and a dictionary, or `[` and a list of lists",
    "`{` et un dictionnaire, ou `[` et une liste de listes",
);

/// The vertex of a name without an entry so far.
const UNDECLARED: u32 = u32::MAX;

/// Reads a graph from a dictionary, an object with `edges` in it, or a list of lists.
pub(super) fn read(source: Source<'_>, dialect: Dialect) -> Result<Draft, ReadError> {
    let mut scanner = Scanner::new(source, dialect);
    scanner.skip_assignment();
    match scanner.peek() {
        b'{' => {}
        b'[' => return list::read_lists(scanner),
        b'(' if dialect == Dialect::Python => return list::read_lists(scanner),
        _ => return Err(scanner.expected(GRAPH)),
    }
    let start = scanner;
    let mut edges = Edges::new(source);
    match edges.read(&mut scanner, true) {
        Ok(Read::Edges) => {
            scanner.finish()?;
            edges.into_draft(source)
        }
        Ok(Read::Object) => read_object(start),
        // Keys before `edges` may hold values that are not lists of successors, such as a tuple as the start.
        Err(_) if start.clone().dictionary_under("edges").is_some() => read_object(start),
        Err(error) => Err(error),
    }
}

/// The kind of dictionary that was read.
#[derive(Debug, PartialEq, Eq)]
enum Read {
    /// A dictionary of successors.
    Edges,
    /// An object with a dictionary of successors in it.
    Object,
}

/// The dictionary of successors. A *place* is the index of a name in order of occurrence, a *vertex* the index of
/// its entry.
struct Edges {
    table: NameTable,
    /// The vertex of each place.
    vertices: Vec<u32>,
    /// For each place, the text offset of its entry or, without one, of its first occurrence.
    mentions: Vec<usize>,
    /// The place of each vertex.
    places: Vec<u32>,
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Edges {
    fn new(source: Source<'_>) -> Self {
        Self {
            table: NameTable::new(source.bytes().len()),
            vertices: Vec::new(),
            mentions: Vec::new(),
            places: Vec::new(),
            offsets: vec![0],
            targets: Vec::new(),
        }
    }

    fn place(&mut self, name: &Name<'_>, at: usize) -> u32 {
        let place = match name {
            Name::Number(number) => self.table.intern_number(*number),
            Name::Text(text) => self.table.intern(text),
        };
        if place as usize == self.mentions.len() {
            self.mentions.push(at);
            self.vertices.push(UNDECLARED);
        }
        place
    }

    /// Reads the dictionary. If it may also be the object form, stops at the first value that proves it is.
    fn read(&mut self, scanner: &mut Scanner<'_>, outermost: bool) -> Result<Read, ReadError> {
        let source = scanner.source;
        let mut lines = scanner.open_dictionary()?;
        while scanner.next_item(&mut lines)? {
            let (name, at) = scanner.key()?;
            // Only in the object form does such a key precede something other than a list.
            if outermost && is_object_key(&name) && shows_object(scanner) {
                return Ok(Read::Object);
            }
            let place = self.place(&name, at) as usize;
            if self.vertices[place] != UNDECLARED {
                let name = name.shown();
                return Err(source.error(at, ReadProblem::RepeatedVertex { name }));
            }
            self.vertices[place] = self.places.len() as u32;
            self.mentions[place] = at;
            self.places.push(place as u32);
            let mut successors = scanner.open_list()?;
            while scanner.next_item(&mut successors)? {
                scanner.peek();
                let at = scanner.at;
                let name = scanner.name()?;
                let place = self.place(&name, at);
                self.targets.push(place);
            }
            source.check_size(scanner.at, self.table.len(), self.targets.len())?;
            self.offsets.push(self.targets.len() as u32);
        }
        if self.places.is_empty() {
            return Err(source.error(scanner.at - 1, ReadProblem::NoVertex));
        }
        // Names are in order of occurrence, so this is the first in the text.
        let missing = self.vertices.iter().position(|&v| v == UNDECLARED);
        if let Some(place) = missing {
            let name = shortened(&self.table.get(place as u32));
            return Err(source.error(self.mentions[place], ReadProblem::UnknownVertex { name }));
        }
        Ok(Read::Edges)
    }

    /// The vertex of a name.
    fn find(&self, source: Source<'_>, name: &Name<'_>, at: usize) -> Result<u32, ReadError> {
        let place = self.table.find(&name.text()).ok_or_else(|| {
            let name = name.shown();
            source.error(at, ReadProblem::UnknownVertex { name })
        })?;
        Ok(self.vertices[place as usize])
    }

    /// The text offset of a vertex's entry, and its name for messages.
    fn line(&self, v: u32) -> (usize, String) {
        let place = self.places[v as usize];
        let name = shortened(&self.table.get(place));
        (self.mentions[place as usize], name)
    }

    fn into_draft(self, source: Source<'_>) -> Result<Draft, ReadError> {
        source.check_size(source.bytes().len(), self.places.len(), self.targets.len())?;
        let mut targets = self.targets;
        let in_order = (0..).zip(&self.places).all(|(v, &place)| v == place);
        let names = if in_order {
            self.table.into_names()
        } else {
            for target in &mut targets {
                *target = self.vertices[*target as usize];
            }
            self.table.into_names_at(&self.places)
        };
        Ok(Draft {
            successors: Rows::from_parts(self.offsets, targets),
            names,
            owners: None,
            endings: None,
            start: 0,
        })
    }
}

fn is_object_key(name: &Name<'_>) -> bool {
    matches!(name, Name::Text(text) if matches!(&**text, "edges" | "owner" | "start"))
}

/// Whether the next value is neither a list nor an equivalent of one.
fn shows_object(scanner: &mut Scanner<'_>) -> bool {
    match scanner.peek() {
        b'{' => scanner.is_at_dictionary(),
        b'"' | b'\'' | b'-' | b'0'..=b'9' => true,
        _ => false,
    }
}

/// Reads the object that contains `edges`. Its keys may come in any order, so they are located first and then read.
fn read_object(start: Scanner<'_>) -> Result<Draft, ReadError> {
    const KEYS: [&str; 6] = ["edges", "owner", "start", "first", "second", "draw"];
    let mut scanner = start;
    let source = start.source;
    let mut values = [None; KEYS.len()];
    let mut parts = scanner.open_dictionary()?;
    while scanner.next_item(&mut parts)? {
        let (name, at) = scanner.key()?;
        let key = name.shown();
        let Some(part) = KEYS.iter().position(|&known| known == key) else {
            return Err(source.error(at, ReadProblem::UnknownKey { key }));
        };
        if values[part].is_some() {
            return Err(source.error(at, ReadProblem::RepeatedKey { key }));
        }
        scanner.peek();
        values[part] = Some(scanner);
        scanner.skip_value()?;
    }
    scanner.finish()?;
    let [edges_at, owner_at, start_at, first_at, second_at, draw_at] = values;

    let Some(mut scanner) = edges_at else {
        return Err(start.error(ReadProblem::MissingEdges));
    };
    let mut edges = Edges::new(source);
    edges.read(&mut scanner, false)?;
    let n = edges.places.len();

    let mut owners: Option<Vec<Option<Side>>> = None;
    if let Some(mut scanner) = owner_at {
        owners = Some(read_owners(&mut scanner, &edges)?);
    }

    let mut endings: Option<Vec<Ending>> = None;
    let lists = [
        (first_at, Ending::First),
        (second_at, Ending::Second),
        (draw_at, Ending::Draw),
    ];
    for (list_at, ending) in lists {
        let Some(mut scanner) = list_at else { continue };
        let mut items = scanner.open_list()?;
        while scanner.next_item(&mut items)? {
            let (name, at) = scanner.name_at()?;
            let v = edges.find(source, &name, at)? as usize;
            let endings = endings.get_or_insert_with(|| vec![Ending::Unsaid; n]);
            let name = || name.shown();
            if ending != Ending::Draw && owners.is_none() {
                let name = name();
                return Err(source.error(at, ReadProblem::FinalNeedsOwners { name }));
            }
            if endings[v] != Ending::Unsaid {
                return Err(source.error(at, ReadProblem::FinalTwice { name: name() }));
            }
            if edges.offsets[v] != edges.offsets[v + 1] {
                return Err(source.error(at, ReadProblem::FinalWithEdges { name: name() }));
            }
            endings[v] = ending;
        }
    }

    let owners = match owners {
        None => None,
        Some(owners) => Some(complete_owners(&owners, endings.as_deref(), |v| {
            let (at, name) = edges.line(v);
            source.error(at, ReadProblem::MissingOwner { name })
        })?),
    };
    let mut first = 0;
    if let Some(mut scanner) = start_at {
        let (name, at) = scanner.name_at()?;
        first = edges.find(source, &name, at)?;
    }
    Ok(Draft {
        owners,
        endings,
        start: first,
        ..edges.into_draft(source)?
    })
}

fn read_owners(scanner: &mut Scanner<'_>, edges: &Edges) -> Result<Vec<Option<Side>>, ReadError> {
    let source = scanner.source;
    let mut owners = vec![None; edges.places.len()];
    let mut items = scanner.open_dictionary()?;
    while scanner.next_item(&mut items)? {
        let (name, at) = scanner.key()?;
        let v = edges.find(source, &name, at)? as usize;
        if owners[v].is_some() {
            let key = name.shown();
            return Err(source.error(at, ReadProblem::RepeatedKey { key }));
        }
        let (found, at) = scanner.name_at()?;
        let found = found.text().into_owned();
        owners[v] = Side::from_name(&found);
        if owners[v].is_none() {
            let found = shortened(&found);
            return Err(source.error(at, ReadProblem::UnknownOwner { found }));
        }
    }
    Ok(owners)
}

/// Every vertex needs an owner once one has any, except at a declared ending, where the owner does not matter.
pub(super) fn complete_owners(
    owners: &[Option<Side>],
    endings: Option<&[Ending]>,
    missing: impl Fn(u32) -> ReadError,
) -> Result<Vec<Side>, ReadError> {
    let declared = |v: u32| endings.is_some_and(|all| all[v as usize] != Ending::Unsaid);
    (0..)
        .zip(owners)
        .map(|(v, &owner)| match owner {
            Some(side) => Ok(side),
            None if declared(v) => Ok(Side::First),
            None => Err(missing(v)),
        })
        .collect()
}

/// Writes the dictionary if it can represent the graph, otherwise the object.
pub(super) fn write(
    arena: &Arena,
    dialect: Dialect,
    out: &mut Output<'_>,
) -> Result<LeftOut, WriteError> {
    let plain = arena.owners().is_none() && !has_endings(arena) && arena.start() == 0;
    if plain {
        write_edges(arena, dialect, "", out)?;
        out.text("\n")?;
        return Ok(LeftOut::default());
    }
    let key = |out: &mut Output<'_>, name: &str| match dialect {
        Dialect::Json => out.text(&format!("\"{name}\": ")),
        Dialect::Python => out.text(&format!("'{name}': ")),
    };
    out.text("{\n  ")?;
    if let Some(owners) = arena.owners() {
        key(out, "owner")?;
        write_lines(arena, dialect, "  ", out, |out, v| {
            let side = owners[v as usize].name();
            match dialect {
                Dialect::Json => out.text(&format!("\"{side}\"")),
                Dialect::Python => out.text(&format!("'{side}'")),
            }
        })?;
        out.text(",\n  ")?;
    }
    key(out, "edges")?;
    write_edges(arena, dialect, "  ", out)?;
    out.text(",\n  ")?;
    key(out, "start")?;
    write_key(arena, dialect, arena.start(), out)?;
    for (name, ending) in [
        ("first", Ending::First),
        ("second", Ending::Second),
        ("draw", Ending::Draw),
    ] {
        let declared = |v: &u32| arena.ending(*v) == ending;
        let mut vertices = arena.graph().vertices().filter(declared).peekable();
        if vertices.peek().is_some() {
            out.text(",\n  ")?;
            key(out, name)?;
            write_list(arena, dialect, vertices, out)?;
        }
    }
    out.text("\n}\n")?;
    Ok(LeftOut::default())
}

fn write_edges(
    arena: &Arena,
    dialect: Dialect,
    indent: &str,
    out: &mut Output<'_>,
) -> io::Result<()> {
    write_lines(arena, dialect, indent, out, |out, v| {
        let successors = arena.graph().successors(v).iter().copied();
        write_list(arena, dialect, successors, out)
    })
}

/// Writes a dictionary with one line per vertex.
fn write_lines(
    arena: &Arena,
    dialect: Dialect,
    indent: &str,
    out: &mut Output<'_>,
    mut value: impl FnMut(&mut Output<'_>, u32) -> io::Result<()>,
) -> io::Result<()> {
    let mut separator = "{\n";
    for v in arena.graph().vertices() {
        out.text(separator)?;
        out.text(indent)?;
        out.text("  ")?;
        write_key(arena, dialect, v, out)?;
        out.text(": ")?;
        value(out, v)?;
        separator = ",\n";
    }
    out.text(if arena.is_empty() { "{" } else { "\n" })?;
    out.text(indent)?;
    out.text("}")
}

fn write_list(
    arena: &Arena,
    dialect: Dialect,
    vertices: impl Iterator<Item = u32>,
    out: &mut Output<'_>,
) -> io::Result<()> {
    let mut separator = "[";
    for v in vertices {
        out.text(separator)?;
        out.name(arena.names(), v, push_name(dialect))?;
        separator = ", ";
    }
    out.text(if separator == "[" { "[]" } else { "]" })
}

/// Writes a name where JSON requires a string.
fn write_key(arena: &Arena, dialect: Dialect, v: u32, out: &mut Output<'_>) -> io::Result<()> {
    match dialect {
        Dialect::Python => out.name(arena.names(), v, push_name(dialect)),
        Dialect::Json if arena.names().number(v).is_some() => {
            out.text("\"")?;
            out.name(arena.names(), v, push_json_string)?;
            out.text("\"")
        }
        Dialect::Json => out.name(arena.names(), v, push_json_string),
    }
}

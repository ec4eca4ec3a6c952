//! Trivial Graph Format: one line `identifier label` per vertex, a line `#`, one line `from to label` per edge.
//!
//! The name of a vertex is its label, or its identifier if it has none. Labels of edges are ignored.

use super::edges::{Runs, is_bare};
use super::output::Output;
use super::source::{Source, push_quoted, shortened};
use super::{LeftOut, ReadError, ReadProblem, WriteError};
use crate::arena::{Arena, Draft, NameTable};
use noyau_core::language::Text;
use std::borrow::Cow;

const SEPARATOR: Text = Text::new(
    "a line `#` between vertices and edges",
    "une ligne `#` entre les sommets et les arêtes",
);
const TARGET: Text = Text::new(
    "the vertex that the edge leads to",
    "le sommet où mène l'arête",
);
const LINE_END: Text = Text::new("the end of the line", "la fin de la ligne");

/// Reads a graph in Trivial Graph Format.
pub(super) fn read(source: Source<'_>) -> Result<Draft, ReadError> {
    let end = source.bytes().len();
    let mut identifiers = NameTable::new(end);
    // Created at the first label; until then names are identifiers.
    let mut names: Option<NameTable> = None;
    let mut at = 0;

    // 1. Vertices, down to the line `#`.
    loop {
        at = source.after_space(at);
        if at == end {
            return Err(source.expected(at, SEPARATOR));
        }
        let (identifier, after) = read_word(source, at)?;
        if identifier == "#" && source.after_blanks(after) == source.line_end(after) {
            at = after;
            break;
        }
        let v = identifiers.len();
        if identifiers.intern(identifier) as usize != v {
            let name = shortened(identifier);
            return Err(source.error(at, ReadProblem::RepeatedVertex { name }));
        }
        source.check_size(at, v + 1, 0)?;
        let (label, label_at, after) = read_label(source, after)?;
        if label.is_some() && names.is_none() {
            let mut table = NameTable::new(end);
            for earlier in 0..v as u32 {
                table.intern(&identifiers.get(earlier));
            }
            names = Some(table);
        }
        if let Some(names) = &mut names {
            let name = label.unwrap_or(identifier.into());
            if names.intern(&name) as usize != v {
                let name = shortened(&name);
                return Err(source.error(label_at, ReadProblem::RepeatedName { name }));
            }
        }
        at = after;
    }
    if identifiers.len() == 0 {
        return Err(source.error(at, ReadProblem::NoVertex));
    }

    // 2. Edges.
    let mut runs = Runs::default();
    loop {
        at = source.after_space(at);
        if at == end {
            break;
        }
        let (from, after) = read_vertex(source, at, &identifiers)?;
        at = source.after_blanks(after);
        if matches!(source.byte(at), 0 | b'\n') {
            return Err(source.expected(at, TARGET));
        }
        let (to, after) = read_vertex(source, at, &identifiers)?;
        runs.push(from, to);
        source.check_size(at, 0, runs.len())?;
        at = source.line_end(after);
    }
    Ok(Draft {
        successors: runs.into_rows(identifiers.len()),
        names: names.unwrap_or(identifiers).into_names(),
        owners: None,
        endings: None,
        start: 0,
    })
}

fn read_word(source: Source<'_>, at: usize) -> Result<(&str, usize), ReadError> {
    let after = source.after_word(at);
    source.check_name(at, after - at)?;
    Ok((source.part(at, after), after))
}

fn read_vertex(
    source: Source<'_>,
    at: usize,
    identifiers: &NameTable,
) -> Result<(u32, usize), ReadError> {
    let (identifier, after) = read_word(source, at)?;
    let v = identifiers.find(identifier).ok_or_else(|| {
        let name = shortened(identifier);
        source.error(at, ReadProblem::UnknownVertex { name })
    })?;
    Ok((v, after))
}

/// Reads the rest of a line: the label, its place, and the end of the line.
fn read_label(
    source: Source<'_>,
    at: usize,
) -> Result<(Option<Cow<'_, str>>, usize, usize), ReadError> {
    let start = source.after_blanks(at);
    let end = source.line_end(start);
    if start == end {
        return Ok((None, at, end));
    }
    if source.byte(start) == b'"' {
        let (label, after) = source.quoted(start, false)?;
        let after = source.after_blanks(after);
        if after != end {
            return Err(source.expected(after, LINE_END));
        }
        return Ok((Some(label), start, end));
    }
    let label = source.part(start, end).trim_ascii_end();
    source.check_name(start, label.len())?;
    Ok((Some(label.into()), start, end))
}

/// Writes a graph in Trivial Graph Format: names that are single words as identifiers, otherwise as labels.
pub(super) fn write(arena: &Arena, out: &mut Output<'_>) -> Result<LeftOut, WriteError> {
    let names = arena.names();
    let words = names.number(0).is_some() || names.iter().all(|name| is_bare(&name));
    let push_word = |name: &str, out: &mut Vec<u8>| out.extend_from_slice(name.as_bytes());
    for v in arena.graph().vertices() {
        if words {
            out.name(names, v, push_word)?;
        } else {
            out.number(v)?;
            out.text(" ")?;
            out.name(names, v, push_label)?;
        }
        out.text("\n")?;
    }
    out.text("#\n")?;
    for (v, w) in arena.graph().forward().iter_edges() {
        for (vertex, after) in [(v, " "), (w, "\n")] {
            if words {
                out.name(names, vertex, push_word)?;
            } else {
                out.number(vertex)?;
            }
            out.text(after)?;
        }
    }
    Ok(LeftOut::all_but_edges(arena))
}

fn push_label(name: &str, out: &mut Vec<u8>) {
    let blank = |c: char| c.is_ascii_whitespace() || c.is_ascii_control();
    let plain = !name.is_empty()
        && !name.starts_with('"')
        && !name.starts_with(blank)
        && !name.ends_with(blank)
        && !name.contains(['\n', '\r']);
    if plain {
        out.extend_from_slice(name.as_bytes());
    } else {
        push_quoted(name, out);
    }
}

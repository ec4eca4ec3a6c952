//! An edge list: `a b` on each line, `#` before comments. A line with one name declares a vertex.
//!
//! Vertices are numbered by first occurrence. Successors are collected in the order of the file, as *runs* of edges
//! with the same source, and moved into rows at the end: O(text), with few runs if the file groups edges by source.

use super::output::Output;
use super::source::{Source, push_quoted};
use super::{LeftOut, ReadError, ReadProblem, WriteError};
use crate::arena::{Arena, Draft, NameTable, Rows};
use noyau_core::language::Text;
use noyau_core::prefetch::prefetch;
use std::borrow::Cow;

const SPACE: Text = Text::new(
    "a space after the closing quote",
    "une espace après le guillemet fermant",
);

/// The prefetch distance in runs: sources may come in any order.
const AHEAD: usize = 12;

/// Edges in the order of a file, before they are moved into rows.
#[derive(Debug, Default)]
pub(super) struct Runs {
    /// The source of each run, and its end in `targets`.
    runs: Vec<(u32, u32)>,
    targets: Vec<u32>,
}

impl Runs {
    /// The number of edges.
    pub(super) fn len(&self) -> usize {
        self.targets.len()
    }

    /// Appends an edge. The caller keeps the number of edges below [`Rows::MOST`].
    #[inline]
    pub(super) fn push(&mut self, from: u32, to: u32) {
        self.targets.push(to);
        let end = self.targets.len() as u32;
        match self.runs.last_mut() {
            Some(run) if run.0 == from => run.1 = end,
            _ => self.runs.push((from, end)),
        }
    }

    /// Converts the edges to rows of a graph with `vertices` vertices.
    pub(super) fn into_rows(self, vertices: usize) -> Rows {
        let Self { runs, targets } = self;
        // Lengths are stored two indices up, so that they become starts one index up; copying advances each start
        // to the end of its row, which is the start of the next.
        let mut offsets = vec![0; vertices + 2];
        let mut from = 0;
        for (i, &(source, to)) in runs.iter().enumerate() {
            if let Some(later) = runs.get(i + AHEAD) {
                prefetch(&offsets, later.0 as usize + 2);
            }
            offsets[source as usize + 2] += to - from;
            from = to;
        }
        for v in 0..=vertices {
            offsets[v + 1] += offsets[v];
        }
        if runs.is_sorted_by(|a, b| a.0 < b.0) {
            offsets.remove(0);
            return Rows::from_parts(offsets, targets);
        }
        let mut rows = vec![0; targets.len()];
        let mut from = 0;
        for (i, &(source, to)) in runs.iter().enumerate() {
            if let Some(later) = runs.get(i + 2 * AHEAD) {
                prefetch(&offsets, later.0 as usize + 1);
            }
            if let Some(later) = runs.get(i + AHEAD) {
                prefetch(&rows, offsets[later.0 as usize + 1] as usize);
            }
            let run = &targets[from..to as usize];
            let at = &mut offsets[source as usize + 1];
            let row = &mut rows[*at as usize..][..run.len()];
            // Runs are short: a loop is faster than a `memcpy` call.
            for (cell, &target) in row.iter_mut().zip(run) {
                *cell = target;
            }
            *at += run.len() as u32;
            from = to as usize;
        }
        offsets.pop();
        Rows::from_parts(offsets, rows)
    }
}

/// The number of lines read before their vertices are looked up.
///
/// A lookup in a large table waits for memory, and the processor overlaps several waits only if they are adjacent.
/// So a block is looked up twice: once to fetch it into the cache, and once more, now fast, to use it.
const BLOCK: usize = 256;

/// Reads an edge list.
pub(super) fn read(source: Source<'_>) -> Result<Draft, ReadError> {
    let end = source.bytes().len();
    let mut table = NameTable::new(end);
    let mut runs = Runs::default();
    let mut block = Vec::with_capacity(BLOCK);
    let mut at = 0;
    while at < end {
        // The common line, two numbers; any other is parsed below from its start.
        let (from, digits) = source.number(at);
        if is_name(source, at, from, digits) && source.byte(at + digits) == b' ' {
            let second = at + digits + 1;
            let (to, digits) = source.number(second);
            let after = second + digits;
            if is_name(source, second, to, digits) && source.byte(after) == b'\n' {
                block.push((from as u32, to as u32));
                at = after + 1;
                if block.len() == BLOCK {
                    push_block(source, at, &mut block, &mut table, &mut runs)?;
                }
                continue;
            }
        }
        push_block(source, at, &mut block, &mut table, &mut runs)?;
        at = read_line(source, at, &mut table, &mut runs)?;
        source.check_size(at, table.len(), runs.len())?;
    }
    push_block(source, at, &mut block, &mut table, &mut runs)?;
    if table.len() == 0 {
        return Err(source.error(end, ReadProblem::NoVertex));
    }
    Ok(Draft {
        successors: runs.into_rows(table.len()),
        names: table.into_names(),
        owners: None,
        endings: None,
        start: 0,
    })
}

/// Adds the edges of a block of numbers, and empties the block.
fn push_block(
    source: Source<'_>,
    at: usize,
    block: &mut Vec<(u32, u32)>,
    table: &mut NameTable,
    runs: &mut Runs,
) -> Result<(), ReadError> {
    table.fetch(block.iter().map(|&(_, to)| to));
    // Consecutive edges often share their source.
    let mut last = None;
    for (from, to) in block.drain(..) {
        let source_vertex = match last {
            Some((number, v)) if number == from => v,
            _ => table.intern_number(from),
        };
        last = Some((from, source_vertex));
        runs.push(source_vertex, table.intern_number(to));
        source.check_size(at, table.len(), runs.len())?;
    }
    Ok(())
}

/// Whether the digits at a place are a canonical number, small enough to name a vertex.
#[inline]
fn is_name(source: Source<'_>, at: usize, number: u64, digits: usize) -> bool {
    let plain = digits == 1 || (digits > 1 && source.byte(at) != b'0');
    plain && u32::try_from(number).is_ok()
}

fn read_line(
    source: Source<'_>,
    at: usize,
    table: &mut NameTable,
    runs: &mut Runs,
) -> Result<usize, ReadError> {
    let mut names = [None; 2];
    let mut at = source.after_blanks(at);
    for name in &mut names {
        if is_line_over(source, at) {
            break;
        }
        let (text, after) = read_name(source, at)?;
        *name = Some(table.intern(&text));
        at = source.after_blanks(after);
    }
    if !is_line_over(source, at) {
        return Err(source.error(at, ReadProblem::ThirdName));
    }
    if let [Some(from), Some(to)] = names {
        runs.push(from, to);
    }
    Ok((source.line_end(at) + 1).min(source.bytes().len()))
}

fn is_line_over(source: Source<'_>, at: usize) -> bool {
    matches!(source.byte(at), 0 | b'\n' | b'#')
}

fn read_name(source: Source<'_>, start: usize) -> Result<(Cow<'_, str>, usize), ReadError> {
    if source.byte(start) == b'"' {
        let (name, after) = source.quoted(start, false)?;
        if source.after_word(after) != after {
            return Err(source.expected(after, SPACE));
        }
        return Ok((name, after));
    }
    let after = source.after_word(start);
    source.check_name(start, after - start)?;
    let name = source.part(start, after);
    if let Some(separator) = name.find([',', ';']) {
        return Err(source.error(start + separator, ReadProblem::BareSeparator));
    }
    Ok((name.into(), after))
}

/// Whether a name needs no quotes where blanks separate names.
pub(super) fn is_bare(name: &str) -> bool {
    let plain = |c: char| {
        !c.is_whitespace() && !c.is_control() && !matches!(c, '"' | '\\' | '#' | ',' | ';')
    };
    !name.is_empty() && name.chars().all(plain)
}

/// Writes a name as [`read_name`] reads it.
fn push_name(name: &str, out: &mut Vec<u8>) {
    if is_bare(name) {
        out.extend_from_slice(name.as_bytes());
    } else {
        push_quoted(name, out);
    }
}

/// Writes an edge list. A vertex gets a line of its own if the first edge that names it comes too late for the
/// order of first occurrence.
pub(super) fn write(arena: &Arena, out: &mut Output<'_>) -> Result<LeftOut, WriteError> {
    let names = arena.names();
    let mut met = 0;
    for v in arena.graph().vertices() {
        for &w in arena.graph().successors(v) {
            // The edge itself may name the next vertex, or the next two.
            let early = if w > met.max(v + 1) { w } else { v };
            while met < early {
                out.name(names, met, push_name)?;
                out.text("\n")?;
                met += 1;
            }
            met = met.max(v + 1).max(w + 1);
            out.name(names, v, push_name)?;
            out.text(" ")?;
            out.name(names, w, push_name)?;
            out.text("\n")?;
        }
    }
    while met < arena.len() as u32 {
        out.name(names, met, push_name)?;
        out.text("\n")?;
        met += 1;
    }
    Ok(LeftOut::all_but_edges(arena))
}

//! The course's list of lists: vertex `i` is the `i`-th list.

use super::literal::{Dialect, Name, Scanner};
use super::output::Output;
use super::source::Source;
use super::{Format, LeftOut, ReadError, ReadProblem, WriteError, WriteProblem};
use crate::arena::{Arena, Draft, Rows};
use noyau_core::language::Text;

const LISTS: Text = Text::new("`[` and a list of lists", "`[` et une liste de listes");
const NUMBER: Text = Text::new("the number of a list", "le numéro d'une liste");

/// Reads a list of lists, by the rules of Python, which include those of JSON.
pub(super) fn read(source: Source<'_>) -> Result<Draft, ReadError> {
    let mut scanner = Scanner::new(source, Dialect::Python);
    scanner.skip_assignment();
    if !matches!(scanner.peek(), b'[' | b'(') {
        return Err(scanner.expected(LISTS));
    }
    read_lists(scanner)
}

/// Reads the lists from the scanner's position to the end.
pub(super) fn read_lists(mut scanner: Scanner<'_>) -> Result<Draft, ReadError> {
    let start = scanner;
    let mut offsets = vec![0];
    let mut targets = Vec::new();
    each_successor(&mut scanner, |scanner, _, number, row_ends| {
        if row_ends {
            scanner
                .source
                .check_size(scanner.at, offsets.len(), targets.len())?;
            offsets.push(targets.len() as u32);
        } else {
            targets.push(number);
        }
        Ok(())
    })?;
    scanner.finish()?;
    let n = offsets.len() - 1;
    if n == 0 {
        return Err(start.error(ReadProblem::NoVertex));
    }
    if targets.iter().any(|&v| v as usize >= n) {
        // Scan again, now that the number of lists is known, to locate the error.
        each_successor(&mut start.clone(), |scanner, at, number, row_ends| {
            if row_ends || (number as usize) < n {
                return Ok(());
            }
            let found = number.to_string();
            let last = n - 1;
            let problem = ReadProblem::OutOfRange { found, last };
            Err(scanner.source.error(at, problem))
        })?;
    }
    Ok(Draft::plain(Rows::from_parts(offsets, targets)))
}

/// Calls `each` with the place and number of every successor, and once more, with the flag set, at the end of each
/// list.
fn each_successor(
    scanner: &mut Scanner<'_>,
    mut each: impl FnMut(&Scanner<'_>, usize, u32, bool) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let mut lists = scanner.open_list()?;
    while scanner.next_item(&mut lists)? {
        let mut list = scanner.open_list()?;
        while scanner.next_item(&mut list)? {
            scanner.peek();
            let at = scanner.at;
            match scanner.name()? {
                Name::Number(number) => each(scanner, at, number, false)?,
                Name::Text(_) => return Err(scanner.source.expected(at, NUMBER)),
            }
        }
        each(scanner, scanner.at, 0, true)?;
    }
    Ok(())
}

/// Writes a list of lists.
pub(super) fn write(arena: &Arena, out: &mut Output<'_>) -> Result<LeftOut, WriteError> {
    if !arena.names().is_numbered() {
        let format = Format::List.name();
        return Err(WriteProblem::Names { format }.into());
    }
    let mut line = "[\n  [";
    for v in arena.graph().vertices() {
        out.text(line)?;
        let mut separator = "";
        for &w in arena.graph().successors(v) {
            out.text(separator)?;
            out.number(w)?;
            separator = ", ";
        }
        out.text("]")?;
        line = ",\n  [";
    }
    out.text(if arena.is_empty() { "[]\n" } else { "\n]\n" })?;
    Ok(LeftOut::all_but_edges(arena))
}

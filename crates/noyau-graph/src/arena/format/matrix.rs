//! The course's adjacency matrix: lines of 0 and 1, separated by commas, semicolons or blanks, or a list of lists.
//!
//! Vertex names may precede the matrix in a header row and in a first column. The variants are recognised by their
//! shape:
//!
//! ```text
//! 0,1     a,b     ,a,b     x,a,b     a b       a,0,1
//! 0,0     0,1     a,0,1    a,0,1     a 0 1     b,0,0
//!         0,0     b,0,0    b,0,0     b 0 0
//! ```
//!
//! The writer uses the third form with a corner, or the first if the names are 0, 1, 2 …

use super::edges::is_bare;
use super::literal::{Dialect, Name, Scanner};
use super::output::Output;
use super::source::{Source, shortened};
use super::{Format, LeftOut, ReadError, ReadProblem, WriteError, WriteProblem};
use crate::arena::{Arena, Draft, NameTable, Names, Rows, canonical_number};
use noyau_core::language::Text;
use std::borrow::Cow;

/// Larger matrices are not written: they would take gigabytes.
const MOST_WRITTEN: usize = 20_000;

const NAME: Text = Text::new("the name of a vertex", "le nom d'un sommet");
const SEPARATOR: Text = Text::new(
    "a separator after the closing quote",
    "un séparateur après le guillemet fermant",
);

/// Reads a matrix.
pub(super) fn read(source: Source<'_>) -> Result<Draft, ReadError> {
    let mut scanner = Scanner::new(source, Dialect::Python);
    scanner.skip_assignment();
    if scanner.peek() == b'[' {
        return read_lists(scanner);
    }
    Table::new(source)?.read()
}

/// Rows of 0 and 1 under construction.
struct Cells {
    offsets: Vec<u32>,
    targets: Vec<u32>,
    n: usize,
}

impl Cells {
    fn new(n: usize) -> Self {
        Self {
            offsets: vec![0],
            targets: Vec::new(),
            n,
        }
    }

    /// The number of the current row, from 1.
    fn row(&self) -> usize {
        self.offsets.len()
    }

    /// Ends the current row, which has `found` cells and starts at `at`.
    fn end_row(&mut self, source: Source<'_>, at: usize, found: usize) -> Result<(), ReadError> {
        if found != self.n {
            let (row, wanted) = (self.row(), self.n);
            let problem = ReadProblem::RowLength { row, found, wanted };
            return Err(source.error(at, problem));
        }
        source.check_size(at, self.n, self.targets.len())?;
        self.offsets.push(self.targets.len() as u32);
        Ok(())
    }

    /// The graph. `at` is the end of the matrix or the start of the first excess row.
    fn finish(
        self,
        source: Source<'_>,
        at: usize,
        rows: usize,
        names: Names,
    ) -> Result<Draft, ReadError> {
        if rows != self.n {
            let (found, wanted) = (rows, self.n);
            return Err(source.error(at, ReadProblem::RowCount { found, wanted }));
        }
        Ok(Draft {
            names,
            ..Draft::plain(Rows::from_parts(self.offsets, self.targets))
        })
    }
}

/// Reads a list of lists of 0 and 1.
fn read_lists(mut scanner: Scanner<'_>) -> Result<Draft, ReadError> {
    let source = scanner.source;
    let start = scanner;
    let mut cells: Option<Cells> = None;
    let mut first_row = Vec::new();
    let mut extra = None;
    let mut rows = 0;
    let mut lists = scanner.open_list()?;
    while scanner.next_item(&mut lists)? {
        scanner.peek();
        let row_at = scanner.at;
        rows += 1;
        let mut row = scanner.open_list()?;
        let mut column = 0;
        while scanner.next_item(&mut row)? {
            let (cell, at) = scanner.name_at()?;
            column += 1;
            match cell {
                Name::Number(0) => {}
                Name::Number(1) => match &mut cells {
                    Some(cells) => cells.targets.push(column as u32 - 1),
                    None => first_row.push(column as u32 - 1),
                },
                other => {
                    let (row, found) = (rows, other.shown());
                    let problem = ReadProblem::Cell { row, column, found };
                    return Err(source.error(at, problem));
                }
            }
        }
        // The first row determines the number of columns.
        let cells = cells.get_or_insert_with(|| Cells {
            targets: std::mem::take(&mut first_row),
            ..Cells::new(column)
        });
        if rows > cells.n && extra.is_none() {
            extra = Some(row_at);
        }
        if extra.is_none() {
            cells.end_row(source, row_at, column)?;
        }
    }
    scanner.finish()?;
    match cells {
        None => Err(start.error(ReadProblem::NoVertex)),
        Some(cells) => {
            let n = cells.n;
            let at = extra.unwrap_or(scanner.at);
            cells.finish(source, at, rows, Names::numbered(n))
        }
    }
}

/// A cell of a table: its text, whether it was quoted, and its place.
type Cell<'a> = (Cow<'a, str>, bool, usize);

/// A table whose cells are separated by commas, semicolons or blanks.
struct Table<'a> {
    source: Source<'a>,
    /// The cell separator; a space stands for any blanks.
    separator: u8,
}

impl<'a> Table<'a> {
    /// Detects the cell separator from the first line.
    fn new(source: Source<'a>) -> Result<Self, ReadError> {
        let mut at = source.after_blanks(skip_empty_lines(source, 0));
        if source.byte(at) == b'"' {
            at = source.after_blanks(read_quoted(source, at)?.1);
        }
        while !matches!(source.byte(at), 0 | b'\n' | b',' | b';' | b' ' | b'\t') {
            at += 1;
        }
        at = source.after_blanks(at);
        let separator = match source.byte(at) {
            separator @ (b',' | b';') => separator,
            _ => b' ',
        };
        Ok(Self { source, separator })
    }

    /// Reads the cell at a place; returns the place after it and its separator, and whether another cell follows.
    fn cell(&self, at: usize) -> Result<(Cell<'a>, usize, bool), ReadError> {
        let source = self.source;
        let start = source.after_blanks(at);
        let quoted = source.byte(start) == b'"';
        let (text, mut after) = if quoted {
            read_quoted(source, start)?
        } else {
            let mut after = start;
            loop {
                match source.byte(after) {
                    0 | b'\n' => break,
                    byte if byte == self.separator => break,
                    b'\t' | b'\r' | 0x0b | 0x0c if self.separator == b' ' => break,
                    _ => after += 1,
                }
            }
            let text = source.part(start, after).trim_ascii_end();
            source.check_name(start, text.len())?;
            (text.into(), after)
        };
        let blanks = source.after_blanks(after);
        let separated = if self.separator == b' ' {
            blanks > after
        } else {
            source.byte(blanks) == self.separator
        };
        after = blanks;
        let line_over = matches!(source.byte(after), 0 | b'\n');
        if quoted && !separated && !line_over {
            return Err(source.expected(after, SEPARATOR));
        }
        if separated && self.separator != b' ' {
            return Ok(((text, quoted, start), after + 1, true));
        }
        Ok(((text, quoted, start), after, !line_over))
    }

    /// Reads all cells of a line and returns the place of its end.
    fn line(&self, mut at: usize) -> Result<(Vec<Cell<'a>>, usize), ReadError> {
        let mut cells = Vec::new();
        loop {
            let (cell, after, more) = self.cell(at)?;
            cells.push(cell);
            at = after;
            if !more {
                return Ok((cells, at));
            }
        }
    }

    fn read(&self) -> Result<Draft, ReadError> {
        let source = self.source;
        let end = source.bytes().len();
        let mut at = skip_empty_lines(source, 0);
        self.refuse_wide_line(at)?;
        let (first, after) = self.line(at)?;
        let (n, header, column) = self.layout(&first, at, after)?;

        let mut table = NameTable::new(end);
        if header {
            for (name, quoted, at) in &first[first.len() - n..] {
                intern(source, &mut table, name, *quoted, *at)?;
            }
            at = skip_empty_lines(source, after);
        }
        let mut cells = Cells::new(n);
        while at < end && cells.row() <= n {
            let row_at = source.after_blanks(at);
            if column {
                let ((name, quoted, name_at), after, _) = self.cell(at)?;
                at = after;
                if header {
                    let wanted = table.get(cells.row() as u32 - 1);
                    if wanted != name {
                        let (row, found, wanted) =
                            (cells.row(), shortened(&name), shortened(&wanted));
                        let problem = ReadProblem::RowName { row, found, wanted };
                        return Err(source.error(name_at, problem));
                    }
                } else {
                    intern(source, &mut table, &name, quoted, name_at)?;
                }
            }
            at = self.row(at, row_at, &mut cells)?;
            at = skip_empty_lines(source, at);
        }
        let rows = cells.row() - 1 + self.count_lines(at);
        let names = if header || column {
            table.into_names()
        } else {
            Names::numbered(n)
        };
        cells.finish(source, at, rows, names)
    }

    /// Rejects a line with more cells than a square matrix of this file size can have, before storing its cells.
    fn refuse_wide_line(&self, start: usize) -> Result<(), ReadError> {
        let source = self.source;
        let end = source.bytes().len();
        let mut cells = 0;
        let mut at = start;
        loop {
            let (_, after, more) = self.cell(at)?;
            cells += 1;
            at = after;
            if !more {
                break;
            }
        }
        if cells > end.isqrt() + 2 {
            let (found, wanted) = (self.count_lines(start), cells);
            return Err(source.error(end, ReadProblem::RowCount { found, wanted }));
        }
        Ok(())
    }

    /// The number of non-empty lines from a place on.
    fn count_lines(&self, mut at: usize) -> usize {
        let mut lines = 0;
        while at < self.source.bytes().len() {
            lines += 1;
            at = skip_empty_lines(self.source, self.source.line_end(at));
        }
        lines
    }

    /// Reads the cells of a row and returns the end of its line.
    fn row(&self, mut at: usize, row_at: usize, cells: &mut Cells) -> Result<usize, ReadError> {
        let source = self.source;
        let mut count = 0;
        if matches!(source.byte(at), 0 | b'\n') {
            // Only the name of the row is present.
            cells.end_row(source, row_at, 0)?;
            return Ok(at);
        }
        loop {
            let bit = source.byte(at).wrapping_sub(b'0');
            let next = source.byte(at + 1);
            let more;
            if bit < 2 && next == self.separator && next != b' ' {
                at += 2;
                more = true;
                count += 1;
                if bit == 1 {
                    cells.targets.push(count as u32 - 1);
                }
            } else {
                let ((text, quoted, cell_at), after, follows) = self.cell(at)?;
                count += 1;
                match &*text {
                    "0" if !quoted => {}
                    "1" if !quoted => cells.targets.push(count as u32 - 1),
                    _ => return Err(wrong_cell(source, cell_at, cells.row(), count, &text)),
                }
                at = after;
                more = follows;
            }
            if !more {
                cells.end_row(source, row_at, count)?;
                return Ok(at);
            }
        }
    }

    /// The number of vertices, and whether there is a header row and a column of names. See the module
    /// documentation.
    fn layout(
        &self,
        first: &[Cell<'_>],
        at: usize,
        after: usize,
    ) -> Result<(usize, bool, bool), ReadError> {
        let source = self.source;
        let width = first.len();
        let is_bit = |cell: &Cell<'_>| !cell.1 && matches!(&*cell.0, "0" | "1");
        if first.iter().all(is_bit) {
            return Ok((width, false, false));
        }
        let (corner, quoted, _) = &first[0];
        if corner.is_empty() && !quoted && width > 1 {
            return Ok((width - 1, true, true));
        }
        let second = skip_empty_lines(source, after);
        if second < source.bytes().len() && self.line(second)?.0.len() == width + 1 {
            return Ok((width, true, true));
        }
        let lines = self.count_lines(at);
        if lines == width + 1 {
            return Ok((width, true, false));
        }
        if lines == width && width > 1 && canonical_number(corner).is_none() {
            return Ok((width - 1, true, true));
        }
        if lines + 1 == width && first[1..].iter().all(is_bit) {
            return Ok((width - 1, false, true));
        }
        let wrong = first.iter().position(|cell| !is_bit(cell)).unwrap_or(0);
        let (text, _, at) = &first[wrong];
        Err(wrong_cell(source, *at, 1, wrong + 1, text))
    }
}

fn wrong_cell(source: Source<'_>, at: usize, row: usize, column: usize, text: &str) -> ReadError {
    let found = shortened(text);
    let problem = match text {
        "" => ReadProblem::EmptyCell { row, column },
        _ => ReadProblem::Cell { row, column, found },
    };
    source.error(at, problem)
}

fn intern(
    source: Source<'_>,
    table: &mut NameTable,
    name: &str,
    quoted: bool,
    at: usize,
) -> Result<(), ReadError> {
    if name.is_empty() && !quoted {
        return Err(source.expected(at, NAME));
    }
    let v = table.len();
    if table.intern(name) as usize != v {
        let name = shortened(name);
        return Err(source.error(at, ReadProblem::RepeatedName { name }));
    }
    Ok(())
}

/// The start of the next non-empty line, or the end of the text.
fn skip_empty_lines(source: Source<'_>, mut at: usize) -> usize {
    loop {
        let start = at;
        at = source.after_blanks(at);
        match source.byte(at) {
            b'\n' => at += 1,
            0 => return at,
            _ => return start,
        }
    }
}

/// Reads a double-quoted string as spreadsheets write it, with doubled quotes.
fn read_quoted(source: Source<'_>, start: usize) -> Result<(Cow<'_, str>, usize), ReadError> {
    let mut text = Cow::Borrowed("");
    let mut from = start + 1;
    let mut at = from;
    loop {
        match (source.byte(at), source.byte(at + 1)) {
            (0, _) => return Err(source.error(start, ReadProblem::UnclosedString)),
            (b'"', b'"') => {
                text.to_mut().push_str(source.part(from, at + 1));
                at += 2;
                from = at;
            }
            (b'"', _) => break,
            _ => at += 1,
        }
    }
    if text.is_empty() {
        text = Cow::Borrowed(source.part(from, at));
    } else {
        text.to_mut().push_str(source.part(from, at));
    }
    source.check_name(start, text.len())?;
    Ok((text, at + 1))
}

/// Writes a matrix.
pub(super) fn write(arena: &Arena, out: &mut Output<'_>) -> Result<LeftOut, WriteError> {
    if arena.len() > MOST_WRITTEN {
        let (format, limit) = (Format::Matrix.name(), MOST_WRITTEN);
        return Err(WriteProblem::Size { format, limit }.into());
    }
    let mut left_out = LeftOut::all_but_edges(arena);
    let names = arena.names();
    let named = !names.is_numbered();
    if named {
        for v in arena.graph().vertices() {
            out.text(",")?;
            out.name(names, v, push_name)?;
        }
        out.text("\n")?;
    }
    let mut row = vec![false; arena.len()];
    for v in arena.graph().vertices() {
        let successors = arena.graph().successors(v);
        left_out.order |= !successors.is_sorted();
        for &w in successors {
            left_out.repeats |= row[w as usize];
            row[w as usize] = true;
        }
        if named {
            out.name(names, v, push_name)?;
        }
        for (w, cell) in row.iter_mut().enumerate() {
            let separator = if w > 0 || named { "," } else { "" };
            out.text(separator)?;
            out.text(if *cell { "1" } else { "0" })?;
            *cell = false;
        }
        out.text("\n")?;
    }
    Ok(left_out)
}

fn push_name(name: &str, out: &mut Vec<u8>) {
    if is_bare(name) {
        out.extend_from_slice(name.as_bytes());
    } else {
        out.push(b'"');
        out.extend_from_slice(name.replace('"', "\"\"").as_bytes());
        out.push(b'"');
    }
}

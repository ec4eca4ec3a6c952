//! Output: answers, as text or JSON, on the standard output; everything else on the standard error.

use crate::args::Args;
use crate::failure::{Exit, Failure, Status};
use crate::messages::{self, text};
use crate::progress::Writing;
use crate::units::decimal;
use noyau::arena::{Arena, Names};
use noyau::side_names::{DIGITS, SideNames};
use noyau::{Language, Localized, Message, Text, message};
use serde::ser::Serialize;
use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// The output streams, in the user's language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Console {
    /// The language.
    pub(crate) language: Language,
    /// Whether the standard output shows colours.
    colours: bool,
    /// What the sides are called, if not First and Second.
    names: Option<&'static SideNames>,
}

impl Console {
    /// A console in that language. Colours are for terminals, unless `NO_COLOR` or the like is set.
    pub(crate) fn new(language: Language, names: Option<&'static SideNames>) -> Self {
        let choice = anstream::AutoStream::choice(&io::stdout());
        Self {
            language,
            colours: choice != anstream::ColorChoice::Never && io::stdout().is_terminal(),
            names,
        }
    }

    /// A text with the sides as they are called here.
    pub(crate) fn named<'a>(self, text: impl Into<Cow<'a, str>>) -> Cow<'a, str> {
        let text = text.into();
        match self.names {
            Some(names) => names.apply(&text).into(),
            None => text,
        }
    }

    /// What is written below the two copies of a vertex in a doubled arena.
    pub(crate) fn letters(self) -> [char; 2] {
        self.names.map_or(DIGITS, SideNames::letters)
    }

    /// What the user calls the sides.
    pub(crate) fn side_names(self) -> Option<&'static SideNames> {
        self.names
    }

    /// The first of the user's own names that would be taken for that of a side.
    pub(crate) fn renamed(self, own: &Names) -> Option<Cow<'_, str>> {
        let names = self.names?;
        own.iter().find(|name| names.would_change(name))
    }

    /// A number with so many decimals.
    pub(crate) fn decimal(self, value: f64, digits: usize) -> String {
        self.phrase(&decimal(value, digits))
    }

    /// The arguments in the same language.
    pub(crate) fn args(self) -> Args {
        Args(self.language)
    }

    /// A fixed text in the user's language.
    pub(crate) fn say(self, text: Text) -> &'static str {
        text.get(self.language)
    }

    /// A message in the user's language.
    pub(crate) fn phrase(self, sentence: &impl Localized) -> String {
        let sentence = sentence.localized(self.language);
        self.named(sentence).into_owned()
    }

    /// The stream for an answer. While it is open, the first Ctrl-C ends the program.
    pub(crate) fn out(self) -> Out {
        Out {
            stream: self.out_during_work(),
            names: self.names,
            line: Vec::new(),
            _writing: Writing::start(),
        }
    }

    /// The stream for the answers of work that goes on.
    #[allow(
        clippy::unused_self,
        reason = "the console is where the stream belongs"
    )]
    pub(crate) fn out_during_work(self) -> BufWriter<StdoutLock<'static>> {
        BufWriter::with_capacity(1 << 16, io::stdout().lock())
    }

    /// Prints a JSON document as the answer.
    pub(crate) fn json(self, document: &impl Serialize) -> Exit {
        let mut out = Out {
            names: None,
            ..self.out()
        };
        serde_json::to_writer(&mut out, document).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
        out.flush()?;
        Ok(Status::Answered)
    }

    /// Prints a line on the standard error.
    pub(crate) fn tell(self, text: &impl Localized) {
        // A closed standard error cannot be reported.
        let _ = writeln!(io::stderr(), "{}", self.phrase(text));
    }

    /// Reports a failure.
    pub(crate) fn report(self, failure: &Failure) -> Status {
        match failure {
            Failure::File(message) => self.tell(message),
            Failure::Request(message) => self.complain(message),
            Failure::Stopped(stopped) => {
                self.complain(&messages::stopped(*stopped));
                return Status::Unknown;
            }
            // The reader closed the pipe: not a failure.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Status::Answered;
            }
            Failure::Output(error) => {
                let why = error.to_string();
                self.complain(&message!(
                    "the answer cannot be written: {why}",
                    "la réponse ne peut pas être écrite : {why}"
                ));
            }
        }
        Status::Refused
    }

    /// Prints an error.
    pub(crate) fn complain(self, why: &impl Localized) {
        let error = self.args().colon(text("error", "erreur"));
        self.tell(&format!("{error} {}", self.phrase(why)));
    }

    /// The text in bold, if supported.
    pub(crate) fn bold(self, text: &str) -> String {
        if self.colours {
            format!("\u{1b}[1m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    /// Empty labelled lines.
    pub(crate) fn lines(self) -> Lines {
        let lines = Vec::new();
        Lines {
            console: self,
            lines,
        }
    }

    /// So many items of a list on one line, by `join`, and how many more there are.
    pub(crate) fn cut<T>(self, items: &[T], shown: usize, join: impl Fn(&[T]) -> String) -> String {
        let shown = items.len().min(shown);
        self.cut_after(join(&items[..shown]), items.len() - shown)
    }

    /// The beginning of a list on one line, and how many more items there are.
    pub(crate) fn cut_after(self, listed: String, left: usize) -> String {
        match left {
            0 => listed,
            _ => format!("{listed} {}", self.phrase(&more(left))),
        }
    }

    /// Prints a table, the first line being the heads.
    pub(crate) fn columns<const N: usize>(
        self,
        out: &mut dyn Write,
        heads: [Text; N],
        rows: impl Iterator<Item = [String; N]> + Clone,
    ) -> io::Result<()> {
        /// A longer name shifts the rest of its line.
        const WIDEST: usize = 40;
        let mut widths = heads.map(|head| self.phrase(&head).chars().count());
        let rows = rows.map(|row| row.map(|cell| self.named(cell).into_owned()));
        for row in rows.clone() {
            for (width, cell) in widths.iter_mut().zip(&row) {
                *width = (*width).max(cell.chars().count()).min(WIDEST);
            }
        }
        let mut line = |cells: [&str; N], bold: bool| {
            let mut text = String::new();
            for (i, cell) in cells.iter().enumerate() {
                text.push_str(&if bold {
                    self.bold(cell)
                } else {
                    (*cell).to_owned()
                });
                if i + 1 < N {
                    let space = widths[i].saturating_sub(cell.chars().count()) + 2;
                    text.extend(std::iter::repeat_n(' ', space));
                }
            }
            writeln!(out, "{text}")
        };
        let heads = heads.map(|head| self.phrase(&head));
        line(heads.each_ref().map(String::as_str), true)?;
        for row in rows {
            line(row.each_ref().map(String::as_str), false)?;
        }
        Ok(())
    }

    /// The names of vertices on one line: up to a thousand, then their number.
    pub(crate) fn names(self, arena: &Arena, vertices: impl Iterator<Item = u32>) -> String {
        /// People do not read more names.
        const LISTED: usize = 1000;
        let mut listed: Vec<Cow<'_, str>> = Vec::new();
        let mut count = 0;
        for v in vertices {
            if count < LISTED {
                listed.push(shown(arena.name(v)));
            }
            count += 1;
        }
        if count == 0 {
            return self.none().to_owned();
        }
        let commas = listed.iter().any(|name| name.contains(','));
        let listed = listed.join(if commas { "; " } else { ", " });
        if count > LISTED {
            return self.phrase(&message!(
                "{listed} … ({count} in all; --json lists them)",
                "{listed} … ({count} en tout ; --json les liste)"
            ));
        }
        listed
    }

    /// The names of vertices, with their count in words.
    pub(crate) fn counted_names(
        self,
        arena: &Arena,
        vertices: impl Iterator<Item = u32> + Clone,
    ) -> String {
        let count = vertices.clone().count();
        let names = self.names(arena, vertices);
        match count {
            0 => names,
            1 => self.phrase(&message!("{names} (1 vertex)", "{names} (1 sommet)")),
            _ => self.phrase(&message!(
                "{names} ({count} vertices)",
                "{names} ({count} sommets)"
            )),
        }
    }

    /// The word for an empty list.
    pub(crate) fn none(self) -> &'static str {
        self.say(text("none", "aucun"))
    }
}

/// The standard output, for an answer.
#[derive(Debug)]
pub(crate) struct Out {
    stream: BufWriter<StdoutLock<'static>>,
    /// What the sides are called, if not First and Second: texts of the library pass here and nowhere else.
    names: Option<&'static SideNames>,
    /// The line that is not written yet, if there are names.
    line: Vec<u8>,
    _writing: Writing,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(names) = self.names else {
            return self.stream.write(bytes);
        };
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = names.apply(&String::from_utf8_lossy(&self.line));
                self.line.clear();
                self.stream.write_all(line.as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(names) = self.names {
            let line = names.apply(&String::from_utf8_lossy(&std::mem::take(&mut self.line)));
            self.stream.write_all(line.as_bytes())?;
        }
        self.stream.flush()
    }
}

/// How many items of a list are not shown.
pub(crate) fn more(count: usize) -> Message {
    message!(
        "… and {count} more; --json lists them",
        "… et {count} de plus ; --json les liste",
        count = grouped(count)
    )
}

/// A number with its digits in groups of three.
fn grouped(number: usize) -> Message {
    let digits = number.to_string();
    let separated = |separator| {
        let mut text = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text.push(separator);
            }
            text.push(digit);
        }
        text
    };
    Message {
        en: separated(','),
        fr: separated('\u{202f}'),
    }
}

/// Labelled values, one per line, aligned.
pub(crate) struct Lines {
    console: Console,
    lines: Vec<(String, String)>,
}

impl Lines {
    pub(crate) fn add(&mut self, label: Text, value: &impl Localized) {
        self.lines
            .push((self.console.phrase(&label), self.console.phrase(value)));
    }

    /// Adds a line.
    pub(crate) fn with(mut self, label: Text, value: &impl Localized) -> Self {
        self.add(label, value);
        self
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = |text: &str| text.chars().count();
        let widest = self.lines.iter().map(|(label, _)| width(label)).max();
        for (label, text) in &self.lines {
            let space = " ".repeat(widest.unwrap_or(0) - width(label) + 2);
            writeln!(out, "{}{space}{text}", self.console.bold(label))?;
        }
        Ok(())
    }

    /// Writes these lines as the end of an answer.
    pub(crate) fn end(&self, mut out: impl Write) -> Exit {
        self.write(&mut out)?;
        out.flush()?;
        Ok(Status::Answered)
    }

    /// Prints these lines as the answer.
    pub(crate) fn print(&self) -> Exit {
        self.end(self.console.out())
    }
}

/// A path along edges.
pub(crate) fn walk(arena: &Arena, vertices: &[u32]) -> String {
    joined(arena, vertices, " → ")
}

/// A path along edges in any direction.
pub(crate) fn undirected_walk(arena: &Arena, vertices: &[u32]) -> String {
    joined(arena, vertices, " – ")
}

fn joined(arena: &Arena, vertices: &[u32], link: &str) -> String {
    /// Longer paths are abbreviated.
    const SHOWN: usize = 1000;
    let mut names: Vec<_> = vertices
        .iter()
        .take(SHOWN)
        .map(|&v| shown(arena.name(v)))
        .collect();
    if vertices.len() > SHOWN {
        names.push("…".into());
    }
    names.join(link)
}

/// A name without control characters, which could corrupt the terminal.
pub(crate) fn shown(name: Cow<'_, str>) -> Cow<'_, str> {
    if name.contains(char::is_control) {
        let mut text = String::new();
        for c in name.chars() {
            if c.is_control() {
                text.extend(c.escape_default());
            } else {
                text.push(c);
            }
        }
        text.into()
    } else if name.is_empty() {
        "\"\"".into()
    } else {
        name
    }
}

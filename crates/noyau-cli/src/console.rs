//! What goes out: answers for people and for programs on the standard output, the rest on the standard error.

use crate::catalogue::{self, Complaint, Sentence};
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use noyau::arena::Arena;
use noyau::{Language, Localized, Text};
use serde::ser::{Serialize, Serializer};
use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// The two streams, and the language to speak.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Console {
    /// The language.
    pub(crate) language: Language,
    /// Whether the standard output shows colours.
    colours: bool,
}

impl Console {
    /// A console that speaks that language. Colours are shown on terminals, unless `NO_COLOR` or the like forbids it.
    pub(crate) fn new(language: Language) -> Self {
        let choice = anstream::AutoStream::choice(&io::stdout());
        Self {
            language,
            colours: choice != anstream::ColorChoice::Never && io::stdout().is_terminal(),
        }
    }

    /// The grammar of the same language.
    pub(crate) fn grammar(self) -> Grammar {
        Grammar(self.language)
    }

    /// The words in the language spoken.
    pub(crate) fn say(self, text: Text) -> &'static str {
        text.get(self.language)
    }

    /// The sentence in the language spoken.
    pub(crate) fn sentence(self, sentence: &Sentence) -> String {
        sentence.localized(self.language)
    }

    /// Where answers go.
    #[allow(
        clippy::unused_self,
        reason = "the console is where the stream belongs"
    )]
    pub(crate) fn out(self) -> BufWriter<StdoutLock<'static>> {
        BufWriter::with_capacity(1 << 16, io::stdout().lock())
    }

    /// Prints a document for programs.
    pub(crate) fn json(self, document: &impl Serialize) -> Result<(), Failure> {
        let mut out = self.out();
        serde_json::to_writer(&mut out, document).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
        Ok(out.flush()?)
    }

    /// Tells something beside the answer.
    #[allow(
        clippy::unused_self,
        reason = "the console is where the stream belongs"
    )]
    pub(crate) fn tell(self, text: &str) {
        // Nobody can be told that the standard error is closed.
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// A note beside the answer.
    pub(crate) fn note(self, text: Text) {
        self.tell(self.say(text));
    }

    /// Says why there is no answer.
    pub(crate) fn report(self, failure: &Failure) -> Status {
        match failure {
            Failure::File(message) => self.tell(&message.localized(self.language)),
            Failure::Request(message) => self.complain(&message.localized(self.language)),
            // Whoever read the answer has read enough.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Status::Answered;
            }
            Failure::Output(error) => {
                let why = error.to_string();
                self.complain(&Complaint::CannotPrint { why }.localized(self.language));
            }
        }
        Status::Refused
    }

    /// Says what is wrong with what was asked.
    pub(crate) fn complain(self, text: &str) {
        self.tell(&format!(
            "{} {text}",
            self.grammar().colon(catalogue::ERROR)
        ));
    }

    /// The text in bold, where that can be shown.
    pub(crate) fn bold(self, text: &str) -> String {
        if self.colours {
            format!("\u{1b}[1m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    /// Prints lines of a word and what it stands for, one below the other.
    pub(crate) fn labelled(self, out: &mut dyn Write, lines: &[(Text, String)]) -> io::Result<()> {
        let width = |text: &str| text.chars().count();
        let widest = lines.iter().map(|(word, _)| width(self.say(*word))).max();
        for (word, text) in lines {
            let word = self.say(*word);
            let space = " ".repeat(widest.unwrap_or(0) - width(word) + 2);
            writeln!(out, "{}{space}{text}", self.bold(word))?;
        }
        Ok(())
    }

    /// Prints columns, the first lines being the heads.
    pub(crate) fn columns<const N: usize>(
        self,
        out: &mut dyn Write,
        heads: [Text; N],
        rows: impl Iterator<Item = [String; N]> + Clone,
    ) -> io::Result<()> {
        /// A longer name shifts the rest of its line.
        const WIDEST: usize = 40;
        let mut widths = heads.map(|head| self.say(head).chars().count());
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
        line(heads.map(|head| self.say(head)), true)?;
        for row in rows {
            line(row.each_ref().map(String::as_str), false)?;
        }
        Ok(())
    }

    /// The names of vertices in a line: all of them up to a thousand, then how many there are.
    pub(crate) fn names(self, arena: &Arena, vertices: impl Iterator<Item = u32>) -> String {
        /// More names are not read by people.
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
            return self.say(catalogue::NONE).to_owned();
        }
        let commas = listed.iter().any(|name| name.contains(','));
        let listed = listed.join(if commas { "; " } else { ", " });
        if count > LISTED {
            return self.sentence(&Sentence::AndMore { listed, count });
        }
        listed
    }
}

/// A walk along edges.
pub(crate) fn walk(arena: &Arena, vertices: &[u32]) -> String {
    joined(arena, vertices, " → ")
}

/// A walk along edges, whatever their directions.
pub(crate) fn undirected_walk(arena: &Arena, vertices: &[u32]) -> String {
    joined(arena, vertices, " – ")
}

fn joined(arena: &Arena, vertices: &[u32], link: &str) -> String {
    /// A longer walk is cut.
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

/// A name as it can be shown: control characters would play tricks on a terminal.
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

/// A list made as it is written, so that ten million vertices need no tree.
pub(crate) struct Listed<F>(pub(crate) F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Listed<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// A dictionary made as it is written.
pub(crate) struct Mapped<F>(pub(crate) F);

impl<F, I, K, V> Serialize for Mapped<F>
where
    F: Fn() -> I,
    I: Iterator<Item = (K, V)>,
    K: Serialize,
    V: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
}

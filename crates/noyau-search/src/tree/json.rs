//! Trees in JSON: a number is a leaf, a list is a node with these children, an object says more.
//!
//! ```text
//! [[3, 12, 8], [2, 4, 6], {"label": "c", "turn": "min", "value": 7, "children": [14, 5, 2]}]
//! ```
//!
//! The scanner keeps the open brackets on a list of its own: no nesting overflows the stack.

use super::read::{ReadError, ReadProblem, turn};
use super::{Builder, Utility};
use noyau_core::json;
use noyau_core::language::Text;
use noyau_core::source::shortened;

const COMMA_OR_BRACKET: Text = Text::new("`,` or `]`", "`,` ou `]`");
const COMMA_OR_BRACE: Text = Text::new("`,` or `}`", "`,` ou `}`");
const STRING: Text = Text::new(
    "a string between quotation marks",
    "une chaîne entre guillemets",
);
const COLON: Text = Text::new("`:`", "`:`");
const LIST: Text = Text::new("`[` and a list of nodes", "`[` et une liste de nœuds");

/// The keys of a node.
const KEYS: [&str; 4] = ["children", "value", "label", "turn"];

/// A bracket that has been opened.
enum Open {
    /// A list that is a node, or the list of children of an object, which goes on after it.
    List { node: u32 },
    /// An object, with the keys it has had.
    Object { node: u32, had: [bool; 4] },
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    builder: Builder,
    /// Where each node starts.
    places: Vec<usize>,
    open: Vec<Open>,
    /// The labels, which an object may tell after its children.
    labels: Vec<(u32, String)>,
}

/// Reads a tree whose leaves may still lack values, and where each node starts.
pub(super) fn read(text: &str) -> Result<(Builder, Vec<usize>), ReadError> {
    let mut reader = Reader {
        text,
        at: 0,
        builder: Builder::default(),
        places: Vec::new(),
        open: Vec::new(),
        labels: Vec::new(),
    };
    reader.node(None)?;
    while let Some(open) = reader.open.pop() {
        match open {
            Open::List { node } => {
                if reader.next_child(node)? {
                    reader.open.push(Open::List { node });
                    reader.node(Some(node))?;
                }
            }
            Open::Object { node, had } => reader.object(node, had)?,
        }
    }
    reader.space();
    if reader.at < text.len() {
        return Err(reader.error(ReadProblem::AfterEnd));
    }
    let Reader {
        builder,
        places,
        labels,
        ..
    } = reader;
    Ok((with_labels(builder, &labels), places))
}

/// The builder with labels that came to be known after their nodes.
fn with_labels(builder: Builder, labels: &[(u32, String)]) -> Builder {
    if labels.is_empty() {
        return builder;
    }
    let mut of_node = vec![""; builder.len()];
    for (node, label) in labels {
        of_node[*node as usize] = label;
    }
    let mut labelled = Builder::default();
    for (node, label) in of_node.into_iter().enumerate() {
        let parent = (node > 0).then(|| builder.parents[node]);
        labelled.add(parent, builder.turns[node], label, builder.values[node]);
    }
    labelled
}

impl Reader<'_> {
    fn error(&self, problem: ReadProblem) -> ReadError {
        self.error_at(self.at, problem)
    }

    fn error_at(&self, at: usize, problem: ReadProblem) -> ReadError {
        ReadError::at(self.text, at, problem)
    }

    fn expected(&self, wanted: Text) -> ReadError {
        let rest = &self.text[self.at..];
        match rest.chars().next() {
            None => self.error(ReadProblem::UnexpectedEnd { wanted }),
            Some(c) => {
                let found = format!("`{}`", shortened(&c.to_string()));
                self.error(ReadProblem::Expected { wanted, found })
            }
        }
    }

    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn space(&mut self) {
        while matches!(self.byte(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    /// Takes a sign that must stand here.
    fn sign(&mut self, sign: u8, wanted: Text) -> Result<(), ReadError> {
        self.space();
        if self.byte() != sign {
            return Err(self.expected(wanted));
        }
        self.at += 1;
        Ok(())
    }

    /// Starts a node: a leaf is read whole, a bracket is opened.
    fn node(&mut self, parent: Option<u32>) -> Result<(), ReadError> {
        self.space();
        let start = self.at;
        let first = self.byte();
        let value = match first {
            b'[' | b'{' => None,
            b'-' | b'0'..=b'9' | b't' | b'f' => Some(self.value()?),
            _ => {
                return Err(self.expected(Text::new(
                    "a node: a number, `true`, `false`, `[` or `{`",
                    "un nœud : un nombre, `true`, `false`, `[` ou `{`",
                )));
            }
        };
        self.places.push(start);
        let node = self.builder.add(parent, None, "", value);
        if value.is_none() {
            self.at += 1;
            self.open.push(if first == b'[' {
                Open::List { node }
            } else {
                Open::Object {
                    node,
                    had: [false; 4],
                }
            });
        }
        Ok(())
    }

    /// Goes to the next child in a list; `false` after its end. The first child is the one that comes when the node has
    /// none yet.
    fn next_child(&mut self, node: u32) -> Result<bool, ReadError> {
        // Nodes are numbered depth first: without children, the node is the last one.
        let empty = node as usize + 1 == self.builder.len();
        self.space();
        match self.byte() {
            b']' if empty => Err(self.error(ReadProblem::NoChildren)),
            b']' => {
                self.at += 1;
                Ok(false)
            }
            _ if empty => Ok(true),
            b',' => {
                self.at += 1;
                Ok(true)
            }
            _ => Err(self.expected(COMMA_OR_BRACKET)),
        }
    }

    /// Reads on in an object: one key, or its end.
    fn object(&mut self, node: u32, mut had: [bool; 4]) -> Result<(), ReadError> {
        let any = had.contains(&true);
        self.space();
        if self.byte() == b'}' {
            self.at += 1;
            return Ok(());
        }
        if any {
            self.sign(b',', COMMA_OR_BRACE)?;
            self.space();
        }
        let start = self.at;
        let key = self.string(Text::new(
            "a key between quotation marks: `children`, `value`, `label` or `turn`",
            "une clef entre guillemets : `children`, `value`, `label` ou `turn`",
        ))?;
        let Some(number) = KEYS.iter().position(|&known| known == key) else {
            let key = shortened(&key);
            return Err(self.error_at(start, ReadProblem::UnknownKey { key }));
        };
        if had[number] {
            return Err(self.error_at(start, ReadProblem::RepeatedKey { key }));
        }
        had[number] = true;
        self.sign(b':', COLON)?;
        self.space();
        self.open.push(Open::Object { node, had });
        let start = self.at;
        match KEYS[number] {
            "children" => {
                self.sign(b'[', LIST)?;
                self.open.push(Open::List { node });
            }
            "value" => {
                self.builder.values[node as usize] = Some(self.value()?);
            }
            "label" => {
                let label = self.string(STRING)?;
                self.labels.push((node, label));
            }
            _ => {
                let word = self.string(STRING)?;
                let side = turn(&word).ok_or_else(|| {
                    let found = shortened(&word);
                    self.error_at(start, ReadProblem::UnknownTurn { found })
                })?;
                self.builder.turns[node as usize] = Some(side);
            }
        }
        Ok(())
    }

    /// A number, `true` or `false`.
    fn value(&mut self) -> Result<Utility, ReadError> {
        let start = self.at;
        while matches!(self.byte(), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'-' | b'.' | b'_')
        {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        if word.is_empty() {
            return Err(self.expected(Text::new(
                "a number, `true` or `false`",
                "un nombre, `true` ou `false`",
            )));
        }
        utility(word).ok_or_else(|| {
            let found = format!("`{}`", shortened(word));
            self.error_at(start, ReadProblem::BadNumber { found })
        })
    }

    /// A string, which is wanted here.
    fn string(&mut self, wanted: Text) -> Result<String, ReadError> {
        if self.byte() != b'"' {
            return Err(self.expected(wanted));
        }
        let start = self.at;
        let (string, after) = json::string(self.text, start, |at, byte, string| {
            if byte != b'\\' {
                return Err(self.error_at(start, ReadProblem::UnclosedString));
            }
            let escape = json::escape(self.text.as_bytes(), at);
            let read = escape.and_then(|(code, after)| Some((char::from_u32(code)?, after)));
            let (character, after) =
                read.ok_or_else(|| self.error_at(at, ReadProblem::BadEscape))?;
            string.push(character);
            Ok(after)
        })?;
        self.at = after;
        Ok(string.into_owned())
    }
}

/// The utility that a word of a file means.
pub(super) fn utility(word: &str) -> Option<Utility> {
    match word {
        "true" => Some(true.into()),
        "false" => Some(false.into()),
        _ => {
            // Rust also reads `inf`, `nan` and `.5`, which are no numbers of JSON.
            let digits = word.strip_prefix('-').unwrap_or(word);
            let plain = digits.starts_with(|c: char| c.is_ascii_digit()) && !digits.ends_with('.');
            let number: f64 = plain.then(|| word.parse().ok()).flatten()?;
            Utility::new(number).filter(|_| number.is_finite())
        }
    }
}

//! Parses the prefix notation of rule sheets (KIF): words and lists between parentheses, `;` begins a comment.
//!
//! One pass over the bytes with an explicit stack of open lists, so time is linear and no input overflows the
//! stack. Words are case-insensitive and shown as first written.

use noyau_core::{Message, message};
use noyau_dynamic::FileProblem;
use std::collections::HashMap;

/// The maximum size of a sheet in bytes.
pub const MOST_BYTES: usize = 32 << 20;
/// The maximum number of words and lists of a sheet.
const MOST_EXPRESSIONS: usize = 2_000_000;
/// The maximum nesting of lists.
const MOST_DEPTH: usize = 200;
/// The maximum length of a word.
const MOST_LETTERS: usize = 1000;

/// A place in the sheet, both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Location {
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Location {
    /// The problem at this place.
    pub(super) fn problem(self, why: Message) -> FileProblem {
        FileProblem {
            line: self.line.max(1) as usize,
            column: self.column.max(1) as usize,
            why,
        }
    }
}

/// A word by its number.
pub(super) type Symbol = u32;

/// The words of a sheet.
#[derive(Debug, Clone, Default)]
pub(super) struct Symbols {
    names: Vec<String>,
    numbers: HashMap<String, Symbol>,
}

impl Symbols {
    /// The number of a word, new or known.
    pub(super) fn intern(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.find(name) {
            return symbol;
        }
        let symbol = self.names.len() as Symbol;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_lowercase(), symbol);
        symbol
    }

    /// The number of a word, if it is known.
    pub(super) fn find(&self, name: &str) -> Option<Symbol> {
        self.numbers.get(&name.to_lowercase()).copied()
    }

    /// The word, as it was first written.
    pub(super) fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol as usize]
    }

    /// Whether the word is a variable.
    pub(super) fn is_variable(&self, symbol: Symbol) -> bool {
        self.name(symbol).starts_with('?')
    }
}

/// A word or a list.
#[derive(Debug, Clone)]
pub(super) struct Expression {
    pub(super) place: Location,
    pub(super) form: Form,
}

#[derive(Debug, Clone)]
pub(super) enum Form {
    Word(Symbol),
    List(Vec<Expression>),
}

impl Expression {
    /// The first word and the rest; a single word has no rest. `None` for a list that does not begin with a word.
    pub(super) fn head(&self) -> Option<(Symbol, &[Self])> {
        match &self.form {
            Form::Word(word) => Some((*word, &[])),
            Form::List(items) => match items.split_first()? {
                (
                    Self {
                        form: Form::Word(word),
                        ..
                    },
                    rest,
                ) => Some((*word, rest)),
                _ => None,
            },
        }
    }
}

/// Parses all expressions of a text.
pub(super) fn expressions(
    bytes: &[u8],
    symbols: &mut Symbols,
) -> Result<Vec<Expression>, FileProblem> {
    let start = Location { line: 1, column: 1 };
    if bytes.len() > MOST_BYTES {
        let (length, most) = (bytes.len(), MOST_BYTES);
        return Err(start.problem(message!(
            "a sheet has at most {most} bytes, and this one has {length}",
            "une feuille a au plus {most} octets, et celle-ci en a {length}"
        )));
    }
    let mut done = Vec::new();
    let mut open: Vec<(Location, Vec<Expression>)> = Vec::new();
    let mut place = start;
    let mut at = usize::from(bytes.starts_with(&[0xEF, 0xBB, 0xBF])) * 3;
    let mut count = 0;
    while let Some(&byte) = bytes.get(at) {
        let read = match byte {
            b'\n' => {
                place.line = place.line.saturating_add(1);
                place.column = 1;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' | 0x0C => {
                place.column = place.column.saturating_add(1);
                at += 1;
                continue;
            }
            b';' => {
                let rest = &bytes[at..];
                let length = rest.iter().position(|&byte| byte == b'\n');
                at += length.unwrap_or(rest.len());
                continue;
            }
            b'(' => {
                if open.len() == MOST_DEPTH {
                    return Err(place.problem(message!(
                        "lists nest deeper than {MOST_DEPTH} here",
                        "les listes s'emboîtent ici à plus de {MOST_DEPTH}"
                    )));
                }
                open.push((place, Vec::new()));
                place.column = place.column.saturating_add(1);
                at += 1;
                continue;
            }
            b')' => {
                let Some((from, items)) = open.pop() else {
                    return Err(place.problem(message!(
                        "this `)` closes nothing: a `(` is missing before it, or it is one too many",
                        "cette `)` ne ferme rien : il manque une `(` avant elle, ou elle est de trop"
                    )));
                };
                place.column = place.column.saturating_add(1);
                at += 1;
                Expression {
                    place: from,
                    form: Form::List(items),
                }
            }
            _ => {
                let rest = &bytes[at..];
                let ends = |byte: &u8| b" \t\r\n\x0C();".contains(byte);
                let length = rest.iter().position(ends).unwrap_or(rest.len());
                let word = word(&rest[..length]).map_err(|(letters, why)| {
                    let column = place.column.saturating_add(letters);
                    Location { column, ..place }.problem(why)
                })?;
                let from = place;
                let letters = word.chars().count() as u32;
                place.column = place.column.saturating_add(letters);
                at += length;
                Expression {
                    place: from,
                    form: Form::Word(symbols.intern(word)),
                }
            }
        };
        count += 1;
        if count > MOST_EXPRESSIONS {
            return Err(place.problem(message!(
                "the sheet has more than {MOST_EXPRESSIONS} words and lists",
                "la feuille a plus de {MOST_EXPRESSIONS} mots et listes"
            )));
        }
        match open.last_mut() {
            None => done.push(read),
            Some((_, items)) => items.push(read),
        }
    }
    match open.pop() {
        None => Ok(done),
        Some((place, _)) => Err(place.problem(message!(
            "this `(` is never closed",
            "cette `(` n'est jamais fermée"
        ))),
    }
}

/// A word, or what is wrong with it after how many letters.
fn word(bytes: &[u8]) -> Result<&str, (u32, Message)> {
    let strange = |at: usize, byte: u8| {
        let letters = bytes[..at].iter().filter(|&&byte| byte & 0xC0 != 0x80);
        let why = message!(
            "a rule sheet is plain text, and the byte {byte:#04x} here is not",
            "une feuille de règles est du texte, et l'octet {byte:#04x} n'en est pas"
        );
        (letters.count() as u32, why)
    };
    if let Some(at) = bytes.iter().position(|&byte| byte < 0x20 || byte == 0x7F) {
        return Err(strange(at, bytes[at]));
    }
    if bytes.len() > MOST_LETTERS {
        let why = message!(
            "a word has at most {MOST_LETTERS} letters",
            "un mot a au plus {MOST_LETTERS} lettres"
        );
        return Err((0, why));
    }
    std::str::from_utf8(bytes)
        .map_err(|error| strange(error.valid_up_to(), bytes[error.valid_up_to()]))
}

//! A scanner for the common part of JSON and Python literals: dictionaries and lists of strings and numbers.
//!
//! The scanner is a pull parser without a tree: a graph of any size needs no memory beyond the graph itself, and
//! deep nesting needs no stack.

use super::quoting::push_python_string;
use super::source::{Source, shortened};
use super::{ReadError, ReadProblem};
use noyau_core::json;
use noyau_core::language::Text;
use std::borrow::Cow;

/// The maximum nesting of tuples in a name, about that of Python itself.
const DEEPEST_TUPLE: usize = 100;

const LIST: Text = Text::new("`[` and a list of vertices", "`[` et une liste de sommets");
const COLON: Text = Text::new("`:`", "`:`");

/// The syntax to accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Strict JSON.
    Json,
    /// Python's literals: comments, trailing commas, tuples, sets.
    Python,
}

/// The name of a vertex: `7` and `"7"` are the same.
#[derive(Debug)]
pub(super) enum Name<'a> {
    Number(u32),
    Text(Cow<'a, str>),
}

impl Name<'_> {
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Number(number) => number.to_string().into(),
            Self::Text(text) => (&**text).into(),
        }
    }

    /// The name as a message shows it.
    pub(super) fn shown(&self) -> String {
        shortened(&self.text())
    }
}

/// An open bracket: its closing character and the number of items so far.
#[derive(Debug)]
pub(super) struct Items {
    close: u8,
    count: usize,
}

/// A pull scanner of literals.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scanner<'a> {
    pub(super) source: Source<'a>,
    pub(super) at: usize,
    pub(super) dialect: Dialect,
}

impl<'a> Scanner<'a> {
    /// A scanner at the start of a text.
    pub(super) fn new(source: Source<'a>, dialect: Dialect) -> Self {
        Self {
            source,
            at: 0,
            dialect,
        }
    }

    /// The next byte that is not white space or part of a comment; 0 at the end.
    #[inline]
    pub(super) fn peek(&mut self) -> u8 {
        loop {
            match self.source.byte(self.at) {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                0x0c if self.dialect == Dialect::Python => self.at += 1,
                b'#' if self.dialect == Dialect::Python => {
                    self.at = self.source.line_end(self.at);
                }
                byte => return byte,
            }
        }
    }

    /// An error at the current place.
    pub(super) fn error(&self, problem: ReadProblem) -> ReadError {
        self.source.error(self.at, problem)
    }

    /// The error that something else was expected here.
    pub(super) fn expected(&self, wanted: Text) -> ReadError {
        self.source.expected(self.at, wanted)
    }

    /// Skips `name =` before a Python literal.
    pub(super) fn skip_assignment(&mut self) {
        let first = self.peek();
        if self.dialect != Dialect::Python || !is_word(first) || first.is_ascii_digit() {
            return;
        }
        let mut ahead = *self;
        ahead.skip_word();
        if ahead.peek() == b'=' {
            self.at = ahead.at + 1;
        }
    }

    /// Refuses anything but the end of the text.
    pub(super) fn finish(&mut self) -> Result<(), ReadError> {
        match self.peek() {
            0 => Ok(()),
            _ => Err(self.error(ReadProblem::AfterEnd)),
        }
    }

    fn skip_word(&mut self) {
        while is_word(self.source.byte(self.at)) {
            self.at += 1;
        }
    }

    /// Enters a dictionary.
    pub(super) fn open_dictionary(&mut self) -> Result<Items, ReadError> {
        if self.peek() != b'{' {
            return Err(self.expected(Text::new("`{` and a dictionary", "`{` et un dictionnaire")));
        }
        self.at += 1;
        Ok(Items {
            close: b'}',
            count: 0,
        })
    }

    /// Enters a list; in Python also a tuple or a set.
    pub(super) fn open_list(&mut self) -> Result<Items, ReadError> {
        let python = self.dialect == Dialect::Python;
        let close = match self.peek() {
            b'[' => b']',
            b'(' if python => b')',
            b'{' if python => {
                let mut ahead = *self;
                ahead.at += 1;
                if ahead.peek() == b'}' {
                    return Err(self.error(ReadProblem::EmptyBraces));
                }
                if self.is_at_dictionary() {
                    return Err(self.expected(LIST));
                }
                b'}'
            }
            b's' if python && self.skips_empty_set() => {
                // Only the closing bracket is left.
                return Ok(Items {
                    close: b')',
                    count: 0,
                });
            }
            _ => return Err(self.expected(LIST)),
        };
        self.at += 1;
        Ok(Items { close, count: 0 })
    }

    /// Skips `set(` if it is here.
    fn skips_empty_set(&mut self) -> bool {
        let mut ahead = *self;
        ahead.skip_word();
        if self.source.part(self.at, ahead.at) != "set" || ahead.peek() != b'(' {
            return false;
        }
        ahead.at += 1;
        let empty = ahead.peek() == b')';
        if empty {
            self.at = ahead.at;
        }
        empty
    }

    /// Whether another item follows in a bracket; skips the comma before it, or the closing bracket.
    #[inline]
    pub(super) fn next_item(&mut self, items: &mut Items) -> Result<bool, ReadError> {
        let mut byte = self.peek();
        let comma = self.at;
        if items.count > 0 && byte == b',' {
            self.at += 1;
            byte = self.peek();
            if byte == items.close {
                if self.dialect == Dialect::Json {
                    return Err(self.source.error(comma, ReadProblem::TrailingComma));
                }
                self.at += 1;
                return Ok(false);
            }
        } else if byte == items.close {
            if items.close == b')' && items.count == 1 {
                return Err(self.error(ReadProblem::OneTuple));
            }
            self.at += 1;
            return Ok(false);
        } else if items.count > 0 {
            return Err(self.expected(after_item(items.close)));
        }
        items.count += 1;
        Ok(true)
    }

    /// Reads a key and its colon. The place is that of the key.
    pub(super) fn key(&mut self) -> Result<(Name<'a>, usize), ReadError> {
        let quote = self.peek();
        let at = self.at;
        if self.dialect == Dialect::Json && (quote == b'-' || quote.is_ascii_digit()) {
            const KEY: Text = Text::new(
                "a key between double quotes",
                "une clef entre guillemets doubles",
            );
            return Err(self.expected(KEY));
        }
        let name = self.name()?;
        if self.peek() != b':' {
            return Err(self.expected(COLON));
        }
        self.at += 1;
        Ok((name, at))
    }

    /// Whether a dictionary is here, and not a set, a list or anything else.
    pub(super) fn is_at_dictionary(&mut self) -> bool {
        if self.peek() != b'{' {
            return false;
        }
        let mut ahead = *self;
        ahead.at += 1;
        // Text that is neither a dictionary nor a set gets a better error where it is read.
        ahead.peek() == b'}' || ahead.name().is_err() || ahead.peek() == b':'
    }

    /// A scanner at the dictionary under a key, if this is a dictionary with that key. Skips the dictionary.
    pub(super) fn dictionary_under(&mut self, wanted: &str) -> Option<Self> {
        let mut found = None;
        let mut items = self.open_dictionary().ok()?;
        while self.next_item(&mut items).ok()? {
            let (name, _) = self.key().ok()?;
            if name.text() == wanted && self.is_at_dictionary() {
                found = Some(*self);
            }
            self.skip_value().ok()?;
        }
        found
    }

    /// Reads the name of a vertex and returns its place.
    pub(super) fn name_at(&mut self) -> Result<(Name<'a>, usize), ReadError> {
        self.peek();
        let at = self.at;
        Ok((self.name()?, at))
    }

    /// Reads the name of a vertex.
    #[inline]
    pub(super) fn name(&mut self) -> Result<Name<'a>, ReadError> {
        match self.peek() {
            b'0'..=b'9' => {
                let (number, digits) = self.source.number(self.at);
                let next = self.source.byte(self.at + digits);
                let plain = digits == 1 || self.source.byte(self.at) != b'0';
                match u32::try_from(number) {
                    Ok(number) if plain && !is_word(next) && next != b'.' => {
                        self.at += digits;
                        Ok(Name::Number(number))
                    }
                    _ => Ok(Name::Text(self.integer()?)),
                }
            }
            b'"' => Ok(Name::Text(self.string()?)),
            b'\'' if self.dialect == Dialect::Python => Ok(Name::Text(self.string()?)),
            b'\'' => Err(self.error(ReadProblem::SingleQuotes)),
            b'-' => Ok(Name::Text(self.integer()?)),
            b'(' if self.dialect == Dialect::Python => Ok(Name::Text(self.tuple()?.into())),
            byte if is_word(byte) || byte == b'.' => Err(self.word_as_name()),
            _ if self.dialect == Dialect::Python => Err(self.expected(Text::new(
                "a vertex (a string, a whole number or a tuple)",
                "un sommet (une chaîne, un entier ou un tuple)",
            ))),
            _ => Err(self.expected(Text::new(
                "a vertex (a string or a whole number)",
                "un sommet (une chaîne ou un entier)",
            ))),
        }
    }

    #[cold]
    fn word_as_name(&self) -> ReadError {
        let mut ahead = *self;
        ahead.skip_word();
        let quoted = matches!(self.source.byte(ahead.at), b'"' | b'\'');
        self.error(if quoted {
            ReadProblem::StringPrefix
        } else {
            ReadProblem::NotWhole
        })
    }

    /// Reads an integer of any size.
    pub(super) fn integer(&mut self) -> Result<Cow<'a, str>, ReadError> {
        let start = self.at;
        let minus = usize::from(self.source.byte(start) == b'-');
        let mut end = start + minus;
        while self.source.byte(end).is_ascii_digit() {
            end += 1;
        }
        let next = self.source.byte(end);
        if end == start + minus || is_word(next) || next == b'.' {
            return Err(self.error(ReadProblem::NotWhole));
        }
        self.source.check_name(start, end - start)?;
        let digits = self.source.part(start + minus, end);
        if digits.len() > 1 && digits.starts_with('0') {
            return Err(self.error(ReadProblem::LeadingZero));
        }
        self.at = end;
        Ok(if digits == "0" {
            digits.into()
        } else {
            self.source.part(start, end).into()
        })
    }

    /// Reads a string.
    fn string(&mut self) -> Result<Cow<'a, str>, ReadError> {
        let (start, source) = (self.at, self.source);
        let (text, after) = json::string(source.text, start, |at, byte, text| match byte {
            b'\\' => self.escape(at, text),
            0 | b'\n' => Err(source.error(start, ReadProblem::UnclosedString)),
            _ if self.dialect == Dialect::Json => {
                Err(source.error(at, ReadProblem::ControlCharacter))
            }
            _ => {
                text.push(byte.into());
                Ok(at + 1)
            }
        })?;
        source.check_name(start, text.len())?;
        self.at = after;
        Ok(text)
    }

    /// Reads an escape sequence and returns the place after it.
    fn escape(&self, at: usize, text: &mut String) -> Result<usize, ReadError> {
        let unknown = || self.source.error(at, ReadProblem::UnknownEscape);
        let hexadecimal = |digits| json::hexadecimal(self.source.bytes(), at + 2, digits);
        let python = self.dialect == Dialect::Python;
        let mut after = at + 2;
        let code = match self.source.byte(at + 1) {
            b'\'' if python => u32::from(b'\''),
            b'a' if python => 7,
            b'v' if python => 11,
            b'x' if python => {
                after += 2;
                hexadecimal(2).ok_or_else(unknown)?
            }
            b'U' if python => {
                after += 8;
                hexadecimal(8).ok_or_else(unknown)?
            }
            b'0'..=b'7' if python => {
                let mut code = 0;
                after -= 1;
                while let digit @ b'0'..=b'7' = self.source.byte(after) {
                    if after == at + 4 {
                        break;
                    }
                    code = code * 8 + u32::from(digit - b'0');
                    after += 1;
                }
                code
            }
            b'\n' if python => return Ok(after),
            b'\r' if python && self.source.byte(after) == b'\n' => return Ok(after + 1),
            b'N' if python => return Err(unknown()),
            // Python keeps a backslash before any other character.
            other if python && !b"\"\\bfnrtu".contains(&other) => {
                text.push('\\');
                return Ok(at + 1);
            }
            _ => {
                let (code, end) = json::escape(self.source.bytes(), at).ok_or_else(unknown)?;
                after = end;
                code
            }
        };
        match code {
            0 => Err(self.source.error(at, ReadProblem::ZeroByte)),
            0xd800..=0xdfff => Err(self.source.error(at, ReadProblem::LoneSurrogate)),
            _ => {
                text.push(char::from_u32(code).ok_or_else(unknown)?);
                Ok(after)
            }
        }
    }

    /// Reads a tuple and returns Python's `repr` of it: `(1, 'A')`.
    pub(super) fn tuple(&mut self) -> Result<String, ReadError> {
        const AFTER: Text = after_item(b')');
        const ELEMENT: Text = Text::new(
            "a whole number, a string, a tuple, None, True or False",
            "un entier, une chaîne, un tuple, None, True ou False",
        );
        let start = self.at;
        let mut text = String::new();
        // For each open bracket the number of elements, and whether a comma came last.
        let mut open: Vec<(usize, bool)> = Vec::new();
        loop {
            let byte = self.peek();
            self.source.check_name(start, text.len())?;
            let ready = match open.last_mut() {
                None => true,
                Some((count, comma)) => {
                    if byte == b')' {
                        if *count == 1 && !*comma {
                            return Err(self.error(ReadProblem::OneTuple));
                        }
                        text.push_str(if *count == 1 { ",)" } else { ")" });
                        self.at += 1;
                        open.pop();
                        if open.is_empty() {
                            self.source.check_name(start, text.len())?;
                            return Ok(text);
                        }
                        continue;
                    }
                    let ready = *count == 0 || *comma;
                    if !ready && byte == b',' {
                        *comma = true;
                        self.at += 1;
                        continue;
                    }
                    if ready {
                        if *count > 0 {
                            text.push_str(", ");
                        }
                        *count += 1;
                        *comma = false;
                    }
                    ready
                }
            };
            if !ready {
                return Err(self.expected(AFTER));
            }
            match byte {
                b'(' if open.len() == DEEPEST_TUPLE => {
                    let limit = DEEPEST_TUPLE;
                    return Err(self.source.error(start, ReadProblem::DeepTuple { limit }));
                }
                b'(' => {
                    text.push('(');
                    open.push((0, false));
                    self.at += 1;
                }
                b'"' | b'\'' => push_python_string(&self.string()?, &mut text),
                b'-' | b'0'..=b'9' => text.push_str(&self.integer()?),
                _ => {
                    let mut ahead = *self;
                    ahead.skip_word();
                    let word = self.source.part(self.at, ahead.at);
                    if !matches!(word, "None" | "True" | "False") {
                        return Err(self.expected(ELEMENT));
                    }
                    text.push_str(word);
                    self.at = ahead.at;
                }
            }
        }
    }

    /// Skips a value of any kind and depth. Only its brackets are checked.
    pub(super) fn skip_value(&mut self) -> Result<(), ReadError> {
        let mut open = Vec::new();
        loop {
            match self.peek() {
                b'{' => open.push(b'}'),
                b'[' => open.push(b']'),
                b'(' => open.push(b')'),
                b'\'' if self.dialect == Dialect::Json => {
                    return Err(self.error(ReadProblem::SingleQuotes));
                }
                b'"' | b'\'' => {
                    self.string()?;
                    self.at -= 1;
                }
                b',' | b':' if !open.is_empty() => {
                    self.at += 1;
                    continue;
                }
                byte if open.last() == Some(&byte) => {
                    open.pop();
                }
                byte if is_word(byte) || matches!(byte, b'-' | b'+' | b'.') => {}
                _ => {
                    return Err(match open.last() {
                        None => self.expected(Text::new("a value", "une valeur")),
                        Some(&close) => self.expected(after_item(close)),
                    });
                }
            }
            let run = |byte: u8| is_word(byte) || matches!(byte, b'-' | b'+' | b'.');
            if run(self.source.byte(self.at)) {
                while run(self.source.byte(self.at)) {
                    self.at += 1;
                }
                // `set()` is a word and a bracket.
                if self.dialect == Dialect::Python && self.peek() == b'(' {
                    continue;
                }
            } else {
                self.at += 1;
            }
            if open.is_empty() {
                return Ok(());
            }
        }
    }
}

const fn after_item(close: u8) -> Text {
    match close {
        b'}' => Text::new("`,` or `}`", "`,` ou `}`"),
        b']' => Text::new("`,` or `]`", "`,` ou `]`"),
        _ => Text::new("`,` or `)`", "`,` ou `)`"),
    }
}

/// Whether a byte belongs to a word: a Python identifier, a number, or `true`.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

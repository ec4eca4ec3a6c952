//! A strict pull reader of JSON that builds no tree.

use super::{FileProblem, Unreadable};
use noyau_core::json;
use noyau_core::language::{Message, Text};
use noyau_core::message;
use std::borrow::Cow;

/// The maximum nesting of brackets; a certificate needs five.
const DEEPEST: u32 = 32;

const A_STRING: Text = Text::new("a string in quotes", "une chaîne entre guillemets");
const A_NUMBER: Text = Text::new("a whole number from 0", "un nombre entier à partir de 0");
const A_WHOLE_NUMBER: Text = Text::new("a whole number", "un nombre entier");
const A_NAME: Text = Text::new("the name of a vertex", "le nom d'un sommet");
const A_VALUE: Text = Text::new("a value", "une valeur");
const COMMA_OR_BRACE: Text = Text::new("`,` or `}`", "`,` ou `}`");
const COMMA_OR_BRACKET: Text = Text::new("`,` or `]`", "`,` ou `]`");
const AN_OBJECT: Text = Text::new("`{`", "`{`");
const AN_ARRAY: Text = Text::new("`[`", "`[`");
const A_COLON: Text = Text::new("`:`", "`:`");
const THE_END: Text = Text::new("nothing more", "rien de plus");

/// A position in a JSON text.
#[derive(Debug, Clone)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

type Read<T> = Result<T, Unreadable>;

impl<'a> Scanner<'a> {
    /// At the beginning of a file, which must be UTF-8.
    pub(super) fn new(bytes: &'a [u8]) -> Read<Self> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Self { text, at: 0 }),
            Err(error) => {
                let (good, _) = bytes.split_at(error.valid_up_to());
                let text = std::str::from_utf8(good).unwrap_or_default();
                Err(Unreadable::at(text, text.len(), FileProblem::NotUtf8))
            }
        }
    }

    /// At another offset of the same text.
    pub(super) fn at(&self, at: usize) -> Self {
        Self {
            text: self.text,
            at,
        }
    }

    /// The offset of the next token.
    pub(super) fn here(&mut self) -> usize {
        self.peek();
        self.at
    }

    pub(super) fn problem(&self, at: usize, problem: FileProblem) -> Unreadable {
        Unreadable::at(self.text, at, problem)
    }

    fn expected(&self, what: Text) -> Unreadable {
        let found: Message = match self.text[self.at..].chars().next() {
            None => message!("the end of the file", "la fin du fichier"),
            Some(found) => message!("{found:?}", "{found:?}"),
        };
        self.problem(self.at, FileProblem::Expected { what, found })
    }

    /// The next byte that is not white space, without consuming it.
    pub(super) fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = bytes.get(self.at) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn pass(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn pass_or(&mut self, byte: u8, what: Text) -> Read<()> {
        if self.pass(byte) {
            Ok(())
        } else {
            Err(self.expected(what))
        }
    }

    /// Checks that the file ends here.
    pub(super) fn end(&mut self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected(THE_END)),
        }
    }

    /// Reads an object. `member` is called at each value, with the key and its offset.
    pub(super) fn object<E: From<Unreadable>>(
        &mut self,
        mut member: impl FnMut(&mut Self, Cow<'a, str>, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        self.pass_or(b'{', AN_OBJECT)?;
        if self.pass(b'}') {
            return Ok(());
        }
        loop {
            let at = self.here();
            let key = self.string()?;
            self.pass_or(b':', A_COLON)?;
            member(self, key, at)?;
            if self.pass(b'}') {
                return Ok(());
            }
            self.pass_or(b',', COMMA_OR_BRACE)?;
        }
    }

    /// Reads an array. `item` is called at each value.
    pub(super) fn array<E: From<Unreadable>>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.pass_or(b'[', AN_ARRAY)?;
        if self.pass(b']') {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.pass(b']') {
                return Ok(());
            }
            self.pass_or(b',', COMMA_OR_BRACKET)?;
        }
    }

    /// Reads a string. It is copied only if it contains an escape.
    pub(super) fn string(&mut self) -> Read<Cow<'a, str>> {
        self.pass_or(b'"', A_STRING)?;
        let text = self.text;
        let problem = |at, problem| Unreadable::at(text, at, problem);
        let (string, after) = json::string(text, self.at - 1, |at, byte, string| match byte {
            b'\\' => {
                let escape = json::escape(text.as_bytes(), at);
                let escape = escape.and_then(|(code, after)| Some((char::from_u32(code)?, after)));
                let (letter, after) = escape.ok_or_else(|| problem(at, FileProblem::BadEscape))?;
                string.push(letter);
                Ok(after)
            }
            _ if at == text.len() => Err(problem(at, FileProblem::Truncated)),
            _ => Err(problem(at, FileProblem::ControlCharacter)),
        })?;
        self.at = after;
        Ok(string)
    }

    /// The digits of a natural number.
    fn digits(&mut self, what: Text) -> Read<&'a str> {
        let from = self.here();
        let rest = &self.text[from..];
        let end = rest.bytes().take_while(u8::is_ascii_digit).count();
        let digits = &rest[..end];
        let more = rest[end..].starts_with(['.', 'e', 'E']);
        if digits.is_empty() || more || (digits.len() > 1 && digits.starts_with('0')) {
            return Err(self.expected(what));
        }
        self.at += end;
        Ok(digits)
    }

    /// A natural number below the 32-bit maximum, so that it can always be incremented.
    pub(super) fn number(&mut self) -> Read<u32> {
        let at = self.here();
        let digits = self.digits(A_NUMBER)?;
        let number = digits.parse().ok().filter(|&number| number < u32::MAX);
        number.ok_or_else(|| {
            let got = digits.chars().take(40).collect();
            self.problem(at, FileProblem::NumberTooLarge { got })
        })
    }

    /// An integer of at most nine digits, so that a few of them can be added.
    pub(super) fn signed(&mut self) -> Read<i32> {
        let at = self.here();
        let below = self.pass(b'-');
        let digits = self.digits(A_WHOLE_NUMBER)?;
        if digits.len() > 9 {
            let got = digits.chars().take(40).collect();
            return Err(self.problem(at, FileProblem::MarginTooLarge { got }));
        }
        match digits.parse::<i32>().unwrap_or_default() {
            0 if below => Err(self.expected(A_WHOLE_NUMBER)),
            size => Ok(if below { -size } else { size }),
        }
    }

    /// A vertex: its name in quotes, or bare if it is a number.
    pub(super) fn name(&mut self) -> Read<Cow<'a, str>> {
        match self.peek() {
            Some(b'"') => self.string(),
            _ => Ok(self.digits(A_NAME)?.into()),
        }
    }

    /// Skips `null`, if present.
    pub(super) fn null(&mut self) -> bool {
        self.peek();
        self.word("null")
    }

    fn word(&mut self, word: &str) -> bool {
        let there = self.text[self.at..].starts_with(word);
        self.at += if there { word.len() } else { 0 };
        there
    }

    /// Skips a value of any form.
    pub(super) fn skip(&mut self) -> Read<()> {
        // One bit per level, the innermost lowest: 1 in an object.
        let mut objects: u64 = 0;
        let mut depth = 0;
        loop {
            match self.peek() {
                Some(open @ (b'{' | b'[')) => {
                    if depth == DEEPEST {
                        return Err(self.problem(self.at, FileProblem::TooDeep));
                    }
                    self.at += 1;
                    let object = open == b'{';
                    objects = objects << 1 | u64::from(object);
                    depth += 1;
                    if !self.pass(if object { b'}' } else { b']' }) {
                        if object {
                            self.string()?;
                            self.pass_or(b':', A_COLON)?;
                        }
                        continue;
                    }
                    objects >>= 1;
                    depth -= 1;
                }
                Some(b'"') => drop(self.string()?),
                Some(b'0'..=b'9' | b'-') => self.any_number()?,
                _ if self.word("null") || self.word("true") || self.word("false") => {}
                _ => return Err(self.expected(A_VALUE)),
            }
            // A value is complete: continue in its container, or leave that too.
            loop {
                if depth == 0 {
                    return Ok(());
                }
                let object = objects & 1 == 1;
                if self.pass(b',') {
                    if object {
                        self.string()?;
                        self.pass_or(b':', A_COLON)?;
                    }
                    break;
                }
                if object {
                    self.pass_or(b'}', COMMA_OR_BRACE)?;
                } else {
                    self.pass_or(b']', COMMA_OR_BRACKET)?;
                }
                objects >>= 1;
                depth -= 1;
            }
        }
    }

    /// Skips a number of any form; its use decides later whether it is valid.
    fn any_number(&mut self) -> Read<()> {
        let from = self.at;
        let bytes = self.text.as_bytes();
        let digits = |at: usize| {
            bytes[at..]
                .iter()
                .take_while(|b| b.is_ascii_digit())
                .count()
        };
        let mut at = from + usize::from(bytes[from] == b'-');
        let whole = digits(at);
        let mut right = whole == 1 || (whole > 1 && bytes[at] != b'0');
        at += whole;
        if bytes.get(at) == Some(&b'.') {
            let part = digits(at + 1);
            right &= part > 0;
            at += 1 + part;
        }
        if let Some(b'e' | b'E') = bytes.get(at) {
            at += 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
            let part = digits(at);
            right &= part > 0;
            at += part;
        }
        if !right {
            return Err(self.expected(A_NUMBER));
        }
        self.at = at;
        Ok(())
    }

    /// Skips a value of any form in a text that [`skip`](Self::skip) has already checked: only quotes and brackets
    /// matter.
    pub(super) fn hop(&mut self) {
        let mut depth = 0;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => self.hop_string(),
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                b',' | b':' => {}
                _ => {
                    let rest = &self.text.as_bytes()[self.at..];
                    let word = rest
                        .iter()
                        .take_while(|b| b.is_ascii_alphanumeric() || b"+-.".contains(b));
                    // The last byte is skipped below, as for the others.
                    self.at += word.count().saturating_sub(1);
                }
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// From the opening quote of a string to its closing one.
    fn hop_string(&mut self) {
        let bytes = self.text.as_bytes();
        self.at += 1;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'"' => return,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
    }
}

//! The text of a graph file, places in it, and shared code of the line-based formats.

use super::{LONGEST_LINE, LONGEST_NAME, ReadError, ReadProblem};
use crate::arena::Rows;
use noyau_core::language::{Message, Text};
use noyau_core::message;
pub(super) use noyau_core::source::shortened;
use std::borrow::Cow;

/// The text of a file: valid UTF-8 without NUL, so that readers may use 0 for its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
}

impl<'a> Source<'a> {
    /// Checks for content that no format allows.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, ReadError> {
        let at_start = |problem| ReadError {
            line: 1,
            column: 1,
            problem,
        };
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            return Err(at_start(ReadProblem::Utf16));
        }
        // A byte order mark is not part of the text.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let valid = error.valid_up_to();
            let text = std::str::from_utf8(&bytes[..valid]).unwrap_or_default();
            Source { text }.error(valid, ReadProblem::NotUtf8)
        })?;
        let source = Self { text };
        // `contains` is the fast form of the search: files are large and rarely have such a byte.
        if bytes.contains(&0) {
            let at = bytes.iter().position(|&byte| byte == 0);
            return Err(source.error(at.unwrap_or(0), ReadProblem::ZeroByte));
        }
        if let Some(at) = long_line(bytes, LONGEST_LINE) {
            let limit = LONGEST_LINE;
            return Err(source.error(at, ReadProblem::LongLine { limit }));
        }
        if bytes.iter().all(|&byte| is_space(byte)) {
            return Err(at_start(ReadProblem::Empty));
        }
        Ok(source)
    }

    /// A name alone, to test how it reads.
    pub(super) fn of_name(name: &'a str) -> Self {
        Self { text: name }
    }

    /// The bytes of the text.
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// A part of the text between two character boundaries.
    pub(super) fn part(&self, from: usize, to: usize) -> &'a str {
        &self.text[from..to]
    }

    /// The byte at a place; 0 at the end.
    #[inline]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes().get(at).copied().unwrap_or(0)
    }

    /// An error at a place.
    #[cold]
    pub(super) fn error(&self, at: usize, problem: ReadProblem) -> ReadError {
        ReadError::at(self.text, at, problem)
    }

    /// The error that something else was expected at a place.
    #[cold]
    pub(super) fn expected(&self, at: usize, wanted: Text) -> ReadError {
        let found = self.found(at);
        self.error(at, ReadProblem::Expected { wanted, found })
    }

    /// What is found at a place, for messages.
    fn found(&self, at: usize) -> Message {
        match self.text.get(at..).and_then(|rest| rest.chars().next()) {
            None => message!("the end of the file", "la fin du fichier"),
            Some('\n' | '\r') => message!("the end of the line", "la fin de la ligne"),
            Some(character) if character.is_control() => {
                let code = u32::from(character);
                message!(
                    "the control character U+{code:04X}",
                    "le caractère de contrôle U+{code:04X}"
                )
            }
            Some(character) => message!("`{character}`", "`{character}`"),
        }
    }

    /// Rejects a name that is too long. `at` is its start.
    #[inline]
    pub(super) fn check_name(&self, at: usize, length: usize) -> Result<(), ReadError> {
        if length > LONGEST_NAME {
            let limit = LONGEST_NAME;
            return Err(self.error(at, ReadProblem::LongName { limit }));
        }
        Ok(())
    }

    /// Rejects a graph that is too large for 32-bit indices.
    #[inline]
    pub(super) fn check_size(
        &self,
        at: usize,
        vertices: usize,
        edges: usize,
    ) -> Result<(), ReadError> {
        if vertices > Rows::MOST || edges > Rows::MOST {
            let limit = Rows::MOST;
            return Err(self.error(at, ReadProblem::TooLarge { limit }));
        }
        Ok(())
    }

    /// The place after spaces, tabs and carriage returns, but not after the end of the line.
    #[inline]
    pub(super) fn after_blanks(&self, mut at: usize) -> usize {
        while self.byte(at) != b'\n' && is_space(self.byte(at)) {
            at += 1;
        }
        at
    }

    /// The place after blanks and ends of lines.
    #[inline]
    pub(super) fn after_space(&self, mut at: usize) -> usize {
        while is_space(self.byte(at)) {
            at += 1;
        }
        at
    }

    /// The place after a word: the next blank, end of line, or end of the text.
    #[inline]
    pub(super) fn after_word(&self, mut at: usize) -> usize {
        while !is_space(self.byte(at)) && self.byte(at) != 0 {
            at += 1;
        }
        at
    }

    /// The end of the line.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let rest = &self.bytes()[at..];
        let length = rest.iter().position(|&byte| byte == b'\n');
        at + length.unwrap_or(rest.len())
    }

    /// The decimal number at a place, and its number of digits; a number too large for a vertex is `u64::MAX`.
    ///
    /// Eight digits are parsed at once, as lanes of one word:
    ///
    /// ```text
    /// bytes   1 2 3 4 5 6 7 8      eight lanes of one digit
    ///         └┬┘ └┬┘ └┬┘ └┬┘      × 10 + the lane above
    /// pairs    12  34  56  78      four lanes of two digits
    ///          └─┬─┘   └─┬─┘       × 100 + the lane above
    /// quads    1234    5678        two lanes of four digits
    ///            └───┬──┘          × 10000 + the lane above
    ///            12345678
    /// ```
    #[inline]
    pub(super) fn number(&self, at: usize) -> (u64, usize) {
        let Some(&eight) = self.bytes().get(at..).and_then(<[u8]>::first_chunk::<8>) else {
            return self.long_number(at);
        };
        let lanes = u64::from_le_bytes(eight) ^ 0x3030_3030_3030_3030;
        // The high bit of a lane marks a non-digit. A carry can only affect lanes above such a one.
        let others = (lanes.wrapping_add(0x7676_7676_7676_7676) | lanes) & 0x8080_8080_8080_8080;
        let digits = (others.trailing_zeros() / 8) as usize;
        if digits == 8 {
            return self.long_number(at);
        }
        if digits == 0 {
            return (0, 0);
        }
        // Shifting up replaces the bytes after the number by leading zeros.
        let digit = lanes << (64 - 8 * digits);
        let pairs = (digit.wrapping_mul(10).wrapping_add(digit >> 8)) & 0x00ff_00ff_00ff_00ff;
        let quads = (pairs.wrapping_mul(100).wrapping_add(pairs >> 16)) & 0x0000_ffff_0000_ffff;
        let all = quads.wrapping_mul(10_000).wrapping_add(quads >> 32) & 0xffff_ffff;
        (all, digits)
    }

    fn long_number(&self, at: usize) -> (u64, usize) {
        let mut number = 0u64;
        let mut digits = 0;
        while let digit @ b'0'..=b'9' = self.byte(at + digits) {
            number = number
                .saturating_mul(10)
                .saturating_add(u64::from(digit - b'0'));
            digits += 1;
        }
        (
            if number > u64::from(u32::MAX) {
                u64::MAX
            } else {
                number
            },
            digits,
        )
    }

    /// Reads a double-quoted string that starts at a place, and returns the place after it.
    ///
    /// `\"`, `\\`, `\n`, `\r` and `\t` are escapes; a backslash before any other character is literal. A line may
    /// end inside the string only if `lines` is set.
    pub(super) fn quoted(
        &self,
        start: usize,
        lines: bool,
    ) -> Result<(Cow<'a, str>, usize), ReadError> {
        let mut text = Cow::Borrowed("");
        let mut at = start + 1;
        let mut from = at;
        loop {
            match self.byte(at) {
                b'"' => break,
                0 => return Err(self.error(start, ReadProblem::UnclosedString)),
                b'\n' if !lines => return Err(self.error(start, ReadProblem::UnclosedString)),
                b'\\' => {
                    let escaped = match self.byte(at + 1) {
                        b'"' => "\"",
                        b'\\' => "\\",
                        b'n' => "\n",
                        b'r' => "\r",
                        b't' => "\t",
                        _ => {
                            at += 1;
                            continue;
                        }
                    };
                    let whole = text.to_mut();
                    whole.push_str(self.part(from, at));
                    whole.push_str(escaped);
                    at += 2;
                    from = at;
                }
                _ => at += 1,
            }
        }
        if text.is_empty() && from == start + 1 {
            text = Cow::Borrowed(self.part(from, at));
        } else {
            text.to_mut().push_str(self.part(from, at));
        }
        self.check_name(start, text.len())?;
        Ok((text, at + 1))
    }
}

/// Whether a byte separates words or lines.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Writes a string that [`Source::quoted`] reads.
pub(super) fn push_quoted(name: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    for &byte in name.as_bytes() {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            _ => out.push(byte),
        }
    }
    out.push(b'"');
}

/// The start of the first line longer than the limit. Inspects only the ends of windows of that length.
fn long_line(bytes: &[u8], limit: usize) -> Option<usize> {
    let mut start = 0;
    while bytes.len() - start > limit {
        let window = &bytes[start..=start + limit];
        match window.iter().rposition(|&byte| byte == b'\n') {
            Some(newline) => start += newline + 1,
            None => return Some(start),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length_are_read() {
        for digits in 0..=12 {
            for tail in ["", ",", ";\n", " 9", "a0", "é1", ":1"] {
                let written: String = "123456789012".chars().take(digits).collect();
                let text = format!("{written}{tail}");
                let want = written.parse().unwrap_or(0);
                let want = if want > u64::from(u32::MAX) {
                    u64::MAX
                } else {
                    want
                };
                // Once near the end of the text, once far from it.
                for padding in ["", "          "] {
                    let text = format!("{text}{padding}");
                    let source = Source { text: &text };
                    assert_eq!(source.number(0), (want, digits), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_line_is_found_wherever_it_is() {
        assert_eq!(long_line(b"abc\nabcd\nab", 5), None);
        assert_eq!(long_line(b"abc\nabcde\nab", 5), None);
        assert_eq!(long_line(b"abc\nabcdef\nab", 5), Some(4));
        assert_eq!(long_line(b"abcdef", 5), Some(0));
        assert_eq!(long_line(b"\n\n\n\n\n\n\n\n\nabcdef", 5), Some(9));
    }

    #[test]
    fn columns_count_characters() {
        let source = Source {
            text: "é\nàé→x"
        };
        let error = source.error("é\nàé→".len(), ReadProblem::NoVertex);
        assert_eq!((error.line, error.column), (2, 4));
    }
}

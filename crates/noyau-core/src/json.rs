//! JSON strings, for readers that report the place of an error.

use std::borrow::Cow;

/// Parses the string whose opening quotation mark is at `start`; returns it and the offset after it. Calls `special` with
/// the offset of each backslash and control character (0 also at the end of the text); it appends to the string and
/// returns the offset at which to continue.
#[inline]
pub fn string<E>(
    text: &str,
    start: usize,
    mut special: impl FnMut(usize, u8, &mut String) -> Result<usize, E>,
) -> Result<(Cow<'_, str>, usize), E> {
    let quote = text.as_bytes()[start];
    let is_special = |&byte: &u8| byte == quote || byte == b'\\' || byte < b' ';
    let (mut string, mut from) = (Cow::Borrowed(""), start + 1);
    loop {
        let rest = &text.as_bytes()[from..];
        let at = from + rest.iter().position(is_special).unwrap_or(rest.len());
        string += &text[from..at];
        match text.as_bytes().get(at) {
            Some(&byte) if byte == quote => return Ok((string, at + 1)),
            byte => from = special(at, byte.copied().unwrap_or(0), string.to_mut())?,
        }
    }
}

/// Parses `digits` hexadecimal digits at `from`.
pub fn hexadecimal(bytes: &[u8], from: usize, digits: usize) -> Option<u32> {
    let digits = bytes.get(from..from + digits)?;
    digits.iter().try_fold(0, |number, &digit| {
        Some(number * 16 + char::from(digit).to_digit(16)?)
    })
}

/// Decodes the escape sequence at a backslash: its code point and the index after it. An unpaired surrogate is
/// returned as is; `None` if JSON has no such escape.
pub fn escape(bytes: &[u8], at: usize) -> Option<(u32, usize)> {
    let code = match bytes.get(at + 1)? {
        &byte @ (b'"' | b'\\' | b'/') => u32::from(byte),
        b'b' => 8,
        b'f' => 12,
        b'n' => 10,
        b'r' => 13,
        b't' => 9,
        b'u' => {
            let (high, after) = (hexadecimal(bytes, at + 2, 4)?, at + 6);
            let follows = bytes[after..].starts_with(b"\\u");
            return Some(match hexadecimal(bytes, after + 2, 4) {
                Some(low @ 0xdc00..=0xdfff) if follows && (0xd800..0xdc00).contains(&high) => (
                    0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00),
                    after + 6,
                ),
                _ => (high, after),
            });
        }
        _ => return None,
    };
    Some((code, at + 2))
}

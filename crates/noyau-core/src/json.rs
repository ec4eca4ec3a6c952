//! Escape sequences of JSON strings, for readers that report the place of an error.

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

//! Writes names as JSON and Python literals: the inverse of `literal`.

use super::literal::{Dialect, Scanner};
use super::source::Source;
use crate::arena::canonical_number;
use std::fmt::Write;

/// Writes a string in JSON.
pub(super) fn push_json_string(name: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    for &byte in name.as_bytes() {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0..=31 => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            _ => out.push(byte),
        }
    }
    out.push(b'"');
}

/// Writes a name in JSON: small integers as numbers, everything else as a string.
fn push_json_name(name: &str, out: &mut Vec<u8>) {
    if canonical_number(name).is_some() {
        out.extend_from_slice(name.as_bytes());
    } else {
        push_json_string(name, out);
    }
}

/// Writes a name in Python: integers as such, tuples as tuples, everything else as a string.
fn push_python_name(name: &str, out: &mut Vec<u8>) {
    // Python rejects longer integer literals.
    const DIGITS: usize = 4300;
    let source = Source::of_name(name);
    let mut scanner = Scanner::new(source, Dialect::Python);
    let literal = match name.as_bytes().first() {
        Some(b'-' | b'0'..=b'9') if name.len() <= DIGITS => {
            scanner.integer().is_ok_and(|read| read == name)
        }
        Some(b'(') => scanner.tuple().is_ok_and(|read| read == name),
        _ => false,
    };
    // Text after the literal would be lost.
    if literal && scanner.at == name.len() {
        out.extend_from_slice(name.as_bytes());
    } else {
        let mut text = String::new();
        push_python_string(name, &mut text);
        out.extend_from_slice(text.as_bytes());
    }
}

/// Writes a string as Python's `repr`.
pub(super) fn push_python_string(name: &str, out: &mut String) {
    let quote = if name.contains('\'') && !name.contains('"') {
        '"'
    } else {
        '\''
    };
    out.push(quote);
    for character in name.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if character == quote => {
                out.push('\\');
                out.push(quote);
            }
            ' ' => out.push(' '),
            _ if character.is_control() || character.is_whitespace() => {
                let code = u32::from(character);
                // Writing to a string cannot fail.
                let _ = if code < 0x100 {
                    write!(out, "\\x{code:02x}")
                } else {
                    write!(out, "\\u{code:04x}")
                };
            }
            _ => out.push(character),
        }
    }
    out.push(quote);
}

/// Writes the name of a vertex in a dialect.
pub(super) fn push_name(dialect: Dialect) -> fn(&str, &mut Vec<u8>) {
    match dialect {
        Dialect::Json => push_json_name,
        Dialect::Python => push_python_name,
    }
}

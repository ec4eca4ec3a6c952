//! What short words, numbers, and tuples of such, are, in sixteen bytes.
//!
//! Objects that have a content are equal exactly where the contents are: it is all there is to them, written in a code in
//! which no word begins another. So one that is looked for need not be compared with the key, which lies somewhere else
//! in memory. Only objects of exactly these classes have one, since those of others may be equal to anything.

use crate::borrowed::Number;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString, PyTuple};

/// All there is to a short object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Content([u64; 2]);

impl Number for Content {
    #[inline]
    fn spread(self) -> u64 {
        let [a, b] = self.0;
        a.wrapping_mul(0xFF51_AFD7_ED55_8CCD).rotate_left(29) ^ b
    }
}

const BYTES: usize = 16;

/// Whole numbers below this are their own code.
const WORD: i64 = 0x80;
/// Before a number of so many bytes, lowest first.
const NUMBER: u8 = 0x80;
/// Before a text of so many bytes.
const TEXT: u8 = 0x90;
/// Before so many items.
const ITEMS: u8 = 0xA0;
const NOTHING: u8 = 0xB0;

struct Writer {
    bytes: [u8; BYTES],
    len: usize,
}

impl Writer {
    #[inline]
    fn write(&mut self, mark: u8, bytes: &[u8]) -> Option<()> {
        let end = self.len + 1 + bytes.len();
        *self.bytes.get_mut(self.len)? = mark;
        self.bytes
            .get_mut(self.len + 1..end)?
            .copy_from_slice(bytes);
        self.len = end;
        Some(())
    }

    #[inline]
    fn number(&mut self, number: i64) -> Option<()> {
        if (0..WORD).contains(&number) {
            return self.write(number as u8, &[]);
        }
        // One bit more, for the sign.
        let bits = i64::BITS - (if number < 0 { !number } else { number }).leading_zeros() + 1;
        let bytes = bits.div_ceil(8) as usize;
        self.write(NUMBER + bytes as u8, &number.to_le_bytes()[..bytes])
    }

    #[inline]
    fn object(&mut self, object: Borrowed<'_, '_, PyAny>) -> Option<()> {
        if let Ok(text) = object.cast_exact::<PyString>() {
            if text.len().ok()? >= BYTES {
                return None;
            }
            let text = text.to_str().ok()?;
            if text.len() >= BYTES {
                return None;
            }
            self.write(TEXT + text.len() as u8, text.as_bytes())
        } else if object.is_exact_instance_of::<PyInt>() {
            self.number(object.extract().ok()?)
        } else if let Ok(tuple) = object.cast_exact::<PyTuple>() {
            let len = tuple.len();
            if len >= BYTES {
                return None;
            }
            self.write(ITEMS + len as u8, &[])?;
            for item in tuple.iter_borrowed() {
                self.object(item)?;
            }
            Some(())
        } else if let Ok(said) = object.cast_exact::<PyBool>() {
            self.number(i64::from(said.is_true()))
        } else if object.is_none() {
            self.write(NOTHING, &[])
        } else {
            None
        }
    }
}

/// The content of an object; `None` if it is too long, or of another class. Nothing of Python's is run.
#[inline]
pub(crate) fn content(object: &Bound<'_, PyAny>) -> Option<Content> {
    let mut writer = Writer {
        bytes: [0; BYTES],
        len: 0,
    };
    writer.object(object.as_borrowed())?;
    let (words, _) = writer.bytes.as_chunks::<8>();
    Some(Content([
        u64::from_le_bytes(words[0]),
        u64::from_le_bytes(words[1]),
    ]))
}

//! Packs short strings, integers and tuples into machine words.
//!
//! Two objects with a content are equal exactly if their contents are: the code is complete and prefix-free. So a
//! lookup need not compare with the key, which lies elsewhere in memory. Only objects of exactly these classes have
//! a content, since objects of other classes may be equal to anything.

use crate::ffi::SlotKey;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString, PyTuple};

/// A short object, packed into at most four words of eight bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Content<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for Content<WORDS> {
    fn default() -> Self {
        Self([0; WORDS])
    }
}

impl<const WORDS: usize> SlotKey for Content<WORDS> {
    #[inline]
    fn spread(self) -> u64 {
        self.0.into_iter().fold(0, |spread, word| {
            (spread ^ word)
                .wrapping_mul(0xFF51_AFD7_ED55_8CCD)
                .rotate_left(29)
        })
    }
}

// Tags: an integer or a text with its length in bytes, a tuple with its length in items, and `None`.
const NUMBER: u8 = 0x80;
const NOTHING: u8 = 0x90;
const TEXT: u8 = 0xA0;
const ITEMS: u8 = 0xC0;

struct Writer<const WORDS: usize> {
    words: [[u8; 8]; WORDS],
    len: usize,
}

impl<const WORDS: usize> Writer<WORDS> {
    #[inline]
    fn write(&mut self, mark: u8, bytes: &[u8]) -> Option<()> {
        let end = self.len + 1 + bytes.len();
        let room = self.words.as_flattened_mut();
        *room.get_mut(self.len)? = mark;
        room.get_mut(self.len + 1..end)?.copy_from_slice(bytes);
        self.len = end;
        Some(())
    }

    #[inline]
    fn number(&mut self, number: i64) -> Option<()> {
        /// Integers below this are their own code.
        const WORD: i64 = 0x80;
        if (0..WORD).contains(&number) {
            return self.write(number as u8, &[]);
        }
        // One more bit for the sign.
        let bits = i64::BITS - (if number < 0 { !number } else { number }).leading_zeros() + 1;
        let bytes = bits.div_ceil(8) as usize;
        self.write(NUMBER + bytes as u8, &number.to_le_bytes()[..bytes])
    }

    #[inline]
    fn object(&mut self, object: Borrowed<'_, '_, PyAny>) -> Option<()> {
        /// The maximum length of a text in bytes and of a tuple in items; the words have less room than that.
        const MOST: usize = 0x1F;
        if let Ok(text) = object.cast_exact::<PyString>() {
            if text.len().ok()? > MOST {
                return None;
            }
            let text = text.to_str().ok()?;
            if text.len() > MOST {
                return None;
            }
            self.write(TEXT + text.len() as u8, text.as_bytes())
        } else if object.is_exact_instance_of::<PyInt>() {
            self.number(object.extract().ok()?)
        } else if let Ok(tuple) = object.cast_exact::<PyTuple>() {
            let len = tuple.len();
            if len > MOST {
                return None;
            }
            self.write(ITEMS + len as u8, &[])?;
            for item in tuple.iter_borrowed() {
                self.object(item)?;
            }
            Some(())
        } else if let Ok(boolean) = object.cast_exact::<PyBool>() {
            self.number(i64::from(boolean.is_true()))
        } else if object.is_none() {
            self.write(NOTHING, &[])
        } else {
            None
        }
    }
}

/// The content of an object; `None` if it is too long, or of another class. Runs no Python code.
#[inline]
pub(crate) fn content<const WORDS: usize>(object: &Bound<'_, PyAny>) -> Option<Content<WORDS>> {
    let mut writer = Writer {
        words: [[0; 8]; WORDS],
        len: 0,
    };
    writer.object(object.as_borrowed())?;
    Some(Content(writer.words.map(u64::from_le_bytes)))
}

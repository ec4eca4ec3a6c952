//! Text on its way out, gathered so that small pieces are cheap.

use crate::arena::Names;
use std::io;

/// How much is gathered before it is handed on.
const GATHERED: usize = 1 << 16;

/// A writer with a buffer that numbers and names are put into directly.
pub(super) struct Output<'a> {
    out: &'a mut dyn io::Write,
    buffer: Vec<u8>,
}

impl<'a> Output<'a> {
    /// Gathers text for a writer.
    pub(super) fn new(out: &'a mut dyn io::Write) -> Self {
        Self {
            out,
            buffer: Vec::with_capacity(2 * GATHERED),
        }
    }

    /// Text as it is.
    #[inline]
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.buffer.extend_from_slice(text.as_bytes());
        self.pass_on()
    }

    /// A number in decimal.
    pub(super) fn number(&mut self, mut number: u32) -> io::Result<()> {
        let mut digits = [0; 10];
        let mut from = digits.len();
        loop {
            from -= 1;
            digits[from] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.buffer.extend_from_slice(&digits[from..]);
        self.pass_on()
    }

    /// The name of a vertex: a number as it is, and any other name through `push`.
    pub(super) fn name(
        &mut self,
        names: &Names,
        v: u32,
        push: impl FnOnce(&str, &mut Vec<u8>),
    ) -> io::Result<()> {
        if let Some(number) = names.number(v) {
            return self.number(number);
        }
        push(&names.get(v), &mut self.buffer);
        self.pass_on()
    }

    /// Hands everything on.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        self.out.flush()
    }

    #[inline]
    fn pass_on(&mut self) -> io::Result<()> {
        if self.buffer.len() >= GATHERED {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

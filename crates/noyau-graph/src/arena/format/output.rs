//! Buffered text output.

use crate::arena::Names;
use std::io;

/// The buffer size.
const GATHERED: usize = 1 << 16;

/// A buffered writer that formats numbers and names directly into its buffer.
pub(super) struct Output<'a> {
    out: &'a mut dyn io::Write,
    buffer: Vec<u8>,
}

impl<'a> Output<'a> {
    /// Wraps a writer.
    pub(super) fn new(out: &'a mut dyn io::Write) -> Self {
        Self {
            out,
            buffer: Vec::with_capacity(2 * GATHERED),
        }
    }

    /// Writes text verbatim.
    #[inline]
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.buffer.extend_from_slice(text.as_bytes());
        self.pass_on()
    }

    /// Writes a decimal number.
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

    /// Writes the name of a vertex: numbers verbatim, any other name through `push`.
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

    /// Flushes the buffer.
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

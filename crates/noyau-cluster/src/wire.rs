//! What workers say to each other, as bytes.

/// Bytes that are written from the front.
#[derive(Debug, Clone, Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    pub(crate) fn u16(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    /// Bytes with their length before them.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.u32(bytes.len() as u32);
        self.0.extend(bytes);
    }

    /// Numbers, with their count before them.
    pub(crate) fn numbers(&mut self, numbers: &Packed) {
        self.u32(numbers.count);
        self.0.extend(&numbers.bytes);
    }

    /// Seven bits a byte, the lowest first: small numbers are short.
    pub(crate) fn short(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

/// Numbers that take so many bytes each.
#[derive(Debug, Clone)]
pub(crate) struct Packed {
    bytes: Vec<u8>,
    count: u32,
    width: usize,
}

impl Packed {
    pub(crate) fn new(width: usize) -> Self {
        Self {
            bytes: Vec::new(),
            count: 0,
            width,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, number: u64) {
        // Whole words are written faster than parts of them; what is too much is written over.
        self.bytes.extend(number.to_le_bytes());
        self.bytes.truncate(self.bytes.len() - (8 - self.width));
        self.count += 1;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// Bytes that are read from the front. Reading beyond the end is `None`: the peers are ours, but their memory may fail.
#[derive(Debug)]
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.u32()? as usize;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    /// A number of [`Writer::short`].
    #[inline]
    pub(crate) fn short(&mut self) -> Option<u64> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(value);
            }
            shift += 7;
        }
    }

    /// Numbers that take so many bytes each, with their count before them.
    pub(crate) fn numbers(
        &mut self,
        width: usize,
    ) -> Option<impl ExactSizeIterator<Item = u64> + use<'a>> {
        let count = self.u32()? as usize;
        let length = count.checked_mul(width)?;
        let all = self.0;
        let (_, rest) = all.split_at_checked(length)?;
        self.0 = rest;
        let mask = u64::MAX >> (64 - 8 * width);
        let number = move |at: usize| {
            // Whole words are read faster than parts of them.
            if let Some(word) = all[at..].first_chunk::<8>() {
                return u64::from_le_bytes(*word) & mask;
            }
            let mut word = [0; 8];
            word[..width].copy_from_slice(&all[at..at + width]);
            u64::from_le_bytes(word)
        };
        Some((0..count).map(move |i| number(i * width)))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The bytes that each number below `bound` fits in.
pub(crate) fn width(bound: u64) -> usize {
    let bits = 64 - bound.saturating_sub(1).leading_zeros();
    bits.div_ceil(8).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_width_read_back() {
        for bound in [1, 2, 256, 257, 1 << 40, u64::MAX] {
            let numbers = [0, bound / 2, bound - 1];
            let mut packed = Packed::new(width(bound));
            let mut writer = Writer::default();
            for number in numbers {
                packed.push(number);
                writer.short(number);
            }
            writer.numbers(&packed);
            let mut reader = Reader(&writer.0);
            assert!(numbers.iter().all(|&n| reader.short() == Some(n)));
            let read = reader.numbers(width(bound)).unwrap();
            assert!(read.eq(numbers));
            assert!(reader.is_empty());
        }
    }

    #[test]
    fn what_is_cut_is_not_read() {
        let mut packed = Packed::new(5);
        (1..4).for_each(|number| packed.push(number));
        let mut writer = Writer::default();
        writer.short(1 << 40);
        writer.numbers(&packed);
        writer.bytes(b"abc");
        for end in 0..writer.0.len() {
            let mut reader = Reader(&writer.0[..end]);
            let short = reader.short().is_some();
            let whole = short && reader.numbers(5).is_some() && reader.bytes().is_some();
            assert!(!whole);
        }
    }
}

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

    /// Numbers that take so many bytes each, with their count before them.
    pub(crate) fn numbers(&mut self, numbers: &[u64], width: usize) {
        self.u32(numbers.len() as u32);
        self.0.reserve(numbers.len() * width + 8);
        for number in numbers {
            // Whole words are written faster than parts of them; what is too much is written over.
            self.0.extend(number.to_le_bytes());
            let excess = self.0.len() - (8 - width);
            self.0.truncate(excess);
        }
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

    /// Numbers that take so many bytes each, with their count before them.
    pub(crate) fn numbers(&mut self, width: usize) -> Option<Vec<u64>> {
        let count = self.u32()? as usize;
        let length = count.checked_mul(width)?;
        let all = self.0;
        let (_, rest) = all.split_at_checked(length)?;
        self.0 = rest;
        let mask = u64::MAX >> (64 - 8 * width);
        let number = |at: usize| {
            // Whole words are read faster than parts of them.
            if let Some(word) = all[at..].first_chunk::<8>() {
                return u64::from_le_bytes(*word) & mask;
            }
            let mut word = [0; 8];
            word[..width].copy_from_slice(&all[at..at + width]);
            u64::from_le_bytes(word)
        };
        Some((0..count).map(|i| number(i * width)).collect())
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
            let mut writer = Writer::default();
            writer.numbers(&numbers, width(bound));
            let mut reader = Reader(&writer.0);
            assert_eq!(reader.numbers(width(bound)).unwrap(), numbers);
            assert!(reader.is_empty());
        }
    }

    #[test]
    fn what_is_cut_is_not_read() {
        let mut writer = Writer::default();
        writer.numbers(&[1, 2, 3], 5);
        writer.bytes(b"abc");
        for end in 0..writer.0.len() {
            let mut reader = Reader(&writer.0[..end]);
            let whole = reader.numbers(5).is_some() && reader.bytes().is_some();
            assert!(!whole);
        }
    }
}

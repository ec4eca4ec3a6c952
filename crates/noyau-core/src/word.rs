//! Machine words for bitboards: rules written once serve boards of 64 and of 128 bits, with static dispatch.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of small numbers, one bit each.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits.
    const BITS: u32;
    /// No bit.
    const ZERO: Self;

    /// One bit.
    #[must_use]
    fn bit(index: u32) -> Self;

    /// The lowest bits, fewer than all.
    #[must_use]
    fn low_bits(count: u32) -> Self;

    /// Wrapping addition.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// Shifts right; `count` is taken modulo the number of bits, as the hardware does.
    #[must_use]
    fn down(self, count: u32) -> Self;

    /// How many bits are set.
    fn count(self) -> u32;

    /// The index of the lowest set bit.
    fn lowest(self) -> u32;

    /// All but the lowest set bit.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// The same bits in the widest word.
    fn widen(self) -> u128;

    /// The lowest bits of a wide word.
    #[must_use]
    fn narrow(wide: u128) -> Self;

    /// Whether that bit is set.
    #[inline]
    fn has(self, index: u32) -> bool {
        self & Self::bit(index) != Self::ZERO
    }

    /// The index of the set bit that has `n` set bits below it.
    #[inline]
    fn nth(self, n: u32) -> u32 {
        let wide = self.widen();
        let (low, high) = (wide as u64, (wide >> 64) as u64);
        match n.checked_sub(low.count_ones()) {
            None => nth(low, n),
            Some(n) => 64 + nth(high, n),
        }
    }

    /// The indices of the set bits, ascending.
    #[inline]
    fn indices(self) -> Indices<Self> {
        Indices(self)
    }
}

macro_rules! word {
    ($($word:ty, $bit:path, $down:path;)+) => {
        $(impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;

            #[inline]
            fn bit(index: u32) -> Self {
                $bit(1, index)
            }

            #[inline]
            fn low_bits(count: u32) -> Self {
                (1 << count) - 1
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn down(self, count: u32) -> Self {
                $down(self, count)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn widen(self) -> u128 {
                u128::from(self)
            }

            #[inline]
            fn narrow(wide: u128) -> Self {
                wide as $word
            }
        })+
    };
}
word! {
    u16, u16::wrapping_shl, u16::wrapping_shr;
    u64, u64::wrapping_shl, u64::wrapping_shr;
    u128, wide_up, wide_down;
}

/// A shift of 128 bits to the left, modulo that. WebAssembly has none and would call a function.
#[inline]
fn wide_up(word: u128, count: u32) -> u128 {
    if cfg!(target_family = "wasm") {
        up_by_halves(word, count)
    } else {
        word.wrapping_shl(count)
    }
}

/// The same to the right.
#[inline]
fn wide_down(word: u128, count: u32) -> u128 {
    if cfg!(target_family = "wasm") {
        down_by_halves(word, count)
    } else {
        word.wrapping_shr(count)
    }
}

#[inline]
fn up_by_halves(word: u128, count: u32) -> u128 {
    let (low, high) = (word as u64, (word >> 64) as u64);
    let up = low.wrapping_shl(count);
    if count & 64 == 0 {
        let over = (low >> 1).wrapping_shr(!count);
        u128::from(high.wrapping_shl(count) | over) << 64 | u128::from(up)
    } else {
        u128::from(up) << 64
    }
}

#[inline]
fn down_by_halves(word: u128, count: u32) -> u128 {
    let (low, high) = (word as u64, (word >> 64) as u64);
    let down = high.wrapping_shr(count);
    if count & 64 == 0 {
        let over = (high << 1).wrapping_shl(!count);
        u128::from(down) << 64 | u128::from(low.wrapping_shr(count) | over)
    } else {
        u128::from(down)
    }
}

/// Broadword select: the index of the set bit with `n` set bits below it (Vigna, Broadword implementation of
/// rank/select queries, 2008).
#[inline]
fn nth(word: u64, n: u32) -> u32 {
    const LOWEST: u64 = u64::MAX / 0xFF;
    const HIGHEST: u64 = LOWEST << 7;
    // Bit counts of each pair, then of each nibble, then of each byte including all bytes below it.
    let pairs = word - ((word >> 1) & (u64::MAX / 3));
    let halves = (pairs & (u64::MAX / 5)) + ((pairs >> 2) & (u64::MAX / 5));
    let sums = ((halves + (halves >> 4)) & (u64::MAX / 17)).wrapping_mul(LOWEST);
    // Bytes whose prefix sum is at most n keep their high bit: they lie entirely below the target bit.
    let passed = (((u64::from(n) * LOWEST) | HIGHEST) - sums) & HIGHEST;
    let shift = 8 * ((passed >> 7).wrapping_mul(LOWEST) >> 56) as u32;
    let before = ((sums << 8) >> (shift & 63)) as u8;
    let mut byte = word >> (shift & 63);
    for _ in u32::from(before)..n {
        byte &= byte.wrapping_sub(1);
    }
    shift + byte.trailing_zeros()
}

/// The indices of the set bits of a word.
#[derive(Debug, Clone)]
pub struct Indices<W>(W);

impl<W: Word> Iterator for Indices<W> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == W::ZERO {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_shifted_together() {
        for word in [
            1,
            1 << 127,
            u128::MAX,
            0x0123_4567_89AB_CDEF_FEDC_BA98_7654_3210,
        ] {
            for count in 0..130 {
                assert_eq!(up_by_halves(word, count), word.wrapping_shl(count));
                assert_eq!(down_by_halves(word, count), word.wrapping_shr(count));
            }
        }
    }

    fn check<W: Word>() {
        let top = W::BITS - 1;
        let word = W::bit(0) | W::bit(3) | W::bit(top);
        assert_eq!(word.indices().collect::<Vec<_>>(), [0, 3, top]);
        assert_eq!(word.count(), 3);
        assert!(word.has(3) && !word.has(2));
        assert_eq!(W::narrow(word.widen()), word);
        assert_eq!(W::low_bits(3), W::bit(0) | W::bit(1) | W::bit(2));
        assert_eq!(W::low_bits(3).plus(W::bit(0)), W::bit(3));
        assert_eq!(W::bit(top).down(top), W::bit(0));
        // Knuth's linear congruence; the high half of a product is random enough.
        let mut state = 1u128;
        let mut draw = || {
            state = state.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645) + 1;
            state ^ state.rotate_left(64)
        };
        for _ in 0..1000 {
            // Full, half-full and nearly empty words.
            let wide = draw();
            for word in [
                !W::ZERO,
                W::narrow(wide),
                W::narrow(wide & draw() & draw() & draw()),
            ] {
                for (n, index) in (0..).zip(word.indices()) {
                    assert_eq!(word.nth(n), index, "{word:?}");
                }
            }
        }
    }

    #[test]
    fn words_are_sets() {
        check::<u16>();
        check::<u64>();
        check::<u128>();
    }
}

//! Random numbers: one small generator, so that all draws are reproducible from their seed.

/// A fast generator of 64 random bits at a time (Steele, Lea and Flood 2014).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitMix(pub u64);

/// The upper half of a product.
#[inline]
fn scaled_by_halves(drawn: u64, n: u32) -> u64 {
    let n = u64::from(n);
    let (low, high) = (drawn & u64::from(u32::MAX), drawn >> 32);
    (high * n + ((low * n) >> 32)) >> 32
}

impl SplitMix {
    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, or 0 if `n` is 0. Uniform up to one part in 2^64 / `n`.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        self.below_wide(n as u64) as usize
    }

    /// The same for 64-bit numbers on every platform.
    #[inline]
    pub fn below_wide(&mut self, n: u64) -> u64 {
        let drawn = self.next_u64();
        // WebAssembly has no product of 128 bits and would call a function.
        if let (true, Ok(n)) = (cfg!(target_family = "wasm"), u32::try_from(n)) {
            scaled_by_halves(drawn, n)
        } else {
            ((u128::from(drawn) * u128::from(n)) >> 64) as u64
        }
    }

    /// A random index with probability proportional to its weight. No weight is negative and at least one is
    /// positive.
    pub fn weighted(&mut self, weights: impl Iterator<Item = f64> + Clone) -> usize {
        let total: f64 = weights.clone().sum();
        let mut left = self.unit() * total;
        let mut heavy = 0;
        for (i, weight) in weights.enumerate() {
            if weight > 0.0 {
                // Rounding may leave a remainder after the last weight.
                heavy = i;
                left -= weight;
                if left < 0.0 {
                    break;
                }
            }
        }
        heavy
    }

    /// A number in [0, 1) with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_multiplied_together() {
        let mut random = SplitMix(3);
        for n in [0, 1, 7, 81, 1 << 31, u32::MAX] {
            for drawn in [0, u64::MAX, random.next_u64(), random.next_u64()] {
                let whole = ((u128::from(drawn) * u128::from(n)) >> 64) as u64;
                assert_eq!(scaled_by_halves(drawn, n), whole);
            }
        }
    }
}

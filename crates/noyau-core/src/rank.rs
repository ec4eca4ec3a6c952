//! Combinations as numbers.

/// The binomial coefficient, or `None` if it exceeds 64 bits.
pub fn binomial(n: u64, k: u64) -> Option<u64> {
    let k = k.min(n.checked_sub(k)?);
    let mut result: u128 = 1;
    for i in 0..k {
        result = result * u128::from(n - i) / u128::from(i + 1);
        if result > u128::from(u64::MAX) {
            return None;
        }
    }
    Some(result as u64)
}

/// Ranks combinations: an ascending sequence c₁ < c₂ < … < cₖ has rank C(c₁,1) + C(c₂,2) + … + C(cₖ,k), the
/// combinatorial number system (Lehmer 1964). Binomials come from a table, so ranking takes one lookup per element.
#[derive(Debug, Clone)]
pub struct Combinations {
    /// C(n, k) by n, then k, saturating at 64 bits.
    table: Vec<u64>,
    most: usize,
}

impl Combinations {
    /// For sequences of at most `most` numbers, each at most `largest`.
    pub fn new(largest: usize, most: usize) -> Self {
        let column = |n: usize| (0..=most).map(move |k| (n as u64, k as u64));
        Self {
            table: (0..=largest)
                .flat_map(column)
                .map(|(n, k)| binomial(n, k).unwrap_or(u64::MAX * u64::from(k <= n)))
                .collect(),
            most,
        }
    }

    /// The binomial coefficient.
    #[inline]
    pub fn binomial(&self, n: usize, k: usize) -> u64 {
        self.table[n * (self.most + 1) + k]
    }

    /// The rank of an ascending sequence among those of its length.
    #[inline]
    pub fn rank(&self, sequence: impl IntoIterator<Item = usize>) -> u64 {
        sequence
            .into_iter()
            .zip(1..)
            .map(|(c, i)| self.binomial(c, i))
            .sum()
    }

    /// Writes the ascending sequence with that rank.
    pub fn unrank(&self, rank: u64, sequence: &mut [usize]) {
        self.unrank_below(rank, self.table.len() / (self.most + 1), sequence);
    }

    /// Writes the ascending sequence with that rank, whose numbers are known to be less than `bound`.
    pub fn unrank_below(&self, mut rank: u64, bound: usize, sequence: &mut [usize]) {
        let mut c = bound;
        for (i, place) in sequence.iter_mut().enumerate().rev() {
            // C(0, i + 1) is 0, so one always exists.
            c = (0..c)
                .rfind(|&c| self.binomial(c, i + 1) <= rank)
                .unwrap_or(0);
            rank -= self.binomial(c, i + 1);
            *place = c;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_numbered_without_gaps() {
        let combinations = Combinations::new(7, 3);
        let mut rank = 0;
        for c in 0..8 {
            for b in 0..c {
                for a in 0..b {
                    assert_eq!(combinations.rank([a, b, c]), rank);
                    let mut sequence = [0; 3];
                    combinations.unrank(rank, &mut sequence);
                    assert_eq!(sequence, [a, b, c]);
                    rank += 1;
                }
            }
        }
        assert_eq!(Some(rank), binomial(8, 3));
    }
}

//! Configurations: all boards that can be written down, reachable or not. The course compares their number with
//! that of the reachable positions (second text: 60 configurations of saute-mouton, 27 reachable).

use crate::game::{Game, Side};
use crate::notation::Notation;
use crate::random::SplitMix;
use std::fmt;

/// A game whose configurations can be sampled.
pub trait RandomConfiguration: Game {
    /// Draws a configuration uniformly and returns it if it parses as a position; every reachable position does.
    fn draw(&self, random: &mut SplitMix) -> Option<Self::Position>;

    /// A sampler of many configurations. Games with costly preparation do it here, once.
    fn draws(&self) -> impl Fn(&mut SplitMix) -> Option<Self::Position> {
        |random| self.draw(random)
    }
}

/// The configuration if it parses as a position.
pub fn accepted<G: Notation>(game: &G, configuration: &G::Position) -> Option<G::Position> {
    let side = game.to_move(configuration).unwrap_or(Side::First);
    let text = game.format_position(configuration, side);
    game.parse_position(&text)
        .ok()
        .map(|(position, _)| position)
}

/// A number of configurations, exact if it fits 128 bits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Magnitude {
    exact: Option<u128>,
    log10: f64,
}

impl Magnitude {
    /// That number, at least 1.
    pub fn of(number: u128) -> Self {
        Self {
            exact: Some(number),
            log10: (number as f64).log10(),
        }
    }

    /// Approximately that number, above 0.
    pub fn about(number: f64) -> Self {
        Self {
            exact: None,
            log10: number.log10(),
        }
    }

    /// A power.
    pub fn power(base: u32, exponent: u32) -> Self {
        Self {
            exact: u128::from(base).checked_pow(exponent),
            log10: f64::from(exponent) * f64::from(base).log10(),
        }
    }

    /// The binomial coefficient for k ≤ n: the ways to choose k of n squares.
    pub fn binomial(n: u32, k: u32) -> Self {
        (0..k.min(n.saturating_sub(k))).fold(Self::of(1), |product, i| {
            let log10 = product.log10 + (f64::from(n - i) / f64::from(i + 1)).log10();
            let exact = product.exact.and_then(|product| {
                Some(product.checked_mul(u128::from(n - i))? / u128::from(i + 1))
            });
            Self { exact, log10 }
        })
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let exact = self.exact.zip(other.exact);
        Self {
            exact: exact.and_then(|(a, b)| a.checked_mul(b)),
            log10: self.log10 + other.log10,
        }
    }

    /// The number, if it is known exactly.
    pub fn exact(self) -> Option<u128> {
        self.exact
    }

    /// Its decimal logarithm.
    pub fn log10(self) -> f64 {
        self.log10
    }
}

/// Up to fifteen digits in full, and larger numbers as `4.63·10^42`.
impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact {
            Some(exact) if exact < 1_000_000_000_000_000 => write!(f, "{exact}"),
            _ => {
                let whole = self.log10.floor();
                write!(f, "{:.2}·10^{whole}", 10f64.powf(self.log10 - whole))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magnitudes_are_exact_as_far_as_they_can_be() {
        let leapfrog = Magnitude::binomial(5, 2)
            .times(Magnitude::binomial(3, 2))
            .times(Magnitude::of(2));
        assert_eq!(leapfrog.exact(), Some(60));
        assert_eq!(leapfrog.to_string(), "60");
        let go = Magnitude::power(3, 361);
        assert_eq!(go.exact(), None);
        assert_eq!(go.to_string(), "1.74·10^172");
        assert_eq!(Magnitude::binomial(100, 50).to_string(), "1.01·10^29");
    }
}

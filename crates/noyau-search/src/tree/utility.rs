//! What a leaf is worth to First: a number, or one of the two infinities.

use std::cmp::Ordering;
use std::fmt;

/// A number for First: larger is better for First, smaller for Second. Never "not a number", so that any two compare.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Utility(f64);

impl Utility {
    /// Below every number: the course's −∞.
    pub const LOWEST: Self = Self(f64::NEG_INFINITY);
    /// Above every number: the course's +∞.
    pub const HIGHEST: Self = Self(f64::INFINITY);

    /// The utility of a number; `None` for what is no number.
    pub fn new(number: f64) -> Option<Self> {
        // Adding zero turns −0 into 0, so that equal utilities are written alike.
        (!number.is_nan()).then_some(Self(number + 0.0))
    }

    /// The number.
    pub const fn number(self) -> f64 {
        self.0
    }

    /// Whether it is a win for First in an and/or tree: any number above 0.
    pub fn is_won(self) -> bool {
        self > Self::from(false)
    }
}

impl Eq for Utility {}

impl Ord for Utility {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Utility {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i32> for Utility {
    fn from(number: i32) -> Self {
        Self(f64::from(number))
    }
}

/// A leaf of an and/or tree: 1 if First wins, else 0.
impl From<bool> for Utility {
    fn from(won: bool) -> Self {
        Self(f64::from(u8::from(won)))
    }
}

impl fmt::Display for Utility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::LOWEST => f.pad("-∞"),
            Self::HIGHEST => f.pad("+∞"),
            Self(number) => f.pad(&number.to_string()),
        }
    }
}

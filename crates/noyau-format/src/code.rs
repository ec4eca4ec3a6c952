//! Values as small integer codes, as stored in tables.

use noyau_core::value::Value;

/// The positions of a tier that have a value: all numbers below a bound (gaps included), or those of a sorted list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Numbers {
    /// Every number below this one; gaps hold [`GAP`].
    Dense(u64),
    /// These keys, ascending, each once.
    Listed(Vec<u64>),
}

/// The code of a position's value, see [`code_of_value`]; named positions have codes of up to 32 bits. A gap in a
/// dense tier, or an unreachable position, is [`GAP`].
pub type Code = u16;

/// No position, or an unreachable one.
pub const GAP: Code = 0;

/// One solved tier. `values` (and `nimbers`, if present) are parallel to `numbers`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedTier {
    /// The tier.
    pub tier: u32,
    /// The positions.
    pub numbers: Numbers,
    /// Outcome and distance, or margin, of each.
    pub values: Vec<Code>,
    /// The nimber of each, in impartial games under normal play.
    pub nimbers: Option<Vec<u16>>,
    /// The number of positions, images under symmetry included, with each code.
    pub counts: Vec<u64>,
}

/// The code of a value: 1 a draw, then losses and wins alternating by distance. `None` beyond 32 bits.
pub fn code_of_value(value: Value) -> Option<u32> {
    let (distance, won) = match value {
        Value::Draw => return Some(1),
        Value::Loss(distance) => (distance, 0),
        Value::Win(distance) => (distance, 1),
    };
    distance.checked_mul(2)?.checked_add(2 + won)
}

/// The value of a code; `None` for a gap.
pub fn value_of_code(code: impl Into<u32>) -> Option<Value> {
    match code.into() {
        0 => None,
        1 => Some(Value::Draw),
        code if code.is_multiple_of(2) => Some(Value::Loss((code - 2) / 2)),
        code => Some(Value::Win((code - 2) / 2)),
    }
}

/// The code of a margin: 1, 2, 3, 4, 5 … for 0, −1, 1, −2, 2 … `None` beyond 32 bits.
pub fn code_of_margin(margin: i32) -> Option<u32> {
    let folded = (i64::from(margin) * 2) ^ (i64::from(margin) >> 63);
    u32::try_from(folded + 1).ok()
}

/// The margin of a code; `None` for a gap.
pub fn margin_of_code(code: impl Into<u32>) -> Option<i32> {
    let folded = code.into().checked_sub(1)?;
    Some((folded >> 1) as i32 ^ -((folded & 1) as i32))
}

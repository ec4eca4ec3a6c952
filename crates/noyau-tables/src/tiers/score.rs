//! What a position is worth, as a small number of which greater is better: outcome and distance, or margin.

use noyau_core::by_number::{Link, State};
use noyau_core::game::Outcome;
use noyau_core::value::{MoveEffect, Value};
use noyau_format::code::{Code, code_of_margin, code_of_value, margin_of_code, value_of_code};
use noyau_format::header::Values;

/// What a position is worth to the side to move: its margin; or `HIGHEST` − n for a win in n plies, the opposite for a
/// loss, 0 for a draw.
pub type Score = i16;

/// What a position is worth, and its nimber or 0.
pub type Worth = (Score, u16);

/// The score of what is not solved, or is no position.
pub const UNKNOWN: Score = Score::MIN;

const HIGHEST: u32 = Score::MAX as u32;

/// Margins beyond this have no code.
const WIDEST: i32 = 30_000;

/// The score of an outcome with its distance.
#[inline]
pub fn score_of_value(value: Value) -> Score {
    // A distance that is too great to be told from a draw stays apart from it, and has no code.
    let from_draw = |distance: u32| (HIGHEST - distance.min(HIGHEST - 1)) as Score;
    match value {
        Value::Draw => 0,
        Value::Win(distance) => from_draw(distance),
        Value::Loss(distance) => -from_draw(distance),
    }
}

/// The outcome and the distance that a score stands for.
#[inline]
pub fn value_of_score(score: Score) -> Value {
    let distance = HIGHEST - u32::from(score.unsigned_abs());
    match score {
        0 => Value::Draw,
        1.. => Value::Win(distance),
        _ => Value::Loss(distance),
    }
}

/// The score of an end; [`UNKNOWN`] where play is not over.
pub fn score_of_state(values: Values, state: State) -> Score {
    match (state, values) {
        (State::Gap | State::Open, _) => UNKNOWN,
        (State::Over(sign), Values::Outcome) => {
            score_of_value(Value::terminal(Outcome::of_margin(sign)))
        }
        (State::Over(margin), Values::Margin) => margin.clamp(-WIDEST, WIDEST) as Score,
    }
}

/// What a move is worth to the side that makes it, given the score of the position it leads to.
#[inline]
pub fn score_of_move(values: Values, link: &Link, after: Score) -> Score {
    match values {
        Values::Outcome => score_of_value(value_of_score(after).seen_by_parent(link.keeps_turn)),
        Values::Margin => {
            let effect = MoveEffect {
                gain: link.gain.into(),
                keeps_turn: link.keeps_turn,
            };
            effect.score(after.into()).clamp(-WIDEST, WIDEST) as Score
        }
    }
}

/// The code of a score in tables; `None` beyond what tables hold.
pub fn code_of_score(values: Values, score: Score) -> Option<Code> {
    let code = match values {
        Values::Outcome if score.unsigned_abs() == 1 => None,
        Values::Outcome => code_of_value(value_of_score(score)),
        Values::Margin if i32::from(score).abs() >= WIDEST => None,
        Values::Margin => code_of_margin(score.into()),
    };
    code?.try_into().ok()
}

/// Adds positions to those that have a code.
#[inline]
pub fn add_count(counts: &mut Vec<u64>, code: Code, positions: u64) {
    let at = usize::from(code);
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += positions;
}

/// The score with that code; [`UNKNOWN`] for a gap.
pub fn score_of_code(values: Values, code: Code) -> Score {
    let score = match values {
        Values::Outcome => value_of_code(code).map(score_of_value),
        Values::Margin => margin_of_code(code).map(|margin| margin as Score),
    };
    score.unwrap_or(UNKNOWN)
}

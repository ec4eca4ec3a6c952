//! What a position is worth, as a small number of which greater is better: outcome and distance, or margin.

use noyau_core::game::{Game, Outcome};
use noyau_core::points::Points;
use noyau_core::value::{Value, margin_of_move};
use noyau_format::code::{Code, code_of_margin, code_of_value, margin_of_code, value_of_code};

/// What a position is worth to the side to move.
pub type Score = i16;

/// The score of what is not solved, or is no position.
pub const UNKNOWN: Score = Score::MIN;

/// How positions are valued.
pub(super) trait Rule<G: Game>: Sync {
    /// Whether scores tell a distance to the end.
    const HAS_DISTANCE: bool;

    /// What an end is worth.
    fn end(game: &G, position: &G::Position, outcome: Outcome) -> Score;
    /// What a move is worth, given what it leads to.
    fn seen(game: &G, position: &G::Position, mv: G::Move, after: Score) -> Score;
    /// The code in tables; `None` beyond what tables hold.
    fn code(score: Score) -> Option<Code>;
    /// The score with that code; [`UNKNOWN`] for a gap.
    fn score(code: Code) -> Score;
    /// How it ends.
    fn outcome(score: Score) -> Outcome {
        Outcome::of_margin(i32::from(score))
    }
}

/// Outcome and distance: a win in n plies is `HIGHEST` − n, a loss the opposite, a draw 0.
pub(super) struct Outcomes;

const HIGHEST: u32 = Score::MAX as u32;

/// The score of an outcome with its distance.
#[inline]
pub fn score_of_value(value: Value) -> Score {
    // A distance that is too great to be told from a draw stays apart from it, and is refused by `code`.
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

impl<G: Game> Rule<G> for Outcomes {
    const HAS_DISTANCE: bool = true;

    fn end(_: &G, _: &G::Position, outcome: Outcome) -> Score {
        score_of_value(Value::terminal(outcome))
    }

    #[inline]
    fn seen(game: &G, position: &G::Position, mv: G::Move, after: Score) -> Score {
        seen_by_outcome(game.keeps_turn(position, mv), after)
    }

    fn code(score: Score) -> Option<Code> {
        code_of_outcome(score)
    }

    fn score(code: Code) -> Score {
        score_of_outcome_code(code)
    }
}

#[inline]
pub(super) fn seen_by_outcome(keeps_turn: bool, after: Score) -> Score {
    score_of_value(value_of_score(after).seen_by_parent(keeps_turn))
}

pub(super) fn code_of_outcome(score: Score) -> Option<Code> {
    if score.unsigned_abs() == 1 {
        return None;
    }
    code_of_value(value_of_score(score))
}

pub(super) fn score_of_outcome_code(code: Code) -> Score {
    value_of_code(code).map_or(UNKNOWN, score_of_value)
}

/// The margin still to come.
pub(super) struct Margins;

/// Margins beyond this are refused by `code`.
const WIDEST: i32 = 30_000;

impl<G: Points> Rule<G> for Margins {
    const HAS_DISTANCE: bool = false;

    fn end(game: &G, position: &G::Position, _: Outcome) -> Score {
        let (own, other) = game.settle(position);
        (own - other).clamp(-WIDEST, WIDEST) as Score
    }

    #[inline]
    fn seen(game: &G, position: &G::Position, mv: G::Move, after: Score) -> Score {
        let gain = game.gain(position, mv);
        seen_by_margin(gain, game.keeps_turn(position, mv), after)
    }

    fn code(score: Score) -> Option<Code> {
        code_of_margin_score(score)
    }

    fn score(code: Code) -> Score {
        score_of_margin_code(code)
    }
}

#[inline]
pub(super) fn seen_by_margin(gain: i32, keeps_turn: bool, after: Score) -> Score {
    let margin = margin_of_move(gain, keeps_turn, i32::from(after));
    margin.clamp(-WIDEST, WIDEST) as Score
}

pub(super) fn code_of_margin_score(score: Score) -> Option<Code> {
    let margin = i32::from(score);
    if margin.abs() >= WIDEST {
        return None;
    }
    code_of_margin(margin)
}

pub(super) fn score_of_margin_code(code: Code) -> Score {
    margin_of_code(code).map_or(UNKNOWN, |margin| margin as Score)
}

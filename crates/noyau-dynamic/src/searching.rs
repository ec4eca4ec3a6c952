//! Exact search behind the dynamic interface.

use super::open::Open;
use super::solve::Applied;
use super::{Answer, Method, Worth};
use noyau_core::game::{Game, Side};
use noyau_core::hints::{SURE, Score, SearchHints};
use noyau_core::language::Text;
use noyau_core::limits::Limits;
use noyau_core::notation::Notation;
use noyau_core::payoff::Rules;
use noyau_core::points::Points;
use noyau_core::value::Value;
use noyau_core::walk::Walker;
use noyau_search::answer::{Solved, Wanted, answer};
use noyau_search::scoring::{Distance, Margin};
use noyau_search::solution_tree::margins::{Shown, show_margin};
use noyau_search::solution_tree::steps::{Run, prove_score};
use noyau_search::solution_tree::{Evidence, NotProved, prove};

/// The functions of an exact search, without the trait bounds.
pub(super) struct SearchOf<G: Notation> {
    pub(super) key_bits: fn(&G) -> u32,
    answer: Answers<G>,
    /// An upper bound of the points still to win, in games searched for their margin.
    pub(super) most: Option<fn(&G) -> u32>,
    pub(super) prove: Proves<G>,
    /// Writes a proof as steps.
    pub(super) prove_score: ProvesScore<G>,
}

type PositionOf<G> = <G as Game>::Position;
type SolvedOf<G> = Solved<<G as Game>::Move>;

/// Searches a position; the number bounds the points still to win.
type Answers<G> = fn(Rules<'_, G>, u32, &PositionOf<G>, Wanted, &Limits) -> Option<SolvedOf<G>>;

/// A position and its side to move.
type At<'a, G> = (&'a PositionOf<G>, Side);

/// The positions that prove a claim, or why there are none.
type ProofOf<T> = Result<Vec<T>, NotProved>;
type ProvesDistance<G> = fn(&G, At<'_, G>, usize, &Limits) -> ProofOf<Evidence<PositionOf<G>>>;
type ProvesMargin<G> = fn(&G, u32, At<'_, G>, usize, &Limits) -> ProofOf<Shown<PositionOf<G>>>;

type ProvesScore<G> = fn(&G, u32, Walker<'_, G>, &Limits, &mut Run<'_>) -> Result<(), NotProved>;

/// A function that extracts the positions proving a value or a margin, up to a maximum number.
pub(super) enum Proves<G: Notation> {
    Distance(ProvesDistance<G>),
    /// The number bounds the points still to win.
    Margin(ProvesMargin<G>),
}

impl<G: Notation + SearchHints> SearchOf<G> {
    pub(super) const fn by_distance() -> Self {
        Self {
            key_bits: G::key_bits,
            answer: answer::<G, Distance>,
            most: None,
            prove: Proves::Distance(prove::<G>),
            prove_score: prove_score::<G, Distance>,
        }
    }
}

impl<G: Notation + SearchHints + Points> SearchOf<G> {
    pub(super) const fn by_margin(most: fn(&G) -> u32) -> Self {
        Self {
            key_bits: G::key_bits,
            answer: answer::<G, Margin>,
            most: Some(most),
            prove: Proves::Margin(show_margin::<G>),
            prove_score: prove_score::<G, Margin>,
        }
    }
}

/// Converts a score in plies to a value.
pub(super) fn value(score: Score) -> Value {
    let plies = SURE.abs_diff(score.abs());
    match score.signum() {
        1 => Value::Win(plies),
        0 => Value::Draw,
        _ => Value::Loss(plies),
    }
}

/// Why a game cannot be searched.
pub(super) const NO_SEARCH: Text = Text::new(
    "it is for games in which every play ends, and that tell positions apart by short numbers",
    "elle sert aux jeux dont toute partie se termine, et qui distinguent leurs positions par de courts nombres",
);

impl<G: Notation> Open<G> {
    /// The answer of a search for the value or, in games that bound their outcomes, for the outcome only.
    pub(super) fn solve_by_search(&self, wanted: Wanted, limits: &Limits) -> Applied {
        let position = &self.now().position;
        let solved = self.spec.search.as_ref().and_then(|search| {
            let most = search.most.map_or(0, |most| most(&self.game));
            let solved = (search.answer)(self.rules(), most, position, wanted, limits)?;
            Some((search, solved))
        });
        let Some((search, solved)) = solved else {
            let decided = self.decide(Method::Search, wanted, limits);
            return Ok(Ok(decided.ok_or(NO_SEARCH)?));
        };
        let lead = self.lead();
        let worth = |score| match search.most {
            None => value(score).into(),
            Some(_) => Worth::of_margin(lead + score),
        };
        Ok(Ok(self.answer_of(Method::Search, &solved, &worth)))
    }

    /// Converts the result of a search to an answer; `worth` converts its scores.
    pub(super) fn answer_of(
        &self,
        method: Method,
        solved: &Solved<G::Move>,
        worth: &dyn Fn(Score) -> Worth,
    ) -> Answer {
        let Solved { low, high, .. } = *solved;
        let position = &self.now().position;
        let text = |mv: G::Move| self.game.format_move(position, mv);
        let moves = solved.moves.iter();
        Answer {
            worth: (low == high).then(|| worth(low)),
            bounds: [low, high].map(|score| worth(score).outcome),
            best: solved.best.iter().map(|&mv| text(mv)).collect(),
            line: self.line_texts(&solved.line),
            moves: moves.map(|&(mv, score)| (text(mv), worth(score))).collect(),
            nodes: Some(solved.nodes),
            stopped: solved.stopped,
            ..Answer::by(method)
        }
    }
}

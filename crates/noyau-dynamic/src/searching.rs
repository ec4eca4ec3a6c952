//! How a game that can be searched answers, behind its face.

use super::open::Open;
use super::solve::Applied;
use super::{Answer, Method, Worth};
use noyau_core::game::Side;
use noyau_core::hints::{SURE, Score, SearchHints};
use noyau_core::language::Text;
use noyau_core::limits::Limits;
use noyau_core::notation::Notation;
use noyau_core::points::Points;
use noyau_core::value::Value;
use noyau_search::answer::{self, Wanted, answer};
use noyau_search::goal::{Distance, Margin};
use noyau_search::null_window::Proved;
use noyau_search::solution_tree::goals::{Shown, show_margin};
use noyau_search::solution_tree::{Evidence, NotProved, prove};

/// What a search of a game needs, without the types of the traits.
pub(super) struct SearchOf<G: Notation> {
    pub(super) key_bits: fn(&G) -> u32,
    pub(super) answer: Answers<G>,
    /// What a score is worth to a side that is ahead by so many points.
    pub(super) worth: fn(Score, i32) -> Worth,
    /// The most points there are to win, in games with points.
    pub(super) most: Option<fn(&G) -> u32>,
    pub(super) prove: Proves<G>,
}

/// Searches a position; the number is the most points there are to win.
type Answers<G> = fn(
    &G,
    u32,
    &<G as noyau_core::game::Game>::Position,
    Wanted,
    &Limits,
) -> Option<answer::Found<G>>;

/// A position and who is to move there.
pub(super) type At<'a, G> = (&'a <G as noyau_core::game::Game>::Position, Side);

/// The positions that prove something, or why there are none.
pub(super) type Found<T> = Result<Vec<T>, NotProved>;
type PositionOf<G> = <G as noyau_core::game::Game>::Position;
type ProvesDistance<G> = fn(&G, At<'_, G>, usize, &Limits) -> Found<Evidence<PositionOf<G>>>;
type ProvesMargin<G> = fn(&G, u32, At<'_, G>, usize, &Limits) -> Found<Shown<PositionOf<G>>>;

/// The positions that prove the value of one, or its margin, of at most so many.
pub(super) enum Proves<G: Notation> {
    Distance(ProvesDistance<G>),
    /// The number is the most points there are to win.
    Margin(ProvesMargin<G>),
}

impl<G: Notation + SearchHints> SearchOf<G> {
    pub(super) const fn by_distance() -> Self {
        Self {
            key_bits: G::key_bits,
            answer: |game, _, position, wanted, limits| {
                answer(game, Distance, position, wanted, limits)
            },
            worth: |score, _| value(score).into(),
            most: None,
            prove: Proves::Distance(prove::<G>),
        }
    }
}

impl<G: Notation + SearchHints + Points> SearchOf<G> {
    pub(super) const fn by_margin(most: fn(&G) -> u32) -> Self {
        Self {
            key_bits: G::key_bits,
            answer: |game, most, position, wanted, limits| {
                answer(game, Margin { most }, position, wanted, limits)
            },
            worth: |score, lead| Worth::of_margin(lead + score),
            most: Some(most),
            prove: Proves::Margin(show_margin::<G>),
        }
    }
}

/// The value that a score by plies stands for.
pub(super) fn value(score: Score) -> Value {
    let plies = SURE.abs_diff(score.abs());
    match score.signum() {
        1 => Value::Win(plies),
        0 => Value::Draw,
        _ => Value::Loss(plies),
    }
}

/// Why a game cannot be searched.
pub(super) const NO_SEARCH: Text = Text {
    en: "it is for games in which every play ends, and that tell positions apart by short numbers",
    fr: "elle sert aux jeux dont toute partie se termine, et qui distinguent leurs positions par de courts nombres",
};

impl<G: Notation> Open<G> {
    /// The answer of a search, for the value or, in games that bound their outcomes, for the outcome alone.
    pub(super) fn solve_by_search(&self, wanted: Wanted, limits: &Limits) -> Applied {
        let position = &self.now().position;
        let found = self.spec.search.as_ref().and_then(|search| {
            let most = search.most.map_or(0, |most| most(&self.game));
            let found = (search.answer)(&self.game, most, position, wanted, limits)?;
            Some((search, found))
        });
        let Some((search, found)) = found else {
            let decide = self.spec.decide.as_ref().ok_or(NO_SEARCH)?;
            let decided = (decide.search)(&self.game, position, wanted, limits);
            return Ok(Ok(self.decided(Method::Search, decided)));
        };
        let lead = self.lead();
        let Proved { low, high, .. } = found.score;
        let worth = |score| (search.worth)(score, lead);
        let mut line = Vec::new();
        let mut now = position.clone();
        for mv in found.line {
            line.push(self.game.format_move(&now, mv));
            self.game.play(&mut now, mv);
        }
        let text = |mv: G::Move| self.game.format_move(position, mv);
        Ok(Ok(Answer {
            worth: (low == high).then(|| worth(low)),
            bounds: [low, high].map(|score| worth(score).outcome),
            best: found.best.into_iter().map(text).collect(),
            line,
            moves: found
                .moves
                .into_iter()
                .map(|(mv, score)| (text(mv), worth(score)))
                .collect(),
            nodes: Some(found.nodes),
            stopped: found.stopped,
            ..Answer::by(Method::Search)
        }))
    }
}

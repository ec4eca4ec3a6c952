//! The graphs that proof-number search works on: any game by its rules, and games that bound their outcomes.

use super::{AndOrGraph, Goal, Question, Seen};
use crate::transposition::shares;
use noyau_core::game::Game;
use noyau_core::hints::bounds::Bounded;
use noyau_core::limits::Limits;
use noyau_core::payoff::{Payoff, Rules};

/// Appends the positions one move away, with what is asked of them.
fn expand<G: Game>(
    rules: Rules<'_, G>,
    position: &G::Position,
    goal: Goal,
    moves: &mut Vec<G::Move>,
    out: &mut Vec<Question<G::Position>>,
) {
    moves.clear();
    rules.game.moves(position, moves);
    out.extend(moves.iter().map(|&mv| {
        let (position, effect) = rules.advance(position, mv);
        let (goal, wanted) = effect.question_after(goal);
        Question {
            position,
            goal,
            wanted,
        }
    }));
}

/// A game with the bounds that it knows.
#[derive(Debug)]
pub struct BoundedGraph<'a, G: Bounded> {
    rules: Rules<'a, G>,
    precomputed: G::Precomputed,
    moves: Vec<G::Move>,
}

impl<'a, G: Bounded> BoundedGraph<'a, G> {
    /// Works out what the game knows.
    pub fn new(rules: impl Into<Rules<'a, G>>, limits: &Limits) -> Self {
        let rules = rules.into();
        Self {
            rules,
            precomputed: rules.game.precompute(shares(limits).1),
            moves: Vec::new(),
        }
    }
}

impl<G: Bounded> AndOrGraph for BoundedGraph<'_, G> {
    type Game = G;
    type Key = G::Key;
    const CYCLES: bool = false;

    fn look(&mut self, position: &G::Position, goal: Goal) -> Seen<G::Key> {
        let game = self.rules.game;
        if let Some(outcome) = game.outcome(position) {
            return Seen::Known(outcome.sign() >= goal);
        }
        if let Some(worth) = self.rules.probe(position) {
            return Seen::Known(worth.outcome.sign() >= goal);
        }
        let (bounds, key) = game.outcome_bounds(&mut self.precomputed, position);
        if let Some(answer) = bounds.reach(goal) {
            return Seen::Known(answer);
        }
        let ordering = game.ordering(position);
        let (yes, no) = (1 + (-ordering).max(0) as u32, 1 + ordering.max(0) as u32);
        Seen::Open { key, yes, no }
    }

    fn expand(&mut self, position: &G::Position, goal: Goal, out: &mut Vec<Question<G::Position>>) {
        let rules = Rules {
            payoff: &Payoff::OUTCOME,
            ..self.rules
        };
        expand(rules, position, goal, &mut self.moves, out);
    }
}

/// A game by its rules alone, whether positions may come again or not.
#[derive(Debug)]
pub struct PlainGraph<'a, G: Game> {
    rules: Rules<'a, G>,
    moves: Vec<G::Move>,
}

impl<'a, G: Game> PlainGraph<'a, G> {
    /// The graph of a game.
    pub fn new(rules: Rules<'a, G>) -> Self {
        Self {
            rules,
            moves: Vec::new(),
        }
    }
}

impl<G: Game> AndOrGraph for PlainGraph<'_, G> {
    type Game = G;
    type Key = G::Position;
    const CYCLES: bool = true;

    fn look(&mut self, position: &G::Position, goal: Goal) -> Seen<G::Position> {
        match self.rules.known_end(position) {
            Some(end) => Seen::Known(end >= goal),
            None => Seen::Open {
                key: position.clone(),
                yes: 1,
                no: 1,
            },
        }
    }

    fn expand(&mut self, position: &G::Position, goal: Goal, out: &mut Vec<Question<G::Position>>) {
        expand(self.rules, position, goal, &mut self.moves, out);
    }
}

//! What proofs work on: any game as it is, and games that bound their outcomes.

use crate::dfpn::{Goal, Ground, Question, Sight, after_move};
use noyau_core::game::{Game, Outcome};
use noyau_core::hints::bounds::Bounded;

/// An outcome as a number to ask for.
pub const fn goal_of(outcome: Outcome) -> Goal {
    match outcome {
        Outcome::Loss => -1,
        Outcome::Draw => 0,
        Outcome::Win => 1,
    }
}

/// A game with what it knows.
#[derive(Debug)]
pub struct Known<'a, G: Bounded> {
    game: &'a G,
    precomputed: G::Precomputed,
    moves: Vec<G::Move>,
}

impl<'a, G: Bounded> Known<'a, G> {
    /// Works out what the game knows.
    pub fn new(game: &'a G) -> Self {
        Self {
            game,
            precomputed: game.precompute(),
            moves: Vec::new(),
        }
    }
}

impl<G: Bounded> Ground for Known<'_, G> {
    type Position = G::Position;
    type Key = G::Key;
    const CYCLES: bool = false;

    fn look(&mut self, position: &G::Position, goal: Goal) -> Sight<G::Key> {
        if let Some(outcome) = self.game.outcome(position) {
            return Sight::Known(goal_of(outcome) >= goal);
        }
        let (outcome_bounds, key) = self.game.outcome_bounds(&mut self.precomputed, position);
        if goal_of(outcome_bounds.least) >= goal {
            return Sight::Known(true);
        }
        if goal_of(outcome_bounds.most) < goal {
            return Sight::Known(false);
        }
        let ordering = self.game.ordering(position);
        let (yes, no) = (1 + (-ordering).max(0) as u32, 1 + ordering.max(0) as u32);
        Sight::Open { key, yes, no }
    }

    fn expand(&mut self, position: &G::Position, goal: Goal, out: &mut Vec<Question<G::Position>>) {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        out.extend(self.moves.iter().map(|&mv| {
            let (goal, wanted) = after_move(goal, 0, self.game.keeps_turn(position, mv));
            Question {
                position: self.game.child(position, mv),
                goal,
                wanted,
            }
        }));
    }
}

/// What a move wins.
pub type Gain<G> = fn(&G, &<G as Game>::Position, <G as Game>::Move) -> i32;
/// What an end brings to the side to move and to the other.
pub type Settle<G> = fn(&G, &<G as Game>::Position) -> (i32, i32);

/// A game as it is, whether positions may come again or not.
#[derive(Debug)]
pub struct Plain<'a, G: Game> {
    game: &'a G,
    /// In games with points, what moves and ends bring.
    points: Option<(Gain<G>, Settle<G>)>,
    moves: Vec<G::Move>,
}

impl<'a, G: Game> Plain<'a, G> {
    /// The game, with its points if it has any.
    pub fn new(game: &'a G, points: Option<(Gain<G>, Settle<G>)>) -> Self {
        Self {
            game,
            points,
            moves: Vec::new(),
        }
    }
}

impl<G: Game> Ground for Plain<'_, G> {
    type Position = G::Position;
    type Key = G::Position;
    const CYCLES: bool = true;

    fn look(&mut self, position: &G::Position, goal: Goal) -> Sight<G::Position> {
        match self.game.outcome(position) {
            None => Sight::Open {
                key: position.clone(),
                yes: 1,
                no: 1,
            },
            Some(outcome) => Sight::Known(match self.points {
                None => goal_of(outcome) >= goal,
                Some((_, settle)) => {
                    let (own, other) = settle(self.game, position);
                    own - other >= goal
                }
            }),
        }
    }

    fn expand(&mut self, position: &G::Position, goal: Goal, out: &mut Vec<Question<G::Position>>) {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        out.extend(self.moves.iter().map(|&mv| {
            let gain = self
                .points
                .map_or(0, |(gain, _)| gain(self.game, position, mv));
            let keeps = self.game.keeps_turn(position, mv);
            let (goal, wanted) = after_move(goal, gain, keeps);
            Question {
                position: self.game.child(position, mv),
                goal,
                wanted,
            }
        }));
    }
}

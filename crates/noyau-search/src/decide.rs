//! The whole answer about a position where only outcomes are asked for: who wins, by which moves, and a line of play.

use crate::answer::{Solved, Wanted, nodes_with_line};
use crate::dfpn::Goal;
use crate::oracle::Oracle;
use crate::solution_tree::NotProved;
use crate::solution_tree::margins::{Shown, show};
use crate::solution_tree::steps::{Asking, Run};
use noyau_core::game::{Game, Side};
use noyau_core::intern::Interner;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::payoff::Rules;
use noyau_core::walk::Walker;
use std::cell::RefCell;

/// A game whose outcomes an oracle knows.
pub struct Decider<'a, G: Game> {
    /// The game.
    pub rules: Rules<'a, G>,
    /// Whether a game may be drawn.
    pub draws: bool,
    /// The search that answers.
    pub oracle: &'a mut dyn Oracle<G>,
}

impl<G: Game> std::fmt::Debug for Decider<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decider").finish_non_exhaustive()
    }
}

impl<G: Game> Decider<'_, G> {
    /// The outcome of a position whose side to move is ahead by `lead`, as 1, 0 or −1.
    pub fn decide(mut self, position: &G::Position, lead: i32, wanted: Wanted) -> Solved<G::Move> {
        let mut solved = Solved::between(-1, 1);
        match self.outcome(position, lead) {
            Err((stopped, most)) => {
                solved.high = most;
                solved.stopped = Some(stopped);
            }
            Ok(outcome) => {
                (solved.low, solved.high) = (outcome, outcome);
                if wanted != Wanted::Value {
                    let added = self.add_moves(position, lead, wanted, &mut solved);
                    solved.stopped = added.err();
                }
            }
        }
        solved.nodes = self.oracle.nodes();
        solved
    }

    /// The positions that prove the outcome of one whose side to move is ahead by `lead`, at most so many.
    pub fn show(
        mut self,
        (position, side): (&G::Position, Option<Side>),
        lead: i32,
        most: usize,
        limits: &Limits,
    ) -> Result<Vec<Shown<G::Position>>, NotProved> {
        let outcome = self.outcome(position, lead);
        let bounds = match outcome.map_err(|(stopped, _)| NotProved::Stopped(stopped, 0))? {
            1 => [Some(1 - lead), None],
            0 => [Some(-lead); 2],
            _ => [None, Some(-1 - lead)],
        };
        show(self, (position, side), bounds, most, limits)
    }

    /// Writes the proof of the outcome of the position of a walk, whose side to move is ahead by `lead`.
    pub fn prove(
        mut self,
        walker: Walker<'_, G>,
        lead: i32,
        run: &mut Run<'_>,
    ) -> Result<(), NotProved> {
        let outcome = self.outcome(walker.position(), lead);
        let bounds = match outcome.map_err(|(stopped, _)| NotProved::Stopped(stopped, 0))? {
            1 => [Some(1 - lead), None],
            0 => [Some(-lead); 2],
            _ => [None, Some(-1 - lead)],
        };
        let Self {
            rules,
            draws,
            oracle,
        } = self;
        let oracle = RefCell::new(oracle);
        let mut brings = |position: &G::Position, mv, score: i32| {
            let (child, effect) = rules.advance(position, mv);
            let (goal, wanted) = effect.question_after(score);
            let goal = if draws { goal } else { 1 };
            Ok(oracle.borrow_mut().reaches(&child, goal)? == wanted)
        };
        let key = |position: &G::Position, mv| {
            let ordering = oracle.borrow().ordering(position, mv);
            ordering.unwrap_or(0)
        };
        let mut asking = Asking {
            walker,
            brings: &mut brings,
            key: &key,
            parts: &mut |position: &G::Position, opponent| {
                let side = rules.game.to_move(position)?;
                let owner = if opponent { side.other() } else { side };
                oracle.borrow_mut().winning_parts(position, owner)
            },
        };
        run(&mut asking, bounds)
    }

    /// The outcome of a position for its side to move; where a limit is met, that with the best outcome still possible.
    fn outcome(&mut self, position: &G::Position, lead: i32) -> Result<i32, (Stopped, i32)> {
        for outcome in if self.draws { [1, 0].as_slice() } else { &[1] } {
            let reached = self.oracle.reaches(position, outcome - lead);
            if reached.map_err(|stopped| (stopped, *outcome))? {
                return Ok(*outcome);
            }
        }
        Ok(-1)
    }

    /// Whether a move brings at least a goal, for the side that plays it.
    fn brings(&mut self, position: &G::Position, mv: G::Move, goal: Goal) -> Result<bool, Stopped> {
        let (child, effect) = self.rules.advance(position, mv);
        let (goal, wanted) = effect.question_after(goal);
        Ok(self.oracle.reaches(&child, goal)? == wanted)
    }

    /// A move that brings a goal; those that are likely to are tried first: by the oracle's own ordering, for then the first
    /// that does is always the same, and otherwise the move by which it was proved.
    fn move_with(
        &mut self,
        position: &G::Position,
        moves: &mut [G::Move],
        goal: Goal,
    ) -> Result<Option<G::Move>, Stopped> {
        let ordered = moves.first().is_some_and(|&mv| {
            let ordering = self.oracle.ordering(position, mv);
            ordering.is_some()
        });
        if ordered {
            let ordering = |&mv: &G::Move| self.oracle.ordering(position, mv);
            let order = stable_order(moves.iter().map(ordering).collect());
            let sorted: Vec<_> = order.into_iter().map(|i| moves[i]).collect();
            moves.copy_from_slice(&sorted);
        } else {
            let proved = moves.iter().position(|&mv| {
                let (child, effect) = self.rules.advance(position, mv);
                let (goal, wanted) = effect.question_after(goal);
                self.oracle.known(&child, goal) == Some(wanted)
            });
            if let Some(proved) = proved {
                moves[..=proved].rotate_right(1);
            }
        }
        for &mv in &*moves {
            if self.brings(position, mv, goal)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Adds moves and a line of play, until a limit is met.
    fn add_moves(
        &mut self,
        position: &G::Position,
        lead: i32,
        wanted: Wanted,
        solved: &mut Solved<G::Move>,
    ) -> Result<(), Stopped> {
        let outcome = solved.low;
        // What is asked of the side to move: yes if it wins or draws, no if it loses.
        let goal = if self.draws { outcome.max(0) } else { 1 } - lead;
        let loses = outcome < 0;
        let mut moves = Vec::new();
        self.rules.game.moves(position, &mut moves);
        if wanted == Wanted::Moves {
            for &mv in &moves {
                if loses || self.brings(position, mv, goal)? {
                    solved.best.push(mv);
                }
            }
            let may_draw = outcome == 1 && self.draws;
            for &mv in &moves {
                let brings = if solved.best.contains(&mv) {
                    outcome
                } else if may_draw && self.brings(position, mv, -lead)? {
                    0
                } else {
                    -1
                };
                solved.moves.push((mv, brings));
            }
        } else if loses {
            solved.best.extend(moves.first());
        } else {
            solved
                .best
                .extend(self.move_with(position, &mut moves, goal)?);
        }
        if wanted == Wanted::Best {
            // Nothing more is wanted than can be had for little.
            let nodes = self.oracle.nodes();
            self.oracle.limit_nodes(nodes_with_line(nodes));
            let _ = self.add_line(position, (outcome, goal), solved);
            return Ok(());
        }
        self.add_line(position, (outcome, goal), solved)
    }

    /// Adds a line of play, until a limit is met.
    fn add_line(
        &mut self,
        position: &G::Position,
        (outcome, mut goal): (i32, Goal),
        solved: &mut Solved<G::Move>,
    ) -> Result<(), Stopped> {
        let mut loses = outcome < 0;
        let mut moves = Vec::new();
        // The line: a side that does not lose keeps what it has, one that does may play anything.
        let mut now = position.clone();
        let (mut met, mut numbers): (Vec<G::Position>, _) = (Vec::new(), Interner::default());
        loop {
            let hash = numbers.hash(&now);
            if numbers.find(hash, |i| met[i as usize] == now).is_some() {
                break;
            }
            numbers.insert(hash, met.len() as u32);
            met.push(now.clone());
            moves.clear();
            self.rules.game.moves(&now, &mut moves);
            let chosen = if loses {
                moves.first().copied()
            } else {
                self.move_with(&now, &mut moves, goal)?
            };
            let Some(mv) = chosen else {
                break;
            };
            solved.line.push(mv);
            let effect = self.rules.effect(&now, mv);
            // In a draw both sides keep it; else one keeps a yes, and the other's question is answered no.
            if outcome == 0 {
                goal = effect.score_after(goal);
            } else {
                goal = effect.question_after(goal).0;
                loses ^= !effect.keeps_turn;
            }
            self.rules.game.play(&mut now, mv);
        }
        Ok(())
    }
}

/// The numbers of the keys in ascending order, equal ones as they come. It is compiled once, whatever is sorted by it.
pub(crate) fn stable_order(keys: Vec<Option<i32>>) -> Vec<usize> {
    let mut order: Vec<_> = keys.into_iter().zip(0..).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, i)| i).collect()
}

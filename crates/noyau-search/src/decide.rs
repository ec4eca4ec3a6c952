//! The whole answer about a position where only outcomes are asked for: who wins, by which moves, and a line of play.

use crate::answer::Wanted;
use crate::dfpn::{Goal, Prover, after_move};
use crate::dfpn_problem::{Gain, Known, Plain, Settle};
use crate::oracle::Oracle;
use crate::outcome_search::Seeker;
use crate::solution_tree::NotProved;
use crate::solution_tree::goals::{Rules, Shown, show};
use noyau_core::game::{Game, Outcome, Side};
use noyau_core::hints::bounds::Bounded;
use noyau_core::limits::{Limits, Stopped};

/// What was decided.
#[derive(Debug, Clone)]
pub struct Decided<G: Game> {
    /// The worst and the best outcome that are possible as far as is known.
    pub bounds: [Outcome; 2],
    /// Moves that keep the outcome: all of them if all moves were wanted, else one.
    pub best: Vec<G::Move>,
    /// Such moves to the end, or until a position comes again.
    pub line: Vec<G::Move>,
    /// The outcome of each move, if wanted.
    pub moves: Vec<(G::Move, Outcome)>,
    /// Positions whose moves were generated.
    pub nodes: u64,
    /// Which limit left something of this out.
    pub stopped: Option<Stopped>,
}

/// Depth first, with what the game knows.
pub fn by_search<G: Bounded>(
    game: &G,
    position: &G::Position,
    wanted: Wanted,
    limits: &Limits,
) -> Decided<G> {
    let mut deciding = Deciding {
        game,
        gain: None,
        draws: G::DRAWS,
        oracle: Seeker::new(game, limits, limits.threads()),
    };
    deciding.decide(position, 0, wanted)
}

/// By proof numbers, with what the game knows.
pub fn by_informed_proof<G: Bounded>(
    game: &G,
    position: &G::Position,
    wanted: Wanted,
    limits: &Limits,
) -> Decided<G> {
    let mut deciding = Deciding {
        game,
        gain: None,
        draws: G::DRAWS,
        oracle: Prover::new(Known::new(game), limits),
    };
    deciding.decide(position, 0, wanted)
}

/// By proof numbers, on the rules alone. In a game with points the side to move is ahead by `lead` already.
pub fn by_proof<G: Game>(
    game: &G,
    points: Option<(Gain<G>, Settle<G>)>,
    lead: i32,
    position: &G::Position,
    wanted: Wanted,
    limits: &Limits,
) -> Decided<G> {
    let mut deciding = Deciding {
        game,
        gain: points.map(|(gain, _)| gain),
        draws: true,
        oracle: Prover::new(Plain::new(game, points), limits),
    };
    deciding.decide(position, lead, wanted)
}

/// The positions that prove the outcome of one, of at most so many, found by [`by_search`].
pub fn show_by_search<G: Bounded>(
    game: &G,
    (position, side): (&G::Position, Side),
    most: usize,
    limits: &Limits,
) -> Result<Vec<Shown<G::Position>>, NotProved> {
    let mut oracle = Seeker::new(game, limits, 1);
    let rules = Rules::of_outcomes(game, G::DRAWS);
    show_outcome(&rules, &mut oracle, position, side, 0, most, limits)
}

/// The same, found by [`by_informed_proof`].
pub fn show_by_informed_proof<G: Bounded>(
    game: &G,
    (position, side): (&G::Position, Side),
    most: usize,
    limits: &Limits,
) -> Result<Vec<Shown<G::Position>>, NotProved> {
    let mut oracle = Prover::new(Known::new(game), limits);
    let rules = Rules::of_outcomes(game, G::DRAWS);
    show_outcome(&rules, &mut oracle, position, side, 0, most, limits)
}

/// The same, found by [`by_proof`].
pub fn show_by_proof<G: Game>(
    game: &G,
    points: Option<(Gain<G>, Settle<G>)>,
    lead: i32,
    (position, side): (&G::Position, Side),
    most: usize,
    limits: &Limits,
) -> Result<Vec<Shown<G::Position>>, NotProved> {
    let mut oracle = Prover::new(Plain::new(game, points), limits);
    let rules = match points {
        None => Rules::of_outcomes(game, true),
        Some(points) => Rules::of_margins(game, points),
    };
    show_outcome(&rules, &mut oracle, position, side, lead, most, limits)
}

fn show_outcome<G: Game>(
    rules: &Rules<'_, G>,
    oracle: &mut dyn Oracle<G>,
    position: &G::Position,
    side: Side,
    lead: i32,
    most: usize,
    limits: &Limits,
) -> Result<Vec<Shown<G::Position>>, NotProved> {
    let mut reaches = |goal| {
        let answer = oracle.reaches(position, goal);
        answer.map_err(|stopped| NotProved::Stopped(stopped, 0))
    };
    let bounds = if reaches(1 - lead)? {
        [Some(1 - lead), None]
    } else if rules.draws && reaches(-lead)? {
        [Some(-lead); 2]
    } else {
        [None, Some(-1 - lead)]
    };
    show(rules, oracle, (position, side), bounds, most, limits)
}

struct Deciding<'a, G: Game, O> {
    game: &'a G,
    gain: Option<Gain<G>>,
    draws: bool,
    oracle: O,
}

impl<G: Game, O: Oracle<G>> Deciding<'_, G, O> {
    /// The outcome of a position for its side to move, which is ahead by `lead`.
    fn outcome(
        &mut self,
        position: &G::Position,
        lead: i32,
    ) -> Result<Outcome, (Stopped, Outcome)> {
        let win = self.oracle.reaches(position, 1 - lead);
        if win.map_err(|stopped| (stopped, Outcome::Win))? {
            return Ok(Outcome::Win);
        }
        if !self.draws {
            return Ok(Outcome::Loss);
        }
        let draw = self.oracle.reaches(position, -lead);
        Ok(if draw.map_err(|stopped| (stopped, Outcome::Draw))? {
            Outcome::Draw
        } else {
            Outcome::Loss
        })
    }

    /// Whether a move brings at least a goal, for the side that plays it.
    fn brings(&mut self, position: &G::Position, mv: G::Move, goal: Goal) -> Result<bool, Stopped> {
        let gain = self.gain.map_or(0, |gain| gain(self.game, position, mv));
        let keeps = self.game.keeps_turn(position, mv);
        let (goal, wanted) = after_move(goal, gain, keeps);
        let child = self.game.child(position, mv);
        Ok(self.oracle.reaches(&child, goal)? == wanted)
    }

    /// Puts moves in front that are likely to bring a goal: by the opinion of whoever is asked, for then the first that
    /// does is always the same, and otherwise the move by which it was proved.
    fn likely_first(&mut self, position: &G::Position, moves: &mut [G::Move], goal: Goal) {
        if moves
            .first()
            .is_some_and(|&mv| self.oracle.opinion(position, mv).is_some())
        {
            moves.sort_by_key(|&mv| self.oracle.opinion(position, mv));
            return;
        }
        let found = moves.iter().position(|&mv| {
            let gain = self.gain.map_or(0, |gain| gain(self.game, position, mv));
            let keeps = self.game.keeps_turn(position, mv);
            let (goal, wanted) = after_move(goal, gain, keeps);
            let child = self.game.child(position, mv);
            self.oracle.known(&child, goal) == Some(wanted)
        });
        if let Some(found) = found {
            moves[..=found].rotate_right(1);
        }
    }

    fn decide(&mut self, position: &G::Position, lead: i32, wanted: Wanted) -> Decided<G> {
        let mut decided = Decided {
            bounds: [Outcome::Loss, Outcome::Win],
            best: Vec::new(),
            line: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            stopped: None,
        };
        match self.outcome(position, lead) {
            Err((stopped, most)) => {
                decided.bounds[1] = most;
                decided.stopped = Some(stopped);
            }
            Ok(outcome) => {
                decided.bounds = [outcome; 2];
                if wanted != Wanted::Value {
                    let told = self.tell(position, lead, outcome, wanted, &mut decided);
                    decided.stopped = told.err();
                }
            }
        }
        decided.nodes = self.oracle.nodes();
        decided
    }

    /// Fills in moves and a line of play, until a limit is met.
    fn tell(
        &mut self,
        position: &G::Position,
        lead: i32,
        outcome: Outcome,
        wanted: Wanted,
        decided: &mut Decided<G>,
    ) -> Result<(), Stopped> {
        // What is asked of the side to move: yes if it wins or draws, no if it loses.
        let goal = if outcome == Outcome::Win || !self.draws {
            1 - lead
        } else {
            -lead
        };
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if wanted == Wanted::Best && outcome != Outcome::Loss {
            self.likely_first(position, &mut moves, goal);
        }
        for &mv in &moves {
            if outcome == Outcome::Loss || self.brings(position, mv, goal)? {
                decided.best.push(mv);
                if wanted != Wanted::Moves {
                    break;
                }
            }
        }
        if wanted == Wanted::Moves {
            for &mv in &moves {
                let outcome = if decided.best.contains(&mv) {
                    outcome
                } else if outcome == Outcome::Win
                    && self.draws
                    && self.brings(position, mv, -lead)?
                {
                    Outcome::Draw
                } else {
                    Outcome::Loss
                };
                decided.moves.push((mv, outcome));
            }
        }
        // The line: whoever does not lose keeps what he has, whoever does may play anything.
        let (mut now, mut goal, mut loses) = (position.clone(), goal, outcome == Outcome::Loss);
        let mut met = std::collections::HashSet::new();
        while met.insert(now.clone()) {
            moves.clear();
            self.game.moves(&now, &mut moves);
            if !loses {
                self.likely_first(&now, &mut moves, goal);
            }
            let mut chosen = None;
            for &mv in &moves {
                if loses || self.brings(&now, mv, goal)? {
                    chosen = Some(mv);
                    break;
                }
            }
            let Some(mv) = chosen else {
                break;
            };
            decided.line.push(mv);
            let gain = self.gain.map_or(0, |gain| gain(self.game, &now, mv));
            let keeps = self.game.keeps_turn(&now, mv);
            // In a draw both sides keep it; else one keeps a yes, and the other's question is answered no.
            if keeps {
                goal -= gain;
            } else {
                (goal, loses) = match outcome {
                    Outcome::Draw => (gain - goal, false),
                    _ => (gain - goal + 1, !loses),
                };
            }
            self.game.play(&mut now, mv);
        }
        Ok(())
    }
}

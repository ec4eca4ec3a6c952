//! Who wins, without the distance: a depth-first search for a yes or a no, with a table and what the game knows.
//!
//! Asked whether the side to move gets at least a draw, or a win, it looks at the moves one after the other until one
//! answers yes. Before any of them is played out, all are looked up, in the order of the game's opinion: in the bounds the
//! game proves and in the table of answers (enhanced transposition cutoffs, Schaeffer and Plaat 1996). One that is still
//! open when its turn comes is bounded once more, with more effort.
//!
//! Complexity: exponential in the length of play; memory is the table, of bounded size. No recursion.

use super::ground::goal_of;
use super::memory::{DEFAULT_BYTES, Memory};
use super::proof::{Goal, after_move};
use crate::knowledge::Score;
use crate::knowledge::bounds::{Bounded, Prospect};
use crate::limits::{Limits, Stopped};
use std::fmt;

/// Searches for outcomes, and keeps what it has found from one to the next.
pub struct Seeker<'a, G: Bounded> {
    game: &'a G,
    lore: G::Lore,
    limits: &'a Limits,
    answers: Memory<(G::Key, Goal), bool>,
    /// Positions whose moves were generated.
    pub nodes: u64,
    moves: Vec<G::Move>,
    /// Moves of the position being opened, with their promise.
    fresh: Vec<(Score, G::Move)>,
}

impl<G: Bounded> fmt::Debug for Seeker<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seeker")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

/// What bounds answer to the question whether a goal is reached.
fn answered(prospect: Prospect, goal: Goal) -> Option<bool> {
    if goal_of(prospect.least) >= goal {
        Some(true)
    } else {
        (goal_of(prospect.most) < goal).then_some(false)
    }
}

/// A position whose moves are being tried.
struct Frame<G: Bounded> {
    key: (G::Key, Goal),
    /// Where its moves that are still to be tried begin.
    base: usize,
    /// The number of nodes when it was opened.
    opened: u64,
    /// The answer that is a yes for the position before.
    wanted: bool,
}

/// A position that is to be searched.
struct Trial<G: Bounded> {
    position: G::Position,
    key: (G::Key, Goal),
    wanted: bool,
}

impl<'a, G: Bounded> Seeker<'a, G> {
    /// A search with an empty table.
    pub fn new(game: &'a G, limits: &'a Limits) -> Self {
        Self {
            game,
            lore: game.study(),
            limits,
            answers: Memory::new(limits.memory.unwrap_or(DEFAULT_BYTES)),
            nodes: 0,
            moves: Vec::new(),
            fresh: Vec::new(),
        }
    }

    /// What the rules, the bounds and the table say at once, or else the key.
    fn look(&mut self, position: &G::Position, goal: Goal) -> Result<bool, (G::Key, Goal)> {
        if let Some(outcome) = self.game.outcome(position) {
            return Ok(goal_of(outcome) >= goal);
        }
        let (prospect, key) = self.game.prospect(&mut self.lore, position);
        if let Some(yes) = answered(prospect, goal) {
            return Ok(yes);
        }
        let key = (key, goal);
        self.answers.get(&key).ok_or(key)
    }

    /// The same of a position that is to be opened, from bounds that take longer to find.
    fn look_again(&mut self, trial: &Trial<G>) -> Option<bool> {
        let (key, goal) = &trial.key;
        let prospect = self.game.second_look(&mut self.lore, &trial.position, key);
        answered(prospect, *goal)
    }

    /// The answer if it is known without a search.
    pub fn known(&mut self, position: &G::Position, goal: Goal) -> Option<bool> {
        self.look(position, goal).ok()
    }

    /// Whether the side to move gets at least the goal.
    pub fn reaches(&mut self, root: &G::Position, goal: Goal) -> Result<bool, Stopped> {
        let key = match self.look(root, goal) {
            Ok(yes) => return Ok(yes),
            Err(key) => key,
        };
        let mut frames: Vec<Frame<G>> = Vec::new();
        let mut trials: Vec<Trial<G>> = vec![Trial {
            position: root.clone(),
            key,
            wanted: true,
        }];
        loop {
            // 1. The next move of the position on top: it may have been answered since, by way of another move. When
            // there is none, the answer is no.
            let base = frames.last().map_or(0, |frame| frame.base);
            let next = if trials.len() > base {
                trials.pop()
            } else {
                None
            };
            let mut answer = match next {
                None => Some(false),
                Some(trial) => match self.answers.get(&trial.key) {
                    Some(yes) => (yes == trial.wanted).then_some(true),
                    None => match self.look_again(&trial) {
                        Some(yes) if frames.is_empty() => return Ok(yes),
                        Some(yes) => {
                            self.answers.put(trial.key, yes, 1);
                            (yes == trial.wanted).then_some(true)
                        }
                        None => self.open(trial, &mut frames, &mut trials)?.then_some(true),
                    },
                },
            };
            // 2. Answers go up as long as they decide.
            while let Some(yes) = answer {
                let Some(frame) = frames.pop() else {
                    return Ok(yes);
                };
                trials.truncate(frame.base);
                let work = self.nodes - frame.opened;
                self.answers.put(frame.key, yes, work);
                if frames.is_empty() {
                    return Ok(yes);
                }
                answer = (yes == frame.wanted).then_some(true);
            }
        }
    }

    /// Generates the moves of a position and puts those that are not known at once up for trial, the best on top. Gives
    /// whether one of them is known to reach the goal.
    fn open(
        &mut self,
        trial: Trial<G>,
        frames: &mut Vec<Frame<G>>,
        trials: &mut Vec<Trial<G>>,
    ) -> Result<bool, Stopped> {
        if self.nodes.is_multiple_of(1024) {
            self.limits.check(self.answers.bytes())?;
            self.limits.report(self.nodes, 0);
        }
        self.limits.check_nodes(self.nodes)?;
        self.nodes += 1;
        let base = trials.len();
        let (position, goal) = (trial.position, trial.key.1);
        frames.push(Frame {
            key: trial.key,
            base,
            opened: self.nodes,
            wanted: trial.wanted,
        });
        self.moves.clear();
        self.game.moves(&position, &mut self.moves);
        self.fresh.clear();
        self.fresh.extend(self.moves.iter().map(|&mv| {
            let promise = self.game.promise(&self.game.child(&position, mv));
            let keeps = self.game.keeps_turn(&position, mv);
            (if keeps { -promise } else { promise }, mv)
        }));
        self.fresh.sort_by_key(|fresh| fresh.0);
        for i in 0..self.fresh.len() {
            let mv = self.fresh[i].1;
            let keeps = self.game.keeps_turn(&position, mv);
            let (goal, wanted) = after_move(goal, 0, keeps);
            let child = self.game.child(&position, mv);
            match self.look(&child, goal) {
                Ok(yes) if yes == wanted => return Ok(true),
                Ok(_) => {}
                Err(key) => trials.push(Trial {
                    position: child,
                    key,
                    wanted,
                }),
            }
        }
        trials[base..].reverse();
        Ok(false)
    }
}

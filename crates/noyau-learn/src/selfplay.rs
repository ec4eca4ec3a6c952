//! Rounds of games of the learner against itself, and what is learned from them.
//!
//! Each move is chosen by alpha-beta to the depth of the design, with the learner at the horizon: O(moves^depth) positions
//! are looked at in the worst case. After the games, one pass from the end of each to its start, with the weights as
//! they then are, moves the leaf that each search expected towards what came of it.

use super::network::{Learned, Scratch, Seen};
use noyau_core::game::{Game, Outcome, Side};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::parallel::for_each_job;
use noyau_core::random::SplitMix;
use std::sync::atomic::{AtomicBool, Ordering};

/// What learning must know of a game beyond its rules: how points decide it, and how positions are looked at.
pub trait Subject: Sync {
    /// The game.
    type Game: Game;

    /// The rules.
    fn game(&self) -> &Self::Game;
    /// The points that the side to move wins by a move.
    fn gain(
        &self,
        position: &<Self::Game as Game>::Position,
        mv: <Self::Game as Game>::Move,
    ) -> i32;
    /// The end, if it has come, for the side to move, which is ahead by `lead`.
    fn end(&self, position: &<Self::Game as Game>::Position, lead: i32) -> Option<Outcome>;
    /// Writes cells and heuristics of an unfinished position, for the side to move.
    fn read(
        &self,
        position: &<Self::Game as Game>::Position,
        side: Side,
        lead: i32,
        scratch: &mut Scratch,
    );
}

/// A position with what it may not tell itself.
#[derive(Clone)]
struct Node<P> {
    position: P,
    side: Side,
    /// By how many points the side to move is ahead.
    lead: i32,
}

/// What a search expects.
struct Expected<P> {
    /// For the side that moved to choose.
    value: f32,
    /// The leaf that it comes from; `None` if that is an end.
    leaf: Option<Node<P>>,
}

fn worth(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Loss => -1.0,
        Outcome::Draw => 0.0,
        Outcome::Win => 1.0,
    }
}

struct Player<'a, S: Subject> {
    subject: &'a S,
    learned: &'a Learned,
    scratch: Scratch,
}

impl<S: Subject> Player<'_, S> {
    fn child(
        &self,
        node: &Node<<S::Game as Game>::Position>,
        mv: <S::Game as Game>::Move,
    ) -> (Node<<S::Game as Game>::Position>, bool) {
        let game = self.subject.game();
        let lead = node.lead + self.subject.gain(&node.position, mv);
        let keeps = game.keeps_turn(&node.position, mv);
        let child = Node {
            position: game.child(&node.position, mv),
            side: if keeps { node.side } else { node.side.other() },
            lead: if keeps { lead } else { -lead },
        };
        (child, keeps)
    }

    /// The set of weights for the side to move.
    fn set(&self, side: Side) -> usize {
        (side as usize).min(self.learned.about.features.sides - 1)
    }

    fn judge(&mut self, node: &Node<<S::Game as Game>::Position>) -> f32 {
        let Node {
            position,
            side,
            lead,
        } = node;
        self.subject.read(position, *side, *lead, &mut self.scratch);
        self.learned.value(&self.scratch, self.set(*side))
    }

    /// The value of a node for the side to move within a window, and the leaf it comes from.
    fn search(
        &mut self,
        node: Node<<S::Game as Game>::Position>,
        depth: u32,
        mut alpha: f32,
        beta: f32,
    ) -> Expected<<S::Game as Game>::Position> {
        if let Some(end) = self.subject.end(&node.position, node.lead) {
            return Expected {
                value: worth(end),
                leaf: None,
            };
        }
        if depth == 0 {
            return Expected {
                value: self.judge(&node),
                leaf: Some(node),
            };
        }
        let mut moves = Vec::new();
        self.subject.game().moves(&node.position, &mut moves);
        let mut best = Expected {
            value: f32::NEG_INFINITY,
            leaf: None,
        };
        for mv in moves {
            let (child, keeps) = self.child(&node, mv);
            let found = self.reply(child, keeps, depth - 1, alpha, beta);
            if found.value > best.value {
                best = found;
            }
            alpha = alpha.max(best.value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The value of a child for the side that moves before it.
    fn reply(
        &mut self,
        child: Node<<S::Game as Game>::Position>,
        keeps: bool,
        depth: u32,
        alpha: f32,
        beta: f32,
    ) -> Expected<<S::Game as Game>::Position> {
        if keeps {
            return self.search(child, depth, alpha, beta);
        }
        let found = self.search(child, depth, -beta, -alpha);
        Expected {
            value: -found.value,
            ..found
        }
    }
}

/// What is learned from, of a game that was played.
#[derive(Debug, Default)]
struct Record {
    samples: Vec<Sample>,
    /// The numbers of the weights that the leaves show, end to end.
    patterns: Vec<u32>,
    /// What heuristics say of them, end to end.
    heuristics: Vec<f32>,
    /// How the game ended for First; `None` if it was broken off.
    end: Option<f32>,
}

/// A move of a game: what the search expected.
#[derive(Debug, Clone, Copy)]
struct Sample {
    /// 1 if what the leaf is worth to its side to move is for First, −1 if it is for Second.
    sign: f32,
    /// The value for First, if the leaf is an end.
    exact: Option<f32>,
    /// Whether another move was played than the one expected; it follows.
    explored: bool,
}

fn for_first(side: Side) -> f32 {
    match side {
        Side::First => 1.0,
        Side::Second => -1.0,
    }
}

impl<S: Subject> Player<'_, S> {
    /// Plays a game and keeps what each search expected.
    fn game(
        &mut self,
        mut node: Node<<S::Game as Game>::Position>,
        random: &mut SplitMix,
    ) -> Record {
        let design = &self.learned.about.design;
        let (depth, exploration) = (design.depth.max(1), design.exploration);
        let mut record = Record::default();
        let mut moves = Vec::new();
        for _ in 0..design.plies {
            if let Some(end) = self.subject.end(&node.position, node.lead) {
                record.end = Some(worth(end) * for_first(node.side));
                break;
            }
            moves.clear();
            self.subject.game().moves(&node.position, &mut moves);
            let mut best = Expected {
                value: f32::NEG_INFINITY,
                leaf: None,
            };
            let (mut chosen, mut equals) = (0, 0);
            for (i, &mv) in moves.iter().enumerate() {
                let (child, keeps) = self.child(&node, mv);
                // A little below the best, so that equal moves are seen to be equal.
                let alpha = best.value - 1e-6;
                let found = self.reply(child, keeps, depth - 1, alpha, f32::INFINITY);
                if found.value > best.value {
                    (best, chosen, equals) = (found, i, 1);
                } else if found.value >= best.value {
                    equals += 1;
                    if random.below(equals) == 0 {
                        (best, chosen) = (found, i);
                    }
                }
            }
            let explored = random.unit() < exploration;
            self.keep(&best, node.side, explored, &mut record);
            if explored {
                chosen = random.below(moves.len());
            }
            let Some(&mv) = moves.get(chosen) else { break };
            let (child, keeps) = self.child(&node, mv);
            if explored {
                // What the move that is played leads to is learned too, or what is thought too little of would never
                // be tried.
                let (low, high) = (f32::NEG_INFINITY, f32::INFINITY);
                let found = self.reply(child.clone(), keeps, depth - 1, low, high);
                self.keep(&found, node.side, false, &mut record);
            }
            node = child;
        }
        record
    }

    fn keep(
        &mut self,
        best: &Expected<<S::Game as Game>::Position>,
        side: Side,
        explored: bool,
        record: &mut Record,
    ) {
        let Some(leaf) = &best.leaf else {
            record.samples.push(Sample {
                sign: 1.0,
                exact: Some(best.value * for_first(side)),
                explored,
            });
            return;
        };
        let Node {
            position,
            side,
            lead,
        } = leaf;
        self.subject.read(position, *side, *lead, &mut self.scratch);
        let set = self.set(*side);
        self.learned.see(&self.scratch, set, &mut record.patterns);
        record.heuristics.extend(&self.scratch.heuristics);
        record.samples.push(Sample {
            sign: for_first(*side),
            exact: None,
            explored,
        });
    }
}

impl Learned {
    /// Learns from a game, from its end to its start.
    fn learn_from(&mut self, record: &Record) {
        let lambda = self.about.design.lambda as f32;
        let dense = self.about.features.heuristics.len();
        let judged = record
            .samples
            .iter()
            .filter(|sample| sample.exact.is_none());
        let width = record.patterns.len() / judged.clone().count().max(1);
        let mut left = judged.count();
        // What the next search expected, and what came of it.
        let mut after = record.end.map(|end| (end, end));
        for sample in record.samples.iter().rev() {
            let mut value = sample.exact.unwrap_or(0.0);
            if sample.exact.is_none() {
                left -= 1;
                let seen = Seen {
                    patterns: &record.patterns[left * width..(left + 1) * width],
                    heuristics: &record.heuristics[left * dense..(left + 1) * dense],
                };
                value = self.value_of(seen) * sample.sign;
                if let (Some((next, end)), false) = (after, sample.explored) {
                    let target = (1.0 - lambda) * next + lambda * end;
                    self.step(seen, value * sample.sign, target * sample.sign);
                    after = Some((value, target));
                    continue;
                }
            }
            // An end is what it is; and what follows a move that was drawn by lot tells nothing of the one expected.
            after = Some((value, value));
        }
    }
}

/// Plays the games of the next round from a position, and learns from them. If a limit is met nothing is learned.
pub fn play_round<S: Subject>(
    subject: &S,
    start: (&<S::Game as Game>::Position, Side, i32),
    learned: &mut Learned,
    limits: &Limits,
) -> Result<(), Stopped> {
    let (from, seed) = (learned.about.games, learned.about.design.seed);
    let numbers = from..from + u64::from(learned.about.design.round.max(1));
    let games = numbers.end - numbers.start;
    let stopped = AtomicBool::new(false);
    let teacher = &*learned;
    let records = for_each_job(
        limits.threads(),
        numbers,
        || (teacher.scratch(), Vec::new()),
        |(scratch, records): &mut (Scratch, Vec<(u64, Record)>), number| {
            if stopped.load(Ordering::Relaxed) || limits.check(0).is_err() {
                stopped.store(true, Ordering::Relaxed);
                return;
            }
            let mut player = Player {
                subject,
                learned: teacher,
                scratch: std::mem::take(scratch),
            };
            let (position, side, lead) = start;
            let node = Node {
                position: position.clone(),
                side,
                lead,
            };
            // One generator a game: the mixing of the seed makes neighbours unrelated.
            let mut random = SplitMix(SplitMix(seed ^ number.rotate_left(32)).next_u64());
            records.push((number, player.game(node, &mut random)));
            *scratch = player.scratch;
        },
    );
    limits.check(0)?;
    if stopped.into_inner() {
        return Err(Stopped::Asked);
    }
    let mut records: Vec<_> = records
        .into_iter()
        .flat_map(|(_, records)| records)
        .collect();
    records.sort_by_key(|(number, _)| *number);
    for (_, record) in &records {
        learned.learn_from(record);
    }
    learned.about.games += games;
    Ok(())
}

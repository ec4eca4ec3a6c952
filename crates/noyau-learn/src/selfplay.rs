//! Rounds of self-play, and learning from them.
//!
//! Each move is chosen by alpha-beta to the depth of the design, with the learner at the horizon: O(moves^depth)
//! positions in the worst case. After the games, one pass over each from its end to its start, with the current
//! weights, moves the leaf of each principal variation towards its target.

use super::lookups::Phase;
use super::network::{ActiveWeights, Learned, Scratch, squashed};
use noyau_core::game::{Game, Side};
use noyau_core::hash::FoldHasher;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::parallel::for_each_job;
use noyau_core::payoff::Rules;
use noyau_core::random::SplitMix;
use noyau_core::tactics::TacticsOf;
use noyau_core::value::MoveEffect;
use std::collections::HashSet;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes cells and heuristics of a position that is not terminal, for the side to move with its lead in points.
pub type Read<'a, G> = dyn Fn(&<G as Game>::Position, Side, i32, &mut Scratch) + Sync + 'a;

/// A position with the side to move and the lead, which it may not contain.
#[derive(Clone)]
struct Node<P> {
    position: P,
    side: Side,
    /// The lead of the side to move.
    lead: i32,
}

impl<P: Hash> Node<P> {
    /// A number that tells positions of a game apart.
    fn key(&self) -> u64 {
        FoldHasher::hash_of(&(&self.position, self.side as u8))
    }
}

/// The result of a search.
struct Expected<P> {
    /// For the side to move at the root.
    value: f32,
    /// The leaf of the principal variation; `None` if it is terminal.
    leaf: Option<Node<P>>,
}

/// The most noisy moves in a row that are looked at behind the horizon.
const MOST_NOISE: u32 = 12;

struct Player<'a, G: Game> {
    rules: Rules<'a, G>,
    /// Which moves are looked at behind the horizon.
    tactics: Option<&'a TacticsOf<G>>,
    look: &'a Read<'a, G>,
    learned: &'a Learned,
    scratch: Scratch,
}

impl<G: Game> Player<'_, G> {
    fn child(&self, node: &Node<G::Position>, mv: G::Move) -> (Node<G::Position>, MoveEffect) {
        let (position, effect) = self.rules.advance(&node.position, mv);
        let child = Node {
            position,
            side: node.side.after(effect.keeps_turn),
            lead: effect.lead_after(node.lead),
        };
        (child, effect)
    }

    /// The value of a finished game for the side to move.
    fn end(&self, node: &Node<G::Position>) -> Option<f32> {
        let outcome = self.rules.outcome(&node.position, node.lead)?;
        let margin = self.learned.about.features.margin;
        if margin == 0 || !self.rules.payoff.has_points() {
            return Some(outcome.sign() as f32);
        }
        let rest = self.rules.payoff.end(self.rules.game, &node.position);
        Some(squashed(
            (node.lead + rest.unwrap_or(0)) as f32 / margin as f32,
        ))
    }

    /// The value of endless play for the side to move: a draw, and in games with points what each side has.
    fn endless(&self, lead: i32) -> f32 {
        match self.learned.about.features.margin {
            _ if !self.rules.payoff.has_points() => 0.0,
            0 => lead.signum() as f32,
            margin => squashed(lead as f32 / margin as f32),
        }
    }

    /// Reads the features of a position; returns the set of weights for its side to move.
    fn read(&mut self, node: &Node<G::Position>) -> usize {
        (self.look)(&node.position, node.side, node.lead, &mut self.scratch);
        (node.side as usize).min(self.learned.about.features.sides - 1)
    }

    /// The value of a node for the side to move within a window, and the leaf of its principal variation.
    fn search(
        &mut self,
        node: &Node<G::Position>,
        depth: u32,
        mut alpha: f32,
        beta: f32,
    ) -> Expected<G::Position> {
        if let Some(value) = self.end(node) {
            return Expected { value, leaf: None };
        }
        if depth == 0 {
            return self.look_on(node, MOST_NOISE, alpha, beta);
        }
        let mut moves = Vec::new();
        self.rules.game.moves(&node.position, &mut moves);
        let mut best = Expected {
            value: f32::NEG_INFINITY,
            leaf: None,
        };
        for mv in moves {
            let (child, effect) = self.child(node, mv);
            let found = self.reply(&child, effect, depth - 1, alpha, beta);
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

    /// The value at the horizon: the learner's, after the noisy moves that are worth it.
    fn look_on(
        &mut self,
        node: &Node<G::Position>,
        noise: u32,
        mut alpha: f32,
        beta: f32,
    ) -> Expected<G::Position> {
        if let Some(value) = self.end(node) {
            return Expected { value, leaf: None };
        }
        let mut moves = Vec::new();
        let mut forced = false;
        if let Some(tactics) = self.tactics.filter(|_| noise > 0) {
            forced = (tactics.is_forced)(self.rules.game, &node.position);
            if forced {
                self.rules.game.moves(&node.position, &mut moves);
            } else {
                (tactics.winning_noise)(self.rules.game, &node.position, &mut moves);
            }
        }
        let mut best = Expected {
            value: f32::NEG_INFINITY,
            leaf: None,
        };
        if !forced {
            let set = self.read(node);
            best.value = self.learned.value(&self.scratch, set);
            best.leaf = Some(node.clone());
            alpha = alpha.max(best.value);
        }
        for mv in moves {
            if alpha >= beta {
                break;
            }
            let (child, effect) = self.child(node, mv);
            let found = if effect.keeps_turn {
                self.look_on(&child, noise - 1, alpha, beta)
            } else {
                let found = self.look_on(&child, noise - 1, -beta, -alpha);
                Expected {
                    value: -found.value,
                    ..found
                }
            };
            if found.value > best.value {
                best = found;
            }
            alpha = alpha.max(best.value);
        }
        best
    }

    /// The value of a child for the side that moves before it.
    fn reply(
        &mut self,
        child: &Node<G::Position>,
        effect: MoveEffect,
        depth: u32,
        alpha: f32,
        beta: f32,
    ) -> Expected<G::Position> {
        if effect.keeps_turn {
            return self.search(child, depth, alpha, beta);
        }
        let found = self.search(child, depth, -beta, -alpha);
        Expected {
            value: -found.value,
            ..found
        }
    }
}

/// The training data of one game.
#[derive(Debug, Default)]
struct Record {
    samples: Vec<Sample>,
    /// The indices of the active weights of the leaves, concatenated.
    patterns: Vec<u32>,
    /// The heuristics of the leaves, concatenated.
    heuristics: Vec<f32>,
    /// Where between the phases the leaves are.
    phases: Vec<Phase>,
    /// The outcome for First; `None` if the game was cut off.
    end: Option<f32>,
}

/// One move of a game: the result of its search.
#[derive(Debug, Clone, Copy)]
struct Sample {
    /// 1 if the side to move at the leaf is First, −1 if it is Second.
    sign: f32,
    /// The value for First, if the leaf is terminal.
    exact: Option<f32>,
    /// Whether a random move was played instead of the best; its own sample follows.
    explored: bool,
}

/// 1 for First, −1 for Second.
fn for_first(side: Side) -> f32 {
    side.for_first(1) as f32
}

impl Record {
    /// Records the result of a search for a side; for a leaf, the features in the scratch space with that set of
    /// weights.
    fn keep(
        &mut self,
        learned: &Learned,
        (scratch, set): (&Scratch, usize),
        sign: f32,
        exact: Option<f32>,
        explored: bool,
    ) {
        if exact.is_none() {
            learned.see(scratch, set, &mut self.patterns);
            self.heuristics.extend(&scratch.heuristics);
            self.phases.push(learned.lookups.phase(scratch.progress));
        }
        self.samples.push(Sample {
            sign,
            exact,
            explored,
        });
    }
}

impl<G: Game> Player<'_, G> {
    /// Plays a game and records the result of each search.
    fn game(&mut self, mut node: Node<G::Position>, random: &mut SplitMix) -> Record {
        let design = &self.learned.about.design;
        let (depth, exploration) = (design.depth.max(1), design.exploration);
        let mut record = Record::default();
        let mut moves = Vec::new();
        let mut met = HashSet::new();
        let lots = match design.lots {
            0 => 0,
            most => random.below(most as usize + 1),
        };
        for ply in 0..design.plies as usize {
            let end = self.end(&node);
            // A position that is met again would be met for ever.
            let end = end.or_else(|| {
                let again = !met.insert(node.key());
                again.then(|| self.endless(node.lead))
            });
            if let Some(end) = end {
                record.end = Some(end * for_first(node.side));
                break;
            }
            moves.clear();
            self.rules.game.moves(&node.position, &mut moves);
            if ply < lots {
                node = self.child(&node, moves[random.below(moves.len())]).0;
                continue;
            }
            let mut best = Expected {
                value: f32::NEG_INFINITY,
                leaf: None,
            };
            let (mut chosen, mut equals) = (0, 0);
            for (i, &mv) in moves.iter().enumerate() {
                let (child, effect) = self.child(&node, mv);
                // Slightly below the best, so that equal moves are recognised as equal.
                let alpha = best.value - 1e-6;
                let found = if met.contains(&child.key()) {
                    Expected {
                        value: self.endless(node.lead + effect.gain),
                        leaf: None,
                    }
                } else {
                    self.reply(&child, effect, depth - 1, alpha, f32::INFINITY)
                };
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
            let (child, effect) = self.child(&node, mv);
            if explored {
                // Also learn from the successor of the random move, or underrated moves would never be tried.
                let (low, high) = (f32::NEG_INFINITY, f32::INFINITY);
                let found = self.reply(&child, effect, depth - 1, low, high);
                self.keep(&found, node.side, false, &mut record);
            }
            node = child;
        }
        record
    }

    fn keep(
        &mut self,
        best: &Expected<G::Position>,
        side: Side,
        explored: bool,
        record: &mut Record,
    ) {
        let (set, sign, exact) = match &best.leaf {
            None => (0, 1.0, Some(best.value * for_first(side))),
            Some(leaf) => (self.read(leaf), for_first(leaf.side), None),
        };
        let seen = (&self.scratch, set);
        record.keep(self.learned, seen, sign, exact, explored);
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
        // The value of the next search, and its target.
        let mut after = record.end.map(|end| (end, end));
        for sample in record.samples.iter().rev() {
            let mut value = sample.exact.unwrap_or(0.0);
            if sample.exact.is_none() {
                left -= 1;
                let seen = ActiveWeights {
                    patterns: &record.patterns[left * width..(left + 1) * width],
                    heuristics: &record.heuristics[left * dense..(left + 1) * dense],
                    phase: record.phases[left],
                };
                value = self.value_of(seen) * sample.sign;
                if let (Some((next, end)), false) = (after, sample.explored) {
                    let target = (1.0 - lambda) * next + lambda * end;
                    self.step(seen, value * sample.sign, target * sample.sign);
                    after = Some((value, target));
                    continue;
                }
            }
            // A terminal value is exact; and play after a random move says nothing about the best one.
            after = Some((value, value));
        }
    }
}

/// Plays the games of the next round from a position, and learns from them. Learns nothing if a limit is reached.
pub fn play_round<G: Game>(
    rules: Rules<'_, G>,
    tactics: Option<&TacticsOf<G>>,
    look: &Read<'_, G>,
    (position, side, lead): (&G::Position, Side, i32),
    learned: &mut Learned,
    limits: &Limits,
) -> Result<(), Stopped> {
    learned.play_games(limits, &|learned, scratch, random| {
        let mut player = Player {
            rules,
            tactics,
            look,
            learned,
            scratch: std::mem::take(scratch),
        };
        let start = Node {
            position: position.clone(),
            side,
            lead,
        };
        let record = player.game(start, random);
        *scratch = player.scratch;
        record
    })
}

/// Plays a game with the current weights.
type PlayGame<'a> = dyn Fn(&Learned, &mut Scratch, &mut SplitMix) -> Record + Sync + 'a;

impl Learned {
    /// Plays the games of a round, and learns from them.
    fn play_games(&mut self, limits: &Limits, play: &PlayGame<'_>) -> Result<(), Stopped> {
        let (from, seed) = (self.about.games, self.about.design.seed);
        let numbers = from..from + u64::from(self.about.design.round.max(1));
        let games = numbers.end - numbers.start;
        let stopped = AtomicBool::new(false);
        let teacher = &*self;
        let records = for_each_job(
            limits.threads(),
            numbers,
            || (teacher.scratch(), Vec::new()),
            |(scratch, records): &mut (Scratch, Vec<(u64, Record)>), number| {
                if stopped.load(Ordering::Relaxed) || limits.check(0).is_err() {
                    stopped.store(true, Ordering::Relaxed);
                    return;
                }
                // One generator per game: hashing the seed makes neighbours independent.
                let mut random = SplitMix(SplitMix(seed ^ number.rotate_left(32)).next_u64());
                records.push((number, play(teacher, scratch, &mut random)));
            },
        );
        limits.check(0)?;
        if stopped.into_inner() {
            return Err(Stopped::Asked);
        }
        let records = records.into_iter().flat_map(|(_, records)| records);
        let mut records: Vec<_> = records.collect();
        records.sort_unstable_by_key(|(number, _)| *number);
        for (_, record) in &records {
            self.learn_from(record);
        }
        self.about.games += games;
        Ok(())
    }
}

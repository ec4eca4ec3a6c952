//! What a tree keeps where the game knows how it is usually played: what is expected of each move, and what it brought when
//! it was played later (Gelly and Silver 2007).

use super::tree::{Proof, Tree};
use noyau_core::game::{Game, Outcome};
use noyau_core::guide::GuideOf;
use noyau_core::payoff::Rules;
use noyau_core::random::SplitMix;

/// What is known of a move besides its simulations, for the side that plays it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hint {
    /// What is expected: so many points of so many simulations.
    points: f32,
    of: f32,
    /// The simulations in which its side played a move of its kind here or later, and their points.
    later_points: f32,
    later: f32,
}

/// Who moves, seen from the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mover {
    /// The side to move there.
    Root,
    Other,
}

impl Mover {
    /// Who moves next.
    #[inline]
    pub(super) const fn after(self, keeps_turn: bool) -> Self {
        match (self, keeps_turn) {
            (mover, true) => mover,
            (Self::Root, false) => Self::Other,
            (Self::Other, false) => Self::Root,
        }
    }
}

/// What was played in a simulation.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Who moved to each node of the path, the root left out.
    pub(super) movers: Vec<Mover>,
    /// Who was the first to play a move of each kind.
    firsts: Vec<Option<Mover>>,
}

impl Seen {
    pub(super) fn begin(&mut self) {
        self.movers.clear();
        self.firsts.fill(None);
    }

    /// Goes on with likely moves to the end; what it brings to the side to move at its start.
    pub(super) fn play_out<G: Game>(
        &mut self,
        rules: Rules<'_, G>,
        guide: &GuideOf<G>,
        (position, mut lead, mut last, mut mover): (&mut G::Position, i32, Option<G::Move>, Mover),
        most: u32,
        random: &mut SplitMix,
    ) -> f64 {
        let game = rules.game;
        self.firsts.resize((guide.kinds)(game), None);
        let own = mover;
        for _ in 0..most {
            let Some(mv) = (guide.likely_move)(game, position, last, random) else {
                break;
            };
            if let Some(kind) = (guide.kind)(game, mv) {
                self.firsts[kind].get_or_insert(mover);
            }
            let effect = rules.effect(position, mv);
            lead = effect.lead_after(lead);
            mover = mover.after(effect.keeps_turn);
            game.play(position, mv);
            last = Some(mv);
        }
        match rules.outcome(position, lead) {
            None | Some(Outcome::Draw) => 0.5,
            Some(outcome) if (outcome == Outcome::Win) == (mover == own) => 1.0,
            Some(_) => 0.0,
        }
    }
}

/// After so many simulations what a move brought at once counts as much as what it brought later.
const EQUIVALENT: f32 = 1500.0;

impl<G: Game> Tree<G> {
    /// Appends what is expected of the children that were appended last.
    pub(super) fn expect(
        &mut self,
        guide: &GuideOf<G>,
        game: &G,
        (position, last): (&G::Position, Option<G::Move>),
        moves: &[G::Move],
        random: &mut SplitMix,
    ) {
        let before = self.moves.len() - moves.len();
        self.hints.resize(before, Hint::default());
        let mut expected = Vec::with_capacity(moves.len());
        (guide.expect)(game, position, last, moves, &mut expected);
        // Among equals the lot decides.
        let hints = expected.into_iter().map(|expected| Hint {
            points: expected.won + 0.01 * random.unit() as f32,
            of: expected.of,
            ..Hint::default()
        });
        self.hints.extend(hints);
        self.hints.resize(self.moves.len(), Hint::default());
    }

    /// The child to look at.
    pub(super) fn select_guided(&self, at: usize) -> usize {
        let range = self.nodes.0[at].range();
        let mut best = (f32::NEG_INFINITY, range.start);
        for child in range {
            let node = &self.nodes.0[child];
            if node.proof == Proof::Loss {
                continue;
            }
            let hint = self.hints.get(child - 1).copied().unwrap_or_default();
            let count = node.visits as f32 + hint.of;
            let mean = (node.sum as f32 + hint.points) / count.max(1e-3);
            let later = hint.later;
            let share = later / (later + count + later * count / EQUIVALENT).max(1e-3);
            let later_mean = hint.later_points / later.max(1.0);
            let value = mean + share * (later_mean - mean);
            if value > best.0 {
                best = (value, child);
            }
        }
        best.1
    }

    /// Takes what a simulation brought to whoever moved to the last node of its path to the moves that were played later.
    pub(super) fn remember(
        &mut self,
        guide: &GuideOf<G>,
        game: &G,
        path: &[u32],
        seen: &mut Seen,
        worth: f64,
    ) {
        let Some(&to) = seen.movers.last() else {
            return;
        };
        seen.firsts.resize((guide.kinds)(game), None);
        for i in (1..path.len()).rev() {
            let mover = seen.movers[i - 1];
            if let Some(kind) = (guide.kind)(game, self.moves[path[i] as usize - 1]) {
                seen.firsts[kind] = Some(mover);
            }
            let points = if mover == to { worth } else { 1.0 - worth } as f32;
            for child in self.nodes.0[path[i - 1] as usize].range() {
                let kind = (guide.kind)(game, self.moves[child - 1]);
                if kind.is_some_and(|kind| seen.firsts[kind] == Some(mover))
                    && let Some(hint) = self.hints.get_mut(child - 1)
                {
                    hint.later += 1.0;
                    hint.later_points += points;
                }
            }
        }
    }
}

//! Weaker players, who err as people do: they overlook moves, quiet ones more than captures and far ones more than near ones,
//! and misjudge what they see.
//!
//! What is overlooked and misjudged is drawn from a seed, the position and the move, so that it is the same whenever the
//! search comes by, and another in another game.

use noyau_core::game::Game;
use noyau_core::hash::FoldHasher;
use noyau_core::heuristic::{Evaluator, Score};
use noyau_core::payoff::Rules;
use noyau_core::random::SplitMix;

/// How a weaker player errs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Oversight {
    /// The share of quiet replies that are overlooked one ply ahead, from 0 to 1; further ahead it is more. Of noisy moves the
    /// square of it.
    pub overlooked: f64,
    /// By how much positions are misjudged, of what opinions usually differ by.
    pub misjudged: f64,
    /// What it is drawn from.
    pub seed: u64,
}

/// The same, for one search.
pub(super) struct Erring {
    how: Oversight,
    /// What opinions differ by in the positions to come.
    spread: f64,
}

impl Erring {
    /// Measures what opinions differ by, in random games of a few moves.
    pub(super) fn new<G: Game>(
        how: Oversight,
        rules: Rules<'_, G>,
        evaluator: &Evaluator<G>,
        (start, lead): (&G::Position, i32),
    ) -> Self {
        const GAMES: u32 = 12;
        const PLIES: u32 = 8;
        let mut random = SplitMix(how.seed);
        let mut moves = Vec::new();
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
        for _ in 0..GAMES {
            let (mut position, mut lead, mut sign) = (start.clone(), lead, 1);
            for _ in 0..PLIES {
                if rules.game.outcome(&position).is_some() {
                    break;
                }
                let opinion = evaluator.score(rules.game, &position, lead);
                let opinion = f64::from(sign * opinion);
                sum += opinion;
                squares += opinion * opinion;
                count += 1.0;
                let drawn = rules.game.random_move(&position, &mut random, &mut moves);
                let Some(mv) = drawn else {
                    break;
                };
                let (child, effect) = rules.advance(&position, mv);
                lead = effect.lead_after(lead);
                sign = if effect.keeps_turn { sign } else { -sign };
                position = child;
            }
        }
        let mean = sum / f64::max(count, 1.0);
        let variance: f64 = squares / f64::max(count, 1.0) - mean * mean;
        Self {
            how,
            spread: variance.max(1.0).sqrt(),
        }
    }

    /// A number from 0 to 1 that belongs to a position or a move.
    fn lot(&self, name: u64) -> f64 {
        SplitMix(self.how.seed ^ name).unit()
    }

    /// Whether a move so many plies ahead is overlooked. Those of the player's own are not, nor is the first.
    pub(super) fn overlooks(&self, position: u64, mv: u64, ply: u32, noisy: bool) -> bool {
        if ply == 0 {
            return false;
        }
        let far = 1.0 - (1.0 - self.how.overlooked).powf(f64::from(ply).sqrt());
        let share = if noisy { far * far } else { far };
        self.lot(position ^ mv.rotate_left(17)) < share
    }

    /// An opinion, misjudged.
    pub(super) fn misjudge(&self, name: u64, opinion: Score) -> Score {
        // The sum of three even lots is nearly normal; its deviation is a half.
        let lots = (0..3u64).map(|i| self.lot(FoldHasher::hash_of(&(name, i))));
        let error = 2.0 * (lots.sum::<f64>() - 1.5);
        opinion.saturating_add((error * self.how.misjudged * self.spread).round() as Score)
    }
}

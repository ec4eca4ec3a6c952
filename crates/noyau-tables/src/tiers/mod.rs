//! The strong solver: the exact value of every position that play can reach, tier by tier.
//!
//! A first pass goes forwards from the start, or from several, and enumerates each tier (`reach`); a second goes backwards and solves
//! each by the method that fits it (`backward`, `loopy_tier`). The public modules are what a process alone and one of
//! many have in common; `forward` and `backward` are the threads of one. Both passes keep what they finish as checkpoints, and go on from
//! there. Only canonical images under the symmetries of the game are held; counts are of all positions. Each position's
//! moves are generated once or twice, plus once a sweep in tiers with cycles that cannot be played backwards.
//!
//! Retrograde analysis tier by tier: Ströhlein 1970, Thompson 1986; with numbers for positions and the material left as
//! tiers: Gasser 1996, Lincke 2002.

mod backward;
mod forward;
pub mod locator;
pub mod loopy_tier;
mod plan;
pub mod reach;
mod sample;
pub mod score;
pub mod seen;
pub mod tier_scores;
mod work;

pub use self::plan::{Method, Plan, TierPlan, look, plan};
pub use self::tier_scores::SolvedScores;

use self::backward::Backward;
use self::forward::enumerate_tiers;
use self::score::score_of_code;
use self::work::Work;
use crate::checkpoint::Checkpoints;
use noyau_core::by_number::{ByNumber, Goal, Layout};
use noyau_core::game::Outcome;
use noyau_core::language::{Language, Localized, Message};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::message;
use noyau_core::value::Value;
use noyau_format::code::{Code, GAP, SolvedTier, value_of_code};
use noyau_format::header::Values;
use std::io;

/// Why a game is not solved. The checkpoints that were kept before are good, and a further run goes on from there.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotSolved {
    /// A limit was met.
    Stopped(Stopped),
    /// A checkpoint could not be read or written.
    Storage(io::Error),
    /// A tier with more positions than are numbered in memory.
    TierTooLarge {
        /// Which.
        tier: u32,
    },
    /// A distance or margin beyond what tables hold.
    ValueTooLarge,
    /// Nimbers were asked for, and play can go round.
    Cycle,
    /// It would take more memory than it may.
    TooLarge(Message),
}

impl Localized for NotSolved {
    fn localized(&self, language: Language) -> String {
        let message = match self {
            Self::Stopped(stopped) => message!(
                "not solved: {why}; what is finished is kept",
                "pas résolu : {why} ; ce qui est fini est gardé",
                why = stopped.text()
            ),
            Self::Storage(problem) => message!(
                "a piece cannot be read or written: {problem}",
                "un morceau ne peut être lu ou écrit : {problem}"
            ),
            Self::TierTooLarge { tier } => message!(
                "tier {tier} has more than 4294967295 positions",
                "l'étage {tier} a plus de 4294967295 positions"
            ),
            Self::ValueTooLarge => message!(
                "a distance or a margin is too large for a table",
                "une distance ou une marge est trop grande pour une table"
            ),
            Self::Cycle => message!(
                "play can go round, so that not every position has a nimber",
                "le jeu peut tourner en rond : toutes les positions n'ont pas de nimber"
            ),
            Self::TooLarge(why) => why.clone(),
        };
        message.localized(language)
    }
}

noyau_core::localized_error!(NotSolved);

impl From<io::Error> for NotSolved {
    fn from(problem: io::Error) -> Self {
        Self::Storage(problem)
    }
}

/// What a strong solution counts. Positions are all that play can reach, images under symmetry included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Positions.
    pub positions: u64,
    /// Won for the side to move.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost for the side to move.
    pub lost: u64,
    /// The greatest distance of a win or loss; 0 in games with points.
    pub longest: u32,
    /// Positions stored.
    pub stored: u64,
    /// The code of the start, the first if there are several.
    pub start: Code,
}

impl Summary {
    fn add(&mut self, values: Values, tier: &SolvedTier) {
        for (code, &positions) in (0..).zip(&tier.counts) {
            if positions == 0 {
                continue;
            }
            self.positions += positions;
            match Outcome::of_margin(score_of_code(values, code).into()) {
                Outcome::Win => self.won += positions,
                Outcome::Draw => self.drawn += positions,
                Outcome::Loss => self.lost += positions,
            }
            if values == Values::Outcome {
                let distance = value_of_code(code).and_then(Value::distance);
                self.longest = self.longest.max(distance.unwrap_or(0));
            }
        }
        self.stored += tier.values.iter().filter(|&&code| code != GAP).count() as u64;
    }
}

/// Finds the outcome and distance, or the margin, of every position, and nimbers if the game wants them. What checkpoints
/// hold is not done again.
pub fn solve(
    game: &dyn ByNumber,
    checkpoints: &Checkpoints<'_>,
    limits: &Limits,
) -> Result<Summary, NotSolved> {
    let work = Work {
        game,
        checkpoints,
        limits,
    };
    // A sample is taken only of what the game expects to be too large.
    if plan(game, limits).refusal(limits).is_some()
        && let Some(why) = look(game, limits).refusal(limits)
    {
        return Err(NotSolved::TooLarge(why));
    }
    let layout = game.layout();
    let sizes = if layout.is_whole {
        let tiers = layout.tiers.iter();
        tiers.map(|tier| tier.dense.unwrap_or(0)).collect()
    } else {
        enumerate_tiers(&work)?
    };
    Backward::run(&work, &sizes)
}

/// What a table of the game tells of each position.
pub fn values_of(layout: &Layout) -> Values {
    match layout.goal {
        Goal::Outcomes | Goal::Nimbers => Values::Outcome,
        Goal::Margins => Values::Margin,
    }
}

//! The strong solver: the exact value of every position that play can reach, tier by tier.
//!
//! A first pass goes forwards from the start and enumerates each tier (`reach`); a second goes backwards and solves
//! each by the method that fits it (`backward`, `inside`). Both keep what they finish on a shelf, and go on from
//! there. Only representatives under the symmetries of the game are held; counts are of all positions. Each position's
//! moves are generated once or twice, plus once a sweep in tiers with cycles that cannot be played backwards.
//!
//! Retrograde analysis tier by tier: Ströhlein 1970, Thompson 1986; with numbers for positions and the material left as
//! tiers: Gasser 1996, Lincke 2002.

mod backward;
pub mod by_number;
mod inside;
pub mod locator;
mod plan;
mod reach;
mod rule;
mod work;

pub use self::plan::{Method, Plan, TierPlan, plan};
pub use self::rule::{Score, UNKNOWN, score_of_value, value_of_score};

use self::backward::Backward;
use self::rule::{Margins, Outcomes, Rule};
use self::work::Work;
use crate::checkpoint::Shelf;
use noyau_core::game::Outcome;
use noyau_core::index::Index;
use noyau_core::language::{Language, Localized, Message};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::message;
use noyau_core::points::Points;
use noyau_core::value::Value;
use noyau_format::code::{Code, GAP, SolvedTier, value_of_code};
use std::fmt;
use std::io;

/// Why a game is not solved. What was put on the shelf before is good, and a further run goes on from there.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotSolved {
    /// A limit was met.
    Stopped(Stopped),
    /// The shelf could not be read or written.
    Shelf(io::Error),
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
            Self::Stopped(Stopped::Memory) => message!(
                "not solved: more memory would be needed; what is finished is kept",
                "pas résolu : il faudrait plus de mémoire ; ce qui est fini est gardé"
            ),
            Self::Stopped(Stopped::Time | Stopped::Nodes) => message!(
                "not solved: time is up; what is finished is kept",
                "pas résolu : le temps est écoulé ; ce qui est fini est gardé"
            ),
            Self::Stopped(Stopped::Asked) => message!(
                "stopped; what is finished is kept",
                "arrêté ; ce qui est fini est gardé"
            ),
            Self::Shelf(problem) => message!(
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

impl fmt::Display for NotSolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localized(Language::English))
    }
}

impl std::error::Error for NotSolved {}

impl From<io::Error> for NotSolved {
    fn from(problem: io::Error) -> Self {
        Self::Shelf(problem)
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
    /// The code of the start.
    pub start: Code,
}

impl Summary {
    fn add<G: Index, R: Rule<G>>(&mut self, tier: &SolvedTier) {
        for (code, &positions) in (0..).zip(&tier.counts) {
            if positions == 0 {
                continue;
            }
            self.positions += positions;
            match R::outcome(R::score(code)) {
                Outcome::Win => self.won += positions,
                Outcome::Draw => self.drawn += positions,
                Outcome::Loss => self.lost += positions,
            }
            if R::HAS_DISTANCE {
                let distance = value_of_code(code).and_then(Value::distance);
                self.longest = self.longest.max(distance.unwrap_or(0));
            }
        }
        self.stored += tier.values.iter().filter(|&&code| code != GAP).count() as u64;
    }
}

/// Solves every position with its distance, and with its nimber if asked: the game is then an impartial one under
/// normal play. What the shelf holds is not done again.
pub fn solve_outcomes<G: Index>(
    game: &G,
    shelf: &Shelf<'_>,
    limits: &Limits,
    nimbers: bool,
) -> Result<Summary, NotSolved> {
    solve::<G, Outcomes>(game, shelf, limits, nimbers)
}

/// Finds the margin still to come of every position.
pub fn solve_margins<G: Index + Points>(
    game: &G,
    shelf: &Shelf<'_>,
    limits: &Limits,
) -> Result<Summary, NotSolved> {
    solve::<G, Margins>(game, shelf, limits, false)
}

fn solve<G: Index, R: Rule<G>>(
    game: &G,
    shelf: &Shelf<'_>,
    limits: &Limits,
    nimbers: bool,
) -> Result<Summary, NotSolved> {
    let work = Work {
        game,
        shelf,
        limits,
    };
    let by_margin = !R::HAS_DISTANCE;
    if let Some(why) = plan(game, limits, by_margin).refusal(limits) {
        return Err(NotSolved::TooLarge(why));
    }
    let sizes = if game.is_whole() {
        let top = game.tier(&game.start());
        (0..=top)
            .map(|tier| game.dense(tier).unwrap_or(0))
            .collect()
    } else {
        reach::enumerate(&work)?
    };
    Backward::<G, R>::run(&work, nimbers, &sizes)
}

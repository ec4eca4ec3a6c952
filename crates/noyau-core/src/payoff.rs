//! The payoff of a game: an outcome at its end, or points along the way and at the end.
//!
//! Solvers, searches, learning and tables use this type, so games with and without points share one code path.
//! [`MoveEffect`] converts scores between the sides.

use crate::game::{Game, Outcome};
use crate::points::Points;
use crate::value::{MoveEffect, Worth};
use std::fmt;

/// How a game pays. As a constant it costs nothing in a hot loop: its functions are called directly.
pub struct Payoff<G: Game>(Option<PointRules<G>>);

type Gain<G> = fn(&G, &<G as Game>::Position, <G as Game>::Move) -> i32;

/// The functions of [`Points`], without the trait bound.
struct PointRules<G: Game> {
    /// `None` if all points are counted at the end.
    gain: Option<Gain<G>>,
    settle: fn(&G, &G::Position) -> (i32, i32),
    units: fn(&G) -> i32,
    won: fn(&G, &G::Position) -> Option<i32>,
}

impl<G: Points> Payoff<G> {
    /// Points: the side with more wins.
    pub const POINTS: Self = Self(Some(PointRules {
        gain: if G::ALONG_MOVES { Some(G::gain) } else { None },
        settle: G::settle,
        units: G::units,
        won: G::won,
    }));
}

impl<G: Game> Payoff<G> {
    /// Win, draw or loss.
    pub const OUTCOME: Self = Self(None);

    /// Whether the game is decided by points.
    #[inline]
    pub const fn has_points(&self) -> bool {
        self.0.is_some()
    }

    /// Whether points are won along moves.
    pub const fn along_moves(&self) -> bool {
        matches!(&self.0, Some(points) if points.gain.is_some())
    }

    /// The number of units per point, in which gains, settlements and margins are counted.
    pub fn units(&self, game: &G) -> i32 {
        self.0.as_ref().map_or(1, |points| (points.units)(game))
    }

    /// The total points won by both sides before a position, if the position determines it.
    pub fn won(&self, game: &G, position: &G::Position) -> Option<i32> {
        let points = self.0.as_ref()?;
        (points.won)(game, position)
    }

    /// The points that the side to move wins by a move.
    #[inline]
    pub fn gain(&self, game: &G, position: &G::Position, mv: G::Move) -> i32 {
        match &self.0 {
            Some(PointRules {
                gain: Some(gain), ..
            }) => gain(game, position, mv),
            _ => 0,
        }
    }

    /// The gain of a move, and whether it keeps the turn.
    #[inline]
    pub fn effect(&self, game: &G, position: &G::Position, mv: G::Move) -> MoveEffect {
        MoveEffect {
            gain: self.gain(game, position, mv),
            keeps_turn: game.keeps_turn(position, mv),
        }
    }

    /// The points settled at the end for the side to move and the opponent; `None` before the end and without
    /// points.
    pub fn settle(&self, game: &G, position: &G::Position) -> Option<(i32, i32)> {
        let points = self.0.as_ref()?;
        game.outcome(position)?;
        Some((points.settle)(game, position))
    }

    /// The payoff of a terminal position to the side to move: its margin, or 1, 0 or −1 for a win, a draw or a
    /// loss. `None` before the end.
    #[inline]
    pub fn end(&self, game: &G, position: &G::Position) -> Option<i32> {
        let outcome = game.outcome(position)?;
        Some(match &self.0 {
            None => outcome.sign(),
            Some(points) => {
                let (own, other) = (points.settle)(game, position);
                own - other
            }
        })
    }

    /// The outcome for the side to move, which was ahead by `lead` before the final settlement; `None` before the
    /// end.
    #[inline]
    pub fn outcome(&self, game: &G, position: &G::Position, lead: i32) -> Option<Outcome> {
        let outcome = game.outcome(position)?;
        Some(match &self.0 {
            None => outcome,
            Some(points) => {
                let (own, other) = (points.settle)(game, position);
                Outcome::of_margin(lead + own - other)
            }
        })
    }
}

impl<G: Game> fmt::Debug for Payoff<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Payoff")
            .field("points", &self.has_points())
            .finish()
    }
}

/// Where a table may have a position.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    /// Which of the tables.
    pub table: u32,
    /// The tier of the position there.
    pub tier: u32,
    /// Its number in the tier.
    pub number: u64,
}

/// Tables of solved positions that searches of a game ask.
pub trait Probe<G: Game>: Sync {
    /// What best play still brings to the side to move, without the points so far; `None` if no table has the position.
    fn probe(&self, position: &G::Position) -> Option<Worth>;

    /// Where a position would be, brought near to the processor, so that several are asked about in the time of one.
    fn find(&self, position: &G::Position) -> Option<Found>;

    /// What [`probe`](Probe::probe) says of a position that was found there.
    fn read(&self, found: Found, position: &G::Position) -> Option<Worth>;

    /// How many tiers the tables answer about, as far as is known, from the first on without a gap. They need not have all
    /// positions of these.
    fn tiers(&self) -> u32;
}

/// A game with its payoff: the input of searches and checkers. A game turns into one that is won, drawn or lost;
/// [`by_points`](Rules::by_points) makes it one for points.
pub struct Rules<'a, G: Game> {
    /// The moves.
    pub game: &'a G,
    /// The payoff.
    pub payoff: &'a Payoff<G>,
    /// The tables that searches ask, if there are any.
    pub tables: Option<&'a dyn Probe<G>>,
}

impl<'a, G: Points> Rules<'a, G> {
    /// A game that is decided by points.
    pub const fn by_points(game: &'a G) -> Self {
        Self {
            game,
            payoff: &Payoff::POINTS,
            tables: None,
        }
    }
}

impl<'a, G: Game> From<&'a G> for Rules<'a, G> {
    fn from(game: &'a G) -> Self {
        Self {
            game,
            payoff: &Payoff::OUTCOME,
            tables: None,
        }
    }
}

impl<G: Game> Rules<'_, G> {
    /// The effect of a move on scores.
    #[inline]
    pub fn effect(&self, position: &G::Position, mv: G::Move) -> MoveEffect {
        self.payoff.effect(self.game, position, mv)
    }

    /// The position after a move, and the effect of the move on scores.
    #[inline]
    pub fn advance(&self, position: &G::Position, mv: G::Move) -> (G::Position, MoveEffect) {
        (self.game.child(position, mv), self.effect(position, mv))
    }

    /// The payoff of a terminal position, see [`Payoff::end`].
    #[inline]
    pub fn end(&self, position: &G::Position) -> Option<i32> {
        self.payoff.end(self.game, position)
    }

    /// The outcome for the side to move, which was ahead by `lead`, see [`Payoff::outcome`].
    #[inline]
    pub fn outcome(&self, position: &G::Position, lead: i32) -> Option<Outcome> {
        self.payoff.outcome(self.game, position, lead)
    }

    /// What the tables know of a position, see [`Probe::probe`].
    #[inline]
    pub fn probe(&self, position: &G::Position) -> Option<Worth> {
        self.tables?.probe(position)
    }

    /// The payoff of a terminal position, or that of best play from one that the tables know.
    #[inline]
    pub fn known_end(&self, position: &G::Position) -> Option<i32> {
        let known = || {
            let worth = self.probe(position)?;
            Some(worth.margin.unwrap_or(worth.outcome.sign()))
        };
        self.end(position).or_else(known)
    }

    /// The outcome for the side to move, which is ahead by `lead`, if play is over or the tables know it.
    #[inline]
    pub fn known_outcome(&self, position: &G::Position, lead: i32) -> Option<Outcome> {
        let known = || Some(self.probe(position)?.ahead_by(lead).outcome);
        self.outcome(position, lead).or_else(known)
    }
}

impl<G: Game> Clone for Rules<'_, G> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Rules<'_, G> {}

impl<G: Game> fmt::Debug for Rules<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").finish_non_exhaustive()
    }
}

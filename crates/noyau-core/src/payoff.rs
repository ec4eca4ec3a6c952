//! What a game pays: an outcome at its end, or points along the way and at the end.
//!
//! Solvers, searches, learning and tables ask this type, so that games with points and games without take the same path.
//! What a score becomes when the turn passes is in [`MoveEffect`].

use crate::game::{Game, Outcome};
use crate::points::Points;
use crate::value::MoveEffect;
use std::fmt;

/// How a game pays. A constant of this type costs nothing in a hot loop: its functions are then called directly.
pub struct Payoff<G: Game>(Option<PointRules<G>>);

type Gain<G> = fn(&G, &<G as Game>::Position, <G as Game>::Move) -> i32;

/// The functions of [`Points`], without the type of the trait.
struct PointRules<G: Game> {
    /// `None` where points are all counted at the end.
    gain: Option<Gain<G>>,
    settle: fn(&G, &G::Position) -> (i32, i32),
    units: fn(&G) -> i32,
    won: fn(&G, &G::Position) -> Option<i32>,
}

impl<G: Points> Payoff<G> {
    /// Points, of which the side with more wins.
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

    /// How many units a point has, in which gains, ends and margins are counted.
    pub fn units(&self, game: &G) -> i32 {
        self.0.as_ref().map_or(1, |points| (points.units)(game))
    }

    /// What both sides together have won on the way to a position, where the position tells.
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

    /// What a move wins, and who moves next.
    #[inline]
    pub fn effect(&self, game: &G, position: &G::Position, mv: G::Move) -> MoveEffect {
        MoveEffect {
            gain: self.gain(game, position, mv),
            keeps_turn: game.keeps_turn(position, mv),
        }
    }

    /// The points that the end brings to the side to move and to the other; `None` before the end and without points.
    pub fn settle(&self, game: &G, position: &G::Position) -> Option<(i32, i32)> {
        let points = self.0.as_ref()?;
        game.outcome(position)?;
        Some((points.settle)(game, position))
    }

    /// What the end pays to the side to move: the margin it brings, or 1, 0 or −1 for a win, a draw or a loss. `None`
    /// before the end.
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

    /// How the game ended for the side to move, which was ahead by `lead` before the end brought its points; `None`
    /// before the end.
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

/// A game with what it pays: all that a search or a check of a game needs.
pub struct Rules<'a, G: Game> {
    /// The moves.
    pub game: &'a G,
    /// What moves and ends pay.
    pub payoff: &'a Payoff<G>,
}

impl<G: Game> Rules<'_, G> {
    /// What a move does to scores.
    #[inline]
    pub fn effect(&self, position: &G::Position, mv: G::Move) -> MoveEffect {
        self.payoff.effect(self.game, position, mv)
    }

    /// The position after a move, and what the move does to scores.
    #[inline]
    pub fn advance(&self, position: &G::Position, mv: G::Move) -> (G::Position, MoveEffect) {
        (self.game.child(position, mv), self.effect(position, mv))
    }

    /// What the end pays to the side to move, see [`Payoff::end`].
    #[inline]
    pub fn end(&self, position: &G::Position) -> Option<i32> {
        self.payoff.end(self.game, position)
    }

    /// How the game ended for the side to move, which was ahead by `lead`, see [`Payoff::outcome`].
    #[inline]
    pub fn outcome(&self, position: &G::Position, lead: i32) -> Option<Outcome> {
        self.payoff.outcome(self.game, position, lead)
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

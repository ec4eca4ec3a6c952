//! What an exact search counts: plies to the end, or points.

use noyau_core::game::Game;
use noyau_core::hints::{Finite, SURE, Score};
use noyau_core::payoff::Payoff;
use noyau_core::points::Points;
use noyau_core::value::Worth;

/// How the payoff of a game becomes a score.
pub trait Scoring<G: Game>: Sync {
    /// What moves and ends pay.
    const PAYOFF: Payoff<G>;
    /// Whether a score changes with the number of plies to the end.
    const BY_PLY: bool;

    /// The scoring; `most` is the largest margin there is.
    fn new(most: u32) -> Self;

    /// No score from this position is larger: the most plies, or the most points.
    fn span(&self, game: &G, position: &G::Position) -> u32;

    /// The score of a finished game.
    #[inline]
    fn end(game: &G, position: &G::Position) -> Score {
        let end = Self::PAYOFF.end(game, position).unwrap_or(0);
        if Self::BY_PLY { SURE * end } else { end }
    }

    /// The score that a table knows.
    #[inline]
    fn known(worth: Worth) -> Option<Score> {
        if Self::BY_PLY {
            let distance = Score::try_from(worth.distance.unwrap_or(0)).ok()?;
            Some(worth.outcome.sign() * (SURE - distance))
        } else {
            worth.margin
        }
    }
}

/// Win, draw or loss, with the distance to the end.
#[derive(Debug, Clone, Copy)]
pub struct Distance;

impl<G: Finite> Scoring<G> for Distance {
    const PAYOFF: Payoff<G> = Payoff::OUTCOME;
    const BY_PLY: bool = true;

    fn new(_: u32) -> Self {
        Self
    }

    fn span(&self, game: &G, position: &G::Position) -> u32 {
        game.most_plies(position)
    }
}

/// The margin to come, in games with points.
#[derive(Debug, Clone, Copy)]
pub struct Margin {
    /// No margin is larger.
    pub most: u32,
}

impl<G: Points> Scoring<G> for Margin {
    const PAYOFF: Payoff<G> = Payoff::POINTS;
    const BY_PLY: bool = false;

    fn new(most: u32) -> Self {
        Self { most }
    }

    fn span(&self, _: &G, _: &G::Position) -> u32 {
        self.most
    }
}

/// How scores are seen from the position a search began at, and how they are written in a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    by_ply: bool,
    span: Score,
}

impl Scale {
    pub(super) fn new(by_ply: bool, span: u32) -> Option<Self> {
        let span = Score::try_from(span).ok().filter(|&span| span < SURE / 2)?;
        Some(Self { by_ply, span })
    }

    /// Whether every margin is at least `wanted`, or none.
    pub(super) fn settles(self, wanted: Score) -> Option<bool> {
        let outside = !self.by_ply && (wanted > self.span || wanted <= -self.span);
        outside.then_some(wanted <= 0)
    }

    /// A score of a position `ply` moves below the root, as seen from the root: what was won in n plies is won in n + ply.
    #[inline]
    pub(super) fn seen_from_root(self, score: Score, ply: u32) -> Score {
        if self.by_ply {
            score - score.signum() * ply as Score
        } else {
            score
        }
    }

    /// The other way.
    #[inline]
    pub(super) fn seen_from_here(self, score: Score, ply: u32) -> Score {
        if self.by_ply {
            score + score.signum() * ply as Score
        } else {
            score
        }
    }

    pub(super) fn code_bits(self) -> u32 {
        32 - (2 * self.span as u32 + 2).leading_zeros()
    }

    /// The code of the lowest bound there is.
    pub(super) const NOTHING: u32 = 0;

    /// The code of the highest bound there is.
    #[inline]
    pub(super) fn everything(self) -> u32 {
        2 * self.span as u32 + 2
    }

    // Codes, for a span of s plies:    0 1 … s      s + 1     s + 2 … 2s + 2
    //                                  lost in n    draw      won in 2s + 2 − n
    // With points they are the margin, raised by s + 1.

    /// The code of the least score that is possible and at least this one.
    #[inline]
    pub(super) fn lower(self, score: Score, ply: u32) -> u32 {
        self.code(score, ply, self.span + 1)
    }

    /// The code of the greatest score that is possible and at most this one.
    #[inline]
    pub(super) fn upper(self, score: Score, ply: u32) -> u32 {
        self.code(score, ply, self.span)
    }

    /// The code of a score, where no loss is coded above that number, and no win as low.
    #[inline]
    fn code(self, score: Score, ply: u32, lost: Score) -> u32 {
        let score = self.seen_from_here(score, ply);
        let code = match (self.by_ply, score.signum()) {
            (true, 1) => (2 * self.span + 2 + score - SURE).max(lost + 1),
            (true, -1) => (score + SURE).min(lost),
            _ => score + self.span + 1,
        };
        code.clamp(0, 2 * self.span + 2) as u32
    }

    /// The score that a code stands for.
    #[inline]
    pub(super) fn score(self, code: u32, ply: u32) -> Score {
        let code = code as Score;
        let draw = self.span + 1;
        let score = if !self.by_ply {
            code - draw
        } else if code > draw {
            SURE - (2 * self.span + 2 - code)
        } else if code < draw {
            code - SURE
        } else {
            0
        };
        self.seen_from_root(score, ply)
    }

    /// All scores that a position may have up to one, ascending.
    pub(super) fn up_to(self, high: Score, on_own_move: bool) -> Vec<Score> {
        let every = (0..=self.everything()).map(|code| self.score(code, 0));
        every
            .filter(|score| (-SURE..=high).contains(score))
            .filter(|&score| {
                !(self.by_ply && on_own_move)
                    || match score.signum() {
                        1 => (SURE - score) % 2 == 1,
                        -1 => (SURE + score) % 2 == 0,
                        _ => true,
                    }
            })
            .collect()
    }
}

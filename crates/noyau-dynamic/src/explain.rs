//! What a game can say of its position beyond its value: its own reasons, the nimbers of its options, its parts.

use super::deciding::SumOf;
use super::known::Known;
use super::open::Open;
use noyau_core::game::{Game, Outcome, Side};
use noyau_core::limits::Limits;
use noyau_core::notation::Notation;
use noyau_core::reason::{Evidence, Reason, Situation};
use noyau_core::sum::Splits;
use noyau_core::value::Worth;
use noyau_search::answer::Wanted;

/// The reasons of a game, without the trait bound.
pub(super) type ReasonsOf<G> = fn(&G, &<G as Game>::Position, Option<Situation>) -> Vec<Reason>;

/// The functions of `Splits`, without the trait bound.
pub(super) struct SplitsOf<G: Notation> {
    split: fn(&G, &G::Position, &mut Vec<G::Position>),
    turned: fn(&G, &G::Position) -> G::Position,
}

impl<G: Notation + Splits> SplitsOf<G> {
    pub(super) const fn new() -> Self {
        Self {
            split: G::split,
            turned: G::turned,
        }
    }
}

/// The nimber of a position, and its moves with the nimbers that they lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nimbered {
    /// The nimber.
    pub nimber: u32,
    /// The moves.
    pub options: Vec<(String, u32)>,
}

/// The independent parts of a position, as texts of boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Split {
    /// Parts with their nimbers, whose XOR is the nimber of the position.
    Nimbers(Vec<(String, u32)>),
    /// Parts of a game in which who cannot move loses, each with the side to move and with the other side to move.
    Boards(Vec<[String; 2]>),
}

/// What reasons are made of.
pub trait Explain: Send {
    /// What the game itself says of its position; with its worth, if that is known.
    fn reasons(&self, worth: Option<Worth>) -> Vec<Reason>;
    /// Whether there are few enough positions and moves to solve them all at once.
    fn is_small(&self, limits: &Limits) -> bool;
    /// The nimbers of the options, in an impartial game: from a table that has the position, or as a sum of parts.
    fn nimbered(&self, known: Option<&Known>, limits: &Limits) -> Option<Nimbered>;
    /// The parts of the position, if there are several and their sum decides it.
    fn split(&self, limits: &Limits) -> Option<Split>;
}

impl<G: Notation> Explain for Open<G> {
    fn reasons(&self, worth: Option<Worth>) -> Vec<Reason> {
        let Some(reasons) = self.spec.reasons else {
            return Vec::new();
        };
        let lead = self.lead();
        let known = worth.map(|worth| Situation { worth, lead });
        reasons(&self.game, &self.now().position, known)
    }

    fn is_small(&self, limits: &Limits) -> bool {
        let position = &self.now().position;
        let listed = |sum: &SumOf<G>| (sum.most_moves)(&self.game, position);
        let listed = self.spec.sum.as_ref().map_or(0, listed);
        listed <= SMALL_MOVES as u64
            && self.legal(position).len() <= SMALL_MOVES
            && self.unfold(SMALL_POSITIONS, limits).is_ok()
    }

    fn nimbered(&self, known: Option<&Known>, limits: &Limits) -> Option<Nimbered> {
        let position = &self.now().position;
        if let Some(found) = known.and_then(|known| self.nimbers_from(known)) {
            return Some(found);
        }
        let sum = self.spec.sum.as_ref().filter(|sum| self.is_sum(sum))?;
        if (sum.most_moves)(&self.game, position) > MOST_OPTIONS {
            return None;
        }
        let (nimber, options) = (sum.nimbers)(&self.game, position, Wanted::Moves, limits).ok()?;
        let text = |(mv, nimber)| (self.game.format_move(position, mv), nimber);
        Some(Nimbered {
            nimber,
            options: options.ok()?.into_iter().map(text).collect(),
        })
    }

    fn split(&self, limits: &Limits) -> Option<Split> {
        let (game, here) = (&self.game, self.now());
        let side = here.side;
        if let Some(sum) = self.spec.sum.as_ref().filter(|sum| self.is_sum(sum)) {
            let parts = (sum.parts)(game, &here.position, limits).ok()?;
            let text = |(part, nimber)| (game.format_position(&part, side), nimber);
            let parts: Vec<_> = parts.into_iter().map(text).collect();
            return (parts.len() > 1).then_some(Split::Nimbers(parts));
        }
        // Only of these is it known that who cannot move loses.
        self.spec.placements.as_ref()?;
        let splits = self.spec.splits.as_ref()?;
        let mut parts = Vec::new();
        (splits.split)(game, &here.position, &mut parts);
        let text = |position: &G::Position, side: Side| game.format_position(position, side);
        let both = |part: &G::Position| {
            let turned = (splits.turned)(game, part);
            [text(part, side), text(&turned, side.other())]
        };
        (parts.len() > 1).then(|| Split::Boards(parts.iter().map(both).collect()))
    }
}

/// More options are no explanation.
const MOST_OPTIONS: u64 = 1000;

const SMALL_POSITIONS: usize = 20_000;
const SMALL_MOVES: usize = 2000;

impl<G: Notation> Open<G> {
    /// Whether strategy stealing shows that the side to move wins.
    pub(super) fn is_stolen(&self) -> bool {
        let steals = |reason: &Reason| {
            reason.evidence == Evidence::StrategyStealing && reason.proves == Some(Outcome::Win)
        };
        self.reasons(None).iter().any(steals)
    }
}

//! The functions of a game with numbered positions, without the trait bound.

use super::probing::Find;
use noyau_core::by_number::{self, ByNumber};
use noyau_core::game::Game;
use noyau_core::index::{Coverage, Index};
use noyau_core::notation::Notation;
use noyau_core::points::Points;
use noyau_format::codes::Codes;

/// Makes the game by the numbers of its positions from those starts, or its own if there are none; with nimbers if asked.
type MakeByNumber<G> =
    for<'a> fn(&'a G, &[<G as Game>::Position], nimbers: bool) -> Box<dyn ByNumber + 'a>;

/// The functions of the index.
pub(super) struct Tabulated<G: Notation> {
    /// The number of tiers; 0 if these parameters do not fit the numbering.
    pub(super) tiers: fn(&G) -> u32,
    /// The game by the numbers of its positions.
    pub(super) by_number: MakeByNumber<G>,
    /// The tier and the number of a position in a table.
    pub(super) locate: fn(&G, &G::Position) -> (u32, u64),
    /// The position with a tier and a number in a table.
    pub(super) position: fn(&G, u32, u64) -> Option<G::Position>,
    /// The image of a position that tables hold.
    pub(super) canonical: fn(&G, &G::Position) -> G::Position,
    /// How many numbers each tier has in a class; none where play has a start.
    pub(super) class_tiers: fn(&G) -> Vec<u64>,
    /// Where a table has a position.
    pub(super) find: Find<G>,
    /// Whether the first game is a class of endgames of the second.
    pub(super) holds: Option<fn(&G, &G) -> bool>,
    /// The orbit size of a position.
    pub(super) orbit_size: fn(&G, &G::Position) -> u64,
}

fn class_tiers<G: Index>(game: &G) -> Vec<u64> {
    let tiers = 0..if game.coverage() == Coverage::Class {
        game.tiers()
    } else {
        0
    };
    tiers.map(|tier| game.bound(tier)).collect()
}

/// The tier is looked at first: it costs little, and most positions of a search are in none that the table has.
fn find<G: Index>(game: &G, position: &G::Position, codes: &Codes) -> Option<(u32, u64)> {
    let has_tier = codes.has(game.tier(position));
    has_tier.then(|| game.locate(position))
}

impl<G: Index + Notation> Tabulated<G> {
    /// Tables of outcomes and distances.
    pub(super) const fn by_outcome() -> Self {
        Self::new(by_number::by_outcome)
    }

    const fn new(by_number: MakeByNumber<G>) -> Self {
        Self {
            tiers: G::tiers,
            by_number,
            locate: G::locate,
            position: G::position,
            canonical: G::canonical,
            class_tiers,
            find,
            holds: None,
            orbit_size: G::orbit_size,
        }
    }
}

impl<G: Index + Notation + Points> Tabulated<G> {
    /// Tables of margins.
    pub(super) const fn by_margin() -> Self {
        Self::new(|game, starts, _| by_number::by_margin(game, starts))
    }
}

//! What can be asked of a game that is laid out for tables, without the type of the trait.

use noyau_core::index::Index;
use noyau_core::limits::Limits;
use noyau_core::notation::Notation;
use noyau_core::payoff::Rules;
use noyau_core::points::Points;
use noyau_format::table::Table;
use noyau_tables::checkpoint::Shelf;
use noyau_tables::tiers::by_number::{self, ByNumber};
use noyau_tables::tiers::{self, NotSolved, Plan, Summary};
use noyau_verify::table::{self, Audited, Numbered, Refused};

/// What can be asked of the layout.
pub(super) struct Tabulated<G: Notation> {
    /// How many tiers there are; none if these parameters leave no room for numbers.
    pub(super) tiers: fn(&G) -> u32,
    pub(super) plan: fn(&G, &Limits) -> Plan,
    pub(super) solve: fn(&G, &Shelf<'_>, &Limits, nimbers: bool) -> Result<Summary, NotSolved>,
    /// The game by the numbers of its positions.
    pub(super) by_number: for<'a> fn(&'a G, nimbers: bool) -> Box<dyn ByNumber + 'a>,
    /// The tier and the number under which a table holds a position.
    pub(super) locate: fn(&G, &G::Position) -> (u32, u64),
    /// The position that a table holds under a tier and a number.
    pub(super) position: fn(&G, u32, u64) -> Option<G::Position>,
    /// How many positions a table holds as that one.
    pub(super) images: fn(&G, &G::Position) -> u64,
    pub(super) audit: Audit<G>,
}

/// Checks a table of the positions reachable from one.
type Audit<G> = fn(
    Rules<'_, G>,
    &Table<'_>,
    &<G as noyau_core::game::Game>::Position,
    &Limits,
) -> Result<Audited, Refused>;

fn locate<G: Index>(game: &G, position: &G::Position) -> (u32, u64) {
    let held = game.canonical(position);
    (game.tier(&held), game.number(&held))
}

impl<G: Index + Notation> Tabulated<G> {
    /// Tables of outcomes and distances.
    pub(super) const fn by_outcome() -> Self {
        Self {
            tiers: G::tiers,
            plan: |game, limits| tiers::plan(game, limits, false),
            solve: tiers::solve_outcomes,
            by_number: by_number::by_outcome,
            locate,
            position: G::position,
            images: G::orbit_size,
            audit: |rules, table, start, limits| {
                table::audit(rules, &Numbered, table, start, limits)
            },
        }
    }
}

impl<G: Index + Notation + Points> Tabulated<G> {
    /// Tables of margins.
    pub(super) const fn by_margin() -> Self {
        Self {
            plan: |game, limits| tiers::plan(game, limits, true),
            solve: |game, shelf, limits, _| tiers::solve_margins(game, shelf, limits),
            by_number: |game, _| by_number::by_margin(game),
            ..Self::by_outcome()
        }
    }
}

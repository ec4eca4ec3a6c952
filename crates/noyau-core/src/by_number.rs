//! Games as position indices, for table solvers that know neither position nor move types.
//!
//! Calls are batched, so a solver behind [`ByNumber`] is compiled once for all games and still spends its time in
//! the rules.

use crate::game::Game;
use crate::index::{Coverage, Index};
use crate::payoff::Payoff;
use crate::points::Points;
use std::marker::PhantomData;

/// A move: its successor and its effect on the value backed up from there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The number of the successor's canonical position.
    pub number: u64,
    /// The tier of the successor.
    pub tier: u32,
    /// The points that the move wins, in games with points.
    pub gain: i16,
    /// Whether the same side moves again.
    pub keeps_turn: bool,
}

/// The state of a position number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// No position has this number.
    Gap,
    /// Not a terminal position.
    Open,
    /// A terminal position: the margin of the side to move, or 1, 0, −1 for a win, a draw, a loss in games without
    /// points.
    Over(i32),
}

/// How much of each position to expand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Ask {
    /// Successors only: gains and turns are not filled in.
    Children,
    /// All moves.
    #[default]
    Moves,
    /// All moves, and the orbit size of each position.
    MovesAndOrbits,
}

/// The moves of many positions.
#[derive(Debug, Default)]
pub struct Expansion {
    /// What to fill in.
    pub ask: Ask,
    /// The links of all positions, concatenated.
    pub links: Vec<Link>,
    /// For each position, the end of its links.
    pub ends: Vec<u32>,
    /// For each number, its state.
    pub states: Vec<State>,
    /// For each number, its orbit size if requested; 0 for a gap.
    pub orbit_sizes: Vec<u64>,
}

impl Expansion {
    /// An empty expansion.
    pub fn new(ask: Ask) -> Self {
        Self {
            ask,
            ..Self::default()
        }
    }

    /// The state and the links of each position.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (State, &[Link])> {
        let mut from = 0;
        self.states
            .iter()
            .zip(&self.ends)
            .map(move |(&state, &end)| {
                let links = &self.links[from..end as usize];
                from = end as usize;
                (state, links)
            })
    }
}

/// The result to compute for each position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Outcome and distance.
    Outcomes,
    /// Outcome, distance and nimber, for games without cycles.
    Nimbers,
    /// The margin still to come.
    Margins,
}

/// The tier layout of a game.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The tiers and the numbers of the starts: one, or several for a table that begins at several positions.
    pub starts: Vec<(u32, u64)>,
    /// The result to compute.
    pub goal: Goal,
    /// Whether a table holds every number, see [`Index::coverage`].
    pub is_whole: bool,
    /// Whether [`ByNumber::before`] works, so that outcomes and margins can be solved by retrograde analysis.
    pub plays_backwards: bool,
    /// From tier 0 to the highest of the starts.
    pub tiers: Vec<TierLayout>,
}

/// The layout of one tier.
#[derive(Debug, Clone)]
pub struct TierLayout {
    /// See [`Index::child_tiers`].
    pub child_tiers: Vec<u32>,
    /// See [`Index::dense`].
    pub dense: Option<u64>,
    /// See [`Index::bound`].
    pub bound: u64,
    /// See [`Index::expected`].
    pub expected: u64,
    /// See [`Index::descends`].
    pub descends: bool,
}

impl Layout {
    /// For play from those positions; from the game's own start if there are none.
    fn new<G: Index>(game: &G, starts: &[G::Position], goal: Goal) -> Self {
        let own = game.canonical(&game.start());
        let place = |start: &G::Position| game.locate(start);
        let own_place = (game.tier(&own), game.number(&own));
        let starts: Vec<(u32, u64)> = if starts.is_empty() {
            vec![own_place]
        } else {
            starts.iter().map(place).collect()
        };
        // What a game says of all its positions holds if they can all be reached.
        let has_own = starts.contains(&own_place);
        let least = u64::from(!has_own || starts.len() > 1);
        let top = starts.iter().map(|start| start.0).max().unwrap_or(0);
        let plays_backwards = game.predecessors_in_tier(&own, &mut Vec::new());
        Self {
            starts,
            goal,
            is_whole: has_own && game.coverage() != Coverage::Reachable,
            plays_backwards: plays_backwards && goal != Goal::Nimbers,
            tiers: (0..=top)
                .map(|tier| TierLayout {
                    child_tiers: game.child_tiers(tier),
                    // What other positions reach may be a small part of a tier.
                    dense: game.dense(tier).filter(|_| has_own),
                    bound: game.bound(tier),
                    expected: game.expected(tier).max(least),
                    descends: game.descends(tier),
                })
                .collect(),
        }
    }

    /// The highest tier.
    pub const fn top(&self) -> u32 {
        self.tiers.len().saturating_sub(1) as u32
    }

    /// The numbers of the starts in a tier.
    pub fn starts_in(&self, tier: u32) -> impl Iterator<Item = u64> {
        let starts = self.starts.iter().filter(move |start| start.0 == tier);
        starts.map(|start| start.1)
    }

    /// A tier.
    pub fn tier(&self, tier: u32) -> &TierLayout {
        &self.tiers[tier as usize]
    }

    /// Whether some move stays in the tier.
    pub fn is_loopy(&self, tier: u32) -> bool {
        self.tier(tier).child_tiers.contains(&tier)
    }

    /// For each tier, the last tier that reads it.
    pub fn last_asked(&self) -> Vec<u32> {
        let mut last_asked = vec![0; self.tiers.len()];
        for (tier, of) in (0..).zip(&self.tiers) {
            for &lower in &of.child_tiers {
                last_asked[lower as usize] = tier;
            }
        }
        last_asked
    }
}

/// A game by the numbers of its canonical positions.
pub trait ByNumber: Sync {
    /// The tier layout.
    fn layout(&self) -> &Layout;
    /// Replaces the contents of `out` with the moves of these positions.
    fn expand(&self, tier: u32, numbers: &[u64], out: &mut Expansion);
    /// Appends the numbers of the predecessors of each position within the tier, without duplicates per position;
    /// unreachable positions may be among them.
    fn before(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>);
    /// Replaces the contents of `out` with the orbit sizes of these positions; 0 for a gap.
    fn orbit_sizes(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>);
}

/// A game for tables of outcomes and distances, and of nimbers if asked: what is reached from those positions, or from
/// the game's own start if there are none.
pub fn by_outcome<'a, G: Index>(
    game: &'a G,
    starts: &[G::Position],
    nimbers: bool,
) -> Box<dyn ByNumber + 'a> {
    let goal = if nimbers {
        Goal::Nimbers
    } else {
        Goal::Outcomes
    };
    Box::new(Numbered::<G, Outcomes> {
        game,
        layout: Layout::new(game, starts, goal),
        payoff: PhantomData,
    })
}

/// The same for tables of margins.
pub fn by_margin<'a, G: Index + Points>(
    game: &'a G,
    starts: &[G::Position],
) -> Box<dyn ByNumber + 'a> {
    Box::new(Numbered::<G, Margins> {
        game,
        layout: Layout::new(game, starts, Goal::Margins),
        payoff: PhantomData,
    })
}

/// The payoff rules, as a constant.
trait Paid<G: Game>: Sync {
    const PAYOFF: Payoff<G>;
}

struct Outcomes;

impl<G: Game> Paid<G> for Outcomes {
    const PAYOFF: Payoff<G> = Payoff::OUTCOME;
}

struct Margins;

impl<G: Points> Paid<G> for Margins {
    const PAYOFF: Payoff<G> = Payoff::POINTS;
}

struct Numbered<'a, G, P> {
    game: &'a G,
    layout: Layout,
    payoff: PhantomData<P>,
}

impl<G: Index, P: Paid<G>> ByNumber for Numbered<'_, G, P> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn expand(&self, tier: u32, numbers: &[u64], out: &mut Expansion) {
        let game = self.game;
        let mut moves = Vec::new();
        out.links.clear();
        out.ends.clear();
        out.states.clear();
        out.orbit_sizes.clear();
        for &number in numbers {
            let (mut state, mut orbit_size) = (State::Gap, 0);
            if let Some(position) = game.position(tier, number) {
                let from = out.links.len();
                let links = &mut out.links;
                let with_payoffs = out.ask >= Ask::Moves;
                game.for_each_child(&position, &mut moves, |mv, tier, number| {
                    let (gain, keeps_turn) = if with_payoffs {
                        (
                            P::PAYOFF.gain(game, &position, mv) as i16,
                            game.keeps_turn(&position, mv),
                        )
                    } else {
                        (0, false)
                    };
                    links.push(Link {
                        number,
                        tier,
                        gain,
                        keeps_turn,
                    });
                });
                state = State::Open;
                if out.links.len() == from
                    && let Some(end) = P::PAYOFF.end(game, &position)
                {
                    state = State::Over(end);
                }
                if out.ask == Ask::MovesAndOrbits {
                    orbit_size = game.orbit_size(&position);
                }
            }
            out.ends.push(out.links.len() as u32);
            out.states.push(state);
            if out.ask == Ask::MovesAndOrbits {
                out.orbit_sizes.push(orbit_size);
            }
        }
    }

    fn before(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>) {
        let game = self.game;
        let mut positions = Vec::new();
        for &number in numbers {
            let Some(position) = game.position(tier, number) else {
                continue;
            };
            positions.clear();
            game.predecessors_in_tier(&position, &mut positions);
            let from = out.len();
            out.extend(positions.iter().map(|before| game.locate(before).1));
            deduplicate_from(out, from);
        }
    }

    fn orbit_sizes(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>) {
        out.clear();
        out.extend(numbers.iter().map(|&number| {
            let position = self.game.position(tier, number);
            position.map_or(0, |position| self.game.orbit_size(&position))
        }));
    }
}

/// Sorts and deduplicates the numbers from index `from` on.
fn deduplicate_from(numbers: &mut Vec<u64>, from: usize) {
    numbers[from..].sort_unstable();
    let mut kept = from;
    for i in from..numbers.len() {
        if kept == from || numbers[kept - 1] != numbers[i] {
            numbers[kept] = numbers[i];
            kept += 1;
        }
    }
    numbers.truncate(kept);
}

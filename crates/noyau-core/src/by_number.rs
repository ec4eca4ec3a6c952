//! A game as the numbers of its positions: what a solver of tables asks, which knows neither positions nor moves.
//!
//! Calls take many numbers at a time. So a solver behind [`ByNumber`] is compiled once for all games and still spends
//! its time in the rules.

use crate::game::Game;
use crate::index::Index;
use crate::payoff::Payoff;
use crate::points::Points;
use std::marker::PhantomData;

/// A move: where it leads, and what becomes of a value on the way back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The number of the canonical image of the position it leads to.
    pub number: u64,
    /// The tier of that position.
    pub tier: u32,
    /// What the move wins, in games with points.
    pub gain: i16,
    /// Whether the side that makes it moves again.
    pub keeps_turn: bool,
}

/// What stands under a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// No position.
    Gap,
    /// A position in which play goes on.
    Open,
    /// An end: the margin of the side to move, or 1, 0, −1 for a win, a draw, a loss in games without points.
    Over(i32),
}

/// What is asked of the positions that are expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Ask {
    /// Where their moves lead: gains and turns are not filled in.
    Children,
    /// All of their moves.
    #[default]
    Moves,
    /// Their moves, and how many positions each stands for.
    MovesAndOrbits,
}

/// The moves of many positions.
#[derive(Debug, Default)]
pub struct Expansion {
    /// What to fill in.
    pub ask: Ask,
    /// The links of all positions, one position after the other.
    pub links: Vec<Link>,
    /// For each position where its links end.
    pub ends: Vec<u32>,
    /// For each number what it stands for.
    pub states: Vec<State>,
    /// For each number how many positions it stands for, if asked; 0 for a gap.
    pub orbit_sizes: Vec<u64>,
}

impl Expansion {
    /// An empty one, to be filled with what is asked.
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

/// What is to be found of each position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Outcome and distance.
    Outcomes,
    /// Outcome, distance and nimber: play comes never back.
    Nimbers,
    /// The margin still to come.
    Margins,
}

/// How the positions of a game are laid out in tiers.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The tier and the number of the start; no tier is higher.
    pub start: (u32, u64),
    /// What is to be found.
    pub goal: Goal,
    /// See [`Index::is_whole`].
    pub is_whole: bool,
    /// Whether outcomes can be found by [`ByNumber::before`].
    pub plays_backwards: bool,
    /// From tier 0 to that of the start.
    pub tiers: Vec<TierLayout>,
}

/// How the positions of one tier are laid out.
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
    fn new<G: Index>(game: &G, goal: Goal) -> Self {
        let start = game.canonical(&game.start());
        let top = game.tier(&start);
        let plays_backwards = game.predecessors_in_tier(&start, &mut Vec::new());
        Self {
            start: (top, game.number(&start)),
            goal,
            is_whole: game.is_whole(),
            plays_backwards: plays_backwards && goal == Goal::Outcomes,
            tiers: (0..=top)
                .map(|tier| TierLayout {
                    child_tiers: game.child_tiers(tier),
                    dense: game.dense(tier),
                    bound: game.bound(tier),
                    expected: game.expected(tier),
                    descends: game.descends(tier),
                })
                .collect(),
        }
    }

    /// The highest tier.
    pub const fn top(&self) -> u32 {
        self.start.0
    }

    /// A tier.
    pub fn tier(&self, tier: u32) -> &TierLayout {
        &self.tiers[tier as usize]
    }

    /// Whether moves stay in a tier.
    pub fn is_loopy(&self, tier: u32) -> bool {
        self.tier(tier).child_tiers.contains(&tier)
    }

    /// By tier the last one that asks for it.
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

/// A game by the numbers of the canonical images of its positions.
pub trait ByNumber: Sync {
    /// How they are laid out.
    fn layout(&self) -> &Layout;
    /// Replaces what `out` holds by the moves of those positions.
    fn expand(&self, tier: u32, numbers: &[u64], out: &mut Expansion);
    /// Appends the numbers of the positions of the tier from which a move leads to each of those, each once for each of
    /// those; positions that play cannot reach may be among them.
    fn before(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>);
    /// Replaces what `out` holds by how many positions each of those stands for; 0 for a gap.
    fn orbit_sizes(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>);
}

/// A game for tables of outcomes and distances, and of nimbers if asked.
pub fn by_outcome<G: Index>(game: &G, nimbers: bool) -> Box<dyn ByNumber + '_> {
    let goal = if nimbers {
        Goal::Nimbers
    } else {
        Goal::Outcomes
    };
    Box::new(Numbered::<G, Outcomes> {
        game,
        layout: Layout::new(game, goal),
        payoff: PhantomData,
    })
}

/// A game for tables of margins.
pub fn by_margin<G: Index + Points>(game: &G) -> Box<dyn ByNumber + '_> {
    Box::new(Numbered::<G, Margins> {
        game,
        layout: Layout::new(game, Goal::Margins),
        payoff: PhantomData,
    })
}

/// What moves and ends pay, as a constant.
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
            let canonical = |before| game.number(&game.canonical(before));
            out.extend(positions.iter().map(canonical));
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

/// Sorts the numbers from that place on, and keeps each once.
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

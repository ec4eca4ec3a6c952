//! A game laid out for tables as numbers alone: what a solver asks that knows neither positions nor moves.
//!
//! The calls take many numbers at a time, so that a solver behind this trait is compiled once for all games and still
//! spends its time in the rules. It is what solving over many machines stands on.

use super::rule::{Margins, Outcomes, Rule, Score, UNKNOWN, seen_by_margin, seen_by_outcome};
use noyau_core::index::Index;
use noyau_core::points::Points;
use noyau_format::code::Code;
use noyau_format::header::Values;
use std::marker::PhantomData;

/// Where a move leads, and what becomes of a value on the way back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The number of the representative of the position it leads to.
    pub number: u64,
    /// The tier of that position.
    pub tier: u32,
    /// How the value changes.
    pub passage: Passage,
}

/// What a move makes of the value of the position it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage {
    /// What the move wins, in games with points.
    gain: i16,
    keeps_turn: bool,
}

impl Passage {
    /// The move that wins nothing and gives the turn away.
    pub const PLAIN: Self = Self {
        gain: 0,
        keeps_turn: false,
    };

    /// What the move is worth to who makes it, given what the position after it is worth.
    #[inline]
    pub fn seen(self, values: Values, after: Score) -> Score {
        match values {
            Values::Outcome => seen_by_outcome(self.keeps_turn, after),
            Values::Margin => seen_by_margin(i32::from(self.gain), self.keeps_turn, after),
        }
    }
}

/// The moves of many positions.
#[derive(Debug, Default)]
pub struct Expansion {
    /// The links of all of them, one position after the other.
    pub links: Vec<Link>,
    /// For each position where its links end.
    pub ends: Vec<u32>,
    /// For each position what it is worth if play is over there; [`UNKNOWN`] if it is not, or if there is no position of
    /// that number.
    pub settled: Vec<Score>,
}

/// A game by the numbers of its positions. Positions are representatives under the symmetries of the game.
pub trait ByNumber {
    /// The tier and the number of the start; no tier is higher.
    fn start(&self) -> (u32, u64);
    /// What is told of each position.
    fn values(&self) -> Values;
    /// Whether nimbers are told too.
    fn nimbers(&self) -> bool;
    /// See [`Index::child_tiers`].
    fn child_tiers(&self, tier: u32) -> Vec<u32>;
    /// See [`Index::dense`].
    fn dense(&self, tier: u32) -> Option<u64>;
    /// See [`Index::bound`].
    fn bound(&self, tier: u32) -> u64;
    /// See [`Index::expected`].
    fn expected(&self, tier: u32) -> u64;
    /// See [`Index::is_whole`].
    fn is_whole(&self) -> bool;
    /// See [`Index::descends`].
    fn descends(&self, tier: u32) -> bool;
    /// Whether [`before`](Self::before) knows the positions that lead to others of their tier.
    fn plays_backwards(&self) -> bool;
    /// The moves of those positions, in place of what `out` held.
    fn expand(&self, tier: u32, numbers: &[u64], out: &mut Expansion);
    /// Appends the numbers of the positions of the tier from which a move leads to each of those, each once for each of
    /// those; positions that play cannot reach may be among them.
    fn before(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>);
    /// How many positions each of those stands for, in place of what `out` held; 0 where there is none of that number.
    fn orbit_size(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>);
}

/// The code of a score; `None` beyond what tables hold.
pub fn code_of_score(values: Values, score: Score) -> Option<Code> {
    match values {
        Values::Outcome => super::rule::code_of_outcome(score),
        Values::Margin => super::rule::code_of_margin_score(score),
    }
}

/// The score with that code; [`UNKNOWN`] for a gap.
pub fn score_of_code(values: Values, code: Code) -> Score {
    match values {
        Values::Outcome => super::rule::score_of_outcome_code(code),
        Values::Margin => super::rule::score_of_margin_code(code),
    }
}

/// A game seen by its numbers.
struct Seen<'a, G: Index, R> {
    game: &'a G,
    nimbers: bool,
    gain: Gain<G>,
    rule: PhantomData<R>,
}

/// What a move wins.
type Gain<G> =
    fn(&G, &<G as noyau_core::game::Game>::Position, <G as noyau_core::game::Game>::Move) -> i32;

/// A game for tables of outcomes and distances, and of nimbers if asked.
pub fn by_outcome<G: Index>(game: &G, nimbers: bool) -> Box<dyn ByNumber + '_> {
    Box::new(Seen::<G, Outcomes> {
        game,
        nimbers,
        gain: |_, _, _| 0,
        rule: PhantomData,
    })
}

/// A game for tables of margins.
pub fn by_margin<G: Index + Points>(game: &G) -> Box<dyn ByNumber + '_> {
    Box::new(Seen::<G, Margins> {
        game,
        nimbers: false,
        gain: G::gain,
        rule: PhantomData,
    })
}

impl<G: Index, R: Rule<G>> ByNumber for Seen<'_, G, R> {
    fn start(&self) -> (u32, u64) {
        let start = self.game.canonical(&self.game.start());
        (self.game.tier(&start), self.game.number(&start))
    }

    fn values(&self) -> Values {
        if R::HAS_DISTANCE {
            Values::Outcome
        } else {
            Values::Margin
        }
    }

    fn nimbers(&self) -> bool {
        self.nimbers
    }

    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        self.game.child_tiers(tier)
    }

    fn dense(&self, tier: u32) -> Option<u64> {
        self.game.dense(tier)
    }

    fn bound(&self, tier: u32) -> u64 {
        self.game.bound(tier)
    }

    fn expected(&self, tier: u32) -> u64 {
        self.game.expected(tier)
    }

    fn is_whole(&self) -> bool {
        self.game.is_whole()
    }

    fn descends(&self, tier: u32) -> bool {
        self.game.descends(tier)
    }

    fn plays_backwards(&self) -> bool {
        R::HAS_DISTANCE
            && !self.nimbers
            && self
                .game
                .predecessors_in_tier(&self.game.start(), &mut Vec::new())
    }

    fn expand(&self, tier: u32, numbers: &[u64], out: &mut Expansion) {
        let game = self.game;
        let mut moves = Vec::new();
        out.links.clear();
        out.ends.clear();
        out.settled.clear();
        for &number in numbers {
            let mut settled = UNKNOWN;
            if let Some(position) = game.position(tier, number) {
                let from = out.links.len();
                game.for_each_child(&position, &mut moves, |mv, tier, number| {
                    let passage = Passage {
                        gain: (self.gain)(game, &position, mv) as i16,
                        keeps_turn: game.keeps_turn(&position, mv),
                    };
                    out.links.push(Link {
                        number,
                        tier,
                        passage,
                    });
                });
                if out.links.len() == from
                    && let Some(outcome) = game.outcome(&position)
                {
                    settled = R::end(game, &position, outcome);
                }
            }
            out.ends.push(out.links.len() as u32);
            out.settled.push(settled);
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
            out.extend(
                positions
                    .iter()
                    .map(|before| game.number(&game.canonical(before))),
            );
            out[from..].sort_unstable();
            let mut kept = from;
            for i in from..out.len() {
                if kept == from || out[kept - 1] != out[i] {
                    out[kept] = out[i];
                    kept += 1;
                }
            }
            out.truncate(kept);
        }
    }

    fn orbit_size(&self, tier: u32, numbers: &[u64], out: &mut Vec<u64>) {
        out.clear();
        out.extend(numbers.iter().map(|&number| {
            let position = self.game.position(tier, number);
            position.map_or(0, |position| self.game.orbit_size(&position))
        }));
    }
}

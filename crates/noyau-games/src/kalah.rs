//! Kalah: a move lifts all seeds of an own pit and sows them one by one, own pits to the right, the own store, the
//! opponent's pits, and on along the own ones, the lifted one included; the opponent's store is passed over. A last seed in
//! the own store moves again. A last seed in an own pit that was empty goes to the store with all of the opposite pit.
//! The game is over as soon as either side has no seed in its pits; the rest goes to the side it lies on. More seeds win.
//!
//! ```text
//!         6  5  4  3  2  1          Second sows from here to the left
//!         4  4  4  4  4  4
//!      0                    0       Second's store and First's are the points
//!         4  4  4  4  4  4          First plays 3: the last of four seeds falls into his store, and he moves again
//!         1  2  3  4  5  6          First sows from here to the right
//! ```
//!
//! What varies elsewhere: a last seed in an own empty pit goes to the store even if the opposite pit is empty; with
//! `plain` it then stays. A last move into the own store keeps the turn too, which no longer matters then.
//!
//! A position is written as it is seen from First's side, Second's pits above, from her last to her first, then First's:
//! the drawing is `4,4,4,4,4,4/4,4,4,4,4,4 first 0-0`. The stores are no part of it:
//! they do not change what can still be won.

mod search_hints;

use crate::awele::board::{Board, ONES, Pits, in_pit, marked, sum};
use noyau::configuration::{Configurations, Magnitude, RandomConfiguration, draw_by_rank};
use noyau::erased::{Fact, Info, Spec};
use noyau::heuristic::Heuristic;
use noyau::notation::parse_number;
use noyau::points::Points;
use noyau::random::SplitMix;
use noyau::rank::Ranked;
use noyau::view::View;
use noyau::{Game, Message, Notation, Outcome, Side, Text, message};

/// The entry in the list of games.
pub static SPEC: Spec<Kalah> = Spec::new(
    Info {
        name: "kalah",
        summary: Text::new("Sow the seeds of a pit; a last seed in the own store moves again, one in an own empty pit takes the opposite; more seeds win.", "Semez les graines d'un trou ; la dernière dans son grenier fait rejouer, dans son trou vide prend celui d'en face ; le plus de graines gagne."),
        parameters: Text::new("pits a side from 1 to 8, seeds a pit from 1, at most 90 seeds in all, then `plain` if an empty pit cannot be captured", "trous par camp de 1 à 8, graines par trou à partir de 1, au plus 90 graines en tout, puis `plain` si on ne prend pas un trou vide"),
        default: "6,4",
        version: 1,
    },
    FACTS,
    |parameters, _| Kalah::parse(parameters),
)
.drawn()
.with_points()
.tabular_by_margin()
.searched_for_points(|game| game.board.total() as u32)
.ranked()
.judged_by(&[Heuristic {
    name: "seeds",
    summary: Text::new("seeds on the own side less those on the other: at the end they go to the side they lie on", "graines de son côté moins celles d'en face : à la fin, elles vont au camp où elles se trouvent"),
    score: |_, pits| pits.lead(),
}]);

const FACTS: &[Fact] = &[
    perft("6,4", &[1, 6, 35, 185, 942, 4685, 23169]),
    perft("6,4,plain", &[1, 6, 35, 185, 942, 4690, 23233]),
    // Thirteen seeds end where they began and take.
    perft("6,4", &[1, 2, 8, 30, 120]).at("4,0,1,0,2,3/13,0,0,1,0,0 first 12-12"),
    perft("6,4,plain", &[1, 2, 8, 30, 128]).at("4,0,1,0,2,3/13,0,0,1,0,0 first 12-12"),
    perft("6,4", &[1, 3, 9, 18, 36, 42, 52]).at("0,1,2,0,0,1/0,2,1,0,0,1 second 20-20"),
    perft("6,4,plain", &[1, 3, 9, 24, 64, 144, 298]).at("0,1,2,0,0,1/0,2,1,0,0,1 second 20-20"),
    // Sowing past the start.
    perft("6,4", &[1, 3, 11, 58, 290]).at("14,0,1,0,0,5/0,3,0,0,1,15 second 4-5"),
    perft("6,4", &[1, 2, 2, 1, 0]).at("0,0,1,0,0,0/0,0,0,0,2,1 first 22-22"),
    count("2,4", 147, 34, Some(14)),
    count("2,4,plain", 160, 32, Some(16)),
    count("3,2", 1747, 214, Some(22)),
    margin("1,3", 6),
    margin("1,4", -2),
    margin("2,3", -2),
    margin("2,4", -12),
    margin("2,4,plain", -10),
    margin("2,6", 8),
    margin("3,2", 4),
    margin("3,2,plain", 4),
    margin("3,3", 2),
    margin("4,1", 2),
    margin("6,4", 0).at("0,1,2,0,0,1/0,2,1,0,0,1 second 20-20"),
    margin("6,4,plain", 2).at("0,1,2,0,0,1/0,2,1,0,0,1 second 20-20"),
    margin("6,4", 4).at("0,0,1,0,0,0/0,0,0,0,2,1 first 23-21"),
];

const fn perft(parameters: &'static str, counts: &'static [u64]) -> Fact {
    Fact::perft(parameters, counts)
        .source("counted by an independent program on a ring of named pits and stores")
}

const fn count(
    parameters: &'static str,
    positions: u64,
    terminal: u64,
    longest: Option<u32>,
) -> Fact {
    Fact::count(parameters, positions, terminal, longest)
        .source("counted by an independent program on a ring of named pits and stores")
}

const fn margin(parameters: &'static str, margin: i32) -> Fact {
    Fact::margin(parameters, margin)
        .source("computed by an independent program on a ring of named pits and stores")
}

/// The rules, with the size of the board.
#[derive(Debug, Clone)]
pub struct Kalah {
    board: Board,
    /// Whether a last seed takes itself where the opposite pit is empty.
    takes_empty: bool,
    /// What sowing adds, by pit and number of seeds.
    sowings: Vec<Sowing>,
}

/// Seeds that a move adds on either side and in the own store, and where the last one falls, counted along the ring: own
/// pits, own store, opponent's pits.
#[derive(Debug, Clone, Copy, Default)]
struct Sowing {
    own: u64,
    other: u64,
    stored: u8,
    last: u8,
}

impl Kalah {
    /// The rules with that many pits a side and seeds a pit; `takes_empty` is the usual rule.
    pub fn new(pits: usize, seeds: usize, takes_empty: bool) -> Result<Self, Message> {
        let board = Board::new(pits, seeds)?;
        let mut sowings = Vec::new();
        for pit in 0..pits {
            let mut sowing = Sowing::default();
            sowings.push(sowing);
            for at in (0..=2 * pits).cycle().skip(pit + 1).take(board.total()) {
                match at.checked_sub(pits) {
                    None => sowing.own += 1 << (8 * at),
                    Some(0) => sowing.stored += 1,
                    Some(at) => sowing.other += 1 << (8 * (at - 1)),
                }
                sowing.last = at as u8;
                sowings.push(sowing);
            }
        }
        Ok(Self {
            board,
            takes_empty,
            sowings,
        })
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        let mut words = parameters.split(',');
        let mut number = || words.next().and_then(parse_number);
        let (pits, seeds) = (number(), number());
        let rest: Vec<_> = words.collect();
        match (pits, seeds, &rest[..]) {
            (Some(pits), Some(seeds), []) => Self::new(pits, seeds, true),
            (Some(pits), Some(seeds), ["plain"]) => Self::new(pits, seeds, false),
            _ => Err(message!(
                "two numbers with a comma between them are wanted, then perhaps `,plain`",
                "il faut deux nombres séparés par une virgule, suivis ou non de `,plain`"
            )),
        }
    }

    /// The pits with seeds, as the highest bit of each one's byte, or none when the game is over.
    #[inline]
    fn legal(pits: &Pits) -> u64 {
        if pits.other == 0 {
            0
        } else {
            (pits.own + 127 * ONES) & (128 * ONES)
        }
    }

    #[inline]
    fn sowing(&self, pits: &Pits, pit: u8) -> &Sowing {
        let pit = usize::from(pit);
        &self.sowings[pit * (self.board.total() + 1) + in_pit(pits.own, pit)]
    }

    /// What a move leaves, still seen by who made it, and what it brings to the store.
    #[inline]
    fn sow(&self, pits: &Pits, pit: u8) -> (Pits, i32) {
        let sowing = self.sowing(pits, pit);
        let last = usize::from(sowing.last);
        let mut own = (pits.own & !(255 << (8 * pit))) + sowing.own;
        let mut other = pits.other + sowing.other;
        let mut gain = i32::from(sowing.stored);
        // A single seed there is the last one, in a pit that was empty.
        if last < self.board.pits && in_pit(own, last) == 1 {
            let opposite = self.board.pits - 1 - last;
            let taken = in_pit(other, opposite);
            if taken > 0 || self.takes_empty {
                gain += 1 + taken as i32;
                own &= !(255 << (8 * last));
                other &= !(255 << (8 * opposite));
            }
        }
        let side = pits.side;
        (Pits { own, other, side }, gain)
    }
}

impl Game for Kalah {
    type Position = Pits;
    /// An own pit, from 0.
    type Move = u8;

    fn start(&self) -> Pits {
        self.board.start()
    }

    #[inline]
    fn outcome(&self, pits: &Pits) -> Option<Outcome> {
        (Self::legal(pits) == 0).then(|| Outcome::of_margin(pits.lead()))
    }

    #[inline]
    fn moves(&self, pits: &Pits, out: &mut Vec<u8>) {
        out.extend(marked(Self::legal(pits)));
    }

    #[inline]
    fn play(&self, pits: &mut Pits, pit: u8) {
        let (after, _) = self.sow(pits, pit);
        *pits = if self.keeps_turn(pits, pit) {
            after
        } else {
            after.turned()
        };
    }

    #[inline]
    fn keeps_turn(&self, pits: &Pits, pit: u8) -> bool {
        usize::from(self.sowing(pits, pit).last) == self.board.pits
    }

    #[inline]
    fn to_move(&self, pits: &Pits) -> Option<Side> {
        Some(pits.side)
    }
}

impl Points for Kalah {
    const ALONG_MOVES: bool = true;

    #[inline]
    fn gain(&self, pits: &Pits, pit: u8) -> i32 {
        self.sow(pits, pit).1
    }

    fn settle(&self, pits: &Pits) -> (i32, i32) {
        (sum(pits.own), sum(pits.other))
    }

    fn won(&self, pits: &Pits) -> Option<i32> {
        Some(self.board.taken(pits))
    }
}

impl Ranked for Kalah {
    fn ranks(&self) -> u64 {
        self.board.ranks()
    }

    fn rank(&self, pits: &Pits) -> u64 {
        self.board.rank(pits)
    }

    fn unrank(&self, rank: u64) -> Option<Pits> {
        self.board.unrank(rank)
    }
}

/// Every way to leave seeds in pits, with either side to move.
impl Configurations for Kalah {
    fn configurations(&self) -> Magnitude {
        Magnitude::of(self.ranks().into())
    }
}

impl RandomConfiguration for Kalah {
    fn draw(&self, random: &mut SplitMix) -> Option<Pits> {
        draw_by_rank(self, random)
    }
}

crate::awele::index::in_tiers_of_seeds!(Kalah);

impl Notation for Kalah {
    fn parameters(&self) -> String {
        let plain = if self.takes_empty { "" } else { ",plain" };
        format!("{},{}{plain}", self.board.pits, self.board.seeds)
    }

    fn format_board(&self, pits: &Pits, _: Side) -> String {
        self.board.format(pits)
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Pits, Message> {
        self.board.parse(text, side)
    }

    fn format_move(&self, _: &Pits, pit: u8) -> String {
        (pit + 1).to_string()
    }

    fn why_illegal(&self, pits: &Pits, text: &str) -> Option<Message> {
        self.board.parse_pit(pits, text).err()
    }

    fn view(&self, pits: &Pits, _: Side) -> View {
        let legal: Vec<u8> = marked(Self::legal(pits)).collect();
        self.board.view(pits, &legal)
    }
}

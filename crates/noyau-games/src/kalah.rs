//! Kalah: a move lifts all seeds of an own pit and sows them one by one, own pits to the right, the own store, the
//! opponent's pits, and on along the own ones, including the starting pit; the opponent's store is skipped. A last
//! seed in the own store moves again. A last seed in an own empty pit goes to the store with all of the opposite
//! pit. The game is over as soon as either side has no seed in its pits; each side gets the rest on its side. The
//! side with more seeds wins.
//!
//! ```text
//!         6  5  4  3  2  1          Second sows from here to the left
//!         4  4  4  4  4  4
//!      0                    0       Second's store and First's are the points
//!         4  4  4  4  4  4          First plays 3: the last of four seeds falls into his store, and he moves again
//!         1  2  3  4  5  6          First sows from here to the right
//! ```
//!
//! Variations elsewhere: here a last seed in an own empty pit goes to the store even if the opposite pit is empty;
//! with `plain` it then stays. A last move into the own store also keeps the turn, which no longer matters then.
//!
//! A position is written from First's point of view, Second's pits above, from her last to her first, then First's:
//! the drawing is `4,4,4,4,4,4/4,4,4,4,4,4 first 0-0`. The stores are not part of a position: they do not change
//! what can still be won.

mod search_hints;

use crate::sowing::{Board, HIGHEST, ONES, Pits, Place, Rule, Sowing, Sowings, in_pit};
use noyau_dynamic::prelude::*;

/// The registry entry.
pub static SPEC: Spec<Kalah> = Spec::new(
    Info {
        name: "kalah",
        summary: Text::new(
            "Sow the seeds of a pit; a last seed in the own store moves again, one in an own empty pit takes the opposite; more seeds win.",
            "Semez les graines d'un trou ; la dernière dans son grenier fait rejouer, dans son trou vide prend celui d'en face ; le plus de graines gagne.",
        ),
        parameters: Text::new(
            "pits a side from 1 to 8, seeds a pit from 1, at most 90 seeds in all, or `6,..12`, all boards with at most 12 seeds; then `plain` if an empty pit cannot be captured",
            "trous par camp de 1 à 8, graines par trou à partir de 1, au plus 90 graines en tout, ou `6,..12`, tous les plateaux d'au plus 12 graines ; puis `plain` si on ne prend pas un trou vide",
        ),
        default: "6,4",
        version: 1,
    },
    FACTS,
    |parameters, _| Kalah::parse(parameters),
)
// All distributions of seeds over pits, with either side to move.
.configured(|game| Magnitude::of(game.board.ranks().into()))
.drawn()
.with_points()
.indexed_by_margin()
.in_classes(Sowing::is_class_of)
.searched_for_points(|game| game.board.total() as u32)
.ranked()
.on_cells()
.learned(&[("6,4", include_bytes!("../evaluations/kalah.eval"))])
.tactical()
.judged_by(&[Heuristic {
    name: "seeds",
    summary: Text::new(
        "seeds on the own side less those on the other: at the end they go to the side they lie on",
        "graines de son côté moins celles d'en face : à la fin, elles vont au camp où elles se trouvent",
    ),
    score: |_, pits| pits.lead(),
}]);

const COUNTED: &str = "counted by an independent program on a ring of named pits and stores";

const FACTS: &[Fact] = &[
    perft("6,4", &[1, 6, 35, 185, 942, 4685, 23169]),
    perft("6,4,plain", &[1, 6, 35, 185, 942, 4690, 23233]),
    // Thirteen seeds end where they began and capture.
    perft("6,4", &[1, 2, 8, 30, 120]).at("4,0,1,0,2,3/13,0,0,1,0,0 first 12-12"),
    perft("6,4,plain", &[1, 2, 8, 30, 128]).at("4,0,1,0,2,3/13,0,0,1,0,0 first 12-12"),
    perft("6,4", &[1, 3, 9, 18, 36, 42, 52]).at("0,1,2,0,0,1/0,2,1,0,0,1 second 20-20"),
    perft("6,4,plain", &[1, 3, 9, 24, 64, 144, 298]).at("0,1,2,0,0,1/0,2,1,0,0,1 second 20-20"),
    // Sowing past the start.
    perft("6,4", &[1, 3, 11, 58, 290]).at("14,0,1,0,0,5/0,3,0,0,1,15 second 4-5"),
    perft("6,4", &[1, 2, 2, 1, 0]).at("0,0,1,0,0,0/0,0,0,0,2,1 first 22-22"),
    Fact::count("2,4", 147, 34, Some(14)).source(COUNTED),
    Fact::count("2,4,plain", 160, 32, Some(16)).source(COUNTED),
    Fact::count("3,2", 1747, 214, Some(22)).source(COUNTED),
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
    margin("6,..8", 0).at("0,1,2,0,0,1/0,2,1,0,0,1 second 0-0"),
    margin("6,..8,plain", 2).at("0,1,2,0,0,1/0,2,1,0,0,1 second 0-0"),
    margin("6,4", 4).at("0,0,1,0,0,0/0,0,0,0,2,1 first 23-21"),
];

const fn perft(parameters: &'static str, counts: &'static [u64]) -> Fact {
    Fact::perft(parameters, counts).source(COUNTED)
}

const fn margin(parameters: &'static str, margin: i32) -> Fact {
    Fact::margin(parameters, margin)
        .source("computed by an independent program on a ring of named pits and stores")
}

/// The game.
pub type Kalah = Sowing<Stores>;

/// The rules with stores.
#[derive(Debug)]
pub struct Stores {
    /// Whether a last seed captures itself if the opposite pit is empty.
    takes_empty: bool,
    /// Pits per side.
    pits: usize,
    sowings: Sowings,
}

impl Kalah {
    /// The game with that many pits per side and seeds per pit; `takes_empty` is the usual rule.
    pub fn new(pits: usize, seeds: usize, takes_empty: bool) -> Result<Self, Message> {
        Ok(Self::on(Board::new(pits, seeds)?, takes_empty))
    }

    fn on(board: Board, takes_empty: bool) -> Self {
        let pits = board.pits;
        let rule = Stores {
            takes_empty,
            pits,
            sowings: Sowings::new(&board, true, |pit| (0..=2 * pits).cycle().skip(pit + 1)),
        };
        Self { board, rule }
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        let (size, takes_empty) = match parameters.strip_suffix(",plain") {
            Some(size) => (size, false),
            None => (parameters, true),
        };
        let board = Board::parse_size(size).ok_or_else(|| {
            message!(
                "two numbers with a comma between them are wanted, the second after `..` if it is about all boards with at most so many seeds, then perhaps `,plain`",
                "il faut deux nombres séparés par une virgule, le second après `..` s'il s'agit de tous les plateaux d'au plus autant de graines, suivis ou non de `,plain`"
            )
        })?;
        Ok(Self::on(board?, takes_empty))
    }
}

impl Rule for Stores {
    #[inline]
    fn legal(&self, pits: &Pits) -> u64 {
        if pits.other == 0 {
            0
        } else {
            (pits.own + 127 * ONES) & HIGHEST
        }
    }

    fn sowings(&self) -> &Sowings {
        &self.sowings
    }

    #[inline]
    fn sow(&self, pits: &Pits, pit: u8) -> (Pits, i32) {
        let sown = self.sowings.of(pits, pit);
        let mut own = (pits.own & !(255 << (8 * pit))) + sown.own;
        let mut other = pits.other + sown.other;
        let mut gain = i32::from(sown.stored);
        // A single seed there is the last one, in a pit that was empty.
        if let Place::Own(last) = sown.last
            && in_pit(own, last.into()) == 1
        {
            let opposite = self.pits - 1 - usize::from(last);
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

    #[inline]
    fn keeps_turn(&self, pits: &Pits, pit: u8) -> bool {
        self.sowings.of(pits, pit).last == Place::Store
    }

    fn is_same(&self, other: &Self) -> bool {
        self.takes_empty == other.takes_empty
    }

    fn option(&self) -> &'static str {
        if self.takes_empty { "" } else { ",plain" }
    }
}

//! Awele, also oware, under the Abapa rules. A move lifts all seeds of an own pit and sows them one by one along
//! the ring, own pits to the right, then the opponent's, repeatedly, skipping the starting pit, which stays empty.
//! If the last seed makes 2 or 3 in a pit of the opponent, these seeds are captured, and so are those of the
//! preceding pits on the opponent's side as long as they hold 2 or 3. The side with more seeds wins.
//!
//! ```text
//!      6  5  4  3  2  1       Second sows from here to the left
//!      4  4  1  2  1  4
//!      4  4  4  5  4  4       First plays 4: five seeds, the last one in Second's 3; he takes 3 and 2 and stops at the 5
//!      1  2  3  4  5  6       First sows from here to the right
//! ```
//!
//! Variations elsewhere: here a move that would capture all the opponent's seeds (a grand slam) is legal and captures
//! nothing. With `awari` it is illegal as long as there is another move, and captures if there is none: the rule of the
//! variant `awari` of the CPAN module `Game::Oware`. Which rule Romein and Bal took when they solved the game in 2002 is
//! not confirmed. A side whose opponent has no seeds must play some over; if no move does, the game is over, and each
//! side gets the seeds on its side. Nothing else ends the game: having more than half does not, and in infinite play
//! nobody gets the remaining seeds.
//!
//! A position is written from First's point of view, Second's pits above, from her last to her first, then First's:
//! the drawing is `4,4,1,2,1,4/4,4,4,5,4,4 first 4-3` if First has captured 4 seeds and Second 3. The captured
//! seeds are not part of a position: they do not change what can still be won.

use crate::sowing::{Board, HIGHEST, ONES, Pits, Place, Rule, Sowing, Sowings, marked, sum};
use noyau_dynamic::prelude::*;

/// The registry entry.
pub static SPEC: Spec<Awele> = Spec::new(
    Info {
        name: "awele",
        summary: Text::new(
            "Sow the seeds of a pit around the board; the last seed takes twos and threes of the opponent; more seeds win.",
            "Semez les graines d'un trou ; la dernière prend les deux et les trois de l'adversaire ; le plus de graines gagne.",
        ),
        parameters: Text::new(
            "pits a side from 1 to 8, seeds a pit from 1, at most 90 seeds in all; or `6,..12`, all boards with at most 12 seeds; with `,awari`, capturing everything is illegal if there is another move",
            "trous par camp de 1 à 8, graines par trou à partir de 1, au plus 90 graines en tout ; ou `6,..12`, tous les plateaux d'au plus 12 graines ; avec `,awari`, tout prendre est illégal s'il y a un autre coup",
        ),
        default: "6,4",
        version: 1,
    },
    FACTS,
    |parameters, _| Awele::parse(parameters),
)
// All distributions of seeds over pits, with either side to move.
.configured(|game| Magnitude::of(game.board.ranks().into()))
.drawn()
.with_points()
.indexed_by_margin()
.in_classes(Sowing::is_class_of)
.ranked()
.on_cells()
.learned(&[("6,4", include_bytes!("../evaluations/awele.eval"))])
.tactical()
.judged_by(&[Heuristic {
    name: "seeds",
    summary: Text::new(
        "seeds on the own side less those on the other: they are out of reach, or at hand to feed or starve",
        "graines de son côté moins celles d'en face : hors d'atteinte, ou sous la main pour nourrir ou affamer",
    ),
    score: |_, pits| pits.lead(),
}]);

// OpenSpiel differs only in ending earlier, at more than half of the seeds or at a repetition.
const ALSO_OPENSPIEL: &str =
    "counted by an independent program on a ring of named pits; OpenSpiel 2.0.2 counts the same";
const COUNTED: &str = "counted by an independent program on a ring of named pits";

const FACTS: &[Fact] = &[
    Fact::perft("6,4", &[1, 6, 36, 190, 1014, 5219, 27332]).source(ALSO_OPENSPIEL),
    perft("3,3", &[1, 3, 9, 26, 68, 184, 440, 1064, 2553]),
    perft("6,4", &[1, 6, 29, 152, 682]).at("4,4,1,2,1,4/4,4,4,5,4,4 first 4-3"),
    // Capturing everything captures nothing.
    perft("6,4", &[1, 2, 4, 6, 12, 15, 36]).at("0,0,0,0,1,1/1,0,0,0,0,2 first 21-22"),
    perft("6,4", &[1, 2, 7, 14, 41, 111, 297]).at("1,0,2,0,0,0/0,0,0,1,1,2 second 20-21"),
    // The opponent must be fed.
    perft("6,4", &[1, 2, 4, 8, 15, 25]).at("0,0,0,0,0,0/1,0,0,0,3,2 first 21-21"),
    perft("6,4", &[1, 1, 2, 2]).at("0,3,0,0,0,0/0,0,0,0,0,0 second 22-23"),
    Fact::perft("6,4", &[1, 0])
        .at("0,0,0,0,0,0/2,1,0,0,0,0 first 22-23")
        .source("by hand: no move feeds"),
    // Sowing once and twice around.
    perft("6,4", &[1, 3, 17, 68, 356]).at("1,1,1,1,1,1/13,0,0,0,2,23 first 2-2"),
    perft("6,4", &[1, 5, 21, 85, 323]).at("12,0,2,1,1,2/1,1,0,0,2,2 second 12-12"),
    // Own twos stay.
    perft("6,4", &[1, 3, 4, 9, 29, 77]).at("0,0,0,0,5,1/1,0,0,0,2,1 first 19-19"),
    perft("6,4", &[1, 6, 35, 168, 824]).at("2,2,2,2,2,2/2,2,2,2,2,17 first 4-5"),
    Fact::count("2,1", 43, 2, None).source(COUNTED),
    Fact::count("2,2", 283, 2, None).source(COUNTED),
    Fact::count("3,1", 846, 10, None).source(COUNTED),
    // Capturing everything is illegal, or captures.
    perft("3,3,awari", &[1, 3, 9, 26, 68, 184, 440, 1058, 2512]),
    perft("6,4,awari", &[1, 1, 2, 4, 7, 10, 23]).at("0,0,0,0,1,1/1,0,0,0,0,2 first 21-22"),
    margin("2,1,awari", 0),
    margin("2,2,awari", 2),
    margin("2,3,awari", 1),
    margin("2,5,awari", 3),
    margin("3,2,awari", 3),
    margin("3,2,awari", 4).at("0,1,1/0,0,2 first 4-4"),
    margin("3,..8,awari", 4).at("0,1,1/0,0,2 first 2-2"),
    margin("6,4,awari", 4).at("0,0,0,0,1,1/0,0,0,0,0,2 first 22-22"),
    margin("2,1", 2),
    margin("2,2", 6),
    margin("2,3", 0),
    margin("2,5", 3),
    margin("3,1", 0),
    margin("3,2", 1).at("1,1,2/3,1,0 second 2-2"),
    margin("3,..12", 1).at("1,1,2/3,1,0 second 2-2"),
    margin("3,2", 0).at("2,0,0/1,3,2 first 3-1"),
    margin("3,2", 2).at("0,0,4/2,1,1 first 2-2"),
    margin("6,4", -6).at("0,0,0,0,1,1/1,0,0,0,0,2 first 21-22"),
    margin("6,4", -4).at("0,1,0,0,1,0/0,1,0,1,1,0 second 21-22"),
    margin("6,4", 2).at("0,0,0,1,1,1/0,0,0,0,3,0 first 21-21"),
    margin("6,4", 2).at("0,0,0,0,0,0/1,0,0,0,2,1 first 22-22"),
    Fact::margin("6,4", 2)
        .at("0,0,0,0,0,0/2,1,0,0,0,0 first 22-23")
        .source("by hand: the rest goes to the side it lies on"),
];

const fn perft(parameters: &'static str, counts: &'static [u64]) -> Fact {
    Fact::perft(parameters, counts).source(COUNTED)
}

const fn margin(parameters: &'static str, margin: i32) -> Fact {
    Fact::margin(parameters, margin)
        .source("computed by an independent program: attractors of each margin, fewest seeds first")
}

/// The game.
pub type Awele = Sowing<Abapa>;

/// The Abapa rules, and those of Awari.
#[derive(Debug)]
pub struct Abapa {
    sowings: Sowings,
    /// Whether a grand slam is illegal if there is another move, and captures if there is none.
    awari: bool,
    /// Added to the own pits, these set the high bit of a byte if the pit holds a seed …
    holding: u64,
    /// … and if it holds enough to reach the opponent's side.
    feeding: u64,
}

impl Awele {
    /// The game with that many pits per side and seeds per pit.
    pub fn new(pits: usize, seeds: usize) -> Result<Self, Message> {
        Ok(Self::on(Board::new(pits, seeds)?, false))
    }

    fn on(board: Board, awari: bool) -> Self {
        let pits = board.pits;
        // The other pits of the ring, repeatedly.
        let sowings = Sowings::new(&board, false, |pit| {
            let ring = (1..2 * pits).map(move |step| (pit + step) % (2 * pits));
            ring.cycle()
        });
        let reaching = |wanted: &dyn Fn(usize) -> usize| {
            let byte = |pit| (128 - wanted(pit) as u64) << (8 * pit);
            (0..pits).fold(0, |bytes, pit| bytes | byte(pit))
        };
        let rule = Abapa {
            sowings,
            awari,
            holding: reaching(&|_| 1),
            feeding: reaching(&|pit| pits - pit),
        };
        Self { board, rule }
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        let (size, awari) = match parameters.strip_suffix(",awari") {
            Some(size) => (size, true),
            None => (parameters, false),
        };
        let board = Board::parse_size(size).ok_or_else(|| {
            message!(
                "two numbers with a comma between them are wanted, the second after `..` if it is about all boards with at most so many seeds, then perhaps `,awari`",
                "il faut deux nombres séparés par une virgule, le second après `..` s'il s'agit de tous les plateaux d'au plus autant de graines, suivis ou non de `,awari`"
            )
        })?;
        Ok(Self::on(board?, awari))
    }
}

impl Abapa {
    /// The moves that do not capture everything; all of them if all do.
    fn without_slams(&self, pits: &Pits, legal: u64) -> u64 {
        let is_slam = |pit: &u8| {
            let (after, gain) = self.sow(pits, *pit);
            gain > 0 && after.other == 0
        };
        let slams = marked(legal).filter(is_slam);
        let quiet = slams.fold(legal, |quiet, pit| quiet & !(0x80 << (8 * pit)));
        if quiet == 0 { legal } else { quiet }
    }
}

impl Rule for Abapa {
    #[inline]
    fn legal(&self, pits: &Pits) -> u64 {
        let enough = if pits.other == 0 {
            self.feeding
        } else {
            self.holding
        };
        let legal = (pits.own + enough) & HIGHEST;
        if self.awari {
            self.without_slams(pits, legal)
        } else {
            legal
        }
    }

    fn sowings(&self) -> &Sowings {
        &self.sowings
    }

    #[inline]
    fn sow(&self, pits: &Pits, pit: u8) -> (Pits, i32) {
        // 1. Lift and sow.
        let sown = self.sowings.of(pits, pit);
        let own = (pits.own & !(255 << (8 * pit))) + sown.own;
        let other = pits.other + sown.other;
        let side = pits.side;
        let nothing = (Pits { own, other, side }, 0);
        let Place::Other(last) = sown.last else {
            return nothing;
        };
        let last = usize::from(last);
        // 2. Twos and threes become zero, and all others set the high bit.
        let others = (((other & !ONES) ^ (2 * ONES)) + 127 * ONES) & HIGHEST;
        // 3. The length of the run from the last pit down.
        let run = (others << (56 - 8 * last)).leading_zeros() as usize / 8;
        let run = run.min(last + 1);
        if run == 0 {
            return nothing;
        }
        let taken = other & ((u64::MAX >> (64 - 8 * run)) << (8 * (last + 1 - run)));
        // 4. Capturing everything captures nothing, unless it was the only move.
        if taken == other && !self.awari {
            return nothing;
        }
        let other = other ^ taken;
        (Pits { own, other, side }, sum(taken))
    }

    fn check(&self, pits: &Pits, taken: i32) -> Result<(), Message> {
        if taken == 1 {
            return Err(message!(
                "one seed is missing, but seeds are taken two or three at a time",
                "il manque une graine, mais on les prend par deux ou par trois"
            ));
        }
        if pits.own == 0 && !self.awari {
            return Err(message!(
                "the side to move always has a seed: an opponent who could not bring one over has ended the game",
                "le camp au trait a toujours une graine : un adversaire qui ne pouvait pas le nourrir a fini la partie"
            ));
        }
        Ok(())
    }

    fn why_illegal(&self) -> Option<Message> {
        Some(if self.awari {
            message!(
                "the opponent would have no seed, and another move leaves one",
                "l'adversaire n'aurait plus de graine, et un autre coup lui en laisse"
            )
        } else {
            message!(
                "the opponent has no seed, and this move brings none over",
                "l'adversaire n'a plus de graine, et ce coup ne lui en apporte pas"
            )
        })
    }

    fn is_same(&self, other: &Self) -> bool {
        self.awari == other.awari
    }

    fn option(&self) -> &'static str {
        if self.awari { ",awari" } else { "" }
    }
}

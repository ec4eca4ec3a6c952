//! Awele, also oware, under the Abapa rules. A move lifts all seeds of an own pit and sows them one by one along the ring,
//! own pits to the right, then the opponent's, again and again past the pit they came from, which stays empty. If the
//! last seed makes 2 or 3 in a pit of the opponent, these are taken, and so are those of the pits just before it on the
//! opponent's side as long as they hold 2 or 3. More seeds win.
//!
//! ```text
//!      6  5  4  3  2  1       Second sows from here to the left
//!      4  4  1  2  1  4
//!      4  4  4  5  4  4       First plays 4: five seeds, the last one in Second's 3; he takes 3 and 2 and stops at the 5
//!      1  2  3  4  5  6       First sows from here to the right
//! ```
//!
//! What varies elsewhere: a move that would take all the opponent's seeds is legal and takes nothing. Who finds the
//! opponent without seeds must bring some over; if no move does, the game is over, and what is left belongs to the side
//! it lies on. Nothing else ends the game: having more than half does not, and in endless play what is left belongs to
//! nobody.
//!
//! A position is written as it is seen from First's side, Second's pits above, from her last to her first, then First's:
//! the drawing is `4,4,1,2,1,4/4,4,4,5,4,4 first 4-3` if First has taken 4 seeds and Second 3. The seeds
//! taken are no part of it: they do not change what can still be won.

pub(crate) mod board;

pub(crate) mod index;

use self::board::{Board, ONES, Pits, in_pit, marked, sum};
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
pub static SPEC: Spec<Awele> = Spec::new(
    Info {
        name: "awele",
        summary: Text::new("Sow the seeds of a pit around the board; the last seed takes twos and threes of the opponent; more seeds win.", "Semez les graines d'un trou ; la dernière prend les deux et les trois de l'adversaire ; le plus de graines gagne."),
        parameters: Text::new("pits a side from 1 to 8, seeds a pit from 1, at most 90 seeds in all", "trous par camp de 1 à 8, graines par trou à partir de 1, au plus 90 graines en tout"),
        default: "6,4",
        version: 1,
    },
    FACTS,
    |parameters, _| Awele::parse(parameters),
)
.drawn()
.with_points()
.tabular_by_margin()
.ranked()
.judged_by(&[Heuristic {
    name: "seeds",
    summary: Text::new("seeds on the own side less those on the other: they are out of reach, or at hand to feed or starve", "graines de son côté moins celles d'en face : hors d'atteinte, ou sous la main pour nourrir ou affamer"),
    score: |_, pits| pits.lead(),
}]);

const COUNTED: &str = "counted by an independent program on a ring of named pits; OpenSpiel 2.0.2 counts the same, and differs only in ending earlier, at more than half of the seeds or at a repetition";

const FACTS: &[Fact] = &[
    Fact::perft("6,4", &[1, 6, 36, 190, 1014, 5219, 27332]).source(COUNTED),
    perft("3,3", &[1, 3, 9, 26, 68, 184, 440, 1064, 2553]),
    perft("6,4", &[1, 6, 29, 152, 682]).at("4,4,1,2,1,4/4,4,4,5,4,4 first 4-3"),
    // Taking everything takes nothing.
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
    count("2,1", 43, 2, None),
    count("2,2", 283, 2, None),
    count("3,1", 846, 10, None),
    margin("2,1", 2),
    margin("2,2", 6),
    margin("2,3", 0),
    margin("2,5", 3),
    margin("3,1", 0),
    margin("3,2", 1).at("1,1,2/3,1,0 second 2-2"),
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
    Fact::perft(parameters, counts)
        .source("counted by an independent program on a ring of named pits")
}

const fn count(
    parameters: &'static str,
    positions: u64,
    terminal: u64,
    longest: Option<u32>,
) -> Fact {
    Fact::count(parameters, positions, terminal, longest)
        .source("counted by an independent program on a ring of named pits")
}

const fn margin(parameters: &'static str, margin: i32) -> Fact {
    Fact::margin(parameters, margin)
        .source("computed by an independent program: attractors of each margin, fewest seeds first")
}

/// The highest bit of every byte.
const HIGHEST: u64 = 128 * ONES;

/// The rules, with the size of the board.
#[derive(Debug, Clone)]
pub struct Awele {
    board: Board,
    /// What sowing adds, by pit and number of seeds.
    sowings: Vec<Sowing>,
    /// Added to the own pits, these reach the highest bit of a byte where a pit holds a seed …
    holding: u64,
    /// … and where it holds enough to reach the opponent's side.
    feeding: u64,
}

/// Seeds that a move adds on either side, and the pit that the last one falls into, counted along the ring.
#[derive(Debug, Clone, Copy, Default)]
struct Sowing {
    own: u64,
    other: u64,
    last: u8,
}

impl Awele {
    /// The rules with that many pits a side and seeds a pit.
    pub fn new(pits: usize, seeds: usize) -> Result<Self, Message> {
        let board = Board::new(pits, seeds)?;
        let mut sowings = Vec::new();
        for pit in 0..pits {
            let mut sowing = Sowing::default();
            sowings.push(sowing);
            // The other pits of the ring, again and again.
            let ring = (1..2 * pits).map(|step| (pit + step) % (2 * pits));
            for at in ring.cycle().take(board.total()) {
                match at.checked_sub(pits) {
                    None => sowing.own += 1 << (8 * at),
                    Some(at) => sowing.other += 1 << (8 * at),
                }
                sowing.last = at as u8;
                sowings.push(sowing);
            }
        }
        let reaching = |wanted: &dyn Fn(usize) -> usize| {
            let byte = |pit| (128 - wanted(pit) as u64) << (8 * pit);
            (0..pits).fold(0, |bytes, pit| bytes | byte(pit))
        };
        Ok(Self {
            board,
            sowings,
            holding: reaching(&|_| 1),
            feeding: reaching(&|pit| pits - pit),
        })
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        let numbers = parameters.split_once(',');
        let (pits, seeds) = numbers
            .and_then(|(pits, seeds)| Some((parse_number(pits)?, parse_number(seeds)?)))
            .ok_or_else(|| {
                message!(
                    "two numbers with a comma between them are wanted",
                    "il faut deux nombres séparés par une virgule"
                )
            })?;
        Self::new(pits, seeds)
    }

    /// The legal pits: the highest bit of each one's byte.
    #[inline]
    fn legal(&self, pits: &Pits) -> u64 {
        let enough = if pits.other == 0 {
            self.feeding
        } else {
            self.holding
        };
        (pits.own + enough) & HIGHEST
    }

    /// What a move leaves, still seen by who made it, and what it takes.
    #[inline]
    fn sow(&self, pits: &Pits, pit: u8) -> (Pits, i32) {
        // 1. Lift and sow.
        let pit = usize::from(pit);
        let lifted = in_pit(pits.own, pit);
        let sowing = &self.sowings[pit * (self.board.total() + 1) + lifted];
        let own = (pits.own & !(255 << (8 * pit))) + sowing.own;
        let other = pits.other + sowing.other;
        let side = pits.side;
        let nothing = (Pits { own, other, side }, 0);
        let Some(last) = usize::from(sowing.last).checked_sub(self.board.pits) else {
            return nothing;
        };
        // 2. Twos and threes become zero, and all others reach the highest bit.
        let others = (((other & !ONES) ^ (2 * ONES)) + 127 * ONES) & HIGHEST;
        // 3. How many there are from the last pit down.
        let run = (others << (56 - 8 * last)).leading_zeros() as usize / 8;
        let run = run.min(last + 1);
        if run == 0 {
            return nothing;
        }
        let taken = other & ((u64::MAX >> (64 - 8 * run)) << (8 * (last + 1 - run)));
        // 4. All of them would be too many.
        if taken == other {
            return nothing;
        }
        let other = other ^ taken;
        (Pits { own, other, side }, sum(taken))
    }
}

impl Game for Awele {
    type Position = Pits;
    /// An own pit, from 0.
    type Move = u8;

    fn start(&self) -> Pits {
        self.board.start()
    }

    #[inline]
    fn outcome(&self, pits: &Pits) -> Option<Outcome> {
        (self.legal(pits) == 0).then(|| Outcome::of_margin(pits.lead()))
    }

    #[inline]
    fn moves(&self, pits: &Pits, out: &mut Vec<u8>) {
        out.extend(marked(self.legal(pits)));
    }

    #[inline]
    fn play(&self, pits: &mut Pits, pit: u8) {
        *pits = self.sow(pits, pit).0.turned();
    }

    #[inline]
    fn to_move(&self, pits: &Pits) -> Option<Side> {
        Some(pits.side)
    }
}

impl Points for Awele {
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

impl Ranked for Awele {
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
impl Configurations for Awele {
    fn configurations(&self) -> Magnitude {
        Magnitude::of(self.ranks().into())
    }
}

impl RandomConfiguration for Awele {
    fn draw(&self, random: &mut SplitMix) -> Option<Pits> {
        draw_by_rank(self, random)
    }
}

impl Notation for Awele {
    fn parameters(&self) -> String {
        format!("{},{}", self.board.pits, self.board.seeds)
    }

    fn format_board(&self, pits: &Pits, _: Side) -> String {
        self.board.format(pits)
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Pits, Message> {
        let pits = self.board.parse(text, side)?;
        if self.board.taken(&pits) == 1 {
            return Err(message!(
                "one seed is missing, but seeds are taken two or three at a time",
                "il manque une graine, mais on les prend par deux ou par trois"
            ));
        }
        if pits.own == 0 {
            return Err(message!(
                "the side to move always has a seed: an opponent who could not bring one over has ended the game",
                "le camp au trait a toujours une graine : un adversaire qui ne pouvait pas le nourrir a fini la partie"
            ));
        }
        Ok(pits)
    }

    fn format_move(&self, _: &Pits, pit: u8) -> String {
        (pit + 1).to_string()
    }

    fn why_illegal(&self, pits: &Pits, text: &str) -> Option<Message> {
        Some(match self.board.parse_pit(pits, text) {
            Err(why) => why,
            Ok(_) => message!(
                "the opponent has no seed, and this move brings none over",
                "l'adversaire n'a plus de graine, et ce coup ne lui en apporte pas"
            ),
        })
    }

    fn view(&self, pits: &Pits, _: Side) -> View {
        let legal: Vec<u8> = marked(self.legal(pits)).collect();
        self.board.view(pits, &legal)
    }
}

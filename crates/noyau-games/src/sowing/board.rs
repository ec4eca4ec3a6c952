//! Two rows of pits: the text of a board, its picture and its numbering.

use noyau_core::grid::turned;
use noyau_core::notation::{parse_number, parse_numbers};
use noyau_core::rank::Combinations;
use noyau_core::view::{Piece, Shape, View};
use noyau_core::{Message, Side, message};

const MOST_PITS: usize = 8;
/// With these limits the numbers of all positions fit 64 bits.
const MOST_SEEDS: usize = 90;

/// One in every byte.
pub(crate) const ONES: u64 = u64::MAX / 255;

/// The highest bit of every byte.
pub(crate) const HIGHEST: u64 = 128 * ONES;

/// The size of the board.
#[derive(Debug, Clone)]
pub(crate) struct Board {
    /// Pits per side.
    pub(crate) pits: usize,
    /// All seeds of the game.
    total: usize,
    /// Whether it is about all boards with at most that many seeds, and not about play from a start.
    pub(crate) is_class: bool,
    combinations: Combinations,
}

/// The seeds on the side of the player to move and on the other, and the side to move: the two sides play from
/// different pits. A byte is a pit, the lowest one the leftmost from its owner's point of view; no pit ever holds
/// more than 90.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pits {
    pub(crate) own: u64,
    pub(crate) other: u64,
    pub(crate) side: Side,
}

impl Pits {
    /// The same seeds with the opponent to move.
    #[inline]
    pub(crate) fn turned(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            side: self.side.other(),
        }
    }

    /// The seeds of First and those of Second.
    fn by_side(self) -> [u64; 2] {
        turned([self.own, self.other], self.side)
    }

    /// The difference in seeds between the side to move and the opponent.
    #[inline]
    pub(crate) fn lead(self) -> i32 {
        sum(self.own) - sum(self.other)
    }
}

/// The sum of all bytes, which is below 256.
#[inline]
pub(crate) fn sum(side: u64) -> i32 {
    (side.wrapping_mul(ONES) >> 56) as i32
}

/// The seeds in a pit.
#[inline]
pub(crate) fn in_pit(side: u64, pit: usize) -> usize {
    (side >> (8 * pit) & 255) as usize
}

/// Whether every pit of a side holds at least as many seeds as the same pit of another. No pit holds more than 127.
#[inline]
pub(crate) fn holds(side: u64, seeds: u64) -> bool {
    ((side | HIGHEST) - seeds) & HIGHEST == HIGHEST
}

/// The pits whose byte has its high bit set, ascending.
#[inline]
pub(crate) fn marked(mut bytes: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let pit = (bytes.trailing_zeros() / 8) as u8;
        (bytes != 0).then(|| {
            bytes &= bytes - 1;
            pit
        })
    })
}

impl Board {
    pub(crate) fn new(pits: usize, seeds: usize) -> Result<Self, Message> {
        let total = 2usize.saturating_mul(pits).saturating_mul(seeds);
        if pits == 0 || pits > MOST_PITS || seeds == 0 || total > MOST_SEEDS {
            return Err(message!(
                "{pits} pits a side with {seeds} seeds each are out of range",
                "{pits} trous par camp de {seeds} graines chacun sont hors limites"
            ));
        }
        Ok(Self::of(pits, total, false))
    }

    /// All boards with at most that many seeds.
    fn class(pits: usize, total: usize) -> Result<Self, Message> {
        if pits == 0 || pits > MOST_PITS || total == 0 || total > MOST_SEEDS {
            return Err(message!(
                "a class has 1 to {MOST_PITS} pits a side and 1 to {MOST_SEEDS} seeds, not {pits} and {total}",
                "une classe a de 1 à {MOST_PITS} trous par camp et de 1 à {MOST_SEEDS} graines, pas {pits} et {total}"
            ));
        }
        Ok(Self::of(pits, total, true))
    }

    fn of(pits: usize, total: usize, is_class: bool) -> Self {
        Self {
            pits,
            total,
            is_class,
            combinations: Combinations::new(total + 2 * pits, 2 * pits),
        }
    }

    /// Reads `6,4`, four seeds in each of six pits a side, or `6,..12`, all boards with at most twelve seeds; `None` if
    /// it is neither.
    pub(crate) fn parse_size(text: &str) -> Option<Result<Self, Message>> {
        let (pits, seeds) = text.split_once(',')?;
        let pits = parse_number(pits)?;
        Some(match seeds.strip_prefix("..") {
            Some(total) => Self::class(pits, parse_number(total)?),
            None => Self::new(pits, parse_number(seeds)?),
        })
    }

    /// The size as it is read.
    pub(crate) fn format_size(&self) -> String {
        let Self { pits, total, .. } = self;
        if self.is_class {
            format!("{pits},..{total}")
        } else {
            format!("{pits},{}", total / (2 * pits))
        }
    }

    /// All seeds of the game.
    #[inline]
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// The seeds captured by both sides.
    pub(crate) fn taken(&self, pits: &Pits) -> i32 {
        self.total() as i32 - sum(pits.own) - sum(pits.other)
    }

    /// As many seeds in each pit; what is over in the first ones.
    pub(crate) fn start(&self) -> Pits {
        let (each, over) = (self.total / (2 * self.pits), self.total % (2 * self.pits));
        let row = |from: usize| {
            let seeds = |pit| (each + usize::from(from + pit < over)) as u64;
            (0..self.pits).fold(0, |row, pit| row | seeds(pit) << (8 * pit))
        };
        Pits {
            own: row(0),
            other: row(self.pits),
            side: Side::First,
        }
    }

    /// The seeds in each pit of a side, from its left.
    fn row(&self, side: u64) -> impl DoubleEndedIterator<Item = u8> + use<> {
        side.to_le_bytes().into_iter().take(self.pits)
    }

    /// The number of ranks.
    pub(crate) fn ranks(&self) -> u64 {
        self.ranks_up_to(self.total())
    }

    /// The number of ranks of boards with at most that many seeds.
    pub(crate) fn ranks_up_to(&self, seeds: usize) -> u64 {
        let pits = 2 * self.pits;
        2 * self.combinations.binomial(seeds + pits, pits)
    }

    /// The number of ranks of boards with that many seeds.
    pub(crate) fn ranks_of(&self, seeds: usize) -> u64 {
        let pits = 2 * self.pits;
        2 * self.combinations.binomial(seeds + pits - 1, pits - 1)
    }

    /// The rank among the boards with as many seeds: the partial sums of the pits, made strictly ascending, are a
    /// combination, whose last element is known. The same seeds with First and with Second to move are neighbours.
    #[inline]
    pub(crate) fn rank_within(&self, pits: &Pits) -> u64 {
        let mut sum = 0;
        let both = self.row(pits.own).chain(self.row(pits.other));
        let but_last = both.take(2 * self.pits - 1);
        let seeds = self
            .combinations
            .rank(but_last.enumerate().map(|(i, count)| {
                sum += usize::from(count);
                sum + i
            }));
        2 * seeds + pits.side as u64
    }

    /// The rank among all boards, those with fewer seeds first.
    #[inline]
    pub(crate) fn rank(&self, pits: &Pits) -> u64 {
        let seeds = (sum(pits.own) + sum(pits.other)) as usize;
        let ring = 2 * self.pits;
        2 * self.combinations.binomial(seeds + ring - 1, ring) + self.rank_within(pits)
    }

    /// The board of that many seeds with that rank among them.
    pub(crate) fn unrank_within(&self, seeds: usize, rank: u64) -> Option<Pits> {
        if seeds > self.total() || rank >= self.ranks_of(seeds) {
            return None;
        }
        let mut sums = [0; 2 * MOST_PITS];
        let (but_last, last) = sums.split_at_mut(2 * self.pits - 1);
        self.combinations
            .unrank_below(rank / 2, seeds + but_last.len(), but_last);
        last[0] = seeds + but_last.len();
        let mut pits = Pits {
            own: 0,
            other: 0,
            side: Side::BOTH[(rank % 2) as usize],
        };
        let mut before = 0;
        for (i, &sum) in sums[..2 * self.pits].iter().enumerate() {
            let count = (sum - before) as u64;
            before = sum + 1;
            match i.checked_sub(self.pits) {
                None => pits.own |= count << (8 * i),
                Some(i) => pits.other |= count << (8 * i),
            }
        }
        Some(pits)
    }

    /// The board with that rank among all, fewer seeds first.
    pub(crate) fn unrank(&self, mut rank: u64) -> Option<Pits> {
        (0..=self.total()).find_map(|seeds| {
            let pits = self.unrank_within(seeds, rank);
            rank = rank.wrapping_sub(self.ranks_of(seeds));
            pits
        })
    }

    /// Second's pits from her last to her first, then First's, as First sees them.
    pub(crate) fn format(&self, pits: &Pits) -> String {
        let [first, second] = pits.by_side();
        let above: Vec<_> = self.row(second).rev().map(|n| n.to_string()).collect();
        let below: Vec<_> = self.row(first).map(|n| n.to_string()).collect();
        format!("{}/{}", above.join(","), below.join(","))
    }

    pub(crate) fn parse(&self, text: &str, side: Side) -> Result<Pits, Message> {
        let (wanted, total) = (self.pits, self.total());
        let read = |row: &str| -> Option<Vec<usize>> {
            parse_numbers(row).filter(|counts| counts.len() == wanted)
        };
        let rows = text.split_once('/');
        let (mut above, below) = rows
            .and_then(|(above, below)| Some((read(above)?, read(below)?)))
            .ok_or_else(|| {
                message!(
                    "the seeds in the {wanted} pits of Second, from her last to her first, are wanted, then / and those of First from his first, separated by commas",
                    "il faut les graines des {wanted} trous de Second, du dernier au premier, puis / et celles de Premier à partir du premier, séparées par des virgules"
                )
            })?;
        above.reverse();
        let both = above.iter().chain(&below);
        let found = both.fold(0, |sum: usize, &count| sum.saturating_add(count));
        if found > total {
            return Err(message!(
                "there are {found} seeds on this board, but only {total} in the game",
                "il y a {found} graines sur ce plateau, mais seulement {total} dans le jeu"
            ));
        }
        let bytes = |row: &[usize]| {
            let from_right = row.iter().rev();
            from_right.fold(0, |bytes, &count| bytes << 8 | count as u64)
        };
        let first_to_move = Pits {
            own: bytes(&below),
            other: bytes(&above),
            side: Side::First,
        };
        Ok(match side {
            Side::First => first_to_move,
            Side::Second => first_to_move.turned(),
        })
    }

    /// Parses the number of an own pit that holds seeds.
    pub(crate) fn parse_pit(&self, pits: &Pits, text: &str) -> Result<usize, Message> {
        let most = self.pits;
        let number = parse_number(text)
            .filter(|number| (1..=most).contains(number))
            .ok_or_else(|| {
                message!(
                    "a move is the number of an own pit, from 1 on the own left to {most}, as in 1",
                    "un coup est le numéro d'un de ses trous, de 1 à sa gauche jusqu'à {most}, comme 1"
                )
            })?;
        if in_pit(pits.own, number - 1) == 0 {
            return Err(message!(
                "pit {number} is empty",
                "le trou {number} est vide"
            ));
        }
        Ok(number - 1)
    }

    /// The picture: First's pits, then Second's, each from its owner's left.
    pub(crate) fn picture(&self, pits: &Pits) -> View {
        let mut view = View::default();
        for (owner, row) in Side::BOTH.into_iter().zip(pits.by_side()) {
            for (i, count) in self.row(row).enumerate() {
                let (column, y, label) = match owner {
                    Side::First => (i, 1, 2),
                    Side::Second => (self.pits - 1 - i, 0, -1),
                };
                // A single seed is shown as a number like any other.
                let piece = (count > 0).then_some(Piece::heap('1', count.into()));
                view.label(column as i32, label, (i + 1).to_string());
                view.cell(column as i32, y, Shape::Pit, piece);
            }
        }
        view
    }
}

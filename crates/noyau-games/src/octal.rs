//! Octal games: a code d0.d1d2d3… says what may remain of a heap from which k are taken. Digit dk is the sum of 1
//! if nothing may remain, 2 if one heap may remain and 4 if two may. A side that cannot move loses. Kayles is 0.77,
//! Dawson's Kayles 0.07; d0 is 0, or 4 if a heap may be split in two without taking.
//!
//! ```text
//!   20  | | | | | | | | | | | | | | | | | | | |       20>7,11 in 0.77 takes two and leaves
//!    7  | | | | | | |
//!   11  | | | | | | | | | | |
//! ```
//!
//! A position is written as its heaps in ascending order, `7,11`, and `0` if none is left. A move is a heap, `>`,
//! and its remainder: `20>7,11`, `20>19`, or `2>0` if nothing remains. Several moves are separated only by spaces,
//! since a move may contain a comma.

mod reasons;

use noyau_core::hints::nimbers::PartNimbers;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::parse_number;
use noyau_dynamic::prelude::*;
use noyau_tables::heaps::{self, Sequence};

/// The registry entry.
pub static SPEC: Spec<Octal> = Spec::new(
    Info {
        name: "octal",
        summary: Text::new(
            "A heap game by its octal code: digit k says if taking k may leave nothing (1), one heap (2), two heaps (4).",
            "Un jeu de tas par son code octal : le chiffre k dit si en prendre k peut ne rien laisser (1), laisser un tas (2), deux tas (4).",
        ),
        parameters: Text::new(
            "code,heap: a code is 0 or 4, a point and up to 64 digits from 0 to 7, a heap is at most 10000000",
            "code,tas : un code est 0 ou 4, un point et au plus 64 chiffres de 0 à 7, un tas est d'au plus 10000000",
        ),
        default: "0.77,20",
        version: 1,
    },
    FACTS,
    |parameters, _| Octal::parse(parameters),
)
.impartial()
.splitting()
.summed()
.explained();

const FACTS: &[Fact] = &[
    Fact::perft("0.77,3", &[1, 3, 4, 2, 0])
        .source("by hand; the same move in either of two equal heaps is one move"),
    Fact::perft("4.024,5", &[1, 4, 8])
        .source("by hand: 5>1,4 5>2,3 5>3 5>1,1, then 3, 3, 2 and 0 moves"),
    Fact::perft("0.137,6", &[1, 2, 5, 5, 2, 0])
        .known_at("3,3 first", "by hand: a heap of 3 becomes 1 or nothing"),
    Fact::count("0.07,4", 4, 2, Some(2)).source("by hand: 4, 2, 1,1 and 0"),
    Fact::value("0.07,5", Outcome::Loss, Some(2))
        .source("Guy and Smith 1956: nimber 0; by hand: 5>3 and 5>1,2 leave one move"),
    Fact::value("0.77,9", Outcome::Loss, None)
        .at("4,4 second")
        .source("equal heaps: the answer is the same move in the other"),
    Fact::nimber("0.77,20", 1).source("Guy and Smith 1956, the nim-sequence of Kayles"),
    Fact::nimber("0.77,20", 3 ^ 4 ^ 6)
        .at("3,5,11 first")
        .source("Guy and Smith 1956, the nim-sequence of Kayles"),
];

/// More would exceed the memory of an ordinary machine as a list of nimbers.
const LARGEST_HEAP: u32 = 10_000_000;

const MOST_DIGITS: usize = 64;

/// What may remain of a heap, in a digit of the code.
const NOTHING: u8 = 1;
const ONE_HEAP: u8 = 2;
const TWO_HEAPS: u8 = 4;

/// The rules: the code, and the heap at the start.
#[derive(Debug, Clone)]
pub struct Octal {
    /// Digit k says what may remain after taking k. The first digit is the one before the point, the last is not 0
    /// unless it is the first after the point.
    digits: Vec<u8>,
    start: u32,
}

/// The sizes of the heaps, ascending, none of them 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps(Vec<u32>);

/// A move: a heap, by its size, and the two heaps that remain, the smaller first; 0 for none.
pub type Change = (u32, u32, u32);

impl Octal {
    /// The rules of that code, as in `0.77`, from one heap.
    pub fn new(code: &str, start: u32) -> Result<Self, Message> {
        let (before, after) = code.split_once('.').ok_or_else(|| {
            message!(
                "the code {code:?} has no point; a code looks like 0.77",
                "le code {code:?} n'a pas de point ; un code s'écrit comme 0.77"
            )
        })?;
        let split = match before {
            "" | "0" => 0,
            "4" => TWO_HEAPS,
            _ => {
                return Err(message!(
                    "before the point of a code stands 0, or 4 if heaps may be split without taking, not {before:?}",
                    "devant le point d'un code il y a 0, ou 4 si l'on peut partager un tas sans rien prendre, et non {before:?}"
                ));
            }
        };
        if let Some((place, wrong)) = (1..)
            .zip(after.chars())
            .find(|(_, digit)| !digit.is_digit(8))
        {
            return Err(message!(
                "place {place} after the point of the code is {wrong:?}, not a digit from 0 to 7",
                "la place {place} après le point du code est {wrong:?}, et non un chiffre de 0 à 7"
            ));
        }
        let count = after.len();
        if !(1..=MOST_DIGITS).contains(&count) {
            return Err(message!(
                "the code has {count} digits after the point, 1 to {MOST_DIGITS} are wanted",
                "le code a {count} chiffres après le point, il en faut de 1 à {MOST_DIGITS}"
            ));
        }
        let mut digits = vec![split];
        digits.extend(after.bytes().map(|digit| digit - b'0'));
        while digits.len() > 2 && digits.last() == Some(&0) {
            digits.pop();
        }
        if start > LARGEST_HEAP {
            return Err(message!(
                "a heap of {start} is too large, {LARGEST_HEAP} is the most",
                "un tas de {start} est trop grand, au plus {LARGEST_HEAP}"
            ));
        }
        Ok(Self { digits, start })
    }

    /// The code, as in `0.77`.
    pub fn code(&self) -> String {
        let digits: String = self.digits[1..].iter().map(u8::to_string).collect();
        format!("{}.{digits}", self.digits[0])
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        let (code, heap) = parameters.split_once(',').ok_or_else(|| {
            message!(
                "a code and a heap are wanted with a comma between them",
                "il faut un code et un tas, séparés par une virgule"
            )
        })?;
        let heap = heap.trim();
        let start = parse_number(heap).ok_or_else(|| {
            message!(
                "{heap:?} is not the size of a heap, a whole number from 0 to 10000000",
                "{heap:?} n'est pas la taille d'un tas, un nombre entier de 0 à 10000000"
            )
        })?;
        Self::new(code.trim(), start)
    }

    /// What may remain after taking that many.
    #[inline]
    fn digit(&self, taken: u32) -> u8 {
        self.digits.get(taken as usize).copied().unwrap_or(0)
    }

    /// Appends the moves of one heap.
    #[inline]
    fn changes(&self, heap: u32, out: &mut Vec<Change>) {
        for (&digit, taken) in self.digits.iter().zip(0..=heap) {
            let left = heap - taken;
            if digit & NOTHING != 0 && left == 0 {
                out.push((heap, 0, 0));
            }
            if digit & ONE_HEAP != 0 && left > 0 {
                out.push((heap, 0, left));
            }
            if digit & TWO_HEAPS != 0 {
                out.extend((1..=left / 2).map(|low| (heap, low, left - low)));
            }
        }
    }

    /// Whether a heap has a move.
    #[inline]
    fn is_live(&self, heap: u32) -> bool {
        self.digits.iter().zip(0..=heap).any(|(&digit, taken)| {
            let left = heap - taken;
            let room = [NOTHING, ONE_HEAP, ONE_HEAP | TWO_HEAPS][left.min(2) as usize];
            digit & room != 0
        })
    }

    fn is_legal(&self, heaps: &Heaps, (heap, low, high): Change) -> bool {
        let Some(taken) = taken((heap, low, high)) else {
            return false;
        };
        let kind = match (low, high) {
            (0, 0) => NOTHING,
            (0, _) => ONE_HEAP,
            _ => TWO_HEAPS,
        };
        heaps.0.binary_search(&heap).is_ok() && self.digit(taken) & kind != 0
    }

    /// The nimbers of single heaps of 0, 1, 2… up to `last`, with their period if one is proved.
    pub fn nim_sequence(&self, last: u32, limits: &Limits) -> Result<Sequence, Stopped> {
        heaps::sequence(&self.digits, last as usize, limits)
    }
}

impl Game for Octal {
    type Position = Heaps;
    type Move = Change;

    fn start(&self) -> Heaps {
        Heaps(if self.start == 0 {
            Vec::new()
        } else {
            vec![self.start]
        })
    }

    fn outcome(&self, heaps: &Heaps) -> Option<Outcome> {
        // The largest heap is the likeliest to have a move.
        let live = heaps.0.iter().rev().any(|&heap| self.is_live(heap));
        (!live).then_some(Outcome::Loss)
    }

    fn moves(&self, heaps: &Heaps, out: &mut Vec<Change>) {
        let mut last = 0;
        for &heap in &heaps.0 {
            // Equal heaps are adjacent, and have the same moves.
            if heap != last {
                self.changes(heap, out);
            }
            last = heap;
        }
    }

    fn play(&self, heaps: &mut Heaps, (heap, low, high): Change) {
        if let Ok(place) = heaps.0.binary_search(&heap) {
            heaps.0.remove(place);
        }
        for new in [low, high] {
            if new > 0 {
                let place = heaps.0.partition_point(|&other| other < new);
                heaps.0.insert(place, new);
            }
        }
    }
}

impl Impartial for Octal {}

/// Each heap with moves is a part.
impl Splits for Octal {
    fn split(&self, heaps: &Heaps, out: &mut Vec<Heaps>) {
        let live = heaps.0.iter().filter(|&&heap| self.is_live(heap));
        out.extend(live.map(|&heap| Heaps(vec![heap])));
    }
}

/// A heap has the nimber that the nim-sequence gives it.
impl PartNimbers for Octal {
    type Precomputed = Sequence;

    fn is_large(&self) -> bool {
        self.start > 30
    }

    fn most_moves(&self, heaps: &Heaps) -> u64 {
        let digits = self.digits.iter();
        let pairs = digits.filter(|&digit| digit & TWO_HEAPS != 0).count() as u64;
        let of_heap = |&heap: &u32| pairs * u64::from(heap / 2) + self.digits.len() as u64;
        heaps.0.iter().map(of_heap).sum()
    }

    fn precompute(&self, limits: &Limits) -> Result<Sequence, Stopped> {
        self.nim_sequence(self.start, limits)
    }

    fn part_nimber(&self, sequence: &Sequence, part: &Heaps) -> u32 {
        let heaps = part.0.iter();
        heaps.fold(0, |sum, &heap| {
            sum ^ u32::from(sequence.nimbers[heap as usize])
        })
    }
}

/// The number that a move takes, unless it leaves more than there are.
fn taken((heap, low, high): Change) -> Option<u32> {
    heap.checked_sub(low)?.checked_sub(high)
}

/// Parses a move, legal or not.
fn parse_change(text: &str) -> Option<Change> {
    let (heap, becomes) = text.split_once('>')?;
    let heap = parse_number(heap)?;
    match becomes.split_once(',') {
        None => Some((heap, 0, parse_number(becomes)?)),
        Some((one, other)) => {
            let (one, other): (u32, u32) = (parse_number(one)?, parse_number(other)?);
            (one > 0 && other > 0).then_some((heap, one.min(other), one.max(other)))
        }
    }
}

impl Notation for Octal {
    /// Moves contain commas, so only spaces separate them.
    fn split_moves(&self, text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn parameters(&self) -> String {
        format!("{},{}", self.code(), self.start)
    }

    fn format_board(&self, heaps: &Heaps, _: Side) -> String {
        if heaps.0.is_empty() {
            return "0".to_owned();
        }
        let sizes: Vec<_> = heaps.0.iter().map(u32::to_string).collect();
        sizes.join(",")
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<Heaps, Message> {
        if text == "0" {
            return Ok(Heaps(Vec::new()));
        }
        let mut heaps = Vec::new();
        let mut total = 0;
        for word in text.split(',').map(str::trim) {
            let size = parse_number(word).filter(|&size| size > 0).ok_or_else(|| {
                message!(
                    "{word:?} is not the size of a heap; the sizes are wanted, separated by commas, or 0 if no heap is left",
                    "{word:?} n'est pas la taille d'un tas ; il faut les tailles, séparées par des virgules, ou 0 s'il ne reste aucun tas"
                )
            })?;
            heaps.push(size);
            total += u64::from(size);
        }
        let start = self.start;
        if total > start.into() {
            return Err(message!(
                "the heaps hold {total}, but play begins with {start}",
                "les tas font {total} en tout, mais la partie commence avec {start}"
            ));
        }
        heaps.sort_unstable();
        Ok(Heaps(heaps))
    }

    fn format_move(&self, _: &Heaps, (heap, low, high): Change) -> String {
        if low == 0 {
            format!("{heap}>{high}")
        } else {
            format!("{heap}>{low},{high}")
        }
    }

    fn parse_move(&self, heaps: &Heaps, text: &str) -> Option<Change> {
        parse_change(text).filter(|&change| self.is_legal(heaps, change))
    }

    fn why_illegal(&self, heaps: &Heaps, text: &str) -> Option<Message> {
        let Some((heap, low, high)) = parse_change(text) else {
            return Some(message!(
                "a move is a heap and what it becomes, as in 20>7,11, 20>19 or 2>0",
                "un coup est un tas et ce qu'il devient, comme 20>7,11, 20>19 ou 2>0"
            ));
        };
        if !heaps.0.contains(&heap) {
            return Some(message!(
                "there is no heap of {heap}",
                "il n'y a pas de tas de {heap}"
            ));
        }
        let Some(taken) = taken((heap, low, high)) else {
            return Some(message!(
                "that is more than the heap of {heap} holds",
                "c'est plus que ce que contient le tas de {heap}"
            ));
        };
        let digit = self.digit(taken);
        Some(match (low, high) {
            (0, 0) => message!(
                "taking {taken} may not leave nothing: digit {taken} of the code is {digit}, which lacks 1",
                "en prendre {taken} ne peut pas ne rien laisser : le chiffre {taken} du code est {digit}, sans 1"
            ),
            (0, _) => message!(
                "taking {taken} may not leave one heap: digit {taken} of the code is {digit}, which lacks 2",
                "en prendre {taken} ne peut pas laisser un tas : le chiffre {taken} du code est {digit}, sans 2"
            ),
            _ => message!(
                "taking {taken} may not leave two heaps: digit {taken} of the code is {digit}, which lacks 4",
                "en prendre {taken} ne peut pas laisser deux tas : le chiffre {taken} du code est {digit}, sans 4"
            ),
        })
    }

    fn view(&self, heaps: &Heaps, _: Side) -> View {
        /// From a longer start, heaps are drawn as one cell with a number.
        const LONGEST: u32 = 40;
        let mut view = View::default();
        let long = self.start > LONGEST;
        let mut last = 0;
        let mut changes = Vec::new();
        for (&heap, y) in heaps.0.iter().zip(0..) {
            view.label(-1, y, heap.to_string());
            let touch = view.heap(y, heap, heap, long);
            changes.clear();
            if heap != last {
                self.changes(heap, &mut changes);
            }
            last = heap;
            // The smaller heap stays on the left, the larger on the right, the taken matches are between them; a
            // split without taking touches the two matches beside it.
            view.moves.extend(changes.iter().map(|&(_, low, high)| {
                touch(if low + high < heap {
                    low..heap - high
                } else {
                    low - 1..low + 1
                })
            }));
        }
        view
    }
}

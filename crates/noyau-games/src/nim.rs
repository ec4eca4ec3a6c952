//! Nim: heaps of matches. A move takes any positive number from one heap. A side that cannot move loses: taking the
//! last match wins. In the misère form taking the last match loses, so a side that finds no match has won.
//!
//! ```text
//!   1  |  |  |
//!   2  |  |  |  |            2:3 leaves one match in heap 2
//!   3  |  |  |  |  |
//! ```
//!
//! A position is written as its heaps, `3,4,5`; empty heaps stay, as 0.

mod reasons;

use noyau_core::hints::nimbers::PartNimbers;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::parse_number;
use noyau_dynamic::prelude::*;

/// The registry entry.
pub static SPEC: Spec<Nim> = Spec::new(
    Info {
        name: "nim",
        summary: Text::new(
            "Take any number of matches from one heap; who cannot move loses (misère: who takes the last loses).",
            "Prenez autant d'allumettes que vous voulez dans un tas ; qui ne peut pas jouer perd (misère : qui prend la dernière perd).",
        ),
        parameters: Text::new(
            "the sizes of 1 to 16 heaps, each at most 1048575, with fewer than 2^64 positions in all; `misere` may follow",
            "les tailles de 1 à 16 tas, d'au plus 1048575 chacun, avec moins de 2^64 positions en tout ; puis, si l'on veut, `misere`",
        ),
        default: "3,4,5",
        version: 1,
    },
    FACTS,
    |parameters, _| Nim::parse(parameters),
)
// All sizes of all heaps.
.configured(|game| Magnitude::of(game.positions.into()))
.impartial()
.indexed()
.ranked()
.reversible_without_cycles()
.splitting()
.summed()
.explained();

const FACTS: &[Fact] = &[
    Fact::perft("1,2", &[1, 3, 5, 3, 0]).source("by hand"),
    Fact::count("3,4,5", 120, 1, Some(12))
        .source("4 · 5 · 6 positions; a match a move is the longest play"),
    Fact::count("2,0,7,misere", 24, 1, Some(9))
        .source("3 · 1 · 8 positions; a match a move is the longest play"),
    Fact::value("3,4,5", Outcome::Win, None)
        .source("Bouton 1901: lost exactly when the sizes add up to 0 without carrying"),
    Fact::value("3,4,5", Outcome::Loss, None).known_at("1,4,5 second", "Bouton 1901"),
    Fact::value("2,2", Outcome::Loss, Some(4)).source(
        "by hand: answer with the same move in the other heap; one match at a time lasts longest",
    ),
    Fact::value("7", Outcome::Win, Some(1)).source("by hand: take all"),
    Fact::value("1,1,1,misere", Outcome::Loss, Some(3))
        .source("by hand: the last of three matches falls to who begins"),
    Fact::value("1,1,misere", Outcome::Win, Some(2))
        .source("by hand: the last of two matches falls to the other"),
    Fact::value("1,1,misere", Outcome::Win, Some(0))
        .known_at("0,0 second", "the rules: the other took the last one"),
    Fact::value("2,2,misere", Outcome::Loss, None)
        .source("Bouton 1901: with a heap above 1, misère Nim is lost exactly where Nim is"),
    Fact::value("3,4,5,misere", Outcome::Win, None).source("Bouton 1901"),
    Fact::value("1,2,3,misere", Outcome::Loss, None).source("Bouton 1901"),
    Fact::nimber("3,4,5", 2)
        .source("Sprague 1935, Grundy 1939: the sum of the sizes in binary without carrying"),
    Fact::nimber("6,0,9", 15).source("Sprague 1935, Grundy 1939"),
];

const MOST_HEAPS: usize = 16;

/// The maximum number of moves of a heap, since they are listed.
const LARGEST_HEAP: u32 = (1 << 20) - 1;

/// The rules, with the heaps at the start.
#[derive(Debug, Clone, Copy)]
pub struct Nim {
    heaps: usize,
    start: Heaps,
    /// The number of positions.
    positions: u64,
    misere: bool,
}

/// The sizes of the heaps; those beyond the number of heaps are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps([u32; MOST_HEAPS]);

/// A move: a heap, from 0, and the number taken from it.
pub type Take = (u8, u32);

impl Nim {
    /// The rules with those heaps.
    pub fn new(sizes: &[u32], misere: bool) -> Result<Self, Message> {
        let heaps = sizes.len();
        if let Some(size) = sizes.iter().find(|&&size| size > LARGEST_HEAP) {
            return Err(message!(
                "a heap of {size} is too large, {LARGEST_HEAP} is the most",
                "un tas de {size} est trop grand, au plus {LARGEST_HEAP}"
            ));
        }
        if heaps == 0 || heaps > MOST_HEAPS {
            return Err(message!(
                "there must be 1 to {MOST_HEAPS} heaps, not {heaps}",
                "il faut de 1 à {MOST_HEAPS} tas, et non {heaps}"
            ));
        }
        let positions = sizes
            .iter()
            .try_fold(1u64, |positions, &size| {
                positions.checked_mul(u64::from(size) + 1)
            })
            .ok_or_else(|| {
                message!(
                    "these heaps have 2^64 positions or more",
                    "ces tas ont 2^64 positions ou plus"
                )
            })?;
        let mut start = [0; MOST_HEAPS];
        start[..heaps].copy_from_slice(sizes);
        Ok(Self {
            heaps,
            start: Heaps(start),
            positions,
            misere,
        })
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        let (sizes, misere) = match parameters.rsplit_once(',') {
            Some((sizes, variant)) if matches!(variant.trim(), "misere" | "misère") => {
                (sizes, true)
            }
            _ => (parameters, false),
        };
        let sizes: Result<Vec<u32>, Message> = sizes.split(',').map(parse_size).collect();
        Self::new(&sizes?, misere)
    }

    fn sizes<'a>(&self, heaps: &'a Heaps) -> &'a [u32] {
        &heaps.0[..self.heaps]
    }
}

fn parse_size(word: &str) -> Result<u32, Message> {
    let word = word.trim();
    let size = parse_number(word).filter(|size| *size <= LARGEST_HEAP);
    size.ok_or_else(|| {
        message!(
            "{word:?} is not the size of a heap, a whole number from 0 to {LARGEST_HEAP}",
            "{word:?} n'est pas la taille d'un tas, un nombre entier de 0 à {LARGEST_HEAP}"
        )
    })
}

/// Parses a heap, from 1, and the number taken from it.
fn parse_take(text: &str) -> Option<(usize, u64)> {
    let (heap, taken) = text.split_once(':')?;
    Some((parse_number(heap)?, parse_number(taken)?))
}

impl Game for Nim {
    type Position = Heaps;
    type Move = Take;

    fn start(&self) -> Heaps {
        self.start
    }

    #[inline]
    fn outcome(&self, heaps: &Heaps) -> Option<Outcome> {
        let end = if self.misere {
            Outcome::Win
        } else {
            Outcome::Loss
        };
        (heaps.0 == [0; MOST_HEAPS]).then_some(end)
    }

    #[inline]
    fn moves(&self, heaps: &Heaps, out: &mut Vec<Take>) {
        for (&size, heap) in self.sizes(heaps).iter().zip(0..) {
            out.extend((1..=size).map(|taken| (heap, taken)));
        }
    }

    #[inline]
    fn play(&self, heaps: &mut Heaps, (heap, taken): Take) {
        heaps.0[usize::from(heap)] -= taken;
    }
}

impl Impartial for Nim {
    fn is_normal_play(&self) -> bool {
        !self.misere
    }
}

/// One tier, in mixed radix: heap i is a digit that counts to its size at the start. Every move leads to a lower number.
impl Index for Nim {
    fn dense(&self, _: u32) -> Option<u64> {
        Some(self.positions)
    }

    fn coverage(&self) -> Coverage {
        Coverage::Whole
    }

    fn descends(&self, _: u32) -> bool {
        true
    }

    fn number(&self, heaps: &Heaps) -> u64 {
        let digits = self.sizes(heaps).iter().zip(self.start.0);
        digits.fold(0, |number, (&size, most)| {
            number * (u64::from(most) + 1) + u64::from(size)
        })
    }

    fn position(&self, _: u32, mut number: u64) -> Option<Heaps> {
        let mut heaps = self.start;
        for size in heaps.0[..self.heaps].iter_mut().rev() {
            let radix = u64::from(*size) + 1;
            *size = (number % radix) as u32;
            number /= radix;
        }
        (number == 0).then_some(heaps)
    }
}

impl Reversible for Nim {
    fn predecessors(&self, heaps: &Heaps, out: &mut Vec<Heaps>) {
        for heap in 0..self.heaps {
            for size in heaps.0[heap]..self.start.0[heap] {
                let mut before = *heaps;
                before.0[heap] = size + 1;
                out.push(before);
            }
        }
    }
}

/// Each heap is a part.
impl Splits for Nim {
    fn split(&self, heaps: &Heaps, out: &mut Vec<Heaps>) {
        for heap in (0..self.heaps).filter(|&heap| heaps.0[heap] > 0) {
            let mut part = Heaps([0; MOST_HEAPS]);
            part.0[heap] = heaps.0[heap];
            out.push(part);
        }
    }
}

/// A heap is its own nimber (Bouton 1901).
impl PartNimbers for Nim {
    type Precomputed = ();

    fn is_large(&self) -> bool {
        self.positions > 1 << 18
    }

    fn most_moves(&self, heaps: &Heaps) -> u64 {
        heaps.0.iter().map(|&size| u64::from(size)).sum()
    }

    fn precompute(&self, _: &Limits) -> Result<(), Stopped> {
        Ok(())
    }

    fn part_nimber(&self, (): &(), part: &Heaps) -> u32 {
        part.0.iter().fold(0, |sum, size| sum ^ size)
    }
}

impl Notation for Nim {
    fn parameters(&self) -> String {
        let misere = if self.misere { ",misere" } else { "" };
        self.format_board(&self.start, Side::First) + misere
    }

    fn format_board(&self, heaps: &Heaps, _: Side) -> String {
        let sizes: Vec<_> = self.sizes(heaps).iter().map(u32::to_string).collect();
        sizes.join(",")
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<Heaps, Message> {
        let words = text.split(',').count();
        let wanted = self.heaps;
        if words != wanted {
            return Err(message!(
                "the sizes of {wanted} heaps are wanted, separated by commas, not {words}",
                "il faut les tailles de {wanted} tas, séparées par des virgules, et non {words}"
            ));
        }
        let mut heaps = Heaps([0; MOST_HEAPS]);
        for (i, word) in text.split(',').enumerate() {
            heaps.0[i] = parse_size(word)?;
            let (heap, size, most) = (i + 1, heaps.0[i], self.start.0[i]);
            if size > most {
                return Err(message!(
                    "heap {heap} cannot hold {size}, it begins with {most}",
                    "le tas {heap} ne peut pas en contenir {size}, il commence avec {most}"
                ));
            }
        }
        Ok(heaps)
    }

    fn format_move(&self, _: &Heaps, (heap, taken): Take) -> String {
        format!("{}:{taken}", heap + 1)
    }

    fn parse_move(&self, heaps: &Heaps, text: &str) -> Option<Take> {
        let (heap, taken) = parse_take(text)?;
        let size = *self.sizes(heaps).get(heap.checked_sub(1)?)?;
        let legal = (1..=u64::from(size)).contains(&taken);
        legal.then_some((heap as u8 - 1, taken as u32))
    }

    fn why_illegal(&self, heaps: &Heaps, text: &str) -> Option<Message> {
        let Some((heap, taken)) = parse_take(text) else {
            return Some(message!(
                "a move is a heap and how many to take from it, as in 2:3",
                "un coup est un tas et le nombre d'allumettes à y prendre, comme 2:3"
            ));
        };
        let count = self.heaps;
        if !(1..=count).contains(&heap) {
            return Some(message!(
                "there is no heap {heap}, they are numbered from 1 to {count}",
                "il n'y a pas de tas {heap}, ils sont numérotés de 1 à {count}"
            ));
        }
        let size = heaps.0[heap - 1];
        Some(match size {
            0 => message!("heap {heap} is empty", "le tas {heap} est vide"),
            _ if taken == 0 => message!(
                "at least one must be taken",
                "il faut en prendre au moins une"
            ),
            _ => message!(
                "heap {heap} holds only {size}",
                "le tas {heap} n'en contient que {size}"
            ),
        })
    }

    fn view(&self, heaps: &Heaps, _: Side) -> View {
        /// Longer heaps are drawn as one cell with a number.
        const LONGEST: u32 = 40;
        let mut view = View::default();
        for (y, (&size, most)) in (0..).zip(self.sizes(heaps).iter().zip(self.start.0)) {
            view.label(-1, y, (y + 1).to_string());
            let touch = view.heap(y, size, most, most > LONGEST);
            let moves = (1..=size).map(|taken| touch(size - taken..size));
            view.moves.extend(moves);
        }
        view
    }
}

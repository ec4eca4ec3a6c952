//! The shared rules of sowing games such as awele and kalah.
//!
//! A position is written from First's point of view, Second's pits above, from her last to her first, then First's,
//! as in `4,4,1,2,1,4/4,4,4,5,4,4 first 4-3`. The captured seeds are its points.

mod board;
mod cells;

pub(crate) use board::{Board, HIGHEST, ONES, Pits, holds, in_pit, marked, sum};

use noyau_core::configuration::accepted;
use noyau_dynamic::prelude::*;
use std::fmt;

/// The rule of a sowing game.
pub trait Rule: fmt::Debug + Send + Sync + 'static {
    /// The pits that may be sown, as the high bit of each one's byte; none if the game is over.
    fn legal(&self, pits: &Pits) -> u64;

    /// The pits after a move, still from the mover's point of view, and the captured seeds.
    fn sow(&self, pits: &Pits, pit: u8) -> (Pits, i32);

    /// What sowing adds.
    fn sowings(&self) -> &Sowings;

    /// Whether the mover moves again.
    fn keeps_turn(&self, _pits: &Pits, _pit: u8) -> bool {
        false
    }

    /// Whether seeds move as under another rule, on a board of as many pits.
    fn is_same(&self, _other: &Self) -> bool {
        true
    }

    /// The option after the size of the board in the parameters.
    fn option(&self) -> &'static str {
        ""
    }

    /// Rejects unreachable positions; `taken` seeds have been captured.
    fn check(&self, _pits: &Pits, _taken: i32) -> Result<(), Message> {
        Ok(())
    }

    /// Why a pit with seeds may not be sown.
    fn why_illegal(&self) -> Option<Message> {
        None
    }
}

/// A sowing game: a board and a rule.
#[derive(Debug)]
pub struct Sowing<R> {
    pub(crate) board: Board,
    pub(crate) rule: R,
}

/// The place of a sown seed, from the mover's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Own(u8),
    Store,
    Other(u8),
}

/// The seeds that a move adds on either side and in the own store, and the place of the last one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sown {
    pub(crate) own: u64,
    pub(crate) other: u64,
    pub(crate) stored: u8,
    pub(crate) last: Place,
}

/// The sown seeds, by pit and number of seeds.
#[derive(Debug)]
pub struct Sowings {
    list: Vec<Sown>,
    most: usize,
}

impl Sowings {
    /// `ring` gives the places of the seeds of a pit in order, counted along the ring: own pits, own store if there
    /// are stores, the opponent's pits.
    pub(crate) fn new<I: Iterator<Item = usize>>(
        board: &Board,
        stores: bool,
        ring: impl Fn(usize) -> I,
    ) -> Self {
        let place = |at: usize| match at.checked_sub(board.pits) {
            None => Place::Own(at as u8),
            Some(0) if stores => Place::Store,
            Some(at) => Place::Other(at as u8 - u8::from(stores)),
        };
        let mut list = Vec::new();
        for pit in 0..board.pits {
            let mut sown = Sown {
                own: 0,
                other: 0,
                stored: 0,
                last: Place::Own(pit as u8),
            };
            list.push(sown);
            for place in ring(pit).map(place).take(board.total()) {
                match place {
                    Place::Own(pit) => sown.own += 1 << (8 * pit),
                    Place::Store => sown.stored += 1,
                    Place::Other(pit) => sown.other += 1 << (8 * pit),
                }
                sown.last = place;
                list.push(sown);
            }
        }
        let most = board.total();
        Self { list, most }
    }

    /// The effect of sowing an own pit.
    #[inline]
    pub(crate) fn of(&self, pits: &Pits, pit: u8) -> &Sown {
        let pit = usize::from(pit);
        &self.list[pit * (self.most + 1) + in_pit(pits.own, pit)]
    }

    /// The effects of sowing an own pit with one seed, two, and so on.
    #[inline]
    fn by_seeds(&self, pit: usize) -> &[Sown] {
        let first = pit * (self.most + 1);
        &self.list[first + 1..=first + self.most]
    }
}

impl<R: Rule> Game for Sowing<R> {
    type Position = Pits;
    /// An own pit, from 0.
    type Move = u8;

    fn start(&self) -> Pits {
        self.board.start()
    }

    #[inline]
    fn outcome(&self, pits: &Pits) -> Option<Outcome> {
        (self.rule.legal(pits) == 0).then(|| Outcome::of_margin(pits.lead()))
    }

    #[inline]
    fn moves(&self, pits: &Pits, out: &mut Vec<u8>) {
        out.extend(marked(self.rule.legal(pits)));
    }

    #[inline]
    fn play(&self, pits: &mut Pits, pit: u8) {
        let (after, _) = self.rule.sow(pits, pit);
        *pits = if self.rule.keeps_turn(pits, pit) {
            after
        } else {
            after.turned()
        };
    }

    #[inline]
    fn keeps_turn(&self, pits: &Pits, pit: u8) -> bool {
        self.rule.keeps_turn(pits, pit)
    }

    #[inline]
    fn to_move(&self, pits: &Pits) -> Option<Side> {
        Some(pits.side)
    }
}

impl<R: Rule> Points for Sowing<R> {
    const ALONG_MOVES: bool = true;

    #[inline]
    fn gain(&self, pits: &Pits, pit: u8) -> i32 {
        self.rule.sow(pits, pit).1
    }

    /// Each side gets the seeds on its side.
    fn settle(&self, pits: &Pits) -> (i32, i32) {
        (sum(pits.own), sum(pits.other))
    }

    fn won(&self, pits: &Pits) -> Option<i32> {
        Some(self.board.taken(pits))
    }
}

/// What brings seeds is noisy, and so is what moves again. Points are not part of a position, but they never come back.
impl<R: Rule> Tactics for Sowing<R> {
    #[inline]
    fn noise(&self, pits: &Pits, pit: u8) -> i32 {
        let gain = self.rule.sow(pits, pit).1;
        if self.rule.keeps_turn(pits, pit) {
            return 64 + gain;
        }
        // Passing one's own store brings a seed nearly always.
        if self.rule.sowings().of(pits, pit).stored > 0 {
            (gain - 1).max(0)
        } else {
            gain
        }
    }

    #[inline]
    fn is_irreversible(&self, pits: &Pits, pit: u8) -> bool {
        self.rule.sow(pits, pit).1 > 0
    }
}

impl<R: Rule> RandomConfiguration for Sowing<R> {
    fn draw(&self, random: &mut SplitMix) -> Option<Pits> {
        let rank = random.below_wide(self.board.ranks());
        accepted(self, &self.board.unrank(rank)?)
    }
}

/// A tier for each number of seeds on the board. In a class the turned board is the same, so that First is to move in
/// what is stored.
impl<R: Rule> Index for Sowing<R> {
    fn tiers(&self) -> u32 {
        self.board.total() as u32 + 1
    }

    #[inline]
    fn tier(&self, pits: &Pits) -> u32 {
        (sum(pits.own) + sum(pits.other)) as u32
    }

    fn dense(&self, tier: u32) -> Option<u64> {
        Some(self.board.ranks_of(tier as usize) >> self.sides())
    }

    fn coverage(&self) -> Coverage {
        if self.board.is_class {
            Coverage::Class
        } else {
            Coverage::Reachable
        }
    }

    #[inline]
    fn number(&self, pits: &Pits) -> u64 {
        self.board.rank_within(pits) >> self.sides()
    }

    fn position(&self, tier: u32, number: u64) -> Option<Pits> {
        let rank = number.checked_mul(1 << self.sides())?;
        self.board.unrank_within(tier as usize, rank)
    }

    #[inline]
    fn canonical(&self, pits: &Pits) -> Pits {
        let side = if self.board.is_class {
            Side::First
        } else {
            pits.side
        };
        Pits { side, ..*pits }
    }

    fn orbit_size(&self, _: &Pits) -> u64 {
        1 << self.sides()
    }

    /// Seeds that came from a pit are taken back into it. Moves that capture or store seeds leave the tier.
    fn predecessors_in_tier(&self, pits: &Pits, out: &mut Vec<Pits>) -> bool {
        let after = pits.turned();
        for pit in 0..self.board.pits {
            // A pit that is sown stays empty, or else a seed has been stored.
            if in_pit(after.own, pit) > 0 {
                continue;
            }
            for (seeds, sown) in (1..).zip(self.rule.sowings().by_seeds(pit)) {
                if sown.stored > 0 || !holds(after.own, sown.own) || !holds(after.other, sown.other)
                {
                    break;
                }
                let before = Pits {
                    own: (after.own - sown.own) | seeds << (8 * pit),
                    other: after.other - sown.other,
                    side: after.side,
                };
                let is_legal = self.rule.legal(&before) >> (8 * pit + 7) & 1 == 1;
                if is_legal && self.rule.sow(&before, pit as u8) == (after, 0) {
                    out.push(before);
                }
            }
        }
        true
    }
}

impl<R: Rule> Sowing<R> {
    /// Whether this is a class of endgames of a game.
    pub(crate) fn is_class_of(&self, game: &Self) -> bool {
        let same_pits = self.board.pits == game.board.pits;
        self.board.is_class && same_pits && self.rule.is_same(&game.rule)
    }
}

impl<R> Sowing<R> {
    /// The bits of a rank that tell the side to move and are left out of numbers.
    #[inline]
    fn sides(&self) -> u32 {
        self.board.is_class.into()
    }
}

impl<R: Rule> Notation for Sowing<R> {
    fn parameters(&self) -> String {
        self.board.format_size() + self.rule.option()
    }

    fn format_board(&self, pits: &Pits, _: Side) -> String {
        self.board.format(pits)
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Pits, Message> {
        let pits = self.board.parse(text, side)?;
        // A class has what play does not lead to, too.
        if !self.board.is_class {
            self.rule.check(&pits, self.board.taken(&pits))?;
        }
        Ok(pits)
    }

    fn format_move(&self, _: &Pits, pit: u8) -> String {
        (pit + 1).to_string()
    }

    fn why_illegal(&self, pits: &Pits, text: &str) -> Option<Message> {
        match self.board.parse_pit(pits, text) {
            Err(why) => Some(why),
            Ok(_) => self.rule.why_illegal(),
        }
    }

    fn picture(&self, pits: &Pits, _: Side) -> View {
        self.board.picture(pits)
    }

    fn touch(&self, pits: &Pits, _: Side, pit: u8) -> Touch {
        Touch::cells([pits.side as usize * self.board.pits + usize::from(pit)])
    }
}

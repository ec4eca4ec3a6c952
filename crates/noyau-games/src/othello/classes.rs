//! Classes of endgames in tables: all boards with at most so many empty squares.
//!
//! Images under the symmetries of the board are one position, and so are the two colours: First is to move in what is
//! stored. The set of empty squares is numbered up to symmetry, and then the own discs among the others, a bit each. Where
//! symmetries keep the empty squares, only the least of the images is no gap; boards on which a square in the middle is
//! empty or a disc is cut off are gaps too.

use super::{Discs, Othello};
use noyau_core::index::Index;
use noyau_core::orbits::{Orbits, points_at, points_within, symmetries_of};
use noyau_core::symmetry::Symmetric;
use noyau_core::word::Word;
use noyau_core::{Game, Message, Side, message};

/// The boards of a class.
#[derive(Debug)]
pub(super) struct LastBoards {
    /// By their number, the sets of empty squares.
    empty: Vec<Orbits>,
    squares: u32,
}

impl LastBoards {
    /// The ways to own the discs beside so many empty squares.
    fn ways(&self, empty: u32) -> u64 {
        1 << (self.squares - empty)
    }

    pub(super) fn size(&self, empty: u32) -> u64 {
        self.empty[empty as usize].count() * self.ways(empty)
    }
}

impl Othello {
    /// All boards with at most that many empty squares.
    pub(super) fn with_at_most(mut self, empty: u32) -> Result<Self, Message> {
        // The four discs of the start are never lost. Larger boards have too many numbers.
        let (size, most) = (self.size, self.board.count() - 4);
        if size > 4 || empty > most {
            return Err(message!(
                "there are classes of the board of size 4 only, with at most 12 empty squares",
                "il n'y a de classes que du plateau de taille 4, d'au plus 12 cases vides"
            ));
        }
        let image = |set: u32, s: usize| {
            let own = self.spread(set);
            let discs = Discs {
                own,
                other: 0,
                side: Side::First,
            };
            self.packed(self.transform(&discs, s).own)
        };
        let squares = self.board.count();
        let orbits = (0..=empty)
            .map(|empty| Orbits::new(squares as usize, empty as usize, self.symmetries(), image));
        let empty = orbits.collect();
        self.last = Some(LastBoards { empty, squares }.into());
        Ok(self)
    }

    /// The bits of the board side by side.
    #[inline]
    fn packed(&self, bits: u64) -> u32 {
        bits.indices()
            .fold(0, |set, bit| set | 1 << self.square(bit))
    }

    /// The bits of the board from those side by side.
    #[inline]
    fn spread(&self, set: u32) -> u64 {
        u64::from(set)
            .indices()
            .fold(0, |bits, square| bits | 1 << self.bit(square))
    }

    /// The most empty squares, in a class.
    #[inline]
    pub(super) fn most_empty(&self) -> Option<u32> {
        Some(self.last.as_ref()?.empty.len() as u32 - 1)
    }

    /// Whether this is a class of endgames of a game.
    pub(super) fn is_class_of(&self, game: &Self) -> bool {
        self.last.is_some() && self.size == game.size
    }

    /// Refuses boards with more empty squares than those of the class.
    pub(super) fn check_class(&self, discs: &Discs) -> Result<(), Message> {
        let empty = (self.board & !(discs.own | discs.other)).count();
        match self.most_empty() {
            Some(most) if empty > most => Err(message!(
                "{empty} squares are empty, and these boards have at most {most}",
                "{empty} cases sont vides, et ces plateaux en ont au plus {most}"
            )),
            _ => Ok(()),
        }
    }

    /// The first position of the class that is not over.
    pub(super) fn first_of_class(&self, last: &LastBoards) -> Option<Discs> {
        let top = last.empty.len() as u32 - 1;
        let numbers = 0..last.size(top);
        let mut boards = numbers.filter_map(|number| self.position(top, number));
        boards.find(|discs| self.outcome(discs).is_none())
    }

    /// The number of a position among those with as many empty squares, and how many symmetries keep the position.
    pub(super) fn number_in_class(&self, last: &LastBoards, discs: &Discs) -> (u64, u64) {
        let empty = self.packed(self.board & !(discs.own | discs.other));
        let Some(orbits) = last.empty.get(empty.count_ones() as usize) else {
            return (0, 1);
        };
        let (orbit, leading) = orbits.orbit(empty);
        let (mut least, mut same) = (u64::MAX, 0);
        for s in symmetries_of(leading) {
            let image = self.transform(discs, s);
            let all = self.packed(image.own | image.other);
            let own = points_within(self.packed(image.own), all);
            let own = own.fold(0, |own, place| own | 1 << place);
            if own < least {
                (least, same) = (own, 0);
            }
            same += u64::from(own == least);
        }
        let ways = last.ways(empty.count_ones());
        (u64::from(orbit) * ways + least, same)
    }

    /// The position with that number among those with so many empty squares.
    pub(super) fn position_in_class(
        &self,
        last: &LastBoards,
        empty: u32,
        number: u64,
    ) -> Option<Discs> {
        let orbits = last.empty.get(empty as usize)?;
        let ways = last.ways(empty);
        let set = orbits.representative(number / ways)?;
        let all = self.board & !self.spread(set);
        let places = (number % ways).indices().map(|place| place as usize);
        let own = self.spread(points_at(places, self.packed(all)));
        let discs = Discs {
            own,
            other: all & !own,
            side: Side::First,
        };
        let (_, keeping) = orbits.orbit(set);
        let is_stored = self.unfilled(all).is_none()
            && self.cut_off(all).is_none()
            && (keeping == 1 || self.number_in_class(last, &discs).0 == number);
        is_stored.then_some(discs)
    }
}

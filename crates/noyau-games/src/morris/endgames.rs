//! Endgames in tables: all positions with at most so many men of one side and of the other, and none in hand. A tier is a
//! number of men of either side; captures leave it for a lower one. A side with two men has lost, and is to move.
//!
//! Images under the symmetries of the board are one position, and so are the two colours: First has fewer men in what is
//! stored, and with equally many is to move. The set of First's men is numbered up to symmetry, then Second's men on the
//! points that are left. Where symmetries keep First's men, only the least of the images is no gap.

use super::{Morris, Position};
use noyau_core::index::Index;
use noyau_core::orbits::{Orbits, points_at, points_within, symmetries_of};
use noyau_core::rank::Combinations;
use noyau_core::{Game, Message, Side, message};

/// The men of a class.
#[derive(Debug)]
pub(super) struct Endgames {
    /// Of the two sides, the fewer first.
    most: [usize; 2],
    /// By tier.
    tiers: Vec<[usize; 2]>,
    /// The sets of men of the side with fewer, by their number.
    few: Vec<Orbits>,
    combinations: Combinations,
    points: usize,
}

/// The fewer first.
fn ascending([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

/// What captures make of so many men.
fn after([few, many]: [usize; 2]) -> impl Iterator<Item = [usize; 2]> {
    let goes_on = few >= 3;
    let taken = [[few, many.wrapping_sub(1)], [few.wrapping_sub(1), many]];
    taken.into_iter().filter(move |_| goes_on).map(ascending)
}

impl Endgames {
    fn new(game: &Morris, most: [usize; 2]) -> Self {
        let mut tiers = vec![most];
        let mut next = 0;
        while let Some(&tier) = tiers.get(next) {
            // Where a mill wins nothing is taken.
            for lower in after(tier).filter(|_| !game.mill_wins()) {
                if !tiers.contains(&lower) {
                    tiers.push(lower);
                }
            }
            next += 1;
        }
        tiers.sort_unstable_by_key(|&[few, many]| (few + many, few));
        let (points, symmetries) = (game.board.points.len(), game.board.symmetries());
        let image = |set, s| game.board.image(set, s);
        let few = 0..=most[0];
        Self {
            most,
            tiers,
            few: few
                .map(|men| Orbits::new(points, men, symmetries, image))
                .collect(),
            combinations: Combinations::new(points, most[1]),
            points,
        }
    }

    pub(super) fn tiers(&self) -> u32 {
        self.tiers.len() as u32
    }

    /// The number of a tier; too high if there is none.
    #[inline]
    fn tier_of(&self, men: [usize; 2]) -> u32 {
        let tier = self.tiers.iter().position(|&tier| tier == men);
        tier.map_or(u32::MAX, |tier| tier as u32)
    }

    #[inline]
    pub(super) fn tier(&self, position: &Position) -> u32 {
        if position.own.in_hand() + position.other.in_hand() > 0 {
            return u32::MAX;
        }
        let [own, other] = men_of(position);
        self.tier_of(ascending([own, other]))
    }

    pub(super) fn child_tiers(&self, tier: u32) -> Vec<u32> {
        let men = self.tiers[tier as usize];
        let mut tiers: Vec<u32> = after(men).map(|men| self.tier_of(men)).collect();
        tiers.retain(|&lower| lower < tier);
        tiers.extend((men[0] >= 3).then_some(tier));
        tiers.sort_unstable();
        tiers.dedup();
        tiers
    }

    /// The ways to place those with more men, given the others.
    fn ways(&self, [few, many]: [usize; 2]) -> u64 {
        self.combinations.binomial(self.points - few, many)
    }

    /// The numbers of a tier with one of the sides to move.
    fn half(&self, men: [usize; 2]) -> u64 {
        self.few[men[0]].count() * self.ways(men)
    }

    /// The numbers of a tier: with equally many men the sides are exchanged, and who has two has lost.
    pub(super) fn size(&self, tier: u32) -> u64 {
        let men = self.tiers[tier as usize];
        let halves = if men[0] == men[1] || men[0] < 3 { 1 } else { 2 };
        halves * self.half(men)
    }
}

/// The men of the side to move, and of the other.
#[inline]
fn men_of(position: &Position) -> [usize; 2] {
    [position.own, position.other].map(|men| men.board().count_ones() as usize)
}

impl Morris {
    /// The endgames with at most that many men of the two sides, the fewer first.
    pub(super) fn with_at_most(mut self, most: [usize; 2]) -> Result<Self, Message> {
        let men = self.men;
        if most[0] < 3 || most[1] > men {
            let [few, many] = most;
            return Err(message!(
                "endgames have 3 to {men} men a side, not {few} and {many}",
                "les finales ont de 3 à {men} pions par camp, pas {few} et {many}"
            ));
        }
        self.endgames = Some(Endgames::new(&self, most).into());
        Ok(self)
    }

    /// The most men of the two sides, in a class.
    pub(super) fn most(&self) -> Option<[usize; 2]> {
        Some(self.endgames.as_ref()?.most)
    }

    /// Whether this is a class of endgames of a game.
    pub(super) fn is_class_of(&self, game: &Self) -> bool {
        self.endgames.is_some() && self.men == game.men
    }

    /// Refuses positions that are not of the class.
    pub(super) fn check_class(&self, position: &Position) -> Result<(), Message> {
        match &self.endgames {
            Some(endgames) if endgames.tier(position) == u32::MAX => {
                let [few, many] = endgames.most;
                Err(message!(
                    "these endgames have at most {few} men against at most {many}, and none in hand",
                    "ces finales ont au plus {few} pions contre au plus {many}, et aucun en main"
                ))
            }
            _ => Ok(()),
        }
    }

    /// The first position of the class that is not over.
    pub(super) fn first_endgame(&self, endgames: &Endgames) -> Option<Position> {
        let top = endgames.tiers() - 1;
        let numbers = 0..endgames.size(top);
        let mut positions = numbers.filter_map(|number| self.position(top, number));
        positions.find(|position| self.outcome(position).is_none())
    }

    /// The number of a position in its tier, and how many symmetries keep the position.
    pub(super) fn number_in_class(&self, endgames: &Endgames, position: &Position) -> (u64, u64) {
        let [own, other] = men_of(position);
        let men = ascending([own, other]);
        let many_to_move = own > other;
        let (few, many) = if many_to_move {
            (position.other.board(), position.own.board())
        } else {
            (position.own.board(), position.other.board())
        };
        let Some(orbits) = endgames.few.get(men[0]) else {
            return (0, 1);
        };
        let (orbit, leading) = orbits.orbit(few);
        let (mut least, mut same) = (u64::MAX, 0);
        for s in symmetries_of(leading) {
            let free = self.board.all() & !self.board.image(few, s);
            let places = points_within(self.board.image(many, s), free);
            let rank = endgames.combinations.rank(places);
            if rank < least {
                (least, same) = (rank, 0);
            }
            same += u64::from(rank == least);
        }
        let number = u64::from(orbit) * endgames.ways(men) + least;
        let half = if many_to_move { endgames.half(men) } else { 0 };
        (half + number, same)
    }

    /// The position with that number.
    pub(super) fn position_in_class(
        &self,
        endgames: &Endgames,
        tier: u32,
        number: u64,
    ) -> Option<Position> {
        let &men = endgames.tiers.get(tier as usize)?;
        if number >= endgames.size(tier) {
            return None;
        }
        let (half, ways) = (endgames.half(men), endgames.ways(men));
        let side = Side::BOTH[usize::from(number >= half)];
        let rest = number % half;
        let orbits = &endgames.few[men[0]];
        let first = orbits.representative(rest / ways)?;
        let free = self.board.all() & !first;
        let mut places = [0; super::MOST_POINTS];
        let places = &mut places[..men[1]];
        let combinations = &endgames.combinations;
        combinations.unrank_below(rest % ways, free.count_ones() as usize, places);
        let second = points_at(places.iter().copied(), free);
        let position = self.of_sets(0, [first, second], side);
        let (_, keeping) = orbits.orbit(first);
        let is_stored = self.impossible(side, [first, second], [0, 0]).is_none()
            && (keeping == 1 || self.number_in_class(endgames, &position).0 == number);
        is_stored.then_some(position)
    }
}

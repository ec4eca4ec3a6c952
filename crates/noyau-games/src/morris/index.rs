//! Men's morris in tables: a tier for each number of men in hand, of First's men and of Second's on the board.
//! While men are placed every move leaves its tier; afterwards only captures do.

use super::board::points_of;
use super::{Men, Morris, Position};
use noyau_core::grid::turned;
use noyau_core::index::{Coverage, Index};
use noyau_core::{Game, Side};

/// The counts of a tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tier {
    in_hand: usize,
    /// On the board, of First and of Second.
    men: [usize; 2],
}

impl Morris {
    fn tier_number(&self, tier: Tier) -> u32 {
        let [first, second] = tier.men;
        let most = self.men + 1;
        ((tier.in_hand * most + first) * most + second) as u32
    }

    fn tier_of_number(&self, tier: u32) -> Tier {
        let (tier, most) = (tier as usize, self.men + 1);
        Tier {
            in_hand: tier / most / most,
            men: [tier / most % most, tier % most],
        }
    }

    /// The points of First and of Second.
    #[inline]
    fn sets_of(position: &Position) -> [u32; 2] {
        let sets = [position.own.board(), position.other.board()];
        match position.own.side() {
            Side::First => sets,
            Side::Second => [sets[1], sets[0]],
        }
    }

    #[inline]
    fn key(&self, [first, second]: [u32; 2]) -> u64 {
        u64::from(first) << self.board.points.len() | u64::from(second)
    }

    /// The keys of all images.
    #[inline]
    fn image_keys(&self, [first, second]: [u32; 2]) -> impl Iterator<Item = u64> {
        let points = self.board.points.len();
        let first = self.board.all_images(first);
        let second = self.board.all_images(second);
        let both = first.into_iter().zip(second);
        both.map(move |(first, second)| u64::from(first) << points | u64::from(second))
    }

    /// The position with those men on the board and that many in hand.
    pub(super) fn of_sets(
        &self,
        in_hand: usize,
        [first, second]: [u32; 2],
        side: Side,
    ) -> Position {
        let [of_first, of_second] = self.placed(in_hand).map(|placed| self.men - placed);
        let first = Men::new(Side::First, first, of_first);
        let second = Men::new(Side::Second, second, of_second);
        let [own, other] = turned([first, second], side);
        Position { own, other }
    }

    /// Whether that many men on the board are possible.
    fn is_possible(&self, tier: Tier) -> bool {
        let placed = self.placed(tier.in_hand);
        [0, 1].into_iter().all(|i| {
            let Some(lost) = placed[i].checked_sub(tier.men[i]) else {
                return false;
            };
            // The earliest capture is by the third man of a mill; later any move may capture.
            let takers = match tier.in_hand {
                _ if self.mill_wins() => 0,
                0 => self.men,
                _ => placed[1 - i].saturating_sub(2),
            };
            let in_hand = self.men - placed[i];
            lost <= takers && tier.men[i] + in_hand >= 2
        })
    }
}

impl Index for Morris {
    fn tiers(&self) -> u32 {
        if let Some(endgames) = &self.endgames {
            return endgames.tiers();
        }
        ((2 * self.men + 1) * (self.men + 1) * (self.men + 1)) as u32
    }

    #[inline]
    fn tier(&self, position: &Position) -> u32 {
        if let Some(endgames) = &self.endgames {
            return endgames.tier(position);
        }
        let [first, second] = Self::sets_of(position);
        self.tier_number(Tier {
            in_hand: (position.own.in_hand() + position.other.in_hand()) as usize,
            men: [first, second].map(|set| set.count_ones() as usize),
        })
    }

    fn child_tiers(&self, number: u32) -> Vec<u32> {
        if let Some(endgames) = &self.endgames {
            return endgames.child_tiers(number);
        }
        let tier = self.tier_of_number(number);
        let [first, second] = tier.men;
        let mut reached = Vec::new();
        let Some(in_hand) = tier.in_hand.checked_sub(1) else {
            if first >= 3 && second >= 3 {
                reached.extend([[first - 1, second], [first, second - 1], tier.men]);
            }
            return reached
                .into_iter()
                .map(|men| self.tier_number(Tier { in_hand: 0, men }))
                .collect();
        };
        // First places if both sides have equally many in hand.
        if tier.in_hand.is_multiple_of(2) {
            reached.push([first + 1, second]);
            reached.extend(second.checked_sub(1).map(|second| [first + 1, second]));
        } else {
            reached.push([first, second + 1]);
            reached.extend(first.checked_sub(1).map(|first| [first, second + 1]));
        }
        reached
            .into_iter()
            .map(|men| Tier { in_hand, men })
            .filter(|tier| self.is_possible(*tier))
            .map(|tier| self.tier_number(tier))
            .collect()
    }

    fn dense(&self, tier: u32) -> Option<u64> {
        Some(self.endgames.as_ref()?.size(tier))
    }

    fn coverage(&self) -> Coverage {
        if self.endgames.is_some() {
            Coverage::Class
        } else {
            Coverage::Reachable
        }
    }

    fn bound(&self, tier: u32) -> u64 {
        let keys = 2 << (2 * self.board.points.len());
        self.dense(tier).unwrap_or(keys)
    }

    /// All placements on the points, up to symmetry.
    fn expected(&self, number: u32) -> u64 {
        if let Some(size) = self.dense(number) {
            return size;
        }
        let tier = self.tier_of_number(number);
        if !self.is_possible(tier) {
            return 0;
        }
        let sets = self.sets(tier.men).iter().product::<u64>();
        let turns = if tier.in_hand == 0 { 2 } else { 1 };
        (turns * sets).div_ceil(self.board.symmetries() as u64)
    }

    #[inline]
    fn number(&self, position: &Position) -> u64 {
        if let Some(endgames) = &self.endgames {
            return self.number_in_class(endgames, position).0;
        }
        self.key(Self::sets_of(position)) << 1 | position.own.side() as u64
    }

    #[inline]
    fn position(&self, tier: u32, number: u64) -> Option<Position> {
        if let Some(endgames) = &self.endgames {
            return self.position_in_class(endgames, tier, number);
        }
        let tier = self.tier_of_number(tier);
        let all = self.board.all();
        let second = (number >> 1) as u32 & all;
        let first = u32::try_from(number >> (1 + self.board.points.len())).ok()?;
        let side = Side::BOTH[(number & 1) as usize];
        let sound = first & !all == 0
            && first & second == 0
            && [first, second].map(|set| set.count_ones() as usize) == tier.men;
        sound.then(|| self.of_sets(tier.in_hand, [first, second], side))
    }

    #[inline]
    fn canonical(&self, position: &Position) -> Position {
        if self.endgames.is_some() {
            let (tier, number) = self.locate(position);
            let canonical = self.position(tier, number);
            return canonical.unwrap_or(*position);
        }
        let sets = Self::sets_of(position);
        let least = self.image_keys(sets).fold(u64::MAX, u64::min);
        let [first, second] = [least >> self.board.points.len(), least];
        let [first, second] = [first, second].map(|set| set as u32 & self.board.all());
        let with = |men: Men, set: u32| Men(men.0 & !Men::BOARD | set);
        let [own, other] = turned([first, second], position.own.side());
        let (own, other) = (with(position.own, own), with(position.other, other));
        Position { own, other }
    }

    #[inline]
    fn locate(&self, position: &Position) -> (u32, u64) {
        let held = if self.endgames.is_some() {
            *position
        } else {
            self.canonical(position)
        };
        (self.tier(&held), self.number(&held))
    }

    #[inline]
    fn orbit_size(&self, position: &Position) -> u64 {
        if let Some(endgames) = &self.endgames {
            let (_, same) = self.number_in_class(endgames, position);
            return 2 * self.board.symmetries() as u64 / same;
        }
        let sets = Self::sets_of(position);
        let own = self.key(sets);
        let images = self.image_keys(sets);
        let (mut all, mut same) = (0, 0);
        for image in images {
            all += 1;
            same += u64::from(image == own);
        }
        all / same.max(1)
    }

    fn predecessors_in_tier(&self, position: &Position, out: &mut Vec<Position>) -> bool {
        let (mover, waits) = (position.other, position.own);
        // Two men are left by a capture.
        if mover.in_hand() > 0 || waits.in_hand() > 0 || waits.in_all() < 3 {
            return true;
        }
        let free = self.free(position);
        for to in points_of(mover.board()) {
            let staying = mover.0 & !(1 << to);
            if !self.mill_wins() && self.board.closes(staying & Men::BOARD, to) {
                continue;
            }
            let from = if self.flies(mover) {
                free
            } else {
                self.board.near(to) & free
            };
            out.extend(points_of(from).filter_map(|from| {
                let own = Men(staying | 1 << from);
                let before = Position { own, other: waits };
                self.outcome(&before).is_none().then_some(before)
            }));
        }
        true
    }
}

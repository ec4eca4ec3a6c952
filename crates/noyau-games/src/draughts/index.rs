//! Endgames in tables: all positions with at most so many pieces, a tier for each number of men and kings of the two
//! sides. Captures and crownings leave a tier for a lower one.
//!
//! A position and the same one turned round, with colours exchanged, are one: First is to move in what is stored. Men
//! are numbered first, each side's on the squares where its men may stand, then the kings on what is left. Two men on a
//! square make a gap.

use super::captures::Choice;
use super::{AROUND, Draughts, Men, has_direction};
use noyau_core::index::{Coverage, Index};
use noyau_core::rank::Combinations;
use noyau_core::word::Word;
use noyau_core::{Game, Message, Side, message};

/// The men and the kings of a side.
type Pieces = [u32; 2];

/// The tiers of all endgames.
#[derive(Debug)]
pub(super) struct Endgames {
    /// At most so many pieces.
    pub(super) most: u32,
    /// By tier, the pieces of the two sides, the greater ones first.
    tiers: Vec<[Pieces; 2]>,
    /// By the pieces of both, their tier.
    tier_of: Vec<u32>,
    combinations: Combinations,
}

/// The most pieces of a class: its numbers fit any machine, and nobody has solved more.
const MOST: u32 = 10;

fn count([men, kings]: Pieces) -> u32 {
    men + kings
}

impl Endgames {
    fn new(most: u32, squares: u32) -> Self {
        let sides = || (0..=most).flat_map(|men| (0..=most - men).map(move |kings| [men, kings]));
        let pairs = sides().flat_map(|a| sides().map(move |b| [a, b]));
        let mut tiers: Vec<[Pieces; 2]> = pairs
            .filter(|&[a, b]| a >= b && (1..=most).contains(&(count(a) + count(b))))
            .collect();
        // Fewer pieces first, then fewer men; what is even last, so that the last tier has a game to play.
        tiers.sort_by_key(|&[a, b]| {
            let uneven = count(a).abs_diff(count(b));
            (count(a) + count(b), a[0] + b[0], most - uneven, [a, b])
        });
        let mut endgames = Self {
            most,
            tier_of: vec![0; (most as usize + 1).pow(4)],
            combinations: Combinations::new(squares as usize, most as usize),
            tiers: Vec::new(),
        };
        for (tier, &[a, b]) in (0..).zip(&tiers) {
            for pair in [[a, b], [b, a]] {
                let slot = endgames.slot(pair);
                endgames.tier_of[slot] = tier;
            }
        }
        endgames.tiers = tiers;
        endgames
    }

    fn slot(&self, [a, b]: [Pieces; 2]) -> usize {
        let digits = [a[0], a[1], b[0], b[1]];
        digits.into_iter().fold(0, |slot, digit| {
            slot * (self.most as usize + 1) + digit.min(self.most) as usize
        })
    }

    fn tier(&self, pair: [Pieces; 2]) -> u32 {
        self.tier_of[self.slot(pair)]
    }

    fn choose(&self, from: u32, pieces: u32) -> u64 {
        self.combinations.binomial(from as usize, pieces as usize)
    }
}

/// The ranks of some squares among those of a set, ascending.
fn within(squares: u64, set: u64) -> impl Iterator<Item = usize> {
    squares
        .indices()
        .map(move |bit| (set & u64::low_bits(bit)).count() as usize)
}

/// The squares with these ranks in a set.
fn among(ranks: &[usize], set: u64) -> u64 {
    ranks
        .iter()
        .fold(0, |squares, &rank| squares | 1 << set.nth(rank as u32))
}

impl Draughts {
    /// The endgames with at most that many pieces.
    pub(super) fn with_at_most(mut self, pieces: u32) -> Result<Self, Message> {
        if !(1..=MOST).contains(&pieces) {
            return Err(message!(
                "endgames have 1 to {MOST} pieces, not {pieces}",
                "les finales ont de 1 à {MOST} pièces, pas {pieces}"
            ));
        }
        self.endgames = Some(Endgames::new(pieces, self.squares()).into());
        Ok(self)
    }

    /// The board turned round, with the other side to move.
    #[inline]
    fn turned(&self, men: &Men) -> Men {
        let bits = self.squares() + self.width - 1;
        let turn = |squares: u64| squares.reverse_bits() >> (64 - bits);
        Men {
            own: turn(men.own),
            other: turn(men.other),
            kings: turn(men.kings),
            side: men.side.other(),
        }
    }

    /// Where men of a side may stand.
    #[inline]
    fn for_men(&self, side: Side) -> u64 {
        self.board & !self.last_row(side)
    }

    #[inline]
    fn pieces(men: &Men) -> [Pieces; 2] {
        [men.own, men.other].map(|side| [(side & !men.kings).count(), (side & men.kings).count()])
    }

    /// By the men and kings of the side to move and of the other, how many numbers each group takes, in the order in
    /// which they are numbered: own men, other men, own kings, other kings.
    fn sizes(&self, endgames: &Endgames, [own, other]: [Pieces; 2]) -> [u64; 4] {
        let squares = self.squares();
        let for_men = squares - self.width;
        let free = squares - own[0] - other[0];
        [
            endgames.choose(for_men, own[0]),
            endgames.choose(for_men, other[0]),
            endgames.choose(free, own[1]),
            endgames.choose(free - own[1], other[1]),
        ]
    }

    /// The numbers of a tier in which the side to move has the pieces named first.
    fn half(&self, endgames: &Endgames, pair: [Pieces; 2]) -> u64 {
        self.sizes(endgames, pair).iter().product()
    }

    /// The first position of the class that is not over, in its highest tier.
    pub(super) fn first_endgame(&self, endgames: &Endgames) -> Option<Men> {
        let tier = endgames.tiers.len() as u32 - 1;
        let numbers = 0..self.dense(tier).unwrap_or(0);
        let mut positions = numbers.filter_map(|number| self.position(tier, number));
        positions.find(|men| self.outcome(men).is_none())
    }

    /// Whether this is a class of endgames of a game.
    pub(super) fn is_class_of(&self, game: &Self) -> bool {
        let same = self.international == game.international && self.board == game.board;
        same && self.endgames.is_some()
    }

    /// Refuses positions with more pieces than those of the class.
    pub(super) fn check_class(&self, men: &Men) -> Result<(), Message> {
        let pieces = (men.own | men.other).count();
        match &self.endgames {
            Some(endgames) if pieces > endgames.most => {
                let most = endgames.most;
                Err(message!(
                    "there are {pieces} pieces, and these endgames have at most {most}",
                    "il y a {pieces} pièces, et ces finales en ont au plus {most}"
                ))
            }
            _ => Ok(()),
        }
    }
}

impl Index for Draughts {
    fn tiers(&self) -> u32 {
        let endgames = self.endgames.as_ref();
        endgames.map_or(0, |endgames| endgames.tiers.len() as u32)
    }

    #[inline]
    fn tier(&self, men: &Men) -> u32 {
        let endgames = self.endgames.as_ref();
        let endgames = endgames.filter(|endgames| (men.own | men.other).count() <= endgames.most);
        endgames.map_or(u32::MAX, |endgames| endgames.tier(Self::pieces(men)))
    }

    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        let Some(endgames) = &self.endgames else {
            return Vec::new();
        };
        let [a, b] = endgames.tiers[tier as usize];
        let mut reached = vec![tier];
        for [own, other] in [[a, b], [b, a]] {
            let crowned = own[0].checked_sub(1).map(|men| [men, own[1] + 1]);
            for own in [Some(own), crowned].into_iter().flatten() {
                for men in 0..=other[0] {
                    let left = (0..=other[1]).map(|kings| [men, kings]);
                    reached.extend(left.map(|left| endgames.tier([own, left])));
                }
            }
        }
        reached.retain(|&lower| lower <= tier);
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    fn dense(&self, tier: u32) -> Option<u64> {
        let endgames = self.endgames.as_ref()?;
        let [a, b] = endgames.tiers[tier as usize];
        let halves = if a == b { 1 } else { 2 };
        Some(halves * self.half(endgames, [a, b]))
    }

    fn coverage(&self) -> Coverage {
        if self.endgames.is_some() {
            Coverage::Class
        } else {
            Coverage::Reachable
        }
    }

    fn number(&self, men: &Men) -> u64 {
        let Some(endgames) = &self.endgames else {
            return 0;
        };
        let pair = Self::pieces(men);
        let [own_kings, other_kings] = [men.own & men.kings, men.other & men.kings];
        let [own_men, other_men] = [men.own & !men.kings, men.other & !men.kings];
        let free = self.board & !(own_men | other_men);
        let groups = [
            (own_men, self.for_men(men.side)),
            (other_men, self.for_men(men.side.other())),
            (own_kings, free),
            (other_kings, free & !own_kings),
        ];
        let ranks = groups.map(|(squares, set)| endgames.combinations.rank(within(squares, set)));
        let sizes = self.sizes(endgames, pair).into_iter();
        let number = { sizes.zip(ranks) }.fold(0, |number, (size, rank)| number * size + rank);
        let is_second_half = pair[0] < pair[1];
        number + u64::from(is_second_half) * self.half(endgames, [pair[1], pair[0]])
    }

    fn position(&self, tier: u32, mut number: u64) -> Option<Men> {
        let endgames = self.endgames.as_ref()?;
        let &[a, b] = endgames.tiers.get(tier as usize)?;
        let half = self.half(endgames, [a, b]);
        let [own, other] = if number < half { [a, b] } else { [b, a] };
        if number >= half {
            number -= half;
        }
        if number >= half || (a == b && own != a) {
            return None;
        }
        let mut ranks = [0; 4];
        for (rank, size) in ranks
            .iter_mut()
            .zip(self.sizes(endgames, [own, other]))
            .rev()
        {
            *rank = number % size;
            number /= size;
        }
        let place = |rank: u64, pieces: u32, set: u64| {
            let mut squares = [0; MOST as usize];
            let squares = &mut squares[..pieces as usize];
            let combinations = &endgames.combinations;
            combinations.unrank_below(rank, set.count() as usize, squares);
            among(squares, set)
        };
        let own_men = place(ranks[0], own[0], self.for_men(Side::First));
        let other_men = place(ranks[1], other[0], self.for_men(Side::Second));
        if own_men & other_men != 0 {
            return None;
        }
        let free = self.board & !(own_men | other_men);
        let own_kings = place(ranks[2], own[1], free);
        let other_kings = place(ranks[3], other[1], free & !own_kings);
        Some(Men {
            own: own_men | own_kings,
            other: other_men | other_kings,
            kings: own_kings | other_kings,
            side: Side::First,
        })
    }

    #[inline]
    fn canonical(&self, men: &Men) -> Men {
        match men.side {
            Side::First => *men,
            Side::Second => self.turned(men),
        }
    }

    fn orbit_size(&self, _: &Men) -> u64 {
        2
    }

    /// Steps taken back by the side that has just moved, where it had nothing to capture.
    fn predecessors_in_tier(&self, men: &Men, out: &mut Vec<Men>) -> bool {
        let after = men.passed();
        let empty = self.empty(&after);
        let forward = self.forward(after.side);
        let mut captures = Vec::new();
        for to in after.own.indices() {
            let at = 1u64 << to;
            let is_king = after.kings & at != 0;
            let directions = if is_king { AROUND } else { forward };
            for direction in (0..4).filter(|&direction| has_direction(directions, direction)) {
                let mut from = self.step(at, 3 - direction);
                while from & empty != 0 {
                    let before = Men {
                        own: after.own ^ at | from,
                        kings: if is_king {
                            after.kings ^ at | from
                        } else {
                            after.kings
                        },
                        ..after
                    };
                    captures.clear();
                    if !self.captures(&before, Choice::Any, &mut captures) {
                        out.push(before);
                    }
                    if !(is_king && self.international) {
                        break;
                    }
                    from = self.step(from, 3 - direction);
                }
            }
        }
        true
    }
}

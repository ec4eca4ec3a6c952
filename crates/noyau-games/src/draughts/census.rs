//! Counts the placements of men and kings, and samples them uniformly: first the number of men, then how many of
//! them are on their back row, then the number of kings, then the squares, each in proportion to the remaining
//! number of ways.

use super::{Draughts, Men};
use noyau_core::rank::Combinations;
use noyau_core::word::Word;
use noyau_dynamic::prelude::*;

/// A number for First and one for Second, and the number of ways.
type Ways = ([u32; 2], u128);

struct Census {
    width: u32,
    squares: u32,
    /// Of one side.
    most: u32,
    combinations: Combinations,
}

impl Census {
    fn new(game: &Draughts) -> Self {
        let squares = game.squares();
        Self {
            width: game.width,
            squares,
            most: game.width * game.men_rows,
            combinations: Combinations::new(squares as usize, squares as usize),
        }
    }

    fn choose(&self, n: u32, k: u32) -> u128 {
        self.combinations.binomial(n as usize, k as usize).into()
    }

    /// The numbers of men, and the placements of them and any kings.
    fn men(&self) -> Vec<Ways> {
        let numbers = pairs(self.most, self.most);
        let ways = numbers.map(|men| {
            let sum = |ways: Vec<Ways>| ways.iter().map(|(_, ways)| ways).sum::<u128>();
            (men, sum(self.apart(men)) * sum(self.kings(men)))
        });
        ways.collect()
    }

    /// How many men may be on their own back row, which is the last row of the opponent.
    fn apart(&self, [first, second]: [u32; 2]) -> Vec<Ways> {
        let middle = self.squares - 2 * self.width;
        let numbers = pairs(first.min(self.width), second.min(self.width));
        let ways = numbers.map(|[first_apart, second_apart]| {
            let within = [first - first_apart, second - second_apart];
            let ways = if within[0] + within[1] <= middle {
                self.choose(self.width, first_apart)
                    * self.choose(middle, within[0])
                    * self.choose(self.width, second_apart)
                    * self.choose(middle - within[0], within[1])
            } else {
                0
            };
            ([first_apart, second_apart], ways)
        });
        ways.collect()
    }

    /// The numbers of kings, given the men.
    fn kings(&self, [first, second]: [u32; 2]) -> Vec<Ways> {
        let free = self.squares - first - second;
        let numbers = pairs(self.most - first, self.most - second);
        let ways = numbers.map(|[one, other]| {
            let ways = if one + other <= free {
                self.choose(free, one) * self.choose(free - one, other)
            } else {
                0
            };
            ([one, other], ways)
        });
        ways.collect()
    }
}

/// All pairs of numbers up to these.
fn pairs(first: u32, second: u32) -> impl Iterator<Item = [u32; 2]> {
    (0..=first).flat_map(move |a| (0..=second).map(move |b| [a, b]))
}

fn draw_numbers(ways: &[Ways], random: &mut SplitMix) -> [u32; 2] {
    ways[random.weighted(ways.iter().map(|&(_, ways)| ways as f64))].0
}

/// A random subset of squares.
fn draw_squares(mut from: u64, count: u32, random: &mut SplitMix) -> u64 {
    let mut drawn = 0;
    for _ in 0..count {
        let square = 1 << from.nth(random.below(from.count() as usize) as u32);
        from ^= square;
        drawn |= square;
    }
    drawn
}

/// All placements of no more pieces than at the start, no man on its last row, with either side to move. The course
/// names 10^32 on 100 squares.
impl Draughts {
    pub(super) fn configurations(&self) -> Magnitude {
        let ways = Census::new(self).men();
        Magnitude::of(2 * ways.iter().map(|(_, ways)| ways).sum::<u128>())
    }
}

impl RandomConfiguration for Draughts {
    fn draw(&self, random: &mut SplitMix) -> Option<Men> {
        self.draws()(random)
    }

    fn draws(&self) -> impl Fn(&mut SplitMix) -> Option<Men> {
        let census = Census::new(self);
        let numbers = census.men();
        move |random| {
            let count = draw_numbers(&numbers, random);
            let apart = draw_numbers(&census.apart(count), random);
            let kings = draw_numbers(&census.kings(count), random);
            let rows = [Side::Second, Side::First].map(|other| self.last_row(other));
            let mut within = self.board & !(rows[0] | rows[1]);
            let mut stand = [0; 2];
            for side in 0..2 {
                let inside = draw_squares(within, count[side] - apart[side], random);
                within &= !inside;
                stand[side] = inside | draw_squares(rows[side], apart[side], random);
            }
            let mut free = self.board & !(stand[0] | stand[1]);
            let mut crowned = 0;
            for side in 0..2 {
                let drawn = draw_squares(free, kings[side], random);
                free &= !drawn;
                stand[side] |= drawn;
                crowned |= drawn;
            }
            let side = Side::BOTH[random.below(2)];
            let men = Men {
                own: stand[side as usize],
                other: stand[side.other() as usize],
                kings: crowned,
                side,
            };
            self.check(&men).is_ok().then_some(men)
        }
    }
}

//! What a learned heuristic sees of a board: squares of points and three points of each of three squares, and for either side
//! its men, their freedom and their mills, by the men to place and then by those that are left.

use super::{Men, Morris, Position, points_of};
use noyau_core::cells::{Cells, Groups};
use noyau_core::game::{Game, Side};

/// Below which number the counts of a side are: men in all, free points beside them, men in mills, points that would
/// complete a mill and are free, men that cannot move.
const COUNTS: [u16; 5] = [10, 24, 10, 8, 10];

impl Morris {
    fn count(&self, men: Men, free: u32) -> [u32; 5] {
        let board = men.board();
        let stuck = points_of(board).filter(|&point| self.board.near(point) & free == 0);
        [
            men.in_all(),
            self.mobility(men, free) as u32,
            self.board.in_mills(board).count_ones(),
            (self.board.lacking(board) & free).count_ones(),
            stuck.count() as u32,
        ]
    }
}

impl Cells for Morris {
    fn states(&self) -> usize {
        3
    }

    fn read_cells(&self, position: &Position, cells: &mut [u8]) {
        cells.fill(0);
        for (men, state) in [(position.own, 1), (position.other, 2)] {
            for point in points_of(men.board()) {
                cells[usize::from(point)] = state;
            }
        }
        let first = cells.len() - 2 * COUNTS.len();
        // Beside the board are the men in hand, Second's before First's, unless there are none from the start.
        for (men, state) in [(position.own, 1), (position.other, 2)] {
            let place = self.board.points.len() + usize::from(men.side() == Side::First);
            if place < first && men.in_hand() > 0 {
                cells[place] = state;
            }
        }
        let free = self.free(position);
        let counts = [position.own, position.other].map(|men| self.count(men, free));
        let places = cells[first..].iter_mut();
        let most = COUNTS.iter().chain(&COUNTS);
        for ((place, number), &most) in places.zip(counts.into_iter().flatten()).zip(most) {
            *place = number.min(u32::from(most) - 1) as u8;
        }
    }

    fn counts(&self) -> Vec<u16> {
        [COUNTS, COUNTS].concat()
    }

    fn groups(&self) -> Groups {
        let points = self.board.points.len() as u16;
        let hands = if self.start().own.in_hand() > 0 { 2 } else { 0 };
        let own = |count: u16| points + hands + count;
        let other = |count: u16| own(count) + COUNTS.len() as u16;
        let mut cells = Vec::new();
        if self.men == 9 {
            let is_in = |point: usize, square: usize| {
                let (column, row) = self.board.points[point];
                let far = column.abs_diff(3).max(row.abs_diff(3));
                far == 3 - square
            };
            let all = 0..usize::from(points);
            let square = |square| {
                let points = all.clone().filter(|&point| is_in(point, square));
                points.map(|point| point as u16).collect::<Vec<_>>()
            };
            cells.extend([square(0), square(1)]);
            // Three points of each square: of a side, and of a corner.
            let in_region = |point: usize, corner: bool| {
                let (column, row) = self.board.points[point];
                let (x, y) = (column as i32 - 3, row as i32 - 3);
                if corner {
                    x <= 0 && y <= 0
                } else {
                    y < 0 && (x.abs() <= -y)
                }
            };
            for corner in [false, true] {
                let points = all.clone().filter(|&point| in_region(point, corner));
                cells.push(points.map(|point| point as u16).collect());
            }
        }
        cells.push(vec![own(0), other(0)]);
        cells.push(vec![own(1), other(1)]);
        cells.extend([2, 3, 4].map(|count| vec![own(count), other(count)]));
        Groups {
            cells: if self.men == 9 { cells } else { Vec::new() },
            // 18 men to place; when they are, 0 to 12 have been taken.
            phases: vec![0, 8, 17, 18, 24, 30],
            sides_alike: true,
            margin: 0,
        }
    }

    fn progress(&self, position: &Position) -> u32 {
        let men = [position.own, position.other];
        let in_hand: u32 = men.iter().map(|men| men.in_hand()).sum();
        let left: u32 = men.iter().map(|men| men.in_all()).sum();
        let all = 2 * self.men as u32;
        if in_hand > 0 {
            all - in_hand.min(all)
        } else {
            all + (all - left.min(all))
        }
    }
}

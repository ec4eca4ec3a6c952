//! Captures in draughts, and their paths.

use super::{AROUND, Draughts, Men, Move, has_direction};
use noyau_core::word::Word;

/// Which captures are legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// Those that capture the most pieces.
    Most,
    /// All captures.
    Any,
}

/// The search for captures, one piece at a time.
struct Captures<'a> {
    game: &'a Draughts,
    other: u64,
    /// The empty squares, including the origin of the piece.
    empty: u64,
    from: u8,
    /// Bit d is set if the piece jumps in direction d.
    directions: u8,
    choice: Choice,
    most: u32,
    /// The start of the captures found, and of those of this piece.
    base: usize,
    begin: usize,
    out: &'a mut Vec<Move>,
}

impl Captures<'_> {
    fn record(&mut self, to: u64, taken: u64) {
        let count = taken.count();
        if self.choice == Choice::Most {
            if count < self.most {
                return;
            }
            if count > self.most {
                self.most = count;
                self.out.truncate(self.base);
                self.begin = self.base;
            }
        }
        let mv = Move {
            from: self.from,
            to: to.lowest() as u8,
            taken,
        };
        if !self.out[self.begin..].contains(&mv) {
            self.out.push(mv);
        }
    }

    /// Jumps over neighbours. The depth is at most the number of pieces of a side.
    fn hop(&mut self, at: u64, taken: u64) {
        let mut ended = true;
        for direction in 0..4 {
            let over = self.game.step(at, direction);
            let to = self.game.step(over, direction);
            if !has_direction(self.directions, direction)
                || over & self.other & !taken == 0
                || to & self.empty == 0
            {
                continue;
            }
            ended = false;
            // A man on its last row has no way forward, so unless men capture backwards it stops there by itself.
            self.hop(to, taken | over);
        }
        if ended && taken != 0 {
            self.record(at, taken);
        }
    }

    /// Long jumps of a flying king. From all landing squares of one jump the next piece straight ahead is the same,
    /// so it is searched from the last only.
    fn fly(&mut self, at: u64, taken: u64, directions: u8) {
        for direction in 0..4 {
            if !has_direction(directions, direction) {
                continue;
            }
            let over = self.game.slide(at, direction, self.empty);
            let mut to = self.game.step(over, direction);
            if over & self.other & !taken == 0 || to & self.empty == 0 {
                continue;
            }
            let taken = taken | over;
            let ahead = 1 << direction;
            let sideways = !(ahead | 1 << (3 - direction));
            loop {
                let next = self.game.step(to, direction);
                self.record(to, taken);
                if next & self.empty == 0 {
                    self.fly(to, taken, sideways | ahead);
                    break;
                }
                self.fly(to, taken, sideways);
                to = next;
            }
        }
    }
}

impl Draughts {
    /// Appends the captures; `false` if there is none.
    #[inline]
    pub(super) fn captures(&self, men: &Men, choice: Choice, out: &mut Vec<Move>) -> bool {
        let Men { own, other, .. } = *men;
        let empty = self.empty(men);
        let forward = self.forward(men.side);
        let kings = own & men.kings;
        let man_directions = if self.international { AROUND } else { forward };
        let mut jumping = self.hoppers(own & !kings, man_directions, other, empty);
        if self.international {
            // Whether a king captures from afar is seen only by sliding.
            jumping |= kings;
        } else if kings != 0 {
            jumping |= self.hoppers(kings, AROUND, other, empty);
        }
        if jumping == 0 {
            return false;
        }
        let base = out.len();
        let mut captures = Captures {
            game: self,
            other,
            empty,
            from: 0,
            directions: AROUND,
            choice,
            most: 0,
            base,
            begin: base,
            out,
        };
        for from in jumping.indices() {
            let at = 1 << from;
            captures.from = from as u8;
            captures.begin = captures.out.len();
            captures.empty = empty | at;
            if kings & at == 0 {
                captures.directions = man_directions;
                captures.hop(at, 0);
            } else if self.international {
                captures.fly(at, 0, AROUND);
            } else {
                captures.directions = AROUND;
                captures.hop(at, 0);
            }
        }
        captures.out.len() > base
    }

    /// The legal captures.
    pub(super) fn choice(&self) -> Choice {
        if self.international {
            Choice::Most
        } else {
            Choice::Any
        }
    }

    /// The squares of a capture, its start and end included, by the first path found.
    pub(super) fn way(&self, men: &Men, mv: Move) -> Vec<u8> {
        let mut way = vec![mv.from];
        if mv.taken == 0 {
            way.push(mv.to);
            return way;
        }
        let start = 1u64 << mv.from;
        let free = self.empty(men) | start;
        let flies = self.international && men.kings & start != 0;
        self.extend_way(&mut way, mv, free, mv.taken, flies);
        way
    }

    /// Extends a path over the pieces left to capture; `false` if that is impossible.
    fn extend_way(&self, way: &mut Vec<u8>, mv: Move, free: u64, left: u64, flies: bool) -> bool {
        let Some(&at) = way.last() else {
            return false;
        };
        if left == 0 {
            return at == mv.to;
        }
        for direction in 0..4 {
            let at = 1u64 << at;
            let over = if flies {
                self.slide(at, direction, free)
            } else {
                self.step(at, direction)
            };
            if over & left == 0 {
                continue;
            }
            let mut to = self.step(over, direction);
            while to & free != 0 {
                way.push(to.lowest() as u8);
                if self.extend_way(way, mv, free, left & !over, flies) {
                    return true;
                }
                way.pop();
                if !flies {
                    break;
                }
                to = self.step(to, direction);
            }
        }
        false
    }

    /// The pieces captured on a path given square by square, if it is possible.
    pub(super) fn taken_on(&self, men: &Men, way: &[u8]) -> Option<u64> {
        let start = 1u64 << way.first()?;
        let free = self.empty(men) | start;
        let flies = self.international && men.kings & start != 0;
        let mut taken = 0;
        for pair in way.windows(2) {
            let (at, goal) = (1u64 << pair[0], 1u64 << pair[1]);
            let over = (0..4).find_map(|direction| {
                let over = if flies {
                    self.slide(at, direction, free)
                } else {
                    self.step(at, direction)
                };
                let mut to = self.step(over, direction);
                while flies && to != goal && to & free != 0 {
                    to = self.step(to, direction);
                }
                let takes = over & men.other & !taken != 0 && to == goal && to & free != 0;
                takes.then_some(over)
            })?;
            taken |= over;
        }
        Some(taken)
    }
}

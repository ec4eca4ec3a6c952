//! The kernel of an impartial game as a sieve, and its nimbers likewise.
//!
//! Positions are numbered so that every move leads to a lower number. Walking upwards, a position that nothing has
//! marked has no move to a lost position: it is lost, and all positions from which a move leads to it are marked as
//! won. This is the course's construction of the kernel (take a sink, drop its predecessors, go on), with one bit a
//! position and no graph in memory. Each won position is marked once for each of its winning moves, so that the time is
//! proportional to the positions and the winning moves, not to all moves.
//!
//! Nimbers are found by the same walk once for each value: the positions of nimber g are those that have none yet and
//! no move to a position of nimber g. Their bits are kept in planes, as many as the greatest nimber needs. Time
//! proportional to all moves, plus positions times the number of different nimbers.

use noyau_core::index::Descending;
use noyau_core::limits::{Limits, Unfinished};

/// One bit a position.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(len: u64) -> Self {
        Self(vec![0; len.div_ceil(64) as usize])
    }

    fn get(&self, i: u64) -> bool {
        self.0[(i / 64) as usize] >> (i % 64) & 1 == 1
    }

    #[inline]
    fn set(&mut self, i: u64) {
        self.0[(i / 64) as usize] |= 1 << (i % 64);
    }

    fn bytes(&self) -> u64 {
        8 * self.0.len() as u64
    }
}

/// The lost positions among those of the lowest numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    won: Bits,
    /// How many positions were walked through.
    pub positions: u64,
    /// How many of them are lost: the size of the kernel.
    pub lost: u64,
}

impl Kernel {
    /// The bytes it takes to sieve so many positions.
    pub const fn bytes(positions: u64) -> u64 {
        positions.div_ceil(64) * 8
    }

    /// Whether the position of that number is lost for the side to move.
    pub fn is_lost(&self, number: u64) -> bool {
        !self.won.get(number)
    }

    /// The numbers of the lost positions, ascending.
    pub fn lost(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.positions).filter(|&number| self.is_lost(number))
    }
}

/// How often limits are looked at: every so many words of positions, or lost positions.
const OFTEN: u64 = 1 << 12;

/// Sieves the positions with numbers below `positions`. The error says which limit was met after how many positions.
pub fn kernel<G: Descending>(
    game: &G,
    positions: u64,
    limits: &Limits,
) -> Result<Kernel, Unfinished> {
    let bytes = Kernel::bytes(positions);
    limits.check(bytes).map_err(|stopped| stopped.after(0))?;
    let mut won = Bits::new(positions);
    let mut lost = 0;
    walk(positions, limits, bytes, |word, considered| {
        let open = !won.0[word] & considered;
        if open == 0 {
            return None;
        }
        let bit = open.trailing_zeros();
        lost += 1;
        game.mark_predecessors(64 * word as u64 + u64::from(bit), &mut |number| {
            if number < positions {
                won.set(number);
            }
        });
        Some(bit)
    })?;
    Ok(Kernel {
        won,
        positions,
        lost,
    })
}

/// Nimbers in as few bits a position as the greatest of them needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nimbers {
    planes: Vec<Bits>,
    positions: u64,
    /// The greatest.
    pub greatest: u32,
}

impl Nimbers {
    /// The nimber of the position of that number.
    pub fn get(&self, number: u64) -> u32 {
        let planes = self.planes.iter().zip(0..);
        planes
            .map(|(plane, i)| u32::from(plane.get(number)) << i)
            .sum()
    }

    /// All of them, by number.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.positions).map(|number| self.get(number))
    }
}

/// The nimbers of the positions with numbers below `positions`. The error says which limit was met after how many of
/// them were known.
pub fn nimbers<G: Descending>(
    game: &G,
    positions: u64,
    limits: &Limits,
) -> Result<Nimbers, Unfinished> {
    let plane = Kernel::bytes(positions);
    limits
        .check(2 * plane)
        .map_err(|stopped| stopped.after(0))?;
    let mut known = Bits::new(positions);
    let mut planes: Vec<Bits> = Vec::new();
    let mut found = 0;
    let mut nimber = 0u32;
    loop {
        // A move leads from these to a position of this nimber.
        let mut sees = Bits::new(positions);
        let bytes = known.bytes() + sees.bytes() + planes.iter().map(Bits::bytes).sum::<u64>();
        walk(positions, limits, bytes, |word, considered| {
            let open = !(known.0[word] | sees.0[word]) & considered;
            if open == 0 {
                return None;
            }
            let bit = open.trailing_zeros();
            known.0[word] |= 1 << bit;
            for (plane, i) in planes.iter_mut().zip(0..) {
                plane.0[word] |= u64::from(nimber >> i & 1) << bit;
            }
            found += 1;
            game.mark_predecessors(64 * word as u64 + u64::from(bit), &mut |number| {
                if number < positions {
                    sees.set(number);
                }
            });
            Some(bit)
        })
        .map_err(|unfinished| unfinished.stopped.after(found))?;
        if found >= positions {
            return Ok(Nimbers {
                planes,
                positions,
                greatest: nimber,
            });
        }
        nimber += 1;
        if nimber.is_power_of_two() {
            planes.push(Bits::new(positions));
        }
    }
}

/// Goes through the words of a bit set of that many positions upwards. `next` is given a word and the bits of it that
/// are still to be considered, and says which of them it has dealt with, until it finds none.
fn walk(
    positions: u64,
    limits: &Limits,
    bytes: u64,
    mut next: impl FnMut(usize, u64) -> Option<u32>,
) -> Result<(), Unfinished> {
    let mut steps = 0;
    for word in 0..positions.div_ceil(64) {
        let left = positions - 64 * word;
        let mut considered = if left >= 64 { !0 } else { (1 << left) - 1 };
        while let Some(bit) = next(word as usize, considered) {
            considered &= !1 << bit;
            steps += 1;
            if considered == 0 {
                break;
            }
        }
        steps += 1;
        if steps >= OFTEN {
            steps = 0;
            limits.report(64 * word, positions);
            limits
                .check(bytes)
                .map_err(|stopped| stopped.after(64 * word))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau_core::game::{Game, Outcome};
    use noyau_core::index::Index;
    use noyau_core::limits::Stopped;

    /// Take one, two or three from a heap.
    struct Take;

    impl Game for Take {
        type Position = u64;
        type Move = u64;

        fn start(&self) -> u64 {
            999
        }

        fn outcome(&self, &heap: &u64) -> Option<Outcome> {
            (heap == 0).then_some(Outcome::Loss)
        }

        fn moves(&self, &heap: &u64, out: &mut Vec<u64>) {
            out.extend(1..=heap.min(3));
        }

        fn play(&self, heap: &mut u64, taken: u64) {
            *heap -= taken;
        }
    }

    impl Index for Take {
        fn dense(&self, _: u32) -> Option<u64> {
            Some(1000)
        }

        fn number(&self, &heap: &u64) -> u64 {
            heap
        }

        fn position(&self, _: u32, number: u64) -> Option<u64> {
            Some(number)
        }
    }

    impl Descending for Take {
        fn mark_predecessors(&self, heap: u64, mark: &mut impl FnMut(u64)) {
            for more in 1..=3 {
                mark(heap + more);
            }
        }
    }

    #[test]
    fn every_fourth_heap_is_lost() {
        for positions in [1, 63, 64, 65, 1000] {
            let kernel = kernel(&Take, positions, &Limits::default()).unwrap();
            let lost: Vec<u64> = kernel.lost().collect();
            let wanted: Vec<u64> = (0..positions).step_by(4).collect();
            assert_eq!(lost, wanted);
            assert_eq!(kernel.lost, wanted.len() as u64);
        }
    }

    #[test]
    fn nimbers_are_remainders() {
        let nimbers = nimbers(&Take, 1000, &Limits::default()).unwrap();
        assert_eq!((nimbers.greatest, nimbers.planes.len()), (3, 2));
        assert!(
            nimbers
                .iter()
                .zip(0..)
                .all(|(nimber, heap)| nimber == heap % 4)
        );
    }

    #[test]
    fn memory_is_obeyed() {
        let limits = Limits {
            memory: Some(100),
            ..Limits::default()
        };
        assert_eq!(kernel(&Take, 1000, &limits), Err(Stopped::Memory.after(0)));
        assert_eq!(nimbers(&Take, 1000, &limits), Err(Stopped::Memory.after(0)));
    }
}

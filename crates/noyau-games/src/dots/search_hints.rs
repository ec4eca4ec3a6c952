//! Search hints of dots and boxes.
//!
//! The margin still to come depends only on the remaining edges, not on the owners of boxes. Boxes with two edges
//! left form chains. A side that can take boxes takes them, except that it may leave the last two of the last
//! chain, or the last four of a chain that can be taken from both ends: all other moves are no better (Barker and
//! Korf 2012, after Berlekamp). So with v the value of what follows, either 2 + v or −2 − v is won (with four boxes
//! 4 + v or −4 − v): never less than zero. If no box can be taken, all edges of a chain are equivalent, except that
//! of two boxes the edge between them leaves the opponent no choice; and if all boxes are in isolated chains, the
//! value is known.
//!
//! The drawn edges of all boxes are counted at once, one bit per box: those above and below, and left and right, are added
//! bit by bit. All bounds have the parity of the remaining boxes, as every margin has.

use super::{Dots, Drawn, MOST_EDGES, NO_BOX, edges};
use noyau_core::hints::{Finite, Keyed, Score, SearchHints, StaticEval};

/// A set of boxes, by number.
type Boxes = u32;

/// For each byte of a set of upright edges and each of its values, the boxes to the right of these edges and, in the upper
/// half, those to the left.
pub(super) type Uprights = Box<[[u64; 256]]>;

/// The boxes of a set, by number.
fn numbers(mut set: Boxes) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            number as usize
        })
    })
}

/// Boxes by the number of their undrawn edges.
struct Tally {
    /// One edge.
    takeable: Boxes,
    /// Two edges.
    chained: Boxes,
    /// More.
    loose: Boxes,
    to_win: Score,
}

/// A chain of boxes that can be taken from its beginning.
struct Chain {
    boxes: u32,
    /// The edge that takes the first box.
    takes: u8,
    /// The edge that declines the last boxes instead.
    leaves: u8,
    /// Whether it can also be taken from its end.
    closed: bool,
}

impl Dots {
    /// The undrawn edges of a box.
    fn left_of(&self, drawn: u64, number: usize) -> u64 {
        self.boxes[number] & !drawn
    }

    /// The box on the other side of an edge.
    fn beyond(&self, edge: u8, number: usize) -> Option<usize> {
        let [one, other] = self.sides[usize::from(edge)];
        let beyond = usize::from(if usize::from(one) == number {
            other
        } else {
            one
        });
        (beyond < self.boxes.len()).then_some(beyond)
    }

    /// Follows the chain that begins at a box with one undrawn edge.
    fn chain(&self, drawn: u64, first: usize) -> Chain {
        let takes = self.left_of(drawn, first).trailing_zeros() as u8;
        let mut chain = Chain {
            boxes: 1,
            takes,
            leaves: takes,
            closed: false,
        };
        let (mut edge, mut number) = (takes, first);
        while let Some(next) = self.beyond(edge, number) {
            let left = self.left_of(drawn, next) & !(1 << edge);
            match left.count_ones() {
                0 => {
                    chain.boxes += 1;
                    chain.closed = true;
                    break;
                }
                1 => {
                    chain.boxes += 1;
                    (edge, number) = (left.trailing_zeros() as u8, next);
                    // The second edge of an open chain of two, or the middle edge of a closed one of four.
                    if chain.boxes == 2 {
                        chain.leaves = edge;
                    }
                }
                _ => break,
            }
        }
        chain
    }

    /// Classifies the boxes by the number of their undrawn edges.
    #[inline]
    fn tally(&self, drawn: u64) -> Tally {
        let below = drawn as Boxes & self.every_box;
        let above = (drawn >> self.columns) as Boxes & self.every_box;
        let upright = (drawn >> self.upright_from).to_le_bytes().into_iter();
        let upright = upright.zip(&*self.uprights);
        let upright = upright.fold(0, |boxes, (byte, of_byte)| {
            boxes | of_byte[usize::from(byte)]
        });
        let (left, right) = (upright as Boxes, (upright >> Boxes::BITS) as Boxes);
        let (one, other) = (above ^ below, left ^ right);
        let (both, others) = (above & below, left & right);
        let (ones, fours) = (one ^ other, both & others);
        let twos = (both | others | one & other) & !fours;
        Tally {
            takeable: ones & twos,
            chained: twos & !ones,
            loose: self.every_box & !(twos | fours),
            to_win: (self.every_box & !fours).count_ones() as Score,
        }
    }

    /// Visits every chain of boxes with two undrawn edges: its edges, its number of boxes, and the edges between
    /// them. A loop has as many edges as boxes, any other chain one more.
    fn for_each_chain(&self, drawn: u64, chained: Boxes, mut visit: impl FnMut(u64, u32, u64)) {
        let mut rest = chained;
        while rest != 0 {
            let first = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let left = self.left_of(drawn, first);
            let (mut chain, mut boxes, mut inner) = (left, 1, 0);
            // In both directions.
            for start in edges(left) {
                let (mut edge, mut at) = (start, first);
                while let Some(next) = self.beyond(edge, at) {
                    let bit = 1 << next;
                    if chained & bit == 0 {
                        break;
                    }
                    inner |= 1 << edge;
                    if rest & bit == 0 {
                        // Around a loop.
                        break;
                    }
                    rest &= !bit;
                    boxes += 1;
                    let on = self.left_of(drawn, next) & !(1 << edge);
                    chain |= on;
                    (edge, at) = (on.trailing_zeros() as u8, next);
                }
            }
            visit(chain, boxes, inner);
        }
    }

    /// The value if only isolated chains are left.
    fn value_of_chains(&self, drawn: u64, chained: Boxes) -> Score {
        let mut chains = Chains::default();
        self.for_each_chain(drawn, chained, |chain, boxes, _| {
            chains.add(boxes, chain.count_ones() == boxes);
        });
        chains.value()
    }

    /// If boxes can be taken: the edge that takes one and, if that may not be best, the edge that declines.
    fn taking(&self, drawn: u64, takeable: Boxes) -> (u8, Option<u8>) {
        let mut doubtful: Option<Chain> = None;
        let mut several = false;
        for number in numbers(takeable) {
            let chain = self.chain(drawn, number);
            if !matches!((chain.closed, chain.boxes), (false, 2) | (true, 4)) {
                return (chain.takes, None);
            }
            match &doubtful {
                None => doubtful = Some(chain),
                // A closed chain is found from both ends.
                Some(other) if chain.closed && other.leaves == chain.leaves => {}
                Some(other) => {
                    several = true;
                    // Declining two boxes is cheaper than four.
                    if chain.closed && !other.closed {
                        doubtful = Some(chain);
                    }
                }
            }
        }
        doubtful.map_or((0, None), |chain| {
            (chain.takes, (!several).then_some(chain.leaves))
        })
    }

    /// Evaluates a position in which boxes can be taken. Apart from [`SearchHints::static_eval`], which most positions leave
    /// sooner, so that it is short enough to be compiled into a search.
    #[inline(never)]
    fn eval_taking(&self, drawn: u64, tally: &Tally) -> StaticEval<u8, Sight> {
        let Tally { to_win, .. } = *tally;
        let (takes, leaves) = self.taking(drawn, tally.takeable);
        StaticEval::Open {
            low: match leaves {
                // The maximum of two opposite values: at least zero, with the right parity.
                Some(_) => to_win & 1,
                None => -to_win,
            },
            high: to_win,
            forced: leaves.is_none().then_some(takes),
            sight: Sight::Doubtful(takes, leaves.unwrap_or(takes)),
            // Good for the side to move, so moves that give nothing away are tried first.
            ordering: 1,
        }
    }
}

/// The edges worth trying.
#[derive(Debug, Clone, Copy)]
pub enum Sight {
    /// No box can be taken, and these are in chains.
    Quiet(Boxes),
    /// The edge that takes a box, and the edge that declines.
    Doubtful(u8, u8),
}

/// Isolated chains and loops, by length.
#[derive(Debug, Clone, Copy, Default)]
struct Chains {
    open: [u8; 32],
    loops: [u8; 32],
}

impl Chains {
    fn add(&mut self, boxes: u32, is_loop: bool) {
        let kind = if is_loop {
            &mut self.loops
        } else {
            &mut self.open
        };
        if let Some(count) = kind.get_mut(boxes as usize) {
            *count += 1;
        }
    }

    /// The margin of the side that must open one of them. It opens the shortest chain or the shortest loop; the
    /// opponent takes all and must then open the next one itself, or declines two boxes, of a loop four.
    fn value(&mut self) -> Score {
        let mut best = None;
        for is_loop in [false, true] {
            let kind = if is_loop {
                &mut self.loops
            } else {
                &mut self.open
            };
            let Some(boxes) = kind.iter().position(|&count| count > 0) else {
                continue;
            };
            kind[boxes] -= 1;
            let rest = self.value();
            self.add(boxes as u32, is_loop);
            let boxes = boxes as Score;
            let left = if is_loop { 4 } else { 2 };
            let mut theirs = boxes + rest;
            if boxes > 2 {
                theirs = theirs.max(boxes - 2 * left - rest);
            }
            best = best.max(Some(-theirs));
        }
        best.unwrap_or(0)
    }
}

impl Finite for Dots {
    fn most_plies(&self, drawn: &Drawn) -> u32 {
        (self.all() & !drawn.0).count_ones()
    }
}

impl Keyed for Dots {
    fn key_bits(&self) -> u32 {
        self.edges as u32
    }

    /// The least image. The two outer edges of a corner box are interchangeable: neither has a box beyond it. If
    /// one of them is drawn it is normalised, to the opposite one for quarter turns, so that the images agree.
    fn key(&self, drawn: &Drawn) -> u128 {
        let (mut upright, mut lying) = (drawn.0, drawn.0);
        for &[low, high] in &self.corners {
            let both = low | high;
            if drawn.0 & both == high {
                upright ^= both;
            } else if drawn.0 & both == low {
                lying ^= both;
            }
        }
        let mut least = u64::MAX;
        for (turns, drawn) in self.turns.iter().zip([upright, lying]) {
            let mut images = [0; QUARTER];
            let mut rest = drawn;
            for of_group in turns {
                let of_these = &of_group[(rest & ((1 << GROUP) - 1)) as usize];
                for (image, of_these) in images.iter_mut().zip(of_these) {
                    *image |= of_these;
                }
                rest >>= GROUP;
            }
            least = images.into_iter().fold(least, u64::min);
        }
        least.into()
    }
}

impl SearchHints for Dots {
    type Sight = Sight;

    #[inline]
    fn static_eval(&self, drawn: &Drawn) -> StaticEval<u8, Sight> {
        let drawn = drawn.0;
        if drawn == self.all() {
            return StaticEval::Over;
        }
        let tally = self.tally(drawn);
        let to_win = tally.to_win;
        if tally.takeable == 0 {
            let sight = Sight::Quiet(tally.chained);
            let (low, high) = if tally.loose == 0 {
                let value = self.value_of_chains(drawn, tally.chained);
                (value, value)
            } else {
                (-to_win, to_win)
            };
            return StaticEval::Open {
                low,
                high,
                forced: None,
                sight,
                ordering: 0,
            };
        }
        self.eval_taking(drawn, &tally)
    }

    /// From the middle of the board to its rim, then the chains, the shortest first. Of the two outer edges of a corner one
    /// is enough.
    fn candidates(&self, drawn: &Drawn, sight: &Sight, out: &mut Vec<u8>) {
        let chained = match *sight {
            Sight::Doubtful(takes, leaves) => {
                out.extend([takes, leaves]);
                return;
            }
            Sight::Quiet(chained) => chained,
        };
        let mut free = self.all() & !drawn.0;
        let mut openings = [(0, 0); MOST_EDGES];
        let mut count = 0;
        self.for_each_chain(drawn.0, chained, |chain, boxes, inner| {
            free &= !chain;
            let chosen = if boxes == 2 { inner } else { chain };
            openings[count] = (boxes, chosen.trailing_zeros() as u8);
            count += 1;
        });
        for &[low, high] in &self.corners {
            if free & low != 0 {
                free &= !high;
            }
        }
        out.extend(
            self.middle_first
                .iter()
                .filter(|&&edge| free >> edge & 1 == 1),
        );
        let openings = &mut openings[..count];
        openings.sort_unstable();
        out.extend(openings.iter().map(|opening| opening.1));
    }
}

/// The bit of symmetries that exchange columns and rows.
const QUARTER: usize = 4;

/// Tabulates the boxes beside upright edges, eight edges at a time.
pub(super) fn uprights(from: u32, sides: &[[u8; 2]], boxes: &[u64]) -> Uprights {
    let beside = (from..).zip(sides).map(|(edge, pair)| {
        let beside = pair.iter().filter(|&&number| number != u8::MAX);
        beside.fold(0u64, |beside, &number| {
            // Of the edges of a box, the last is to its right.
            let is_right = boxes[usize::from(number)].ilog2() == edge;
            beside | 1 << (u32::from(number) + if is_right { Boxes::BITS } else { 0 })
        })
    });
    let beside: Vec<u64> = beside.collect();
    let tabulated = beside.chunks(8).map(|beside| {
        std::array::from_fn(|value| {
            let beside = beside.iter().enumerate();
            let beside = beside.filter(|beside| value >> beside.0 & 1 == 1);
            beside.fold(0, |all, (_, &boxes)| all | boxes)
        })
    });
    tabulated.collect()
}

/// The edges that are looked up at a time where a set of edges is turned: a table of them stays in the nearest cache.
const GROUP: usize = 6;

/// For each group of edges and each of its values, the images under four symmetries; those that exchange columns and rows
/// apart.
pub(super) type Turns = Vec<Vec<[[u64; QUARTER]; 1 << GROUP]>>;

/// Tabulates the images of edges under symmetry.
pub(super) fn turns(images: &[[u8; MOST_EDGES]], count: usize) -> Turns {
    let turn = |four: &[[u8; MOST_EDGES]]| {
        let groups = (0..count).step_by(GROUP).map(|from| {
            std::array::from_fn(|value| {
                std::array::from_fn(|s| {
                    let drawn =
                        edges((value as u64) << from).filter(|&edge| usize::from(edge) < count);
                    drawn.fold(0, |all, edge| all | 1 << four[s][usize::from(edge)])
                })
            })
        });
        groups.collect()
    };
    images.chunks(QUARTER).map(turn).collect()
}

/// The boxes beside each edge, by number; an invalid number if there is none.
pub(super) fn sides(beside: &[[u64; 2]], boxes: &[u64]) -> Vec<[u8; 2]> {
    let number = |edge: usize, others: u64| {
        let all = others | 1 << edge;
        let found = boxes.iter().position(|&of| others != NO_BOX && of == all);
        found.map_or(u8::MAX, |number| number as u8)
    };
    let sides = beside.iter().enumerate();
    sides
        .map(|(edge, &pair)| pair.map(|others| number(edge, others)))
        .collect()
}

/// The two outer edges of each box with exactly two, the lower one first.
pub(super) fn corners(sides: &[[u8; 2]], boxes: &[u64]) -> Vec<[u64; 2]> {
    let outer = |all: u64| edges(all).filter(|&edge| sides[usize::from(edge)].contains(&u8::MAX));
    boxes
        .iter()
        .filter(|&&all| outer(all).count() >= 2)
        .filter_map(|&all| {
            let mut pair = outer(all);
            Some([1 << pair.next()?, 1 << pair.next()?])
        })
        .collect()
}

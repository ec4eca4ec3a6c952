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
//! The drawn edges of each box are counted eight edges at a time, four bits per box. All bounds have the parity of
//! the remaining boxes, as every margin has.

use super::{Dots, Drawn, MOST_EDGES, NO_BOX, edges};
use noyau_core::hints::{Finite, Keyed, Score, SearchHints, StaticEval};

/// The number of drawn edges of each box, four bits per box: for each byte of a set of edges and each of its
/// values.
pub(super) type Tallies = Box<[[u128; 256]]>;

/// The bits per box in a tally.
const LANE: u32 = 4;

/// A set of boxes, by the lowest bits of their lanes.
type Boxes = u128;

/// The boxes of a set, by number.
fn numbers(mut set: Boxes) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            (lane / LANE) as usize
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
        let bytes = drawn.to_le_bytes().into_iter().zip(&*self.tallies);
        let sum: u128 = bytes
            .map(|(byte, tallies)| tallies[usize::from(byte)])
            .sum();
        let lowest = |bit: u32| sum >> bit & self.lanes;
        let (ones, twos, fours) = (lowest(0), lowest(1), lowest(2));
        Tally {
            takeable: ones & twos,
            chained: twos & !ones,
            loose: self.lanes & !(twos | fours),
            to_win: (self.lanes & !fours).count_ones() as Score,
        }
    }

    /// Visits every chain of boxes with two undrawn edges: its edges, its number of boxes, and the edges between
    /// them. A loop has as many edges as boxes, any other chain one more.
    fn for_each_chain(&self, drawn: u64, chained: Boxes, mut visit: impl FnMut(u64, u32, u64)) {
        let mut rest = chained;
        while rest != 0 {
            let lane = rest.trailing_zeros();
            rest &= rest - 1;
            let first = (lane / LANE) as usize;
            let left = self.left_of(drawn, first);
            let (mut chain, mut boxes, mut inner) = (left, 1, 0);
            // In both directions.
            for start in edges(left) {
                let (mut edge, mut at) = (start, first);
                while let Some(next) = self.beyond(edge, at) {
                    let lane = 1 << (LANE * next as u32);
                    if chained & lane == 0 {
                        break;
                    }
                    inner |= 1 << edge;
                    if rest & lane == 0 {
                        // Around a loop.
                        break;
                    }
                    rest &= !lane;
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
        let image = |drawn: u64, turn: &[[u64; 256]]| {
            let bytes = drawn.to_le_bytes().into_iter().zip(turn);
            bytes.fold(0, |image, (byte, images)| image | images[usize::from(byte)])
        };
        let mut least = upright;
        for (turn, s) in self.turns.iter().zip(1..) {
            let drawn = if s & QUARTER == 0 { upright } else { lying };
            least = least.min(image(drawn, turn));
        }
        least.into()
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

    /// From the middle of the board to its rim, then the chains, the shortest first.
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

/// Tabulates the number of drawn edges of each box.
pub(super) fn tallies(sides: &[[u8; 2]], boxes: usize) -> Tallies {
    let lane = |number: u8| match usize::from(number) {
        number if number < boxes => 1 << (LANE * number as u32),
        _ => 0,
    };
    let bytes = sides.chunks(8);
    let tally = |sides: &[[u8; 2]]| {
        let mut values = [0u128; 256];
        for (value, sum) in values.iter_mut().enumerate() {
            let drawn = sides
                .iter()
                .enumerate()
                .filter(|side| value >> side.0 & 1 == 1);
            *sum = drawn
                .map(|(_, &[one, other])| lane(one) + lane(other))
                .sum();
        }
        values
    };
    bytes.map(tally).collect()
}

/// The lowest bits of the lanes of that many boxes.
pub(super) fn lanes(boxes: usize) -> u128 {
    (0..boxes as u32).map(|number| 1 << (LANE * number)).sum()
}

/// For each symmetry, each byte of a set of edges and each of its values, the image.
pub(super) type Turns = Box<[Box<[[u64; 256]]>]>;

/// Tabulates the images of edges under symmetry, eight edges at a time.
pub(super) fn turns(images: &[[u8; MOST_EDGES]], count: usize) -> Turns {
    let turn = |images: &[u8; MOST_EDGES]| {
        let bytes = images[..count].chunks(8);
        let tabulated = bytes.map(|images| {
            std::array::from_fn(|value| {
                let drawn = images.iter().enumerate();
                let drawn = drawn.filter(|image| value >> image.0 & 1 == 1);
                drawn.fold(0, |all, (_, &image)| all | 1 << image)
            })
        });
        tabulated.collect()
    };
    images[1..].iter().map(turn).collect()
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

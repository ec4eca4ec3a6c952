//! What dots and boxes knows that makes a search of it shorter.
//!
//! Boxes with two edges left hang together in chains. Who may take boxes takes them, save that of the last chain the
//! last two may be left, or the last four of a chain that can be taken from both ends: all other moves bring no more
//! (Barker and Korf 2012, after Berlekamp). When no box can be taken, all edges of a chain come to the same, except
//! that of two boxes the edge between them leaves the other side no choice.

use super::{Dots, Drawn, NO_BOX, edges};
use noyau::knowledge::{Finite, Insight, Keyed, Score, Survey};

/// A chain of boxes that can be taken from its beginning.
struct Chain {
    boxes: u32,
    /// The edge that takes the first box.
    takes: u8,
    /// The edge that instead leaves what is to be left.
    leaves: u8,
    /// Whether it can be taken from its end, too.
    closed: bool,
}

impl Dots {
    /// The edges that are left of a box.
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

    /// Follows the chain that begins at a box with one edge left.
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
                    // Of an open chain of two the second edge, of a closed one of four the edge in the middle.
                    if chain.boxes == 2 {
                        chain.leaves = edge;
                    }
                }
                _ => break,
            }
        }
        chain
    }

    /// The edges worth trying when no box can be taken: all that touch no chain, and one of each chain. Where nothing but
    /// chains is left, what that is worth.
    fn openings(&self, drawn: u64) -> (u64, Option<Score>) {
        let all = self.all() & !drawn;
        let in_chain = |number: usize| self.left_of(drawn, number).count_ones() == 2;
        let mut free = all;
        let mut opening = 0;
        let mut chains = Chains::default();
        for number in 0..self.boxes.len() {
            let left = self.left_of(drawn, number);
            if !in_chain(number) || left & free == 0 {
                continue;
            }
            // Walk both ways from here.
            let mut chain = left;
            let mut boxes = 1;
            let mut inner = 0;
            for start in edges(left) {
                let (mut edge, mut at) = (start, number);
                while let Some(next) = self.beyond(edge, at).filter(|&next| in_chain(next)) {
                    inner |= 1u64 << edge;
                    let on = self.left_of(drawn, next) & !(1 << edge);
                    if on & !chain == 0 {
                        break;
                    }
                    boxes += 1;
                    chain |= on;
                    (edge, at) = (on.trailing_zeros() as u8, next);
                }
            }
            free &= !chain;
            chains.add(boxes, chain.count_ones() == boxes);
            let chosen = if boxes == 2 && inner != 0 {
                inner
            } else {
                chain
            };
            opening |= chosen & chosen.wrapping_neg();
        }
        // A box with three edges left or more joins what meets there.
        let joined = self
            .boxes
            .iter()
            .any(|&edges| (edges & !drawn).count_ones() > 2);
        let value = (free == 0 && !joined).then(|| chains.value());
        (free | opening, value)
    }

    /// The edges whose boxes keep two edges or more: drawing one gives nothing away.
    fn is_safe(&self, drawn: u64, edge: u8) -> bool {
        self.sides[usize::from(edge)]
            .iter()
            .filter_map(|&number| self.boxes.get(usize::from(number)))
            .all(|&all| (all & !drawn).count_ones() > 2)
    }
}

/// Chains and loops that touch nothing else, by their length.
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

    /// The margin for the side that must open one of them. It opens the shortest chain or the shortest loop; the other
    /// side takes all and must then open the next one itself, or leaves two boxes, of a loop four.
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

    /// The least image. The two outer edges of a box in a corner may change places: neither has a box beyond it.
    fn key(&self, drawn: &Drawn) -> u128 {
        let mut drawn = drawn.0;
        for &[low, high] in &self.corners {
            if drawn & (low | high) == high {
                drawn ^= low | high;
            }
        }
        let mut least = drawn;
        for bytes in &*self.turns {
            let mut image = 0;
            for (byte, images) in drawn.to_le_bytes().into_iter().zip(bytes) {
                image |= images[usize::from(byte)];
            }
            for &[low, high] in &self.corners {
                if image & (low | high) == high {
                    image ^= low | high;
                }
            }
            least = least.min(image);
        }
        least.into()
    }
}

impl Insight for Dots {
    /// The edges worth trying.
    type Sight = u64;

    fn survey(&self, drawn: &Drawn) -> Survey<u8, u64> {
        let drawn = drawn.0;
        let all = self.all() & !drawn;
        if all == 0 {
            return Survey::Over;
        }
        let (mut to_win, mut takeable) = (0, 0u64);
        for (number, &edges) in self.boxes.iter().enumerate() {
            let left = (edges & !drawn).count_ones();
            to_win += Score::from(left > 0);
            takeable |= u64::from(left == 1) << number;
        }
        let open = |forced: Option<u8>, sight: u64, promise: Score| Survey::Open {
            low: -to_win,
            high: to_win,
            forced,
            sight,
            promise,
        };
        if takeable == 0 {
            let (sight, value) = self.openings(drawn);
            if let Some(value) = value {
                return Survey::Open {
                    low: value,
                    high: value,
                    forced: None,
                    sight,
                    promise: value,
                };
            }
            let safe = edges(sight)
                .filter(|&edge| self.is_safe(drawn, edge))
                .count();
            let forced = sight
                .is_power_of_two()
                .then(|| sight.trailing_zeros() as u8);
            // Who runs out of safe edges first must give away the first chain.
            let promise = if safe % 2 == 1 { 1 } else { -1 };
            return open(forced, sight, promise);
        }
        let mut doubtful: Option<Chain> = None;
        let mut several = false;
        for number in edges(takeable) {
            let chain = self.chain(drawn, number.into());
            let in_doubt = match (chain.closed, chain.boxes) {
                (false, 2) | (true, 4) => true,
                _ => return open(Some(chain.takes), 1 << chain.takes, 0),
            };
            if in_doubt {
                // A closed chain is met from both ends.
                let again = doubtful
                    .as_ref()
                    .is_some_and(|other| chain.closed && other.leaves == chain.leaves);
                several |= doubtful.is_some() && !again;
                if doubtful
                    .as_ref()
                    .is_none_or(|other| chain.closed && !other.closed)
                {
                    doubtful = Some(chain);
                }
            }
        }
        match doubtful {
            Some(chain) if several => open(Some(chain.takes), 1 << chain.takes, 0),
            Some(chain) => open(None, 1 << chain.takes | 1 << chain.leaves, 0),
            None => open(None, all, 0),
        }
    }

    fn candidates(&self, _: &Drawn, &sight: &u64, out: &mut Vec<u8>) {
        out.extend(edges(sight));
    }
}

/// The parts of a set of edges: for each symmetry, each byte and each value of it, its image.
pub(super) type Turns = Box<[[[u64; 256]; 8]]>;

/// Tabulates where symmetries take edges, eight edges at a time.
pub(super) fn turns(images: &[[u8; super::MOST_EDGES]], count: usize) -> Turns {
    let turn = |images: &[u8; super::MOST_EDGES]| {
        let mut bytes = [[0; 256]; 8];
        for (place, values) in bytes.iter_mut().enumerate() {
            for (value, image) in values.iter_mut().enumerate() {
                *image = (0..8)
                    .filter(|bit| value >> bit & 1 == 1 && 8 * place + bit < count)
                    .fold(0, |image, bit| image | 1 << images[8 * place + bit]);
            }
        }
        bytes
    };
    images[1..].iter().map(turn).collect()
}

/// The boxes beside each edge, by number; one that does not exist where there is none.
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

/// The two outer edges of each box that has just two, the lower one first.
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

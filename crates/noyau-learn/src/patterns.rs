//! Groups of cells: their choice, their states, and their images under symmetry.
//!
//! A group is a random walk over neighbouring cells (Krawiec and Szubert 2011). The action of a symmetry on cells
//! is inferred instead of asked from the game: cell `c` of an image is the cell of the position that had the same
//! state in every position of many random games. All of this is done once, before learning, in O(symmetries ×
//! cells² × positions).

use noyau_core::cells::Groups;
use noyau_core::game::Side;
use noyau_core::random::SplitMix;
use noyau_core::view::{self, Piece};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};

/// The state of a cell or line in the picture of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CellState {
    /// Empty, and not touched by a move.
    Empty,
    /// Empty, and touched by some move.
    Touched,
    /// Pieces of the side to move: symbol and count.
    Own(char, u32),
    /// Pieces of the opponent.
    Other(char, u32),
    /// Pieces without owner.
    Neutral(char, u32),
    /// A line that has been drawn.
    Drawn,
}

/// Larger counts are not distinguished.
const MOST_COUNTED: u32 = 12;

fn of_piece(piece: &Piece, side: Side) -> CellState {
    let count = piece.count.min(MOST_COUNTED);
    match piece.side {
        None => CellState::Neutral(piece.symbol, count),
        Some(owner) if owner == side => CellState::Own(piece.symbol, count),
        Some(_) => CellState::Other(piece.symbol, count),
    }
}

/// The states of the cells and then the lines of a picture, relative to the side to move.
pub fn states_of_views(view: &view::View, side: Side) -> Vec<CellState> {
    let lines = view.lines.iter().map(|line| {
        if line.drawn {
            CellState::Drawn
        } else {
            CellState::Empty
        }
    });
    let cells = view.cells.iter().map(|cell| match &cell.piece {
        None => CellState::Empty,
        Some(piece) => of_piece(piece, side),
    });
    let mut states: Vec<CellState> = cells.chain(lines).collect();
    for touch in &view.moves {
        for &cell in &touch.cells {
            if states.get(cell) == Some(&CellState::Empty) {
                states[cell] = CellState::Touched;
            }
        }
    }
    states
}

/// Numbers the states in pictures; unknown ones are 0.
#[derive(Debug, Clone, Default)]
pub struct Reader(HashMap<CellState, u8>);

impl Reader {
    /// Numbers the states in the given order.
    pub fn new(states: &[CellState]) -> Self {
        Self(states.iter().copied().zip(0..).collect())
    }

    /// Writes the numbers of the states in a picture.
    pub fn read(&self, view: &view::View, side: Side, cells: &mut [u8]) {
        let states = states_of_views(view, side);
        for (cell, state) in cells.iter_mut().zip(states) {
            *cell = self.0.get(&state).copied().unwrap_or(0);
        }
    }
}

/// The maximum number of states.
const MOST_STATES: usize = 32;

/// The states that occur in pictures, the most frequent first.
pub(super) fn alphabet<'a>(pictures: impl Iterator<Item = &'a Vec<CellState>>) -> Vec<CellState> {
    let mut counts: HashMap<CellState, u64> = HashMap::new();
    for state in pictures.flatten() {
        *counts.entry(*state).or_default() += 1;
    }
    let mut states: Vec<_> = counts.into_iter().collect();
    states.sort_unstable_by_key(|&(state, count)| (std::cmp::Reverse(count), state));
    states.truncate(MOST_STATES);
    states.into_iter().map(|(state, _)| state).collect()
}

/// The geometry of a board.
#[derive(Debug, Clone, Default)]
pub struct Board {
    /// The coordinates of each cell, doubled so that lines lie between cells.
    pub places: Vec<(i32, i32)>,
    /// The number of states.
    pub states: usize,
    /// Below which number each of the last cells is, which are counts.
    pub counts: Vec<u16>,
    /// The groups that the game names.
    pub groups: Groups,
}

impl Board {
    /// The coordinates of the cells and the lines of a picture.
    pub fn places_of(view: &view::View) -> Vec<(i32, i32)> {
        let cells = view.cells.iter().map(|cell| (2 * cell.x, 2 * cell.y));
        let lines = view.lines.iter();
        let lines = lines.map(|line| (line.from.0 + line.to.0, line.from.1 + line.to.1));
        cells.chain(lines).collect()
    }

    /// The neighbours of each cell: those hardly farther than the nearest.
    fn neighbours(&self) -> Vec<Vec<u16>> {
        let distance = |a: usize, b: usize| {
            let ((ax, ay), (bx, by)) = (self.places[a], self.places[b]);
            i64::from(ax - bx).pow(2) + i64::from(ay - by).pow(2)
        };
        let all = 0..self.places.len();
        let beside = |a: usize| {
            let others = || all.clone().filter(|&b| b != a);
            let nearest = others().map(|b| distance(a, b)).min().unwrap_or(0);
            // Twice the square: as far as the diagonal of a grid.
            others()
                .filter(|&b| distance(a, b) <= 2 * nearest)
                .map(|b| b as u16)
                .collect()
        };
        all.clone().map(beside).collect()
    }

    /// The number of cells per group: as requested, if the table of their patterns is not too large; all cells, if
    /// even that is not.
    pub(super) fn length(&self, wanted: u32) -> u32 {
        /// The maximum number of patterns of a group.
        const MOST_PATTERNS: usize = 1 << 16;
        let fits = |&length: &u32| {
            let patterns = self.states.checked_pow(length);
            patterns.is_some_and(|patterns| patterns <= MOST_PATTERNS)
        };
        let all = self.places.len() as u32;
        // If every position can have its own weight, the board is one group.
        if fits(&all) {
            return all;
        }
        (1..=wanted.min(all)).rev().find(fits).unwrap_or(0)
    }

    /// Draws distinct groups of cells, each a walk over neighbours that may revisit cells.
    pub(super) fn draw_tuples(
        &self,
        count: u32,
        length: u32,
        random: &mut SplitMix,
    ) -> Vec<Vec<u16>> {
        /// The number of tries per group; small boards have few groups.
        const TRIES: u32 = 20;
        let neighbours = self.neighbours();
        let mut found = BTreeSet::new();
        let mut tuples = Vec::new();
        if length == 0 {
            return tuples;
        }
        for _ in 0..count.saturating_mul(TRIES) {
            if tuples.len() == count as usize {
                break;
            }
            let mut here = random.below(self.places.len()) as u16;
            let mut tuple = vec![here];
            // A walk may get stuck in a corner; then it jumps to a random cell.
            let mut steps = 0;
            while tuple.len() < length as usize {
                steps += 1;
                let beside = &neighbours[usize::from(here)];
                here = match beside.get(random.below(beside.len())) {
                    Some(&next) if steps % 50 != 0 => next,
                    _ => random.below(self.places.len()) as u16,
                };
                if !tuple.contains(&here) {
                    tuple.push(here);
                }
            }
            tuple.sort_unstable();
            if found.insert(tuple.clone()) {
                tuples.push(tuple);
            }
        }
        tuples
    }
}

/// The action of each symmetry on cells, the identity first, inferred from the cells of positions under each of
/// them. Symmetries that do more than move cells are omitted.
pub(super) fn symmetries(cells: usize, images: &[Vec<Vec<u8>>]) -> Vec<Vec<u16>> {
    let mut found: Vec<Vec<u16>> = vec![(0..cells as u16).collect()];
    let Some((originals, images)) = images.split_first() else {
        return found;
    };
    let moved = |images: &Vec<Vec<u8>>| -> Option<Vec<u16>> {
        let mut free = vec![true; cells];
        (0..cells)
            .map(|c| {
                let same = |&from: &usize| {
                    let mut pairs = images.iter().zip(originals);
                    free[from] && pairs.all(|(image, original)| image[c] == original[from])
                };
                let from = (0..cells).find(same)?;
                free[from] = false;
                Some(from as u16)
            })
            .collect()
    };
    for symmetry in images.iter().filter_map(moved) {
        if !found.contains(&symmetry) {
            found.push(symmetry);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board {
            places: (0..9).map(|c| (c % 3 * 2, c / 3 * 2)).collect(),
            states: 3,
            counts: Vec::new(),
            groups: Groups::default(),
        }
    }

    #[test]
    fn symmetries_are_seen() {
        let mut random = SplitMix(1);
        let originals: Vec<Vec<u8>> = (0..50)
            .map(|_| (0..9).map(|_| random.below(3) as u8).collect())
            .collect();
        let mirrored = |cells: &Vec<u8>| (0..9).map(|c| cells[c / 3 * 3 + 2 - c % 3]).collect();
        // Exchanging states is not a symmetry of cells.
        let exchanged = |cells: &Vec<u8>| cells.iter().map(|state| 2 - state).collect();
        let images = [
            originals.clone(),
            originals.iter().map(mirrored).collect(),
            originals.iter().map(exchanged).collect(),
        ];
        let found = symmetries(9, &images);
        assert_eq!(found.len(), 2);
        assert_eq!(found[1], [2, 1, 0, 5, 4, 3, 8, 7, 6]);
    }

    #[test]
    fn groups_are_different_walks() {
        let board = board();
        let tuples = board.draw_tuples(20, 3, &mut SplitMix(1));
        assert_eq!(tuples.len(), 20);
        let neighbours = board.neighbours();
        for (i, tuple) in tuples.iter().enumerate() {
            assert!(!tuples[..i].contains(tuple));
            for cell in tuple {
                let beside = |other| neighbours[usize::from(*cell)].contains(other);
                assert!(tuple.iter().any(beside), "{tuple:?}");
            }
        }
        assert_eq!(board.length(6), 9);
        let larger = Board {
            places: vec![(0, 0); 42],
            states: 4,
            counts: Vec::new(),
            groups: Groups::default(),
        };
        assert_eq!([larger.length(6), larger.length(12)], [6, 8]);
        let all = board.draw_tuples(20, 9, &mut SplitMix(1));
        assert_eq!(all, [(0..9).collect::<Vec<u16>>()]);
    }
}

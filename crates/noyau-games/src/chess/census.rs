//! Counts the placements of the chess pieces, and samples them uniformly.
//!
//! A side has its king, up to eight pawns on the six middle rows, and other pieces, of which those beyond the
//! initial set are promoted pawns. The kinds of pieces are chosen as late as possible: for given numbers of pawns
//! and other pieces a side has `words` sequences of kinds, and the squares do not depend on them. So the sum has
//! 9·9·16·16 terms instead of one per pair of armies. A position is then sampled top-down: a term, the armies, the
//! squares, each in proportion to the remaining number of ways. (Tromp, Chess position ranking, 2021, samples
//! positions for the same purpose.)

use cozy_chess::{BoardBuilder, Color, Piece, Square};
use noyau_core::random::SplitMix;

const KINDS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
/// The initial number of each kind.
const AT_START: [u32; 4] = [2, 2, 2, 1];
const PAWNS: u32 = 8;
/// The maximum number of pieces besides the king: seven, and eight by promotion.
const PIECES: u32 = 15;
/// The squares that a pawn can occupy.
const PAWN_SQUARES: std::ops::Range<usize> = 8..56;

/// The pieces of a side besides its king.
#[derive(Debug, Clone, Copy)]
struct Army {
    pawns: u32,
    pieces: [u32; 4],
    /// The number of sequences of its pieces.
    words: f64,
}

/// A choice of the numbers of pawns and pieces of White and Black.
#[derive(Debug, Clone, Copy)]
struct Term {
    pawns: [u32; 2],
    pieces: [u32; 2],
    ways: f64,
}

/// All placements.
#[derive(Debug, Clone)]
pub(super) struct Census {
    armies: Vec<Army>,
    terms: Vec<Term>,
}

/// The binomial coefficient.
fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1))
}

/// Removes a random square; there is at least one.
fn drawn_from(free: &mut Vec<Square>, random: &mut SplitMix) -> Square {
    free.swap_remove(random.below(free.len()))
}

impl Census {
    pub(super) fn new() -> Self {
        let mut armies = Vec::new();
        for pawns in 0..=PAWNS {
            let most = |kind: usize| AT_START[kind] + PAWNS - pawns;
            for knights in 0..=most(0) {
                for bishops in 0..=most(1) {
                    for rooks in 0..=most(2) {
                        for queens in 0..=most(3) {
                            let pieces = [knights, bishops, rooks, queens];
                            let promoted = pieces.iter().zip(AT_START);
                            let promoted = promoted.map(|(has, had)| has.saturating_sub(had));
                            if promoted.sum::<u32>() <= PAWNS - pawns {
                                armies.push(Army::new(pawns, pieces));
                            }
                        }
                    }
                }
            }
        }
        let mut words = [[0.0; PIECES as usize + 1]; PAWNS as usize + 1];
        for army in &armies {
            words[army.pawns as usize][army.size() as usize] += army.words;
        }
        let mut terms = Vec::new();
        let squares = PAWN_SQUARES.len() as u32;
        for white in 0..=PAWNS {
            for black in 0..=PAWNS {
                let pawns = choose(squares, white) * choose(squares - white, black);
                // One king, then the other, then the pieces.
                let free = 64 - white - black;
                let kings = f64::from(free) * f64::from(free - 1);
                for first in 0..=PIECES - white {
                    for second in 0..=PIECES - black {
                        let pieces = choose(free - 2, first) * choose(free - 2 - first, second);
                        let names = words[white as usize][first as usize]
                            * words[black as usize][second as usize];
                        terms.push(Term {
                            pawns: [white, black],
                            pieces: [first, second],
                            ways: pawns * kings * pieces * names,
                        });
                    }
                }
            }
        }
        Self { armies, terms }
    }

    /// The number of placements, with either side to move.
    pub(super) fn total(&self) -> f64 {
        2.0 * self.terms.iter().map(|term| term.ways).sum::<f64>()
    }

    /// A uniformly random placement.
    pub(super) fn draw(&self, random: &mut SplitMix) -> BoardBuilder {
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = Color::ALL[random.below(2)];
        let term = self.terms[random.weighted(self.terms.iter().map(|term| term.ways))];
        let mut between = Square::ALL[PAWN_SQUARES].to_vec();
        for (color, pawns) in Color::ALL.into_iter().zip(term.pawns) {
            for _ in 0..pawns {
                let square = drawn_from(&mut between, random);
                *builder.square_mut(square) = Some((Piece::Pawn, color));
            }
        }
        let (low, high) = (
            &Square::ALL[..PAWN_SQUARES.start],
            &Square::ALL[PAWN_SQUARES.end..],
        );
        let mut free = [low, &between, high].concat();
        for color in Color::ALL {
            let square = drawn_from(&mut free, random);
            *builder.square_mut(square) = Some((Piece::King, color));
        }
        for (i, color) in Color::ALL.into_iter().enumerate() {
            let (pawns, pieces) = (term.pawns[i], term.pieces[i]);
            let fitting = self
                .armies
                .iter()
                .filter(|army| (army.pawns, army.size()) == (pawns, pieces));
            let drawn = random.weighted(fitting.clone().map(|army| army.words));
            let Some(army) = fitting.clone().nth(drawn) else {
                continue;
            };
            for (kind, count) in KINDS.into_iter().zip(army.pieces) {
                for _ in 0..count {
                    let square = drawn_from(&mut free, random);
                    *builder.square_mut(square) = Some((kind, color));
                }
            }
        }
        builder
    }
}

impl Army {
    fn new(pawns: u32, pieces: [u32; 4]) -> Self {
        let mut left: u32 = pieces.iter().sum();
        let words = pieces.iter().fold(1.0, |words, &count| {
            let ways = choose(left, count);
            left -= count;
            words * ways
        });
        Self {
            pawns,
            pieces,
            words,
        }
    }

    fn size(&self) -> u32 {
        self.pieces.iter().sum()
    }
}

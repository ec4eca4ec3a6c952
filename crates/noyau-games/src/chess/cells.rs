//! What a learned heuristic sees of a position: the pieces on their squares as the side to move sees them, passed pawns apart,
//! and for either side its mobility, pawns and safety, by the pieces that are left.

use super::{Chess, Position};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};
use noyau_core::cells::{Cells, Groups};
use noyau_core::game::Side;

/// Empty, the six pieces of either side, and passed pawns of either.
const STATES: usize = 15;
/// The state of a passed pawn of the side to move; of the other's, one more.
const PASSED: u8 = 13;

/// Below which number the counts of a side are: see [`count`].
const COUNTS: [u16; 16] = [32, 32, 32, 32, 32, 27, 9, 9, 9, 4, 4, 8, 9, 4, 4, 4];

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The bits as the side sees them: it moves up the board.
fn turned(bits: BitBoard, side: Color) -> u64 {
    match side {
        Color::White => bits.0,
        Color::Black => bits.0.swap_bytes(),
    }
}

/// A set and the files beside it.
fn widened(bits: u64) -> u64 {
    bits | beside(bits)
}

/// The squares to the left and to the right.
fn beside(bits: u64) -> u64 {
    (bits & !FILE_A) >> 1 | (bits & !FILE_H) << 1
}

/// All squares above those.
fn above(bits: u64) -> u64 {
    let mut filled = bits << 8;
    filled |= filled << 8;
    filled |= filled << 16;
    filled | filled << 32
}

/// All squares below those.
fn below(bits: u64) -> u64 {
    above(bits.swap_bytes()).swap_bytes()
}

/// The squares that pawns attack which move up.
fn pawn_attacks(pawns: u64) -> u64 {
    (pawns & !FILE_A) << 7 | (pawns & !FILE_H) << 9
}

/// The counts of a side: targets of knights, bishops, rooks and queens that no pawn guards; attacks on the squares around
/// the other king; pawns before the own king; isolated pawns; doubled ones; rooks on files without pawns; bishops;
/// rights to castle; pieces that a pawn attacks; pawns, knights, rooks and queens.
fn count(board: &Board, side: Color, counts: &mut [u8]) {
    let own = |piece| board.colored_pieces(side, piece);
    let pawns = turned(own(Piece::Pawn), side);
    let theirs = turned(board.colored_pieces(!side, Piece::Pawn), side);
    let guarded = pawn_attacks(theirs.swap_bytes()).swap_bytes();
    let free = !(turned(board.colors(side), side) | guarded);
    let king = board.king(!side);
    let zone = get_king_moves(king) | king.bitboard();
    let occupied = board.occupied();
    let (mut mobility, mut attacks) = ([0; 4], 0);
    for (i, piece) in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
        .into_iter()
        .enumerate()
    {
        for square in own(piece) {
            let reach = match piece {
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, occupied),
                Piece::Rook => get_rook_moves(square, occupied),
                _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
            };
            mobility[i] += (turned(reach, side) & free).count_ones();
            attacks += (reach & zone).len();
        }
    }
    let file_of = |file: u32| FILE_A << file;
    let files = pawns | above(pawns) | below(pawns);
    let open = !files;
    let isolated = pawns & !beside(files);
    let doubled = pawns & above(pawns);
    let rooks = turned(own(Piece::Rook), side);
    let all_files = theirs | above(theirs) | below(theirs);
    let half = (rooks & open & all_files).count_ones().min(2);
    let whole = (rooks & open & !all_files).count_ones().min(2);
    let place = turned(board.king(side).bitboard(), side).trailing_zeros();
    let middle = (place % 8).clamp(1, 6);
    let mut shelter = 0;
    for file in middle - 1..=middle + 1 {
        let before = pawns & file_of(file) & above(1 << (place / 8 * 8 + file));
        let rows = (before.trailing_zeros() / 8).saturating_sub(place / 8);
        shelter = 3 * shelter
            + if before == 0 {
                0
            } else {
                3u32.saturating_sub(rows)
            };
    }
    let rights = board.castle_rights(side);
    let rights = u32::from(rights.short.is_some()) + 2 * u32::from(rights.long.is_some());
    let pieces = turned(board.colors(side), side) & !pawns;
    let numbers = [
        mobility[0],
        mobility[1],
        mobility[2],
        mobility[3],
        attacks,
        shelter,
        isolated.count_ones(),
        doubled.count_ones(),
        half + 3 * whole,
        own(Piece::Bishop).len(),
        rights,
        (pieces & guarded).count_ones(),
        own(Piece::Pawn).len(),
        own(Piece::Knight).len(),
        own(Piece::Rook).len(),
        own(Piece::Queen).len(),
    ];
    for ((place, number), most) in counts.iter_mut().zip(numbers).zip(COUNTS) {
        *place = number.min(u32::from(most) - 1) as u8;
    }
}

impl Cells for Chess {
    fn states(&self) -> usize {
        STATES
    }

    fn read_cells(&self, position: &Position, cells: &mut [u8]) {
        cells.fill(0);
        let board = &position.board;
        let side = board.side_to_move();
        let turn = if side == Color::Black { 0o70 } else { 0 };
        for (whose, color) in [side, !side].into_iter().enumerate() {
            for (i, piece) in Piece::ALL.into_iter().enumerate() {
                for square in board.colored_pieces(color, piece) {
                    cells[square as usize ^ turn] = (1 + i + 6 * whose) as u8;
                }
            }
        }
        let own = turned(board.colored_pieces(side, Piece::Pawn), side);
        let other = turned(board.colored_pieces(!side, Piece::Pawn), side);
        for (passed, state) in [
            (own & !widened(below(other)), PASSED),
            (other & !widened(above(own)), PASSED + 1),
        ] {
            for square in BitBoard(passed) {
                cells[square as usize] = state;
            }
        }
        let (ours, theirs) = cells[Square::NUM..].split_at_mut(COUNTS.len());
        count(board, side, ours);
        count(board, !side, theirs);
    }

    fn counts(&self) -> Vec<u16> {
        [COUNTS, COUNTS].concat()
    }

    fn seen(&self, shown: usize, side: Side) -> usize {
        match side {
            Side::First => shown,
            Side::Second => shown ^ 0o70,
        }
    }

    fn groups(&self) -> Groups {
        let all = Square::NUM + 2 * COUNTS.len();
        Groups {
            cells: (0..all as u16).map(|cell| vec![cell]).collect(),
            phases: vec![0, 8, 16, 24],
            sides_alike: true,
            margin: 0,
        }
    }

    /// 24 with all pieces, 0 with none.
    fn progress(&self, position: &Position) -> u32 {
        let left = |piece| position.board.pieces(piece).len();
        left(Piece::Knight) + left(Piece::Bishop) + 2 * left(Piece::Rook) + 4 * left(Piece::Queen)
    }
}

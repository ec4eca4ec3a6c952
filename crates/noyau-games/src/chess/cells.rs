//! What a learned heuristic sees of a position: the pieces on their squares as the side to move sees them, passed pawns apart,
//! and for either side its mobility, pawns, threats and attacks on the king, by the pieces that are left.

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
const COUNTS: [u16; 31] = [
    32, 32, 32, 32, 96, 16, 8, 27, 27, 9, 5, 7, 7, 9, 5, 9, 3, 4, 10, 9, 4, 4, 8, 16, 55, 19, 4, 9,
    4, 4, 4,
];

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
/// The squares of the colour of a1; seen from the other end, those of the other colour.
const DARK: u64 = 0xAA55_AA55_AA55_AA55;

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

/// What the men of a side attack, as the side sees the board.
struct Attacks {
    pawns: u64,
    /// Knights, bishops, rooks and queens.
    pieces: [u64; 4],
    /// All but the king.
    held: u64,
    /// All.
    all: u64,
    /// Those that two men attack.
    twice: u64,
    /// For each kind of piece, the targets that are not occupied by their side and that no pawn guards.
    mobility: [u32; 4],
    /// By how many pieces of how much weight the other king's surroundings are attacked.
    danger: u32,
}

impl Attacks {
    fn new(board: &Board, side: Color) -> Self {
        let own = |piece| board.colored_pieces(side, piece);
        let pawns = pawn_attacks(turned(own(Piece::Pawn), side));
        let theirs = turned(board.colored_pieces(!side, Piece::Pawn), side);
        let guarded = pawn_attacks(theirs.swap_bytes()).swap_bytes();
        let free = !(turned(board.colors(side), side) | guarded);
        let zone = turned(surroundings(board, !side), side);
        let occupied = board.occupied();
        let (mut held, mut twice) = (pawns, 0);
        let (mut pieces, mut mobility) = ([0; 4], [0; 4]);
        let (mut attackers, mut weight) = (0, 0);
        for (i, piece) in PIECES.into_iter().enumerate() {
            for square in own(piece) {
                let reach = match piece {
                    Piece::Knight => get_knight_moves(square),
                    Piece::Bishop => get_bishop_moves(square, occupied),
                    Piece::Rook => get_rook_moves(square, occupied),
                    _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
                };
                let reach = turned(reach, side);
                mobility[i] += (reach & free).count_ones();
                twice |= held & reach;
                held |= reach;
                pieces[i] |= reach;
                let near = (reach & zone).count_ones();
                if near > 0 {
                    attackers += 1;
                    weight += near + [2, 2, 3, 5][i];
                }
            }
        }
        let king = turned(get_king_moves(board.king(side)), side);
        Self {
            pawns,
            pieces,
            held,
            all: held | king,
            twice: twice | held & king,
            mobility,
            danger: 24 * attackers.min(3) + weight.min(23),
        }
    }
}

const PIECES: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// A king's square and those around it.
fn surroundings(board: &Board, side: Color) -> BitBoard {
    let king = board.king(side);
    get_king_moves(king) | king.bitboard()
}

/// Near, not far, or far: by the steps of a king.
fn steps(from: u32, to: u32) -> u32 {
    let files = (from % 8).abs_diff(to % 8);
    match files.max((from / 8).abs_diff(to / 8)) {
        0..=1 => 0,
        2..=3 => 1,
        _ => 2,
    }
}

/// The counts of a side: mobility of knights, bishops, rooks and queens; attacks around the other king, safe checks, and
/// squares around it that only it guards; pawns before the own king, and the other's that come for it; isolated, doubled,
/// backward pawns, those of them on files open to the other, pawns that stand together, such beyond the middle; rooks on files
/// without pawns, on the seventh row; bishops, pawns on the colour of the only bishop; outposts; rights to castle; own
/// men that pawns attack, that lesser pieces attack, that nothing guards; the foremost passed pawn with its way and the other
/// king, with the own king, passed pawns that are guarded; pawns, knights, rooks and queens.
fn count(board: &Board, side: Color, [attacks, others]: [&Attacks; 2], counts: &mut [u8]) {
    let men = |color, piece| turned(board.colored_pieces(color, piece), side);
    let own = |piece| men(side, piece);
    let (pawns, theirs) = (own(Piece::Pawn), men(!side, Piece::Pawn));
    let (all, everything) = (
        turned(board.colors(side), side),
        turned(board.occupied(), side),
    );
    let [guarded, other_held, other_all] =
        [others.pawns, others.held, others.all].map(u64::swap_bytes);
    let places = [side, !side].map(|color| men(color, Piece::King).trailing_zeros());

    // 1. The other king.
    let safe = !(all | other_all) | attacks.twice & !(all | other_held);
    let target = board.king(!side);
    let lines = [
        get_bishop_moves(target, board.occupied()),
        get_rook_moves(target, board.occupied()),
    ];
    let [slanted, straight] = lines.map(|line| turned(line, side) & safe);
    let hopping = turned(get_knight_moves(target), side) & safe;
    let checks = [hopping, slanted, straight, slanted | straight];
    let checks = (0..4).fold(0, |sum, i| {
        sum | u32::from(attacks.pieces[i] & checks[i] != 0) << i
    });
    let weak = turned(surroundings(board, !side), side) & attacks.held & !other_held;

    // 2. The own king.
    let middle = (places[0] % 8).clamp(1, 6);
    let row = places[0] / 8;
    let (mut shelter, mut storm) = (0, 0);
    for file in middle - 1..=middle + 1 {
        let before = FILE_A << file & above(1 << (row * 8 + file));
        // Far away or none, two rows ahead, or one.
        let rows = |pawns: u64| match pawns & before {
            0 => 0,
            found => 3u32.saturating_sub(found.trailing_zeros() / 8 - row),
        };
        shelter = 3 * shelter + rows(pawns);
        storm = 3 * storm + rows(theirs);
    }

    // 3. Pawns.
    let files = pawns | above(pawns) | below(pawns);
    let isolated = pawns & !beside(files);
    let doubled = pawns & above(pawns);
    let guardable = attacks.pawns | above(attacks.pawns);
    let backward = pawns & !isolated & (guarded & !guardable) >> 8;
    let exposed = (isolated | backward) & !below(theirs);
    let together = pawns & (attacks.pawns | beside(pawns));
    let passed = pawns & !widened(below(theirs));
    let (mut way, mut escort) = (0, 0);
    if passed != 0 {
        let place = passed.ilog2();
        let (front, path) = (place + 8, above(1 << place));
        let stopped = if everything >> front & 1 == 1 {
            0
        } else {
            1 + u32::from(path & (everything | other_all) == 0)
        };
        let row = place / 8 - 1;
        way = 1 + (row * 3 + stopped) * 3 + steps(places[1], front);
        escort = 1 + row * 3 + steps(places[0], front);
    }

    // 4. Pieces.
    let rooks = own(Piece::Rook);
    let all_files = theirs | above(theirs) | below(theirs);
    let half = (rooks & !files & all_files).count_ones().min(2);
    let whole = (rooks & !files & !all_files).count_ones().min(2);
    let bishops = own(Piece::Bishop);
    let alike = match bishops.count_ones() {
        1 if bishops & DARK != 0 => 1 + (pawns & DARK).count_ones(),
        1 => 1 + (pawns & !DARK).count_ones(),
        _ => 0,
    };
    let minors = others.pieces[0] | others.pieces[1];
    let chased = |men: u64, by: u64| (men & by.swap_bytes()).count_ones();
    let lesser = chased(rooks | own(Piece::Queen), minors).min(3)
        + 4 * chased(own(Piece::Queen), others.pieces[2]).min(1);
    let loose = all & other_all & !attacks.all & !own(Piece::King);
    let loose = (loose & !pawns).count_ones().min(3) + 4 * (loose & pawns).count_ones().min(3);
    let guardable_by_them = (others.pawns | above(others.pawns)).swap_bytes();
    let outposts = attacks.pawns & !guardable_by_them & 0x0000_FFFF_FF00_0000;
    let outposts = [own(Piece::Knight), bishops].map(|men| (men & outposts).count_ones().min(2));
    let rights = board.castle_rights(side);
    let rights = u32::from(rights.short.is_some()) + 2 * u32::from(rights.long.is_some());
    let numbers = [
        attacks.mobility[0],
        attacks.mobility[1],
        attacks.mobility[2],
        attacks.mobility[3],
        attacks.danger,
        checks,
        weak.count_ones(),
        shelter,
        storm,
        isolated.count_ones(),
        doubled.count_ones(),
        backward.count_ones(),
        exposed.count_ones(),
        together.count_ones(),
        (together & 0xFFFF_FFFF_0000_0000).count_ones(),
        half + 3 * whole,
        (rooks & 0x00FF_0000_0000_0000).count_ones(),
        bishops.count_ones(),
        alike,
        outposts[0] + 3 * outposts[1],
        rights,
        (all & !pawns & guarded).count_ones(),
        lesser,
        loose,
        way,
        escort,
        (passed & (attacks.pawns | beside(passed))).count_ones(),
        pawns.count_ones(),
        own(Piece::Knight).count_ones(),
        rooks.count_ones(),
        own(Piece::Queen).count_ones(),
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
        let [own, other] = [side, !side].map(|side| Attacks::new(board, side));
        count(board, side, [&own, &other], ours);
        count(board, !side, [&other, &own], theirs);
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

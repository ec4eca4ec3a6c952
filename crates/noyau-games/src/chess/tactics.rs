//! What searches that play ask of chess: captures and promotions are noisy, a check forces.

use super::{Chess, Position, Step};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use noyau_dynamic::prelude::*;

/// The worth of a piece in an exchange.
const fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 50,
    }
}

impl Tactics for Chess {
    fn noise(&self, position: &Position, step: Step) -> i32 {
        let board = &position.board;
        let own = board.side_to_move();
        let promoted = step.promotion.map_or(0, |piece| worth(piece) - 1);
        let (Some(moved), victim) = (board.piece_on(step.from), board.piece_on(step.to)) else {
            return 0;
        };
        let victim = match victim {
            // The own rook: castling.
            Some(_) if board.color_on(step.to) == Some(own) => return 0,
            Some(victim) => victim,
            None if moved == Piece::Pawn && step.from.file() != step.to.file() => Piece::Pawn,
            // Of promotions only those to a queen are worth a look at once.
            None if promoted == worth(Piece::Queen) - 1 => return promoted * 64,
            None => return 0,
        };
        let (gain, risk) = (worth(victim) + promoted, worth(moved));
        if risk > gain {
            let won = exchange(board, step, worth(victim), moved);
            if won < 0 {
                return won;
            }
        }
        // The most valuable victim first, of those the least valuable attacker.
        gain * 64 + 50 - risk
    }

    fn winning_noise(&self, position: &Position, out: &mut Vec<Step>) {
        let board = &position.board;
        let own = board.side_to_move();
        let last = match own {
            Color::White => cozy_chess::Rank::Eighth,
            Color::Black => cozy_chess::Rank::First,
        };
        let first = out.len();
        board.generate_moves(|mut moves| {
            let wanted = match moves.piece {
                // A pawn may capture in passing, too.
                Piece::Pawn => {
                    let sideways = !moves.from.file().bitboard();
                    sideways | last.bitboard()
                }
                _ => board.colors(!own),
            };
            moves.to &= wanted;
            let steps = moves.into_iter();
            out.extend(steps.map(Step::from));
            false
        });
        let mut kept = first;
        for i in first..out.len() {
            if self.noise(position, out[i]) > 0 {
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    #[inline]
    fn is_forced(&self, position: &Position) -> bool {
        !position.board.checkers().is_empty()
    }

    /// Zugzwang is common among kings and pawns only.
    fn passed(&self, position: &Position) -> Option<Position> {
        let board = &position.board;
        let own = board.side_to_move();
        let pieces = !(board.pieces(Piece::Pawn) | board.pieces(Piece::King));
        if (board.colors(own) & pieces).is_empty() {
            return None;
        }
        board.null_move().map(Position::new)
    }

    #[inline]
    fn is_irreversible(&self, position: &Position, step: Step) -> bool {
        let board = &position.board;
        // A capture or castling, or a pawn.
        board.occupied().has(step.to) || board.pieces(Piece::Pawn).has(step.from)
    }
}

/// What a capture wins, a piece of so much worth first, if both sides then capture on its square with their least pieces
/// as long as it pays (static exchange evaluation).
fn exchange(board: &Board, step: Step, victim: i32, moved: Piece) -> i32 {
    let to = step.to;
    let mut occupied = board.occupied() & !step.from.bitboard();
    let mut side = !board.side_to_move();
    // What the side that captured last stands to lose, and what each capture brought.
    let mut standing = worth(moved);
    let mut gains = [0; 32];
    gains[0] = victim;
    let mut count = 1;
    while count < gains.len() {
        let Some((from, piece)) = least_attacker(board, to, side, occupied) else {
            break;
        };
        gains[count] = standing - gains[count - 1];
        standing = worth(piece);
        occupied &= !from.bitboard();
        side = !side;
        count += 1;
    }
    while count > 1 {
        count -= 1;
        gains[count - 1] = -(-gains[count - 1]).max(gains[count]);
    }
    gains[0]
}

/// The least piece of a side that attacks a square, if of all pieces only some are left.
fn least_attacker(
    board: &Board,
    to: Square,
    side: Color,
    occupied: BitBoard,
) -> Option<(Square, Piece)> {
    let own = board.colors(side) & occupied;
    let of = |piece, reached: BitBoard| (reached & own & board.pieces(piece)).into_iter().next();
    let straight = || get_rook_moves(to, occupied);
    let slanted = || get_bishop_moves(to, occupied);
    None.or_else(|| Some((of(Piece::Pawn, get_pawn_attacks(to, !side))?, Piece::Pawn)))
        .or_else(|| Some((of(Piece::Knight, get_knight_moves(to))?, Piece::Knight)))
        .or_else(|| Some((of(Piece::Bishop, slanted())?, Piece::Bishop)))
        .or_else(|| Some((of(Piece::Rook, straight())?, Piece::Rook)))
        .or_else(|| Some((of(Piece::Queen, straight() | slanted())?, Piece::Queen)))
        .or_else(|| Some((of(Piece::King, get_king_moves(to))?, Piece::King)))
}

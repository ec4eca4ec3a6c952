//! The texts and the picture of chess.

use super::fen::{letter, name, parse_fen};
use super::{Chess, Position, Step, castles, reach, target};
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use noyau_core::notation::split_numbered_moves;
use noyau_core::view;
use noyau_dynamic::prelude::*;

/// The parsed text of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    /// Both squares, as in `e2e4` or `e7e8q`.
    Squares(Step),
    /// Castling, to the king's side or not.
    Castling { short: bool },
    /// A kind of piece and its target, as in `Nbxd2` or `e8=Q`.
    Piece {
        piece: Piece,
        file: Option<File>,
        rank: Option<Rank>,
        takes: bool,
        to: Square,
        promotion: Option<Piece>,
    },
}

impl Written {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        match text {
            "O-O" | "0-0" => return Some(Self::Castling { short: true }),
            "O-O-O" | "0-0-0" => return Some(Self::Castling { short: false }),
            _ if !text.is_ascii() => return None,
            _ => {}
        }
        if let Ok(mv) = text.parse::<Move>() {
            return Some(Self::Squares(mv.into()));
        }
        let (piece, rest) = match text.split_at_checked(1) {
            Some((letter, rest)) if "KQRBN".contains(letter) => {
                (letter.to_ascii_lowercase().parse().ok()?, rest)
            }
            _ => (Piece::Pawn, text),
        };
        let (promotion, rest) = match rest.split_at_checked(rest.len().wrapping_sub(1)) {
            Some((rest, letter)) if piece == Piece::Pawn && "QRBN".contains(letter) => (
                Some(letter.to_ascii_lowercase().parse().ok()?),
                rest.strip_suffix('=').unwrap_or(rest),
            ),
            _ => (None, rest),
        };
        let (from, to) = rest.split_at_checked(rest.len().wrapping_sub(2))?;
        let takes = from.ends_with('x');
        let from = from.strip_suffix(['x', '-']).unwrap_or(from);
        let (file, rank) = match from.len() {
            0 => (None, None),
            1 => (from.parse().ok(), from.parse().ok()),
            2 => (Some(from[..1].parse().ok()?), Some(from[1..].parse().ok()?)),
            _ => return None,
        };
        if !from.is_empty() && file.is_none() && rank.is_none() {
            return None;
        }
        Some(Self::Piece {
            piece,
            file,
            rank,
            takes,
            to: to.parse().ok()?,
            promotion,
        })
    }

    /// Whether a legal move matches the text.
    fn fits(self, board: &Board, step: Step) -> bool {
        let castling = castles(board, step);
        match self {
            Self::Squares(written) => {
                let to = target(board, step);
                written == Step { to, ..step }
            }
            Self::Castling { short } => castling && short == (step.to.file() > step.from.file()),
            Self::Piece {
                piece,
                file,
                rank,
                takes,
                to,
                promotion,
            } => {
                let pawn = piece == Piece::Pawn;
                let slanted = pawn && step.from.file() != step.to.file();
                !castling
                    && board.piece_on(step.from) == Some(piece)
                    && (to, promotion) == (step.to, step.promotion)
                    && file.is_none_or(|file| file == step.from.file())
                    && rank.is_none_or(|rank| rank == step.from.rank())
                    // `d5` is a pawn's step, never its capture.
                    && (!slanted || file.is_some())
                    && (!takes || slanted || board.occupied().has(step.to))
            }
        }
    }
}

impl Chess {
    /// The legal moves that match a text.
    fn meant(&self, position: &Position, written: Written) -> Vec<Step> {
        let mut moves = self.legal_moves(position);
        moves.retain(|&step| written.fits(&position.board, step));
        moves
    }
}

const GRID: Grid = Grid::new(8, 8, RowOne::Bottom);

impl Notation for Chess {
    fn parameters(&self) -> String {
        let endgame = self.endgame.as_ref();
        endgame.map_or_else(String::new, |endgame| endgame.name.clone())
    }

    /// A FEN; the side to move is inside.
    fn format_board(&self, position: &Position, _: Side) -> String {
        let board = &position.board;
        let mut text = String::new();
        for &rank in Rank::ALL.iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let square = Square::new(file, rank);
                if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square))
                {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push(letter(piece, color));
                } else {
                    empty += 1;
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            if rank != Rank::First {
                text.push('/');
            }
        }
        text.push_str(match board.side_to_move() {
            Color::White => " w ",
            Color::Black => " b ",
        });
        let [white, black] = Color::ALL.map(|color| board.castle_rights(color));
        let rights = [
            (white.short, 'K'),
            (white.long, 'Q'),
            (black.short, 'k'),
            (black.long, 'q'),
        ];
        let before = text.len();
        text.extend(
            rights
                .iter()
                .filter(|right| right.0.is_some())
                .map(|right| right.1),
        );
        if text.len() == before {
            text.push('-');
        }
        let en_passant = position.en_passant.map_or("-".to_owned(), |file| {
            let rank = Rank::Sixth.relative_to(board.side_to_move());
            Square::new(file, rank).to_string()
        });
        format!("{text} {en_passant} 0 1")
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<Position, Message> {
        let position = parse_fen(text)?;
        self.check_class(&position)?;
        Ok(position)
    }

    fn format_position(&self, position: &Position, side: Side) -> String {
        self.format_board(position, side)
    }

    fn parse_position(&self, text: &str) -> Result<(Position, Side), Message> {
        let position = self.parse_board(text, Side::First)?;
        let side = position.side();
        Ok((position, side))
    }

    /// Nobody is in check, and no pawn can be captured en passant.
    fn with_other_to_move(&self, position: &Position, _: Side) -> Option<Position> {
        if position.en_passant.is_some() {
            return None;
        }
        position.board.null_move().map(Position::new)
    }

    /// The two squares, those of the king for castling, and the promotion piece.
    fn format_move(&self, position: &Position, step: Step) -> String {
        let to = target(&position.board, step);
        Move::from(Step { to, ..step }).to_string()
    }

    /// Also parses short algebraic notation, as in `Nf3`, `exd5`, `e8=Q` or `O-O`, and the long one, as in
    /// `Ng1-f3`.
    fn parse_move(&self, position: &Position, text: &str) -> Option<Step> {
        match self.meant(position, Written::parse(text)?)[..] {
            [step] => Some(step),
            _ => None,
        }
    }

    /// Skips move numbers and results of games, as in `1. e4 e5 2. Nf3`.
    fn split_moves(&self, text: &str) -> Vec<String> {
        split_numbered_moves(text)
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<Message> {
        if self.outcome(position).is_some() {
            return None;
        }
        let board = &position.board;
        let own = board.side_to_move();
        let Some(written) = Written::parse(text) else {
            return Some(message!(
                "a move is its two squares, as in e2e4 or e7e8q, or as in Nf3, exd5, e8=Q, O-O",
                "un coup est fait de ses deux cases, comme e2e4 ou e7e8q, ou comme Nf3, exd5, e8=Q, O-O"
            ));
        };
        let meant = self.meant(position, written);
        if !meant.is_empty() {
            let moves: Vec<_> = meant
                .iter()
                .map(|&step| self.format_move(position, step))
                .collect();
            let moves = moves.join(", ");
            return Some(message!("it may mean {moves}", "il peut s'agir de {moves}"));
        }
        let no_castling = message!(
            "castling wants a king and a rook that have never moved, free squares between them, and no check on the king's way",
            "pour roquer, le roi et la tour ne doivent jamais avoir bougé, les cases entre eux doivent être libres, et le roi ne doit ni être en échec ni passer par un échec"
        );
        let in_check = if board.checkers().is_empty() {
            message!("the king would be in check", "le roi serait en échec")
        } else {
            message!(
                "the king is in check and would still be",
                "le roi est en échec et le resterait"
            )
        };
        let last_row = Rank::Eighth.relative_to(own);
        let promotes = |piece, to: Square| piece == Piece::Pawn && to.rank() == last_row;
        let bad_promotion = |to: Square| {
            message!(
                "a pawn that reaches {to} becomes a queen, rook, bishop or knight: {to}=Q, or a q after the two squares; nothing else does",
                "un pion qui arrive en {to} devient dame, tour, fou ou cavalier : {to}=Q, ou un q après les deux cases ; rien d'autre n'est promu"
            )
        };
        Some(match written {
            Written::Castling { .. } => no_castling,
            Written::Squares(Step {
                from,
                to,
                promotion,
            }) => {
                let piece = match (board.piece_on(from), board.color_on(from)) {
                    (Some(piece), Some(color)) if color == own => piece,
                    _ => {
                        return Some(message!(
                            "no piece of the side to move stands on {from}",
                            "aucune pièce du camp au trait n'est en {from}"
                        ));
                    }
                };
                let Text { en, fr } = name(piece);
                let far = (from.file() as i32 - to.file() as i32).abs() == 2;
                if piece == Piece::King && far && from.rank() == to.rank() {
                    no_castling
                } else if board.colors(own).has(to) {
                    message!(
                        "an own piece stands on {to}",
                        "une pièce du même camp est en {to}"
                    )
                } else if !reach(board, from).has(to) {
                    message!(
                        "the {en} on {from} cannot go to {to}",
                        "la pièce en {from} ({fr}) ne peut pas aller en {to}"
                    )
                } else if promotes(piece, to) != promotion.is_some()
                    || matches!(promotion, Some(Piece::King | Piece::Pawn))
                {
                    bad_promotion(to)
                } else {
                    in_check
                }
            }
            Written::Piece {
                piece,
                to,
                promotion,
                ..
            } => {
                let Text { en, fr } = name(piece);
                let mut pieces = board.colored_pieces(own, piece).into_iter();
                if !pieces.any(|from| reach(board, from).has(to)) {
                    message!(
                        "no {en} of the side to move can go to {to}",
                        "aucune pièce de ce genre ({fr}) du camp au trait ne peut aller en {to}"
                    )
                } else if promotes(piece, to) != promotion.is_some() {
                    bad_promotion(to)
                } else {
                    message!(
                        "no legal move is written so: the {en} stands elsewhere, takes nothing there, or leaves its king in check",
                        "aucun coup légal ne s'écrit ainsi : la pièce ({fr}) est ailleurs, n'y prend rien, ou laisse son roi en échec"
                    )
                }
            }
        })
    }

    fn picture(&self, position: &Position, _: Side) -> View {
        let board = &position.board;
        let mut view = GRID.picture([0, 0]);
        for square in board.occupied() {
            if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
                let side = match color {
                    Color::White => Side::First,
                    Color::Black => Side::Second,
                };
                let piece = view::Piece::of(side, letter(piece, color));
                view.cells[square as usize].piece = Some(piece);
            }
        }
        view
    }

    fn touch(&self, position: &Position, _: Side, step: Step) -> Touch {
        Touch::cells([step.from, target(&position.board, step)].map(|square| square as usize))
    }
}

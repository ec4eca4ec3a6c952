//! Positions of chess in Forsyth–Edwards notation.

use super::Position;
use cozy_chess::{
    Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square, get_king_moves,
};
use noyau_core::notation::parse_number;
use noyau_core::{Message, Text, message};

pub(super) fn letter(piece: Piece, color: Color) -> char {
    let letter = char::from(piece);
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    }
}

pub(super) fn name(piece: Piece) -> Text {
    match piece {
        Piece::Pawn => Text::new("pawn", "pion"),
        Piece::Knight => Text::new("knight", "cavalier"),
        Piece::Bishop => Text::new("bishop", "fou"),
        Piece::Rook => Text::new("rook", "tour"),
        Piece::Queen => Text::new("queen", "dame"),
        Piece::King => Text::new("king", "roi"),
    }
}

/// Parses the rows, the first field of a FEN.
fn parse_rows(text: &str, builder: &mut BoardBuilder) -> Result<(), Message> {
    let rows = text.split('/').count();
    if rows != 8 {
        return Err(message!(
            "8 rows from rank 8 down are wanted, separated by /, but {rows} are given",
            "il faut 8 lignes à partir de la rangée 8, séparées par des /, mais il y en a {rows}"
        ));
    }
    for (row, &rank) in text.split('/').zip(Rank::ALL.iter().rev()) {
        let mut file = 0;
        for symbol in row.chars() {
            if let Some(empty @ 1..=8) = symbol.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let Ok(piece) = Piece::try_from(symbol.to_ascii_lowercase()) else {
                return Err(message!(
                    "{symbol:?} in rank {rank} is neither a piece, one of KQRBNP and kqrbnp, nor a number of empty squares",
                    "{symbol:?} dans la rangée {rank} n'est ni une pièce, parmi KQRBNP et kqrbnp, ni un nombre de cases vides"
                ));
            };
            let color = if symbol.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            if let Some(file) = File::try_index(file) {
                *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
            }
            file += 1;
        }
        if file != 8 {
            return Err(message!(
                "rank {rank} has {file} squares instead of 8: {row:?}",
                "la rangée {rank} a {file} cases au lieu de 8 : {row:?}"
            ));
        }
    }
    Ok(())
}

/// Rejects impossible sets of pieces.
fn check_pieces(builder: &BoardBuilder) -> Result<(), Message> {
    for color in Color::ALL {
        let count = |piece| {
            let wanted = Some((piece, color));
            builder.board.iter().filter(|&&on| on == wanted).count()
        };
        let (en, fr) = match color {
            Color::White => ("white", "blancs"),
            Color::Black => ("black", "noirs"),
        };
        let kings = count(Piece::King);
        if kings != 1 {
            return Err(message!(
                "there are {kings} {en} kings instead of one",
                "il y a {kings} rois {fr} au lieu d'un"
            ));
        }
        let pawns = count(Piece::Pawn);
        if pawns > 8 {
            return Err(message!(
                "there are {pawns} {en} pawns, more than 8",
                "il y a {pawns} pions {fr}, plus de 8"
            ));
        }
        let promoted = count(Piece::Queen).saturating_sub(1)
            + count(Piece::Rook).saturating_sub(2)
            + count(Piece::Bishop).saturating_sub(2)
            + count(Piece::Knight).saturating_sub(2);
        if promoted > 8 - pawns {
            return Err(message!(
                "at least {promoted} {en} pawns were promoted, but {pawns} of the 8 are still pawns",
                "au moins {promoted} pions {fr} ont été promus, mais {pawns} des 8 sont encore des pions"
            ));
        }
        for rank in [Rank::First, Rank::Eighth] {
            for file in File::ALL {
                let square = Square::new(file, rank);
                if builder.square(square) == Some((Piece::Pawn, color)) {
                    return Err(message!(
                        "a pawn cannot stand on {square}",
                        "un pion ne peut pas être en {square}"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Parses the castling rights.
fn parse_castling(text: &str, builder: &mut BoardBuilder) -> Result<(), Message> {
    if text == "-" {
        return Ok(());
    }
    for symbol in text.chars() {
        let (color, rook) = match symbol {
            'K' => (Color::White, File::H),
            'Q' => (Color::White, File::A),
            'k' => (Color::Black, File::H),
            'q' => (Color::Black, File::A),
            _ => {
                return Err(message!(
                    "the rights to castle are some of KQkq, or - for none, not {text:?}",
                    "les droits de roque sont parmi KQkq, ou - s'il n'y en a pas, et non {text:?}"
                ));
            }
        };
        let back = Rank::First.relative_to(color);
        let (king, rook_square) = (Square::new(File::E, back), Square::new(rook, back));
        if builder.square(king) != Some((Piece::King, color))
            || builder.square(rook_square) != Some((Piece::Rook, color))
        {
            return Err(message!(
                "the right {symbol} to castle wants the king on {king} and a rook on {rook_square}",
                "le droit de roque {symbol} suppose le roi en {king} et une tour en {rook_square}"
            ));
        }
        let rights = builder.castle_rights_mut(color);
        let right = match rook {
            File::H => &mut rights.short,
            _ => &mut rights.long,
        };
        if right.replace(rook).is_some() {
            return Err(message!(
                "the right {symbol} to castle is given twice",
                "le droit de roque {symbol} est donné deux fois"
            ));
        }
    }
    Ok(())
}

/// Rejects unreachable positions beyond what makes a board invalid.
pub(super) fn check_board(board: &Board) -> Result<(), Message> {
    if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
        return Err(message!(
            "the kings stand side by side",
            "les rois sont côte à côte"
        ));
    }
    let checks = board.checkers().len();
    if checks > 2 {
        return Err(message!(
            "{checks} pieces give check, and one move never gives more than two",
            "{checks} pièces donnent échec, et un coup n'en donne jamais plus de deux"
        ));
    }
    Ok(())
}

/// Parses a FEN with or without its clocks.
pub(super) fn parse_fen(text: &str) -> Result<Position, Message> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (&[rows, side, castling, en_passant], clocks) = match fields.split_first_chunk::<4>() {
        Some((fields, clocks)) if clocks.len() <= 2 => (fields, clocks),
        _ => {
            return Err(message!(
                "a position is a FEN: rows, side to move, rights to castle and square of en passant, as in `4k3/8/8/8/8/8/8/4K2R w K - 0 1`",
                "une position est une FEN : lignes, camp au trait, droits de roque et case de prise en passant, comme `4k3/8/8/8/8/8/8/4K2R w K - 0 1`"
            ));
        }
    };
    let mut builder = BoardBuilder::empty();
    parse_rows(rows, &mut builder)?;
    builder.side_to_move = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => {
            return Err(message!(
                "the side to move is w (White, `first`) or b (Black, `second`), not {side:?}",
                "le camp au trait est w (les Blancs, `first`) ou b (les Noirs, `second`), et non {side:?}"
            ));
        }
    };
    check_pieces(&builder)?;
    parse_castling(castling, &mut builder)?;
    if let Some(clock) = clocks
        .iter()
        .find(|clock| parse_number::<u64>(clock).is_none())
    {
        return Err(message!(
            "the clock {clock:?} is no number",
            "le compteur {clock:?} n'est pas un nombre"
        ));
    }
    let no_passage = message!(
        "no pawn has just passed over {en_passant}",
        "aucun pion ne vient de passer par {en_passant}"
    );
    if en_passant != "-" {
        let Ok(square) = en_passant.parse() else {
            return Err(message!(
                "the square of en passant is one as e3, or - for none, not {en_passant:?}",
                "la case de prise en passant est une case comme e3, ou - s'il n'y en a pas, et non {en_passant:?}"
            ));
        };
        builder.en_passant = Some(square);
    }
    let board = builder.build().map_err(|error| match error {
        BoardBuilderError::InvalidEnPassant => no_passage,
        // All other errors have been excluded.
        _ => message!(
            "the king of the side that is not to move is in check",
            "le roi du camp qui n'est pas au trait est en échec"
        ),
    })?;
    check_board(&board)?;
    Ok(Position::new(board))
}

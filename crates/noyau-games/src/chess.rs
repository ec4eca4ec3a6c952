//! Chess, échecs: First is White. All moves of the game, with castling, en passant and promotion; mate wins, stalemate is a
//! draw. Repetition and the fifty moves without progress are not part of a position, so play can go on for ever.
//!
//! ```text
//!   8  r  n  b  q  k  b  n  r
//!   7  p  p  p  p  p  p  p  p
//!   6  ·  ·  ·  ·  ·  ·  ·  ·
//!   5  ·  ·  ·  ·  ·  ·  ·  ·        First, the capitals, may play e2e4, g1f3, …
//!   4  ·  ·  ·  ·  ·  ·  ·  ·
//!   3  ·  ·  ·  ·  ·  ·  ·  ·
//!   2  P  P  P  P  P  P  P  P
//!   1  R  N  B  Q  K  B  N  R
//!      a  b  c  d  e  f  g  h
//! ```
//!
//! The rules are those of the crate `cozy-chess`. A position is written as a FEN, where `w` is First; its clocks are read and
//! forgotten, and always written `0 1`, so that every program reads the text. The square of en passant is written only if a
//! pawn can be taken there.

use cozy_chess::{
    BitBoard, Board, BoardBuilder, BoardBuilderError, Color, File, Move, Piece, Rank, Square,
    get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_pawn_quiets,
    get_rook_moves,
};
use noyau::erased::{Facts, Info, PerftFact, Spec, ValueFact};
use noyau::grid::{Grid, RowOne};
use noyau::heuristic::{Heuristic, Score};
use noyau::notation::parse_number;
use noyau::view::{self, Touch, View};
use noyau::{Game, Message, Notation, Outcome, Side, Text, message};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The entry in the list of games.
pub static SPEC: Spec<Chess> = Spec::new(
    Info {
        name: "chess",
        summary: Text {
            en: "Chess: give mate; stalemate is a draw; repetition and the fifty-move rule are left out.",
            fr: "Échecs : matez ; le pat est une partie nulle ; la répétition et la règle des cinquante coups n'y sont pas.",
        },
        parameters: Text {
            en: "none",
            fr: "aucun",
        },
        default: "",
        version: 1,
    },
    Facts {
        perft: PERFT,
        values: VALUES,
        ..Facts::NONE
    },
    |parameters, _| {
        if parameters.is_empty() {
            Ok(Chess)
        } else {
            Err(message!(
                "chess has no parameters",
                "les échecs n'ont pas de paramètres"
            ))
        }
    },
)
.judged_by(&[
    Heuristic {
        name: "material",
        summary: Text {
            en: "own pieces less the other's: pawn 1, knight and bishop 3, rook 5, queen 9",
            fr: "ses pièces, moins celles de l'adversaire : pion 1, cavalier et fou 3, tour 5, dame 9",
        },
        score: |_, position| position.difference(|board, square| {
            match board.piece_on(square) {
                Some(Piece::Pawn) => 1,
                Some(Piece::Knight | Piece::Bishop) => 3,
                Some(Piece::Rook) => 5,
                Some(Piece::Queen) => 9,
                Some(Piece::King) | None => 0,
            }
        }),
    },
    Heuristic {
        name: "mobility",
        summary: Text {
            en: "squares own pieces can go to, checks left aside, less those of the other side",
            fr: "les cases où peuvent aller ses pièces, sans égard aux échecs, moins celles de l'adversaire",
        },
        score: |_, position| position.difference(|board, square| reach(board, square).len() as Score),
    },
]);

const fn perft(at: &'static str, counts: &'static [u64]) -> PerftFact {
    PerftFact {
        parameters: "",
        at,
        counts,
        source: "published: chessprogramming.org, Perft Results",
    }
}

const PERFT: &[PerftFact] = &[
    perft("", &[1, 20, 400, 8902, 197_281]),
    perft(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[1, 48, 2039, 97_862],
    ),
    perft(
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[1, 14, 191, 2812, 43_238],
    ),
    perft(
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[1, 6, 264, 9467],
    ),
    perft(
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[1, 44, 1486, 62_379],
    ),
    perft(
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[1, 46, 2079, 89_890],
    ),
];

const fn value(
    at: &'static str,
    outcome: Outcome,
    distance: Option<u32>,
    source: &'static str,
) -> ValueFact {
    ValueFact {
        parameters: "",
        at,
        outcome,
        distance,
        source,
    }
}

const VALUES: &[ValueFact] = &[
    value(
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        Outcome::Loss,
        Some(0),
        "the fool's mate",
    ),
    value(
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        Outcome::Draw,
        None,
        "stalemate",
    ),
    value(
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        Outcome::Draw,
        None,
        "two kings alone",
    ),
];

/// The rules; chess has no parameters.
#[derive(Debug, Clone, Copy)]
pub struct Chess;

/// A position: pieces, side to move, rights to castle, and where a pawn can be taken en passant. Clocks count for nothing,
/// and neither does a double step that allows no capture.
#[derive(Clone)]
pub struct Position {
    board: Board,
    en_passant: Option<File>,
}

impl Position {
    fn new(board: Board) -> Self {
        let en_passant = en_passant(&board);
        Self { board, en_passant }
    }

    fn side(&self) -> Side {
        match self.board.side_to_move() {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    /// All that tells positions apart.
    fn key(&self) -> ([u64; 7], Side, [Option<File>; 5]) {
        let board = &self.board;
        let pieces = |i: usize| board.pieces(Piece::ALL[i]).0;
        let white = board.castle_rights(Color::White);
        let black = board.castle_rights(Color::Black);
        (
            [
                board.colors(Color::White).0,
                pieces(0),
                pieces(1),
                pieces(2),
                pieces(3),
                pieces(4),
                pieces(5),
            ],
            self.side(),
            [
                white.short,
                white.long,
                black.short,
                black.long,
                self.en_passant,
            ],
        )
    }

    /// The sum over the pieces of the side to move, less the sum over the other's.
    fn difference(&self, worth: fn(&Board, Square) -> Score) -> Score {
        let own = self.board.side_to_move();
        let sum = |color| -> Score {
            let squares = self.board.colors(color).into_iter();
            squares.map(|square| worth(&self.board, square)).sum()
        };
        sum(own) - sum(!own)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board.hash_without_ep() == other.board.hash_without_ep() && self.key() == other.key()
    }
}

impl Eq for Position {}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash_without_ep().hash(state);
        self.en_passant.hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Chess.format_position(self, self.side()))
    }
}

/// A move. Castling goes from the king's square to the rook's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    from: Square,
    to: Square,
    promotion: Option<Piece>,
}

impl From<Step> for Move {
    #[inline]
    fn from(step: Step) -> Self {
        Self {
            from: step.from,
            to: step.to,
            promotion: step.promotion,
        }
    }
}

impl From<Move> for Step {
    #[inline]
    fn from(mv: Move) -> Self {
        Self {
            from: mv.from,
            to: mv.to,
            promotion: mv.promotion,
        }
    }
}

/// The file where a pawn can be taken en passant.
#[inline]
fn en_passant(board: &Board) -> Option<File> {
    let file = board.en_passant()?;
    let color = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(color));
    let pawns = get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn);
    let promotion = None;
    pawns
        .into_iter()
        .any(|from| {
            board.is_legal(Move {
                from,
                to,
                promotion,
            })
        })
        .then_some(file)
}

/// Where the piece on a square can go if checks and castling are left aside.
fn reach(board: &Board, from: Square) -> BitBoard {
    let (Some(piece), Some(color)) = (board.piece_on(from), board.color_on(from)) else {
        return BitBoard::EMPTY;
    };
    let occupied = board.occupied();
    let free = !board.colors(color);
    match piece {
        Piece::Pawn => {
            let passed = match board.en_passant() {
                Some(file) if color == board.side_to_move() => {
                    Square::new(file, Rank::Sixth.relative_to(color)).bitboard()
                }
                _ => BitBoard::EMPTY,
            };
            let taken = board.colors(!color) | passed;
            get_pawn_attacks(from, color) & taken | get_pawn_quiets(from, color, occupied)
        }
        Piece::Knight => get_knight_moves(from) & free,
        Piece::Bishop => get_bishop_moves(from, occupied) & free,
        Piece::Rook => get_rook_moves(from, occupied) & free,
        Piece::Queen => (get_bishop_moves(from, occupied) | get_rook_moves(from, occupied)) & free,
        Piece::King => get_king_moves(from) & free,
    }
}

/// Whether a move castles.
fn castles(board: &Board, step: Step) -> bool {
    board.colors(board.side_to_move()).has(step.to)
}

/// Where the moved piece stands in the end.
fn target(board: &Board, step: Step) -> Square {
    if !castles(board, step) {
        return step.to;
    }
    let file = if step.to.file() > step.from.file() {
        File::G
    } else {
        File::C
    };
    Square::new(file, step.from.rank())
}

impl Game for Chess {
    type Position = Position;
    type Move = Step;

    fn start(&self) -> Position {
        Position::new(Board::startpos())
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.board.generate_moves(|_| true) {
            None
        } else if position.board.checkers().is_empty() {
            Some(Outcome::Draw)
        } else {
            Some(Outcome::Loss)
        }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Step>) {
        position.board.generate_moves(|moves| {
            out.extend(moves.into_iter().map(Step::from));
            false
        });
    }

    #[inline]
    fn play(&self, position: &mut Position, step: Step) {
        position.board.play_unchecked(step.into());
        position.en_passant = en_passant(&position.board);
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Option<Side> {
        Some(position.side())
    }
}

/// What a text says of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    /// Both squares, as in `e2e4` or `e7e8q`.
    Squares(Step),
    /// Castling, to the king's side or not.
    Castling { short: bool },
    /// A kind of piece and where it goes, as in `Nbxd2` or `e8=Q`.
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
        if let Ok(Move {
            from,
            to,
            promotion,
        }) = text.parse()
        {
            return Some(Self::Squares(Step {
                from,
                to,
                promotion,
            }));
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

    /// Whether a legal move may be written so.
    fn fits(self, board: &Board, step: Step) -> bool {
        let castling = castles(board, step);
        match self {
            Self::Squares(Step {
                from,
                to,
                promotion,
            }) => (from, to, promotion) == (step.from, target(board, step), step.promotion),
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
    /// The legal moves that a text may mean.
    fn meant(&self, position: &Position, written: Written) -> Vec<Step> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.retain(|&step| written.fits(&position.board, step));
        moves
    }
}

const GRID: Grid = Grid {
    columns: 8,
    rows: 8,
    row_one: RowOne::Bottom,
};

fn letter(piece: Piece, color: Color) -> char {
    let letter = char::from(piece);
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    }
}

fn name(piece: Piece) -> Text {
    match piece {
        Piece::Pawn => Text {
            en: "pawn",
            fr: "pion",
        },
        Piece::Knight => Text {
            en: "knight",
            fr: "cavalier",
        },
        Piece::Bishop => Text {
            en: "bishop",
            fr: "fou",
        },
        Piece::Rook => Text {
            en: "rook",
            fr: "tour",
        },
        Piece::Queen => Text {
            en: "queen",
            fr: "dame",
        },
        Piece::King => Text {
            en: "king",
            fr: "roi",
        },
    }
}

/// Reads the rows, the first field of a FEN.
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

/// Refuses pieces that cannot all be there.
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

/// Reads the rights to castle.
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

/// Reads a FEN with its clocks or without.
fn parse_fen(text: &str) -> Result<Position, Message> {
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
        // Everything else that makes a board invalid has been looked at.
        _ => message!(
            "the king of the side that is not to move is in check",
            "le roi du camp qui n'est pas au trait est en échec"
        ),
    })?;
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
    Ok(Position::new(board))
}

impl Notation for Chess {
    fn parameters(&self) -> String {
        String::new()
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
        parse_fen(text)
    }

    fn format_position(&self, position: &Position, side: Side) -> String {
        self.format_board(position, side)
    }

    fn parse_position(&self, text: &str) -> Result<(Position, Side), Message> {
        let position = parse_fen(text)?;
        let side = position.side();
        Ok((position, side))
    }

    /// The two squares, those of the king where it castles, and what a pawn becomes.
    fn format_move(&self, position: &Position, step: Step) -> String {
        let to = target(&position.board, step);
        Move::from(Step { to, ..step }).to_string()
    }

    /// Reads also the short notation, as in `Nf3`, `exd5`, `e8=Q` or `O-O`, and the long one, as in `Ng1-f3`.
    fn parse_move(&self, position: &Position, text: &str) -> Option<Step> {
        match self.meant(position, Written::parse(text)?)[..] {
            [step] => Some(step),
            _ => None,
        }
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

    fn view(&self, position: &Position, _: Side) -> View {
        let board = &position.board;
        let mut view = GRID.view([0, 0]);
        GRID.label_squares(&mut view);
        for square in board.occupied() {
            if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
                view.cells[square as usize].piece = Some(view::Piece {
                    side: Some(match color {
                        Color::White => Side::First,
                        Color::Black => Side::Second,
                    }),
                    symbol: letter(piece, color),
                    count: 1,
                });
            }
        }
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        view.moves = moves
            .into_iter()
            .map(|step| Touch {
                cells: vec![step.from as usize, target(board, step) as usize],
                lines: Vec::new(),
            })
            .collect();
        view
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau::erased::{Entry, OpenGame};

    fn open(at: &str) -> Box<dyn OpenGame> {
        let mut game = SPEC.open("", &|_| unreachable!("no files")).unwrap();
        if !at.is_empty() {
            game.set(at).unwrap();
        }
        game
    }

    #[test]
    fn a_double_step_counts_only_where_it_can_be_taken() {
        // Nothing beside e4; a pawn beside it; one that is pinned to its king; one that would uncover its king's row.
        for (at, mv, told) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
            ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 5 9", "e2e4", "e3"),
            ("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "-"),
            ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
        ] {
            let mut game = open(at);
            game.play(mv).unwrap();
            assert!(
                game.position().ends_with(&format!(" b - {told} 0 1")),
                "{at}: {}",
                game.position()
            );
        }
        // The same position by two ways, and with clocks that differ.
        let mut game = open("");
        for mv in ["e2e3", "e7e6", "e3e4"] {
            game.play(mv).unwrap();
        }
        let slowly = game.position();
        let mut game = open("rnbqkbnr/pppp1ppp/4p3/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 30");
        game.play("e4").unwrap();
        assert_eq!(game.position(), slowly);
        game.set("rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3")
            .unwrap();
        assert_eq!(game.position(), slowly);
    }

    #[test]
    fn short_and_long_notations_are_read() {
        let mut game = open("");
        let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4 h3 h5 hxg4? hxg4 Ng1-h2 Qh4!";
        for mv in game.split_moves(moves) {
            if mv == "Ng1-h2" {
                // The knight is on f3.
                assert!(game.play(&mv).is_err());
                game.play("Nf3-h2").unwrap();
            } else {
                game.play(&mv).unwrap();
            }
        }
        assert_eq!(
            game.position(),
            "r3kbnr/1pp2pp1/p1p5/4p3/4P1pq/8/PPPP1PPN/RNBQ1RK1 w kq - 0 1"
        );
        let mut game = open("r3k3/1P6/8/8/8/2N3N1/8/R3K2R w KQq - 0 1");
        for (text, mv) in [
            ("b8=Q+", "b7b8q"),
            ("bxa8=N", "b7a8n"),
            ("bxa8R", "b7a8r"),
            ("b7xa8=B", "b7a8b"),
            ("0-0-0", "e1c1"),
            ("O-O", "e1g1"),
            ("Nce4", "c3e4"),
            ("N3e2", ""),
            ("Ne4", ""),
            ("Kg1", ""),
            ("b8", ""),
            ("a8=Q", ""),
            ("Nxe4", ""),
            ("e1h1", ""),
        ] {
            match game.play(text) {
                Ok(()) => {
                    let read = game.position();
                    game.undo();
                    game.play(mv).unwrap();
                    assert_eq!(game.position(), read, "{text}");
                    game.undo();
                }
                Err(_) => assert_eq!(mv, "", "{text}"),
            }
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (text, why) in [
            ("8/8/8/8/8/8/8/8 w - - 0 1", "0 white kings"),
            ("4k3/8/8/8/8/8/8/KK6 w - - 0 1", "2 white kings"),
            ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "cannot stand on h1"),
            ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "cannot stand on a8"),
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "is in check"),
            ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "side by side"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "a rook on h1"),
            ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "the king on e1"),
            ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "given twice"),
            ("4k3/8/8/8/8/8/8/4K2R w X - 0 1", "KQkq"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "not \"x\""),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "just passed over e6"),
            ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "just passed over e6"),
            ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "not \"e9\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "clock \"x\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", "is a FEN"),
            ("4k3/8/8/8/8/8/8/4K3 w", "is a FEN"),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", "7 are given"),
            ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "rank 1 has 9 squares"),
            ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 has 7 squares"),
            ("4k3/8/8/8/8/8/8/4Kö2 w - - 0 1", "'ö' in rank 1"),
            ("4k3/8/8/8/8/8/8/4K09 w - - 0 1", "'0' in rank 1"),
            ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "9 black pawns"),
            (
                "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
                "8 of the 8 are still pawns",
            ),
            (
                "4k3/8/8/8/4r2b/8/3n4/1r2K3 w - - 0 1",
                "3 pieces give check",
            ),
        ] {
            let refused = open("").set(text).unwrap_err().to_string();
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }

    #[test]
    fn why_a_move_is_illegal() {
        let castling = "r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1";
        for (at, mv, why) in [
            ("", "e4e5", "stands on e4"),
            ("", "e7e5", "stands on e7"),
            ("", "d1d2", "an own piece"),
            ("", "e2e5", "the pawn on e2 cannot"),
            ("", "Nd4", "no knight"),
            ("", "hello", "two squares"),
            ("", "é", "two squares"),
            ("", "", "two squares"),
            ("", "O-O", "castling wants"),
            (castling, "e1g1", "castling wants"),
            (castling, "h1h2", "still be"),
            ("4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "e2d2", "would be"),
            ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8", "becomes"),
            ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8", "becomes"),
            ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8k", "becomes"),
            ("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Ne4", "c3e4, g3e4"),
        ] {
            let refused = open(at).play(mv).unwrap_err().to_string();
            assert!(refused.contains(why), "{mv} in {at}: {refused}");
        }
    }

    #[test]
    fn heuristics_count_for_the_side_to_move() {
        let game = open("4k3/8/8/8/8/8/4P3/4K2R b K - 0 1");
        // Five squares of the king against four of the king, nine of the rook and two of the pawn.
        assert_eq!(game.scores(), [("material", -6), ("mobility", -10)]);
    }
}

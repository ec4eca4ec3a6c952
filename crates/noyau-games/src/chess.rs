//! Chess, échecs: First is White. All moves of the game, with castling, en passant and promotion; mate wins,
//! stalemate is a draw. Repetition and the fifty-move rule are not part of a position, so play can be infinite.
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
//! The rules are those of the crate `cozy-chess`. A position is written as a FEN, where `w` is First; its clocks
//! are read and ignored, and always written `0 1`, so that every program reads the text. The en passant square is
//! written only if a pawn can be captured there.

mod cells;
mod census;
mod endgame;
mod fen;
mod notation;
mod tactics;

use self::census::Census;
use self::endgame::Endgame;
use self::fen::check_board;
use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};
use noyau_dynamic::prelude::*;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The registry entry.
pub static SPEC: Spec<Chess> = Spec::new(
    Info {
        name: "chess",
        summary: Text::new(
            "Chess: give mate; stalemate is a draw; repetition and the fifty-move rule are left out.",
            "Échecs : matez ; le pat est une partie nulle ; la répétition et la règle des cinquante coups n'y sont pas.",
        ),
        parameters: Text::new(
            "none, or a class of endgames with at most 5 men, as KQKR; `4` is all with at most 4 men",
            "aucun, ou une classe de finales d'au plus 5 pièces, comme KQKR ; `4` est toutes celles d'au plus 4 pièces",
        ),
        default: "",
        version: 1,
    },
    FACTS,
    |parameters, _| {
        if parameters.is_empty() {
            return Ok(Chess::default());
        }
        Ok(Chess {
            endgame: Some(Endgame::parse(parameters)?.into()),
        })
    },
)
// All placements of a king for each side, pawns and pieces, no more of them than captures and promotions allow,
// with either side to move: 4.8·10^49. The course names 10^43 to 10^50; the first is Shannon's 64!/(32!·8!²·2!⁶) of
// 1950, only the positions with all pieces of the start, and their pawns on any row.
.configured(|_| Magnitude::about(Census::new().total()))
.drawn()
.indexed()
.in_classes(Chess::is_class_of)
.on_cells()
.learned(&[("", include_bytes!("../evaluations/chess.eval"))])
.tactical()
.levelled([8, 12, 16, 19, 22, 24, 26, 28, 31, 35])
.judged_by(&[
    Heuristic {
        name: "material",
        summary: Text::new(
            "own pieces less the other's: pawn 1, knight and bishop 3, rook 5, queen 9",
            "ses pièces, moins celles de l'adversaire : pion 1, cavalier et fou 3, tour 5, dame 9",
        ),
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
        summary: Text::new(
            "squares own pieces can go to, checks left aside, less those of the other side",
            "les cases où peuvent aller ses pièces, sans égard aux échecs, moins celles de l'adversaire",
        ),
        score: |_, position| position.difference(|board, square| reach(board, square).len() as Score),
    },
]);

const PUBLISHED: &str = "published: chessprogramming.org, Perft Results";

const FACTS: &[Fact] = &[
    Fact::perft("", &[1, 20, 400, 8902, 197_281]).source(PUBLISHED),
    Fact::perft("", &[1, 48, 2039, 97_862])
        .at("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
        .source(PUBLISHED),
    Fact::perft("", &[1, 14, 191, 2812, 43_238])
        .known_at("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", PUBLISHED),
    Fact::perft("", &[1, 6, 264, 9467])
        .at("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1")
        .source(PUBLISHED),
    Fact::perft("", &[1, 44, 1486, 62_379])
        .at("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8")
        .source(PUBLISHED),
    Fact::perft("", &[1, 46, 2079, 89_890])
        .at("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10")
        .source(PUBLISHED),
    // After c2c4 the pawn on d4 may not capture en passant, because the rook on d1 would give check; the one on b4
    // may.
    Fact::perft("", &[1, 12, 82, 1178, 9512])
        .known_at("3k4/8/8/8/1p1p4/8/2P5/3RK3 w - - 0 1", "OpenSpiel 2.0.2"),
    Fact::value("", Outcome::Loss, Some(0))
        .at("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
        .source("the fool's mate"),
    Fact::value("", Outcome::Draw, None).known_at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
    Fact::value("", Outcome::Draw, None)
        .known_at("8/8/4k3/8/8/3K4/8/8 w - - 0 1", "two kings alone"),
    Fact::value("KQK", Outcome::Loss, Some(0)).known_at("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "mate"),
    // A pawn captures en passant.
    Fact::perft("KPKP", &[1, 7])
        .at("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
        .source("by hand"),
];

/// The rules, and the class of endgames that tables hold, if it is about one.
#[derive(Debug, Clone, Default)]
pub struct Chess {
    endgame: Option<Arc<Endgame>>,
}

/// A position: pieces, side to move, castling rights, and the file of a possible en passant capture. Clocks do not
/// count, and neither does a double step that allows no capture.
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

    /// Everything that distinguishes positions.
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

    /// The sum over the pieces of the side to move, minus the sum over the opponent's.
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
        f.write_str(&Chess::default().format_position(self, self.side()))
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

/// The file of a possible en passant capture.
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

/// The pseudo-legal targets of a piece, without castling.
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

/// The final square of the moved piece.
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
        let endgame = self.endgame.as_ref();
        let of_class = endgame.and_then(|endgame| self.first_of_class(endgame));
        of_class.unwrap_or_else(|| Position::new(Board::startpos()))
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

impl RandomConfiguration for Chess {
    fn draw(&self, random: &mut SplitMix) -> Option<Position> {
        self.draws()(random)
    }

    fn draws(&self) -> impl Fn(&mut SplitMix) -> Option<Position> {
        let census = Census::new();
        move |random| {
            let board = census.draw(random).build().ok()?;
            check_board(&board).is_ok().then(|| Position::new(board))
        }
    }
}

//! The text notation of positions and moves, shared by the command line, the page, Python and files.

use crate::game::{Game, Side};
use crate::language::Message;
use crate::message;
use crate::view::{Touch, View};
use std::str::FromStr;

/// A game with a text notation and a picture.
///
/// The text of a position is its board, a space, and the side to move: `RR_BB first`.
pub trait Notation: Game + 'static {
    /// The parameters of this game, as typed after its name.
    fn parameters(&self) -> String;

    /// Formats the board. Games whose positions are relative to the side to move need `side` for the colours;
    /// others ignore it.
    fn format_board(&self, position: &Self::Position, side: Side) -> String;

    /// Parses the output of [`format_board`](Self::format_board) and rejects impossible boards with a reason.
    fn parse_board(&self, text: &str, side: Side) -> Result<Self::Position, Message>;

    /// Formats a move, distinct from every other legal move of the position.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The picture of a board; by default derived from its text.
    fn picture(&self, position: &Self::Position, side: Side) -> View {
        View::of_text(&self.format_board(position, side))
    }

    /// The cells and lines that a move touches in the picture; by default the cells that it changes.
    fn touch(&self, position: &Self::Position, side: Side, mv: Self::Move) -> Touch {
        let next = side.after(self.keeps_turn(position, mv));
        let after = self.picture(&self.child(position, mv), next);
        self.picture(position, side).changes(&after)
    }

    /// The picture of a position with its moves, in the order of [`Game::moves`].
    fn view(&self, position: &Self::Position, side: Side) -> View {
        let mut view = self.picture(position, side);
        let moves = self.legal_moves(position).into_iter();
        view.moves = moves.map(|mv| self.touch(position, side, mv)).collect();
        view
    }

    /// Why a text is not a legal move, where the game can say more than "not in the list".
    fn why_illegal(&self, _position: &Self::Position, _text: &str) -> Option<Message> {
        None
    }

    /// The same board with the other side to move, if that is a position.
    fn with_other_to_move(&self, position: &Self::Position, side: Side) -> Option<Self::Position> {
        let other = side.other();
        let turned = self.parse_board(&self.format_board(position, side), other);
        let turned = turned.ok()?;
        (self.to_move(&turned) == Some(other)).then_some(turned)
    }

    /// A gap in the rules found in some position visited so far, if any; results computed since are invalid. Only
    /// rules read from a file can have one.
    fn defect(&self) -> Option<Message> {
        None
    }

    /// Formats a position on one line, with the side to move.
    fn format_position(&self, position: &Self::Position, side: Side) -> String {
        format!("{} {side}", self.format_board(position, side))
    }

    /// Parses a position.
    fn parse_position(&self, text: &str) -> Result<(Self::Position, Side), Message> {
        let text = text.trim();
        let split = text
            .rsplit_once(char::is_whitespace)
            .and_then(|(board, side)| Some((board.trim_end(), Side::from_name(side)?)));
        let Some((board, side)) = split else {
            let start = self.start();
            let side = self.to_move(&start).unwrap_or(Side::First);
            let start = self.format_position(&start, side);
            return Err(message!(
                "a position ends with the side to move, `first` or `second`, as in `{start}`",
                "une position se termine par le camp au trait, `first` ou `second`, comme `{start}`"
            ));
        };
        let position = self.parse_board(board, side)?;
        if self.to_move(&position).is_some_and(|mover| mover != side) {
            return Err(message!(
                "it cannot be the turn of `{side}` in this position",
                "ce ne peut pas être le tour de `{side}` dans cette position"
            ));
        }
        Ok((position, side))
    }

    /// Parses a legal move.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Option<Self::Move> {
        let moves = self.legal_moves(position);
        moves
            .into_iter()
            .find(|&mv| self.format_move(position, mv) == text)
    }

    /// Splits a text of several moves, by default at spaces and commas. Override it if moves contain them or may be
    /// written without separators.
    fn split_moves(&self, text: &str) -> Vec<String> {
        text.split(|c: char| c == ',' || c.is_whitespace())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// The move that a move list may omit when it is the only legal one: a pass, which other notations do not
    /// write.
    fn left_out(&self, _position: &Self::Position) -> Option<Self::Move> {
        None
    }

    /// Joins moves into a text that [`split_moves`](Self::split_moves) splits again.
    fn join_moves(&self, moves: &[String]) -> String {
        moves.join(" ")
    }
}

/// Splits a move list as printed in books and files, as in `1. e4 e5 2. Nf3 1-0`, dropping the numbers and the
/// result.
pub fn split_numbered_moves(text: &str) -> Vec<String> {
    const RESULTS: [&str; 7] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*"];
    text.split(|c: char| c == ',' || c.is_whitespace())
        .map(|word| {
            let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
            match rest.strip_prefix('.') {
                Some(rest) => rest.trim_start_matches('.'),
                None => word,
            }
        })
        .filter(|word| !word.is_empty() && !RESULTS.contains(word))
        .map(str::to_owned)
        .collect()
}

/// The name of a column: `a` to `z`, then `aa`, `ab`, … as in spreadsheets. Columns count from 0.
pub fn format_column(mut column: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'a' + (column % 26) as u8));
        if column < 26 {
            break;
        }
        column = column / 26 - 1;
    }
    letters.iter().rev().collect()
}

/// Parses a square such as `b3` into column and row, both counted from 0.
pub fn parse_square(text: &str) -> Option<(usize, usize)> {
    let split = text.find(|c: char| !c.is_ascii_lowercase())?;
    let (letters, digits) = text.split_at(split);
    if letters.is_empty() || letters.len() > 3 || digits.starts_with(['0', '+']) {
        return None;
    }
    let column = letters
        .bytes()
        .fold(0, |n, letter| n * 26 + usize::from(letter - b'a') + 1);
    let row: usize = digits.parse().ok()?;
    Some((column - 1, row - 1))
}

/// Parses an unsigned integer, digits only.
pub fn parse_number<N: FromStr>(text: &str) -> Option<N> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Parses comma-separated integers.
pub fn parse_numbers<N: FromStr>(text: &str) -> Option<Vec<N>> {
    let words = text.split(',').map(str::trim);
    words.map(parse_number).collect()
}

/// Parses two sizes, as in `4x7`, each at least 1.
pub fn parse_sizes(text: &str) -> Result<(usize, usize), Message> {
    let number = |text: &str| parse_number::<usize>(text.trim()).filter(|&n| n > 0);
    text.split_once('x')
        .and_then(|(a, b)| Some((number(a)?, number(b)?)))
        .ok_or_else(|| {
            message!(
                "two sizes from 1 with an x between them are wanted",
                "il faut deux tailles à partir de 1, séparées par un x"
            )
        })
}

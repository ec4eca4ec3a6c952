//! The texts of Othello: positions, lists of moves, why a move is illegal, and the picture.

use super::{Discs, Othello, Placement};
use noyau_core::grid::turned;
use noyau_core::view::{Touch, View};
use noyau_core::word::Word;
use noyau_core::{Message, Notation, Side, message};

impl Notation for Othello {
    fn parameters(&self) -> String {
        match self.most_empty() {
            Some(empty) => format!("{},{empty}", self.size),
            None => self.size.to_string(),
        }
    }

    fn format_board(&self, discs: &Discs, _: Side) -> String {
        self.grid().format_stones(self.by_side(discs))
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Discs, Message> {
        let [own, other] = turned(self.grid().parse_stones(text)?, side).map(|squares| {
            let bits = squares.indices().map(|square| self.bit(square));
            bits.fold(0, |bits, bit| bits | 1 << bit)
        });
        if let Some(bit) = self.unfilled(own | other) {
            let square = self.grid().format_square(self.square(bit));
            return Err(message!(
                "{square} is empty, but the four squares in the middle hold discs from the start",
                "{square} est vide, mais les quatre cases du centre ont des pions dès le début"
            ));
        }
        if let Some(bit) = self.cut_off(own | other) {
            let square = self.grid().format_square(self.square(bit));
            return Err(message!(
                "the disc on {square} is cut off, but every disc is put down beside another",
                "le pion en {square} est isolé, mais tout pion se pose à côté d'un autre"
            ));
        }
        let discs = Discs { own, other, side };
        self.check_class(&discs)?;
        Ok(discs)
    }

    /// Also parses all squares in one row, as other programs write them: `X` or `*` black, `O` white, `-` or `.`
    /// empty, and then the side to move, `X`, `O`, `Black` or `White`.
    fn parse_position(&self, text: &str) -> Result<(Discs, Side), Message> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[board, side] = &words[..] else {
            return Err(message!(
                "a position is its board, a space and the side to move, `first` or `second`",
                "une position est son plateau, une espace et le camp au trait, `first` ou `second`"
            ));
        };
        let side = match side.to_ascii_lowercase().as_str() {
            "first" | "x" | "*" | "black" => Side::First,
            "second" | "o" | "white" => Side::Second,
            _ => {
                return Err(message!(
                    "{side:?} is no side: `first` (black, x) or `second` (white, o) is to move",
                    "{side:?} n'est pas un camp : `first` (noir, x) ou `second` (blanc, o) est au trait"
                ));
            }
        };
        let mut rows = String::new();
        for (i, symbol) in board.chars().enumerate() {
            if i > 0 && i % self.size as usize == 0 && !board.contains('/') {
                rows.push('/');
            }
            rows.push(match symbol {
                'X' | '*' => 'x',
                'O' => 'o',
                '-' => '.',
                _ => symbol,
            });
        }
        Ok((self.parse_board(&rows, side)?, side))
    }

    fn format_move(&self, _: &Discs, mv: Placement) -> String {
        match mv {
            Placement::Pass => "pass".to_owned(),
            Placement::At(bit) => self.grid().format_square(self.square(bit.into())),
        }
    }

    /// Also accepts capitals.
    fn parse_move(&self, discs: &Discs, text: &str) -> Option<Placement> {
        let text = text.to_ascii_lowercase();
        let targets = self.targets(discs.own, discs.other);
        if text == "pass" {
            return (targets == 0 && self.may_pass(discs)).then_some(Placement::Pass);
        }
        let bit = self.bit(self.grid().parse_square(&text).ok()? as u32);
        targets.has(bit).then_some(Placement::At(bit as u8))
    }

    fn why_illegal(&self, discs: &Discs, text: &str) -> Option<Message> {
        let text = text.to_ascii_lowercase();
        if text == "pass" {
            return Some(message!(
                "only who has no other move passes",
                "on ne passe que si aucun autre coup n'est possible"
            ));
        }
        Some(match self.grid().parse_square(&text) {
            Err(why) => why,
            Ok(square) if (discs.own | discs.other).has(self.bit(square as u32)) => {
                message!("{text} is taken", "{text} est prise")
            }
            Ok(_) if self.targets(discs.own, discs.other) == 0 => message!(
                "no disc can be turned over anywhere: the only move is `pass`",
                "aucun pion ne peut être retourné : le seul coup est `pass`"
            ),
            Ok(_) => message!(
                "a disc on {text} would turn none over",
                "un pion en {text} n'en retournerait aucun"
            ),
        })
    }

    /// Moves need no separators, as in `f5d6c3`.
    fn split_moves(&self, text: &str) -> Vec<String> {
        let words = text.split(|c: char| c == ',' || c.is_whitespace());
        words.flat_map(split_run).collect()
    }

    /// Printed games omit passes.
    fn left_out(&self, discs: &Discs) -> Option<Placement> {
        self.parse_move(discs, "pass")
    }

    fn picture(&self, discs: &Discs, _: Side) -> View {
        self.grid().picture(self.by_side(discs))
    }

    fn touch(&self, _: &Discs, _: Side, mv: Placement) -> Touch {
        match mv {
            Placement::At(bit) => Touch::cells([self.square(bit.into())]),
            Placement::Pass => Touch::default(),
        }
    }
}

/// Splits a word into squares and passes if it consists of them; otherwise it stays whole.
fn split_run(word: &str) -> Vec<String> {
    let mut moves = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let length = match rest.as_bytes() {
            [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => 2,
            pass if pass.len() >= 4 && pass[..4].eq_ignore_ascii_case(b"pass") => 4,
            _ => return vec![word.to_owned()],
        };
        let (mv, more) = rest.split_at(length);
        moves.push(mv.to_owned());
        rest = more;
    }
    moves
}

//! The texts and the picture of draughts.

use super::captures::Choice;
use super::{AROUND, Draughts, Men, Move, has_direction};
use noyau_core::notation::{parse_number, split_numbered_moves};
use noyau_core::view::{Piece, Shape, Touch, View};
use noyau_core::word::Word;
use noyau_core::{Game, Message, Notation, Side, message};

impl Draughts {
    /// Parses a move as far as possible without the position: its squares, and whether it captures.
    fn parse_squares(&self, text: &str) -> Result<(Vec<u8>, bool), Message> {
        let (step_example, capture_example) = if self.international {
            ("32-28", "26x17")
        } else {
            ("11-15", "22x15")
        };
        let takes = text.contains(['x', 'X', ':', '×']);
        let numbers: Option<Vec<u32>> = if takes {
            text.split(['x', 'X', ':', '×']).map(parse_number).collect()
        } else {
            text.split('-').map(parse_number).collect()
        };
        let numbers = match numbers {
            Some(numbers) if numbers.len() == 2 || numbers.len() > 2 && takes => numbers,
            _ => {
                return Err(message!(
                    "a move is two squares, as in {step_example}, or {capture_example} if it takes",
                    "un coup est fait de deux cases, comme {step_example}, ou {capture_example} s'il prend"
                ));
            }
        };
        let squares = numbers.into_iter().map(|number| self.parse_number(number));
        Ok((squares.collect::<Result<_, _>>()?, takes))
    }

    /// The bit of a square by its conventional number.
    fn parse_number(&self, number: u32) -> Result<u8, Message> {
        let last = self.squares();
        if (1..=last).contains(&number) {
            Ok(self.bit(number - 1) as u8)
        } else {
            Err(message!(
                "there is no square {number}, they go from 1 to {last}",
                "il n'y a pas de case {number}, elles vont de 1 à {last}"
            ))
        }
    }

    fn white(&self) -> Side {
        if self.international {
            Side::First
        } else {
            Side::Second
        }
    }

    /// The pieces of one side as in `31,32,K40`.
    fn format_men(&self, men: u64, kings: u64) -> String {
        let pieces = men.indices().map(|bit| {
            let king = if kings.has(bit) { "K" } else { "" };
            format!("{king}{}", self.number(bit as u8))
        });
        pieces.collect::<Vec<_>>().join(",")
    }

    /// Parses one side's pieces, as in `31,K32` or `1-12`.
    fn parse_men(&self, text: &str) -> Result<(u64, u64), Message> {
        let (mut men, mut kings) = (0u64, 0);
        for item in text.split(',').filter(|_| !text.is_empty()) {
            let item = item.trim();
            let (king, squares) = match item.strip_prefix(['K', 'k']) {
                Some(squares) => (true, squares),
                None => (false, item),
            };
            let (first, last) = squares.split_once('-').unwrap_or((squares, squares));
            let (Some(first), Some(last)) = (parse_number(first), parse_number(last)) else {
                return Err(message!(
                    "{item:?} is no man: 31 is a man there, K31 a king",
                    "{item:?} n'est pas un pion : 31 est un pion en 31, K31 une dame"
                ));
            };
            let (first_bit, last_bit) = (self.parse_number(first)?, self.parse_number(last)?);
            if first > last {
                return Err(message!(
                    "{item:?} goes from a square to an earlier one",
                    "{item:?} va d'une case à une case antérieure"
                ));
            }
            for bit in first_bit..=last_bit {
                let at = self.board & 1 << bit;
                if men & at != 0 {
                    let number = self.number(bit);
                    return Err(message!(
                        "square {number} is named twice",
                        "la case {number} est nommée deux fois"
                    ));
                }
                men |= at;
                kings |= if king { at } else { 0 };
            }
        }
        Ok((men, kings))
    }

    /// Rejects impossible positions.
    pub(super) fn check(&self, men: &Men) -> Result<(), Message> {
        let most = self.width * self.men_rows;
        for side in Side::BOTH {
            let own = if side == men.side { men.own } else { men.other };
            let count = own.count();
            if count > most {
                return Err(message!(
                    "`{side}` has {count} men, but no side ever has more than {most}",
                    "`{side}` a {count} pions, mais un camp n'en a jamais plus de {most}"
                ));
            }
            if let Some(bit) = (own & !men.kings & self.last_row(side)).indices().next() {
                let number = self.number(bit as u8);
                return Err(message!(
                    "the man on {number} has reached its last row: it is a king, K{number}",
                    "le pion en {number} est à sa dernière ligne : c'est une dame, K{number}"
                ));
            }
        }
        if let Some(bit) = (men.own & men.other).indices().next() {
            let number = self.number(bit as u8);
            return Err(message!(
                "both sides cannot stand on {number}",
                "les deux camps ne peuvent pas être en {number}"
            ));
        }
        // A class of endgames has all placements, those of one side alone included.
        if men.other == 0 && self.endgames.is_none() {
            let side = men.side.other();
            return Err(message!(
                "`{side}` moved last, so it has men",
                "`{side}` a joué en dernier : il a donc des pions"
            ));
        }
        Ok(())
    }

    /// Why no capture matches the text.
    fn why_no_capture(&self, men: &Men, way: &[u8]) -> Message {
        let (from, to) = (way[0], way[way.len() - 1]);
        let mut moves = Vec::new();
        if !self.captures(men, self.choice(), &mut moves) {
            return message!("nothing can be taken here", "rien ne peut être pris ici");
        }
        let same = |mv: &&Move| (mv.from, mv.to) == (from, to);
        if moves.iter().filter(same).count() > 1 {
            let ways: Vec<_> = moves
                .iter()
                .filter(same)
                .map(|&mv| self.format_move(men, mv))
                .collect();
            let ways = ways.join(", ");
            return message!(
                "there are several such captures: {ways}",
                "il y a plusieurs prises de ce genre : {ways}"
            );
        }
        let most = moves[0].taken.count();
        let mut all = Vec::new();
        self.captures(men, Choice::Any, &mut all);
        if self.international && all.iter().any(|mv| (mv.from, mv.to) == (from, to)) {
            return message!(
                "it takes fewer than {most} men, and the most must be taken",
                "elle prend moins de {most} pions, et il faut en prendre le plus possible"
            );
        }
        if self.taken_on(men, way).is_some_and(|taken| taken != 0) {
            return message!(
                "the capture goes on from there, and must be played to its end",
                "la prise continue à partir de là et se joue jusqu'au bout"
            );
        }
        let example = self.format_move(men, moves[0]);
        message!(
            "no capture goes that way; one is {example}",
            "aucune prise ne va ainsi ; il y a par exemple {example}"
        )
    }
}

impl Notation for Draughts {
    fn parameters(&self) -> String {
        let name = if self.international {
            "international"
        } else {
            "english"
        };
        match &self.endgames {
            None => name.to_owned(),
            Some(endgames) => format!("{name},{}", endgames.most),
        }
    }

    /// White's pieces and Black's, as in `W31,32,K40:B1,2`.
    fn format_board(&self, men: &Men, _: Side) -> String {
        let (white, black) = if men.side == self.white() {
            (men.own, men.other)
        } else {
            (men.other, men.own)
        };
        format!(
            "W{}:B{}",
            self.format_men(white, men.kings),
            self.format_men(black, men.kings)
        )
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Men, Message> {
        let mut found = [None, None];
        for part in text.split(':') {
            let mut symbols = part.chars();
            let colour = match symbols.next() {
                Some('W' | 'w') => 0,
                Some('B' | 'b') => 1,
                _ => {
                    return Err(message!(
                        "{part:?} is neither white men, as in W31,K32, nor black ones, as in B1,K2",
                        "{part:?} n'est ni des pions blancs, comme W31,K32, ni des noirs, comme B1,K2"
                    ));
                }
            };
            if found[colour].is_some() {
                return Err(message!(
                    "a colour is given twice",
                    "une couleur est donnée deux fois"
                ));
            }
            found[colour] = Some(self.parse_men(symbols.as_str().trim())?);
        }
        let [Some(white), Some(black)] = found else {
            return Err(message!(
                "the men of both sides are wanted, as in W31,K32:B1,K2",
                "il faut les pions des deux camps, comme W31,K32:B1,K2"
            ));
        };
        let ((own, own_kings), (other, other_kings)) = if side == self.white() {
            (white, black)
        } else {
            (black, white)
        };
        let men = Men {
            own,
            other,
            kings: own_kings | other_kings,
            side,
        };
        self.check(&men)?;
        self.check_class(&men)?;
        Ok(men)
    }

    /// Also parses portable draughts notation, as in `W:W31-50:B1-20`, where the colour to move comes first; the
    /// clocks that some programs add, as in `:H0:F1`, are ignored.
    fn parse_position(&self, text: &str) -> Result<(Men, Side), Message> {
        let text = text.trim();
        let (board, side) = match text.rsplit_once(char::is_whitespace) {
            Some((board, name)) if Side::from_name(name).is_some() => {
                (board.trim_end(), Side::from_name(name))
            }
            _ => {
                let fen = text.trim_matches('"').trim_end_matches('.');
                let (colour, board) = fen.split_once(':').unwrap_or(("", fen));
                let side = match colour {
                    "W" | "w" => Some(self.white()),
                    "B" | "b" => Some(self.white().other()),
                    _ => None,
                };
                (board, side)
            }
        };
        let Some(side) = side else {
            return Err(message!(
                "a position ends with the side to move, as in `W31,K32:B1,2 first`, or begins with its colour, as in `W:W31,K32:B1,2`",
                "une position se termine par le camp au trait, comme `W31,K32:B1,2 first`, ou commence par sa couleur, comme `W:W31,K32:B1,2`"
            ));
        };
        let is_clock = |part: &str| {
            let mut symbols = part.chars();
            matches!(symbols.next(), Some('H' | 'F'))
                && parse_number::<u32>(symbols.as_str()).is_some()
        };
        let parts: Vec<_> = board.split(':').filter(|part| !is_clock(part)).collect();
        Ok((self.parse_board(&parts.join(":"), side)?, side))
    }

    /// The start and the end; every landing square if other captures share both.
    fn format_move(&self, men: &Men, mv: Move) -> String {
        let (from, to) = (self.number(mv.from), self.number(mv.to));
        if mv.taken == 0 {
            return format!("{from}-{to}");
        }
        let mut moves = Vec::new();
        self.captures(men, self.choice(), &mut moves);
        let same = moves
            .iter()
            .filter(|other| (other.from, other.to) == (mv.from, mv.to));
        if same.count() < 2 {
            return format!("{from}x{to}");
        }
        let way = self.way(men, mv).into_iter();
        let numbers: Vec<_> = way.map(|bit| self.number(bit).to_string()).collect();
        numbers.join("x")
    }

    /// Also parses all landing squares where fewer suffice.
    fn parse_move(&self, men: &Men, text: &str) -> Option<Move> {
        let (way, takes) = self.parse_squares(text).ok()?;
        let (from, to) = (*way.first()?, *way.last()?);
        let mut moves = self.legal_moves(men);
        moves.retain(|mv| (mv.from, mv.to, mv.taken != 0) == (from, to, takes));
        if takes && (moves.len() > 1 || way.len() > 2) {
            let taken = self.taken_on(men, &way)?;
            moves.retain(|mv| mv.taken == taken);
        }
        moves.first().copied()
    }

    /// Skips move numbers and results of games, as in `1. 32-28 19-23 2. 28x19`.
    fn split_moves(&self, text: &str) -> Vec<String> {
        split_numbered_moves(text)
    }

    fn why_illegal(&self, men: &Men, text: &str) -> Option<Message> {
        if self.outcome(men).is_some() {
            return None;
        }
        let (way, takes) = match self.parse_squares(text) {
            Ok(read) => read,
            Err(why) => return Some(why),
        };
        let (from, to) = (way[0], way[way.len() - 1]);
        let (start, end) = (self.number(from), self.number(to));
        let at = 1 << from;
        if men.own & at == 0 {
            return Some(message!(
                "no man of the side to move stands on {start}",
                "aucun pion du camp au trait n'est en {start}"
            ));
        }
        if takes {
            return Some(self.why_no_capture(men, &way));
        }
        let mut captures = Vec::new();
        if self.captures(men, self.choice(), &mut captures) {
            let example = self.format_move(men, captures[0]);
            return Some(message!(
                "who can take must, as by {example}",
                "qui peut prendre le doit, par exemple par {example}"
            ));
        }
        if (men.own | men.other).has(to.into()) {
            return Some(message!("{end} is not free", "{end} n'est pas libre"));
        }
        let near = |directions: u8| {
            (0..4).any(|direction| {
                has_direction(directions, direction) && self.step(at, direction).has(to.into())
            })
        };
        Some(if men.kings & at == 0 && near(AROUND) {
            message!(
                "a man goes forward; only a king goes back",
                "un pion avance ; seule une dame recule"
            )
        } else if men.kings & at != 0 && self.international {
            message!(
                "a king goes along a diagonal over free squares",
                "une dame va en diagonale par des cases libres"
            )
        } else {
            message!(
                "{end} is not a diagonal neighbour of {start}",
                "{end} n'est pas voisine de {start} en diagonale"
            )
        })
    }

    /// Only playable squares are drawn, and beside each row the numbers of its first and its last.
    fn picture(&self, men: &Men, _: Side) -> View {
        let mut view = View::default();
        let white = if men.side == self.white() {
            men.own
        } else {
            men.other
        };
        for square in 0..self.squares() {
            let bit = self.bit(square);
            let (row, column) = (square / self.width, square % self.width);
            let symbol = match (white.has(bit), men.kings.has(bit)) {
                (true, false) => 'w',
                (true, true) => 'W',
                (false, false) => 'b',
                (false, true) => 'B',
            };
            let side = if men.own.has(bit) {
                men.side
            } else {
                men.side.other()
            };
            let taken = (men.own | men.other).has(bit);
            let piece = taken.then_some(Piece::of(side, symbol));
            let x = (2 * column + (row + 1) % 2) as i32;
            view.cell(x, row as i32, Shape::Square, piece);
            if column == 0 {
                view.label(-1, row as i32, (square + 1).to_string());
            }
            if column + 1 == self.width {
                view.label(2 * self.width as i32, row as i32, (square + 1).to_string());
            }
        }
        view
    }

    fn touch(&self, men: &Men, _: Side, mv: Move) -> Touch {
        let way = self.way(men, mv).into_iter();
        Touch::cells(way.map(|bit| self.square(bit.into()) as usize))
    }
}

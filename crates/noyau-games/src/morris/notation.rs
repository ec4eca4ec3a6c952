//! The texts and the picture of morris.

use super::board::points_of;
use super::{Men, Morris, Position, Step};
use noyau_core::notation::{format_column, parse_number, parse_square};
use noyau_core::view::{Line, Piece, Shape, Touch, View};
use noyau_core::{Game, Message, Notation, Side, message};

/// The points that a man comes from and goes to, and the point of the captured man, as written.
struct Written<'a> {
    from: Option<&'a str>,
    to: &'a str,
    takes: Option<&'a str>,
}

impl<'a> Written<'a> {
    fn new(text: &'a str) -> Self {
        let (step, takes) = match text.split_once('x') {
            Some((step, takes)) => (step, Some(takes)),
            None => (text, None),
        };
        let (from, to) = match step.split_once('-') {
            Some((from, to)) => (Some(from), to),
            None => (None, step),
        };
        Self { from, to, takes }
    }
}

impl Morris {
    /// An example of a move.
    fn example(&self, position: &Position) -> Message {
        let placing = position.own.in_hand() > 0;
        match (placing, self.mill_wins()) {
            (true, true) => message!(
                "the point where a man is placed, as in a1",
                "le point où l'on pose un pion, comme a1"
            ),
            (true, false) => message!(
                "the point where a man is placed, with the one it takes if it closes a mill, as in a1 or a1xc1",
                "le point où l'on pose un pion, avec celui qu'il prend s'il ferme un moulin, comme a1 ou a1xc1"
            ),
            (false, true) => message!(
                "a man's point and the one it moves to, as in a1-a2",
                "le point d'un pion et celui où il va, comme a1-a2"
            ),
            (false, false) => message!(
                "a man's point and the one it moves to, with the one it takes if it closes a mill, as in a1-a4 or a1-a4xc1",
                "le point d'un pion et celui où il va, avec celui qu'il prend s'il ferme un moulin, comme a1-a4 ou a1-a4xc1"
            ),
        }
    }

    /// Why the written men are impossible, if they are: `board` and `in_hand` by side.
    pub(super) fn impossible(
        &self,
        side: Side,
        board: [u32; 2],
        in_hand: [usize; 2],
    ) -> Option<Message> {
        let all = self.men;
        let [first, second] = in_hand;
        let in_turn = match side {
            Side::First => first == second,
            Side::Second => second.checked_sub(1) == Some(first) || in_hand == [0, 0],
        };
        if first > all || second > all || !in_turn {
            return Some(message!(
                "with {side} to move the men in hand cannot be {first} and {second}: the sides place their {all} men in turn",
                "quand {side} est au trait, il ne peut pas rester {first} et {second} pions en main : les camps posent leurs {all} pions à tour de rôle"
            ));
        }
        let on_board = board.map(|set| set.count_ones() as usize);
        for of in Side::BOTH {
            let (i, j) = (of as usize, of.other() as usize);
            let placed = [all - in_hand[i], all - in_hand[j]];
            let here = on_board[i];
            let Some(lost) = placed[0].checked_sub(here) else {
                let placed = placed[0];
                return Some(message!(
                    "{of} has placed {placed} men, but {here} are on the board",
                    "{of} a posé {placed} pions, mais il y en a {here} sur le plateau"
                ));
            };
            // The earliest capture is by the third man of a mill; while men are placed, there are not enough mills
            // to reduce a side to two, and afterwards that ends the game.
            let placing = in_hand[j] > 0 || in_hand[i] > 0;
            let takers = if self.mill_wins() {
                0
            } else if placing {
                placed[1].saturating_sub(2)
            } else {
                all
            };
            let fewest = if placing || of != side { 3 } else { 2 };
            if lost > takers || here + in_hand[i] < fewest {
                return Some(message!(
                    "{of} cannot have lost {lost} men in this position",
                    "{of} ne peut pas avoir perdu {lost} pions dans cette position"
                ));
            }
            if of != side && placed[0] > 0 && here == 0 {
                return Some(message!(
                    "{of} has just placed a man, but none is on the board",
                    "{of} vient de poser un pion, mais aucun n'est sur le plateau"
                ));
            }
        }
        let won = self.board.in_mills(board[side as usize]) != 0;
        (self.mill_wins() && won).then(|| {
            message!(
                "{side} has a mill and has won already, and cannot be to move",
                "{side} a un moulin et a déjà gagné, et ne peut pas être au trait"
            )
        })
    }
}

impl Notation for Morris {
    fn parameters(&self) -> String {
        match self.most() {
            Some([few, many]) => format!("{},{few},{many}", self.men),
            None => self.men.to_string(),
        }
    }

    fn format_board(&self, position: &Position, side: Side) -> String {
        let (first, second) = match side {
            Side::First => (position.own, position.other),
            Side::Second => (position.other, position.own),
        };
        let mut text = String::new();
        let mut point = 0;
        for row in self.board.rows() {
            for _ in row {
                text.push(match (first.0 >> point & 1, second.0 >> point & 1) {
                    (1, _) => 'x',
                    (_, 1) => 'o',
                    _ => '.',
                });
                point += 1;
            }
            text.push(if point < self.board.points.len() {
                '/'
            } else {
                ' '
            });
        }
        format!("{text}{},{}", first.in_hand(), second.in_hand())
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Position, Message> {
        let words: Vec<_> = text.split_whitespace().collect();
        let in_hand = |text: &str| {
            let (first, second) = text.split_once(',')?;
            Some([parse_number(first)?, parse_number(second)?])
        };
        let (rows, in_hand) = match words[..] {
            [rows, hands] => in_hand(hands).map(|in_hand| (rows, in_hand)),
            _ => None,
        }
        .ok_or_else(|| {
            message!(
                "the rows of the board are wanted, then a space and the men in hand of First and Second, as in 0,0",
                "il faut les lignes du plateau, puis une espace et les pions en main de Premier et de Second, comme 0,0"
            )
        })?;
        let (wanted, given) = (self.board.size, rows.split('/').count());
        if given != wanted {
            return Err(message!(
                "{wanted} rows from the top are wanted, separated by /, not {given}",
                "il faut {wanted} lignes de haut en bas, séparées par des /, et non {given}"
            ));
        }
        let mut board = [0; 2];
        let mut point = 0;
        for (number, (row, line)) in (1..).zip(self.board.rows().zip(rows.split('/'))) {
            let (wanted, given) = (row.len(), line.chars().count());
            if given != wanted {
                return Err(message!(
                    "row {number} from the top has {given} points instead of {wanted}",
                    "la ligne {number} depuis le haut a {given} points au lieu de {wanted}"
                ));
            }
            for found in line.chars() {
                match found {
                    '.' => {}
                    'x' => board[0] |= 1 << point,
                    'o' => board[1] |= 1 << point,
                    _ => {
                        let at = self.board.format_point(point as u8);
                        return Err(message!(
                            "{found:?} on {at} is neither x for First, o for Second nor . for a free point",
                            "{found:?} en {at} n'est ni x pour Premier, ni o pour Second, ni . pour un point libre"
                        ));
                    }
                }
                point += 1;
            }
        }
        if let Some(why) = self.impossible(side, board, in_hand) {
            return Err(why);
        }
        let men = |side: Side| Men::new(side, board[side as usize], in_hand[side as usize]);
        let [own, other] = [side, side.other()].map(men);
        let position = Position { own, other };
        self.check_class(&position)?;
        Ok(position)
    }

    fn format_move(&self, _: &Position, step: Step) -> String {
        let mut text = self.board.format_point(step.to);
        if let Some(from) = step.from {
            text = format!("{}-{text}", self.board.format_point(from));
        }
        if let Some(taken) = step.takes {
            text = format!("{text}x{}", self.board.format_point(taken));
        }
        text
    }

    fn parse_move(&self, position: &Position, text: &str) -> Option<Step> {
        let written = Written::new(text);
        // An unknown point is an invalid move, not a move without that point.
        let read = |text: Option<&str>| match text {
            None => Some(None),
            Some(text) => self.board.parse_point(text).map(Some),
        };
        let step = Step {
            from: read(written.from)?,
            to: self.board.parse_point(written.to)?,
            takes: read(written.takes)?,
        };
        let moves = self.legal_moves(position);
        moves.contains(&step).then_some(step)
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<Message> {
        let written = Written::new(text);
        let placing = position.own.in_hand() > 0;
        let words = [written.from, Some(written.to), written.takes];
        let words = words.into_iter().flatten();
        if placing != written.from.is_none()
            || words.clone().any(|point| parse_square(point).is_none())
        {
            let Message { en, fr } = self.example(position);
            return Some(message!("a move is now {en}", "un coup est à présent {fr}"));
        }
        for point in words {
            if self.board.parse_point(point).is_none() {
                return Some(message!(
                    "there is no point {point} on this board",
                    "il n'y a pas de point {point} sur ce plateau"
                ));
            }
        }
        let read = |text: Option<&str>| text.and_then(|text| self.board.parse_point(text));
        let (from, takes) = (read(written.from), read(written.takes));
        let to = self.board.parse_point(written.to)?;
        let (own, free) = (position.own.board(), self.free(position));
        let to_text = written.to;
        if let (Some(from), Some(text)) = (from, written.from) {
            if own >> from & 1 == 0 {
                return Some(message!(
                    "no man of the side to move stands on {text}",
                    "aucun pion du camp au trait n'est en {text}"
                ));
            }
            let near = self.board.near(from) >> to & 1 == 1;
            if !near && !self.flies(position.own) {
                return Some(message!(
                    "no line leads from {text} to {to_text} without a point between",
                    "aucune ligne ne mène de {text} à {to_text} sans point entre les deux"
                ));
            }
        }
        if free >> to & 1 == 0 {
            return Some(message!(
                "there is a man on {to_text} already",
                "il y a déjà un pion en {to_text}"
            ));
        }
        let staying = from.map_or(own, |from| own & !(1 << from));
        let closes = !self.mill_wins() && self.board.closes(staying, to);
        Some(match (closes, takes, written.takes) {
            (true, Some(taken), Some(text)) if position.other.0 >> taken & 1 == 0 => message!(
                "no man of the opponent stands on {text}",
                "aucun pion de l'adversaire n'est en {text}"
            ),
            (true, Some(_), Some(text)) => message!(
                "the man on {text} is in a mill, and others are not",
                "le pion en {text} est dans un moulin, et d'autres ne le sont pas"
            ),
            (true, ..) => {
                let takeable = points_of(self.takeable(position.other));
                let one = takeable
                    .map(|point| self.board.format_point(point))
                    .next()?;
                message!(
                    "this closes a mill, so the move says which man it takes, as in {text}x{one}",
                    "cela ferme un moulin : le coup dit quel pion il prend, comme {text}x{one}"
                )
            }
            (false, ..) => message!(
                "no mill takes a man here, so the move ends with {to_text}",
                "aucun moulin ne prend de pion ici : le coup se termine par {to_text}"
            ),
        })
    }

    fn picture(&self, position: &Position, side: Side) -> View {
        let mut view = View::default();
        // Coordinates are doubled to leave room for the lines between points.
        let size = self.board.size as i32;
        let place = |point: usize| {
            let (column, row) = self.board.points[point];
            (2 * column as i32, 2 * (size - 1 - row as i32))
        };
        for i in 0..size {
            view.label(-1, 2 * (size - 1 - i), (i + 1).to_string());
            view.label(2 * i, 2 * size - 1, format_column(i as usize));
        }
        for line in self.board.lines() {
            if let [from, .., to] = line[..] {
                view.lines.push(Line {
                    from: place(from),
                    to: place(to),
                    drawn: true,
                });
            }
        }
        let (first, second) = match side {
            Side::First => (position.own, position.other),
            Side::Second => (position.other, position.own),
        };
        let piece = |side: Side, count: u32| {
            (count > 0).then_some(Piece {
                side: Some(side),
                symbol: if side == Side::First { 'x' } else { 'o' },
                count,
            })
        };
        for point in 0..self.board.points.len() {
            let (x, y) = place(point);
            let standing = piece(Side::First, first.0 >> point & 1)
                .or_else(|| piece(Side::Second, second.0 >> point & 1));
            view.cell(x, y, Shape::Point, standing);
        }
        // The men in hand are beside the board.
        for (men, y) in [(second, 0), (first, 2 * size - 2)] {
            if let Some(Piece { symbol, .. }) = piece(men.side(), men.in_hand()) {
                view.label(2 * size, y, symbol);
                view.cell(
                    2 * size + 1,
                    y,
                    Shape::Pit,
                    piece(men.side(), men.in_hand()),
                );
            }
        }
        view
    }

    fn touch(&self, _: &Position, _: Side, step: Step) -> Touch {
        let points = [step.from, Some(step.to), step.takes].into_iter();
        Touch::cells(points.flatten().map(usize::from))
    }
}

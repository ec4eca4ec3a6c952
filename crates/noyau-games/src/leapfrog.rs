//! Saute-mouton: m red men of First, an empty cell, m blue men of Second. A man may move to the empty cell anywhere
//! ahead of it; red moves right, blue left. A side without such a man passes. First wins with all his men at the
//! right end, Second with all of hers at the left.
//!
//! ```text
//!    1  2  3  4  5
//!    R  R  _  B  B        1-3 gives _ R R B B
//! ```

mod index;

use noyau_dynamic::prelude::*;

/// The registry entry.
pub static SPEC: Spec<Leapfrog> = Spec::new(
    Info {
        name: "leapfrog",
        summary: Text::new(
            "Saute-mouton: a man of yours goes to the free cell if it lies ahead of him; all men at the far end wins.",
            "Saute-mouton : un pion va sur la case libre si elle est devant lui ; tous ses pions au bout opposé gagne.",
        ),
        parameters: Text::new("men a side, 1 to 31", "pions par camp, de 1 à 31"),
        default: "2",
        version: 1,
    },
    FACTS,
    |parameters, _| Leapfrog::parse(parameters),
)
// The course's N: the cells of the men of each side, and the side to move.
.configured(|game| {
    let men = u32::from(game.men);
    let places = Magnitude::binomial(2 * men + 1, men).times(Magnitude::binomial(men + 1, men));
    places.times(Magnitude::of(2))
})
.indexed();

const FACTS: &[Fact] = &[
    Fact::perft("2", &[1, 2, 4]).source("course, second text: two moves a side at most"),
    Fact::count("2", 27, 4, Some(7)).source("course, second text"),
    Fact::value("2", Outcome::Win, None).source("course, second text: the valued tree"),
];

/// The rules, with the number of men per side.
#[derive(Debug, Clone, Copy)]
pub struct Leapfrog {
    men: u8,
}

/// The contents of the cells, from 0, and the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    red: u64,
    free: u8,
    side: Side,
}

/// A move: the cell of the man that moves to the empty one, or `None` for a pass.
pub type Step = Option<u8>;

impl Leapfrog {
    fn parse(parameters: &str) -> Result<Self, Message> {
        match parameters.trim().parse() {
            Ok(men @ 1..=31) => Ok(Self { men }),
            _ => Err(message!(
                "a number from 1 to 31 is wanted",
                "il faut un nombre de 1 à 31"
            )),
        }
    }

    fn cells(&self) -> u8 {
        2 * self.men + 1
    }

    fn left_end(&self) -> u64 {
        (1 << self.men) - 1
    }

    fn right_end(&self) -> u64 {
        self.left_end() << (self.men + 1)
    }

    fn blue(&self, row: &Row) -> u64 {
        ((1 << self.cells()) - 1) & !row.red & !(1 << row.free)
    }

    fn winner(&self, row: &Row) -> Option<Side> {
        if row.red == self.right_end() {
            Some(Side::First)
        } else if self.blue(row) == self.left_end() {
            Some(Side::Second)
        } else {
            None
        }
    }

    /// The cells whose man may move to the empty cell.
    fn movers(&self, row: &Row) -> u64 {
        let left_of_free = (1 << row.free) - 1;
        match row.side {
            Side::First => row.red & left_of_free,
            Side::Second => self.blue(row) & !left_of_free,
        }
    }
}

impl Game for Leapfrog {
    type Position = Row;
    type Move = Step;

    fn start(&self) -> Row {
        Row {
            red: self.left_end(),
            free: self.men,
            side: Side::First,
        }
    }

    fn outcome(&self, row: &Row) -> Option<Outcome> {
        self.winner(row)
            .map(|winner| Outcome::of(Some(winner), row.side))
    }

    fn moves(&self, row: &Row, out: &mut Vec<Step>) {
        if self.winner(row).is_some() {
            return;
        }
        let movers = self.movers(row);
        if movers == 0 {
            out.push(None);
        }
        out.extend(
            (0..self.cells())
                .filter(|cell| movers & (1 << cell) != 0)
                .map(Some),
        );
    }

    fn play(&self, row: &mut Row, step: Step) {
        if let Some(from) = step {
            if row.side == Side::First {
                row.red ^= (1 << from) | (1 << row.free);
            }
            row.free = from;
        }
        row.side = row.side.other();
    }

    fn to_move(&self, row: &Row) -> Option<Side> {
        Some(row.side)
    }
}

impl Notation for Leapfrog {
    fn parameters(&self) -> String {
        self.men.to_string()
    }

    fn format_board(&self, row: &Row, _: Side) -> String {
        (0..self.cells())
            .map(|cell| {
                if cell == row.free {
                    '_'
                } else if row.red & (1 << cell) != 0 {
                    'R'
                } else {
                    'B'
                }
            })
            .collect()
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Row, Message> {
        let count = |symbol| text.chars().filter(|&c| c == symbol).count();
        let men = self.men;
        if text.chars().count() != usize::from(self.cells())
            || count('R') != usize::from(men)
            || count('B') != usize::from(men)
            || count('_') != 1
        {
            return Err(message!(
                "{men} R, {men} B and one _ are wanted",
                "il faut {men} R, {men} B et un _"
            ));
        }
        let bits = |symbol| {
            text.chars()
                .enumerate()
                .filter(|&(_, c)| c == symbol)
                .fold(0u64, |bits, (cell, _)| bits | 1 << cell)
        };
        let row = Row {
            red: bits('R'),
            free: bits('_').trailing_zeros() as u8,
            side,
        };
        if row.red == self.right_end() && self.blue(&row) == self.left_end() {
            return Err(message!(
                "both sides cannot have arrived",
                "les deux camps ne peuvent pas être arrivés"
            ));
        }
        Ok(row)
    }

    fn format_move(&self, row: &Row, step: Step) -> String {
        match step {
            None => "pass".to_owned(),
            Some(from) => format!("{}-{}", from + 1, row.free + 1),
        }
    }

    fn why_illegal(&self, row: &Row, text: &str) -> Option<Message> {
        if self.winner(row).is_some() {
            return None;
        }
        let free = row.free + 1;
        if text == "pass" {
            return Some(message!(
                "only who has no other move passes",
                "on ne passe que si aucun autre coup n'est possible"
            ));
        }
        let (from, to) = text
            .split_once('-')
            .and_then(|(from, to)| Some((from.parse::<u8>().ok()?, to.parse::<u8>().ok()?)))?;
        if to != free {
            return Some(message!(
                "the free cell is {free}",
                "la case libre est {free}"
            ));
        }
        let own = match row.side {
            Side::First => row.red,
            Side::Second => self.blue(row),
        };
        if from == 0 || from > self.cells() || own & (1 << (from - 1)) == 0 {
            return Some(message!(
                "no man of the side to move stands on {from}",
                "aucun pion du camp au trait n'est en {from}"
            ));
        }
        Some(message!(
            "the free cell is behind that man",
            "la case libre est derrière ce pion"
        ))
    }

    fn picture(&self, row: &Row, _: Side) -> View {
        let mut view = View::default();
        for cell in 0..self.cells() {
            view.label(cell.into(), -1, (cell + 1).to_string());
            let red = row.red & (1 << cell) != 0;
            let (side, symbol) = if red {
                (Side::First, 'R')
            } else {
                (Side::Second, 'B')
            };
            let piece = (cell != row.free).then_some(Piece::of(side, symbol));
            view.cell(cell.into(), 0, Shape::Square, piece);
        }
        view
    }

    fn touch(&self, row: &Row, _: Side, step: Option<u8>) -> Touch {
        match step {
            Some(from) => Touch::cells([from.into(), row.free.into()]),
            None => Touch::default(),
        }
    }
}

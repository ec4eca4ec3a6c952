//! Chomp, la gaufre: a bar of chocolate whose top left square is poisoned. A move picks a square and eats it with all
//! squares below it and to its right; who must eat the poison has lost.
//!
//! ```text
//!      a  b  c
//!   1  X  #  #        b2 leaves   1  X  #  #
//!   2  #  #  #                    2  #
//! ```

use noyau::erased::{CountFact, Facts, Info, PerftFact, Spec, ValueFact};
use noyau::game::Impartial;
use noyau::notation::{format_column, parse_sizes, parse_square};
use noyau::view::{Piece, Shape, View};
use noyau::{Game, Message, Notation, Outcome, Side, Text, message};

/// The entry in the list of games.
pub static SPEC: Spec<Chomp> = Spec::new(
    Info {
        name: "chomp",
        summary: Text {
            en: "Eat a square and all below and to its right; who must eat the poisoned a1, top left, has lost.",
            fr: "Mangez un carré et tous ceux en dessous et à droite ; qui doit manger a1, empoisonné, en haut à gauche, a perdu.",
        },
        parameters: Text {
            en: "rows x columns, each from 1, together at most 64",
            fr: "lignes x colonnes, au moins 1 chacune, au plus 64 ensemble",
        },
        default: "4x7",
        version: 1,
    },
    Facts {
        perft: &[PerftFact {
            parameters: "2x3",
            at: "",
            counts: &[1, 5, 13, 19, 15, 5, 0],
            source: "paths of each length in the course's dictionary of Chomp(2,3)",
        }],
        counts: &[
            CountFact {
                parameters: "2x3",
                positions: 9,
                terminal: 1,
                longest: Some(5),
                source: "figure 3 of the course",
            },
            CountFact {
                parameters: "4x7",
                positions: 329,
                terminal: 1,
                longest: Some(27),
                source: "C(11,4) − 1, the course's formula; a square a move is the longest play",
            },
        ],
        values: &[
            ValueFact {
                parameters: "1x1",
                at: "",
                outcome: Outcome::Loss,
                distance: Some(0),
                source: "the rules",
            },
            ValueFact {
                parameters: "2x3",
                at: "",
                outcome: Outcome::Win,
                distance: Some(5),
                source: "the course's strategy: 0→2, then 6, then 8",
            },
            ValueFact {
                parameters: "2x3",
                at: "3,2 first",
                outcome: Outcome::Loss,
                distance: Some(4),
                source: "position 2 of the course's kernel",
            },
            ValueFact {
                parameters: "2x3",
                at: "2,1 first",
                outcome: Outcome::Loss,
                distance: Some(2),
                source: "position 6 of the course's kernel",
            },
        ],
        ..Facts::NONE
    },
    |parameters, _| Chomp::parse(parameters),
)
.impartial();

/// The rules, with the size of the bar.
#[derive(Debug, Clone, Copy)]
pub struct Chomp {
    rows: usize,
    columns: usize,
}

/// The edge of what is left, walked from the bottom left corner of the bar to the top right of the chocolate: from the
/// lowest bit, a 1 goes one column to the right, a 0 one row up.
///
/// ```text
///   # # #
///   #         0: row 3 is empty, 10: row 2 has one, 110: row 1 has two more; read from the right 01 1 01 0
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bar(u64);

impl Chomp {
    /// The rules on a bar of that size.
    pub fn new(rows: usize, columns: usize) -> Result<Self, Message> {
        if rows == 0 || columns == 0 || rows + columns > 64 {
            return Err(message!(
                "a bar of {rows} rows and {columns} columns is out of range",
                "une tablette de {rows} lignes et {columns} colonnes est hors limites"
            ));
        }
        Ok(Self { rows, columns })
    }

    fn parse(parameters: &str) -> Result<Self, Message> {
        let (rows, columns) = parse_sizes(parameters)?;
        Self::new(rows, columns)
    }

    /// The lengths of the rows, from the top.
    pub fn lengths(&self, bar: Bar) -> [u8; 64] {
        let mut lengths = [0; 64];
        let mut bits = bar.0;
        let mut length = 0;
        for row in (0..self.rows).rev() {
            let run = bits.trailing_ones();
            length += run as u8;
            lengths[row] = length;
            bits = bits.checked_shr(run + 1).unwrap_or(0);
        }
        lengths
    }

    /// What is left when rows have those lengths, descending from the top.
    pub fn bar(&self, lengths: &[u8]) -> Bar {
        let mut bits = 0;
        let mut at = 0;
        let mut below = 0;
        for &length in lengths[..self.rows].iter().rev() {
            for _ in below..length {
                bits |= 1 << at;
                at += 1;
            }
            at += 1;
            below = length;
        }
        Bar(bits)
    }
}

impl Game for Chomp {
    type Position = Bar;
    /// Row and column, from 0.
    type Move = (u8, u8);

    fn start(&self) -> Bar {
        self.bar(&[self.columns as u8; 64])
    }

    fn outcome(&self, bar: &Bar) -> Option<Outcome> {
        // One square left: no step right before the last row up.
        (bar.0 == 1 << (self.rows - 1)).then_some(Outcome::Loss)
    }

    fn moves(&self, bar: &Bar, out: &mut Vec<(u8, u8)>) {
        let lengths = self.lengths(*bar);
        for (row, &length) in (0..).zip(&lengths[..self.rows]) {
            let poison = u8::from(row == 0);
            out.extend((poison..length).map(|column| (row, column)));
        }
    }

    fn play(&self, bar: &mut Bar, (row, column): (u8, u8)) {
        let mut lengths = self.lengths(*bar);
        for length in &mut lengths[usize::from(row)..self.rows] {
            *length = column.min(*length);
        }
        *bar = self.bar(&lengths);
    }
}

impl Impartial for Chomp {
    fn is_normal_play(&self) -> bool {
        true
    }
}

impl Notation for Chomp {
    fn parameters(&self) -> String {
        format!("{}x{}", self.rows, self.columns)
    }

    fn format_board(&self, bar: &Bar, _: Side) -> String {
        let lengths = self.lengths(*bar);
        let lengths: Vec<_> = lengths[..self.rows].iter().map(u8::to_string).collect();
        lengths.join(",")
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<Bar, Message> {
        let rows = self.rows;
        let lengths: Option<Vec<u8>> = text.split(',').map(|n| n.trim().parse().ok()).collect();
        let lengths = lengths.filter(|lengths| lengths.len() == rows).ok_or_else(|| {
            message!(
                "the lengths of the {rows} rows from the top are wanted, separated by commas",
                "il faut les longueurs des {rows} lignes de haut en bas, séparées par des virgules"
            )
        })?;
        if let Some(row) = (1..rows).find(|&row| lengths[row] > lengths[row - 1]) {
            let row = row + 1;
            return Err(message!(
                "row {row} is longer than the row above it",
                "la ligne {row} est plus longue que celle du dessus"
            ));
        }
        let (top, columns) = (lengths[0], self.columns);
        if usize::from(top) > columns {
            return Err(message!(
                "row 1 has {top} squares, but the bar has {columns} columns",
                "la ligne 1 a {top} carrés, mais la tablette a {columns} colonnes"
            ));
        }
        if top == 0 {
            return Err(message!(
                "the poisoned square is always left",
                "le carré empoisonné reste toujours"
            ));
        }
        Ok(self.bar(&lengths))
    }

    fn format_move(&self, _: &Bar, (row, column): (u8, u8)) -> String {
        format!("{}{}", format_column(column.into()), row + 1)
    }

    fn why_illegal(&self, _: &Bar, text: &str) -> Option<Message> {
        Some(match parse_square(text) {
            None => message!(
                "a move is a square, its column and its row, as in b2",
                "un coup est un carré, sa colonne et sa ligne, comme b2"
            ),
            Some((0, 0)) => message!("a1 is poisoned", "a1 est empoisonné"),
            Some((column, row)) if row >= self.rows || column >= self.columns => message!(
                "there is no such square on the bar",
                "ce carré n'existe pas sur la tablette"
            ),
            Some(_) => message!("that square is eaten", "ce carré est déjà mangé"),
        })
    }

    fn view(&self, bar: &Bar, _: Side) -> View {
        let mut view = View::default();
        let lengths = self.lengths(*bar);
        let mut touches = Vec::new();
        for column in 0..self.columns {
            view.label(column as i32, -1, format_column(column));
        }
        for (row, &length) in lengths[..self.rows].iter().enumerate() {
            view.label(-1, row as i32, (row + 1).to_string());
            for column in 0..self.columns {
                let left = column < usize::from(length);
                let poisoned = (row, column) == (0, 0);
                let piece = left.then_some(Piece {
                    side: None,
                    symbol: if poisoned { 'X' } else { '#' },
                    count: 1,
                });
                let cell = view.cell(column as i32, row as i32, Shape::Square, piece);
                if left && !poisoned {
                    touches.push(cell);
                }
            }
        }
        view.moves = touches
            .into_iter()
            .map(|cell| noyau::view::Touch {
                cells: vec![cell],
                lines: Vec::new(),
            })
            .collect();
        view
    }
}

//! Dots and boxes, pipopipette: a move draws an edge between two neighbouring dots. The side that draws the fourth
//! edge of a box wins it, one point, and moves again; one edge may close two boxes. When all edges are drawn, more
//! boxes win.
//!
//! ```text
//!   3  ·--·  ·
//!      |  |
//!   2  ·  ·  ·        a2-b2 closes the box between a2 and b3
//!      |
//!   1  ·  ·--·
//!      a  b  c
//! ```
//!
//! A position is written row by row from the top, a row of horizontal edges (`-` drawn, `.` not), then a row of
//! vertical edges (`|` drawn), and so on: the drawing above is `-./||./../|../.-`.

mod index;
mod reasons;
mod search_hints;

use self::index::Layout;
use noyau_core::notation::{format_column, parse_sizes, parse_square};
use noyau_dynamic::prelude::*;

/// The registry entry.
pub static SPEC: Spec<Dots> = Spec::new(
    Info {
        name: "dots",
        summary: Text::new(
            "Pipopipette: draw an edge between two dots; who closes a box wins it and moves again; more boxes win.",
            "Pipopipette : tracez un trait entre deux points ; qui ferme une case la gagne et rejoue ; le plus de cases gagne.",
        ),
        parameters: Text::new(
            "columns x rows of boxes, each from 1, with at most 63 edges",
            "colonnes x lignes de cases, au moins 1 chacune, avec au plus 63 traits",
        ),
        default: "3x3",
        version: 1,
    },
    FACTS,
    |parameters, _| parse_sizes(parameters).and_then(|(columns, rows)| Dots::new(columns, rows)),
)
// All sets of edges.
.configured(|game| Magnitude::power(2, game.edges as u32))
.with_points()
.indexed_by_margin()
.searched_for_points(|game| game.boxes.len() as u32)
.symmetric()
.ranked()
.reversible_without_cycles()
.splitting()
.explained();

const COMPUTED: &str = "computed by an independent program on sets of coordinates";
const BY_SETS: &str = "computed by the rules alone, for all sets of edges in turn";

const FACTS: &[Fact] = &[
    Fact::perft("1x1", &[1, 4, 12, 24, 24, 0]).source("the edges in any order"),
    Fact::perft("2x1", &[1, 2, 2, 0]).known_at("-./||./-- second 0-1", "the edges in any order"),
    Fact::count("1x1", 16, 1, Some(4)).source("any set of 4 edges may be drawn"),
    Fact::count("2x2", 4096, 1, Some(12)).source("any set of 12 edges may be drawn"),
    Fact::margin("1x1", -1).source("by hand: who draws the fourth edge is the second player"),
    Fact::margin("2x1", -2)
        .at("-./||./-- second 1-0")
        .source("by hand: a point behind, and the third edge of the other box gives it away"),
    Fact::margin("3x1", -1).source(COMPUTED),
    Fact::margin("3x1", 3).known_at("---/|..|/--- first 0-0", "by hand: one box after the other"),
    Fact::margin("2x2", 2).source(COMPUTED),
    Fact::margin("2x2", -4)
        .at("--/|.|/../|.|/-- second 0-0")
        .source("by hand: any edge opens the loop of four boxes"),
    Fact::margin("2x2", 2).known_at("-./|../-./|.|/-- first 0-0", COMPUTED),
    Fact::margin("2x2", 0).known_at("-./||./../|../.- second 0-0", COMPUTED),
    Fact::margin("3x2", -2).known_at("---/|..|/..-/|..|/--- first 0-0", COMPUTED),
    // Boards that are searched.
    Fact::margin("3x3", -3).source(BY_SETS),
    Fact::margin("3x3", 1).known_at(".--/..../.--/||||/.../.|.|/--- first 0-0", BY_SETS),
    Fact::margin("3x3", 1).known_at("-../.|../.../||../..-/..../-.. first 0-0", BY_SETS),
    Fact::margin("3x3", -3).known_at(".-./..../..-/|..|/..-/..../-.. first 0-0", BY_SETS),
    Fact::margin("3x3", -5).known_at("-.-/|.../.../||.|/.../..|./-.. first 0-0", BY_SETS),
    Fact::margin("3x3", 1).known_at(".--/..|./-../|.|./..-/|||./-.- first 0-0", BY_SETS),
];

const MOST_EDGES: usize = 63;

/// A dot: column and row from 0, row 0 at the bottom.
type Dot = (usize, usize);

/// The rules, with the size of the board in boxes.
#[derive(Debug, Clone)]
pub struct Dots {
    columns: usize,
    rows: usize,
    /// The number of edges.
    edges: usize,
    /// For each edge and each of the two boxes beside it, the other three edges of the box; all ones, which is
    /// never drawn, if there is no box.
    beside: [[u64; 2]; MOST_EDGES],
    /// The edges of each box.
    boxes: Vec<u64>,
    /// The image of each edge under each symmetry.
    images: Vec<[u8; MOST_EDGES]>,
    /// The table layout, if there are few enough edges.
    layout: Option<Layout>,
    /// For each edge the boxes beside it, by number.
    sides: Vec<[u8; 2]>,
    /// The two outer edges of each corner box.
    corners: Vec<[u64; 2]>,
    /// The images of sets of edges under each symmetry.
    turns: search_hints::Turns,
    /// The boxes beside sets of upright edges.
    uprights: search_hints::Uprights,
    /// The first upright edge.
    upright_from: u32,
    /// All boxes, one bit each.
    every_box: u32,
    /// All edges, middle of the board first.
    middle_first: Vec<u8>,
}

/// The set of drawn edges. Horizontal edges come first, row by row from the bottom, then vertical ones, likewise.
///
/// ```text
///   ·  4  ·  5  ·
///   9    10    11
///   ·  2  ·  3  ·      on 2x2 boxes
///   6     7     8
///   ·  0  ·  1  ·
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drawn(u64);

const NO_BOX: u64 = u64::MAX;

impl Dots {
    /// The rules on that many columns and rows of boxes.
    pub fn new(columns: usize, rows: usize) -> Result<Self, Message> {
        let edges = |columns: usize, rows: usize| {
            let boxes = columns.checked_mul(rows)?;
            boxes
                .checked_mul(2)?
                .checked_add(columns)?
                .checked_add(rows)
        };
        let edges = edges(columns, rows)
            .filter(|edges| columns > 0 && rows > 0 && *edges <= MOST_EDGES)
            .ok_or_else(|| {
                message!(
                    "{columns} columns and {rows} rows of boxes do not have 4 to {MOST_EDGES} edges",
                    "{columns} colonnes et {rows} lignes de cases n'ont pas de 4 à {MOST_EDGES} traits"
                )
            })?;
        let mut game = Self {
            columns,
            rows,
            edges,
            beside: [[NO_BOX; 2]; MOST_EDGES],
            boxes: Vec::new(),
            images: Vec::new(),
            layout: None,
            sides: Vec::new(),
            corners: Vec::new(),
            turns: Vec::new(),
            uprights: Box::default(),
            upright_from: (columns * (rows + 1)) as u32,
            every_box: ((1u64 << (columns * rows)) - 1) as u32,
            middle_first: Vec::new(),
        };
        for (column, row) in (0..rows).flat_map(|row| (0..columns).map(move |c| (c, row))) {
            let around = [
                game.across(column, row),
                game.across(column, row + 1),
                game.upward(column, row),
                game.upward(column + 1, row),
            ];
            let all = around.iter().fold(0, |bits, edge| bits | 1u64 << edge);
            game.boxes.push(all);
            for edge in around {
                let [first, second] = &mut game.beside[edge];
                let place = if *first == NO_BOX { first } else { second };
                *place = all & !(1 << edge);
            }
        }
        let symmetries = if columns == rows { 8 } else { 4 };
        for s in 0..symmetries {
            let mut images = [0; MOST_EDGES];
            for (edge, image) in images[..edges].iter_mut().enumerate() {
                let (from, to) = game.ends(edge);
                let to = game.edge_between(game.image(from, s), game.image(to, s));
                *image = to.unwrap_or(edge) as u8;
            }
            game.images.push(images);
        }
        game.layout = Layout::new(edges, &game.images);
        game.sides = search_hints::sides(&game.beside[..edges], &game.boxes);
        game.corners = search_hints::corners(&game.sides, &game.boxes);
        game.turns = search_hints::turns(&game.images, edges);
        let upright = &game.sides[game.upright_from as usize..];
        game.uprights = search_hints::uprights(game.upright_from, upright, &game.boxes);
        let mut middle_first: Vec<u8> = (0..edges as u8).collect();
        middle_first.sort_by_key(|&edge| game.off_centre(edge));
        game.middle_first = middle_first;
        Ok(game)
    }

    /// The edge to the right of a dot.
    fn across(&self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    /// The edge above a dot.
    fn upward(&self, column: usize, row: usize) -> usize {
        self.columns * (self.rows + 1) + row * (self.columns + 1) + column
    }

    /// The two dots of an edge, the left or lower one first.
    fn ends(&self, edge: usize) -> (Dot, Dot) {
        match edge.checked_sub(self.columns * (self.rows + 1)) {
            None => {
                let (column, row) = (edge % self.columns, edge / self.columns);
                ((column, row), (column + 1, row))
            }
            Some(i) => {
                let (column, row) = (i % (self.columns + 1), i / (self.columns + 1));
                ((column, row), (column, row + 1))
            }
        }
    }

    /// The edge between two dots of the board, in any order.
    fn edge_between(&self, one: Dot, other: Dot) -> Option<usize> {
        let ((column, row), far) = (one.min(other), one.max(other));
        if far == (column + 1, row) {
            Some(self.across(column, row))
        } else if far == (column, row + 1) {
            Some(self.upward(column, row))
        } else {
            None
        }
    }

    /// The image of a dot: a symmetry exchanges left and right (1), top and bottom (2), columns and rows (4).
    fn image(&self, (mut column, mut row): Dot, s: usize) -> Dot {
        if s & 1 != 0 {
            column = self.columns - column;
        }
        if s & 2 != 0 {
            row = self.rows - row;
        }
        if s & 4 != 0 {
            (row, column)
        } else {
            (column, row)
        }
    }

    /// How far an edge is from the middle of the board, in steps, edges on the rim behind all others; of those as far away,
    /// edges near the axes are first.
    fn off_centre(&self, edge: u8) -> (bool, usize, usize) {
        let ((column, row), (far_column, far_row)) = self.ends(edge.into());
        let across = (column + far_column).abs_diff(self.columns);
        let upward = (row + far_row).abs_diff(self.rows);
        let on_rim = self.beside[usize::from(edge)].contains(&NO_BOX);
        (on_rim, across + upward, across.min(upward))
    }

    #[inline]
    fn all(&self) -> u64 {
        (1 << self.edges) - 1
    }

    fn is_on_board(&self, (column, row): Dot) -> bool {
        column <= self.columns && row <= self.rows
    }

    /// The rows of a written position from the top: the symbol of a drawn edge, and the edges.
    fn written(&self) -> impl Iterator<Item = (char, Vec<usize>)> + '_ {
        (0..=self.rows).rev().flat_map(|row| {
            let across = (0..self.columns).map(|column| self.across(column, row));
            let below = row.checked_sub(1).map(|below| {
                let upward = (0..=self.columns).map(|column| self.upward(column, below));
                ('|', upward.collect())
            });
            std::iter::once(('-', across.collect())).chain(below)
        })
    }

    /// The number of boxes that an edge closes.
    #[inline]
    fn closes(&self, drawn: Drawn, edge: u8) -> u32 {
        let [one, other] = self.beside[usize::from(edge)];
        u32::from(drawn.0 & one == one) + u32::from(drawn.0 & other == other)
    }
}

/// The edges of a set in ascending order.
fn edges(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let edge = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            edge
        })
    })
}

impl Game for Dots {
    type Position = Drawn;
    /// An edge.
    type Move = u8;

    fn start(&self) -> Drawn {
        Drawn(0)
    }

    #[inline]
    fn outcome(&self, drawn: &Drawn) -> Option<Outcome> {
        // All points were won along moves; the end settles nothing.
        (drawn.0 == self.all()).then_some(Outcome::Draw)
    }

    #[inline]
    fn moves(&self, drawn: &Drawn, out: &mut Vec<u8>) {
        out.extend(edges(self.all() & !drawn.0));
    }

    #[inline]
    fn play(&self, drawn: &mut Drawn, edge: u8) {
        drawn.0 |= 1 << edge;
    }

    #[inline]
    fn keeps_turn(&self, drawn: &Drawn, edge: u8) -> bool {
        self.closes(*drawn, edge) > 0
    }
}

impl Points for Dots {
    const ALONG_MOVES: bool = true;

    #[inline]
    fn gain(&self, drawn: &Drawn, edge: u8) -> i32 {
        self.closes(*drawn, edge) as i32
    }

    fn settle(&self, _: &Drawn) -> (i32, i32) {
        (0, 0)
    }

    fn won(&self, drawn: &Drawn) -> Option<i32> {
        let closed = self.boxes.iter().filter(|&&all| drawn.0 & all == all);
        Some(closed.count() as i32)
    }
}

impl Symmetric for Dots {
    fn symmetries(&self) -> usize {
        self.images.len()
    }

    fn transform(&self, drawn: &Drawn, s: usize) -> Drawn {
        let images = &self.images[s];
        let bits = edges(drawn.0).fold(0, |bits, edge| bits | 1 << images[usize::from(edge)]);
        Drawn(bits)
    }

    fn transform_move(&self, _: &Drawn, edge: u8, s: usize) -> u8 {
        self.images[s][usize::from(edge)]
    }
}

impl Reversible for Dots {
    fn predecessors(&self, drawn: &Drawn, out: &mut Vec<Drawn>) {
        out.extend(edges(drawn.0).map(|edge| Drawn(drawn.0 & !(1 << edge))));
    }
}

/// Undrawn edges belong to one part if they are edges of the same box: drawing one affects another only through a
/// chain of such boxes. In a part, everything outside it counts as drawn.
impl Splits for Dots {
    fn split(&self, drawn: &Drawn, out: &mut Vec<Drawn>) {
        let mut rest = self.all() & !drawn.0;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            let mut new = part;
            while new != 0 {
                let joined = edges(new).fold(0, |bits, edge| {
                    let [one, other] = self.beside[usize::from(edge)];
                    let near = |others: u64| if others == NO_BOX { 0 } else { others };
                    bits | near(one) | near(other)
                });
                new = joined & rest & !part;
                part |= new;
            }
            rest &= !part;
            out.push(Drawn(self.all() & !part));
        }
    }
}

fn format_dot((column, row): Dot) -> String {
    format!("{}{}", format_column(column), row + 1)
}

/// Parses two dots, as in `a1-b1`.
fn parse_dots(text: &str) -> Option<(Dot, Dot)> {
    let (one, other) = text.split_once('-')?;
    Some((parse_square(one)?, parse_square(other)?))
}

impl Notation for Dots {
    fn parameters(&self) -> String {
        format!("{}x{}", self.columns, self.rows)
    }

    fn format_board(&self, drawn: &Drawn, _: Side) -> String {
        let lines: Vec<String> = self
            .written()
            .map(|(symbol, edges)| {
                let is_drawn = |edge: &usize| drawn.0 >> edge & 1 == 1;
                let symbols = edges.iter().map(|e| if is_drawn(e) { symbol } else { '.' });
                symbols.collect()
            })
            .collect();
        lines.join("/")
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<Drawn, Message> {
        let wanted = 2 * self.rows + 1;
        let given = text.split('/').count();
        if given != wanted {
            return Err(message!(
                "{wanted} rows of edges from the top are wanted, separated by /, not {given}",
                "il faut {wanted} rangées de traits de haut en bas, séparées par des /, et non {given}"
            ));
        }
        let mut drawn = 0;
        for (number, ((symbol, edges), line)) in (1..).zip(self.written().zip(text.split('/'))) {
            let (wanted, given) = (edges.len(), line.chars().count());
            if given != wanted {
                return Err(message!(
                    "row {number} from the top has {given} edges instead of {wanted}",
                    "la rangée {number} depuis le haut a {given} traits au lieu de {wanted}"
                ));
            }
            for (place, (found, edge)) in (1..).zip(line.chars().zip(edges)) {
                if found == symbol {
                    drawn |= 1 << edge;
                } else if found != '.' {
                    return Err(message!(
                        "{found:?} at place {place} of row {number} from the top is neither {symbol} for drawn nor . for not drawn",
                        "{found:?} à la place {place} de la rangée {number} depuis le haut n'est ni {symbol} pour tracé, ni . pour non tracé"
                    ));
                }
            }
        }
        Ok(Drawn(drawn))
    }

    fn format_move(&self, _: &Drawn, edge: u8) -> String {
        let (from, to) = self.ends(edge.into());
        format!("{}-{}", format_dot(from), format_dot(to))
    }

    /// The dots may come in any order.
    fn parse_move(&self, drawn: &Drawn, text: &str) -> Option<u8> {
        let (one, other) = parse_dots(text)?;
        let on_board = self.is_on_board(one) && self.is_on_board(other);
        let edge = on_board.then(|| self.edge_between(one, other)).flatten()?;
        (drawn.0 >> edge & 1 == 0).then_some(edge as u8)
    }

    fn why_illegal(&self, _: &Drawn, text: &str) -> Option<Message> {
        let Some((one, other)) = parse_dots(text) else {
            return Some(message!(
                "a move is two neighbouring dots, as in a1-b1",
                "un coup est deux points voisins, comme a1-b1"
            ));
        };
        if let Some(&off) = [one, other].iter().find(|&&dot| !self.is_on_board(dot)) {
            let (off, corner) = (format_dot(off), format_dot((self.columns, self.rows)));
            return Some(message!(
                "there is no dot {off}, they go from a1 to {corner}",
                "il n'y a pas de point {off}, ils vont de a1 à {corner}"
            ));
        }
        Some(match self.edge_between(one, other) {
            None => message!(
                "the two dots are not neighbours in a row or a column",
                "les deux points ne sont pas voisins dans une ligne ou une colonne"
            ),
            Some(_) => message!("that edge is drawn already", "ce trait est déjà tracé"),
        })
    }

    fn picture(&self, drawn: &Drawn, _: Side) -> View {
        let mut view = View::default();
        // Coordinates are doubled to leave room for the edges between dots.
        let place = |(column, row): Dot| (2 * column as i32, 2 * (self.rows - row) as i32);
        for row in 0..=self.rows {
            view.label(-1, place((0, row)).1, (row + 1).to_string());
            for column in 0..=self.columns {
                let (x, y) = place((column, row));
                view.cell(x, y, Shape::Point, None);
            }
        }
        for column in 0..=self.columns {
            let (x, y) = place((column, 0));
            view.label(x, y + 1, format_column(column));
        }
        for edge in 0..self.edges {
            let (from, to) = self.ends(edge);
            view.lines.push(Line {
                from: place(from),
                to: place(to),
                drawn: drawn.0 >> edge & 1 == 1,
            });
        }
        view
    }

    fn touch(&self, _: &Drawn, _: Side, edge: u8) -> Touch {
        let (from, to) = self.ends(edge.into());
        let cell = |(column, row): Dot| row * (self.columns + 1) + column;
        Touch {
            cells: vec![cell(from), cell(to)],
            lines: vec![edge.into()],
        }
    }
}

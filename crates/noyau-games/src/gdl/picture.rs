//! The picture of a state: a board if facts have the common shape `(cell x y content)`, and text for the others.

use super::machine::{Machine, State};
use super::term::Term;
use noyau_core::Side;
use noyau_core::view::{Piece, Shape, Touch, View};

/// The maximum number of columns and of rows of a board.
const LARGEST: usize = 30;
/// Boards are not searched among more facts.
const MOST_FACTS: usize = 50_000;
/// The names that sheets use for an empty cell.
const EMPTY: &[&str] = &["b", "blank", "empty", "e", "none", "nothing", "free"];

/// The columns and rows of a board.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) functor: String,
    pub(super) columns: Vec<Term>,
    pub(super) rows: Vec<Term>,
    /// The contents of a cell, with their letters.
    contents: Vec<(Term, char, Option<usize>)>,
}

impl Board {
    /// Finds facts that describe a board: `cell` with three arguments, otherwise the most frequent ones.
    pub(super) fn find(machine: &Machine) -> Option<Self> {
        let facts: Vec<Term> = if let Some(network) = machine.network() {
            network.ground.facts.clone()
        } else {
            machine.true_facts(&machine.start())
        };
        if facts.len() > MOST_FACTS {
            return None;
        }
        let mut kinds: Vec<(String, Vec<Vec<Term>>)> = Vec::new();
        for fact in facts {
            let (functor, arguments) = machine.parts(fact);
            if arguments.len() != 3 {
                continue;
            }
            match kinds.iter_mut().find(|kind| kind.0 == functor) {
                Some(kind) => kind.1.push(arguments),
                None => kinds.push((functor, vec![arguments])),
            }
        }
        kinds.sort_by_key(|(functor, facts)| {
            (
                !functor.eq_ignore_ascii_case("cell"),
                usize::MAX - facts.len(),
            )
        });
        let distinct = |facts: &[Vec<Term>], at: usize| {
            let mut terms: Vec<Term> = facts.iter().map(|arguments| arguments[at]).collect();
            machine.sort_terms(&mut terms);
            terms.dedup();
            terms
        };
        kinds.into_iter().find_map(|(functor, facts)| {
            let (columns, rows) = (distinct(&facts, 0), distinct(&facts, 1));
            let fits = |terms: &[Term]| (1..=LARGEST).contains(&terms.len());
            let contents = letters(machine, distinct(&facts, 2));
            let board = fits(&columns) && fits(&rows) && columns.len() + rows.len() > 2;
            (board && contents.len() <= 60).then_some(Self {
                functor,
                columns,
                rows,
                contents,
            })
        })
    }

    /// The index of a cell, row by row.
    pub(super) fn place(&self, x: Term, y: Term) -> Option<usize> {
        let column = self.columns.iter().position(|&term| term == x)?;
        let row = self.rows.iter().position(|&term| term == y)?;
        Some(row * self.columns.len() + column)
    }
}

/// A letter for each content, and its role if its name tells; none for an empty cell.
fn letters(machine: &Machine, contents: Vec<Term>) -> Vec<(Term, char, Option<usize>)> {
    let roles = machine.roles();
    let mut used = Vec::new();
    let mut letters = Vec::new();
    for content in contents {
        let name = machine.term_text(content);
        if EMPTY.iter().any(|empty| name.eq_ignore_ascii_case(empty)) {
            continue;
        }
        let own = name.chars().filter(|c| c.is_alphanumeric());
        let letter = own
            .chain('A'..='Z')
            .chain('0'..='9')
            .find(|c| !used.contains(c))
            .unwrap_or('?');
        used.push(letter);
        let begins = |role: &&String| role.to_lowercase().starts_with(&name.to_lowercase());
        let role = match roles.iter().filter(begins).count() {
            1 => roles.iter().position(|role| begins(&role)),
            _ => None,
        };
        letters.push((content, letter, role));
    }
    letters
}

/// The picture of a state; `moves` are the legal ones.
pub(super) fn view(
    machine: &Machine,
    board: Option<&Board>,
    seats: [usize; 2],
    state: &State,
    moves: &[u32],
) -> View {
    let mut view = View::default();
    let facts = machine.true_facts(state).into_iter();
    let facts: Vec<Term> = facts.map(|fact| machine.fact_term(fact)).collect();
    let Some(board) = board else {
        for (y, &fact) in (0..).zip(&facts) {
            view.label(0, y, machine.term_text(fact));
        }
        view.moves = vec![Touch::default(); moves.len()];
        return view;
    };
    let mut pieces: Vec<Option<Piece>> = vec![None; board.columns.len() * board.rows.len()];
    let mut others = Vec::new();
    for fact in facts {
        let (functor, arguments) = machine.parts(fact);
        let place = match arguments[..] {
            [x, y, content] if functor == board.functor => {
                board.place(x, y).map(|at| (at, content))
            }
            _ => None,
        };
        let Some((at, content)) = place else {
            others.push(machine.term_text(fact));
            continue;
        };
        let known = board.contents.iter().find(|known| known.0 == content);
        if let Some(&(_, symbol, role)) = known
            && pieces[at].is_none()
        {
            let side = |role: usize| {
                if seats[0] == role {
                    Side::First
                } else {
                    Side::Second
                }
            };
            pieces[at] = Some(Piece {
                side: role.map(side),
                symbol,
                count: 1,
            });
        }
    }
    let height = board.rows.len() as i32;
    for (at, piece) in pieces.into_iter().enumerate() {
        let (x, y) = (at % board.columns.len(), at / board.columns.len());
        view.cell(x as i32, height - 1 - y as i32, Shape::Square, piece);
    }
    for (y, &row) in (0..).zip(&board.rows) {
        view.label(-1, height - 1 - y, machine.term_text(row));
    }
    for (x, &column) in (0..).zip(&board.columns) {
        view.label(x, height, machine.term_text(column));
    }
    for (y, text) in (height + 1..).zip(others) {
        view.label(-1, y, text);
    }
    view.moves = moves
        .iter()
        .map(|&mv| {
            let (_, arguments) = machine.parts(machine.move_term(mv));
            let mut cells = Vec::new();
            let mut at = 0;
            while at + 1 < arguments.len() {
                match board.place(arguments[at], arguments[at + 1]) {
                    Some(cell) => {
                        cells.push(cell);
                        at += 2;
                    }
                    None => at += 1,
                }
            }
            Touch::cells(cells)
        })
        .collect();
    view
}

//! Symmetries of a sheet: rotations and reflections of its board that preserve the rules.
//!
//! A transformation permutes facts and moves. It is a symmetry if the rules of each fact, move, end and goal are
//! mapped to the rules of its image. To compare them, every proposition gets a number by its derivation from facts
//! and moves: equal numbers for equal sets of rules over equal numbers, regardless of intermediate relations. So a
//! row rotated into a column is recognised although a sheet has a relation for each. The test is sound:
//! propositions with equal numbers are the same function of the state.
//!
//! Complexity: linear in the rules for each transformation tried.

use super::machine::Machine;
use super::network::Network;
use super::picture::Board;
use super::term::Term;
use hashbrown::HashMap;
use noyau_graph::arena::Rows;
use noyau_graph::arena::analysis::components;

/// Larger rule sets are not searched for symmetries.
const MOST_RULES: usize = 40_000;
/// The maximum number of interpretations of coordinates that are tried.
const MOST_READINGS: usize = 64;

/// The image of each fact and each move.
#[derive(Debug, Clone)]
pub(super) struct Transformation {
    pub(super) facts: Vec<u32>,
    pub(super) moves: Vec<u32>,
}

/// How the arguments of a functor name cells of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// A column followed by a row, at any position.
    Pairs,
    /// The first argument is a column.
    Column,
    /// The first argument is a row.
    Row,
    /// None are coordinates.
    Nothing,
}

/// One of the eight rotations and reflections: rows and columns exchanged, then either reversed.
#[derive(Debug, Clone, Copy)]
struct Turn {
    exchanged: bool,
    columns: bool,
    rows: bool,
}

/// The symmetries of a sheet, the identity first. Only boards are considered, and only rules without recursion.
pub(super) fn find(machine: &Machine, board: Option<&Board>) -> Vec<Transformation> {
    let Some(network) = machine.network() else {
        return Vec::new();
    };
    let identity = Transformation {
        facts: (0..network.ground.facts.len() as u32).collect(),
        moves: (0..network.ground.moves.len() as u32).collect(),
    };
    let mut found = vec![identity];
    let order = order(network);
    let (Some(board), Some(order)) = (board, order) else {
        return found;
    };
    let search = Search {
        machine,
        network,
        board,
        order,
    };
    for readings in search.readings() {
        let mut numbering = Numbering::default();
        let plain = search.numbers(&found[0], &mut numbering);
        let turns = Turn::all().filter_map(|turn| search.transformation(turn, &readings));
        let symmetric: Vec<_> = turns
            .filter(|turned| search.keeps(turned, &plain, &mut numbering))
            .collect();
        if symmetric.len() + 1 > found.len() {
            found.truncate(1);
            found.extend(symmetric);
        }
    }
    found
}

impl Turn {
    /// All but the identity.
    fn all() -> impl Iterator<Item = Self> {
        (1..8).map(|bits| Self {
            exchanged: bits & 1 != 0,
            columns: bits & 2 != 0,
            rows: bits & 4 != 0,
        })
    }
}

/// The derived propositions that have rules, in topological order; `None` if there is recursion or there are too
/// many rules.
pub(super) fn order(network: &Network) -> Option<Vec<u32>> {
    let ground = &network.ground;
    if ground.heads.len() > MOST_RULES {
        return None;
    }
    let mut uses = Vec::new();
    for (rule, &head) in ground.heads.iter().enumerate() {
        uses.extend(
            ground
                .body(rule)
                .iter()
                .map(|&condition| (head, condition >> 1)),
        );
    }
    let component = components(&Rows::from_edges(ground.count as usize, &uses));
    let mut seen = vec![false; ground.count as usize];
    let alone = component
        .iter()
        .all(|&c| !std::mem::replace(&mut seen[c as usize], true));
    if !alone || uses.iter().any(|(head, used)| head == used) {
        return None;
    }
    let mut order: Vec<u32> = (ground.next..ground.count).collect();
    // No two have the same component here.
    order.sort_unstable_by_key(|&proposition| component[proposition as usize]);
    Some(order)
}

/// Numbers for sets of rules.
#[derive(Default)]
struct Numbering(HashMap<Vec<u32>, u32>);

struct Search<'a> {
    machine: &'a Machine,
    network: &'a Network,
    board: &'a Board,
    order: Vec<u32>,
}

impl Search<'_> {
    /// The number of every proposition, with facts and moves permuted by the transformation.
    fn numbers(&self, moved: &Transformation, numbering: &mut Numbering) -> Vec<u32> {
        let ground = &self.network.ground;
        let mut numbers = vec![0; ground.count as usize];
        for (fact, &to) in moved.facts.iter().enumerate() {
            numbers[fact] = to;
        }
        for (mv, &to) in moved.moves.iter().enumerate() {
            numbers[ground.does as usize + mv] = ground.does + to;
        }
        let pairs: Vec<_> = ground.heads.iter().copied().zip(0..).collect();
        let rules_of = Rows::from_edges(ground.count as usize, &pairs);
        for &proposition in &self.order {
            let mut rules: Vec<Vec<u32>> = rules_of
                .row(proposition)
                .iter()
                .map(|&rule| {
                    let body = ground.body(rule as usize).iter();
                    let mut body: Vec<u32> = body
                        .map(|&c| numbers[c as usize >> 1] << 1 | c & 1)
                        .collect();
                    body.sort_unstable();
                    body.dedup();
                    body
                })
                .collect();
            rules.sort_unstable();
            rules.dedup();
            numbers[proposition as usize] = match &rules[..] {
                // A proposition that follows from a single one is equal to it.
                [only] if only.len() == 1 && only[0] & 1 == 0 => only[0] >> 1,
                _ => {
                    let mut key = Vec::new();
                    for rule in &rules {
                        key.push(u32::MAX);
                        key.extend_from_slice(rule);
                    }
                    let next = ground.next + numbering.0.len() as u32;
                    *numbering.0.entry(key).or_insert(next)
                }
            };
        }
        numbers
    }

    /// Whether a transformation preserves the rules.
    fn keeps(&self, moved: &Transformation, plain: &[u32], numbering: &mut Numbering) -> bool {
        let ground = &self.network.ground;
        let numbers = self.numbers(moved, numbering);
        let kept = |from: u32, at: usize, to: u32| {
            numbers[from as usize + at] == plain[(from + to) as usize]
        };
        let fixed = |proposition: u32| numbers[proposition as usize] == plain[proposition as usize];
        let facts = moved.facts.iter().enumerate();
        let moves = moved.moves.iter().enumerate();
        facts
            .into_iter()
            .all(|(fact, &to)| kept(ground.next, fact, to))
            && moves
                .into_iter()
                .all(|(mv, &to)| kept(ground.legal, mv, to))
            && fixed(ground.terminal)
            && (0..ground.goals.len() as u32).all(|goal| fixed(ground.goal + goal))
    }

    /// The possible interpretations of the functors of facts and moves.
    fn readings(&self) -> Vec<HashMap<String, Reading>> {
        let ground = &self.network.ground;
        let mut ways: Vec<HashMap<String, Reading>> = vec![HashMap::from([(
            self.board.functor.clone(),
            Reading::Pairs,
        )])];
        let moves = ground.moves.iter().map(|&(_, term)| (term, true));
        let facts = ground.facts.iter().map(|&term| (term, false));
        for (term, is_move) in moves.chain(facts) {
            let (functor, arguments) = self.machine.parts(term);
            if arguments.is_empty() || ways[0].contains_key(&functor) {
                continue;
            }
            let choices: &[Reading] = match (is_move, arguments.len()) {
                (true, 1) => &[Reading::Column, Reading::Row, Reading::Nothing],
                (_, 1) => &[Reading::Nothing],
                _ => &[Reading::Pairs, Reading::Nothing],
            };
            if ways.len() * choices.len() > MOST_READINGS {
                return Vec::new();
            }
            ways = ways
                .iter()
                .flat_map(|way| {
                    choices.iter().map(|&choice| {
                        let mut way = way.clone();
                        way.insert(functor.clone(), choice);
                        way
                    })
                })
                .collect();
        }
        ways
    }

    /// The images of facts and moves under a rotation, if each has one of the same kind.
    fn transformation(
        &self,
        turn: Turn,
        readings: &HashMap<String, Reading>,
    ) -> Option<Transformation> {
        let ground = &self.network.ground;
        let facts: Option<Vec<u32>> = ground
            .facts
            .iter()
            .map(|&fact| self.network.place_of(self.turned(fact, turn, readings)?))
            .collect();
        let places: HashMap<(usize, Term), u32> = ground.moves.iter().copied().zip(0..).collect();
        let moves: Option<Vec<u32>> = ground
            .moves
            .iter()
            .map(|&(role, mv)| {
                places
                    .get(&(role, self.turned(mv, turn, readings)?))
                    .copied()
            })
            .collect();
        Some(Transformation {
            facts: facts?,
            moves: moves?,
        })
    }

    fn turned(&self, term: Term, turn: Turn, readings: &HashMap<String, Reading>) -> Option<Term> {
        let (functor, mut arguments) = self.machine.parts(term);
        match readings.get(&functor).copied().unwrap_or(Reading::Nothing) {
            Reading::Nothing => return Some(term),
            Reading::Pairs => {
                let mut at = 0;
                while at + 1 < arguments.len() {
                    match self.board.place(arguments[at], arguments[at + 1]) {
                        None => at += 1,
                        Some(place) => {
                            let (x, y) = self.turned_place(place, turn)?;
                            (arguments[at], arguments[at + 1]) =
                                (self.board.columns[x], self.board.rows[y]);
                            at += 2;
                        }
                    }
                }
            }
            reading => {
                let column = reading == Reading::Column;
                let line = if column {
                    &self.board.columns
                } else {
                    &self.board.rows
                };
                let reversed = if column { turn.columns } else { turn.rows };
                let at = line.iter().position(|&known| known == arguments[0])?;
                if turn.exchanged {
                    return None;
                }
                arguments[0] = line[if reversed { line.len() - 1 - at } else { at }];
            }
        }
        self.machine
            .sheet
            .terms
            .find(self.machine.sheet.terms.functor(term), &arguments)
    }

    fn turned_place(&self, place: usize, turn: Turn) -> Option<(usize, usize)> {
        let (width, height) = (self.board.columns.len(), self.board.rows.len());
        let (mut x, mut y) = (place % width, place / width);
        if turn.exchanged {
            if width != height {
                return None;
            }
            (x, y) = (y, x);
        }
        if turn.columns {
            x = width - 1 - x;
        }
        if turn.rows {
            y = height - 1 - y;
        }
        Some((x, y))
    }
}

//! Tables of games without a notation: positions are named as [`Debug`](std::fmt::Debug) writes them.

use crate::front::solve;
use crate::own::{name_of, type_name};
use noyau_core::Game;
use noyau_core::limits::{Limits, Unfinished};
use noyau_core::payoff::Rules;
use noyau_core::table_rules::{EntryMove, EntryMoves, Key, Standing, TableRules};
use noyau_core::value::{MoveEffect, Worth};
use noyau_dynamic::{Unsolved, table_of_names, worth_of};
use noyau_format::Damage;
use noyau_format::header::{Title, Values};
use noyau_format::table::Table;
use noyau_graph::arena::unfold::{Unfolding, unfold_at_most};
use noyau_verify::table::{Audited, Refused, audit};
use std::collections::HashMap;
use std::fmt;

/// A table of all positions of a game, as it stands in a file.
pub struct GameTable<'a, G: Game> {
    rules: Rules<'a, G>,
    bytes: Vec<u8>,
}

/// Solves all positions and makes a table of them.
///
/// ```
/// # use noyau::{Game, Outcome};
/// # struct Heap(u32);
/// # impl Game for Heap {
/// #     type Position = u32;
/// #     type Move = u32;
/// #     fn start(&self) -> u32 { self.0 }
/// #     fn outcome(&self, &left: &u32) -> Option<Outcome> { (left == 0).then_some(Outcome::Loss) }
/// #     fn moves(&self, &left: &u32, out: &mut Vec<u32>) { out.extend(1..=left.min(2)) }
/// #     fn play(&self, left: &mut u32, taken: u32) { *left -= taken }
/// # }
/// let game = Heap(7);
/// let table = noyau::make_table(&game)?;
/// assert_eq!(table.worth(&6)?.map(|worth| worth.outcome), Some(Outcome::Loss));
/// assert_eq!(table.verify()?.entries, 8);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn make_table<'a, G: Game + 'a>(
    game: impl Into<Rules<'a, G>>,
) -> Result<GameTable<'a, G>, Unsolved> {
    let rules = game.into();
    let limits = &Limits::default();
    let solution = solve(rules).map_err(|unfinished| Unsolved::Stopped(unfinished.stopped))?;
    let positions = solution.positions();
    let name = |i: usize| name_of(rules.game, &positions[i]);
    let bytes = table_of_names(&solution.solved, &name, &title(rules), limits)?;
    Ok(GameTable { rules, bytes })
}

fn title<G: Game>(rules: Rules<'_, G>) -> Title {
    Title {
        game: type_name::<G>().to_owned(),
        rules: 1,
        content: None,
        start: name_of(rules.game, &rules.game.start()),
        more_starts: Vec::new(),
        values: if rules.payoff.has_points() {
            Values::Margin
        } else {
            Values::Outcome
        },
    }
}

impl<'a, G: Game> GameTable<'a, G> {
    /// A table that was made before; [`verify`](Self::verify) checks that it is one of this game.
    pub fn read(game: impl Into<Rules<'a, G>>, bytes: Vec<u8>) -> Result<Self, Damage> {
        Table::open(&[&bytes])?;
        let rules = game.into();
        Ok(Self { rules, bytes })
    }

    /// The content of its file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What a position is worth to the side to move, in games with points by the points still to come; `None` if the
    /// table does not have it.
    pub fn worth(&self, position: &G::Position) -> Result<Option<Worth>, Damage> {
        let name = name_of(self.rules.game, position);
        let entry = Table::open(&[&self.bytes])?.find_name(&name)?;
        let has_points = self.rules.payoff.has_points();
        Ok(entry.map(|entry| worth_of(has_points, entry.code, 0)))
    }

    /// Checks every entry against the rules of the game, with the verifier, which knows no solver.
    pub fn verify(&self) -> Result<Audited, Refused> {
        let table = Table::open(&[&self.bytes])?;
        let limits = &Limits::default();
        let start = self.rules.game.start();
        let (game, payoff) = (self.rules.game, self.rules.payoff);
        let all = unfold_at_most(game, &start, payoff, usize::MAX, limits)
            .map_err(|Unfinished { stopped, .. }| Refused::Stopped(stopped))?;
        let names = all.positions.iter().map(|position| name_of(game, position));
        let names: Vec<String> = names.collect();
        let numbers = (0..).zip(&names);
        let rules = NamedRules {
            numbers: numbers.map(|(i, name)| (name.clone(), i)).collect(),
            names,
            all,
            game,
            title: title(self.rules),
        };
        audit(&rules, &table, limits)
    }
}

impl<G: Game> fmt::Debug for GameTable<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameTable")
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

/// The moves of all positions, enumerated by the rules, under their names.
struct NamedRules<'a, G: Game> {
    game: &'a G,
    title: Title,
    all: Unfolding<G>,
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl<G: Game> NamedRules<'_, G> {
    fn number(&self, key: Key<'_>) -> Option<u32> {
        match key {
            Key::Name(name) => self.numbers.get(name).copied(),
            Key::Number(..) => None,
        }
    }
}

impl<G: Game> TableRules for NamedRules<'_, G> {
    fn game(&self) -> String {
        self.title.game.clone()
    }

    fn version(&self) -> u32 {
        self.title.rules
    }

    fn has_points(&self) -> bool {
        self.title.values == Values::Margin
    }

    fn start(&self) -> Key<'_> {
        Key::Name(&self.names[0])
    }

    fn expand(&self, keys: &[Key<'_>], out: &mut EntryMoves) {
        out.clear();
        let graph = &self.all.graph;
        for &key in keys {
            let Some(number) = self.number(key) else {
                out.push_entry(Standing::Nothing, 0);
                continue;
            };
            for (edge, to) in graph.moves(number) {
                out.moves.push(EntryMove {
                    tier: 0,
                    number: out.names.len() as u64,
                    effect: MoveEffect {
                        gain: graph.gains.get(edge).copied().unwrap_or(0),
                        keeps_turn: graph.keeps_turn(edge),
                    },
                });
                out.names.push(self.names[to as usize].clone());
            }
            let number = number as usize;
            let standing = match graph.outcomes[number] {
                None => Standing::Open,
                Some(_) if self.has_points() => Standing::Over(graph.settled[number]),
                Some(outcome) => Standing::Over(outcome.sign()),
            };
            out.push_entry(standing, 1);
        }
    }

    fn text(&self, key: Key<'_>) -> String {
        match key {
            Key::Name(name) => name.to_owned(),
            Key::Number(..) => String::new(),
        }
    }

    fn move_text(&self, key: Key<'_>, index: usize) -> String {
        let position = self.number(key).map(|i| &self.all.positions[i as usize]);
        let moves = position.map(|position| self.game.legal_moves(position));
        moves.map_or_else(String::new, |moves| format!("{:?}", moves[index]))
    }
}

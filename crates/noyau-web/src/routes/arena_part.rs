//! Parts of arenas that are too large to be drawn whole: the first plies, what lies around a vertex, or sampled plays.
//!
//! What is said of a part holds for the whole. Values come from a solution of the whole, and vertices whose successors are
//! not all in the part are listed.

use crate::error::ApiError;
use noyau::arena::{Arena, Draft, Ending, Names, Rows};
use noyau::dynamic::OpenGame;
use noyau::limits::Limits;
use noyau::random::SplitMix;
use noyau::{Outcome, Side, Value, message};
use serde::Deserialize;
use std::collections::HashMap;

/// A part of no given size has about as many vertices as can be read at once.
const LEGIBLE: usize = 150;
/// The plays of a sample of no given size.
const PLAYS: u32 = 5;
/// The moves of a position that are looked at.
const MOST_MOVES: usize = 2000;

/// What a part consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// The vertices reached by so many moves.
    Plies,
    /// The vertices at most so far away, forwards or backwards.
    Around,
    /// The vertices of so many random plays.
    Plays,
}

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Plies => "plies",
            Self::Around => "around",
            Self::Plays => "plays",
        }
    }
}

/// The part that is wanted.
pub(super) struct Wanted<'a> {
    pub(super) kind: Kind,
    pub(super) size: Option<u32>,
    /// The vertex from which it is measured; the start if it is not said.
    pub(super) vertex: Option<&'a str>,
    pub(super) seed: u64,
    pub(super) most: usize,
    pub(super) most_edges: usize,
}

/// What a part of an arena has of the whole.
pub(super) struct Part {
    pub(super) kind: Kind,
    /// The plies, distance or plays that it has.
    pub(super) size: u32,
    pub(super) seed: u64,
    /// The vertices with successors outside.
    pub(super) open: Vec<u32>,
    /// Whether vertices of that size are missing, for there are too many.
    pub(super) is_cut: bool,
    /// The vertices of the whole, in the order of those of the part.
    pub(super) vertices: Vec<u32>,
}

/// The whole that a part is taken from. Its vertices are numbers.
pub(super) trait Whole {
    /// The vertex of that name, or the start.
    fn find(&mut self, name: Option<&str>) -> Result<u32, ApiError>;
    /// `None` if time is up.
    fn successors(&mut self, v: u32) -> Option<Vec<u32>>;
    /// Those that are known.
    fn predecessors(&self, v: u32) -> Vec<u32>;
    fn name(&self, v: u32) -> String;
    fn owner(&self, v: u32) -> Option<Side>;
    fn ending(&self, v: u32) -> Ending;
}

impl Whole for &Arena {
    fn find(&mut self, name: Option<&str>) -> Result<u32, ApiError> {
        let Some(name) = name else {
            return Ok(self.start());
        };
        let found = self.names().index().find(name);
        found.ok_or_else(|| {
            ApiError::bad(message!(
                "there is no vertex called {name:?}",
                "aucun sommet ne s'appelle {name:?}"
            ))
        })
    }

    fn successors(&mut self, v: u32) -> Option<Vec<u32>> {
        Some(self.graph().successors(v).to_vec())
    }

    fn predecessors(&self, v: u32) -> Vec<u32> {
        self.graph().predecessors(v).to_vec()
    }

    fn name(&self, v: u32) -> String {
        Arena::name(self, v).into_owned()
    }

    fn owner(&self, v: u32) -> Option<Side> {
        Arena::owner(self, v)
    }

    fn ending(&self, v: u32) -> Ending {
        Arena::ending(self, v)
    }
}

/// A game that is too large to be unfolded: its positions are numbered as they are visited.
pub(super) struct Walk<'a> {
    game: &'a mut dyn OpenGame,
    limits: &'a Limits,
    /// Whether a position serves both sides.
    is_shared: bool,
    numbers: HashMap<String, u32>,
    visited: Vec<Visited>,
    rows: HashMap<u32, Option<Vec<u32>>>,
}

/// A position that was visited.
struct Visited {
    /// Its text, with the side to move.
    text: String,
    name: String,
    side: Side,
    outcome: Option<Outcome>,
}

impl<'a> Walk<'a> {
    /// A walk from the position of the game.
    pub(super) fn new(game: &'a mut dyn OpenGame, limits: &'a Limits, is_shared: bool) -> Self {
        let mut walk = Self {
            game,
            limits,
            is_shared,
            numbers: HashMap::new(),
            visited: Vec::new(),
            rows: HashMap::new(),
        };
        walk.here();
        walk
    }

    /// The number of the position of the game.
    fn here(&mut self) -> u32 {
        let text = self.game.board();
        let name = match text.rsplit_once(' ') {
            Some((board, _)) if self.is_shared => board,
            _ => &text,
        };
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.visited.len() as u32;
        let name = name.to_owned();
        self.numbers.insert(name.clone(), number);
        // In games with points the graph does not say who wins.
        let outcome = self.game.outcome().filter(|_| !self.game.has_points());
        let side = self.game.side();
        self.visited.push(Visited {
            text,
            name,
            side,
            outcome,
        });
        number
    }

    /// The text of a visited position, and its outcome if it is terminal.
    pub(super) fn position(&self, v: u32) -> (&str, Option<Outcome>) {
        let visited = &self.visited[v as usize];
        (&visited.text, visited.outcome)
    }

    fn expand(&mut self, v: u32) -> Option<Vec<u32>> {
        self.limits.check(0).ok()?;
        self.game.set_board(&self.visited[v as usize].text).ok()?;
        let (moves, all) = self.game.first_moves(MOST_MOVES);
        let mut row = Vec::with_capacity(moves.len());
        for mv in &moves {
            self.game.play(mv).ok()?;
            row.push(self.here());
            self.game.undo();
        }
        (moves.len() == all).then_some(row)
    }
}

impl Whole for Walk<'_> {
    fn find(&mut self, name: Option<&str>) -> Result<u32, ApiError> {
        let Some(name) = name else {
            return Ok(0);
        };
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        self.game.set(name)?;
        Ok(self.here())
    }

    fn successors(&mut self, v: u32) -> Option<Vec<u32>> {
        if let Some(row) = self.rows.get(&v) {
            return row.clone();
        }
        let row = self.expand(v);
        self.rows.insert(v, row.clone());
        row
    }

    fn predecessors(&self, _: u32) -> Vec<u32> {
        Vec::new()
    }

    fn name(&self, v: u32) -> String {
        self.visited[v as usize].name.clone()
    }

    fn owner(&self, v: u32) -> Option<Side> {
        (!self.is_shared).then(|| self.visited[v as usize].side)
    }

    fn ending(&self, v: u32) -> Ending {
        let Visited { side, outcome, .. } = &self.visited[v as usize];
        match outcome {
            None | Some(Outcome::Loss) => Ending::Unsaid,
            Some(outcome) => { outcome.winner(*side) }.map_or(Ending::Draw, Ending::won_by),
        }
    }
}

/// The vertices of a part, in the order in which they were found.
#[derive(Default)]
struct Chosen {
    all: Vec<u32>,
    places: HashMap<u32, u32>,
    size: u32,
    is_cut: bool,
}

impl Chosen {
    fn add(&mut self, v: u32) {
        let place = self.all.len() as u32;
        if self.places.insert(v, place).is_none() {
            self.all.push(v);
        }
    }

    fn truncate(&mut self, most: usize) {
        self.is_cut |= most < self.all.len();
        for v in self.all.drain(most.min(self.all.len())..) {
            self.places.remove(&v);
        }
    }
}

/// The vertices at a growing distance.
fn neighbourhood(whole: &mut dyn Whole, from: u32, wanted: &Wanted<'_>) -> Chosen {
    let mut chosen = Chosen::default();
    chosen.add(from);
    let mut border = 0;
    while wanted.size.is_none_or(|size| chosen.size < size) {
        let mut next = Chosen::default();
        for &v in &chosen.all[border..] {
            let mut beside = whole.successors(v).unwrap_or_default();
            if wanted.kind == Kind::Around {
                beside.extend(whole.predecessors(v));
            }
            for w in beside {
                if !chosen.places.contains_key(&w) {
                    next.add(w);
                }
            }
            if next.all.len() > wanted.most {
                break;
            }
        }
        let together = chosen.all.len() + next.all.len();
        if next.all.is_empty() || wanted.size.is_none() && chosen.size > 0 && together > LEGIBLE {
            break;
        }
        border = chosen.all.len();
        for v in next.all {
            chosen.add(v);
        }
        chosen.size += 1;
        if together > wanted.most {
            chosen.truncate(wanted.most);
            break;
        }
    }
    chosen
}

/// The vertices of random plays.
fn plays(whole: &mut dyn Whole, from: u32, wanted: &Wanted<'_>) -> Chosen {
    let plays = wanted.size.unwrap_or(PLAYS).clamp(1, wanted.most as u32);
    let longest = wanted.most / plays as usize;
    let mut random = SplitMix(wanted.seed);
    let mut chosen = Chosen {
        size: plays,
        ..Chosen::default()
    };
    for _ in 0..plays {
        let mut at = from;
        chosen.add(at);
        for ply in 0.. {
            let next = whole.successors(at).unwrap_or_default();
            if next.is_empty() {
                break;
            }
            if ply == longest {
                chosen.is_cut = true;
                break;
            }
            at = next[random.below(next.len())];
            chosen.add(at);
        }
    }
    chosen.truncate(wanted.most);
    chosen
}

/// The moves between chosen vertices, and the vertices with others.
fn moves(whole: &mut dyn Whole, chosen: &Chosen) -> (Rows, Vec<u32>) {
    let mut rows = Rows::new();
    let mut open = Vec::new();
    for (place, &v) in (0u32..).zip(&chosen.all) {
        let row = whole.successors(v);
        let mut is_open = row.is_none();
        for w in row.unwrap_or_default() {
            match chosen.places.get(&w) {
                Some(&w) => rows.push(w),
                None => is_open = true,
            }
        }
        rows.end_row();
        if is_open {
            open.push(place);
        }
    }
    (rows, open)
}

/// The part of a whole that is wanted.
pub(super) fn part(whole: &mut dyn Whole, wanted: &Wanted<'_>) -> Result<(Arena, Part), ApiError> {
    let from = whole.find(wanted.vertex)?;
    let mut chosen = match wanted.kind {
        Kind::Plies | Kind::Around => neighbourhood(whole, from, wanted),
        Kind::Plays => plays(whole, from, wanted),
    };
    let (successors, open) = loop {
        let (rows, open) = moves(whole, &chosen);
        if rows.edges() <= wanted.most_edges || chosen.all.len() < 2 {
            break (rows, open);
        }
        chosen.truncate(chosen.all.len() * 3 / 4);
    };
    let vertices = chosen.all;
    let endings: Vec<Ending> = vertices.iter().map(|&v| whole.ending(v)).collect();
    let declared = endings.iter().any(|&ending| ending != Ending::Unsaid);
    let names: Vec<String> = vertices.iter().map(|&v| whole.name(v)).collect();
    let arena = Arena::from(Draft {
        successors,
        names: Names::words(names),
        owners: vertices.iter().map(|&v| whole.owner(v)).collect(),
        endings: declared.then_some(endings),
        start: 0,
    });
    let part = Part {
        kind: wanted.kind,
        size: chosen.size,
        seed: wanted.seed,
        open,
        is_cut: chosen.is_cut,
        vertices,
    };
    Ok((arena, part))
}

/// For each vertex that is won, a move to a vertex of the part that wins soonest.
pub(super) fn best_moves(arena: &Arena, values: &[Option<Value>]) -> Vec<(u32, u32)> {
    let best = |v: u32| {
        let value = values[v as usize].filter(|value| value.outcome() == Outcome::Win)?;
        let after = |w: u32| {
            let keeps = arena.keeps_turn(v, w);
            values[w as usize].map(|value| value.seen_by_parent(keeps))
        };
        let mut next = arena.graph().successors(v).iter();
        Some((v, *next.find(|&&w| after(w) == Some(value))?))
    };
    arena.graph().vertices().filter_map(best).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau::solve::retrograde;

    fn wanted(kind: Kind, size: u32) -> Wanted<'static> {
        Wanted {
            kind,
            size: Some(size),
            vertex: None,
            seed: 1,
            most: 1000,
            most_edges: 10_000,
        }
    }

    /// A walk through a game that can be unfolded finds the same vertices as its arena.
    #[test]
    fn a_walk_agrees_with_the_arena() {
        for name in [
            "tictactoe",
            "nim:3,4",
            "leapfrog:3",
            "matches:9,3",
            "morris:3",
        ] {
            let mut game = noyau_games::open(name, &noyau::dynamic::no_files).unwrap();
            let limits = Limits::default();
            let arena = game.arena(&limits).unwrap();
            let is_shared = arena.owners().is_none();
            let solution = retrograde::solve(&arena, 1);
            let mut walk = Walk::new(&mut *game, &limits, is_shared);
            for (kind, size) in [(Kind::Plies, 2), (Kind::Plays, 3)] {
                let (seen, walked) = part(&mut walk, &wanted(kind, size)).unwrap();
                let (cut_out, cut) = part(&mut &arena, &wanted(kind, size)).unwrap();
                let names = |arena: &Arena| -> Vec<String> {
                    let all = arena.graph().vertices();
                    all.map(|v| arena.name(v).into_owned()).collect()
                };
                assert_eq!(names(&seen), names(&cut_out), "{name}");
                assert_eq!(walked.open, cut.open, "{name}");
                for (v, &all) in (0u32..).zip(&cut.vertices) {
                    let of = |arena: &Arena, v| (arena.owner(v), arena.ending(v));
                    assert_eq!(of(&seen, v), of(&arena, all), "{name} {v}");
                    // Whoever has all successors in the part has their values.
                    let value = solution.value(all);
                    if !cut.open.contains(&v) && value.distance() == Some(0) {
                        let (_, outcome) = walk.position(walked.vertices[v as usize]);
                        assert_eq!(outcome.map(Value::terminal), Some(value), "{name} {v}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_part_is_no_larger_than_wanted_and_says_what_it_lacks() {
        // A path of ten vertices, from the middle.
        let rows = Rows::from_edges(10, &(0..9).map(|v| (v, v + 1)).collect::<Vec<_>>());
        let arena = Arena::from(Draft::plain(rows));
        let around = Wanted {
            vertex: Some("5"),
            ..wanted(Kind::Around, 2)
        };
        let (_, found) = part(&mut &arena, &around).unwrap();
        assert_eq!(found.vertices, [5, 6, 4, 7, 3]);
        assert_eq!(found.open, [3]);
        assert!(!found.is_cut);
        let few = Wanted { most: 3, ..around };
        let (_, found) = part(&mut &arena, &few).unwrap();
        assert_eq!((found.vertices.len(), found.is_cut), (3, true));
        let nowhere = Wanted {
            vertex: Some("x"),
            ..wanted(Kind::Around, 2)
        };
        assert!(part(&mut &arena, &nowhere).is_err());
    }

    #[test]
    fn winning_moves_inside_a_part_are_best_in_the_whole() {
        let game = noyau_games::open("tictactoe", &noyau::dynamic::no_files).unwrap();
        let arena = game.arena(&Limits::default()).unwrap();
        let solution = retrograde::solve(&arena, 1);
        let (shown, found) = part(&mut &arena, &wanted(Kind::Plays, 9)).unwrap();
        let values = found.vertices.iter().map(|&v| Some(solution.value(v)));
        let best = best_moves(&shown, &values.collect::<Vec<_>>());
        assert!(!best.is_empty());
        for (v, w) in best {
            let [v, w] = [v, w].map(|v| found.vertices[v as usize]);
            assert_eq!(solution.value_of_move(&arena, v, w), solution.value(v));
        }
    }
}

//! The exact values of all positions that play can reach, kept to be asked for often.

use super::open::{Open, State};
use super::{Answer, Worth};
use hashbrown::{DefaultHashBuilder, HashTable};
use noyau_core::game::Side;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::Notation;
use noyau_core::value::margin_of_move;
use noyau_graph::arena::Arena;
use noyau_graph::arena::unfold::{Unfolding, unfold, unfold_with};
use noyau_graph::{nimbers, retrograde};
use std::any::Any;
use std::fmt;
use std::hash::BuildHasher;
use std::sync::Arc;

/// A table of exact values of one game, cheap to share. Only a game of the same kind understands it.
#[derive(Clone)]
pub struct Known {
    of: Arc<dyn Any + Send + Sync>,
    /// The game, with its parameters.
    game: Arc<str>,
    len: usize,
    bytes: u64,
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Known({}, {} positions)", self.game, self.len)
    }
}

impl Known {
    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.len
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// What stands behind it.
struct Table<G: Notation> {
    all: Unfolding<G>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
    values: Values,
    /// Whom the first position belongs to, where the positions do not tell.
    side: Side,
}

enum Values {
    Outcomes {
        arena: Box<Arena>,
        solution: retrograde::Solution,
        /// By vertex, in impartial games under normal play.
        nimbers: Option<Vec<u32>>,
    },
    /// The margins to come, and what each move gains.
    Margins(Vec<i32>, Vec<i32>),
}

impl Values {
    fn bytes(&self) -> usize {
        match self {
            Self::Outcomes { arena, nimbers, .. } => {
                let nimbers = nimbers.as_ref().map_or(0, Vec::len);
                // Successors, predecessors, owners, endings, outcomes and distances.
                8 * (arena.graph().edges() + arena.len()) + 7 * arena.len() + 4 * nimbers
            }
            Self::Margins(margins, gains) => 4 * (margins.len() + gains.len()),
        }
    }
}

impl<G: Notation> Table<G> {
    /// The number of a position, if it is there.
    fn number(&self, position: &G::Position) -> Option<u32> {
        let hash = self.hasher.hash_one(position);
        let positions = &self.all.positions;
        let found = self
            .index
            .find(hash, |&v| positions[v as usize] == *position);
        found.copied()
    }

    /// The moves of a position in a game with points: where each leads, and the margin to come by it.
    fn margins_of_moves<'a>(
        &'a self,
        margins: &'a [i32],
        gains: &'a [i32],
        number: u32,
    ) -> impl Iterator<Item = (u32, i32)> + 'a {
        let from = self.all.successors.offsets()[number as usize] as usize;
        let moves = (from..).zip(self.all.successors.row(number));
        moves.map(|(edge, &w)| {
            let keeps = self.all.kept.get(edge).copied().unwrap_or(false);
            let after = margins[w as usize];
            (w, margin_of_move(gains[edge], keeps, after))
        })
    }
}

impl<G: Notation> Open<G> {
    fn own_name(&self) -> String {
        format!("{}:{}", self.spec.info.name, self.game.parameters())
    }

    pub(super) fn tabulate(&self, limits: &Limits) -> Result<Known, (Stopped, usize)> {
        let State { position, side, .. } = self.now();
        let (all, values) = match &self.spec.points {
            None => {
                let all = unfold(&self.game, position, limits)?;
                let arena = all.arena(&self.game);
                let solution = retrograde::solve(&arena, limits.threads());
                let nimbers = self
                    .is_normal_play()
                    .then(|| nimbers::nimbers(arena.graph()));
                let nimbers = nimbers.and_then(Result::ok);
                let values = Values::Outcomes {
                    arena: Box::new(arena),
                    solution,
                    nimbers,
                };
                (all, values)
            }
            Some(points) => {
                let mut gains = Vec::new();
                let all = unfold_with(&self.game, position, limits, |position, mv| {
                    gains.push((points.gain)(&self.game, position, mv));
                })?;
                let margins = self.margins_of(points, &all, &gains);
                (all, Values::Margins(margins, gains))
            }
        };
        let hasher = DefaultHashBuilder::default();
        let mut index = HashTable::with_capacity(all.positions.len());
        for (number, position) in (0..).zip(&all.positions) {
            index.insert_unique(hasher.hash_one(position), number, |&other: &u32| {
                hasher.hash_one(&all.positions[other as usize])
            });
        }
        let bytes = all.positions.capacity() * size_of::<G::Position>()
            + index.capacity() * 5
            + 4 * (all.successors.edges() + all.successors.len())
            + all.kept.capacity()
            + values.bytes();
        Ok(Known {
            game: self.own_name().into(),
            len: all.positions.len(),
            bytes: bytes as u64,
            of: Arc::new(Table {
                all,
                index,
                hasher,
                values,
                side: *side,
            }),
        })
    }

    fn table<'a>(&self, known: &'a Known) -> Option<&'a Table<G>> {
        let same = *known.game == *self.own_name();
        known.of.downcast_ref::<Table<G>>().filter(|_| same)
    }

    pub(super) fn look_up(&self, known: &Known) -> Option<Vec<(String, Worth)>> {
        let table = self.table(known)?;
        let State { position, side, .. } = self.now();
        let number = table.number(position)?;
        let worths: Vec<Worth> = match &table.values {
            Values::Outcomes {
                arena, solution, ..
            } => {
                let v = table.all.vertex(number as usize, *side);
                let successors = arena.graph().successors(v).iter();
                successors
                    .map(|&w| solution.value_of_move(arena, v, w).into())
                    .collect()
            }
            Values::Margins(margins, gains) => table
                .margins_of_moves(margins, gains, number)
                .map(|(_, margin)| Worth::of_margin(self.lead() + margin))
                .collect(),
        };
        let moves = self.legal(position).into_iter();
        let names = moves.map(|mv| self.game.format_move(position, mv));
        Some(names.zip(worths).collect())
    }

    /// The whole answer from a table, best play included, if it has the position.
    pub(super) fn answer_by(&self, known: &Known) -> Option<Answer> {
        let table = self.table(known)?;
        let State { position, side, .. } = self.now();
        let all = &table.all;
        let number = table.number(position)?;
        let (answer, worth, nimber) = match &table.values {
            Values::Outcomes {
                arena,
                solution,
                nimbers,
            } => {
                let start = all.vertex(number as usize, *side);
                let answer = self.answer(
                    false,
                    start,
                    |v| all.position(v).clone(),
                    |v| {
                        let successors = arena.graph().successors(v).iter();
                        successors
                            .map(|&w| (w, solution.value_of_move(arena, v, w)))
                            .collect()
                    },
                    Worth::from,
                );
                let nimber = nimbers.as_ref().map(|nimbers| nimbers[start as usize]);
                (answer, solution.value(start).into(), nimber)
            }
            Values::Margins(margins, gains) => {
                let lead = self.lead();
                let answer = self.answer(
                    false,
                    number,
                    |v| all.positions[v as usize].clone(),
                    |v| table.margins_of_moves(margins, gains, v).collect(),
                    |margin| Worth::of_margin(lead + margin),
                );
                let worth = Worth::of_margin(lead + margins[number as usize]);
                (answer, worth, None)
            }
        };
        Some(Answer {
            worth: Some(worth),
            nimber,
            positions: Some(all.positions.len() as u64),
            ..answer
        })
    }

    pub(super) fn set_up(&mut self, known: &Known, number: usize) -> bool {
        let Some((position, side)) = self.table(known).and_then(|table| {
            let position = table.all.positions.get(number)?;
            Some((position.clone(), table.side))
        }) else {
            return false;
        };
        let side = self.game.to_move(&position).unwrap_or(side);
        // Who won what on the way is not known: it is shared out evenly.
        let won = self.spec.points.as_ref();
        let won = won.and_then(|points| (points.won)(&self.game, &position));
        let won = won.unwrap_or(0);
        let points = [won - won / 2, won / 2];
        self.line = vec![State {
            position,
            side,
            points,
        }];
        true
    }
}

//! The exact values of all positions that play can reach, kept to be asked for often.

use super::Worth;
use super::open::{Open, State};
use crate::arena::Arena;
use crate::arena::unfold::{Unfolding, unfold, unfold_with};
use crate::game::Side;
use crate::limits::{Limits, Stopped};
use crate::notation::Notation;
use crate::solve::{margins, retrograde};
use hashbrown::{DefaultHashBuilder, HashTable};
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
    Outcomes(Arena, retrograde::Solution),
    /// The margins to come, and what each move gains.
    Margins(Vec<i32>, Vec<i32>),
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
                (all, Values::Outcomes(arena, solution))
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
        Ok(Known {
            game: self.own_name().into(),
            len: all.positions.len(),
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
        let all = &table.all;
        let found = table.index.find(table.hasher.hash_one(position), |&v| {
            all.positions[v as usize] == *position
        });
        let number = *found?;
        let worths: Vec<Worth> = match &table.values {
            Values::Outcomes(arena, solution) => {
                let v = all.vertex(number as usize, *side);
                let successors = arena.graph().successors(v).iter();
                successors
                    .map(|&w| solution.value_of_move(arena, v, w).into())
                    .collect()
            }
            Values::Margins(margins, gains) => {
                let from = all.successors.offsets()[number as usize] as usize;
                (from..)
                    .zip(all.successors.row(number))
                    .map(|(edge, &w)| {
                        let keeps = all.kept.get(edge).copied().unwrap_or(false);
                        let after = margins[w as usize];
                        let margin = margins::Pointed::margin_of_move(gains[edge], keeps, after);
                        Worth::of_margin(self.lead() + margin)
                    })
                    .collect()
            }
        };
        let moves = self.legal(position).into_iter();
        let names = moves.map(|mv| self.game.format_move(position, mv));
        Some(names.zip(worths).collect())
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

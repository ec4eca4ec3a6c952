//! The definitions of the course, written as plainly as possible and without regard to cost. Solvers are judged by them.

use noyau::arena::{Arena, Draft, Ending, Names, Rows};
use noyau::{Side, Value};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A small graph of a game.
#[derive(Debug, Clone)]
pub(crate) struct Plain {
    pub(crate) successors: Vec<Vec<usize>>,
    pub(crate) owners: Option<Vec<Side>>,
    pub(crate) endings: Vec<Ending>,
}

/// A vertex and the side to move there.
pub(crate) type Place = (usize, Side);

impl Plain {
    /// A graph of positions.
    pub(crate) fn of(successors: &[&[usize]]) -> Self {
        Self {
            successors: successors.iter().map(|row| row.to_vec()).collect(),
            owners: None,
            endings: vec![Ending::Unsaid; successors.len()],
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.successors.len()
    }

    pub(crate) fn arena(&self) -> Arena {
        let edges: Vec<(u32, u32)> = (0..self.len())
            .flat_map(|u| {
                self.successors[u]
                    .iter()
                    .map(move |&v| (u as u32, v as u32))
            })
            .collect();
        Arena::from(Draft {
            successors: Rows::from_edges(self.len(), &edges),
            names: Names::numbered(self.len()),
            owners: self.owners.clone(),
            endings: Some(self.endings.clone()),
            start: 0,
        })
    }

    pub(crate) fn mover(&self, v: usize, otherwise: Side) -> Side {
        self.owners.as_ref().map_or(otherwise, |owners| owners[v])
    }

    /// The places one move on.
    pub(crate) fn next(&self, (v, side): Place) -> Vec<Place> {
        let successors = self.successors[v].iter();
        successors
            .map(|&w| (w, self.mover(w, side.other())))
            .collect()
    }

    /// `None` where play goes on, else won by a side or drawn.
    pub(crate) fn end(&self, (v, side): Place) -> Option<Ending> {
        if !self.successors[v].is_empty() {
            return None;
        }
        Some(match self.endings[v] {
            Ending::Unsaid => Ending::won_by(side.other()),
            said => said,
        })
    }

    /// The value of every vertex for the side to move: who can force a win within k moves, for k = 0, 1, 2, …
    pub(crate) fn values(&self) -> Vec<Value> {
        let places: Vec<Place> = (0..self.len())
            .flat_map(|v| Side::BOTH.map(|side| (v, self.mover(v, side))))
            .collect();
        let number = |place: &Place| 2 * place.0 + place.1 as usize;
        let mut forced: [Vec<Option<u32>>; 2] =
            [vec![None; 2 * self.len()], vec![None; 2 * self.len()]];
        for k in 0..=2 * self.len() as u32 {
            for player in Side::BOTH {
                let before = forced[player as usize].clone();
                for place in &places {
                    let there = |next: &Place| before[number(next)].is_some();
                    let now = match self.end(*place) {
                        Some(end) => end == Ending::won_by(player),
                        None if place.1 == player => self.next(*place).iter().any(there),
                        None => self.next(*place).iter().all(there),
                    };
                    let known = &mut forced[player as usize][number(place)];
                    if now && known.is_none() {
                        *known = Some(k);
                    }
                }
            }
        }
        (0..self.len())
            .map(|v| {
                let side = self.mover(v, Side::First);
                let at = number(&(v, side));
                match (forced[side as usize][at], forced[side.other() as usize][at]) {
                    (Some(k), _) => Value::Win(k),
                    (None, Some(k)) => Value::Loss(k),
                    (None, None) => Value::Draw,
                }
            })
            .collect()
    }

    /// The course's sequence `A_0`, `A_1`, …, until it stands still. Needs owners.
    pub(crate) fn attractor(&self, player: Side, targets: &[usize]) -> Vec<BTreeSet<usize>> {
        let mut sequence = vec![targets.iter().copied().collect::<BTreeSet<_>>()];
        loop {
            let last = &sequence[sequence.len() - 1];
            let mut next = last.clone();
            for v in 0..self.len() {
                let successors = &self.successors[v];
                let joins = if self.mover(v, player) == player {
                    successors.iter().any(|w| last.contains(w))
                } else {
                    !successors.is_empty() && successors.iter().all(|w| last.contains(w))
                };
                if joins {
                    next.insert(v);
                }
            }
            if next == *last {
                return sequence;
            }
            sequence.push(next);
        }
    }

    /// Every stable and absorbing set, as bits.
    pub(crate) fn kernels(&self) -> Vec<u32> {
        let has = |set: u32, v: usize| set >> v & 1 == 1;
        let is_kernel = |&set: &u32| {
            (0..self.len()).all(|v| {
                let into = self.successors[v].iter().any(|&w| has(set, w));
                has(set, v) != into
            })
        };
        (0..1 << self.len()).filter(is_kernel).collect()
    }

    /// Where one can be after exactly so many moves.
    fn after(&self, from: usize, moves: usize) -> BTreeSet<usize> {
        let mut here = BTreeSet::from([from]);
        for _ in 0..moves {
            here = here
                .iter()
                .flat_map(|&v| self.successors[v].clone())
                .collect();
        }
        here
    }

    pub(crate) fn is_acyclic(&self) -> bool {
        (0..self.len()).all(|v| self.after(v, self.len()).is_empty())
    }

    /// Whether the vertex can come again.
    pub(crate) fn is_on_cycle(&self, v: usize) -> bool {
        (1..=self.len()).any(|moves| self.after(v, moves).contains(&v))
    }

    pub(crate) fn reaches(&self, from: usize, to: usize) -> bool {
        (0..=self.len()).any(|moves| self.after(from, moves).contains(&to))
    }

    /// The number of edges on a longest path of a graph without cycles.
    pub(crate) fn longest(&self) -> usize {
        let alive = |&moves: &usize| (0..self.len()).any(|v| !self.after(v, moves).is_empty());
        (0..=self.len()).filter(alive).max().unwrap_or(0)
    }

    pub(crate) fn is_bipartite(&self) -> bool {
        (0..1u32 << self.len()).any(|sides| {
            (0..self.len()).all(|u| {
                let other = |&v: &usize| sides >> u & 1 != sides >> v & 1;
                self.successors[u].iter().all(other)
            })
        })
    }

    /// The nimber of a vertex of a graph without cycles.
    pub(crate) fn nimber(&self, v: usize) -> u32 {
        let others: BTreeSet<u32> = self.successors[v].iter().map(|&w| self.nimber(w)).collect();
        let most = others.len() as u32;
        (0..=most).find(|n| !others.contains(n)).unwrap()
    }

    /// The places where play can be after 0, 1, 2, … moves when `player` follows the strategy from `from`, for more moves
    /// than there are places. Play stops where the strategy is silent.
    pub(crate) fn plays(
        &self,
        player: Side,
        from: usize,
        moves: &[(usize, usize)],
    ) -> Vec<BTreeSet<Place>> {
        let choice = |v: usize| moves.iter().rev().find(|&&(u, _)| u == v).map(|&(_, w)| w);
        let mut here = BTreeSet::from([(from, self.mover(from, Side::First))]);
        let mut all = Vec::new();
        for _ in 0..=2 * self.len() + 1 {
            let next = here.iter().flat_map(|&place| {
                let mut next = self.next(place);
                if place.1 == player {
                    next.retain(|&(w, _)| Some(w) == choice(place.0));
                }
                next
            });
            let next = next.collect();
            all.push(std::mem::replace(&mut here, next));
        }
        all
    }

    /// Whether the moves are edges, and of the player where vertices are owned.
    pub(crate) fn are_moves_of(&self, player: Side, moves: &[(usize, usize)]) -> bool {
        moves
            .iter()
            .all(|&(u, v)| self.mover(u, player) == player && self.successors[u].contains(&v))
    }

    /// Whether the strategy is legal, speaks exactly where play can come, and wins every play; or, if it need not win,
    /// never loses one.
    pub(crate) fn holds(
        &self,
        player: Side,
        from: usize,
        moves: &[(usize, usize)],
        wins: bool,
    ) -> bool {
        let plays = self.plays(player, from, moves);
        let met: BTreeSet<Place> = plays.iter().flatten().copied().collect();
        let asked = |&&place: &&Place| place.1 == player && self.end(place).is_none();
        let domain: BTreeSet<usize> = met.iter().filter(asked).map(|&(v, _)| v).collect();
        let ends = met.iter().filter_map(|&place| self.end(place));
        self.are_moves_of(player, moves)
            && domain == moves.iter().map(|&(v, _)| v).collect()
            && ends
                .into_iter()
                .all(|end| end == Ending::won_by(player) || (end == Ending::Draw && !wins))
            && (!wins || plays[plays.len() - 1].is_empty())
    }
}

/// How a random graph is made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) owners: bool,
    pub(crate) cycles: bool,
    pub(crate) draws: bool,
}

/// Random graphs of at most so many vertices, with repeated edges, and loops where there may be cycles.
pub(crate) fn graphs(most: usize, kind: Kind) -> impl Strategy<Value = Plain> {
    (1..=most).prop_flat_map(move |n| {
        let row = prop::collection::vec(0..n, 0..=3);
        let rows = prop::collection::vec(row, n);
        let owners = prop::collection::vec(prop::sample::select(&Side::BOTH[..]), n);
        let ending = prop::sample::select(vec![
            Ending::Unsaid,
            Ending::Draw,
            Ending::First,
            Ending::Second,
        ]);
        let endings = prop::collection::vec(ending, n);
        (rows, owners, endings).prop_map(move |(mut successors, owners, mut endings)| {
            for (v, row) in successors.iter_mut().enumerate() {
                if !kind.cycles {
                    row.retain(|&w| w > v);
                }
                let won = matches!(endings[v], Ending::First | Ending::Second);
                if !row.is_empty()
                    || (won && !kind.owners)
                    || (endings[v] == Ending::Draw && !kind.draws)
                {
                    endings[v] = Ending::Unsaid;
                }
            }
            Plain {
                successors,
                owners: kind.owners.then_some(owners),
                endings,
            }
        })
    })
}

/// Random graphs of every kind.
pub(crate) fn any_graph(most: usize) -> impl Strategy<Value = Plain> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_flat_map(move |(owners, cycles, draws)| {
        graphs(
            most,
            Kind {
                owners,
                cycles,
                draws,
            },
        )
    })
}

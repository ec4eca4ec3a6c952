//! The kernel, nimbers and a winning strategy, vertex by vertex.

use super::{NONE, equation, is_none, names, vertex};
use crate::exercise::posed::{Kind, Next, Shown, Work, side_name};
use noyau_core::game::{Outcome, Side};
use noyau_core::language::Message;
use noyau_core::limits::Limits;
use noyau_core::message;
use noyau_graph::arena::Arena;
use noyau_graph::kernel;
use noyau_graph::retrograde::{self, Solution};
use noyau_graph::strategy::{self, Verdict};
use std::collections::BTreeSet;

/// The kernel, vertex by vertex.
pub(super) struct Kernel<'a> {
    arena: &'a Arena,
    taken: Vec<u32>,
    /// The vertex with which each was removed.
    dropped: Vec<Option<u32>>,
    none: bool,
}

impl<'a> Kernel<'a> {
    pub(super) fn new(arena: &'a Arena) -> Self {
        Self {
            arena,
            taken: Vec::new(),
            dropped: vec![None; arena.len()],
            none: false,
        }
    }

    fn is_here(&self, v: u32) -> bool {
        !self.taken.contains(&v) && self.dropped[v as usize].is_none()
    }

    /// A successor of the vertex that is still there.
    fn successor(&self, v: u32) -> Option<u32> {
        let mut successors = self.arena.graph().successors(v).iter().copied();
        successors.find(|&w| self.is_here(w))
    }

    fn sink(&self) -> Option<u32> {
        let mut all = self.arena.graph().vertices();
        all.find(|&v| self.is_here(v) && self.successor(v).is_none())
    }
}

impl Work for Kernel<'_> {
    fn take(&mut self, step: &str) -> Result<(), Message> {
        let name = |v| self.arena.name(v).into_owned();
        if is_none(step) {
            if let Some(v) = self.sink().map(name) {
                return Err(message!(
                    "{v} has no successor: go on with it",
                    "{v} n'a pas de successeur : continuez avec lui"
                ));
            }
            let found = kernel::all(self.arena.graph(), 1, &Limits::default());
            if let Some(set) = found.kernels.first() {
                let set = names(self.arena, set.iter().copied());
                return Err(message!(
                    "this graph has a kernel: {set}",
                    "ce graphe a un noyau : {set}"
                ));
            }
            self.none = true;
            return Ok(());
        }
        let v = vertex(self.arena, step)?;
        let vertex = name(v);
        if self.taken.contains(&v) {
            return Err(message!(
                "{vertex} is in the kernel already",
                "{vertex} est déjà dans le noyau"
            ));
        }
        if let Some(with) = self.dropped[v as usize].map(name) {
            return Err(message!(
                "{vertex} is a predecessor of {with}, which is in the kernel, and went with it: a kernel is stable",
                "{vertex} est un prédécesseur de {with}, qui est dans le noyau, et a été supprimé avec lui : un noyau est stable"
            ));
        }
        if let Some(next) = self.successor(v).map(name) {
            return Err(message!(
                "{vertex} still has the successor {next}: take a vertex without successor",
                "{vertex} a encore le successeur {next} : prenez un sommet sans successeur"
            ));
        }
        let predecessors = self.arena.graph().predecessors(v).iter();
        let drop: Vec<u32> = predecessors.copied().filter(|&u| self.is_here(u)).collect();
        for u in drop {
            self.dropped[u as usize] = Some(v);
        }
        self.taken.push(v);
        Ok(())
    }

    fn next(&self) -> Option<Next> {
        if self.none || self.arena.graph().vertices().all(|v| !self.is_here(v)) {
            return None;
        }
        let sink = self.sink();
        Some(match sink {
            Some(v) => {
                let sinks = self.arena.graph().vertices();
                let sinks = sinks.filter(|&v| self.is_here(v) && self.successor(v).is_none());
                let count = sinks.count();
                Next {
                    place: message!(
                        "vertices left that have no successor left: {count}",
                        "sommets restants qui n'ont plus de successeur : {count}"
                    ),
                    step: Message::only(self.arena.name(v)),
                    at: Some(v),
                }
            }
            None => Next {
                place: message!(
                    "every vertex left has a successor left: look at the cycle and try each of its vertices in a kernel",
                    "tout sommet qui reste a un successeur qui reste : regardez le cycle et essayez chacun de ses sommets dans un noyau"
                ),
                step: Message::from(NONE),
                at: None,
            },
        })
    }

    fn shown(&self) -> Shown {
        let mut shown = Shown::plain(self.arena.len());
        for (i, &v) in self.taken.iter().enumerate() {
            shown.looks[v as usize] = "kernel";
            shown.tabs[v as usize] = Some((i + 1).to_string());
        }
        for (u, with) in (0u32..).zip(&self.dropped) {
            if let Some(v) = *with {
                shown.looks[u as usize] = "dropped";
                shown.bold.push((u, v));
            }
        }
        shown
    }
}

/// Nimbers, vertex by vertex.
pub(super) struct Nimbers<'a> {
    arena: &'a Arena,
    known: Vec<Option<u32>>,
}

impl<'a> Nimbers<'a> {
    pub(super) fn new(arena: &'a Arena) -> Self {
        let known = vec![None; arena.len()];
        Self { arena, known }
    }

    /// The nimbers of the successors, or a successor without one.
    fn seen(&self, v: u32) -> Result<BTreeSet<u32>, u32> {
        let successors = self.arena.graph().successors(v).iter();
        successors
            .map(|&w| self.known[w as usize].ok_or(w))
            .collect()
    }
}

/// The least number that is not in the set.
fn mex(seen: &BTreeSet<u32>) -> u32 {
    (0..=seen.len() as u32)
        .find(|n| !seen.contains(n))
        .unwrap_or(0)
}

impl Work for Nimbers<'_> {
    fn take(&mut self, step: &str) -> Result<(), Message> {
        let (left, right) = equation(step, &Message::from(Kind::Nimbers.form()))?;
        let v = vertex(self.arena, left)?;
        let vertex = self.arena.name(v).into_owned();
        let Ok(given) = right.trim_start_matches(['*', '∗']).parse::<u32>() else {
            return Err(message!(
                "{right:?} is no nimber: they are 0, 1, 2 …",
                "{right:?} n'est pas un nimber : ce sont 0, 1, 2 …"
            ));
        };
        if self.known[v as usize].is_some() {
            return Err(message!(
                "{vertex} has its nimber already",
                "{vertex} a déjà son nimber"
            ));
        }
        let seen = self.seen(v).map_err(|w| {
            let next = self.arena.name(w).into_owned();
            message!(
                "{vertex} must wait: its successor {next} has no nimber yet",
                "{vertex} doit attendre : son successeur {next} n'a pas encore de nimber"
            )
        })?;
        let right = mex(&seen);
        let all: Vec<String> = seen.iter().map(u32::to_string).collect();
        let all = all.join(", ");
        if given == right {
            self.known[v as usize] = Some(given);
            return Ok(());
        }
        Err(if seen.is_empty() {
            message!(
                "{vertex} has no successor: the least number that none of them has is 0",
                "{vertex} n'a pas de successeur : le plus petit entier qu'aucun d'eux n'a est 0"
            )
        } else if seen.contains(&given) {
            message!(
                "{given} is the nimber of a successor of {vertex}: they have {all}",
                "{given} est le nimber d'un successeur de {vertex} : ils ont {all}"
            )
        } else {
            message!(
                "the successors of {vertex} have {all}: a number less than {given} is missing there too",
                "les successeurs de {vertex} ont {all} : un entier plus petit que {given} y manque aussi"
            )
        })
    }

    fn next(&self) -> Option<Next> {
        let open = |&v: &u32| self.known[v as usize].is_none();
        let mut ready = self.arena.graph().vertices().filter(open);
        let (v, seen) = ready.find_map(|v| Some((v, self.seen(v).ok()?)))?;
        let vertex = self.arena.name(v).into_owned();
        let nimber = mex(&seen);
        Some(Next {
            place: message!(
                "all successors of {vertex} have a nimber",
                "tous les successeurs de {vertex} ont un nimber"
            ),
            step: Message::only(format!("{vertex}={nimber}")),
            at: Some(v),
        })
    }

    fn shown(&self) -> Shown {
        let mut shown = Shown::plain(self.arena.len());
        for (v, known) in self.known.iter().enumerate() {
            if let Some(nimber) = known {
                shown.looks[v] = if *nimber == 0 { "kernel" } else { "numbered" };
                shown.tabs[v] = Some(format!("∗{nimber}"));
            }
        }
        shown
    }
}

/// A strategy, move by move.
pub(super) struct StrategyWork<'a> {
    arena: &'a Arena,
    player: Side,
    solution: Solution,
    moves: Vec<(u32, u32)>,
}

impl<'a> StrategyWork<'a> {
    pub(super) fn new(arena: &'a Arena, player: Side) -> Self {
        Self {
            arena,
            player,
            solution: retrograde::solve(arena, 1),
            moves: Vec::new(),
        }
    }

    fn verdict(&self) -> Verdict {
        strategy::check(self.arena, self.player, self.arena.start(), &self.moves)
    }
}

impl Work for StrategyWork<'_> {
    fn take(&mut self, step: &str) -> Result<(), Message> {
        let (left, right) = equation(step, &Message::from(Kind::Strategy.form()))?;
        let arena = self.arena;
        let (u, v) = (vertex(arena, left)?, vertex(arena, right)?);
        let name = |v| arena.name(v).into_owned();
        let (from, to, side) = (name(u), name(v), side_name(self.player));
        if arena.owner(u).is_some_and(|owner| owner != self.player) {
            return Err(message!(
                "at {from} the opponent of {side} moves",
                "en {from} c'est l'adversaire de {side} qui joue",
                from = from,
                side = side
            ));
        }
        if !arena.graph().successors(u).contains(&v) {
            return Err(message!(
                "no edge leads from {from} to {to}",
                "aucune arête ne mène de {from} à {to}"
            ));
        }
        if self.solution.value_of_move(arena, u, v).outcome() != Outcome::Win {
            let successors = arena.graph().successors(v).iter().copied();
            let reply = successors.max_by_key(|&w| self.solution.value_of_move(arena, v, w));
            return Err(match reply.map(name) {
                Some(reply) => message!(
                    "after {from} → {to} the opponent does not lose: {to} → {reply}",
                    "après {from} → {to} l'adversaire ne perd pas : {to} → {reply}"
                ),
                None => message!("{from} → {to} does not win", "{from} → {to} ne gagne pas"),
            });
        }
        self.moves.retain(|&(known, _)| known != u);
        self.moves.push((u, v));
        Ok(())
    }

    fn next(&self) -> Option<Next> {
        let Verdict::NotApplicable { line } = self.verdict() else {
            return None;
        };
        let &u = line.last()?;
        let arena = self.arena;
        let value = |&&v: &&u32| self.solution.value_of_move(arena, u, v);
        // The first of the best ones, as in the file.
        let successors = arena.graph().successors(u).iter();
        let &v = successors.rev().max_by_key(value)?;
        let (from, to) = (arena.name(u).into_owned(), arena.name(v).into_owned());
        let walk: Vec<_> = line.iter().map(|&v| arena.name(v)).collect();
        let walk = walk.join(" → ");
        Some(Next {
            place: if line.len() > 1 {
                message!(
                    "the play {walk} can happen, and no move is said at {from}",
                    "la partie {walk} peut se produire, et aucun coup n'est dit en {from}"
                )
            } else {
                message!(
                    "no move is said at {from}",
                    "aucun coup n'est dit en {from}"
                )
            },
            step: Message::only(format!("{from}={to}")),
            at: Some(u),
        })
    }

    fn shown(&self) -> Shown {
        let mut shown = Shown::plain(self.arena.len());
        for &(u, v) in &self.moves {
            shown.looks[u as usize] = "attracted";
            shown.bold.push((u, v));
        }
        shown
    }
}

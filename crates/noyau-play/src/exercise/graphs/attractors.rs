//! An attractor, layer by layer.

use super::{NONE, names, vertices};
use crate::exercise::posed::{Next, Shown, Work, side_name};
use noyau_core::game::Side;
use noyau_core::language::Message;
use noyau_core::message;
use noyau_graph::arena::Arena;
use noyau_graph::attractor::{attractor, won_endings};
use std::collections::BTreeSet;

/// An attractor, layer by layer.
pub(super) struct AttractorWork<'a> {
    arena: &'a Arena,
    player: Side,
    layers: Vec<Vec<u32>>,
    given: usize,
    done: bool,
}

impl<'a> AttractorWork<'a> {
    pub(super) fn new(arena: &'a Arena, player: Side) -> Self {
        let layers = attractor(arena, player, &won_endings(arena, player)).layers();
        Self {
            arena,
            player,
            layers,
            given: 0,
            done: false,
        }
    }

    fn layer(&self, v: u32) -> Option<usize> {
        let mut layers = self.layers[..self.given].iter();
        layers.position(|layer| layer.contains(&v))
    }

    /// Why a vertex does not belong to the next layer.
    fn outside(&self, v: u32) -> Message {
        let (arena, k) = (self.arena, self.given);
        let (vertex, side) = (arena.name(v).into_owned(), side_name(self.player));
        let name = |w| arena.name(w).into_owned();
        if let Some(before) = self.layer(v) {
            return message!(
                "{vertex} is in the layer {before} already",
                "{vertex} est déjà dans la couche {before}"
            );
        }
        let successors = arena.graph().successors(v);
        if k == 0 {
            return match successors.first().copied().map(name) {
                Some(next) => message!(
                    "{vertex} is no final position: play can go on to {next}",
                    "{vertex} n'est pas une position finale : la partie peut continuer en {next}"
                ),
                None => message!(
                    "at {vertex} it is {side} who cannot move, and has lost",
                    "en {vertex} c'est {side} qui ne peut jouer, et qui a perdu",
                    vertex = vertex,
                    side = side
                ),
            };
        }
        let escape = successors
            .iter()
            .copied()
            .find(|&w| self.layer(w).is_none());
        if arena.owner(v) == Some(self.player) {
            message!(
                "{vertex} is {side}'s, and none of its edges leads to the layers found so far",
                "{vertex} est à {side}, et aucune de ses arêtes ne mène aux couches déjà trouvées",
                vertex = vertex,
                side = side
            )
        } else {
            match escape.map(name) {
                Some(next) => message!(
                    "{vertex} is the opponent's, who can go to {next}, outside the layers found so far",
                    "{vertex} est à l'adversaire, qui peut aller en {next}, hors des couches déjà trouvées"
                ),
                None => message!(
                    "{vertex} is a final position that {side} has not won",
                    "{vertex} est une position finale que {side} n'a pas gagnée",
                    vertex = vertex,
                    side = side
                ),
            }
        }
    }

    /// Why a vertex belongs to the next layer.
    fn inside(&self, v: u32) -> Message {
        let (arena, k) = (self.arena, self.given);
        let (vertex, side) = (arena.name(v).into_owned(), side_name(self.player));
        if k == 0 {
            return message!(
                "{vertex} is missing: it is a final position that {side} wins",
                "il manque {vertex} : c'est une position finale que {side} gagne",
                vertex = vertex,
                side = side
            );
        }
        let mut successors = arena.graph().successors(v).iter().copied();
        let next = successors.find(|&w| self.layer(w).is_some());
        let next = next.map_or_else(String::new, |w| arena.name(w).into_owned());
        if arena.owner(v) == Some(self.player) {
            message!(
                "{vertex} is missing: {side} can go from there to {next}",
                "il manque {vertex} : {side} peut aller de là en {next}",
                vertex = vertex,
                side = side,
                next = next
            )
        } else {
            message!(
                "{vertex} is missing: it is the opponent's, and all its edges lead to the layers found so far",
                "il manque {vertex} : il est à l'adversaire, et toutes ses arêtes mènent aux couches déjà trouvées"
            )
        }
    }
}

impl Work for AttractorWork<'_> {
    fn take(&mut self, step: &str) -> Result<(), Message> {
        let expected = self.layers.get(self.given).cloned().unwrap_or_default();
        let given: BTreeSet<u32> = vertices(self.arena, step)?.into_iter().collect();
        if let Some(&wrong) = given.iter().find(|v| !expected.contains(v)) {
            return Err(self.outside(wrong));
        }
        if let Some(&missing) = expected.iter().find(|v| !given.contains(v)) {
            return Err(self.inside(missing));
        }
        if expected.is_empty() {
            self.done = true;
        } else {
            self.given += 1;
        }
        Ok(())
    }

    fn next(&self) -> Option<Next> {
        if self.done {
            return None;
        }
        let k = self.given;
        let layer = self.layers.get(k);
        let count = layer.map_or(0, Vec::len);
        Some(Next {
            place: if count == 0 {
                message!(
                    "look for a vertex that could still join; there may be none",
                    "cherchez un sommet qui pourrait encore s'ajouter ; il se peut qu'il n'y en ait aucun"
                )
            } else {
                message!(
                    "the layer {k} has so many vertices: {count}",
                    "nombre de sommets de la couche {k} : {count}"
                )
            },
            step: match layer {
                Some(layer) => Message::only(names(self.arena, layer.iter().copied())),
                None => Message::from(NONE),
            },
            at: layer.and_then(|layer| layer.first().copied()),
        })
    }

    fn shown(&self) -> Shown {
        let mut shown = Shown::plain(self.arena.len());
        for (k, layer) in self.layers[..self.given].iter().enumerate() {
            for &v in layer {
                shown.looks[v as usize] = if k == 0 { "target" } else { "attracted" };
                shown.tabs[v as usize] = Some(k.to_string());
            }
        }
        shown
    }
}

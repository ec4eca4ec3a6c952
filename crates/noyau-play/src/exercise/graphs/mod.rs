//! The algorithms on graphs in the hands of a person: each step is checked against the definition.

mod attractors;
mod kernels;
mod shapes;

use super::posed::{Kind, Work};
use attractors::AttractorWork;
use kernels::{Kernel, Nimbers, StrategyWork};
use noyau_core::game::Side;
use noyau_core::language::{Message, Text};
use noyau_core::message;
use noyau_graph::arena::Arena;
use shapes::{Doubling, Forms, Walk};

pub(super) fn work(arena: &Arena, player: Side, kind: Kind) -> Box<dyn Work + '_> {
    match kind {
        Kind::Attractor => Box::new(AttractorWork::new(arena, player)),
        Kind::Nimbers => Box::new(Nimbers::new(arena)),
        Kind::Doubling => Box::new(Doubling::new(arena)),
        Kind::Strategy => Box::new(StrategyWork::new(arena, player)),
        Kind::Representation => Box::new(Forms::new(arena)),
        Kind::Acyclic => Box::new(Walk::new(arena, false)),
        Kind::Bipartite => Box::new(Walk::new(arena, true)),
        _ => Box::new(Kernel::new(arena)),
    }
}

/// The step that says that there is none, or no more.
const NONE: Text = Text::new("none", "aucun");

/// Whether a step says that there is none, or no more.
fn is_none(step: &str) -> bool {
    matches!(step, "none" | "aucun" | "aucune")
}

/// The vertex of that name.
fn vertex(arena: &Arena, name: &str) -> Result<u32, Message> {
    let name = name.trim();
    let found = arena.graph().vertices().find(|&v| arena.name(v) == name);
    found.ok_or_else(|| {
        let all = names(arena, arena.graph().vertices());
        message!(
            "there is no vertex {name:?}; there are {all}",
            "il n'y a pas de sommet {name:?} ; il y a {all}"
        )
    })
}

/// The vertices of a list.
fn vertices(arena: &Arena, text: &str) -> Result<Vec<u32>, Message> {
    let text = text.trim();
    if text.is_empty() || is_none(text) {
        return Ok(Vec::new());
    }
    let listed = text.split([',', ';']);
    let mut found = Vec::new();
    for name in listed {
        let is_name = vertex(arena, name).is_ok();
        // Spaces alone separate too, unless they belong to a name.
        let words: Vec<&str> = name.split_whitespace().collect();
        if is_name || words.len() < 2 {
            found.push(vertex(arena, name)?);
        } else {
            for word in words {
                found.push(vertex(arena, word)?);
            }
        }
    }
    Ok(found)
}

fn names(arena: &Arena, vertices: impl Iterator<Item = u32>) -> String {
    let names: Vec<_> = vertices.map(|v| arena.name(v)).collect();
    names.join(", ")
}

/// The two parts of a step, around its last equality sign.
fn equation<'a>(step: &'a str, form: &Message) -> Result<(&'a str, &'a str), Message> {
    let parts = step.rsplit_once('=');
    let parts = parts.map(|(left, right)| (left.trim(), right.trim()));
    parts.ok_or_else(|| {
        message!(
            "{step:?} is no step: write {form}",
            "{step:?} n'est pas une étape : écrivez {form}",
            step = step,
            form = form.clone()
        )
    })
}

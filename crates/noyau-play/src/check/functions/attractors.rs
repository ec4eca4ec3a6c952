//! The third and the fifth text: attractors, and the graph of Nim.

use super::answers::{A_DICTIONARY, not_a, same_vertices, short, unchanged};
use super::{Answer, Judged, Wrong};
use crate::check::case::Case;
use crate::check::term::{Term, same_items};
use noyau_core::game::Side;
use noyau_core::language::Text;
use noyau_core::message;
use noyau_graph::attractor::{attractor, won_endings};
use std::collections::BTreeSet;

pub(super) fn judge_attractor(case: &Case, answer: &Answer) -> Judged {
    let arena = case.arena();
    let found = attractor(&arena, Side::First, &won_endings(&arena, Side::First));
    let inside = |v: u32| found.rank(v).is_some();
    let expected: Vec<u32> = (0..case.graph.len() as u32)
        .filter(|&v| inside(v))
        .collect();
    let row = |v: u32| &case.graph[v as usize];
    let mine = |v: u32| case.first[v as usize];
    let next = |v: u32, wanted: bool| {
        row(v)
            .iter()
            .copied()
            .find(|&w| inside(w) == wanted)
            .unwrap_or(v)
    };
    same_vertices(
        case,
        answer,
        &expected,
        |v| match (row(v).is_empty(), mine(v)) {
            (true, _) => message!(
                "{v} is missing: Bob, who moves there, cannot, and has lost",
                "il manque {v} : Bob, qui doit y jouer, ne le peut pas et a perdu"
            ),
            (_, true) => message!(
                "{v} is missing: Alice moves to {w}, an attractor",
                "il manque {v} : Alice joue en {w}, qui est attracteur",
                w = next(v, true)
            ),
            (_, false) => message!(
                "{v} is missing: all moves of Bob lead to attractors",
                "il manque {v} : tous les coups de Bob mènent à des attracteurs"
            ),
        },
        |v| match (row(v).is_empty(), mine(v)) {
            (true, _) => message!(
                "{v} is too many: Alice, who moves there, cannot, and has lost",
                "{v} est de trop : Alice, qui doit y jouer, ne le peut pas et a perdu"
            ),
            (_, true) => message!(
                "{v} is too many: no move of Alice leads to an attractor",
                "{v} est de trop : aucun coup d'Alice ne mène à un attracteur"
            ),
            (_, false) => message!(
                "{v} is too many: Bob moves to {w}, which is no attractor",
                "{v} est de trop : Bob joue en {w}, qui n'est pas attracteur",
                w = next(v, false)
            ),
        },
    )
}

pub(super) fn judge_layers(case: &Case, answer: &Answer, given: bool) -> Judged {
    let arena = case.arena();
    let targets: Vec<u32> = if given {
        (0..)
            .zip(&case.targets)
            .filter(|(_, target)| **target)
            .map(|(v, _)| v)
            .collect()
    } else {
        won_endings(&arena, Side::First)
    };
    let found = attractor(&arena, Side::First, &targets);
    let last = found.layers().len().max(1);
    let layer = |j: usize| -> BTreeSet<u32> {
        let within = |v: &u32| found.rank(*v).is_some_and(|rank| rank as usize <= j);
        (0..case.graph.len() as u32).filter(within).collect()
    };
    let set = |j: usize| Term::Set(layer(j).into_iter().map(Term::vertex).collect());
    let right = Term::List((0..last).map(set).collect());
    let wanted = Text::new("a list of sets", "une liste d'ensembles");
    let Some(sets) = answer.value.items() else {
        return Err(not_a(wanted, &answer.value, right));
    };
    if sets.is_empty() && targets.is_empty() {
        return unchanged(case, answer);
    }
    for j in 0..last.max(sets.len()) {
        let why = match sets.get(j) {
            None => message!("A_{j} is missing", "il manque A_{j}"),
            Some(Term::Set(items) | Term::List(items)) => {
                let Term::Set(expected) = set(j) else {
                    continue;
                };
                if same_items(items, &expected) {
                    continue;
                }
                let (own, wanted) = (short(&sets[j]), set(j).to_string());
                message!(
                    "A_{j} is {wanted}, not {own}",
                    "A_{j} est {wanted}, et non {own}"
                )
            }
            Some(_) => return Err(not_a(wanted, &answer.value, right)),
        };
        return Err(Wrong::expecting(why, right));
    }
    unchanged(case, answer)
}

pub(super) fn judge_nim(case: &Case, answer: &Answer) -> Judged {
    let n = i64::from(case.numbers[0]);
    let vertex = |i: i64, j: &str| Term::Tuple(vec![Term::Int(i), Term::Text(j.to_owned())]);
    let places = (1..=n).flat_map(|i| [(i, "A", "B"), (i, "B", "A")]);
    let row = |i: i64, other: &str| {
        (i + 1..=n.min(i + 3))
            .map(|k| vertex(k, other))
            .collect::<Vec<_>>()
    };
    let entries: Vec<(Term, Vec<Term>)> = places
        .map(|(i, j, other)| (vertex(i, j), row(i, other)))
        .collect();
    let right = || {
        let entries = entries.iter();
        let entries = entries.map(|(v, row)| (v.clone(), Term::List(row.clone())));
        Term::Dict(entries.collect())
    };
    let Term::Dict(given) = &answer.value else {
        return Err(not_a(A_DICTIONARY, &answer.value, right()));
    };
    for (at, (v, row)) in entries.iter().enumerate() {
        // Most write the vertices in this order.
        let mut keys = given.get(at).into_iter().chain(given);
        let found = keys.find(|(key, _)| key.equals(v)).map(|(_, row)| row);
        let Some(found) = found else {
            return Err(Wrong::expecting(
                message!("{v} is no key", "{v} n'est pas une clef", v = v.to_string()),
                right(),
            ));
        };
        if !found.items().is_some_and(|items| same_items(items, row)) {
            let (wanted, own) = (Term::List(row.clone()).to_string(), short(found));
            return Err(Wrong::expecting(
                message!(
                    "the successors of {v} are {wanted}, not {own}",
                    "les successeurs de {v} sont {wanted}, et non {own}",
                    v = v.to_string()
                ),
                right(),
            ));
        }
    }
    if given.len() > entries.len() {
        let extra = given
            .iter()
            .find(|(key, _)| !entries.iter().any(|(v, _)| v.equals(key)));
        let extra = extra.map_or_else(String::new, |(key, _)| key.to_string());
        return Err(Wrong::expecting(
            message!(
                "{extra} is no vertex of the game",
                "{extra} n'est pas un sommet du jeu"
            ),
            right(),
        ));
    }
    Ok(())
}

//! The first text and the TP: sinks, kernels, strategies and nimbers of a graph.

use super::answers::{
    A_DICTIONARY, A_VERTEX, as_vertex, as_vertices, not_a, same_vertices, short, unchanged,
};
use super::{Answer, Judged, Wrong};
use crate::check::case::Case;
use crate::check::term::{Term, same_items};
use crate::exercise::check_kernel;
use noyau_core::game::Side;
use noyau_core::language::{Message, Text};
use noyau_core::message;
use noyau_graph::kernel::{Mark, kernel};
use noyau_graph::nimbers::nimbers;
use noyau_graph::strategy::{self, Verdict};
use std::collections::BTreeSet;

pub(super) fn judge_sink(case: &Case, answer: &Answer) -> Judged {
    let sinks = (0..).zip(&case.graph).filter(|(_, row)| row.is_empty());
    let right = sinks
        .map(|(v, _)| Term::vertex(v))
        .next()
        .unwrap_or(Term::None);
    let Some(v) = as_vertex(case, &answer.value) else {
        return Err(not_a(A_VERTEX, &answer.value, right));
    };
    if let Some(next) = case.graph[v as usize].first() {
        return Err(Wrong::expecting(
            message!("{v} has a successor, {next}", "{v} a un successeur, {next}"),
            right,
        ));
    }
    unchanged(case, answer)
}

pub(super) fn judge_successors(case: &Case, answer: &Answer) -> Judged {
    let s = case.vertex;
    same_vertices(
        case,
        answer,
        &case.graph[s as usize],
        |v| {
            message!(
                "{v} is missing: {s} → {v} is an edge",
                "il manque {v} : {s} → {v} est une arête"
            )
        },
        |v| {
            message!(
                "{v} is too many: there is no edge {s} → {v}",
                "{v} est de trop : il n'y a pas d'arête {s} → {v}"
            )
        },
    )
}

pub(super) fn judge_predecessors(case: &Case, answer: &Answer) -> Judged {
    let j = case.vertex;
    let rows = (0..).zip(&case.graph).filter(|(_, row)| row.contains(&j));
    let expected: Vec<u32> = rows.map(|(v, _)| v).collect();
    same_vertices(
        case,
        answer,
        &expected,
        |v| {
            message!(
                "{v} is missing: {v} → {j} is an edge",
                "il manque {v} : {v} → {j} est une arête"
            )
        },
        |v| {
            message!(
                "{v} is too many: there is no edge {v} → {j}",
                "{v} est de trop : il n'y a pas d'arête {v} → {j}"
            )
        },
    )
}

pub(super) fn judge_list_without(case: &Case, answer: &Answer) -> Judged {
    let left = case.graph[0].iter().copied().filter(|&v| v != case.vertex);
    let Term::List(expected) = Term::vertices(left) else {
        return Ok(());
    };
    let right = Term::List(expected.clone());
    let Term::List(items) = &answer.value else {
        let list = Text::new("a list", "une liste");
        return Err(not_a(list, &answer.value, right));
    };
    if same_items(items, &expected) {
        return Ok(());
    }
    let returned = short(&answer.value);
    Err(Wrong::expecting(
        message!(
            "it returns {returned}, and {right} is wanted",
            "elle renvoie {returned}, et il faut {right}",
            right = right.to_string()
        ),
        right,
    ))
}

pub(super) fn judge_removed(case: &Case, answer: &Answer) -> Judged {
    let j = case.vertex;
    let rows = (0..).zip(&case.graph).filter(|&(v, _)| v != j);
    let wanted: Vec<(u32, Vec<u32>)> = rows
        .map(|(v, row)| (v, row.iter().copied().filter(|&w| w != j).collect()))
        .collect();
    let rows = wanted
        .iter()
        .map(|(v, row)| (Term::vertex(*v), Term::vertices(row.iter().copied())));
    let right = Term::Dict(rows.collect());
    let Some(Some(Term::Dict(after))) = answer.arguments.first() else {
        return Err(Wrong::expecting(
            message!(
                "the graph is no dictionary any more",
                "le graphe n'est plus un dictionnaire"
            ),
            right,
        ));
    };
    let row_of = |v: u32| after.iter().find(|(key, _)| key.equals(&Term::vertex(v)));
    let why = if row_of(j).is_some() {
        Some(message!(
            "{j} is still a vertex of the graph",
            "{j} est encore un sommet du graphe"
        ))
    } else if after.len() > wanted.len() {
        Some(message!(
            "the graph has more vertices than before",
            "le graphe a plus de sommets qu'avant"
        ))
    } else {
        wanted.iter().find_map(|(v, row)| {
            let Some((_, now)) = row_of(*v) else {
                return Some(message!(
                    "{v} is no vertex of the graph any more",
                    "{v} n'est plus un sommet du graphe"
                ));
            };
            let now = now.items().unwrap_or_default();
            if now.iter().any(|w| w.equals(&Term::vertex(j))) {
                return Some(message!(
                    "{j} is still a successor of {v}",
                    "{j} est encore un successeur de {v}"
                ));
            }
            let lost = row
                .iter()
                .find(|&&w| !now.iter().any(|t| t.equals(&Term::vertex(w))));
            if let Some(w) = lost {
                return Some(message!(
                    "the edge {v} → {w} has disappeared",
                    "l'arête {v} → {w} a disparu"
                ));
            }
            (now.len() != row.len()).then(|| {
                message!(
                    "the successors of {v} have changed",
                    "les successeurs de {v} ont changé"
                )
            })
        })
    };
    match why {
        Some(why) => Err(Wrong::expecting(why, right)),
        None => Ok(()),
    }
}

pub(super) fn judge_kernel(case: &Case, answer: &Answer) -> Judged {
    let marks = kernel(&case.digraph(), 1);
    let lost = (0..).zip(&marks).filter(|(_, mark)| **mark == Mark::Lost);
    let expected: Vec<u32> = lost.map(|(v, _)| v).collect();
    let found = as_vertices(case, answer, &expected)?;
    if let Some((_, mistake)) = check_kernel(&case.arena(), &found).into_iter().next() {
        return Err(Wrong::expecting(
            Message::of(&mistake),
            Term::vertices(expected),
        ));
    }
    unchanged(case, answer)
}

pub(super) fn judge_strategy(case: &Case, answer: &Answer) -> Judged {
    let arena = case.arena();
    let solution = noyau_graph::retrograde::solve(&arena, 1);
    let winning = strategy::winning(&arena, &solution, 0);
    let moves = winning
        .moves
        .iter()
        .map(|&(u, v)| (Term::vertex(u), Term::vertex(v)));
    let right = Term::Dict(moves.collect());
    let Term::Dict(entries) = &answer.value else {
        return Err(not_a(A_DICTIONARY, &answer.value, right));
    };
    let mut moves = Vec::new();
    for (from, to) in entries {
        let (Some(from), Some(to)) = (as_vertex(case, from), as_vertex(case, to)) else {
            let shown = format!("{from}: {to}");
            return Err(Wrong::expecting(
                message!(
                    "{shown} is no move of the graph",
                    "{shown} n'est pas un coup du graphe"
                ),
                right,
            ));
        };
        moves.push((from, to));
    }
    let path = |line: &[u32]| {
        line.iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" → ")
    };
    let why = match strategy::check(&arena, Side::First, 0, &moves) {
        Verdict::Winning { .. } => return unchanged(case, answer),
        Verdict::NotAMove { from, to } => {
            message!(
                "{from} → {to} is no edge of the graph",
                "{from} → {to} n'est pas une arête du graphe"
            )
        }
        Verdict::NotApplicable { line } => message!(
            "the play {line} comes where the strategy says nothing",
            "la partie {line} arrive là où la stratégie ne dit rien",
            line = path(&line)
        ),
        Verdict::Applicable { line } => message!(
            "following it, the play {line} is lost",
            "en la suivant, la partie {line} est perdue",
            line = path(&line)
        ),
        Verdict::NotOwned { vertex } => message!(
            "{vertex} belongs to the opponent",
            "{vertex} est à l'adversaire"
        ),
    };
    Err(Wrong::expecting(why, right))
}

pub(super) fn judge_without_nimber(case: &Case, answer: &Answer) -> Judged {
    let known = |v: u32| case.known[v as usize].is_some();
    let is_next = |&v: &u32| !known(v) && case.graph[v as usize].iter().all(|&w| known(w));
    let right = (0..case.graph.len() as u32)
        .find(is_next)
        .map_or(Term::None, Term::vertex);
    let none = Text::new(
        "None: there is no such vertex",
        "None : il n'y a pas de tel sommet",
    );
    let why = match (&answer.value, as_vertex(case, &answer.value)) {
        (Term::None, _) if right == Term::None => None,
        (_, None) => {
            let wanted = if right == Term::None { none } else { A_VERTEX };
            return Err(not_a(wanted, &answer.value, right));
        }
        (_, Some(v)) if known(v) => {
            Some(message!("{v} has a nimber already", "{v} a déjà un nimber"))
        }
        (_, Some(v)) => {
            let open = case.graph[v as usize].iter().find(|&&w| !known(w));
            open.map(|w| {
                message!(
                    "{w}, a successor of {v}, has no nimber yet",
                    "{w}, successeur de {v}, n'a pas encore de nimber"
                )
            })
        }
    };
    match why {
        Some(why) => Err(Wrong::expecting(why, right)),
        None => unchanged(case, answer),
    }
}

pub(super) fn judge_nimbers(case: &Case, answer: &Answer) -> Judged {
    let Ok(expected) = nimbers(&case.digraph()) else {
        return Ok(());
    };
    let entries = (0..)
        .zip(&expected)
        .map(|(v, &n)| (Term::vertex(v), Term::vertex(n)));
    let right = Term::Dict(entries.collect());
    let Term::Dict(entries) = &answer.value else {
        return Err(not_a(A_DICTIONARY, &answer.value, right));
    };
    let given = |v: u32| {
        entries
            .iter()
            .find(|(key, _)| key.equals(&Term::vertex(v)))
            .map(|(_, n)| n)
    };
    // The first mistake is at a vertex whose successors are right.
    let mut wrong = (0..)
        .zip(&expected)
        .filter(|&(v, &n)| given(v).is_none_or(|given| !given.equals(&Term::vertex(n))));
    let right_below = |v: u32| {
        let mut below = case.graph[v as usize].iter();
        below.all(|&w| given(w).is_some_and(|n| n.equals(&Term::vertex(expected[w as usize]))))
    };
    let first = wrong
        .clone()
        .find(|&(v, _)| right_below(v))
        .or_else(|| wrong.next());
    if let Some((v, n)) = first {
        let below: BTreeSet<u32> = case.graph[v as usize]
            .iter()
            .map(|&w| expected[w as usize])
            .collect();
        let below = below
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(", ");
        let own = given(v).map_or_else(|| "–".to_owned(), |n| short(n));
        let why = match (given(v), below.is_empty()) {
            (None, _) => message!("{v} has no nimber", "{v} n'a pas de nimber"),
            (_, true) => message!(
                "{v} has no successor: its nimber is 0, not {own}",
                "{v} n'a pas de successeur : son nimber est 0, et non {own}"
            ),
            _ => message!(
                "the nimber of {v} is {n}, not {own}: the least number that is not among those of its successors, {below}",
                "le nimber de {v} est {n}, et non {own} : le plus petit entier absent de ceux de ses successeurs, {below}"
            ),
        };
        return Err(Wrong::expecting(why, right));
    }
    if entries.len() > expected.len() {
        return Err(Wrong::expecting(
            message!(
                "the dictionary has more keys than the graph has vertices",
                "le dictionnaire a plus de clefs que le graphe n'a de sommets"
            ),
            right,
        ));
    }
    unchanged(case, answer)
}

//! What most judgements have in common: lists of vertices, answers of another kind, a graph that is changed.

use super::{Answer, Judged, Wrong};
use crate::check::case::Case;
use crate::check::term::Term;
use noyau_core::language::{Message, Text};
use noyau_core::message;

pub(super) fn short(term: &dyn ToString) -> String {
    const LONGEST: usize = 120;
    let text = term.to_string();
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((cut, _)) => format!("{}…", &text[..cut]),
    }
}

/// The answer is of another kind than the text says.
pub(super) fn not_a(wanted: Text, term: &Term, expected: Term) -> Wrong {
    let is = short(term);
    Wrong::expecting(
        message!(
            "it returns {is}, and {wanted} is wanted",
            "elle renvoie {is}, et il faut {wanted}",
            wanted = wanted
        ),
        expected,
    )
}

pub(super) const A_LIST: Text = Text::new("a list of vertices", "une liste de sommets");

pub(super) const A_VERTEX: Text = Text::new("a vertex of the graph", "un sommet du graphe");

pub(super) const A_NUMBER: Text = Text::new("a number", "un nombre");

pub(super) const A_DICTIONARY: Text = Text::new("a dictionary", "un dictionnaire");

pub(super) fn as_vertex(case: &Case, term: &Term) -> Option<u32> {
    match *term {
        Term::Int(v) => u32::try_from(v)
            .ok()
            .filter(|&v| (v as usize) < case.graph.len()),
        _ => None,
    }
}

/// A list of distinct vertices.
pub(super) fn as_vertices(
    case: &Case,
    answer: &Answer,
    expected: &[u32],
) -> Result<Vec<u32>, Wrong> {
    let right = || Term::vertices(expected.iter().copied());
    let Term::List(items) = &answer.value else {
        return Err(not_a(A_LIST, &answer.value, right()));
    };
    let mut found = Vec::new();
    for item in items {
        let Some(v) = as_vertex(case, item) else {
            let shown = short(item);
            return Err(Wrong::expecting(
                message!(
                    "{shown} is in the list, and is not a vertex of the graph",
                    "{shown} est dans la liste, et n'est pas un sommet du graphe"
                ),
                right(),
            ));
        };
        if found.contains(&v) {
            return Err(Wrong::expecting(
                message!(
                    "{v} is twice in the list",
                    "{v} est deux fois dans la liste"
                ),
                right(),
            ));
        }
        found.push(v);
    }
    Ok(found)
}

/// Demands that the graph is as it was.
pub(super) fn unchanged(case: &Case, answer: &Answer) -> Judged {
    let after = answer.arguments.first().and_then(Option::as_ref);
    match after {
        Some(after) if !after.equals(&case.dictionary()) => {
            let after = short(after);
            Err(Wrong::because(message!(
                "it changes the graph, which is {after} afterwards: it must work on a copy",
                "elle modifie le graphe, qui est ensuite {after} : il faut travailler sur une copie"
            )))
        }
        _ => Ok(()),
    }
}

/// Compares lists of vertices, with the reason for one that is missing or too many.
pub(super) fn same_vertices(
    case: &Case,
    answer: &Answer,
    expected: &[u32],
    missing: impl Fn(u32) -> Message,
    extra: impl Fn(u32) -> Message,
) -> Judged {
    let found = as_vertices(case, answer, expected)?;
    let why = match expected.iter().find(|v| !found.contains(v)) {
        Some(&v) => Some(missing(v)),
        None => found
            .iter()
            .find(|v| !expected.contains(v))
            .map(|&v| extra(v)),
    };
    match why {
        Some(why) => Err(Wrong::expecting(
            why,
            Term::vertices(expected.iter().copied()),
        )),
        None => unchanged(case, answer),
    }
}

//! The owners of vertices, given by a function, a dictionary or a set, with labels of any kind.

use crate::failure::{graph_error, shown};
use crate::keys::Keys;
use noyau::arena::Ending;
use noyau::{Side, message};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

/// The label of each vertex's owner, from the user's function or mapping.
pub(crate) fn owners<'py>(
    owner: &Bound<'py, PyAny>,
    keys: &Keys,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let py = owner.py();
    let objects = keys.objects().iter();
    if owner.is_callable() {
        return objects.map(|object| owner.call1((object,))).collect();
    }
    if let Ok(dict) = owner.cast::<PyDict>() {
        // Most dictionaries are made from the graph, with the same keys in the same order: then no lookups are
        // needed.
        let (vertices, labels) = (dict.keys(), dict.values());
        if vertices.len() == keys.len() && vertices.iter().zip(keys.objects()).all(|(a, b)| a.is(b))
        {
            return Ok(labels.iter().collect());
        }
        return objects
            .map(|object| {
                dict.get_item(object)?.ok_or_else(|| {
                    let vertex = shown(object.bind(py));
                    graph_error(&message!(
                        "the vertex {vertex} has no owner",
                        "le sommet {vertex} n'a pas de propriétaire"
                    ))
                })
            })
            .collect();
    }
    if owner.hasattr("keys")? {
        return objects.map(|object| owner.get_item(object)).collect();
    }
    // A set, or a list, of the vertices of the first player.
    let own = pyo3::types::PySet::empty(py)?;
    for vertex in owner.try_iter()? {
        let vertex = vertex?;
        keys.get(&vertex)?;
        own.add(vertex)?;
    }
    objects
        .map(|object| {
            let owns = own.contains(object)?;
            Ok(PyBool::new(py, owns).to_owned().into_any())
        })
        .collect()
}

/// Whether two labels of players are equal: by identity, or as Python compares them.
fn same(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<bool> {
    if a.is(b) {
        return Ok(true);
    }
    a.eq(b)
}

/// The labels of the two players, First before Second, and the owner of each vertex. First is `True`, or `"first"`, or
/// the owner of the start.
pub(crate) fn sides(
    labels: &[Bound<'_, PyAny>],
    start: u32,
) -> PyResult<([Py<PyAny>; 2], Vec<Side>)> {
    let Some(first) = labels.get(start as usize) else {
        return Err(graph_error(&message!(
            "a graph without vertices has no owners",
            "un graphe sans sommets n'a pas de propriétaires"
        )));
    };
    let py = first.py();
    let mut second: Option<Bound<'_, PyAny>> = None;
    let mut sides = Vec::with_capacity(labels.len());
    for label in labels {
        // There are few distinct labels, and nearly always the same objects.
        if second.as_ref().is_some_and(|second| label.is(second)) {
            sides.push(Side::Second);
            continue;
        }
        if same(label, first)? {
            sides.push(Side::First);
            continue;
        }
        match &second {
            Some(second) if !same(label, second)? => {
                let (a, b, c) = (shown(first), shown(second), shown(label));
                return Err(graph_error(&message!(
                    "there are two players, but {a}, {b} and {c} own vertices",
                    "il y a deux joueurs, mais {a}, {b} et {c} ont des sommets"
                )));
            }
            Some(_) => {}
            None => second = Some(label.clone()),
        }
        sides.push(Side::Second);
    }
    let is_second = |label: &Bound<'_, PyAny>| -> bool {
        let named = label.extract::<&str>().is_ok_and(|label| label == "second");
        let no = label
            .cast_exact::<PyBool>()
            .is_ok_and(|label| !label.is_true());
        named || no
    };
    let default = |side: Side| {
        if first.is_exact_instance_of::<PyBool>() {
            PyBool::new(py, side == Side::First).to_owned().into_any()
        } else {
            PyString::new(py, side.name()).into_any()
        }
    };
    if is_second(first) {
        let other = second.unwrap_or_else(|| default(Side::First));
        for side in &mut sides {
            *side = side.other();
        }
        return Ok(([other.unbind(), first.clone().unbind()], sides));
    }
    let second = second.unwrap_or_else(|| default(Side::Second));
    Ok(([first.clone().unbind(), second.unbind()], sides))
}

/// A declared ending: the label of the winner, or `None` for a draw.
pub(crate) fn ending(
    winner: &Bound<'_, PyAny>,
    labels: Option<&[Py<PyAny>; 2]>,
) -> PyResult<Ending> {
    if winner.is_none() {
        return Ok(Ending::Draw);
    }
    let Some(labels) = labels else {
        return Err(graph_error(&message!(
            "without owners only draws can be declared, by None",
            "sans propriétaires, seules des nulles peuvent être déclarées, par None"
        )));
    };
    if let Some(side) = player_of(winner, labels)? {
        return Ok(Ending::won_by(side));
    }
    let (got, [a, b]) = (shown(winner), shown_labels(winner.py(), labels));
    Err(graph_error(&message!(
        "{got} is no player; an end is won by {a} or {b}, or drawn (None)",
        "{got} n'est pas un joueur ; une fin est gagnée par {a} ou {b}, ou nulle (None)"
    )))
}

/// The side that a label names.
fn player_of(label: &Bound<'_, PyAny>, labels: &[Py<PyAny>; 2]) -> PyResult<Option<Side>> {
    for side in Side::BOTH {
        if same(label, labels[side as usize].bind(label.py()))? {
            return Ok(Some(side));
        }
    }
    Ok(None)
}

/// The side that a label names; the error says who plays.
pub(crate) fn known_player(label: &Bound<'_, PyAny>, labels: &[Py<PyAny>; 2]) -> PyResult<Side> {
    player_of(label, labels)?.ok_or_else(|| {
        let (got, [a, b]) = (shown(label), shown_labels(label.py(), labels));
        graph_error(&message!(
            "{got} is no player here; the players are {a} and {b}",
            "{got} n'est pas un joueur ici ; les joueurs sont {a} et {b}"
        ))
    })
}

/// The labels of both players for a message.
fn shown_labels(py: Python<'_>, labels: &[Py<PyAny>; 2]) -> [String; 2] {
    [0, 1].map(|i| shown(labels[i].bind(py)))
}

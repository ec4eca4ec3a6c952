//! Dictionaries, networkx graphs and anything that maps vertices to successors, as rows of numbers.
//!
//! Linear in vertices and edges. What is iterated over are lists of keys and of values taken at once, so that a
//! dictionary that changes meanwhile (a key's `__eq__` may do anything) cannot be read half way.

use crate::failure::{graph_error, shown};
use crate::keys::Keys;
use noyau::arena::Rows;
use noyau::message;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

/// A graph that was read.
pub(crate) struct Graph {
    pub(crate) keys: Keys,
    pub(crate) rows: Rows,
}

/// Reads a graph.
pub(crate) fn graph(object: &Bound<'_, PyAny>) -> PyResult<Graph> {
    let py = object.py();
    if let Ok(dict) = object.cast_exact::<PyDict>() {
        return from_lists(py, &dict.keys(), &dict.values());
    }
    // A networkx graph gives pairs of a vertex and a mapping whose keys are its neighbours.
    let pairs = if let Ok(adjacency) = object.getattr("adjacency") {
        adjacency.call0()?
    } else if let Ok(items) = object.getattr("items") {
        items.call0()?
    } else {
        let got = shown(object);
        return Err(graph_error(&message!(
            "{got} is no graph: a dictionary from each vertex to the list of its successors is wanted, as in {{0: [1], 1: []}}",
            "{got} n'est pas un graphe : il faut un dictionnaire de chaque sommet vers la liste de ses successeurs, comme {{0: [1], 1: []}}"
        )));
    };
    let (keys, values) = (PyList::empty(py), PyList::empty(py));
    for pair in pairs.try_iter()? {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
        keys.append(key)?;
        values.append(value)?;
    }
    from_lists(py, &keys, &values)
}

fn from_lists(
    py: Python<'_>,
    keys: &Bound<'_, PyList>,
    values: &Bound<'_, PyList>,
) -> PyResult<Graph> {
    let keys = Keys::new(py, keys.iter().map(Bound::unbind).collect())?;
    let mut offsets = Vec::with_capacity(keys.len() + 1);
    offsets.push(0);
    let mut targets = Vec::with_capacity(keys.len() * 4);
    for (v, successors) in (0..).zip(values.iter()) {
        if let Ok(list) = successors.cast_exact::<PyList>() {
            for successor in list.iter() {
                targets.push(target(&keys, v, &successor)?);
            }
        } else if let Ok(tuple) = successors.cast_exact::<PyTuple>() {
            for successor in tuple.iter_borrowed() {
                targets.push(target(&keys, v, &successor)?);
            }
        } else {
            let from = || shown(keys.object(v).bind(py));
            if successors.is_instance_of::<PyString>() {
                let (from, got) = (from(), shown(&successors));
                return Err(graph_error(&message!(
                    "the successors of {from} are {got}: a list of vertices is wanted",
                    "les successeurs de {from} sont {got} : il faut une liste de sommets"
                )));
            }
            let Ok(successors) = successors.try_iter() else {
                let (from, got) = (from(), shown(&successors));
                return Err(graph_error(&message!(
                    "the successors of {from} are {got}: a list of vertices is wanted",
                    "les successeurs de {from} sont {got} : il faut une liste de sommets"
                )));
            };
            for successor in successors {
                targets.push(target(&keys, v, &successor?)?);
            }
        }
        if targets.len() > Rows::MOST {
            let most = Rows::MOST;
            return Err(graph_error(&message!(
                "the graph has more than {most} edges",
                "le graphe a plus de {most} arêtes"
            )));
        }
        offsets.push(targets.len() as u32);
    }
    Ok(Graph {
        keys,
        rows: Rows::from_parts(offsets, targets),
    })
}

#[inline]
fn target(keys: &Keys, from: u32, successor: &Bound<'_, PyAny>) -> PyResult<u32> {
    match keys.find(successor)? {
        Some(v) => Ok(v),
        None => Err(missing(keys, from, successor)),
    }
}

#[cold]
fn missing(keys: &Keys, from: u32, successor: &Bound<'_, PyAny>) -> PyErr {
    let (from, to) = (
        shown(keys.object(from).bind(successor.py())),
        shown(successor),
    );
    graph_error(&message!(
        "{to} is a successor of {from} but no vertex of its own: add the entry {to}: [] if nothing follows it",
        "{to} est un successeur de {from} mais pas un sommet : ajoutez l'entrée {to}: [] si rien ne le suit"
    ))
}

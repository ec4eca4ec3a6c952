//! Converts dictionaries, networkx graphs and other mappings from vertices to successors to rows of numbers.
//!
//! Linear in vertices and edges. Keys and values are copied into lists first, so that concurrent changes of the
//! dictionary (a key's `__eq__` may do anything) are not seen halfway.

use crate::failure::{graph_error, shown};
use crate::ffi::{Batch, NONE};
use crate::keys::Keys;
use noyau::arena::Rows;
use noyau::message;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyString};

/// A converted graph.
pub(crate) struct Graph {
    pub(crate) keys: Keys,
    pub(crate) rows: Rows,
}

/// Converts a graph.
pub(crate) fn graph(object: &Bound<'_, PyAny>) -> PyResult<Graph> {
    let py = object.py();
    if let Ok(dict) = object.cast_exact::<PyDict>() {
        return from_lists(py, &dict.keys(), &dict.values());
    }
    // A networkx graph yields pairs of a vertex and a mapping whose keys are its neighbours.
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
    let keys = Keys::new(py, keys.iter().map(Bound::unbind).collect());
    let identities = keys.identities();
    let mut offsets = Vec::with_capacity(keys.len() + 1);
    offsets.push(0);
    let mut targets: Vec<u32> = Vec::with_capacity(keys.len() * 4);
    let mut batch = Batch::new();
    while offsets.len() <= keys.len() {
        let v = offsets.len() - 1;
        if batch.read(values, v, identities.as_ref()) == 0 {
            for successor in iterated(&keys, v as u32, &values.get_item(v)?)? {
                let successor = successor?;
                let found = keys.find(&successor)?;
                targets.push(found.ok_or_else(|| missing(&keys, v as u32, &successor))?);
            }
            offsets.push(targets.len() as u32);
        } else {
            keys.find_all(py, &mut batch)?;
            if let Some(mut place) = batch.found.iter().position(|&w| w == NONE) {
                let mut from = v;
                for &length in &batch.lengths {
                    if place < length as usize {
                        break;
                    }
                    place -= length as usize;
                    from += 1;
                }
                let successor = values.get_item(from)?.get_item(place)?;
                return Err(missing(&keys, from as u32, &successor));
            }
            let mut end = targets.len() as u32;
            offsets.extend(batch.lengths.iter().map(|length| {
                end += length;
                end
            }));
            targets.extend(&batch.found);
        }
        if targets.len() > Rows::MOST {
            let most = Rows::MOST;
            return Err(graph_error(&message!(
                "the graph has more than {most} edges",
                "le graphe a plus de {most} arêtes"
            )));
        }
    }
    Ok(Graph {
        keys,
        rows: Rows::from_parts(offsets, targets),
    })
}

/// The successors of a vertex that are neither a list nor a tuple.
fn iterated<'py>(
    keys: &Keys,
    v: u32,
    successors: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyIterator>> {
    // A string is hardly meant as a list of letters.
    if !successors.is_instance_of::<PyString>()
        && let Ok(iterator) = successors.try_iter()
    {
        return Ok(iterator);
    }
    let (from, got) = (
        shown(keys.object(v).bind(successors.py())),
        shown(successors),
    );
    Err(graph_error(&message!(
        "the successors of {from} are {got}: a list of vertices is wanted",
        "les successeurs de {from} sont {got} : il faut une liste de sommets"
    )))
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

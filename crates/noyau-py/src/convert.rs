//! Converts dictionaries, networkx graphs and other mappings from vertices to successors to rows of numbers.
//!
//! Linear in vertices and edges. Keys and values are copied into lists first, so that concurrent changes of the
//! dictionary (a key's `__eq__` may do anything) are not seen halfway.

use crate::failure::{graph_error, shown};
use crate::ffi::{BATCH, Batch, NONE};
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
        return from_dict(dict);
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

/// The rows read so far.
struct Reading {
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Reading {
    fn of(vertices: usize) -> Self {
        let mut offsets = Vec::with_capacity(vertices + 1);
        offsets.push(0);
        Self {
            offsets,
            targets: Vec::with_capacity(vertices * 4),
        }
    }

    /// Takes over a batch in which all successors are found.
    fn extend(&mut self, batch: &Batch<'_>) {
        let mut end = self.targets.len() as u32;
        self.offsets.extend(batch.lengths.iter().map(|length| {
            end += length;
            end
        }));
        self.targets.extend(&batch.found);
    }

    fn check(&self) -> PyResult<()> {
        if self.targets.len() <= Rows::MOST {
            return Ok(());
        }
        let most = Rows::MOST;
        Err(graph_error(&message!(
            "the graph has more than {most} edges",
            "le graphe a plus de {most} arêtes"
        )))
    }

    fn rows(self) -> Rows {
        Rows::from_parts(self.offsets, self.targets)
    }
}

/// Converts a dictionary. If all vertices are small integers, no Python code runs, and the dictionary is read in place.
fn from_dict(dict: &Bound<'_, PyDict>) -> PyResult<Graph> {
    let py = dict.py();
    let keys = Keys::new(dict.iter().map(|(key, _)| key));
    if keys.numbers().is_empty() {
        return from_values(py, keys, &dict.values());
    }
    let mut reading = Reading::of(keys.len());
    let mut batch = Batch::new();
    let mut near = Vec::with_capacity(BATCH);
    let mut values_in_place = dict.iter().map(|pair| pair.1);
    loop {
        near.extend(values_in_place.by_ref().take(BATCH));
        if near.is_empty() {
            break;
        }
        let read = batch.read(py, &near, None, keys.numbers());
        if read < near.len() || !batch.unknown.is_empty() {
            drop(values_in_place);
            return from_values(py, keys, &dict.values());
        }
        near.clear();
        reading.extend(&batch);
        reading.check()?;
    }
    drop(values_in_place);
    let rows = reading.rows();
    Ok(Graph { keys, rows })
}

fn from_lists(
    py: Python<'_>,
    keys: &Bound<'_, PyList>,
    values: &Bound<'_, PyList>,
) -> PyResult<Graph> {
    let keys = Keys::new(keys.iter());
    from_values(py, keys, values)
}

/// Reads the successors of all keys, which are in a list of their own.
fn from_values(py: Python<'_>, keys: Keys, values: &Bound<'_, PyList>) -> PyResult<Graph> {
    let identities = keys.identities();
    let mut reading = Reading::of(keys.len());
    let mut batch = Batch::new();
    let mut near = Vec::with_capacity(BATCH);
    while reading.offsets.len() <= keys.len() {
        let v = reading.offsets.len() - 1;
        near.clear();
        for i in v..keys.len().min(v + BATCH) {
            near.push(values.get_item(i)?);
        }
        if batch.read(py, &near, identities.as_ref(), keys.numbers()) == 0 {
            for successor in iterated(&keys, v as u32, &near[0])? {
                let successor = successor?;
                let found = keys.find(&successor)?;
                let found = found.ok_or_else(|| missing(&keys, v as u32, &successor))?;
                reading.targets.push(found);
            }
            reading.offsets.push(reading.targets.len() as u32);
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
            reading.extend(&batch);
        }
        reading.check()?;
    }
    let rows = reading.rows();
    Ok(Graph { keys, rows })
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

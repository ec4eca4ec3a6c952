//! Functions on graphs in any form: a dictionary, a mapping, or an arena.

use crate::arena::PyArena;
use crate::convert;
use crate::failure::{graph_error, shown};
use crate::owners::{known_player, owners, sides};
use crate::results::NOTHING;
use noyau::arena::{self, Draft, Ending, Names, Rows};
use noyau::message;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;

/// An arena given by the user, or made from a graph.
enum Given<'py> {
    Arena(Bound<'py, PyArena>),
    Made(Box<PyArena>),
}

impl Given<'_> {
    fn get(&self) -> &PyArena {
        match self {
            Self::Arena(arena) => arena.get(),
            Self::Made(arena) => arena,
        }
    }
}

fn given<'py>(object: &Bound<'py, PyAny>) -> PyResult<Given<'py>> {
    match object.cast::<PyArena>() {
        Ok(arena) => Ok(Given::Arena(arena.clone())),
        Err(_) => Ok(Given::Made(Box::new(PyArena::plain(object)?))),
    }
}

#[pyfunction]
pub(crate) fn kernel_of<'py>(graph: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    let py = graph.py();
    let chosen = |lost: Vec<bool>| (0..).zip(lost).filter_map(|(v, lost)| lost.then_some(v));
    if let Ok(arena) = graph.cast::<PyArena>() {
        let arena = arena.get();
        return arena.keys.list(py, chosen(arena.lost(py)));
    }
    let convert::Graph { keys, rows } = convert::graph(graph)?;
    let keys = Arc::new(keys);
    let lost = match py.detach(|| lost_in_order(&rows)) {
        Some(lost) => lost,
        None => PyArena::of_rows(py, Arc::clone(&keys), rows).lost(py),
    };
    keys.list(py, chosen(lost))
}

/// The kernel of a graph in which all edges lead to earlier vertices, or all to later ones: one pass finds it, without
/// predecessors. `None` for other graphs.
fn lost_in_order(rows: &Rows) -> Option<Vec<bool>> {
    let vertices = rows.len() as u32;
    let mut lost = vec![false; vertices as usize];
    let judge = |lost: &mut Vec<bool>, v: u32, is_before: &dyn Fn(u32) -> bool| {
        let mut wins = false;
        for &w in rows.row(v) {
            if !is_before(w) {
                return None;
            }
            wins |= lost[w as usize];
        }
        lost[v as usize] = !wins;
        Some(())
    };
    let first = rows.iter_edges().next();
    if first.is_none_or(|(v, w)| w < v) {
        for v in 0..vertices {
            judge(&mut lost, v, &|w| w < v)?;
        }
    } else {
        for v in (0..vertices).rev() {
            judge(&mut lost, v, &|w| w > v)?;
        }
    }
    Some(lost)
}

#[pyfunction]
#[pyo3(signature = (graph, owner, player, target = None))]
pub(crate) fn attractor_of<'py>(
    graph: &Bound<'py, PyAny>,
    owner: &Bound<'py, PyAny>,
    player: &Bound<'py, PyAny>,
    target: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = graph.py();
    let read;
    let (keys, successors, endings) = if let Ok(arena) = graph.cast::<PyArena>() {
        let PyArena { keys, arena, .. } = arena.get();
        let rows = arena.graph().forward().clone();
        (&**keys, rows, arena.endings().map(<[Ending]>::to_vec))
    } else {
        let convert::Graph { keys, rows } = convert::graph(graph)?;
        read = keys;
        (&read, rows, None)
    };
    // A set would make players of `True` and `False`, which nobody named.
    if !owner.is_callable() && !owner.hasattr("keys")? {
        let got = shown(owner);
        return Err(graph_error(&message!(
            "owner is {got}: a function or a dictionary that says whose each vertex is is wanted",
            "owner vaut {got} : il faut une fonction ou un dictionnaire qui dit à qui est chaque sommet"
        )));
    }
    let labels = owners(owner, keys)?;
    if labels.is_empty() {
        return Ok(PyDict::new(py));
    }
    let (players, owners) = sides(&labels, 0)?;
    let side = known_player(player, &players)?;
    // A declared ending names a side of the arena where it was declared, in which the player may be the other one.
    let swapped = endings.is_some()
        && graph.cast::<PyArena>().is_ok_and(|arena| {
            let there = arena.get().side_of(Some(player));
            there.is_ok_and(|there| there != side)
        });
    let endings = endings.map(|endings: Vec<Ending>| {
        let swap = |ending: Ending| match ending {
            Ending::First if swapped => Ending::Second,
            Ending::Second if swapped => Ending::First,
            other => other,
        };
        endings.into_iter().map(swap).collect()
    });
    let names = Names::numbered(keys.len());
    let owned = py.detach(|| {
        arena::Arena::from(Draft {
            successors,
            names,
            owners: Some(owners),
            endings,
            start: 0,
        })
    });
    let ranks = PyArena::ranks(py, keys, &owned, side, target)?;
    let dict = PyDict::new(py);
    // One object for each number, since ranks repeat.
    let mut numbers: Vec<Bound<'py, PyAny>> = Vec::new();
    for (v, rank) in (0..).zip(ranks) {
        if rank == NOTHING {
            continue;
        }
        while numbers.len() <= rank as usize {
            numbers.push(numbers.len().into_pyobject(py)?.into_any());
        }
        dict.set_item(keys.object(v), &numbers[rank as usize])?;
    }
    Ok(dict)
}

#[pyfunction]
pub(crate) fn nimbers_of<'py>(graph: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let py = graph.py();
    given(graph)?.get().nimbers(py)?.to_dict(py)
}

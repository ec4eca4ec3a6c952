//! Arenas, answers about their vertices, and trees as Python pickles and copies them: objects, and numbers as bytes.

use crate::arena::PyArena;
use crate::failure::value_error;
use crate::keys::Keys;
use crate::results::{VertexData, VertexMap, VertexSet};
use crate::tree::PyTree;
use noyau::arena::{Arena, Draft, Ending, Names, Rows};
use noyau::message;
use noyau::tree::{Builder, Tree, Utility};
use noyau::{Outcome, Side, Value};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList, PyString, PyTuple};
use std::sync::Arc;

const ENDINGS: [Ending; 4] = [Ending::Unsaid, Ending::First, Ending::Second, Ending::Draw];

/// The function of this module that makes the object again.
pub(crate) fn restorer<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("noyau._noyau")?.getattr(name)
}

pub(crate) fn number_bytes<'py>(py: Python<'py>, numbers: &[u32]) -> Bound<'py, PyBytes> {
    let words: Vec<[u8; 4]> = numbers.iter().map(|n| n.to_le_bytes()).collect();
    PyBytes::new(py, words.as_flattened())
}

pub(crate) fn numbers(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.as_chunks::<4>().0.iter();
    words.map(|word| u32::from_le_bytes(*word)).collect()
}

/// The first byte of a pickle. What `marshal` makes of a list begins otherwise.
const PICKLED: u8 = 0x80;

/// The first byte of texts, each after its length.
const TEXTS: u8 = 0;

/// The bytes of objects that are all texts, except such as are no Unicode.
fn text_bytes(py: Python<'_>, objects: &[Py<PyAny>]) -> Option<Vec<u8>> {
    let mut bytes = vec![TEXTS];
    for object in objects {
        let text = object.bind(py).cast_exact::<PyString>().ok()?;
        let text = text.to_str().ok()?.as_bytes();
        bytes.extend_from_slice(&u32::try_from(text.len()).ok()?.to_le_bytes());
        bytes.extend_from_slice(text);
    }
    Some(bytes)
}

/// The texts in such bytes, after the first.
fn texts<'py>(py: Python<'py>, mut bytes: &[u8]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut found = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let parts = rest.split_at_checked(u32::from_le_bytes(*length) as usize);
        let (text, rest) = parts.ok_or_else(damaged)?;
        let text = std::str::from_utf8(text).map_err(|_| damaged())?;
        found.push(PyString::new(py, text).into_any());
        bytes = rest;
    }
    Ok(found)
}

/// Objects for another process of the same program. Texts have the shortest way; `marshal` is three times as fast as
/// `pickle`, but knows only plain data, and takes other objects for such.
pub(crate) fn object_bytes(
    py: Python<'_>,
    objects: Vec<Py<PyAny>>,
) -> PyResult<Bound<'_, PyBytes>> {
    /// The last version that does not look for objects that occur twice.
    const WITHOUT_REFERENCES: u8 = 2;
    if let Some(bytes) = text_bytes(py, &objects) {
        return Ok(PyBytes::new(py, &bytes));
    }
    let objects = PyList::new(py, objects)?;
    let bytes = if objects.iter().all(|object| is_data(&object)) {
        let dumps = py.import("marshal")?.getattr("dumps")?;
        dumps.call1((objects, WITHOUT_REFERENCES))?
    } else {
        let pickle = py.import("pickle")?;
        let newest = pickle.getattr("HIGHEST_PROTOCOL")?;
        pickle.getattr("dumps")?.call1((objects, newest))?
    };
    Ok(bytes.cast_into()?)
}

/// The objects in such bytes.
pub(crate) fn objects<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if let Some((&TEXTS, texts_alone)) = bytes.split_first() {
        return texts(py, texts_alone);
    }
    let pickled = bytes.first() == Some(&PICKLED);
    let module = py.import(if pickled { "pickle" } else { "marshal" })?;
    let loaded = module.getattr("loads")?.call1((bytes,))?;
    Ok(loaded.cast_into::<PyList>()?.iter().collect())
}

/// Whether an object is a text, a number, `None` or a tuple of these, each of exactly that class.
fn is_data(object: &Bound<'_, PyAny>) -> bool {
    object.is_exact_instance_of::<PyString>()
        || object.is_exact_instance_of::<PyInt>()
        || object.is_exact_instance_of::<PyBool>()
        || object.is_none()
        || object
            .cast_exact::<PyTuple>()
            .is_ok_and(|items| items.iter().all(|item| is_data(&item)))
}

fn side_bytes(py: Python<'_>, sides: impl Iterator<Item = Side>) -> Bound<'_, PyBytes> {
    let bytes: Vec<u8> = sides.map(|side| side as u8).collect();
    PyBytes::new(py, &bytes)
}

/// The exception for a pickle that no object of the package made.
fn damaged() -> PyErr {
    value_error(&message!(
        "the pickle is damaged",
        "le pickle est endommagé"
    ))
}

fn chosen<T: Copy>(from: &[T], bytes: &[u8]) -> PyResult<Vec<T>> {
    let each = bytes.iter().map(|&byte| from.get(usize::from(byte)));
    each.map(|one| one.copied().ok_or_else(damaged)).collect()
}

fn keys(objects: Vec<Py<PyAny>>) -> Arc<Keys> {
    Arc::new(Keys::unhashed(objects))
}

/// The function that makes an object again, with its arguments, as `__reduce__` returns them.
pub(crate) type Reduced<'py, A> = PyResult<(Bound<'py, PyAny>, A)>;

/// Objects, offsets, targets, owners, endings, start, and the names of the players.
pub(crate) type ArenaParts<'py> = (
    Bound<'py, PyList>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Option<Bound<'py, PyBytes>>,
    Option<Bound<'py, PyBytes>>,
    u32,
    Option<(Py<PyAny>, Py<PyAny>)>,
);

pub(crate) fn arena_parts<'py>(py: Python<'py>, of: &PyArena) -> Reduced<'py, ArenaParts<'py>> {
    let arena = &of.arena;
    let rows = arena.graph().forward();
    let endings = arena.endings().map(|endings| {
        let bytes: Vec<u8> = endings.iter().map(|&ending| ending as u8).collect();
        PyBytes::new(py, &bytes)
    });
    let owners = arena.owners();
    let parts = (
        PyList::new(py, of.keys.objects())?,
        number_bytes(py, rows.offsets()),
        number_bytes(py, rows.targets()),
        owners.map(|owners| side_bytes(py, owners.iter().copied())),
        endings,
        if arena.is_empty() { 0 } else { arena.start() },
        of.labels
            .as_ref()
            .map(|[a, b]| (a.clone_ref(py), b.clone_ref(py))),
    );
    Ok((restorer(py, "restore_arena")?, parts))
}

#[pyfunction]
pub(crate) fn restore_arena(
    py: Python<'_>,
    objects: Vec<Py<PyAny>>,
    offsets: &[u8],
    targets: &[u8],
    owners: Option<&[u8]>,
    endings: Option<&[u8]>,
    start: u32,
    labels: Option<(Py<PyAny>, Py<PyAny>)>,
) -> PyResult<PyArena> {
    let (offsets, targets) = (numbers(offsets), numbers(targets));
    let vertices = objects.len();
    let rows_fit = offsets.len() == vertices + 1
        && offsets[0] == 0
        && offsets.is_sorted()
        && offsets.last().copied() == Some(targets.len() as u32)
        && targets.iter().all(|&v| (v as usize) < vertices);
    let owners = owners.map(|bytes| chosen(&Side::BOTH, bytes)).transpose()?;
    let endings = endings.map(|bytes| chosen(&ENDINGS, bytes)).transpose()?;
    let fits = rows_fit
        && (start as usize) < vertices.max(1)
        && owners.as_ref().is_none_or(|all| all.len() == vertices)
        && endings.as_ref().is_none_or(|all| all.len() == vertices)
        && owners.is_some() == labels.is_some();
    if !fits {
        return Err(damaged());
    }
    let draft = Draft {
        successors: Rows::from_parts(offsets, targets),
        names: Names::numbered(vertices),
        owners,
        endings,
        start,
    };
    Ok(PyArena {
        keys: keys(objects),
        arena: py.detach(|| Arena::from(draft)),
        labels: labels.map(|(a, b)| [a, b]),
    })
}

#[pyfunction]
pub(crate) fn restore_set(objects: Vec<Py<PyAny>>, members: &[u8]) -> PyResult<VertexSet> {
    if objects.len() != members.len() {
        return Err(damaged());
    }
    let members = members.iter().map(|&member| member == 1).collect();
    Ok(VertexSet::new(&keys(objects), members))
}

/// What a map has of each vertex: a word for its kind, and bytes.
pub(crate) fn data_parts<'py>(
    py: Python<'py>,
    data: &VertexData,
) -> (&'static str, Bound<'py, PyBytes>) {
    match data {
        VertexData::Numbers(of) => ("numbers", number_bytes(py, of)),
        VertexData::Vertices(of) => ("vertices", number_bytes(py, of)),
        VertexData::Values(values) => {
            let words = values
                .iter()
                .flat_map(|value| [value.outcome() as u32, value.distance().unwrap_or(0)]);
            let words: Vec<u32> = words.collect();
            ("values", number_bytes(py, &words))
        }
    }
}

#[pyfunction]
pub(crate) fn restore_map(
    objects: Vec<Py<PyAny>>,
    kind: &str,
    bytes: &[u8],
) -> PyResult<VertexMap> {
    let words = numbers(bytes);
    let vertices = objects.len();
    let data = match kind {
        "numbers" if words.len() == vertices => VertexData::Numbers(words),
        "vertices"
            if words.len() == vertices
                && words
                    .iter()
                    .all(|&v| v == crate::results::NOTHING || (v as usize) < vertices) =>
        {
            VertexData::Vertices(words)
        }
        "values" if words.len() == 2 * vertices => {
            let value = |&[outcome, distance]: &[u32; 2]| match outcome {
                0 => Ok(Value::Loss(distance)),
                1 => Ok(Value::Draw),
                2 => Ok(Value::Win(distance)),
                _ => Err(damaged()),
            };
            debug_assert_eq!(Outcome::Win as u32, 2, "outcomes are numbered so");
            let pairs = words.as_chunks::<2>().0.iter();
            VertexData::Values(pairs.map(value).collect::<PyResult<_>>()?)
        }
        _ => return Err(damaged()),
    };
    Ok(VertexMap::new(&keys(objects), data))
}

/// Parents, turns, values, labels, and the two marks of a tree.
pub(crate) type TreeParts<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Vec<Option<f64>>,
    Vec<String>,
    bool,
    bool,
);

pub(crate) fn tree_parts<'py>(
    py: Python<'py>,
    tree: &Tree,
    of_game: bool,
    and_or: bool,
) -> Reduced<'py, TreeParts<'py>> {
    let parents: Vec<u32> = tree
        .nodes()
        .map(|node| tree.parent(node).unwrap_or(0))
        .collect();
    let parts = (
        number_bytes(py, &parents),
        side_bytes(py, tree.nodes().map(|node| tree.turn(node))),
        tree.nodes()
            .map(|node| tree.value(node).map(Utility::number))
            .collect(),
        tree.nodes()
            .map(|node| tree.label(node).to_owned())
            .collect(),
        of_game,
        and_or,
    );
    Ok((restorer(py, "restore_tree")?, parts))
}

#[pyfunction]
pub(crate) fn restore_tree(
    parents: &[u8],
    turns: &[u8],
    values: Vec<Option<f64>>,
    labels: Vec<String>,
    of_game: bool,
    and_or: bool,
) -> PyResult<PyTree> {
    let (parents, turns) = (numbers(parents), chosen(&Side::BOTH, turns)?);
    let nodes = parents.len();
    let lengths = [turns.len(), values.len(), labels.len()];
    let ordered = (0..).zip(&parents).skip(1);
    if lengths != [nodes; 3] || ordered.into_iter().any(|(node, &parent)| parent >= node) {
        return Err(damaged());
    }
    let mut builder = Builder::default();
    for (node, (value, label)) in values.into_iter().zip(labels).enumerate() {
        let parent = (node > 0).then(|| parents[node]);
        builder.add(
            parent,
            Some(turns[node]),
            &label,
            value.and_then(Utility::new),
        );
    }
    let tree = builder.finish(Side::First).map_err(|_| damaged())?;
    Ok(PyTree::restored(tree, of_game, and_or))
}

//! Answers about all vertices, stored as numbers: Python objects are made on demand.

use crate::keys::Keys;
use crate::pickle::{Reduced, data_parts, restorer};
use noyau::Outcome;
use noyau::dynamic::Worth;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFrozenSet, PyList, PySet, PyType};
use std::sync::Arc;

/// A set of vertices of an arena, in its order. It behaves as a ``frozenset`` and costs one byte a vertex.
#[pyclass(frozen, module = "noyau")]
pub(crate) struct VertexSet {
    keys: Arc<Keys>,
    members: Vec<bool>,
    len: usize,
}

impl VertexSet {
    pub(crate) fn new(keys: &Arc<Keys>, members: Vec<bool>) -> Self {
        let len = members.iter().filter(|&&member| member).count();
        Self {
            keys: Arc::clone(keys),
            members,
            len,
        }
    }

    fn vertices(&self) -> impl Iterator<Item = u32> + '_ {
        (0..)
            .zip(&self.members)
            .filter_map(|(v, &member)| member.then_some(v))
    }
}

#[pymethods]
impl VertexSet {
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> Reduced<'py, (Bound<'py, PyList>, Bound<'py, PyBytes>)> {
        let objects = PyList::new(py, self.keys.objects())?;
        Ok((restorer(py, "restore_set")?, (objects, self.to_bytes(py))))
    }

    fn __len__(&self) -> usize {
        self.len
    }

    fn __contains__(&self, vertex: &Bound<'_, PyAny>) -> PyResult<bool> {
        let v = self.keys.find(vertex)?;
        Ok(v.is_some_and(|v| self.members[v as usize]))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.to_list(py)?.try_iter()?.into_any())
    }

    /// `VertexSet[int]` in annotations.
    #[classmethod]
    fn __class_getitem__(class: &Bound<'_, PyType>, _of: &Bound<'_, PyAny>) -> Py<PyType> {
        class.clone().unbind()
    }

    /// The vertices as a list, in the order of the arena.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.keys.list(py, self.vertices())
    }

    /// One byte a vertex, 1 for those in the set, in the order of the arena.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = self
            .members
            .iter()
            .map(|&member| u8::from(member))
            .collect();
        PyBytes::new(py, &bytes)
    }

    fn __and__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.kept(other, true)
    }

    fn __rand__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.kept(other, true)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.kept(other, false)
    }

    fn __or__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if !is_set(other)? {
            return Ok(py.NotImplemented().into_bound(py));
        }
        if let Some(members) = self.same_arena(other) {
            let both = self.members.iter().zip(members).map(|(&a, &b)| a || b);
            let both = Self::new(&self.keys, both.collect());
            return Ok(Bound::new(py, both)?.into_any());
        }
        let all = PySet::new(py, self.to_list(py)?)?;
        all.call_method1("union", (other,))
    }

    fn __ror__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__or__(other)
    }

    fn __xor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if !is_set(other)? {
            return Ok(py.NotImplemented().into_bound(py));
        }
        if let Some(members) = self.same_arena(other) {
            let one = self.members.iter().zip(members).map(|(&a, &b)| a != b);
            let one = Self::new(&self.keys, one.collect());
            return Ok(Bound::new(py, one)?.into_any());
        }
        let all = PySet::new(py, self.to_list(py)?)?;
        all.call_method1("symmetric_difference", (other,))
    }

    fn __rxor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__xor__(other)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if !is_set(other)? {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let all = PySet::empty(py)?;
        for vertex in other.try_iter()? {
            let vertex = vertex?;
            if !self.__contains__(&vertex)? {
                all.add(vertex)?;
            }
        }
        Ok(all.into_any())
    }

    /// Whether no vertex is in both.
    fn isdisjoint(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        for vertex in other.try_iter()? {
            if self.__contains__(&vertex?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether all its vertices are in the other.
    fn issubset(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let other = PySet::new(other.py(), other.try_iter()?.collect::<PyResult<Vec<_>>>()?)?;
        for v in self.vertices() {
            if !other.contains(self.keys.object(v))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether it has all vertices of the other.
    fn issuperset(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        for vertex in other.try_iter()? {
            if !self.__contains__(&vertex?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) && !is_set(other)? {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let holds = match op {
            CompareOp::Eq => self.equals(other)?,
            CompareOp::Ne => !self.equals(other)?,
            CompareOp::Le => self.issubset(other)?,
            CompareOp::Lt => self.len < other.len()? && self.issubset(other)?,
            CompareOp::Ge => self.issuperset(other)?,
            CompareOp::Gt => self.len > other.len()? && self.issuperset(other)?,
        };
        Ok(PyBool::new(py, holds).to_owned().into_any())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyFrozenSet::new(py, self.to_list(py)?)?.hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let shown = self.keys.list(py, self.vertices().take(8))?;
        let text = shown.repr()?.to_string_lossy().into_owned();
        let items = text.trim_start_matches('[').trim_end_matches(']');
        Ok(abridged("VertexSet", items, shown.len(), self.len))
    }
}

impl VertexSet {
    fn equals(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Some(members) = self.same_arena(other) {
            return Ok(self.members == members);
        }
        if other.is_none() || other.len().ok() != Some(self.len) {
            return Ok(false);
        }
        for v in self.vertices() {
            if !other.contains(self.keys.object(v))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The members of a set of the same arena.
    fn same_arena<'a>(&self, other: &'a Bound<'_, PyAny>) -> Option<&'a [bool]> {
        let other = other.cast::<Self>().ok()?.get();
        Arc::ptr_eq(&self.keys, &other.keys).then_some(&*other.members)
    }

    /// The vertices that are in another set, or those that are not.
    fn kept<'py>(&self, other: &Bound<'py, PyAny>, wanted: bool) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if !is_set(other)? {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let mut members = vec![false; self.members.len()];
        for v in self.vertices() {
            members[v as usize] = other.contains(self.keys.object(v))? == wanted;
        }
        Ok(Bound::new(py, Self::new(&self.keys, members))?.into_any())
    }
}

/// Whether an object is a set, of any class.
fn is_set(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    object.is_instance(CLASS.import(object.py(), "collections.abc", "Set")?)
}

/// The `repr` of a collection that shows only some items.
fn abridged(name: &str, items: &str, shown: usize, len: usize) -> String {
    let more = if len > shown {
        format!(", … {len} in all")
    } else {
        String::new()
    };
    format!("{name}({{{items}{more}}})")
}

/// A result for each vertex.
pub(crate) enum VertexData {
    /// A number; `NOTHING` if there is none.
    Numbers(Vec<u32>),
    /// Outcome and distance.
    Values(Vec<noyau::Value>),
    /// A vertex; `NOTHING` if there is none.
    Vertices(Vec<u32>),
}

/// Denotes a vertex without a result.
pub(crate) const NOTHING: u32 = u32::MAX;

/// A mapping from vertices of an arena to what was found of them, in its order. It behaves as a ``dict`` that cannot be
/// changed.
#[pyclass(frozen, module = "noyau")]
pub(crate) struct VertexMap {
    keys: Arc<Keys>,
    known: VertexData,
    len: usize,
}

/// The class of values, written in Python.
fn value_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "noyau._values", "Value")
}

/// The Python object of a value.
fn value_object(
    py: Python<'_>,
    outcome: Outcome,
    distance: Option<u32>,
    margin: Option<f64>,
) -> PyResult<Bound<'_, PyAny>> {
    value_class(py)?.call1((outcome.name(), distance, margin))
}

/// The Python object of a worth, with its margin in points.
pub(crate) fn worth_object(py: Python<'_>, worth: Worth, units: i32) -> PyResult<Bound<'_, PyAny>> {
    let points = |margin| f64::from(margin) / f64::from(units);
    value_object(py, worth.outcome, worth.distance, worth.margin.map(points))
}

impl VertexMap {
    pub(crate) fn new(keys: &Arc<Keys>, known: VertexData) -> Self {
        let len = match &known {
            VertexData::Numbers(of) | VertexData::Vertices(of) => {
                of.iter().filter(|&&number| number != NOTHING).count()
            }
            VertexData::Values(values) => values.len(),
        };
        Self {
            keys: Arc::clone(keys),
            known,
            len,
        }
    }

    fn vertices(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.keys.len() as u32).filter(|&v| self.has(v))
    }

    fn has(&self, v: u32) -> bool {
        match &self.known {
            VertexData::Numbers(of) | VertexData::Vertices(of) => of[v as usize] != NOTHING,
            VertexData::Values(_) => true,
        }
    }

    /// Calls `each` with every vertex and its result. Equal results share one object.
    pub(crate) fn for_each<'py>(
        &self,
        py: Python<'py>,
        mut each: impl FnMut(&Bound<'py, PyAny>, &Bound<'py, PyAny>) -> PyResult<()>,
    ) -> PyResult<()> {
        /// Distances may be as long as the graph: only the objects of short ones are cached.
        const KEPT: usize = 1 << 16;
        let mut made: Vec<Option<Bound<'py, PyAny>>> = Vec::new();
        for v in self.vertices() {
            let key = self.keys.object(v).bind(py);
            let code = match &self.known {
                VertexData::Vertices(of) => {
                    each(key, self.keys.object(of[v as usize]).bind(py))?;
                    continue;
                }
                VertexData::Numbers(of) => of[v as usize] as usize,
                VertexData::Values(values) => {
                    let value = values[v as usize];
                    3 * value.distance().unwrap_or(0) as usize + value.outcome() as usize
                }
            };
            if code >= KEPT {
                each(key, &self.object(py, v)?)?;
                continue;
            }
            if made.len() <= code {
                made.resize(code + 1, None);
            }
            if made[code].is_none() {
                made[code] = Some(self.object(py, v)?);
            }
            if let Some(object) = &made[code] {
                each(key, object)?;
            }
        }
        Ok(())
    }

    fn object<'py>(&self, py: Python<'py>, v: u32) -> PyResult<Bound<'py, PyAny>> {
        match &self.known {
            VertexData::Numbers(of) => Ok(of[v as usize].into_pyobject(py)?.into_any()),
            VertexData::Vertices(of) => Ok(self.keys.object(of[v as usize]).bind(py).clone()),
            VertexData::Values(values) => {
                let value = values[v as usize];
                value_object(py, value.outcome(), value.distance(), None)
            }
        }
    }
}

#[pymethods]
impl VertexMap {
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> Reduced<'py, (Bound<'py, PyList>, &'static str, Bound<'py, PyBytes>)> {
        let objects = PyList::new(py, self.keys.objects())?;
        let (kind, bytes) = data_parts(py, &self.known);
        Ok((restorer(py, "restore_map")?, (objects, kind, bytes)))
    }

    /// `VertexMap[int, int]` in annotations.
    #[classmethod]
    fn __class_getitem__(class: &Bound<'_, PyType>, _of: &Bound<'_, PyAny>) -> Py<PyType> {
        class.clone().unbind()
    }

    fn __len__(&self) -> usize {
        self.len
    }

    fn __contains__(&self, vertex: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.keys.find(vertex)?.is_some_and(|v| self.has(v)))
    }

    fn __getitem__<'py>(&self, vertex: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match self.keys.find(vertex)? {
            Some(v) if self.has(v) => self.object(vertex.py(), v),
            _ => Err(PyKeyError::new_err(vertex.clone().unbind())),
        }
    }

    /// What was found of a vertex, or a default where nothing was.
    #[pyo3(signature = (vertex, default = None))]
    fn get<'py>(
        &self,
        vertex: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = vertex.py();
        match self.keys.find(vertex)? {
            Some(v) if self.has(v) => self.object(py, v),
            _ => Ok(default.unwrap_or_else(|| py.None().into_bound(py))),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.keys(py)?.try_iter()?.into_any())
    }

    /// The vertices of which something was found, in the order of the arena.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.keys.list(py, self.vertices())
    }

    /// What was found, in the order of the arena.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        self.for_each(py, |_, value| list.append(value))?;
        Ok(list)
    }

    /// Pairs of a vertex and what was found of it.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        self.for_each(py, |key, value| list.append((key, value)))?;
        Ok(list)
    }

    /// The same as a dictionary of its own.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.for_each(py, |key, value| dict.set_item(key, value))?;
        Ok(dict)
    }

    /// Four bytes a vertex, lowest first, in the order of the arena: numbers as they are, 0xFFFFFFFF where nothing is
    /// known; of values 3 times the distance, plus 0 for a loss, 1 for a draw, 2 for a win; of moves the number of the
    /// vertex.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = match &self.known {
            VertexData::Numbers(of) | VertexData::Vertices(of) => {
                of.iter().flat_map(|number| number.to_le_bytes()).collect()
            }
            VertexData::Values(values) => values
                .iter()
                .flat_map(|value| {
                    let distance = value.distance().unwrap_or(0);
                    let code = distance.saturating_mul(3) + value.outcome() as u32;
                    code.to_le_bytes()
                })
                .collect(),
        };
        PyBytes::new(py, &bytes)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut pairs = Vec::new();
        for v in self.vertices().take(8) {
            let (key, value) = (self.keys.object(v).bind(py), self.object(py, v)?);
            pairs.push(format!("{}: {}", key.repr()?, value.repr()?));
        }
        let items = pairs.join(", ");
        Ok(abridged("VertexMap", &items, pairs.len(), self.len))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        if let Ok(map) = other.cast::<Self>() {
            return self.to_dict(py)?.eq(map.get().to_dict(py)?);
        }
        if !other.is_instance_of::<PyDict>() || other.len()? != self.len {
            return Ok(false);
        }
        self.to_dict(py)?.eq(other)
    }
}

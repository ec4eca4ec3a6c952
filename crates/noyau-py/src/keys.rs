//! The user's own objects as vertices: each key of a dictionary gets a number, and answers give the same object back.
//!
//! One pass over the keys and one over the successors. Where all keys are small non-negative whole numbers the number
//! of a key is found in an array; else in a table by the object's own hash, where identity is tried before `==`, as a
//! dictionary does.

use crate::failure::{graph_error, shown};
use hashbrown::HashTable;
use noyau::message;
use pyo3::prelude::*;
use pyo3::types::PyInt;

/// Stands for no vertex.
const NONE: u32 = u32::MAX;

/// The vertices of a graph, as the objects that the user calls them by.
pub(crate) struct Keys {
    objects: Vec<Py<PyAny>>,
    /// The vertex of each small number, where all keys are such; empty otherwise.
    numbers: Vec<u32>,
    /// The vertices by the hash of their objects, where they are not numbers, or something else was looked for.
    hashed: std::sync::OnceLock<Hashed>,
}

struct Hashed {
    /// Hash, address and vertex: identity is tried without a look at the object.
    table: HashTable<(u64, usize, u32)>,
}

/// Spreads the hashes of Python, of which those of numbers are the numbers themselves.
fn spread(hash: isize) -> u64 {
    (hash as u64)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .rotate_left(26)
}

/// An exact `int`, if it is small and not negative.
fn small(object: &Bound<'_, PyAny>) -> Option<u32> {
    if object.is_exact_instance_of::<PyInt>() {
        let number: i64 = object.extract().ok()?;
        u32::try_from(number).ok().filter(|&number| number != NONE)
    } else {
        None
    }
}

impl Keys {
    /// The keys, in order. Keys that come twice are an error of whoever made the list: dictionaries have none.
    pub(crate) fn new(py: Python<'_>, objects: Vec<Py<PyAny>>) -> PyResult<Self> {
        let room = objects.len() * 4 + 16;
        let mut numbers = vec![NONE; 0];
        for (v, object) in (0..).zip(&objects) {
            let Some(number) = small(object.bind(py)).filter(|&n| (n as usize) < room) else {
                numbers = Vec::new();
                break;
            };
            if numbers.len() <= number as usize {
                let wanted = (number as usize + 1).next_power_of_two().min(room);
                numbers.resize(wanted.max(objects.len().min(room)), NONE);
            }
            numbers[number as usize] = v;
        }
        let keys = Self {
            objects,
            numbers,
            hashed: std::sync::OnceLock::new(),
        };
        if keys.numbers.is_empty() {
            keys.hash_all(py)?;
        }
        Ok(keys)
    }

    /// Keys that are different and can be hashed, as is known. They are hashed when one is first looked for.
    pub(crate) fn unhashed(objects: Vec<Py<PyAny>>) -> Self {
        Self {
            objects,
            numbers: Vec::new(),
            hashed: std::sync::OnceLock::new(),
        }
    }

    fn hash_all(&self, py: Python<'_>) -> PyResult<()> {
        let mut table = HashTable::with_capacity(self.objects.len());
        for (v, object) in (0..).zip(&self.objects) {
            let hash = spread(object.bind(py).hash()?);
            let address = object.as_ptr() as usize;
            table.insert_unique(hash, (hash, address, v), |&(hash, ..)| hash);
        }
        // Whoever else was as quick has made the same table.
        let _ = self.hashed.set(Hashed { table });
        Ok(())
    }

    /// The number of vertices.
    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }

    pub(crate) fn object(&self, v: u32) -> &Py<PyAny> {
        &self.objects[v as usize]
    }

    pub(crate) fn objects(&self) -> &[Py<PyAny>] {
        &self.objects
    }

    /// The objects of those vertices.
    pub(crate) fn list<'py>(
        &self,
        py: Python<'py>,
        vertices: impl IntoIterator<Item = u32>,
    ) -> PyResult<Bound<'py, pyo3::types::PyList>> {
        let objects: Vec<_> = vertices
            .into_iter()
            .map(|v| self.object(v).bind(py).as_borrowed())
            .collect();
        pyo3::types::PyList::new(py, objects)
    }

    /// The vertex that an object calls, if it calls any. The error is one that its hash or comparison raised.
    #[inline]
    pub(crate) fn find(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        if !self.numbers.is_empty()
            && let Some(number) = small(object)
        {
            let v = self.numbers.get(number as usize).copied();
            return Ok(v.filter(|&v| v != NONE));
        }
        self.find_hashed(object)
    }

    fn find_hashed(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let py = object.py();
        let hashed = if let Some(hashed) = self.hashed.get() {
            hashed
        } else {
            self.hash_all(py)?;
            match self.hashed.get() {
                Some(hashed) => hashed,
                None => return Ok(None),
            }
        };
        let wanted = spread(object.hash()?);
        let mut raised = None;
        let own = object.as_ptr() as usize;
        let found = hashed.table.find(wanted, |&(hash, address, v)| {
            if address == own {
                return true;
            }
            if hash != wanted || raised.is_some() {
                return false;
            }
            self.object(v).bind(py).eq(object).unwrap_or_else(|error| {
                raised = Some(error);
                false
            })
        });
        match raised {
            Some(error) => Err(error),
            None => Ok(found.map(|&(.., v)| v)),
        }
    }

    /// The vertex that an object calls; the error names the object.
    pub(crate) fn get(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.find(object)?.ok_or_else(|| {
            let vertex = shown(object);
            graph_error(&message!(
                "{vertex} is no vertex of this graph",
                "{vertex} n'est pas un sommet de ce graphe"
            ))
        })
    }
}

//! The user's objects as vertices: each key of a dictionary gets a number, and answers return the same object.
//!
//! If all keys are small non-negative integers, an array maps them to vertices; otherwise a hash table does, by the
//! object's own hash and with identity before `==`, as in a dictionary. Bulk lookups run in stages, each of which
//! prefetches the memory of the next.

use crate::content::{Content, content};
use crate::failure::{graph_error, shown};
use crate::ffi::{AHEAD, Batch, NONE, Slots, equal, prefetch, prefetch_items};
use noyau::message;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use std::sync::OnceLock;

/// The vertices of a graph, as the user's objects.
pub(crate) struct Keys {
    objects: Vec<Py<PyAny>>,
    /// The vertex of each small integer, if all keys are small integers; empty otherwise.
    numbers: Vec<u32>,
    /// The vertices by the hash of their objects, built at the first lookup of anything but a small integer.
    hashed: OnceLock<Slots<u64>>,
    /// The vertices by the contents of their objects, built at the first bulk lookup.
    contents: OnceLock<Contents>,
}

/// The vertices by content, in as few words as most contents need.
enum Contents {
    Short(ContentIndex<2>),
    /// Half a cache line including the vertex.
    Middle(ContentIndex<3>),
    Long(ContentIndex<4>),
}

struct ContentIndex<const WORDS: usize> {
    slots: Slots<Content<WORDS>>,
    /// The number of keys with a content of that many words.
    held: usize,
}

impl<const WORDS: usize> ContentIndex<WORDS> {
    fn of(py: Python<'_>, objects: &[Py<PyAny>]) -> Self {
        let mut held = 0;
        let contents = (0..).zip(objects).filter_map(|(v, object)| {
            let content = content(object.bind(py))?;
            held += 1;
            Some((content, v))
        });
        let slots = Slots::of(objects.len(), contents);
        Self { slots, held }
    }

    /// Finds the objects with a content, and removes them from the unknown; also those that cannot be a key.
    fn find(&self, keys: usize, found: &mut [u32], unknown: &mut Vec<(u32, Bound<'_, PyAny>)>) {
        if self.held == 0 {
            return;
        }
        let mut contents = Vec::with_capacity(unknown.len());
        for (_, object) in &*unknown {
            let content = content(object);
            if let Some(content) = content {
                self.slots.prefetch(content);
            }
            contents.push(content);
        }
        let mut contents = contents.into_iter();
        unknown.retain(|(place, _)| {
            let Some(content) = contents.next().flatten() else {
                return true;
            };
            let v = self.slots.all(content).next().unwrap_or(NONE);
            found[*place as usize] = v;
            // A key without a content may still be equal.
            v == NONE && self.held < keys
        });
    }
}

/// Whether at least half of the objects have a content of that many words.
fn most_fit<const WORDS: usize>(py: Python<'_>, objects: &[Py<PyAny>]) -> bool {
    let fits = |object: &&Py<PyAny>| content::<WORDS>(object.bind(py)).is_some();
    2 * objects.iter().filter(fits).count() >= objects.len()
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
    /// The keys, in order, all distinct.
    pub(crate) fn new<'py>(keys: impl ExactSizeIterator<Item = Bound<'py, PyAny>>) -> Self {
        let len = keys.len();
        let room = len * 4 + 16;
        let mut numbers = vec![NONE; len];
        let mut all_small = true;
        let mut objects = Vec::with_capacity(len);
        // One pass: each walk through the objects of a large graph is a walk through memory.
        for (v, object) in (0..).zip(keys) {
            if all_small {
                match small(&object) {
                    Some(number) if (number as usize) < room => {
                        if numbers.len() <= number as usize {
                            let wanted = (number as usize + 1).next_power_of_two().min(room);
                            numbers.resize(wanted, NONE);
                        }
                        numbers[number as usize] = v;
                    }
                    _ => all_small = false,
                }
            }
            objects.push(object.unbind());
        }
        if !all_small {
            numbers = Vec::new();
        }
        Self {
            objects,
            numbers,
            hashed: OnceLock::new(),
            contents: OnceLock::new(),
        }
    }

    /// Keys known to be distinct and hashable. They are hashed at the first lookup.
    pub(crate) fn unhashed(objects: Vec<Py<PyAny>>) -> Self {
        Self {
            objects,
            numbers: Vec::new(),
            hashed: OnceLock::new(),
            contents: OnceLock::new(),
        }
    }

    fn hashed(&self, py: Python<'_>) -> PyResult<&Slots<u64>> {
        if let Some(hashed) = self.hashed.get() {
            return Ok(hashed);
        }
        let mut hashes = Vec::with_capacity(self.objects.len());
        for object in &self.objects {
            hashes.push(object.bind(py).hash()? as u64);
        }
        // Another thread may have built the same table.
        Ok(self
            .hashed
            .get_or_init(|| Slots::of(hashes.len(), hashes.into_iter().zip(0..))))
    }

    fn contents(&self, py: Python<'_>) -> &Contents {
        /// The size of the sample of keys.
        const SAMPLE: usize = 64;
        self.contents.get_or_init(|| {
            let some = self.objects.len().min(SAMPLE);
            let some = &self.objects[..some];
            if most_fit::<2>(py, some) {
                Contents::Short(ContentIndex::of(py, &self.objects))
            } else if most_fit::<3>(py, some) {
                Contents::Middle(ContentIndex::of(py, &self.objects))
            } else {
                Contents::Long(ContentIndex::of(py, &self.objects))
            }
        })
    }

    /// The vertices by the addresses of their objects, unless the keys are small integers.
    pub(crate) fn identities(&self) -> Option<Slots<u64>> {
        let addresses = self.objects.iter().map(|object| object.as_ptr() as u64);
        self.numbers
            .is_empty()
            .then(|| Slots::of(self.objects.len(), addresses.zip(0..)))
    }

    /// The vertex of each small integer, if all keys are small integers; empty otherwise.
    pub(crate) fn numbers(&self) -> &[u32] {
        &self.numbers
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

    /// The vertex of an object, if any. The error is an exception of its hash or comparison.
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
        let hashed = self.hashed(object.py())?;
        self.equal_to(hashed, object, object.hash()? as u64)
    }

    #[inline]
    fn equal_to(
        &self,
        hashed: &Slots<u64>,
        object: &Bound<'_, PyAny>,
        hash: u64,
    ) -> PyResult<Option<u32>> {
        for v in hashed.all(hash) {
            if equal(self.object(v).bind(object.py()), object)? {
                return Ok(Some(v));
            }
        }
        Ok(None)
    }

    /// Finds the unknown objects of a batch. Objects that are not vertices stay unknown.
    pub(crate) fn find_all(&self, py: Python<'_>, batch: &mut Batch<'_>) -> PyResult<()> {
        let Batch { found, unknown, .. } = batch;
        if !self.numbers.is_empty() {
            unknown.retain(|(place, object)| match small(object) {
                None => true,
                Some(number) => {
                    let v = self.numbers.get(number as usize).copied();
                    found[*place as usize] = v.unwrap_or(NONE);
                    false
                }
            });
        }
        if unknown.is_empty() {
            return Ok(());
        }
        for (_, object) in &*unknown {
            prefetch_items(object);
        }
        match self.contents(py) {
            Contents::Short(held) => held.find(self.len(), found, unknown),
            Contents::Middle(held) => held.find(self.len(), found, unknown),
            Contents::Long(held) => held.find(self.len(), found, unknown),
        }
        if unknown.is_empty() {
            return Ok(());
        }
        let hashed = self.hashed(py)?;
        let mut hashes = Vec::with_capacity(unknown.len());
        for (_, object) in &*unknown {
            let hash = object.hash()? as u64;
            hashed.prefetch(hash);
            hashes.push(hash);
        }
        // The first vertex with that hash is nearly always the right one.
        let mut likely = Vec::with_capacity(unknown.len());
        for &hash in &hashes {
            let v = hashed.all(hash).next().unwrap_or(NONE);
            prefetch(self.objects.as_ptr().wrapping_add(v as usize));
            likely.push(v);
        }
        for (i, (place, object)) in unknown.iter().enumerate() {
            if let Some(next) = likely
                .get(i + AHEAD)
                .and_then(|&v| self.objects.get(v as usize))
            {
                prefetch(next.as_ptr());
            }
            if let Some(next) = likely
                .get(i + AHEAD / 2)
                .and_then(|&v| self.objects.get(v as usize))
            {
                prefetch_items(next.bind(py));
            }
            let Some(key) = self.objects.get(likely[i] as usize) else {
                continue;
            };
            if equal(key.bind(py), object)? {
                found[*place as usize] = likely[i];
            } else if let Some(v) = self.equal_to(hashed, object, hashes[i])? {
                found[*place as usize] = v;
            }
        }
        Ok(())
    }

    /// The vertex of an object; the error names the object.
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

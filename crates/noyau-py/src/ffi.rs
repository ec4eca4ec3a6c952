//! Calls to Python's C API without a safe form in `PyO3`: borrowed references, calls without argument tuples,
//! dictionary equality, and prefetching. Beside them, a call to the system: huge pages.
//!
//! Counting a reference writes to the object, and the objects of a large graph are scattered over memory: a walk
//! that counts waits for memory at every edge. Here an object is identified by its address, which suffices if the
//! successor is the same object as the key; a reference is taken only to the others. This is the only module of the
//! package with `unsafe`: borrowed references are raw pointers in the C API, and so are the addresses of a prefetch and of
//! pages.

#![allow(
    unsafe_code,
    reason = "borrowed references are raw pointers, and the prefetch instruction takes a raw address"
)]

use pyo3::PyTraverseError;
use pyo3::ffi;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// No vertex.
pub(crate) const NONE: u32 = u32::MAX;

/// The prefetch distance, in steps.
pub(crate) const AHEAD: usize = 24;

/// The number of vertices whose successors are read at once: enough to overlap cache misses, few enough to stay in the
/// cache.
pub(crate) const BATCH: usize = 64;

/// After a batch in which few successors were the keys themselves, this many batches skip the lookup by address.
const RETRY: u32 = 15;

/// Prefetches the memory at an address.
#[inline]
pub(crate) fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and faults on no address, mapped or not.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// Asks for huge pages for the memory of a list, before it is used: a new process otherwise spends a twentieth of its
/// time on pages.
pub(crate) fn use_huge_pages<T>(list: &Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        use std::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        const MADV_HUGEPAGE: c_int = 14;
        const HUGE: usize = 2 << 20;
        let (from, bytes) = (list.as_ptr(), list.capacity() * size_of::<T>());
        let before = from.addr().next_multiple_of(HUGE) - from.addr();
        let whole = bytes.saturating_sub(before) / HUGE * HUGE;
        if whole > 0 {
            // SAFETY: this advice changes neither the contents nor the ownership of pages, and it is harmless if the
            // system ignores it.
            unsafe {
                madvise(
                    from.wrapping_byte_add(before).cast_mut().cast(),
                    whole,
                    MADV_HUGEPAGE,
                )
            };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = list;
}

/// A key of [`Slots`].
pub(crate) trait SlotKey: Copy + Eq + Default {
    /// A hash of 64 bits.
    fn spread(self) -> u64;
}

impl SlotKey for u64 {
    #[inline]
    fn spread(self) -> u64 {
        self
    }
}

impl SlotKey for u32 {
    #[inline]
    fn spread(self) -> u64 {
        self.into()
    }
}

/// A hash table from keys, such as addresses or hashes of objects, to vertices: open addressing.
pub(crate) struct Slots<N> {
    slots: Box<[(N, u32)]>,
    shift: u32,
    len: usize,
}

impl<N: SlotKey> Slots<N> {
    /// A table with room for that many vertices.
    pub(crate) fn new(room: usize) -> Self {
        // The load is between two and four fifths: a smaller table has fewer cache misses. At least one slot stays
        // free, which ends every search.
        let bits = (room + room / 4 + 2).next_power_of_two().trailing_zeros();
        let mut slots = Vec::with_capacity(1 << bits);
        use_huge_pages(&slots);
        slots.resize(1 << bits, (N::default(), NONE));
        Self {
            slots: slots.into(),
            shift: 64 - bits,
            len: 0,
        }
    }

    /// The table of these vertices; several may have the same key.
    pub(crate) fn of(room: usize, vertices: impl Iterator<Item = (N, u32)>) -> Self {
        let mut made = Self::new(room);
        let mut vertices = vertices.peekable();
        let mut near = Vec::with_capacity(AHEAD);
        while vertices.peek().is_some() {
            near.extend(vertices.by_ref().take(AHEAD));
            for &(number, _) in &near {
                made.prefetch(number);
            }
            for (number, v) in near.drain(..) {
                made.put(number, v);
            }
        }
        made
    }

    fn put(&mut self, number: N, v: u32) {
        let mut place = self.place(number);
        while self.slots[place].1 != NONE {
            place = self.after(place);
        }
        self.slots[place] = (number, v);
        self.len += 1;
    }

    /// Inserts a vertex into a table that grows.
    pub(crate) fn insert(&mut self, number: N, v: u32) {
        let room = self.len + 1;
        if room + room / 4 + 2 > self.slots.len() {
            self.reserve(2 * room);
        }
        self.put(number, v);
    }

    /// Makes room for so many vertices.
    pub(crate) fn reserve(&mut self, room: usize) {
        if room + room / 4 + 2 > self.slots.len() {
            let taken = self.slots.iter().filter(|slot| slot.1 != NONE);
            *self = Self::of(room, taken.copied());
        }
    }

    /// The first slot of a key.
    #[inline]
    fn place(&self, number: N) -> usize {
        (number.spread().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    #[inline]
    fn after(&self, place: usize) -> usize {
        (place + 1) & (self.slots.len() - 1)
    }

    #[inline]
    pub(crate) fn prefetch(&self, number: N) {
        prefetch(self.slots.as_ptr().wrapping_add(self.place(number)));
    }

    /// The vertices with that key.
    #[inline]
    pub(crate) fn all(&self, number: N) -> impl Iterator<Item = u32> + '_ {
        let mut place = self.place(number);
        std::iter::from_fn(move || {
            loop {
                let (other, v) = self.slots[place];
                if v == NONE {
                    return None;
                }
                place = self.after(place);
                if other == number {
                    return Some(v);
                }
            }
        })
    }
}

/// The successors of some vertices, in order.
pub(crate) struct Batch<'py> {
    /// The number of successors of each vertex.
    pub(crate) lengths: Vec<u32>,
    /// The successors; `NONE` where not found yet.
    pub(crate) found: Vec<u32>,
    /// The objects not found yet, with their places.
    pub(crate) unknown: Vec<(u32, Bound<'py, PyAny>)>,
    addresses: Vec<*mut ffi::PyObject>,
    /// The number of further batches that skip the lookup by address.
    unlike: u32,
}

impl<'py> Batch<'py> {
    pub(crate) fn new() -> Self {
        Self {
            lengths: Vec::with_capacity(BATCH),
            found: Vec::with_capacity(8 * BATCH),
            unknown: Vec::new(),
            addresses: Vec::with_capacity(8 * BATCH),
            unlike: 0,
        }
    }

    /// Reads the successors of some vertices, and returns of how many: those before the first that is neither a list
    /// nor a tuple. Successors whose address is in `known`, and small integers in `numbers`, are found; a reference is
    /// taken to all others.
    pub(crate) fn read(
        &mut self,
        py: Python<'py>,
        containers: &[Bound<'py, PyAny>],
        known: Option<&Slots<u64>>,
        numbers: &[u32],
    ) -> usize {
        self.lengths.clear();
        self.found.clear();
        self.unknown.clear();
        self.addresses.clear();
        for container in containers {
            let container = container.as_ptr();
            let before = self.addresses.len();
            // SAFETY: the thread is attached to the interpreter, and neither runs Python code nor detaches from here to
            // the end of this function: containers do not change, so indexes below the length give objects, and
            // objects stay alive. The type of a container is checked before it is used as such.
            unsafe {
                if ffi::PyList_CheckExact(container) != 0 {
                    for i in 0..ffi::PyList_Size(container) {
                        self.addresses.push(ffi::PyList_GetItem(container, i));
                    }
                } else if ffi::PyTuple_CheckExact(container) != 0 {
                    for i in 0..ffi::PyTuple_Size(container) {
                        self.addresses.push(ffi::PyTuple_GetItem(container, i));
                    }
                } else {
                    break;
                }
            }
            self.lengths.push((self.addresses.len() - before) as u32);
        }
        let addresses = self.addresses.as_slice();
        match known {
            Some(known) if self.unlike == 0 => {
                for (i, &address) in addresses.iter().enumerate() {
                    if let Some(&next) = addresses.get(i + AHEAD) {
                        known.prefetch(next as u64);
                    }
                    self.found
                        .push(known.all(address as u64).next().unwrap_or(NONE));
                }
                let hits = self.found.iter().filter(|&&v| v != NONE).count();
                if 8 * hits < addresses.len() {
                    self.unlike = RETRY;
                }
            }
            _ => {
                self.unlike = self.unlike.saturating_sub(1);
                self.found.resize(addresses.len(), NONE);
            }
        }
        for (i, &address) in addresses.iter().enumerate() {
            if let (Some(&next), Some(&NONE)) =
                (addresses.get(i + AHEAD), self.found.get(i + AHEAD))
            {
                prefetch(next);
            }
            if self.found[i] != NONE {
                continue;
            }
            // SAFETY: as above, the object is still alive, and the value of an exact `int` is read without Python code.
            let object = unsafe {
                if !numbers.is_empty() && ffi::PyLong_CheckExact(address) != 0 {
                    let mut overflow = 0;
                    let number = ffi::PyLong_AsLongLongAndOverflow(address, &raw mut overflow);
                    let known = usize::try_from(number).ok().and_then(|n| numbers.get(n));
                    if let (0, Some(&v)) = (overflow, known)
                        && v != NONE
                    {
                        self.found[i] = v;
                        continue;
                    }
                }
                Bound::from_borrowed_ptr(py, address)
            };
            self.unknown.push((i as u32, object));
        }
        self.lengths.len()
    }
}

/// Prefetches the items of a tuple, which its hash and its comparisons read. The tuple itself should be in the cache.
#[inline]
pub(crate) fn prefetch_items(object: &Bound<'_, PyAny>) {
    /// The processor prefetches the others while these are read.
    const FIRST: usize = 4;
    if let Ok(tuple) = object.cast_exact::<PyTuple>() {
        for item in tuple.iter_borrowed().take(FIRST) {
            prefetch(item.as_ptr());
        }
    }
}

/// A method of the user's object, split into the function and its receiver: Python would bind them again at every call.
pub(crate) struct BoundMethod {
    function: Py<PyAny>,
    /// `None` for a plain function.
    receiver: Option<Py<PyAny>>,
}

impl BoundMethod {
    /// `bound` is Python's class of bound methods.
    pub(crate) fn new(method: Bound<'_, PyAny>, bound: &Bound<'_, PyAny>) -> PyResult<Self> {
        if !method.get_type().is(bound) {
            return Ok(Self {
                function: method.unbind(),
                receiver: None,
            });
        }
        Ok(Self {
            function: method.getattr("__func__")?.unbind(),
            receiver: Some(method.getattr("__self__")?.unbind()),
        })
    }

    /// Calls it with one or two arguments, without an argument tuple.
    #[inline]
    pub(crate) fn call<'py>(
        &self,
        one: &Bound<'py, PyAny>,
        other: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let end = std::ptr::null_mut::<ffi::PyObject>();
        let function = self.function.as_ptr();
        let (first, last) = (one.as_ptr(), other.map_or(end, Bound::as_ptr));
        // SAFETY: all are alive, the thread is attached, as `one` shows, and a null pointer ends the arguments;
        // those after it are not read. The result is an owned reference, or a null pointer and an exception.
        unsafe {
            let result = match &self.receiver {
                None => ffi::PyObject_CallFunctionObjArgs(function, first, last, end),
                Some(receiver) => {
                    let receiver = receiver.as_ptr();
                    ffi::PyObject_CallFunctionObjArgs(function, receiver, first, last, end)
                }
            };
            Bound::from_owned_ptr_or_err(one.py(), result)
        }
    }

    /// Visits the objects for the garbage collector.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.function)?;
        self.receiver
            .as_ref()
            .map_or(Ok(()), |receiver| visit.call(receiver))
    }
}

/// Whether an object equals a key, as in dictionaries: identity before `==`.
#[inline]
pub(crate) fn equal(key: &Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> PyResult<bool> {
    // SAFETY: both are alive, and the thread is attached, as they show.
    let result =
        unsafe { ffi::PyObject_RichCompareBool(key.as_ptr(), object.as_ptr(), ffi::Py_EQ) };
    if result < 0 {
        Err(PyErr::fetch(key.py()))
    } else {
        Ok(result != 0)
    }
}

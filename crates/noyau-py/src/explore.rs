//! A walk through all positions of a user's own game by several processes: each has a session of its own, and numbers
//! positions for itself.
//!
//! The main process sends positions that another is to open, by that process's numbers where it knows them, otherwise as
//! objects. It gets back their ends or children by those numbers, and each object that the process met for the
//! first time, in the order of its numbers. So an object crosses over at most once in each direction, and the moves never do.

use crate::failure::game_error;
use crate::pickle::{number_bytes, numbers, object_bytes, objects};
use crate::rules::{PyRules, number_of};
use crate::session::{Access, Session};
use noyau::limits::Limits;
use noyau::{Outcome, Side, message};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// No number.
const NONE: u32 = u32::MAX;

/// Marks the word of a terminal position, whose low bits are its outcome.
const ENDED: u32 = 1 << 31;

/// Where the side stands in that word, if positions tell it: one more than its number.
const SIDE: u32 = 29;

/// The low bits: the outcome, or the number of children.
const LOW: u32 = (1 << SIDE) - 1;

const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

fn session_of(rules: &PyRules) -> PyResult<Arc<Session>> {
    rules.session().map(Arc::clone).ok_or_else(|| {
        game_error(&message!(
            "only games written in Python are walked through by processes",
            "seuls les jeux écrits en Python sont parcourus par des processus"
        ))
    })
}

/// Opens positions, and calls `each` with each of them.
fn open_all(
    py: Python<'_>,
    session: &Session,
    ids: &[u32],
    mut each: impl FnMut(&mut Access<'_, '_>, u32),
) -> PyResult<()> {
    let stop = Arc::new(AtomicBool::new(false));
    session.begin(&stop, true, None);
    let mut access = Access::attached(session, py);
    for &id in ids {
        if !access.expand(id) {
            break;
        }
        each(&mut access, id);
    }
    drop(access);
    session.end(&stop)
}

/// The side of a helping process.
#[pyclass(module = "noyau")]
pub(crate) struct Helper {
    session: Arc<Session>,
    /// How many positions the main process knows.
    reported: usize,
}

/// Rows of words, and objects met for the first time, as bytes.
type Reply<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

#[pymethods]
impl Helper {
    #[new]
    fn new(rules: &PyRules) -> PyResult<Self> {
        let session = session_of(rules)?;
        session.share_walk();
        Ok(Self {
            session,
            reported: 1,
        })
    }

    /// Opens positions by number and as objects. Each row of the reply has the number of the position, its side, and its
    /// end, or the number and the list of its children.
    fn expand<'py>(&mut self, py: Python<'py>, ids: &[u8], unknown: &[u8]) -> PyResult<Reply<'py>> {
        let mut ids = numbers(ids);
        for object in objects(py, unknown)? {
            ids.push(self.session.intern(&object)?);
        }
        let mut words = Vec::with_capacity(8 * ids.len());
        open_all(py, &self.session, &ids, |access, id| {
            let side = access.side(id).map_or(0, |side| 1 + side as u32);
            words.extend([id, 0]);
            let at = words.len();
            let end = match access.row(id, &mut words) {
                Some(outcome) => ENDED | outcome as u32,
                None => (words.len() - at) as u32,
            };
            words[at - 1] = end | side << SIDE;
        })?;
        let new = Access::attached(&self.session, py).since(py, self.reported);
        self.reported += new.len();
        Ok((number_bytes(py, &words), object_bytes(py, new)?))
    }
}

/// What the main process knows of another.
struct Known {
    /// The main process's number of each of its positions.
    here: Vec<u32>,
    /// Its number of each position of the main process.
    there: Vec<u32>,
    /// How many of its positions it has sent.
    told: u32,
}

impl Known {
    fn pair(&mut self, here: u32, there: u32) {
        put(&mut self.here, there, here);
        put(&mut self.there, here, there);
    }
}

fn put(list: &mut Vec<u32>, at: u32, number: u32) {
    let at = at as usize;
    if list.len() <= at {
        list.resize(at + 1, NONE);
    }
    list[at] = number;
}

/// The side of the main process.
#[pyclass(module = "noyau")]
pub(crate) struct Exploration {
    session: Arc<Session>,
    /// The positions met in this walk, by number.
    met: Vec<bool>,
    helpers: Vec<Known>,
    /// The positions sent to each helper, in order.
    sent: Vec<std::collections::VecDeque<Vec<u32>>>,
    limits: Limits,
}

impl Exploration {
    /// Keeps what was not met before.
    fn meet(&mut self, ids: &mut Vec<u32>) {
        ids.retain(|&id| {
            let at = id as usize;
            if self.met.len() <= at {
                self.met.resize(at + 1, false);
            }
            !std::mem::replace(&mut self.met[at], true)
        });
    }
}

#[pymethods]
impl Exploration {
    #[new]
    #[pyo3(signature = (rules, helpers, seconds = None))]
    fn new(rules: &PyRules, helpers: usize, seconds: Option<f64>) -> PyResult<Self> {
        let known = || Known {
            here: vec![0],
            there: vec![0],
            told: 1,
        };
        let allowed = crate::watch::LimitArgs::new(seconds, None, None, 0);
        let session = session_of(rules)?;
        session.share_walk();
        Ok(Self {
            session,
            met: Vec::new(),
            helpers: (0..helpers).map(|_| known()).collect(),
            sent: vec![std::collections::VecDeque::new(); helpers],
            limits: allowed.limits()?.0,
        })
    }

    /// The positions to begin with.
    fn begin<'py>(&mut self, py: Python<'py>, text: &str) -> Bound<'py, PyBytes> {
        let mut ids = vec![number_of(text)];
        self.meet(&mut ids);
        number_bytes(py, &ids)
    }

    /// Says that all positions are open.
    fn end(&self, text: &str) {
        let positions = self.met.iter().filter(|&&met| met).count();
        self.session.note_filled(number_of(text), positions);
    }

    /// Opens positions here, and gives the new ones after them.
    fn expand<'py>(&mut self, py: Python<'py>, ids: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let checked = self.limits.check(0);
        checked
            .map_err(|stopped| crate::watch::limit_reached(stopped, Some(self.session.len())))?;
        let mut children = Vec::new();
        open_all(
            py,
            &Arc::clone(&self.session),
            &numbers(ids),
            |access, id| {
                access.children(id, &mut children);
            },
        )?;
        self.meet(&mut children);
        Ok(number_bytes(py, &children))
    }

    /// Positions for a helper: by its numbers, and as objects where it has none.
    fn request<'py>(
        &mut self,
        py: Python<'py>,
        helper: usize,
        ids: &[u8],
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let known = &self.helpers[helper];
        let (mut there, mut order, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        for id in numbers(ids) {
            match known.there.get(id as usize) {
                Some(&number) if number != NONE => {
                    there.push(number);
                    order.push(id);
                }
                _ => unknown.push(id),
            }
        }
        let unknown_objects = unknown.iter().map(|&id| self.session.object(py, id));
        let unknown_objects = object_bytes(py, unknown_objects.collect())?;
        order.extend(unknown);
        self.sent[helper].push_back(order);
        Ok((number_bytes(py, &there), unknown_objects))
    }

    /// Takes over what a helper found, and gives the new positions.
    fn absorb<'py>(
        &mut self,
        py: Python<'py>,
        helper: usize,
        rows: &[u8],
        new: &[u8],
    ) -> PyResult<Bound<'py, PyBytes>> {
        let sent = self.sent[helper].pop_front().unwrap_or_default();
        let words = numbers(rows);
        let mut rest = words.as_slice();
        let mut listed = Vec::with_capacity(sent.len());
        for &id in &sent {
            let [there, end, ..] = *rest else { break };
            self.helpers[helper].pair(id, there);
            let count = if end & ENDED == 0 {
                (end & LOW) as usize
            } else {
                0
            };
            listed.push((id, end, &rest[2..2 + count]));
            rest = &rest[2 + count..];
        }
        let new = objects(py, new)?;
        let told = self.helpers[helper].told;
        self.helpers[helper].told += new.len() as u32;
        let session = Arc::clone(&self.session);
        let mut access = Access::attached(&session, py);
        for (there, here) in (told..).zip(access.intern_told(&new)?) {
            self.helpers[helper].pair(here, there);
        }
        let mut children = Vec::with_capacity(words.len());
        for (id, end, row) in listed {
            let side = (end >> SIDE & 3).checked_sub(1);
            let side = side.and_then(|side| Side::BOTH.get(side as usize).copied());
            if end & ENDED != 0 {
                let outcome = OUTCOMES[((end & LOW) as usize).min(2)];
                access.link(id, side, Err(outcome));
                continue;
            }
            let here = &self.helpers[helper].here;
            let from = children.len();
            children.extend(row.iter().map(|&there| here[there as usize]));
            access.link(id, side, Ok(&children[from..]));
        }
        drop(access);
        self.meet(&mut children);
        Ok(number_bytes(py, &children))
    }
}

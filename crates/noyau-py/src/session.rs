//! The session with a game that the user wrote in Python: it numbers the positions, and calls each of the user's
//! methods at most once for each position or move. Only in large games are moves listed again, if a walk through all
//! positions has kept their children alone.
//!
//! Positions are compared as in a Python dictionary, by the user's own `__hash__` and `__eq__`. The end, the moves,
//! the children and the score of a position are cached. The first exception of a method stops the search and is
//! raised again unchanged. No lock is held while Python runs: a method may itself search the same game.

mod access;
mod filled;

pub(crate) use access::Access;
pub(crate) use filled::Filled;

use crate::failure::{game_error, shown, text_of};
use crate::ffi::{BoundMethod, Slots, use_huge_pages};
use crate::validate::{all_distinct, list_of, played_by, points_of};
use crate::watch::tell;
use hashbrown::HashMap;
use noyau::heuristic::Score;
use noyau::limits::{Limits, Progress};
use noyau::parallel::lock;
use noyau::{Outcome, Side, message};
use pyo3::PyTraverseError;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// The child of a move not played so far.
const UNKNOWN: u32 = u32::MAX;

/// Of so many positions the moves are kept in a walk through all of them.
const MOVES_KEPT: usize = 1 << 16;

/// The initial capacity, in positions.
pub(crate) const FIRST_ROOM: usize = 256;

/// A user's function for the progress of a task.
pub(crate) struct Telling {
    pub(crate) function: Py<PyAny>,
    pub(crate) progress: Arc<Progress>,
}

impl Telling {
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        tell(py, &self.function, &self.progress)
    }
}

/// The methods of the user's object.
pub(crate) struct Methods {
    game: Py<PyAny>,
    moves: BoundMethod,
    play: BoundMethod,
    outcome: Option<BoundMethod>,
    to_move: Option<BoundMethod>,
    heuristic: Option<BoundMethod>,
    key: Option<BoundMethod>,
    symmetries: Option<BoundMethod>,
    gain: Option<BoundMethod>,
    settle: Option<BoundMethod>,
}

impl Methods {
    fn has_points(&self) -> bool {
        self.gain.is_some() || self.settle.is_some()
    }
}

/// What is known of a move.
#[derive(Clone, Copy)]
struct Link {
    /// The position that it leads to, or `UNKNOWN`.
    child: u32,
    /// A mark that equal moves share in all positions, if they are plain data.
    mark: u8,
}

impl Link {
    const NEW: Self = Self {
        child: UNKNOWN,
        mark: 0,
    };

    /// Marks a move by a hash.
    fn mark(&mut self, hash: u64) {
        self.mark = (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8;
    }
}

enum State {
    /// Neither its end nor its moves are known.
    Unopened,
    /// Not terminal; its moves are not known.
    Going,
    Ended(Outcome),
    /// The moves.
    Open(Vec<(Py<PyAny>, Link)>),
    /// The children alone: found by another process, or in a walk through all positions.
    Linked(Linked),
}

/// A part of the list of all linked children.
#[derive(Clone, Copy)]
struct Linked {
    from: usize,
    count: u32,
}

impl Linked {
    fn of(self, links: &[u32]) -> &[u32] {
        &links[self.from..self.from + self.count as usize]
    }
}

struct Node {
    object: Py<PyAny>,
    /// The hash of its key at the first visit.
    hash: isize,
    side: Option<Side>,
    state: State,
    score: Option<Score>,
    /// The length of the longest known play to this position, if the game bounds its plays.
    plies: u32,
}

struct Inner {
    methods: Option<Arc<Methods>>,
    nodes: Vec<Node>,
    /// The object of each position, or what the game's method `key` returned for it: looking up reads nothing else.
    keys: Vec<Py<PyAny>>,
    /// The children of linked positions, one after the other.
    links: Vec<u32>,
    /// The positions by the hashes of their keys, shortened.
    index: Slots<u32>,
    /// The stop flags of the running tasks, the last one last.
    stops: Vec<Arc<AtomicBool>>,
    /// The function for the progress of the last task.
    tell: Option<Arc<Telling>>,
    error: Option<PyErr>,
    looks: u32,
    /// How many positions were found to be images of others by the game's symmetries.
    images: u32,
    /// Whether all moves of a position are played at once, because all children will be needed.
    eager: bool,
    /// In a walk through all positions, the moves of so many are kept, of all others only the children.
    moves_kept: usize,
    /// The positions from which all that play can reach is open, and how many it can reach.
    filled: HashMap<u32, usize>,
    /// What play can reach from one of them, if it is much.
    reached: Option<Arc<Filled>>,
    /// Whether moves are written as the user's objects instead of as numbers.
    labelled: bool,
    /// The positions by the texts that files have of them; `None` if positions are written as numbers.
    names: Option<HashMap<String, u32>>,
    /// The points that moves bring, by position and number of the move.
    gains: HashMap<(u32, u32), i32>,
    /// The points settled at the end, for the side to move and the other one.
    settled: HashMap<u32, (i32, i32)>,
    /// Whether positions, keys and moves are all plain, so that the garbage collector can skip them.
    plain: bool,
}

/// A session with the user's object.
pub(crate) struct Session {
    inner: Mutex<Inner>,
    failed: AtomicBool,
    /// Whether a depth-first search runs, which must end even if play has cycles.
    searching: AtomicBool,
    pub(crate) name: String,
    pub(crate) most: usize,
    /// The maximum length of a play, if the game bounds it.
    pub(crate) max_plies: Option<u32>,
    /// Whether different objects may represent one position.
    pub(crate) merging: bool,
    pub(crate) tells_side: bool,
    /// How many units a point has, if points decide.
    points: Option<i32>,
    pub(crate) normal_play: bool,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// A session with an object of a class derived from `base`. An optional method counts if a class below `base` defines it.
    pub(crate) fn new(
        game: &Bound<'_, PyAny>,
        base: &Bound<'_, PyAny>,
        most: usize,
        max_plies: Option<u32>,
        units: i32,
    ) -> PyResult<Self> {
        let class = game.get_type();
        let bound = game.py().import("types")?.getattr("MethodType")?;
        let own = |name: &str| -> PyResult<Option<BoundMethod>> {
            let Ok(method) = game.getattr(name) else {
                return Ok(None);
            };
            let inherited = match (class.getattr(name), base.getattr(name)) {
                (Ok(of_class), Ok(of_base)) => of_class.is(&of_base),
                _ => false,
            };
            (!inherited && method.is_callable())
                .then(|| BoundMethod::new(method, &bound))
                .transpose()
        };
        let wanted = |name: &str| -> PyResult<BoundMethod> {
            own(name)?.ok_or_else(|| {
                let class = class
                    .name()
                    .map_or_else(|_| String::new(), |name| name.to_string());
                PyAttributeError::new_err(crate::failure::said(&message!(
                    "{class} has no method {name}: a game has start, moves and play",
                    "{class} n'a pas de méthode {name} : un jeu a start, moves et play"
                )))
            })
        };
        wanted("start")?;
        let methods = Methods {
            game: game.clone().unbind(),
            moves: wanted("moves")?,
            play: wanted("play")?,
            outcome: own("outcome")?,
            to_move: own("to_move")?,
            heuristic: own("heuristic")?,
            key: own("key")?,
            symmetries: own("symmetries")?,
            gain: own("gain")?,
            settle: own("settle")?,
        };
        let has_points = methods.has_points();
        let session = Self {
            failed: AtomicBool::new(false),
            searching: AtomicBool::new(false),
            name: class.name()?.to_string(),
            most,
            max_plies,
            merging: methods.key.is_some() || methods.symmetries.is_some(),
            tells_side: methods.to_move.is_some(),
            points: has_points.then_some(units),
            normal_play: methods.outcome.is_none() && methods.to_move.is_none() && !has_points,
            inner: Mutex::new(Inner {
                methods: Some(Arc::new(methods)),
                nodes: Vec::with_capacity(FIRST_ROOM),
                keys: Vec::with_capacity(FIRST_ROOM),
                links: Vec::new(),
                index: Slots::new(FIRST_ROOM),
                stops: Vec::new(),
                tell: None,
                error: None,
                looks: 0,
                images: 0,
                eager: false,
                moves_kept: MOVES_KEPT,
                filled: HashMap::new(),
                reached: None,
                labelled: false,
                names: None,
                gains: HashMap::new(),
                settled: HashMap::new(),
                plain: true,
            }),
        };
        session.intern(&game.call_method0("start")?)?;
        Ok(session)
    }

    /// Whether points decide.
    pub(crate) fn has_points(&self) -> bool {
        self.points.is_some()
    }

    /// How many units a point has.
    pub(crate) fn units(&self) -> i32 {
        self.points.unwrap_or(1)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }

    pub(crate) fn has_heuristic(&self) -> bool {
        let inner = self.lock();
        inner
            .methods
            .as_ref()
            .is_some_and(|methods| methods.heuristic.is_some())
    }

    /// The user's object.
    pub(crate) fn game(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.methods()?.game.clone_ref(py))
    }

    /// The number of visited positions.
    pub(crate) fn len(&self) -> usize {
        self.lock().nodes.len()
    }

    pub(crate) fn object(&self, py: Python<'_>, id: u32) -> Py<PyAny> {
        self.lock().nodes[id as usize].object.clone_ref(py)
    }

    /// The key of a position: the object, or what the game's method `key` returns.
    pub(crate) fn key(&self, py: Python<'_>, id: u32) -> PyResult<Py<PyAny>> {
        let object = self.object(py, id);
        Ok(key_of(&*self.methods()?, object.bind(py))?.unbind())
    }

    pub(crate) fn side(&self, id: u32) -> Option<Side> {
        Access::from_outside(self).side(id)
    }

    /// Begins a task with the stop flag `stop`.
    pub(crate) fn begin(&self, stop: &Arc<AtomicBool>, eager: bool, tell: Option<Telling>) {
        let mut inner = self.lock();
        inner.stops.push(Arc::clone(stop));
        inner.eager = eager;
        inner.tell = tell.map(Arc::new);
    }

    /// Ends the task; the error is the exception of a method.
    pub(crate) fn end(&self, stop: &Arc<AtomicBool>) -> PyResult<()> {
        let mut inner = self.lock();
        inner.stops.retain(|other| !Arc::ptr_eq(other, stop));
        let told = inner.tell.take();
        let error = inner.error.take();
        inner.eager = false;
        drop(inner);
        drop(told);
        self.failed.store(false, Ordering::Relaxed);
        error.map_or(Ok(()), Err)
    }

    /// Opens all positions that play can reach from one, as far as the limits allow: the task that follows finds them
    /// open. Nearly all the time is spent in the user's methods, so the thread stays attached to the interpreter.
    ///
    /// Gives what was reached if it is much: then the task need not come back here.
    pub(crate) fn fill(&self, py: Python<'_>, from: u32, limits: &Limits) -> Option<Arc<Filled>> {
        let inner = self.lock();
        let (reached, filled) = (inner.reached.clone(), inner.filled.get(&from).copied());
        drop(inner);
        let covers = |reached: &Arc<Filled>| reached.covers(from);
        if let Some(reached) = reached.filter(covers) {
            return Some(reached);
        }
        let positions = match filled {
            Some(positions) => positions,
            None => self.open_all(py, from, limits)?,
        };
        let mut inner = self.lock();
        inner.filled.insert(from, positions);
        let reached = Filled::new(&inner, from, positions).map(Arc::new)?;
        inner.reached = Some(Arc::clone(&reached));
        Some(reached)
    }

    /// Opens all positions that play can reach from one, and counts them; `None` if a limit or an exception came first.
    fn open_all(&self, py: Python<'_>, from: u32, limits: &Limits) -> Option<usize> {
        /// How many positions are opened between two looks at the limits.
        const BETWEEN: usize = 256;
        let mut access = Access::attached(self, py);
        let mut met = vec![false; from as usize + 1];
        met[from as usize] = true;
        let (mut queue, mut children) = (vec![from], Vec::new());
        let mut done = 0;
        while let Some(&id) = queue.get(done) {
            if done % BETWEEN == 0 {
                limits.report(done as u64, queue.len() as u64);
                let bytes = queue.len() * (size_of::<Node>() + 2 * size_of::<(u64, u32)>());
                limits.check(bytes as u64).ok()?;
            }
            if limits.check_nodes(done as u64).is_err() || !access.expand(id) {
                return None;
            }
            done += 1;
            access.children(id, &mut children);
            for child in children.drain(..) {
                let at = child as usize;
                if met.len() <= at {
                    met.resize(at + 1, false);
                }
                if !std::mem::replace(&mut met[at], true) {
                    queue.push(child);
                }
            }
        }
        Some(done)
    }

    /// Prepares for a large walk by several processes. No moves are kept: of what another process opens they are listed
    /// again anyway if they are needed. There is room for many positions from the beginning.
    pub(crate) fn share_walk(&self) {
        /// Room costs nothing until it is used, except in the index.
        const ROOM: usize = 1 << 19;
        let mut inner = self.lock();
        inner.moves_kept = 0;
        let room = ROOM.min(self.most).saturating_sub(inner.nodes.len());
        inner.nodes.reserve(room);
        inner.keys.reserve(room);
        inner.links.reserve(4 * room);
        inner.index.reserve(room / 2);
        use_huge_pages(&inner.nodes);
        use_huge_pages(&inner.keys);
        use_huge_pages(&inner.links);
    }

    /// Remembers that all positions that play can reach from one are open, and how many they are.
    pub(crate) fn note_filled(&self, from: u32, positions: usize) {
        self.lock().filled.insert(from, positions);
    }

    pub(crate) fn search(&self, searching: bool) {
        self.searching.store(searching, Ordering::Relaxed);
    }

    pub(crate) fn label_moves(&self, labelled: bool) {
        self.lock().labelled = labelled;
    }

    fn fail(&self, error: PyErr) {
        let mut inner = self.lock();
        self.failed.store(true, Ordering::Relaxed);
        for stop in &inner.stops {
            stop.store(true, Ordering::Relaxed);
        }
        inner.error.get_or_insert(error);
    }

    fn methods(&self) -> PyResult<Arc<Methods>> {
        methods_in(&self.lock())
    }

    /// The number of a position, which may be new.
    pub(crate) fn intern(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        Access::attached(self, object.py()).intern(object)
    }

    /// The successor of a position by a move.
    pub(crate) fn child(&self, id: u32, number: usize) -> u32 {
        Access::from_outside(self).child(id, number)
    }

    pub(crate) fn score(&self, id: u32) -> Score {
        Access::from_outside(self).score(id)
    }

    /// The end of a position, for the side to move. Its moves are listed at once, so that an error in them shows
    /// here.
    pub(crate) fn end_of(&self, id: u32) -> Option<Outcome> {
        Access::from_outside(self).ended(id, true)
    }

    pub(crate) fn count(&self, id: u32) -> usize {
        Access::from_outside(self).count(id)
    }

    /// The points that a move brings to the side to move, in units.
    pub(crate) fn gain(&self, id: u32, mv: u32) -> i32 {
        Access::from_outside(self).gain(id, mv)
    }

    /// The points settled in a terminal position, in units.
    pub(crate) fn settled(&self, id: u32) -> (i32, i32) {
        let settled = self.lock().settled.get(&id).copied();
        settled.unwrap_or_default()
    }

    /// The points of one move of an object, in units.
    pub(crate) fn gain_of(
        &self,
        object: &Bound<'_, PyAny>,
        mv: &Bound<'_, PyAny>,
    ) -> PyResult<i32> {
        let methods = self.methods()?;
        let Some(gain) = &methods.gain else {
            return Ok(0);
        };
        points_of(&gain.call(object, Some(mv))?, "gain", object, self.units())
    }

    /// Whether positions are written as the user's objects, as files need them, instead of as numbers.
    pub(crate) fn name_positions(&self, named: bool) {
        self.lock().names = named.then(HashMap::new);
    }

    /// The text of a position in files, if positions are written so.
    pub(crate) fn name_of(&self, id: u32) -> Option<String> {
        self.lock().names.as_ref()?;
        let made = Python::attach(|py| {
            let object = self.object(py, id).into_bound(py);
            let name = object.repr()?.to_string_lossy().into_owned();
            let mut inner = self.lock();
            let names = inner.names.get_or_insert_default();
            let other = *names.entry(name.clone()).or_insert(id);
            drop(inner);
            if other == id {
                return Ok(name);
            }
            Err(game_error(&message!(
                "two positions have the same text, {name}: give their class a __repr__ that tells them apart",
                "deux positions ont le même texte, {name} : donnez à leur classe un __repr__ qui les distingue"
            )))
        });
        match made {
            Ok(name) => Some(name),
            Err(error) => {
                self.fail(error);
                Some(format!("#{id}"))
            }
        }
    }

    /// The position that a text in a file names, if it was met.
    pub(crate) fn named(&self, text: &str) -> Option<u32> {
        self.lock().names.as_ref()?.get(text).copied()
    }

    /// Whether a method has raised, so that answers are meaningless.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// The text of a move: its number, or that of the user's object.
    pub(crate) fn label(&self, id: u32, mv: u32) -> String {
        if !self.lock().labelled {
            return mv.to_string();
        }
        Access::from_outside(self).need_moves(id);
        Python::attach(|py| {
            let mv = match &self.lock().nodes[id as usize].state {
                State::Open(moves) => moves[mv as usize].0.clone_ref(py),
                _ => return mv.to_string(),
            };
            text_of(mv.bind(py)).unwrap_or_default()
        })
    }

    /// The moves of an object that represents a position, each with the number of its successor. If several objects
    /// may represent one position, the moves are those of this one.
    pub(crate) fn moves_of(
        &self,
        object: &Bound<'_, PyAny>,
        id: u32,
    ) -> PyResult<Vec<(Py<PyAny>, u32)>> {
        let py = object.py();
        let mut found = Vec::new();
        if !self.merging || self.object(py, id).bind(py).is(object) {
            let count = self.count(id);
            Access::from_outside(self).need_moves(id);
            for number in 0..count {
                let child = self.child(id, number);
                let inner = self.lock();
                if let State::Open(moves) = &inner.nodes[id as usize].state {
                    found.push((moves[number].0.clone_ref(py), child));
                }
            }
        } else if self.end_of(id).is_none() {
            let methods = self.methods()?;
            let listed = methods.moves.call(object, None)?;
            let mut listed = list_of(&listed, object, ())?;
            all_distinct(&mut listed, object, |(), _| ())?;
            for (mv, ()) in listed {
                let child = self.intern(&played(&methods, object, mv.bind(py))?)?;
                found.push((mv, child));
            }
        }
        self.raise()?;
        Ok(found)
    }

    /// Raises the exception of a method outside a task.
    pub(crate) fn raise(&self) -> PyResult<()> {
        let mut inner = self.lock();
        if inner.stops.is_empty()
            && let Some(error) = inner.error.take()
        {
            self.failed.store(false, Ordering::Relaxed);
            return Err(error);
        }
        Ok(())
    }

    /// The object after a move of an object that represents a position.
    pub(crate) fn play_object<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        mv: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let methods = self.methods()?;
        played(&methods, object, mv)
    }

    pub(crate) fn traverse(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // If the lock is taken, a task runs, and nothing here is garbage.
        let Ok(inner) = self.inner.try_lock() else {
            return Ok(());
        };
        if let Some(methods) = &inner.methods {
            // The collector would count several owners as one.
            if Arc::strong_count(methods) == 1 {
                visit.call(&methods.game)?;
                methods.moves.traverse(&visit)?;
                methods.play.traverse(&visit)?;
                for method in [
                    &methods.outcome,
                    &methods.to_move,
                    &methods.heuristic,
                    &methods.key,
                    &methods.symmetries,
                    &methods.gain,
                    &methods.settle,
                ]
                .into_iter()
                .flatten()
                {
                    method.traverse(&visit)?;
                }
            }
        }
        if inner.plain {
            return Ok(());
        }
        for (node, key) in inner.nodes.iter().zip(&inner.keys) {
            visit.call(key)?;
            visit.call(&node.object)?;
            if let State::Open(moves) = &node.state {
                for (mv, _) in moves {
                    visit.call(mv)?;
                }
            }
        }
        Ok(())
    }

    /// Drops everything: the garbage collector found the session unreachable.
    pub(crate) fn clear(&self) {
        let mut inner = self.lock();
        let methods = inner.methods.take();
        let index = std::mem::replace(&mut inner.index, Slots::new(0));
        let nodes = std::mem::take(&mut inner.nodes);
        let keys = std::mem::take(&mut inner.keys);
        drop(inner);
        drop((methods, index, nodes, keys));
    }
}

impl Inner {
    /// Keeps the children of a position.
    fn linked(&mut self, children: impl Iterator<Item = u32>) -> State {
        let from = self.links.len();
        self.links.extend(children);
        let count = (self.links.len() - from) as u32;
        State::Linked(Linked { from, count })
    }
}

fn methods_in(inner: &Inner) -> PyResult<Arc<Methods>> {
    inner.methods.clone().ok_or_else(|| {
        game_error(&message!(
            "this game has been thrown away",
            "ce jeu a été abandonné"
        ))
    })
}

/// Whether an object is exactly a `str` or an `int`: immutable, without references, and hashed and compared without code
/// of the user's.
fn is_plain(object: &Bound<'_, PyAny>) -> bool {
    object.is_exact_instance_of::<PyString>() || object.is_exact_instance_of::<PyInt>()
}

/// The position after a move, or why there is none.
fn played<'py>(
    methods: &Methods,
    object: &Bound<'py, PyAny>,
    mv: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let after = played_by(&methods.play, object, mv)?;
    // A position that is told apart by its identity cannot be the one before: it has been changed.
    if after.is(object) && methods.key.is_none() && is_identity(object)? {
        let (mv, position) = (shown(mv), shown(object));
        return Err(game_error(&message!(
            "play returned the very object that it was given, {position}, for the move {mv}: it must return a new position, and leave the old one as it is",
            "play a renvoyé l'objet même qu'il a reçu, {position}, pour le coup {mv} : il doit renvoyer une nouvelle position et laisser l'ancienne intacte"
        )));
    }
    Ok(after)
}

/// Whether an object equals none but itself.
fn is_identity(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let all = object.py().get_type::<PyAny>();
    Ok(object
        .get_type()
        .getattr("__hash__")?
        .is(&all.getattr("__hash__")?))
}

fn key_of<'py>(methods: &Methods, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match &methods.key {
        None => Ok(object.clone()),
        Some(key) => key.call(object, None),
    }
}

/// The hash of a key; an error explains why a position has none.
fn hash_of(key: &Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> PyResult<isize> {
    key.hash().map_err(|error| {
        if !error.is_instance_of::<PyTypeError>(key.py()) {
            return error;
        }
        let position = shown(object);
        let wrapped = game_error(&message!(
            "the position {position} cannot be hashed: positions are tuples, strings or numbers, or the game has a method key that makes such of them",
            "la position {position} n'est pas hachable : les positions sont des tuples, des chaînes ou des nombres, ou le jeu a une méthode key qui en fait"
        ));
        wrapped.set_cause(key.py(), Some(error));
        wrapped
    })
}

fn same_as_before(methods: &Methods, object: &Bound<'_, PyAny>, hash: isize) -> PyResult<()> {
    if methods.key.is_none() && is_plain(object) || key_of(methods, object)?.hash()? == hash {
        return Ok(());
    }
    let position = shown(object);
    Err(game_error(&message!(
        "the position {position} changed while the game was asked about it: play must make a new position, and moves, outcome and heuristic must leave it alone",
        "la position {position} a changé pendant qu'on interrogeait le jeu : play doit faire une nouvelle position ; moves, outcome et heuristic ne doivent pas y toucher"
    )))
}

//! What stands between the library and a game that the user wrote in Python: positions are numbers, and each of the
//! user's methods is called at most once for each position or move.
//!
//! Positions are told apart as a Python dictionary would, by the user's own `__hash__` and `__eq__`. What is known of a
//! position (its end, its moves, where they lead, its score) is kept, so that searches that come back to it cost a
//! look-up. The first exception that a method raises is kept, the search is stopped, and the exception is raised again as
//! it was. No lock is held while Python runs: a method may itself ask for a search of the same game.

use crate::borrowed::{Method, Number, equal};
use crate::content::content;
use crate::failure::{game_error, shown};
use crate::promises::{bad_score, list_of, outcome_of, played, side_of};
use hashbrown::HashTable;
use noyau::heuristic::{Score, WON};
use noyau::limits::Progress;
use noyau::{Outcome, Side, message};
use pyo3::PyTraverseError;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Stands for a move of which it is not known yet where it leads.
const UNKNOWN: u32 = u32::MAX;

/// After so many looks at what is known, Ctrl-C is looked for.
const LOOKS: u32 = 1 << 14;

/// To ask for a position takes as long as so many looks.
const AN_OPENING: u32 = 16;

/// A function of the user's that is told how far a task has come.
pub(crate) struct Telling {
    pub(crate) function: Py<PyAny>,
    pub(crate) progress: Arc<Progress>,
}

impl Telling {
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        let count = |of: &AtomicU64| of.load(Ordering::Relaxed);
        let (done, total) = (count(&self.progress.done), count(&self.progress.total));
        self.function.call1(py, (done, total)).map(drop)
    }
}

/// The methods of the user's object that it has.
pub(crate) struct Methods {
    moves: Method,
    play: Method,
    outcome: Option<Method>,
    to_move: Option<Method>,
    heuristic: Option<Method>,
    key: Option<Method>,
    symmetries: Option<Method>,
}

enum State {
    /// Neither its end nor its moves were asked for.
    Unopened,
    /// Play goes on; its moves were not asked for.
    Going,
    Ended(Outcome),
    Open {
        moves: Vec<Py<PyAny>>,
        children: Vec<u32>,
    },
}

struct Node {
    object: Py<PyAny>,
    /// What tells it apart, where that is not the object itself.
    key: Option<Py<PyAny>>,
    /// The hash of its key when it was met.
    hash: isize,
    side: Option<Side>,
    state: State,
    score: Option<Score>,
    /// The longest way by which play was seen to come here, where the game says how long plays are.
    plies: u32,
}

struct Inner {
    methods: Option<Arc<Methods>>,
    nodes: Vec<Node>,
    /// The positions by the hashes of their keys.
    index: HashTable<u32>,
    /// What stops the tasks under way, the last one last.
    stops: Vec<Arc<AtomicBool>>,
    /// Who is told how far the last one has come.
    tell: Option<Arc<Telling>>,
    error: Option<PyErr>,
    looks: u32,
    /// Whether all children of a position are found with its moves, because all will be wanted.
    eager: bool,
    /// Whether moves are written as the user sees them, rather than as their numbers.
    labelled: bool,
}

/// What stands between the library and the user's object.
pub(crate) struct Bridge {
    inner: Mutex<Inner>,
    failed: AtomicBool,
    /// Whether lines of play are gone down to their ends, which must come even if a play goes in circles.
    searching: AtomicBool,
    pub(crate) name: String,
    pub(crate) most: usize,
    /// No play is longer, if the game says so.
    pub(crate) max_plies: Option<u32>,
    /// Whether different objects may stand for one position.
    pub(crate) merging: bool,
    pub(crate) tells_side: bool,
    pub(crate) normal_play: bool,
}

impl std::fmt::Debug for Bridge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bridge")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Bridge {
    /// The bridge to an object of a class derived from `base`. Of the optional methods those count that the class
    /// itself, or one between, defines.
    pub(crate) fn new(
        game: &Bound<'_, PyAny>,
        base: &Bound<'_, PyAny>,
        most: usize,
        max_plies: Option<u32>,
    ) -> PyResult<Self> {
        let class = game.get_type();
        let bound = game.py().import("types")?.getattr("MethodType")?;
        let own = |name: &str| -> PyResult<Option<Method>> {
            let Ok(method) = game.getattr(name) else {
                return Ok(None);
            };
            let inherited = match (class.getattr(name), base.getattr(name)) {
                (Ok(of_class), Ok(of_base)) => of_class.is(&of_base),
                _ => false,
            };
            (!inherited && method.is_callable())
                .then(|| Method::new(method, &bound))
                .transpose()
        };
        let wanted = |name: &str| -> PyResult<Method> {
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
            moves: wanted("moves")?,
            play: wanted("play")?,
            outcome: own("outcome")?,
            to_move: own("to_move")?,
            heuristic: own("heuristic")?,
            key: own("key")?,
            symmetries: own("symmetries")?,
        };
        let bridge = Self {
            failed: AtomicBool::new(false),
            searching: AtomicBool::new(false),
            name: class.name()?.to_string(),
            most,
            max_plies,
            merging: methods.key.is_some() || methods.symmetries.is_some(),
            tells_side: methods.to_move.is_some(),
            normal_play: methods.outcome.is_none() && methods.to_move.is_none(),
            inner: Mutex::new(Inner {
                methods: Some(Arc::new(methods)),
                nodes: Vec::new(),
                index: HashTable::new(),
                stops: Vec::new(),
                tell: None,
                error: None,
                looks: 0,
                eager: false,
                labelled: false,
            }),
        };
        bridge.intern(&game.call_method0("start")?)?;
        Ok(bridge)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn has_heuristic(&self) -> bool {
        let inner = self.lock();
        inner
            .methods
            .as_ref()
            .is_some_and(|methods| methods.heuristic.is_some())
    }

    /// How many positions were met.
    pub(crate) fn len(&self) -> usize {
        self.lock().nodes.len()
    }

    pub(crate) fn object(&self, py: Python<'_>, id: u32) -> Py<PyAny> {
        self.lock().nodes[id as usize].object.clone_ref(py)
    }

    /// What tells the position apart: the object, or the key that the game makes of it.
    pub(crate) fn key(&self, py: Python<'_>, id: u32) -> PyResult<Py<PyAny>> {
        let object = self.object(py, id);
        Ok(key_of(&*self.methods()?, object.bind(py))?.unbind())
    }

    pub(crate) fn side(&self, id: u32) -> Option<Side> {
        if !self.tells_side {
            return None;
        }
        self.lock().nodes[id as usize].side
    }

    /// Begins a task that `stop` stops.
    pub(crate) fn begin(&self, stop: &Arc<AtomicBool>, eager: bool, tell: Option<Telling>) {
        let mut inner = self.lock();
        inner.stops.push(Arc::clone(stop));
        inner.eager = eager;
        inner.tell = tell.map(Arc::new);
    }

    /// Ends it; the error is what a method raised meanwhile.
    pub(crate) fn end(&self, stop: &Arc<AtomicBool>) -> PyResult<()> {
        let mut inner = self.lock();
        inner.stops.retain(|other| !Arc::ptr_eq(other, stop));
        let told = inner.tell.take();
        let error = inner.error.take();
        drop(inner);
        drop(told);
        self.failed.store(false, Ordering::Relaxed);
        error.map_or(Ok(()), Err)
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
        self.intern_by(&*self.methods()?, object)
    }

    fn intern_by(&self, methods: &Methods, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let key = key_of(methods, object)?;
        let hash = hash_of(&key, object)?;
        if let Some(id) = self.look_up(&key, hash)? {
            return Ok(id);
        }
        if let Some(symmetries) = &methods.symmetries {
            for image in symmetries.call(object, None)?.try_iter()? {
                let image = image?;
                let key = key_of(methods, &image)?;
                if let Some(id) = self.look_up(&key, hash_of(&key, &image)?)? {
                    return Ok(id);
                }
            }
        }
        let side = match &methods.to_move {
            None => None,
            Some(to_move) => Some(side_of(&to_move.call(object, None)?, object)?),
        };
        let mut inner = self.lock();
        let id = inner.nodes.len();
        if id >= self.most {
            drop(inner);
            let (most, name) = (self.most, &self.name);
            return Err(crate::failure::LimitReached::new_err(crate::failure::said(
                &message!(
                    "more than {most} positions of {name} were met: play may be endless; max_positions, an attribute of the class, allows more",
                    "plus de {most} positions de {name} ont été rencontrées : le jeu est peut-être sans fin ; max_positions, un attribut de la classe, en permet davantage"
                ),
            )));
        }
        let Inner { nodes, index, .. } = &mut *inner;
        nodes.push(Node {
            object: object.clone().unbind(),
            key: methods.key.is_some().then(|| key.unbind()),
            hash,
            side,
            state: State::Unopened,
            score: None,
            plies: 0,
        });
        index.insert_unique(spread(hash), id as u32, |&id| {
            spread(nodes[id as usize].hash)
        });
        Ok(id as u32)
    }

    /// The position that a key with that hash tells apart.
    fn look_up(&self, key: &Bound<'_, PyAny>, hash: isize) -> PyResult<Option<u32>> {
        let py = key.py();
        // Nearly always there is one at most. The lock is let go of before keys are compared, which may run anything.
        for nth in 0.. {
            let inner = self.lock();
            let alike = inner.index.iter_hash(spread(hash)).copied();
            let mut alike = alike.filter(|&id| inner.nodes[id as usize].hash == hash);
            let Some(id) = alike.nth(nth) else {
                break;
            };
            let node = &inner.nodes[id as usize];
            let other = node.key.as_ref().unwrap_or(&node.object).clone_ref(py);
            drop(inner);
            if equal(other.bind(py), key)? {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// Asks for the end of a position, and for its moves if they are wanted or if only they tell.
    fn open(&self, py: Python<'_>, id: u32, wanted: bool) -> PyResult<()> {
        let (methods, object, hash, going, eager) = {
            let inner = self.lock();
            let node = &inner.nodes[id as usize];
            (
                methods_in(&inner)?,
                node.object.clone_ref(py).into_bound(py),
                node.hash,
                matches!(node.state, State::Going),
                inner.eager,
            )
        };
        let ended = match &methods.outcome {
            Some(outcome) if !going => outcome_of(&outcome.call(&object, None)?, &object)?,
            _ => None,
        };
        let state = if let Some(outcome) = ended {
            State::Ended(outcome)
        } else if !wanted && !eager && methods.outcome.is_some() {
            State::Going
        } else {
            let listed = methods.moves.call(&object, None)?;
            let moves = list_of(&listed, &object)?;
            if moves.is_empty() {
                if methods.outcome.is_some() {
                    let position = shown(&object);
                    return Err(game_error(&message!(
                        "outcome says that play goes on in {position}, but moves gives no move: one of them is wrong",
                        "outcome dit que la partie continue dans {position}, mais moves ne donne aucun coup : l'un des deux se trompe"
                    )));
                }
                State::Ended(Outcome::Loss)
            } else {
                let mut children = vec![UNKNOWN; moves.len()];
                if eager {
                    let play = &methods.play;
                    for (child, mv) in children.iter_mut().zip(&moves) {
                        *child = self.intern_by(&methods, &played(play, &object, mv.bind(py))?)?;
                    }
                }
                State::Open { moves, children }
            }
        };
        same_as_before(&methods, &object, hash)?;
        self.lock().nodes[id as usize].state = state;
        Ok(())
    }

    /// Asks where a move leads.
    fn follow(&self, py: Python<'_>, id: u32, number: usize) -> PyResult<u32> {
        let (methods, object, hash, mv) = {
            let inner = self.lock();
            let node = &inner.nodes[id as usize];
            let State::Open { moves, children } = &node.state else {
                return Ok(id);
            };
            if children[number] != UNKNOWN {
                return Ok(children[number]);
            }
            let (object, mv) = (node.object.clone_ref(py), moves[number].clone_ref(py));
            (methods_in(&inner)?, object.into_bound(py), node.hash, mv)
        };
        let after = played(&methods.play, &object, mv.bind(py))?;
        let child = self.intern_by(&methods, &after)?;
        same_as_before(&methods, &object, hash)?;
        if let State::Open { children, .. } = &mut self.lock().nodes[id as usize].state {
            children[number] = child;
        }
        Ok(child)
    }

    /// Looks at what is known of a position, which is asked for if it is not, its moves only if they are wanted; `None`
    /// after a failure.
    fn look<T>(&self, id: u32, wanted: bool, read: impl Fn(&Node) -> Option<T>) -> Option<T> {
        let (due, tell) = {
            let mut inner = self.lock();
            let found = read(&inner.nodes[id as usize]);
            inner.looks += if found.is_some() { 1 } else { AN_OPENING };
            let due = inner.looks >= LOOKS;
            if due {
                inner.looks = 0;
            } else if found.is_some() {
                return found;
            }
            (found, if due { inner.tell.clone() } else { None })
        };
        if self.failed.load(Ordering::Relaxed) {
            return due;
        }
        let asked = Python::attach(|py| match due {
            // Other threads of Python's have their turn too.
            Some(_) => py.check_signals().map(|()| py.detach(|| ())),
            None => self.open(py, id, wanted),
        });
        let asked =
            asked.and_then(|()| tell.map_or(Ok(()), |tell| Python::attach(|py| tell.tell(py))));
        if let Err(error) = asked {
            self.fail(error);
            return due;
        }
        due.or_else(|| read(&self.lock().nodes[id as usize]))
    }

    pub(crate) fn child(&self, id: u32, number: usize) -> u32 {
        let known = self.look(id, true, |node| match &node.state {
            State::Open { children, .. } => Some(children[number]),
            State::Ended(_) => Some(id),
            State::Unopened | State::Going => None,
        });
        let child = match known {
            None => return id,
            Some(child) if child != UNKNOWN => child,
            Some(_) if self.has_failed() => return id,
            Some(_) => match Python::attach(|py| self.follow(py, id, number)) {
                Ok(child) => child,
                Err(error) => {
                    self.fail(error);
                    return id;
                }
            },
        };
        if let Some(most) = self.max_plies {
            self.descend(id, child, most);
        }
        child
    }

    /// Counts the plies of the longest way to a position. Play that goes in circles makes it ever longer.
    fn descend(&self, from: u32, to: u32, most: u32) {
        let mut inner = self.lock();
        let plies = inner.nodes[from as usize].plies + 1;
        let node = &mut inner.nodes[to as usize];
        node.plies = node.plies.max(plies);
        if node.plies <= most {
            return;
        }
        drop(inner);
        let name = &self.name;
        self.fail(game_error(&message!(
            "a play of {name} has more than {most} moves, which max_plies, an attribute of the class, rules out",
            "une partie de {name} a plus de {most} coups, ce que max_plies, un attribut de la classe, exclut"
        )));
    }

    pub(crate) fn score(&self, id: u32) -> Score {
        let known = self.lock().nodes[id as usize].score;
        if let Some(score) = known {
            return score;
        }
        if self.failed.load(Ordering::Relaxed) {
            return 0;
        }
        let asked = Python::attach(|py| -> PyResult<Score> {
            let methods = self.methods()?;
            let Some(heuristic) = &methods.heuristic else {
                return Ok(0);
            };
            let object = self.object(py, id).into_bound(py);
            let said = heuristic.call(&object, None)?;
            let number: f64 = said.extract().map_err(|_| bad_score(&said, &object))?;
            if number.is_nan() {
                return Err(bad_score(&said, &object));
            }
            Ok(number.clamp(f64::from(1 - WON), f64::from(WON - 1)).round() as Score)
        });
        match asked {
            Ok(score) => {
                self.lock().nodes[id as usize].score = Some(score);
                score
            }
            Err(error) => {
                self.fail(error);
                0
            }
        }
    }

    /// The end of a position, for the side to move. Its moves are asked for with it: what fails then has not been said
    /// to go on before.
    pub(crate) fn end_of(&self, id: u32) -> Option<Outcome> {
        self.ended(id, true)
    }

    /// The same without its moves, unless only they tell.
    pub(crate) fn end_alone(&self, id: u32) -> Option<Outcome> {
        self.ended(id, false)
    }

    fn ended(&self, id: u32, wanted: bool) -> Option<Outcome> {
        let state = self.look(id, wanted, |node| match node.state {
            State::Unopened => None,
            State::Going => (!wanted).then_some(None),
            State::Ended(outcome) => Some(Some(outcome)),
            State::Open { .. } => Some(None),
        });
        // After a failure nothing goes on.
        if self.has_failed() && self.searching.load(Ordering::Relaxed) {
            return Some(Outcome::Draw);
        }
        state.unwrap_or(Some(Outcome::Draw))
    }

    pub(crate) fn count(&self, id: u32) -> usize {
        let count = self.look(id, true, |node| match &node.state {
            State::Unopened | State::Going => None,
            State::Ended(_) => Some(0),
            State::Open { moves, .. } => Some(moves.len()),
        });
        count.unwrap_or(0)
    }

    /// Whether a method has raised, and what is asked now has no meaning.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Appends the numbers of the moves of a position, each with a mark that the same move has in other positions.
    pub(crate) fn mark_moves(&self, id: u32, out: &mut Vec<(u32, u8)>) {
        self.count(id);
        Python::attach(|py| {
            if let State::Open { moves, .. } = &self.lock().nodes[id as usize].state {
                out.extend((0..).zip(moves).map(|(number, mv)| {
                    let content = content::<2>(mv.bind(py));
                    let mark = content.map_or(number, |content| {
                        (content.spread().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u32
                    });
                    (number, mark as u8)
                }));
            }
        });
    }

    /// How a move is written: its number, or as the user sees it.
    pub(crate) fn label(&self, id: u32, mv: u32) -> String {
        if !self.lock().labelled {
            return mv.to_string();
        }
        Python::attach(|py| {
            let mv = match &self.lock().nodes[id as usize].state {
                State::Open { moves, .. } => moves[mv as usize].clone_ref(py),
                _ => return mv.to_string(),
            };
            mv.bind(py).str().map_or_else(
                |_| String::new(),
                |text| text.to_string_lossy().into_owned(),
            )
        })
    }

    /// The moves of an object that stands for a position, each with the number of the position it leads to. Where
    /// several objects may stand for one position, the moves are those of this one.
    pub(crate) fn moves_of(
        &self,
        object: &Bound<'_, PyAny>,
        id: u32,
    ) -> PyResult<Vec<(Py<PyAny>, u32)>> {
        let py = object.py();
        let mut found = Vec::new();
        if !self.merging || self.object(py, id).bind(py).is(object) {
            for number in 0..self.count(id) {
                let child = self.child(id, number);
                let inner = self.lock();
                if let State::Open { moves, .. } = &inner.nodes[id as usize].state {
                    found.push((moves[number].clone_ref(py), child));
                }
            }
        } else if self.end_of(id).is_none() {
            let methods = self.methods()?;
            let listed = methods.moves.call(object, None)?;
            for mv in list_of(&listed, object)? {
                let child = self.intern(&played(&methods.play, object, mv.bind(py))?)?;
                found.push((mv, child));
            }
        }
        self.raise()?;
        Ok(found)
    }

    /// What a method raised outside a task.
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

    /// The object after a move of the object that stands for a position.
    pub(crate) fn play_object<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        mv: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let methods = self.methods()?;
        played(&methods.play, object, mv)
    }

    pub(crate) fn traverse(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // Whoever holds the lock is at work, and then nothing here is garbage.
        let Ok(inner) = self.inner.try_lock() else {
            return Ok(());
        };
        if let Some(methods) = &inner.methods {
            // Several owners would be counted as one.
            if Arc::strong_count(methods) == 1 {
                methods.moves.traverse(&visit)?;
                methods.play.traverse(&visit)?;
                for method in [
                    &methods.outcome,
                    &methods.to_move,
                    &methods.heuristic,
                    &methods.key,
                    &methods.symmetries,
                ]
                .into_iter()
                .flatten()
                {
                    method.traverse(&visit)?;
                }
            }
        }
        for node in &inner.nodes {
            visit.call(&node.object)?;
            if let Some(key) = &node.key {
                visit.call(key)?;
            }
            if let State::Open { moves, .. } = &node.state {
                for mv in moves {
                    visit.call(mv)?;
                }
            }
        }
        Ok(())
    }

    /// Lets go of everything: the collector has found that nobody can ask any more.
    pub(crate) fn clear(&self) {
        let mut inner = self.lock();
        let methods = inner.methods.take();
        inner.index.clear();
        let nodes = std::mem::take(&mut inner.nodes);
        drop(inner);
        drop((methods, nodes));
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

fn key_of<'py>(methods: &Methods, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match &methods.key {
        None => Ok(object.clone()),
        Some(key) => key.call(object, None),
    }
}

/// The hash of a key, or why the position of which it is cannot be told apart.
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

/// A hash of Python's, which may be a small number, over all bits.
fn spread(hash: isize) -> u64 {
    let spread = (hash as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    spread ^ spread >> 32
}

fn same_as_before(methods: &Methods, object: &Bound<'_, PyAny>, hash: isize) -> PyResult<()> {
    if key_of(methods, object)?.hash()? == hash {
        return Ok(());
    }
    let position = shown(object);
    Err(game_error(&message!(
        "the position {position} changed while the game was asked about it: play must make a new position, and moves, outcome and heuristic must leave it alone",
        "la position {position} a changé pendant qu'on interrogeait le jeu : play doit faire une nouvelle position ; moves, outcome et heuristic ne doivent pas y toucher"
    )))
}

//! Access to a session: keeps the lock of the session from one query to the next, and releases it before any Python
//! code runs.
//!
//! Not only the user's methods are Python code: hashing, comparing and dropping an object may run anything, too. A
//! thread that is not attached to the interpreter releases the lock before it attaches, since an attached thread
//! may be waiting for the lock.

use super::{Inner, Link, Methods, Node, Session, State, UNKNOWN};
use super::{hash_of, is_plain, key_of, methods_in, played, same_as_before};
use crate::failure::{LimitReached, game_error, said, shown};
use crate::ffi::{equal, prefetch};
use crate::validate::{all_distinct, bad_score, list_of, outcome_of, points_of, side_of};
use noyau::heuristic::{Score, WON};
use noyau::{Outcome, Side, message};
use pyo3::prelude::*;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard};

/// The number of lookups between two checks for Ctrl-C.
const LOOKS: u32 = 1 << 14;

/// Opening a position counts as this many lookups.
const AN_OPENING: u32 = 16;

/// How many objects are looked up together.
const NEAR: usize = 64;

/// Whether a position was met before.
#[derive(Clone, Copy)]
enum Met {
    /// Under this number.
    Before(u32),
    /// No position has its hash, which is this.
    Never(isize),
    Perhaps,
}

/// Access to a session for a series of queries.
pub(crate) struct Access<'a, 'py> {
    session: &'a Session,
    /// Present if the thread stays attached to the interpreter.
    py: Option<Python<'py>>,
    /// Dropped before the methods, whose last owner may be here.
    held: Option<MutexGuard<'a, Inner>>,
    methods: Option<Arc<Methods>>,
}

impl<'a, 'py> Access<'a, 'py> {
    /// For a thread that stays attached.
    pub(crate) fn attached(session: &'a Session, py: Python<'py>) -> Self {
        Self {
            py: Some(py),
            ..Self::from_outside(session)
        }
    }

    /// For a thread that attaches on demand.
    pub(super) fn from_outside(session: &'a Session) -> Self {
        Self {
            session,
            py: None,
            held: None,
            methods: None,
        }
    }

    fn inner(&mut self) -> &mut Inner {
        let session = self.session;
        self.held.get_or_insert_with(|| session.lock())
    }

    fn node(&mut self, id: u32) -> &mut Node {
        &mut self.inner().nodes[id as usize]
    }

    fn release(&mut self) {
        self.held = None;
    }

    fn attach<T>(&mut self, work: impl FnOnce(&mut Self, Python<'_>) -> T) -> T {
        if let Some(py) = self.py {
            return work(self, py);
        }
        self.release();
        Python::attach(|py| work(self, py))
    }

    /// Whether a method has raised, so that answers are meaningless.
    pub(crate) fn has_failed(&self) -> bool {
        self.session.has_failed()
    }

    fn fail(&mut self, error: PyErr) {
        self.release();
        self.session.fail(error);
    }

    /// Calls the user's methods, which are looked up once.
    fn ask<T>(&mut self, work: impl FnOnce(&mut Self, &Methods) -> PyResult<T>) -> PyResult<T> {
        let methods = match self.methods.take() {
            Some(methods) => methods,
            None => methods_in(self.inner())?,
        };
        let answer = work(self, &methods);
        self.methods = Some(methods);
        answer
    }

    /// The number of a position, which may be new.
    pub(super) fn intern(&mut self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.ask(|access, methods| access.intern_by(methods, object))
    }

    /// The numbers of different positions, whose sides are told when they are linked.
    pub(crate) fn intern_told(&mut self, objects: &[Bound<'_, PyAny>]) -> PyResult<Vec<u32>> {
        self.ask(|access, methods| {
            let mut numbers = Vec::with_capacity(objects.len());
            for near in objects.chunks(NEAR) {
                for (object, known) in near.iter().zip(access.known(methods, near)?) {
                    numbers.push(match known {
                        Met::Before(id) => id,
                        Met::Never(hash) if methods.symmetries.is_none() => {
                            access.add(object, object.clone(), hash, None)?
                        }
                        Met::Never(_) | Met::Perhaps => access.intern_as(methods, object, true)?,
                    });
                }
            }
            access.release();
            Ok(numbers)
        })
    }

    fn intern_by(&mut self, methods: &Methods, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let later = self.inner().eager;
        self.intern_as(methods, object, later)
    }

    /// The number of a position, which may be new. Its side is asked for `later`, when it is opened, in a walk through
    /// all positions: another process may open it.
    fn intern_as(
        &mut self,
        methods: &Methods,
        object: &Bound<'_, PyAny>,
        later: bool,
    ) -> PyResult<u32> {
        self.release();
        let key = key_of(methods, object)?;
        let hash = hash_of(&key, object)?;
        let mut known = self.look_up(&key, hash)?;
        if let Some(symmetries) = &methods.symmetries
            && known.is_none()
        {
            self.release();
            for image in symmetries.call(object, None)?.try_iter()? {
                let image = image?;
                let key = key_of(methods, &image)?;
                known = self.look_up(&key, hash_of(&key, &image)?)?;
                self.release();
                if let Some(id) = known {
                    self.check_image(methods, object, id)?;
                    break;
                }
            }
        }
        if let Some(id) = known {
            // This may drop the last reference to the object and its key.
            self.release();
            return Ok(id);
        }
        let side = match &methods.to_move {
            Some(to_move) if !later => {
                self.release();
                Some(side_of(&to_move.call(object, None)?, object)?)
            }
            _ => None,
        };
        self.add(object, key, hash, side)
    }

    /// Adds a position that was not met before.
    fn add(
        &mut self,
        object: &Bound<'_, PyAny>,
        key: Bound<'_, PyAny>,
        hash: isize,
        side: Option<Side>,
    ) -> PyResult<u32> {
        let most = self.session.most;
        let Inner {
            nodes,
            keys,
            index,
            plain,
            ..
        } = self.inner();
        let id = nodes.len();
        if id >= most {
            self.release();
            let name = &self.session.name;
            return Err(LimitReached::new_err(said(&message!(
                "more than {most} positions of {name} were met: play may be endless; max_positions, an attribute of the class, allows more",
                "plus de {most} positions de {name} ont été rencontrées : le jeu est peut-être sans fin ; max_positions, un attribut de la classe, en permet davantage"
            ))));
        }
        *plain &= is_plain(object) && is_plain(&key);
        nodes.push(Node {
            object: object.clone().unbind(),
            hash,
            side,
            state: State::Unopened,
            score: None,
            plies: 0,
        });
        keys.push(key.unbind());
        index.insert(short(hash), id as u32);
        Ok(id as u32)
    }

    /// Checks that a position and the image under which it is stored are alike: the first of them, then fewer and
    /// fewer, since it calls the user's methods again.
    fn check_image(
        &mut self,
        methods: &Methods,
        object: &Bound<'_, PyAny>,
        id: u32,
    ) -> PyResult<()> {
        /// So many are checked before they become fewer.
        const FIRST: u32 = 64;
        let py = object.py();
        let inner = self.inner();
        // Children are looked up below: their own images are not checked.
        let checking = inner.images == u32::MAX;
        let images = inner.images.saturating_add(1);
        if checking || images > FIRST && !images.is_power_of_two() {
            if !checking {
                inner.images = images;
            }
            self.release();
            return Ok(());
        }
        let other = inner.nodes[id as usize].object.clone_ref(py);
        inner.images = u32::MAX;
        self.release();
        let alike = self.are_alike(methods, object, other.bind(py));
        self.inner().images = images;
        self.release();
        if alike? {
            return Ok(());
        }
        let (a, b) = (shown(object), shown(other.bind(py)));
        Err(game_error(&message!(
            "symmetries says that {a} is the same as {b}, but its side to move, its end or what its moves lead to is another",
            "symmetries dit que {a} est la même position que {b}, mais son camp au trait, sa fin ou ce où mènent ses coups diffère"
        )))
    }

    /// Whether two positions have the same side to move, the same end, and moves to the same positions.
    fn are_alike(
        &mut self,
        methods: &Methods,
        one: &Bound<'_, PyAny>,
        other: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let mut known = Vec::with_capacity(2);
        for object in [one, other] {
            let side = match &methods.to_move {
                None => None,
                Some(to_move) => Some(side_of(&to_move.call(object, None)?, object)?),
            };
            let end = match &methods.outcome {
                None => None,
                Some(outcome) => outcome_of(&outcome.call(object, None)?, object)?,
            };
            let mut children = Vec::new();
            if end.is_none() {
                let listed = methods.moves.call(object, None)?;
                for (mv, ()) in list_of(&listed, object, ())? {
                    let after = played(methods, object, mv.bind(object.py()))?;
                    children.push(self.intern_by(methods, &after)?);
                }
            }
            children.sort_unstable();
            known.push((side, end, children));
        }
        Ok(known[0] == known[1])
    }

    /// The position with that key and hash.
    fn look_up(&mut self, key: &Bound<'_, PyAny>, hash: isize) -> PyResult<Option<u32>> {
        let py = key.py();
        // There is nearly always at most one.
        for nth in 0.. {
            let inner = self.inner();
            let Some(id) = inner.index.all(short(hash)).nth(nth) else {
                break;
            };
            if inner.nodes[id as usize].hash != hash {
                continue;
            }
            let other = inner.keys[id as usize].bind(py);
            let same = if is_plain(other) && is_plain(key) {
                equal(other, key)?
            } else {
                let other = other.clone();
                self.release();
                equal(&other, key)?
            };
            if same {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// Finds the end of a position, and its moves if `wanted` or if the end depends on them.
    fn open(&mut self, py: Python<'_>, id: u32, wanted: bool) -> PyResult<()> {
        self.ask(|access, methods| {
            let eager = access.inner().eager;
            let node = access.node(id);
            let object = node.object.clone_ref(py).into_bound(py);
            let (hash, going) = (node.hash, matches!(node.state, State::Going));
            access.release();
            let ended = match &methods.outcome {
                Some(outcome) if !going => outcome_of(&outcome.call(&object, None)?, &object)?,
                _ => None,
            };
            let state = if let Some(outcome) = ended {
                State::Ended(outcome)
            } else if !wanted && !eager && methods.outcome.is_some() {
                State::Going
            } else {
                access.list(methods, &object, eager)?
            };
            let state = match state {
                State::Ended(_) if access.session.has_points() => {
                    State::Ended(access.settle(methods, id, &object)?)
                }
                other => other,
            };
            same_as_before(methods, &object, hash)?;
            let node = access.node(id);
            if matches!(node.state, State::Unopened | State::Going) {
                node.state = state;
            } else {
                // A method has opened this position itself; its result stays.
                access.release();
                drop(state);
            }
            Ok(())
        })
    }

    /// The moves of a position, or its end if it has none.
    fn list(
        &mut self,
        methods: &Methods,
        object: &Bound<'_, PyAny>,
        eager: bool,
    ) -> PyResult<State> {
        let listed = methods.moves.call(object, None)?;
        let mut moves = list_of(&listed, object, Link::NEW)?;
        if moves.is_empty() {
            if methods.outcome.is_some() {
                let position = shown(object);
                return Err(game_error(&message!(
                    "outcome says that play goes on in {position}, but moves gives no move: one of them is wrong",
                    "outcome dit que la partie continue dans {position}, mais moves ne donne aucun coup : l'un des deux se trompe"
                )));
            }
            return Ok(State::Ended(Outcome::Loss));
        }
        // Points need the moves again, other walks only the children: the moves would take most of the memory.
        let has_points = self.session.has_points();
        let inner = self.inner();
        let linked = eager && !has_points && inner.nodes.len() > inner.moves_kept;
        self.release();
        if linked {
            self.play_all(methods, object, &mut moves)?;
            // The same move twice gives the same child twice, unless children are told apart by their identity.
            if !self.inner().plain || !have_different_children(&moves) {
                self.release();
                mark_all(&mut moves, object)?;
            }
            let state = self.inner().linked(moves.iter().map(|mv| mv.1.child));
            self.release();
            return Ok(state);
        }
        let plain = mark_all(&mut moves, object)?;
        self.inner().plain &= plain;
        self.release();
        if eager {
            self.play_all(methods, object, &mut moves)?;
        }
        Ok(State::Open(moves))
    }

    /// Which plain objects are positions met before. They are looked up together, which overlaps cache misses.
    fn known(&mut self, methods: &Methods, objects: &[Bound<'_, PyAny>]) -> PyResult<Vec<Met>> {
        let mut known = vec![Met::Perhaps; objects.len()];
        if methods.key.is_some() || !objects.iter().all(is_plain) {
            return Ok(known);
        }
        let mut hashes = Vec::with_capacity(objects.len());
        let Inner { index, keys, .. } = self.inner();
        for object in objects {
            let hash = object.hash()?;
            index.prefetch(short(hash));
            hashes.push(hash);
        }
        for (known, hash) in known.iter_mut().zip(hashes) {
            *known = Met::Never(hash);
            if let Some(id) = index.all(short(hash)).next() {
                prefetch(&raw const keys[id as usize]);
                *known = Met::Before(id);
            }
        }
        for known in &known {
            if let Met::Before(id) = *known {
                prefetch(keys[id as usize].as_ptr());
            }
        }
        for (known, object) in known.iter_mut().zip(objects) {
            if let Met::Before(id) = *known {
                let key = keys[id as usize].bind(object.py());
                // Another position may have the same hash.
                if !is_plain(key) || !equal(key, object)? {
                    *known = Met::Perhaps;
                }
            }
        }
        Ok(known)
    }

    /// Plays all moves of a position.
    fn play_all(
        &mut self,
        methods: &Methods,
        object: &Bound<'_, PyAny>,
        moves: &mut [(Py<PyAny>, Link)],
    ) -> PyResult<()> {
        let py = object.py();
        let mut afters = Vec::with_capacity(moves.len());
        for (mv, _) in &*moves {
            afters.push(played(methods, object, mv.bind(py))?);
        }
        let known = self.known(methods, &afters)?;
        for (((_, link), after), known) in moves.iter_mut().zip(&afters).zip(known) {
            link.child = match known {
                Met::Before(id) => id,
                // Two moves may lead to the same position.
                Met::Never(hash) if methods.symmetries.is_none() && self.inner().eager => {
                    match self.look_up(after, hash)? {
                        Some(id) => id,
                        None => self.add(after, after.clone(), hash, None)?,
                    }
                }
                Met::Never(_) | Met::Perhaps => self.intern_by(methods, after)?,
            };
        }
        // Objects are let go of without the lock.
        self.release();
        Ok(())
    }

    /// Settles a terminal position, and gives the sign of what it brings.
    fn settle(
        &mut self,
        methods: &Methods,
        id: u32,
        object: &Bound<'_, PyAny>,
    ) -> PyResult<Outcome> {
        let units = self.session.units();
        let mut settled = (0, 0);
        if let Some(settle) = &methods.settle {
            let pair = settle.call(object, None)?;
            let parts: PyResult<(Bound<'_, PyAny>, Bound<'_, PyAny>)> = pair.extract();
            let (own, other) = parts.map_err(|_| {
                let (got, position) = (shown(&pair), shown(object));
                game_error(&message!(
                    "settle gave {got} in {position}: the points of the side to move and of the other one are wanted",
                    "settle a renvoyé {got} dans {position} : il faut les points du camp au trait et ceux de l'autre"
                ))
            })?;
            settled.0 = points_of(&own, "settle", object, units)?;
            settled.1 = points_of(&other, "settle", object, units)?;
        }
        self.inner().settled.insert(id, settled);
        self.release();
        Ok(Outcome::of_margin(settled.0 - settled.1))
    }

    /// The points that a move brings to the side to move, in units.
    pub(super) fn gain(&mut self, id: u32, number: u32) -> i32 {
        if let Some(&gain) = self.inner().gains.get(&(id, number)) {
            return gain;
        }
        if self.has_failed() {
            return 0;
        }
        self.need_moves(id);
        let asked = self.attach(|access, py| {
            let node = access.node(id);
            let State::Open(moves) = &node.state else {
                return Ok(0);
            };
            let (object, mv) = (
                node.object.clone_ref(py),
                moves[number as usize].0.clone_ref(py),
            );
            access.release();
            access.session.gain_of(object.bind(py), mv.bind(py))
        });
        match asked {
            Ok(gain) => {
                self.inner().gains.insert((id, number), gain);
                gain
            }
            Err(error) => {
                self.fail(error);
                0
            }
        }
    }

    /// Plays a move.
    fn follow(&mut self, py: Python<'_>, id: u32, number: usize) -> PyResult<u32> {
        self.ask(|access, methods| {
            let node = access.node(id);
            let State::Open(moves) = &node.state else {
                return Ok(id);
            };
            let (mv, link) = &moves[number];
            if link.child != UNKNOWN {
                return Ok(link.child);
            }
            let (object, mv) = (node.object.clone_ref(py), mv.clone_ref(py));
            let (object, hash) = (object.into_bound(py), node.hash);
            access.release();
            let after = played(methods, &object, mv.bind(py))?;
            same_as_before(methods, &object, hash)?;
            let child = access.intern_by(methods, &after)?;
            drop(after);
            if let State::Open(moves) = &mut access.node(id).state {
                moves[number].1.child = child;
            }
            Ok(child)
        })
    }

    /// Opens a position, asks for its side and plays its moves, unless that is done; `false` if a method has raised.
    pub(crate) fn expand(&mut self, id: u32) -> bool {
        let count = self.count(id);
        self.side(id);
        let bounded = self.session.max_plies.is_some();
        let is_whole = match &self.node(id).state {
            State::Open(moves) => moves.iter().all(|mv| mv.1.child != UNKNOWN),
            _ => true,
        };
        if bounded || !is_whole {
            for number in 0..count {
                self.child(id, number);
            }
        }
        !self.has_failed()
    }

    /// How a position ends, or else its children, which are appended.
    pub(crate) fn row(&mut self, id: u32, out: &mut Vec<u32>) -> Option<Outcome> {
        if let State::Ended(outcome) = self.node(id).state {
            return Some(outcome);
        }
        self.children(id, out);
        None
    }

    /// Appends the children of an open position.
    pub(crate) fn children(&mut self, id: u32, out: &mut Vec<u32>) {
        let Inner { nodes, links, .. } = self.inner();
        match &nodes[id as usize].state {
            State::Open(moves) => out.extend(moves.iter().map(|mv| mv.1.child)),
            State::Linked(linked) => out.extend(linked.of(links)),
            State::Unopened | State::Going | State::Ended(_) => {}
        }
    }

    /// The objects of all positions from a number on.
    pub(crate) fn since(&mut self, py: Python<'_>, first: usize) -> Vec<Py<PyAny>> {
        let nodes = self.inner().nodes[first..].iter();
        nodes.map(|node| node.object.clone_ref(py)).collect()
    }

    /// Tells the side of a position, and how it ends or what its children are, as another process found.
    pub(crate) fn link(&mut self, id: u32, side: Option<Side>, found: Result<&[u32], Outcome>) {
        let inner = self.inner();
        let node = &mut inner.nodes[id as usize];
        node.side = node.side.or(side);
        let state = &node.state;
        if matches!(state, State::Unopened | State::Going) {
            inner.nodes[id as usize].state = match found {
                Ok(children) => inner.linked(children.iter().copied()),
                Err(outcome) => State::Ended(outcome),
            };
        }
    }

    /// Lists the moves of a position of which only the children are kept, in the order of these.
    fn list_linked(&mut self, py: Python<'_>, id: u32) -> PyResult<()> {
        let Inner { nodes, links, .. } = self.inner();
        let node = &nodes[id as usize];
        let State::Linked(linked) = node.state else {
            return Ok(());
        };
        let (children, object) = (linked.of(links).to_vec(), node.object.clone_ref(py));
        let object = object.bind(py);
        self.release();
        self.ask(|access, methods| {
            let listed = methods.moves.call(object, None)?;
            let mut moves = list_of(&listed, object, Link::NEW)?;
            let plain = mark_all(&mut moves, object)?;
            access.inner().plain &= plain;
            access.release();
            access.play_all(methods, object, &mut moves)?;
            // A list made from a set may have another order, above all in another process.
            let mut ordered = Vec::with_capacity(children.len());
            for child in &children {
                if let Some(at) = moves.iter().position(|mv| mv.1.child == *child) {
                    ordered.push(moves.remove(at));
                }
            }
            if ordered.len() != children.len() || !moves.is_empty() {
                let position = shown(object);
                return Err(game_error(&message!(
                    "moves gave another list of moves in {position} than before",
                    "moves a donné une autre liste de coups dans {position} qu'auparavant"
                )));
            }
            access.node(id).state = State::Open(ordered);
            access.release();
            Ok(())
        })
    }

    /// Makes sure that the moves of a position are listed.
    pub(super) fn need_moves(&mut self, id: u32) {
        if !matches!(self.node(id).state, State::Linked(_)) || self.has_failed() {
            return;
        }
        if let Err(error) = self.attach(|access, py| access.list_linked(py, id)) {
            self.fail(error);
        }
    }

    /// Reads the cache of a position, which is opened if necessary, its moves only if `wanted`; `None` after a
    /// failure.
    fn look<T>(
        &mut self,
        id: u32,
        wanted: bool,
        read: impl Fn(&Node, &[u32]) -> Option<T>,
    ) -> Option<T> {
        let inner = self.inner();
        let found = read(&inner.nodes[id as usize], &inner.links);
        let unknown = found.is_none();
        inner.looks += if unknown { AN_OPENING } else { 1 };
        let due = inner.looks >= LOOKS;
        if due {
            inner.looks = 0;
        } else if !unknown {
            return found;
        }
        if self.has_failed() {
            return found;
        }
        let asked = self.attach(|access, py| {
            if due {
                let tell = access.inner().tell.clone();
                access.release();
                py.check_signals()?;
                // Gives other Python threads a turn.
                py.detach(|| ());
                if let Some(tell) = tell {
                    tell.tell(py)?;
                }
            }
            if unknown {
                access.open(py, id, wanted)?;
            }
            Ok(())
        });
        if let Err(error) = asked {
            self.fail(error);
            return found;
        }
        let Inner { nodes, links, .. } = self.inner();
        found.or_else(|| read(&nodes[id as usize], links))
    }

    /// The successor of a position by a move.
    pub(crate) fn child(&mut self, id: u32, number: usize) -> u32 {
        let known = self.look(id, true, |node, links| match &node.state {
            State::Open(moves) => Some(moves[number].1.child),
            State::Linked(linked) => Some(linked.of(links)[number]),
            State::Ended(_) => Some(id),
            State::Unopened | State::Going => None,
        });
        let child = match known {
            None => return id,
            Some(child) if child != UNKNOWN => child,
            Some(_) if self.has_failed() => return id,
            Some(_) => match self.attach(|access, py| access.follow(py, id, number)) {
                Ok(child) => child,
                Err(error) => {
                    self.fail(error);
                    return id;
                }
            },
        };
        if let Some(most) = self.session.max_plies {
            self.descend(id, child, most);
        }
        child
    }

    /// Updates the length of the longest play to a position. On cycles it grows without bound.
    fn descend(&mut self, from: u32, to: u32, most: u32) {
        let plies = self.node(from).plies + 1;
        let node = self.node(to);
        node.plies = node.plies.max(plies);
        if node.plies <= most {
            return;
        }
        let name = &self.session.name;
        self.fail(game_error(&message!(
            "a play of {name} has more than {most} moves, which max_plies, an attribute of the class, rules out",
            "une partie de {name} a plus de {most} coups, ce que max_plies, un attribut de la classe, exclut"
        )));
    }

    pub(crate) fn score(&mut self, id: u32) -> Score {
        if let Some(score) = self.node(id).score {
            return score;
        }
        if self.has_failed() {
            return 0;
        }
        let asked = self.attach(|access, py| {
            access.ask(|access, methods| {
                let Some(heuristic) = &methods.heuristic else {
                    return Ok(0);
                };
                let object = access.node(id).object.clone_ref(py).into_bound(py);
                access.release();
                let score = heuristic.call(&object, None)?;
                let number: f64 = score.extract().map_err(|_| bad_score(&score, &object))?;
                // Also false for what is no number.
                if number.abs() < f64::from(WON) {
                    Ok(number.round().clamp(f64::from(1 - WON), f64::from(WON - 1)) as Score)
                } else {
                    Err(bad_score(&score, &object))
                }
            })
        });
        match asked {
            Ok(score) => {
                self.node(id).score = Some(score);
                score
            }
            Err(error) => {
                self.fail(error);
                0
            }
        }
    }

    /// The end of a position, for the side to move; its moves are listed too if `wanted`, or if the end depends on
    /// them.
    pub(crate) fn ended(&mut self, id: u32, wanted: bool) -> Option<Outcome> {
        let state = self.look(id, wanted, |node, _| match node.state {
            State::Unopened => None,
            State::Going => (!wanted).then_some(None),
            State::Ended(outcome) => Some(Some(outcome)),
            State::Open(_) | State::Linked(_) => Some(None),
        });
        // After a failure every position is terminal.
        if self.has_failed() && self.session.searching.load(Ordering::Relaxed) {
            return Some(Outcome::Draw);
        }
        state.unwrap_or(Some(Outcome::Draw))
    }

    pub(super) fn count(&mut self, id: u32) -> usize {
        let count = self.look(id, true, |node, _| match &node.state {
            State::Unopened | State::Going => None,
            State::Ended(_) => Some(0),
            State::Open(moves) => Some(moves.len()),
            State::Linked(linked) => Some(linked.count as usize),
        });
        count.unwrap_or(0)
    }

    pub(crate) fn side(&mut self, id: u32) -> Option<Side> {
        if !self.session.tells_side {
            return None;
        }
        if let Some(side) = self.node(id).side {
            return Some(side);
        }
        if self.has_failed() {
            return None;
        }
        let asked = self.attach(|access, py| {
            access.ask(|access, methods| {
                let object = access.node(id).object.clone_ref(py).into_bound(py);
                access.release();
                let to_move = methods.to_move.as_ref();
                let said = to_move.map(|to_move| to_move.call(&object, None));
                said.map(|said| side_of(&said?, &object)).transpose()
            })
        });
        match asked {
            Ok(side) => {
                self.node(id).side = side;
                side
            }
            Err(error) => {
                self.fail(error);
                None
            }
        }
    }

    /// Appends the numbers of the moves of a position, each with a mark that equal moves share in all positions.
    pub(crate) fn mark_moves(&mut self, id: u32, out: &mut Vec<(u32, u8)>) {
        self.count(id);
        self.need_moves(id);
        if let State::Open(moves) = &self.node(id).state {
            let marked = (0..).zip(moves);
            out.extend(marked.map(|(number, (_, link))| (number, link.mark)));
        }
    }
}

/// The key of a hash in the index: slots of eight bytes have half the cache misses of slots of sixteen.
fn short(hash: isize) -> u32 {
    let hash = hash as u64;
    (hash ^ hash >> 32) as u32
}

/// Whether the moves of a short list lead to different positions.
fn have_different_children(moves: &[(Py<PyAny>, Link)]) -> bool {
    /// Comparing all pairs of longer lists takes longer than looking at the moves.
    const SHORT: usize = 24;
    moves.len() <= SHORT
        && moves.iter().enumerate().all(|(i, (_, link))| {
            moves[..i]
                .iter()
                .all(|(_, earlier)| earlier.child != link.child)
        })
}

/// Marks the moves of a position, refuses a move that comes twice, and returns whether all moves are plain data.
fn mark_all(moves: &mut [(Py<PyAny>, Link)], object: &Bound<'_, PyAny>) -> PyResult<bool> {
    // A move that is not plain data has its number as its mark.
    for (number, (_, link)) in moves.iter_mut().enumerate() {
        link.mark = number as u8;
    }
    all_distinct(moves, object, Link::mark)
}

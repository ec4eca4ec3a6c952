//! A game, by its name or written in Python, as the package sees it. Positions come in as their text, and in a user's own
//! game with the object that stands for them; moves go out as text, or as the user's objects.

use crate::arena::PyArena;
use crate::failure::{IllegalMove, said, shown, value_error};
use crate::keys::Keys;
use crate::results::value_object;
use crate::session::{Session, Telling};
use crate::user_game::{SPEC, UserGame};
use crate::watch::{LimitArgs, limit_reached, watched};
use noyau::erased::{Answer, Method, OpenGame, Problem, Wanted, Worth};
use noyau::language::Message;
use noyau::limits::{Limits, Stopped};
use noyau::parallel::lock;
use noyau::search::null_window::MOST_PLIES;
use noyau::{Side, message};
use pyo3::PyTraverseError;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::{Arc, Mutex};

/// A game with its parameters.
#[pyclass(frozen, module = "noyau", name = "Rules")]
pub(crate) struct PyRules {
    pub(crate) source: Source,
    /// Games that are open and not in use.
    pool: Mutex<Vec<Box<dyn OpenGame>>>,
}

pub(crate) enum Source {
    Library { name: String, start: String },
    User(Arc<Session>),
}

pub(crate) fn read_file(path: &str) -> Result<Vec<u8>, Message> {
    std::fs::read(path).map_err(|error| {
        let why = error.to_string();
        message!(
            "the file {path} cannot be read: {why}",
            "le fichier {path} ne peut pas être lu : {why}"
        )
    })
}

pub(crate) fn problem(problem: &Problem) -> PyErr {
    match problem {
        Problem::IllegalMove { .. } => IllegalMove::new_err(said(problem)),
        _ => value_error(problem),
    }
}

/// A position on the way in.
pub(crate) struct PositionArg<'py> {
    pub(crate) text: String,
    pub(crate) object: Option<Bound<'py, PyAny>>,
}

impl PyRules {
    fn open(&self) -> PyResult<Box<dyn OpenGame>> {
        let free = lock(&self.pool).pop();
        match (free, &self.source) {
            (Some(game), _) => Ok(game),
            (None, Source::Library { name, .. }) => {
                noyau_games::open(name, &read_file).map_err(|why| problem(&why))
            }
            (None, Source::User(session)) => Ok(SPEC.opened(UserGame(Arc::clone(session)))),
        }
    }

    fn close(&self, game: Box<dyn OpenGame>) {
        let mut pool = lock(&self.pool);
        pool.push(game);
    }

    /// Asks a game in that position, at once.
    pub(crate) fn ask<T>(
        &self,
        text: &str,
        ask: impl FnOnce(&mut dyn OpenGame) -> T,
    ) -> PyResult<T> {
        let mut game = self.open()?;
        let set = game.set(text);
        let answer = set.map(|()| ask(&mut *game));
        self.close(game);
        if let Source::User(session) = &self.source {
            session.raise()?;
        }
        answer.map_err(|why| problem(&why))
    }

    /// Asks a game in that position what may take long. A user's own game works on this thread, since Python works
    /// nowhere better, and every other on one of its own.
    pub(crate) fn work<T: Send>(
        &self,
        py: Python<'_>,
        text: &str,
        allowed: &LimitArgs,
        tell: Option<&Py<PyAny>>,
        eager: bool,
        work: impl FnOnce(&mut dyn OpenGame, &Limits) -> T + Send,
    ) -> PyResult<T> {
        let mut game = self.open()?;
        game.set(text).map_err(|why| problem(&why))?;
        let result = match &self.source {
            Source::Library { .. } => {
                let game = &mut game;
                watched(py, allowed, tell, move |limits| work(&mut **game, limits))
            }
            Source::User(session) => {
                if allowed.threads > 1 {
                    let threads = allowed.threads;
                    return Err(value_error(&message!(
                        "threads is {threads}, but a game written in Python is played on one thread",
                        "threads vaut {threads}, mais un jeu écrit en Python se joue sur un seul fil"
                    )));
                }
                let (mut limits, stop) = allowed.limits()?;
                limits.threads = 1;
                let telling = tell.map(|function| Telling {
                    function: function.clone_ref(py),
                    progress: Arc::default(),
                });
                limits.progress = telling
                    .as_ref()
                    .map(|telling| Arc::clone(&telling.progress));
                session.begin(&stop, eager, telling);
                let game = &mut game;
                let result = py.detach(|| work(&mut **game, &limits));
                session.end(&stop).map(|()| result)
            }
        };
        self.close(game);
        let result = result?;
        // A signal may have come just before the end.
        py.check_signals()?;
        Ok(result)
    }

    pub(crate) fn at<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        object: Option<Bound<'py, PyAny>>,
    ) -> PositionArg<'py> {
        let object = match &self.source {
            Source::Library { .. } => None,
            Source::User(session) => {
                Some(object.unwrap_or_else(|| session.object(py, number_of(text)).into_bound(py)))
            }
        };
        PositionArg {
            text: text.to_owned(),
            object,
        }
    }

    /// The moves of a position as they go out, in the order of the library's.
    pub(crate) fn moves_out<'py>(
        &self,
        py: Python<'py>,
        at: &PositionArg<'py>,
        texts: &[String],
    ) -> PyResult<Vec<Py<PyAny>>> {
        let (Source::User(session), Some(object)) = (&self.source, &at.object) else {
            return texts
                .iter()
                .map(|text| Ok(text.into_pyobject(py)?.into_any().unbind()))
                .collect();
        };
        let id = number_of(&at.text);
        let mut own = session.moves_of(object, id)?;
        if session.merging {
            let standing = session.object(py, id);
            if !standing.bind(py).is(object) {
                let order = session.moves_of(standing.bind(py), id)?;
                let mut sorted = Vec::with_capacity(order.len());
                for (_, child) in order {
                    let Some(place) = own.iter().position(|mv| mv.1 == child) else {
                        return Err(unlike(object));
                    };
                    sorted.push(own.remove(place));
                }
                own = sorted;
            }
        }
        texts
            .iter()
            .map(|text| {
                let number: usize = text.parse().unwrap_or(usize::MAX);
                let mv = own.get(number).ok_or_else(|| unlike(object))?;
                Ok(mv.0.clone_ref(py))
            })
            .collect()
    }

    /// A line of moves from a position as it goes out.
    pub(crate) fn line_out<'py>(
        &self,
        py: Python<'py>,
        at: &PositionArg<'py>,
        line: &[String],
    ) -> PyResult<Vec<Py<PyAny>>> {
        let (Source::User(session), Some(object)) = (&self.source, &at.object) else {
            return self.moves_out(py, at, line);
        };
        let mut out = Vec::with_capacity(line.len());
        let mut here = PositionArg {
            text: at.text.clone(),
            object: Some(object.clone()),
        };
        for text in line {
            let Some(object) = &here.object else { break };
            let id = number_of(&here.text);
            let (mv, after, next) = if session.merging {
                let mut one = self.moves_out(py, &here, std::slice::from_ref(text))?;
                let mv = one.remove(0);
                let after = session.play_object(object, mv.bind(py))?;
                let next = session.intern(&after)?;
                (mv, after, next)
            } else {
                let number: usize = text.parse().unwrap_or(usize::MAX);
                let moves = session.moves_of(object, id)?;
                let (mv, next) = moves.get(number).ok_or_else(|| unlike(object))?;
                let after = session.object(py, *next).into_bound(py);
                (mv.clone_ref(py), after, *next)
            };
            here = PositionArg {
                text: format!("#{next} first"),
                object: Some(after),
            };
            out.push(mv);
        }
        Ok(out)
    }

    fn worth_out(py: Python<'_>, worth: Worth, units: i32) -> PyResult<Bound<'_, PyAny>> {
        let margin = worth
            .margin
            .map(|margin| f64::from(margin) / f64::from(units));
        value_object(py, worth.outcome, worth.distance, margin)
    }
}

fn unlike(object: &Bound<'_, PyAny>) -> PyErr {
    let position = shown(object);
    crate::failure::game_error(&message!(
        "positions that the game calls the same as {position} have other moves: key or symmetries is wrong",
        "des positions que le jeu dit égales à {position} ont d'autres coups : key ou symmetries se trompe"
    ))
}

/// The method for a user's own game: a search, where it may be one and nimbers are not to be had.
fn own_method(session: &Session, by: Method) -> PyResult<Method> {
    match (by, session.max_plies) {
        (Method::Auto, Some(plies)) if plies <= MOST_PLIES && !session.normal_play => {
            Ok(Method::Search)
        }
        (Method::Auto, _) => Ok(Method::Graph),
        (Method::Search, None) => Err(value_error(&message!(
            "the method \"search\" is for games in which every play ends: say of how many moves it is at most by max_plies, an attribute of the class",
            "la méthode \"search\" sert aux jeux dont toute partie se termine : dites en combien de coups au plus par max_plies, un attribut de la classe"
        ))),
        (Method::Search, Some(plies)) if plies > MOST_PLIES => Err(value_error(&message!(
            "max_plies is {plies}, and the method \"search\" is for plays of at most {MOST_PLIES} moves",
            "max_plies vaut {plies}, et la méthode \"search\" sert aux parties d'au plus {MOST_PLIES} coups"
        ))),
        _ => Ok(by),
    }
}

/// The number in the text of a position of a user's own game.
pub(crate) fn number_of(text: &str) -> u32 {
    let word = text.split(' ').next().unwrap_or_default();
    word.trim_start_matches('#').parse().unwrap_or(0)
}

/// The sequences of so many moves. Split near the root, so that it can be stopped.
fn perft(game: &mut dyn OpenGame, depth: u32, limits: &Limits) -> Result<u64, Stopped> {
    const AT_ONCE: u32 = 3;
    limits.check(0)?;
    if depth <= AT_ONCE {
        return Ok(game.perft(depth));
    }
    let mut sum = 0;
    for mv in game.moves() {
        if game.play(&mv).is_err() {
            break;
        }
        let below = perft(game, depth - 1, limits);
        game.undo();
        sum += below?;
    }
    Ok(sum)
}

#[pymethods]
impl PyRules {
    /// A game of the library, as in `chomp:2x3`.
    #[staticmethod]
    fn library(text: &str) -> PyResult<Self> {
        let game = noyau_games::open(text, &read_file).map_err(|why| problem(&why))?;
        Ok(Self {
            source: Source::Library {
                name: text.to_owned(),
                start: game.position(),
            },
            pool: Mutex::new(vec![game]),
        })
    }

    /// A game that is an object of a class derived from `base`.
    #[staticmethod]
    #[pyo3(signature = (game, base, most, max_plies = None))]
    fn own(
        game: &Bound<'_, PyAny>,
        base: &Bound<'_, PyAny>,
        most: usize,
        max_plies: Option<u32>,
    ) -> PyResult<Self> {
        Ok(Self {
            source: Source::User(Arc::new(Session::new(game, base, most, max_plies)?)),
            pool: Mutex::new(Vec::new()),
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match &self.source {
            Source::User(session) => session.traverse(visit),
            Source::Library { .. } => Ok(()),
        }
    }

    fn __clear__(&self) {
        if let Source::User(session) = &self.source {
            session.clear();
        }
    }

    fn name(&self) -> PyResult<String> {
        let game = self.open()?;
        let name = game.name();
        self.close(game);
        Ok(name)
    }

    fn summary(&self) -> PyResult<String> {
        let game = self.open()?;
        let summary = said(&game.info().summary);
        self.close(game);
        Ok(summary)
    }

    /// How many positions of a user's own game were met.
    fn met(&self) -> usize {
        match &self.source {
            Source::Library { .. } => 0,
            Source::User(session) => session.len(),
        }
    }

    fn has_heuristic(&self) -> bool {
        match &self.source {
            Source::Library { .. } => false,
            Source::User(session) => session.has_heuristic(),
        }
    }

    /// The text of the start.
    fn start(&self) -> String {
        match &self.source {
            Source::Library { start, .. } => start.clone(),
            Source::User(session) => {
                let side = session.side(0).unwrap_or(Side::First);
                format!("#0 {side}")
            }
        }
    }

    /// The text of a position as the game itself writes it.
    fn read(&self, text: &str) -> PyResult<String> {
        self.ask(text, |game| game.position())
    }

    /// The text of a position that an object stands for, in a user's own game.
    fn text_of(&self, object: &Bound<'_, PyAny>, side: &str) -> PyResult<String> {
        let Source::User(session) = &self.source else {
            return Ok(String::new());
        };
        let id = session.intern(object)?;
        let side = session.side(id).or_else(|| Side::from_name(side));
        Ok(format!("#{id} {}", side.unwrap_or(Side::First)))
    }

    fn object(&self, py: Python<'_>, text: &str) -> Option<Py<PyAny>> {
        match &self.source {
            Source::Library { .. } => None,
            Source::User(session) => Some(session.object(py, number_of(text))),
        }
    }

    fn side(&self, text: &str) -> PyResult<&'static str> {
        self.ask(text, |game| game.side().name())
    }

    fn outcome(&self, text: &str) -> PyResult<Option<&'static str>> {
        self.ask(text, |game| game.outcome().map(noyau::Outcome::name))
    }

    fn points(&self, text: &str) -> PyResult<Option<(f64, f64)>> {
        self.ask(text, |game| {
            let units = f64::from(game.units());
            let points = game.points();
            points.map(|[a, b]| (f64::from(a) / units, f64::from(b) / units))
        })
    }

    fn scores(&self, text: &str) -> PyResult<Vec<(&'static str, i32)>> {
        self.ask(text, |game| game.scores())
    }

    fn picture(&self, text: &str) -> PyResult<String> {
        self.ask(text, |game| game.view().to_text())
    }

    #[pyo3(signature = (text, title, touched = None))]
    fn svg(&self, text: &str, title: &str, touched: Option<usize>) -> PyResult<String> {
        self.ask(text, |game| game.view().to_svg(title, touched))
    }

    #[pyo3(signature = (text, object = None))]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        object: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Py<PyAny>>> {
        let at = self.at(py, text, object);
        if let (Source::User(session), Some(object)) = (&self.source, &at.object) {
            let moves = session.moves_of(object, number_of(text))?;
            return Ok(moves.into_iter().map(|mv| mv.0).collect());
        }
        let texts = self.ask(text, |game| game.moves())?;
        self.moves_out(py, &at, &texts)
    }

    /// The text, and the object, of the position after a move.
    #[pyo3(signature = (text, mv, object = None))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        mv: &Bound<'py, PyAny>,
        object: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(String, Option<Bound<'py, PyAny>>)> {
        let at = self.at(py, text, object);
        if let (Source::User(session), Some(object)) = (&self.source, &at.object) {
            let id = number_of(text);
            let mut legal = false;
            let moves = session.moves_of(object, id)?;
            for (other, _) in &moves {
                if other.bind(py).eq(mv)? {
                    legal = true;
                    break;
                }
            }
            if !legal {
                let (mv, position) = (shown(mv), shown(object));
                let listed = PyList::new(py, moves.iter().map(|mv| &mv.0))?;
                let listed = shown(listed.as_any());
                return Err(IllegalMove::new_err(said(&message!(
                    "{mv} is no legal move in {position}: the legal moves are {listed}",
                    "{mv} n'est pas un coup légal dans {position} : les coups légaux sont {listed}"
                ))));
            }
            let after = session.play_object(object, mv)?;
            let next = session.intern(&after)?;
            let side = session.side(next).unwrap_or_else(|| {
                let now = text.rsplit(' ').next().and_then(Side::from_name);
                now.unwrap_or(Side::First).other()
            });
            return Ok((format!("#{next} {side}"), Some(after)));
        }
        let mv: String = mv.str()?.to_string_lossy().into_owned();
        let after = self.ask(text, |game| game.play(&mv).map(|()| game.position()))?;
        Ok((after.map_err(|why| problem(&why))?, None))
    }

    /// The text of the position after several moves, typed together.
    fn play_line(&self, text: &str, moves: &str) -> PyResult<String> {
        let after = self.ask(text, |game| game.play_line(moves).map(|()| game.position()))?;
        after.map_err(|why| problem(&why))
    }

    #[pyo3(signature = (text, depth, *, seconds = None))]
    fn perft(&self, py: Python<'_>, text: &str, depth: u32, seconds: Option<f64>) -> PyResult<u64> {
        let allowed = LimitArgs {
            seconds,
            ..LimitArgs::default()
        };
        let counted = self.work(py, text, &allowed, None, false, |game, limits| {
            perft(game, depth, limits)
        })?;
        counted.map_err(|stopped| limit_reached(stopped, None))
    }

    /// How random games end: games, plies, won by First, by Second, drawn, broken off.
    #[pyo3(signature = (text, games, *, plies = 10_000, seed = 0, seconds = None))]
    fn playouts(
        &self,
        py: Python<'_>,
        text: &str,
        games: u64,
        plies: u32,
        seed: u64,
        seconds: Option<f64>,
    ) -> PyResult<[u64; 6]> {
        let allowed = LimitArgs {
            seconds,
            ..LimitArgs::default()
        };
        let played = self.work(py, text, &allowed, None, false, |game, limits| {
            game.playouts(games, plies, seed, limits)
        })?;
        Ok([
            played.games,
            played.plies,
            played.first,
            played.second,
            played.draws,
            played.unfinished,
        ])
    }

    #[pyo3(signature = (text, *, seconds = None, memory = None))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        seconds: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let allowed = LimitArgs {
            seconds,
            memory,
            ..LimitArgs::default()
        };
        let counted = self.work(py, text, &allowed, None, true, |game, limits| {
            game.count(limits)
        })?;
        let count = counted.map_err(|(stopped, met)| limit_reached(stopped, Some(met)))?;
        let dict = PyDict::new(py);
        dict.set_item("positions", count.positions)?;
        dict.set_item("terminal", count.terminal)?;
        dict.set_item("moves", count.moves)?;
        dict.set_item("by_ply", count.by_ply)?;
        dict.set_item("branching_mean", count.branching_mean)?;
        dict.set_item("branching_max", count.branching_max)?;
        dict.set_item("longest", count.longest)?;
        Ok(dict)
    }

    #[pyo3(signature = (text, object = None, *, method = "auto", wanted = "moves", seconds = None, memory = None, nodes = None, threads = 0, tell = None))]
    #[allow(
        clippy::too_many_arguments,
        reason = "they are keyword arguments in Python"
    )]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        object: Option<Bound<'py, PyAny>>,
        method: &str,
        wanted: &str,
        seconds: Option<f64>,
        memory: Option<u64>,
        nodes: Option<u64>,
        threads: usize,
        tell: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let known: Vec<_> = Method::ALL
            .iter()
            .map(|method| format!("{:?}", method.name()))
            .collect();
        let by = Method::from_name(method)
            .ok_or_else(|| crate::arena::word_error("method", method, &known.join(", ")))?;
        let by = match &self.source {
            Source::User(session) => own_method(session, by)?,
            Source::Library { .. } => by,
        };
        let wanted = match wanted {
            "value" => Wanted::Value,
            "best" => Wanted::Best,
            _ => Wanted::Moves,
        };
        let allowed = LimitArgs {
            seconds,
            memory,
            nodes,
            threads,
        };
        let eager = !matches!(by, Method::Proof | Method::Search);
        if let Source::User(session) = &self.source {
            session.search(by == Method::Search);
        }
        let worked = self.work(py, text, &allowed, tell.as_ref(), eager, |game, limits| {
            (game.solve_by(by, wanted, limits), game.units())
        });
        if let Source::User(session) = &self.source {
            session.search(false);
        }
        let (answer, units) = worked?;
        let answer = answer.map_err(|why| problem(&why))?;
        let at = self.at(py, text, object);
        self.answer_out(py, &at, &answer, units)
    }

    /// The arena of all positions reachable from here.
    #[pyo3(signature = (text, *, seconds = None, memory = None, tell = None))]
    fn arena(
        &self,
        py: Python<'_>,
        text: &str,
        seconds: Option<f64>,
        memory: Option<u64>,
        tell: Option<Py<PyAny>>,
    ) -> PyResult<PyArena> {
        let allowed = LimitArgs {
            seconds,
            memory,
            ..LimitArgs::default()
        };
        let made = self.work(py, text, &allowed, tell.as_ref(), true, |game, limits| {
            game.arena(limits)
        })?;
        let arena = made.map_err(|(stopped, met)| limit_reached(stopped, Some(met)))?;
        let mut objects = Vec::with_capacity(arena.len());
        let doubled = matches!(&self.source, Source::User(session) if session.side(0).is_none())
            && arena.owners().is_some();
        for name in arena.names().iter() {
            let object = match &self.source {
                Source::Library { .. } => name.as_ref().into_pyobject(py)?.into_any().unbind(),
                Source::User(session) => {
                    let object = session.key(py, number_of(&name))?;
                    if doubled {
                        let side = name.rsplit(' ').next().unwrap_or_default();
                        (object, side).into_pyobject(py)?.into_any().unbind()
                    } else {
                        object
                    }
                }
            };
            objects.push(object);
        }
        let labels = arena.owners().is_some().then(|| {
            Side::BOTH.map(|side| {
                let name = side.name().into_pyobject(py);
                name.map_or_else(|never| match never {}, |name| name.into_any().unbind())
            })
        });
        Ok(PyArena {
            keys: Arc::new(Keys::unhashed(objects)),
            arena,
            labels,
        })
    }
}

impl PyRules {
    pub(crate) fn answer_text<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        answer: &Answer,
        units: i32,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.answer_out(py, &self.at(py, text, None), answer, units)
    }

    fn answer_out<'py>(
        &self,
        py: Python<'py>,
        at: &PositionArg<'py>,
        answer: &Answer,
        units: i32,
    ) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let value = answer
            .worth
            .map(|worth| Self::worth_out(py, worth, units))
            .transpose()?;
        dict.set_item("value", value)?;
        dict.set_item("bounds", (answer.bounds[0].name(), answer.bounds[1].name()))?;
        dict.set_item("nimber", answer.nimber)?;
        dict.set_item("best", self.moves_out(py, at, &answer.best)?)?;
        dict.set_item("line", self.line_out(py, at, &answer.line)?)?;
        let texts: Vec<String> = answer.moves.iter().map(|mv| mv.0.clone()).collect();
        let moves = PyList::empty(py);
        for (mv, (_, worth)) in self
            .moves_out(py, at, &texts)?
            .into_iter()
            .zip(&answer.moves)
        {
            moves.append((mv, Self::worth_out(py, *worth, units)?))?;
        }
        dict.set_item("moves", moves)?;
        dict.set_item("method", answer.method.name())?;
        dict.set_item("positions", answer.positions)?;
        dict.set_item("nodes", answer.nodes)?;
        let stopped = answer.stopped.map(|stopped| match stopped {
            Stopped::Memory => "memory",
            Stopped::Time => "time",
            Stopped::Nodes => "nodes",
            Stopped::Asked => "asked",
        });
        dict.set_item("stopped", stopped)?;
        Ok(dict)
    }
}

//! The rules of a registered game, or of one written in Python. Positions come in as text, in a user's own game
//! together with their object; moves go out as text, or as the user's objects.

use crate::arena::{PyArena, side_labels};
use crate::failure::{IllegalMove, language, problem, said, shown, value_error, word_error};
use crate::keys::Keys;
use crate::results::worth_object;
use crate::session::{Filled, Session, Telling};
use crate::user_game;
use crate::validate::points_of;
use crate::watch::{LimitArgs, limit_reached, watched, whole, whole_or_none};
use noyau::dynamic::{Answer, Method, OpenGame, Problem, Wanted};
use noyau::format::codes::ProbeTables;
use noyau::format::header::Title;
use noyau::language::Message;
use noyau::limits::{Limits, Stopped};
use noyau::parallel::lock;
use noyau::play::{Tables, why};
use noyau::search::null_window::MOST_PLIES;
use noyau::{Side, documents, message};
use noyau_files::ProbeFolder;
use pyo3::PyTraverseError;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// A game with its parameters.
#[pyclass(frozen, module = "noyau", name = "Rules")]
pub(crate) struct PyRules {
    pub(crate) source: Source,
    /// Open games not in use.
    pool: Mutex<Vec<Box<dyn OpenGame>>>,
    /// The tables that searches ask.
    tables: Mutex<Option<ProbeTables>>,
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

/// A position from Python: its text, and in a user's own game its object.
#[derive(FromPyObject)]
pub(crate) struct PositionArg(pub(crate) String, pub(crate) Option<Py<PyAny>>);

/// Moves as Python objects.
type Moves = PyResult<Vec<Py<PyAny>>>;

impl PyRules {
    /// The session of a user's own game.
    pub(crate) fn session(&self) -> Option<&Arc<Session>> {
        match &self.source {
            Source::Library { .. } => None,
            Source::User(session) => Some(session),
        }
    }

    /// Opens another game of the same rules.
    pub(crate) fn open_new(&self) -> Result<Box<dyn OpenGame>, Problem> {
        match &self.source {
            Source::Library { name, .. } => {
                let mut game = noyau_games::open(name, &read_file)?;
                if let Some(tables) = &*lock(&self.tables) {
                    let _ = game.use_tables(tables);
                }
                Ok(game)
            }
            Source::User(session) => Ok(user_game::open(session, None)),
        }
    }

    fn open(&self) -> PyResult<Box<dyn OpenGame>> {
        let free = lock(&self.pool).pop();
        free.map_or_else(|| self.open_new().map_err(problem), Ok)
    }

    fn close(&self, game: Box<dyn OpenGame>) {
        lock(&self.pool).push(game);
    }

    /// Queries a game in any position.
    fn about<T>(&self, ask: impl FnOnce(&dyn OpenGame) -> T) -> PyResult<T> {
        let game = self.open()?;
        let answer = ask(&*game);
        self.close(game);
        Ok(answer)
    }

    /// Queries a game in that position, for short queries.
    pub(crate) fn ask<T>(
        &self,
        text: &str,
        ask: impl FnOnce(&mut dyn OpenGame) -> T,
    ) -> PyResult<T> {
        let mut game = self.open()?;
        let set = game.set(text);
        let answer = set.map(|()| ask(&mut *game));
        self.close(game);
        if let Some(session) = self.session() {
            session.raise()?;
        }
        answer.map_err(problem)
    }

    /// Queries a game in that position, for long ones. A user's own game runs on this thread, since Python code
    /// gains nothing from another one; every other game on a separate thread.
    pub(crate) fn work<T: Send>(
        &self,
        py: Python<'_>,
        text: &str,
        allowed: &LimitArgs,
        tell: Option<&Py<PyAny>>,
        eager: bool,
        work: impl FnOnce(&mut dyn OpenGame, &Limits) -> T + Send,
    ) -> PyResult<T> {
        self.work_filled(py, text, allowed, tell, eager, |game, _, limits| {
            work(game, limits)
        })
    }

    /// The same for work that reads what play can reach by itself, where that is known.
    fn work_filled<T: Send>(
        &self,
        py: Python<'_>,
        text: &str,
        allowed: &LimitArgs,
        tell: Option<&Py<PyAny>>,
        eager: bool,
        work: impl FnOnce(&mut dyn OpenGame, Option<&Filled>, &Limits) -> T + Send,
    ) -> PyResult<T> {
        let mut game = self.open()?;
        game.set(text).map_err(problem)?;
        let result = if let Some(session) = self.session() {
            if allowed.threads > 1 {
                let threads = allowed.threads;
                return Err(value_error(&message!(
                    "threads is {threads}, but processes share only walks through all positions and contests of a game written in Python",
                    "threads vaut {threads}, mais dans un jeu écrit en Python des processus ne partagent que les parcours de toutes les positions et les tournois"
                )));
            }
            let (mut limits, stop) = allowed.limits()?;
            limits.threads = 1;
            let telling = tell.map(|function| Telling {
                function: function.clone_ref(py),
                progress: Arc::default(),
            });
            let progress = telling.as_ref().map(|telling| &telling.progress);
            limits.progress = progress.map(Arc::clone);
            session.begin(&stop, eager, telling);
            let filled = eager.then(|| session.fill(py, number_of(text), &limits));
            let result = if let Some(filled) = filled.flatten() {
                let mut game = user_game::open(session, Some(Arc::clone(&filled)));
                let set = game.set(text).map_err(problem);
                let limits = (limits, Arc::clone(&stop));
                set.and_then(|()| {
                    watched(py, limits, tell, |limits| {
                        work(&mut *game, Some(&filled), limits)
                    })
                })
            } else {
                Ok(py.detach(|| work(&mut *game, None, &limits)))
            };
            session.end(&stop).and(result)
        } else {
            watched(py, allowed.limits()?, tell, |limits| {
                work(&mut *game, None, limits)
            })
        };
        self.close(game);
        let result = result?;
        // A signal may have arrived just before the end.
        py.check_signals()?;
        Ok(result)
    }

    /// Works while positions of a user's own game are written as its objects.
    pub(crate) fn with_names<T>(&self, work: impl FnOnce() -> T) -> T {
        let Some(session) = self.session() else {
            return work();
        };
        session.name_positions(true);
        let done = work();
        session.name_positions(false);
        done
    }

    /// Names all positions of a user's own game that were met.
    pub(crate) fn name_all(&self) {
        if let Some(session) = self.session() {
            for id in 0..session.len() as u32 {
                session.name_of(id);
            }
        }
    }

    /// The text of the start.
    pub(crate) fn start_text(&self) -> String {
        match &self.source {
            Source::Library { start, .. } => start.clone(),
            Source::User(session) => {
                let side = session.side(0).unwrap_or(Side::First);
                own_text(session, 0, side, [0, 0])
            }
        }
    }

    /// The title of a table of all positions reachable from one.
    pub(crate) fn title(&self, text: &str) -> PyResult<Title> {
        self.ask(text, |game| game.table_title(None))
    }

    /// The session and the object of a position of a user's own game.
    fn user_position<'py>(
        &self,
        py: Python<'py>,
        at: &PositionArg,
    ) -> Option<(&Session, Bound<'py, PyAny>)> {
        let session = self.session()?;
        let object = match &at.1 {
            Some(object) => object.clone_ref(py),
            None => session.object(py, number_of(&at.0)),
        };
        Some((session, object.into_bound(py)))
    }

    /// The moves of a position as Python objects, in the order of the library's.
    pub(crate) fn moves_out(&self, py: Python<'_>, at: &PositionArg, texts: &[String]) -> Moves {
        let Some((session, object)) = self.user_position(py, at) else {
            return texts
                .iter()
                .map(|text| Ok(text.into_pyobject(py)?.into_any().unbind()))
                .collect();
        };
        let id = number_of(&at.0);
        let mut own = session.moves_of(&object, id)?;
        let standing = session.object(py, id).into_bound(py);
        if session.merging && !standing.is(&object) {
            let order = session.moves_of(&standing, id)?;
            let mut sorted = Vec::with_capacity(order.len());
            for (_, child) in order {
                let place = own.iter().position(|mv| mv.1 == child);
                sorted.push(own.remove(place.ok_or_else(|| unlike(&object))?));
            }
            own = sorted;
        }
        texts
            .iter()
            .map(|text| {
                let mv = text.parse().ok().and_then(|number: usize| own.get(number));
                Ok(mv.ok_or_else(|| unlike(&object))?.0.clone_ref(py))
            })
            .collect()
    }

    /// A line of moves from a position as Python objects.
    pub(crate) fn line_out(&self, py: Python<'_>, at: &PositionArg, line: &[String]) -> Moves {
        let Some((session, mut object)) = self.user_position(py, at) else {
            return self.moves_out(py, at, line);
        };
        let mut out = Vec::with_capacity(line.len());
        let mut id = number_of(&at.0);
        for text in line {
            let mv = if session.merging {
                let here = PositionArg(format!("#{id} first"), Some(object.clone().unbind()));
                let mv = self
                    .moves_out(py, &here, std::slice::from_ref(text))?
                    .remove(0);
                object = session.play_object(&object, mv.bind(py))?;
                id = session.intern(&object)?;
                mv
            } else {
                let moves = session.moves_of(&object, id)?;
                let found = text
                    .parse()
                    .ok()
                    .and_then(|number: usize| moves.get(number));
                let (mv, next) = found.ok_or_else(|| unlike(&object))?;
                object = session.object(py, *next).into_bound(py);
                id = *next;
                mv.clone_ref(py)
            };
            out.push(mv);
        }
        Ok(out)
    }
}

fn unlike(object: &Bound<'_, PyAny>) -> PyErr {
    let position = shown(object);
    crate::failure::game_error(&message!(
        "positions that the game calls the same as {position} have other moves: key or symmetries is wrong",
        "des positions que le jeu dit égales à {position} ont d'autres coups : key ou symmetries se trompe"
    ))
}

/// The method for a user's own game: a search, if that is possible and there are no nimbers.
fn own_method(session: &Session, by: Method) -> PyResult<Method> {
    match (by, session.max_plies) {
        (Method::Search, _) if session.has_points() => Ok(by),
        (Method::Auto, Some(plies))
            if plies <= MOST_PLIES && !session.normal_play && !session.has_points() =>
        {
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

/// The side to move in the text of a position of a user's own game.
pub(crate) fn side_in(text: &str) -> Side {
    let side = text.split(' ').nth(1).and_then(Side::from_name);
    side.unwrap_or(Side::First)
}

/// The number in the text of a position of a user's own game.
pub(crate) fn number_of(text: &str) -> u32 {
    let word = text.split(' ').next().unwrap_or_default();
    word.trim_start_matches('#').parse().unwrap_or(0)
}

/// The points in the text of a position of a user's own game, in units.
fn points_in(text: &str) -> [i32; 2] {
    let pair = text.split(' ').nth(2).and_then(|word| word.split_once('-'));
    let number = |word: &str| word.parse().unwrap_or(0);
    pair.map_or([0, 0], |(first, second)| [number(first), number(second)])
}

/// The text of a position of a user's own game.
fn own_text(session: &Session, id: u32, side: Side, points: [i32; 2]) -> String {
    if session.has_points() {
        format!("#{id} {side} {}-{}", points[0], points[1])
    } else {
        format!("#{id} {side}")
    }
}

/// The number of move sequences of that length, counted in parts so that it can be stopped.
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
        let game = noyau_games::open(text, &read_file).map_err(problem)?;
        Ok(Self {
            source: Source::Library {
                name: text.to_owned(),
                start: game.position(),
            },
            pool: Mutex::new(vec![game]),
            tables: Mutex::default(),
        })
    }

    /// A game that is an object of a class derived from `base`.
    #[staticmethod]
    #[pyo3(signature = (game, base, most, max_plies = None, units = 1))]
    fn own(
        game: &Bound<'_, PyAny>,
        base: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole)] most: usize,
        #[pyo3(from_py_with = whole_or_none)] max_plies: Option<u32>,
        #[pyo3(from_py_with = whole)] units: u16,
    ) -> PyResult<Self> {
        let units = i32::from(units).max(1);
        let session = Session::new(game, base, most, max_plies, units)?;
        Ok(Self {
            source: Source::User(Arc::new(session)),
            pool: Mutex::new(Vec::new()),
            tables: Mutex::default(),
        })
    }

    /// Makes searches ask the tables of a folder; returns what is wrong with those that are not used.
    #[pyo3(signature = (path, *, memory = None))]
    fn use_tables(
        &self,
        path: PathBuf,
        #[pyo3(from_py_with = whole_or_none)] memory: Option<u64>,
    ) -> PyResult<Vec<String>> {
        let mut game = self.open_new().map_err(problem)?;
        let folder = ProbeFolder::open(&path, memory, noyau::parallel::available());
        let warnings = folder.attach(&mut *game);
        *lock(&self.tables) = Some(folder.tables().clone());
        *lock(&self.pool) = vec![game];
        Ok(warnings.iter().map(said).collect())
    }

    /// How many positions the tables have answered; `None` without tables.
    fn probes(&self) -> Option<u64> {
        lock(&self.tables).as_ref().map(ProbeTables::answered)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.session()
            .map_or(Ok(()), |session| session.traverse(visit))
    }

    fn __clear__(&self) {
        if let Some(session) = self.session() {
            session.clear();
        }
    }

    fn name(&self) -> PyResult<String> {
        self.about(|game| game.name())
    }

    fn summary(&self) -> PyResult<String> {
        self.about(|game| said(&game.info().summary))
    }

    /// The object of a user's own game.
    fn game(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.session().map(|session| session.game(py)).transpose()
    }

    /// How many positions of a user's own game were met.
    fn met(&self) -> usize {
        self.session().map_or(0, |session| session.len())
    }

    fn has_heuristic(&self) -> bool {
        self.session()
            .is_some_and(|session| session.has_heuristic())
    }

    /// The text of the start.
    fn start(&self) -> String {
        self.start_text()
    }

    /// The text of a position as the game itself writes it.
    fn read(&self, text: &str) -> PyResult<String> {
        self.ask(text, |game| game.position())
    }

    /// The text of a position that an object stands for, in a user's own game.
    #[pyo3(signature = (object, side, points = None))]
    fn text_of(
        &self,
        object: &Bound<'_, PyAny>,
        side: &str,
        points: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
    ) -> PyResult<String> {
        let Some(session) = self.session() else {
            return Ok(String::new());
        };
        let id = session.intern(object)?;
        let asked =
            Side::from_name(side).ok_or_else(|| word_error("side", side, &["first", "second"]))?;
        let mut won = [0, 0];
        if let Some((first, second)) = points {
            for (units, points) in won.iter_mut().zip([first, second]) {
                *units = points_of(&points, "points", object, session.units())?;
            }
        }
        let side = session.side(id).unwrap_or(asked);
        Ok(own_text(session, id, side, won))
    }

    /// What tells a position of a user's own game apart.
    fn key(&self, py: Python<'_>, text: &str) -> PyResult<Option<Py<PyAny>>> {
        let session = self.session();
        session
            .map(|session| session.key(py, number_of(text)))
            .transpose()
    }

    fn object(&self, py: Python<'_>, text: &str) -> Option<Py<PyAny>> {
        let session = self.session()?;
        Some(session.object(py, number_of(text)))
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
        self.ask(text, |game| {
            game.view()
                .with_stores(game.points())
                .to_svg(title, touched)
        })
    }

    #[pyo3(signature = (text, object = None))]
    fn moves(&self, py: Python<'_>, text: String, object: Option<Py<PyAny>>) -> Moves {
        let at = PositionArg(text, object);
        if let Some((session, object)) = self.user_position(py, &at) {
            let moves = session.moves_of(&object, number_of(&at.0))?;
            return Ok(moves.into_iter().map(|mv| mv.0).collect());
        }
        let texts = self.ask(&at.0, |game| game.moves())?;
        self.moves_out(py, &at, &texts)
    }

    /// The text, and the object, of the position after a move.
    #[pyo3(signature = (text, mv, object = None))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        text: String,
        mv: &Bound<'py, PyAny>,
        object: Option<Py<PyAny>>,
    ) -> PyResult<(String, Option<Bound<'py, PyAny>>)> {
        let at = PositionArg(text, object);
        let text = at.0.as_str();
        if let Some((session, object)) = self.user_position(py, &at) {
            let moves = session.moves_of(&object, number_of(text))?;
            let mut legal = false;
            for (other, _) in &moves {
                legal = legal || other.bind(py).eq(mv)?;
            }
            if !legal {
                let (mv, position) = (shown(mv), shown(&object));
                let listed = PyList::new(py, moves.iter().map(|mv| &mv.0))?;
                let listed = shown(listed.as_any());
                return Err(IllegalMove::new_err(said(&message!(
                    "{mv} is no legal move in {position}: the legal moves are {listed}",
                    "{mv} n'est pas un coup légal dans {position} : les coups légaux sont {listed}"
                ))));
            }
            let mut points = points_in(text);
            if session.has_points() {
                points[side_in(text) as usize] += session.gain_of(&object, mv)?;
            }
            let after = session.play_object(&object, mv)?;
            let next = session.intern(&after)?;
            let side = session.side(next).unwrap_or_else(|| side_in(text).other());
            return Ok((own_text(session, next, side, points), Some(after)));
        }
        let mv: String = mv.str()?.to_string_lossy().into_owned();
        let after = self.ask(text, |game| game.play(&mv).map(|()| game.position()))?;
        Ok((after.map_err(problem)?, None))
    }

    /// The text of the position after several moves, typed together.
    fn play_line(&self, text: &str, moves: &str) -> PyResult<String> {
        let after = self.ask(text, |game| game.play_line(moves).map(|()| game.position()))?;
        after.map_err(problem)
    }

    #[pyo3(signature = (text, depth, *, seconds = None))]
    fn perft(
        &self,
        py: Python<'_>,
        text: &str,
        #[pyo3(from_py_with = whole)] depth: u32,
        seconds: Option<f64>,
    ) -> PyResult<u64> {
        let allowed = LimitArgs::new(seconds, None, None, 0);
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
        #[pyo3(from_py_with = whole)] games: u64,
        #[pyo3(from_py_with = whole)] plies: u32,
        #[pyo3(from_py_with = whole)] seed: u64,
        seconds: Option<f64>,
    ) -> PyResult<[u64; 6]> {
        let allowed = LimitArgs::new(seconds, None, None, 0);
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

    #[pyo3(signature = (text, *, seconds = None, memory = None, threads = 0))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        seconds: Option<f64>,
        #[pyo3(from_py_with = whole_or_none)] memory: Option<u64>,
        threads: i64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let allowed = LimitArgs::new(seconds, memory, None, 0);
        let counted =
            self.work_filled(py, text, &allowed, None, true, |game, filled, limits| {
                filled.map_or_else(
                    || game.count(limits),
                    |filled| filled.count(number_of(text), limits, threads > 1),
                )
            })?;
        let count = counted.map_err(|unfinished| {
            limit_reached(unfinished.stopped, Some(unfinished.positions as usize))
        })?;
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

    #[pyo3(signature = (at, *, method = "auto", wanted = "moves", seconds = None, memory = None, nodes = None, threads = 0, tell = None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        at: PositionArg,
        method: &str,
        wanted: &str,
        seconds: Option<f64>,
        #[pyo3(from_py_with = whole_or_none)] memory: Option<u64>,
        #[pyo3(from_py_with = whole_or_none)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole)] threads: usize,
        tell: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut by = Method::from_name(method).ok_or_else(|| {
            let known: Vec<_> = Method::ALL.iter().map(|method| method.name()).collect();
            word_error("method", method, &known)
        })?;
        if let Some(session) = self.session() {
            by = own_method(session, by)?;
        }
        let wanted = match wanted {
            "value" => Wanted::Value,
            "best" => Wanted::Best,
            _ => Wanted::Moves,
        };
        let allowed = LimitArgs::new(seconds, memory, nodes, threads);
        let eager = !matches!(by, Method::Proof | Method::Search);
        if let Some(session) = self.session() {
            session.search(by == Method::Search);
        }
        let worked = self.work(py, &at.0, &allowed, tell.as_ref(), eager, |game, limits| {
            (game.solve_by(by, wanted, limits), game.units())
        });
        if let Some(session) = self.session() {
            session.search(false);
        }
        let (answer, units) = worked?;
        let answer = answer.map_err(problem)?;
        self.answer_out(py, &at, &answer, units)
    }

    /// Why the position is won, drawn or lost, as a JSON document.
    #[pyo3(signature = (text, *, seconds = None, memory = None))]
    fn why(
        &self,
        py: Python<'_>,
        text: &str,
        seconds: Option<f64>,
        #[pyo3(from_py_with = whole_or_none)] memory: Option<u64>,
    ) -> PyResult<String> {
        if self.session().is_some() {
            return Err(value_error(&message!(
                "reasons are for the games of the library",
                "les raisons sont pour les jeux de la bibliothèque"
            )));
        }
        let allowed = LimitArgs::new(seconds, memory, None, 0);
        self.work(py, text, &allowed, None, false, |game, limits| {
            let found = why::why(game, &Tables::default(), limits);
            documents::why(game, &found, language()).to_string()
        })
    }

    /// The arena of all positions reachable from here.
    #[pyo3(signature = (text, *, seconds = None, memory = None, tell = None))]
    fn arena(
        &self,
        py: Python<'_>,
        text: &str,
        seconds: Option<f64>,
        #[pyo3(from_py_with = whole_or_none)] memory: Option<u64>,
        tell: Option<Py<PyAny>>,
    ) -> PyResult<PyArena> {
        let allowed = LimitArgs::new(seconds, memory, None, 0);
        let made = self.work(py, text, &allowed, tell.as_ref(), true, |game, limits| {
            game.arena(limits)
        })?;
        let arena = made.map_err(|unfinished| {
            limit_reached(unfinished.stopped, Some(unfinished.positions as usize))
        })?;
        let mut objects = Vec::with_capacity(arena.len());
        let sideless = |session: &Arc<Session>| session.side(0).is_none();
        let doubled = self.session().is_some_and(sideless) && arena.owners().is_some();
        for name in arena.names().iter() {
            let object = match self.session() {
                None => name.as_ref().into_pyobject(py)?.into_any().unbind(),
                Some(session) => {
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
        let labels = arena.owners().is_some().then(|| side_labels(py));
        Ok(PyArena {
            keys: Arc::new(Keys::unhashed(objects)),
            arena,
            labels,
        })
    }
}

impl PyRules {
    pub(crate) fn answer_out<'py>(
        &self,
        py: Python<'py>,
        at: &PositionArg,
        answer: &Answer,
        units: i32,
    ) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let value = answer.worth.map(|worth| worth_object(py, worth, units));
        dict.set_item("value", value.transpose()?)?;
        let known = answer.worth.map(|worth| [worth.outcome; 2]);
        let [least, most] = known.unwrap_or(answer.bounds);
        dict.set_item("bounds", (least.name(), most.name()))?;
        dict.set_item("nimber", answer.nimber)?;
        // The same objects are best moves and keys.
        let moves = answer.moves.iter().map(|mv| &mv.0);
        let texts: Vec<String> = answer.best.iter().chain(moves).cloned().collect();
        let mut best = self.moves_out(py, at, &texts)?;
        let objects = best.split_off(answer.best.len());
        dict.set_item("best", best)?;
        dict.set_item("line", self.line_out(py, at, &answer.line)?)?;
        let moves = PyList::empty(py);
        for (mv, (_, worth)) in objects.into_iter().zip(&answer.moves) {
            moves.append((mv, worth_object(py, *worth, units)?))?;
        }
        dict.set_item("moves", moves)?;
        dict.set_item("method", answer.method.name())?;
        dict.set_item("positions", answer.positions)?;
        dict.set_item("nodes", answer.nodes)?;
        let stopped = answer.stopped.map(|stopped| match stopped {
            Stopped::Asked => "asked",
            other => other.name(),
        });
        dict.set_item("stopped", stopped)?;
        Ok(dict)
    }
}

//! Tables of all positions: opened or made, for lookups of one position or of many.

use crate::failure::{CertificateError, bad_value, problem, said, value_error};
use crate::results::worth_object;
use crate::rules::{PositionArg, PyRules, read_file};
use crate::watch::{LimitArgs, limit_reached, watched, whole, whole_or_none};
use noyau::dynamic::{Answer, OpenGame, Unsolved, Worth, set_up_table};
use noyau::format::fingerprint;
use noyau::format::section::write_table;
use noyau::format::table as format_table;
use noyau::language::short_quotes;
use noyau::limits::Limits;
use noyau::message;
use noyau::parallel::lock;
use noyau::tables::checkpoint::{Checkpoints, MemoryStore};
use noyau::verify::table::{self, audit};
use noyau_files::{OutputFile, Refused, TableFile, is_table_of};
use pyo3::exceptions::{PyFileExistsError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

type Opened<'a> = format_table::Table<'a>;

/// The names of games written in Python begin so.
const OWN: &str = "own:";

/// The storage of a table's bytes.
enum Bytes {
    /// In files, which are read as needed.
    Files(TableFile),
    /// In memory, for a table made here.
    Made(Vec<u8>),
}

self_cell::self_cell!(
    /// The bytes of a table and the table that borrows them.
    struct OpenedTable {
        owner: Bytes,
        #[covariant]
        dependent: Opened,
    }
);

/// A table, in a file or in memory.
#[pyclass(frozen, module = "noyau", name = "Table")]
pub(crate) struct PyTable {
    held: OpenedTable,
    game: Mutex<Box<dyn OpenGame>>,
    /// The rules of a user's own game.
    own: Option<Py<PyRules>>,
    bytes: u64,
}

/// Opens a game, with the fingerprint of its file.
fn open_game(name: &str) -> PyResult<(Box<dyn OpenGame>, Option<String>)> {
    let seen = std::cell::RefCell::new(None);
    let game = noyau_games::open(name, &|path| {
        let content = read_file(path)?;
        *seen.borrow_mut() = Some(fingerprint(&content));
        Ok(content)
    });
    Ok((game.map_err(problem)?, seen.into_inner()))
}

/// The exception for a file that cannot be written.
fn unwritten(path: &Path, error: &io::Error) -> PyErr {
    let refused = error.get_ref().and_then(|why| why.downcast_ref());
    if refused == Some(&Refused::Other) {
        let path = path.display().to_string();
        return PyFileExistsError::new_err(said(&message!(
            "{path}: this file is no table of the same game and position; force=True replaces it",
            "{path} : ce fichier n'est pas une table du même jeu et de la même position ; force=True le remplace"
        )));
    }
    PyOSError::new_err(said(&noyau_files::why_unwritten(path, error)))
}

impl PyTable {
    fn of(bytes: Bytes, own: Option<&Bound<'_, PyRules>>) -> PyResult<Self> {
        let length = match &bytes {
            Bytes::Files(files) => files.bytes(),
            Bytes::Made(made) => made.len() as u64,
        };
        let held = OpenedTable::try_new(bytes, |bytes| match bytes {
            Bytes::Files(files) => files.table(),
            Bytes::Made(made) => format_table::Table::open(&[made]),
        })
        .map_err(bad_value)?;
        let title = &held.borrow_dependent().header().title;
        let (mut game, content) = match own {
            Some(rules) => (rules.get().open_new().map_err(problem)?, None),
            None if title.game.starts_with(OWN) => {
                let game = title.game.trim_start_matches(OWN);
                return Err(value_error(&message!(
                    "this is a table of {game}, a game written in Python: give it, as in open_table(path, game)",
                    "c'est une table de {game}, un jeu écrit en Python : donnez-le, comme open_table(chemin, jeu)"
                )));
            }
            None => open_game(&title.game)?,
        };
        if content != title.content {
            let game = title.game.clone();
            return Err(value_error(&message!(
                "the file that {game} is made from is not the one that the table was made from",
                "le fichier dont {game} est fait n'est pas celui dont la table a été faite"
            )));
        }
        match own {
            None => set_up_table(&mut *game, title),
            Some(rules) => rules.get().with_names(|| set_up_table(&mut *game, title)),
        }
        .map_err(problem)?;
        Ok(Self {
            held,
            game: Mutex::new(game),
            own: own.map(|rules| rules.clone().unbind()),
            bytes: length,
        })
    }

    fn table(&self) -> &Opened<'_> {
        self.held.borrow_dependent()
    }

    /// Runs a function on the game in that position.
    fn with<T>(&self, text: &str, work: impl FnOnce(&dyn OpenGame) -> PyResult<T>) -> PyResult<T> {
        self.named(|| {
            let mut game = lock(&self.game);
            game.set(text).map_err(problem)?;
            work(&**game)
        })
    }

    /// Works while positions are written as in the file.
    fn named<T>(&self, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        let Some(own) = &self.own else {
            return work();
        };
        let rules = own.get();
        let done = rules.with_names(work)?;
        if let Some(session) = rules.session() {
            session.raise()?;
        }
        Ok(done)
    }
}

impl PyTable {
    /// The answer for a position, with the units of the game's points.
    fn look_up(&self, text: &str, quick: bool) -> PyResult<(Answer, i32)> {
        self.with(text, |game| {
            let found = game.look_up(self.table(), quick);
            Ok((found.map_err(bad_value)?, game.units()))
        })
    }

    fn worth(&self, text: &str) -> PyResult<(Worth, i32)> {
        let (answer, units) = self.look_up(text, true)?;
        let worth = answer.worth;
        let worth = worth.ok_or_else(|| PyValueError::new_err(short_quotes(text.to_owned())))?;
        Ok((worth, units))
    }
}

#[pymethods]
impl PyTable {
    /// Opens a table: a file, or a folder of its parts.
    #[staticmethod]
    #[pyo3(signature = (path, own = None))]
    fn open(py: Python<'_>, path: PathBuf, own: Option<&Bound<'_, PyRules>>) -> PyResult<Self> {
        let files = py.detach(|| TableFile::open(&path)).map_err(|unread| {
            // As Python itself does, with its own classes for missing and forbidden files.
            match unread.error.raw_os_error() {
                Some(number) => {
                    let why = io::Error::from_raw_os_error(number).kind().to_string();
                    PyOSError::new_err((number, why, unread.path))
                }
                None => PyOSError::new_err(format!("{}: {}", unread.path.display(), unread.error)),
            }
        })?;
        Self::of(Bytes::Files(files), own)
    }

    /// Solves every position reachable from the start of a game, or from those positions of a game of the library.
    #[staticmethod]
    #[pyo3(signature = (game, path = None, *, own = None, starts = None, force = false, seconds = None, memory = None, threads = 0, tell = None))]
    #[allow(clippy::too_many_arguments, reason = "one for each keyword in Python")]
    fn make(
        py: Python<'_>,
        game: &str,
        path: Option<PathBuf>,
        own: Option<(Bound<'_, PyRules>, String)>,
        starts: Option<Vec<String>>,
        force: bool,
        seconds: Option<f64>,
        #[pyo3(from_py_with = whole_or_none)] memory: Option<u64>,
        #[pyo3(from_py_with = whole)] threads: usize,
        tell: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let (opened, title) = if let Some((rules, at)) = &own {
            let title = rules.get().with_names(|| rules.get().title(at))?;
            (None, title)
        } else {
            let (mut opened, content) = open_game(game)?;
            if let Some(starts) = starts {
                opened.set_table_starts(&starts).map_err(problem)?;
            }
            let title = opened.table_title(content);
            (Some(opened), title)
        };
        // Begun before the work, so that an unwritable file is reported first.
        let file = path
            .map(|path| {
                let file =
                    OutputFile::replacing(&path, |there| force || is_table_of(there, &title));
                file.map_err(|error| unwritten(&path, &error))
                    .map(|file| (path, file))
            })
            .transpose()?;
        let allowed = LimitArgs::new(seconds, memory, None, threads);
        let solve = |game: &dyn OpenGame, limits: &Limits| -> Result<Vec<u8>, Unsolved> {
            let folder = MemoryStore::default();
            let tiers = game.solve_table(&folder, &title, limits)?;
            let mut out = Vec::new();
            let written = (|| -> io::Result<()> {
                let checkpoints = Checkpoints::new(&folder, &title.to_text())?;
                let mut piece = |i: usize| {
                    let piece = checkpoints.section(tiers[i])?;
                    piece.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))
                };
                write_table(&title, [0, 1], tiers.len(), &mut piece, &mut out)
            })();
            written.map(|()| out).map_err(Unsolved::Io)
        };
        let made = if let Some(opened) = opened {
            watched(py, allowed.limits()?, tell.as_ref(), move |limits| {
                solve(&*opened, limits)
            })?
        } else if let Some((rules, at)) = &own {
            let rules = rules.get();
            rules.with_names(|| {
                rules.work(py, at, &allowed, tell.as_ref(), true, |game, limits| {
                    solve(&*game, limits)
                })
            })?
        } else {
            Err(Unsolved::Io(io::Error::from(io::ErrorKind::NotFound)))
        };
        match made {
            Ok(bytes) => {
                if let Some((path, mut file)) = file {
                    py.detach(|| file.out().write_all(&bytes).and_then(|()| file.finish()))
                        .map_err(|error| unwritten(&path, &error))?;
                }
                Self::of(Bytes::Made(bytes), own.as_ref().map(|own| &own.0))
            }
            Err(Unsolved::Stopped(stopped)) => Err(limit_reached(stopped, None)),
            Err(Unsolved::Io(error)) => Err(PyOSError::new_err(error.to_string())),
            Err(Unsolved::TooLarge(why)) => Err(value_error(&why)),
            Err(Unsolved::TooFar) => Err(value_error(&message!(
                "some distance is too long for a table",
                "une distance est trop longue pour une table"
            ))),
        }
    }

    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let header = self.table().header();
        let dict = PyDict::new(py);
        dict.set_item("game", &header.title.game)?;
        dict.set_item("start", &header.title.start)?;
        dict.set_item("more_starts", &header.title.more_starts)?;
        dict.set_item("positions", header.counts.positions)?;
        dict.set_item("stored", header.stored)?;
        dict.set_item("win", header.counts.win)?;
        dict.set_item("draw", header.counts.draw)?;
        dict.set_item("loss", header.counts.loss)?;
        dict.set_item("longest_win", header.longest_win)?;
        dict.set_item("bytes", self.bytes)?;
        Ok(dict)
    }

    /// What the table says of a position, and of its moves unless `quick`.
    fn answer<'py>(
        &self,
        py: Python<'py>,
        rules: &PyRules,
        at: PositionArg,
        quick: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (answer, units) = self.look_up(&at.0, quick)?;
        rules.answer_out(py, &at, &answer, units)
    }

    /// The value of a position.
    fn value<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let (worth, units) = self.worth(text)?;
        worth_object(py, worth, units)
    }

    /// Outcomes, as -1, 0 and 1, and distances, -1 where there is none, of many positions: each four bytes, lowest first.
    fn values<'py>(
        &self,
        py: Python<'py>,
        texts: Vec<String>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let mut outcomes = Vec::with_capacity(texts.len() * 4);
        let mut distances = Vec::with_capacity(texts.len() * 4);
        for (i, text) in texts.iter().enumerate() {
            if i % 4096 == 4095 {
                py.check_signals()?;
            }
            let (worth, _) = self.worth(text)?;
            let outcome = worth.margin.unwrap_or(worth.outcome as i32 - 1);
            outcomes.extend(outcome.to_le_bytes());
            let distance = worth.distance.map_or(-1, |distance| distance as i32);
            distances.extend(distance.to_le_bytes());
        }
        Ok((PyBytes::new(py, &outcomes), PyBytes::new(py, &distances)))
    }

    /// The codes of many positions by tier and number, each four bytes, lowest first; 0 where there is no position.
    /// The numbers come as bytes, eight each.
    fn codes<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] tier: u32,
        numbers: &[u8],
    ) -> PyResult<Bound<'py, PyBytes>> {
        let codes = py.detach(|| {
            let mut codes = Vec::with_capacity(numbers.len() / 2);
            for number in numbers.as_chunks::<8>().0 {
                let entry = self.table().find(tier, u64::from_le_bytes(*number))?;
                codes.extend(entry.map_or(0, |entry| entry.code).to_le_bytes());
            }
            Ok(codes)
        });
        let codes = codes.map_err(|damage: noyau::format::Damage| bad_value(damage))?;
        Ok(PyBytes::new(py, &codes))
    }

    /// Checks every entry against the rules: how many positions and moves were checked.
    #[pyo3(signature = (*, seconds = None))]
    fn verify(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<(u64, u64)> {
        let allowed = LimitArgs::new(seconds, None, None, 0);
        let check = |game: &dyn OpenGame, limits: &Limits| {
            let table = self.table();
            audit(&*game.table_rules(table), table, limits)
        };
        let audited = match &self.own {
            None => {
                let mut game = lock(&self.game);
                let game = &mut **game;
                // Lookups leave it in other positions.
                set_up_table(game, &self.table().header().title).map_err(problem)?;
                watched(py, allowed.limits()?, None, move |limits| {
                    check(&*game, limits)
                })?
            }
            Some(own) => {
                let rules = own.get();
                let at = rules.start_text();
                rules.with_names(|| {
                    rules.work(py, &at, &allowed, None, true, |game, limits| {
                        rules.name_all();
                        check(&*game, limits)
                    })
                })?
            }
        };
        match audited {
            Ok(audited) => Ok((audited.positions, audited.moves)),
            Err(table::Refused::Stopped(stopped)) => Err(limit_reached(stopped, None)),
            Err(why) => Err(CertificateError::new_err(said(&why))),
        }
    }

    /// The tier and the number of a position; `None` for games whose tables go by name.
    fn place(&self, text: &str) -> PyResult<Option<(u32, u64)>> {
        self.with(text, |game| Ok(game.place_in_table()))
    }

    fn rows(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] most: usize,
    ) -> PyResult<Vec<(String, Py<PyAny>)>> {
        let mut rows = Vec::new();
        let game = lock(&self.game);
        let units = game.units();
        let visited = self.named(|| {
            Ok(game.table_rows(self.table(), &|_, _| true, &mut |row| {
                rows.push((row.position.clone(), row.worth));
                Ok(rows.len() < most)
            }))
        })?;
        drop(game);
        if let Err(error) = visited {
            return Err(PyValueError::new_err(format!("{error:?}")));
        }
        rows.into_iter()
            .take(most)
            .map(|(text, worth)| Ok((text, worth_object(py, worth, units)?.unbind())))
            .collect()
    }
}

//! The exceptions of the package, and the errors of the library as exceptions.

use noyau::dynamic::Problem;
use noyau::language::{Language, Localized};
use noyau::side_names::SideNames;
use noyau::{Side, message};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use std::env;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, RwLock};

pyo3::create_exception!(
    noyau,
    GraphError,
    PyValueError,
    "A graph, a vertex or an owner is not what it should be."
);
pyo3::create_exception!(
    noyau,
    CycleError,
    GraphError,
    "The graph has a cycle where it may have none; ``cycle`` lists its vertices."
);
pyo3::create_exception!(
    noyau,
    GameError,
    PyException,
    "The rules of a game break a promise: an illegal move, an end with moves, a position that changed."
);
pyo3::create_exception!(
    noyau,
    IllegalMove,
    PyValueError,
    "A move that the rules do not allow in that position."
);
pyo3::create_exception!(
    noyau,
    LimitReached,
    PyException,
    "Time, memory or the number of positions allowed did not suffice."
);

pyo3::create_exception!(
    noyau,
    CertificateError,
    PyValueError,
    "A certificate or a table claims what is not so."
);

static FRENCH: AtomicBool = AtomicBool::new(false);
static CHOSEN: OnceLock<()> = OnceLock::new();

/// The language of messages and pictures: the one that was set, otherwise that of the environment.
pub(crate) fn language() -> Language {
    CHOSEN.get_or_init(|| {
        let variable = |name| env::var(name).ok().filter(|value| !value.is_empty());
        let asked = ["NOYAU_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(variable)
            .and_then(|tag| Language::from_tag(&tag));
        FRENCH.store(asked == Some(Language::French), Ordering::Relaxed);
    });
    if FRENCH.load(Ordering::Relaxed) {
        Language::French
    } else {
        Language::English
    }
}

/// The language of messages and pictures: "en" or "fr".
#[pyfunction]
pub(crate) fn get_language() -> &'static str {
    language().tag()
}

/// Chooses the language of messages and pictures: "en" or "fr".
#[pyfunction]
pub(crate) fn set_language(tag: &str) -> PyResult<()> {
    let Some(chosen) = Language::from_tag(tag) else {
        return Err(PyValueError::new_err(format!(
            "{tag:?} is no language; \"en\" and \"fr\" are"
        )));
    };
    language();
    FRENCH.store(chosen == Language::French, Ordering::Relaxed);
    Ok(())
}

static NAMES: OnceLock<RwLock<Option<SideNames>>> = OnceLock::new();

/// What the sides are called: what was set, otherwise `NOYAU_NAMES`; nothing is First and Second.
fn names() -> &'static RwLock<Option<SideNames>> {
    NAMES.get_or_init(|| {
        let asked = env::var("NOYAU_NAMES").ok();
        RwLock::new(asked.and_then(|names| SideNames::parse(&names).ok()))
    })
}

/// The names of the sides in messages and pictures, or None where they are First and Second.
#[pyfunction]
pub(crate) fn get_names() -> Option<(String, String)> {
    let names = names().read().ok()?;
    let names = names.as_ref()?;
    let [first, second] = Side::BOTH.map(|side| names.name(side).to_owned());
    Some((first, second))
}

/// Chooses what the sides are called in messages and pictures, as in `set_names("Adam", "Ève")`; `set_names()` takes that back.
#[pyfunction]
#[pyo3(signature = (first = None, second = None))]
pub(crate) fn set_names(first: Option<&str>, second: Option<&str>) -> PyResult<()> {
    let chosen = match (first, second) {
        (None, None) => None,
        (first, second) => {
            let both = format!(
                "{},{}",
                first.unwrap_or_default(),
                second.unwrap_or_default()
            );
            Some(SideNames::parse(&both).map_err(|why| value_error(&why))?)
        }
    };
    if let Ok(mut names) = names().write() {
        *names = chosen;
    }
    Ok(())
}

/// A text with the sides as they are called.
pub(crate) fn named(text: String) -> String {
    match names().read().as_deref() {
        Ok(Some(names)) => names.apply(&text),
        _ => text,
    }
}

/// What is written below the two copies of a vertex of a doubled arena, where the sides have names.
pub(crate) fn letters() -> Option<[char; 2]> {
    let names = names().read().ok()?;
    names.as_ref().map(SideNames::letters)
}

/// A message in the current language.
pub(crate) fn said(what: &impl Localized) -> String {
    named(what.localized(language()))
}

pub(crate) fn value_error(what: &impl Localized) -> PyErr {
    PyValueError::new_err(said(what))
}

/// An error of the library as an exception.
pub(crate) fn bad_value(why: impl Localized) -> PyErr {
    value_error(&why)
}

/// A problem with a game, a position or a move as an exception.
pub(crate) fn problem(problem: Problem) -> PyErr {
    match problem {
        Problem::IllegalMove { .. } => IllegalMove::new_err(said(&problem)),
        _ => value_error(&problem),
    }
}

/// The exception for an argument that is not one of the known words.
pub(crate) fn word_error(what: &str, got: &str, known: &[&str]) -> PyErr {
    let known: Vec<String> = known.iter().map(|word| format!("{word:?}")).collect();
    let known = known.join(", ");
    value_error(&message!(
        "{what} may not be {got:?}; it may be {known}",
        "{what} ne peut pas être {got:?} ; les valeurs possibles sont {known}"
    ))
}

pub(crate) fn graph_error(what: &impl Localized) -> PyErr {
    GraphError::new_err(said(what))
}

pub(crate) fn game_error(what: &impl Localized) -> PyErr {
    GameError::new_err(said(what))
}

/// The text of an object, if it has one.
pub(crate) fn text_of(object: &Bound<'_, PyAny>) -> Option<String> {
    let text = object.str().ok()?;
    Some(text.to_string_lossy().into_owned())
}

/// The `repr` of an object for a message, abbreviated if long.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    const LONGEST: usize = 100;
    let text = object.repr().ok();
    let text = text.map_or_else(|| "?".into(), |text| text.to_string_lossy().into_owned());
    if text.chars().count() <= LONGEST {
        return text;
    }
    let mut short: String = text.chars().take(LONGEST).collect();
    short.push('…');
    short
}

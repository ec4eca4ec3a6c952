//! Validates the results of the methods of a game written in Python.

use crate::content::content;
use crate::failure::{game_error, shown};
use crate::ffi::{BoundMethod, SlotKey};
use noyau::{Outcome, Side, message};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PySet, PyString, PyTuple};

/// The position after a move, or why there is none.
pub(crate) fn played_by<'py>(
    play: &BoundMethod,
    object: &Bound<'py, PyAny>,
    mv: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let after = play.call(object, Some(mv))?;
    if after.is_none() {
        let (mv, position) = (shown(mv), shown(object));
        return Err(game_error(&message!(
            "play gave None for the move {mv} in {position}: it must return the new position, and leave the old one as it is",
            "play a renvoyé None pour le coup {mv} dans {position} : il doit renvoyer la nouvelle position et laisser l'ancienne intacte"
        )));
    }
    Ok(after)
}

/// The moves of a position as a list, each paired with `beside`.
pub(crate) fn list_of<T: Copy>(
    listed: &Bound<'_, PyAny>,
    object: &Bound<'_, PyAny>,
    beside: T,
) -> PyResult<Vec<(Py<PyAny>, T)>> {
    let with = |mv: Bound<'_, PyAny>| (mv.unbind(), beside);
    if let Ok(list) = listed.cast_exact::<PyList>() {
        return Ok(list.iter().map(with).collect());
    }
    if let Ok(tuple) = listed.cast_exact::<PyTuple>() {
        return Ok(tuple.iter().map(with).collect());
    }
    let Ok(moves) = listed.try_iter() else {
        let (got, position) = (shown(listed), shown(object));
        return Err(game_error(&message!(
            "moves gave {got} in {position}: a list of moves is wanted",
            "moves a renvoyé {got} dans {position} : il faut une liste de coups"
        )));
    };
    moves.map(|mv| mv.map(with)).collect()
}

/// Refuses a list with the same move twice, and returns whether all moves are plain data: then they are part of no
/// cycle. Calls `note` with a hash of each that is.
pub(crate) fn all_distinct<T>(
    moves: &mut [(Py<PyAny>, T)],
    object: &Bound<'_, PyAny>,
    mut note: impl FnMut(&mut T, u64),
) -> PyResult<bool> {
    let py = object.py();
    let mut contents = Vec::with_capacity(moves.len());
    let mut twice = None;
    let mut plain = true;
    for (i, (mv, beside)) in moves.iter_mut().enumerate() {
        let Some(content) = content::<2>(mv.bind(py)) else {
            plain = false;
            continue;
        };
        note(beside, content.spread());
        // Nearly all lists are short, and comparing is a few instructions.
        if i < 24 && contents.contains(&content) {
            twice = Some(i);
        }
        contents.push(content);
    }
    if twice.is_none() && (!plain || moves.len() > 24) {
        twice = repeated(moves, py)?;
    }
    let Some(twice) = twice else {
        return Ok(plain);
    };
    let (mv, position) = (shown(moves[twice].0.bind(py)), shown(object));
    Err(game_error(&message!(
        "moves gave {mv} twice in {position}: every move comes once",
        "moves a donné {mv} deux fois dans {position} : chaque coup vient une fois"
    )))
}

/// The place of a move that came before: by hashes where moves have them, otherwise by comparing all pairs.
fn repeated<T>(moves: &[(Py<PyAny>, T)], py: Python<'_>) -> PyResult<Option<usize>> {
    let set = PySet::empty(py)?;
    for (i, (mv, _)) in moves.iter().enumerate() {
        match set.add(mv) {
            Ok(()) => {}
            Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                for (i, (mv, _)) in moves.iter().enumerate() {
                    for (earlier, _) in &moves[..i] {
                        // What cannot be compared is not the same.
                        if mv.bind(py).eq(earlier).unwrap_or(false) {
                            return Ok(Some(i));
                        }
                    }
                }
                return Ok(None);
            }
            Err(error) => return Err(error),
        }
        if set.len() <= i {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

/// The result of `outcome`: `None`, "win", "draw" or "loss", or 1, 0 or -1, for the side to move.
pub(crate) fn outcome_of(
    value: &Bound<'_, PyAny>,
    object: &Bound<'_, PyAny>,
) -> PyResult<Option<Outcome>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(word) = value.cast::<PyString>() {
        let word = word.to_string_lossy();
        for outcome in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
            if outcome.name() == word {
                return Ok(Some(outcome));
            }
        }
    } else if !value.is_instance_of::<PyBool>()
        && let Ok(number) = value.extract::<i64>()
        && (-1..=1).contains(&number)
    {
        return Ok(Some(Outcome::of_margin(number as i32)));
    }
    let (got, position) = (shown(value), shown(object));
    Err(game_error(&message!(
        "outcome gave {got} in {position}: \"win\", \"draw\", \"loss\" (or 1, 0, -1) for the side to move is wanted, or None where play goes on",
        "outcome a renvoyé {got} dans {position} : il faut \"win\", \"draw\", \"loss\" (ou 1, 0, -1) pour le camp au trait, ou None si la partie continue"
    )))
}

/// The result of `to_move`: "first" or "second", or 0 or 1.
pub(crate) fn side_of(value: &Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> PyResult<Side> {
    if let Ok(word) = value.cast::<PyString>() {
        if let Some(side) = Side::from_name(&word.to_string_lossy()) {
            return Ok(side);
        }
    } else if let Ok(number) = value.extract::<i64>()
        && (0..=1).contains(&number)
    {
        return Ok(Side::BOTH[number as usize]);
    }
    let (got, position) = (shown(value), shown(object));
    Err(game_error(&message!(
        "to_move gave {got} in {position}: \"first\" or \"second\" (or 0 or 1) is wanted",
        "to_move a renvoyé {got} dans {position} : il faut \"first\" ou \"second\" (ou 0 ou 1)"
    )))
}

/// Points from a method, in units: whole, and not negative.
pub(crate) fn points_of(
    value: &Bound<'_, PyAny>,
    method: &str,
    object: &Bound<'_, PyAny>,
    units: i32,
) -> PyResult<i32> {
    let number: Option<f64> = value.extract().ok();
    let counted = number.map(|number| number * f64::from(units));
    match counted {
        Some(counted) if counted.fract() == 0.0 && (0.0..1e9).contains(&counted) => {
            Ok(counted as i32)
        }
        _ => {
            let (got, position) = (shown(value), shown(object));
            Err(game_error(&message!(
                "{method} gave {got} in {position}: points are wanted, from 0, in steps of 1/{units} (units, an attribute of the class)",
                "{method} a renvoyé {got} dans {position} : il faut des points, à partir de 0, par pas de 1/{units} (units, un attribut de la classe)"
            )))
        }
    }
}

pub(crate) fn bad_score(value: &Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> PyErr {
    let (got, position) = (shown(value), shown(object));
    game_error(&message!(
        "heuristic gave {got} in {position}: a number is wanted, between -999999 and 999999, larger where the side to move stands better",
        "heuristic a renvoyé {got} dans {position} : il faut un nombre, entre -999999 et 999999, d'autant plus grand que le camp au trait est mieux"
    ))
}

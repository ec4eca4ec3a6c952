//! Exercises of the course for Python: posed from a seed or about a figure, marked, and as a sheet.

use crate::failure::{language, said, value_error, word_error};
use noyau::play::exercise::{Exercise, FIGURES, Figure, Kind, LEVELS, sheet};
use noyau::{documents, message};
use pyo3::prelude::*;
use serde_json::json;

/// Kind, level, seed and figure of an exercise.
type Asked = (String, u32, u64, Option<String>);

fn posed((kind, level, seed, figure): &Asked) -> PyResult<Exercise> {
    let Some(found) = Kind::from_name(kind) else {
        return Err(word_error("kind", kind, &Kind::ALL.map(Kind::name)));
    };
    if !LEVELS.contains(level) {
        let (least, most) = LEVELS.into_inner();
        return Err(value_error(&message!(
            "a level is a number from {least} to {most}",
            "un niveau est un nombre de {least} à {most}"
        )));
    }
    let figure = figure.as_deref().map(|name| {
        let suited = FIGURES.iter().filter(|figure| figure.suits(found));
        let known: Vec<&str> = suited.map(|figure| figure.name).collect();
        let figure = Figure::find(name).filter(|figure| figure.suits(found));
        figure.ok_or_else(|| word_error("figure", name, &known))
    });
    let open = |name: &str| noyau_games::open(name, &noyau::dynamic::no_files).ok();
    Exercise::new(found, *level, *seed, figure.transpose()?, &open).ok_or_else(|| {
        value_error(&message!(
            "there is no such exercise",
            "il n'y a pas de tel exercice"
        ))
    })
}

/// The exercise with its key and its picture: a JSON document.
#[pyfunction]
pub(crate) fn pose_exercise(asked: Asked) -> PyResult<String> {
    let exercise = posed(&asked)?;
    let mut document = documents::exercise(&exercise, language(), true);
    document["svg"] = json!(exercise.svg(language()));
    Ok(document.to_string())
}

/// The number of right steps, why the next one is wrong, whether all is done, and a hint of that degree.
#[pyfunction]
pub(crate) fn mark_exercise(
    asked: Asked,
    steps: Vec<String>,
    degree: u32,
) -> PyResult<(usize, Option<String>, bool, Option<String>)> {
    let exercise = posed(&asked)?;
    let marked = exercise.mark(&steps);
    let hint = exercise.hint(&steps[..marked.right], degree);
    let why = marked.why.as_ref().map(said);
    Ok((marked.right, why, marked.done, hint.as_ref().map(said)))
}

/// A sheet of exercises with its key, for LaTeX.
#[pyfunction]
pub(crate) fn exercise_sheet(asked: Vec<Asked>) -> PyResult<String> {
    let posed = asked.iter().map(posed).collect::<PyResult<Vec<_>>>()?;
    Ok(sheet(&posed, language()))
}

/// The kinds of exercises, and of each the figures that it can be about.
#[pyfunction]
pub(crate) fn list_exercises() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let of = |kind: Kind| {
        let figures = FIGURES.iter().filter(|figure| figure.suits(kind));
        let figures = figures.map(|figure| figure.name).collect();
        (kind.name(), said(&kind.title()), figures)
    };
    Kind::ALL.map(of).to_vec()
}

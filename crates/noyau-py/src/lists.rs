//! The lists of games and agents.

use crate::failure::{bad_value, said};
use noyau::play::{AGENTS, Recipe};
use pyo3::prelude::*;

/// A game in the list: name, summary, parameters, default, abilities.
type Listed = (&'static str, String, String, &'static str, Vec<String>);

#[pyfunction]
pub(crate) fn list_games() -> Vec<Listed> {
    noyau_games::GAMES
        .iter()
        .map(|entry| {
            let info = entry.info();
            let abilities = entry.abilities().into_iter();
            (
                info.name,
                said(&info.summary),
                said(&info.parameters),
                info.default,
                abilities
                    .map(|ability| ability.text().en.to_owned())
                    .collect(),
            )
        })
        .collect()
}

/// An agent in the list: name, usage, summary, options with descriptions.
type Agent = (
    &'static str,
    &'static str,
    String,
    Vec<(&'static str, String)>,
);

#[pyfunction]
pub(crate) fn list_agents() -> Vec<Agent> {
    let options = |kind: &noyau::play::Kind| -> Vec<_> {
        let options = kind.options.iter();
        let said = |option: &noyau::play::Setting| (option.name, said(&option.summary));
        options.map(said).collect()
    };
    let kinds = AGENTS.iter();
    kinds
        .map(|kind| (kind.name, kind.usage, said(&kind.summary), options(kind)))
        .collect()
}

#[pyfunction]
pub(crate) fn check_agent(text: &str) -> PyResult<()> {
    text.parse::<Recipe>().map(|_| ()).map_err(bad_value)
}

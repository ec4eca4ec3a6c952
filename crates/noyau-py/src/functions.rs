//! What the package asks of a game beyond its exact value: trees, searches to a depth, agents, contests.

use crate::alphabeta;
use crate::failure::{said, value_error};
use crate::rules::{PositionArg, PyRules, Source, number_of, problem, read_file};
use crate::tree::PyTree;
use crate::user_game::{SPEC, UserGame};
use crate::watch::{LimitArgs, limit_reached};
use noyau::erased::{OpenGame, Problem};
use noyau::limits::{Limits, Stopped};
use noyau::parallel::{lock, unlocked};
use noyau::play::contest::{self, End, Plan, Played, Stop};
use noyau::play::{Recipe, Refusal, Resources};
use noyau::search::textbook::{Algorithm, Form, NotUnfolded};
use noyau::{Side, message};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The tree down to a depth.
#[pyfunction]
#[pyo3(signature = (rules, text, depth, *, heuristic = None, most = 1_000_000))]
pub(crate) fn tree_of(
    rules: &PyRules,
    py: Python<'_>,
    text: &str,
    depth: u32,
    heuristic: Option<String>,
    most: usize,
) -> PyResult<PyTree> {
    let opinion = rules.opinion(text, heuristic)?;
    if let Source::User(session) = &rules.source {
        session.label_moves(true);
    }
    let made = rules.work(
        py,
        text,
        &LimitArgs::default(),
        None,
        false,
        |game, limits| game.tree(depth, &opinion, most, limits),
    );
    if let Source::User(session) = &rules.source {
        session.label_moves(false);
    }
    match made? {
        Ok(tree) => Ok(PyTree::of_game(tree)),
        Err(NotUnfolded::TooLarge) => Err(value_error(&message!(
            "the tree has more than {most} nodes: take a smaller depth",
            "l'arbre a plus de {most} nœuds : prenez une profondeur plus petite"
        ))),
        Err(NotUnfolded::Stopped(stopped)) => Err(limit_reached(stopped, None)),
    }
}

/// Searches to a depth as the course does: value for First, each move with its value, numbers of the best, nodes,
/// leaves and cuts.
#[pyfunction]
#[pyo3(signature = (rules, text, depth, *, object = None, algorithm = "alphabeta", heuristic = None, seconds = None, nodes = None))]
#[allow(
    clippy::too_many_arguments,
    reason = "they are keyword arguments in Python"
)]
pub(crate) fn search_game<'py>(
    rules: &PyRules,
    py: Python<'py>,
    text: &str,
    depth: u32,
    object: Option<Bound<'py, PyAny>>,
    algorithm: &str,
    heuristic: Option<String>,
    seconds: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let opinion = rules.opinion(text, heuristic)?;
    let (by, and_or) = match algorithm {
        "minimax" => (Algorithm::Minimax, false),
        "alphabeta" => (Algorithm::AlphaBeta(Form::Extreme), false),
        "bound" => (Algorithm::AlphaBeta(Form::Bound), false),
        "andor" => (Algorithm::Decided, true),
        _ => {
            let known = "\"minimax\", \"alphabeta\", \"bound\", \"andor\"";
            return Err(crate::arena::word_error("algorithm", algorithm, known));
        }
    };
    let allowed = LimitArgs {
        seconds,
        nodes,
        ..LimitArgs::default()
    };
    let found = rules.work(py, text, &allowed, None, false, |game, limits| {
        game.search_tree(depth, &opinion, by, and_or, limits)
    })?;
    let found = found.map_err(|stopped| limit_reached(stopped, None))?;
    let at = rules.at(py, text, object);
    let (texts, values): (Vec<String>, Vec<f64>) = found
        .moves
        .into_iter()
        .map(|(mv, value)| (mv, value.number()))
        .unzip();
    let moves = rules.moves_out(py, &at, &texts)?;
    let best: Vec<_> = found.best.iter().map(|&i| moves[i].clone_ref(py)).collect();
    let dict = PyDict::new(py);
    dict.set_item("value", found.search.value.number())?;
    dict.set_item("best", best)?;
    let pairs: Vec<_> = moves.into_iter().zip(values).collect();
    dict.set_item("moves", pairs)?;
    dict.set_item("nodes", found.search.nodes)?;
    dict.set_item("leaves", found.search.leaves)?;
    dict.set_item("cuts", (found.search.cuts[0], found.search.cuts[1]))?;
    Ok(dict)
}

/// The same by alpha-beta in a user's own game, without the exact value of every move: the value, and one best move.
#[pyfunction]
#[pyo3(signature = (rules, text, depth, *, object = None, seconds = None, nodes = None))]
pub(crate) fn search_quickly<'py>(
    rules: &PyRules,
    py: Python<'py>,
    text: &str,
    depth: u32,
    object: Option<Bound<'py, PyAny>>,
    seconds: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let Source::User(session) = &rules.source else {
        return Ok(None);
    };
    let allowed = LimitArgs {
        seconds,
        nodes,
        ..LimitArgs::default()
    };
    let at = rules.at(py, text, object);
    let told = text.rsplit(' ').next().and_then(Side::from_name);
    let side = told.unwrap_or(Side::First);
    // Nearly all the time is the user's, so the interpreter is kept rather than asked for before every method.
    let (limits, stop) = allowed.limits()?;
    session.begin(&stop, false, None);
    let found = alphabeta::search(py, session, number_of(text), side, depth, &limits);
    session.end(&stop)?;
    py.check_signals()?;
    let found = found.map_err(|stopped| limit_reached(stopped, None))?;
    let dict = PyDict::new(py);
    dict.set_item("value", f64::from(found.value))?;
    let texts: Vec<String> = found.best.iter().map(ToString::to_string).collect();
    dict.set_item("best", rules.moves_out(py, &at, &texts)?)?;
    dict.set_item("moves", PyList::empty(py))?;
    dict.set_item("nodes", found.nodes)?;
    dict.set_item("leaves", found.leaves)?;
    dict.set_item("cuts", (found.cuts[0], found.cuts[1]))?;
    Ok(Some(dict))
}

/// What an agent plays, and why.
#[pyfunction]
#[pyo3(signature = (rules, text, agent, *, object = None, seed = 0, seconds = None, nodes = None))]
#[allow(
    clippy::too_many_arguments,
    reason = "they are keyword arguments in Python"
)]
pub(crate) fn choose<'py>(
    rules: &PyRules,
    py: Python<'py>,
    text: &str,
    agent: &str,
    object: Option<Bound<'py, PyAny>>,
    seed: u64,
    seconds: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let recipe: Recipe = agent.parse().map_err(|why| value_error(&why))?;
    let allowed = LimitArgs {
        seconds,
        nodes,
        ..LimitArgs::default()
    };
    let resources = Resources::default();
    let mut made = recipe
        .agent(seed, &resources)
        .map_err(|why| value_error(&why))?;
    let chosen = rules.work(py, text, &allowed, None, false, |game, limits| {
        made.choose(game, limits)
    })?;
    let choice = chosen.map_err(|refusal| match refusal {
        Refusal::Time | Refusal::Nodes | Refusal::Memory | Refusal::Interrupted => {
            crate::failure::LimitReached::new_err(said(&refusal))
        }
        _ => value_error(&refusal),
    })?;
    let at = rules.at(py, text, object);
    let texts: Vec<String> = choice.considered.iter().map(|one| one.mv.clone()).collect();
    let moves = rules.moves_out(py, &at, &texts)?;
    let considered = PyList::empty(py);
    for (mv, one) in moves.into_iter().zip(&choice.considered) {
        let entry = PyDict::new(py);
        entry.set_item("move", mv)?;
        entry.set_item("score", one.score)?;
        entry.set_item("samples", one.samples)?;
        entry.set_item("interval", one.interval.map(|[low, high]| (low, high)))?;
        entry.set_item("error", one.error)?;
        considered.append(entry)?;
    }
    let dict = PyDict::new(py);
    let own = rules.moves_out(py, &at, std::slice::from_ref(&choice.mv))?;
    dict.set_item("move", own.first())?;
    dict.set_item("score", choice.score)?;
    dict.set_item("unit", choice.unit.map(noyau::play::Unit::name))?;
    dict.set_item("line", rules.line_out(py, &at, &choice.line)?)?;
    dict.set_item("considered", considered)?;
    dict.set_item("work", choice.work)?;
    Ok(dict)
}

/// Plays a contest, and calls `deliver` with each game: number, players, opening, moves, winner, how it ended.
#[pyfunction]
#[pyo3(signature = (rules, text, agents, deliver, *, object = None, pairs, opening = 0, plies = 1000, time = None, seed = 0, threads = 0))]
#[allow(
    clippy::too_many_arguments,
    reason = "they are keyword arguments in Python"
)]
pub(crate) fn play_contest<'py>(
    rules: &PyRules,
    py: Python<'py>,
    text: &str,
    agents: Vec<String>,
    deliver: Py<PyAny>,
    object: Option<Bound<'py, PyAny>>,
    pairs: u64,
    opening: u32,
    plies: u32,
    time: Option<f64>,
    seed: u64,
    threads: usize,
) -> PyResult<()> {
    let recipes: Result<Vec<Recipe>, _> = agents.iter().map(|agent| agent.parse()).collect();
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let plan = Plan {
        agents: recipes.map_err(|why| value_error(&why))?,
        pairs,
        opening,
        plies,
        time: time.map_err(|why| pyo3::exceptions::PyValueError::new_err(why.to_string()))?,
        seed,
    };
    let (game_text, session) = match &rules.source {
        Source::Library { name, .. } => (name.clone(), None),
        Source::User(session) => (String::new(), Some(Arc::clone(session))),
    };
    let start = text.to_owned();
    let open = move || -> Result<Box<dyn OpenGame>, Problem> {
        let mut game = match &session {
            Some(session) => SPEC.opened(UserGame(Arc::clone(session))),
            None => noyau_games::open(&game_text, &read_file)?,
        };
        game.set(&start)?;
        Ok(game)
    };
    let at = rules.at(py, text, object);
    let (at_text, at_object) = (at.text, at.object.map(Bound::unbind));
    let raised: Mutex<Option<PyErr>> = Mutex::new(None);
    let resources = Resources::default();
    let run = |limits: &Limits| {
        contest::run(&plan, 0, &open, &resources, limits, |played| {
            let told = Python::attach(|py| {
                let at = PositionArg {
                    text: at_text.clone(),
                    object: at_object.as_ref().map(|object| object.bind(py).clone()),
                };
                deliver.call1(py, rules.played_out(py, &at, &played)?)
            });
            match told {
                Ok(_) => ControlFlow::Continue(()),
                Err(error) => {
                    *lock(&raised) = Some(error);
                    ControlFlow::Break(())
                }
            }
        })
    };
    let allowed = LimitArgs {
        threads,
        ..LimitArgs::default()
    };
    let result = rules.work(py, text, &allowed, None, false, |_, limits| run(limits));
    if let Some(error) = unlocked(raised) {
        return Err(error);
    }
    match result? {
        Ok(()) => Ok(()),
        Err(Stop::Interrupted) => Err(limit_reached(Stopped::Asked, None)),
        Err(Stop::Agent(why)) => Err(value_error(&why)),
        Err(Stop::Game(why)) => Err(problem(&why)),
        Err(Stop::Rules(why)) => Err(crate::failure::game_error(&why)),
    }
}

/// A game of a contest as it goes out: number, players, opening, moves, winner, how it ended.
type PlayedOut = (
    u64,
    (usize, usize),
    u32,
    Vec<Py<PyAny>>,
    Option<&'static str>,
    String,
);

impl PyRules {
    fn played_out(
        &self,
        py: Python<'_>,
        at: &PositionArg<'_>,
        played: &Played,
    ) -> PyResult<PlayedOut> {
        let [first, second] = played.meeting.players;
        let here = PositionArg {
            text: at.text.clone(),
            object: at
                .object
                .as_ref()
                .map(|object| object.clone().unbind().into_bound(py)),
        };
        let end = match &played.end {
            End::Over(_) => "over".to_owned(),
            End::Unfinished => "unfinished".to_owned(),
            End::Forfeit(_, why) => said(why),
        };
        Ok((
            played.meeting.number,
            (first, second),
            played.opening,
            self.line_out(py, &here, &played.moves)?,
            played.end.winner().map(Side::name),
            end,
        ))
    }

    fn opinion(&self, text: &str, heuristic: Option<String>) -> PyResult<String> {
        let known = self.ask(text, |game| game.opinions())?;
        let names: Vec<_> = known.iter().map(|opinion| opinion.name).collect();
        match heuristic {
            None => Ok(names.first().copied().unwrap_or_default().to_owned()),
            Some(name) if names.contains(&name.as_str()) => Ok(name),
            Some(name) => {
                let known: Vec<_> = names.iter().map(|name| format!("{name:?}")).collect();
                Err(crate::arena::word_error(
                    "heuristic",
                    &name,
                    &known.join(", "),
                ))
            }
        }
    }
}

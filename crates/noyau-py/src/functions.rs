//! Trees, depth-limited searches, agents and contests.

use crate::alphabeta;
use crate::failure::{LimitReached, bad_value, game_error, problem, said, value_error, word_error};
use crate::rules::{PositionArg, PyRules, number_of, side_in};
use crate::tree::PyTree;
use crate::watch::{LimitArgs, limit_reached, whole, whole_or_none};
use noyau::limits::{Limits, Stopped};
use noyau::parallel::{lock, unlocked};
use noyau::play::contest::{self, End, Plan, Played, Stop};
use noyau::play::{Recipe, Refusal, Resources};
use noyau::search::textbook::{Algorithm, Form, NotUnfolded};
use noyau::{Side, message};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The tree down to a depth.
#[pyfunction]
#[pyo3(signature = (rules, text, depth, *, heuristic = None, most = 1_000_000))]
pub(crate) fn tree_of(
    rules: &PyRules,
    py: Python<'_>,
    text: &str,
    #[pyo3(from_py_with = whole)] depth: u32,
    heuristic: Option<String>,
    #[pyo3(from_py_with = whole)] most: usize,
) -> PyResult<PyTree> {
    let opinion = rules.opinion(text, heuristic)?;
    let label = |labelled| {
        if let Some(session) = rules.session() {
            session.label_moves(labelled);
        }
    };
    let allowed = LimitArgs::default();
    label(true);
    let made = rules.work(py, text, &allowed, None, false, |game, limits| {
        game.tree(depth, &opinion, most, limits)
    });
    label(false);
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
#[pyo3(signature = (rules, at, depth, *, algorithm = "alphabeta", heuristic = None, seconds = None, nodes = None))]
pub(crate) fn search_game<'py>(
    rules: &PyRules,
    py: Python<'py>,
    at: PositionArg,
    #[pyo3(from_py_with = whole)] depth: u32,
    algorithm: &str,
    heuristic: Option<String>,
    seconds: Option<f64>,
    #[pyo3(from_py_with = whole_or_none)] nodes: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let opinion = rules.opinion(&at.0, heuristic)?;
    let (by, and_or) = match algorithm {
        "minimax" => (Algorithm::Minimax, false),
        "alphabeta" => (Algorithm::AlphaBeta(Form::Extreme), false),
        "bound" => (Algorithm::AlphaBeta(Form::Bound), false),
        "andor" => (Algorithm::Decided, true),
        _ => {
            let known = ["minimax", "alphabeta", "bound", "andor"];
            return Err(word_error("algorithm", algorithm, &known));
        }
    };
    let allowed = LimitArgs::new(seconds, None, nodes, 0);
    let found = rules.work(py, &at.0, &allowed, None, false, |game, limits| {
        game.search_tree(depth, &opinion, by, and_or, limits)
    })?;
    let found = found.map_err(|stopped| limit_reached(stopped, None))?;
    let (texts, values): (Vec<String>, Vec<f64>) = found
        .moves
        .into_iter()
        .map(|(mv, value)| (mv, value.number()))
        .unzip();
    let moves = rules.moves_out(py, &at, &texts)?;
    let best = found.best.iter().map(|&i| moves[i].clone_ref(py)).collect();
    let search = found.search;
    SearchResult {
        value: search.value.number(),
        best,
        moves: moves.into_iter().zip(values).collect(),
        nodes: search.nodes,
        leaves: search.leaves,
        cuts: search.cuts.into(),
    }
    .into_pyobject(py)
}

/// The dictionary of a search to a depth.
#[derive(IntoPyObject)]
pub(crate) struct SearchResult {
    /// For First.
    value: f64,
    best: Vec<Py<PyAny>>,
    moves: Vec<(Py<PyAny>, f64)>,
    nodes: u64,
    leaves: u64,
    /// By alpha and by beta.
    cuts: (u64, u64),
}

/// The same by alpha-beta in a user's own game, without the exact value of every move: the value, and one best move.
#[pyfunction]
#[pyo3(signature = (rules, at, depth, *, seconds = None, nodes = None))]
pub(crate) fn search_quickly<'py>(
    rules: &PyRules,
    py: Python<'py>,
    at: PositionArg,
    #[pyo3(from_py_with = whole)] depth: u32,
    seconds: Option<f64>,
    #[pyo3(from_py_with = whole_or_none)] nodes: Option<u64>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    // Points are no part of the positions that it remembers.
    let Some(session) = rules.session().filter(|session| !session.has_points()) else {
        return Ok(None);
    };
    let allowed = LimitArgs::new(seconds, None, nodes, 0);
    // Nearly all the time is spent in the user's methods, so the thread stays attached to the interpreter.
    let (limits, stop) = allowed.limits()?;
    session.begin(&stop, false, None);
    let found = alphabeta::search(
        py,
        session,
        number_of(&at.0),
        side_in(&at.0),
        depth,
        &limits,
    );
    session.end(&stop)?;
    py.check_signals()?;
    let found = found.map_err(|stopped| limit_reached(stopped, None))?;
    let texts: Vec<String> = found.best.iter().map(ToString::to_string).collect();
    let result = SearchResult {
        value: f64::from(found.value),
        best: rules.moves_out(py, &at, &texts)?,
        moves: Vec::new(),
        nodes: found.nodes,
        leaves: found.leaves,
        cuts: found.cuts.into(),
    };
    result.into_pyobject(py).map(Some)
}

/// What an agent plays, and why.
#[pyfunction]
#[pyo3(signature = (rules, at, agent, *, seed = 0, seconds = None, nodes = None))]
pub(crate) fn choose<'py>(
    rules: &PyRules,
    py: Python<'py>,
    at: PositionArg,
    agent: &str,
    #[pyo3(from_py_with = whole)] seed: u64,
    seconds: Option<f64>,
    #[pyo3(from_py_with = whole_or_none)] nodes: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let recipe: Recipe = agent.parse().map_err(bad_value)?;
    let allowed = LimitArgs::new(seconds, None, nodes, 0);
    let resources = Resources::default();
    let mut made = recipe.agent(seed, &resources).map_err(bad_value)?;
    let chosen = rules.work(py, &at.0, &allowed, None, false, |game, limits| {
        made.choose(game, limits)
    })?;
    let choice = chosen.map_err(|refusal| match refusal {
        Refusal::Time | Refusal::Nodes | Refusal::Memory | Refusal::Interrupted => {
            LimitReached::new_err(said(&refusal))
        }
        _ => value_error(&refusal),
    })?;
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
#[pyo3(signature = (rules, at, agents, deliver, *, pairs, opening = 0, plies = 1000, time = None, seed = 0, threads = 0, from_game = 0, most_games = u64::MAX))]
pub(crate) fn play_contest(
    rules: &PyRules,
    py: Python<'_>,
    at: PositionArg,
    agents: Vec<String>,
    deliver: Py<PyAny>,
    #[pyo3(from_py_with = whole)] pairs: u64,
    #[pyo3(from_py_with = whole)] opening: u32,
    #[pyo3(from_py_with = whole)] plies: u32,
    time: Option<f64>,
    #[pyo3(from_py_with = whole)] seed: u64,
    #[pyo3(from_py_with = whole)] threads: usize,
    from_game: u64,
    most_games: u64,
) -> PyResult<()> {
    let recipes: Result<Vec<Recipe>, _> = agents.iter().map(|agent| agent.parse()).collect();
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let plan = Plan {
        agents: recipes.map_err(bad_value)?,
        pairs,
        opening,
        plies,
        time: time.map_err(|why| pyo3::exceptions::PyValueError::new_err(why.to_string()))?,
        seed,
    };
    let open = || {
        let mut game = rules.open_new()?;
        game.set(&at.0)?;
        Ok(game)
    };
    let raised: Mutex<Option<PyErr>> = Mutex::new(None);
    let done = AtomicU64::new(0);
    let resources = Resources::default();
    let run = |limits: &Limits| {
        contest::run(&plan, from_game, &open, &resources, limits, |played| {
            let delivered =
                Python::attach(|py| deliver.call1(py, rules.played_out(py, &at, &played)?));
            match delivered {
                Ok(_) if done.fetch_add(1, Ordering::Relaxed) + 1 < most_games => {
                    ControlFlow::Continue(())
                }
                Ok(_) => ControlFlow::Break(()),
                Err(error) => {
                    *lock(&raised) = Some(error);
                    ControlFlow::Break(())
                }
            }
        })
    };
    let allowed = LimitArgs::new(None, None, None, threads);
    let result = rules.work(py, &at.0, &allowed, None, false, |_, limits| run(limits));
    if let Some(error) = unlocked(raised) {
        return Err(error);
    }
    match result? {
        Ok(()) => Ok(()),
        Err(Stop::Interrupted) if done.load(Ordering::Relaxed) >= most_games => Ok(()),
        Err(Stop::Interrupted) => Err(limit_reached(Stopped::Asked, None)),
        Err(Stop::Agent(why)) => Err(value_error(&why)),
        Err(Stop::Game(why)) => Err(problem(why)),
        Err(Stop::Rules(why)) => Err(game_error(&why)),
    }
}

/// A game of a contest as returned to Python: number, players, opening, moves, winner, how it ended.
type PlayedOut = (
    u64,
    (usize, usize),
    u32,
    Vec<Py<PyAny>>,
    Option<&'static str>,
    String,
);

impl PyRules {
    fn played_out(&self, py: Python<'_>, at: &PositionArg, played: &Played) -> PyResult<PlayedOut> {
        let [first, second] = played.meeting.players;
        let end = match &played.end {
            End::Over(_) => "over".to_owned(),
            End::Endless(_) => "endless".to_owned(),
            End::Unfinished => "unfinished".to_owned(),
            End::Forfeit(_, why) => said(why),
        };
        Ok((
            played.meeting.number,
            (first, second),
            played.opening,
            self.line_out(py, at, &played.moves)?,
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
            Some(name) => Err(word_error("heuristic", &name, &names)),
        }
    }
}

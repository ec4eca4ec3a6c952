//! Certificates: written for graphs and games, and checked by the verifier.

use crate::arena::PyArena;
use crate::failure::{
    CertificateError, bad_value, graph_error, problem, said, value_error, word_error,
};
use crate::rules::{PositionArg, PyRules, read_file};
use crate::watch::{LimitArgs, limit_reached, watched, whole_or_none};
use noyau::arena::{Arena, Names};
use noyau::certificate::{
    NotWritten, write_attractor, write_kernel, write_nimbers, write_solution, write_strategy,
};
use noyau::dynamic::{Method, Problem, Walkable};
use noyau::limits::Limits;
use noyau::message;
use noyau::solve::{attractor, nimbers, retrograde, strategy};
use noyau::verify::certificate::{self, Refused, Verified};
use pyo3::exceptions::{PyFileExistsError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

const KINDS: [&str; 5] = ["solve", "kernel", "attractor", "nimbers", "strategy"];

/// The name of each vertex in files: texts and whole numbers as they are, other objects as Python writes them.
pub(crate) fn vertex_names(py: Python<'_>, arena: &PyArena) -> PyResult<Vec<String>> {
    let mut names = Vec::with_capacity(arena.keys.len());
    let mut seen = HashSet::with_capacity(arena.keys.len());
    for object in arena.keys.objects() {
        let object = object.bind(py);
        let plain =
            object.is_exact_instance_of::<PyString>() || object.is_exact_instance_of::<PyInt>();
        let text = if plain { object.str()? } else { object.repr()? };
        let name = text.to_string_lossy().into_owned();
        if !seen.insert(name.clone()) {
            return Err(graph_error(&message!(
                "two vertices have the same text, {name}, which a file could not tell apart",
                "deux sommets ont le même texte, {name}, qu'un fichier ne saurait distinguer"
            )));
        }
        names.push(name);
    }
    Ok(names)
}

#[pyfunction]
pub(crate) fn names_of(py: Python<'_>, arena: &Bound<'_, PyArena>) -> PyResult<Vec<String>> {
    vertex_names(py, arena.get())
}

/// The certificate of an answer about a graph.
#[pyfunction]
#[pyo3(signature = (arena, kind, *, player = None, target = None, start = None))]
pub(crate) fn certify_graph<'py>(
    py: Python<'py>,
    arena: &Bound<'py, PyArena>,
    kind: &str,
    player: Option<&Bound<'py, PyAny>>,
    target: Option<&Bound<'py, PyAny>>,
    start: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let of = arena.get();
    let names = vertex_names(py, of)?;
    let from = of.arena.start();
    let graph = of.arena.clone().named(Names::words(names), from);
    let mut out = Vec::new();
    match kind {
        "solve" => py.detach(|| {
            let solution = retrograde::solve(&graph, 1);
            write_solution(&graph, &solution, &mut out)
        }),
        "kernel" => py.detach(|| write_kernel(&graph, &mut out)),
        "nimbers" => {
            let found = py.detach(|| nimbers::nimbers(graph.graph()));
            let found = found.map_err(|cycle| of.cycle(py, &cycle))?;
            write_nimbers(&graph, &found, &mut out)
        }
        "attractor" => {
            let side = of.side_of(player)?;
            let targets = of.targets(side, target)?;
            py.detach(|| {
                let found = attractor::attractor(&graph, side, &targets);
                write_attractor(&graph, &targets, &found, &mut out)
            })
        }
        "strategy" => {
            let from = start.map_or(Ok(from), |start| of.keys.get(start))?;
            py.detach(|| write_winning(&graph, from, &mut out))
        }
        _ => return Err(word_error("kind", kind, &KINDS)),
    }
    .map_err(|error| PyOSError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &out))
}

fn write_winning(graph: &Arena, from: u32, out: &mut Vec<u8>) -> io::Result<()> {
    let solution = retrograde::solve(graph, 1);
    let winning = strategy::winning(graph, &solution, from);
    write_strategy(graph, from, &winning, out)
}

/// The certificate of an answer about a position of a game.
#[pyfunction]
#[pyo3(signature = (rules, at, method, *, seconds = None, memory = None, threads = 0))]
pub(crate) fn certify_game<'py>(
    rules: &PyRules,
    py: Python<'py>,
    at: PositionArg,
    method: &str,
    seconds: Option<f64>,
    #[pyo3(from_py_with = whole_or_none)] memory: Option<u64>,
    #[pyo3(from_py_with = crate::watch::whole)] threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let by = Method::from_name(method).ok_or_else(|| {
        let known: Vec<_> = Method::ALL.iter().map(|method| method.name()).collect();
        word_error("method", method, &known)
    })?;
    let allowed = LimitArgs::new(seconds, memory, None, threads);
    let written = rules.with_names(|| {
        rules.work(py, &at.0, &allowed, None, true, |game, limits| {
            // The method that the answer was found by decides what is proved.
            let by = match by {
                Method::Auto => game.solve(true, limits).method,
                by => by,
            };
            let mut out = Vec::new();
            game.write_certificate(by, limits, &mut out).map(|()| out)
        })
    })?;
    let bytes = written.map_err(|why| match why {
        NotWritten::Stopped(stopped, positions) => limit_reached(stopped, Some(positions)),
        NotWritten::TooLarge(most) => value_error(&message!(
            "the certificate would have more than {most} positions",
            "le certificat aurait plus de {most} positions"
        )),
        NotWritten::NoProof | NotWritten::HoldsGraph => value_error(&message!(
            "no answer by the method {method:?} can be certified in this game",
            "aucune réponse par la méthode {method:?} ne peut être certifiée dans ce jeu"
        )),
        NotWritten::Io(error) => PyOSError::new_err(error.to_string()),
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// Writes a file whole or not at all. One that is no certificate is replaced only with `force`.
#[pyfunction]
pub(crate) fn write_certificate_file(path: PathBuf, bytes: &[u8], force: bool) -> PyResult<()> {
    let replaces =
        |there: &Path| force || noyau_files::begins_with(there, b"{\"noyau\":\"certificate\"");
    noyau_files::write(&path, bytes, replaces).map_err(|error| {
        let refused = error.get_ref().and_then(|why| why.downcast_ref());
        let path_text = path.display().to_string();
        if refused == Some(&noyau_files::Refused::Other) {
            return PyFileExistsError::new_err(said(&message!(
                "{path_text}: this file is no certificate; force=True replaces it",
                "{path_text} : ce fichier n'est pas un certificat ; force=True le remplace"
            )));
        }
        PyOSError::new_err(said(&noyau_files::why_unwritten(&path, &error)))
    })
}

/// Checks a certificate or a proof: its kind, and how many positions and moves were checked.
#[pyfunction]
#[pyo3(signature = (bytes, rules = None, *, seconds = None))]
pub(crate) fn verify_bytes(
    py: Python<'_>,
    bytes: &[u8],
    rules: Option<&Bound<'_, PyRules>>,
    seconds: Option<f64>,
) -> PyResult<(String, u64, u64)> {
    let own = rules
        .map(Bound::get)
        .filter(|rules| rules.session().is_some());
    let open = |name: &str| -> Result<Box<dyn Walkable>, Problem> {
        Ok(match own {
            Some(rules) => rules.open_new()? as Box<dyn Walkable>,
            None => noyau_games::open(name, &read_file)? as Box<dyn Walkable>,
        })
    };
    let allowed = LimitArgs::new(seconds, None, None, 0);
    let check = |limits: &Limits| {
        if noyau::format::proof::is_proof(bytes) {
            certificate::check_proof(&mut &*bytes, &open, limits)
        } else {
            certificate::check(bytes, &open)
        }
    };
    let checked = match own {
        None => watched(py, allowed.limits()?, None, check)?,
        Some(rules) => rules.with_names(|| {
            let start = rules.start_text();
            rules.work(py, &start, &allowed, None, true, |game, limits| {
                // A text is known once its position was met.
                game.moves();
                rules.name_all();
                check(limits)
            })
        })?,
    };
    match checked {
        Ok(Verified {
            kind,
            vertices,
            edges,
        }) => Ok((kind, vertices, edges)),
        Err(Refused::Stopped(stopped)) => Err(limit_reached(stopped, None)),
        Err(Refused::Game(why)) => Err(problem(why)),
        Err(Refused::Unreadable(why)) => Err(bad_value(why)),
        Err(why) => Err(CertificateError::new_err(said(&why))),
    }
}

//! Verifies certificates. Shares no code with the solvers or their arenas: it sees only the file, through its own
//! reader.
//!
//! Every claim reduces to equations between a vertex and its successors, checked vertex by vertex. On graphs with
//! cycles this suffices because of the distances: those of wins and losses decrease to an end along the moves that
//! prove them, and no side can force play out of the vertices that the equations leave drawn (or outside). Ranks of
//! margins serve the same purpose.
//!
//! O(size of the file); for a game, the moves of every position are generated once more.

mod bounds;
mod claims;
mod game;
mod graph;
mod json;
mod parts;
mod steps;
mod strategy;

use graph::Graph;
use json::Scanner;
use noyau_core::cursor::Problem;
use noyau_core::game::Side;
use noyau_core::language::{Language, Localized, Message};
use noyau_core::limits::Stopped;
use noyau_core::source::SourceError;
use noyau_core::walk::Walkable;
use noyau_format::proof::ProofProblem;

pub use crate::messages::{FileProblem, StepFault, Wrong};
pub use steps::check as check_proof;

/// The claim of a verified certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The kind of claim: `kernel`, `attractor`, `nimbers`, `strategy`, `solve`, `game`, `proof` or `outcome`.
    pub kind: String,
    /// The number of vertices or positions checked.
    pub vertices: u64,
    /// The number of edges or moves checked.
    pub edges: u64,
}

/// Why a certificate cannot be read, and the place of the error.
pub type Unreadable = SourceError<FileProblem>;

/// Why a certificate is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// The file cannot be read.
    Unreadable(Unreadable),
    /// The game it names cannot be opened, or its rules have another version.
    Game(Problem),
    /// Its claim is wrong.
    Wrong(Wrong),
    /// The proof cannot be read.
    Proof(ProofProblem),
    /// A limit was met before all was checked.
    Stopped(Stopped),
}

impl Localized for Refused {
    fn localized(&self, language: Language) -> String {
        match self {
            Self::Unreadable(unreadable) => unreadable.localized(language),
            Self::Game(problem) => problem.localized(language),
            Self::Wrong(wrong) => wrong.localized(language),
            Self::Proof(problem) => problem.localized(language),
            Self::Stopped(stopped) => stopped.text().get(language).to_owned(),
        }
    }
}

noyau_core::localized_error!(Refused);

impl From<Unreadable> for Refused {
    fn from(unreadable: Unreadable) -> Self {
        Self::Unreadable(unreadable)
    }
}

impl From<ProofProblem> for Refused {
    fn from(problem: ProofProblem) -> Self {
        Self::Proof(problem)
    }
}

impl From<Wrong> for Refused {
    fn from(wrong: Wrong) -> Self {
        Self::Wrong(wrong)
    }
}

/// The error that the claim about a final position is wrong.
fn wrong_end(vertex: String, claim: Message, truth: Message) -> Refused {
    let wrong = Wrong::FinalValue {
        vertex,
        claim,
        truth,
    };
    wrong.into()
}

/// Opens the game named in a certificate.
pub type OpenByName<'a> = &'a dyn Fn(&str) -> Result<Box<dyn Walkable>, Problem>;

/// Verifies a certificate in linear time, or reports the first error: first of form, then of the graph, then of the
/// claims about vertices, in the order of the graph.
pub fn check(bytes: &[u8], open: OpenByName<'_>) -> Result<Verified, Refused> {
    let file = Scanner::new(bytes)?;
    // Scan the whole text first, so that truncation and corruption are found before any claim.
    let mut walk = file.clone();
    walk.skip()?;
    walk.end()?;

    if !is_ours(&file) {
        let at = file.clone().here();
        return Err(file.problem(at, FileProblem::NotACertificate).into());
    }
    let keys = [
        "noyau", "version", "kind", "graph", "claim", "game", "rules", "position",
    ];
    let [_, version, kind, graph, claim, game, rules, position] = members(&file, keys)?;
    let mut version = required(&file, version, "version")?;
    let at = version.here();
    let version = version.number()?;
    if version != 1 {
        let problem = FileProblem::UnknownVersion { version };
        return Err(file.problem(at, problem).into());
    }
    let mut kind = required(&file, kind, "kind")?;
    let at = kind.here();
    let kind = kind.string()?;
    let check: fn(&Graph<'_>, &Scanner<'_>) -> Result<(), Refused> = match &*kind {
        "attractor" => claims::attractor,
        "kernel" => claims::kernel,
        "nimbers" => claims::nimbers,
        "solve" => claims::values,
        "strategy" => strategy::check,
        "game" | "outcome" | "proof" => {
            unwanted(graph, "graph")?;
            let parts = game::Parts {
                game: required(&file, game, "game")?,
                rules: required(&file, rules, "rules")?,
                position: required(&file, position, "position")?,
                claim: required(&file, claim, "claim")?,
            };
            return match &*kind {
                "game" => game::check(parts, open),
                "proof" => bounds::check(parts, bounds::Wanted::Exact, open),
                _ => bounds::check(parts, bounds::Wanted::Outcome, open),
            };
        }
        _ => {
            let kind = kind.into_owned();
            return Err(file.problem(at, FileProblem::UnknownKind { kind }).into());
        }
    };
    for (value, key) in [(game, "game"), (rules, "rules"), (position, "position")] {
        unwanted(value, key)?;
    }
    let graph = Graph::read(&required(&file, graph, "graph")?)?;
    check(&graph, &required(&file, claim, "claim")?)?;
    Ok(Verified {
        kind: kind.into_owned(),
        vertices: graph.names.len() as u64,
        edges: graph.edges() as u64,
    })
}

/// Whether an object declares itself a certificate of noyau, which most do first.
fn is_ours(file: &Scanner<'_>) -> bool {
    let mut ours = false;
    // An error stops the scan.
    let walked = file.clone().object(|value, key, at| {
        if key == "noyau" && value.peek() == Some(b'"') {
            ours = value.string()? == "certificate";
            return Err(value.problem(at, FileProblem::NotACertificate));
        }
        value.hop();
        Ok(())
    });
    drop::<Result<(), Unreadable>>(walked);
    ours
}

/// The values of an object by key; other keys are errors.
fn members<'a, const N: usize>(
    object: &Scanner<'a>,
    keys: [&str; N],
) -> Result<[Option<Scanner<'a>>; N], Unreadable> {
    let mut found = [const { None }; N];
    object.clone().object(|value, key, at| {
        let Some(i) = keys.iter().position(|&known| known == key) else {
            let (key, known) = (key.into_owned(), keys.join(", "));
            return Err(value.problem(at, FileProblem::UnknownKey { key, known }));
        };
        if found[i].is_some() {
            let key = key.into_owned();
            return Err(value.problem(at, FileProblem::RepeatedKey { key }));
        }
        found[i] = Some(value.clone());
        value.hop();
        Ok(())
    })?;
    Ok(found)
}

fn required<'a>(
    object: &Scanner<'a>,
    value: Option<Scanner<'a>>,
    key: &str,
) -> Result<Scanner<'a>, Unreadable> {
    value.ok_or_else(|| missing(object, key))
}

/// Rejects a value that must not be present.
fn unwanted(value: Option<Scanner<'_>>, key: &str) -> Result<(), Unreadable> {
    let Some(value) = value else {
        return Ok(());
    };
    let key = key.to_owned();
    Err(value.problem(value.clone().here(), FileProblem::Unwanted { key }))
}

fn missing(object: &Scanner<'_>, key: &str) -> Unreadable {
    let key = key.to_owned();
    object.problem(object.clone().here(), FileProblem::MissingKey { key })
}

/// Reads the name of a side.
fn side(scanner: &mut Scanner<'_>) -> Result<Side, Unreadable> {
    let at = scanner.here();
    let name = scanner.string()?;
    match &*name {
        "first" => Ok(Side::First),
        "second" => Ok(Side::Second),
        _ => {
            let name = name.into_owned();
            Err(scanner.problem(at, FileProblem::UnknownSide { name }))
        }
    }
}

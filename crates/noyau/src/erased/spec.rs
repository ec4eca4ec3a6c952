//! The entry of a game in the list: how it is made, and what it can be asked.

use super::open::{Open, State};
use super::{Ability, Entry, Facts, FileProblem, Files, Info, OpenGame, Problem, Sample};
use crate::conformance::{self, Broken};
use crate::game::{Impartial, Side};
use crate::heuristic::Heuristic;
use crate::language::Message;
use crate::notation::Notation;
use crate::points::Points;
use crate::rank::{Ranked, Reversible};
use crate::sum::Splits;
use crate::symmetry::Symmetric;
use std::fmt;

/// What can be asked of points, without the type of the trait.
pub(super) struct PointsOf<G: Notation> {
    pub(super) along_moves: bool,
    pub(super) gain: fn(&G, &G::Position, G::Move) -> i32,
    pub(super) settle: fn(&G, &G::Position) -> (i32, i32),
    pub(super) won: fn(&G, &G::Position) -> Option<i32>,
    law: Law<G>,
}

type Law<G> = fn(&G, u64, usize) -> Result<(), Broken>;

/// How a game is made.
enum Build<G> {
    /// From the parameters.
    Parameters(fn(&str, Files<'_>) -> Result<G, Message>),
    /// From the file that the parameters name: its path and its content.
    File(fn(&str, Vec<u8>) -> Result<G, FileProblem>),
}

/// The entry of a game in the list: how it is made, and one function for each ability it has.
pub struct Spec<G: Notation> {
    pub(super) info: Info,
    facts: Facts,
    build: Build<G>,
    samples: &'static [Sample],
    wide: Option<&'static dyn Entry>,
    pub(super) normal_play: Option<fn(&G) -> bool>,
    pub(super) points: Option<PointsOf<G>>,
    pub(super) heuristics: &'static [Heuristic<G>],
    symmetry: Option<Law<G>>,
    ranks: Option<Law<G>>,
    predecessors: Option<Law<G>>,
    parts: Option<Law<G>>,
}

impl<G: Notation> fmt::Debug for Spec<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spec")
            .field("info", &self.info)
            .finish_non_exhaustive()
    }
}

impl<G: Notation> Spec<G> {
    /// An entry without further abilities.
    pub const fn new(
        info: Info,
        facts: Facts,
        build: fn(&str, Files<'_>) -> Result<G, Message>,
    ) -> Self {
        Self::built_by(info, facts, Build::Parameters(build), &[])
    }

    /// An entry without further abilities whose parameters are the path of a file, made from path and content.
    pub const fn from_file(
        info: Info,
        facts: Facts,
        samples: &'static [Sample],
        build: fn(&str, Vec<u8>) -> Result<G, FileProblem>,
    ) -> Self {
        Self::built_by(info, facts, Build::File(build), samples)
    }

    const fn built_by(
        info: Info,
        facts: Facts,
        build: Build<G>,
        samples: &'static [Sample],
    ) -> Self {
        Self {
            info,
            facts,
            build,
            samples,
            wide: None,
            normal_play: None,
            points: None,
            heuristics: &[],
            symmetry: None,
            ranks: None,
            predecessors: None,
            parts: None,
        }
    }

    /// Names the entry that opens the parameters this one refuses: the same rules over wider words. So the type is
    /// chosen once, when a game is opened, and small boards do not pay for large ones.
    #[must_use]
    pub const fn widened_by(mut self, wide: &'static dyn Entry) -> Self {
        self.wide = Some(wide);
        self
    }

    /// Adds heuristics.
    #[must_use]
    pub const fn judged_by(mut self, heuristics: &'static [Heuristic<G>]) -> Self {
        self.heuristics = heuristics;
        self
    }

    fn make(&self, parameters: &str, files: Files<'_>) -> Result<G, Problem> {
        let parameters = if parameters.is_empty() {
            self.info.default
        } else {
            parameters
        };
        let game = self.info.name.to_owned();
        let expected = self.info.parameters;
        match self.build {
            Build::Parameters(build) => {
                build(parameters, files).map_err(|why| Problem::Parameters {
                    example: match self.info.default {
                        "" => game.clone(),
                        default => format!("{game}:{default}"),
                    },
                    game,
                    got: parameters.to_owned(),
                    why,
                    expected,
                })
            }
            Build::File(_) if parameters.is_empty() => Err(Problem::NoFile {
                example: match self.samples.first() {
                    None => game.clone(),
                    Some(sample) => format!("{game}:{}", sample.path),
                },
                game,
                expected,
            }),
            Build::File(build) => {
                let content = files(parameters).map_err(|why| Problem::File { why })?;
                build(parameters, content).map_err(|problem| Problem::FileContent {
                    path: parameters.to_owned(),
                    line: problem.line,
                    column: problem.column,
                    why: problem.why,
                })
            }
        }
    }
}

// Each of these compiles only for games that have the trait it asks for.

impl<G: Notation + Impartial> Spec<G> {
    /// Adds what impartial games can be asked.
    #[must_use]
    pub const fn impartial(mut self) -> Self {
        self.normal_play = Some(G::is_normal_play);
        self
    }
}

impl<G: Notation + Points> Spec<G> {
    /// Adds points.
    #[must_use]
    pub const fn with_points(mut self) -> Self {
        self.points = Some(PointsOf {
            along_moves: G::ALONG_MOVES,
            gain: G::gain,
            settle: G::settle,
            won: G::won,
            law: conformance::check_points::<G>,
        });
        self
    }
}

impl<G: Notation + Symmetric> Spec<G> {
    /// Adds symmetries.
    #[must_use]
    pub const fn symmetric(mut self) -> Self {
        self.symmetry = Some(conformance::check_symmetry::<G>);
        self
    }
}

impl<G: Notation + Ranked> Spec<G> {
    /// Adds positions as numbers.
    #[must_use]
    pub const fn ranked(mut self) -> Self {
        self.ranks = Some(conformance::check_ranks::<G>);
        self
    }
}

impl<G: Notation + Reversible> Spec<G> {
    /// Adds moves backwards.
    #[must_use]
    pub const fn reversible(mut self) -> Self {
        self.predecessors = Some(conformance::check_predecessors::<G>);
        self
    }
}

impl<G: Notation + Splits> Spec<G> {
    /// Adds independent parts.
    #[must_use]
    pub const fn splitting(mut self) -> Self {
        self.parts = Some(conformance::check_parts::<G>);
        self
    }
}

impl<G: Notation> Entry for Spec<G> {
    fn info(&self) -> &Info {
        &self.info
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn samples(&self) -> &'static [Sample] {
        self.samples
    }

    fn abilities(&self) -> Vec<Ability> {
        [
            (self.normal_play.is_some(), Ability::Nimbers),
            (self.points.is_some(), Ability::Points),
            (self.symmetry.is_some(), Ability::Symmetry),
            (self.ranks.is_some(), Ability::Ranks),
            (self.predecessors.is_some(), Ability::Predecessors),
            (self.parts.is_some(), Ability::Parts),
            (!self.heuristics.is_empty(), Ability::Heuristics),
        ]
        .into_iter()
        .filter_map(|(has, ability)| has.then_some(ability))
        .collect()
    }

    fn open(
        &'static self,
        parameters: &str,
        files: Files<'_>,
    ) -> Result<Box<dyn OpenGame>, Problem> {
        let game = match (self.make(parameters, files), self.wide) {
            (Err(_), Some(wide)) => return wide.open(parameters, files),
            (made, _) => made?,
        };
        let position = game.start();
        let side = game.to_move(&position).unwrap_or(Side::First);
        let start = State {
            position,
            side,
            points: [0, 0],
        };
        Ok(Box::new(Open {
            spec: self,
            game,
            line: vec![start],
        }))
    }

    fn check_laws(
        &'static self,
        parameters: &str,
        files: Files<'_>,
        seed: u64,
    ) -> Result<(), Broken> {
        const GAMES: usize = 50;
        let game = match (self.make(parameters, files), self.wide) {
            (Err(_), Some(wide)) => return wide.check_laws(parameters, files, seed),
            (made, _) => made.map_err(|problem| Broken {
                law: "the parameters are valid",
                found: problem.to_string(),
            })?,
        };
        conformance::check_rules(&game, seed, GAMES)?;
        conformance::check_lines(&game, seed, GAMES)?;
        conformance::check_random_moves(&game, seed, GAMES)?;
        if self.normal_play.is_some_and(|normal| normal(&game)) {
            conformance::check_impartial(&game, seed, GAMES)?;
        }
        let points = self.points.as_ref().map(|points| points.law);
        for law in [
            points,
            self.symmetry,
            self.ranks,
            self.predecessors,
            self.parts,
        ]
        .into_iter()
        .flatten()
        {
            law(&game, seed, GAMES)?;
        }
        for heuristic in self.heuristics {
            conformance::check_heuristic(&game, heuristic, seed, GAMES)?;
        }
        Ok(())
    }
}

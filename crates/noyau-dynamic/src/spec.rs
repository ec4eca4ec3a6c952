//! The registry entry of a game: its constructor and its abilities.

use super::deciding::{DecideOf, SumOf};
use super::explain::{ReasonsOf, SplitsOf};
use super::learning::{CellsOf, LearnedOf, SymmetryOf};
use super::open::{Open, State};
use super::searching::SearchOf;
use super::sieve::Sifted;
use super::tabulated::Tabulated;
use super::{Ability, Entry, Fact, FileProblem, Files, Info, OpenGame, Problem, Sample};
use noyau_core::cells::Cells;
use noyau_core::configuration::{Magnitude, RandomConfiguration};
#[cfg(feature = "laws")]
use noyau_core::conformance::{self, Broken};
use noyau_core::estimate::{self, Legal, Positions};
use noyau_core::game::{Impartial, Reversible, Side};
use noyau_core::guide::{Guide, GuideOf};
use noyau_core::heuristic::Heuristic;
use noyau_core::hints::SearchHints;
use noyau_core::hints::bounds::Bounded;
use noyau_core::hints::nimbers::PartNimbers;
use noyau_core::index::{Descending, Index};
use noyau_core::language::Message;
use noyau_core::limits::Limits;
use noyau_core::notation::Notation;
use noyau_core::payoff::Payoff;
use noyau_core::points::Points;
use noyau_core::reason::Explains;
use noyau_core::sum::{PlacementGame, Splits};
use noyau_core::symmetry::Symmetric;
use noyau_core::tactics::{Tactics, TacticsOf};
use noyau_core::walk::Placements;
use std::fmt;

/// An estimate from a number of samples, a seed and limits.
type Sampled<G, T> = fn(&G, u64, u64, &Limits) -> Option<T>;

/// A law of an ability: plays that many random games from a seed.
#[cfg(feature = "laws")]
type Law<G> = fn(&G, u64, usize) -> Result<(), Broken>;

/// The laws of all abilities of a game.
#[cfg(feature = "laws")]
struct Laws<G: Notation> {
    list: [Option<Law<G>>; 14],
    count: usize,
}

#[cfg(feature = "laws")]
impl<G: Notation> Laws<G> {
    const fn add(&mut self, law: Law<G>) {
        self.list[self.count] = Some(law);
        self.count += 1;
    }
}

/// The skill of the strongest player.
pub const STRONGEST: u8 = 108;

/// The constructor of a game.
enum Build<G> {
    /// From the parameters.
    Parameters(fn(&str, Files<'_>) -> Result<G, Message>),
    /// From the file named in the parameters: path and content.
    File(fn(&str, Vec<u8>) -> Result<G, FileProblem>),
}

/// The registry entry of a game: its constructor, and one function for each ability.
#[must_use]
pub struct Spec<G: Notation> {
    pub(super) info: Info,
    facts: &'static [Fact],
    build: Build<G>,
    samples: &'static [Sample],
    /// The options that may follow the path of a file.
    options: &'static [&'static str],
    wide: Option<&'static dyn Entry>,
    pub(super) normal_play: Option<fn(&G) -> bool>,
    pub(super) payoff: Payoff<G>,
    pub(super) search: Option<SearchOf<G>>,
    pub(super) decide: Option<DecideOf<G>>,
    pub(super) sum: Option<SumOf<G>>,
    pub(super) splits: Option<SplitsOf<G>>,
    pub(super) reasons: Option<ReasonsOf<G>>,
    pub(super) heuristics: &'static [Heuristic<G>],
    /// Learned heuristics, by parameters.
    pub(super) evaluations: &'static [(&'static str, &'static [u8])],
    pub(super) tactics: Option<TacticsOf<G>>,
    pub(super) guide: Option<GuideOf<G>>,
    pub(super) skills: [u8; 10],
    pub(super) configurations: Option<fn(&G) -> Magnitude>,
    pub(super) legal: Option<Sampled<G, Legal>>,
    pub(super) walks: Option<Sampled<G, Positions>>,
    pub(super) symmetries: Option<SymmetryOf<G>>,
    pub(super) placements: Option<Placements<G>>,
    pub(super) cells: Option<CellsOf<G>>,
    pub(super) tables: Option<Tabulated<G>>,
    pub(super) sifted: Option<Sifted<G>>,
    /// Whether certificates contain the graph of positions instead of naming the game.
    pub(super) certifies_graph: bool,
    /// A bit for each [`Ability`].
    abilities: u32,
    #[cfg(feature = "laws")]
    laws: Laws<G>,
}

impl<G: Notation> fmt::Debug for Spec<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spec")
            .field("info", &self.info)
            .finish_non_exhaustive()
    }
}

impl<G: Notation> Spec<G> {
    /// An entry without optional abilities.
    pub const fn new(
        info: Info,
        facts: &'static [Fact],
        build: fn(&str, Files<'_>) -> Result<G, Message>,
    ) -> Self {
        Self::built_by(info, facts, Build::Parameters(build), &[])
    }

    /// An entry without optional abilities for a game read from the file named in its parameters.
    pub const fn from_file(
        info: Info,
        facts: &'static [Fact],
        samples: &'static [Sample],
        build: fn(&str, Vec<u8>) -> Result<G, FileProblem>,
    ) -> Self {
        Self::built_by(info, facts, Build::File(build), samples)
    }

    const fn built_by(
        info: Info,
        facts: &'static [Fact],
        build: Build<G>,
        samples: &'static [Sample],
    ) -> Self {
        Self {
            info,
            facts,
            build,
            samples,
            options: &[],
            wide: None,
            normal_play: None,
            payoff: Payoff::OUTCOME,
            search: None,
            decide: None,
            sum: None,
            splits: None,
            reasons: None,
            heuristics: &[],
            evaluations: &[],
            tactics: None,
            guide: None,
            skills: [8, 16, 22, 28, 34, 40, 48, 58, 70, 84],
            configurations: None,
            legal: None,
            walks: None,
            symmetries: None,
            placements: None,
            cells: None,
            tables: None,
            sifted: None,
            certifies_graph: false,
            abilities: 0,
            #[cfg(feature = "laws")]
            laws: Laws {
                list: [None; 14],
                count: 0,
            },
        }
    }

    /// Sets the options that may follow the path of a file, each after a comma. The constructor gets them with the
    /// path.
    pub const fn with_options(mut self, options: &'static [&'static str]) -> Self {
        self.options = options;
        self
    }

    /// Makes certificates contain the graph of positions, since the file of the game may change.
    pub const fn certified_with_graph(mut self) -> Self {
        self.certifies_graph = true;
        self
    }

    /// Sets a fallback entry for parameters that this one rejects: the same rules over wider words. The type is
    /// chosen once, when a game is opened, and small boards do not pay for large ones.
    pub const fn widened_by(mut self, wide: &'static dyn Entry) -> Self {
        self.wide = Some(wide);
        self
    }

    /// Adds heuristics.
    pub const fn judged_by(mut self, heuristics: &'static [Heuristic<G>]) -> Self {
        self.heuristics = heuristics;
        self
    }

    /// Adds what `noyau learn` made: for each parameters the bytes of an evaluation.
    pub const fn learned(mut self, files: &'static [(&'static str, &'static [u8])]) -> Self {
        self.evaluations = files;
        self
    }

    /// Says how skilled a player of each level is, as tournaments have shown: from 0 on, [`STRONGEST`] at most.
    pub const fn levelled(mut self, skills: [u8; 10]) -> Self {
        self.skills = skills;
        self
    }

    /// Opens an existing game, for interfaces whose games do not come from parameters.
    pub fn opened(&'static self, game: G) -> Box<dyn OpenGame> {
        let position = game.start();
        let side = game.to_move(&position).unwrap_or(Side::First);
        let start = State {
            position,
            side,
            points: [0, 0],
            reversible: 0,
        };
        Box::new(Open {
            spec: self,
            game,
            line: vec![start],
            starts: Vec::new(),
            probes: None,
            learned: LearnedOf::default(),
        })
    }

    const fn able(&mut self, ability: Ability) {
        self.abilities |= 1 << ability as u32;
    }

    pub(super) fn make(&self, parameters: &str, files: Files<'_>) -> Result<G, Problem> {
        let parameters = if parameters.is_empty() {
            self.info.default
        } else {
            parameters
        };
        match self.build {
            Build::Parameters(build) => {
                build(parameters, files).map_err(|why| bad_parameters(&self.info, parameters, why))
            }
            Build::File(_) if parameters.is_empty() => Err(no_file(&self.info, self.samples)),
            Build::File(build) => {
                let path = path_of(parameters, self.options);
                let content = files(path).map_err(|why| Problem::File { why })?;
                build(parameters, content).map_err(|problem| bad_content(path, problem))
            }
        }
    }
}

fn bad_parameters(info: &Info, parameters: &str, why: Message) -> Problem {
    let game = info.name;
    Problem::Parameters {
        example: match info.default {
            "" => game.to_owned(),
            default => format!("{game}:{default}"),
        },
        game: game.to_owned(),
        got: parameters.to_owned(),
        why,
        expected: info.parameters,
    }
}

fn no_file(info: &Info, samples: &[Sample]) -> Problem {
    let game = info.name;
    Problem::NoFile {
        example: match samples.first() {
            None => game.to_owned(),
            Some(sample) => format!("{game}:{}", sample.path),
        },
        game: game.to_owned(),
        expected: info.parameters,
    }
}

fn bad_content(path: &str, problem: FileProblem) -> Problem {
    Problem::FileContent {
        path: path.to_owned(),
        line: problem.line,
        column: problem.column,
        why: problem.why,
    }
}

/// The path of a file without its options.
fn path_of<'a>(parameters: &'a str, options: &[&str]) -> &'a str {
    let mut path = parameters;
    while let Some((before, word)) = path.rsplit_once(',')
        && options.contains(&word)
    {
        path = before;
    }
    path
}

// Each of these compiles only for games that implement the required trait.

impl<G: Notation + Impartial> Spec<G> {
    /// Adds nimbers.
    pub const fn impartial(mut self) -> Self {
        self.able(Ability::Nimbers);
        self.normal_play = Some(G::is_normal_play);
        self
    }
}

impl<G: Notation + Points> Spec<G> {
    /// Adds points.
    pub const fn with_points(mut self) -> Self {
        #[cfg(feature = "laws")]
        self.laws.add(conformance::check_points::<G>);
        self.able(Ability::Points);
        self.payoff = Payoff::POINTS;
        self
    }
}

impl<G: Notation + SearchHints> Spec<G> {
    /// Adds exact search for outcome and distance.
    pub const fn searched(mut self) -> Self {
        #[cfg(feature = "laws")]
        self.laws.add(conformance::check_search_hints::<G>);
        self.search = Some(SearchOf::by_distance());
        self
    }
}

impl<G: Notation + SearchHints + Points> Spec<G> {
    /// Adds exact search for the margin, which is at most `most`.
    pub const fn searched_for_points(mut self, most: fn(&G) -> u32) -> Self {
        #[cfg(feature = "laws")]
        self.laws
            .add(conformance::check_search_hints_for_points::<G>);
        self.search = Some(SearchOf::by_margin(most));
        self
    }
}

impl<G: Notation + Bounded> Spec<G> {
    /// Adds outcome search by the game's bounds, without distances. If `is_small`, the automatic choice enumerates
    /// all positions instead.
    pub const fn decided(mut self, is_small: fn(&G) -> bool) -> Self {
        self.decide = Some(DecideOf::new(is_small));
        self
    }
}

impl<G: Notation + PartNimbers> Spec<G> {
    /// Adds solving as a sum of parts.
    pub const fn summed(mut self) -> Self {
        self.sum = Some(SumOf::new());
        self
    }
}

impl<G: Notation + Symmetric> Spec<G> {
    /// Adds symmetries.
    pub const fn symmetric(mut self) -> Self {
        #[cfg(feature = "laws")]
        self.laws.add(conformance::check_symmetry::<G>);
        self.able(Ability::Symmetry);
        self.symmetries = Some(SymmetryOf::new());
        self
    }
}

impl<G: Notation + Cells> Spec<G> {
    /// Makes learned patterns use the states of cells instead of the picture.
    pub const fn on_cells(mut self) -> Self {
        self.cells = Some(CellsOf::new());
        #[cfg(feature = "laws")]
        self.laws.add(conformance::check_cells::<G>);
        self
    }
}

impl<G: Notation + Tactics> Spec<G> {
    /// Says which moves are noisy, for searches that play.
    pub const fn tactical(mut self) -> Self {
        #[cfg(feature = "laws")]
        self.laws.add(conformance::check_tactics::<G>);
        self.tactics = Some(TacticsOf::new());
        self
    }
}

impl<G: Notation + Guide> Spec<G> {
    /// Says how the game is usually played, for Monte-Carlo tree search.
    pub const fn guided(mut self) -> Self {
        #[cfg(feature = "laws")]
        self.laws.add(conformance::check_guide::<G>);
        self.guide = Some(GuideOf::new());
        self
    }
}

impl<G: Notation + Descending> Spec<G> {
    /// Adds the sieve.
    pub const fn sifted(mut self) -> Self {
        #[cfg(feature = "laws")]
        self.laws.add(conformance::check_descent::<G>);
        self.sifted = Some(Sifted::new());
        self
    }
}

impl<G: Notation + Reversible> Spec<G> {
    /// Adds predecessors.
    pub const fn reversible(mut self) -> Self {
        #[cfg(feature = "laws")]
        self.laws.add(conformance::check_predecessors::<G>);
        self.able(Ability::Predecessors);
        self
    }

    /// Adds predecessors to a game without cycles, whose positions can then be estimated by random walks.
    pub const fn reversible_without_cycles(mut self) -> Self {
        self.walks = Some(estimate::positions::<G>);
        self.reversible()
    }
}

impl<G: Notation> Spec<G> {
    /// Adds the number of configurations.
    ///
    /// Pieces occupy any square that the rules allow; the side to move counts if the board does not determine it
    /// and the sides differ; points and transient state (a ko, a right to castle) do not count.
    pub const fn configured(mut self, number: fn(&G) -> Magnitude) -> Self {
        self.configurations = Some(number);
        self
    }
}

impl<G: Notation + RandomConfiguration> Spec<G> {
    /// Adds sampling of configurations.
    pub const fn drawn(mut self) -> Self {
        self.legal = Some(estimate::legal::<G>);
        self
    }
}

impl<G: Notation + Splits> Spec<G> {
    /// Adds decomposition into independent parts.
    pub const fn splitting(mut self) -> Self {
        #[cfg(feature = "laws")]
        self.laws.add(conformance::check_parts::<G>);
        self.able(Ability::Parts);
        self.splits = Some(SplitsOf::new());
        self
    }
}

impl<G: Explains> Spec<G> {
    /// Adds reasons in words.
    pub const fn explained(mut self) -> Self {
        self.reasons = Some(G::reasons);
        self
    }
}

impl<G: Notation + PlacementGame> Spec<G> {
    /// Says that a move takes free cells and does nothing else.
    pub const fn placing(mut self) -> Self {
        #[cfg(feature = "laws")]
        self.laws.add(conformance::check_placement::<G>);
        self.placements = Some(Placements::OF_GAME);
        self
    }
}

impl<G: Notation> Spec<G> {
    /// Says which games are classes of endgames of a game, so that a search of the latter asks a table of the former.
    /// Such a class numbers the positions of both; a position that it does not have is in no tier of it.
    pub const fn in_classes(mut self, holds: fn(class: &G, game: &G) -> bool) -> Self {
        if let Some(tables) = &mut self.tables {
            tables.holds = Some(holds);
        }
        self
    }
}

impl<G: Notation + Index> Spec<G> {
    /// Says that the numbers of all positions have few gaps.
    pub const fn ranked(mut self) -> Self {
        self.able(Ability::Ranks);
        self
    }

    /// Adds tables of outcomes.
    pub const fn indexed(mut self) -> Self {
        #[cfg(feature = "laws")]
        self.laws.add(conformance::check_layout::<G>);
        self.tables = Some(Tabulated::by_outcome());
        self
    }
}

impl<G: Notation + Index + Points> Spec<G> {
    /// Adds tables of margins.
    pub const fn indexed_by_margin(mut self) -> Self {
        #[cfg(feature = "laws")]
        self.laws.add(conformance::check_layout::<G>);
        self.tables = Some(Tabulated::by_margin());
        self
    }
}

impl<G: Notation> Entry for Spec<G> {
    fn info(&self) -> &Info {
        &self.info
    }

    fn facts(&self) -> &'static [Fact] {
        self.facts
    }

    fn samples(&self) -> &'static [Sample] {
        self.samples
    }

    fn abilities(&self) -> Vec<Ability> {
        Ability::ALL
            .into_iter()
            .filter(|&ability| {
                let announced = self.abilities >> ability as u32 & 1 == 1;
                announced || (ability == Ability::Heuristics && !self.heuristics.is_empty())
            })
            .collect()
    }

    fn open(
        &'static self,
        parameters: &str,
        files: Files<'_>,
    ) -> Result<Box<dyn OpenGame>, Problem> {
        match (self.make(parameters, files), self.wide) {
            (Err(_), Some(wide)) => wide.open(parameters, files),
            (made, _) => Ok(self.opened(made?)),
        }
    }

    #[cfg(feature = "laws")]
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
        for law in self.laws.list.into_iter().flatten() {
            law(&game, seed, GAMES)?;
        }
        for heuristic in self.heuristics {
            conformance::check_heuristic(&game, heuristic, seed, GAMES)?;
        }
        Ok(())
    }
}

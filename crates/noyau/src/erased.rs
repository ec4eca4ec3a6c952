//! The one place where types are erased: an entry in the list of games, and a game being played.
//!
//! The command line, the page and Python use only this. The virtual call is made once a task (solve, count, play a
//! move), never once a position.

use crate::arena::analysis::longest_path;
use crate::arena::unfold::{unfold, unfold_with};
use crate::arena::{Arena, Digraph, Names, Places};
use crate::certificate::{GameSheet, NotWritten};
use crate::conformance::{self, Broken};
use crate::game::{self, Impartial, Outcome, Side};
use crate::heuristic::{Heuristic, Score, WON};
use crate::language::{Message, Text};
use crate::limits::{Limits, Stopped};
use crate::notation::{Notation, parse_number};
use crate::playout::{Playouts, playout};
use crate::points::Points;
use crate::random::SplitMix;
use crate::rank::{Ranked, Reversible};
use crate::solve::{margins, nimbers, retrograde};
use crate::sum::Splits;
use crate::symmetry::Symmetric;
use crate::value::Value;
use crate::view::View;
use std::fmt;
use std::io::Write;

/// What a menu shows about a game.
#[derive(Debug, Clone, Copy)]
pub struct Info {
    /// Short, lowercase, unique, stable.
    pub name: &'static str,
    /// The rules in a line.
    pub summary: Text,
    /// What parameters may be, in words with an example.
    pub parameters: Text,
    /// The parameters used when none are given.
    pub default: &'static str,
    /// Raised when the rules change so that old tables and certificates no longer hold.
    pub version: u32,
}

/// What is known about a game from elsewhere. Checked by the automatic tests: laws catch rules that contradict
/// themselves, only facts catch rules that are coherent and wrong.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// Numbers of move sequences.
    pub perft: &'static [PerftFact],
    /// Numbers of positions.
    pub counts: &'static [CountFact],
    /// Proved values.
    pub values: &'static [ValueFact],
    /// Proved margins, in games with points.
    pub margins: &'static [MarginFact],
    /// Proved nimbers, in impartial games.
    pub nimbers: &'static [NimberFact],
}

impl Facts {
    /// No fact: what a list of facts starts from.
    pub const NONE: Self = Self {
        perft: &[],
        counts: &[],
        values: &[],
        margins: &[],
        nimbers: &[],
    };
}

/// The numbers of sequences of 0, 1, 2… moves.
#[derive(Debug, Clone, Copy)]
pub struct PerftFact {
    /// The parameters.
    pub parameters: &'static str,
    /// The position in the game's text, or empty for the start.
    pub at: &'static str,
    /// The numbers.
    pub counts: &'static [u64],
    /// Where they come from.
    pub source: &'static str,
}

/// What a complete walk through the positions finds.
#[derive(Debug, Clone, Copy)]
pub struct CountFact {
    /// The parameters.
    pub parameters: &'static str,
    /// Reachable positions.
    pub positions: u64,
    /// Final positions among them.
    pub terminal: u64,
    /// The longest play in plies, or `None` if play can go on for ever.
    pub longest: Option<u32>,
    /// Where the numbers come from.
    pub source: &'static str,
}

/// The value of a position.
#[derive(Debug, Clone, Copy)]
pub struct ValueFact {
    /// The parameters.
    pub parameters: &'static str,
    /// The position in the game's text, or empty for the start.
    pub at: &'static str,
    /// How it ends for the side to move.
    pub outcome: Outcome,
    /// In how many plies, where that is known.
    pub distance: Option<u32>,
    /// Where it is proved.
    pub source: &'static str,
}

/// By how much the side to move finishes ahead.
#[derive(Debug, Clone, Copy)]
pub struct MarginFact {
    /// The parameters.
    pub parameters: &'static str,
    /// The position in the game's text, or empty for the start.
    pub at: &'static str,
    /// The margin, points so far included.
    pub margin: i32,
    /// Where it is proved.
    pub source: &'static str,
}

/// The nimber of a position.
#[derive(Debug, Clone, Copy)]
pub struct NimberFact {
    /// The parameters.
    pub parameters: &'static str,
    /// The position in the game's text, or empty for the start.
    pub at: &'static str,
    /// The nimber.
    pub nimber: u32,
    /// Where it is proved.
    pub source: &'static str,
}

crate::messages! {
    /// What can be wrong with what was asked of a game.
    pub enum Problem {
        UnknownGame { name: String, known: String } =>
            "there is no game called {name:?}; the games are {known}",
            "aucun jeu ne s'appelle {name:?} ; les jeux sont {known}";
        Parameters { game: String, got: String, why: Message, expected: Text, example: String } =>
            "bad parameters {got:?} for {game}: {why}; right would be {expected}, as in {example}",
            "mauvais paramètres {got:?} pour {game} : {why} ; il faudrait {expected}, comme {example}";
        NoFile { game: String, expected: Text, example: String } =>
            "{game} needs {expected}, as in {example}",
            "{game} demande {expected}, comme {example}";
        File { why: Message } => "{why}", "{why}";
        FileContent { path: String, line: usize, column: usize, why: Message } =>
            "{path}:{line}:{column}: {why}",
            "{path}:{line}:{column}: {why}";
        Position { got: String, why: Message } =>
            "{got:?} is no position of this game: {why}",
            "{got:?} n'est pas une position de ce jeu : {why}";
        IllegalMove { mv: String, position: String, why: Message } =>
            "{mv:?} is no legal move in {position:?}: {why}",
            "{mv:?} n'est pas un coup légal dans {position:?} : {why}";
        RulesVersion { game: String, wanted: u32, here: u32 } =>
            "this is about version {wanted} of the rules of {game}; here they have version {here}",
            "ceci concerne la version {wanted} des règles de {game} ; elles sont ici en version {here}";
    }
}

/// Gives the content of a file that a game's parameters name.
pub type Files<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, Message>;

/// What is wrong in a file that a game's parameters name, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileProblem {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub why: Message,
}

/// A file that comes with a game that is made from files: an example for people, and what the tests work on.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// The path to give as parameter.
    pub path: &'static str,
    /// The content.
    pub content: &'static str,
}

/// A game family, known by name.
pub trait Entry: Sync {
    /// What a menu shows.
    fn info(&self) -> &Info;
    /// What is known from elsewhere.
    fn facts(&self) -> &Facts;
    /// Files to try a game that is made from files; empty for the others.
    fn samples(&self) -> &'static [Sample];
    /// What can be asked of the game beyond its rules.
    fn abilities(&self) -> Vec<Ability>;
    /// Opens the game with those parameters; empty ones are the default.
    fn open(
        &'static self,
        parameters: &str,
        files: Files<'_>,
    ) -> Result<Box<dyn OpenGame>, Problem>;
    /// Runs every law that the game's abilities allow, on the game with those parameters.
    fn check_laws(
        &'static self,
        parameters: &str,
        files: Files<'_>,
        seed: u64,
    ) -> Result<(), Broken>;
}

/// What a game may offer beyond its rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ability {
    /// Nimbers: it is impartial under normal play.
    Nimbers,
    /// Points, and so margins.
    Points,
    /// Symmetries.
    Symmetry,
    /// Positions as numbers.
    Ranks,
    /// Moves backwards.
    Predecessors,
    /// Independent parts.
    Parts,
    /// Heuristics.
    Heuristics,
}

impl Ability {
    /// The word in menus.
    pub const fn text(self) -> Text {
        match self {
            Self::Nimbers => Text {
                en: "nimbers",
                fr: "nimbers",
            },
            Self::Points => Text {
                en: "points",
                fr: "points",
            },
            Self::Symmetry => Text {
                en: "symmetry",
                fr: "symétries",
            },
            Self::Ranks => Text {
                en: "ranks",
                fr: "rangs",
            },
            Self::Predecessors => Text {
                en: "predecessors",
                fr: "prédécesseurs",
            },
            Self::Parts => Text {
                en: "parts",
                fr: "parties indépendantes",
            },
            Self::Heuristics => Text {
                en: "heuristics",
                fr: "heuristiques",
            },
        }
    }
}

/// What a walk through all reachable positions found.
#[derive(Debug, Clone, PartialEq)]
pub struct Count {
    /// Positions.
    pub positions: u64,
    /// Final positions among them.
    pub terminal: u64,
    /// Moves between them.
    pub moves: u64,
    /// Positions by the ply they are first reached at.
    pub by_ply: Vec<u64>,
    /// Moves a position that has any, on average.
    pub branching_mean: f64,
    /// The most moves of a position.
    pub branching_max: u64,
    /// The longest play in plies; `None` if play can go on for ever.
    pub longest: Option<u32>,
}

/// What a position or a move is worth to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worth {
    /// How it ends.
    pub outcome: Outcome,
    /// In how many plies; `None` for draws and in games with points.
    pub distance: Option<u32>,
    /// By how many points, those so far included, in games with points.
    pub margin: Option<i32>,
}

impl From<Value> for Worth {
    fn from(value: Value) -> Self {
        Self {
            outcome: value.outcome(),
            distance: value.distance(),
            margin: None,
        }
    }
}

impl Worth {
    /// The worth of finishing ahead by so many points.
    pub fn of_margin(margin: i32) -> Self {
        Self {
            outcome: Outcome::of_margin(margin),
            distance: None,
            margin: Some(margin),
        }
    }
}

/// An exact answer, or what was proved before a limit was met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What the position is worth to the side to move; `None` if it is not known.
    pub worth: Option<Worth>,
    /// The nimber, for impartial games under normal play.
    pub nimber: Option<u32>,
    /// The best moves: those that keep the value.
    pub best: Vec<String>,
    /// Best play from here to the end; for endless draws, until a position comes again.
    pub line: Vec<String>,
    /// Every legal move with what the side to move gets by playing it.
    pub moves: Vec<(String, Worth)>,
    /// How the answer was found.
    pub method: &'static str,
    /// How many positions were tabulated.
    pub positions: u64,
    /// Which limit was met, if the answer is not known.
    pub stopped: Option<Stopped>,
}

/// A game being played; positions and moves are text.
pub trait OpenGame: Send {
    /// What a menu shows.
    fn info(&self) -> &'static Info;
    /// Name and parameters, as one would type them.
    fn name(&self) -> String;
    /// The position in the game's text.
    fn position(&self) -> String;
    /// Who is to move.
    fn side(&self) -> Side;
    /// The points of First and of Second so far, in games where points are won along moves.
    fn points(&self) -> Option<[i32; 2]>;
    /// The end, for the side to move, if it has come. Points are settled.
    fn outcome(&self) -> Option<Outcome>;
    /// What each heuristic of the game says, for the side to move.
    fn scores(&self) -> Vec<(&'static str, Score)>;
    /// The legal moves.
    fn moves(&self) -> Vec<String>;
    /// The picture.
    fn view(&self) -> View;
    /// Plays a move.
    fn play(&mut self, mv: &str) -> Result<(), Problem>;
    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// Sets up a position; what was played before is forgotten.
    fn set(&mut self, position: &str) -> Result<(), Problem>;
    /// Splits the text of several moves, as typed after `--after`.
    fn split_moves(&self, text: &str) -> Vec<String>;
    /// Writes several moves as a text that splits into them again.
    fn join_moves(&self, moves: &[String]) -> String;
    /// Counts sequences of exactly that many moves.
    fn perft(&self, depth: u32) -> u64;
    /// Plays that many random games from here, or as many as the limits allow.
    fn playouts(&self, games: u64, seed: u64, limits: &Limits) -> Playouts;
    /// Walks through all positions reachable from here. The error says which limit was met after how many positions.
    fn count(&self, limits: &Limits) -> Result<Count, (Stopped, usize)>;
    /// The exact value of the position, of its moves unless `quick`, and best play.
    fn solve(&self, quick: bool, limits: &Limits) -> Answer;
    /// The arena of all positions reachable from here, called by their texts.
    fn arena(&self, limits: &Limits) -> Result<Arena, (Stopped, usize)>;
    /// Writes a certificate of the exact value of every position reachable from here. Games with points have none.
    fn write_certificate(&self, limits: &Limits, out: &mut dyn Write) -> Result<(), NotWritten>;
}

/// What can be asked of points, without the type of the trait.
struct PointsOf<G: Notation> {
    along_moves: bool,
    gain: fn(&G, &G::Position, G::Move) -> i32,
    settle: fn(&G, &G::Position) -> (i32, i32),
    won: fn(&G, &G::Position) -> Option<i32>,
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
    info: Info,
    facts: Facts,
    build: Build<G>,
    samples: &'static [Sample],
    wide: Option<&'static dyn Entry>,
    normal_play: Option<fn(&G) -> bool>,
    points: Option<PointsOf<G>>,
    heuristics: &'static [Heuristic<G>],
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

/// A position with what it does not hold itself.
#[derive(Debug, Clone)]
struct State<P> {
    position: P,
    side: Side,
    /// The points of First and of Second so far.
    points: [i32; 2],
}

struct Open<G: Notation> {
    spec: &'static Spec<G>,
    game: G,
    /// The positions since the game was set up; never empty.
    line: Vec<State<G::Position>>,
}

impl<G: Notation> Open<G> {
    fn now(&self) -> &State<G::Position> {
        &self.line[self.line.len() - 1]
    }

    fn legal(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves
    }

    /// By how much the side to move is ahead.
    fn lead(&self) -> i32 {
        let State { side, points, .. } = self.now();
        points[*side as usize] - points[side.other() as usize]
    }

    /// The end, if it has come, for the side to move, which is ahead by `lead` before points are settled.
    fn end(&self, position: &G::Position, lead: i32) -> Option<Outcome> {
        let outcome = self.game.outcome(position)?;
        Some(match &self.spec.points {
            None => outcome,
            Some(points) => {
                let (own, other) = (points.settle)(&self.game, position);
                Outcome::of_margin(lead + own - other)
            }
        })
    }

    /// The answer from the worth of the moves at every vertex; `moves_at` gives each with the vertex it leads to, and
    /// larger keys are better.
    fn answer<K: Ord + Copy>(
        &self,
        quick: bool,
        start: u32,
        vertices: usize,
        position: impl Fn(u32) -> G::Position,
        moves_at: impl Fn(u32) -> Vec<(u32, K)>,
        worth: impl Fn(K) -> Worth,
    ) -> Answer {
        let text = |v: u32, i: usize| {
            let position = position(v);
            self.game.format_move(&position, self.legal(&position)[i])
        };
        let best_of = |moves: &[(u32, K)]| -> Vec<usize> {
            let best = moves.iter().map(|mv| mv.1).max();
            (0..moves.len())
                .filter(|&i| Some(moves[i].1) == best)
                .collect()
        };
        let mut line = Vec::new();
        let mut seen = vec![false; vertices];
        let mut v = start;
        while !seen[v as usize] {
            seen[v as usize] = true;
            let moves = moves_at(v);
            let Some(&i) = best_of(&moves).first() else {
                break;
            };
            line.push(text(v, i));
            v = moves[i].0;
        }
        let moves = moves_at(start);
        Answer {
            worth: None,
            nimber: None,
            best: best_of(&moves)
                .into_iter()
                .map(|i| text(start, i))
                .collect(),
            line,
            moves: if quick { &[][..] } else { &moves[..] }
                .iter()
                .enumerate()
                .map(|(i, mv)| (text(start, i), worth(mv.1)))
                .collect(),
            method: METHOD,
            positions: 0,
            stopped: None,
        }
    }

    fn solve_outcome(&self, quick: bool, limits: &Limits) -> Result<Answer, (Stopped, usize)> {
        let State { position, side, .. } = self.now();
        let all = unfold(&self.game, position, limits)?;
        let arena = all.arena(&self.game);
        let solution = retrograde::solve(&arena, limits.threads());
        let normal = self
            .spec
            .normal_play
            .is_some_and(|normal| normal(&self.game));
        let nimber = normal
            .then(|| nimbers::nimbers(arena.graph()).ok())
            .flatten()
            .map(|nimbers| nimbers[0]);
        let start = all.vertex(0, *side);
        let answer = self.answer(
            quick,
            start,
            arena.len(),
            |v| all.position(v).clone(),
            |v| {
                let successors = arena.graph().successors(v).iter();
                successors
                    .map(|&w| (w, solution.value_of_move(&arena, v, w)))
                    .collect()
            },
            Worth::from,
        );
        Ok(Answer {
            worth: Some(solution.value(start).into()),
            nimber,
            positions: all.positions.len() as u64,
            ..answer
        })
    }

    fn solve_margin(
        &self,
        points: &PointsOf<G>,
        quick: bool,
        limits: &Limits,
    ) -> Result<Answer, (Stopped, usize)> {
        let mut gains = Vec::new();
        let all = unfold_with(&self.game, &self.now().position, limits, |position, mv| {
            gains.push((points.gain)(&self.game, position, mv));
        })?;
        let settled: Vec<i32> = all
            .positions
            .iter()
            .map(|position| {
                let over = self.game.outcome(position).is_some();
                let (own, other) = if over {
                    (points.settle)(&self.game, position)
                } else {
                    (0, 0)
                };
                own - other
            })
            .collect();
        let margins = margins::margins(&margins::Pointed {
            successors: &all.successors,
            gains: &gains,
            kept: &all.kept,
            settled: &settled,
        });
        let lead = self.lead();
        let answer = self.answer(
            quick,
            0,
            all.positions.len(),
            |v| all.positions[v as usize].clone(),
            |v| {
                let from = all.successors.offsets()[v as usize] as usize;
                (from..)
                    .zip(all.successors.row(v))
                    .map(|(e, &w)| {
                        let keeps = all.kept.get(e).copied().unwrap_or(false);
                        let after = margins[w as usize];
                        (w, margins::Pointed::margin_of_move(gains[e], keeps, after))
                    })
                    .collect()
            },
            |margin| Worth::of_margin(lead + margin),
        );
        Ok(Answer {
            worth: Some(Worth::of_margin(lead + margins[0])),
            positions: all.positions.len() as u64,
            ..answer
        })
    }
}

/// The method that walks through all positions and solves their graph.
const METHOD: &str = "graph";

impl<G: Notation> OpenGame for Open<G> {
    fn info(&self) -> &'static Info {
        &self.spec.info
    }

    fn name(&self) -> String {
        let parameters = self.game.parameters();
        if parameters.is_empty() {
            self.spec.info.name.to_owned()
        } else {
            format!("{}:{parameters}", self.spec.info.name)
        }
    }

    fn position(&self) -> String {
        let State { position, side, .. } = self.now();
        let text = self.game.format_position(position, *side);
        match self.points() {
            None => text,
            Some([first, second]) => format!("{text} {first}-{second}"),
        }
    }

    fn side(&self) -> Side {
        self.now().side
    }

    fn points(&self) -> Option<[i32; 2]> {
        let along = self.spec.points.as_ref()?.along_moves;
        along.then_some(self.now().points)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end(&self.now().position, self.lead())
    }

    fn scores(&self) -> Vec<(&'static str, Score)> {
        let end = self.outcome().map(|outcome| match outcome {
            Outcome::Loss => -WON,
            Outcome::Draw => 0,
            Outcome::Win => WON,
        });
        self.spec
            .heuristics
            .iter()
            .map(|heuristic| {
                let score = end.unwrap_or_else(|| heuristic.of(&self.game, &self.now().position));
                (heuristic.name, score)
            })
            .collect()
    }

    fn moves(&self) -> Vec<String> {
        let position = &self.now().position;
        self.legal(position)
            .into_iter()
            .map(|mv| self.game.format_move(position, mv))
            .collect()
    }

    fn view(&self) -> View {
        let State { position, side, .. } = self.now();
        self.game.view(position, *side)
    }

    fn play(&mut self, text: &str) -> Result<(), Problem> {
        let State {
            position,
            side,
            points,
        } = self.now();
        let Some(mv) = self.game.parse_move(position, text) else {
            let over = self.game.outcome(position).is_some();
            let why = if over {
                crate::message!("the game is over", "la partie est finie")
            } else {
                self.game.why_illegal(position, text).unwrap_or_else(|| {
                    /// More moves than this are not listed.
                    const LISTED: usize = 40;
                    let moves = self.moves();
                    let legal = self.join_moves(&moves[..moves.len().min(LISTED)]);
                    let more = if moves.len() > LISTED { " …" } else { "" };
                    crate::message!(
                        "the legal moves are {legal}{more}",
                        "les coups légaux sont {legal}{more}"
                    )
                })
            };
            return Err(Problem::IllegalMove {
                mv: text.to_owned(),
                position: self.position(),
                why,
            });
        };
        let mut points = *points;
        if let Some(of) = &self.spec.points {
            points[*side as usize] += (of.gain)(&self.game, position, mv);
        }
        let side = if self.game.keeps_turn(position, mv) {
            *side
        } else {
            side.other()
        };
        let position = self.game.child(position, mv);
        self.line.push(State {
            position,
            side,
            points,
        });
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.line.len() == 1 {
            return false;
        }
        self.line.pop();
        true
    }

    fn set(&mut self, text: &str) -> Result<(), Problem> {
        let refused = |why| Problem::Position {
            got: text.to_owned(),
            why,
        };
        let mut rest = text.trim();
        let mut points = [0, 0];
        if self.points().is_some() {
            let score = rest
                .rsplit_once(char::is_whitespace)
                .and_then(|(rest, score)| {
                    let (first, second) = score.split_once('-')?;
                    Some((rest, [parse_number(first)?, parse_number(second)?]))
                });
            match score {
                Some((before, read)) => (rest, points) = (before, read),
                None => {
                    return Err(refused(crate::message!(
                        "a position of this game ends with the points of First and Second so far, as in `{text} 0-0`",
                        "une position de ce jeu se termine par les points de First et de Second, comme `{text} 0-0`"
                    )));
                }
            }
        }
        let (position, side) = self.game.parse_position(rest).map_err(refused)?;
        let won = self
            .spec
            .points
            .as_ref()
            .and_then(|of| (of.won)(&self.game, &position));
        let written = points.map(i64::from).iter().sum::<i64>();
        if let Some(won) = won
            && written != i64::from(won)
        {
            return Err(refused(crate::message!(
                "the points add up to {written}, but {won} have been won on this board",
                "les points font {written} en tout, mais {won} ont été gagnés sur ce plateau"
            )));
        }
        self.line = vec![State {
            position,
            side,
            points,
        }];
        Ok(())
    }

    fn split_moves(&self, text: &str) -> Vec<String> {
        self.game.split_moves(text)
    }

    fn join_moves(&self, moves: &[String]) -> String {
        self.game.join_moves(moves)
    }

    fn perft(&self, depth: u32) -> u64 {
        game::perft(&self.game, &self.now().position, depth)
    }

    fn playouts(&self, games: u64, seed: u64, limits: &Limits) -> Playouts {
        /// Longer games are broken off.
        const MOST_PLIES: u32 = 100_000;
        let mut random = SplitMix(seed);
        let mut moves = Vec::new();
        let mut played = Playouts::default();
        let points = self
            .spec
            .points
            .as_ref()
            .filter(|points| points.along_moves);
        while played.games < games {
            if played.games.is_multiple_of(64) && limits.check(0).is_err() {
                break;
            }
            let start = self.now();
            let mut position = start.position.clone();
            let mut side = start.side;
            let mut lead = self.lead();
            let plies = playout(
                &self.game,
                &mut position,
                MOST_PLIES,
                &mut random,
                &mut moves,
                |position, mv| {
                    if let Some(points) = points {
                        lead += (points.gain)(&self.game, position, mv);
                    }
                    if !self.game.keeps_turn(position, mv) {
                        side = side.other();
                        lead = -lead;
                    }
                },
            );
            match (plies, self.end(&position, lead)) {
                (Some(plies), Some(outcome)) => played.add(plies, outcome.winner(side)),
                _ => played.add_unfinished(MOST_PLIES),
            }
        }
        played
    }

    fn count(&self, limits: &Limits) -> Result<Count, (Stopped, usize)> {
        let all = unfold(&self.game, &self.now().position, limits)?;
        let rows = &all.successors;
        let degrees = (0..rows.len() as u32).map(|v| u64::from(rows.degree(v)));
        let terminal = degrees.clone().filter(|&degree| degree == 0).count() as u64;
        let positions = all.positions.len() as u64;
        let moves = rows.edges() as u64;
        Ok(Count {
            positions,
            terminal,
            moves,
            by_ply: all.plies.windows(2).map(|w| (w[1] - w[0]) as u64).collect(),
            branching_mean: if positions == terminal {
                0.0
            } else {
                moves as f64 / (positions - terminal) as f64
            },
            branching_max: degrees.max().unwrap_or(0),
            longest: longest_path(&Digraph::new(all.successors))
                .ok()
                .map(|path| path.len().saturating_sub(1) as u32),
        })
    }

    fn solve(&self, quick: bool, limits: &Limits) -> Answer {
        let answer = match &self.spec.points {
            None => self.solve_outcome(quick, limits),
            Some(points) => self.solve_margin(points, quick, limits),
        };
        answer.unwrap_or_else(|(stopped, positions)| Answer {
            worth: None,
            nimber: None,
            best: Vec::new(),
            line: Vec::new(),
            moves: Vec::new(),
            method: METHOD,
            positions: positions as u64,
            stopped: Some(stopped),
        })
    }

    fn arena(&self, limits: &Limits) -> Result<Arena, (Stopped, usize)> {
        let State { position, side, .. } = self.now();
        let all = unfold(&self.game, position, limits)?;
        let arena = all.arena(&self.game);
        let names = (0..arena.len() as u32).map(|v| {
            let position = all.position(v);
            match arena.owner(v) {
                Some(owner) => self.game.format_position(position, owner),
                None => self.game.format_board(position, Side::First),
            }
        });
        let names = Names::words(names);
        Ok(arena.named(names, all.vertex(0, *side)))
    }

    fn write_certificate(&self, limits: &Limits, out: &mut dyn Write) -> Result<(), NotWritten> {
        if self.spec.points.is_some() {
            return Err(NotWritten::Points);
        }
        let State { position, side, .. } = self.now();
        let all = unfold(&self.game, position, limits)?;
        let arena = all.arena(&self.game);
        let solution = retrograde::solve(&arena, limits.threads());
        let (name, rules) = (self.name(), self.spec.info.version);
        let mut sheet = GameSheet::begin(&name, rules, &self.position(), out)?;
        let mut places = Places::starting(&arena, all.vertex(0, *side), *side);
        let mut at = 0;
        while let Some((v, side)) = places.get(at) {
            at += 1;
            let text = self.game.format_position(all.position(v), side);
            sheet.value(&text, solution.value(v))?;
            for &w in arena.graph().successors(v) {
                places.after(side, w);
            }
        }
        Ok(sheet.end()?)
    }
}

//! Agents, and their choice among evaluated moves.

use noyau_core::game::{Outcome, Side};
use noyau_core::language::{Message, Text};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::random::SplitMix;
use noyau_dynamic::{OpenGame, TreeAnswer, Worth};
use noyau_search::mcts::Proof;
use noyau_search::textbook::choose;

noyau_core::messages! {
    /// Why an agent does not move. In a contest this loses the game.
    pub enum Refusal {
        Over => "the game is over", "la partie est finie";
        Time => "time ran out", "le temps est écoulé";
        Nodes => "the nodes that were allowed are spent", "les nœuds permis sont épuisés";
        Memory => "memory ran out", "la mémoire est épuisée";
        Interrupted => "it was interrupted", "interruption demandée";
        NotAMove { mv: String, why: Message } =>
            "it answered {mv:?}, which is no legal move: {why}",
            "il a répondu {mv:?}, qui n'est pas un coup légal : {why}";
        OtherGame { learned: String, game: String } =>
            "it has learned {learned} and not {game}",
            "il a appris {learned} et non {game}";
        Program { command: String, why: Message } =>
            "the program {command:?} failed: {why}",
            "le programme {command:?} a échoué : {why}";
    }
}

impl From<Stopped> for Refusal {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Memory => Self::Memory,
            Stopped::Time => Self::Time,
            Stopped::Nodes => Self::Nodes,
            Stopped::Asked => Self::Interrupted,
        }
    }
}

/// A player that chooses moves.
pub trait Agent: Send {
    /// The move to play in a position that is not terminal. The game is left unchanged.
    fn choose(&mut self, game: &mut dyn OpenGame, limits: &Limits) -> Result<Choice, Refusal>;
}

/// An agent that refuses positions whose moves do not fit in memory.
pub(super) struct Fitting(pub(super) Box<dyn Agent>);

impl Agent for Fitting {
    fn choose(&mut self, game: &mut dyn OpenGame, limits: &Limits) -> Result<Choice, Refusal> {
        // Time is the agent's own matter: some need none.
        if game.check_moves(limits) == Err(Stopped::Memory) {
            return Err(Refusal::Memory);
        }
        self.0.choose(game, limits)
    }
}

/// The unit of scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A heuristic score; a win is a million.
    Score,
    /// The proportion of games won, draws counting a half, from 0 to 1.
    Share,
    /// 1000 / (10 + plies) for a win, 100 at most; negative for losses.
    Sight,
    /// Points.
    Points,
}

impl Unit {
    /// The name in answers for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Share => "share",
            Self::Sight => "sight",
            Self::Points => "points",
        }
    }

    /// The description.
    pub const fn text(self) -> Text {
        match self {
            Self::Score => Text::new("score of the heuristic", "valeur de l'heuristique"),
            Self::Share => Text::new("share of games won", "part de parties gagnées"),
            Self::Sight => Text::new(
                "win or loss, less when far away",
                "gain ou perte, moindre s'il est loin",
            ),
            Self::Points => Text::new("points", "points"),
        }
    }
}

/// An agent's evaluation of a move.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Considered {
    /// The move.
    pub mv: String,
    /// The score for the side that moves.
    pub score: f64,
    /// The number of games or simulations behind it.
    pub samples: Option<u64>,
    /// The confidence interval of the score, if it is an estimate.
    pub interval: Option<[f64; 2]>,
    /// The course's ε = Φσ/√n, if it is an estimate.
    pub error: Option<f64>,
    /// The exact worth, if known.
    pub worth: Option<Worth>,
    /// The result proved by Monte-Carlo tree search, if any.
    pub proof: Option<Proof>,
}

impl Considered {
    /// A move with only a score.
    pub fn new(mv: String, score: f64) -> Self {
        Self {
            mv,
            score,
            ..Self::default()
        }
    }
}

/// An agent's choice, with its reasons.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: String,
    /// Its score, if the agent evaluates moves.
    pub score: Option<f64>,
    /// The unit of scores.
    pub unit: Option<Unit>,
    /// The principal variation, starting with the move.
    pub line: Vec<String>,
    /// The evaluated moves.
    pub considered: Vec<Considered>,
    /// The number of nodes, games or simulations.
    pub work: u64,
}

impl Choice {
    /// A move without evaluation.
    pub(super) fn plain(mv: String) -> Self {
        Self {
            line: vec![mv.clone()],
            mv,
            ..Self::default()
        }
    }
}

/// How an agent chooses among evaluated moves.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Taste {
    /// Moves within this margin of the best count as equal: this models human errors, which confuse nearly equal
    /// moves and seldom distant ones.
    pub(super) margin: f64,
    /// Whether to take the first of equal moves instead of a random one.
    pub(super) first: bool,
    /// The source of all random numbers of the agent.
    pub(super) random: SplitMix,
}

impl Taste {
    /// Chooses uniformly among the best moves and those within the margin (course, second text, *approche
    /// randomisée*).
    pub(super) fn choose(
        &mut self,
        considered: &[Considered],
        unit: Unit,
        work: u64,
    ) -> Result<Choice, Refusal> {
        let best = considered
            .iter()
            .map(|mv| mv.score)
            .fold(f64::MIN, f64::max);
        let good: Vec<&Considered> = considered
            .iter()
            .filter(|mv| mv.score >= best - self.margin)
            .collect();
        let chosen = if self.first {
            good.first()
        } else {
            choose(&good, &mut self.random)
        };
        let chosen = chosen.ok_or(Refusal::Over)?;
        Ok(Choice {
            mv: chosen.mv.clone(),
            score: Some(chosen.score),
            unit: Some(unit),
            line: vec![chosen.mv.clone()],
            considered: considered.to_vec(),
            work,
        })
    }

    /// Chooses from the tree search values of all moves.
    pub(super) fn choose_searched(
        &mut self,
        answer: TreeAnswer,
        side: Side,
    ) -> Result<Choice, Refusal> {
        let sign = f64::from(side.for_first(1));
        let moves = answer.moves.into_iter();
        let considered = moves.map(|(mv, value)| Considered::new(mv, sign * value.number()));
        let considered: Vec<_> = considered.collect();
        self.choose(&considered, Unit::Score, answer.nodes)
    }
}

/// The named heuristic, or the game's first if the name is empty.
pub(super) fn opinion_or_first<'a>(game: &dyn OpenGame, name: &'a str) -> &'a str {
    let first = game.opinions().first().map(|first| first.name);
    first.filter(|_| name.is_empty()).unwrap_or(name)
}

/// A score for an exact worth: points as such; an immediate win is 100, one `d` plies away 1000 / (10 + d), so that
/// distant wins resemble draws before near ones do.
pub(super) fn seen(worth: Worth, units: i32) -> (f64, Unit) {
    if let Some(margin) = worth.margin {
        return (f64::from(margin) / f64::from(units), Unit::Points);
    }
    let near = 1000.0 / (10.0 + f64::from(worth.distance.unwrap_or(0)));
    let score = match worth.outcome {
        Outcome::Win => near,
        Outcome::Draw => 0.0,
        Outcome::Loss => -near,
    };
    (score, Unit::Sight)
}

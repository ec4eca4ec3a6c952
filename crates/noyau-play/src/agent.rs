//! What an agent is, and how it chooses among moves that it has judged.

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

/// Something that chooses a move.
pub trait Agent: Send {
    /// The move to play, in a position that is not over. The game is left as it was.
    fn choose(&mut self, game: &mut dyn OpenGame, limits: &Limits) -> Result<Choice, Refusal>;
}

/// What scores are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// The score of a heuristic; a win is a million.
    Score,
    /// The share of games won, draws counting a half, from 0 to 1.
    Share,
    /// A hundred for a win at once, less for a later one; negative for losses: 1000 / (10 + plies).
    Sight,
    /// Points.
    Points,
}

impl Unit {
    /// The word in answers for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Share => "share",
            Self::Sight => "sight",
            Self::Points => "points",
        }
    }

    /// What it counts.
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

/// What an agent thinks of a move.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Considered {
    /// The move.
    pub mv: String,
    /// What it is worth to the side that moves.
    pub score: f64,
    /// How many games or simulations this rests on.
    pub samples: Option<u64>,
    /// The interval of the score, where it is an estimate.
    pub interval: Option<[f64; 2]>,
    /// The course's ε = Φσ/√n, where it is an estimate.
    pub error: Option<f64>,
    /// The exact worth, where it is known.
    pub worth: Option<Worth>,
    /// What a search by sampling has proved.
    pub proof: Option<Proof>,
}

impl Considered {
    /// A move with its score alone.
    pub fn new(mv: String, score: f64) -> Self {
        Self {
            mv,
            score,
            ..Self::default()
        }
    }
}

/// What an agent has chosen, and why.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: String,
    /// Its score, where the agent has an opinion.
    pub score: Option<f64>,
    /// What scores are counted in.
    pub unit: Option<Unit>,
    /// The play that the agent expects, from the move on.
    pub line: Vec<String>,
    /// The moves it has judged.
    pub considered: Vec<Considered>,
    /// How many nodes, games or simulations it looked at.
    pub work: u64,
}

impl Choice {
    /// A move without an opinion.
    pub(super) fn plain(mv: String) -> Self {
        Self {
            line: vec![mv.clone()],
            mv,
            ..Self::default()
        }
    }
}

/// How an agent chooses among the moves that it has judged.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Taste {
    /// Moves worse than the best by no more than this look as good to it: how a person errs, who confuses what is
    /// nearly equal and seldom what is far apart.
    pub(super) margin: f64,
    /// Whether the first of equals is taken, rather than any by lot.
    pub(super) first: bool,
    /// Where lots, and all random numbers of the agent, come from.
    pub(super) random: SplitMix,
}

impl Taste {
    /// Chooses one of the moves: among the best, or those that look as good, each is as likely (course, second text,
    /// *approche randomisée*).
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

    /// Chooses by what the search of a tree says of every move.
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

/// The opinion of that name, or the game's first where there is no name.
pub(super) fn opinion_or_first<'a>(game: &dyn OpenGame, name: &'a str) -> &'a str {
    let first = game.opinions().first().map(|first| first.name);
    first.filter(|_| name.is_empty()).unwrap_or(name)
}

/// An exact worth as a person sees it: points are points; a win at once is 100, one `d` plies away 1000 / (10 + d), so
/// that far wins look like draws before near ones do.
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

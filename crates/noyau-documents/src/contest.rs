//! Results of duels and tournaments.

use crate::with_probes;
use noyau_dynamic::OpenGame;
use noyau_play::contest::{Plan, Standings};
use noyau_play::statistics::{Score, Sprt, Verdict, ratings};
use serde::Serialize;
use serde_json::{Value, json};

/// The confidence of all intervals.
pub const CONFIDENCE: f64 = 0.95;

/// A number for programs: JSON has no infinity.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// The state of a sequential test on those pairs of games.
fn tested(test: &Sprt, pairs: &[u64; 5]) -> Value {
    json!({
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "ratio": test.likelihood_ratio(pairs),
        "bounds": test.bounds(),
        "accepted": match test.verdict(pairs) {
            Verdict::Null => Some("elo0"),
            Verdict::Alternative => Some("elo1"),
            Verdict::Open => None,
        },
    })
}

/// A duel so far, from the point of view of its first agent.
pub fn duel(game: &dyn OpenGame, plan: &Plan, standings: &Standings, test: Option<&Sprt>) -> Value {
    let score = standings.table[0][1];
    let agents = [0, 1].map(|i| plan.agents[i].to_string());
    let duel = json!({
        "game": game.name(),
        "agents": agents,
        "seed": plan.seed,
        "games": score.games(),
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": score.mean(),
        "elo": finite(score.elo()),
        "interval": score.elo_interval(CONFIDENCE).map(finite),
        "los": score.superiority(),
        "pairs": score.pairs,
        "forfeits": standings.forfeits,
        "unfinished": standings.unfinished,
        "sprt": test.map(|test| tested(test, &score.pairs)),
    });
    with_probes(duel, game)
}

/// An agent in a tournament.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rated {
    /// Its text.
    pub agent: String,
    /// Its rating; the mean of all is 0.
    pub elo: f64,
    /// The confidence interval of the rating.
    pub interval: [f64; 2],
    /// Its points.
    pub points: f64,
    /// Its games.
    pub games: u64,
    /// How many of them it forfeited.
    pub forfeits: u64,
}

/// A tournament.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tournament {
    game: String,
    seed: u64,
    games: u64,
    unfinished: u64,
    /// The agents, in the order of the plan.
    pub ratings: Vec<Rated>,
    table: Vec<Vec<Option<[u64; 3]>>>,
}

impl Tournament {
    /// The document of a tournament so far.
    pub fn new(game: &dyn OpenGame, plan: &Plan, standings: &Standings) -> Self {
        let points = standings.points();
        let rated = ratings(&points, CONFIDENCE).into_iter().enumerate();
        let ratings: Vec<Rated> = rated
            .map(|(i, [elo, half])| Rated {
                agent: plan.agents[i].to_string(),
                elo,
                interval: [elo - half, elo + half],
                points: points[i].iter().sum(),
                games: standings.table[i].iter().map(Score::games).sum(),
                forfeits: standings.forfeits[i],
            })
            .collect();
        let table = standings.table.iter().enumerate().map(|(i, row)| {
            let cells = row.iter().enumerate();
            cells
                .map(|(j, score)| (i != j).then_some([score.wins, score.draws, score.losses]))
                .collect()
        });
        Self {
            game: game.name(),
            seed: plan.seed,
            games: ratings.iter().map(|rated| rated.games).sum::<u64>() / 2,
            unfinished: standings.unfinished,
            table: table.collect(),
            ratings,
        }
    }
}

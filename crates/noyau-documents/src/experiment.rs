//! A factorial experiment: its document, and its tables as CSV.

use crate::csv;
use noyau_play::experiment::{Analysis, Combination, Experiment};
use noyau_play::statistics::Score;
use serde_json::{Value, json};

/// The level of each factor in a combination.
pub fn levels(experiment: &Experiment, combination: &Combination) -> Vec<String> {
    (0..experiment.factors.len())
        .map(|factor| experiment.level(combination, factor).to_owned())
        .collect()
}

/// An experiment with its scores, its analysis and the folder of its files.
pub fn experiment(of: &Experiment, scores: &[Score], analysis: &Analysis, folder: &str) -> Value {
    let combinations = of
        .combinations
        .iter()
        .zip(scores)
        .map(|(combination, score)| {
            let agents = combination.plan.agents.iter().map(ToString::to_string);
            json!({
                "levels": levels(of, combination),
                "game": combination.game,
                "agents": agents.collect::<Vec<_>>(),
                "wins": score.wins,
                "draws": score.draws,
                "losses": score.losses,
                "score": score.mean(),
            })
        });
    let effects = analysis.effects.iter().map(|effect| {
        let factor = &of.factors[effect.factor];
        json!({
            "factor": factor.name,
            "level": factor.levels[effect.level],
            "score": effect.mean,
            "effect": effect.effect,
            "interval": effect.interval,
        })
    });
    json!({
        "factors": of.factors.iter().map(|factor| &factor.name).collect::<Vec<_>>(),
        "combinations": combinations.collect::<Vec<_>>(),
        "score": analysis.mean,
        "effects": effects.collect::<Vec<_>>(),
        "shares": analysis.shares,
        "folder": folder,
    })
}

/// A row for each combination.
pub fn combinations_csv(experiment: &Experiment, scores: &[Score]) -> String {
    const HEADS: [&str; 9] = [
        "plays", "agent", "against", "games", "wins", "draws", "losses", "score", "elo",
    ];
    let mut heads: Vec<String> = experiment.factors.iter().map(|f| f.name.clone()).collect();
    heads.extend(HEADS.map(str::to_owned));
    let mut table = csv::line(&heads);
    for (combination, score) in experiment.combinations.iter().zip(scores) {
        let mut row = levels(experiment, combination);
        row.push(combination.game.clone());
        row.extend(combination.plan.agents.iter().map(ToString::to_string));
        let counts = [score.games(), score.wins, score.draws, score.losses];
        row.extend(counts.map(|count| count.to_string()));
        row.push(format!("{:.4}", score.mean()));
        let elo = Some(score.elo()).filter(|elo| elo.is_finite());
        row.push(elo.map_or(String::new(), |elo| format!("{elo:.1}")));
        table.push_str(&csv::line(&row));
    }
    table
}

/// A row for each level of each factor.
pub fn effects_csv(experiment: &Experiment, analysis: &Analysis) -> String {
    let heads = ["factor", "level", "score", "effect", "low", "high"];
    let mut table = csv::line(&heads.map(str::to_owned));
    for effect in &analysis.effects {
        let factor = &experiment.factors[effect.factor];
        let [low, high] = effect.interval;
        let mut row = vec![factor.name.clone(), factor.levels[effect.level].clone()];
        let numbers = [effect.mean, effect.effect, low, high];
        row.extend(numbers.map(|number| format!("{number:.4}")));
        table.push_str(&csv::line(&row));
    }
    table
}

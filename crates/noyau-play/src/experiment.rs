//! Factorial experiments: an agent made of factors, such as its depth and its heuristic, plays an opponent with
//! every combination of their levels, and the effect of each factor is reported with its confidence interval
//! (Fisher 1935, *The Design of Experiments*).
//!
//! The result of a combination is the mean score of the agent per game. The effect of a level is the mean result of
//! all combinations with it, minus the mean of all combinations: the design is balanced, so other factors cancel
//! out. Pairs of games are the sampling units. Combinations with the same seed share their openings, which makes
//! differences vary less than assumed here: the intervals are conservative.
//!
//! Linear in the number of combinations, which is the product of the numbers of levels.

use super::contest::Plan;
use super::recipe::{AgentProblem, Recipe};
use crate::statistics::{Score, deviations};
use noyau_core::language::Message;
use serde::Deserialize;
use serde_json::{Map, Value};

noyau_core::messages! {
    /// Errors in the plan of an experiment.
    pub enum ExperimentProblem {
        Json { line: usize, column: usize, why: String } =>
            "{line}:{column}: {why}",
            "{line}:{column}: {why}";
        NoLevels { factor: String } =>
            "1:1: the factor {factor:?} needs levels: a list of different numbers or texts",
            "1:1: le facteur {factor:?} a besoin de niveaux : une liste de nombres ou de textes différents";
        NotANumber { factor: String, level: String } =>
            "1:1: {level:?} is no level of {factor:?}, which counts: whole numbers from 0 are wanted",
            "1:1: {level:?} n'est pas un niveau de {factor:?}, qui compte : il faut des nombres entiers, à partir de 0";
        Unused { factor: String } =>
            "1:1: the factor {factor:?} stands in no agent: write it there in braces, or name it game, opening or seed",
            "1:1: le facteur {factor:?} n'est dans aucun agent : écrivez-l'y entre accolades, ou nommez-le game, opening ou seed";
        Unknown { name: String } =>
            "1:1: an agent speaks of the factor {name:?}, which is none of the factors",
            "1:1: un agent parle du facteur {name:?}, qui n'est pas parmi les facteurs";
        NoGame =>
            "1:1: which game? \"game\" is wanted, with a name, or as a factor",
            "1:1: quel jeu ? il faut \"game\", avec un nom, ou comme facteur";
        TooMany { most: usize } =>
            "1:1: there are more than {most} combinations of levels",
            "1:1: il y a plus de {most} combinaisons de niveaux";
        Agent { why: Message } =>
            "1:1: {why}",
            "1:1: {why}";
    }
}

impl From<AgentProblem> for ExperimentProblem {
    fn from(problem: AgentProblem) -> Self {
        Self::Agent {
            why: Message::of(&problem),
        }
    }
}

/// The plan as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    #[serde(default)]
    game: Option<String>,
    agent: String,
    against: String,
    factors: Map<String, Value>,
    #[serde(default = "Sheet::games")]
    games: u64,
    #[serde(default = "Sheet::opening")]
    opening: u32,
    #[serde(default = "Sheet::plies")]
    plies: u32,
    #[serde(default)]
    seed: u64,
}

impl Sheet {
    fn games() -> u64 {
        20
    }

    fn opening() -> u32 {
        2
    }

    fn plies() -> u32 {
        1000
    }
}

/// A factor and its levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    /// Its name.
    pub name: String,
    /// Its levels, in the order of the plan.
    pub levels: Vec<String>,
}

/// A combination of levels.
#[derive(Debug, Clone, PartialEq)]
pub struct Combination {
    /// The index of the level of each factor.
    pub levels: Vec<usize>,
    /// The game with its parameters.
    pub game: String,
    /// The agent, its opponent, and everything else that determines their games.
    pub plan: Plan,
}

/// An experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    /// The factors.
    pub factors: Vec<Factor>,
    /// Every combination of their levels; the last factor varies fastest.
    pub combinations: Vec<Combination>,
}

const MOST_COMBINATIONS: usize = 100_000;

fn levels(name: &str, value: &Value) -> Result<Vec<String>, ExperimentProblem> {
    let factor = || name.to_owned();
    let text = |level: &Value| match level {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let levels: Option<Vec<String>> = value
        .as_array()
        .and_then(|levels| levels.iter().map(text).collect());
    let different = |levels: &Vec<String>| {
        let mut seen = std::collections::HashSet::new();
        !levels.is_empty() && levels.iter().all(|level| seen.insert(level))
    };
    let levels = levels.filter(different);
    let levels = levels.ok_or_else(|| ExperimentProblem::NoLevels { factor: factor() })?;
    if matches!(name, "opening" | "seed") {
        let wrong = levels.iter().find(|level| {
            let fits = level.parse::<u64>().ok();
            fits.is_none_or(|number| name == "opening" && number > u64::from(u32::MAX))
        });
        if let Some(level) = wrong {
            let (factor, level) = (factor(), level.clone());
            return Err(ExperimentProblem::NotANumber { factor, level });
        }
    }
    Ok(levels)
}

/// Replaces the names of factors in a template by the levels of a combination.
fn filled(template: &str, factors: &[Factor], chosen: &[usize]) -> String {
    let named = factors.iter().zip(chosen);
    named.fold(template.to_owned(), |text, (factor, &level)| {
        text.replace(&format!("{{{}}}", factor.name), &factor.levels[level])
    })
}

/// A name in braces that is not a factor.
fn unknown_name(template: &str, factors: &[Factor]) -> Option<String> {
    let parts = template.split('{').skip(1);
    let names = parts.filter_map(|part| part.split_once('}').map(|(name, _)| name));
    names
        .filter(|name| factors.iter().all(|factor| factor.name != *name))
        .map(str::to_owned)
        .next()
}

impl Experiment {
    /// Parses a plan.
    pub fn parse(text: &[u8]) -> Result<Self, ExperimentProblem> {
        let sheet: Sheet =
            serde_json::from_slice(text).map_err(|error| ExperimentProblem::Json {
                line: error.line().max(1),
                column: error.column().max(1),
                why: error.to_string(),
            })?;
        let mut factors = Vec::new();
        for (name, value) in &sheet.factors {
            factors.push(Factor {
                levels: levels(name, value)?,
                name: name.clone(),
            });
        }
        for factor in &factors {
            let place = format!("{{{}}}", factor.name);
            let used = sheet.agent.contains(&place) || sheet.against.contains(&place);
            if !used && !matches!(factor.name.as_str(), "game" | "opening" | "seed") {
                let factor = factor.name.clone();
                return Err(ExperimentProblem::Unused { factor });
            }
        }
        for template in [&sheet.agent, &sheet.against] {
            if let Some(name) = unknown_name(template, &factors) {
                return Err(ExperimentProblem::Unknown { name });
            }
        }
        let count = factors.iter().try_fold(1usize, |count, factor| {
            let count = count.checked_mul(factor.levels.len())?;
            (count <= MOST_COMBINATIONS).then_some(count)
        });
        let count = count.ok_or(ExperimentProblem::TooMany {
            most: MOST_COMBINATIONS,
        })?;
        let combinations = (0..count).map(|number| combination(&sheet, &factors, number));
        let combinations = combinations.collect::<Result<_, _>>()?;
        Ok(Self {
            factors,
            combinations,
        })
    }

    /// The text of the level of a factor in a combination.
    pub fn level(&self, combination: &Combination, factor: usize) -> &str {
        &self.factors[factor].levels[combination.levels[factor]]
    }

    /// Analyses the scores of all combinations. `None` if one has no pair of games.
    pub fn analyse(&self, scores: &[Score], confidence: f64) -> Option<Analysis> {
        let cells: Option<Vec<Cell>> = scores.iter().map(Cell::of).collect();
        let cells = cells.filter(|cells| cells.len() == self.combinations.len())?;
        let all = cells.len() as f64;
        let mean = cells.iter().map(|cell| cell.mean).sum::<f64>() / all;
        let between: f64 = cells.iter().map(|cell| (cell.mean - mean).powi(2)).sum();
        let width = deviations(confidence);
        let mut effects = Vec::new();
        let mut shares = Vec::new();
        for (f, factor) in self.factors.iter().enumerate() {
            let mut explained = 0.0;
            for level in 0..factor.levels.len() {
                let has = |i: usize| self.combinations[i].levels[f] == level;
                let with = (0..cells.len()).filter(|&i| has(i)).count() as f64;
                // The effect is the sum of the results with these weights, which add up to 0.
                let weight = |i: usize| if has(i) { 1.0 / with } else { 0.0 } - 1.0 / all;
                let sum = |of: fn(&Cell) -> f64, power: i32| -> f64 {
                    let terms = cells.iter().enumerate();
                    terms
                        .map(|(i, cell)| weight(i).powi(power) * of(cell))
                        .sum()
                };
                let effect = sum(|cell| cell.mean, 1);
                let half = width * sum(|cell| cell.variance, 2).sqrt();
                explained += with * effect * effect;
                effects.push(Effect {
                    factor: f,
                    level,
                    mean: mean + effect,
                    effect,
                    interval: [effect - half, effect + half],
                });
            }
            shares.push(if between > 0.0 {
                explained / between
            } else {
                0.0
            });
        }
        Some(Analysis {
            mean,
            effects,
            shares,
        })
    }
}

fn combination(
    sheet: &Sheet,
    factors: &[Factor],
    mut number: usize,
) -> Result<Combination, ExperimentProblem> {
    let mut chosen = vec![0; factors.len()];
    for (level, factor) in chosen.iter_mut().zip(factors).rev() {
        *level = number % factor.levels.len();
        number /= factor.levels.len();
    }
    let given = |name: &str| {
        let mut named = factors.iter().zip(&chosen);
        let found = named.find(|(factor, _)| factor.name == name);
        found.map(|(factor, &level)| factor.levels[level].clone())
    };
    let count = |name: &str| given(name).and_then(|text| text.parse::<u64>().ok());
    let agent = |template: &str| filled(template, factors, &chosen).parse::<Recipe>();
    let plan = Plan {
        agents: vec![agent(&sheet.agent)?, agent(&sheet.against)?],
        pairs: sheet.games.div_ceil(2).max(1),
        opening: count("opening").map_or(sheet.opening, |opening| opening as u32),
        plies: sheet.plies,
        time: None,
        seed: count("seed").unwrap_or(sheet.seed),
    };
    let game = given("game").or_else(|| sheet.game.clone());
    Ok(Combination {
        levels: chosen,
        game: game.ok_or(ExperimentProblem::NoGame)?,
        plan,
    })
}

/// The result of a combination.
struct Cell {
    /// The mean score per game.
    mean: f64,
    /// The variance of the mean, estimated with one more pair won and one more lost: otherwise a combination that
    /// won all its games would seem to be known exactly (after Agresti and Caffo 2000).
    variance: f64,
}

impl Cell {
    fn of(score: &Score) -> Option<Self> {
        let pairs: u64 = score.pairs.iter().sum();
        if pairs == 0 {
            return None;
        }
        let mut counts = score.pairs.map(|count| count as f64);
        let mean_of = |counts: &[f64; 5]| {
            let sum: f64 = (0..5).map(|i| counts[i] * i as f64 / 4.0).sum();
            sum / counts.iter().sum::<f64>()
        };
        let mean = mean_of(&counts);
        counts[0] += 1.0;
        counts[4] += 1.0;
        let (tempered, n) = (mean_of(&counts), counts.iter().sum::<f64>());
        let squares = (0..5).map(|i| counts[i] * (i as f64 / 4.0 - tempered).powi(2));
        let variance = squares.sum::<f64>() / n / pairs as f64;
        Some(Self { mean, variance })
    }
}

/// The effect of a level of a factor.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// The index of the factor.
    pub factor: usize,
    /// The index of the level.
    pub level: usize,
    /// The mean score per game with this level.
    pub mean: f64,
    /// The difference to the mean of all combinations.
    pub effect: f64,
    /// The confidence interval of the effect.
    pub interval: [f64; 2],
}

/// The analysis of an experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The mean score per game of all combinations.
    pub mean: f64,
    /// The effects, factor by factor.
    pub effects: Vec<Effect>,
    /// The share of the variation between combinations that each factor explains by itself; the rest is interaction
    /// and noise.
    pub shares: Vec<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau_core::random::SplitMix;

    const PLAN: &str = r#"{
        "game": "connect4",
        "agent": "alphabeta:{depth},heuristic={heuristic}",
        "against": "alphabeta:2",
        "factors": {"heuristic": ["alignments", "zero"], "depth": [1, 2, 3], "seed": [1, 2]},
        "games": 10
    }"#;

    #[test]
    fn every_combination_is_there() {
        let experiment = Experiment::parse(PLAN.as_bytes()).unwrap();
        assert_eq!(experiment.combinations.len(), 12);
        let last = &experiment.combinations[11];
        assert_eq!(
            last.plan.agents[0].to_string(),
            "alphabeta:3,heuristic=zero"
        );
        assert_eq!(
            (last.plan.seed, last.plan.pairs, last.plan.opening),
            (2, 5, 2)
        );
        assert_eq!(experiment.combinations[1].plan.seed, 2);
        assert_eq!(experiment.level(last, 1), "3");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (from, to, said) in [
            ("[1, 2, 3]", "[]", "needs levels"),
            ("[1, 2, 3]", "[1, 1]", "needs levels"),
            ("{depth}", "2", "stands in no agent"),
            ("{depth}", "{depth}{width}", "\"width\""),
            ("[1, 2]", "[1, \"x\"]", "whole numbers"),
            ("alphabeta:2", "wizard", "no agent called"),
            ("\"game\": \"connect4\",", "", "which game?"),
            ("\"games\": 10", "\"game s\": 10", "unknown field"),
            ("\"games\": 10", "\"games\": ", "7:"),
        ] {
            let plan = PLAN.replace(from, to);
            let said_now = Experiment::parse(plan.as_bytes()).unwrap_err().to_string();
            assert!(said_now.contains(said), "{to}: {said_now}");
        }
    }

    /// Random pairs with that probability of winning a game.
    fn played(chance: f64, pairs: u64, random: &mut SplitMix) -> Score {
        let mut score = Score::default();
        for _ in 0..pairs {
            let won = (0..2).filter(|_| random.unit() < chance).count();
            score.pairs[2 * won] += 1;
        }
        score
    }

    #[test]
    fn intervals_of_effects_cover_the_truth() {
        const EXPERIMENTS: usize = 2000;
        let experiment = Experiment::parse(PLAN.as_bytes()).unwrap();
        let chance = |combination: &Combination| {
            let heuristic = [0.12, -0.12][combination.levels[0]];
            0.6 + heuristic + [-0.25, 0.0, 0.25][combination.levels[1]]
        };
        let mut random = SplitMix(1);
        let mut covered = [0; 7];
        for _ in 0..EXPERIMENTS {
            let combinations = experiment.combinations.iter();
            let scores: Vec<Score> = combinations
                .map(|combination| played(chance(combination), 5, &mut random))
                .collect();
            let analysis = experiment.analyse(&scores, 0.95).unwrap();
            let truths = [0.12, -0.12, -0.25, 0.0, 0.25, 0.0, 0.0];
            for (i, (effect, truth)) in analysis.effects.iter().zip(truths).enumerate() {
                let [low, high] = effect.interval;
                covered[i] += usize::from(low <= truth && truth <= high);
            }
        }
        for covered in covered {
            assert!(covered * 100 >= 93 * EXPERIMENTS, "{covered}");
        }
    }

    #[test]
    fn shares_add_up_where_nothing_interacts() {
        let experiment = Experiment::parse(PLAN.as_bytes()).unwrap();
        let scores: Vec<Score> = experiment
            .combinations
            .iter()
            .map(|combination| {
                // 2, 4 or 6 of 8 pairs won, one more with the first heuristic.
                let won = 2 + 2 * combination.levels[1] as u64 - combination.levels[0] as u64;
                let mut score = Score::default();
                score.pairs[4] = won;
                score.pairs[0] = 8 - won;
                score
            })
            .collect();
        let analysis = experiment.analyse(&scores, 0.95).unwrap();
        assert!((analysis.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(analysis.shares[2].abs() < 1e-9);
        assert!((analysis.effects[0].effect - 1.0 / 16.0).abs() < 1e-9);
        assert!((analysis.effects[4].effect - 0.25).abs() < 1e-9);
        assert_eq!(experiment.analyse(&scores[1..], 0.95), None);
    }
}

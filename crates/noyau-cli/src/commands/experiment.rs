//! `noyau tournament --plan FILE`: a factorial experiment, its table, its analysis and its pictures.

use super::contest::{self, Hall};
use crate::catalogue::players::{self as said, Said};
use crate::catalogue::{self, experiment as words};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::progress::{self, Watch};
use crate::{input, output, players};
use clap::ArgMatches;
use noyau::limits::Progress;
use noyau::play::contest::Standings;
use noyau::play::experiment::{Analysis, Combination, Experiment};
use noyau::statistics::Score;
use noyau::{Message, Text};
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

const CONFIDENCE: f64 = 0.95;

/// Runs the experiment of a plan.
pub(super) fn run(console: Console, matches: &ArgMatches, plan: &Path) -> Result<Status, Failure> {
    let name = plan.display().to_string();
    let text = input::read(&name, input::most_bytes(matches)).map_err(Failure::File)?;
    let experiment = Experiment::parse(&text).map_err(|problem| {
        let why = Message::of(&problem);
        Failure::File(Message {
            en: format!("{name}:{}", why.en),
            fr: format!("{name}:{}", why.fr),
        })
    })?;
    let folder = matches.get_one::<PathBuf>("output").cloned();
    let folder = folder.unwrap_or_else(|| plan.with_extension("results"));
    output::create_folder(&folder)?;
    let Some(scores) = play(console, matches, &experiment, &folder)? else {
        console.note(said::INTERRUPTED);
        return Ok(Status::Unknown);
    };
    let analysis = experiment.analyse(&scores, CONFIDENCE);
    let Some(analysis) = analysis else {
        return Ok(Status::Unknown);
    };
    write_files(console, &experiment, &scores, &analysis, &folder)?;
    if matches.get_flag("json") {
        console.json(&document(&experiment, &scores, &analysis, &folder))?;
    } else {
        print(console, &experiment, &scores, &analysis, &folder)?;
    }
    Ok(Status::Answered)
}

/// Plays all combinations, each with a file of its games, from which it is taken up again. `None` if it was interrupted.
fn play(
    console: Console,
    matches: &ArgMatches,
    experiment: &Experiment,
    folder: &Path,
) -> Result<Option<Vec<Score>>, Failure> {
    let most = input::most_bytes(matches);
    // Whatever is wrong with an agent or a game is said before the first game.
    for combination in &experiment.combinations {
        let game = input::open_game(&combination.game, most)?;
        for agent in &combination.plan.agents {
            players::check(agent, &*game)?;
        }
    }
    let mut limits = input::limits(matches);
    limits.deadline = None;
    progress::stop_on_interrupt(&mut limits);
    let shown = Arc::new(Progress::default());
    let games = experiment.combinations.iter();
    let games: u64 = games.map(|combination| combination.plan.games()).sum();
    shown.total.store(games, Ordering::Relaxed);
    let watch = Watch::with_time_left(console, said::PHASE_GAMES, Arc::clone(&shown));
    let resources = players::resources();
    let mut scores = Vec::new();
    for (number, combination) in experiment.combinations.iter().enumerate() {
        let mut game = input::open_game(&combination.game, most)?;
        let mut standings = Standings::new(2);
        let path = folder.join(format!("{:05}.games", number + 1));
        let hall = Hall {
            save: Some(&path),
            open: &|| noyau_games::open(&combination.game, &|path| input::read(path, most)),
            resources: &resources,
            limits: &limits,
        };
        let accept = |played: &_| {
            standings.add(played);
            shown.done.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        let plan = &combination.plan;
        let status = contest::play_in(&hall, console, plan, &mut *game, accept)?;
        if status == Status::Unknown {
            return Ok(None);
        }
        scores.push(standings.table[0][1]);
    }
    drop(watch);
    Ok(Some(scores))
}

/// A word for a table of comma-separated values.
fn quoted(word: &str) -> String {
    if word.contains([',', '"', '\n']) {
        format!("\"{}\"", word.replace('"', "\"\""))
    } else {
        word.to_owned()
    }
}

fn line(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    words.join(",") + "\n"
}

/// The two tables and the picture of each factor.
fn write_files(
    console: Console,
    experiment: &Experiment,
    scores: &[Score],
    analysis: &Analysis,
    folder: &Path,
) -> Result<(), Failure> {
    let own = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let mut heads: Vec<String> = experiment.factors.iter().map(|f| f.name.clone()).collect();
    let more: Vec<String> = own(&[
        "plays", "agent", "against", "games", "wins", "draws", "losses", "score", "elo",
    ]);
    heads.extend(more);
    let mut table = line(&heads);
    for (combination, score) in experiment.combinations.iter().zip(scores) {
        let mut row: Vec<String> = levels(experiment, combination);
        let agents = combination.plan.agents.iter().map(ToString::to_string);
        row.push(combination.game.clone());
        row.extend(agents);
        let counts = [score.games(), score.wins, score.draws, score.losses];
        row.extend(counts.map(|count| count.to_string()));
        row.push(format!("{:.4}", score.mean()));
        let elo = Some(score.elo()).filter(|elo| elo.is_finite());
        row.push(elo.map_or(String::new(), |elo| format!("{elo:.1}")));
        table.push_str(&line(&row));
    }
    write(&folder.join("combinations.csv"), &table)?;
    let mut table = line(&own(&["factor", "level", "score", "effect", "low", "high"]));
    for effect in &analysis.effects {
        let factor = &experiment.factors[effect.factor];
        let numbers = [effect.mean, effect.effect]
            .into_iter()
            .chain(effect.interval);
        let mut row = vec![factor.name.clone(), factor.levels[effect.level].clone()];
        row.extend(numbers.map(|number| format!("{number:.4}")));
        table.push_str(&line(&row));
    }
    write(&folder.join("effects.csv"), &table)?;
    for (number, factor) in experiment.factors.iter().enumerate() {
        // A name may hold signs that no file name may.
        let safe = |sign: char| if sign.is_alphanumeric() { sign } else { '-' };
        let name: String = factor.name.chars().map(safe).collect();
        let picture = experiment.plot(analysis, number, console.language);
        write(&folder.join(format!("effect-{name}.svg")), &picture)?;
    }
    Ok(())
}

fn write(path: &Path, content: &str) -> Result<(), Failure> {
    let mut file = output::create(path)?;
    file.write_all(content.as_bytes())
        .map_err(|error| Failure::writing(path, &error))?;
    output::finish(file, path)
}

fn levels(experiment: &Experiment, combination: &Combination) -> Vec<String> {
    (0..experiment.factors.len())
        .map(|factor| experiment.level(combination, factor).to_owned())
        .collect()
}

#[derive(Serialize)]
struct Document {
    factors: Vec<String>,
    combinations: Vec<Played>,
    score: f64,
    effects: Vec<Told>,
    shares: Vec<f64>,
    folder: String,
}

#[derive(Serialize)]
struct Played {
    levels: Vec<String>,
    game: String,
    agents: Vec<String>,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
}

#[derive(Serialize)]
struct Told {
    factor: String,
    level: String,
    score: f64,
    effect: f64,
    interval: [f64; 2],
}

fn document(
    experiment: &Experiment,
    scores: &[Score],
    analysis: &Analysis,
    folder: &Path,
) -> Document {
    let played = experiment.combinations.iter().zip(scores);
    let effects = analysis.effects.iter().map(|effect| {
        let factor = &experiment.factors[effect.factor];
        Told {
            factor: factor.name.clone(),
            level: factor.levels[effect.level].clone(),
            score: effect.mean,
            effect: effect.effect,
            interval: effect.interval,
        }
    });
    Document {
        factors: experiment.factors.iter().map(|f| f.name.clone()).collect(),
        combinations: played
            .map(|(combination, score)| Played {
                levels: levels(experiment, combination),
                game: combination.game.clone(),
                agents: combination
                    .plan
                    .agents
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
                wins: score.wins,
                draws: score.draws,
                losses: score.losses,
                score: score.mean(),
            })
            .collect(),
        score: analysis.mean,
        effects: effects.collect(),
        shares: analysis.shares.clone(),
        folder: folder.display().to_string(),
    }
}

fn print(
    console: Console,
    experiment: &Experiment,
    scores: &[Score],
    analysis: &Analysis,
    folder: &Path,
) -> Result<(), Failure> {
    let mut out = console.out();
    let rows = experiment.combinations.iter().zip(scores);
    let rows = rows.map(|(combination, score)| {
        let interval = score.elo_interval(CONFIDENCE);
        [
            levels(experiment, combination).join(" "),
            format!("{}-{}-{}", score.wins, score.draws, score.losses),
            format!("{:.3}", score.mean()),
            players::shown(score.elo(), 0),
            format!(
                "{} – {}",
                players::shown(interval[0], 0),
                players::shown(interval[1], 0)
            ),
        ]
    });
    let names: Vec<&str> = experiment.factors.iter().map(|f| f.name.as_str()).collect();
    let lines: [(Text, String); 1] = [(words::FACTORS, names.join(" "))];
    console.labelled(&mut out, &lines)?;
    writeln!(out)?;
    let heads = [
        words::LEVELS,
        words::RESULT,
        said::POINTS,
        said::ELO,
        said::INTERVAL,
    ];
    console.columns(&mut out, heads, rows)?;
    writeln!(out)?;
    let rows = analysis.effects.iter().map(|effect| {
        let factor = &experiment.factors[effect.factor];
        [
            factor.name.clone(),
            factor.levels[effect.level].clone(),
            format!("{:.3}", effect.mean),
            format!("{:+.3}", effect.effect),
            format!("{:+.3} – {:+.3}", effect.interval[0], effect.interval[1]),
        ]
    });
    let heads = [
        words::FACTOR,
        words::LEVEL,
        said::POINTS,
        words::EFFECT,
        said::INTERVAL,
    ];
    console.columns(&mut out, heads, rows)?;
    writeln!(out)?;
    let shares = experiment.factors.iter().zip(&analysis.shares);
    let shares = shares.map(|(factor, share)| format!("{} {:.1} %", factor.name, 100.0 * share));
    let rest = 100.0 * (1.0 - analysis.shares.iter().sum::<f64>()).max(0.0);
    let rest = Said::Rest {
        percent: format!("{rest:.1}"),
    };
    let shares: Vec<String> = shares.chain([players::say(console, &rest)]).collect();
    let lines = [
        (words::EXPLAINED, shares.join(", ")),
        (catalogue::learning::FILE, folder.display().to_string()),
    ];
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(())
}

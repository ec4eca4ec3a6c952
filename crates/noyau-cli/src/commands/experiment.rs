//! `noyau tournament --plan FILE`: a factorial experiment with its table, analysis and plots.

use super::contest::{self, Setup};
use crate::prelude::*;
use noyau::limits::Progress;
use noyau::play::contest::Standings;
use noyau::play::experiment::{Analysis, Experiment};
use noyau::statistics::Score;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Runs the experiment of a plan.
pub(super) fn run(console: Console, matches: &ArgMatches, plan: &Path) -> Exit {
    let name = plan.display().to_string();
    let text = input::read(&name, input::most_bytes(matches)).map_err(Failure::File)?;
    let experiment =
        Experiment::parse(&text).map_err(|problem| Failure::in_file(&name, &problem))?;
    let folder = matches.get_one::<PathBuf>("output").cloned();
    let folder = folder.unwrap_or_else(|| plan.with_extension("results"));
    output::create_folder(&folder)?;
    let Some(scores) = play(console, matches, &experiment, &folder)? else {
        console.tell(&messages::INTERRUPTED);
        return Ok(Status::Unknown);
    };
    let analysis = experiment.analyse(&scores, documents::CONFIDENCE);
    let Some(analysis) = analysis else {
        return Ok(Status::Unknown);
    };
    let table = documents::combinations_csv(&experiment, &scores);
    output::write(matches, &folder.join("combinations.csv"), &table)?;
    let table = documents::effects_csv(&experiment, &analysis);
    output::write(matches, &folder.join("effects.csv"), &table)?;
    for (number, factor) in experiment.factors.iter().enumerate() {
        // A name may contain characters that file names cannot.
        let safe = |sign: char| if sign.is_alphanumeric() { sign } else { '-' };
        let name: String = factor.name.chars().map(safe).collect();
        let picture = experiment.plot(&analysis, number, console.language);
        output::write(
            matches,
            &folder.join(format!("effect-{name}.svg")),
            &picture,
        )?;
    }
    if matches.get_flag("json") {
        let folder = folder.display().to_string();
        console.json(&documents::experiment(
            &experiment,
            &scores,
            &analysis,
            &folder,
        ))?;
    } else {
        print(console, &experiment, &scores, &analysis, &folder)?;
    }
    Ok(Status::Answered)
}

/// Plays all combinations, each with its own game file for resuming. `None` if interrupted.
fn play(
    console: Console,
    matches: &ArgMatches,
    experiment: &Experiment,
    folder: &Path,
) -> Result<Option<Vec<Score>>, Failure> {
    let most = input::most_bytes(matches);
    // Report errors in agents and games before the first game.
    for combination in &experiment.combinations {
        let (game, _) = input::open_game(&combination.game, most)?;
        for agent in &combination.plan.agents {
            agents::check(agent, &*game)?;
        }
    }
    let mut limits = input::limits(matches);
    limits.deadline = None;
    progress::stop_on_interrupt(&mut limits);
    let shown = Arc::new(Progress::default());
    let games = experiment.combinations.iter();
    let games: u64 = games.map(|combination| combination.plan.games()).sum();
    shown.total.store(games, Ordering::Relaxed);
    let watch = Watch::counting(console, messages::GAMES, Arc::clone(&shown));
    let resources = agents::resources();
    let mut scores = Vec::new();
    for (number, combination) in experiment.combinations.iter().enumerate() {
        let (mut game, _) = input::open_game(&combination.game, most)?;
        let mut standings = Standings::new(2);
        let path = folder.join(format!("{:05}.games", number + 1));
        let setup = Setup {
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
        let status = contest::play_with(&setup, console, plan, &mut *game, accept)?;
        if status == Status::Unknown {
            return Ok(None);
        }
        scores.push(standings.table[0][1]);
    }
    drop(watch);
    Ok(Some(scores))
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
        let [low, high] = score.elo_interval(documents::CONFIDENCE);
        let [elo, low, high] =
            [score.elo(), low, high].map(|elo| console.phrase(&agents::shown(elo, 0)));
        [
            documents::levels(experiment, combination).join(" "),
            format!("{}-{}-{}", score.wins, score.draws, score.losses),
            console.decimal(score.mean(), 3),
            elo,
            format!("{low} – {high}"),
        ]
    });
    let names: Vec<&str> = experiment.factors.iter().map(|f| f.name.as_str()).collect();
    let mut lines = console.lines();
    lines.add(text("factors", "facteurs"), &names.join(" "));
    lines.write(&mut out)?;
    writeln!(out)?;
    let heads = [
        text("levels", "niveaux"),
        text("won-drawn-lost", "gagnées-nulles-perdues"),
        messages::POINTS,
        help::ELO,
        messages::INTERVAL,
    ];
    console.columns(&mut out, heads, rows)?;
    writeln!(out)?;
    let signed = |number: f64| console.phrase(&units::pointed(format!("{number:+.3}")));
    let rows = analysis.effects.iter().map(|effect| {
        let factor = &experiment.factors[effect.factor];
        [
            factor.name.clone(),
            factor.levels[effect.level].clone(),
            console.decimal(effect.mean, 3),
            signed(effect.effect),
            effect.interval.map(signed).join(" – "),
        ]
    });
    let heads = [
        text("factor", "facteur"),
        text("level", "niveau"),
        messages::POINTS,
        text("effect", "effet"),
        messages::INTERVAL,
    ];
    console.columns(&mut out, heads, rows)?;
    writeln!(out)?;
    let shares = experiment.factors.iter().zip(&analysis.shares);
    let shares = shares.map(|(factor, share)| {
        let percent = console.decimal(100.0 * share, 1);
        format!("{} {percent} %", factor.name)
    });
    let rest = 100.0 * (1.0 - analysis.shares.iter().sum::<f64>()).max(0.0);
    let rest = message!(
        "interactions and chance {percent} %",
        "interactions et hasard {percent} %",
        percent = units::decimal(rest, 1)
    );
    let shares: Vec<String> = shares.chain([console.phrase(&rest)]).collect();
    let mut lines = console.lines();
    lines.add(text("explained", "expliqué"), &shares.join(", "));
    lines.add(messages::FILE, &folder.display().to_string());
    lines.write(&mut out)?;
    out.flush()?;
    Ok(())
}

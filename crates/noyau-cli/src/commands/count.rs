//! `noyau count`: the number of reachable positions, counted or estimated.

use crate::prelude::*;
use noyau::documents::Counts;
use noyau::dynamic::Estimate;
use noyau::estimate::Interval;
use noyau::limits::Unfinished;

pub(super) const COMMAND: Entry = Entry::new("count", help::COUNT, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    args.position(command)
        .arg(args.flag("estimate", help::ESTIMATE))
        .arg(
            args.number("samples", help::SAMPLES, "10000", units::number)
                .requires("estimate"),
        )
        .arg(
            args.number("seed", help::ESTIMATE_SEED, "1", units::number)
                .requires("estimate"),
        )
        .args([args.time(), args.memory(), args.json()])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let (game, _) = input::open_position(matches)?;
    let mut limits = progress::limits(matches);
    if matches.get_flag("estimate") {
        return estimate(console, matches, &*game, limits);
    }
    let watch = Watch::over(console, messages::PHASE_WALK, &mut limits);
    let count = game.count(&limits);
    drop(watch);
    input::settled(&*game)?;

    let json = matches.get_flag("json");
    let count = match count {
        Ok(count) => count,
        Err(Unfinished {
            stopped,
            positions: at_least,
        }) => {
            if json {
                console.json(&Counts::uncounted(&*game, at_least, stopped))?;
            } else {
                let why = messages::stopped(stopped);
                let said = console.phrase(&message!(
                    "more than {positions}: {why}",
                    "plus de {positions} : {why}",
                    positions = at_least,
                    why = why
                ));
                let said = console.phrase(&message!(
                    "{said}; --estimate estimates them by sampling",
                    "{said} ; --estimate les estime par tirage"
                ));
                let mut lines = begin(console, &*game);
                lines.add(messages::POSITIONS, &said);
                lines.print()?;
            }
            return Ok(Status::Unknown);
        }
    };
    if json {
        return console.json(&Counts::counted(&*game, &count));
    }
    let by_ply: Vec<_> = count.by_ply.iter().map(u64::to_string).collect();
    let branching = message!(
        "{mean} moves on average, {most} at most",
        "{mean} coups en moyenne, {most} au plus",
        mean = units::decimal(count.branching_mean, 2),
        most = count.branching_max
    );
    let longest = match count.longest {
        None => console.say(messages::ENDLESS).to_owned(),
        Some(plies) => console.phrase(&message!("{plies} plies", "{plies} demi-coups")),
    };
    let mut lines = begin(console, &*game);
    lines.add(messages::POSITIONS, &count.positions.to_string());
    lines.add(messages::FINAL, &count.terminal.to_string());
    lines.add(messages::MOVES, &count.moves.to_string());
    lines.add(messages::BY_PLY, &by_ply.join(" "));
    lines.add(messages::BRANCHING, &branching);
    lines.add(text("longest play", "plus longue partie"), &longest);
    lines.print()
}

/// The first lines of every answer.
fn begin(console: Console, game: &dyn OpenGame) -> Lines {
    let lines = console.lines().with(messages::GAME, &messages::sized(game));
    match game.configurations() {
        Some(number) => lines.with(
            text("configurations", "configurations"),
            &units::pointed(number.to_string()),
        ),
        None => lines,
    }
}

fn estimate(
    console: Console,
    matches: &ArgMatches,
    game: &dyn OpenGame,
    mut limits: Limits,
) -> Exit {
    let number = |id| args::number::<u64>(matches, id);
    let (samples, seed) = (number("samples"), number("seed"));
    let watch = Watch::over(console, text("sampling", "tirages"), &mut limits);
    let estimate = game.estimate(samples, seed, &limits);
    drop(watch);
    let configurations = game.configurations();
    let all = configurations.map_or(f64::NAN, |number| 10f64.powf(number.log10()));
    let legal = estimate.legal.map(|legal| legal.part.scaled(all));
    if !matches.get_flag("json") {
        return print_estimate(console, game, seed, &estimate, legal);
    }
    console.json(&Counts::estimated(game, seed, &estimate, legal))
}

/// A readable number: an integer while short, then with a power of ten.
fn readable(number: f64) -> Message {
    if number < 1e6 {
        return units::decimal(number, 0);
    }
    let whole = number.log10().floor();
    message!(
        "{digits}·10^{whole}",
        "{digits}·10^{whole}",
        digits = units::decimal(number / 10f64.powf(whole), 3)
    )
}

/// `--json` lists all of them.
const MOST_PLIES_SHOWN: usize = 24;

fn print_estimate(
    console: Console,
    game: &dyn OpenGame,
    seed: u64,
    estimate: &Estimate,
    legal: Option<Interval>,
) -> Exit {
    let about = |interval: &Interval| {
        console.phrase(&message!(
            "about {mean}, between {low} and {high}",
            "environ {mean}, entre {low} et {high}",
            mean = readable(interval.mean),
            low = readable(interval.low),
            high = readable(interval.high)
        ))
    };
    let short = |intervals: &[Interval]| {
        let shown = intervals.iter().take(MOST_PLIES_SHOWN);
        let mut means: Vec<_> = shown
            .map(|found| console.phrase(&readable(found.mean)))
            .collect();
        if intervals.len() > means.len() {
            means.push("…".to_owned());
        }
        means.join(" ")
    };
    let plays = &estimate.plays;
    let mut lines = begin(console, game);
    match &estimate.positions {
        None => lines.add(messages::POSITIONS, &messages::NOT_ESTIMATED),
        Some(found) => {
            lines.add(messages::POSITIONS, &about(&found.positions));
            lines.add(messages::FINAL, &about(&found.terminal));
            lines.add(messages::MOVES, &about(&found.moves));
            lines.add(messages::BY_PLY, &short(&found.by_ply));
            if found.unsettled > 0 {
                let count = found.unsettled;
                console.tell(&message!(
                    "{count} times it was not found out whether play reaches a position: the numbers may be somewhat too low",
                    "{count} fois, on n'a pas su si le jeu atteint une position : les nombres peuvent être un peu trop petits"
                ));
            }
        }
    }
    if let (Some(found), Some(number)) = (&estimate.legal, legal) {
        let samples = found.samples;
        let said = if found.legal == 0 {
            let high = readable(number.high);
            console.phrase(&message!(
                "at most about {high}: none of {samples} configurations drawn is one",
                "au plus environ {high} : aucune des {samples} configurations tirées n'en est une",
                high = high
            ))
        } else {
            console.phrase(&message!(
                "{said} ({legal} of {samples} configurations drawn); play may not reach all of them",
                "{said} ({legal} configurations sur {samples} tirées) ; le jeu ne les atteint peut-être pas toutes",
                legal = found.legal,
                said = about(&number)
            ))
        };
        lines.add(text("legal positions", "positions légales"), &said);
    }
    lines.add(
        text("sequences of moves", "suites de coups"),
        &short(&plays.sequences),
    );
    lines.add(
        text("plays to the end", "parties jusqu'à la fin"),
        &match &plays.complete {
            Some(complete) => about(complete),
            None => console.say(messages::TOO_UNSURE).to_owned(),
        },
    );
    lines.add(
        messages::BRANCHING,
        &message!(
            "{mean} moves on average, {most} at most, in the positions of random plays",
            "{mean} coups en moyenne, {most} au plus, dans les positions de parties au hasard",
            mean = units::decimal(plays.branching_mean, 2),
            most = plays.branching_max
        ),
    );
    let mut length = console.phrase(&message!(
        "{mean} plies on average, {most} at most, in random plays",
        "{mean} demi-coups en moyenne, {most} au plus, dans des parties au hasard",
        mean = units::decimal(plays.length_mean, 1),
        most = plays.length_max
    ));
    if plays.unfinished > 0 {
        length = console.phrase(&message!(
            "{said} ({unfinished} broken off)",
            "{said} ({unfinished} interrompues)",
            said = length,
            unfinished = plays.unfinished
        ));
    }
    lines.add(text("length", "longueur"), &length);
    let samples = plays.samples;
    lines.add(text("estimated from", "estimé d'après"), &message!(
            "{samples} random plays, seed {seed}; intervals with 95 % confidence",
            "{samples} parties au hasard, graine {seed} ; intervalles au niveau de confiance de 95 %"
        ));
    lines.print()
}

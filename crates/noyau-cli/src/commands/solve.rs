//! `noyau solve`: the exact value of a position.

pub(super) mod all;
mod batch;

use crate::console::more;
use crate::prelude::*;
use crate::progress::Writing;
use noyau::Outcome;
use noyau::certificate::NotWritten;
use noyau::documents::Margin;
use noyau::dynamic::{Answer, Method, Wanted, Worth};
use noyau::limits::Stopped;
use noyau_files::OutputFile;
use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

pub(super) const COMMAND: Entry = Entry::new("solve", help::SOLVE, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let command = args
        .position(command)
        .mut_arg("at", |at| args.repeated(at, help::SOLVE_AT))
        .arg(
            args.starts()
                .requires("all")
                .conflicts_with_all(["at", "after"]),
        )
        .arg(args.choice("method", help::METHOD, help::METHODS, "auto"))
        .args([args.threads(), args.memory(), args.time(), args.nodes()])
        .arg(args.flag("quick", help::QUICK))
        .arg(args.certificate())
        .arg(
            args.option("batch", help::FILE, help::BATCH)
                .conflicts_with_all(["certificate", "json"]),
        )
        .arg(
            args.flag("all", help::SOLVE_ALL)
                .requires("save")
                .conflicts_with_all(["batch", "certificate", "quick"]),
        )
        .arg(args.path("save", help::FILE, help::SAVE).requires("all"))
        .arg(args.tables().conflicts_with_all(["all", "table"]))
        .arg(args.number("seeds", help::SOLVE_SEEDS, None, units::number))
        .arg(
            args.table()
                .conflicts_with_all(["all", "batch", "certificate"]),
        )
        .arg(args.json());
    args.force(command, &["save", "certificate"])
}

/// The game, with the class that `--seeds` names: `kalah:6 --seeds 14` is `kalah:6,..14`.
fn name_of(matches: &ArgMatches) -> String {
    let name = args::word(matches, "game").unwrap_or_default();
    let Some(seeds) = matches.get_one::<u64>("seeds") else {
        return name.to_owned();
    };
    let rules = [",plain", ",awari"];
    let rule = rules.into_iter().find(|rule| name.ends_with(rule));
    let rule = rule.unwrap_or_default();
    let name = name.strip_suffix(rule).unwrap_or(name);
    let mark = if name.contains(':') { ',' } else { ':' };
    format!("{name}{mark}..{seeds}{rule}")
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let (mut game, checksum) = input::open_position_of(&name_of(matches), matches)?;
    let mut limits = progress::limits(matches);
    if let Some(save) = args::path(matches, "save") {
        input::set_starts(&mut *game, matches)?;
        return all::run(console, matches, &*game, checksum, save, limits);
    }
    if input::has_several_positions(matches) {
        return Err(Failure::Request(message!(
            "--at is given several times, which makes sense for a table only: --all --save FILE",
            "--at est donné plusieurs fois, ce qui n'a de sens que pour une table : --all --save FICHIER"
        )));
    }
    let probed = tables::Probed::attach(console, matches, &mut *game);
    if let Some(path) = args::word(matches, "batch") {
        let status = batch::run(console, game, path, matches, &limits);
        probed.report();
        return status;
    }
    // Created before the work, so that an unwritable file is reported first.
    let path = args::path(matches, "certificate");
    let certificate = path
        .map(|path| output::create_certificate(matches, path, Some(&game.name())))
        .transpose()?;
    let began = Instant::now();
    let (method, quick) = (method(matches), matches.get_flag("quick"));
    let answer = if let Some(path) = args::word(matches, "table") {
        let answer = TableFile::open(path)?.answer(&*game, checksum.as_ref(), quick);
        answer.map_err(Failure::File)?
    } else {
        let watch = Watch::over(console, messages::PHASE_SOLVE, &mut limits);
        let wanted = if quick { Wanted::Best } else { Wanted::Moves };
        let answer = game.solve_by(method, wanted, &limits);
        drop(watch);
        let answer = answer?;
        input::settled(&*game)?;
        answer
    };
    probed.report();
    let status = print(
        console,
        &*game,
        &answer,
        matches,
        began.elapsed().as_secs_f64(),
    )?;
    tell_need(console, &*game, &answer, method, &limits);
    match (path, certificate) {
        (Some(path), Some(file)) => certify(console, &*game, &answer, limits, path, file),
        _ => Ok(status),
    }
}

/// Reports how much memory would have sufficed, if known.
fn tell_need(
    console: Console,
    game: &dyn OpenGame,
    answer: &Answer,
    method: Method,
    limits: &Limits,
) {
    let sieved = matches!(method, Method::Auto | Method::Sieve);
    if answer.stopped != Some(Stopped::Memory) || !sieved {
        return;
    }
    let needed = game.memory_of_sieve();
    if let Some(bytes) = needed.filter(|&bytes| limits.memory.is_some_and(|most| bytes > most)) {
        let bytes = amount(bytes);
        console.tell(&message!(
            "a sieve of all positions up to this one takes {bytes} of memory, which --memory may allow",
            "un crible de toutes les positions jusqu'à celle-ci prend {bytes} de mémoire, que --memory peut permettre",
            bytes = bytes
        ));
    }
}

/// Prints an answer, for people or for programs.
pub(super) fn print(
    console: Console,
    game: &dyn OpenGame,
    answer: &Answer,
    matches: &ArgMatches,
    seconds: f64,
) -> Exit {
    let quick = matches.get_flag("quick");
    let writing = Writing::start();
    if matches.get_flag("json") {
        console.json(&documents::solved(game, answer, quick, seconds))?;
    } else {
        print_text(console, game, answer, quick, seconds)?;
    }
    drop(writing);
    if let (Some(stopped), Some(_)) = (answer.stopped, answer.worth) {
        let missing = message!(
            "not all moves have their values: {why}",
            "tous les coups n'ont pas leur valeur : {why}",
            why = messages::stopped(stopped)
        );
        console.tell(&missing);
    }
    Ok(Status::unknown_if(answer.stopped.is_some()))
}

/// The requested method.
fn method(matches: &ArgMatches) -> Method {
    let name = args::word(matches, "method");
    name.and_then(Method::from_name).unwrap_or(Method::Auto)
}

/// Longer lines of play are for programs.
pub(super) const LINE_SHOWN: usize = 60;
/// More moves are for programs.
pub(super) const MOVES_SHOWN: usize = 100;

/// Writes the certificate of the answer, or reports why there is none.
fn certify(
    console: Console,
    game: &dyn OpenGame,
    answer: &Answer,
    mut limits: Limits,
    path: &Path,
    mut file: OutputFile,
) -> Exit {
    let watch = Watch::over(console, messages::PHASE_PROVE, &mut limits);
    let is_proof = output::is_proof_path(path);
    let mut steps = None;
    let written = match answer.stopped {
        Some(stopped) => Err(NotWritten::Stopped(stopped, 0)),
        None if is_proof => game
            .write_proof(answer.method, &limits, &mut file.part())
            .map(|size| steps = Some(size.steps)),
        None => game.write_certificate(answer.method, &limits, file.out()),
    };
    drop(watch);
    let goes_on = is_proof && matches!(written, Err(NotWritten::Stopped(..)));
    let why = match written {
        Ok(()) => {
            let finished = file.finish();
            finished.map_err(|error| Failure::writing(path, &error))?;
            if let Some(steps) = steps {
                let bytes = amount(std::fs::metadata(path).map_or(0, |file| file.len()));
                let path = path.display();
                console.tell(&message!(
                    "{path}: a proof of {steps} steps, {bytes}",
                    "{path} : une preuve de {steps} pas, {bytes}",
                    bytes = bytes
                ));
            }
            return Ok(Status::Answered);
        }
        Err(NotWritten::Io(error)) => return Err(Failure::writing(path, &error)),
        Err(NotWritten::Stopped(stopped, _)) => messages::stopped(stopped),
        Err(NotWritten::TooLarge(_)) => messages::CERTIFICATE_TOO_LARGE.into(),
        Err(NotWritten::NoProof) if answer.method == Method::StrategyStealing => message!(
            "strategy stealing shows that a winning move exists, not which; that is no list of positions to check",
            "le vol de stratégie montre qu'un coup gagnant existe, pas lequel ; ce n'est pas une liste de positions à vérifier"
        ),
        Err(NotWritten::NoProof) => messages::NO_PROOF.into(),
        Err(NotWritten::HoldsGraph) => messages::HOLDS_GRAPH.into(),
    };
    let path = path.display();
    if goes_on {
        console.tell(&message!(
            "{path}: the proof is not complete: {why}; the same command goes on with {path}.part",
            "{path} : la preuve n'est pas complète : {why} ; la même commande continue {path}.part",
            why = why
        ));
        return Ok(Status::Unknown);
    }
    console.tell(&message!(
        "{path}: no certificate was written: {why}",
        "{path} : aucun certificat n'a été écrit : {why}",
        why = why
    ));
    Ok(Status::Unknown)
}

fn print_text(
    console: Console,
    game: &dyn OpenGame,
    answer: &Answer,
    quick: bool,
    seconds: f64,
) -> Result<(), Failure> {
    let side = messages::side(game.side());
    let result = match answer.worth {
        None => message!(
            "unknown whether {side}, to move, wins: {why}{but}",
            "on ne sait pas si {side}, au trait, gagne : {why}{but}",
            side = side,
            why = answer
                .stopped
                .map_or(messages::UNKNOWN.into(), messages::stopped),
            but = but(answer.bounds)
        ),
        Some(worth) => message!(
            "{side}, to move, {does}{by}",
            "{side}, au trait, {does}{by}",
            side = side,
            does = messages::does(worth.outcome),
            by = by(worth, game)
        ),
    };
    let mut lines = console.lines();
    lines.add(messages::GAME, &messages::sized(game));
    lines.add(messages::POSITION, &game.position());
    lines.add(messages::RESULT, &console.bold(&console.phrase(&result)));
    if let Some(nimber) = answer.nimber {
        lines.add(messages::NIMBER, &nimber.to_string());
    }
    if !answer.best.is_empty() {
        let join = |moves: &[String]| game.join_moves(moves);
        lines.add(
            messages::BEST,
            &console.cut(&answer.best, MOVES_SHOWN, join),
        );
        lines.add(messages::LINE, &console.cut(&answer.line, LINE_SHOWN, join));
    }
    let seconds = console.decimal(seconds, 3);
    let method = answer.method.name();
    let (count, positions) = match (answer.nodes, answer.positions.unwrap_or(0)) {
        (Some(1), _) => (1, text("position opened", "position ouverte")),
        (Some(nodes), _) => (nodes, text("positions opened", "positions ouvertes")),
        (None, 1) => (1, messages::POSITION),
        (None, positions) => (positions, messages::POSITIONS),
    };
    let positions = console.say(positions);
    let found = if answer.method == Method::StrategyStealing {
        let note = console.say(text(
            "a winning move exists, but the proof gives none",
            "un coup gagnant existe, mais la preuve n'en donne pas",
        ));
        format!("{method}, {note}, {seconds} s")
    } else {
        format!("{method}, {count} {positions}, {seconds} s")
    };
    lines.add(text("method", "méthode"), &found);
    if let Some(lost) = answer.lost {
        lines.add(text("lost positions", "positions perdantes"), &lost);
    }
    let mut out = console.out();
    lines.write(&mut out)?;
    if !quick && !answer.moves.is_empty() {
        writeln!(out)?;
        let points = answer.moves.iter().any(|(_, worth)| worth.margin.is_some());
        let bests: HashSet<&String> = answer.best.iter().collect();
        let shown = answer.moves.iter().take(MOVES_SHOWN);
        let rows = shown.map(|(text, worth)| {
            let best = bests.contains(text);
            let number = if points {
                Margin::of(*worth, game).map(|margin| format!("{:+}", margin.points()))
            } else {
                worth.distance.map(|distance| distance.to_string())
            };
            [
                game.join_moves(std::slice::from_ref(text)),
                console.phrase(&messages::outcome(worth.outcome)),
                number.unwrap_or_else(|| "-".to_owned()),
                if best { "*".to_owned() } else { String::new() },
            ]
        });
        let number = if points {
            messages::MARGIN
        } else {
            messages::DISTANCE
        };
        let heads = [messages::MOVE, messages::OUTCOME, number, messages::BEST];
        console.columns(&mut out, heads, rows)?;
        if let left @ 1.. = answer.moves.len().saturating_sub(MOVES_SHOWN) {
            writeln!(out, "{}", console.phrase(&more(left)))?;
        }
    }
    Ok(out.flush()?)
}

/// The outcomes excluded although the value is unknown.
fn but(bounds: [Outcome; 2]) -> Message {
    match bounds {
        [Outcome::Win, _] => message!("; but it wins", " ; mais il gagne"),
        [_, Outcome::Loss] => message!("; but it loses", " ; mais il perd"),
        [Outcome::Draw, _] => message!("; but it does not lose", " ; mais il ne perd pas"),
        [_, Outcome::Draw] => message!("; but it does not win", " ; mais il ne gagne pas"),
        _ => message!("", ""),
    }
}

/// The distance in plies, or the margin in points.
fn by(worth: Worth, game: &dyn OpenGame) -> Message {
    let margin = Margin::of(worth, game).map(|margin| margin.points().abs());
    match (margin, worth.distance) {
        (Some(0.0), _) | (None, None) => message!("", ""),
        (Some(1.0), _) => message!(" by 1 point", " d'un point"),
        (Some(points), _) => message!(" by {points} points", " de {points} points"),
        (None, Some(1)) => message!(" in 1 ply", " en 1 demi-coup"),
        (None, Some(plies)) => message!(" in {plies} plies", " en {plies} demi-coups"),
    }
}

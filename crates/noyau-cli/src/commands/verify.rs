//! `noyau verify`: verifies a certificate or a table.

use crate::prelude::*;
use noyau::dynamic::Walkable;
use noyau::format::proof::is_proof;
use noyau::verify::certificate::{self, OpenByName, Refused, Verified};
use noyau::verify::table::Audited;
use serde_json::Value;
use std::fs::File;
use std::path::Path;

pub(super) const COMMAND: Entry = Entry::new("verify", help::VERIFY, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    command
        .arg(args.place("file", help::FILE, help::VERIFY_FILE))
        .args([args.threads(), args.memory(), args.time()])
        .args([args.max_bytes(), args.json()])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let path = args::word(matches, "file").unwrap_or("-");
    if tables::is_table(path) {
        let checked = check_table(console, path, matches);
        return checked.or_else(|failure| refuse(console, matches, failure));
    }
    let most = input::most_bytes(matches);
    let open = |name: &str| {
        let game = noyau_games::open(name, &|path| input::read(path, most))?;
        Ok(game as Box<dyn Walkable>)
    };
    let checked = if is_proof(&noyau_files::head(Path::new(path), 64)) {
        check_proof(console, path, matches, &open)?
    } else {
        let bytes = input::read(path, most).map_err(Failure::File)?;
        certificate::check(&bytes, &open)
    };
    match checked {
        Ok(Verified {
            kind,
            vertices,
            edges,
        }) => {
            let right = message!(
                "The certificate is right: {kind}, {vertices} positions and {edges} moves checked.",
                "Le certificat est juste : {kind}, {vertices} positions et {edges} coups vérifiés."
            );
            accept(
                console,
                matches,
                &documents::verified(&kind, vertices, edges),
                &right,
            )
        }
        Err(refused) => {
            let why = match refused {
                Refused::Unreadable(error) => {
                    return refuse(console, matches, Failure::in_file(path, &error));
                }
                Refused::Stopped(stopped) => {
                    let why = messages::stopped(stopped);
                    console.tell(&message!(
                        "{path}: not all was checked: {why}",
                        "{path} : tout n'a pas été vérifié : {why}",
                        why = why
                    ));
                    return Ok(Status::Unknown);
                }
                why => Message::of(&why),
            };
            let why = message!(
                "{path}: the certificate is refused: {why}",
                "{path} : le certificat est refusé : {why}",
                why = why
            );
            refuse(console, matches, Failure::File(why))
        }
    }
}

/// Verifies a proof, as a stream.
fn check_proof(
    console: Console,
    path: &str,
    matches: &ArgMatches,
    open: OpenByName<'_>,
) -> Result<Result<Verified, Refused>, Failure> {
    let file = File::open(path);
    let mut file = file.map_err(|error| input::unreadable(path, &error))?;
    let mut limits = progress::limits(matches);
    let watch = Watch::over(console, messages::PHASE_VERIFY, &mut limits);
    let checked = certificate::check_proof(&mut file, open, &limits);
    drop(watch);
    Ok(checked)
}

/// Verifies a table.
fn check_table(console: Console, path: &str, matches: &ArgMatches) -> Exit {
    let file = TableFile::open(path)?;
    let table = file.table()?;
    let game = file.game(&table, input::most_bytes(matches))?;
    match tables::check(console, matches, path, &*game, &table) {
        Ok(Some(Audited {
            entries,
            positions,
            moves,
            ..
        })) => {
            let right = message!(
                "The table is right: {positions} positions, {entries} entries and {moves} moves checked.",
                "La table est juste : {positions} positions, {entries} entrées et {moves} coups vérifiés."
            );
            accept(
                console,
                matches,
                &documents::verified("table", entries, moves),
                &right,
            )
        }
        Ok(None) => Ok(Status::Unknown),
        Err(refused) => Err(file.failure(&refused)),
    }
}

fn accept(console: Console, matches: &ArgMatches, document: &Value, right: &Message) -> Exit {
    if matches.get_flag("json") {
        return console.json(document);
    }
    writeln!(console.out(), "{}", console.phrase(right))?;
    Ok(Status::Answered)
}

/// Passes a failure on, with a JSON document if the file is wrong.
fn refuse(console: Console, matches: &ArgMatches, failure: Failure) -> Exit {
    if let (true, Failure::File(why)) = (matches.get_flag("json"), &failure) {
        console.json(&documents::refused(&console.phrase(why)))?;
    }
    Err(failure)
}

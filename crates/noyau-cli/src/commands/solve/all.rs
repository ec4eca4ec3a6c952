//! `noyau solve --all --save`: solves every position into a table.

use crate::prelude::*;
use noyau::dynamic::{TablePlan, Unsolved};
use noyau::format::header::{Counts, Header, Title};
use noyau::limits::Stopped;
use noyau::tables::checkpoint::{BlobStore, TITLE};
use noyau_files::{Unusable, WorkFolder, destination, is_table_of};
use std::io;
use std::path::Path;
use std::time::Instant;

/// Solves all positions reachable from the current one. `checksum` is that of the game's file, if there is one.
pub(super) fn run(
    console: Console,
    matches: &ArgMatches,
    game: &dyn OpenGame,
    checksum: Option<String>,
    save: &Path,
    mut limits: Limits,
) -> Exit {
    let began = Instant::now();
    // 1. The file may be written; the estimate, before any work.
    let title = game.table_title(checksum);
    let save = &destination(save, |there| {
        output::is_forced(matches) || is_table_of(there, &title)
    })
    .map_err(|error| Failure::writing(save, &error))?;
    let plan = game.plan_table(&limits);
    tell_plan(console, &title, &plan, &limits);
    if let Some(why) = plan.refusal.clone() {
        console.tell(&message!(
            "not begun: {why}",
            "pas commencé : {why}",
            why = why
        ));
        return Ok(Status::Unknown);
    }
    // 2. The folder, which may hold the checkpoints of an earlier run.
    let folder = open_folder(console, save, &title)?;
    // 3. The work, unless an earlier run was killed after it, before cleaning up.
    let failed = |error: io::Error| tables::unwritten(folder.path(), &error);
    if !folder.is_finished().map_err(failed)? {
        let watch = Watch::with_time_left(console, messages::TABLE_PHASE_SOLVE, &mut limits);
        let solved = game.solve_table(&folder, &title, &limits);
        drop(watch);
        let tiers = match solved {
            Ok(tiers) => tiers,
            Err(unsolved) => {
                // An estimate below the limit would not help.
                let allowed = limits.memory.unwrap_or(u64::MAX);
                let wanted = plan.memory.filter(|&wanted| wanted > allowed);
                return not_solved(console, folder, unsolved, wanted);
            }
        };
        let watch = Watch::start(console, text("writing the table", "écriture de la table"));
        folder
            .deliver_table(&title, &tiers, save)
            .map_err(|error| tables::unwritten(save, &error))?;
        folder.finish().map_err(failed)?;
        drop(watch);
    }
    // 4. The folder is no longer needed.
    folder
        .remove()
        .map_err(|error| tables::unwritten(save, &error))?;

    let path = save.display().to_string();
    let file = TableFile::open(&path)?;
    let table = file.table()?;
    let header = table.header();
    let seconds = began.elapsed().as_secs_f64();
    if matches.get_flag("json") {
        let stored = file.stored();
        return console.json(&documents::table_made(header, stored, plan.method, seconds));
    }
    let mut lines = summary(console, header, false, None);
    let bytes = amount(file.stored().bytes);
    let stored = message!("{path}, {bytes}", "{path}, {bytes}", bytes = bytes);
    lines.add(messages::TABLE, &stored);
    lines.add(messages::SECONDS, &units::decimal(seconds, 1));
    lines.print()
}

/// The metadata of a table, with the version of the rules if `rules`, and a position of the longest win if known.
pub(crate) fn summary(console: Console, header: &Header, rules: bool, from: Option<&str>) -> Lines {
    let Counts {
        positions,
        win,
        draw,
        loss,
    } = header.counts;
    let mut lines = console.lines().with(messages::GAME, &header.title.game);
    if rules {
        let version = header.title.rules;
        lines.add(text("rules", "règles"), &format!("version {version}"));
    }
    let start = header.title.start.clone();
    let start = match header.title.more_starts.len() {
        0 => message!("{start}", "{start}"),
        1 => message!("{start}, and another", "{start}, et une autre"),
        more => message!("{start}, and {more} others", "{start}, et {more} autres"),
    };
    lines.add(text("start", "départ"), &start);
    let stored = header.stored;
    let stored = message!(
        "{positions}, {stored} of them stored",
        "{positions}, dont {stored} gardées"
    );
    lines.add(messages::POSITIONS, &stored);
    let outcomes = message!(
        "{win} won, {draw} drawn, {loss} lost for the side to move",
        "{win} gagnées, {draw} nulles, {loss} perdues pour le joueur au trait"
    );
    lines.add(text("outcomes", "issues"), &outcomes);
    if let Some(plies) = header.longest_win {
        let longest = match from {
            None => message!("{plies} plies", "{plies} demi-coups"),
            Some(from) => message!(
                "{plies} plies, from {from}",
                "{plies} demi-coups, depuis {from}"
            ),
        };
        lines.add(text("longest win", "plus long gain"), &longest);
    }
    lines
}

fn tell_plan(console: Console, title: &Title, plan: &TablePlan, limits: &Limits) {
    let positions = match plan.positions {
        Some(count) => message!(
            "about {count} positions to store",
            "environ {count} positions à garder"
        ),
        None => message!(
            "how many positions is known when they are found",
            "le nombre de positions se saura en les trouvant"
        ),
    };
    let memory = match (plan.memory, plan.disk) {
        (Some(memory), Some(disk)) => message!(
            "about {memory} of memory, {disk} on disk",
            "environ {memory} de mémoire, {disk} sur disque",
            memory = amount(memory),
            disk = amount(disk)
        ),
        _ => message!(
            "memory as needed, up to {limit}",
            "mémoire selon besoin, jusqu'à {limit}",
            limit = amount(limits.memory.unwrap_or(u64::MAX))
        ),
    };
    let time = match plan.seconds {
        Some(seconds) => message!("about {seconds} s", "environ {seconds} s"),
        None => message!("time unknown", "durée inconnue"),
    };
    let told = message!(
        "{game}: {positions}; {memory}; {time}",
        "{game} : {positions} ; {memory} ; {time}",
        game = title.game.clone(),
        positions = Message::of(&positions),
        memory = Message::of(&memory),
        time = Message::of(&time)
    );
    console.tell(&told);
    let how = plan.how.clone();
    console.tell(&message!("method: {how}", "méthode : {how}", how = how));
}

fn open_folder(console: Console, save: &Path, title: &Title) -> Result<WorkFolder, Failure> {
    // The work folder of a table is beside it.
    let path = output::beside(save, ".part");
    let shown = path.display().to_string();
    let folder = WorkFolder::open(path).map_err(|unusable| match unusable {
        Unusable::Locked => Failure::File(message!(
            "{path}: another process works in this folder",
            "{path} : un autre processus travaille dans ce dossier",
            path = shown.clone()
        )),
        Unusable::Io(error) => tables::unwritten(Path::new(&shown), &error),
    })?;
    let unreadable = |error: io::Error| crate::input::unreadable(&shown, &error);
    if folder.is_finished().map_err(unreadable)? {
        if is_table_of(save, title) {
            return Ok(folder);
        }
        // Left over from another finished table.
        folder.remove().map_err(unreadable)?;
        return open_folder(console, save, title);
    }
    let Some(kept) = folder.read(TITLE).map_err(unreadable)? else {
        // A run that had not begun may have left the lock; anything else is foreign.
        if !folder.is_fresh().map_err(unreadable)? {
            return Err(foreign(&shown));
        }
        return Ok(folder);
    };
    match Title::from_text(&kept) {
        Some(other) if other == *title => {
            tell_resumed(console, &shown);
            Ok(folder)
        }
        Some(other) => Err(Failure::File(message!(
            "{path}: this is the unfinished work on {game} from {start:?}; finish it, or remove the folder",
            "{path} : c'est le travail inachevé sur {game} depuis {start:?} ; terminez-le, ou supprimez le dossier",
            path = shown,
            game = other.game,
            start = other.start
        ))),
        None => Err(foreign(&shown)),
    }
}

fn foreign(path: &str) -> Failure {
    Failure::File(message!(
        "{path}: this folder is no unfinished work on a table; choose another name, or remove it",
        "{path} : ce dossier n'est pas un travail inachevé sur une table ; choisissez un autre nom, ou supprimez-le"
    ))
}

pub(crate) fn tell_resumed(console: Console, folder: &str) {
    console.tell(&message!(
        "going on from what {folder} holds",
        "reprise de ce que contient {folder}"
    ));
}

fn not_solved(
    console: Console,
    folder: WorkFolder,
    unsolved: Unsolved,
    memory: Option<u64>,
) -> Exit {
    let path = folder.path().to_owned();
    let why = match unsolved {
        Unsolved::Stopped(stopped) => {
            let folder = path.display().to_string();
            let told = match memory.filter(|_| stopped == Stopped::Memory) {
                Some(bytes) => message!(
                    "not finished: about {memory} of memory are needed, which --memory may allow; what is done is kept in {folder}, and the same command goes on from there",
                    "inachevé : il faut environ {memory} de mémoire, que --memory peut permettre ; ce qui est fait est gardé dans {folder}, et la même commande reprendra de là",
                    memory = amount(bytes)
                ),
                None => message!(
                    "not finished: {why}; what is done is kept in {folder}, and the same command goes on from there",
                    "inachevé : {why} ; ce qui est fait est gardé dans {folder}, et la même commande reprendra de là",
                    why = messages::stopped(stopped)
                ),
            };
            console.tell(&told);
            return Ok(Status::Unknown);
        }
        Unsolved::Io(error) => return Err(tables::unwritten(&path, &error)),
        Unsolved::TooLarge(why) => message!("given up: {why}", "abandonné : {why}", why = why),
        Unsolved::TooFar => message!(
            "given up: a distance or margin is too large for a table",
            "abandonné : une distance ou un écart est trop grand pour une table"
        ),
    };
    // Nothing in the folder can be resumed.
    let _ = folder.remove();
    console.tell(&why);
    Ok(Status::Unknown)
}

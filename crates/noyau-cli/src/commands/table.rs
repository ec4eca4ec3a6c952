//! `noyau table`: reads, merges and splits tables of all positions.

mod parts;

use super::solve::all::summary;
use crate::prelude::*;
use noyau::Value;
use noyau::documents::{LongestWins, csv};
use noyau::dynamic::Unvisited;
use noyau::format::code::code_of_value;
use noyau::format::header::{Header, TierCounts, Values};
use noyau::format::table::Table;
use noyau_files::begins_with;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub(super) const COMMAND: Entry = Entry::group(
    "table",
    help::TABLE,
    &[
        Entry::new(
            "info",
            help::TABLE_INFO,
            |args, command| read(args, command).arg(args.json()),
            info,
        ),
        Entry::new("get", help::TABLE_GET, get_arguments, get),
        Entry::new("stats", help::TABLE_STATS, stats_arguments, stats),
        Entry::new("export", help::TABLE_EXPORT, export_arguments, export),
        parts::MERGE,
        parts::SPLIT,
    ],
);

/// The table to read.
fn read(args: Args, command: Command) -> Command {
    command.arg(args.place("file", help::FILE, help::TABLE_FILE))
}

fn get_arguments(args: Args, command: Command) -> Command {
    let command = read(args, command).arg(args.flag("quick", help::QUICK));
    args.placed(command).arg(args.json())
}

fn stats_arguments(args: Args, command: Command) -> Command {
    read(args, command)
        .arg(args.flag("quick", help::TABLE_STATS_QUICK))
        .args([args.threads(), args.memory(), args.time()])
        .args([args.max_bytes(), args.json()])
}

fn export_arguments(args: Args, command: Command) -> Command {
    let command = read(args, command).arg(args.output()).arg(args.max_bytes());
    args.force(command, &["output"])
}

fn path_of(matches: &ArgMatches) -> &str {
    args::word(matches, "file").unwrap_or("")
}

fn info(console: Console, matches: &ArgMatches) -> Exit {
    let path = path_of(matches);
    let file = TableFile::open(path)?;
    let table = file.table()?;
    let header = table.header();
    let tiers = header.tiers().len();
    let blocks: u64 = header.sections.iter().map(|section| section.blocks).sum();
    if matches.get_flag("json") {
        return console.json(&documents::table_info(header, file.stored()));
    }
    let mut lines = summary(console, header, true, None);
    let mut tells = Message::from(match header.title.values {
        Values::Outcome => messages::TELLS_OUTCOME,
        Values::Margin => messages::TELLS_MARGIN,
    });
    if header.nimbers {
        tells = message!(
            "{tells}, and its nimber",
            "{tells}, et son nimber",
            tells = tells
        );
    }
    lines.add(text("tells", "donne"), &tells);
    lines.add(
        text("structure", "structure"),
        &message!(
            "{tiers} tiers, {blocks} blocks",
            "{tiers} niveaux, {blocks} blocs"
        ),
    );
    let bytes = amount(file.stored().bytes);
    let where_it_is = match file.stored().files {
        1 => message!("{path}, {bytes}", "{path}, {bytes}", bytes = bytes),
        files => message!(
            "{path}, {bytes} in {files} parts",
            "{path}, {bytes} en {files} parties",
            bytes = bytes
        ),
    };
    lines.add(messages::TABLE, &where_it_is);
    lines.print()
}

fn get(console: Console, matches: &ArgMatches) -> Exit {
    let began = Instant::now();
    let file = TableFile::open(path_of(matches))?;
    let table = file.table()?;
    let mut game = file.game(&table, input::most_bytes(matches))?;
    input::place(&mut *game, matches)?;
    let answer = game.look_up(&table, matches.get_flag("quick"));
    let answer = answer.map_err(|refused| file.failure(&refused))?;
    let seconds = began.elapsed().as_secs_f64();
    super::solve::print(console, &*game, &answer, matches, seconds)
}

fn stats(console: Console, matches: &ArgMatches) -> Exit {
    let file = TableFile::open(path_of(matches))?;
    let table = file.table()?;
    let game = file.game(&table, input::most_bytes(matches))?;
    let header = table.header();
    let position = match header.longest_win {
        None => None,
        Some(plies) => position_won_in(&file, &table, &*game, plies)?,
    };
    let audited = if matches.get_flag("quick") {
        None
    } else {
        match tables::check(console, matches, path_of(matches), &*game, &table) {
            Ok(Some(audited)) => Some(audited),
            Ok(None) => return Ok(Status::Unknown),
            Err(refused) => return Err(file.failure(&refused)),
        }
    };
    let single = audited.as_ref().map(|audited| audited.single);
    let by_side = audited.map(|audited| audited.longest).unwrap_or_default();
    let of_tiers = LongestWins::of(&*game, &table, by_side)
        .map_err(|unvisited| not_visited(&file, unvisited))?;
    let tally = header.tally();
    let outcomes = header.title.values == Values::Outcome;
    if matches.get_flag("json") {
        let position = position.as_deref();
        return console.json(&documents::table_stats(header, position, &of_tiers, single));
    }
    let mut lines = summary(console, header, false, position.as_deref());
    if let Some(single) = single {
        lines.add(text("one winning move", "un seul coup gagnant"), &single);
    }
    let mut out = console.out();
    lines.write(&mut out)?;
    writeln!(out)?;
    if outcomes {
        let mut counts = BTreeMap::<u32, [u64; 2]>::new();
        for (i, tally) in [tally.win, tally.loss].into_iter().enumerate() {
            for (distance, count) in tally {
                counts.entry(distance).or_default()[i] = count;
            }
        }
        let rows = counts.iter().map(|(distance, [won, lost])| {
            [distance.to_string(), won.to_string(), lost.to_string()]
        });
        let heads = [messages::DISTANCE, messages::TABLE_WON, messages::LOST];
        console.columns(&mut out, heads, rows)?;
    } else {
        let rows = tally.margin.into_iter();
        let rows = rows.map(|(margin, count)| [format!("{margin:+}"), count.to_string()]);
        let heads = [messages::MARGIN, messages::POSITIONS];
        console.columns(&mut out, heads, rows)?;
    }
    writeln!(out)?;
    print_tiers(console, &mut out, header, &of_tiers)?;
    out.flush()?;
    Ok(Status::Answered)
}

/// Prints the counts of each tier, and its longest win if there is one.
fn print_tiers(
    console: Console,
    out: &mut dyn Write,
    header: &Header,
    longest: &LongestWins,
) -> io::Result<()> {
    let counts = [
        text("tier", "niveau"),
        messages::POSITIONS,
        messages::TABLE_WON,
        text("drawn", "nulles"),
        messages::LOST,
    ];
    let tiers = header.tiers();
    let rows = tiers.iter().map(|TierCounts { tier, counts }| {
        [
            tier.to_string(),
            counts.positions.to_string(),
            counts.win.to_string(),
            counts.draw.to_string(),
            counts.loss.to_string(),
        ]
    });
    if longest.plies.is_empty() {
        return console.columns(out, counts, rows);
    }
    let [tier, positions, won, drawn, lost] = counts;
    let plies = |plies: Option<&u32>| plies.map_or_else(|| "-".to_owned(), u32::to_string);
    let rows = rows
        .zip(&tiers)
        .map(|([tier, positions, won, drawn, lost], of)| {
            let by_side = longest.by_side.get(&of.tier);
            let by_side = by_side.map_or_else(
                || "-".to_owned(),
                |[first, second]| format!("{} / {}", plies(first.as_ref()), plies(second.as_ref())),
            );
            [
                tier,
                positions,
                won,
                drawn,
                lost,
                plies(longest.plies.get(&of.tier)),
                by_side,
                { longest.positions.get(&of.tier) }.map_or_else(|| "-".to_owned(), String::clone),
            ]
        });
    let heads = [
        tier,
        positions,
        won,
        drawn,
        lost,
        text("longest win", "plus long gain"),
        text("First / Second", "Premier / Second"),
        text("from", "depuis"),
    ];
    console.columns(out, heads, rows)
}

/// The first position in the table with that distance to a win.
fn position_won_in(
    file: &TableFile,
    table: &Table<'_>,
    game: &dyn OpenGame,
    plies: u32,
) -> Result<Option<String>, Failure> {
    let mut found = None;
    let wanted = code_of_value(Value::Win(plies));
    game.table_rows(table, &|_, code| Some(code) == wanted, &mut |row| {
        found = Some(row.position.clone());
        Ok(false)
    })
    .map_err(|unvisited| not_visited(file, unvisited))?;
    Ok(found)
}

fn not_visited(file: &TableFile, unvisited: Unvisited) -> Failure {
    match unvisited {
        Unvisited::Refused(refused) => file.failure(&refused),
        Unvisited::Io(error) => Failure::Output(error),
    }
}

fn export(console: Console, matches: &ArgMatches) -> Exit {
    let file = TableFile::open(path_of(matches))?;
    let table = file.table()?;
    let game = file.game(&table, input::most_bytes(matches))?;
    let path = matches.get_one::<PathBuf>("output");
    let mut refused = None;
    let path = path.map(PathBuf::as_path);
    let heads = csv::TABLE_HEADS.as_bytes();
    let is_export = |there: &Path| begins_with(there, heads);
    let written = output::to_file_or_console(console, matches, path, is_export, |out| {
        out.write_all(heads)?;
        let visited = game.table_rows(&table, &|_, _| true, &mut |row| {
            out.write_all(csv::row(row).as_bytes())?;
            Ok(true)
        });
        match visited {
            Err(Unvisited::Io(error)) => Err(error),
            Err(Unvisited::Refused(why)) => {
                refused = Some(file.failure(&why));
                Err(io::ErrorKind::InvalidData.into())
            }
            Ok(()) => Ok(()),
        }
    });
    match refused {
        None => written.map(|()| Status::Answered),
        Some(failure) => Err(failure),
    }
}

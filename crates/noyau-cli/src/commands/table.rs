//! `noyau table`: reads tables of every position, joins them and divides them.

mod parts;

use crate::catalogue::tables::{self as words, Told};
use crate::catalogue::{self, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::output;
use crate::progress::{self, Watch};
use crate::tables::{TableFile, amount, said};
use crate::{input, quantity};
use clap::{Arg, ArgMatches, Command};
use noyau::answers::Stats;
use noyau::audit::{Refused, audit};
use noyau::erased::{OpenGame, Row, Unvisited};
use noyau::limits::Progress;
use noyau::store::code::code_of_value;
use noyau::store::header::{TierCounts, Values};
use noyau::store::table::Table;
use noyau::{Message, Text, Value};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

pub(super) fn command(grammar: Grammar) -> Command {
    let file = || {
        grammar
            .place("file", help::FILE, help::TABLE_FILE)
            .required(true)
    };
    let get = grammar
        .command("get", help::TABLE_GET)
        .arg(file())
        .arg(grammar.flag("quick", help::QUICK));
    let target = |id, value, help| -> Arg {
        grammar
            .place(id, value, help)
            .required(true)
            .value_parser(clap::value_parser!(PathBuf))
    };
    grammar
        .command("table", help::TABLE)
        .subcommand_required(true)
        .subcommands([
            grammar
                .command("info", help::TABLE_INFO)
                .arg(file())
                .arg(grammar.json()),
            grammar.placed(get).arg(grammar.json()),
            grammar
                .command("stats", help::TABLE_STATS)
                .arg(file())
                .arg(grammar.flag("quick", help::TABLE_STATS_QUICK))
                .arg(grammar.threads())
                .arg(grammar.memory())
                .arg(grammar.time())
                .arg(grammar.max_bytes())
                .arg(grammar.json()),
            grammar
                .command("export", help::TABLE_EXPORT)
                .arg(file())
                .arg(grammar.output())
                .arg(grammar.max_bytes()),
            grammar
                .command("merge", help::TABLE_MERGE)
                .arg(
                    grammar
                        .place("folder", help::FOLDER, help::TABLE_MERGE_FOLDER)
                        .required(true),
                )
                .arg(target("to", help::FILE, help::TABLE_MERGE_FILE))
                .arg(grammar.json()),
            grammar
                .command("split", help::TABLE_SPLIT)
                .arg(file())
                .arg(target("to", help::FOLDER, help::TABLE_SPLIT_FOLDER))
                .arg(
                    grammar
                        .place("parts", help::NUMBER, help::TABLE_SPLIT_PARTS)
                        .required(true)
                        .value_parser(grammar.parser(quantity::small_number)),
                )
                .arg(grammar.max_bytes()),
        ])
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    match matches.subcommand() {
        Some(("info", matches)) => info(console, matches),
        Some(("get", matches)) => get(console, matches),
        Some(("stats", matches)) => stats(console, matches),
        Some(("export", matches)) => export(console, matches),
        Some(("merge", matches)) => parts::merge(console, matches),
        Some(("split", matches)) => parts::split(console, matches),
        _ => Ok(Status::Refused),
    }
}

fn path_of(matches: &ArgMatches) -> &str {
    matches.get_one::<String>("file").map_or("", String::as_str)
}

#[derive(Serialize)]
struct Info<'a> {
    game: &'a str,
    rules: u32,
    start: &'a str,
    values: Values,
    nimbers: bool,
    symmetry: bool,
    positions: u64,
    stored: u64,
    win: u64,
    draw: u64,
    loss: u64,
    longest_win: Option<u32>,
    tiers: usize,
    blocks: u64,
    parts: usize,
    bytes: u64,
    packing: &'a str,
    index_checksum: &'a str,
}

fn info(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let path = path_of(matches);
    let file = TableFile::open(path)?;
    let table = file.table()?;
    let header = table.header();
    let tiers = header.tiers().len();
    let blocks = header.sections.iter().map(|section| section.blocks).sum();
    if matches.get_flag("json") {
        console.json(&Info {
            game: &header.title.game,
            rules: header.title.rules,
            start: &header.title.start,
            values: header.title.values,
            nimbers: header.nimbers,
            symmetry: header.stored != header.counts.positions,
            positions: header.counts.positions,
            stored: header.stored,
            win: header.counts.win,
            draw: header.counts.draw,
            loss: header.counts.loss,
            longest_win: header.longest_win,
            tiers,
            blocks,
            parts: file.files(),
            bytes: file.bytes(),
            packing: &header.packing,
            index_checksum: &header.index_checksum,
        })?;
        return Ok(Status::Answered);
    }
    let mut lines = super::solve::all::summary(console, header);
    let version = header.title.rules;
    lines.insert(1, (words::RULES, said(console, &Told::Rules { version })));
    let mut tells = console.say(match header.title.values {
        Values::Outcome => words::TELLS_OUTCOME,
        Values::Margin => words::TELLS_MARGIN,
    });
    let with_nimbers;
    if header.nimbers {
        with_nimbers = format!("{tells}{}", console.say(words::AND_NIMBERS));
        tells = &with_nimbers;
    }
    lines.push((words::TELLS, tells.to_owned()));
    lines.push((
        words::STRUCTURE,
        said(console, &Told::Blocks { tiers, blocks }),
    ));
    let (path, bytes) = (path.to_owned(), amount(file.bytes()));
    let where_it_is = match file.files() {
        1 => said(console, &Told::File { path, bytes }),
        files => said(console, &Told::Files { path, bytes, files }),
    };
    lines.push((words::TABLE, where_it_is));
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(Status::Answered)
}

fn get(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let began = Instant::now();
    let file = TableFile::open(path_of(matches))?;
    let table = file.table()?;
    let mut game = file.game(&table, input::most_bytes(matches))?;
    input::place(&mut *game, matches)?;
    let answer = game.look_up(&table, matches.get_flag("quick"));
    let answer = answer.map_err(|refused| file.refused(&refused))?;
    let seconds = began.elapsed().as_secs_f64();
    super::solve::print(console, &*game, &answer, matches, seconds)
}

fn stats(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let file = TableFile::open(path_of(matches))?;
    let table = file.table()?;
    let game = file.game(&table, input::most_bytes(matches))?;
    let header = table.header();
    let longest = header.longest_win;
    let position = match longest {
        None => None,
        Some(plies) => position_won_in(&file, &table, &*game, plies)?,
    };
    let single = if matches.get_flag("quick") {
        None
    } else {
        let mut limits = input::limits(matches);
        progress::stop_on_interrupt(&mut limits);
        let shown = Arc::new(Progress::default());
        limits.progress = Some(Arc::clone(&shown));
        let watch = Watch::with_time_left(console, words::PHASE_CHECK, shown);
        let audited = audit(&*game.table_rules(&table), &table, &limits);
        drop(watch);
        match audited {
            Ok(audited) => Some(audited.single),
            Err(Refused::Stopped(stopped)) => {
                let (path, why) = (path_of(matches).to_owned(), catalogue::stopped(stopped));
                console.tell(&said(console, &Told::Unchecked { path, why }));
                return Ok(Status::Unknown);
            }
            Err(refused) => return Err(file.refused(&refused)),
        }
    };
    let tally = header.tally();
    let outcomes = header.title.values == Values::Outcome;
    if matches.get_flag("json") {
        console.json(&Stats::new(header, position, single))?;
        return Ok(Status::Answered);
    }
    let mut lines = super::solve::all::summary(console, header);
    if let (Some(plies), Some(position)) = (longest, position) {
        lines.pop();
        let told = Told::LongestIn { plies, position };
        lines.push((words::LONGEST_WIN, said(console, &told)));
    }
    if let Some(single) = single {
        lines.push((words::SINGLE, single.to_string()));
    }
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    writeln!(out)?;
    if outcomes {
        let mut rows: Vec<[String; 3]> = Vec::new();
        let mut losses = tally.loss.iter().peekable();
        let mut wins = tally.win.iter().peekable();
        while let Some(distance) = [wins.peek(), losses.peek()]
            .into_iter()
            .flatten()
            .map(|&&(distance, _)| distance)
            .min()
        {
            let won = wins
                .next_if(|&&(d, _)| d == distance)
                .map_or(0, |row| row.1);
            let lost = losses
                .next_if(|&&(d, _)| d == distance)
                .map_or(0, |row| row.1);
            rows.push([distance.to_string(), won.to_string(), lost.to_string()]);
        }
        let heads = [catalogue::DISTANCE, words::WON, words::LOST];
        console.columns(&mut out, heads, rows.into_iter())?;
    } else {
        let rows = tally.margin.into_iter();
        let rows = rows.map(|(margin, count)| [format!("{margin:+}"), count.to_string()]);
        let heads = [catalogue::MARGIN, catalogue::POSITIONS];
        console.columns(&mut out, heads, rows)?;
    }
    writeln!(out)?;
    let heads: [Text; 5] = [
        words::TIER,
        catalogue::POSITIONS,
        words::WON,
        words::DRAWN,
        words::LOST,
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
    console.columns(&mut out, heads, rows)?;
    out.flush()?;
    Ok(Status::Answered)
}

/// The first position in the table that is won in so many plies.
fn position_won_in(
    file: &TableFile,
    table: &Table<'_>,
    game: &dyn OpenGame,
    plies: u32,
) -> Result<Option<String>, Failure> {
    let mut found = None;
    let code = code_of_value(Value::Win(plies));
    game.table_rows(table, code, &mut |row| {
        found = Some(row.position.clone());
        Ok(false)
    })
    .map_err(|unvisited| not_visited(file, unvisited))?;
    Ok(found)
}

fn not_visited(file: &TableFile, unvisited: Unvisited) -> Failure {
    match unvisited {
        Unvisited::Refused(refused) => file.refused(&refused),
        Unvisited::Io(error) => Failure::Output(error),
    }
}

fn export(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let file = TableFile::open(path_of(matches))?;
    let table = file.table()?;
    let game = file.game(&table, input::most_bytes(matches))?;
    let path = matches.get_one::<PathBuf>("output");
    let mut refused = None;
    output::to_file_or_console(console, path.map(PathBuf::as_path), |out| {
        writeln!(out, "position,outcome,distance,margin,nimber,images")?;
        let visited = game.table_rows(&table, None, &mut |row| {
            write_row(row, out)?;
            Ok(true)
        });
        match visited {
            Err(Unvisited::Io(error)) => Err(error),
            Err(Unvisited::Refused(why)) => {
                refused = Some(file.failure(Message::of(&why)));
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    })?;
    match refused {
        None => Ok(Status::Answered),
        Some(failure) => Err(failure),
    }
}

fn write_row(row: &Row, out: &mut dyn Write) -> std::io::Result<()> {
    let cell = |number: Option<String>| number.unwrap_or_default();
    let position = if row.position.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", row.position.replace('"', "\"\""))
    } else {
        row.position.clone()
    };
    let distance = cell(row.worth.distance.map(|distance| distance.to_string()));
    let margin = cell(row.worth.margin.map(|margin| margin.to_string()));
    let nimber = cell(row.nimber.map(|nimber| nimber.to_string()));
    let (outcome, images) = (row.worth.outcome, row.images);
    writeln!(
        out,
        "{position},{outcome},{distance},{margin},{nimber},{images}"
    )
}

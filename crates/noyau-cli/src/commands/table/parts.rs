//! `noyau table merge` and `noyau table split`: tables in parts.

use super::path_of;
use crate::catalogue::tables::{Told, Trouble};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::input;
use crate::tables::{self, TableFile, amount, said};
use clap::ArgMatches;
use noyau::Message;
use noyau::store::Damage;
use noyau::store::section::{SectionData, write_table};
use noyau::store::shards::{join_section, split_section};
use noyau_files::whole_or_not;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// More parts than this are a mistake.
const MOST_PARTS: u32 = 65_536;

#[derive(Serialize)]
struct Merged<'a> {
    game: &'a str,
    positions: u64,
    parts: usize,
    file: String,
    bytes: u64,
}

pub(super) fn merge(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let folder = matches.get_one::<String>("folder");
    let file = TableFile::open(folder.map_or("", String::as_str))?;
    let table = file.table()?;
    let header = table.header();
    let to = target(matches);
    write(&file, to, |out, problem| {
        let sections = &header.sections;
        let mut section = |i: usize| problem.or(join_section(&table, &sections[i]));
        write_table(&header.title, [0, 1], sections.len(), &mut section, out)
    })?;
    let bytes = std::fs::metadata(to).map_or(0, |metadata| metadata.len());
    let path = to.display().to_string();
    if matches.get_flag("json") {
        console.json(&Merged {
            game: &header.title.game,
            positions: header.counts.positions,
            parts: file.files(),
            file: path,
            bytes,
        })?;
    } else {
        let bytes = amount(bytes);
        let told = said(console, &Told::Written { path, bytes });
        writeln!(console.out(), "{told}")?;
    }
    Ok(Status::Answered)
}

pub(super) fn split(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let of = matches.get_one::<u32>("parts").copied().unwrap_or(0);
    if !(1..=MOST_PARTS).contains(&of) {
        return Err(Failure::Request(Message::of(&Trouble::NoParts)));
    }
    let file = TableFile::open(path_of(matches))?;
    let table = file.table()?;
    let game = file.game(&table, input::most_bytes(matches))?;
    let header = table.header();
    let folder = target(matches);
    if folder.exists() {
        let path = folder.display().to_string();
        return Err(Failure::File(Message::of(&Trouble::Exists { path })));
    }
    std::fs::create_dir(folder).map_err(|error| tables::unwritten(folder, &error))?;
    let images = |tier, number| game.table_images(tier, number);
    for part in 0..of {
        let to = folder.join(format!("part-{part:05}"));
        write(&file, &to, |out, problem| {
            let sections = &header.sections;
            let mut section =
                |i: usize| problem.or(split_section(&table, &sections[i], [part, of], &images));
            write_table(&header.title, [part, of], sections.len(), &mut section, out)
        })?;
    }
    let folder = folder.display().to_string();
    let told = said(console, &Told::PartsWritten { count: of, folder });
    writeln!(console.out(), "{told}")?;
    Ok(Status::Answered)
}

fn target(matches: &ArgMatches) -> &Path {
    matches
        .get_one::<PathBuf>("to")
        .map_or(Path::new(""), PathBuf::as_path)
}

/// What was wrong with the table that was read, if anything was.
#[derive(Debug, Default)]
struct Problem(Option<Damage>);

impl Problem {
    fn or(&mut self, piece: Result<SectionData, Damage>) -> io::Result<SectionData> {
        piece.map_err(|damage| {
            self.0 = Some(damage);
            io::ErrorKind::InvalidData.into()
        })
    }
}

/// Writes a file, whole or not at all.
fn write(
    file: &TableFile,
    to: &Path,
    content: impl FnOnce(&mut dyn Write, &mut Problem) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut name = to.as_os_str().to_owned();
    name.push(".new");
    let mut problem = Problem::default();
    let written = whole_or_not(Path::new(&name), to, |out| content(out, &mut problem));
    match (written, problem.0) {
        (_, Some(damage)) => Err(file.damaged(&damage)),
        (written, None) => written.map_err(|error| tables::unwritten(to, &error)),
    }
}

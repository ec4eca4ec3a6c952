//! `noyau table merge` and `noyau table split`: tables in parts.

use super::path_of;
use crate::prelude::*;
use clap::value_parser;
use noyau::documents::Stored;
use noyau::format::Damage;
use noyau::format::section::{SectionData, write_table};
use noyau::format::shards::{join_section, split_section};
use noyau_files::{OutputFile, is_table_of};
use std::io;
use std::path::{Path, PathBuf};

/// More parts than this are a mistake.
const MOST_PARTS: u32 = 65_536;

pub(super) const MERGE: Entry = Entry::new("merge", help::TABLE_MERGE, merge_arguments, merge);
pub(super) const SPLIT: Entry = Entry::new("split", help::TABLE_SPLIT, split_arguments, split);

fn merge_arguments(args: Args, command: Command) -> Command {
    let to = args.place(
        "to",
        help::FILE,
        text("The file to write", "Le fichier à écrire"),
    );
    let command = command
        .arg(args.place("folder", help::FOLDER, help::TABLE_MERGE_FOLDER))
        .arg(to.value_parser(value_parser!(PathBuf)))
        .arg(args.json());
    args.force(command, &["to"])
}

fn split_arguments(args: Args, command: Command) -> Command {
    let to = args.place("to", help::FOLDER, help::TABLE_SPLIT_FOLDER);
    let parts = args.place(
        "parts",
        help::NUMBER,
        text("How many parts", "Combien de parties"),
    );
    super::read(args, command)
        .arg(to.value_parser(value_parser!(PathBuf)))
        .arg(parts.value_parser(args.parser(units::small_number)))
        .arg(args.max_bytes())
}

fn merge(console: Console, matches: &ArgMatches) -> Exit {
    let folder = matches.get_one::<String>("folder");
    let file = TableFile::open(folder.map_or("", String::as_str))?;
    let table = file.table()?;
    let header = table.header();
    let to = target(matches);
    let is_same = |there: &Path| output::is_forced(matches) || is_table_of(there, &header.title);
    write(&file, to, is_same, |out, problem| {
        let sections = &header.sections;
        let mut section = |i: usize| problem.or(join_section(&table, &sections[i]));
        write_table(&header.title, [0, 1], sections.len(), &mut section, out)
    })?;
    let bytes = std::fs::metadata(to).map_or(0, |metadata| metadata.len());
    let path = to.display().to_string();
    if matches.get_flag("json") {
        console.json(&documents::table_merged(
            header,
            Stored {
                path: &path,
                files: file.stored().files,
                bytes,
            },
        ))?;
    } else {
        let bytes = amount(bytes);
        let told = console.phrase(&message!(
            "{path} written, {bytes}",
            "{path} écrit, {bytes}",
            bytes = bytes
        ));
        writeln!(console.out(), "{told}")?;
    }
    Ok(Status::Answered)
}

fn split(console: Console, matches: &ArgMatches) -> Exit {
    let of = args::number::<u32>(matches, "parts");
    if !(1..=MOST_PARTS).contains(&of) {
        return Err(Failure::Request(message!(
            "a table is split into at least 1 and at most 65536 parts",
            "une table se divise en 1 partie au moins et 65536 au plus"
        )));
    }
    let file = TableFile::open(path_of(matches))?;
    let table = file.table()?;
    let game = file.game(&table, input::most_bytes(matches))?;
    let header = table.header();
    let folder = target(matches);
    if folder.exists() {
        let path = folder.display().to_string();
        return Err(Failure::File(message!(
            "{path}: there is something of that name already",
            "{path} : il y a déjà quelque chose de ce nom"
        )));
    }
    std::fs::create_dir(folder).map_err(|error| tables::unwritten(folder, &error))?;
    let images = |tier, number| game.table_images(tier, number);
    for part in 0..of {
        let to = folder.join(format!("part-{part:05}"));
        write(
            &file,
            &to,
            |_| false,
            |out, problem| {
                let sections = &header.sections;
                let mut section =
                    |i: usize| problem.or(split_section(&table, &sections[i], [part, of], &images));
                write_table(&header.title, [part, of], sections.len(), &mut section, out)
            },
        )?;
    }
    let folder = folder.display().to_string();
    let told = console.phrase(&message!(
        "{count} parts written into {folder}",
        "{count} parties écrites dans {folder}",
        count = of
    ));
    writeln!(console.out(), "{told}")?;
    Ok(Status::Answered)
}

fn target(matches: &ArgMatches) -> &Path {
    matches
        .get_one::<PathBuf>("to")
        .map_or(Path::new(""), PathBuf::as_path)
}

/// The damage found in the input table, if any.
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

/// Writes a file atomically.
fn write(
    file: &TableFile,
    to: &Path,
    is_same_work: impl FnOnce(&Path) -> bool,
    content: impl FnOnce(&mut dyn Write, &mut Problem) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut problem = Problem::default();
    let written = OutputFile::replacing(to, is_same_work).and_then(|mut file| {
        content(file.out(), &mut problem)?;
        file.finish()
    });
    match (written, problem.0) {
        (_, Some(damage)) => Err(file.failure(&damage)),
        (written, None) => written.map_err(|error| tables::unwritten(to, &error)),
    }
}

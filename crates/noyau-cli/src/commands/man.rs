//! `noyau man`: the manual pages, from the same definitions as `--help`.

use crate::prelude::*;
use clap::value_parser;
use clap_mangen::Man;
use noyau::Language;
use std::io;
use std::path::{Path, PathBuf};

pub(super) const COMMAND: Entry = Entry::new("man", help::MAN, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let folder = args.place("folder", help::FOLDER, help::MAN_FOLDER);
    let command = command.arg(folder.required(false).value_parser(value_parser!(PathBuf)));
    args.force(command, &["folder"])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let mut command = super::all(console.args());
    command.build();
    match matches.get_one::<PathBuf>("folder") {
        None => {
            let page = page(console.language, command, "noyau".to_owned())?;
            let mut out = console.out();
            out.write_all(page.as_bytes())?;
            out.flush()?;
        }
        Some(folder) => {
            output::create_folder(folder)?;
            let count = write_pages(
                console.language,
                matches,
                &command,
                "noyau".to_owned(),
                folder,
            )?;
            let folder = folder.display().to_string();
            console.tell(&message!(
                "{count} pages written into {folder}",
                "{count} pages écrites dans {folder}"
            ));
        }
    }
    Ok(Status::Answered)
}

/// Writes the pages of a command and its subcommands; returns their number.
fn write_pages(
    language: Language,
    matches: &ArgMatches,
    command: &Command,
    name: String,
    folder: &Path,
) -> Result<usize, Failure> {
    let mut count = 1;
    for below in command.get_subcommands() {
        let name = format!("{name}-{}", below.get_name());
        count += write_pages(language, matches, below, name, folder)?;
    }
    let path = folder.join(format!("{name}.1"));
    let page = page(language, command.clone(), name)?;
    output::write(matches, &path, &page)?;
    Ok(count)
}

fn page(language: Language, command: Command, name: String) -> io::Result<String> {
    let mut page = Vec::new();
    let source = format!("noyau {}", env!("CARGO_PKG_VERSION"));
    Man::new(command.name(name.clone()).display_name(name))
        .source(source)
        .render(&mut page)?;
    let page = String::from_utf8_lossy(&page);
    let lines = page.lines().map(|line| match line.strip_prefix(".SH ") {
        None => format!("{line}\n"),
        Some(heading) => format!(".SH {}\n", title(language, heading)),
    });
    Ok(lines.collect())
}

/// A heading in the style of manual pages: in capitals, and without the space that French puts before a colon.
fn title(language: Language, heading: &str) -> String {
    let heading = heading.trim_matches(|c: char| c == '"' || c.is_whitespace());
    match (heading, language) {
        // The generator has this one only in English.
        ("NAME", Language::French) => "NOM".to_owned(),
        _ => heading.to_uppercase(),
    }
}

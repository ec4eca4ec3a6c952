//! The commands, one file each, and their list.

mod bench;
mod best;
mod check;
mod cluster;
mod completions;
mod contest;
mod count;
mod duel;
mod exercise;
mod experiment;
mod games;
mod gdl;
mod graph;
mod help;
mod judge;
mod learn;
mod man;
mod perft;
mod play;
mod puzzles;
mod sample;
mod sequence;
mod serve;
mod show;
mod solve;
mod table;
mod tournament;
mod tree;
mod verify;
mod why;

pub(crate) use check::confine;

use crate::args::Action;
use crate::prelude::{Args, Command, Console, Entry, Status, text};
use crate::usage_errors;
use clap::ArgAction;
use clap::error::{Error, ErrorKind};
use noyau::side_names::SideNames;
use std::ffi::OsString;

/// Every command, in the order of the help.
const COMMANDS: &[Entry] = &[
    serve::COMMAND,
    games::COMMAND,
    show::COMMAND,
    play::COMMAND,
    perft::COMMAND,
    count::COMMAND,
    solve::COMMAND,
    why::COMMAND,
    best::COMMAND,
    duel::COMMAND,
    tournament::COMMAND,
    learn::COMMAND,
    judge::COMMAND,
    puzzles::COMMAND,
    check::COMMAND,
    sample::COMMAND,
    table::COMMAND,
    cluster::COMMAND,
    graph::COMMAND,
    sequence::COMMAND,
    tree::COMMAND,
    exercise::COMMAND,
    gdl::COMMAND,
    verify::COMMAND,
    bench::COMMAND,
    completions::COMMAND,
    man::COMMAND,
    help::COMMAND,
];

/// The whole command line in one language.
fn all(args: Args) -> Command {
    let language = args.choice("lang", crate::help::LANGUAGE, crate::help::LANGUAGES, None);
    let names = args
        .option("names", text("NAME,NAME", "NOM,NOM"), crate::help::NAMES)
        .value_parser(args.parser(SideNames::parse));
    let version = args.flag("version", text("Show the version", "Affiche la version"));
    let command = args
        .command("noyau", crate::help::NOYAU)
        .version(env!("CARGO_PKG_VERSION"))
        .arg(language.global(true).display_order(999))
        .arg(names.global(true).display_order(999))
        .arg(
            version
                .short('V')
                .action(ArgAction::Version)
                .display_order(1001),
        )
        .subcommands(COMMANDS.iter().map(|entry| entry.command(args)));
    args.with_help(command)
}

/// Parses the arguments and runs their command.
pub(crate) fn run(console: Console, arguments: Vec<OsString>) -> Status {
    let matches = match all(console.args()).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => return explain(console, &error),
    };
    let (mut entries, mut below) = (COMMANDS, &matches);
    while let Some((name, matches)) = below.subcommand() {
        match entries
            .iter()
            .find(|entry| entry.name == name)
            .map(|entry| &entry.action)
        {
            Some(Action::Group(group)) => (entries, below) = (group, matches),
            Some(Action::Run { run, .. }) => {
                return run(console, matches).unwrap_or_else(|failure| console.report(&failure));
            }
            None => break,
        }
    }
    // Clap requires a subcommand of a group, so there was no command at all.
    serve::run_plain(console).unwrap_or_else(|failure| console.report(&failure))
}

/// Prints the requested help, or an error in the arguments.
fn explain(console: Console, error: &Error) -> Status {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        // A closed standard output is not an error for the help.
        let _ = error.print();
        return Status::Answered;
    }
    usage_errors::explain(console, error);
    Status::Refused
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau::Language;
    use noyau::arena::format::Format;

    fn visit(command: &Command, path: &str, check: &mut dyn FnMut(&str, &Command)) {
        let path = format!("{path} {}", command.get_name());
        check(&path, command);
        for below in command.get_subcommands() {
            visit(below, &path, check);
        }
    }

    #[test]
    fn everything_has_a_text_in_every_language() {
        let mut abouts = Vec::new();
        for language in Language::ALL {
            let mut command = all(Args(language));
            command.build();
            let mut texts = Vec::new();
            visit(&command, "", &mut |path, command| {
                let about = command.get_about().map(ToString::to_string);
                texts.push(about.unwrap_or_else(|| panic!("{path} has no text")));
                for argument in command.get_arguments() {
                    let id = argument.get_id();
                    assert!(argument.get_help().is_some(), "{path} {id} has no text");
                    assert!(
                        argument.get_help_heading().is_some(),
                        "{path} {id} would stand below an English heading"
                    );
                    if !argument.is_hide_possible_values_set() {
                        assert!(
                            argument.get_possible_values().is_empty()
                                || !argument.get_action().takes_values(),
                            "{path} {id} would list its values in English"
                        );
                    }
                    for value in argument.get_possible_values() {
                        assert!(
                            value.get_help().is_some() || !argument.get_action().takes_values(),
                            "{path} {id} {} has no text",
                            value.get_name()
                        );
                    }
                }
            });
            abouts.push(texts);
        }
        for (en, fr) in abouts[0].iter().zip(&abouts[1]) {
            assert_ne!(en, fr);
        }
    }

    #[test]
    fn the_args_is_sound() {
        for language in Language::ALL {
            all(Args(language)).debug_assert();
        }
    }

    #[test]
    fn every_format_is_offered() {
        let offered: Vec<_> = crate::help::FORMATS.iter().map(|(name, _)| *name).collect();
        let known: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
        assert_eq!(offered, known);
    }
}

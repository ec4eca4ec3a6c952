//! `noyau help COMMAND`: the same as `noyau COMMAND --help`.

use crate::catalogue::help;
use crate::console::Console;
use crate::failure::Status;
use crate::grammar::Grammar;
use crate::misuse;
use clap::error::ErrorKind;
use clap::{ArgAction, ArgMatches, Command};

pub(super) fn command(grammar: Grammar) -> Command {
    grammar.command("help", help::HELP_COMMAND).arg(
        grammar
            .place("command", help::COMMAND, help::HELP_OF)
            .action(ArgAction::Append)
            .num_args(0..),
    )
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Status {
    let path = matches.get_many::<String>("command").unwrap_or_default();
    let words = ["noyau"]
        .into_iter()
        .chain(path.map(String::as_str))
        .chain(["--help"]);
    match super::all(console.grammar()).try_get_matches_from(words) {
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            // Nothing is lost if nobody reads the help.
            let _ = error.print();
            Status::Answered
        }
        Err(error) => {
            misuse::explain(console, &error);
            Status::Refused
        }
        Ok(_) => Status::Answered,
    }
}

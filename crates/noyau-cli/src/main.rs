//! The command line of noyau.
//!
//! Exit status: 0 an answer, 1 no answer within the limits, 2 wrong usage or bad input. Answers go to the standard
//! output, everything else to the standard error.

mod catalogue;
mod commands;
mod console;
mod failure;
mod grammar;
mod input;
mod launcher;
mod locale;
mod misuse;
mod output;
mod pages;
mod players;
mod progress;
mod quantity;
mod tables;
mod timing;

use clap::error::ErrorKind;
use console::Console;
use failure::Status;
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().collect();
    let console = Console::new(locale::choose(arguments.get(1..).unwrap_or_default()));
    ExitCode::from(run(console, arguments).code())
}

fn run(console: Console, arguments: Vec<OsString>) -> Status {
    let matches = match commands::all(console.grammar()).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => {
            return match error.kind() {
                // Nothing is lost if nobody reads the help.
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                    let _ = error.print();
                    Status::Answered
                }
                _ => {
                    misuse::explain(console, &error);
                    Status::Refused
                }
            };
        }
    };
    commands::run(console, &matches).unwrap_or_else(|failure| console.report(&failure))
}

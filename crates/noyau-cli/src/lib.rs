//! The command line of noyau.
//!
//! Exit status: 0 an answer, 1 no answer within the limits, 2 wrong usage or bad input. Answers go to the standard
//! output, everything else to the standard error.

mod agents;
mod allocator;
mod args;
mod commands;
mod console;
mod failure;
mod figures;
mod help;
mod input;
mod launcher;
mod locale;
mod memory;
mod messages;
mod output;
mod prelude;
mod progress;
mod tables;
mod timing;
mod units;
mod usage_errors;

use console::Console;
use failure::Status;
use noyau::message;
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command given by the arguments of this process.
pub fn main() -> ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    allocator::map_large_blocks();
    let arguments: Vec<OsString> = env::args_os().collect();
    if let Some(code) = commands::confine(&arguments) {
        return code;
    }
    let own = arguments.get(1..).unwrap_or_default();
    let language = locale::choose(own);
    let names = match locale::names(own) {
        // It is needed until the end.
        Ok(names) => names.map(|names| &*Box::leak(Box::new(names))),
        Err(why) => {
            let console = Console::new(language, None);
            console.complain(&message!(
                "NOYAU_NAMES: {why}",
                "NOYAU_NAMES : {why}",
                why = why
            ));
            return ExitCode::from(Status::Refused.code());
        }
    };
    let arguments = locale::with_players(arguments, names);
    ExitCode::from(commands::run(Console::new(language, names), arguments).code())
}

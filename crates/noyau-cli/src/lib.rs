//! The command line of noyau.
//!
//! Exit status: 0 an answer, 1 no answer within the limits, 2 wrong usage or bad input. Answers go to the standard
//! output, everything else to the standard error.

mod agents;
mod args;
mod commands;
mod console;
mod failure;
mod help;
mod huge_pages;
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
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command given by the arguments of this process.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().collect();
    let console = Console::new(locale::choose(arguments.get(1..).unwrap_or_default()));
    ExitCode::from(commands::run(console, arguments).code())
}

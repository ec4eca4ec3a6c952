//! `noyau completions`: what a shell needs to complete commands.

use crate::catalogue::help;
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use clap::{ArgMatches, Command};
use clap_complete::Shell;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    let shell = grammar
        .place("shell", help::SHELL, help::COMPLETIONS_SHELL)
        .required(true);
    grammar
        .command("completions", help::COMPLETIONS)
        .arg(grammar.choosing(shell, help::COMPLETIONS_SHELL, help::SHELLS, None))
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let shell = match matches.get_one::<String>("shell").map(String::as_str) {
        Some("elvish") => Shell::Elvish,
        Some("fish") => Shell::Fish,
        Some("powershell") => Shell::PowerShell,
        Some("zsh") => Shell::Zsh,
        _ => Shell::Bash,
    };
    let mut script = Vec::new();
    clap_complete::generate(
        shell,
        &mut super::all(console.grammar()),
        "noyau",
        &mut script,
    );
    let mut out = console.out();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Status::Answered)
}

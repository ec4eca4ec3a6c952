//! `noyau completions`: shell completions.

use crate::prelude::*;
use clap_complete::Shell;

pub(super) const COMMAND: Entry = Entry::new("completions", help::COMPLETIONS, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let shell = args.place("shell", text("SHELL", "SHELL"), help::COMPLETIONS_SHELL);
    command.arg(args.choosing(shell, help::COMPLETIONS_SHELL, help::SHELLS, None))
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let shell = match args::word(matches, "shell") {
        Some("elvish") => Shell::Elvish,
        Some("fish") => Shell::Fish,
        Some("powershell") => Shell::PowerShell,
        Some("zsh") => Shell::Zsh,
        _ => Shell::Bash,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut super::all(console.args()), "noyau", &mut script);
    let mut out = console.out();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Status::Answered)
}

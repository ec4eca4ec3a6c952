//! `noyau help COMMAND`: the same as `noyau COMMAND --help`.

use crate::prelude::*;
use clap::ArgAction;

pub(super) const COMMAND: Entry = Entry::new("help", help::HELP_COMMAND, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let path = args.place("command", help::COMMAND, text("The command", "La commande"));
    command.arg(path.required(false).action(ArgAction::Append).num_args(0..))
}

#[expect(clippy::unnecessary_wraps, reason = "every command may fail")]
fn run(console: Console, matches: &ArgMatches) -> Exit {
    let path = matches.get_many::<String>("command").unwrap_or_default();
    let words = ["noyau"]
        .into_iter()
        .chain(path.map(String::as_str))
        .chain(["--help"]);
    Ok(
        match super::all(console.args()).try_get_matches_from(words) {
            Err(error) => super::explain(console, &error),
            Ok(_) => Status::Answered,
        },
    )
}

//! `noyau perft`: the number of sequences of moves.

use crate::prelude::*;

pub(super) const COMMAND: Entry = Entry::new("perft", help::PERFT, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    args.position(command)
        .arg(
            args.place(
                "depth",
                help::NUMBER,
                text("How many moves", "Combien de coups"),
            )
            .allow_negative_numbers(true)
            .value_parser(args.parser(units::small_number)),
        )
        .arg(args.json())
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let (game, _) = input::open_position(matches)?;
    let depth = args::number(matches, "depth");
    let count = game.perft(depth);
    input::settled(&*game)?;
    if matches.get_flag("json") {
        return console.json(&documents::perft(&*game, depth, count));
    }
    writeln!(console.out(), "{count}")?;
    Ok(Status::Answered)
}

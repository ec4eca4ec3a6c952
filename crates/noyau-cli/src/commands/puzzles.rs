//! `noyau puzzles`: positions with a single winning move.

use crate::prelude::*;
use noyau::play::Tables;
use noyau::play::judge::{Drawn, puzzles};

pub(super) const COMMAND: Entry = Entry::new("puzzles", help::PUZZLES, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let number =
        |id, help, default: &'static str| args.number(id, help, default, units::small_number);
    args.position(command)
        .arg(number("count", text("How many", "Combien"), "10"))
        .arg(number("least", help::PUZZLES_LEAST, "3"))
        .arg(number("most", help::PUZZLES_MOST, "1000"))
        .args([agents::seed_option(args), args.time(), args.memory()])
        .args([args.threads(), args.tables(), args.json()])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    /// The number of random games tried if positions cannot be listed.
    const TRIES: u64 = 100_000;
    let (mut game, _) = input::open_position(matches)?;
    let number = |id| args::number::<u32>(matches, id);
    let wanted = number("count") as usize;
    let depths = number("least")..=number("most");
    let seed = agents::seed(console, matches);
    let limits = progress::limits(matches);
    let name = game.name();
    let probed = tables::Probed::attach(console, matches, &mut *game);
    let found = puzzles(
        &mut *game,
        wanted,
        depths,
        TRIES,
        seed,
        &Tables::default(),
        &limits,
    );
    probed.report();
    input::settled(&*game)?;
    let (found, drawn) = match found {
        Ok(found) => found,
        Err(refusal) => {
            let why = Message::of(&refusal);
            let said = message!(
                "no puzzles of {game}: {why}",
                "pas de problèmes de {game} : {why}",
                game = name,
                why = why
            );
            console.complain(&said);
            return Ok(Status::Unknown);
        }
    };
    let status = Status::unknown_if(found.len() < wanted);
    if matches.get_flag("json") {
        console.json(&documents::puzzles(&*game, seed, drawn, &found))?;
        return Ok(status);
    }
    let mut out = console.out();
    let heads = [
        text("depth", "profondeur"),
        messages::TO_MOVE,
        text("solution", "solution"),
        messages::POSITION,
    ];
    let rows = found.iter().map(|puzzle| {
        let depth = puzzle.depth;
        [
            depth.map_or_else(|| "-".to_owned(), |depth| depth.to_string()),
            console.phrase(&messages::side(puzzle.side)),
            puzzle.solution.clone(),
            puzzle.position.clone(),
        ]
    });
    console.columns(&mut out, heads, rows)?;
    writeln!(out)?;
    let drawn = match drawn {
        Drawn::Uniformly => messages::UNIFORMLY,
        Drawn::FromPlay => messages::FROM_PLAY,
    };
    let asked = message!(
        "{count} of {wanted} found",
        "{count} trouvés sur {wanted}",
        count = found.len()
    );
    let mut lines = console.lines();
    lines.add(text("drawn", "tirage"), &drawn);
    lines.add(messages::RESULT, &asked);
    lines.write(&mut out)?;
    out.flush()?;
    Ok(status)
}

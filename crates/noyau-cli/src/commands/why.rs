//! `noyau why`: why a position is won, drawn or lost, in words.

use super::solve::LINE_SHOWN;
use crate::prelude::*;
use noyau::play::Tables;
use noyau::play::why::{Why, why};

pub(super) const COMMAND: Entry = Entry::new("why", help::WHY, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    args.position(command).args([
        args.time(),
        args.memory(),
        args.threads(),
        args.tables(),
        args.json(),
    ])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let (mut game, _) = input::open_position(matches)?;
    let probed = tables::Probed::attach(console, matches, &mut *game);
    let mut limits = progress::limits(matches);
    let watch = Watch::over(console, messages::PHASE_SOLVE, &mut limits);
    let found = why(&mut *game, &Tables::default(), &limits);
    drop(watch);
    probed.report();
    input::settled(&*game)?;
    if matches.get_flag("json") {
        console.json(&documents::why(&*game, &found, console.language))?;
    } else {
        print(console, &*game, &found)?;
    }
    Ok(Status::unknown_if(found.outcome.is_none()))
}

fn print(console: Console, game: &dyn OpenGame, found: &Why) -> Result<(), Failure> {
    let side = messages::side(game.side());
    let result = match (found.outcome, found.stopped) {
        (Some(outcome), _) => message!(
            "{side}, to move, {does}",
            "{side}, au trait, {does}",
            side = side,
            does = messages::does(outcome)
        ),
        (None, stopped) => message!(
            "unknown whether {side}, to move, wins: {why}",
            "on ne sait pas si {side}, au trait, gagne : {why}",
            side = side,
            why = stopped.map_or(messages::UNKNOWN.into(), messages::stopped)
        ),
    };
    let mut lines = console.lines();
    lines.add(messages::GAME, &game.name());
    lines.add(messages::POSITION, &game.position());
    lines.add(messages::RESULT, &console.bold(&console.phrase(&result)));
    if !found.line.is_empty() {
        let join = |moves: &[String]| game.join_moves(moves);
        lines.add(messages::LINE, &console.cut(&found.line, LINE_SHOWN, join));
    }
    let mut out = console.out();
    lines.write(&mut out)?;
    for reason in &found.reasons {
        let title = console.args().colon(reason.evidence.title());
        writeln!(out, "\n{title} {}", console.phrase(&reason.text))?;
        if let Some(theorem) = reason.theorem {
            writeln!(out, "  ({})", console.say(theorem))?;
        }
    }
    Ok(out.flush()?)
}

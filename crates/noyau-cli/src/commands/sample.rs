//! `noyau sample`: uniformly random positions or plays.

use crate::args::Choice;
use crate::prelude::*;
use noyau::play::sample::{Method, Plays};
use noyau::random::SplitMix;
use serde_json::json;

/// The values of `--method`.
const METHODS: [Choice; 3] = [
    (Method::ALL[0].name(), Method::ALL[0].text()),
    (Method::ALL[1].name(), Method::ALL[1].text()),
    (Method::ALL[2].name(), Method::ALL[2].text()),
];

pub(super) const COMMAND: Entry = Entry::new("sample", help::SAMPLE, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let method = "conditioning";
    args.position(command)
        .arg(args.number("plies", help::SAMPLE_PLIES, None, plies))
        .arg(args.choice("method", help::SAMPLE_METHOD, &METHODS, method))
        .arg(args.number("count", help::SAMPLE_COUNT, "10", units::number))
        .args([agents::seed_option(args), args.time(), args.memory()])
        .arg(args.json())
}

/// Parses a length of plays: they are listed or counted, which takes long enough before a hundred.
fn plies(text: &str) -> Result<u32, Message> {
    units::between(text, 0, 100)
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let (mut game, _) = input::open_position(matches)?;
    let draws: u64 = args::number(matches, "count");
    let seed = agents::seed(console, matches);
    let mut random = SplitMix(seed);
    let limits = progress::limits(matches);
    let name = game.name();
    let method = args::word(matches, "method").and_then(Method::from_name);
    let method = method.unwrap_or(Method::Conditioning);
    let (mut plays, mut positions) = (Vec::new(), Vec::new());
    let (method, [among, tries]) = if let Some(&plies) = matches.get_one::<u32>("plies") {
        let mut all = Plays::new(&mut *game, plies, method, &limits)?;
        for _ in 0..draws {
            let Some(play) = all.draw(&mut *game, &mut random, &limits)? else {
                console.complain(&message!(
                    "there is no play of {plies} plies from here",
                    "il n'y a aucune partie de {plies} demi-coups à partir d'ici"
                ));
                return Ok(Status::Unknown);
            };
            plays.push(play);
        }
        (method.name(), [all.count, all.tries])
    } else {
        let known = game
            .know(&limits)
            .map_err(|unfinished| unfinished.stopped)?;
        for _ in 0..draws {
            game.set_known(&known, random.below(known.len()));
            positions.push(game.position());
        }
        (Method::Enumeration.name(), [known.len() as u64, draws])
    };
    input::settled(&*game)?;
    if matches.get_flag("json") {
        let drawn = if matches.contains_id("plies") {
            json!({"plays": plays})
        } else {
            json!({"positions": positions})
        };
        let counts = [among, tries];
        return console.json(&documents::sampled(&name, seed, method, counts, drawn));
    }
    let mut out = console.out();
    for play in plays {
        writeln!(out, "{}", game.join_moves(&play))?;
    }
    for position in positions {
        writeln!(out, "{position}")?;
    }
    writeln!(out)?;
    let among = match matches.get_one::<u32>("plies") {
        Some(plies) => message!(
            "{among} plays of {plies} plies",
            "{among} parties de {plies} demi-coups"
        ),
        None => message!(
            "{among} positions that play can reach",
            "{among} positions que le jeu peut atteindre"
        ),
    };
    let mut lines = console.lines();
    lines.add(text("among", "parmi"), &among);
    lines.add(text("method", "méthode"), &method);
    lines.add(
        messages::SAMPLES,
        &message!(
            "{tries} tries for {draws} draws",
            "{tries} essais pour {draws} tirages"
        ),
    );
    lines.end(out)
}

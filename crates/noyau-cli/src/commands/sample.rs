//! `noyau sample`: positions or plays, each as likely as any other.

use crate::catalogue::players::{self as words, Said};
use crate::catalogue::{self, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::{Choice, Grammar};
use crate::{input, players, progress, quantity};
use clap::{ArgMatches, Command};
use noyau::play::sample::{Method, Plays};
use noyau::random::SplitMix;
use noyau::{Message, message};
use serde::Serialize;
use std::io::Write;

/// The methods, as they are chosen.
const METHODS: [Choice; 3] = [
    (Method::ALL[0].name(), Method::ALL[0].text()),
    (Method::ALL[1].name(), Method::ALL[1].text()),
    (Method::ALL[2].name(), Method::ALL[2].text()),
];

pub(super) fn command(grammar: Grammar) -> Command {
    let method = "conditioning";
    grammar
        .position(grammar.command("sample", words::SAMPLE))
        .arg(
            grammar
                .option("plies", help::NUMBER, words::SAMPLE_PLIES)
                .value_parser(grammar.parser(plies)),
        )
        .arg(grammar.choice_with_default("method", words::SAMPLE_METHOD, &METHODS, method))
        .arg(
            grammar
                .option_with_default("count", help::NUMBER, words::SAMPLE_COUNT, "10")
                .value_parser(grammar.parser(quantity::number)),
        )
        .arg(players::seed_option(grammar))
        .arg(grammar.time())
        .arg(grammar.memory())
        .arg(grammar.json())
}

/// Reads a length of plays: those are listed or counted, which takes long enough before a hundred.
fn plies(text: &str) -> Result<u32, Message> {
    const MOST: u32 = 100;
    let read = text.parse().ok().filter(|&plies| plies <= MOST);
    read.ok_or_else(|| {
        message!(
            "a whole number from 0 to {MOST} is wanted",
            "il faut un nombre entier de 0 à {MOST}"
        )
    })
}

#[derive(Serialize)]
struct Document {
    game: String,
    seed: u64,
    method: &'static str,
    among: u64,
    tries: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<Vec<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Vec<String>>,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let mut game = input::open_position(matches)?;
    let draws: u64 = matches.get_one("count").copied().unwrap_or(0);
    let seed = players::seed(console, matches);
    let mut random = SplitMix(seed);
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    let unknown = |stopped| {
        let why = console.say(catalogue::stopped(stopped));
        console.complain(why);
        Ok(Status::Unknown)
    };
    let name = game.name();
    let method = matches.get_one::<String>("method");
    let method = method.and_then(|name| Method::from_name(name));
    let method = method.unwrap_or(Method::Conditioning);
    let document = if let Some(&plies) = matches.get_one::<u32>("plies") {
        let mut plays = match Plays::new(&mut *game, plies, method, &limits) {
            Ok(plays) => plays,
            Err(stopped) => return unknown(stopped),
        };
        let mut drawn = Vec::new();
        for _ in 0..draws {
            match plays.draw(&mut *game, &mut random, &limits) {
                Ok(Some(play)) => drawn.push(play),
                Ok(None) => {
                    let said = Said::NoPlay { plies };
                    console.complain(&players::say(console, &said));
                    return Ok(Status::Unknown);
                }
                Err(stopped) => return unknown(stopped),
            }
        }
        Document {
            game: name,
            seed,
            method: method.name(),
            among: plays.count,
            tries: plays.tries,
            plays: Some(drawn),
            positions: None,
        }
    } else {
        let known = match game.know(&limits) {
            Ok(known) => known,
            Err((stopped, _)) => return unknown(stopped),
        };
        let mut positions = Vec::new();
        for _ in 0..draws {
            game.set_known(&known, random.below(known.len()));
            positions.push(game.position());
        }
        Document {
            game: name,
            seed,
            method: Method::Enumeration.name(),
            among: known.len() as u64,
            tries: draws,
            plays: None,
            positions: Some(positions),
        }
    };
    input::settled(&*game)?;
    if matches.get_flag("json") {
        console.json(&document)?;
        return Ok(Status::Answered);
    }
    let mut out = console.out();
    for play in document.plays.iter().flatten() {
        writeln!(out, "{}", game.join_moves(play))?;
    }
    for position in document.positions.iter().flatten() {
        writeln!(out, "{position}")?;
    }
    writeln!(out)?;
    let among = match matches.get_one::<u32>("plies") {
        Some(&plies) => Said::Plays {
            count: document.among,
            plies,
        },
        None => Said::Positions {
            count: document.among as usize,
        },
    };
    let tries = document.tries;
    let lines = [
        (words::AMONG, players::say(console, &among)),
        (words::METHOD, document.method.to_owned()),
        (
            words::SAMPLES,
            players::say(console, &Said::Tries { tries, draws }),
        ),
    ];
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(Status::Answered)
}

//! `noyau sequence`: the nimbers of the heaps of an octal game, and their period.

use crate::catalogue::{self, Sentence, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use crate::progress::{self, Watch};
use crate::quantity;
use clap::{ArgMatches, Command};
use noyau::Message;
use noyau::erased::Problem;
use noyau::limits::Progress;
use noyau::solve::heaps::{Period, Sequence};
use noyau_games::octal::{self, Octal};
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .command("sequence", help::SEQUENCE)
        .arg(
            grammar
                .place("code", help::CODE, help::SEQUENCE_CODE)
                .required(true),
        )
        .arg(
            grammar
                .option_with_default("heaps", help::NUMBER, help::SEQUENCE_HEAPS, "1000")
                .value_parser(grammar.parser(quantity::small_number)),
        )
        .arg(grammar.time())
        .arg(grammar.memory())
        .arg(grammar.json())
}

#[derive(Serialize)]
struct Found<'a> {
    code: String,
    heaps: u32,
    period: Option<usize>,
    preperiod: Option<usize>,
    proof: Option<usize>,
    greatest: u32,
    nimbers: &'a [u32],
}

/// A longer sequence is for programs.
const SHOWN: usize = 400;

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let code = matches.get_one::<String>("code").map_or("", String::as_str);
    let heaps: u32 = matches.get_one("heaps").copied().unwrap_or(0);
    let refused = |why: Message| Problem::Parameters {
        game: "octal".to_owned(),
        got: format!("{code},{heaps}"),
        why,
        expected: noyau::erased::Entry::info(&octal::SPEC).parameters,
        example: "octal:0.77,20".to_owned(),
    };
    let game = Octal::new(code, heaps).map_err(refused)?;
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    let progress = Arc::new(Progress::default());
    limits.progress = Some(Arc::clone(&progress));
    let watch = Watch::start(console, catalogue::PHASE_HEAPS, Some(progress));
    let found = game.nim_sequence(heaps, &limits);
    drop(watch);
    let sequence = match found {
        Ok(sequence) => sequence,
        Err(stopped) => {
            console.complain(console.say(catalogue::stopped(stopped)));
            return Ok(Status::Unknown);
        }
    };
    let greatest = sequence.nimbers.iter().copied().max().unwrap_or(0);
    if matches.get_flag("json") {
        console.json(&Found {
            code: game.code(),
            heaps,
            period: sequence.period.map(|period| period.period),
            preperiod: sequence.period.map(|period| period.preperiod),
            proof: sequence.period.map(|period| period.proof),
            greatest,
            nimbers: &sequence.nimbers,
        })?;
        return Ok(Status::Answered);
    }
    let period = match sequence.period {
        None => console.sentence(&Sentence::NoPeriod { heaps }),
        Some(Period {
            period,
            preperiod,
            proof,
        }) => console.sentence(&Sentence::Period {
            period,
            preperiod,
            proof,
        }),
    };
    let lines = [
        (catalogue::CODE, game.code()),
        (catalogue::PERIOD, period),
        (catalogue::GREATEST_NIMBER, greatest.to_string()),
        (catalogue::NIMBERS, written(&sequence)),
    ];
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(Status::Answered)
}

/// The nimbers from heap 0, the period once in parentheses.
fn written(sequence: &Sequence) -> String {
    let len = sequence.nimbers.len();
    let (before, period) = match sequence.period {
        Some(Period {
            period, preperiod, ..
        }) if preperiod + period <= len.min(SHOWN) => (preperiod, preperiod..preperiod + period),
        _ => (len.min(SHOWN), 0..0),
    };
    let words = |nimbers: &[u32]| {
        let words: Vec<String> = nimbers.iter().map(u32::to_string).collect();
        words.join(" ")
    };
    let mut text = words(&sequence.nimbers[..before]);
    if !period.is_empty() {
        text.extend([" (", &words(&sequence.nimbers[period]), ")"]);
    } else if before < len {
        text += " …";
    }
    text
}

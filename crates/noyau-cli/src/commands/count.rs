//! `noyau count`: how many positions play can reach, counted or estimated.

use crate::catalogue::{self, Sentence, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use crate::progress::{self, Watch};
use crate::quantity;
use clap::{ArgMatches, Command};
use noyau::Text;
use noyau::configuration::Magnitude;
use noyau::erased::{Estimate, OpenGame};
use noyau::estimate::Interval;
use noyau::limits::{Limits, Progress};
use serde::{Serialize, Serializer};
use std::io::Write;
use std::sync::Arc;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .position(grammar.command("count", help::COUNT))
        .arg(grammar.flag("estimate", help::ESTIMATE))
        .arg(
            grammar
                .option_with_default("samples", help::NUMBER, help::SAMPLES, "10000")
                .value_parser(grammar.parser(quantity::number))
                .requires("estimate"),
        )
        .arg(
            grammar
                .option_with_default("seed", help::NUMBER, help::ESTIMATE_SEED, "1")
                .value_parser(grammar.parser(quantity::number))
                .requires("estimate"),
        )
        .arg(grammar.time())
        .arg(grammar.memory())
        .arg(grammar.json())
}

#[derive(Serialize)]
struct Branching {
    mean: f64,
    max: u64,
}

#[derive(Serialize)]
struct Counted {
    game: String,
    positions: u64,
    terminal: u64,
    moves: u64,
    by_ply: Vec<u64>,
    branching: Branching,
    longest: Option<u32>,
    configurations: Option<Size>,
}

#[derive(Serialize)]
struct Uncounted {
    game: String,
    configurations: Option<Size>,
    positions: Option<u64>,
    at_least: usize,
    stopped: &'static str,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let game = input::open_position(matches)?;
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    if matches.get_flag("estimate") {
        return estimate(console, matches, &*game, limits);
    }
    let progress = Arc::new(Progress::default());
    limits.progress = Some(Arc::clone(&progress));
    let watch = Watch::start(console, catalogue::PHASE_WALK, Some(progress));
    let count = game.count(&limits);
    drop(watch);
    input::settled(&*game)?;

    let json = matches.get_flag("json");
    let configurations = game.configurations();
    let count = match count {
        Ok(count) => count,
        Err((stopped, at_least)) => {
            if json {
                console.json(&Uncounted {
                    game: game.name(),
                    configurations: configurations.map(Size),
                    positions: None,
                    at_least,
                    stopped: catalogue::stopped_name(stopped),
                })?;
            } else {
                let why = catalogue::stopped(stopped);
                let said = console.sentence(&Sentence::MoreThan {
                    positions: at_least,
                    why,
                });
                let said = console.sentence(&Sentence::MayEstimate { said });
                let mut lines = vec![(catalogue::GAME, game.name())];
                lines.extend(configured(configurations));
                lines.push((catalogue::POSITIONS, said));
                let mut out = console.out();
                console.labelled(&mut out, &lines)?;
                out.flush()?;
            }
            return Ok(Status::Unknown);
        }
    };
    if json {
        console.json(&Counted {
            game: game.name(),
            configurations: configurations.map(Size),
            positions: count.positions,
            terminal: count.terminal,
            moves: count.moves,
            by_ply: count.by_ply,
            branching: Branching {
                mean: count.branching_mean,
                max: count.branching_max,
            },
            longest: count.longest,
        })?;
        return Ok(Status::Answered);
    }
    let by_ply: Vec<_> = count.by_ply.iter().map(u64::to_string).collect();
    let branching = Sentence::Branching {
        mean: format!("{:.2}", count.branching_mean),
        most: count.branching_max,
    };
    let longest = match count.longest {
        None => console.say(catalogue::ENDLESS).to_owned(),
        Some(plies) => console.sentence(&Sentence::Plies { plies }),
    };
    let mut lines = vec![(catalogue::GAME, game.name())];
    lines.extend(configured(configurations));
    lines.extend([
        (catalogue::POSITIONS, count.positions.to_string()),
        (catalogue::FINAL, count.terminal.to_string()),
        (catalogue::MOVES, count.moves.to_string()),
        (catalogue::BY_PLY, by_ply.join(" ")),
        (catalogue::BRANCHING, console.sentence(&branching)),
        (catalogue::LONGEST, longest),
    ]);
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(Status::Answered)
}

fn configured(number: Option<Magnitude>) -> Option<(Text, String)> {
    number.map(|number| (catalogue::CONFIGURATIONS, number.to_string()))
}

/// A number of configurations: an integer where it is exact, and otherwise as near as a float comes.
struct Size(Magnitude);

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.exact() {
            Some(exact) => serializer.serialize_u128(exact),
            None => serializer.serialize_f64(10f64.powf(self.0.log10())),
        }
    }
}

#[derive(Serialize)]
struct About {
    mean: f64,
    interval: [f64; 2],
}

impl From<Interval> for About {
    fn from(interval: Interval) -> Self {
        Self {
            mean: interval.mean,
            interval: [interval.low, interval.high],
        }
    }
}

#[derive(Serialize)]
struct Estimated {
    game: String,
    configurations: Option<Size>,
    positions: Option<u64>,
    estimate: Estimates,
}

#[derive(Serialize)]
struct Estimates {
    seed: u64,
    confidence: f64,
    plays: PlaysEstimate,
    positions: Option<PositionsEstimate>,
    legal: Option<LegalEstimate>,
}

#[derive(Serialize)]
struct PlaysEstimate {
    samples: u64,
    branching: Branching,
    length: Length,
    unfinished: u64,
    sequences: Vec<About>,
    complete: Option<About>,
}

#[derive(Serialize)]
struct Length {
    mean: f64,
    max: u32,
}

#[derive(Serialize)]
struct PositionsEstimate {
    samples: u64,
    positions: About,
    terminal: About,
    moves: About,
    by_ply: Vec<About>,
    unsettled: u64,
}

#[derive(Serialize)]
struct LegalEstimate {
    samples: u64,
    legal: u64,
    positions: About,
}

fn estimate(
    console: Console,
    matches: &ArgMatches,
    game: &dyn OpenGame,
    mut limits: Limits,
) -> Result<Status, Failure> {
    let number = |id| matches.get_one::<u64>(id).copied().unwrap_or(1);
    let (samples, seed) = (number("samples"), number("seed"));
    let progress = Arc::new(Progress::default());
    limits.progress = Some(Arc::clone(&progress));
    let watch = Watch::start(console, catalogue::PHASE_SAMPLE, Some(progress));
    let estimate = game.estimate(samples, seed, &limits);
    drop(watch);
    let configurations = game.configurations();
    let all = configurations.map_or(f64::NAN, |number| 10f64.powf(number.log10()));
    let legal = estimate.legal.map(|legal| (legal, legal.part.scaled(all)));
    if !matches.get_flag("json") {
        return print_estimate(console, game, seed, &estimate, legal.map(|legal| legal.1));
    }
    let about = |intervals: Vec<Interval>| intervals.into_iter().map(About::from).collect();
    let plays = estimate.plays;
    console.json(&Estimated {
        game: game.name(),
        configurations: configurations.map(Size),
        positions: None,
        estimate: Estimates {
            seed,
            confidence: 0.95,
            plays: PlaysEstimate {
                samples: plays.samples,
                branching: Branching {
                    mean: plays.branching_mean,
                    max: plays.branching_max,
                },
                length: Length {
                    mean: plays.length_mean,
                    max: plays.length_max,
                },
                unfinished: plays.unfinished,
                sequences: about(plays.sequences),
                complete: plays.complete.map(About::from),
            },
            positions: estimate.positions.map(|found| PositionsEstimate {
                samples: found.samples,
                positions: found.positions.into(),
                terminal: found.terminal.into(),
                moves: found.moves.into(),
                by_ply: about(found.by_ply),
                unsettled: found.unsettled,
            }),
            legal: legal.map(|(found, positions)| LegalEstimate {
                samples: found.samples,
                legal: found.legal,
                positions: positions.into(),
            }),
        },
    })?;
    Ok(Status::Answered)
}

/// A number as people read it: whole while that is short, and then with a power of ten.
fn readable(number: f64) -> String {
    if number < 1e6 {
        format!("{number:.0}")
    } else {
        let whole = number.log10().floor();
        format!("{:.3}·10^{whole}", number / 10f64.powf(whole))
    }
}

/// `--json` has all.
const MOST_PLIES_SHOWN: usize = 24;

fn print_estimate(
    console: Console,
    game: &dyn OpenGame,
    seed: u64,
    estimate: &Estimate,
    legal: Option<Interval>,
) -> Result<Status, Failure> {
    let about = |interval: &Interval| {
        console.sentence(&Sentence::About {
            mean: readable(interval.mean),
            low: readable(interval.low),
            high: readable(interval.high),
        })
    };
    let short = |intervals: &[Interval]| {
        let shown = intervals.iter().take(MOST_PLIES_SHOWN);
        let mut means: Vec<_> = shown.map(|found| readable(found.mean)).collect();
        if intervals.len() > means.len() {
            means.push("…".to_owned());
        }
        means.join(" ")
    };
    let plays = &estimate.plays;
    let mut lines = vec![(catalogue::GAME, game.name())];
    lines.extend(configured(game.configurations()));
    match &estimate.positions {
        None => lines.push((
            catalogue::POSITIONS,
            console.say(catalogue::NOT_ESTIMATED).to_owned(),
        )),
        Some(found) => {
            lines.extend([
                (catalogue::POSITIONS, about(&found.positions)),
                (catalogue::FINAL, about(&found.terminal)),
                (catalogue::MOVES, about(&found.moves)),
                (catalogue::BY_PLY, short(&found.by_ply)),
            ]);
            if found.unsettled > 0 {
                let count = found.unsettled;
                console.tell(&console.sentence(&Sentence::Unsettled { count }));
            }
        }
    }
    if let (Some(found), Some(number)) = (&estimate.legal, legal) {
        let samples = found.samples;
        let said = if found.legal == 0 {
            let high = readable(number.high);
            console.sentence(&Sentence::NotOne { samples, high })
        } else {
            console.sentence(&Sentence::LegalAmong {
                legal: found.legal,
                samples,
                said: about(&number),
            })
        };
        lines.push((catalogue::LEGAL_POSITIONS, said));
    }
    lines.push((catalogue::SEQUENCES, short(&plays.sequences)));
    lines.push((
        catalogue::COMPLETE_PLAYS,
        match &plays.complete {
            Some(complete) => about(complete),
            None => console.say(catalogue::TOO_UNSURE).to_owned(),
        },
    ));
    lines.push((
        catalogue::BRANCHING,
        console.sentence(&Sentence::RandomBranching {
            mean: format!("{:.2}", plays.branching_mean),
            most: plays.branching_max,
        }),
    ));
    let mut length = console.sentence(&Sentence::RandomLength {
        mean: format!("{:.1}", plays.length_mean),
        most: plays.length_max,
    });
    if plays.unfinished > 0 {
        length = console.sentence(&Sentence::BrokenOff {
            said: length,
            unfinished: plays.unfinished,
        });
    }
    lines.push((catalogue::LENGTH, length));
    let samples = plays.samples;
    lines.push((
        catalogue::ESTIMATED,
        console.sentence(&Sentence::Sampled { samples, seed }),
    ));
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(Status::Answered)
}

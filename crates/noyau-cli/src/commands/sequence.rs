//! `noyau sequence`: the nimbers of the heaps of an octal game, and their period.

use crate::prelude::*;
use noyau::dynamic::Problem;
use noyau::solve::heaps::{Period, Sequence};
use noyau_games::octal::{self, Octal};

pub(super) const COMMAND: Entry = Entry::new("sequence", help::SEQUENCE, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    command
        .arg(args.place("code", text("CODE", "CODE"), help::SEQUENCE_CODE))
        .arg(args.number("heaps", help::SEQUENCE_HEAPS, "1000", units::small_number))
        .args([args.time(), args.memory(), args.threads(), args.json()])
}

/// Two bytes a heap, and as many while a period is looked for, fit the memory allowed by default.
const LONGEST: u32 = 1_000_000_000;

/// A document has every nimber, as a number.
const LONGEST_DOCUMENT: u32 = 10_000_000;

/// Longer sequences are for programs.
const SHOWN: usize = 400;

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let code = args::word(matches, "code").unwrap_or("");
    let heaps: u32 = args::number(matches, "heaps");
    let refused = |why: Message| Problem::Parameters {
        game: "octal".to_owned(),
        got: format!("{code},{heaps}"),
        why,
        expected: noyau::dynamic::Entry::info(&octal::SPEC).parameters,
        example: "octal:0.77,20".to_owned(),
    };
    if heaps > LONGEST {
        return Err(refused(message!(
            "a sequence has at most {LONGEST} heaps",
            "une suite a au plus {LONGEST} tas"
        ))
        .into());
    }
    let json = matches.get_flag("json");
    if json && heaps > LONGEST_DOCUMENT {
        return Err(refused(message!(
            "a document holds the nimbers of at most {LONGEST_DOCUMENT} heaps; without --json there may be more",
            "un document contient les nimbers d'au plus {LONGEST_DOCUMENT} tas ; sans --json il peut y en avoir plus"
        ))
        .into());
    }
    let game = Octal::new(code, 0).map_err(refused)?;
    let mut limits = progress::limits(matches);
    let watch = Watch::over(console, messages::PHASE_HEAPS, &mut limits);
    let found = game.nim_sequence(heaps, &limits);
    drop(watch);
    let sequence = found?;
    let greatest = sequence.nimbers.iter().copied().max().unwrap_or(0);
    if json {
        return console.json(&documents::sequence(&game.code(), heaps, &sequence));
    }
    let period = match sequence.period {
        None => console.phrase(&message!(
            "none is proved by heaps up to {heaps}",
            "les tas jusqu'à {heaps} n'en prouvent aucune"
        )),
        Some(Period {
            period,
            preperiod,
            proof,
        }) => console.phrase(&message!(
            "{period}, from heap {preperiod} on; the first {proof} values prove it (Guy and Smith)",
            "{period}, à partir du tas {preperiod} ; les {proof} premières valeurs le prouvent (Guy et Smith)"
        )),
    };
    let mut lines = console.lines();
    lines.add(text("code", "code"), &game.code());
    lines.add(text("period", "période"), &period);
    lines.add(
        text("greatest nimber", "plus grand nimber"),
        &u32::from(greatest),
    );
    lines.add(text("nimbers", "nimbers"), &written(&sequence));
    lines.print()
}

/// The nimbers from heap 0, with one period in parentheses.
fn written(sequence: &Sequence) -> String {
    let len = sequence.nimbers.len();
    let (before, period) = match sequence.period {
        Some(Period {
            period, preperiod, ..
        }) if preperiod + period <= len.min(SHOWN) => (preperiod, preperiod..preperiod + period),
        _ => (len.min(SHOWN), 0..0),
    };
    let words = |nimbers: &[u16]| {
        let words: Vec<String> = nimbers.iter().map(u16::to_string).collect();
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

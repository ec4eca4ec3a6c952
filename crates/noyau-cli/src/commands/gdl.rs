//! `noyau gdl`: what a rule sheet says, for any number of roles.

use crate::catalogue::{self, Complaint, Sentence, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::{input, progress, quantity};
use clap::{ArgMatches, Command};
use noyau::erased::FileProblem;
use noyau::{Localized, Message};
use noyau_games::gdl::{self, Analysis, Machine, Shown, Uncounted};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

/// How long counting may take if nothing is said.
const PATIENCE: Duration = Duration::from_secs(30);
/// How many states are looked at for what only play can show.
const SURVEYED: usize = 5000;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .command("gdl", help::GDL)
        .arg(
            grammar
                .place("file", help::FILE, help::GDL_FILE)
                .required(true),
        )
        .arg(
            grammar
                .option_with_default("depth", help::NUMBER, help::GDL_DEPTH, "4")
                .value_parser(grammar.parser(quantity::small_number)),
        )
        .arg(
            grammar
                .option_with_default("time", help::SECONDS, help::TIME, "30")
                .value_parser(grammar.parser(quantity::seconds)),
        )
        .arg(grammar.memory())
        .arg(
            grammar
                .option_with_default("max-bytes", help::BYTES, help::MAX_BYTES, "32MiB")
                .value_parser(grammar.parser(quantity::bytes)),
        )
        .arg(grammar.json())
}

#[derive(Serialize)]
struct Described {
    file: String,
    roles: Vec<String>,
    start: Vec<String>,
    /// The legal moves at the start, in the order of the roles.
    legal: serde_json::Map<String, serde_json::Value>,
    perft: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<BTreeMap<&'static str, usize>>,
    game: bool,
    why: Option<String>,
    open: Option<Defective>,
    steps: Option<String>,
    symmetries: usize,
    /// How many groups of moves do not touch one another, and whether their nimbers tell who wins.
    parts: Option<usize>,
    sum: bool,
    stays: Vec<String>,
    goes: Vec<String>,
    turns: Option<&'static str>,
    states: usize,
    complete: bool,
    margins: Vec<i32>,
}

#[derive(Serialize)]
struct Defective {
    defect: String,
    state: String,
    moves: String,
}

impl From<&Shown> for Defective {
    fn from(shown: &Shown) -> Self {
        Self {
            defect: shown.defect.to_string(),
            state: shown.state.clone(),
            moves: shown.moves.clone(),
        }
    }
}

/// Every problem of a sheet, one a line.
fn refused(path: &str, problems: &[FileProblem]) -> Failure {
    let lines = problems.iter().map(|problem| {
        Message::of(&Complaint::InFile {
            path: path.to_owned(),
            line: problem.line,
            column: problem.column,
            why: problem.why.clone(),
        })
    });
    let lines: Vec<Message> = lines.collect();
    let join = |text: fn(&Message) -> &str| lines.iter().map(text).collect::<Vec<_>>().join("\n");
    Failure::File(Message {
        en: join(|line| &line.en),
        fr: join(|line| &line.fr),
    })
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let path = matches
        .get_one::<String>("file")
        .cloned()
        .unwrap_or_default();
    let content = input::read(&path, input::most_bytes(matches)).map_err(Failure::File)?;
    let machine = Machine::read(&content).map_err(|problems| refused(&path, &problems))?;
    drop(content);
    let start = machine.start();
    let unworkable = |why: gdl::Excess| {
        let problem = FileProblem {
            line: 1,
            column: 1,
            why: Message::of(&why),
        };
        refused(&path, &[problem])
    };
    let legal = machine.legal(&start).map_err(unworkable)?;
    let survey = machine.analyse(SURVEYED);
    let mut limits = input::limits(matches);
    if limits.deadline.is_none() {
        limits = limits.for_at_most(PATIENCE);
    }
    progress::stop_on_interrupt(&mut limits);
    let depth = matches.get_one("depth").copied().unwrap_or(0);
    let (counts, stopped) = gdl::perft(&machine, depth, &limits);
    let stopped = stopped.map(|why| match why {
        Uncounted::Stopped(stopped) => Message::from(catalogue::stopped(stopped)),
        Uncounted::Defect(defect) => Message::of(&defect),
        Uncounted::Overflow => Message::from(catalogue::GDL_OVERFLOW),
    });
    let status = if stopped.is_some() {
        Status::Unknown
    } else {
        Status::Answered
    };
    let moves: Vec<Vec<String>> = legal
        .iter()
        .map(|moves| moves.iter().map(|&mv| machine.move_text(mv)).collect())
        .collect();
    let why = gdl::why_no_game(&machine, &survey);
    if matches.get_flag("json") {
        let names = machine.roles();
        let [stays, goes] = machine.one_way();
        let parts = gdl::parts(&machine, &survey);
        console.json(&Described {
            file: path,
            start: machine.facts(&start),
            legal: names
                .iter()
                .cloned()
                .zip(moves.into_iter().map(Into::into))
                .collect(),
            roles: names,
            perft: counts,
            stopped: stopped.map(|why| why.en),
            engine: if machine.size().is_some() {
                "compiled"
            } else {
                "interpreted"
            },
            size: machine
                .size()
                .map(|size| ["facts", "moves", "rules"].into_iter().zip(size).collect()),
            game: why.is_none(),
            why: why.map(|why| why.en),
            open: survey.open.as_ref().map(Defective::from),
            steps: machine.steps(),
            symmetries: gdl::symmetries(&machine),
            parts: parts.as_ref().map(|parts| parts.groups),
            sum: parts.is_some_and(|parts| parts.is_sum()),
            stays,
            goes,
            turns: survey.turns(),
            states: survey.states,
            complete: survey.complete,
            margins: survey.margins,
        })?;
        return Ok(status);
    }
    let mut out = console.out();
    let mut lines = vec![
        (catalogue::GDL_ROLES, machine.roles().join(", ")),
        (catalogue::GDL_START, machine.facts(&start).join(" ")),
    ];
    for (role, moves) in machine.roles().into_iter().zip(&moves) {
        let count = moves.len();
        lines.push((
            catalogue::MOVES,
            format!("{role} ({count}) {}", listed(moves)),
        ));
    }
    let counts: Vec<_> = counts.iter().map(u64::to_string).collect();
    let mut counted = counts.join(" ");
    if let Some(why) = stopped {
        counted = format!("{counted} … ({})", why.localized(console.language));
    }
    lines.push((catalogue::GDL_PERFT, counted));
    lines.push((catalogue::GDL_ENGINE, engine(console, &machine)));
    lines.extend(findings(console, &machine, &survey));
    let game = why.map_or_else(
        || console.say(catalogue::YES).to_owned(),
        |why| console.sentence(&Sentence::No { why }),
    );
    lines.push((catalogue::GDL_GAME, game));
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(status)
}

/// The first moves; nobody reads hundreds.
fn listed(moves: &[String]) -> String {
    const LISTED: usize = 40;
    let mut text = moves[..moves.len().min(LISTED)].join(" ");
    if moves.len() > LISTED {
        text.push_str(" …");
    }
    text
}

fn engine(console: Console, machine: &Machine) -> String {
    match (machine.size(), machine.why_interpreted()) {
        (Some([facts, moves, rules]), _) => console.sentence(&Sentence::Compiled {
            facts,
            moves,
            rules,
        }),
        (None, Some(why)) => console.sentence(&Sentence::Interpreted { why }),
        (None, None) => String::new(),
    }
}

fn findings(console: Console, machine: &Machine, survey: &Analysis) -> Vec<(noyau::Text, String)> {
    let mut lines = Vec::new();
    let states = survey.states;
    let looked = if survey.complete {
        Sentence::AllStates { states }
    } else {
        Sentence::SomeStates { states }
    };
    lines.push((catalogue::GDL_LOOKED, console.sentence(&looked)));
    if let Some(shown) = &survey.open {
        lines.push((
            catalogue::GDL_OPEN,
            shown.message().localized(console.language),
        ));
    }
    if let Some(last) = machine.steps() {
        lines.push((
            catalogue::GDL_STEPS,
            console.sentence(&Sentence::Steps { last }),
        ));
    }
    let symmetries = gdl::symmetries(machine);
    if symmetries > 1 {
        let said = Sentence::Symmetries { count: symmetries };
        lines.push((catalogue::GDL_SYMMETRY, console.sentence(&said)));
    }
    if let Some(parts) = gdl::parts(machine, survey) {
        let count = parts.groups;
        let said = if parts.is_sum() {
            Sentence::SumOfParts { count }
        } else {
            Sentence::PartsApart { count }
        };
        lines.push((catalogue::GDL_PARTS, console.sentence(&said)));
    }
    let [stay, go] = machine.one_way().map(|kinds| kinds.join(", "));
    if !stay.is_empty() {
        lines.push((catalogue::GDL_STAYS, stay));
    }
    if !go.is_empty() {
        lines.push((catalogue::GDL_GOES, go));
    }
    if survey
        .margins
        .iter()
        .any(|margin| ![-100, 0, 100].contains(margin))
    {
        let margins: Vec<_> = survey.margins.iter().map(i32::to_string).collect();
        let margins = margins.join(" ");
        lines.push((
            catalogue::MARGIN,
            console.sentence(&Sentence::Margins { margins }),
        ));
    }
    lines
}

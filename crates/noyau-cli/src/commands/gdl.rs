//! `noyau gdl`: the analysis of a rule sheet, for any number of roles.

use crate::prelude::*;
use noyau::dynamic::FileProblem;
use noyau_games::gdl::{self, Analysis, Machine, Uncounted};
use serde_json::{Value, json};
use std::time::Duration;

/// The default time limit of counting.
const PATIENCE: Duration = Duration::from_secs(30);
/// The number of states visited for properties that only play can show.
const SURVEYED: usize = 5000;

pub(super) const COMMAND: Entry = Entry::new("gdl", help::GDL, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    command
        .arg(args.place("file", help::FILE, help::GDL_FILE))
        .arg(args.number("depth", help::GDL_DEPTH, "4", units::small_number))
        .arg(args.seconds("time", help::TIME, "30"))
        .arg(args.memory())
        .arg(args.bytes("max-bytes", help::MAX_BYTES, "32MiB"))
        .arg(args.json())
}

/// All errors of a sheet, one per line.
fn refused(path: &str, problems: &[FileProblem]) -> Failure {
    let lines = problems.iter().map(|problem| {
        message!(
            "{path}:{line}:{column}: {why}",
            "{path}:{line}:{column}: {why}",
            line = problem.line,
            column = problem.column,
            why = problem.why.clone()
        )
    });
    let lines: Vec<Message> = lines.collect();
    let join = |text: fn(&Message) -> &str| lines.iter().map(text).collect::<Vec<_>>().join("\n");
    Failure::File(Message {
        en: join(|line| &line.en),
        fr: join(|line| &line.fr),
    })
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let path = args::word(matches, "file").unwrap_or_default();
    let content = input::read(path, input::most_bytes(matches)).map_err(Failure::File)?;
    let machine = Machine::read(&content).map_err(|problems| refused(path, &problems.0))?;
    drop(content);
    let start = machine.start();
    let unworkable = |why: gdl::Excess| {
        let problem = FileProblem {
            line: 1,
            column: 1,
            why: Message::of(&why),
        };
        refused(path, &[problem])
    };
    let legal = machine.legal(&start).map_err(unworkable)?;
    let survey = machine.analyse(SURVEYED);
    let mut limits = input::limits(matches);
    if limits.deadline.is_none() {
        limits = limits.for_at_most(PATIENCE);
    }
    progress::stop_on_interrupt(&mut limits);
    let depth = args::number(matches, "depth");
    let (counts, stopped) = gdl::perft(&machine, depth, &limits);
    let stopped = stopped.map(|why| match why {
        Uncounted::Stopped(stopped) => messages::stopped(stopped),
        Uncounted::Defect(defect) => Message::of(&defect),
        Uncounted::Overflow => Message::from(messages::GDL_OVERFLOW),
    });
    let status = Status::unknown_if(stopped.is_some());
    let moves: Vec<Vec<String>> = legal
        .iter()
        .map(|moves| moves.iter().map(|&mv| machine.move_text(mv)).collect())
        .collect();
    let why = gdl::why_no_game(&machine, &survey);
    if matches.get_flag("json") {
        let roles = machine.roles();
        let legal: Value = roles.iter().cloned().zip(moves).collect();
        let [stays, goes] = machine.one_way();
        let parts = gdl::parts(&machine, &survey);
        let open = survey.open.as_ref();
        let about = json!({
            "file": path,
            "roles": roles,
            "start": machine.facts(&start),
            "legal": legal,
            "perft": counts,
        });
        let found = json!({
            "game": why.is_none(),
            "why": why.map(|why| why.en),
            "open": open.map(|shown| json!({
                "defect": shown.defect.to_string(),
                "state": shown.state,
                "moves": shown.moves,
            })),
            "steps": machine.steps(),
            "symmetries": gdl::symmetries(&machine),
            // The number of independent groups of moves, and whether their nimbers determine the winner.
            "parts": parts.as_ref().map(|parts| parts.groups),
            "sum": parts.is_some_and(|parts| parts.is_sum()),
            "stays": stays,
            "goes": goes,
            "turns": survey.turns(),
            "states": survey.states,
            "complete": survey.complete,
            "margins": survey.margins,
        });
        let size = match machine.size() {
            Some([facts, moves, rules]) => json!({
                "engine": "compiled",
                "size": {"facts": facts, "moves": moves, "rules": rules},
            }),
            None => json!({"engine": "interpreted"}),
        };
        let stopped = stopped.map_or(Value::Null, |why| json!({"stopped": why.en}));
        console.json(&documents::joined([about, stopped, size, found]))?;
        return Ok(status);
    }
    let mut out = console.out();
    let mut lines = console.lines();
    lines.add(text("roles", "rôles"), &machine.roles().join(", "));
    lines.add(text("start", "départ"), &machine.facts(&start).join(" "));
    for (role, moves) in machine.roles().into_iter().zip(&moves) {
        let count = moves.len();
        lines.add(
            messages::MOVES,
            &format!("{role} ({count}) {}", listed(moves)),
        );
    }
    let counts: Vec<_> = counts.iter().map(u64::to_string).collect();
    let mut counted = counts.join(" ");
    if let Some(why) = stopped {
        counted = format!("{counted} … ({})", console.phrase(&why));
    }
    lines.add(text("perft", "perft"), &counted);
    lines.add(text("rules", "règles"), &engine(console, &machine));
    add_findings(&mut lines, &machine, &survey);
    let game = why.map_or_else(
        || console.say(messages::YES).to_owned(),
        |why| console.phrase(&message!("no: {why}", "non : {why}", why = why)),
    );
    lines.add(text("turn-taking game", "jeu à tour de rôle"), &game);
    lines.write(&mut out)?;
    out.flush()?;
    Ok(status)
}

/// The first moves.
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
        (Some([facts, moves, rules]), _) => console.phrase(&message!(
            "compiled: {facts} facts, {moves} moves, {rules} rules without variables",
            "compilées : {facts} faits, {moves} coups, {rules} règles sans variables"
        )),
        (None, Some(why)) => console.phrase(&message!(
            "interpreted, which is slow: to compile them, {why}",
            "interprétées, ce qui est lent : pour les compiler, {why}",
            why = why
        )),
        (None, None) => String::new(),
    }
}

fn add_findings(lines: &mut Lines, machine: &Machine, survey: &Analysis) {
    let looked = match survey.states {
        states if survey.complete => message!(
            "all {states} states that play can reach",
            "les {states} états que le jeu peut atteindre"
        ),
        states => message!(
            "{states} states, near the start and in random games",
            "{states} états, près du départ et dans des parties au hasard"
        ),
    };
    lines.add(text("looked at", "examinés"), &looked);
    if let Some(shown) = &survey.open {
        lines.add(text("left open", "non réglé"), &shown.message());
    }
    if let Some(last) = machine.steps() {
        lines.add(text("steps", "pas"), &message!(
                "counted up to {last}; `nosteps` after the path drops the counter: positions that differ only in it become one, and endless play is a draw",
                "comptés jusqu'à {last} ; `nosteps` après le chemin supprime le compteur : les positions qui ne diffèrent que par lui se confondent, et une partie sans fin est nulle"
            ));
    }
    let symmetries = gdl::symmetries(machine);
    if symmetries > 1 {
        let said = message!(
            "{count} turns and reflections of the board leave the rules as they are",
            "{count} rotations et réflexions du plateau laissent les règles inchangées",
            count = symmetries
        );
        lines.add(text("symmetry", "symétrie"), &said);
    }
    if let Some(parts) = gdl::parts(machine, survey) {
        let said = match parts.groups {
            count if parts.is_sum() => message!(
                "{count}, each with moves of its own; who cannot move loses, and the nimbers of the parts tell who wins",
                "{count}, chacune avec ses propres coups ; qui ne peut jouer perd, et les nimbers des parties disent qui gagne"
            ),
            count => message!(
                "{count} groups of moves that do not touch one another",
                "{count} groupes de coups qui ne se touchent pas"
            ),
        };
        lines.add(text("independent parts", "parties indépendantes"), &said);
    }
    let [stay, go] = machine.one_way().map(|kinds| kinds.join(", "));
    if !stay.is_empty() {
        lines.add(text("never undone", "jamais défaits"), &stay);
    }
    if !go.is_empty() {
        lines.add(text("never back", "sans retour"), &go);
    }
    if survey
        .margins
        .iter()
        .any(|margin| ![-100, 0, 100].contains(margin))
    {
        let margins: Vec<_> = survey.margins.iter().map(i32::to_string).collect();
        let margins = margins.join(" ");
        lines.add(
            messages::MARGIN,
            &message!(
                "{margins}; `points` after the path plays for it",
                "{margins} ; `points` après le chemin joue pour elle"
            ),
        );
    }
}

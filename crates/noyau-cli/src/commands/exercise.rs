//! `noyau exercise`: exercises of the course with their key, sheets of them, and marked answers.

use crate::prelude::*;
use clap::ArgAction;
use noyau::play::exercise::{Exercise, FIGURES, Figure, Kind, LEVELS, Subject, sheet};
use serde_json::json;

pub(super) const COMMAND: Entry = Entry::new("exercise", help::EXERCISE, arguments, run);

/// All kinds by turns.
const ALL: &str = "all";

fn kinds() -> Vec<args::Choice> {
    let all = (
        ALL,
        text("one of each by turns", "un de chaque, tour à tour"),
    );
    let kinds = Kind::ALL.into_iter();
    kinds
        .map(|kind| (kind.name(), kind.title()))
        .chain([all])
        .collect()
}

fn arguments(args: Args, command: Command) -> Command {
    let figures: Vec<args::Choice> = FIGURES
        .iter()
        .map(|figure| (figure.name, figure.title))
        .collect();
    let kind = args.place("kind", text("KIND", "SORTE"), help::EXERCISE_KIND);
    let command = command
        .arg(args.choosing(kind, help::EXERCISE_KIND, &kinds(), None))
        .arg(args.choice("figure", help::EXERCISE_FIGURE, &figures, None))
        .arg(agents::seed_option(args))
        .arg(args.number("level", help::EXERCISE_LEVEL, "2", |text| {
            units::between(text, *LEVELS.start(), *LEVELS.end())
        }))
        .arg(args.number("count", help::EXERCISE_COUNT, None, |text| {
            units::between(text, 1u32, 200)
        }))
        .arg(
            args.option("answer", text("STEP", "ÉTAPE"), help::EXERCISE_ANSWER)
                .action(ArgAction::Append)
                .allow_hyphen_values(true)
                .conflicts_with("count"),
        )
        .arg(
            args.number("hint", help::EXERCISE_HINT, None, |text| {
                units::between(text, 1u32, 3)
            })
            .conflicts_with("count"),
        )
        .arg(args.path("tex", help::FILE, help::EXERCISE_TEX))
        .arg(
            args.path("svg", help::FILE, help::EXERCISE_SVG)
                .conflicts_with("count"),
        )
        .arg(args.json());
    args.force(command, &["tex", "svg"])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let language = console.language;
    let kind = args::word(matches, "kind").unwrap_or(ALL);
    let figure = args::word(matches, "figure").and_then(Figure::find);
    let seed = match figure {
        // A figure is no draw.
        Some(_) => matches.get_one("seed").copied().unwrap_or(0),
        None => agents::seed(console, matches),
    };
    let level = args::number::<u32>(matches, "level");
    let suited = |kind: Kind| figure.is_none_or(|figure| figure.suits(kind));
    let kinds: Vec<Kind> = match Kind::from_name(kind) {
        Some(kind) => vec![kind],
        None => Kind::ALL.into_iter().filter(|&kind| suited(kind)).collect(),
    };
    if let (Some(figure), Some(&kind)) = (figure, kinds.first())
        && !suited(kind)
    {
        let known = Kind::ALL.into_iter().filter(|&kind| figure.suits(kind));
        let known: Vec<&str> = known.map(Kind::name).collect();
        return Err(Failure::Request(message!(
            "{figure} is no figure for {kind}; it is one for {known}",
            "{figure} n'est pas une figure pour {kind} ; c'en est une pour {known}",
            figure = figure.name,
            kind = kind.name(),
            known = known.join(", ")
        )));
    }
    let open = |name: &str| input::open_game(name, 0).ok().map(|(game, _)| game);
    let given: Option<usize> = matches.get_one::<u32>("count").map(|&count| count as usize);
    let count = given.unwrap_or(if kind == ALL { kinds.len() } else { 1 });
    let posed = (0..count as u64)
        .zip(kinds.iter().cycle())
        .map(|(i, &kind)| {
            Exercise::new(kind, level, seed.wrapping_add(i), figure, &open).ok_or_else(|| {
                Failure::Request(message!(
                    "there is no such exercise",
                    "il n'y a pas de tel exercice"
                ))
            })
        });
    let posed = posed.collect::<Result<Vec<_>, _>>()?;
    let alone = posed.len() == 1 && given.is_none();
    if let Some(path) = args::path(matches, "tex") {
        output::write(matches, path, &sheet(&posed, language))?;
    }
    if let (Some(path), Some(exercise)) = (args::path(matches, "svg"), posed.first()) {
        output::write(matches, path, &exercise.svg(language))?;
    }
    let steps: Vec<&str> = matches
        .get_many::<String>("answer")
        .unwrap_or_default()
        .map(String::as_str)
        .collect();
    let hint = matches.get_one::<u32>("hint").copied();
    if let (Some(exercise), true) = (posed.first(), !steps.is_empty() || hint.is_some()) {
        return mark(console, matches, exercise, &steps, hint);
    }
    if matches.get_flag("json") {
        let document = |one: &Exercise| documents::exercise(one, language, true);
        return match posed.as_slice() {
            [one] if alone => console.json(&document(one)),
            all => {
                console.json(&json!({ "exercises": all.iter().map(document).collect::<Vec<_>>() }))
            }
        };
    }
    let mut out = console.out();
    for (i, exercise) in posed.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        show(console, exercise).write(&mut out)?;
    }
    out.flush()?;
    Ok(Status::Answered)
}

fn show(console: Console, exercise: &Exercise) -> Lines {
    let mut lines = console.lines();
    lines.add(text("exercise", "exercice"), &exercise.kind.title());
    match exercise.figure {
        Some(figure) => lines.add(text("figure", "figure"), &figure.title),
        None => lines.add(text("seed", "graine"), &exercise.seed),
    }
    match &exercise.subject {
        Subject::Graph(arena, _) => {
            lines.add(text("graph", "graphe"), &documents::dictionary(arena));
        }
        Subject::Tree(tree) => lines.add(
            text("tree", "arbre"),
            &noyau::tree::write(tree, noyau::tree::Format::Json).trim(),
        ),
        Subject::Position { position, .. } => lines.add(messages::POSITION, position),
    }
    lines.add(text("question", "question"), &exercise.question());
    lines.add(text("a step", "une étape"), &exercise.kind.form());
    lines.add(
        text("key", "corrigé"),
        &exercise.key(console.language).join("   "),
    );
    lines
}

fn mark(
    console: Console,
    matches: &ArgMatches,
    exercise: &Exercise,
    steps: &[&str],
    hint: Option<u32>,
) -> Exit {
    let marked = exercise.mark(steps);
    let hint =
        hint.and_then(|degree| exercise.hint(&steps[..marked.right.min(steps.len())], degree));
    let status = Status::unknown_if(marked.why.is_some());
    if matches.get_flag("json") {
        console.json(&documents::marked(&marked, hint.as_ref(), console.language))?;
        return Ok(status);
    }
    let (right, all) = (marked.right, steps.len());
    let mut lines = console.lines();
    if all > 0 {
        // The word goes with the other number in French.
        let [en, fr] = [all == 1, right < 2].map(|one| if one { "" } else { "s" });
        lines.add(
            text("right", "juste"),
            &message!("{right} of {all} step{en}", "{right} étape{fr} sur {all}"),
        );
    }
    match &marked.why {
        Some(why) => lines.add(text("wrong", "faux"), why),
        None if marked.done => lines.add(
            messages::RESULT,
            &text("right and complete", "juste et complet"),
        ),
        None if all > 0 => lines.add(messages::RESULT, &text("right so far", "juste jusqu'ici")),
        None => {}
    }
    if let Some(hint) = hint {
        lines.add(text("hint", "indice"), &hint);
    }
    lines.print()?;
    Ok(status)
}

//! Clap's errors, in the user's language.

use crate::console::Console;
use crate::help;
use crate::messages::text;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use noyau::{Message, Side, message};
use std::error::Error as _;
use std::path::Path;

/// Reports the error, the probable intention, and the usage of the command.
pub(crate) fn explain(console: Console, error: &Error) {
    let args = console.args();
    console.complain(&problem(error));
    let word = context(error, ContextKind::InvalidSubcommand);
    let usage = context(error, ContextKind::Usage);
    let in_graph = usage.as_deref().is_some_and(|usage| {
        let mut words = usage.trim_start_matches("Usage:").split_whitespace();
        words.nth(1) == Some("graph")
    });
    let elsewhere =
        word.and_then(|word| elsewhere_called(&word).or_else(|| commands_for(&word, in_graph)));
    let meant = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ]
    .into_iter()
    .find_map(|kind| context(error, kind));
    let possible = [ContextKind::ValidValue, ContextKind::ValidSubcommand]
        .into_iter()
        .find_map(|kind| context(error, kind));
    let value = context(error, ContextKind::InvalidValue);
    let value = value.and_then(|word| value_called(&word, possible.as_deref()?));
    let meant = elsewhere.or(value).or(meant);
    let possible = possible.map(|possible| match console.side_names() {
        Some(names) if possible == "first, second" => {
            let [first, second] = [Side::First, Side::Second].map(|side| names.name(side));
            format!("{possible}, {first}, {second}")
        }
        _ => possible,
    });
    for (label, found) in [
        (text("Did you mean", "Vouliez-vous dire"), meant),
        (text("Possible", "Possibles"), possible),
    ] {
        if let Some(found) = found {
            console.tell(&format!("  {} {found}", args.colon(label)));
        }
    }
    if let Some(usage) = usage {
        // Clap's own word before the usage cannot be translated.
        let usage = usage.trim_start_matches("Usage:").trim_start();
        console.tell(&format!("\n{} {usage}", args.colon(help::USAGE)));
    }
    console.tell(&format!("\n{}", console.say(help::MORE_HELP)));
}

/// The possible value that someone means by a word: the one without accents, or that of a command of the same name.
fn value_called(word: &str, possible: &str) -> Option<String> {
    let plain: String = noyau::language::unaccented(word).collect();
    let command = elsewhere_called(word);
    let last = command
        .as_deref()
        .and_then(|words| words.rsplit(' ').next());
    let mut possible = possible.split(", ");
    let meant = possible.find(|&value| value == plain || Some(value) == last);
    meant.map(str::to_owned)
}

/// The command that someone means by a word that is no command in this place.
fn elsewhere_called(word: &str) -> Option<String> {
    const WORDS: &[(&str, &[&str])] = &[
        ("graph kernel", &["kernel", "kernels", "noyau", "noyaux"]),
        (
            "graph attractor",
            &["attractor", "attracteur", "attracteurs"],
        ),
        ("graph nimbers", &["nimber", "nimbers", "grundy"]),
        ("graph strategy", &["strategy", "strategie", "stratégie"]),
        ("graph draw", &["draw", "dessiner", "dessin"]),
        ("graph convert", &["convert", "convertir"]),
        ("graph info", &["info", "infos"]),
        ("graph double", &["double", "dedoubler", "dédoubler"]),
        ("graph", &["graphe", "arene", "arène", "arena"]),
        (
            "tree",
            &["arbre", "minimax", "alphabeta", "alpha-beta", "andor"],
        ),
        ("solve", &["resoudre", "résoudre"]),
        ("best", &["meilleur", "coup"]),
        ("play", &["jouer"]),
        ("games", &["jeux", "list", "liste"]),
        ("show", &["montrer", "voir", "afficher"]),
        ("serve", &["page", "servir", "serveur", "server", "web"]),
        ("verify", &["verifier", "vérifier"]),
        ("why", &["pourquoi", "raison", "raisons"]),
        ("check", &["noter", "corriger", "verifie"]),
        ("exercise", &["exercice", "exercices", "exercises"]),
        ("learn", &["apprendre"]),
        ("tournament", &["tournoi"]),
        ("help", &["aide"]),
    ];
    let called = word.to_lowercase();
    let meant = WORDS.iter().find(|(_, words)| words.contains(&&*called))?;
    Some(format!("noyau {}", meant.0))
}

/// The commands for a game or a file that stands where a command is wanted.
fn commands_for(word: &str, in_graph: bool) -> Option<String> {
    let name = word.split(':').next().unwrap_or(word);
    let commands: &[&str] = if noyau_games::find(name).is_none() {
        Path::new(word)
            .is_file()
            .then_some(&["graph info", "graph draw"])?
    } else if in_graph {
        &["graph info", "graph draw"]
    } else {
        &["show", "play"]
    };
    let commands: Vec<String> = commands
        .iter()
        .map(|command| format!("noyau {command} {word}"))
        .collect();
    Some(commands.join(", "))
}

fn problem(error: &Error) -> Message {
    let get = |kind| context(error, kind).unwrap_or_default();
    let argument = get(ContextKind::InvalidArg);
    let word = get(ContextKind::InvalidValue);
    let one_too_many = |word: &str| {
        message!(
            "the argument {word:?} is one too many",
            "l'argument {word:?} est de trop"
        )
    };
    let needs_value = || message!("{argument} needs a value", "{argument} demande une valeur");
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = get(ContextKind::InvalidSubcommand);
            message!(
                "there is no command {word:?}",
                "il n'y a pas de commande {word:?}"
            )
        }
        ErrorKind::UnknownArgument if argument.starts_with('-') => message!(
            "there is no option {argument} here",
            "il n'y a pas d'option {argument} ici"
        ),
        ErrorKind::UnknownArgument => one_too_many(&argument),
        ErrorKind::TooManyValues => one_too_many(&word),
        ErrorKind::InvalidValue if word.is_empty() => needs_value(),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues | ErrorKind::NoEquals => {
            needs_value()
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let why = error
                .source()
                .map_or(message!("", ""), |why| message!(": {why}", " : {why}"));
            message!(
                "{word:?} is no value for {argument}{why}",
                "{word:?} n'est pas une valeur pour {argument}{why}",
                why = why
            )
        }
        ErrorKind::ArgumentConflict => match get(ContextKind::PriorArg) {
            other if other.is_empty() || other == argument => message!(
                "{argument} is given twice",
                "{argument} est donné deux fois"
            ),
            other => message!(
                "{argument} cannot be used with {other}",
                "{argument} ne va pas avec {other}"
            ),
        },
        ErrorKind::MissingRequiredArgument => {
            message!("this is missing: {argument}", "il manque : {argument}")
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            message!("a command is missing", "il manque une commande")
        }
        ErrorKind::InvalidUtf8 => message!(
            "an argument is not UTF-8 text",
            "un argument n'est pas du texte UTF-8"
        ),
        _ => message!("{error}", "{error}"),
    }
}

/// A piece of the error's context.
fn context(error: &Error, kind: ContextKind) -> Option<String> {
    let texts = match error.get(kind)? {
        ContextValue::String(text) => vec![text.clone()],
        ContextValue::Strings(texts) => texts.clone(),
        ContextValue::StyledStr(text) => vec![text.to_string()],
        ContextValue::StyledStrs(texts) => texts.iter().map(ToString::to_string).collect(),
        ContextValue::Number(number) => vec![number.to_string()],
        _ => return None,
    };
    (!texts.is_empty()).then(|| texts.join(", "))
}

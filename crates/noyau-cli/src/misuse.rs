//! What clap finds wrong with the arguments, in the language spoken.

use crate::catalogue::{self, Misuse, help};
use crate::console::Console;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use noyau::Localized;
use std::error::Error as _;

/// Says what is wrong, what was probably meant, and how the command is used.
pub(crate) fn explain(console: Console, error: &Error) {
    let grammar = console.grammar();
    console.complain(&misuse(error).localized(console.language));
    let meant = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ]
    .into_iter()
    .find_map(|kind| text(error, kind));
    let possible = [ContextKind::ValidValue, ContextKind::ValidSubcommand]
        .into_iter()
        .find_map(|kind| text(error, kind));
    if let Some(meant) = meant {
        console.tell(&format!(
            "  {} {meant}",
            grammar.colon(catalogue::DID_YOU_MEAN)
        ));
    }
    if let Some(possible) = possible {
        console.tell(&format!(
            "  {} {possible}",
            grammar.colon(catalogue::POSSIBLE)
        ));
    }
    if let Some(usage) = text(error, ContextKind::Usage) {
        // Clap puts its own word before the usage and nothing tells it another.
        let usage = usage.trim_start_matches("Usage:").trim_start();
        console.tell(&format!("\n{} {usage}", grammar.colon(help::USAGE)));
    }
    console.tell(&format!("\n{}", console.say(catalogue::MORE_HELP)));
}

fn misuse(error: &Error) -> Misuse {
    let get = |kind| text(error, kind).unwrap_or_default();
    let argument = get(ContextKind::InvalidArg);
    let word = get(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidSubcommand => Misuse::UnknownCommand {
            word: get(ContextKind::InvalidSubcommand),
        },
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            Misuse::UnknownArgument { word: argument }
        }
        ErrorKind::UnknownArgument => Misuse::UnexpectedArgument { word: argument },
        ErrorKind::InvalidValue if word.is_empty() => Misuse::NoValue { argument },
        ErrorKind::InvalidValue => Misuse::BadValue { word, argument },
        ErrorKind::ValueValidation => match error.source() {
            None => Misuse::BadValue { word, argument },
            Some(why) => Misuse::BadValueBecause {
                word,
                argument,
                why: why.to_string(),
            },
        },
        ErrorKind::ArgumentConflict => match get(ContextKind::PriorArg) {
            other if other.is_empty() || other == argument => Misuse::Twice { argument },
            other => Misuse::Clash { argument, other },
        },
        ErrorKind::MissingRequiredArgument => Misuse::Missing {
            arguments: argument,
        },
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Misuse::MissingCommand
        }
        ErrorKind::InvalidUtf8 => Misuse::NotText,
        ErrorKind::TooManyValues => Misuse::UnexpectedArgument { word },
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues | ErrorKind::NoEquals => {
            Misuse::NoValue { argument }
        }
        _ => Misuse::Other {
            why: error.to_string(),
        },
    }
}

/// What the error knows under that heading.
fn text(error: &Error, kind: ContextKind) -> Option<String> {
    Some(match error.get(kind)? {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) if texts.is_empty() => return None,
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(texts) if texts.is_empty() => return None,
        ContextValue::StyledStrs(texts) => {
            let texts: Vec<_> = texts.iter().map(ToString::to_string).collect();
            texts.join(", ")
        }
        ContextValue::Number(number) => number.to_string(),
        _ => return None,
    })
}

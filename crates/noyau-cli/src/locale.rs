//! The choice of the language and of the names of the sides, before arguments are parsed.

use noyau::side_names::SideNames;
use noyau::{Language, Message, Side};
use std::env;
use std::ffi::{OsStr, OsString};

/// The language of `--lang`, otherwise of `NOYAU_LANG`, otherwise of the usual variables; otherwise English.
pub(crate) fn choose(arguments: &[OsString]) -> Language {
    if let Some(language) = from_arguments(arguments) {
        return language;
    }
    let variable = |name| env::var(name).ok().filter(|value| !value.is_empty());
    if let Some(language) = variable("NOYAU_LANG").and_then(|tag| Language::from_tag(&tag)) {
        return language;
    }
    // The first variable that is set decides, even if its language is not supported.
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(variable)
        .and_then(|tag| Language::from_tag(&tag))
        .unwrap_or_default()
}

/// The language of `--lang fr` or `--lang=fr`. A wrong value is reported later, by clap.
fn from_arguments(arguments: &[OsString]) -> Option<Language> {
    Language::from_tag(option("--lang", arguments)?)
}

/// The names of `--names`, otherwise of `NOYAU_NAMES`. A wrong value of the option is reported later, by clap.
pub(crate) fn names(arguments: &[OsString]) -> Result<Option<SideNames>, Message> {
    if let Some(names) = option("--names", arguments) {
        return Ok(SideNames::parse(names).ok());
    }
    let set = env::var("NOYAU_NAMES")
        .ok()
        .filter(|names| !names.is_empty());
    set.map(|names| SideNames::parse(&names)).transpose()
}

/// The value of an option, as in `--lang fr` or `--lang=fr`.
fn option<'a>(name: &str, arguments: &'a [OsString]) -> Option<&'a str> {
    let mut arguments = arguments.iter().filter_map(|argument| argument.to_str());
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix(name) {
            Some("") => return arguments.next(),
            Some(rest) if rest.starts_with('=') => return Some(&rest[1..]),
            _ if argument == "--" => return None,
            _ => {}
        }
    }
    None
}

/// Whether someone may mean that name, in any case.
fn is_called(argument: &OsStr, name: &str) -> bool {
    let argument = argument.to_str().map(str::to_lowercase);
    argument.is_some_and(|argument| argument == name.to_lowercase())
}

/// The arguments with `--player NAME` in the words for programs.
pub(crate) fn with_players(arguments: Vec<OsString>, names: Option<&SideNames>) -> Vec<OsString> {
    let Some(names) = names else {
        return arguments;
    };
    let mut is_player = false;
    let translated = arguments.into_iter().map(|argument| {
        let sides = Side::BOTH.into_iter();
        let side = sides
            .rev()
            .find(|&side| is_player && is_called(&argument, names.name(side)));
        is_player = argument.to_str() == Some("--player");
        side.map_or(argument, |side| side.name().into())
    });
    translated.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_found_wherever_it_stands() {
        let from = |words: &[&str]| {
            let words: Vec<_> = words.iter().map(OsString::from).collect();
            from_arguments(&words)
        };
        assert_eq!(from(&["games", "--lang", "fr"]), Some(Language::French));
        assert_eq!(from(&["--lang=en", "games"]), Some(Language::English));
        assert_eq!(from(&["--", "--lang", "fr"]), None);
        assert_eq!(from(&["--lang"]), None);
    }
}

//! The choice of the language, before arguments are parsed.

use noyau::Language;
use std::env;
use std::ffi::OsString;

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
    let mut arguments = arguments.iter().filter_map(|argument| argument.to_str());
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("--lang") {
            Some("") => return Language::from_tag(arguments.next()?),
            Some(rest) if rest.starts_with('=') => return Language::from_tag(&rest[1..]),
            _ if argument == "--" => return None,
            _ => {}
        }
    }
    None
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

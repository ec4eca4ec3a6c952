//! The commands, one file each.

mod bench;
mod best;
mod cluster;
mod completions;
mod contest;
mod count;
mod duel;
mod experiment;
mod games;
mod gdl;
mod graph;
mod help;
mod judge;
mod learn;
mod man;
mod perft;
mod play;
mod puzzles;
mod sample;
mod sequence;
mod serve;
mod show;
mod solve;
mod table;
mod tournament;
mod tree;
mod verify;

use crate::catalogue::help as words;
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use clap::{Arg, ArgAction, ArgMatches, Command};

/// The whole command line in one language.
pub(crate) fn all(grammar: Grammar) -> Command {
    let language = grammar
        .choice("lang", words::LANGUAGE, words::LANGUAGES)
        .global(true)
        .display_order(999);
    let version: Arg = grammar
        .flag("version", words::VERSION)
        .short('V')
        .action(ArgAction::Version)
        .display_order(1001);
    let command = grammar
        .command("noyau", words::NOYAU)
        .version(env!("CARGO_PKG_VERSION"))
        .arg(language)
        .arg(version)
        .subcommands(vec![
            serve::command(grammar),
            games::command(grammar),
            show::command(grammar),
            play::command(grammar),
            perft::command(grammar),
            count::command(grammar),
            solve::command(grammar),
            best::command(grammar),
            duel::command(grammar),
            tournament::command(grammar),
            learn::command(grammar),
            judge::command(grammar),
            puzzles::command(grammar),
            sample::command(grammar),
            table::command(grammar),
            cluster::command(grammar),
            graph::command(grammar),
            sequence::command(grammar),
            tree::command(grammar),
            gdl::command(grammar),
            verify::command(grammar),
            bench::command(grammar),
            completions::command(grammar),
            man::command(grammar),
            help::command(grammar),
        ]);
    grammar.with_help(command)
}

/// Runs the command that was asked for.
pub(crate) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    match matches.subcommand() {
        Some(("serve", matches)) => serve::run(console, matches),
        Some(("games", matches)) => games::run(console, matches),
        Some(("show", matches)) => show::run(console, matches),
        Some(("play", matches)) => play::run(console, matches),
        Some(("perft", matches)) => perft::run(console, matches),
        Some(("count", matches)) => count::run(console, matches),
        Some(("solve", matches)) => solve::run(console, matches),
        Some(("best", matches)) => best::run(console, matches),
        Some(("duel", matches)) => duel::run(console, matches),
        Some(("tournament", matches)) => tournament::run(console, matches),
        Some(("learn", matches)) => learn::run(console, matches),
        Some(("judge", matches)) => judge::run(console, matches),
        Some(("puzzles", matches)) => puzzles::run(console, matches),
        Some(("sample", matches)) => sample::run(console, matches),
        Some(("table", matches)) => table::run(console, matches),
        Some(("cluster", matches)) => cluster::run(console, matches),
        Some(("graph", matches)) => graph::run(console, matches),
        Some(("sequence", matches)) => sequence::run(console, matches),
        Some(("tree", matches)) => tree::run(console, matches),
        Some(("gdl", matches)) => gdl::run(console, matches),
        Some(("verify", matches)) => verify::run(console, matches),
        Some(("bench", matches)) => bench::run(console, matches),
        Some(("completions", matches)) => completions::run(console, matches),
        Some(("man", matches)) => man::run(console, matches),
        Some(("help", matches)) => Ok(help::run(console, matches)),
        _ => serve::run_plain(console),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau::Language;
    use noyau::arena::format::Format;

    fn visit(command: &Command, path: &str, check: &mut dyn FnMut(&str, &Command)) {
        let path = format!("{path} {}", command.get_name());
        check(&path, command);
        for below in command.get_subcommands() {
            visit(below, &path, check);
        }
    }

    #[test]
    fn everything_has_a_text_in_every_language() {
        let mut abouts = Vec::new();
        for language in Language::ALL {
            let mut command = all(Grammar(language));
            command.build();
            let mut texts = Vec::new();
            visit(&command, "", &mut |path, command| {
                let about = command.get_about().map(ToString::to_string);
                texts.push(about.unwrap_or_else(|| panic!("{path} has no text")));
                for argument in command.get_arguments() {
                    let id = argument.get_id();
                    assert!(argument.get_help().is_some(), "{path} {id} has no text");
                    assert!(
                        argument.get_help_heading().is_some(),
                        "{path} {id} would stand below an English heading"
                    );
                    if !argument.is_hide_possible_values_set() {
                        assert!(
                            argument.get_possible_values().is_empty()
                                || !argument.get_action().takes_values(),
                            "{path} {id} would list its values in English"
                        );
                    }
                    for value in argument.get_possible_values() {
                        assert!(
                            value.get_help().is_some() || !argument.get_action().takes_values(),
                            "{path} {id} {} has no text",
                            value.get_name()
                        );
                    }
                }
            });
            abouts.push(texts);
        }
        for (en, fr) in abouts[0].iter().zip(&abouts[1]) {
            assert_ne!(en, fr);
        }
    }

    #[test]
    fn the_grammar_is_sound() {
        for language in Language::ALL {
            all(Grammar(language)).debug_assert();
        }
    }

    #[test]
    fn every_format_is_offered() {
        let offered: Vec<_> = words::FORMATS.iter().map(|(name, _)| *name).collect();
        let known: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
        assert_eq!(offered, known);
    }
}

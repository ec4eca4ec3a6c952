//! Commands and their arguments, in one language.
//!
//! All English texts that clap generates are replaced here: headings, `--help`, default values and possible values.

use crate::console::Console;
use crate::failure::Exit;
use crate::help;
use crate::messages::text;
use crate::units;
use clap::builder::{PossibleValue, PossibleValuesParser, Styles};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, value_parser};
use noyau::{Language, Localized, Message, Text};
use std::path::{Path, PathBuf};

/// A command in the list of [`commands`](crate::commands).
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    about: Text,
    pub(crate) action: Action,
}

/// The action of a command.
pub(crate) enum Action {
    Run {
        arguments: fn(Args, Command) -> Command,
        run: fn(Console, &ArgMatches) -> Exit,
    },
    /// It has subcommands.
    Group(&'static [Entry]),
}

impl Entry {
    pub(crate) const fn new(
        name: &'static str,
        about: Text,
        arguments: fn(Args, Command) -> Command,
        run: fn(Console, &ArgMatches) -> Exit,
    ) -> Self {
        let action = Action::Run { arguments, run };
        Self {
            name,
            about,
            action,
        }
    }

    pub(crate) const fn group(name: &'static str, about: Text, below: &'static [Self]) -> Self {
        let action = Action::Group(below);
        Self {
            name,
            about,
            action,
        }
    }

    /// The clap command.
    pub(crate) fn command(&self, args: Args) -> Command {
        let command = args.command(self.name, self.about);
        match self.action {
            Action::Run { arguments, .. } => arguments(args, command),
            Action::Group(below) => command
                .subcommand_required(true)
                .subcommands(below.iter().map(|entry| entry.command(args))),
        }
    }
}

/// The value of an argument, as text.
pub(crate) fn word<'a>(matches: &'a ArgMatches, id: &str) -> Option<&'a str> {
    matches.get_one::<String>(id).map(String::as_str)
}

/// The value of an argument, as a path.
pub(crate) fn path<'a>(matches: &'a ArgMatches, id: &str) -> Option<&'a Path> {
    matches.get_one::<PathBuf>(id).map(PathBuf::as_path)
}

/// The value of an argument, as a number, or 0.
pub(crate) fn number<T: Copy + Default + Send + Sync + 'static>(
    matches: &ArgMatches,
    id: &str,
) -> T {
    matches.get_one(id).copied().unwrap_or_default()
}

/// A value of an option, with its description.
pub(crate) type Choice = (&'static str, Text);

/// The default value of an option, if any.
type Fallback = Option<&'static str>;

/// Parses a value, or returns the reason for an error.
pub(crate) type Parse<T> = fn(&str) -> Result<T, Message>;

/// A builder of commands and arguments in one language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Args(pub(crate) Language);

impl Args {
    /// A command.
    pub(crate) fn command(self, name: &'static str, about: Text) -> Command {
        let styles = Styles::styled();
        let usage = styles.get_usage();
        let template = format!(
            "{{before-help}}{{about-with-newline}}\n{usage}{}{usage:#} {{usage}}\n\n{{all-args}}{{after-help}}",
            self.colon(help::USAGE),
        );
        Command::new(name)
            .about(about.get(self.0))
            .help_template(template)
            .styles(styles)
            .max_term_width(100)
            .subcommand_help_heading(self.heading(text("Commands", "Commandes")))
            .subcommand_value_name(help::COMMAND.get(self.0))
            .disable_help_flag(true)
            .disable_version_flag(true)
            .disable_help_subcommand(true)
    }

    /// Adds `--help` to a command and its subcommands. Called last, since headings appear in the order of their
    /// first entry.
    pub(crate) fn with_help(self, command: Command) -> Command {
        let below: Vec<_> = command
            .get_subcommands()
            .map(|below| below.get_name().to_owned())
            .collect();
        let command = below.into_iter().fold(command, |command, name| {
            command.mut_subcommand(name, |below| self.with_help(below))
        });
        command.arg(
            self.flag("help", help::HELP)
                .short('h')
                .action(ArgAction::Help)
                .display_order(1000),
        )
    }

    /// A word with a colon, spaced as in this language.
    pub(crate) fn colon(self, word: Text) -> String {
        format!("{}:", self.heading(word))
    }

    /// A heading, without the colon that clap adds.
    fn heading(self, word: Text) -> String {
        match self.0 {
            Language::English => word.en.to_owned(),
            Language::French => format!("{}\u{a0}", word.fr),
        }
    }

    /// A required positional argument.
    pub(crate) fn place(self, id: &'static str, value: Text, help: Text) -> Arg {
        Arg::new(id)
            .required(true)
            .value_name(value.get(self.0))
            .help(help.get(self.0))
            .help_heading(self.heading(text("Arguments", "Arguments")))
    }

    /// An option without a value.
    pub(crate) fn flag(self, id: &'static str, help: Text) -> Arg {
        Arg::new(id)
            .long(id)
            .action(ArgAction::SetTrue)
            .help(help.get(self.0))
            .help_heading(self.heading(help::OPTIONS))
    }

    /// An option with a value.
    pub(crate) fn option(self, id: &'static str, value: Text, help: Text) -> Arg {
        Arg::new(id)
            .long(id)
            .value_name(value.get(self.0))
            .help(help.get(self.0))
            .help_heading(self.heading(help::OPTIONS))
    }

    /// An option whose default value, if any, is appended to its help.
    pub(crate) fn option_or(
        self,
        id: &'static str,
        value: Text,
        help: Text,
        default: impl Into<Fallback>,
    ) -> Arg {
        let option = self.option(id, value, help);
        let Some(default) = default.into() else {
            return option;
        };
        option
            .help(format!("{} {}", help.get(self.0), self.default(default)))
            .default_value(default)
            .hide_default_value(true)
    }

    /// An option with a path.
    pub(crate) fn path(self, id: &'static str, value: Text, help: Text) -> Arg {
        self.option(id, value, help)
            .value_parser(value_parser!(PathBuf))
    }

    /// An option with a number.
    pub(crate) fn number<T: Clone + Send + Sync + 'static>(
        self,
        id: &'static str,
        help: Text,
        default: impl Into<Fallback>,
        parse: Parse<T>,
    ) -> Arg {
        self.option_or(id, help::NUMBER, help, default)
            .allow_negative_numbers(true)
            .value_parser(self.parser(parse))
    }

    /// An option with a number of bytes.
    pub(crate) fn bytes(self, id: &'static str, help: Text, default: impl Into<Fallback>) -> Arg {
        self.option_or(id, help::BYTES, help, default)
            .value_parser(self.parser(units::bytes))
    }

    /// An option with a number of seconds.
    pub(crate) fn seconds(self, id: &'static str, help: Text, default: impl Into<Fallback>) -> Arg {
        let option = self.option_or(id, help::SECONDS, help, default);
        option
            .allow_negative_numbers(true)
            .value_parser(self.parser(units::seconds))
    }

    /// An option with one of a few values.
    pub(crate) fn choice(
        self,
        id: &'static str,
        help: Text,
        choices: &[Choice],
        default: impl Into<Fallback>,
    ) -> Arg {
        let option = self.option(id, help::CHOICE, help);
        self.choosing(option, help, choices, default.into())
    }

    /// Restricts an argument to a few values.
    pub(crate) fn choosing(
        self,
        argument: Arg,
        help: Text,
        choices: &[Choice],
        default: Fallback,
    ) -> Arg {
        let values: Vec<_> = choices
            .iter()
            .map(|(name, help)| PossibleValue::new(*name).help(help.get(self.0)))
            .collect();
        let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
        let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
        let summary = help.get(self.0);
        let mut short = format!("{summary} [{}]", names.join(", "));
        let lines = choices.iter().map(|(name, help)| {
            let help = help.get(self.0);
            format!("\n  {name:width$}  {help}")
        });
        let mut long = summary.to_owned() + &lines.collect::<String>();
        if let Some(default) = default {
            let default = self.default(default);
            short = format!("{short} {default}");
            long = format!("{long}\n{default}");
        }
        argument
            .value_parser(PossibleValuesParser::new(values))
            .hide_possible_values(true)
            .hide_default_value(true)
            .default_value(default)
            .help(short)
            .long_help(long)
    }

    fn default(self, value: &str) -> String {
        match self.0 {
            Language::English => format!("[default: {value}]"),
            Language::French => format!("[par défaut\u{a0}: {value}]"),
        }
    }

    /// A parser whose errors are in this language.
    pub(crate) fn parser<T: Clone + Send + Sync + 'static>(
        self,
        parse: Parse<T>,
    ) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
        move |text| parse(text).map_err(|why| why.localized(self.0))
    }

    pub(crate) fn json(self) -> Arg {
        self.flag("json", help::JSON)
    }

    pub(crate) fn output(self) -> Arg {
        self.path("output", help::FILE, help::OUTPUT).short('o')
    }

    pub(crate) fn certificate(self) -> Arg {
        self.path("certificate", help::FILE, help::CERTIFICATE)
    }

    /// Adds `--force`, for the files that these arguments name.
    pub(crate) fn force(self, command: Command, files: &[&'static str]) -> Command {
        let files = ArgGroup::new("written").args(files).multiple(true);
        let force = self.flag("force", help::FORCE).requires("written");
        command.group(files).arg(force)
    }

    pub(crate) fn threads(self) -> Arg {
        self.number("threads", help::THREADS, "1", units::threads)
    }

    pub(crate) fn max_bytes(self) -> Arg {
        self.bytes("max-bytes", help::MAX_BYTES, "2GiB")
    }

    pub(crate) fn memory(self) -> Arg {
        self.bytes("memory", help::MEMORY, "4GiB")
    }

    pub(crate) fn time(self) -> Arg {
        self.seconds("time", help::TIME, None)
    }

    pub(crate) fn table(self) -> Arg {
        self.option("table", help::FILE, help::SOLVE_TABLE)
    }

    /// The tables that searches ask.
    pub(crate) fn tables(self) -> Arg {
        self.path("tables", help::FOLDER, help::PROBE_TABLES)
    }

    pub(crate) fn nodes(self) -> Arg {
        self.number("nodes", help::NODES, None, units::number)
    }

    /// The arguments for a game and a position.
    pub(crate) fn position(self, command: Command) -> Command {
        let game = self.place("game", help::GAME_NAME, help::GAME);
        // Before what follows it on the command line.
        self.placed(command.arg(game.display_order(0)))
    }

    /// The options for a position.
    pub(crate) fn placed(self, command: Command) -> Command {
        let at = self.option("at", text("POSITION", "POSITION"), help::AT);
        let after = self.option("after", text("MOVES", "COUPS"), help::AFTER);
        command
            .arg(at.allow_hyphen_values(true))
            .arg(after.allow_hyphen_values(true))
            .arg(self.max_bytes())
    }

    /// An option that may be given several times.
    pub(crate) fn repeated(self, option: Arg, help: Text) -> Arg {
        option.action(ArgAction::Append).help(help.get(self.0))
    }

    /// The file of the positions at which a table begins.
    pub(crate) fn starts(self) -> Arg {
        self.option("starts", help::FILE, help::STARTS)
    }
}

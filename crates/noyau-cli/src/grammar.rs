//! The pieces that commands and their options are made of, in one language.
//!
//! Everything that clap would say by itself in English is replaced here: headings, `--help`, default values and
//! possible values.

use crate::catalogue::help;
use crate::quantity;
use clap::builder::{PossibleValue, PossibleValuesParser, Styles};
use clap::{Arg, ArgAction, Command};
use noyau::{Language, Localized, Message, Text};

/// A value of an option, with what it means.
pub(crate) type Choice = (&'static str, Text);

/// Makes commands and arguments in one language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grammar(pub(crate) Language);

impl Grammar {
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
            .subcommand_help_heading(self.heading(help::COMMANDS))
            .subcommand_value_name(help::COMMAND.get(self.0))
            .disable_help_flag(true)
            .disable_version_flag(true)
            .disable_help_subcommand(true)
    }

    /// Gives a command and all below it their `--help`. It comes last, for headings stand in the order of what is
    /// below them.
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

    /// A word with a colon after it, as this language sets it.
    pub(crate) fn colon(self, word: Text) -> String {
        format!("{}:", self.heading(word))
    }

    /// A heading to which clap adds a colon.
    fn heading(self, word: Text) -> String {
        match self.0 {
            Language::English => word.en.to_owned(),
            Language::French => format!("{}\u{a0}", word.fr),
        }
    }

    /// An argument told by its place.
    pub(crate) fn place(self, id: &'static str, value: Text, help: Text) -> Arg {
        Arg::new(id)
            .value_name(value.get(self.0))
            .help(help.get(self.0))
            .help_heading(self.heading(help::ARGUMENTS))
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

    /// An option with a value that is written below its help.
    pub(crate) fn option_with_default(
        self,
        id: &'static str,
        value: Text,
        help: Text,
        default: &'static str,
    ) -> Arg {
        let said = self.default(default);
        self.option(id, value, help)
            .help(format!("{} {said}", help.get(self.0)))
            .default_value(default)
            .hide_default_value(true)
    }

    /// An option with one of a few values.
    pub(crate) fn choice(self, id: &'static str, help: Text, choices: &[Choice]) -> Arg {
        self.choosing(self.option(id, help::CHOICE, help), help, choices, None)
    }

    /// An option with one of a few values, one of which is taken if none is given.
    pub(crate) fn choice_with_default(
        self,
        id: &'static str,
        help: Text,
        choices: &[Choice],
        default: &'static str,
    ) -> Arg {
        self.choosing(
            self.option(id, help::CHOICE, help),
            help,
            choices,
            Some(default),
        )
    }

    /// Lets an argument have one of a few values.
    pub(crate) fn choosing(
        self,
        argument: Arg,
        help: Text,
        choices: &[Choice],
        default: Option<&'static str>,
    ) -> Arg {
        let values: Vec<_> = choices
            .iter()
            .map(|(name, help)| PossibleValue::new(*name).help(help.get(self.0)))
            .collect();
        let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
        let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
        let said = help.get(self.0);
        let mut short = format!("{said} [{}]", names.join(", "));
        let lines = choices.iter().map(|(name, help)| {
            let help = help.get(self.0);
            format!("\n  {name:width$}  {help}")
        });
        let mut long = said.to_owned() + &lines.collect::<String>();
        if let Some(default) = default {
            let default = self.default(default);
            short = format!("{short} {default}");
            long = format!("{long}\n{default}");
        }
        let argument = argument
            .value_parser(PossibleValuesParser::new(values))
            .hide_possible_values(true)
            .hide_default_value(true)
            .help(short)
            .long_help(long);
        match default {
            None => argument,
            Some(default) => argument.default_value(default),
        }
    }

    fn default(self, value: &str) -> String {
        match self.0 {
            Language::English => format!("[default: {value}]"),
            Language::French => format!("[par défaut\u{a0}: {value}]"),
        }
    }

    /// A parser whose complaints are in this language.
    pub(crate) fn parser<T: Clone + Send + Sync + 'static>(
        self,
        parse: fn(&str) -> Result<T, Message>,
    ) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
        move |text| parse(text).map_err(|why| why.localized(self.0))
    }

    /// `--json`.
    pub(crate) fn json(self) -> Arg {
        self.flag("json", help::JSON)
    }

    /// `--output FILE`.
    pub(crate) fn output(self) -> Arg {
        self.option("output", help::FILE, help::OUTPUT)
            .short('o')
            .value_parser(clap::value_parser!(std::path::PathBuf))
    }

    /// `--certificate FILE`.
    pub(crate) fn certificate(self) -> Arg {
        self.option("certificate", help::FILE, help::CERTIFICATE)
            .value_parser(clap::value_parser!(std::path::PathBuf))
    }

    /// `--threads N`.
    pub(crate) fn threads(self) -> Arg {
        self.option_with_default("threads", help::NUMBER, help::THREADS, "1")
            .value_parser(self.parser(quantity::threads))
    }

    /// `--max-bytes BYTES`.
    pub(crate) fn max_bytes(self) -> Arg {
        self.option_with_default("max-bytes", help::BYTES, help::MAX_BYTES, "2GiB")
            .value_parser(self.parser(quantity::bytes))
    }

    /// `--memory BYTES`.
    pub(crate) fn memory(self) -> Arg {
        self.memory_for(help::MEMORY)
    }

    /// `--memory BYTES` where it does not always count.
    pub(crate) fn memory_for(self, help: Text) -> Arg {
        self.option_with_default("memory", help::BYTES, help, "4GiB")
            .value_parser(self.parser(quantity::bytes))
    }

    /// `--time SECONDS`.
    pub(crate) fn time(self) -> Arg {
        self.option("time", help::SECONDS, help::TIME)
            .value_parser(self.parser(quantity::seconds))
    }

    /// `--table FILE`.
    pub(crate) fn table(self) -> Arg {
        self.option("table", help::FILE, help::SOLVE_TABLE)
    }

    /// `--nodes N`.
    pub(crate) fn nodes(self) -> Arg {
        self.option("nodes", help::NUMBER, help::NODES)
            .value_parser(self.parser(quantity::number))
    }

    /// What every command that works on a position of a game takes.
    pub(crate) fn position(self, command: Command) -> Command {
        self.placed(
            command.arg(
                self.place("game", help::GAME_NAME, help::GAME)
                    .required(true),
            ),
        )
    }

    /// What tells the position where the game is known.
    pub(crate) fn placed(self, command: Command) -> Command {
        command
            .arg(
                self.option("at", help::POSITION, help::AT)
                    .allow_hyphen_values(true),
            )
            .arg(
                self.option("after", help::MOVES, help::AFTER)
                    .allow_hyphen_values(true),
            )
            .arg(self.max_bytes())
    }
}

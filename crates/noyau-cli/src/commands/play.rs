//! `noyau play`: a game in the terminal, each side a person or an agent.

use crate::prelude::*;
use clap::parser::ValueSource;
use noyau::play::{Agent, Recipe};
use noyau::random::SplitMix;
use std::borrow::Cow;
use std::io::{self, BufRead};
use std::ops::ControlFlow;

pub(super) const COMMAND: Entry = Entry::new("play", help::PLAY, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let player = |id, help: Text, default| {
        let option = args.option_or(id, help::AGENT_NAME, help, default);
        agents::explained(args, option, help, true).value_parser(args.parser(seat))
    };
    args.position(command)
        .arg(player(
            "first",
            text("Who plays First", "Qui joue Premier"),
            "person",
        ))
        .arg(player(
            "second",
            text("Who plays Second", "Qui joue Second"),
            "strong",
        ))
        .arg(args.number("seed", help::PLAY_SEED, None, units::number))
        .args([args.time(), args.memory(), args.table(), args.tables()])
}

/// Parses the player of a side: a person, which is `None`, or an agent.
fn seat(text: &str) -> Result<Option<Recipe>, Message> {
    match text {
        "person" => Ok(None),
        _ => agents::recipe(text).map(Some),
    }
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let (mut game, content) = input::open_position(matches)?;
    let probed = tables::Probed::attach(console, matches, &mut *game);
    let book = matches.get_one::<String>("table");
    let book = book.map(|path| TableFile::open(path)).transpose()?;
    let seats = ["first", "second"].map(|id| matches.get_one::<Option<Recipe>>(id));
    let seats = seats.map(|seat| seat.and_then(Option::as_ref));
    let seed = matches
        .get_one::<u64>("seed")
        .copied()
        .unwrap_or_else(units::any_seed);
    let mut agents = seats.iter().flatten();
    let seeded = agents.any(|recipe| recipe.to_string() != "first");
    if seeded {
        console.tell(&message!("seed {seed}", "graine {seed}"));
    }
    let mut seeds = SplitMix(seed);
    let resources = agents::resources();
    let mut players = Vec::new();
    for seat in seats {
        players.push(match seat {
            None => None,
            Some(recipe) => {
                agents::check(recipe, &*game)?;
                let agent = recipe.agent(seeds.next_u64(), &resources);
                let agent = agent.map_err(|problem| Failure::Request(Message::of(&problem)))?;
                Some((recipe.to_string(), agent))
            }
        });
    }
    let persons = seats.map(|seat| seat.is_none());
    let people = persons.contains(&true);
    if people {
        console.tell(&messages::PLAY_HINT);
    }
    let mut table = Table {
        console,
        matches,
        book: book.map(|file| (file, content)),
        lines: io::stdin().lock(),
        played: Vec::new(),
        seeded,
    };
    while game.outcome().is_none() {
        let player = &mut players[game.side() as usize];
        if people {
            table.show(&*game)?;
        }
        let turn = match player {
            None => table.ask(&mut *game, persons)?,
            Some((name, agent)) => table.move_agent(&mut *game, name, &mut **agent)?,
        };
        input::settled(&*game)?;
        if let ControlFlow::Break(status) = turn {
            table.tell_how_to_go_on(&*game, seed);
            probed.report();
            return Ok(status);
        }
    }
    input::settled(&*game)?;
    table.show(&*game)?;
    let said = console.phrase(&super::show::ended(&*game));
    writeln!(console.out(), "{said}")?;
    probed.report();
    Ok(Status::Answered)
}

struct Table<'a> {
    console: Console,
    matches: &'a ArgMatches,
    /// A table of all positions, with the checksum of the game's file, if there is one.
    book: Option<(TableFile, Option<String>)>,
    lines: io::StdinLock<'static>,
    /// The moves since the beginning, so that an abandoned game can be resumed.
    played: Vec<String>,
    /// Whether the seed matters to a player.
    seeded: bool,
}

/// A word as a shell reads it.
fn quoted(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "-_.,:/=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', "'\\''")))
}

impl Table<'_> {
    fn show(&self, game: &dyn OpenGame) -> Result<(), Failure> {
        let mut out = self.console.out();
        writeln!(out, "\n{}", game.view().to_text())?;
        if let Some([first, second]) = game.points() {
            let points = self.console.say(messages::POINTS);
            writeln!(out, "{points} {first}-{second}")?;
        }
        Ok(out.flush()?)
    }

    /// Prompts for moves until one is legal or moves are taken back; breaks when the person quits.
    fn ask(
        &mut self,
        game: &mut dyn OpenGame,
        persons: [bool; 2],
    ) -> Result<ControlFlow<Status>, Failure> {
        let console = self.console;
        loop {
            let side = messages::side(game.side());
            let mut out = console.out();
            write!(
                out,
                "{} ",
                console.phrase(&message!(
                    "{side}, your move:",
                    "{side}, à vous :",
                    side = side
                ))
            )?;
            out.flush()?;
            drop(out);
            let mut line = String::new();
            match self.lines.read_line(&mut line) {
                Ok(0) => return Ok(ControlFlow::Break(Status::Unknown)),
                Ok(_) => {}
                Err(error) => return Err(input::unreadable("-", &error)),
            }
            match line.trim() {
                "" => {}
                "help" | "aide" => console.tell(&messages::PLAY_HINT),
                "quit" | "quitter" | "q" => return Ok(ControlFlow::Break(Status::Answered)),
                "moves" | "coups" | "?" => console.tell(&game.join_moves(&game.moves())),
                "hint" | "indice" => console.tell(&match self.best(game) {
                    Ok(mv) => mv,
                    Err(why) => console.phrase(&why),
                }),
                "undo" | "annuler" => {
                    // Back to where the same person, or any person, is to move.
                    let mut undone = false;
                    while game.undo() {
                        undone = true;
                        self.played.pop();
                        if persons[game.side() as usize] {
                            break;
                        }
                    }
                    if undone {
                        return Ok(ControlFlow::Continue(()));
                    }
                    console.tell(&messages::NOTHING_TO_UNDO);
                }
                text => {
                    let mut moves = game.split_moves(text);
                    let mv = if moves.len() == 1 {
                        moves.remove(0)
                    } else {
                        text.to_owned()
                    };
                    match game.play(&mv) {
                        Ok(()) => {
                            self.played.push(mv);
                            return Ok(ControlFlow::Continue(()));
                        }
                        Err(problem) => console.tell(&problem),
                    }
                }
            }
        }
    }

    /// Plays an agent's move; breaks if it has none.
    fn move_agent(
        &mut self,
        game: &mut dyn OpenGame,
        name: &str,
        agent: &mut dyn Agent,
    ) -> Result<ControlFlow<Status>, Failure> {
        // A table of all positions replaces solving for perfect play.
        let chosen = if name == "perfect" && self.book.is_some() {
            self.best(game)
        } else {
            let choice = agent.choose(game, &input::limits(self.matches));
            choice
                .map(|choice| choice.mv)
                .map_err(|refusal| Message::of(&refusal))
        };
        let mv = match chosen {
            Ok(mv) => mv,
            Err(why) => {
                let said = message!(
                    "{agent} has no move: {why}",
                    "{agent} n'a pas de coup : {why}",
                    agent = name.to_owned(),
                    why = why
                );
                self.console.complain(&said);
                return Ok(ControlFlow::Break(Status::Unknown));
            }
        };
        let side = messages::side(game.side());
        game.play(&mv)?;
        let said = game.join_moves(std::slice::from_ref(&mv));
        let sentence = message!(
            "{side} plays {mv}",
            "{side} joue {mv}",
            side = side,
            mv = said
        );
        writeln!(self.console.out(), "{}", self.console.phrase(&sentence))?;
        self.played.push(mv);
        Ok(ControlFlow::Continue(()))
    }

    /// The first best move, or why it is unknown.
    fn best(&self, game: &dyn OpenGame) -> Result<String, Message> {
        let answer = match &self.book {
            None => game.solve(true, &input::limits(self.matches)),
            Some((file, content)) => file.answer(game, content.as_ref(), true)?,
        };
        if let Some(why) = game.defect() {
            return Err(why);
        }
        let stopped = answer.stopped;
        answer.best.into_iter().next().ok_or_else(|| {
            let why = stopped.map_or(messages::UNKNOWN.into(), messages::stopped);
            message!(
                "the best move is not known: {why}; choose another agent, or a smaller game",
                "le meilleur coup n'est pas connu : {why} ; choisissez un autre agent, ou un jeu plus petit",
                why = why
            )
        })
    }

    fn tell_how_to_go_on(&self, game: &dyn OpenGame, seed: u64) {
        let text = |id| self.matches.get_one::<String>(id);
        let mut command = format!("noyau play {}", game.name());
        // What was typed, and the seed that may have been drawn.
        for id in [
            "first", "second", "time", "memory", "table", "tables", "names", "lang",
        ] {
            if self.matches.value_source(id) == Some(ValueSource::CommandLine)
                && let Some(mut typed) = self.matches.get_raw(id)
                && let Some(value) = typed.next()
            {
                let value = value.to_string_lossy();
                command = format!("{command} --{id} {}", quoted(&value));
            }
        }
        if self.seeded {
            command = format!("{command} --seed {seed}");
        }
        if let Some(position) = text("at") {
            command = format!("{command} --at {}", quoted(position));
        }
        let mut moves: Vec<String> = text("after")
            .map(|moves| game.split_moves(moves))
            .unwrap_or_default();
        moves.extend(self.played.iter().cloned());
        if !moves.is_empty() {
            command = format!("{command} --after {}", quoted(&game.join_moves(&moves)));
        }
        let sentence = message!("go on with: {command}", "pour continuer : {command}");
        self.console.tell(&sentence);
    }
}

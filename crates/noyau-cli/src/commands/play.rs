//! `noyau play`: a game in the terminal, each side a person or an agent.

use crate::catalogue::{self, Complaint, Sentence, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::{input, quantity};
use clap::{ArgMatches, Command};
use noyau::erased::OpenGame;
use noyau::random::SplitMix;
use noyau::{Localized, Message};
use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) fn command(grammar: Grammar) -> Command {
    let player = |id, help, default| grammar.choice_with_default(id, help, help::AGENTS, default);
    grammar
        .position(grammar.command("play", help::PLAY))
        .arg(player("first", help::PLAY_FIRST, "person"))
        .arg(player("second", help::PLAY_SECOND, "random"))
        .arg(
            grammar
                .option("seed", help::NUMBER, help::PLAY_SEED)
                .value_parser(grammar.parser(quantity::number)),
        )
        .arg(grammar.time())
        .arg(grammar.memory())
}

/// A seed for who does not ask for one: it is told, so that the game can be played again.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| u64::from(now.subsec_nanos()))
}

/// Who moves for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Player {
    Person,
    Random,
    First,
    Perfect,
}

impl Player {
    fn of(matches: &ArgMatches, id: &str) -> Self {
        match matches.get_one::<String>(id).map(String::as_str) {
            Some("random") => Self::Random,
            Some("first") => Self::First,
            Some("perfect") => Self::Perfect,
            _ => Self::Person,
        }
    }
}

/// What came of a turn.
enum Turn {
    Played,
    /// The person took moves back.
    Undone,
    /// The person has had enough, or the agent knows no move.
    Quit,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let mut game = input::open_position(matches)?;
    let players = [Player::of(matches, "first"), Player::of(matches, "second")];
    let seed = matches
        .get_one::<u64>("seed")
        .copied()
        .unwrap_or_else(any_seed);
    if players.contains(&Player::Random) {
        console.tell(&console.sentence(&Sentence::Seed { seed }));
    }
    let people = players.contains(&Player::Person);
    if people {
        console.note(catalogue::PLAY_HINT);
    }
    let mut table = Table {
        console,
        matches,
        random: SplitMix(seed),
        lines: io::stdin().lock(),
        played: Vec::new(),
    };
    while game.outcome().is_none() {
        let player = players[game.side() as usize];
        if people {
            table.show(&*game)?;
        }
        let turn = match player {
            Player::Person => table.ask(&mut *game, players)?,
            _ => table.move_agent(&mut *game, player)?,
        };
        if matches!(turn, Turn::Quit) {
            table.tell_how_to_go_on(&*game);
            return Ok(Status::Unknown);
        }
    }
    table.show(&*game)?;
    let said = console.sentence(&super::show::ended(&*game));
    writeln!(console.out(), "{said}")?;
    Ok(Status::Answered)
}

struct Table<'a> {
    console: Console,
    matches: &'a ArgMatches,
    random: SplitMix,
    lines: io::StdinLock<'static>,
    /// The moves since the beginning, so that a game that is left can be taken up again.
    played: Vec<String>,
}

impl Table<'_> {
    fn show(&self, game: &dyn OpenGame) -> Result<(), Failure> {
        let mut out = self.console.out();
        writeln!(out, "\n{}", game.view().to_text())?;
        if let Some([first, second]) = game.points() {
            let points = self.console.say(catalogue::POINTS);
            writeln!(out, "{points} {first}-{second}")?;
        }
        Ok(out.flush()?)
    }

    /// Asks the person to move until the move is legal.
    fn ask(&mut self, game: &mut dyn OpenGame, players: [Player; 2]) -> Result<Turn, Failure> {
        let console = self.console;
        loop {
            let side = catalogue::side(game.side());
            let mut out = console.out();
            write!(out, "{} ", console.sentence(&Sentence::YourMove { side }))?;
            out.flush()?;
            drop(out);
            let mut line = String::new();
            match self.lines.read_line(&mut line) {
                Ok(0) => return Ok(Turn::Quit),
                Ok(_) => {}
                Err(error) => return Err(input::unreadable("-", &error)),
            }
            match line.trim() {
                "" => {}
                "quit" | "q" => return Ok(Turn::Quit),
                "moves" | "?" => console.tell(&game.join_moves(&game.moves())),
                "hint" => console.tell(&match self.best(game) {
                    Ok(mv) => mv,
                    Err(why) => why.localized(console.language),
                }),
                "undo" => {
                    // Back to where the same person, or any, is to move.
                    let mut undone = false;
                    while game.undo() {
                        undone = true;
                        self.played.pop();
                        if players[game.side() as usize] == Player::Person {
                            break;
                        }
                    }
                    if undone {
                        return Ok(Turn::Undone);
                    }
                    console.note(catalogue::NOTHING_TO_UNDO);
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
                            return Ok(Turn::Played);
                        }
                        Err(problem) => console.tell(&problem.localized(console.language)),
                    }
                }
            }
        }
    }

    fn move_agent(&mut self, game: &mut dyn OpenGame, player: Player) -> Result<Turn, Failure> {
        let mut moves = game.moves();
        let mv = match player {
            Player::Perfect => match self.best(game) {
                Ok(mv) => mv,
                Err(why) => {
                    self.console.complain(&why.localized(self.console.language));
                    return Ok(Turn::Quit);
                }
            },
            Player::Random => moves.swap_remove(self.random.below(moves.len())),
            _ => moves.swap_remove(0),
        };
        let side = catalogue::side(game.side());
        game.play(&mv)?;
        let said = game.join_moves(std::slice::from_ref(&mv));
        let sentence = Sentence::Plays { side, mv: said };
        writeln!(self.console.out(), "{}", self.console.sentence(&sentence))?;
        self.played.push(mv);
        Ok(Turn::Played)
    }

    /// The first best move, or why it is not known.
    fn best(&self, game: &dyn OpenGame) -> Result<String, Message> {
        let answer = game.solve(true, &input::limits(self.matches));
        let stopped = answer.stopped;
        answer.best.into_iter().next().ok_or_else(|| {
            let why = stopped.map_or(catalogue::UNKNOWN, catalogue::stopped);
            Message::of(&Complaint::BestUnknown { why })
        })
    }

    fn tell_how_to_go_on(&self, game: &dyn OpenGame) {
        let text = |id| self.matches.get_one::<String>(id);
        let mut command = format!("noyau play {}", game.name());
        if let Some(position) = text("at") {
            command = format!("{command} --at '{position}'");
        }
        let mut moves: Vec<String> = text("after")
            .map(|moves| game.split_moves(moves))
            .unwrap_or_default();
        moves.extend(self.played.iter().cloned());
        if !moves.is_empty() {
            command = format!("{command} --after '{}'", game.join_moves(&moves));
        }
        let sentence = Sentence::GoOnWith { command };
        self.console.tell(&self.console.sentence(&sentence));
    }
}

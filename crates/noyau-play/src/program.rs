//! External programs as agents: a line protocol over their standard input and output.
//!
//! The library starts no process: the caller passes a [`Launcher`]. Lines of the protocol `noyau`, sent (→) and
//! awaited (←); all other output of the program is ignored:
//!
//! ```text
//! → noyau 1                       the version of the protocol
//! → game connect4:7x6             the game, as `noyau games` writes it
//! ← ready
//! → position 7/7/7/7/3x3/3o3 …    the position, in the game's text
//! → seconds 10                    how long it may think
//! → go
//! ← move 4                        its move, in the game's text
//! → quit                          when it is no longer needed
//! ```
//!
//! With `protocol=uci` the program is a chess engine that speaks UCI, with `protocol=gtp` a Go engine that speaks version 2 of
//! GTP. For each move a Go engine gets the stones before the last move, then that move, so that it knows the ko.

use super::agent::{Agent, Choice, Refusal};
use noyau_core::language::Message;
use noyau_core::limits::Limits;
use noyau_core::message;
use noyau_dynamic::OpenGame;
use std::sync::Arc;
use std::time::Duration;

/// A running program.
pub trait Connection: Send {
    /// Sends lines, then waits for one whose first word is `awaited` and returns the rest of it. The wait ends
    /// after `patience`, or when the program exits; one for `=`, the answer of GTP, also by its refusal, `?`.
    fn ask(
        &mut self,
        lines: &[String],
        awaited: &str,
        patience: Duration,
    ) -> Result<String, Message>;
}

/// Starts programs.
pub trait Launcher: Send + Sync {
    /// Starts one. Dropping the connection ends it.
    fn launch(&self, command: &str) -> Result<Box<dyn Connection>, Message>;
}

/// The protocol of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Protocol {
    Noyau,
    Uci {
        /// The maximum number of nodes, 0 for no limit.
        nodes: u64,
        /// The depth, 0 for no limit.
        depth: u32,
    },
    Gtp,
}

/// The agent.
pub(super) struct Program {
    pub(super) command: String,
    pub(super) protocol: Protocol,
    /// The time limit per move.
    pub(super) patience: Duration,
    pub(super) launcher: Arc<dyn Launcher>,
    pub(super) connection: Option<Box<dyn Connection>>,
}

impl Agent for Program {
    fn choose(&mut self, game: &mut dyn OpenGame, _: &Limits) -> Result<Choice, Refusal> {
        let answer = self.answer(game).map_err(|why| {
            // The next question starts the program again.
            self.connection = None;
            Refusal::Program {
                command: self.command.clone(),
                why,
            }
        })?;
        let mv = answer.trim().to_owned();
        if let Err(problem) = game.play(&mv) {
            let why = Message::of(&problem);
            return Err(Refusal::NotAMove { mv, why });
        }
        game.undo();
        Ok(Choice::plain(mv))
    }
}

impl Program {
    fn answer(&mut self, game: &mut dyn OpenGame) -> Result<String, Message> {
        let (patience, protocol) = (self.patience, self.protocol);
        let name = game.name();
        if self.connection.is_none() {
            let mut connection = self.launcher.launch(&self.command)?;
            match protocol {
                Protocol::Noyau => {
                    let hello = ["noyau 1".to_owned(), format!("game {name}")];
                    connection.ask(&hello, "ready", patience)?;
                }
                Protocol::Uci { .. } => {
                    if game.info().name != "chess" {
                        return Err(message!(
                            "engines that speak UCI play chess, and this is {name}",
                            "les moteurs UCI jouent aux échecs, et ceci est {name}"
                        ));
                    }
                    connection.ask(&["uci".to_owned()], "uciok", patience)?;
                    connection.ask(&["isready".to_owned()], "readyok", patience)?;
                }
                Protocol::Gtp if game.info().name != "go" => {
                    return Err(message!(
                        "engines that speak GTP play Go, and this is {name}",
                        "les moteurs GTP jouent au Go, et ceci est {name}"
                    ));
                }
                Protocol::Gtp => {
                    connection.ask(&["protocol_version".to_owned()], "=", patience)?;
                }
            }
            self.connection = Some(connection);
        }
        let Some(connection) = &mut self.connection else {
            return Err(message!("it has ended", "il s'est arrêté"));
        };
        let seconds = patience.as_secs_f64();
        let position = game.position();
        match protocol {
            Protocol::Noyau => {
                let question = [
                    format!("position {position}"),
                    format!("seconds {seconds}"),
                    "go".to_owned(),
                ];
                connection.ask(&question, "move", patience)
            }
            Protocol::Uci { nodes, depth } => {
                let go = match (depth, nodes) {
                    (0, 0) => format!("go movetime {}", (seconds * 500.0).ceil()),
                    (0, nodes) => format!("go nodes {nodes}"),
                    (depth, 0) => format!("go depth {depth}"),
                    (depth, nodes) => format!("go depth {depth} nodes {nodes}"),
                };
                let question = [format!("position fen {position}"), go];
                let answer = connection.ask(&question, "bestmove", patience)?;
                // The rest is the expected reply.
                Ok(answer.split(' ').next().unwrap_or_default().to_owned())
            }
            Protocol::Gtp => {
                for command in gtp::set_up(game) {
                    connection.ask(&[command], "=", patience)?;
                }
                // Not every engine has a clock; all are stopped after the same time.
                let clock = format!("time_settings 0 {} 1", (seconds / 2.0).ceil());
                let _ = connection.ask(&[clock], "=", patience);
                let colour = gtp::colour(game.side());
                let answer = connection.ask(&[format!("genmove {colour}")], "=", patience)?;
                match answer.trim().to_ascii_lowercase().as_str() {
                    "resign" => Err(message!("it resigned", "il a abandonné")),
                    vertex => Ok(gtp::to_move(vertex)),
                }
            }
        }
    }
}

/// The texts of the Go Text Protocol.
mod gtp {
    use noyau_core::game::Side;
    use noyau_dynamic::OpenGame;

    pub(super) const fn colour(side: Side) -> &'static str {
        match side {
            Side::First => "black",
            Side::Second => "white",
        }
    }

    /// The commands that set up a position of Go: the stones before the last move, then this move.
    pub(super) fn set_up(game: &mut dyn OpenGame) -> Vec<String> {
        let name = game.name();
        let parameters = name
            .split_once(':')
            .map_or("", |(_, parameters)| parameters);
        let (size, komi) = parameters.split_once(',').unwrap_or((parameters, "0"));
        let mut commands = vec![
            format!("boardsize {size}"),
            format!("komi {komi}"),
            "clear_board".to_owned(),
        ];
        let last = take_back(game);
        let board = game.position();
        let rows: Vec<_> = board.split(' ').next().unwrap_or("").split('/').collect();
        // In no order of placing is a stone taken: a part of a living group has an empty neighbour.
        for (i, row) in rows.iter().enumerate() {
            for (column, stone) in row.chars().enumerate() {
                let colour = match stone {
                    'x' => colour(Side::First),
                    'o' => colour(Side::Second),
                    _ => continue,
                };
                let vertex = format!("{}{}", letter(column), rows.len() - i);
                commands.push(format!("play {colour} {vertex}"));
            }
        }
        if let Some(mv) = last {
            let colour = colour(game.side());
            commands.push(format!("play {colour} {}", to_vertex(&mv)));
            // The move was legal when it was made.
            let _ = game.play(&mv);
        }
        commands
    }

    /// Undoes the last move and returns it.
    fn take_back(game: &mut dyn OpenGame) -> Option<String> {
        let now = game.position();
        if !game.undo() {
            return None;
        }
        game.moves().into_iter().find(|mv| {
            let leads_here = game.play(mv).is_ok() && game.position() == now;
            game.undo();
            leads_here
        })
    }

    /// The letter of a column, without i.
    fn letter(column: usize) -> char {
        char::from(b'a' + column as u8 + u8::from(column >= 8))
    }

    fn to_vertex(mv: &str) -> String {
        match mv.chars().next() {
            Some(first @ 'a'..='z') if mv != "pass" => {
                format!("{}{}", letter(first as usize - 'a' as usize), &mv[1..])
            }
            _ => mv.to_owned(),
        }
    }

    /// A vertex in small letters as a move of the game.
    pub(super) fn to_move(vertex: &str) -> String {
        match vertex.chars().next() {
            Some(first @ 'j'..='z') if vertex != "pass" => {
                format!("{}{}", char::from(first as u8 - 1), &vertex[1..])
            }
            _ => vertex.to_owned(),
        }
    }
}

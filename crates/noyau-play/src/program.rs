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
//! With `protocol=uci` the program is a chess engine that speaks UCI.

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
    /// after `patience`, or when the program exits.
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
        let answer = self.answer(game).map_err(|why| Refusal::Program {
            command: self.command.clone(),
            why,
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
    fn answer(&mut self, game: &dyn OpenGame) -> Result<String, Message> {
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
        }
    }
}

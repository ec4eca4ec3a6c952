//! The game file of a contest: a header line, then one line per game, each a JSON object.

use noyau_core::{Message, Side, message};
use noyau_dynamic::OpenGame;
use noyau_play::Resources;
use noyau_play::contest::{self, End, Plan, Played};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The first line of a game file: everything that determines the games, except their number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    noyau: String,
    version: u32,
    game: String,
    rules: u32,
    position: String,
    agents: Vec<String>,
    opening: u32,
    plies: u32,
    time: Option<f64>,
    seed: u64,
    /// The checksum of each learned heuristic that an agent uses.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    learned: BTreeMap<String, String>,
}

impl Header {
    /// The header of a contest that starts in the game's current position.
    pub fn new(plan: &Plan, game: &dyn OpenGame, resources: &Resources) -> Self {
        let paths = plan.agents.iter().filter_map(|agent| agent.learned());
        let checksums = paths.filter_map(|path| {
            // A file that cannot be read is reported when the agent is made.
            let learned = resources.library.as_ref()?.learned(path).ok()?;
            Some((path.to_owned(), learned.checksum()))
        });
        Self {
            noyau: "games".to_owned(),
            version: 1,
            game: game.name(),
            rules: game.info().version,
            position: game.position(),
            agents: plan.agents.iter().map(ToString::to_string).collect(),
            opening: plan.opening,
            plies: plan.plies,
            time: plan.time.map(|time| time.as_secs_f64()),
            seed: plan.seed,
            learned: checksums.collect(),
        }
    }

    /// The first key that differs, if any.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        [
            ("noyau", self.noyau == other.noyau),
            ("version", self.version == other.version),
            ("game", self.game == other.game),
            ("rules", self.rules == other.rules),
            ("position", self.position == other.position),
            ("agents", self.agents == other.agents),
            ("opening", self.opening == other.opening),
            ("plies", self.plies == other.plies),
            (
                "time",
                self.time.map(f64::to_bits) == other.time.map(f64::to_bits),
            ),
            ("seed", self.seed == other.seed),
            ("learned", self.learned == other.learned),
        ]
        .into_iter()
        .find_map(|(key, same)| (!same).then_some(key))
    }
}

/// A line of the file: one game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// From 1.
    pub game: u64,
    /// The agent that played First.
    pub first: String,
    /// The agent that played Second.
    pub second: String,
    seeds: [u64; 2],
    /// The number of opening moves.
    pub opening: u32,
    /// The moves, as typed after `--after`.
    pub moves: String,
    /// `first`, `second` or `draw`.
    pub result: String,
    /// `over`, `endless`, `unfinished` or `forfeit`.
    pub end: String,
    /// Why it was forfeited.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
}

impl Record {
    /// The line of a played game.
    pub fn new(played: &Played, plan: &Plan, game: &dyn OpenGame) -> Self {
        let meeting = &played.meeting;
        let name = |place: usize| plan.agents[meeting.players[place]].to_string();
        let (end, why) = match &played.end {
            End::Over(_) => ("over", None),
            End::Endless(_) => ("endless", None),
            End::Unfinished => ("unfinished", None),
            End::Forfeit(_, why) => ("forfeit", Some(why.en.clone())),
        };
        Self {
            game: meeting.number + 1,
            first: name(0),
            second: name(1),
            seeds: meeting.seeds,
            opening: played.opening,
            moves: game.join_moves(&played.moves),
            result: played.end.winner().map_or("draw", Side::name).to_owned(),
            end: end.to_owned(),
            why,
        }
    }

    /// Replays the game: its moves must be legal and lead to its end.
    pub fn replayed(
        self,
        number: u64,
        plan: &Plan,
        game: &mut dyn OpenGame,
    ) -> Result<Played, Message> {
        let meeting = plan.meeting(number);
        let name = |place: usize| plan.agents[meeting.players[place]].to_string();
        let wanted = number + 1;
        if self.game != wanted
            || self.seeds != meeting.seeds
            || self.first != name(0)
            || self.second != name(1)
        {
            return Err(message!(
                "game {wanted} of this contest has other players or seeds",
                "la partie {wanted} de cette rencontre a d'autres joueurs ou graines"
            ));
        }
        let moves = game.split_moves(&self.moves);
        let mut result = Ok(());
        let mut played = 0;
        for mv in &moves {
            match game.play(mv) {
                Ok(()) => played += 1,
                Err(problem) => {
                    result = Err(Message::of(&problem));
                    break;
                }
            }
        }
        let over = game.outcome().map(|end| end.winner(game.side()));
        let to_move = game.side();
        let endless = game.goes_round().then(|| contest::ahead(game));
        for _ in 0..played {
            game.undo();
        }
        result?;
        let end = match (self.end.as_str(), over) {
            ("over", Some(winner)) => Some(End::Over(winner)),
            ("endless", None) => endless.map(End::Endless),
            ("unfinished", None) => Some(End::Unfinished),
            ("forfeit", None) => {
                let why = self.why.unwrap_or_default();
                let why = Message {
                    en: why.clone(),
                    fr: why,
                };
                Some(End::Forfeit(to_move, why))
            }
            _ => None,
        };
        let end = end.filter(|end| end.winner().map_or("draw", Side::name) == self.result);
        let end = end.ok_or_else(|| {
            message!(
                "its moves do not lead to its result",
                "ses coups ne mènent pas à son résultat"
            )
        })?;
        Ok(Played {
            meeting,
            opening: self.opening,
            moves,
            end,
        })
    }
}

//! Contests: agents play each other, each pairing from the same openings with both colours.
//!
//! Every game is determined by the plan and its number: opening, colours and the seeds of both agents derive from
//! the seed of the plan. So games can be played in any order on any number of threads and are delivered in order:
//! the same plan gives the same games, and an interrupted one resumes where it stopped.

use super::agent::{Agent, Refusal};
use super::recipe::{AgentProblem, Recipe, Resources};
use crate::statistics::Score;
use noyau_core::game::{Outcome, Side};
use noyau_core::language::Message;
use noyau_core::limits::Limits;
use noyau_core::parallel::for_each_job;
use noyau_core::parallel::{lock, unlocked};
use noyau_core::random::SplitMix;
use noyau_dynamic::{OpenGame, Problem};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The plan of a contest.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The agents, two or more.
    pub agents: Vec<Recipe>,
    /// The number of game pairs per pairing.
    pub pairs: u64,
    /// The number of random plies at the start of each pair.
    pub opening: u32,
    /// Games are cut off as draws after this many plies.
    pub plies: u32,
    /// The time limit per move.
    pub time: Option<Duration>,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A scheduled game of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meeting {
    /// Its number, from 0.
    pub number: u64,
    /// The agents that play First and Second, by index.
    pub players: [usize; 2],
    /// The seed of the opening, equal in both games of a pair.
    pub opening_seed: u64,
    /// The seeds of First and Second.
    pub seeds: [u64; 2],
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// By the rules, with its winner, if any.
    Over(Option<Side>),
    /// Play went round, which without points is a draw; with points the winner has more, the rest goes to nobody.
    Endless(Option<Side>),
    /// Cut off; counts as a draw.
    Unfinished,
    /// That side did not move and has lost.
    Forfeit(Side, Message),
}

impl End {
    /// The winner.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Over(winner) | Self::Endless(winner) => *winner,
            Self::Unfinished => None,
            Self::Forfeit(side, _) => Some(side.other()),
        }
    }
}

/// A played game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The scheduled game.
    pub meeting: Meeting,
    /// The number of opening moves.
    pub opening: u32,
    /// The moves.
    pub moves: Vec<String>,
    /// How it ended.
    pub end: End,
}

impl Played {
    /// The half points of that player, 0, 1 or 2, if it took part.
    pub fn half_points(&self, player: usize) -> Option<u8> {
        let place = self.meeting.players.iter().position(|&who| who == player)?;
        Some(match self.end.winner() {
            None => 1,
            Some(side) if side as usize == place => 2,
            Some(_) => 0,
        })
    }
}

impl Plan {
    /// All pairings, each once.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let n = self.agents.len();
        (0..n)
            .flat_map(|a| (a + 1..n).map(move |b| [a, b]))
            .collect()
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs * self.pairings().len() as u64
    }

    /// The game with that number. Two games make a pair, with colours swapped; all pairings play one pair before
    /// any plays its next.
    pub fn meeting(&self, number: u64) -> Meeting {
        let pairings = self.pairings();
        let pair = number / 2;
        let [a, b] = pairings[(pair % pairings.len() as u64) as usize];
        // One generator per pair: hashing the seed makes neighbours independent.
        let mut random = SplitMix(SplitMix(self.seed ^ pair.rotate_left(32)).next_u64());
        let opening_seed = random.next_u64();
        let mut seeds = [
            [random.next_u64(), random.next_u64()],
            [random.next_u64(), random.next_u64()],
        ];
        let swapped = number % 2 == 1;
        Meeting {
            number,
            players: if swapped { [b, a] } else { [a, b] },
            opening_seed,
            seeds: std::mem::take(&mut seeds[usize::from(swapped)]),
        }
    }

    /// Plays one game from the current position, and restores it. The error means interruption.
    pub fn play(
        &self,
        meeting: Meeting,
        game: &mut dyn OpenGame,
        resources: &Resources,
        limits: &Limits,
    ) -> Result<Played, Stop> {
        self.play_watched(meeting, game, resources, limits, &|_, _| ())
    }

    /// The same, telling the moves as they are played.
    fn play_watched(
        &self,
        meeting: Meeting,
        game: &mut dyn OpenGame,
        resources: &Resources,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<Played, Stop> {
        // One table from the start serves all games; from the ends of the openings each would need its own. Without
        // one within the limits, the agents manage without.
        if meeting
            .players
            .iter()
            .any(|&who| self.agents[who].is_exact())
        {
            let _ = resources.tables.whole(game, limits);
        }
        let mut moves = self.draw_opening(game, meeting.opening_seed);
        let opening = moves.len() as u32;
        watch(&meeting, &moves);
        let result = self.play_on(meeting, game, resources, limits, &mut moves, watch);
        for _ in &moves {
            game.undo();
        }
        if let Some(why) = game.defect() {
            return Err(Stop::Rules(why));
        }
        Ok(Played {
            meeting,
            opening,
            moves,
            end: result?,
        })
    }

    fn play_on(
        &self,
        meeting: Meeting,
        game: &mut dyn OpenGame,
        resources: &Resources,
        limits: &Limits,
        moves: &mut Vec<String>,
        watch: Watch<'_>,
    ) -> Result<End, Stop> {
        let make = |place: usize| -> Result<Box<dyn Agent>, AgentProblem> {
            self.agents[meeting.players[place]].agent(meeting.seeds[place], resources)
        };
        let mut agents = [make(0)?, make(1)?];
        while game.outcome().is_none() {
            if game.goes_round() {
                return Ok(End::Endless(ahead(game)));
            }
            if moves.len() >= self.plies as usize {
                return Ok(End::Unfinished);
            }
            let side = game.side();
            let thinking = match self.time {
                None => limits.clone(),
                Some(time) => limits.clone().for_at_most(time),
            };
            let chosen = agents[side as usize].choose(game, &thinking);
            if limits.check(0).is_err() {
                return Err(Stop::Interrupted);
            }
            let refused = match chosen {
                Ok(choice) => match game.play(&choice.mv) {
                    Ok(()) => {
                        moves.push(choice.mv);
                        watch(&meeting, moves);
                        continue;
                    }
                    Err(problem) => Refusal::NotAMove {
                        mv: choice.mv,
                        why: Message::of(&problem),
                    },
                },
                Err(refusal) => refusal,
            };
            return Ok(End::Forfeit(side, Message::of(&refused)));
        }
        let winner = game.outcome().and_then(|end| end.winner(game.side()));
        Ok(End::Over(winner))
    }

    /// Plays uniformly random moves and returns them. Openings that end the game are drawn again, with fewer moves
    /// after many tries.
    fn draw_opening(&self, game: &mut dyn OpenGame, seed: u64) -> Vec<String> {
        const TRIES: u32 = 20;
        let mut random = SplitMix(seed);
        for plies in (0..=self.opening).rev() {
            for _ in 0..TRIES {
                let mut moves = Vec::new();
                while moves.len() < plies as usize {
                    let Some(mv) = game.draw_move(&mut random) else {
                        break;
                    };
                    if game.play(&mv).is_err() {
                        break;
                    }
                    moves.push(mv);
                }
                if moves.len() == plies as usize && game.outcome().is_none() {
                    return moves;
                }
                for _ in &moves {
                    game.undo();
                }
            }
        }
        Vec::new()
    }
}

/// Who has more points, where they count along the way.
pub fn ahead(game: &dyn OpenGame) -> Option<Side> {
    let [first, second] = game.points()?;
    Outcome::of_margin(first - second).winner(Side::First)
}

/// Why a contest stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// It was interrupted, or ran out of time.
    Interrupted,
    /// An agent cannot be created.
    Agent(AgentProblem),
    /// The game cannot be opened.
    Game(Problem),
    /// The rules of the game, which may come from a file, are incomplete in some position.
    Rules(Message),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("the contest was interrupted"),
            Self::Agent(problem) => problem.fmt(f),
            Self::Game(problem) => problem.fmt(f),
            Self::Rules(why) => why.fmt(f),
        }
    }
}

impl Error for Stop {}

impl From<AgentProblem> for Stop {
    fn from(problem: AgentProblem) -> Self {
        Self::Agent(problem)
    }
}

/// Opens the game in the starting position of the contest, for another thread.
pub type Opener<'a> = &'a (dyn Fn() -> Result<Box<dyn OpenGame>, Problem> + Sync);

/// Is told the moves of a game so far, after each of them.
pub type Watch<'a> = &'a (dyn Fn(&Meeting, &[String]) + Sync);

/// Plays the games of a plan from a number on and delivers them in order, until the callback breaks.
pub fn run(
    plan: &Plan,
    from: u64,
    open: Opener<'_>,
    resources: &Resources,
    limits: &Limits,
    deliver: impl FnMut(Played) -> ControlFlow<()> + Send,
) -> Result<(), Stop> {
    run_watched(plan, from, open, resources, limits, &|_, _| (), deliver)
}

/// The same, telling the moves of all games as they are played.
pub fn run_watched(
    plan: &Plan,
    from: u64,
    open: Opener<'_>,
    resources: &Resources,
    limits: &Limits,
    watch: Watch<'_>,
    deliver: impl FnMut(Played) -> ControlFlow<()> + Send,
) -> Result<(), Stop> {
    struct Delivery<D> {
        deliver: D,
        next: u64,
        /// Games finished out of order.
        early: BTreeMap<u64, Played>,
        stop: Option<Stop>,
    }
    let enough = AtomicBool::new(false);
    let delivery = Mutex::new(Delivery {
        deliver,
        next: from,
        early: BTreeMap::new(),
        stop: None,
    });
    // Each game runs on one thread: its agents must not depend on concurrent games. Each agent has a share of the memory.
    let share = |bytes: u64| bytes / (2 * limits.threads() as u64);
    let alone = Limits {
        threads: 1,
        memory: limits.memory.map(share),
        progress: None,
        ..limits.clone()
    };
    let games = plan.games();
    let numbers = (from..games).take_while(|_| !enough.load(Ordering::Relaxed));
    for_each_job(
        limits.threads(),
        numbers,
        || None,
        |game: &mut Option<Box<dyn OpenGame>>, number| {
            let opened = match game.take() {
                Some(game) => Ok(game),
                None => open().map_err(Stop::Game),
            };
            let played = opened.and_then(|opened| {
                let game = game.insert(opened);
                let meeting = plan.meeting(number);
                plan.play_watched(meeting, &mut **game, resources, &alone, watch)
            });
            let mut delivery = lock(&delivery);
            let delivery = &mut *delivery;
            match played {
                Ok(played) => {
                    delivery.early.insert(number, played);
                }
                Err(stop) => {
                    enough.store(true, Ordering::Relaxed);
                    delivery.stop.get_or_insert(stop);
                }
            }
            while let Some(played) = delivery.early.remove(&delivery.next) {
                if enough.load(Ordering::Relaxed) && delivery.stop.is_none() {
                    break;
                }
                delivery.next += 1;
                limits.report(delivery.next, games);
                if (delivery.deliver)(played).is_break() {
                    enough.store(true, Ordering::Relaxed);
                }
            }
        },
    );
    let delivery = unlocked(delivery);
    delivery.stop.map_or(Ok(()), Err)
}

/// The standings of a contest so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    /// For each player and each opponent, the score of the player.
    pub table: Vec<Vec<Score>>,
    /// The number of forfeits of each player.
    pub forfeits: Vec<u64>,
    /// The number of games cut off.
    pub unfinished: u64,
    /// The first game of an incomplete pair.
    half: Option<Played>,
}

impl Standings {
    /// Empty standings of `players` players.
    pub fn new(players: usize) -> Self {
        Self {
            table: vec![vec![Score::default(); players]; players],
            forfeits: vec![0; players],
            unfinished: 0,
            half: None,
        }
    }

    /// Adds the next game.
    pub fn add(&mut self, played: &Played) {
        let [a, b] = played.meeting.players;
        for (player, opponent) in [(a, b), (b, a)] {
            let points = played.half_points(player).unwrap_or(1);
            let score = &mut self.table[player][opponent];
            score.add(points);
            if let Some(half) = &self.half
                && played.meeting.number == half.meeting.number + 1
            {
                let both = points + half.half_points(player).unwrap_or(1);
                score.pairs[usize::from(both)] += 1;
            }
        }
        self.half = played
            .meeting
            .number
            .is_multiple_of(2)
            .then(|| played.clone());
        match &played.end {
            End::Forfeit(side, _) => self.forfeits[played.meeting.players[*side as usize]] += 1,
            End::Unfinished => self.unfinished += 1,
            End::Over(_) | End::Endless(_) => {}
        }
    }

    /// The points that each player scored against each.
    pub fn points(&self) -> Vec<Vec<f64>> {
        let points = |score: &Score| score.wins as f64 + score.draws as f64 / 2.0;
        let rows = self.table.iter();
        rows.map(|row| row.iter().map(points).collect()).collect()
    }
}

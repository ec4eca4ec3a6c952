//! Duels and tournaments. The games are in the same file format that the command line writes; only the results are
//! in memory.

use super::learning::LearnedAgents;
use super::request::ContestSpec;
use super::{RunEnd, failed_contest, file, invalid};
use crate::input::{self, Position};
use crate::storage::Storage;
use noyau::documents::page::{contest_game, live_game};
use noyau::documents::{Header, Record, Tournament, duel};
use noyau::dynamic::{OpenGame, Problem};
use noyau::format::codes::ProbeTables;
use noyau::limits::Limits;
use noyau::parallel::lock;
use noyau::play::contest::{self, Meeting, Played, Standings};
use noyau::statistics::Verdict;
use noyau::{Message, message};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// The maximum number of points of a series; beyond it, every other point is dropped.
const MOST_POINTS: usize = 400;
/// The maximum number of boards of games that are being played.
const MOST_LIVE: usize = 4;

/// A contest.
pub(crate) struct Contest {
    spec: ContestSpec,
    position: Position,
    /// The file of the games.
    file: String,
    storage: Arc<dyn Storage>,
    learned_agents: Arc<LearnedAgents>,
    /// The tables that searches ask.
    asked: Option<ProbeTables>,
    results: Mutex<Results>,
    /// The games that are being played, by number.
    live: Mutex<BTreeMap<u64, LiveGame>>,
}

/// A game that is being played: its players by index, and its moves so far.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct LiveGame {
    players: [usize; 2],
    moves: Vec<String>,
}

/// The results so far.
struct Results {
    /// The game, in the starting position of the contest.
    game: Box<dyn OpenGame>,
    standings: Standings,
    /// The offset of each game in the file, and the end of the last one.
    places: Vec<u64>,
    ratios: Series,
    elos: Series,
}

/// A series of at most `MOST_POINTS` points.
#[derive(Debug, Default)]
struct Series {
    points: Vec<Vec<Option<f64>>>,
    /// One in `step` points is kept.
    step: u64,
    offered: u64,
}

impl Series {
    fn offer(&mut self, point: Vec<Option<f64>>) {
        self.step = self.step.max(1);
        if self.offered.is_multiple_of(self.step) {
            self.points.push(point);
        }
        self.offered += 1;
        if self.points.len() > MOST_POINTS {
            let mut kept = 0;
            self.points.retain(|_| {
                kept += 1;
                kept % 2 == 1
            });
            self.step *= 2;
        }
    }
}

impl Contest {
    /// Opens or creates the file of games, and counts its games.
    pub(super) fn open(
        id: &str,
        spec: ContestSpec,
        position: Position,
        storage: &Arc<dyn Storage>,
        learned_agents: &Arc<LearnedAgents>,
        asked: Option<ProbeTables>,
    ) -> io::Result<Self> {
        let file = file(id, "games.jsonl");
        let mut game = input::reopen(&position).map_err(invalid)?;
        let plan = &spec.plan;
        let header = Header::new(plan, &*game, &learned_agents.resources());
        let mut results = Results {
            standings: Standings::new(plan.agents.len()),
            places: Vec::new(),
            ratios: Series::default(),
            elos: Series::default(),
            game: input::reopen(&position).map_err(invalid)?,
        };
        let bytes = storage.read(&file)?.unwrap_or_default();
        // An incomplete last line is cut off.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        let whole = whole.map_or(0, |at| at + 1);
        for line in bytes[..whole].split_inclusive(|&byte| byte == b'\n') {
            if results.places.is_empty() {
                let found: Header = serde_json::from_slice(line)?;
                if found.difference(&header).is_some() {
                    return Err(invalid("the games are of another contest"));
                }
                results.places.push(line.len() as u64);
                continue;
            }
            results.add(&spec, &mut *game, line)?;
        }
        if whole < bytes.len() || whole == 0 {
            storage.cut(&file, whole as u64)?;
        }
        if whole == 0 {
            let mut line = serde_json::to_vec(&header)?;
            line.push(b'\n');
            storage.append(&file, &line)?;
            results.places.push(line.len() as u64);
        }
        Ok(Self {
            spec,
            position,
            file,
            storage: Arc::clone(storage),
            learned_agents: Arc::clone(learned_agents),
            asked,
            results: Mutex::new(results),
            live: Mutex::default(),
        })
    }

    pub(super) fn kind(&self) -> &'static str {
        if self.spec.tournament {
            "tournament"
        } else {
            "duel"
        }
    }

    /// The number of games so far.
    pub(crate) fn done(&self) -> u64 {
        lock(&self.results).places.len() as u64 - 1
    }

    /// The total number of games.
    pub(super) fn total(&self) -> u64 {
        self.spec.plan.games()
    }

    /// The game that players play, in the starting position: its searches ask the tables.
    fn open_game(&self) -> Result<Box<dyn OpenGame>, Problem> {
        let mut game = input::reopen(&self.position)?;
        if let Some(tables) = &self.asked {
            // Those of other games are no matter.
            let _ = game.use_tables(tables);
        }
        Ok(game)
    }

    /// Continues until the end or a limit.
    pub(super) fn run(&self, limits: &Limits, touch: &(dyn Fn() + Sync)) -> RunEnd {
        let plan = &self.spec.plan;
        let from = self.done();
        limits.report(from, plan.games());
        if self.is_decided() {
            return RunEnd::Done;
        }
        let mut failure = None;
        let failed = &mut failure;
        let done = contest::run_watched(
            plan,
            from,
            &|| self.open_game(),
            &self.learned_agents.resources(),
            limits,
            &|meeting, moves| self.watch(meeting, moves),
            move |played| {
                if let Err(error) = self.keep(&played) {
                    *failed = Some(unwritten(&error));
                    return ControlFlow::Break(());
                }
                touch();
                if self.is_decided() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        lock(&self.live).clear();
        if let Some(why) = failure {
            return RunEnd::Failed(why);
        }
        match done {
            Ok(()) => RunEnd::Done,
            Err(stop) => failed_contest(&stop),
        }
    }

    /// A move was played.
    fn watch(&self, meeting: &Meeting, moves: &[String]) {
        let mut live = lock(&self.live);
        let game = live.entry(meeting.number).or_insert_with(|| LiveGame {
            players: meeting.players,
            moves: Vec::new(),
        });
        let known = game.moves.len();
        game.moves.extend(moves.iter().skip(known).cloned());
    }

    /// The games that are being played, for another worker.
    pub(super) fn live(&self) -> BTreeMap<u64, LiveGame> {
        lock(&self.live).clone()
    }

    /// Takes over the games that another worker plays.
    pub(super) fn told_live(&self, live: BTreeMap<u64, LiveGame>) {
        *lock(&self.live) = live;
    }

    /// The games that are being played, with their boards.
    pub(crate) fn live_boards(&self) -> Vec<Value> {
        let agents = &self.spec.plan.agents;
        let live = self.live().into_iter().take(MOST_LIVE);
        let boards = live.filter_map(|(number, LiveGame { players, moves })| {
            let mut game = input::reopen(&self.position).ok()?;
            for mv in &moves {
                game.play(mv).ok()?;
            }
            let named = |who: usize| agents.get(who).map(ToString::to_string);
            Some(live_game(number, players.map(named), &moves, &*game))
        });
        boards.collect()
    }

    /// Writes a game immediately, so that a crash of the server loses none, and counts it.
    fn keep(&self, played: &Played) -> io::Result<()> {
        lock(&self.live).remove(&played.meeting.number);
        let mut results = lock(&self.results);
        let record = Record::new(played, &self.spec.plan, &*results.game);
        let mut line = serde_json::to_vec(&record)?;
        line.push(b'\n');
        self.storage.append(&self.file, &line)?;
        let end = results.places.last().copied().unwrap_or(0) + line.len() as u64;
        results.places.push(end);
        results.count(&self.spec, played);
        Ok(())
    }

    /// Whether a sequential test has reached its decision.
    fn is_decided(&self) -> bool {
        let results = lock(&self.results);
        let pairs = &results.standings.table[0][1].pairs;
        let even = results.places.len() % 2 == 1;
        let test = self.spec.test.as_ref();
        even && test.is_some_and(|test| test.verdict(pairs) != Verdict::Open)
    }

    /// The result so far.
    pub(super) fn result(&self) -> Option<Value> {
        let results = lock(&self.results);
        let plan = &self.spec.plan;
        if self.spec.tournament {
            let document = Tournament::new(&*results.game, plan, &results.standings);
            return serde_json::to_value(document).ok();
        }
        let test = self.spec.test.as_ref();
        let mut document = duel(&*results.game, plan, &results.standings, test);
        // Games played, and the log-likelihood ratio of the test, or the difference in Elo with its interval.
        document["path"] = json!(results.ratios.points);
        document["elo_path"] = json!(results.elos.points);
        Some(document)
    }

    /// A range of the games, and their total number.
    pub(crate) fn games(&self, from: u64, count: usize) -> io::Result<(u64, Vec<Value>)> {
        let (begin, end, total) = {
            let places = &lock(&self.results).places;
            let last = places.len() - 1;
            let from = usize::try_from(from).unwrap_or(last).min(last);
            let to = from.saturating_add(count).min(last);
            (places[from], places[to], last as u64)
        };
        let bytes = self.storage.read_range(&self.file, begin, end)?;
        let lines = bytes.split(|&byte| byte == b'\n');
        let results = lock(&self.results);
        let games = lines.filter(|line| !line.is_empty()).map(|line| {
            let record: Record = serde_json::from_slice(line)?;
            Ok(contest_game(record, &*results.game))
        });
        Ok((total, games.collect::<io::Result<_>>()?))
    }

    /// The file of games as it is now.
    pub(crate) fn data(&self) -> io::Result<Vec<u8>> {
        let end = lock(&self.results).places.last().copied().unwrap_or(0);
        self.storage.read_range(&self.file, 0, end)
    }

    /// Whether a file is that of the games.
    pub(super) fn is_file(&self, name: &str) -> bool {
        self.file == name
    }

    /// Counts games that another worker has written.
    pub(super) fn add(&self, lines: &[u8]) {
        let Ok(mut game) = input::reopen(&self.position) else {
            return;
        };
        let mut results = lock(&self.results);
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            if results.add(&self.spec, &mut *game, line).is_err() {
                return;
            }
        }
    }
}

impl Results {
    /// Counts the game in the next line of the file.
    fn add(&mut self, spec: &ContestSpec, game: &mut dyn OpenGame, line: &[u8]) -> io::Result<()> {
        let record: Record = serde_json::from_slice(line)?;
        let number = self.places.len() as u64 - 1;
        let played = record.replayed(number, &spec.plan, game).map_err(invalid)?;
        self.count(spec, &played);
        let end = self.places.last().copied().unwrap_or(0) + line.len() as u64;
        self.places.push(end);
        Ok(())
    }

    fn count(&mut self, spec: &ContestSpec, played: &Played) {
        self.standings.add(played);
        // The test is on pairs of games.
        if spec.tournament || played.meeting.number.is_multiple_of(2) {
            return;
        }
        let score = self.standings.table[0][1];
        let games = Some(score.games() as f64);
        let finite = |number: f64| number.is_finite().then_some(number);
        if let Some(test) = &spec.test {
            let ratio = finite(test.likelihood_ratio(&score.pairs));
            self.ratios.offer(vec![games, ratio]);
        }
        let [low, high] = score.elo_interval(noyau::documents::CONFIDENCE).map(finite);
        self.elos.offer(vec![games, finite(score.elo()), low, high]);
    }
}

fn unwritten(error: &io::Error) -> Message {
    let why = error.to_string();
    message!(
        "the games cannot be kept: {why}",
        "les parties ne peuvent être conservées : {why}"
    )
}

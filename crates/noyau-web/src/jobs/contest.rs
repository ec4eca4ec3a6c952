//! Duels and tournaments. The games are in a file, the same that the command line writes; in memory is what came of them.

use super::learning::Precomputed;
use super::order::Contested;
use super::{Ended, lock};
use crate::input::{self, Position};
use noyau::answers::{Duel, Header, Record, Tournament};
use noyau::erased::OpenGame;
use noyau::language::Message;
use noyau::limits::Limits;
use noyau::message;
use noyau::play::contest::{self, Played, Standings, Stop};
use noyau::play::{Library, Resources};
use noyau::statistics::Verdict;
use serde::Serialize;
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The most points of a path: beyond, every other one is left out.
const MOST_POINTS: usize = 400;

/// A contest.
pub(crate) struct Contest {
    contested: Contested,
    position: Position,
    path: PathBuf,
    precomputed: Arc<Precomputed>,
    came: Mutex<Came>,
}

/// What came of it so far.
struct Came {
    /// The game, in the position where all games start.
    game: Box<dyn OpenGame>,
    standings: Standings,
    /// Where each game begins in the file, and where the last one ends.
    places: Vec<u64>,
    ratios: Trail,
    elos: Trail,
}

/// A path of at most so many points.
#[derive(Debug, Default)]
struct Trail {
    points: Vec<Vec<Option<f64>>>,
    /// One in so many is kept.
    step: u64,
    offered: u64,
}

impl Trail {
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

#[derive(Serialize)]
struct DuelDocument<'a> {
    #[serde(flatten)]
    duel: Duel,
    path: &'a [Vec<Option<f64>>],
    elo_path: &'a [Vec<Option<f64>>],
}

/// A game of the file, as a document.
#[derive(Debug, Serialize)]
pub(crate) struct OneGame {
    number: u64,
    players: [String; 2],
    moves: Vec<String>,
    opening: u32,
    winner: Option<String>,
    end: String,
    why: Option<String>,
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn invalid(why: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.to_string())
}

/// No program is started, and no file is read.
fn resources(precomputed: &Arc<Precomputed>) -> Resources {
    Resources {
        library: Some(Arc::clone(precomputed) as Arc<dyn Library>),
        ..Resources::default()
    }
}

impl Contest {
    /// Opens the file of games, or makes it. The games that it has count.
    pub(super) fn open(
        contested: Contested,
        position: Position,
        folder: &Path,
        precomputed: &Arc<Precomputed>,
    ) -> io::Result<Self> {
        let path = folder.join("games.jsonl");
        let mut game = input::reopen(&position).map_err(invalid)?;
        let plan = &contested.plan;
        let resources = resources(precomputed);
        let header = Header::new(plan, &*game, &resources);
        let mut came = Came {
            standings: Standings::new(plan.agents.len()),
            places: Vec::new(),
            ratios: Trail::default(),
            elos: Trail::default(),
            game: input::reopen(&position).map_err(invalid)?,
        };
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        // A last line that was not written to its end is cut off.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        let whole = whole.map_or(0, |at| at + 1);
        let mut at = 0;
        for (i, line) in bytes[..whole]
            .split_inclusive(|&byte| byte == b'\n')
            .enumerate()
        {
            at += line.len() as u64;
            if i == 0 {
                let found: Header = serde_json::from_slice(line)?;
                if found.difference(&header).is_some() {
                    return Err(invalid("the games are of another contest"));
                }
                came.places.push(at);
                continue;
            }
            let record: Record = serde_json::from_slice(line)?;
            let played = record
                .replayed(i as u64 - 1, plan, &mut *game)
                .map_err(invalid)?;
            came.count(&contested, &played);
            came.places.push(at);
        }
        let file = OpenOptions::new().create(true).append(true).open(&path)?;
        file.set_len(whole as u64)?;
        if whole == 0 {
            let mut line = serde_json::to_vec(&header)?;
            line.push(b'\n');
            (&file).write_all(&line)?;
            came.places.push(line.len() as u64);
        }
        Ok(Self {
            contested,
            position,
            path,
            precomputed: Arc::clone(precomputed),
            came: Mutex::new(came),
        })
    }

    pub(super) fn kind(&self) -> &'static str {
        if self.contested.tournament {
            "tournament"
        } else {
            "duel"
        }
    }

    /// How many games there are so far.
    pub(crate) fn done(&self) -> u64 {
        lock(&self.came).places.len() as u64 - 1
    }

    /// How many there will be.
    pub(super) fn total(&self) -> u64 {
        self.contested.plan.games()
    }

    /// Plays on until the end or the limits.
    pub(super) fn run(&self, limits: &Limits, touch: &(dyn Fn() + Sync)) -> Ended {
        let plan = &self.contested.plan;
        let from = self.done();
        limits.report(from, plan.games());
        let mut file = match OpenOptions::new().append(true).open(&self.path) {
            Ok(file) => file,
            Err(error) => return Ended::Failed(unwritten(&error)),
        };
        if self.is_decided() {
            return Ended::Done;
        }
        let resources = resources(&self.precomputed);
        let mut failure = None;
        let failed = &mut failure;
        let done = contest::run(
            plan,
            from,
            &|| input::reopen(&self.position),
            &resources,
            limits,
            move |played| {
                if let Err(error) = self.keep(&mut file, &played) {
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
        if let Some(why) = failure {
            return Ended::Failed(why);
        }
        match done {
            Ok(()) => Ended::Done,
            Err(Stop::Interrupted) => Ended::Stopped(None),
            Err(Stop::Agent(problem)) => Ended::Failed(Message::of(&problem)),
            Err(Stop::Game(problem)) => Ended::Failed(Message::of(&problem)),
            Err(Stop::Rules(why)) => Ended::Failed(input::open_rules(&why)),
        }
    }

    /// Writes a game at once, so that whatever ends the server loses none, and counts it.
    fn keep(&self, file: &mut File, played: &Played) -> io::Result<()> {
        let mut came = lock(&self.came);
        let record = Record::new(played, &self.contested.plan, &*came.game);
        let mut line = serde_json::to_vec(&record)?;
        line.push(b'\n');
        file.write_all(&line)?;
        let end = came.places.last().copied().unwrap_or(0) + line.len() as u64;
        came.places.push(end);
        came.count(&self.contested, played);
        Ok(())
    }

    /// Whether a sequential test has come to its end.
    fn is_decided(&self) -> bool {
        let came = lock(&self.came);
        let pairs = &came.standings.table[0][1].pairs;
        let even = came.places.len() % 2 == 1;
        let test = self.contested.test.as_ref();
        even && test.is_some_and(|test| test.verdict(pairs) != Verdict::Open)
    }

    /// What came of it.
    pub(super) fn result(&self) -> Option<Value> {
        let came = lock(&self.came);
        let plan = &self.contested.plan;
        if self.contested.tournament {
            let document = Tournament::new(&*came.game, plan, &came.standings);
            return serde_json::to_value(document).ok();
        }
        let test = self.contested.test.as_ref();
        let document = DuelDocument {
            duel: Duel::new(&*came.game, plan, &came.standings, test),
            path: &came.ratios.points,
            elo_path: &came.elos.points,
        };
        serde_json::to_value(document).ok()
    }

    /// Some of the games, and how many there are.
    pub(crate) fn games(&self, from: u64, count: usize) -> io::Result<(u64, Vec<OneGame>)> {
        let (begin, end, total) = {
            let places = &lock(&self.came).places;
            let last = places.len() - 1;
            let from = usize::try_from(from).unwrap_or(last).min(last);
            let to = from.saturating_add(count).min(last);
            (places[from], places[to], last as u64)
        };
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(begin))?;
        let mut bytes = Vec::new();
        file.take(end - begin).read_to_end(&mut bytes)?;
        let lines = bytes.split(|&byte| byte == b'\n');
        let came = lock(&self.came);
        let games = lines.filter(|line| !line.is_empty()).map(|line| {
            let record: Record = serde_json::from_slice(line)?;
            Ok(OneGame {
                number: record.game - 1,
                moves: came.game.split_moves(&record.moves),
                players: [record.first, record.second],
                opening: record.opening,
                winner: Some(record.result).filter(|result| result != "draw"),
                end: record.end,
                why: record.why,
            })
        });
        Ok((total, games.collect::<io::Result<_>>()?))
    }

    /// The file of games as it is now.
    pub(crate) fn data(&self) -> io::Result<Vec<u8>> {
        let end = lock(&self.came).places.last().copied().unwrap_or(0);
        let mut bytes = Vec::new();
        File::open(&self.path)?.take(end).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl Came {
    fn count(&mut self, contested: &Contested, played: &Played) {
        self.standings.add(played);
        // Two games make a pair, and a pair is what is tested.
        if contested.tournament || played.meeting.number.is_multiple_of(2) {
            return;
        }
        let score = self.standings.table[0][1];
        let games = Some(score.games() as f64);
        let finite = |number: f64| number.is_finite().then_some(number);
        if let Some(test) = &contested.test {
            let ratio = finite(test.likelihood_ratio(&score.pairs));
            self.ratios.offer(vec![games, ratio]);
        }
        let [low, high] = score.elo_interval(noyau::answers::CONFIDENCE).map(finite);
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

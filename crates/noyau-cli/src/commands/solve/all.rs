//! `noyau solve --all --save`: every position, into a table.

use crate::catalogue;
use crate::catalogue::tables::{self as words, Told, Trouble};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::progress::Watch;
use crate::tables::{self, TableFile, amount, said};
use noyau::Message;
use noyau::erased::{OpenGame, TablePlan, Unsolved};
use noyau::limits::{Limits, Progress, Stopped};
use noyau::store::checkpoint::{BlobStore, TITLE};
use noyau::store::header::{Header, Title};
use noyau_files::{Unusable, WorkFolder};
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// What is asked for.
pub(super) struct Request<'a> {
    /// The game, at the position to start from.
    pub(super) game: &'a dyn OpenGame,
    /// The checksum of the file that the game is made from, if it is.
    pub(super) content: Option<String>,
    /// Where the table goes.
    pub(super) save: &'a Path,
    /// Whether to answer for programs.
    pub(super) json: bool,
}

#[derive(Serialize)]
struct Saved<'a> {
    game: &'a str,
    start: &'a str,
    positions: u64,
    stored: u64,
    win: u64,
    draw: u64,
    loss: u64,
    longest_win: Option<u32>,
    method: &'static str,
    file: &'a str,
    bytes: u64,
    seconds: f64,
}

pub(super) fn run(
    console: Console,
    request: Request<'_>,
    mut limits: Limits,
) -> Result<Status, Failure> {
    let Request {
        game, save, json, ..
    } = request;
    let began = Instant::now();
    if save.is_dir() {
        let path = save.display().to_string();
        return Err(Failure::File(Message::of(&Trouble::FileIsFolder { path })));
    }
    // 1. What it will take, before anything is taken.
    let title = game.table_title(request.content);
    let plan = game.plan_table(&limits);
    tell_plan(console, &title, &plan, &limits);
    if let Some(why) = plan.refusal.clone() {
        console.tell(&said(console, &Told::TooLarge { why }));
        return Ok(Status::Unknown);
    }
    // 2. The folder, which may hold what an earlier run has done.
    let folder = open_folder(console, save, &title)?;
    // 3. The work, unless an earlier run was killed when all was done but tidying up.
    let failed = |error: io::Error| tables::unwritten(folder.path(), &error);
    if !folder.is_finished().map_err(failed)? {
        let progress = Arc::new(Progress::default());
        limits.progress = Some(Arc::clone(&progress));
        let watch = Watch::with_time_left(console, words::PHASE_SOLVE, progress);
        let solved = game.solve_table(&folder, &title, &limits);
        drop(watch);
        let tiers = match solved {
            Ok(tiers) => tiers,
            Err(unsolved) => {
                // A plan that says less than was allowed is no help to whoever met the limit.
                let allowed = limits.memory.unwrap_or(u64::MAX);
                let wanted = plan.memory.filter(|&wanted| wanted > allowed);
                return not_solved(console, folder, unsolved, wanted);
            }
        };
        let watch = Watch::start(console, words::PHASE_WRITE, None);
        folder
            .deliver_table(&title, &tiers, save)
            .map_err(|error| tables::unwritten(save, &error))?;
        folder.finish().map_err(failed)?;
        drop(watch);
    }
    // 4. The folder is not needed any more.
    folder
        .remove()
        .map_err(|error| tables::unwritten(save, &error))?;

    let path = save.display().to_string();
    let file = TableFile::open(&path)?;
    let table = file.table()?;
    let header = table.header();
    let seconds = began.elapsed().as_secs_f64();
    if json {
        console.json(&Saved {
            game: &header.title.game,
            start: &header.title.start,
            positions: header.counts.positions,
            stored: header.stored,
            win: header.counts.win,
            draw: header.counts.draw,
            loss: header.counts.loss,
            longest_win: header.longest_win,
            method: plan.method,
            file: &path,
            bytes: file.bytes(),
            seconds,
        })?;
    } else {
        let mut lines = summary(console, header);
        let bytes = amount(file.bytes());
        lines.push((words::TABLE, said(console, &Told::File { path, bytes })));
        lines.push((words::SECONDS, format!("{seconds:.1}")));
        let mut out = console.out();
        console.labelled(&mut out, &lines)?;
        io::Write::flush(&mut out)?;
    }
    Ok(Status::Answered)
}

/// What a table says of itself, in lines for people.
pub(crate) fn summary(console: Console, header: &Header) -> Vec<(noyau::Text, String)> {
    let counts = header.counts;
    let stored = Told::Stored {
        stored: header.stored,
        of: counts.positions,
    };
    let outcomes = Told::Outcomes {
        win: counts.win,
        draw: counts.draw,
        loss: counts.loss,
    };
    let mut lines = vec![
        (catalogue::GAME, header.title.game.clone()),
        (words::START, header.title.start.clone()),
        (catalogue::POSITIONS, said(console, &stored)),
        (words::OUTCOMES, said(console, &outcomes)),
    ];
    if let Some(plies) = header.longest_win {
        let plies = console.sentence(&catalogue::Sentence::Plies { plies });
        lines.push((words::LONGEST_WIN, plies));
    }
    lines
}

fn tell_plan(console: Console, title: &Title, plan: &TablePlan, limits: &Limits) {
    let positions = match plan.positions {
        Some(count) => Told::PositionsAbout { count },
        None => Told::PositionsUnknown,
    };
    let memory = match (plan.memory, plan.disk) {
        (Some(memory), Some(disk)) => Told::MemoryAbout {
            memory: amount(memory),
            disk: amount(disk),
        },
        _ => Told::MemoryUnknown {
            limit: amount(limits.memory.unwrap_or(u64::MAX)),
        },
    };
    let time = match plan.seconds {
        Some(seconds) => Told::SecondsAbout { seconds },
        None => Told::TimeUnknown,
    };
    let told = Told::Plan {
        game: title.game.clone(),
        positions: Message::of(&positions),
        memory: Message::of(&memory),
        time: Message::of(&time),
    };
    console.tell(&said(console, &told));
    let how = plan.how.clone();
    console.tell(&said(console, &Told::Method { how }));
}

/// The folder beside a table in which it grows.
fn folder_of(save: &Path) -> PathBuf {
    let mut name = save.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

fn open_folder(console: Console, save: &Path, title: &Title) -> Result<WorkFolder, Failure> {
    let path = folder_of(save);
    let shown = path.display().to_string();
    let trouble = |trouble: Trouble| Failure::File(Message::of(&trouble));
    let folder = WorkFolder::open(path).map_err(|unusable| match unusable {
        Unusable::Locked => trouble(Trouble::Locked {
            path: shown.clone(),
        }),
        Unusable::Io(error) => tables::unwritten(Path::new(&shown), &error),
    })?;
    let unreadable = |error: io::Error| crate::input::unreadable(&shown, &error);
    if folder.is_finished().map_err(unreadable)? {
        if is_saved(save, title) {
            return Ok(folder);
        }
        // The rest of some other table that was finished.
        folder.remove().map_err(unreadable)?;
        return open_folder(console, save, title);
    }
    let Some(kept) = folder.read(TITLE).map_err(unreadable)? else {
        // A run that had not even begun may have left the lock; anything else is not ours.
        if !folder.is_fresh().map_err(unreadable)? {
            return Err(trouble(Trouble::NotWork { path: shown }));
        }
        return Ok(folder);
    };
    match Title::from_text(&kept) {
        Some(other) if other == *title => {
            let folder_path = shown;
            console.tell(&said(
                console,
                &Told::Resumed {
                    folder: folder_path,
                },
            ));
            Ok(folder)
        }
        Some(other) => Err(trouble(Trouble::OtherWork {
            path: shown,
            game: other.game,
            start: other.start,
        })),
        None => Err(trouble(Trouble::NotWork { path: shown })),
    }
}

/// Whether there is a table of that title.
fn is_saved(save: &Path, title: &Title) -> bool {
    let file = TableFile::open(&save.to_string_lossy());
    let file = file.ok();
    let table = file.as_ref().and_then(|file| file.table().ok());
    table.is_some_and(|table| table.header().title == *title)
}

fn not_solved(
    console: Console,
    folder: WorkFolder,
    unsolved: Unsolved,
    memory: Option<u64>,
) -> Result<Status, Failure> {
    let path = folder.path().to_owned();
    let why = match unsolved {
        Unsolved::Stopped(stopped) => {
            let folder = path.display().to_string();
            let told = match memory.filter(|_| stopped == Stopped::Memory) {
                Some(bytes) => Told::MoreMemory {
                    memory: amount(bytes),
                    folder,
                },
                None => Told::NotFinished {
                    why: catalogue::stopped(stopped),
                    folder,
                },
            };
            console.tell(&said(console, &told));
            return Ok(Status::Unknown);
        }
        Unsolved::Io(error) => return Err(tables::unwritten(&path, &error)),
        Unsolved::TooLarge(why) => Told::GivenUp { why },
        Unsolved::TooFar => Told::GivenUp {
            why: Message::of(&Trouble::TooFar),
        },
    };
    // Nothing in the folder could ever be gone on from.
    let _ = folder.remove();
    console.tell(&said(console, &why));
    Ok(Status::Unknown)
}

//! Whole processes on real sockets, as a program outside this workspace would use the crate: one is killed, the run ends
//! everywhere and goes on, also with another number of processes; strangers are refused.

use noyau::dynamic::{Entry, Info, Spec};
use noyau::format::code::code_of_value;
use noyau::format::table::Table;
use noyau::index::Index;
use noyau::limits::Limits;
use noyau::value::Value;
use noyau::view::{Piece, Shape, Touch, View};
use noyau::{Game, Message, Notation, Outcome, Side, Text, message};
use noyau_cluster::{NotDone, Opener, Settings, solve};
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// A heap from which one, two or three are taken, with a wheel that each move turns; the wheel tells how it ends.
struct Wheel {
    heap: u32,
    /// How often the moves of a position were asked for; a process that is to be killed comes to this and no further.
    asked: AtomicU64,
    hold: Option<u64>,
}

impl Wheel {
    fn new(heap: u32) -> Self {
        let hold = std::env::var(HOLD).ok();
        Self {
            heap,
            asked: AtomicU64::new(0),
            hold: hold.map(|at| at.parse().unwrap()),
        }
    }
}

const MARKS: u64 = 6000;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Turned {
    left: u32,
    mark: u64,
}

static SPEC: Spec<Wheel> = Spec::new(
    Info {
        name: "wheel",
        summary: Text::new("A heap and a wheel.", "Un tas et une roue."),
        parameters: Text::new("the heap", "le tas"),
        default: "40",
        version: 1,
    },
    &[],
    |parameters, _| match parameters.parse() {
        Ok(heap) => Ok(Wheel::new(heap)),
        Err(_) => Err(message!("no heap", "pas un tas")),
    },
)
.indexed();

impl Game for Wheel {
    type Position = Turned;
    type Move = u32;

    fn start(&self) -> Turned {
        Turned {
            left: self.heap,
            mark: 0,
        }
    }

    fn outcome(&self, position: &Turned) -> Option<Outcome> {
        (position.left == 0).then_some(match position.mark % 3 {
            0 => Outcome::Loss,
            1 => Outcome::Draw,
            _ => Outcome::Win,
        })
    }

    fn moves(&self, position: &Turned, out: &mut Vec<u32>) {
        let before = self.asked.fetch_add(1, Ordering::Relaxed);
        if self.hold.is_some_and(|at| before >= at) {
            std::io::stderr().write_all(HELD).unwrap();
            loop {
                thread::park();
            }
        }
        out.extend(1..=position.left.min(3));
    }

    fn play(&self, position: &mut Turned, taken: u32) {
        position.left -= taken;
        position.mark = (position.mark * 7 + u64::from(taken) * 31 + 1) % MARKS;
    }
}

impl Index for Wheel {
    fn tiers(&self) -> u32 {
        self.heap + 1
    }
    fn tier(&self, position: &Turned) -> u32 {
        position.left
    }
    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        (tier.saturating_sub(3)..tier).collect()
    }
    fn dense(&self, _: u32) -> Option<u64> {
        None
    }
    fn bound(&self, _: u32) -> u64 {
        MARKS * 5
    }
    fn number(&self, position: &Turned) -> u64 {
        position.mark * 5
    }
    fn position(&self, tier: u32, number: u64) -> Option<Turned> {
        number.is_multiple_of(5).then_some(Turned {
            left: tier,
            mark: number / 5,
        })
    }
}

impl Notation for Wheel {
    fn parameters(&self) -> String {
        self.heap.to_string()
    }
    fn format_board(&self, position: &Turned, _: Side) -> String {
        format!("{}/{}", position.left, position.mark)
    }
    fn parse_board(&self, text: &str, _: Side) -> Result<Turned, Message> {
        let parts = text.split_once('/');
        let read = parts.and_then(|(left, mark)| {
            Some(Turned {
                left: left.parse().ok()?,
                mark: mark.parse().ok()?,
            })
        });
        read.ok_or_else(|| message!("no position", "pas une position"))
    }
    fn format_move(&self, _: &Turned, taken: u32) -> String {
        taken.to_string()
    }
    fn view(&self, position: &Turned, _: Side) -> View {
        let mut view = View::default();
        let heap = Piece {
            side: None,
            symbol: 'o',
            count: position.left,
        };
        let cell = view.cell(0, 0, Shape::Pit, (position.left > 0).then_some(heap));
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        view.moves = moves
            .iter()
            .map(|_| Touch {
                cells: vec![cell],
                lines: Vec::new(),
            })
            .collect();
        view
    }
}

fn open(heap: &str) -> Box<dyn noyau::dynamic::OpenGame> {
    let none = &|_: &str| Err(message!("no file", "pas de fichier"));
    SPEC.open(heap, none).unwrap()
}

/// What tells a process that was started by a test which it is, and of which run.
const PROCESS: &str = "NOYAU_TEST_PROCESS";
const ROOT: &str = "NOYAU_TEST_ROOT";
const HEAP: &str = "NOYAU_TEST_HEAP";
const HOLD: &str = "NOYAU_TEST_HOLD";
/// What a process that comes to where it is held writes.
const HELD: &[u8] = b"held";
/// Longer than any machine takes to start a process.
const LONG: Duration = Duration::from_mins(10);

fn run(heap: &str, process: usize, root: &Path) -> Result<(), NotDone> {
    let hosts = fs::read_to_string(root.join("hosts")).unwrap();
    let settings = Settings {
        hosts: noyau_cluster::hosts::parse(&hosts).unwrap(),
        process,
        listen: None,
        secret: b"known to these processes".to_vec(),
        workers: 1,
        save: root.join("save"),
        work: root.join("work"),
        wait: LONG,
        interval: Duration::from_millis(50),
    };
    let title = open(heap).table_title(None);
    let heap = heap.to_owned();
    let opener: Arc<Opener> = Arc::new(move || Ok(open(&heap)));
    let note = |message: Message| {
        let path = root.join(format!("noted-{process}"));
        fs::write(path, message.en).unwrap();
    };
    solve(opener, title, &settings, Limits::default(), &note).map(|_| ())
}

/// No test by itself: one process of the runs below, which start this program anew for each.
#[test]
fn as_one_process_of_several() {
    let (Ok(process), Ok(root)) = (std::env::var(PROCESS), std::env::var(ROOT)) else {
        return;
    };
    let (root, heap) = (PathBuf::from(root), std::env::var(HEAP).unwrap());
    match run(&heap, process.parse().unwrap(), &root) {
        Ok(()) => std::process::exit(0),
        Err(why) => {
            fs::write(root.join(format!("told-{process}")), why.to_string()).unwrap();
            std::process::exit(1);
        }
    }
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("noyau-processes-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Addresses for so many processes.
fn list(root: &Path, processes: usize) {
    let free: Vec<_> = (0..processes)
        .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
        .collect();
    let list: Vec<_> = free
        .iter()
        .map(|one| one.local_addr().unwrap().to_string())
        .collect();
    fs::write(root.join("hosts"), list.join("\n")).unwrap();
}

fn start_one(root: &Path, process: usize, heap: &str, hold: Option<u64>) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    if let Some(hold) = hold {
        command.env(HOLD, hold.to_string());
    }
    command
        .args(["as_one_process_of_several", "--exact"])
        .env(PROCESS, process.to_string())
        .env(ROOT, root)
        .env(HEAP, heap)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn start(root: &Path, heaps: &[&str]) -> Vec<Child> {
    list(root, heaps.len());
    (0..)
        .zip(heaps)
        .map(|(process, heap)| start_one(root, process, heap, None))
        .collect()
}

fn told(root: &Path, process: usize) -> String {
    fs::read_to_string(root.join(format!("told-{process}"))).unwrap_or_default()
}

/// The table of a run against the rules, worked out from the end.
fn compare(root: &Path, heap: u32) {
    let parts = fs::read_dir(root.join("save")).unwrap();
    let contents: Vec<Vec<u8>> = parts
        .map(|part| fs::read(part.unwrap().path()).unwrap())
        .collect();
    let files: Vec<&[u8]> = contents.iter().map(Vec::as_slice).collect();
    let table = Table::open(&files).unwrap();
    let game = Wheel::new(heap);
    let mut values: Vec<Vec<Value>> = Vec::new();
    for left in 0..=heap {
        let row = (0..MARKS).map(|mark| {
            let position = Turned { left, mark };
            if let Some(outcome) = game.outcome(&position) {
                return Value::terminal(outcome);
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let after = moves.iter().map(|&mv| game.child(&position, mv));
            let after = after.map(|to| values[to.left as usize][to.mark as usize]);
            after
                .map(|value| value.seen_by_parent(false))
                .max()
                .unwrap()
        });
        let row = row.collect();
        values.push(row);
    }
    let mut found = 0;
    for (left, row) in (0..).zip(&values) {
        for (mark, &value) in (0..).zip(row) {
            if let Some(entry) = table.find(left, mark * 5).unwrap() {
                assert_eq!(entry.code, code_of_value(value).unwrap());
                found += 1;
            }
        }
    }
    assert_eq!(found, table.header().counts.positions);
    assert!(found > 50_000, "{found}");
}

#[test]
fn a_killed_process_ends_the_run_and_it_goes_on() {
    let root = folder("killed");
    // A share is about 67 000 positions, each expanded to enumerate it and to solve it: in the middle of the solution, and
    // soon after it has gone on.
    for hold in [100_000, 1000] {
        list(&root, 2);
        let mut first = start_one(&root, 0, "40", None);
        let mut last = start_one(&root, 1, "40", Some(hold));
        let mut said = [0; HELD.len()];
        let heard = last.stderr.take().unwrap().read_exact(&mut said);
        assert!(heard.is_ok() && said == HELD, "{}", told(&root, 1));
        last.kill().unwrap();
        last.wait().unwrap();
        // That it is gone is seen where its connection ends; for one that is silent the words are others, much later.
        assert_eq!(first.wait().unwrap().code(), Some(1));
        let told = told(&root, 0);
        assert!(
            told.contains("process 1 (") && told.contains("is gone"),
            "{told}"
        );
        fs::remove_file(root.join("told-0")).unwrap();
    }
    for (process, mut child) in start(&root, &["40"; 3]).into_iter().enumerate() {
        assert!(child.wait().unwrap().success(), "{}", told(&root, process));
    }
    assert!(!root.join("work").exists());
    compare(&root, 40);
    fs::remove_dir_all(root).unwrap();
}

#[test]
fn strangers_are_refused_and_another_game_ends_both() {
    let root = folder("refused");
    let mut children = start(&root, &["40", "39"]);
    for (process, child) in children.iter_mut().enumerate() {
        assert_eq!(child.wait().unwrap().code(), Some(1));
        let told = told(&root, process);
        assert!(told.contains("works on"), "{told}");
    }
    assert!(!root.join("work").exists(), "nothing was begun");
    // A stranger who comes first, while the other process is waited for.
    list(&root, 2);
    let first = start_one(&root, 0, "30", None);
    let hosts = fs::read_to_string(root.join("hosts")).unwrap();
    let address = hosts.lines().next().unwrap();
    let mut stranger = loop {
        match TcpStream::connect(address) {
            Ok(stream) => break stream,
            Err(_) => thread::yield_now(),
        }
    };
    stranger.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let mut children = [first, start_one(&root, 1, "30", None)];
    for (process, child) in children.iter_mut().enumerate() {
        assert!(child.wait().unwrap().success(), "{}", told(&root, process));
    }
    compare(&root, 30);
    fs::remove_dir_all(root).unwrap();
}

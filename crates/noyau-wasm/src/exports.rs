//! The exported and imported functions.

#![allow(
    unsafe_code,
    reason = "exported names and imported functions are declared with it"
)]

use crate::threads;
use noyau_core::parallel::lock;
use noyau_web::{Allowance, Change, Host, Request, Worker};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

#[link(wasm_import_module = "noyau")]
// SAFETY: the host only reads and writes the ranges that it is given, before it returns.
unsafe extern "C" {
    /// Hands bytes to the host.
    safe fn emit(what: u32, bytes: *const u8, length: usize);
    /// The length of a table of the host in bytes, or a negative number.
    safe fn table_length(name: *const u8, length: usize) -> f64;
    /// Reads bytes of a table of the host; 0 if it cannot.
    safe fn read_table(
        name: *const u8,
        name_length: usize,
        at: f64,
        piece: *mut u8,
        length: usize,
    ) -> u32;
}

/// What emitted bytes are.
#[derive(Clone, Copy)]
enum Emitted {
    /// The head of an answer: its status, type and file name, as JSON.
    Head = 0,
    Body = 1,
    /// A change of a file: a head of JSON, a line feed, and bytes.
    Change = 2,
    Launch = 3,
    Halt = 4,
    Status = 5,
    Panic = 6,
}

/// What helpers hand to the host, through the worker that they help: so it stays in order.
static OUTBOX: Mutex<Vec<(Emitted, Vec<u8>)>> = Mutex::new(Vec::new());

fn hand(what: Emitted, bytes: &[u8]) {
    let emit = |what: Emitted, bytes: &[u8]| emit(what as u32, bytes.as_ptr(), bytes.len());
    // The message of a helper that panics would never go out.
    if matches!(what, Emitted::Panic) {
        return emit(what, bytes);
    }
    let mut outbox = lock(&OUTBOX);
    if threads::is_helper() {
        return outbox.push((what, bytes.to_vec()));
    }
    for (what, bytes) in outbox.drain(..) {
        emit(what, &bytes);
    }
    emit(what, bytes);
}

/// The page around the worker.
struct Browser {
    tables: Mutex<Vec<String>>,
}

impl Host for Browser {
    fn changed(&self, change: &Change<'_>) {
        let (head, bytes) = match *change {
            Change::Write(name, bytes) => (json!({ "write": name }), bytes),
            Change::Cut(name, length) => (json!({ "cut": name, "length": length }), &[][..]),
            Change::Append(name, bytes) => (json!({ "append": name }), bytes),
            Change::Remove(name) => (json!({ "remove": name }), &[][..]),
        };
        let mut message = head.to_string().into_bytes();
        message.push(b'\n');
        message.extend_from_slice(bytes);
        hand(Emitted::Change, &message);
    }

    fn launch(&self, job: &str) {
        hand(Emitted::Launch, job.as_bytes());
    }

    fn halt(&self, job: &str) {
        hand(Emitted::Halt, job.as_bytes());
    }

    fn touched(&self, status: &str) {
        hand(Emitted::Status, status.as_bytes());
    }

    fn tables(&self) -> Vec<String> {
        lock(&self.tables).clone()
    }

    fn table_length(&self, name: &str) -> Option<u64> {
        let length = table_length(name.as_ptr(), name.len());
        (length >= 0.0).then_some(length as u64)
    }

    fn read_table(&self, name: &str, at: u64, piece: &mut [u8]) -> bool {
        let (bytes, length) = (piece.as_mut_ptr(), piece.len());
        read_table(name.as_ptr(), name.len(), at as f64, bytes, length) != 0
    }
}

/// What the host has put in.
static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
/// The files that the host has kept: heads and bytes.
static KEPT: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());
static HOST: OnceLock<Arc<Browser>> = OnceLock::new();
static WORKER: OnceLock<Worker> = OnceLock::new();

fn host() -> &'static Arc<Browser> {
    HOST.get_or_init(|| {
        std::panic::set_hook(Box::new(|panic| {
            hand(Emitted::Panic, panic.to_string().as_bytes());
        }));
        Arc::new(Browser {
            tables: Mutex::default(),
        })
    })
}

fn input() -> Vec<u8> {
    std::mem::take(&mut *lock(&INPUT))
}

/// A head of JSON, and the bytes after its line feed.
fn parted(message: &[u8]) -> (Value, &[u8]) {
    let end = message.iter().position(|&byte| byte == b'\n');
    let (head, rest) = message.split_at(end.unwrap_or(message.len()));
    let head = serde_json::from_slice(head).unwrap_or_default();
    (head, rest.get(1..).unwrap_or_default())
}

/// The change in a message, if it is one.
fn change<'a>(head: &'a Value, bytes: &'a [u8]) -> Option<Change<'a>> {
    let name = |key: &str| head[key].as_str();
    let write = name("write").map(|name| Change::Write(name, bytes));
    let append = || name("append").map(|name| Change::Append(name, bytes));
    let cut = || Some(Change::Cut(name("cut")?, head["length"].as_u64()?));
    let remove = || name("remove").map(Change::Remove);
    write.or_else(append).or_else(cut).or_else(remove)
}

/// The buffer for the next call, with room for so many bytes.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    let mut input = lock(&INPUT);
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// Takes in a change of a file: before `start` those that are kept, then those of other workers.
#[unsafe(no_mangle)]
extern "C" fn take_change() {
    let message = input();
    let Some(worker) = WORKER.get() else {
        lock(&KEPT).push(message);
        return;
    };
    let (head, bytes) = parted(&message);
    if let Some(change) = change(&head, bytes) {
        worker.change(&change);
    }
}

/// Starts, with what a request may use as JSON: `memory` in bytes, `seconds`, `nodes`, `threads`.
#[unsafe(no_mangle)]
extern "C" fn start() {
    let settings: Value = serde_json::from_slice(&input()).unwrap_or_default();
    let default = Allowance::default();
    let seconds = settings["seconds"].as_f64();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let allowance = Allowance {
        memory: settings["memory"].as_u64().unwrap_or(default.memory),
        time: time.unwrap_or(default.time),
        nodes: settings["nodes"].as_u64(),
        threads: settings["threads"]
            .as_u64()
            .map_or(1, |count| count as usize),
    };
    threads::expect(allowance.threads);
    let kept = std::mem::take(&mut *lock(&KEPT));
    let kept: Vec<_> = kept.iter().map(|message| parted(message)).collect();
    let files = kept.iter().filter_map(|(head, bytes)| change(head, bytes));
    WORKER.get_or_init(|| Worker::new(Arc::clone(host()) as _, allowance, files));
}

/// Answers a request: a head of JSON with `method`, `path`, `query` and `kind`, a line feed, and the body.
#[unsafe(no_mangle)]
extern "C" fn answer() {
    let message = input();
    let (head, body) = parted(&message);
    let text = |key: &str| head[key].as_str().unwrap_or_default();
    let request = Request {
        method: text("method"),
        path: text("path"),
        query: text("query"),
        kind: text("kind"),
        body,
    };
    if let Some(worker) = WORKER.get() {
        let before = threads::helped();
        let answer = worker.answer(&request);
        let helped = threads::helped() - before;
        let head = json!({ "status": answer.status, "kind": answer.kind, "file": answer.file, "helped": helped });
        hand(Emitted::Head, head.to_string().as_bytes());
        hand(Emitted::Body, &answer.body);
    }
}

/// Takes in the status of a job that another worker runs.
#[unsafe(no_mangle)]
extern "C" fn take_status() {
    let status = input();
    if let Some(worker) = WORKER.get() {
        worker.told(&status);
    }
}

/// Takes in the names of the tables of the host, a list of JSON.
#[unsafe(no_mangle)]
extern "C" fn take_tables() {
    let names = serde_json::from_slice(&input()).unwrap_or_default();
    *lock(&host().tables) = names;
}

/// Runs the job of that name until its end.
#[unsafe(no_mangle)]
extern "C" fn run_job() {
    let id = String::from_utf8_lossy(&input()).into_owned();
    if let Some(worker) = WORKER.get() {
        worker.run_job(&id);
    }
}

/// Emits the progress of the job of that name, also while it runs.
#[unsafe(no_mangle)]
extern "C" fn tell_progress() {
    let id = String::from_utf8_lossy(&input()).into_owned();
    let status = WORKER.get().and_then(|worker| worker.progress(&id));
    if let Some(status) = status {
        hand(Emitted::Status, status.as_bytes());
    }
}

//! An hour of 64 visitors with light, heavy and hostile requests: light ones are all answered and fast, and memory
//! stays flat. `NOYAU_SOAK_SECONDS` sets another duration.

use crate::accept::{Xorshift, seed};
use crate::accept_page::Server;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The visitors, 64 in all.
const LIGHT: u64 = 24;
const HEAVY: u64 = 20;
const HOSTILE: u64 = 14;
const EXPERIMENTERS: u64 = 6;
/// The time that 99 of 100 light requests may take, in microseconds.
const FAST: u32 = 50_000;
/// The time until memory must have settled; a third of shorter runs.
const SETTLED: Duration = Duration::from_mins(10);
/// The growth of memory from the first to the second half of the rest that counts as flat, in KiB.
const FLAT: u64 = 24 << 10;
/// The memory of the idle server afterwards: twice its cache, in KiB.
const IDLE: u64 = 256 << 10;

/// Light requests: what a page asks for when a visitor moves or looks around.
const LIGHT_REQUESTS: &[&str] = &[
    "/",
    "/main.js",
    "/api/games",
    "/api/games?lang=fr",
    "/api/jobs",
    "/api/tables",
    "/api/samples",
    "/api/openapi.json",
    "/api/game?game=connect4&after=4,4,3",
    "/api/game?game=chess",
    "/api/game?game=go:9",
    "/api/values?game=tictactoe&after=b2",
    "/api/values?game=nim:3,4,5",
    "/api/values?game=connect4:4x4&after=1,2",
];

/// Heavy requests: path and body.
const HEAVY_REQUESTS: &[(&str, &str)] = &[
    ("/api/values", r#"{"game":"chess","seconds":2}"#),
    ("/api/values", r#"{"game":"go:4","seconds":3}"#),
    ("/api/values", r#"{"game":"othello:6","seconds":2}"#),
    ("/api/values", r#"{"game":"kalah:4,3","seconds":3}"#),
    ("/api/values", r#"{"game":"connect4:5x4","seconds":5}"#),
    ("/api/values", r#"{"game":"mnk:4,4,3","seconds":5}"#),
    ("/api/values", r#"{"game":"domineering:6x6","seconds":2}"#),
    (
        "/api/best",
        r#"{"game":"connect4","agent":"mcts:200000","seconds":2}"#,
    ),
    (
        "/api/best",
        r#"{"game":"chess","agent":"alphabeta:9","seconds":1}"#,
    ),
    (
        "/api/why",
        r#"{"game":"connect4:5x4","after":"1,2,3","seconds":3}"#,
    ),
    (
        "/api/judge",
        r#"{"game":"connect4:5x4","moves":"1,2,3,4,5,1,2","seconds":3}"#,
    ),
    ("/api/tree", r#"{"game":"chess","depth":3}"#),
];

/// What a visitor does until the end.
type Visit = fn(&Report, &str, Xorshift);

/// What the visitors saw.
#[derive(Default)]
struct Report {
    over: AtomicBool,
    /// Microseconds of the light requests since the last line.
    recent: Mutex<Vec<u32>>,
    failures: Mutex<Vec<String>>,
    heavy: AtomicU64,
    busy: AtomicU64,
    hostile: AtomicU64,
    jobs: AtomicU64,
}

impl Report {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn fail(&self, why: String) {
        let mut failures = lock(&self.failures);
        if failures.len() < 10 {
            println!("  failed: {why}");
        }
        failures.push(why);
    }

    /// Waits, but not beyond the end.
    fn pause(&self, time: Duration) {
        let end = Instant::now() + time;
        while !self.is_over() && Instant::now() < end {
            thread::sleep(time.min(Duration::from_millis(100)));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A client with a connection that is kept, like that of a browser.
pub(crate) struct Client<'a> {
    host: &'a str,
    kept: Option<BufReader<TcpStream>>,
}

impl<'a> Client<'a> {
    pub(crate) fn new(host: &'a str) -> Self {
        Self { host, kept: None }
    }

    fn connect(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect(self.host)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        stream.set_write_timeout(Some(Duration::from_secs(30)))?;
        Ok(stream)
    }

    fn head(&self, method: &str, path: &str, body: &str) -> String {
        let about = if body.is_empty() {
            String::new()
        } else {
            let length = body.len();
            format!("Content-Type: application/json\r\nContent-Length: {length}\r\n")
        };
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{about}\r\n{body}",
            self.host
        )
    }

    /// The status of a request and the body. A connection that the server has closed meanwhile is replaced, once.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
    ) -> std::io::Result<(u16, String)> {
        if let Some(mut kept) = self.kept.take()
            && let Ok(answer) = self.exchange(&mut kept, method, path, body)
        {
            self.kept = Some(kept);
            return Ok(answer);
        }
        let mut fresh = BufReader::new(self.connect()?);
        let answer = self.exchange(&mut fresh, method, path, body)?;
        self.kept = Some(fresh);
        Ok(answer)
    }

    fn exchange(
        &self,
        stream: &mut BufReader<TcpStream>,
        method: &str,
        path: &str,
        body: &str,
    ) -> std::io::Result<(u16, String)> {
        let broken = || std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
        stream
            .get_mut()
            .write_all(self.head(method, path, body).as_bytes())?;
        let (mut status, mut length) = (None, 0);
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line)? == 0 {
                return Err(broken());
            }
            let line = line.trim_end().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest.split(' ').next().and_then(|word| word.parse().ok());
            }
            if let Some(rest) = line.strip_prefix("content-length:") {
                length = rest.trim().parse().map_err(|_| broken())?;
            }
        }
        let mut bytes = vec![0; length];
        stream.read_exact(&mut bytes)?;
        Ok((
            status.ok_or_else(broken)?,
            String::from_utf8_lossy(&bytes).into_owned(),
        ))
    }
}

fn light(report: &Report, host: &str, mut random: Xorshift) {
    let mut client = Client::new(host);
    while !report.is_over() {
        let path = LIGHT_REQUESTS[random.below(LIGHT_REQUESTS.len())];
        // Some visitors come for the first time.
        if random.below(8) == 0 {
            client.kept = None;
        }
        let begin = Instant::now();
        match client.ask("GET", path, "") {
            Ok((200, _)) => lock(&report.recent).push(begin.elapsed().as_micros() as u32),
            Ok((status, body)) => report.fail(format!("{path}: {status} {body}")),
            Err(error) => report.fail(format!("{path}: {error}")),
        }
        report.pause(Duration::from_millis(20 + random.below(200) as u64));
    }
}

fn heavy(report: &Report, host: &str, mut random: Xorshift) {
    let mut client = Client::new(host);
    while !report.is_over() {
        let (path, body) = HEAVY_REQUESTS[random.below(HEAVY_REQUESTS.len())];
        let text;
        let (path, body) = if random.below(4) == 0 {
            // A graph of its own, as a game and as an arena.
            let vertices = 1 + random.below(30_000);
            let list = "[1],".repeat(vertices);
            text = format!(
                r#"{{"game":"graph:a.list","content":"[{list}[]]","text":"[{list}[]]","seconds":2}}"#
            );
            (
                ["/api/values", "/api/game", "/api/arena"][random.below(3)],
                text.as_str(),
            )
        } else {
            (path, body)
        };
        match client.ask("POST", path, body) {
            Ok((429, _)) => {
                report.busy.fetch_add(1, Ordering::Relaxed);
                report.pause(Duration::from_secs(1));
            }
            Ok((status, body)) if status >= 500 => report.fail(format!("{path}: {status} {body}")),
            // A client may lose patience with an answer.
            Ok(_) | Err(_) => {
                report.heavy.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

/// Clients that break off, send rubbish, never read, or open many streams.
fn hostile(report: &Report, host: &str, mut random: Xorshift) {
    let client = Client::new(host);
    while !report.is_over() {
        let count = [1, 1, 1, 10, 40, 100][random.below(6)];
        let kind = random.below(7);
        let request = match kind {
            0 => (0..=random.below(2000))
                .map(|_| random.next() as u8)
                .collect(),
            1 => b"GET / HT".to_vec(),
            2 => {
                let head = client.head("POST", "/api/game", "{}");
                head.replace("Content-Length: 2", "Content-Length: 100000")
                    .into_bytes()
            }
            // Asked for often, and never read.
            3 => client.head("GET", "/api/games", "").repeat(40).into_bytes(),
            4 => client.head("GET", "/api/jobs/x/events", "").into_bytes(),
            // Given up at once.
            5 => {
                let (path, body) = HEAVY_REQUESTS[random.below(HEAVY_REQUESTS.len())];
                client.head("POST", path, body).into_bytes()
            }
            _ => {
                let deep = "[".repeat(200_000);
                client
                    .head("POST", "/api/tree", &format!(r#"{{"text":"{deep}"}}"#))
                    .into_bytes()
            }
        };
        let mut held = Vec::new();
        for _ in 0..count {
            if let Ok(mut stream) = client.connect() {
                let _ = stream.set_write_timeout(Some(Duration::from_secs(1)));
                let _ = stream.write_all(&request);
                held.push(stream);
            }
            report.hostile.fetch_add(1, Ordering::Relaxed);
        }
        if kind != 5 {
            report.pause(Duration::from_secs(random.below(20) as u64));
        }
        drop(held);
        report.pause(Duration::from_millis(random.below(1000) as u64));
    }
}

/// Starts jobs, follows them by many streams, stops and deletes them.
fn experimenter(report: &Report, host: &str, mut random: Xorshift) {
    const JOBS: &[&str] = &[
        r#"{"kind":"duel","game":"connect4","agents":["mcts:2000","alphabeta:4"],"games":200}"#,
        r#"{"kind":"tournament","game":"tictactoe","agents":["perfect","random","alphabeta:2"],"games":200}"#,
        r#"{"kind":"table","game":"connect4:5x4"}"#,
        r#"{"kind":"learn","game":"connect4:5x4","games":2000,"seconds":20}"#,
    ];
    let mut client = Client::new(host);
    while !report.is_over() {
        let asked = client.ask("POST", "/api/jobs", JOBS[random.below(JOBS.len())]);
        let Ok((202, document)) = &asked else {
            report.pause(Duration::from_secs(2));
            continue;
        };
        let id = document.split('"').nth(3).unwrap_or_default();
        report.jobs.fetch_add(1, Ordering::Relaxed);
        let mut streams = Vec::new();
        for _ in 0..=random.below(30) {
            if let Ok(mut stream) = client.connect() {
                let head = client.head("GET", &format!("/api/jobs/{id}/events"), "");
                let _ = stream.write_all(head.as_bytes());
                streams.push(stream);
            }
        }
        report.pause(Duration::from_secs(2 + random.below(20) as u64));
        drop(streams);
        let _ = client.ask("POST", &format!("/api/jobs/{id}/stop"), "{}");
        if random.below(2) == 0 {
            let _ = client.ask("DELETE", &format!("/api/jobs/{id}"), "");
        }
    }
}

/// The value that a share of sorted values do not exceed.
fn quantile<T: Copy + Default>(sorted: &[T], share: f64) -> T {
    let at = (sorted.len() as f64 * share) as usize;
    let last = sorted.len().saturating_sub(1);
    sorted.get(at.min(last)).copied().unwrap_or_default()
}

/// The calm level of memory: a tenth of the samples are below it. What runs at the moment is above it.
fn calm(samples: &[u64]) -> u64 {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable();
    quantile(&sorted, 0.1)
}

pub(crate) fn soak() -> Result<(), String> {
    let seconds = std::env::var("NOYAU_SOAK_SECONDS").ok();
    let seconds = seconds.and_then(|text| text.parse().ok()).unwrap_or(3600);
    let server = Server::start()?;
    let host = server.host();
    // What is solved once is light from then on.
    for path in LIGHT_REQUESTS {
        let answer = Client::new(host).ask("GET", path, "");
        answer.map_err(|error| format!("{path}: {error}"))?;
    }
    let report = Report::default();
    let mut random = Xorshift::new(seed());
    let mut all: Vec<u32> = Vec::new();
    let mut memory: Vec<u64> = Vec::new();
    thread::scope(|scope| -> Result<(), String> {
        let kinds: [(u64, Visit); 4] = [
            (LIGHT, light),
            (HEAVY, heavy),
            (HOSTILE, hostile),
            (EXPERIMENTERS, experimenter),
        ];
        for (count, visit) in kinds {
            for _ in 0..count {
                let (report, lots) = (&report, Xorshift::new(random.next()));
                scope.spawn(move || visit(report, host, lots));
            }
        }
        let watched = watch(&server, &report, seconds, &mut all, &mut memory);
        report.over.store(true, Ordering::Relaxed);
        watched
    })?;
    verdict(&server, &report, all, &memory)
}

/// Samples memory every second, and prints a line every minute.
fn watch(
    server: &Server,
    report: &Report,
    seconds: u64,
    all: &mut Vec<u32>,
    memory: &mut Vec<u64>,
) -> Result<(), String> {
    let begin = Instant::now();
    println!(
        "   s  memory MiB  light  p50 ms  p99 ms  longest  failed  heavy  busy  hostile  jobs"
    );
    for second in 1..=seconds {
        let next = begin + Duration::from_secs(second);
        thread::sleep(next.saturating_duration_since(Instant::now()));
        memory.push(server.memory()?);
        if second % 60 == 0 || second == seconds {
            let mut recent = std::mem::take(&mut *lock(&report.recent));
            recent.sort_unstable();
            let ms = |share| f64::from(quantile(&recent, share)) / 1000.0;
            let last = &memory[memory.len().saturating_sub(60)..];
            let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
            println!(
                "{second:>4}  {:>4} to {:>4}  {:>5}  {:>6.1}  {:>6.1}  {:>7.1}  {:>6}  {:>5}  {:>4}  {:>7}  {:>4}",
                last.iter().min().unwrap_or(&0) >> 10,
                last.iter().max().unwrap_or(&0) >> 10,
                recent.len(),
                ms(0.5),
                ms(0.99),
                ms(1.0),
                lock(&report.failures).len(),
                count(&report.heavy),
                count(&report.busy),
                count(&report.hostile),
                count(&report.jobs),
            );
            all.extend(recent);
        }
    }
    Ok(())
}

fn verdict(
    server: &Server,
    report: &Report,
    mut all: Vec<u32>,
    memory: &[u64],
) -> Result<(), String> {
    // Jobs end when they are stopped, and threads when they have been idle.
    thread::sleep(Duration::from_secs(20));
    let idle = server.memory()?;
    all.sort_unstable();
    let p99 = quantile(&all, 0.99);
    let settled = memory.len() / 3;
    let rest = &memory[settled.min(SETTLED.as_secs() as usize)..];
    let (first, second) = rest.split_at(rest.len() / 2);
    let (first, second) = (calm(first), calm(second));
    let failed = lock(&report.failures).len();
    println!(
        "{} light requests, {failed} failed, 99 of 100 within {:.1} ms; memory {} MiB, then {} MiB, idle {} MiB",
        all.len(),
        f64::from(p99) / 1000.0,
        first >> 10,
        second >> 10,
        idle >> 10
    );
    let mut wrong = Vec::new();
    if failed > 0 || all.is_empty() {
        wrong.push(format!("{failed} light requests failed"));
    }
    if p99 >= FAST {
        wrong.push("light requests are slow".to_owned());
    }
    if second > first + FLAT {
        wrong.push("memory grows".to_owned());
    }
    if idle > IDLE {
        wrong.push("the idle server keeps too much memory".to_owned());
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("; "))
    }
}

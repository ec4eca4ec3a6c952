//! `cargo xtask accept`: long acceptance tests, too large and slow for the test suite.

use crate::bench_graph::measure;
use crate::page;
use crate::steps::{Step, cargo, execute, release_tests, target};
use crate::{
    accept_certificates, accept_cluster, accept_dist, accept_endgames, accept_figures,
    accept_files, accept_learning, accept_memory, accept_page, accept_players, accept_sheets,
    accept_tables, fuzz, kills, mutants, openspiel, python, repository, soak,
};
use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub(crate) const STEPS: &[Step] = &[
    Step::new(
        "install",
        "`cargo install --path crates/noyau-cli` gives a binary that answers",
        install,
    ),
    Step::new(
        "wheel",
        "the wheel installs without Rust and runs the README's example in 20 s, and passes its tests",
        python::wheel,
    ),
    Step::new(
        "tarball",
        "the tarball unpacks to a program that answers, with its manual and completions",
        accept_dist::tarball,
    ),
    Step::new(
        "old-libc",
        "the program of the tarball answers on Debian 11, of 2021 (needs root)",
        accept_dist::old_libc,
    ),
    Step::new(
        "reproducible",
        "`cargo xtask dist` gives the same bytes in two clones of the commit",
        accept_dist::reproducible,
    ),
    Step::new(
        "portable",
        "all crates and tests compile for macOS, Windows, other processors and musl",
        accept_dist::portable,
    ),
    Step::new(
        "oldest",
        "every crate compiles with the oldest Rust that its manifest promises",
        accept_dist::oldest,
    ),
    Step::new(
        "container",
        "the image of the page is small, does not run as root, and serves the page",
        accept_dist::container,
    ),
    Step::new(
        "properties",
        "the property tests hold for other seeds than the one fixed for tests",
        properties,
    ),
    Step::new(
        "mutants",
        "laws and facts notice every bug of a long list, put into the rules of all games",
        mutants::all,
    ),
    Step::new(
        "fuzz",
        "no reader panics, hangs or eats memory in a minute of fuzzing each",
        fuzz::run,
    ),
    Step::new(
        "crosscheck",
        "perft and thousands of random plays agree with OpenSpiel",
        openspiel::crosscheck,
    ),
    Step::new(
        "perfect",
        "perfect play keeps what it has in 1,000 games of tic-tac-toe, Connect 4 on 5x4 and Chomp",
        accept_players::perfect,
    ),
    Step::new(
        "reasons",
        "`noyau why` claims nothing false of 2,000 positions of each game, and has ideas for most that are won",
        accept_players::reasons,
    ),
    Step::new(
        "deeper",
        "deeper searches beat shallower ones in Connect 4 and Othello with p < 0.001",
        accept_players::deeper,
    ),
    Step::new(
        "ended",
        "1,000 games of each game by `strong` and a level have no illegal move, no forfeit, and none is broken off",
        accept_players::ended,
    ),
    Step::new(
        "killed",
        "a tournament of 2,000 games that is killed goes on and ends with the same table",
        accept_players::killed,
    ),
    Step::new(
        "learning",
        "Connect 4 is learned from nothing to beat the course's heuristic by 100 Elo, and tic-tac-toe to perfect play",
        accept_learning::learning,
    ),
    Step::new(
        "check",
        "each of 60 and more seeded mistakes is found in its function alone, and 100 students' files, five of them looping, are marked in three minutes",
        accept_players::check,
    ),
    Step::new(
        "one-line",
        "4 GB of one line are refused with one message and status 2, in every format, from a file and from a pipe",
        one_line,
    ),
    Step::new(
        "path",
        "a path of 10,000,000 vertices is solved without a stack overflow, by every algorithm",
        path,
    ),
    Step::new(
        "growth",
        "time an edge is flat within a factor of 2 from 10,000 to 10,000,000 vertices",
        growth,
    ),
    Step::new(
        "pictures",
        "a graph of 2,000 vertices is laid out in a second, and one of 1,000,000 summarised in five",
        pictures,
    ),
    Step::new(
        "sheets",
        "sheets of exercises of every kind are compiled by LaTeX, in both languages",
        accept_sheets::sheets,
    ),
    Step::new(
        "random-arena",
        "a random arena of 10,000,000 vertices has the counts and distances of the reference",
        random_arena,
    ),
    Step::new(
        "every-position",
        "every position of Connect 4 up to 5x5 and 6x4, of six men's morris and of dots 3x3 is solved, as many as published",
        every_position,
    ),
    Step::new(
        "table-killed",
        "a solve of two minutes and more that is killed at 20 random moments gives the same table, byte for byte, with 1 and 2 threads",
        accept_tables::killed,
    ),
    Step::new(
        "table-corrupted",
        "1,000 random corruptions of a table are all detected by `verify`, and crash no reader",
        accept_tables::corrupted,
    ),
    Step::new(
        "table-verified",
        "`verify` checks a table in about the CPU time that solving took",
        accept_tables::verified,
    ),
    Step::new(
        "endgames",
        "classes of chess with three and four men and of English draughts with five pieces are as published, and verified",
        accept_endgames::classes,
    ),
    Step::new(
        "endgames-safe",
        "classes of endgames of six games from 1 and 2 threads, from 1, 2 and 4 processes, killed 20 times, damaged, and within five limits of memory",
        accept_endgames::safe,
    ),
    Step::new(
        "probing",
        "searches of Kalah with a table of their last tiers give the same value, and are not slower",
        accept_endgames::probing,
    ),
    Step::new(
        "certificates",
        "proofs of large games are written and checked, each in less than ten minutes and 2 GiB",
        accept_certificates::sizes,
    ),
    Step::new(
        "forgeries",
        "10,000 changed proofs of false claims are refused, and a second checker judges a thousand certificates alike",
        accept_certificates::forgeries,
    ),
    Step::new(
        "faults",
        "a full disk, a read-only one, a folder that goes away and a second writer get a message from every writer, and lose nothing",
        accept_files::faults,
    ),
    Step::new(
        "plans",
        "plans of tables are right within a factor of two: positions, and times of more than five seconds",
        accept_tables::planned,
    ),
    Step::new(
        "table-looked-up",
        "a table opens in milliseconds and answers a position in microseconds",
        accept_tables::looked_up,
    ),
    Step::new(
        "memory",
        "no method, command or agent takes more than 32 MiB beyond `--memory`, on 17 games and with five limits",
        accept_memory::memory,
    ),
    Step::new(
        "page-load",
        "the page's server answers 64 connections for a minute, 5,000 values a second, without an error or growing",
        accept_page::load,
    ),
    Step::new(
        "page-hostile",
        "100,000 malformed or hostile requests get a clear refusal, and the server lives",
        accept_page::hostile,
    ),
    Step::new(
        "static-page",
        "the page as static files: sizes and times on a slow phone, the same 2,000 documents as the server, 100,000 hostile requests, speed beside native",
        page::accept_static,
    ),
    Step::new(
        "instant",
        "ten rapid moves of five games with values on are drawn within 100 ms, and sixteen visitors do not hold positions up",
        page::accept_instant,
    ),
    Step::new(
        "figures",
        "LaTeX compiles boards, arenas, trees, strips and frames of steps, in English and French",
        accept_figures::figures,
    ),
    Step::new(
        "kills",
        "200 kills of solve, learn, tournament, the server with a job, and a cluster: all go on and end with the same bytes",
        kills::kills,
    ),
    Step::new(
        "deny",
        "cargo deny accepts licences, sources and duplicates, and advisories if their database can be had",
        repository::deny,
    ),
    Step::new(
        "soak",
        "an hour of 64 visitors with hostile and heavy requests: every light one is answered, 99 of 100 within 50 ms, and memory stays flat",
        soak::soak,
    ),
    Step::new(
        "cluster-same",
        "five games solved over 1, 2 and 4 processes give the table of one, byte for byte",
        accept_cluster::same_bytes,
    ),
    Step::new(
        "cluster-killed",
        "20 runs with a process killed at a random moment end at once, go on and give the same bytes",
        accept_cluster::killed,
    ),
    Step::new(
        "cluster-stopped",
        "a run finishes although a process was stopped for 30 seconds",
        accept_cluster::stopped,
    ),
    Step::new(
        "cluster-disk",
        "a run on a full disk says so, and goes on after room is made (needs root)",
        accept_cluster::full_disk,
    ),
    Step::new(
        "cluster-namespaces",
        "four processes in network namespaces of their own give the same bytes (needs root)",
        accept_cluster::namespaces,
    ),
    Step::new(
        "cluster-costs",
        "what the engine costs, what a second worker gains, memory by process, and the plan against the runs",
        accept_cluster::costs,
    ),
];

/// Games solved completely, with their published results: the number of positions, their values, and the code of
/// the start. Connect 4: Tromp; Böck 2025. Six men's morris: `GamesmanOne`. Dots: Wilson.
const EVERY_POSITION: &[(&str, &str)] = &[
    ("connect4:2x12", "980684 positions: "),
    ("connect4:3x7", "1417322 positions: "),
    ("connect4:4x6", "15835683 positions: "),
    ("connect4:5x5", "69763700 positions: "),
    ("connect4:6x4", "94910577 positions: "),
    ("connect4:7x3", "27441956 positions: "),
    ("connect4:8x2", "1216721 positions: "),
    ("connect4:10x2", "50780523 positions: "),
    ("connect4:13x1", "402956 positions: "),
    (
        "morris:6",
        "42372745 positions: 23392364 won, 15520996 lost, 3459385 drawn, longest 119, start 1;",
    ),
    ("dots:3x3", "16777216 positions: "),
];

fn every_position() -> Result<(), String> {
    let program = example("strong")?;
    for (game, published) in EVERY_POSITION {
        let output = Command::new(&program)
            .args([game, "2"])
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        print!("{printed}");
        if !printed.lines().any(|line| line.starts_with(published)) {
            return Err(format!("{game} should have {published}"));
        }
    }
    Ok(())
}

/// A seed that differs from run to run, and is printed.
pub(crate) fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = now.map_or(0, |now| now.as_secs());
    println!("seed {seed}");
    seed
}

/// Random numbers from a seed (Marsaglia 2003).
pub(crate) struct Xorshift(u64);

impl Xorshift {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `n`, which is not 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The number of seeds of `properties`.
const SEEDS: u64 = 10;

/// The working folder of the steps.
pub(crate) fn folder() -> Result<PathBuf, String> {
    let folder = target().join("accept");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// The release build of an example. The whole workspace is always built with the same features, so that nothing is
/// compiled twice.
pub(crate) fn example(name: &str) -> Result<PathBuf, String> {
    let build = ["build", "--release", "--locked", "--workspace", "--example"];
    execute(cargo(&build).arg(name))?;
    Ok(target().join("release/examples").join(name))
}

/// The release build of the command line.
pub(crate) fn build() -> Result<PathBuf, String> {
    execute(&mut cargo(&[
        "build",
        "--release",
        "--locked",
        "--workspace",
    ]))?;
    Ok(target().join("release/noyau"))
}

/// The output and the exit status of a run of `noyau`.
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: Option<i32>,
}

/// Runs `noyau` in the working folder.
pub(crate) fn noyau(program: &PathBuf, args: &[&str]) -> Result<Run, String> {
    println!("$ noyau {}", args.join(" "));
    let begin = Instant::now();
    let output = Command::new(program)
        .args(args)
        .current_dir(folder()?)
        .env("LANG", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{} did not start: {error}", program.display()))?;
    println!("  {:.1} s", begin.elapsed().as_secs_f64());
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok(Run {
        out: text(output.stdout),
        err: text(output.stderr),
        status: output.status.code(),
    })
}

/// Runs `noyau`, which must succeed with an answer that contains a text.
fn answers(program: &PathBuf, args: &[&str], wanted: &str) -> Result<(), String> {
    let run = noyau(program, args)?;
    if run.status == Some(0) && run.out.contains(wanted) {
        return Ok(());
    }
    let start: String = run.out.chars().take(500).collect();
    Err(format!(
        "`{wanted}` is wanted in the answer; status {:?}, printed\n{start}\n{}",
        run.status, run.err
    ))
}

/// Starts `noyau` in the working folder, without output.
pub(crate) fn start(program: &PathBuf, args: &[&str]) -> Result<Child, String> {
    Command::new(program)
        .args(args)
        .current_dir(folder()?)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{} did not start: {error}", program.display()))
}

/// Starts `noyau` in the working folder, and kills it when a condition holds.
pub(crate) fn kill_when(
    program: &PathBuf,
    args: &[&str],
    there: impl Fn() -> bool,
) -> Result<(), String> {
    let mut child = start(program, args)?;
    let begun = Instant::now();
    while !there() {
        if begun.elapsed() > Duration::from_mins(10) {
            return Err(format!("`noyau {}` does not get on", args.join(" ")));
        }
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().map_err(|error| error.to_string())?;
    child.wait().map_err(|error| error.to_string())?;
    Ok(())
}

fn install() -> Result<(), String> {
    let place = folder()?.join("installed");
    let args = [
        "install",
        "--locked",
        "--force",
        "--path",
        "crates/noyau-cli",
        "--root",
    ];
    execute(cargo(&args).arg(&place))?;
    answers(&place.join("bin/noyau"), &["games"], "chomp")
}

fn properties() -> Result<(), String> {
    let first = seed();
    for seed in first..first + SEEDS {
        println!("PROPTEST_RNG_SEED={seed}");
        execute(
            cargo(&[
                "test",
                "--quiet",
                "--release",
                "--locked",
                "--package",
                "noyau",
                "--tests",
            ])
            .env("PROPTEST_RNG_SEED", seed.to_string()),
        )
        .map_err(|why| format!("{why}, with PROPTEST_RNG_SEED={seed}"))?;
    }
    Ok(())
}

/// Checks that a run was rejected with one message that names the place.
fn refused(run: &Run, name: &str) -> Result<(), String> {
    let one_line = run.err.lines().count() == 1;
    if run.status == Some(2) && one_line && run.err.starts_with(&format!("{name}:1:")) {
        print!("  {}", run.err);
        return Ok(());
    }
    Err(format!(
        "one message with line and column and status 2 are wanted; status {:?}, said\n{}",
        run.status, run.err
    ))
}

fn one_line() -> Result<(), String> {
    const LENGTH: u64 = 4 << 30;
    let program = build()?;
    let name = "line.txt";
    let path = folder()?.join(name);
    // A sparse file reads as zeros and takes no disk space.
    File::create(&path)
        .and_then(|file| file.set_len(LENGTH))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    for format in [
        "json", "python", "list", "dot", "tgf", "edges", "matrix", "pg",
    ] {
        refused(
            &noyau(&program, &["graph", "info", name, "--format", format])?,
            name,
        )?;
    }
    fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;

    println!("$ … | noyau graph info - --format edges --max-bytes 64MiB");
    let mut child = Command::new(&program)
        .args([
            "graph",
            "info",
            "-",
            "--format",
            "edges",
            "--max-bytes",
            "64MiB",
        ])
        .env("LANG", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{} did not start: {error}", program.display()))?;
    let mut pipe = child.stdin.take().ok_or("there is no pipe")?;
    let block = b"a b ".repeat(1 << 14);
    let mut sent = 0;
    // The pipe breaks when the program has read enough.
    while sent < LENGTH && pipe.write_all(&block).is_ok() {
        sent += block.len() as u64;
    }
    drop(pipe);
    let output = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    if sent >= LENGTH {
        return Err("all of it was read".to_owned());
    }
    let run = Run {
        out: String::new(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        status: output.status.code(),
    };
    refused(&run, "-")
}

/// Writes a graph of 10,000,000 vertices and returns the name of the file.
fn generate(program: &PathBuf, kind: &str, seed: &str, extension: &str) -> Result<String, String> {
    let name = format!("{kind}.{extension}");
    let size = ["--vertices", "10000000", "--seed", seed];
    let args = [
        &["graph", "generate", "--kind", kind][..],
        &size,
        &["--output", &name],
    ];
    let run = noyau(program, &args.concat())?;
    if run.status == Some(0) {
        Ok(name)
    } else {
        Err(run.err)
    }
}

fn remove(name: &str) -> Result<(), String> {
    fs::remove_file(folder()?.join(name)).map_err(|error| format!("{name}: {error}"))
}

fn path() -> Result<(), String> {
    let program = build()?;
    let file = generate(&program, "path", "0", "edges")?;
    // The vertex at distance d from the end is won for the side to move exactly if d is odd: the even ones,
    // starting with 0.
    let proofs: [(&str, &[&str], &str); 6] = [
        (
            "solve",
            &["--quick"],
            "{\"first\":5000000,\"second\":5000000,\"draw\":0,\
             \"distance_sum\":49999995000000,\"distance_max\":9999999}",
        ),
        (
            "kernel",
            &[],
            "\"9999995\",\"9999997\",\"9999999\"],\"undecided\":[]",
        ),
        ("nimbers", &[], "\"9999997\":0,\"9999998\":1,\"9999999\":0}"),
        (
            "attractor",
            &["--player", "first"],
            "{\"0 first\":9999999,\"1 second\":9999998,",
        ),
        (
            "strategy",
            &[],
            "{\"winner\":\"first\",\"strategy\":{\"0\":\"1\",\"2\":\"3\",",
        ),
        ("info", &[], "\"longest\":9999999,"),
    ];
    for (command, options, wanted) in proofs {
        let args = [&["graph", command, &file], options, &["--json"]].concat();
        answers(&program, &args, wanted)?;
    }
    remove(&file)
}

fn growth() -> Result<(), String> {
    let mut nanoseconds = Vec::new();
    for vertices in [10_000, 100_000, 1_000_000, 10_000_000] {
        let mut best = f64::INFINITY;
        for _ in 0..5 {
            let line = measure(&["solve", "--vertices", &vertices.to_string()])?;
            let seconds = line.number("build")? + line.number("solve")?;
            best = best.min(seconds * 1e9 / line.number("edges")?);
        }
        println!("{vertices} vertices: {best:.1} ns an edge");
        nanoseconds.push(best);
    }
    let least = nanoseconds.iter().copied().fold(f64::INFINITY, f64::min);
    let most = nanoseconds.iter().copied().fold(0.0, f64::max);
    if most <= 2.0 * least {
        Ok(())
    } else {
        Err(format!(
            "the slowest size takes {:.2} times the fastest",
            most / least
        ))
    }
}

fn pictures() -> Result<(), String> {
    for (test, seconds) in [
        ("draw::two_thousand_vertices", 1.5),
        ("draw::a_large_arena", 5.0),
    ] {
        let mut command = release_tests("library", test)?;
        let begin = Instant::now();
        execute(&mut command)?;
        let taken = begin.elapsed().as_secs_f64();
        if taken > seconds {
            return Err(format!("{test} takes {taken:.1} s of {seconds} s"));
        }
    }
    Ok(())
}

fn random_arena() -> Result<(), String> {
    let program = build()?;
    let file = generate(&program, "alternating", "42", "pg")?;
    // Counted by an independent program on the same arena: 38,000,668 edges, 5% sinks, seed 42.
    let counts = "\"counts\":{\"first\":3017450,\"second\":2991003,\"draw\":3991547,\
                  \"distance_sum\":39601239,\"distance_max\":155}";
    for threads in ["1", "2"] {
        let args = [
            "graph",
            "solve",
            &file,
            "--quick",
            "--json",
            "--timings",
            "--threads",
            threads,
        ];
        answers(&program, &args, counts)?;
    }
    remove(&file)
}

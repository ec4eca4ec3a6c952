//! Measures the solvers on large graphs. One process, one measurement: memory that an earlier one left behind would
//! flatter the next.
//!
//! ```text
//! cargo run --release -p noyau --example graph_speed -- solve --vertices 10000000 --threads 2
//! ```
//!
//! | task | graph | what is timed |
//! |---|---|---|
//! | `solve` | random, alternating, 5 % sinks, seed 42 | predecessors, then outcome and distance for both sides |
//! | `kernel`, `nimbers` | random, without cycles, 4 moves a vertex, seed 42 | predecessors, then the kernel or the nimbers |
//! | `path` | a path | predecessors, then outcome and distance |
//!
//! `--file FILE` solves an arena in binary instead: the numbers of vertices and edges (64 bits), where rows start and at
//! last where they end, the targets (32 bits each) and the owners (a byte each), all little-endian.
//!
//! It prints one line of words `name=value`: CPU seconds of `build` and `solve`, `wall` seconds of both together, peak
//! `memory` of the process in bytes (0 where the system does not tell), and what the answer can be recognised by.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stdout,
    reason = "a program, whose figures go to the standard output"
)]

use noyau::arena::{Arena, Draft, Rows, generate};
use noyau::solve::kernel::{self, Mark};
use noyau::solve::{nimbers, retrograde};
use noyau::{Side, Value};
use std::fs::File;
use std::io::{BufReader, Read};
use std::time::Instant;

const SEED: u64 = 42;

fn main() -> Result<(), String> {
    let mut task = None;
    let mut vertices = 10_000_000;
    let mut threads = 1;
    let mut file = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || {
            let value = arguments.next();
            value.ok_or_else(|| format!("{argument} needs a value"))
        };
        let number = |text: String| {
            let number = text.parse();
            number.map_err(|_| format!("{text} is not a number"))
        };
        match argument.as_str() {
            "--vertices" => vertices = number(value()?)?,
            "--threads" => threads = number(value()?)?,
            "--file" => file = Some(value()?),
            word if task.is_none() && !word.starts_with('-') => task = Some(argument),
            word => return Err(format!("unknown: {word}")),
        }
    }
    let task = task.unwrap_or_else(|| "solve".to_owned());
    let draft = match (&file, task.as_str()) {
        (Some(file), _) => read(file).map_err(|error| format!("{file}: {error}"))?,
        (None, "solve") => generate::random_alternating(vertices, SEED, 5.0),
        (None, "kernel" | "nimbers") => generate::random_acyclic(vertices, 4, SEED),
        (None, "path") => generate::path(vertices),
        (None, word) => {
            return Err(format!(
                "unknown task {word}: solve, kernel, nimbers or path"
            ));
        }
    };

    let wall = Instant::now();
    let start = cpu_seconds();
    let arena = Arena::with_threads(draft, threads);
    let built = cpu_seconds();
    let (solved, wall, answer) = match task.as_str() {
        "kernel" => {
            let marks = kernel::kernel(arena.graph(), threads);
            let (solved, wall) = (cpu_seconds(), wall.elapsed());
            let lost = marks.iter().filter(|&&mark| mark == Mark::Lost).count();
            (solved, wall, format!("kernel={lost}"))
        }
        "nimbers" => {
            let nimbers = nimbers::nimbers(arena.graph())
                .map_err(|cycle| format!("a cycle of {} vertices", cycle.0.len()))?;
            let (solved, wall) = (cpu_seconds(), wall.elapsed());
            let zero = nimbers.iter().filter(|&&nimber| nimber == 0).count();
            let greatest = nimbers.iter().max().unwrap_or(&0);
            (solved, wall, format!("zero={zero} greatest={greatest}"))
        }
        _ => {
            let solution = retrograde::solve(&arena, threads);
            let (solved, wall) = (cpu_seconds(), wall.elapsed());
            let counts = solution.counts(&arena);
            let answer = format!(
                "first={} second={} draw={} distance_sum={} distance_max={}",
                counts.first, counts.second, counts.draw, counts.distance_sum, counts.distance_max
            );
            if task == "path" && !arena.is_empty() && solution.value(0) == Value::Draw {
                return Err("the path is drawn".to_owned());
            }
            (solved, wall, answer)
        }
    };
    println!(
        "task={task} vertices={} edges={} threads={threads} build={:.6} solve={:.6} wall={:.6} memory={} {answer}",
        arena.len(),
        arena.graph().edges(),
        built - start,
        solved - built,
        wall.as_secs_f64(),
        peak_memory(),
    );
    Ok(())
}

/// Reads an arena in binary.
fn read(path: &str) -> std::io::Result<Draft> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut eight = || {
        let mut bytes = [0; 8];
        file.read_exact(&mut bytes)?;
        std::io::Result::Ok(u64::from_le_bytes(bytes) as usize)
    };
    let (vertices, edges) = (eight()?, eight()?);
    let mut words = |count: usize| {
        let mut words = Vec::with_capacity(count);
        let mut bytes = [0; 4];
        for _ in 0..count {
            file.read_exact(&mut bytes)?;
            words.push(u32::from_le_bytes(bytes));
        }
        std::io::Result::Ok(words)
    };
    let offsets = words(vertices + 1)?;
    let targets = words(edges)?;
    let mut owners = Vec::with_capacity(vertices);
    for owner in file.bytes().take(vertices) {
        owners.push(if owner? == 0 {
            Side::First
        } else {
            Side::Second
        });
    }
    Ok(Draft {
        owners: Some(owners),
        ..Draft::plain(Rows::from_parts(offsets, targets))
    })
}

/// The processor time of all threads so far.
#[cfg(unix)]
fn cpu_seconds() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The processor time of all threads so far: 0 where it cannot be read, and only `wall` tells something.
#[cfg(not(unix))]
fn cpu_seconds() -> f64 {
    0.0
}

/// The most memory the process has held, in bytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok());
    kibibytes.unwrap_or(0u64) * 1024
}

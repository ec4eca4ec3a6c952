//! The page's server under load and under attack.

use crate::accept::seed;
use crate::steps::{cargo, execute, release_tests, target};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// The number of concurrent connections, and the duration in seconds.
const CONNECTIONS: u32 = 64;
const SECONDS: u32 = 60;
/// The required requests per second.
const WANTED: f64 = 5000.0;
/// The allowed growth of memory under a steady load, in KiB.
const GROWTH: u64 = 32 << 10;

/// The requests: positions along games of some small games, all different, so that no answer can be cached.
const SCRIPT: &str = r#"
local games = {
  { "connect4:4x4", { "1", "2", "3", "4" } },
  { "connect4:4x4", { "4", "3", "2", "1" } },
  { "connect4:5x3", { "1", "2", "3", "4", "5" } },
  { "nim:7,8,9", { "1:1", "2:1", "3:1", "2:2", "3:2" } },
  { "tictactoe", { "b2", "a1", "c3", "a3", "c1" } },
  { "chomp:4x7", { "g4", "f4", "e4", "g3", "d4" } },
  { "kalah:3,2", { "1" } },
}
local number = 0
request = function()
  number = number + 1
  local game = games[number % #games + 1]
  local moves = {}
  local all = game[2]
  for i = 1, math.floor(number / #games) % (#all + 1) do moves[#moves + 1] = all[i] end
  return wrk.format("GET", "/api/values?game=" .. game[1] .. "&after=" .. table.concat(moves, ",") .. "&seconds=9." .. number)
end
"#;

/// A server that ends with the step.
pub(crate) struct Server {
    child: Child,
    url: String,
}

impl Server {
    pub(crate) fn start() -> Result<Self, String> {
        execute(&mut cargo(&["build", "--release", "--locked"]))?;
        Self::start_with(&[])
    }

    /// Starts the program that was built, with those options.
    pub(crate) fn start_with(options: &[&str]) -> Result<Self, String> {
        let mut child = Command::new(target().join("release/noyau"))
            .args(["serve", "--port", "0"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the server did not start: {error}"))?;
        let mut line = String::new();
        if let Some(out) = child.stdout.as_mut() {
            let read = BufReader::new(out).read_line(&mut line);
            read.map_err(|error| format!("the server says nothing: {error}"))?;
        }
        let url = line.split(' ').find(|word| word.starts_with("http://"));
        let url = url.unwrap_or_default().to_owned();
        Ok(Self { child, url })
    }

    /// Its host and port.
    pub(crate) fn host(&self) -> &str {
        let host = self.url.trim_start_matches("http://");
        host.trim_end_matches('/')
    }

    /// Its memory in KiB.
    pub(crate) fn memory(&self) -> Result<u64, String> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.ok_or_else(|| "the system does not tell the memory of a process".to_owned())
    }

    /// Sends requests for that many seconds, and returns the output of wrk.
    fn ask(&self, seconds: u32) -> Result<String, String> {
        let script = target().join("page-load.lua");
        fs::write(&script, SCRIPT).map_err(|error| error.to_string())?;
        let output = Command::new("wrk")
            .args(["-t1", "--latency", "--timeout", "10s"])
            .arg(format!("-c{CONNECTIONS}"))
            .arg(format!("-d{seconds}s"))
            .arg("-s")
            .arg(script)
            .arg(&self.url)
            .output()
            .map_err(|error| format!("wrk did not start: {error}"))?;
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        print!("{report}");
        Ok(report)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Exact values under concurrent load.
pub(crate) fn load() -> Result<(), String> {
    if Command::new("wrk").arg("--version").output().is_err() {
        println!("wrk is not installed (its package is called wrk): nothing is measured");
        return Ok(());
    }
    let server = Server::start()?;
    // The first requests fill the cache: memory settles.
    let first = server.ask(5)?;
    let before = server.memory()?;
    let report = server.ask(SECONDS)?;
    let after = server.memory()?;
    println!("memory: {before} KiB before, {after} KiB after");
    for trouble in ["Non-2xx", "Socket errors"] {
        let mut lines = first.lines().chain(report.lines());
        if let Some(line) = lines.find(|line| line.contains(trouble)) {
            return Err(line.trim().to_owned());
        }
    }
    let rate = report
        .lines()
        .find_map(|line| line.trim().strip_prefix("Requests/sec:"))
        .and_then(|rate| rate.trim().parse::<f64>().ok());
    let rate = rate.ok_or("wrk does not tell how many requests were answered")?;
    if rate < WANTED {
        return Err(format!("{rate} requests a second, of {WANTED}"));
    }
    if after > before + GROWTH {
        return Err(format!("memory grew from {before} to {after} KiB"));
    }
    Ok(())
}

/// Malformed and hostile requests, many more than in the tests and different every time.
pub(crate) fn hostile() -> Result<(), String> {
    let mut command = release_tests("api", "hostile")?;
    command.env("NOYAU_HOSTILE_REQUESTS", "100000");
    command.env("NOYAU_HOSTILE_SEED", seed().to_string());
    execute(&mut command)
}

//! Builds the fuzzer on the stable toolchain and runs each of its targets for a minute.
//!
//! The seed of the fuzzer is fixed and it starts from the graphs of the repository, so that two runs on one machine
//! try nearly the same inputs. Failing inputs are kept in `target/fuzz/`. The tests of `noyau-games` run the same
//! targets without the fuzzer, on a fixed number of inputs.

use crate::steps::{cargo, execute, root, shown, target};
use crate::system::{provide, runs};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The fuzz targets are a separate workspace, because they are built with other flags.
pub(crate) const MANIFEST: &str = "fuzz/Cargo.toml";

/// The time per target.
const SECONDS: &str = "60";

/// Folders of small seed inputs; missing ones are skipped.
const SEEDS: &[&str] = &[
    "examples/graphs",
    "examples/trees",
    "crates/noyau/tests/malformed",
];

/// Its flags instrument the code with edge counters, so that the fuzzer recognises new coverage.
const COVERAGE: &str = "fuzz/.cargo/config.toml";

pub(crate) fn run() -> Result<(), String> {
    need_cpp_compiler()?;
    let built = target().join("fuzz");
    execute(
        cargo(&["build", "--release", "--locked"])
            .args(["--manifest-path", MANIFEST, "--config", COVERAGE])
            .env("CARGO_TARGET_DIR", &built)
            // Flags of the environment would replace those of the instrumentation.
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS"),
    )?;
    let program = built.join(host()?).join("release/fuzz");
    let targets = targets()?;
    // Two at a time: each is one thread.
    for pair in targets.chunks(2) {
        std::thread::scope(|scope| {
            let runs: Vec<_> = pair
                .iter()
                .map(|target| scope.spawn(|| run_target(target, &program, &built)))
                .collect();
            runs.into_iter().try_for_each(|run| match run.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })?;
    }
    Ok(())
}

fn run_target(target: &str, program: &Path, built: &Path) -> Result<(), String> {
    let failing = |error: std::io::Error| format!("{target}: {error}");
    // Discard earlier findings: the same commit should try the same inputs.
    let found = built.join("corpus").join(target);
    if found.exists() {
        std::fs::remove_dir_all(&found).map_err(failing)?;
    }
    std::fs::create_dir_all(&found).map_err(failing)?;
    let failures = built.join("failures");
    std::fs::create_dir_all(&failures).map_err(failing)?;

    let mut command = Command::new(program);
    command
        .current_dir(root())
        .args([
            "-seed=1",
            "-max_len=4096",
            "-timeout=10",
            "-rss_limit_mb=2048",
        ])
        .arg(format!("-max_total_time={SECONDS}"))
        .arg(format!("-artifact_prefix={}/{target}-", failures.display()))
        .arg(&found)
        .args(seeds(target))
        .env("NOYAU_FUZZ", target)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null());
    let output = command
        .output()
        .map_err(|error| format!("{target} did not start: {error}"))?;
    let log = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let lines: Vec<_> = log.lines().collect();
        let tail = lines[lines.len().saturating_sub(40)..].join("\n");
        return Err(format!(
            "{target} ended with {}:\n{tail}\nthe input is in {}; the command was\n{}",
            output.status,
            failures.display(),
            shown(&command)
        ));
    }
    // A run without instrumentation would always pass.
    if !log.contains("inline 8-bit counters") || log.contains("no interesting inputs were found") {
        return Err(format!("{target} counts no edges:\n{log}"));
    }
    let done = log.lines().rfind(|line| line.starts_with("Done "));
    println!(
        "{target}: {}",
        done.unwrap_or("Done").trim_start_matches("Done ")
    );
    Ok(())
}

/// The seed folders of a target.
fn seeds(target: &str) -> Vec<PathBuf> {
    let own = PathBuf::from("fuzz/seeds").join(target);
    let shared = SEEDS.iter().map(PathBuf::from);
    let all = std::iter::once(own).chain(shared);
    all.filter(|folder| root().join(folder).is_dir()).collect()
}

/// The names of the targets, from the list in the sources.
fn targets() -> Result<Vec<String>, String> {
    let path = root().join("fuzz/src/lib.rs");
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let names: Vec<String> = text
        .lines()
        .filter_map(|line| Some(line.strip_prefix("    (\"")?.split_once('"')?.0.to_owned()))
        .collect();
    if names.is_empty() {
        return Err(format!("{} has no target", path.display()));
    }
    Ok(names)
}

fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|error| format!("rustc did not start: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "rustc -vV names no host".to_owned())
}

/// The fuzzer is written in C++.
fn need_cpp_compiler() -> Result<(), String> {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let advice = format!(
        "the fuzzer needs a C++ compiler and `{compiler}` does not run; install one (Debian, Ubuntu: `apt install g++`; \
         Fedora: `dnf install gcc-c++`; macOS: `xcode-select --install`) or name one in CXX"
    );
    provide(|| runs(&compiler, &["--version"]), &["g++"], &advice)
}

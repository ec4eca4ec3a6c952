//! A list of named steps, run in order until one fails, with their times at the end.
//!
//! Steps that mostly wait, for the network or a browser, run in parallel with those that compile: one after
//! another, each as a process whose output is shown when it ends.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// A check.
pub(crate) struct Step {
    /// Its name for `--only`.
    pub(crate) name: &'static str,
    /// What it checks, in one line.
    pub(crate) shows: &'static str,
    /// Runs it; the error says what failed.
    pub(crate) run: fn() -> Result<(), String>,
    /// Whether it runs in parallel with the following steps.
    pub(crate) beside: bool,
}

impl Step {
    /// A step that runs alone.
    pub(crate) const fn new(
        name: &'static str,
        shows: &'static str,
        run: fn() -> Result<(), String>,
    ) -> Self {
        Self {
            name,
            shows,
            run,
            beside: false,
        }
    }

    /// Makes it run in parallel with the following steps.
    pub(crate) const fn beside(self) -> Self {
        Self {
            beside: true,
            ..self
        }
    }
}

/// The result of a step.
struct Ended {
    name: &'static str,
    time: Duration,
    result: Result<(), String>,
}

impl Ended {
    fn of(step: &'static Step, run: impl FnOnce() -> Result<(), String>) -> Self {
        let begin = Instant::now();
        let result = run();
        Self {
            name: step.name,
            time: begin.elapsed(),
            result,
        }
    }
}

/// Runs the steps selected by the arguments. The last line printed is `N passed, N failed`.
pub(crate) fn run(steps: &'static [Step], args: &[String]) -> Result<ExitCode, String> {
    if let [option, name] = args
        && option == ALONE
    {
        let step = steps.iter().find(|step| step.name == name);
        let step = step.ok_or_else(|| format!("there is no step {name:?}"))?;
        return (step.run)().map(|()| ExitCode::SUCCESS);
    }
    let Some(chosen) = choose(steps, args)? else {
        let width = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
        for Step { name, shows, .. } in steps {
            println!("{name:width$}  {shows}");
        }
        return Ok(ExitCode::SUCCESS);
    };
    let begin = Instant::now();
    let ended = run_all(&chosen);
    for Ended { name, result, .. } in &ended {
        if let Err(why) = result {
            let command = std::env::args().nth(1).unwrap_or_default();
            println!("\n{name} failed: {why}");
            println!("to repeat it alone: cargo xtask {command} --only {name}");
        }
    }
    print!("\n{}", table(&chosen, &ended, begin.elapsed()));
    let passed = ended.iter().filter(|step| step.result.is_ok()).count();
    let failed = ended.len() - passed;
    println!("{passed} passed, {failed} failed");
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Runs steps until one fails. Parallel steps that have started are completed.
fn run_all(chosen: &[&'static Step]) -> Vec<Ended> {
    let (queue, waiting) = channel();
    let (sender, finished) = channel();
    let failed = AtomicBool::new(false);
    // Determined now: a step that builds the workspace replaces the file.
    let program = std::env::current_exe();
    let mut ended: Vec<Ended> = Vec::new();
    std::thread::scope(|scope| {
        let (failed, program) = (&failed, &program);
        scope.spawn(move || run_beside(program, &waiting, &sender, failed));
        for &step in chosen {
            ended.extend(finished.try_iter());
            if failed.load(Ordering::Relaxed) {
                break;
            }
            if step.beside && chosen.len() > 1 {
                // The receiver ends only when this queue is closed.
                let _ = queue.send(step);
                continue;
            }
            println!("\n=== {}: {} ===", step.name, step.shows);
            let now = Ended::of(step, step.run);
            failed.fetch_or(now.result.is_err(), Ordering::Relaxed);
            ended.push(now);
        }
        drop(queue);
        ended.extend(finished);
    });
    ended
}

/// Runs the steps of a queue as processes, until any step fails.
fn run_beside(
    program: &std::io::Result<PathBuf>,
    waiting: &Receiver<&'static Step>,
    sender: &Sender<Ended>,
    failed: &AtomicBool,
) {
    for step in waiting {
        if failed.load(Ordering::Relaxed) {
            break;
        }
        let mut output = String::new();
        let ended = Ended::of(step, || {
            let result = match program {
                Ok(program) => run_as_process(program, step, &mut output),
                Err(error) => Err(format!("this program: {error}")),
            };
            println!(
                "\n=== {}: {} ===\n{}",
                step.name,
                step.shows,
                output.trim_end()
            );
            result
        });
        failed.fetch_or(ended.result.is_err(), Ordering::Relaxed);
        // The receiver lives until the end.
        let _ = sender.send(ended);
    }
}

/// The option that runs one step of a command in this process, with no output but its own.
const ALONE: &str = "--alone";

fn run_as_process(program: &Path, step: &Step, output: &mut String) -> Result<(), String> {
    let text = |error: std::io::Error| format!("{}: {error}", program.display());
    let log = target().join(format!("xtask-{}.log", step.name));
    let file = File::create(&log).map_err(text)?;
    let status = Command::new(program)
        .args(std::env::args().nth(1))
        .args([ALONE, step.name])
        .stdin(Stdio::null())
        .stderr(file.try_clone().map_err(text)?)
        .stdout(file)
        .status()
        .map_err(text)?;
    *output = fs::read_to_string(&log).map_err(text)?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("its output is above and in {}", log.display()))
    }
}

/// The steps to run, or `None` to list them.
fn choose(steps: &'static [Step], args: &[String]) -> Result<Option<Vec<&'static Step>>, String> {
    let mut chosen = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--list" => return Ok(None),
            "--only" => {
                let name = args.next().map_or("", String::as_str);
                let step = steps.iter().find(|step| step.name == name);
                chosen.push(step.ok_or_else(|| {
                    let names: Vec<_> = steps.iter().map(|step| step.name).collect();
                    format!(
                        "there is no step {name:?}; the steps are {}",
                        names.join(", ")
                    )
                })?);
            }
            other => {
                return Err(format!(
                    "{other:?} is no option; the options are --list and --only STEP"
                ));
            }
        }
    }
    if chosen.is_empty() {
        chosen = steps.iter().collect();
    }
    Ok(Some(chosen))
}

fn table(chosen: &[&Step], ended: &[Ended], together: Duration) -> String {
    use std::fmt::Write;
    let names = chosen.iter().map(|step| step.name).chain(["together"]);
    let width = names.map(str::len).max().unwrap_or(0);
    let mut out = String::new();
    for step in chosen {
        let line = match ended.iter().find(|ended| ended.name == step.name) {
            None => "       -  not run".to_owned(),
            Some(ended) => {
                let verdict = ended.result.as_ref().map_or("FAILED", |()| "passed");
                let beside = if step.beside { ", beside others" } else { "" };
                format!("{:6.1} s  {verdict}{beside}", ended.time.as_secs_f64())
            }
        };
        let _ = writeln!(out, "{:width$}  {line}", step.name);
    }
    let _ = writeln!(
        out,
        "{:width$}  {:6.1} s",
        "together",
        together.as_secs_f64()
    );
    out
}

/// The root folder of the repository.
pub(crate) fn root() -> PathBuf {
    let mut root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.pop();
    root
}

/// The target folder of cargo.
pub(crate) fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// Cargo in the root folder, with those arguments. Nothing is built twice here, so incremental compilation would
/// only cost time.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command.env("CARGO_INCREMENTAL", "0");
    command
}

/// Runs a command, with its output shown as it comes.
pub(crate) fn execute(command: &mut Command) -> Result<(), String> {
    let shown = shown(command);
    println!("$ {shown}");
    let status = command
        .status()
        .map_err(|error| format!("`{shown}` did not start: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{shown}` ended with {status}"))
    }
}

/// The release build of the tests of that program whose names contain a text. A text that matches no test would
/// pass.
pub(crate) fn release_tests(program: &str, filter: &str) -> Result<Command, String> {
    let mut command = cargo(&["test", "--release", "--locked", "--workspace"]);
    command.args(["--test", program, filter]);
    let mut list = cargo(&[]);
    list.args(command.get_args()).args(["--", "--list"]);
    let listed = list.stderr(Stdio::inherit()).output();
    let listed = listed.map_err(|error| format!("`{}`: {error}", shown(&list)))?;
    if String::from_utf8_lossy(&listed.stdout).contains(": test") {
        Ok(command)
    } else {
        Err(format!("`{}` names no test", shown(&list)))
    }
}

/// A command as typed.
pub(crate) fn shown(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let mut words = vec![program.file_name().map_or_else(
        || program.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )];
    words.extend(
        command
            .get_args()
            .map(|arg| arg.to_string_lossy().into_owned()),
    );
    words.join(" ")
}

/// Builds everything for the tests, the page and the wheel. Every step names the whole workspace: a single crate
/// would be built with other features of its dependencies, and all games again. Examples are only checked by the
/// linter.
pub(crate) fn build_all() -> Result<(), String> {
    let kinds = ["--lib", "--bins", "--tests"];
    execute(cargo(&["build", "--workspace", "--locked"]).args(kinds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_ends_the_run() {
        static STEPS: &[Step] = &[
            Step::new("good", "", || Ok(())),
            Step::new("bad", "", || Err("because".to_owned())),
            Step::new("never", "", || unreachable!()),
            Step::new("nor", "", || unreachable!()).beside(),
        ];
        let chosen: Vec<_> = STEPS.iter().collect();
        let ended = run_all(&chosen);
        let names: Vec<_> = ended.iter().map(|step| step.name).collect();
        assert_eq!(names, ["good", "bad"]);
        let table = table(&chosen, &ended, Duration::ZERO);
        for line in [
            "good         0.0 s  passed",
            "bad          0.0 s  FAILED",
            "never            -  not run",
        ] {
            assert!(table.contains(line), "{table}");
        }
    }
}

//! A list of named steps, run in order until one fails, with their times at the end.

use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// One thing that must hold.
pub(crate) struct Step {
    /// What `--only` calls it.
    pub(crate) name: &'static str,
    /// What it shows, in a line.
    pub(crate) shows: &'static str,
    /// Does it; the error says what does not hold.
    pub(crate) run: fn() -> Result<(), String>,
}

/// Runs the steps that the arguments choose. The last line printed is `N passed, N failed`.
pub(crate) fn run(steps: &'static [Step], args: &[String]) -> Result<ExitCode, String> {
    let Some(chosen) = choose(steps, args)? else {
        let width = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
        for Step { name, shows, .. } in steps {
            println!("{name:width$}  {shows}");
        }
        return Ok(ExitCode::SUCCESS);
    };
    let mut times: Vec<(&str, Duration)> = Vec::new();
    let mut failure = None;
    for step in &chosen {
        println!("\n=== {}: {} ===", step.name, step.shows);
        let begin = Instant::now();
        let result = (step.run)();
        times.push((step.name, begin.elapsed()));
        if let Err(why) = result {
            let command = std::env::args().nth(1).unwrap_or_default();
            let name = step.name;
            println!("\n{name} failed: {why}");
            println!("to repeat it alone: cargo xtask {command} --only {name}");
            failure = Some(step.name);
            break;
        }
    }
    print!("\n{}", table(&chosen, &times, failure));
    let passed = times.len() - usize::from(failure.is_some());
    println!("{passed} passed, {} failed", times.len() - passed);
    Ok(if failure.is_none() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The steps to run, or `None` if they are only to be listed.
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

fn table(chosen: &[&Step], times: &[(&str, Duration)], failure: Option<&str>) -> String {
    use std::fmt::Write;
    let names = chosen.iter().map(|step| step.name).chain(["together"]);
    let width = names.map(str::len).max().unwrap_or(0);
    let mut out = String::new();
    for (i, step) in chosen.iter().enumerate() {
        let name = step.name;
        let line = match times.get(i) {
            None => format!("{name:width$}         -  not run"),
            Some((_, time)) => {
                let verdict = if failure == Some(name) {
                    "FAILED"
                } else {
                    "passed"
                };
                format!("{name:width$}  {:6.1} s  {verdict}", time.as_secs_f64())
            }
        };
        let _ = writeln!(out, "{line}");
    }
    let total: f64 = times.iter().map(|(_, time)| time.as_secs_f64()).sum();
    let _ = writeln!(out, "{:width$}  {total:6.1} s", "together");
    out
}

/// The folder of the repository.
pub(crate) fn root() -> PathBuf {
    let mut root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.pop();
    root
}

/// The folder that cargo builds in.
pub(crate) fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// Cargo in the folder of the repository, with those arguments.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// Runs a command to its end, its output shown as it comes.
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

/// The release build of the tests of that program whose names hold that text. A text that no test holds would pass.
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

/// A command as one would type it.
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

/// What the tests, the page and the wheel are made of. Every step names all of it: a crate by itself would be built with
/// other features of what it uses, and all games once more. Examples are checked by the linter only.
pub(crate) const BUILT: [&str; 5] = ["--workspace", "--lib", "--bins", "--tests", "--locked"];

/// Builds it.
pub(crate) fn build_all() -> Result<(), String> {
    execute(cargo(&["build"]).args(BUILT))
}

//! `cargo xtask mutants`: puts bugs into the rules, which the laws and facts must detect.
//!
//! A copy of the games is built with one bug in each of several games at once, and then the conformance test of
//! each of these games runs its laws and facts. The bugs of one build are in different games, none of which uses
//! the sources of another, so that they do not interact. Games without a bug in a build are excluded, since
//! building them is what takes the time. The rest of the workspace is linked, not copied, and the crates already
//! built for the tests are reused.

mod list;

use self::list::MUTANTS;
use crate::steps::{cargo, root, target};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// One deliberate bug.
pub(crate) struct Mutant {
    game: &'static str,
    /// The resulting error in the rules.
    bug: &'static str,
    /// A text that occurs exactly once in the sources of the game.
    from: &'static str,
    to: &'static str,
}

/// The time limit of a test. A bug can make a game endless, which counts as detected; the slowest test takes three
/// seconds.
const PATIENCE: Duration = Duration::from_mins(2);

/// `cargo xtask mutants`.
pub(crate) fn command(args: &[String]) -> Result<(), String> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        [] => all(),
        ["--list"] => {
            for Mutant {
                game, bug, from, ..
            } in MUTANTS
            {
                println!("{game}: {bug} (`{from}`)");
            }
            Ok(())
        }
        ["--game", names] => {
            let names: Vec<&str> = names.split(',').collect();
            let is_known = |name: &str| MUTANTS.iter().any(|mutant| mutant.game == name);
            if let Some(name) = names.iter().find(|name| !is_known(name)) {
                return Err(format!("no bug is known for a game {name:?}"));
            }
            let chosen = MUTANTS.iter().filter(|mutant| names.contains(&mutant.game));
            kill(&chosen.collect::<Vec<_>>())
        }
        _ => Err(format!(
            "{:?} is not understood; nothing, --list or --game NAME[,NAME…] is",
            words.join(" ")
        )),
    }
}

/// Tests every bug of the list.
pub(crate) fn all() -> Result<(), String> {
    kill(&MUTANTS.iter().collect::<Vec<_>>())
}

/// Tests the first bug of a few small games, in one build.
pub(crate) fn few() -> Result<(), String> {
    let first = |game| {
        let mutant = MUTANTS.iter().find(|mutant| mutant.game == game);
        mutant.ok_or_else(|| format!("no bug is known for a game {game:?}"))
    };
    let chosen: Result<Vec<_>, _> = ["chomp", "dots", "nim", "tictactoe"]
        .into_iter()
        .map(first)
        .collect();
    kill(&chosen?)
}

/// Requires that every bug is detected.
fn kill(mutants: &[&'static Mutant]) -> Result<(), String> {
    let games = games()?;
    if let Some(game) = games
        .iter()
        .find(|game| MUTANTS.iter().all(|m| m.game != **game))
    {
        return Err(format!("xtask/src/mutants/list.rs has no bug for {game}"));
    }
    let ties = Ties::read(&games)?;
    let scratch = Scratch::new()?;
    let mut survivors = Vec::new();
    for round in rounds(mutants, &games, &ties)? {
        for mutant in &round {
            scratch.apply(mutant)?;
        }
        // A build in which everything fails would detect every bug, so one game without a bug must pass.
        let Some(sound) = ties.untouched(&games, &round).last() else {
            return Err("a build has a bug in every game".to_owned());
        };
        let mut tested: Vec<&str> = round.iter().map(|mutant| mutant.game).collect();
        tested.push(sound);
        scratch.keep(&games, &tested, &ties)?;
        println!("building with {} bugs", round.len());
        let program = scratch.build().map_err(|why| {
            format!("a text of xtask/src/mutants/list.rs does not compile: {why}")
        })?;
        if let Verdict::Noticed(how) = scratch.test(&program, sound)? {
            return Err(format!("{sound} fails without any bug: {how}"));
        }
        for mutant in &round {
            let Mutant {
                game,
                bug,
                from,
                to,
            } = mutant;
            match scratch.test(&program, game)? {
                Verdict::Noticed(how) => println!("  noticed   {game}: {bug}\n            {how}"),
                Verdict::Passed => {
                    println!("  SURVIVED  {game}: {bug}");
                    survivors.push(format!("{game}: {bug}: `{from}` became `{to}`"));
                }
            }
        }
        scratch.refresh()?;
    }
    if survivors.is_empty() {
        println!("{} bugs, all noticed", mutants.len());
        Ok(())
    } else {
        Err(format!(
            "neither laws nor facts notice {} of {} bugs:\n{}",
            survivors.len(),
            mutants.len(),
            survivors.join("\n")
        ))
    }
}

/// The names of the games, from their registry.
fn games() -> Result<Vec<String>, String> {
    let path = root().join("crates/noyau-games/src/lib.rs");
    let text = fs::read_to_string(&path).map_err(|error| at(&path, &error))?;
    let modules = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod "));
    Ok(modules
        .map(|name| name.trim_end_matches(';').to_owned())
        .collect())
}

/// Assigns each bug to the first build without a bug of the same game or of a game that shares sources with it,
/// leaving one game untouched: that one must pass.
fn rounds(
    mutants: &[&'static Mutant],
    games: &[String],
    ties: &Ties,
) -> Result<Vec<Vec<&'static Mutant>>, String> {
    let mut rounds: Vec<Vec<&'static Mutant>> = Vec::new();
    for &mutant in mutants {
        let fits = |round: &Vec<&'static Mutant>| {
            let apart = |other: &&Mutant| !ties.between(other.game, mutant.game);
            let with: Vec<_> = round.iter().copied().chain([mutant]).collect();
            round.iter().all(apart) && ties.untouched(games, &with).next().is_some()
        };
        match rounds.iter().position(fits) {
            Some(i) => rounds[i].push(mutant),
            None if fits(&Vec::new()) => rounds.push(vec![mutant]),
            None => return Err(format!("a bug in {} touches every game", mutant.game)),
        }
    }
    Ok(rounds)
}

/// Pairs of games of which one uses the sources of the other.
struct Ties(Vec<[String; 2]>);

impl Ties {
    fn read(games: &[String]) -> Result<Self, String> {
        let mut ties = Vec::new();
        let folder = root().join("crates/noyau-games/src");
        for game in games {
            for path in sources(&folder, game)? {
                let text = fs::read_to_string(&path).map_err(|error| at(&path, &error))?;
                for other in games.iter().filter(|other| *other != game) {
                    let shared = sources(&folder, other)?.contains(&path);
                    if shared || text.contains(&format!("crate::{other}::")) {
                        ties.push([game.clone(), other.clone()]);
                    }
                }
            }
        }
        Ok(Self(ties))
    }

    /// Whether a game uses the sources of another.
    fn uses(&self, game: &str, other: &str) -> bool {
        self.0.iter().any(|[a, b]| a == game && b == other)
    }

    /// Whether they are the same game, or one uses the sources of the other.
    fn between(&self, a: &str, b: &str) -> bool {
        a == b || self.uses(a, b) || self.uses(b, a)
    }

    /// The games untouched by the bugs.
    fn untouched<'a>(
        &self,
        games: &'a [String],
        round: &[&Mutant],
    ) -> impl Iterator<Item = &'a str> {
        let free = |game: &&str| round.iter().all(|bug| !self.between(bug.game, game));
        games.iter().map(String::as_str).filter(free)
    }
}

/// Modules that several games share.
const SHARED: [&str; 2] = ["in_a_row", "sowing"];

/// The files of a game: `NAME.rs` and everything in the folder `NAME`, as far as they exist, and those of the
/// shared modules that they use.
fn sources(folder: &Path, game: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = own_sources(folder, game)?;
    for shared in SHARED {
        let name = format!("crate::{shared}::");
        let uses = |path: &PathBuf| fs::read_to_string(path).is_ok_and(|text| text.contains(&name));
        if found.iter().any(uses) {
            found.extend(own_sources(folder, shared)?);
        }
    }
    Ok(found)
}

/// `NAME.rs` and everything in the folder `NAME`.
fn own_sources(folder: &Path, game: &str) -> Result<Vec<PathBuf>, String> {
    let file = folder.join(format!("{game}.rs"));
    let mut found = Vec::new();
    if file.is_file() {
        found.push(file);
    }
    let folder = folder.join(game);
    if folder.is_dir() {
        files(&folder, &mut found)?;
    }
    Ok(found)
}

/// Appends the files of a folder, recursively.
fn files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(|error| at(folder, &error))? {
        let path = entry.map_err(|error| at(folder, &error))?.path();
        if path.is_dir() {
            files(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// The result of a test.
enum Verdict {
    Passed,
    /// With its message.
    Noticed(String),
}

/// A workspace like this one, with a copy of the games for the bugs.
///
/// All other crates are symbolic links at the same paths, so that cargo reuses their builds. The copy has its own
/// path, and shares nothing with the original games.
struct Scratch {
    folder: PathBuf,
}

/// The games, here and in the copy.
const GAMES: &str = "crates/noyau-games";
const COPY: &str = "mutated/noyau-games";

impl Scratch {
    fn new() -> Result<Self, String> {
        let scratch = Self {
            folder: target().join("mutants"),
        };
        // The crates may have changed.
        let crates = scratch.folder.join("crates");
        let _ = fs::remove_dir_all(&crates);
        fs::create_dir_all(&crates).map_err(|error| at(&crates, &error))?;
        let real = root().join("crates");
        for entry in fs::read_dir(&real).map_err(|error| at(&real, &error))? {
            let name =
                Path::new("crates").join(entry.map_err(|error| at(&real, &error))?.file_name());
            if name != Path::new(GAMES) {
                scratch.link(&name)?;
            }
        }
        for name in ["examples", "xtask"] {
            scratch.link(Path::new(name))?;
        }
        let manifest = root().join("Cargo.toml");
        let text = fs::read_to_string(&manifest).map_err(|error| at(&manifest, &error))?;
        let text = text
            .replace(
                "members = [\"crates/*\"",
                &format!("members = [\"{COPY}\", \"crates/*\""),
            )
            .replace(&format!("\"{GAMES}\""), &format!("\"{COPY}\""));
        write_if_new(&scratch.folder.join("Cargo.toml"), text.as_bytes())?;
        let lock = root().join("Cargo.lock");
        let lock = fs::read(&lock).map_err(|error| at(&lock, &error))?;
        write_if_new(&scratch.folder.join("Cargo.lock"), &lock)?;
        scratch.refresh()?;
        Ok(scratch)
    }

    fn link(&self, name: &Path) -> Result<(), String> {
        #[cfg(unix)]
        use std::os::unix::fs::symlink;
        #[cfg(windows)]
        use std::os::windows::fs::symlink_dir as symlink;
        let link = self.folder.join(name);
        // There is none the first time.
        let _ = fs::remove_file(&link);
        symlink(root().join(name), &link).map_err(|error| at(&link, &error))
    }

    /// Restores the copy. Only files that differ are written, so that only they are rebuilt.
    fn refresh(&self) -> Result<(), String> {
        let (from, to) = (root().join(GAMES), self.folder.join(COPY));
        let mut wanted = Vec::new();
        files(&from, &mut wanted)?;
        for path in &wanted {
            let place = path
                .strip_prefix(&from)
                .map_err(|error| error.to_string())?;
            let content = fs::read(path).map_err(|error| at(path, &error))?;
            write_if_new(&to.join(place), &content)?;
        }
        let mut present = Vec::new();
        files(&to, &mut present)?;
        for path in present {
            let place = path.strip_prefix(&to).map_err(|error| error.to_string())?;
            if !from.join(place).is_file() {
                fs::remove_file(&path).map_err(|error| at(&path, &error))?;
            }
        }
        Ok(())
    }

    fn apply(&self, mutant: &Mutant) -> Result<(), String> {
        let Mutant { game, from, to, .. } = mutant;
        let mut places = Vec::new();
        for path in sources(&self.folder.join(COPY).join("src"), game)? {
            let text = fs::read_to_string(&path).map_err(|error| at(&path, &error))?;
            places.extend(text.match_indices(from).map(|_| path.clone()));
        }
        let [path] = &places[..] else {
            return Err(format!(
                "`{from}` stands {} times in the sources of {game}, not once: change xtask/src/mutants/list.rs with the rules",
                places.len()
            ));
        };
        let text = fs::read_to_string(path).map_err(|error| at(path, &error))?;
        fs::write(path, text.replace(from, to)).map_err(|error| at(path, &error))
    }

    /// Reduces the list of games to the tested ones and those they use, so that no other is built.
    fn keep(&self, games: &[String], tested: &[&str], ties: &Ties) -> Result<(), String> {
        let wanted = |game: &&str| tested.iter().any(|one| one == game || ties.uses(one, game));
        let kept: Vec<&str> = games.iter().map(String::as_str).filter(wanted).collect();
        let path = self.folder.join(COPY).join("src/lib.rs");
        let text = fs::read_to_string(&path).map_err(|error| at(&path, &error))?;
        let lines = text.lines().map(|line| {
            let module = line.strip_prefix("pub mod ");
            let name = module.map(|module| module.trim_end_matches(';'));
            if line.trim_start().starts_with("$with! {") {
                format!("$with! {{ {} }}\n", kept.join(", "))
            } else if name.is_none_or(|name| kept.contains(&name)) {
                format!("{line}\n")
            } else {
                String::new()
            }
        });
        write_if_new(&path, lines.collect::<String>().as_bytes())
    }

    /// Builds the conformance tests. The whole workspace is named, so that cargo chooses the same features.
    fn build(&self) -> Result<PathBuf, String> {
        let output = cargo(&["test", "--no-run", "--workspace", "--test", "conformance"])
            .args(["--config", "profile.dev.package.noyau-games.opt-level=0"])
            .args(["--message-format", "json-render-diagnostics"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target())
            .output()
            .map_err(|error| format!("cargo did not start: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let messages = String::from_utf8_lossy(&output.stdout);
        let built = messages.lines().filter_map(|line| {
            let (_, rest) = line.split_once("\"executable\":\"")?;
            Some(rest.split_once('"')?.0)
        });
        built
            .map(PathBuf::from)
            .find(|path| {
                let name = path.file_name().and_then(|name| name.to_str());
                name.is_some_and(|name| name.starts_with("conformance"))
            })
            .ok_or_else(|| format!("cargo names no program:\n{messages}"))
    }

    /// Runs the laws and facts of one game.
    fn test(&self, program: &Path, game: &str) -> Result<Verdict, String> {
        let mut child = Command::new(program)
            .args(["--exact", game])
            .current_dir(self.folder.join(COPY))
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| at(program, &error))?;
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().map_err(|error| at(program, &error))? {
                break status;
            }
            if begin.elapsed() > PATIENCE {
                // It may have ended in the meantime.
                let _ = child.kill();
                let _ = child.wait();
                return Ok(Verdict::Noticed(format!(
                    "no end in {} s",
                    PATIENCE.as_secs()
                )));
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let mut report = String::new();
        if let Some(mut out) = child.stdout.take() {
            out.read_to_string(&mut report)
                .map_err(|error| at(program, &error))?;
        }
        if report.contains("test result: ok. 1 passed") {
            return Ok(Verdict::Passed);
        }
        if report.contains("running 0 tests") || status.success() {
            return Err(format!("there is no conformance test {game}:\n{report}"));
        }
        // The line after the location of the panic.
        let mut lines = report
            .lines()
            .skip_while(|line| !line.contains("panicked at"));
        let how = lines.nth(1).unwrap_or("it was aborted");
        Ok(Verdict::Noticed(how.chars().take(150).collect()))
    }
}

fn write_if_new(path: &Path, content: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|present| present == content) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
    }
    fs::write(path, content).map_err(|error| at(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds outdated texts at once, without a build.
    #[test]
    fn every_text_stands_once_in_its_game() {
        for Mutant { game, from, to, .. } in MUTANTS {
            let mut count = 0;
            for path in sources(&root().join("crates/noyau-games/src"), game).unwrap() {
                count += fs::read_to_string(path).unwrap().matches(from).count();
            }
            assert_eq!(count, 1, "`{from}` in {game}");
            assert_ne!(from, to);
        }
    }

    #[test]
    fn no_build_has_two_bugs_that_meet() {
        let all: Vec<_> = MUTANTS.iter().collect();
        let games = games().unwrap();
        let ties = Ties::read(&games).unwrap();
        assert!(ties.between("kalah", "awele") && !ties.between("chess", "go"));
        let rounds = rounds(&all, &games, &ties).unwrap();
        assert_eq!(rounds.iter().map(Vec::len).sum::<usize>(), MUTANTS.len());
        for round in rounds {
            assert!(ties.untouched(&games, &round).next().is_some());
            for (i, one) in round.iter().enumerate() {
                for other in &round[i + 1..] {
                    assert!(!ties.between(one.game, other.game));
                }
            }
        }
    }
}

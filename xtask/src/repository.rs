//! Checks on tracked files that no lint covers: no paths of one machine, no dependencies outside one registry, such
//! as a local fork, or under a licence that `deny.toml` does not allow, and up-to-date lock files; no ignored test,
//! `unsafe` only so often and only in listed files, the wall clock only in listed files, and no globals and no input
//! or output dependencies in the library.

use crate::fuzz;
use crate::steps::{cargo, execute, root, shown, target};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The only files that allow `unsafe`, and how often it stands there. Clippy wants the reason beside each.
const UNSAFE: &[(&str, usize)] = &[
    ("crates/noyau-cli/src/allocator.rs", 12),
    ("crates/noyau-core/src/host_clock.rs", 1),
    ("crates/noyau-core/src/host_threads.rs", 2),
    ("crates/noyau-core/src/prefetch.rs", 1),
    ("crates/noyau-py/src/ffi.rs", 7),
    ("crates/noyau-wasm/src/exports.rs", 1),
    ("crates/noyau-wasm/src/threads.rs", 0),
];

/// The only files that read the wall clock, which may be set back: for seeds, which are printed, and to see whether
/// a file still has the time that it had. Everything else that takes time uses the monotonic `Instant`.
const WALL_CLOCK: &[&str] = &[
    "crates/noyau-cli/src/units.rs",
    "crates/noyau-files/src/tables.rs",
    "xtask/src/accept.rs",
    "xtask/src/repository.rs",
];

/// The crates that do input and output. All others are the library and the games.
const OUTER: &[&str] = &["cli", "cluster", "files", "py", "wasm", "web"];

/// The allowed external dependencies of the library and the games.
const FROM_ELSEWHERE: &[&str] = &[
    "cozy-chess",
    "hashbrown",
    "lz4_flex",
    "miniz_oxide",
    "serde",
    "serde_json",
    "twox-hash",
];

/// Types that make a `static` mutable.
const CHANGING: &[&str] = &["Atomic", "Cell", "LazyLock", "Mutex", "OnceLock", "RwLock"];

pub(crate) fn check() -> Result<(), String> {
    let root = root();
    let places = places(&root);
    let mut wrong = Vec::new();
    let mut registry = None;
    let files = tracked(&root)?;
    for path in &files {
        let Ok(bytes) = std::fs::read(root.join(path)) else {
            continue; // deleted in the working tree, or a link to a folder
        };
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        let lock = path.file_name().is_some_and(|name| name == "Cargo.lock");
        let name = path.to_string_lossy();
        if name.ends_with(".rs") {
            wrong.extend(uncounted(&name, &text));
        }
        let mut section = String::new();
        for (line, content) in (1..).zip(text.lines()) {
            if content.starts_with('[') {
                content.clone_into(&mut section);
            }
            let found = if lock {
                foreign_source(content, &mut registry)
            } else if name.ends_with(".rs") {
                place_in(content, &places).or_else(|| against_the_rules(&name, content))
            } else if name.ends_with("Cargo.toml") && section == "[dependencies]" {
                place_in(content, &places).or_else(|| foreign_dependency(&name, content))
            } else {
                place_in(content, &places)
            };
            if let Some(found) = found {
                wrong.push(format!("{name}:{line}: {found}"));
            }
        }
    }
    println!("{} tracked files", files.len());
    for manifest in ["Cargo.toml", fuzz::MANIFEST] {
        wrong.extend(unlicensed(&metadata(manifest)?)?);
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("\n{}", wrong.join("\n")))
    }
}

/// What cargo says of a package and its dependencies. An outdated lock file would otherwise be found only when
/// building, minutes later.
pub(crate) fn metadata(manifest: &str) -> Result<String, String> {
    let mut command = cargo(&["metadata", "--format-version", "1", "--locked"]);
    command.args(["--manifest-path", manifest]);
    println!("$ {}", shown(&command));
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cargo did not start: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!(
        "`cargo update --workspace --manifest-path {manifest}` mends the lock file"
    ))
}

/// The version of `cargo deny`, which is installed in the target folder.
const CARGO_DENY: &str = "0.20.2";

/// Checks all dependencies with `cargo deny`.
pub(crate) fn deny() -> Result<(), String> {
    let tools = target().join("tools");
    let program = tools.join("bin/cargo-deny");
    let version = Command::new(&program).arg("--version").output();
    let there = |version: std::process::Output| {
        version.stdout.trim_ascii().ends_with(CARGO_DENY.as_bytes())
    };
    if !version.is_ok_and(there) {
        let install = ["install", "cargo-deny", "--locked", "--version", CARGO_DENY];
        let mut install = cargo(&install);
        install.arg("--root").arg(&tools);
        execute(install.arg("--target-dir").arg(tools.join("build")))?;
    }
    let deny = |args: &[&str]| {
        let mut command = Command::new(&program);
        command.current_dir(root()).args(args);
        execute(&mut command)
    };
    deny(&["--locked", "check", "licenses", "sources", "bans"])?;
    if let Err(why) = deny(&["fetch", "db"]) {
        println!("advisories are not checked: their database cannot be had ({why})");
        return Ok(());
    }
    deny(&["--locked", "check", "--disable-fetch", "advisories"])
}

/// The licences that `deny.toml` allows.
fn allowed() -> Vec<&'static str> {
    let list = include_str!("../../deny.toml").split("\nallow = [").nth(1);
    let list = list.and_then(|rest| rest.split(']').next());
    let words = list.unwrap_or_default().split(',');
    let words = words.map(|word| word.trim().trim_matches('"'));
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether a licence is allowed: one of the alternatives of every part.
fn is_allowed(licence: &str, allowed: &[&str]) -> bool {
    let licence = licence.replace('/', " OR ").replace(['(', ')'], " ");
    licence.split(" AND ").all(|part| {
        let mut alternatives = part.split(" OR ");
        alternatives.any(|one| allowed.contains(&one.trim()))
    })
}

/// Packages of cargo's metadata that are neither from the registry nor of this repository, or whose licences are not
/// allowed.
fn unlicensed(metadata: &str) -> Result<Vec<String>, String> {
    let allowed = allowed();
    let mut wrong = Vec::new();
    let mut packages = 0;
    // Every package begins with `"id":"…","license":…`; the nodes of the graph of dependencies have no licence.
    for rest in metadata.split("\"id\":\"").skip(1) {
        let Some((id, rest)) = rest.split_once("\",\"license\":") else {
            continue;
        };
        if id.contains('"') {
            continue;
        }
        packages += 1;
        let licence = rest
            .strip_prefix('"')
            .and_then(|rest| rest.split('"').next());
        let licence = licence.unwrap_or("no licence");
        let own = id.starts_with("path+");
        if !own && !id.starts_with("registry+https://github.com/rust-lang/crates.io-index#") {
            wrong.push(format!("{id} is not from crates.io"));
        }
        // The fuzzer is not handed out, and has none.
        if !own && !is_allowed(licence, &allowed) {
            wrong.push(format!("{id}: {licence} is not allowed in deny.toml"));
        }
    }
    if packages == 0 {
        return Err("cargo metadata has no packages".to_owned());
    }
    println!("{packages} packages, licences {}", allowed.join(", "));
    Ok(wrong)
}

fn tracked(root: &Path) -> Result<Vec<PathBuf>, String> {
    let output = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git, which lists the tracked files, did not start: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "git ls-files: {}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let names = String::from_utf8_lossy(&output.stdout);
    let names = names.split('\0').filter(|name| !name.is_empty());
    Ok(names.map(PathBuf::from).collect())
}

/// Prefixes of paths specific to one machine.
fn places(root: &Path) -> Vec<String> {
    // Split, because this file is tracked too.
    let mut places = vec![
        concat!("/ho", "me/").to_owned(),
        concat!("/ro", "ot/").to_owned(),
        concat!("/Us", "ers/").to_owned(),
        concat!("\\Us", "ers\\").to_owned(),
    ];
    // A clone directly below `/` has a name that may be a word of some document.
    if root.components().count() > 2 {
        places.push(root.display().to_string());
    }
    places
}

fn place_in(line: &str, places: &[String]) -> Option<String> {
    places.iter().find_map(|place| {
        let starts_a_path = |at: usize| {
            let before = line[..at].chars().next_back();
            place.starts_with('\\')
                || before.is_none_or(|c| !c.is_alphanumeric() && !"/.-_~}".contains(c))
        };
        line.match_indices(place.as_str())
            .any(|(at, _)| starts_a_path(at))
            .then(|| format!("`{place}` is a place on one machine"))
    })
}

/// Whether a file belongs to the library or the games.
fn is_library(path: &str) -> bool {
    let inside = path.strip_prefix("crates/noyau");
    let folder = inside.and_then(|inside| inside.split('/').next());
    folder.is_some_and(|folder| !OUTER.contains(&folder.trim_start_matches('-')))
}

/// Violations that no lint finds.
fn against_the_rules(path: &str, line: &str) -> Option<String> {
    let line = line.trim_start();
    if line.starts_with(concat!("#[ign", "ore")) {
        return Some("no test is ignored".to_owned());
    }
    if line.starts_with("#[cfg(test)]") && path.starts_with("crates/noyau-games/src/") {
        return Some("the library of the games has no tests of its own: they never ran".to_owned());
    }
    let allows = line.contains(concat!("unsafe", "_code")) && !line.contains("forbid(");
    if allows && !UNSAFE.iter().any(|(file, _)| *file == path) {
        return Some("`unsafe` may stand only in the files listed here".to_owned());
    }
    let clock = line.contains("SystemTime") || line.contains(".modified()");
    if clock && !WALL_CLOCK.contains(&path) {
        return Some("the wall clock may be set back: `Instant` is monotonic".to_owned());
    }
    let item = line
        .trim_start_matches("pub ")
        .trim_start_matches("pub(crate) ");
    let global = item.strip_prefix("static ")?.split('=').next()?;
    let changing = CHANGING.iter().find(|name| global.contains(*name))?;
    is_library(path).then(|| format!("a static {changing}: the library owns no global"))
}

/// More or less `unsafe` in a file than listed.
fn uncounted(path: &str, text: &str) -> Option<String> {
    let forms =
        ["{", "fn ", "impl ", "extern "].map(|form| format!("{} {form}", concat!("un", "safe")));
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    let count: usize = code
        .map(|line| {
            forms
                .iter()
                .map(|form| line.matches(form.as_str()).count())
                .sum::<usize>()
        })
        .sum();
    let listed = UNSAFE.iter().find(|(file, _)| *file == path);
    let listed = listed.map_or(0, |(_, count)| *count);
    (count != listed).then(|| format!("{path}: `unsafe` {count} times, listed are {listed}"))
}

/// A dependency that the library may not have.
fn foreign_dependency(path: &str, line: &str) -> Option<String> {
    let name = line.split(['.', '=', ' ']).next()?;
    let known = name.is_empty()
        || name.starts_with(['[', '#'])
        || name.starts_with("noyau")
        || FROM_ELSEWHERE.contains(&name);
    (is_library(path) && !known).then(|| format!("the library may not depend on {name}"))
}

/// A source that is not a registry, or differs from the first one.
fn foreign_source(line: &str, registry: &mut Option<String>) -> Option<String> {
    let source = line.strip_prefix("source = ")?.trim_matches('"');
    let first = registry.get_or_insert_with(|| source.to_owned());
    (!source.starts_with("registry+") || source != first)
        .then(|| format!("`{source}` is not the one registry of all dependencies"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_told_from_a_part_of_one() {
        let places = places(Path::new("/srv/noyau"));
        let found = |line: &str| place_in(line, &places).is_some();
        assert!(found(concat!("see /ho", "me/ada/graph.json")));
        assert!(found(concat!("\"C:\\Us", "ers\\ada\"")));
        assert!(found("(/srv/noyau/target)"));
        assert!(!found(concat!("https://example.org/ho", "me/page")));
        assert!(!found("docs/srv/noyau"));
        assert!(!found("a plain line"));
    }

    #[test]
    fn what_no_lint_knows_is_found() {
        let library = "crates/noyau-core/src/game.rs";
        let found = |path, line| against_the_rules(path, line).is_some();
        assert!(found(library, concat!("    #[ign", "ore = \"slow\"]")));
        assert!(found(library, concat!("#![allow(unsafe", "_code)]")));
        assert!(!found(UNSAFE[0].0, concat!("#![allow(unsafe", "_code)]")));
        assert!(found(
            "crates/noyau-web/src/server.rs",
            "let now = SystemTime::now();"
        ));
        assert!(found(
            library,
            "static COUNT: AtomicU32 = AtomicU32::new(0);"
        ));
        assert!(!found(library, "pub static GAMES: &[&str] = &[];"));
        assert!(!found(
            "crates/noyau-web/src/lib.rs",
            "static A: Mutex<u8> ="
        ));
        let manifest = "crates/noyau-core/Cargo.toml";
        assert!(foreign_dependency(manifest, "tokio.workspace = true").is_some());
        assert!(foreign_dependency(manifest, "serde.workspace = true").is_none());
        assert!(foreign_dependency("crates/noyau-web/Cargo.toml", "tokio = \"1\"").is_none());
    }

    #[test]
    fn every_unsafe_is_counted() {
        let code = concat!("    un", "safe { peek() } // un", "safe { twice }\n");
        assert!(uncounted("crates/noyau-core/src/prefetch.rs", code).is_none());
        assert!(uncounted("crates/noyau-core/src/prefetch.rs", &code.repeat(2)).is_some());
        assert!(uncounted("crates/noyau-core/src/prefetch.rs", "").is_some());
        assert!(uncounted("crates/noyau-core/src/game.rs", code).is_some());
    }

    #[test]
    fn licences_are_checked() {
        let package = |source: &str, licence: &str| {
            let text = format!(
                "{{\"packages\":[{{\"id\":\"{source}#a@1.0.0\",\"license\":{licence},\"x\":1}}],\"resolve\":{{\"nodes\":[{{\"id\":\"a\",\"deps\":[]}}]}}}}"
            );
            unlicensed(&text).unwrap().len()
        };
        let registry = "registry+https://github.com/rust-lang/crates.io-index";
        assert_eq!(package(registry, "\"MIT/Apache-2.0\""), 0);
        assert_eq!(package(registry, "\"(MIT OR GPL-3.0) AND Unicode-3.0\""), 0);
        assert_eq!(package(registry, "\"MIT AND GPL-3.0\""), 1);
        assert_eq!(package(registry, "null"), 1);
        assert_eq!(package("git+https://example.org/fork", "\"MIT\""), 1);
        assert_eq!(package("path+file:///noyau", "null"), 0);
        assert!(unlicensed("{}").is_err());
    }

    #[test]
    fn dependencies_come_from_one_registry() {
        let mut registry = None;
        let mut foreign = |line: &str| foreign_source(line, &mut registry).is_some();
        assert!(!foreign("name = \"noyau\""));
        assert!(!foreign("source = \"registry+https://example.org/index\""));
        assert!(!foreign("source = \"registry+https://example.org/index\""));
        assert!(foreign("source = \"registry+https://example.net/index\""));
        assert!(foreign("source = \"git+https://example.org/fork\""));
    }
}

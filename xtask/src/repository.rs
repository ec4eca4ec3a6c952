//! Checks on tracked files that no lint covers: no paths of one machine, no dependencies outside one registry, such
//! as a local fork, and up-to-date lock files; no ignored test, `unsafe` only in listed files, and no globals and
//! no input or output dependencies in the library.

use crate::fuzz;
use crate::steps::{cargo, execute, root};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The only files that allow `unsafe`.
const UNSAFE: &[&str] = &[
    "crates/noyau-cli/src/huge_pages.rs",
    "crates/noyau-core/src/prefetch.rs",
    "crates/noyau-py/src/ffi.rs",
];

/// The crates that do input and output. All others are the library and the games.
const OUTER: &[&str] = &["cli", "cluster", "files", "py", "web"];

/// The allowed external dependencies of the library and the games.
const FROM_ELSEWHERE: &[&str] = &[
    "cozy-chess",
    "hashbrown",
    "lz4_flex",
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
        is_locked(manifest)?;
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("\n{}", wrong.join("\n")))
    }
}

/// An outdated lock file would otherwise be found only when building, minutes later.
fn is_locked(manifest: &str) -> Result<(), String> {
    execute(
        cargo(&["metadata", "--format-version", "1", "--locked"])
            .args(["--manifest-path", manifest])
            .stdout(Stdio::null()),
    )
    .map_err(|why| {
        format!("{why}: `cargo update --workspace --manifest-path {manifest}` mends the lock file")
    })
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
    let allows = line.contains(concat!("unsafe", "_code"));
    if allows && !UNSAFE.contains(&path) {
        return Some(format!("`unsafe` may stand only in {}", UNSAFE.join(", ")));
    }
    let item = line
        .trim_start_matches("pub ")
        .trim_start_matches("pub(crate) ");
    let global = item.strip_prefix("static ")?.split('=').next()?;
    let changing = CHANGING.iter().find(|name| global.contains(*name))?;
    is_library(path).then(|| format!("a static {changing}: the library owns no global"))
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
        assert!(!found(UNSAFE[0], concat!("#![allow(unsafe", "_code)]")));
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

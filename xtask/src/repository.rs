//! What may not stand in a tracked file: the home of whoever wrote it, and dependencies that come from elsewhere than
//! one registry, such as a fork on somebody's disk; and whether the lock files hold what the manifests want.

use crate::fuzz;
use crate::steps::{cargo, execute, root};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
        for (line, content) in (1..).zip(text.lines()) {
            let found = if lock {
                foreign_source(content, &mut registry)
            } else {
                place_in(content, &places)
            };
            if let Some(found) = found {
                wrong.push(format!("{}:{line}: {found}", path.display()));
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

/// A lock file that lags behind would only be found where the crates are built, minutes later.
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

/// Beginnings of paths that mean something on one machine only.
fn places(root: &Path) -> Vec<String> {
    // Written in halves, because this file is tracked too.
    let mut places = vec![
        concat!("/ho", "me/").to_owned(),
        concat!("/ro", "ot/").to_owned(),
        concat!("/Us", "ers/").to_owned(),
        concat!("\\Us", "ers\\").to_owned(),
    ];
    // A clone right below `/` has a name that may well be a word of some document.
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

/// A source that is no registry, or another one than was met first.
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

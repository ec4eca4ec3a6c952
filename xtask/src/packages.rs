//! The packages as they would be published, and a crate that depends on them as a stranger's does.

use crate::steps::{cargo, execute, root, target};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The example, which is not part of the workspace.
const EXAMPLE: &str = "examples/own-game";

/// Packs all crates, unpacks them elsewhere, and tests the example with them instead of with the crates beside it.
pub(crate) fn test() -> Result<(), String> {
    let folder = target().join("packages");
    let packed = pack(&folder)?;
    let example = folder.join("own-game");
    let copied = copy(&root().join(EXAMPLE).join("src"), &example.join("src"))
        .and_then(|()| copy_file(&root().join(EXAMPLE), &example, "Cargo.toml"))
        // The versions of other crates are those of the workspace.
        .and_then(|()| copy_file(&root(), &example, "Cargo.lock"))
        .and_then(|()| fs::create_dir_all(example.join(".cargo")))
        .and_then(|()| fs::write(example.join(".cargo/config.toml"), patches(&packed)));
    copied.map_err(|error| format!("{}: {error}", example.display()))?;
    let mut test = cargo(&["test", "--offline", "--target-dir"]);
    execute(test.arg(folder.join("target")).current_dir(&example))
}

/// Packs the crates and unpacks those that have changed; their names and folders.
fn pack(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let mut package = cargo(&["package", "--workspace", "--no-verify", "--allow-dirty"]);
    package.args([
        "--offline",
        "--quiet",
        "--exclude",
        "noyau-py",
        "--exclude",
        "xtask",
    ]);
    execute(package.arg("--target-dir").arg(target()))?;
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    let mut packed = Vec::new();
    for entry in fs::read_dir(target().join("package")).map_err(failed)? {
        let archive = entry.map_err(failed)?.path();
        let name = archive.file_stem().unwrap_or_default().to_string_lossy();
        let is_archive = archive.extension().is_some_and(|end| end == "crate");
        let Some((krate, _)) = name.rsplit_once('-').filter(|_| is_archive) else {
            continue;
        };
        let unpacked = folder.join(&*name);
        let kept = folder.join(format!("{name}.crate"));
        let bytes = fs::read(&archive).map_err(failed)?;
        if fs::read(&kept).ok().as_ref() != Some(&bytes) {
            let _ = fs::remove_dir_all(&unpacked);
            // The times in an archive are all alike, and would hide a change from cargo.
            let mut tar = Command::new("tar");
            execute(tar.arg("-xzmf").arg(&archive).arg("-C").arg(folder))?;
            fs::write(&kept, &bytes).map_err(failed)?;
        }
        packed.push((krate.to_owned(), unpacked.to_string_lossy().into_owned()));
    }
    if packed.len() < 10 {
        return Err(format!("only {} packages", packed.len()));
    }
    packed.sort();
    Ok(packed)
}

/// A configuration of cargo that takes the unpacked packages for the published ones.
fn patches(packed: &[(String, String)]) -> String {
    let mut text = String::from("[patch.crates-io]\n");
    for (name, folder) in packed {
        let _ = writeln!(text, "{name} = {{ path = {folder:?} }}");
    }
    text
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let name = entry?.file_name();
        fs::copy(from.join(&name), to.join(&name))?;
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path, name: &str) -> std::io::Result<()> {
    fs::copy(from.join(name), to.join(name)).map(|_| ())
}

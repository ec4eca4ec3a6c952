//! Python virtual environments in the target folder: external packages are installed only there.

use crate::steps::{execute, target};
use crate::system::{provide, runs};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The Python of the environment with that name and those packages. Requirements are pinned, such as
/// `pytest==9.0.1`: an environment with other requirements is recreated.
pub(crate) fn venv(name: &str, requirements: &[&str]) -> Result<PathBuf, String> {
    let folder = folder(name);
    let python = folder.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    // Written last: an interrupted installation has none.
    let stamp = folder.join("requirements.txt");
    let wanted = requirements.join("\n") + "\n";
    if fs::read_to_string(&stamp).is_ok_and(|made| made == wanted) && python.exists() {
        return Ok(python);
    }
    let system = if cfg!(windows) { "python" } else { "python3" };
    let makes = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";
    let advice = "Python 3.10 or later that makes virtual environments is wanted (Debian, Ubuntu: `apt install \
                  python3-venv`)";
    let packages = ["python3", "python3-venv", "python3-pip"];
    provide(|| runs(system, &["-c", makes]), &packages, advice)?;
    execute(
        Command::new(system)
            .args(["-m", "venv", "--clear"])
            .arg(&folder),
    )?;
    if !requirements.is_empty() {
        execute(
            Command::new(&python)
                .args(["-m", "pip", "install", "--quiet"])
                .args(["--disable-pip-version-check", "--no-input"])
                .args(requirements),
        )
        .map_err(|why| {
            format!("the packages of the environment {name} could not be installed: {why}")
        })?;
    }
    fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(python)
}

/// Removes an environment, so that the next one is created from scratch.
pub(crate) fn forget(name: &str) {
    // It may not exist.
    let _ = fs::remove_dir_all(folder(name));
}

fn folder(name: &str) -> PathBuf {
    target().join("venv").join(name)
}

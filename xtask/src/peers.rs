//! Other programs to compare with, each wrapped in a small crate in `xtask/peers`.

use crate::steps::{cargo, execute, root, target};
use std::fs;
use std::path::PathBuf;

/// Builds the program in the folder of that name, outside the workspace and its lock file.
pub(crate) fn build(name: &str) -> Result<PathBuf, String> {
    let package = format!("peers-{name}");
    let folder = target().join(&package);
    let failing = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder.join("src")).map_err(failing)?;
    for (from, to) in [("manifest.toml", "Cargo.toml"), ("main.rs", "src/main.rs")] {
        let from = root().join("xtask/peers").join(name).join(from);
        fs::copy(from, folder.join(to)).map_err(failing)?;
    }
    execute(
        cargo(&["build", "--release"])
            .current_dir(&folder)
            .env("CARGO_TARGET_DIR", folder.join("target")),
    )?;
    Ok(folder.join("target/release").join(package))
}

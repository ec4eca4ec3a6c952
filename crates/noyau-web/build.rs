//! Lists the files of the page, so that all of them stand in the binary: scripts and styles without their comments, which are for
//! those who change them.

mod bare;

use bare::bare;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let variable = |name| PathBuf::from(env::var_os(name).unwrap_or_default());
    let folder = variable("CARGO_MANIFEST_DIR").join("assets");
    let mut found = Vec::new();
    files(&folder, &mut found)?;
    found.sort();
    let mut list = String::from("&[\n");
    for path in found {
        let name = path.strip_prefix(&folder).map_err(io::Error::other)?;
        let name = name.to_string_lossy().replace('\\', "/");
        let kind = path.extension().unwrap_or_default();
        let ours = !name.starts_with("vendor/") && (kind == "js" || kind == "css");
        let source = if ours {
            let stripped = variable("OUT_DIR").join("assets").join(&name);
            fs::create_dir_all(stripped.parent().unwrap_or(&stripped))?;
            fs::write(&stripped, bare(&fs::read_to_string(&path)?))?;
            stripped
        } else {
            path
        };
        let source = source.to_string_lossy();
        let _ = writeln!(list, "    ({name:?}, include_bytes!({source:?})),");
    }
    list.push(']');
    fs::write(variable("OUT_DIR").join("assets.rs"), list)?;
    println!("cargo::rerun-if-changed={}", folder.display());
    Ok(())
}

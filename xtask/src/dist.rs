//! `cargo xtask dist`: what is handed out, in the folder `dist` of the target folder.
//!
//! The same commit gives the same bytes with the same Rust: paths are mapped to fixed ones, times are that of the
//! commit, and the tools are pinned. On Linux `zig` links against the symbols of an old glibc, whatever the machine
//! has; elsewhere the system's linker serves.

mod archive;
mod elf;
pub(crate) mod page;

use crate::python::library_name;
use crate::repository::metadata;
use crate::steps::{cargo, execute, root, target};
use crate::venv::venv;
use archive::Archive;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The glibc that the binary and the wheel need, or any later one: of 2012, the oldest that Rust supports.
pub(crate) const GLIBC: &str = "2.17";

/// The linker on Linux.
const TOOLS: &[&str] = if cfg!(target_os = "linux") {
    &["cargo-zigbuild==0.24.0", "ziglang==0.17.0"]
} else {
    &[]
};

type Part = (&'static str, fn(&Path) -> Result<(), String>);

/// What can be made, in this order.
const PARTS: &[Part] = &[
    ("binary", tarball),
    ("wheel", wheel),
    ("page", page::page),
    ("checksums", checksums),
];

/// `cargo xtask dist [PART]…`.
pub(crate) fn command(args: &[String]) -> Result<(), String> {
    let names: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
    // The former name of the first part.
    let args = args.iter().map(String::as_str);
    let args: Vec<&str> = args
        .map(|arg| if arg == "tarball" { "binary" } else { arg })
        .collect();
    if let Some(wrong) = args.iter().find(|arg| !names.contains(arg)) {
        let names = names.join(", ");
        return Err(format!("there is no part {wrong:?}; the parts are {names}"));
    }
    let out = folder();
    create(&out)?;
    for (name, make) in PARTS {
        if args.is_empty() || args.contains(name) {
            make(&out)?;
        }
    }
    Ok(())
}

/// The folder of what is handed out.
pub(crate) fn folder() -> PathBuf {
    target().join("dist")
}

/// The name of the tarball without its ending, which is also the name of the folder in it.
fn tarball_name(target: &str) -> String {
    format!("noyau-{}-{target}", env!("CARGO_PKG_VERSION"))
}

/// The path of the tarball of this machine.
pub(crate) fn tarball_path() -> Result<PathBuf, String> {
    Ok(folder().join(tarball_name(&host()?) + ".tar.gz"))
}

/// The binary with its manual and its completions, in the folders in which systems look for them, so that unpacking
/// into `/usr/local` installs it.
fn tarball(out: &Path) -> Result<(), String> {
    let host = host()?;
    let file = format!("noyau{}", std::env::consts::EXE_SUFFIX);
    let program = build(&host)?.join(&file);
    check_symbols(&program)?;

    let top = tarball_name(&host);
    let mut archive = Archive::new(commit_time()?);
    archive.add(&format!("{top}/bin/{file}"), 0o755, &read(&program)?)?;
    for name in ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
        archive.add(&format!("{top}/{name}"), 0o644, &read(&root().join(name))?)?;
    }
    for (shell, path) in [
        ("bash", "bash-completion/completions/noyau"),
        ("elvish", "elvish/lib/noyau.elv"),
        ("fish", "fish/vendor_completions.d/noyau.fish"),
        ("powershell", "powershell/noyau.ps1"),
        ("zsh", "zsh/site-functions/_noyau"),
    ] {
        let script = output(&program, &["completions", shell])?;
        archive.add(&format!("{top}/share/{path}"), 0o644, &script)?;
    }
    for (language, place) in [("en", "man/man1"), ("fr", "man/fr/man1")] {
        let pages = target().join("manual").join(language);
        let _ = fs::remove_dir_all(&pages);
        output(
            &program,
            &["--lang", language, "man", &pages.to_string_lossy()],
        )?;
        for page in files(&pages)? {
            let name = page.file_name().unwrap_or_default().to_string_lossy();
            let path = format!("{top}/share/{place}/{name}");
            archive.add(&path, 0o644, &read(&page)?)?;
        }
    }
    let path = out.join(top + ".tar.gz");
    println!("{}", path.display());
    write(&path, &archive.finish()?)
}

/// The Python package for every Python from 3.10 on.
fn wheel(out: &Path) -> Result<(), String> {
    let extension = build(&host()?)?.join(library_name());
    check_symbols(&extension)?;
    for old in files(out)? {
        if old.extension().is_some_and(|end| end == "whl") {
            fs::remove_file(&old).map_err(|error| format!("{}: {error}", old.display()))?;
        }
    }
    let glibc = cfg!(target_os = "linux").then_some(GLIBC);
    pack_wheel(&venv("dist", TOOLS)?, &extension, out, glibc)
}

/// Packs an extension that is built into a wheel. Without a version of glibc the wheel is for this machine.
pub(crate) fn pack_wheel(
    python: &Path,
    extension: &Path,
    out: &Path,
    glibc: Option<&str>,
) -> Result<(), String> {
    let mut pack = Command::new(python);
    pack.arg("xtask/wheel.py").args([extension, out]);
    pack.args(glibc).current_dir(root());
    execute(pack.env("SOURCE_DATE_EPOCH", commit_time()?.to_string()))
}

/// The wheel that was made.
pub(crate) fn wheel_path() -> Result<PathBuf, String> {
    let mut files = files(&folder())?.into_iter();
    let wheel = files.find(|path| path.extension().is_some_and(|end| end == "whl"));
    wheel.ok_or_else(|| "there is no wheel: `cargo xtask dist wheel` makes it".to_owned())
}

/// `SHA256SUMS`, for `sha256sum --check`.
fn checksums(out: &Path) -> Result<(), String> {
    let sums = out.join("SHA256SUMS");
    let mut text = String::new();
    let mut open = vec![out.to_owned()];
    let mut all = Vec::new();
    while let Some(folder) = open.pop() {
        for path in files(&folder)? {
            if path.is_dir() {
                open.push(path);
            } else if path != sums {
                all.push(path);
            }
        }
    }
    all.sort();
    for path in all {
        let name = path.strip_prefix(out).unwrap_or(&path).to_string_lossy();
        for byte in Sha256::digest(read(&path)?) {
            let _ = write!(text, "{byte:02x}");
        }
        let _ = writeln!(text, "  {}", name.replace('\\', "/"));
    }
    print!("{text}");
    write(&sums, text.as_bytes())
}

/// Refuses a binary that needs a newer glibc than promised.
pub(crate) fn check_symbols(program: &Path) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let newest = elf::newest(&read(program)?, "GLIBC")
        .map_err(|why| format!("{}: {why}", program.display()))?;
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let shown: Vec<String> = newest.iter().map(u32::to_string).collect();
    println!("{name} needs glibc {}", shown.join("."));
    if newest > elf::version(GLIBC) {
        return Err(format!("{name} needs a newer glibc than {GLIBC}"));
    }
    Ok(())
}

/// Builds the program and the extension for Python at once, which share most crates; returns their folder.
fn build(host: &str) -> Result<PathBuf, String> {
    let mut build = if cfg!(target_os = "linux") {
        let old = format!("{host}.{GLIBC}");
        cargo(&["zigbuild", "--target", &old])
    } else {
        cargo(&["build", "--target", host])
    };
    build.args(["--profile", "handout", "--locked"]);
    build.args(["--package", "noyau-cli", "--package", "noyau-py"]);
    execute(reproducible(&mut build)?)?;
    Ok(target().join(host).join("handout"))
}

/// Sets what the bytes depend on: the time of the commit, and paths that are the same everywhere.
fn reproducible(command: &mut Command) -> Result<&mut Command, String> {
    let python = venv("dist", TOOLS)?;
    let tools = python.parent().map(Path::to_owned).unwrap_or_default();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([tools].into_iter().chain(std::env::split_paths(&path)))
        .map_err(|error| error.to_string())?;
    let mut flags = same_paths()?;
    if cfg!(windows) {
        // Not every Windows has the runtime of the compiler.
        flags.push("-Ctarget-feature=+crt-static".to_owned());
    }
    Ok(command
        .current_dir(root())
        .env("PATH", path)
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .env("PYO3_NO_PYTHON", "1")
        .env("SOURCE_DATE_EPOCH", commit_time()?.to_string()))
}

/// The flags for paths that are the same everywhere.
fn same_paths() -> Result<Vec<String>, String> {
    let mut flags = vec![format!("--remap-path-prefix={}=/noyau", root().display())];
    for source in registries()? {
        flags.push(format!("--remap-path-prefix={}=/cargo", source.display()));
    }
    // Where the sources of the standard library are installed, the compiler names them instead of this.
    let sysroot = output(Path::new("rustc"), &["--print", "sysroot"])?;
    let sysroot = String::from_utf8_lossy(&sysroot);
    let sources = Path::new(sysroot.trim()).join("lib/rustlib/src/rust");
    let commit = compiler("commit-hash")?;
    flags.push(format!(
        "--remap-path-prefix={}=/rustc/{commit}",
        sources.display()
    ));
    Ok(flags)
}

/// The folders with the sources of dependencies, whose names depend on the machine and on the address of a registry.
fn registries() -> Result<BTreeSet<PathBuf>, String> {
    let metadata = metadata("Cargo.toml")?.replace("\\\\", "\\");
    let manifests = metadata.split("\"manifest_path\":\"").skip(1);
    let manifests = manifests.filter_map(|rest| rest.split('"').next().map(Path::new));
    let elsewhere = manifests.filter(|path| !path.starts_with(root()));
    let folders = elsewhere.filter_map(|path| path.parent()?.parent());
    Ok(folders.map(Path::to_owned).collect())
}

/// The time of the commit, in seconds since 1970, or that of `SOURCE_DATE_EPOCH`.
fn commit_time() -> Result<u64, String> {
    let given = std::env::var("SOURCE_DATE_EPOCH");
    let text = given.or_else(|_| {
        let mut git = Command::new("git");
        git.args(["log", "-1", "--format=%ct"]).current_dir(root());
        let output = git.output().map_err(|error| format!("git: {error}"))?;
        Ok::<_, String>(String::from_utf8_lossy(&output.stdout).into_owned())
    })?;
    text.trim()
        .parse()
        .map_err(|_| "neither git nor SOURCE_DATE_EPOCH says the time of the commit".to_owned())
}

/// The name of this machine's target.
fn host() -> Result<String, String> {
    compiler("host")
}

/// What the compiler says of itself under that name.
fn compiler(name: &str) -> Result<String, String> {
    let told = output(Path::new("rustc"), &["-vV"])?;
    let told = String::from_utf8_lossy(&told).into_owned();
    let mut lines = told.lines().filter_map(|line| line.split_once(": "));
    let found = lines.find(|(key, _)| *key == name);
    found
        .map(|(_, value)| value.to_owned())
        .ok_or_else(|| format!("rustc does not say its {name}"))
}

fn output(program: &Path, args: &[&str]) -> Result<Vec<u8>, String> {
    let name = program.display();
    let mut command = Command::new(program);
    command.args(args).env("NOYAU_LANG", "en");
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!(
            "{name} {} ended with {}",
            args.join(" "),
            output.status
        ))
    }
}

/// What is in a folder, in the order of names.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let text = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(text)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths.collect::<Result<Vec<_>, _>>().map_err(text)?;
    paths.sort();
    Ok(paths)
}

fn create(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binstall_looks_for_the_tarball() {
        let manifest = fs::read_to_string(root().join("crates/noyau-cli/Cargo.toml")).unwrap();
        let target = "x86_64-unknown-linux-gnu";
        let filled = manifest
            .replace("{ name }", "noyau-cli")
            .replace("{ version }", env!("CARGO_PKG_VERSION"))
            .replace("{ target }", target);
        let name = tarball_name(target);
        assert!(filled.contains(&format!("/{name}.tar.gz\"\n")), "{filled}");
        assert!(
            filled.contains(&format!("bin-dir = \"{name}/bin/")),
            "{filled}"
        );
    }

    #[test]
    fn dependencies_come_from_one_folder() {
        let folders = registries().unwrap();
        assert_eq!(folders.len(), 1, "{folders:?}");
        let folder = folders.first().unwrap();
        assert!(fs::read_dir(folder).unwrap().count() > 50, "{folders:?}");
    }

    #[test]
    fn only_parts_are_made() {
        let why = command(&["binar".to_owned()]).unwrap_err();
        assert!(why.contains("binary, wheel"), "{why}");
    }
}

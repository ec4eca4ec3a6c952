//! What is handed out: it installs and runs where nothing else is, on old systems too, and its bytes depend on the
//! commit alone.

use crate::accept::folder;
use crate::dist;
use crate::steps::{cargo, execute, root, target};
use crate::system::{provide, runs};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Unpacks the tarball, and returns the folder in it.
fn unpacked() -> Result<PathBuf, String> {
    dist::command(&["binary".to_owned()])?;
    let place = folder()?.join("unpacked");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).map_err(|error| error.to_string())?;
    let tarball = dist::tarball_path()?;
    let mut tar = Command::new("tar");
    execute(tar.arg("-xzf").arg(&tarball).arg("-C").arg(&place))?;
    let name = tarball.file_name().unwrap_or_default().to_string_lossy();
    Ok(place.join(name.trim_end_matches(".tar.gz")))
}

/// The tarball unpacks to a program that answers, with its manual in two languages.
pub(crate) fn tarball() -> Result<(), String> {
    let place = unpacked()?;
    let program = place.join("bin/noyau");
    answers(&mut Command::new(&program))?;
    dist::check_symbols(&program)?;
    for (file, wanted) in [
        ("share/man/man1/noyau-solve.1", "SYNOPSIS"),
        ("share/man/fr/man1/noyau-solve.1", "NOM"),
        ("share/bash-completion/completions/noyau", "solve"),
        ("share/zsh/site-functions/_noyau", "#compdef noyau"),
        ("LICENSE-MIT", "MIT"),
    ] {
        let text = fs::read_to_string(place.join(file));
        let text = text.map_err(|error| format!("{file}: {error}"))?;
        if !text.contains(wanted) {
            return Err(format!("{file}: there is no {wanted}"));
        }
    }
    Ok(())
}

/// Asks a program a small question.
fn answers(command: &mut Command) -> Result<(), String> {
    let output = command
        .args(["solve", "connect4:4x4", "--quick", "--json"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("it did not start: {error}"))?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    print!("{told}");
    if told.contains("\"outcome\":\"draw\"") {
        Ok(())
    } else {
        Err(format!("it ended with {}", output.status))
    }
}

/// A system with an old glibc that can still be had, and its version.
const OLD: (&str, &str) = ("bullseye", "2.31");

/// The tarball's program answers on an old system, in a folder of its own.
pub(crate) fn old_libc() -> Result<(), String> {
    let (suite, glibc) = OLD;
    if !cfg!(target_os = "linux") {
        println!("there is no glibc here: not run");
        return Ok(());
    }
    let program = unpacked()?.join("bin/noyau");
    let system = target().join("accept").join(suite);
    if let Err(why) = old_system(suite, &system) {
        println!("a system with glibc {glibc} cannot be had: not run ({why})");
        return Ok(());
    }
    fs::copy(&program, system.join("noyau")).map_err(|error| error.to_string())?;
    let mut version = Command::new("chroot");
    let version = version.arg(&system).args(["ldd", "--version"]).output();
    let version = version.map_err(|error| format!("chroot: {error}"))?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let first = version.lines().next().unwrap_or_default();
    println!("{first}");
    if !first.contains(glibc) {
        return Err(format!("{suite} should have glibc {glibc}"));
    }
    answers(Command::new("chroot").arg(&system).arg("/noyau"))
}

/// The smallest root folder of an old system, by `debootstrap`, which an administrator may call.
fn old_system(suite: &str, system: &Path) -> Result<(), String> {
    // Made last: an interrupted installation has none.
    let stamp = system.join("complete");
    if stamp.exists() {
        return Ok(());
    }
    let there = || {
        Path::new("/usr/share/debootstrap/scripts")
            .join(suite)
            .exists()
    };
    provide(there, &["debootstrap"], "debootstrap is not installed")?;
    let _ = fs::remove_dir_all(system);
    let mut command = Command::new("debootstrap");
    command.args(["--variant=minbase", suite]).arg(system);
    execute(&mut command)?;
    fs::write(&stamp, "").map_err(|error| error.to_string())
}

/// Two clones of the commit in different places give the same bytes.
pub(crate) fn reproducible() -> Result<(), String> {
    let mut sums = Vec::new();
    for name in ["first", "another/clone"] {
        let clone = folder()?.join(name);
        let _ = fs::remove_dir_all(&clone);
        let mut git = Command::new("git");
        git.args(["clone", "--quiet"]).arg(root()).arg(&clone);
        execute(&mut git)?;
        let build = clone.join("target");
        let mut dist = cargo(&["run", "--quiet", "--package", "xtask", "--", "dist"]);
        dist.current_dir(&clone).env("CARGO_TARGET_DIR", &build);
        execute(&mut dist)?;
        let file = build.join("dist/SHA256SUMS");
        let text = fs::read_to_string(&file);
        sums.push(text.map_err(|error| format!("{}: {error}", file.display()))?);
        fs::remove_dir_all(&clone).map_err(|error| error.to_string())?;
    }
    if sums[0] == sums[1] && sums[0].lines().count() >= 2 {
        Ok(())
    } else {
        Err(format!("{}\nagainst\n{}", sums[0], sums[1]))
    }
}

/// Other systems, as far as a compiler here can check them.
const SYSTEMS: &[&str] = &[
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-gnu",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-musl",
];

/// All crates and tests compile for other systems without a warning.
pub(crate) fn portable() -> Result<(), String> {
    for system in SYSTEMS {
        let there = || {
            let print = ["--print", "target-libdir", "--target", system];
            let output = Command::new("rustc").args(print).output().ok();
            let folder = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
            folder.is_some_and(|folder| Path::new(folder.trim()).exists())
        };
        if !there() && !runs("rustup", &["target", "add", system]) {
            println!(
                "{system}: not checked; `rustup target add {system}` gets its standard library"
            );
            continue;
        }
        let check = ["clippy", "--workspace", "--all-targets", "--locked"];
        let mut check = cargo(&check);
        check.args(["--target", system]).env("PYO3_NO_PYTHON", "1");
        execute(check.args(["--", "-D", "warnings"]))?;
    }
    Ok(())
}

fn manifest(folder: &Path) -> Result<String, String> {
    let path = folder.join("Cargo.toml");
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The text of a key in a manifest, if it is there itself.
fn value(manifest: &str, key: &str) -> Option<String> {
    let mut lines = manifest.lines().filter_map(|line| line.split_once(" = "));
    let (_, text) = lines.find(|(name, _)| *name == key)?;
    Some(text.trim().trim_matches('"').to_owned())
}

/// Every crate compiles with the oldest Rust that its manifest promises.
pub(crate) fn oldest() -> Result<(), String> {
    let mut promised = BTreeMap::<String, Vec<String>>::new();
    let whole = manifest(&root())?;
    for folder in fs::read_dir(root().join("crates")).map_err(|error| error.to_string())? {
        let folder = folder.map_err(|error| error.to_string())?.path();
        let own = manifest(&folder)?;
        let version = value(&own, "rust-version").or_else(|| value(&whole, "rust-version"));
        if let (Some(version), Some(name)) = (version, value(&own, "name")) {
            promised.entry(version).or_default().push(name);
        }
    }
    if promised.is_empty() {
        return Err("no crate promises a version of Rust".to_owned());
    }
    for (version, packages) in promised {
        let install = ["toolchain", "install", &version, "--profile", "minimal"];
        if !runs("rustup", &install) {
            println!("Rust {version}: not checked; `rustup toolchain install {version}` gets it");
            continue;
        }
        let mut check = Command::new("rustup");
        check.args(["run", &version, "cargo", "check", "--locked"]);
        for package in packages {
            check.args(["--package", &package]);
        }
        // A target folder of its own: artifacts of another compiler would be made anew.
        check
            .env("CARGO_TARGET_DIR", target().join("oldest"))
            .env_remove("RUSTUP_TOOLCHAIN")
            .env_remove("CARGO")
            .current_dir(root());
        execute(&mut check)?;
    }
    Ok(())
}

/// The most that the image may take, in bytes.
const IMAGE: u64 = 40 << 20;

/// The image of the page is built, small, not run as root, and serves the page.
pub(crate) fn container() -> Result<(), String> {
    let engines = ["docker", "podman"];
    let Some(engine) = engines.iter().find(|engine| runs(engine, &["info"])) else {
        println!("skipped: neither docker nor podman works here");
        return Ok(());
    };
    execute(
        Command::new(engine)
            .args(["build", "--tag", "noyau", "."])
            .current_dir(root()),
    )?;
    let ask = |args: &[&str]| {
        let output = Command::new(engine).args(args).output();
        let output = output.map_err(|error| format!("{engine}: {error}"))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    };
    let size = ask(&["image", "inspect", "--format", "{{.Size}}", "noyau"])?;
    let user = ask(&["image", "inspect", "--format", "{{.Config.User}}", "noyau"])?;
    println!("{size} bytes, user {user}");
    if size.parse().is_ok_and(|size: u64| size > IMAGE) || user != "65534:65534" {
        return Err("the image is large, or runs as root".to_owned());
    }
    let run = ["run", "--detach", "--rm", "--read-only", "--tmpfs", "/tmp"];
    let id = ask(&[&run[..], &["--publish", "127.0.0.1::8128", "noyau"]].concat())?;
    let served = ask(&["port", &id, "8128"]).and_then(|address| page(&address));
    let stopped = ask(&["stop", &id]);
    served.and(stopped).map(|_| ())
}

/// Asks for the page until it is there.
fn page(address: &str) -> Result<(), String> {
    let begun = Instant::now();
    loop {
        let ask = || {
            let mut stream = TcpStream::connect(address)?;
            let host = "Host: localhost\r\nConnection: close\r\n\r\n";
            write!(stream, "GET / HTTP/1.1\r\n{host}")?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            Ok::<_, std::io::Error>(answer)
        };
        match ask() {
            Ok(answer) if answer.starts_with("HTTP/1.1 200") => return Ok(()),
            Ok(answer) if !answer.is_empty() => return Err(answer),
            _ if begun.elapsed() < Duration::from_secs(20) => {
                std::thread::sleep(Duration::from_millis(100));
            }
            other => return Err(format!("the page does not answer: {other:?}")),
        }
    }
}

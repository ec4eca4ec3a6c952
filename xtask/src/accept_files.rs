//! Files under a full disk, a read-only disk, a folder that goes away, and two writers: a message, and nothing lost.

use crate::accept::{build, folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// Commands that write a file of more than 64 KiB, without its path.
const WRITERS: [(&str, &str); 4] = [
    ("table", "solve connect4:4x4 --all --save"),
    (
        "certificate",
        "solve mnk:3,3,3 --method graph --certificate",
    ),
    (
        "learned",
        "learn connect4 --games 64 --every 32 --pairs 1 --against random --seed 1 --save",
    ),
    (
        "games",
        "duel tictactoe random random --games 1000 --seed 1 --save",
    ),
];

/// As long as it takes, for what must be stopped.
const ENDLESS: [(&str, &str); 3] = [
    ("table", "solve connect4:6x5 --all --memory 8G --save"),
    (
        "learned",
        "learn connect4 --games 1000000000 --every 32 --pairs 1 --against random --seed 1 --save",
    ),
    (
        "games",
        "duel connect4 mcts:1000 mcts:1000 --games 1000000 --seed 1 --save",
    ),
];

fn io<T>(what: &str, result: std::io::Result<T>) -> Result<T, String> {
    result.map_err(|error| format!("{what}: {error}"))
}

fn command(program: &Path, args: &str, path: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .args(args.split(' '))
        .arg(path)
        .env("LANG", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// Demands a refusal with these words, and no crash.
fn refused(what: &str, output: &Output, words: &str) -> Result<(), String> {
    let said = String::from_utf8_lossy(&output.stderr);
    println!("{what}: {}", said.lines().last().unwrap_or_default());
    let sound = matches!(output.status.code(), Some(1 | 2)) && !said.contains("panicked");
    if sound && said.contains(words) {
        Ok(())
    } else {
        Err(format!("{what}: {}: {said}", output.status))
    }
}

fn mount(args: &[&str], disk: &Path) -> Result<(), String> {
    let status = io("mount", Command::new("mount").args(args).arg(disk).status())?;
    if status.success() {
        Ok(())
    } else {
        Err("mount failed: it needs root".to_owned())
    }
}

/// Needs root, to make small disks.
pub(crate) fn faults() -> Result<(), String> {
    let program = build()?;
    let home = folder()?.join("faults");
    let _ = fs::remove_dir_all(&home);
    let disk = home.join("disk");
    io("disk", fs::create_dir_all(&disk))?;
    mount(&["-t", "tmpfs", "-o", "size=64k", "none"], &disk)?;
    let tried = full_and_read_only(&program, &home, &disk);
    let _ = Command::new("umount").arg(&disk).status();
    tried?;
    removed(&program, &home)?;
    two_writers(&program, &home)?;
    io("faults", fs::remove_dir_all(home))
}

fn full_and_read_only(program: &Path, home: &Path, disk: &Path) -> Result<(), String> {
    for (name, args) in WRITERS {
        let path = disk.join(name);
        let run = |path: &Path| io("noyau", command(program, args, path).output());
        // 1. As it should be.
        let wanted = home.join(name);
        if !run(&wanted)?.status.success() {
            return Err(format!("{args} fails on a good disk"));
        }
        let wanted = io(name, fs::read(wanted))?;
        // 2. The disk is full; with room, the same command goes on.
        mount(&["-o", "remount,size=64k"], disk)?;
        refused(args, &run(&path)?, "disk is full")?;
        mount(&["-o", "remount,size=64m"], disk)?;
        let ended = run(&path)?;
        let found = io(name, fs::read(&path))?;
        if !ended.status.success() || found != wanted {
            return Err(format!("{args}: not the same bytes after a full disk"));
        }
        // 3. Read-only: the file stays, and another is not begun.
        mount(&["-o", "remount,ro"], disk)?;
        let tried = [path.clone(), disk.join("new")]
            .iter()
            .try_for_each(|path| refused(args, &run(path)?, "read-only"));
        mount(&["-o", "remount,rw"], disk)?;
        tried?;
        if io(name, fs::read(&path))? != wanted {
            return Err(format!("{args}: the file has changed"));
        }
        io(name, fs::remove_file(path))?;
    }
    Ok(())
}

/// The folder is not there, or goes away during the work.
fn removed(program: &Path, home: &Path) -> Result<(), String> {
    for (name, args) in WRITERS {
        let path = home.join("nowhere").join(name);
        let output = io("noyau", command(program, args, &path).output())?;
        refused(args, &output, "there is no such folder")?;
    }
    for (name, args) in ENDLESS {
        let place = home.join("place");
        io("place", fs::create_dir(&place))?;
        let child = io("noyau", command(program, args, &place.join(name)).spawn())?;
        while fs::read_dir(&place).map_or(0, Iterator::count) == 0 {
            thread::sleep(Duration::from_millis(20));
        }
        thread::sleep(Duration::from_secs(2));
        // The process may add a file meanwhile.
        while fs::exists(&place).unwrap_or(false) {
            let _ = fs::remove_dir_all(&place);
        }
        if name == "games" {
            // An open file outlives its folder: the games go on until they are interrupted.
            let id = child.id().to_string();
            let sent = Command::new("kill").args(["-INT", &id]).status();
            io("kill", sent)?;
            let output = io("noyau", child.wait_with_output())?;
            refused(args, &output, "")?;
        } else {
            let output = io("noyau", child.wait_with_output())?;
            refused(args, &output, "cannot be written")?;
        }
    }
    Ok(())
}

fn two_writers(program: &Path, home: &Path) -> Result<(), String> {
    for (name, args) in ENDLESS {
        let path: PathBuf = home.join(format!("two-{name}"));
        let mut first = io("noyau", command(program, args, &path).spawn())?;
        thread::sleep(Duration::from_secs(2));
        let second = io("noyau", command(program, args, &path).output());
        let _ = first.kill();
        io("noyau", first.wait())?;
        refused(args, &second?, "another process")?;
    }
    Ok(())
}

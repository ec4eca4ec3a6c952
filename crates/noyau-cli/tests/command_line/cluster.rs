//! Runs over several processes on real sockets: the same bytes as in one, also when a process is killed.

use super::{Folder, noyau, run, run_with};
use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Output, Stdio};
use std::thread;

/// The table that one process makes.
fn alone(folder: &Folder, game: &str) -> Vec<u8> {
    let path = folder.path("alone");
    run(&format!("solve {game} --all --force --save {path}")).answer();
    fs::read(path).unwrap()
}

/// The file that the parts of a run make together.
fn merged(folder: &Folder, save: &str) -> Vec<u8> {
    let joined = folder.path("joined");
    run(&format!("table merge {save} {joined} --force")).answer();
    fs::read(joined).unwrap()
}

#[test]
fn several_processes_make_the_same_table() {
    let folder = Folder::new("cluster-same");
    // Tiers that all moves leave; that moves stay in, with and without predecessors; margins; nimbers; one that descends.
    for game in [
        "connect4:4x3",
        "morris:3",
        "leapfrog:3",
        "dots:2x2",
        "chomp:4x5",
        "mnk:3,3,3",
    ] {
        let alone = alone(&folder, game);
        for shape in [
            "--local 1",
            "--workers 2",
            "--local 2 --workers 2",
            "--local 3",
        ] {
            let save = folder.path("parts");
            run(&format!("cluster solve {game} {shape} --save {save}")).answer();
            assert!(merged(&folder, &save) == alone, "{game} {shape}");
            assert!(
                !fs::exists(format!("{save}.part")).unwrap(),
                "{game} {shape}"
            );
            fs::remove_dir_all(save).unwrap();
        }
    }
}

#[test]
fn a_sharded_table_is_read_as_one() {
    let folder = Folder::new("cluster-read");
    let save = folder.path("parts");
    let told = run(&format!(
        "cluster solve connect4:4x3 --local 2 --save {save}"
    ))
    .answer();
    assert!(told.contains("in 2 parts"), "{told}");
    run(&format!("verify {save}")).answer();
    let got = run_with(&["table", "get", &save, "--after", "1,2", "--json"], "").json();
    let solved = run_with(&["solve", "connect4:4x3", "--after", "1,2", "--json"], "").json();
    assert_eq!(got["outcome"], solved["outcome"]);
    assert_eq!(got["moves"], solved["moves"]);
    // The same command finds everything done.
    run(&format!(
        "cluster solve connect4:4x3 --local 2 --save {save}"
    ))
    .answer();
    let other = run(&format!(
        "cluster solve connect4:3x4 --local 2 --save {save}"
    ));
    assert_eq!(other.status, 2, "{}", other.err);
    assert!(other.err.contains("another game"), "{}", other.err);
}

/// A run with a list of hosts, as on hosts of their own.
struct Hosts<'a> {
    folder: &'a Folder,
}

impl<'a> Hosts<'a> {
    fn new(folder: &'a Folder, count: usize) -> Self {
        let mut free = Vec::new();
        free.resize_with(count, || TcpListener::bind("127.0.0.1:0").unwrap());
        let address = |one: &TcpListener| one.local_addr().unwrap().to_string();
        let list: Vec<_> = free.iter().map(address).collect();
        folder.write("hosts", list.join("\n"));
        fs::write(folder.path("secret"), "only these processes know it").unwrap();
        Self { folder }
    }

    fn address(&self, process: usize) -> String {
        let list = fs::read_to_string(self.folder.path("hosts")).unwrap();
        list.lines().nth(process).unwrap().to_owned()
    }

    fn start(&self, game: &str, process: usize, more: &[&str]) -> Child {
        let path = |name: &str| self.folder.path(name);
        noyau()
            .args(["cluster", "solve", game, "--save", &path("parts")])
            .args(["--hosts", &path("hosts"), "--secret", &path("secret")])
            .args(["--process", &process.to_string()])
            .args(if more.contains(&"--wait") {
                &[][..]
            } else {
                // Longer than any machine takes to start a process.
                &["--wait", "600"]
            })
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

fn end(child: Child) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

/// A piece that cannot be written before somebody reads it: the process that is to be killed comes there and no further.
#[cfg(unix)]
fn bar(folder: &Folder, piece: &str) -> String {
    let path = folder.path(&format!("parts.part/worker-1-of-2/{piece}.new"));
    fs::create_dir_all(folder.path("parts.part/worker-1-of-2")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    path
}

#[cfg(unix)]
#[test]
fn a_run_whose_process_is_killed_ends_at_once_and_goes_on() {
    let folder = Folder::new("cluster-killed");
    let game = "connect4:4x4";
    let alone = alone(&folder, game);
    // Tiers are enumerated from the highest, of 16 free cells, and solved from the lowest.
    for (barred, written) in [("keys-8", "keys-9"), ("solved-8", "solved-7")] {
        let bar = bar(&folder, barred);
        let hosts = Hosts::new(&folder, 2);
        let more = ["--checkpoint", "0.05"];
        let [first, mut last] = [0, 1].map(|process| hosts.start(game, process, &more));
        let written = folder.path(&format!("parts.part/worker-1-of-2/{written}"));
        while !fs::exists(&written).unwrap() {
            assert!(last.try_wait().unwrap().is_none(), "{:?}", end(last));
            thread::yield_now();
        }
        last.kill().unwrap();
        last.wait().unwrap();
        fs::remove_file(bar).unwrap();
        // That it is gone is seen where its connection ends; for one that is silent the words are others, much later.
        let (status, told) = end(first);
        assert_eq!(status, Some(1), "{told}");
        assert!(
            told.contains("process 1 (") && told.contains("is gone"),
            "{told}"
        );
    }
    // The same command goes on, and so does one with other processes.
    run(&format!(
        "cluster solve {game} --local 3 --save {}",
        folder.path("parts")
    ))
    .answer();
    assert!(merged(&folder, &folder.path("parts")) == alone);
}

#[test]
fn strangers_and_misfits_are_refused_before_any_work() {
    let folder = Folder::new("cluster-refused");
    let hosts = Hosts::new(&folder, 2);
    // 1. A stranger, who is told nothing and disturbs nobody.
    let first = hosts.start("connect4:4x3", 0, &[]);
    let mut stranger = loop {
        match TcpStream::connect(hosts.address(0)) {
            Ok(stream) => break stream,
            Err(_) => thread::yield_now(),
        }
    };
    stranger.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let second = hosts.start("connect4:4x3", 1, &[]);
    let (status, told) = end(first);
    assert_eq!(status, Some(0), "{told}");
    assert!(told.contains("is no process of noyau"), "{told}");
    assert_eq!(end(second).0, Some(0));
    // 2. Another game.
    let first = hosts.start("connect4:4x3", 0, &[]);
    let second = hosts.start("connect4:3x4", 1, &[]);
    for (status, told) in [end(first), end(second)] {
        assert_eq!(status, Some(2), "{told}");
        assert!(told.contains("works on"), "{told}");
    }
    // 3. Another secret: the one that is not let in says so. Who waits for nobody says so as well.
    let other = folder.path("other");
    fs::write(&other, "another one of enough bytes").unwrap();
    let mut first = hosts.start("connect4:4x3", 0, &[]);
    let list = folder.path("hosts");
    let arguments =
        format!("cluster solve connect4:4x3 --hosts {list} --process 1 --secret {other}");
    let second = run(&format!(
        "{arguments} --wait 600 --save {}",
        folder.path("parts")
    ));
    assert_eq!(second.status, 2, "{}", second.err);
    assert!(second.err.contains("the same secret"), "{}", second.err);
    first.kill().unwrap();
    first.wait().unwrap();
    let (status, told) = end(hosts.start("connect4:4x3", 0, &["--wait", "0.2"]));
    assert_eq!(status, Some(1), "{told}");
    assert!(told.contains("are not there: 1 ("), "{told}");
    // 4. What cannot be begun at all.
    let plain = run(&format!(
        "cluster solve connect4:4x3 --hosts {list} --process 0 --save x"
    ));
    assert_eq!(plain.status, 2);
    assert!(plain.err.contains("--secret"), "{}", plain.err);
    let none = run("cluster solve chess --local 2 --save x");
    assert_eq!(none.status, 2);
    assert!(none.err.contains("not numbered"), "{}", none.err);
}

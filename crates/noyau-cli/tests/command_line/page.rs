//! The page: `noyau` alone and `noyau serve`.

use super::{Folder, document, noyau, run, run_with};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// Starts a server, and gives its first line and its host.
fn start(arguments: &[&str]) -> (Child, String, String) {
    start_telling(arguments, Stdio::null())
}

fn start_telling(arguments: &[&str], told: Stdio) -> (Child, String, String) {
    let mut child = noyau()
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(told)
        .spawn()
        .expect("the binary starts");
    let out = child.stdout.as_mut().expect("a pipe");
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).expect("a line");
    let (_, rest) = line.split_once("http://").expect("an address");
    let host = rest.split('/').next().expect("a host").to_owned();
    (child, line, host)
}

fn get(host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("the server listens");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

fn post(host: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("the server listens");
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// Ends a server by Ctrl-C, which it takes as its proper end; where no signal can be sent, it is killed.
fn interrupt(mut child: Child) {
    if cfg!(unix) {
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.expect("kill is there").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    } else {
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
    }
}

#[test]
fn alone_it_opens_the_page_until_it_is_interrupted() {
    let (child, line, host) = start(&[]);
    assert!(line.starts_with("noyau is at http://127.0.0.1:"), "{line}");
    let page = get(&host, "/");
    assert!(page.starts_with("HTTP/1.1 200 OK"), "{page}");
    assert!(page.contains("<!doctype html>") || page.contains("<!DOCTYPE html>"));
    // A second one finds a port of its own.
    let (second, line, other) = start(&["--lang", "fr"]);
    assert!(line.starts_with("noyau est à l'adresse http://"), "{line}");
    assert_ne!(host, other);
    // It answers, and so it listens to signals too.
    assert!(get(&other, "/").starts_with("HTTP/1.1 200 OK"));
    interrupt(second);
    interrupt(child);
    let error = TcpStream::connect(&host).expect_err("nobody listens any more");
    assert_eq!(error.kind(), std::io::ErrorKind::ConnectionRefused);
}

#[test]
fn it_serves_tables_and_keeps_its_work_where_it_is_told() {
    let folder = Folder::new("page");
    let table = folder.path("chomp.noyau");
    run(&format!("solve chomp:3x4 --all --save {table}")).answer();
    let state = folder.path("state");
    let (child, _, host) = start(&[
        "serve",
        "--port",
        "0",
        "--tables",
        folder.0.to_str().expect("UTF-8"),
        "--state",
        &state,
        "--solves",
        "1",
        "--memory",
        "256M",
        "--time",
        "5",
    ]);
    let tables = get(&host, "/api/tables");
    assert!(
        tables.contains("\"game\":\"chomp:3x4\",\"positions\":34"),
        "{tables}"
    );
    interrupt(child);
    assert!(std::path::Path::new(&state).join("jobs").is_dir());
}

/// A table that is cut, changed or replaced under the server is an error for its readers and for nobody else.
#[test]
#[cfg(unix)]
fn a_table_that_changes_does_not_end_the_server() {
    use std::fs;
    let folder = Folder::new("changing");
    let table = folder.path("connect4.noyau");
    run(&format!("solve connect4:5x4 --all --save {table}")).answer();
    let other = folder.path("chomp.noyau");
    run(&format!("solve chomp:3x4 --all --save {other}")).answer();
    let served = folder.0.to_str().expect("UTF-8");
    let (child, _, host) = start(&["serve", "--port", "0", "--tables", served]);
    let id = |game: &str| {
        let tables = get(&host, "/api/tables");
        let (_, body) = tables.split_once("\r\n\r\n").expect("a body");
        let tables = super::document(body);
        let mut tables = tables["tables"].as_array().expect("a list").iter();
        let table = tables.find(|table| table["game"] == game);
        table.map(|table| table["id"].as_str().expect("a name").to_owned())
    };
    let [large, small] = ["connect4:5x4", "chomp:3x4"].map(|game| id(game).expect("it is listed"));
    let hardest = |id: &str| get(&host, &format!("/api/tables/{id}/hardest?count=3"));
    let is_answered = |answer: &str| answer.starts_with("HTTP/1.1 200 OK");
    assert!(is_answered(&hardest(&large)));
    let bytes = fs::read(&table).expect("a table");

    // Cut, first within the blocks and then before them.
    let file = fs::File::options()
        .write(true)
        .open(&table)
        .expect("a file");
    for (length, why) in [
        (bytes.len() / 2, "shorter"),
        (100, "shorter"),
        (0, "shorter"),
    ] {
        file.set_len(length as u64).expect("it is cut");
        let refused = hardest(&large);
        assert!(refused.starts_with("HTTP/1.1 4"), "{refused}");
        assert!(refused.contains(why), "{refused}");
        assert!(is_answered(&hardest(&small)));
    }
    // A flipped bit in every block, then the table as it was.
    for flip in [0x80, 0] {
        let changed: Vec<u8> = bytes.iter().map(|byte| byte ^ flip).collect();
        let end = bytes.len() - 200_000;
        let changed = [&bytes[..end], &changed[end..]].concat();
        fs::write(&table, changed).expect("it is written");
        let answer = hardest(&large);
        assert_eq!(is_answered(&answer), flip == 0, "{answer}");
        assert_eq!(answer.contains("damaged"), flip != 0, "{answer}");
    }
    // Another table of the same name takes its place.
    run(&format!("solve nim:1,2 --all --force --save {table}")).answer();
    assert_eq!(id("connect4:5x4"), None);
    assert!(is_answered(&hardest(&id("nim:1,2").expect("it is listed"))));
    interrupt(child);
}

#[test]
fn what_cannot_be_served_is_refused() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = taken.local_addr().expect("it has an address").port();
    run(&format!("serve --port {port}")).refused_for("is taken already");
    run(&format!("serve --port {port} --lang fr")).refused_for("est déjà pris");
    for (arguments, words) in [
        ("serve --port 70000", "from 0 to 65535"),
        ("serve --listen nowhere", "127.0.0.1 or ::1"),
        ("serve --solves 0", "from 1 to 256"),
        ("serve --listen 192.0.2.1 --port 0", "cannot listen"),
    ] {
        let refused = run(arguments).refused();
        assert!(refused.contains(words), "{arguments}: {refused}");
    }
}

#[test]
fn the_page_asks_the_tables_of_its_folder() {
    let folder = Folder::new("page-probes");
    let table = folder.path("kalah.noyau");
    run(&format!("solve kalah:3 --seeds 8 --all --save {table}")).answer();
    let at = "0,1,2/1,0,2 first 9-9";
    let plain = run_with(&["solve", "kalah:3,4", "--at", at, "--json"], "").json();
    let tables = folder.0.to_str().expect("UTF-8");
    let (child, _, host) = start(&["serve", "--port", "0", "--tables", tables]);
    let values = post(
        &host,
        "/api/values",
        &format!(r#"{{"game":"kalah:3,4","at":"{at}"}}"#),
    );
    let (_, values) = values.split_once("\r\n\r\n").expect("a body");
    let values = document(values);
    assert!(values["probes"].as_u64() > Some(0), "{values}");
    for key in ["outcome", "margin", "best"] {
        assert_eq!(values[key], plain[key], "{key}");
    }
    interrupt(child);
}

/// Tables of no use are left out with the words of other commands, and the page is served.
#[test]
fn tables_of_no_use_do_not_end_the_server() {
    use std::fs;
    let folder = Folder::new("page-warnings");
    let table = folder.path("kalah.noyau");
    run(&format!("solve kalah:3 --seeds 4 --all --save {table}")).answer();
    let served = |tables: &str| {
        let log = folder.path("told");
        let told = Stdio::from(fs::File::create(&log).expect("a file"));
        let (child, _, host) = start_telling(&["serve", "--port", "0", "--tables", tables], told);
        let listed = get(&host, "/api/tables");
        interrupt(child);
        assert!(listed.starts_with("HTTP/1.1 200 OK"), "{listed}");
        let told = fs::read_to_string(&log).expect("a file");
        let solve = run(&format!(
            "solve kalah:3,2 --method search --tables {tables}"
        ));
        for line in told.lines() {
            assert!(solve.err.contains(line), "{line}: {}", solve.err);
        }
        told
    };
    let tables = folder.path("tables");
    fs::create_dir(&tables).expect("a folder");
    let inside = format!("{tables}/kalah.noyau");
    let bytes = fs::read(&table).expect("a table");
    fs::write(&inside, &bytes).expect("it is written");
    assert_eq!(served(&tables), "");
    // 1. Missing.
    let told = served(&folder.path("nowhere"));
    assert!(told.contains("nowhere: this table is left out"), "{told}");
    // 2. Damaged.
    fs::write(&inside, &bytes[..20]).expect("it is cut");
    let told = served(&tables);
    assert!(
        told.contains("kalah.noyau: this table is left out"),
        "{told}"
    );
    // 3. No table.
    fs::write(&inside, "to be or not to be\n").expect("it is written");
    let told = served(&tables);
    assert!(
        told.contains("kalah.noyau: this table is left out"),
        "{told}"
    );
}

/// A search that looks one move ahead errs; with the table of all that follows it does not.
#[test]
fn contests_of_the_page_ask_the_tables() {
    let folder = Folder::new("page-contests");
    let table = folder.path("kalah.noyau");
    run(&format!("solve kalah:3 --seeds 8 --all --save {table}")).answer();
    let at = "2,1,1/1,1,2 first 8-8";
    let best = run_with(&["solve", "kalah:3,4", "--at", at, "--json"], "").json();
    assert_eq!(best["best"], serde_json::json!(["3"]));
    let first_move = |arguments: &[&str]| {
        let (child, _, host) = start(&[&["serve", "--port", "0"], arguments].concat());
        let job = format!(
            r#"{{"kind":"duel","game":"kalah:3,4","at":"{at}","agents":["alphabeta:1","random"],"games":2,"seed":1,"opening":0}}"#
        );
        let made = post(&host, "/api/jobs", &job);
        let (_, made) = made.split_once("\r\n\r\n").expect("a body");
        let id = document(made)["id"].as_str().expect("a name").to_owned();
        let mut mv = None;
        for _ in 0..600 {
            let games = get(&host, &format!("/api/jobs/{id}/games"));
            let (_, games) = games.split_once("\r\n\r\n").expect("a body");
            let games = document(games);
            mv = games["games"][0]["moves"][0].as_str().map(str::to_owned);
            if mv.is_some() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        interrupt(child);
        mv.expect("a game is played")
    };
    assert_ne!(first_move(&[]), "3");
    let tables = folder.0.to_str().expect("UTF-8");
    assert_eq!(first_move(&["--tables", tables]), "3");
}

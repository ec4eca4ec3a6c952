//! Jobs: contests and tables, watched, stopped, resumed and kept.

use crate::client::Running;
use crate::description::as_described;
use noyau_web::{Allowance, Change, Host, Request, Settings, Worker};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;

fn start(server: &Running, body: &Value) -> String {
    let answer = server.post("/api/jobs", body);
    assert_eq!(answer.status, 202, "{}", answer.json());
    let document = answer.json();
    as_described("/api/jobs", "post", &document);
    let id = document["id"].as_str().unwrap();
    assert_eq!(document["url"], format!("/api/jobs/{id}"));
    id.to_owned()
}

fn job(server: &Running, id: &str) -> Value {
    let job = server.get(&format!("/api/jobs/{id}")).json();
    as_described("/api/jobs/{id}", "get", &job);
    job
}

/// The events of a job, each with its name, until the server ends them.
fn events(server: &Running, id: &str) -> impl Iterator<Item = (String, Value)> {
    let mut stream = server.connect();
    write!(
        stream,
        "GET /api/jobs/{id}/events HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\n\r\n",
        server.host
    )
    .unwrap();
    let mut lines = BufReader::new(stream).lines();
    let mut name = String::new();
    std::iter::from_fn(move || {
        loop {
            let line = lines.next()?.unwrap();
            if let Some(event) = line.strip_prefix("event: ") {
                event.clone_into(&mut name);
            }
            if let Some(data) = line.strip_prefix("data: ") {
                let job: Value = serde_json::from_str(data).unwrap();
                as_described("/api/jobs/{id}", "get", &job);
                return Some((name.clone(), job));
            }
        }
    })
}

/// Waits for the end of a job.
fn ended(server: &Running, id: &str) -> Value {
    let mut events = events(server, id);
    let (_, job) = events.find(|(name, _)| name == "end").expect("an end");
    job
}

/// Waits until a job has done more than that many steps.
fn advanced(server: &Running, id: &str, steps: u64) -> Value {
    loop {
        let job = job(server, id);
        if job["done"].as_u64() > Some(steps) {
            return job;
        }
        assert_ne!(job["state"], "failed", "{job}");
    }
}

#[test]
fn a_duel_is_played_to_its_end() {
    let server = Running::start();
    let body = json!({ "kind": "duel", "game": "tictactoe", "agents": ["perfect", "random"], "games": 40, "seed": 3, "sprt": [0, 400] });
    let id = start(&server, &body);
    let job = ended(&server, &id);
    assert_eq!(job["state"], "done", "{job}");
    let result = &job["result"];
    assert_eq!(result["losses"], 0, "perfect play does not lose");
    assert_eq!(result["seed"], 3);
    assert!(!result["elo_path"].as_array().unwrap().is_empty());
    let games = server
        .get(&format!("/api/jobs/{id}/games?from=2&count=3"))
        .json();
    as_described("/api/jobs/{id}/games", "get", &games);
    assert_eq!(games["total"], result["games"]);
    assert_eq!(games["games"][0]["number"], 2);
    let moves = games["games"][0]["moves"].clone();
    let end = server.asked("/api/game", &json!({ "game": "tictactoe", "after": moves }));
    assert!(end["outcome"].is_string());
    // The file is what the command line writes and goes on from.
    let data = server.get(&format!("/api/jobs/{id}/data"));
    let text = String::from_utf8(data.body).unwrap();
    assert!(text.starts_with("{\"noyau\":\"games\""));
    assert_eq!(
        text.lines().count() as u64,
        1 + result["games"].as_u64().unwrap()
    );
    let listed = server.get("/api/jobs").json();
    as_described("/api/jobs", "get", &listed);
    assert_eq!(listed["jobs"][0]["id"], id.as_str());
    let deleted = server.request("DELETE", &format!("/api/jobs/{id}"), "", b"");
    as_described("/api/jobs/{id}", "delete", &deleted.json());
    assert_eq!(server.get(&format!("/api/jobs/{id}")).status, 404);
}

#[test]
fn a_tournament_that_is_stopped_goes_on_and_ends_as_if_it_had_not_been() {
    let server = Running::start();
    let body = json!({ "kind": "tournament", "game": "connect4:5x4", "agents": ["random", "alphabeta:2", "montecarlo:60"], "games": 240, "seed": 8 });
    let whole = start(&server, &body);
    let whole = ended(&server, &whole);
    assert_eq!(whole["state"], "done");
    let id = start(&server, &body);
    advanced(&server, &id, 5);
    server.post(&format!("/api/jobs/{id}/stop"), &json!({}));
    let stopped = ended(&server, &id);
    assert_eq!(stopped["state"], "stopped");
    assert!(
        stopped["done"].as_u64() < stopped["total"].as_u64(),
        "it was stopped on the way"
    );
    let again = server.post(&format!("/api/jobs/{id}/resume"), &json!({}));
    assert_eq!(again.status, 200);
    let resumed = ended(&server, &id);
    assert_eq!(resumed["state"], "done");
    assert_eq!(resumed["result"], whole["result"]);
    assert_eq!(
        server
            .post(&format!("/api/jobs/{id}/resume"), &json!({}))
            .status,
        400
    );
}

#[test]
fn events_tell_how_it_goes() {
    let server = Running::start();
    let body = json!({ "kind": "duel", "game": "connect4:6x5", "agents": ["alphabeta:3", "montecarlo:60"], "games": 30, "seed": 1 });
    let id = start(&server, &body);
    let (mut names, mut last) = (Vec::new(), 0);
    for (name, job) in events(&server, &id) {
        let done = job["done"].as_u64().unwrap();
        assert!(done >= last);
        last = done;
        names.push(name);
        if names.last().is_some_and(|name| name == "end") {
            assert_eq!(job["state"], "done");
            break;
        }
    }
    assert!(names.iter().filter(|name| *name == "progress").count() > 0);
}

#[test]
fn jobs_are_kept_over_a_restart() {
    let folder = Folder::new("restart");
    let settings = || Settings {
        state: Some(folder.0.clone()),
        ..Settings::default()
    };
    let body = json!({ "kind": "duel", "game": "connect4:5x4", "agents": ["alphabeta:3", "montecarlo:60"], "games": 500, "seed": 5 });
    let (id, before) = {
        let server = Running::with(settings());
        let id = start(&server, &body);
        let job = advanced(&server, &id, 3);
        (id, job["done"].as_u64().unwrap())
    };
    let server = Running::with(settings());
    let kept = job(&server, &id);
    assert_eq!(kept["state"], "stopped");
    assert!(kept["done"].as_u64().unwrap() >= before);
    server.post(&format!("/api/jobs/{id}/resume"), &json!({}));
    let resumed = ended(&server, &id);
    let fresh = start(&server, &body);
    let fresh = ended(&server, &fresh);
    assert_eq!(resumed["result"], fresh["result"]);
}

/// The atlas of a class: the longest win of each tier with its line, and mutual zugzwangs.
#[test]
fn a_class_has_lines_and_zugzwangs() {
    let server = Running::start();
    let name = "draughts:english,2";
    let id = start(&server, &json!({ "kind": "table", "game": name }));
    assert_eq!(ended(&server, &id)["state"], "done");
    let stats = server.get(&format!("/api/tables/{id}")).json();
    let tiers = stats["by_tier"].as_array().unwrap();
    let with_wins = tiers
        .iter()
        .filter(|tier| tier["longest_win"].as_u64() > Some(0));
    assert!(with_wins.clone().count() > 1);
    for tier in with_wins {
        let at = tier["longest_win_position"].as_str().unwrap();
        let at = at.replace(' ', "%20").replace(',', "%2C");
        let line = server.get(&format!("/api/tables/{id}/line?at={at}")).json();
        as_described("/api/tables/{id}/line", "get", &line);
        let moves = line["line"].as_array().unwrap();
        assert_eq!(moves.len() as u64, tier["longest_win"].as_u64().unwrap());
        let played = json!({ "game": name, "at": line["position"], "after": moves });
        let end = server.asked("/api/game", &played);
        assert_eq!(end["outcome"], "loss", "{line}");
    }
    let all = server
        .get(&format!("/api/tables/{id}/zugzwangs?count=4"))
        .json();
    as_described("/api/tables/{id}/zugzwangs", "get", &all);
    assert_eq!(all["complete"], true);
    let by_tier = all["by_tier"].as_array().unwrap().iter();
    let sum: u64 = by_tier
        .map(|tier| tier["zugzwangs"].as_u64().unwrap())
        .sum();
    assert_eq!(all["zugzwangs"], sum);
    assert!(sum > 0);
    for row in all["rows"].as_array().unwrap() {
        assert_eq!(row["outcome"], "loss");
        assert_ne!(row["turned"]["outcome"], "win");
    }
}

#[test]
fn a_table_is_made_and_read() {
    let server = Running::start();
    let id = start(&server, &json!({ "kind": "table", "game": "connect4:4x4" }));
    let job = ended(&server, &id);
    assert_eq!(job["state"], "done", "{job}");
    // Published: 161,029 positions (Tromp).
    assert_eq!(job["result"]["positions"], 161_029);
    let tables = server.get("/api/tables").json();
    as_described("/api/tables", "get", &tables);
    assert_eq!(tables["tables"][0]["id"], id.as_str());
    let stats = server.get(&format!("/api/tables/{id}")).json();
    as_described("/api/tables/{id}", "get", &stats);
    let longest = stats["longest_win"].as_u64().unwrap();
    let hardest = server
        .get(&format!("/api/tables/{id}/hardest?count=3"))
        .json();
    as_described("/api/tables/{id}/hardest", "get", &hardest);
    assert!(hardest["rows"][0]["distance"].as_u64().unwrap() >= longest);
    let rows = server
        .get(&format!(
            "/api/tables/{id}/rows?outcome=loss&distance=4&count=5"
        ))
        .json();
    as_described("/api/tables/{id}/rows", "get", &rows);
    let rows = rows["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 5);
    for row in rows {
        assert_eq!(
            (&row["outcome"], &row["distance"]),
            (&json!("loss"), &json!(4))
        );
        let values = server.asked(
            "/api/values",
            &json!({ "game": "connect4:4x4", "at": row["position"] }),
        );
        assert_eq!(
            (&values["outcome"], &values["distance"]),
            (&row["outcome"], &row["distance"])
        );
    }
    // Whose turn it is shows on the board.
    let none = server.get(&format!("/api/tables/{id}/zugzwangs")).json();
    as_described("/api/tables/{id}/zugzwangs", "get", &none);
    assert_eq!(none["zugzwangs"], 0);
    assert_eq!(none["complete"], true);
    let puzzles = server
        .get(&format!(
            "/api/tables/{id}/puzzles?count=4&distance=5&seed=2"
        ))
        .json();
    as_described("/api/tables/{id}/puzzles", "get", &puzzles);
    assert_eq!(puzzles["puzzles"].as_array().unwrap().len(), 4);
    for puzzle in puzzles["puzzles"].as_array().unwrap() {
        let values = server.asked(
            "/api/values",
            &json!({ "game": puzzle["game"], "at": puzzle["position"] }),
        );
        let winning = values["moves"].as_array().unwrap().iter();
        let winning: Vec<_> = winning.filter(|mv| mv["outcome"] == "win").collect();
        assert_eq!(winning.len(), 1);
        assert_eq!(winning[0]["move"], puzzle["solution"][0]);
    }
    server.request("DELETE", &format!("/api/jobs/{id}"), "", b"");
    assert_eq!(server.get(&format!("/api/tables/{id}")).status, 404);
}

#[test]
fn what_is_learned_plays() {
    let server = Running::start();
    let body =
        json!({ "kind": "learn", "game": "tictactoe", "games": 600, "seconds": 30, "seed": 4 });
    let id = start(&server, &body);
    let job = ended(&server, &id);
    assert_eq!(job["state"], "done", "{job}");
    let agent = &job["result"]["agent"];
    assert_eq!(agent, &json!(format!("learned:{id}")));
    let curve = job["result"]["curve"].as_array().unwrap();
    assert!(!curve.is_empty());
    let score = curve.last().unwrap()[1].as_f64().unwrap();
    assert!(score > 0.6, "it beats the lots: {curve:?}");
    let best = server.asked(
        "/api/best",
        &json!({ "game": "tictactoe", "agent": agent, "seed": 1 }),
    );
    assert!(best["move"].is_string());
    let duel =
        json!({ "kind": "duel", "game": "tictactoe", "agents": [agent, "random"], "games": 10 });
    let duel = start(&server, &duel);
    assert_eq!(ended(&server, &duel)["state"], "done");
    let data = server.get(&format!("/api/jobs/{id}/data"));
    assert!(data.body.len() > 100);
    let refused = server.post("/api/jobs", &json!({ "kind": "learn", "game": "chess" }));
    assert!(
        refused.status == 202 || refused.status == 400,
        "{}",
        refused.json()
    );
}

#[test]
fn too_many_jobs_are_refused_and_too_large_ones_fail() {
    let server = Running::start();
    let long = json!({ "kind": "duel", "game": "connect4", "agents": ["mcts:100000", "mcts:100000"], "games": 1000 });
    let mut ids = Vec::new();
    let busy = loop {
        let answer = server.post("/api/jobs", &long);
        if answer.status != 202 {
            break answer;
        }
        ids.push(answer.json()["id"].as_str().unwrap().to_owned());
        assert!(ids.len() < 50);
    };
    assert_eq!((busy.status, busy.kind().as_str()), (429, "busy"));
    assert_eq!(busy.header("retry-after"), Some("1"));
    for id in &ids {
        assert_eq!(
            server
                .request("DELETE", &format!("/api/jobs/{id}"), "", b"")
                .status,
            200
        );
    }
    let id = start(&server, &json!({ "kind": "table", "game": "chess" }));
    while job(&server, &id)["state"] == "queued" {}
    server.post(&format!("/api/jobs/{id}/stop"), &json!({}));
    let job = ended(&server, &id);
    assert_ne!(job["state"], "done");
}

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("noyau-web-test-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A page that runs no job.
struct Idle;

impl Host for Idle {
    fn changed(&self, _: &Change<'_>) {}
    fn launch(&self, _: &str) {}
    fn halt(&self, _: &str) {}
    fn touched(&self, _: &str) {}
    fn tables(&self) -> Vec<String> {
        Vec::new()
    }
    fn table_length(&self, _: &str) -> Option<u64> {
        None
    }
    fn read_table(&self, _: &str, _: u64, _: &mut [u8]) -> bool {
        false
    }
}

/// A worker that stops a job may hear afterwards that it runs.
#[test]
fn a_stopped_job_stays_stopped_until_it_is_queued_again() {
    let worker = Worker::new(Arc::new(Idle), Allowance::default(), []);
    let ask = |method: &str, path: &str, body: &str| -> Value {
        let answer = worker.answer(&Request {
            method,
            path,
            query: "",
            kind: if body.is_empty() {
                ""
            } else {
                "application/json"
            },
            body: body.as_bytes(),
        });
        serde_json::from_slice(&answer.body).unwrap()
    };
    let started = ask(
        "POST",
        "/api/jobs",
        r#"{"kind":"duel","game":"tictactoe","agents":["random","first"],"games":10}"#,
    );
    let id = started["id"].as_str().unwrap();
    let path = format!("/api/jobs/{id}");
    let told = |state: &str| {
        let status = json!({ "id": id, "state": state, "done": 3, "total": 10 });
        worker.told(status.to_string().as_bytes());
        ask("GET", &path, "")["state"].clone()
    };
    assert_eq!(told("running"), "running");
    ask("POST", &format!("{path}/stop"), "{}");
    assert_eq!(told("running"), "stopped");
    assert_eq!(told("queued"), "queued");
    assert_eq!(told("running"), "running");
}

//! Every kind of error, in both languages.

use crate::client::Running;
use serde_json::{Value, json};

/// A request that is refused with that status and kind.
struct Refused {
    path: &'static str,
    body: Value,
    status: u16,
    kind: &'static str,
}

fn refused(path: &'static str, body: Value, status: u16, kind: &'static str) -> Refused {
    Refused {
        path,
        body,
        status,
        kind,
    }
}

/// Status, kind, path and body of requests that are refused.
const REFUSED: &str = r#"
404 unknown-game /api/game { "game": "hex" }
404 unknown-game /api/game {}
400 bad-request /api/game { "game": 7 }
400 bad-request /api/game "nim"
400 bad-request /api/game { "game": "connect4:99x99" }
413 too-large /api/game { "game": "nim:60000,60000" }
413 too-large /api/game { "game": "octal:0.77,10000000" }
422 illegal-move /api/game { "game": "tictactoe", "after": "b2,b2" }
422 illegal-move /api/game { "game": "tictactoe", "after": ["z9"] }
422 bad-position /api/game { "game": "tictactoe", "at": "xyz" }
403 forbidden /api/game { "game": "graph:/etc/passwd" }
403 forbidden /api/game { "game": "graph:../../../etc/passwd" }
403 forbidden /api/game { "game": "gdl:/etc/hostname,points" }
422 bad-file /api/game { "game": "graph:a.json", "content": "{\"a\": [\n7 8]}" }
400 bad-request /api/best { "game": "tictactoe", "agent": "wizard" }
403 forbidden /api/best { "game": "tictactoe", "agent": "process:touch /tmp/owned" }
403 forbidden /api/best { "game": "tictactoe", "agent": "montecarlo:9,base=(process:sh)" }
400 bad-request /api/best { "game": "tictactoe", "agent": "learned:/etc/passwd" }
400 bad-request /api/best { "game": "tictactoe", "agent": "alphabeta:3,heuristic=tea" }
400 bad-request /api/best { "game": "tictactoe", "after": "a1,a2,b1,b2,c1" }
422 illegal-move /api/judge { "game": "tictactoe", "moves": "b2,b2" }
408 timeout /api/judge { "game": "chess", "moves": "e2e4", "seconds": 0.1 }
400 bad-request /api/arena {}
422 bad-file /api/arena { "text": "" }
422 bad-file /api/arena { "text": "{0:[1,\n 2,,],1:[]}" }
400 bad-request /api/arena { "text": "a b", "format": "tea" }
413 too-large /api/arena { "game": "connect4:7x6" }
413 too-large /api/arena { "text": "{0:[0]}", "format": "python", "most": 0, "double": true }
400 bad-request /api/arena/attractor { "text": "{0:[1],1:[]}", "targets": [0] }
400 bad-request /api/arena/attractor { "text": "{0:[1],1:[]}", "double": true, "targets": [4] }
400 bad-request /api/arena/attractor { "text": "{0:[1],1:[]}", "double": true, "player": "third" }
400 bad-request /api/arena/check { "text": "{0:[1],1:[]}", "guess": { "kernel": [9] } }
400 bad-request /api/arena/export { "text": "{0:[1],1:[]}", "as": "docx" }
400 bad-request /api/arena/export { "text": "{0:[1],1:[]}", "as": "pg" }
400 bad-request /api/tree {}
422 bad-file /api/tree { "text": "[[3,5],[2," }
400 bad-request /api/tree { "text": "[1]", "algorithm": "tea" }
400 bad-request /api/tree { "text": "[1]", "order": "tea" }
400 bad-request /api/tree { "text": "[1]", "form": "tea" }
400 bad-request /api/tree { "game": "tictactoe", "opinion": "tea" }
413 too-large /api/tree { "game": "tictactoe", "depth": 9 }
400 bad-request /api/tree/check { "text": "[1,2]", "values": { "x": 3 } }
400 bad-request /api/tree/export { "text": "[1,2]", "as": "docx" }
422 bad-file /api/gdl { "text": "(role a" }
400 bad-request /api/jobs { "kind": "brew", "game": "tictactoe" }
400 bad-request /api/jobs { "kind": "duel", "game": "tictactoe", "agents": ["random"] }
403 forbidden /api/jobs { "kind": "duel", "game": "tictactoe", "agents": ["random", "process:sh"] }
413 too-large /api/jobs { "kind": "duel", "game": "tictactoe", "agents": ["random", "first"], "games": 10000000 }
400 bad-request /api/jobs { "kind": "duel", "game": "tictactoe", "agents": ["random", "first"], "sprt": [5, 0] }
404 not-found /api/jobs/nobody/stop {}
404 not-found /api/nowhere {}
405 bad-request /api/games {}
"#;

fn all() -> Vec<Refused> {
    let table = REFUSED.lines().filter(|line| !line.is_empty()).map(|line| {
        let words: Vec<_> = line.splitn(4, ' ').collect();
        let body = serde_json::from_str(words[3]).expect(line);
        refused(words[2], body, words[0].parse().expect(line), words[1])
    });
    let missing = include_str!("../../../../examples/gdl/wrong.kif");
    let together = include_str!("../../../../examples/gdl/together.kif");
    let long = json!({ "game": "tictactoe", "after": vec!["b2"; 5000] });
    let agent = json!({ "game": "tictactoe", "agent": "x".repeat(900) });
    let sheet = json!({ "game": "gdl:a.kif", "content": missing });
    let others = [
        refused("/api/game", sheet, 422, "bad-file"),
        refused("/api/game", long, 413, "too-large"),
        refused("/api/best", agent, 413, "too-large"),
        refused("/api/gdl", json!({ "text": together }), 422, "bad-file"),
    ];
    table.chain(others).collect()
}

#[test]
fn every_error_says_what_is_wrong_in_both_languages() {
    let server = Running::start();
    let mut met = std::collections::BTreeSet::new();
    for Refused {
        path,
        body,
        status,
        kind,
    } in all()
    {
        let [en, fr] = ["en", "fr"].map(|tag| server.post(&format!("{path}?lang={tag}"), &body));
        for answer in [&en, &fr] {
            let shown = String::from_utf8_lossy(&answer.body).into_owned();
            assert_eq!(
                (answer.status, answer.kind().as_str()),
                (status, kind),
                "{path} {body}: {shown}"
            );
            assert_eq!(answer.header("content-type"), Some("application/json"));
        }
        let [en, fr] = [en, fr].map(|answer| answer.json()["error"]["message"].clone());
        assert_ne!(en, fr, "{path} {body}");
        met.insert(kind);
    }
    assert_eq!(met.len(), 9, "{met:?}");
    server.must_live();
}

#[test]
fn faults_in_texts_have_a_place() {
    let server = Running::start();
    let place = |path, text| {
        let answer = server.post(path, &json!({ "text": text })).json();
        ["line", "column"].map(|key| answer["error"][key].clone())
    };
    assert_eq!(place("/api/arena", "{0:[1,\n 2,,],1:[]}"), [2, 4]);
    assert_eq!(place("/api/tree", "[[3,\n x]]"), [2, 2]);
    let wrong = include_str!("../../../../examples/gdl/wrong.kif");
    let answer = server.post("/api/gdl", &json!({ "text": wrong })).json();
    let errors = answer["error"]["errors"].as_array().unwrap();
    assert!(errors.len() > 1, "{answer}");
    assert!(errors.iter().all(|error| error["line"].as_u64() > Some(0)));
    let answer = server
        .post(
            "/api/game",
            &json!({ "game": "tictactoe", "after": "b2,b2" }),
        )
        .json();
    assert_eq!(answer["error"]["move"], "b2");
}

#[test]
fn the_language_follows_the_browser() {
    let server = Running::start();
    let of = |more: &str| {
        let answer = server.request("GET", "/api/game?game=tea", more, b"");
        answer.json()["error"]["message"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert!(of("").starts_with("there is no game"));
    assert!(of("Accept-Language: fr-FR,en;q=0.5\r\n").starts_with("aucun jeu"));
}

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

fn all() -> Vec<Refused> {
    let missing = include_str!("../../../../examples/gdl/wrong.kif");
    let together = include_str!("../../../../examples/gdl/together.kif");
    vec![
        refused(
            "/api/game",
            json!({ "game": "checkers" }),
            404,
            "unknown-game",
        ),
        refused("/api/game", json!({}), 404, "unknown-game"),
        refused("/api/game", json!({ "game": 7 }), 400, "bad-request"),
        refused("/api/game", json!("nim"), 400, "bad-request"),
        refused(
            "/api/game",
            json!({ "game": "connect4:99x99" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/game",
            json!({ "game": "nim:60000,60000" }),
            413,
            "too-large",
        ),
        refused(
            "/api/game",
            json!({ "game": "octal:0.77,10000000" }),
            413,
            "too-large",
        ),
        refused(
            "/api/game",
            json!({ "game": "tictactoe", "after": "b2,b2" }),
            422,
            "illegal-move",
        ),
        refused(
            "/api/game",
            json!({ "game": "tictactoe", "after": ["z9"] }),
            422,
            "illegal-move",
        ),
        refused(
            "/api/game",
            json!({ "game": "tictactoe", "at": "xyz" }),
            422,
            "bad-position",
        ),
        refused(
            "/api/game",
            json!({ "game": "graph:/etc/passwd" }),
            403,
            "forbidden",
        ),
        refused(
            "/api/game",
            json!({ "game": "graph:../../../etc/passwd" }),
            403,
            "forbidden",
        ),
        refused(
            "/api/game",
            json!({ "game": "gdl:/etc/hostname,points" }),
            403,
            "forbidden",
        ),
        refused(
            "/api/game",
            json!({ "game": "graph:a.json", "content": "{\"a\": [\n7 8]}" }),
            422,
            "bad-file",
        ),
        refused(
            "/api/game",
            json!({ "game": "gdl:a.kif", "content": missing }),
            422,
            "bad-file",
        ),
        refused(
            "/api/game",
            json!({ "game": "tictactoe", "after": vec!["b2"; 5000] }),
            413,
            "too-large",
        ),
        refused(
            "/api/best",
            json!({ "game": "tictactoe", "agent": "wizard" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/best",
            json!({ "game": "tictactoe", "agent": "process:touch /tmp/owned" }),
            403,
            "forbidden",
        ),
        refused(
            "/api/best",
            json!({ "game": "tictactoe", "agent": "montecarlo:9,base=(process:sh)" }),
            403,
            "forbidden",
        ),
        refused(
            "/api/best",
            json!({ "game": "tictactoe", "agent": "learned:/etc/passwd" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/best",
            json!({ "game": "tictactoe", "agent": "alphabeta:3,heuristic=tea" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/best",
            json!({ "game": "tictactoe", "agent": "x".repeat(900) }),
            413,
            "too-large",
        ),
        refused(
            "/api/best",
            json!({ "game": "tictactoe", "after": "a1,a2,b1,b2,c1" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/judge",
            json!({ "game": "tictactoe", "moves": "b2,b2" }),
            422,
            "illegal-move",
        ),
        refused(
            "/api/judge",
            json!({ "game": "chess", "moves": "e2e4", "seconds": 0.1 }),
            408,
            "timeout",
        ),
        refused(
            "/api/why",
            json!({ "game": "chess", "seconds": 0.1 }),
            408,
            "timeout",
        ),
        refused("/api/arena", json!({}), 400, "bad-request"),
        refused("/api/arena", json!({ "text": "" }), 422, "bad-file"),
        refused(
            "/api/arena",
            json!({ "text": "{0:[1,\n 2,,],1:[]}" }),
            422,
            "bad-file",
        ),
        refused(
            "/api/arena",
            json!({ "text": "a b", "format": "tea" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/arena",
            json!({ "game": "connect4:7x6" }),
            413,
            "too-large",
        ),
        refused(
            "/api/arena",
            json!({ "text": "{0:[0]}", "format": "python", "most": 0, "double": true }),
            413,
            "too-large",
        ),
        refused(
            "/api/arena/attractor",
            json!({ "text": "{0:[1],1:[]}", "targets": [0] }),
            400,
            "bad-request",
        ),
        refused(
            "/api/arena/attractor",
            json!({ "text": "{0:[1],1:[]}", "double": true, "targets": [4] }),
            400,
            "bad-request",
        ),
        refused(
            "/api/arena/attractor",
            json!({ "text": "{0:[1],1:[]}", "double": true, "player": "third" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/arena/check",
            json!({ "text": "{0:[1],1:[]}", "guess": { "kernel": [9] } }),
            400,
            "bad-request",
        ),
        refused(
            "/api/arena/export",
            json!({ "text": "{0:[1],1:[]}", "as": "docx" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/arena/export",
            json!({ "text": "{0:[1],1:[]}", "as": "pg" }),
            400,
            "bad-request",
        ),
        refused("/api/tree", json!({}), 400, "bad-request"),
        refused(
            "/api/tree",
            json!({ "text": "[[3,5],[2," }),
            422,
            "bad-file",
        ),
        refused(
            "/api/tree",
            json!({ "text": "[1]", "algorithm": "tea" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/tree",
            json!({ "text": "[1]", "order": "tea" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/tree",
            json!({ "text": "[1]", "form": "tea" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/tree",
            json!({ "game": "tictactoe", "opinion": "tea" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/tree",
            json!({ "game": "tictactoe", "depth": 9 }),
            413,
            "too-large",
        ),
        refused(
            "/api/tree/check",
            json!({ "text": "[1,2]", "values": { "x": 3 } }),
            400,
            "bad-request",
        ),
        refused(
            "/api/tree/export",
            json!({ "text": "[1,2]", "as": "docx" }),
            400,
            "bad-request",
        ),
        refused("/api/gdl", json!({ "text": "(role a" }), 422, "bad-file"),
        refused("/api/gdl", json!({ "text": together }), 422, "bad-file"),
        refused(
            "/api/jobs",
            json!({ "kind": "brew", "game": "tictactoe" }),
            400,
            "bad-request",
        ),
        refused(
            "/api/jobs",
            json!({ "kind": "duel", "game": "tictactoe", "agents": ["random"] }),
            400,
            "bad-request",
        ),
        refused(
            "/api/jobs",
            json!({ "kind": "duel", "game": "tictactoe", "agents": ["random", "process:sh"] }),
            403,
            "forbidden",
        ),
        refused(
            "/api/jobs",
            json!({ "kind": "duel", "game": "tictactoe", "agents": ["random", "first"], "games": 10_000_000 }),
            413,
            "too-large",
        ),
        refused(
            "/api/jobs",
            json!({ "kind": "duel", "game": "tictactoe", "agents": ["random", "first"], "sprt": [5, 0] }),
            400,
            "bad-request",
        ),
        refused("/api/jobs/nobody/stop", json!({}), 404, "not-found"),
        refused("/api/nowhere", json!({}), 404, "not-found"),
        refused("/api/games", json!({}), 405, "bad-request"),
    ]
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
    let answer = server
        .post("/api/arena", &json!({ "text": "{0:[1,\n 2,,],1:[]}" }))
        .json();
    assert_eq!(
        (&answer["error"]["line"], &answer["error"]["column"]),
        (&json!(2), &json!(4)),
        "{answer}"
    );
    let answer = server
        .post("/api/tree", &json!({ "text": "[[3,\n x]]" }))
        .json();
    assert_eq!(
        (&answer["error"]["line"], &answer["error"]["column"]),
        (&json!(2), &json!(2)),
        "{answer}"
    );
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

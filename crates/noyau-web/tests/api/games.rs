//! Games, values, moves, judgements.

use crate::client::Running;
use serde_json::{Value, json};

fn texts(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect()
}

#[test]
fn every_game_is_listed_in_both_languages_with_a_picture() {
    let server = Running::start();
    let [en, fr] = ["en", "fr"].map(|tag| server.get(&format!("/api/games?lang={tag}")).json());
    let games = en["games"].as_array().unwrap();
    assert_eq!(games.len(), noyau_games::GAMES.len());
    for (en, fr) in games.iter().zip(fr["games"].as_array().unwrap()) {
        let name = en["name"].as_str().unwrap();
        assert_ne!(en["summary"], fr["summary"], "{name}");
        assert_ne!(en["rules"], fr["rules"], "{name}");
        let cells = en["thumbnail"]["cells"].as_array().unwrap();
        assert!(!cells.is_empty(), "{name} has a picture");
        for variant in texts(&en["variants"]) {
            let answer = server.post("/api/game", &json!({ "game": format!("{name}:{variant}") }));
            assert_eq!(answer.status, 200, "{name}:{variant}");
        }
    }
    let agents = en["agents"].as_array().unwrap();
    assert!(agents.iter().all(|agent| agent["name"] != "process"));
    for agent in agents {
        let body =
            json!({ "game": "tictactoe", "agent": agent["example"], "seconds": 5, "seed": 3 });
        let best = server.asked("/api/best", &body);
        assert!(best["move"].is_string(), "{agent}");
    }
}

#[test]
fn a_game_is_told_with_its_history() {
    let server = Running::start();
    let state = server.get("/api/game?game=connect4:7x6&after=4,4,5").json();
    let body = json!({ "game": "connect4:7x6", "after": "4,4,5" });
    assert_eq!(server.asked("/api/game", &body), state);
    assert_eq!(state["game"], "connect4:7x6");
    assert_eq!(state["side"], "second");
    let history = state["history"].as_array().unwrap();
    let moves: Vec<_> = history
        .iter()
        .map(|past| past["move"].as_str().unwrap())
        .collect();
    assert_eq!(moves, ["4", "4", "5"]);
    assert_eq!(history[2]["position"], state["position"]);
    assert_eq!(history[2]["side"], "first");
    // From any position of the history the same game goes on.
    let body = json!({ "game": "connect4:7x6", "at": history[0]["position"], "after": ["4", "5"] });
    assert_eq!(
        server.asked("/api/game", &body)["position"],
        state["position"]
    );
    assert_eq!(
        texts(&state["moves"]).len(),
        state["view"]["moves"].as_array().unwrap().len()
    );
}

#[test]
fn an_end_is_told() {
    let server = Running::start();
    let body = json!({ "game": "tictactoe", "after": "a1,a2,b1,b2,c1" });
    let over = server.asked("/api/game", &body);
    assert_eq!(over["outcome"], "loss");
    assert_eq!(over["winner"], "first");
    assert_eq!(over["moves"], json!([]));
    let drawn = server.asked("/api/values", &json!({ "game": "tictactoe" }));
    assert_eq!(
        (drawn["outcome"].as_str(), drawn["exact"].as_bool()),
        (Some("draw"), Some(true))
    );
}

/// What is remembered must say the same as what is solved anew: each position along random games is asked twice of one
/// server, which knows it by then, and the value of each move must follow from that of the position after it.
#[test]
fn values_agree_along_games() {
    let server = Running::start();
    for (game, seed) in [
        ("connect4:4x4", 1u64),
        ("kalah:3,2", 2),
        ("nim:3,4,5", 3),
        ("dots:2x2", 4),
        ("morris:3", 5),
        ("gdl:nim.kif", 6),
    ] {
        let mut moves: Vec<String> = Vec::new();
        let mut random = noyau::random::SplitMix(seed);
        loop {
            let body = json!({ "game": game, "after": moves, "seconds": 10 });
            let values = server.asked("/api/values", &body);
            assert_eq!(values["exact"], true, "{game} {moves:?}: {values}");
            let legal = values["moves"].as_array().unwrap().clone();
            let state = server.asked("/api/game", &body);
            let names: Vec<_> = legal
                .iter()
                .map(|mv| mv["move"].as_str().unwrap())
                .collect();
            assert_eq!(names, texts(&state["moves"]), "{game}");
            if legal.is_empty() {
                assert_eq!(values["outcome"], state["outcome"]);
                break;
            }
            // Men may go round for ever.
            if moves.len() == 30 {
                break;
            }
            let best = legal.iter().filter(|mv| mv["outcome"] == values["outcome"]);
            assert!(best.count() > 0, "{game}: some move keeps the outcome");
            let chosen = &legal[random.below(legal.len())];
            moves.push(chosen["move"].as_str().unwrap().to_owned());
            let after = server.asked(
                "/api/values",
                &json!({ "game": game, "after": moves, "seconds": 10 }),
            );
            let same_side = after["side"] == values["side"];
            let expected = match (chosen["outcome"].as_str().unwrap(), same_side) {
                ("win", false) => "loss",
                ("loss", false) => "win",
                (outcome, _) => outcome,
            };
            assert_eq!(after["outcome"], expected, "{game} {moves:?}");
            if let Some(distance) = chosen["distance"].as_u64() {
                assert_eq!(
                    after["distance"].as_u64(),
                    Some(distance - 1),
                    "{game} {moves:?}"
                );
            }
        }
    }
}

#[test]
fn what_is_not_proved_is_said_to_be_an_opinion() {
    let server = Running::start();
    let values = server.asked("/api/values", &json!({ "game": "chess", "seconds": 0.5 }));
    assert_eq!(values["outcome"], "unknown");
    assert_eq!(values["exact"], false);
    assert_eq!(values["bounds"], json!(["loss", "win"]));
    assert_eq!(values["opinion"]["agent"], "search");
    assert!(!texts(&values["opinion"]["line"]).is_empty());
    assert!(values["opinion"]["depth"].as_u64() > Some(0));
}

/// Who passes while behind loses to a second pass: the search sees the end of the game, and it is proved.
#[test]
fn what_a_search_sees_to_the_end_is_proved() {
    let server = Running::start();
    let asked = json!({ "game": "go:7,0", "after": ["a1", "g1", "f2"], "seconds": 0.1 });
    let values = server.asked("/api/values", &asked);
    assert_eq!(values["outcome"], "unknown", "{values}");
    let proved = json!([{ "move": "pass", "outcome": "loss", "distance": null, "margin": null }]);
    assert_eq!(values["moves"], proved, "{values}");
    let win = json!({ "game": "go:7,0", "after": ["a1", "g1", "f2", "pass"], "seconds": 0.1 });
    let values = server.asked("/api/values", &win);
    assert_eq!(values["outcome"], "win", "{values}");
    assert_eq!(values["best"], json!(["pass"]), "{values}");
}

#[test]
fn every_move_is_valued_soon() {
    let server = Running::start();
    for game in [
        "chess",
        "othello:8",
        "connect4:7x6",
        "draughts",
        "morris:9",
        "go:9,7.5",
        "awele",
        "domineering:8x8",
    ] {
        let state = server.asked("/api/game", &json!({ "game": game }));
        let values = server.asked("/api/values", &json!({ "game": game, "seconds": 0.1 }));
        let mut valued: Vec<&str> = Vec::new();
        for list in [&values["moves"], &values["opinion"]["moves"]] {
            let moves = list.as_array().into_iter().flatten();
            valued.extend(moves.filter_map(|one| one["move"].as_str()));
        }
        for mv in texts(&state["moves"]) {
            assert!(valued.contains(&mv), "{game} {mv}: {values}");
        }
    }
}

#[test]
fn nimbers_of_known_games_are_told() {
    let server = Running::start();
    for (after, nimber) in [("", 3 ^ 4 ^ 5), ("1:1", 2 ^ 4 ^ 5)] {
        let values = server.asked(
            "/api/values",
            &json!({ "game": "nim:3,4,5", "after": after }),
        );
        assert_eq!(values["nimber"], nimber, "{after}");
    }
}

#[test]
fn a_game_is_judged() {
    let server = Running::start();
    let moves = ["b2", "b1", "a1", "c3", "a3", "c1", "a2"];
    let judged = server.asked(
        "/api/judge",
        &json!({ "game": "tictactoe", "moves": moves, "lang": "fr" }),
    );
    let marks = judged["moves"].as_array().unwrap();
    assert_eq!(marks.len(), moves.len());
    // Second took an edge against the centre: lost from there.
    assert_eq!(marks[1]["mark"], "draw-to-loss");
    assert_eq!(marks[1]["before"]["outcome"], "draw");
    assert_eq!(judged["lost_at"], 1);
    assert_eq!(judged["accuracy"][0], 1.0);
}

#[test]
fn a_win_is_explained() {
    let server = Running::start();
    let why = server.asked(
        "/api/why",
        &json!({ "game": "tictactoe", "after": "b2,b1" }),
    );
    assert_eq!(why["outcome"], "win");
    let values = server.asked(
        "/api/values",
        &json!({ "game": "tictactoe", "after": "b2,b1" }),
    );
    let refuted = why["refutations"].as_array().unwrap();
    let others = values["moves"].as_array().unwrap().len() - texts(&values["best"]).len();
    assert_eq!(refuted.len(), others);
    for one in refuted {
        assert!(!texts(&values["best"]).contains(&one["move"].as_str().unwrap()));
        if let Some(distance) = one["distance"].as_u64() {
            assert_eq!(texts(&one["line"]).len() as u64, distance - 1, "{one}");
        }
    }
}

/// The reasons that `noyau why` has, in the language of the request; a theorem needs no solution.
#[test]
fn reasons_are_told_in_words() {
    let server = Running::start();
    let kinds = |why: &Value| {
        let reasons = why["reasons"].as_array().unwrap().iter();
        let kinds = reasons.map(|reason| reason["kind"].as_str().unwrap().to_owned());
        kinds.collect::<Vec<_>>()
    };
    let nim = json!({ "game": "nim:3,4,5" });
    let why = server.asked("/api/why", &nim);
    assert_eq!(kinds(&why), ["nim-sum"]);
    assert_eq!(why["reasons"][0]["move"], "1:2");
    assert_eq!(why["line"][0], "1:2");
    let french = server.asked("/api/why?lang=fr", &nim);
    assert_eq!(french["reasons"][0]["title"], "somme de Nim");
    let large = json!({ "game": "chomp:20x20", "seconds": 2 });
    let why = server.asked("/api/why", &large);
    assert_eq!(why["outcome"], "win");
    assert_eq!(kinds(&why), ["symmetry", "strategy-stealing"]);
    assert_eq!(why["line"], json!(["b2"]));
}

#[test]
fn what_is_not_proved_has_the_line_of_the_search() {
    let server = Running::start();
    let why = server.asked("/api/why", &json!({ "game": "chess", "seconds": 0.3 }));
    assert_eq!(why["outcome"], "unknown");
    assert_eq!(why["line"], why["opinion"]["line"]);
    assert!(!texts(&why["line"]).is_empty());
}

#[test]
fn agents_repeat_themselves_with_a_seed() {
    let server = Running::start();
    for agent in "random alphabeta:2 mcts:300 montecarlo:50 stubborn".split(' ') {
        let body = json!({ "game": "connect4:5x4", "agent": agent, "seed": 11, "seconds": 10 });
        let [mut one, mut two] = [0, 1].map(|_| server.asked("/api/best", &body));
        for answer in [&mut one, &mut two] {
            answer.as_object_mut().unwrap().remove("seconds");
        }
        assert_eq!(one, two, "{agent}");
    }
}

#[test]
fn perfect_play_never_loses_what_it_has() {
    let server = Running::start();
    let mut moves: Vec<String> = Vec::new();
    let mut random = noyau::random::SplitMix(9);
    loop {
        let state = server.asked(
            "/api/game",
            &json!({ "game": "connect4:4x4", "after": moves }),
        );
        if !state["outcome"].is_null() {
            // First has a draw, and never less.
            assert_ne!(state["winner"], "second");
            return;
        }
        let mv = if state["side"] == "first" {
            let body = json!({ "game": "connect4:4x4", "after": moves, "agent": "perfect", "seconds": 10 });
            server.asked("/api/best", &body)["move"]
                .as_str()
                .unwrap()
                .to_owned()
        } else {
            let legal = texts(&state["moves"]);
            legal[random.below(legal.len())].to_owned()
        };
        moves.push(mv);
    }
}

#[test]
fn games_that_were_sent_are_played() {
    let server = Running::start();
    let sheet = include_str!("../../../../examples/gdl/tictactoe.kif");
    let described = server.asked("/api/gdl", &json!({ "text": sheet }));
    assert_eq!(texts(&described["roles"]).len(), 2);
    let body = json!({ "game": described["game"], "content": sheet, "seconds": 10 });
    let values = server.asked("/api/values", &body);
    assert_eq!(values["outcome"], "draw");
    let graph = json!({ "game": "graph:pasted.py", "content": "{0:[1,2],1:[2],2:[]}" });
    assert_eq!(server.asked("/api/values", &graph)["outcome"], "win");
    // Another text under the same name is another game.
    let other = json!({ "game": "graph:pasted.py", "content": "{0:[1],1:[2],2:[]}" });
    assert_eq!(server.asked("/api/values", &other)["outcome"], "loss");
    assert_eq!(server.asked("/api/values", &graph)["outcome"], "win");
}

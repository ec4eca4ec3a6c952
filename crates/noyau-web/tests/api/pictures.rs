//! Graphs and trees.

use crate::client::Running;
use serde_json::{Value, json};

/// The course's Chomp(2,3).
const CHOMP: &str = include_str!("../../../../examples/graphs/chomp23.py");

#[test]
fn the_kernel_of_the_course() {
    let server = Running::start();
    let arena = server.asked("/api/arena", &json!({ "text": CHOMP }));
    let name = |v: &Value| {
        let v = v.as_u64().unwrap() as usize;
        arena["vertices"][v]["name"].as_str().unwrap().to_owned()
    };
    let steps = arena["kernel"]["steps"].as_array().unwrap();
    let taken: Vec<_> = steps.iter().map(|step| name(&step["take"])).collect();
    assert_eq!(taken, ["8", "6", "2"]);
    assert_eq!(arena["info"]["acyclic"], true);
    assert_eq!(arena["strategy"]["winner"], "first");
    assert_eq!(arena["nimbers"].as_array().unwrap().len(), 9);
    assert!(arena["attractor"].is_null());
    // What it says of itself is the same graph.
    let again = server.asked(
        "/api/arena",
        &json!({ "text": arena["text"], "format": "python" }),
    );
    assert_eq!(again, arena);
}

#[test]
fn the_doubled_arena_has_attractors() {
    let server = Running::start();
    let body = json!({ "text": CHOMP });
    let doubled = server.asked("/api/arena/double", &body);
    assert_eq!(doubled["info"]["vertices"], 18);
    assert_eq!(doubled["info"]["bipartite"], true);
    let layers = &doubled["attractor"]["first"]["layers"];
    let start = &doubled["start"];
    let within = layers
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|layer| layer.as_array().unwrap());
    assert!({ within }.any(|v| v == start), "First wins from the start");
    let targets = layers[0].clone();
    let body = json!({ "text": CHOMP, "double": true, "player": "first", "targets": targets });
    let one = server.asked("/api/arena/attractor", &body);
    assert_eq!(one, doubled["attractor"]["first"]);
}

#[test]
fn a_guess_is_checked() {
    let server = Running::start();
    let kernel = server.asked("/api/arena", &json!({ "text": CHOMP }))["kernel"]["kernel"].clone();
    let right = json!({ "text": CHOMP, "guess": { "kernel": kernel } });
    assert_eq!(server.asked("/api/arena/check", &right)["right"], true);
    let wrong = json!({ "text": CHOMP, "guess": { "kernel": [0, 1] } });
    let checked = server.asked("/api/arena/check?lang=fr", &wrong);
    assert_eq!(checked["right"], false);
    let first = &checked["wrong"][0];
    assert_eq!(first["vertex"], 0);
    assert!(first["why"].as_str().unwrap().contains("stable"), "{first}");
}

#[test]
fn cycles_have_no_kernel_or_several_and_both_can_be_answered() {
    let server = Running::start();
    let check = |text: &str, guess| {
        server.asked("/api/arena/check", &json!({ "text": text, "guess": guess }))
    };
    let (two, three) = ("{0:[1],1:[0]}", "{0:[1],1:[2],2:[0]}");
    let all =
        |text: &str| server.asked("/api/arena", &json!({ "text": text }))["kernel"]["all"].clone();
    assert_eq!(all(two), json!({ "kernels": [[0], [1]], "complete": true }));
    assert_eq!(all(three), json!({ "kernels": [], "complete": true }));
    assert_eq!(all(CHOMP), json!(null));
    let guessed = check(two, json!({ "kernel": [0] }));
    assert_eq!(
        (&guessed["right"], &guessed["only"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(check(CHOMP, json!({ "kernel": [2, 6, 8] }))["only"], true);
    assert_eq!(check(three, json!({ "none": true }))["right"], true);
    let none = check(two, json!({ "none": true }));
    assert_eq!(
        (&none["right"], &none["kernel"]),
        (&json!(false), &json!([0]))
    );
}

#[test]
fn every_format_is_read_and_written() {
    let server = Running::start();
    for format in ["json", "python", "list", "tgf", "edges", "matrix", "dot"] {
        let body = json!({ "text": CHOMP, "as": format });
        let mut text = server.asked("/api/arena/export", &body)["text"].clone();
        if format == "dot" {
            // A picture, with places and shapes: not what the reader is for.
            assert!(text.as_str().unwrap().contains("digraph"));
            text = include_str!("../../../../examples/graphs/attractor.dot").into();
        }
        for told in [format, "auto"] {
            let arena = server.asked("/api/arena", &json!({ "text": text, "format": told }));
            if format != "dot" {
                assert_eq!(arena["info"]["vertices"], 9, "{format} as {told}");
                assert_eq!(arena["kernel"]["kernel"].as_array().unwrap().len(), 3);
            }
        }
    }
    for (to, begins) in [("svg", "<svg"), ("tikz", "\\begin{tikzpicture}")] {
        let body = json!({ "text": CHOMP, "as": to, "marks": ["kernel", "nimbers", "strategy"] });
        let text = server.asked("/api/arena/export", &body)["text"].clone();
        assert!(text.as_str().unwrap().contains(begins), "{to}");
    }
}

#[test]
fn two_thousand_vertices_are_laid_out() {
    let server = Running::start();
    let edges: Vec<String> = (0..2000u32)
        .map(|v| {
            let below = [v * 2 + 1, v * 2 + 2, (v * 7919 + 13) % 2000];
            let below = below.iter().filter(|&&w| w < 2000 && w > v);
            let below: Vec<_> = below.map(u32::to_string).collect();
            format!("{v}:[{}]", below.join(","))
        })
        .collect();
    let text = format!("{{{}}}", edges.join(","));
    let arena = server.asked("/api/arena", &json!({ "text": text }));
    assert_eq!(arena["vertices"].as_array().unwrap().len(), 2000);
    let answer = server.post("/api/arena", &json!({ "text": text, "most": 100 }));
    assert_eq!((answer.status, answer.kind().as_str()), (413, "too-large"));
}

#[test]
fn alpha_beta_cuts_where_it_should() {
    let server = Running::start();
    let body = json!({ "text": "[[3,12,8],[2,4,6],[14,5,2]]", "algorithm": "alphabeta" });
    let tree = server.asked("/api/tree", &body);
    assert_eq!(tree["value"], 3);
    assert_eq!(tree["best"], json!([0]));
    let steps = tree["steps"].as_array().unwrap();
    let cuts: Vec<_> = steps.iter().filter(|step| step["kind"] == "cut").collect();
    // The second node is cut after its 2: 4 and 6 are never looked at.
    assert_eq!(cuts.len(), 1);
    assert_eq!(cuts[0]["cut"], "alpha");
    assert_eq!(cuts[0]["node"], 5);
    assert_eq!(cuts[0]["skipped"], json!([7, 8]));
    assert_eq!(tree["counters"]["minimax"]["leaves"], 9);
    assert_eq!(tree["counters"]["alphabeta"]["leaves"], 7);
    assert_eq!(tree["cost"]["formula"], 13.0);
    assert!(
        steps
            .iter()
            .all(|step| !step["text"].as_str().unwrap().is_empty())
    );
    let french = server.asked("/api/tree?lang=fr", &body);
    assert_ne!(french["steps"][0]["text"], tree["steps"][0]["text"]);
}

#[test]
fn the_order_of_children_matters() {
    let server = Running::start();
    let leaves = |order: &str| {
        let body = json!({ "text": "[[2,4,6],[14,5,2],[3,12,8]]", "algorithm": "alphabeta", "order": order, "seed": 3 });
        let tree = server.asked("/api/tree", &body);
        assert_eq!(tree["value"], 3, "{order}");
        tree["counters"]["alphabeta"]["leaves"].as_u64().unwrap()
    };
    assert_eq!(leaves("best"), 5);
    assert!(leaves("worst") >= leaves("given"));
    assert!((5..=9).contains(&leaves("shuffled")));
}

#[test]
fn exercises_are_marked_step_by_step_in_both_languages() {
    let server = Running::start();
    let listed = server.get("/api/exercises").json();
    for kind in listed["kinds"].as_array().unwrap() {
        let wanted = json!({ "kind": kind["name"], "seed": 5, "level": 3 });
        let posed = server.asked("/api/exercise", &wanted);
        assert_eq!(posed, server.asked("/api/exercise", &wanted));
        assert!(
            posed.get("answer").is_none(),
            "the key is not told: {posed}"
        );
        let mut body = wanted.clone();
        body["hint"] = 4.into();
        let key = server.asked("/api/exercise/check", &body)["answer"].clone();
        body["steps"] = key;
        let marked = server.asked("/api/exercise/check", &body);
        assert_eq!(marked["done"], true, "{kind}: {marked}");
        body["steps"] = json!(["nonsense"]);
        let refused = server.asked("/api/exercise/check", &body);
        assert_eq!(refused["right"], 0);
        let french = server.asked("/api/exercise/check?lang=fr", &body);
        assert_ne!(refused["why"], french["why"], "{kind}");
    }
    let wrong = json!({ "kind": "kernel", "figure": "exercise-5" });
    assert_eq!(server.post("/api/exercise", &wrong).status, 400);
    let wrong = json!({ "kind": "kernel", "level": 9 });
    assert_eq!(server.post("/api/exercise", &wrong).status, 400);
}

#[test]
fn exercises_are_made_and_checked() {
    let server = Running::start();
    for kind in ["minimax", "alphabeta"] {
        let wanted = json!({ "kind": kind, "depth": 3, "branching": 3, "seed": 5 });
        let exercise = server.asked("/api/tree/exercise", &wanted);
        assert_eq!(exercise, server.asked("/api/tree/exercise", &wanted));
        let mut body = json!({ "text": exercise["text"], "algorithm": kind });
        let tree = server.asked("/api/tree", &body);
        let mut values = serde_json::Map::new();
        let mut cut = Vec::new();
        for step in tree["steps"].as_array().unwrap() {
            match step["kind"].as_str().unwrap() {
                "leave" => {
                    values.insert(step["node"].to_string(), step["value"].clone());
                }
                "cut" => cut.extend(step["skipped"].as_array().unwrap().clone()),
                _ => {}
            }
        }
        assert_eq!(cut.is_empty(), kind == "minimax");
        body["values"] = values.clone().into();
        body["cut"] = cut.clone().into();
        let checked = server.asked("/api/tree/check", &body);
        assert_eq!(checked["right"], true, "{checked}");
        // One value wrong, one left out, one cut too many.
        body["values"]["0"] = 99.into();
        let checked = server.asked("/api/tree/check", &body);
        assert_eq!(checked["right"], false);
        assert_eq!(checked["wrong"][0]["node"], 0);
        body["values"].as_object_mut().unwrap().remove("0");
        let checked = server.asked("/api/tree/check", &body);
        assert_eq!(checked["missing"], json!([0]));
        if kind == "alphabeta" {
            body["cut"].as_array_mut().unwrap().push(1.into());
            let checked = server.asked("/api/tree/check", &body);
            let wrong = checked["wrong"].as_array().unwrap();
            assert!(wrong.iter().any(|one| one["node"] == 1), "{checked}");
        }
    }
}

#[test]
fn trees_are_exported() {
    let server = Running::start();
    for (to, holds) in [
        ("svg", "<svg"),
        ("tikz", "tikzpicture"),
        ("json", "[[3,5],[2,9]]"),
        ("indented", "max"),
    ] {
        let body = json!({ "text": "[[3,5],[2,9]]", "as": to });
        let file = server.asked("/api/tree/export", &body);
        assert!(file["text"].as_str().unwrap().contains(holds), "{to}");
    }
}

//! The description says what there is, and the answers are as it says.

use crate::client::Running;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn description() -> Value {
    serde_json::from_str(include_str!("../../openapi.json")).unwrap()
}

/// Fails unless a value is as a schema says.
pub(crate) fn conforms(
    all: &Value,
    schema: &Value,
    value: &Value,
    place: &str,
) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.trim_start_matches("#/components/schemas/");
        let schema = &all["components"]["schemas"][name];
        if schema.is_null() {
            return Err(format!("{place}: no schema {name}"));
        }
        return conforms(all, schema, value, place);
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let tried: Vec<_> = any
            .iter()
            .map(|schema| conforms(all, schema, value, place))
            .collect();
        if tried.iter().any(Result::is_ok) {
            return Ok(());
        }
        let why: Vec<_> = tried.into_iter().filter_map(Result::err).collect();
        return Err(why.join("; or "));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    let is = |name: &&str| match *name {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    if !types.iter().any(is) {
        return Err(format!("{place}: {value} is not of type {types:?}"));
    }
    if let Some(words) = schema["enum"].as_array()
        && !value.is_null()
        && !words.contains(value)
    {
        return Err(format!("{place}: {value} is none of {words:?}"));
    }
    if let Some(items) = value.as_array() {
        for (i, item) in items.iter().enumerate() {
            conforms(all, &schema["items"], item, &format!("{place}[{i}]"))?;
        }
    }
    if let Some(object) = value.as_object() {
        for key in schema["required"].as_array().into_iter().flatten() {
            let key = key.as_str().unwrap();
            if !object.contains_key(key) {
                return Err(format!("{place}: no key {key:?}"));
            }
        }
        for (key, value) in object {
            let place = format!("{place}.{key}");
            let of_key = &schema["properties"][key];
            if !of_key.is_null() {
                conforms(all, of_key, value, &place)?;
            } else if schema["additionalProperties"] == json!(false) {
                return Err(format!("{place} is not described"));
            } else if schema["additionalProperties"].is_object() {
                conforms(all, &schema["additionalProperties"], value, &place)?;
            }
        }
    }
    Ok(())
}

/// The schema of the answers of a route.
fn schema_of<'a>(all: &'a Value, path: &str, method: &str) -> &'a Value {
    let responses = &all["paths"][path][method]["responses"];
    let good = ["200", "202"].iter().map(|status| &responses[*status]);
    let good = { good }.find(|response| !response.is_null());
    let good = good.unwrap_or_else(|| panic!("{method} {path} is not described"));
    &good["content"]["application/json"]["schema"]
}

/// Fails unless an answer is as the description says of its route.
pub(crate) fn as_described(path: &str, method: &str, answer: &Value) {
    let all = description();
    let schema = schema_of(&all, path, method);
    conforms(&all, schema, answer, path).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn every_reference_leads_somewhere() {
    fn references(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            Value::Object(keys) => {
                if let Some(name) = value["$ref"].as_str() {
                    found.insert(name.rsplit('/').next().unwrap().to_owned());
                }
                keys.values().for_each(|item| references(item, found));
            }
            _ => {}
        }
    }
    let all = description();
    let mut named = BTreeSet::new();
    references(&all, &mut named);
    let schemas = all["components"]["schemas"].as_object().unwrap();
    let there: BTreeSet<String> = schemas.keys().cloned().collect();
    assert_eq!(named, there);
}

#[test]
fn it_is_served() {
    let server = Running::start();
    assert_eq!(server.get("/api/openapi.json").json(), description());
}

#[test]
fn answers_are_as_described() {
    let server = Running::start();
    let chomp = json!({ "text": "{0:[1,2,3,4],1:[2,3],2:[],3:[2],4:[]}" });
    let tree = json!({ "text": "[[3,5],[2,9]]", "algorithm": "alphabeta" });
    for (path, body) in [
        (
            "/api/game",
            json!({ "game": "connect4:4x4", "after": "1,2,3" }),
        ),
        ("/api/game", json!({ "game": "dots:2x2", "after": [] })),
        ("/api/values", json!({ "game": "tictactoe", "after": "b2" })),
        ("/api/values", json!({ "game": "dots:2x1" })),
        ("/api/values", json!({ "game": "chess", "seconds": 0.3 })),
        ("/api/values", json!({ "game": "octal:0.77,12" })),
        (
            "/api/best",
            json!({ "game": "tictactoe", "agent": "alphabeta:3", "seed": 4 }),
        ),
        (
            "/api/best",
            json!({ "game": "tictactoe", "agent": "mcts:200" }),
        ),
        (
            "/api/best",
            json!({ "game": "tictactoe", "agent": "perfect" }),
        ),
        ("/api/judge", json!({ "game": "leapfrog:2", "moves": [] })),
        ("/api/why", json!({ "game": "nim:1,2" })),
        ("/api/arena", chomp.clone()),
        ("/api/arena", json!({ "game": "leapfrog:2" })),
        ("/api/arena", json!({ "game": "dots:1x1" })),
        ("/api/arena/double", chomp.clone()),
        ("/api/tree", tree.clone()),
        (
            "/api/tree",
            json!({ "game": "tictactoe", "depth": 2, "algorithm": "andor" }),
        ),
        ("/api/tree/exercise", json!({ "kind": "alphabeta" })),
        ("/api/exercise", json!({ "kind": "attractor", "seed": 3 })),
        ("/api/exercise", json!({ "kind": "andor", "level": 5 })),
        ("/api/exercise", json!({ "kind": "best-reply", "seed": 1 })),
        (
            "/api/exercise/check",
            json!({ "kind": "alphabeta", "seed": 1, "steps": ["A [-inf, +inf]"], "hint": 2 }),
        ),
        (
            "/api/exercise/check",
            json!({ "kind": "kernel", "figure": "chomp-2x3", "steps": ["8", "4"], "hint": 4 }),
        ),
        (
            "/api/gdl",
            json!({ "text": include_str!("../../../../examples/gdl/matches.kif") }),
        ),
    ] {
        as_described(path, "post", &server.asked(path, &body));
    }
    let mut more = chomp.clone();
    more["guess"] = json!({ "kernel": [2, 4] });
    as_described(
        "/api/arena/check",
        "post",
        &server.asked("/api/arena/check", &more),
    );
    more["as"] = "tikz".into();
    as_described(
        "/api/arena/export",
        "post",
        &server.asked("/api/arena/export", &more),
    );
    let owned = json!({ "text": "{\"edges\":{\"a\":[\"b\"],\"b\":[]},\"owner\":{\"a\":\"first\",\"b\":\"second\"}}", "targets": [1] });
    as_described(
        "/api/arena/attractor",
        "post",
        &server.asked("/api/arena/attractor", &owned),
    );
    as_described("/api/arena", "post", &server.asked("/api/arena", &owned));
    let mut more = tree.clone();
    more["values"] = json!({ "0": 3, "1": 3 });
    as_described(
        "/api/tree/check",
        "post",
        &server.asked("/api/tree/check", &more),
    );
    as_described(
        "/api/tree/export",
        "post",
        &server.asked("/api/tree/export", &tree),
    );
    for path in ["/api/games", "/api/samples", "/api/jobs", "/api/tables"] {
        as_described(path, "get", &server.get(path).json());
    }
    as_described(
        "/api/values",
        "get",
        &server.get("/api/values?game=nim:3,4").json(),
    );
    as_described(
        "/api/game",
        "get",
        &server.get("/api/game?game=nim:3,4").json(),
    );
}

//! Writes the answers that the page as static files has beside it, so that its first board is painted before the library
//! is there: `stored_answers FOLDER`. They are what the handlers answer.

use noyau_web::{Allowance, Change, Host, Request, Worker};
use serde_json::{Value, json};
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// A host that keeps nothing.
struct Nobody;

impl Host for Nobody {
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

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("a folder is wanted")?;
    let folder = PathBuf::from(folder);
    fs::create_dir_all(folder.join("start"))?;
    let worker = Worker::new(Arc::new(Nobody), Allowance::default(), []);
    let ask = |method: &str, path: &str, query: &str, body: &str| {
        worker.answer(&Request {
            method,
            path,
            query,
            kind: "application/json",
            body: body.as_bytes(),
        })
    };
    let get = |path: &str, query: &str| ask("GET", path, query, "").body;
    fs::write(
        folder.join("openapi.json"),
        get("/api/openapi.json", "lang=en"),
    )?;
    fs::write(folder.join("samples.json"), get("/api/samples", "lang=en"))?;
    for language in ["en", "fr"] {
        let games = get("/api/games", &format!("lang={language}"));
        fs::write(folder.join(format!("games.{language}.json")), games)?;
    }
    // The first positions of the games that the gallery offers.
    let catalogue: Value = serde_json::from_slice(&get("/api/games", "lang=en"))?;
    let games = catalogue["games"].as_array().into_iter().flatten();
    let mut starts = Vec::new();
    for game in games.filter(|game| game["needs_file"] == false) {
        let name = game["name"].as_str().unwrap_or_default();
        let variants = game["variants"].as_array().into_iter().flatten();
        for parameters in variants.chain([&game["default"]]) {
            let parameters = parameters.as_str().unwrap_or_default();
            let full = format!("{name}:{parameters}");
            starts.push(full.trim_end_matches(':').to_owned());
        }
    }
    starts.push("connect4:6x5".to_owned());
    starts.sort();
    starts.dedup();
    for name in &starts {
        let body = json!({ "game": name }).to_string();
        let answer = ask("POST", "/api/game", "lang=en", &body);
        if answer.status != 200 {
            return Err(format!("{name}: {}", String::from_utf8_lossy(&answer.body)).into());
        }
        let file = name.replace([':', ','], "-");
        fs::write(folder.join("start").join(file + ".json"), answer.body)?;
    }
    fs::write(folder.join("starts.json"), serde_json::to_vec(&starts)?)?;
    Ok(())
}

//! The marks of student code.

use crate::csv;
use noyau_core::language::{Language, Localized};
use noyau_play::check::{CounterExample, FileMarks, Marked, Verdict};
use serde_json::{Value, json};

/// The marks of files, with messages in one language.
pub fn marks(seed: u64, files: &[FileMarks], language: Language) -> Value {
    let files: Vec<Value> = files
        .iter()
        .map(|file| file_marks(file, language))
        .collect();
    json!({ "files": files, "seed": seed })
}

fn file_marks(file: &FileMarks, language: Language) -> Value {
    let functions: Vec<Value> = file
        .functions
        .iter()
        .map(|marked| function_mark(marked, language))
        .collect();
    json!({
        "file": file.file,
        "mark": file.mark(),
        "of": file.of(),
        "passed": file.passed(),
        "problem": file.problem.as_ref().map(|problem| problem.localized(language)),
        "functions": functions,
    })
}

/// The mark of a function.
pub fn function_mark(marked: &Marked, language: Language) -> Value {
    let mut document = json!({ "name": marked.name, "called": marked.called, "mark": marked.mark(), "of": marked.points });
    for (key, value) in verdict(&marked.verdict, language) {
        document[key] = value;
    }
    if let Some(own) = &marked.own {
        let own = verdict(own, language).map(|(key, value)| (key.to_owned(), value));
        document["own_helpers"] = Value::Object(own.into_iter().collect());
    }
    document
}

fn verdict(verdict: &Verdict, language: Language) -> [(&'static str, Value); 4] {
    [
        ("passed", json!(verdict.passed)),
        ("tried", json!(verdict.tried)),
        (
            "counterexample",
            json!(verdict.counterexample.as_ref().map(counterexample)),
        ),
        ("message", json!(verdict.message.localized(language))),
    ]
}

fn counterexample(example: &CounterExample) -> Value {
    json!({
        "calls": example.calls,
        "setting": example.setting,
        "vertices": example.vertices,
        "expected": example.expected,
        "returned": example.returned,
        "arguments": example.arguments,
    })
}

/// One line a file: its mark, what it is of, and the points of each function; empty where a function is not asked.
pub fn marks_csv(files: &[FileMarks]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for marked in files.iter().flat_map(|file| &file.functions) {
        if !names.contains(&marked.name.as_str()) {
            names.push(&marked.name);
        }
    }
    let heads = ["file", "mark", "of"]
        .into_iter()
        .chain(names.iter().copied());
    let mut text = csv::line(&heads.map(str::to_owned).collect::<Vec<_>>());
    for file in files {
        let mut cells = vec![
            file.file.clone(),
            file.mark().to_string(),
            file.of().to_string(),
        ];
        cells.extend(names.iter().map(|name| {
            let marked = file.functions.iter().find(|marked| marked.name == *name);
            marked.map_or_else(String::new, |marked| marked.mark().to_string())
        }));
        text += &csv::line(&cells);
    }
    text
}

//! Subjects: which functions a teacher asks for, with their points and cases of their own.

use super::functions::{Answer, Function, Wrong};
use super::term::Term;
use serde_json::Value;
use std::collections::BTreeSet;

/// A subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// Its title.
    pub title: Option<String>,
    /// The functions.
    pub functions: Vec<Asked>,
    /// Limits that differ from the usual ones.
    pub limits: Limits,
}

/// A function of a subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// Its name: one of the texts, or any other if its cases say what is right.
    pub name: String,
    /// Other names that students may use.
    pub called: Vec<String>,
    /// Its points.
    pub points: f64,
    /// The number of generated cases.
    pub tries: Option<usize>,
    /// Cases that are tried before the generated ones.
    pub cases: Vec<Given>,
}

/// A case that a teacher has written.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// The arguments: an object is a dictionary whose keys are numbers where they can be.
    pub args: Vec<Value>,
    /// What is right; a function of the texts needs it not.
    pub returns: Option<Value>,
    /// Whether a list may be in any order.
    pub unordered: bool,
}

/// Limits of a subject.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Limits {
    /// Seconds a call.
    pub time: Option<f64>,
    /// Seconds a file.
    pub file_time: Option<f64>,
    /// Memory, as on the command line.
    pub memory: Option<String>,
    /// Generated cases a function.
    pub tries: Option<usize>,
}

noyau_core::messages! {
    /// What is wrong with a subject.
    pub enum SubjectProblem {
        NotJson { line: usize, column: usize, why: String } =>
            "{line}:{column}: a subject is JSON: {why}",
            "{line}:{column}: un sujet est du JSON : {why}";
        NoFunctions =>
            "1:1: a subject has \"functions\", a list such as [{{\"name\": \"noyau\", \"points\": 3}}]",
            "1:1: un sujet a « functions », une liste comme [{{\"name\": \"noyau\", \"points\": 3}}]";
        UnknownKey { key: String, place: String, known: String } =>
            "1:1: {key:?} is no key of {place}; there are {known}",
            "1:1: {key:?} n'est pas une clef de {place} ; il y a {known}";
        BadValue { key: String, place: String, value: String, wanted: String } =>
            "1:1: {key:?} of {place} is {value}, and {wanted} is wanted",
            "1:1: {key:?} de {place} est {value}, et il faut {wanted}";
        Repeated { name: String } =>
            "1:1: the function {name:?} is asked twice",
            "1:1: la fonction {name:?} est demandée deux fois";
        NothingToJudge { name: String } =>
            "1:1: {name:?} is no function of the texts, and has no cases with \"returns\" to judge it by",
            "1:1: {name:?} n'est pas une fonction des textes, et n'a pas de cas avec « returns » pour la juger";
        NoAnswer { number: usize, name: String } =>
            "1:1: case {number} of {name} needs \"returns\": noyau does not know what is right there",
            "1:1: le cas {number} de {name} demande « returns » : noyau ne sait pas ce qui y est juste";
        WrongAnswer { number: usize, name: String, given: String, right: String } =>
            "1:1: case {number} of {name} returns {given}, and {right} would be right",
            "1:1: le cas {number} de {name} a pour « returns » {given}, et {right} serait juste";
    }
}

/// An object whose keys are checked.
struct Keys<'a> {
    object: &'a serde_json::Map<String, Value>,
    place: &'a str,
}

impl<'a> Keys<'a> {
    fn of(value: &'a Value, place: &'a str, known: &[&str]) -> Result<Self, SubjectProblem> {
        let wanted = || SubjectProblem::BadValue {
            key: place.to_owned(),
            place: "subject".to_owned(),
            value: value.to_string(),
            wanted: format!("{{{}}}", known.join(", ")),
        };
        let object = value.as_object().ok_or_else(wanted)?;
        match object.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(SubjectProblem::UnknownKey {
                key: key.clone(),
                place: place.to_owned(),
                known: known.join(", "),
            }),
            None => Ok(Self { object, place }),
        }
    }

    fn get<T>(
        &self,
        key: &str,
        wanted: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, SubjectProblem> {
        let Some(value) = self.object.get(key) else {
            return Ok(None);
        };
        read(value)
            .map(Some)
            .ok_or_else(|| SubjectProblem::BadValue {
                key: key.to_owned(),
                place: self.place.to_owned(),
                value: value.to_string(),
                wanted: wanted.to_owned(),
            })
    }

    fn text(&self, key: &str) -> Result<Option<String>, SubjectProblem> {
        self.get(key, "\"…\"", |value| Some(value.as_str()?.to_owned()))
    }

    fn number(&self, key: &str) -> Result<Option<f64>, SubjectProblem> {
        self.get(key, "0, 1, 2.5 …", |value| {
            value.as_f64().filter(|n| *n >= 0.0 && *n < 1e6)
        })
    }

    fn count(&self, key: &str) -> Result<Option<usize>, SubjectProblem> {
        self.get(key, "1 … 100000", |value| {
            value
                .as_u64()
                .filter(|n| (1..=100_000).contains(n))
                .map(|n| n as usize)
        })
    }

    fn list(&self, key: &str) -> Result<Option<&'a Vec<Value>>, SubjectProblem> {
        self.get(key, "[…]", Value::as_array)
    }
}

impl Subject {
    /// Reads a subject, which is JSON.
    pub fn parse(bytes: &[u8]) -> Result<Self, SubjectProblem> {
        let value: Value =
            serde_json::from_slice(bytes).map_err(|error| SubjectProblem::NotJson {
                line: error.line(),
                column: error.column(),
                why: error.to_string(),
            })?;
        let known = ["title", "functions", "time", "file-time", "memory", "tries"];
        let keys = Keys::of(&value, "subject", &known)?;
        let functions = keys
            .list("functions")?
            .filter(|functions| !functions.is_empty());
        let functions = functions.ok_or(SubjectProblem::NoFunctions)?;
        let mut names = BTreeSet::new();
        let functions = functions.iter().map(|function| {
            let asked = asked(function)?;
            if names.insert(super::functions::plain(&asked.name)) {
                Ok(asked)
            } else {
                Err(SubjectProblem::Repeated { name: asked.name })
            }
        });
        Ok(Self {
            functions: functions.collect::<Result<_, _>>()?,
            title: keys.text("title")?,
            limits: Limits {
                time: keys.number("time")?,
                file_time: keys.number("file-time")?,
                memory: keys.text("memory")?,
                tries: keys.count("tries")?,
            },
        })
    }
}

/// Whether noyau knows what is right in a case, or the teacher says it, and does not say what is wrong.
fn judged(
    number: usize,
    name: &str,
    given: &Given,
    of_texts: &[&Function],
) -> Result<(), SubjectProblem> {
    let name = name.to_owned();
    let arguments: Vec<Term> = given.args.iter().map(Term::written).collect();
    let mut known = of_texts.iter();
    let known = known.find_map(|function| Some((function, function.case_of(&arguments)?)));
    match (&given.returns, known) {
        (None, None) => Err(SubjectProblem::NoAnswer { number, name }),
        // Of this one the changed argument is judged, and a teacher may well want a variant that returns it.
        (Some(returns), Some((function, case))) if function.name != "supprimeSommet" => {
            let value = Term::written(returns);
            let given = value.to_string();
            let answer = Answer {
                value,
                arguments: arguments.into_iter().map(Some).collect(),
                seen: Vec::new(),
                printed: String::new(),
            };
            match function.judge(&case, &answer) {
                Err(Wrong {
                    expected: Some(right),
                    ..
                }) => Err(SubjectProblem::WrongAnswer {
                    number,
                    name,
                    given,
                    right: right.to_string(),
                }),
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

fn asked(value: &Value) -> Result<Asked, SubjectProblem> {
    // A name alone is a function of one point.
    if let Some(name) = value.as_str() {
        return asked(&serde_json::json!({ "name": name }));
    }
    let keys = Keys::of(
        value,
        "functions",
        &["name", "called", "points", "tries", "cases"],
    )?;
    let Some(name) = keys.text("name")?.filter(|name| !name.is_empty()) else {
        return Err(SubjectProblem::NoFunctions);
    };
    let texts = |list: &Vec<Value>| -> Option<Vec<String>> {
        list.iter()
            .map(|text| Some(text.as_str()?.to_owned()))
            .collect()
    };
    let called = keys.get("called", "[\"…\"]", |value| texts(value.as_array()?))?;
    let mut cases = Vec::new();
    for case in keys.list("cases")?.into_iter().flatten() {
        let keys = Keys::of(case, "cases", &["args", "returns", "unordered"])?;
        cases.push(Given {
            args: keys.list("args")?.cloned().unwrap_or_default(),
            returns: keys.object.get("returns").cloned(),
            unordered: keys
                .get("unordered", "true, false", Value::as_bool)?
                .unwrap_or(false),
        });
    }
    let functions = super::FUNCTIONS.iter();
    let of_texts: Vec<&Function> = functions
        .filter(|function| function.is_called(&name))
        .collect();
    if of_texts.is_empty() && !cases.iter().any(|case| case.returns.is_some()) {
        return Err(SubjectProblem::NothingToJudge { name });
    }
    for (number, case) in (1..).zip(&cases) {
        judged(number, &name, case, &of_texts)?;
    }
    Ok(Asked {
        called: called.unwrap_or_default(),
        points: keys.number("points")?.unwrap_or(1.0),
        tries: keys.count("tries")?,
        cases,
        name,
    })
}

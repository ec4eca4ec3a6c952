//! `noyau.cours.verifie`: judges a function that is defined in Python, which Python code runs in processes of its own.

use noyau::play::check::{
    FUNCTIONS, FileMarks, HARNESS, Loss, Plan, Program, REFERENCE, Subject, check_file,
};
use noyau::{Language, Message, documents, message};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};

/// Two functions of Python: one starts the program, the other sends lines and returns lines, with what was lost.
struct Callbacks<'py> {
    restart: Bound<'py, PyAny>,
    ask: Bound<'py, PyAny>,
    /// An exception of the caller, such as an interruption from the keyboard.
    failure: Option<PyErr>,
}

type Answered = (Vec<String>, Option<(String, String)>);

impl Callbacks<'_> {
    fn end(&mut self, failure: PyErr) -> Message {
        self.failure = Some(failure);
        message!("it was interrupted", "interruption")
    }
}

impl Program for Callbacks<'_> {
    fn restart(&mut self) -> Result<(), Message> {
        match self.restart.call0() {
            Ok(_) => Ok(()),
            Err(failure) => Err(self.end(failure)),
        }
    }

    fn ask(&mut self, requests: &[Value]) -> (Vec<Value>, Option<Loss>) {
        let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
        let answered = self
            .ask
            .call1((lines,))
            .and_then(|answered| answered.extract::<Answered>());
        let (lines, lost) = match answered {
            Ok(answered) => answered,
            Err(failure) => return (Vec::new(), Some(Loss::Spent(self.end(failure)))),
        };
        let answers = lines
            .iter()
            .map_while(|line| serde_json::from_str(line).ok());
        let answers: Vec<Value> = answers.collect();
        let loss = lost.map(|(kind, detail)| match kind.as_str() {
            "slow" => Loss::Slow(message!(
                "no answer within {detail} s: a loop that does not end?",
                "pas de réponse en {detail} s : une boucle sans fin ?"
            )),
            _ => Loss::Dead(message!(
                "it ends the program ({detail})",
                "elle met fin au programme ({detail})"
            )),
        });
        let missing = answers.len() < requests.len() && loss.is_none();
        let loss = loss.or_else(|| {
            missing.then(|| Loss::Dead(message!("there is no answer", "il n'y a pas de réponse")))
        });
        (answers, loss)
    }
}

/// The program that runs functions, and the functions of the reference, both in Python.
#[pyfunction]
pub(crate) fn check_programs() -> (&'static str, &'static str) {
    (HARNESS, REFERENCE)
}

/// Judges the function of that name in the texts, which is called otherwise in its file: a JSON document.
#[pyfunction]
#[pyo3(signature = (name, called, restart, ask, *, tries, seed, own))]
pub(crate) fn check_function(
    name: &str,
    called: &str,
    restart: Bound<'_, PyAny>,
    ask: Bound<'_, PyAny>,
    tries: usize,
    seed: u64,
    own: bool,
) -> PyResult<String> {
    const LANGUAGE: Language = Language::French;
    let asked = json!({"functions": [{"name": name, "called": [called]}]});
    let Ok(subject) = Subject::parse(asked.to_string().as_bytes()) else {
        let mut known: Vec<&str> = Vec::new();
        for function in FUNCTIONS {
            if !known.contains(&function.name) {
                known.push(function.name);
            }
        }
        // The functions of the course speak French.
        let known = known.join(", ");
        return Err(PyValueError::new_err(format!(
            "{name:?} n'est pas une fonction des textes ; il y a {known}"
        )));
    };
    let mut program = Callbacks {
        restart,
        ask,
        failure: None,
    };
    let plan = Plan {
        tries,
        seed,
        own_helpers: own,
    };
    let FileMarks { functions, .. } =
        check_file(&mut program, "notebook", "", Some(&subject), &plan);
    if let Some(failure) = program.failure {
        return Err(failure);
    }
    let document = functions.first().map(|marked| {
        let mut document = documents::function_mark(marked, LANGUAGE);
        let example = marked.verdict.counterexample.as_ref();
        document["svg"] = json!(example.and_then(|example| example.svg(LANGUAGE)));
        document
    });
    Ok(document.unwrap_or(Value::Null).to_string())
}

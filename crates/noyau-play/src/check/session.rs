//! The dialogue with the program that runs a student's file, and the search for a small counter-example.

use super::case::Case;
use super::functions::{Answer, Function, Wrong};
use super::term::{Term, same_items};
use super::{CounterExample, Fault, Verdict, praise};
use noyau_core::language::Message;
use noyau_core::message;
use serde_json::{Map, Value, json};

/// Why a request has no answer. The program has to be started again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loss {
    /// It takes too long.
    Slow(Message),
    /// The program has ended, or what it says is no answer.
    Dead(Message),
    /// The time for the whole file is over: nothing more can be asked.
    Spent(Message),
}

impl Loss {
    fn message(&self) -> &Message {
        let (Self::Slow(message) | Self::Dead(message) | Self::Spent(message)) = self;
        message
    }
}

/// A program that runs the functions of a student's file.
///
/// | request | answer |
/// |---|---|
/// | `{"load":"tp.py"}` | `{"functions":[{"name":"noyau","least":1,"most":1,"uses":[…]},…]}` |
/// | `{"judge":"noyau","helpers":{"predecesseurs":"predecesseurs",…}}` | `{}`; the file is as newly loaded |
/// | `{"call":[…],"tree":{…},"leaf":"Valeur","seed":N}` | `{"value":…,"args":[…],"seen":[…],"printed":"…"}` |
///
/// Instead of a value there may be `{"error":{"type":…,"message":…,"line":N}}`. [`Term`] has the form of values.
pub trait Program {
    /// Sends requests, and waits for the answer of each in turn. The answers end at the first that does not come.
    fn ask(&mut self, requests: &[Value]) -> (Vec<Value>, Option<Loss>);

    /// Ends the program, and starts it anew.
    fn restart(&mut self) -> Result<(), Message>;
}

/// A function that a file defines.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// The least number of arguments.
    pub least: usize,
    /// The greatest number of arguments.
    pub most: usize,
    /// The global names that it uses.
    pub uses: Vec<String>,
}

/// One call of a function, and how its answer is judged.
#[derive(Debug, Clone)]
pub(super) struct Call {
    arguments: Vec<Term>,
    right: Right,
}

#[derive(Debug, Clone)]
enum Right {
    /// What noyau finds.
    Of(&'static Function, Case),
    /// What a teacher says.
    Given { returns: Term, unordered: bool },
}

impl Call {
    pub(super) fn of(function: &'static Function, case: Case) -> Self {
        Self {
            arguments: function.arguments(&case),
            right: Right::Of(function, case),
        }
    }

    pub(super) fn given(arguments: Vec<Term>, returns: Term, unordered: bool) -> Self {
        let right = Right::Given { returns, unordered };
        Self { arguments, right }
    }

    fn case(&self) -> Option<(&'static Function, &Case)> {
        match &self.right {
            Right::Of(function, case) => Some((function, case)),
            Right::Given { .. } => None,
        }
    }

    fn request(&self, seed: usize) -> Value {
        let arguments: Vec<Value> = self.arguments.iter().map(Term::to_json).collect();
        let mut request = json!({ "call": arguments });
        if let Some((function, case)) = self.case().filter(|(_, case)| !case.values.is_empty()) {
            let nodes = 0..case.graph.len();
            let children: Vec<_> = nodes.clone().map(|v| json!([v, case.graph[v]])).collect();
            let values: Vec<_> = nodes.map(|v| json!([v, case.values[v]])).collect();
            let firsts: Vec<_> = case.firsts().iter().map(Term::to_json).collect();
            request["tree"] = json!({"fils": children, "valeurs": values, "S1": firsts});
            request["leaf"] = json!(function.leaf());
        }
        request["seed"] = json!(seed);
        request
    }

    /// What is wrong with an answer.
    fn fault(&self, answer: &Value) -> Option<Fault> {
        let of = |message| Fault {
            wrong: Wrong {
                message,
                expected: None,
            },
            returned: None,
        };
        if let Some(raised) = raised(answer) {
            return Some(of(raised));
        }
        let value = match Term::from_json(&answer["value"]) {
            Ok(value) => value,
            Err(message) => return Some(of(message)),
        };
        let list = |key: &str| answer[key].as_array().cloned().unwrap_or_default();
        let arguments = list("args");
        let answer = Answer {
            value,
            arguments: arguments
                .iter()
                .map(|argument| {
                    (!argument.is_null())
                        .then(|| Term::from_json(argument).ok())
                        .flatten()
                })
                .collect(),
            seen: list("seen")
                .iter()
                .filter_map(|node| Term::from_json(node).ok())
                .collect(),
            printed: answer["printed"].as_str().unwrap_or_default().to_owned(),
        };
        let judged = match &self.right {
            Right::Of(function, case) => function.judge(case, &answer),
            Right::Given { returns, unordered } => {
                let items = (returns.items(), answer.value.items());
                let alike = match items {
                    (Some(wanted), Some(own)) if *unordered => same_items(wanted, own),
                    _ => returns.equals(&answer.value),
                };
                let (wanted, own) = (returns.to_string(), answer.value.to_string());
                let message = message!(
                    "it returns {own}, and {wanted} is wanted",
                    "elle renvoie {own}, et il faut {wanted}"
                );
                let expected = Some(returns.clone());
                if alike {
                    Ok(())
                } else {
                    Err(Wrong { message, expected })
                }
            }
        };
        let returned = answer.value;
        judged.err().map(|wrong| Fault {
            wrong,
            returned: Some(returned),
        })
    }

    /// The call as it is typed.
    fn shown(&self, name: &str) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(ToString::to_string).collect();
        format!("{name}({})", arguments.join(", "))
    }

    fn setting(&self) -> String {
        let Some((function, case)) = self.case().filter(|(_, case)| !case.values.is_empty()) else {
            return String::new();
        };
        let values = (0..).zip(&case.values);
        let values = values.map(|(v, &value)| (Term::vertex(v), Term::Int(value.into())));
        let of_a = Term::Set(case.firsts());
        let (children, values) = (case.dictionary(), Term::Dict(values.collect()));
        let leaf = if function.leaf() == "gagnante" {
            "gagnante > 0"
        } else {
            "h"
        };
        format!("fils = {children}, {leaf} = {values}, S1 = {of_a}")
    }
}

/// What an answer says of an exception.
fn raised(answer: &Value) -> Option<Message> {
    let error = answer.get("error")?;
    let text = |key: &str| error[key].as_str().unwrap_or_default().to_owned();
    let (kind, said) = (text("type"), text("message"));
    let line = error["line"].as_u64();
    let what = match (kind.as_str(), answer["refused"].as_str()) {
        ("RecursionError", _) => message!(
            "its recursion does not end",
            "sa récursion ne se termine pas"
        ),
        ("MemoryError", _) => message!(
            "it needs more memory than it may have",
            "elle demande plus de mémoire qu'elle n'en a"
        ),
        ("EOFError", _) => message!(
            "it reads the keyboard, where nothing is typed",
            "elle lit le clavier, où rien n'est tapé"
        ),
        ("SystemExit", _) => message!(
            "it ends the program (exit)",
            "elle met fin au programme (exit)"
        ),
        ("Refused", Some(event)) => message!(
            "it does what is not permitted while it is judged: {event}",
            "elle fait ce qui n'est pas permis pendant qu'on la juge : {event}"
        ),
        _ if said.is_empty() => message!("it raises {kind}", "elle lève {kind}"),
        _ => message!("it raises {kind}: {said}", "elle lève {kind} : {said}"),
    };
    Some(match line {
        Some(line) => message!("{what} (line {line})", "{what} (ligne {line})", what = what),
        None => what,
    })
}

/// The judgement of one file by one program.
pub(super) struct Session<'a> {
    program: &'a mut dyn Program,
    file: &'a str,
    /// Whether the program runs and has loaded the file.
    is_ready: bool,
    judged: String,
    helpers: Map<String, Value>,
    tried: usize,
}

/// What became of a row of calls.
enum Run {
    Right,
    /// The number of the call that failed.
    Wrong(usize, Fault),
    Lost(usize, Loss),
    /// The file does not load any more.
    Unloaded(Message),
}

impl<'a> Session<'a> {
    pub(super) fn new(program: &'a mut dyn Program, file: &'a str) -> Self {
        Self {
            program,
            file,
            is_ready: false,
            judged: String::new(),
            helpers: Map::new(),
            tried: 0,
        }
    }

    /// Starts the program and loads the file.
    pub(super) fn load(&mut self) -> Result<Vec<Definition>, Message> {
        self.is_ready = false;
        self.program.restart()?;
        let (answers, loss) = self.program.ask(&[json!({ "load": self.file })]);
        let at_load = |why: &Message| {
            // What is said of a function is said of the file: another gender in French.
            let mut why = why.clone();
            if let Some(rest) = why.fr.strip_prefix("elle ") {
                why.fr = format!("il {rest}").replace("qu'elle n'en a", "qu'il n'en a");
            }
            message!(
                "the file does not load: {why}",
                "le fichier ne se charge pas : {why}",
                why = why
            )
        };
        let Some(answer) = answers.first() else {
            let nothing = message!("there is no answer", "il n'y a pas de réponse");
            return Err(at_load(loss.as_ref().map_or(&nothing, Loss::message)));
        };
        if let Some(raised) = raised(answer) {
            return Err(at_load(&raised));
        }
        let defined = answer["functions"].as_array().into_iter().flatten();
        let number = |value: &Value, other: usize| value.as_u64().map_or(other, |n| n as usize);
        let defined = defined.filter_map(|function| {
            let uses = function["uses"].as_array().into_iter().flatten();
            Some(Definition {
                name: function["name"].as_str()?.to_owned(),
                least: number(&function["least"], 0),
                most: number(&function["most"], usize::MAX),
                uses: uses
                    .filter_map(|name| Some(name.as_str()?.to_owned()))
                    .collect(),
            })
        });
        let defined = defined.collect();
        self.is_ready = true;
        Ok(defined)
    }

    /// Chooses the function to judge.
    pub(super) fn choose(&mut self, name: &str, helpers: Map<String, Value>) {
        name.clone_into(&mut self.judged);
        self.helpers = helpers;
        self.tried = 0;
    }

    /// After a function: one that failed may have left anything behind.
    pub(super) fn end(&mut self, passed: bool) {
        self.is_ready &= passed;
    }

    /// Runs calls in turn, after loading the file anew.
    fn run(&mut self, calls: &[Call]) -> Run {
        /// So many requests are under way at once.
        const BATCH: usize = 64;
        if !self.is_ready
            && let Err(message) = self.load()
        {
            return Run::Unloaded(message);
        }
        let judge = json!({"judge": self.judged, "helpers": self.helpers});
        let mut done = 0;
        while done < calls.len().max(1) {
            let batch = &calls[done..calls.len().min(done + BATCH)];
            let first = (done == 0).then(|| judge.clone());
            let chosen = usize::from(first.is_some());
            let requests = (done..).zip(batch).map(|(seed, call)| call.request(seed));
            let requests: Vec<Value> = first.into_iter().chain(requests).collect();
            let (answers, loss) = self.program.ask(&requests);
            if chosen == 1
                && let Some(problem) = answers.first().and_then(raised)
            {
                return Run::Unloaded(problem);
            }
            for (i, answer) in answers.iter().skip(chosen).enumerate() {
                self.tried += 1;
                if let Some(fault) = batch.get(i).and_then(|call| call.fault(answer)) {
                    return Run::Wrong(done + i, fault);
                }
            }
            if let Some(loss) = loss {
                self.is_ready = false;
                self.tried += 1;
                return Run::Lost(done + answers.len().saturating_sub(chosen), loss);
            }
            done += batch.len().max(1);
        }
        Run::Right
    }

    /// Judges the function on all calls, of which smaller ones come first.
    pub(super) fn judge(&mut self, calls: &[Call]) -> Verdict {
        let mut rest = calls;
        loop {
            let (at, fault, is_slow) = match self.run(rest) {
                Run::Right => {
                    return Verdict {
                        passed: true,
                        tried: self.tried,
                        message: praise(self.tried),
                        counterexample: None,
                    };
                }
                Run::Unloaded(message) | Run::Lost(_, Loss::Spent(message)) => {
                    return self.verdict(message, None);
                }
                Run::Lost(at, loss) => {
                    let is_slow = matches!(loss, Loss::Slow(_));
                    (at, lost(&loss), is_slow)
                }
                Run::Wrong(at, fault) => (at, fault, false),
            };
            let at = at.min(rest.len().saturating_sub(1));
            let found = self.explain(rest, at, &fault);
            match found {
                Some((calls, fault)) => {
                    let (calls, fault) = self.shrink(calls, fault, is_slow);
                    let shown = self.shown(&calls, &fault);
                    let mut message = fault.wrong.message;
                    if calls.len() > 1 {
                        message = message!(
                            "the answer depends on the calls before it (a list or dictionary as default value, or a global variable?): {message}",
                            "la réponse dépend des appels précédents (une liste ou un dictionnaire comme valeur par défaut, ou une variable globale ?) : {message}",
                            message = message
                        );
                    }
                    return self.verdict(message, Some(shown));
                }
                // It was slow once and is right alone: the machine was busy.
                None => rest = &rest[at + 1..],
            }
        }
    }

    fn verdict(&self, message: Message, counterexample: Option<CounterExample>) -> Verdict {
        Verdict {
            passed: false,
            tried: self.tried,
            message,
            counterexample,
        }
    }

    /// Runs a few calls, and says what is wrong with the last of them that is run.
    fn fails(&mut self, calls: &[Call]) -> Option<(usize, Fault)> {
        match self.run(calls) {
            Run::Wrong(at, fault) => Some((at, fault)),
            Run::Lost(at, loss) if !matches!(loss, Loss::Spent(_)) => Some((at, lost(&loss))),
            _ => None,
        }
    }

    /// The calls that make a failure: one alone, or after an earlier one that has left something behind.
    fn explain(&mut self, calls: &[Call], at: usize, fault: &Fault) -> Option<(Vec<Call>, Fault)> {
        const EARLIER: usize = 100;
        let alone = vec![calls[at].clone()];
        if let Some((_, fault)) = self.fails(&alone) {
            return Some((alone, fault));
        }
        if fault.returned.is_none() && fault.wrong.expected.is_none() && !self.is_ready {
            return None;
        }
        for earlier in &calls[..at.min(EARLIER)] {
            let pair = vec![earlier.clone(), calls[at].clone()];
            if let Some((1, fault)) = self.fails(&pair) {
                return Some((pair, fault));
            }
        }
        // All of them together.
        let all = calls[..=at].to_vec();
        self.fails(&all)
            .map(|(at, fault)| (all[..=at].to_vec(), fault))
    }

    /// Smaller calls that fail too, as far as they are found.
    fn shrink(
        &mut self,
        mut calls: Vec<Call>,
        mut fault: Fault,
        is_slow: bool,
    ) -> (Vec<Call>, Fault) {
        const MOST_CALLS: usize = 1500;
        const MOST_LOST: usize = 6;
        if calls.len() > 2 {
            return (calls, fault);
        }
        let last = calls.len() - 1;
        let (mut run, mut lost) = (0, usize::from(is_slow));
        'smaller: loop {
            for i in (0..=last).rev() {
                let Some((function, case)) = calls[i].case() else {
                    continue;
                };
                let mut candidates = case.smaller();
                candidates.sort_by_key(Case::weight);
                for candidate in candidates.into_iter().filter(|case| function.asks(case)) {
                    if run >= MOST_CALLS || lost >= MOST_LOST {
                        return (calls, fault);
                    }
                    run += 1;
                    let mut fewer = calls.clone();
                    fewer[i] = Call::of(function, candidate);
                    let found = self.fails(&fewer);
                    lost += usize::from(!self.is_ready);
                    if let Some((at, smaller)) = found
                        && at == last
                    {
                        (calls, fault) = (fewer, smaller);
                        continue 'smaller;
                    }
                }
            }
            return (calls, fault);
        }
    }

    fn shown(&self, calls: &[Call], fault: &Fault) -> CounterExample {
        /// Of a longer row only the last calls are shown.
        const SHOWN: usize = 2;
        let from = calls.len().saturating_sub(SHOWN);
        let last = &calls[calls.len() - 1];
        let vertices = |call: &Call| call.case().map_or(0, |(_, case)| case.vertices());
        CounterExample {
            calls: calls[from..]
                .iter()
                .map(|call| call.shown(&self.judged))
                .collect(),
            setting: last.setting(),
            vertices: calls[from..].iter().map(vertices).sum(),
            expected: fault.wrong.expected.as_ref().map(ToString::to_string),
            returned: fault.returned.as_ref().map(ToString::to_string),
            arguments: last.arguments.iter().map(Term::to_json).collect(),
            drawn: last
                .case()
                .map(|(function, case)| (case.clone(), function.picture())),
        }
    }
}

fn lost(loss: &Loss) -> Fault {
    Fault {
        wrong: Wrong {
            message: loss.message().clone(),
            expected: None,
        },
        returned: None,
    }
}

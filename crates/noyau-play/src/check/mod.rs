//! Student code, marked: the functions of the texts are called on the course's examples and on generated graphs and
//! trees, and judged by the solvers of noyau. A wrong answer is shown on the smallest case that can be found.
//!
//! The library starts no process: a [`Program`] runs the student's code and answers [requests](Program::ask) in JSON.
//! [`HARNESS`] is such a program for files in Python.
//!
//! ```
//! use noyau_play::check::{FUNCTIONS, Subject};
//!
//! assert!(FUNCTIONS.iter().any(|function| function.name == "noyau"));
//! let subject = Subject::parse(br#"{"functions": [{"name": "noyau", "points": 3}]}"#).unwrap();
//! assert_eq!(subject.functions[0].points, 3.0);
//! ```

mod case;
mod functions;
mod literal;
mod session;
mod subject;
mod term;

pub use functions::{FUNCTIONS, Function};
pub use session::{Definition, Loss, Program};
pub use subject::{Asked, Given, Limits, Subject, SubjectProblem};
pub use term::Term;

use case::{Case, Picture};
use functions::{Wrong, plain};
use noyau_core::language::{Language, Message};
use noyau_core::message;
use serde_json::{Map, Value};
use session::{Call, Session};

/// The program that runs files in Python. Its function `main` is called with [`REFERENCE`], the bytes of memory and the
/// seconds of processor time that it may take.
pub const HARNESS: &str = include_str!("harness.py");

/// The functions that stand in the place of a student's own while another is judged, in Python.
pub const REFERENCE: &str = include_str!("reference.py");

/// The names in [`REFERENCE`].
const HELPERS: &[&str] = &[
    "sansSuccesseur",
    "predecesseurs",
    "supprimeElement",
    "supprimeSommet",
    "noyau",
    "strategie",
    "sansNimber",
    "nimber",
    "grundy",
    "wythoff",
    "heuristique",
    "minimax",
    "maximin",
    "Evaluation_Joueur_A",
    "Evaluation_Joueur_B",
    "Monte_Carlo",
    "attracteurs",
    "nim",
    "suite_attracteurs",
    "MinMax",
    "MeilleurCoup",
    "AlphaBeta",
];

/// How functions are tried.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The number of generated cases a function, where there are as many.
    pub tries: usize,
    /// The seed of the cases.
    pub seed: u64,
    /// Whether each function is judged once more with the student's own other functions.
    pub own_helpers: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            tries: 300,
            seed: 1,
            own_helpers: false,
        }
    }
}

/// A case on which a function fails.
#[derive(Debug, Clone)]
pub struct CounterExample {
    /// The calls, as one types them in Python. More than one if only the last fails, because of those before it.
    pub calls: Vec<String>,
    /// What the calls refer to: the tree, with the values of its nodes. Empty for graphs.
    pub setting: String,
    /// The number of vertices of all cases together.
    pub vertices: usize,
    /// An answer that would be right.
    pub expected: Option<String>,
    /// The answer.
    pub returned: Option<String>,
    /// The arguments of the last call, as in the protocol.
    pub arguments: Vec<Value>,
    drawn: Option<(Case, Picture)>,
}

impl CounterExample {
    /// The graph or tree of the last call as SVG; `None` if there is none.
    pub fn svg(&self, language: Language) -> Option<String> {
        let (case, picture) = self.drawn.as_ref()?;
        case.svg(*picture, language)
    }
}

/// What was found of a function.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Whether every answer was right.
    pub passed: bool,
    /// The number of calls.
    pub tried: usize,
    /// What is to be said, in the course's words.
    pub message: Message,
    /// The case that shows it.
    pub counterexample: Option<CounterExample>,
}

impl Verdict {
    fn failed(message: Message) -> Self {
        Self {
            passed: false,
            tried: 0,
            message,
            counterexample: None,
        }
    }
}

/// The mark of a function.
#[derive(Debug, Clone)]
pub struct Marked {
    /// Its name in the texts, or in the subject.
    pub name: String,
    /// Its name in the file; `None` if it is not there.
    pub called: Option<String>,
    /// The points for a function that passes.
    pub points: f64,
    /// The verdict, with the functions of the reference in place of the student's other ones.
    pub verdict: Verdict,
    /// The verdict with the student's own other functions, if it was asked.
    pub own: Option<Verdict>,
}

impl Marked {
    /// The points earned.
    pub fn mark(&self) -> f64 {
        if self.verdict.passed {
            self.points
        } else {
            0.0
        }
    }
}

/// The marks of a file.
#[derive(Debug, Clone)]
pub struct FileMarks {
    /// The name of the file.
    pub file: String,
    /// What is wrong with the file as a whole.
    pub problem: Option<Message>,
    /// The functions, in the order of the subject, or of the texts.
    pub functions: Vec<Marked>,
}

impl FileMarks {
    /// The points earned.
    pub fn mark(&self) -> f64 {
        // A sum of nothing would be -0.
        self.functions
            .iter()
            .map(Marked::mark)
            .fold(0.0, |sum, one| sum + one)
    }

    /// The points that can be earned.
    pub fn of(&self) -> f64 {
        let points = self.functions.iter().map(|marked| marked.points);
        points.fold(0.0, |sum, one| sum + one)
    }

    /// Whether everything that was asked is right.
    pub fn passed(&self) -> bool {
        let mut functions = self.functions.iter();
        self.problem.is_none()
            && functions.all(|marked| {
                marked.verdict.passed && marked.own.as_ref().is_none_or(|own| own.passed)
            })
    }

    /// The marks of a file that could not be run: what the text of the file seems to define is lost.
    pub fn unread(file: &str, text: &str, subject: Option<&Subject>, problem: Message) -> Self {
        let lines = text.lines().map(str::trim_start);
        let defined = lines.filter_map(|line| {
            let rest = ["def ", "let rec ", "let "]
                .iter()
                .find_map(|word| line.strip_prefix(word))?;
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let name = &rest[..end.unwrap_or(rest.len())];
            let uses = Vec::new();
            Some(Definition {
                name: name.to_owned(),
                least: 0,
                most: usize::MAX,
                uses,
            })
        });
        let defined: Vec<Definition> = defined.collect();
        let lost = |chosen: Chosen<'_>| Marked {
            name: chosen.name.to_owned(),
            called: chosen.definition.map(|definition| definition.name.clone()),
            points: chosen.points,
            verdict: Verdict::failed(problem.clone()),
            own: None,
        };
        let functions = choose(&defined, subject).into_iter().map(lost).collect();
        Self {
            file: file.to_owned(),
            problem: Some(problem),
            functions,
        }
    }
}

/// A function that is to be judged.
struct Chosen<'a> {
    name: &'a str,
    points: f64,
    definition: Option<&'a Definition>,
    function: Option<&'static Function>,
    given: &'a [Given],
    tries: Option<usize>,
}

/// The function of the texts that a definition is: by its name, then by its arguments.
fn recognise(definition: &Definition) -> Option<&'static Function> {
    let Definition {
        name,
        least,
        most,
        uses,
    } = definition;
    let mut named = FUNCTIONS.iter().filter(|function| function.is_called(name));
    let fitting = named
        .clone()
        .find(|function| function.fits(*least, *most, uses));
    fitting.or_else(|| named.next())
}

/// The functions of the file that are judged: those of the subject, or all of the texts.
fn choose<'a>(defined: &'a [Definition], subject: Option<&'a Subject>) -> Vec<Chosen<'a>> {
    let Some(subject) = subject else {
        let recognised: Vec<_> = defined
            .iter()
            .filter_map(|definition| Some((recognise(definition)?, definition)))
            .collect();
        let mut names: Vec<&str> = Vec::new();
        let in_order = FUNCTIONS.iter().map(|function| function.name);
        in_order.for_each(|name| {
            if !names.contains(&name) {
                names.push(name);
            }
        });
        let chosen = names.into_iter().filter_map(|name| {
            // Of two definitions the last one counts.
            let (function, definition) = recognised
                .iter()
                .rev()
                .find(|(function, _)| function.name == name)?;
            Some(Chosen {
                name: function.name,
                points: 1.0,
                definition: Some(definition),
                function: Some(function),
                given: &[],
                tries: None,
            })
        });
        return chosen.collect();
    };
    let chosen = subject.functions.iter().map(|asked| {
        let of_texts = |function: &&Function| function.is_called(&asked.name);
        let is_asked = |definition: &&Definition| {
            let name = plain(&definition.name);
            let listed = asked.called.iter().any(|called| plain(called) == name);
            listed
                || plain(&asked.name) == name
                || FUNCTIONS
                    .iter()
                    .filter(of_texts)
                    .any(|function| function.is_called(&definition.name))
        };
        let definition = defined.iter().rev().find(is_asked);
        let function = definition.and_then(|definition| {
            recognise(&Definition {
                name: asked.name.clone(),
                ..definition.clone()
            })
        });
        Chosen {
            name: &asked.name,
            points: asked.points,
            definition,
            function: function.or_else(|| FUNCTIONS.iter().find(of_texts)),
            given: &asked.cases,
            tries: asked.tries,
        }
    });
    chosen.collect()
}

/// Judges one file, which the program has been given.
pub fn check_file(
    program: &mut dyn Program,
    file: &str,
    text: &str,
    subject: Option<&Subject>,
    plan: &Plan,
) -> FileMarks {
    let mut session = Session::new(program, file);
    let defined = match session.load() {
        Ok(defined) => defined,
        Err(problem) => return FileMarks::unread(file, text, subject, problem),
    };
    let chosen = choose(&defined, subject);
    let problem = chosen.is_empty().then(|| {
        message!(
            "no function of the texts is defined in this file",
            "aucune fonction des textes n'est définie dans ce fichier"
        )
    });
    let judged = chosen.iter().map(|chosen| {
        let plan = Plan {
            tries: chosen.tries.unwrap_or(plan.tries),
            ..*plan
        };
        judge(&mut session, chosen, &defined, &plan)
    });
    FileMarks {
        file: file.to_owned(),
        functions: judged.collect(),
        problem,
    }
}

/// The names to replace while a function is judged: `own` ones only where the student has none.
fn helpers(chosen: &Chosen<'_>, defined: &[Definition], own: bool) -> Map<String, Value> {
    let judged = chosen
        .function
        .map_or(chosen.name, |function| function.name);
    let mut helpers = Map::new();
    for &name in HELPERS.iter().filter(|&&name| name != judged) {
        let mut spelled = name.to_owned();
        if !name.contains('_') {
            spelled = String::new();
            for c in name.chars() {
                if c.is_uppercase() && !spelled.is_empty() {
                    spelled.push('_');
                }
                spelled.extend(c.to_lowercase());
            }
        }
        for spelling in [name.to_owned(), spelled] {
            if !defined.iter().any(|definition| definition.name == spelling) {
                helpers.insert(spelling, name.into());
            }
        }
    }
    if !own {
        for definition in defined {
            let Some(function) = recognise(definition) else {
                continue;
            };
            let fits = function.fits(definition.least, definition.most, &definition.uses);
            let is_judged = chosen
                .definition
                .is_some_and(|judged| judged.name == definition.name);
            if fits && !is_judged && function.name != judged && HELPERS.contains(&function.name) {
                helpers.insert(definition.name.clone(), function.name.into());
            }
        }
    }
    helpers
}

fn judge(
    session: &mut Session<'_>,
    chosen: &Chosen<'_>,
    defined: &[Definition],
    plan: &Plan,
) -> Marked {
    let mut marked = Marked {
        name: chosen.name.to_owned(),
        called: chosen.definition.map(|definition| definition.name.clone()),
        points: chosen.points,
        verdict: Verdict::failed(message!(
            "it is not defined in the file",
            "elle n'est pas définie dans le fichier"
        )),
        own: None,
    };
    let Some(definition) = chosen.definition else {
        return marked;
    };
    if let Some(function) = chosen.function
        && !function.fits(definition.least, definition.most, &definition.uses)
    {
        let (name, wanted) = (&definition.name, function.parameters.join(", "));
        marked.verdict.message = message!(
            "its arguments are not those of {name}({wanted})",
            "ses arguments ne sont pas ceux de {name}({wanted})"
        );
        return marked;
    }
    let cases = cases(chosen, plan);
    let mut with = |own| {
        session.choose(&definition.name, helpers(chosen, defined, own));
        let verdict = session.judge(&cases);
        session.end(verdict.passed);
        verdict
    };
    marked.verdict = with(false);
    // Whether other functions of the student are used, directly or by a function that is.
    let uses_own = {
        let mut reached = vec![definition];
        let mut at = 0;
        while let Some(&next) = reached.get(at) {
            at += 1;
            for other in defined {
                if next.uses.contains(&other.name)
                    && !reached.iter().any(|seen| seen.name == other.name)
                {
                    reached.push(other);
                }
            }
        }
        reached.len() > 1
    };
    if uses_own && (plan.own_helpers || !marked.verdict.passed) {
        let own = with(true);
        if own.passed && !marked.verdict.passed {
            // With other arguments than those of the reference the student's functions may well belong together.
            marked.verdict = own.clone();
        }
        marked.own = plan.own_helpers.then_some(own);
    } else if plan.own_helpers {
        marked.own = Some(marked.verdict.clone());
    }
    marked
}

/// Everything that a function is asked.
fn cases(chosen: &Chosen<'_>, plan: &Plan) -> Vec<Call> {
    let mut calls = Vec::new();
    for given in chosen.given {
        let arguments: Vec<Term> = given.args.iter().map(Term::written).collect();
        let case = chosen
            .function
            .and_then(|function| function.case_of(&arguments));
        calls.extend(match (&given.returns, case, chosen.function) {
            (Some(returns), ..) => {
                let returns = Term::written(returns);
                Some(Call::given(arguments, returns, given.unordered))
            }
            (None, Some(case), Some(function)) => Some(Call::of(function, case)),
            // A case of another form of the function: a subject has none that no form knows.
            _ => None,
        });
    }
    if let Some(function) = chosen.function {
        let made = function.cases(plan.tries, plan.seed).into_iter();
        calls.extend(made.map(|case| Call::of(function, case)));
    }
    calls
}

/// What is said of a function that passes.
fn praise(tried: usize) -> Message {
    message!("right on {tried} cases", "juste sur {tried} cas")
}

/// A wrong answer, with what was answered.
struct Fault {
    wrong: Wrong,
    returned: Option<Term>,
}

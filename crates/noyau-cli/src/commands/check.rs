//! `noyau check`: marks student code.

mod child;
mod html;

pub(crate) use child::confine;

use crate::prelude::*;
use child::{Confined, Isolation, Limits as ChildLimits};
use noyau::play::check::{FileMarks, Marked, Plan, Subject, Verdict, check_file};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub(super) const COMMAND: Entry = Entry::new("check", help::CHECK_COMMAND, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let files = args.place("files", help::FILE, help::CHECK_FILES);
    let command = command
        .after_long_help(help::CHECK_ISOLATION.get(args.0))
        .arg(
            files
                .num_args(1..)
                .value_parser(clap::value_parser!(PathBuf)),
        )
        .arg(args.option("subject", help::FILE, help::CHECK_SUBJECT))
        .arg(args.json())
        .arg(args.path("html", help::FILE, help::CHECK_HTML))
        .arg(args.path("csv", help::FILE, help::CHECK_CSV))
        .arg(args.path("svg", help::FOLDER, help::CHECK_SVG))
        .arg(args.flag("own-helpers", help::CHECK_OWN))
        .arg(args.option("with", help::COMMAND, help::CHECK_WITH))
        .arg(args.number("tries", help::CHECK_TRIES, "300", |text| {
            units::between::<u32>(text, 1, 100_000)
        }))
        .arg(args.number("seed", help::CHECK_SEED, "1", units::number))
        .arg(args.number("jobs", help::CHECK_JOBS, "0", units::threads))
        .arg(args.seconds("time", help::CHECK_TIME, "1"))
        .arg(args.seconds("file-time", help::CHECK_FILE_TIME, "60"))
        .arg(args.bytes("memory", help::CHECK_MEMORY, "512MiB"));
    args.force(command, &["html", "csv"])
}

/// A file to mark.
struct Work {
    path: PathBuf,
    name: String,
}

fn is_python(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("py"))
}

/// The files of the arguments; of folders, those that end in `.py`, or all of them for another program.
fn files(matches: &ArgMatches, any: bool) -> Result<Vec<Work>, Failure> {
    /// More are a mistake, such as the root of a file system.
    const MOST: usize = 10_000;
    let mut found = Vec::new();
    let given = matches.get_many::<PathBuf>("files").into_iter().flatten();
    for path in given {
        let shown = path.display().to_string();
        if !path.is_dir() {
            fs::metadata(path).map_err(|error| input::unreadable(&shown, &error))?;
            if !any && !is_python(path) {
                return Err(Failure::File(message!(
                    "{shown}: the names of Python files end in .py; for another language, --with names a program that runs it",
                    "{shown} : le nom d'un fichier Python finit par .py ; pour un autre langage, --with nomme un programme qui le fait marcher"
                )));
            }
            found.push(path.clone());
            continue;
        }
        let before = found.len();
        let mut folders = vec![path.clone()];
        while let Some(folder) = folders.pop() {
            let entries = fs::read_dir(&folder);
            let entries = entries
                .map_err(|error| input::unreadable(&folder.display().to_string(), &error))?;
            for entry in entries.flatten() {
                let (path, name) = (entry.path(), entry.file_name());
                let hidden = name.to_string_lossy().starts_with(['.', '_']);
                let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
                if hidden || is_link {
                    continue;
                }
                if path.is_dir() {
                    folders.push(path);
                } else if any || is_python(&path) {
                    found.push(path);
                }
                if found.len() > MOST {
                    return Err(Failure::Request(message!(
                        "{shown} has more than {MOST} files",
                        "{shown} a plus de {MOST} fichiers"
                    )));
                }
            }
        }
        if found.len() == before {
            return Err(Failure::File(message!(
                "{shown}: there is no file to mark in this folder; they end in .py",
                "{shown} : il n'y a aucun fichier à noter dans ce dossier ; ils finissent par .py"
            )));
        }
        found[before..].sort();
    }
    found.dedup();
    let named = found.into_iter().map(|path| {
        let name = path.display().to_string();
        Work { path, name }
    });
    Ok(named.collect())
}

/// The subject, with its name.
fn subject(matches: &ArgMatches) -> Result<Option<Subject>, Failure> {
    const LONGEST: u64 = 1 << 20;
    let Some(path) = args::word(matches, "subject") else {
        return Ok(None);
    };
    let bytes = input::read(path, LONGEST).map_err(Failure::File)?;
    let subject = Subject::parse(&bytes).map_err(|problem| Failure::in_file(path, &problem))?;
    Ok(Some(subject))
}

/// A limit of the command line, or else of the subject, or else the usual one.
fn chosen<T: Clone + Send + Sync + 'static>(
    matches: &ArgMatches,
    id: &str,
    of_subject: Option<T>,
) -> T {
    let is_given = matches.value_source(id) == Some(clap::parser::ValueSource::CommandLine);
    let value = matches.get_one::<T>(id).cloned();
    let (first, second) = if is_given {
        (value, of_subject)
    } else {
        (of_subject, value)
    };
    first.or(second).expect("the option has a default value")
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let subject = subject(matches)?;
    let of_subject = subject
        .as_ref()
        .map(|subject| subject.limits.clone())
        .unwrap_or_default();
    let seconds = |seconds: Option<f64>| seconds.map(Duration::from_secs_f64);
    let memory = of_subject.memory.as_deref().map(units::bytes).transpose();
    let limits = ChildLimits {
        call: chosen(matches, "time", seconds(of_subject.time)),
        file: chosen(matches, "file-time", seconds(of_subject.file_time)),
        memory: chosen(matches, "memory", memory.map_err(Failure::Request)?),
    };
    let plan = Plan {
        tries: chosen::<u32>(matches, "tries", of_subject.tries.map(|tries| tries as u32)) as usize,
        seed: args::number(matches, "seed"),
        own_helpers: matches.get_flag("own-helpers"),
    };
    let with = args::word(matches, "with");
    let command = with.map_or_else(child::python, child::words);
    if command.is_empty() {
        return Err(Failure::Request(message!(
            "--with names no program",
            "--with ne nomme aucun programme"
        )));
    }
    if let (true, Some(program)) = (with.is_some(), command.first())
        && !child::is_found(Path::new(program))
    {
        let program = program.display();
        return Err(Failure::Request(message!(
            "--with: there is no program {program}",
            "--with : il n'y a pas de programme {program}"
        )));
    }
    let work = files(matches, with.is_some())?;
    let isolation = Isolation::possible(&command);
    let jobs = match args::number::<u64>(matches, "jobs") as usize {
        0 => noyau::parallel::available(),
        jobs => jobs,
    };
    let jobs = jobs.min(isolation.most_jobs());
    let watch = Watch::start(console, text("marking", "notation"));
    let marks = in_parallel(&work, jobs, |slot, file| {
        mark(
            file,
            &command,
            limits,
            isolation,
            slot,
            subject.as_ref(),
            &plan,
        )
    });
    drop(watch);
    let marks = marks.into_iter().collect::<Result<Vec<_>, _>>()?;
    if let Some(path) = args::path(matches, "csv") {
        output::write(matches, path, &documents::marks_csv(&marks))?;
    }
    if let Some(path) = args::path(matches, "html") {
        let title = subject
            .as_ref()
            .and_then(|subject| subject.title.as_deref());
        output::write(
            matches,
            path,
            &html::page(console, title, plan.seed, &marks),
        )?;
    }
    if let Some(folder) = args::path(matches, "svg") {
        pictures(console, folder, &marks)?;
    }
    if matches.get_flag("json") {
        console.json(&documents::marks(plan.seed, &marks, console.language))?;
    } else {
        print(console, plan.seed, &marks)?;
    }
    Ok(Status::unknown_if(!marks.iter().all(FileMarks::passed)))
}

/// Marks all files on so many threads; the answers come in the order of the files.
fn in_parallel<T: Send>(
    work: &[Work],
    jobs: usize,
    mark: impl Fn(usize, &Work) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for slot in 0..jobs.min(work.len()) {
            let (next, done, mark) = (&next, &done, &mark);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = work.get(at) else {
                        return;
                    };
                    let marked = mark(slot, file);
                    done.lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push((at, marked));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, marked)| marked).collect()
}

fn mark(
    work: &Work,
    command: &[OsString],
    limits: ChildLimits,
    isolation: Isolation,
    slot: usize,
    subject: Option<&Subject>,
    plan: &Plan,
) -> Result<FileMarks, Failure> {
    /// Longer files are not written by students.
    const LONGEST: u64 = 4 << 20;
    let bytes = match input::read(&work.name, LONGEST) {
        Ok(bytes) => bytes,
        Err(problem) => return Ok(FileMarks::unread(&work.name, "", subject, problem)),
    };
    let source = String::from_utf8_lossy(&bytes);
    let own_name = work
        .path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let file = own_name.unwrap_or_else(|| "file".to_owned());
    let program = Confined::new(command, limits, isolation, slot, &file, &bytes);
    let mut program = program.map_err(|error| Failure::writing(&std::env::temp_dir(), &error))?;
    let mut marks = check_file(&mut program, &file, &source, subject, plan);
    marks.file.clone_from(&work.name);
    Ok(marks)
}

/// Writes the pictures of the counter-examples, named by file and function.
fn pictures(console: Console, folder: &Path, marks: &[FileMarks]) -> Result<(), Failure> {
    output::create_folder(folder)?;
    for file in marks {
        let stem: String = file
            .file
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '-' })
            .collect();
        for marked in &file.functions {
            let example = marked.verdict.counterexample.as_ref();
            let Some(svg) = example.and_then(|example| example.svg(console.language)) else {
                continue;
            };
            let name: String = marked
                .name
                .chars()
                .filter(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let path = folder.join(format!("{}-{name}.svg", stem.trim_matches('-')));
            fs::write(&path, svg).map_err(|error| Failure::writing(&path, &error))?;
        }
    }
    Ok(())
}

/// A mark, with the decimal comma in French.
fn points(console: Console, number: f64) -> String {
    let text = format!("{}", (number * 100.0).round() / 100.0);
    match console.language {
        noyau::Language::French => text.replace('.', ","),
        noyau::Language::English => text,
    }
}

/// The marks of a file in words.
fn of(console: Console, file: &FileMarks) -> String {
    let (mark, of) = (points(console, file.mark()), points(console, file.of()));
    console.phrase(&message!("{mark} of {of}", "{mark} sur {of}"))
}

/// What shows that a function is wrong, in one or a few lines.
fn evidence(console: Console, verdict: &Verdict) -> Vec<String> {
    let Some(example) = &verdict.counterexample else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    if !example.setting.is_empty() {
        lines.push(example.setting.clone());
    }
    for call in &example.calls {
        lines.push(format!(">>> {call}"));
    }
    if let Some(returned) = &example.returned {
        lines.push(returned.clone());
    }
    if let Some(expected) = &example.expected {
        lines.push(console.phrase(&message!("right: {expected}", "juste : {expected}")));
    }
    // What a function returns may be long.
    let cut = |line: String| match line.char_indices().nth(500) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    };
    lines.into_iter().map(cut).collect()
}

fn print(console: Console, seed: u64, marks: &[FileMarks]) -> Result<(), Failure> {
    let mut out = console.out();
    for file in marks {
        let name = crate::console::shown(file.file.as_str().into());
        writeln!(out, "{}  {}", console.bold(&name), of(console, file))?;
        if let Some(problem) = &file.problem {
            writeln!(out, "  {}", console.phrase(problem))?;
        }
        let width = file
            .functions
            .iter()
            .map(|marked| marked.name.chars().count())
            .max()
            .unwrap_or(0);
        for marked in &file.functions {
            let mark = format!(
                "{}/{}",
                points(console, marked.mark()),
                points(console, marked.points)
            );
            write!(out, "  {:width$}  {mark}", marked.name)?;
            if file.problem.is_none() || file.functions.is_empty() {
                write!(out, "  {}", console.phrase(&marked.verdict.message))?;
            }
            writeln!(out)?;
            print_evidence(console, &mut out, &marked.verdict)?;
            if let Some(own) = own_differs(marked) {
                let said = console.phrase(&own.message);
                let said = console.phrase(&message!(
                    "with its own helpers: {said}",
                    "avec ses propres fonctions : {said}"
                ));
                writeln!(out, "  {:width$}  {said}", "")?;
                print_evidence(console, &mut out, own)?;
            }
        }
    }
    writeln!(out)?;
    let (files, right) = (
        marks.len(),
        marks.iter().filter(|file| file.passed()).count(),
    );
    let mut lines = console.lines();
    lines.add(
        text("files", "fichiers"),
        &message!(
            "{files}, {right} without a mistake",
            "{files}, dont {right} sans faute"
        ),
    );
    lines.add(messages::SEED_WORD, &seed.to_string());
    lines.write(&mut out)?;
    Ok(out.flush()?)
}

/// The verdict with the student's own functions, where it says something else.
fn own_differs(marked: &Marked) -> Option<&Verdict> {
    marked
        .own
        .as_ref()
        .filter(|own| own.passed != marked.verdict.passed)
}

fn print_evidence(console: Console, out: &mut dyn Write, verdict: &Verdict) -> Result<(), Failure> {
    for line in evidence(console, verdict) {
        writeln!(out, "      {line}")?;
    }
    Ok(())
}

//! The real binary, run as a user runs it.

mod check;
mod cluster;
mod course;
mod exercises;
mod figures;
mod files;
mod games;
mod graphs;
mod language;
mod library;
mod page;
mod play;
mod players;
mod probing;
mod refusals;
mod searches;
mod tables;
mod trees;
mod usage;
mod writing;

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run of the binary gave.
struct Run {
    status: i32,
    out: String,
    err: String,
}

/// The binary, deaf to the language and the colours of whoever runs the tests.
fn noyau() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noyau"));
    for variable in [
        "NOYAU_LANG",
        "LC_ALL",
        "LC_MESSAGES",
        "LANG",
        "NO_COLOR",
        "NOYAU_NAMES",
    ] {
        command.env_remove(variable);
    }
    command
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
        Self {
            status: output.status.code().expect("no signal ended it"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

/// Runs the binary; arguments are split at spaces.
fn run(arguments: &str) -> Run {
    run_with(&arguments.split_whitespace().collect::<Vec<_>>(), "")
}

/// Runs the binary with arguments that may contain spaces, and something on the standard input.
fn run_with(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut child = noyau()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    // The binary may answer, or refuse, before it has read everything.
    let feeder = std::thread::spawn(move || {
        let _ = pipe.write_all(&input);
    });
    let output = child.wait_with_output().expect("the binary ends");
    feeder.join().expect("the feeder ends");
    output.into()
}

impl Run {
    /// The answer of a run that must have one.
    fn answer(self) -> String {
        assert_eq!(self.status, 0, "stderr: {}", self.err);
        self.out
    }

    /// The JSON answer of a run that must have one.
    fn json(self) -> Value {
        document(&self.answer())
    }

    /// The complaint of a run that must be refused, without an answer.
    fn refused(self) -> String {
        assert_eq!(self.status, 2, "stdout: {} stderr: {}", self.out, self.err);
        assert_eq!(self.out, "");
        assert_ne!(self.err, "");
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }

    /// Demands that the run is refused, with these words in the complaint.
    fn refused_for(self, words: &str) {
        let complaint = self.refused();
        assert!(complaint.contains(words), "{complaint}");
    }
}

fn document(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The keys of an object, in order.
fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

/// A folder for the files of one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).expect("a file can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

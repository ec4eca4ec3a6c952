//! `cargo xtask test`: what must hold before a change lands.

use crate::steps::{BUILT, Step, build_all, cargo, execute};
use crate::{fuzz, mutants, page, python, repository};

/// The steps, cheap ones first, so that a slip shows early.
pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "repository",
        shows: "tracked files name no place of one machine, dependencies are locked and come from one registry",
        run: repository::check,
    },
    Step {
        name: "format",
        shows: "rustfmt has nothing to change",
        run: format,
    },
    Step {
        name: "lint",
        shows: "clippy has nothing to say",
        run: lint,
    },
    Step {
        name: "docs",
        shows: "the documentation of the crates builds without a warning",
        run: docs,
    },
    Step {
        name: "tests",
        shows: "unit, property, law, document and doc tests",
        run: tests,
    },
    Step {
        name: "page",
        shows: "the page in a real browser: every part, both languages, by mouse and keyboard, and its types",
        run: page::run,
    },
    Step {
        name: "python",
        shows: "the Python package passes its tests as a wheel, and its types hold",
        run: python::test,
    },
    Step {
        name: "mutants",
        shows: "laws and facts notice bugs put into the rules of a few games",
        run: mutants::few,
    },
];

fn format() -> Result<(), String> {
    execute(&mut cargo(&["fmt", "--all", "--check"]))?;
    execute(&mut cargo(&[
        "fmt",
        "--manifest-path",
        fuzz::MANIFEST,
        "--check",
    ]))
}

fn lint() -> Result<(), String> {
    execute(&mut cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--",
        "-D",
        "warnings",
    ]))
}

fn docs() -> Result<(), String> {
    execute(
        cargo(&["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"),
    )
}

/// In the development profile, which optimises a little and checks arithmetic and assertions: what a release build
/// would pass over in silence fails here.
fn tests() -> Result<(), String> {
    build_all()?;
    execute(cargo(&["test"]).args(BUILT))?;
    execute(&mut cargo(&["test", "--doc", "--workspace", "--locked"]))
}

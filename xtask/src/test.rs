//! `cargo xtask test`: the checks that every change must pass.

use crate::steps::{Step, build_all, cargo, execute};
use crate::{fuzz, mutants, packages, page, python, repository, workflows};

/// The steps, cheap ones first, so that mistakes show early.
pub(crate) const STEPS: &[Step] = &[
    Step::new(
        "repository",
        "tracked files name no place of one machine, dependencies are locked, and what no lint knows holds",
        repository::check,
    ),
    Step::new("format", "rustfmt has nothing to change", format),
    Step::new(
        "tools",
        "what Python and the browser need is installed in the target folder",
        tools,
    )
    .beside(),
    Step::new(
        "workflows",
        "a linter has nothing to say about the workflows of the forge",
        workflows::lint,
    )
    .beside(),
    Step::new("lint", "clippy has nothing to say", lint),
    Step::new(
        "docs",
        "the documentation of the crates builds without a warning",
        docs,
    ),
    Step::new(
        "build",
        "all crates and tests build, once for all steps below",
        build_all,
    ),
    Step::new(
        "python",
        "the Python package passes its tests as a wheel, and its types hold",
        python::test,
    )
    .beside(),
    Step::new(
        "tests",
        "unit, property, law, document and doc tests, and the targets of the fuzzer on many inputs",
        tests,
    ),
    Step::new(
        "page",
        "the page in a real browser, from the server and as static files: every part, both languages, by mouse and keyboard, and its types",
        page::run,
    ),
    Step::new(
        "packages",
        "a crate outside the repository builds with the packages of the library, and its three games are answered",
        packages::test,
    ),
    Step::new(
        "mutants",
        "laws and facts notice bugs put into the rules of a few games",
        mutants::few,
    ),
];

fn tools() -> Result<(), String> {
    let _ = page::install()?;
    python::install_tools()
}

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

/// In the development profile, which optimises a little and checks arithmetic and assertions that a release build
/// would ignore.
fn tests() -> Result<(), String> {
    execute(&mut cargo(&["test", "--workspace", "--tests", "--locked"]))?;
    execute(&mut cargo(&["test", "--doc", "--workspace", "--locked"]))
}

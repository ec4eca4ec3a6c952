//! The Python package: built, installed in a virtual environment in the target folder, and tested or measured
//! there.

use crate::dist;
use crate::steps::{build_all, execute, root, target};
use crate::venv::{forget, venv};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The tools of the tests.
const TOOLS: &[&str] = &[
    "pytest==9.2.0",
    "mypy==2.4.1",
    "pyright[nodejs]==1.1.414",
    "networkx==3.6.1",
    "numpy==2.4.6",
    "pandas==3.1.1",
];

/// The builder of wheels.
const MATURIN: &str = "maturin>=1.9,<2";

/// The packages for comparison.
const PEERS: &[&str] = &["cvxpy", "easyAI==2.0.12", "open_spiel==2.0.2", MATURIN];

const TESTS: &str = "crates/noyau-py/tests";
/// The sources that `mypy --strict` and `pyright` must accept.
const TYPED: &[&str] = &["crates/noyau-py/python/noyau", "crates/noyau-py/examples"];
/// The documents whose examples they must accept, pyright in its strict mode.
const GUIDES: &[&str] = &["README.md", "docs/python.md"];

/// Installs the tools of the tests.
pub(crate) fn install_tools() -> Result<(), String> {
    venv("python", TOOLS).map(|_| ())
}

/// `cargo xtask test`, step `python`: the wheel is packed from the builds of the other steps.
pub(crate) fn test() -> Result<(), String> {
    let python = venv("python", TOOLS)?;
    build_all()?;
    let library = target().join("debug").join(library_name());
    let wheels = target().join("python/dev");
    let _ = fs::remove_dir_all(&wheels);
    dist::pack_wheel(&python, &library, &wheels, None)?;
    install(&python, &wheels)?;
    pytest(&python)?;
    compare_checkers(&python, &target().join("debug/noyau"), "1")?;
    let mut typed: Vec<PathBuf> = TYPED.iter().map(PathBuf::from).collect();
    for (i, guide) in GUIDES.iter().enumerate() {
        let module = target().join(format!("python/guide{i}.py"));
        execute(in_root(&python, &["crates/noyau-py/tests/guide.py", guide]).arg(&module))?;
        typed.push(module);
    }
    for path in typed {
        execute(in_root(&python, &["-m", "mypy", "--strict"]).arg(&path))?;
        // Otherwise it would search the first Python of the path for the package.
        let found = ["-m", "pyright", "--pythonpath"];
        execute(in_root(&python, &found).arg(&python).arg(&path))?;
    }
    Ok(())
}

/// Lets the checker in Python and the one in Rust judge the same certificates, right and wrong, some hundred a round.
pub(crate) fn compare_checkers(python: &Path, noyau: &Path, rounds: &str) -> Result<(), String> {
    execute(
        Command::new(python)
            .arg("examples/compare_checkers.py")
            .arg(noyau)
            .args(["--rounds", rounds])
            .current_dir(root()),
    )
}

/// What the wheel and the example of the README may take to install and run.
const INSTALLED: Duration = Duration::from_secs(20);

/// The example of the README.
const EXAMPLE: &str = "import doctest, sys
run = doctest.testfile('README.md', module_relative=False)
sys.exit(run.failed or not run.attempted)";

/// `cargo xtask accept`, step `wheel`: the wheel that is handed out, in a new environment without Rust.
pub(crate) fn wheel() -> Result<(), String> {
    dist::command(&["wheel".to_owned()])?;
    forget("python-fresh");
    let python = venv("python-fresh", &[])?;
    let alone = python.parent().unwrap_or(Path::new(""));
    let begun = Instant::now();
    let pip = ["-m", "pip", "install", "--quiet", "--no-deps"];
    execute(
        in_root(&python, &pip)
            .arg(dist::wheel_path()?)
            .env("PATH", alone),
    )?;
    execute(in_root(&python, &["-c", EXAMPLE]).env("PATH", alone))?;
    let took = begun.elapsed();
    println!("installed and run in {:.1} s", took.as_secs_f64());
    if took > INSTALLED {
        return Err(format!("more than {} s", INSTALLED.as_secs()));
    }
    execute(in_root(&python, &pip[..4]).args(TOOLS))?;
    pytest(&python)
}

/// `cargo xtask bench python`.
pub(crate) fn bench(args: &[String]) -> Result<(), String> {
    let python = venv("python-bench", PEERS)?;
    install(&python, &release(&python)?)?;
    execute(in_root(&python, &["crates/noyau-py/benches/bench.py"]).args(args))
}

fn pytest(python: &Path) -> Result<(), String> {
    execute(
        in_root(python, &["-m", "pytest", "-q", TESTS])
            .env("NOYAU_LANG", "en")
            .env("PYTHONDONTWRITEBYTECODE", "1"),
    )
}

/// The folder of a release wheel.
fn release(python: &Path) -> Result<PathBuf, String> {
    let wheels = target().join("python/release");
    let _ = fs::remove_dir_all(&wheels);
    execute(
        in_root(
            python,
            &[
                "-m",
                "maturin",
                "build",
                "--release",
                "--locked",
                "--auditwheel",
                "skip",
            ],
        )
        .arg("--out")
        .arg(&wheels),
    )?;
    Ok(wheels)
}

/// Python in the root folder of the repository.
fn in_root(python: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(python);
    command.args(args).current_dir(root());
    command
}

fn install(python: &Path, wheels: &Path) -> Result<(), String> {
    let mut found = fs::read_dir(wheels)
        .map_err(|error| format!("{}: {error}", wheels.display()))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "whl"));
    let wheel = found
        .next()
        .ok_or_else(|| format!("there is no wheel in {}", wheels.display()))?;
    execute(
        in_root(
            python,
            &[
                "-m",
                "pip",
                "install",
                "--quiet",
                "--force-reinstall",
                "--no-deps",
            ],
        )
        .arg(wheel),
    )
}

/// The file name of the extension.
pub(crate) fn library_name() -> &'static str {
    if cfg!(windows) {
        "_noyau.dll"
    } else if cfg!(target_os = "macos") {
        "lib_noyau.dylib"
    } else {
        "lib_noyau.so"
    }
}

//! Sheets of exercises, compiled by LaTeX.

use crate::steps::{cargo, execute, target};
use crate::system::{provide, runs};
use std::fs;
use std::process::{Command, Stdio};

/// What compiles a sheet: `pdflatex` with `TikZ`.
const PACKAGES: &[&str] = &["texlive-latex-recommended", "texlive-pictures"];

/// Sheets of all kinds, at the lowest and the highest level and in both languages, become pages.
pub(crate) fn sheets() -> Result<(), String> {
    provide(
        || runs("kpsewhich", &["tikz.sty", "fancyvrb.sty"]),
        PACKAGES,
        "install pdflatex with TikZ",
    )?;
    execute(&mut cargo(&["build", "--release", "--locked"]))?;
    let folder = target().join("sheets");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (language, level) in [("en", "1"), ("fr", "1"), ("en", "5"), ("fr", "5")] {
        let name = format!("sheet-{language}-{level}");
        let mut sheet = Command::new(target().join("release/noyau"));
        sheet
            .args(["exercise", "all", "--count", "24", "--seed", "7", "--force"])
            .args(["--lang", language, "--level", level, "--tex"])
            .arg(folder.join(format!("{name}.tex")))
            .stdout(Stdio::null());
        execute(&mut sheet)?;
        let mut latex = Command::new("pdflatex");
        latex
            .args(["-interaction=nonstopmode", "-halt-on-error"])
            .arg(format!("{name}.tex"))
            .current_dir(&folder)
            .stdout(Stdio::null());
        execute(&mut latex)?;
        let log = fs::read(folder.join(format!("{name}.log"))).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        if let Some(line) = log.lines().find(|line| line.contains("Missing character")) {
            return Err(format!("{name}: {line}"));
        }
    }
    Ok(())
}

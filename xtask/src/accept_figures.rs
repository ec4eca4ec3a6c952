//! Figures for print: LaTeX compiles every kind of `TikZ` picture and of frames that noyau writes, in both languages.

use crate::accept::{build, folder};
use crate::steps::{execute, root};
use crate::system::{provide, runs};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Commands that write pictures, for a document; `FILE` is the picture.
const PICTURES: &[&str] = &[
    "show chomp:4x7 --tikz FILE",
    "show connect4 --after 4453 --tikz FILE",
    "show chess --tikz FILE",
    "show draughts --tikz FILE",
    "show morris:9 --after a1,d2 --tikz FILE",
    "show dots:2x2 --after a1-b1,a1-a2 --tikz FILE",
    "show kalah --tikz FILE",
    "show nim:3,4,5 --tikz FILE",
    "show wythoff:9,9 --nimbers --tikz FILE",
    "show domineering:4x4 --after a1,b4,d1,b2 --strip FILE",
    "show chomp:4x7 --after d3,c2,b1,a2 --strip FILE --names Adam,Ève",
    "graph draw chomp:2x3 --boards --mark kernel --output FILE",
    "graph draw domineering:3x2 --boards --output FILE",
    "graph draw leapfrog --boards --direction down --output FILE",
    "graph draw examples/graphs/chomp23.py --double --names Adam,Ève --output FILE",
    "graph draw examples/graphs/attractor.json --mark attractor --layers rank --output FILE",
    "graph draw examples/graphs/chomp23.py --mark nimbers --mark strategy --output FILE",
    "tree examples/trees/alpha-cut.json --algorithm alphabeta --tikz FILE",
    "tree examples/trees/and-or.tree --algorithm andor --tikz FILE",
    "tree leapfrog --depth 4 --tikz FILE",
];

/// Commands that write frames into a folder.
const FRAMES: &[&str] = &[
    "graph draw examples/graphs/chomp23.py",
    "graph draw examples/graphs/attractor.json --mark attractor",
    "graph draw examples/graphs/chomp23.py --mark nimbers",
    "graph draw chomp:2x2 --boards",
    "tree examples/trees/alpha-cut.json",
    "tree examples/trees/alpha-cut.json --algorithm alphabeta --names J1,J2",
    "tree examples/trees/and-or.tree --algorithm andor",
];

pub(crate) fn figures() -> Result<(), String> {
    provide(
        || runs("kpsewhich", &["tikz.sty", "beamer.cls", "lmodern.sty"]),
        &[
            "texlive-latex-base",
            "texlive-latex-recommended",
            "texlive-pictures",
            "lmodern",
        ],
        "pdflatex with TikZ and beamer is wanted: install TeX Live",
    )?;
    let program = build()?;
    let folder = folder()?.join("figures");
    let _ = fs::remove_dir_all(&folder);
    for language in ["en", "fr"] {
        let here = folder.join(language);
        fs::create_dir_all(&here).map_err(|error| error.to_string())?;
        let noyau = |words: &str, rest: &[&str]| {
            let mut command = Command::new(&program);
            command
                .args(words.split(' '))
                .args(rest)
                .args(["--lang", language]);
            execute(command.current_dir(root()))
        };
        let path = |name: &str| here.join(name).display().to_string();
        let mut document = String::from(
            "\\documentclass{article}\n\\usepackage[a3paper,landscape]{geometry}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern,tikz,amssymb}\n\\usetikzlibrary{arrows.meta}\n\\newsavebox\\drawn\n\\pagestyle{empty}\n\\begin{document}\n",
        );
        for (number, words) in PICTURES.iter().enumerate() {
            let name = format!("picture{number}.tex");
            noyau(&words.replace("FILE", &path(&name)), &[])?;
            let _ = writeln!(
                document,
                // As wide or as high as the page, whichever is less.
                "\\sbox\\drawn{{\\input{{{name}}}}}\\ifdim\\dimexpr\\ht\\drawn+\\dp\\drawn>0.6\\wd\\drawn\\resizebox{{!}}{{0.9\\textheight}}{{\\usebox\\drawn}}\\else\\resizebox{{0.9\\linewidth}}{{!}}{{\\usebox\\drawn}}\\fi\\clearpage"
            );
        }
        document.push_str("\\end{document}\n");
        compile(&here, "pictures", &document, PICTURES.len())?;
        let mut document = String::from(
            "\\documentclass{beamer}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern,tikz,amssymb}\n\\usetikzlibrary{arrows.meta}\n\\begin{document}\n",
        );
        for (number, words) in FRAMES.iter().enumerate() {
            let name = format!("frames{number}");
            noyau(words, &["--steps", &path(&name), "--to", "beamer"])?;
            let _ = writeln!(document, "\\input{{{name}/frames.tex}}");
        }
        document.push_str("\\end{document}\n");
        compile(&here, "frames", &document, FRAMES.len())?;
    }
    Ok(())
}

/// Compiles a document, which must have at least so many pages.
fn compile(folder: &Path, name: &str, document: &str, least: usize) -> Result<(), String> {
    let source = folder.join(format!("{name}.tex"));
    fs::write(&source, document).map_err(|error| format!("{}: {error}", source.display()))?;
    let output = Command::new("pdflatex")
        .args([
            "-interaction=nonstopmode",
            "-halt-on-error",
            &format!("{name}.tex"),
        ])
        .current_dir(folder)
        .output()
        .map_err(|error| format!("pdflatex did not start: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let pages = said.lines().find_map(|line| {
        let (_, rest) = line.split_once(" (")?;
        rest.split_once(" page")?.0.parse::<usize>().ok()
    });
    println!("{name}: {} pages", pages.unwrap_or(0));
    if output.status.success() && pages.is_some_and(|pages| pages >= least) {
        return Ok(());
    }
    let lines: Vec<_> = said.lines().rev().take(30).collect();
    let lines: Vec<_> = lines.into_iter().rev().collect();
    Err(format!(
        "{}: LaTeX refuses it\n{}",
        source.display(),
        lines.join("\n")
    ))
}

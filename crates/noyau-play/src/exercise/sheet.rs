//! Pictures of exercises, and printable sheets with a key.

use super::posed::{Exercise, Kind, Subject};
use noyau_core::drawing::text::tex;
use noyau_core::language::{Language, Localized, Text};
use noyau_graph::arena::draw::{self as graphs, Direction, Marks};
use noyau_search::tree::draw::{self as trees, Kind as NodeKind};
use std::fmt::Write;

impl Exercise {
    fn tree_style(&self, language: Language) -> trees::Style {
        trees::Style {
            language,
            kind: match self.kind {
                Kind::AndOr => NodeKind::AndOr,
                _ => NodeKind::MinMax,
            },
            ..trees::Style::default()
        }
    }

    fn graph_style(language: Language) -> graphs::Style {
        graphs::Style {
            direction: Direction::Right,
            language,
            ..graphs::Style::default()
        }
    }

    /// The figure as SVG.
    pub fn svg(&self, language: Language) -> String {
        match &self.subject {
            Subject::Graph(arena, _) => {
                let style = Self::graph_style(language);
                graphs::svg(arena, &Marks::default(), &style)
            }
            Subject::Tree(tree) => {
                let style = self.tree_style(language);
                // Exercises are smaller than the largest tree that is drawn.
                trees::svg(tree, &trees::Marks::default(), &style).unwrap_or_default()
            }
            Subject::Position { svg, .. } => svg.clone(),
        }
    }

    /// The figure for LaTeX: a picture, or the board in characters.
    fn tex(&self, language: Language) -> String {
        match &self.subject {
            Subject::Graph(arena, _) => {
                let style = Self::graph_style(language);
                graphs::tikz(arena, &Marks::default(), &style)
            }
            Subject::Tree(tree) => {
                let style = self.tree_style(language);
                trees::tikz(tree, &trees::Marks::default(), &style).unwrap_or_default()
            }
            Subject::Position {
                board, position, ..
            } => {
                let board = board.trim_end();
                format!("\\begin{{BVerbatim}}\n{board}\n\n{position}\n\\end{{BVerbatim}}\n")
            }
        }
    }
}

/// Signs that the fonts of `pdflatex` have under other names.
const SIGNS: [(char, &str); 14] = [
    ('−', "-"),
    ('∞', "\\infty"),
    ('∅', "\\emptyset"),
    ('→', "\\to"),
    ('∗', "\\ast"),
    ('×', "\\times"),
    ('≤', "\\le"),
    ('≥', "\\ge"),
    ('α', "\\alpha"),
    ('β', "\\beta"),
    ('·', "\\cdot"),
    ('●', "\\bullet"),
    ('■', "\\blacksquare"),
    ('□', "\\square"),
];

const HEAD: &str = "\\documentclass[11pt,a4paper]{article}
\\usepackage[utf8]{inputenc}
\\usepackage[T1]{fontenc}
\\usepackage[margin=2cm]{geometry}
\\usepackage{amssymb,fancyvrb,graphicx,tikz}
\\usetikzlibrary{arrows.meta}
\\setlength{\\parindent}{0pt}
\\newsavebox\\drawn
\\newcommand\\showdrawn{\\begin{center}\\ifdim\\wd\\drawn>\\linewidth\\resizebox{\\linewidth}{!}{\\usebox\\drawn}\\else\\usebox\\drawn\\fi\\end{center}}
";

/// Room for a step in writing.
const LINE: &str = "\\rule{0pt}{2.2ex}\\dotfill\\par\n";

/// A sheet of exercises as a LaTeX document, for `pdflatex`, with the key on pages of its own.
pub fn sheet(exercises: &[Exercise], language: Language) -> String {
    let say = |text: Text| tex(text.get(language));
    let mut out = String::from(HEAD);
    for (sign, name) in SIGNS {
        let code = u32::from(sign);
        let _ = writeln!(
            out,
            "\\DeclareUnicodeCharacter{{{code:04X}}}{{\\ensuremath{{{name}}}}}"
        );
    }
    out.push_str("\\begin{document}\n");
    let number = Text::new("Exercise", "Exercice");
    for (i, exercise) in (1..).zip(exercises) {
        let (title, question) = (
            say(exercise.kind.title()),
            tex(&exercise.question().localized(language)),
        );
        // A drawing stays on the page of its question.
        let _ = writeln!(
            out,
            "\\section*{{{} {i}. {title}}}\n\\begin{{minipage}}{{\\linewidth}}\n{question}\\par\\medskip",
            number.get(language)
        );
        if let Some(figure) = exercise.figure {
            let _ = writeln!(out, "\\textit{{{}}}\\par\\medskip", say(figure.title));
        }
        let picture = exercise.tex(language);
        let _ = writeln!(
            out,
            "\\begin{{lrbox}}{{\\drawn}}\n{picture}\\end{{lrbox}}\\showdrawn\n\\end{{minipage}}\\par"
        );
        let lines = exercise.key(language).len().clamp(2, 12);
        out.extend(std::iter::repeat_n(LINE, lines));
        out.push_str("\\bigskip\n\n");
    }
    let _ = writeln!(
        out,
        "\\clearpage\n\\section*{{{}}}",
        say(Text::new("Key", "Corrigé"))
    );
    for (i, exercise) in (1..).zip(exercises) {
        let (kind, seed, level) = (exercise.kind.name(), exercise.seed, exercise.level);
        let origin = match exercise.figure {
            Some(figure) => format!("noyau exercise {kind} --figure {}", figure.name),
            None => format!("noyau exercise {kind} --seed {seed} --level {level}"),
        };
        let steps: Vec<String> = exercise
            .key(language)
            .iter()
            .map(|step| format!("\\texttt{{{}}}", tex(step)))
            .collect();
        let _ = writeln!(
            out,
            "\\textbf{{{} {i}.}} {}\\par {{\\small\\raggedright {}\\par}}{{\\footnotesize\\texttt{{{}}}\\par}}\\medskip",
            number.get(language),
            say(exercise.kind.rule()),
            steps.join(" \\quad "),
            tex(&origin),
        );
    }
    out.push_str("\\end{document}\n");
    out
}

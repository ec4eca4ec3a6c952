//! The report of `noyau check` as a page, for the teacher: a table of all marks, then each file with its mistakes.

use super::{evidence, of, own_differs, points};
use crate::prelude::*;
use noyau::play::check::{FileMarks, Verdict};
use std::fmt::Write as _;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#222;background:#fff}\
table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}th,td{border:1px solid #999;padding:.2rem .6rem;text-align:left}\
td.mark{text-align:right}pre{background:#f3f3f3;padding:.6rem;overflow-x:auto;white-space:pre-wrap}section{border-top:2px solid #999;margin-top:2rem}\
.right{color:#05601f}.wrong{color:#a1001c}svg{max-width:min(28rem,100%);height:auto}h3,p{overflow-wrap:anywhere}h3{margin-bottom:.2rem}\
@media (prefers-color-scheme:dark){body{color:#e6e6e6;background:#16191d}pre{background:#23272d}a{color:#7ec3f0}.right{color:#6fd08c}.wrong{color:#ff8f9c}}";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The page.
pub(super) fn page(
    console: Console,
    title: Option<&str>,
    seed: u64,
    marks: &[FileMarks],
) -> String {
    let title = title.unwrap_or_else(|| console.say(text("Marks", "Notes")));
    let title = escaped(title);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n",
        console.language.tag()
    );
    let mut names: Vec<&str> = Vec::new();
    for marked in marks.iter().flat_map(|file| &file.functions) {
        if !names.contains(&marked.name.as_str()) {
            names.push(&marked.name);
        }
    }
    let say = |words| console.say(words);
    let _ = write!(
        html,
        "<table>\n<thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th>",
        say(messages::FILE),
        say(text("mark", "note"))
    );
    for name in &names {
        let _ = write!(html, "<th scope=\"col\">{}</th>", escaped(name));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for (i, file) in marks.iter().enumerate() {
        let _ = write!(
            html,
            "<tr><th scope=\"row\"><a href=\"#f{i}\">{}</a></th><td class=\"mark\">{}</td>",
            escaped(&file.file),
            of(console, file)
        );
        for name in &names {
            let marked = file.functions.iter().find(|marked| marked.name == *name);
            let cell = marked.map_or_else(String::new, |marked| {
                let (class, sign) = if marked.verdict.passed {
                    ("right", "✓")
                } else {
                    ("wrong", "✗")
                };
                format!(
                    "<span class=\"{class}\">{sign} {}</span>",
                    points(console, marked.mark())
                )
            });
            let _ = write!(html, "<td class=\"mark\">{cell}</td>");
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table>\n");
    for (i, file) in marks.iter().enumerate() {
        let _ = writeln!(
            html,
            "<section id=\"f{i}\">\n<h2>{} — {}</h2>",
            escaped(&file.file),
            of(console, file)
        );
        if let Some(problem) = &file.problem {
            let _ = writeln!(
                html,
                "<p class=\"wrong\">{}</p>",
                escaped(&console.phrase(problem))
            );
        }
        for marked in &file.functions {
            let (class, sign) = if marked.verdict.passed {
                ("right", "✓")
            } else {
                ("wrong", "✗")
            };
            let mark = format!(
                "{}/{}",
                points(console, marked.mark()),
                points(console, marked.points)
            );
            let _ = writeln!(
                html,
                "<h3 class=\"{class}\">{sign} {} {mark}</h3>",
                escaped(&marked.name)
            );
            shown(console, &mut html, &marked.verdict);
            if let Some(own) = own_differs(marked) {
                let _ = writeln!(
                    html,
                    "<p>{}</p>",
                    say(text(
                        "With its own helpers:",
                        "Avec ses propres fonctions :"
                    ))
                );
                shown(console, &mut html, own);
            }
        }
        html.push_str("</section>\n");
    }
    let _ = writeln!(html, "<p>{} {seed}</p>\n</html>", say(messages::SEED_WORD));
    html
}

fn shown(console: Console, html: &mut String, verdict: &Verdict) {
    let _ = writeln!(
        html,
        "<p>{}</p>",
        escaped(&console.phrase(&verdict.message))
    );
    let lines = evidence(console, verdict);
    if !lines.is_empty() {
        let _ = writeln!(html, "<pre>{}</pre>", escaped(&lines.join("\n")));
    }
    let example = verdict.counterexample.as_ref();
    if let Some(svg) = example.and_then(|example| example.svg(console.language)) {
        let _ = writeln!(html, "<div>{svg}</div>");
    }
}

//! The pictures of `noyau tree`.

use super::{Asked, MOST_KEPT, Report, Request, Subject, print, style};
use crate::figures::StepPicture;
use crate::prelude::*;
use noyau::documents::Teller;
use noyau::search::textbook::{self, Trace};
use noyau::tree::Tree;
use noyau::tree::draw;
use std::path::Path;

/// Writes the requested pictures.
pub(super) fn write(
    console: Console,
    matches: &ArgMatches,
    request: &Request,
    subject: &Subject,
    tree: &Tree,
    report: &Report,
) -> Result<(), Failure> {
    let Some(trace) = &report.trace else {
        return Ok(());
    };
    let style = style(console, request, subject);
    let all = trace.steps.len();
    let steps = matches
        .get_one::<u32>("step")
        .map_or(all, |&step| step as usize);
    if steps > all {
        return Err(Failure::Request(message!(
            "there is no step {steps}: the last is {all}",
            "il n'y a pas d'étape {steps} : la dernière est {all}"
        )));
    }
    let mut marks = trace.marks(tree.len(), steps);
    if steps == all {
        marks.line = best_line(tree);
    }
    marks.notes = print::notes(console, request, report);
    for (id, draw) in ["svg", "tikz"].into_iter().zip([draw::svg, draw::tikz]) {
        let Some(path) = args::path(matches, id) else {
            continue;
        };
        let text = draw(tree, &marks, &style).map_err(|_| too_large(Some(tree.len())))?;
        output::write(matches, path, &console.named(text))?;
    }
    if let Some(folder) = args::path(matches, "steps") {
        write_steps(console, matches, request, (tree, trace), &style, folder)?;
    }
    if matches.contains_id("step") {
        console.tell(&message!(
            "drawn after step {steps} of {all}",
            "dessiné après l'étape {steps} sur {all}"
        ));
    }
    Ok(())
}

/// Writes a picture of each step that there is something to say about, and a first one of the tree alone.
fn write_steps(
    console: Console,
    matches: &ArgMatches,
    request: &Request,
    (tree, trace): (&Tree, &Trace),
    style: &draw::Style,
    folder: &Path,
) -> Exit {
    let kind = figures::Kind::of(matches)?;
    let draw = match kind {
        figures::Kind::Svg => draw::svg,
        _ => draw::tikz,
    };
    let windowed = matches!(request.algorithm, Asked::AlphaBeta(_));
    let breadth = request.algorithm.is_breadth_first();
    let mut teller = Teller::new(tree, *style, breadth, windowed);
    let mut told = vec![(0, console.phrase(&message!("The tree.", "L'arbre.")))];
    for (number, step) in (1..).zip(&trace.steps) {
        told.extend(teller.tell(step).map(|words| (number, words)));
    }
    let most = figures::MOST_STEPS;
    if told.len() > most {
        return Err(Failure::Request(message!(
            "{count} steps would be drawn, and up to {most} are: take a smaller tree",
            "il y aurait {count} étapes à dessiner, et on en dessine au plus {most} : prenez un arbre plus petit",
            count = told.len()
        )));
    }
    let mut stepper = trace.stepper(tree.len());
    let mut steps = Vec::new();
    for (number, words) in told {
        while stepper.at() < number && stepper.forward().is_some() {}
        let mut marks = stepper.marks().clone();
        if number == trace.steps.len() {
            marks.line = best_line(tree);
        }
        let picture = draw(tree, &marks, style).map_err(|_| too_large(Some(tree.len())))?;
        steps.push(StepPicture { words, picture });
    }
    let title = match request.algorithm {
        Asked::AlphaBeta(_) => message!("Alpha-beta", "Alpha-bêta"),
        asked if asked.kind() == draw::Kind::AndOr => message!("And/or", "Et/ou"),
        Asked::Evaluate { .. } => message!("Minimax", "Minimax"),
    };
    figures::write_steps(console, matches, folder, kind, &title, &steps)
}

/// The principal variation: the first best child of each node.
fn best_line(tree: &Tree) -> Vec<u32> {
    let values = textbook::values(tree);
    let mut line = vec![0];
    let mut node = 0;
    loop {
        let same = |child: &&u32| values[**child as usize] == values[node as usize];
        match tree.children(node).iter().find(same) {
            Some(&child) => node = child,
            None => return line,
        }
        line.push(node);
    }
}

/// The error for drawing a tree of that size; `None` is a tree too large to store.
pub(super) fn too_large(nodes: Option<usize>) -> Failure {
    let most = draw::MOST_DRAWN;
    Failure::Request(match nodes {
        Some(nodes) => message!(
            "this tree has {nodes} nodes, and up to {most} are drawn: ask for less --depth, or start nearer the end with --after",
            "cet arbre a {nodes} nœuds, et on en dessine au plus {most} : réduisez --depth, ou partez plus près de la fin avec --after"
        ),
        None => message!(
            "this tree has more than {MOST_KEPT} nodes, and up to {most} are drawn: ask for less --depth, or start nearer the end with --after",
            "cet arbre a plus de {MOST_KEPT} nœuds, et on en dessine au plus {most} : réduisez --depth, ou partez plus près de la fin avec --after"
        ),
    })
}

//! The pictures of `noyau tree`.

use super::{MOST_KEPT, Report, Request, Subject, print, style};
use crate::prelude::*;
use noyau::search::textbook;
use noyau::tree::Tree;
use noyau::tree::draw;

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
        output::write(matches, path, &text)?;
    }
    if matches.contains_id("step") {
        console.tell(&message!(
            "drawn after step {steps} of {all}",
            "dessiné après l'étape {steps} sur {all}"
        ));
    }
    Ok(())
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

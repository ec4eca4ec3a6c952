//! The text output of `noyau tree`.

use super::counts::{Counts, Cuts, Formula, Visited};
use super::{Asked, MOST_KEPT, Report, Request, Subject, style};
use crate::prelude::*;
use noyau::documents::Teller;
use noyau::search::textbook::{Form, Order, Step, Trace};
use noyau::tree::Tree;
use noyau::tree::draw::{Kind, Marks, Style};
use std::io;

/// Larger trees are not printed.
pub(super) const MOST_PRINTED: usize = 200;

pub(super) fn print(
    console: Console,
    request: &Request,
    subject: &Subject,
    report: &Report,
) -> Result<(), Failure> {
    let style = style(console, request, subject);
    let mut lines = console.lines();
    match &subject.game {
        None => lines.add(text("tree", "arbre"), &subject.name),
        Some(game) => {
            lines.add(messages::GAME, &messages::sized(&**game));
            lines.add(messages::POSITION, &game.position());
        }
    }
    if let Some(depth) = subject.depth {
        lines.add(messages::WORD_DEPTH, &depth);
    }
    if let Some(heuristic) = subject.heuristic {
        lines.add(text("heuristic", "heuristique"), &heuristic);
    }
    lines.add(
        text("algorithm", "algorithme"),
        &algorithm(request.algorithm),
    );
    if let (Some(seed), None) = (subject.seed, report.chosen) {
        let shuffled = message!(
            "children shuffled with seed {seed}",
            "fils mélangés avec la graine {seed}"
        );
        lines.add(text("order", "ordre"), &shuffled);
    }
    lines.add(messages::TO_MOVE, &messages::side(report.side));
    let value = match style.kind {
        Kind::MinMax => style.show(report.value),
        Kind::AndOr => console.phrase(&if report.value.is_won() {
            text("true: First wins", "vrai : Premier gagne")
        } else {
            text("false: First does not win", "faux : Premier ne gagne pas")
        }),
    };
    lines.add(messages::WORD_VALUE, &console.bold(&value));
    let best = report.best.iter().map(|&i| report.moves[i].0.as_str());
    let best: Vec<&str> = best.collect();
    if !best.is_empty() {
        lines.add(messages::BEST, &best.join(" "));
    }
    if let (Some(chosen), Some(seed)) = (report.chosen, subject.seed) {
        let (mv, count) = (&report.moves[chosen].0, best.len());
        let drawn = message!(
            "{mv}, by lot among {count}, seed {seed}",
            "{mv}, au sort parmi {count}, graine {seed}"
        );
        lines.add(text("chosen", "choisi"), &drawn);
    }
    add_counts(request, &report.counts, &mut lines);
    let mut out = console.out();
    lines.write(&mut out)?;
    let printed = subject
        .tree
        .as_ref()
        .filter(|tree| tree.len() <= MOST_PRINTED);
    if let Some(tree) = printed {
        writeln!(out)?;
        let marks = report.trace.as_ref();
        let marks = marks.map(|trace| trace.marks(tree.len(), usize::MAX));
        print_tree(
            &mut out,
            console,
            (tree, &subject.tabled),
            marks.as_ref(),
            &style,
        )?;
    } else if let Some(tree) = &subject.tree {
        let nodes = tree.len();
        let cut = message!(
            "The tree has {nodes} nodes; up to {MOST_PRINTED} are printed.",
            "L'arbre a {nodes} nœuds ; on en affiche au plus {MOST_PRINTED}."
        );
        writeln!(out, "\n{}", console.phrase(&cut))?;
    }
    if printed.is_none() && !report.moves.is_empty() {
        writeln!(out)?;
        let rows = report.moves.iter().enumerate().map(|(i, (mv, value))| {
            let best = if report.best.contains(&i) { "*" } else { "" };
            [mv.clone(), style.show(*value), best.to_owned()]
        });
        let heads = [messages::MOVE, messages::WORD_VALUE, messages::BEST];
        console.columns(&mut out, heads, rows)?;
    }
    print_tables(&mut out, console, report, &style)?;
    if request.trace
        && let (Some(tree), Some(trace)) = (&subject.tree, &report.trace)
    {
        writeln!(out)?;
        print_trace(
            &mut out,
            console,
            request,
            (tree, &subject.tabled),
            trace,
            &style,
        )?;
    }
    Ok(out.flush()?)
}

/// The tables of `--depths` and `--orders`.
fn print_tables(
    out: &mut dyn Write,
    console: Console,
    report: &Report,
    style: &Style,
) -> io::Result<()> {
    if let Some(rows) = &report.by_depth {
        writeln!(out)?;
        let heads = [
            messages::WORD_DEPTH,
            messages::WORD_VALUE,
            messages::BEST,
            messages::WORD_VISITED,
            messages::WORD_ALPHABETA,
        ];
        let rows = rows.iter().map(|row| {
            [
                row.depth.to_string(),
                style.show(row.value),
                row.best.join(" "),
                row.nodes.to_string(),
                row.alpha_beta
                    .map_or_else(|| "-".to_owned(), |nodes| nodes.to_string()),
            ]
        });
        console.columns(out, heads, rows)?;
    }
    if !report.counts.orders.is_empty() {
        writeln!(out)?;
        let heads = [
            text("order", "ordre"),
            text("stops", "s'arrête"),
            text("nodes", "nœuds"),
            text("leaves", "feuilles"),
        ];
        let rows = report.counts.orders.iter().map(|row| {
            let order = if row.order == Order::DepthFirst.name() {
                messages::DEPTH_FIRST
            } else {
                messages::BREADTH_FIRST
            };
            let stop = if row.stop {
                messages::YES
            } else {
                text("no", "non")
            };
            [
                console.say(order).to_owned(),
                console.say(stop).to_owned(),
                row.visited.nodes.to_string(),
                row.visited.leaves.to_string(),
            ]
        });
        console.columns(out, heads, rows)?;
    }
    Ok(())
}

/// The description of the algorithm.
fn algorithm(asked: Asked) -> Message {
    match asked {
        Asked::AlphaBeta(Form::Bound) => message!(
            "alpha-beta, returns the bound",
            "alpha-bêta, renvoie la borne"
        ),
        Asked::AlphaBeta(Form::Extreme) => message!(
            "alpha-beta, returns the extreme",
            "alpha-bêta, renvoie l'extremum"
        ),
        Asked::Evaluate { kind, order, stop } => message!(
            "{what}, {order}{stop}",
            "{what}, {order}{stop}",
            what = match kind {
                Kind::MinMax => text("minimax", "minimax"),
                Kind::AndOr => text("and/or", "et/ou"),
            },
            order = match order {
                Order::DepthFirst => messages::DEPTH_FIRST,
                Order::BreadthFirst => messages::BREADTH_FIRST,
            },
            stop = if stop {
                text(", stopping where decided", ", arrêt dès que c'est décidé")
            } else {
                text("", "")
            }
        ),
    }
}

fn some_nodes(count: &str) -> Message {
    match count {
        "1" => message!("1 node", "1 nœud"),
        _ => message!("{count} nodes", "{count} nœuds"),
    }
}

fn some_leaves(count: &str) -> Message {
    match count {
        "1" => message!("1 leaf", "1 feuille"),
        _ => message!("{count} leaves", "{count} feuilles"),
    }
}

fn visited(visited: Visited) -> Message {
    let Visited {
        nodes,
        leaves,
        cuts,
    } = visited;
    let seen = message!(
        "{nodes}, {leaves}",
        "{nodes}, {leaves}",
        nodes = some_nodes(&nodes.to_string()),
        leaves = some_leaves(&leaves.to_string())
    );
    match cuts {
        None => seen,
        Some(Cuts { alpha, beta }) => message!(
            "{seen}; cuts: α {alpha}, β {beta}",
            "{seen} ; coupures : α {alpha}, β {beta}",
            seen = seen
        ),
    }
}

/// Adds the counts of nodes, and the formulas.
fn add_counts(request: &Request, counts: &Counts, lines: &mut Lines) {
    let (seen, minimax) = (messages::WORD_VISITED, text("minimax", "minimax"));
    let own = visited(Visited {
        cuts: None,
        ..counts.own
    });
    match (request.algorithm, counts.minimax.map(visited)) {
        // A tree that is not stored has been searched in one way only.
        (Asked::AlphaBeta(_), None) => {
            let more = message!("more than {MOST_KEPT} nodes", "plus de {MOST_KEPT} nœuds");
            lines.add(minimax, &more);
            lines.add(messages::WORD_ALPHABETA, &visited(counts.own));
        }
        (_, None) => lines.add(seen, &own),
        (Asked::Evaluate { kind, stop, .. }, Some(all)) if stop || kind == Kind::AndOr => {
            lines.add(seen, &own);
            if kind == Kind::MinMax {
                lines.add(minimax, &all);
            } else if stop {
                lines.add(text("all nodes", "tous les nœuds"), &all);
            }
        }
        (_, Some(all)) => lines.add(minimax, &all),
    }
    if let Some(alpha_beta) = counts.alpha_beta(request.algorithm) {
        lines.add(messages::WORD_ALPHABETA, &visited(alpha_beta));
    }
    let Some(form) = counts.form else {
        return;
    };
    let formula = Formula::of(&form);
    let (b, p) = (form.branching_max, form.depth);
    let most = number(formula.max);
    if form.uniform {
        let formula = match b {
            0 | 1 => "p + 1".to_owned(),
            _ => format!("({b}^{} − 1)/({b} − 1)", p + 1),
        };
        let nodes = message!(
            "{formula} = {nodes}",
            "{formula} = {nodes}",
            formula = formula,
            nodes = some_nodes(&most)
        );
        lines.add(messages::WORD_FORMULA, &nodes);
    } else {
        let mean = units::decimal(form.branching_mean, 2);
        let branching = message!(
            "b = {mean} on average, {b} at most; p = {p}",
            "b = {mean} en moyenne, {b} au plus ; p = {p}",
            mean = mean
        );
        lines.add(text("branching", "branchement"), &branching);
        let mean = number(formula.mean);
        let nodes = message!(
            "(b^(p+1) − 1)/(b − 1) = {mean} nodes for the mean b, {most} for the greatest",
            "(b^(p+1) − 1)/(b − 1) = {mean} nœuds pour le b moyen, {most} pour le plus grand"
        );
        lines.add(messages::WORD_FORMULA, &nodes);
    }
    if let Some(leaves) = formula.best_leaves.filter(|_| counts.alpha_beta.is_some()) {
        let formula = format!("{b}^{} + {b}^{} − 1", p.div_ceil(2), p / 2);
        let best = message!(
            "{formula} = {leaves}",
            "{formula} = {leaves}",
            formula = formula,
            leaves = some_leaves(&number(leaves))
        );
        lines.add(text("best case", "meilleur cas"), &best);
    }
}

/// A number that may be very large.
fn number(number: f64) -> String {
    if number < 1e15 {
        format!("{number:.0}")
    } else {
        format!("{number:.3e}")
    }
}

/// The counters below a picture.
pub(super) fn notes(console: Console, request: &Request, report: &Report) -> Vec<String> {
    let counts = &report.counts;
    let minimax = match request.algorithm.kind() {
        Kind::MinMax => text("minimax", "minimax"),
        Kind::AndOr => text("all", "tous"),
    };
    let (searched, count) = match counts.alpha_beta(request.algorithm) {
        Some(count) => (messages::WORD_ALPHABETA, count),
        None => (text("looked at", "examinés"), counts.own),
    };
    let notes = [(minimax, counts.minimax), (searched, Some(count))];
    let notes = notes.into_iter().filter_map(|(by, count)| {
        let seen = visited(Visited {
            cuts: None,
            ..count?
        });
        Some(console.phrase(&message!(
            "{by}: {seen}",
            "{by} : {seen}",
            by = by,
            seen = seen
        )))
    });
    notes.collect()
}

/// The name of a node.
pub(super) fn name(console: Console, tree: &Tree, node: u32) -> String {
    tree.node_name(node).localized(console.language)
}

/// Prints the tree with the values found by the search, and marks skipped nodes.
fn print_tree(
    out: &mut dyn Write,
    console: Console,
    (tree, tabled): (&Tree, &[u32]),
    marks: Option<&Marks>,
    style: &Style,
) -> io::Result<()> {
    let values = noyau::search::textbook::values(tree);
    let turn = |node| {
        console.say(match (style.kind, tree.turn(node)) {
            (Kind::MinMax, Side::First) => text("max", "max"),
            (Kind::MinMax, Side::Second) => text("min", "min"),
            (Kind::AndOr, Side::First) => text("or", "ou"),
            (Kind::AndOr, Side::Second) => text("and", "et"),
        })
    };
    // For each level above, whether more siblings follow.
    let mut open: Vec<(u32, Vec<bool>)> = vec![(0, Vec::new())];
    while let Some((node, levels)) = open.pop() {
        let mut line = String::new();
        if let Some((&last, above)) = levels.split_last() {
            for &more in above {
                line.push_str(if more { "│  " } else { "   " });
            }
            line.push_str(if last { "├─ " } else { "└─ " });
        }
        if !tree.label(node).is_empty() {
            line.push_str(tree.label(node));
            line.push_str(": ");
        }
        let mark = marks.map(|marks| marks.nodes[node as usize]);
        let value = match mark {
            Some(mark) => mark.value,
            None => Some(values[node as usize]),
        };
        let own = tree.value(node).filter(|_| tree.is_leaf(node));
        let mut words = Vec::new();
        if !tree.is_leaf(node) {
            words.push(turn(node).to_owned());
        }
        words.extend(own.or(value).map(|value| style.show(value)));
        if tabled.contains(&node) {
            words.push(format!("({})", console.say(FROM_TABLE)));
        }
        if let Some(mark) = mark {
            if style.windows
                && !tree.is_leaf(node)
                && let Some(window) = mark.window
            {
                words.push(style.show_window(window));
            }
            if !mark.entered {
                words.push(format!("({})", console.say(text("skipped", "élagué"))));
            }
        }
        line.push_str(&words.join(" "));
        writeln!(out, "{line}")?;
        let children = tree.children(node);
        for (i, &child) in children.iter().enumerate().rev() {
            let mut levels = levels.clone();
            levels.push(i + 1 < children.len());
            open.push((child, levels));
        }
    }
    Ok(())
}

/// The note on a leaf whose value a table gives.
const FROM_TABLE: Text = text("from a table", "d'une table");

/// Prints every step, indented by depth.
fn print_trace(
    out: &mut dyn Write,
    console: Console,
    request: &Request,
    (tree, tabled): (&Tree, &[u32]),
    trace: &Trace,
    style: &Style,
) -> io::Result<()> {
    let digits = trace.steps.len().to_string().len();
    let depths = tree.depths();
    let breadth = request.algorithm.is_breadth_first();
    let windowed = matches!(request.algorithm, Asked::AlphaBeta(_));
    let mut teller = Teller::new(tree, *style, breadth, windowed);
    for (i, step) in trace.steps.iter().enumerate() {
        let Some(text) = teller.tell(step) else {
            continue;
        };
        let inside = matches!(step, Step::Child { .. } | Step::Cut { .. });
        let depth = if breadth {
            0
        } else {
            depths[step.node() as usize] as usize + usize::from(inside)
        };
        let is_tabled = matches!(step, Step::Leave { node, .. } if tabled.contains(node));
        let note = if is_tabled {
            format!(" ({})", console.say(FROM_TABLE))
        } else {
            String::new()
        };
        writeln!(
            out,
            "{:digits$}  {}{text}{note}",
            i + 1,
            "  ".repeat(depth.min(40))
        )?;
    }
    Ok(())
}

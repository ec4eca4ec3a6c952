//! What `noyau tree` says to people.

use super::counts::{Counts, Formula, Visited};
use super::words::{self, Said};
use super::{Asked, MOST_KEPT, Report, Request, Subject, style};
use crate::catalogue;
use crate::console::Console;
use crate::failure::Failure;
use noyau::answers::Teller;
use noyau::search::textbook::{Form, Order, Step, Trace};
use noyau::tree::Tree;
use noyau::tree::draw::{Kind, Marks, Style};
use noyau::{Localized, Side, Text};
use std::io::{self, Write};

/// Larger trees are not printed.
pub(super) const MOST_PRINTED: usize = 200;

pub(super) fn print(
    console: Console,
    request: &Request,
    subject: &Subject,
    report: &Report,
) -> Result<(), Failure> {
    let style = style(console, request, subject);
    let say = |said: &Said| said.localized(console.language);
    let mut lines: Vec<(Text, String)> = Vec::new();
    match &subject.game {
        None => lines.push((words::WORD_SOURCE, subject.name.clone())),
        Some(game) => {
            lines.push((catalogue::GAME, game.name()));
            lines.push((catalogue::POSITION, game.position()));
        }
    }
    if let Some(depth) = subject.depth {
        lines.push((words::WORD_DEPTH, depth.to_string()));
    }
    if let Some(heuristic) = subject.heuristic {
        lines.push((words::WORD_HEURISTIC, heuristic.to_owned()));
    }
    lines.push((words::WORD_ALGORITHM, algorithm(console, request.algorithm)));
    if let (Some(seed), None) = (subject.seed, report.chosen) {
        lines.push((words::WORD_SHUFFLED, say(&Said::Shuffled { seed })));
    }
    let mover = console.say(catalogue::side(report.side)).to_owned();
    lines.push((catalogue::TO_MOVE, mover));
    let value = match style.kind {
        Kind::MinMax => style.show(report.value),
        Kind::AndOr => {
            let truth = if report.value.is_won() {
                words::WON_BY_FIRST
            } else {
                words::NOT_WON
            };
            console.say(truth).to_owned()
        }
    };
    lines.push((words::WORD_VALUE, console.bold(&value)));
    let best: Vec<String> = report
        .best
        .iter()
        .map(|&i| report.moves[i].0.clone())
        .collect();
    if !best.is_empty() {
        lines.push((catalogue::BEST, best.join(" ")));
    }
    if let (Some(chosen), Some(seed)) = (report.chosen, subject.seed) {
        let (mv, count) = (report.moves[chosen].0.clone(), best.len());
        lines.push((
            words::WORD_CHOSEN,
            say(&Said::DrawnByLot { mv, count, seed }),
        ));
    }
    count_lines(console, request, &report.counts, &mut lines);
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    if let Some(tree) = &subject.tree {
        writeln!(out)?;
        if tree.len() <= MOST_PRINTED {
            let marks = report
                .trace
                .as_ref()
                .map(|trace| trace.marks(tree.len(), usize::MAX));
            print_tree(&mut out, console, tree, marks.as_ref(), &style)?;
        } else {
            let nodes = tree.len() as u64;
            writeln!(
                out,
                "{}",
                say(&Said::NotPrinted {
                    nodes,
                    most: MOST_PRINTED
                })
            )?;
        }
    }
    if subject
        .tree
        .as_ref()
        .is_none_or(|tree| tree.len() > MOST_PRINTED)
        && !report.moves.is_empty()
    {
        writeln!(out)?;
        let rows = report.moves.iter().enumerate().map(|(i, (mv, value))| {
            let best = if report.best.contains(&i) { "*" } else { "" };
            [mv.clone(), style.show(*value), best.to_owned()]
        });
        console.columns(
            &mut out,
            [catalogue::MOVE, words::WORD_VALUE, catalogue::BEST],
            rows,
        )?;
    }
    print_tables(&mut out, console, report, &style)?;
    if request.trace
        && let (Some(tree), Some(trace)) = (&subject.tree, &report.trace)
    {
        writeln!(out)?;
        print_trace(&mut out, request, tree, trace, &style)?;
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
            words::WORD_DEPTH,
            words::WORD_VALUE,
            catalogue::BEST,
            words::WORD_VISITED,
            words::WORD_ALPHABETA,
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
            words::WORD_ORDER,
            words::WORD_STOP,
            words::WORD_NODES,
            words::WORD_LEAVES,
        ];
        let rows = report.counts.orders.iter().map(|row| {
            let order = if row.order == Order::DepthFirst.name() {
                words::DEPTH_FIRST
            } else {
                words::BREADTH_FIRST
            };
            let stop = if row.stop { catalogue::YES } else { words::NO };
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

/// The algorithm in words.
fn algorithm(console: Console, asked: Asked) -> String {
    let said = match asked {
        Asked::AlphaBeta(form) => Said::AlphaBeta {
            form: match form {
                Form::Bound => words::RETURNS_BOUND,
                Form::Extreme => words::RETURNS_EXTREME,
            },
        },
        Asked::Evaluate { kind, order, stop } => Said::Evaluated {
            what: match kind {
                Kind::MinMax => words::MINIMAX,
                Kind::AndOr => words::AND_OR,
            },
            order: match order {
                Order::DepthFirst => words::DEPTH_FIRST,
                Order::BreadthFirst => words::BREADTH_FIRST,
            },
            stop: if stop {
                words::STOPPING
            } else {
                words::NOT_STOPPING
            },
        },
    };
    said.localized(console.language)
}

/// What was looked at, and what the formulas say.
fn count_lines(
    console: Console,
    request: &Request,
    counts: &Counts,
    lines: &mut Vec<(Text, String)>,
) {
    let say = |said: &Said| said.localized(console.language);
    let visited = |visited: Visited| match visited.cuts {
        None => say(&Said::Visited {
            nodes: visited.nodes,
            leaves: visited.leaves,
        }),
        Some(cuts) => say(&Said::VisitedCut {
            nodes: visited.nodes,
            leaves: visited.leaves,
            alpha: cuts.alpha,
            beta: cuts.beta,
        }),
    };
    match (request.algorithm, counts.minimax) {
        // A tree that is not kept has been searched in one way only.
        (Asked::AlphaBeta(_), None) => {
            let said = Said::MoreThan { nodes: MOST_KEPT };
            lines.push((words::WORD_MINIMAX, say(&said)));
            lines.push((words::WORD_ALPHABETA, visited(counts.own)));
        }
        (_, None) => {
            let counted = Visited {
                cuts: None,
                ..counts.own
            };
            lines.push((words::WORD_VISITED, visited(counted)));
        }
        (
            Asked::Evaluate {
                kind: Kind::AndOr,
                stop,
                ..
            },
            Some(minimax),
        ) => {
            lines.push((
                words::WORD_VISITED,
                visited(Visited {
                    cuts: None,
                    ..counts.own
                }),
            ));
            if stop {
                lines.push((words::WORD_ALL, visited(minimax)));
            }
        }
        (Asked::Evaluate { stop: true, .. }, Some(minimax)) => {
            lines.push((
                words::WORD_VISITED,
                visited(Visited {
                    cuts: None,
                    ..counts.own
                }),
            ));
            lines.push((words::WORD_MINIMAX, visited(minimax)));
        }
        (_, Some(minimax)) => lines.push((words::WORD_MINIMAX, visited(minimax))),
    }
    if let Some(alpha_beta) = counts.alpha_beta(request.algorithm) {
        lines.push((words::WORD_ALPHABETA, visited(alpha_beta)));
    }
    let Some(form) = counts.form else {
        return;
    };
    let formula = Formula::of(&form);
    let (b, p) = (form.branching_max, form.depth);
    if form.uniform {
        let nodes = number(formula.max);
        let words = match b {
            0 | 1 => "p + 1".to_owned(),
            _ => format!("({b}^{} − 1)/({b} − 1)", p + 1),
        };
        lines.push((
            words::WORD_FORMULA,
            say(&Said::Exactly {
                formula: words,
                nodes,
            }),
        ));
    } else {
        let mean = format!("{:.2}", form.branching_mean);
        lines.push((
            words::WORD_BRANCHING,
            say(&Said::Branching {
                mean,
                most: b,
                depth: p,
            }),
        ));
        let (mean, most) = (number(formula.mean), number(formula.max));
        lines.push((words::WORD_FORMULA, say(&Said::Between { mean, most })));
    }
    if let Some(leaves) = formula.best_leaves.filter(|_| counts.alpha_beta.is_some()) {
        let words = format!("{b}^{} + {b}^{} − 1", p.div_ceil(2), p / 2);
        let leaves = number(leaves);
        lines.push((
            words::WORD_BEST_CASE,
            say(&Said::BestCase {
                formula: words,
                leaves,
            }),
        ));
    }
}

/// A number that may be too large to count.
fn number(number: f64) -> String {
    if number < 1e15 {
        format!("{number:.0}")
    } else {
        format!("{number:.3e}")
    }
}

/// The counters below a picture.
pub(super) fn notes(console: Console, request: &Request, report: &Report) -> Vec<String> {
    let say = |said: &Said| said.localized(console.language);
    let counts = &report.counts;
    let mut notes = Vec::new();
    if let Some(Visited { nodes, leaves, .. }) = counts.minimax {
        let said = match request.algorithm.kind() {
            Kind::MinMax => Said::ByMinimax { nodes, leaves },
            Kind::AndOr => Said::ByAll { nodes, leaves },
        };
        notes.push(say(&said));
    }
    let said = if let Some(Visited { nodes, leaves, .. }) = counts.alpha_beta(request.algorithm) {
        Said::ByAlphaBeta { nodes, leaves }
    } else {
        let Visited { nodes, leaves, .. } = counts.own;
        Said::ByThis { nodes, leaves }
    };
    notes.push(say(&said));
    notes
}

/// What a node is called.
pub(super) fn name(console: Console, tree: &Tree, node: u32) -> String {
    tree.node_name(node).localized(console.language)
}

/// Prints the tree with the values that the search gave its nodes; what it skipped says so.
fn print_tree(
    out: &mut dyn Write,
    console: Console,
    tree: &Tree,
    marks: Option<&Marks>,
    style: &Style,
) -> io::Result<()> {
    let values = noyau::search::textbook::values(tree);
    let turn = |node| {
        console.say(match (style.kind, tree.turn(node)) {
            (Kind::MinMax, Side::First) => words::MAX,
            (Kind::MinMax, Side::Second) => words::MIN,
            (Kind::AndOr, Side::First) => words::OR,
            (Kind::AndOr, Side::Second) => words::AND,
        })
    };
    // For each level above, whether more siblings follow below.
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
        if let Some(mark) = mark {
            if style.windows
                && !tree.is_leaf(node)
                && let Some(window) = mark.window
            {
                words.push(style.show_window(window));
            }
            if !mark.entered {
                words.push(format!("({})", console.say(words::SKIPPED)));
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

/// Prints every step, a node further in than its parent.
fn print_trace(
    out: &mut dyn Write,
    request: &Request,
    tree: &Tree,
    trace: &Trace,
    style: &Style,
) -> io::Result<()> {
    let digits = trace.steps.len().to_string().len();
    let depths = tree.depths();
    let breadth = matches!(
        request.algorithm,
        Asked::Evaluate {
            order: Order::BreadthFirst,
            ..
        }
    );
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
        writeln!(
            out,
            "{:digits$}  {}{text}",
            i + 1,
            "  ".repeat(depth.min(40))
        )?;
    }
    Ok(())
}

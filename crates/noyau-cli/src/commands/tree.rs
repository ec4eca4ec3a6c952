//! `noyau tree`: minimax, alpha-beta and and/or evaluation, step by step, on a tree in a file or on a game.

mod counts;
mod json;
mod print;
mod source;
mod words;

use crate::catalogue::{self, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::{input, output, progress, quantity};
use clap::{ArgMatches, Command, value_parser};
use counts::{ByDepth, Counts};
use noyau::erased::OpenGame;
use noyau::heuristic::WON;
use noyau::limits::{Limits, Stopped};
use noyau::random::SplitMix;
use noyau::search::textbook::{
    self, Algorithm, Form, Order, Step, Trace, Window, best_of, choose, evaluate, search_within,
};
use noyau::tree::draw::{self, Kind, Style};
use noyau::tree::{Tree, Utility};
use noyau::{Localized, Side};
use source::{arrange, cut, open};
use std::path::PathBuf;
use words::{Refusal, Said};

/// A game's tree is kept as data up to so many nodes; beyond, it is searched without being kept.
const MOST_KEPT: usize = 1_000_000;
/// Every step is kept for trees of up to so many nodes.
const MOST_TRACED: usize = 100_000;
/// How deep a game is unfolded unless told otherwise.
const DEPTH: u32 = 3;

pub(super) fn command(grammar: Grammar) -> Command {
    let number = |id, help| {
        grammar
            .option(id, help::NUMBER, help)
            .value_parser(grammar.parser(quantity::small_number))
    };
    let file = |id, help| {
        grammar
            .option(id, help::FILE, help)
            .value_parser(value_parser!(PathBuf))
    };
    grammar
        .position(grammar.command("tree", words::TREE))
        .mut_arg("game", |argument| {
            argument
                .value_name(words::SOURCE_NAME.get(grammar.0))
                .help(words::SOURCE.get(grammar.0))
        })
        .arg(grammar.choice("format", words::FORMAT, words::FORMATS))
        .arg(grammar.choice("player", words::PLAYER, help::PLAYERS))
        .arg(number("depth", words::DEPTH))
        .arg(grammar.choice_with_default(
            "algorithm",
            words::ALGORITHM,
            words::ALGORITHMS,
            "minimax",
        ))
        .arg(grammar.choice("form", words::FORM, words::FORMS))
        .arg(grammar.choice("order", words::ORDER, words::ORDERS))
        .arg(grammar.flag("stop", words::STOP))
        .arg(grammar.choice("sort", words::SORT, words::SORTS))
        .arg(grammar.flag("shuffle", words::SHUFFLE))
        .arg(
            grammar
                .option("seed", help::NUMBER, words::SEED)
                .value_parser(grammar.parser(quantity::number)),
        )
        .arg(grammar.option("heuristic", words::NAME, words::HEURISTIC))
        .arg(
            grammar
                .option("depths", words::RANGE, words::DEPTHS)
                .value_parser(grammar.parser(words::range))
                .conflicts_with("depth"),
        )
        .arg(grammar.flag("orders", words::COMPARE_ORDERS))
        .arg(grammar.flag("trace", words::TRACE))
        .arg(file("svg", words::SVG))
        .arg(file("tikz", words::TIKZ))
        .arg(number("step", words::STEP))
        .arg(grammar.time())
        .arg(grammar.json())
}

/// What was asked.
struct Request {
    algorithm: Asked,
    /// Of games: how deep. Of files: from how deep on the tree is left out.
    depth: Option<u32>,
    heuristic: Option<String>,
    depths: Option<(u32, u32)>,
    orders: bool,
    trace: bool,
}

/// The algorithm, with what it leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Minimax or and/or evaluation, in an order.
    Evaluate {
        kind: Kind,
        order: Order,
        stop: bool,
    },
    AlphaBeta(Form),
}

impl Asked {
    fn kind(self) -> Kind {
        match self {
            Self::Evaluate { kind, .. } => kind,
            Self::AlphaBeta(_) => Kind::MinMax,
        }
    }

    /// As the textbook searches call it; breadth first has no such name.
    fn algorithm(self) -> Algorithm {
        match self {
            Self::Evaluate { stop: true, .. } => Algorithm::Decided,
            Self::Evaluate { .. } => Algorithm::Minimax,
            Self::AlphaBeta(form) => Algorithm::AlphaBeta(form),
        }
    }
}

/// The tree to work on, or the game that is too large to be kept as one.
struct Subject {
    /// How the user called it.
    name: String,
    game: Option<Box<dyn OpenGame>>,
    tree: Option<Tree>,
    depth: Option<u32>,
    heuristic: Option<&'static str>,
    /// Between which bounds all leaves are worth.
    range: Window,
    /// The seed of the lots, if any were drawn.
    seed: Option<u64>,
}

/// Everything that was found.
struct Report {
    side: Side,
    value: Utility,
    /// Every move of the root with its exact value.
    moves: Vec<(String, Utility)>,
    best: Vec<usize>,
    /// Which of the best moves the lot fell on.
    chosen: Option<usize>,
    counts: Counts,
    trace: Option<Trace>,
    by_depth: Option<Vec<ByDepth>>,
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let request = Request::of(matches)?;
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    match answer(console, matches, &request, &limits)? {
        Ok(()) => Ok(Status::Answered),
        Err(stopped) => {
            console.complain(console.say(catalogue::stopped(stopped)));
            Ok(Status::Unknown)
        }
    }
}

impl Request {
    fn of(matches: &ArgMatches) -> Result<Self, Failure> {
        let word = |id| matches.get_one::<String>(id).map(String::as_str);
        let name = word("algorithm").unwrap_or_default();
        let clash = |option, algorithm| Err(Refusal::NotWith { option, algorithm }.into());
        let order = match word("order") {
            Some("breadth") => Order::BreadthFirst,
            _ => Order::DepthFirst,
        };
        let stop = matches.get_flag("stop");
        let algorithm = if name == "alphabeta" {
            for option in ["order", "stop"] {
                if word_or_flag(matches, option) {
                    return clash(option, "alphabeta");
                }
            }
            Asked::AlphaBeta(match word("form") {
                Some("bound") => Form::Bound,
                _ => Form::Extreme,
            })
        } else {
            let (kind, name) = match name {
                "andor" => (Kind::AndOr, "andor"),
                _ => (Kind::MinMax, "minimax"),
            };
            if matches.contains_id("form") {
                return clash("form", name);
            }
            if kind == Kind::AndOr && matches.contains_id("heuristic") {
                return clash("heuristic", name);
            }
            Asked::Evaluate { kind, order, stop }
        };
        if matches.contains_id("step")
            && !matches.contains_id("svg")
            && !matches.contains_id("tikz")
        {
            return Err(Refusal::StepWithoutPicture.into());
        }
        Ok(Self {
            algorithm,
            depth: matches.get_one("depth").copied(),
            heuristic: word("heuristic").map(str::to_owned),
            depths: matches.get_one("depths").copied(),
            orders: matches.get_flag("orders"),
            trace: matches.get_flag("trace"),
        })
    }
}

fn word_or_flag(matches: &ArgMatches, id: &str) -> bool {
    match matches.try_get_one::<bool>(id) {
        Ok(flag) => flag == Some(&true),
        Err(_) => matches.contains_id(id),
    }
}

/// Opens what was named, searches it and says what was found. The inner error is the limit that was met.
fn answer(
    console: Console,
    matches: &ArgMatches,
    request: &Request,
    limits: &Limits,
) -> Result<Result<(), Stopped>, Failure> {
    let mut subject = match open(console, matches, request, limits)? {
        Ok(subject) => subject,
        Err(stopped) => return Ok(Err(stopped)),
    };
    let seed = matches.get_one::<u64>("seed").copied();
    let mut random = SplitMix(seed.unwrap_or_else(quantity::any_seed));
    arrange(matches, &mut subject, &mut random)?;
    let pictures = ["svg", "tikz"].map(|id| matches.get_one::<PathBuf>(id));
    let drawn = pictures.iter().any(Option::is_some);
    if drawn
        && subject
            .tree
            .as_ref()
            .is_none_or(|tree| tree.len() > draw::MOST_DRAWN)
    {
        let nodes = subject.tree.as_ref().map(Tree::len);
        return Err(Refusal::too_large_to_draw(nodes, MOST_KEPT).into());
    }
    if request.trace
        && subject
            .tree
            .as_ref()
            .is_none_or(|tree| tree.len() > MOST_TRACED)
    {
        return Err(Refusal::TooLargeToTrace { most: MOST_TRACED }.into());
    }
    let found = match &subject.tree {
        Some(tree) => {
            let shown = tree.len() <= print::MOST_PRINTED;
            let traced = request.trace || drawn || shown;
            search_kept(tree, request, &subject, traced, limits)
        }
        None => search_game(request, &subject, limits)?,
    };
    let mut report = match found {
        Ok(report) => report,
        Err(stopped) => return Ok(Err(stopped)),
    };
    if let Some(seed) = seed {
        subject.seed = Some(seed);
        report.chosen = choose(&report.best, &mut random).copied();
    }
    if let Some(range) = request.depths {
        report.by_depth = match by_depth(console, request, &subject, range, limits)? {
            Ok(rows) => Some(rows),
            Err(stopped) => return Ok(Err(stopped)),
        };
    }
    if let (true, Some(tree)) = (drawn, &subject.tree) {
        write_pictures(console, matches, request, &subject, tree, &report, pictures)?;
    }
    if matches.get_flag("json") {
        json::print(console, request, &subject, &report)?;
    } else {
        print::print(console, request, &subject, &report)?;
    }
    Ok(Ok(()))
}

/// Searches a tree that is kept, and counts what the other algorithms would have looked at.
fn search_kept(
    tree: &Tree,
    request: &Request,
    subject: &Subject,
    traced: bool,
    limits: &Limits,
) -> Result<Report, Stopped> {
    let mut trace = Trace::default();
    let mut watch = |step: Step| {
        if traced {
            trace.steps.push(step);
        }
    };
    let range = subject.range;
    let (value, counts) = match request.algorithm {
        Asked::Evaluate { order, stop, .. } => {
            let found = evaluate(tree, order, stop, range, limits, &mut watch)?;
            (found.value, Counts::of_evaluation(&found))
        }
        Asked::AlphaBeta(form) => {
            let algorithm = Algorithm::AlphaBeta(form);
            let found = search_within(tree, &0, Window::FULL, algorithm, limits, &mut |event| {
                watch(Step::from(&event));
            })?;
            (found.value, Counts::of_search(&found))
        }
    };
    let values = textbook::values(tree);
    let children = tree.children(0);
    let of_moves: Vec<Utility> = children
        .iter()
        .map(|&child| values[child as usize])
        .collect();
    Ok(Report {
        side: tree.turn(0),
        value,
        best: best_of(&of_moves, tree.turn(0)),
        moves: children
            .iter()
            .map(|&child| tree.move_name(child))
            .zip(of_moves)
            .collect(),
        chosen: None,
        counts: counts.with_others(tree, request, range, limits)?,
        trace: traced.then_some(trace),
        by_depth: None,
    })
}

/// Searches a game whose tree is too large to be kept.
fn search_game(
    request: &Request,
    subject: &Subject,
    limits: &Limits,
) -> Result<Result<Report, Stopped>, Failure> {
    if let Asked::Evaluate {
        order: Order::BreadthFirst,
        ..
    } = request.algorithm
    {
        return Err(Refusal::TooLargeForBreadth { most: MOST_KEPT }.into());
    }
    if request.orders {
        return Err(Refusal::TooLargeForBreadth { most: MOST_KEPT }.into());
    }
    let Some(game) = &subject.game else {
        return Err(Refusal::TooLargeForBreadth { most: MOST_KEPT }.into());
    };
    let depth = subject.depth.unwrap_or(DEPTH);
    let kind = request.algorithm.kind();
    let heuristic = subject.heuristic.unwrap_or("zero");
    let algorithm = request.algorithm.algorithm();
    let found = game.search_tree(depth, heuristic, algorithm, kind == Kind::AndOr, limits);
    Ok(found.map(|found| Report {
        side: game.side(),
        value: found.search.value,
        counts: Counts::of_search(&found.search),
        moves: found.moves,
        best: found.best,
        chosen: None,
        trace: None,
        by_depth: None,
    }))
}

/// The best moves as the horizon recedes (course, first text, figures 8 to 10).
fn by_depth(
    console: Console,
    request: &Request,
    subject: &Subject,
    (first, last): (u32, u32),
    limits: &Limits,
) -> Result<Result<Vec<ByDepth>, Stopped>, Failure> {
    let mut rows = Vec::new();
    for depth in first..=last {
        let row = if let Some(tree) = &subject.tree {
            // A tree that ends before the horizon is the same from farther away.
            let deepest = tree.depths().into_iter().max().unwrap_or(0);
            if depth > deepest && depth > first {
                break;
            }
            let seen = if depth < deepest {
                cut(console, tree, depth)?
            } else {
                tree.clone()
            };
            ByDepth::of_tree(depth, &seen, limits)
        } else if let Some(game) = &subject.game {
            let heuristic = subject.heuristic.unwrap_or("zero");
            let kind = request.algorithm.kind();
            let algorithm = request.algorithm.algorithm();
            game.search_tree(depth, heuristic, algorithm, kind == Kind::AndOr, limits)
                .map(|found| ByDepth::of_answer(depth, &found))
        } else {
            break;
        };
        match row {
            Ok(row) => rows.push(row),
            Err(stopped) => return Ok(Err(stopped)),
        }
    }
    Ok(Ok(rows))
}

/// How payoffs are written.
fn style(console: Console, request: &Request, subject: &Subject) -> Style {
    Style {
        language: console.language,
        kind: request.algorithm.kind(),
        won: subject.game.is_some().then(|| Utility::from(WON)),
        windows: matches!(request.algorithm, Asked::AlphaBeta(_)),
    }
}

fn write_pictures(
    console: Console,
    matches: &ArgMatches,
    request: &Request,
    subject: &Subject,
    tree: &Tree,
    report: &Report,
    paths: [Option<&PathBuf>; 2],
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
        return Err(Refusal::NoSuchStep {
            step: steps,
            last: all,
        }
        .into());
    }
    let mut marks = trace.marks(tree.len(), steps);
    if steps == all {
        marks.line = best_line(tree);
    }
    marks.notes = print::notes(console, request, report);
    for (path, draw) in paths.into_iter().zip([draw::svg, draw::tikz]) {
        let Some(path) = path else {
            continue;
        };
        let text = draw(tree, &marks, &style)
            .map_err(|_| Refusal::too_large_to_draw(Some(tree.len()), MOST_KEPT))?;
        output::to_file_or_console(console, Some(path), |out| out.write_all(text.as_bytes()))?;
    }
    if matches.contains_id("step") {
        let said = Said::StepDrawn {
            step: steps,
            last: all,
        };
        console.tell(&said.localized(console.language));
    }
    Ok(())
}

/// The nodes of the line of best play: the first best child of each.
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

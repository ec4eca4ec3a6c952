//! `noyau tree`: minimax, alpha-beta and and/or evaluation, step by step, on a tree in a file or on a game.

mod counts;
mod json;
mod pictures;
mod print;
mod source;

use crate::prelude::*;
use counts::{ByDepth, Counts};
use noyau::heuristic::WON;
use noyau::limits::Stopped;
use noyau::random::SplitMix;
use noyau::search::textbook::{
    Algorithm, Form, Order, Step, Trace, Window, choose, evaluate, search_within,
};
use noyau::tree::draw::{self, Kind, Style};
use noyau::tree::{Tree, Utility};
use source::{arrange, cut, open, tabled};

/// The tree of a game is stored up to this many nodes; larger ones are searched without storing them.
const MOST_KEPT: usize = 1_000_000;
/// All steps are stored for trees of up to this many nodes.
const MOST_TRACED: usize = 100_000;
/// The default depth of games.
const DEPTH: u32 = 3;

pub(super) const COMMAND: Entry = Entry::new("tree", help::TREE, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let number = |id, help| args.number(id, help, None, units::small_number);
    let file = |id, help| args.path(id, help::FILE, help);
    let command = args
        .position(command)
        .mut_arg("game", |argument| {
            argument
                .value_name(text("FILE|GAME", "FICHIER|JEU").get(args.0))
                .help(help::SOURCE.get(args.0))
        })
        .arg(args.choice("format", help::FORMAT, help::TREE_FORMATS, None))
        .arg(args.choice("player", help::TREE_PLAYER, help::PLAYERS, None))
        .arg(number("depth", help::TREE_DEPTH))
        .arg(args.choice(
            "algorithm",
            text("How to search", "Comment chercher"),
            help::TREE_ALGORITHMS,
            "minimax",
        ))
        .arg(args.choice("form", help::FORM, help::TREE_FORMS, None))
        .arg(args.choice("order", help::ORDER, help::TREE_ORDERS, None))
        .arg(args.flag("stop", help::STOP))
        .arg(args.choice("sort", help::SORT, help::TREE_SORTS, None))
        .arg(args.flag("shuffle", help::SHUFFLE))
        .arg(args.number("seed", help::TREE_SEED, None, units::number))
        .arg(args.option("heuristic", text("NAME", "NOM"), help::HEURISTIC))
        .arg(
            args.option("depths", text("A..B", "A..B"), help::DEPTHS)
                .value_parser(args.parser(range))
                .conflicts_with("depth"),
        )
        .arg(args.flag("orders", help::COMPARE_ORDERS))
        .arg(args.flag("trace", text("Tell every step", "Dit chaque étape")))
        .arg(file("svg", help::SVG))
        .arg(file("tikz", text("Draw it as TikZ", "Le dessine en TikZ")))
        .arg(number("step", help::STEP))
        .arg(args.path("steps", help::FOLDER, help::TREE_STEPS))
        .arg(figures::to_argument(args).requires("steps"))
        .args([args.time(), args.memory(), args.tables(), args.json()]);
    args.force(command, &["svg", "tikz", "steps"])
}

/// The request.
struct Request {
    algorithm: Asked,
    /// For games the search depth; for files the depth at which the tree is cut.
    depth: Option<u32>,
    heuristic: Option<String>,
    depths: Option<(u32, u32)>,
    orders: bool,
    trace: bool,
}

/// The algorithm, with its free parameters.
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

    fn is_breadth_first(self) -> bool {
        let breadth = Order::BreadthFirst;
        matches!(self, Self::Evaluate { order, .. } if order == breadth)
    }

    /// Its name among the textbook searches; breadth-first has none.
    fn algorithm(self) -> Algorithm {
        match self {
            Self::Evaluate { stop: true, .. } => Algorithm::Decided,
            Self::Evaluate { .. } => Algorithm::Minimax,
            Self::AlphaBeta(form) => Algorithm::AlphaBeta(form),
        }
    }
}

/// The tree to search, or the game if its tree is too large to store.
struct Subject {
    /// The user's name for it.
    name: String,
    game: Option<Box<dyn OpenGame>>,
    /// The tables that the search asks.
    probed: Option<tables::Probed>,
    /// The leaves whose values are from tables.
    tabled: Vec<u32>,
    tree: Option<Tree>,
    depth: Option<u32>,
    heuristic: Option<&'static str>,
    /// The bounds of all leaf values.
    range: Window,
    /// The random seed, if it was used.
    seed: Option<u64>,
}

/// The results.
struct Report {
    side: Side,
    value: Utility,
    /// Every move of the root with its exact value.
    moves: Vec<(String, Utility)>,
    best: Vec<usize>,
    /// The randomly chosen one of the best moves.
    chosen: Option<usize>,
    counts: Counts,
    trace: Option<Trace>,
    by_depth: Option<Vec<ByDepth>>,
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let request = Request::of(matches)?;
    let limits = progress::limits(matches);
    let mut subject = open(console, matches, &request, &limits)?;
    let seed = matches.get_one::<u64>("seed").copied();
    let mut random = SplitMix(seed.unwrap_or_else(units::any_seed));
    arrange(matches, &mut subject, &mut random)?;
    if let (Some(tree), Some(game)) = (&subject.tree, &mut subject.game) {
        subject.tabled = tabled(tree, &mut **game);
    }
    let nodes = subject.tree.as_ref().map(Tree::len);
    let drawn = ["svg", "tikz", "steps"]
        .iter()
        .any(|id| matches.contains_id(id));
    if drawn && nodes.is_none_or(|nodes| nodes > draw::MOST_DRAWN) {
        return Err(pictures::too_large(nodes));
    }
    if request.trace && nodes.is_none_or(|nodes| nodes > MOST_TRACED) {
        return Err(Failure::Request(message!(
            "every step is told for trees of up to {MOST_TRACED} nodes: ask for less --depth",
            "chaque étape est dite pour des arbres d'au plus {MOST_TRACED} nœuds : réduisez --depth"
        )));
    }
    let mut report = match &subject.tree {
        Some(tree) => {
            let shown = tree.len() <= print::MOST_PRINTED;
            let traced = request.trace || drawn || shown;
            search_kept(tree, &request, &subject, traced, &limits)?
        }
        None => search_game(&request, &subject, &limits)?,
    };
    if let Some(seed) = seed {
        subject.seed = Some(seed);
        report.chosen = choose(&report.best, &mut random).copied();
    }
    if let Some(range) = request.depths {
        report.by_depth = Some(by_depth(console, &request, &subject, range, &limits)?);
    }
    if let (true, Some(tree)) = (drawn, &subject.tree) {
        pictures::write(console, matches, &request, &subject, tree, &report)?;
    }
    if let Some(probed) = &subject.probed {
        probed.report();
    }
    if matches.get_flag("json") {
        return json::print(console, &request, &subject, &report);
    }
    print::print(console, &request, &subject, &report)?;
    Ok(Status::Answered)
}

impl Request {
    fn of(matches: &ArgMatches) -> Result<Self, Failure> {
        let word = |id| args::word(matches, id);
        let name = word("algorithm").unwrap_or_default();
        let clash = |option, algorithm| {
            Err(Failure::Request(message!(
                "--{option} does not go with --algorithm {algorithm}",
                "--{option} ne va pas avec --algorithm {algorithm}"
            )))
        };
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
            return Err(Failure::Request(message!(
                "--step needs --svg or --tikz",
                "--step demande --svg ou --tikz"
            )));
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

/// Searches a stored tree, and counts the nodes that the other algorithms would visit.
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
            (found.value, Counts::new(&found))
        }
        Asked::AlphaBeta(form) => {
            let algorithm = Algorithm::AlphaBeta(form);
            let found = search_within(tree, &0, Window::FULL, algorithm, limits, &mut |event| {
                watch(Step::from(&event));
            })?;
            (found.value, Counts::new(&found))
        }
    };
    let (_, moves, best) = counts::root(tree);
    Ok(Report {
        side: tree.turn(0),
        value,
        moves,
        best,
        chosen: None,
        counts: counts.with_others(tree, request, range, limits)?,
        trace: traced.then_some(trace),
        by_depth: None,
    })
}

/// Searches a game whose tree is too large to store.
fn search_game(request: &Request, subject: &Subject, limits: &Limits) -> Result<Report, Failure> {
    let game = subject.game.as_ref();
    let game = game.filter(|_| !request.algorithm.is_breadth_first() && !request.orders);
    let game = game.ok_or_else(|| {
        Failure::Request(message!(
            "evaluation breadth first keeps the tree, and does so up to {MOST_KEPT} nodes: ask for less --depth",
            "l'évaluation en largeur garde l'arbre, et jusqu'à {MOST_KEPT} nœuds : réduisez --depth"
        ))
    })?;
    let depth = subject.depth.unwrap_or(DEPTH);
    let kind = request.algorithm.kind();
    let heuristic = subject.heuristic.unwrap_or("zero");
    let algorithm = request.algorithm.algorithm();
    let found = game.search_tree(depth, heuristic, algorithm, kind == Kind::AndOr, limits)?;
    Ok(Report {
        side: game.side(),
        value: found.search.value,
        counts: Counts::new(&found.search),
        moves: found.moves,
        best: found.best,
        chosen: None,
        trace: None,
        by_depth: None,
    })
}

/// The best moves by search depth (course, first text, figures 8 to 10).
fn by_depth(
    console: Console,
    request: &Request,
    subject: &Subject,
    (first, last): (u32, u32),
    limits: &Limits,
) -> Result<Vec<ByDepth>, Failure> {
    let mut rows = Vec::new();
    for depth in first..=last {
        let row = if let Some(tree) = &subject.tree {
            // A tree that ends before the horizon is the same at greater depths.
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
        rows.push(row?);
    }
    Ok(rows)
}

/// The format of payoffs.
fn style(console: Console, request: &Request, subject: &Subject) -> Style {
    Style {
        language: console.language,
        kind: request.algorithm.kind(),
        won: subject.game.is_some().then(|| Utility::from(WON)),
        windows: matches!(request.algorithm, Asked::AlphaBeta(_)),
    }
}

/// Parses a range of depths, as in `1..5`, both ends included.
fn range(text: &str) -> Result<(u32, u32), Message> {
    /// The maximum depth.
    const MOST: u32 = 1000;
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok();
    match (number(first), number(last)) {
        (Some(first), Some(last)) if 1 <= first && first <= last && last <= MOST => {
            Ok((first, last))
        }
        _ => Err(message!(
            "two depths from 1 to {MOST} are wanted, the smaller first, as in 1..5",
            "il faut deux profondeurs de 1 à {MOST}, la plus petite d'abord, comme 1..5"
        )),
    }
}

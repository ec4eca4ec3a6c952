//! The tree of `noyau tree`: from a file, or from a game to a depth; and the order of its children.

use super::{DEPTH, MOST_KEPT, Request, Subject, print};
use crate::prelude::*;
use noyau::heuristic::WON;
use noyau::random::SplitMix;
use noyau::search::textbook::{self, NotUnfolded, Window, shuffle};
use noyau::tree::draw::Kind;
use noyau::tree::{self, Format, Tree, Utility, Valueless};

/// Reads the tree, or opens the game and unfolds it.
pub(super) fn open(
    console: Console,
    matches: &ArgMatches,
    request: &Request,
    limits: &Limits,
) -> Result<Subject, Failure> {
    let path = args::word(matches, "game").unwrap_or("-");
    let (name, _) = path.split_once(':').unwrap_or((path, ""));
    if path == "-" || input::exists(path) {
        return read(console, path, matches, request);
    }
    if noyau_games::find(name).is_none() {
        return Err(input::neither_file_nor_game(path));
    }
    for option in ["format", "player"] {
        if matches.contains_id(option) {
            return Err(Failure::Request(message!(
                "--{option} is for trees in files",
                "--{option} est pour les arbres dans des fichiers"
            )));
        }
    }
    let (mut game, _) = input::open_position(matches)?;
    let probed = tables::Probed::attach(console, matches, &mut *game);
    let kind = request.algorithm.kind();
    let opinions = game.opinions();
    let opinion = match (kind, &request.heuristic) {
        (Kind::AndOr, _) => opinions.last(),
        (_, None) => opinions.first(),
        (_, Some(name)) => {
            let found = opinions.iter().find(|opinion| opinion.name == name);
            if found.is_none() {
                let known: Vec<_> = opinions.iter().map(|opinion| opinion.name).collect();
                let (name, known) = (name.clone(), known.join(", "));
                return Err(Failure::Request(message!(
                    "{game} has no heuristic {name:?}; it has {known}",
                    "{game} n'a pas d'heuristique {name:?} ; il a {known}",
                    game = game.name()
                )));
            }
            found
        }
    };
    let heuristic = opinion.map_or("zero", |opinion| opinion.name);
    let depth = request
        .depth
        .or(request.depths.map(|(_, last)| last))
        .unwrap_or(DEPTH);
    let tree = match game.tree(depth, heuristic, MOST_KEPT, limits) {
        Ok(tree) => Some(of_kind(tree, kind)),
        Err(NotUnfolded::TooLarge) => None,
        Err(NotUnfolded::Stopped(stopped)) => return Err(stopped.into()),
    };
    Ok(Subject {
        name: path.to_owned(),
        game: Some(game),
        probed: Some(probed),
        tabled: Vec::new(),
        tree,
        depth: Some(depth),
        heuristic: (kind == Kind::MinMax).then_some(heuristic),
        range: match kind {
            Kind::AndOr => Window::truth(),
            Kind::MinMax => Window {
                alpha: Utility::from(-WON),
                beta: Utility::from(WON),
            },
        },
        seed: None,
    })
}

/// The leaves of the tree of a game whose values are from tables.
pub(super) fn tabled(tree: &Tree, game: &mut dyn OpenGame) -> Vec<u32> {
    let mut found = Vec::new();
    if game.tables_in_use().is_none() {
        return found;
    }
    // Nodes are numbered in the order of a walk, parents first: the line of play to each is that of the one before, cut.
    let mut line = vec![0];
    for node in tree.nodes().skip(1) {
        while line.last().copied() != tree.parent(node) && line.len() > 1 {
            line.pop();
            game.undo();
        }
        if game.play(tree.label(node)).is_err() {
            break;
        }
        line.push(node);
        let is_leaf = tree.children(node).is_empty();
        if is_leaf && game.outcome().is_none() && game.is_in_tables() {
            found.push(node);
        }
    }
    for _ in 1..line.len() {
        game.undo();
    }
    found
}

/// Reads a tree file.
fn read(
    console: Console,
    path: &str,
    matches: &ArgMatches,
    request: &Request,
) -> Result<Subject, Failure> {
    for option in ["at", "after", "heuristic", "tables"] {
        if matches.contains_id(option) {
            return Err(Failure::Request(message!(
                "--{option} is for games, and this is a file",
                "--{option} est pour les jeux, et ceci est un fichier"
            )));
        }
    }
    let bytes = input::read(path, input::most_bytes(matches)).map_err(Failure::File)?;
    let word = |id| args::word(matches, id);
    let format = match word("format").and_then(Format::from_name) {
        Some(format) => format,
        None => Format::from_path(path).unwrap_or_else(|| Format::guess(&bytes)),
    };
    let first = word("player")
        .and_then(Side::from_name)
        .unwrap_or(Side::First);
    let tree = tree::read(&bytes, format, first).map_err(|error| {
        let looks = Format::guess(&bytes);
        let reads = looks != format && tree::read(&bytes, looks, first).is_ok();
        let hint = if reads {
            input::other_format(looks.name())
        } else {
            message!("", "")
        };
        Failure::File(message!(
            "{path}:{error}{hint}",
            "{path}:{error}{hint}",
            error = Message::of(&error),
            hint = hint
        ))
    })?;
    let tree = match request.depth {
        None => tree,
        Some(depth) => cut(console, &tree, depth)?,
    };
    let kind = request.algorithm.kind();
    Ok(Subject {
        name: path.to_owned(),
        game: None,
        probed: None,
        tabled: Vec::new(),
        tree: Some(of_kind(tree, kind)),
        depth: request.depth,
        heuristic: None,
        range: match kind {
            Kind::AndOr => Window::truth(),
            Kind::MinMax => Window::FULL,
        },
        seed: None,
    })
}

/// The tree cut at a smaller depth.
pub(super) fn cut(console: Console, tree: &Tree, depth: u32) -> Result<Tree, Failure> {
    tree.cut_at(depth).map_err(|Valueless(node)| {
        let node = print::name(console, tree, node);
        Failure::Request(message!(
            "at depth {depth} the node {node} has children and no value of its own: give it one, or another depth",
            "à la profondeur {depth}, le nœud {node} a des fils et pas de valeur propre : donnez-lui en une, ou une autre profondeur"
        ))
    })
}

/// Converts leaves to won or not won for and/or trees.
fn of_kind(tree: Tree, kind: Kind) -> Tree {
    match kind {
        Kind::MinMax => tree,
        Kind::AndOr => tree.with_values(|value| value.is_won().into()),
    }
}

/// Reorders the children of every node as requested.
pub(super) fn arrange(
    matches: &ArgMatches,
    subject: &mut Subject,
    random: &mut SplitMix,
) -> Result<(), Failure> {
    let sort = args::word(matches, "sort");
    let shuffled = matches.get_flag("shuffle");
    if sort.is_none() && !shuffled {
        return Ok(());
    }
    let Some(tree) = &subject.tree else {
        return Err(Failure::Request(message!(
            "children are put into another order in trees of up to {most} nodes: ask for less --depth",
            "les fils sont rangés autrement dans des arbres d'au plus {most} nœuds : réduisez --depth",
            most = MOST_KEPT
        )));
    };
    let mut arranged = None;
    if shuffled {
        subject.seed = Some(random.0);
        arranged = Some(tree.reordered(|_, children| shuffle(children, random)));
    }
    let tree = arranged.as_ref().unwrap_or(tree);
    if let Some("best" | "worst") = sort {
        let values = textbook::values(tree);
        let downwards = |node| (tree.turn(node) == Side::First) == (sort == Some("best"));
        arranged = Some(tree.reordered(|node, children| {
            children.sort_by_key(|&child| values[child as usize]);
            if downwards(node) {
                // Stable in both directions: equal ones keep their order.
                children.sort_by_key(|&child| std::cmp::Reverse(values[child as usize]));
            }
        }));
    }
    subject.tree = arranged.or(subject.tree.take());
    Ok(())
}

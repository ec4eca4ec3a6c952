//! The keys of exercises against plain computations from the definitions, over thousands of seeds.

use noyau_core::game::Side;
use noyau_core::language::Language;
use noyau_graph::arena::Arena;
use noyau_play::exercise::{Exercise, FIGURES, Figure, Kind, LEVELS, Subject};
use noyau_search::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};

const SEEDS: u64 = 200;

fn posed(kind: Kind, level: u32, seed: u64, figure: Option<&'static Figure>) -> Exercise {
    Exercise::new(kind, level, seed, figure, &|_| None).expect("an exercise")
}

/// Every exercise of a kind that needs no game: figures first, then seeds at all levels.
fn all(kind: Kind) -> impl Iterator<Item = Exercise> {
    let figures = FIGURES.iter().filter(move |figure| figure.suits(kind));
    let drawn =
        LEVELS.flat_map(move |level| (0..SEEDS).map(move |seed| posed(kind, level, seed, None)));
    figures
        .map(move |figure| posed(kind, 1, 0, Some(figure)))
        .chain(drawn)
}

fn graph(exercise: &Exercise) -> (&Arena, Side) {
    match &exercise.subject {
        Subject::Graph(arena, player) => (arena, *player),
        _ => panic!("a graph"),
    }
}

fn tree(exercise: &Exercise) -> &Tree {
    match &exercise.subject {
        Subject::Tree(tree) => tree,
        _ => panic!("a tree"),
    }
}

/// The successors of each vertex, by name.
fn edges(arena: &Arena) -> BTreeMap<String, BTreeSet<String>> {
    let name = |v| arena.name(v).into_owned();
    let row = |v| {
        arena
            .graph()
            .successors(v)
            .iter()
            .map(|&w| name(w))
            .collect()
    };
    arena
        .graph()
        .vertices()
        .map(|v| (name(v), row(v)))
        .collect()
}

fn words(list: &str) -> BTreeSet<String> {
    list.split(',').map(|word| word.trim().to_owned()).collect()
}

fn is_kernel(edges: &BTreeMap<String, BTreeSet<String>>, set: &BTreeSet<String>) -> bool {
    let leads = |row: &BTreeSet<String>| !row.is_disjoint(set);
    edges.iter().all(|(v, row)| set.contains(v) != leads(row))
}

/// The key answers the exercise, each of its steps is right after those before it, and nothing follows the last.
fn walk(exercise: &Exercise) -> Vec<String> {
    let key = exercise.key(Language::English);
    let what = || {
        format!(
            "{:?} level {} seed {}",
            exercise.kind, exercise.level, exercise.seed
        )
    };
    assert!(!key.is_empty(), "{}", what());
    let marked = exercise.mark(&key);
    assert!(
        marked.done && marked.why.is_none(),
        "{}: {marked:?}",
        what()
    );
    // What the sheet and the page show in French is right too.
    let french = exercise.mark(&exercise.key(Language::French));
    assert!(french.done && french.right == key.len(), "{}", what());
    // Each prefix is walked again, so not for all seeds.
    let prefixes = if exercise.seed.is_multiple_of(20) {
        key.len()
    } else {
        0
    };
    for right in 0..prefixes {
        let marked = exercise.mark(&key[..right]);
        assert!(!marked.done && marked.right == right, "{}", what());
        let hints: Vec<_> = (1..=3)
            .map(|degree| exercise.hint(&key[..right], degree))
            .collect();
        for hint in hints {
            let hint = hint.expect("a hint");
            assert!(
                hint.en != hint.fr || hint.en.len() < 4,
                "{}: {hint:?}",
                what()
            );
        }
    }
    let mut more = key.clone();
    more.push(key[0].clone());
    assert!(exercise.mark(&more).why.is_some(), "{}", what());
    let question = exercise.question();
    assert!(question.en != question.fr && !question.en.contains('{'));
    key
}

#[test]
fn kernels_are_stable_and_absorbing_and_their_order_is_that_of_the_algorithm() {
    let mut without = 0;
    for exercise in all(Kind::Kernel) {
        let key = walk(&exercise);
        let edges = edges(graph(&exercise).0);
        if key.last().is_some_and(|step| step == "none") {
            without += 1;
            // Every subset fails.
            let names: Vec<&String> = edges.keys().collect();
            let bit = |v: &String| {
                names
                    .iter()
                    .position(|name| *name == v)
                    .map_or(0, |i| 1u32 << i)
            };
            let rows = names.iter().map(|v| edges[*v].iter().map(bit).sum());
            let rows: Vec<u32> = rows.collect();
            for set in 0u32..1 << names.len() {
                let mut all = rows.iter().enumerate();
                assert!(all.any(|(i, row)| (set >> i & 1 == 1) == (row & set != 0)));
            }
            continue;
        }
        let set: BTreeSet<String> = key.iter().cloned().collect();
        assert!(is_kernel(&edges, &set), "seed {}", exercise.seed);
        // In the rest of the graph each is a sink when it is taken.
        let mut gone = BTreeSet::new();
        for v in &key {
            assert!(edges[v].iter().all(|w| gone.contains(w)) && !gone.contains(v));
            gone.insert(v.clone());
            let before = edges.iter().filter(|(_, row)| row.contains(v));
            gone.extend(before.map(|(u, _)| u.clone()));
        }
        assert_eq!(gone.len(), edges.len());
        let refused = exercise.mark(&["none"]);
        assert!(refused.why.is_some(), "a kernel exists");
    }
    assert!(without > 50, "there is none of {without}");
}

#[test]
fn layers_of_attractors_are_the_sets_of_the_definition() {
    for exercise in all(Kind::Attractor) {
        let key = walk(&exercise);
        let (arena, player) = graph(&exercise);
        let mut inside = BTreeSet::new();
        for (k, step) in key.iter().enumerate() {
            let owner = |v| arena.owner(v).expect("an owner");
            let joins = |v: u32| {
                let mut next = arena.graph().successors(v).iter();
                if arena.graph().is_sink(v) {
                    owner(v) != player
                } else if k == 0 {
                    false
                } else if owner(v) == player {
                    next.any(|w| inside.contains(w))
                } else {
                    next.all(|w| inside.contains(w))
                }
            };
            let layer = arena
                .graph()
                .vertices()
                .filter(|&v| joins(v) && !inside.contains(&v));
            let layer: Vec<u32> = layer.collect();
            let names: BTreeSet<String> =
                layer.iter().map(|&v| arena.name(v).into_owned()).collect();
            if step == "none" {
                assert!(names.is_empty() && k + 1 == key.len());
            } else {
                assert_eq!(words(step), names, "seed {}", exercise.seed);
            }
            inside.extend(layer);
        }
    }
}

#[test]
fn nimbers_are_least_excluded_numbers() {
    for exercise in all(Kind::Nimbers) {
        let key = walk(&exercise);
        let edges = edges(graph(&exercise).0);
        let mut known: BTreeMap<&str, u32> = BTreeMap::new();
        for step in &key {
            let (v, n) = step.split_once('=').expect("an equation");
            let n: u32 = n.parse().expect("a number");
            let seen: Vec<u32> = edges[v].iter().map(|w| known[w.as_str()]).collect();
            assert!(
                !seen.contains(&n) && (0..n).all(|less| seen.contains(&less)),
                "{step}"
            );
            known.insert(v, n);
        }
        assert_eq!(known.len(), edges.len());
    }
}

#[test]
fn doubled_graphs_change_the_turn() {
    for exercise in all(Kind::Doubling) {
        let key = walk(&exercise);
        let edges = edges(graph(&exercise).0);
        let mut rows = 0;
        for step in &key {
            let (from, to) = step.split_once('=').expect("an equation");
            let (v, side) = from.rsplit_once(' ').expect("a side");
            let other = if side == "first" { "second" } else { "first" };
            let expected = edges[v].iter().map(|w| format!("{w} {other}")).collect();
            assert_eq!(words(to), expected);
            rows += 1;
        }
        assert_eq!(
            rows,
            2 * edges.values().filter(|row| !row.is_empty()).count()
        );
    }
}

fn value(tree: &Tree, v: u32) -> f64 {
    let of = tree.children(v).iter().map(|&child| value(tree, child));
    match (tree.value(v), tree.turn(v)) {
        (Some(own), _) => own.number(),
        (None, Side::First) => of.fold(f64::NEG_INFINITY, f64::max),
        (None, Side::Second) => of.fold(f64::INFINITY, f64::min),
    }
}

#[test]
fn values_of_trees_are_maxima_and_minima() {
    for kind in [Kind::Minimax, Kind::AndOr] {
        for exercise in all(kind) {
            let key = walk(&exercise);
            let tree = tree(&exercise);
            let mut given = BTreeSet::new();
            for step in &key {
                let (name, text) = step.split_once('=').expect("an equation");
                let v = tree
                    .nodes()
                    .find(|&v| tree.label(v) == name)
                    .expect("a node");
                let number = match text {
                    "true" => 1.0,
                    "false" => 0.0,
                    number => number.parse().expect("a number"),
                };
                assert_eq!(number.to_string(), value(tree, v).to_string(), "{step}");
                given.insert(v);
            }
            assert_eq!(
                given.len(),
                tree.nodes().filter(|&v| !tree.is_leaf(v)).count()
            );
        }
    }
}

/// Alpha-beta as a plain recursion, writing what it does.
fn alpha_beta(tree: &Tree, v: u32, mut alpha: f64, mut beta: f64, steps: &mut Vec<String>) -> f64 {
    let name = tree.label(v);
    let written = |x: f64| match x {
        f64::INFINITY => "+inf".to_owned(),
        f64::NEG_INFINITY => "-inf".to_owned(),
        x => x.to_string(),
    };
    if let Some(own) = tree.value(v) {
        steps.push(name.to_owned());
        return own.number();
    }
    steps.push(format!("{name} [{}, {}]", written(alpha), written(beta)));
    let max = tree.turn(v) == Side::First;
    let mut best = if max {
        f64::NEG_INFINITY
    } else {
        f64::INFINITY
    };
    let children = tree.children(v);
    for (i, &child) in children.iter().enumerate() {
        let found = alpha_beta(tree, child, alpha, beta, steps);
        best = if max {
            best.max(found)
        } else {
            best.min(found)
        };
        if max && best >= beta || !max && best <= alpha {
            if let Some(&next) = children.get(i + 1) {
                steps.push(format!("cut {}", tree.label(next)));
            }
            break;
        }
        if max {
            alpha = alpha.max(best);
        } else {
            beta = beta.min(best);
        }
    }
    steps.push(format!("{name}={best}"));
    best
}

#[test]
fn alpha_beta_is_the_recursion_of_the_course() {
    for exercise in all(Kind::AlphaBeta) {
        let key = walk(&exercise);
        let mut steps = Vec::new();
        alpha_beta(
            tree(&exercise),
            0,
            f64::NEG_INFINITY,
            f64::INFINITY,
            &mut steps,
        );
        assert_eq!(key, steps, "seed {}", exercise.seed);
        assert!(key.iter().any(|step| step.starts_with("cut ")) || exercise.figure.is_some());
    }
}

/// Whether the player wins every play from `v` in which the moves are followed.
fn wins(
    arena: &Arena,
    moves: &BTreeMap<u32, u32>,
    v: u32,
    to_move: Side,
    player: Side,
    left: usize,
) -> bool {
    let next = arena.graph().successors(v);
    let mover = arena.owner(v).unwrap_or(to_move);
    if next.is_empty() {
        return mover != player;
    }
    let follow = |w| left > 0 && wins(arena, moves, w, mover.other(), player, left - 1);
    if mover == player {
        moves
            .get(&v)
            .is_some_and(|&w| next.contains(&w) && follow(w))
    } else {
        next.iter().all(|&w| follow(w))
    }
}

#[test]
fn strategies_win_every_play() {
    for exercise in all(Kind::Strategy) {
        let key = walk(&exercise);
        let (arena, player) = graph(&exercise);
        let find = |name: &str| arena.graph().vertices().find(|&v| arena.name(v) == name);
        let mut moves = BTreeMap::new();
        for step in &key {
            let (u, v) = step.split_once('=').expect("a move");
            moves.insert(find(u).expect("a vertex"), find(v).expect("a vertex"));
        }
        let all =
            |moves: &BTreeMap<u32, u32>| wins(arena, moves, arena.start(), Side::First, player, 40);
        assert!(
            all(&moves),
            "seed {} level {}",
            exercise.seed,
            exercise.level
        );
        // Each of them is needed.
        for u in moves.keys().copied().collect::<Vec<_>>() {
            let mut fewer = moves.clone();
            fewer.remove(&u);
            assert!(!all(&fewer));
        }
    }
}

#[test]
fn representations_and_proofs_are_checked_edge_by_edge() {
    for exercise in all(Kind::Representation) {
        let key = walk(&exercise);
        let (arena, _) = graph(&exercise);
        let n = arena.len();
        let matrix = key[0].strip_prefix("matrix=").expect("a matrix");
        let cells: Vec<bool> = matrix
            .chars()
            .filter(char::is_ascii_digit)
            .map(|c| c == '1')
            .collect();
        assert_eq!(cells.len(), n * n);
        for (i, cell) in cells.iter().enumerate() {
            let (u, v) = ((i / n) as u32, (i % n) as u32);
            assert_eq!(*cell, arena.graph().successors(u).contains(&v));
            // One wrong cell is noticed.
            let wrong: String = matrix
                .chars()
                .scan(0, |digit, c| {
                    let flip = c.is_ascii_digit() && {
                        *digit += 1;
                        *digit - 1 == i
                    };
                    Some(match (flip, c) {
                        (true, '0') => '1',
                        (true, _) => '0',
                        (false, c) => c,
                    })
                })
                .collect();
            assert!(exercise.mark(&[format!("matrix={wrong}")]).why.is_some());
        }
    }
    for kind in [Kind::Acyclic, Kind::Bipartite] {
        let mut cycles = 0;
        for exercise in all(kind) {
            let key = walk(&exercise);
            let edges = edges(graph(&exercise).0);
            let (word, list) = key[0].split_once('=').expect("an equation");
            let list: Vec<&str> = list.split(", ").collect();
            let leads = |u: &str, v: &str| {
                edges[u].contains(v) || kind == Kind::Bipartite && edges[v].contains(u)
            };
            match word {
                "cycle" => {
                    cycles += 1;
                    let length =
                        list.len() - usize::from(list.len() > 1 && list.first() == list.last());
                    for i in 0..length {
                        assert!(leads(list[i], list[(i + 1) % length]), "{key:?}");
                    }
                    assert!(kind == Kind::Acyclic || length % 2 == 1);
                }
                "order" => {
                    assert_eq!(list.len(), edges.len());
                    for (i, u) in list.iter().enumerate() {
                        assert!(
                            list[..=i].iter().all(|v| !edges[*u].contains(*v)),
                            "{key:?}"
                        );
                    }
                }
                _ => {
                    for (u, row) in &edges {
                        assert!(
                            row.iter()
                                .all(|v| list.contains(&u.as_str()) != list.contains(&v.as_str()))
                        );
                    }
                }
            }
        }
        assert!(
            (200..950).contains(&cycles),
            "{cycles} of {kind:?} have a cycle"
        );
    }
}

fn why(exercise: &Exercise, steps: &[&str]) -> String {
    let marked = exercise.mark(steps);
    assert_eq!(marked.right + 1, steps.len(), "{:?}", marked.why);
    marked.why.expect("a reason").en
}

fn about(kind: Kind, figure: &str) -> Exercise {
    posed(kind, 1, 0, Figure::find(figure))
}

#[test]
fn the_course_s_own_figures_have_the_course_s_answers() {
    let key = |kind, figure| about(kind, figure).key(Language::English);
    assert_eq!(key(Kind::Kernel, "chomp-2x3"), ["8", "6", "2"]);
    assert_eq!(key(Kind::Kernel, "three-cycle"), ["none"]);
    // Text 4: {0: 2, 1: 6, 3: 6, 4: 8, 5: 8, 7: 8}.
    let mut strategy = key(Kind::Strategy, "chomp-2x3");
    strategy.sort();
    assert_eq!(strategy, ["0=2", "1=6", "3=6", "4=8", "5=8", "7=8"]);
    assert_eq!(
        key(Kind::Attractor, "attractor"),
        ["7", "2", "4", "0, 1", "none"]
    );
    assert_eq!(key(Kind::Kernel, "nim-9"), ["1", "5", "9"]);
    let zero: Vec<String> = key(Kind::Nimbers, "wythoff-4x4");
    let zero: Vec<&String> = zero.iter().filter(|step| step.ends_with("=0")).collect();
    assert_eq!(zero, ["00=0", "21=0", "12=0"]);
    let cuts = key(Kind::AlphaBeta, "alpha-cuts");
    let cuts: Vec<&String> = cuts.iter().filter(|step| step.starts_with("cut")).collect();
    assert_eq!(cuts, ["cut e", "cut h"]);
    let french = |kind, figure| about(kind, figure).key(Language::French);
    let cuts = french(Kind::AlphaBeta, "alpha-cuts");
    assert!(cuts.contains(&"coupe e".to_owned()), "{cuts:?}");
    assert_eq!(french(Kind::Kernel, "three-cycle"), ["aucun"]);
    let copies = french(Kind::Doubling, "three-cycle");
    assert_eq!(copies[0], "0 premier=1 second");
    let values = french(Kind::AndOr, "and-or");
    let in_french = |step: &String| step.ends_with("=vrai") || step.ends_with("=faux");
    assert!(values.iter().all(in_french), "{values:?}");
    assert!(key(Kind::Strategy, "domineering-2x3").contains(&"∅=2".to_owned()));
    for figure in FIGURES {
        assert!(
            Kind::ALL.iter().any(|&kind| figure.suits(kind)),
            "{}",
            figure.name
        );
    }
}

#[test]
fn wrong_steps_are_answered_with_the_reason() {
    let kernel = about(Kind::Kernel, "chomp-2x3");
    assert_eq!(
        why(&kernel, &["6"]),
        "6 still has the successor 5: take a vertex without successor"
    );
    assert!(why(&kernel, &["8", "4"]).starts_with("4 is a predecessor of 8"));
    assert_eq!(
        why(&kernel, &["8", "none"]),
        "6 has no successor: go on with it"
    );
    assert!(why(&kernel, &["12"]).contains("no vertex"));
    let attractor = about(Kind::Attractor, "attractor");
    assert_eq!(
        why(&attractor, &["3"]),
        "at 3 it is First who cannot move, and has lost"
    );
    assert!(why(&attractor, &["7", "2, 4"]).contains("can go to 2"));
    assert_eq!(
        why(&attractor, &["7", "none"]),
        "2 is missing: First can go from there to 7"
    );
    let nimbers = about(Kind::Nimbers, "chomp-2x3");
    assert_eq!(
        why(&nimbers, &["6=0"]),
        "6 must wait: its successor 5 has no nimber yet"
    );
    assert_eq!(
        why(&nimbers, &["8=0", "5=0"]),
        "0 is the nimber of a successor of 5: they have 0"
    );
    let cuts = about(Kind::AlphaBeta, "alpha-cuts");
    let entered = ["A [-inf, +inf]", "B [-inf, +inf]", "a"];
    let with = |more: &[&'static str]| -> Vec<&'static str> {
        entered.iter().chain(more).copied().collect()
    };
    assert_eq!(
        why(&cuts, &with(&["cut b"])),
        "nothing is cut here: B has the window [−∞, 5] and the value 5 so far, and 5 > α = −∞"
    );
    let after = with(&["b", "c", "B=3", "C [3, +inf]", "d"]);
    let mut look = after.clone();
    look.push("e");
    assert_eq!(
        why(&cuts, &look),
        "e and what follows it are cut: C has the window [3, +∞] and the value 2 so far, and 2 ≤ α = 3"
    );
    assert!(why(&cuts, &with(&["b", "c", "B=3", "C [2, +inf]"])).starts_with("α of C is another"));
    assert!(why(&cuts, &["A"]).contains("A [α, β]"));
    let tree = about(Kind::Minimax, "alpha-cuts");
    assert_eq!(
        why(&tree, &["B=5"]),
        "B is not worth 5: Second takes the least of 5, 3, 4"
    );
    assert_eq!(
        why(&tree, &["A=3"]),
        "A must wait: its child B has no value yet"
    );
    let strategy = about(Kind::Strategy, "chomp-2x3");
    assert!(why(&strategy, &["0=1"]).starts_with("after 0 → 1 the opponent does not lose: 1 → 6"));
}

#[test]
fn steps_that_mean_nothing_are_refused_and_no_text_stops_the_program() {
    let long = "9".repeat(5000);
    for kind in Kind::ALL {
        let Some(exercise) = Exercise::new(kind, 3, 1, None, &|_| None) else {
            assert_eq!(kind, Kind::BestReply);
            continue;
        };
        for step in [
            "",
            "=",
            "cut",
            "cut ",
            "A [",
            "A [1",
            "0=",
            "=1",
            "matrix=",
            "list=[[",
            "é",
            "none=none",
            &long,
        ] {
            let marked = exercise.mark(&[step]);
            assert!(
                marked.why.is_some() || marked.right == 1,
                "{kind:?} {step:?}"
            );
            assert!(!marked.done, "{kind:?} {step:?}");
        }
    }
}

#[test]
fn generated_graphs_ask_for_more_than_one_step() {
    for (kind, level) in [Kind::Kernel, Kind::Strategy, Kind::Attractor]
        .into_iter()
        .flat_map(|kind| LEVELS.map(move |level| (kind, level)))
    {
        let least = if level > 2 { 3 } else { 2 };
        for seed in 0..SEEDS {
            let key = posed(kind, level, seed, None).key(Language::English);
            assert!(key.len() >= least, "{kind:?} {level} {seed}: {key:?}");
        }
    }
}

#[test]
fn layers_are_read_with_commas_or_spaces() {
    let exercise = about(Kind::Attractor, "attractor");
    for last in ["0, 1", "0 1", "1;0"] {
        let marked = exercise.mark(&["7", "2", "4", last, "aucun"]);
        assert!(marked.done, "{last}: {:?}", marked.why);
    }
}

//! Textbook searches against the definition of minimax, written here as plainly as possible; the course's trees; the
//! formats of tree files; lots.

use noyau::Side;
use noyau::limits::Limits;
use noyau::random::SplitMix;
use noyau::search::textbook::{
    Algorithm, Cut, Form, Order, Step, Trace, Window, best_moves, choose, cost, evaluate, printed,
    search, shuffle, values,
};
use noyau::tree::draw::{self, Kind, Marks, NodeMark, Style};
use noyau::tree::{Format, Tree, Utility, Valueless, read};
use proptest::prelude::*;

/// A tree as a child would write it.
#[derive(Debug, Clone)]
enum Plain {
    Leaf(i32),
    Node(Side, Vec<Plain>),
}

impl Plain {
    fn value(&self) -> i32 {
        match self {
            Self::Leaf(value) => *value,
            Self::Node(Side::First, children) => children.iter().map(Self::value).max().unwrap(),
            Self::Node(Side::Second, children) => children.iter().map(Self::value).min().unwrap(),
        }
    }

    fn nodes(&self) -> u64 {
        match self {
            Self::Leaf(_) => 1,
            Self::Node(_, children) => 1 + children.iter().map(Self::nodes).sum::<u64>(),
        }
    }

    fn json(&self) -> String {
        match self {
            Self::Leaf(value) => value.to_string(),
            Self::Node(side, children) => {
                let children: Vec<_> = children.iter().map(Self::json).collect();
                let turn = if *side == Side::First { "max" } else { "min" };
                let children = children.join(",");
                format!("{{\"turn\":\"{turn}\",\"children\":[{children}]}}")
            }
        }
    }

    fn indented(&self, depth: usize, out: &mut String) {
        out.push_str(&" ".repeat(depth));
        match self {
            Self::Leaf(value) => out.push_str(&value.to_string()),
            Self::Node(side, children) => {
                let turn = if *side == Side::First { "or" } else { "second" };
                out.push_str(turn);
                for child in children {
                    out.push('\n');
                    child.indented(depth + 1, out);
                }
            }
        }
    }

    fn tree(&self) -> Tree {
        json(&self.json())
    }
}

fn json(text: &str) -> Tree {
    read(text.as_bytes(), Format::Json, Side::First).unwrap()
}

fn any_side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::First), Just(Side::Second)]
}

/// Trees in which the same side may move twice running, with many equal leaves.
fn trees() -> impl Strategy<Value = Plain> {
    let leaf = (-5..=5).prop_map(Plain::Leaf);
    leaf.prop_recursive(5, 80, 4, |inner| {
        (any_side(), prop::collection::vec(inner, 1..5))
            .prop_map(|(side, children)| Plain::Node(side, children))
    })
}

fn run(tree: &Tree, algorithm: Algorithm) -> noyau::search::textbook::Search {
    search(tree, algorithm, &Limits::default(), &mut |_| ()).unwrap()
}

fn trace(tree: &Tree, algorithm: Algorithm) -> Trace {
    let mut steps = Vec::new();
    search(tree, algorithm, &Limits::default(), &mut |event| {
        steps.push(Step::from(&event));
    })
    .unwrap();
    Trace { steps }
}

const FORMS: [Form; 2] = [Form::Bound, Form::Extreme];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_algorithm_finds_the_value_of_the_definition(plain in trees()) {
        let tree = plain.tree();
        let expected = Utility::from(plain.value());
        let minimax = run(&tree, Algorithm::Minimax);
        prop_assert_eq!(minimax.value, expected);
        prop_assert_eq!(minimax.nodes, plain.nodes());
        prop_assert_eq!(values(&tree)[0], expected);
        for form in FORMS {
            let found = run(&tree, Algorithm::AlphaBeta(form));
            prop_assert_eq!(found.value, expected);
            prop_assert!(found.nodes <= minimax.nodes);
        }
        // As printed, recursive: the horizon is beyond every leaf.
        prop_assert_eq!(printed::min_max(&tree, &0, 255), expected);
        prop_assert_eq!(printed::alpha_beta_extreme(&tree, Window::FULL, &0, 255), expected);
        prop_assert_eq!(printed::alpha_beta_bound(&tree, &0, 255, Window::FULL), expected);
    }

    #[test]
    fn within_any_window_the_loop_returns_what_the_printed_functions_return(
        plain in trees(), low in -6i32..6, width in 1i32..6,
    ) {
        let tree = plain.tree();
        let window = Window { alpha: low.into(), beta: (low + width).into() };
        for form in FORMS {
            let found = noyau::search::textbook::search_within(
                &tree, &0, window, Algorithm::AlphaBeta(form), &Limits::default(), &mut |_| (),
            ).unwrap().value;
            let printed = match form {
                Form::Bound => printed::alpha_beta_bound(&tree, &0, 255, window),
                Form::Extreme => printed::alpha_beta_extreme(&tree, window, &0, 255),
            };
            prop_assert_eq!(found, printed);
            // Inside the window the value is exact; outside, it is a bound on the right side.
            let exact = Utility::from(plain.value());
            if window.alpha < exact && exact < window.beta {
                prop_assert_eq!(found, exact);
            } else if exact <= window.alpha {
                prop_assert!(found <= window.alpha && found >= exact);
            } else {
                prop_assert!(found >= window.beta && found <= exact);
            }
        }
    }

    #[test]
    fn both_forms_look_at_the_same_nodes_and_every_other_node_is_below_a_cut(plain in trees()) {
        let tree = plain.tree();
        let entered = |trace: &Trace| -> Vec<u32> {
            let enter = |step: &Step| match step {
                Step::Enter { node, .. } => Some(*node),
                _ => None,
            };
            trace.steps.iter().filter_map(enter).collect()
        };
        let [bound, extreme] = FORMS.map(|form| trace(&tree, Algorithm::AlphaBeta(form)));
        prop_assert_eq!(entered(&bound), entered(&extreme));
        let mut seen = vec![false; tree.len()];
        for node in entered(&extreme) {
            seen[node as usize] = true;
        }
        let mut cuts = [0; 2];
        for step in &extreme.steps {
            if let Step::Cut { node, cut, skipped } = step {
                cuts[*cut as usize] += 1;
                prop_assert!(!skipped.is_empty());
                prop_assert_eq!(*cut == Cut::Alpha, tree.turn(*node) == Side::Second);
                for &child in skipped {
                    prop_assert_eq!(tree.parent(child), Some(*node));
                    seen[child as usize] = true;
                }
            }
        }
        for node in tree.nodes().skip(1) {
            let parent = tree.parent(node).unwrap() as usize;
            if !entered(&extreme).contains(&(parent as u32)) {
                prop_assert!(seen[parent], "below a cut");
                seen[node as usize] = true;
            }
        }
        prop_assert!(seen.iter().all(|&seen| seen));
        prop_assert_eq!(run(&tree, Algorithm::AlphaBeta(Form::Extreme)).cuts, cuts);
    }

    #[test]
    fn best_moves_are_all_those_with_the_value_of_the_root(plain in trees()) {
        let Plain::Node(_, children) = &plain else { return Ok(()); };
        let expected: Vec<usize> = (0..children.len())
            .filter(|&i| children[i].value() == plain.value())
            .collect();
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta(Form::Bound), Algorithm::AlphaBeta(Form::Extreme)] {
            let (found, best) = best_moves(&plain.tree(), algorithm, Window::FULL, &Limits::default()).unwrap();
            let values: Vec<Utility> = children.iter().map(|child| child.value().into()).collect();
            prop_assert_eq!(found, values);
            prop_assert_eq!(&best, &expected);
        }
    }

    #[test]
    fn every_evaluation_order_finds_the_value(plain in trees()) {
        let tree = plain.tree().with_values(|value| value.is_won().into());
        let (won, _) = printed::and_or(&tree, &0, 255);
        prop_assert_eq!(won, truth(&plain));
        for order in Order::BOTH {
            let whole = evaluate(&tree, order, false, Window::truth(), &Limits::default(), &mut |_| ()).unwrap();
            let stopped = evaluate(&tree, order, true, Window::truth(), &Limits::default(), &mut |_| ()).unwrap();
            prop_assert_eq!(whole.value.is_won(), won);
            prop_assert_eq!(stopped.value.is_won(), won);
            prop_assert_eq!(whole.nodes, plain.nodes());
            prop_assert!(stopped.nodes <= whole.nodes);
        }
        // Numbers between known bounds.
        let range = Window { alpha: (-5).into(), beta: 5.into() };
        for order in Order::BOTH {
            let found = evaluate(&plain.tree(), order, true, range, &Limits::default(), &mut |_| ()).unwrap();
            prop_assert_eq!(found.value, Utility::from(plain.value()));
        }
    }

    #[test]
    fn a_trace_is_walked_in_both_directions(plain in trees()) {
        let tree = plain.tree();
        let trace = trace(&tree, Algorithm::AlphaBeta(Form::Extreme));
        let mut stepper = trace.stepper(tree.len());
        let mut seen: Vec<Marks> = vec![stepper.marks().clone()];
        while stepper.forward().is_some() {
            seen.push(stepper.marks().clone());
        }
        prop_assert_eq!(seen.len(), trace.steps.len() + 1);
        prop_assert!(seen.windows(2).all(|pair| pair[0].nodes.len() == pair[1].nodes.len()));
        prop_assert_eq!(seen.last().unwrap().nodes[0].value, Some(plain.value().into()));
        while let Some(step) = stepper.backward() {
            prop_assert_eq!(step, &trace.steps[stepper.at()]);
            prop_assert_eq!(stepper.marks(), &seen[stepper.at()]);
        }
        prop_assert_eq!(stepper.marks().nodes.clone(), vec![NodeMark::default(); tree.len()]);
    }

    #[test]
    fn both_formats_hold_the_same_tree(plain in trees()) {
        let mut text = String::new();
        plain.indented(0, &mut text);
        let indented = read(text.as_bytes(), Format::Indented, Side::First).unwrap();
        let expected = plain.tree();
        prop_assert_eq!(indented.len(), expected.len());
        for node in expected.nodes() {
            prop_assert_eq!(indented.children(node), expected.children(node));
            prop_assert_eq!(indented.value(node), expected.value(node));
            if !expected.is_leaf(node) {
                prop_assert_eq!(indented.turn(node), expected.turn(node));
            }
        }
    }

    #[test]
    fn no_file_makes_a_reader_panic(text in "[\\[\\]{}:,\"a-z0-9. \\-\\n\\t#\\\\]{0,60}") {
        for format in Format::ALL {
            if let Ok(tree) = read(text.as_bytes(), format, Side::First) {
                prop_assert!(tree.nodes().all(|node| !tree.is_leaf(node) || tree.value(node).is_some()));
            }
        }
    }

    #[test]
    fn alpha_beta_never_beats_knuth_and_moore_and_the_best_order_meets_them(
        branching in 1usize..4, depth in 0u32..6, seed in any::<u64>(),
    ) {
        let leaves = branching.pow(depth);
        let mut numbers: Vec<i32> = (0..leaves as i32).collect();
        shuffle(&mut numbers, &mut SplitMix(seed));
        let mut level: Vec<Plain> = numbers.into_iter().map(Plain::Leaf).collect();
        for above in (0..depth).rev() {
            let side = if above % 2 == 0 { Side::First } else { Side::Second };
            level = level.chunks(branching).map(|part| Plain::Node(side, part.to_vec())).collect();
        }
        let tree = level[0].tree();
        let form = cost::Form::of(&tree);
        prop_assert!(form.uniform);
        prop_assert_eq!(form.nodes, cost::minimax_nodes(branching as f64, depth).round() as u64);
        let least = cost::alpha_beta_leaves(branching as u64, depth) as u64;
        let found = run(&tree, Algorithm::AlphaBeta(Form::Extreme));
        prop_assert!(found.leaves >= least);
        let of_node = values(&tree);
        let sorted = tree.reordered(|node, children| {
            children.sort_by_key(|&child| of_node[child as usize]);
            if tree.turn(node) == Side::First {
                children.reverse();
            }
        });
        prop_assert_eq!(run(&sorted, Algorithm::AlphaBeta(Form::Extreme)).leaves, least);
    }
}

fn truth(plain: &Plain) -> bool {
    match plain {
        Plain::Leaf(value) => *value > 0,
        Plain::Node(Side::First, children) => children.iter().any(truth),
        Plain::Node(Side::Second, children) => children.iter().all(truth),
    }
}

/// First text, 2.3: the first branch gives 3; the central one is cut once its value is at most 2, the right one after
/// its first child, 1.
#[test]
fn the_alpha_cuts_of_the_course() {
    let tree = json(include_str!("../../../../examples/trees/alpha-cut.json"));
    for form in FORMS {
        let found = run(&tree, Algorithm::AlphaBeta(form));
        assert_eq!(found.value, 3.into());
        assert_eq!(found.moves, [3, 2, 1].map(Utility::from));
        assert_eq!((found.nodes, found.leaves, found.cuts), (9, 5, [2, 0]));
    }
    let trace = trace(&tree, Algorithm::AlphaBeta(Form::Extreme));
    let cuts: Vec<_> = trace
        .steps
        .iter()
        .filter_map(|step| match step {
            Step::Cut { node, cut, skipped } => Some((*node, *cut, skipped.clone())),
            _ => None,
        })
        .collect();
    let expected = [(5, Cut::Alpha, vec![7, 8]), (9, Cut::Alpha, vec![11, 12])];
    assert_eq!(cuts, expected);
    let window = Window {
        alpha: 3.into(),
        beta: Utility::HIGHEST,
    };
    assert!(trace.steps.contains(&Step::Enter { node: 5, window }));
}

/// The situation is symmetric where maxima are taken.
#[test]
fn the_beta_cuts_of_the_course() {
    let text = include_str!("../../../../examples/trees/beta-cut.tree");
    let tree = read(text.as_bytes(), Format::Indented, Side::First).unwrap();
    let found = run(&tree, Algorithm::AlphaBeta(Form::Extreme));
    assert_eq!(found.value, (-3).into());
    assert_eq!((found.nodes, found.cuts), (9, [0, 2]));
    assert_eq!(tree.move_name(1), "a");
}

/// First text, figures 8 to 10: the best move is the left one, of value 10, from the nearest horizon, the central one
/// from the next and the right one from the third.
#[test]
fn the_best_move_changes_with_the_depth() {
    let tree = json(include_str!("../../../../examples/trees/horizon.json"));
    for (depth, best, value) in [(1, "left", 10), (2, "centre", 5), (3, "right", 6)] {
        let seen = tree.cut_at(depth).unwrap();
        let (_, found) =
            best_moves(&seen, Algorithm::Minimax, Window::FULL, &Limits::default()).unwrap();
        let names: Vec<_> = found
            .iter()
            .map(|&i| seen.move_name(seen.children(0)[i]))
            .collect();
        assert_eq!(names, [best], "depth {depth}");
        let value = Utility::from(value);
        assert_eq!(run(&seen, Algorithm::Minimax).value, value);
        // The same by the printed functions with their own horizon.
        assert_eq!(printed::maximin(&tree, &0, depth as u8), value);
        let alpha_beta = printed::alpha_beta_extreme(&tree, Window::FULL, &0, depth as u8);
        assert_eq!(alpha_beta, value);
    }
    assert_eq!(json("[[1, 2], 3]").cut_at(1), Err(Valueless(1)));
}

/// Figure 11: the same leaves, for Adam to move and for Eve.
#[test]
fn the_same_tree_for_either_side() {
    let leaves = b"[[4, 7], [1, 9], [5, 6]]";
    let value = |side| {
        let tree = read(leaves, Format::Json, side).unwrap();
        run(&tree, Algorithm::Minimax).value
    };
    assert_eq!(value(Side::First), 5.into());
    assert_eq!(value(Side::Second), 6.into());
}

/// Where the two forms differ: the bound, or the true extreme.
#[test]
fn outside_the_window_one_form_returns_the_bound_and_the_other_the_extreme() {
    // Both children lie below α: one form returns α, the other the greater of the two.
    let tree = json("[[1, 0], [2, 9]]");
    let window = Window {
        alpha: 5.into(),
        beta: 8.into(),
    };
    let value = |form| {
        let algorithm = Algorithm::AlphaBeta(form);
        let limits = Limits::default();
        noyau::search::textbook::search_within(&tree, &0, window, algorithm, &limits, &mut |_| ())
            .unwrap()
            .value
    };
    assert_eq!(value(Form::Bound), 5.into());
    assert_eq!(value(Form::Extreme), 2.into());
}

#[test]
fn the_same_side_may_move_twice() {
    let tree = json(include_str!("../../../../examples/trees/twice.json"));
    assert_eq!(tree.turn(0), tree.turn(1));
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta(Form::Bound)] {
        assert_eq!(run(&tree, algorithm).value, 5.into());
    }
}

#[test]
fn the_cost_of_the_course() {
    assert_eq!(cost::minimax_nodes(3.0, 3).round() as u64, 40);
    assert_eq!(cost::minimax_nodes(1.0, 7).round() as u64, 8);
    assert_eq!(cost::alpha_beta_leaves(3, 3) as u64, 11);
    let form = cost::Form::of(&json("[[1, 2], 3]"));
    assert!(!form.uniform);
    assert_eq!((form.nodes, form.leaves, form.depth), (5, 3, 2));
}

#[test]
fn no_depth_overflows_the_stack() {
    const DEPTH: usize = 200_000;
    let nested = format!("{}7{}", "[".repeat(DEPTH), "]".repeat(DEPTH));
    let tree = json(&nested);
    assert_eq!(tree.len(), DEPTH + 1);
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta(Form::Extreme)] {
        let found = run(&tree, algorithm);
        assert_eq!((found.value, found.nodes), (7.into(), DEPTH as u64 + 1));
    }
    let limits = Limits::default();
    for order in Order::BOTH {
        for stop in [false, true] {
            let found = evaluate(&tree, order, stop, Window::FULL, &limits, &mut |_| ()).unwrap();
            assert_eq!(found.value, 7.into());
        }
    }
}

#[test]
fn values_are_any_numbers() {
    let tree = json("[-2.5, 1e3, true, false, 0.1]");
    let of = |child: usize| tree.value(tree.children(0)[child]).unwrap().number();
    let numbers: Vec<f64> = (0..5).map(of).collect();
    assert_eq!(numbers, [-2.5, 1000.0, 1.0, 0.0, 0.1]);
    assert_eq!(Utility::new(-0.0).unwrap().to_string(), "0");
    assert_eq!(Utility::new(f64::NAN), None);
}

#[test]
fn mistakes_in_files_are_told_with_their_place() {
    use Format::{Indented, Json};
    let neither = "neither children nor a value";
    let closing = "closing quotation mark";
    for (format, text, place, words) in [
        (Json, "[3, {\"label\":\"x\"}]", (1, 5), neither),
        (Indented, "max\n  a:\n  b: 2\n", (2, 3), neither),
        (Json, "{\"label\":\"a\n\"}", (1, 10), closing),
        (Json, "[1, []]", (1, 6), "an empty list"),
        (Json, "[1,\n 2", (2, 3), "`,` or `]`"),
        (Json, "[1, 2] 3", (1, 8), "nothing may follow"),
        (Json, "[1, x]", (1, 5), "expected a node"),
        (Json, "[1,]", (1, 4), "expected a node"),
        (Json, "[1 2]", (1, 4), "`,` or `]`"),
        (Json, "[01.x]", (1, 2), "is no number"),
        (Json, "[1e999]", (1, 2), "is no number"),
        (Json, "[é]", (1, 2), "expected a node"),
        (Json, "{\"value\":}", (1, 10), "a number"),
        (Json, "{\"colour\":1}", (1, 2), "unknown key `colour`"),
        (Json, "{\"value\":1,\"value\":2}", (1, 12), "a second time"),
        (Json, "{\"children\":3}", (1, 13), "a list of nodes"),
        (Json, "{\"turn\":\"up\",\"value\":1}", (1, 9), "not `up`"),
        (Json, "{\"label\":\"\\q\"}", (1, 11), "escape"),
        (Json, "{value:1}", (1, 2), "a key"),
        (Json, "  ", (1, 1), "no node"),
        (Indented, "# nothing\n", (1, 1), "no node"),
        (Indented, "max\n  3\n 4\n", (3, 2), "further to the"),
        (Indented, "max\n  3\nmin\n", (3, 1), "one root"),
        (Indented, "max\n  3\n\t 4\n", (3, 3), "tabs and spaces"),
        (Indented, "max\n  left\n", (2, 3), "as in `left: 3`"),
        (Indented, "max\n  a: 3 4\n", (2, 8), "one word too many"),
        (Indented, "max\n  a: 3x\n", (2, 6), "is no number"),
        (Indented, "max\n  : 3\n", (2, 3), "no label"),
    ] {
        let error = read(text.as_bytes(), format, Side::First).unwrap_err();
        assert_eq!((error.line, error.column), place, "{text:?}: {error}");
        assert!(error.to_string().contains(words), "{text:?}: {error}");
    }
    let error = read(b"[1, \xff]", Format::Json, Side::First).unwrap_err();
    assert_eq!((error.line, error.column), (1, 5));
}

#[test]
fn labels_are_kept() {
    let text = "max\n  2:3: min 4 # a colon within\n    1\n  b: 2\n";
    let tree = read(text.as_bytes(), Format::Indented, Side::Second).unwrap();
    assert_eq!(tree.label(1), "2:3");
    assert_eq!(tree.value(1), Some(4.into()));
    assert_eq!(tree.turn(0), Side::First);
    let tree = json(r#"[{"children":[1,2],"label":"caf\u00e9 \ud83d\ude00","value":3},4]"#);
    assert_eq!(tree.label(1), "café 😀");
    assert_eq!(tree.path(3), ["café 😀", "2"]);
    assert_eq!(Format::guess(b"\xef\xbb\xbf [1]"), Format::Json);
    assert_eq!(Format::guess(b"max\n 1"), Format::Indented);
}

#[test]
fn pictures_show_windows_cuts_and_what_was_skipped() {
    let tree = json(include_str!("../../../../examples/trees/alpha-cut.json"));
    let trace = trace(&tree, Algorithm::AlphaBeta(Form::Extreme));
    let mut marks = trace.marks(tree.len(), trace.steps.len());
    marks.line = vec![0, 1, 3];
    marks.notes = vec!["a < b".to_owned()];
    let style = Style {
        windows: true,
        ..Style::default()
    };
    let svg = draw::svg(&tree, &marks, &style).unwrap();
    assert_eq!(
        svg.matches("class=\"pruned\"").count(),
        5,
        "four, and one in the legend"
    );
    assert_eq!(svg.matches("class=\"strike\"").count(), 10);
    assert_eq!(svg.matches("α cut").count(), 2);
    assert!(svg.contains("[3, +∞]") && svg.contains("a &lt; b"));
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    let tikz = draw::tikz(&tree, &marks, &style).unwrap();
    assert_eq!(tikz.matches("edge, pruned").count(), 4);
    assert_eq!(tikz.matches("[strike]").count(), 8);
    assert!(tikz.contains("\\ensuremath{\\alpha} cut"));
    let french = Style {
        language: noyau::Language::French,
        ..style
    };
    assert!(
        draw::svg(&tree, &marks, &french)
            .unwrap()
            .contains("coupure α")
    );
    let and_or = Style {
        kind: Kind::AndOr,
        ..Style::default()
    };
    assert_eq!(and_or.show(true.into()), "T");
    let wide = json(&format!("[{}1]", "1,".repeat(draw::MOST_DRAWN)));
    assert_eq!(
        draw::svg(&wide, &Marks::default(), &style),
        Err(draw::TooLarge)
    );
}

/// Pearson's statistic against equal chances.
fn chi_square(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let square = |&count: &u64| (count as f64 - expected).powi(2) / expected;
    counts.iter().map(square).sum()
}

/// Critical values of chi square at 0.001 for 6 and 5 degrees of freedom.
const SIX: f64 = 22.458;
const FIVE: f64 = 20.515;

#[test]
fn lots_are_uniform_along_one_seed_and_over_seeds() {
    let items = [0, 1, 2, 3, 4, 5, 6];
    let mut random = SplitMix(1);
    let mut along = [0; 7];
    let mut over = [0; 7];
    for seed in 0..70_000 {
        along[*choose(&items, &mut random).unwrap()] += 1;
        over[*choose(&items, &mut SplitMix(seed)).unwrap()] += 1;
    }
    assert!(chi_square(&along) < SIX, "{along:?}");
    assert!(chi_square(&over) < SIX, "{over:?}");
    // The test can fail: a lot that favours one item by a tenth is found out.
    assert!(chi_square(&[11_000, 9833, 9833, 9833, 9833, 9834, 9834]) > SIX);
    assert_eq!(choose::<u8>(&[], &mut random), None);
}

#[test]
fn shuffles_are_uniform_and_reproducible() {
    let mut random = SplitMix(2);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..60_000 {
        let mut items = [1, 2, 3];
        shuffle(&mut items, &mut random);
        *counts.entry(items).or_insert(0u64) += 1;
    }
    assert_eq!(counts.len(), 6);
    let counts: Vec<u64> = counts.into_values().collect();
    assert!(chi_square(&counts) < FIVE, "{counts:?}");
    let shuffled = |seed| {
        let mut items: Vec<u32> = (0..50).collect();
        shuffle(&mut items, &mut SplitMix(seed));
        items
    };
    assert_eq!(shuffled(9), shuffled(9));
    assert_ne!(shuffled(9), shuffled(10));
}

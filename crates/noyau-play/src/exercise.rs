//! Exercises of the course, generated from a seed or about its figures, and checked.
//!
//! [`Exercise`] is one that is marked step by step. [`tree`] and [`check_tree`] are those of the page's trees, whose whole
//! answer is checked at once.

mod figures;
mod games;
mod generate;
mod graphs;
mod posed;
mod sheet;
mod trees;

pub use figures::{FIGURES, Figure};
pub use posed::{Exercise, Kind, LEVELS, Marked, Opener, Shown, Subject};
pub use sheet::sheet;

use noyau_core::game::Side;
use noyau_core::language::{Message, Text};
use noyau_core::limits::Limits;
use noyau_core::random::SplitMix;
use noyau_graph::arena::Arena;
use noyau_search::textbook::{Algorithm, Form, Step, Trace, search};
use noyau_search::tree::{Builder, Tree, Utility};

/// The maximum number of leaves for work by hand.
const MAX_LEAVES: u64 = 125;

/// The question about a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeQuestion {
    /// The value of every node.
    Minimax,
    /// What alpha-beta returns at every node, and which nodes it cuts off.
    AlphaBeta,
}

impl TreeQuestion {
    /// The text of the question.
    pub fn text(self) -> Text {
        match self {
            Self::AlphaBeta => Text {
                en: "First moves at the root and takes the maximum. Search this tree by alpha-beta, children from left to right: what does each node return, and which are never looked at?",
                fr: "Premier joue à la racine et prend le maximum. Parcourez cet arbre par alpha-bêta, les enfants de gauche à droite : que renvoie chaque nœud, et lesquels ne sont jamais examinés ?",
            },
            Self::Minimax => Text {
                en: "First moves at the root and takes the maximum, Second the minimum. What is each node worth?",
                fr: "Premier joue à la racine et prend le maximum, Second le minimum. Que vaut chaque nœud ?",
            },
        }
    }
}

/// A uniform tree with random leaves.
fn uniform(depth: u32, branching: u32, random: &mut SplitMix) -> Option<Tree> {
    let mut builder = Builder::default();
    let mut level = vec![builder.add(None, None, "", None)];
    for below in (0..depth).rev() {
        let mut next = Vec::new();
        for &parent in &level {
            for _ in 0..branching {
                let value = (below == 0).then(|| Utility::from(random.below(20) as i32));
                next.push(builder.add(Some(parent), None, "", value));
            }
        }
        level = next;
    }
    builder.finish(Side::First).ok()
}

/// The tree of an exercise: uniform, of depth 1 to 6, with 1 to 5 children each, fewer if there would be too many
/// leaves. For alpha-beta it has cutoffs, if a tree of that size can.
///
/// ```
/// use noyau_play::exercise::{TreeQuestion, tree};
/// let exercise = tree(TreeQuestion::AlphaBeta, 3, 2, 1).expect("a tree");
/// assert_eq!(exercise.len(), 15);
/// ```
pub fn tree(question: TreeQuestion, depth: u32, branching: u32, seed: u64) -> Option<Tree> {
    let depth = depth.clamp(1, 6);
    let mut branching = branching.clamp(1, 5);
    while u64::from(branching).pow(depth) > MAX_LEAVES {
        branching -= 1;
    }
    let mut random = SplitMix(seed);
    let mut drawn = None;
    for _ in 0..64 {
        let tree = uniform(depth, branching, &mut random)?;
        let algorithm = Algorithm::AlphaBeta(Form::Extreme);
        let found = search(&tree, algorithm, &Limits::default(), &mut |_| ());
        let cuts = found.map_or(0, |found| found.cuts.iter().sum::<u64>());
        drawn = Some(tree);
        if question == TreeQuestion::Minimax || cuts > 0 {
            break;
        }
    }
    drawn
}

noyau_core::messages! {
    /// A mistake in an answer.
    pub enum Mistake {
        NotCut { node: Message } =>
            "{node} is looked at: nothing cuts it off",
            "{node} est examiné : rien ne le coupe";
        Cut { node: Message } =>
            "{node} is cut off: it is never looked at",
            "{node} est coupé : il n'est jamais examiné";
        NoValue { node: Message } =>
            "{node} is never looked at, and returns nothing",
            "{node} n'est jamais examiné, et ne renvoie rien";
        NotMaximum { node: Message, given: String, values: String } =>
            "{node} is not worth {given}: First takes the greatest of {values}",
            "{node} ne vaut pas {given} : Premier prend le plus grand de {values}";
        NotMinimum { node: Message, given: String, values: String } =>
            "{node} is not worth {given}: Second takes the least of {values}",
            "{node} ne vaut pas {given} : Second prend le plus petit de {values}";
        NotStable { from: String, to: String } =>
            "{from} and {to} are both chosen, and a move leads from {from} to {to}: a kernel is stable",
            "{from} et {to} sont choisis tous deux, et un coup mène de {from} à {to} : un noyau est stable";
        NotAbsorbing { vertex: String } =>
            "{vertex} is not chosen, and no move leads from it to a chosen vertex: a kernel is absorbing",
            "{vertex} n'est pas choisi, et aucun coup n'en mène à un sommet choisi : un noyau est absorbant";
    }
}

/// A checked answer about a tree.
#[derive(Debug, Clone)]
pub struct CheckedTree {
    /// Whether it is correct and complete.
    pub right: bool,
    /// The nodes with a mistake.
    pub wrong: Vec<(u32, Mistake)>,
    /// Inner nodes that lack a value.
    pub missing: Vec<u32>,
}

/// Checks an answer about a tree: the given node values, and the nodes marked as cut off. The trace is that of the
/// search in question; `cuts` says whether that search cuts.
pub fn check_tree(
    tree: &Tree,
    trace: &Trace,
    cuts: bool,
    given: &[Option<Utility>],
    mut cut: Vec<bool>,
) -> CheckedTree {
    // The value returned by each node; `None` if it was not visited.
    let mut returned = vec![None; tree.len()];
    for step in &trace.steps {
        if let Step::Leave { node, value } = step {
            returned[*node as usize] = Some(*value);
        }
    }
    // An answer that only marks cutoffs need not give values.
    let only_cuts = given.iter().all(Option::is_none) && cut.contains(&true);
    let (mut wrong, mut missing) = (Vec::new(), Vec::new());
    for v in tree.nodes() {
        let at = v as usize;
        let parent = tree.parent(v).map(|parent| parent as usize);
        // Descendants of a node that is cut off are cut off too.
        let above = parent.is_some_and(|parent| cut[parent]);
        cut[at] |= above;
        let node = tree.node_name(v);
        let seen = returned[at];
        if cuts && !above {
            let expected = parent.is_some_and(|parent| returned[parent].is_some());
            match (seen, cut[at]) {
                (Some(_), true) => wrong.push((v, Mistake::NotCut { node: node.clone() })),
                (None, false) if expected => {
                    wrong.push((v, Mistake::Cut { node: node.clone() }));
                }
                _ => {}
            }
        }
        if tree.is_leaf(v) {
            continue;
        }
        match (given[at], seen) {
            (None, Some(_)) => missing.push(v),
            (Some(_), None) => wrong.push((v, Mistake::NoValue { node })),
            (Some(own), Some(value)) if own != value => {
                let children = tree.children(v).iter();
                let values = children.filter_map(|&child| returned[child as usize]);
                let values: Vec<String> = values.map(|value| value.to_string()).collect();
                let (given, values) = (own.to_string(), values.join(", "));
                let mistake = match tree.turn(v) {
                    Side::First => Mistake::NotMaximum {
                        node,
                        given,
                        values,
                    },
                    Side::Second => Mistake::NotMinimum {
                        node,
                        given,
                        values,
                    },
                };
                wrong.push((v, mistake));
            }
            _ => {}
        }
    }
    CheckedTree {
        right: wrong.is_empty() && (missing.is_empty() || only_cuts),
        wrong,
        missing,
    }
}

/// The vertices at which a set is not stable or not absorbing; none if it is a kernel.
pub fn check_kernel(arena: &Arena, chosen: &[u32]) -> Vec<(u32, Mistake)> {
    let graph = arena.graph();
    let mut inside = vec![false; arena.len()];
    for &v in chosen {
        inside[v as usize] = true;
    }
    let name = |v| arena.name(v).into_owned();
    let check = |v: u32| {
        let mut successors = graph.successors(v).iter();
        let next = successors.find(|&&w| inside[w as usize]);
        match (inside[v as usize], next) {
            (true, Some(&w)) => Some(Mistake::NotStable {
                from: name(v),
                to: name(w),
            }),
            (false, None) => Some(Mistake::NotAbsorbing { vertex: name(v) }),
            _ => None,
        }
    };
    let wrong = graph.vertices().map(|v| (v, check(v)));
    wrong
        .filter_map(|(v, mistake)| Some((v, mistake?)))
        .collect()
}

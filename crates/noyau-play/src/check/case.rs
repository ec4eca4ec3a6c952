//! What a function is called with: a small graph or tree, a vertex, numbers. Generated from a seed, and made smaller.

use super::term::Term;
use noyau_core::game::Side;
use noyau_core::language::Language;
use noyau_core::random::SplitMix;
use noyau_graph::arena::draw::{self, Marks, Style};
use noyau_graph::arena::{Arena, Digraph, Draft, Rows};
use noyau_search::tree::draw as tree_draw;
use noyau_search::tree::{Builder, Utility};
use std::collections::BTreeSet;

/// The height and width of the board of Puissance 4.
pub(super) const BOARD: [usize; 2] = [6, 7];

/// An instance. A function uses the fields that its arguments need; the others are empty.
#[derive(Debug, Clone, Default, PartialEq, PartialOrd)]
pub(super) struct Case {
    /// The successors of each vertex, or the children of each node of a tree, whose root is 0.
    pub(super) graph: Vec<Vec<u32>>,
    /// The vertices of Alice, of J1, of A.
    pub(super) first: Vec<bool>,
    /// What the heuristic says of each node.
    pub(super) values: Vec<i32>,
    /// The nimbers that are known.
    pub(super) known: Vec<Option<u32>>,
    /// Whether each vertex is a target.
    pub(super) targets: Vec<bool>,
    /// A vertex.
    pub(super) vertex: u32,
    /// Sizes, depths, numbers of samples.
    pub(super) numbers: Vec<i32>,
    /// α and β; `None` is infinite.
    pub(super) window: [Option<i32>; 2],
    /// A board, row by row: 1 for Adam, −1 for Ève.
    pub(super) board: Vec<i8>,
}

/// How a case is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Picture {
    Graph,
    Tree,
    /// Numbers and boards need none.
    Nothing,
}

impl Case {
    pub(super) fn graph(graph: &[&[u32]]) -> Self {
        Self {
            graph: graph.iter().map(|row| row.to_vec()).collect(),
            ..Self::default()
        }
    }

    /// The graph of the game of Chomp (2, 3), as the first text and the TP print it.
    pub(super) fn chomp() -> Self {
        Self::graph(&[
            &[1, 2, 3, 4, 5],
            &[4, 5, 6],
            &[1, 3, 4, 5],
            &[5, 6, 7],
            &[7, 8],
            &[8],
            &[5, 7],
            &[8],
            &[],
        ])
    }

    /// The number of vertices; of men on a board.
    pub(super) fn vertices(&self) -> usize {
        self.graph.len() + self.board.iter().filter(|&&man| man != 0).count()
    }

    /// Smaller cases come first.
    pub(super) fn weight(&self) -> (usize, usize, i64, i64) {
        let edges = self.graph.iter().map(Vec::len).sum();
        let numbers = self.numbers.iter().map(|&n| i64::from(n.abs())).sum();
        let values = self.values.iter().map(|&n| i64::from(n.abs()));
        let values = values.chain(
            self.window
                .iter()
                .flatten()
                .map(|&n| i64::from(n.abs()) + 1),
        );
        (self.vertices(), edges, numbers, values.sum())
    }

    pub(super) fn digraph(&self) -> Digraph {
        let mut rows = Rows::new();
        for row in &self.graph {
            for &w in row {
                rows.push(w);
            }
            rows.end_row();
        }
        Digraph::new(rows)
    }

    /// The arena, with owners if the case has them.
    pub(super) fn arena(&self) -> Arena {
        let mut draft = Draft::plain(self.digraph().forward().clone());
        let side = |&first: &bool| if first { Side::First } else { Side::Second };
        draft.owners = (!self.first.is_empty()).then(|| self.first.iter().map(side).collect());
        Arena::from(draft)
    }

    /// The dictionary of the graph.
    pub(super) fn dictionary(&self) -> Term {
        let rows = (0..).zip(&self.graph);
        Term::Dict(
            rows.map(|(v, row)| (Term::vertex(v), Term::vertices(row.iter().copied())))
                .collect(),
        )
    }

    /// The vertices of the first player.
    pub(super) fn firsts(&self) -> Vec<Term> {
        let owned = (0..).zip(&self.first).filter(|(_, first)| **first);
        owned.map(|(v, _)| Term::vertex(v)).collect()
    }

    /// α and β as numbers.
    pub(super) fn bounds(&self) -> [f64; 2] {
        [
            self.window[0].map_or(f64::NEG_INFINITY, f64::from),
            self.window[1].map_or(f64::INFINITY, f64::from),
        ]
    }

    /// Whether every play ends.
    pub(super) fn is_acyclic(&self) -> bool {
        noyau_graph::arena::analysis::topological_order(&self.digraph()).is_ok()
    }

    /// Whether sides alternate along all edges.
    pub(super) fn alternates(&self) -> bool {
        let mut edges = (0..)
            .zip(&self.graph)
            .flat_map(|(u, row): (usize, _)| row.iter().map(move |&w| (u, w)));
        self.first.len() == self.graph.len()
            && edges.all(|(u, w)| self.first[u] != self.first[w as usize])
    }

    /// Whether the graph is a tree with the root 0 and every node after its parent.
    pub(super) fn is_tree(&self) -> bool {
        let mut seen = vec![false; self.graph.len()];
        let below = (0..).zip(&self.graph).all(|(u, row): (u32, _)| {
            row.iter()
                .all(|&w| w > u && !std::mem::replace(&mut seen[w as usize], true))
        });
        below && !seen.is_empty() && seen[1..].iter().all(|&seen| seen)
    }

    /// Smaller cases, of which some may not be ones that the function is asked.
    pub(super) fn smaller(&self) -> Vec<Self> {
        let mut found = Vec::new();
        for v in (0..self.graph.len() as u32).rev() {
            found.extend(self.without(v, false));
            found.extend(self.without(v, true));
        }
        for (v, row) in self.graph.iter().enumerate() {
            for i in 0..row.len() {
                let mut case = self.clone();
                case.graph[v].remove(i);
                found.push(case);
            }
        }
        for i in 0..self.numbers.len() {
            for less in [self.numbers[i] / 2, self.numbers[i] - 1] {
                let mut case = self.clone();
                case.numbers[i] = less;
                found.push(case);
            }
        }
        for i in 0..2 {
            if self.window[i].is_some() {
                let mut case = self.clone();
                case.window[i] = None;
                found.push(case);
            }
        }
        for i in 0..self.values.len() {
            for less in [
                0,
                self.values[i] / 2,
                self.values[i] - self.values[i].signum(),
            ] {
                let mut case = self.clone();
                case.values[i] = less;
                found.push(case);
            }
        }
        for i in 0..self.board.len() {
            let mut case = self.clone();
            case.board[i] = 0;
            found.push(case);
        }
        for i in 0..self.known.len() {
            let mut case = self.clone();
            case.known[i] = self.known[i].filter(|&n| n > 0).map(|n| n - 1);
            found.push(case);
        }
        if self.vertex > 0 {
            let mut case = self.clone();
            case.vertex -= 1;
            found.push(case);
        }
        found.retain(|case| case != self && case.weight() <= self.weight());
        found
    }

    /// The case without a vertex. Its predecessors get its successors instead, or lose them: the subtree, in a tree.
    fn without(&self, gone: u32, with_successors: bool) -> Option<Self> {
        let n = self.graph.len();
        let mut keep = vec![true; n];
        keep[gone as usize] = false;
        let is_tree = !self.values.is_empty();
        if is_tree && with_successors {
            for v in 0..n {
                if !keep[v] {
                    self.graph[v].iter().for_each(|&w| keep[w as usize] = false);
                }
            }
        }
        if !keep.contains(&true) {
            return None;
        }
        let mut number = vec![0; n];
        let mut next = 0;
        for v in 0..n {
            number[v] = next;
            next += u32::from(keep[v]);
        }
        let pick = |flags: &[bool]| -> Vec<bool> {
            (0..flags.len())
                .filter(|&v| keep[v])
                .map(|v| flags[v])
                .collect()
        };
        let mut case = self.clone();
        case.graph = (0..n)
            .filter(|&v| keep[v])
            .map(|v| {
                let mut row = Vec::new();
                for &w in &self.graph[v] {
                    let passed = std::slice::from_ref(&w);
                    let instead = if w == gone && !with_successors {
                        &self.graph[w as usize][..]
                    } else {
                        passed
                    };
                    for &w in instead {
                        if keep[w as usize] && !row.contains(&number[w as usize]) {
                            row.push(number[w as usize]);
                        }
                    }
                }
                row
            })
            .collect();
        case.first = pick(&self.first);
        case.targets = pick(&self.targets);
        case.values = (0..self.values.len())
            .filter(|&v| keep[v])
            .map(|v| self.values[v])
            .collect();
        case.known = (0..self.known.len())
            .filter(|&v| keep[v])
            .map(|v| self.known[v])
            .collect();
        if self.vertex == gone {
            case.vertex = 0;
        } else if (self.vertex as usize) < n {
            case.vertex = number[self.vertex as usize];
        }
        Some(case)
    }

    /// The picture as SVG.
    pub(super) fn svg(&self, picture: Picture, language: Language) -> Option<String> {
        match picture {
            Picture::Nothing => None,
            Picture::Graph => {
                let style = Style {
                    language,
                    ..Style::default()
                };
                Some(draw::svg(&self.arena(), &Marks::default(), &style))
            }
            Picture::Tree => {
                let mut parents = vec![None; self.graph.len()];
                for (u, row) in (0..).zip(&self.graph) {
                    for &w in row {
                        parents[w as usize] = Some(u);
                    }
                }
                let mut builder = Builder::default();
                for (v, parent) in parents.iter().enumerate() {
                    let turn = if self.first[v] {
                        Side::First
                    } else {
                        Side::Second
                    };
                    let label = if v == 0 { String::new() } else { v.to_string() };
                    builder.add(
                        *parent,
                        Some(turn),
                        &label,
                        Some(Utility::from(self.values[v])),
                    );
                }
                let tree = builder.finish(Side::First).ok()?;
                let style = tree_draw::Style {
                    language,
                    ..tree_draw::Style::default()
                };
                tree_draw::svg(&tree, &tree_draw::Marks::default(), &style).ok()
            }
        }
    }
}

/// A list in random order.
fn shuffled<T>(mut list: Vec<T>, random: &mut SplitMix) -> Vec<T> {
    for i in (1..list.len()).rev() {
        list.swap(i, random.below(i + 1));
    }
    list
}

/// True with that probability in percent.
fn chance(percent: usize, random: &mut SplitMix) -> bool {
    random.below(100) < percent
}

/// A graph: edges that `may` be, each with the same probability, and rows in random order.
fn edges(n: usize, random: &mut SplitMix, may: impl Fn(usize, usize) -> bool) -> Vec<Vec<u32>> {
    let density = 15 + random.below(60);
    (0..n)
        .map(|u| {
            let row = (0..n).filter(|&w| may(u, w) && chance(density, random));
            let row: Vec<u32> = row.map(|w| w as u32).collect();
            shuffled(row, random)
        })
        .collect()
}

/// A graph without cycles, whose vertices are in random order but for the first.
pub(super) fn acyclic(n: usize, random: &mut SplitMix) -> Case {
    let mut order = vec![0];
    order.extend(shuffled((1..n).collect(), random));
    let mut place = vec![0; n];
    for (at, &v) in order.iter().enumerate() {
        place[v] = at;
    }
    Case {
        graph: edges(n, random, |u, w| place[u] < place[w]),
        ..Case::default()
    }
}

/// Any graph, with cycles and loops.
pub(super) fn any(n: usize, random: &mut SplitMix) -> Case {
    let loops = chance(30, random);
    Case {
        graph: edges(n, random, |u, w| loops || u != w),
        ..Case::default()
    }
}

/// A bipartite arena without cycles, or with.
pub(super) fn bipartite(n: usize, cycles: bool, random: &mut SplitMix) -> Case {
    let order = shuffled((0..n).collect::<Vec<_>>(), random);
    let first: Vec<bool> = (0..n).map(|_| chance(50, random)).collect();
    let graph = edges(n, random, |u, w| {
        first[u] != first[w] && (cycles || order[u] < order[w])
    });
    let case = Case {
        graph,
        first,
        ..Case::default()
    };
    let targets = case
        .graph
        .iter()
        .map(|row| row.is_empty() && chance(60, random))
        .collect();
    Case { targets, ..case }
}

/// A tree whose nodes alternate, with values up to `most` in absolute value, and a depth.
pub(super) fn tree(n: usize, most: i32, first_moves: bool, random: &mut SplitMix) -> Case {
    let mut graph = vec![Vec::new(); n];
    let mut depths = vec![0; n];
    let span = 1 + random.below(4);
    for v in 1..n {
        // Near the last nodes trees are deep, near the first ones wide.
        let parent = v - 1 - random.below(v.min(1 + span));
        graph[parent].push(v as u32);
        depths[v] = depths[parent] + 1;
    }
    let width = 2 * most as usize + 1;
    let deepest = depths.iter().max().copied().unwrap_or(0);
    let depth = if chance(60, random) {
        deepest
    } else {
        random.below(deepest + 2)
    };
    Case {
        graph,
        first: depths
            .iter()
            .map(|depth| (depth % 2 == 0) == first_moves)
            .collect(),
        values: (0..n).map(|_| random.below(width) as i32 - most).collect(),
        numbers: vec![depth as i32],
        ..Case::default()
    }
}

/// A window for a tree, often infinite.
pub(super) fn with_window(mut case: Case, random: &mut SplitMix) -> Case {
    if chance(50, random) {
        let alpha = random.below(9) as i32 - 5;
        let beta = alpha + 1 + random.below(6) as i32;
        case.window = [
            (!chance(25, random)).then_some(alpha),
            (!chance(25, random)).then_some(beta),
        ];
    }
    case
}

/// A position of Puissance 4, after a number of random moves.
pub(super) fn board(men: usize, random: &mut SplitMix) -> Case {
    let [height, width] = BOARD;
    let mut board = vec![0; height * width];
    let mut filled = vec![0; width];
    let few = 1 + random.below(width);
    for man in 0..men {
        let column = random.below(few);
        if filled[column] < height {
            let row = height - 1 - filled[column];
            filled[column] += 1;
            board[row * width + column] = if man % 2 == 0 { 1 } else { -1 };
        }
    }
    Case {
        board,
        ..Case::default()
    }
}

/// Many distinct cases, smaller ones first: the examples, and at least `count` that are generated with growing size.
pub(super) fn collect(
    examples: Vec<Case>,
    count: usize,
    seed: u64,
    make: impl Fn(usize, &mut SplitMix) -> Case,
    is_asked: impl Fn(&Case) -> bool,
) -> Vec<Case> {
    let mut random = SplitMix(seed);
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut cases = examples;
    let mut made = 0;
    let mut attempts = 0;
    while made < count && attempts < 10 * count {
        // Few graphs have one or two vertices; most cases are small, and some are larger than what people draw.
        let size = match 100 * attempts / count.max(1) {
            0..=1 => 1,
            2..=4 => 2,
            5..=14 => 3,
            15..=34 => 4,
            35..=54 => 5,
            55..=69 => 6,
            70..=84 => 7,
            85..=94 => 9,
            95..=99 => 14,
            _ => 4 + random.below(5),
        };
        attempts += 1;
        let case = make(size, &mut random);
        if is_asked(&case) && known.insert(format!("{case:?}")) {
            made += 1;
            cases.push(case);
        }
    }
    cases.sort_by_key(Case::weight);
    cases
}

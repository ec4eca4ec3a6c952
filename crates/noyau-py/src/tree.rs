//! Game trees for Python: from nested lists or from a game, searched step by step, and drawn.

use crate::failure::{language, named, shown, value_error, word_error};
use crate::pickle::{Reduced, TreeParts, tree_parts};
use crate::watch::{LimitArgs, limit_reached, watched, whole, whole_or_none};
use noyau::Side;
use noyau::heuristic::WON;
use noyau::message;
use noyau::search::textbook::{self, Algorithm, Form, Step, Trace, Window};
use noyau::tree::draw::{self, Kind, Marks, Style};
use noyau::tree::{self, Builder, Utility};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple};

/// A tree of max and min nodes with numbers at its leaves: nested lists, or dictionaries whose keys are moves.
#[pyclass(frozen, module = "noyau", name = "Tree")]
pub(crate) struct PyTree {
    tree: tree::Tree,
    /// Whether terminal nodes are worth a million: the tree comes from a game.
    of_game: bool,
    /// Whether its leaves are Boolean.
    and_or: bool,
}

impl PyTree {
    pub(crate) fn of_game(tree: tree::Tree) -> Self {
        Self {
            tree,
            of_game: true,
            and_or: false,
        }
    }

    pub(crate) fn restored(tree: tree::Tree, of_game: bool, and_or: bool) -> Self {
        Self {
            tree,
            of_game,
            and_or,
        }
    }

    fn algorithm(&self, name: &str) -> PyResult<Algorithm> {
        match name {
            "minimax" => Ok(Algorithm::Minimax),
            "alphabeta" if self.and_or => Ok(Algorithm::Decided),
            "alphabeta" => Ok(Algorithm::AlphaBeta(Form::Extreme)),
            "bound" => Ok(Algorithm::AlphaBeta(Form::Bound)),
            _ => {
                let known = ["minimax", "alphabeta", "bound"];
                Err(word_error("algorithm", name, &known))
            }
        }
    }

    fn window(&self, alpha: f64, beta: f64) -> PyResult<Window> {
        if self.and_or {
            return Ok(Window::truth());
        }
        match (Utility::new(alpha), Utility::new(beta)) {
            (Some(alpha), Some(beta)) => Ok(Window { alpha, beta }),
            _ => Err(value_error(&message!(
                "alpha and beta are numbers",
                "alpha et beta sont des nombres"
            ))),
        }
    }

    fn trace_of(&self, name: &str, alpha: f64, beta: f64) -> PyResult<(textbook::Search, Trace)> {
        let mut trace = Trace::default();
        let root = textbook::SearchTree::root(&self.tree);
        let found = textbook::search_within(
            &self.tree,
            &root,
            self.window(alpha, beta)?,
            self.algorithm(name)?,
            &noyau::limits::Limits::default(),
            &mut |event| trace.steps.push(Step::from(&event)),
        );
        found
            .map(|found| (found, trace))
            .map_err(|stopped| limit_reached(stopped, None))
    }

    fn style(&self, windows: bool) -> Style {
        Style {
            language: language(),
            kind: if self.and_or {
                Kind::AndOr
            } else {
                Kind::MinMax
            },
            won: self.of_game.then(|| Utility::from(WON)),
            windows,
        }
    }

    fn drawn(&self, marks: &Marks, windows: bool, kind: &str) -> PyResult<String> {
        let style = self.style(windows);
        let drawn = match kind {
            "svg" => draw::svg(&self.tree, marks, &style),
            "tikz" => draw::tikz(&self.tree, marks, &style),
            _ => return Err(word_error("kind", kind, &["svg", "tikz"])),
        };
        drawn.map(named).map_err(|_| {
            let most = draw::MOST_DRAWN;
            value_error(&message!(
                "a tree of more than {most} nodes cannot be read when drawn: take a smaller one",
                "un arbre de plus de {most} nœuds ne serait pas lisible : prenez-en un plus petit"
            ))
        })
    }
}

/// Adds the nodes of a tree, and returns whether all leaves are Boolean: a number or a Boolean is a leaf, a list
/// has children, a dictionary labelled children.
fn add(builder: &mut Builder, root: &Bound<'_, PyAny>) -> PyResult<bool> {
    // An explicit stack: lists may be nested deeper than the thread's stack allows.
    let mut open = vec![(root.clone(), None, String::new())];
    let mut only_truths = true;
    while let Some((object, parent, label)) = open.pop() {
        let children: Option<Vec<(Bound<'_, PyAny>, String)>> =
            if let Ok(dict) = object.cast::<PyDict>() {
                let labelled = dict.items().into_iter().map(|pair| {
                    let (key, child): (Bound<'_, PyAny>, _) = pair.extract()?;
                    Ok((child, key.str()?.to_string_lossy().into_owned()))
                });
                Some(labelled.collect::<PyResult<_>>()?)
            } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
                let children = object.try_iter()?;
                let children = children.map(|child| Ok((child?, String::new())));
                Some(children.collect::<PyResult<_>>()?)
            } else {
                None
            };
        if let Some(children) = children {
            if children.is_empty() {
                return Err(value_error(&message!(
                    "a node without children must be a number: an empty list is none",
                    "un nœud sans fils doit être un nombre : une liste vide n'en est pas un"
                )));
            }
            let node = builder.add(parent, None, &label, None);
            if builder.len() > 10_000_000 {
                return Err(value_error(&message!(
                    "the tree has more than 10000000 nodes",
                    "l'arbre a plus de 10000000 nœuds"
                )));
            }
            let children = children.into_iter().rev();
            open.extend(children.map(|(child, label)| (child, Some(node), label)));
            continue;
        }
        only_truths &= object.is_instance_of::<PyBool>();
        let number = object.extract::<f64>().ok().and_then(Utility::new);
        let Some(value) = number else {
            let got = shown(&object);
            return Err(value_error(&message!(
                "{got} is no node of a tree: a number, or a list or dictionary of nodes, is wanted",
                "{got} n'est pas un nœud d'un arbre : il faut un nombre, ou une liste ou un dictionnaire de nœuds"
            )));
        };
        builder.add(parent, None, &label, Some(value));
    }
    Ok(only_truths)
}

/// The result of a search: the value of the root, the values returned by its children, nodes, leaves, and cutoffs
/// by alpha and beta.
type Searched = (f64, Vec<f64>, u64, u64, (u64, u64));

#[pymethods]
impl PyTree {
    #[new]
    #[pyo3(signature = (nodes, *, first = true))]
    fn new(nodes: &Bound<'_, PyAny>, first: bool) -> PyResult<Self> {
        let mut builder = Builder::default();
        let and_or = add(&mut builder, nodes)?;
        let turn = if first { Side::First } else { Side::Second };
        let tree = builder.finish(turn).map_err(|_| {
            value_error(&message!("the tree has no node", "l'arbre n'a pas de nœud"))
        })?;
        Ok(Self {
            tree,
            of_game: false,
            and_or,
        })
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, TreeParts<'py>> {
        tree_parts(py, &self.tree, self.of_game, self.and_or)
    }

    fn __len__(&self) -> usize {
        self.tree.len()
    }

    fn __repr__(&self) -> String {
        format!("<Tree of {} nodes>", self.tree.len())
    }

    /// The value of the root for First, what each child of the root returned, nodes, leaves, and cuts by alpha and beta.
    #[pyo3(signature = (algorithm = "minimax", *, alpha = f64::NEG_INFINITY, beta = f64::INFINITY))]
    fn search(&self, py: Python<'_>, algorithm: &str, alpha: f64, beta: f64) -> PyResult<Searched> {
        let window = self.window(alpha, beta)?;
        let algorithm = self.algorithm(algorithm)?;
        let found = watched(py, LimitArgs::default().limits()?, None, |limits| {
            let root = textbook::SearchTree::root(&self.tree);
            textbook::search_within(&self.tree, &root, window, algorithm, limits, &mut |_| ())
        })?;
        let found = found.map_err(|stopped| limit_reached(stopped, None))?;
        let moves = found.moves.iter().copied().map(Utility::number).collect();
        let cuts = (found.cuts[0], found.cuts[1]);
        Ok((found.value.number(), moves, found.nodes, found.leaves, cuts))
    }

    /// The value of every node, in the order of their numbers.
    fn values(&self) -> Vec<f64> {
        let values = textbook::values(&self.tree);
        values.into_iter().map(Utility::number).collect()
    }

    /// The children of a node, by number.
    fn children(&self, #[pyo3(from_py_with = whole)] node: u32) -> PyResult<Vec<u32>> {
        self.checked(node)?;
        Ok(self.tree.children(node).to_vec())
    }

    /// The moves that lead to a node.
    fn path(&self, #[pyo3(from_py_with = whole)] node: u32) -> PyResult<Vec<String>> {
        self.checked(node)?;
        Ok(self.tree.path(node))
    }

    /// The steps of a search: what happens, at which node, its value or window, and what is skipped.
    #[pyo3(signature = (algorithm = "alphabeta", *, alpha = f64::NEG_INFINITY, beta = f64::INFINITY))]
    fn steps<'py>(
        &self,
        py: Python<'py>,
        algorithm: &str,
        alpha: f64,
        beta: f64,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let (_, trace) = self.trace_of(algorithm, alpha, beta)?;
        let mut out = Vec::with_capacity(trace.steps.len());
        for step in &trace.steps {
            let dict = PyDict::new(py);
            dict.set_item("kind", step.name())?;
            dict.set_item("node", step.node())?;
            dict.set_item("path", self.tree.path(step.node()))?;
            let window = |window: &Window| (window.alpha.number(), window.beta.number());
            match step {
                Step::Enter { window: now, .. } => dict.set_item("window", window(now))?,
                Step::Child {
                    child,
                    value,
                    best,
                    window: now,
                    ..
                } => {
                    dict.set_item("child", child)?;
                    dict.set_item("value", value.number())?;
                    dict.set_item("best", best.number())?;
                    dict.set_item("window", window(now))?;
                }
                Step::Cut { cut, skipped, .. } => {
                    dict.set_item("cut", cut.name())?;
                    dict.set_item("skipped", skipped)?;
                }
                Step::Skip { .. } => {}
                Step::Leave { value, .. } => dict.set_item("value", value.number())?,
            }
            out.push(dict);
        }
        Ok(out)
    }

    /// The picture: of the tree alone, or with what a search did, up to a step of it.
    #[pyo3(signature = (kind = "svg", *, algorithm = None, step = None, alpha = f64::NEG_INFINITY, beta = f64::INFINITY))]
    fn draw(
        &self,
        kind: &str,
        algorithm: Option<&str>,
        #[pyo3(from_py_with = whole_or_none)] step: Option<usize>,
        alpha: f64,
        beta: f64,
    ) -> PyResult<String> {
        let Some(algorithm) = algorithm else {
            return self.drawn(&Marks::default(), false, kind);
        };
        let (_, trace) = self.trace_of(algorithm, alpha, beta)?;
        let steps = step.unwrap_or(trace.steps.len());
        let marks = trace.marks(self.tree.len(), steps);
        let windows = algorithm != "minimax" && !self.and_or;
        self.drawn(&marks, windows, kind)
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.draw(
            "svg",
            Some("minimax"),
            None,
            f64::NEG_INFINITY,
            f64::INFINITY,
        )
        .ok()
    }
}

impl PyTree {
    fn checked(&self, node: u32) -> PyResult<()> {
        if (node as usize) < self.tree.len() {
            return Ok(());
        }
        let last = self.tree.len() - 1;
        Err(value_error(&message!(
            "{node} is no node of this tree; its nodes are 0 to {last}",
            "{node} n'est pas un nœud de cet arbre ; ses nœuds vont de 0 à {last}"
        )))
    }
}

//! Trees: minimax, alpha-beta and and/or evaluation, step by step.

use crate::App;
use crate::answer::{ApiResult, json};
use crate::context::{Task, TaskParams};
use crate::error::ApiError;
use crate::input::{self, Moves, Position};
use noyau::documents::page::{exported, tree_document};
use noyau::heuristic::WON;
use noyau::limits::Limits;
use noyau::random::SplitMix;
use noyau::search::textbook::{
    self, Algorithm, Form, NotUnfolded, Order, Step, Trace, Window, evaluate, search_within,
    shuffle,
};
use noyau::tree::draw::{self, Kind as NodeKind, Style};
use noyau::tree::{self, Format, Tree, Utility};
use noyau::{Language, Message, Side, message};
use serde::Deserialize;

/// The maximum number of nodes of a tree.
const MOST: usize = 600;
/// The maximum depth.
const DEEPEST: u32 = 60;

/// A tree as text, or a game to a depth; the search, and the operation on it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Request {
    text: Option<String>,
    format: Option<String>,
    first: Option<String>,
    game: Option<String>,
    content: Option<String>,
    at: Option<String>,
    after: Option<Moves>,
    depth: Option<u32>,
    opinion: Option<String>,
    pub(super) algorithm: Option<String>,
    pub(super) form: Option<String>,
    order: Option<String>,
    seed: Option<u64>,
    most: Option<usize>,
    #[serde(rename = "as")]
    to: Option<String>,
    step: Option<usize>,
    pub(super) values: std::collections::HashMap<String, f64>,
    pub(super) cut: Vec<u32>,
}

impl TaskParams for Request {}

/// A tree and the algorithm for it.
pub(super) struct LoadedTree {
    pub(super) tree: Tree,
    pub(super) algorithm: TreeAlgorithm,
    /// Whether it comes from a game, whose terminal nodes are worth M.
    game: bool,
    opinions: Vec<&'static str>,
}

/// The algorithm of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TreeAlgorithm {
    Minimax,
    AndOr,
    AlphaBeta(Form),
}

impl TreeAlgorithm {
    fn nodes(self) -> NodeKind {
        match self {
            Self::AndOr => NodeKind::AndOr,
            _ => NodeKind::MinMax,
        }
    }
}

fn too_large(most: usize) -> ApiError {
    ApiError::too_large(message!(
        "this tree has more than {most} nodes: take less depth, or a position nearer the end",
        "cet arbre a plus de {most} nœuds : prenez moins de profondeur, ou une position plus proche de la fin"
    ))
}

fn one_of(what: &str, got: &str, known: &str) -> ApiError {
    ApiError::bad(message!(
        "{got:?} is no {what}: {known} are known",
        "{got:?} n'est pas un {what} : on connaît {known}"
    ))
}

impl Request {
    fn searched(&self) -> Result<TreeAlgorithm, ApiError> {
        let form = match self.form.as_deref().unwrap_or("extreme") {
            "bound" => Form::Bound,
            "extreme" => Form::Extreme,
            other => return Err(one_of("form", other, "bound, extreme")),
        };
        match self.algorithm.as_deref().unwrap_or("minimax") {
            "minimax" => Ok(TreeAlgorithm::Minimax),
            "andor" => Ok(TreeAlgorithm::AndOr),
            "alphabeta" => Ok(TreeAlgorithm::AlphaBeta(form)),
            other => Err(one_of("algorithm", other, "minimax, alphabeta, andor")),
        }
    }

    /// Parses the tree of the request.
    fn read(&self, text: &str) -> Result<Tree, ApiError> {
        let format = match self.format.as_deref().unwrap_or("auto") {
            "auto" => Format::guess(text.as_bytes()),
            name => Format::from_name(name)
                .ok_or_else(|| one_of("format", name, "auto, json, indented"))?,
        };
        let first = self.first.as_deref().unwrap_or("first");
        let first = Side::from_name(first).ok_or_else(|| one_of("side", first, "first, second"))?;
        tree::read(text.as_bytes(), format, first).map_err(|error| {
            ApiError::in_text(error.line, error.column, Message::of(&error.problem))
        })
    }

    /// Loads the tree, its children in the order of the request.
    pub(super) fn load(&self, app: &App, limits: &Limits) -> Result<LoadedTree, ApiError> {
        let algorithm = self.searched()?;
        let most = self.most.unwrap_or(MOST).clamp(1, MOST);
        let (tree, opinions) = match (&self.text, &self.game) {
            (Some(text), _) => (self.read(text)?, Vec::new()),
            (None, Some(game)) => self.unfold(app, game, algorithm, most, limits)?,
            (None, None) => {
                return Err(ApiError::bad(message!(
                    "a `game` or the `text` of a tree is wanted",
                    "il faut un `game` ou le `text` d'un arbre"
                )));
            }
        };
        if tree.len() > most {
            return Err(too_large(most));
        }
        let tree = match algorithm {
            TreeAlgorithm::AndOr => tree.with_values(|value| value.is_won().into()),
            _ => tree,
        };
        Ok(LoadedTree {
            tree: self.arranged(tree)?,
            algorithm,
            game: self.text.is_none(),
            opinions,
        })
    }

    fn unfold(
        &self,
        app: &App,
        game: &str,
        algorithm: TreeAlgorithm,
        most: usize,
        limits: &Limits,
    ) -> Result<(Tree, Vec<&'static str>), ApiError> {
        let (content, at) = (self.content.as_ref(), self.at.as_ref());
        let position = Position::new(game, content, at, self.after.as_ref());
        let pooled = app.games.open(&position)?;
        let game = pooled.game();
        let opinions: Vec<_> = game.opinions().iter().map(|opinion| opinion.name).collect();
        let opinion = match (algorithm, self.opinion.as_deref().unwrap_or_default()) {
            (TreeAlgorithm::AndOr, _) => opinions.last().copied(),
            (_, "") => opinions.first().copied(),
            (_, name) => {
                let found = opinions.iter().find(|&&known| known == name);
                let found = found.ok_or_else(|| one_of("opinion", name, &opinions.join(", ")))?;
                Some(*found)
            }
        };
        let depth = self.depth.unwrap_or(3).min(DEEPEST);
        let tree = game.tree(depth, opinion.unwrap_or("zero"), most, limits);
        input::settled(game)?;
        let tree = tree.map_err(|why| match why {
            NotUnfolded::TooLarge => too_large(most),
            NotUnfolded::Stopped(stopped) => ApiError::stopped(stopped),
        })?;
        Ok((tree, opinions))
    }

    fn arranged(&self, tree: Tree) -> Result<Tree, ApiError> {
        let order = self.order.as_deref().unwrap_or("given");
        Ok(match order {
            "given" => tree,
            "shuffled" => {
                let mut random = SplitMix(self.seed.unwrap_or(1));
                tree.reordered(|_, children| shuffle(children, &mut random))
            }
            "best" | "worst" => {
                let values = textbook::values(&tree);
                tree.reordered(|node, children| {
                    let value = |child: u32| values[child as usize];
                    if (tree.turn(node) == Side::First) == (order == "best") {
                        children.sort_by_key(|&child| std::cmp::Reverse(value(child)));
                    } else {
                        children.sort_by_key(|&child| value(child));
                    }
                })
            }
            other => {
                return Err(one_of("order", other, "given, shuffled, best, worst"));
            }
        })
    }
}

impl LoadedTree {
    /// The steps of the search, and the value of the root.
    pub(super) fn trace(&self, limits: &Limits) -> Result<(Trace, Utility), ApiError> {
        let mut trace = Trace::default();
        let tree = &self.tree;
        let value = match self.algorithm {
            TreeAlgorithm::AlphaBeta(form) => {
                let algorithm = Algorithm::AlphaBeta(form);
                search_within(tree, &0, Window::FULL, algorithm, limits, &mut |event| {
                    trace.steps.push(Step::from(&event));
                })
                .map(|found| found.value)
            }
            other => {
                let (stop, range) = match other {
                    TreeAlgorithm::AndOr => (true, Window::truth()),
                    _ => (false, Window::FULL),
                };
                let order = Order::DepthFirst;
                let mut watch = |step| trace.steps.push(step);
                evaluate(tree, order, stop, range, limits, &mut watch).map(|found| found.value)
            }
        };
        let value = value.map_err(ApiError::stopped)?;
        Ok((trace, value))
    }

    fn style(&self, language: Language) -> Style {
        Style {
            language,
            kind: self.algorithm.nodes(),
            won: self.game.then(|| Utility::from(WON)),
            windows: matches!(self.algorithm, TreeAlgorithm::AlphaBeta(_)),
        }
    }
}

pub(super) fn tree(task: &Task, request: &Request) -> ApiResult {
    let loaded = request.load(&task.app, &task.limits)?;
    let (trace, value) = loaded.trace(&task.limits)?;
    let style = loaded.style(task.language);
    let form = match loaded.algorithm {
        TreeAlgorithm::AlphaBeta(form) => form,
        _ => Form::Extreme,
    };
    let LoadedTree { tree, opinions, .. } = &loaded;
    let document = tree_document(tree, &trace, value, style, form, opinions, &task.limits);
    json(&document.map_err(ApiError::stopped)?)
}

pub(super) fn export(task: &Task, request: &Request) -> ApiResult {
    let loaded = request.load(&task.app, &task.limits)?;
    let (tree, style) = (&loaded.tree, loaded.style(task.language));
    let drawn = |draw: fn(&Tree, &draw::Marks, &Style) -> Result<String, draw::TooLarge>| {
        let (trace, _) = loaded.trace(&task.limits)?;
        let steps = request.step.unwrap_or(usize::MAX);
        let marks = trace.marks(tree.len(), steps);
        draw(tree, &marks, &style).map_err(|_| too_large(draw::MOST_DRAWN))
    };
    let (extension, text) = match request.to.as_deref().unwrap_or("svg") {
        "svg" => ("svg", drawn(draw::svg)?),
        "tikz" => ("tex", drawn(draw::tikz)?),
        "json" => ("json", tree::write(tree, Format::Json)),
        "indented" => ("tree", tree::write(tree, Format::Indented)),
        other => return Err(one_of("form", other, "svg, tikz, json, indented")),
    };
    json(&exported(&format!("tree.{extension}"), &text))
}

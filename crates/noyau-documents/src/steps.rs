//! The steps of a search in a tree: as a document for programs, and as sentences for people.

use crate::joined;
use noyau_core::{Localized, Message, Side, Text, message};
use noyau_search::textbook::{Cut, Step, Window};
use noyau_search::tree::draw::{Kind, Style};
use noyau_search::tree::{Tree, Utility};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// A payoff: a number, `null` for an infinity, or whether First wins.
#[derive(Debug, Clone, Copy)]
pub struct Number(
    /// The payoff.
    pub Utility,
    /// The kind of tree.
    pub Kind,
);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = self.0.number();
        if self.1 == Kind::AndOr {
            serializer.serialize_bool(self.0.is_won())
        } else if !number.is_finite() {
            serializer.serialize_none()
        } else if number.fract() == 0.0 && number.abs() < 9e15 {
            serializer.serialize_i64(number as i64)
        } else {
            serializer.serialize_f64(number)
        }
    }
}

/// The details of a step besides its node.
#[derive(Debug, Clone, Default, Serialize)]
pub struct StepDetails<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) window: Option<[Number; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    child: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<&'a [u32]>,
}

impl<'a> StepDetails<'a> {
    /// The details of a step.
    pub fn new(step: &'a Step, kind: Kind) -> Self {
        let number = |payoff| Some(Number(payoff, kind));
        // Bounds are numbers even if values are Boolean.
        let bounds = |window: &Window| {
            let bounds = [window.alpha, window.beta];
            Some(bounds.map(|bound| Number(bound, Kind::MinMax)))
        };
        let none = Self::default();
        match step {
            Step::Enter { window, .. } => Self {
                window: bounds(window),
                ..none
            },
            Step::Child {
                child,
                value,
                best,
                window,
                ..
            } => Self {
                window: bounds(window),
                child: Some(*child),
                value: number(*value),
                best: number(*best),
                ..none
            },
            Step::Cut { cut, skipped, .. } => Self {
                cut: Some(cut.name()),
                skipped: Some(skipped),
                ..none
            },
            Step::Skip { .. } => none,
            Step::Leave { value, .. } => Self {
                value: number(*value),
                ..none
            },
        }
    }
}

/// A step.
pub fn step(step: &Step, kind: Kind) -> Value {
    let about = json!({"step": step.name(), "node": step.node()});
    joined([about, json!(StepDetails::new(step, kind))])
}

noyau_core::messages! {
    /// The sentence of a step.
    enum StepText {
        Enter { function: &'static str, node: String, window: String } =>
            "{function} at {node}{window}",
            "{function} en {node}{window}";
        EnterWindow { window: String } => ", window {window}", ", fenêtre {window}";
        Look { node: String } => "look at {node}", "examine {node}";
        Leaf { node: String, value: String } => "leaf {node}: {value}", "feuille {node} : {value}";
        Child { child: String, value: String, best: String, window: String } =>
            "{child} returns {value}: {best} so far{window}",
            "{child} renvoie {value} : {best} jusqu'ici{window}";
        CutAlpha { best: String, alpha: String, skipped: Message } =>
            "α cut, {best} ≤ α = {alpha}: {skipped}",
            "coupure α, {best} ≤ α = {alpha} : {skipped}";
        CutBeta { best: String, beta: String, skipped: Message } =>
            "β cut, {best} ≥ β = {beta}: {skipped}",
            "coupure β, {best} ≥ β = {beta} : {skipped}";
        Decided { best: String, skipped: Message } =>
            "decided, {best}: {skipped}",
            "décidé, {best} : {skipped}";
        Skip { node: String } =>
            "{node} skipped: what stands above is decided",
            "{node} élagué : ce qui est au-dessus est décidé";
        Leave { node: String, value: String } => "{node} = {value}", "{node} = {value}";
    }
}

const OR: Text = Text::new("or", "ou");
const AND: Text = Text::new("and", "et");

/// Describes the steps of a search in order.
#[derive(Debug)]
pub struct Teller<'a> {
    tree: &'a Tree,
    style: Style,
    /// Whether the search is breadth-first, so that nodes are entered without a call.
    breadth: bool,
    /// Whether cuts come from a window, and not from decided nodes.
    windowed: bool,
    /// For each node its best value so far, and its window.
    best: Vec<(Utility, Window)>,
}

impl<'a> Teller<'a> {
    /// Describes the steps of a search of that tree.
    pub fn new(tree: &'a Tree, style: Style, breadth: bool, windowed: bool) -> Self {
        Self {
            tree,
            style,
            breadth,
            windowed,
            best: vec![(Utility::LOWEST, Window::FULL); tree.len()],
        }
    }

    fn window(&self, window: Window) -> String {
        if !self.style.windows {
            return String::new();
        }
        let window = self.style.show_window([window.alpha, window.beta]);
        StepText::EnterWindow { window }.localized(self.style.language)
    }

    /// The sentence of the next step; `None` if the following step says the same.
    pub fn tell(&mut self, step: &Step) -> Option<String> {
        let (tree, style, language) = (self.tree, self.style, self.style.language);
        let node = step.node();
        let name = || tree.node_name(node).localized(language);
        let sentence = match step {
            Step::Enter { .. } if self.breadth => StepText::Look { node: name() },
            Step::Enter { .. } if tree.is_leaf(node) => return None,
            Step::Enter { window, .. } => StepText::Enter {
                function: match (style.kind, tree.turn(node)) {
                    (Kind::MinMax, Side::First) => "maximin",
                    (Kind::MinMax, Side::Second) => "minimax",
                    (Kind::AndOr, Side::First) => OR.get(language),
                    (Kind::AndOr, Side::Second) => AND.get(language),
                },
                node: name(),
                window: self.window(*window),
            },
            Step::Child {
                child,
                value,
                best,
                window,
                ..
            } => {
                self.best[node as usize] = (*best, *window);
                StepText::Child {
                    child: tree.move_name(*child),
                    value: style.show(*value),
                    best: style.show(*best),
                    window: self.window(*window),
                }
            }
            Step::Cut { cut, skipped, .. } => {
                let skipped: Vec<_> = skipped.iter().map(|&child| tree.move_name(child)).collect();
                let (count, skipped) = (skipped.len(), skipped.join(", "));
                let skipped = match count {
                    1 => message!("{skipped} skipped", "{skipped} élagué"),
                    _ => message!("{skipped} skipped", "{skipped} élagués"),
                };
                let (best, window) = self.best[node as usize];
                let best = style.show(best);
                match (self.windowed, cut) {
                    (false, _) => StepText::Decided { best, skipped },
                    (true, Cut::Alpha) => StepText::CutAlpha {
                        best,
                        alpha: style.show(window.alpha),
                        skipped,
                    },
                    (true, Cut::Beta) => StepText::CutBeta {
                        best,
                        beta: style.show(window.beta),
                        skipped,
                    },
                }
            }
            Step::Skip { .. } => StepText::Skip { node: name() },
            Step::Leave { value, .. } => {
                let value = style.show(*value);
                if tree.is_leaf(node) {
                    StepText::Leaf {
                        node: name(),
                        value,
                    }
                } else {
                    StepText::Leave {
                        node: name(),
                        value,
                    }
                }
            }
        };
        Some(sentence.localized(language))
    }
}

//! Pictures of trees with what a search did: windows, values, cuts and what they skipped, in SVG and `TikZ`.
//!
//! Nothing is told by colour alone: max nodes point up and min nodes down, the edges to what was skipped are struck
//! through and all below is pale and dashed, the best line is bold.

mod layout;
mod svg;
mod tikz;

use super::{Tree, Utility};
use noyau_core::language::{Language, Text};
use std::error::Error;
use std::fmt;

/// What a search has come to know of a node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NodeMark {
    /// Whether the node was entered.
    pub entered: bool,
    /// Whether it has returned its value.
    pub left: bool,
    /// The window it has, or had at last.
    pub window: Option<[Utility; 2]>,
    /// Its value so far.
    pub value: Option<Utility>,
    /// By which bound it was cut short: `alpha` or `beta`.
    pub cut: Option<&'static str>,
    /// Whether it was skipped because of a cut above.
    pub skipped: bool,
}

/// What is shown on a tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    /// What is known of each node.
    pub nodes: Vec<NodeMark>,
    /// The nodes of the best line, from the root, drawn bold.
    pub line: Vec<u32>,
    /// Lines of words below the picture: counters.
    pub notes: Vec<String>,
}

/// What the nodes of a tree are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// Maxima and minima of numbers.
    #[default]
    MinMax,
    /// "Or" and "and" of what is won and what is not.
    AndOr,
}

/// How to draw.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// The language of the legend.
    pub language: Language,
    /// What the nodes are.
    pub kind: Kind,
    /// The payoff of a won game, written M, if the tree is of a game.
    pub won: Option<Utility>,
    /// Whether windows are shown; a search without windows has none worth showing.
    pub windows: bool,
}

/// The most nodes that are drawn: more cannot be read.
pub const MOST_DRAWN: usize = 400;

/// The tree has more than [`MOST_DRAWN`] nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the tree has more than {MOST_DRAWN} nodes and is not drawn"
        )
    }
}

impl Error for TooLarge {}

impl Style {
    /// A payoff as people read it.
    pub fn show(&self, payoff: Utility) -> String {
        if self.kind == Kind::AndOr {
            let word = if payoff.is_won() { TRUE } else { FALSE };
            return word.get(self.language).to_owned();
        }
        let lost = self.won.and_then(|won| Utility::new(-won.number()));
        match payoff {
            _ if Some(payoff) == self.won => "M".to_owned(),
            _ if Some(payoff) == lost => "−M".to_owned(),
            Utility::LOWEST => "−∞".to_owned(),
            Utility::HIGHEST => "+∞".to_owned(),
            _ => payoff.to_string().replace('-', "−"),
        }
    }

    /// A window as people read it.
    pub fn show_window(&self, [alpha, beta]: [Utility; 2]) -> String {
        let plain = Self {
            kind: Kind::MinMax,
            ..*self
        };
        let separator = match self.language {
            Language::English => ", ",
            Language::French => " ; ",
        };
        format!("[{}{separator}{}]", plain.show(alpha), plain.show(beta))
    }
}

/// Where the nodes of a tree go, in pixels from the upper left corner of the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Places {
    /// The width of the picture.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The middle of each node.
    pub middles: Vec<[f64; 2]>,
}

/// Where the nodes go, whatever their number. There is room for the windows that a search would write beside them.
pub fn places(tree: &Tree, marks: &Marks, style: &Style) -> Places {
    let layout = layout::Layout::new(tree, marks, style);
    let places = layout.places.iter();
    Places {
        width: layout.width,
        height: layout.height,
        middles: places.map(|place| [place.x, place.y]).collect(),
    }
}

/// The picture as SVG, self-contained, with light and dark colours.
pub fn svg(tree: &Tree, marks: &Marks, style: &Style) -> Result<String, TooLarge> {
    drawable(tree).map(|()| svg::svg(tree, marks, style))
}

/// The picture as `TikZ`, for a LaTeX document that loads `tikz` and `amssymb`.
pub fn tikz(tree: &Tree, marks: &Marks, style: &Style) -> Result<String, TooLarge> {
    drawable(tree).map(|()| tikz::tikz(tree, marks, style))
}

fn drawable(tree: &Tree) -> Result<(), TooLarge> {
    if tree.len() > MOST_DRAWN {
        return Err(TooLarge);
    }
    Ok(())
}

/// Whether a node stands below something that was skipped, or was itself.
fn skipped(tree: &Tree, marks: &Marks) -> Vec<bool> {
    let mut skipped = vec![false; tree.len()];
    for node in tree.nodes() {
        let own = marks
            .nodes
            .get(node as usize)
            .is_some_and(|mark| mark.skipped);
        let above = tree
            .parent(node)
            .is_some_and(|parent| skipped[parent as usize]);
        skipped[node as usize] = own || above;
    }
    skipped
}

/// The mark of a node, blank where there is none.
fn mark(marks: &Marks, node: u32) -> NodeMark {
    marks.nodes.get(node as usize).copied().unwrap_or_default()
}

/// What is written in a node: the value it has come to, or the value that a leaf is given.
fn words(tree: &Tree, marks: &Marks, style: &Style, node: u32) -> String {
    let own = tree.value(node).filter(|_| tree.is_leaf(node));
    let value = own.or(mark(marks, node).value);
    value.map_or_else(String::new, |value| style.show(value))
}

/// What is written beside a node: its window, and the cut if there was one.
fn beside(tree: &Tree, marks: &Marks, style: &Style, node: u32) -> Vec<String> {
    let mark = mark(marks, node);
    let mut lines = Vec::new();
    if tree.is_leaf(node) {
        return lines;
    }
    if style.windows
        && let Some(window) = mark.window
    {
        lines.push(style.show_window(window));
    }
    if let Some(cut) = mark.cut {
        let word = match (style.kind, cut) {
            (Kind::AndOr, _) => DECIDED,
            (_, "alpha") => ALPHA_CUT,
            _ => BETA_CUT,
        };
        lines.push(word.get(style.language).to_owned());
    }
    lines
}

/// A title for those who do not see the picture.
const TITLE: Text = Text::new("Game tree", "Arbre de jeu");
const TRUE: Text = Text::new("T", "V");
const FALSE: Text = Text::new("F", "F");
const ALPHA_CUT: Text = Text::new("α cut", "coupure α");
const BETA_CUT: Text = Text::new("β cut", "coupure β");
const DECIDED: Text = Text::new("decided", "décidé");
const MAX: Text = Text::new("max, First moves", "max, Premier joue");
const MIN: Text = Text::new("min, Second moves", "min, Second joue");
const OR: Text = Text::new("or, First moves", "ou, Premier joue");
const AND: Text = Text::new("and, Second moves", "et, Second joue");
const PRUNED: Text = Text::new("not looked at", "élagué");
const BEST_LINE: Text = Text::new("best line", "meilleure suite");

/// The words for the two kinds of nodes.
fn node_words(kind: Kind) -> [Text; 2] {
    match kind {
        Kind::MinMax => [MAX, MIN],
        Kind::AndOr => [OR, AND],
    }
}

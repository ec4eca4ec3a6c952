//! Where the nodes of a small tree go: levels from top to bottom, each node in the middle above its children.
//!
//! O(nodes), without recursion.

use super::{Marks, Style, beside, words};
use crate::tree::Tree;
use noyau_core::drawing::text;
use noyau_core::game::Side;

/// The size of the letters in nodes and beside them.
pub(super) const FONT: f64 = 13.0;
pub(super) const SMALL: f64 = 10.0;
/// From one level to the next.
const LEVEL: f64 = 84.0;
const GAP: f64 = 14.0;
const MARGIN: f64 = 20.0;

/// The form of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A triangle that points up.
    Max,
    /// A triangle that points down.
    Min,
    /// A box.
    Leaf,
}

/// A node in its place.
#[derive(Debug)]
pub(super) struct PlacedNode {
    pub(super) shape: Shape,
    pub(super) x: f64,
    pub(super) y: f64,
    /// Half the width and half the height.
    pub(super) half: [f64; 2],
    pub(super) words: String,
    pub(super) beside: Vec<String>,
}

#[derive(Debug)]
pub(super) struct Layout {
    pub(super) places: Vec<PlacedNode>,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Layout {
    pub(super) fn new(tree: &Tree, marks: &Marks, style: &Style) -> Self {
        let depths = tree.depths();
        let mut places: Vec<PlacedNode> = tree
            .nodes()
            .map(|node| {
                let words = words(tree, marks, style, node);
                let wide = text::width(&words) * FONT;
                let (shape, half) = if tree.is_leaf(node) {
                    (Shape::Leaf, [(wide / 2.0 + 6.0).max(13.0), 12.0])
                } else {
                    let half = [(wide / 2.0 + 14.0).max(22.0), 18.0];
                    match tree.turn(node) {
                        Side::First => (Shape::Max, half),
                        Side::Second => (Shape::Min, half),
                    }
                };
                let y = MARGIN + 18.0 + LEVEL * f64::from(depths[node as usize]);
                PlacedNode {
                    shape,
                    x: 0.0,
                    y,
                    half,
                    words,
                    beside: beside(tree, marks, style, node),
                }
            })
            .collect();

        // How wide each subtree is: as its children side by side, or as what is written at the node itself, centred.
        let mut widths = vec![0.0f64; tree.len()];
        for node in tree.nodes().rev() {
            let place = &places[node as usize];
            let label = text::width(tree.label(node)) * SMALL + 8.0;
            let aside = place
                .beside
                .iter()
                .map(|line| text::width(line) * SMALL + 4.0);
            let aside = place.half[0] + aside.fold(0.0, f64::max);
            let own = (2.0 * aside).max(label);
            let children = tree.children(node);
            let below: f64 = children.iter().map(|&child| widths[child as usize]).sum();
            let gaps = GAP * children.len().saturating_sub(1) as f64;
            widths[node as usize] = own.max(below + gaps);
        }

        // Each subtree starts where the one before ends; parents come before their children.
        let mut lefts = vec![MARGIN; tree.len()];
        for node in tree.nodes() {
            let children = tree.children(node);
            let below: f64 = children.iter().map(|&child| widths[child as usize]).sum();
            let gaps = GAP * children.len().saturating_sub(1) as f64;
            let at = node as usize;
            let mut left = lefts[at] + (widths[at] - below - gaps) / 2.0;
            for &child in children {
                lefts[child as usize] = left;
                left += widths[child as usize] + GAP;
            }
        }
        for node in tree.nodes().rev() {
            let at = node as usize;
            let children = tree.children(node);
            places[at].x = match (children.first(), children.last()) {
                (Some(&first), Some(&last)) => {
                    f64::midpoint(places[first as usize].x, places[last as usize].x)
                }
                _ => lefts[at] + widths[at] / 2.0,
            };
        }
        let deepest = depths.iter().copied().max().unwrap_or(0);
        Self {
            places,
            width: widths[0] + 2.0 * MARGIN,
            height: 2.0 * MARGIN + 36.0 + LEVEL * f64::from(deepest),
        }
    }

    /// The middle of the root's label, if it has one: above it, where no edge comes in.
    pub(super) fn root_label(&self, tree: &Tree) -> Option<[f64; 2]> {
        let root = &self.places[0];
        (!tree.label(0).is_empty()).then(|| [root.x, root.y - root.half[1] - SMALL])
    }

    /// The line from a node to a child, from edge to edge.
    pub(super) fn edge(&self, from: u32, to: u32) -> [[f64; 2]; 2] {
        let (above, below) = (&self.places[from as usize], &self.places[to as usize]);
        [
            [above.x, above.y + above.half[1]],
            [below.x, below.y - below.half[1]],
        ]
    }
}

/// The point on a line at that part of its length.
pub(super) fn along([from, to]: [[f64; 2]; 2], part: f64) -> [f64; 2] {
    [0, 1].map(|axis| from[axis] + part * (to[axis] - from[axis]))
}

/// The two short strokes across a line that strike it through.
pub(super) fn strokes(line: [[f64; 2]; 2]) -> [[[f64; 2]; 2]; 2] {
    let [dx, dy] = [0, 1].map(|axis| line[1][axis] - line[0][axis]);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let across = [-dy / length * 6.0, dx / length * 6.0];
    [-2.5, 2.5].map(|off| {
        let [x, y] = along(line, 0.42 + off / length);
        [
            [x - across[0], y - across[1]],
            [x + across[0], y + across[1]],
        ]
    })
}

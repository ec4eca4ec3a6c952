//! Trees as text: what [`read`](super::read) reads.

use super::read::Format;
use super::{Tree, Utility};
use noyau_core::game::Side;
use std::fmt::Write;

/// Writes a tree so that reading it with First at the root gives the same one. What goes without saying is not said:
/// sides that alternate, labels that are empty. In indented text a label loses its line breaks and what follows a `#`.
///
/// O(nodes), without recursion.
pub fn write(tree: &Tree, format: Format) -> String {
    let mut out = String::new();
    match format {
        Format::Json => json(tree, &mut out),
        Format::Indented => indented(tree, &mut out),
    }
    out
}

/// Who moves at a node if nothing is said.
fn expected(tree: &Tree, node: u32) -> Side {
    match tree.parent(node) {
        None => Side::First,
        Some(parent) => tree.turn(parent).other(),
    }
}

fn number(utility: Utility) -> String {
    match utility {
        // The readers take what is too large for infinite.
        Utility::HIGHEST => "1e999".to_owned(),
        Utility::LOWEST => "-1e999".to_owned(),
        utility => utility.number().to_string(),
    }
}

fn word(side: Side) -> &'static str {
    match side {
        Side::First => "max",
        Side::Second => "min",
    }
}

fn json(tree: &Tree, out: &mut String) {
    /// What is still to be written.
    enum Next {
        Node(u32),
        Sign(&'static str),
    }
    let mut open = vec![Next::Node(0)];
    while let Some(next) = open.pop() {
        let node = match next {
            Next::Sign(sign) => {
                out.push_str(sign);
                continue;
            }
            Next::Node(node) => node,
        };
        let leaf = tree.is_leaf(node);
        let turned = tree.turn(node) != expected(tree, node);
        let plain = tree.label(node).is_empty() && !turned && (leaf || tree.value(node).is_none());
        if leaf && plain {
            out.push_str(&tree.value(node).map_or_else(String::new, number));
            continue;
        }
        if !plain {
            out.push('{');
            let mut keys = Vec::new();
            if !tree.label(node).is_empty() {
                let label = serde_json::Value::from(tree.label(node));
                keys.push(format!("\"label\":{label}"));
            }
            if turned {
                keys.push(format!("\"turn\":\"{}\"", word(tree.turn(node))));
            }
            keys.extend(
                tree.value(node)
                    .map(|value| format!("\"value\":{}", number(value))),
            );
            if !leaf {
                keys.push("\"children\":".to_owned());
            }
            out.push_str(&keys.join(","));
            open.push(Next::Sign("}"));
        }
        if leaf {
            continue;
        }
        out.push('[');
        open.push(Next::Sign("]"));
        let children = tree.children(node).iter().rev();
        for (i, &child) in children.enumerate() {
            if i > 0 {
                open.push(Next::Sign(","));
            }
            open.push(Next::Node(child));
        }
    }
}

fn indented(tree: &Tree, out: &mut String) {
    let depths = tree.depths();
    let mut open = vec![0];
    while let Some(node) = open.pop() {
        open.extend(tree.children(node).iter().rev());
        let mut words = Vec::new();
        let label = tree.label(node).split('#').next().unwrap_or_default();
        let label = label.replace(['\n', '\r'], " ");
        if !label.trim().is_empty() {
            words.push(format!("{}:", label.trim()));
        }
        if !tree.is_leaf(node) || tree.turn(node) != expected(tree, node) {
            words.push(word(tree.turn(node)).to_owned());
        }
        words.extend(tree.value(node).map(number));
        let indent = 2 * depths[node as usize] as usize;
        let _ = writeln!(out, "{:indent$}{}", "", words.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::read;

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "[[3,5],[2,9]]",
            "3",
            "[-2.5,[1,[0,7]]]",
            "{\"turn\":\"min\",\"children\":[{\"label\":\"a: b\",\"value\":1},{\"label\":\"c\",\"turn\":\"min\",\"value\":4,\"children\":[2,3]}]}",
        ] {
            let tree = read(text.as_bytes(), Format::Json, Side::First).unwrap();
            assert_eq!(write(&tree, Format::Json), text);
            let lines = write(&tree, Format::Indented);
            let again = read(lines.as_bytes(), Format::Indented, Side::First).unwrap();
            assert_eq!(again, tree, "{lines}");
        }
    }

    #[test]
    fn a_deep_tree_does_not_overflow_the_stack() {
        let depth = 200_000;
        let text = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        let tree = read(text.as_bytes(), Format::Json, Side::First).unwrap();
        assert_eq!(write(&tree, Format::Json), text);
    }
}

//! The functions of the course word for word, mutually recursive as they are printed.
//!
//! The horizon `n` is a `u8`, so that no tree makes them recurse deeper than 256 calls; [`search`](super::search) does
//! the same for any depth and tells every step. In the names of the course: `h(p)` is the value of a node, `successeurs`
//! its moves. O(b^n).

use super::{SearchTree, Window};
use crate::tree::Utility;
use noyau_core::game::Side;

/// The course's `h` at a node where the functions stop: its value, which inner nodes of a tree may lack.
pub trait Evaluated: SearchTree {
    /// What the node is worth to First, were the search to stop there.
    fn h(&self, node: &Self::Node) -> Utility;
}

fn successors<T: SearchTree>(tree: &T, p: &T::Node) -> Vec<T::Node> {
    let mut moves = Vec::new();
    tree.moves(p, &mut moves);
    moves.into_iter().map(|mv| tree.child(p, mv)).collect()
}

/// The value of a node for whoever moves there, by [`maximin`] or [`minimax`] (fifth text, `MinMax`: a side may move
/// twice running).
pub fn min_max<T: Evaluated>(tree: &T, p: &T::Node, n: u8) -> Utility {
    match tree.turn(p) {
        Side::First => maximin(tree, p, n),
        Side::Second => minimax(tree, p, n),
    }
}

/// First text, 2.2: the value of a node at which First moves.
pub fn maximin<T: Evaluated>(tree: &T, p: &T::Node, n: u8) -> Utility {
    let successors = successors(tree, p);
    if n == 0 || successors.is_empty() {
        return tree.h(p);
    }
    let mut maxi = Utility::LOWEST;
    for pk in successors {
        let s = min_max(tree, &pk, n - 1);
        if s > maxi {
            maxi = s;
        }
    }
    maxi
}

/// First text, 2.2: the value of a node at which Second moves.
pub fn minimax<T: Evaluated>(tree: &T, p: &T::Node, n: u8) -> Utility {
    let successors = successors(tree, p);
    if n == 0 || successors.is_empty() {
        return tree.h(p);
    }
    let mut mini = Utility::HIGHEST;
    for pk in successors {
        let s = min_max(tree, &pk, n - 1);
        if s < mini {
            mini = s;
        }
    }
    mini
}

/// First text, 2.3: alpha-beta that returns the true extreme of what it has seen.
pub fn alpha_beta_extreme<T: Evaluated>(tree: &T, window: Window, p: &T::Node, n: u8) -> Utility {
    let Window {
        mut alpha,
        mut beta,
    } = window;
    let successors = successors(tree, p);
    if n == 0 || successors.is_empty() {
        return tree.h(p);
    }
    match tree.turn(p) {
        Side::Second => {
            let mut mini = Utility::HIGHEST;
            for pk in successors {
                let s = alpha_beta_extreme(tree, Window { alpha, beta }, &pk, n - 1);
                if s < mini {
                    mini = s;
                }
                if mini <= alpha {
                    return mini;
                }
                beta = beta.min(mini);
            }
            mini
        }
        Side::First => {
            let mut maxi = Utility::LOWEST;
            for pk in successors {
                let s = alpha_beta_extreme(tree, Window { alpha, beta }, &pk, n - 1);
                if s > maxi {
                    maxi = s;
                }
                if maxi >= beta {
                    return maxi;
                }
                alpha = alpha.max(maxi);
            }
            maxi
        }
    }
}

/// Fifth text, `AlphaBeta`: alpha-beta that returns the bound of the window.
pub fn alpha_beta_bound<T: Evaluated>(tree: &T, p: &T::Node, n: u8, window: Window) -> Utility {
    let Window { alpha, beta } = window;
    let successors = successors(tree, p);
    if n == 0 || successors.is_empty() {
        return tree.h(p);
    }
    match tree.turn(p) {
        Side::First => {
            let mut a = alpha;
            for f in successors {
                let v = alpha_beta_bound(tree, &f, n - 1, Window { alpha: a, beta });
                a = v.max(a);
                if a >= beta {
                    return a;
                }
            }
            a
        }
        Side::Second => {
            let mut b = beta;
            for f in successors {
                let v = alpha_beta_bound(tree, &f, n - 1, Window { alpha, beta: b });
                b = v.min(b);
                if b <= alpha {
                    return b;
                }
            }
            b
        }
    }
}

/// Second text, *Évaluation de l'arbre et/ou*: whether First wins, with the moves that win for First where First moves.
/// Where none does the choice is arbitrary.
pub fn and_or<T: Evaluated>(tree: &T, p: &T::Node, n: u8) -> (bool, Vec<usize>) {
    let successors = successors(tree, p);
    if n == 0 || successors.is_empty() {
        return (tree.h(p).is_won(), Vec::new());
    }
    let turn = tree.turn(p);
    let mut value = turn == Side::Second;
    let mut winning = Vec::new();
    for (c, child) in successors.iter().enumerate() {
        let (won, _) = and_or(tree, child, n - 1);
        match turn {
            Side::First => value |= won,
            Side::Second => value &= won,
        }
        if won == (turn == Side::First) {
            winning.push(c);
        }
    }
    (value, winning)
}

impl Evaluated for crate::tree::Tree {
    fn h(&self, &node: &u32) -> Utility {
        self.value(node).unwrap_or_else(|| Utility::from(0))
    }
}

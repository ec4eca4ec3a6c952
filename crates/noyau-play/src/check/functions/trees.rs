//! The first, second and fifth text: and/or, minimax, alpha-beta, Monte-Carlo and the best move on a tree.

use super::answers::{A_NUMBER, as_vertex, not_a, short};
use super::{Answer, Judged, Wrong};
use crate::check::case::Case;
use crate::check::term::{Term, same_number};
use noyau_core::game::Side;
use noyau_core::language::{Message, Text};
use noyau_core::message;
use noyau_search::textbook::printed::{
    Evaluated, alpha_beta_bound, alpha_beta_extreme, and_or, min_max,
};
use noyau_search::textbook::{SearchTree, Window};
use noyau_search::tree::Utility;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The tree of a case, as the searches of noyau see it; remembers the nodes whose value is asked.
struct Searched<'a> {
    case: &'a Case,
    seen: RefCell<BTreeSet<u32>>,
}

impl<'a> Searched<'a> {
    fn new(case: &'a Case) -> Self {
        let seen = RefCell::default();
        Self { case, seen }
    }
}

impl SearchTree for Searched<'_> {
    type Node = u32;
    type Move = u32;

    fn root(&self) -> u32 {
        0
    }

    fn moves(&self, &node: &u32, out: &mut Vec<u32>) {
        out.extend(&self.case.graph[node as usize]);
    }

    fn child(&self, _: &u32, child: u32) -> u32 {
        child
    }

    fn turn(&self, &node: &u32) -> Side {
        if self.case.first[node as usize] {
            Side::First
        } else {
            Side::Second
        }
    }

    fn value(&self, node: &u32) -> Utility {
        self.h(node)
    }
}

impl Evaluated for Searched<'_> {
    fn h(&self, &node: &u32) -> Utility {
        self.seen.borrow_mut().insert(node);
        Utility::from(self.case.values[node as usize])
    }
}

fn depth(case: &Case) -> u8 {
    case.numbers.first().map_or(0, |&n| n.clamp(0, 100) as u8)
}

/// What the root does: the maximum or the minimum of its children.
fn at_root(case: &Case, depth: u8) -> Message {
    let tree = Searched::new(case);
    let children = &case.graph[0];
    if depth == 0 || children.is_empty() {
        return message!(
            "the value of a leaf, or at depth 0, is that of the heuristic",
            "la valeur d'une feuille, ou à la profondeur 0, est celle de l'heuristique"
        );
    }
    let values = children
        .iter()
        .map(|child| min_max(&tree, child, depth - 1).to_string());
    let values = values.collect::<Vec<_>>().join(", ");
    if case.first[0] {
        message!(
            "it is the greatest of {values}",
            "c'est le plus grand de {values}"
        )
    } else {
        message!(
            "it is the least of {values}",
            "c'est le plus petit de {values}"
        )
    }
}

fn judge_value(case: &Case, answer: &Answer, expected: f64, depth: u8) -> Judged {
    let right = Term::number(expected);
    let Some(number) = answer.value.as_number() else {
        return Err(not_a(A_NUMBER, &answer.value, right));
    };
    if same_number(number, expected) {
        return Ok(());
    }
    let (why, own) = (at_root(case, depth), short(&answer.value));
    Err(Wrong::expecting(
        message!(
            "the value is {right}, not {own}: {why}",
            "la valeur est {right}, et non {own} : {why}",
            right = right.to_string(),
            why = why
        ),
        right,
    ))
}

pub(super) fn judge_minimax(case: &Case, answer: &Answer) -> Judged {
    let value = min_max(&Searched::new(case), &0, depth(case));
    judge_value(case, answer, value.number(), depth(case))
}

/// Outside the window any bound on the right side is right, as the two texts return different ones.
pub(super) fn judge_alpha_beta(case: &Case, answer: &Answer, of_fifth_text: bool) -> Judged {
    let tree = Searched::new(case);
    let depth = depth(case);
    let value = min_max(&tree, &0, depth).number();
    let [alpha, beta] = case.bounds();
    let right = Term::number(value);
    let Some(number) = answer.value.as_number() else {
        return Err(not_a(A_NUMBER, &answer.value, right));
    };
    let is_right = if value <= alpha {
        (value..=alpha).contains(&number)
    } else if value >= beta {
        (beta..=value).contains(&number)
    } else {
        same_number(number, value)
    };
    let window = format!("[{}, {}]", Term::number(alpha), Term::number(beta));
    if !is_right {
        let (why, own) = (at_root(case, depth), short(&answer.value));
        return Err(Wrong::expecting(
            message!(
                "with the window {window} the value {right} is not answered by {own}: {why}",
                "avec la fenêtre {window}, on ne répond pas {own} pour la valeur {right} : {why}",
                right = right.to_string(),
                why = why
            ),
            right,
        ));
    }
    tree.seen.borrow_mut().clear();
    let bounds = [alpha, beta].map(|bound| Utility::new(bound).unwrap_or(Utility::LOWEST));
    let given = Window {
        alpha: bounds[0],
        beta: bounds[1],
    };
    if of_fifth_text {
        alpha_beta_bound(&tree, &0, depth, given);
    } else {
        alpha_beta_extreme(&tree, given, &0, depth);
    }
    let seen = tree.seen.borrow();
    let skipped = answer
        .seen
        .iter()
        .filter_map(|term| as_vertex(case, term))
        .find(|v| !seen.contains(v));
    match skipped {
        None => Ok(()),
        Some(v) => Err(Wrong::expecting(
            message!(
                "the value is right, but {v} is looked at, which a cut excludes with the window {window} and children from left to right",
                "la valeur est juste, mais {v} est examiné, qu'une coupure élague avec la fenêtre {window} et les fils de gauche à droite"
            ),
            right,
        )),
    }
}

pub(super) fn judge_and_or(case: &Case, answer: &Answer) -> Judged {
    let tree = Searched::new(case);
    let (expected, _) = and_or(&tree, &0, depth(case));
    let right = Term::Bool(expected);
    let given = match answer.value {
        Term::Bool(truth) => truth,
        Term::Int(n @ (0 | 1)) => n == 1,
        _ => {
            let wanted = Text::new("True or False", "True ou False");
            return Err(not_a(wanted, &answer.value, right));
        }
    };
    if given == expected {
        return Ok(());
    }
    let children = &case.graph[0];
    let values = children
        .iter()
        .map(|child| Term::Bool(and_or(&tree, child, depth(case)).0).to_string());
    let values = values.collect::<Vec<_>>().join(", ");
    let right_text = right.to_string();
    let why = if children.is_empty() {
        message!(
            "the value of a leaf is that of gagnante: {right_text}",
            "la valeur d'une feuille est celle de gagnante : {right_text}"
        )
    } else if case.first[0] {
        message!(
            "the value is {right_text}, the \"or\" of {values}",
            "la valeur est {right_text}, le « ou » de {values}"
        )
    } else {
        message!(
            "the value is {right_text}, the \"and\" of {values}",
            "la valeur est {right_text}, le « et » de {values}"
        )
    };
    Err(Wrong::expecting(why, right))
}

/// The mean and the mean square of the values at the ends of random plays.
fn moments(case: &Case, node: u32) -> [f64; 2] {
    let children = &case.graph[node as usize];
    if children.is_empty() {
        let value = f64::from(case.values[node as usize]);
        return [value, value * value];
    }
    let below = children.iter().map(|&child| moments(case, child));
    let sums = below.fold([0.0, 0.0], |[a, b], [c, d]| [a + c, b + d]);
    sums.map(|sum| sum / children.len() as f64)
}

pub(super) fn judge_monte_carlo(case: &Case, answer: &Answer) -> Judged {
    /// Standard deviations that chance does not reach.
    const FAR: f64 = 7.0;
    let [mean, square] = moments(case, 0);
    let samples = f64::from(case.numbers[0]);
    let tolerance = FAR * (square - mean * mean).max(0.0).sqrt() / samples.sqrt() + 1e-9;
    let right = Term::Float(mean);
    let Some(number) = answer.value.as_number() else {
        return Err(not_a(A_NUMBER, &answer.value, right));
    };
    if (number - mean).abs() <= tolerance {
        return Ok(());
    }
    let own = short(&answer.value);
    Err(Wrong::expecting(
        message!(
            "the mean over random plays is {mean:.3}, and {own} is farther from it than chance explains",
            "la moyenne sur les parties au hasard est {mean:.3}, et {own} en est plus loin que le hasard ne l'explique"
        ),
        right,
    ))
}

pub(super) fn judge_best_move(case: &Case, answer: &Answer) -> Judged {
    let tree = Searched::new(case);
    let depth = depth(case);
    let score = min_max(&tree, &0, depth);
    let children = &case.graph[0];
    let value = |child: &u32| min_max(&tree, child, depth - 1);
    let right = children.iter().find(|child| value(child) == score);
    let right = right.map_or(Term::None, |&child| Term::vertex(child));
    let child = as_vertex(case, &answer.value).filter(|v| children.contains(v));
    let Some(child) = child else {
        let wanted = Text::new("a child of n", "un fils de n");
        return Err(not_a(wanted, &answer.value, right));
    };
    if value(&child) == score {
        return Ok(());
    }
    Err(Wrong::expecting(
        message!(
            "{child} has the score {own}, and {best} has {score}",
            "{child} a le score {own}, et {best} a {score}",
            own = value(&child).to_string(),
            best = right.to_string(),
            score = score.to_string()
        ),
        right,
    ))
}

//! Why a position of Wythoff's game is won or lost: the pairs ⌊nφ⌋, ⌊nφ²⌋ with the golden ratio φ.

use super::{Square, Wythoff};
use noyau_core::reason::{Claim, Evidence, Explains, Reason, Situation};
use noyau_dynamic::prelude::*;

const WYTHOFF: Text = Text::new(
    "Wythoff 1907: lost exactly at the pairs ⌊nφ⌋, ⌊nφ²⌋, where φ = (1 + √5)/2 is the golden ratio",
    "Wythoff 1907 : perdante exactement aux paires ⌊nφ⌋, ⌊nφ²⌋, où φ = (1 + √5)/2 est le nombre d'or",
);

/// The lower number of the n-th pair, ⌊nφ⌋ = ⌊(n + √(5n²))/2⌋, without rounding.
fn lower(n: u64) -> u64 {
    n.midpoint((5 * n * n).isqrt())
}

/// The index of the pair that has a number, and its other number. Every number from 1 is in exactly one pair.
fn partner(number: u64) -> (u64, u64) {
    // The lower numbers ascend, and so do the upper ones.
    let least = |value: fn(u64) -> u64| {
        let (mut low, mut high) = (0, number + 1);
        while low < high {
            let middle = low.midpoint(high);
            if value(middle) < number {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    };
    let n = least(lower);
    if lower(n) == number {
        return (n, number + n);
    }
    let n = least(|n| lower(n) + n);
    (n, lower(n))
}

/// The index of the lost square to go to, and its numbers in the order of the given ones; the square itself if it is
/// lost.
fn target([low, high]: [u64; 2]) -> (u64, [u64; 2]) {
    let difference = high - low;
    let diagonal = lower(difference);
    if diagonal <= low {
        return (difference, [diagonal, diagonal + difference]);
    }
    // The partner of the lower number is less than the higher one: their difference is that of an earlier pair.
    let (n, other) = partner(low);
    (n, [low, other])
}

impl Explains for Wythoff {
    fn reasons(&self, &(column, row): &Square, _: Option<Situation>) -> Vec<Reason> {
        let [a, b] = [u64::from(column), u64::from(row)];
        let (n, [low, high]) = target([a.min(b), a.max(b)]);
        let (to_column, to_row) = if a <= b { (low, high) } else { (high, low) };
        let pair = [low.min(high), low.max(high)];
        let [first, second] = pair;
        let formula = message!(
            "⌊{n}φ⌋ = {first}, ⌊{n}φ²⌋ = {second}",
            "⌊{n}φ⌋ = {first}, ⌊{n}φ²⌋ = {second}"
        );
        let is_here = (to_column, to_row) == (a, b);
        let (outcome, text) = if (a, b) == (0, 0) {
            let text = message!(
                "The queen is in the corner, the pair of number 0: the side to move has lost.",
                "La reine est dans le coin, la paire de numéro 0 : le joueur au trait a perdu."
            );
            (Outcome::Loss, text)
        } else if is_here {
            let text = message!(
                "{column},{row} is the pair of number {n}: {formula}. No move leads from one pair to another, and from everywhere else one leads to a pair.",
                "{column},{row} est la paire de numéro {n} : {formula}. Aucun coup ne mène d'une paire à une autre, et de partout ailleurs il en est un vers une paire.",
                column = u32::from(column),
                row = u32::from(row),
                n = n,
                formula = formula
            );
            (Outcome::Loss, text)
        } else {
            let text = message!(
                "{column},{row} is no pair. Go to {to_column},{to_row}, the pair of number {n}: {formula}.",
                "{column},{row} n'est pas une paire. Allez en {to_column},{to_row}, la paire de numéro {n} : {formula}.",
                column = u32::from(column),
                row = u32::from(row),
                to_column = to_column,
                to_row = to_row,
                n = n,
                formula = formula
            );
            (Outcome::Win, text)
        };
        let mv = (!is_here).then(|| format!("{to_column},{to_row}"));
        vec![Reason {
            evidence: Evidence::WythoffPair {
                index: n as u32,
                pair: pair.map(|number| number as u32),
            },
            proves: Some(outcome),
            theorem: Some(WYTHOFF),
            claims: vec![Claim::after(mv.iter().cloned().collect(), outcome)],
            mv,
            text,
        }]
    }
}

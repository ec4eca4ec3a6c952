//! What tables, answers and certificates need of a solved graph. Independent of the types of a game.

use super::{Answer, Method};
use crate::certificate::GameSheet;
use noyau_core::game::Side;
use noyau_format::code::{Code, GAP, Numbers, SolvedTier, code_of_margin, code_of_value};
use noyau_graph::arena::Places;
use noyau_graph::solved::{MoveValue, SolvedGraph};
use std::collections::HashSet;
use std::io;

/// The code of a position in tables; `None` if its value is out of their range. If positions are doubled, both
/// halves are equal.
pub(super) fn code(solved: &SolvedGraph, number: u32) -> Option<u32> {
    match solved.value(number, Side::First) {
        MoveValue::Outcome(value) => code_of_value(value),
        MoveValue::Margin(margin) => code_of_margin(margin),
    }
}

/// A tier of a table from the tier, number in the tier and number in the graph of its positions, ascending; with
/// so many places if they are dense.
pub(super) fn tier(
    solved: &SolvedGraph,
    tier: u32,
    dense: Option<u64>,
    places: &[(u32, u64, u32)],
) -> Option<SolvedTier> {
    let len = dense.map_or(places.len(), |len| len as usize);
    let has_nimbers = solved.nimber(0).is_some();
    let mut values = vec![GAP; len];
    let mut nimbers = vec![0; if has_nimbers { len } else { 0 }];
    for (place, &(_, number, i)) in places.iter().enumerate() {
        let place = dense.map_or(place, |_| number as usize);
        values[place] = Code::try_from(code(solved, i)?).ok()?;
        if has_nimbers {
            nimbers[place] = u16::try_from(solved.nimber(i)?).ok()?;
        }
    }
    Some(SolvedTier {
        tier,
        numbers: match dense {
            Some(len) => Numbers::Dense(len),
            None => Numbers::Listed(places.iter().map(|place| place.1).collect()),
        },
        values,
        nimbers: has_nimbers.then_some(nimbers),
        counts: Vec::new(),
    })
}

/// The answer about a position; `moves` returns the texts of its legal moves.
pub(super) fn answer(
    solved: &SolvedGraph,
    (number, side): (u32, Side),
    lead: i32,
    quick: bool,
    moves: &dyn Fn(u32) -> Vec<String>,
) -> Answer {
    let start = solved.vertex(number, side);
    let best_of = |moves: &[(u32, MoveValue)]| {
        let best = moves.iter().map(|mv| mv.1).max();
        let all = 0..moves.len();
        all.filter(|&i| Some(moves[i].1) == best)
            .collect::<Vec<_>>()
    };
    let mut line = Vec::new();
    let mut seen = HashSet::new();
    let mut v = start;
    while seen.insert(v) {
        let here = solved.moves_at(v);
        let Some(&i) = best_of(&here).first() else {
            break;
        };
        line.push(moves(solved.number(v)).swap_remove(i));
        v = here[i].0;
    }
    let texts = moves(number);
    let here = solved.moves_at(start);
    let listed = if quick { 0 } else { here.len() };
    Answer {
        worth: Some(solved.value(number, side).worth(lead)),
        nimber: solved.nimber(number),
        best: best_of(&here).iter().map(|&i| texts[i].clone()).collect(),
        line,
        moves: texts
            .into_iter()
            .zip(&here)
            .map(|(text, mv)| (text, mv.1.worth(lead)))
            .take(listed)
            .collect(),
        positions: Some(solved.graph.len() as u64),
        ..Answer::by(Method::Graph)
    }
}

/// Writes the values of all positions reachable from the first, where `side` moves; `text` formats a position.
pub(super) fn write_values(
    solved: &SolvedGraph,
    side: Side,
    mut sheet: GameSheet<'_>,
    text: &dyn Fn(u32, Side) -> String,
) -> io::Result<()> {
    if let Some((arena, solution)) = solved.solution() {
        let mut places = Places::starting(arena, solved.graph.vertex(0, side), side);
        let mut at = 0;
        while let Some((v, side)) = places.get(at) {
            at += 1;
            sheet.value(&text(solved.graph.number(v), side), solution.value(v))?;
            for &w in arena.graph().successors(v) {
                places.after(side, w);
            }
        }
    }
    sheet.end()
}

//! Laws of numbered positions: descent, predecessors, and the tier layout.

use super::{Broken, along_random_plays, law};
use crate::game::Reversible;
use crate::index::{Coverage, Descending, Index};
use crate::random::SplitMix;
use std::collections::HashSet;

/// Checks that moves lead to lower numbers, that there are no gaps, and that `mark_predecessors` marks exactly the
/// predecessors.
pub fn check_descent<G: Descending>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    let mut before = Vec::new();
    let mut random = SplitMix(seed);
    let numbers = game.bound(0);
    let children = |position: &G::Position| -> Vec<u64> {
        let moves = game.legal_moves(position);
        let child = |mv| game.number(&game.child(position, mv));
        moves.into_iter().map(child).collect()
    };
    let mut check = |position: &G::Position| {
        let number = game.number(position);
        for child in children(position) {
            law(child < number, "every move leads to a lower number", || {
                format!("{position:?} has number {number} and a child of number {child}")
            })?;
            before.clear();
            game.mark_predecessors(child, &mut |number| before.push(number));
            law(
                before.contains(&number),
                "a position is marked from its children",
                || format!("number {number} from number {child}"),
            )?;
        }
        before.clear();
        game.mark_predecessors(number, &mut |number| before.push(number));
        before.retain(|&number| number < numbers);
        let distinct: HashSet<_> = before.iter().collect();
        law(
            distinct.len() == before.len(),
            "a position is marked once from each of its children",
            || format!("{position:?}"),
        )?;
        // There may be too many to check them all.
        for _ in 0..before.len().min(20) {
            let from = before[random.below(before.len())];
            law(
                game.position(0, from)
                    .is_some_and(|position| children(&position).contains(&number)),
                "only positions from which a move leads here are marked",
                || format!("number {from} from {position:?}"),
            )?;
        }
        Ok(())
    };
    along_random_plays(game, seed, games, |position, _| check(position))?;
    let mut random = SplitMix(seed);
    for _ in 0..games {
        let number = ((u128::from(random.next_u64()) * u128::from(numbers)) >> 64) as u64;
        match game.position(0, number) {
            Some(position) if game.number(&position) == number => check(&position)?,
            found => {
                return law(false, "numbers have no gaps", || {
                    format!("number {number} is {found:?}")
                });
            }
        }
    }
    Ok(())
}

/// Checks that `predecessors` returns exactly the predecessors.
pub fn check_predecessors<G: Reversible>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    let leads_to = |from: &G::Position, to: &G::Position| {
        let moves = game.legal_moves(from);
        moves.iter().any(|&mv| game.child(from, mv) == *to)
    };
    let mut predecessors = Vec::new();
    along_random_plays(game, seed, games, |position, moves| {
        for &mv in moves {
            let child = game.child(position, mv);
            predecessors.clear();
            game.predecessors(&child, &mut predecessors);
            law(
                predecessors.contains(position),
                "a position is a predecessor of its children",
                || format!("{position:?} before {child:?}"),
            )?;
        }
        predecessors.clear();
        game.predecessors(position, &mut predecessors);
        let distinct: HashSet<_> = predecessors.iter().collect();
        law(
            distinct.len() == predecessors.len(),
            "predecessors are distinct",
            || format!("{position:?}"),
        )?;
        for before in &predecessors {
            law(
                leads_to(before, position),
                "a move leads from every predecessor",
                || format!("{before:?} before {position:?}"),
            )?;
        }
        Ok(())
    })
}

/// Checks the tier layout: no move leads to a higher or undeclared tier, numbers and positions are inverse, images
/// share their canonical position, and children and predecessors match the rules.
pub fn check_layout<G: Index>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    if game.tiers() == 0 {
        return Ok(());
    }
    let mut room = Vec::new();
    let mut before = Vec::new();
    along_random_plays(game, seed, games, |position, moves| {
        let text = || format!("{position:?}");
        let tier = game.tier(position);
        law(tier < game.tiers(), "tiers are in range", text)?;
        law(
            game.expected(tier) > 0,
            "a tier that play comes to is expected to have positions",
            text,
        )?;
        let held = game.canonical(position);
        law(
            game.canonical(&held) == held,
            "a canonical position is its own",
            text,
        )?;
        law(
            game.tier(&held) == tier,
            "a canonical position is in the same tier",
            text,
        )?;
        law(
            (game.coverage() == Coverage::Class || game.to_move(&held) == game.to_move(position))
                && game.outcome(&held) == game.outcome(position),
            "a canonical position has the same outcome, and the same turn unless colours are exchanged",
            text,
        )?;
        law(
            game.orbit_size(&held) > 0 && game.orbit_size(&held) == game.orbit_size(position),
            "images have orbits of the same size",
            text,
        )?;
        let number = game.number(&held);
        law(number < game.bound(tier), "numbers are in range", || {
            format!("{position:?} has number {number} of {}", game.bound(tier))
        })?;
        law(
            game.dense(tier)
                .is_none_or(|dense| dense == game.bound(tier)),
            "dense numbers are bound by their number",
            text,
        )?;
        law(
            game.coverage() == Coverage::Reachable || game.dense(tier).is_some(),
            "what is whole is dense",
            text,
        )?;
        law(
            game.coverage() != Coverage::Class || game.tier(&game.start()) + 1 == game.tiers(),
            "a class is whole and starts in its highest tier",
            text,
        )?;
        law(
            game.locate(position) == (tier, number),
            "a position is located by its canonical form",
            text,
        )?;
        law(
            game.position(tier, number).as_ref() == Some(&held),
            "the position with a number has that number",
            || {
                format!(
                    "{held:?} has number {number}, which is {:?}",
                    game.position(tier, number)
                )
            },
        )?;
        let mut expected = Vec::new();
        for &mv in moves {
            let child = game.child(position, mv);
            let to = game.tier(&child);
            law(to <= tier, "no move leads to a higher tier", || {
                format!("{mv:?} in {position:?}: from {tier} to {to}")
            })?;
            law(
                game.child_tiers(tier).contains(&to),
                "a tier names the tiers its moves lead to",
                || format!("{mv:?} in {position:?}: from {tier} to {to}"),
            )?;
            let held = game.canonical(&child);
            expected.push((mv, to, game.number(&held)));
            law(
                to < tier || !game.descends(tier) || game.number(&held) < number,
                "where numbers descend, every move leads to a lower one",
                || format!("{mv:?} in {position:?}"),
            )?;
            before.clear();
            if to == tier && game.predecessors_in_tier(&held, &mut before) {
                law(
                    !game.keeps_turn(position, mv),
                    "where a game plays backwards in a tier, the turn passes",
                    text,
                )?;
                let own = game.canonical(position);
                law(
                    before.iter().any(|before| game.canonical(before) == own),
                    "an image of a position is a predecessor of its children",
                    || format!("{position:?} before {held:?}"),
                )?;
            }
        }
        let mut found = Vec::new();
        game.for_each_child(position, &mut room, |mv, to, number| {
            found.push((mv, to, number));
        });
        law(
            found == expected,
            "children are found in the order of moves, by tier and number",
            || format!("{position:?}: {found:?}, not {expected:?}"),
        )?;
        before.clear();
        game.predecessors_in_tier(&held, &mut before);
        for before in &before {
            let mut leads = false;
            game.for_each_child(before, &mut room, |_, to, child| {
                leads |= (to, child) == (tier, number);
            });
            law(
                leads && game.tier(before) == tier,
                "a move leads from every predecessor, in the same tier",
                || format!("{before:?} before {held:?}"),
            )?;
        }
        Ok(())
    })
}

//! The laws of [`Tactics`].

use super::{Broken, along_random_plays, law};
use crate::game::Side;
use crate::random::SplitMix;
use crate::tactics::Tactics;
use std::collections::HashSet;

/// Checks that the noisy moves listed are those that are called so, that passing changes the side to move only, and that
/// no random play comes back to a position after a move that is said to be irreversible.
pub fn check_tactics<G: Tactics>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    let mut noisy = Vec::new();
    along_random_plays(game, seed, games, |position, moves| {
        noisy.clear();
        game.winning_noise(position, &mut noisy);
        let named = moves.iter().copied();
        let named: Vec<_> = named.filter(|&mv| game.noise(position, mv) > 0).collect();
        law(
            noisy == named,
            "the noisy moves listed are those of positive noise",
            || format!("{noisy:?} and {named:?} in {position:?}"),
        )?;
        let passed = game.passed(position);
        let side = game.to_move(position);
        law(
            passed.is_none_or(|passed| game.to_move(&passed) == side.map(Side::other)),
            "after a pass the other side is to move",
            || format!("{position:?}"),
        )
    })?;
    let mut random = SplitMix(seed);
    let mut moves = Vec::new();
    for _ in 0..games {
        let (mut gone, mut since) = (HashSet::new(), Vec::new());
        let mut position = game.start();
        for _ply in 0..500 {
            law(
                !gone.contains(&position),
                "what an irreversible move leaves does not come back",
                || format!("{position:?}"),
            )?;
            let Some(mv) = game.random_move(&position, &mut random, &mut moves) else {
                break;
            };
            since.push(position.clone());
            if game.is_irreversible(&position, mv) {
                gone.extend(since.drain(..));
            }
            game.play(&mut position, mv);
        }
    }
    Ok(())
}

//! The laws of [`Guide`].

use super::{Broken, along_random_plays, law};
use crate::guide::Guide;
use crate::random::SplitMix;

/// Checks that likely moves are legal and there where play is not over, that something is expected of every move, and that
/// kinds are numbered.
pub fn check_guide<G: Guide>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    let mut random = SplitMix(seed);
    let mut expected = Vec::new();
    along_random_plays(game, seed, games, |position, moves| {
        for last in moves.iter().copied().map(Some).chain([None]) {
            let likely = game.likely_move(position, last, &mut random);
            law(
                likely.map_or(moves.is_empty(), |mv| moves.contains(&mv)),
                "a likely move is a move",
                || format!("{likely:?} in {position:?}"),
            )?;
        }
        expected.clear();
        game.expect(position, None, moves, &mut expected);
        law(
            expected.len() == moves.len()
                && expected.iter().all(|it| 0.0 <= it.won && it.won <= it.of),
            "something is expected of every move",
            || format!("{expected:?} in {position:?}"),
        )?;
        let kinds = game.kinds();
        law(
            moves
                .iter()
                .all(|&mv| game.kind(mv).is_none_or(|kind| kind < kinds)),
            "kinds are numbered",
            || format!("{position:?}"),
        )
    })
}

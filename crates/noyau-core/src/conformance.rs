//! Laws that every game obeys. Tests run them for each registered game; games outside this repository can use them
//! too.

mod guide;
mod numbers;
mod tactics;

pub use self::guide::check_guide;
pub use self::numbers::{check_descent, check_layout, check_predecessors};
pub use self::tactics::check_tactics;

use crate::cells::Cells;
use crate::game::{Game, Outcome, Side};
use crate::heuristic::{Heuristic, WON};
use crate::hints::{Finite, Keyed, Recent, SURE, Score, SearchHints, StaticEval, loss, win};
use crate::notation::Notation;
use crate::payoff::Payoff;
use crate::points::Points;
use crate::random::SplitMix;
use crate::sum::{PlacementGame, Splits};
use crate::symmetry::{Symmetric, canonical};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// A violated law.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The law.
    pub law: &'static str,
    /// The position, and what was found there.
    pub found: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.found)
    }
}

impl std::error::Error for Broken {}

fn law(holds: bool, law: &'static str, found: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds {
        Ok(())
    } else {
        Err(Broken {
            law,
            found: found(),
        })
    }
}

/// Checks the rules in every position of random games.
pub fn check_rules<G: Notation>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    let mut random = SplitMix(seed);
    for _ in 0..games {
        let mut position = game.start();
        let mut side = game.to_move(&position).unwrap_or(Side::First);
        for _ply in 0..500 {
            let moves = check_position(game, &position, side).map_err(|broken| Broken {
                found: format!("{} (seed {seed})", broken.found),
                ..broken
            })?;
            let Some(&mv) = moves.get(random.below(moves.len())) else {
                break;
            };
            side = side.after(game.keeps_turn(&position, mv));
            game.play(&mut position, mv);
        }
    }
    Ok(())
}

/// Checks the laws in one position and returns its legal moves.
pub fn check_position<G: Notation>(
    game: &G,
    position: &G::Position,
    side: Side,
) -> Result<Vec<G::Move>, Broken> {
    let text = game.format_position(position, side);
    let moves = game.legal_moves(position);

    law(
        moves.is_empty() == game.outcome(position).is_some(),
        "a game is over exactly when there is no move",
        || text.clone(),
    )?;
    law(
        moves.iter().collect::<HashSet<_>>().len() == moves.len(),
        "moves are distinct",
        || text.clone(),
    )?;
    let mut again = moves.clone();
    game.moves(position, &mut again);
    law(
        again[..moves.len()] == moves[..] && again[moves.len()..] == moves[..],
        "moves are appended, always the same in the same order",
        || text.clone(),
    )?;
    law(
        game.to_move(position).is_none_or(|mover| mover == side),
        "the turn passes as positions tell",
        || text.clone(),
    )?;

    let names: HashSet<_> = moves
        .iter()
        .map(|&mv| game.format_move(position, mv))
        .collect();
    law(
        names.len() == moves.len(),
        "the texts of moves are distinct",
        || text.clone(),
    )?;
    for &mv in &moves {
        let name = game.format_move(position, mv);
        law(
            game.parse_move(position, &name) == Some(mv),
            "the text of a move reads back",
            || format!("{name} in {text}"),
        )?;
    }
    match game.parse_position(&text) {
        Ok(read) => law(
            read == (position.clone(), side),
            "the text of a position reads back",
            || format!("{text} reads as {}", game.format_position(&read.0, read.1)),
        )?,
        Err(why) => law(false, "the text of a position reads back", || {
            format!("{text}: {why}")
        })?,
    }

    let view = game.view(position, side);
    law(
        view.moves.len() == moves.len(),
        "the picture shows every legal move",
        || text.clone(),
    )?;
    law(
        view.moves.iter().all(|touch| {
            touch.cells.iter().all(|&cell| cell < view.cells.len())
                && touch.lines.iter().all(|&line| line < view.lines.len())
        }),
        "moves touch what is drawn",
        || text.clone(),
    )?;
    Ok(moves)
}

/// Plays random games and calls `check` with every position, terminal ones included, and its legal moves.
fn along_random_plays<G: Game>(
    game: &G,
    seed: u64,
    games: usize,
    mut check: impl FnMut(&G::Position, &[G::Move]) -> Result<(), Broken>,
) -> Result<(), Broken> {
    let mut random = SplitMix(seed);
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut position = game.start();
        for _ply in 0..500 {
            moves.clear();
            game.moves(&position, &mut moves);
            check(&position, &moves)?;
            let Some(&mv) = moves.get(random.below(moves.len())) else {
                break;
            };
            game.play(&mut position, mv);
        }
    }
    Ok(())
}

/// Checks that the text of moves, one or several, splits and parses back.
pub fn check_lines<G: Notation>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    along_random_plays(game, seed, games, |position, moves| {
        let names: Vec<_> = moves
            .iter()
            .map(|&mv| game.format_move(position, mv))
            .collect();
        for line in names.chunks(1).chain([&names[..]]) {
            let text = game.join_moves(line);
            law(
                game.split_moves(&text) == line,
                "a line of moves splits into its moves",
                || format!("{line:?} is written {text:?}"),
            )?;
        }
        Ok(())
    })
}

/// Checks that random moves are legal and roughly uniform, and exist unless the position is terminal.
pub fn check_random_moves<G: Game>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    const DRAWS: usize = 60;
    let mut random = SplitMix(seed);
    let mut room = Vec::new();
    along_random_plays(game, seed, games, |position, moves| {
        let text = || format!("{position:?}");
        let drawn = game.random_move(position, &mut random, &mut room);
        law(
            drawn.is_some() != moves.is_empty() && drawn.is_none_or(|mv| moves.contains(&mv)),
            "a random move is a legal one",
            text,
        )?;
        // Counting is slow where there are many moves; a few positions suffice.
        if moves.is_empty() || random.below(16) > 0 {
            return Ok(());
        }
        let mut counts = vec![0usize; moves.len()];
        for _ in 0..DRAWS * moves.len() {
            let drawn = game.random_move(position, &mut random, &mut room);
            let Some(found) = moves.iter().position(|&mv| Some(mv) == drawn) else {
                return law(false, "a random move is a legal one", text);
            };
            counts[found] += 1;
        }
        law(
            counts
                .iter()
                .all(|n| (DRAWS / 5..DRAWS * 9 / 5).contains(n))
                || moves.len() == 1,
            "every move is as likely as any other",
            || format!("{counts:?} in {position:?}"),
        )
    })
}

/// Checks the claim of an impartial game: positions do not determine the side, no move keeps the turn, and a side
/// without moves loses.
pub fn check_impartial<G: Game>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    along_random_plays(game, seed, games, |position, moves| {
        let text = || format!("{position:?}");
        law(
            game.to_move(position).is_none(),
            "both sides share the positions of an impartial game",
            text,
        )?;
        law(
            game.outcome(position)
                .is_none_or(|end| end == Outcome::Loss),
            "who cannot move loses an impartial game",
            text,
        )?;
        law(
            moves.iter().all(|&mv| !game.keeps_turn(position, mv)),
            "the turn passes in an impartial game",
            text,
        )
    })
}

/// Checks that points add up along every move, where positions determine them, and that the outcome of a terminal
/// position is the sign of its settlement.
pub fn check_points<G: Points>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    law(
        game.won(&game.start()).is_none_or(|won| won == 0),
        "nothing is won at the start",
        || format!("{:?}", game.won(&game.start())),
    )?;
    along_random_plays(game, seed, games, |position, moves| {
        for &mv in moves {
            let before = game.won(position).map(|won| won + game.gain(position, mv));
            let after = game.won(&game.child(position, mv));
            law(before == after, "what is won adds up along a move", || {
                format!("{mv:?} in {position:?}: {before:?}, but {after:?}")
            })?;
        }
        let Some(outcome) = game.outcome(position) else {
            return Ok(());
        };
        let (own, other) = game.settle(position);
        law(
            outcome == Outcome::of_margin(own - other),
            "the outcome of an end is the sign of what it brings",
            || format!("{position:?}: {own} and {other}, but {outcome}"),
        )
    })
}

/// Checks that cell states are in range and distinguish all that the picture shows: cells with different pieces,
/// relative to the side to move, have different states.
pub fn check_cells<G: Cells + Notation>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    let mut shown = HashMap::new();
    along_random_plays(game, seed, games, |position, moves| {
        if moves.is_empty() {
            return Ok(());
        }
        let side = game.to_move(position).unwrap_or(Side::First);
        let view = game.view(position, side);
        let counts = game.counts();
        let mut states = vec![u8::MAX; view.cells.len() + counts.len()];
        game.read_cells(position, &mut states);
        let most = view.cells.iter().map(|_| game.states());
        let mut most = most.chain(counts.iter().map(|&most| usize::from(most)));
        law(
            states
                .iter()
                .all(|&state| most.next().is_some_and(|most| usize::from(state) < most)),
            "the state of a cell is below their number",
            || format!("{states:?} in {position:?}"),
        )?;
        for (place, cell) in view.cells.iter().enumerate() {
            let state = states[game.seen(place, side)];
            let piece = cell.piece.as_ref();
            let piece = piece.map(|piece| (piece.side, piece.symbol));
            // Pictures show sides, states are relative to the side to move.
            law(
                *shown.entry((state, side as u8)).or_insert(piece) == piece,
                "cells in the same state show the same",
                || format!("state {state} in {position:?}"),
            )?;
        }
        Ok(())
    })
}

/// Checks that symmetries commute with play and preserve outcomes and turns.
pub fn check_symmetry<G: Symmetric + Notation>(
    game: &G,
    seed: u64,
    games: usize,
) -> Result<(), Broken> {
    along_random_plays(game, seed, games, |position, moves| {
        let least = canonical(game, position);
        law(
            game.transform(position, 0) == *position,
            "symmetry 0 is the identity",
            || format!("{position:?}"),
        )?;
        for s in 0..game.symmetries() {
            let text = || format!("{position:?} under symmetry {s}");
            let image = game.transform(position, s);
            let side = game.to_move(&image).unwrap_or(Side::First);
            law(
                game.parse_position(&game.format_position(&image, side))
                    == Ok((image.clone(), side)),
                "the image of a position is a position of the game",
                text,
            )?;
            law(
                canonical(game, &image) == least,
                "images have the same canonical position",
                text,
            )?;
            law(
                game.outcome(&image) == game.outcome(position),
                "symmetry keeps the outcome",
                text,
            )?;
            law(
                game.to_move(&image) == game.to_move(position),
                "symmetry keeps the turn",
                text,
            )?;
            let mut images: Vec<_> = moves
                .iter()
                .map(|&mv| game.transform_move(position, mv, s))
                .collect();
            let mut legal = Vec::new();
            game.moves(&image, &mut legal);
            for (&mv, &there) in moves.iter().zip(&images) {
                law(
                    legal.contains(&there),
                    "the image of a legal move is legal",
                    || format!("{mv:?} in {}", text()),
                )?;
                law(
                    game.transform(&game.child(position, mv), s) == game.child(&image, there),
                    "symmetry commutes with play",
                    || format!("{mv:?} in {}", text()),
                )?;
                law(
                    game.keeps_turn(position, mv) == game.keeps_turn(&image, there),
                    "symmetry keeps who moves next",
                    || format!("{mv:?} in {}", text()),
                )?;
            }
            images.sort_unstable();
            legal.sort_unstable();
            law(images == legal, "symmetry maps moves one to one", text)?;
        }
        Ok(())
    })
}

/// Checks the bound on the length of plays, and that keys fit their bits and distinguish positions.
pub fn check_keys<G: Finite + Keyed>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    let mut met: HashMap<u128, (usize, Option<Outcome>)> = HashMap::new();
    along_random_plays(game, seed, games, |position, moves| {
        let left = game.most_plies(position);
        for &mv in moves {
            let child = game.child(position, mv);
            law(
                game.most_plies(&child) < left,
                "every move brings the end nearer",
                || format!("{left} plies from {position:?}, as many after {mv:?}"),
            )?;
        }
        let key = game.key(position);
        law(
            u128::BITS - key.leading_zeros() <= game.key_bits(),
            "keys are no longer than said",
            || format!("{key:#x} of {position:?}, {} bits", game.key_bits()),
        )?;
        let seen = (moves.len(), game.outcome(position));
        law(
            *met.entry(key).or_insert(seen) == seen,
            "positions with the same key are worth the same",
            || format!("{position:?} has the key {key:#x} of one with other moves"),
        )
    })
}

/// Checks keys, and compares search hints with plain minimax near the end.
pub fn check_search_hints<G: SearchHints>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    check_hints(game, &Payoff::OUTCOME, 6, seed, games)
}

/// The same in games with points.
pub fn check_search_hints_for_points<G: SearchHints + Points>(
    game: &G,
    seed: u64,
    games: usize,
) -> Result<(), Broken> {
    check_hints(game, &Payoff::POINTS, 12, seed, games)
}

/// Compares search hints with minimax at most `near` plies before the end.
fn check_hints<G: SearchHints>(
    game: &G,
    payoff: &Payoff<G>,
    near: u32,
    seed: u64,
    games: usize,
) -> Result<(), Broken> {
    check_keys(game, seed, games)?;
    let (mut known, mut recent) = (HashMap::new(), Recent::default());
    let mut check = |position: &G::Position, static_eval: StaticEval<G::Move, G::Sight>| {
        let score = minimax(game, payoff, position, &mut known);
        let StaticEval::Open {
            low,
            high,
            forced,
            sight,
            ..
        } = static_eval
        else {
            return law(
                game.outcome(position).is_some(),
                "play is over where a static_eval says so",
                || format!("{position:?}"),
            );
        };
        law(
            low <= score && score <= high,
            "the bounds of a static_eval hold",
            || format!("{score} in {position:?}, not {low} to {high}"),
        )?;
        if low == high {
            return Ok(());
        }
        for wanted in [loss(near), score - 1, score, score + 1, win(near)] {
            let mut bounds = vec![game.bounds(position, &sight, wanted)];
            if game.near_end(position) {
                bounds.push(game.finish(position, &sight, wanted, &mut recent));
            }
            for (least, most) in bounds {
                law(least <= score && score <= most, "bounds hold", || {
                    format!("{score} in {position:?}, not {least} to {most}")
                })?;
            }
        }
        let mut candidates = Vec::new();
        match forced {
            Some(mv) => candidates.push(mv),
            None => game.candidates(position, &sight, &mut candidates),
        }
        let mut best = low;
        for mv in candidates {
            let child = game.child(position, mv);
            best = best.max(brought(game, payoff, position, mv, &mut known));
            law(
                forced.is_some() || game.most_plies(&child) <= near,
                "candidates are legal",
                || format!("{mv:?} in {position:?}"),
            )?;
        }
        law(
            best == score,
            "no move but the candidates brings more than the lower bound",
            || format!("{best} instead of {score} in {position:?}"),
        )
    };
    along_random_plays(game, seed, games, |position, _| {
        if game.most_plies(position) > near || game.outcome(position).is_some() {
            return Ok(());
        }
        check(position, game.static_eval(position))?;
        if let StaticEval::Open {
            low,
            high,
            forced: None,
            sight,
            ..
        } = game.static_eval(position)
            && low < high
        {
            let mut candidates = Vec::new();
            game.candidates(position, &sight, &mut candidates);
            for mv in candidates {
                let child = game.child(position, mv);
                check(&child, game.static_eval_after(&child))?;
            }
        }
        Ok(())
    })
}

/// The score of a position by full minimax, with those found before.
fn minimax<G: Game>(
    game: &G,
    payoff: &Payoff<G>,
    position: &G::Position,
    known: &mut HashMap<G::Position, Score>,
) -> Score {
    if let Some(end) = payoff.end(game, position) {
        return if payoff.has_points() { end } else { end * SURE };
    }
    if let Some(&score) = known.get(position) {
        return score;
    }
    let moves = game.legal_moves(position);
    let scores = moves
        .iter()
        .map(|&mv| brought(game, payoff, position, mv, known));
    let score = scores.max().unwrap_or(0);
    known.insert(position.clone(), score);
    score
}

/// The score of a move for the side that plays it.
fn brought<G: Game>(
    game: &G,
    payoff: &Payoff<G>,
    position: &G::Position,
    mv: G::Move,
    known: &mut HashMap<G::Position, Score>,
) -> Score {
    let score = minimax(game, payoff, &game.child(position, mv), known);
    let later = if payoff.has_points() {
        score
    } else {
        score - score.signum()
    };
    payoff.effect(game, position, mv).score(later)
}

/// Checks that a move in a sum is a move in exactly one part and leaves the others unchanged.
pub fn check_parts<G: Splits>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    let parts_of = |position: &G::Position| {
        let mut parts = Vec::new();
        game.split(position, &mut parts);
        parts.sort();
        parts
    };
    along_random_plays(game, seed, games, |position, moves| {
        let text = || format!("{position:?}");
        let parts = parts_of(position);
        let mut sums = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let mut inside = Vec::new();
            game.moves(part, &mut inside);
            let mut either = inside.clone();
            game.moves(&game.turned(part), &mut either);
            law(!either.is_empty(), "every part has moves for a side", text)?;
            law(
                game.turned(&game.turned(part)) == *part,
                "turning twice gives the part back",
                text,
            )?;
            for mv in inside {
                let keeps = game.keeps_turn(part, mv);
                let others = parts.iter().enumerate().filter(|&(j, _)| j != i);
                let mut rest: Vec<_> = others
                    .map(|(_, other)| {
                        if keeps {
                            other.clone()
                        } else {
                            game.turned(other)
                        }
                    })
                    .collect();
                rest.extend(parts_of(&game.child(part, mv)));
                rest.sort();
                sums.push(rest);
            }
        }
        let mut children: Vec<_> = moves
            .iter()
            .map(|&mv| parts_of(&game.child(position, mv)))
            .collect();
        // Equal parts have equal moves, which the sum may merge.
        sums.sort();
        sums.dedup();
        children.sort();
        children.dedup();
        law(
            sums == children,
            "the moves of the parts are the moves of the sum",
            text,
        )
    })
}

/// Checks that moves take free cells and do nothing else, on every part of the free cells, and that a side without a move
/// loses.
pub fn check_placement<G: PlacementGame>(game: &G, seed: u64, games: usize) -> Result<(), Broken> {
    let mut random = SplitMix(seed);
    along_random_plays(game, seed, games, |position, moves| {
        let text = || format!("{position:?}");
        let free = game.free(position);
        let Some(side) = game.to_move(position) else {
            return law(false, "a position determines the side to move", text);
        };
        let list = |free: u128, side: Side| {
            let mut out = Vec::new();
            game.placements(free, side, &mut out);
            out.sort_unstable();
            out
        };
        let mut taken: Vec<_> = moves
            .iter()
            .map(|&mv| free ^ game.free(&game.child(position, mv)))
            .collect();
        taken.sort_unstable();
        law(
            list(free, side) == taken && taken.iter().all(|&cells| cells & !free == 0),
            "the moves take what the placements say",
            text,
        )?;
        law(
            moves.iter().all(|&mv| {
                game.to_move(&game.child(position, mv)) == Some(side.other())
                    && !game.keeps_turn(position, mv)
            }),
            "turns alternate",
            text,
        )?;
        law(
            !moves.is_empty() || game.outcome(position) == Some(Outcome::Loss),
            "a side without a move loses",
            text,
        )?;
        let cells = u128::from(random.next_u64()) | u128::from(random.next_u64()) << 64;
        let part = free & cells;
        let both = Side::BOTH.into_iter();
        let mut both = both.map(|side| {
            let inside = list(free, side).into_iter().filter(|&mv| mv & !part == 0);
            list(part, side) == inside.collect::<Vec<_>>()
        });
        law(
            both.all(|same| same),
            "a move is legal wherever its cells are free",
            text,
        )
    })
}

/// Checks the course's contract for heuristics: scores of positions that are not terminal lie strictly between −M
/// and M.
pub fn check_heuristic<G: Game>(
    game: &G,
    heuristic: &Heuristic<G>,
    seed: u64,
    games: usize,
) -> Result<(), Broken> {
    along_random_plays(game, seed, games, |position, moves| {
        let score = if moves.is_empty() {
            return Ok(());
        } else {
            (heuristic.score)(game, position)
        };
        law(
            -WON < score && score < WON,
            "a heuristic stays strictly between the scores of lost and won positions",
            || format!("{} gives {score} for {position:?}", heuristic.name),
        )
    })
}

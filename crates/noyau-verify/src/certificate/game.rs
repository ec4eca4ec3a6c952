//! Claims about the positions of a game: moves are generated from the rules.

use super::claims::{Claim, best};
use super::graph::Names;
use super::json::Scanner;
use super::{OpenByName, Refused, Verified, Wrong, wrong_end};
use noyau_core::cursor::{Cursor, Problem};
use noyau_core::game::Outcome;
use noyau_core::walk::Walkable;

/// The parts of such a certificate.
pub(super) struct Parts<'a> {
    pub(super) game: Scanner<'a>,
    pub(super) rules: Scanner<'a>,
    pub(super) position: Scanner<'a>,
    pub(super) claim: Scanner<'a>,
}

/// Checks that the position and all positions reachable from it have a value, and that the values agree with the
/// rules. Further positions are allowed and checked as well.
pub(super) fn check(mut parts: Parts<'_>, open: OpenByName<'_>) -> Result<Verified, Refused> {
    let name = parts.game.string()?;
    let rules = parts.rules.number()?;
    let position = parts.position.string()?;
    let [values] = super::members(&parts.claim, ["values"])?;
    let values = super::required(&parts.claim, values, "values")?;
    let names = Names::read(&values)?;
    let claims = names.each(&values, Claim::Open, Claim::read)?;

    let mut game = opened(&name, rules, open)?;
    // The equations do not include points.
    if game.has_points() {
        let game = name.into_owned();
        return Err(Wrong::Points { game }.into());
    }
    if names.find(&position).is_none() {
        let position = position.into_owned();
        return Err(Wrong::PositionMissing { position }.into());
    }
    let mut moves = 0;
    let mut successors = Vec::new();
    for (v, &claimed) in (0..).zip(&claims) {
        let position = set_up(&mut *game, names.get(v).into_owned())?;
        let side = game.side();
        if let Some(truth) = end(&*game) {
            if claimed != truth {
                return Err(wrong_end(position, claimed.words(), truth.words()));
            }
            continue;
        }
        for mv in game.moves() {
            let (child, same) = after_move(&mut *game, &position, &mv, |game| {
                (game.position(), game.side() == side)
            })?;
            let Some(w) = names.find(&child) else {
                return Err(Wrong::ChildMissing {
                    position,
                    mv,
                    child,
                }
                .into());
            };
            successors.push((w, claims[w as usize].before(same)));
            moves += 1;
        }
        let Some((w, truth)) = best(successors.drain(..)) else {
            return Err(Wrong::NoMoves { position }.into());
        };
        if claimed != truth {
            let (vertex, successor) = (position, names.get(w).into_owned());
            let (claim, truth) = (claimed.words(), truth.words());
            let other = claims[w as usize].words();
            return Err(Refused::Wrong(Wrong::Value {
                vertex,
                claim,
                successor,
                other,
                truth,
            }));
        }
    }
    settled(&*game)?;
    Ok(Verified {
        kind: "game".to_owned(),
        vertices: names.len() as u64,
        edges: moves,
    })
}

/// Evaluates `see` after a move of the current position, and restores the position.
pub(super) fn after_move<T>(
    game: &mut dyn Cursor,
    position: &str,
    mv: &str,
    see: impl FnOnce(&dyn Cursor) -> T,
) -> Result<T, Wrong> {
    if let Err(why) = game.play(mv) {
        let (position, mv) = (position.to_owned(), mv.to_owned());
        return Err(Wrong::MovePlayed { position, mv, why });
    }
    let seen = see(game);
    game.undo();
    Ok(seen)
}

/// Opens the game with the claimed version of its rules.
pub(super) fn opened(
    name: &str,
    rules: u32,
    open: OpenByName<'_>,
) -> Result<Box<dyn Walkable>, Refused> {
    let game = open(name).map_err(Refused::Game)?;
    let here = game.rules_version();
    if here != rules {
        return Err(Refused::Game(Problem::RulesVersion {
            game: name.to_owned(),
            wanted: rules,
            here,
        }));
    }
    Ok(game)
}

/// Checks that the rules have no gap in any position visited.
pub(super) fn settled(game: &dyn Cursor) -> Result<(), Wrong> {
    match game.defect() {
        None => Ok(()),
        Some(why) => Err(Wrong::RulesOpen {
            game: game.name(),
            why,
        }),
    }
}

/// Sets up the position of a text, which must be the canonical one: a second text for a position could hide a
/// second claim about it.
pub(super) fn set_up(game: &mut dyn Cursor, text: String) -> Result<String, Refused> {
    if let Err(why) = game.set(&text) {
        return Err(Wrong::NotAPosition { text, why }.into());
    }
    rightly_written(text, game.position())
}

/// The same for a position without the points so far.
pub(super) fn set_up_board(game: &mut dyn Cursor, text: String) -> Result<String, Refused> {
    if let Err(why) = game.set_board(&text) {
        return Err(Wrong::NotAPosition { text, why }.into());
    }
    rightly_written(text, game.board())
}

fn rightly_written(text: String, right: String) -> Result<String, Refused> {
    if right == text {
        Ok(text)
    } else {
        Err(Wrong::OtherText { text, right }.into())
    }
}

/// The claim for a terminal position.
pub(super) fn end(game: &dyn Cursor) -> Option<Claim> {
    game.outcome().map(|outcome| match outcome {
        Outcome::Loss => Claim::Lost(0),
        Outcome::Draw => Claim::Open,
        Outcome::Win => Claim::Won(0),
    })
}

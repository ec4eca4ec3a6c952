//! Claims about the positions of a game: the moves are generated again from the rules.

use super::claims::{Claim, best};
use super::graph::Names;
use super::json::Scanner;
use super::{OpenByName, Refused, Verified, Wrong};
use crate::erased::Problem;
use crate::game::Outcome;

/// Where the parts of such a certificate stand.
pub(super) struct Parts<'a> {
    pub(super) game: Scanner<'a>,
    pub(super) rules: Scanner<'a>,
    pub(super) position: Scanner<'a>,
    pub(super) claim: Scanner<'a>,
}

/// Checks that a value is given for the position and for all that play can reach from there, and that the values agree
/// with the rules. Positions beyond these do no harm: whatever is said of them is checked as well.
pub(super) fn check(mut parts: Parts<'_>, open: OpenByName<'_>) -> Result<Verified, Refused> {
    let name = parts.game.string()?;
    let rules = parts.rules.number()?;
    let position = parts.position.string()?;
    let [values] = super::members(&parts.claim, ["values"])?;
    let values = super::required(&parts.claim, values, "values")?;
    let names = Names::read(&values)?;
    let claims = names.each(&values, Claim::Open, Claim::read)?;

    let mut game = open(&name).map_err(Refused::Game)?;
    let here = game.info().version;
    if here != rules {
        return Err(Refused::Game(Problem::RulesVersion {
            game: name.into_owned(),
            wanted: rules,
            here,
        }));
    }
    // With points so far, endless play need not be a draw, as the equations below have it.
    if game.points().is_some() {
        return Err(Wrong::Points {
            game: name.into_owned(),
        }
        .into());
    }
    if names.find(&position).is_none() {
        let position = position.into_owned();
        return Err(Wrong::PositionMissing { position }.into());
    }
    let mut moves = 0;
    let mut successors = Vec::new();
    for (v, &claimed) in (0..).zip(&claims) {
        let text = names.get(v);
        if let Err(why) = game.set(&text) {
            let text = text.into_owned();
            return Err(Wrong::NotAPosition { text, why }.into());
        }
        // A second text for a position could hide a second claim about it.
        let right = game.position();
        if right != text {
            let text = text.into_owned();
            return Err(Wrong::OtherText { text, right }.into());
        }
        let position = text.into_owned();
        let side = game.side();
        if let Some(outcome) = game.outcome() {
            let truth = match outcome {
                Outcome::Loss => Claim::Lost(0),
                Outcome::Draw => Claim::Open,
                Outcome::Win => Claim::Won(0),
            };
            if claimed != truth {
                return Err(Wrong::FinalValue {
                    vertex: position,
                    claim: claimed.words(),
                    truth: truth.words(),
                }
                .into());
            }
            continue;
        }
        for mv in game.moves() {
            if let Err(why) = game.play(&mv) {
                return Err(Wrong::MovePlayed { position, mv, why }.into());
            }
            let child = game.position();
            let Some(w) = names.find(&child) else {
                return Err(Wrong::ChildMissing {
                    position,
                    mv,
                    child,
                }
                .into());
            };
            successors.push((w, claims[w as usize].before(game.side() == side)));
            game.undo();
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
    Ok(Verified {
        kind: "game".to_owned(),
        vertices: names.len() as u64,
        edges: moves,
    })
}

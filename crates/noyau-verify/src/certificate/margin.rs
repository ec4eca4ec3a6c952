//! Claims about the margins still to come in a game with points, which prove each other down to the end of play.
//!
//! As for values, a lower bound needs one move and an upper bound needs all; gains come from the rules. Infinite
//! play wins nothing, and no points are won along a cycle. So a claim that something is still to be won or lost has
//! a rank and rests on claims of lower rank: the side that follows its claims gets there eventually. The other
//! claims hold even under infinite play.

use super::game::{after_move, set_up, set_up_board};
use super::graph::Names;
use super::json::Scanner;
use super::proof::{self, Wanted};
use super::{Refused, Wrong, wrong_end};
use noyau_core::cursor::Cursor;
use noyau_core::language::{Message, Text};
use noyau_core::message;

/// Bounds of the margin still to come, and the rank.
type Bounds = proof::Bounds<i64>;

/// Exceeds every margin, and so does half of it.
const NO_BOUND: i64 = 1 << 40;

const ANYTHING: Bounds = Bounds {
    least: -NO_BOUND,
    most: NO_BOUND,
    rank: u32::MAX,
};

const TRIPLE: Text = Text::new(
    "the least and the most, each a margin or null, and then a rank if need be,",
    "le moins et le plus, chacun un écart ou null, puis un rang s'il en faut un,",
);

impl Bounds {
    /// The bounds one move earlier, for the side that moves there and wins `gain`.
    fn before(self, gain: i64, same_side: bool) -> Self {
        let (least, most) = if same_side {
            (self.least, self.most)
        } else {
            (-self.most, -self.least)
        };
        Self {
            least: if least <= -NO_BOUND {
                least
            } else {
                gain + least
            },
            most: if most >= NO_BOUND { most } else { gain + most },
            rank: self.rank,
        }
    }

    /// Whether infinite play would violate the lower bound, and the upper bound, for a side.
    fn is_strict(self, same_side: bool) -> [bool; 2] {
        let (above, below) = (self.least > 0, self.most < 0);
        if same_side {
            [above, below]
        } else {
            [below, above]
        }
    }
}

fn words(margin: i64) -> Message {
    match margin {
        NO_BOUND => message!("anything", "n'importe quoi"),
        margin if margin == -NO_BOUND => message!("anything", "n'importe quoi"),
        margin => message!("{margin:+} from here", "{margin:+} à partir d'ici"),
    }
}

/// The lead of the side to move.
fn lead(game: &dyn Cursor) -> i64 {
    let points = game.points().unwrap_or_default().map(i64::from);
    points[game.side() as usize] - points[game.side().other() as usize]
}

/// Checks bounds of margins; returns the number of positions and moves checked.
pub(super) fn check(
    game: &mut dyn Cursor,
    position: &str,
    bounds: &Scanner<'_>,
    wanted: Wanted,
) -> Result<(u64, u64), Refused> {
    let names = Names::read(bounds)?;
    let claims = names.each(bounds, ANYTHING, |scanner| {
        ANYTHING.read(scanner, 3, TRIPLE, |scanner| Ok(scanner.signed()?.into()))
    })?;
    let position = set_up(game, position.to_owned())?;
    let Some(start) = names.find(&game.board()) else {
        return Err(Wrong::PositionMissing { position }.into());
    };
    let Bounds { least, most, .. } = claims[start as usize];
    let ahead = lead(game);
    let decided = ahead + least > 0 || ahead + most < 0 || (ahead + least == 0 && least == most);
    let bounds = [words(least), words(most)];
    wanted.of_bounds(&position, bounds, least == most, decided)?;
    let mut moves = 0;
    for (v, &claimed) in (0..).zip(&claims) {
        let position = set_up_board(game, names.get(v).into_owned())?;
        moves += check_one(game, position, claimed, |child| {
            names.find(child).map_or(ANYTHING, |w| claims[w as usize])
        })?;
    }
    Ok((names.len() as u64, moves))
}

/// Checks the claim about the current position, without points so far; returns the number of moves examined.
fn check_one(
    game: &mut dyn Cursor,
    position: String,
    claimed: Bounds,
    claim_of: impl Fn(&str) -> Bounds,
) -> Result<u64, Refused> {
    let Bounds { least, most, rank } = claimed;
    let side = game.side();
    if let Some(truth) = game.margin() {
        let truth = i64::from(truth);
        if least <= truth && truth <= most {
            return Ok(0);
        }
        let claim = if least > truth { least } else { most };
        return Err(wrong_end(position, words(claim), words(truth)));
    }
    let legal = game.moves();
    if legal.is_empty() {
        return Err(Wrong::NoMoves { position }.into());
    }
    let mut reached = least <= -NO_BOUND;
    let mut reached_by_rank = reached;
    let bounded = most < NO_BOUND;
    let mut moves = 0;
    for mv in legal {
        if reached_by_rank && !bounded {
            break;
        }
        let (child, same, lead) = after_move(game, &position, &mv, |game| {
            (game.board(), game.side() == side, lead(game))
        })?;
        // Both sides had no points before.
        let gain = if same { lead } else { -lead };
        moves += 1;
        let below = claim_of(&child);
        let [above_nothing, below_nothing] = below.is_strict(same);
        let after = below.before(gain, same);
        if after.least >= least {
            reached = true;
            reached_by_rank |= least <= 0 || !above_nothing || after.rank < rank;
        }
        if bounded && after.most > most {
            return Err(Wrong::NotBounded {
                position,
                claim: words(most),
                mv,
                child,
            }
            .into());
        }
        if bounded && most < 0 && below_nothing && after.rank >= rank {
            return Err(Wrong::EndlessBounded {
                position,
                claim: words(most),
                mv,
                child,
            }
            .into());
        }
    }
    let claim = words(least);
    if !reached {
        return Err(Wrong::NotReached { position, claim }.into());
    }
    if !reached_by_rank {
        return Err(Wrong::EndlessReached { position, claim }.into());
    }
    Ok(moves)
}

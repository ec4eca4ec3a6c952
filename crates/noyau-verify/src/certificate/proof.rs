//! Claims about some positions of a game, which prove each other down to the end of play.
//!
//! A lower bound of a position is proved by one move, an upper bound by all. A win in n rests on losses in n − 1,
//! so it descends to an end; not losing rests on moves that preserve it, and a loss would have to end somewhere. So
//! infinite play is harmless.
//!
//! If only the outcome is claimed, the same holds with distances that are only bounds.

use super::claims::Claim;
use super::game::{Parts, after_move, end, opened, set_up, settled};
use super::graph::Names;
use super::json::Scanner;
use super::{FileProblem, OpenByName, Refused, Unreadable, Verified, Wrong, margin, wrong_end};
use noyau_core::cursor::Cursor;
use noyau_core::language::{Message, Text};

/// What the bounds of the position must determine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The value: outcome and distance, or the margin.
    Exact,
    /// The outcome.
    Outcome,
}

impl Wanted {
    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::Exact => "proof",
            Self::Outcome => "outcome",
        }
    }

    /// Rejects bounds of the position that do not determine it.
    pub(super) fn of_bounds(
        self,
        position: &str,
        [least, most]: [Message; 2],
        is_exact: bool,
        is_decided: bool,
    ) -> Result<(), Refused> {
        let position = position.to_owned();
        match self {
            Self::Exact if !is_exact => Err(Wrong::NotExact {
                position,
                least,
                most,
            }
            .into()),
            Self::Outcome if !is_decided => Err(Wrong::NotDecided {
                position,
                least,
                most,
            }
            .into()),
            _ => Ok(()),
        }
    }
}

/// The lower and upper bound of a position's value, and the rank, which only margins have.
#[derive(Clone, Copy)]
pub(super) struct Bounds<T> {
    pub(super) least: T,
    pub(super) most: T,
    pub(super) rank: u32,
}

/// The trivial bounds: no loss or win is quicker than 0.
const ANYTHING: Bounds<Claim> = Bounds {
    least: Claim::Lost(0),
    most: Claim::Won(0),
    rank: u32::MAX,
};
const PAIR: Text = Text::new(
    "the least and the most, each a value or null,",
    "le moins et le plus, chacun une valeur ou null,",
);

impl<T> Bounds<T> {
    /// Reads the two bounds, each possibly `null`, and a rank if a third item is allowed.
    pub(super) fn read(
        mut self,
        scanner: &mut Scanner<'_>,
        most_items: usize,
        known: Text,
        read: impl Fn(&mut Scanner<'_>) -> Result<T, Unreadable>,
    ) -> Result<Self, Unreadable> {
        let at = scanner.here();
        let mut count = 0;
        scanner.array(|scanner| {
            count += 1;
            match count {
                1 | 2 if scanner.null() => {}
                1 => self.least = read(scanner)?,
                2 => self.most = read(scanner)?,
                3 if most_items == 3 => self.rank = scanner.number()?,
                _ => scanner.hop(),
            }
            Ok::<(), Unreadable>(())
        })?;
        if (2..=most_items).contains(&count) {
            return Ok(self);
        }
        let word = count.to_string();
        Err(scanner.problem(at, FileProblem::UnknownClaim { word, known }))
    }
}

/// Checks that the bounds of the position determine one value or outcome, and that all bounds follow from each
/// other and the rules.
pub(super) fn check(
    mut parts: Parts<'_>,
    wanted: Wanted,
    open: OpenByName<'_>,
) -> Result<Verified, Refused> {
    let name = parts.game.string()?;
    let rules = parts.rules.number()?;
    let position = parts.position.string()?;
    let [bounds] = super::members(&parts.claim, ["bounds"])?;
    let bounds = super::required(&parts.claim, bounds, "bounds")?;
    let mut game = opened(&name, rules, open)?;
    let (vertices, edges) = if game.has_points() {
        margin::check(&mut *game, &position, &bounds, wanted)?
    } else {
        values(&mut *game, &position, &bounds, wanted)?
    };
    settled(&*game)?;
    Ok(Verified {
        kind: wanted.kind().to_owned(),
        vertices,
        edges,
    })
}

/// Checks bounds of values; returns the number of positions and moves checked.
fn values(
    game: &mut dyn Cursor,
    position: &str,
    bounds: &Scanner<'_>,
    wanted: Wanted,
) -> Result<(u64, u64), Refused> {
    let names = Names::read(bounds)?;
    let claims = names.each(bounds, ANYTHING, |scanner| {
        ANYTHING.read(scanner, 2, PAIR, Claim::read)
    })?;
    let Some(start) = names.find(position) else {
        let position = position.to_owned();
        return Err(Wrong::PositionMissing { position }.into());
    };
    let Bounds { least, most, .. } = claims[start as usize];
    wanted.of_bounds(
        position,
        [least.words(), most.words()],
        least == most,
        decides(least, most),
    )?;
    let mut moves = 0;
    for (v, &Bounds { least, most, .. }) in (0..).zip(&claims) {
        let position = set_up(game, names.get(v).into_owned())?;
        let side = game.side();
        if let Some(truth) = end(game) {
            if least.beats(truth) || truth.beats(most) {
                let claim = if least.beats(truth) { least } else { most };
                return Err(wrong_end(position, claim.words(), truth.words()));
            }
            continue;
        }
        let legal = game.moves();
        if legal.is_empty() {
            return Err(Wrong::NoMoves { position }.into());
        }
        let mut reached = least == Claim::Lost(0);
        let bounded = most != Claim::Won(0);
        for mv in legal {
            if reached && !bounded {
                break;
            }
            let (child, same) = after_move(game, &position, &mv, |game| {
                (game.position(), game.side() == side)
            })?;
            moves += 1;
            let below = names.find(&child).map_or(ANYTHING, |w| claims[w as usize]);
            // The upper bound of one side is the lower bound of the other.
            let (at_least, at_most) = if same {
                (below.least.before(true), below.most.before(true))
            } else {
                (below.most.before(false), below.least.before(false))
            };
            reached |= !least.beats(at_least);
            if bounded && at_most.beats(most) {
                return Err(Wrong::NotBounded {
                    position,
                    claim: most.words(),
                    mv,
                    child,
                }
                .into());
            }
        }
        if !reached {
            let claim = least.words();
            return Err(Wrong::NotReached { position, claim }.into());
        }
    }
    Ok((names.len() as u64, moves))
}

/// Whether bounds determine one outcome.
fn decides(least: Claim, most: Claim) -> bool {
    matches!(
        (least, most),
        (Claim::Won(_), _) | (_, Claim::Lost(_)) | (Claim::Open, Claim::Open)
    )
}

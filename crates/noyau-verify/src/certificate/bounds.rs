//! Claims about some positions of a game, which prove each other down to the end of play.
//!
//! A lower bound of a position is proved by one move, an upper bound by all; gains come from the rules. A win in n rests on
//! losses in n − 1, so it descends to an end; not losing rests on moves that preserve it, and a loss would have to end somewhere.
//! If only the outcome is claimed, distances are bounds themselves. Infinite play brings no points. So a claim that something is
//! still to be won or lost has a rank and rests on claims of lower rank: the side that follows its claims gets there eventually.

use super::claims::Claim;
use super::game::{Parts, after_move, opened, set_up, set_up_board, settled};
use super::graph::Names;
use super::json::Scanner;
use super::steps::{Bound, Scale, WON};
use super::{FileProblem, OpenByName, Refused, Unreadable, Verified, Wrong, wrong_end};
use noyau_core::cursor::Cursor;
use noyau_core::language::{Message, Text};
use noyau_core::message;
use noyau_core::value::MoveEffect;

/// What the bounds of the position must determine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The value: outcome and distance, or the margin.
    Exact,
    /// The outcome.
    Outcome,
}

impl Wanted {
    /// Rejects bounds of the position that do not determine it.
    pub(super) fn check(
        self,
        game: &dyn Cursor,
        [low, high]: [Option<i64>; 2],
        [least, most]: [Message; 2],
    ) -> Result<(), Refused> {
        let lead = i64::from(lead(game));
        let exact = low.is_some() && low == high;
        let decided = low.is_some_and(|low| low + lead > 0)
            || high.is_some_and(|high| high + lead < 0)
            || exact && low == Some(-lead);
        let position = game.position();
        let wrong = match self {
            Self::Exact if !exact => Wrong::NotExact {
                position,
                least,
                most,
            },
            Self::Outcome if !decided => Wrong::NotDecided {
                position,
                least,
                most,
            },
            _ => return Ok(()),
        };
        Err(wrong.into())
    }
}

/// What is claimed of a position.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    low: Option<i64>,
    high: Option<i64>,
    /// Only margins have one.
    rank: u32,
}

const NOTHING: Bounds = Bounds {
    low: None,
    high: None,
    rank: u32::MAX,
};

impl Bounds {
    /// Reads the two bounds, each possibly `null`, and a rank if they are margins.
    fn read(scale: Scale, scanner: &mut Scanner<'_>) -> Result<Self, Unreadable> {
        const PAIR: Text = Text::new(
            "the least and the most, each a value or null,",
            "le moins et le plus, chacun une valeur ou null,",
        );
        const TRIPLE: Text = Text::new(
            "the least and the most, each a margin or null, and then a rank if need be,",
            "le moins et le plus, chacun un écart ou null, puis un rang s'il en faut un,",
        );
        let (most_items, known) = match scale {
            Scale::Margin => (3, TRIPLE),
            _ => (2, PAIR),
        };
        let at = scanner.here();
        let (mut bounds, mut count) = (NOTHING, 0);
        let score = |scanner: &mut Scanner<'_>| match scale {
            Scale::Margin => scanner.signed().map(i64::from),
            _ => Claim::read(scanner).map(score),
        };
        scanner.array(|scanner| {
            count += 1;
            match count {
                1 | 2 if scanner.null() => {}
                1 => bounds.low = Some(score(scanner)?),
                2 => bounds.high = Some(score(scanner)?),
                3 if most_items == 3 => bounds.rank = scanner.number()?,
                _ => scanner.hop(),
            }
            Ok::<(), Unreadable>(())
        })?;
        if (2..=most_items).contains(&count) {
            return Ok(bounds);
        }
        let word = count.to_string();
        Err(scanner.problem(at, FileProblem::UnknownClaim { word, known }))
    }

    /// The claim in that direction.
    fn claim(self, least: bool) -> Option<Bound> {
        let score = if least { self.low } else { self.high };
        score.map(|score| Bound { least, score })
    }
}

fn score(value: Claim) -> i64 {
    match value {
        Claim::Won(plies) => WON - i64::from(plies),
        Claim::Open => 0,
        Claim::Lost(plies) => i64::from(plies) - WON,
    }
}

fn words(scale: Scale, score: Option<i64>) -> Message {
    match (scale, score) {
        (_, None) => message!("anything", "n'importe quoi"),
        (Scale::Margin, Some(margin)) => {
            message!("{margin:+} from here", "{margin:+} à partir d'ici")
        }
        (_, Some(0)) => Claim::Open.words(),
        (_, Some(score)) => {
            let plies = (WON - score.abs()) as u32;
            let won = score > 0;
            if won {
                Claim::Won(plies)
            } else {
                Claim::Lost(plies)
            }
            .words()
        }
    }
}

/// The lead of the side to move.
fn lead(game: &dyn Cursor) -> i32 {
    let points = game.points().unwrap_or_default();
    points[game.side() as usize] - points[game.side().other() as usize]
}

/// Checks that the bounds of the position determine one value or outcome, and that all bounds follow from each other and the
/// rules.
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
    let game: &mut dyn Cursor = &mut *game;
    let scale = if game.has_points() {
        Scale::Margin
    } else {
        Scale::Distance
    };
    let names = Names::read(&bounds)?;
    let claims = names.each(&bounds, NOTHING, |scanner| Bounds::read(scale, scanner))?;
    let position = set_up(game, position.into_owned())?;
    let Some(start) = names.find(&game.board()) else {
        return Err(Wrong::PositionMissing { position }.into());
    };
    let Bounds { low, high, .. } = claims[start as usize];
    wanted.check(
        game,
        [low, high],
        [low, high].map(|score| words(scale, score)),
    )?;
    let mut moves = 0;
    for (v, &claimed) in (0..).zip(&claims) {
        let position = set_up_board(game, names.get(v).into_owned())?;
        moves += check_one(game, scale, position, claimed, |child| {
            names.find(child).map_or(NOTHING, |w| claims[w as usize])
        })?;
    }
    settled(game)?;
    Ok(Verified {
        kind: match wanted {
            Wanted::Exact => "proof".to_owned(),
            Wanted::Outcome => "outcome".to_owned(),
        },
        vertices: names.len() as u64,
        edges: moves,
    })
}

/// Checks the claims about the current position, without points so far; returns the number of moves examined.
fn check_one(
    game: &mut dyn Cursor,
    scale: Scale,
    position: String,
    claimed: Bounds,
    claim_of: impl Fn(&str) -> Bounds,
) -> Result<u64, Refused> {
    let says = |claim: &Bound| scale.at_once(*claim, None).is_none();
    let [low, high] = [true, false].map(|least| claimed.claim(least).filter(says));
    let side = game.side();
    if let Some(outcome) = game.outcome() {
        let end = game.margin().unwrap_or(outcome.sign());
        for claim in [low, high].into_iter().flatten() {
            if scale.at_once(claim, Some(end)) == Some(false) {
                let truth = scale.end(end);
                let claim = words(scale, Some(claim.score));
                return Err(wrong_end(position, claim, words(scale, Some(truth))));
            }
        }
        return Ok(0);
    }
    let legal = game.moves();
    if legal.is_empty() {
        return Err(Wrong::NoMoves { position }.into());
    }
    // Whether some move proves the lower bound, and does so by a claim of lower rank, where one is needed.
    let (mut reached, mut by_rank) = (low.is_none(), low.is_none());
    let mut moves = 0;
    for mv in legal {
        if by_rank && high.is_none() {
            break;
        }
        let (child, effect) = after_move(game, &position, &mv, |game| {
            let keeps_turn = game.side() == side;
            // Both sides had no points before.
            let lead = lead(game);
            let gain = if keeps_turn { lead } else { -lead };
            (game.board(), MoveEffect { gain, keeps_turn })
        })?;
        moves += 1;
        let below = claim_of(&child);
        // Whether what must hold after the move is claimed, and whether by a lower rank if need be.
        let proved = |claim: Bound| {
            let needed = scale.after(claim, effect);
            let Some(by) = below.claim(needed.least) else {
                return (!says(&needed), true);
            };
            let strict = !claim.is_kept_by_endless_play() && !by.is_kept_by_endless_play();
            let ranked = scale != Scale::Margin || !strict || below.rank < claimed.rank;
            (!says(&needed) || by.implies(needed), ranked)
        };
        if let Some((holds, ranked)) = low.map(proved) {
            reached |= holds;
            by_rank |= holds && ranked;
        }
        if let Some((claim, (holds, ranked))) = high.map(|claim| (claim, proved(claim)))
            && !(holds && ranked)
        {
            let claim = words(scale, Some(claim.score));
            let wrong = if holds {
                Wrong::EndlessBounded {
                    position,
                    claim,
                    mv,
                    child,
                }
            } else {
                Wrong::NotBounded {
                    position,
                    claim,
                    mv,
                    child,
                }
            };
            return Err(wrong.into());
        }
    }
    let claim = words(scale, low.map(|claim| claim.score));
    if !reached {
        return Err(Wrong::NotReached { position, claim }.into());
    }
    if !by_rank {
        return Err(Wrong::EndlessReached { position, claim }.into());
    }
    Ok(moves)
}

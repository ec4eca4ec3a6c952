//! Judges games move by move with exact values, and finds puzzles.

use super::agent::Refusal;
use super::exact::{Tables, best_of, keeps};
use noyau_core::game::{Outcome, Side};
use noyau_core::language::{Message, Text};
use noyau_core::limits::Limits;
use noyau_core::random::SplitMix;
use noyau_dynamic::{OpenGame, Problem, Worth};
use noyau_search::textbook::shuffle;

/// The effect of a move on the outcome of its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The only legal move.
    Forced,
    /// The only move that kept the outcome.
    Only,
    /// Kept the outcome, as other moves would have.
    Kept,
    /// Kept the outcome but not the margin, in a game with points.
    LostPoints,
    /// Turned a win into a draw.
    WinToDraw,
    /// Turned a win into a loss.
    WinToLoss,
    /// Turned a draw into a loss.
    DrawToLoss,
}

impl Mark {
    /// The name in answers for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Only => "only",
            Self::Kept => "kept",
            Self::LostPoints => "points",
            Self::WinToDraw => "win-to-draw",
            Self::WinToLoss => "win-to-loss",
            Self::DrawToLoss => "draw-to-loss",
        }
    }

    /// The description.
    pub const fn text(self) -> Text {
        match self {
            Self::Forced => Text::new("the only legal move", "le seul coup légal"),
            Self::Only => Text::new(
                "the only move that keeps the outcome",
                "le seul coup qui garde l'issue",
            ),
            Self::Kept => Text::new("keeps the outcome", "garde l'issue"),
            Self::LostPoints => Text::new(
                "keeps the outcome, but gives away points",
                "garde l'issue, mais cède des points",
            ),
            Self::WinToDraw => Text::new(
                "gives away a win: now a draw",
                "laisse échapper le gain : nulle",
            ),
            Self::WinToLoss => Text::new(
                "gives away a win: now lost",
                "laisse échapper le gain : perdu",
            ),
            Self::DrawToLoss => Text::new(
                "gives away a draw: now lost",
                "laisse échapper la nulle : perdu",
            ),
        }
    }

    /// Whether the outcome was kept.
    pub const fn keeps_outcome(self) -> bool {
        matches!(
            self,
            Self::Forced | Self::Only | Self::Kept | Self::LostPoints
        )
    }

    /// The mark of a move worth `worth`, where the best is worth `best` and `keeping` of `all` moves keep its
    /// outcome.
    fn of(worth: Worth, best: Worth, keeping: usize, all: usize) -> Self {
        match (best.outcome, worth.outcome) {
            _ if all == 1 => Self::Forced,
            (Outcome::Win, Outcome::Draw) => Self::WinToDraw,
            (Outcome::Win, Outcome::Loss) => Self::WinToLoss,
            (Outcome::Draw, Outcome::Loss) => Self::DrawToLoss,
            _ if !keeps(worth, best) => Self::LostPoints,
            _ if keeping == 1 => Self::Only,
            _ => Self::Kept,
        }
    }
}

/// A move with its judgement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The side that moved.
    pub side: Side,
    /// The move.
    pub mv: String,
    /// The worth before the move.
    pub before: Worth,
    /// The worth after the move.
    pub after: Worth,
    /// The mark.
    pub mark: Mark,
    /// The best moves.
    pub best: Vec<String>,
}

/// A judged game.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// Every move.
    pub moves: Vec<Judged>,
    /// For First and Second, the proportion of moves that kept the outcome, among moves with a choice of outcomes.
    pub accuracy: [Option<f64>; 2],
    /// The index of the last move, from 0, by which its side turned a position not lost into a lost one.
    pub lost_at: Option<usize>,
}

noyau_core::messages! {
    /// Why a game cannot be judged.
    pub enum NotJudged {
        Move { number: usize, why: Message } =>
            "move {number}: {why}",
            "coup {number} : {why}";
        Values { number: usize, why: Message } =>
            "the values before move {number} are not known: {why}",
            "les valeurs avant le coup {number} ne sont pas connues : {why}";
    }
}

impl NotJudged {
    fn values(number: usize, refusal: &Refusal) -> Self {
        Self::Values {
            number,
            why: Message::of(refusal),
        }
    }
}

/// Judges the moves of a game from the current position, and restores it.
pub fn judge(
    game: &mut dyn OpenGame,
    moves: &[String],
    tables: &Tables,
    limits: &Limits,
) -> Result<Judgement, NotJudged> {
    let mut judged = Vec::new();
    let mut result = Ok(());
    for (i, mv) in moves.iter().enumerate() {
        match judge_move(game, i + 1, mv, tables, limits) {
            Ok(one) => judged.push(one),
            Err(why) => {
                result = Err(why);
                break;
            }
        }
    }
    for _ in &judged {
        game.undo();
    }
    result?;
    let accuracy = Side::BOTH.map(|side| {
        let own = judged.iter().filter(|mv| mv.side == side);
        // If all moves have the same outcome there is nothing to miss.
        let own = own.filter(|mv| mv.mark != Mark::Forced && mv.before.outcome != Outcome::Loss);
        let (mut all, mut kept) = (0.0, 0.0);
        for mv in own {
            all += 1.0;
            kept += f64::from(u8::from(mv.mark.keeps_outcome()));
        }
        (all > 0.0).then(|| kept / all)
    });
    let lost_at = judged
        .iter()
        .rposition(|mv| mv.before.outcome != Outcome::Loss && mv.after.outcome == Outcome::Loss);
    Ok(Judgement {
        moves: judged,
        accuracy,
        lost_at,
    })
}

/// Judges a move and plays it.
fn judge_move(
    game: &mut dyn OpenGame,
    number: usize,
    mv: &str,
    tables: &Tables,
    limits: &Limits,
) -> Result<Judged, NotJudged> {
    let refused = |problem: &Problem| NotJudged::Move {
        number,
        why: Message::of(problem),
    };
    let side = game.side();
    // A move may have several notations: identify it by its successor.
    game.play(mv).map_err(|problem| refused(&problem))?;
    let after_text = game.position();
    game.undo();
    let worths = tables.worths(game, limits);
    let worths = worths.map_err(|refusal| NotJudged::values(number, &refusal))?;
    let mut found = worths.iter().position(|(own, _)| own == mv);
    if found.is_none() {
        for (i, (own, _)) in worths.iter().enumerate() {
            game.play(own).map_err(|problem| refused(&problem))?;
            let same = game.position() == after_text;
            game.undo();
            if same {
                found = Some(i);
                break;
            }
        }
    }
    let (Some(found), Some(best)) = (found, best_of(&worths)) else {
        return Err(NotJudged::values(number, &Refusal::Over));
    };
    let (own, after) = &worths[found];
    let keeping = worths
        .iter()
        .filter(|(_, worth)| worth.outcome == best.outcome);
    let mark = Mark::of(*after, best, keeping.count(), worths.len());
    game.play(own).map_err(|problem| refused(&problem))?;
    Ok(Judged {
        side,
        mv: own.clone(),
        before: best,
        after: *after,
        mark,
        best: worths
            .iter()
            .filter(|(_, worth)| *worth == best)
            .map(|(mv, _)| mv.clone())
            .collect(),
    })
}

/// A position with a single winning move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// The side to move, which wins.
    pub side: Side,
    /// The move.
    pub solution: String,
    /// Plies to the end, in games without points.
    pub depth: Option<u32>,
    /// The number of other moves.
    pub others: usize,
}

/// The sampling method of puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// Uniformly from all reachable positions.
    Uniformly,
    /// From random games, since there are too many positions to list.
    FromPlay,
}

/// Finds up to `wanted` positions with a single winning move among several, with a depth in the given range,
/// shallowest first. All reachable positions are tried in random order if they can be listed; otherwise positions
/// of random games, within the limits and at most `tries` of them.
pub fn puzzles(
    game: &mut dyn OpenGame,
    wanted: usize,
    depths: std::ops::RangeInclusive<u32>,
    tries: u64,
    seed: u64,
    tables: &Tables,
    limits: &Limits,
) -> Result<(Vec<Puzzle>, Drawn), Refusal> {
    let mut random = SplitMix(seed);
    let mut found: Vec<Puzzle> = Vec::new();
    let mut add = |game: &dyn OpenGame, worths: &[(String, Worth)]| {
        let mut winning = worths
            .iter()
            .filter(|(_, worth)| worth.outcome == Outcome::Win);
        if let (Some((mv, worth)), None) = (winning.next(), winning.next())
            && worths.len() > 1
            && worth
                .distance
                .is_none_or(|distance| depths.contains(&distance))
        {
            let puzzle = Puzzle {
                position: game.position(),
                side: game.side(),
                solution: mv.clone(),
                depth: worth.distance,
                others: worths.len() - 1,
            };
            if !found.contains(&puzzle) {
                found.push(puzzle);
            }
        }
        found.len() >= wanted
    };
    // From a position in a given table play leads to others in it.
    let known = if game.is_in_tables() {
        None
    } else {
        tables.whole(game, limits)?
    };
    let drawn = if let Some(known) = known {
        let start = game.position();
        let mut order: Vec<usize> = (0..known.len()).collect();
        shuffle(&mut order, &mut random);
        for number in order {
            if !game.set_known(&known, number) || limits.check(0).is_err() {
                break;
            }
            if let Some(worths) = game.recall(&known)
                && add(game, &worths)
            {
                break;
            }
        }
        // The position is restored, but not the history.
        let _ = game.set(&start);
        Drawn::Uniformly
    } else {
        for _ in 0..tries {
            let mut played = 0;
            let mut enough = false;
            let steps = 1 + random.below(200);
            while played < steps {
                let Some(mv) = game.draw_move(&mut random) else {
                    break;
                };
                if game.play(&mv).is_err() || limits.check(0).is_err() {
                    break;
                }
                played += 1;
            }
            // Backwards from the end, where positions are solved quickly.
            for back in (1..=played).rev() {
                if back + 12 < played {
                    break;
                }
                game.undo();
                played = back - 1;
                if game.outcome().is_none()
                    && game.check_moves(limits).is_ok()
                    && let Ok(worths) = tables.worths(game, limits)
                {
                    enough = add(game, &worths);
                }
                if enough {
                    break;
                }
            }
            for _ in 0..played {
                game.undo();
            }
            if enough || limits.check(0).is_err() {
                break;
            }
        }
        Drawn::FromPlay
    };
    found.sort_by(|a, b| (a.depth, &a.position).cmp(&(b.depth, &b.position)));
    Ok((found, drawn))
}

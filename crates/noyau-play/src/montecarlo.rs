//! The course's Monte-Carlo method (second text): the value of a move is the proportion of games won after it,
//! under a base strategy for both sides.
//!
//! Samples are taken in rounds that double. After each, moves whose interval lies below that of the best are
//! eliminated, and sampling stops when one is left: near 0 and 1, as the course remarks, few samples decide. The
//! error probability is shared among the rounds (Bonferroni), so that repeated tests stay valid. O(samples × length
//! of a game).

use super::agent::{Agent, Choice, Considered, Refusal, Taste, Unit};
use crate::statistics::{course_error, deviations, wilson};
use noyau_core::game::Side;
use noyau_core::limits::Limits;
use noyau_dynamic::OpenGame;

/// The sampling parameters.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sampling {
    /// The maximum number of games per move.
    pub(super) samples: u64,
    pub(super) confidence: f64,
    /// Whether to eliminate moves early.
    pub(super) early: bool,
    /// Games are cut off as draws after this many moves.
    pub(super) plies: u32,
    pub(super) taste: Taste,
}

/// The agent.
pub(super) struct MonteCarlo {
    pub(super) how: Sampling,
    /// The players of the games, if not random.
    pub(super) base: Option<[Box<dyn Agent>; 2]>,
}

/// The results of the games after a move, for the side that played it.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    points: f64,
    games: u64,
}

impl Tally {
    fn mean(self) -> f64 {
        match self.games {
            0 => 0.5,
            games => self.points / games as f64,
        }
    }
}

impl Agent for MonteCarlo {
    fn choose(&mut self, game: &mut dyn OpenGame, limits: &Limits) -> Result<Choice, Refusal> {
        /// The number of games in the first round.
        const FIRST: u64 = 64;
        let moves = game.moves();
        let side = game.side();
        let mut tallies = vec![Tally::default(); moves.len()];
        let mut open: Vec<usize> = (0..moves.len()).collect();
        let rounds = (self.how.samples.div_ceil(FIRST).max(1) as f64)
            .log2()
            .ceil()
            + 1.0;
        let shared = deviations(1.0 - (1.0 - self.how.confidence) / rounds);
        let mut wanted = FIRST.min(self.how.samples);
        loop {
            for &i in &open {
                game.play(&moves[i]).map_err(|_| Refusal::Over)?;
                let more = wanted - tallies[i].games;
                let sampled = self.sample(game, side, more, limits);
                game.undo();
                let sampled = sampled?;
                tallies[i].points += sampled.points;
                tallies[i].games += sampled.games;
                if sampled.games < more {
                    break;
                }
            }
            let out_of_time = limits.check(0).is_err();
            if wanted >= self.how.samples || out_of_time {
                break;
            }
            wanted = (wanted * 2).min(self.how.samples);
            if self.how.early {
                let interval =
                    |i: usize| wilson(tallies[i].mean(), tallies[i].games as f64, shared);
                let bar = open.iter().map(|&i| interval(i)[0]).fold(0.0, f64::max);
                open.retain(|&i| interval(i)[1] >= bar);
                if open.len() == 1 {
                    break;
                }
            }
        }
        let spread = deviations(self.how.confidence);
        let work = tallies.iter().map(|tally| tally.games).sum();
        if work == 0 {
            return Err(limits.check(0).err().map_or(Refusal::Over, Refusal::from));
        }
        let considered = moves.into_iter().zip(&tallies).map(|(mv, tally)| {
            let (mean, games) = (tally.mean(), tally.games as f64);
            Considered {
                samples: Some(tally.games),
                interval: Some(wilson(mean, games, spread)),
                error: (tally.games > 0).then(|| course_error(mean, games, spread)),
                ..Considered::new(mv, mean)
            }
        });
        let considered: Vec<_> = considered.collect();
        self.how.taste.choose(&considered, Unit::Share, work)
    }
}

impl MonteCarlo {
    /// Plays games from here and returns their points for a side.
    fn sample(
        &mut self,
        game: &mut dyn OpenGame,
        side: Side,
        games: u64,
        limits: &Limits,
    ) -> Result<Tally, Refusal> {
        let seed = self.how.taste.random.next_u64();
        let Some(base) = &mut self.base else {
            let played = game.playouts(games, self.how.plies, seed, limits);
            let won = match side {
                Side::First => played.first,
                Side::Second => played.second,
            };
            return Ok(Tally {
                points: won as f64 + (played.draws + played.unfinished) as f64 / 2.0,
                games: played.games,
            });
        };
        let mut tally = Tally::default();
        for _ in 0..games {
            if limits.check(0).is_err() {
                break;
            }
            let mut played = 0;
            let mut refused = None;
            while game.outcome().is_none() && played < self.how.plies {
                match base[game.side() as usize].choose(game, limits) {
                    Ok(choice) if game.play(&choice.mv).is_ok() => played += 1,
                    Ok(_) => break,
                    Err(refusal) => {
                        refused = Some(refusal);
                        break;
                    }
                }
            }
            let winner = game.outcome().map(|end| end.winner(game.side()));
            for _ in 0..played {
                game.undo();
            }
            if let Some(refusal) = refused {
                return Err(refusal);
            }
            tally.games += 1;
            tally.points += match winner {
                Some(Some(winner)) if winner == side => 1.0,
                Some(Some(_)) => 0.0,
                _ => 0.5,
            };
        }
        Ok(tally)
    }
}

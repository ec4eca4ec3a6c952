//! Uniform sampling of plays of a given length, by the three methods of the course (second text, *approche
//! randomisée*), and of positions from a table.
//!
//! A random walk is not uniform over plays: with bᵢ moves at step i, a play has probability 1 / ∏ bᵢ, so plays with
//! few choices are more likely. The methods differ in cost:
//!
//! | method | how | before the first | a play |
//! |---|---|---|---|
//! | enumeration | list all plays, take the k-th | O(plays) | O(plays) |
//! | rejection | walk, and keep the play with probability ∏ bᵢ / Bᵢ, Bᵢ being the most moves at step i | O(plays) | O(n) a try |
//! | conditioning | take each move with probability (plays after it) / (plays from here) | nothing | O(plays) or less |

use noyau_core::language::Text;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::random::SplitMix;
use noyau_dynamic::OpenGame;

/// A sampling method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// List all plays and take one.
    Enumeration,
    /// Random walks with rejection.
    Rejection,
    /// Choose each move in proportion to the plays after it.
    Conditioning,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Enumeration, Self::Rejection, Self::Conditioning];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Enumeration => "enumeration",
            Self::Rejection => "rejection",
            Self::Conditioning => "conditioning",
        }
    }

    /// The description.
    pub const fn text(self) -> Text {
        match self {
            Self::Enumeration => Text::new(
                "list all plays and take one",
                "lister toutes les parties et en prendre une",
            ),
            Self::Rejection => Text::new(
                "walk at random, and reject plays that walks favour",
                "marcher au hasard, et rejeter les parties que la marche favorise",
            ),
            Self::Conditioning => Text::new(
                "take each move in proportion to the plays after it",
                "prendre chaque coup en proportion des parties qui le suivent",
            ),
        }
    }

    /// The method of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// Samples plays of an exact length from the current position, uniformly.
#[derive(Debug, Clone)]
pub struct Plays {
    method: Method,
    plies: usize,
    /// The number of plays.
    pub count: u64,
    /// The maximum number of moves at each step, for rejection.
    most: Vec<usize>,
    /// The number of walks so far.
    pub tries: u64,
}

impl Plays {
    /// Prepares the sampling. There may be no play of that length.
    pub fn new(
        game: &mut dyn OpenGame,
        plies: u32,
        method: Method,
        limits: &Limits,
    ) -> Result<Self, Stopped> {
        let mut most = vec![0; plies as usize];
        if method == Method::Rejection {
            widest(game, 0, &mut most, limits)?;
        }
        Ok(Self {
            method,
            plies: plies as usize,
            count: game.perft(plies),
            most,
            tries: 0,
        })
    }

    /// Samples a play; `None` if there is none of that length. The game is left unchanged.
    pub fn draw(
        &mut self,
        game: &mut dyn OpenGame,
        random: &mut SplitMix,
        limits: &Limits,
    ) -> Result<Option<Vec<String>>, Stopped> {
        if self.count == 0 {
            return Ok(None);
        }
        let mut play = Vec::new();
        match self.method {
            Method::Enumeration => {
                self.tries += 1;
                let mut left = random.below_wide(self.count);
                nth(game, self.plies, &mut left, &mut play, limits)?;
                play.reverse();
            }
            Method::Conditioning => {
                self.tries += 1;
                let mut number = random.below_wide(self.count);
                while play.len() < self.plies {
                    game.check_moves(limits)?;
                    for mv in game.moves() {
                        if game.play(&mv).is_err() {
                            continue;
                        }
                        let after = game.perft((self.plies - play.len() - 1) as u32);
                        if number < after {
                            play.push(mv);
                            break;
                        }
                        number -= after;
                        game.undo();
                    }
                }
                for _ in &play {
                    game.undo();
                }
            }
            Method::Rejection => loop {
                limits.check(0)?;
                self.tries += 1;
                play.clear();
                let mut kept = true;
                while kept && play.len() < self.plies {
                    game.check_moves(limits)?;
                    let moves = game.moves();
                    // An index beyond the legal moves rejects the play.
                    let number = random.below(self.most[play.len()]);
                    match moves.get(number) {
                        Some(mv) if game.play(mv).is_ok() => play.push(mv.clone()),
                        _ => kept = false,
                    }
                }
                for _ in &play {
                    game.undo();
                }
                if kept {
                    break;
                }
            },
        }
        Ok(Some(play))
    }
}

/// Computes the maximum number of moves at each step.
fn widest(
    game: &mut dyn OpenGame,
    step: usize,
    most: &mut [usize],
    limits: &Limits,
) -> Result<(), Stopped> {
    // The recursion is as deep as the plays are long, which enumeration keeps short.
    if step == most.len() {
        return Ok(());
    }
    game.check_moves(limits)?;
    let moves = game.moves();
    most[step] = most[step].max(moves.len());
    for mv in moves {
        if game.play(&mv).is_ok() {
            let done = widest(game, step + 1, most, limits);
            game.undo();
            done?;
        }
    }
    Ok(())
}

/// Skips that many plays and writes the next one backwards; returns whether it was reached.
fn nth(
    game: &mut dyn OpenGame,
    plies: usize,
    left: &mut u64,
    play: &mut Vec<String>,
    limits: &Limits,
) -> Result<bool, Stopped> {
    if plies == 0 {
        let reached = *left == 0;
        *left = left.saturating_sub(1);
        return Ok(reached);
    }
    game.check_moves(limits)?;
    for mv in game.moves() {
        if game.play(&mv).is_err() {
            continue;
        }
        let reached = nth(game, plies - 1, left, play, limits);
        game.undo();
        if reached? {
            play.push(mv);
            return Ok(true);
        }
    }
    Ok(false)
}

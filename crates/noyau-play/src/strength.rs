//! The best player of each game, and players of ten levels below and up to it.
//!
//! A game that knows which of its moves are noisy, or that has an exact search, is played by [`Deepening`]; another by
//! Monte-Carlo tree search. A less skilled player searches less, overlooks moves and misjudges positions, as [`Oversight`] says.
//! Which skill is a level, games say: what a ply more is worth differs.

use super::agent::{Agent, Choice, Refusal, Taste};
use super::deepening::Deepening;
use super::sampling::TreeSampler;
use noyau_core::hash::FoldHasher;
use noyau_core::language::Text;
use noyau_core::limits::Limits;
use noyau_core::random::SplitMix;
use noyau_dynamic::{Leaf, Method, OpenGame, STRONGEST, Wanted};
use noyau_search::iterative_deepening::{Depth, MOST_DEPTH, Oversight};
use noyau_search::mcts::{Memory, Settings};
use std::time::Duration;

/// What the levels are called, the weakest first.
pub const LEVELS: [Text; 10] = [
    Text::new("beginner", "débutant"),
    Text::new("novice", "novice"),
    Text::new("learner", "apprenti"),
    Text::new("casual player", "amateur occasionnel"),
    Text::new("home player", "joueur de salon"),
    Text::new("keen player", "amateur assidu"),
    Text::new("club player", "joueur de club"),
    Text::new("strong club player", "bon joueur de club"),
    Text::new("expert", "expert"),
    Text::new("master", "maître"),
];

/// The bounds of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Budget {
    /// The most positions that a search visits for a move.
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
}

impl Budget {
    /// What the strongest player takes where nothing is said.
    pub(super) const USUAL: Self = Self {
        nodes: Some(1_000_000),
        time: None,
    };
}

/// A position searched counts as much as so many that a simulated game goes through.
const PLIES_A_GAME: u64 = 20;

/// A player whose game chooses how it is played.
pub(super) struct Strength {
    search: Deepening,
    sampler: TreeSampler,
    time: Option<Duration>,
    /// Whether small games are solved.
    solves: bool,
}

impl Strength {
    /// The strongest player within a budget.
    pub(super) fn strong(budget: Budget, seed: u64) -> Self {
        let Budget { nodes, time } = budget;
        let search = Deepening {
            depth: Depth::Selective(MOST_DEPTH),
            nodes,
            time,
            heuristic: String::new(),
            learned: None,
            exact: true,
            taste: taste(seed),
        };
        let simulations = nodes.map_or(u64::from(u32::MAX), |nodes| nodes / PLIES_A_GAME);
        Self {
            search,
            sampler: sampler(simulations.max(1), seed),
            time,
            solves: true,
        }
    }

    /// A player of a skill.
    fn skilled(skill: u8, seed: u64) -> Self {
        if skill >= STRONGEST {
            return Self::strong(Budget::USUAL, seed);
        }
        let at = i32::from(skill) - i32::from(NEAR);
        let depth = sight(skill, 0);
        let depth = if skill < FLAWLESS {
            let overlooked = 0.98 * 0.9487_f64.powi(at.max(0));
            let misjudged = 6.0 * 0.911_f64.powi(at);
            let how = Oversight {
                overlooked,
                misjudged,
                seed,
            };
            Depth::Erring(depth, how)
        } else {
            Depth::Selective(depth)
        };
        let budget = Budget {
            nodes: Some((10_000.0 * 1.1225_f64.powi((at - 60).max(0))) as u64),
            time: None,
        };
        let strong = Self::strong(budget, seed);
        // Who sees one ply and is to be weaker yet takes ever worse moves for as good as the best.
        let margin = if at < 0 { 60.0 * 3_f64.powi(-at) } else { 0.0 };
        Self {
            search: Deepening {
                depth,
                exact: skill >= SOLVING,
                taste: Taste {
                    margin,
                    ..taste(seed)
                },
                ..strong.search
            },
            sampler: sampler((5.0 * 1.1045_f64.powi(at)).max(1.0) as u64, seed),
            time: None,
            solves: false,
        }
    }
}

/// Up to this skill a player sees one ply.
const NEAR: u8 = 8;

/// From this skill on only nodes bound the depth.
const FAR: u8 = 68;

/// From this skill on nothing is overlooked or misjudged.
const FLAWLESS: u8 = 88;

/// From this skill on what can be solved within the nodes is.
const SOLVING: u8 = 92;

/// How many plies a player of a skill looks ahead at a position. Every twelve skills it is one more; between them it is one more
/// at some positions, so that no step is higher than the others.
fn sight(skill: u8, position: u64) -> u32 {
    /// So many skills are worth a ply.
    const STEPS: u32 = 12;
    if skill >= FAR {
        return MOST_DEPTH;
    }
    let above = u32::from(skill.saturating_sub(NEAR));
    let farther = SplitMix(position).below(STEPS as usize) < (above % STEPS) as usize;
    1 + above / STEPS + u32::from(farther)
}

/// The player of a level, which its game tells the skill of.
pub(super) struct Level {
    pub(super) number: usize,
    /// Instead of what the game tells.
    pub(super) skill: Option<u8>,
    pub(super) seed: u64,
    /// Made at the first move.
    pub(super) player: Option<Strength>,
}

impl Agent for Level {
    fn choose(&mut self, game: &mut dyn OpenGame, limits: &Limits) -> Result<Choice, Refusal> {
        let skill = self.skill.unwrap_or(game.skills()[self.number - 1]);
        let player = || Strength::skilled(skill, self.seed);
        let player = self.player.get_or_insert_with(player);
        if let Depth::Erring(plies, _) = &mut player.search.depth {
            let name = FoldHasher::hash_of(&game.position());
            *plies = sight(skill, name.wrapping_add(self.seed));
        }
        player.choose(game, limits)
    }
}

fn taste(seed: u64) -> Taste {
    Taste {
        margin: 0.0,
        first: false,
        random: SplitMix(seed),
    }
}

fn sampler(simulations: u64, seed: u64) -> TreeSampler {
    TreeSampler {
        settings: Settings {
            simulations,
            exploration: 1.0,
            trees: 2,
            nodes: 4_000_000,
            plies: 1000,
            seed: 0,
        },
        leaf: Leaf::Guided,
        taste: taste(seed),
        memory: Memory::default(),
    }
}

impl Agent for Strength {
    fn choose(&mut self, game: &mut dyn OpenGame, limits: &Limits) -> Result<Choice, Refusal> {
        /// A game whose positions fit in that is solved; it takes a moment.
        const SMALL: u64 = 8 << 20;
        if game.suits_deep_search() {
            return self.search.choose(game, limits);
        }
        let within = match self.time {
            None => limits.clone(),
            Some(time) => limits.clone().for_at_most(time),
        };
        if self.solves {
            let small = Limits {
                memory: Some(within.memory.map_or(SMALL, |own| own.min(SMALL))),
                ..within.shared(2)
            };
            if let Ok(answer) = game.solve_by(Method::Auto, Wanted::Best, &small)
                && answer.worth.is_some()
                && !answer.best.is_empty()
            {
                return self.search.known(game, &answer);
            }
        }
        self.sampler.choose(game, &within)
    }
}

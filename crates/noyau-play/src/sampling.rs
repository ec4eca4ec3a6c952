//! The agent that uses Monte-Carlo tree search, and keeps its tree from move to move.

use super::agent::{Agent, Choice, Considered, Refusal, Taste, Unit};
use noyau_core::limits::Limits;
use noyau_dynamic::{Leaf, OpenGame};
use noyau_search::mcts::{Memory, Proof, Settings};

/// The agent.
pub(super) struct TreeSampler {
    /// The seed is drawn anew for each move.
    pub(super) settings: Settings,
    pub(super) leaf: Leaf,
    pub(super) taste: Taste,
    pub(super) memory: Memory,
}

impl Agent for TreeSampler {
    fn choose(&mut self, game: &mut dyn OpenGame, limits: &Limits) -> Result<Choice, Refusal> {
        if let (Leaf::Opinion { name, .. }, Some(first)) = (&mut self.leaf, game.opinions().first())
            && name.is_empty()
        {
            first.name.clone_into(name);
        }
        let settings = Settings {
            seed: self.taste.random.next_u64(),
            ..self.settings
        };
        let found = game.search_by_sampling(&settings, &self.leaf, &mut self.memory, limits);
        let best = found.best.ok_or(Refusal::Over)?;
        let considered = found.moves.into_iter().map(|(mv, visited)| Considered {
            samples: Some(visited.visits),
            proof: (visited.proof != Proof::Open).then_some(visited.proof),
            ..Considered::new(mv, visited.mean)
        });
        let considered: Vec<_> = considered.collect();
        if self.taste.margin > 0.0 {
            let looked_at: Vec<_> = considered
                .iter()
                .filter(|mv| mv.samples != Some(0))
                .cloned()
                .collect();
            let choice = self
                .taste
                .choose(&looked_at, Unit::Share, found.simulations);
            return choice.map(|choice| Choice {
                considered,
                ..choice
            });
        }
        Ok(Choice {
            mv: considered[best].mv.clone(),
            score: Some(considered[best].score),
            unit: Some(Unit::Share),
            line: found.line,
            considered,
            work: found.simulations,
        })
    }
}

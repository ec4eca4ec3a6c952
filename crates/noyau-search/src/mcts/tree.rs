//! One tree of a Monte-Carlo tree search.
//!
//! Nodes lie in one array, the children of a node side by side, without their positions, which are played again on
//! the way down: so a node is small, and the walk stays in the cache for longer.

use super::guided::{Hint, Mover, Seen};
use super::{Leaves, Settings, Visited};
use noyau_core::game::{Game, Outcome};
use noyau_core::limits::Limits;
use noyau_core::payoff::Rules;
use noyau_core::playout::playout;
use noyau_core::random::SplitMix;
use noyau_core::value::MoveEffect;

/// What has been proved of a move, for the side that plays it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Nothing.
    Open,
    /// It loses.
    Loss,
    /// It draws.
    Draw,
    /// It wins.
    Win,
}

impl Proof {
    /// What an end proves of the move that leads to it.
    const fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loss => Self::Loss,
            Outcome::Draw => Self::Draw,
            Outcome::Win => Self::Win,
        }
    }

    /// The same for the opponent.
    const fn reversed(self) -> Self {
        match self {
            Self::Open => Self::Open,
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// What it is worth, where it is something.
    pub(super) const fn worth(self) -> Option<f64> {
        match self {
            Self::Open => None,
            Self::Loss => Some(0.0),
            Self::Draw => Some(0.5),
            Self::Win => Some(1.0),
        }
    }
}

/// A node, with what is known of the move that leads to it, for the side that plays that move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// What the simulations brought, added up.
    pub(super) sum: f64,
    pub(super) visits: u32,
    /// Where the children begin; 0 if there are none yet.
    first: u32,
    children: u16,
    pub(super) proof: Proof,
    /// Whether the side that plays the move moves again.
    keeps: bool,
}

impl Node {
    const fn new(keeps: bool) -> Self {
        Self {
            sum: 0.0,
            visits: 0,
            first: 0,
            children: 0,
            proof: Proof::Open,
            keeps,
        }
    }

    fn visited(&self) -> Visited {
        let mean = match self.proof.worth() {
            Some(worth) => worth,
            None if self.visits == 0 => Visited::NEVER.mean,
            None => self.sum / f64::from(self.visits),
        };
        Visited {
            visits: self.visits.into(),
            mean,
            proof: self.proof,
        }
    }

    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.children)
    }
}

/// The move to choose: a proved win; else the one most visited that is not a proved loss, the better mean deciding
/// between equals; else any, the most visited.
pub(super) fn choice(moves: impl Iterator<Item = Visited>) -> Option<usize> {
    let mut best: Option<(usize, (u8, u64, f64))> = None;
    for (i, mv) in moves.enumerate() {
        let class = match mv.proof {
            Proof::Loss => 0,
            Proof::Open | Proof::Draw => 1,
            Proof::Win => 2,
        };
        let key = (class, mv.visits, mv.mean);
        if best.is_none_or(|(_, other)| key > other) {
            best = Some((i, key));
        }
    }
    best.map(|(i, _)| i)
}

/// Lists that simulations work in.
pub(super) struct Workspace<M> {
    moves: Vec<M>,
    path: Vec<u32>,
    /// Where moves are guided, who moved to each node of the path, and what kinds of moves were played.
    seen: Seen,
}

impl<M> Default for Workspace<M> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            path: Vec::new(),
            seen: Seen::default(),
        }
    }
}

/// The nodes of a tree, the root first. They know nothing of the game.
pub(super) struct Nodes(pub(super) Vec<Node>);

impl Nodes {
    /// What the children of a node prove for the side that moves there.
    fn proved(&self, at: usize) -> Proof {
        let mut best = Proof::Loss;
        let mut open = false;
        for child in &self.0[self.0[at].range()] {
            match child.proof {
                Proof::Win => return Proof::Win,
                Proof::Open => open = true,
                Proof::Draw => best = Proof::Draw,
                Proof::Loss => {}
            }
        }
        if open || self.0[at].children == 0 {
            Proof::Open
        } else {
            best
        }
    }

    /// The child to look at: the first one that was never looked at, else the one with the greatest upper bound that is
    /// not proved lost.
    fn select(&self, at: usize, exploration: f64) -> usize {
        let node = &self.0[at];
        let range = node.range();
        let first = range.start;
        let spread = exploration as f32 * (node.visits.max(1) as f32).ln().sqrt();
        let mut best = (f32::NEG_INFINITY, first);
        for (i, child) in self.0[range].iter().enumerate() {
            if child.visits == 0 {
                return first + i;
            }
            if child.proof == Proof::Loss {
                continue;
            }
            let visits = child.visits as f32;
            let bound = child.sum as f32 / visits + spread / visits.sqrt();
            if bound > best.0 {
                best = (bound, first + i);
            }
        }
        best.1
    }

    /// Takes what the last node of a path is worth, to the side that moved to it, up to the root. A proof goes up as far
    /// as it decides something.
    fn back_up(&mut self, path: &[u32], mut worth: f64) {
        let last = path.last().map_or(0, |&at| at as usize);
        let mut proving = self.0[last].proof != Proof::Open;
        for i in (0..path.len()).rev() {
            let at = path[i] as usize;
            if proving && self.0[at].proof == Proof::Open {
                let proof = self.proved(at);
                if proof == Proof::Open {
                    proving = false;
                } else {
                    let node = &mut self.0[at];
                    node.proof = if node.keeps { proof } else { proof.reversed() };
                    worth = node.proof.worth().unwrap_or(worth);
                }
            }
            let node = &mut self.0[at];
            node.visits += 1;
            node.sum += worth;
            // For the side that moved to the node above: the other one, unless this move was its second in a row.
            let above = i.checked_sub(1).map(|i| path[i] as usize);
            if let Some(above) = above
                && !self.0[above].keeps
            {
                worth = 1.0 - worth;
            }
        }
    }

    /// What simulations tell of the moves of the root, of which there are so many.
    fn children(&self, moves: usize) -> Vec<Visited> {
        let children = &self.0[self.0[0].range()];
        if children.is_empty() {
            return vec![Visited::NEVER; moves];
        }
        children.iter().map(Node::visited).collect()
    }

    /// How often the child of that number was looked at, and the chosen nodes after it.
    fn line(&self, child: usize) -> (u32, Vec<usize>) {
        let mut line = Vec::new();
        let root = &self.0[0];
        if child >= usize::from(root.children) {
            return (0, line);
        }
        let mut at = root.range().start + child;
        let visits = self.0[at].visits;
        loop {
            let range = self.0[at].range();
            let children = self.0[range.clone()].iter();
            match choice(children.map(Node::visited)) {
                Some(i) if self.0[range.start + i].visits > 0 => {
                    at = range.start + i;
                    line.push(at);
                }
                _ => return (visits, line),
            }
        }
    }

    /// Makes a node the root and forgets what does not lie below it. Gives the old numbers of what is left.
    fn keep(&mut self, root: usize) -> Vec<usize> {
        let mut old = self.0[root];
        // The root's value is for the side to move there.
        if !old.keeps {
            old.sum = f64::from(old.visits) - old.sum;
            old.proof = old.proof.reversed();
        }
        old.keeps = true;
        let (mut nodes, mut numbers) = (vec![old], vec![root]);
        let mut at = 0;
        while at < nodes.len() {
            let range = nodes[at].range();
            if !range.is_empty() {
                nodes[at].first = nodes.len() as u32;
                nodes.extend_from_slice(&self.0[range.clone()]);
                numbers.extend(range);
            }
            at += 1;
        }
        self.0 = nodes;
        numbers
    }
}

/// The tree.
pub(super) struct Tree<G: Game> {
    root: G::Position,
    lead: i32,
    pub(super) nodes: Nodes,
    /// The moves that lead to the nodes, the root left out.
    pub(super) moves: Vec<G::Move>,
    /// Where moves are guided, what is known of each besides.
    pub(super) hints: Vec<Hint>,
}

impl<G: Game> Tree<G> {
    /// The memory of a node with its move.
    pub(super) const NODE_BYTES: u64 = (size_of::<Node>() + size_of::<G::Move>()) as u64;

    pub(super) fn new(root: G::Position, lead: i32) -> Self {
        Self {
            root,
            lead,
            // The root's own value is that of the side to move there, as if that side had moved to it.
            nodes: Nodes(vec![Node::new(true)]),
            moves: Vec::new(),
            hints: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.0.len()
    }

    /// Whether nothing is left to find out.
    pub(super) fn is_decided(&self) -> bool {
        self.nodes.0[0].proof != Proof::Open
    }

    /// One simulation; the tree is not extended beyond `room` nodes.
    #[inline]
    #[allow(
        clippy::too_many_arguments,
        reason = "what the trees of a search share"
    )]
    pub(super) fn simulate(
        &mut self,
        rules: Rules<'_, G>,
        leaves: &Leaves<'_, G>,
        settings: &Settings,
        room: usize,
        limits: &Limits,
        random: &mut SplitMix,
        Workspace { moves, path, seen }: &mut Workspace<G::Move>,
    ) {
        let Rules { game, payoff, .. } = rules;
        let mut position = self.root.clone();
        let mut lead = self.lead;
        let mut at = 0;
        let guide = match leaves {
            Leaves::Guided(guide) => Some(*guide),
            _ => None,
        };
        // The last move, and whose it was.
        let (mut last, mut mover) = (None, Mover::Root);
        path.clear();
        seen.begin();
        path.push(0);

        // 1. Down to a node without children, giving children to one that was met before.
        loop {
            let node = self.nodes.0[at];
            if node.proof != Proof::Open {
                break;
            }
            if node.children == 0 {
                if at > 0 && node.visits == 0 {
                    if let Some(outcome) = rules.known_outcome(&position, lead) {
                        let proof = Proof::of(outcome);
                        self.nodes.0[at].proof = if node.keeps { proof } else { proof.reversed() };
                        break;
                    }
                    break;
                }
                if self.len() >= room && at > 0 {
                    break;
                }
                if !self.expand(game, &position, moves) {
                    // Only a root can be over and yet be met again.
                    let end = rules.outcome(&position, lead);
                    self.nodes.0[at].proof = end.map_or(Proof::Draw, Proof::of);
                    break;
                }
                if let Some(guide) = guide {
                    self.expect(guide, game, (&position, last), moves, random);
                }
                let first = self.len() - moves.len();
                self.nodes.0[at].first = first as u32;
                self.nodes.0[at].children = moves.len() as u16;
            }
            at = match guide {
                None => self.nodes.select(at, settings.exploration),
                Some(_) => self.select_guided(at),
            };
            let mv = self.moves[at - 1];
            let gain = payoff.gain(game, &position, mv);
            let keeps_turn = self.nodes.0[at].keeps;
            lead = MoveEffect { gain, keeps_turn }.lead_after(lead);
            game.play(&mut position, mv);
            path.push(at as u32);
            if guide.is_some() {
                seen.movers.push(mover);
                mover = mover.after(keeps_turn);
                last = Some(mv);
            }
        }

        // 2. What this place is worth to the side that moved to it.
        let node = &self.nodes.0[at];
        let worth = if let Some(worth) = node.proof.worth() {
            worth
        } else {
            let most = settings.plies;
            let own = match leaves {
                Leaves::Random => play_out(rules, &mut position, lead, most, limits, random, moves),
                Leaves::Guided(guide) => {
                    let from = (&mut position, lead, last, mover);
                    seen.play_out(rules, guide, from, most, random)
                }
                Leaves::Judged(judge) => judge(&position, lead),
            };
            if node.keeps { own } else { 1.0 - own }
        };

        // 3. Up again.
        if let Some(guide) = guide {
            self.remember(guide, game, path, seen, worth);
        }
        self.nodes.back_up(path, worth);
    }

    /// Appends the children of a node in that position; `false` if there is none.
    fn expand(&mut self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) -> bool {
        moves.clear();
        game.moves(position, moves);
        moves.truncate(usize::from(u16::MAX));
        let keeps = moves.iter().map(|&mv| game.keeps_turn(position, mv));
        self.nodes.0.extend(keeps.map(Node::new));
        self.moves.extend_from_slice(moves);
        !moves.is_empty()
    }

    /// What simulations tell of the moves of the root, of which there are so many.
    pub(super) fn children(&self, moves: usize) -> Vec<Visited> {
        self.nodes.children(moves)
    }

    /// How often the child of that number was looked at, and the line of chosen moves after it.
    pub(super) fn line(&self, child: usize) -> (u32, Vec<G::Move>) {
        let (visits, line) = self.nodes.line(child);
        (visits, line.iter().map(|at| self.moves[at - 1]).collect())
    }

    /// Keeps what lies below a position that play has come to, or nothing if the tree does not have it within a few
    /// moves.
    pub(super) fn move_root(&mut self, game: &G, position: &G::Position, lead: i32) {
        /// So many nodes are looked at for it.
        const LOOKED_AT: usize = 4096;
        let mut open = std::collections::VecDeque::from([(0, self.root.clone(), self.lead)]);
        let mut looked_at = 0;
        while let Some((at, here, ahead)) = open.pop_front() {
            looked_at += 1;
            // With points, the same position with another lead is another one: proofs depend on it.
            if here == *position && ahead == lead {
                if at > 0 {
                    let kept = self.nodes.keep(at);
                    self.moves = kept[1..].iter().map(|at| self.moves[at - 1]).collect();
                    let hints = kept[1..].iter().filter_map(|at| self.hints.get(at - 1));
                    self.hints = hints.copied().collect();
                }
                self.root = here;
                self.lead = lead;
                return;
            }
            if looked_at > LOOKED_AT {
                break;
            }
            for child in self.nodes.0[at].range() {
                let node = &self.nodes.0[child];
                if node.visits > 0 {
                    // Points are not followed here: a lead that has changed starts a new tree.
                    let effect = MoveEffect {
                        gain: 0,
                        keeps_turn: node.keeps,
                    };
                    let ahead = effect.lead_after(ahead);
                    open.push_back((child, game.child(&here, self.moves[child - 1]), ahead));
                }
            }
        }
        *self = Self::new(position.clone(), lead);
    }
}

/// A random game to its end; what it brings to the side to move at its start.
#[inline]
fn play_out<G: Game>(
    rules: Rules<'_, G>,
    position: &mut G::Position,
    lead: i32,
    most: u32,
    limits: &Limits,
    random: &mut SplitMix,
    moves: &mut Vec<G::Move>,
) -> f64 {
    let mut same = true;
    let mut lead = lead;
    let each = |position: &G::Position, mv| {
        let effect = rules.effect(position, mv);
        same ^= !effect.keeps_turn;
        lead = effect.lead_after(lead);
    };
    playout(rules.game, position, most, random, moves, limits, each);
    let worth = match rules.outcome(position, lead) {
        None | Some(Outcome::Draw) => return 0.5,
        Some(Outcome::Win) => 1.0,
        Some(Outcome::Loss) => 0.0,
    };
    if same { worth } else { 1.0 - worth }
}

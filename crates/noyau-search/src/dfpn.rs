//! Proof-number search: whether the side to move can reach a goal, by the cheapest way known to settle it.
//!
//! Each position has two numbers: how many positions must still be settled, at least, to answer yes, and to answer no.
//! Depth-first proof-number search (df-pn, Nagai 2002) goes down to the position that both sides' numbers point to and
//! turns back only where another has become cheaper. A position's own numbers come from its moves: its yes is as cheap
//! as its cheapest move; its no costs the dearest of its moves and one for each other (Ueda, Hashimoto, Hashimoto and Iida
//! 2008), for a sum would count again and again what several moves lead to.
//!
//! **Cycles.** A play that comes back to a position on its own way is endless, and is answered as such. An answer that
//! rests on that holds only on this way (the graph-history interaction problem, Campbell 1985; Kishimoto and Müller 2004). Of the two answers
//! only the one that endless play gives can rest on a repetition: who reaches the goal does so by a play that ends, from
//! anywhere. So the other answer is kept without condition, and this one is kept with the part of the way it rests on,
//! and is believed only while that part is still being searched. When the position that was repeated is itself settled,
//! what rests on it alone holds for good.
//!
//! Complexity: exponential in the length of play at worst; memory is the table, of bounded size, and the moves along one
//! line. The numbers of the moves of that line are not in the table but with it, so that losing entries costs time and
//! never progress. No recursion.

use crate::outcome_table::{DEFAULT_BYTES, Memory};
use hashbrown::HashMap;
use noyau_core::limits::{Limits, Stopped};
use std::hash::Hash;

/// What is asked of a position: does its side to move get at least that? In games with points the margin to come, else
/// 1 for a win, 0 for a draw, −1 for a loss.
pub type Goal = i32;

/// The question to the position after a move that wins `gain` points, and the answer to it that is a yes here.
pub const fn after_move(goal: Goal, gain: i32, keeps_turn: bool) -> (Goal, bool) {
    if keeps_turn {
        (goal - gain, true)
    } else {
        // gain − theirs ≥ goal, that is, not theirs ≥ gain − goal + 1.
        (gain - goal + 1, false)
    }
}

/// What is seen of a position before its moves are generated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight<K> {
    /// The answer.
    Known(bool),
    /// It must be searched.
    Open {
        /// Positions with the same key and goal have the same answer.
        key: K,
        /// About how hard a yes is to prove, from 1.
        yes: u32,
        /// And a no.
        no: u32,
    },
}

/// A position after a move, with what is asked of it and the answer that is a yes before the move.
#[derive(Debug, Clone)]
pub struct Question<P> {
    /// The position.
    pub position: P,
    /// What is asked of it.
    pub goal: Goal,
    /// The answer hoped for.
    pub wanted: bool,
}

/// Positions and questions, as a proof needs them.
pub trait Ground {
    /// A position.
    type Position: Clone;
    /// What positions are told apart by.
    type Key: Clone + Eq + Hash;
    /// Whether a position may come again.
    const CYCLES: bool;

    /// Looks at a position.
    fn look(&mut self, position: &Self::Position, goal: Goal) -> Sight<Self::Key>;

    /// Appends the positions one move away.
    fn expand(
        &mut self,
        position: &Self::Position,
        goal: Goal,
        out: &mut Vec<Question<Self::Position>>,
    );
}

/// What it costs to settle a question; 0 for an answer found, [`NEVER`] for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cost {
    yes: u32,
    no: u32,
}

const NEVER: u32 = u32::MAX;

impl Cost {
    const fn of(answer: bool) -> Self {
        if answer {
            Self { yes: 0, no: NEVER }
        } else {
            Self { yes: NEVER, no: 0 }
        }
    }

    const fn answer(self) -> Option<bool> {
        match self {
            Self { yes: 0, .. } => Some(true),
            Self { no: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// The same cost where the answer wanted is no.
    const fn turned(self, wanted: bool) -> Self {
        if wanted {
            self
        } else {
            Self {
                yes: self.no,
                no: self.yes,
            }
        }
    }
}

/// The part of the line of play that an answer rests on: places of positions that it repeats, the first and the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rest {
    from: usize,
    to: usize,
}

impl Rest {
    fn join(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (None, rest) | (rest, None) => rest,
            (Some(one), Some(other)) => Some(Self {
                from: one.from.min(other.from),
                to: one.to.max(other.to),
            }),
        }
    }

    /// What is left of it once the position at a place is settled.
    fn without(self, place: usize) -> Option<Self> {
        if self.to < place {
            Some(self)
        } else {
            (self.from < place).then(|| Self {
                from: self.from,
                to: place - 1,
            })
        }
    }
}

/// What the table holds: the cost, and the opening whose line the answer rests on.
#[derive(Debug, Clone, Copy)]
struct Note {
    cost: Cost,
    rest: Option<(Rest, u64)>,
}

/// A move of a position on the line.
struct Child<P, K> {
    position: P,
    goal: Goal,
    wanted: bool,
    /// `None` once it is settled by sight.
    key: Option<K>,
    /// Seen by the parent.
    cost: Cost,
    rest: Option<Rest>,
}

/// A position on the line.
struct Frame<K> {
    key: K,
    goal: Goal,
    /// The limits beyond which something else has become cheaper.
    most: Cost,
    /// Where its moves begin.
    base: usize,
    /// Which of them is being looked at.
    chosen: usize,
    /// The number of nodes when it was opened, which no other opening has.
    opened: u64,
}

/// A proof-number search, and what it remembers from one question to the next.
pub struct Prover<'a, B: Ground> {
    ground: B,
    limits: &'a Limits,
    notes: Memory<(B::Key, Goal), Note>,
    /// Positions whose moves were generated.
    pub nodes: u64,
}

impl<B: Ground> std::fmt::Debug for Prover<'_, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prover")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl<'a, B: Ground> Prover<'a, B> {
    /// A search with an empty table.
    pub fn new(ground: B, limits: &'a Limits) -> Self {
        Self {
            ground,
            limits,
            notes: Memory::new(limits.memory.unwrap_or(DEFAULT_BYTES)),
            nodes: 0,
        }
    }

    /// The answer if it is known without a search.
    pub fn known(&mut self, position: &B::Position, goal: Goal) -> Option<bool> {
        match self.ground.look(position, goal) {
            Sight::Known(answer) => Some(answer),
            Sight::Open { key, .. } => {
                let note = self.notes.get(&(key, goal))?;
                note.cost.answer().filter(|_| note.rest.is_none())
            }
        }
    }

    /// Whether the side to move gets at least the goal.
    pub fn reaches(&mut self, position: &B::Position, goal: Goal) -> Result<bool, Stopped> {
        let key = match self.ground.look(position, goal) {
            Sight::Known(answer) => return Ok(answer),
            Sight::Open { key, .. } => key,
        };
        if let Some(Note { cost, rest: None }) = self.notes.get(&(key.clone(), goal))
            && let Some(answer) = cost.answer()
        {
            return Ok(answer);
        }
        let most = Cost {
            yes: NEVER,
            no: NEVER,
        };
        let mut line = Line {
            frames: Vec::new(),
            children: Vec::new(),
            places: HashMap::new(),
            questions: Vec::new(),
        };
        self.open(&mut line, position, key, goal, most)?;
        loop {
            let place = line.frames.len() - 1;
            let frame = &mut line.frames[place];
            let children = &mut line.children[frame.base..];
            // 1. The cost of the position from those of its moves.
            let (mut yes, mut second, mut chosen) = (NEVER, NEVER, 0);
            let (mut dearest, mut open) = (0, 0u32);
            for (i, child) in children.iter().enumerate() {
                if child.cost.yes < yes {
                    (second, yes, chosen) = (yes, child.cost.yes, i);
                } else {
                    second = second.min(child.cost.yes);
                }
                if child.cost.no > 0 {
                    dearest = dearest.max(child.cost.no);
                    open += 1;
                }
            }
            let no = match open {
                0 => 0,
                _ if dearest == NEVER => NEVER,
                _ => dearest.saturating_add(open - 1).min(NEVER - 1),
            };
            let cost = Cost { yes, no };
            // 2. Settled, or too dear: back to the position before.
            if cost.answer().is_some() || yes >= frame.most.yes || no >= frame.most.no {
                let rest = match cost.answer() {
                    Some(true) => children[chosen].rest,
                    Some(false) => children
                        .iter()
                        .fold(None, |rest, child| Rest::join(rest, child.rest)),
                    None => None,
                };
                let rest = rest.and_then(|rest| rest.without(place));
                let resting = rest.map(|rest| (rest, line.frames[rest.to].opened));
                let Some(frame) = line.frames.pop() else {
                    continue;
                };
                line.children.truncate(frame.base);
                let work = self.nodes - frame.opened;
                let key = (frame.key, frame.goal);
                if B::CYCLES {
                    line.places.remove(&key);
                }
                self.notes.put(
                    key,
                    Note {
                        cost,
                        rest: resting,
                    },
                    work,
                );
                let Some(parent) = line.frames.last() else {
                    // Nothing is left for an answer to rest on, and nothing is too dear for the first position.
                    return Ok(cost.answer() == Some(true));
                };
                let child = &mut line.children[parent.base + parent.chosen];
                child.cost = cost.turned(child.wanted);
                child.rest = rest;
                continue;
            }
            // 3. On to the cheapest move, as long as it stays the cheapest or nearly so (Pawlewicz and Lew 2007).
            let child = &mut children[chosen];
            let most = Cost {
                yes: frame
                    .most
                    .yes
                    .min(second.saturating_add(second / 4).saturating_add(1)),
                no: if frame.most.no == NEVER {
                    NEVER
                } else {
                    frame.most.no - (open - 1)
                },
            };
            frame.chosen = chosen;
            let Some(key) = child.key.clone() else {
                continue;
            };
            let full = (key, child.goal);
            // 3a. Has it been on the line before, or searched by another way?
            if let Some(&repeated) = line.places.get(&full) {
                let endless = child.goal <= 0;
                child.cost = Cost::of(endless == child.wanted);
                child.rest = Some(Rest {
                    from: repeated,
                    to: repeated,
                });
                continue;
            }
            if let Some(note) = self.notes.get(&full) {
                let holds = note.rest.is_none_or(|(rest, opened)| {
                    line.frames
                        .get(rest.to)
                        .is_some_and(|frame| frame.opened == opened)
                });
                let child = &mut line.children[line.frames[place].base + chosen];
                let cost = note.cost.turned(child.wanted);
                if holds && (cost.answer().is_some() || cost.yes >= most.yes || cost.no >= most.no)
                {
                    child.cost = cost;
                    child.rest = note.rest.map(|(rest, _)| rest);
                    continue;
                }
            }
            let child = &line.children[line.frames[place].base + chosen];
            let (position, goal) = (child.position.clone(), child.goal);
            let most = most.turned(child.wanted);
            self.open(&mut line, &position, full.0, goal, most)?;
        }
    }

    /// Puts a position on the line and its moves with it.
    fn open(
        &mut self,
        line: &mut Line<B>,
        position: &B::Position,
        key: B::Key,
        goal: Goal,
        most: Cost,
    ) -> Result<(), Stopped> {
        if self.nodes.is_multiple_of(1024) {
            self.limits.check(self.notes.bytes())?;
            self.limits.report(self.nodes, 0);
        }
        self.limits.check_nodes(self.nodes)?;
        self.nodes += 1;
        let base = line.children.len();
        line.questions.clear();
        self.ground.expand(position, goal, &mut line.questions);
        for Question {
            position,
            goal,
            wanted,
        } in line.questions.drain(..)
        {
            let mut child = Child {
                key: None,
                cost: Cost::of(false),
                rest: None,
                position,
                goal,
                wanted,
            };
            match self.ground.look(&child.position, goal) {
                Sight::Known(answer) => child.cost = Cost::of(answer == wanted),
                Sight::Open { key, yes, no } => {
                    child.cost = Cost { yes, no }.turned(wanted);
                    let full = (key, goal);
                    if let Some(Note { cost, rest: None }) = self.notes.get(&full) {
                        child.cost = cost.turned(wanted);
                    }
                    child.key = Some(full.0);
                }
            }
            let settled = child.cost.yes == 0;
            line.children.push(child);
            if settled {
                break;
            }
        }
        if B::CYCLES {
            let place = line.frames.len();
            line.places.insert((key.clone(), goal), place);
        }
        line.frames.push(Frame {
            key,
            goal,
            most,
            base,
            chosen: 0,
            opened: self.nodes,
        });
        Ok(())
    }
}

/// The line of play being looked at.
struct Line<B: Ground> {
    frames: Vec<Frame<B::Key>>,
    children: Vec<Child<B::Position, B::Key>>,
    /// Where on the line a position is, in games with cycles.
    places: HashMap<(B::Key, Goal), usize>,
    questions: Vec<Question<B::Position>>,
}

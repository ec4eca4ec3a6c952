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

mod graph;

pub use graph::{BoundedGraph, PlainGraph};

use crate::oracle::Oracle;
use crate::transposition::{Key, KeyedTable, Work, shares};
use hashbrown::HashTable;
use noyau_core::game::Game;
use noyau_core::limits::{Limits, Stopped};
use std::hash::Hash;

/// What is asked of a position: does its side to move get at least that? In games with points the margin to come, else
/// 1 for a win, 0 for a draw, −1 for a loss.
pub type Goal = i32;

/// What is seen of a position before its moves are generated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen<K> {
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
pub trait AndOrGraph {
    /// The game.
    type Game: Game;
    /// What positions are told apart by.
    type Key: Clone + Eq + Hash;
    /// Whether a position may come again.
    const CYCLES: bool;

    /// Looks at a position.
    fn look(&mut self, position: &PositionOf<Self>, goal: Goal) -> Seen<Self::Key>;

    /// Appends the positions one move away.
    fn expand(
        &mut self,
        position: &PositionOf<Self>,
        goal: Goal,
        out: &mut Vec<Question<PositionOf<Self>>>,
    );
}

type PositionOf<A> = <<A as AndOrGraph>::Game as Game>::Position;

/// What it costs to settle a question; 0 for an answer found, [`NEVER`] for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cost {
    yes: u32,
    no: u32,
}

const NEVER: u32 = u32::MAX;

/// A position with more moves is checked against the limits by itself.
const WIDE: usize = 4096;
/// What a position may have on the heap, and its question before it is a child, in bytes.
const HEAP: usize = 128;

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

/// What the table holds: the cost, the opening whose line the answer rests on, and the work it took.
#[derive(Debug, Clone, Copy)]
struct Note {
    cost: Cost,
    rest: Option<(Rest, u64)>,
    work: u32,
}

impl Work for Note {
    fn work(&self) -> u32 {
        self.work
    }
}

impl Note {
    /// The answer, if it holds on any line.
    fn answer(self) -> Option<bool> {
        self.cost.answer().filter(|_| self.rest.is_none())
    }
}

/// What a move of a position on the line costs, seen by the parent.
#[derive(Debug, Clone, Copy)]
struct Estimate {
    cost: Cost,
    rest: Option<Rest>,
}

/// A position on the line.
#[derive(Debug)]
struct Frame {
    /// The limits beyond which something else has become cheaper.
    most: Cost,
    /// Where its moves begin.
    base: usize,
    /// Which of them is being looked at.
    chosen: usize,
    /// The number of nodes when it was opened, which no other opening has.
    opened: u64,
}

/// What to do next at the position at the end of the line.
enum Next {
    /// Settled, or too dear: back to the position before.
    Back(Estimate),
    /// On to the chosen move, up to these limits.
    On(Cost),
}

impl Frame {
    /// Works out the cost of the position at a place of the line from those of its moves, and chooses the cheapest move.
    fn next(&mut self, moves: &[Estimate], place: usize) -> Next {
        let (mut yes, mut second, mut chosen) = (NEVER, NEVER, 0);
        let (mut dearest, mut open) = (0, 0u32);
        for (i, Estimate { cost, .. }) in moves.iter().enumerate() {
            if cost.yes < yes {
                (second, yes, chosen) = (yes, cost.yes, i);
            } else {
                second = second.min(cost.yes);
            }
            if cost.no > 0 {
                dearest = dearest.max(cost.no);
                open += 1;
            }
        }
        let no = match open {
            0 => 0,
            _ if dearest == NEVER => NEVER,
            _ => dearest.saturating_add(open - 1).min(NEVER - 1),
        };
        let cost = Cost { yes, no };
        if cost.answer().is_some() || yes >= self.most.yes || no >= self.most.no {
            let rest = match cost.answer() {
                Some(true) => moves[chosen].rest,
                Some(false) => moves
                    .iter()
                    .fold(None, |rest, child| Rest::join(rest, child.rest)),
                None => None,
            };
            let rest = rest.and_then(|rest| rest.without(place));
            return Next::Back(Estimate { cost, rest });
        }
        // As long as it stays the cheapest or nearly so (Pawlewicz and Lew 2007).
        let near = second.saturating_add(second / 4).saturating_add(1);
        self.chosen = chosen;
        Next::On(Cost {
            yes: self.most.yes.min(near),
            no: if self.most.no == NEVER {
                NEVER
            } else {
                self.most.no - (open - 1)
            },
        })
    }
}

/// A position and the question about it, as the table knows them.
type Full<K> = (K, Goal);

/// A move of a position on the line.
struct Child<P, K> {
    question: Question<P>,
    /// `None` once it is settled by sight.
    key: Option<Full<K>>,
}

/// The places of keys on the line, by their hashes: a table that does not depend on the type of the keys.
#[derive(Default)]
struct LineIndex(HashTable<(u64, usize)>);

impl LineIndex {
    /// The place with that hash for which `is_key` holds.
    fn find(&self, hash: u64, is_key: &dyn Fn(usize) -> bool) -> Option<usize> {
        let found = self.0.find(hash, |slot| slot.0 == hash && is_key(slot.1));
        found.map(|slot| slot.1)
    }

    fn insert(&mut self, hash: u64, place: usize) {
        self.0.insert_unique(hash, (hash, place), |slot| slot.0);
    }

    fn remove(&mut self, hash: u64, place: usize) {
        if let Ok(slot) = self.0.find_entry(hash, |slot| *slot == (hash, place)) {
            slot.remove();
        }
    }
}

/// The line of play being looked at.
struct Line<P, K> {
    frames: Vec<Frame>,
    /// The positions of the frames.
    keys: Vec<Full<K>>,
    children: Vec<Child<P, K>>,
    /// The costs of the children.
    estimates: Vec<Estimate>,
    /// Where on the line a position is, in games with cycles.
    places: LineIndex,
    questions: Vec<Question<P>>,
}

/// A proof-number search, and what it remembers from one question to the next.
pub struct Prover<'a, A: AndOrGraph> {
    graph: A,
    limits: &'a Limits,
    notes: KeyedTable<Full<A::Key>, Note>,
    /// Positions whose moves were generated.
    nodes: u64,
    most_nodes: u64,
}

impl<A: AndOrGraph> std::fmt::Debug for Prover<'_, A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prover")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl<A: AndOrGraph> Oracle<A::Game> for Prover<'_, A> {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn limit_nodes(&mut self, most: u64) {
        self.most_nodes = self.most_nodes.min(most);
    }

    fn known(&mut self, position: &PositionOf<A>, goal: Goal) -> Option<bool> {
        self.look(position, goal).ok()
    }

    fn reaches(&mut self, position: &PositionOf<A>, goal: Goal) -> Result<bool, Stopped> {
        self.look(position, goal)
            .or_else(|key| self.prove(position, key))
    }
}

impl<'a, A: AndOrGraph> Prover<'a, A> {
    /// A search with an empty table.
    pub fn new(graph: A, limits: &'a Limits) -> Self {
        Self {
            graph,
            limits,
            notes: KeyedTable::new(shares(limits).0),
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// The answer if it is known without a search, or else what the table knows the question by.
    fn look(&mut self, position: &PositionOf<A>, goal: Goal) -> Result<bool, Full<A::Key>> {
        match self.graph.look(position, goal) {
            Seen::Known(answer) => Ok(answer),
            Seen::Open { key, .. } => {
                let key = (key, goal);
                let note = self.notes.get(&key);
                note.and_then(Note::answer).ok_or(key)
            }
        }
    }

    /// Searches a position that is not known at once.
    fn prove(&mut self, root: &PositionOf<A>, key: Full<A::Key>) -> Result<bool, Stopped> {
        let most = Cost {
            yes: NEVER,
            no: NEVER,
        };
        let mut line = Line {
            frames: Vec::new(),
            keys: Vec::new(),
            children: Vec::new(),
            estimates: Vec::new(),
            places: LineIndex::default(),
            questions: Vec::new(),
        };
        self.open(&mut line, root, key, most)?;
        loop {
            // 1. Back to the position before, or on to a move?
            let place = line.frames.len() - 1;
            let frame = &mut line.frames[place];
            let most = match frame.next(&line.estimates[frame.base..], place) {
                Next::On(most) => most,
                Next::Back(estimate) => match self.close(&mut line, estimate) {
                    None => continue,
                    Some(answer) => return Ok(answer),
                },
            };
            let chosen = frame.base + frame.chosen;
            let child = &line.children[chosen];
            let wanted = child.question.wanted;
            let Some(key) = &child.key else {
                continue;
            };
            // 2. Has it been on the line before?
            let hash = key.hash64();
            let is_key = |place: usize| line.keys[place] == *key;
            if let Some(repeated) = line.places.find(hash, &is_key) {
                let endless = key.1 <= 0;
                line.estimates[chosen] = Estimate {
                    cost: Cost::of(endless == wanted),
                    rest: Some(Rest {
                        from: repeated,
                        to: repeated,
                    }),
                };
                continue;
            }
            // 3. Or has it been searched by another way?
            if let Some(note) = self.notes.get_hashed(hash, key) {
                let holds = note.rest.is_none_or(|(rest, opened)| {
                    let frame = line.frames.get(rest.to);
                    frame.is_some_and(|frame| frame.opened == opened)
                });
                let cost = note.cost.turned(wanted);
                if holds && (cost.answer().is_some() || cost.yes >= most.yes || cost.no >= most.no)
                {
                    line.estimates[chosen] = Estimate {
                        cost,
                        rest: note.rest.map(|(rest, _)| rest),
                    };
                    continue;
                }
            }
            let (position, key) = (child.question.position.clone(), key.clone());
            self.open(&mut line, &position, key, most.turned(wanted))?;
        }
    }

    /// Takes the last position from the line, and tells the one before what it costs; the answer, if it was the first.
    fn close(
        &mut self,
        line: &mut Line<PositionOf<A>, A::Key>,
        Estimate { cost, rest }: Estimate,
    ) -> Option<bool> {
        let resting = rest.map(|rest| (rest, line.frames[rest.to].opened));
        let (frame, key) = (line.frames.pop()?, line.keys.pop()?);
        line.children.truncate(frame.base);
        line.estimates.truncate(frame.base);
        if A::CYCLES {
            line.places.remove(key.hash64(), line.keys.len());
        }
        let note = Note {
            cost,
            rest: resting,
            work: (self.nodes - frame.opened).min(u64::from(u32::MAX)) as u32,
        };
        self.notes.put(key, note);
        let Some(parent) = line.frames.last() else {
            // Nothing is left for an answer to rest on, and nothing is too dear for the first position.
            return Some(cost.answer() == Some(true));
        };
        let at = parent.base + parent.chosen;
        let cost = cost.turned(line.children[at].question.wanted);
        line.estimates[at] = Estimate { cost, rest };
        None
    }

    /// Puts a position on the line and its moves with it.
    fn open(
        &mut self,
        line: &mut Line<PositionOf<A>, A::Key>,
        position: &PositionOf<A>,
        key: Full<A::Key>,
        most: Cost,
    ) -> Result<(), Stopped> {
        // Positions with many moves take time and memory of their own; the next is taken to be as wide as the last.
        let width = line.children.len() - line.frames.last().map_or(0, |last| last.base);
        if self.nodes.is_multiple_of(1024) || width > WIDE {
            let each = size_of::<Child<PositionOf<A>, A::Key>>() + size_of::<Estimate>() + HEAP;
            let held = self.notes.bytes() + (line.children.len() * each) as u64;
            self.limits.check_growth(held, (width * each) as u64)?;
            self.limits.report(self.nodes, 0);
        }
        if self.nodes >= self.most_nodes {
            return Err(Stopped::Nodes);
        }
        self.nodes += 1;
        let base = line.children.len();
        line.questions.clear();
        self.graph.expand(position, key.1, &mut line.questions);
        for question in line.questions.drain(..) {
            let Question { goal, wanted, .. } = question;
            let (cost, key) = match self.graph.look(&question.position, goal) {
                Seen::Known(answer) => (Cost::of(answer == wanted), None),
                Seen::Open { key, yes, no } => {
                    let key = (key, goal);
                    let note = self.notes.get(&key).filter(|note| note.rest.is_none());
                    let cost = note.map_or(Cost { yes, no }, |note| note.cost);
                    (cost.turned(wanted), Some(key))
                }
            };
            line.children.push(Child { question, key });
            line.estimates.push(Estimate { cost, rest: None });
            if cost.yes == 0 {
                break;
            }
        }
        if A::CYCLES {
            line.places.insert(key.hash64(), line.frames.len());
        }
        line.keys.push(key);
        line.frames.push(Frame {
            most,
            base,
            chosen: 0,
            opened: self.nodes,
        });
        Ok(())
    }
}

//! The ground rules as a network over packed bits.
//!
//! The rules relevant to a query are ordered so that each comes after everything its conditions depend on. Each
//! waits for one of its conditions, the one that is true least often in random games, and is evaluated only when
//! that one holds; so the cost of a state is about the number of rules woken by its true facts, not the number of
//! all rules. Mutually recursive rules wait for every condition of their cycle, and are evaluated again until a
//! fixed point.

use super::ground::Ground;
use super::term::Term;
use hashbrown::HashMap;
use noyau_core::random::SplitMix;
use noyau_graph::arena::Rows;
use noyau_graph::arena::analysis::components;
use std::ops::{Deref, DerefMut};

/// The rules for one query, in evaluation order.
#[derive(Debug, Clone, Default)]
struct Program {
    heads: Vec<u32>,
    starts: Vec<u32>,
    /// The conditions except the one that wakes the rule: twice the proposition, plus one if it is negated.
    conditions: Vec<u32>,
    /// The rules woken by each proposition.
    woken: Rows,
    /// The rules that are always evaluated.
    always: Vec<u32>,
}

/// The compiled rules.
#[derive(Debug, Clone)]
pub(super) struct Network {
    pub(super) ground: Ground,
    /// The facts of the initial state.
    pub(super) start: Vec<u64>,
    /// The number of each fact.
    places: HashMap<Term, u32>,
    /// The number of words of a state.
    pub(super) words: usize,
    /// The moves of role r are those from `roles[r]` to `roles[r + 1]`.
    pub(super) roles: Vec<usize>,
    /// The dropped facts, ascending.
    dropped: Vec<u32>,
    legal: Program,
    next: Program,
    terminal: Program,
    goal: Program,
}

/// Bits in inline storage if they are few: states are evaluated so often that allocation would show.
#[derive(Debug)]
struct Bits<const FEW: usize> {
    few: [u64; FEW],
    many: Vec<u64>,
    words: usize,
}

impl<const FEW: usize> Bits<FEW> {
    #[inline]
    fn zero(words: usize) -> Self {
        Self {
            few: [0; FEW],
            many: if words > FEW {
                vec![0; words]
            } else {
                Vec::new()
            },
            words,
        }
    }
}

impl<const FEW: usize> Deref for Bits<FEW> {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        if self.words > FEW {
            &self.many
        } else {
            &self.few[..self.words]
        }
    }
}

impl<const FEW: usize> DerefMut for Bits<FEW> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        if self.words > FEW {
            &mut self.many
        } else {
            &mut self.few[..self.words]
        }
    }
}

/// One bit for each proposition.
type Values = Bits<32>;

/// The evaluation of one state.
#[derive(Debug)]
pub(super) struct Seen<'a> {
    network: &'a Network,
    values: Values,
}

#[inline]
fn get(bits: &[u64], at: u32) -> bool {
    bits[at as usize / 64] >> (at % 64) & 1 != 0
}

#[inline]
fn set(bits: &mut [u64], at: u32) {
    bits[at as usize / 64] |= 1 << (at % 64);
}

/// Calls `each` with the indices of the ones in `from..to`, relative to `from`.
#[inline]
fn ones(bits: &[u64], from: usize, to: usize, mut each: impl FnMut(usize)) {
    let mut word = from / 64;
    while word * 64 < to {
        let mut rest = bits[word];
        if word == from / 64 {
            rest &= u64::MAX << (from % 64);
        }
        while rest != 0 {
            let at = word * 64 + rest.trailing_zeros() as usize;
            if at >= to {
                return;
            }
            each(at - from);
            rest &= rest - 1;
        }
        word += 1;
    }
}

impl Program {
    /// The rules that `wanted` depends on. `frequency` says how often a proposition holds.
    fn new(ground: &Ground, wanted: Vec<u32>, frequency: &[u32]) -> Self {
        let count = ground.count as usize;
        let pairs: Vec<_> = ground.heads.iter().copied().zip(0..).collect();
        let rules_of = Rows::from_edges(count, &pairs);
        // 1. The dependencies of the query.
        let mut reached = vec![false; count];
        let mut stack = wanted;
        let mut rules: Vec<u32> = Vec::new();
        let mut uses: Vec<(u32, u32)> = Vec::new();
        while let Some(proposition) = stack.pop() {
            if std::mem::replace(&mut reached[proposition as usize], true) {
                continue;
            }
            for &rule in rules_of.row(proposition) {
                rules.push(rule);
                for &condition in ground.body(rule as usize) {
                    uses.push((proposition, condition >> 1));
                    stack.push(condition >> 1);
                }
            }
        }
        // 2. A topological order of the rules.
        let component = components(&Rows::from_edges(count, &uses));
        let component_of = |proposition: u32| component[proposition as usize];
        rules.sort_unstable_by_key(|&rule| {
            let head = ground.heads[rule as usize];
            (component_of(head), head, rule)
        });
        // 3. The condition that wakes each rule.
        let mut program = Self {
            heads: Vec::with_capacity(rules.len()),
            starts: vec![0],
            conditions: Vec::new(),
            woken: Rows::default(),
            always: Vec::new(),
        };
        let mut woken = Vec::new();
        for (place, &rule) in (0..).zip(&rules) {
            let head = ground.heads[rule as usize];
            let body = ground.body(rule as usize);
            let positive = |&&condition: &&u32| condition & 1 == 0;
            let circular = |&&condition: &&u32| {
                condition & 1 == 0 && component_of(condition >> 1) == component_of(head)
            };
            let mut left_out = None;
            if body.iter().any(|condition| circular(&condition)) {
                woken.extend(
                    body.iter()
                        .filter(circular)
                        .map(|&condition| (condition >> 1, place)),
                );
            } else {
                let rarest = body
                    .iter()
                    .filter(positive)
                    .min_by_key(|&&c| frequency[c as usize >> 1]);
                match rarest {
                    None => program.always.push(place),
                    Some(&condition) => {
                        woken.push((condition >> 1, place));
                        left_out = Some(condition);
                    }
                }
            }
            program.heads.push(head);
            let mut rest: Vec<u32> = body
                .iter()
                .filter(|&&c| Some(c) != left_out)
                .copied()
                .collect();
            // Conditions that fail most often are tested first.
            rest.sort_by_key(|&c| {
                let often = frequency[c as usize >> 1];
                if c & 1 == 0 { often } else { u32::MAX - often }
            });
            program.conditions.extend(rest);
            program.starts.push(program.conditions.len() as u32);
        }
        program.woken = Rows::from_edges(count, &woken);
        program
    }

    /// Derives everything that follows from the true inputs, the propositions below `inputs`.
    fn run(&self, values: &mut [u64], inputs: u32) {
        let mut pending = Bits::<16>::zero(self.heads.len().div_ceil(64));
        let pending = &mut *pending;
        for &rule in &self.always {
            set(pending, rule);
        }
        for (word, &bits) in values[..inputs as usize / 64].iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                let at = word * 64 + rest.trailing_zeros() as usize;
                for &rule in self.woken.row(at as u32) {
                    set(pending, rule);
                }
                rest &= rest - 1;
            }
        }
        let mut word = 0;
        while word < pending.len() {
            let waiting = pending[word];
            if waiting == 0 {
                word += 1;
                continue;
            }
            let rule = word * 64 + waiting.trailing_zeros() as usize;
            pending[word] = waiting & (waiting - 1);
            let head = self.heads[rule];
            if get(values, head) {
                continue;
            }
            let body = &self.conditions[self.starts[rule] as usize..self.starts[rule + 1] as usize];
            if !body
                .iter()
                .all(|&condition| get(values, condition >> 1) == (condition & 1 == 0))
            {
                continue;
            }
            set(values, head);
            for &rule in self.woken.row(head) {
                set(pending, rule);
                // Only within a cycle does a rule wake an earlier one.
                word = word.min(rule as usize / 64);
            }
        }
    }
}

impl Network {
    /// Compiles the rules; `start` are the facts of the initial state.
    pub(super) fn new(ground: Ground, roles: usize, start: &[Term]) -> Self {
        let words = ground.facts.len().div_ceil(64);
        let places: HashMap<Term, u32> = ground.facts.iter().copied().zip(0..).collect();
        let mut bits = vec![0; words];
        for fact in start.iter().filter_map(|fact| places.get(fact)) {
            set(&mut bits, *fact);
        }
        let bounds = (0..=roles).map(|role| ground.moves.partition_point(|mv| mv.0 < role));
        let never = vec![0; ground.count as usize];
        let mut network = Self {
            start: bits,
            places,
            words,
            roles: bounds.collect(),
            dropped: Vec::new(),
            legal: Program::default(),
            next: Program::default(),
            terminal: Program::default(),
            goal: Program::default(),
            ground: simplified(ground),
        };
        network.compile(&never);
        let frequency = network.frequencies();
        network.compile(&frequency);
        network
    }

    fn compile(&mut self, frequency: &[u32]) {
        let ground = &self.ground;
        let legal = (0..ground.moves.len() as u32).map(|mv| ground.legal + mv);
        let next = (0..ground.facts.len() as u32).map(|fact| ground.next + fact);
        let goals = (0..ground.goals.len() as u32).map(|goal| ground.goal + goal);
        let program = |wanted| Program::new(ground, wanted, frequency);
        self.legal = program(legal.chain([ground.terminal]).collect());
        self.next = program(next.collect());
        self.terminal = program(vec![ground.terminal]);
        self.goal = program(goals.collect());
    }

    /// The frequency of each proposition in random games.
    fn frequencies(&self) -> Vec<u32> {
        /// The maximum number of rules evaluated for it.
        const WORK: usize = 20_000_000;
        const STATES: usize = 2000;
        let mut counts = vec![0u32; self.ground.count as usize];
        let mut count = |values: &[u64]| {
            ones(values, 0, self.ground.count as usize, |at| counts[at] += 1);
        };
        let cost = self.ground.heads.len() + self.ground.count as usize / 64 + 1;
        let mut random = SplitMix(1);
        let mut state = self.start.clone();
        let (mut does, mut choices) = (Vec::new(), Vec::new());
        for _ in 0..(WORK / cost).min(STATES) {
            let seen = self.see(&state);
            count(&seen.values);
            does.clear();
            for role in 0..self.roles.len() - 1 {
                choices.clear();
                seen.moves(role, |mv| choices.push(mv));
                does.extend(choices.get(random.below(choices.len())));
            }
            if seen.is_terminal() || does.len() + 1 < self.roles.len() {
                state.clone_from(&self.start);
                continue;
            }
            let values = self.after(&state, &does);
            count(&values);
            state.copy_from_slice(&values[self.ground.next as usize / 64..][..self.words]);
        }
        counts
    }

    /// Whether neither legal moves nor next states depend on those facts, except the facts themselves.
    pub(super) fn only_bounds(&self, facts: &[u32]) -> bool {
        let mut among = vec![false; self.ground.count as usize];
        for &fact in facts {
            among[fact as usize] = true;
        }
        let counts = |proposition: u32| among[proposition as usize];
        let own = |head: u32| {
            let end = self.ground.next + self.ground.facts.len() as u32;
            (self.ground.next..end).contains(&head) && counts(head - self.ground.next)
        };
        let others = (0..self.ground.facts.len() as u32).filter(|&fact| !counts(fact));
        let next = others.map(|fact| self.ground.next + fact);
        let legal = (0..self.ground.moves.len() as u32).map(|mv| self.ground.legal + mv);
        let never = vec![0; self.ground.count as usize];
        let program = Program::new(&self.ground, next.chain(legal).collect(), &never);
        let asked = |proposition: u32| !program.woken.row(proposition).is_empty();
        let tested = |&condition: &u32| counts(condition >> 1);
        !program.heads.iter().any(|&head| own(head))
            && !facts.iter().any(|&fact| asked(fact))
            && !program.conditions.iter().any(tested)
    }

    /// Drops facts: they never hold.
    pub(super) fn drop_facts(&mut self, facts: &[u32]) {
        for &fact in facts {
            self.start[fact as usize / 64] &= !(1 << (fact % 64));
        }
        self.dropped = facts.to_vec();
        self.dropped.sort_unstable();
        let mut left = Ground {
            starts: vec![0],
            ..Ground::default()
        };
        for rule in 0..self.ground.heads.len() {
            let head = self.ground.heads[rule];
            let body = self.ground.body(rule);
            let dropped =
                |proposition: u32| proposition < self.ground.does && self.is_dropped(proposition);
            let dead = body
                .iter()
                .any(|&condition| condition & 1 == 0 && dropped(condition >> 1));
            if dead
                || (head >= self.ground.next
                    && head < self.ground.legal
                    && dropped(head - self.ground.next))
            {
                continue;
            }
            left.heads.push(head);
            left.conditions
                .extend(body.iter().filter(|&&condition| !dropped(condition >> 1)));
            left.starts.push(left.conditions.len() as u32);
        }
        self.ground.heads = left.heads;
        self.ground.starts = left.starts;
        self.ground.conditions = left.conditions;
        self.ground = simplified(std::mem::take(&mut self.ground));
        self.compile(&vec![0; self.ground.count as usize]);
        let frequency = self.frequencies();
        self.compile(&frequency);
    }

    /// For each fact, whether it never ceases to hold, and whether it never returns.
    pub(super) fn one_way(&self) -> [Vec<bool>; 2] {
        let count = self.ground.facts.len();
        let (mut stays, mut goes) = (vec![false; count], vec![true; count]);
        for (rule, &head) in self.ground.heads.iter().enumerate() {
            let Some(fact) = head
                .checked_sub(self.ground.next)
                .filter(|&at| (at as usize) < count)
            else {
                continue;
            };
            let body = self.ground.body(rule);
            stays[fact as usize] |= body.is_empty() || body == [fact << 1];
            goes[fact as usize] &= body.contains(&(fact << 1));
        }
        [stays, goes]
    }

    /// The number of a fact, if it may ever hold.
    pub(super) fn place_of(&self, fact: Term) -> Option<u32> {
        self.places.get(&fact).copied()
    }

    /// Whether a fact has been dropped.
    pub(super) fn is_dropped(&self, fact: u32) -> bool {
        self.dropped.binary_search(&fact).is_ok()
    }

    /// The conditions of the rules by which a fact holds next.
    pub(super) fn next_rules(&self, fact: u32) -> Vec<&[u32]> {
        let head = self.ground.next + fact;
        let rules = self.ground.heads.iter().enumerate();
        rules
            .filter(|&(_, &h)| h == head)
            .map(|(rule, _)| self.ground.body(rule))
            .collect()
    }

    fn values(&self, state: &[u64]) -> Values {
        let mut values = Values::zero((self.ground.count as usize).div_ceil(64));
        values[..self.words].copy_from_slice(state);
        values
    }

    /// The legal moves of a state, and whether it is terminal.
    pub(super) fn see(&self, state: &[u64]) -> Seen<'_> {
        let mut values = self.values(state);
        self.legal.run(&mut values, self.ground.does);
        Seen {
            network: self,
            values,
        }
    }

    /// Whether a state is terminal.
    pub(super) fn is_terminal(&self, state: &[u64]) -> bool {
        let mut values = self.values(state);
        self.terminal.run(&mut values, self.ground.does);
        get(&values, self.ground.terminal)
    }

    /// Calls `each` with every goal that holds: the role and the value, if it is a number.
    pub(super) fn goals(&self, state: &[u64], mut each: impl FnMut(usize, Option<i32>)) {
        let mut values = self.values(state);
        self.goal.run(&mut values, self.ground.does);
        for (at, &(role, value)) in (self.ground.goal..).zip(&self.ground.goals) {
            if get(&values, at) {
                each(role, value);
            }
        }
    }

    fn after(&self, state: &[u64], does: &[u32]) -> Values {
        let mut values = self.values(state);
        for &mv in does {
            set(&mut values, self.ground.does + mv);
        }
        self.next.run(&mut values, self.ground.next);
        values
    }

    /// Plays a joint move.
    pub(super) fn play(&self, state: &mut [u64], does: &[u32]) {
        let values = self.after(state, does);
        state.copy_from_slice(&values[self.ground.next as usize / 64..][..self.words]);
    }
}

impl Seen<'_> {
    /// Whether the state is terminal.
    pub(super) fn is_terminal(&self) -> bool {
        get(&self.values, self.network.ground.terminal)
    }

    /// Calls `each` with every legal move of a role, in order.
    pub(super) fn moves(&self, role: usize, mut each: impl FnMut(u32)) {
        let legal = self.network.ground.legal as usize;
        let (from, to) = (self.network.roles[role], self.network.roles[role + 1]);
        ones(&self.values, legal + from, legal + to, |at| {
            each((from + at) as u32);
        });
    }
}

/// Simplifies the rules by propositions that are constant. Each round is linear, and stopping after some is sound.
fn simplified(mut ground: Ground) -> Ground {
    const ROUNDS: usize = 12;
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Status {
        Open,
        Always,
        Never,
    }
    let count = ground.count as usize;
    let mut status = vec![Status::Open; count];
    for _ in 0..ROUNDS {
        let mut supported = vec![false; count];
        supported[..ground.next as usize].fill(true);
        let mut simpler = Ground {
            starts: vec![0],
            ..Ground::default()
        };
        let before = status.clone();
        for rule in 0..ground.heads.len() {
            let head = ground.heads[rule];
            let body = ground.body(rule);
            let status_of = |condition: u32| status[condition as usize >> 1];
            let dead = body.iter().any(|&condition| {
                let against = if condition & 1 == 0 {
                    Status::Never
                } else {
                    Status::Always
                };
                status_of(condition) == against
            });
            let from = simpler.conditions.len();
            let rest = body
                .iter()
                .filter(|&&condition| status_of(condition) == Status::Open);
            simpler.conditions.extend(rest);
            let fact = simpler.conditions.len() == from;
            if dead || (status[head as usize] == Status::Always && !fact) {
                simpler.conditions.truncate(from);
                continue;
            }
            supported[head as usize] = true;
            if fact {
                status[head as usize] = Status::Always;
            }
            simpler.heads.push(head);
            simpler.starts.push(simpler.conditions.len() as u32);
        }
        for (status, supported) in status.iter_mut().zip(supported) {
            if !supported {
                *status = Status::Never;
            }
        }
        ground.heads = simpler.heads;
        ground.starts = simpler.starts;
        ground.conditions = simpler.conditions;
        if before == status {
            break;
        }
    }
    ground
}

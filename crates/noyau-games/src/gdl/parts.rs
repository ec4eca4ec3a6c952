//! Independent parts of a sheet: groups of facts and moves without mutual dependencies, like the heaps of Nim.
//!
//! 1. Each move is tried on the rules: with it done, and the other role waiting, a fact that follows from itself alone
//!    is unchanged; all others are touched. A move, the facts it touches, their dependencies and the dependencies of
//!    its legality belong together.
//! 2. Each group is enumerated separately, with both roles free to move. If they have the same moves everywhere and
//!    there is no cycle, its states have nimbers.
//! 3. The game is the sum of its groups if it is over exactly when the role to move has no move in any group, and then
//!    has lost. `terminal` is decomposed into conditions on each group, which are compared with the moves of all its
//!    states.
//!
//! Only proved properties are claimed. Complexity: the rules times the moves, and the states of the groups times
//! their rules; beyond a fixed amount of work nothing is claimed.

use super::network::Network;
use super::symmetry::order;
use hashbrown::{HashMap, HashSet};
use noyau_graph::arena::Rows;
use std::cell::Cell;

/// The maximum number of conditions evaluated.
const MOST_WORK: usize = 30_000_000;
/// The maximum number of states of all groups.
const MOST_STATES: usize = 50_000;

/// The decomposition of a sheet.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The number of independent groups of moves, with terminal conditions on each alone: at least two.
    pub groups: usize,
    /// The nimbers of their states, if the game is the sum of its groups.
    pub(super) sum: Option<Sum>,
}

impl Parts {
    /// Whether the game is the sum of its groups, with nimbers.
    pub fn is_sum(&self) -> bool {
        self.sum.is_some()
    }
}

/// A game that is the sum of its groups under normal play.
#[derive(Debug, Clone)]
pub(super) struct Sum {
    groups: Vec<Group>,
    /// The facts that determine the role to move.
    control: Vec<u64>,
    /// The other facts, which never change and have no dependents.
    beside: Vec<u64>,
}

#[derive(Debug, Clone)]
struct Group {
    facts: Vec<u64>,
    states: HashMap<Vec<u64>, Local>,
    /// A state without moves.
    dead: Vec<u64>,
}

/// A state of a group.
#[derive(Debug, Clone, Copy)]
struct Local {
    nimber: u32,
    has_moves: bool,
}

fn among(state: &[u64], facts: &[u64]) -> Vec<u64> {
    state.iter().zip(facts).map(|(a, b)| a & b).collect()
}

fn add(state: &mut [u64], more: &[u64]) {
    for (word, more) in state.iter_mut().zip(more) {
        *word |= more;
    }
}

fn with(words: usize, facts: &[u32]) -> Vec<u64> {
    let mut bits = vec![0; words];
    for &fact in facts {
        bits[fact as usize / 64] |= 1 << (fact % 64);
    }
    bits
}

impl Sum {
    fn locals<'a>(&'a self, state: &'a [u64]) -> impl Iterator<Item = Option<Local>> + 'a {
        self.groups
            .iter()
            .map(|group| group.states.get(&among(state, &group.facts)[..]).copied())
    }

    /// Whether each group of a state is in a reachable state.
    pub(super) fn knows(&self, state: &[u64]) -> bool {
        let mut all = self.control.clone();
        let groups = self.groups.iter();
        groups.for_each(|group| add(&mut all, &group.facts));
        let beside = state.iter().zip(&all).map(|(word, all)| word & !all);
        beside.eq(self.beside.iter().copied()) && self.locals(state).all(|local| local.is_some())
    }

    /// The nimber of a state that is [known](Self::knows).
    pub(super) fn nimber(&self, state: &[u64]) -> u32 {
        let nimbers = self.locals(state).flatten().map(|local| local.nimber);
        nimbers.fold(0, |sum, nimber| sum ^ nimber)
    }

    /// The groups of a known state that have moves, each combined with dead states of the others.
    pub(super) fn split(&self, state: &[u64]) -> Vec<Vec<u64>> {
        let has_moves = |local: Option<Local>| local.is_some_and(|local| local.has_moves);
        let living = (0..).zip(self.locals(state));
        let living = living.filter(|&(_, local)| has_moves(local));
        living
            .map(|(at, _)| {
                let mut part = among(state, &self.control);
                add(&mut part, &self.beside);
                for (other, group) in self.groups.iter().enumerate() {
                    if other == at {
                        add(&mut part, &among(state, &group.facts));
                    } else {
                        add(&mut part, &group.dead);
                    }
                }
                part
            })
            .collect()
    }

    /// The same state with the other role to move.
    pub(super) fn turned(&self, state: &[u64]) -> Vec<u64> {
        let words = state.iter().zip(&self.control);
        words.map(|(word, control)| word ^ control).collect()
    }

    /// The product of the numbers of states of the groups.
    pub(super) fn states(&self) -> u64 {
        self.groups.iter().fold(1, |product, group| {
            product.saturating_mul(group.states.len() as u64)
        })
    }
}

/// The residual of a proposition given the values of some others.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Residual {
    Never,
    Always,
    /// Equivalent to a fact or another proposition, or to its negation: twice its number, plus one for the
    /// negation.
    As(u32),
    /// Rules over the open propositions.
    Rules(Vec<Vec<u32>>),
}

/// A union-find structure of groups.
struct Groups(Vec<u32>);

impl Groups {
    fn of(&mut self, mut item: usize) -> usize {
        while self.0[item] as usize != item {
            self.0[item] = self.0[self.0[item] as usize];
            item = self.0[item] as usize;
        }
        item
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other)] = one.min(other) as u32;
    }
}

struct Finder<'a> {
    network: &'a Network,
    order: Vec<u32>,
    rules: Rows,
    /// The facts that give each role the move.
    control: [u32; 2],
    /// The remaining work.
    work: Cell<usize>,
}

/// Finds the parts of a sheet for two roles that take turns according to the facts of `control`.
pub(super) fn find(network: &Network, control: [u32; 2]) -> Option<Parts> {
    let ground = &network.ground;
    let pairs: Vec<_> = ground.heads.iter().copied().zip(0..).collect();
    let tries = ground.moves.len() + 4;
    if ground.conditions.len().checked_mul(tries)? > MOST_WORK {
        return None;
    }
    Finder {
        network,
        order: order(network)?,
        rules: Rows::from_edges(ground.count as usize, &pairs),
        control,
        work: Cell::new(MOST_WORK),
    }
    .find()
}

impl Finder<'_> {
    /// Spends work; `None` if it is used up.
    fn spend(&self, work: usize) -> Option<()> {
        self.work.set(self.work.get().checked_sub(work)?);
        Some(())
    }

    /// The residuals if a role is to move and those moves are made.
    fn partly(&self, role: usize, done: &[u32]) -> Vec<Residual> {
        let ground = &self.network.ground;
        let mut known: Vec<Residual> = vec![Residual::Never; ground.count as usize];
        for fact in 0..ground.facts.len() as u32 {
            known[fact as usize] = Residual::As(fact << 1);
        }
        known[self.control[role] as usize] = Residual::Always;
        known[self.control[1 - role] as usize] = Residual::Never;
        for &mv in done {
            known[(ground.does + mv) as usize] = Residual::Always;
        }
        for &proposition in &self.order {
            let rules = self.rules.row(proposition).iter();
            let open = rules.filter_map(|&rule| narrowed(ground.body(rule as usize), &known));
            known[proposition as usize] = summed_up(open.collect());
        }
        known
    }

    /// The propositions that some depend on, themselves included.
    fn support(&self, known: &[Residual], from: &[u32]) -> Option<HashSet<u32>> {
        let mut open = from.to_vec();
        let mut seen: HashSet<u32> = from.iter().copied().collect();
        while let Some(proposition) = open.pop() {
            let mut meet = |literal: u32| {
                if seen.insert(literal >> 1) {
                    open.push(literal >> 1);
                }
            };
            match &known[proposition as usize] {
                Residual::Never | Residual::Always => {}
                Residual::As(literal) => meet(*literal),
                Residual::Rules(rules) => {
                    self.spend(rules.iter().map(Vec::len).sum())?;
                    rules.iter().flatten().for_each(|&literal| meet(literal));
                }
            }
            self.spend(1)?;
        }
        Some(seen)
    }

    /// The facts that some propositions depend on.
    fn facts(&self, known: &[Residual], from: &[u32]) -> Option<impl Iterator<Item = u32>> {
        let does = self.network.ground.does;
        let all = self.support(known, from)?.into_iter();
        Some(all.filter(move |&proposition| proposition < does))
    }

    fn find(self) -> Option<Parts> {
        let ground = &self.network.ground;
        let (facts, moves) = (ground.facts.len(), ground.moves.len());
        let idle = [self.partly(0, &[]), self.partly(1, &[])];
        let legal = |role: usize, mv: usize| &idle[role][ground.legal as usize + mv];
        // 1. The waiting role has exactly one move, which the role to move does not have.
        let mut waiting = [0; 2];
        for (role, waits) in waiting.iter_mut().enumerate() {
            let own = self.network.roles[role]..self.network.roles[role + 1];
            let mut open = own.filter(|&mv| *legal(1 - role, mv) != Residual::Never);
            let (Some(mv), None) = (open.next(), open.next()) else {
                return None;
            };
            if *legal(1 - role, mv) != Residual::Always || *legal(role, mv) != Residual::Never {
                return None;
            }
            *waits = mv as u32;
        }
        // 2. The connected groups.
        let mut groups = Groups((0..(facts + moves) as u32).collect());
        let mut playable = vec![false; moves];
        for (mv, &(role, _)) in ground.moves.iter().enumerate() {
            if *legal(role, mv) == Residual::Never {
                continue;
            }
            playable[mv] = true;
            let own = facts + mv;
            for fact in self.facts(&idle[role], &[ground.legal + mv as u32])? {
                groups.join(own, fact as usize);
            }
            let known = self.partly(role, &[mv as u32, waiting[1 - role]]);
            for fact in 0..facts as u32 {
                let next = ground.next + fact;
                let kept = known[next as usize] == Residual::As(fact << 1);
                if kept || self.control.contains(&fact) || self.network.is_dropped(fact) {
                    continue;
                }
                groups.join(own, fact as usize);
                for used in self.facts(&known, &[next])? {
                    groups.join(own, used as usize);
                }
            }
        }
        let mut of_root: HashMap<usize, usize> = HashMap::new();
        let mut group_of = vec![None; facts + moves];
        for mv in (0..moves).filter(|&mv| playable[mv]) {
            let count = of_root.len();
            let group = *of_root.entry(groups.of(facts + mv)).or_insert(count);
            group_of[facts + mv] = Some(group);
        }
        let count = of_root.len();
        if count < 2 {
            return None;
        }
        for (fact, group) in group_of[..facts].iter_mut().enumerate() {
            *group = of_root.get(&groups.of(fact)).copied();
        }
        // 3. Whether the terminal condition decomposes, and the game is the sum of the groups.
        let asked = [
            self.asked(&idle[0], &group_of, count)?,
            self.asked(&idle[1], &group_of, count)?,
        ];
        let sum = self.sum(&idle, waiting, &group_of, &asked);
        Some(Parts { groups: count, sum })
    }

    fn sum(
        &self,
        idle: &[Vec<Residual>; 2],
        waiting: [u32; 2],
        group_of: &[Option<usize>],
        asked: &[Vec<Vec<Asked>>; 2],
    ) -> Option<Sum> {
        let ground = &self.network.ground;
        if !(0..2).all(|role| self.loses(&idle[role], role)) {
            return None;
        }
        let mut groups = Vec::new();
        for (group, ends) in asked[0].iter().zip(&asked[1]).enumerate() {
            let members: Vec<u32> = (0..ground.facts.len() as u32)
                .filter(|&fact| group_of[fact as usize] == Some(group))
                .collect();
            let facts = with(self.network.words, &members);
            let in_group = |mv: u32| group_of[ground.facts.len() + mv as usize] == Some(group);
            groups.push(self.group(facts, &in_group, waiting, idle, [ends.0, ends.1])?);
        }
        let inside = |fact: u32| group_of[fact as usize].is_some() || self.control.contains(&fact);
        let beside: Vec<u32> = (0..ground.facts.len() as u32)
            .filter(|&fact| !inside(fact))
            .collect();
        Some(Sum {
            groups,
            control: with(self.network.words, &self.control),
            beside: among(&self.network.start, &with(self.network.words, &beside)),
        })
    }

    /// Whether the role to move has the lower goal in every case.
    fn loses(&self, known: &[Residual], role: usize) -> bool {
        let ground = &self.network.ground;
        let mut values = [Vec::new(), Vec::new()];
        for (at, &(of, value)) in (ground.goal..).zip(&ground.goals) {
            match (&known[at as usize], value) {
                (Residual::Never, _) => {}
                (Residual::Always, Some(value)) => values[of].push(value),
                _ => return false,
            }
        }
        matches!((&values[role][..], &values[1 - role][..]), ([own], [other]) if own < other)
    }

    /// The conditions of `terminal` on each group, which must all hold. `None` if some condition joins groups.
    fn asked(
        &self,
        known: &[Residual],
        group_of: &[Option<usize>],
        count: usize,
    ) -> Option<Vec<Vec<Asked>>> {
        let ground = &self.network.ground;
        let mut asked = vec![Vec::new(); count];
        let mut open = vec![Asked::Literal(ground.terminal << 1)];
        while let Some(condition) = open.pop() {
            let from: Vec<u32> = condition.literals().iter().map(|one| one >> 1).collect();
            // The only group that it depends on, if there is one.
            let (mut group, mut joins) = (None, false);
            for fact in self.facts(known, &from)? {
                let of = group_of[fact as usize];
                joins |= of.is_none() || group.is_some_and(|group| Some(group) != of);
                group = of;
            }
            if !joins && let Some(group) = group {
                asked[group].push(condition);
                continue;
            }
            match condition {
                Asked::NotAll(_) => return None,
                Asked::Literal(literal) if literal >> 1 < ground.does => return None,
                Asked::Literal(literal) => {
                    let positive = literal & 1 == 0;
                    match &known[literal as usize >> 1] {
                        Residual::Always if positive => {}
                        Residual::Never if !positive => {}
                        Residual::As(same) => open.push(Asked::Literal(same ^ (literal & 1))),
                        Residual::Rules(rules) if !positive => {
                            open.extend(rules.iter().map(|rule| match rule[..] {
                                [only] => Asked::Literal(only ^ 1),
                                _ => Asked::NotAll(rule.clone()),
                            }));
                        }
                        Residual::Rules(rules) => match &rules[..] {
                            [rule] => open.extend(rule.iter().copied().map(Asked::Literal)),
                            _ => return None,
                        },
                        _ => return None,
                    }
                }
            }
        }
        Some(asked)
    }

    /// Enumerates a group. `None` if the roles have different moves, there is a cycle, or the terminal states are
    /// not those without moves.
    fn group(
        &self,
        facts: Vec<u64>,
        in_group: &dyn Fn(u32) -> bool,
        waiting: [u32; 2],
        idle: &[Vec<Residual>; 2],
        ends: [&Vec<Asked>; 2],
    ) -> Option<Group> {
        let network = self.network;
        let start = among(&network.start, &facts);
        let mut numbers: HashMap<Vec<u64>, usize> = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut options: Vec<Vec<usize>> = Vec::new();
        let mut ended = [
            self.evaluation(&idle[0], ends[0])?,
            self.evaluation(&idle[1], ends[1])?,
        ];
        while options.len() < states.len() {
            let own = states[options.len()].clone();
            let mut after = [Vec::new(), Vec::new()];
            for (role, after) in after.iter_mut().enumerate() {
                let mut state = own.clone();
                add(&mut state, &with(network.words, &self.control[role..=role]));
                let mut moves = Vec::new();
                network.see(&state).moves(role, |mv| {
                    if in_group(mv) {
                        moves.push(mv);
                    }
                });
                let work = network.ground.conditions.len() + ended[role].needed.len();
                self.spend(work * (moves.len() + 1))?;
                for &mv in &moves {
                    let mut next = state.clone();
                    network.play(&mut next, &[mv, waiting[1 - role]]);
                    after.push(among(&next, &facts));
                }
                after.sort_unstable();
                after.dedup();
                if ended[role].holds(&state) != moves.is_empty() {
                    return None;
                }
            }
            let [one, other] = after;
            if one != other {
                return None;
            }
            let list = one.into_iter().map(|state| {
                let next = numbers.len();
                *numbers.entry(state.clone()).or_insert_with(|| {
                    states.push(state);
                    next
                })
            });
            options.push(list.collect());
            if states.len() > MOST_STATES {
                return None;
            }
        }
        let nimbers = nimbers(&options)?;
        let dead = options.iter().position(Vec::is_empty)?;
        Some(Group {
            facts,
            dead: states[dead].clone(),
            states: states
                .into_iter()
                .zip(options.iter().zip(nimbers))
                .map(|(state, (options, nimber))| {
                    let has_moves = !options.is_empty();
                    (state, Local { nimber, has_moves })
                })
                .collect(),
        })
    }

    /// An evaluator of all these conditions.
    fn evaluation<'a>(&self, known: &'a [Residual], asked: &'a [Asked]) -> Option<Evaluation<'a>> {
        let literals = asked.iter().flat_map(Asked::literals);
        let from: Vec<u32> = literals.map(|literal| literal >> 1).collect();
        let needed = self.support(known, &from)?;
        let in_order = self.order.iter().copied();
        Some(Evaluation {
            known,
            asked,
            needed: in_order.filter(|one| needed.contains(one)).collect(),
            values: vec![false; known.len()],
        })
    }
}

/// A condition of a terminal state.
#[derive(Debug, Clone)]
enum Asked {
    Literal(u32),
    /// At least one of these fails.
    NotAll(Vec<u32>),
}

impl Asked {
    fn literals(&self) -> &[u32] {
        match self {
            Self::Literal(literal) => std::slice::from_ref(literal),
            Self::NotAll(literals) => literals,
        }
    }
}

/// The evaluation of conditions in each state.
struct Evaluation<'a> {
    known: &'a [Residual],
    asked: &'a [Asked],
    /// The propositions it depends on besides facts, in topological order.
    needed: Vec<u32>,
    values: Vec<bool>,
}

impl Evaluation<'_> {
    /// Whether all conditions hold.
    fn holds(&mut self, state: &[u64]) -> bool {
        let facts = (state.len() * 64).min(self.values.len());
        for fact in 0..facts {
            self.values[fact] = state[fact / 64] >> (fact % 64) & 1 != 0;
        }
        for &proposition in &self.needed {
            let so = |&literal: &u32| self.values[literal as usize >> 1] == (literal & 1 == 0);
            self.values[proposition as usize] = match &self.known[proposition as usize] {
                Residual::Never => false,
                Residual::Always => true,
                Residual::As(same) => so(same),
                Residual::Rules(rules) => rules.iter().any(|rule| rule.iter().all(so)),
            };
        }
        let so = |&literal: &u32| self.values[literal as usize >> 1] == (literal & 1 == 0);
        self.asked.iter().all(|asked| match asked {
            Asked::Literal(literal) => so(literal),
            Asked::NotAll(literals) => !literals.iter().all(so),
        })
    }
}

/// The open conditions of a rule; `None` if one fails.
fn narrowed(body: &[u32], known: &[Residual]) -> Option<Vec<u32>> {
    let mut open = Vec::new();
    for &condition in body {
        let positive = condition & 1 == 0;
        match &known[condition as usize >> 1] {
            Residual::Always if positive => {}
            Residual::Never if !positive => {}
            Residual::Always | Residual::Never => return None,
            Residual::As(same) => open.push(same ^ (condition & 1)),
            Residual::Rules(_) => open.push(condition),
        }
    }
    open.sort_unstable();
    open.dedup();
    let contradicts = open.windows(2).any(|two| two[0] ^ 1 == two[1]);
    (!contradicts).then_some(open)
}

/// The residual of a proposition with those rules.
fn summed_up(mut rules: Vec<Vec<u32>>) -> Residual {
    if rules.iter().any(Vec::is_empty) {
        return Residual::Always;
    }
    rules.sort_unstable();
    rules.dedup();
    let alone: Vec<u32> = rules
        .iter()
        .filter(|rule| rule.len() == 1)
        .map(|rule| rule[0])
        .collect();
    rules.retain(|rule| {
        rule.len() == 1
            || !rule
                .iter()
                .any(|literal| alone.binary_search(literal).is_ok())
    });
    match &rules[..] {
        [] => Residual::Never,
        [rule] if rule.len() == 1 => Residual::As(rule[0]),
        _ => Residual::Rules(rules),
    }
}

/// The nimber of each state from the indices of its successors; `None` if there is a cycle.
fn nimbers(options: &[Vec<usize>]) -> Option<Vec<u32>> {
    let pairs: Vec<(u32, u32)> = options
        .iter()
        .zip(0..)
        .flat_map(|(list, from)| list.iter().map(move |&to| (to as u32, from)))
        .collect();
    let before = Rows::from_edges(options.len(), &pairs);
    let mut open: Vec<usize> = options.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..open.len()).filter(|&state| open[state] == 0).collect();
    let mut nimbers = vec![0; options.len()];
    let mut done = 0;
    while let Some(state) = ready.pop() {
        done += 1;
        let mut taken: Vec<u32> = options[state].iter().map(|&to| nimbers[to]).collect();
        taken.sort_unstable();
        taken.dedup();
        let mex = taken.iter().zip(0..).take_while(|&(&own, at)| own == at);
        nimbers[state] = mex.count() as u32;
        for &from in before.row(state as u32) {
            let left = &mut open[from as usize];
            *left -= 1;
            if *left == 0 {
                ready.push(from as usize);
            }
        }
    }
    (done == options.len()).then_some(nimbers)
}

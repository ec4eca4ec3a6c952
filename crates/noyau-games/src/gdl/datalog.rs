//! Facts derived from rules, bottom up.
//!
//! Semi-naive evaluation (Bancilhon and Ramakrishnan 1986): a rule is tried again only with at least one fact of
//! the last round. The conditions of a rule are joined one after the other, the most bound first; each looks its
//! facts up in an index over the bound parts, including inner parts of terms. Once everything that the head needs
//! is bound, the rest is only tested for satisfiability.
//!
//! Complexity: proportional to the number of facts tried in joins, which [`Budget`] bounds.

use super::database::{Database, Part};
use super::excess::Excess;
use super::read::Symbol;
use super::sheet::{Atom, Condition, Pattern, Rule};
use super::term::{Term, Terms, hash};
use hashbrown::HashMap;

/// The binding of an unbound variable.
const UNBOUND: Term = Term::MAX;

/// A new fact costs about as much as trying this many.
const NEW_FACT: u64 = 16;

/// The work budget of a derivation.
#[derive(Debug, Clone)]
pub(super) struct Budget {
    /// The number of facts that may be tried in joins, in total and left.
    pub(super) work: u64,
    pub(super) left: u64,
    /// The number of facts that may be stored, in total and left.
    facts: usize,
    facts_left: usize,
}

impl Budget {
    /// A budget of that many steps and facts.
    pub(super) fn new(work: u64, facts: usize) -> Self {
        Self {
            work,
            left: work,
            facts,
            facts_left: facts,
        }
    }

    /// Spends some steps.
    #[inline]
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Excess> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Excess::Work { most: self.work }),
        }
    }
}

/// The facts of a table that a condition scans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Span {
    All,
    /// Those before the last round.
    Before,
    /// Those of the last round.
    Delta,
    /// All up to the last round.
    Now,
}

#[derive(Debug, Clone, Copy)]
enum Key {
    Variable(usize),
    Value(u32),
}

#[derive(Debug, Clone)]
enum Step {
    Scan {
        predicate: u32,
        arguments: Vec<Pattern>,
        /// The index and its lookup key, unless nothing is bound.
        index: Option<(usize, Vec<Key>)>,
        binds: Vec<usize>,
        span: Span,
    },
    Absent {
        predicate: u32,
        arguments: Vec<Pattern>,
    },
    Equal(Pattern, Pattern, bool),
}

/// A prepared rule: its conditions in join order.
#[derive(Debug, Clone)]
pub(super) struct Ready {
    head: Atom,
    steps: Vec<Step>,
    variables: usize,
    /// From this step on the head is known.
    decided: usize,
    /// The relation of the condition that must be of the last round.
    delta: Option<u32>,
    /// For each scan, in join order, the number of its condition.
    pub(super) scanned: Vec<usize>,
}

/// How to prepare a rule.
pub(super) struct Planning<'a> {
    /// Whether the absence of a fact of that relation can be tested; otherwise the condition is dropped.
    pub(super) testable: &'a dyn Fn(u32) -> bool,
    /// The relations being derived together.
    pub(super) recursive: &'a dyn Fn(u32) -> bool,
    /// The approximate number of facts of a relation.
    pub(super) size: &'a dyn Fn(u32) -> usize,
}

impl Planning<'_> {
    /// The rule once for each condition that may be of the last round, or once if there is none.
    pub(super) fn rounds(
        &self,
        rule: &Rule,
        database: &mut Database,
        terms: &Terms,
        budget: &mut Budget,
    ) -> Result<Vec<Ready>, Excess> {
        let recursive: Vec<usize> = (0..rule.body.len())
            .filter(|&i| matches!(&rule.body[i], Condition::Holds(atom) if (self.recursive)(atom.predicate)))
            .collect();
        if recursive.is_empty() {
            return Ok(vec![self.ready(rule, None, database, terms, budget)?]);
        }
        let ready = |&i: &usize| self.ready(rule, Some(i), database, terms, budget);
        recursive.iter().map(ready).collect()
    }

    /// The rule with that condition of the last round.
    pub(super) fn ready(
        &self,
        rule: &Rule,
        delta: Option<usize>,
        database: &mut Database,
        terms: &Terms,
        budget: &mut Budget,
    ) -> Result<Ready, Excess> {
        // The next condition is chosen among all remaining ones.
        budget.spend(1 + (rule.body.len() as u64).pow(2))?;
        let mut bound = vec![false; rule.variables];
        let mut left: Vec<usize> = (0..rule.body.len()).collect();
        let mut steps = Vec::with_capacity(left.len());
        let mut scanned = Vec::new();
        let mut head_variables = Vec::new();
        rule.head
            .variables(&mut |variable| head_variables.push(variable));
        let mut decided = None;
        loop {
            self.tests(rule, &bound, &mut left, &mut steps);
            if decided.is_none() && head_variables.iter().all(|&variable| bound[variable]) {
                decided = Some(steps.len());
            }
            let cost = |i: usize| match &rule.body[i] {
                Condition::Holds(_) if steps.is_empty() && delta == Some(i) => Some(-1.0),
                Condition::Holds(atom) => Some(self.cost(atom, &bound)),
                _ => None,
            };
            let scans = left
                .iter()
                .enumerate()
                .filter_map(|(at, &i)| Some((cost(i)?, at)));
            let Some((_, at)) = scans.min_by(|a, b| a.0.total_cmp(&b.0)) else {
                break;
            };
            let i = left.remove(at);
            let Condition::Holds(atom) = &rule.body[i] else {
                break;
            };
            let span = match delta {
                Some(_) if !(self.recursive)(atom.predicate) => Span::All,
                Some(d) if i == d => Span::Delta,
                Some(d) if i < d => Span::Before,
                Some(_) => Span::Now,
                None => Span::All,
            };
            let (mut parts, mut keys) = (Vec::new(), Vec::new());
            for (at, argument) in (0..).zip(&atom.arguments) {
                key_parts(argument, vec![at], &bound, &mut parts, &mut keys);
            }
            let index = (!parts.is_empty())
                .then(|| (database.table_mut(atom.predicate).index(parts, terms), keys));
            let mut binds = Vec::new();
            atom.variables(&mut |variable| {
                if !std::mem::replace(&mut bound[variable], true) {
                    binds.push(variable);
                }
            });
            scanned.push(i);
            steps.push(Step::Scan {
                predicate: atom.predicate,
                arguments: atom.arguments.clone(),
                index,
                binds,
                span,
            });
        }
        let delta = delta.and_then(|i| match &rule.body[i] {
            Condition::Holds(atom) => Some(atom.predicate),
            _ => None,
        });
        Ok(Ready {
            head: rule.head.clone(),
            decided: decided.unwrap_or(steps.len()),
            steps,
            variables: rule.variables,
            delta,
            scanned,
        })
    }

    /// Moves the tests whose variables are all bound from `left` to `steps`.
    fn tests(&self, rule: &Rule, bound: &[bool], left: &mut Vec<usize>, steps: &mut Vec<Step>) {
        left.retain(|&i| {
            let mut ready = true;
            let mut need = |variable: usize| ready &= bound[variable];
            let step = match &rule.body[i] {
                Condition::Holds(_) => return true,
                Condition::Fails(atom) if !(self.testable)(atom.predicate) => return false,
                Condition::Fails(atom) => {
                    atom.variables(&mut need);
                    Step::Absent {
                        predicate: atom.predicate,
                        arguments: atom.arguments.clone(),
                    }
                }
                Condition::Equal(a, b, equal, _) => {
                    a.variables(&mut need);
                    b.variables(&mut need);
                    Step::Equal(a.clone(), b.clone(), *equal)
                }
            };
            if ready {
                steps.push(step);
            }
            !ready
        });
    }

    /// An estimate of the logarithm of the number of facts that a condition leaves, given the bound variables.
    fn cost(&self, atom: &Atom, bound: &[bool]) -> f64 {
        let (mut places, mut free) = (0, 0);
        for argument in &atom.arguments {
            count_places(argument, bound, &mut places, &mut free);
        }
        let size = ((self.size)(atom.predicate) as f64 + 1.0).ln();
        if places == 0 {
            0.0
        } else {
            size * f64::from(free) / f64::from(places)
        }
    }
}

/// Counts the constants and variables of a pattern, and the unbound ones among them.
fn count_places(pattern: &Pattern, bound: &[bool], places: &mut u32, free: &mut u32) {
    match pattern {
        Pattern::Ground(_) => *places += 1,
        Pattern::Variable(variable) => {
            *places += 1;
            *free += u32::from(!bound[*variable]);
        }
        Pattern::Compound(_, arguments) => {
            for argument in arguments {
                count_places(argument, bound, places, free);
            }
        }
    }
}

fn key_parts(
    pattern: &Pattern,
    path: Vec<u16>,
    bound: &[bool],
    parts: &mut Vec<Part>,
    keys: &mut Vec<Key>,
) {
    match pattern {
        Pattern::Variable(variable) if !bound[*variable] => {}
        Pattern::Variable(variable) => {
            parts.push(Part {
                path,
                functor: false,
            });
            keys.push(Key::Variable(*variable));
        }
        Pattern::Ground(term) => {
            parts.push(Part {
                path,
                functor: false,
            });
            keys.push(Key::Value(*term));
        }
        Pattern::Compound(functor, arguments) => {
            parts.push(Part {
                path: path.clone(),
                functor: true,
            });
            keys.push(Key::Value(*functor));
            for (at, argument) in (0..).zip(arguments) {
                let mut inner = path.clone();
                inner.push(at);
                key_parts(argument, inner, bound, parts, keys);
            }
        }
    }
}

/// The start and the end of the last round in each table being filled.
#[derive(Debug, Clone, Default)]
struct Frontier(HashMap<u32, (u32, u32)>);

impl Frontier {
    fn of(&self, predicate: u32) -> (u32, u32) {
        self.0.get(&predicate).copied().unwrap_or_default()
    }
}

/// One way to satisfy the conditions of a rule.
pub(super) struct Instance<'a> {
    /// The value of each variable.
    pub(super) bindings: &'a [Term],
    /// The row of the fact at each scan.
    pub(super) rows: &'a [u32],
}

type Sink<'a> = dyn FnMut(&mut Terms, &Instance<'_>, &mut Budget) -> Result<(), Excess> + 'a;

struct Join<'a> {
    database: &'a Database,
    terms: &'a mut Terms,
    budget: &'a mut Budget,
    frontier: Option<&'a Frontier>,
    bindings: Vec<Term>,
    rows: Vec<u32>,
    /// From this step on one solution suffices.
    decided: usize,
}

impl Join<'_> {
    /// Enumerates the solutions of the steps from `at` on; returns whether there is one.
    fn run(&mut self, steps: &[Step], at: usize, sink: &mut Sink<'_>) -> Result<bool, Excess> {
        let Some(step) = steps.get(at) else {
            let instance = Instance {
                bindings: &self.bindings,
                rows: &self.rows,
            };
            sink(self.terms, &instance, self.budget)?;
            return Ok(true);
        };
        match step {
            Step::Absent {
                predicate,
                arguments,
            } => {
                self.budget.spend(1)?;
                let present = self.present(*predicate, arguments);
                if present {
                    Ok(false)
                } else {
                    self.run(steps, at + 1, sink)
                }
            }
            Step::Equal(a, b, equal) => {
                self.budget.spend(1)?;
                let a = instantiate(a, &self.bindings, self.terms)?;
                let b = instantiate(b, &self.bindings, self.terms)?;
                if (a == b) == *equal {
                    self.run(steps, at + 1, sink)
                } else {
                    Ok(false)
                }
            }
            Step::Scan {
                predicate,
                arguments,
                index,
                binds,
                span,
            } => {
                let table = self.database.table(*predicate);
                let (low, high) = match (span, self.frontier) {
                    (Span::All, _) | (_, None) => (0, table.len() as u32),
                    (Span::Before, Some(frontier)) => (0, frontier.of(*predicate).0),
                    (Span::Delta, Some(frontier)) => frontier.of(*predicate),
                    (Span::Now, Some(frontier)) => (0, frontier.of(*predicate).1),
                };
                let mut found = false;
                let mut try_row = |join: &mut Self, row: u32| -> Result<bool, Excess> {
                    join.budget.spend(1)?;
                    let fact = table.row(row as usize);
                    let pairs = arguments.iter().zip(fact);
                    let fits = pairs.into_iter().all(|(pattern, &term)| {
                        matches(pattern, term, &mut join.bindings, join.terms)
                    });
                    if fits {
                        join.rows.push(row);
                        found |= join.run(steps, at + 1, sink)?;
                        join.rows.pop();
                    }
                    for &variable in binds {
                        join.bindings[variable] = UNBOUND;
                    }
                    Ok(found && at >= join.decided)
                };
                match index {
                    None => {
                        for row in low..high {
                            if try_row(self, row)? {
                                break;
                            }
                        }
                    }
                    Some((index, keys)) => {
                        let key = keys.iter().fold(0, |key, part| {
                            let value = match part {
                                Key::Variable(variable) => self.bindings[*variable],
                                Key::Value(value) => *value,
                            };
                            hash(key, [value])
                        });
                        let rows = table.under(*index, key);
                        let first = if low == 0 {
                            0
                        } else {
                            rows.partition_point(|&row| row < low)
                        };
                        for &row in &rows[first..] {
                            if row >= high || try_row(self, row)? {
                                break;
                            }
                        }
                    }
                }
                Ok(found)
            }
        }
    }

    fn present(&self, predicate: u32, arguments: &[Pattern]) -> bool {
        let fact: Option<Vec<Term>> = arguments
            .iter()
            .map(|pattern| resolve(pattern, &self.bindings, self.terms))
            .collect();
        fact.is_some_and(|fact| self.database.table(predicate).find(&fact).is_some())
    }
}

/// Whether a term matches a pattern; binds variables.
fn matches(pattern: &Pattern, term: Term, bindings: &mut [Term], terms: &Terms) -> bool {
    match pattern {
        Pattern::Ground(ground) => *ground == term,
        Pattern::Variable(variable) => {
            let known = &mut bindings[*variable];
            if *known == UNBOUND {
                *known = term;
            }
            *known == term
        }
        Pattern::Compound(functor, patterns) => {
            let arguments = terms.arguments(term);
            terms.functor(term) == *functor
                && arguments.len() == patterns.len()
                && patterns
                    .iter()
                    .zip(arguments)
                    .all(|(pattern, &argument)| matches(pattern, argument, bindings, terms))
        }
    }
}

/// The term of a pattern whose variables are bound, if it exists already.
pub(super) fn resolve(pattern: &Pattern, bindings: &[Term], terms: &Terms) -> Option<Term> {
    match pattern {
        Pattern::Ground(term) => Some(*term),
        Pattern::Variable(variable) => Some(bindings[*variable]),
        Pattern::Compound(functor, patterns) => {
            let arguments: Option<Vec<Term>> = patterns
                .iter()
                .map(|pattern| resolve(pattern, bindings, terms))
                .collect();
            terms.find(*functor, &arguments?)
        }
    }
}

/// The term of a pattern whose variables are bound.
fn instantiate(pattern: &Pattern, bindings: &[Term], terms: &mut Terms) -> Result<Term, Excess> {
    match pattern {
        Pattern::Ground(term) => Ok(*term),
        Pattern::Variable(variable) => Ok(bindings[*variable]),
        Pattern::Compound(functor, patterns) => {
            let mut arguments = Vec::with_capacity(patterns.len());
            for pattern in patterns {
                arguments.push(instantiate(pattern, bindings, terms)?);
            }
            let functor: Symbol = *functor;
            terms.intern(functor, &arguments)
        }
    }
}

/// Calls `sink` for every solution of the conditions of a rule.
pub(super) fn instances(
    ready: &Ready,
    database: &Database,
    terms: &mut Terms,
    budget: &mut Budget,
    sink: &mut Sink<'_>,
) -> Result<(), Excess> {
    let mut join = Join {
        database,
        terms,
        budget,
        frontier: None,
        bindings: vec![UNBOUND; ready.variables],
        rows: Vec::new(),
        decided: usize::MAX,
    };
    join.run(&ready.steps, 0, sink).map(|_| ())
}

/// Derives the new heads of a rule.
fn derive(
    ready: &Ready,
    database: &mut Database,
    frontier: &Frontier,
    terms: &mut Terms,
    budget: &mut Budget,
) -> Result<(), Excess> {
    let mut new: Vec<Term> = Vec::new();
    let mut count = 0;
    let arity = ready.head.arguments.len();
    {
        let table = database.table(ready.head.predicate);
        let mut sink = |terms: &mut Terms, instance: &Instance<'_>, budget: &mut Budget| {
            let from = new.len();
            for pattern in &ready.head.arguments {
                new.push(instantiate(pattern, instance.bindings, terms)?);
            }
            if table.find(&new[from..]).is_some() || (arity == 0 && count > 0) {
                new.truncate(from);
            } else {
                count += 1;
                budget.spend(NEW_FACT)?;
            }
            // Pending facts count towards the limit as well; they may contain duplicates.
            if count > 2 * budget.facts_left {
                return Err(Excess::Facts { most: budget.facts });
            }
            Ok(())
        };
        let mut join = Join {
            database,
            terms,
            budget,
            frontier: Some(frontier),
            bindings: vec![UNBOUND; ready.variables],
            rows: Vec::new(),
            decided: ready.decided,
        };
        join.run(&ready.steps, 0, &mut sink)?;
    }
    let table = database.table_mut(ready.head.predicate);
    for at in 0..count {
        if table.insert(&new[at * arity..][..arity], terms) {
            let left = budget.facts_left.checked_sub(1);
            budget.facts_left = left.ok_or(Excess::Facts { most: budget.facts })?;
        }
    }
    Ok(())
}

impl Database {
    /// Derives all facts of some mutually recursive relations, from their rules and the facts already in their
    /// tables.
    pub(super) fn saturate(
        &mut self,
        group: &[u32],
        rules: &[Ready],
        terms: &mut Terms,
        budget: &mut Budget,
    ) -> Result<(), Excess> {
        let mut frontier = Frontier::default();
        for ready in rules.iter().filter(|ready| ready.delta.is_none()) {
            derive(ready, self, &frontier, terms, budget)?;
        }
        if rules.iter().all(|ready| ready.delta.is_none()) {
            return Ok(());
        }
        loop {
            for &predicate in group {
                let last = frontier.0.entry(predicate).or_default();
                *last = (last.1, self.table(predicate).len() as u32);
            }
            let new = |predicate: u32| {
                let (low, high) = frontier.of(predicate);
                low < high
            };
            if !group.iter().any(|&predicate| new(predicate)) {
                return Ok(());
            }
            for ready in rules.iter().filter(|ready| ready.delta.is_some_and(new)) {
                derive(ready, self, &frontier, terms, budget)?;
            }
        }
    }
}

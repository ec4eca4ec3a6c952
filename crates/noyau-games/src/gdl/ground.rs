//! Grounding: all variable-free instances of rules whose conditions could ever hold.
//!
//! First the facts that never change are derived. Then a superset of all facts that could ever hold: negated
//! conditions on changing facts are assumed to hold, whatever `next` derives may be true, and whatever is legal may
//! be done. Finally each rule is instantiated once for each solution of its conditions in that superset, without
//! the conditions that never change.

use super::check::Layers;
use super::database::{Database, FactTable};
use super::datalog::{Budget, Planning, Ready, instances, resolve};
use super::excess::Excess;
use super::read::Location;
use super::sheet::{
    Atom, Condition, DOES, GOAL, INIT, LEGAL, NEXT, Pattern, ROLE, Rule, Sheet, TERMINAL, TRUE,
    value,
};
use super::term::{Term, hash};
use hashbrown::HashTable;
use std::cmp::Ordering;
use std::sync::Arc;

/// The maximum number of facts stored at once.
pub(super) const MOST_FACTS: usize = 2_000_000;
/// The maximum number of ground rules.
const MOST_RULES: usize = 1_000_000;
/// The maximum number of conditions of all ground rules.
const MOST_CONDITIONS: usize = 6_000_000;

/// Ground rules over numbered propositions. The numbers of each kind are contiguous, in the same order for facts
/// and their successors and for moves and their legality; each kind begins at a multiple of 64, so that words can
/// be copied.
#[derive(Debug, Clone, Default)]
pub(super) struct Ground {
    /// The facts of a state; proposition i is fact i.
    pub(super) facts: Vec<Term>,
    /// The moves with their roles, by role.
    pub(super) moves: Vec<(usize, Term)>,
    /// The goals: roles with possible values.
    pub(super) goals: Vec<(usize, Option<i32>)>,
    /// The first proposition of each kind.
    pub(super) does: u32,
    pub(super) next: u32,
    pub(super) legal: u32,
    pub(super) terminal: u32,
    pub(super) goal: u32,
    /// The number of propositions.
    pub(super) count: u32,
    /// The head of each rule.
    pub(super) heads: Vec<u32>,
    /// The start of the conditions of each rule, and the end of the last.
    pub(super) starts: Vec<u32>,
    /// The conditions: twice the proposition, plus one if it is negated.
    pub(super) conditions: Vec<u32>,
}

impl Ground {
    /// The conditions of a rule.
    pub(super) fn body(&self, rule: usize) -> &[u32] {
        &self.conditions[self.starts[rule] as usize..self.starts[rule + 1] as usize]
    }
}

impl Layers {
    /// The prepared rules of some relations of one group.
    pub(super) fn ready(
        &self,
        sheet: &Sheet,
        group: u32,
        members: &[u32],
        database: &mut Database,
        budget: &mut Budget,
    ) -> Result<Vec<Ready>, Excess> {
        let planning = Planning {
            testable: &|_| true,
            recursive: &|p| self.group_of[p as usize] == group,
            size: &|_| 100,
        };
        let mut ready = Vec::new();
        for &rule in members.iter().flat_map(|&p| self.rules.row(p)) {
            let rule = &sheet.rules[rule as usize];
            ready.extend(planning.rounds(rule, database, &sheet.terms, budget)?);
        }
        Ok(ready)
    }
}

/// Derives the constant facts, in at most `work` steps.
pub(super) fn fixed(sheet: &mut Sheet, layers: &Layers, work: u64) -> Result<Database, Excess> {
    let tables = sheet
        .relations
        .iter()
        .map(|relation| Arc::new(FactTable::new(relation.arity)));
    let mut database = Database {
        tables: tables.collect(),
    };
    let mut budget = Budget::new(work, MOST_FACTS);
    for (number, group) in (0..).zip(&layers.groups) {
        let wanted = |&&p: &&u32| layers.needed[p as usize] && !layers.changing[p as usize];
        let members: Vec<u32> = group.iter().filter(wanted).copied().collect();
        let ready = layers.ready(sheet, number, &members, &mut database, &mut budget)?;
        database.saturate(&members, &ready, &mut sheet.terms, &mut budget)?;
    }
    Ok(database)
}

fn copying(head: u32, body: &[u32], variables: usize) -> Rule {
    let atom = |predicate: u32, count: usize| Atom {
        predicate,
        arguments: (0..count).map(Pattern::Variable).collect(),
        place: Location::default(),
    };
    Rule {
        head: atom(head, variables),
        body: body
            .iter()
            .map(|&p| Condition::Holds(atom(p, if p == ROLE { 1 } else { variables })))
            .collect(),
        variables,
    }
}

/// Grounds the rules, from the constant facts, in at most `work` steps.
pub(super) fn ground(
    sheet: &mut Sheet,
    layers: &Layers,
    fixed: &Database,
    work: u64,
) -> Result<Ground, Excess> {
    let mut database = fixed.clone();
    let mut budget = Budget::new(work, MOST_FACTS);
    let members: Vec<u32> = (0..sheet.relations.len() as u32)
        .filter(|&p| layers.needed[p as usize] && layers.changing[p as usize])
        .collect();
    let changing = |p: u32| layers.changing[p as usize];
    let rules: Vec<usize> = members
        .iter()
        .flat_map(|&p| layers.rules.row(p).iter().map(|&rule| rule as usize))
        .collect();

    // 1. The superset of facts that may ever hold.
    let sizes: Vec<usize> = fixed.tables.iter().map(|table| table.len()).collect();
    let planning = Planning {
        testable: &|p| !changing(p),
        recursive: &changing,
        size: &|p| if changing(p) { 1000 } else { sizes[p as usize] },
    };
    let joining = [
        copying(TRUE, &[INIT], 1),
        copying(TRUE, &[NEXT], 1),
        copying(DOES, &[LEGAL, ROLE], 2),
    ];
    let mut ready = Vec::new();
    for rule in rules.iter().map(|&rule| &sheet.rules[rule]).chain(&joining) {
        ready.extend(planning.rounds(rule, &mut database, &sheet.terms, &mut budget)?);
    }
    database.saturate(&members, &ready, &mut sheet.terms, &mut budget)?;

    // 2. The numbers of the propositions.
    let (mut ground, numbers) = number(sheet, &members, &database);

    // 3. The instances.
    let sizes: Vec<usize> = database.tables.iter().map(|table| table.len()).collect();
    let planning = Planning {
        testable: &|p| !changing(p),
        recursive: &|_| false,
        size: &|p| sizes[p as usize],
    };
    let mut seen: HashTable<u32> = HashTable::new();
    ground.starts.push(0);
    for &rule in &rules {
        let rule = &sheet.rules[rule];
        let ready = planning.ready(rule, None, &mut database, &sheet.terms, &mut budget)?;
        let scanned: Vec<Option<u32>> = ready
            .scanned
            .iter()
            .map(|&i| match &rule.body[i] {
                Condition::Holds(atom) if changing(atom.predicate) => Some(atom.predicate),
                _ => None,
            })
            .collect();
        let mut body: Vec<u32> = Vec::new();
        let tables = &database;
        instances(
            &ready,
            tables,
            &mut sheet.terms,
            &mut budget,
            &mut |terms, instance, budget| {
                let row_of = |atom: &Atom| {
                    let fact: Option<Vec<Term>> = atom
                        .arguments
                        .iter()
                        .map(|pattern| resolve(pattern, instance.bindings, terms))
                        .collect();
                    tables.table(atom.predicate).find(&fact?)
                };
                body.clear();
                for (predicate, &row) in scanned.iter().zip(instance.rows) {
                    body.extend(predicate.map(|p| numbers[p as usize][row as usize] << 1));
                }
                for condition in &rule.body {
                    if let Condition::Fails(atom) = condition
                        && changing(atom.predicate)
                        && let Some(row) = row_of(atom)
                    {
                        body.push(numbers[atom.predicate as usize][row as usize] << 1 | 1);
                    }
                }
                let Some(row) = row_of(&rule.head) else {
                    return Ok(());
                };
                let head = numbers[rule.head.predicate as usize][row as usize];
                budget.spend(body.len() as u64)?;
                body.sort_unstable();
                body.dedup();
                let contradicts = body
                    .windows(2)
                    .any(|pair| pair[0] ^ 1 == pair[1] && pair[0] & 1 == 0);
                if !contradicts && !body.contains(&(head << 1)) {
                    ground.add(head, &body, &mut seen)?;
                }
                Ok(())
            },
        )?;
    }
    Ok(ground)
}

impl Ground {
    /// Adds a rule, unless it exists.
    fn add(&mut self, head: u32, body: &[u32], seen: &mut HashTable<u32>) -> Result<(), Excess> {
        let key = |head: u32, body: &[u32]| hash(u64::from(head), body.iter().copied());
        let same =
            |&rule: &u32| self.heads[rule as usize] == head && self.body(rule as usize) == body;
        if seen.find(key(head, body), same).is_some() {
            return Ok(());
        }
        if self.heads.len() >= MOST_RULES || self.conditions.len() + body.len() > MOST_CONDITIONS {
            return Err(Excess::Rules { most: MOST_RULES });
        }
        let rule = self.heads.len() as u32;
        self.heads.push(head);
        self.conditions.extend_from_slice(body);
        self.starts.push(self.conditions.len() as u32);
        seen.insert_unique(key(head, body), rule, |&rule| {
            key(self.heads[rule as usize], self.body(rule as usize))
        });
        Ok(())
    }
}

/// Numbers the facts of the changing relations: for each relation and row the number.
fn number(sheet: &Sheet, members: &[u32], database: &Database) -> (Ground, Vec<Vec<u32>>) {
    let (terms, symbols) = (&sheet.terms, &sheet.symbols);
    let role_of = |role: Term| sheet.roles.iter().position(|&known| known == role);
    let mut facts: Vec<Term> = database.table(TRUE).rows().map(|row| row[0]).collect();
    terms.sort(&mut facts, symbols);
    let mut moves: Vec<(usize, Term)> = database
        .table(DOES)
        .rows()
        .filter_map(|row| Some((role_of(row[0])?, row[1])))
        .collect();
    moves.sort_unstable_by(|a, b| match a.0.cmp(&b.0) {
        Ordering::Equal => terms.order(a.1, b.1, symbols),
        order => order,
    });
    let aligned = |count: u32| count.next_multiple_of(64);
    let does = aligned(facts.len() as u32);
    let next = does + aligned(moves.len() as u32);
    let legal = next + aligned(facts.len() as u32);
    let terminal = legal + aligned(moves.len() as u32);
    let goal = terminal + 1;
    let mut ground = Ground {
        does,
        next,
        legal,
        terminal,
        goal,
        ..Ground::default()
    };
    let place_of_fact: hashbrown::HashMap<Term, u32> = facts.iter().copied().zip(0..).collect();
    let place_of_move: hashbrown::HashMap<(usize, Term), u32> =
        moves.iter().copied().zip(0..).collect();
    let mut numbers = vec![Vec::new(); database.tables.len()];
    // Goals come first, so that they are contiguous.
    let mut count = goal;
    for row in database.table(GOAL).rows() {
        numbers[GOAL as usize].push(count);
        count += 1;
        // A goal of a term that is not a role has no owner.
        let role = role_of(row[0]).unwrap_or(usize::MAX);
        ground.goals.push((role, value(row[1], terms, symbols)));
    }
    for &predicate in members {
        if predicate == GOAL {
            continue;
        }
        for row in database.table(predicate).rows() {
            let place = |places: &hashbrown::HashMap<Term, u32>| places.get(&row[0]).copied();
            let known = match predicate {
                TRUE => place(&place_of_fact),
                NEXT => place(&place_of_fact).map(|at| next + at),
                TERMINAL => Some(terminal),
                DOES | LEGAL => role_of(row[0])
                    .and_then(|role| place_of_move.get(&(role, row[1])))
                    .map(|&at| {
                        if predicate == DOES {
                            does + at
                        } else {
                            legal + at
                        }
                    }),
                _ => None,
            };
            numbers[predicate as usize].push(known.unwrap_or_else(|| {
                count += 1;
                count - 1
            }));
        }
    }
    ground.count = count;
    ground.facts = facts;
    ground.moves = moves;
    (ground, numbers)
}

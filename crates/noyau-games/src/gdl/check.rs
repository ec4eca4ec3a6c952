//! Global checks of the rules: stratified negation, and no dependence on the future.

use super::read::Location;
use super::sheet::{
    Atom, Condition, DOES, GOAL, INIT, LEGAL, NEXT, Problems, ROLE, Sheet, TERMINAL, TRUE,
};
use noyau_core::message;
use noyau_graph::arena::Rows;
use noyau_graph::arena::analysis::components;

/// The dependencies between the relations of a sheet.
#[derive(Debug, Clone)]
pub(super) struct Layers {
    /// The relations, grouped so that each group uses only itself and earlier ones.
    pub(super) groups: Vec<Vec<u32>>,
    /// The group of each relation.
    pub(super) group_of: Vec<u32>,
    /// The relations that may change during play.
    pub(super) changing: Vec<bool>,
    /// The relations that affect play.
    pub(super) needed: Vec<bool>,
    /// The rules by the relation that they define.
    pub(super) rules: Rows,
}

fn conditions(body: &[Condition]) -> impl Iterator<Item = (&Atom, bool)> {
    body.iter().filter_map(|condition| match condition {
        Condition::Holds(atom) => Some((atom, true)),
        Condition::Fails(atom) => Some((atom, false)),
        Condition::Equal(..) => None,
    })
}

/// Checks all rules together.
pub(super) fn check(sheet: &Sheet) -> Result<Layers, Problems> {
    let count = sheet.relations.len();
    let heads = (0..)
        .zip(&sheet.rules)
        .map(|(i, rule)| (rule.head.predicate, i));
    let rules = Rows::from_edges(count, &heads.collect::<Vec<_>>());
    let mut uses: Vec<(u32, u32)> = Vec::new();
    for rule in &sheet.rules {
        uses.extend(conditions(&rule.body).map(|(atom, _)| (rule.head.predicate, atom.predicate)));
    }
    uses.sort_unstable();
    uses.dedup();
    let component = components(&Rows::from_edges(count, &uses));
    let mut problems = Vec::new();

    for rule in &sheet.rules {
        for (atom, positive) in conditions(&rule.body) {
            let head = rule.head.predicate as usize;
            if !positive && component[head] == component[atom.predicate as usize] {
                let name = |predicate: usize| sheet.symbols.name(sheet.relations[predicate].symbol);
                let (name, head) = (name(atom.predicate as usize), name(head));
                problems.push(atom.place.problem(message!(
                    "unstratified negation: `{head}` depends on `not` of `{name}`, which depends on `{head}`",
                    "négation non stratifiée : `{head}` dépend du `not` de `{name}`, qui dépend de `{head}`"
                )));
            }
        }
    }
    if let Some(place) = depends(sheet, &rules, INIT, &[TRUE, DOES]) {
        problems.push(place.problem(message!(
            "what holds at the start (`init`) depends on this condition, which is only known during play",
            "ce qui est vrai au départ (`init`) dépend de cette condition, qui n'est connue qu'en cours de partie"
        )));
    }
    for (predicate, name) in [(LEGAL, "legal"), (TERMINAL, "terminal"), (GOAL, "goal")] {
        if let Some(place) = depends(sheet, &rules, predicate, &[DOES]) {
            problems.push(place.problem(message!(
                "`{name}` depends on this `does`, but it must be known before moves are chosen",
                "`{name}` dépend de ce `does`, mais doit être connu avant le choix des coups"
            )));
        }
    }
    if !problems.is_empty() {
        problems.sort_by_key(|problem| (problem.line, problem.column));
        problems.dedup_by_key(|problem| (problem.line, problem.column));
        return Err(Problems(problems));
    }

    let groups_count = component.iter().max().map_or(0, |&last| last as usize + 1);
    let mut groups = vec![Vec::new(); groups_count];
    for (predicate, &group) in (0..).zip(&component) {
        groups[group as usize].push(predicate);
    }
    let mut changing = vec![false; count];
    for keyword in [TRUE, DOES, NEXT, LEGAL, GOAL, TERMINAL] {
        changing[keyword as usize] = true;
    }
    for group in &groups {
        let bodies = group.iter().flat_map(|&p| rules.row(p));
        let changes = bodies.clone().any(|&i| {
            conditions(&sheet.rules[i as usize].body)
                .any(|(atom, _)| changing[atom.predicate as usize])
        });
        if changes {
            for &p in group {
                changing[p as usize] = true;
            }
        }
    }
    Ok(Layers {
        needed: reached(
            sheet,
            &rules,
            &[ROLE, INIT, TRUE, DOES, NEXT, LEGAL, GOAL, TERMINAL],
        ),
        groups,
        group_of: component,
        changing,
        rules,
    })
}

/// The relations that some of them depend on, themselves included.
pub(super) fn reached(sheet: &Sheet, rules: &Rows, from: &[u32]) -> Vec<bool> {
    let mut reached = vec![false; sheet.relations.len()];
    let mut stack = from.to_vec();
    while let Some(predicate) = stack.pop() {
        if std::mem::replace(&mut reached[predicate as usize], true) {
            continue;
        }
        for &rule in rules.row(predicate) {
            let used = conditions(&sheet.rules[rule as usize].body);
            stack.extend(used.map(|(atom, _)| atom.predicate));
        }
    }
    reached
}

/// A condition by which a relation depends on one of those.
fn depends(sheet: &Sheet, rules: &Rows, from: u32, on: &[u32]) -> Option<Location> {
    let reached = reached(sheet, rules, &[from]);
    sheet
        .rules
        .iter()
        .filter(|rule| reached[rule.head.predicate as usize])
        .flat_map(|rule| conditions(&rule.body))
        .find(|(atom, _)| on.contains(&atom.predicate))
        .map(|(atom, _)| atom.place)
}

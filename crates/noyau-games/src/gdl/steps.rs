//! Step counters: facts such as `(step 7)` of which one follows the other regardless of play.
//!
//! A counter distinguishes positions that are otherwise equal. If only `terminal` and `goal` depend on it, it
//! merely bounds the length of play, and may be dropped: play then ends only by the other rules.

use super::network::Network;
use super::sheet::Sheet;

/// A step counter.
#[derive(Debug, Clone)]
pub(super) struct Steps {
    /// Its facts by number, in order.
    pub(super) facts: Vec<u32>,
}

/// Finds a step counter that only bounds the length of play. Linear in the rules, times the functors of unary
/// facts.
pub(super) fn find(network: &Network, sheet: &Sheet) -> Option<Steps> {
    let ground = &network.ground;
    let terms = &sheet.terms;
    let mut functors: Vec<u32> = Vec::new();
    for &fact in &ground.facts {
        if terms.arguments(fact).len() == 1 && !functors.contains(&terms.functor(fact)) {
            functors.push(terms.functor(fact));
        }
    }
    functors.truncate(100);
    functors.into_iter().find_map(|functor| {
        let of = |fact: u32| terms.functor(ground.facts[fact as usize]) == functor;
        let members: Vec<u32> = (0..ground.facts.len() as u32)
            .filter(|&fact| of(fact))
            .collect();
        let holds = |fact: u32| network.start[fact as usize / 64] >> (fact % 64) & 1 != 0;
        let mut started = members.iter().copied().filter(|&fact| holds(fact));
        let (Some(first), None) = (started.next(), started.next()) else {
            return None;
        };
        // Each has at most one successor, and is its only predecessor.
        let mut follows: Vec<Option<u32>> = vec![None; ground.facts.len()];
        let mut followed = vec![false; ground.facts.len()];
        for (rule, &head) in ground.heads.iter().enumerate() {
            let next = head.wrapping_sub(ground.next);
            if head < ground.next || next as usize >= ground.facts.len() || !of(next) {
                continue;
            }
            match ground.body(rule) {
                &[condition]
                    if condition & 1 == 0
                        && (condition >> 1) < ground.does
                        && of(condition >> 1) =>
                {
                    let before = (condition >> 1) as usize;
                    if follows[before].is_some()
                        || std::mem::replace(&mut followed[next as usize], true)
                    {
                        return None;
                    }
                    follows[before] = Some(next);
                }
                _ => return None,
            }
        }
        let mut facts = vec![first];
        let mut last = first;
        while let Some(next) = follows[last as usize] {
            if next == first || facts.len() > members.len() {
                return None;
            }
            facts.push(next);
            last = next;
        }
        let bounds = facts.len() == members.len() && facts.len() > 2 && network.only_bounds(&facts);
        bounds.then_some(Steps { facts })
    })
}

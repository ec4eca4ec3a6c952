//! Counts sequences of joint moves.

use super::analysis::{Defect, each_joint};
use super::machine::{Machine, State};
use hashbrown::HashMap;
use noyau_core::limits::{Limits, Stopped};
use std::error::Error;
use std::fmt;

/// Why a count was not finished.
#[derive(Debug, Clone)]
pub enum Uncounted {
    /// A limit was reached.
    Stopped(Stopped),
    /// A state could not be evaluated.
    Defect(Defect),
    /// The count exceeds 64 bits.
    Overflow,
}

impl fmt::Display for Uncounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stopped) => stopped.fmt(f),
            Self::Defect(defect) => defect.fmt(f),
            Self::Overflow => f.write_str("the count exceeds 64 bits"),
        }
    }
}

impl Error for Uncounted {}

/// The number of sequences of exactly 1, 2, … up to `depth` joint moves; terminal states have none. Equal states
/// are expanded once, with their multiplicity. Returns the known counts, and why there are no more.
///
/// Complexity: one derivation for each distinct state per ply, and one for each of its joint moves.
pub fn perft(machine: &Machine, depth: u32, limits: &Limits) -> (Vec<u64>, Option<Uncounted>) {
    let mut counts = Vec::new();
    let mut level: HashMap<State, u64> = HashMap::from([(machine.start(), 1)]);
    for ply in 1..=depth {
        match deeper(machine, &level, ply == depth, limits) {
            Err(why) => return (counts, Some(why)),
            Ok((count, next)) => {
                counts.push(count);
                level = next;
            }
        }
    }
    (counts, None)
}

fn deeper(
    machine: &Machine,
    level: &HashMap<State, u64>,
    last: bool,
    limits: &Limits,
) -> Result<(u64, HashMap<State, u64>), Uncounted> {
    let excess = |why| Uncounted::Defect(Defect::Excess { why });
    let roles = machine.roles().len();
    let mut count: u64 = 0;
    let mut next: HashMap<State, u64> = HashMap::new();
    let mut bytes = 0;
    for (state, &times) in level {
        limits.check(bytes).map_err(Uncounted::Stopped)?;
        let look = machine.look(state).map_err(excess)?;
        if look.is_terminal() {
            continue;
        }
        let moves_of = |role| {
            let mut moves = Vec::new();
            look.moves(role, |mv| moves.push(mv));
            moves
        };
        let moves: Vec<Vec<u32>> = (0..roles).map(moves_of).collect();
        let joint = moves.iter().try_fold(times, |product, moves| {
            product.checked_mul(moves.len() as u64)
        });
        count = joint
            .and_then(|joint| count.checked_add(joint))
            .ok_or(Uncounted::Overflow)?;
        if last {
            continue;
        }
        let mut failed = None;
        each_joint(&moves, |joint| {
            if let Err(stopped) = limits.check(bytes) {
                failed = Some(Uncounted::Stopped(stopped));
                return false;
            }
            let mut child = state.clone();
            if let Err(why) = machine.play(&mut child, joint) {
                failed = Some(excess(why));
                return false;
            }
            let held = child.heap_bytes();
            match next.entry(child) {
                hashbrown::hash_map::Entry::Occupied(mut met) => *met.get_mut() += times,
                hashbrown::hash_map::Entry::Vacant(new) => {
                    bytes += (2 * size_of::<(State, u64)>() + held) as u64;
                    new.insert(times);
                }
            }
            true
        });
        if let Some(why) = failed {
            return Err(why);
        }
    }
    Ok((count, next))
}

//! Tables of sowing games against a second program: other rules, on a ring of pits, and another algorithm.

use crate::{on_threads, open};
use noyau::format::code::{Numbers, margin_of_code};
use noyau::solve::tiers;
use noyau::tables::checkpoint::{Checkpoints, MemoryStore};
use std::collections::HashMap;

/// The pits of the side to move from its left, then those of the other.
type Ring = Vec<u8>;

/// What a move leads to, seen by the opponent, and what it takes.
type Sown = (Ring, i32);

/// The moves of Abapa, each pit in turn; what cannot be played is left out.
fn moves(ring: &Ring) -> Vec<Sown> {
    let half = ring.len() / 2;
    let is_empty = |pits: &[u8]| pits.iter().all(|&seeds| seeds == 0);
    let mut moves = Vec::new();
    for from in 0..half {
        let mut after = ring.clone();
        let mut hand = std::mem::take(&mut after[from]);
        if hand == 0 {
            continue;
        }
        let mut at = from;
        while hand > 0 {
            at = (at + 1) % ring.len();
            if at != from {
                after[at] += 1;
                hand -= 1;
            }
        }
        let mut taken = after.clone();
        while at >= half && (taken[at] == 2 || taken[at] == 3) {
            taken[at] = 0;
            at -= 1;
        }
        if !is_empty(&taken[half..]) {
            after = taken;
        }
        if is_empty(&ring[half..]) && is_empty(&after[half..]) {
            continue;
        }
        let before: i32 = ring.iter().map(|&seeds| i32::from(seeds)).sum();
        let left: i32 = after.iter().map(|&seeds| i32::from(seeds)).sum();
        after.rotate_left(half);
        moves.push((after, before - left));
    }
    moves
}

/// The margins of positions that are closed under moves, by going through all of them for each margin until nothing
/// changes, widest first: +k where a move is known to be worth k, −k where all moves are known to be worth no more.
fn margins(all: &HashMap<Ring, Vec<Sown>>, widest: i32) -> HashMap<Ring, i32> {
    let mut margins: HashMap<Ring, i32> = HashMap::new();
    let mut by_seeds: Vec<Vec<&Ring>> = vec![Vec::new(); widest as usize + 1];
    for ring in all.keys() {
        let seeds: u32 = ring.iter().map(|&seeds| u32::from(seeds)).sum();
        by_seeds[seeds as usize].push(ring);
    }
    for rings in by_seeds {
        for k in (1..=widest).rev() {
            loop {
                let before = margins.len();
                for &ring in &rings {
                    if margins.contains_key(ring) {
                        continue;
                    }
                    let half = ring.len() / 2;
                    let sum = |pits: &[u8]| pits.iter().map(|&n| i32::from(n)).sum::<i32>();
                    let worth = |(after, taken): &Sown| Some(taken - margins.get(after)?);
                    let moves = &all[ring];
                    let (best, is_known) = if moves.is_empty() {
                        (Some(sum(&ring[..half]) - sum(&ring[half..])), true)
                    } else {
                        let is_known = moves.iter().all(|mv| worth(mv).is_some());
                        (moves.iter().filter_map(worth).max(), is_known)
                    };
                    if best.is_some_and(|best| best >= k) {
                        margins.insert(ring.clone(), k);
                    } else if is_known && best.is_some_and(|best| best <= -k) {
                        margins.insert(ring.clone(), -k);
                    }
                }
                if margins.len() == before {
                    break;
                }
            }
        }
        for ring in rings {
            margins.entry(ring.clone()).or_insert(0);
        }
    }
    margins
}

/// All that play can reach, with its moves.
fn reached(start: Ring) -> HashMap<Ring, Vec<Sown>> {
    let mut all = HashMap::new();
    let mut open = vec![start];
    while let Some(ring) = open.pop() {
        if !all.contains_key(&ring) {
            let moves = moves(&ring);
            open.extend(moves.iter().map(|(after, _)| after.clone()));
            all.insert(ring, moves);
        }
    }
    all
}

/// The position with First to move.
fn text(ring: &Ring, total: i32) -> String {
    let half = ring.len() / 2;
    let words = |pits: &mut dyn Iterator<Item = &u8>| -> String {
        pits.map(u8::to_string).collect::<Vec<_>>().join(",")
    };
    let left: i32 = ring.iter().map(|&seeds| i32::from(seeds)).sum();
    format!(
        "{}/{} first {}-0",
        words(&mut ring[half..].iter().rev()),
        words(&mut ring[..half].iter()),
        total - left
    )
}

#[test]
fn awele_agrees_with_a_plain_program() {
    for (name, pits, seeds) in [("awele:2,4", 2, 4), ("awele:3,2", 3, 2), ("awele:4,1", 4, 1)] {
        let total = 2 * pits as i32 * seeds;
        let all = reached(vec![seeds as u8; 2 * pits]);
        let truth = margins(&all, total);
        let mut game = open(name);
        let by_number = open(name);
        let by_number = by_number.by_number().unwrap();
        assert!(by_number.layout().plays_backwards);
        let folder = MemoryStore::default();
        let checkpoints = Checkpoints::new(&folder, "").unwrap();
        tiers::solve(&*by_number, &checkpoints, &on_threads(2)).unwrap();
        let mut found: HashMap<u32, HashMap<u64, i32>> = HashMap::new();
        for tier in 0..=by_number.layout().top() {
            let solved = checkpoints.solved(tier).unwrap();
            let of: HashMap<u64, i32> = match &solved {
                None => HashMap::new(),
                Some(solved) => {
                    let Numbers::Dense(_) = solved.numbers else {
                        panic!("{name}: tier {tier} is listed");
                    };
                    let codes = (0..).zip(&solved.values);
                    codes
                        .filter_map(|(number, &code)| Some((number, margin_of_code(code)?)))
                        .collect()
                }
            };
            found.insert(tier, of);
        }
        let mut compared = 0;
        for (ring, margin) in &truth {
            // The side to move is part of a position here: one of the two is reached, or both are.
            if game.set(&text(ring, total)).is_err() {
                continue;
            }
            let (tier, number) = game.place_in_table().unwrap();
            let both = [number, number ^ 1].map(|number| found[&tier].get(&number));
            assert!(both.iter().any(Option::is_some), "{name}: {ring:?}");
            for worth in both.into_iter().flatten() {
                assert_eq!(worth, margin, "{name}: {ring:?}");
                compared += 1;
            }
        }
        let stored: usize = found.values().map(HashMap::len).sum();
        assert!(
            compared + 40 >= stored && compared > 500,
            "{name}: {compared} of {stored}"
        );
    }
}

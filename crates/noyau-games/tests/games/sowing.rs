//! Tables of sowing games against a second program: other rules, on a ring of pits, and another algorithm.

use crate::strong::solve;
use crate::{on_threads, open};
use noyau::Side;
use noyau::format::code::margin_of_code;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

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
        if let Entry::Vacant(new) = all.entry(ring) {
            let moves = moves(new.key());
            open.extend(moves.iter().map(|(after, _)| after.clone()));
            new.insert(moves);
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

/// All boards with at most that many seeds, with their moves.
fn all(pits: usize, most: u8) -> HashMap<Ring, Vec<Sown>> {
    let mut rings: Vec<Ring> = vec![Vec::new()];
    for _ in 0..2 * pits {
        let longer = rings.iter().flat_map(|ring| {
            let left = most - ring.iter().sum::<u8>();
            (0..=left).map(move |seeds| [&ring[..], &[seeds]].concat())
        });
        rings = longer.collect();
    }
    let with_moves = |ring: Ring| {
        let moves = moves(&ring);
        (ring, moves)
    };
    rings.into_iter().map(with_moves).collect()
}

/// Compares a table with margins; says how many positions were compared.
fn compare(name: &str, truth: &HashMap<Ring, i32>, total: i32) -> u64 {
    let mut game = open(name);
    let (_, tiers) = solve(&*game, &on_threads(2));
    assert!(game.by_number().unwrap().layout().plays_backwards);
    let mut compared = 0;
    for (ring, margin) in truth {
        let text = text(ring, total);
        // First to move, or Second with the board turned round: one of them is reached, or both are.
        for text in [text.clone(), text.replace(" first ", " second ")] {
            if game.set(&text).is_err() {
                continue;
            }
            let (tier, number) = game.place_in_table().unwrap();
            let Some(solved) = tiers.get(&tier) else {
                continue;
            };
            let code = solved.values[number as usize];
            if let Some(found) = margin_of_code(code) {
                // The text names the pits of First below, whoever moves.
                let is_turned = game.side() == Side::Second;
                let expected = if is_turned {
                    let half = ring.len() / 2;
                    let mut turned = ring.clone();
                    turned.rotate_left(half);
                    match truth.get(&turned) {
                        Some(&margin) => margin,
                        None => continue,
                    }
                } else {
                    *margin
                };
                assert_eq!(found, expected, "{name}: {text}");
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn awele_agrees_with_a_plain_program() {
    for (name, pits, seeds) in [("awele:2,4", 2, 4), ("awele:3,2", 3, 2)] {
        let total = 2 * pits as i32 * seeds;
        let truth = margins(&reached(vec![seeds as u8; 2 * pits]), total);
        let compared = compare(name, &truth, total);
        assert!(compared > 500, "{name}: {compared}");
    }
}

#[test]
fn classes_of_awele_agree_with_a_plain_program() {
    for (name, pits, most, boards) in [
        ("awele:2,..12", 2, 12, 1820),
        ("awele:3,..8", 3, 8, 3003),
        ("awele:6,..5", 6, 5, 6188),
    ] {
        let truth = margins(&all(pits, most), most.into());
        assert_eq!(truth.len() as u64, boards);
        assert_eq!(compare(name, &truth, most.into()), 2 * boards, "{name}");
    }
}

//! The theory on random arenas, each answer against the definition it should fulfil.

use crate::plain::{Kind, Place, Plain, any_graph, graphs};
use noyau::arena::analysis::{
    Cycle, bipartition, longest_path, on_cycles, reachable, topological_order,
};
use noyau::arena::{Arena, Draft, Ending, Rows};
use noyau::limits::Limits;
use noyau::solve::attractor::{attractor, won_endings};
use noyau::solve::kernel::{self, Mark};
use noyau::solve::strategy::{self, Verdict};
use noyau::solve::{nimbers, retrograde};
use noyau::{Outcome, Side};
use proptest::prelude::*;
use std::collections::BTreeSet;

const ACYCLIC: Kind = Kind {
    owners: false,
    cycles: false,
    draws: false,
};

const OWNED: Kind = Kind {
    owners: true,
    cycles: true,
    draws: true,
};

fn is_simple(cycle: &[u32]) -> bool {
    let mut sorted = cycle.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    !cycle.is_empty() && sorted.len() == cycle.len()
}

/// The edges of a cycle, the one that closes it included.
fn around(cycle: &[u32]) -> impl Iterator<Item = (u32, u32)> + '_ {
    let next = cycle.iter().cycle().skip(1);
    cycle.iter().copied().zip(next.copied())
}

fn is_cycle(arena: &Arena, cycle: &[u32]) -> bool {
    is_simple(cycle) && around(cycle).all(|(u, v)| arena.graph().successors(u).contains(&v))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn an_order_or_a_cycle(plain in any_graph(7)) {
        let arena = plain.arena();
        match topological_order(arena.graph()) {
            Ok(order) => {
                prop_assert!(plain.is_acyclic());
                let mut place = vec![usize::MAX; plain.len()];
                for (i, &v) in order.iter().enumerate() {
                    place[v as usize] = i;
                }
                prop_assert_eq!(order.len(), plain.len());
                for (u, v) in arena.graph().forward().iter_edges() {
                    prop_assert!(place[u as usize] < place[v as usize]);
                }
            }
            Err(Cycle(cycle)) => prop_assert!(is_cycle(&arena, &cycle), "{:?}", cycle),
        }
    }

    #[test]
    fn a_longest_path_is_a_path_and_longest(plain in any_graph(7)) {
        let arena = plain.arena();
        let found = longest_path(arena.graph());
        prop_assert_eq!(found.is_ok(), plain.is_acyclic());
        match found {
            Ok(path) => {
                prop_assert_eq!(path.len(), plain.longest() + 1);
                for pair in path.windows(2) {
                    prop_assert!(arena.graph().successors(pair[0]).contains(&pair[1]));
                }
            }
            Err(Cycle(cycle)) => prop_assert!(is_cycle(&arena, &cycle)),
        }
    }

    #[test]
    fn two_sides_or_an_odd_cycle(plain in any_graph(7)) {
        let arena = plain.arena();
        let joined = |u: u32, v: u32| {
            arena.graph().successors(u).contains(&v) || arena.graph().successors(v).contains(&u)
        };
        match bipartition(arena.graph()) {
            Ok(sides) => {
                for (u, v) in arena.graph().forward().iter_edges() {
                    prop_assert_ne!(sides[u as usize], sides[v as usize]);
                }
                let first_of_its_part = |&v: &u32| !(0..v).any(|u| {
                    let both = Plain {
                        successors: (0..plain.len() as u32).map(|u| {
                            (0..plain.len() as u32).filter(|&w| joined(u, w)).map(|w| w as usize).collect()
                        }).collect(),
                        ..plain.clone()
                    };
                    both.reaches(u as usize, v as usize)
                });
                for v in arena.graph().vertices().filter(first_of_its_part) {
                    prop_assert!(!sides[v as usize]);
                }
            }
            Err(Cycle(cycle)) => {
                prop_assert!(!plain.is_bipartite());
                prop_assert!(is_simple(&cycle) && cycle.len() % 2 == 1);
                prop_assert!(around(&cycle).all(|(u, v)| joined(u, v)));
            }
        }
    }

    #[test]
    fn what_is_reached_and_what_comes_again(plain in any_graph(7)) {
        let arena = plain.arena();
        let reached = reachable(arena.graph(), 0);
        let on = on_cycles(arena.graph());
        for v in 0..plain.len() {
            prop_assert_eq!(reached[v], plain.reaches(0, v));
            prop_assert_eq!(on[v], plain.is_on_cycle(v));
        }
    }

    #[test]
    fn an_attractor_is_the_courses_sequence(
        plain in graphs(7, OWNED),
        player in prop::sample::select(&Side::BOTH[..]),
        set in any::<u8>(),
        named in any::<bool>(),
    ) {
        let arena = plain.arena();
        let targets: Vec<u32> = if named {
            arena.graph().vertices().filter(|v| set >> v & 1 == 1).collect()
        } else {
            won_endings(&arena, player)
        };
        if !named {
            let won = |&v: &u32| plain.end((v as usize, plain.mover(v as usize, player))) == Some(Ending::won_by(player));
            prop_assert_eq!(&targets, &arena.graph().vertices().filter(won).collect::<Vec<_>>());
        }
        let found = attractor(&arena, player, &targets);
        let plain_targets: Vec<usize> = targets.iter().map(|&v| v as usize).collect();
        let sequence = plain.attractor(player, &plain_targets);
        for v in 0..plain.len() {
            let least = sequence.iter().position(|set| set.contains(&v));
            prop_assert_eq!(found.rank(v as u32), least.map(|j| j as u32), "vertex {}", v);
        }
        let mut joined = Vec::new();
        for (layer, set) in found.layers().iter().zip(&sequence) {
            joined.extend(layer.iter().map(|&v| v as usize));
            joined.sort_unstable();
            prop_assert_eq!(&joined, &set.iter().copied().collect::<Vec<_>>());
        }
        let strategy = found.strategy(&arena);
        for &(u, v) in &strategy {
            prop_assert!(arena.graph().successors(u).contains(&v));
            prop_assert_eq!(found.rank(v).map(|rank| rank + 1), found.rank(u));
        }
        let own = |&v: &u32| arena.owner(v) == Some(player) && found.rank(v).is_some_and(|rank| rank > 0);
        let domain: Vec<u32> = strategy.iter().map(|&(u, _)| u).collect();
        prop_assert_eq!(domain, arena.graph().vertices().filter(own).collect::<Vec<_>>());
    }

    #[test]
    fn values_are_what_can_be_forced(plain in any_graph(7)) {
        let solution = retrograde::solve(&plain.arena(), 1);
        let values: Vec<_> = (0..plain.len() as u32).map(|v| solution.value(v)).collect();
        prop_assert_eq!(values, plain.values());
    }

    #[test]
    fn a_winning_strategy_wins_where_it_can_come(plain in any_graph(7), from in any::<prop::sample::Index>()) {
        let arena = plain.arena();
        let from = from.index(plain.len());
        let solution = retrograde::solve(&arena, 1);
        let winning = strategy::winning(&arena, &solution, from as u32);
        let value = plain.values()[from];
        prop_assert_eq!(winning.winner, value.outcome().winner(plain.mover(from, Side::First)));
        let pairs = |moves: &[(u32, u32)]| -> Vec<(usize, usize)> {
            moves.iter().map(|&(u, v)| (u as usize, v as usize)).collect()
        };
        let Some(winner) = winning.winner else {
            prop_assert!(winning.moves.is_empty());
            for player in Side::BOTH {
                let moves = strategy::best_moves(&arena, &solution, from as u32, player);
                prop_assert!(plain.holds(player, from, &pairs(&moves), false));
            }
            return Ok(());
        };
        let moves = pairs(&winning.moves);
        prop_assert!(plain.holds(winner, from, &moves, true));
        // The quickest: no play that follows it is longer than the distance.
        let plays = plain.plays(winner, from, &moves);
        let longest = plays.iter().rposition(|places| !places.is_empty());
        prop_assert_eq!(longest.map(|moves| moves as u32), value.distance());
        prop_assert!(winning.moves.is_sorted());
        let verdict = strategy::check(&arena, winner, from as u32, &winning.moves);
        let Verdict::Winning { line } = verdict else {
            return Err(TestCaseError::fail(format!("{verdict:?}")));
        };
        prop_assert_eq!(line.len() as u32, value.distance().unwrap_or(0) + 1);
    }

    #[test]
    fn the_verdict_on_any_strategy_is_true(
        plain in any_graph(6),
        player in prop::sample::select(&Side::BOTH[..]),
        from in any::<prop::sample::Index>(),
        wishes in prop::collection::vec(any::<(prop::sample::Index, prop::sample::Index, u8)>(), 0..8),
    ) {
        let arena = plain.arena();
        let from = from.index(plain.len());
        // Mostly real moves, so that all verdicts occur.
        let moves: Vec<(usize, usize)> = wishes
            .iter()
            .map(|(u, v, odd)| {
                let u = u.index(plain.len());
                let row = &plain.successors[u];
                let real = *odd > 8 && !row.is_empty();
                (u, if real { row[v.index(row.len())] } else { v.index(plain.len()) })
            })
            .filter(|&(u, v)| wishes.len() < 3 || plain.are_moves_of(player, &[(u, v)]))
            .collect();
        let given: Vec<(u32, u32)> = moves.iter().map(|&(u, v)| (u as u32, v as u32)).collect();
        let verdict = strategy::check(&arena, player, from as u32, &given);
        if !plain.are_moves_of(player, &moves) {
            match verdict {
                Verdict::NotAMove { from, to } => {
                    prop_assert!(given.contains(&(from, to)));
                    prop_assert!(!arena.graph().successors(from).contains(&to));
                }
                Verdict::NotOwned { vertex } => {
                    prop_assert!(given.iter().any(|&(u, _)| u == vertex));
                    prop_assert_eq!(arena.owner(vertex), Some(player.other()));
                }
                other => return Err(TestCaseError::fail(format!("{other:?}"))),
            }
            return Ok(());
        }
        let plays = plain.plays(player, from, &moves);
        let first_with = |wanted: &dyn Fn(Place) -> bool| {
            plays.iter().position(|places| places.iter().any(|&place| wanted(place)))
        };
        let silent = |place: Place| {
            place.1 == player
                && plain.end(place).is_none()
                && moves.iter().all(|&(u, _)| u != place.0)
        };
        let not_won = |place: Place| plain.end(place).is_some_and(|end| end != Ending::won_by(player));
        let endless = !plays[plays.len() - 1].is_empty();
        // The places along a line that is a play following the strategy.
        let walk = |line: &[u32]| -> Vec<Place> {
            let mut place = (from, plain.mover(from, Side::First));
            assert_eq!(line[0] as usize, from, "a line begins at the start");
            let mut walk = vec![place];
            for &v in &line[1..] {
                let v = v as usize;
                assert!(plain.successors[place.0].contains(&v), "{line:?} is no play");
                if place.1 == player {
                    let entry = moves.iter().rev().find(|&&(u, _)| u == place.0);
                    assert_eq!(entry, Some(&(place.0, v)), "{line:?} does not follow the strategy");
                }
                place = (v, plain.mover(v, place.1.other()));
                walk.push(place);
            }
            walk
        };
        match verdict {
            Verdict::NotApplicable { line } => {
                prop_assert!(silent(*walk(&line).last().unwrap()));
                prop_assert_eq!(Some(line.len() - 1), first_with(&silent));
            }
            Verdict::Applicable { line } => {
                prop_assert_eq!(first_with(&silent), None);
                let walk = walk(&line);
                let last = walk[walk.len() - 1];
                let shortest = first_with(&not_won);
                if not_won(last) {
                    prop_assert_eq!(Some(line.len() - 1), shortest);
                } else {
                    prop_assert!(walk[..walk.len() - 1].contains(&last));
                    prop_assert!(shortest.is_none_or(|shortest| line.len() - 1 < shortest));
                }
            }
            Verdict::Winning { line } => {
                prop_assert_eq!(first_with(&silent), None);
                prop_assert_eq!(first_with(&not_won), None);
                prop_assert!(!endless);
                walk(&line);
                let longest = plays.iter().rposition(|places| !places.is_empty());
                prop_assert_eq!(Some(line.len() - 1), longest);
            }
            other => return Err(TestCaseError::fail(format!("{other:?}"))),
        }
    }

    #[test]
    fn zermelo(plain in graphs(7, Kind { owners: true, cycles: false, draws: false })) {
        // Finite play and no drawn end: from each vertex exactly one side wins.
        let arena = plain.arena();
        let solution = retrograde::solve(&arena, 1);
        let attractors = Side::BOTH.map(|side| attractor(&arena, side, &won_endings(&arena, side)));
        for v in arena.graph().vertices() {
            prop_assert_ne!(solution.value(v).outcome(), Outcome::Draw);
            let winners: Vec<Side> = Side::BOTH
                .into_iter()
                .filter(|&side| attractors[side as usize].rank(v).is_some())
                .collect();
            let winner = solution.value(v).outcome().winner(arena.owner(v).unwrap());
            prop_assert_eq!(winners, vec![winner.unwrap()]);
        }
    }

    #[test]
    fn the_attractor_of_won_ends_is_where_a_side_wins(plain in graphs(7, OWNED)) {
        let arena = plain.arena();
        let values = plain.values();
        for side in Side::BOTH {
            let found = attractor(&arena, side, &won_endings(&arena, side));
            for (v, value) in values.iter().enumerate() {
                let wins = value.outcome().winner(plain.mover(v, side)) == Some(side);
                let distance = value.distance().filter(|_| wins);
                prop_assert_eq!(found.rank(v as u32), distance);
            }
        }
    }

    #[test]
    fn nimbers_are_the_least_excluded(plain in any_graph(7)) {
        let arena = plain.arena();
        match nimbers::nimbers(arena.graph()) {
            Ok(nimbers) => {
                prop_assert!(plain.is_acyclic());
                let expected: Vec<u32> = (0..plain.len()).map(|v| plain.nimber(v)).collect();
                prop_assert_eq!(nimbers, expected);
            }
            Err(_) => prop_assert!(!plain.is_acyclic()),
        }
    }

    #[test]
    fn an_acyclic_graph_has_one_kernel_and_it_is_where_the_nimber_is_0(plain in graphs(9, ACYCLIC)) {
        let kernels = plain.kernels();
        prop_assert_eq!(kernels.len(), 1);
        let zero = (0..plain.len()).filter(|&v| plain.nimber(v) == 0);
        prop_assert_eq!(kernels[0], zero.fold(0, |set, v| set | 1 << v));
        let marks = kernel::kernel(plain.arena().graph(), 1);
        let lost = (0..plain.len()).filter(|&v| marks[v] == Mark::Lost);
        prop_assert_eq!(kernels[0], lost.fold(0, |set, v| set | 1 << v));
        prop_assert!(!marks.contains(&Mark::Undecided));
    }

    #[test]
    fn marks_are_what_can_be_forced_and_steps_are_the_courses(plain in any_graph(7)) {
        let arena = plain.arena();
        let marks = kernel::kernel(arena.graph(), 1);
        let positions = Plain { owners: None, endings: vec![Ending::Unsaid; plain.len()], ..plain.clone() };
        let expected = positions.values().into_iter().map(|value| match value.outcome() {
            Outcome::Loss => Mark::Lost,
            Outcome::Draw => Mark::Undecided,
            Outcome::Win => Mark::Won,
        });
        prop_assert_eq!(&marks, &expected.collect::<Vec<_>>());
        // Each step takes a vertex all of whose successors are gone, and drops what leads there.
        let mut left: BTreeSet<usize> = (0..plain.len()).collect();
        for step in kernel::steps(arena.graph()) {
            let take = step.take as usize;
            prop_assert!(left.remove(&take));
            prop_assert!(plain.successors[take].iter().all(|w| !left.contains(w) && *w != take));
            let drop: Vec<usize> = step.drop.iter().map(|&v| v as usize).collect();
            let before: Vec<usize> = left.iter().copied().filter(|&v| plain.successors[v].contains(&take)).collect();
            prop_assert_eq!(&drop, &before);
            left.retain(|v| !drop.contains(v));
            prop_assert_eq!(marks[take], Mark::Lost);
        }
        let undecided = (0..plain.len()).filter(|&v| marks[v] == Mark::Undecided);
        prop_assert_eq!(left, undecided.collect::<BTreeSet<_>>());
    }

    #[test]
    fn all_kernels_are_found(plain in any_graph(8)) {
        let found = kernel::all(plain.arena().graph(), 1000, &Limits::default());
        prop_assert!(found.complete);
        let mut sets: Vec<u32> = found.kernels.iter().map(|set| set.iter().fold(0, |bits, v| bits | 1 << v)).collect();
        sets.sort_unstable();
        prop_assert_eq!(sets, plain.kernels());
    }

    #[test]
    fn the_doubled_arena_is_bipartite(plain in graphs(7, Kind { cycles: true, ..ACYCLIC })) {
        let doubled = plain.arena().doubled();
        let owners = doubled.owners().unwrap();
        for (u, v) in doubled.graph().forward().iter_edges() {
            prop_assert_ne!(owners[u as usize], owners[v as usize]);
        }
        prop_assert!(bipartition(doubled.graph()).is_ok());
    }
}

/// Of two moves that win as quickly, and of two that draw, the first in the file is played, whatever the numbers.
#[test]
fn equal_moves_are_taken_in_the_order_of_the_file() {
    let plain = Plain::of(&[&[2, 1, 3], &[], &[], &[4], &[5], &[]]);
    let arena = plain.arena();
    let winning = strategy::winning(&arena, &retrograde::solve(&arena, 1), 0);
    assert_eq!(winning.moves, [(0, 2)]);
    let round = Plain::of(&[&[2, 1], &[0], &[0]]).arena();
    let solution = retrograde::solve(&round, 1);
    let moves = strategy::best_moves(&round, &solution, 0, Side::First);
    assert_eq!(moves, [(0, 2)]);
}

/// A path so long that recursion along it would overflow any stack.
#[test]
fn a_long_path_is_no_trouble() {
    let n = 300_000u32;
    let mut rows = Rows::new();
    for v in 1..n {
        rows.push(v);
        rows.end_row();
    }
    rows.end_row();
    let mut draft = Draft::plain(rows);
    draft.owners = Some((0..n).map(|v| Side::BOTH[v as usize % 2]).collect());
    let arena = Arena::from(draft);
    let graph = arena.graph();
    assert_eq!(topological_order(graph), Ok((0..n).collect()));
    assert_eq!(longest_path(graph), Ok((0..n).collect()));
    assert!(bipartition(graph).is_ok());
    assert!(reachable(graph, 0).into_iter().all(|reached| reached));
    assert!(on_cycles(graph).into_iter().all(|on| !on));
    // The last vertex belongs to Second, who cannot move there.
    let found = attractor(&arena, Side::First, &won_endings(&arena, Side::First));
    assert_eq!(found.rank(0), Some(n - 1));
    assert_eq!(found.layers().len(), n as usize);
    let solution = retrograde::solve(&arena, 1);
    let winning = strategy::winning(&arena, &solution, 0);
    assert_eq!(winning.winner, Some(Side::First));
    assert_eq!(winning.moves.len(), n as usize / 2);
    let verdict = strategy::check(&arena, Side::First, 0, &winning.moves);
    assert_eq!(
        verdict,
        Verdict::Winning {
            line: (0..n).collect()
        }
    );
}

/// A cycle as long: found whole, and the line into it too.
#[test]
fn a_long_cycle_is_no_trouble() {
    let n = 300_000u32;
    let mut rows = Rows::new();
    for v in 0..n {
        rows.push((v + 1) % n);
        rows.end_row();
    }
    let arena = Arena::from(Draft::plain(rows));
    let Err(Cycle(cycle)) = topological_order(arena.graph()) else {
        panic!("there is a cycle");
    };
    assert!(is_cycle(&arena, &cycle));
    assert_eq!(cycle.len(), n as usize);
    assert!(on_cycles(arena.graph()).into_iter().all(|on| on));
    let moves: Vec<(u32, u32)> = (0..n).map(|v| (v, (v + 1) % n)).collect();
    let Verdict::Applicable { line } = strategy::check(&arena, Side::First, 0, &moves) else {
        panic!("nobody wins on a cycle");
    };
    assert_eq!(line.len(), n as usize + 1);
}

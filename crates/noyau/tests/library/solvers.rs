//! The fast solvers against the definitions, on small graphs of every kind, and against published counts on large ones.

use noyau::arena::{Arena, Digraph, Draft, Ending, Rows, generate};
use noyau::limits::Limits;
use noyau::solve::kernel::{self, Mark, Step};
use noyau::solve::nimbers::nimbers;
use noyau::solve::retrograde::{self, Counts};
use noyau::{Outcome, Side, Value};
use proptest::collection::vec;
use proptest::prelude::*;

fn rows(lists: &[Vec<u32>]) -> Rows {
    let mut rows = Rows::new();
    for list in lists {
        for &v in list {
            rows.push(v);
        }
        rows.end_row();
    }
    rows
}

fn graph(lists: &[Vec<u32>]) -> Digraph {
    Digraph::new(rows(lists))
}

/// Successor lists of up to `most` vertices, with repeated edges and self-loops. A few lists are so long that their
/// length does not fit the bits that the solvers keep for it.
fn lists(most: usize) -> impl Strategy<Value = Vec<Vec<u32>>> {
    (1..=most).prop_flat_map(|n| {
        let list = prop_oneof![
            3 => vec(0..n as u32, 0..=1),
            6 => vec(0..n as u32, 0..=4),
            1 => vec(0..n as u32, 30..=130),
        ];
        vec(list, n)
    })
}

/// Lists without cycles: all edges go to smaller numbers.
fn acyclic_lists(most: usize) -> impl Strategy<Value = Vec<Vec<u32>>> {
    lists(most).prop_map(|mut lists| {
        for (v, list) in lists.iter_mut().enumerate() {
            list.retain(|&w| (w as usize) < v);
        }
        lists
    })
}

fn arenas() -> impl Strategy<Value = Draft> {
    lists(9).prop_flat_map(|lists| {
        let n = lists.len();
        let owners = vec(any::<bool>(), n);
        let endings = vec(0..8u8, n);
        (Just(lists), any::<bool>(), owners, endings).prop_map(|(lists, owned, owners, endings)| {
            let sides = owners.iter().map(|&second| Side::BOTH[usize::from(second)]);
            let endings = endings.iter().zip(&lists).map(|(&ending, list)| {
                match (ending, list.is_empty(), owned) {
                    (0, true, _) => Ending::Draw,
                    (1, true, true) => Ending::First,
                    (2, true, true) => Ending::Second,
                    _ => Ending::Unsaid,
                }
            });
            Draft {
                owners: owned.then(|| sides.collect()),
                endings: Some(endings.collect()),
                ..Draft::plain(rows(&lists))
            }
        })
    })
}

/// Values by their definition, stage by stage, each stage from the whole stage before: what is decided in at most `j`
/// plies.
fn values_by_definition(arena: &Arena) -> Vec<Value> {
    let mut known: Vec<Option<Value>> = (0..arena.len() as u32)
        .map(|v| match arena.outcome(v) {
            None | Some(Outcome::Draw) => None,
            Some(outcome) => Some(Value::terminal(outcome)),
        })
        .collect();
    for plies in 1.. {
        let before = known.clone();
        for v in 0..arena.len() as u32 {
            if known[v as usize].is_some() {
                continue;
            }
            let successors = arena.graph().successors(v);
            // For the side to move at `v`: whether each successor is known to be won, or lost.
            let is = |outcome: Outcome, w: u32| {
                let keeps = arena.keeps_turn(v, w);
                let seen = if keeps { outcome } else { outcome.reversed() };
                before[w as usize].is_some_and(|value| value.outcome() == seen)
            };
            if successors.iter().any(|&w| is(Outcome::Win, w)) {
                known[v as usize] = Some(Value::Win(plies));
            } else if !successors.is_empty() && successors.iter().all(|&w| is(Outcome::Loss, w)) {
                known[v as usize] = Some(Value::Loss(plies));
            }
        }
        if known == before {
            break;
        }
    }
    known
        .into_iter()
        .map(|value| value.unwrap_or(Value::Draw))
        .collect()
}

/// All kernels, by looking at every set of vertices.
fn kernels_by_definition(graph: &Digraph) -> Vec<Vec<u32>> {
    let mut kernels: Vec<Vec<u32>> = (0u32..1 << graph.len())
        .filter(|set| {
            let inside = |v: u32| set >> v & 1 == 1;
            graph.vertices().all(|v| {
                let absorbed = graph.successors(v).iter().any(|&w| inside(w));
                inside(v) != absorbed
            })
        })
        .map(|set| graph.vertices().filter(|&v| set >> v & 1 == 1).collect())
        .collect();
    kernels.sort();
    kernels
}

fn lost(marks: &[Mark]) -> Vec<u32> {
    (0..)
        .zip(marks)
        .filter(|&(_, &mark)| mark == Mark::Lost)
        .map(|(v, _)| v)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_solution_is_the_least_fixed_point(draft in arenas()) {
        let arena = Arena::from(draft);
        let expected = values_by_definition(&arena);
        for threads in 1..=3 {
            let solution = retrograde::solve(&arena, threads);
            let found: Vec<Value> = arena.graph().vertices().map(|v| solution.value(v)).collect();
            prop_assert_eq!(&found, &expected);
        }
    }

    #[test]
    fn predecessors_are_the_edges_reversed(lists in lists(9)) {
        let graph = graph(&lists);
        for v in graph.vertices() {
            let expected: Vec<u32> = graph
                .vertices()
                .flat_map(|u| lists[u as usize].iter().filter(|&&w| w == v).map(move |_| u))
                .collect();
            prop_assert_eq!(graph.predecessors(v), expected);
        }
    }

    #[test]
    fn the_kernel_without_cycles_is_the_only_one(lists in acyclic_lists(9)) {
        let graph = graph(&lists);
        let marks = kernel::kernel(&graph, 1);
        prop_assert!(!marks.contains(&Mark::Undecided));
        prop_assert_eq!(kernels_by_definition(&graph), vec![lost(&marks)]);
        let zero: Vec<Mark> = nimbers(&graph)
            .expect("no cycle")
            .iter()
            .map(|&nimber| if nimber == 0 { Mark::Lost } else { Mark::Won })
            .collect();
        prop_assert_eq!(marks, zero);
    }

    #[test]
    fn marks_are_the_outcomes_of_the_graph_of_positions(lists in lists(9)) {
        let arena = Arena::from(Draft::plain(rows(&lists)));
        let expected: Vec<Mark> = values_by_definition(&arena)
            .iter()
            .map(|value| match value {
                Value::Loss(_) => Mark::Lost,
                Value::Draw => Mark::Undecided,
                Value::Win(_) => Mark::Won,
            })
            .collect();
        prop_assert_eq!(kernel::kernel(arena.graph(), 1), expected);
    }

    #[test]
    fn all_kernels_are_found_in_order(lists in lists(10), most in 0..4usize) {
        let graph = graph(&lists);
        let expected = kernels_by_definition(&graph);
        let limits = Limits::default();
        let found = kernel::all(&graph, usize::MAX, &limits);
        prop_assert!(found.complete);
        prop_assert_eq!(&found.kernels, &expected);
        let some = kernel::all(&graph, most, &limits);
        prop_assert_eq!(some.complete, expected.len() <= most);
        prop_assert_eq!(&some.kernels[..], &expected[..most.min(expected.len())]);
    }

    /// Each step is legal in what is left, and nothing could be taken when the steps end.
    #[test]
    fn steps_follow_the_course(lists in lists(9)) {
        let graph = graph(&lists);
        let mut here = vec![true; graph.len()];
        let is_sink = |here: &[bool], v: u32| {
            here[v as usize] && graph.successors(v).iter().all(|&w| !here[w as usize])
        };
        for step in kernel::steps(&graph) {
            prop_assert!(is_sink(&here, step.take));
            let drop: Vec<u32> = graph
                .vertices()
                .filter(|&u| here[u as usize] && graph.successors(u).contains(&step.take))
                .collect();
            prop_assert_eq!(&step.drop, &drop);
            here[step.take as usize] = false;
            for u in drop {
                here[u as usize] = false;
            }
        }
        prop_assert!(graph.vertices().all(|v| !is_sink(&here, v)));
        let marks = kernel::kernel(&graph, 1);
        let left: Vec<bool> = marks.iter().map(|&mark| mark == Mark::Undecided).collect();
        prop_assert_eq!(left, here);
    }

    #[test]
    fn nimbers_are_the_least_numbers_missing(lists in acyclic_lists(12)) {
        let graph = graph(&lists);
        let found = nimbers(&graph).expect("no cycle");
        for v in graph.vertices() {
            let has = |nimber| graph.successors(v).iter().any(|&w| found[w as usize] == nimber);
            let nimber = found[v as usize];
            prop_assert!(!has(nimber) && (0..nimber).all(has));
        }
    }

    #[test]
    fn a_cycle_stands_in_the_way_of_nimbers(lists in lists(9)) {
        let graph = graph(&lists);
        // Whoever can walk as many steps as there are vertices walks in a cycle.
        let mut walkers = vec![true; graph.len()];
        for _ in 0..graph.len() {
            walkers = graph
                .vertices()
                .map(|v| graph.successors(v).iter().any(|&w| walkers[w as usize]))
                .collect();
        }
        match nimbers(&graph) {
            Ok(_) => prop_assert!(!walkers.contains(&true)),
            Err(cycle) => {
                let cycle = cycle.0;
                let next = cycle.iter().cycle().skip(1);
                prop_assert!(!cycle.is_empty());
                prop_assert!(cycle.iter().zip(next).all(|(&v, w)| graph.successors(v).contains(w)));
                let mut vertices = cycle.clone();
                vertices.sort_unstable();
                vertices.dedup();
                prop_assert_eq!(vertices.len(), cycle.len());
            }
        }
    }
}

#[test]
fn the_chomp_of_the_course() {
    let graph = graph(&[
        vec![1, 2, 3, 4, 5],
        vec![4, 5, 6],
        vec![1, 3, 4, 5],
        vec![5, 6, 7],
        vec![7, 8],
        vec![8],
        vec![5, 7],
        vec![8],
        vec![],
    ]);
    assert_eq!(lost(&kernel::kernel(&graph, 1)), [2, 6, 8]);
    assert_eq!(
        nimbers(&graph).expect("no cycle"),
        [4, 3, 0, 2, 2, 1, 0, 1, 0]
    );
    let steps = [(8, vec![4, 5, 7]), (6, vec![1, 3]), (2, vec![0])];
    assert_eq!(
        kernel::steps(&graph),
        steps.map(|(take, drop)| Step { take, drop })
    );
}

#[test]
fn a_cycle_of_two_has_two_kernels_and_a_cycle_of_three_none() {
    let limits = Limits::default();
    let two = kernel::all(&graph(&[vec![1], vec![0]]), 10, &limits);
    assert_eq!(two.kernels, [[0], [1]]);
    let three = kernel::all(&graph(&[vec![1], vec![2], vec![0]]), 10, &limits);
    assert!(three.kernels.is_empty() && three.complete);
    let marks = kernel::kernel(&graph(&[vec![1], vec![2], vec![0]]), 1);
    assert_eq!(marks, [Mark::Undecided; 3]);
}

#[test]
fn the_search_for_kernels_stops_at_its_limits() {
    // Thirty cycles of two: 2^30 kernels.
    let lists: Vec<Vec<u32>> = (0..60).map(|v| vec![v ^ 1]).collect();
    let limits = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    let found = kernel::all(&graph(&lists), usize::MAX, &limits);
    assert!(!found.complete && found.kernels.len() > 1000);
    assert!(found.kernels.is_sorted());
}

#[test]
fn published_counts_of_random_arenas() {
    let alternating = Arena::from(generate::random_alternating(1_000_000, 42, 5.0));
    assert_eq!(alternating.graph().edges(), 3_802_283);
    let solution = retrograde::solve(&alternating, 1);
    assert_eq!(
        solution.counts(&alternating),
        Counts {
            first: 298_865,
            second: 297_033,
            draw: 404_102,
            distance_sum: 3_777_183,
            distance_max: 91,
        }
    );
    for threads in [2, 3] {
        assert!(retrograde::solve(&alternating, threads) == solution);
    }

    let free = Arena::from(generate::random_free(1_000_000, 42));
    assert_eq!(free.graph().edges(), 3_999_711);
    assert_eq!(
        retrograde::solve(&free, 1).counts(&free),
        Counts {
            first: 500_652,
            second: 499_347,
            draw: 1,
            distance_sum: 2_382_354,
            distance_max: 17,
        }
    );
}

#[test]
fn threads_change_nothing() {
    let rows = generate::random_alternating(300_000, 7, 5.0).successors;
    let graph = Digraph::new(rows.clone());
    let expected = Rows::from_edges(
        rows.len(),
        &rows.iter_edges().map(|(u, v)| (v, u)).collect::<Vec<_>>(),
    );
    for threads in 1..=3 {
        assert!(Digraph::with_threads(rows.clone(), threads).backward() == &expected);
    }

    let acyclic = Digraph::new(generate::random_acyclic(300_000, 4, 7).successors);
    for graph in [graph, acyclic] {
        let marks = kernel::kernel(&graph, 1);
        assert!((2..=3).all(|threads| kernel::kernel(&graph, threads) == marks));
    }
}

/// Sources that follow each other in a row lie so far apart that the distance between them takes many bits.
#[test]
fn predecessors_far_apart() {
    let n = 700_000;
    let mut lists = vec![vec![]; n];
    lists[0] = vec![5, n as u32 - 1];
    for far in [140_000, 300_000, n - 2] {
        lists[far] = vec![5, 5, 3];
    }
    let many: Vec<u32> = (1..=300_000).map(|i| i * 2).collect();
    lists[1].clone_from(&many);
    lists[n - 3].clone_from(&many);
    let rows = rows(&lists);
    let expected = Rows::from_edges(
        n,
        &rows.iter_edges().map(|(u, v)| (v, u)).collect::<Vec<_>>(),
    );
    for threads in 1..=3 {
        let graph = Digraph::with_threads(rows.clone(), threads);
        assert!(graph.backward() == &expected);
    }
}

/// Two vertices have so many successors, all won, that no byte counts them: they are lost with the last of these.
#[test]
fn a_vertex_of_large_degree_is_lost_with_its_last_successor() {
    let n = 300_000u32;
    let (hubs, sink) = ([0, n - 2], n - 1);
    let mut lists = vec![vec![sink]; n as usize];
    lists[sink as usize].clear();
    for hub in hubs {
        lists[hub as usize] = (1..n - 2).collect();
    }
    for threads in 1..=3 {
        let marks = kernel::kernel(&graph(&lists), threads);
        assert_eq!(hubs.map(|hub| marks[hub as usize]), [Mark::Lost; 2]);
    }
    // One of the successors can only go back to a hub.
    lists[n as usize / 2] = vec![0];
    for threads in 1..=3 {
        let marks = kernel::kernel(&graph(&lists), threads);
        assert_eq!(hubs.map(|hub| marks[hub as usize]), [Mark::Undecided; 2]);
    }
}

#[test]
fn nimbers_as_great_as_degrees() {
    let lists: Vec<Vec<u32>> = (0..300).map(|v| (0..v).collect()).collect();
    let expected: Vec<u32> = (0..300).collect();
    for n in [50, 63, 64, 65, 128, 129, 300] {
        let found = nimbers(&graph(&lists[..n])).expect("no cycle");
        assert_eq!(found, expected[..n]);
    }
}

#[test]
fn a_path_of_ten_million_vertices() {
    let n = 10_000_000;
    let arena = Arena::from(generate::path(n));
    let solution = retrograde::solve(&arena, 2);
    assert_eq!(solution.value(0), Value::Win(n as u32 - 1));
    assert_eq!(solution.value(1), Value::Loss(n as u32 - 2));
    let nimbers = nimbers(arena.graph()).expect("no cycle");
    let marks = kernel::kernel(arena.graph(), 1);
    for v in [0, 1, n / 2, n - 2, n - 1] {
        let lost = (n - 1 - v) % 2 == 0;
        assert_eq!(marks[v] == Mark::Lost, lost);
        assert_eq!(nimbers[v], u32::from(!lost));
    }
    assert_eq!(kernel::steps(arena.graph()).len(), n / 2);
}

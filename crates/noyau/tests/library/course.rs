//! The course's own examples, with the answers that it gives.

use noyau::arena::analysis::{bipartition, longest_path};
use noyau::arena::{Arena, Draft, Rows};
use noyau::limits::Limits;
use noyau::solve::attractor::{attractor, won_endings};
use noyau::solve::kernel::{self, Mark, Step};
use noyau::solve::strategy::{self, Verdict};
use noyau::solve::{nimbers, retrograde};
use noyau::{Outcome, Side};

fn draft(rows: &[&[u32]]) -> Draft {
    let edges: Vec<(u32, u32)> = (0..)
        .zip(rows)
        .flat_map(|(u, row)| row.iter().map(move |&v| (u, v)))
        .collect();
    Draft::plain(Rows::from_edges(rows.len(), &edges))
}

/// The dictionary of Chomp(2,3), first and fourth text.
pub(crate) fn chomp() -> Arena {
    Arena::from(draft(&[
        &[1, 2, 3, 4, 5],
        &[4, 5, 6],
        &[1, 3, 4, 5],
        &[5, 6, 7],
        &[7, 8],
        &[8],
        &[5, 7],
        &[8],
        &[],
    ]))
}

#[test]
fn chomp_nimbers() {
    let nimbers = nimbers::nimbers(chomp().graph());
    assert_eq!(nimbers, Ok(vec![4, 3, 0, 2, 2, 1, 0, 1, 0]));
}

/// First text, 1.2: "Le noyau est donc (2, 6, 8)", found by taking 8, then 6, then 2.
#[test]
fn chomp_kernel() {
    let marks = kernel::kernel(chomp().graph(), 1);
    let lost = (0..9).filter(|&v| marks[v] == Mark::Lost);
    assert_eq!(lost.collect::<Vec<_>>(), [2, 6, 8]);
    assert!(!marks.contains(&Mark::Undecided));
    let step = |take, drop: &[u32]| Step {
        take,
        drop: drop.to_vec(),
    };
    assert_eq!(
        kernel::steps(chomp().graph()),
        [step(8, &[4, 5, 7]), step(6, &[1, 3]), step(2, &[0])]
    );
    let all = kernel::all(chomp().graph(), 10, &Limits::default());
    assert_eq!(all.kernels, [[2, 6, 8]]);
    assert!(all.complete);
}

#[test]
fn chomp_lost_positions() {
    let arena = chomp();
    let solution = retrograde::solve(&arena, 1);
    let lost = |&v: &u32| solution.value(v).outcome() == Outcome::Loss;
    let lost: Vec<u32> = arena.graph().vertices().filter(lost).collect();
    assert_eq!(lost, [2, 6, 8]);
}

#[test]
fn chomp_strategy() {
    let arena = chomp();
    let solution = retrograde::solve(&arena, 1);
    let winning = strategy::winning(&arena, &solution, 0);
    assert_eq!(winning.winner, Some(Side::First));
    assert_eq!(
        winning.moves,
        [(0, 2), (1, 6), (3, 6), (4, 8), (5, 8), (7, 8)]
    );
    let verdict = strategy::check(&arena, Side::First, 0, &winning.moves);
    let Verdict::Winning { line } = verdict else {
        panic!("{verdict:?}");
    };
    assert_eq!(line.len(), 6, "0 2 then 1 or 3, 6, 5 or 7, 8");
}

/// First text: Ève has a winning strategy too, unless Adam begins with 2.
#[test]
fn chomp_strategy_of_the_second_player() {
    let arena = chomp();
    let moves = [(1, 6), (3, 6), (4, 8), (5, 8), (7, 8)];
    // From 0 Adam may go to 2, where she has nothing to say.
    assert_eq!(
        strategy::check(&arena, Side::Second, 0, &moves),
        Verdict::NotApplicable { line: vec![0, 2] }
    );
    // Had he had to begin from 2, she would win.
    let verdict = strategy::check(&arena, Side::Second, 2, &moves);
    assert!(matches!(verdict, Verdict::Winning { .. }), "{verdict:?}");
}

/// Fourth text, section 3: "la stratégie choisie ci-dessus".
#[test]
fn the_fourth_texts_strategy_is_applicable_and_does_not_win() {
    let arena = chomp();
    let moves = [(0, 3), (5, 8), (6, 7), (7, 8)];
    assert_eq!(
        strategy::check(&arena, Side::First, 0, &moves),
        Verdict::Applicable {
            line: vec![0, 3, 6, 7, 8]
        }
    );
    // Without what it says at 7, which Second can choose, it cannot be followed.
    assert_eq!(
        strategy::check(&arena, Side::First, 0, &moves[..3]),
        Verdict::NotApplicable {
            line: vec![0, 3, 7]
        }
    );
    assert_eq!(
        strategy::check(&arena, Side::First, 0, &[(0, 6)]),
        Verdict::NotAMove { from: 0, to: 6 }
    );
}

/// Figure 4 of the first text: the strategy on the doubled arena is the same, and its vertices have owners.
#[test]
fn chomp_doubled() {
    let doubled = chomp().doubled();
    assert_eq!(doubled.len(), 18);
    let sides = bipartition(doubled.graph()).unwrap();
    for (u, v) in doubled.graph().forward().iter_edges() {
        assert_ne!(sides[u as usize], sides[v as usize]);
        assert_ne!(doubled.owner(u), doubled.owner(v));
    }
    let solution = retrograde::solve(&doubled, 1);
    let winning = strategy::winning(&doubled, &solution, doubled.start());
    let named: Vec<String> = winning
        .moves
        .iter()
        .map(|&(u, v)| format!("{} → {}", doubled.name(u), doubled.name(v)))
        .collect();
    assert_eq!(
        named,
        [
            "0 first → 2 second",
            "1 first → 6 second",
            "3 first → 6 second",
            "4 first → 8 second",
            "5 first → 8 second",
            "7 first → 8 second"
        ]
    );
    assert_eq!(
        strategy::check(&doubled, Side::First, doubled.start(), &[(1, 4)]),
        Verdict::NotOwned { vertex: 1 }
    );
    assert_eq!(longest_path(chomp().graph()).map(|path| path.len()), Ok(6));
}

/// Third text: the exercise on Alice's attractor, where 0 to 3 are hers and she loses at 3.
#[test]
fn the_third_texts_attractor() {
    let mut draft = draft(&[&[4, 5], &[4, 5, 6], &[7], &[], &[2], &[3], &[3], &[]]);
    let owner = |v| if v < 4 { Side::First } else { Side::Second };
    draft.owners = Some((0..8).map(owner).collect());
    let arena = Arena::from(draft);
    let targets = won_endings(&arena, Side::First);
    assert_eq!(targets, [7], "P_B");
    let alice = attractor(&arena, Side::First, &targets);
    assert_eq!(
        alice.layers(),
        [vec![7], vec![2], vec![4], vec![0, 1]],
        "A_0, and what A_1, A_2 and A_3 add"
    );
    assert_eq!(alice.strategy(&arena), [(0, 4), (1, 4), (2, 7)]);
    let bob = attractor(&arena, Side::Second, &won_endings(&arena, Side::Second));
    assert_eq!(
        bob.layers(),
        [vec![3], vec![5, 6]],
        "P_A, then its predecessors"
    );
}

/// Third text: `attracteurs(nim(9), …)`. From i the matches already gone, to i + 1, i + 2 or i + 3.
#[test]
fn the_third_texts_nim() {
    let rows: Vec<Vec<u32>> = (0..9).map(|i| (i + 1..=(i + 3).min(8)).collect()).collect();
    let rows: Vec<&[u32]> = rows.iter().map(Vec::as_slice).collect();
    let doubled = Arena::from(draft(&rows)).doubled();
    let found = attractor(&doubled, Side::First, &won_endings(&doubled, Side::First));
    for v in doubled.graph().vertices() {
        let left = 9 - v / 2;
        let lost_for_mover = left % 4 == 1;
        let alice_moves = doubled.owner(v) == Some(Side::First);
        assert_eq!(
            found.rank(v).is_some(),
            alice_moves != lost_for_mover,
            "{}",
            doubled.name(v)
        );
    }
    assert_eq!(found.rank(doubled.start()), None, "9 is 1 mod 4: Bob wins");
    assert_eq!(
        found.rank(doubled.start() + 1),
        Some(4),
        "two moves for every 4 matches"
    );
}

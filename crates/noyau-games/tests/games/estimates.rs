//! Estimates against what is known: an interval of 95 % holds the truth about 95 times in 100.

use crate::open;
use noyau::dynamic::Estimate;
use noyau::limits::Limits;

/// How many of a hundred seeds give an interval that holds the truth.
fn held(name: &str, samples: u64, holds: impl Fn(&Estimate) -> bool) -> usize {
    let game = open(name);
    (0..100)
        .filter(|&seed| holds(&game.estimate(samples, seed, &Limits::default())))
        .count()
}

#[test]
fn walks_estimate_the_positions_that_play_reaches() {
    for (name, samples) in [
        ("tictactoe", 2000),
        ("connect4:4x3", 2000),
        ("mnk:4,3,3", 2000),
        ("dots:2x2", 1000),
        ("domineering:4x4", 1000),
        ("nim:3,4,5", 1000),
        ("wythoff:7,9", 1000),
    ] {
        let game = open(name);
        let count = game.count(&Limits::default()).unwrap();
        let mut held = [0; 3];
        for seed in 0..100 {
            let estimate = game.estimate(samples, seed, &Limits::default());
            let found = estimate.positions.unwrap();
            assert_eq!(found.unsettled, 0);
            let all = [
                (found.positions, count.positions),
                (found.terminal, count.terminal),
                (found.moves, count.moves),
            ];
            for (held, (interval, truth)) in held.iter_mut().zip(all) {
                // A number without spread is found exactly, but for rounding.
                let range = interval.low - 1e-6..=interval.high + 1e-6;
                *held += usize::from(range.contains(&(truth as f64)));
            }
        }
        assert!(
            held.iter().all(|held| (88..).contains(held)),
            "{name}: {held:?} of 100"
        );
    }
}

#[test]
fn the_positions_of_connect_4_are_about_as_many_as_published() {
    // 4 531 985 219 092 (Edelkamp and Kissmann 2008).
    let game = open("connect4");
    let held = (0..10).filter(|&seed| {
        let estimate = game.estimate(2000, seed, &Limits::default());
        let found = estimate.positions.unwrap().positions;
        (found.low..=found.high).contains(&4_531_985_219_092.0)
    });
    let held = held.count();
    assert!(held >= 7, "{held} of 10");
}

#[test]
fn plays_estimate_numbers_of_sequences() {
    let in_all = held("tictactoe", 1000, |estimate| {
        let complete = estimate.plays.complete.unwrap();
        (complete.low..=complete.high).contains(&255_168.0)
    });
    assert!((88..).contains(&in_all), "{in_all} of 100");
    for (name, depth, perft) in [
        ("chess", 3, 8902.0),
        ("draughts:international", 4, 4265.0),
        ("othello", 6, 8200.0),
    ] {
        let game = open(name);
        let held = (0..40).filter(|&seed| {
            let estimate = game.estimate(100, seed, &Limits::default());
            let found = estimate.plays.sequences.get(depth);
            found.is_none_or(|found| (found.low..=found.high).contains(&perft))
        });
        let held = held.count();
        assert!(held >= 34, "{name}: {held} of 40");
    }
}

#[test]
fn draws_estimate_the_legal_positions_of_go() {
    // Tromp and Farnebäck 2007: 12 675 of 3^9, 414 295 148 741 of 3^25.
    for (name, part) in [
        ("go:3", 12_675.0 / 19_683.0),
        ("go:5", 414_295_148_741.0 / 847_288_609_443.0),
    ] {
        let held = held(name, 200, |estimate| {
            let found = estimate.legal.unwrap().part;
            (found.low..=found.high).contains(&part)
        });
        assert!((88..).contains(&held), "{name}: {held} of 100");
    }
}

#[test]
fn legal_positions_are_never_fewer_than_those_reached() {
    for name in [
        "tictactoe",
        "connect4:4x3",
        "othello:4",
        "awele:2,2",
        "kalah:2,4",
        "morris:3",
    ] {
        let game = open(name);
        let reached = game.count(&Limits::default()).unwrap().positions as f64;
        let all = game.configurations().unwrap();
        assert!(reached <= all.exact().unwrap() as f64, "{name}");
        let legal = game.estimate(20_000, 1, &Limits::default()).legal.unwrap();
        let most = legal.part.high * all.exact().unwrap() as f64;
        assert!(reached <= most, "{name}: {reached} reached, {most} legal");
    }
}

#[test]
fn configurations_are_those_of_the_literature() {
    for (name, exact) in [
        ("leapfrog", 60),
        ("tictactoe", 19_683),
        // Chinook's 500 995 484 682 338 672 639 for up to 24 pieces, and the empty board, with either side to move.
        ("draughts:english", 2 * 500_995_484_682_338_672_640),
    ] {
        let found = open(name).configurations().unwrap();
        assert_eq!(found.exact(), Some(exact), "{name}");
    }
    let draughts = open("draughts:international").configurations().unwrap();
    assert_eq!(draughts.to_string(), "4.60·10^33");
}

#[test]
fn legal_positions_of_chess_and_draughts_are_about_as_many_as_published() {
    // Tromp and Österlund 2022 find about 4.8·10^44 positions of chess that play reaches, castling and en passant told
    // apart, and the course says at most 10^50. What a text accepts is more than what is reached: it does not ask what was
    // taken so that pawns could pass each other.
    let game = open("chess");
    let all = 10f64.powf(game.configurations().unwrap().log10());
    let found = game.estimate(400, 1, &Limits::default()).legal.unwrap();
    let legal = found.part.scaled(all);
    assert!(legal.low > 4e44 && legal.high < 1e50, "{legal:?}");
    // Whoever has moved last has a man: hardly a position is lost by that.
    let game = open("draughts:english");
    let found = game.estimate(500, 1, &Limits::default()).legal.unwrap();
    assert!(found.part.low > 0.98, "{found:?}");
}

#[test]
fn the_same_seed_gives_the_same_estimate() {
    let game = open("connect4:5x4");
    let estimate = |seed| game.estimate(400, seed, &Limits::default());
    assert_eq!(estimate(7), estimate(7));
    assert_ne!(estimate(7), estimate(8));
}

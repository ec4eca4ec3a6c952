//! The learned heuristics that games come with: they fit their games, are small, and beat the course's.

use crate::{no_files, on_threads, open};
use noyau::learn::{Design, Evaluation, Learned, NotLearned};
use noyau::play::contest::{self, Plan, Standings};
use noyau::play::{Recipe, Resources};
use noyau::search::textbook::Algorithm;
use std::ops::ControlFlow;

/// Every game with its parameters, and what `search` was asked to use before.
const GAMES: &[(&str, &str)] = &[("othello:8", "corners")];

/// The most bytes of one file, and of all: they are part of the page.
const MOST_BYTES: usize = 500_000;
const MOST_BYTES_IN_ALL: usize = 700_000;

fn learned(name: &str, design: &Design, rounds: usize, threads: usize) -> Learned {
    let game = open(name);
    let mut learned = game.begin_learning(design).unwrap();
    for _ in 0..rounds {
        game.learn(&mut learned, &on_threads(threads)).unwrap();
    }
    learned
}

/// The half points of the first agent of all that could be had.
fn score(game: &str, agents: [&str; 2], pairs: u64) -> (u64, u64) {
    let plan = Plan {
        agents: agents
            .iter()
            .map(|text| text.parse::<Recipe>().unwrap())
            .collect(),
        pairs,
        opening: 6,
        plies: 400,
        time: None,
        seed: 3,
    };
    let mut standings = Standings::new(2);
    let opener = || noyau_games::open(game, &no_files);
    contest::run(
        &plan,
        0,
        &opener,
        &Resources::default(),
        &on_threads(2),
        |played| {
            standings.add(&played);
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    let score = standings.table[0][1];
    (2 * score.wins + score.draws, 4 * pairs)
}

#[test]
fn files_are_of_their_games_and_small() {
    let mut all = 0;
    for (name, _) in GAMES {
        let game = open(name);
        let evaluation = game.evaluation().unwrap_or_else(|| panic!("{name}"));
        let bytes = evaluation.to_bytes();
        all += bytes.len();
        assert!(bytes.len() <= MOST_BYTES, "{name}: {} bytes", bytes.len());
        assert_eq!(evaluation.about.game, game.name());
        assert_eq!(evaluation.about.rules, game.rules_version());
        assert!(evaluation.about.games >= 10_000, "{name}");
        assert_eq!(
            Evaluation::from_bytes(&bytes).as_ref(),
            Ok(&*evaluation),
            "{name}"
        );
        assert_eq!(noyau::dynamic::best_opinion(&*game), "learned", "{name}");
    }
    assert!(all <= MOST_BYTES_IN_ALL, "{all} bytes");
    // What has no file keeps the course's heuristic.
    assert_eq!(
        noyau::dynamic::best_opinion(&*open("othello:6")),
        "material"
    );
}

#[test]
fn searches_with_them_beat_those_with_the_heuristics_of_the_course() {
    for (name, heuristic) in GAMES {
        let other = format!("search:nodes=400,heuristic={heuristic}");
        let (points, most) = score(name, ["search:nodes=400", &other], 10);
        assert!(4 * points >= 3 * most, "{name}: {points} of {most}");
    }
}

#[test]
fn evaluations_have_the_same_bytes_on_any_number_of_threads_and_after_a_stop() {
    for name in ["othello", "awele:6,2", "morris", "draughts:english"] {
        let design = Design {
            seed: 5,
            round: 4,
            plies: 60,
            ..Design::default()
        };
        let whole = learned(name, &design, 4, 1);
        let bytes = whole.evaluation().to_bytes();
        assert!(
            bytes == learned(name, &design, 4, 2).evaluation().to_bytes(),
            "{name}"
        );
        let half = learned(name, &design, 2, 2).to_bytes();
        let mut resumed = Learned::from_bytes(&half).unwrap();
        for _ in 0..2 {
            open(name).learn(&mut resumed, &on_threads(2)).unwrap();
        }
        assert!(bytes == resumed.evaluation().to_bytes(), "{name}");
        let other = Design { seed: 6, ..design };
        assert!(
            bytes != learned(name, &other, 4, 1).evaluation().to_bytes(),
            "{name}"
        );
    }
}

#[test]
fn whole_numbers_say_what_was_learned() {
    let design = Design {
        seed: 2,
        ..Design::default()
    };
    let learned = learned("othello", &design, 8, 2);
    let mut game = open("othello");
    let limits = on_threads(1);
    game.judge_by(Some(learned.evaluation().into()));
    for mv in ["d3", "c5", "f6", "f5", "e6", "e3"] {
        game.play(mv).unwrap();
        let sides = game.search_learned(&learned, 1, &limits).unwrap();
        let whole = game.search_tree(1, "learned", Algorithm::Minimax, false, &limits);
        for ((mv, value), (same, score)) in sides.moves.iter().zip(&whole.unwrap().moves) {
            assert_eq!(mv, same);
            // A value is v = s / √(1 + s²) of ten thousand, a score 1000 s.
            let sum = score.number() / 1000.0;
            let expected = 10_000.0 * sum / (1.0 + sum * sum).sqrt();
            // Forty-six rounded weights.
            let error = (value.number() - expected).abs();
            assert!(error < 1000.0, "{mv}: {} and {expected}", value.number());
        }
    }
}

/// Where a symmetry moves a square.
type Image = fn((u8, u8)) -> (u8, u8);

#[test]
fn mirrored_boards_of_othello_are_worth_the_same() {
    let limits = on_threads(1);
    let square = |mv: &str| {
        let bytes = mv.as_bytes();
        (bytes[0] - b'a', bytes[1] - b'1')
    };
    // The board itself, and its images by a diagonal and by half a turn.
    let images: [Image; 3] = [|at| at, |(x, y)| (y, x), |(x, y)| (7 - x, 7 - y)];
    let mut seen = Vec::new();
    for image in images {
        let (mut game, mut original) = (open("othello"), open("othello"));
        for ply in 0..12 {
            let moves = original.moves();
            let mv = &moves[ply % moves.len()];
            let (x, y) = image(square(mv));
            game.play(&format!("{}{}", char::from(b'a' + x), y + 1))
                .unwrap();
            original.play(mv).unwrap();
        }
        let found = game.search_tree(1, "learned", Algorithm::Minimax, false, &limits);
        let mut scores: Vec<_> = found.unwrap().moves.iter().map(|mv| mv.1).collect();
        scores.sort();
        seen.push(scores);
    }
    assert!(seen.iter().all(|scores| *scores == seen[0]), "{seen:?}");
    assert!(seen[0].first() != seen[0].last());
}

#[test]
fn damaged_evaluations_are_refused() {
    let design = Design {
        round: 2,
        plies: 20,
        ..Design::default()
    };
    let whole = learned("awele:6,2", &design, 1, 1);
    let bytes = whole.evaluation().to_bytes();
    let line = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    assert_eq!(Evaluation::from_bytes(&bytes).unwrap(), whole.evaluation());
    for at in (line + 1..bytes.len()).step_by(37) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert_eq!(
            Evaluation::from_bytes(&changed),
            Err(NotLearned::Damaged),
            "byte {at}"
        );
    }
    assert_eq!(
        Evaluation::from_bytes(&bytes[..bytes.len() - 1]),
        Err(NotLearned::Damaged)
    );
    // The two kinds of files are not confused.
    let refused = Evaluation::from_bytes(&whole.to_bytes()).unwrap_err();
    assert!(matches!(refused, NotLearned::NoHeader { .. }));
    let refused = Learned::from_bytes(&bytes).unwrap_err();
    assert!(matches!(refused, NotLearned::NoHeader { .. }));
}

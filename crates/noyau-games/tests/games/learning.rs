//! What is learned from self-play: perfect play where that is known, the same weights on any number of threads and after
//! a stop, and a file that holds them or is refused.

use crate::{no_files, on_threads, open};
use noyau::learn::{Design, Learned, NotLearned};
use noyau::play::learning::{Course, Finish, learn};
use noyau::play::{Resources, Tables};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Learns from at least so many games.
fn taught(game: &str, design: &Design, games: u64, threads: usize) -> Learned {
    let game = open(game);
    let mut learned = game.begin_learning(design).unwrap();
    while learned.about.games < games {
        game.learn(&mut learned, &on_threads(threads)).unwrap();
    }
    learned
}

/// Whether the learner, looking one ply ahead, keeps the outcome against every defence: all moves that it thinks best
/// do, in every position that it can come to as that side.
fn plays_perfectly(learned: &Learned, name: &str, side: noyau::Side) -> Result<usize, String> {
    let (mut game, tables, limits) = (open(name), Tables::default(), on_threads(1));
    tables.whole(&*game, &limits).unwrap().unwrap();
    let mut seen = HashSet::new();
    let mut waiting = vec![game.position()];
    let mut judged = 0;
    while let Some(position) = waiting.pop() {
        if !seen.insert(position.clone()) {
            continue;
        }
        game.set(&position).unwrap();
        if game.outcome().is_some() {
            continue;
        }
        let mut moves = game.moves();
        if game.side() == side {
            judged += 1;
            let worths = tables.worths(&*game, &limits).unwrap();
            let best = worths.iter().map(|(_, worth)| worth.outcome).max().unwrap();
            let answer = game.search_learned(learned, 1, &limits).unwrap();
            let chosen: Vec<_> = answer
                .best
                .iter()
                .map(|&i| answer.moves[i].0.clone())
                .collect();
            for (mv, worth) in &worths {
                if chosen.contains(mv) && worth.outcome != best {
                    return Err(format!("{mv} in {position} gives {best:?} away"));
                }
            }
            moves = chosen;
        }
        for mv in moves {
            game.play(&mv).unwrap();
            waiting.push(game.position());
            game.undo();
        }
    }
    Ok(judged)
}

/// Few patterns, so that little is to be learned.
fn small(tuples: u32, length: u32, round: u32) -> Design {
    Design {
        tuples,
        length,
        round,
        ..Design::default()
    }
}

#[test]
fn tic_tac_toe_is_learned_to_perfect_play() {
    let design = Design {
        seed: 2,
        // Positions that good play avoids are to be learned too.
        exploration: 0.5,
        ..Design::default()
    };
    let learned = taught("tictactoe", &design, TICTACTOE_GAMES, 2);
    for side in noyau::Side::BOTH {
        let judged = plays_perfectly(&learned, "tictactoe", side).unwrap();
        assert!(judged > 50, "{judged} positions");
    }
    // Who has learned nothing does not play so.
    let nothing = open("tictactoe").begin_learning(&design).unwrap();
    let lost = plays_perfectly(&nothing, "tictactoe", noyau::Side::Second).unwrap_err();
    assert!(lost.contains("away"), "{lost}");
}

const TICTACTOE_GAMES: u64 = 40_000;

#[test]
fn weights_are_the_same_on_any_number_of_threads_and_after_a_stop() {
    let design = Design {
        seed: 3,
        depth: 2,
        ..small(10, 4, 16)
    };
    let whole = taught("connect4:5x4", &design, 96, 1).to_bytes();
    assert!(whole == taught("connect4:5x4", &design, 96, 2).to_bytes());
    let half = taught("connect4:5x4", &design, 48, 2).to_bytes();
    let mut learned = Learned::from_bytes(&half).unwrap();
    assert!(learned.to_bytes() == half);
    let game = open("connect4:5x4");
    while learned.about.games < 96 {
        game.learn(&mut learned, &on_threads(2)).unwrap();
    }
    assert!(learned.to_bytes() == whole);
    let other = Design { seed: 4, ..design };
    assert!(taught("connect4:5x4", &other, 96, 1).to_bytes() != whole);
}

#[test]
fn a_course_goes_on_where_it_was_stopped() {
    let design = small(8, 3, 8);
    let course = Course {
        games: 80,
        every: 20,
        opponents: vec!["random".parse().unwrap()],
        pairs: 2,
        opening: 1,
        depth: 1,
    };
    let opener = || noyau_games::open("tictactoe", &no_files);
    let resources = Resources::default();
    let run = |learned: &mut Learned, stop_after: usize| {
        let mut kept = Vec::new();
        let finish = learn(
            &course,
            learned,
            &opener,
            &resources,
            &on_threads(1),
            |learned| {
                kept.push(learned.to_bytes());
                if kept.len() == stop_after {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        (finish.unwrap(), kept)
    };
    let begin = || open("tictactoe").begin_learning(&design).unwrap();
    let mut whole = begin();
    let (finish, kept) = run(&mut whole, usize::MAX);
    assert_eq!((finish, kept.len()), (Finish::Done, 4));
    let games: Vec<u64> = whole.about.curve.iter().map(|point| point.games).collect();
    assert_eq!(games, [24, 40, 64, 80]);
    let (finish, first) = run(&mut begin(), 2);
    assert_eq!(finish, Finish::Stopped);
    let mut again = Learned::from_bytes(&first[1]).unwrap();
    assert_eq!(run(&mut again, usize::MAX).0, Finish::Done);
    assert!(again.to_bytes() == whole.to_bytes());
}

#[test]
fn heuristics_of_the_game_are_tuned() {
    let design = Design {
        seed: 1,
        patterns: false,
        heuristics: true,
        ..Design::default()
    };
    let learned = taught("othello:6", &design, 300, 2);
    let weights = learned.heuristics();
    let weight = |name: &str| weights.iter().find(|(own, _)| *own == name).unwrap().1;
    assert_eq!(weights.len(), 3);
    // What everybody knows of Othello: corners are worth having, and so is room to move.
    assert!(weight("corners") > 0.0, "{weights:?}");
    assert!(weight("mobility") > 0.0, "{weights:?}");
}

/// But those whose pictures have no two places that stay.
#[test]
fn every_game_with_a_board_can_be_learned() {
    let mut refused = Vec::new();
    let design = Design {
        plies: 30,
        heuristics: true,
        ..small(5, 3, 2)
    };
    for entry in noyau_games::GAMES {
        let name = entry.info().name;
        // Games that are made from files need one.
        let Ok(mut game) = noyau_games::open(name, &no_files) else {
            continue;
        };
        let mut learned = match game.begin_learning(&design) {
            Ok(learned) => learned,
            Err(why) => {
                assert!(
                    why.en.contains("nothing to learn from"),
                    "{name}: {}",
                    why.en
                );
                let cells = game.view().cells.len();
                let first = game.moves().swap_remove(0);
                game.play(&first).unwrap();
                assert!(cells < 2 || game.view().cells.len() != cells, "{name}");
                refused.push(name);
                continue;
            }
        };
        game.learn(&mut learned, &on_threads(1)).unwrap();
        assert!(game.is_about(&learned), "{name}");
        let again = Learned::from_bytes(&learned.to_bytes());
        assert!(again.as_ref() == Ok(&learned), "{name}");
        let answer = game.search_learned(&learned, 1, &on_threads(1)).unwrap();
        assert_eq!(answer.moves.len(), game.moves().len(), "{name}");
    }
    assert!(refused.contains(&"matches") && refused.contains(&"octal"));
}

#[test]
fn symmetric_positions_are_worth_the_same() {
    let design = small(10, 4, 32);
    let learned = taught("connect4:5x4", &design, 64, 1);
    assert_eq!(learned.about.features.symmetries.len(), 2);
    let mut values = Vec::new();
    for moves in ["1132", "5534"] {
        let mut game = open("connect4:5x4");
        game.play_line(moves).unwrap();
        let answer = game.search_learned(&learned, 2, &on_threads(1)).unwrap();
        let mut scores: Vec<_> = answer.moves.iter().map(|mv| mv.1).collect();
        scores.sort();
        values.push(scores);
    }
    assert_eq!(values[0], values[1]);
    assert!(values[0].iter().any(|score| score.number() != 0.0));
}

#[test]
fn files_that_were_changed_are_refused() {
    let design = small(3, 2, 4);
    let bytes = taught("tictactoe", &design, 4, 1).to_bytes();
    let line = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    for at in (0..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let refused = Learned::from_bytes(&changed).unwrap_err();
        // The first line says what the rest is; a change may make it no line of that kind.
        let in_line = at <= line && refused != NotLearned::Damaged;
        assert!(in_line || refused == NotLearned::Damaged, "byte {at}");
    }
    for (length, cut_line) in [
        (0, true),
        (1, true),
        (line + 1, false),
        (bytes.len() - 1, false),
    ] {
        let refused = Learned::from_bytes(&bytes[..length]).unwrap_err();
        assert_eq!(
            matches!(refused, NotLearned::NoHeader { .. }),
            cut_line,
            "{length} bytes"
        );
        assert!(cut_line || refused == NotLearned::Damaged);
    }
    let refused = Learned::from_bytes(b"{}\n").unwrap_err();
    assert!(matches!(refused, NotLearned::NoHeader { .. }));
    let other = open("connect4:5x4");
    let learned = Learned::from_bytes(&bytes).unwrap();
    assert!(!other.is_about(&learned));
}

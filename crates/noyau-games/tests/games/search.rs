//! Searches against the graph method, which shares no code with them, and against scores from elsewhere.

use crate::rules::connect4::score_after;
use crate::{on_threads, open};
use noyau::Game;
use noyau::arena::unfold::unfold;
use noyau::dynamic::{Method, OpenGame, Wanted};
use noyau::game::Outcome;
use noyau::hints::{Finite, Keyed, Recent, SURE, Score, SearchHints, StaticEval, loss, win};
use noyau::limits::{Limits, Stopped};
use noyau::points::Points;
use noyau::random::SplitMix;
use noyau::search::answer::answer;
use noyau::search::iterative_deepening::Depth;
use noyau::search::null_window::Search;
use noyau::search::scoring::{Distance, Margin};
use noyau::solve::retrograde;
use noyau::{Side, Value};
use noyau_games::connect4::Connect4;
use noyau_games::dots::Dots;
use noyau_games::kalah::Kalah;
use noyau_games::mnk::Mnk;
use noyau_games::othello::Othello;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn after(name: &str, moves: &str) -> Box<dyn OpenGame> {
    let mut game = open(name);
    game.play_line(moves).unwrap();
    game
}

fn value(score: Score) -> Value {
    let plies = SURE.abs_diff(score.abs());
    Value::new(Outcome::of_margin(score), plies)
}

fn score(value: Value) -> Score {
    match value {
        Value::Win(plies) => win(plies),
        Value::Draw => 0,
        Value::Loss(plies) => loss(plies),
    }
}

/// Every `step`-th position that can be reached, searched with a table of its own.
fn agrees<G: SearchHints>(game: &G, step: usize, limits: &Limits) {
    let all = unfold(game, &game.start(), &Limits::default()).unwrap();
    let arena = all.arena();
    let solution = retrograde::solve(&arena, 1);
    for (v, position) in all.positions.iter().enumerate().step_by(step) {
        let mut search = Search::new(game, &Distance, position, limits).unwrap();
        let proved = search.solve(position);
        assert_eq!(proved.stopped, None);
        assert_eq!(proved.low, proved.high, "{position:?}");
        let known = solution.value(all.vertex(v, game.to_move(position).unwrap_or(Side::First)));
        assert_eq!(value(proved.low), known, "{position:?}");
    }
}

/// The margin to come by the rules alone, with what was found before.
fn margin<G: Points>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<G::Position, Score>,
) -> Score {
    if game.outcome(position).is_some() {
        let (own, other) = game.settle(position);
        return own - other;
    }
    if let Some(&margin) = known.get(position) {
        return margin;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let brought = moves.into_iter().map(|mv| {
        let after = margin(game, &game.child(position, mv), known);
        let keeps = game.keeps_turn(position, mv);
        game.gain(position, mv) + if keeps { after } else { -after }
    });
    let best = brought.max().unwrap();
    known.insert(position.clone(), best);
    best
}

/// What is seen of positions, and what is found by searches with one table, against the rules alone.
fn margins_agree<G: SearchHints + Points>(
    game: &G,
    most: u32,
    positions: impl Iterator<Item = G::Position>,
) {
    let limits = on_threads(1);
    let mut known = HashMap::new();
    let mut search = Search::new(game, &Margin { most }, &game.start(), &limits).unwrap();
    for position in positions {
        let wanted = margin(game, &position, &mut known);
        if let StaticEval::Open { low, high, .. } = game.static_eval(&position) {
            assert!((low..=high).contains(&wanted), "{position:?}: {wanted}");
        }
        let found = search.solve(&position);
        assert_eq!((found.low, found.high), (wanted, wanted), "{position:?}");
    }
}

#[test]
fn every_position_of_small_boards_of_dots_is_what_the_rules_say() {
    for (columns, rows, step) in [
        (1, 1, 1),
        (3, 1, 1),
        (1, 4, 1),
        (2, 2, 1),
        (5, 1, 7),
        (3, 2, 9),
    ] {
        let game = Dots::new(columns, rows).unwrap();
        let all = unfold(&game, &game.start(), &Limits::default()).unwrap();
        let some = all.positions.into_iter().step_by(step);
        margins_agree(&game, (columns * rows) as u32, some);
    }
}

/// Bounds, forced moves, candidates and keys, each by itself, in all positions of 3x3 boxes: a set of drawn edges is a number,
/// and every move leads to a higher one.
#[test]
fn hints_of_dots_hold_in_every_position_of_nine_boxes() {
    const POSITIONS: usize = 1 << 24;
    let game = Dots::new(3, 3).unwrap();
    let mut positions = vec![game.start(); POSITIONS];
    for drawn in 1..POSITIONS {
        let mut position = positions[drawn & (drawn - 1)];
        game.play(&mut position, drawn.trailing_zeros() as u8);
        positions[drawn] = position;
    }
    let mut exact = vec![0i8; POSITIONS];
    let brought = |exact: &[i8], drawn: usize, edge: u8| {
        let position = &positions[drawn];
        let after = Score::from(exact[drawn | 1 << edge]);
        let keeps = game.keeps_turn(position, edge);
        game.gain(position, edge) + if keeps { after } else { -after }
    };
    let (mut moves, mut searched) = (Vec::new(), 0);
    for (drawn, position) in positions.iter().enumerate().rev() {
        moves.clear();
        game.moves(position, &mut moves);
        let best = moves.iter().map(|&edge| brought(&exact, drawn, edge)).max();
        let margin = best.unwrap_or(0);
        exact[drawn] = margin as i8;
        let StaticEval::Open {
            low,
            high,
            forced,
            sight,
            ..
        } = game.static_eval(position)
        else {
            assert!(best.is_none());
            continue;
        };
        assert!((low..=high).contains(&margin), "{position:?}: {margin}");
        if low == high {
            continue;
        }
        searched += 1;
        moves.clear();
        match forced {
            Some(edge) => moves.push(edge),
            None => game.candidates(position, &sight, &mut moves),
        }
        let best = moves.iter().map(|&edge| brought(&exact, drawn, edge));
        assert_eq!(best.fold(low, Score::max), margin, "{position:?}");
    }
    assert!(searched > 0);
    for (position, margin) in positions.iter().zip(&exact) {
        // A key is the set of edges of an equivalent position.
        assert_eq!(exact[game.key(position) as usize], *margin, "{position:?}");
    }
}

#[test]
fn late_positions_of_large_boards_of_dots_are_what_the_rules_say() {
    const EDGES_LEFT: u32 = 13;
    let mut random = SplitMix(5);
    for (columns, rows) in [(3, 3), (4, 3), (4, 4), (5, 4), (5, 5)] {
        let game = Dots::new(columns, rows).unwrap();
        for _ in 0..20 {
            let mut position = game.start();
            while game.most_plies(&position) > EDGES_LEFT {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                // Chains and loops are more frequent where boxes are not taken.
                let quiet: Vec<_> = moves
                    .iter()
                    .filter(|&&mv| game.gain(&position, mv) == 0)
                    .collect();
                let mv = match quiet.get(random.below(quiet.len().max(1))) {
                    Some(&&mv) => mv,
                    None => moves[random.below(moves.len())],
                };
                game.play(&mut position, mv);
            }
            margins_agree(&game, (columns * rows) as u32, std::iter::once(position));
        }
    }
}

#[test]
fn small_boards_of_kalah_and_othello_are_what_the_rules_say() {
    let game = Kalah::new(2, 3, false).unwrap();
    let all = unfold(&game, &game.start(), &Limits::default()).unwrap();
    margins_agree(&game, 12, all.positions.into_iter());
    // With more than fifteen seeds a look ahead orders the moves.
    for takes_empty in [true, false] {
        let game = Kalah::new(3, 3, takes_empty).unwrap();
        let (start, mut moves) = (game.start(), Vec::new());
        game.moves(&start, &mut moves);
        let window = (-SURE, SURE);
        let looks = |mv| {
            let child = game.child(&start, mv);
            game.look_ahead(&start, &child, window, 0).is_some()
        };
        assert!(moves.into_iter().all(looks));
        let all = unfold(&game, &start, &Limits::default()).unwrap();
        margins_agree(&game, 18, all.positions.into_iter().step_by(7));
    }
    let game = Othello::new(4).unwrap();
    let all = unfold(&game, &game.start(), &Limits::default()).unwrap();
    margins_agree(&game, 16, all.positions.into_iter().step_by(41));
}

/// A narrow window answers as a wide one does, as far as it reaches; and where tables have the position after next, it is
/// not looked further.
#[test]
fn looks_ahead_of_kalah_agree_within_their_windows() {
    let game = Kalah::new(4, 3, true).unwrap();
    let mut random = SplitMix(23);
    let wide = (-8 * SURE, 8 * SURE);
    let mut compared = 0;
    for _ in 0..40 {
        let mut parent = game.start();
        while game.outcome(&parent).is_none() {
            let mut moves = Vec::new();
            game.moves(&parent, &mut moves);
            let child = game.child(&parent, moves[random.below(moves.len())]);
            if let Some(exact) = game.look_ahead(&parent, &child, wide, 0) {
                for (least, most) in [(-16, 16), (0, 1), (8, 200), (-200, -9)] {
                    let found = game.look_ahead(&parent, &child, (least, most), 0).unwrap();
                    if exact <= least {
                        assert!((exact..=least).contains(&found), "{parent:?}");
                    } else if exact >= most {
                        assert!((most..=exact).contains(&found), "{parent:?}");
                    } else {
                        assert_eq!(found, exact, "{parent:?}");
                    }
                    compared += 1;
                }
            }
            assert_eq!(game.look_ahead(&parent, &child, wide, 25), None);
            parent = child;
        }
    }
    assert!(compared > 100);
}

/// The game's own search of the last squares and stable discs, on every position of the smallest board and late positions
/// of larger ones, for every question.
#[test]
fn bounds_of_othello_hold_whatever_is_asked() {
    type Margins = HashMap<<Othello as Game>::Position, Score>;
    const EMPTY: u32 = 8;
    fn check(game: &Othello, position: &<Othello as Game>::Position, known: &mut Margins) {
        let StaticEval::Open { sight, high, .. } = game.static_eval(position) else {
            return;
        };
        let exact = margin(game, position, known);
        for wanted in -high - 1..=high + 1 {
            let (least, most) = game.bounds(position, &sight, wanted);
            assert!((least..=most).contains(&exact), "{position:?}: {wanted}");
        }
    }
    let game = Othello::new(4).unwrap();
    let all = unfold(&game, &game.start(), &Limits::default()).unwrap();
    let mut known = HashMap::new();
    for position in &all.positions {
        check(&game, position, &mut known);
    }
    let mut random = SplitMix(24);
    for size in [6, 8] {
        let game = Othello::new(size).unwrap();
        for _ in 0..30 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                if game.most_plies(&position) <= 2 * EMPTY {
                    check(&game, &position, &mut known);
                }
                let moves = game.legal_moves(&position);
                game.play(&mut position, moves[random.below(moves.len())]);
            }
            known.clear();
        }
    }
}

#[test]
fn small_boards_of_connect_four_are_what_the_graph_says() {
    for (columns, rows, step) in [(4, 3, 1), (3, 4, 1), (5, 2, 1), (4, 4, 23), (5, 3, 29)] {
        let game = Connect4::<u64>::new(columns, rows).unwrap();
        agrees(&game, step, &Limits::default());
    }
    // The same in wide words, and with threads that race.
    agrees(
        &Connect4::<u128>::new(4, 4).unwrap(),
        197,
        &Limits::default(),
    );
    agrees(&Connect4::<u64>::new(4, 4).unwrap(), 997, &on_threads(3));
}

#[test]
fn small_boards_of_k_in_a_row_are_what_the_graph_says() {
    let agrees_on = |columns, rows, length, step| {
        let game = Mnk::new(columns, rows, length).unwrap();
        agrees(&game, step, &Limits::default());
    };
    agrees_on(3, 3, 3, 1);
    agrees_on(2, 2, 2, 1);
    agrees_on(1, 4, 1, 1);
    agrees_on(4, 3, 3, 17);
    agrees_on(4, 3, 4, 17);
    agrees_on(3, 3, 2, 1);
}

/// Follow-up strategies and the search of the last plies, in every position of small boards and for every question: all
/// positions of a board share the small table.
#[test]
fn bounds_of_connect_four_hold_whatever_is_asked() {
    for (columns, rows) in [(4, 3), (3, 4), (4, 4), (5, 3), (6, 2)] {
        let game = Connect4::<u64>::new(columns, rows).unwrap();
        let all = unfold(&game, &game.start(), &Limits::default()).unwrap();
        let solution = retrograde::solve(&all.arena(), 1);
        let mut recent = Recent::default();
        let mut searched = 0;
        for (v, position) in all.positions.iter().enumerate() {
            let StaticEval::Open {
                low, high, sight, ..
            } = game.static_eval(position)
            else {
                continue;
            };
            let exact = score(solution.value(all.vertex(v, game.to_move(position).unwrap())));
            assert!((low..=high).contains(&exact), "{position:?}");
            if low == high {
                continue;
            }
            assert!(game.near_end(position));
            for wanted in [exact, exact + 1, 0, 1, win(5), loss(6)] {
                let (least, most) = game.bounds(position, &sight, wanted);
                assert!((least..=most).contains(&exact), "{position:?}: {wanted}");
                let (least, most) = game.finish(position, &sight, wanted, &mut recent);
                assert!((least..=most).contains(&exact), "{position:?}: {wanted}");
                assert_eq!(least >= wanted, exact >= wanted, "{position:?}: {wanted}");
                assert_eq!(most < wanted, exact < wanted, "{position:?}: {wanted}");
            }
            searched += 1;
        }
        assert!(searched > 0);
    }
}

/// Static bounds, the bounds by threats and by pairs, candidates and keys, each by itself.
#[test]
fn hints_of_k_in_a_row_hold_in_every_position_of_small_boards() {
    for (columns, rows, length) in [(3, 3, 3), (4, 3, 3), (4, 3, 4), (6, 2, 4), (3, 3, 2)] {
        let game = Mnk::new(columns, rows, length).unwrap();
        let all = unfold(&game, &game.start(), &Limits::default()).unwrap();
        let solution = retrograde::solve(&all.arena(), 1);
        let known: HashMap<_, Score> = (all.positions.iter().enumerate())
            .map(|(v, position)| {
                let side = game.to_move(position).unwrap();
                (*position, score(solution.value(all.vertex(v, side))))
            })
            .collect();
        let mut by_key = HashMap::new();
        for (position, &score) in &known {
            let same = *by_key.entry(game.key(position)).or_insert(score);
            assert_eq!(same, score, "{position:?}");
            let StaticEval::Open {
                low,
                high,
                forced,
                sight,
                ..
            } = game.static_eval(position)
            else {
                assert!(game.outcome(position).is_some(), "{position:?}");
                continue;
            };
            assert!((low..=high).contains(&score), "{position:?}: {score}");
            if low == high {
                continue;
            }
            for wanted in [win(3), win(5), win(7), win(60), 0, loss(8)] {
                let (least, most) = game.bounds(position, &sight, wanted);
                assert!((least..=most).contains(&score), "{position:?}: {score}");
            }
            let mut moves: Vec<u8> = forced.into_iter().collect();
            if forced.is_none() {
                game.candidates(position, &sight, &mut moves);
            }
            let brought = moves.iter().map(|&mv| {
                let after = known[&game.child(position, mv)];
                after.signum() - after
            });
            assert_eq!(brought.fold(low, Score::max), score, "{position:?}");
        }
    }
}

/// Values and best moves of a whole answer, against the graph.
#[test]
fn answers_have_the_same_values_moves_and_best_moves_by_either_method() {
    for (name, moves) in [
        ("connect4:4x4", ""),
        ("connect4:4x4", "1223"),
        ("connect4:5x3", "3"),
        ("connect4:7x6", "52677675164321472411331752454"),
        ("connect4:7x6", "31161436231375514162762677336"),
        ("mnk:3,3,3", ""),
        ("mnk:4,3,3", "a1"),
        ("mnk:3,3,3", "a1 b2 c3 a2"),
    ] {
        let game = after(name, moves);
        let by = |method| {
            let limits = Limits::default();
            game.solve_by(method, Wanted::Moves, &limits).unwrap()
        };
        let (graph, search) = (by(Method::Graph), by(Method::Search));
        assert_eq!(search.worth, graph.worth, "{name} {moves}");
        assert_eq!(search.moves, graph.moves, "{name} {moves}");
        assert_eq!(search.best, graph.best, "{name} {moves}");
        // The line is best play: it takes just as long, and ends.
        let mut played = after(name, moves);
        for mv in &search.line {
            assert_eq!(played.outcome(), None);
            played.play(mv).unwrap();
        }
        assert!(played.outcome().is_some(), "{name} {moves}");
        if let Some(plies) = graph.worth.unwrap().distance {
            assert_eq!(search.line.len() as u32, plies, "{name} {moves}");
        }
    }
}

/// Moves and scores of openings and middle games from Pons' public sets `Test_L2_R1` and `Test_L1_R1`.
const SCORES: &[(&str, i32)] = &[
    ("5554224333234511764415115", 4),
    ("52753311433677442422121", 8),
    ("1233722555341451114725221333", -1),
    ("32164625", 11),
    ("6146", 18),
    ("243335424257", 12),
];

#[test]
fn scores_from_elsewhere_are_found_with_any_number_of_threads() {
    for &(moves, score) in SCORES {
        for workers in [1, 2] {
            let answer = after("connect4", moves)
                .solve_by(Method::Auto, Wanted::Value, &on_threads(workers))
                .unwrap();
            assert_eq!(answer.method, Method::Search);
            let worth = answer.worth.unwrap();
            assert_eq!(score_after(moves, &worth), score, "{moves}");
        }
    }
}

#[test]
fn a_limit_leaves_bounds_that_hold() {
    // A few thousand positions do not tell how this ends.
    let game = after("connect4", "44444");
    let few = Limits {
        nodes: Some(5000),
        threads: 1,
        ..Limits::default()
    };
    let answer = game.solve_by(Method::Search, Wanted::Moves, &few).unwrap();
    assert_eq!(answer.stopped, Some(Stopped::Nodes));
    assert_eq!(answer.worth, None);
    assert!(answer.nodes.unwrap() <= 5000 + 1024);
    assert!(answer.bounds[0] <= answer.bounds[1]);
    // A table that may not grow makes the search longer and nothing else.
    let game = after("connect4", "14116747145345123");
    let worth = |memory| {
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        game.solve_by(Method::Search, Wanted::Value, &limits)
            .unwrap()
            .worth
    };
    assert_eq!(worth(1), worth(1 << 30));
    assert!(worth(1).is_some());
}

#[test]
fn a_game_with_cycles_is_not_searched() {
    let refused = open("leapfrog").solve_by(Method::Search, Wanted::Best, &Limits::default());
    let why = refused.unwrap_err().to_string();
    assert!(why.contains("every play ends"), "{why}");
}

#[test]
fn one_thread_counts_the_same_positions_every_time() {
    let game = Connect4::<u64>::new(5, 5).unwrap();
    let limits = Limits {
        threads: 1,
        ..Limits::default()
    };
    let nodes = || {
        let wanted = Wanted::Best;
        answer::<_, Distance>((&game).into(), 0, &game.start(), wanted, &limits)
            .unwrap()
            .nodes
    };
    assert_eq!(nodes(), nodes());
}

/// The searches that play, against alpha-beta as the course prints it: the same score, and the same best moves.
#[test]
fn ever_deeper_searches_find_what_the_textbook_finds_at_every_depth() {
    use noyau::search::textbook::{Algorithm, Form};
    for (name, moves, depths) in [
        ("connect4:7x6", "", 1..=5),
        ("connect4:7x6", "444", 1..=5),
        ("connect4:5x4", "12", 1..=6),
        // A side moves again after it has closed a box.
        ("dots:3x2", "", 1..=4),
        ("mnk:5,5,4", "c3", 1..=3),
        ("othello:6", "", 1..=4),
    ] {
        let game = after(name, moves);
        let opinion = game.opinions()[0].name;
        for depth in depths {
            let limits = Limits::default();
            let found = game.search_deeper(Depth::Full(depth), opinion, 0, &limits);
            let algorithm = Algorithm::AlphaBeta(Form::Extreme);
            let tree = game.search_tree(depth, opinion, algorithm, false, &limits);
            let tree = tree.unwrap();
            let sign = if game.side() == Side::First {
                1.0
            } else {
                -1.0
            };
            let best: Vec<&str> = tree.best.iter().map(|&i| &*tree.moves[i].0).collect();
            let mut own: Vec<&str> = found.moves.iter().map(|(mv, _)| &**mv).collect();
            own.sort_by_key(|mv| tree.moves.iter().position(|(other, _)| other == mv));
            assert_eq!(found.depth, depth);
            assert_eq!(own, best, "{name} {moves} {depth}");
            for (mv, score) in &found.moves {
                let known = tree.moves.iter().find(|(other, _)| other == mv).unwrap();
                let score = f64::from(*score);
                assert!((score - sign * known.1.number()).abs() < 0.5, "{name} {mv}");
            }
            assert!(found.line.len() <= depth as usize);
            after(name, moves).play_line(&found.line.join(" ")).unwrap();
        }
    }
}

/// What a selective search calls won, lost or drawn by force is so: it leaves moves out and stops at quiet positions, but
/// rests no win and no loss on that. Against the values of all positions, which are found without it.
#[test]
fn what_players_call_decided_is_decided() {
    use noyau::heuristic::WON;
    let mut decided = 0;
    for (name, opinion, depths) in [
        ("morris:3", "material", &[1, 2, 4, 7][..]),
        ("kalah:3,2", "seeds", &[1, 2, 4, 7]),
        ("awele:2,2", "seeds", &[1, 2, 4, 7]),
        ("othello:4", "corners", &[1, 3, 6]),
        ("connect4:4x4", "alignments", &[1, 3, 6]),
    ] {
        let mut game = open(name);
        let known = game.know(&Limits::default()).unwrap();
        let mut random = SplitMix(7);
        for _ in 0..60 {
            let mut plies = 0;
            for _ in 0..random.below(14) {
                let Some(mv) = game.draw_move(&mut random) else {
                    break;
                };
                game.play(&mv).unwrap();
                plies += 1;
            }
            if game.outcome().is_none() {
                let exact = game.recall(&known).unwrap();
                for &depth in depths {
                    let limits = Limits::default();
                    let found = game.search_deeper(Depth::Selective(depth), opinion, 0, &limits);
                    let (mv, score) = &found.moves[0];
                    if score.abs() < WON {
                        continue;
                    }
                    decided += 1;
                    let worth = exact.iter().find(|(other, _)| other == mv).unwrap().1;
                    let best = exact.iter().map(|(_, worth)| worth.outcome).max();
                    let claimed = Outcome::of_margin(*score);
                    let position = game.position();
                    assert_eq!(worth.outcome, claimed, "{name} {position} {mv} {depth}");
                    assert_eq!(best, Some(claimed), "{name} {position} {depth}");
                }
            }
            for _ in 0..plies {
                game.undo();
            }
        }
    }
    assert!(decided > 150, "{decided}");
}

/// The side that is ahead does not go back to where it was, and the other does if it can.
#[test]
fn players_see_that_play_goes_round() {
    let opinion = |game: &dyn OpenGame| {
        let limits = Limits::default();
        game.search_deeper(Depth::Selective(3), "material", 0, &limits)
    };
    // A queen against a king: White's only move goes back to what was there, a draw.
    let mut game = open("chess");
    game.set("7k/8/8/8/8/8/5q2/K7 w - - 0 1").unwrap();
    for mv in ["a1b1", "h8g8", "b1a1", "g8h8"] {
        game.play(mv).unwrap();
    }
    assert!(!game.goes_round());
    let found = opinion(&*game);
    assert_eq!(
        found.moves,
        [("a1b1".to_owned(), 0)],
        "back to what was there"
    );
    for mv in ["a1b1", "h8g8", "b1a1", "g8h8"] {
        game.play(mv).unwrap();
    }
    assert!(game.goes_round());
    // Once White has moved, what Black would have before is a draw, and Black does something else.
    game.play("a1b1").unwrap();
    let found = opinion(&*game);
    assert!(found.moves[0].1 >= 9, "{found:?}");
    assert!(found.moves.iter().all(|(mv, _)| mv != "h8g8"), "{found:?}");
}

#[test]
fn ever_deeper_searches_keep_to_their_limits_and_end_where_all_is_decided() {
    let game = after("connect4", "");
    let limits = Limits {
        nodes: Some(50_000),
        ..Limits::default()
    };
    let found = game.search_deeper(Depth::Full(100), "alignments", 0, &limits);
    assert_eq!(found.stopped, Some(Stopped::Nodes));
    assert!(found.nodes <= 50_000);
    assert!(found.depth > 5);
    assert_eq!(found.moves[0].0, "4");
    // Three in a row with both ends free: lost in two plies whatever is played.
    let game = after("connect4", "44556");
    let found = game.search_deeper(Depth::Full(100), "alignments", 0, &Limits::default());
    assert_eq!(found.stopped, None);
    assert_eq!(found.moves[0].1, -noyau::heuristic::WON);
    assert_eq!(found.line.len(), 2);
}

#[test]
fn a_search_that_is_stopped_before_it_begins_still_has_a_move() {
    let game = after("connect4", "444");
    let limits = Limits {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let found = game.search_deeper(Depth::Full(100), "alignments", 0, &limits);
    assert_eq!(found.stopped, Some(Stopped::Asked));
    assert_eq!((found.depth, found.nodes), (0, 1));
    assert_eq!(found.moves.len(), 1);
    assert_eq!(found.line, [found.moves[0].0.clone()]);
    assert!(game.moves().contains(&found.line[0]));
}

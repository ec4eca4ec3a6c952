//! Agents, contests, judgements and draws, on games whose truth is known.

use crate::{no_files, open};
use noyau::dynamic::{Leaf, Method, OpenGame, Problem, Wanted};
use noyau::limits::Limits;
use noyau::play::contest::{self, End, Plan, Played, Standings};
use noyau::play::judge::{Mark, judge, puzzles};
use noyau::play::sample::{self, Plays};
use noyau::play::{Recipe, Resources, Tables};
use noyau::random::SplitMix;
use noyau::search::mcts::{Memory, Proof, Settings};
use noyau::{Outcome, Side};
use std::collections::HashMap;
use std::ops::ControlFlow;

fn recipe(text: &str) -> Recipe {
    text.parse().unwrap()
}

fn plan(agents: &[&str], pairs: u64, opening: u32) -> Plan {
    Plan {
        agents: agents.iter().map(|text| recipe(text)).collect(),
        pairs,
        opening,
        plies: 500,
        time: None,
        seed: 7,
    }
}

fn play_all(plan: &Plan, game: &str, from: u64, threads: usize) -> Vec<Played> {
    let mut games = Vec::new();
    let opener = || -> Result<Box<dyn OpenGame>, Problem> { noyau_games::open(game, &no_files) };
    let limits = Limits {
        threads,
        ..Limits::default()
    };
    let collect = |played| {
        games.push(played);
        ControlFlow::Continue(())
    };
    contest::run(plan, from, &opener, &Resources::default(), &limits, collect).unwrap();
    games
}

/// Random positions that are not over.
fn positions(game: &str, count: usize) -> Vec<Box<dyn OpenGame>> {
    let mut random = SplitMix(3);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = open(game);
        for _ in 0..random.below(12) {
            let moves = game.moves();
            if let Some(mv) = moves.get(random.below(moves.len())) {
                game.play(mv).unwrap();
            }
        }
        if game.outcome().is_none() {
            found.push(game);
        }
    }
    found
}

/// Pairs of games of each game; `cargo xtask accept` asks for more.
fn pairs() -> u64 {
    let asked = std::env::var("NOYAU_PAIRS").ok();
    asked.and_then(|pairs| pairs.parse().ok()).unwrap_or(15)
}

#[test]
fn perfect_play_keeps_what_it_has() {
    let (pairs, limits) = (pairs(), Limits::default());
    let connect4 = if pairs > 100 {
        "connect4:5x4"
    } else {
        "connect4:4x4"
    };
    for (game, opening) in [("tictactoe", 2), ("chomp:3x4", 1), (connect4, 3)] {
        let tables = Tables::default();
        tables.whole(&*open(game), &limits).unwrap().unwrap();
        let mut won = 0;
        for played in play_all(&plan(&["perfect", "random"], pairs, opening), game, 0, 2) {
            // What perfect had when the opening was over is the least it may get.
            let mut position = open(game);
            for mv in &played.moves[..played.opening as usize] {
                position.play(mv).unwrap();
            }
            let worths = tables.worths(&*position, &limits).unwrap();
            let worth = worths.iter().map(|(_, worth)| worth.outcome).max().unwrap();
            let perfect = played.meeting.players.iter().position(|&who| who == 0);
            let had = if position.side() as usize == perfect.unwrap() {
                worth
            } else {
                worth.reversed()
            };
            let got = match played.half_points(0).unwrap() {
                0 => Outcome::Loss,
                1 => Outcome::Draw,
                _ => Outcome::Win,
            };
            won += u64::from(had == Outcome::Win);
            assert!(got >= had, "{game}: {:?}", played.moves);
        }
        assert!(won > 0, "{game}: no game was won to begin with");
    }
}

#[test]
fn alphabeta_and_minimax_agree_on_every_value() {
    for game in [
        "tictactoe",
        "connect4:5x4",
        "othello:6",
        "kalah:4,2",
        "leapfrog",
        "domineering:4x4",
    ] {
        for mut position in positions(game, 6) {
            for depth in 1..=3 {
                let [a, b] = ["minimax", "alphabeta"].map(|name| {
                    let recipe = recipe(&format!("{name}:{depth}"));
                    let mut agent = recipe.agent(1, &Resources::default()).unwrap();
                    agent.choose(&mut *position, &Limits::default()).unwrap()
                });
                let scores = |choice: &noyau::play::Choice| {
                    let moves = choice.considered.iter();
                    moves
                        .map(|mv| (mv.mv.clone(), mv.score.to_string()))
                        .collect::<Vec<_>>()
                };
                assert_eq!(scores(&a), scores(&b), "{game} {}", position.position());
                assert_eq!(a.score.map(f64::to_bits), b.score.map(f64::to_bits));
            }
        }
    }
}

#[test]
fn deeper_beats_shallower() {
    let games = play_all(
        &plan(&["alphabeta:4", "alphabeta:1"], 30, 2),
        "connect4",
        0,
        2,
    );
    let mut standings = Standings::new(2);
    for played in &games {
        standings.add(played);
    }
    let score = standings.table[0][1];
    assert_eq!(score.games(), 60);
    assert!(score.superiority() > 0.999, "{score:?}");
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let agents = ["mcts:200", "montecarlo:32", "alphabeta:2", "random"];
    let plan = plan(&agents, 2, 3);
    let alone = play_all(&plan, "connect4:5x4", 0, 1);
    assert_eq!(alone.len(), 24);
    assert_eq!(alone, play_all(&plan, "connect4:5x4", 0, 3));
    // And going on from the middle.
    assert_eq!(alone[9..], play_all(&plan, "connect4:5x4", 9, 2));
    for pair in alone.chunks(2) {
        assert_eq!(pair[0].meeting.players[0], pair[1].meeting.players[1]);
        let opening = |played: &Played| played.moves[..played.opening as usize].to_vec();
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
    }
    let other = Plan { seed: 8, ..plan };
    assert_ne!(alone, play_all(&other, "connect4:5x4", 0, 1));
}

#[test]
fn who_does_not_move_forfeits() {
    let refused = Plan {
        time: Some(std::time::Duration::ZERO),
        ..plan(&["alphabeta:9", "first"], 1, 0)
    };
    let games = play_all(&refused, "connect4", 0, 1);
    for played in &games {
        let End::Forfeit(side, why) = &played.end else {
            panic!("{played:?}");
        };
        assert_eq!(played.meeting.players[*side as usize], 0);
        assert_eq!(why.en, "time ran out");
        assert_eq!(played.half_points(1), Some(2));
    }
    let mut standings = Standings::new(2);
    for played in &games {
        standings.add(played);
    }
    assert_eq!(standings.forfeits, [2, 0]);
    assert_eq!(standings.table[1][0].pairs, [0, 0, 0, 0, 1]);
}

const SETTINGS: Settings = Settings {
    simulations: 3000,
    exploration: 1.0,
    trees: 2,
    nodes: 100_000,
    plies: 500,
    seed: 5,
};

#[test]
fn tree_search_proves_only_what_is_true() {
    let mut proved = 0;
    for game in [
        "tictactoe",
        "connect4:4x4",
        "kalah:3,2",
        "dots:2x1",
        "chomp:3x4",
        "leapfrog",
    ] {
        for position in positions(game, 12) {
            let found = position.search_by_sampling(
                &SETTINGS,
                &Leaf::Playout,
                &mut Memory::default(),
                &Limits::default(),
            );
            let answer = position.solve(false, &Limits::default());
            for (explored, (mv, worth)) in found.moves.iter().zip(&answer.moves) {
                assert_eq!(&explored.0, mv);
                let claimed = match explored.1.proof {
                    Proof::Open => continue,
                    Proof::Loss => Outcome::Loss,
                    Proof::Draw => Outcome::Draw,
                    Proof::Win => Outcome::Win,
                };
                proved += 1;
                assert_eq!(
                    claimed,
                    worth.outcome,
                    "{game} {} {mv}",
                    position.position()
                );
            }
            let best = &found.moves[found.best.unwrap()];
            if found.moves.iter().any(|mv| mv.1.proof == Proof::Win) {
                assert_eq!(best.1.proof, Proof::Win);
            }
            assert_eq!(found.line.first(), Some(&best.0));
        }
    }
    assert!(proved > 100, "{proved}");
}

#[test]
fn tree_search_does_not_depend_on_threads_and_keeps_its_tree() {
    let mut game = open("connect4");
    let search = |game: &dyn OpenGame, memory: &mut Memory, threads| {
        let limits = Limits {
            threads,
            ..Limits::default()
        };
        game.search_by_sampling(&SETTINGS, &Leaf::Playout, memory, &limits)
    };
    let (mut one, mut two) = (Memory::default(), Memory::default());
    let first = search(&*game, &mut one, 1);
    assert_eq!(first, search(&*game, &mut two, 2));
    assert_eq!(first.simulations, 3000);
    let visits: u64 = first.moves.iter().map(|mv| mv.1.visits).sum();
    assert_eq!(visits, 3000);
    for mv in &first.line[..2] {
        game.play(mv).unwrap();
    }
    let again = search(&*game, &mut one, 1);
    assert_eq!(again, search(&*game, &mut two, 2));
    let kept: u64 = again.moves.iter().map(|mv| mv.1.visits).sum();
    let fresh = search(&*game, &mut Memory::default(), 1);
    assert!(kept > 3000, "{kept}");
    assert_eq!(fresh.moves.iter().map(|mv| mv.1.visits).sum::<u64>(), 3000);
}

/// What a game expects of moves decides which are looked at, and not what is proved.
#[test]
fn guided_tree_search_is_stronger_and_proves_only_what_is_true() {
    let agents = ["mcts:200,leaf=guided", "mcts:200"];
    let games = play_all(&plan(&agents, 6, 2), "go:5,0.5", 0, 2);
    let half_points = games.iter().map(|game| game.half_points(0).unwrap());
    let points: u32 = half_points.map(u32::from).sum();
    assert!(points >= 18, "{points} half points of 24");
    let mut proved = 0;
    let settings = Settings {
        simulations: 2000,
        ..SETTINGS
    };
    for position in positions("go:2,0.5", 40) {
        let search = |threads| {
            let (memory, limits) = (&mut Memory::default(), crate::on_threads(threads));
            position.search_by_sampling(&settings, &Leaf::Guided, memory, &limits)
        };
        let found = search(1);
        assert_eq!(found, search(2));
        let answer = position.solve(false, &Limits::default());
        for (explored, (mv, worth)) in found.moves.iter().zip(&answer.moves) {
            assert_eq!(&explored.0, mv);
            let outcome = match explored.1.proof {
                Proof::Open => continue,
                Proof::Loss => Outcome::Loss,
                Proof::Draw => Outcome::Draw,
                Proof::Win => Outcome::Win,
            };
            proved += 1;
            assert_eq!(outcome, worth.outcome, "{} {mv}", position.position());
        }
    }
    assert!(proved > 20, "{proved}");
}

#[test]
fn tree_search_keeps_to_its_room() {
    let game = open("othello");
    let settings = Settings {
        nodes: 500,
        ..SETTINGS
    };
    let found = game.search_by_sampling(
        &settings,
        &Leaf::Playout,
        &mut Memory::default(),
        &Limits::default(),
    );
    assert!(found.nodes <= 500 + 2 * 30, "{}", found.nodes);
    assert_eq!(found.simulations, 3000);
}

#[test]
fn tree_search_beats_lots_whatever_judges_its_leaves() {
    for agent in [
        "mcts:100",
        "mcts:60,leaf=heuristic",
        "mcts:30,leaf=search,depth=2",
    ] {
        let games = play_all(&plan(&[agent, "random"], 8, 0), "connect4:6x5", 0, 2);
        let points: u32 = games
            .iter()
            .map(|g| u32::from(g.half_points(0).unwrap()))
            .sum();
        assert!(points >= 26, "{agent}: {points} half points of 32");
    }
}

#[test]
fn search_solves_what_it_can_and_deepens_elsewhere() {
    // Late in the game the exact search is done at once, and its move is a best one.
    let mut solved = 0;
    for mut position in positions("connect4:5x4", 8) {
        let mut agent = recipe("search:nodes=200000")
            .agent(1, &Resources::default())
            .unwrap();
        let choice = agent.choose(&mut *position, &Limits::default()).unwrap();
        if let Some(worth) = choice.considered.iter().find_map(|mv| mv.worth) {
            solved += 1;
            let answer = position
                .solve_by(Method::Graph, Wanted::Moves, &Limits::default())
                .unwrap();
            assert_eq!(answer.worth.map(|worth| worth.outcome), Some(worth.outcome));
            assert!(answer.best.contains(&choice.mv), "{}", position.position());
        }
    }
    assert!(solved > 4, "{solved}");
    // With a budget of depth alone it is alpha-beta of that depth.
    for mut position in positions("connect4", 4) {
        let scores = ["search:depth=3", "alphabeta:3"].map(|text| {
            let mut agent = recipe(text).agent(1, &Resources::default()).unwrap();
            let choice = agent.choose(&mut *position, &Limits::default()).unwrap();
            choice.score.map(f64::to_bits)
        });
        assert_eq!(scores[0], scores[1]);
    }
    // A budget of nodes is kept, and gives the same move again.
    let mut game = open("othello");
    let choices = [1, 1].map(|seed| {
        let mut agent = recipe("search:nodes=20000")
            .agent(seed, &Resources::default())
            .unwrap();
        agent.choose(&mut *game, &Limits::default()).unwrap()
    });
    assert_eq!(choices[0], choices[1]);
    assert!(choices[0].work <= 20_000, "{}", choices[0].work);
}

#[test]
fn monte_carlo_finds_exact_probabilities() {
    // Tic-tac-toe after a2 b1 c2: by hand, the probability under random play is counted by walking through all of it.
    fn exact(game: &mut dyn OpenGame, side: Side) -> f64 {
        if let Some(end) = game.outcome() {
            return match end.winner(game.side()) {
                None => 0.5,
                Some(winner) if winner == side => 1.0,
                Some(_) => 0.0,
            };
        }
        let moves = game.moves();
        let sum: f64 = moves
            .iter()
            .map(|mv| {
                game.play(mv).unwrap();
                let value = exact(game, side);
                game.undo();
                value
            })
            .sum();
        sum / moves.len() as f64
    }
    let mut game = open("tictactoe");
    game.play_line("a2 b1 c2").unwrap();
    let side = game.side();
    let mut agent = recipe("montecarlo:2000,early=no,confidence=0.999")
        .agent(4, &Resources::default())
        .unwrap();
    let choice = agent.choose(&mut *game, &Limits::default()).unwrap();
    assert_eq!(choice.work, 6 * 2000);
    for considered in &choice.considered {
        game.play(&considered.mv).unwrap();
        let truth = exact(&mut *game, side);
        game.undo();
        let [low, high] = considered.interval.unwrap();
        assert!(low <= truth && truth <= high, "{considered:?} {truth}");
    }
    // Stopping early costs less, and another base strategy is another probability.
    let mut early = recipe("montecarlo:2000")
        .agent(4, &Resources::default())
        .unwrap();
    let sooner = early.choose(&mut *game, &Limits::default()).unwrap();
    assert!(sooner.work < choice.work);
    assert_eq!(sooner.mv, choice.mv);
    let mut based = recipe("montecarlo:20,base=(perfect)")
        .agent(4, &Resources::default())
        .unwrap();
    let based = based.choose(&mut *game, &Limits::default()).unwrap();
    let answer = game.solve(false, &Limits::default());
    for (considered, (_, worth)) in based.considered.iter().zip(&answer.moves) {
        let expected = match worth.outcome {
            Outcome::Loss => 0.0,
            Outcome::Draw => 0.5,
            Outcome::Win => 1.0,
        };
        assert!((considered.score - expected).abs() < 1e-9, "{considered:?}");
    }
}

#[test]
fn stubborn_play_leaves_the_fewest_good_replies() {
    let good = |game: &dyn OpenGame| {
        let answer = game.solve(false, &Limits::default());
        let best = answer.worth.unwrap().outcome;
        answer
            .moves
            .iter()
            .filter(|(_, worth)| worth.outcome == best)
            .count()
    };
    let mut set = 0;
    for mut position in positions("tictactoe", 30) {
        let answer = position.solve(false, &Limits::default());
        let outcome = answer.worth.unwrap().outcome;
        let mut agent = recipe("stubborn").agent(2, &Resources::default()).unwrap();
        let choice = agent.choose(&mut *position, &Limits::default()).unwrap();
        let mut left = HashMap::new();
        for (mv, worth) in &answer.moves {
            if worth.outcome == outcome {
                position.play(mv).unwrap();
                let over = position.outcome().is_some();
                left.insert(mv.clone(), if over { usize::MAX } else { good(&*position) });
                position.undo();
            }
        }
        assert!(left.contains_key(&choice.mv), "the outcome is kept");
        if outcome != Outcome::Win {
            set += 1;
            assert_eq!(left[&choice.mv], *left.values().min().unwrap());
        }
    }
    assert!(set > 5);
}

#[test]
fn skill_confuses_only_what_is_near() {
    let (mut erred, mut tried) = (0, 0);
    for mut position in positions("connect4:4x4", 20) {
        let mut agent = recipe("perfect:margin=60")
            .agent(9, &Resources::default())
            .unwrap();
        let choice = agent.choose(&mut *position, &Limits::default()).unwrap();
        let best = choice
            .considered
            .iter()
            .map(|mv| mv.score)
            .fold(f64::MIN, f64::max);
        let score = choice.score.unwrap();
        assert!(score >= best - 60.0);
        tried += 1;
        erred += usize::from(score < best);
    }
    assert!(erred > 0 && erred < tried, "{erred} of {tried}");
}

#[test]
fn every_method_draws_plays_uniformly() {
    const DRAWS: usize = 4000;
    // Saute-mouton has few moves and unequal numbers of them: walks would not be uniform.
    for method in sample::Method::ALL {
        let mut game = open("leapfrog");
        let limits = Limits::default();
        let mut plays = Plays::new(&mut *game, 5, method, &limits).unwrap();
        let count = plays.count as f64;
        let mut random = SplitMix(11);
        let mut seen: HashMap<Vec<String>, f64> = HashMap::new();
        for _ in 0..DRAWS {
            let play = plays
                .draw(&mut *game, &mut random, &limits)
                .unwrap()
                .unwrap();
            assert_eq!(play.len(), 5);
            *seen.entry(play).or_default() += 1.0;
        }
        assert_eq!(game.position(), open("leapfrog").position());
        assert_eq!(seen.len() as u64, plays.count);
        let expected = DRAWS as f64 / count;
        let square: f64 = seen
            .values()
            .map(|n| (n - expected).powi(2) / expected)
            .sum();
        // Five standard deviations of a χ² variable.
        let free = count - 1.0;
        assert!(
            square < free + 5.0 * (2.0 * free).sqrt(),
            "{method:?}: {square} of {free}"
        );
    }
}

#[test]
fn judgements_of_a_known_game() {
    // Nine matches: who leaves 1, 5 or 9 wins. First, to move on nine, is lost.
    let mut game = open("matches:9,3");
    let moves: Vec<String> = ["1", "3", "1", "1", "2"].map(str::to_owned).to_vec();
    let judged = judge(&mut *game, &moves, &Tables::default(), &Limits::default()).unwrap();
    let marks: Vec<Mark> = judged.moves.iter().map(|mv| mv.mark).collect();
    // 9 is lost anyway; 8: only 3 wins; 5 is lost; 4: only 3 wins, and 1 is played; 3: only 2 wins.
    let expected = [
        Mark::Kept,
        Mark::Only,
        Mark::Kept,
        Mark::WinToLoss,
        Mark::Only,
    ];
    assert_eq!(marks, expected);
    assert_eq!(judged.accuracy, [Some(1.0), Some(0.5)]);
    assert_eq!(judged.lost_at, Some(3));
    assert_eq!(judged.moves[3].best, ["3"]);
    assert_eq!(game.position(), open("matches:9,3").position());
}

#[test]
fn puzzles_have_one_solution() {
    let mut game = open("tictactoe");
    let (found, _) = puzzles(
        &mut *game,
        20,
        3..=7,
        1000,
        1,
        &Tables::default(),
        &Limits::default(),
    )
    .unwrap();
    assert_eq!(found.len(), 20);
    for puzzle in &found {
        let mut game = open("tictactoe");
        game.set(&puzzle.position).unwrap();
        let answer = game.solve(false, &Limits::default());
        let winning: Vec<_> = answer
            .moves
            .iter()
            .filter(|(_, w)| w.outcome == Outcome::Win)
            .collect();
        assert_eq!(winning.len(), 1);
        assert_eq!(winning[0].0, puzzle.solution);
        assert_eq!(winning[0].1.distance, puzzle.depth);
        assert!(puzzle.depth >= Some(3));
    }
    assert!(found.windows(2).all(|two| two[0].depth <= two[1].depth));
}

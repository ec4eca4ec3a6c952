//! Agents, contests and judgements, by the binary.

use super::{Folder, run, run_with};
use std::fs;

#[test]
fn an_agent_tells_its_move_and_why() {
    let perfect = run("best chomp:2x3 --agent perfect --seed 1 --json").json();
    assert_eq!(perfect["move"], "c2");
    assert_eq!(perfect["line"][0], "c2");
    let outcomes: Vec<_> = perfect["moves"].as_array().unwrap().iter().collect();
    assert_eq!(outcomes.len(), 5);
    assert!(
        outcomes
            .iter()
            .all(|mv| (mv["outcome"] == "win") == (mv["move"] == "c2"))
    );

    let sampled =
        run("best tictactoe --agent montecarlo:epsilon=0.05,early=no --seed 1 --json").json();
    let (low, high) = (
        &sampled["moves"][0]["interval"][0],
        &sampled["moves"][0]["interval"][1],
    );
    assert!(low.as_f64() < high.as_f64());
    // 0.05 = 1.96 × 0.5 / √385.
    assert_eq!(sampled["moves"][0]["samples"], 385);
    assert!(sampled["moves"][0]["error"].as_f64().unwrap() <= 0.05);
    assert_eq!(sampled["unit"], "share");

    let one = run("best connect4 --agent mcts:2000 --seed 3 --threads 1 --json").answer();
    let two = run("best connect4 --agent mcts:2000 --seed 3 --threads 2 --json").answer();
    assert_eq!(one, two);
}

#[test]
fn agents_that_are_wrong_are_explained() {
    run("best connect4 --agent wizard").refused_for("the agents are strong, level");
    run("duel connect4 random minimax --lang fr").refused_for("il faudrait minimax:DEPTH");
    run("duel connect4 random alphabeta:2,heuristic=luck")
        .refused_for("connect4:7x6 has alignments");
    run("duel connect4 random mcts:10,leaf=guided")
        .refused_for("connect4:7x6 does not say how it is usually played");
    run("duel connect4 random mcts:10,leaf=guided --lang fr")
        .refused_for("connect4:7x6 ne dit pas comment on y joue d'ordinaire");
    run("duel connect4 random level:11 --lang fr").refused_for("level:N avec N de 1 à 10");
    run("duel connect4 random first --sprt 5,0").refused_for("two Elo differences are wanted");
    run("duel matches:1 random first").refused_for("the game is over");
}

#[test]
fn a_duel_is_the_same_on_any_number_of_threads_and_after_it_was_broken_off() {
    let folder = Folder::new("duels");
    let duel = |file: &str, threads: &str| {
        let path = folder.path(file);
        let arguments = [
            "duel",
            "connect4:5x4",
            "alphabeta:2",
            "mcts:50",
            "--games",
            "30",
            "--seed",
            "5",
            "--threads",
            threads,
            "--save",
            &path,
            "--json",
        ];
        let out = run_with(&arguments, "").answer();
        (out, fs::read_to_string(&path).unwrap())
    };
    let (answer, games) = duel("one", "1");
    assert_eq!(games.lines().count(), 31);
    assert_eq!((answer.clone(), games.clone()), duel("two", "2"));
    // Broken off in the middle of a line.
    for cut in [
        games.len() / 2,
        games.len() - 1,
        games.lines().next().unwrap().len() + 1,
        10,
    ] {
        folder.write("cut", &games.as_bytes()[..cut]);
        assert_eq!((answer.clone(), games.clone()), duel("cut", "2"), "{cut}");
    }
    let document = super::document(&answer);
    let count = |key: &str| document[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 30);
    // Another contest, and a game that was tampered with, are refused.
    let path = folder.path("one");
    run(&format!(
        "duel connect4:5x4 alphabeta:2 mcts:50 --seed 6 --save {path}"
    ))
    .refused_for("seed differs");
    let changed = games.replacen("\"result\":\"first\"", "\"result\":\"second\"", 1);
    assert_ne!(changed, games);
    let path = folder.write("changed", changed);
    run(&format!(
        "duel connect4:5x4 alphabeta:2 mcts:50 --seed 5 --save {path}"
    ))
    .refused_for("do not lead to its result");
}

#[test]
fn a_sequential_test_stops_when_it_is_decided() {
    let duel =
        run("duel tictactoe perfect random --games 1000 --openings 0 --sprt 0,100 --seed 1 --json")
            .json();
    assert_eq!(duel["sprt"]["accepted"], "elo1");
    assert!(duel["games"].as_u64().unwrap() < 200);
    assert_eq!(duel["losses"], 0);
    let same = run("duel tictactoe random random --games 2000 --sprt 0,100 --seed 1 --json").json();
    assert_eq!(same["sprt"]["accepted"], "elo0");
}

#[test]
fn a_tournament_has_a_table_and_ratings() {
    let text = "tournament connect4:5x4 alphabeta:3 alphabeta:1 random --games 8 --seed 1";
    let document = run(&format!("{text} --json")).json();
    let elo = |i: usize| document["ratings"][i]["elo"].as_f64().unwrap();
    assert!(elo(0) > elo(2) && elo(1) > elo(2));
    assert_eq!(document["games"], 24);
    assert!(document["table"][0][0].is_null());
    for i in 0..3 {
        for j in (0..3).filter(|&j| j != i) {
            assert_eq!(document["table"][i][j][0], document["table"][j][i][2]);
        }
    }
    let shown = run(text).answer();
    assert!(shown.contains("alphabeta:3"), "{shown}");
    assert!(
        run("tournament connect4 random")
            .refused()
            .contains("two agents or more")
    );
}

/// A program that answers the words it reads, until it reads `quit`.
#[cfg(unix)]
fn engine(folder: &Folder, answers: &str) -> String {
    let cases = format!("{answers}\n quit) exit;;\n esac");
    let script = format!("while read -r word rest; do case $word in\n{cases}; done\n");
    folder.write("engine.sh", script)
}

#[cfg(unix)]
#[test]
fn programs_play_and_forfeit() {
    let folder = Folder::new("programs");
    // It takes the heap in ones, as long as it is asked for moves of matches.
    let answers = "game) echo thinking; echo ready;;\n go) echo 'move 1';;";
    let engine = engine(&folder, answers);
    let agent = format!("process:sh {engine},timeout=20");
    let duel = |agent: &str| {
        let arguments = [
            "duel",
            "matches:9,3",
            agent,
            "first",
            "--games",
            "2",
            "--seed",
            "1",
            "--json",
        ];
        run_with(&arguments, "").json()
    };
    let played = duel(&agent);
    assert_eq!(played["forfeits"][0], 0, "{played}");
    assert_eq!(played["games"], 2);
    for broken in [
        "process:false",
        "process:sleep 5,timeout=0.2",
        "process:echo ready; echo move 7",
    ] {
        let lost = duel(broken);
        assert_eq!(
            (&lost["losses"], &lost["forfeits"][0]),
            (&2.into(), &2.into()),
            "{broken}"
        );
    }
    // What ends in a game costs that game only.
    let marker = folder.path("ended");
    let begins = format!("game) [ -e {marker} ] || {{ touch {marker}; exit; }}; echo ready;;");
    let ends_once = format!(
        "while read -r word rest; do case $word in\n{begins}\n go) echo 'move 1';;\n esac; done"
    );
    let ends_once = folder.write("ends-once.sh", ends_once);
    let lost = duel(&format!("process:sh {ends_once},timeout=20"));
    assert_eq!(
        (&lost["games"], &lost["forfeits"][0]),
        (&2.into(), &1.into()),
        "{lost}"
    );
    let asked = run_with(
        &["best", "matches:9,3", "--agent", &agent, "--seed", "1"],
        "",
    )
    .answer();
    assert!(asked.contains("move   1"), "{asked}");
    let chess = run_with(
        &["best", "tictactoe", "--agent", "process:cat,protocol=uci"],
        "",
    );
    assert_eq!(chess.status, 1);
    assert!(chess.err.contains("play chess"), "{}", chess.err);
}

#[cfg(unix)]
#[test]
fn chess_engines_are_asked_as_they_expect() {
    let folder = Folder::new("engines");
    // It answers only to the right position, and sees the move that wins at once.
    let engine = engine(
        &folder,
        "uci) echo 'id name test'; echo uciok;;\n isready) echo readyok;;\n\
         position) p=$rest;;\n go) [ \"$rest\" = 'depth 3' ] && case $p in\n\
         'fen 6k1/5ppp/8/8/8/8/8/R6K w '*) echo info depth 3; echo bestmove a1a8 ponder g8f8;; esac;;",
    );
    let agent = format!("process:sh {engine},protocol=uci,depth=3,timeout=20");
    let position = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let asked = [
        "best", "chess", "--at", position, "--agent", &agent, "--seed", "1", "--json",
    ];
    assert_eq!(run_with(&asked, "").json()["move"], "a1a8");
}

#[cfg(unix)]
#[test]
fn go_engines_are_asked_as_they_expect() {
    let folder = Folder::new("go-engines");
    // It answers only where it has the right stones, the last move as a move, and its own colour. Column j is the ninth.
    let engine = engine(
        &folder,
        "protocol_version) printf '= 2\\n\\n';;\n time_settings) printf '? unknown command\\n\\n';;\n\
         boardsize|komi|clear_board|play) s=\"$s/$word${rest:+ $rest}\"; printf '=\\n\\n';;\n\
         genmove) if [ \"$rest $s\" = \"$WANTED\" ]; then printf '= J7\\n\\n'; else printf '= resign\\n\\n'; fi;;",
    );
    let agent = |stones: &str, colour: &str| {
        let wanted = format!("{colour} /boardsize 9/komi 6.5/clear_board{stones}");
        format!("process:WANTED='{wanted}' sh {engine},protocol=gtp,timeout=20")
    };
    let white = agent("/play black a9/play black j9", "white");
    let after = |agent: &str| {
        let asked = [
            "best",
            "go:9,6.5",
            "--after",
            "a9 pass i9",
            "--agent",
            agent,
            "--seed",
            "1",
            "--json",
        ];
        run_with(&asked, "")
    };
    assert_eq!(after(&white).json()["move"], "i7");
    let resigned = after(&agent("", "white"));
    assert_eq!(resigned.status, 1);
    assert!(resigned.err.contains("it resigned"), "{}", resigned.err);
    let passed = agent("/play black a9/play white pass", "black");
    let asked = [
        "best", "go:9,6.5", "--after", "a9 pass", "--agent", &passed, "--seed", "1", "--json",
    ];
    assert_eq!(run_with(&asked, "").json()["move"], "i7");
    let chess = run("best chess --agent process:cat,protocol=gtp");
    assert!(chess.err.contains("play Go"), "{}", chess.err);
}

#[test]
fn every_agent_plays_in_the_terminal() {
    for agent in [
        "minimax:2",
        "alphabeta:2",
        "montecarlo:20",
        "mcts:50",
        "perfect",
        "stubborn",
    ] {
        let game = run(&format!(
            "play tictactoe --first {agent} --second random --seed 2"
        ));
        assert_eq!(game.status, 0, "{agent}: {}", game.err);
        assert!(!game.out.contains("Second wins"), "{agent}");
    }
}

#[test]
fn games_are_judged() {
    let judged = run_with(&["judge", "matches:9,3", "-", "--json"], "1 3 1 1 2\n").json();
    let game = &judged["games"][0];
    let marks: Vec<_> = game["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| &mv["mark"])
        .collect();
    assert_eq!(marks, ["kept", "only", "kept", "win-to-loss", "only"]);
    assert_eq!(game["lost_at"], 4);
    let french = run_with(
        &["judge", "matches:9,3", "-", "--lang", "fr"],
        "1 3 1 1 2\n",
    )
    .answer();
    assert!(
        french.contains("Second a perdu la partie au coup 4, 1"),
        "{french}"
    );
    let illegal = run_with(&["judge", "matches:9,3", "-"], "1 9\n");
    assert_eq!(illegal.status, 2);
    assert!(illegal.err.starts_with("-:1:1: move 2:"), "{}", illegal.err);
    assert_eq!(run_with(&["judge", "matches:9,3", "-"], "").status, 2);
}

#[test]
fn puzzles_and_samples_are_the_same_from_the_same_seed() {
    for command in [
        "puzzles tictactoe --count 3",
        "sample tictactoe --count 5",
        "sample leapfrog --plies 5 --method rejection",
        "sample leapfrog --plies 5 --method enumeration",
    ] {
        let draw = |seed| run(&format!("{command} --seed {seed} --json")).answer();
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }
    let none = run("sample matches:3 --plies 9 --seed 1");
    assert_eq!((none.status, none.out.as_str()), (1, ""));
    let few = run("puzzles matches:3 --count 50 --seed 1 --json");
    assert_eq!(few.status, 1);
}

#[test]
fn what_is_learned_is_kept_gone_on_with_and_played() {
    let folder = Folder::new("learned");
    let learn = |file: &str, games: &str, threads: &str| {
        let path = folder.path(file);
        let arguments = [
            "learn",
            "tictactoe",
            "--save",
            &path,
            "--games",
            games,
            "--every",
            "200",
            "--pairs",
            "3",
            "--round",
            "40",
            "--seed",
            "5",
            "--threads",
            threads,
        ];
        let out = run_with(&arguments, "").answer();
        (out.replace(&path, ""), fs::read(&path).unwrap())
    };
    let whole = learn("whole", "600", "1");
    assert!(whole.0.contains("8 symmetric places"), "{}", whole.0);
    let (_, half) = learn("broken", "400", "2");
    assert!(half != whole.1);
    assert!(learn("broken", "600", "2") == whole);

    let path = folder.path("whole");
    let best = run(&format!(
        "best tictactoe --agent learned:{path} --seed 1 --json"
    ))
    .json();
    assert_eq!(best["moves"].as_array().unwrap().len(), 9);
    let duel = format!("duel tictactoe learned:{path},depth=2 random --games 40 --seed 1 --json");
    let duel = run(&duel).json();
    assert!(duel["score"].as_f64().unwrap() > 0.7, "{duel}");

    // A contest goes on with the heuristic that it began with, not with another one of the same name.
    let changing = folder.write("changing", &whole.1);
    let games = folder.path("games");
    let contest =
        format!("duel tictactoe learned:{changing} random --games 4 --seed 1 --save {games}");
    run(&contest).answer();
    run(&contest).answer();
    fs::write(&changing, &half).unwrap();
    run(&contest).refused_for("learned differs");

    run(&format!("duel connect4 learned:{path} random")).refused_for("has learned tictactoe");
    run(&format!("learn tictactoe --save {path} --seed 6")).refused_for("seed differs");
    let damaged = folder.write("damaged", &whole.1[..whole.1.len() - 1]);
    run(&format!("best tictactoe --agent learned:{damaged}")).refused_for("the checksum is wrong");
    run("best tictactoe --agent learned:nowhere --lang fr").refused_for("nowhere");
}

#[test]
fn a_factorial_experiment_tells_effects_and_goes_on() {
    let folder = Folder::new("experiment");
    let plan = folder.write(
        "depths.json",
        br#"{"game": "connect4:5x4", "agent": "alphabeta:{depth}", "against": "random",
            "factors": {"depth": [1, 4], "seed": [1, 2, 3]}, "games": 16}"#,
    );
    let results = folder.path("depths.results");
    let text = format!("tournament --plan {plan} --threads 2");
    let document = run(&format!("{text} --json")).json();
    assert_eq!(document["combinations"].as_array().unwrap().len(), 6);
    let effect = |i: usize| document["effects"][i]["effect"].as_f64().unwrap();
    assert!(effect(1) > effect(0), "{document}");
    let read = |name: &str| fs::read_to_string(format!("{results}/{name}")).unwrap();
    assert_eq!(read("combinations.csv").lines().count(), 7);
    assert_eq!(read("effects.csv").lines().count(), 6);
    assert!(read("effect-depth.svg").starts_with("<svg"));
    // Whatever was played is not played again, and what is missing is.
    let tables = ["combinations.csv", "effects.csv", "00004.games"].map(&read);
    let half = tables[2].len() / 2;
    fs::write(format!("{results}/00004.games"), &tables[2][..half]).unwrap();
    let shown = run(&text).answer();
    assert!(shown.contains("depth"), "{shown}");
    assert_eq!(
        tables,
        ["combinations.csv", "effects.csv", "00004.games"].map(&read)
    );

    let wrong = folder.write("wrong.json", br#"{"agent": "random"}"#);
    run(&format!("tournament --plan {wrong}")).refused_for("wrong.json:1:");
    run(&format!("tournament connect4 random first --plan {plan}")).refused_for("--plan");
}

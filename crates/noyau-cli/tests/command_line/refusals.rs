//! What is refused, for every game: what was wrong, where, and what would be right, in both languages.

use super::{Folder, run, run_with};

/// A game, a position or nothing, and what the message says of it.
#[rustfmt::skip]
const REFUSED: &[(&str, &str, &str)] = &[
    ("chomp:0x3", "", "two sizes from 1 with an x between them are"),
    ("chomp:4", "", "two sizes from 1 with an x between them are"),
    ("chomp:99x99", "", "a bar of 99 rows and 99 columns is out of range"),
    ("connect4:99x99", "", "99 times (99 + 1) is not between 2 and 128"),
    ("connect4:0x4", "", "two sizes from 1 with an x between them are"),
    ("connect4:-1x4", "", "two sizes from 1 with an x between them are"),
    ("matches:x", "", "\"x\" is not a whole number below 4294967296"),
    ("matches:9,0", "", "a move takes 1 to k matches, and k is 1 to 65535,"),
    ("nim:99999999", "", "\"99999999\" is not the size of a heap, a whole"),
    ("wythoff:1", "", "a column and a row are wanted, two whole numbers"),
    ("leapfrog:0", "", "a number from 1 to 31 is wanted"),
    ("leapfrog:99", "", "a number from 1 to 31 is wanted"),
    ("domineering:0x0", "", "two sizes from 1 with an x between them are"),
    ("domineering:20x20", "", "a board of 20 columns and 20 rows does not have 1"),
    ("tictactoe:3", "", "the board is always 3 by 3; mnk plays on others"),
    ("mnk:3,3", "", "three numbers are wanted, separated by commas"),
    ("mnk:0,3,3", "", "m, n and k are at least 1"),
    ("dots:0x1", "", "two sizes from 1 with an x between them are"),
    ("dots:50x50", "", "50 columns and 50 rows of boxes do not have 4 to"),
    ("othello:7", "", "the size is 4, 6 or 8"),
    ("awele:0,4", "", "0 pits a side with 4 seeds each are out of range"),
    ("awele:6,99", "", "6 pits a side with 99 seeds each are out of range"),
    ("kalah:6,4,foo", "", "two numbers with a comma between them are wanted,"),
    ("morris:4", "", "there is no board for 4 men a side"),
    ("draughts:russian", "", "there is no such variant"),
    ("chess:960", "", "is no class of endgames"),
    ("go:0", "", "the size is a number from 1 to 11"),
    ("go:99", "", "the size is a number from 1 to 11"),
    ("go:5,-1", "", "the komi is a number of points or half points"),
    ("octal:0.9,5", "", "place 1 after the point of the code is '9', not a"),
    ("octal:x", "", "a code and a heap are wanted with a comma between"),
    ("gdl", "", "gdl needs"),
    ("graph", "", "graph needs the path of a graph file, as"),
    ("foo", "", "there is no game called \"foo\"; the games"),
    ("chomp", "3,2", "a position ends with the side to move, `first` or"),
    ("chomp:2x3", "3,4 first", "row 2 is longer than the row above it"),
    ("chomp:2x3", "9,9 first", "row 1 has 9 squares, but the bar has 3 columns"),
    ("matches", "20 first", "the number of matches left, 1 to 9, is wanted"),
    ("nim", "9,9,9 first", "heap 1 cannot hold 9, it begins with 3"),
    ("wythoff", "9,9 first", "the queen's column, 0 to 7, and row, 0 to 7, are"),
    ("leapfrog", "RRRBB first", "2 R, 2 B and one _ are wanted"),
    ("leapfrog", "BB_RR second", "both sides cannot have arrived"),
    ("domineering:3x3", "..../.../... first", "row 3 has 4 squares instead of 3"),
    ("tictactoe", "xxx/.../... first", "when `first` is to move there are as many x as o,"),
    ("tictactoe", "xxx/ooo/... first", "x and o cannot both have a line"),
    ("tictactoe", "x../.../... first", "when `first` is to move there are as many x as o,"),
    ("tictactoe", "zzz/.../... first", "'z' on a3 is none of x, o and . (empty)"),
    ("mnk:3,3,3", "xxx/ooo/... first", "x and o cannot both have a line"),
    ("connect4:4x4", "x.../..../..../.... second", "a stone floats in column 1: there is none below"),
    ("connect4:4x4", "xxxx/oooo/xxxx/oooo/xxxx first", "4 rows from the top are wanted, separated by /,"),
    ("connect4:4x4", "..../..../..../xxoo second", "when `second` is to move there are one x more"),
    ("dots:1x1", "- first 0-0", "3 rows of edges from the top are wanted,"),
    ("dots:1x1", "-/||/. first 1-0", "the points add up to 1, but 0 have been won on"),
    ("dots:1x1", "-/||/- first 0-0", "the points add up to 0, but 1 have been won on"),
    ("othello", "garbage", "a position is its board, a space and the side to"),
    ("othello:4", "..../..../..../.... first", "b2 is empty, but the four squares in the middle"),
    ("othello:4", "x.../.ox./.xo./.... third", "\"third\" is no side: `first` (black, x) or"),
    ("awele", "4,4,4,4,4,4/4,4,4,4,4,9 first 0-0", "there are 53 seeds on this board, but only 48 in"),
    ("awele", "4,4,4,4,4,4/4,4,4,4,4,2 first 1-0", "the points add up to 1, but 2 have been won on"),
    ("kalah", "4,4/4,4 first 0-0", "the seeds in the 6 pits of Second, from her last"),
    ("morris", "xxxxxxxxxx/ 0,0 first", "7 rows from the top are wanted, separated by /,"),
    ("morris:3", "xxx/.../... 0,3 first", "with first to move the men in hand cannot be 0"),
    ("draughts", "W31,31:B1 first", "square 31 is named twice"),
    ("draughts", "W31:B99 first", "there is no square 99, they go from 1 to 50"),
    ("draughts", "W1:B2 first", "the man on 1 has reached its last row: it is a"),
    ("chess", "garbage", "a position is a FEN: rows, side to move, rights"),
    ("chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", "there are 0 white kings instead of one"),
    ("chess", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "the king of the side that is not to move is in"),
    ("chess", "4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1", "the king of the side that is not to move is in"),
    ("chess", "rnbqkbnr/pppppppp/pppppppp/8/8/8/8/4K3 w - - 0 1", "there are 16 black pawns, more than 8"),
    ("chess", "9/8/8/8/8/8/8/8 w - - 0 1", "'9' in rank 8 is neither a piece, one of KQRBNP"),
    ("chess", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn cannot stand on a1"),
    ("go:3", "xxx/xxx/xxx first", "the stones with a1 have no liberty, so they would"),
    ("go:3", ".../.../... ko:b2 first", "no single stone has just been taken on b2 by a"),
    ("go:3", "... first", "3 rows from the top are wanted, separated by /,"),
    ("octal", "30 first", "the heaps hold 30, but play begins with 20"),
    ("octal", "x first", "\"x\" is not the size of a heap; the sizes are"),
];

#[test]
fn bad_parameters_and_positions_are_refused_in_both_languages() {
    for &(game, position, why) in REFUSED {
        let mut arguments = vec!["show", game];
        if !position.is_empty() {
            arguments.extend(["--at", position]);
        }
        let english = run_with(&arguments, "");
        assert_eq!(english.status, 2, "{game} {position}: {}", english.out);
        assert!(english.out.is_empty(), "{game} {position}");
        assert!(english.err.starts_with("error: "), "{}", english.err);
        assert!(
            english.err.contains(why),
            "{game} {position}: {}",
            english.err
        );
        arguments.extend(["--lang", "fr"]);
        let french = run_with(&arguments, "");
        assert_eq!(french.status, 2, "{game} {position}");
        assert!(
            french.err.starts_with("erreur\u{a0}: ") || french.err.starts_with("erreur : "),
            "{}",
            french.err
        );
        assert!(!french.err.contains(why), "not in French: {}", french.err);
    }
}

#[test]
fn every_game_refuses_parameters_without_sense() {
    for game in noyau_games::GAMES {
        let name = format!("{}:?", game.info().name);
        let english = run_with(&["show", &name], "");
        let french = run_with(&["show", &name, "--lang", "fr"], "");
        assert_eq!((english.status, french.status), (2, 2), "{name}");
        let reasons = [english, french].map(|said| said.err.rsplit(": ").next().map(str::to_owned));
        assert_ne!(reasons[0], reasons[1], "{name}");
    }
}

#[test]
fn illegal_moves_are_refused_with_a_reason() {
    #[rustfmt::skip]
    let illegal = [
        ("chomp:2x3", "c9", "there is no such square on the bar"),
        ("matches", "4", "a move is how many matches to take, 1 to 3"),
        ("nim", "1:9", "heap 1 holds only 3"),
        ("wythoff:2,2", "5,5", "the queen goes from 2,2 left and down only"),
        ("leapfrog", "5-3", "no man of the side to move stands on 5"),
        ("domineering:3x3", "a3", "a vertical domino on a3 would stand out over the"),
        ("tictactoe", "b2 b2", "b2 is taken"),
        ("mnk:3,3,3", "d4", "there is no square d4, they go from a1 to c3"),
        ("connect4:1x2", "1 1 1", "the game is over"),
        ("connect4", "8", "a move is the number of a column, 1 to 7"),
        ("dots:1x1", "a1-b2", "the two dots are not neighbours in a row or a"),
        ("othello:4", "a1", "a disc on a1 would turn none over"),
        ("awele", "7", "a move is the number of an own pit, from 1 on the"),
        ("kalah", "0", "a move is the number of an own pit, from 1 on the"),
        ("morris", "a2", "there is no point a2 on this board"),
        ("draughts", "31-28", "28 is not a diagonal neighbour of 31"),
        ("draughts", "32-28 19-23 37-32", "who can take must, as by 28x19"),
        ("chess", "e2e5", "the pawn on e2 cannot go to e5"),
        ("chess", "e4 e5 Ke3", "no king of the side to move can go to e3"),
        ("go:3", "b2 b2", "b2 is taken"),
        ("octal", "20>20", "taking 0 may not leave one heap: digit 0 of the"),
    ];
    for (game, moves, why) in illegal {
        let found = run_with(&["show", game, "--after", moves], "");
        assert_eq!(found.status, 2, "{game} {moves}: {}", found.out);
        assert!(found.err.contains(why), "{game} {moves}: {}", found.err);
    }
}

#[test]
fn outside_lists_of_moves_are_read() {
    let leads_to = |side, game, moves| {
        let found = run_with(&["show", game, "--after", moves, "--json"], "");
        assert_eq!(found.json()["side"], side, "{game} {moves}");
    };
    leads_to("first", "chess", "1. e4 e5 2. Nf3 Nc6 3.Bb5 a6 1/2-1/2");
    leads_to("second", "chess", "1.e4 1...c5 2.Nf3 *");
    leads_to("first", "draughts", "1. 32-28 19-23 2. 28x19 14x23 2-0");
    let english = "1. 11-15 23-19 2. 8-11 22-17 1-1";
    leads_to("first", "draughts:english", english);
}

#[test]
fn a_forced_pass_may_be_left_out_of_a_list_of_moves() {
    let shown = |moves: &str| {
        let found = run_with(&["show", "othello:4", "--after", moves, "--json"], "");
        assert_eq!(found.status, 0, "{moves}: {}", found.err);
        found.out
    };
    assert_eq!(shown("a2a3b4c1a4b1"), shown("a2 a3 b4 c1 a4 pass b1"));
    // Where there is another move, nothing is passed over.
    let found = run_with(&["show", "othello:4", "--after", "a1"], "");
    assert_eq!(found.status, 2, "{}", found.out);
}

/// Messages quote a part of what they refuse, whoever reads it.
#[test]
fn long_input_is_not_repeated() {
    let x = "x".repeat(60_000);
    let ones = "1".repeat(60_000);
    let folder = Folder::new("long_input");
    let file = |name: &str, content: &str| folder.write(name, content);
    let mut commands: Vec<Vec<String>> = Vec::new();
    let mut add =
        |words: &[&str]| commands.push(words.iter().map(|&word| word.to_owned()).collect());
    for spec in noyau_games::GAMES {
        let game = spec.info().name;
        // These are files.
        if ["graph", "gdl"].contains(&game) {
            continue;
        }
        for text in [&x, &ones, &format!("{x} first"), &"1,".repeat(30_000)] {
            add(&["show", game, "--at", text]);
            add(&["show", game, "--after", text]);
            add(&["show", &format!("{game}:{text}")]);
        }
    }
    for words in [
        "show",
        "count",
        "verify",
        "sequence",
        "table info",
        "graph kernel",
        "nothing",
        "solve nim --method",
        "solve nim --time",
        "solve nim --memory",
        "solve nim --table",
        "tree nim --heuristic",
        "tree nim --depths",
        "duel nim random",
        "best nim --agent",
        "graph attractor chomp:2x2 --target",
        "graph strategy chomp:2x2 --from",
        "show --after",
        "serve --port",
        "tournament --plan",
    ] {
        let mut words: Vec<&str> = words.split(' ').collect();
        words.push(&x);
        add(&words);
    }
    for agent in ["alphabeta", "mcts", "learned"] {
        add(&["duel", "nim", &format!("{agent}:{x}"), "random"]);
    }
    add(&["solve", "nim", &format!("--{x}")]);
    for (name, content) in [
        ("a.json", format!("{{\"a\": {x}}}")),
        ("b.json", format!("{{\"{x}\": 1}}")),
        (
            "c.json",
            format!("{{\"owners\": {{\"a\": {x:?}}}, \"edges\": {{\"a\": []}}}}"),
        ),
        ("a.list", format!("[[{ones}]]")),
        ("a.dot", format!("digraph {{ {x} -> ; }}")),
        ("a.tgf", format!("1 a\n#\n1 {x}")),
        ("a.edges", format!("{x} {x} {x} {x}")),
        ("a.csv", format!("0,1\n{ones},1\n")),
        ("a.pg", format!("parity 5;\n0 0 0 {x};\n")),
    ] {
        add(&["graph", "info", &file(name, &content)]);
    }
    let strategy = file("strategy", &format!("{{{x:?}: {x:?}}}"));
    add(&["graph", "strategy", "chomp:2x2", "--check", &strategy]);
    add(&["tree", &file("tree.json", &format!("[1, {x}]"))]);
    add(&["tree", &file("tree.txt", &format!("a {x}\n {x}"))]);
    for (name, content) in [
        ("a.gdl", format!("(role {x})")),
        (
            "b.gdl",
            format!("(role a)(role b)(<= (legal {x} x) (true y))"),
        ),
        (
            "c.gdl",
            format!("(role a)(role b)(<= terminal ({x} a))(<= ({x} ?x) (not ({x} ?x)))"),
        ),
    ] {
        let path = file(name, &content);
        add(&["gdl", &path]);
        add(&["show", &format!("gdl:{path}")]);
    }
    let head = "{\"noyau\":\"certificate\",\"version\":1,\"kind\":";
    for (name, content) in [
        ("kind", format!("{head}{x:?}}}")),
        (
            "game",
            format!("{head}\"game\",\"game\":{x:?},\"rules\":1,\"position\":\"x\"}}"),
        ),
        (
            "position",
            format!(
                "{head}\"game\",\"game\":\"nim:1,2\",\"rules\":1,\"position\":{x:?},\"claim\":{{\"values\":{{}}}}}}"
            ),
        ),
        ("key", format!("{{\"noyau\":\"certificate\",{x:?}:1}}")),
        ("none", x.clone()),
    ] {
        add(&["verify", &file(name, &content)]);
    }
    add(&[
        "tournament",
        "--plan",
        &file("plan", &format!("game = {x:?}\n")),
    ]);
    add(&[
        "duel",
        "nim",
        "random",
        "random",
        "--save",
        &file("games", &x),
    ]);
    add(&["learn", "nim", "--save", &file("learned", &x)]);
    for (command, language) in commands.iter().zip(["en", "fr"].into_iter().cycle()) {
        let mut words: Vec<&str> = command.iter().map(String::as_str).collect();
        words.extend(["--lang", language]);
        let said = run_with(&words, "").refused();
        let command: String = command.join(" ").chars().take(60).collect();
        assert!(said.len() < 2000, "{command}: {} bytes", said.len());
    }
    let batch = run_with(&["solve", "nim", "--batch", "-"], format!("{x}\n{ones}\n"));
    assert_eq!(batch.status, 2);
    assert!(batch.err.len() < 2000, "{} bytes", batch.err.len());
}

#[test]
fn wrong_values_and_formats_are_named() {
    run("tree tictactoe --depth -1").refused_for("a whole number from 0 ");
    run("perft nim:1,2 -1").refused_for("\"-1\" is no value for <N>");
    run("solve nim:1,2 --time -3").refused_for("--time");
    run("show tictactoe --at xo").refused_for("as in `.../.../... first`");
    let folder = Folder::new("formats");
    let json = folder.write("graph.dot", r#"{"a": ["b"], "b": []}"#);
    run(&format!("graph kernel {json}")).refused_for("the content looks like json: --format json");
    let edges = folder.write("edges.py", "0 1\n1 2\n");
    run(&format!("graph kernel {edges}")).refused_for("the content looks like edges");
    let indented = folder.write("tree.json", "max\n  1\n  2\n");
    run(&format!("tree {indented}")).refused_for("the content looks like indented");
    // A tree is no graph in any format.
    let tree = run("graph kernel ../../examples/trees/alpha-cut.json").refused();
    assert!(
        tree.contains("no list number") && !tree.contains("looks like"),
        "{tree}"
    );
    let code = folder.write("loop.py", "d = {}\nfor i in range(3):\n    d[i] = []\n");
    run(&format!("graph kernel {code}")).refused_for("no code is run");
    for (command, then) in [("perft", "<N>"), ("judge", "<FILE>")] {
        let help = run(&format!("{command} --help")).answer();
        let arguments = help.split("Arguments:").nth(1).expect("arguments");
        assert!(arguments.find("<GAME>") < arguments.find(then), "{help}");
    }
}

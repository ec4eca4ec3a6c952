//! Games played in the terminal.

use super::{run, run_with};

fn play(arguments: &str, input: &str) -> super::Run {
    let arguments: Vec<_> = ["play"]
        .into_iter()
        .chain(arguments.split_whitespace())
        .collect();
    run_with(&arguments, input)
}

#[test]
fn a_person_beats_the_first_moves() {
    // The course's strategy on Chomp(2,3); the other side takes whatever comes first.
    let game = play("chomp:2x3 --second first", "c2\na2\n");
    let told = game.answer();
    assert!(told.contains("Second plays b1"), "{told}");
    assert!(told.ends_with("the game is over: First wins\n"), "{told}");
}

#[test]
fn nobody_beats_perfect_play() {
    for input in ["b1\n", "c1\nb2\nb1\n", "c2\nb1\n"] {
        let game = play("chomp:2x3 --second perfect", input);
        assert!(!game.out.contains("First wins"), "{}", game.out);
    }
    let both = run("play tictactoe --first perfect --second perfect");
    assert!(both.out.ends_with("a draw\n"), "{}", both.out);
}

#[test]
fn an_illegal_move_is_explained_and_asked_for_again() {
    let game = play("matches:3 --second first", "9\nmoves\nundo\nhint\n2\n");
    assert_eq!(game.status, 0);
    assert!(game.err.contains("\"9\" is no legal move"), "{}", game.err);
    assert!(game.err.contains("1 2"), "{}", game.err);
    assert!(game.err.contains("no move to take back"), "{}", game.err);
    assert!(game.err.lines().any(|line| line == "2"), "{}", game.err);
    assert!(game.out.ends_with("First wins\n"), "{}", game.out);
}

#[test]
fn moves_are_taken_back_to_the_same_person() {
    let game = play("matches:9 --second first", "1\nundo\n3\nquit\n");
    assert_eq!(game.status, 0);
    assert!(
        game.err
            .contains("go on with: noyau play matches:9,3 --second first --after '3 1'"),
        "{}",
        game.err
    );
}

#[test]
fn a_game_that_is_left_can_be_taken_up() {
    let left = play("leapfrog --second first", "1-3\n");
    assert_eq!(left.status, 1);
    let again = left.err.split("--after '").nth(1).expect("a command");
    let moves = again.split('\'').next().expect("moves");
    let taken_up = run_with(&["show", "leapfrog", "--after", moves], "");
    assert_eq!(taken_up.status, 0, "{}", taken_up.err);
}

#[test]
fn the_line_to_go_on_has_the_players_and_the_seed() {
    let left = play("matches:9 --second mcts:50 --seed 7 --time 2", "1\nquit\n");
    let wanted = "noyau play matches:9,3 --second mcts:50 --time 2 --seed 7 --after '1 ";
    assert!(left.err.contains(wanted), "{}", left.err);
    let left = play(
        "matches:9 --second first --names Adam,Ève --lang fr",
        "1\nquit\n",
    );
    let wanted = "noyau play matches:9,3 --second first --names Adam,Ève --lang fr --after ";
    assert!(left.err.contains(wanted), "{}", left.err);
    // A seed that was drawn is there too.
    let left = play("matches:9", "quit\n");
    let seed = left
        .err
        .split("seed ")
        .nth(1)
        .and_then(|rest| rest.lines().next());
    let wanted = format!("noyau play matches:9,3 --seed {}", seed.expect("a seed"));
    assert!(left.err.contains(&wanted), "{}", left.err);
}

#[test]
fn words_are_french_in_french() {
    let game = play(
        "matches:9 --second first --lang fr",
        "coups\n1\nannuler\nindice\naide\nquitter\n",
    );
    assert_eq!(game.status, 0);
    for line in [
        "1 2 3",
        "tapez un coup, ou : coups, indice, annuler, aide, quitter",
    ] {
        assert!(
            game.err.lines().any(|said| said == line),
            "{line} in {}",
            game.err
        );
    }
    assert!(!game.err.contains("n'est pas un coup"), "{}", game.err);
}

#[test]
fn a_seed_gives_the_same_game() {
    let game = |seed| {
        let arguments = format!("play connect4:4x4 --first random --second random --seed {seed}");
        run(&arguments).out
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn perfect_says_when_it_does_not_know() {
    let game = run("play connect4 --first perfect --second first --time 0.1");
    assert_eq!(game.status, 1);
    assert!(
        game.err.contains("perfect has no move: time ran out"),
        "{}",
        game.err
    );
    let french = run("play connect4 --first perfect --second first --time 0.1 --lang fr");
    assert!(
        french.err.contains("perfect n'a pas de coup : le temps"),
        "{}",
        french.err
    );
}

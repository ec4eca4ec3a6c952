//! `noyau exercise`, by the binary; the keys of positions against the theorems of their games.

use super::{Folder, run, run_with};
use serde_json::Value;

fn exercise(words: &str) -> Value {
    run(&format!("exercise {words} --json")).json()
}

fn texts(list: &Value) -> Vec<String> {
    let all = list.as_array().unwrap().iter();
    all.map(|one| one.as_str().unwrap().to_owned()).collect()
}

#[test]
fn one_exercise_has_its_key_and_a_sheet_several() {
    let one = exercise("kernel --figure chomp-2x3");
    assert_eq!(one["kind"], "kernel");
    assert_eq!(one["answer"], serde_json::json!(["8", "6", "2"]));
    assert!(one["question"].as_str().unwrap().contains("kernel"));
    assert_eq!(
        exercise("alphabeta --seed 7 --level 3"),
        exercise("alphabeta --seed 7 --level 3")
    );
    assert_ne!(
        exercise("alphabeta --seed 7 --level 3")["tree"],
        exercise("alphabeta --seed 8 --level 3")["tree"]
    );
    let sheet = exercise("all --seed 1 --level 1");
    assert_eq!(sheet["exercises"].as_array().unwrap().len(), 12);
    let folder = Folder::new("exercises");
    let [tex, svg] = ["sheet.tex", "figure.svg"].map(|name| folder.path(name));
    assert_eq!(
        run(&format!("exercise all --seed 1 --tex {tex} --lang fr")).status,
        0
    );
    let text = std::fs::read_to_string(&tex).unwrap();
    assert!(text.contains("Corrigé") && text.matches("\\begin{tikzpicture}").count() == 11);
    assert_eq!(
        run(&format!("exercise minimax --seed 1 --svg {svg}")).status,
        0
    );
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
}

#[test]
fn an_answer_is_marked_step_by_step() {
    let right = run("exercise kernel --figure chomp-2x3 --answer 8 --answer 6 --answer 2 --json");
    assert_eq!(
        (right.status, right.json()["done"].clone()),
        (0, true.into())
    );
    let wrong = run("exercise kernel --figure chomp-2x3 --answer 8 --answer 4 --lang fr");
    assert_eq!(wrong.status, 1);
    assert!(
        wrong.out.contains("4 est un prédécesseur de 8"),
        "{}",
        wrong.out
    );
    let cut = run_with(
        &[
            "exercise",
            "alphabeta",
            "--figure",
            "alpha-cuts",
            "--answer",
            "A [-inf, +inf]",
            "--answer",
            "B [-inf, +inf]",
            "--answer",
            "a",
            "--answer",
            "cut b",
        ],
        "",
    );
    assert!(cut.out.contains("5 > α = −∞"), "{}", cut.out);
    let none = run("exercise kernel --figure three-cycle --answer none");
    assert!(none.out.contains("right and complete"), "{}", none.out);
    let hint = run("exercise nimbers --figure chomp-2x3 --hint 3");
    assert!(hint.out.contains("8=0"), "{}", hint.out);
}

#[test]
fn wrong_requests_say_what_would_be_right() {
    run("exercise kernel --figure exercise-5").refused_for("it is one for minimax, alphabeta");
    run("exercise kernel --level 6").refused_for("from 1 to 5");
    run("exercise kernels").refused_for("kernel");
}

/// The least set of positions of Wythoff's game that who moves loses, by its recursion.
fn lost_in_wythoff(a: u32, b: u32) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    let mut used = std::collections::BTreeSet::new();
    for k in 0..=b {
        let least = (0..=2 * k).find(|n| !used.contains(n)).unwrap();
        used.extend([least, least + k]);
        if (least, least + k) == (a, b) {
            return true;
        }
    }
    false
}

#[test]
fn winning_moves_obey_the_theorems_of_their_games() {
    let mut seen = [0; 4];
    for level in 1..=5 {
        let all = exercise(&format!("best-reply --seed 100 --count 60 --level {level}"));
        for one in all["exercises"].as_array().unwrap() {
            let (game, position) = (
                one["game"].as_str().unwrap(),
                one["position"].as_str().unwrap(),
            );
            let board = position.split(' ').next().unwrap();
            let numbers = || -> Vec<u32> { board.split(',').map(|n| n.parse().unwrap()).collect() };
            let moves = texts(&one["moves"]);
            let key = texts(&one["answer"]);
            assert_eq!(key.len(), 1);
            let wins: Box<dyn Fn(&str) -> bool> = if game.starts_with("matches") {
                seen[0] += 1;
                let left = numbers()[0];
                Box::new(move |mv| (left - mv.parse::<u32>().unwrap()) % 4 == 1)
            } else if game.starts_with("nim") {
                seen[1] += 1;
                let heaps = numbers();
                Box::new(move |mv| {
                    let (heap, taken) = mv.split_once(':').unwrap();
                    let mut heaps = heaps.clone();
                    heaps[heap.parse::<usize>().unwrap() - 1] -= taken.parse::<u32>().unwrap();
                    heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0
                })
            } else if game.starts_with("wythoff") {
                seen[2] += 1;
                Box::new(|mv| {
                    let (a, b) = mv.split_once(',').unwrap();
                    lost_in_wythoff(a.parse().unwrap(), b.parse().unwrap())
                })
            } else {
                // Chomp has no theorem for every bar: another command solves it.
                seen[3] += 1;
                if seen[3] > 10 {
                    continue;
                }
                let solved = run_with(&["solve", game, "--at", position, "--json"], "").json();
                let won = solved["moves"].as_array().unwrap().iter();
                let won: Vec<String> = won
                    .filter(|mv| mv["outcome"] == "win")
                    .map(|mv| mv["move"].as_str().unwrap().to_owned())
                    .collect();
                Box::new(move |mv| won.contains(&mv.to_owned()))
            };
            assert!(wins(&key[0]), "{game} {position} {}", key[0]);
            let good = moves.iter().filter(|mv| wins(mv)).count();
            assert!((1..moves.len()).contains(&good), "{game} {position}");
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

//! Everything people read, in French.

use super::course::CHOMP;
use super::{noyau, run, run_with};

#[test]
fn the_language_is_chosen() {
    let french = |variables: &[(&str, &str)], arguments: &[&str]| {
        let mut command = noyau();
        command.args(["show", "chomp"]).args(arguments);
        for (name, value) in variables {
            command.env(name, value);
        }
        let output = command.output().expect("the binary runs");
        String::from_utf8_lossy(&output.stdout).contains("au trait")
    };
    assert!(!french(&[], &[]));
    assert!(french(&[], &["--lang", "fr"]));
    assert!(french(&[("LANG", "fr_FR.UTF-8")], &[]));
    assert!(french(&[("LC_ALL", "fr"), ("LANG", "en")], &[]));
    assert!(!french(&[("LC_ALL", "de_DE"), ("LANG", "fr")], &[]));
    assert!(french(&[("LC_ALL", ""), ("LC_MESSAGES", "fr_BE")], &[]));
    assert!(french(&[("NOYAU_LANG", "fr"), ("LC_ALL", "C")], &[]));
    assert!(!french(&[("NOYAU_LANG", "fr")], &["--lang=en"]));
}

#[test]
fn answers_in_french() {
    let steps = run_with(&["graph", "kernel", "-", "--steps", "--lang", "fr"], CHOMP).answer();
    assert!(
        steps.starts_with(
            "8 n'a pas de successeur : il entre dans le noyau et on le supprime avec ses prédécesseurs 4, 5, 7.\n"
        ),
        "{steps}"
    );
    let solved = run("solve chomp:2x3 --lang fr").answer();
    assert!(
        solved.contains("Premier, au trait, gagne en 5 demi-coups"),
        "{solved}"
    );
    let games = run("games --lang fr").answer();
    for game in noyau_games::GAMES {
        assert!(games.contains(game.info().summary.fr));
    }
    // Programs read the same in every language.
    assert_eq!(
        run("graph solve chomp:2x3 --json --lang fr").answer(),
        run("graph solve chomp:2x3 --json").answer()
    );
}

#[test]
fn help_and_manual_in_french() {
    for arguments in [
        "--help --lang fr",
        "help --lang fr",
        "graph --help --lang fr",
    ] {
        let help = run(arguments).answer();
        for word in [
            "Utilisation\u{a0}: noyau",
            "Commandes\u{a0}:",
            "Options\u{a0}:",
        ] {
            assert!(help.contains(word), "{word} in {help}");
        }
        for word in ["Usage", "Commands", "Print", "default:", "possible values"] {
            assert!(!help.contains(word), "{word} in {help}");
        }
    }
    let help = run("help graph attractor --lang fr").answer();
    assert!(help.contains("[par défaut\u{a0}: first]"), "{help}");
    let page = run("man --lang fr").answer();
    assert!(
        page.contains(".SH NOM\n") && page.contains(".SH COMMANDES\n"),
        "{page}"
    );
    assert!(
        run("completions fish --lang fr")
            .answer()
            .contains("Liste les jeux")
    );
}

#[test]
fn complaints_in_french() {
    for (arguments, complaint) in [
        ("slove", "erreur\u{a0}: il n'y a pas de commande \"slove\""),
        ("solve", "erreur\u{a0}: il manque : <JEU>"),
        ("solve chomp --jsn", "il n'y a pas d'option --jsn ici"),
        ("solve chomp --method x", "Possibles\u{a0}: auto, graph"),
        ("solve chomp --time soon", "il faut un nombre de secondes"),
        (
            "solve gaufrete",
            "aucun jeu ne s'appelle \"gaufrete\" ; vouliez-vous dire chomp ?",
        ),
        (
            "graph kernel rien.json",
            "rien.json : ce fichier n'existe pas",
        ),
        ("show chomp --after zz", "n'est pas un coup légal"),
        (
            "graph nimbers chomp:2x3 --sum 9",
            "aucun sommet ne s'appelle \"9\"",
        ),
    ] {
        let said = run(&format!("{arguments} --lang fr")).refused();
        assert!(said.contains(complaint), "{arguments}: {said}");
    }
}

/// The course's words, plurals, and decimal commas.
#[test]
fn french_is_that_of_the_course() {
    let info = run("graph info chomp:2x3 --lang fr").answer();
    assert!(info.contains("arêtes") && !info.contains("arcs"), "{info}");
    let one = run_with(
        &["graph", "info", "-", "--lang", "fr"],
        "{\"a\":[\"b\"],\"b\":[]}",
    )
    .answer();
    assert!(one.contains("1 arête : a → b"), "{one}");
    let count = run("count connect4:4x4 --lang fr").answer();
    assert!(count.contains("2,27 coups en moyenne"), "{count}");
    let solved = run("graph solve chomp:2x3 --lang fr").answer();
    assert!(
        solved.contains("gagnantes") && solved.contains("perdante  0"),
        "{solved}"
    );
    let cycle = run_with(
        &["graph", "kernel", "-", "--steps", "--lang", "fr"],
        "{\"a\":[\"a\"]}",
    )
    .answer();
    assert!(cycle.contains("a reste indécis."), "{cycle}");
    assert!(cycle.contains("gagnantes        aucune\n"), "{cycle}");
    let leaf = run("tree connect4 --depth 0 --lang fr").answer();
    assert!(leaf.contains("1 nœud, 1 feuille\n"), "{leaf}");
    for game in noyau_games::GAMES {
        let info = game.info();
        for text in [info.summary.fr, info.parameters.fr] {
            let words = text.split(|c: char| !c.is_alphanumeric());
            assert!({ words }.all(|word| word != "First"), "{text}");
        }
    }
}

/// The order of rows and columns is said wherever a size is typed or shown.
#[test]
fn sizes_say_their_order() {
    for (command, order) in [
        ("show chomp:2x3", "chomp:2x3 (rows x columns)"),
        ("show domineering:2x3", "domineering:2x3 (columns x rows)"),
        (
            "solve dots:1x2 --quick",
            "dots:1x2 (columns x rows of boxes)",
        ),
        (
            "count connect4:3x3 --lang fr",
            "connect4:3x3 (colonnes x lignes)",
        ),
        (
            "tree domineering:2x2 --depth 1 --lang fr",
            "domineering:2x2 (colonnes x lignes)",
        ),
    ] {
        let answer = run(command).answer();
        assert!(answer.contains(order), "{command}: {answer}");
    }
    assert!(!run("show leapfrog").answer().contains(" x "));
    for (command, words) in [
        ("show --help", "rows x columns in chomp"),
        ("show --help --lang fr", "lignes x colonnes dans chomp"),
    ] {
        let help = run(command).answer();
        let joined = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(joined.contains(words), "{help}");
    }
    let refused = run("show chomp:3 --lang fr");
    assert!(refused.err.contains("lignes x colonnes"), "{}", refused.err);
    // For programs the name is the name.
    assert!(
        run("show chomp:2x3 --json")
            .answer()
            .contains("\"game\":\"chomp:2x3\"")
    );
}

/// One setting calls the sides as the class does; words for programs stay.
#[test]
fn sides_have_the_names_of_the_class() {
    let names = ["--names", "Adam,Ève"];
    let with = |arguments: &str, names: &[&str]| {
        let mut words: Vec<&str> = arguments.split_whitespace().collect();
        words.extend(names);
        run_with(&words, "")
    };
    let shown = with("show leapfrog", &names).answer();
    assert!(shown.contains("to move   Adam\n"), "{shown}");
    assert!(shown.contains("position  RR_BB first"), "{shown}");
    let solved = with("solve chomp:2x3 --quick --lang fr", &names).answer();
    assert!(
        solved.contains("Adam, au trait, gagne en 5 demi-coups"),
        "{solved}"
    );
    let games = with("games --lang fr", &["--names", "Alice,Bob"]).answer();
    assert!(
        games.contains("Alice pose des dominos verticaux"),
        "{games}"
    );
    assert_eq!(
        with("show leapfrog --json", &names).answer(),
        run("show leapfrog --json").answer()
    );
    // A refusal lists them too.
    let refused = with(
        "graph attractor examples/graphs/attractor.json --player Charlie",
        &["--names", "Alice,Bob"],
    )
    .refused();
    assert!(
        refused.contains("Possible: first, second, Alice, Bob\n"),
        "{refused}"
    );
    // Columns stay aligned.
    let owned = "{\"owner\":{\"a\":\"first\",\"b\":\"second\"},\"edges\":{\"a\":[\"b\"],\"b\":[]}}";
    let graph = run_with(&["graph", "solve", "-", "--names", "Alice,Bob"], owned).answer();
    assert!(
        graph.starts_with("Alice wins  2\nBob wins    0\n"),
        "{graph}"
    );
    // A player may be named by them, the variable serves as the option does, and both are checked.
    let attractor = run_with(
        &[
            "graph",
            "attractor",
            "-",
            "--names",
            "Alice,Bob",
            "--player",
            "bob",
        ],
        owned,
    )
    .answer();
    assert!(attractor.starts_with("player     Bob\n"), "{attractor}");
    let by_variable = noyau()
        .args(["show", "leapfrog"])
        .env("NOYAU_NAMES", "J1,J2")
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&by_variable.stdout).contains("to move   J1"));
    let wrong = noyau()
        .args(["show", "leapfrog"])
        .env("NOYAU_NAMES", "J1")
        .output()
        .unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert_eq!(with("show leapfrog", &["--names", "Adam"]).status, 2);
    // A vertex of the user's own is not renamed behind their back.
    let own = run_with(
        &["graph", "kernel", "-", "--names", "A,B"],
        "{\"First\":[]}",
    );
    assert_eq!(own.status, 2, "{}", own.out);
    assert!(own.err.contains("\"First\""), "{}", own.err);
}

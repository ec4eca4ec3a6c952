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
            "8 n'a pas de successeur : il entre dans le noyau et on l'ôte avec ses prédécesseurs 4, 5, 7.\n"
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

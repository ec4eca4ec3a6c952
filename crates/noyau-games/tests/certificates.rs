//! Certificates of games: written by the solvers, checked from the rules alone.

use noyau::certificate::NotWritten;
use noyau::erased::{Ability, OpenGame, Problem};
use noyau::limits::Limits;
use noyau::random::SplitMix;
use noyau::verify::{self, Refused, Verified, Wrong};
use noyau::{Language, Localized, Message, message};

fn open(name: &str) -> Result<Box<dyn OpenGame>, Problem> {
    let samples = |path: &str| -> Result<Vec<u8>, Message> {
        let samples = noyau_games::GAMES.iter().flat_map(|entry| entry.samples());
        let sample = samples.into_iter().find(|sample| sample.path == path);
        sample
            .map(|sample| sample.content.as_bytes().to_vec())
            .ok_or_else(|| message!("there is no file {path}", "pas de fichier {path}"))
    };
    noyau_games::open(name, &samples)
}

fn check(text: &str) -> Result<Verified, Refused> {
    verify::certificate(text.as_bytes(), &open)
}

fn certificate(game: &dyn OpenGame) -> String {
    let mut out = Vec::new();
    game.write_certificate(&Limits::default(), &mut out)
        .unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_game_without_points_is_certified() {
    for entry in noyau_games::GAMES {
        for fact in entry.facts().counts {
            let name = format!("{}:{}", entry.info().name, fact.parameters);
            let game = open(&name).unwrap();
            if entry.abilities().contains(&Ability::Points) {
                let written = game.write_certificate(&Limits::default(), &mut Vec::new());
                assert!(matches!(written, Err(NotWritten::Points)), "{name}");
                continue;
            }
            let text = certificate(&*game);
            let verified = check(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert_eq!(verified.kind, "game");
            // A position that both sides can come to is there twice.
            let positions = fact.positions;
            assert!(
                (positions..=2 * positions).contains(&verified.vertices),
                "{name}"
            );
        }
    }
}

#[test]
fn a_small_one_reads_well() {
    let text = certificate(&*open("matches:3").unwrap());
    assert_eq!(
        text,
        r#"{"noyau":"certificate","version":1,"kind":"game",
"game":"matches:3,3","rules":1,"position":"3 first",
"claim":{"values":{
"3 first":["win",1],
"2 second":["win",1],
"1 second":["loss",0],
"1 first":["loss",0]}}}
"#
    );
}

/// It begins at the position that is set up, not at the start of the game.
#[test]
fn a_later_position_has_a_smaller_certificate() {
    let mut game = open("leapfrog").unwrap();
    let whole = check(&certificate(&*game)).unwrap();
    let mv = game.moves()[0].clone();
    game.play(&mv).unwrap();
    let text = certificate(&*game);
    assert!(text.contains(&format!("\"position\":\"{}\"", game.position())));
    assert!(check(&text).unwrap().vertices < whole.vertices);
}

/// Any other value of any position is refused: all values are exact.
#[test]
fn every_change_of_a_value_is_refused() {
    let mut random = SplitMix(3);
    for name in ["chomp:2x3", "matches:9", "leapfrog"] {
        let text = certificate(&*open(name).unwrap());
        let lines: Vec<&str> = text.lines().collect();
        // Two lines come before the values, and the one that opens them.
        for i in 3..lines.len() {
            let (position, value) = lines[i].split_once("\":").unwrap();
            let end = value.find(']').unwrap() + 1;
            let distance = random.below(6);
            for other in [
                format!("[\"win\",{distance}]"),
                format!("[\"loss\",{distance}]"),
                "[\"draw\"]".to_owned(),
            ] {
                if other == value[..end] {
                    continue;
                }
                let mut changed: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
                changed[i] = format!("{position}\":{other}{}", &value[end..]);
                let refused = check(&changed.join("\n")).unwrap_err();
                assert!(matches!(refused, Refused::Wrong(_)), "{refused}");
                assert_ne!(refused.localized(Language::French), refused.to_string());
            }
            // Without the line, some move leads nowhere, or the claim is about nothing.
            if i + 1 < lines.len() {
                let mut shorter = lines.clone();
                shorter.remove(i);
                assert!(matches!(
                    check(&shorter.join("\n")),
                    Err(Refused::Wrong(
                        Wrong::ChildMissing { .. } | Wrong::PositionMissing { .. }
                    ))
                ));
            }
        }
    }
}

#[test]
fn what_the_rules_do_not_know_is_refused() {
    let good = certificate(&*open("matches:3").unwrap());
    let change = |from: &str, to: &str| {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        check(&text).unwrap_err().to_string()
    };
    assert_eq!(
        change("\"rules\":1", "\"rules\":7"),
        "this is about version 7 of the rules of matches:3,3; here they have version 1"
    );
    assert!(change("matches:3,3", "match").starts_with("there is no game called \"match\""));
    assert!(change("matches:3,3", "matches:x").starts_with("bad parameters \"x\" for matches"));
    assert_eq!(
        change("\"2 second\"", "\" 2  second\""),
        "from \"3 first\" the move 1 leads to \"2 second\", for which no value is given"
    );
    assert_eq!(
        change("\"3 first\":[", "\"03 first\":[\"win\",1],\n\"3 first\":["),
        "the position \"03 first\" is to be written \"3 first\""
    );
    assert!(
        change("\"3 first\":[", "\"9 first\":[\"win\",1],\n\"3 first\":[")
            .starts_with("a value is claimed for \"9 first\", which is no position")
    );
    assert_eq!(
        change("\"position\":\"3 first\"", "\"position\":\"3 second\""),
        "the claim is about \"3 second\", but no value is given for it"
    );
    assert_eq!(
        change("\"1 first\":[\"loss\",0]", "\"1 first\":[\"win\",0]"),
        "\"2 second\" is claimed won in 1, but its best move leads to \"1 first\", which is claimed won in 0: so it is lost in 1"
    );
}

fn proof(game: &dyn OpenGame) -> String {
    let mut out = Vec::new();
    game.write_proof(&Limits::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn what_a_search_proves_is_checked_without_it() {
    for (name, moves, value) in [
        ("connect4:4x4", "", r#"[["draw"],["draw"]]"#),
        ("connect4:4x3", "1", r#"[["draw"],["draw"]]"#),
        ("mnk:3,3,3", "", r#"[["draw"],["draw"]]"#),
        ("mnk:4,3,3", "", r#"[["win",7],["win",7]]"#),
        // Pons' public sets: with stone 18 of 21, and lost to the last one.
        (
            "connect4",
            "5554224333234511764415115",
            r#"[["win",11],["win",11]]"#,
        ),
        (
            "connect4",
            "1233722555341451114725221333",
            r#"[["loss",14],["loss",14]]"#,
        ),
    ] {
        let mut game = open(name).unwrap();
        game.play_line(moves).unwrap();
        let text = proof(&*game);
        let verified = check(&text).unwrap_or_else(|why| panic!("{name} {moves}: {why}"));
        assert_eq!(verified.kind, "proof");
        let root = format!("{:?}:{value}", game.position());
        assert!(text.contains(&root), "{name} {moves}: no {root}");
        // With every fifth line left out it proves nothing.
        let lines: Vec<&str> = text.lines().collect();
        let fewer: Vec<&str> = (0..lines.len())
            .filter(|&i| i < 4 || i + 1 == lines.len() || i % 5 > 0)
            .map(|i| lines[i])
            .collect();
        assert!(
            matches!(check(&fewer.join("\n")), Err(Refused::Wrong(_))),
            "{name}"
        );
    }
}

#[test]
fn a_false_proof_is_refused() {
    let mut game = open("connect4:4x4").unwrap();
    game.play_line("1223").unwrap();
    let text = proof(&*game);
    check(&text).unwrap();
    let root = format!("{:?}:", game.position());
    let refuted = |bounds: &str| {
        let lines = text.lines().map(|line| match line.strip_prefix(&root) {
            Some(_) if line.ends_with("}}}") => format!("{root}{bounds}}}}}}}"),
            Some(_) => format!("{root}{bounds},"),
            None => line.to_owned(),
        });
        let text: Vec<String> = lines.collect();
        match check(&text.join("\n")) {
            Err(Refused::Wrong(wrong)) => wrong,
            other => panic!("{bounds}: {other:?}"),
        }
    };
    assert!(matches!(
        refuted(r#"[["win",3],["win",3]]"#),
        Wrong::NotReached { .. }
    ));
    assert!(matches!(
        refuted(r#"[["loss",4],["loss",4]]"#),
        Wrong::NotBounded { .. }
    ));
    assert!(matches!(
        refuted(r#"[null,["win",3]]"#),
        Wrong::NotExact { .. }
    ));
}

#[test]
fn a_game_that_is_not_searched_leaves_no_proof() {
    let written = open("leapfrog")
        .unwrap()
        .write_proof(&Limits::default(), &mut Vec::new());
    assert!(matches!(written, Err(NotWritten::NoProof)));
    let written = open("dots:2x2")
        .unwrap()
        .write_proof(&Limits::default(), &mut Vec::new());
    assert!(matches!(written, Err(NotWritten::Points)));
}

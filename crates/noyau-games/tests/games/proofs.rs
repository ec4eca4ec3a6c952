//! Proof files: written by the solvers as streams of steps, checked from the rules alone.

use crate::samples;
use noyau::certificate::NotWritten;
use noyau::dynamic::{FactKind, Method, OpenGame, Problem, Walkable};
use noyau::format::proof::{ProofHeader, ProofReader, ProofWriter};
use noyau::limits::{Limits, Stopped};
use noyau::random::SplitMix;
use noyau::verify::certificate::{Refused, Verified, Wrong, check_proof};
use std::io::Cursor;

fn open(name: &str) -> Result<Box<dyn OpenGame>, Problem> {
    noyau_games::open(name, &samples)
}

fn check(bytes: &[u8]) -> Result<Verified, Refused> {
    let open = |name: &str| Ok(open(name)? as Box<dyn Walkable>);
    check_proof(&mut &*bytes, &open, &Limits::default())
}

/// A game at the position after some moves, or at the position of that text.
fn at(name: &str, moves: &str) -> Box<dyn OpenGame> {
    let mut game = open(name).unwrap();
    if moves.contains("first") || moves.contains('/') {
        game.set(moves).unwrap();
    } else {
        game.play_line(moves).unwrap();
    }
    game
}

fn proof_by(method: Method, game: &dyn OpenGame, limits: &Limits) -> Result<Vec<u8>, NotWritten> {
    let mut file = Cursor::new(Vec::new());
    game.write_proof(method, limits, &mut file)?;
    Ok(file.into_inner())
}

fn proof(method: Method, game: &dyn OpenGame) -> Vec<u8> {
    proof_by(method, game, &Limits::default()).unwrap()
}

/// The header and the numbers of the steps.
fn read(bytes: &[u8]) -> (ProofHeader, Vec<u64>) {
    let (header, mut reader) = ProofReader::new(bytes).unwrap();
    let mut steps = Vec::new();
    while let Some(number) = reader.number().unwrap() {
        steps.push(number);
    }
    (header, steps)
}

fn write(header: &ProofHeader, steps: &[u64]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = ProofWriter::new(&mut out);
    writer.header(header).unwrap();
    for &number in steps {
        writer.step([number].into_iter()).unwrap();
    }
    writer.end().unwrap();
    out
}

#[test]
fn every_game_is_proved_by_every_method() {
    let mut proved = 0;
    for entry in noyau_games::GAMES {
        for fact in entry.facts() {
            let FactKind::Count { positions, .. } = fact.kind else {
                continue;
            };
            if positions > 20_000 {
                continue;
            }
            let name = format!("{}:{}", entry.info().name, fact.parameters);
            let game = open(&name).unwrap();
            for method in [Method::Graph, Method::Search, Method::Proof] {
                let bytes = match proof_by(method, &*game, &Limits::default()) {
                    Err(NotWritten::NoProof) if method == Method::Search => continue,
                    Err(NotWritten::HoldsGraph) if entry.info().name == "graph" => continue,
                    written => written.unwrap_or_else(|why| panic!("{name}: {why:?}")),
                };
                let verified = check(&bytes).unwrap_or_else(|why| panic!("{name}: {why}"));
                let (header, _) = read(&bytes);
                assert_eq!(verified.kind, header.kind);
                let answer = game.solve(true, &Limits::default());
                let truth = answer.worth.unwrap();
                let claimed = [&header.least, &header.most].map(|text| text.as_deref());
                if header.kind == "outcome" && !game.has_points() {
                    let outcome = truth.outcome.name();
                    assert!(claimed.contains(&Some(outcome)), "{name} {claimed:?}");
                } else if let (false, Some(distance)) = (game.has_points(), truth.distance) {
                    let value = format!("{} {distance}", truth.outcome);
                    assert_eq!(claimed, [Some(value.as_str()); 2], "{name}");
                } else if header.kind == "proof" && !game.has_points() {
                    assert_eq!(claimed, [Some("draw"); 2], "{name}");
                } else if header.kind == "proof" {
                    let margin = truth.margin.unwrap().to_string();
                    assert_eq!(claimed, [Some(margin.as_str()); 2], "{name}");
                }
                proved += 1;
            }
        }
    }
    assert!(proved > 80, "only {proved}");
}

/// Play may go round for ever in these: draws need no end, and a win comes to one.
#[test]
fn outcomes_are_proved_where_play_may_go_round() {
    for (name, position, method, least, most) in [
        ("morris:3", "", Method::Proof, Some("draw"), Some("draw")),
        ("morris:3", "", Method::Graph, Some("draw"), Some("draw")),
        (
            "chess",
            "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
            Method::Proof,
            Some("win"),
            None,
        ),
        (
            "chess",
            "7k/8/5QK1/8/8/8/8/8 b - - 0 1",
            Method::Proof,
            None,
            Some("loss"),
        ),
        ("go:2,0", "", Method::Graph, Some("0"), Some("0")),
        ("awele:2,2", "", Method::Graph, None, None),
    ] {
        let game = at(name, position);
        let bytes = proof(method, &*game);
        check(&bytes).unwrap_or_else(|why| panic!("{name}: {why}"));
        let (header, _) = read(&bytes);
        if least.is_some() || most.is_some() {
            let claimed = [header.least.as_deref(), header.most.as_deref()];
            assert_eq!(claimed, [least, most], "{name}");
        }
    }
}

/// Breuker, Uiterwijk and van den Herik 2000: whether First, the vertical player, wins when he begins.
#[test]
fn domineering_is_proved_by_parts() {
    for (board, wins) in [("5x5", false), ("6x6", true), ("7x7", true)] {
        let game = open(&format!("domineering:{board}")).unwrap();
        let bytes = proof(Method::Search, &*game);
        let verified = check(&bytes).unwrap_or_else(|why| panic!("{board}: {why}"));
        assert_eq!(read(&bytes).0.least.is_some(), wins, "{board}");
        // Without parts the proof of 7x7 has more than twelve million steps.
        assert!(verified.vertices < 10_000, "{board}: {verified:?}");
    }
}

const CASES: &[(&str, &str, Method)] = &[
    ("connect4:4x4", "", Method::Search),
    ("connect4:5x4", "3 3", Method::Search),
    ("dots:2x2", "", Method::Search),
    ("dots:2x2", "", Method::Graph),
    ("dots:3x1", "", Method::Proof),
    ("kalah:3,2", "", Method::Search),
    ("othello:4", "", Method::Search),
    ("domineering:5x5", "", Method::Search),
    ("domineering:4x4", "", Method::Proof),
    ("tictactoe", "b2", Method::Proof),
    ("tictactoe", "", Method::Graph),
    ("nim:2,3", "", Method::Graph),
    ("chomp:3x4", "", Method::Graph),
    ("morris:3", "", Method::Graph),
];

/// A false claim with another.
fn falsified(header: &ProofHeader, random: &mut SplitMix) -> ProofHeader {
    let mut header = header.clone();
    let wrong = |text: &str| match text.split_once(' ') {
        Some(("win", plies)) => format!("loss {plies}"),
        Some((_, plies)) => format!("win {plies}"),
        None => match text {
            "win" => "loss".to_owned(),
            "loss" => "win".to_owned(),
            "draw" => ["win", "loss"][usize::from(header.rules.is_multiple_of(2))].to_owned(),
            margin => (margin.parse::<i64>().unwrap() + 1).to_string(),
        },
    };
    let exact = header.least == header.most;
    let (least, most) = (header.least.clone(), header.most.clone());
    if exact {
        // Any other value is false.
        let text = least.as_deref().unwrap();
        let other = match (text.split_once(' '), text) {
            (None, "draw") => ["win 3", "loss 4"][random.below(2)].to_owned(),
            (Some((word, plies)), _) if random.below(2) == 0 => {
                format!("{word} {}", plies.parse::<u32>().unwrap() + 1)
            }
            _ => wrong(text),
        };
        header.least = Some(other.clone());
        header.most = Some(other);
    } else {
        header.least = most.map(|text| wrong(&text));
        header.most = least.map(|text| wrong(&text));
    }
    header
}

/// Changes some steps.
fn disturb(steps: &mut Vec<u64>, random: &mut SplitMix) {
    for _ in 0..=random.below(3) {
        if steps.is_empty() {
            return;
        }
        let place = random.below(steps.len());
        match random.below(5) {
            0 => drop(steps.remove(place)),
            1 => steps.insert(place, random.below(8) as u64),
            2 => steps[place] = random.below(12) as u64,
            3 => steps[place] ^= 1,
            _ => steps.swap(place, place / 2),
        }
    }
}

/// Whatever the steps are, what is false is refused.
#[test]
fn nothing_false_is_proved() {
    let mut random = SplitMix(18);
    let tries = std::env::var("NOYAU_MUTATIONS").map_or(40, |count| count.parse().unwrap());
    for &(name, moves, method) in CASES {
        let game = at(name, moves);
        let (header, steps) = read(&proof(method, &*game));
        let mut accepted = 0;
        for _ in 0..tries {
            let mut changed = steps.clone();
            disturb(&mut changed, &mut random);
            // The true claim may survive a change.
            accepted += usize::from(check(&write(&header, &changed)).is_ok());
            if random.below(3) == 0 {
                changed.clone_from(&steps);
            }
            let wrong = falsified(&header, &mut random);
            assert!(
                check(&write(&wrong, &changed)).is_err(),
                "{name} {moves}: {wrong:?} {changed:?}"
            );
        }
        assert!(accepted < tries, "{name}");
        assert!(check(&write(&header, &steps)).is_ok(), "{name}");
    }
}

/// A cut file, a flipped bit, something after the end, another game and other rules are refused, with the place.
#[test]
fn a_damaged_proof_is_refused() {
    let bytes = proof(Method::Search, &*open("connect4:5x4").unwrap());
    let mut random = SplitMix(5);
    for _ in 0..200 {
        let cut = random.below(bytes.len());
        assert!(check(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    let header = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    for _ in 0..200 {
        let mut changed = bytes.clone();
        let place = header + 1 + random.below(bytes.len() - header - 1);
        changed[place] ^= 1 << random.below(8);
        let refused = check(&changed).unwrap_err();
        assert!(
            matches!(refused, Refused::Proof(_) | Refused::Wrong(_)),
            "{refused:?}"
        );
    }
    let mut more = bytes.clone();
    more.push(0);
    assert!(matches!(check(&more).unwrap_err(), Refused::Proof(_)));
    let (header, steps) = read(&bytes);
    for (game, rules) in [("connect4:4x5", 1), ("connect4:5x4", 9), ("tictactoe", 1)] {
        let game = game.to_owned();
        let foreign = ProofHeader {
            game,
            rules,
            ..header.clone()
        };
        assert!(check(&write(&foreign, &steps)).is_err());
    }
    let (_, mut short) = read(&bytes);
    short.truncate(short.len() / 2);
    let refused = check(&write(&header, &short)).unwrap_err();
    assert!(
        matches!(&refused, Refused::Wrong(Wrong::Step { step, line, .. }) if *step > 1 && !line.is_empty()),
        "{refused}"
    );
}

/// A proof that was broken off goes on with the same steps, wherever it was cut.
#[test]
fn a_proof_goes_on_where_it_was_cut() {
    for (name, method) in [
        ("connect4:5x5", Method::Search),
        ("domineering:7x7", Method::Search),
        ("dots:3x2", Method::Search),
        ("othello:4", Method::Search),
        ("morris:3", Method::Graph),
    ] {
        let game = open(name).unwrap();
        let whole = proof(method, &*game);
        let mut random = SplitMix(3);
        for _ in 0..8 {
            let cut = random.below(whole.len());
            let mut file = Cursor::new(whole[..cut].to_vec());
            game.write_proof(method, &Limits::default(), &mut file)
                .unwrap();
            assert!(file.into_inner() == whole, "{name} cut at {cut}");
        }
        // The beginning of another proof is written over.
        let other = proof(Method::Graph, &*open("nim:2,3").unwrap());
        let mut file = Cursor::new(other);
        game.write_proof(method, &Limits::default(), &mut file)
            .unwrap();
        assert!(file.into_inner() == whole, "{name}");
    }
}

/// With little memory the window is small, and the proof a little longer.
#[test]
fn a_small_window_suffices() {
    let game = open("connect4:5x5").unwrap();
    let limits = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    let bytes = proof_by(Method::Search, &*game, &limits).unwrap();
    let (small, _) = read(&bytes);
    assert!(small.window < 10_000);
    let verified = check(&bytes).unwrap();
    let large = check(&proof(Method::Search, &*game)).unwrap();
    assert!(verified.vertices >= large.vertices);
    let stopped = Limits {
        nodes: Some(10),
        ..Limits::default()
    };
    assert!(matches!(
        proof_by(Method::Search, &*game, &stopped),
        Err(NotWritten::Stopped(Stopped::Nodes, _))
    ));
}

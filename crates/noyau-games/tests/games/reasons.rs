//! Reasons claim nothing that is false: the document of `noyau why` is taken apart, and what it says is compared with
//! the exact values of all positions and worked out again from the rules.

use crate::open;
use noyau::documents;
use noyau::dynamic::{Known, Method, OpenGame, Wanted, Worth};
use noyau::limits::Limits;
use noyau::play::Tables;
use noyau::play::why::why;
use noyau::random::SplitMix;
use noyau::{Language, Outcome, Side};
use serde_json::Value;
use std::collections::HashMap;

/// How many positions of each game are explained.
fn positions() -> usize {
    let wanted = std::env::var("NOYAU_POSITIONS").ok();
    wanted.map_or(60, |wanted| wanted.parse().unwrap())
}

/// A game with the exact values of all its positions.
struct Judge {
    game: Box<dyn OpenGame>,
    known: Known,
}

impl Judge {
    fn of(name: &str) -> Self {
        let game = open(name);
        let known = game.know(&Limits::default()).unwrap();
        Self { game, known }
    }

    /// The worth of a position to the side to move.
    fn worth(&mut self, position: &str) -> Worth {
        self.game.set(position).unwrap();
        match self.game.outcome() {
            Some(outcome) => Worth {
                outcome,
                distance: None,
                margin: self.game.margin(),
            },
            None => self.game.answer_from(&self.known).unwrap().worth.unwrap(),
        }
    }

    /// The worth to `side` after these moves from a position, each of them legal.
    fn after(&mut self, position: &str, moves: &[String], side: Side) -> Worth {
        self.game.set(position).unwrap();
        self.play(moves);
        let (text, turned) = (self.game.position(), self.game.side() != side);
        let worth = self.worth(&text);
        if !turned {
            return worth;
        }
        Worth {
            outcome: worth.outcome.reversed(),
            margin: worth.margin.map(|margin| -margin),
            ..worth
        }
    }

    fn play(&mut self, moves: &[String]) {
        for mv in moves {
            let here = self.game.position();
            let played = self.game.play(mv);
            played.unwrap_or_else(|why| panic!("{here}: {mv}: {why}"));
        }
    }

    fn nimber(&mut self, position: &str) -> u32 {
        self.game.set(position).unwrap();
        let answer = self.game.answer_from(&self.known).unwrap();
        answer.nimber.unwrap()
    }
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().unwrap().iter();
    list.map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn number(value: &Value) -> u64 {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

fn outcome(name: &Value) -> Outcome {
    let all = [Outcome::Loss, Outcome::Draw, Outcome::Win];
    let found = all.into_iter().find(|outcome| *name == outcome.name());
    found.unwrap_or_else(|| panic!("{name} is no outcome"))
}

/// The heaps or numbers of a board.
fn numbers(position: &str) -> Vec<u64> {
    let (board, _) = position.split_once(' ').unwrap();
    board.split(',').map(|n| n.parse().unwrap()).collect()
}

/// Checks every claim of a reason.
fn check(judge: &mut Judge, position: &str, reason: &Value, result: Outcome) {
    let told = format!("{} {position}: {reason}", judge.game.name());
    judge.game.set(position).unwrap();
    let side = judge.game.side();
    let claims = reason["claims"].as_array().unwrap();
    assert!(!claims.is_empty(), "{told}");
    for claim in claims {
        let after = texts(&claim["after"]);
        let worth = judge.after(position, &after, side);
        let range = outcome(&claim["least"])..=outcome(&claim["most"]);
        assert!(range.contains(&worth.outcome), "{told}: {claim}");
        if let Some(range) = claim["margin"].as_array() {
            let margin = i64::from(worth.margin.unwrap());
            let low = range[0].as_i64().unwrap_or(i64::MIN);
            let high = range[1].as_i64().unwrap_or(i64::MAX);
            assert!((low..=high).contains(&margin), "{told}: {claim}");
        }
    }
    let mv = reason["move"].as_str().map(str::to_owned);
    let kind = reason["kind"].as_str().unwrap();
    if let Some(mv) = mv.as_ref().filter(|_| kind != "refutation") {
        let kept = judge
            .after(position, std::slice::from_ref(mv), side)
            .outcome;
        assert_eq!(kept, result, "{told}");
    }
    let evidence = &reason["evidence"];
    match kind {
        "nim-sum" => nim_sum(judge, position, evidence, mv.as_deref(), &told),
        "remainder" => {
            let [matches, divisor, remainder, lost] =
                ["matches", "divisor", "remainder", "lost"].map(|key| number(&evidence[key]));
            assert_eq!(vec![matches], numbers(position), "{told}");
            assert_eq!(remainder, matches % divisor, "{told}");
            assert_eq!(result == Outcome::Loss, remainder == lost, "{told}");
            if let Some(mv) = mv {
                let left = matches - mv.parse::<u64>().unwrap();
                assert_eq!(left % divisor, lost, "{told}");
            }
        }
        "wythoff-pair" => {
            let golden = f64::midpoint(1.0, 5f64.sqrt());
            let n = number(&evidence["index"]) as f64;
            let wanted = [n * golden, n * golden * golden].map(|x| x.floor() as u64);
            let pair: Vec<u64> = evidence["pair"]
                .as_array()
                .unwrap()
                .iter()
                .map(number)
                .collect();
            assert_eq!(pair, wanted, "{told}");
            judge.game.set(position).unwrap();
            judge.play(mv.as_slice());
            let mut square = numbers(&judge.game.position());
            square.sort_unstable();
            assert_eq!(square, wanted, "{told}");
        }
        "mex" => mex(judge, position, evidence, &told),
        "symmetry" => {
            let replies = evidence["replies"].as_array().unwrap();
            judge.game.set(position).unwrap();
            judge.play(mv.as_slice());
            let mut moves = judge.game.moves();
            assert!(
                replies.len() == moves.len() || replies.len() == 64,
                "{told}"
            );
            for reply in replies {
                let [other, copy] = ["move", "copy"].map(|key| reply[key].as_str().unwrap());
                let place = moves.iter().position(|mv| mv == other);
                moves.swap_remove(place.unwrap_or_else(|| panic!("{told}: {other}")));
                let line: Vec<String> = mv
                    .iter()
                    .cloned()
                    .chain([other.into(), copy.into()])
                    .collect();
                assert_eq!(judge.after(position, &line, side).outcome, result, "{told}");
            }
        }
        "strategy-stealing" => assert_eq!(mv, None, "{told}"),
        "parts" => parts(judge, position, evidence, result, &told),
        "threats" => threats(judge, position, evidence, &told),
        "parity" => parity(judge, position, evidence, &told),
        "refutation" => {
            let line = texts(&evidence["line"]);
            assert_eq!(line.first(), mv.as_ref(), "{told}");
            let kept = judge.after(position, &line[..1], side).outcome;
            assert!(kept < result || result == Outcome::Loss, "{told}");
            assert_eq!(judge.after(position, &line, side).outcome, kept, "{told}");
        }
        "line" => {
            let line = texts(&evidence["line"]);
            assert_eq!(judge.after(position, &line, side).outcome, result, "{told}");
        }
        _ => panic!("{told}: an unknown kind"),
    }
}

fn nim_sum(judge: &mut Judge, position: &str, evidence: &Value, mv: Option<&str>, told: &str) {
    let heaps: Vec<u64> = evidence["heaps"]
        .as_array()
        .unwrap()
        .iter()
        .map(number)
        .collect();
    assert_eq!(heaps, numbers(position), "{told}");
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    assert_eq!(number(&evidence["sum"]), sum, "{told}");
    let is_misere = judge.game.name().ends_with("misere");
    if !is_misere {
        assert_eq!(u64::from(judge.nimber(position)), sum, "{told}");
        assert_eq!(sum != 0, mv.is_some(), "{told}");
    }
    if let Some(mv) = mv {
        let heap = number(&evidence["heap"]);
        let (size, left) = (heaps[heap as usize - 1], number(&evidence["left"]));
        assert_eq!(mv, format!("{heap}:{}", size - left), "{told}");
        if !is_misere {
            assert_eq!(left, size ^ sum, "{told}");
        }
    }
}

fn mex(judge: &mut Judge, position: &str, evidence: &Value, told: &str) {
    judge.game.set(position).unwrap();
    let moves = judge.game.moves();
    let options = evidence["options"].as_array().unwrap();
    assert_eq!(moves.len(), options.len(), "{told}");
    let mut found = Vec::new();
    for (mv, option) in moves.iter().zip(options) {
        assert_eq!(option["move"], **mv, "{told}");
        judge.game.set(position).unwrap();
        judge.play(std::slice::from_ref(mv));
        let child = judge.game.position();
        let nimber = judge.nimber(&child);
        assert_eq!(number(&option["nimber"]), u64::from(nimber), "{told}");
        found.push(nimber);
    }
    let mex = (0..=u32::MAX).find(|n| !found.contains(n)).unwrap();
    assert_eq!(number(&evidence["nimber"]), u64::from(mex), "{told}");
    assert_eq!(judge.nimber(position), mex, "{told}");
}

/// Each part is solved by itself, and the theorem applied again.
fn parts(judge: &mut Judge, position: &str, evidence: &Value, result: Outcome, told: &str) {
    let parts = evidence["parts"].as_array().unwrap();
    assert!(parts.len() > 1, "{told}");
    let limits = Limits::default();
    judge.game.set(position).unwrap();
    let side = judge.game.side();
    let mut sum = 0;
    let mut counts: HashMap<[Outcome; 2], usize> = HashMap::new();
    for part in parts {
        let text = part["position"].as_str().unwrap();
        let mut solve = |text: &str| {
            judge.game.set_board(text).unwrap();
            let answer = judge.game.solve_by(Method::Graph, Wanted::Value, &limits);
            let answer = answer.unwrap();
            (answer.worth.unwrap().outcome, answer.nimber)
        };
        let (begun, nimber) = solve(text);
        if let Some(claimed) = part["nimber"].as_u64() {
            assert_eq!(Some(claimed), nimber.map(u64::from), "{told}");
            sum ^= claimed;
            continue;
        }
        let (board, of) = text.rsplit_once(' ').unwrap();
        assert_eq!(of, side.name(), "{told}");
        let answered = solve(&format!("{board} {}", side.other())).0.reversed();
        assert_eq!(outcome(&part["beginning"]), begun, "{told}");
        assert_eq!(outcome(&part["answering"]), answered, "{told}");
        *counts.entry([begun, answered]).or_default() += 1;
    }
    if counts.is_empty() {
        assert_eq!(u64::from(judge.nimber(position)), sum, "{told}");
        return;
    }
    let count = |outcomes| counts.get(&outcomes).copied().unwrap_or(0);
    let [own, other] = [Outcome::Win, Outcome::Loss].map(|outcome| count([outcome; 2]));
    let first = count([Outcome::Win, Outcome::Loss]);
    let is_proved = match result {
        Outcome::Win => other == 0 && (first == 1 || first == 0 && own > 0),
        _ => own == 0 && first == 0,
    };
    assert!(is_proved, "{told}");
}

/// Whether the side to move can end the game at once and win.
fn wins_at_once(judge: &mut Judge) -> Vec<String> {
    let moves = judge.game.moves();
    let wins = |mv: &String| {
        judge.game.play(mv).unwrap();
        let won = judge.game.outcome() == Some(Outcome::Loss);
        judge.game.undo();
        won
    };
    moves.into_iter().filter(wins).collect()
}

/// After every move of the attacker, each reply but the stated one loses at once.
fn threats(judge: &mut Judge, position: &str, evidence: &Value, told: &str) {
    let steps = evidence["steps"].as_array().unwrap();
    judge.game.set(position).unwrap();
    for (i, step) in steps.iter().enumerate() {
        if let Some(mv) = step["move"].as_str() {
            judge.play(&[mv.to_owned()]);
        }
        let (reply, wins) = (step["reply"].as_str(), texts(&step["wins"]));
        if judge.game.outcome().is_some() {
            assert_eq!(judge.game.outcome(), Some(Outcome::Loss), "{told}");
            assert!(wins.is_empty() && i + 1 == steps.len(), "{told}");
            return;
        }
        // A quiet move, and best play; claims have its value.
        if let (true, Some(reply)) = (wins.is_empty(), reply) {
            assert!(step["move"].is_string(), "{told}");
            judge.play(&[reply.to_owned()]);
            continue;
        }
        assert!(!wins.is_empty(), "{told}");
        let mut seen: Vec<String> = Vec::new();
        for other in judge.game.moves() {
            judge.play(std::slice::from_ref(&other));
            let winning = match judge.game.outcome() {
                None => wins_at_once(judge),
                Some(_) => Vec::new(),
            };
            judge.game.undo();
            assert_eq!(
                winning.is_empty(),
                reply == Some(&*other),
                "{told}: {other}"
            );
            seen.extend(winning);
        }
        // Where a single move is left there is nothing else to play.
        let has_choice = judge.game.moves().len() > 1;
        for win in wins.iter().filter(|_| has_choice) {
            assert!(seen.contains(win), "{told}: {win}");
        }
        let Some(reply) = reply else {
            assert_eq!(i + 1, steps.len(), "{told}");
            return;
        };
        judge.play(&[reply.to_owned()]);
    }
    panic!("{told}: the line does not end");
}

/// The edges that take a box, and those after which nobody can.
fn edges(judge: &mut Judge) -> [Vec<String>; 2] {
    let takes = |judge: &mut Judge, mv: &str| {
        let before = judge.game.points().unwrap();
        judge.play(&[mv.to_owned()]);
        let taken = judge.game.points().unwrap() != before;
        judge.game.undo();
        taken
    };
    let moves = judge.game.moves();
    let (mut taking, mut safe) = (Vec::new(), Vec::new());
    for mv in moves {
        if takes(judge, &mv) {
            taking.push(mv);
            continue;
        }
        judge.play(std::slice::from_ref(&mv));
        let replies = judge.game.moves();
        if !replies.iter().any(|reply| takes(judge, reply)) {
            safe.push(mv.clone());
        }
        judge.game.undo();
    }
    [taking, safe]
}

/// Whether the side to move draws the last safe edge.
fn has_last_safe(judge: &mut Judge, found: &mut HashMap<String, bool>) -> bool {
    let board = judge.game.board();
    let board = board.split(' ').next().unwrap().to_owned();
    if let Some(&known) = found.get(&board) {
        return known;
    }
    let [_, safe] = edges(judge);
    let wins = safe.into_iter().any(|edge| {
        judge.play(&[edge]);
        let lost = !has_last_safe(judge, found);
        judge.game.undo();
        lost
    });
    found.insert(board, wins);
    wins
}

fn parity(judge: &mut Judge, position: &str, evidence: &Value, told: &str) {
    judge.game.set(position).unwrap();
    let side = judge.game.side();
    let points = judge.game.points().unwrap().iter().sum::<i32>();
    for take in texts(&evidence["takes"]) {
        judge.play(&[take]);
        assert_eq!(judge.game.side(), side, "{told}: the turn passes");
    }
    let taken = judge.game.points().unwrap().iter().sum::<i32>() - points;
    assert_eq!(number(&evidence["boxes"]), taken as u64, "{told}");
    let [taking, safe] = edges(judge);
    assert!(taking.is_empty(), "{told}: more can be taken");
    assert_eq!(texts(&evidence["safe"]), safe, "{told}");
    if let Some(opens) = evidence["opens"].as_bool() {
        let last = has_last_safe(judge, &mut HashMap::new());
        assert_eq!(opens, !last, "{told}");
    }
    let chains = evidence["chains"].as_array().unwrap();
    let chains: u64 = chains.iter().map(number).sum();
    if chains > 0 {
        let boxes = judge.game.points().unwrap().iter().sum::<i32>() as u64;
        // 2x2 boxes.
        assert_eq!(chains, 4 - boxes, "{told}");
    }
}

/// What was explained: won positions, those with a kind other than best play and refutations, and those with a rule of
/// the whole game.
#[derive(Debug, Default)]
struct Tally {
    explained: usize,
    won: usize,
    by_idea: usize,
    by_rule: usize,
}

/// Explains positions of random plays and checks every reason in both languages.
fn explain(name: &str) -> Tally {
    let wanted = positions();
    let limits = Limits::default();
    let mut judge = Judge::of(name);
    let mut random = SplitMix(7);
    let tables = Tables::default();
    let longest = {
        let mut game = open(name);
        std::iter::from_fn(|| {
            let mv = game.draw_move(&mut random)?;
            game.play(&mv).ok()
        })
        .count()
    };
    let mut tally = Tally::default();
    while tally.explained < wanted {
        let mut game = open(name);
        for _ in 0..random.below(longest + 1) {
            if let Some(mv) = game.draw_move(&mut random) {
                game.play(&mv).unwrap();
            }
        }
        let position = game.position();
        let exact = judge.worth(&position).outcome;
        let found = why(&mut *game, &tables, &limits);
        assert_eq!(game.position(), position, "{name}");
        let document = documents::why(&*game, &found, Language::English);
        assert_eq!(document["outcome"], exact.name(), "{name} {position}");
        let reasons = document["reasons"].as_array().unwrap();
        assert!(!reasons.is_empty(), "{name} {position} has no reason");
        for reason in reasons {
            check(&mut judge, &position, reason, exact);
        }
        judge.game.set(&position).unwrap();
        let side = judge.game.side();
        let line = texts(&document["line"]);
        let end = judge.after(&position, &line, side).outcome;
        assert_eq!(end, exact, "{name} {position}: {line:?}");
        let french = documents::reasons(&found, Language::French);
        for (en, fr) in reasons.iter().zip(french.as_array().unwrap()) {
            assert_ne!(en["text"], fr["text"], "{name} {position}");
        }
        tally.explained += 1;
        if exact == Outcome::Win {
            tally.won += 1;
            let kinds = || {
                reasons
                    .iter()
                    .map(|reason| reason["kind"].as_str().unwrap())
            };
            let is_idea = |kind: &str| !matches!(kind, "line" | "refutation");
            tally.by_idea += usize::from(kinds().any(is_idea));
            let is_rule = |reason: &&Value| {
                let kind = reason["kind"].as_str().unwrap();
                let rule = matches!(kind, "nim-sum" | "remainder" | "wythoff-pair");
                rule && reason["theorem"].is_string()
            };
            tally.by_rule += usize::from(reasons.iter().any(|reason| is_rule(&reason)));
        }
    }
    #[expect(clippy::print_stdout, reason = "the long form shows what it counted")]
    {
        println!("{name}: {tally:?}");
    }
    tally
}

#[test]
fn every_won_position_of_a_game_with_a_rule_is_explained_by_it() {
    for name in [
        "nim:5,6,7",
        "nim:2,3,4,1",
        "nim:3,1,4,1,misere",
        "matches:60,7",
        "matches:41",
        "matches:40,5,normal",
        "wythoff:30,40",
    ] {
        let tally = explain(name);
        assert!(tally.won > 0, "{name}");
        assert_eq!(tally.by_rule, tally.won, "{name}: {tally:?}");
    }
}

#[test]
fn half_of_the_won_positions_of_chomp_connect4_and_dots_are_explained_by_an_idea() {
    // All positions of the larger board take minutes without optimisation.
    let connect4 = if positions() < 1000 {
        "connect4:4x4"
    } else {
        "connect4:5x4"
    };
    for name in ["dots:2x2", "chomp:4x5", "chomp:5x5", connect4] {
        let tally = explain(name);
        assert!(tally.won > 0, "{name}");
        assert!(2 * tally.by_idea >= tally.won, "{name}: {tally:?}");
    }
}

#[test]
fn no_reason_of_the_other_games_is_false() {
    for name in [
        "domineering:4x4",
        "domineering:5x3",
        "octal:0.77,14",
        "octal:0.07,18",
        "tictactoe",
        "mnk:4,3,3",
        "leapfrog:3",
        "kalah:2,3",
        "morris:3",
    ] {
        explain(name);
    }
}

/// Theorems decide positions that nobody enumerates.
#[test]
fn large_positions_are_explained_at_once() {
    let began = cpu_time::ThreadTime::now();
    for (name, outcome, mv) in [
        ("nim:1000000,999999,5", Outcome::Win, Some("1:6")),
        ("nim:1000000,1000000", Outcome::Loss, None),
        ("wythoff:65535,40000", Outcome::Win, Some("")),
        ("wythoff:40501,65532", Outcome::Loss, None),
        ("matches:1000000,7", Outcome::Win, Some("7")),
        ("chomp:20x20", Outcome::Win, Some("b2")),
        ("mnk:15,7,5", Outcome::Win, None),
    ] {
        let mut game = open(name);
        if name.starts_with("mnk") {
            game.play_line("c3 c1 d3 e1 e3 g1").unwrap();
        }
        let found = why(&mut *game, &Tables::default(), &Limits::default());
        assert_eq!(found.outcome, Some(outcome), "{name}");
        if let Some(mv) = mv {
            let first = found.reasons[0].mv.as_ref().unwrap();
            assert!(first.starts_with(mv), "{name}: {first}");
        }
    }
    assert!(began.elapsed().as_secs() < 20);
}

/// Chomp is won by strategy stealing where no method gives a move within the limits, and says that it has none.
#[test]
fn strategy_stealing_answers_what_no_method_does() {
    let limits = Limits::default().for_at_most(std::time::Duration::from_secs(3));
    let within = Limits {
        memory: Some(1 << 30),
        ..limits
    };
    for quick in [true, false] {
        let answer = open("chomp:20x20").solve(quick, &within);
        let worth = answer.worth.unwrap();
        assert_eq!((worth.outcome, worth.distance), (Outcome::Win, None));
        assert_eq!(answer.method, Method::StrategyStealing);
        assert!(answer.best.is_empty() && answer.line.is_empty() && answer.moves.is_empty());
        assert_eq!(answer.stopped, None);
    }
    // Not where the bar is no rectangle, nor with a method that was asked for.
    let mut bitten = open("chomp:20x20");
    bitten.play("t20").unwrap();
    assert_eq!(bitten.solve(true, &within).worth, None);
    let sieve = open("chomp:20x20").solve_by(Method::Sieve, Wanted::Best, &within);
    assert_eq!(sieve.unwrap().worth, None);
    let small = open("chomp:4x7").solve(true, &within);
    assert_eq!((small.method, small.best.len()), (Method::Graph, 1));
    let lost = open("chomp:1x1").solve(true, &within);
    assert_eq!(lost.worth.unwrap().outcome, Outcome::Loss);
    let proof = open("chomp:20x20").write_certificate(
        Method::StrategyStealing,
        &within,
        &mut std::io::sink(),
    );
    assert!(proof.is_err());
}

/// At the end nothing can be taken or answered any more, and no reason speaks as if it could.
#[test]
fn reasons_of_final_positions_say_that_play_is_over() {
    let tables = Tables::default();
    for (name, said) in [
        ("nim:0,0", "the side to move has lost"),
        ("nim:0,0,misere", "and has lost"),
        ("matches:1,3", "the side to move has lost"),
        ("matches:0,3,normal", "the side to move has lost"),
        ("wythoff:0,0", "the side to move has lost"),
    ] {
        let mut game = open(name);
        let found = why(&mut *game, &tables, &Limits::default());
        let document = documents::why(&*game, &found, Language::English);
        let text = document["reasons"][0]["text"].as_str().unwrap();
        assert!(text.ends_with(&format!("{said}.")), "{name}: {text}");
    }
}

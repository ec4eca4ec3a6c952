//! Games written as rules: the sheets that come with noyau against the games written in Rust, the meaning of the
//! language on small sheets, and sheets that mean harm.

use noyau::arena::Arena;
use noyau::arena::unfold::unfold_at_most;
use noyau::dynamic::{Method, OpenGame, Problem, Worth};
use noyau::limits::Limits;
use noyau::payoff::Payoff;
use noyau::points::Points;
use noyau::search::answer::Wanted;
use noyau::solve::margins::{Pointed, margins};
use noyau::solve::retrograde;
use noyau::{Game, Message, Notation, Side, message};
use noyau_games::dots::Dots;
use noyau_games::gdl::{self, Gdl, Machine, perft};
use std::collections::{HashMap, VecDeque};

fn sheet(name: &str) -> Result<Vec<u8>, Message> {
    let path = format!("{}/../../examples/gdl/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).map_err(|_| message!("there is no sheet {name}", "pas de feuille {name}"))
}

fn open(name: &str) -> Box<dyn OpenGame> {
    noyau_games::open(name, &sheet).unwrap_or_else(|problem| panic!("{name}: {problem}"))
}

fn vertices(arena: &Arena) -> HashMap<String, u32> {
    let name = |v| (arena.name(v).into_owned(), v);
    arena.graph().vertices().map(name).collect()
}

/// Walks through two games side by side and compares moves, outcomes and distances in every position. A move of the sheet is
/// translated into one of the game written in Rust; positions of the sheet tell who is to move, the others need not.
fn agree(sheet: &str, other: &str, translate: fn(&str) -> String) -> usize {
    let limits = Limits::default();
    let (mut one, mut two) = (open(sheet), open(other));
    let arenas = [one.arena(&limits).unwrap(), two.arena(&limits).unwrap()];
    let solutions = [
        retrograde::solve(&arenas[0], 1),
        retrograde::solve(&arenas[1], 1),
    ];
    let known = [vertices(&arenas[0]), vertices(&arenas[1])];
    let owned = arenas[1].owners().is_some();
    let text_of = |v: u32, side: &str| {
        let name = arenas[1].name(v);
        if owned {
            name.into_owned()
        } else {
            format!("{name} {side}")
        }
    };
    let start = [known[0][&one.position()], arenas[1].start()];
    let mut partner: HashMap<u32, u32> = HashMap::from([(start[0], start[1])]);
    let mut back: HashMap<(u32, Side), u32> = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some([v, w]) = queue.pop_front() {
        one.set(&arenas[0].name(v)).unwrap();
        let side = one.side();
        two.set(&text_of(w, side.name())).unwrap();
        assert_eq!(
            *back.entry((w, side)).or_insert(v),
            v,
            "two positions of {sheet} are one of {other}"
        );
        let values = [solutions[0].value(v), solutions[1].value(w)];
        assert_eq!(
            values[0],
            values[1],
            "{sheet} at {} and {other} at {}",
            one.position(),
            two.position()
        );
        let moves = [one.moves(), two.moves()];
        assert_eq!(
            moves[0].len(),
            moves[1].len(),
            "{sheet} at {}",
            one.position()
        );
        for (i, mv) in moves[0].iter().enumerate() {
            let same = translate(mv);
            let j = moves[1].iter().position(|mv| *mv == same);
            let j = j.unwrap_or_else(|| {
                panic!(
                    "{mv} is {same} in {other}, which is not legal at {}",
                    two.position()
                )
            });
            let to = [
                arenas[0].graph().successors(v)[i],
                arenas[1].graph().successors(w)[j],
            ];
            if *partner.entry(to[0]).or_insert_with(|| {
                queue.push_back(to);
                to[1]
            }) != to[1]
            {
                panic!("{mv} at {} leads to different positions", one.position());
            }
        }
    }
    assert_eq!(
        partner.len(),
        arenas[0].len(),
        "every position of {sheet} has been compared"
    );
    partner.len()
}

/// The numbers in a move such as `(mark 1 2)`.
fn numbers(mv: &str) -> Vec<u8> {
    let words = mv.split(|c: char| !c.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

fn square(mv: &str) -> String {
    let [column, row] = numbers(mv)[..] else {
        return mv.to_owned();
    };
    format!("{}{row}", char::from(b'a' + column - 1))
}

#[test]
fn tictactoe_agrees() {
    assert_eq!(agree("gdl:tictactoe.kif", "tictactoe", square), 5478);
}

#[test]
fn chomp_agrees() {
    // A bar of 3 by 4 has C(7, 3) − 1 positions; at the start and one move later only one side can be to move.
    let states = agree("gdl:chomp.kif", "chomp:3x4", square);
    assert!(states > 34 && states < 2 * 34);
}

#[test]
fn nim_agrees() {
    agree("gdl:nim.kif", "nim:3,4,5", |mv| {
        let parts = numbers(mv);
        format!("{}:{}", parts[0], parts[1])
    });
}

#[test]
fn leapfrog_agrees() {
    let states = agree(
        "gdl:leapfrog.kif",
        "leapfrog:2",
        |mv| match numbers(mv)[..] {
            [from, to] => format!("{from}-{to}"),
            _ => mv.to_owned(),
        },
    );
    assert_eq!(states, 27);
}

#[test]
fn domineering_agrees() {
    assert_eq!(
        agree("gdl:domineering.kif", "domineering:4x4", square),
        2443
    );
}

#[test]
fn connect4_agrees() {
    let states = agree("gdl:connect4.kif", "connect4:4x4", |mv| {
        numbers(mv)[0].to_string()
    });
    assert_eq!(states, 161_029);
}

#[test]
fn matches_agree() {
    agree("gdl:matches.kif", "matches:7,3", |mv| {
        numbers(mv)[0].to_string()
    });
}

/// The margin to come in every position reachable, with the positions.
fn margins_of<G: Points>(game: &G) -> (HashMap<G::Position, i32>, usize) {
    let (points, limits) = (&Payoff::POINTS, Limits::default());
    let all = unfold_at_most(game, &game.start(), points, usize::MAX, &limits).unwrap();
    let margins = margins(&Pointed::from(&all.graph));
    let count = all.positions.len();
    (all.positions.into_iter().zip(margins).collect(), count)
}

#[test]
fn dots_agree_in_margins() {
    let one = Gdl::read("dots.kif,points", sheet("dots.kif").unwrap()).unwrap();
    let two = Dots::new(2, 2).unwrap();
    let (wanted, positions) = margins_of(&one);
    let (to_come, boards) = margins_of(&two);
    assert_eq!(boards, 4096);
    // The sheet's positions hold the boxes won; the lead is for the side to move.
    let mut seen: HashMap<_, (_, i32)> = HashMap::from([(one.start(), (two.start(), 0))]);
    let mut stack = vec![one.start()];
    while let Some(position) = stack.pop() {
        let (board, lead) = seen[&position];
        assert_eq!(wanted[&position], lead + to_come[&board]);
        let side = one.to_move(&position).unwrap();
        let mut moves = Vec::new();
        one.moves(&position, &mut moves);
        let mut theirs = Vec::new();
        two.moves(&board, &mut theirs);
        assert_eq!(moves.len(), theirs.len());
        for mv in moves {
            let ends = numbers(&one.format_move(&position, mv));
            let dot = |x: u8, y: u8| format!("{}{y}", char::from(b'a' + x - 1));
            let name = format!("{}-{}", dot(ends[0], ends[1]), dot(ends[2], ends[3]));
            let same = two
                .parse_move(&board, &name)
                .unwrap_or_else(|| panic!("{name} in {board:?}"));
            let keeps = two.keeps_turn(&board, same);
            assert_eq!(
                one.keeps_turn(&position, mv),
                keeps,
                "{}",
                one.format_position(&position, side)
            );
            let after = lead + two.gain(&board, same);
            let child = one.child(&position, mv);
            let next = (two.child(&board, same), if keeps { after } else { -after });
            let met = seen.entry(child.clone()).or_insert_with(|| {
                stack.push(child);
                next
            });
            assert_eq!(*met, next);
        }
    }
    assert_eq!(seen.len(), positions);
}

/// The count of joint moves of a sheet for one player who is called `you`.
fn counts(text: &str, depth: u32) -> Vec<u64> {
    let machine =
        Machine::read(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems:?} in {text}"));
    let (counts, stopped) = perft(&machine, depth, &Limits::default());
    assert!(stopped.is_none(), "{stopped:?} in {text}");
    counts
}

/// What every small sheet needs.
const FRAME: &str = "(role you) (init (at 0)) (<= terminal (true (at 9))) (goal you 0) ";

#[test]
fn the_language_means_what_it_says() {
    for (rules, expected) in [
        // A fact, a rule without conditions, and a rule written in another case.
        ("(legal you a) (<= (legal you b)) (<= (LEGAL You c) (True (AT 0)))", vec![3, 6, 12]),
        // Relations without arguments, with and without parentheses.
        ("(<= on (true (at 0))) (<= (legal you a) (on)) (<= (legal you b) (not on)) (next (at 1))", vec![1, 1]),
        // What is defined nowhere is false.
        ("(<= (legal you a) nowhere) (<= (legal you b) (not nowhere)) (<= (legal you c) (not (no ?x)) (q ?x)) (q 1)", vec![2]),
        // `or`, also within `not`, and `distinct` in front.
        ("(p 1) (p 2) (p 3) (<= (legal you (m ?x ?y)) (distinct ?x ?y) (p ?x) (p ?y) (or (distinct ?x 1) (distinct ?y 2)))", vec![5]),
        ("(p 1) (p 2) (p 3) (<= (legal you ?x) (p ?x) (not (or (distinct ?x 1) (q ?x)))) (q 2)", vec![1]),
        ("(p 1) (p 2) (<= (legal you ?x) (p ?x) (not (distinct ?x 2)))", vec![1]),
        // Recursion that ends, through terms that grow, and in a circle without a beginning.
        ("(s 0 1) (s 1 2) (s 2 3) (<= (less ?a ?b) (s ?a ?b)) (<= (less ?a ?c) (less ?b ?c) (s ?a ?b)) (<= (legal you (go ?x ?y)) (less ?x ?y))", vec![6]),
        ("(r 0 0) (q 0) (<= (r ?a (f ?a)) (r ?b ?a) (q ?b)) (<= (legal you x) (r (f 0) (f (f 0)))) (<= (legal you y) (r (f (f 0)) ?z))", vec![1]),
        ("(<= (p a) (p b)) (<= (p b) (p a)) (<= (legal you x) (p a)) (legal you y)", vec![1]),
        // A variable for a whole fact and a whole move; the same variable twice in a term.
        ("(legal you (m (at 1))) (legal you (m (at 9))) (<= (next ?f) (does you (m ?f)))", vec![2, 2, 2]),
        ("(t (d 1 1)) (t (d 1 2)) (<= (legal you ?x) (t (d ?x ?x)))", vec![1]),
        // Recursion over facts that change: from 0 along the edges that hold.
        ("(init (e 0 1)) (init (e 1 2)) (init (e 3 4)) (<= (way ?x) (true (at ?x))) (<= (way ?y) (way ?x) (true (e ?x ?y)))
          (<= (legal you ?x) (way ?x)) (<= (next (at ?x)) (does you ?x)) (<= (next (e ?x ?y)) (true (e ?x ?y)))", vec![3, 6, 10]),
        // Facts that nothing carries on are gone.
        ("(<= (legal you a) (true (at ?x))) (<= (legal you b) (not (true (at 0)))) (<= (legal you c) (not (true (at 0))))", vec![1, 2, 4]),
        // `legal`, `goal` and `terminal` may be conditions; `base` and `input` are only hints.
        ("(legal you a) (<= (legal you b) (goal you 0)) (<= some (legal you ?x)) (<= (legal you c) some (not terminal)) (base nonsense) (input you fly)", vec![3]),
    ] {
        let text = format!("{FRAME}{rules}");
        assert_eq!(counts(&text, expected.len() as u32), expected, "{rules}");
    }
}

#[test]
fn joint_moves_are_those_of_all_roles() {
    let text = "(role a) (role b) (role c) (init (n 0)) (succ 0 1) (succ 1 2)
        (<= (legal ?r yes) (role ?r)) (<= (legal a no) (true (n ?x))) (<= (legal b no) (true (n 0)))
        (<= (next (n ?y)) (true (n ?x)) (succ ?x ?y)) (<= terminal (true (n 2))) (<= (goal ?r 50) (role ?r))";
    assert_eq!(counts(text, 4), [4, 8, 0, 0]);
}

/// The first problem of a sheet that is refused, as `line:column`, and its English text.
fn refusal(text: &[u8]) -> (String, String) {
    let problems = Machine::read(text).expect_err("the sheet is wrong");
    let first = &problems.0[0];
    (
        format!("{}:{}", first.line, first.column),
        first.why.en.clone(),
    )
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let too_deep = [b'('; 1000];
    for (text, place) in [
        (&b"(a\n (b c)"[..], "1:1"),
        (b"(a)\n )", "2:2"),
        ("é\u{e9}(a \u{1})".as_bytes(), "1:6"),
        (b"(ab\xFFc)", "1:4"),
        (&too_deep, "1:201"),
        (&[0, 159, 146, 150], "1:1"),
    ] {
        assert_eq!(refusal(text).0, place, "{}", text.escape_ascii());
    }
}

#[test]
fn words_are_compared_without_case_and_comments_are_skipped() {
    let text = sheet("tictactoe.kif").unwrap();
    let shouted = [&b"; \xFF not UTF-8 (\n"[..], &text.to_ascii_uppercase()].concat();
    let [one, other] = [text, shouted].map(|text| {
        let machine = Machine::read(&text).unwrap();
        perft(&machine, 3, &Limits::default()).0
    });
    assert_eq!(one, other);
    assert_eq!(one, [9, 72, 504]);
}

#[test]
fn what_the_language_forbids_is_told_with_its_place() {
    let whole = format!("{FRAME}(legal you a)\n");
    assert!(Machine::read(whole.as_bytes()).is_ok());
    let refuses = |rules, place, word| {
        let (at, why) = refusal(format!("{whole}{rules}").as_bytes());
        assert_eq!(at, place, "{rules}: {why}");
        assert!(why.contains(word), "{rules}: {why}");
    };
    refuses("(<= (p ?x) (not (q ?x)))", "2:5", "?x is unsafe");
    refuses("(<= (p ?x) (or (q ?x) r))", "2:5", "?x is unsafe");
    refuses("(<= p (q ?x) (distinct ?x ?y))", "2:14", "?y is unsafe");
    refuses("(p ?x)", "2:1", "?x is unsafe");
    refuses("(<= p (not q)) (<= q (not p))", "2:12", "unstratified");
    refuses("(p 1) (<= q\n (p 1 2))", "3:2", "arity clash");
    refuses("(p (f 1)) (p (f 1 2))", "2:14", "arity clash");
    refuses("(legal you)", "2:1", "arity clash");
    refuses("(true (at 1))", "2:1", "`true` is only");
    refuses("(<= (does you a) (p 1))", "2:5", "`does` is only");
    let condition = "`next` cannot be a condition";
    refuses("(<= p (next (at 1)))", "2:7", condition);
    refuses("(<= (legal you b) (does you a))", "2:19", "`legal` depends");
    refuses("(<= (init (at 1)) (true (at 2)))", "2:19", "`init`");
    refuses("(<= (role me) (p 1))", "2:5", "roles are written");
    refuses("(goal you many)", "2:1", "whole number");
    refuses("(<= (distinct 1 2) p)", "2:5", "`distinct` cannot be");
    refuses("(<=)", "2:1", "`<=` wants");
    refuses("(<= p (not))", "2:7", "`not` wants");
    refuses("(<= p ?x)", "2:7", "a relation is wanted");
    refuses("((p) 1)", "2:1", "a relation is wanted");
    refuses("(p (?x 1))", "2:4", "a variable cannot");
    refuses("(p 1", "2:1", "never closed");
    refuses("p)", "2:2", "closes nothing");
    for missing in ["role", "legal", "terminal", "goal"] {
        let text = whole
            .replace(&format!("({missing} "), "(other ")
            .replace(missing, "other");
        let why = refusal(text.as_bytes()).1;
        assert!(
            why.contains(&format!("no `{missing}`")) || missing == "role",
            "{text}: {why}"
        );
    }
}

/// Why a sheet is no game.
fn why_no_game(text: &str) -> String {
    Gdl::read("sheet.kif", text.as_bytes().to_vec())
        .unwrap_err()
        .why
        .en
}

#[test]
fn what_only_play_shows_is_told_with_state_and_moves() {
    let rules = "(role a) (role b) (init (n 0)) (succ 0 1) (succ 1 2)
        (<= (next (n ?y)) (true (n ?x)) (succ ?x ?y)) (<= terminal (true (n 2))) ";
    let turns =
        "(<= (legal a (go ?x)) (true (n ?x))) (<= (legal a wait) (true (n 0))) (legal b noop) ";
    let goals = "(goal a 100) (goal b 0)";
    let fine = format!("{rules}{turns}{goals}");
    assert!(Gdl::read("sheet.kif", fine.clone().into_bytes()).is_ok());
    for (text, words) in [
        (
            fine.replace("(legal b noop)", "(<= (legal b noop) (true (n 0)))"),
            "b has no legal move although play is not over, after [(go 0) noop], in the state (n 1)",
        ),
        (
            fine.replace("(goal b 0)", "(<= (goal b 0) (true (n 0)))"),
            "play is over and b has no goal, after [(go 0) noop] [(go 1) noop], in the state (n 2)",
        ),
        (
            fine.replace("(goal b 0)", "(goal b 0) (goal b 30)"),
            "more than one goal: 0, 30",
        ),
        (
            fine.replace(
                "(legal b noop)",
                "(legal b noop) (<= (legal b hop) (true (n 0)))",
            ),
            "a and b choose at once, at the start, in the state (n 0)",
        ),
        (
            fine.replace("(role b)", "(role b) (role c)"),
            "has 3: a, b, c",
        ),
        (fine.replace("(role b)", "(role random)"), "by chance"),
        (fine.replace("(role b)", ""), "has 1: a"),
    ] {
        let why = why_no_game(&text);
        assert!(why.contains(words), "{why}");
    }
}

/// Sheets that mean harm are refused, or answered, within the limits. Nothing here may take long or much memory.
#[test]
fn hostile_sheets_are_refused() {
    let frame = |rules: &str| {
        format!("{FRAME}(legal you a) (<= (legal you b) (p ?x)) {rules}").into_bytes()
    };
    let facts = |relation: &str, count: usize| {
        let facts: Vec<_> = (0..count).map(|i| format!("({relation} {i})")).collect();
        facts.join("\n")
    };
    let numbers = |count: usize| facts("n", count);
    // Terms that grow without end.
    assert!(
        refusal(&frame("(p 0) (<= (p (s ?x)) (p ?x))"))
            .1
            .contains("without end")
    );
    assert!(
        refusal(&frame("(p 0) (<= (p (s ?x ?x)) (p ?x))"))
            .1
            .contains("without end")
    );
    // The same during play: states grow, so the rules are interpreted until they have grown too much.
    let growing = "(role you) (init 0) (<= (next (s ?x ?x)) (true ?x)) (legal you a) (<= terminal (true 1)) (goal you 0)";
    let (grown, stopped) = perft(
        &Machine::read(growing.as_bytes()).unwrap(),
        20,
        &Limits::default(),
    );
    assert!(
        (5..20).contains(&grown.len()) && stopped.is_some(),
        "{grown:?}"
    );
    // A relation with too many facts.
    let huge = format!(
        "{}(<= (p (t ?a ?b ?c ?d)) (n ?a) (n ?b) (n ?c) (n ?d))",
        numbers(60)
    );
    assert!(refusal(&frame(&huge)).1.contains("more than"));
    // A join that finds nothing, at length.
    let slow = format!(
        "{}(<= (p ?a) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (none ?a ?b ?c ?d ?e))",
        numbers(300)
    );
    let why = Machine::read(&frame(&slow))
        .err()
        .map(|problems| problems.0[0].why.en.clone());
    assert!(why.is_none_or(|why| why.contains("steps")));
    // Deep nesting, in the sheet and in its terms.
    assert!(
        refusal("(".repeat(1_000_000).as_bytes())
            .1
            .contains("nest deeper")
    );
    let deep = format!("(p {}x{})", "(f ".repeat(150), ")".repeat(150));
    assert!(refusal(&frame(&deep)).1.contains("nest deeper"));
    // A million rules, a disjunction that multiplies out, a rule of many conditions.
    let many = facts("q", 1_000_000);
    assert!(refusal(&frame(&many)).1.contains("words and lists"));
    let many = facts("q", 300_000);
    assert!(refusal(&frame(&many)).1.contains("rules and facts"));
    let wide = format!("(<= (p 1) {})", "(or (q 1) (q 2) (q 3)) ".repeat(40));
    assert!(refusal(&frame(&wide)).1.contains("multiply out"));
    let variables: Vec<_> = (0..2000).map(|i| format!("?v{i}")).collect();
    let variables = variables.join(" ");
    assert!(
        refusal(&frame(&format!("(<= (p 1) (q (f {variables})))")))
            .1
            .contains("variables")
    );
    assert!(
        refusal(&frame(&format!("(q {})", "1 ".repeat(2000))))
            .1
            .contains("arguments")
    );
    let long = format!("(<= (p 1) {})", "(q 1) ".repeat(5000));
    assert!(refusal(&frame(&long)).1.contains("multiply out"));
    // Bytes that are no text.
    let rubbish: Vec<u8> = (0..100_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    refusal(&rubbish);
    refusal(b"");
}

/// Rules written out and rules as they stand are two ways to the same counts.
#[test]
fn both_engines_count_alike() {
    for name in [
        "chomp",
        "connect4",
        "domineering",
        "dots",
        "leapfrog",
        "matches",
        "nim",
        "tictactoe",
        "together",
    ] {
        let content = sheet(&format!("{name}.kif")).unwrap();
        let machines = [
            Machine::read(&content).unwrap(),
            Machine::interpreted(&content).unwrap(),
        ];
        assert!(
            machines[0].size().is_some() && machines[1].size().is_none(),
            "{name}"
        );
        let counts = machines
            .each_ref()
            .map(|machine| perft(machine, 4, &Limits::default()).0);
        assert_eq!(counts[0], counts[1], "{name}");
        assert_eq!(counts[0].len(), 4, "{name}");
        let starts = machines
            .each_ref()
            .map(|machine| machine.facts(&machine.start()));
        assert_eq!(starts[0], starts[1], "{name}");
    }
}

/// Where writing the rules out would take too much, they are interpreted, with the same answers.
#[test]
fn interpretation_takes_over() {
    // A counter that grows as a term: no end of facts, but each game is short.
    let text = "(role a) (role b) (init (n zero)) (init (turn a)) (init (steps 0)) (succ 0 1) (succ 1 2) (succ 2 3)
        (after a b) (after b a)
        (<= (legal ?r (add ?k)) (true (turn ?r)) (kind ?k)) (kind one) (kind two)
        (<= (legal ?r noop) (after ?s ?r) (true (turn ?s)))
        (<= (next (n (s ?x))) (true (n ?x)) (does ?r (add one)))
        (<= (next (n (t ?x))) (true (n ?x)) (does ?r (add two)))
        (<= (next (turn ?s)) (after ?r ?s) (true (turn ?r)))
        (<= (next (steps ?j)) (true (steps ?i)) (succ ?i ?j))
        (<= terminal (true (steps 3)))
        (<= (goal a 100) (true (n (s (t (s zero)))))) (<= (goal b 0) (true (n (s (t (s zero))))))
        (<= lucky (true (n (s (t (s zero))))))
        (<= (goal a 0) (not lucky)) (<= (goal b 100) (not lucky))";
    let machine = Machine::read(text.as_bytes()).unwrap();
    assert!(machine.why_interpreted().is_some());
    assert_eq!(counts(text, 5), [2, 4, 8, 0, 0]);
    let files = |_: &str| Ok::<_, Message>(text.as_bytes().to_vec());
    let mut game = noyau_games::open("gdl:grow.kif", &files).unwrap();
    assert_eq!(game.count(&Limits::default()).unwrap().positions, 15);
    let worth = game.solve(true, &Limits::default()).worth.unwrap();
    // The second player adds one and spoils it.
    assert_eq!(
        (worth.outcome, worth.distance),
        (noyau::Outcome::Loss, Some(3))
    );
    for mv in ["(add one)", "(ADD  two)", "(add one)"] {
        game.play(mv).unwrap();
    }
    assert_eq!(
        game.position(),
        "(n (s (t (s zero)))) (turn b) (steps 3) second"
    );
    assert_eq!(game.outcome(), Some(noyau::Outcome::Loss));
    assert!(game.defect().is_none());
}

#[test]
fn a_step_counter_can_be_dropped() {
    // Two squares to walk between; who stands on `goal` after the bound wins nothing.
    let text = "(role a) (role b) (init (at 0)) (init (turn a)) (init (step 1))
        (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (after a b) (after b a)
        (<= (legal ?r (go ?x)) (true (turn ?r)) (place ?x)) (place 0) (place 1)
        (<= (legal ?r noop) (after ?s ?r) (true (turn ?s)))
        (<= (next (at ?x)) (does ?r (go ?x)))
        (<= (next (turn ?s)) (after ?r ?s) (true (turn ?r)))
        (<= (next (step ?j)) (true (step ?i)) (succ ?i ?j))
        (<= terminal (true (step 5)))
        (<= (goal ?r 50) (role ?r))";
    let files = |_: &str| Ok::<_, Message>(text.as_bytes().to_vec());
    let count = |name: &str| {
        noyau_games::open(name, &files)
            .unwrap()
            .count(&Limits::default())
            .unwrap()
    };
    let (with, without) = (count("gdl:walk.kif"), count("gdl:walk.kif,nosteps"));
    assert_eq!((with.positions, with.longest), (9, Some(4)));
    assert_eq!((without.positions, without.longest), (4, None));
    let refused = noyau_games::open("gdl:tictactoe.kif,nosteps", &sheet)
        .err()
        .unwrap();
    assert!(refused.to_string().contains("no step counter"), "{refused}");
    // A counter that legal moves depend on is more than a bound.
    let text = text
        .replace("(place ?x))", "(place ?x) (not (true (step 3))))")
        .replace(
            "(place 0)",
            "(place 0) (<= (legal ?r stay) (true (turn ?r)))",
        );
    let files = |_: &str| Ok::<_, Message>(text.as_bytes().to_vec());
    let refused = noyau_games::open("gdl:walk.kif,nosteps", &files);
    let refused = refused.err().unwrap().to_string();
    assert!(refused.contains("no step counter"), "{refused}");
}

/// Nim with heaps of those sizes; the last rules say when it is over and who has won then.
fn heaps(sizes: &[usize], ending: &str) -> String {
    use std::fmt::Write as _;
    let mut text = String::from(
        "(role left) (role right) (init (control left))
        (<= (less ?a ?b) (succ ?a ?b)) (<= (less ?a ?c) (less ?a ?b) (succ ?b ?c))
        (<= (legal ?p (leave ?h ?m)) (true (control ?p)) (true (heap ?h ?n)) (less ?m ?n))
        (<= (legal left noop) (true (control right))) (<= (legal right noop) (true (control left)))
        (<= (next (heap ?h ?m)) (does ?p (leave ?h ?m)))
        (<= (next (heap ?h ?n)) (true (heap ?h ?n)) (not (changed ?h)))
        (<= (changed ?h) (does ?p (leave ?h ?m)))
        (<= (next (control left)) (true (control right))) (<= (next (control right)) (true (control left)))",
    );
    for (heap, size) in (1..).zip(sizes) {
        let _ = write!(text, "(init (heap {heap} {size}))");
    }
    for n in 0..*sizes.iter().max().unwrap() {
        let _ = write!(text, "(succ {n} {})", n + 1);
    }
    text + ending
}

/// The number of parts of a sheet, and whether it is their sum.
fn parts(text: &str) -> Option<(usize, bool)> {
    let machine = Machine::read(text.as_bytes()).unwrap();
    let survey = machine.analyse(1000);
    gdl::parts(&machine, &survey).map(|parts| (parts.groups, parts.is_sum()))
}

const ALL_GONE: &str = "(<= terminal (true (heap 1 0)) (true (heap 2 0)) (true (heap 3 0)))";
const LAST_WINS: &str =
    "(<= (goal ?p 0) (true (control ?p))) (<= (goal ?p 100) (role ?p) (not (true (control ?p))))";

#[test]
fn independent_parts_are_found_where_they_are() {
    let ending = |how: &str| format!("{ALL_GONE} {how}");
    assert_eq!(
        parts(&heaps(&[1, 2, 3], &ending(LAST_WINS))),
        Some((3, true))
    );
    let nowhere = "(<= terminal (not some)) (<= some (true (heap ?h ?n)) (distinct ?n 0))";
    let other = format!("{nowhere} {LAST_WINS}");
    assert_eq!(parts(&heaps(&[4, 4], &other)), Some((2, true)));
    // 1. Whoever takes the last loses; a heap left over; an end that joins the heaps; an end that comes early.
    let misere = "(<= (goal ?p 100) (true (control ?p))) (<= (goal ?p 0) (role ?p) (not (true (control ?p))))";
    assert_eq!(parts(&heaps(&[1, 2, 3], &ending(misere))), Some((3, false)));
    let early = "(<= terminal (true (heap 1 0)) (true (heap 2 0)))";
    let text = heaps(&[1, 2, 3], &format!("{early} {LAST_WINS}"));
    assert_eq!(parts(&text), Some((3, false)));
    for joining in [
        "(<= terminal (true (heap 1 0))) (<= terminal (true (heap 2 0)))",
        "(<= terminal (true (heap 1 ?n)) (true (heap 2 ?n)))",
    ] {
        let text = heaps(&[1, 2, 3], &format!("{joining} {LAST_WINS}"));
        assert_eq!(parts(&text), None, "{joining}");
    }
    // 2. A move that needs another heap joins the two; so does one that changes both.
    let whole = heaps(&[2, 2, 2], &ending(LAST_WINS));
    let needs = whole.replace(
        "(less ?m ?n))\n        (<= (legal left noop)",
        "(less ?m ?n) (or (distinct ?h 1) (true (heap 2 2))))\n        (<= (legal left noop)",
    );
    assert_ne!(needs, whole);
    assert_eq!(parts(&needs).map(|found| found.0), Some(2));
    let changes = format!("{whole} (<= (changed 1) (does ?p (leave 2 ?m)))");
    assert_eq!(parts(&changes).map(|found| found.0), Some(2));
    // 3. Not both may take from each heap: parts, but no nimbers.
    let partial = whole.replace(
        "(<= (legal ?p (leave ?h ?m))",
        "(<= (legal ?p (leave ?h ?m)) (or (distinct ?p left) (distinct ?h 1))",
    );
    assert_eq!(parts(&partial), Some((3, false)));
    // 4. Games that do not fall apart.
    for name in [
        "chomp.kif",
        "tictactoe.kif",
        "domineering.kif",
        "leapfrog.kif",
    ] {
        let content = sheet(name).unwrap();
        assert_eq!(
            parts(std::str::from_utf8(&content).unwrap()),
            None,
            "{name}"
        );
    }
}

#[test]
fn a_sum_is_solved_by_its_parts_however_large() {
    let text = heaps(
        &[9, 7, 8, 9, 5, 9],
        "(<= terminal (not some)) (<= some (true (heap ?h ?n)) (distinct ?n 0))",
    ) + LAST_WINS;
    let files = |_: &str| Ok::<_, Message>(text.as_bytes().to_vec());
    let game = noyau_games::open("gdl:heaps.kif", &files).unwrap();
    let answer = game.solve(false, &Limits::default());
    assert_eq!(
        (answer.method, answer.nimber),
        (Method::Sum, Some(9 ^ 7 ^ 8 ^ 9 ^ 5 ^ 9))
    );
    assert_eq!(answer.best, ["(leave 2 4)"]);
    // In small ones it agrees with walking through all positions, in each of them.
    let small = heaps(&[2, 3, 4], &format!("{ALL_GONE} {LAST_WINS}"));
    let files = |_: &str| Ok::<_, Message>(small.as_bytes().to_vec());
    let mut game = noyau_games::open("gdl:heaps.kif", &files).unwrap();
    let arena = game.arena(&Limits::default()).unwrap();
    for v in arena.graph().vertices() {
        game.set(&arena.name(v)).unwrap();
        let by = |method| {
            let answer = game.solve_by(method, Wanted::Moves, &Limits::default());
            let answer = answer.unwrap();
            let of = |(mv, worth): (String, Worth)| (mv, worth.outcome);
            let moves: Vec<_> = answer.moves.into_iter().map(of).collect();
            (answer.worth.unwrap().outcome, moves)
        };
        assert_eq!(by(Method::Sum), by(Method::Graph), "{}", arena.name(v));
    }
    // A state that play cannot reach is no sum of states that were walked through.
    game.set("(heap 1 1) (heap 1 2) (heap 2 0) (heap 3 0) (control left) first")
        .unwrap();
    let refused = game.solve_by(Method::Sum, Wanted::Value, &Limits::default());
    assert!(matches!(
        refused,
        Err(Problem::Method { ref method, .. }) if method == Method::Sum.name()
    ));
}

use super::{at, refuses_parameters, refuses_positions};
use crate::open;
use noyau::{Game, Notation, Outcome};
use noyau_games::mnk::Mnk;

/// The outcome after a line of First's and distant stones of Second's.
fn after(game: &Mnk, first: &str, second: &str) -> Option<Outcome> {
    let mut position = game.start();
    let [first, second] = [first, second].map(|moves| moves.split(' ').collect::<Vec<_>>());
    for i in 0..first.len() + second.len() {
        let text = if i % 2 == 0 { &first } else { &second }[i / 2];
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    game.outcome(&position)
}

#[test]
fn lines_end_at_the_edges_of_the_largest_boards() {
    let wide = Mnk::new(16, 8, 5).unwrap();
    let others = "a1 c2 e1 g2";
    for line in "p4 p5 p6 p7 p8,l8 m8 n8 o8 p8,l4 m5 n6 o7 p8,p4 o5 n6 m7 l8".split(',') {
        let lost = Some(Outcome::Loss);
        assert_eq!(after(&wide, line, others), lost, "{line}");
    }
    for line in "n4 o4 p4 a5 b5,n4 o5 p6 a8 b8,p8 a7 o7 b6 c5".split(',') {
        assert_eq!(after(&wide, line, others), None, "{line}");
    }
    let narrow = Mnk::new(8, 8, 5).unwrap();
    let others = "a1 c2 e1 a3";
    for line in "h4 h5 h6 h7 h8,d8 e8 f8 g8 h8,d4 e5 f6 g7 h8,h4 g5 f6 e7 d8".split(',') {
        let lost = Some(Outcome::Loss);
        assert_eq!(after(&narrow, line, others), lost, "{line}");
    }
    assert_eq!(after(&narrow, "f4 g4 h4 a5 b5", others), None);
}

#[test]
fn two_lines_without_a_common_stone_are_refused() {
    refuses_positions(
        "mnk:3,5,3",
        &[("xxx/oo./..o/oo./xxx second", "no single last stone")],
    );
    let crossing = "xxx/xoo/xoo/.../... second";
    assert_eq!(at("mnk:3,5,3", crossing).position(), crossing);
}

#[test]
fn sizes_out_of_range_are_refused() {
    let form = "three numbers";
    refuses_parameters(
        "mnk",
        &[
            ("3,3", form),
            ("3,3,3,3", form),
            ("a,3,3", form),
            ("+3,3,3", form),
            ("3,3,", form),
            ("0,3,3", "at least 1"),
            ("3,3,0", "at least 1"),
            ("12,11,5", "more than 128 squares"),
            ("3,3,129", "k is at most 128"),
        ],
    );
    for name in ["mnk:8,9,5", "mnk:8,16,5"] {
        assert_eq!(open(name).name(), name);
    }
}

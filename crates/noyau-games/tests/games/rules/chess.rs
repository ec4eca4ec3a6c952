use super::{after, at, refuses_moves, refuses_positions};

#[test]
fn a_double_step_counts_only_where_it_can_be_taken() {
    // Nothing beside e4; a pawn beside it; one that is pinned to its king; one that would uncover its king's row.
    for (from, told) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "-"),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 5 9", "e3"),
        ("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "-"),
        ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "-"),
    ] {
        let position = after("chess", from, "e2e4");
        let end = format!(" b - {told} 0 1");
        assert!(position.ends_with(&end), "{from}: {position}");
    }
    // The same position by two ways, and with clocks that differ.
    let mut game = at("chess", "");
    for mv in ["e2e3", "e7e6", "e3e4"] {
        game.play(mv).unwrap();
    }
    let slowly = game.position();
    let mut game = at(
        "chess",
        "rnbqkbnr/pppp1ppp/4p3/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 30",
    );
    game.play("e4").unwrap();
    assert_eq!(game.position(), slowly);
    game.set("rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3")
        .unwrap();
    assert_eq!(game.position(), slowly);
}

#[test]
fn short_and_long_notations_are_read() {
    let mut game = at("chess", "");
    let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4 h3 h5 hxg4? hxg4 Ng1-h2 Qh4!";
    for mv in game.split_moves(moves) {
        if mv == "Ng1-h2" {
            // The knight is on f3.
            let refused = game.play(&mv).unwrap_err().to_string();
            assert!(refused.contains("the knight stands elsewhere"), "{refused}");
            game.play("Nf3-h2").unwrap();
        } else {
            game.play(&mv).unwrap();
        }
    }
    assert_eq!(
        game.position(),
        "r3kbnr/1pp2pp1/p1p5/4p3/4P1pq/8/PPPP1PPN/RNBQ1RK1 w kq - 0 1"
    );
    let from = "r3k3/1P6/8/8/8/2N3N1/8/R3K2R w KQq - 0 1";
    for (text, mv) in [
        ("b8=Q+", "b7b8q"),
        ("bxa8=N", "b7a8n"),
        ("bxa8R", "b7a8r"),
        ("b7xa8=B", "b7a8b"),
        ("0-0-0", "e1c1"),
        ("O-O", "e1g1"),
        ("Nce4", "c3e4"),
    ] {
        assert_eq!(
            after("chess", from, text),
            after("chess", from, mv),
            "{text}"
        );
    }
    refuses_moves(
        "chess",
        from,
        &[
            ("N3e2", "it may mean c3e2, g3e2"),
            ("Ne4", "it may mean c3e4, g3e4"),
            ("Kg1", "no king of the side to move"),
            ("b8", "becomes a queen"),
            ("a8=Q", "the pawn stands elsewhere"),
            ("Nxe4", "the knight stands elsewhere"),
            ("e1h1", "an own piece stands on h1"),
        ],
    );
}

#[test]
fn impossible_positions_are_refused() {
    refuses_positions(
        "chess",
        &[
            ("8/8/8/8/8/8/8/8 w - - 0 1", "0 white kings"),
            ("4k3/8/8/8/8/8/8/KK6 w - - 0 1", "2 white kings"),
            ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "cannot stand on h1"),
            ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "cannot stand on a8"),
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "is in check"),
            ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "side by side"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "a rook on h1"),
            ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "the king on e1"),
            ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "given twice"),
            ("4k3/8/8/8/8/8/8/4K2R w X - 0 1", "KQkq"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "not \"x\""),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "just passed over e6"),
            ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "just passed over e6"),
            ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "not \"e9\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "clock \"x\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", "is a FEN"),
            ("4k3/8/8/8/8/8/8/4K3 w", "is a FEN"),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", "7 are given"),
            ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "rank 1 has 9 squares"),
            ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 has 7 squares"),
            ("4k3/8/8/8/8/8/8/4Kö2 w - - 0 1", "'ö' in rank 1"),
            ("4k3/8/8/8/8/8/8/4K09 w - - 0 1", "'0' in rank 1"),
            ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "9 black pawns"),
            (
                "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
                "8 of the 8 are still pawns",
            ),
            (
                "4k3/8/8/8/4r2b/8/3n4/1r2K3 w - - 0 1",
                "3 pieces give check",
            ),
        ],
    );
}

#[test]
fn why_a_move_is_illegal() {
    let castling = "r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1";
    let refuses = |at, wrong: &[_]| refuses_moves("chess", at, wrong);
    refuses("", &[("e4e5", "stands on e4"), ("e7e5", "stands on e7")]);
    refuses("", &[("d1d2", "an own piece"), ("Nd4", "no knight")]);
    refuses("", &[("e2e5", "the pawn on e2 cannot")]);
    refuses("", &["hello", "é", ""].map(|mv| (mv, "two squares")));
    refuses("", &[("O-O", "castling wants")]);
    refuses(
        castling,
        &[("e1g1", "castling wants"), ("h1h2", "still be")],
    );
    let pinned = "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1";
    refuses(pinned, &[("e2d2", "would be")]);
    let promoting = "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
    refuses(
        promoting,
        &["b7b8", "b8", "b7b8k"].map(|mv| (mv, "becomes")),
    );
    let knights = "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1";
    refuses(knights, &[("Ne4", "c3e4, g3e4")]);
}

#[test]
fn heuristics_count_for_the_side_to_move() {
    let game = at("chess", "4k3/8/8/8/8/8/4P3/4K2R b K - 0 1");
    // Five squares of the king against four of the king, nine of the rook and two of the pawn.
    assert_eq!(game.scores(), [("material", -6), ("mobility", -10)]);
}

/// The counts of positions have tests of their own inside, which are part of this program.
#[path = "../../../src/chess/census.rs"]
#[allow(dead_code, reason = "only its tests are run here")]
mod census;

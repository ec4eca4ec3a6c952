//! Classes of endgames against what is published of them, and against play by hand.

use crate::strong::{look_up, solve};
use crate::tables::{check, table_of};
use crate::{no_files, on_threads, open};
use noyau::dynamic::OpenGame;
use noyau::format::block::Kind;
use noyau::format::code::{SolvedTier, value_of_code};
use noyau::format::section::{Key, SectionWriter, write_table};
use noyau::format::shards::Census;
use noyau::format::table::Table;
use noyau::random::SplitMix;
use noyau::solve::tiers::Summary;
use noyau::verify::table::{Fault, Refused};
use noyau::{Outcome, Value};
use std::collections::BTreeMap;

/// Solves a class and checks its table.
fn solved(name: &str) -> (Box<dyn OpenGame>, Summary, BTreeMap<u32, SolvedTier>) {
    let game = open(name);
    let (summary, tiers) = solve(&*game, &on_threads(2));
    let checked = check(&*game, &table_of(&*game));
    assert!(checked.is_ok(), "{name}: {checked:?}");
    (game, summary, tiers)
}

/// The longest wins, for the side to move, of the highest tier.
fn longest_win(tiers: &BTreeMap<u32, SolvedTier>) -> u32 {
    let (_, top) = tiers.last_key_value().unwrap();
    let values = top.values.iter().map(|&code| value_of_code(code));
    let wins = values.map(|value| match value {
        Some(Value::Win(distance)) => distance,
        _ => 0,
    });
    wins.max().unwrap()
}

/// Wins in so few plies as a plain search sees; `None` if there is none.
fn plain_win(game: &mut dyn OpenGame, plies: u32) -> Option<u32> {
    let mut least = None;
    for mv in game.moves() {
        game.play(&mv).unwrap();
        let lost = match game.outcome() {
            Some(Outcome::Loss) => Some(0),
            Some(_) => None,
            None if plies < 2 => None,
            None => plain_loss(game, plies - 1),
        };
        game.undo();
        least = [least, lost.map(|plies| plies + 1)]
            .into_iter()
            .flatten()
            .min();
    }
    least
}

/// In how many plies the side to move loses at the latest, if that is so few.
fn plain_loss(game: &mut dyn OpenGame, plies: u32) -> Option<u32> {
    let mut latest = 0;
    for mv in game.moves() {
        game.play(&mv).unwrap();
        let won = match game.outcome() {
            Some(Outcome::Win) => Some(0),
            Some(_) => None,
            None => plain_win(game, plies - 1),
        };
        game.undo();
        latest = latest.max(won? + 1);
    }
    Some(latest)
}

/// Published: the longest mates, White to move, are of 10 moves with the queen and of 16 with the rook; 28,056 positions
/// with the rook and Black to move differ by more than a symmetry (Bain 1994).
#[test]
fn queens_and_rooks_mate_as_published() {
    let (_, _, queen) = solved("chess:KQK");
    assert_eq!(longest_win(&queen), 2 * 10 - 1);
    let (mut game, summary, rook) = solved("chess:KRK");
    assert_eq!(longest_win(&rook), 2 * 16 - 1);
    let (_, top) = rook.last_key_value().unwrap();
    let codes = &top.values;
    let black = codes[codes.len() / 2..].iter().filter(|&&code| code != 0);
    assert_eq!(black.count(), 28_056);
    // 175,168 positions with White to move, 223,944 with Black, and the kings alone; each for either colour.
    assert_eq!(summary.positions, 2 * (175_168 + 223_944) + 2 * 3612);

    // What the table says of positions along random plays is what a plain search sees, where it sees anything.
    let mut random = SplitMix(3);
    let mut seen = 0;
    for _ in 0..12 {
        while game.undo() {}
        for _ in 0..20 {
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            let value = value_of_code(look_up(&rook, &*game).0).unwrap();
            let plain = plain_win(&mut *game, 3);
            match value {
                Value::Win(distance @ 0..=3) => {
                    assert_eq!(plain, Some(distance), "{}", game.position());
                    seen += 1;
                }
                _ => assert_eq!(plain, None, "{}", game.position()),
            }
            game.play(&moves[random.below(moves.len())]).unwrap();
        }
    }
    assert!(seen > 0);
}

/// With a pawn, promotions lead to other tiers; two pawns can meet en passant.
#[test]
fn pawns_promote_and_pass() {
    let (mut game, _, tiers) = solved("chess:KPK");
    // Published: 28 moves.
    assert_eq!(longest_win(&tiers), 2 * 28 - 1);
    game.set("3k4/3P4/3K4/8/8/8/8/8 b - - 0 1").unwrap();
    assert_eq!(value_of_code(look_up(&tiers, &*game).0), Some(Value::Draw));

    let mut game = open("chess:KPKP");
    let by_number = open("chess:KPKP");
    let by_number = by_number.by_number().unwrap();
    for (text, moves) in [
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
    ] {
        game.set(text).unwrap();
        assert!(game.moves().contains(&moves.to_owned()), "{text}");
        let passing = game.place_in_table().unwrap();
        let without = text.replace(" e3 ", " - ").replace(" d6 ", " - ");
        game.set(&without).unwrap();
        let (tier, number) = game.place_in_table().unwrap();
        assert_ne!(passing, (tier, number));
        // Only the double step leads to a position in which a pawn can be captured so.
        let mut before = Vec::new();
        by_number.before(passing.0, &[passing.1], &mut before);
        assert!(!before.is_empty());
        let mut further = Vec::new();
        by_number.before(tier, &[number], &mut further);
        assert!(before.iter().all(|number| !further.contains(number)));
    }
}

/// Published: 120, 6,972 and 261,224 ways to place one, two and three pieces, the side to move not told apart.
#[test]
fn draughts_have_as_many_placements_as_published() {
    let mut sum = 0;
    for (pieces, placements) in [(1, 120), (2, 6972), (3, 261_224)] {
        sum += placements;
        let name = format!("draughts:english,{pieces}");
        let (summary, tiers) = if pieces < 3 {
            let (_, summary, tiers) = solved(&name);
            (summary, tiers)
        } else {
            solve(&*open(&name), &on_threads(2))
        };
        assert_eq!(summary.stored, sum, "{name}");
        assert_eq!(summary.positions, 2 * sum, "{name}");
        let mut game = open(&name);
        if pieces == 3 {
            // The fact of the game by another program.
            game.set("WK18,K23:BK6 second").unwrap();
            let value = value_of_code(look_up(&tiers, &*game).0);
            assert_eq!(value, Some(Value::Win(23)));
        }
    }
    solved("draughts:international,2");
}

/// In a class every position is asked for: one that is left out is missed, whether or not a move leads to it.
#[test]
fn a_class_with_a_gap_is_refused() {
    let game = open("awele:2,..2");
    let bytes = table_of(&*game);
    let table = Table::open(&[&bytes]).unwrap();
    let header = table.header();
    let stored = header.stored as usize;
    let mut absent = 0;
    for left_out in 0..stored {
        let mut at = 0;
        let mut pieces = Vec::new();
        for section in &header.sections {
            assert_eq!(section.kind, Kind::Dense);
            let mut writer = SectionWriter::new(section.tier, section.kind, 0);
            let mut census = Census::new(header.title.values);
            for place in table.places(section.tier) {
                let block = table.read(place).unwrap();
                for i in 0..block.len() {
                    let code = if at == left_out { 0 } else { block.code(i) };
                    if code != 0 {
                        census.add(section.tier, code, 2);
                    }
                    writer.push(Key::Place, code, None, None);
                    at += 1;
                }
            }
            let (tiers, tally) = census.finish();
            pieces.push(writer.finish(tiers, tally));
        }
        let mut bad = Vec::new();
        let mut piece = |i: usize| Ok(pieces[i].clone());
        write_table(&header.title, [0, 1], pieces.len(), &mut piece, &mut bad).unwrap();
        match check(&*game, &bad) {
            Err(Refused::Wrong(Fault::Absent { .. })) => absent += 1,
            Err(Refused::Wrong(Fault::Missing { .. } | Fault::StartMissing { .. })) => {}
            other => panic!("{left_out}: {other:?}"),
        }
    }
    assert!(absent > 0);
}

#[test]
fn classes_that_are_none_are_refused() {
    for (name, why) in [
        ("chess:KQ", "no class of endgames"),
        ("chess:QKR", "no class of endgames"),
        ("chess:KXK", "no class of endgames"),
        ("chess:KQRKRN", "at most 5 men"),
        ("draughts:english,0", "1 to 10 pieces"),
        ("draughts:english,x", "no number of pieces"),
        ("kalah:6,..0", "1 to 90 seeds"),
        ("awele:9,..3", "1 to 8 pits"),
        ("awele:6,..", "two numbers"),
    ] {
        let Err(problem) = noyau_games::open(name, &no_files) else {
            panic!("{name} is no class");
        };
        assert!(problem.to_string().contains(why), "{name}: {problem}");
    }
    let mut game = open("chess:KRKQ");
    assert_eq!(game.name(), "chess:KQKR");
    for position in [
        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ] {
        assert!(game.set(position).is_err(), "{position}");
    }
    assert!(game.set("4k2r/8/8/8/8/8/8/4K3 b - - 0 1").is_ok());
    let mut game = open("draughts:english,2");
    assert!(game.set("WK18,K23:BK6 second").is_err());
}

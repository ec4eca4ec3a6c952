//! Classes of endgames against what is published of them, and against play by hand.

use crate::strong::{look_up, solve};
use crate::tables::{check, table_of};
use crate::{no_files, on_threads, open};
use noyau::dynamic::{Method, OpenGame, Row, Wanted, Worth};
use noyau::format::block::{Entries, Keys, Kind};
use noyau::format::code::{SolvedTier, margin_of_code, value_of_code};
use noyau::format::codes::{Codes, Room};
use noyau::format::section::{Key as EntryKey, SectionWriter, write_table};
use noyau::format::shards::Census;
use noyau::format::table::Table;
use noyau::random::SplitMix;
use noyau::solve::tiers::Summary;
use noyau::table_rules::Key;
use noyau::verify::table::{Fault, Refused};
use noyau::{Outcome, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

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
    // As two lists of longest mates have them: with White to move, and with Black.
    for (tiers, moves, longest) in [(&queen, 10, [1, 8]), (&rook, 16, [121, 390])] {
        let (_, top) = tiers.last_key_value().unwrap();
        let worth = [Value::Win(2 * moves - 1), Value::Loss(2 * moves)];
        let count = worth.map(|worth| {
            let values = top.values.iter().map(|&code| value_of_code(code));
            values.filter(|&value| value == Some(worth)).count()
        });
        assert_eq!(count, longest);
    }
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

    let table = table_of(&*open("chess:KPK"));
    let table = Table::open(&[&table]).unwrap();
    let all = game.table_zugzwangs(&table, 20, &on_threads(1)).unwrap();
    assert!(all.complete);
    for (row, other) in &all.rows {
        // Black to move loses; with White to move it is a draw.
        assert!(row.position.contains(" b "), "{}", row.position);
        assert_eq!(row.worth.outcome, Outcome::Loss);
        assert_eq!(other.outcome, Outcome::Draw);
        game.set(&row.position.replace(" b ", " w ")).unwrap();
        assert_eq!(value_of_code(look_up(&tiers, &*game).0), Some(Value::Draw));
    }
    // "The simplest zugzwang of all": Black to move loses.
    game.set("2k5/8/2KP4/8/8/8/8/8 w - - 0 1").unwrap();
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

/// Positions drawn from tables are won, or lost, in as few plies as a plain search sees. `NOYAU_POSITIONS` says how many, and
/// then they are of classes with four men.
#[test]
fn drawn_positions_are_as_a_search_says() {
    let wanted = std::env::var("NOYAU_POSITIONS").ok();
    let wanted: Option<usize> = wanted.and_then(|text| text.parse().ok());
    let classes: &[&str] = match wanted {
        Some(_) => &["chess:KQKR", "chess:KRKN", "chess:KBNK", "chess:KPKP"],
        None => &["chess:KPK"],
    };
    let mut random = SplitMix(23);
    let mut decided = 0;
    for name in classes {
        let mut game = open(name);
        let bytes = table_of(&*game);
        let table = Table::open(&[&bytes]).unwrap();
        let (_, tiers) = solve(&*game, &on_threads(2));
        let sizes: Vec<u64> = tiers
            .values()
            .map(|tier| tier.values.len() as u64)
            .collect();
        let all: u64 = sizes.iter().sum();
        let mut left = wanted.unwrap_or(150).div_ceil(classes.len());
        while left > 0 {
            let mut number = random.next_u64() % all;
            let mut tier = 0;
            while number >= sizes[tier] {
                number -= sizes[tier];
                tier += 1;
            }
            let code = tiers[&(tier as u32)].values[number as usize];
            if code == 0 {
                continue;
            }
            left -= 1;
            let text = { game.table_rules(&table) }.text(Key::Number(tier as u32, number));
            game.set(&text).unwrap();
            if game.outcome().is_some() {
                continue;
            }
            let seen = match value_of_code(code).unwrap() {
                Value::Win(distance @ 0..=3) => (Some(distance), None),
                Value::Loss(distance @ 0..=2) => (None, Some(distance)),
                _ => (None, None),
            };
            let plain = (plain_win(&mut *game, 3), plain_loss(&mut *game, 2));
            assert_eq!(plain, seen, "{name}: {text}");
            decided += usize::from(seen != (None, None));
        }
    }
    assert!(decided > 0);
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

/// The boards of size 4 with at most so many empty squares that play could come to, either side to move.
fn boards_of_othello(empty: u32) -> u64 {
    let near = |a: i32, b: i32| (a / 4 - b / 4).abs() <= 1 && (a % 4 - b % 4).abs() <= 1;
    let has = |set: u32, square: i32| set >> square & 1 == 1;
    let middle = [5, 6, 9, 10];
    let mut boards = 0;
    for all in (0u32..1 << 16).filter(|all| 16 - all.count_ones() <= empty) {
        let mut reached: Vec<i32> = middle.to_vec();
        let mut next = 0;
        while next < reached.len() {
            for square in (0..16).filter(|&square| has(all, square)) {
                if near(reached[next], square) && !reached.contains(&square) {
                    reached.push(square);
                }
            }
            next += 1;
        }
        if middle.iter().all(|&square| has(all, square))
            && reached.len() == all.count_ones() as usize
        {
            boards += 2 << all.count_ones();
        }
    }
    boards
}

/// The margin of every position of a class is that of an exact search, here of the positions along random plays.
#[test]
fn the_last_squares_of_othello_are_as_a_search_says() {
    let (mut game, summary, tiers) = solved("othello:4,5");
    // By hand: the sets of up to five empty squares beside the four in the middle, but for those that cut a disc off, and
    // either colour of each disc and either side to move.
    assert_eq!(summary.positions, boards_of_othello(5));
    let mut plain = open("othello:4");
    let mut random = SplitMix(5);
    for _ in 0..40 {
        while plain.undo() {}
        loop {
            let moves = plain.moves();
            if moves.is_empty() {
                break;
            }
            if game.set(&plain.position()).is_ok() {
                let answer = plain.solve_by(Method::Search, Wanted::Best, &on_threads(1));
                let margin = answer.unwrap().worth.unwrap().margin;
                let code = look_up(&tiers, &*game).0;
                assert_eq!(margin_of_code(code), margin, "{}", plain.position());
            }
            plain.play(&moves[random.below(moves.len())]).unwrap();
        }
    }
}

/// Three men against three and four on the board of five.
#[test]
fn the_last_men_of_morris_are_counted() {
    let (_, summary, _) = solved("morris:5,3,4");
    // By hand: the ways to place 4 men against 3 on 16 points, either side to move; 3 against 3; and 2 against 3 and 4, of
    // which the two have lost.
    let choose = |n: u64, k: u64| (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1));
    let ways = |few: u64, many: u64| choose(16, few) * choose(16 - few, many);
    let lost = 2 * (ways(2, 3) + ways(2, 4));
    assert_eq!(summary.positions, 4 * ways(3, 4) + 2 * ways(3, 3) + lost);
}

/// Boards that are worse for whoever moves: looked for by hand, with the text of every position.
#[test]
fn mutual_zugzwangs_are_all_found() {
    for name in [
        "draughts:english,2",
        "kalah:3,..5",
        "awele:2,..5",
        "othello:4,3",
    ] {
        let mut game = open(name);
        let bytes = table_of(&*game);
        let table = Table::open(&[&bytes]).unwrap();
        let mut rows = BTreeMap::new();
        let mut add = |row: &Row| {
            rows.insert(row.position.clone(), (row.tier, row.worth));
            Ok(true)
        };
        game.table_rows(&table, &|_, _| true, &mut add).unwrap();
        let value = |worth: Worth| worth.margin.unwrap_or(worth.outcome.sign());
        // What is on the board decides; how the other seeds were won does not. A side without men cannot have moved, and
        // some positions cannot be set up.
        let has_points = game.points().is_some();
        let mut place = |position: &str, tier: u32| {
            let taken = 5u32.saturating_sub(tier);
            let points = format!(" {}-{}", taken - taken / 2, taken / 2);
            let text = position.to_owned() + if has_points { &points } else { "" };
            game.set(&text).ok()?;
            game.place_in_table()
        };
        let mut worths = BTreeMap::new();
        for (position, &(tier, worth)) in &rows {
            worths.extend(place(position, tier).map(|place| (place, value(worth))));
        }
        let mut found: BTreeMap<u32, u64> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for (position, &(tier, _)) in &rows {
            let turned = place(&position.replace("first", "second"), tier);
            let (Some(own), Some(turned)) = (place(position, tier), turned) else {
                continue;
            };
            if worths[&own] + worths[&turned] < 0 && seen.insert([own.min(turned), own.max(turned)])
            {
                *found.entry(tier).or_default() += 1;
            }
        }
        let all = game.table_zugzwangs(&table, 5, &on_threads(1)).unwrap();
        assert!(all.complete);
        assert_eq!(all.found, found, "{name}");
        assert!(!found.is_empty(), "{name}");
        assert!((1..=5).contains(&all.rows.len()));
    }
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
                    writer.push(EntryKey::Place, code, None, None);
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

/// In bytes and in words, dense and listed, whoever reads it.
#[test]
fn searches_ask_what_the_file_says() {
    let (mut wide, mut listed) = (0, 0);
    for name in ["kalah:6,..6", "matches:9000,3", "connect4:4x4"] {
        let bytes: &'static [u8] = table_of(&*open(name)).leak();
        for threads in [1, 3] {
            let room = Arc::new(Room::new(1 << 24));
            let table = Table::open(&[bytes]).unwrap();
            let asked = Codes::new(table, &room, threads).unwrap();
            let table = asked.table();
            for section in &table.header().sections {
                let tier = section.tier;
                for place in table.places(tier) {
                    let Entries { keys, codes, .. } = table.read(place).unwrap().entries().unwrap();
                    for (&code, i) in codes.iter().zip(0..) {
                        let number = match &keys {
                            Keys::Listed(numbers) => numbers[i],
                            _ => table.first_number(place) + i as u64,
                        };
                        asked.prefetch(tier, number);
                        let wanted = (code != 0).then_some(code);
                        assert_eq!(asked.code(tier, number), wanted, "{name} {tier} {number}");
                        wide += u32::from(code > 255);
                        listed += u32::from(keys != Keys::Dense);
                    }
                }
            }
            assert_eq!(asked.code(u32::MAX, 0), None);
        }
    }
    assert!(wide > 0 && listed > 0);
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
        ("morris:9,2,5", "3 to 9 men"),
        ("morris:9,3", "as in 9,3,6"),
        ("othello:6,4", "of size 4 only"),
        ("othello:4,13", "at most 12"),
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
    let mut game = open("morris:5,4,3");
    assert_eq!(game.name(), "morris:5,3,4");
    assert!(game.set("xxx/.../..../oox/o.. 0,0 first").is_ok());
    for position in [
        "xxx/.../..../oox/oo. 0,0 first",
        "xx./.../..../oo./... 1,1 first",
    ] {
        assert!(game.set(position).is_err(), "{position}");
    }
    let mut game = open("othello:4,2");
    assert!(game.set("xxxx/xoox/xoox/x... first").is_err());
}

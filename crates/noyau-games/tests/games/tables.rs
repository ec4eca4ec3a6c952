//! Tables of real games: they agree with another solver, survive nothing that was done to them unnoticed, and come out
//! the same whatever happens on the way.

use crate::{on_threads, open};
use noyau::dynamic::{OpenGame, Unsolved, Worth, set_up_table};
use noyau::format::Damage;
use noyau::format::block::{Keys, Kind};
use noyau::format::header::Title;
use noyau::format::section::{Key, SectionWriter, write_table};
use noyau::format::shards::{Census, join_section, split_section};
use noyau::format::table::Table;
use noyau::limits::Limits;
use noyau::random::SplitMix;
use noyau::tables::checkpoint::{BlobStore, Checkpoints, MemoryStore};
use noyau::verify::table::{Fault, Refused, audit};
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One of each kind: impartial and not, with and without cycles, points, turns kept, numbers, symmetry.
const GAMES: &[&str] = &[
    "awele:2,2",
    "chomp:3x4",
    "connect4:4x3",
    "domineering:3x3",
    "dots:2x1",
    "go:2,0",
    "kalah:2,2",
    "leapfrog:2",
    "matches:9,3",
    "mnk:3,2,3",
    "morris:3",
    "nim:2,3,misere",
    "nim:1,2,3",
    "octal:0.77,8",
    "tictactoe",
    "wythoff:3,4",
];

/// Solves a game into a folder, and writes the table.
fn table_in(
    game: &dyn OpenGame,
    folder: &dyn BlobStore,
    threads: usize,
) -> Result<Vec<u8>, Unsolved> {
    let title = game.table_title(None);
    let tiers = game.solve_table(folder, &title, &on_threads(threads))?;
    Ok(written(&title, folder, &tiers))
}

fn written(title: &Title, folder: &dyn BlobStore, tiers: &[u32]) -> Vec<u8> {
    let checkpoints = Checkpoints::new(folder, &title.to_text()).unwrap();
    let mut bytes = Vec::new();
    let mut piece = |i: usize| Ok(checkpoints.section(tiers[i])?.unwrap());
    write_table(title, [0, 1], tiers.len(), &mut piece, &mut bytes).unwrap();
    bytes
}

pub(crate) fn table_of(game: &dyn OpenGame) -> Vec<u8> {
    table_in(game, &MemoryStore::default(), 1).unwrap()
}

/// Checks bytes as `verify` does.
pub(crate) fn check(game: &dyn OpenGame, bytes: &[u8]) -> Result<(), Refused> {
    let table = Table::open(&[bytes])?;
    audit(&*game.table_rules(&table), &table, &on_threads(1)).map(|_| ())
}

#[test]
fn tables_are_right_and_agree_with_the_graph() {
    for name in GAMES {
        let mut game = open(name);
        let bytes = table_of(&*game);
        let table = Table::open(&[&bytes]).unwrap();
        let audited = audit(&*game.table_rules(&table), &table, &on_threads(2));
        let audited = audited.unwrap_or_else(|refused| panic!("{name}: {refused:?}"));
        let counted = game.count(&Limits::default()).unwrap();
        assert_eq!(audited.positions, counted.positions, "{name}");
        assert_eq!(table.header().counts.positions, counted.positions, "{name}");
        // Along random games, every answer is that of the solver of graphs.
        let mut random = SplitMix(7);
        for _ in 0..3 {
            // Some games can go on for ever.
            for _ in 0..12 {
                let here = game.position();
                let told = game.look_up(&table, false).unwrap();
                let found = game.solve(false, &Limits::default());
                assert_eq!(told.worth, found.worth, "{name} {here}");
                assert_eq!(told.moves, found.moves, "{name} {here}");
                assert_eq!(told.best, found.best, "{name} {here}");
                if table.header().nimbers {
                    assert_eq!(told.nimber, found.nimber, "{name} {here}");
                }
                let moves = game.moves();
                if moves.is_empty() {
                    break;
                }
                game.play(&moves[random.below(moves.len())]).unwrap();
            }
            while game.undo() {}
        }
    }
}

#[test]
fn threads_change_no_byte() {
    for name in [
        "connect4:4x4",
        "leapfrog:3",
        "dots:2x2",
        "awele:3,..6",
        "draughts:english,2",
    ] {
        let game = open(name);
        let one = table_in(&*game, &MemoryStore::default(), 1).unwrap();
        let three = table_in(&*game, &MemoryStore::default(), 3).unwrap();
        assert!(one == three, "{name}");
    }
}

/// Different positions after one and after a few moves of plays at random.
fn some_positions(game: &mut dyn OpenGame) -> Vec<String> {
    let mut random = SplitMix(5);
    let mut found: Vec<String> = Vec::new();
    for plies in [1, 3, 2] {
        for _ in 0..plies {
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            game.play(&moves[random.below(moves.len())]).unwrap();
        }
        if !found.contains(&game.position()) {
            found.push(game.position());
        }
        while game.undo() {}
    }
    found
}

/// What tables say of each position, by its place if it has one: images under symmetry are one.
fn told(game: &mut dyn OpenGame, bytes: &[u8]) -> BTreeMap<String, (Worth, Option<u32>)> {
    let table = Table::open(&[bytes]).unwrap();
    let mut rows = Vec::new();
    game.table_rows(&table, &|_, _| true, &mut |row| {
        rows.push(row.clone());
        Ok(true)
    })
    .unwrap();
    let places = rows.into_iter().map(|row| {
        game.set_board(&row.position).unwrap();
        let place = game.place_in_table();
        let key = place.map_or(row.position, |place| format!("{place:?}"));
        (key, (row.worth, row.nimber))
    });
    places.collect()
}

#[test]
fn a_table_from_several_starts_is_the_union_of_theirs() {
    let mut several = 0;
    for name in GAMES {
        let mut game = open(name);
        let starts = some_positions(&mut *game);
        let mut union = BTreeMap::new();
        for start in &starts {
            game.set(start).unwrap();
            let bytes = table_of(&*game);
            union.extend(told(&mut *open(name), &bytes));
        }
        game.set_table_starts(&starts).unwrap();
        let bytes = table_of(&*game);
        let table = Table::open(&[&bytes]).unwrap();
        assert_eq!(table.header().title.start, starts[0], "{name}");
        assert_eq!(table.header().stored as usize, union.len(), "{name}");
        assert_eq!(told(&mut *open(name), &bytes), union, "{name}");
        let checked = check(&*game, &bytes);
        assert!(checked.is_ok(), "{name}: {checked:?}");
        let two = table_in(&*game, &MemoryStore::default(), 2).unwrap();
        assert!(two == bytes, "{name}");
        // What a reader makes of the title is the same game.
        let mut again = open(name);
        set_up_table(&mut *again, &table.header().title).unwrap();
        assert!(check(&*again, &bytes).is_ok(), "{name}");
        assert_eq!(again.table_title(None), table.header().title, "{name}");
        several += usize::from(starts.len() > 1);
    }
    assert!(several > 10);
}

/// With the game's own start, further ones that play reaches change nothing but the title.
#[test]
fn the_own_start_among_several_gives_the_whole_table() {
    for name in GAMES {
        let mut game = open(name);
        let whole = told(&mut *open(name), &table_of(&*game));
        let mut starts = some_positions(&mut *game);
        starts.push(open(name).position());
        game.set_table_starts(&starts).unwrap();
        let bytes = table_of(&*game);
        assert_eq!(told(&mut *open(name), &bytes), whole, "{name}");
        assert!(check(&*game, &bytes).is_ok(), "{name}");
    }
}

#[test]
fn the_verifier_wants_all_starts_and_nothing_else() {
    for name in ["connect4:4x3", "kalah:2,2", "octal:0.77,8"] {
        let mut game = open(name);
        let mut line = Vec::new();
        for _ in 0..3 {
            line.push(game.position());
            let mv = game.moves().pop().unwrap();
            game.play(&mv).unwrap();
        }
        while game.undo() {}
        // Another move, and no image of the first.
        let moves = game.moves();
        let other = moves[(moves.len() - 1) / 2].clone();
        game.play(&other).unwrap();
        let (near, far, other) = (line[1].clone(), line[2].clone(), game.position());
        assert_ne!(near, other);
        let mut one = open(name);
        one.set_table_starts(&[near.clone(), far]).unwrap();
        let mut two = open(name);
        two.set_table_starts(&[near, other]).unwrap();
        let missing = check(&*two, &table_of(&*one));
        assert!(
            matches!(
                missing,
                Err(Refused::Wrong(
                    Fault::StartMissing { .. } | Fault::Unreachable { .. }
                ))
            ),
            "{name}: {missing:?}"
        );
        let unreachable = check(&*one, &table_of(&*two));
        assert!(
            matches!(unreachable, Err(Refused::Wrong(Fault::Unreachable { .. }))),
            "{name}: {unreachable:?}"
        );
    }
}

#[test]
fn a_start_without_a_number_is_refused() {
    let mut game = open("chess:KQK");
    let starts = [
        "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
    ];
    let refused = game.set_table_starts(&starts.map(str::to_owned));
    assert!(refused.unwrap_err().to_string().contains(starts[1]));
    let refused = open("nim:1,2").set_table_starts(&["1,2 first".to_owned(), "x".to_owned()]);
    assert!(refused.unwrap_err().to_string().contains("\"x\""));
}

/// A folder that fails after so many writes, as a disk that is full does.
pub(crate) struct Failing<'a> {
    folder: &'a MemoryStore,
    left: AtomicUsize,
}

impl<'a> Failing<'a> {
    pub(crate) fn new(folder: &'a MemoryStore, left: usize) -> Self {
        Self {
            folder,
            left: AtomicUsize::new(left),
        }
    }
}

impl BlobStore for Failing<'_> {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        self.folder.read(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let left = self.left.load(Ordering::Relaxed);
        if left == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.left.store(left - 1, Ordering::Relaxed);
        self.folder.write(name, bytes)
    }

    fn has(&self, name: &str) -> io::Result<bool> {
        self.folder.has(name)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.folder.remove(name)
    }
}

#[test]
fn a_run_that_failed_goes_on_to_the_same_bytes() {
    for (name, several) in [
        ("connect4:4x3", false),
        ("connect4:4x3", true),
        ("chomp:3x4", false),
        ("awele:2,2", true),
        ("awele:2,..4", false),
    ] {
        let mut game = open(name);
        if several {
            let starts = some_positions(&mut *game);
            game.set_table_starts(&starts).unwrap();
        }
        let whole = table_of(&*game);
        for stop in 0.. {
            let folder = MemoryStore::default();
            let failing = Failing::new(&folder, stop);
            let done = match table_in(&*game, &failing, 1) {
                Err(Unsolved::Io(error)) => {
                    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
                    false
                }
                Err(other) => panic!("{name}: {other:?}"),
                Ok(_) => true,
            };
            assert!(
                table_in(&*game, &folder, 1).unwrap() == whole,
                "{name} {stop}"
            );
            if done {
                break;
            }
        }
    }
}

#[test]
fn a_damaged_piece_is_made_again() {
    let game = open("connect4:4x3");
    let whole = table_of(&*game);
    let folder = MemoryStore::default();
    table_in(&*game, &folder, 1).unwrap();
    for name in ["solved-0", "solved-5", "solved-12"] {
        let mut bytes = folder.read(name).unwrap().unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        folder.write(name, &bytes).unwrap();
        assert!(table_in(&*game, &folder, 1).unwrap() == whole, "{name}");
    }
}

#[test]
fn the_work_of_another_game_is_left_alone() {
    let folder = MemoryStore::default();
    table_in(&*open("chomp:2x3"), &folder, 1).unwrap();
    let other = table_in(&*open("chomp:3x2"), &folder, 1);
    let Err(Unsolved::Io(error)) = other else {
        panic!("{other:?}");
    };
    assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
}

fn flip_a_bit(bytes: &mut [u8], random: &mut SplitMix) {
    let at = random.below(bytes.len());
    bytes[at] ^= 1 << random.below(8);
}

/// Two stretches of the same length change places.
fn swap_two_stretches(bytes: &mut [u8], random: &mut SplitMix) {
    let length = 1 + random.below(bytes.len() / 4);
    let a = random.below(bytes.len() - 2 * length);
    let b = a + length + random.below(bytes.len() - a - 2 * length);
    let (before, from_b) = bytes.split_at_mut(b);
    before[a..a + length].swap_with_slice(&mut from_b[..length]);
}

#[test]
fn every_corruption_is_detected() {
    let game = open("connect4:4x4");
    let bytes = table_of(&*game);
    assert!(check(&*game, &bytes).is_ok());
    let mut random = SplitMix(11);
    for round in 0..150 {
        let mut bad = bytes.clone();
        match round % 3 {
            0 => flip_a_bit(&mut bad, &mut random),
            1 => bad.truncate(random.below(bad.len())),
            _ => swap_two_stretches(&mut bad, &mut random),
        }
        if bad == bytes {
            continue;
        }
        let refused = check(&*game, &bad).unwrap_err();
        assert!(matches!(refused, Refused::Damaged(_)), "round {round}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    let refused = check(&*game, &longer).unwrap_err();
    assert!(matches!(refused, Refused::Damaged(Damage::Tail { .. })));
}

/// A table that is sound in form, with the entries that `change` makes of each: its code, or none.
fn changed(bytes: &[u8], change: impl Fn(usize, u32) -> Option<u32>) -> Vec<u8> {
    let table = Table::open(&[bytes]).unwrap();
    let header = table.header();
    let mut pieces = Vec::new();
    let mut at = 0;
    for section in &header.sections {
        assert_eq!(section.kind, Kind::Named);
        let mut writer = SectionWriter::new(section.tier, section.kind, 0);
        let mut census = Census::new(header.title.values);
        for place in table.places(section.tier) {
            let block = table.read(place).unwrap();
            let entries = block.entries().unwrap();
            let Keys::Named(names) = &entries.keys else {
                panic!("names are wanted");
            };
            for i in 0..block.len() {
                if let Some(code) = change(at, block.code(i)) {
                    let tier = block.tier(i);
                    census.add(tier.unwrap(), code, 1);
                    writer.push(Key::Name(names.get(i)), code, block.nimber(i), tier);
                }
                at += 1;
            }
        }
        let (tiers, tally) = census.finish();
        pieces.push(writer.finish(tiers, tally));
    }
    let mut out = Vec::new();
    let mut piece = |i: usize| Ok(pieces[i].clone());
    write_table(&header.title, [0, 1], pieces.len(), &mut piece, &mut out).unwrap();
    out
}

#[test]
fn every_wrong_value_is_found() {
    for name in [
        "leapfrog:2",
        "chomp:2x3",
        "kalah:2,1",
        "awele:2,1",
        "morris:3",
    ] {
        // From after a move, so that positions go by their names whatever the game.
        let mut game = open(name);
        let first = game.moves()[0].clone();
        game.play(&first).unwrap();
        let bytes = table_of(&*game);
        assert!(check(&*game, &bytes).is_ok(), "{name}");
        let same = changed(&bytes, |_, code| Some(code));
        assert!(same == bytes, "{name}");
        let table = Table::open(&[&bytes]).unwrap();
        let stored = table.header().stored as usize;
        for entry in (0..stored).step_by(stored.div_ceil(40)) {
            for other in 1..8 {
                let bad = changed(&bytes, |at, code| {
                    Some(if at == entry { other } else { code })
                });
                if bad != bytes {
                    let refused = check(&*game, &bad);
                    assert!(
                        matches!(refused, Err(Refused::Wrong(_))),
                        "{name} {entry} {other}"
                    );
                }
            }
            let bad = changed(&bytes, |at, code| (at != entry).then_some(code));
            let refused = check(&*game, &bad);
            assert!(
                matches!(refused, Err(Refused::Wrong(_))),
                "{name} without {entry}"
            );
        }
    }
}

#[test]
fn parts_join_to_the_one_file() {
    for name in ["connect4:4x4", "leapfrog:3", "chomp:3x4"] {
        let game = open(name);
        let bytes = table_of(&*game);
        let table = Table::open(&[&bytes]).unwrap();
        let header = table.header();
        let sections = &header.sections;
        let images = |tier, number| game.table_images(tier, number);
        let parts: Vec<Vec<u8>> = (0..3)
            .map(|part| {
                let mut out = Vec::new();
                let mut piece =
                    |i: usize| Ok(split_section(&table, &sections[i], [part, 3], &images).unwrap());
                write_table(
                    &header.title,
                    [part, 3],
                    sections.len(),
                    &mut piece,
                    &mut out,
                )
                .unwrap();
                out
            })
            .collect();
        let files: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        let joined = Table::open(&[files[2], files[0], files[1]]).unwrap();
        assert_eq!(joined.header().counts, header.counts, "{name}");
        audit(&*game.table_rules(&joined), &joined, &on_threads(2)).unwrap();
        assert_eq!(
            game.look_up(&joined, false).unwrap(),
            game.look_up(&table, false).unwrap()
        );
        let mut out = Vec::new();
        let joined_header = joined.header();
        let mut piece = |i: usize| Ok(join_section(&joined, &joined_header.sections[i]).unwrap());
        let count = joined_header.sections.len();
        write_table(&header.title, [0, 1], count, &mut piece, &mut out).unwrap();
        assert!(out == bytes, "{name}");

        let refused = |files: &[&[u8]]| Table::open(files).err().unwrap();
        assert_eq!(refused(&files[..2]), Damage::NoShard { index: 2, of: 3 });
        let twice = refused(&[files[0], files[1], files[1]]);
        assert_eq!(twice, Damage::ShardTwice { index: 1, of: 3 });
        let other = table_of(&*open("chomp:2x2"));
        let other = refused(&[files[0], files[1], &other]);
        assert!(matches!(other, Damage::OtherShard { .. }), "{other}");
    }
}

#[test]
fn plans_count_what_play_reaches() {
    // Games of all kinds, with the number of positions that their tables hold.
    for (name, stored) in [
        ("awele:4,2", 837_786),
        ("connect4:5x4", 1_974_174),
        ("domineering:6x5", 2_127_972),
        ("kalah:4,3", 1_367_815),
        ("leapfrog:8", 388_809),
        ("mnk:4,4,4", 1_217_977),
        ("morris:5", 1_120_745),
        ("morris:6", 2_660_288),
        ("othello:4", 14_401),
    ] {
        let plan = open(name).plan_table(&Limits::default());
        let planned = plan.positions.unwrap_or(0);
        let is_near = (stored * 2 / 3..=stored * 3 / 2).contains(&planned);
        assert!(is_near, "{name}: {planned} planned, {stored} stored");
    }
}

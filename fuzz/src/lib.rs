//! What every target does with its bytes: a reader must not panic, and what it reads must survive being written.
//!
//! The tests of `noyau-games` include this file and run all targets on the seeds and on changes of them.

use noyau::Game;
use noyau::arena::format::{Format, LeftOut, read, read_strategy, write};
use noyau::arena::{Arena, Ending};
use noyau::format::block::{Kind, Packed, unpack};
use noyau::format::checksum;
use noyau::format::table::Table;
use noyau::limits::Limits;
use noyau_games::gdl::{Gdl, Machine};
use std::time::Duration;

/// What is done with the bytes.
pub type Target = fn(&[u8]);

/// One for every reader, by name.
pub const TARGETS: &[(&str, Target)] = &[
    ("certificate", certificate),
    ("dot", |bytes| graph(bytes, Format::Dot)),
    ("edges", |bytes| graph(bytes, Format::Edges)),
    ("games", game),
    ("gdl", gdl),
    ("json", |bytes| graph(bytes, Format::Json)),
    ("list", |bytes| graph(bytes, Format::List)),
    ("matrix", |bytes| graph(bytes, Format::Matrix)),
    ("pg", |bytes| graph(bytes, Format::Pg)),
    ("proof", proof),
    ("python", |bytes| graph(bytes, Format::Python)),
    ("strategy", strategy),
    ("table", table),
    ("tgf", |bytes| graph(bytes, Format::Tgf)),
    ("tree", tree),
];

/// Reads a graph. If that succeeds, writes it and reads it again: it must be the same.
fn graph(bytes: &[u8], format: Format) {
    let Ok(draft) = read(bytes, format) else {
        return;
    };
    let arena = Arena::from(draft);
    assert!(!arena.is_empty(), "a graph has at least one vertex");
    let mut text = Vec::new();
    let left_out = write(&arena, format, &mut text).expect("a format holds what was read from it");
    assert_eq!(
        left_out,
        LeftOut::default(),
        "a format holds what was read from it"
    );
    let again = read(&text, format).map(Arena::from);
    let again =
        again.unwrap_or_else(|error| panic!("{error} in {}", String::from_utf8_lossy(&text)));
    assert!(again.names().iter().eq(arena.names().iter()), "names");
    assert_eq!(again.graph().forward(), arena.graph().forward(), "edges");
    assert_eq!(again.owners(), arena.owners(), "owners");
    assert_eq!(again.start(), arena.start(), "start");
    let endings = |arena: &Arena| -> Vec<Ending> {
        arena.graph().vertices().map(|v| arena.ending(v)).collect()
    };
    assert_eq!(endings(&again), endings(&arena), "endings");
}

/// Reads a strategy. If that succeeds, writes it as a dictionary and reads it again: it must be the same.
fn strategy(bytes: &[u8]) {
    let Ok(pairs) = read_strategy(bytes) else {
        return;
    };
    let line = |(from, to): &(String, String)| format!("{}:{}", quoted(from), quoted(to));
    let lines: Vec<String> = pairs.iter().map(line).collect();
    let text = format!("{{{}}}", lines.join(","));
    let again = read_strategy(text.as_bytes()).unwrap_or_else(|error| panic!("{error} in {text}"));
    assert_eq!(again, pairs);
}

/// Reads a tree in both formats. What is read has a value at every leaf, and all searches agree on it.
fn tree(bytes: &[u8]) {
    use noyau::search::textbook::{Algorithm, Form, search, values};
    use noyau::tree::{Format, read};
    for format in Format::ALL {
        let Ok(tree) = read(bytes, format, noyau::Side::First) else {
            continue;
        };
        let value = values(&tree)[0];
        for algorithm in [
            Algorithm::Minimax,
            Algorithm::AlphaBeta(Form::Bound),
            Algorithm::AlphaBeta(Form::Extreme),
        ] {
            let found = search(&tree, algorithm, &Limits::default(), &mut |_| ());
            assert_eq!(found.map(|found| found.value), Ok(value), "{algorithm:?}");
        }
    }
}

/// Checks a certificate, which may be refused.
fn certificate(bytes: &[u8]) {
    let _ = noyau::verify::certificate::check(bytes, &|name| {
        Err(noyau::dynamic::Problem::UnknownGame {
            name: name.to_owned(),
            near: noyau::message!("", ""),
            known: String::new(),
        })
    });
}

fn no_files(path: &str) -> Result<Vec<u8>, noyau::Message> {
    Err(noyau::message!(
        "there is no file {path}",
        "pas de fichier {path}"
    ))
}

/// Checks a proof, which may be refused: the bytes as a file, and as the steps of a false claim, which must be refused.
fn proof(bytes: &[u8]) {
    use noyau::dynamic::Walkable;
    use noyau::format::proof::{FORMAT, ProofHeader, ProofWriter};
    use noyau::verify::certificate::check_proof;
    /// Games, and what is false of their starts.
    const FALSE: &[(&str, &str, &str)] = &[
        ("tictactoe", "proof", "win 7"),
        ("connect4:4x4", "outcome", "win"),
        ("domineering:4x3", "outcome", "win"),
        ("nim:3,3", "proof", "win 5"),
        ("dots:2x2", "proof", "3"),
        ("morris:3", "outcome", "loss"),
    ];
    let open = |name: &str| {
        let opened = noyau_games::open(name, &no_files);
        Ok(opened? as Box<dyn Walkable>)
    };
    let limits = Limits {
        memory: Some(64 << 20),
        ..Limits::default()
    }
    .for_at_most(Duration::from_secs(2));
    let _ = check_proof(&mut &*bytes, &open, &limits);
    let Some((&which, steps)) = bytes.split_first() else {
        return;
    };
    let (game, kind, claim) = FALSE[usize::from(which) % FALSE.len()];
    let (noyau, version) = FORMAT;
    let claim = || Some(claim.to_owned());
    let header = ProofHeader {
        noyau: noyau.to_owned(),
        version,
        kind: kind.to_owned(),
        game: game.to_owned(),
        rules: 1,
        position: noyau_games::open(game, &no_files)
            .map(|game| game.position())
            .expect("a game"),
        least: claim(),
        most: if kind == "proof" { claim() } else { None },
        window: 64,
    };
    let mut file = Vec::new();
    let mut writer = ProofWriter::new(&mut file);
    writer.header(&header).expect("memory");
    for &step in steps {
        writer.step(std::iter::once(step.into())).expect("memory");
    }
    writer.end().expect("memory");
    let checked = check_proof(&mut &*file, &open, &limits);
    assert!(checked.is_err(), "a false claim of {game} passes");
}

/// Opens a table and reads everything in it; as it is, and with the checksums that guard its beginning set right, so that
/// what lies behind them is reached. Then reads the same bytes as one block.
fn table(bytes: &[u8]) {
    read_table(bytes);
    let mut sealed = bytes.to_vec();
    if let Some(length) = bytes.get(12..16).and_then(|length| length.try_into().ok()) {
        let end = 32usize.saturating_add(u32::from_le_bytes(length) as usize);
        if let Some(header) = bytes.get(32..end) {
            sealed[16..24].copy_from_slice(&checksum(header, 0).to_le_bytes());
            let own = checksum(&sealed[..24], 0);
            sealed[24..32].copy_from_slice(&own.to_le_bytes());
            read_table(&sealed);
        }
    }
    let Some((&[kind, low, high], packed)) = bytes.split_first_chunk::<3>() else {
        return;
    };
    let kind = [Kind::Dense, Kind::Listed, Kind::Named][usize::from(kind % 3)];
    let count = usize::from(low) + 1;
    let told = Packed {
        length: packed.len() as u32,
        unpacked: u32::from(high) * 16,
        checksum: checksum(packed, 0),
        first: 0,
    };
    if let Ok(block) = unpack(packed, &told, 0, 0, kind, count) {
        let _ = block.entries();
        let _ = block.find(7);
        let _ = block.find_name("7");
    }
}

fn read_table(bytes: &[u8]) {
    let Ok(table) = Table::open(&[bytes]) else {
        return;
    };
    let _ = table.find_name("7");
    for section in &table.header().sections {
        let _ = table.find(section.tier, 7);
        for place in table.places(section.tier) {
            if let Ok(block) = table.read(place) {
                let _ = block.entries();
            }
        }
    }
}

/// Opens the game that the first line names, sets up the position of the second and plays the moves of the others. Each
/// may be refused; a position that is taken must read back from its own text, and its picture must show every move.
fn game(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut lines = text.lines();
    let name = lines.next().unwrap_or_default();
    let no_files = |path: &str| Err(noyau::message!("no file {path}", "pas de fichier {path}"));
    let open = || noyau_games::open(name, &no_files);
    let (Ok(mut game), Ok(mut twin)) = (open(), open()) else {
        return;
    };
    let position = lines.next().unwrap_or_default();
    if !position.is_empty() && game.set(position).is_err() {
        return;
    }
    for mv in [None].into_iter().chain(lines.map(Some)) {
        if let Some(mv) = mv
            && game.play(mv).is_err()
        {
            continue;
        }
        let text = game.position();
        if let Err(problem) = twin.set(&text) {
            panic!("{text:?} of {name:?} does not read back: {problem}");
        }
        assert_eq!(twin.position(), text, "a position reads back as another");
        let moves = game.moves();
        assert_eq!(
            twin.moves(),
            moves,
            "a position that is read has other moves"
        );
        assert_eq!(
            moves.is_empty(),
            game.outcome().is_some(),
            "over without moves"
        );
        assert_eq!(
            game.view().moves.len(),
            moves.len(),
            "the picture shows moves"
        );
    }
}

/// Reads a rule sheet and plays a little. It may be refused; a state must read back from its own text, and a game of two
/// must obey what every game does.
fn gdl(bytes: &[u8]) {
    const WORK: u64 = 300_000;
    let Ok(machine) = Machine::read_within(bytes, WORK) else {
        return;
    };
    let limits = Limits::default().for_at_most(Duration::from_millis(500));
    let _ = noyau_games::gdl::perft(&machine, 2, &limits);
    let start = machine.start();
    let text = machine.facts(&start).join(" ");
    assert_eq!(machine.parse_state(&text), Ok(start), "{text:?} reads back");
    let Ok(game) = Gdl::from_machine(machine, "sheet.kif") else {
        return;
    };
    let mut position = game.start();
    for _ in 0..20 {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert_eq!(
            moves.is_empty(),
            game.outcome(&position).is_some(),
            "over without moves"
        );
        let Some(&mv) = moves.last() else {
            return;
        };
        game.play(&mut position, mv);
    }
}

/// A string in JSON, every character as an escape.
fn quoted(name: &str) -> String {
    let units = name.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
    format!("\"{}\"", units.collect::<String>())
}

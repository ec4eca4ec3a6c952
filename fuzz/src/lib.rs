//! What every target does with its bytes: a reader must not panic, and what it reads must survive being written.

pub use noyau::arena::format::Format;

use noyau::arena::format::{LeftOut, read, read_strategy, write};
use noyau::arena::{Arena, Ending};

/// Reads a graph. If that succeeds, writes it and reads it again: it must be the same.
pub fn graph(bytes: &[u8], format: Format) {
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
pub fn strategy(bytes: &[u8]) {
    let Ok(pairs) = read_strategy(bytes) else {
        return;
    };
    let line = |(from, to): &(String, String)| format!("{}:{}", quoted(from), quoted(to));
    let lines: Vec<String> = pairs.iter().map(line).collect();
    let text = format!("{{{}}}", lines.join(","));
    let again = read_strategy(text.as_bytes()).unwrap_or_else(|error| panic!("{error} in {text}"));
    assert_eq!(again, pairs);
}

/// Checks a certificate, which may be refused.
pub fn certificate(bytes: &[u8]) {
    let _ = noyau::verify::certificate(bytes, &|name| {
        Err(noyau::erased::Problem::UnknownGame {
            name: name.to_owned(),
            known: String::new(),
        })
    });
}

/// Opens the game that the first line names, sets up the position of the second and plays the moves of the others. Each
/// may be refused; a position that is taken must read back from its own text, and its picture must show every move.
pub fn game(bytes: &[u8]) {
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

/// A string in JSON, every character as an escape.
fn quoted(name: &str) -> String {
    let units = name.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
    format!("\"{}\"", units.collect::<String>())
}

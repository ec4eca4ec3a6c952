//! Input: files up to a size limit, and games by name.

use crate::failure::Failure;
use crate::{args, memory};
use clap::ArgMatches;
use noyau::dynamic::{OpenGame, Problem};
use noyau::format::fingerprint;
use noyau::limits::Limits;
use noyau::{Message, message};
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::time::Duration;

/// The error that a file cannot be read.
pub(crate) fn unreadable(path: &str, error: &io::Error) -> Failure {
    Failure::File(why_unreadable(path, error))
}

fn why_unreadable(path: &str, error: &io::Error) -> Message {
    match error.kind() {
        io::ErrorKind::NotFound => message!(
            "{path}: there is no such file",
            "{path} : ce fichier n'existe pas"
        ),
        io::ErrorKind::IsADirectory => message!(
            "{path}: this is a folder, and a file is wanted",
            "{path} : c'est un dossier, et il faut un fichier"
        ),
        io::ErrorKind::PermissionDenied => message!(
            "{path}: reading this file is not permitted",
            "{path} : la lecture de ce fichier n'est pas permise"
        ),
        _ => message!(
            "{path}: the file cannot be read: {why}",
            "{path} : le fichier ne peut pas être lu : {why}",
            why = error.to_string()
        ),
    }
}

/// Opens a file, or the standard input for `-`, with its length if known, otherwise 0.
fn open(path: &str) -> io::Result<(Box<dyn Read>, u64)> {
    if path == "-" {
        return Ok((Box::new(io::stdin().lock()), 0));
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok((Box::new(file), metadata.len()))
}

/// Opens a file for reading by lines, with its length if known.
pub(crate) fn lines(path: &str) -> Result<(BufReader<Box<dyn Read>>, u64), Failure> {
    let (source, length) = open(path).map_err(|error| unreadable(path, &error))?;
    Ok((BufReader::new(source), length))
}

/// Reads a file, or the standard input for `-`, up to a maximum length.
pub(crate) fn read(path: &str, most: u64) -> Result<Vec<u8>, Message> {
    let complain = |error: io::Error| why_unreadable(path, &error);
    let too_long = || {
        message!(
            "{path}:1:1: the file is longer than the limit of {limit} bytes; --max-bytes raises it",
            "{path}:1:1: le fichier dépasse la limite de {limit} octets ; --max-bytes la relève",
            limit = most
        )
    };
    let (source, length) = open(path).map_err(complain)?;
    if length > most {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    // One byte more, so that reading to the end does not reallocate.
    bytes
        .try_reserve_exact(length as usize + 1)
        .map_err(|_| complain(io::ErrorKind::OutOfMemory.into()))?;
    // A pipe has no known length, and a file may grow: limit the read as well.
    source
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(complain)?;
    if bytes.len() as u64 > most {
        return Err(too_long());
    }
    Ok(bytes)
}

/// Whether the path exists.
pub(crate) fn exists(path: &str) -> bool {
    fs::metadata(path).is_ok()
}

/// The limit of `--max-bytes`.
pub(crate) fn most_bytes(matches: &ArgMatches) -> u64 {
    matches.get_one("max-bytes").copied().unwrap_or(u64::MAX)
}

/// A game, with the checksum of its file, if there is one.
pub(crate) type Opened = (Box<dyn OpenGame>, Option<String>);

/// Opens a game by its name.
pub(crate) fn open_game(name: &str, most: u64) -> Result<Opened, Problem> {
    let checksum = RefCell::new(None);
    let game = noyau_games::open(name, &|path| {
        let content = read(path, most)?;
        *checksum.borrow_mut() = Some(fingerprint(&content));
        Ok(content)
    })?;
    Ok((game, checksum.into_inner()))
}

/// Opens the game of a command in the position of `--at` and `--after`.
pub(crate) fn open_position(matches: &ArgMatches) -> Result<Opened, Problem> {
    open_position_of(args::word(matches, "game").unwrap_or_default(), matches)
}

/// Opens that game in the position of `--at` and `--after`.
pub(crate) fn open_position_of(name: &str, matches: &ArgMatches) -> Result<Opened, Problem> {
    let (mut game, checksum) = open_game(name, most_bytes(matches))?;
    place(&mut *game, matches)?;
    Ok((game, checksum))
}

/// Sets up the position of `--at` and `--after`.
pub(crate) fn place(game: &mut dyn OpenGame, matches: &ArgMatches) -> Result<(), Problem> {
    if let Some(position) = args::word(matches, "at") {
        game.set(position)?;
    }
    if let Some(moves) = args::word(matches, "after") {
        game.play_line(moves)?;
    }
    Ok(())
}

/// Whether `--at` is given several times.
pub(crate) fn has_several_positions(matches: &ArgMatches) -> bool {
    matches
        .get_many::<String>("at")
        .is_some_and(|at| at.len() > 1)
}

/// Makes tables begin at the positions of `--starts`, or of several `--at`.
pub(crate) fn set_starts(game: &mut dyn OpenGame, matches: &ArgMatches) -> Result<(), Failure> {
    if let Some(path) = args::word(matches, "starts") {
        return set_starts_of(game, path, most_bytes(matches));
    }
    if !has_several_positions(matches) {
        return Ok(());
    }
    if matches.contains_id("after") {
        return Err(Failure::Request(message!(
            "--after goes with one position, and --at is given several times",
            "--after va avec une seule position, et --at est donné plusieurs fois"
        )));
    }
    let positions = matches.get_many::<String>("at").into_iter().flatten();
    let positions: Vec<String> = positions.cloned().collect();
    Ok(game.set_table_starts(&positions)?)
}

/// Makes tables begin at the positions of a file. A position may begin with `#`, a comment with `#` and a space.
pub(crate) fn set_starts_of(game: &mut dyn OpenGame, path: &str, most: u64) -> Result<(), Failure> {
    let content = read(path, most).map_err(Failure::File)?;
    let (mut positions, mut numbers) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(content.split(|&byte| byte == b'\n')) {
        let Ok(line) = std::str::from_utf8(line) else {
            return Err(Failure::File(message!(
                "{path}:{number}: the line is not UTF-8 text",
                "{path}:{number}: la ligne n'est pas un texte UTF-8"
            )));
        };
        let line = line.trim();
        if !line.is_empty() && line != "#" && !line.starts_with("# ") {
            positions.push(line.to_owned());
            numbers.push(number);
        }
    }
    if positions.is_empty() {
        return Err(Failure::File(message!(
            "{path}: there is no position in this file",
            "{path} : il n'y a pas de position dans ce fichier"
        )));
    }
    let Err(problem) = game.set_table_starts(&positions) else {
        return Ok(());
    };
    let wrong = match &problem {
        Problem::Position { got, .. } => positions.iter().position(|text| text == got),
        _ => None,
    };
    let line: u64 = numbers[wrong.unwrap_or(0)];
    Err(Failure::File(message!(
        "{path}:{line}: {why}",
        "{path}:{line}: {why}",
        why = Message::of(&problem)
    )))
}

/// The advice to read a file as the format that its content is in, after the error.
pub(crate) fn other_format(looks: &str) -> Message {
    message!(
        "; the content looks like {looks}: --format {looks} reads it so",
        " ; le contenu ressemble à {looks} : --format {looks} le lit ainsi"
    )
}

/// The error for a word that is neither a file nor a game.
pub(crate) fn neither_file_nor_game(path: &str) -> Failure {
    // A path with a folder or an extension was meant as a file.
    let complaint = if path.contains(['/', '.', '\\']) {
        message!(
            "{path}: there is no such file",
            "{path} : ce fichier n'existe pas"
        )
    } else {
        let known: Vec<_> = noyau_games::GAMES
            .iter()
            .map(|game| game.info().name)
            .collect();
        let known = known.join(", ");
        message!(
            "{path}: there is no such file, and no such game either; the games are {known}",
            "{path} : ce fichier n'existe pas, ni ce jeu ; les jeux sont {known}"
        )
    };
    Failure::File(complaint)
}

/// Fails if the rules of a game, which may come from a file, left a visited position undefined.
pub(crate) fn settled(game: &dyn OpenGame) -> Result<(), Failure> {
    match game.defect() {
        None => Ok(()),
        Some(why) => Err(open_rules(&game.name(), &why)),
    }
}

/// The failure of rules that leave a position undefined.
pub(crate) fn open_rules(game: &str, why: &Message) -> Failure {
    Failure::File(message!(
        "{game}: {why}; `noyau gdl` tells more",
        "{game} : {why} ; `noyau gdl` en dit plus",
        why = *why
    ))
}

/// The limits of `--time`, `--memory`, `--nodes` and `--threads`, as far as the command has them.
pub(crate) fn limits(matches: &ArgMatches) -> Limits {
    let get = |id| matches.try_get_one::<u64>(id).ok().flatten().copied();
    let limits = Limits {
        memory: get("memory"),
        process: get("memory").and_then(memory::limit),
        nodes: get("nodes"),
        threads: get("threads").map_or(1, |threads| threads as usize),
        ..Limits::default()
    };
    match matches.try_get_one::<Duration>("time").ok().flatten() {
        None => limits,
        Some(&time) => limits.for_at_most(time),
    }
}

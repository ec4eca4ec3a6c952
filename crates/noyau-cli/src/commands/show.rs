//! `noyau show`: a position.

use super::solve::MOVES_SHOWN;
use crate::prelude::*;
use noyau::dynamic::Ability;
use noyau::solve::nimbers;
use noyau::view::figure::{self, Figure};
use noyau::view::{Piece, View};

pub(super) const COMMAND: Entry = Entry::new("show", help::SHOW, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let file = |id, help| args.path(id, help::FILE, help);
    let command = args
        .position(command)
        .arg(file("svg", help::SHOW_SVG))
        .arg(file("tikz", help::SHOW_TIKZ))
        .arg(file("strip", help::STRIP))
        .arg(args.flag("nimbers", help::SHOW_NIMBERS))
        .arg(args.json());
    args.force(command, &["svg", "tikz", "strip"])
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
    let (game, _) = input::open_position(matches)?;
    let (first, count) = game.first_moves(MOVES_SHOWN);
    input::settled(&*game)?;
    let nimbers = matches
        .get_flag("nimbers")
        .then(|| nimber_table(&*game))
        .transpose()?;
    draw(console, matches, &*game, nimbers.as_ref())?;
    if matches.get_flag("json") {
        return console.json(&documents::position(&*game, &game.moves()));
    }
    let mut out = console.out();
    let view = nimbers.map_or_else(|| game.view(), |figure| figure.view);
    writeln!(out, "{}", view.to_text())?;
    let side = console.say(messages::side(game.side()));
    let mut lines = console.lines();
    lines.add(messages::GAME, &messages::sized(&*game));
    lines.add(messages::POSITION, &game.position());
    lines.add(messages::TO_MOVE, &side.to_owned());
    if let Some([first, second]) = game.points() {
        lines.add(messages::POINTS, &format!("{first}-{second}"));
    }
    match game.outcome() {
        None => {
            let listed = console.cut_after(game.join_moves(&first), count - first.len());
            lines.add(messages::MOVES, &format!("{listed} ({count})"));
        }
        Some(_) => lines.add(messages::RESULT, &ended(&*game)),
    }
    lines.end(out)
}

/// Writes the pictures that are asked for.
fn draw(
    console: Console,
    matches: &ArgMatches,
    game: &dyn OpenGame,
    nimbers: Option<&Figure>,
) -> Result<(), Failure> {
    if ["svg", "tikz", "strip"]
        .iter()
        .all(|id| !matches.contains_id(id))
    {
        return Ok(());
    }
    let boards = boards(matches)?;
    let last = boards.last().map(|(figure, _)| figure.clone());
    let figure = nimbers.cloned().or(last).unwrap_or_default();
    let title = console.phrase(&message!(
        "{game} in the position {position}",
        "{game} dans la position {position}",
        game = game.name(),
        position = game.position()
    ));
    if let Some(path) = args::path(matches, "svg") {
        output::write(matches, path, &console.named(figure.to_svg(&title)))?;
    }
    if let Some(path) = args::path(matches, "tikz") {
        output::write(matches, path, &console.named(figure.to_tikz()))?;
    }
    if let Some(path) = args::path(matches, "strip") {
        if boards.len() > MOST_BOARDS {
            return Err(Failure::Request(message!(
                "a strip has up to {MOST_BOARDS} boards, and this play has {count}: begin later with --at",
                "une bande a au plus {MOST_BOARDS} plateaux, et cette partie en a {count} : commencez plus tard avec --at",
                count = boards.len()
            )));
        }
        let boards: Vec<(Figure, String)> = boards
            .into_iter()
            .enumerate()
            .map(|(number, (mut figure, played))| {
                figure.view.labels.clear();
                let words = match played {
                    None => message!("start", "début"),
                    Some((side, mv)) => message!(
                        "{number}. {side} {mv}",
                        "{number}. {side} {mv}",
                        side = messages::side(side)
                    ),
                };
                (figure, console.phrase(&words))
            })
            .collect();
        let ending = path.extension().and_then(|ending| ending.to_str());
        let strip = match ending {
            Some("tex" | "tikz") => figure::strip_tikz(&boards),
            _ => figure::strip_svg(&boards, &title),
        };
        output::write(matches, path, &console.named(strip))?;
    }
    Ok(())
}

/// The most boards of a strip.
const MOST_BOARDS: usize = 60;

/// The boards from the position of `--at`, or the start, along the moves of `--after`.
fn boards(matches: &ArgMatches) -> Result<Vec<figures::Shown>, Failure> {
    let name = args::word(matches, "game").unwrap_or_default();
    let (mut game, _) = input::open_game(name, input::most_bytes(matches))?;
    if let Some(position) = args::word(matches, "at") {
        game.set(position)?;
    }
    let moves = args::word(matches, "after").map(|moves| game.split_moves(moves));
    figures::play(&mut *game, &moves.unwrap_or_default())
}

/// The board with, on each cell, the nimber of the position in which the only piece stands there.
fn nimber_table(game: &dyn OpenGame) -> Result<Figure, Failure> {
    /// A larger table is not read.
    const MOST: usize = 1024;
    let refused = || {
        Failure::Request(message!(
            "--nimbers needs an impartial game whose positions are one piece on a board of up to {MOST} squares, as wythoff:9,9",
            "--nimbers demande un jeu impartial dont les positions sont une pièce sur un plateau d'au plus {MOST} cases, comme wythoff:9,9"
        ))
    };
    let piece_of = |view: &View| {
        let mut with = (0..view.cells.len()).filter(|&cell| view.cells[cell].piece.is_some());
        let piece = with.next()?;
        with.next().is_none().then_some(piece)
    };
    let entry = noyau_games::find(game.info().name);
    let impartial = entry.is_some_and(|entry| entry.abilities().contains(&Ability::Nimbers));
    let mut view = game.view();
    if !impartial || view.cells.len() > MOST || piece_of(&view).is_none() {
        return Err(refused());
    }
    let arena = game
        .arena(&Limits::default())
        .map_err(|unfinished| unfinished.stopped)?;
    let found = nimbers::nimbers(arena.graph()).map_err(|_| refused())?;
    let (mut other, _) = input::open_game(&game.name(), u64::MAX)?;
    let mut written = Vec::new();
    for cell in &mut view.cells {
        cell.piece = None;
    }
    view.moves.clear();
    for v in arena.graph().vertices() {
        other.set_board(&format!("{} {}", arena.name(v), Side::First))?;
        let cell = piece_of(&other.view()).ok_or_else(refused)?;
        let nimber = found[v as usize];
        view.cells[cell].piece = Some(Piece::heap('1', nimber));
        written.push((cell, nimber.to_string(), nimber == 0));
    }
    Ok(Figure {
        view,
        written,
        ..Figure::default()
    })
}

/// How a finished game ended.
pub(super) fn ended(game: &dyn OpenGame) -> Message {
    let winner = game.outcome().and_then(|end| end.winner(game.side()));
    match winner {
        None => message!("the game is over: a draw", "la partie est finie : nulle"),
        Some(winner) => message!(
            "the game is over: {winner} wins",
            "la partie est finie : {winner} gagne",
            winner = messages::side(winner)
        ),
    }
}

//! Graphs of games, and graphs as text, with the algorithms of the course.

use crate::answer::{ApiResult, json};
use crate::context::{Task, TaskParams};
use crate::error::ApiError;
use crate::input::{self, Moves, Position};
use noyau::arena::Arena;
use noyau::arena::draw::{self, Direction, Marks, Style};
use noyau::arena::format::{self, Format, WriteError};
use noyau::documents::page::{
    arena_document, attractor_layers, checked_kernel, exported, nimbers_of,
};
use noyau::dynamic::Ability;
use noyau::limits::{Limits, Stopped, Unfinished};
use noyau::play::exercise;
use noyau::solve::kernel::{self, Mark};
use noyau::solve::{retrograde, strategy};
use noyau::{Message, Outcome, Side, Text, message};
use serde::Deserialize;

/// The maximum number of vertices of a layout.
const MOST: usize = 2000;
/// The maximum mean number of edges per vertex of a layout.
const MOST_EDGES: usize = 8;
/// The maximum number of bends of all edges: beyond it, the longest edges are straight.
const BENDS: usize = 15_000;
/// The memory for the graph of a game: more than enough for any layout.
const UNFOLDED: u64 = 8 << 20;

/// A game in a position, or the text of a graph; and the operation on it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Request {
    game: Option<String>,
    content: Option<String>,
    at: Option<String>,
    after: Option<Moves>,
    text: Option<String>,
    format: Option<String>,
    most: Option<usize>,
    direction: Option<String>,
    double: bool,
    player: Option<String>,
    targets: Vec<u32>,
    guess: Option<Guess>,
    #[serde(rename = "as")]
    to: Option<String>,
    marks: Vec<String>,
}

impl TaskParams for Request {}

#[derive(Debug, Clone, Default, Deserialize)]
struct Guess {
    kernel: Vec<u32>,
}

/// A graph, and whether it belongs to a game with points, which the graph does not contain.
struct LoadedArena {
    arena: Arena,
    points: bool,
}

fn too_large(vertices: &Message, most: usize) -> ApiError {
    ApiError::too_large(message!(
        "there are {vertices} vertices, and up to {most} are laid out: take a smaller game, or a position nearer the end",
        "il y a {vertices} sommets, et on en dispose au plus {most} : prenez un jeu plus petit, ou une position plus proche de la fin",
        vertices = *vertices
    ))
}

/// A number at which counting stopped.
fn more_than(counted: u64) -> Message {
    message!("more than {counted}", "plus de {counted}")
}

impl Request {
    fn load(&self, task: &Task) -> Result<LoadedArena, ApiError> {
        let most = self.most.unwrap_or(MOST).clamp(1, MOST);
        let loaded = match (&self.text, &self.game) {
            (Some(text), _) => LoadedArena {
                arena: self.read(text)?,
                points: false,
            },
            (None, Some(game)) => {
                let (content, at) = (self.content.as_ref(), self.at.as_ref());
                let position = Position::new(game, content, at, self.after.as_ref());
                let pooled = task.app.games.open(&position)?;
                let within = Limits {
                    memory: Some(UNFOLDED),
                    ..task.limits.clone()
                };
                let arena = pooled.game().arena(&within);
                input::settled(pooled.game())?;
                let family = pooled.game().info().name;
                let entry = noyau_games::find(family);
                LoadedArena {
                    arena: arena.map_err(|Unfinished { stopped, positions }| match stopped {
                        Stopped::Memory | Stopped::Time if positions > most as u64 => {
                            too_large(&more_than(positions), most)
                        }
                        stopped => ApiError::stopped(stopped),
                    })?,
                    points: entry.is_some_and(|entry| entry.abilities().contains(&Ability::Points)),
                }
            }
            (None, None) => {
                return Err(ApiError::bad(message!(
                    "a `game` or the `text` of a graph is wanted",
                    "il faut un `game` ou le `text` d'un graphe"
                )));
            }
        };
        let vertices = loaded.arena.len() * if self.double { 2 } else { 1 };
        if vertices > most {
            return Err(too_large(&message!("{vertices}", "{vertices}"), most));
        }
        let (edges, room) = (loaded.arena.graph().edges(), MOST_EDGES * most);
        if edges > room {
            return Err(ApiError::too_large(message!(
                "there are {edges} edges, and up to {room} are laid out",
                "il y a {edges} arêtes, et on en dispose au plus {room}"
            )));
        }
        if self.double {
            return Ok(LoadedArena {
                arena: loaded.arena.doubled(),
                ..loaded
            });
        }
        Ok(loaded)
    }

    fn read(&self, text: &str) -> Result<Arena, ApiError> {
        let format = match self.format.as_deref().unwrap_or("auto") {
            "auto" => guess(text),
            name => Format::from_name(name).ok_or_else(|| {
                let known: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
                let known = known.join(", ");
                ApiError::bad(message!(
                    "there is no format {name:?}; the formats are auto, {known}",
                    "pas de format {name:?} ; les formats sont auto, {known}"
                ))
            })?,
        };
        let draft = format::read(text.as_bytes(), format).map_err(|error| {
            ApiError::in_text(error.line, error.column, Message::of(&error.problem))
        })?;
        Ok(Arena::from(draft))
    }

    fn style(&self, language: noyau::Language) -> Style {
        Style {
            direction: match self.direction.as_deref() {
                Some("down") => Direction::Down,
                _ => Direction::Right,
            },
            language,
            most: MOST,
            bends: BENDS,
            ..Style::default()
        }
    }
}

/// Guesses the format of a text. It may begin with comments, and a dictionary or a list may be assigned to a name,
/// as in Python. If the beginning is ambiguous, a text of only 0 and 1 is a matrix, and anything else a list of
/// edges.
fn guess(text: &str) -> Format {
    if let Some(format) = Format::from_content(text.as_bytes()) {
        return format;
    }
    let mut lines = text.lines().map(str::trim);
    if lines.clone().any(|line| line == "#") {
        return Format::Tgf;
    }
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', '/', '%']));
    let first = first.unwrap_or_default();
    if let Some((name, value)) = first.split_once('=')
        && !name.contains(['"', ',', '-'])
        && value.trim_start().starts_with(['{', '['])
    {
        return Format::Python;
    }
    // Comments before a dictionary mean Python: JSON has none.
    if first.starts_with('{') && text.trim_start().starts_with('#') {
        return Format::Python;
    }
    if let Some(format) = Format::from_content(first.as_bytes()) {
        return format;
    }
    let mut cells = first.split([',', ';']).map(str::trim);
    if cells.all(|cell| cell == "0" || cell == "1") {
        Format::Matrix
    } else {
        Format::Edges
    }
}

/// The graph as text.
fn written(arena: &Arena, format: Format) -> Result<String, ApiError> {
    let mut out = Vec::new();
    format::write(arena, format, &mut out).map_err(|error| match error {
        WriteError::Problem(problem) => ApiError::bad(Message::of(&problem)),
        WriteError::Io(error) => {
            let why = error.to_string();
            ApiError::bad(message!(
                "it cannot be written: {why}",
                "impossible à écrire : {why}"
            ))
        }
    })?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

pub(super) fn arena(task: &Task, request: &Request) -> ApiResult {
    let LoadedArena { arena, points } = request.load(task)?;
    let style = request.style(task.language);
    let text = written(&arena, Format::Python).unwrap_or_default();
    json(&arena_document(&arena, points, &style, &text))
}

pub(super) fn double(task: &Task, request: &Request) -> ApiResult {
    let request = Request {
        double: true,
        ..request.clone()
    };
    arena(task, &request)
}

/// Fails unless all numbers are vertices.
fn within(arena: &Arena, vertices: &[u32]) -> Result<(), ApiError> {
    match vertices.iter().find(|&&v| v as usize >= arena.len()) {
        None => Ok(()),
        Some(v) => {
            let most = arena.len();
            Err(ApiError::bad(message!(
                "there is no vertex {v}: they are numbered from 0, and there are {most}",
                "pas de sommet {v} : ils sont numérotés à partir de 0, et il y en a {most}"
            )))
        }
    }
}

pub(super) fn attractor(task: &Task, request: &Request) -> ApiResult {
    let LoadedArena { arena, .. } = request.load(task)?;
    let player = request.player.as_deref().unwrap_or("first");
    let player = Side::from_name(player).ok_or_else(|| {
        ApiError::bad(message!(
            "a player is `first` or `second`",
            "un joueur est `first` ou `second`"
        ))
    })?;
    if arena.owners().is_none() {
        return Err(ApiError::bad(message!(
            "an attractor belongs to a side, and this graph has no owners: ask for its doubled arena",
            "un attracteur est celui d'un camp, et ce graphe n'a pas de propriétaires : demandez son arène doublée"
        )));
    }
    within(&arena, &request.targets)?;
    json(&attractor_layers(&arena, player, &request.targets))
}

pub(super) fn check(task: &Task, request: &Request) -> ApiResult {
    let LoadedArena { arena, .. } = request.load(task)?;
    let guess = request
        .guess
        .as_ref()
        .map_or(&[][..], |guess| &guess.kernel);
    within(&arena, guess)?;
    let wrong = exercise::check_kernel(&arena, guess);
    json(&checked_kernel(wrong, task.language))
}

const LOST: Text = Text {
    en: "lost for the side to move",
    fr: "perdu pour le camp au trait",
};
const DISTANCE: Text = Text {
    en: "distance",
    fr: "distance",
};

/// The marks of a picture.
fn marks(loaded: &LoadedArena, wanted: &[String]) -> Marks {
    let arena = &loaded.arena;
    let graph = arena.graph();
    let mut marks = Marks::default();
    let solution = || retrograde::solve(arena, 1);
    for mark in wanted {
        match mark.as_str() {
            "kernel" => {
                let kernel = kernel::kernel(graph, 1);
                marks.chosen = Some(kernel.iter().map(|&mark| mark == Mark::Lost).collect());
            }
            "nimbers" => marks.nimbers = nimbers_of(arena),
            "strategy" if !loaded.points => {
                marks.strategy = strategy::winning(arena, &solution(), arena.start()).moves;
            }
            "solution" if !loaded.points => {
                let solution = solution();
                let values = || graph.vertices().map(|v| solution.value(v));
                let lost = values().map(|value| value.outcome() == Outcome::Loss);
                marks.chosen = Some(lost.collect());
                marks.chosen_name = Some(LOST);
                marks.ranks = Some(values().map(noyau::Value::distance).collect());
                marks.ranks_name = Some(DISTANCE);
            }
            _ => {}
        }
    }
    marks
}

pub(super) fn export(task: &Task, request: &Request) -> ApiResult {
    let loaded = request.load(task)?;
    let to = request.to.as_deref().unwrap_or("svg");
    let style = request.style(task.language);
    let marks = || marks(&loaded, &request.marks);
    let (extension, text) = match to {
        "svg" => ("svg", draw::svg(&loaded.arena, &marks(), &style)),
        "tikz" => ("tex", draw::tikz(&loaded.arena, &marks(), &style)),
        "dot" => ("dot", draw::dot(&loaded.arena, &marks(), &style)),
        name => {
            let format = Format::from_name(name).ok_or_else(|| {
                ApiError::bad(message!(
                    "{name:?} is none of svg, tikz, dot, json, python, list, tgf, edges, matrix, pg",
                    "{name:?} n'est aucun de svg, tikz, dot, json, python, list, tgf, edges, matrix, pg"
                ))
            })?;
            let extension = match format {
                Format::Python => "py",
                Format::Matrix => "csv",
                format => format.name(),
            };
            (extension, written(&loaded.arena, format)?)
        }
    };
    json(&exported(&format!("arena.{extension}"), &text))
}

#[cfg(test)]
mod tests {
    use super::guess;
    use noyau::arena::format::Format;

    #[test]
    fn a_pasted_text_tells_its_format() {
        let course = "# Chomp (2, 3)\nd = {\n  0: [1],\n  1: [],\n}\n";
        assert_eq!(guess(course), Format::Python);
        assert_eq!(guess("# by hand\n{0: [1], 1: []}"), Format::Python);
        assert_eq!(guess("# by hand\ndigraph { a -> b }"), Format::Dot);
        assert_eq!(guess("1 a\n2 b\n#\n1 2\n"), Format::Tgf);
        assert_eq!(guess("0,1\n0,0\n"), Format::Matrix);
        assert_eq!(guess("a b\n"), Format::Edges);
    }
}

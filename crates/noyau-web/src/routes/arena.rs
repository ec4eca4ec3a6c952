//! Graphs of games, and graphs as text, with the algorithms of the course.

use super::arena_part::{self, Kind, Part, Walk, Wanted};
use crate::answer::{self, ApiResult};
use crate::context::{Task, TaskParams};
use crate::error::ApiError;
use crate::game_cache::PooledGame;
use crate::input::{self, Moves, Position};
use noyau::arena::Arena;
use noyau::arena::draw::{self, Direction, Marks, Style};
use noyau::arena::format::{self, Format, WriteError};
use noyau::documents::page::{
    ArenaPart, arena_document, arena_part_document, attractor_layers, checked_kernel, exported,
    nimbers_of,
};
use noyau::dynamic::Ability;
use noyau::limits::{Limits, Stopped, Unfinished};
use noyau::play::exercise;
use noyau::solve::kernel::{self, Kernels, Mark};
use noyau::solve::{retrograde, strategy};
use noyau::{Message, Outcome, Side, Text, Value, message};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// The direction of that name in a request; to the right if none is named.
pub(super) fn direction(name: Option<&str>) -> Direction {
    match name {
        Some("down") => Direction::Down,
        _ => Direction::Right,
    }
}

/// The maximum number of vertices of a layout.
const MOST: usize = 6000;
/// The maximum mean number of edges per vertex of a layout.
const MOST_EDGES: usize = 8;
/// The maximum number of bends of all edges: beyond it, the longest edges are straight. A map is seen from afar.
const BENDS: usize = 15_000;
const MAP_BENDS: usize = 5000;
const MAP: usize = 2000;
/// The memory and the time for the graph of a game: more than enough for any layout. Beyond them a part is visited.
const UNFOLDED: u64 = 8 << 20;
const UNFOLDING: Duration = Duration::from_millis(400);

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
    /// Whether a part is shown if the whole is too large.
    fit: bool,
    part: Option<Kind>,
    size: Option<u32>,
    vertex: Option<String>,
    seed: u64,
    /// Whether the values of a part may take a while.
    values: bool,
    player: Option<String>,
    targets: Vec<u32>,
    guess: Option<Guess>,
    #[serde(rename = "as")]
    to: Option<String>,
    marks: Vec<String>,
}

impl TaskParams for Request {}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Guess {
    kernel: Vec<u32>,
    /// The answer that there is no kernel.
    none: bool,
}

/// A graph, and whether it belongs to a game with points, which the graph does not contain.
struct LoadedArena {
    arena: Arena,
    points: bool,
    part: Option<LoadedPart>,
}

/// What is known of the part of an arena that is shown.
struct LoadedPart {
    part: Part,
    is_known: bool,
    of: u64,
    values: Option<Vec<Option<Value>>>,
    strategy: Vec<(u32, u32)>,
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

/// The values of positions in the whole game, as far as they are known or quickly found.
fn known_values(
    task: &Task,
    request: &Request,
    pooled: &mut PooledGame<'_>,
    positions: &[(String, Option<Outcome>)],
) -> Vec<Option<Value>> {
    let known = request
        .values
        .then(|| task.app.games.solution(pooled, &task.limits));
    let known = known.flatten();
    let content = request.content.as_deref();
    let value = |(text, end): &(String, Option<Outcome>)| {
        if let Some(outcome) = end {
            return Some(Value::terminal(*outcome));
        }
        pooled.wander().set_board(text).ok()?;
        let game = pooled.game();
        let answer = match &known {
            Some(known) => game.answer_from(known),
            None => task.app.tables.look_up(game, content),
        };
        let worth = answer?.worth?;
        let distance = worth
            .distance
            .or((worth.outcome == Outcome::Draw).then_some(0));
        Some(Value::new(worth.outcome, distance?))
    };
    positions.iter().map(value).collect()
}

impl Request {
    fn most(&self) -> usize {
        self.most.unwrap_or(MOST).clamp(1, MOST)
    }

    /// The whole arena, or as much of it as is wanted and fits.
    fn load(&self, task: &Task) -> Result<LoadedArena, ApiError> {
        match (&self.text, &self.game) {
            (Some(text), _) => self.fitted(self.read(text)?, false),
            (None, Some(game)) => self.load_game(task, game),
            (None, None) => Err(ApiError::bad(message!(
                "a `game` or the `text` of a graph is wanted",
                "il faut un `game` ou le `text` d'un graphe"
            ))),
        }
    }

    fn load_game(&self, task: &Task, game: &str) -> Result<LoadedArena, ApiError> {
        let (content, at) = (self.content.as_ref(), self.at.as_ref());
        let position = Position::new(game, content, at, self.after.as_ref());
        let mut pooled = task.app.games.open(&position)?;
        let limits = task.limits.clone();
        let within = Limits {
            memory: Some(UNFOLDED),
            // With a limit of nodes, answers do not depend on the time.
            ..if limits.nodes.is_some() {
                limits
            } else {
                limits.for_at_most(UNFOLDING)
            }
        };
        let arena = pooled.game().arena(&within);
        input::settled(pooled.game())?;
        let entry = noyau_games::find(pooled.game().info().name);
        let has = |ability| entry.is_some_and(|entry| entry.abilities().contains(&ability));
        let points = has(Ability::Points);
        let Unfinished { stopped, positions } = match arena {
            Ok(arena) => return self.fitted(arena, points),
            Err(unfinished) => unfinished,
        };
        if !self.fit && self.part.is_none() {
            return Err(match stopped {
                Stopped::Memory | Stopped::Time if positions > self.most() as u64 => {
                    too_large(&more_than(positions), self.most())
                }
                stopped => ApiError::stopped(stopped),
            });
        }
        // Both sides move alike in a game with nimbers.
        let is_shared = has(Ability::Nimbers) && !self.double;
        let mut walk = Walk::new(pooled.wander(), &task.limits, is_shared);
        let part = arena_part::part(&mut walk, &self.wanted())?;
        let visited = part.1.vertices.iter().map(|&v| walk.position(v));
        let visited: Vec<_> = visited.map(|(text, end)| (text.to_owned(), end)).collect();
        input::settled(pooled.game())?;
        let values = (!points).then(|| known_values(task, self, &mut pooled, &visited));
        Ok(Self::partly(part, points, values, positions, false))
    }

    fn wanted(&self) -> Wanted<'_> {
        Wanted {
            kind: self.part.unwrap_or(Kind::Plies),
            size: self.size,
            vertex: self.vertex.as_deref().filter(|name| !name.is_empty()),
            seed: self.seed,
            most: self.most(),
            most_edges: MOST_EDGES * self.most(),
        }
    }

    fn partly(
        (arena, part): (Arena, Part),
        points: bool,
        values: Option<Vec<Option<Value>>>,
        of: u64,
        is_known: bool,
    ) -> LoadedArena {
        let strategy = values.as_deref();
        let strategy = strategy.map(|values| arena_part::best_moves(&arena, values));
        LoadedArena {
            arena,
            points,
            part: Some(LoadedPart {
                part,
                is_known,
                of,
                values,
                strategy: strategy.unwrap_or_default(),
            }),
        }
    }

    /// The arena, or the part of it that is wanted or fits.
    fn fitted(&self, arena: Arena, points: bool) -> Result<LoadedArena, ApiError> {
        let most = self.most();
        let vertices = arena.len() * if self.double { 2 } else { 1 };
        let (edges, room) = (arena.graph().edges(), MOST_EDGES * most);
        let fits = vertices <= most && edges <= room;
        if !fits && !self.fit && self.part.is_none() {
            return Err(if vertices > most {
                too_large(&message!("{vertices}", "{vertices}"), most)
            } else {
                ApiError::too_large(message!(
                    "there are {edges} edges, and up to {room} are laid out",
                    "il y a {edges} arêtes, et on en dispose au plus {room}"
                ))
            });
        }
        let arena = if self.double { arena.doubled() } else { arena };
        if fits && self.part.is_none() {
            return Ok(LoadedArena {
                arena,
                points,
                part: None,
            });
        }
        let part = arena_part::part(&mut &arena, &self.wanted())?;
        let values = (!points).then(|| {
            let solved = retrograde::solve(&arena, 1);
            let values = part.1.vertices.iter().map(|&v| Some(solved.value(v)));
            values.collect()
        });
        Ok(Self::partly(part, points, values, arena.len() as u64, true))
    }

    /// The whole arena: what is asked of it cannot be told from a part.
    fn load_whole(&self, task: &Task) -> Result<LoadedArena, ApiError> {
        let whole = Self {
            fit: false,
            part: None,
            ..self.clone()
        };
        whole.load(task)
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

    fn style(&self, language: noyau::Language, vertices: usize) -> Style {
        Style {
            direction: direction(self.direction.as_deref()),
            language,
            most: MOST,
            bends: if vertices > MAP { MAP_BENDS } else { BENDS },
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
    let LoadedArena {
        arena,
        points,
        part,
    } = request.load(task)?;
    let style = request.style(task.language, arena.len());
    if let Some(loaded) = part {
        let part = ArenaPart {
            kind: loaded.part.kind.name(),
            size: loaded.part.size,
            seed: loaded.part.seed,
            open: &loaded.part.open,
            is_cut: loaded.part.is_cut,
            is_known: loaded.is_known,
            of: loaded.of,
            values: loaded.values.as_deref(),
            strategy: &loaded.strategy,
        };
        return answer::json(&arena_part_document(&arena, &part, &style));
    }
    let text = written(&arena, Format::Python).unwrap_or_default();
    let mut document = arena_document(&arena, points, &style, &text);
    // Induction decides all of a graph without cycles, which has one kernel; otherwise there may be none or several.
    if document["kernel"]["undecided"] != json!([]) {
        let Kernels { kernels, complete } = all_kernels(task, &arena, MOST_KERNELS);
        document["kernel"]["all"] = json!({ "kernels": kernels, "complete": complete });
    }
    answer::json(&document)
}

/// The number of kernels that are listed.
const MOST_KERNELS: usize = 12;

/// Kernels of a graph, as many as are found in a moment: finding one may take very long.
fn all_kernels(task: &Task, arena: &Arena, most: usize) -> Kernels {
    let limits = task.limits.clone().for_at_most(Duration::from_millis(300));
    kernel::all(arena.graph(), most, &limits)
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
    let LoadedArena { arena, .. } = request.load_whole(task)?;
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
            "un attracteur est celui d'un joueur, et ce graphe n'a pas de propriétaires : demandez son arène doublée"
        )));
    }
    within(&arena, &request.targets)?;
    answer::json(&attractor_layers(&arena, player, &request.targets))
}

pub(super) fn check(task: &Task, request: &Request) -> ApiResult {
    let LoadedArena { arena, .. } = request.load_whole(task)?;
    let guess = request.guess.clone().unwrap_or_default();
    within(&arena, &guess.kernel)?;
    let Kernels { kernels, complete } = all_kernels(task, &arena, 2);
    if guess.none {
        if kernels.is_empty() && !complete {
            return Err(ApiError::stopped(Stopped::Time));
        }
        return answer::json(&json!({
            "right": kernels.is_empty(), "wrong": [], "only": null, "kernel": kernels.first(),
        }));
    }
    let wrong = exercise::check_kernel(&arena, &guess.kernel);
    let mut checked = checked_kernel(wrong, task.language);
    // Of a right guess: whether the graph has another kernel, if that is known.
    checked["only"] = match kernels.len() {
        2.. => json!(false),
        1 if complete => json!(true),
        _ => json!(null),
    };
    answer::json(&checked)
}

const LOST: Text = Text {
    en: "lost for the side to move",
    fr: "position perdante pour le joueur au trait",
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
    if let Some(part) = &loaded.part {
        if wanted.iter().any(|mark| mark == "strategy") {
            marks.strategy.clone_from(&part.strategy);
        }
        return marks;
    }
    let solution = || retrograde::solve(arena, 1);
    for mark in wanted {
        match mark.as_str() {
            "kernel" => {
                let kernel = kernel::kernel(graph, 1);
                marks.chosen = Some(kernel.iter().map(|&mark| mark == Mark::Lost).collect());
            }
            "nimbers" => {
                marks.nimbers =
                    nimbers_of(arena).map(|found| found.into_iter().map(Some).collect());
            }
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
    let style = request.style(task.language, loaded.arena.len());
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
    answer::json(&exported(&format!("arena.{extension}"), &text))
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

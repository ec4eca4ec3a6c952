//! Graphs: of a game, or as they were sent; laid out, with what the algorithms of the course say of them.

use super::{ApiResult, json};
use crate::context::{Task, TaskParams};
use crate::error::ApiError;
use crate::input::{self, Moves, Position};
use noyau::arena::draw::{self, Direction, Marks, Style};
use noyau::arena::format::{self, Format, WriteError};
use noyau::arena::{Arena, Ending, analysis};
use noyau::erased::Ability;
use noyau::language::{Localized, Message, Text};
use noyau::limits::{Limits, Stopped};
use noyau::message;
use noyau::solve::attractor::{Attractor, attractor as attract, won_endings};
use noyau::solve::kernel::{self, Mark};
use noyau::solve::{nimbers, retrograde, strategy};
use noyau::{Outcome, Side};
use serde::{Deserialize, Serialize};

/// The most vertices that are laid out.
const MOST: usize = 2000;
/// The most edges a vertex, on average, that are laid out.
const MOST_EDGES: usize = 8;
/// The most bends of all edges together: beyond, the longest run straight.
const BENDS: usize = 15_000;
/// A game is unfolded in so many bytes: more than enough for what can be laid out.
const UNFOLDED: u64 = 8 << 20;

/// What is asked: a game in a position, or the text of a graph.
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

/// A graph, and whether it is of a game with points, which it says nothing about.
struct LoadedArena {
    arena: Arena,
    points: bool,
}

fn too_large(vertices: usize, most: usize) -> ApiError {
    ApiError::too_large(message!(
        "there are {vertices} vertices, and up to {most} are laid out: take a smaller game, or a position nearer the end",
        "il y a {vertices} sommets, et on en dispose au plus {most} : prenez un jeu plus petit, ou une position plus proche de la fin"
    ))
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
                    arena: arena.map_err(|(stopped, met)| match stopped {
                        Stopped::Memory => too_large(met, most),
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
            return Err(too_large(vertices, most));
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

/// The format that a text tells. Comments may come first, and a dictionary or a list may be given a name, as in Python; of
/// what does not begin like any format, a matrix is made of 0 and 1, and a list of edges is not.
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
    // Comments before a dictionary are Python's: JSON has none.
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

#[derive(Serialize)]
struct Vertex {
    name: String,
    owner: Option<&'static str>,
    ending: Option<&'static str>,
    x: f64,
    y: f64,
    column: u32,
}

#[derive(Serialize)]
struct Edge {
    from: u32,
    to: u32,
    count: u32,
    curve: Vec<[f64; 2]>,
}

#[derive(Serialize)]
struct Info {
    vertices: usize,
    edges: usize,
    sinks: Vec<u32>,
    acyclic: bool,
    cycle: Option<Vec<u32>>,
    bipartite: bool,
    sides: Option<[Vec<u32>; 2]>,
    longest: Option<usize>,
}

#[derive(Serialize)]
struct Step {
    take: u32,
    drop: Vec<u32>,
}

#[derive(Serialize)]
#[allow(
    clippy::struct_field_names,
    reason = "the key is what the command line writes too"
)]
struct Kernel {
    kernel: Vec<u32>,
    won: Vec<u32>,
    undecided: Vec<u32>,
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct Attracted {
    layers: Vec<Vec<u32>>,
    strategy: Vec<(u32, u32)>,
}

impl Attracted {
    fn new(arena: &Arena, found: &Attractor) -> Self {
        Self {
            layers: found.layers(),
            strategy: found.strategy(arena),
        }
    }
}

#[derive(Serialize)]
struct Attractors {
    first: Attracted,
    second: Attracted,
}

#[derive(Serialize)]
struct Solution {
    outcome: Vec<&'static str>,
    distance: Vec<Option<u32>>,
}

#[derive(Serialize)]
struct Strategy {
    winner: Option<&'static str>,
    moves: Vec<(u32, u32)>,
}

#[derive(Serialize)]
struct Document {
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    width: f64,
    height: f64,
    start: u32,
    info: Info,
    kernel: Kernel,
    nimbers: Option<Vec<u32>>,
    attractor: Option<Attractors>,
    solution: Option<Solution>,
    strategy: Option<Strategy>,
    text: String,
}

fn info(arena: &Arena) -> Info {
    let graph = arena.graph();
    let path = analysis::longest_path(graph);
    let sides = analysis::bipartition(graph).ok().map(|sides| {
        [false, true].map(|side| {
            let on = graph.vertices().filter(|&v| sides[v as usize] == side);
            on.collect()
        })
    });
    Info {
        vertices: graph.len(),
        edges: graph.edges(),
        sinks: graph.vertices().filter(|&v| graph.is_sink(v)).collect(),
        acyclic: path.is_ok(),
        bipartite: sides.is_some(),
        sides,
        longest: path.as_ref().ok().map(|path| path.len().saturating_sub(1)),
        cycle: path.err().map(|cycle| cycle.0),
    }
}

fn kernel_of(arena: &Arena) -> Kernel {
    let marks = kernel::kernel(arena.graph(), 1);
    let marked = |mark| {
        let all = (0..).zip(&marks).filter(|&(_, &has)| has == mark);
        all.map(|(v, _)| v).collect()
    };
    let steps = kernel::steps(arena.graph()).into_iter();
    Kernel {
        kernel: marked(Mark::Lost),
        won: marked(Mark::Won),
        undecided: marked(Mark::Undecided),
        steps: steps
            .map(|step| Step {
                take: step.take,
                drop: step.drop,
            })
            .collect(),
    }
}

/// The nimbers of a graph of positions in which every play ends and nothing is declared drawn.
fn nimbers_of(arena: &Arena) -> Option<Vec<u32>> {
    let plain = arena.owners().is_none()
        && arena
            .endings()
            .is_none_or(|all| all.iter().all(|&ending| ending == Ending::Unsaid));
    plain.then(|| nimbers::nimbers(arena.graph()).ok())?
}

/// A curve without the joints where it runs straight on, which a long edge has in every column.
fn curve(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let level = |four: &[[f64; 2]]| {
        let same = |axis: usize| {
            let first = four.first().map(|point| rounded(point[axis]).to_bits());
            let all = |point: &[f64; 2]| Some(rounded(point[axis]).to_bits()) == first;
            first.is_some() && four.iter().all(all)
        };
        same(0) || same(1)
    };
    let mut joined: Vec<[f64; 2]> = points.iter().take(1).copied().collect();
    for (i, three) in points[1.min(points.len())..].chunks(3).enumerate() {
        let end = joined.len();
        let from = 3 * i;
        let straight = end >= 4
            && level(&joined[end - 4..])
            && level(points.get(from..from + 4).unwrap_or_default());
        if straight && three.len() == 3 {
            // The last two of the piece before move to the end of this one.
            joined.truncate(end - 2);
            joined.extend([three[1], three[2]]);
        } else {
            joined.extend(three);
        }
    }
    joined.into_iter().map(|point| point.map(rounded)).collect()
}

/// A tenth of a pixel is as good as any.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn document(loaded: &LoadedArena, style: &Style) -> Document {
    let arena = &loaded.arena;
    let graph = arena.graph();
    let layout = draw::layout(arena, &Marks::default(), style);
    let vertices = graph.vertices().map(|v| {
        let at = v as usize;
        Vertex {
            name: arena.name(v).into_owned(),
            owner: arena.owner(v).map(Side::name),
            ending: match arena.ending(v) {
                Ending::Unsaid => None,
                Ending::First => Some("first"),
                Ending::Second => Some("second"),
                Ending::Draw => Some("draw"),
            },
            x: rounded(layout.x[at]),
            y: rounded(layout.y[at]),
            column: layout.columns[at],
        }
    });
    let edges = layout.routes.iter().map(|route| Edge {
        from: route.from,
        to: route.to,
        count: route.count,
        curve: curve(&route.curve),
    });
    let attractor = arena.owners().is_some().then(|| {
        let [first, second] = Side::BOTH.map(|side| {
            let found = attract(arena, side, &won_endings(arena, side));
            Attracted::new(arena, &found)
        });
        Attractors { first, second }
    });
    let solution = (!loaded.points).then(|| retrograde::solve(arena, 1));
    let winning = solution
        .as_ref()
        .filter(|_| !arena.is_empty())
        .map(|solution| strategy::winning(arena, solution, arena.start()));
    let values = |solution: &retrograde::Solution| -> Vec<_> {
        graph.vertices().map(|v| solution.value(v)).collect()
    };
    Document {
        vertices: vertices.collect(),
        edges: edges.collect(),
        width: rounded(layout.width),
        height: rounded(layout.height),
        start: arena.start(),
        info: info(arena),
        kernel: kernel_of(arena),
        nimbers: nimbers_of(arena),
        attractor,
        solution: solution.as_ref().map(|solution| Solution {
            outcome: values(solution)
                .iter()
                .map(|value| value.outcome().name())
                .collect(),
            distance: values(solution)
                .iter()
                .map(|value| value.distance())
                .collect(),
        }),
        strategy: winning.map(|winning| Strategy {
            winner: winning.winner.map(Side::name),
            moves: winning.moves,
        }),
        text: written(arena, Format::Python).unwrap_or_default(),
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
    let style = request.style(task.language);
    json(&document(&request.load(task)?, &style))
}

pub(super) fn double(task: &Task, request: &Request) -> ApiResult {
    let request = Request {
        double: true,
        ..request.clone()
    };
    arena(task, &request)
}

/// Fails unless all of them are vertices.
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
    let found = attract(&arena, player, &request.targets);
    json(&Attracted::new(&arena, &found))
}

#[derive(Serialize)]
struct Wrong {
    vertex: u32,
    why: String,
}

#[derive(Serialize)]
struct Checked {
    right: bool,
    wrong: Vec<Wrong>,
}

pub(super) fn check(task: &Task, request: &Request) -> ApiResult {
    let LoadedArena { arena, .. } = request.load(task)?;
    let guess = request
        .guess
        .as_ref()
        .map_or(&[][..], |guess| &guess.kernel);
    within(&arena, guess)?;
    let graph = arena.graph();
    let mut chosen = vec![false; arena.len()];
    for &v in guess {
        chosen[v as usize] = true;
    }
    let mut wrong = Vec::new();
    for v in graph.vertices() {
        let mut inside = graph.successors(v).iter().filter(|&&w| chosen[w as usize]);
        let why = match (chosen[v as usize], inside.next()) {
            (true, Some(&w)) => {
                let (v, w) = (arena.name(v), arena.name(w));
                message!(
                    "{v} and {w} are both chosen, and a move leads from {v} to {w}: a kernel is stable",
                    "{v} et {w} sont choisis tous deux, et un coup mène de {v} à {w} : un noyau est stable"
                )
            }
            (false, None) => {
                let v = arena.name(v);
                message!(
                    "{v} is not chosen, and no move leads from it to a chosen vertex: a kernel is absorbing",
                    "{v} n'est pas choisi, et aucun coup n'en mène à un sommet choisi : un noyau est absorbant"
                )
            }
            _ => continue,
        };
        wrong.push(Wrong {
            vertex: v,
            why: why.localized(task.language),
        });
    }
    json(&Checked {
        right: wrong.is_empty(),
        wrong,
    })
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

#[derive(Serialize)]
struct Exported {
    name: String,
    text: String,
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
    let name = format!("arena.{extension}");
    json(&Exported { name, text })
}

#[cfg(test)]
mod tests {
    use super::{curve, guess};
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

    #[test]
    fn pieces_that_run_straight_on_are_one() {
        let level = |x: f64| [x, 7.0];
        let straight: Vec<_> = (0..=9).map(|x| level(f64::from(x))).collect();
        assert_eq!(
            curve(&straight),
            [level(0.0), level(1.0), level(8.0), level(9.0)]
        );
        let bent = [
            [0.0, 0.0],
            [1.0, 0.0],
            [2.0, 5.0],
            [3.0, 5.0],
            [4.0, 5.0],
            [5.0, 5.0],
            [6.0, 5.0],
        ];
        assert_eq!(curve(&bent), bent);
        assert_eq!(curve(&[]), Vec::<[f64; 2]>::new());
    }
}

//! Any arena from a file: a token is on a vertex, a move pushes it along an edge. The owner of a vertex moves
//! there; without owners both sides have the same moves. A sink without a declared ending is lost for the side to
//! move.
//!
//! ```text
//!   a --> b --> c        b, then c: c has no successor, the side to move there has lost
//!    \_________^
//! ```

use noyau_dynamic::prelude::*;
use noyau_dynamic::{FileProblem, Sample};
use noyau_graph::arena::format::{self, Format};
use noyau_graph::arena::{Arena, Draft};

/// The registry entry.
pub static SPEC: Spec<Graph> = Spec::from_file(
    Info {
        name: "graph",
        summary: Text::new(
            "A graph of your own: push the token along an edge; at a sink the side to move has lost, unless the file says otherwise.",
            "Un graphe à vous : poussez le jeton le long d'une arête ; sur un puits, le camp au trait a perdu, sauf si le fichier dit autre chose.",
        ),
        parameters: Text::new("the path of a graph file", "le chemin d'un fichier de graphe"),
        default: "",
        version: 1,
    },
    FACTS,
    &[
        Sample {
            path: "chomp-2x3.json",
            content: include_str!("../samples/chomp-2x3.json"),
        },
        Sample {
            path: "attractor.json",
            content: include_str!("../samples/attractor.json"),
        },
        Sample {
            path: "wander.json",
            content: include_str!("../samples/wander.json"),
        },
    ],
    Graph::read,
)
.certified_with_graph()
// The vertices.
.configured(|game| Magnitude::of(game.arena.len() as u128))
.impartial();

const FACTS: &[Fact] = &[
    Fact::perft("chomp-2x3.json", &[1, 5, 13, 19, 15, 5, 0])
        .source("paths of each length in the course's dictionary of Chomp(2,3)"),
    Fact::perft("wander.json", &[1, 2, 4, 4, 8]).source("by hand: the repeated edge is one move"),
    Fact::count("chomp-2x3.json", 9, 1, Some(5)).source("course, first text, figure 3"),
    Fact::count("attractor.json", 6, 2, Some(3))
        .source("course, third text, attractor exercise: 1 and 6 cannot be reached from 0"),
    Fact::count("wander.json", 5, 2, None)
        .source("by hand: the bridge can be crossed again and again"),
    Fact::value("chomp-2x3.json", Outcome::Win, Some(5))
        .source("the course's strategy: 0→2, then 6, then 8"),
    Fact::value("chomp-2x3.json", Outcome::Loss, Some(4))
        .known_at("2 second", "position 2 of the course's kernel"),
    Fact::value("attractor.json", Outcome::Win, Some(3)).source(
        "course, third text: Alice is attracted from 0 by 4 and 2 to 7, where Bob is stuck",
    ),
    Fact::value("attractor.json", Outcome::Win, Some(1))
        .known_at("5 second", "course, third text: Alice is stuck at 3"),
    Fact::value("wander.json", Outcome::Win, Some(2)).source("by hand: First moves twice running"),
    Fact::value("wander.json", Outcome::Draw, None)
        .known_at("\"quoted\" second", "by hand: the other move loses"),
];

/// The rules: the arena, and the file it came from.
#[derive(Debug)]
pub struct Graph {
    path: String,
    arena: Arena,
}

impl Graph {
    /// The game on an arena; repeated edges are one move.
    pub fn new(path: &str, draft: Draft) -> Self {
        let successors = draft.successors.without_repeats();
        Self {
            path: path.to_owned(),
            arena: Arena::from(Draft {
                successors,
                ..draft
            }),
        }
    }

    fn read(path: &str, content: Vec<u8>) -> Result<Self, FileProblem> {
        let nowhere = |why| FileProblem {
            line: 1,
            column: 1,
            why,
        };
        let format = Format::from_path(path)
            .or_else(|| Format::from_content(&content))
            .ok_or_else(|| {
                let known: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
                let known = known.join(", .");
                nowhere(message!(
                    "neither the file's name nor its content tells its format; a name could end in .{known}",
                    "ni le nom ni le contenu du fichier ne dit son format ; le nom pourrait finir en .{known}"
                ))
            })?;
        let draft = format::read(&content, format).map_err(|error| FileProblem {
            line: error.line,
            column: error.column,
            why: Message::of(&error.problem),
        })?;
        drop(content);
        if draft.successors.is_empty() {
            return Err(nowhere(message!(
                "a game needs at least one vertex",
                "il faut au moins un sommet pour jouer"
            )));
        }
        Ok(Self::new(path, draft))
    }

    fn find(&self, name: &str) -> Option<u32> {
        self.arena
            .graph()
            .vertices()
            .find(|&v| self.arena.name(v) == name)
    }
}

impl Game for Graph {
    /// The vertex under the token.
    type Position = u32;
    /// The vertex it is pushed to.
    type Move = u32;

    fn start(&self) -> u32 {
        self.arena.start()
    }

    fn outcome(&self, &vertex: &u32) -> Option<Outcome> {
        self.arena.outcome(vertex)
    }

    fn moves(&self, &vertex: &u32, out: &mut Vec<u32>) {
        out.extend_from_slice(self.arena.graph().successors(vertex));
    }

    fn play(&self, vertex: &mut u32, to: u32) {
        *vertex = to;
    }

    fn keeps_turn(&self, &vertex: &u32, to: u32) -> bool {
        self.arena.keeps_turn(vertex, to)
    }

    fn to_move(&self, &vertex: &u32) -> Option<Side> {
        self.arena.owner(vertex)
    }
}

impl Impartial for Graph {
    fn is_normal_play(&self) -> bool {
        self.arena.owners().is_none() && self.arena.endings().is_none()
    }
}

impl Notation for Graph {
    fn split_moves(&self, text: &str) -> Vec<String> {
        split_names(text)
    }

    fn join_moves(&self, moves: &[String]) -> String {
        join_names(moves)
    }

    fn parameters(&self) -> String {
        self.path.clone()
    }

    fn format_board(&self, &vertex: &u32, _: Side) -> String {
        self.arena.name(vertex).into_owned()
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<u32, Message> {
        self.find(text).ok_or_else(|| {
            message!(
                "no vertex is called {text:?}",
                "aucun sommet ne s'appelle {text:?}"
            )
        })
    }

    /// The side may be omitted: it is the owner, or First.
    fn parse_position(&self, text: &str) -> Result<(u32, Side), Message> {
        // Names are matched exactly first, since they may begin or end with spaces.
        for text in [text, text.trim()] {
            let split = text
                .rsplit_once(' ')
                .and_then(|(name, side)| Some((self.find(name)?, Side::from_name(side)?)));
            if let Some((vertex, side)) = split {
                return match self.arena.owner(vertex) {
                    Some(owner) if owner != side => Err(message!(
                        "the vertex belongs to `{owner}`",
                        "le sommet appartient à `{owner}`"
                    )),
                    _ => Ok((vertex, side)),
                };
            }
            if let Some(vertex) = self.find(text) {
                return Ok((vertex, self.arena.owner(vertex).unwrap_or(Side::First)));
            }
        }
        self.parse_board(text, Side::First)
            .map(|vertex| (vertex, Side::First))
    }

    fn format_move(&self, _: &u32, to: u32) -> String {
        self.arena.name(to).into_owned()
    }

    fn why_illegal(&self, _: &u32, text: &str) -> Option<Message> {
        self.parse_board(text, Side::First).err()
    }

    fn view(&self, &vertex: &u32, side: Side) -> View {
        /// The maximum number of successors drawn individually.
        const DRAWN: usize = 60;
        let mut view = View::default();
        view.label(1, 0, self.arena.name(vertex));
        let token = Piece {
            side: self.arena.owner(vertex).map(|_| side),
            symbol: '●',
            count: 1,
        };
        view.cell(0, 0, Shape::Point, Some(token));
        let successors = self.arena.graph().successors(vertex);
        let drawn = successors.len() <= DRAWN;
        view.moves = (1..)
            .zip(successors)
            .map(|(y, &to)| {
                if !drawn {
                    return Touch::default();
                }
                view.label(2, y, self.arena.name(to));
                Touch::cells([view.cell(1, y, Shape::Point, None)])
            })
            .collect();
        view
    }
}

/// Splits names at spaces and commas, except between quotation marks.
pub fn split_names(text: &str) -> Vec<String> {
    let separates = |c: char| c == ',' || c.is_whitespace();
    let mut names = Vec::new();
    let mut rest = text.trim_start_matches(separates);
    while let Some(first) = rest.chars().next() {
        if first == '"' {
            let mut name = String::new();
            let mut characters = rest[1..].char_indices();
            let mut end = rest.len();
            while let Some((at, c)) = characters.next() {
                match c {
                    '"' => {
                        end = at + 2;
                        break;
                    }
                    '\\' => name.extend(characters.next().map(|(_, c)| c)),
                    _ => name.push(c),
                }
            }
            names.push(name);
            rest = &rest[end..];
        } else {
            let end = rest.find(separates).unwrap_or(rest.len());
            names.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
        rest = rest.trim_start_matches(separates);
    }
    names
}

/// Writes names as [`split_names`] reads them.
pub fn join_names(names: &[String]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| quote_name(name)).collect();
    quoted.join(" ")
}

/// Quotes a name for [`split_names`] if it contains spaces or commas, begins with a quotation mark, or is empty.
/// Inside, a backslash escapes quotation marks and backslashes.
fn quote_name(name: &str) -> String {
    let plain = !name.is_empty()
        && !name.starts_with('"')
        && !name.contains(|c: char| c == ',' || c.is_whitespace());
    if plain {
        name.to_owned()
    } else {
        format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

//! Graph files: readers and writers of arenas.
//!
//! | file | format |
//! |---|---|
//! | `dictionary` | the course's dictionary and the object with owners, in JSON and Python |
//! | `list` | the course's list of lists |
//! | `matrix` | the course's matrix |
//! | `edges`, `tgf`, `dot`, `pg` | formats of other programs |
//! | `strategy` | a strategy, which is not a graph but uses the same syntax |
//!
//! `literal` scans JSON and Python literals and `quoting` writes them, `source` tracks places in a text, `problem`
//! lists the errors.

mod dictionary;
mod dot;
mod edges;
mod list;
mod literal;
mod matrix;
mod output;
mod pg;
mod problem;
mod quoting;
mod source;
mod strategy;
mod tgf;

pub use problem::{ReadError, ReadProblem};

use super::{Arena, Draft, Ending};
use literal::Dialect;
use output::Output;
use source::Source;
use std::error::Error;
use std::fmt;
use std::io;

/// A file format for graphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// The course's dictionary in JSON, or the object with owners, edges, start and final positions.
    Json,
    /// The same as a Python literal; names may be numbers, strings and tuples.
    Python,
    /// The course's list of lists.
    List,
    /// Graphviz.
    Dot,
    /// Trivial Graph Format.
    Tgf,
    /// One edge per line.
    Edges,
    /// The course's matrix: CSV of 0 and 1.
    Matrix,
    /// `PGSolver`'s parity games, for priorities 0 and 1.
    Pg,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 8] = [
        Self::Json,
        Self::Python,
        Self::List,
        Self::Dot,
        Self::Tgf,
        Self::Edges,
        Self::Matrix,
        Self::Pg,
    ];

    /// The name used after `--format`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Python => "python",
            Self::List => "list",
            Self::Dot => "dot",
            Self::Tgf => "tgf",
            Self::Edges => "edges",
            Self::Matrix => "matrix",
            Self::Pg => "pg",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format implied by a file extension.
    pub fn from_path(path: &str) -> Option<Self> {
        let (_, extension) = path.rsplit_once('.')?;
        Some(match extension {
            "json" => Self::Json,
            "py" | "python" => Self::Python,
            "dot" | "gv" => Self::Dot,
            "tgf" => Self::Tgf,
            "edges" | "txt" | "el" => Self::Edges,
            "list" => Self::List,
            "csv" | "matrix" => Self::Matrix,
            "pg" | "gm" => Self::Pg,
            _ => return None,
        })
    }

    /// The format detected from the content of a file, for formats that can be detected.
    pub fn from_content(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let bytes = bytes.trim_ascii_start();
        match bytes.first()? {
            b'{' => match bytes[1..].trim_ascii_start().first() {
                None | Some(b'"' | b'}') => Some(Self::Json),
                Some(_) => Some(Self::Python),
            },
            b'[' => Some(Self::List),
            _ if bytes.starts_with(b"parity") => Some(Self::Pg),
            _ if bytes.starts_with(b"digraph") || bytes.starts_with(b"strict") => Some(Self::Dot),
            _ => None,
        }
    }
}

/// The longest name that a vertex may have, in bytes.
pub const LONGEST_NAME: usize = 1 << 16;

/// The longest line that is read, in bytes. (A whole graph may stand on one line in JSON.)
pub const LONGEST_LINE: usize = 1 << 30;

/// Reads a graph with at least one vertex.
///
/// Complexity: linear in the length of the text for every format. Memory holds the text, the graph and a table of
/// the names; numeric names take no text.
pub fn read(bytes: &[u8], format: Format) -> Result<Draft, ReadError> {
    let source = Source::new(bytes)?;
    match format {
        Format::Json => dictionary::read(source, Dialect::Json),
        Format::Python => dictionary::read(source, Dialect::Python),
        Format::List => list::read(source),
        Format::Dot => dot::read(source),
        Format::Tgf => tgf::read(source),
        Format::Edges => edges::read(source),
        Format::Matrix => matrix::read(source),
        Format::Pg => pg::read(source),
    }
}

/// Reads a strategy: a dictionary from vertices to vertices in JSON or as a Python literal, or the whole answer of
/// `graph strategy`.
pub fn read_strategy(bytes: &[u8]) -> Result<Vec<(String, String)>, ReadError> {
    strategy::read(Source::new(bytes)?)
}

noyau_core::messages! {
    /// Limitations of a format.
    pub enum WriteProblem {
        Names { format: &'static str } =>
            "{format} numbers its vertices and cannot keep other names",
            "{format} numérote les sommets et ne peut garder d'autres noms";
        Owners { format: &'static str } =>
            "{format} gives every vertex an owner and this graph has none: write its doubled arena instead",
            "{format} donne un propriétaire à chaque sommet et ce graphe n'en a pas : écrivez plutôt son arène doublée";
        Size { format: &'static str, limit: usize } =>
            "{format} is written for at most {limit} vertices: choose another format",
            "{format} s'écrit pour au plus {limit} sommets : choisissez un autre format";
    }
}

/// Why a graph was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The format cannot represent it.
    Problem(WriteProblem),
    /// An I/O error.
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Problem(problem) => problem.fmt(f),
            Self::Io(error) => write!(f, "the graph cannot be written: {error}"),
        }
    }
}

impl Error for WriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Problem(problem) => Some(problem),
            Self::Io(error) => Some(error),
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<WriteProblem> for WriteError {
    fn from(problem: WriteProblem) -> Self {
        Self::Problem(problem)
    }
}

/// Parts of an arena that a format cannot represent and that were left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each says one thing, and they are independent"
)]
pub struct LeftOut {
    /// Owners of vertices.
    pub owners: bool,
    /// Final positions that are not plain sinks.
    pub endings: bool,
    /// A start that is not the first vertex.
    pub start: bool,
    /// Repeated edges: one of each is written.
    pub repeats: bool,
    /// The order of the edges out of a vertex.
    pub order: bool,
}

impl LeftOut {
    /// The parts omitted by a format that holds only names and edges.
    fn all_but_edges(arena: &Arena) -> Self {
        Self {
            owners: arena.owners().is_some(),
            endings: has_endings(arena),
            start: arena.start() != 0,
            ..Self::default()
        }
    }
}

/// Whether any ending is declared.
fn has_endings(arena: &Arena) -> bool {
    let declared = |&ending: &Ending| ending != Ending::Unsaid;
    arena.endings().is_some_and(|all| all.iter().any(declared))
}

/// Writes a graph so that [`read`] returns the same one, except for the parts reported as left out.
///
/// In addition, `.pg` turns a final position won by a side into a sink of the other side, which loses there.
pub fn write(
    arena: &Arena,
    format: Format,
    out: &mut dyn io::Write,
) -> Result<LeftOut, WriteError> {
    let mut out = Output::new(out);
    let left_out = match format {
        Format::Json => dictionary::write(arena, Dialect::Json, &mut out),
        Format::Python => dictionary::write(arena, Dialect::Python, &mut out),
        Format::List => list::write(arena, &mut out),
        Format::Dot => dot::write(arena, &mut out),
        Format::Tgf => tgf::write(arena, &mut out),
        Format::Edges => edges::write(arena, &mut out),
        Format::Matrix => matrix::write(arena, &mut out),
        Format::Pg => pg::write(arena, &mut out),
    }?;
    out.finish()?;
    Ok(left_out)
}

//! Certificates: files that hold a graph, or name a game, with a claim about it and its proof.
//!
//! A certificate is one JSON document, with one vertex or position per line:
//!
//! ```text
//! {"noyau":"certificate","version":1,"kind":"kernel",
//! "graph":{"edges":{
//! "a":["b"],
//! "b":[]},"start":"a"},
//! "claim":{"marks":{
//! "a":["won",1],
//! "b":["lost",0]}}}
//! ```
//!
//! | kind | claim |
//! |---|---|
//! | `kernel` | `marks`: each vertex `["lost",k]`, `["won",k]` or `["undecided"]`, k moves before the end |
//! | `attractor` | `player`, `targets`, `rank`: each vertex its rank, or `null` outside |
//! | `nimbers` | `nimber`: each vertex its nimber |
//! | `strategy` | `from`, `winner`, `strategy`: the winner's moves; if nobody wins, `winner` is `null`, and `first` and `second` are moves by which each side never loses |
//! | `solve` | `values`: each vertex `["win",k]`, `["loss",k]` or `["draw"]`, for the side to move |
//! | `game` | no graph but `game`, `rules` (their version) and `position`; `values` as above, each position by its text |
//! | `proof` | the same with `bounds` of some positions: lower and upper bound of the value, or `null` |
//! | `outcome` | the same where the bounds prove only the winner from the position, and their distances are themselves bounds |
//!
//! In games with points a `proof` is about the margin and an `outcome` about the winner: `position` includes the
//! points so far, and `bounds` are about positions without them. They are the lower and upper bound of the margin
//! still to come, for the side to move and in the game's units, or `null`, and a rank if one of them claims that
//! something is still to be won or lost: `[2,2,7]`, `[0,null]`, `[null,-1,4]`.
//!
//! Distances make the claims well-founded: on a graph with cycles, two vertices that each call the other lost would
//! otherwise pass for a kernel. Ranks serve the same purpose: a claim rests on claims of lower rank.
//!
//! Certificates are streamed in linear time.

use noyau_core::game::Side;
use noyau_core::limits::{Stopped, Unfinished};
use noyau_core::value::Value;
use noyau_graph::arena::{Arena, Draft, Ending};
use noyau_graph::attractor::Attractor;
use noyau_graph::retrograde::{self, Solution};
use noyau_graph::strategy::{Winning, best_moves};
use noyau_search::solution_tree::margins::Claim;
use std::error::Error;
use std::fmt;
use std::io::{self, BufWriter, Write};

/// The version of the format.
const VERSION: u32 = 1;

/// Writes the claim that this is the kernel (with the won and the undecided vertices). Owners and final positions
/// are ignored.
pub fn write_kernel(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    let plain;
    let positions = if arena.owners().is_none() && arena.endings().is_none() {
        arena
    } else {
        plain = Arena::from(Draft::plain(arena.graph().forward().clone()));
        &plain
    };
    let solution = retrograde::solve(positions, 1);
    let mut sheet = Sheet::with_graph("kernel", arena, out)?;
    write!(sheet.out, "\"claim\":{{\"marks\":{{")?;
    sheet.each_vertex(|out, v| match solution.value(v) {
        Value::Loss(distance) => write!(out, "[\"lost\",{distance}]"),
        Value::Draw => write!(out, "[\"undecided\"]"),
        Value::Win(distance) => write!(out, "[\"won\",{distance}]"),
    })?;
    sheet.end()
}

/// Writes the claim that this is the attractor of those targets.
pub fn write_attractor(
    arena: &Arena,
    targets: &[u32],
    attractor: &Attractor,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut sheet = Sheet::with_graph("attractor", arena, out)?;
    let player = attractor.player();
    write!(
        sheet.out,
        "\"claim\":{{\"player\":\"{player}\",\"targets\":"
    )?;
    sheet.list(targets.iter().copied())?;
    write!(sheet.out, ",\"rank\":{{")?;
    sheet.each_vertex(|out, v| match attractor.rank(v) {
        Some(rank) => write!(out, "{rank}"),
        None => write!(out, "null"),
    })?;
    sheet.end()
}

/// Writes the claim that these are the nimbers.
pub fn write_nimbers(arena: &Arena, nimbers: &[u32], out: &mut dyn Write) -> io::Result<()> {
    let mut sheet = Sheet::with_graph("nimbers", arena, out)?;
    write!(sheet.out, "\"claim\":{{\"nimber\":{{")?;
    sheet.each_vertex(|out, v| write!(out, "{}", nimbers[v as usize]))?;
    sheet.end()
}

/// Writes the claim that this strategy wins from that vertex; or, if nobody wins from it, moves for both sides that
/// never lose, found by solving the arena.
pub fn write_strategy(
    arena: &Arena,
    from: u32,
    winning: &Winning,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut sheet = Sheet::with_graph("strategy", arena, out)?;
    write!(sheet.out, "\"claim\":{{\"from\":")?;
    sheet.name(from)?;
    if let Some(winner) = winning.winner {
        write!(sheet.out, ",\"winner\":\"{winner}\",\"strategy\":{{")?;
        sheet.moves(&winning.moves)?;
    } else {
        let solution = retrograde::solve(arena, 1);
        write!(sheet.out, ",\"winner\":null,\"first\":{{")?;
        sheet.moves(&best_moves(arena, &solution, from, Side::First))?;
        write!(sheet.out, "}},\"second\":{{")?;
        sheet.moves(&best_moves(arena, &solution, from, Side::Second))?;
    }
    sheet.end()
}

/// Writes the claim that these are the outcomes and distances.
pub fn write_solution(arena: &Arena, solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    let mut sheet = Sheet::with_graph("solve", arena, out)?;
    write!(sheet.out, "\"claim\":{{\"values\":{{")?;
    sheet.each_vertex(|out, v| write_value(out, solution.value(v)))?;
    sheet.end()
}

/// Why a certificate was not written.
#[derive(Debug)]
pub enum NotWritten {
    /// A limit was reached after that many positions.
    Stopped(Stopped, usize),
    /// It would have more positions than this.
    TooLarge(usize),
    /// No search can prove this game.
    NoProof,
    /// The certificate holds a graph, which a proof file cannot.
    HoldsGraph,
    /// An I/O error.
    Io(io::Error),
}

impl fmt::Display for NotWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stopped, positions) => write!(f, "{stopped} after {positions} positions"),
            Self::TooLarge(most) => {
                write!(f, "the certificate would have more than {most} positions")
            }
            Self::NoProof => f.write_str("no search can prove this game"),
            Self::HoldsGraph => {
                f.write_str("the certificate holds a graph, which a proof file cannot")
            }
            Self::Io(error) => write!(f, "the certificate cannot be written: {error}"),
        }
    }
}

impl Error for NotWritten {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Unfinished> for NotWritten {
    fn from(unfinished: Unfinished) -> Self {
        Self::Stopped(unfinished.stopped, unfinished.positions as usize)
    }
}

impl From<io::Error> for NotWritten {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The kind of claim about the positions of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameClaim {
    /// The values of all reachable positions.
    Values,
    /// Bounds of some positions that prove the value or the margin.
    Proof,
    /// Bounds of some positions that prove the winner.
    Outcome,
}

/// Writes a claim about positions of a game.
///
/// Positions are identified by their text, which includes the side to move: a position reachable by both sides
/// appears twice, since nothing in a text proves that the side does not matter.
pub struct GameSheet<'a> {
    out: BufWriter<&'a mut dyn Write>,
    empty: bool,
}

/// The claim about a position.
#[derive(Debug, Clone, Copy)]
pub enum Row {
    /// The bounds of its value.
    Values(Option<Value>, Option<Value>),
    /// The bounds of the margin still to come, and the rank of the claim if it needs one.
    Margins(Claim),
}

impl std::fmt::Debug for GameSheet<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameSheet").finish_non_exhaustive()
    }
}

impl<'a> GameSheet<'a> {
    /// Writes the game's name and parameters, the version of its rules, and the starting position.
    pub fn begin(
        claim: GameClaim,
        game: &str,
        rules: u32,
        position: &str,
        out: &'a mut dyn Write,
    ) -> io::Result<Self> {
        let (kind, claim) = match claim {
            GameClaim::Values => ("game", "values"),
            GameClaim::Proof => ("proof", "bounds"),
            GameClaim::Outcome => ("outcome", "bounds"),
        };
        let mut out = BufWriter::new(out);
        write_head(&mut out, kind)?;
        write!(out, "\"game\":")?;
        write_text(&mut out, game)?;
        write!(out, ",\"rules\":{rules},\"position\":")?;
        write_text(&mut out, position)?;
        write!(out, ",\n\"claim\":{{\"{claim}\":{{")?;
        Ok(Self { out, empty: true })
    }

    /// Adds positions with their claims, and ends the certificate.
    pub fn write_rows(mut self, rows: &mut dyn Iterator<Item = (String, Row)>) -> io::Result<()> {
        for (position, row) in rows {
            self.name(&position)?;
            match row {
                Row::Values(least, most) => {
                    for (bound, before) in [(least, "["), (most, ",")] {
                        write!(self.out, "{before}")?;
                        match bound {
                            Some(value) => write_value(&mut self.out, value)?,
                            None => write!(self.out, "null")?,
                        }
                    }
                }
                Row::Margins(Claim { low, high, rank }) => {
                    for (bound, before) in [(low, "["), (high, ",")] {
                        match bound {
                            Some(margin) => write!(self.out, "{before}{margin}")?,
                            None => write!(self.out, "{before}null")?,
                        }
                    }
                    if let Some(rank) = rank {
                        write!(self.out, ",{rank}")?;
                    }
                }
            }
            write!(self.out, "]")?;
        }
        self.end()
    }

    /// Adds a position with its value.
    pub fn value(&mut self, position: &str, value: Value) -> io::Result<()> {
        self.name(position)?;
        write_value(&mut self.out, value)
    }

    fn name(&mut self, position: &str) -> io::Result<()> {
        write!(self.out, "{}", if self.empty { "\n" } else { ",\n" })?;
        self.empty = false;
        write_text(&mut self.out, position)?;
        write!(self.out, ":")
    }

    /// Ends the file.
    pub fn end(mut self) -> io::Result<()> {
        writeln!(self.out, "}}}}}}")?;
        self.out.flush()
    }
}

fn write_head(out: &mut dyn Write, kind: &str) -> io::Result<()> {
    writeln!(
        out,
        "{{\"noyau\":\"certificate\",\"version\":{VERSION},\"kind\":\"{kind}\","
    )
}

fn write_value(out: &mut dyn Write, value: Value) -> io::Result<()> {
    match value {
        Value::Loss(distance) => write!(out, "[\"loss\",{distance}]"),
        Value::Draw => write!(out, "[\"draw\"]"),
        Value::Win(distance) => write!(out, "[\"win\",{distance}]"),
    }
}

/// Writes a JSON string.
fn write_text(out: &mut dyn Write, text: &str) -> io::Result<()> {
    out.write_all(b"\"")?;
    let mut plain = 0;
    for (i, byte) in text.bytes().enumerate() {
        if byte == b'"' || byte == b'\\' || byte < b' ' {
            out.write_all(&text.as_bytes()[plain..i])?;
            plain = i + 1;
            match byte {
                b'\n' => out.write_all(b"\\n")?,
                b'\t' => out.write_all(b"\\t")?,
                b'"' | b'\\' => out.write_all(&[b'\\', byte])?,
                _ => write!(out, "\\u{byte:04x}")?,
            }
        }
    }
    out.write_all(&text.as_bytes()[plain..])?;
    out.write_all(b"\"")
}

/// A certificate about a graph under construction.
struct Sheet<'a, 'b> {
    arena: &'a Arena,
    numbered: bool,
    out: BufWriter<&'b mut dyn Write>,
}

impl<'a, 'b> Sheet<'a, 'b> {
    /// Writes everything before the claim.
    fn with_graph(kind: &str, arena: &'a Arena, out: &'b mut dyn Write) -> io::Result<Self> {
        let mut sheet = Self {
            arena,
            numbered: arena.names().is_numbered(),
            out: BufWriter::new(out),
        };
        write_head(&mut sheet.out, kind)?;
        write!(sheet.out, "\"graph\":{{")?;
        if let Some(owners) = arena.owners() {
            write!(sheet.out, "\"owner\":{{")?;
            sheet.each_vertex(|out, v| write!(out, "\"{}\"", owners[v as usize]))?;
            writeln!(sheet.out, "}},")?;
        }
        write!(sheet.out, "\"edges\":{{")?;
        for v in arena.graph().vertices() {
            write!(sheet.out, "{}", if v == 0 { "\n" } else { ",\n" })?;
            sheet.name(v)?;
            write!(sheet.out, ":")?;
            sheet.list(arena.graph().successors(v).iter().copied())?;
        }
        write!(sheet.out, "}}")?;
        if !arena.is_empty() {
            write!(sheet.out, ",\"start\":")?;
            sheet.name(arena.start())?;
        }
        if let Some(endings) = arena.endings() {
            for (key, ending) in [
                ("first", Ending::First),
                ("second", Ending::Second),
                ("draw", Ending::Draw),
            ] {
                if endings.contains(&ending) {
                    write!(sheet.out, ",\n\"{key}\":")?;
                    let ended = (0..).zip(endings).filter(|&(_, e)| *e == ending);
                    sheet.list(ended.map(|(v, _)| v))?;
                }
            }
        }
        writeln!(sheet.out, "}},")?;
        Ok(sheet)
    }

    fn name(&mut self, v: u32) -> io::Result<()> {
        if self.numbered {
            write!(self.out, "\"{v}\"")
        } else {
            write_text(&mut self.out, &self.arena.name(v))
        }
    }

    /// Writes a list of vertices; numeric names as numbers, as the course does.
    fn list(&mut self, vertices: impl Iterator<Item = u32>) -> io::Result<()> {
        write!(self.out, "[")?;
        for (i, v) in vertices.enumerate() {
            if i > 0 {
                write!(self.out, ",")?;
            }
            if self.numbered {
                write!(self.out, "{v}")?;
                continue;
            }
            let name = self.arena.name(v);
            if is_small_number(&name) {
                write!(self.out, "{name}")?;
            } else {
                write_text(&mut self.out, &name)?;
            }
        }
        write!(self.out, "]")
    }

    /// Writes one member per vertex, each on its own line.
    fn each_vertex(
        &mut self,
        mut value: impl FnMut(&mut dyn Write, u32) -> io::Result<()>,
    ) -> io::Result<()> {
        for v in self.arena.graph().vertices() {
            write!(self.out, "{}", if v == 0 { "\n" } else { ",\n" })?;
            self.name(v)?;
            write!(self.out, ":")?;
            value(&mut self.out, v)?;
        }
        Ok(())
    }

    fn moves(&mut self, moves: &[(u32, u32)]) -> io::Result<()> {
        for (i, &(u, v)) in moves.iter().enumerate() {
            write!(self.out, "{}", if i == 0 { "\n" } else { ",\n" })?;
            self.name(u)?;
            write!(self.out, ":")?;
            self.name(v)?;
        }
        Ok(())
    }

    fn end(mut self) -> io::Result<()> {
        writeln!(self.out, "}}}}}}")?;
        self.out.flush()
    }
}

/// Whether a name is a canonical number that every JSON reader represents exactly.
fn is_small_number(name: &str) -> bool {
    name.len() <= 15
        && name.bytes().all(|byte| byte.is_ascii_digit())
        && (name == "0" || !name.starts_with('0'))
        && !name.is_empty()
}

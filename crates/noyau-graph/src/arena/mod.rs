//! Explicit game graphs.
//!
//! A [`Digraph`] holds successors and predecessors in compressed rows. An [`Arena`] adds the owner of each vertex,
//! the final positions with their winners, the start, and the user's names.

pub mod analysis;
pub mod draw;
pub mod format;
pub mod generate;
mod names;
mod places;
mod reverse;
mod rows;
pub mod unfold;

pub use names::{NameIndex, Names};
pub(crate) use names::{NameTable, canonical_number};
pub use places::Places;
pub use rows::Rows;

use noyau_core::game::{Outcome, Side};

/// A finite directed graph with its reverse.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Digraph {
    successors: Rows,
    predecessors: Rows,
}

impl Digraph {
    /// Builds the graph and its predecessors in linear time.
    pub fn new(successors: Rows) -> Self {
        Self::with_threads(successors, 1)
    }

    /// The same on several threads; the result does not depend on their number.
    pub fn with_threads(successors: Rows, threads: usize) -> Self {
        let predecessors = successors.transposed(threads);
        Self {
            successors,
            predecessors,
        }
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of edges, repeated ones included.
    pub fn edges(&self) -> usize {
        self.successors.edges()
    }

    /// All vertices.
    pub fn vertices(&self) -> std::ops::Range<u32> {
        0..self.len() as u32
    }

    /// The vertices reached from `v` in one move, in the order given.
    #[inline]
    pub fn successors(&self, v: u32) -> &[u32] {
        self.successors.row(v)
    }

    /// The vertices that reach `v` in one move, ascending.
    #[inline]
    pub fn predecessors(&self, v: u32) -> &[u32] {
        self.predecessors.row(v)
    }

    /// The successors of all vertices.
    pub fn forward(&self) -> &Rows {
        &self.successors
    }

    /// The predecessors of all vertices.
    pub fn backward(&self) -> &Rows {
        &self.predecessors
    }

    /// Whether `v` has no successor.
    #[inline]
    pub fn is_sink(&self, v: u32) -> bool {
        self.successors.degree(v) == 0
    }
}

/// The declared ending of a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Ending {
    /// None: the position is not final, or it is a sink and lost for its owner.
    #[default]
    Unsaid,
    /// Won by First.
    First,
    /// Won by Second.
    Second,
    /// Drawn.
    Draw,
}

impl Ending {
    /// The ending won by that side.
    pub const fn won_by(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

/// An arena without predecessors, as readers make it.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The moves.
    pub successors: Rows,
    /// The names of the vertices.
    pub names: Names,
    /// The owner of each vertex; `None` for a graph of positions, in which both sides have the same moves.
    pub owners: Option<Vec<Side>>,
    /// The declared endings; `None` if there are none.
    pub endings: Option<Vec<Ending>>,
    /// The starting vertex.
    pub start: u32,
}

impl Draft {
    /// A graph of positions whose names are the vertex numbers.
    pub fn plain(successors: Rows) -> Self {
        let names = Names::numbered(successors.len());
        Self {
            successors,
            names,
            owners: None,
            endings: None,
            start: 0,
        }
    }
}

/// The graph of a game. Vertices are numbered from 0.
///
/// Invariants: names, owners and endings, if present, have one entry per vertex; no edge leaves a vertex with a
/// declared ending; without owners the only declared endings are draws.
#[derive(Debug, Clone)]
pub struct Arena {
    graph: Digraph,
    names: Names,
    owners: Option<Vec<Side>>,
    endings: Option<Vec<Ending>>,
    start: u32,
}

impl From<Draft> for Arena {
    /// Computes the predecessors.
    ///
    /// # Panics
    /// If the draft violates an invariant of [`Arena`].
    fn from(draft: Draft) -> Self {
        Self::with_threads(draft, 1)
    }
}

impl Arena {
    /// The arena of a draft, built on several threads; the result does not depend on their number.
    ///
    /// # Panics
    /// If the draft violates an invariant of [`Arena`].
    pub fn with_threads(draft: Draft, threads: usize) -> Self {
        let n = draft.successors.len();
        assert_eq!(draft.names.len(), n, "one name a vertex");
        assert!(
            n == 0 || (draft.start as usize) < n,
            "the start is a vertex"
        );
        if let Some(owners) = &draft.owners {
            assert_eq!(owners.len(), n, "one owner a vertex");
        }
        if let Some(endings) = &draft.endings {
            assert_eq!(endings.len(), n, "one ending a vertex");
            let owned = draft.owners.is_some();
            for (v, &ending) in (0..).zip(endings) {
                assert!(
                    ending == Ending::Unsaid || draft.successors.degree(v) == 0,
                    "no edge out of a final position"
                );
                assert!(
                    owned || matches!(ending, Ending::Unsaid | Ending::Draw),
                    "a won position needs owners"
                );
            }
        }
        Self {
            graph: Digraph::with_threads(draft.successors, threads),
            names: draft.names,
            owners: draft.owners,
            endings: draft.endings,
            start: draft.start,
        }
    }

    /// The moves.
    pub fn graph(&self) -> &Digraph {
        &self.graph
    }

    /// The names of the vertices.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The name of a vertex.
    pub fn name(&self, v: u32) -> std::borrow::Cow<'_, str> {
        self.names.get(v)
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.graph.is_empty()
    }

    /// The starting vertex.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The owner of each vertex, or `None` for a graph of positions.
    pub fn owners(&self) -> Option<&[Side]> {
        self.owners.as_deref()
    }

    /// The owner of a vertex, if the arena has owners.
    #[inline]
    pub fn owner(&self, v: u32) -> Option<Side> {
        Some(self.owners.as_ref()?[v as usize])
    }

    /// The declared endings, if there are any.
    pub fn endings(&self) -> Option<&[Ending]> {
        self.endings.as_deref()
    }

    /// The declared ending of a vertex.
    #[inline]
    pub fn ending(&self, v: u32) -> Ending {
        match &self.endings {
            None => Ending::Unsaid,
            Some(endings) => endings[v as usize],
        }
    }

    /// The outcome at a terminal vertex, for the side to move there; `None` elsewhere.
    ///
    /// A sink without a declared ending is lost for the side to move.
    pub fn outcome(&self, v: u32) -> Option<Outcome> {
        if !self.graph.is_sink(v) {
            return None;
        }
        let winner = match self.ending(v) {
            Ending::Unsaid => return Some(Outcome::Loss),
            Ending::Draw => None,
            Ending::First => Some(Side::First),
            Ending::Second => Some(Side::Second),
        };
        Some(Outcome::of(winner, self.owner(v).unwrap_or(Side::First)))
    }

    /// Whether the side to move stays the same along an edge.
    #[inline]
    pub fn keeps_turn(&self, from: u32, to: u32) -> bool {
        match &self.owners {
            None => false,
            Some(owners) => owners[from as usize] == owners[to as usize],
        }
    }

    /// The same arena with other names and another start.
    ///
    /// # Panics
    /// If there are not as many names as vertices, or the start is no vertex.
    #[must_use]
    pub fn named(mut self, names: Names, start: u32) -> Self {
        assert_eq!(names.len(), self.len(), "one name a vertex");
        assert!(
            self.is_empty() || (start as usize) < self.len(),
            "the start is a vertex"
        );
        self.names = names;
        self.start = start;
        self
    }

    /// The doubled arena of a graph of positions: each vertex once for each side to move, so that the arena is
    /// bipartite. `v` with First to move becomes `2v`, with Second `2v + 1`, named `v first` and `v second`.
    ///
    /// An arena with owners is returned unchanged.
    #[must_use]
    pub fn doubled(&self) -> Self {
        if self.owners.is_some() {
            return self.clone();
        }
        let n = self.len();
        let mut rows = Rows::new();
        for v in self.graph.vertices() {
            for other in [1, 0] {
                for &w in self.graph.successors(v) {
                    rows.push(2 * w + other);
                }
                rows.end_row();
            }
        }
        let names = Names::words(self.names.iter().flat_map(|name| {
            [
                format!("{name} {}", Side::First),
                format!("{name} {}", Side::Second),
            ]
        }));
        Self::from(Draft {
            successors: rows,
            names,
            owners: Some(Side::BOTH.into_iter().cycle().take(2 * n).collect()),
            endings: self
                .endings
                .as_ref()
                .map(|endings| endings.iter().flat_map(|&e| [e, e]).collect()),
            start: 2 * self.start,
        })
    }
}

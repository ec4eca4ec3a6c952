//! Graphs and arenas for Python, converted from dictionaries.

use crate::convert;
use crate::failure::{CycleError, graph_error, language, letters, named, said, shown, word_error};
use crate::keys::Keys;
use crate::owners::{ending, known_player, owners, sides};
use crate::pickle::{ArenaParts, Reduced, arena_parts};
use crate::results::{NOTHING, VertexData, VertexMap, VertexSet};
use crate::watch::{LimitArgs, watched, whole, whole_or_none};
use noyau::Side;
use noyau::arena::analysis::{self, Cycle};
use noyau::arena::draw::{self, Direction, Layering, Marks, Style};
use noyau::arena::{self, Draft, Ending, Names, Rows};
use noyau::message;
use noyau::solve::kernel::{self, Mark};
use noyau::solve::{attractor, nimbers, retrograde, strategy};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use std::sync::Arc;

/// A graph converted once, with who owns its vertices where anybody does: a mapping from each vertex to the list of its
/// successors.
#[pyclass(frozen, module = "noyau", name = "Arena")]
pub(crate) struct PyArena {
    pub(crate) keys: Arc<Keys>,
    pub(crate) arena: arena::Arena,
    /// The user's names for First and Second, if vertices have owners.
    pub(crate) labels: Option<[Py<PyAny>; 2]>,
}

impl PyArena {
    /// The graph of positions of a dictionary.
    pub(crate) fn plain(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let graph = convert::graph(object)?;
        let keys = Arc::new(graph.keys);
        Ok(Self::of_rows(object.py(), keys, graph.rows))
    }

    /// The graph of positions with those vertices and rows.
    pub(crate) fn of_rows(py: Python<'_>, keys: Arc<Keys>, rows: Rows) -> Self {
        Self {
            keys,
            arena: py.detach(|| arena::Arena::from(Draft::plain(rows))),
            labels: None,
        }
    }

    pub(crate) fn cycle(&self, py: Python<'_>, cycle: &Cycle) -> PyErr {
        let vertices = match self.keys.list(py, cycle.0.iter().copied()) {
            Ok(vertices) => vertices,
            Err(error) => return error,
        };
        let around = shown(vertices.as_any());
        let error = CycleError::new_err(said(&message!(
            "the graph has a cycle: {around}",
            "le graphe a un cycle : {around}"
        )));
        match error.value(py).setattr("cycle", vertices) {
            Ok(()) => error,
            Err(error) => error,
        }
    }

    fn marks(&self, py: Python<'_>) -> Vec<Mark> {
        py.detach(|| kernel::kernel(self.arena.graph(), 1))
    }

    pub(crate) fn lost(&self, py: Python<'_>) -> Vec<bool> {
        let marks = self.marks(py);
        marks.into_iter().map(|mark| mark == Mark::Lost).collect()
    }

    /// The rank of every vertex in the attractor of a player of an arena with owners.
    pub(crate) fn ranks(
        py: Python<'_>,
        keys: &Keys,
        arena: &arena::Arena,
        side: Side,
        target: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<u32>> {
        let targets = targets(keys, arena, side, target)?;
        Ok(py.detach(|| {
            let found = attractor::attractor(arena, side, &targets);
            (0..arena.len() as u32)
                .map(|v| found.rank(v).unwrap_or(NOTHING))
                .collect()
        }))
    }

    /// The target of an attractor, by number.
    pub(crate) fn targets(
        &self,
        side: Side,
        target: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<u32>> {
        targets(&self.keys, &self.arena, side, target)
    }

    /// The side of a player, in an arena with owners.
    pub(crate) fn side_of(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<Side> {
        let Some(labels) = &self.labels else {
            return Err(graph_error(&message!(
                "this arena has no owners: give them, as in Arena(graph, owner)",
                "cette arène n'a pas de propriétaires : donnez-les, comme Arena(graphe, proprietaire)"
            )));
        };
        let Some(player) = player else {
            return Ok(Side::First);
        };
        known_player(player, labels)
    }

    fn vertex_or_start(&self, start: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u32>> {
        match start {
            Some(start) => self.keys.get(start).map(Some),
            None if self.arena.is_empty() => Ok(None),
            None => Ok(Some(self.arena.start())),
        }
    }

    fn solved(&self, py: Python<'_>) -> Vec<noyau::Value> {
        py.detach(|| {
            let solution = retrograde::solve(&self.arena, 1);
            (0..solution.len() as u32)
                .map(|v| solution.value(v))
                .collect()
        })
    }

    pub(crate) fn winning(
        &self,
        py: Python<'_>,
        start: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<u32>> {
        let mut moves = vec![NOTHING; self.keys.len()];
        let Some(start) = self.vertex_or_start(start)? else {
            return Ok(moves);
        };
        let found = py.detach(|| {
            let solution = retrograde::solve(&self.arena, 1);
            strategy::winning(&self.arena, &solution, start)
        });
        for (v, w) in found.moves {
            moves[v as usize] = w;
        }
        Ok(moves)
    }

    /// The arena with the names shown in pictures.
    fn named(&self, py: Python<'_>) -> PyResult<arena::Arena> {
        let mut words = Vec::with_capacity(self.keys.len());
        for object in self.keys.objects() {
            words.push(object.bind(py).str()?.to_string_lossy().into_owned());
        }
        let start = self.arena.start();
        Ok(self.arena.clone().named(Names::words(words), start))
    }
}

#[pymethods]
impl PyArena {
    #[new]
    #[pyo3(signature = (graph, owner = None, *, start = None, ends = None))]
    fn new(
        graph: &Bound<'_, PyAny>,
        owner: Option<&Bound<'_, PyAny>>,
        start: Option<&Bound<'_, PyAny>>,
        ends: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = graph.py();
        let read = convert::graph(graph)?;
        let keys = read.keys;
        let start = start.map_or(Ok(0), |start| keys.get(start))?;
        let (labels, owners) = match owner {
            None => (None, None),
            Some(owner) => {
                let (labels, sides) = sides(&owners(owner, &keys)?, start)?;
                (Some(labels), Some(sides))
            }
        };
        let mut endings = None;
        if let Some(ends) = ends {
            let mut declared = vec![Ending::Unsaid; keys.len()];
            for pair in ends.call_method0("items")?.try_iter()? {
                let (vertex, winner): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
                let v = keys.get(&vertex)?;
                if read.rows.degree(v) > 0 {
                    let vertex = shown(&vertex);
                    return Err(graph_error(&message!(
                        "{vertex} is said to be an end, but has successors",
                        "{vertex} est déclaré final, mais a des successeurs"
                    )));
                }
                declared[v as usize] = ending(&winner, labels.as_ref())?;
            }
            endings = Some(declared);
        }
        let rows = read.rows;
        let names = Names::numbered(keys.len());
        let arena = py.detach(|| {
            arena::Arena::from(Draft {
                successors: rows,
                names,
                owners,
                endings,
                start,
            })
        });
        Ok(Self {
            keys: Arc::new(keys),
            arena,
            labels,
        })
    }

    /// `Arena[int]` in annotations.
    #[classmethod]
    fn __class_getitem__(class: &Bound<'_, PyType>, _of: &Bound<'_, PyAny>) -> Py<PyType> {
        class.clone().unbind()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, ArenaParts<'py>> {
        arena_parts(py, self)
    }

    fn __len__(&self) -> usize {
        self.keys.len()
    }

    fn __contains__(&self, vertex: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.keys.find(vertex)?.is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.vertices(py)?.try_iter()?.into_any())
    }

    fn __getitem__<'py>(&self, vertex: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let v = self.keys.get(vertex)?;
        let successors = self.arena.graph().successors(v).iter().copied();
        self.keys.list(vertex.py(), successors)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Arena of {} vertices and {} edges>",
            self.arena.len(),
            self.arena.graph().edges()
        )
    }

    /// The vertices, as :meth:`vertices` gives them.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.vertices(py)
    }

    /// The lists of successors, in the order of the vertices.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let graph = self.arena.graph();
        let rows = graph.vertices().map(|v| {
            let successors = graph.successors(v).iter().copied();
            self.keys.list(py, successors)
        });
        PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
    }

    /// Pairs of a vertex and the list of its successors.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let pairs = self.vertices(py)?.into_iter().zip(self.values(py)?);
        PyList::new(py, pairs.collect::<Vec<_>>())
    }

    /// Pairs of a vertex and its successors, one after the other, as networkx graphs give them.
    fn adjacency<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.items(py)?.try_iter()?.into_any())
    }

    /// The successors of a vertex, or a default where it is no vertex.
    #[pyo3(signature = (vertex, default = None))]
    fn get<'py>(
        &self,
        vertex: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = vertex.py();
        match self.keys.find(vertex)? {
            Some(_) => Ok(self.__getitem__(vertex)?.into_any()),
            None => Ok(default.unwrap_or_else(|| py.None().into_bound(py))),
        }
    }

    /// Whether a move leads from a vertex to another.
    fn has_edge(&self, vertex: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let ends = self.keys.find(vertex)?.zip(self.keys.find(other)?);
        Ok(ends.is_some_and(|(v, w)| self.arena.graph().successors(v).contains(&w)))
    }

    /// How many moves lead from a vertex.
    fn out_degree(&self, vertex: &Bound<'_, PyAny>) -> PyResult<usize> {
        let v = self.keys.get(vertex)?;
        Ok(self.arena.graph().successors(v).len())
    }

    /// How many moves lead to a vertex.
    fn in_degree(&self, vertex: &Bound<'_, PyAny>) -> PyResult<usize> {
        let v = self.keys.get(vertex)?;
        Ok(self.arena.graph().predecessors(v).len())
    }

    /// How many vertices there are.
    fn number_of_nodes(&self) -> usize {
        self.arena.len()
    }

    /// How many edges there are.
    fn number_of_edges(&self) -> usize {
        self.edges()
    }

    /// The same as a networkx ``MultiDiGraph``, or a ``DiGraph`` where no edge comes twice; networkx must be installed.
    /// Vertices with an owner have the attribute ``owner``; ``start`` is an attribute of the graph.
    fn to_networkx<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let networkx = py.import("networkx")?;
        let rows = self.arena.graph().forward();
        let simple = rows.without_repeats().edges() == rows.edges();
        let class = if simple { "DiGraph" } else { "MultiDiGraph" };
        let graph = networkx.getattr(class)?.call0()?;
        for v in self.arena.graph().vertices() {
            let attributes = PyDict::new(py);
            if let Some((labels, side)) = self.labels.as_ref().zip(self.arena.owner(v)) {
                attributes.set_item("owner", &labels[side as usize])?;
            }
            graph.call_method("add_node", (self.keys.object(v),), Some(&attributes))?;
        }
        let edges = rows.iter_edges();
        let edges: Vec<_> = edges
            .map(|(v, w)| (self.keys.object(v), self.keys.object(w)))
            .collect();
        graph.call_method1("add_edges_from", (edges,))?;
        graph.getattr("graph")?.set_item("start", self.start(py))?;
        Ok(graph)
    }

    /// The vertices, in their order.
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.keys.list(py, self.arena.graph().vertices())
    }

    /// How many edges there are.
    #[getter]
    fn edges(&self) -> usize {
        self.arena.graph().edges()
    }

    /// The vertex where play starts; ``None`` in a graph without vertices.
    #[getter]
    fn start(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        (!self.arena.is_empty()).then(|| self.keys.object(self.arena.start()).clone_ref(py))
    }

    /// The names of the two players, First before Second; ``None`` without owners.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let labels = self.labels.as_ref();
        labels.map(|labels| PyTuple::new(py, labels)).transpose()
    }

    /// Whose a vertex is; ``None`` without owners.
    fn owner(&self, vertex: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
        let v = self.keys.get(vertex)?;
        let labels = self.labels.as_ref().zip(self.arena.owner(v));
        Ok(labels.map(|(labels, side)| labels[side as usize].clone_ref(vertex.py())))
    }

    /// Where the moves from a vertex lead, in their order.
    fn successors<'py>(&self, vertex: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        self.__getitem__(vertex)
    }

    /// The vertices with a move to this one.
    fn predecessors<'py>(&self, vertex: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let v = self.keys.get(vertex)?;
        let mut before = self.arena.graph().predecessors(v).to_vec();
        before.dedup();
        self.keys.list(vertex.py(), before)
    }

    /// The same as a dictionary from each vertex to the list of its successors.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let graph = self.arena.graph();
        for v in graph.vertices() {
            let successors = self.keys.list(py, graph.successors(v).iter().copied())?;
            dict.set_item(self.keys.object(v), successors)?;
        }
        Ok(dict)
    }

    /// The vertices without successor.
    fn sinks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let graph = self.arena.graph();
        self.keys
            .list(py, graph.vertices().filter(|&v| graph.is_sink(v)))
    }

    /// The kernel: the vertices lost for the side to move, when who cannot move loses. Owners do not count.
    fn kernel(&self, py: Python<'_>) -> VertexSet {
        VertexSet::new(&self.keys, self.lost(py))
    }

    /// The vertices that are neither lost nor won: play from them is endless.
    fn undecided(&self, py: Python<'_>) -> VertexSet {
        let marks = self.marks(py);
        let undecided = marks.into_iter().map(|mark| mark == Mark::Undecided);
        VertexSet::new(&self.keys, undecided.collect())
    }

    /// The steps of the course's algorithm, each a sink that is taken and what is dropped with it.
    fn kernel_steps<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Py<PyAny>, Bound<'py, PyList>)>> {
        let steps = py.detach(|| kernel::steps(self.arena.graph()));
        steps
            .into_iter()
            .map(|step| {
                let dropped = self.keys.list(py, step.drop)?;
                Ok((self.keys.object(step.take).clone_ref(py), dropped))
            })
            .collect()
    }

    /// All kernels of a small graph, at most so many, and whether these are all.
    #[pyo3(signature = (*, most = 100, seconds = None))]
    fn kernels<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] most: usize,
        seconds: Option<f64>,
    ) -> PyResult<(Vec<Bound<'py, PyList>>, bool)> {
        let allowed = LimitArgs::new(seconds, None, None, 0);
        let found = watched(py, allowed.limits()?, None, |limits| {
            kernel::all(self.arena.graph(), most, limits)
        })?;
        let lists = found.kernels.into_iter().map(|one| self.keys.list(py, one));
        Ok((lists.collect::<PyResult<_>>()?, found.complete))
    }

    /// From where a player can force a set of vertices, each with the number of moves it takes. Without a target, it is
    /// where play ends and the player has won.
    #[pyo3(signature = (player, target = None))]
    fn attractor(
        &self,
        player: &Bound<'_, PyAny>,
        target: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<VertexMap> {
        let side = self.side_of(Some(player))?;
        let ranks = Self::ranks(player.py(), &self.keys, &self.arena, side, target)?;
        Ok(VertexMap::new(&self.keys, VertexData::Numbers(ranks)))
    }

    /// The nimber of every vertex; a ``CycleError`` where the graph has a cycle.
    pub(crate) fn nimbers(&self, py: Python<'_>) -> PyResult<VertexMap> {
        let found = py.detach(|| nimbers::nimbers(self.arena.graph()));
        match found {
            Ok(found) => Ok(VertexMap::new(&self.keys, VertexData::Numbers(found))),
            Err(cycle) => Err(self.cycle(py, &cycle)),
        }
    }

    /// The value of every vertex for the side to move there, by backward induction; right on cycles.
    fn solve(&self, py: Python<'_>) -> VertexMap {
        VertexMap::new(&self.keys, VertexData::Values(self.solved(py)))
    }

    /// The winner's moves from a vertex, the start unless another is given: just where play can come.
    #[pyo3(signature = (start = None))]
    fn strategy(&self, py: Python<'_>, start: Option<&Bound<'_, PyAny>>) -> PyResult<VertexMap> {
        let moves = self.winning(py, start)?;
        Ok(VertexMap::new(&self.keys, VertexData::Vertices(moves)))
    }

    /// What a strategy is worth: "winning", "applicable", "not applicable", and the line of play that shows it.
    #[pyo3(signature = (strategy, *, player = None, start = None))]
    fn check_strategy<'py>(
        &self,
        strategy: &Bound<'py, PyAny>,
        player: Option<&Bound<'py, PyAny>>,
        start: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(&'static str, Bound<'py, PyList>)> {
        let py = strategy.py();
        let Some(start) = self.vertex_or_start(start)? else {
            return Ok(("winning", PyList::empty(py)));
        };
        let mut moves = Vec::new();
        for pair in strategy.call_method0("items")?.try_iter()? {
            let (from, to): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
            moves.push((self.keys.get(&from)?, self.keys.get(&to)?));
        }
        let side = match player {
            None => self.arena.owner(start).unwrap_or(Side::First),
            Some(player) => self.side_of(Some(player))?,
        };
        let (word, line) = match strategy::check(&self.arena, side, start, &moves) {
            strategy::Verdict::Winning { line } => ("winning", line),
            strategy::Verdict::Applicable { line } => ("applicable", line),
            strategy::Verdict::NotApplicable { line } => ("not applicable", line),
            strategy::Verdict::NotAMove { from, to } => ("not a move", vec![from, to]),
            strategy::Verdict::NotOwned { vertex } => ("not owned", vec![vertex]),
        };
        Ok((word, self.keys.list(py, line)?))
    }

    /// Whether no play can go on for ever.
    fn is_acyclic(&self, py: Python<'_>) -> bool {
        py.detach(|| analysis::topological_order(self.arena.graph()).is_ok())
    }

    /// A cycle, or ``None``.
    fn cycle_of<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        match analysis::topological_order(self.arena.graph()) {
            Ok(_) => Ok(None),
            Err(cycle) => self.keys.list(py, cycle.0).map(Some),
        }
    }

    /// The vertices in an order in which every edge leads forward; a ``CycleError`` where there is none.
    fn topological_order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match analysis::topological_order(self.arena.graph()) {
            Ok(order) => self.keys.list(py, order),
            Err(cycle) => Err(self.cycle(py, &cycle)),
        }
    }

    /// A longest path; a ``CycleError`` where the graph has a cycle.
    fn longest_path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match analysis::longest_path(self.arena.graph()) {
            Ok(path) => self.keys.list(py, path),
            Err(cycle) => Err(self.cycle(py, &cycle)),
        }
    }

    /// Two lists of vertices such that every edge leads from one to the other, or ``None``.
    fn bipartition<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Option<(Bound<'py, PyList>, Bound<'py, PyList>)>> {
        let Ok(sides) = py.detach(|| analysis::bipartition(self.arena.graph())) else {
            return Ok(None);
        };
        let of = |wanted: bool| {
            let vertices = (0..).zip(&sides);
            let chosen = vertices.filter_map(move |(v, &side)| (side == wanted).then_some(v));
            self.keys.list(py, chosen)
        };
        Ok(Some((of(false)?, of(true)?)))
    }

    /// Each vertex once for each side to move, called ``(vertex, "first")`` and ``(vertex, "second")``.
    fn doubled(&self, py: Python<'_>) -> PyResult<Self> {
        if let (Some(labels), Some(_)) = (&self.labels, self.arena.owners()) {
            return Ok(Self {
                keys: Arc::clone(&self.keys),
                arena: self.arena.clone(),
                labels: Some([labels[0].clone_ref(py), labels[1].clone_ref(py)]),
            });
        }
        let mut objects = Vec::with_capacity(2 * self.keys.len());
        for object in self.keys.objects() {
            for side in Side::BOTH {
                objects.push((object, side.name()).into_pyobject(py)?.into_any().unbind());
            }
        }
        Ok(Self {
            keys: Arc::new(Keys::unhashed(objects)),
            arena: self.arena.doubled(),
            labels: Some(side_labels(py)),
        })
    }

    /// The picture: ``kind`` is "svg", "dot" or "tikz".
    #[pyo3(signature = (kind = "svg", *, marks = Vec::new(), player = None, target = None, start = None, layers = "path", direction = "right", most = 500, step = None))]
    fn draw(
        &self,
        py: Python<'_>,
        kind: &str,
        #[pyo3(from_py_with = words)] marks: Vec<String>,
        player: Option<&Bound<'_, PyAny>>,
        target: Option<&Bound<'_, PyAny>>,
        start: Option<&Bound<'_, PyAny>>,
        layers: &str,
        direction: &str,
        #[pyo3(from_py_with = whole)] most: usize,
        #[pyo3(from_py_with = whole_or_none)] step: Option<usize>,
    ) -> PyResult<String> {
        let style = Style {
            layering: match layers {
                "path" => Layering::LongestPath,
                "rank" => Layering::Rank,
                _ => return Err(word_error("layers", layers, &["path", "rank"])),
            },
            direction: match direction {
                "right" => Direction::Right,
                "down" => Direction::Down,
                _ => return Err(word_error("direction", direction, &["right", "down"])),
            },
            language: language(),
            letters: letters(),
            most,
            ..Style::default()
        };
        let mut shown = Marks::default();
        if let Some(step) = step {
            let steps: Vec<_> = kernel::steps(self.arena.graph())
                .into_iter()
                .map(|step| (step.take, step.drop))
                .collect();
            shown = Marks::of_kernel_step(self.arena.len(), &steps, step);
        }
        for mark in marks {
            match mark.as_str() {
                "kernel" => shown.chosen = Some(self.lost(py)),
                "nimbers" => match nimbers::nimbers(self.arena.graph()) {
                    Ok(found) => shown.nimbers = Some(found.into_iter().map(Some).collect()),
                    Err(cycle) => return Err(self.cycle(py, &cycle)),
                },
                "attractor" => {
                    let side = self.side_of(player)?;
                    let ranks = Self::ranks(py, &self.keys, &self.arena, side, target)?;
                    let ranks = ranks.into_iter().map(|r| (r != NOTHING).then_some(r));
                    shown.ranks = Some(ranks.collect());
                }
                "strategy" => {
                    let moves = self.winning(py, start)?;
                    shown.strategy = (0..).zip(moves).filter(|&(_, to)| to != NOTHING).collect();
                }
                "solve" => {
                    let values = self.solved(py);
                    shown.chosen = Some(
                        values
                            .iter()
                            .map(|value| value.outcome() == noyau::Outcome::Loss)
                            .collect(),
                    );
                    shown.ranks = Some(values.iter().map(|value| value.distance()).collect());
                }
                other => {
                    let known = ["kernel", "nimbers", "attractor", "strategy", "solve"];
                    return Err(word_error("marks", other, &known));
                }
            }
        }
        let arena = self.named(py)?;
        py.detach(|| match kind {
            "svg" => Ok(named(draw::svg(&arena, &shown, &style))),
            "dot" => Ok(named(draw::dot(&arena, &shown, &style))),
            "tikz" => Ok(named(draw::tikz(&arena, &shown, &style))),
            _ => Err(word_error("kind", kind, &["svg", "dot", "tikz"])),
        })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.draw(
            py,
            "svg",
            Vec::new(),
            None,
            None,
            None,
            "path",
            "right",
            500,
            None,
        )
    }
}

fn targets(
    keys: &Keys,
    arena: &arena::Arena,
    side: Side,
    target: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<u32>> {
    let Some(target) = target else {
        return Ok(attractor::won_endings(arena, side));
    };
    let vertices = target.try_iter()?;
    vertices.map(|vertex| keys.get(&vertex?)).collect()
}

/// Words from Python: one, or several, or none.
fn words(object: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if object.is_none() {
        return Ok(Vec::new());
    }
    if let Ok(word) = object.extract() {
        return Ok(vec![word]);
    }
    let each = object.try_iter()?;
    each.map(|word| word?.extract()).collect()
}

/// The default labels of First and Second.
pub(crate) fn side_labels(py: Python<'_>) -> [Py<PyAny>; 2] {
    Side::BOTH.map(|side| PyString::new(py, side.name()).into_any().unbind())
}

//! What a graph is: its doubled graph, its three forms, cycles and sides.

use super::{equation, names, vertex, vertices};
use crate::exercise::posed::{Kind, Next, Shown, Work};
use noyau_core::language::Message;
use noyau_core::message;
use noyau_graph::arena::Arena;
use noyau_graph::arena::analysis::{bipartition, topological_order};
use noyau_graph::arena::format::{self, Format};
use std::collections::BTreeSet;

/// The doubled graph, row by row.
pub(super) struct Doubling {
    doubled: Arena,
    given: Vec<bool>,
}

impl Doubling {
    pub(super) fn new(arena: &Arena) -> Self {
        let doubled = arena.doubled();
        let graph = doubled.graph();
        let given = graph.vertices().map(|v| graph.is_sink(v)).collect();
        Self { doubled, given }
    }

    /// The names of copies, with the sides in the words of each language.
    fn copies(&self, vertices: &[u32]) -> Message {
        let names = |first: &str| {
            let copies = vertices.iter().map(|&v| {
                let name = self.doubled.name(v);
                match name.strip_suffix(FIRST) {
                    Some(vertex) => format!("{vertex}{first}"),
                    None => name.into_owned(),
                }
            });
            copies.collect::<Vec<_>>().join(", ")
        };
        Message {
            en: names(FIRST),
            fr: names(PREMIER),
        }
    }
}

/// What the name of a copy ends in, for programs and in French; `second` is the same.
const FIRST: &str = " first";
const PREMIER: &str = " premier";

/// The name of a copy as the arena has it.
fn of_program(name: &str) -> String {
    let name = name.trim();
    match name.strip_suffix(PREMIER) {
        Some(vertex) => format!("{vertex}{FIRST}"),
        None => name.to_owned(),
    }
}

impl Work for Doubling {
    fn take(&mut self, step: &str) -> Result<(), Message> {
        let (left, right) = equation(step, &Message::from(Kind::Doubling.form()))?;
        let arena = &self.doubled;
        let u = vertex(arena, &of_program(left))?;
        let right: Vec<String> = right.split([',', ';']).map(of_program).collect();
        let given: BTreeSet<u32> = vertices(arena, &right.join(", "))?.into_iter().collect();
        let successors = arena.graph().successors(u);
        let name = |v| self.copies(&[v]);
        let from = name(u);
        // Copies of one vertex have the numbers 2v and 2v + 1.
        if let Some(&wrong) = given.iter().find(|v| !successors.contains(v)) {
            let to = name(wrong);
            return Err(if arena.owner(wrong) == arena.owner(u) {
                message!(
                    "from {from} to {to} the same player would move twice: the turn passes",
                    "de {from} à {to} le même joueur jouerait deux fois : le trait change",
                    from = from,
                    to = to
                )
            } else {
                message!(
                    "no edge of the graph makes one from {from} to {to}",
                    "aucune arête du graphe n'en donne une de {from} à {to}",
                    from = from,
                    to = to
                )
            });
        }
        if let Some(missing) = successors.iter().find(|v| !given.contains(v)) {
            let to = name(*missing);
            return Err(message!(
                "the edge from {from} to {to} is missing",
                "il manque l'arête de {from} à {to}",
                from = from,
                to = to
            ));
        }
        self.given[u as usize] = true;
        Ok(())
    }

    fn next(&self) -> Option<Next> {
        let u = (0u32..).zip(&self.given).find(|(_, given)| !**given)?.0;
        let graph = self.doubled.graph();
        let from = self.copies(&[u]);
        let to = self.copies(graph.successors(u));
        let count = graph.successors(u).len();
        Some(Next {
            place: message!(
                "number of successors of {from}: {count}",
                "nombre de successeurs de {from} : {count}",
                from = from.clone(),
                count = count
            ),
            step: message!("{from}={to}", "{from}={to}", from = from, to = to),
            at: Some(u / 2),
        })
    }

    /// Looks are those of the vertices of the graph: done when both copies are.
    fn shown(&self) -> Shown {
        let mut shown = Shown::plain(self.given.len() / 2);
        for (v, copies) in self.given.chunks(2).enumerate() {
            let done = copies.iter().filter(|given| **given).count();
            if done == copies.len() {
                shown.looks[v] = "attracted";
            }
        }
        shown
    }
}

/// A graph in three forms.
pub(super) struct Forms<'a> {
    arena: &'a Arena,
    given: [bool; 3],
}

const FORMS: [(&str, &str); 3] = [
    ("matrix", "matrice"),
    ("list", "liste"),
    ("dictionary", "dictionnaire"),
];

impl<'a> Forms<'a> {
    pub(super) fn new(arena: &'a Arena) -> Self {
        let given = [false; 3];
        Self { arena, given }
    }

    fn written(&self, form: usize) -> Message {
        let graph = self.arena.graph();
        let name = |v: u32| self.arena.name(v).into_owned();
        let row = |v: u32| match form {
            0 => {
                let cell = |w| {
                    if graph.successors(v).contains(&w) {
                        "1"
                    } else {
                        "0"
                    }
                };
                let cells: Vec<_> = graph.vertices().map(cell).collect();
                format!("[{}]", cells.join(", "))
            }
            1 => format!(
                "[{}]",
                names(self.arena, graph.successors(v).iter().copied())
            ),
            _ => {
                let to = names(self.arena, graph.successors(v).iter().copied());
                format!("{}: [{to}]", name(v))
            }
        };
        let rows: Vec<_> = graph.vertices().map(row).collect();
        let rows = rows.join(", ");
        let rows = if form == 2 {
            format!("{{{rows}}}")
        } else {
            format!("[{rows}]")
        };
        let (en, fr) = FORMS[form];
        message!("{en}={rows}", "{fr}={rows}")
    }
}

impl Work for Forms<'_> {
    fn take(&mut self, step: &str) -> Result<(), Message> {
        let unread = || {
            message!(
                "{step:?} is no step: write {form}",
                "{step:?} n'est pas une étape : écrivez {form}",
                step = step,
                form = Message::from(Kind::Representation.form())
            )
        };
        let (word, text) = step.split_once('=').ok_or_else(unread)?;
        let word = word.trim();
        let form = FORMS.iter().position(|&(en, fr)| word == en || word == fr);
        let form = form.ok_or_else(unread)?;
        // A matrix is read row by row.
        let (format, text) = match form {
            0 => {
                let rows = text.replace("],", "\n").replace(['[', ']', ' '], "");
                let rows: Vec<&str> = rows.lines().filter(|row| !row.is_empty()).collect();
                (Format::Matrix, rows.join("\n"))
            }
            1 => (Format::List, text.trim().to_owned()),
            _ => (Format::Python, text.trim().to_owned()),
        };
        let draft = format::read(text.as_bytes(), format).map_err(|error| {
            message!(
                "line {line}, column {column}: {why}",
                "ligne {line}, colonne {column} : {why}",
                line = error.line,
                column = error.column,
                why = error.problem
            )
        })?;
        let read = Arena::from(draft);
        if read.len() != self.arena.len() {
            let (given, count) = (read.len(), self.arena.len());
            return Err(message!(
                "it has {given} vertices, and the graph {count}",
                "il y a {given} sommets, et le graphe en a {count}"
            ));
        }
        // A dictionary may list its vertices in any order.
        let mut number = Vec::new();
        for v in read.graph().vertices() {
            number.push(vertex(self.arena, &read.name(v))?);
        }
        let has = |u: u32, v: u32| self.arena.graph().successors(u).contains(&v);
        let mut edges = BTreeSet::new();
        for (u, v) in read.graph().forward().iter_edges() {
            edges.insert((number[u as usize], number[v as usize]));
        }
        let name = |v| self.arena.name(v).into_owned();
        if let Some(&(u, v)) = edges.iter().find(|&&(u, v)| !has(u, v)) {
            let (from, to) = (name(u), name(v));
            return Err(message!(
                "it has an edge from {from} to {to}, and the graph has none",
                "il y a une arête de {from} à {to}, et le graphe n'en a pas"
            ));
        }
        let all = self.arena.graph().forward();
        if let Some((u, v)) = all.iter_edges().find(|edge| !edges.contains(edge)) {
            let (from, to) = (name(u), name(v));
            return Err(message!(
                "the edge from {from} to {to} is missing",
                "il manque l'arête de {from} à {to}"
            ));
        }
        self.given[form] = true;
        Ok(())
    }

    fn next(&self) -> Option<Next> {
        let form = self.given.iter().position(|given| !given)?;
        let graph = self.arena.graph();
        let vertex = graph
            .vertices()
            .next()
            .map(|v| self.arena.name(v).into_owned());
        let vertex = vertex.unwrap_or_default();
        let to = names(self.arena, graph.successors(0).iter().copied());
        Some(Next {
            place: message!(
                "the successors of {vertex} are {to}",
                "les successeurs de {vertex} sont {to}"
            ),
            step: self.written(form),
            at: Some(0),
        })
    }

    fn shown(&self) -> Shown {
        Shown::plain(self.arena.len())
    }
}

/// A cycle or what proves that there is none: an order of the vertices, or their two sides.
pub(super) struct Walk<'a> {
    arena: &'a Arena,
    /// Whether directions are ignored and the question is about odd cycles.
    bipartite: bool,
    given: Option<Vec<u32>>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(arena: &'a Arena, bipartite: bool) -> Self {
        Self {
            arena,
            bipartite,
            given: None,
        }
    }

    /// Whether an edge leads from one to the other; in either direction, if directions are ignored.
    fn joined(&self, u: u32, v: u32) -> bool {
        let graph = self.arena.graph();
        graph.successors(u).contains(&v) || self.bipartite && graph.successors(v).contains(&u)
    }

    fn cycle(&self, walk: &[u32]) -> Result<(), Message> {
        let name = |v| self.arena.name(v).into_owned();
        if walk.is_empty() {
            return Err(message!("a cycle has vertices", "un cycle a des sommets"));
        }
        // The first vertex may be repeated at the end.
        let walk = match walk {
            [first, .., last] if first == last => &walk[..walk.len() - 1],
            walk => walk,
        };
        let next = walk.iter().cycle().skip(1);
        for (&u, &v) in walk.iter().zip(next) {
            if !self.joined(u, v) {
                let (from, to) = (name(u), name(v));
                return Err(message!(
                    "no edge leads from {from} to {to}",
                    "aucune arête ne mène de {from} à {to}"
                ));
            }
        }
        let length = walk.len();
        if self.bipartite && length.is_multiple_of(2) {
            return Err(message!(
                "this cycle has the even length {length}: it proves nothing",
                "ce cycle est de longueur paire, {length} : il ne prouve rien"
            ));
        }
        Ok(())
    }

    fn order(&self, order: &[u32]) -> Result<(), Message> {
        let name = |v| self.arena.name(v).into_owned();
        let mut place = vec![None; self.arena.len()];
        for (i, &v) in order.iter().enumerate() {
            if place[v as usize].replace(i).is_some() {
                let vertex = name(v);
                return Err(message!(
                    "{vertex} stands there twice",
                    "{vertex} y est deux fois"
                ));
            }
        }
        if let Some(missing) = self
            .arena
            .graph()
            .vertices()
            .find(|&v| place[v as usize].is_none())
        {
            let vertex = name(missing);
            return Err(message!("{vertex} is missing", "il manque {vertex}"));
        }
        let mut edges = self.arena.graph().forward().iter_edges();
        match edges.find(|&(u, v)| place[u as usize] >= place[v as usize]) {
            Some((u, v)) => {
                let (from, to) = (name(u), name(v));
                Err(message!(
                    "the edge from {from} to {to} leads backwards",
                    "l'arête de {from} à {to} mène en arrière"
                ))
            }
            None => Ok(()),
        }
    }

    fn part(&self, part: &[u32]) -> Result<(), Message> {
        let name = |v| self.arena.name(v).into_owned();
        let mut edges = self.arena.graph().forward().iter_edges();
        match edges.find(|(u, v)| part.contains(u) == part.contains(v)) {
            Some((u, v)) => {
                let (from, to) = (name(u), name(v));
                Err(message!(
                    "the edge from {from} to {to} has both ends on one side",
                    "l'arête de {from} à {to} a ses deux extrémités dans la même partie"
                ))
            }
            None => Ok(()),
        }
    }
}

impl Work for Walk<'_> {
    fn take(&mut self, step: &str) -> Result<(), Message> {
        let kind = if self.bipartite {
            Kind::Bipartite
        } else {
            Kind::Acyclic
        };
        let form = Message::from(kind.form());
        let (word, list) = equation(step, &form)?;
        let given = vertices(self.arena, list)?;
        match (word, self.bipartite) {
            ("cycle", _) => self.cycle(&given)?,
            ("order" | "ordre", false) => self.order(&given)?,
            ("part" | "partie", true) => self.part(&given)?,
            _ => {
                return Err(message!(
                    "{step:?} is no step: write {form}",
                    "{step:?} n'est pas une étape : écrivez {form}",
                    step = step,
                    form = form
                ));
            }
        }
        self.given = Some(given);
        Ok(())
    }

    fn next(&self) -> Option<Next> {
        if self.given.is_some() {
            return None;
        }
        let graph = self.arena.graph();
        let (word, list) = if self.bipartite {
            match bipartition(graph) {
                Ok(sides) => {
                    let side = graph.vertices().filter(|&v| !sides[v as usize]);
                    ("part", side.collect::<Vec<_>>())
                }
                Err(cycle) => ("cycle", cycle.0),
            }
        } else {
            match topological_order(graph) {
                Ok(order) => ("order", order),
                Err(cycle) => ("cycle", cycle.0),
            }
        };
        let fr = match word {
            "part" => "partie",
            "order" => "ordre",
            word => word,
        };
        let at = list.first().copied();
        let list = names(self.arena, list.into_iter());
        let vertex = at.map_or_else(String::new, |v| self.arena.name(v).into_owned());
        Some(Next {
            place: if word == "cycle" {
                message!(
                    "a cycle passes through {vertex}",
                    "un cycle passe par {vertex}"
                )
            } else {
                message!(
                    "there is none; begin with {vertex}",
                    "il n'y en a pas ; commencez par {vertex}"
                )
            },
            step: message!("{word}={list}", "{fr}={list}"),
            at,
        })
    }

    fn shown(&self) -> Shown {
        let mut shown = Shown::plain(self.arena.len());
        for &v in self.given.iter().flatten() {
            shown.looks[v as usize] = "attracted";
        }
        shown
    }
}

//! The graph of a certificate in the verifier's own arrays, and its vertex names.

use super::json::Scanner;
use super::{FileProblem, Refused, Unreadable, Wrong};
use hashbrown::{DefaultHashBuilder, HashTable};
use noyau_core::game::Side;
use std::borrow::Cow;
use std::hash::BuildHasher;

/// The keys of an object, all distinct: vertices or positions, numbered in the order of the file.
pub(super) struct Names<'a> {
    text: Scanner<'a>,
    /// The offset of each key; empty if the names are `0`, `1`, … in order.
    places: Vec<usize>,
    len: usize,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<'a> Names<'a> {
    /// Reads the keys of an object.
    pub(super) fn read(object: &Scanner<'a>) -> Result<Self, Unreadable> {
        let mut names = Self {
            text: object.clone(),
            places: Vec::new(),
            len: 0,
            index: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        };
        let mut numbered = true;
        object
            .clone()
            .object(|value, key, at| -> Result<(), Unreadable> {
                if numbered && as_number(&key) != Some(names.len as u32) {
                    numbered = false;
                }
                if names.len >= u32::MAX as usize - 1 {
                    return Err(value.problem(at, FileProblem::TooMany));
                }
                names.places.push(at);
                names.len += 1;
                value.hop();
                Ok(())
            })?;
        if numbered {
            names.places = Vec::new();
            return Ok(names);
        }
        for v in 0..names.len as u32 {
            let name = names.get(v);
            if names.find(&name).is_some() {
                let key = name.into_owned();
                let at = names.places[v as usize];
                return Err(object.problem(at, FileProblem::RepeatedKey { key }));
            }
            let hash = names.hasher.hash_one(&*name);
            let mut index = std::mem::take(&mut names.index);
            index.insert_unique(hash, v, |&v| names.hasher.hash_one(&*names.get(v)));
            names.index = index;
        }
        Ok(names)
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The name of a vertex.
    pub(super) fn get(&self, v: u32) -> Cow<'a, str> {
        match self.places.get(v as usize) {
            None => v.to_string().into(),
            // It was read without error before.
            Some(&at) => self.text.at(at).string().unwrap_or_default(),
        }
    }

    /// The vertex of a name.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        if self.places.is_empty() {
            return as_number(name).filter(|&v| (v as usize) < self.len);
        }
        self.index
            .find(self.hasher.hash_one(name), |&v| self.get(v) == name)
            .copied()
    }

    /// Reads the name of a vertex, which must exist.
    pub(super) fn vertex(&self, scanner: &mut Scanner<'a>) -> Result<u32, Unreadable> {
        let at = scanner.here();
        let name = scanner.name()?;
        self.find(&name).ok_or_else(|| {
            let name = name.into_owned();
            scanner.problem(at, FileProblem::UnknownVertex { name })
        })
    }

    /// Reads an object with one member per vertex, in any order.
    pub(super) fn each<T: Copy>(
        &self,
        object: &Scanner<'a>,
        blank: T,
        mut value: impl FnMut(&mut Scanner<'a>) -> Result<T, Unreadable>,
    ) -> Result<Vec<T>, Refused> {
        let mut values = vec![blank; self.len];
        let present = self.members(object, |scanner, v| {
            values[v as usize] = value(scanner)?;
            Ok(())
        })?;
        match present.iter().position(|&present| !present) {
            None => Ok(values),
            Some(v) => {
                let vertex = self.get(v as u32).into_owned();
                Err(Wrong::NothingSaid { vertex }.into())
            }
        }
    }

    /// Reads an object whose keys are distinct vertices, and returns which are present.
    pub(super) fn members(
        &self,
        object: &Scanner<'a>,
        mut member: impl FnMut(&mut Scanner<'a>, u32) -> Result<(), Unreadable>,
    ) -> Result<Vec<bool>, Unreadable> {
        let mut seen = vec![false; self.len];
        let mut next = 0;
        object.clone().object(|scanner, key, at| {
            // Most files keep one order: then no lookup is needed.
            let here = (next as usize) < self.len && self.get(next) == key;
            let Some(v) = here.then_some(next).or_else(|| self.find(&key)) else {
                let name = key.into_owned();
                return Err(scanner.problem(at, FileProblem::UnknownVertex { name }));
            };
            if std::mem::replace(&mut seen[v as usize], true) {
                let key = key.into_owned();
                return Err(scanner.problem(at, FileProblem::RepeatedKey { key }));
            }
            next = v + 1;
            member(scanner, v)
        })?;
        Ok(seen)
    }
}

/// The number that a name denotes in canonical form.
fn as_number(name: &str) -> Option<u32> {
    let canonical = name == "0" || !name.starts_with(['0', '+']);
    name.parse().ok().filter(|_| canonical)
}

/// The ending of a final position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Lost for the side to move, without a declared ending.
    Lost,
    Won(Side),
    Drawn,
}

/// The graph of a certificate.
pub(super) struct Graph<'a> {
    pub(super) names: Names<'a>,
    /// The successors of `v` are `targets[ends[v - 1]..ends[v]]`.
    ends: Vec<u32>,
    targets: Vec<u32>,
    /// Empty if there are no owners.
    owners: Vec<Side>,
    /// Ascending by vertex.
    declared: Vec<(u32, End)>,
}

impl<'a> Graph<'a> {
    /// Reads the graph object.
    pub(super) fn read(object: &Scanner<'a>) -> Result<Self, Refused> {
        let keys = ["owner", "edges", "start", "first", "second", "draw"];
        let [owner, edges, start, first, second, draw] = super::members(object, keys)?;
        let Some(mut edges) = edges else {
            return Err(super::missing(object, "edges").into());
        };
        let names = Names::read(&edges)?;
        let mut graph = Self {
            ends: Vec::with_capacity(names.len()),
            targets: Vec::new(),
            owners: Vec::new(),
            declared: Vec::new(),
            names,
        };
        edges.object(|scanner, _, _| {
            scanner.array(|scanner| {
                if graph.targets.len() >= u32::MAX as usize - 1 {
                    return Err(scanner.problem(scanner.clone().here(), FileProblem::TooMany));
                }
                graph.targets.push(graph.names.vertex(scanner)?);
                Ok(())
            })?;
            graph.ends.push(graph.targets.len() as u32);
            Ok::<(), Unreadable>(())
        })?;
        if let Some(owner) = owner {
            graph.owners = graph.names.each(&owner, Side::First, super::side)?;
        }
        if let Some(mut start) = start {
            graph.names.vertex(&mut start)?;
        }
        graph.endings(first, End::Won(Side::First))?;
        graph.endings(second, End::Won(Side::Second))?;
        graph.endings(draw, End::Drawn)?;
        graph.declared.sort_unstable_by_key(|&(v, _)| v);
        let mut pairs = graph.declared.windows(2);
        if let Some(pair) = pairs.find(|pair| pair[0].0 == pair[1].0) {
            let vertex = graph.names.get(pair[0].0).into_owned();
            return Err(Wrong::EndsTwice { vertex }.into());
        }
        Ok(graph)
    }

    fn endings(&mut self, list: Option<Scanner<'a>>, end: End) -> Result<(), Unreadable> {
        let Some(mut list) = list else {
            return Ok(());
        };
        list.array(|scanner| {
            let at = scanner.here();
            let v = self.names.vertex(scanner)?;
            let name = || self.names.get(v).into_owned();
            if !self.successors(v).is_empty() {
                return Err(scanner.problem(at, FileProblem::FinalHasEdges { name: name() }));
            }
            if self.owners.is_empty() && end != End::Drawn {
                return Err(scanner.problem(at, FileProblem::WonByNobody { name: name() }));
            }
            self.declared.push((v, end));
            Ok(())
        })
    }

    pub(super) fn vertices(&self) -> std::ops::Range<u32> {
        0..self.names.len() as u32
    }

    pub(super) fn edges(&self) -> usize {
        self.targets.len()
    }

    pub(super) fn successors(&self, v: u32) -> &[u32] {
        let v = v as usize;
        let from = if v == 0 { 0 } else { self.ends[v - 1] };
        &self.targets[from as usize..self.ends[v] as usize]
    }

    pub(super) fn name(&self, v: u32) -> String {
        self.names.get(v).into_owned()
    }

    pub(super) fn has_owners(&self) -> bool {
        !self.owners.is_empty() || self.names.len() == 0
    }

    pub(super) fn owner(&self, v: u32) -> Option<Side> {
        self.owners.get(v as usize).copied()
    }

    /// The ending of a vertex, if it is final.
    pub(super) fn end(&self, v: u32) -> Option<End> {
        if !self.successors(v).is_empty() {
            return None;
        }
        let found = self.declared.binary_search_by_key(&v, |&(v, _)| v);
        Some(found.map_or(End::Lost, |i| self.declared[i].1))
    }

    /// The names along a line of vertices; long lines are abbreviated.
    pub(super) fn line(&self, line: &[u32]) -> String {
        const SHOWN: usize = 6;
        let names = |part: &[u32]| -> Vec<String> {
            part.iter()
                .map(|&v| format!("{:?}", self.names.get(v)))
                .collect()
        };
        if line.len() <= 2 * SHOWN {
            return names(line).join(" → ");
        }
        let (head, tail) = (&line[..SHOWN], &line[line.len() - SHOWN..]);
        format!(
            "{} → … → {}",
            names(head).join(" → "),
            names(tail).join(" → ")
        )
    }
}

//! The facts of relations, with indexes for the lookups of conditions, including inner parts of terms.

use super::term::{Term, Terms, hash};
use hashbrown::{HashMap, HashTable};
use std::sync::Arc;

/// An indexed part of a fact: the term at a path, or only its functor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) path: Vec<u16>,
    pub(super) functor: bool,
}

impl Part {
    /// The part in one fact, if it exists.
    fn of(&self, row: &[Term], terms: &Terms) -> Option<u32> {
        let mut term = row[usize::from(self.path[0])];
        for &step in &self.path[1..] {
            term = *terms.arguments(term).get(usize::from(step))?;
        }
        if !self.functor {
            return Some(term);
        }
        terms.is_compound(term).then(|| terms.functor(term))
    }
}

#[derive(Debug, Clone, Default)]
struct Index {
    parts: Vec<Part>,
    rows: HashMap<u64, Vec<u32>>,
}

impl Index {
    fn add(&mut self, row: u32, fact: &[Term], terms: &Terms) {
        let mut key = 0;
        for part in &self.parts {
            match part.of(fact, terms) {
                None => return,
                Some(value) => key = hash(key, [value]),
            }
        }
        self.rows.entry(key).or_default().push(row);
    }
}

/// The distinct facts of one relation, in order of derivation.
#[derive(Debug, Clone, Default)]
pub(super) struct FactTable {
    arity: usize,
    count: u32,
    facts: Vec<Term>,
    set: HashTable<u32>,
    indexes: Vec<Index>,
}

impl FactTable {
    pub(super) fn new(arity: usize) -> Self {
        Self {
            arity,
            ..Self::default()
        }
    }

    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &[Term] {
        &self.facts[row * self.arity..][..self.arity]
    }

    /// The rows of an index under a key, ascending. Hash collisions are possible.
    pub(super) fn under(&self, index: usize, key: u64) -> &[u32] {
        let rows = self.indexes[index].rows.get(&key);
        rows.map_or(&[], |rows| rows)
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &[Term]> {
        (0..self.len()).map(|row| self.row(row))
    }

    /// The row of a fact.
    pub(super) fn find(&self, fact: &[Term]) -> Option<u32> {
        let same = |&row: &u32| self.row(row as usize) == fact;
        self.set.find(hash(1, fact.iter().copied()), same).copied()
    }

    /// Adds a fact; returns whether it is new.
    pub(super) fn insert(&mut self, fact: &[Term], terms: &Terms) -> bool {
        if self.find(fact).is_some() {
            return false;
        }
        let row = self.count;
        self.count += 1;
        self.facts.extend_from_slice(fact);
        let (facts, arity) = (&self.facts, self.arity);
        let rehash = |&row: &u32| hash(1, facts[row as usize * arity..][..arity].iter().copied());
        self.set
            .insert_unique(hash(1, fact.iter().copied()), row, rehash);
        for index in &mut self.indexes {
            index.add(row, fact, terms);
        }
        true
    }

    /// The number of the index over those parts, built if necessary.
    pub(super) fn index(&mut self, parts: Vec<Part>, terms: &Terms) -> usize {
        if let Some(known) = self.indexes.iter().position(|index| index.parts == parts) {
            return known;
        }
        let mut index = Index {
            parts,
            rows: HashMap::new(),
        };
        for row in 0..self.len() {
            index.add(row as u32, self.row(row), terms);
        }
        self.indexes.push(index);
        self.indexes.len() - 1
    }
}

/// The facts of every relation. Constant tables are shared.
#[derive(Debug, Clone)]
pub(super) struct Database {
    pub(super) tables: Vec<Arc<FactTable>>,
}

impl Database {
    pub(super) fn table(&self, predicate: u32) -> &FactTable {
        &self.tables[predicate as usize]
    }

    pub(super) fn table_mut(&mut self, predicate: u32) -> &mut FactTable {
        Arc::make_mut(&mut self.tables[predicate as usize])
    }
}

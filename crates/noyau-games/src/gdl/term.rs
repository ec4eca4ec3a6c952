//! Ground terms, interned: equal terms have equal numbers.

use super::excess::Excess;
use super::read::{Expression, Form, Symbol, Symbols, expressions};
use hashbrown::HashTable;
use noyau_core::{Message, message};

/// A ground term by its number.
pub(super) type Term = u32;

/// The maximum nesting of terms, so that functions on terms may recurse.
pub(super) const MOST_DEPTH: u8 = 60;
/// The maximum number of words of a term: a term that contains others twice grows fast.
const MOST_WORDS: u16 = 1000;
/// The maximum number of terms.
const MOST_TERMS: usize = 4_000_000;

#[derive(Debug, Clone, Copy)]
struct Node {
    functor: Symbol,
    first: u32,
    count: u16,
    depth: u8,
    /// The number of words of its text.
    size: u16,
}

/// All terms so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Terms {
    nodes: Vec<Node>,
    arguments: Vec<Term>,
    table: HashTable<Term>,
}

/// A hash of a few numbers; never an identity.
#[inline]
pub(super) fn hash(seed: u64, words: impl IntoIterator<Item = u32>) -> u64 {
    words.into_iter().fold(seed, |hash, word| {
        (hash.rotate_left(23) ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

impl Terms {
    /// The functor of a term, or the constant itself.
    #[inline]
    pub(super) fn functor(&self, term: Term) -> Symbol {
        self.nodes[term as usize].functor
    }

    /// Whether the term has arguments.
    #[inline]
    pub(super) fn is_compound(&self, term: Term) -> bool {
        self.nodes[term as usize].count > 0
    }

    /// The arguments of a term; none for a constant.
    #[inline]
    pub(super) fn arguments(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term as usize];
        &self.arguments[node.first as usize..][..usize::from(node.count)]
    }

    /// The term with that functor and those arguments, if it exists. A constant has no arguments.
    pub(super) fn find(&self, functor: Symbol, arguments: &[Term]) -> Option<Term> {
        let hash = Self::hash(functor, arguments);
        let same =
            |&term: &Term| self.functor(term) == functor && self.arguments(term) == arguments;
        self.table.find(hash, same).copied()
    }

    fn hash(functor: Symbol, arguments: &[Term]) -> u64 {
        hash(7, [functor].into_iter().chain(arguments.iter().copied()))
    }

    /// The term with that functor and those arguments, new or known. A constant has no arguments.
    pub(super) fn intern(&mut self, functor: Symbol, arguments: &[Term]) -> Result<Term, Excess> {
        if let Some(term) = self.find(functor, arguments) {
            return Ok(term);
        }
        let below = arguments
            .iter()
            .map(|&term| self.nodes[term as usize].depth);
        let depth = below.max().map_or(0, |depth| depth + 1);
        if depth > MOST_DEPTH {
            return Err(Excess::Depth { most: MOST_DEPTH });
        }
        let sizes = arguments
            .iter()
            .map(|&term| usize::from(self.nodes[term as usize].size));
        let size = sizes.fold(1, usize::saturating_add);
        if size > usize::from(MOST_WORDS) {
            return Err(Excess::Words {
                most: MOST_WORDS.into(),
            });
        }
        if self.nodes.len() >= MOST_TERMS || arguments.len() > usize::from(u16::MAX) {
            return Err(Excess::Facts { most: MOST_TERMS });
        }
        let term = self.nodes.len() as Term;
        self.nodes.push(Node {
            functor,
            first: self.arguments.len() as u32,
            count: arguments.len() as u16,
            depth,
            size: size as u16,
        });
        self.arguments.extend_from_slice(arguments);
        let (nodes, all) = (&self.nodes, &self.arguments);
        let rehash = |&term: &Term| {
            let node = &nodes[term as usize];
            let arguments = &all[node.first as usize..][..usize::from(node.count)];
            Self::hash(node.functor, arguments)
        };
        self.table
            .insert_unique(Self::hash(functor, arguments), term, rehash);
        Ok(term)
    }

    /// Writes a term.
    pub(super) fn write(&self, term: Term, symbols: &Symbols, out: &mut String) {
        let name = symbols.name(self.functor(term));
        if !self.is_compound(term) {
            out.push_str(name);
            return;
        }
        out.push('(');
        out.push_str(name);
        for &argument in self.arguments(term) {
            out.push(' ');
            self.write(argument, symbols, out);
        }
        out.push(')');
    }

    /// The text of a term.
    pub(super) fn text(&self, term: Term, symbols: &Symbols) -> String {
        let mut out = String::new();
        self.write(term, symbols, &mut out);
        out
    }

    /// Sorts terms in the natural order.
    pub(super) fn sort(&self, list: &mut [Term], symbols: &Symbols) {
        list.sort_unstable_by(|&a, &b| self.order(a, b, symbols));
    }

    /// The natural order of terms: by functor as first named in the sheet, numbers by value. Distinct terms are never
    /// equal.
    pub(super) fn order(&self, a: Term, b: Term, symbols: &Symbols) -> std::cmp::Ordering {
        if a == b {
            return std::cmp::Ordering::Equal;
        }
        let number = |term: Term| {
            let name = symbols.name(self.functor(term));
            (!self.is_compound(term))
                .then(|| name.parse::<i64>().ok())
                .flatten()
        };
        match (number(a), number(b)) {
            (Some(x), Some(y)) => return x.cmp(&y).then(a.cmp(&b)),
            (Some(_), None) => return std::cmp::Ordering::Less,
            (None, Some(_)) => return std::cmp::Ordering::Greater,
            (None, None) => {}
        }
        let shape = |term: Term| (self.functor(term), self.is_compound(term));
        shape(a).cmp(&shape(b)).then_with(|| {
            let (left, right) = (self.arguments(a), self.arguments(b));
            let pairs = left.iter().zip(right);
            pairs
                .map(|(&x, &y)| self.order(x, y, symbols))
                .find(|order| order.is_ne())
                .unwrap_or_else(|| left.len().cmp(&right.len()))
        })
    }
}

/// Parses a sequence of ground terms over known words.
pub(super) fn read_terms(
    text: &str,
    symbols: &Symbols,
    terms: &Terms,
) -> Result<Vec<Term>, Message> {
    let mut words = Symbols::default();
    let read = expressions(text.as_bytes(), &mut words).map_err(|problem| problem.why)?;
    read.iter()
        .map(|expression| {
            find_term(expression, &words, symbols, terms).ok_or_else(|| {
                let name = expression_text(expression, &words);
                message!(
                    "{name} is nothing that the sheet can say",
                    "{name} n'est rien que la feuille puisse dire"
                )
            })
        })
        .collect()
}

fn find_term(
    expression: &Expression,
    words: &Symbols,
    symbols: &Symbols,
    terms: &Terms,
) -> Option<Term> {
    let (word, arguments) = expression.head()?;
    let word = symbols.find(words.name(word))?;
    let find = |argument| find_term(argument, words, symbols, terms);
    let arguments: Option<Vec<_>> = arguments.iter().map(find).collect();
    terms.find(word, &arguments?)
}

fn expression_text(expression: &Expression, words: &Symbols) -> String {
    match &expression.form {
        Form::Word(word) => words.name(*word).to_owned(),
        Form::List(items) => {
            let items: Vec<_> = items
                .iter()
                .map(|item| expression_text(item, words))
                .collect();
            format!("({})", items.join(" "))
        }
    }
}

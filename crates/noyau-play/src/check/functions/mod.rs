//! The functions of the texts: how they are called, on what they are tried, and when an answer is right.
//!
//! What is right comes from the solvers of noyau. Where several answers are right the property is judged: any vertex
//! without successor, any order of a list, any winning strategy, any best child.

mod answers;
mod attractors;
mod boards;
mod kernels;
mod table;
mod trees;

pub use table::FUNCTIONS;

use super::case::{self, Case, Picture};
use super::term::Term;
use noyau_core::language::{Message, Text, unaccented};
use noyau_core::message;
use noyau_core::random::SplitMix;

/// What a program answered to a call.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    /// What the function returned.
    pub(super) value: Term,
    /// The arguments after the call, where they can change.
    pub(super) arguments: Vec<Option<Term>>,
    /// The nodes whose value was asked.
    pub(super) seen: Vec<Term>,
    /// The beginning of what was printed.
    pub(super) printed: String,
}

/// Why an answer is wrong.
#[derive(Debug, Clone)]
pub(super) struct Wrong {
    pub(super) message: Message,
    /// An answer that would be right, if it can be written down.
    pub(super) expected: Option<Term>,
}

impl Wrong {
    fn because(message: Message) -> Self {
        Self {
            message,
            expected: None,
        }
    }

    fn expecting(message: Message, expected: Term) -> Self {
        Self {
            message,
            expected: Some(expected),
        }
    }
}

type Judged = Result<(), Wrong>;

/// A function of the texts.
#[derive(Debug)]
pub struct Function {
    /// Its name in the texts.
    pub name: &'static str,
    /// Other spellings that are known, besides those that differ in case, accents and underscores.
    pub spellings: &'static [&'static str],
    /// Its parameters, as the texts write them.
    pub parameters: &'static [&'static str],
    /// What it does.
    pub summary: Text,
    /// It is this function only if it uses one of these names, where there are several of the same name.
    uses: &'static [&'static str],
    picture: Picture,
    examples: fn() -> Vec<Case>,
    make: fn(usize, &mut SplitMix) -> Case,
    is_asked: fn(&Case) -> bool,
    arguments: fn(&Case) -> Vec<Term>,
    judge: fn(&Case, &Answer) -> Judged,
    /// The function that says what a leaf is worth: `Valeur` or `gagnante`.
    leaf: &'static str,
}

/// The name without what people spell differently: case, accents, underscores.
pub(super) fn plain(name: &str) -> String {
    unaccented(name).filter(|&c| c != '_').collect()
}

impl Function {
    /// Whether the function goes by that name.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let name = plain(name);
        plain(self.name) == name || self.spellings.iter().any(|&other| plain(other) == name)
    }

    /// Whether a function with these numbers of arguments and these names is this one.
    pub(super) fn fits(&self, least: usize, most: usize, uses: &[String]) -> bool {
        let used = |name: &&str| uses.iter().any(|used| used == name);
        (least..=most).contains(&self.parameters.len())
            && (self.uses.is_empty() || self.uses.iter().any(used))
    }

    /// The cases, smaller ones first.
    pub(super) fn cases(&self, count: usize, seed: u64) -> Vec<Case> {
        case::collect((self.examples)(), count, seed, self.make, self.is_asked)
    }

    /// Whether the function can be asked this.
    pub(super) fn asks(&self, case: &Case) -> bool {
        (self.is_asked)(case)
    }

    /// The arguments of a call.
    pub(super) fn arguments(&self, case: &Case) -> Vec<Term> {
        (self.arguments)(case)
    }

    /// The case with these arguments, if the function can be asked it.
    pub(super) fn case_of(&self, arguments: &[Term]) -> Option<Case> {
        let mut case = Case::default();
        for argument in arguments {
            match argument {
                Term::Dict(entries) if case.graph.is_empty() => {
                    for (v, (key, row)) in (0..).zip(entries) {
                        let row = row.items()?.iter().map(|w| match w {
                            Term::Int(w) => u32::try_from(*w)
                                .ok()
                                .filter(|&w| (w as usize) < entries.len()),
                            _ => None,
                        });
                        case.graph.push(
                            key.equals(&Term::vertex(v))
                                .then_some(row)?
                                .collect::<Option<_>>()?,
                        );
                    }
                }
                Term::Predicate(items) => {
                    let holds = |v: u32| items.iter().any(|item| item.equals(&Term::vertex(v)));
                    case.first = (0..case.graph.len() as u32).map(holds).collect();
                }
                Term::Int(n) if case.graph.is_empty() => case.numbers.push(i32::try_from(*n).ok()?),
                Term::Int(n) => case.vertex = u32::try_from(*n).ok()?,
                _ => return None,
            }
        }
        // Functions of trees and boards are asked other things, which these arguments do not say.
        let is_whole =
            matches!(self.picture, Picture::Graph) || case.numbers.len() == self.parameters.len();
        let is_known =
            self.name != "sansNimber" && self.name != "heuristique" && case.values.is_empty();
        let asked = is_whole && is_known && self.leaf.is_empty();
        (asked && self.asks(&case) && self.arguments(&case) == arguments).then_some(case)
    }

    /// The name of the function that gives the value of a leaf.
    pub(super) fn leaf(&self) -> &'static str {
        self.leaf
    }

    pub(super) fn picture(&self) -> Picture {
        self.picture
    }

    /// Whether an answer is right.
    pub(super) fn judge(&self, case: &Case, answer: &Answer) -> Judged {
        let judged = (self.judge)(case, answer);
        if judged.is_err() && answer.value == Term::None && !answer.printed.trim().is_empty() {
            let printed = answer.printed.trim().to_owned();
            return Err(Wrong::because(message!(
                "it prints {printed:?} and returns nothing: a result is given by return",
                "elle affiche {printed:?} et ne renvoie rien : un résultat se donne par return"
            )));
        }
        judged
    }
}

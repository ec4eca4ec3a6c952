//! A strategy: a dictionary from vertices to vertices.

use super::literal::{Dialect, Scanner};
use super::source::Source;
use super::{ReadError, ReadProblem};
use std::collections::HashSet;

/// Reads a strategy in JSON or, if that fails, as a Python literal.
pub(super) fn read(source: Source<'_>) -> Result<Vec<(String, String)>, ReadError> {
    read_as(source, Dialect::Json).or_else(|_| read_as(source, Dialect::Python))
}

fn read_as(source: Source<'_>, dialect: Dialect) -> Result<Vec<(String, String)>, ReadError> {
    let mut scanner = Scanner::new(source, dialect);
    scanner.skip_assignment();
    // The full output of `graph strategy` has the dictionary under this key.
    let mut whole = scanner;
    if let Some(mut inner) = whole.dictionary_under("strategy") {
        let pairs = read_pairs(&mut inner)?;
        whole.finish()?;
        return Ok(pairs);
    }
    let pairs = read_pairs(&mut scanner)?;
    scanner.finish()?;
    Ok(pairs)
}

fn read_pairs(scanner: &mut Scanner<'_>) -> Result<Vec<(String, String)>, ReadError> {
    let mut pairs = Vec::new();
    let mut keys = HashSet::new();
    let mut items = scanner.open_dictionary()?;
    while scanner.next_item(&mut items)? {
        let (name, at) = scanner.key()?;
        let from = name.text().into_owned();
        if !keys.insert(from.clone()) {
            let key = name.shown();
            return Err(scanner.source.error(at, ReadProblem::RepeatedKey { key }));
        }
        let to = scanner.name()?.text().into_owned();
        pairs.push((from, to));
    }
    Ok(pairs)
}

//! Trees as indented text: one node a line, its children below it and further to the right.
//!
//! ```text
//! max            # a turn, a value, or both; a label comes before a colon
//!   a: min
//!     3
//!     12
//!   b: 2
//! ```

use super::json::utility;
use super::read::{ReadError, ReadProblem, turn};
use super::{Builder, Utility};
use noyau_core::game::Side;
use noyau_core::source::shortened;

/// What a line says of its node.
#[derive(Default)]
struct Line<'a> {
    label: &'a str,
    turn: Option<Side>,
    value: Option<Utility>,
}

/// Reads a tree whose leaves may still lack values, and where each node starts.
pub(super) fn read(text: &str) -> Result<(Builder, Vec<usize>), ReadError> {
    let mut builder = Builder::default();
    let mut places = Vec::new();
    // The node and the indentation of each level above the line.
    let mut above: Vec<(u32, &str)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.split('#').next().unwrap_or_default().trim_end();
        let words = line.trim_start();
        if words.is_empty() {
            continue;
        }
        let indent = &line[..line.len() - words.len()];
        let place = start + indent.len();
        let error = |problem| ReadError::at(text, place, problem);
        let mut closed = None;
        while let Some(&(node, level)) = above.last() {
            if level.len() < indent.len() {
                break;
            }
            closed = Some((node, level));
            above.pop();
        }
        if let Some((_, level)) = closed {
            if above.is_empty() {
                return Err(error(ReadProblem::SecondRoot));
            }
            if level.len() > indent.len() {
                return Err(error(ReadProblem::BadIndent));
            }
            if level != indent {
                return Err(error(ReadProblem::MixedIndent));
            }
        }
        let parent = above.last().copied();
        if parent.is_some_and(|(_, level)| !indent.starts_with(level)) {
            return Err(error(ReadProblem::MixedIndent));
        }
        let read = words_of(text, place, words)?;
        let parent = parent.map(|(node, _)| node);
        let node = builder.add(parent, read.turn, read.label, read.value);
        places.push(place);
        above.push((node, indent));
    }
    if builder.is_empty() {
        return Err(ReadError::at(text, 0, ReadProblem::Empty));
    }
    Ok((builder, places))
}

/// Reads a label with its colon, a turn and a value, each if it is there.
fn words_of<'a>(text: &str, place: usize, words: &'a str) -> Result<Line<'a>, ReadError> {
    let mut line = Line::default();
    let mut from = 0;
    // A label may have colons of its own: the last one ends it.
    if let Some(colon) = words.rfind(':') {
        line.label = words[..colon].trim();
        from = colon + 1;
        if line.label.is_empty() {
            return Err(ReadError::at(text, place, ReadProblem::EmptyLabel));
        }
    }
    for word in words[from..].split_whitespace() {
        let at = place + (word.as_ptr() as usize - words.as_ptr() as usize);
        let found = shortened(word);
        let problem = if let Some(side) = turn(word) {
            if line.turn.is_none() && line.value.is_none() {
                line.turn = Some(side);
                continue;
            }
            ReadProblem::SecondWord { found }
        } else if let Some(value) = utility(word) {
            if line.value.is_none() {
                line.value = Some(value);
                continue;
            }
            ReadProblem::SecondWord { found }
        } else if word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+') {
            let found = format!("`{found}`");
            ReadProblem::BadNumber { found }
        } else {
            ReadProblem::UnknownWord { found }
        };
        return Err(ReadError::at(text, at, problem));
    }
    Ok(line)
}

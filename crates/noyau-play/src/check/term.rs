//! Values that a judge and a program exchange: what Python's literals can say, as JSON.

use super::literal;
use noyau_core::language::Message;
use noyau_core::message;
use serde_json::{Value, json};
use std::fmt::{self, Write};

/// A value.
///
/// In JSON, `null`, truth values, numbers, texts and lists are themselves; everything else is an object with one key:
/// `{"dict":[[k,v],…]}`, `{"tuple":[…]}`, `{"set":[…]}`, `{"float":"inf"}`; `{"python":"{0: [1], 1: []}"}` is a literal of
/// Python.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// Nothing.
    None,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number, or an infinity.
    Float(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Term>),
    /// A tuple.
    Tuple(Vec<Term>),
    /// A set, in any order.
    Set(Vec<Term>),
    /// A dictionary, in any order.
    Dict(Vec<(Term, Term)>),
    /// The function that is true of these, as an argument.
    Predicate(Vec<Term>),
    /// The tree of the case, as an argument.
    Tree,
    /// The heuristic of the case, as an argument.
    Heuristic,
    /// Anything else, as the program shows it.
    Other {
        /// How it is shown.
        shown: String,
        /// The name of its type.
        kind: String,
    },
}

impl Term {
    /// The number of a vertex.
    pub(super) fn vertex(v: u32) -> Self {
        Self::Int(i64::from(v))
    }

    /// A list of vertices.
    pub(super) fn vertices(list: impl IntoIterator<Item = u32>) -> Self {
        Self::List(list.into_iter().map(Self::vertex).collect())
    }

    /// A number that may be infinite; a whole one is written without decimals.
    pub(super) fn number(number: f64) -> Self {
        if number.fract() == 0.0 && number.abs() < 1e15 {
            Self::Int(number as i64)
        } else {
            Self::Float(number)
        }
    }

    /// What it is as a number, if it is one. Truth values are numbers in Python, and not here.
    pub(super) fn as_number(&self) -> Option<f64> {
        match *self {
            Self::Int(number) => Some(number as f64),
            Self::Float(number) if !number.is_nan() => Some(number),
            _ => None,
        }
    }

    /// The items of a list or a tuple.
    pub(super) fn items(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) | Self::Tuple(items) => Some(items),
            _ => None,
        }
    }

    /// Whether two values are equal, as Python says: order matters in lists and tuples only, and 1 is 1.0.
    pub(super) fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::List(a), Self::List(b)) | (Self::Tuple(a), Self::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b))
            }
            (Self::Set(a), Self::Set(b)) => same_items(a, b),
            (Self::Dict(a), Self::Dict(b)) => {
                let found = |(key, value): &(Self, Self)| {
                    let mut entries = b.iter();
                    entries.any(|(k, v)| k.equals(key) && v.equals(value))
                };
                a.len() == b.len() && a.iter().all(found)
            }
            _ => match (self.as_number(), other.as_number()) {
                (Some(a), Some(b)) => same_number(a, b),
                _ => self == other,
            },
        }
    }

    /// The JSON of the value.
    pub fn to_json(&self) -> Value {
        let list = |items: &[Self]| items.iter().map(Self::to_json).collect::<Vec<_>>();
        match self {
            Self::None => Value::Null,
            Self::Bool(truth) => json!(truth),
            Self::Int(number) => json!(number),
            Self::Float(number) if number.is_finite() => json!(number),
            Self::Float(number) => json!({"float": infinity(*number)}),
            Self::Text(text) => json!(text),
            Self::List(items) => json!(list(items)),
            Self::Tuple(items) => json!({"tuple": list(items)}),
            Self::Set(items) => json!({"set": list(items)}),
            Self::Dict(entries) => {
                let entries = entries
                    .iter()
                    .map(|(k, v)| json!([k.to_json(), v.to_json()]));
                json!({"dict": entries.collect::<Vec<_>>()})
            }
            Self::Predicate(items) => json!({"predicate": list(items)}),
            Self::Tree => json!({"arbre": null}),
            Self::Heuristic => json!({"h": null}),
            Self::Other { shown, kind } => json!({"other": shown, "type": kind}),
        }
    }

    /// The value of a JSON document, or what is wrong with it.
    pub fn from_json(value: &Value) -> Result<Self, Message> {
        let list = |items: &Value| match items {
            Value::Array(items) => items.iter().map(Self::from_json).collect(),
            _ => Err(unreadable(value)),
        };
        Ok(match value {
            Value::Null => Self::None,
            Value::Bool(truth) => Self::Bool(*truth),
            Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(number), _) => Self::Int(number),
                (_, Some(number)) => Self::Float(number),
                _ => return Err(unreadable(value)),
            },
            Value::String(text) => Self::Text(text.clone()),
            Value::Array(_) => Self::List(list(value)?),
            Value::Object(object) => {
                let Some((key, content)) = object.iter().next() else {
                    return Err(unreadable(value));
                };
                let other = |shown: &str| Self::Other {
                    shown: shown.to_owned(),
                    kind: object
                        .get("type")
                        .and_then(Value::as_str)
                        .unwrap_or_default()
                        .to_owned(),
                };
                match (key.as_str(), content) {
                    ("tuple", _) => Self::Tuple(list(content)?),
                    ("set", _) => Self::Set(list(content)?),
                    ("predicate", _) => Self::Predicate(list(content)?),
                    ("dict", Value::Array(entries)) => {
                        let entry = |entry: &Value| match entry.as_array().map(Vec::as_slice) {
                            Some([k, v]) => Ok((Self::from_json(k)?, Self::from_json(v)?)),
                            _ => Err(unreadable(value)),
                        };
                        Self::Dict(entries.iter().map(entry).collect::<Result<_, _>>()?)
                    }
                    ("float", Value::String(text)) => match text.as_str() {
                        "inf" => Self::Float(f64::INFINITY),
                        "-inf" => Self::Float(f64::NEG_INFINITY),
                        "nan" => Self::Float(f64::NAN),
                        _ => return Err(unreadable(value)),
                    },
                    ("python", Value::String(text)) => {
                        literal::parse(text).unwrap_or_else(|| other(text))
                    }
                    ("other", Value::String(shown)) => other(shown),
                    _ => return Err(unreadable(value)),
                }
            }
        })
    }

    /// The value of JSON that a person has written: an object is a dictionary, and its keys are numbers where they
    /// can be, as in the files of graphs.
    pub fn written(value: &Value) -> Self {
        match value {
            Value::Object(object) => {
                if let (1, Ok(term)) = (object.len(), Self::from_json(value)) {
                    return term;
                }
                let entry = |(key, item): (&String, &Value)| {
                    let key = key
                        .parse()
                        .map_or_else(|_| Self::Text(key.clone()), Self::Int);
                    (key, Self::written(item))
                };
                Self::Dict(object.iter().map(entry).collect())
            }
            Value::Array(items) => Self::List(items.iter().map(Self::written).collect()),
            _ => Self::from_json(value).unwrap_or(Self::None),
        }
    }
}

/// Whether two numbers are equal, but for rounding.
pub(super) fn same_number(a: f64, b: f64) -> bool {
    // The difference of two infinities is no number.
    (a - b).abs() <= 1e-9 || a.total_cmp(&b).is_eq()
}

/// Whether two lists have the same items, each as often.
pub(super) fn same_items(a: &[Term], b: &[Term]) -> bool {
    let mut left: Vec<&Term> = b.iter().collect();
    a.len() == b.len()
        && a.iter().all(|item| {
            let place = left.iter().position(|other| other.equals(item));
            place.is_some_and(|place| {
                left.swap_remove(place);
                true
            })
        })
}

fn infinity(number: f64) -> &'static str {
    if number.is_nan() {
        "nan"
    } else if number > 0.0 {
        "inf"
    } else {
        "-inf"
    }
}

fn unreadable(value: &Value) -> Message {
    let shown = value.to_string();
    message!(
        "the program answers with {shown:?}, which is no value of the protocol",
        "le programme répond par {shown:?}, qui n'est pas une valeur du protocole"
    )
}

impl fmt::Display for Term {
    /// As Python writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list(f: &mut fmt::Formatter<'_>, items: &[Term]) -> fmt::Result {
            for (i, item) in items.iter().enumerate() {
                write!(f, "{}{item}", if i > 0 { ", " } else { "" })?;
            }
            Ok(())
        }
        match self {
            Self::None => f.write_str("None"),
            Self::Bool(true) => f.write_str("True"),
            Self::Bool(false) => f.write_str("False"),
            Self::Int(number) => write!(f, "{number}"),
            Self::Float(number) if number.is_finite() => write!(f, "{number:?}"),
            Self::Float(number) => f.write_str(infinity(*number)),
            Self::Text(text) => write!(
                f,
                "'{}'",
                text.escape_debug().to_string().replace("\\\"", "\"")
            ),
            Self::List(items) => {
                f.write_char('[')?;
                list(f, items)?;
                f.write_char(']')
            }
            Self::Tuple(items) => {
                f.write_char('(')?;
                list(f, items)?;
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
            Self::Set(items) if items.is_empty() => f.write_str("set()"),
            Self::Set(items) => {
                f.write_char('{')?;
                list(f, items)?;
                f.write_char('}')
            }
            Self::Dict(entries) => {
                f.write_char('{')?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}{key}: {value}", if i > 0 { ", " } else { "" })?;
                }
                f.write_char('}')
            }
            Self::Predicate(items) => {
                f.write_str("lambda v: v in [")?;
                list(f, items)?;
                f.write_char(']')
            }
            Self::Tree => f.write_char('A'),
            Self::Heuristic => f.write_char('h'),
            Self::Other { shown, .. } => f.write_str(shown),
        }
    }
}

//! Graphviz's language, for directed graphs.
//!
//! Vertex attributes carry what noyau needs: `owner=first|second`, `final=first|second|draw`, `start=true`. All
//! other attributes are for drawing and ignored. As usual in DOT, a vertex needs no statement of its own. Subgraphs
//! group vertices for drawing; their statements count as if they were outside. Source: the grammar in Graphviz's
//! documentation of the DOT language.

use super::dictionary::complete_owners;
use super::edges::Runs;
use super::output::Output;
use super::source::{Source, is_space, push_quoted, shortened};
use super::{LeftOut, ReadError, ReadProblem, WriteError};
use crate::arena::{Arena, Draft, Ending, NameTable};
use noyau_core::game::Side;
use noyau_core::language::Text;
use std::borrow::Cow;
use std::io;

const DIGRAPH: Text = Text::new("`digraph`", "`digraph`");
const OPENING: Text = Text::new("`{`", "`{`");
const STATEMENT: Text = Text::new("a vertex, an edge or `}`", "un sommet, une arête ou `}`");
const VERTEX: Text = Text::new("a vertex", "un sommet");
const VALUE: Text = Text::new("the value of an attribute", "la valeur d'un attribut");
const ATTRIBUTE: Text = Text::new(
    "an attribute such as `owner=first`, or `]`",
    "un attribut comme `owner=first`, ou `]`",
);
const ATTRIBUTES: Text = Text::new("`[` and attributes", "`[` et des attributs");
const TRUE: Text = Text::new("`true` or `false`", "`true` ou `false`");
const KEYWORDS: [&str; 6] = ["strict", "graph", "digraph", "subgraph", "node", "edge"];

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token<'a> {
    /// A keyword, in lower case.
    Keyword(&'static str),
    /// A name or a value.
    Word(Cow<'a, str>),
    /// A value between angle brackets.
    Markup,
    /// `->`.
    Arrow,
    /// `--`.
    Line,
    /// A punctuation character.
    Sign(u8),
    End,
}

/// Splits the text into tokens.
#[derive(Debug, Clone, Copy)]
struct Lexer<'a> {
    source: Source<'a>,
    at: usize,
}

impl<'a> Lexer<'a> {
    /// The next token and where it starts.
    fn next(&mut self) -> Result<(Token<'a>, usize), ReadError> {
        self.skip_comments()?;
        let source = self.source;
        let start = self.at;
        let token = match source.byte(start) {
            0 => Token::End,
            b'"' => {
                let (text, after) = source.quoted(start, true)?;
                self.at = after;
                Token::Word(text)
            }
            b'<' => {
                self.skip_markup()?;
                Token::Markup
            }
            b'-' if source.byte(start + 1) == b'>' => {
                self.at += 2;
                Token::Arrow
            }
            b'-' if source.byte(start + 1) == b'-' => {
                self.at += 2;
                Token::Line
            }
            byte if is_letter(byte) => {
                while is_letter(source.byte(self.at)) || source.byte(self.at).is_ascii_digit() {
                    self.at += 1;
                }
                let word = source.part(start, self.at);
                source.check_name(start, word.len())?;
                match KEYWORDS.iter().find(|key| key.eq_ignore_ascii_case(word)) {
                    Some(keyword) => Token::Keyword(keyword),
                    None => Token::Word(word.into()),
                }
            }
            b'-' | b'.' | b'0'..=b'9' => {
                self.at += 1;
                while source.byte(self.at).is_ascii_digit() || source.byte(self.at) == b'.' {
                    self.at += 1;
                }
                let word = source.part(start, self.at);
                source.check_name(start, word.len())?;
                let digits = word.trim_start_matches('-').replacen('.', "", 1);
                let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                if !number || is_letter(source.byte(self.at)) {
                    return Err(source.error(start, ReadProblem::DigitName));
                }
                Token::Word(word.into())
            }
            sign => {
                // Any other character is returned as a sign, which no rule accepts.
                self.at += 1;
                Token::Sign(sign)
            }
        };
        Ok((token, start))
    }

    /// The next token, without consuming it.
    fn peek(&self) -> Result<Token<'a>, ReadError> {
        let mut ahead = *self;
        Ok(ahead.next()?.0)
    }

    fn skip_comments(&mut self) -> Result<(), ReadError> {
        let source = self.source;
        loop {
            match (source.byte(self.at), source.byte(self.at + 1)) {
                (byte, _) if is_space(byte) => self.at += 1,
                (b'#', _) | (b'/', b'/') => self.at = source.line_end(self.at),
                (b'/', b'*') => {
                    let rest = &source.bytes()[self.at + 2..];
                    match rest.windows(2).position(|pair| pair == b"*/") {
                        Some(length) => self.at += length + 4,
                        None => return Err(source.error(self.at, ReadProblem::UnclosedComment)),
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn skip_markup(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        let mut depth = 0u64;
        loop {
            match self.source.byte(self.at) {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                0 => return Err(self.source.error(start, ReadProblem::MarkupName)),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

/// The attributes of a vertex, each with its place.
#[derive(Debug, Default)]
struct VertexAttributes {
    owner: Option<(Side, usize)>,
    ending: Option<(Ending, usize)>,
    start: Option<usize>,
}

/// The graph read so far.
struct Reading {
    table: NameTable,
    runs: Runs,
    /// For each vertex, the place of its first occurrence.
    mentions: Vec<usize>,
    /// For each vertex its own owner, and the default owner at its first occurrence.
    owners: Vec<(Option<Side>, Option<Side>)>,
    finals: Vec<(u32, Ending, usize)>,
    start: Option<u32>,
}

/// Reads a directed graph.
pub(super) fn read(source: Source<'_>) -> Result<Draft, ReadError> {
    let mut lexer = Lexer { source, at: 0 };
    let mut reading = Reading {
        table: NameTable::new(source.bytes().len()),
        runs: Runs::default(),
        mentions: Vec::new(),
        owners: Vec::new(),
        finals: Vec::new(),
        start: None,
    };
    let (mut token, mut at) = lexer.next()?;
    let strict = token == Token::Keyword("strict");
    if strict {
        (token, at) = lexer.next()?;
    }
    match token {
        Token::Keyword("digraph") => {}
        Token::Keyword("graph") => return Err(source.error(at, ReadProblem::Undirected)),
        _ => return Err(source.expected(at, DIGRAPH)),
    }
    (token, at) = lexer.next()?;
    if let Token::Word(_) = token {
        (token, at) = lexer.next()?;
    }
    if token != Token::Sign(b'{') {
        return Err(source.expected(at, OPENING));
    }

    // The default owner of vertices, for each open brace.
    let mut scopes = vec![None];
    while let Some(&default) = scopes.last() {
        let (token, at) = lexer.next()?;
        match token {
            Token::Sign(b';') => {}
            Token::Sign(b'}') => {
                scopes.pop();
                if !scopes.is_empty() {
                    refuse_group_edge(lexer)?;
                }
            }
            Token::Sign(b'{') => scopes.push(default),
            Token::Keyword("subgraph") => {
                if let Token::Word(_) = lexer.peek()? {
                    lexer.next()?;
                }
                let (token, at) = lexer.next()?;
                if token != Token::Sign(b'{') {
                    return Err(source.expected(at, OPENING));
                }
                scopes.push(default);
            }
            Token::Keyword(kind @ ("node" | "edge" | "graph")) => {
                if lexer.peek()? != Token::Sign(b'[') {
                    let (_, at) = lexer.next()?;
                    return Err(source.expected(at, ATTRIBUTES));
                }
                let attributes = read_attributes(&mut lexer, kind == "node")?;
                for (key, at) in [
                    ("final", attributes.ending.map(|e| e.1)),
                    ("start", attributes.start),
                ] {
                    if let Some(at) = at {
                        let key = key.to_owned();
                        return Err(source.error(at, ReadProblem::DefaultAttribute { key }));
                    }
                }
                if let (Some((side, _)), Some(scope)) = (attributes.owner, scopes.last_mut()) {
                    *scope = Some(side);
                }
            }
            Token::Word(name) => reading.read_statement(&mut lexer, &name, at, default)?,
            Token::Markup => return Err(source.error(at, ReadProblem::MarkupName)),
            _ => return Err(source.expected(at, STATEMENT)),
        }
    }
    let (token, at) = lexer.next()?;
    if token != Token::End {
        return Err(source.error(at, ReadProblem::AfterEnd));
    }
    reading.into_draft(source, strict)
}

/// After a group of vertices: an arrow would mean edges from all of them.
fn refuse_group_edge(lexer: Lexer<'_>) -> Result<(), ReadError> {
    let mut ahead = lexer;
    match ahead.next()? {
        (Token::Arrow | Token::Line, at) => Err(lexer.source.error(at, ReadProblem::GroupEdge)),
        _ => Ok(()),
    }
}

/// Reads all attribute lists in brackets. Only those of vertices are interpreted.
fn read_attributes(lexer: &mut Lexer<'_>, of_vertex: bool) -> Result<VertexAttributes, ReadError> {
    let source = lexer.source;
    let mut attributes = VertexAttributes::default();
    while lexer.peek()? == Token::Sign(b'[') {
        lexer.next()?;
        loop {
            let (token, at) = lexer.next()?;
            let key = match token {
                Token::Sign(b']') => break,
                Token::Sign(b',' | b';') => continue,
                Token::Word(key) => key,
                _ => return Err(source.expected(at, ATTRIBUTE)),
            };
            if lexer.peek()? != Token::Sign(b'=') {
                continue;
            }
            lexer.next()?;
            let (token, at) = lexer.next()?;
            let value = match token {
                Token::Word(value) => value,
                Token::Markup => Cow::Borrowed("<…>"),
                Token::Keyword(keyword) => keyword.into(),
                _ => return Err(source.expected(at, VALUE)),
            };
            match &*key {
                "owner" if of_vertex => {
                    let side = Side::from_name(&value).ok_or_else(|| {
                        let found = shortened(&value);
                        source.error(at, ReadProblem::UnknownOwner { found })
                    })?;
                    attributes.owner = Some((side, at));
                }
                "final" if of_vertex => {
                    let ending = match &*value {
                        "first" => Ending::First,
                        "second" => Ending::Second,
                        "draw" => Ending::Draw,
                        _ => {
                            let found = shortened(&value);
                            return Err(source.error(at, ReadProblem::UnknownEnding { found }));
                        }
                    };
                    attributes.ending = Some((ending, at));
                }
                "start" if of_vertex => match &*value {
                    "true" => attributes.start = Some(at),
                    "false" => {}
                    _ => return Err(source.expected(at, TRUE)),
                },
                _ => {}
            }
        }
    }
    Ok(attributes)
}

impl Reading {
    fn vertex(&mut self, name: &str, at: usize, default: Option<Side>) -> u32 {
        let v = self.table.intern(name);
        if v as usize == self.mentions.len() {
            self.mentions.push(at);
            self.owners.push((None, default));
        }
        v
    }

    /// Reads a statement that starts with a name: a vertex, a chain of edges, or an attribute of the graph.
    fn read_statement(
        &mut self,
        lexer: &mut Lexer<'_>,
        name: &str,
        at: usize,
        default: Option<Side>,
    ) -> Result<(), ReadError> {
        let source = lexer.source;
        if lexer.peek()? == Token::Sign(b'=') {
            lexer.next()?;
            return match lexer.next()? {
                (Token::Word(_) | Token::Markup | Token::Keyword(_), _) => Ok(()),
                (_, at) => Err(source.expected(at, VALUE)),
            };
        }
        let mut from = self.vertex(name, at, default);
        let mut chain = false;
        loop {
            skip_ports(lexer)?;
            match lexer.peek()? {
                Token::Arrow => {}
                Token::Line => {
                    let (_, at) = lexer.next()?;
                    return Err(source.error(at, ReadProblem::UndirectedEdge));
                }
                _ => break,
            }
            chain = true;
            lexer.next()?;
            let to = match lexer.next()? {
                (Token::Word(name), at) => self.vertex(&name, at, default),
                (Token::Markup, at) => return Err(source.error(at, ReadProblem::MarkupName)),
                (Token::Sign(b'{') | Token::Keyword("subgraph"), at) => {
                    return Err(source.error(at, ReadProblem::GroupEdge));
                }
                (_, at) => return Err(source.expected(at, VERTEX)),
            };
            self.runs.push(from, to);
            from = to;
        }
        source.check_size(at, self.table.len(), self.runs.len())?;
        let attributes = read_attributes(lexer, !chain)?;
        let shown = |table: &NameTable| shortened(&table.get(from));
        if let Some((side, at)) = attributes.owner {
            let owner = &mut self.owners[from as usize].0;
            if owner.is_some_and(|earlier| earlier != side) {
                let name = shown(&self.table);
                return Err(source.error(at, ReadProblem::OwnerTwice { name }));
            }
            *owner = Some(side);
        }
        if let Some((ending, at)) = attributes.ending {
            self.finals.push((from, ending, at));
        }
        if let Some(at) = attributes.start {
            if self.start.is_some_and(|earlier| earlier != from) {
                let name = shown(&self.table);
                return Err(source.error(at, ReadProblem::StartTwice { name }));
            }
            self.start = Some(from);
        }
        Ok(())
    }

    fn into_draft(self, source: Source<'_>, strict: bool) -> Result<Draft, ReadError> {
        let n = self.table.len();
        if n == 0 {
            return Err(source.error(source.bytes().len(), ReadProblem::NoVertex));
        }
        let mut successors = self.runs.into_rows(n);
        if strict {
            successors = successors.without_repeats();
        }
        let owned = self.owners.iter().any(|o| o.0.or(o.1).is_some());
        let name = |v: u32| shortened(&self.table.get(v));
        let mut endings = (!self.finals.is_empty()).then(|| vec![Ending::Unsaid; n]);
        for &(v, ending, at) in &self.finals {
            let Some(endings) = &mut endings else { break };
            let problem = if ending != Ending::Draw && !owned {
                ReadProblem::FinalNeedsOwners { name: name(v) }
            } else if endings[v as usize] != Ending::Unsaid {
                ReadProblem::FinalTwice { name: name(v) }
            } else if successors.degree(v) > 0 {
                ReadProblem::FinalWithEdges { name: name(v) }
            } else {
                endings[v as usize] = ending;
                continue;
            };
            return Err(source.error(at, problem));
        }
        let mut owners = None;
        if owned {
            let given: Vec<_> = self.owners.iter().map(|o| o.0.or(o.1)).collect();
            let missing = |v: u32| {
                let problem = ReadProblem::MissingOwner { name: name(v) };
                source.error(self.mentions[v as usize], problem)
            };
            owners = Some(complete_owners(&given, endings.as_deref(), missing)?);
        }
        Ok(Draft {
            successors,
            names: self.table.into_names(),
            owners,
            endings,
            start: self.start.unwrap_or(0),
        })
    }
}

/// Skips `:port:compass` after a vertex, which only affects drawing.
fn skip_ports(lexer: &mut Lexer<'_>) -> Result<(), ReadError> {
    const PORT: Text = Text::new("a port", "un port");
    while lexer.peek()? == Token::Sign(b':') {
        lexer.next()?;
        match lexer.next()? {
            (Token::Word(_) | Token::Markup, _) => {}
            (_, at) => return Err(lexer.source.expected(at, PORT)),
        }
    }
    Ok(())
}

/// Writes a directed graph: first all vertices with their attributes, then all edges.
pub(super) fn write(arena: &Arena, out: &mut Output<'_>) -> Result<LeftOut, WriteError> {
    out.text("digraph {\n")?;
    for v in arena.graph().vertices() {
        out.text("  ")?;
        out.name(arena.names(), v, push_word)?;
        let mut attributes = Attributes { open: false, out };
        if let Some(side) = arena.owner(v) {
            attributes.push("owner", side.name())?;
        }
        match arena.ending(v) {
            Ending::Unsaid => {}
            Ending::First => attributes.push("final", "first")?,
            Ending::Second => attributes.push("final", "second")?,
            Ending::Draw => attributes.push("final", "draw")?,
        }
        if v == arena.start() && v != 0 {
            attributes.push("start", "true")?;
        }
        attributes.close()?;
        out.text(";\n")?;
    }
    for (v, w) in arena.graph().forward().iter_edges() {
        out.text("  ")?;
        out.name(arena.names(), v, push_word)?;
        out.text(" -> ")?;
        out.name(arena.names(), w, push_word)?;
        out.text(";\n")?;
    }
    out.text("}\n")?;
    Ok(LeftOut::default())
}

/// The attribute list of a vertex, opened on demand.
struct Attributes<'a, 'b> {
    open: bool,
    out: &'a mut Output<'b>,
}

impl Attributes<'_, '_> {
    fn push(&mut self, key: &str, value: &str) -> io::Result<()> {
        self.out.text(if self.open { ", " } else { " [" })?;
        self.open = true;
        self.out.text(key)?;
        self.out.text("=")?;
        self.out.text(value)
    }

    fn close(self) -> io::Result<()> {
        self.out.text(if self.open { "]" } else { "" })
    }
}

fn push_word(name: &str, out: &mut Vec<u8>) {
    let mut letters = name.bytes();
    let starts = letters
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
    let goes_on = letters.all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let keyword = KEYWORDS.iter().any(|key| key.eq_ignore_ascii_case(name));
    let number = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    if number || (starts && goes_on && !keyword) {
        out.extend_from_slice(name.as_bytes());
    } else {
        push_quoted(name, out);
    }
}

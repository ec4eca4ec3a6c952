//! Python's literals, as `repr` writes them: an answer of many thousand items is read faster so than as JSON, because
//! Python writes it without running any code.

use super::term::Term;

/// Deeper ones are not read.
const DEEPEST: usize = 30;

/// The value of a literal; `None` if the text is none.
pub(super) fn parse(text: &str) -> Option<Term> {
    let mut reader = Reader { text, at: 0 };
    let term = reader.term(DEEPEST)?;
    (reader.at == text.len()).then_some(term)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skips(&mut self, word: &str) -> bool {
        let found = self.text[self.at..].starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn term(&mut self, deep: usize) -> Option<Term> {
        let deep = deep.checked_sub(1)?;
        match self.peek()? {
            b'[' => self.items(b']', deep).map(Term::List),
            b'(' => self.items(b')', deep).map(Term::Tuple),
            b'{' => self.braces(deep),
            quote @ (b'\'' | b'"') => self.string(quote).map(Term::Text),
            b'-' | b'0'..=b'9' if !self.text[self.at..].starts_with("-inf") => self.number(),
            b'f' if self.skips("frozenset({") => {
                self.at -= 1;
                let set = self.braces(deep)?;
                self.skips(")").then_some(set)
            }
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Option<Term> {
        let known = [
            ("None", Term::None),
            ("True", Term::Bool(true)),
            ("False", Term::Bool(false)),
            ("inf", Term::Float(f64::INFINITY)),
            ("-inf", Term::Float(f64::NEG_INFINITY)),
            ("nan", Term::Float(f64::NAN)),
            ("set()", Term::Set(Vec::new())),
            ("frozenset()", Term::Set(Vec::new())),
        ];
        let mut known = known.into_iter();
        known.find_map(|(word, term)| self.skips(word).then_some(term))
    }

    /// What stands between brackets, of which the first is here.
    fn items(&mut self, close: u8, deep: usize) -> Option<Vec<Term>> {
        self.at += 1;
        let mut items = Vec::new();
        while self.peek()? != close {
            items.push(self.term(deep)?);
            self.separator(close)?;
        }
        self.at += 1;
        Some(items)
    }

    fn separator(&mut self, close: u8) -> Option<()> {
        (self.skips(", ") || self.skips(",") || self.peek()? == close).then_some(())
    }

    /// A dictionary or a set.
    fn braces(&mut self, deep: usize) -> Option<Term> {
        self.at += 1;
        let (mut entries, mut items) = (Vec::new(), Vec::new());
        while self.peek()? != b'}' {
            let first = self.term(deep)?;
            if self.skips(": ") {
                entries.push((first, self.term(deep)?));
            } else {
                items.push(first);
            }
            self.separator(b'}')?;
        }
        self.at += 1;
        match (entries.is_empty(), items.is_empty()) {
            (_, true) => Some(Term::Dict(entries)),
            (true, false) => Some(Term::Set(items)),
            _ => None,
        }
    }

    fn number(&mut self) -> Option<Term> {
        let rest = &self.text[self.at..];
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let digits = &rest[..end];
        self.at += end;
        let number = digits.parse().map(Term::Int);
        number.or_else(|_| digits.parse().map(Term::Float)).ok()
    }

    fn string(&mut self, quote: u8) -> Option<String> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            let stop = rest.find([char::from(quote), '\\'])?;
            string.push_str(&rest[..stop]);
            self.at += stop + 1;
            if rest.as_bytes()[stop] == quote {
                return Some(string);
            }
            let escaped = self.text[self.at..].chars().next()?;
            self.at += escaped.len_utf8();
            let digits = match escaped {
                'n' => {
                    string.push('\n');
                    continue;
                }
                'r' => {
                    string.push('\r');
                    continue;
                }
                't' => {
                    string.push('\t');
                    continue;
                }
                'x' => 2,
                'u' => 4,
                'U' => 8,
                other => {
                    string.push(other);
                    continue;
                }
            };
            let code = self.text.get(self.at..self.at + digits)?;
            let code = u32::from_str_radix(code, 16).ok()?;
            // Python's texts may have half of a character.
            string.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            self.at += digits;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_read_as_they_are_shown() {
        for text in [
            "None",
            "True",
            "-7",
            "2.5",
            "inf",
            "-inf",
            "'a'",
            "[]",
            "()",
            "(1,)",
            "(1, 'A')",
            "set()",
            "{1, 2}",
            "{}",
            "{(1, 'A'): [(2, 'B'), (3, 'B')], (1, 'B'): []}",
            "[[0, 1], [1, 2]]",
        ] {
            assert_eq!(
                parse(text).map(|term| term.to_string()).as_deref(),
                Some(text)
            );
        }
        let quoted = parse(r#"["it's", 'a\\b\n\x07\u00e9', "é\U0001f600", '\ud800']"#);
        let texts = ["it's", "a\\b\n\u{7}é", "é😀", "\u{fffd}"].map(|text| Term::Text(text.into()));
        assert_eq!(quoted, Some(Term::List(texts.to_vec())));
        let frozen = parse("frozenset({frozenset(), 3})");
        let items = vec![Term::Set(Vec::new()), Term::Int(3)];
        assert_eq!(frozen, Some(Term::Set(items)));
        assert!(matches!(
            parse("100000000000000000000"),
            Some(Term::Float(_))
        ));
        assert!(matches!(parse("1e+300"), Some(Term::Float(_))));
    }

    #[test]
    fn anything_else_is_refused() {
        let deep = "[".repeat(100_000);
        for text in [
            "",
            "(",
            "[1",
            "[1 2]",
            "{1: 2, 3}",
            "'a",
            "'\\x1'",
            "'\\x1é'",
            "1 2",
            "b'a'",
            "<x>",
            "[...]",
            "nul",
            "é",
            "--",
            &deep,
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}

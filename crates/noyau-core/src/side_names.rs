//! What the two sides are called: First and Second, or as a class does, Adam and Ève, Alice and Bob, J1 and J2, A and B.
//!
//! Texts for people name the sides by the words `First`, `Premier` and `Second`, with a capital and for nothing else.
//! Words for programs, `first` and `second`, never change.

use crate::game::Side;
use crate::language::{Message, unaccented};
use crate::message;

/// The names of the two sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideNames {
    names: [String; 2],
}

impl SideNames {
    /// Parses two names with a comma or a slash between them.
    ///
    /// ```
    /// use noyau_core::side_names::SideNames;
    /// let names = SideNames::parse("Adam,Ève").unwrap();
    /// assert_eq!(names.apply("the points of First less those of Second"), "the points of Adam less those of Ève");
    /// assert_eq!(names.apply("les points de Premier, sauf si Second passe"), "les points d'Adam, sauf si Ève passe");
    /// assert_eq!(names.letters(), ['a', 'e']);
    /// assert!(SideNames::parse("Adam").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, Message> {
        /// Longer names would not fit beside a board.
        const MOST: usize = 20;
        let names = text.split([',', '/']).map(str::trim).collect::<Vec<_>>();
        let fits = |name: &&str| {
            let chars = name.chars().count();
            (1..=MOST).contains(&chars)
                && !name.contains(|c: char| c.is_control() || "<>&\"`\\{}".contains(c))
        };
        let found = match names[..] {
            [first, second] if first != second && names.iter().all(fits) => Some(Self {
                names: [first.to_owned(), second.to_owned()],
            }),
            _ => None,
        };
        // Names that are themselves replaced would change places with every text they pass through.
        let found = found.filter(|found| found.names.iter().all(|name| !found.would_change(name)));
        found.ok_or_else(|| {
            message!(
                "two different names of up to {MOST} characters are wanted, with a comma between them, as in Adam,Ève",
                "il faut deux noms différents d'au plus {MOST} caractères, séparés par une virgule, comme Adam,Ève"
            )
        })
    }

    /// The name of a side.
    pub fn name(&self, side: Side) -> &str {
        &self.names[side as usize]
    }

    /// A letter or a digit for each side, as the course writes below the vertices of a doubled graph: the initials in small
    /// letters, or the last characters where these are the same, as in J1 and J2.
    pub fn letters(&self) -> [char; 2] {
        let of = |pick: fn(&str) -> Option<char>| {
            let plain = |name: &String| pick(name).unwrap_or('?');
            [plain(&self.names[0]), plain(&self.names[1])]
        };
        let tries = [
            of(|name| unaccented(name).next()),
            of(|name| unaccented(name).last()),
        ];
        let different = tries.into_iter().find(|[first, second]| first != second);
        different.unwrap_or(DIGITS)
    }

    /// The text with these names in place of `First`, `Premier` and `Second`, but not within quotation marks or backticks.
    pub fn apply(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut quote = None;
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let starts_word = !out.chars().next_back().is_some_and(is_word);
            let found = WORDS.iter().find(|(word, _)| {
                let after = rest.strip_prefix(word);
                after.is_some_and(|after| !after.chars().next().is_some_and(is_word))
            });
            if let Some((word, side)) = found
                && starts_word
                && quote.is_none()
            {
                let name = self.name(*side);
                elide(&mut out, name);
                out.push_str(name);
                rest = &rest[word.len()..];
                continue;
            }
            match quote {
                None if c == '"' || c == '`' => {
                    // A mark that nothing closes quotes nothing.
                    quote = rest[1..].contains(c).then_some(c);
                }
                Some(mark) if mark == c => quote = None,
                _ => {}
            }
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
        out
    }

    /// Whether a text has one of the words that [`apply`](Self::apply) replaces.
    pub fn would_change(&self, text: &str) -> bool {
        self.apply(text) != text
    }
}

/// What distinguishes the sides below vertices where they have no names of their own.
pub const DIGITS: [char; 2] = ['1', '2'];

const WORDS: [(&str, Side); 3] = [
    ("First", Side::First),
    ("Premier", Side::First),
    ("Second", Side::Second),
];

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// In French, `de` and `que` lose their vowel before another one.
fn elide(out: &mut String, name: &str) {
    let vowel = unaccented(name).next();
    if !vowel.is_some_and(|c| "aeiouy".contains(c)) {
        return;
    }
    for word in ["de ", "que ", "De ", "Que "] {
        if let Some(before) = out.strip_suffix(word)
            && !before.chars().next_back().is_some_and(is_word)
        {
            out.truncate(out.len() - 2);
            out.push('\'');
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_replaced_whole_and_outside_quotations() {
        let names = SideNames::parse("Alice / Bob").unwrap();
        let cases = [
            ("First wins from 0", "Alice wins from 0"),
            (
                "Firstly, seconds and Seconds",
                "Firstly, seconds and Seconds",
            ),
            (
                "`First` and \"Second\" stay, Second goes",
                "`First` and \"Second\" stay, Bob goes",
            ),
            ("Premier, au trait, gagne", "Alice, au trait, gagne"),
            (
                "les pions de Premier et de Second",
                "les pions d'Alice et de Bob",
            ),
            ("First's 3\" nail", "Alice's 3\" nail"),
            ("first 0 second", "first 0 second"),
        ];
        for (text, wanted) in cases {
            assert_eq!(names.apply(text), wanted);
            assert_eq!(names.would_change(text), text != wanted);
        }
    }

    #[test]
    fn letters_tell_the_sides_apart() {
        let letters = |text| SideNames::parse(text).unwrap().letters();
        assert_eq!(letters("Alice,Bob"), ['a', 'b']);
        assert_eq!(letters("J1,J2"), ['1', '2']);
        assert_eq!(letters("Anne,Aude"), DIGITS);
        assert_eq!(letters("Ève,Adam"), ['e', 'a']);
        assert!(SideNames::parse("Premier,Second").is_ok());
        assert!(SideNames::parse("Second,First").is_err());
    }
}

//! User-visible text in English and in French.
//!
//! There are three forms; in each, a missing language is a compile error. A game of one's own may do with one language:
//! [`Text::only`], [`Message::only`].
//!
//! | form | for |
//! |---|---|
//! | [`Text`] | fixed words: a game's summary, the name of an option |
//! | [`Message`] | a sentence with values in it, made once with [`message!`](crate::message) |
//! | [`messages!`](crate::messages) | a catalogue: an enum with one variant a message, for errors that programs tell apart |

use std::fmt;

/// A language of the user interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// English, the language of the code and the documents.
    #[default]
    English,
    /// French, the language of the course.
    French,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// Parses a language tag such as `fr`, `fr_FR.UTF-8` or `en-GB`, if the language is supported.
    pub fn from_tag(tag: &str) -> Option<Self> {
        match tag.split(['_', '-', '.', '@']).next()? {
            "en" | "C" | "POSIX" => Some(Self::English),
            "fr" => Some(Self::French),
            _ => None,
        }
    }

    /// The two-letter tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }
}

/// Text that exists in every language.
pub trait Localized {
    /// The text in that language.
    fn localized(&self, language: Language) -> String;
}

macro_rules! same_in_every_language {
    ($($type:ty),+) => {
        $(impl Localized for $type {
            fn localized(&self, _: Language) -> String {
                self.to_string()
            }
        })+
    };
}
same_in_every_language!(String, &str, char, u8, u32, u64, usize, i32, i64);

/// Fixed words in every language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// French.
    pub fr: &'static str,
}

impl Text {
    /// These words in English and in French.
    pub const fn new(en: &'static str, fr: &'static str) -> Self {
        Self { en, fr }
    }

    /// The same words in every language, for a game of one's own: those of noyau exist in both.
    pub const fn only(words: &'static str) -> Self {
        Self::new(words, words)
    }

    /// The words in that language.
    pub const fn get(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::French => self.fr,
        }
    }
}

impl Localized for Text {
    fn localized(&self, language: Language) -> String {
        self.get(language).to_owned()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.en)
    }
}

/// A formatted sentence in every language. Made by [`message!`](crate::message).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Message {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

impl Message {
    /// The same sentence in every language, for a game of one's own: those of noyau exist in both.
    ///
    /// ```
    /// use noyau_core::{Message, Text};
    ///
    /// let rules = Text::only("Take one or two.");
    /// assert_eq!(Message::from(rules), Message::only("Take one or two."));
    /// ```
    pub fn only(sentence: impl Into<String>) -> Self {
        let en = sentence.into();
        let fr = en.clone();
        Self { en, fr }
    }

    /// Renders a [`Localized`] value in every language.
    pub fn of(text: &impl Localized) -> Self {
        Self {
            en: text.localized(Language::English),
            fr: text.localized(Language::French),
        }
    }
}

impl Localized for Message {
    fn localized(&self, language: Language) -> String {
        match language {
            Language::English => self.en.clone(),
            Language::French => self.fr.clone(),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

impl std::error::Error for Message {}

impl From<Text> for Message {
    fn from(text: Text) -> Self {
        Self {
            en: text.en.to_owned(),
            fr: text.fr.to_owned(),
        }
    }
}

/// The sentence with long quotations cut: messages repeat what the user has written, which may be megabytes. Of a text
/// between quotation marks or backticks the first 100 characters are kept, of any other word the first 300. Every
/// message passes through here.
pub fn short_quotes(text: String) -> String {
    const QUOTED: usize = 100;
    const WORD: usize = 300;
    if text.len() <= QUOTED {
        return text;
    }
    let mut short = String::new();
    let mut rest = text.as_str();
    let mut word = 0;
    // Marks that nothing closes quote nothing.
    let mut is_closed = [true; 2];
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let mark = ['"', '`'].iter().position(|&mark| mark == c);
        if let Some(mark) = mark.filter(|&mark| is_closed[mark]) {
            match end_of_quote(after, c) {
                None => is_closed[mark] = false,
                Some(end) => {
                    let quoted = &after[..end];
                    short.push(c);
                    match quoted.char_indices().nth(QUOTED) {
                        None => short.push_str(quoted),
                        Some((cut, _)) => {
                            short.push_str(&quoted[..cut]);
                            short.push('…');
                        }
                    }
                    short.push(c);
                    rest = &after[end + 1..];
                    word = 0;
                    continue;
                }
            }
        }
        word = if c.is_whitespace() { 0 } else { word + 1 };
        match word {
            0..=WORD => short.push(c),
            _ if word == WORD + 1 => short.push('…'),
            _ => {}
        }
        rest = after;
    }
    short
}

/// Where the mark that closes a quotation stands; a quotation mark after a backslash does not.
fn end_of_quote(text: &str, mark: char) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().find_map(|(i, c)| {
        if escaped {
            escaped = false;
            return None;
        }
        escaped = mark == '"' && c == '\\';
        (c == mark).then_some(i)
    })
}

/// Makes a [`Message`] from an English and a French format string that capture the same variables.
///
/// ```
/// let row = 3;
/// let message = noyau_core::message!("row {row} is longer than the one above", "la ligne {row} dépasse la précédente");
/// assert_eq!(message.to_string(), "row 3 is longer than the one above");
/// ```
///
/// A captured variable is formatted with `Display`. A named argument is [`Localized`] and uses the language of the
/// sentence around it:
///
/// ```
/// let why = noyau_core::Text::new("it is too long", "elle est trop longue");
/// let message = noyau_core::message!("refused: {why}", "refus : {why}", why = why);
/// assert_eq!(message.fr, "refus : elle est trop longue");
/// ```
#[macro_export]
macro_rules! message {
    ($en:literal, $fr:literal $(,)?) => {
        $crate::language::Message {
            en: $crate::language::short_quotes(format!($en)),
            fr: $crate::language::short_quotes(format!($fr)),
        }
    };
    ($en:literal, $fr:literal, $($name:ident = $value:expr),+ $(,)?) => {
        match ($($crate::language::Message::of(&$value),)+) {
            ($($name,)+) => $crate::language::Message {
                en: {
                    $(let $name = &$name.en;)+
                    $crate::language::short_quotes(format!($en))
                },
                fr: {
                    $(let $name = &$name.fr;)+
                    $crate::language::short_quotes(format!($fr))
                },
            },
        }
    };
}

/// Declares a catalogue: an enum whose variants carry the values of a message, with the English and the French
/// sentence beside each. It implements [`Localized`], [`Display`](fmt::Display) (in English) and
/// [`Error`](std::error::Error).
///
/// ```
/// noyau_core::messages! {
///     /// What can be wrong with a heap.
///     pub enum HeapProblem {
///         TooLarge { size: u32 } => "a heap of {size} is too large", "un tas de {size} est trop grand";
///         Empty => "an empty heap", "un tas vide";
///     }
/// }
/// use noyau_core::Localized;
/// assert_eq!(HeapProblem::TooLarge { size: 9 }.localized(noyau_core::Language::French), "un tas de 9 est trop grand");
/// # let _ = HeapProblem::Empty;
/// ```
#[macro_export]
macro_rules! messages {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $variant:ident $({ $($field:ident : $type:ty),+ $(,)? })? => $en:literal, $fr:literal;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        $vis enum $name {
            $(
                #[doc = $en]
                #[allow(missing_docs, reason = "the sentence above says what each value is")]
                $variant $({ $($field: $type),+ })?,
            )*
        }

        impl $crate::language::Localized for $name {
            fn localized(&self, language: $crate::language::Language) -> String {
                match self {
                    $(
                        Self::$variant $({ $($field),+ })? => {
                            // Each value uses the language of the sentence around it.
                            $($(let $field = $crate::language::Localized::localized($field, language);)+)?
                            $crate::language::short_quotes(match language {
                                $crate::language::Language::English => format!($en),
                                $crate::language::Language::French => format!($fr),
                            })
                        }
                    )*
                }
            }
        }

        $crate::localized_error!($name);
    };
}

/// Makes a [`Localized`] type an [`Error`](std::error::Error), displayed in English.
#[macro_export]
macro_rules! localized_error {
    ($name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::language::Localized::localized(
                    self,
                    $crate::language::Language::English,
                ))
            }
        }

        impl std::error::Error for $name {}
    };
}

/// The letters of a text in lower case and without the accents of French, which people leave out.
pub fn unaccented(text: &str) -> impl Iterator<Item = char> {
    let letters = text.chars().flat_map(char::to_lowercase);
    // An accent may be a character of its own.
    let letters = letters.filter(|c| !matches!(c, '\u{300}'..='\u{36f}'));
    letters.map(|c| match c {
        'à' | 'â' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' | 'ö' => 'o',
        'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::short_quotes;

    #[test]
    fn long_quotations_are_cut_and_nothing_else() {
        let x = |count| "x".repeat(count);
        let y = "y ".repeat(200);
        let cases = [
            (format!("{:?} is no move", x(100)), None),
            (
                format!("{:?} is no move", x(101)),
                Some(format!("\"{}…\" is no move", x(100))),
            ),
            (
                format!("`{}` and {:?}", x(200), y),
                Some(format!("`{}…` and \"{}…\"", x(100), &y[..100])),
            ),
            // An escaped mark does not end the quotation, and marks that nothing closes begin none.
            (
                format!("{:?}.", format!("\"{}", x(200))),
                Some(format!("\"\\\"{}…\".", x(98))),
            ),
            (format!("3\" and {y}"), None),
            (format!("don`t \" {y}"), None),
            (format!("{}: no file", x(299)), None),
            (
                format!("{}: no file", x(9000)),
                Some(format!("{}… no file", x(300))),
            ),
            ("é".repeat(90), None),
        ];
        for (text, short) in cases {
            assert_eq!(short_quotes(text.clone()), short.unwrap_or(text));
        }
        assert!(crate::message!("{y:?}", "{y:?}").en.len() < 110);
        assert!(crate::message!("{z:?}", "{z:?}", z = y).fr.len() < 110);
    }
}

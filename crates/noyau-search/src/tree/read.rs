//! Tree files: nested lists in JSON, or one node a line, indented below its parent. `docs/trees.md` describes both.

use super::{MOST_NODES, Tree, Valueless, indented, json};
use noyau_core::game::Side;
use noyau_core::language::Text;
use noyau_core::source::SourceError;

/// How a tree is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Nested lists of leaf values, with objects where more is to be said.
    Json,
    /// One node a line, each below its parent and further to the right.
    Indented,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Json, Self::Indented];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Indented => "indented",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that the name of a file tells, if it does.
    pub fn from_path(path: &str) -> Option<Self> {
        let (_, extension) = path.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "tree" => Some(Self::Indented),
            _ => None,
        }
    }

    /// The format that the content tells: JSON starts with a bracket.
    pub fn guess(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        match bytes.trim_ascii_start().first() {
            Some(b'[' | b'{') => Self::Json,
            _ => Self::Indented,
        }
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

noyau_core::messages! {
    /// What can be wrong in a tree file.
    pub enum ReadProblem {
        NotUtf8 =>
            "this is not UTF-8 text: save the file as UTF-8",
            "ce n'est pas du texte UTF-8 : enregistrez le fichier en UTF-8";
        Empty =>
            "there is no node: a tree has at least a root",
            "il n'y a aucun nœud : un arbre a au moins une racine";
        TooLarge { limit: usize } =>
            "a tree has at most {limit} nodes: this one has more",
            "un arbre a au plus {limit} nœuds : celui-ci en a davantage";
        Expected { wanted: Text, found: String } =>
            "expected {wanted}, found {found}",
            "il faut ici {wanted}, et non {found}";
        UnexpectedEnd { wanted: Text } =>
            "expected {wanted}, found the end of the file",
            "il faut ici {wanted}, et non la fin du fichier";
        AfterEnd =>
            "nothing may follow here: the tree is complete without it",
            "rien ne doit suivre ici : l'arbre est complet sans cela";
        NoChildren =>
            "an empty list: a node without children needs a value, as in `3`",
            "une liste vide : un nœud sans fils demande une valeur, comme `3`";
        NoValue =>
            "this node has neither children nor a value: give it one, as in `3`",
            "ce nœud n'a ni fils ni valeur : donnez-lui une valeur, comme `3`";
        BadNumber { found: String } =>
            "{found} is no number: a value is written as in `3`, `-2.5`, `true` or `false`",
            "{found} n'est pas un nombre : une valeur s'écrit comme `3`, `-2.5`, `true` ou `false`";
        UnclosedString =>
            "this string has no closing quotation mark on its line",
            "cette chaîne n'a pas de guillemet fermant sur sa ligne";
        BadEscape =>
            "an escape that JSON does not know: use `\\\\`, `\\\"`, `\\n`, `\\t` or `\\u` and four hexadecimal digits",
            "un échappement inconnu de JSON : utilisez `\\\\`, `\\\"`, `\\n`, `\\t` ou `\\u` et quatre chiffres hexadécimaux";
        UnknownKey { key: String } =>
            "unknown key `{key}`: a node has `children`, `value`, `label` and `turn`",
            "clef inconnue `{key}` : un nœud a `children`, `value`, `label` et `turn`";
        RepeatedKey { key: String } =>
            "the key `{key}` is given a second time: keep one of the two",
            "la clef `{key}` est donnée une seconde fois : gardez l'une des deux";
        UnknownTurn { found: String } =>
            "a turn is `max`, `first` or `or`, or else `min`, `second` or `and`, not `{found}`",
            "un trait est `max`, `first` ou `or`, ou bien `min`, `second` ou `and`, pas `{found}`";
        UnknownWord { found: String } =>
            "`{found}` is neither a value nor a turn (`max`, `min`); a label is followed by a colon, as in `{found}: 3`",
            "`{found}` n'est ni une valeur ni un trait (`max`, `min`) ; une étiquette est suivie d'un deux-points, comme `{found}: 3`";
        SecondWord { found: String } =>
            "`{found}` is one word too many: a line is a label with a colon, a turn and a value, each if need be",
            "`{found}` est un mot de trop : une ligne est une étiquette avec deux-points, un trait et une valeur, chacun au besoin";
        SecondRoot =>
            "this line is no further to the right than the root: a tree has one root, and all else stands below it",
            "cette ligne n'est pas plus à droite que la racine : un arbre a une seule racine, et tout le reste est en dessous";
        BadIndent =>
            "this line is further to the right than one above and further to the left than its neighbours: put it below one of them",
            "cette ligne est décalée entre deux niveaux : alignez-la sur l'un des nœuds au-dessus";
        MixedIndent =>
            "tabs and spaces are mixed so that the level cannot be told: use the same on both lines",
            "tabulations et espaces sont mêlées, si bien que le niveau est douteux : utilisez les mêmes sur les deux lignes";
        EmptyLabel =>
            "there is no label before the colon",
            "il n'y a pas d'étiquette avant le deux-points";
    }
}

/// What is wrong in a file, and where.
pub type ReadError = SourceError<ReadProblem>;

/// Reads a tree. `first` moves at the root unless the file says who does; below, sides alternate unless it says so.
///
/// O(bytes), without recursion: lists may be nested as deep as the file is long.
pub fn read(bytes: &[u8], format: Format, first: Side) -> Result<Tree, ReadError> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = error.valid_up_to();
        let text = std::str::from_utf8(&bytes[..valid]).unwrap_or_default();
        ReadError::at(text, valid, ReadProblem::NotUtf8)
    })?;
    if text.trim_ascii().is_empty() {
        return Err(ReadError::at(text, 0, ReadProblem::Empty));
    }
    // A node takes a byte at least, so this bounds the nodes and the labels.
    if text.len() >= MOST_NODES {
        let limit = MOST_NODES;
        return Err(ReadError::at(text, 0, ReadProblem::TooLarge { limit }));
    }
    let (builder, places) = match format {
        Format::Json => json::read(text)?,
        Format::Indented => indented::read(text)?,
    };
    builder.finish(first).map_err(|Valueless(leaf)| {
        let place = places.get(leaf as usize).copied().unwrap_or(0);
        ReadError::at(text, place, ReadProblem::NoValue)
    })
}

/// Who moves, by the words of the texts: max and min, first and second, or and and.
pub(super) fn turn(word: &str) -> Option<Side> {
    match word {
        "max" | "first" | "or" => Some(Side::First),
        "min" | "second" | "and" => Some(Side::Second),
        _ => None,
    }
}

//! Solved tables: every position of a game with its value, in one self-describing, verifiable file.
//!
//! ```text
//! prelude   32 bytes: the mark ┊ version ┊ length of the header ┊ checksum of the header ┊ checksum of all this
//! header    JSON, one line: the game and its parameters, the version of its rules, the start, counts, sections
//! index     for each block of each section: length, length unpacked, checksum, first key; then the first names
//! blocks    concatenated, each compressed independently
//! ```
//!
//! A section holds the positions of one tier, in ascending order of their numbers: all numbers below a bound, gaps
//! included (*dense*), or only those that occur (*listed*). If a game does not number its positions there is one
//! section, of their texts (*named*), and each entry has its computed tier.
//!
//! Every byte is covered by a checksum: the prelude by its own, the header by that of the prelude, the index by
//! that of the header, each block by that of the index, which is seeded with the place of the block. So a flipped
//! bit, a swapped block, a truncated file and a foreign file are detected. The file does not depend on time, place or
//! number of threads: the same game gives the same bytes.
//!
//! Opening reads prelude, header and index; a lookup decompresses and verifies one block.
//!
//! ```
//! use noyau_core::Value;
//! use noyau_format::code::{code_of_value, value_of_code};
//! use noyau_format::table::Table;
//!
//! // A table holds values as small integers.
//! assert_eq!(code_of_value(Value::Win(3)), Some(9u32));
//! assert_eq!(value_of_code(9u32), Some(Value::Win(3)));
//! // Other files are rejected with a reason.
//! assert!(Table::open(&[b"not a table, but long enough to hold a prelude"]).is_err());
//! ```

pub mod block;
pub mod code;
pub mod codes;
pub mod header;
pub mod proof;
pub mod section;
pub mod shards;
pub mod table;

use noyau_core::language::{Language, Localized, Message};

/// The checksum of the file and its parts: 64-bit XXH3 (Collet 2019).
pub fn checksum(bytes: &[u8], seed: u64) -> u64 {
    twox_hash::XxHash3_64::oneshot_with_seed(seed, bytes)
}

/// The checksum of the content of a file, in 16 hexadecimal digits.
pub fn fingerprint(content: &[u8]) -> String {
    header::hexadecimal(checksum(content, 0))
}

noyau_core::messages! {
    /// Why a table is rejected as damaged.
    pub enum Damage {
        Foreign =>
            "this is no table: a table begins with the mark of one",
            "ce n'est pas une table : une table commence par sa marque";
        Empty =>
            "the file is empty",
            "le fichier est vide";
        Beginning =>
            "the first 32 bytes are damaged: their checksum is another",
            "les 32 premiers octets sont abîmés : leur somme de contrôle est autre";
        Version { version: u32 } =>
            "tables of version {version} are not known here, only those of version 1",
            "les tables de version {version} sont inconnues ici, seule la version 1 l'est";
        Cut { length: u64, wanted: u64 } =>
            "the file is cut: it has {length} bytes of {wanted}",
            "le fichier est coupé : il a {length} octets sur {wanted}";
        Tail { length: u64, wanted: u64 } =>
            "the file goes on after its end: it has {length} bytes instead of {wanted}",
            "le fichier continue après sa fin : il a {length} octets au lieu de {wanted}";
        Header =>
            "the header is damaged: its checksum is another",
            "l'en-tête est abîmé : sa somme de contrôle est autre";
        HeaderContent { why: String } =>
            "the header makes no sense: {why}",
            "l'en-tête n'a pas de sens : {why}";
        Index =>
            "the index is damaged: its checksum is another",
            "l'index est abîmé : sa somme de contrôle est autre";
        IndexContent { why: &'static str } =>
            "the index makes no sense: {why}",
            "l'index n'a pas de sens : {why}";
        Block { tier: u32, block: u64 } =>
            "block {block} of tier {tier} is damaged, or stands where another should: its checksum is another",
            "le bloc {block} du niveau {tier} est abîmé, ou à la place d'un autre : sa somme de contrôle est autre";
        BlockContent { tier: u32, block: u64 } =>
            "block {block} of tier {tier} does not unpack to what the index says",
            "le bloc {block} du niveau {tier} ne donne pas ce que dit l'index";
        Shrunk =>
            "the file has become shorter since it was opened",
            "le fichier a raccourci depuis son ouverture";
        Unreadable { why: String } =>
            "the file cannot be read any more: {why}",
            "le fichier ne peut plus être lu : {why}";
        NoShard { index: u32, of: u32 } =>
            "part {index} of {of} is missing",
            "il manque la partie {index} sur {of}";
        ShardTwice { index: u32, of: u32 } =>
            "part {index} of {of} is there twice",
            "la partie {index} sur {of} est là deux fois";
        OtherShard { game: String, other: String } =>
            "the parts belong to different tables: one is of {game}, another of {other}",
            "les parties viennent de tables différentes : l'une de {game}, une autre de {other}";
        ShardsApart { tier: u32 } =>
            "the parts do not fit together in tier {tier}: numbers are missing, or are there twice",
            "les parties ne se raccordent pas au niveau {tier} : des numéros manquent, ou sont là deux fois";
    }
}

/// Why a table cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unusable {
    /// It cannot be read.
    Damaged(Damage),
    /// It is not for this game, this version of its rules, or this position.
    Other(Message),
}

impl Localized for Unusable {
    fn localized(&self, language: Language) -> String {
        match self {
            Self::Damaged(damage) => damage.localized(language),
            Self::Other(why) => why.localized(language),
        }
    }
}

noyau_core::localized_error!(Unusable);

impl From<Damage> for Unusable {
    fn from(damage: Damage) -> Self {
        Self::Damaged(damage)
    }
}

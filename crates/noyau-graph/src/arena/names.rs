//! The user's vertex names, stored compactly.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::borrow::Cow;
use std::fmt::Write;
use std::hash::BuildHasher;

/// The names of the vertices, all distinct.
#[derive(Debug, Clone)]
pub struct Names {
    form: Form,
}

#[derive(Debug, Clone)]
enum Form {
    /// Vertex `v` is named by its number.
    Numbered(usize),
    /// Vertex `v` is named by that number.
    Numbers(Vec<u32>),
    /// Vertex `v` is named `text[ends[v - 1]..ends[v]]`.
    Words { text: String, ends: Vec<usize> },
}

impl Names {
    /// The names `0`, `1`, … of `vertices` vertices.
    pub fn numbered(vertices: usize) -> Self {
        Self {
            form: Form::Numbered(vertices),
        }
    }

    /// Distinct numbers as names.
    pub fn numbers(numbers: Vec<u32>) -> Self {
        if (0..).zip(&numbers).all(|(v, &number)| v == number) {
            return Self::numbered(numbers.len());
        }
        Self {
            form: Form::Numbers(numbers),
        }
    }

    /// Distinct words as names.
    pub fn words<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> Self {
        let mut text = String::new();
        let mut ends = Vec::new();
        let mut digits = String::new();
        let mut plain = true;
        for (v, word) in words.into_iter().enumerate() {
            let word = word.as_ref();
            if plain {
                digits.clear();
                let _ = write!(digits, "{v}");
                plain = digits == word;
            }
            text.push_str(word);
            ends.push(text.len());
        }
        if plain {
            Self::numbered(ends.len())
        } else {
            Self {
                form: Form::Words { text, ends },
            }
        }
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        match &self.form {
            Form::Numbered(vertices) => *vertices,
            Form::Numbers(numbers) => numbers.len(),
            Form::Words { ends, .. } => ends.len(),
        }
    }

    /// Whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the names are `0`, `1`, … in order.
    pub fn is_numbered(&self) -> bool {
        matches!(self.form, Form::Numbered(_))
    }

    /// The name of a vertex.
    pub fn get(&self, v: u32) -> Cow<'_, str> {
        match &self.form {
            Form::Numbered(_) => v.to_string().into(),
            Form::Numbers(numbers) => numbers[v as usize].to_string().into(),
            Form::Words { text, ends } => word(text, ends, v).into(),
        }
    }

    /// The number that names a vertex, if all names are numbers.
    pub(crate) fn number(&self, v: u32) -> Option<u32> {
        match &self.form {
            Form::Numbered(_) => Some(v),
            Form::Numbers(numbers) => Some(numbers[v as usize]),
            Form::Words { .. } => None,
        }
    }

    /// All names in order.
    pub fn iter(&self) -> impl Iterator<Item = Cow<'_, str>> {
        (0..self.len() as u32).map(|v| self.get(v))
    }

    /// An index for name lookup; built once, used often.
    pub fn index(&self) -> NameIndex<'_> {
        let hasher = DefaultHashBuilder::default();
        let mut table = HashTable::new();
        if !self.is_numbered() {
            let hash = |v: &u32| match self.number(*v) {
                Some(number) => hasher.hash_one(number),
                None => hasher.hash_one(&*self.get(*v)),
            };
            table.reserve(self.len(), hash);
            for v in 0..self.len() as u32 {
                table.insert_unique(hash(&v), v, hash);
            }
        }
        NameIndex {
            names: self,
            table,
            hasher,
        }
    }
}

/// Finds vertices by name.
#[derive(Debug)]
pub struct NameIndex<'a> {
    names: &'a Names,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl NameIndex<'_> {
    /// The vertex of that name.
    pub fn find(&self, name: &str) -> Option<u32> {
        match &self.names.form {
            Form::Numbered(vertices) => {
                canonical_number(name).filter(|&v| (v as usize) < *vertices)
            }
            Form::Numbers(numbers) => {
                let number = canonical_number(name)?;
                let hash = self.hasher.hash_one(number);
                let found = self.table.find(hash, |&v| numbers[v as usize] == number);
                found.copied()
            }
            Form::Words { .. } => {
                let hash = self.hasher.hash_one(name);
                let found = self.table.find(hash, |&v| self.names.get(v) == name);
                found.copied()
            }
        }
    }
}

/// The number that a name denotes in canonical form: `7`, not `07` or `+7`.
pub(crate) fn canonical_number(name: &str) -> Option<u32> {
    let digits = name.as_bytes();
    let plain = match digits {
        [b'0'] => true,
        [b'1'..=b'9', ..] => digits.len() <= 10 && digits.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if plain { name.parse().ok() } else { None }
}

/// Numbers names in order of first occurrence.
///
/// While all names are numbers they are looked up in a plain array and no text is stored; the first other name
/// turns the table into one of words.
#[derive(Debug)]
pub(crate) struct NameTable {
    hasher: DefaultHashBuilder,
    form: TableForm,
}

#[derive(Debug)]
enum TableForm {
    Numbers {
        /// For each number below `near` seen so far, 1 + its place among the names, or 0.
        slots: Vec<u32>,
        /// Numbers from here on are hashed, so that one large number does not need a large array.
        near: usize,
        far: HashTable<u32>,
        numbers: Vec<u32>,
    },
    Words {
        text: String,
        ends: Vec<usize>,
        table: HashTable<u32>,
    },
}

impl NameTable {
    /// An empty table that spends at most about `bytes` bytes on the array of numbers.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            hasher: DefaultHashBuilder::default(),
            form: TableForm::Numbers {
                slots: Vec::new(),
                near: bytes / size_of::<u32>(),
                far: HashTable::new(),
                numbers: Vec::new(),
            },
        }
    }

    /// The number of names.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        match &self.form {
            TableForm::Numbers { numbers, .. } => numbers.len(),
            TableForm::Words { ends, .. } => ends.len(),
        }
    }

    /// The place of a name; a new name gets the next free one.
    pub(crate) fn intern(&mut self, name: &str) -> u32 {
        if let TableForm::Numbers { .. } = self.form {
            match canonical_number(name) {
                Some(number) => return self.intern_number(number),
                None => self.turn_into_words(),
            }
        }
        let TableForm::Words { text, ends, table } = &mut self.form else {
            unreachable!("the table has just become one of words")
        };
        let hash = self.hasher.hash_one(name);
        if let Some(&v) = table.find(hash, |&v| word(text, ends, v) == name) {
            return v;
        }
        let v = ends.len() as u32;
        text.push_str(name);
        ends.push(text.len());
        let hasher = &self.hasher;
        table.insert_unique(hash, v, |&v| hasher.hash_one(word(text, ends, v)));
        v
    }

    /// The place of a numeric name.
    #[inline]
    pub(crate) fn intern_number(&mut self, number: u32) -> u32 {
        let TableForm::Numbers {
            slots,
            near,
            numbers,
            ..
        } = &mut self.form
        else {
            return self.intern(&number.to_string());
        };
        let index = number as usize;
        if let Some(slot) = slots.get_mut(index) {
            if *slot == 0 {
                numbers.push(number);
                *slot = numbers.len() as u32;
            }
            return *slot - 1;
        }
        if index < *near {
            let length = (index + 1).max(slots.len() + slots.len() / 2).min(*near);
            slots.resize(length, 0);
            numbers.push(number);
            slots[index] = numbers.len() as u32;
            return numbers.len() as u32 - 1;
        }
        self.intern_far(number)
    }

    #[cold]
    fn intern_far(&mut self, number: u32) -> u32 {
        let TableForm::Numbers { far, numbers, .. } = &mut self.form else {
            return self.intern(&number.to_string());
        };
        let hash = self.hasher.hash_one(number);
        if let Some(&v) = far.find(hash, |&v| numbers[v as usize] == number) {
            return v;
        }
        let v = numbers.len() as u32;
        numbers.push(number);
        let hasher = &self.hasher;
        far.insert_unique(hash, v, |&v| hasher.hash_one(numbers[v as usize]));
        v
    }

    /// Prefetches the slots of those numbers.
    pub(crate) fn fetch(&self, soon: impl Iterator<Item = u32>) {
        if let TableForm::Numbers { slots, .. } = &self.form {
            let look = |number: u32| slots.get(number as usize).copied().unwrap_or(0);
            std::hint::black_box(soon.fold(0, |all, number| all ^ look(number)));
        }
    }

    /// The place of a name, if present.
    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        match &self.form {
            TableForm::Numbers { .. } => self.find_number(canonical_number(name)?),
            TableForm::Words { text, ends, table } => {
                let hash = self.hasher.hash_one(name);
                let found = table.find(hash, |&v| word(text, ends, v) == name);
                found.copied()
            }
        }
    }

    /// The place of a numeric name, if present.
    #[inline]
    pub(crate) fn find_number(&self, number: u32) -> Option<u32> {
        match &self.form {
            TableForm::Numbers {
                slots,
                near,
                far,
                numbers,
            } => {
                if (number as usize) < *near {
                    return slots.get(number as usize)?.checked_sub(1);
                }
                let hash = self.hasher.hash_one(number);
                far.find(hash, |&v| numbers[v as usize] == number).copied()
            }
            TableForm::Words { .. } => self.find(&number.to_string()),
        }
    }

    /// The name at a place.
    pub(crate) fn get(&self, v: u32) -> Cow<'_, str> {
        match &self.form {
            TableForm::Numbers { numbers, .. } => numbers[v as usize].to_string().into(),
            TableForm::Words { text, ends, .. } => word(text, ends, v).into(),
        }
    }

    /// The names in order of occurrence.
    pub(crate) fn into_names(self) -> Names {
        match self.form {
            TableForm::Numbers { numbers, .. } => Names::numbers(numbers),
            TableForm::Words { text, ends, .. } => Names {
                form: Form::Words { text, ends },
            },
        }
    }

    /// The names at those places.
    pub(crate) fn into_names_at(self, places: &[u32]) -> Names {
        match self.form {
            TableForm::Numbers { numbers, .. } => {
                Names::numbers(places.iter().map(|&v| numbers[v as usize]).collect())
            }
            TableForm::Words { text, ends, .. } => {
                Names::words(places.iter().map(|&v| word(&text, &ends, v)))
            }
        }
    }

    fn turn_into_words(&mut self) {
        let TableForm::Numbers { numbers, .. } = &mut self.form else {
            return;
        };
        let numbers = std::mem::take(numbers);
        self.form = TableForm::Words {
            text: String::new(),
            ends: Vec::new(),
            table: HashTable::new(),
        };
        for number in numbers {
            self.intern(&number.to_string());
        }
    }
}

fn word<'a>(text: &'a str, ends: &[usize], v: u32) -> &'a str {
    let v = v as usize;
    let from = if v == 0 { 0 } else { ends[v - 1] };
    &text[from..ends[v]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_as_one_writes_them_are_numbers() {
        for (name, number) in [
            ("0", Some(0)),
            ("7", Some(7)),
            ("4294967295", Some(u32::MAX)),
            ("4294967296", None),
            ("00", None),
            ("07", None),
            ("+7", None),
            ("-7", None),
            ("", None),
            ("7 ", None),
        ] {
            assert_eq!(canonical_number(name), number, "{name:?}");
        }
    }

    #[test]
    fn a_table_numbers_names_as_they_occur() {
        // Near and far numbers, then words: places must survive each change of representation.
        let names = ["5", "0", "4000000000", "5", "x", "0", "07", "4000000000"];
        let mut table = NameTable::new(64);
        let places: Vec<u32> = names.iter().map(|name| table.intern(name)).collect();
        assert_eq!(places, [0, 1, 2, 0, 3, 1, 4, 2]);
        assert_eq!(table.find("07"), Some(4));
        assert_eq!(table.find("7"), None);
        assert_eq!(table.get(2), "4000000000");
        let all: Vec<String> = table.into_names().iter().map(Cow::into_owned).collect();
        assert_eq!(all, ["5", "0", "4000000000", "x", "07"]);
    }

    #[test]
    fn every_form_of_names_is_found_again() {
        let forms = [
            Names::numbered(3),
            Names::numbers(vec![2, 0, 4_000_000_000]),
            Names::words(["a", "", "07"]),
        ];
        for names in forms {
            let index = names.index();
            for v in 0..3 {
                assert_eq!(index.find(&names.get(v)), Some(v));
            }
            for absent in ["00", "3", "b", "-1", "4000000001"] {
                assert_eq!(index.find(absent), None);
            }
        }
    }
}

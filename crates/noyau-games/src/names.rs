//! The names of games that people use, in French and English, beside those of the list.

use noyau_core::language::unaccented;

/// Names without accents, capitals, spaces and hyphens; the game of the list; its parameters where none are given.
const OTHER: &[(&str, &str, &str)] = &[
    ("allumettes", "matches", ""),
    ("awale", "awele", ""),
    ("baduk", "go", ""),
    ("bonds", "leapfrog", ""),
    ("checkers", "draughts", "english"),
    ("connectfour", "connect4", ""),
    ("dames", "draughts", ""),
    ("damesanglaises", "draughts", "english"),
    ("damesinternationales", "draughts", ""),
    ("dotsandboxes", "dots", ""),
    ("echecs", "chess", ""),
    ("fouronarow", "connect4", ""),
    ("gaufre", "chomp", ""),
    ("lagaufre", "chomp", ""),
    ("mancala", "kalah", ""),
    ("marelle", "morris", ""),
    ("mill", "morris", ""),
    ("moulin", "morris", ""),
    ("morpion", "tictactoe", ""),
    ("ninemensmorris", "morris", ""),
    ("noughtsandcrosses", "tictactoe", ""),
    ("oware", "awele", ""),
    ("pipopipette", "dots", ""),
    ("puissance4", "connect4", ""),
    ("puissancequatre", "connect4", ""),
    ("reversi", "othello", ""),
    ("sautemouton", "leapfrog", ""),
    ("wari", "awele", ""),
    ("weiqi", "go", ""),
];

/// A name without accents, capitals, spaces and hyphens.
fn folded(name: &str) -> String {
    let letters = unaccented(name);
    let kept = letters.filter(|c| !matches!(c, ' ' | '-' | '_' | '\'' | '’'));
    kept.collect()
}

/// The name in the list of a game that people call so, and its parameters where none are given.
pub(crate) fn listed(name: &str) -> Option<(&'static str, &'static str)> {
    let folded = folded(name);
    let of_list = super::GAMES.iter().map(|game| (game.info().name, ""));
    let mut of_list = of_list.filter(|(name, _)| *name == folded);
    let other = || OTHER.iter().find(|other| other.0 == folded);
    of_list
        .next()
        .or_else(|| other().map(|other| (other.1, other.2)))
}

/// What else people call a game of the list.
pub(crate) fn others(game: &str) -> impl Iterator<Item = &'static str> {
    let of_game = OTHER.iter().filter(move |other| other.1 == game);
    of_game.map(|other| other.0)
}

/// The name in the list that is most like an unknown one: at most every third letter is another.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
    let folded = folded(name);
    let of_list = super::GAMES.iter().map(|game| game.info().name);
    let of_list = of_list.map(|name| (name, name));
    let all = of_list.chain(OTHER.iter().map(|other| (other.0, other.1)));
    let nearest = all
        .map(|(name, game)| (edits(name, &folded), name.len(), game))
        .min_by_key(|near| near.0);
    nearest.and_then(|(edits, letters, game)| (3 * edits <= letters).then_some(game))
}

/// How many letters must be inserted, removed or replaced, or exchanged with the next one (Damerau 1964), no letter twice.
fn edits(one: &str, other: &str) -> usize {
    let one: Vec<char> = one.chars().collect();
    let other: Vec<char> = other.chars().collect();
    let mut before = Vec::new();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, &a) in one.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &b) in other.iter().enumerate() {
            let replaced = row[j] + usize::from(a != b);
            let mut least = replaced.min(next[j] + 1).min(row[j + 1] + 1);
            if i > 0 && j > 0 && a == other[j - 1] && one[i - 1] == b {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[other.len()]
}

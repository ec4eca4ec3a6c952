//! The sizes of each game in the gallery, and the board of its picture. A game without an entry has only its
//! default size.

/// The sizes of a game, and its picture.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sizes {
    /// The offered parameters, separated by spaces.
    variants: &'static str,
    /// The parameters of the picture.
    pub(crate) pictured: &'static str,
    /// The number of random moves before the picture.
    pub(crate) plies: u32,
}

impl Sizes {
    /// The offered parameters.
    pub(crate) fn variants(self) -> Vec<&'static str> {
        self.variants.split(' ').collect()
    }
}

/// The sizes of a game whose parameters are not a file.
pub(crate) fn of(game: &str) -> Option<Sizes> {
    let found = SIZES.iter().find(|(name, ..)| *name == game);
    found.map(|&(_, variants, pictured, plies)| Sizes {
        variants,
        pictured,
        plies,
    })
}

const SIZES: &[(&str, &str, &str, u32)] = &[
    ("awele", "6,4 5,3 4,3 3,2", "6,4", 6),
    ("chess", "", "", 6),
    ("chomp", "4x7 3x4 2x3 5x5", "3x5", 1),
    ("connect4", "7x6 6x5 5x5 5x4 4x4", "7x6", 14),
    ("domineering", "8x8 6x6 5x5 4x4 3x3", "5x5", 6),
    ("dots", "3x3 3x2 2x2 4x4", "3x3", 14),
    ("draughts", "international english", "english", 8),
    ("go", "5,0 3,0 4,0 7,0 9,7.5", "5,0", 8),
    ("kalah", "6,4 6,3 4,3 3,2 6,4,plain", "6,4", 5),
    ("leapfrog", "2 3 4 5", "3", 4),
    ("matches", "9,3 21,3 9,3,normal 50,5", "9,3", 0),
    ("mnk", "3,3,3 4,4,4 5,4,4 9,9,5 11,11,5", "5,4,4", 7),
    ("morris", "9 6 5 3 7", "9", 12),
    ("nim", "3,4,5 1,3,5,7 1,3,5,7,misere 10,20,30", "3,4,5", 1),
    ("octal", "0.77,20 0.07,20 0.137,15 4.7,12", "0.77,9", 1),
    ("othello", "8 6 4", "6", 10),
    ("tictactoe", "", "", 5),
    ("wythoff", "7,7 4,6 12,9 20,30", "7,7", 1),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sizes_open() {
        for (game, ..) in SIZES {
            let sizes = of(game).unwrap();
            let entry = noyau_games::find(game);
            let info = entry.unwrap_or_else(|| panic!("{game}")).info();
            assert!(sizes.variants().contains(&info.default), "{}", info.name);
            for parameters in sizes.variants().into_iter().chain([sizes.pictured]) {
                let name = format!("{}:{parameters}", info.name);
                let game = crate::input::open(&name, None).unwrap_or_else(|why| panic!("{why:?}"));
                assert!(!game.moves().is_empty(), "{name}");
            }
        }
    }
}

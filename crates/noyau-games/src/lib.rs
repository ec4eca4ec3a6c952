//! The games, one file each, and the one list that registers them everywhere.

use noyau::erased::{Entry, Files, OpenGame, Problem};

/// Registers and tests every game. `mod` lines stay outside, where rustfmt sees them.
macro_rules! games {
    ($($module:ident),+ $(,)?) => {
        /// Every game, in alphabetical order.
        pub static GAMES: &[&'static dyn Entry] = &[$(&$module::SPEC),+];

        #[cfg(test)]
        mod conformance {
            $(#[test]
            fn $module() {
                super::tests::check(&super::$module::SPEC, stringify!($module));
            })+
        }
    };
}

/// Lays a game out for tables in one tier: its ranks have no gaps that play does not reach, and every move leads to a
/// lower one.
macro_rules! in_one_descending_tier {
    ($game:ty) => {
        impl noyau::index::Index for $game {
            fn tiers(&self) -> u32 {
                1
            }

            fn tier(&self, _: &Self::Position) -> u32 {
                0
            }

            fn dense(&self, _: u32) -> Option<u64> {
                Some(self.ranks())
            }

            fn is_whole(&self) -> bool {
                true
            }

            fn descends(&self, _: u32) -> bool {
                true
            }

            fn number(&self, position: &Self::Position) -> u64 {
                self.rank(position)
            }

            fn position(&self, _: u32, number: u64) -> Option<Self::Position> {
                self.unrank(number)
            }
        }
    };
}

pub mod awele;
pub mod chess;
pub mod chomp;
pub mod connect4;
pub mod domineering;
pub mod dots;
pub mod draughts;
pub mod gdl;
pub mod go;
pub mod graph;
pub mod kalah;
pub mod leapfrog;
pub mod matches;
pub mod mnk;
pub mod morris;
pub mod nim;
pub mod octal;
pub mod othello;
pub mod tictactoe;
pub mod wythoff;

games! { awele, chess, chomp, connect4, domineering, dots, draughts, gdl, go, graph, kalah, leapfrog, matches, mnk, morris, nim, octal, othello, tictactoe, wythoff }

/// The game of that name.
pub fn find(name: &str) -> Option<&'static dyn Entry> {
    GAMES.iter().copied().find(|game| game.info().name == name)
}

/// Opens a game by its name and parameters, as in `chomp:2x3`.
pub fn open(text: &str, files: Files<'_>) -> Result<Box<dyn OpenGame>, Problem> {
    let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
    let entry = find(name).ok_or_else(|| {
        let names: Vec<_> = GAMES.iter().map(|game| game.info().name).collect();
        Problem::UnknownGame {
            name: name.to_owned(),
            known: names.join(", "),
        }
    })?;
    entry.open(parameters, files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau::limits::Limits;
    use noyau::message;

    /// The laws and the facts of one game.
    pub(crate) fn check(entry: &'static dyn Entry, file: &str) {
        let info = entry.info();
        assert_eq!(info.name, file, "a game is named as its file");
        let facts = entry.facts();
        assert!(!facts.perft.is_empty(), "{file} has perft facts");
        assert!(
            facts.counts.len() + facts.values.len() + facts.margins.len() + facts.nimbers.len() > 0,
            "{file} has facts beyond perft"
        );
        let files = |path: &str| {
            let sample = entry.samples().iter().find(|sample| sample.path == path);
            sample
                .map(|sample| sample.content.as_bytes().to_vec())
                .ok_or_else(|| message!("there is no file {path}", "pas de fichier {path}"))
        };
        let open = |parameters: &str| entry.open(parameters, &files).unwrap();
        let mut tried: Vec<&str> = entry.samples().iter().map(|sample| sample.path).collect();
        if tried.is_empty() {
            tried.push(info.default);
        }
        for fact in facts.perft {
            let mut game = open(fact.parameters);
            if !fact.at.is_empty() {
                game.set(fact.at).unwrap();
            }
            for (depth, &count) in (0..).zip(fact.counts) {
                assert_eq!(game.perft(depth), count, "{}: perft {depth}", game.name());
            }
            // Again, each position after one move read from its text: it must say all that the future depends on.
            for (depth, &count) in (0..).zip(fact.counts).skip(1).take(2) {
                let mut read = open(fact.parameters);
                let mut sum = 0;
                for mv in game.moves() {
                    game.play(&mv).unwrap();
                    read.set(&game.position()).unwrap();
                    sum += read.perft(depth - 1);
                    game.undo();
                }
                assert_eq!(sum, count, "{}: perft {depth} by texts", game.name());
            }
            tried.push(fact.parameters);
        }
        for fact in facts.counts {
            let game = open(fact.parameters);
            let count = game.count(&Limits::default()).unwrap();
            assert_eq!(
                (count.positions, count.terminal, count.longest),
                (fact.positions, fact.terminal, fact.longest),
                "{}: {}",
                game.name(),
                fact.source
            );
            tried.push(fact.parameters);
        }
        for fact in facts.values {
            let mut game = open(fact.parameters);
            if !fact.at.is_empty() {
                game.set(fact.at).unwrap();
            }
            let worth = game.solve(true, &Limits::default()).worth.unwrap();
            assert_eq!(
                worth.outcome,
                fact.outcome,
                "{} at {:?}",
                game.name(),
                fact.at
            );
            if fact.distance.is_some() {
                assert_eq!(
                    worth.distance,
                    fact.distance,
                    "{} at {:?}",
                    game.name(),
                    fact.at
                );
            }
            tried.push(fact.parameters);
        }
        for fact in facts.margins {
            let mut game = open(fact.parameters);
            if !fact.at.is_empty() {
                game.set(fact.at).unwrap();
            }
            let worth = game.solve(true, &Limits::default()).worth.unwrap();
            assert_eq!(
                worth.margin,
                Some(fact.margin),
                "{} at {:?}",
                game.name(),
                fact.at
            );
            tried.push(fact.parameters);
        }
        for fact in facts.nimbers {
            let mut game = open(fact.parameters);
            if !fact.at.is_empty() {
                game.set(fact.at).unwrap();
            }
            let nimber = game.solve(true, &Limits::default()).nimber;
            assert_eq!(
                nimber,
                Some(fact.nimber),
                "{} at {:?}",
                game.name(),
                fact.at
            );
            tried.push(fact.parameters);
        }
        tried.sort_unstable();
        tried.dedup();
        for parameters in tried {
            for seed in 0..4 {
                if let Err(broken) = entry.check_laws(parameters, &files, seed) {
                    panic!("{file}:{parameters}: {broken}");
                }
            }
        }
    }

    #[test]
    fn every_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        for file in std::fs::read_dir(folder).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let stem = name.trim_end_matches(".rs");
            assert!(
                stem == "lib" || find(stem).is_some(),
                "{name} is not in games! {{ … }}"
            );
        }
    }
}

//! The course's game of Nim: a row of matches; a move takes 1 to k of them; at one match the side to move has lost.
//!
//! ```text
//!   | | | | | | | | |      9 matches, take 1, 2 or 3
//! ```

mod index;
mod reasons;

use noyau_dynamic::prelude::*;

/// The registry entry.
pub static SPEC: Spec<Matches> = Spec::new(
    Info {
        name: "matches",
        summary: Text::new(
            "Take 1 to k matches from the row; at one match the side to move has lost.",
            "Prenez de 1 à k allumettes ; devant une seule allumette, on a perdu.",
        ),
        parameters: Text::new(
            "n matches, or n,k with at most k taken, k up to 65535; n,k,normal plays to the last match",
            "n allumettes, ou n,k pour en prendre au plus k, jusqu'à 65535 ; n,k,normal joue jusqu'à la dernière",
        ),
        default: "9,3",
        version: 1,
    },
    FACTS,
    |parameters, _| Matches::parse(parameters),
)
.configured(|game| Magnitude::of(u128::from(game.start) + 1))
.impartial()
.indexed()
.explained();

const FACTS: &[Fact] = &[
    Fact::perft("5,3", &[1, 3, 6, 4, 1, 0])
        .source("compositions of at most 4 matches into parts of 1 to 3, by hand"),
    Fact::perft("3,2,normal", &[1, 2, 3, 1, 0])
        .source("compositions of at most 3 matches into parts of 1 to 2, by hand"),
    Fact::count("9,3", 9, 1, Some(8))
        .source("1 to 9 matches are left, one at a time is the longest play"),
    Fact::value("9,3", Outcome::Loss, Some(4)).source(
        "course, third text: lost exactly when n mod 4 is 1; two moves for every 4 matches",
    ),
    Fact::value("8,3", Outcome::Win, Some(3)).source("course, third text"),
    Fact::value("8,3,normal", Outcome::Loss, Some(4))
        .source("Bouton 1901: lost exactly when k + 1 divides n"),
];

/// The rules, with the number of matches.
#[derive(Debug, Clone, Copy)]
pub struct Matches {
    start: u32,
    most: u32,
    /// The number of matches at the end.
    end: u32,
}

impl Matches {
    /// The maximum number of moves of a position, since they are listed.
    const MOST_TAKEN: u32 = 65_535;

    fn parse(parameters: &str) -> Result<Self, Message> {
        let mut words = parameters.split(',').map(str::trim);
        let mut number = |default: u32| match words.next() {
            None => Ok(default),
            Some(word) => word.parse::<u32>().map_err(|_| {
                message!(
                    "{word:?} is not a whole number below 4294967296",
                    "{word:?} n'est pas un nombre entier inférieur à 4294967296"
                )
            }),
        };
        let start = number(0)?;
        let most = number(3)?;
        let end = match words.next() {
            None => 1,
            Some("normal") => 0,
            Some(word) => {
                return Err(message!(
                    "{word:?} is no variant, only `normal` is",
                    "{word:?} n'est pas une variante, seul `normal` en est une"
                ));
            }
        };
        if let Some(word) = words.next() {
            return Err(message!(
                "{word:?} is one parameter too many",
                "{word:?} est un paramètre de trop"
            ));
        }
        if !(1..=Self::MOST_TAKEN).contains(&most) {
            let limit = Self::MOST_TAKEN;
            return Err(message!(
                "a move takes 1 to k matches, and k is 1 to {limit}, not {most}",
                "un coup prend de 1 à k allumettes, et k va de 1 à {limit}, pas {most}"
            ));
        }
        if start < end {
            return Err(message!(
                "at least {end} match must lie there",
                "il faut au moins {end} allumette"
            ));
        }
        Ok(Self { start, most, end })
    }
}

impl Game for Matches {
    /// The number of matches left.
    type Position = u32;
    /// The number of matches taken.
    type Move = u32;

    fn start(&self) -> u32 {
        self.start
    }

    fn outcome(&self, &left: &u32) -> Option<Outcome> {
        (left == self.end).then_some(Outcome::Loss)
    }

    fn moves(&self, &left: &u32, out: &mut Vec<u32>) {
        out.extend(1..=self.most.min(left - self.end));
    }

    fn play(&self, left: &mut u32, taken: u32) {
        *left -= taken;
    }
}

impl Impartial for Matches {}

impl Notation for Matches {
    fn parameters(&self) -> String {
        let Self { start, most, end } = self;
        let normal = if *end == 0 { ",normal" } else { "" };
        format!("{start},{most}{normal}")
    }

    fn format_board(&self, left: &u32, _: Side) -> String {
        left.to_string()
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<u32, Message> {
        let Self { start, end, .. } = *self;
        text.parse()
            .ok()
            .filter(|left| (end..=start).contains(left))
            .ok_or_else(|| {
                message!(
                    "the number of matches left, {end} to {start}, is wanted",
                    "il faut le nombre d'allumettes restantes, de {end} à {start}"
                )
            })
    }

    fn format_move(&self, _: &u32, taken: u32) -> String {
        taken.to_string()
    }

    fn why_illegal(&self, left: &u32, _: &str) -> Option<Message> {
        let most = self.most.min(left - self.end);
        (most > 0).then(|| {
            message!(
                "a move is how many matches to take, 1 to {most}",
                "un coup est le nombre d'allumettes à prendre, de 1 à {most}"
            )
        })
    }

    fn view(&self, &left: &u32, _: Side) -> View {
        /// Longer rows are drawn as one heap with a number.
        const LONGEST: u32 = 40;
        let mut view = View::default();
        let touch = view.heap(0, left, left, left > LONGEST);
        let moves = self.legal_moves(&left).into_iter();
        view.moves = moves.map(|taken| touch(left - taken..left)).collect();
        view
    }
}

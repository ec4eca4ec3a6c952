//! The graphs, trees and positions of the course that exercises can be about.
//!
//! The texts that we have are without pictures. A figure that its words and code determine is that of the course; the
//! title of any other says that it stands in its place.

use super::posed::Kind;
use noyau_core::game::Side;
use noyau_core::language::Text;
use noyau_graph::arena::format::{self, Format};
use noyau_graph::arena::{Arena, Draft, Names, Rows};
use noyau_search::tree::{self, Tree};
use std::collections::BTreeSet;

/// A figure of the course.
#[derive(Debug)]
pub struct Figure {
    /// Its name, as typed after `--figure`.
    pub name: &'static str,
    /// What it shows.
    pub title: Text,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// A graph as text.
    Graph(&'static str),
    /// A graph that is computed.
    Made(fn() -> Draft),
    /// A tree as text, with the side that moves at its root.
    Tree(&'static str, Side),
    /// A tree with boolean leaves.
    Boolean(&'static str),
    /// A game with its parameters, and the moves played.
    Game(&'static str),
}

/// All figures.
pub static FIGURES: &[Figure] = &[
    Figure {
        name: "chomp-2x3",
        title: Text::new(
            "the arena of Chomp (2, 3), text 1, figure 3",
            "l'arène du jeu de Chomp (2, 3), texte 1, figure 3",
        ),
        content: Content::Graph(
            "{0: [1, 2, 3, 4, 5], 1: [4, 5, 6], 2: [1, 3, 4, 5], 3: [5, 6, 7], 4: [7, 8], 5: [8], 6: [5, 7], 7: [8], 8: []}",
        ),
    },
    Figure {
        name: "attractor",
        title: Text::new(
            "the game on eight vertices of text 3, 0 to 3 being Alice's",
            "le jeu à huit sommets du texte 3, 0 à 3 étant à Alice",
        ),
        content: Content::Graph(
            r#"{"owner": {"0": "first", "1": "first", "2": "first", "3": "first", "4": "second", "5": "second", "6": "second", "7": "second"},
            "edges": {"0": [4, 5], "1": [4, 5, 6], "2": [7], "3": [], "4": [2], "5": [3], "6": [3], "7": []}, "start": "0"}"#,
        ),
    },
    Figure {
        name: "nim-9",
        title: Text::new(
            "Nim with 9 matches, text 3: the vertex is the number of matches left",
            "le jeu de Nim à 9 allumettes, texte 3 : le sommet est le nombre d'allumettes restantes",
        ),
        content: Content::Graph(
            "{9: [8, 7, 6], 8: [7, 6, 5], 7: [6, 5, 4], 6: [5, 4, 3], 5: [4, 3, 2], 4: [3, 2, 1], 3: [2, 1], 2: [1], 1: []}",
        ),
    },
    Figure {
        name: "wythoff-4x4",
        title: Text::new(
            "Wythoff's queen on 4 × 4 squares, text 1, exercise 4",
            "la reine de Wythoff sur 4 × 4 cases, texte 1, exercice 4",
        ),
        content: Content::Made(wythoff),
    },
    Figure {
        name: "domineering-2x3",
        title: Text::new(
            "domineering on 2 rows and 3 columns, text 3 (its board is not in the text: this one stands in its place)",
            "le domineering sur 2 lignes et 3 colonnes, texte 3 (son plateau manque dans le texte : celui-ci en tient lieu)",
        ),
        content: Content::Made(domineering),
    },
    Figure {
        name: "three-cycle",
        title: Text::new(
            "a cycle of three vertices, against which theorem 1.2 needs its hypothesis",
            "un cycle de trois sommets, contre lequel le théorème 1.2 a besoin de son hypothèse",
        ),
        content: Content::Graph("{0: [1], 1: [2], 2: [0]}"),
    },
    Figure {
        name: "alpha-cuts",
        title: Text::new(
            "the tree of the two α cuts, text 1, section 2.3",
            "l'arbre des deux coupures α, texte 1, section 2.3",
        ),
        content: Content::Tree("[[5, 3, 4], [2, 6, 7], [1, 8, 4]]", Side::First),
    },
    Figure {
        name: "beta-cuts",
        title: Text::new(
            "its mirror, with two β cuts: the minimising player moves at the root",
            "son symétrique, à deux coupures β : le joueur qui minimise est à la racine",
        ),
        content: Content::Tree("[[-5, -3, -4], [-2, -6, -7], [-1, -8, -4]]", Side::Second),
    },
    Figure {
        name: "exercise-5",
        title: Text::new(
            "a tree for exercises 5 and 6 of text 1 (theirs is not in the text: this one stands in its place)",
            "un arbre pour les exercices 5 et 6 du texte 1 (le leur manque dans le texte : celui-ci en tient lieu)",
        ),
        content: Content::Tree(
            "[[[8, 3, 5], [2, 9, 7], [4, 6, 1]], [[7, 1, 2], [6, 5, 9], [3, 8, 4]], [[1, 4, 6], [9, 2, 8], [5, 7, 3]]]",
            Side::First,
        ),
    },
    Figure {
        name: "and-or",
        title: Text::new("an and/or tree, text 2", "un arbre et/ou, texte 2"),
        content: Content::Boolean(
            "[[true, [false, true], false], [[true, false], true], [false, true]]",
        ),
    },
    Figure {
        name: "chomp",
        title: Text::new("the bar of Chomp (2, 3)", "la tablette de Chomp (2, 3)"),
        content: Content::Game("chomp:2x3"),
    },
    Figure {
        name: "matches",
        title: Text::new("Nim with 11 matches", "le jeu de Nim à 11 allumettes"),
        content: Content::Game("matches:11,3"),
    },
    Figure {
        name: "wythoff",
        title: Text::new(
            "Wythoff's queen at (7, 5), text 1, exercise 4",
            "la reine de Wythoff en (7, 5), texte 1, exercice 4",
        ),
        content: Content::Game("wythoff:7,5"),
    },
];

/// What a figure is.
pub(super) enum Drawn {
    Graph(Arena),
    Tree(Tree),
    Game(&'static str),
}

impl Figure {
    /// The figure of that name.
    pub fn find(name: &str) -> Option<&'static Self> {
        FIGURES.iter().find(|figure| figure.name == name)
    }

    /// Whether exercises of a kind can be about it.
    pub fn suits(&self, kind: Kind) -> bool {
        match self.content {
            Content::Tree(..) => matches!(kind, Kind::Minimax | Kind::AlphaBeta),
            Content::Boolean(_) => kind == Kind::AndOr,
            Content::Game(_) => kind == Kind::BestReply,
            Content::Graph(_) | Content::Made(_) => match self.name {
                // Nobody wins in a cycle, and owners make attractors.
                "three-cycle" => matches!(
                    kind,
                    Kind::Kernel
                        | Kind::Doubling
                        | Kind::Representation
                        | Kind::Acyclic
                        | Kind::Bipartite
                ),
                "attractor" | "domineering-2x3" => matches!(
                    kind,
                    Kind::Attractor | Kind::Strategy | Kind::Acyclic | Kind::Bipartite
                ),
                // A matrix numbers its vertices from 0.
                "nim-9" if kind == Kind::Representation => false,
                "wythoff-4x4" => matches!(kind, Kind::Kernel | Kind::Nimbers | Kind::Strategy),
                _ => matches!(
                    kind,
                    Kind::Kernel
                        | Kind::Attractor
                        | Kind::Nimbers
                        | Kind::Doubling
                        | Kind::Strategy
                        | Kind::Representation
                        | Kind::Acyclic
                        | Kind::Bipartite
                ),
            },
        }
    }

    /// What it shows. `None` is impossible: a test opens them all.
    pub(super) fn open(&self) -> Option<Drawn> {
        match self.content {
            Content::Graph(text) => {
                let format = if text.contains('"') {
                    Format::Json
                } else {
                    Format::Python
                };
                let draft = format::read(text.as_bytes(), format).ok()?;
                Some(Drawn::Graph(Arena::from(draft)))
            }
            Content::Made(make) => Some(Drawn::Graph(Arena::from(make()))),
            Content::Tree(text, side) => tree::read(text.as_bytes(), tree::Format::Json, side)
                .ok()
                .map(Drawn::Tree),
            Content::Boolean(text) => tree::read(text.as_bytes(), tree::Format::Json, Side::First)
                .ok()
                .map(Drawn::Tree),
            Content::Game(name) => Some(Drawn::Game(name)),
        }
    }
}

/// The queen on 4 × 4 squares, named by column and row.
fn wythoff() -> Draft {
    const SIZE: u32 = 4;
    let mut rows = Rows::new();
    let at = |column, row| SIZE * row + column;
    for row in 0..SIZE {
        for column in 0..SIZE {
            for step in 1..=row.max(column) {
                if step <= column {
                    rows.push(at(column - step, row));
                }
                if step <= row {
                    rows.push(at(column, row - step));
                }
                if step <= column.min(row) {
                    rows.push(at(column - step, row - step));
                }
            }
            rows.end_row();
        }
    }
    let names = (0..SIZE * SIZE).map(|v| format!("{}{}", v % SIZE, v / SIZE));
    Draft {
        names: Names::words(names),
        start: SIZE * SIZE - 1,
        ..Draft::plain(rows)
    }
}

/// The configurations of domineering on 2 rows and 3 columns. Alice's dominoes are called by their column, 1 to 3,
/// Bob's by their row and side: `h` or `b` (up, down: *haut*, *bas*) and 1 or 2. A configuration is its set of dominoes.
fn domineering() -> Draft {
    // The squares of a domino: bit 3 * row + column.
    let dominoes: [(&str, u32, Side); 7] = [
        ("1", 0b001_001, Side::First),
        ("2", 0b010_010, Side::First),
        ("3", 0b100_100, Side::First),
        ("h1", 0b000_011, Side::Second),
        ("h2", 0b000_110, Side::Second),
        ("b1", 0b011_000, Side::Second),
        ("b2", 0b110_000, Side::Second),
    ];
    let mut known: Vec<BTreeSet<usize>> = vec![BTreeSet::new()];
    let mut rows = Rows::new();
    let mut owners = Vec::new();
    let mut at = 0;
    while let Some(here) = known.get(at).cloned() {
        at += 1;
        let side = Side::BOTH[here.len() % 2];
        let covered = here.iter().fold(0, |covered, &i| covered | dominoes[i].1);
        for (i, &(_, squares, owner)) in dominoes.iter().enumerate() {
            if owner == side && squares & covered == 0 {
                let mut next = here.clone();
                next.insert(i);
                let number = known.iter().position(|one| *one == next);
                let number = number.unwrap_or_else(|| {
                    known.push(next);
                    known.len() - 1
                });
                rows.push(number as u32);
            }
        }
        rows.end_row();
        owners.push(side);
    }
    let names = known.iter().map(|set| {
        let words: Vec<&str> = set.iter().map(|&i| dominoes[i].0).collect();
        if words.is_empty() {
            "∅".to_owned()
        } else {
            words.join("+")
        }
    });
    Draft {
        names: Names::words(names),
        owners: Some(owners),
        ..Draft::plain(rows)
    }
}

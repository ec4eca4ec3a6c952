//! A game that the user wrote in Python, as a game of the library.

use crate::failure::text_of;
use crate::session::{Filled, Session};
use noyau::dynamic::{Files, Info, OpenGame, Spec};
use noyau::game::Impartial;
use noyau::heuristic::Heuristic;
use noyau::hints::{Finite, Keyed, SURE, SearchHints, StaticEval};
use noyau::language::{Message, Text};
use noyau::points::Points;
use noyau::view::View;
use noyau::{Game, Notation, Outcome, Side, message};
use pyo3::prelude::*;
use std::sync::Arc;

/// The game of a session.
#[derive(Debug, Clone)]
pub(crate) struct UserGame {
    session: Arc<Session>,
    /// All that play can reach from where it is asked, if that is known.
    filled: Option<Arc<Filled>>,
}

/// A position, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PositionId(pub(crate) u32);

impl Game for UserGame {
    type Position = PositionId;
    type Move = u32;

    fn start(&self) -> PositionId {
        PositionId(0)
    }

    fn outcome(&self, position: &PositionId) -> Option<Outcome> {
        match &self.filled {
            Some(filled) => filled.end(position.0),
            None => self.session.end_of(position.0),
        }
    }

    fn moves(&self, position: &PositionId, out: &mut Vec<u32>) {
        let count = match &self.filled {
            Some(filled) => filled.children(position.0).len(),
            None => self.session.count(position.0),
        };
        out.extend(0..count as u32);
    }

    fn play(&self, position: &mut PositionId, mv: u32) {
        position.0 = match &self.filled {
            Some(filled) => filled.children(position.0)[mv as usize],
            None => self.session.child(position.0, mv as usize),
        };
    }

    fn keeps_turn(&self, position: &PositionId, mv: u32) -> bool {
        self.session.tells_side && self.to_move(position) == self.to_move(&self.child(position, mv))
    }

    fn to_move(&self, position: &PositionId) -> Option<Side> {
        match &self.filled {
            Some(filled) => filled.side(position.0),
            None if self.session.tells_side => self.session.side(position.0),
            None => None,
        }
    }
}

impl Impartial for UserGame {
    fn is_normal_play(&self) -> bool {
        self.session.normal_play
    }
}

/// Used by games with a method `gain` or `settle`.
impl Points for UserGame {
    const ALONG_MOVES: bool = true;

    fn units(&self) -> i32 {
        self.session.units()
    }

    fn gain(&self, position: &PositionId, mv: u32) -> i32 {
        self.session.gain(position.0, mv)
    }

    fn settle(&self, position: &PositionId) -> (i32, i32) {
        self.session.settled(position.0)
    }
}

impl Notation for UserGame {
    fn parameters(&self) -> String {
        self.session.name.clone()
    }

    fn format_board(&self, position: &PositionId, _: Side) -> String {
        match self.session.name_of(position.0) {
            Some(name) => name,
            None => format!("#{}", position.0),
        }
    }

    fn parse_board(&self, text: &str, _: Side) -> Result<PositionId, Message> {
        if let Some(id) = self.session.named(text) {
            return Ok(PositionId(id));
        }
        let number = text
            .strip_prefix('#')
            .and_then(|number| number.parse().ok());
        let known = number.filter(|&number: &u32| (number as usize) < self.session.len());
        known.map(PositionId).ok_or_else(|| {
            message!(
                "no play of this game comes to such a position",
                "aucune partie de ce jeu ne mène à une telle position"
            )
        })
    }

    fn format_move(&self, position: &PositionId, mv: u32) -> String {
        self.session.label(position.0, mv)
    }

    fn view(&self, position: &PositionId, _: Side) -> View {
        let text = Python::attach(|py| {
            let object = self.session.object(py, position.0);
            text_of(object.bind(py)).unwrap_or_default()
        });
        text_view(&text)
    }
}

/// Lines of text as a picture.
fn text_view(text: &str) -> View {
    let mut view = View::default();
    for (y, line) in (0..).zip(text.lines()) {
        for (x, c) in (0..).zip(line.chars()) {
            view.label(x, y, c);
        }
    }
    view
}

/// Lines of text as SVG.
#[pyfunction]
pub(crate) fn text_svg(text: &str, title: &str) -> String {
    text_view(text).to_svg(title, None)
}

/// A game that does not bound its plays is not searched to the end: a search would not terminate on cycles.
impl Finite for UserGame {
    fn most_plies(&self, _: &PositionId) -> u32 {
        self.session.max_plies.unwrap_or(u32::MAX)
    }
}

impl Keyed for UserGame {
    fn key_bits(&self) -> u32 {
        (usize::BITS - self.session.most.leading_zeros()).clamp(1, 32)
    }

    fn key(&self, position: &PositionId) -> u128 {
        u128::from(position.0)
    }
}

impl SearchHints for UserGame {
    type Sight = ();

    fn static_eval(&self, position: &PositionId) -> StaticEval<u32, ()> {
        // After a failure no play continues, least of all on cycles.
        if self.outcome(position).is_some() || self.session.has_failed() {
            return StaticEval::Over;
        }
        StaticEval::Open {
            low: -SURE,
            high: SURE,
            forced: None,
            sight: (),
            ordering: self.session.score(position.0),
        }
    }

    fn candidates(&self, position: &PositionId, (): &(), out: &mut Vec<u32>) {
        self.moves(position, out);
    }
}

static HEURISTICS: [Heuristic<UserGame>; 1] = [Heuristic {
    name: "own",
    summary: Text {
        en: "what the method heuristic of the game says",
        fr: "ce que dit la méthode heuristic du jeu",
    },
    score: |game, position| game.session.score(position.0),
}];

const INFO: Info = Info {
    name: "own",
    summary: Text {
        en: "a game written in Python",
        fr: "un jeu écrit en Python",
    },
    parameters: Text {
        en: "the name of its class",
        fr: "le nom de sa classe",
    },
    default: "",
    version: 1,
};

fn unopened(_: &str, _: Files<'_>) -> Result<UserGame, Message> {
    Err(message!(
        "a game written in Python is made from its object",
        "un jeu écrit en Python est fait à partir de son objet"
    ))
}

/// The registry entry of games written in Python that end with an outcome.
static OUTCOME_SPEC: Spec<UserGame> = Spec::new(INFO, &[], unopened)
    .judged_by(&HEURISTICS)
    .impartial()
    .searched();

/// The registry entry of games written in Python that are decided by points.
static POINTS_SPEC: Spec<UserGame> = Spec::new(INFO, &[], unopened)
    .judged_by(&HEURISTICS)
    .with_points();

/// Opens the game of a session, which reads `filled` in place of the session.
pub(crate) fn open(session: &Arc<Session>, filled: Option<Arc<Filled>>) -> Box<dyn OpenGame> {
    let spec = if session.has_points() {
        &POINTS_SPEC
    } else {
        &OUTCOME_SPEC
    };
    spec.opened(UserGame {
        session: Arc::clone(session),
        filled,
    })
}

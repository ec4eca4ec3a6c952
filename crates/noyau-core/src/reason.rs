//! Why a position is won, drawn or lost, in words: what a game can say of its own positions.
//!
//! A [`Reason`] has a sentence for people and what the sentence claims, as data. Values that it claims are
//! [`Claim`]s, which anybody can compare with the exact ones; [`Evidence`] is what its kind of reason rests on.

use crate::game::Outcome;
use crate::language::{Message, Text};
use crate::message;
use crate::notation::Notation;
use crate::value::Worth;

/// A game that can say why some of its positions are won, drawn or lost.
pub trait Explains: Notation {
    /// The reasons that the game itself has, best first: cheap, a theorem or a short forced line. A reason that
    /// [proves](Reason::proves) the outcome must be right without search. Others are offered only if the worth is
    /// known, and kept only if their claims hold.
    fn reasons(&self, position: &Self::Position, known: Option<Situation>) -> Vec<Reason>;
}

/// What is known of a position that is solved.
#[derive(Debug, Clone, Copy)]
pub struct Situation {
    /// Its exact worth.
    pub worth: Worth,
    /// The points by which the side to move is ahead.
    pub lead: i32,
}

/// A reason. Outcomes are for the side to move in the position that it explains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// What it rests on.
    pub evidence: Evidence,
    /// The outcome that it proves by itself.
    pub proves: Option<Outcome>,
    /// The theorem, and where it stands.
    pub theorem: Option<Text>,
    /// The move that it recommends, or refutes.
    pub mv: Option<String>,
    /// The reason in words.
    pub text: Message,
    /// What it says about exact values.
    pub claims: Vec<Claim>,
}

/// A value that a reason claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// After these moves,
    pub after: Vec<String>,
    /// what the side to move in the explained position has: at least this outcome,
    pub least: Outcome,
    /// and at most this one,
    pub most: Outcome,
    /// and a final margin in this range, in games with points.
    pub margin: Option<[i32; 2]>,
}

impl Claim {
    /// After these moves the side to move here has that outcome.
    pub fn after(after: Vec<String>, outcome: Outcome) -> Self {
        Self {
            after,
            least: outcome,
            most: outcome,
            margin: None,
        }
    }

    /// Whether a worth is as claimed.
    pub fn holds(&self, worth: Worth) -> bool {
        let range = self.least..=self.most;
        let within =
            |[low, high]: [i32; 2]| worth.margin.is_some_and(|m| (low..=high).contains(&m));
        range.contains(&worth.outcome) && self.margin.is_none_or(within)
    }
}

/// What a reason rests on, by kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// The heaps added up in binary without carrying.
    NimSum {
        /// The sizes of the heaps.
        heaps: Vec<u32>,
        /// Their sum.
        sum: u32,
        /// A heap, from 0, and its size after the move.
        change: Option<(usize, u32)>,
    },
    /// The remainder of a number of matches.
    Remainder {
        /// How many there are.
        matches: u32,
        /// The divisor.
        divisor: u32,
        /// The remainder.
        remainder: u32,
        /// The remainder of lost positions.
        lost: u32,
    },
    /// A pair ⌊nφ⌋, ⌊nφ²⌋: here, or where the move leads.
    WythoffPair {
        /// n.
        index: u32,
        /// The pair.
        pair: [u32; 2],
    },
    /// The least number that is no nimber of an option.
    Mex {
        /// The nimber.
        nimber: u32,
        /// The options with their nimbers.
        options: Vec<(String, u32)>,
    },
    /// A copycat, who has an answer to every move.
    Symmetry {
        /// Moves of the other side, after the move of the reason if it has one, each with its copy; of very many
        /// the first. In a lost position, own moves with the copies of the other side.
        replies: Vec<(String, String)>,
    },
    /// Somebody has a winning move, but none is shown.
    StrategyStealing,
    /// Independent parts.
    Parts(Vec<Part>),
    /// A forced line with the threat behind every move.
    Threats(Vec<Threat>),
    /// Who must open the first chain of boxes.
    Parity {
        /// The edges that take boxes at once, in this turn.
        takes: Vec<String>,
        /// The boxes that they take.
        boxes: u32,
        /// The edges that are safe after them: they give no box its third side.
        safe: Vec<String>,
        /// Whether the side to move must open the first chain, if either plays safe edges as long as it can; `None`
        /// if nothing is left to open.
        opens: Option<bool>,
        /// The sizes of the connected groups of boxes, if no edge is safe.
        chains: Vec<u32>,
    },
    /// What happens after another move: it, and best play.
    Refutation(Vec<String>),
    /// Best play.
    Line(Vec<String>),
}

impl Evidence {
    /// The name of the kind, for programs.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::NimSum { .. } => "nim-sum",
            Self::Remainder { .. } => "remainder",
            Self::WythoffPair { .. } => "wythoff-pair",
            Self::Mex { .. } => "mex",
            Self::Symmetry { .. } => "symmetry",
            Self::StrategyStealing => "strategy-stealing",
            Self::Parts(_) => "parts",
            Self::Threats(_) => "threats",
            Self::Parity { .. } => "parity",
            Self::Refutation(_) => "refutation",
            Self::Line(_) => "line",
        }
    }

    /// The name of the kind, for people.
    pub const fn title(&self) -> Text {
        match self {
            Self::NimSum { .. } => Text::new("nim-sum", "somme de Nim"),
            Self::Remainder { .. } => Text::new("remainder", "reste"),
            Self::WythoffPair { .. } => Text::new("Wythoff's pairs", "paires de Wythoff"),
            Self::Mex { .. } => Text::new("mex", "mex"),
            Self::Symmetry { .. } => Text::new("symmetry", "symétrie"),
            Self::StrategyStealing => Text::new("strategy stealing", "vol de stratégie"),
            Self::Parts(_) => Text::new("parts", "parties indépendantes"),
            Self::Threats(_) => Text::new("threats", "menaces"),
            Self::Parity { .. } => Text::new("parity", "parité"),
            Self::Refutation(_) => Text::new("refutation", "réfutation"),
            Self::Line(_) => Text::new("best play", "meilleur jeu"),
        }
    }
}

/// An independent part of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The part, as a position of the same game.
    pub position: String,
    /// Its worth by itself.
    pub worth: PartWorth,
}

/// What a part is worth by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartWorth {
    /// Its nimber, in an impartial game.
    Nimber(u32),
    /// Its outcome for the side to move in the whole position, if that side begins in the part and if the other does.
    Outcomes([Outcome; 2]),
}

/// A step of a forced line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Threat {
    /// The move of the attacker; `None` if its threat stands already.
    pub mv: Option<String>,
    /// The moves that it threatens to win with; none if the move itself wins.
    pub wins: Vec<String>,
    /// The one reply that does not lose at once; `None` if there is none.
    pub reply: Option<String>,
}

/// The most replies that a reason lists.
pub const MOST_REPLIES: usize = 64;

/// The copycat: after the move, or at once in a lost position, the other's moves and their copies.
pub fn symmetry(mv: Option<String>, replies: Vec<(String, String)>, text: Message) -> Reason {
    let outcome = if mv.is_some() {
        Outcome::Win
    } else {
        Outcome::Loss
    };
    let before: Vec<String> = mv.iter().cloned().collect();
    let mut claims = vec![Claim::after(before.clone(), outcome)];
    claims.extend(replies.iter().map(|(other, copy)| {
        let after = before.iter().chain([other, copy]).cloned().collect();
        Claim::after(after, outcome)
    }));
    Reason {
        evidence: Evidence::Symmetry { replies },
        proves: Some(outcome),
        theorem: Some(Text::new(
            "copycat: who can copy every move of the other never lacks one",
            "l'imitation : qui peut imiter chaque coup de l'autre n'en manque jamais",
        )),
        mv,
        text,
        claims,
    }
}

/// The moves, as in `b2, c1 and d3`.
pub fn listed(moves: &[String]) -> Message {
    match moves {
        [] => Message::default(),
        [one] => Message::only(one.clone()),
        [first @ .., last] => {
            let first = first.join(", ");
            message!("{first} and {last}", "{first} et {last}")
        }
    }
}

//! The rules of a game, and the basic types used by all other modules.

use crate::random::SplitMix;
use std::fmt;
use std::fmt::Debug;
use std::hash::Hash;

/// One of the two players, absolute (First or Second) as opposed to relative (side to move or opponent).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Side {
    /// The player who moves first from the starting position.
    First = 0,
    /// The other player.
    Second = 1,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Converts a number between this side's point of view and First's.
    #[inline]
    pub const fn for_first(self, number: i32) -> i32 {
        match self {
            Self::First => number,
            Self::Second => number.saturating_neg(),
        }
    }

    /// The side to move after a move of this side.
    #[inline]
    #[must_use]
    pub const fn after(self, keeps_turn: bool) -> Self {
        if keeps_turn { self } else { self.other() }
    }

    /// The word used in every text and file: `first` or `second`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// The side of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == name)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a game ends **for the side to move**.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The side to move loses: the usual case at the end of a game, since the opponent has just completed it.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move wins, as under misère conventions.
    Win,
}

impl Outcome {
    /// The same outcome seen by the opponent.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// 1 for a win, 0 for a draw, −1 for a loss.
    #[inline]
    pub const fn sign(self) -> i32 {
        match self {
            Self::Loss => -1,
            Self::Draw => 0,
            Self::Win => 1,
        }
    }

    /// The word used in every text and file: `win`, `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// The outcome for `side` if `winner` has won; `None` is a draw.
    #[inline]
    pub fn of(winner: Option<Side>, side: Side) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == side => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// The outcome of a final margin.
    #[inline]
    pub fn of_margin(margin: i32) -> Self {
        match margin.signum() {
            1 => Self::Win,
            0 => Self::Draw,
            _ => Self::Loss,
        }
    }

    /// The side that wins when this is the outcome for `side`.
    #[inline]
    pub fn winner(self, side: Side) -> Option<Side> {
        match self {
            Self::Loss => Some(side.other()),
            Self::Draw => None,
            Self::Win => Some(side),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rules of a two-player game of perfect information.
///
/// `self` holds the parameters (board size, heaps) and any precomputed table; a position is plain data, and carries
/// neither parameters nor history. Outcomes and values are for the side to move.
///
/// Optional abilities of a game are further traits, never defaults that panic.
pub trait Game: Send + Sync {
    /// Everything that determines the future of the game, and nothing else.
    type Position: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// A move, meaningful only together with a position.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The starting position. First is to move there unless [`to_move`](Self::to_move) says otherwise.
    fn start(&self) -> Self::Position;

    /// `Some` if and only if the game is over, that is, if and only if there is no legal move.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Appends the legal moves to `out`, in a fixed order, each once.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// Plays a legal move. An illegal one may panic or leave an inconsistent position, but is never unsound.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// Whether the side to move in `position` moves again after `mv` (dots and boxes, kalah).
    #[inline]
    fn keeps_turn(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// The side to move, if the position determines it; `None` everywhere in a game whose two sides have the same
    /// moves in every position, so that one position serves both.
    #[inline]
    fn to_move(&self, _position: &Self::Position) -> Option<Side> {
        None
    }

    /// A uniformly random legal move, or `None` if the game is over. `moves` is scratch space. Override it where
    /// drawing without listing is faster.
    #[inline]
    fn random_move(
        &self,
        position: &Self::Position,
        random: &mut SplitMix,
        moves: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        moves.clear();
        self.moves(position, moves);
        moves.get(random.below(moves.len())).copied()
    }

    /// The legal moves, in their order.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
    }

    /// The position after a legal move.
    #[inline]
    fn child(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut next = position.clone();
        self.play(&mut next, mv);
        next
    }
}

/// A game that may be impartial under normal play: both sides have the same moves everywhere, and a side without
/// moves loses. Its positions then have nimbers.
pub trait Impartial: Game {
    /// Whether it is impartial under normal play with these parameters (a misère variant is not).
    fn is_normal_play(&self) -> bool {
        true
    }
}

/// A game with a predecessor generator.
pub trait Reversible: Game {
    /// Appends every predecessor once; unreachable positions may be among them.
    fn predecessors(&self, position: &Self::Position, out: &mut Vec<Self::Position>);
}

/// Counts the sequences of exactly `depth` moves by enumeration.
///
/// Complexity: proportional to the number of sequences of `depth` − 1 moves.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    // One frame per ply: a position, and the index of its first unplayed move. No recursion, since a line may be
    // longer than the stack allows.
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut frames = vec![(position.clone(), 0)];
    let mut total = 0;
    while let Some((position, base)) = frames.last() {
        if frames.len() == depth as usize {
            total += (moves.len() - base) as u64;
            moves.truncate(*base);
        }
        if moves.len() == *base {
            frames.pop();
        } else if let Some(mv) = moves.pop() {
            let child = game.child(position, mv);
            let base = moves.len();
            game.moves(&child, &mut moves);
            frames.push((child, base));
        }
    }
    total
}

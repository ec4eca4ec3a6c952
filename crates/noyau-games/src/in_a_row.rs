//! The shared rules of line games such as tic-tac-toe and the m,n,k-game: the sides alternately place a stone on an
//! empty square, and a line of own stones wins.

use crate::threats::{self, Threatening};
use noyau_core::grid::{check_alternation, check_lines, turned};
use noyau_core::reason::{Claim, Evidence, Explains, Reason, Situation};
use noyau_core::word::Word;
use noyau_dynamic::prelude::*;
use std::fmt;

/// The board of a line game.
pub trait Board: fmt::Debug + Send + Sync + Sized + 'static {
    /// A set of squares, numbered as those of the grid.
    type Set: Word;

    /// The heuristic of the game.
    const ALIGNMENTS: Heuristic<InARow<Self>> = Heuristic {
        name: "alignments",
        summary: Text::new(
            "the possible lines through own stones less those through the other's",
            "les alignements possibles par ses pions, moins ceux par les pions adverses",
        ),
        score: InARow::alignments,
    };

    /// The squares and their names.
    fn grid(&self) -> Grid;

    /// All squares.
    fn full(&self) -> Self::Set;

    /// Whether the stones contain a line.
    fn aligned(&self, stones: Self::Set) -> bool;

    /// The number of symmetries of the board.
    fn symmetries(&self) -> usize;

    /// The image of a square under a symmetry.
    fn image(&self, square: u8, s: usize) -> u8;

    /// The number of lines through a square.
    fn lines_through(&self, square: u8) -> Score;

    /// The parameters of the game.
    fn parameters(&self) -> String;
}

/// A line game.
#[derive(Debug, Clone)]
pub struct InARow<B> {
    pub(crate) board: B,
}

/// The stones of the side to move and of the other, numbered as the squares of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones<S> {
    pub(crate) own: S,
    pub(crate) other: S,
}

impl<S: Word> Stones<S> {
    fn by_side(self, side: Side) -> [u128; 2] {
        turned([self.own, self.other], side).map(S::widen)
    }

    /// The stones of First and of Second with the side to move implied by their counts, if they are possible.
    pub(crate) fn of_sides(stones: [S; 2]) -> Option<Self> {
        let side = match stones[0].count().checked_sub(stones[1].count())? {
            0 => Side::First,
            1 => Side::Second,
            _ => return None,
        };
        let [own, other] = turned(stones, side);
        Some(Self { own, other })
    }
}

impl<B: Board> InARow<B> {
    #[inline]
    pub(crate) fn free(&self, stones: &Stones<B::Set>) -> B::Set {
        self.board.full() & !(stones.own | stones.other)
    }

    fn alignments(&self, stones: &Stones<B::Set>) -> Score {
        let sum = |stones: B::Set| -> Score {
            let squares = stones.indices();
            squares
                .map(|square| self.board.lines_through(square as u8))
                .sum()
        };
        sum(stones.own) - sum(stones.other)
    }
}

impl<B: Board> Game for InARow<B> {
    type Position = Stones<B::Set>;
    /// The square.
    type Move = u8;

    fn start(&self) -> Stones<B::Set> {
        let [own, other] = [B::Set::ZERO; 2];
        Stones { own, other }
    }

    #[inline]
    fn outcome(&self, stones: &Stones<B::Set>) -> Option<Outcome> {
        if self.board.aligned(stones.other) {
            Some(Outcome::Loss)
        } else if self.free(stones) == B::Set::ZERO {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, stones: &Stones<B::Set>, out: &mut Vec<u8>) {
        if !self.board.aligned(stones.other) {
            out.extend(self.free(stones).indices().map(|square| square as u8));
        }
    }

    #[inline]
    fn play(&self, stones: &mut Stones<B::Set>, square: u8) {
        let (own, other) = (stones.other, stones.own | B::Set::bit(square.into()));
        *stones = Stones { own, other };
    }

    #[inline]
    fn to_move(&self, stones: &Stones<B::Set>) -> Option<Side> {
        let even = stones.own.count() == stones.other.count();
        Some(if even { Side::First } else { Side::Second })
    }
}

impl<B: Board> Symmetric for InARow<B> {
    fn symmetries(&self) -> usize {
        self.board.symmetries()
    }

    fn transform(&self, stones: &Stones<B::Set>, s: usize) -> Stones<B::Set> {
        let image = |stones: B::Set| {
            stones.indices().fold(B::Set::ZERO, |image, square| {
                image | B::Set::bit(self.board.image(square as u8, s).into())
            })
        };
        let [own, other] = [stones.own, stones.other].map(image);
        Stones { own, other }
    }

    fn transform_move(&self, _: &Stones<B::Set>, square: u8, s: usize) -> u8 {
        self.board.image(square, s)
    }
}

impl<B: Board> Cells for InARow<B> {
    fn states(&self) -> usize {
        3
    }

    #[inline]
    fn read_cells(&self, stones: &Stones<B::Set>, cells: &mut [u8]) {
        cells.fill(0);
        for (set, state) in [(stones.own, 1), (stones.other, 2)] {
            for square in set.indices() {
                cells[square as usize] = state;
            }
        }
    }
}

impl<B: Board> Threatening for InARow<B> {
    fn completing(&self, stones: &Stones<B::Set>) -> Vec<u8> {
        let free = self.free(stones).indices();
        let completes = |&square: &u32| self.board.aligned(stones.own | B::Set::bit(square));
        free.filter(completes).map(|square| square as u8).collect()
    }

    fn passed(&self, stones: &Stones<B::Set>) -> Stones<B::Set> {
        let (own, other) = (stones.other, stones.own);
        Stones { own, other }
    }
}

const STOLEN: Text = Text::new(
    "strategy stealing: an own stone more never harms",
    "le vol de stratégie : un pion de plus ne nuit jamais",
);

impl<B: Board> Explains for InARow<B> {
    fn reasons(&self, stones: &Stones<B::Set>, known: Option<Situation>) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = threats::reason(self, stones).into_iter().collect();
        if known.is_some() && stones.own | stones.other == B::Set::ZERO {
            let text = message!(
                "The board is empty, and a stone more never harms. If the second player had a winning strategy, the first could place any stone and follow it: so the side to move does not lose. The argument gives no move.",
                "Le plateau est vide, et un pion de plus ne nuit jamais. Si le second joueur avait une stratégie gagnante, le premier pourrait poser un pion quelconque et la suivre : le joueur au trait ne perd donc pas. L'argument ne donne pas de coup."
            );
            reasons.push(Reason {
                evidence: Evidence::StrategyStealing,
                proves: None,
                theorem: Some(STOLEN),
                mv: None,
                text,
                claims: vec![Claim {
                    least: Outcome::Draw,
                    ..Claim::after(Vec::new(), Outcome::Win)
                }],
            });
        }
        reasons
    }
}

impl<B: Board> Reversible for InARow<B> {
    fn predecessors(&self, stones: &Stones<B::Set>, out: &mut Vec<Stones<B::Set>>) {
        if self.board.aligned(stones.own) {
            return;
        }
        let before = stones.other.indices().map(|last| Stones {
            own: stones.other ^ B::Set::bit(last),
            other: stones.own,
        });
        out.extend(before.filter(|before| !self.board.aligned(before.own)));
    }
}

impl<B: Board> RandomConfiguration for InARow<B> {
    fn draw(&self, random: &mut SplitMix) -> Option<Self::Position> {
        let (board, side) = self.board.grid().random_alternation(random);
        self.parse_board(&board, side).ok()
    }
}

impl<B: Board> Notation for InARow<B> {
    fn parameters(&self) -> String {
        self.board.parameters()
    }

    fn format_board(&self, stones: &Stones<B::Set>, side: Side) -> String {
        self.board.grid().format_stones(stones.by_side(side))
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Stones<B::Set>, Message> {
        let stones = self.board.grid().parse_stones(text)?;
        check_alternation(stones, side)?;
        let [own, other] = turned(stones, side).map(B::Set::narrow);
        check_lines(side, own, other, other, |stones| self.board.aligned(stones))?;
        Ok(Stones { own, other })
    }

    fn format_move(&self, _: &Stones<B::Set>, square: u8) -> String {
        self.board.grid().format_square(square.into())
    }

    fn parse_move(&self, stones: &Stones<B::Set>, text: &str) -> Option<u8> {
        let square = self.board.grid().parse_square(text).ok()?;
        let legal = self.free(stones).has(square as u32) && !self.board.aligned(stones.other);
        legal.then_some(square as u8)
    }

    fn why_illegal(&self, _: &Stones<B::Set>, text: &str) -> Option<Message> {
        Some(match self.board.grid().parse_square(text) {
            Err(why) => why,
            Ok(_) => message!("{text} is taken", "{text} est prise"),
        })
    }

    fn picture(&self, stones: &Stones<B::Set>, side: Side) -> View {
        self.board.grid().picture(stones.by_side(side))
    }

    fn touch(&self, _: &Stones<B::Set>, _: Side, square: u8) -> Touch {
        Touch::cells([square.into()])
    }
}

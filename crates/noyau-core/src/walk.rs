//! The rules of a game along one line of play, with moves by number: what a checker of proofs needs, and fast.

use crate::cursor::Cursor;
use crate::game::{Game, Side};
use crate::payoff::Rules;
use crate::sum::PlacementGame;
use crate::value::MoveEffect;
use std::fmt;
use std::hash::{BuildHasher, RandomState};

/// A game whose lines of play can be walked.
pub trait Walkable: Cursor {
    /// A walk from the current position.
    fn walk(&self) -> Box<dyn Walk + '_>;
}

/// A line of play. Moves are numbers in the order of [`Game::moves`].
///
/// Positions can be kept under a number, and compared with the current one. Two positions that compare equal have the
/// same future, for the side to move in each.
pub trait Walk {
    /// The payoff to the side to move if play is over: its margin to come, or 1, 0 or −1 in games without points.
    fn end(&self) -> Option<i32>;
    /// The number of legal moves.
    fn moves(&mut self) -> usize;
    /// Plays a legal move, given by its number.
    fn play(&mut self, mv: usize) -> MoveEffect;
    /// Undoes the last move.
    fn undo(&mut self);
    /// Keeps the current position in a slot. Slots are filled in order before they are used again.
    fn keep(&mut self, slot: usize);
    /// Whether a symmetry of the game takes the current position to the one in a slot.
    fn is_kept(&self, slot: usize) -> bool;
    /// A hash of the current position that its images share.
    fn hash(&self) -> u64;
    /// The free cells and the side to move, if moves only take free cells and a side without a move loses (see
    /// [`PlacementGame`]).
    fn free(&self) -> Option<(u128, Side)>;
    /// Appends the sets of cells that the moves of a side take if these cells are free.
    fn placements(&self, free: u128, side: Side, out: &mut Vec<u128>);
    /// The bytes of a slot, without what a position may have on the heap.
    fn slot_bytes(&self) -> usize;
}

/// A line remembers no more moves.
const MOST_MOVES: usize = 1 << 20;

/// The image of a position under a symmetry.
type Image<G> = fn(&G, &<G as Game>::Position, usize) -> <G as Game>::Position;

/// The functions of [`PlacementGame`], without the trait bound.
#[derive(Debug)]
pub struct Placements<G: Game> {
    free: fn(&G, &G::Position) -> u128,
    list: fn(&G, u128, Side, &mut Vec<u128>),
}

impl<G: PlacementGame> Placements<G> {
    /// The functions.
    pub const OF_GAME: Self = Self {
        free: G::free,
        list: G::placements,
    };
}

/// A walk through any game.
pub struct Walker<'a, G: Game> {
    rules: Rules<'a, G>,
    images: usize,
    image: Option<Image<G>>,
    placements: Option<&'a Placements<G>>,
    /// The positions of the line. Those beyond `last` are there for the memory of their moves.
    line: Vec<Place<G>>,
    last: usize,
    /// The moves that the line has room for.
    room: usize,
    kept: Vec<G::Position>,
    hasher: RandomState,
}

struct Place<G: Game> {
    position: G::Position,
    /// The legal moves, empty before they are asked for.
    moves: Vec<G::Move>,
}

impl<G: Game> fmt::Debug for Walker<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walker").finish_non_exhaustive()
    }
}

impl<'a, G: Game> Walker<'a, G> {
    /// A walk from a position, in a game with so many symmetries, which may be a placement game.
    pub fn new(
        rules: Rules<'a, G>,
        position: G::Position,
        (images, image): (usize, Option<Image<G>>),
        placements: Option<&'a Placements<G>>,
    ) -> Self {
        let moves = Vec::new();
        Self {
            rules,
            images: if image.is_some() { images.max(1) } else { 1 },
            image,
            placements,
            line: vec![Place { position, moves }],
            last: 0,
            room: 0,
            kept: Vec::new(),
            hasher: RandomState::new(),
        }
    }

    /// The current position.
    pub fn position(&self) -> &G::Position {
        &self.line[self.last].position
    }

    /// The legal moves of the current position.
    pub fn legal(&mut self) -> &[G::Move] {
        let Place { position, moves } = &mut self.line[self.last];
        if moves.is_empty() {
            let room = moves.capacity();
            self.rules.game.moves(position, moves);
            self.room += moves.capacity() - room;
        }
        moves
    }
}

impl<G: Game> Walk for Walker<'_, G> {
    fn end(&self) -> Option<i32> {
        self.rules.end(self.position())
    }

    fn moves(&mut self) -> usize {
        self.legal().len()
    }

    fn play(&mut self, mv: usize) -> MoveEffect {
        let mv = self.legal()[mv];
        if self.room > MOST_MOVES {
            // They are generated again when play comes back.
            let moves = std::mem::take(&mut self.line[self.last].moves);
            self.room -= moves.capacity();
        }
        let here = &self.line[self.last].position;
        let effect = self.rules.effect(here, mv);
        if self.last + 1 == self.line.len() {
            let position = self.rules.game.child(here, mv);
            let moves = Vec::new();
            self.line.push(Place { position, moves });
        } else {
            let (line, next) = self.line.split_at_mut(self.last + 1);
            next[0].position.clone_from(&line[self.last].position);
            next[0].moves.clear();
            self.rules.game.play(&mut next[0].position, mv);
        }
        self.last += 1;
        effect
    }

    fn undo(&mut self) {
        self.last = self.last.saturating_sub(1);
    }

    fn keep(&mut self, slot: usize) {
        let position = self.line[self.last].position.clone();
        match self.kept.get_mut(slot) {
            Some(kept) => *kept = position,
            None => self.kept.push(position),
        }
    }

    fn is_kept(&self, slot: usize) -> bool {
        let (game, position) = (self.rules.game, self.position());
        self.kept.get(slot).is_some_and(|kept| {
            kept == position
                || self.image.is_some_and(|image| {
                    (1..self.images).any(|s| *kept == image(game, position, s))
                })
        })
    }

    fn hash(&self) -> u64 {
        let hash = |position: &G::Position| self.hasher.hash_one(position);
        let own = hash(self.position());
        let Some(transform) = self.image else {
            return own;
        };
        let images = 1..self.images;
        let images = images.map(|s| hash(&transform(self.rules.game, self.position(), s)));
        images.fold(own, u64::min)
    }

    fn free(&self) -> Option<(u128, Side)> {
        let (game, position) = (self.rules.game, self.position());
        let free = self.placements?.free;
        Some((free(game, position), game.to_move(position)?))
    }

    fn placements(&self, free: u128, side: Side, out: &mut Vec<u128>) {
        if let Some(placements) = self.placements {
            (placements.list)(self.rules.game, free, side, out);
        }
    }

    fn slot_bytes(&self) -> usize {
        size_of::<G::Position>()
    }
}

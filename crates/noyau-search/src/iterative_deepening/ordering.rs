//! The order of moves: what the table knows, killers, and by what has refuted before.

use super::{Search, spread};
use noyau_core::game::Game;
use noyau_core::hash::FoldHasher;
use std::hash::Hash;

/// How many kinds of moves are told apart by what they have refuted; a power of two.
pub(super) const HISTORY: usize = 1 << 12;

/// The weight of the move that the table knows.
pub(super) const HINTED: i32 = i32::MAX;

/// The weight of a move that has been taken.
pub(super) const TAKEN: i32 = i32::MIN;

/// A move with its weight, and what it is called in the table and in the history.
#[derive(Clone, Copy)]
pub(super) struct Ordered<M> {
    pub(super) mv: M,
    pub(super) weight: i32,
    pub(super) index: u8,
    pub(super) kind: u16,
}

/// What a move is called in the history.
pub(super) fn kind_of<M: Hash>(mv: &M) -> u16 {
    (spread(FoldHasher::hash_of(mv)) % HISTORY as u64) as u16
}

impl<G: Game> Search<'_, G> {
    /// Puts the moves of a position on the list; says where they begin.
    pub(super) fn order(&mut self, position: &G::Position, ply: u32, side: usize) -> usize {
        const KILLER: i32 = i32::MAX / 2;
        let first = self.ordered.len();
        self.room.clear();
        self.rules.game.moves(position, &mut self.room);
        let killers = self.killers[ply as usize];
        for (i, &mv) in self.room.iter().enumerate() {
            let index = i.min(usize::from(u8::MAX)) as u8;
            let kind = kind_of(&mv);
            let weight = if killers[0] == Some(mv) {
                KILLER
            } else if killers[1] == Some(mv) {
                KILLER - 1
            } else {
                self.history[usize::from(kind)][side]
            };
            self.ordered.push(Ordered {
                mv,
                weight,
                index,
                kind,
            });
        }
        first
    }

    /// The heaviest of the moves from `first` on that has not been taken, the first of several; now it is.
    #[inline]
    pub(super) fn take_heaviest(&mut self, first: usize) -> Ordered<G::Move> {
        let moves = &mut self.ordered[first..];
        let mut heaviest = 0;
        for i in 1..moves.len() {
            if moves[i].weight > moves[heaviest].weight {
                heaviest = i;
            }
        }
        let taken = moves[heaviest];
        moves[heaviest].weight = TAKEN;
        taken
    }

    /// Remembers a move that refuted, and that the others that were taken did not.
    pub(super) fn learn(&mut self, first: usize, mv: G::Move, ply: u32, side: usize, depth: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let weight = (depth * depth).min(1 << 10) as i32;
        let taken = self.ordered[first..].iter();
        for tried in taken.filter(|tried| tried.weight == TAKEN) {
            let held = &mut self.history[usize::from(tried.kind)][side];
            *held += faded(*held, weight, tried.mv == mv);
        }
    }
}

/// By how much what is remembered changes: it fades the more there is of it.
pub(super) fn faded(held: i32, weight: i32, refuted: bool) -> i32 {
    const MOST: i32 = 1 << 14;
    let change = if refuted { weight } else { -weight };
    change - held * weight / MOST
}

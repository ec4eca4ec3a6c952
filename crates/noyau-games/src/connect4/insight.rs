//! What Connect 4 knows that makes a search of it shorter.

use super::{Connect4, LINE, Stones};
use noyau::knowledge::{Finite, Insight, Keyed, Survey, loss, win};
use noyau::word::Word;

/// Above so many stones a position and its mirror image seldom meet in a search, and looking for the lesser of the two
/// would cost more than it saves.
const MIRRORED_STONES: u32 = 16;

/// The moves worth trying.
#[derive(Debug, Clone, Copy)]
pub struct Sight<W> {
    candidates: W,
}

impl<W: Word> Connect4<W> {
    /// The cells where one more stone makes a line, taken or not.
    ///
    /// ```text
    ///   x x x .    . x x x    x x . x    x . x x
    ///         ^    ^              ^        ^
    /// ```
    #[inline]
    fn completing(&self, stones: W) -> W {
        // Seven cells to the column is the usual board: known shifts are faster.
        if self.stride == 7 && W::BITS == 64 {
            completing(stones, 7, self.columns)
        } else {
            completing(stones, self.stride, self.columns)
        }
    }

    /// The cells that the second to move can have by always answering above: who follows takes the upper cell of each
    /// pair, counted from the top of a column. The lowest free cell of a column with an odd number of them has no
    /// partner there.
    #[inline]
    fn followed(&self, all: W) -> W {
        self.full & !all & self.following & !self.landings(all)
    }
}

#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "with a known step its shifts are by constants"
)]
fn completing<W: Word>(stones: W, stride: u32, columns: u32) -> W {
    let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
    if columns as usize >= LINE {
        for step in [stride - 1, stride, stride + 1] {
            let below = (stones << step) & (stones << (2 * step));
            let above = (stones >> step) & (stones >> (2 * step));
            cells = cells
                | (below & ((stones << (3 * step)) | (stones >> step)))
                | (above & ((stones >> (3 * step)) | (stones << step)));
        }
    }
    cells
}

/// The columns in the other order.
#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "with known sizes its shifts are by constants"
)]
fn mirrored<W: Word>(cells: W, stride: u32, columns: u32) -> W {
    let column = W::low_bits(stride - 1) | W::bit(stride - 1);
    (0..columns).fold(W::ZERO, |image, i| {
        let cells = (cells >> (i * stride)) & column;
        image | cells << ((columns - 1 - i) * stride)
    })
}

impl<W: Word> Finite for Connect4<W> {
    fn most_plies(&self, stones: &Stones<W>) -> u32 {
        (self.full & !stones.all).count()
    }
}

impl<W: Word> Keyed for Connect4<W> {
    fn key_bits(&self) -> u32 {
        self.columns * self.stride
    }

    /// In each column all stones as ones, plus the own ones: from the first zero above the stones on nothing is lost.
    #[inline]
    fn key(&self, stones: &Stones<W>) -> u128 {
        let key = stones.own.plus(stones.all);
        if stones.all.count() > MIRRORED_STONES {
            return key.widen();
        }
        let mirrored = if self.stride == 7 && self.columns == 7 {
            mirrored(key, 7, 7)
        } else {
            mirrored(key, self.stride, self.columns)
        };
        key.min(mirrored).widen()
    }
}

/// A value that needs no search.
#[inline]
fn known<W: Word>(score: i32) -> Survey<u8, Sight<W>> {
    Survey::Open {
        low: score,
        high: score,
        forced: None,
        sight: Sight {
            candidates: W::ZERO,
        },
        promise: 0,
    }
}

impl<W: Word> Insight for Connect4<W> {
    type Sight = Sight<W>;

    const WINS_ON_OWN_MOVE: bool = true;

    fn survey(&self, stones: &Stones<W>) -> Survey<u8, Sight<W>> {
        if self.aligned(stones.other()) {
            Survey::Over
        } else if self.completing(stones.own) & self.landings(stones.all) != W::ZERO {
            known(win(1))
        } else {
            self.survey_after(stones)
        }
    }

    /// A candidate has completed no line, and has left the other side no cell to complete one.
    #[inline]
    fn survey_after(&self, stones: &Stones<W>) -> Survey<u8, Sight<W>> {
        let empty = self.full & !stones.all;
        let landings = self.landings(stones.all);
        let threats = self.completing(stones.other()) & empty;
        // What the other side threatens must be taken, and below its threats nothing can be played.
        let urgent = threats & landings;
        let mut candidates = landings & !(threats >> 1);
        if urgent != W::ZERO {
            candidates = candidates & urgent;
            if urgent.without_lowest() != W::ZERO {
                return known(loss(2));
            }
        }
        let left = empty.count();
        if candidates == W::ZERO {
            return known(if left == 0 { 0 } else { loss(2) });
        }
        if left <= 2 {
            return known(0);
        }
        Survey::Open {
            low: if left == 3 { 0 } else { loss(4) },
            high: win(3),
            forced: (candidates.without_lowest() == W::ZERO).then(|| candidates.lowest() as u8),
            sight: Sight { candidates },
            promise: -(threats.count() as i32),
        }
    }

    #[inline]
    fn candidates(&self, _: &Stones<W>, sight: &Sight<W>, out: &mut Vec<u8>) {
        for &column in &self.centre_first {
            let cell = sight.candidates & column;
            if cell != W::ZERO {
                out.push(cell.lowest() as u8);
            }
        }
    }

    #[inline]
    fn bounds(&self, stones: &Stones<W>, _: &Sight<W>) -> (i32, i32) {
        let empty = self.full & !stones.all;
        let others = empty & !self.followed(stones.all);
        if empty.count().is_multiple_of(2) {
            // The other side follows.
            if !self.aligned(stones.own | others) {
                return (loss(0), 0);
            }
        } else {
            // The side to move takes a cell without partner, then follows.
            let single = self.landings(stones.all) & self.following;
            let reach = stones.other() | others;
            if single
                .indices()
                .any(|cell| !self.aligned(reach & !W::bit(cell)))
            {
                return (0, win(0));
            }
        }
        (loss(0), win(0))
    }
}

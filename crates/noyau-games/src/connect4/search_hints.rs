//! Search hints of Connect 4: forced moves, and bounds by follow-up strategies (Allis 1988, claimeven, baseinverse
//! and zugzwang). Each bound takes O(1) word operations.

use super::endgame::{LAST_CELLS, MOST_COLUMNS};
use super::{Connect4, LINE, Stones, mirrored};
use noyau_core::hints::{Finite, Keyed, Recent, Score, SearchHints, StaticEval, loss, win};
use noyau_core::word::Word;

/// Above this many stones a position and its mirror image seldom both occur in a search, and canonicalisation would
/// cost more than it saves.
const MIRRORED_STONES: u32 = 16;

/// The moves worth trying.
#[derive(Debug, Clone, Copy)]
pub struct Sight<W> {
    pub(super) candidates: W,
    /// The empty cells where the opponent completes a line.
    pub(super) threats: W,
}

impl<W: Word> Connect4<W> {
    /// The cells where one more stone makes a line, occupied or not.
    ///
    /// ```text
    ///   x x x .    . x x x    x x . x    x . x x
    ///         ^    ^              ^        ^
    /// ```
    #[inline]
    pub(super) fn completing(&self, stones: W) -> W {
        // Seven cells per column is the usual board: constant shifts are faster.
        if self.stride == 7 && W::BITS == 64 {
            completing(stones, 7, self.columns)
        } else {
            completing(stones, self.stride, self.columns)
        }
    }

    /// The moves that leave the opponent no line, where it completes one on `threats`: immediate threats must be blocked,
    /// and cells below threats are forbidden.
    #[inline]
    pub(super) fn safe(&self, all: W, threats: W) -> W {
        let landings = self.landings(all);
        let safe = landings & !(threats >> 1);
        let urgent = threats & landings;
        if urgent == W::ZERO {
            safe
        } else if urgent.without_lowest() == W::ZERO {
            safe & urgent
        } else {
            W::ZERO
        }
    }

    /// Visits the board cut above the lowest threat of each column with one, one column at a time and then all
    /// together: the remaining empty cells, and the cells that the follower takes.
    #[inline]
    pub(super) fn truncated(&self, threats: W, empty: W, mut visit: impl FnMut(W, W)) {
        let (mut left, mut columns) = (threats, 0);
        let (mut region, mut following) = (empty, self.following);
        while left != W::ZERO {
            let cell = left.lowest();
            let column = W::low_bits(self.rows) << (cell / self.stride * self.stride);
            left = left & !column;
            let above = column & !(W::low_bits(cell) | W::bit(cell));
            let turned = if self.following & W::bit(cell) == W::ZERO {
                column
            } else {
                W::ZERO
            };
            visit(empty & !above, (self.following ^ turned) & !above);
            region = region & !above;
            following = (following ^ turned) & !above;
            columns += 1;
        }
        if columns > 1 {
            visit(region, following);
        }
    }

    /// Whether the follower keeps the leader from ever completing a line in a region of empty cells.
    ///
    /// The follower answers above: of each pair of cells, counted from the top of the region in a column, it gets
    /// the upper one. The lowest cell of a column with an odd number of cells has no partner there; such cells are
    /// paired with each other, and if their number is odd the follower takes one of them first.
    pub(super) fn confines(
        &self,
        leader: W,
        region: W,
        landings: W,
        following: W,
        begins: bool,
    ) -> bool {
        let singles = region & landings & following;
        let reach = leader | (region & !following);
        if self.aligned(reach) {
            return false;
        }
        let both = reach | singles;
        if !self.aligned(both) {
            return true;
        }
        let mut cells = [W::ZERO; 8];
        let mut count = 0;
        for cell in singles.indices() {
            if count == cells.len() {
                return false;
            }
            cells[count] = W::bit(cell);
            count += 1;
        }
        let without = |cells: W| !self.aligned(both & !cells);
        let pair = |a: W, b: W, taken: W| without(taken | a) && without(taken | b);
        let pairs = |a: W, b: W, c: W, d: W, taken: W| {
            without(taken | a | c)
                && without(taken | a | d)
                && without(taken | b | c)
                && without(taken | b | d)
        };
        let four = |[a, b, c, d]: [W; 4], taken: W| {
            pairs(a, b, c, d, taken) || pairs(a, c, b, d, taken) || pairs(a, d, b, c, taken)
        };
        match (begins, count) {
            (false, 2) => pair(cells[0], cells[1], W::ZERO),
            (false, 4) => four([cells[0], cells[1], cells[2], cells[3]], W::ZERO),
            (true, 1) => true,
            (true, 3) => {
                pair(cells[0], cells[1], cells[2])
                    || pair(cells[0], cells[2], cells[1])
                    || pair(cells[1], cells[2], cells[0])
            }
            (true, 5) => (0..5).any(|first| {
                let mut rest = [W::ZERO; 4];
                let mut at = 0;
                for (i, &cell) in cells[..5].iter().enumerate() {
                    if i != first {
                        rest[at] = cell;
                        at += 1;
                    }
                }
                four(rest, cells[first])
            }),
            (true, _) => cells[..count].iter().any(|&cell| without(cell)),
            _ => false,
        }
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

impl<W: Word> Finite for Connect4<W> {
    fn most_plies(&self, stones: &Stones<W>) -> u32 {
        (self.full & !stones.all).count()
    }
}

impl<W: Word> Keyed for Connect4<W> {
    fn key_bits(&self) -> u32 {
        self.columns * self.stride
    }

    /// In each column a one for every stone, plus the own stones: the free bit above the stones takes the carry, so the
    /// code is injective.
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
fn known<W: Word>(score: i32) -> StaticEval<u8, Sight<W>> {
    StaticEval::Open {
        low: score,
        high: score,
        forced: None,
        sight: Sight {
            candidates: W::ZERO,
            threats: W::ZERO,
        },
        ordering: 0,
    }
}

impl<W: Word> SearchHints for Connect4<W> {
    type Sight = Sight<W>;

    const WINS_ON_OWN_MOVE: bool = true;

    fn static_eval(&self, stones: &Stones<W>) -> StaticEval<u8, Sight<W>> {
        if self.aligned(stones.other()) {
            StaticEval::Over
        } else if self.completing(stones.own) & self.landings(stones.all) != W::ZERO {
            known(win(1))
        } else {
            self.static_eval_after(stones)
        }
    }

    /// A candidate completes no line, and leaves the opponent no cell to complete one.
    #[inline]
    fn static_eval_after(&self, stones: &Stones<W>) -> StaticEval<u8, Sight<W>> {
        let empty = self.full & !stones.all;
        let threats = self.completing(stones.other()) & empty;
        let candidates = self.safe(stones.all, threats);
        let left = empty.count();
        if candidates == W::ZERO {
            return known(if left == 0 { 0 } else { loss(2) });
        }
        if left <= 2 {
            return known(0);
        }
        StaticEval::Open {
            low: if left == 3 { 0 } else { loss(4) },
            high: win(3),
            forced: (candidates.without_lowest() == W::ZERO).then(|| candidates.lowest() as u8),
            sight: Sight {
                candidates,
                threats,
            },
            ordering: -(threats.count() as i32),
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
    fn bounds(&self, stones: &Stones<W>, sight: &Sight<W>, wanted: Score) -> (Score, Score) {
        self.followed(stones, sight, wanted)
    }

    #[inline]
    fn near_end(&self, stones: &Stones<W>) -> bool {
        let narrow = W::BITS <= u64::BITS && self.columns as usize <= MOST_COLUMNS;
        narrow && (self.full & !stones.all).count() <= LAST_CELLS
    }

    fn finish(
        &self,
        stones: &Stones<W>,
        sight: &Sight<W>,
        wanted: Score,
        recent: &mut Recent,
    ) -> (Score, Score) {
        self.searched(stones, sight, wanted, recent)
    }
}

//! Ever deeper searches with an opinion at the horizon: what the course calls minimax with a heuristic, as programs that
//! play do it.
//!
//! Depth 1, 2, 3, … is searched in turn (Slate and Atkin 1977), each by principal-variation search: the first move with
//! the window it was given, the others only for whether they are better, and again if they are (Marsland and Campbell
//! 1982). The window of a depth lies around the score of the one before. What a depth has found, the next one finds in a
//! table and tries first, then the moves that refuted siblings of a position (Akl and Newborn 1977, killers), then those that
//! refuted much elsewhere (Schaeffer 1989, history). The score to a depth is that of minimax to this depth, save that the
//! table may know more, and that among wins the quicker ones are better.
//!
//! Complexity: between b^(d/2) and b^d positions for b moves and depth d; memory is that of the table.

use noyau_core::game::{Game, Outcome};
use noyau_core::heuristic::{Score, WON};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::prefetch::prefetch;
use std::hash::{Hash, Hasher};

/// What the search must know of a game beyond its rules: how points decide it, and how positions are judged.
pub trait Judged: Sync {
    /// The game.
    type Game: Game;

    /// The rules.
    fn game(&self) -> &Self::Game;
    /// The points that the side to move wins by a move.
    fn gain(&self, position: &PositionOf<Self>, mv: MoveOf<Self>) -> i32;
    /// The end, if it has come, for the side to move, which is ahead by `lead`.
    fn end(&self, position: &PositionOf<Self>, lead: i32) -> Option<Outcome>;
    /// The opinion about a position that is not over, for the side to move, strictly between −[`WON`] and [`WON`].
    fn judge(&self, position: &PositionOf<Self>, lead: i32) -> Score;
}

type PositionOf<R> = <<R as Judged>::Game as Game>::Position;
type MoveOf<R> = <<R as Judged>::Game as Game>::Move;
type Scored<M> = Vec<(M, Score)>;

/// What was found at the last depth that was searched to its end.
#[derive(Debug, Clone)]
pub struct Deepened<M> {
    /// The best moves, and those that are worse by no more than was asked for, with their scores.
    pub moves: Vec<(M, Score)>,
    /// The play that the search expects.
    pub line: Vec<M>,
    /// That depth.
    pub depth: u32,
    /// Positions visited, horizon included.
    pub nodes: u64,
    /// Which limit ended the search, if it was one.
    pub stopped: Option<Stopped>,
}

/// No search is deeper: it goes one call deeper with every ply.
pub const MOST_DEPTH: u32 = 200;

/// A win at once; one in n plies scores n less. All are above every opinion.
const WIN: Score = 2 * WON;

/// More than any score.
const INFINITE: Score = 2 * WIN;

/// Where no limit is set, the table takes this.
const TABLE_BYTES: u64 = 64 << 20;

/// Searches a position that is not over, whose side to move is ahead by `lead`, as deep as limits allow, and tells the
/// moves that are worse than the best by at most `slack`. Whatever the limits, one move is looked at; if they end the first
/// depth, its moves are told as far as they were looked at, and the depth is 0.
pub fn deepen<R: Judged>(
    rules: &R,
    position: &PositionOf<R>,
    lead: i32,
    most_depth: u32,
    slack: Score,
    limits: &Limits,
) -> Deepened<MoveOf<R>> {
    let mut moves = Vec::new();
    rules.game().moves(position, &mut moves);
    let mut found = Deepened {
        moves: Vec::new(),
        line: Vec::new(),
        depth: 0,
        nodes: 0,
        stopped: None,
    };
    let bytes = limits.memory.unwrap_or(TABLE_BYTES).min(TABLE_BYTES);
    let mut search = Search {
        rules,
        limits,
        next_look: u64::MAX,
        nodes: 0,
        horizon: false,
        table: Table::new(bytes),
        room: Vec::new(),
        ordered: Vec::new(),
        killers: vec![[None; 2]; MOST_DEPTH as usize + 1],
        history: vec![[0; 2]; HISTORY],
        lines: vec![Vec::new(); MOST_DEPTH as usize + 2],
    };
    let mut roots: Vec<_> = moves.into_iter().map(|mv| (mv, 0)).collect();
    for depth in 1..=most_depth.clamp(1, MOST_DEPTH) {
        if depth == 2 {
            search.next_look = 0;
        }
        search.horizon = false;
        let expected = found.moves.first().map(|&(_, score)| score);
        match search.root(position, lead, depth, expected, slack, &mut roots) {
            Ok(good) => {
                found.depth = depth;
                found.line.clone_from(&search.lines[0]);
                found.moves = good;
            }
            Err((stopped, searched)) => {
                found.stopped = Some(stopped);
                if depth == 1 {
                    found.line.clone_from(&search.lines[0]);
                    found.moves = best_first(&mut roots[..searched], slack);
                }
                break;
            }
        }
        let decided = found.moves.first().is_none_or(|best| best.1.abs() > WON);
        if decided || !search.horizon {
            break;
        }
    }
    found.nodes = search.nodes;
    for (_, score) in &mut found.moves {
        *score = (*score).clamp(-WON, WON);
    }
    found
}

/// Puts moves in the order of their scores; those as good as the best, or worse by at most `slack`.
fn best_first<M: Copy>(roots: &mut [(M, Score)], slack: Score) -> Scored<M> {
    roots.sort_by_key(|root| std::cmp::Reverse(root.1));
    let best = roots.first().map_or(0, |root| root.1);
    let good = roots.iter().take_while(|root| root.1 >= best - slack);
    good.copied().collect()
}

/// How many kinds of moves are told apart by what they have refuted; a power of two.
const HISTORY: usize = 1 << 12;

/// How often limits are looked at, in positions.
const TICK: u64 = 1024;

/// The weight of the move that the table knows.
const HINTED: i32 = i32::MAX;

/// The weight of a move that has been taken.
const TAKEN: i32 = i32::MIN;

/// A move with its weight, and what it is called in the table and in the history.
#[derive(Clone, Copy)]
struct Ordered<M> {
    mv: M,
    weight: i32,
    index: u8,
    kind: u16,
}

struct Search<'a, R: Judged> {
    rules: &'a R,
    limits: &'a Limits,
    /// After so many nodes limits are looked at again.
    next_look: u64,
    nodes: u64,
    /// Whether a position was judged that is not over.
    horizon: bool,
    table: Table,
    room: Vec<MoveOf<R>>,
    /// The moves still to be searched, of all positions on the line.
    ordered: Vec<Ordered<MoveOf<R>>>,
    killers: Vec<[Option<MoveOf<R>>; 2]>,
    /// For each kind of move and side, how much it has refuted.
    history: Vec<[i32; 2]>,
    /// The best play from each ply on.
    lines: Vec<Vec<MoveOf<R>>>,
}

/// A position on the line, without what it is called.
#[derive(Clone, Copy)]
struct Place {
    /// By how much the side to move is ahead.
    lead: i32,
    depth: u32,
    ply: u32,
    side: usize,
}

impl<R: Judged> Search<'_, R> {
    /// Every move that is worth at least the best less `slack`, best first. `roots` are all moves with what was last known of
    /// them, and are put in that order. A limit that is met comes with the number of moves that were searched before.
    fn root(
        &mut self,
        position: &PositionOf<R>,
        lead: i32,
        depth: u32,
        expected: Option<Score>,
        slack: Score,
        roots: &mut [(MoveOf<R>, Score)],
    ) -> Result<Scored<MoveOf<R>>, (Stopped, usize)> {
        let place = Place {
            lead,
            depth,
            ply: 0,
            side: 0,
        };
        let mut best = -INFINITE;
        for (i, (mv, known)) in roots.iter_mut().enumerate() {
            let score = if i == 0 {
                self.first_of_all(position, *mv, place, expected)
            } else {
                // An opinion may take long: the time is looked at once a move even where no depth has been searched.
                let floor = best.saturating_sub(slack).max(-WIN) - 1;
                let in_time = self.limits.check(0);
                in_time.and_then(|()| self.least_of(position, *mv, place, floor))
            };
            let score = score.map_err(|stopped| (stopped, i))?;
            *known = score;
            if score > best {
                best = score;
                self.take_line(0, *mv);
            }
        }
        Ok(best_first(roots, slack))
    }

    /// The exact score of a move if it is above `floor`, else an upper bound.
    fn least_of(
        &mut self,
        position: &PositionOf<R>,
        mv: MoveOf<R>,
        place: Place,
        floor: Score,
    ) -> Result<Score, Stopped> {
        let least = self.after(position, mv, place, floor, floor + 1)?;
        if least > floor {
            self.after(position, mv, place, floor, INFINITE)
        } else {
            Ok(least)
        }
    }

    /// The exact score of the first move, in a window around what is expected, and in wider ones where it is not there.
    fn first_of_all(
        &mut self,
        position: &PositionOf<R>,
        mv: MoveOf<R>,
        place: Place,
        expected: Option<Score>,
    ) -> Result<Score, Stopped> {
        let expected = expected.filter(|score| score.abs() < WON);
        let Some(expected) = expected else {
            return self.after(position, mv, place, -INFINITE, INFINITE);
        };
        let mut below = 8 + expected.abs() / 8;
        let mut above = below;
        loop {
            let alpha = expected.saturating_sub(below).max(-INFINITE);
            let beta = expected.saturating_add(above).min(INFINITE);
            let score = self.after(position, mv, place, alpha, beta)?;
            if score <= alpha {
                below = if below > WON / 4 { 4 * WIN } else { 4 * below };
            } else if score >= beta {
                above = if above > WON / 4 { 4 * WIN } else { 4 * above };
            } else {
                return Ok(score);
            }
        }
    }

    /// A move and what it leads to: the position, its place, and whether who plays it plays again.
    #[inline]
    fn step(
        &self,
        position: &PositionOf<R>,
        mv: MoveOf<R>,
        place: Place,
    ) -> (PositionOf<R>, Place, bool) {
        let game = self.rules.game();
        let keeps = game.keeps_turn(position, mv);
        let lead = place.lead + self.rules.gain(position, mv);
        let below = Place {
            lead: if keeps { lead } else { -lead },
            depth: place.depth - 1,
            ply: place.ply + 1,
            side: place.side ^ usize::from(!keeps),
        };
        (game.child(position, mv), below, keeps)
    }

    /// What a move from a position brings to the side that plays it.
    #[inline]
    fn after(
        &mut self,
        position: &PositionOf<R>,
        mv: MoveOf<R>,
        place: Place,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let (child, below, keeps) = self.step(position, mv, place);
        if keeps {
            self.visit(&child, below, alpha, beta)
        } else {
            Ok(-self.visit(&child, below, -beta, -alpha)?)
        }
    }

    #[inline]
    fn visit(
        &mut self,
        position: &PositionOf<R>,
        place: Place,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.count()?;
        let wide = beta - alpha > 1;
        if wide {
            self.lines[place.ply as usize].clear();
        }
        if place.depth > 1 {
            // What is known takes long to arrive: it is asked for before it is seen whether it is needed.
            let key = name_of(position, place.lead, place.side);
            self.table.prefetch(key);
            match self.ended(position, place) {
                Some(score) => Ok(score),
                None => self.node(position, key, place, alpha, beta),
            }
        } else if let Some(score) = self.ended(position, place) {
            Ok(score)
        } else if place.depth == 0 {
            self.horizon = true;
            Ok(self.rules.judge(position, place.lead))
        } else {
            self.last(position, place, alpha, beta)
        }
    }

    /// Counts a position, and looks at limits now and then.
    #[inline]
    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.tick()?;
        }
        Ok(())
    }

    /// The score of a position that is over.
    #[inline]
    fn ended(&self, position: &PositionOf<R>, place: Place) -> Option<Score> {
        let outcome = self.rules.end(position, place.lead)?;
        Some(match outcome {
            Outcome::Win => WIN - place.ply as Score,
            Outcome::Draw => 0,
            Outcome::Loss => place.ply as Score - WIN,
        })
    }

    #[cold]
    fn tick(&mut self) -> Result<(), Stopped> {
        self.limits.report(self.nodes, 0);
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        self.next_look = (self.nodes + TICK).min(most);
        self.limits.check_nodes(self.nodes)?;
        self.limits.check(0)
    }

    /// The score of a position that is not over, or a bound of it where it is not in the window.
    fn node(
        &mut self,
        position: &PositionOf<R>,
        key: u64,
        place: Place,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let Place {
            depth, ply, side, ..
        } = place;
        let wide = beta - alpha > 1;
        // 1. What is known.
        let known = self.table.get(key);
        let mut hint = u8::MAX;
        if let Some(known) = known {
            hint = known.index;
            let score = lifted(known.score, ply);
            // On the principal line the play is wanted, not only the score.
            let enough = known.depth >= depth || score.abs() > WON;
            if enough
                && !wide
                && match known.bound {
                    Bound::Exact => true,
                    Bound::Lower => score >= beta,
                    Bound::Upper => score <= alpha,
                }
            {
                // What lies behind it is the horizon's word, unless it is decided.
                self.horizon |= score.abs() <= WON;
                return Ok(score);
            }
        }

        // 2. The moves, promising ones first.
        let first = self.order(position, ply, side);
        if hint != u8::MAX
            && let Some(hinted) = self.ordered.get_mut(first + usize::from(hint))
        {
            hinted.weight = HINTED;
        }
        let (before, mut best, mut chosen) = (alpha, -INFINITE, u8::MAX);
        for turn in first..self.ordered.len() {
            let Ordered { mv, index, .. } = self.take_heaviest(first);
            let mut score = if turn == first {
                self.after(position, mv, place, alpha, beta)?
            } else {
                self.after(position, mv, place, alpha, alpha + 1)?
            };
            if turn > first && score > alpha && score < beta {
                score = self.after(position, mv, place, alpha, beta)?;
            }
            if score > best {
                best = score;
                if score > alpha {
                    chosen = index;
                    if wide {
                        self.take_line(ply, mv);
                    }
                    alpha = score;
                    if score >= beta {
                        self.learn(first, mv, ply, side, depth);
                        break;
                    }
                }
            }
        }
        self.ordered.truncate(first);

        // 3. What was found is kept.
        let bound = if best >= beta {
            Bound::Lower
        } else if best > before {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.put(
            key,
            Known {
                score: lowered(best, ply),
                depth,
                bound,
                index: if chosen == u8::MAX { hint } else { chosen },
            },
        );
        Ok(best)
    }

    /// The same one ply above the horizon, where looking up or putting in order costs more than it saves.
    fn last(
        &mut self,
        position: &PositionOf<R>,
        place: Place,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let wide = beta - alpha > 1;
        let mut room = std::mem::take(&mut self.room);
        room.clear();
        self.rules.game().moves(position, &mut room);
        let mut best = -INFINITE;
        for &mv in &room {
            self.count()?;
            let (child, below, keeps) = self.step(position, mv, place);
            let score = self.ended(&child, below).unwrap_or_else(|| {
                self.horizon = true;
                self.rules.judge(&child, below.lead)
            });
            let score = if keeps { score } else { -score };
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if wide {
                        let line = &mut self.lines[place.ply as usize];
                        line.clear();
                        line.push(mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.room = room;
        Ok(best)
    }

    /// Puts the moves of a position on the list; says where they begin.
    fn order(&mut self, position: &PositionOf<R>, ply: u32, side: usize) -> usize {
        const KILLER: i32 = i32::MAX / 2;
        let first = self.ordered.len();
        self.room.clear();
        self.rules.game().moves(position, &mut self.room);
        let killers = self.killers[ply as usize];
        for (i, &mv) in self.room.iter().enumerate() {
            let index = i.min(usize::from(u8::MAX)) as u8;
            let kind = (Fold::of(&mv) % HISTORY as u64) as u16;
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
    fn take_heaviest(&mut self, first: usize) -> Ordered<MoveOf<R>> {
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
    fn learn(&mut self, first: usize, mv: MoveOf<R>, ply: u32, side: usize, depth: u32) {
        const MOST: i32 = 1 << 14;
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let weight = (depth * depth).min(1 << 10) as i32;
        let taken = self.ordered[first..].iter();
        for tried in taken.filter(|tried| tried.weight == TAKEN) {
            let held = &mut self.history[usize::from(tried.kind)][side];
            let change = if tried.mv == mv { weight } else { -weight };
            // What is remembered fades the more there is of it.
            *held += change - *held * weight / MOST;
        }
    }

    /// The best play from a ply on: this move, and what follows it.
    fn take_line(&mut self, ply: u32, mv: MoveOf<R>) {
        let (upper, lower) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut upper[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }
}

/// A decided score as seen from the position itself, which is `ply` below the root.
fn lowered(score: Score, ply: u32) -> Score {
    match score {
        _ if score > WON => score + ply as Score,
        _ if score < -WON => score - ply as Score,
        _ => score,
    }
}

/// The other way.
fn lifted(score: Score, ply: u32) -> Score {
    match score {
        _ if score > WON => score - ply as Score,
        _ if score < -WON => score + ply as Score,
        _ => score,
    }
}

/// A number of 64 bits for a position. Two positions may share one, which is why exact searches do without; here it would
/// take some four thousand million positions for a pair of them to be likely.
fn name_of<P: Hash>(position: &P, lead: i32, side: usize) -> u64 {
    let mut fold = Fold(side as u64);
    position.hash(&mut fold);
    fold.write_u32(lead as u32);
    fold.finish()
}

/// A hash that is one multiplication a word, folded so that every bit counts.
struct Fold(u64);

impl Fold {
    fn of<T: Hash>(thing: &T) -> u64 {
        let mut fold = Self(0);
        thing.hash(&mut fold);
        fold.finish()
    }

    #[inline]
    fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        self.0 = (product as u64 ^ (product >> 64) as u64).rotate_left(23);
    }
}

impl Hasher for Fold {
    #[inline]
    fn finish(&self) -> u64 {
        let product = u128::from(self.0) * 0x2545_F491_4F6C_DD1D;
        product as u64 ^ (product >> 64) as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.add(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.add(word as u64);
        self.add((word >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy)]
struct Known {
    /// Seen from the position itself.
    score: Score,
    depth: u32,
    bound: Bound,
    /// The number of the best move, or the largest there is for none.
    index: u8,
}

impl Known {
    /// One word, which is not 0.
    #[inline]
    fn packed(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(self.score as u32) << 32
            | u64::from(self.depth) << 16
            | bound << 8
            | u64::from(self.index)
    }

    #[inline]
    fn unpacked(word: u64) -> Option<Self> {
        Some(Self {
            score: (word >> 32) as u32 as Score,
            depth: (word >> 16 & 0xFF) as u32,
            bound: match word >> 8 & 3 {
                1 => Bound::Exact,
                2 => Bound::Lower,
                3 => Bound::Upper,
                _ => return None,
            },
            index: word as u8,
        })
    }
}

/// What is known of positions: buckets of two slots of two words, the name and the rest. One slot of a bucket is for what
/// was searched deepest, the other for what came last. It begins small and grows with what is put into it.
struct Table {
    words: Vec<u64>,
    shift: u32,
    /// Slots that are taken.
    filled: usize,
    most_bytes: u64,
}

impl Table {
    /// The buckets it begins with, as a logarithm.
    const FIRST_BITS: u32 = 12;

    fn new(most_bytes: u64) -> Self {
        Self::of_size(Self::FIRST_BITS, most_bytes)
    }

    fn of_size(bits: u32, most_bytes: u64) -> Self {
        Self {
            words: vec![0; 4 << bits],
            shift: u64::BITS - bits,
            filled: 0,
            most_bytes,
        }
    }

    #[cold]
    fn grow(&mut self) {
        let bits = u64::BITS - self.shift + 2;
        let mut larger = Self::of_size(bits, self.most_bytes);
        for slot in self.words.chunks_exact(2) {
            if let Some(known) = Known::unpacked(slot[1]) {
                larger.put(slot[0], known);
            }
        }
        *self = larger;
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        4 * (key >> self.shift) as usize
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        prefetch(&self.words, self.bucket(key));
    }

    #[inline]
    fn get(&self, key: u64) -> Option<Known> {
        let bucket = self.bucket(key);
        let slots = &self.words[bucket..bucket + 4];
        let data = if slots[0] == key {
            slots[1]
        } else if slots[2] == key {
            slots[3]
        } else {
            return None;
        };
        Known::unpacked(data)
    }

    #[inline]
    fn put(&mut self, key: u64, known: Known) {
        let bucket = self.bucket(key);
        let slots = &mut self.words[bucket..bucket + 4];
        let deepest = u64::from(known.depth) >= slots[1] >> 16 & 0xFF;
        let at = if slots[0] == key || (slots[2] != key && deepest) {
            0
        } else {
            2
        };
        self.filled += usize::from(slots[at + 1] == 0);
        slots[at] = key;
        slots[at + 1] = known.packed();
        let bytes = 8 * self.words.len() as u64;
        if 4 * self.filled > self.words.len() && 4 * bytes <= self.most_bytes {
            self.grow();
        }
    }
}

//! Iterative deepening with a heuristic at the horizon: what the course calls minimax with a heuristic, as programs that play
//! do it.
//!
//! Depth 1, 2, 3, … is searched in turn (Slate and Atkin 1977), each by principal-variation search: the first move with
//! the window it was given, the others only for whether they are better, and again if they are (Marsland and Campbell
//! 1982). The window of a depth lies around the score of the one before. What a depth has found, the next one finds in its
//! transposition table and tries first, then the moves that refuted siblings of a position (Akl and Newborn 1977, killers), then
//! those that refuted much elsewhere (Schaeffer 1989, history). The score to a full depth is that of minimax to this depth, save
//! that the table may know more, and that among wins the quicker ones are better.
//!
//! A selective depth is for players: `selective` says what it leaves out and what it looks at beyond the horizon.
//!
//! Complexity: between b^(d/2) and b^d positions for b moves and depth d; memory is that of the table.

mod ordering;
mod oversight;
mod selective;
mod table;

pub use self::oversight::Oversight;

use self::ordering::{HINTED, HISTORY, Ordered};
use self::oversight::Erring;
use self::selective::Selection;
use self::table::{DepthEntry, Table};
use crate::decide::stable_order;
use crate::transposition::{KeyedTable, SharedTable};
use noyau_core::game::{Game, Outcome};
use noyau_core::hash::FoldHasher;
use noyau_core::heuristic::{Evaluator, Score, WON};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::parallel::in_parallel;
use noyau_core::payoff::Rules;
use noyau_core::tactics::TacticsOf;
use noyau_core::value::{MoveEffect, Worth};
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

type Scored<M> = Vec<(M, Score)>;

/// What was found at the last depth that was searched to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// Nor looks a selective one at more plies, with those that it adds.
const MOST_PLIES: u32 = 2 * MOST_DEPTH;

/// How deep to search, and how.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Depth {
    /// At most so many plies, all moves alike.
    Full(u32),
    /// At most so many plies, more of what is noisy, fewer of what looks hopeless.
    Selective(u32),
    /// The same by a weaker player.
    Erring(u32, Oversight),
}

impl Depth {
    const fn plies(self) -> u32 {
        match self {
            Self::Full(plies) | Self::Selective(plies) | Self::Erring(plies, _) => plies,
        }
    }
}

/// What a search starts from.
#[derive(Debug)]
pub struct Root<'a, G: Game> {
    /// A position that is not over.
    pub position: &'a G::Position,
    /// By how much its side to move is ahead.
    pub lead: i32,
    /// The positions of the game before it, each with the lead of its side to move and whether that is the side to move
    /// now: a selective search does not go back to them without knowing.
    pub before: &'a [(G::Position, i32, bool)],
    /// What a selective search knows of moves.
    pub tactics: Option<&'a TacticsOf<G>>,
}

impl<'a, G: Game> Root<'a, G> {
    /// A position without what was before, and no knowledge of moves.
    pub const fn new(position: &'a G::Position, lead: i32) -> Self {
        Self {
            position,
            lead,
            before: &[],
            tactics: None,
        }
    }
}

/// A win at once; one in n plies scores n less. All are above every opinion.
const WIN: Score = 2 * WON;

/// More than any score.
const INFINITE: Score = 2 * WIN;

/// Where no limit is set, the table takes this.
const TABLE_BYTES: u64 = 64 << 20;

/// Searches a position that is not over as deep as limits allow, and tells the moves that are worse than the best by at most
/// `slack`. Whatever the limits, one move is looked at; if they end the first
/// depth, its moves are told as far as they were looked at, and the depth is 0.
///
/// ```
/// use noyau_core::heuristic::Evaluator;
/// use noyau_search::iterative_deepening::{Depth, Root, deepen};
/// use noyau_core::{Game, Outcome};
/// use noyau_core::limits::Limits;
/// use noyau_core::payoff::Rules;
///
/// /// A move takes one or two from a heap; who cannot move has lost.
/// struct Heap(u32);
///
/// impl Game for Heap {
///     type Position = u32;
///     type Move = u32;
///
///     fn start(&self) -> u32 {
///         self.0
///     }
///
///     fn outcome(&self, &left: &u32) -> Option<Outcome> {
///         (left == 0).then_some(Outcome::Loss)
///     }
///
///     fn moves(&self, &left: &u32, out: &mut Vec<u32>) {
///         out.extend(1..=left.min(2));
///     }
///
///     fn play(&self, left: &mut u32, taken: u32) {
///         *left -= taken;
///     }
/// }
///
/// let game = Heap(7);
/// let rules = Rules::from(&game);
/// let nothing = Evaluator { heuristic: None, with_points: false };
/// let found = deepen(rules, &nothing, &Root::new(&7, 0), Depth::Full(20), 0, &Limits::default());
/// assert_eq!(found.moves[0].0, 1);
/// ```
pub fn deepen<G: Game>(
    rules: Rules<'_, G>,
    evaluator: &Evaluator<G>,
    root: &Root<'_, G>,
    most: Depth,
    slack: Score,
    limits: &Limits,
) -> Deepened<G::Move> {
    let bytes = limits.memory.unwrap_or(TABLE_BYTES).min(TABLE_BYTES);
    // What several threads find depends on which is sooner: only where time decides anyway do they work together.
    let timed = limits.nodes.is_none() && limits.deadline.is_some();
    let threads = match most {
        Depth::Selective(_) if timed && root.tactics.is_some() => limits.threads(),
        _ => 1,
    };
    let on = |table, threads: Option<&Helpers>| {
        deepen_on(table, threads, rules, evaluator, root, most, slack, limits)
    };
    let mut found = if threads == 1 {
        on(Table::Own(KeyedTable::new(bytes)), None)
    } else {
        let shared = SharedTable::new(bytes, threads);
        let helpers = Helpers::default();
        let searches = (0..threads).map(|i| {
            let (on, shared, helpers) = (&on, &shared, &helpers);
            move || {
                let found = on(Table::Shared(shared), Some(helpers).filter(|_| i > 0));
                helpers.done.store(true, Ordering::Relaxed);
                found
            }
        });
        let mut all = in_parallel(searches);
        let nodes = all.iter().map(|found| found.nodes).sum();
        Deepened {
            nodes,
            ..all.swap_remove(0)
        }
    };
    for (_, score) in &mut found.moves {
        *score = (*score).clamp(-WON, WON);
    }
    found
}

/// What threads that help have in common: they end when the first thread ends, whose answer counts, and what they find is in
/// its table (lazy SMP).
#[derive(Debug, Default)]
struct Helpers {
    done: AtomicBool,
}

#[expect(clippy::too_many_arguments, reason = "those of `deepen`, with a table")]
fn deepen_on<G: Game>(
    table: Table<'_>,
    helps: Option<&Helpers>,
    rules: Rules<'_, G>,
    evaluator: &Evaluator<G>,
    root: &Root<'_, G>,
    most: Depth,
    slack: Score,
    limits: &Limits,
) -> Deepened<G::Move> {
    let Root { position, lead, .. } = *root;
    let mut moves = Vec::new();
    rules.game.moves(position, &mut moves);
    let mut found = Deepened {
        moves: Vec::new(),
        line: Vec::new(),
        depth: 0,
        nodes: 0,
        stopped: None,
    };
    let mut search = Search {
        rules,
        evaluator,
        limits,
        helps,
        next_look: u64::MAX,
        nodes: 0,
        horizon: false,
        table,
        room: Vec::new(),
        ordered: Vec::new(),
        killers: vec![[None; 2]; MOST_PLIES as usize + 1],
        history: vec![[0; 2]; HISTORY],
        lines: vec![Vec::new(); MOST_PLIES as usize + 2],
        selection: match most {
            Depth::Full(_) => None,
            Depth::Selective(_) => root
                .tactics
                .map(|tactics| Selection::new(tactics, root, None)),
            Depth::Erring(_, how) => {
                let erring = Erring::new(how, rules, evaluator, (position, lead));
                let tactics = root.tactics.unwrap_or(&TacticsOf::NONE);
                Some(Selection::new(tactics, root, Some(erring)))
            }
        },
    };
    let mut roots: Vec<_> = moves.into_iter().map(|mv| (mv, 0)).collect();
    for depth in 1..=most.plies().clamp(1, MOST_DEPTH) {
        if depth == 2 {
            search.next_look = 0;
        }
        search.horizon = false;
        if let Some(selection) = &mut search.selection {
            selection.begin(depth);
        }
        let expected = found.moves.first().map(|&(_, score)| score);
        match search.root(position, lead, depth, expected, slack, &mut roots) {
            Ok(good) => {
                found.depth = depth;
                found.line.clone_from(&search.lines[0]);
                found.moves = good;
            }
            Err((stopped, searched)) => {
                found.stopped = Some(stopped);
                // What was best before was searched first: of those searched, the best is better than it.
                if depth == 1 || search.selection.is_some() && searched > 0 {
                    found.line.clone_from(&search.lines[0]);
                    let (searched, others) = roots.split_at_mut(searched);
                    let mut good = best_first(searched, slack);
                    // Where more than the best is asked for, the others keep what the depth before found.
                    if let Some(&(_, best)) = good.first().filter(|_| slack > 0) {
                        let before = found.moves.iter();
                        let before = before.filter(|(mv, _)| others.iter().any(|one| one.0 == *mv));
                        let before = before.map(|&(mv, score)| (mv, score.min(best)));
                        good.extend(before.filter(|&(_, score)| score >= best - slack));
                        good.sort_by_key(|&(_, score)| Reverse(score));
                    }
                    found.moves = good;
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
    found
}

/// Puts moves in the order of their scores; those as good as the best, or worse by at most `slack`.
fn best_first<M: Copy>(roots: &mut [(M, Score)], slack: Score) -> Scored<M> {
    let order = stable_order(roots.iter().map(|root| Some(-root.1)).collect());
    let sorted: Vec<_> = order.into_iter().map(|i| roots[i]).collect();
    roots.copy_from_slice(&sorted);
    let best = roots.first().map_or(0, |root| root.1);
    let good = roots.iter().take_while(|root| root.1 >= best - slack);
    good.copied().collect()
}

/// How often limits are looked at, in positions.
const TICK: u64 = 1024;

struct Search<'a, G: Game> {
    rules: Rules<'a, G>,
    evaluator: &'a Evaluator<G>,
    limits: &'a Limits,
    /// The others, if it only helps.
    helps: Option<&'a Helpers>,
    /// After so many nodes limits are looked at again.
    next_look: u64,
    nodes: u64,
    /// Whether a position was judged that is not over.
    horizon: bool,
    table: Table<'a>,
    room: Vec<G::Move>,
    /// The moves still to be searched, of all positions on the line.
    ordered: Vec<Ordered<G::Move>>,
    killers: Vec<[Option<G::Move>; 2]>,
    /// For each kind of move and side, how much it has refuted.
    history: Vec<[i32; 2]>,
    /// The best play from each ply on.
    lines: Vec<Vec<G::Move>>,
    /// What a selective search needs.
    selection: Option<Selection<'a, G>>,
}

/// What the search knows of a position on the line beyond the position itself.
#[derive(Clone, Copy)]
struct Level {
    /// By how much the side to move is ahead.
    lead: i32,
    depth: u32,
    ply: u32,
    side: usize,
    /// Which positions of the line may come back: those from this one on.
    fresh: u32,
    /// Whether the side before has passed.
    passed: bool,
}

impl<G: Game> Search<'_, G> {
    /// Every move that is worth at least the best less `slack`, best first. `roots` are all moves with what was last known of
    /// them, and are put in that order. A limit that is met comes with the number of moves that were searched before.
    fn root(
        &mut self,
        position: &G::Position,
        lead: i32,
        depth: u32,
        expected: Option<Score>,
        slack: Score,
        roots: &mut [(G::Move, Score)],
    ) -> Result<Scored<G::Move>, (Stopped, usize)> {
        let at = Level {
            lead,
            depth,
            ply: 0,
            side: 0,
            fresh: 0,
            passed: false,
        };
        let mut best = -INFINITE;
        for (i, (mv, known)) in roots.iter_mut().enumerate() {
            let score = if i == 0 {
                self.first_of_all(position, *mv, at, expected)
            } else {
                // An opinion may take long: the time is looked at once a move even where no depth has been searched.
                let floor = best.saturating_sub(slack).max(-WIN) - 1;
                let in_time = self.limits.check(0);
                let less = match &mut self.selection {
                    Some(selection) if slack == 0 => {
                        selection.less_at_root(self.rules.game, position, *mv, depth, i as u32)
                    }
                    _ => 0,
                };
                in_time.and_then(|()| self.least_of(position, *mv, at, less, floor))
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

    /// The exact score of a move if it is above `floor`, else an upper bound, which may be that of a search `less` deep.
    fn least_of(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        at: Level,
        less: u32,
        floor: Score,
    ) -> Result<Score, Stopped> {
        if less > 0 {
            let nearer = Level {
                depth: at.depth - less,
                ..at
            };
            let least = self.after(position, mv, nearer, floor, floor + 1)?;
            if least <= floor {
                return Ok(least);
            }
        }
        let least = self.after(position, mv, at, floor, floor + 1)?;
        if least > floor {
            self.after(position, mv, at, floor, INFINITE)
        } else {
            Ok(least)
        }
    }

    /// The exact score of the first move, in a window around what is expected, and in wider ones where it is not there.
    fn first_of_all(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        at: Level,
        expected: Option<Score>,
    ) -> Result<Score, Stopped> {
        let expected = expected.filter(|score| score.abs() < WON);
        let Some(expected) = expected else {
            return self.after(position, mv, at, -INFINITE, INFINITE);
        };
        let mut below = 8 + expected.abs() / 8;
        let mut above = below;
        loop {
            let alpha = expected.saturating_sub(below).max(-INFINITE);
            let beta = expected.saturating_add(above).min(INFINITE);
            let score = self.after(position, mv, at, alpha, beta)?;
            if score <= alpha {
                below = if below > WON / 4 { 4 * WIN } else { 4 * below };
            } else if score >= beta {
                above = if above > WON / 4 { 4 * WIN } else { 4 * above };
            } else {
                return Ok(score);
            }
        }
    }

    /// What a move leads to, and what it does to scores.
    #[inline]
    fn advance(
        &self,
        position: &G::Position,
        mv: G::Move,
        at: Level,
    ) -> (G::Position, Level, MoveEffect) {
        let (child, effect) = self.rules.advance(position, mv);
        let below = Level {
            lead: effect.lead_after(at.lead),
            depth: at.depth - 1,
            ply: at.ply + 1,
            side: at.side ^ usize::from(!effect.keeps_turn),
            fresh: match &self.selection {
                Some(selection) => selection.fresh_after(self.rules.game, position, mv, at.fresh),
                None => 0,
            },
            passed: false,
        };
        (child, below, effect)
    }

    /// What a move from a position brings to the side that plays it.
    #[inline]
    fn after(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        at: Level,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let (child, below, effect) = self.advance(position, mv, at);
        if effect.keeps_turn {
            self.visit(&child, below, alpha, beta)
        } else {
            Ok(-self.visit(&child, below, -beta, -alpha)?)
        }
    }

    #[inline]
    fn visit(
        &mut self,
        position: &G::Position,
        at: Level,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.count()?;
        let wide = beta - alpha > 1;
        if wide {
            self.lines[at.ply as usize].clear();
        }
        if self.selection.is_some() {
            return self.visit_selectively(position, at, alpha, beta);
        }
        if at.depth > 1 {
            // What is known takes long to arrive: it is asked for before it is seen whether it is needed.
            let key = name_of(position, at.lead, at.side);
            self.table.prefetch(key);
            match self.ended(position, at) {
                Some(score) => Ok(score),
                None => self.node(position, key, at, alpha, beta),
            }
        } else if let Some(score) = self.ended(position, at) {
            Ok(score)
        } else if at.depth == 0 {
            self.horizon = true;
            Ok(self.judge(position, at.lead))
        } else {
            self.last(position, at, alpha, beta)
        }
    }

    #[inline]
    fn judge(&self, position: &G::Position, lead: i32) -> Score {
        let score = self.evaluator.score(self.rules.game, position, lead);
        score.clamp(1 - WON, WON - 1)
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

    /// The score of a position that is over, or that the tables know.
    #[inline]
    fn ended(&self, position: &G::Position, at: Level) -> Option<Score> {
        let (outcome, plies) = match self.rules.outcome(position, at.lead) {
            Some(outcome) => (outcome, 0),
            None => known(self.rules.probe(position)?.ahead_by(at.lead)),
        };
        Some(outcome.sign() * (WIN - at.ply as Score - plies))
    }

    #[cold]
    fn tick(&mut self) -> Result<(), Stopped> {
        if let Some(helpers) = self.helps {
            if helpers.done.load(Ordering::Relaxed) {
                return Err(Stopped::Asked);
            }
        } else {
            self.limits.report(self.nodes, 0);
        }
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        self.next_look = (self.nodes + TICK).min(most);
        self.limits.check_nodes(self.nodes)?;
        self.limits.check(0)
    }

    /// The score of a position that is not over, or a bound of it where it is not in the window.
    fn node(
        &mut self,
        position: &G::Position,
        key: u64,
        at: Level,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let Level {
            depth, ply, side, ..
        } = at;
        let wide = beta - alpha > 1;
        // 1. What is known.
        let known = self.table.get(key);
        let mut hint = u8::MAX;
        if let Some(known) = known {
            hint = known.index;
            // On the principal line the play is wanted, not only the score.
            if let Some(score) = known.within(at, alpha, beta).filter(|_| !wide) {
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
                self.after(position, mv, at, alpha, beta)?
            } else {
                self.after(position, mv, at, alpha, alpha + 1)?
            };
            if turn > first && score > alpha && score < beta {
                score = self.after(position, mv, at, alpha, beta)?;
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
        let index = if chosen == u8::MAX { hint } else { chosen };
        let entry = DepthEntry::new(best, (before, beta), at, index);
        self.table.put(key, entry);
        Ok(best)
    }

    /// The same one ply above the horizon, where looking up or putting in order costs more than it saves.
    fn last(
        &mut self,
        position: &G::Position,
        at: Level,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let wide = beta - alpha > 1;
        let mut room = std::mem::take(&mut self.room);
        room.clear();
        self.rules.game.moves(position, &mut room);
        let mut best = -INFINITE;
        for &mv in &room {
            self.count()?;
            let (child, below, effect) = self.advance(position, mv, at);
            let score = self.ended(&child, below).unwrap_or_else(|| {
                self.horizon = true;
                self.judge(&child, below.lead)
            });
            let score = if effect.keeps_turn { score } else { -score };
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if wide {
                        let line = &mut self.lines[at.ply as usize];
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

    /// The best play from a ply on: this move, and what follows it.
    fn take_line(&mut self, ply: u32, mv: G::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut upper[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }
}

/// The outcome that a table knows, and in how many plies. Margins have no distance: a larger one counts as a sooner end.
fn known(worth: Worth) -> (Outcome, Score) {
    /// No distance counts for more.
    const FAR: u32 = 100_000;
    let plies = match worth.margin {
        None => worth.distance.unwrap_or(0),
        Some(margin) => FAR.saturating_sub(margin.unsigned_abs()),
    };
    (worth.outcome, plies.min(FAR) as Score)
}

/// A number of 64 bits for a position. Two positions may share one, which is why exact searches do without; here it would
/// take some four thousand million positions for a pair of them to be likely.
#[inline]
fn name_of<P: Hash>(position: &P, lead: i32, side: usize) -> u64 {
    let mut hasher = FoldHasher::default();
    position.hash(&mut hasher);
    // Not before the position: the side would be a bit of its first word, and 8 for one side would be 9 for the other.
    hasher.write_u64(u64::from(lead as u32) << 1 | side as u64);
    spread(hasher.finish())
}

/// Lets every bit of a hash count in its lower bits.
#[inline]
fn spread(hash: u64) -> u64 {
    let product = u128::from(hash.rotate_left(23)) * 0x2545_F491_4F6C_DD1D;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move takes one or two from a heap; who cannot move has lost.
    struct Heap;

    impl Game for Heap {
        type Position = u32;
        type Move = u32;

        fn start(&self) -> u32 {
            0
        }

        fn outcome(&self, &left: &u32) -> Option<Outcome> {
            (left == 0).then_some(Outcome::Loss)
        }

        fn moves(&self, &left: &u32, out: &mut Vec<u32>) {
            out.extend(1..=left.min(2));
        }

        fn play(&self, left: &mut u32, taken: u32) {
            *left -= taken;
        }
    }

    #[test]
    fn positions_that_are_numbers_are_told_apart() {
        let nothing = Evaluator {
            heuristic: None,
            with_points: false,
        };
        for left in 1..40 {
            let limits = Limits::default();
            let (root, most) = (Root::new(&left, 0), Depth::Full(100));
            let found = deepen(Rules::from(&Heap), &nothing, &root, most, 0, &limits);
            let score = if left % 3 == 0 { -WON } else { WON };
            assert_eq!(found.moves[0].1, score, "{left}");
            assert!(score < 0 || found.moves[0].0 == left % 3, "{left}");
        }
    }
    /// First loses slowly by the first move. After the second there is a choice of many at some ply, and only the last of
    /// them does not lose.
    struct Trap {
        slow: u32,
        at: u32,
    }

    /// How many moves there are to choose from.
    const MANY: u32 = 40;

    impl Game for Trap {
        /// The ply, and what was chosen first and at the trap.
        type Position = (u32, u32, u32);
        type Move = u32;

        fn start(&self) -> Self::Position {
            (0, 0, 0)
        }

        fn outcome(&self, &(ply, first, chosen): &Self::Position) -> Option<Outcome> {
            let over = ply == if first == 0 { self.slow } else { self.at + 2 };
            let drawn = first == 1 && chosen == MANY - 1;
            over.then_some(if drawn { Outcome::Draw } else { Outcome::Loss })
        }

        fn moves(&self, &(ply, first, _): &Self::Position, out: &mut Vec<u32>) {
            out.extend(match ply {
                0 => 0..2,
                _ if first == 1 && ply == self.at => 0..MANY,
                _ => 0..1,
            });
        }

        fn play(&self, (ply, first, chosen): &mut Self::Position, mv: u32) {
            match *ply {
                0 => *first = mv,
                _ if *first == 1 && *ply == self.at => *chosen = mv,
                _ => {}
            }
            *ply += 1;
        }
    }

    #[test]
    fn no_loss_rests_on_moves_that_are_left_out() {
        let nothing = Evaluator {
            heuristic: None,
            with_points: false,
        };
        let tactics = TacticsOf::NONE;
        for at in (2..10).step_by(2) {
            for slow in [at + 2, at + 4] {
                let game = Trap { slow, at };
                let start = game.start();
                let mut root = Root::new(&start, 0);
                root.tactics = Some(&tactics);
                for depth in 1..20 {
                    let limits = Limits::default();
                    let most = Depth::Selective(depth);
                    let found = deepen(Rules::from(&game), &nothing, &root, most, 0, &limits);
                    assert_eq!(found.moves[0].1, 0, "{at} {slow} {depth}");
                }
            }
        }
    }
}

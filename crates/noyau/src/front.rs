//! One call for each question about a game of one's own. [`Game`] alone is enough: no notation, no picture.
//!
//! A game is passed as `&game`, or as [`Rules::by_points`]`(&game)` where points decide it.

use noyau_core::Game;
use noyau_core::game::Side;
use noyau_core::intern::Interner;
use noyau_core::limits::{Limits, Unfinished};
use noyau_core::payoff::Rules;
use noyau_core::value::Worth;
use noyau_graph::arena::unfold::unfold_at_most;
use noyau_graph::solved::{MoveValue, SolvedGraph};
use std::fmt;

/// The exact value of every position that is reachable from the start.
pub struct Solution<'a, G: Game> {
    rules: Rules<'a, G>,
    positions: Vec<G::Position>,
    numbers: Interner,
    pub(crate) solved: SolvedGraph,
}

/// Solves all positions. The error says that there are too many to number.
///
/// ```
/// # use noyau::{Game, Outcome};
/// # struct Heap(u32);
/// # impl Game for Heap {
/// #     type Position = u32;
/// #     type Move = u32;
/// #     fn start(&self) -> u32 { self.0 }
/// #     fn outcome(&self, &left: &u32) -> Option<Outcome> { (left == 0).then_some(Outcome::Loss) }
/// #     fn moves(&self, &left: &u32, out: &mut Vec<u32>) { out.extend(1..=left.min(2)) }
/// #     fn play(&self, left: &mut u32, taken: u32) { *left -= taken }
/// # }
/// let game = Heap(7);
/// let solution = noyau::solve(&game)?;
/// assert_eq!(solution.start().outcome, Outcome::Win);
/// assert_eq!(solution.best(&7), [1]);
/// assert_eq!(solution.worth(&6).and_then(|worth| worth.distance), Some(4));
/// # Ok::<_, noyau::limits::Unfinished>(())
/// ```
pub fn solve<'a, G: Game + 'a>(
    game: impl Into<Rules<'a, G>>,
) -> Result<Solution<'a, G>, Unfinished> {
    solve_within(game, &Limits::default())
}

/// Solves all positions within limits.
pub fn solve_within<'a, G: Game + 'a>(
    game: impl Into<Rules<'a, G>>,
    limits: &Limits,
) -> Result<Solution<'a, G>, Unfinished> {
    let rules = game.into();
    let start = rules.game.start();
    let all = unfold_at_most(rules.game, &start, rules.payoff, usize::MAX, limits)?;
    let numbers = Interner::of(&all.positions);
    Ok(Solution {
        rules,
        positions: all.positions,
        numbers,
        solved: SolvedGraph::new(all.graph, false, limits.threads()),
    })
}

impl<G: Game> Solution<'_, G> {
    /// All positions, the start first.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// What the start is worth to the side to move.
    pub fn start(&self) -> Worth {
        self.solved.value(0, Side::First).worth(0)
    }

    /// What a position is worth to the side to move; `None` if it cannot be reached from the start.
    pub fn worth(&self, position: &G::Position) -> Option<Worth> {
        let number = self.number(position)?;
        Some(self.solved.value(number, Side::First).worth(0))
    }

    /// The moves of a position and what each is worth to the side that makes it.
    pub fn moves(&self, position: &G::Position) -> Vec<(G::Move, Worth)> {
        let values = self.values(position);
        let worth = |(mv, value): (G::Move, MoveValue)| (mv, value.worth(0));
        values.into_iter().map(worth).collect()
    }

    /// The best moves of a position.
    pub fn best(&self, position: &G::Position) -> Vec<G::Move> {
        let values = self.values(position);
        let best = values.iter().map(|mv| mv.1).max();
        let best = values.into_iter().filter(|mv| Some(mv.1) == best);
        best.map(|mv| mv.0).collect()
    }

    fn number(&self, position: &G::Position) -> Option<u32> {
        let hash = self.numbers.hash(position);
        let is_it = |number: u32| self.positions[number as usize] == *position;
        self.numbers.find(hash, is_it)
    }

    fn values(&self, position: &G::Position) -> Vec<(G::Move, MoveValue)> {
        let Some(number) = self.number(position) else {
            return Vec::new();
        };
        let values = self
            .solved
            .moves_at(self.solved.vertex(number, Side::First));
        let moves = self.rules.game.legal_moves(position).into_iter();
        moves.zip(values.into_iter().map(|mv| mv.1)).collect()
    }
}

impl<G: Game> fmt::Debug for Solution<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("positions", &self.positions.len())
            .field("start", &self.start())
            .finish()
    }
}

/// The results of a [`duel`], for the first player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn, or broken off.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// A function from a position to a move.
type Player<'a, G> = &'a mut dyn FnMut(&<G as Game>::Position) -> Option<<G as Game>::Move>;

/// Longer games are drawn.
const MOST_PLIES: u32 = 10_000;

/// Plays games from the start; the players begin in turn, the first player in the first game. A player is a function from
/// a position to a move, such as [`alpha_beta`] and [`mcts`] give; one that gives no legal move loses.
///
/// ```
/// # use noyau::{Game, Outcome};
/// # struct Heap(u32);
/// # impl Game for Heap {
/// #     type Position = u32;
/// #     type Move = u32;
/// #     fn start(&self) -> u32 { self.0 }
/// #     fn outcome(&self, &left: &u32) -> Option<Outcome> { (left == 0).then_some(Outcome::Loss) }
/// #     fn moves(&self, &left: &u32, out: &mut Vec<u32>) { out.extend(1..=left.min(2)) }
/// #     fn play(&self, left: &mut u32, taken: u32) { *left -= taken }
/// # }
/// let game = Heap(7);
/// let perfect = noyau::solve(&game)?;
/// // The other player always takes 2 if it can.
/// let tally = noyau::duel(&game, |left| perfect.best(left).first().copied(), |&left| Some(left.min(2)), 10);
/// assert_eq!(tally.wins, 10);
/// # Ok::<_, noyau::limits::Unfinished>(())
/// ```
pub fn duel<'a, G: Game + 'a>(
    game: impl Into<Rules<'a, G>>,
    mut first: impl FnMut(&G::Position) -> Option<G::Move>,
    mut second: impl FnMut(&G::Position) -> Option<G::Move>,
    games: u32,
) -> Tally {
    let rules = game.into();
    let mut tally = Tally::default();
    for number in 0..games {
        let mut players: [Player<'_, G>; 2] = [&mut first, &mut second];
        let begins = number as usize % 2;
        match winner(rules, &mut players, begins) {
            None => tally.draws += 1,
            Some(0) => tally.wins += 1,
            Some(_) => tally.losses += 1,
        }
    }
    tally
}

/// The number of the player who wins a game; `None` is a draw.
fn winner<G: Game>(
    rules: Rules<'_, G>,
    players: &mut [Player<'_, G>; 2],
    begins: usize,
) -> Option<usize> {
    let mut position = rules.game.start();
    let mut turn = begins;
    let mut points = [0, 0];
    for _ in 0..MOST_PLIES {
        let lead = points[turn] - points[1 - turn];
        if let Some(outcome) = rules.outcome(&position, lead) {
            let winner = outcome.winner(Side::BOTH[turn])?;
            return Some(winner as usize);
        }
        let chosen = players[turn](&position);
        let legal = |mv: &G::Move| rules.game.legal_moves(&position).contains(mv);
        let Some(mv) = chosen.filter(legal) else {
            return Some(1 - turn);
        };
        let effect = rules.effect(&position, mv);
        points[turn] += effect.gain;
        rules.game.play(&mut position, mv);
        turn = if effect.keeps_turn { turn } else { 1 - turn };
    }
    None
}

#[cfg(feature = "search")]
pub use searches::{alpha_beta, best_move, mcts, search_exactly};

#[cfg(feature = "search")]
mod searches {
    use super::{Game, Limits, Rules};
    use noyau_core::heuristic::{Evaluator, Opinion, ScoreOf};
    use noyau_core::hints::{Finite, Keyed, Unhinted};
    use noyau_search::answer::{Solved, Wanted, answer};
    use noyau_search::iterative_deepening::{Depth, MOST_DEPTH, Root, deepen};
    use noyau_search::mcts::{Leaves, Memory, Settings, search};
    use noyau_search::scoring::Distance;

    /// The most positions that [`best_move`] visits without limits.
    const MOST_NODES: u64 = 1_000_000;

    /// The best move that iterative deepening finds within limits; without a time and a number of nodes it visits a
    /// million positions. `None` if the game is over. The move is best for certain if play ends before the limits do.
    pub fn best_move<'a, G: Game + 'a>(
        game: impl Into<Rules<'a, G>>,
        position: &G::Position,
        limits: &Limits,
    ) -> Option<G::Move> {
        let mut limits = limits.clone();
        if limits.deadline.is_none() && limits.nodes.is_none() {
            limits.nodes = Some(MOST_NODES);
        }
        deepened(game.into(), None, position, MOST_DEPTH, &limits)
    }

    /// A player that searches so many plies deep by alpha-beta, with a heuristic at the horizon: the score of a position
    /// for the side to move.
    ///
    /// ```
    /// # use noyau::{Game, Outcome};
    /// # struct Heap(u32);
    /// # impl Game for Heap {
    /// #     type Position = u32;
    /// #     type Move = u32;
    /// #     fn start(&self) -> u32 { self.0 }
    /// #     fn outcome(&self, &left: &u32) -> Option<Outcome> { (left == 0).then_some(Outcome::Loss) }
    /// #     fn moves(&self, &left: &u32, out: &mut Vec<u32>) { out.extend(1..=left.min(2)) }
    /// #     fn play(&self, left: &mut u32, taken: u32) { *left -= taken }
    /// # }
    /// let game = Heap(7);
    /// let mut player = noyau::alpha_beta(&game, 4, |_, _| 0);
    /// assert_eq!(player(&4), Some(1));
    /// ```
    pub fn alpha_beta<'a, G: Game + 'a>(
        game: impl Into<Rules<'a, G>>,
        depth: u32,
        heuristic: ScoreOf<G>,
    ) -> impl FnMut(&G::Position) -> Option<G::Move> {
        let rules = game.into();
        move |position| deepened(rules, Some(heuristic), position, depth, &Limits::default())
    }

    fn deepened<G: Game>(
        rules: Rules<'_, G>,
        heuristic: Option<ScoreOf<G>>,
        position: &G::Position,
        depth: u32,
        limits: &Limits,
    ) -> Option<G::Move> {
        rules.game.legal_moves(position).first()?;
        let with_points = rules.payoff.has_points();
        let evaluator = Evaluator {
            heuristic: heuristic.map(Opinion::Own),
            with_points,
        };
        let (root, most) = (Root::new(position, 0), Depth::Full(depth));
        let found = deepen(rules, &evaluator, &root, most, 0, limits);
        found.moves.first().map(|mv| mv.0)
    }

    /// A player by Monte-Carlo tree search with so many simulations a move.
    pub fn mcts<'a, G: Game + 'static>(
        game: impl Into<Rules<'a, G>>,
        simulations: u64,
        seed: u64,
    ) -> impl FnMut(&G::Position) -> Option<G::Move> {
        let rules = game.into();
        let mut settings = Settings {
            simulations,
            exploration: std::f64::consts::SQRT_2,
            trees: 1,
            nodes: 1 << 20,
            plies: 1000,
            seed,
        };
        move |position| {
            settings.seed = settings.seed.wrapping_add(1);
            let memory = &mut Memory::default();
            let limits = &Limits::default();
            let found = search(
                rules,
                &Leaves::Random,
                position,
                0,
                &settings,
                memory,
                limits,
            );
            found.best.map(|best| found.moves[best].0)
        }
    }

    /// The exact score of a position, its best moves and best play, by null-window search with a transposition table;
    /// `None` if plays are too long. For games that end and whose positions have keys. Scores are those of
    /// [`hints`](noyau_core::hints).
    pub fn search_exactly<G: Finite + Keyed>(
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> Option<Solved<G::Move>> {
        let game = &Unhinted(game);
        answer::<_, Distance>(game.into(), 0, position, Wanted::Moves, limits)
    }
}

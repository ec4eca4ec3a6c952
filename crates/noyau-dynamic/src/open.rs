//! A game in play, behind the dynamic interface.

use super::learning::LearnedOf;
use super::probing::Probes;
use super::spec::Spec;
use super::tabulated::Tabulated;
use super::{Cursor, Info, OpenGame, Problem};
use noyau_core::game::{Game, Outcome, Side};
use noyau_core::heuristic::{Score, WON};
use noyau_core::language::Message;
use noyau_core::limits::{Limits, Unfinished};
use noyau_core::notation::{Notation, parse_number};
use noyau_core::payoff::Rules;
use noyau_core::view::View;
use noyau_graph::arena::unfold::{Unfolding, unfold_at_most, unfold_from};
use noyau_graph::solved::SolvedGraph;

/// A position with the side to move and the points, which it does not hold itself.
#[derive(Debug, Clone)]
pub(super) struct State<P> {
    pub(super) position: P,
    pub(super) side: Side,
    /// The points of First and of Second so far.
    pub(super) points: [i32; 2],
    /// How many moves before it, without another between, could be taken back; all if the game says of none.
    pub(super) reversible: u32,
}

/// A position at which a table begins, with its text.
pub(super) struct Start<P> {
    pub(super) position: P,
    pub(super) text: String,
}

pub(super) struct Open<G: Notation> {
    pub(super) spec: &'static Spec<G>,
    pub(super) game: G,
    /// The positions since the last setup; never empty.
    pub(super) line: Vec<State<G::Position>>,
    /// The positions at which tables begin, if there are several.
    pub(super) starts: Vec<Start<G::Position>>,
    /// The tables that searches ask.
    pub(super) probes: Option<Probes<G>>,
    pub(super) learned: LearnedOf,
}

/// Positions by number, and their solved graph.
type SolvedPositions<G> = (Vec<<G as Game>::Position>, SolvedGraph);

impl<G: Notation> Open<G> {
    pub(super) fn now(&self) -> &State<G::Position> {
        &self.line[self.line.len() - 1]
    }

    /// The game with its payoff.
    pub(super) fn rules(&self) -> Rules<'_, G> {
        Rules {
            game: &self.game,
            payoff: &self.spec.payoff,
            tables: self.probes.as_ref().map(|probes| probes as _),
        }
    }

    /// The table layout, if these parameters have one.
    pub(super) fn tables(&self) -> Option<&Tabulated<G>> {
        let tables = self.spec.tables.as_ref()?;
        ((tables.tiers)(&self.game) > 0).then_some(tables)
    }

    pub(super) fn legal(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves
    }

    /// Whether it is an impartial game under normal play, with these parameters.
    pub(super) fn is_normal_play(&self) -> bool {
        let normal = self.spec.normal_play;
        normal.is_some_and(|normal| normal(&self.game))
    }

    /// The lead of the side to move.
    pub(super) fn lead(&self) -> i32 {
        let State { side, points, .. } = self.now();
        points[*side as usize] - points[side.other() as usize]
    }

    /// The texts of the legal moves of a position.
    pub(super) fn texts(&self, position: &G::Position) -> Vec<String> {
        let text = |mv| self.game.format_move(position, mv);
        self.legal(position).into_iter().map(text).collect()
    }

    /// The texts of consecutive moves from here.
    pub(super) fn line_texts(&self, line: &[G::Move]) -> Vec<String> {
        let mut now = self.now().position.clone();
        let texts = line.iter().map(|&mv| {
            let text = self.game.format_move(&now, mv);
            self.game.play(&mut now, mv);
            text
        });
        texts.collect()
    }

    /// All positions reachable from here, at most `most`.
    pub(super) fn unfold(&self, most: usize, limits: &Limits) -> Result<Unfolding<G>, Unfinished> {
        let (start, payoff) = (&self.now().position, &self.spec.payoff);
        unfold_at_most(&self.game, start, payoff, most, limits)
    }

    /// All positions reachable from here, and their values.
    pub(super) fn solve_graph(&self, limits: &Limits) -> Result<SolvedPositions<G>, Unfinished> {
        self.solve_graph_from(std::slice::from_ref(&self.now().position), limits)
    }

    /// All positions reachable from those, and their values.
    pub(super) fn solve_graph_from(
        &self,
        from: &[G::Position],
        limits: &Limits,
    ) -> Result<SolvedPositions<G>, Unfinished> {
        let all = unfold_from(&self.game, from, &self.spec.payoff, usize::MAX, limits)?;
        let held = all.positions.len() * size_of::<G::Position>() + all.graph.bytes();
        let more = SolvedGraph::bytes_to_solve(&all.graph);
        let checked = limits.check_growth(held as u64, more as u64);
        checked.map_err(|stopped| stopped.after(all.positions.len() as u64))?;
        let solved = SolvedGraph::new(all.graph, self.is_normal_play(), limits.threads());
        Ok((all.positions, solved))
    }
}

impl<G: Notation> Cursor for Open<G> {
    fn rules_version(&self) -> u32 {
        self.spec.info.version
    }

    fn name(&self) -> String {
        let parameters = self.game.parameters();
        if parameters.is_empty() {
            self.spec.info.name.to_owned()
        } else {
            format!("{}:{parameters}", self.spec.info.name)
        }
    }

    fn position(&self) -> String {
        let text = self.board();
        match self.points() {
            None => text,
            Some([first, second]) => format!("{text} {first}-{second}"),
        }
    }

    fn board(&self) -> String {
        let State { position, side, .. } = self.now();
        self.game.format_position(position, *side)
    }

    fn side(&self) -> Side {
        self.now().side
    }

    fn points(&self) -> Option<[i32; 2]> {
        let along = self.spec.payoff.along_moves();
        along.then_some(self.now().points)
    }

    fn has_points(&self) -> bool {
        self.spec.payoff.has_points()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome(&self.now().position, self.lead())
    }

    fn margin(&self) -> Option<i32> {
        let position = &self.now().position;
        let (own, other) = self.spec.payoff.settle(&self.game, position)?;
        Some(self.lead() + own - other)
    }

    fn defect(&self) -> Option<Message> {
        self.game.defect()
    }

    fn moves(&self) -> Vec<String> {
        self.texts(&self.now().position)
    }

    fn set(&mut self, text: &str) -> Result<(), Problem> {
        let refused = |why| Problem::Position {
            got: text.to_owned(),
            why,
        };
        let (board, points) = match self.points() {
            None => (text.trim(), [0, 0]),
            Some(_) => split_points(text.trim()).map_err(refused)?,
        };
        let (position, side) = self.game.parse_position(board).map_err(refused)?;
        let won = self.spec.payoff.won(&self.game, &position);
        check_points(points, won).map_err(refused)?;
        self.line = vec![State {
            position,
            side,
            points,
            reversible: 0,
        }];
        Ok(())
    }

    fn set_board(&mut self, text: &str) -> Result<(), Problem> {
        let parsed = self.game.parse_position(text.trim());
        let (position, side) = parsed.map_err(|why| Problem::Position {
            got: text.to_owned(),
            why,
        })?;
        self.line = vec![State {
            position,
            side,
            points: [0, 0],
            reversible: 0,
        }];
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Problem> {
        let State {
            position,
            side,
            points,
            reversible,
        } = self.now();
        let Some(mv) = self.game.parse_move(position, text) else {
            let over = self.game.outcome(position).is_some();
            let why = if over {
                noyau_core::message!("the game is over", "la partie est finie")
            } else {
                self.game.why_illegal(position, text).unwrap_or_else(|| {
                    let moves = self.moves();
                    let listed = self.join_moves(&moves[..moves.len().min(LISTED)]);
                    list_moves(&listed, moves.len())
                })
            };
            return Err(Problem::IllegalMove {
                mv: text.to_owned(),
                position: self.position(),
                why,
            });
        };
        let mut points = *points;
        points[*side as usize] += self.spec.payoff.gain(&self.game, position, mv);
        let tactics = self.spec.tactics.as_ref();
        let gone = tactics.is_some_and(|of| (of.is_irreversible)(&self.game, position, mv));
        let reversible = if gone { 0 } else { reversible + 1 };
        let side = side.after(self.game.keeps_turn(position, mv));
        let position = self.game.child(position, mv);
        self.line.push(State {
            position,
            side,
            points,
            reversible,
        });
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.line.len() == 1 {
            return false;
        }
        self.line.pop();
        true
    }
}

impl<G: Notation> OpenGame for Open<G> {
    fn info(&self) -> &'static Info {
        &self.spec.info
    }

    fn units(&self) -> i32 {
        self.spec.payoff.units(&self.game)
    }

    fn scores(&self) -> Vec<(&'static str, Score)> {
        let end = self.outcome().map(|outcome| outcome.sign() * WON);
        self.spec
            .heuristics
            .iter()
            .map(|heuristic| {
                let score = end.unwrap_or_else(|| heuristic.of(&self.game, &self.now().position));
                (heuristic.name, score)
            })
            .collect()
    }

    fn view(&self) -> View {
        let State { position, side, .. } = self.now();
        self.game.view(position, *side)
    }

    fn play_line(&mut self, moves: &str) -> Result<(), Problem> {
        for text in self.game.split_moves(moves) {
            let position = &self.now().position;
            let legal = self.game.parse_move(position, &text).is_some();
            let pass = self.game.left_out(position).filter(|_| !legal);
            let fits = |&pass: &G::Move| {
                let after = self.game.child(position, pass);
                self.game.parse_move(&after, &text).is_some()
            };
            if let Some(pass) = pass.filter(fits) {
                let pass = self.game.format_move(position, pass);
                self.play(&pass)?;
            }
            self.play(&text)?;
        }
        Ok(())
    }

    fn split_moves(&self, text: &str) -> Vec<String> {
        self.game.split_moves(text)
    }

    fn join_moves(&self, moves: &[String]) -> String {
        self.game.join_moves(moves)
    }
}

/// Splits the points of First and Second off the text of a position.
fn split_points(text: &str) -> Result<(&str, [i32; 2]), Message> {
    let split = text
        .rsplit_once(char::is_whitespace)
        .and_then(|(board, score)| {
            let (first, second) = score.split_once('-')?;
            Some((board, [parse_number(first)?, parse_number(second)?]))
        });
    split.ok_or_else(|| {
        noyau_core::message!(
            "a position of this game ends with the points of First and Second so far, as in `{text} 0-0`",
            "une position de ce jeu se termine par les points de Premier et de Second, comme `{text} 0-0`"
        )
    })
}

/// Checks that points add up to the total won, if the position determines it.
fn check_points(points: [i32; 2], won: Option<i32>) -> Result<(), Message> {
    let written = points.map(i64::from).iter().sum::<i64>();
    match won {
        Some(won) if written != i64::from(won) => Err(noyau_core::message!(
            "the points add up to {written}, but {won} have been won on this board",
            "les points font {written} en tout, mais {won} ont été gagnés sur ce plateau"
        )),
        _ => Ok(()),
    }
}

/// The maximum number of moves in an error message.
const LISTED: usize = 40;

/// The list of legal moves for an error message.
fn list_moves(legal: &str, count: usize) -> Message {
    let more = if count > LISTED { " …" } else { "" };
    noyau_core::message!(
        "the legal moves are {legal}{more}",
        "les coups légaux sont {legal}{more}"
    )
}

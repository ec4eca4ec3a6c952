//! A game being played, behind its face.

use super::spec::{PointsOf, Spec};
use super::{Answer, Count, Info, OpenGame, Problem, Worth};
use crate::arena::analysis::longest_path;
use crate::arena::unfold::{unfold, unfold_with};
use crate::arena::{Arena, Digraph, Names, Places};
use crate::certificate::{GameSheet, NotWritten};
use crate::game::{self, Outcome, Side};
use crate::heuristic::{Score, WON};
use crate::limits::{Limits, Stopped};
use crate::notation::{Notation, parse_number};
use crate::playout::{Playouts, playout};
use crate::random::SplitMix;
use crate::solve::{margins, nimbers, retrograde};
use crate::view::View;
use std::io::Write;

/// A position with what it does not hold itself.
#[derive(Debug, Clone)]
pub(super) struct State<P> {
    pub(super) position: P,
    pub(super) side: Side,
    /// The points of First and of Second so far.
    pub(super) points: [i32; 2],
}

pub(super) struct Open<G: Notation> {
    pub(super) spec: &'static Spec<G>,
    pub(super) game: G,
    /// The positions since the game was set up; never empty.
    pub(super) line: Vec<State<G::Position>>,
}

impl<G: Notation> Open<G> {
    fn now(&self) -> &State<G::Position> {
        &self.line[self.line.len() - 1]
    }

    fn legal(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves
    }

    /// By how much the side to move is ahead.
    fn lead(&self) -> i32 {
        let State { side, points, .. } = self.now();
        points[*side as usize] - points[side.other() as usize]
    }

    /// The end, if it has come, for the side to move, which is ahead by `lead` before points are settled.
    fn end(&self, position: &G::Position, lead: i32) -> Option<Outcome> {
        let outcome = self.game.outcome(position)?;
        Some(match &self.spec.points {
            None => outcome,
            Some(points) => {
                let (own, other) = (points.settle)(&self.game, position);
                Outcome::of_margin(lead + own - other)
            }
        })
    }

    /// The answer from the worth of the moves at every vertex; `moves_at` gives each with the vertex it leads to, and
    /// larger keys are better.
    fn answer<K: Ord + Copy>(
        &self,
        quick: bool,
        start: u32,
        vertices: usize,
        position: impl Fn(u32) -> G::Position,
        moves_at: impl Fn(u32) -> Vec<(u32, K)>,
        worth: impl Fn(K) -> Worth,
    ) -> Answer {
        let text = |v: u32, i: usize| {
            let position = position(v);
            self.game.format_move(&position, self.legal(&position)[i])
        };
        let best_of = |moves: &[(u32, K)]| -> Vec<usize> {
            let best = moves.iter().map(|mv| mv.1).max();
            (0..moves.len())
                .filter(|&i| Some(moves[i].1) == best)
                .collect()
        };
        let mut line = Vec::new();
        let mut seen = vec![false; vertices];
        let mut v = start;
        while !seen[v as usize] {
            seen[v as usize] = true;
            let moves = moves_at(v);
            let Some(&i) = best_of(&moves).first() else {
                break;
            };
            line.push(text(v, i));
            v = moves[i].0;
        }
        let moves = moves_at(start);
        Answer {
            worth: None,
            nimber: None,
            best: best_of(&moves)
                .into_iter()
                .map(|i| text(start, i))
                .collect(),
            line,
            moves: if quick { &[][..] } else { &moves[..] }
                .iter()
                .enumerate()
                .map(|(i, mv)| (text(start, i), worth(mv.1)))
                .collect(),
            method: METHOD,
            positions: 0,
            stopped: None,
        }
    }

    fn solve_outcome(&self, quick: bool, limits: &Limits) -> Result<Answer, (Stopped, usize)> {
        let State { position, side, .. } = self.now();
        let all = unfold(&self.game, position, limits)?;
        let arena = all.arena(&self.game);
        let solution = retrograde::solve(&arena, limits.threads());
        let normal = self
            .spec
            .normal_play
            .is_some_and(|normal| normal(&self.game));
        let nimber = normal
            .then(|| nimbers::nimbers(arena.graph()).ok())
            .flatten()
            .map(|nimbers| nimbers[0]);
        let start = all.vertex(0, *side);
        let answer = self.answer(
            quick,
            start,
            arena.len(),
            |v| all.position(v).clone(),
            |v| {
                let successors = arena.graph().successors(v).iter();
                successors
                    .map(|&w| (w, solution.value_of_move(&arena, v, w)))
                    .collect()
            },
            Worth::from,
        );
        Ok(Answer {
            worth: Some(solution.value(start).into()),
            nimber,
            positions: all.positions.len() as u64,
            ..answer
        })
    }

    fn solve_margin(
        &self,
        points: &PointsOf<G>,
        quick: bool,
        limits: &Limits,
    ) -> Result<Answer, (Stopped, usize)> {
        let mut gains = Vec::new();
        let all = unfold_with(&self.game, &self.now().position, limits, |position, mv| {
            gains.push((points.gain)(&self.game, position, mv));
        })?;
        let settled: Vec<i32> = all
            .positions
            .iter()
            .map(|position| {
                let over = self.game.outcome(position).is_some();
                let (own, other) = if over {
                    (points.settle)(&self.game, position)
                } else {
                    (0, 0)
                };
                own - other
            })
            .collect();
        let margins = margins::margins(&margins::Pointed {
            successors: &all.successors,
            gains: &gains,
            kept: &all.kept,
            settled: &settled,
        });
        let lead = self.lead();
        let answer = self.answer(
            quick,
            0,
            all.positions.len(),
            |v| all.positions[v as usize].clone(),
            |v| {
                let from = all.successors.offsets()[v as usize] as usize;
                (from..)
                    .zip(all.successors.row(v))
                    .map(|(e, &w)| {
                        let keeps = all.kept.get(e).copied().unwrap_or(false);
                        let after = margins[w as usize];
                        (w, margins::Pointed::margin_of_move(gains[e], keeps, after))
                    })
                    .collect()
            },
            |margin| Worth::of_margin(lead + margin),
        );
        Ok(Answer {
            worth: Some(Worth::of_margin(lead + margins[0])),
            positions: all.positions.len() as u64,
            ..answer
        })
    }
}

/// The method that walks through all positions and solves their graph.
const METHOD: &str = "graph";

impl<G: Notation> OpenGame for Open<G> {
    fn info(&self) -> &'static Info {
        &self.spec.info
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
        let State { position, side, .. } = self.now();
        let text = self.game.format_position(position, *side);
        match self.points() {
            None => text,
            Some([first, second]) => format!("{text} {first}-{second}"),
        }
    }

    fn side(&self) -> Side {
        self.now().side
    }

    fn points(&self) -> Option<[i32; 2]> {
        let along = self.spec.points.as_ref()?.along_moves;
        along.then_some(self.now().points)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end(&self.now().position, self.lead())
    }

    fn scores(&self) -> Vec<(&'static str, Score)> {
        let end = self.outcome().map(|outcome| match outcome {
            Outcome::Loss => -WON,
            Outcome::Draw => 0,
            Outcome::Win => WON,
        });
        self.spec
            .heuristics
            .iter()
            .map(|heuristic| {
                let score = end.unwrap_or_else(|| heuristic.of(&self.game, &self.now().position));
                (heuristic.name, score)
            })
            .collect()
    }

    fn moves(&self) -> Vec<String> {
        let position = &self.now().position;
        self.legal(position)
            .into_iter()
            .map(|mv| self.game.format_move(position, mv))
            .collect()
    }

    fn view(&self) -> View {
        let State { position, side, .. } = self.now();
        self.game.view(position, *side)
    }

    fn play(&mut self, text: &str) -> Result<(), Problem> {
        let State {
            position,
            side,
            points,
        } = self.now();
        let Some(mv) = self.game.parse_move(position, text) else {
            let over = self.game.outcome(position).is_some();
            let why = if over {
                crate::message!("the game is over", "la partie est finie")
            } else {
                self.game.why_illegal(position, text).unwrap_or_else(|| {
                    /// More moves than this are not listed.
                    const LISTED: usize = 40;
                    let moves = self.moves();
                    let legal = self.join_moves(&moves[..moves.len().min(LISTED)]);
                    let more = if moves.len() > LISTED { " …" } else { "" };
                    crate::message!(
                        "the legal moves are {legal}{more}",
                        "les coups légaux sont {legal}{more}"
                    )
                })
            };
            return Err(Problem::IllegalMove {
                mv: text.to_owned(),
                position: self.position(),
                why,
            });
        };
        let mut points = *points;
        if let Some(of) = &self.spec.points {
            points[*side as usize] += (of.gain)(&self.game, position, mv);
        }
        let side = if self.game.keeps_turn(position, mv) {
            *side
        } else {
            side.other()
        };
        let position = self.game.child(position, mv);
        self.line.push(State {
            position,
            side,
            points,
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

    fn set(&mut self, text: &str) -> Result<(), Problem> {
        let refused = |why| Problem::Position {
            got: text.to_owned(),
            why,
        };
        let mut rest = text.trim();
        let mut points = [0, 0];
        if self.points().is_some() {
            let score = rest
                .rsplit_once(char::is_whitespace)
                .and_then(|(rest, score)| {
                    let (first, second) = score.split_once('-')?;
                    Some((rest, [parse_number(first)?, parse_number(second)?]))
                });
            match score {
                Some((before, read)) => (rest, points) = (before, read),
                None => {
                    return Err(refused(crate::message!(
                        "a position of this game ends with the points of First and Second so far, as in `{text} 0-0`",
                        "une position de ce jeu se termine par les points de First et de Second, comme `{text} 0-0`"
                    )));
                }
            }
        }
        let (position, side) = self.game.parse_position(rest).map_err(refused)?;
        let won = self
            .spec
            .points
            .as_ref()
            .and_then(|of| (of.won)(&self.game, &position));
        let written = points.map(i64::from).iter().sum::<i64>();
        if let Some(won) = won
            && written != i64::from(won)
        {
            return Err(refused(crate::message!(
                "the points add up to {written}, but {won} have been won on this board",
                "les points font {written} en tout, mais {won} ont été gagnés sur ce plateau"
            )));
        }
        self.line = vec![State {
            position,
            side,
            points,
        }];
        Ok(())
    }

    fn split_moves(&self, text: &str) -> Vec<String> {
        self.game.split_moves(text)
    }

    fn join_moves(&self, moves: &[String]) -> String {
        self.game.join_moves(moves)
    }

    fn perft(&self, depth: u32) -> u64 {
        game::perft(&self.game, &self.now().position, depth)
    }

    fn playouts(&self, games: u64, seed: u64, limits: &Limits) -> Playouts {
        /// Longer games are broken off.
        const MOST_PLIES: u32 = 100_000;
        let mut random = SplitMix(seed);
        let mut moves = Vec::new();
        let mut played = Playouts::default();
        let points = self
            .spec
            .points
            .as_ref()
            .filter(|points| points.along_moves);
        while played.games < games {
            if played.games.is_multiple_of(64) && limits.check(0).is_err() {
                break;
            }
            let start = self.now();
            let mut position = start.position.clone();
            let mut side = start.side;
            let mut lead = self.lead();
            let plies = playout(
                &self.game,
                &mut position,
                MOST_PLIES,
                &mut random,
                &mut moves,
                |position, mv| {
                    if let Some(points) = points {
                        lead += (points.gain)(&self.game, position, mv);
                    }
                    if !self.game.keeps_turn(position, mv) {
                        side = side.other();
                        lead = -lead;
                    }
                },
            );
            match (plies, self.end(&position, lead)) {
                (Some(plies), Some(outcome)) => played.add(plies, outcome.winner(side)),
                _ => played.add_unfinished(MOST_PLIES),
            }
        }
        played
    }

    fn count(&self, limits: &Limits) -> Result<Count, (Stopped, usize)> {
        let all = unfold(&self.game, &self.now().position, limits)?;
        let rows = &all.successors;
        let degrees = (0..rows.len() as u32).map(|v| u64::from(rows.degree(v)));
        let terminal = degrees.clone().filter(|&degree| degree == 0).count() as u64;
        let positions = all.positions.len() as u64;
        let moves = rows.edges() as u64;
        Ok(Count {
            positions,
            terminal,
            moves,
            by_ply: all.plies.windows(2).map(|w| (w[1] - w[0]) as u64).collect(),
            branching_mean: if positions == terminal {
                0.0
            } else {
                moves as f64 / (positions - terminal) as f64
            },
            branching_max: degrees.max().unwrap_or(0),
            longest: longest_path(&Digraph::new(all.successors))
                .ok()
                .map(|path| path.len().saturating_sub(1) as u32),
        })
    }

    fn solve(&self, quick: bool, limits: &Limits) -> Answer {
        let answer = match &self.spec.points {
            None => self.solve_outcome(quick, limits),
            Some(points) => self.solve_margin(points, quick, limits),
        };
        answer.unwrap_or_else(|(stopped, positions)| Answer {
            worth: None,
            nimber: None,
            best: Vec::new(),
            line: Vec::new(),
            moves: Vec::new(),
            method: METHOD,
            positions: positions as u64,
            stopped: Some(stopped),
        })
    }

    fn arena(&self, limits: &Limits) -> Result<Arena, (Stopped, usize)> {
        let State { position, side, .. } = self.now();
        let all = unfold(&self.game, position, limits)?;
        let arena = all.arena(&self.game);
        let names = (0..arena.len() as u32).map(|v| {
            let position = all.position(v);
            match arena.owner(v) {
                Some(owner) => self.game.format_position(position, owner),
                None => self.game.format_board(position, Side::First),
            }
        });
        let names = Names::words(names);
        Ok(arena.named(names, all.vertex(0, *side)))
    }

    fn write_certificate(&self, limits: &Limits, out: &mut dyn Write) -> Result<(), NotWritten> {
        if self.spec.points.is_some() {
            return Err(NotWritten::Points);
        }
        let State { position, side, .. } = self.now();
        let all = unfold(&self.game, position, limits)?;
        let arena = all.arena(&self.game);
        let solution = retrograde::solve(&arena, limits.threads());
        let (name, rules) = (self.name(), self.spec.info.version);
        let mut sheet = GameSheet::begin(&name, rules, &self.position(), out)?;
        let mut places = Places::starting(&arena, all.vertex(0, *side), *side);
        let mut at = 0;
        while let Some((v, side)) = places.get(at) {
            at += 1;
            let text = self.game.format_position(all.position(v), side);
            sheet.value(&text, solution.value(v))?;
            for &w in arena.graph().successors(v) {
                places.after(side, w);
            }
        }
        Ok(sheet.end()?)
    }
}

//! A game being played, behind its face.

use super::deciding::NO_SUM;
use super::graph::SolvedGraph;
use super::searching::NO_SEARCH;
use super::sieve::{NO_SIEVE, SIEVE_FROM};
use super::spec::Spec;
use super::tables::{NO_LAYOUT, NOT_REACHED};
use super::tabulated::Tabulated;
use super::{
    Answer, Count, Cursor, DeepAnswer, Estimate, Info, Known, Leaf, MctsAnswer, Method, OpenGame,
    Opinion, Problem, Row, TablePlan, TreeAnswer, Unsolved, Unvisited, Wanted, Worth,
};
use crate::certificate::NotWritten;
use noyau_core::configuration::Magnitude;
use noyau_core::estimate;
use noyau_core::game::{self, Outcome, Side};
use noyau_core::heuristic::{Score, WON};
use noyau_core::language::Message;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::{Notation, parse_number};
use noyau_core::playout::{Playouts, playout};
use noyau_core::random::SplitMix;
use noyau_core::view::View;
use noyau_format::header::Title;
use noyau_format::table::Table;
use noyau_graph::arena::analysis::longest_path;
use noyau_graph::arena::unfold::{Unfolding, unfold_at_most};
use noyau_graph::arena::{Arena, Digraph, Names};
use noyau_learn::{Design, Learned};
use noyau_search::mcts;
use noyau_search::textbook::{Algorithm, NotUnfolded};
use noyau_search::tree::Tree;
use noyau_tables::checkpoint::{Folder, Shelf};
use noyau_tables::tiers::by_number::ByNumber;
use noyau_tables::tiers::{NotSolved, Plan, Summary};
use noyau_verify::table::{Audited, Refused};
use std::io::{self, Write};

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
    pub(super) fn now(&self) -> &State<G::Position> {
        &self.line[self.line.len() - 1]
    }

    /// The layout for tables, where these parameters leave room for one.
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

    /// By how much the side to move is ahead.
    pub(super) fn lead(&self) -> i32 {
        let State { side, points, .. } = self.now();
        points[*side as usize] - points[side.other() as usize]
    }

    /// What a move wins at once, in games where points are won along moves.
    #[inline]
    pub(super) fn gain(&self, position: &G::Position, mv: G::Move) -> i32 {
        match &self.spec.points {
            Some(points) if points.along_moves => (points.gain)(&self.game, position, mv),
            _ => 0,
        }
    }

    /// The end, if it has come, for the side to move, which is ahead by `lead` before points are settled.
    #[inline]
    pub(super) fn end(&self, position: &G::Position, lead: i32) -> Option<Outcome> {
        let outcome = self.game.outcome(position)?;
        Some(match &self.spec.points {
            None => outcome,
            Some(points) => {
                let (own, other) = (points.settle)(&self.game, position);
                Outcome::of_margin(lead + own - other)
            }
        })
    }

    /// The texts of the legal moves of a position.
    pub(super) fn texts(&self, position: &G::Position) -> Vec<String> {
        let text = |mv| self.game.format_move(position, mv);
        self.legal(position).into_iter().map(text).collect()
    }

    /// All positions reachable from here, of which there may be at most so many.
    pub(super) fn unfold(
        &self,
        most: usize,
        limits: &Limits,
    ) -> Result<Unfolding<G>, (Stopped, usize)> {
        let points = self.spec.points.as_ref();
        let points = points.map(|points| (points.gain, points.settle));
        unfold_at_most(&self.game, &self.now().position, points, most, limits)
    }

    /// All positions reachable from here, and their values.
    pub(super) fn solve_graph(
        &self,
        limits: &Limits,
    ) -> Result<(Vec<G::Position>, SolvedGraph), (Stopped, usize)> {
        let all = self.unfold(usize::MAX, limits)?;
        let solved = SolvedGraph::new(all.graph, self.is_normal_play(), limits.threads());
        Ok((all.positions, solved))
    }

    /// The answer by the method for the game and its size.
    fn solve_wanted(&self, wanted: Wanted, limits: &Limits) -> Answer {
        let quick = wanted != Wanted::Moves;
        if let Some(sum) = self.sum_from(true) {
            return self
                .solve_by_sum(sum, wanted, limits)
                .unwrap_or_else(Answer::unknown);
        }
        let search = self.spec.search.as_ref();
        let large = search.filter(|search| (search.key_bits)(&self.game) > SMALL_KEY_BITS);
        if let Some(answer) = large.and_then(|search| self.solve_by_search(search, wanted, limits))
        {
            return answer;
        }
        if self.is_decided_better()
            && let Some(answer) = self.decide_by_search(wanted, limits)
        {
            return answer;
        }
        let answer = match (self.sieve_from(SIEVE_FROM), self.large_table(limits)) {
            (Some(sifted), _) => self.solve_by_sieve(sifted, quick, limits),
            (None, Some(layout)) => self
                .solve_by_table(layout, quick, limits)
                .unwrap_or_else(|| self.solve_by_graph(quick, limits)),
            (None, None) => self.solve_by_graph(quick, limits),
        };
        answer.unwrap_or_else(Answer::unknown)
    }

    fn solve_by_graph(&self, quick: bool, limits: &Limits) -> Result<Answer, (Stopped, usize)> {
        let (positions, solved) = self.solve_graph(limits)?;
        let moves = |v: u32| self.texts(&positions[v as usize]);
        let start = (0, self.now().side);
        Ok(solved.answer(start, self.lead(), quick, &moves))
    }
}

/// A game whose keys are no longer than this has so few positions that they are all walked through.
const SMALL_KEY_BITS: u32 = 20;

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
        let along = self.spec.points.as_ref()?.along_moves;
        along.then_some(self.now().points)
    }

    fn has_points(&self) -> bool {
        self.spec.points.is_some()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end(&self.now().position, self.lead())
    }

    fn margin(&self) -> Option<i32> {
        let points = self.spec.points.as_ref()?;
        let position = &self.now().position;
        self.game.outcome(position)?;
        let (own, other) = (points.settle)(&self.game, position);
        Some(self.lead() + own - other)
    }

    fn defect(&self) -> Option<Message> {
        self.game.defect()
    }

    fn moves(&self) -> Vec<String> {
        let position = &self.now().position;
        self.legal(position)
            .into_iter()
            .map(|mv| self.game.format_move(position, mv))
            .collect()
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
                    return Err(refused(noyau_core::message!(
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
            return Err(refused(noyau_core::message!(
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
        }];
        Ok(())
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
                noyau_core::message!("the game is over", "la partie est finie")
            } else {
                self.game.why_illegal(position, text).unwrap_or_else(|| {
                    /// More moves than this are not listed.
                    const LISTED: usize = 40;
                    let moves = self.moves();
                    let legal = self.join_moves(&moves[..moves.len().min(LISTED)]);
                    let more = if moves.len() > LISTED { " …" } else { "" };
                    noyau_core::message!(
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
}

impl<G: Notation> OpenGame for Open<G> {
    fn info(&self) -> &'static Info {
        &self.spec.info
    }

    fn units(&self) -> i32 {
        let points = self.spec.points.as_ref();
        points.map_or(1, |points| (points.units)(&self.game))
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

    fn perft(&self, depth: u32) -> u64 {
        game::perft(&self.game, &self.now().position, depth)
    }

    fn playouts(&self, games: u64, most_plies: u32, seed: u64, limits: &Limits) -> Playouts {
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
                most_plies,
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
                _ => played.add_unfinished(most_plies),
            }
        }
        played
    }

    fn count(&self, limits: &Limits) -> Result<Count, (Stopped, usize)> {
        let graph = self.unfold(usize::MAX, limits)?.graph;
        let rows = &graph.successors;
        let degrees = (0..rows.len() as u32).map(|v| u64::from(rows.degree(v)));
        let terminal = degrees.clone().filter(|&degree| degree == 0).count() as u64;
        let positions = graph.len() as u64;
        let moves = rows.edges() as u64;
        Ok(Count {
            positions,
            terminal,
            moves,
            by_ply: graph
                .plies
                .windows(2)
                .map(|w| (w[1] - w[0]) as u64)
                .collect(),
            branching_mean: if positions == terminal {
                0.0
            } else {
                moves as f64 / (positions - terminal) as f64
            },
            branching_max: degrees.max().unwrap_or(0),
            longest: longest_path(&Digraph::new(graph.successors))
                .ok()
                .map(|path| path.len().saturating_sub(1) as u32),
        })
    }

    fn configurations(&self) -> Option<Magnitude> {
        self.spec.configurations.map(|number| number(&self.game))
    }

    fn estimate(&self, samples: u64, seed: u64, limits: &Limits) -> Estimate {
        let from = &self.now().position;
        let at_start = *from == self.game.start();
        Estimate {
            plays: estimate::plays(&self.game, from, samples, seed, &limits.shared(3)),
            positions: self
                .spec
                .walks
                .filter(|_| at_start)
                .and_then(|walks| walks(&self.game, samples, seed, &limits.shared(2))),
            legal: self
                .spec
                .legal
                .and_then(|legal| legal(&self.game, samples, seed, limits)),
        }
    }

    fn solve(&self, quick: bool, limits: &Limits) -> Answer {
        self.solve_wanted(if quick { Wanted::Best } else { Wanted::Moves }, limits)
    }

    fn solve_by(&self, method: Method, wanted: Wanted, limits: &Limits) -> Result<Answer, Problem> {
        let quick = wanted != Wanted::Moves;
        let refused = |why| Problem::Method {
            game: self.name(),
            method: method.name().to_owned(),
            why,
        };
        let answer = match method {
            Method::Auto => return Ok(self.solve_wanted(wanted, limits)),
            Method::Graph => self.solve_by_graph(quick, limits),
            Method::Table => {
                let layout = self.tables().ok_or_else(|| refused(NO_LAYOUT))?;
                self.solve_by_table(layout, quick, limits)
                    .ok_or_else(|| refused(NOT_REACHED))?
            }
            Method::Sieve => {
                let sifted = self.sieve_from(0).ok_or_else(|| refused(NO_SIEVE))?;
                self.solve_by_sieve(sifted, quick, limits)
            }
            Method::Search => {
                let search = self.spec.search.as_ref();
                let answer = search.and_then(|search| self.solve_by_search(search, wanted, limits));
                let answer = answer.or_else(|| self.decide_by_search(wanted, limits));
                return answer.ok_or_else(|| refused(NO_SEARCH));
            }
            Method::Proof => return Ok(self.decide_by_proof(wanted, limits)),
            Method::Sum => {
                let sum = self.sum_from(false).ok_or_else(|| refused(NO_SUM))?;
                self.solve_by_sum(sum, wanted, limits)
            }
        };
        Ok(answer.unwrap_or_else(Answer::unknown))
    }

    fn memory_of_sieve(&self) -> Option<u64> {
        self.bytes_of_sieve()
    }

    fn plan(&self, limits: &Limits) -> Option<Plan> {
        let tables = self.tables()?;
        Some((tables.plan)(&self.game, limits))
    }

    fn solve_all(&self, shelf: &Shelf<'_>, limits: &Limits) -> Option<Result<Summary, NotSolved>> {
        let tables = self.tables()?;
        Some((tables.solve)(
            &self.game,
            shelf,
            limits,
            self.is_normal_play(),
        ))
    }

    fn by_number(&self) -> Option<Box<dyn ByNumber + '_>> {
        let tables = self.tables()?;
        Some((tables.by_number)(&self.game, self.is_normal_play()))
    }

    fn place_in_table(&self) -> Option<(u32, u64)> {
        let tables = self.tables()?;
        Some((tables.locate)(&self.game, &self.now().position))
    }

    fn arena(&self, limits: &Limits) -> Result<Arena, (Stopped, usize)> {
        let all = self.unfold(usize::MAX, limits)?;
        let arena = all.arena();
        let names = (0..arena.len() as u32).map(|v| {
            let position = all.position(v);
            match arena.owner(v) {
                Some(owner) => self.game.format_position(position, owner),
                None => self.game.format_board(position, Side::First),
            }
        });
        let names = Names::words(names);
        Ok(arena.named(names, all.vertex(0, self.now().side)))
    }

    fn opinions(&self) -> Vec<Opinion> {
        self.all_opinions()
    }

    fn tree(
        &self,
        depth: u32,
        opinion: &str,
        most: usize,
        limits: &Limits,
    ) -> Result<Tree, NotUnfolded> {
        self.unfold_tree(depth, opinion, most, limits)
    }

    fn search_tree(
        &self,
        depth: u32,
        opinion: &str,
        algorithm: Algorithm,
        and_or: bool,
        limits: &Limits,
    ) -> Result<TreeAnswer, Stopped> {
        self.search_game_tree(depth, opinion, algorithm, and_or, limits)
    }

    fn search_deeper(
        &self,
        depth: u32,
        opinion: &str,
        slack: Score,
        limits: &Limits,
    ) -> DeepAnswer {
        self.deepen_from_here(depth, opinion, slack, limits)
    }

    fn search_by_sampling(
        &self,
        settings: &mcts::Settings,
        leaf: &Leaf,
        memory: &mut mcts::Memory,
        limits: &Limits,
    ) -> MctsAnswer {
        self.explore(settings, leaf, memory, limits)
    }

    fn begin_learning(&self, design: &Design) -> Result<Learned, Message> {
        self.begin(design)
    }

    fn learn(&self, learned: &mut Learned, limits: &Limits) -> Result<(), Stopped> {
        self.learn_round(learned, limits)
    }

    fn search_learned(
        &self,
        learned: &Learned,
        depth: u32,
        limits: &Limits,
    ) -> Result<TreeAnswer, Stopped> {
        self.search_with(learned, depth, limits)
    }

    fn is_about(&self, learned: &Learned) -> bool {
        self.fits(learned)
    }

    fn know(&self, limits: &Limits) -> Result<Known, (Stopped, usize)> {
        self.tabulate(limits)
    }

    fn recall(&self, known: &Known) -> Option<Vec<(String, Worth)>> {
        self.look_up(known)
    }

    fn answer_from(&self, known: &Known) -> Option<Answer> {
        self.answer_by(known)
    }

    fn set_known(&mut self, known: &Known, number: usize) -> bool {
        self.set_up(known, number)
    }

    fn write_certificate(
        &self,
        method: Method,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<(), NotWritten> {
        self.write_certificate_of(method, limits, out)
    }

    fn table_title(&self, content: Option<String>) -> Title {
        self.title(content)
    }

    fn plan_table(&self, limits: &Limits) -> TablePlan {
        self.plan_of_table(limits)
    }

    fn solve_table(
        &self,
        folder: &dyn Folder,
        title: &Title,
        limits: &Limits,
    ) -> Result<Vec<u32>, Unsolved> {
        self.solve_into(folder, title, limits)
    }

    fn look_up(&self, table: &Table<'_>, quick: bool) -> Result<Answer, Refused> {
        self.look_up_in(table, quick)
    }

    fn verify_table(&self, table: &Table<'_>, limits: &Limits) -> Result<Audited, Refused> {
        self.audit_table(table, limits)
    }

    fn table_rows(
        &self,
        table: &Table<'_>,
        code: Option<u32>,
        visit: &mut dyn FnMut(&Row) -> io::Result<bool>,
    ) -> Result<(), Unvisited> {
        self.visit_rows(table, code, visit)
    }

    fn table_images(&self, tier: u32, number: u64) -> u64 {
        self.images_of(tier, number)
    }
}

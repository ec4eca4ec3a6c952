//! Certificates that can be checked with the rules alone.

use super::graph;
use super::open::{Open, State};
use super::searching::{Proves, value};
use super::{Cursor, Method};
use crate::certificate::{GameClaim, GameSheet, NotWritten, Row, write_solution};
use crate::explore::Explore;
use noyau_core::game::{Game, Outcome, Side};
use noyau_core::hints::{SURE, Score};
use noyau_core::intern::Interner;
use noyau_core::limits::{Limits, Stopped, Unfinished};
use noyau_core::notation::Notation;
use noyau_core::value::Value;
use noyau_core::walk::{Walk, Walkable, Walker};
use noyau_core::word::Word;
use noyau_format::proof::{FORMAT, ProofHeader, ProofReader, ProofWriter, Resumable};
use noyau_graph::retrograde;
use noyau_graph::solved::{MoveValue, SolvedGraph};
use noyau_search::decide::Decider;
use noyau_search::dfpn::Goal;
use noyau_search::oracle::Oracle;
use noyau_search::solution_tree::Bound;
use noyau_search::solution_tree::margins::{Claim, Shown, show};
use noyau_search::solution_tree::steps::{
    Asking, Prover, Run, Scale, Size as ProofSize, Solver, Step, Steps, WON,
};
use noyau_search::solution_tree::{Evidence, NotProved};
use std::io::{self, Write};

/// The maximum number of positions of a certificate.
const MOST_POSITIONS: usize = 10_000_000;

impl From<NotProved> for NotWritten {
    fn from(why: NotProved) -> Self {
        match why {
            NotProved::Stopped(stopped, positions) => Self::Stopped(stopped, positions),
            NotProved::TooLarge(most) => Self::TooLarge(most),
            NotProved::NotSearched => Self::NoProof,
            NotProved::Io(error) => Self::Io(error),
        }
    }
}

/// The margins of all positions, solved beforehand.
struct SolvedMargins<'a, G: Game> {
    positions: Vec<G::Position>,
    numbers: Interner,
    margins: &'a [i32],
}

impl<G: Game> Oracle<G> for SolvedMargins<'_, G> {
    fn reaches(&mut self, position: &G::Position, goal: Goal) -> Result<bool, Stopped> {
        Ok(self.known(position, goal) == Some(true))
    }

    fn known(&mut self, position: &G::Position, goal: Goal) -> Option<bool> {
        let hash = self.numbers.hash(position);
        let is_it = |v| self.positions[v as usize] == *position;
        let number = self.numbers.find(hash, is_it)?;
        Some(self.margins[number as usize] >= goal)
    }

    fn nodes(&self) -> u64 {
        0
    }
}

/// Certificates of answers.
pub trait Certify: Send {
    /// Writes a certificate of the answer of a method, of at most ten million positions: after a search or a proof,
    /// and in games with points, the solution tree; otherwise the exact value of every position reachable from
    /// here.
    fn write_certificate(
        &self,
        method: Method,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<(), NotWritten>;

    /// Writes a proof of the answer of a method, of any size, as steps. What the file has of the same proof stays, and
    /// the proof goes on there.
    fn write_proof(
        &self,
        method: Method,
        limits: &Limits,
        file: &mut dyn Resumable,
    ) -> Result<ProofSize, NotWritten>;
}

impl<G: Notation> Certify for Open<G> {
    fn write_certificate(
        &self,
        method: Method,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<(), NotWritten> {
        if method == Method::StrategyStealing {
            return Err(NotWritten::NoProof);
        }
        if self.spec.certifies_graph {
            let arena = self.arena(limits)?;
            let solution = retrograde::solve(&arena, limits.threads());
            return Ok(write_solution(&arena, &solution, out)?);
        }
        let State { position, side, .. } = self.now();
        let at = (position, *side);
        let most = MOST_POSITIONS;
        let has_points = self.spec.payoff.has_points();
        let mut claim = GameClaim::Proof;
        let found = match (method, &self.spec.search) {
            (Method::Search, Some(search)) => match search.prove {
                Proves::Distance(prove) => {
                    let found = prove(&self.game, at, most, limits)?;
                    let row = |e: &Evidence<_>| row_of_scores(e.low, e.high);
                    let mut rows = found.iter().map(|e| (&e.position, e.side, row(e)));
                    return self.write_bounds(GameClaim::Proof, &mut rows, out);
                }
                Proves::Margin(prove) => {
                    let points = search.most.map_or(0, |most| most(&self.game));
                    prove(&self.game, points, at, most, limits)?
                }
            },
            (Method::Search | Method::Proof, _) => {
                claim = GameClaim::Outcome;
                let shown = self.show_outcome(method, Some(*side), most, limits);
                shown.ok_or(NotWritten::NoProof)??
            }
            _ if has_points => self.show_margins(Some(*side), most, limits)?,
            _ => return self.write_values(limits, out),
        };
        let row = |s: &Shown<_>| row_of_claim(s.claim, has_points);
        let mut rows = found.iter().map(|s| (&s.position, s.side, row(s)));
        self.write_bounds(claim, &mut rows, out)
    }

    fn write_proof(
        &self,
        method: Method,
        limits: &Limits,
        file: &mut dyn Resumable,
    ) -> Result<ProofSize, NotWritten> {
        if method == Method::StrategyStealing {
            return Err(NotWritten::NoProof);
        }
        if self.spec.certifies_graph {
            return Err(NotWritten::HoldsGraph);
        }
        let has_points = self.spec.payoff.has_points();
        let of = |scale| if has_points { Scale::Margin } else { scale };
        let mut size = ProofSize::default();
        let mut run = |form, solver: &mut dyn Solver, bounds| {
            size = write_steps(self, form, limits, &mut *file, (solver, bounds))?;
            Ok(())
        };
        let solving = &Limits {
            memory: limits.memory.map(|bytes| bytes - bytes / 4),
            ..limits.clone()
        };
        let exact = (of(Scale::Distance), "proof");
        let outcome = (of(Scale::Outcome), "outcome");
        match (method, &self.spec.search) {
            (Method::Search, Some(search)) => {
                let most = search.most.map_or(0, |most| most(&self.game));
                let run = &mut |solver: &mut dyn Solver, bounds| run(exact, solver, bounds);
                (search.prove_score)(&self.game, most, self.walker(), solving, run)?;
            }
            // A search for the outcome ends because play does.
            (Method::Search | Method::Proof, _) if self.spec.decide.is_some() => {
                let run = &mut |solver: &mut dyn Solver, bounds| run(outcome, solver, bounds);
                let proved = self.with_decider(method, 1, solving, |decider| {
                    decider.prove(self.walker(), self.lead(), run)
                });
                proved.ok_or(NotWritten::NoProof)??;
            }
            (Method::Search | Method::Proof, _) => {
                let shown = self.show_outcome(method, None, usize::MAX, solving);
                let shown = shown.ok_or(NotWritten::NoProof)??;
                self.prove_shown(&shown, &mut |solver, bounds| run(outcome, solver, bounds))?;
            }
            _ if has_points => {
                let shown = self.show_margins(None, usize::MAX, solving)?;
                self.prove_shown(&shown, &mut |solver, bounds| run(exact, solver, bounds))?;
            }
            _ => self.prove_values(solving, &mut |solver, bounds| run(exact, solver, bounds))?,
        }
        Ok(size)
    }
}

impl<G: Notation> Walkable for Open<G> {
    fn walk(&self) -> Box<dyn Walk + '_> {
        Box::new(self.walker())
    }
}

impl<G: Notation> Open<G> {
    /// The proof of the position's margin, from the solved graph of all reachable positions.
    fn show_margins(
        &self,
        side: Option<Side>,
        most: usize,
        limits: &Limits,
    ) -> Result<Vec<Shown<G::Position>>, NotWritten> {
        let position = &self.now().position;
        let (positions, solved) = self.solve_graph(limits)?;
        let margins = solved.margins().unwrap_or_default();
        let margin = margins.first().copied();
        let mut oracle = SolvedMargins::<G> {
            numbers: Interner::of(&positions),
            positions,
            margins,
        };
        let decider = Decider {
            rules: self.rules(),
            draws: true,
            oracle: &mut oracle,
        };
        let bounds = [margin; 2];
        Ok(show(decider, (position, side), bounds, most, limits)?)
    }

    /// Writes the exact values of all reachable positions.
    fn write_values(&self, limits: &Limits, out: &mut dyn Write) -> Result<(), NotWritten> {
        let side = self.now().side;
        let all = self
            .unfold(MOST_POSITIONS, limits)
            .map_err(|why| match why {
                Unfinished {
                    stopped: Stopped::Nodes,
                    ..
                } => NotWritten::TooLarge(MOST_POSITIONS),
                unfinished => unfinished.into(),
            })?;
        let solved = SolvedGraph::new(all.graph, false, limits.threads());
        let sheet = self.begin_sheet(GameClaim::Values, out)?;
        let positions = &all.positions;
        let text = |v: u32, side| self.game.format_position(&positions[v as usize], side);
        Ok(graph::write_values(&solved, side, sheet, &text)?)
    }

    /// Writes what is claimed of the positions of a proof.
    fn write_bounds(
        &self,
        claim: GameClaim,
        found: &mut dyn Iterator<Item = (&G::Position, Side, Row)>,
        out: &mut dyn Write,
    ) -> Result<(), NotWritten> {
        let sheet = self.begin_sheet(claim, out)?;
        let text = |(position, side, row)| (self.game.format_position(position, side), row);
        Ok(sheet.write_rows(&mut found.map(text))?)
    }

    fn begin_sheet<'a>(
        &self,
        claim: GameClaim,
        out: &'a mut dyn Write,
    ) -> io::Result<GameSheet<'a>> {
        let (name, rules) = (self.name(), self.spec.info.version);
        GameSheet::begin(claim, &name, rules, &self.position(), out)
    }
}

/// The claim of search scores in plies.
fn row_of_scores(low: Score, high: Score) -> Row {
    let least = (low > -SURE).then(|| value(low));
    let most = (high < SURE).then(|| value(high));
    Row::Values(least, most)
}

/// The claim of a proof of a margin, or of an outcome in games without points.
fn row_of_claim(claim: Claim, has_points: bool) -> Row {
    if has_points {
        return Row::Margins(claim);
    }
    // The rank of a win is how many plies it takes at most.
    let plies = claim.rank.unwrap_or(0);
    let value = |goal: Goal| match goal.signum() {
        1 => Value::Win(plies),
        0 => Value::Draw,
        _ => Value::Loss(plies),
    };
    Row::Values(claim.low.map(value), claim.high.map(value))
}

impl<G: Notation> Open<G> {
    fn walker(&self) -> Walker<'_, G> {
        let symmetries = self.spec.symmetries.as_ref();
        let images = symmetries.map_or(1, |symmetries| (symmetries.count)(&self.game));
        let image = symmetries.map(|symmetries| symmetries.image);
        Walker::new(
            self.rules(),
            self.now().position.clone(),
            (images, image),
            self.spec.placements.as_ref(),
        )
    }

    /// Proves the first of some claims, by the others and their ranks.
    fn prove_shown(
        &self,
        shown: &[Shown<G::Position>],
        run: &mut Run<'_>,
    ) -> Result<(), NotWritten> {
        let positions: Vec<_> = shown.iter().map(|shown| &shown.position).collect();
        let numbers = Interner::of(&positions);
        let claim = |position: &G::Position| {
            let is_it = |v: u32| *positions[v as usize] == *position;
            let number = numbers.find(numbers.hash(&position), is_it)?;
            Some(shown[number as usize].claim)
        };
        let Some(first) = shown.first() else {
            return Err(NotWritten::NoProof);
        };
        let mut brings = |position: &G::Position, mv, score: i32| {
            let (child, effect) = self.rules().advance(position, mv);
            let after = Bound::Low(score).after(effect);
            let proved = claim(&child).is_some_and(|below| {
                let rank = |claim: Claim| claim.rank.unwrap_or(0);
                let above = claim(position).map_or(0, rank);
                below.has(after) && (!after.is_strict() || rank(below) < above)
            });
            Ok(proved)
        };
        let mut asking = Asking {
            walker: self.walker(),
            brings: &mut brings,
            key: &|_, _| 0,
            parts: &mut |_, _| None,
        };
        Ok(run(&mut asking, [first.claim.low, first.claim.high])?)
    }

    /// Proves the value of the position by those of all positions.
    fn prove_values(&self, limits: &Limits, run: &mut Run<'_>) -> Result<(), NotWritten> {
        let (positions, solved) = self.solve_graph(limits)?;
        let numbers = Interner::of(&positions);
        let score = |v: u32| {
            let side = self.game.to_move(&positions[v as usize]);
            match solved.value(v, side.unwrap_or(Side::First)) {
                MoveValue::Outcome(Value::Win(plies)) => WON - plies as i32,
                MoveValue::Outcome(Value::Loss(plies)) => plies as i32 - WON,
                _ => 0,
            }
        };
        let mut brings = |position: &G::Position, mv, wanted: i32| {
            let (child, effect) = self.rules().advance(position, mv);
            let is_it = |v: u32| positions[v as usize] == child;
            let number = numbers.find(numbers.hash(&child), is_it);
            Ok(number.is_some_and(|number| {
                let below = effect.score(score(number));
                below - below.signum() >= wanted
            }))
        };
        let own = Some(score(0));
        let mut asking = Asking {
            walker: self.walker(),
            brings: &mut brings,
            key: &|_, _| 0,
            parts: &mut |_, _| None,
        };
        Ok(run(&mut asking, [own, own])?)
    }
}

/// Writes the proof of bounds that a solver knows, of the current position of a game.
fn write_steps(
    game: &dyn Cursor,
    (scale, kind): (Scale, &str),
    limits: &Limits,
    file: &mut dyn Resumable,
    (solver, [low, high]): (&mut dyn Solver, [Option<i32>; 2]),
) -> Result<ProofSize, NotProved> {
    let text = |score: i32| text_of_score(scale, score);
    let (name, version) = FORMAT;
    let header = ProofHeader {
        noyau: name.to_owned(),
        version,
        kind: kind.to_owned(),
        game: game.name(),
        rules: game.rules_version(),
        position: game.position(),
        least: low.map(text),
        most: high.map(text),
        window: window(solver.walk().slot_bytes(), limits),
    };
    let (mut steps, window) = ProofSteps::begin(&header, file)?;
    let claims = low.map(Bound::Low).into_iter();
    let claims: Vec<_> = claims.chain(high.map(Bound::High)).collect();
    let prover = Prover::new(solver, scale, window, limits, &mut steps);
    let size = prover.prove(&claims)?;
    steps.end()?;
    Ok(size)
}

/// The number of claims that later steps may refer to: what fits into a quarter of the memory, as the rest is for the
/// solver.
fn window(position: usize, limits: &Limits) -> u32 {
    let bytes = limits.memory.unwrap_or(1 << 30) / 4;
    let slots = bytes / Prover::window_bytes(1, position as u64);
    slots.clamp(1 << 10, 1 << 22) as u32
}

/// A score as a header has it.
fn text_of_score(scale: Scale, score: i32) -> String {
    let outcome = Outcome::of_margin(score);
    match scale {
        Scale::Margin => score.to_string(),
        Scale::Distance if score != 0 => format!("{outcome} {}", WON - score.abs()),
        _ => outcome.to_string(),
    }
}

/// The steps of a proof file.
enum ProofSteps<'a> {
    /// Steps that are there already.
    Begun(ProofReader<&'a mut dyn Resumable>),
    /// Steps to come.
    New(ProofWriter<&'a mut dyn Resumable>),
    /// For a moment between the two.
    Nothing,
}

impl<'a> ProofSteps<'a> {
    /// Goes on with the proof that the file begins with, or begins it. Gives the window.
    fn begin(header: &ProofHeader, file: &'a mut dyn Resumable) -> io::Result<(Self, u32)> {
        let begun = ProofReader::new(&mut *file).map(|(begun, _)| begun);
        file.rewind()?;
        match begun {
            Ok(begun) if begun.is_same_work(header) && begun.window > 0 => {
                let window = begun.window;
                match ProofReader::new(file) {
                    Ok((_, reader)) => Ok((Self::Begun(reader), window)),
                    Err(_) => Err(io::ErrorKind::InvalidData.into()),
                }
            }
            _ => {
                file.cut(0)?;
                let mut writer = ProofWriter::new(file);
                writer.header(header)?;
                Ok((Self::New(writer), header.window))
            }
        }
    }

    /// What is there has been read: new steps follow.
    fn go_on(&mut self) -> io::Result<()> {
        if let Self::Begun(reader) = std::mem::replace(self, Self::Nothing) {
            let length = reader.bytes();
            let file = reader.into_inner();
            file.cut(length)?;
            *self = Self::New(ProofWriter::new(file));
        }
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        if let Self::Begun(_) = self {
            self.go_on()?;
        }
        match self {
            Self::New(writer) => writer.end(),
            _ => Ok(()),
        }
    }
}

impl Steps for ProofSteps<'_> {
    fn begun(&mut self, walk: &dyn Walk, least: bool) -> io::Result<Option<Step>> {
        let Self::Begun(reader) = self else {
            return Ok(None);
        };
        let mut next = || reader.number().ok().flatten();
        let step = match next() {
            None => None,
            Some(0) => next().map(Step::Known),
            Some(1) => {
                let (free, _) = walk.free().unwrap_or((0, Side::First));
                let cells = (0..free.count_ones()).map_while(|_| next()).count();
                (cells == free.count_ones() as usize).then(|| Step::Parts(Vec::new()))
            }
            Some(step) => {
                let keep = step % 2 == 1;
                let mv = ((step - 2) / 2) as usize;
                Some(if least {
                    Step::Move { mv, keep }
                } else {
                    Step::All { keep }
                })
            }
        };
        if step.is_none() {
            self.go_on()?;
        }
        Ok(step)
    }

    fn take(&mut self, walk: &dyn Walk, step: &Step) -> io::Result<()> {
        let Self::New(writer) = self else {
            return Ok(());
        };
        match step {
            Step::Known(back) => writer.step([0, *back].into_iter()),
            Step::Parts(parts) => {
                let (free, _) = walk.free().unwrap_or((0, Side::First));
                let cells = free.indices().map(|cell| {
                    let part = parts.iter().position(|part| part.has(cell));
                    part.map_or(0, |part| part as u64 + 1)
                });
                writer.step(std::iter::once(1).chain(cells))
            }
            Step::Move { mv, keep } => {
                writer.step([2 + 2 * *mv as u64 + u64::from(*keep)].into_iter())
            }
            Step::All { keep } => writer.step([2 + u64::from(*keep)].into_iter()),
        }
    }
}

//! Certificates that can be checked with the rules alone.

use super::graph::SolvedGraph;
use super::open::{Open, State};
use super::searching::{Proves, value};
use super::{Cursor, Method};
use crate::certificate::{GameClaim, GameSheet, NotWritten, Row, write_solution};
use crate::explore::Explore;
use noyau_core::game::{Game, Side};
use noyau_core::hints::{SURE, Score};
use noyau_core::intern::Interner;
use noyau_core::limits::{Limits, Stopped};
use noyau_core::notation::Notation;
use noyau_core::value::Value;
use noyau_graph::retrograde;
use noyau_search::decide::Decider;
use noyau_search::dfpn::Goal;
use noyau_search::oracle::Oracle;
use noyau_search::solution_tree::margins::{Claim, Shown, show};
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
}

impl<G: Notation> Certify for Open<G> {
    fn write_certificate(
        &self,
        method: Method,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<(), NotWritten> {
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
                let shown = self.show_outcome(method, most, limits);
                shown.ok_or(NotWritten::NoProof)??
            }
            _ if has_points => self.show_margins(limits)?,
            _ => return self.write_values(limits, out),
        };
        let row = |s: &Shown<_>| row_of_claim(s.claim, has_points);
        let mut rows = found.iter().map(|s| (&s.position, s.side, row(s)));
        self.write_bounds(claim, &mut rows, out)
    }
}

impl<G: Notation> Open<G> {
    /// The proof of the position's margin, from the solved graph of all reachable positions.
    fn show_margins(&self, limits: &Limits) -> Result<Vec<Shown<G::Position>>, NotWritten> {
        let State { position, side, .. } = self.now();
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
        Ok(show(
            decider,
            (position, *side),
            bounds,
            MOST_POSITIONS,
            limits,
        )?)
    }

    /// Writes the exact values of all reachable positions.
    fn write_values(&self, limits: &Limits, out: &mut dyn Write) -> Result<(), NotWritten> {
        let side = self.now().side;
        let all = self
            .unfold(MOST_POSITIONS, limits)
            .map_err(|why| match why {
                (Stopped::Nodes, _) => NotWritten::TooLarge(MOST_POSITIONS),
                stopped => stopped.into(),
            })?;
        let solved = SolvedGraph::new(all.graph, false, limits.threads());
        let sheet = self.begin_sheet(GameClaim::Values, out)?;
        let positions = &all.positions;
        let text = |v: u32, side| self.game.format_position(&positions[v as usize], side);
        Ok(solved.write_values(side, sheet, &text)?)
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

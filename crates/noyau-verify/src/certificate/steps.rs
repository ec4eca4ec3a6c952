//! Proofs as streams of steps, checked in one pass and in memory that the header bounds.
//!
//! The checker plays the moves that the steps name. That a position is worth *at least* so much is proved by one move, *at
//! most* so much by all, and each of these moves leaves a claim to be proved next. A claim may also follow from an earlier one
//! of the same position or of a symmetric one. That one is closed, so nothing rests on itself; only what endless play
//! keeps (at least nothing or less, at most nothing or more) may rest on a claim that is still open. In a placement game, where a
//! side without a move loses, a claim that a side wins may follow from the parts of the free cells.
#![deny(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::unwrap_used,
    clippy::expect_used
)]

use super::bounds::Wanted;
use super::game::{opened, set_up, settled};
use super::parts::{MOST_CELLS, Worths};
use super::{OpenByName, Refused, StepFault, Verified, Wrong};
use noyau_core::limits::Limits;
use noyau_core::message;
use noyau_core::value::MoveEffect;
use noyau_core::walk::{Walk, Walkable};
use noyau_format::proof::{ProofProblem, ProofReader};
use std::io::Read;

/// What scores count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    /// Won in n plies is [`WON`] − n, lost in n plies n − [`WON`], drawn 0.
    Distance,
    /// 1, 0 or −1.
    Outcome,
    /// The margin to come.
    Margin,
}

/// The score of a win at once, where plies count.
pub(super) const WON: i64 = 1 << 30;
/// No margin is larger.
const MOST: i64 = 999_999_999;
/// The moves of a line that a message shows.
const LONGEST_LINE: usize = 40;
/// Limits are looked at after so many steps.
const TICK: u64 = 1 << 12;

/// A claim about a position: at least a score, or at most.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bound {
    pub(super) least: bool,
    pub(super) score: i64,
}

impl Bound {
    /// Whether it implies another claim of the same position.
    pub(super) fn implies(self, other: Self) -> bool {
        match (self.least, other.least) {
            (true, true) => self.score >= other.score,
            (false, false) => self.score <= other.score,
            _ => false,
        }
    }

    /// Whether endless play, which brings nothing, keeps it.
    pub(super) fn is_kept_by_endless_play(self) -> bool {
        if self.least {
            self.score <= 0
        } else {
            self.score >= 0
        }
    }
}

impl Scale {
    /// The score of a text in the header.
    fn read(self, text: &str) -> Option<i64> {
        let number = |digits: &str| {
            let number: i64 = digits.parse().ok()?;
            (number.to_string() == digits && number.abs() <= MOST).then_some(number)
        };
        let (word, size) = match (self, text.split_once(' ')) {
            (Self::Margin, _) => return number(text),
            (Self::Distance, Some((word, plies))) => (word, WON.checked_sub(number(plies)?)?),
            (Self::Distance, None) => ("draw", 1),
            (Self::Outcome, _) => (text, 1),
        };
        match word {
            "win" if size <= WON => Some(size),
            "loss" if size <= WON => size.checked_neg(),
            "draw" if text == "draw" => Some(0),
            _ => None,
        }
    }

    /// What must hold after a move for the claim to hold before it.
    pub(super) fn after(self, claim: Bound, effect: MoveEffect) -> Bound {
        let nearer = if self == Self::Distance {
            claim.score.signum()
        } else {
            0
        };
        let gain = i64::from(effect.gain);
        let score = claim.score.saturating_add(nearer).saturating_sub(gain);
        if effect.keeps_turn {
            Bound { score, ..claim }
        } else {
            let (least, score) = (!claim.least, score.saturating_neg());
            Bound { least, score }
        }
    }

    /// The score of an end of play.
    pub(super) fn end(self, end: i32) -> i64 {
        let end = i64::from(end);
        if self == Self::Distance {
            end.saturating_mul(WON)
        } else {
            end
        }
    }

    /// Whether it holds, if that needs no proof: of every position, or of one where play is over.
    pub(super) fn at_once(self, claim: Bound, end: Option<i32>) -> Option<bool> {
        let most = if self == Self::Distance { WON } else { 1 };
        let worst = Bound {
            score: if claim.least {
                most.saturating_neg()
            } else {
                most
            },
            ..claim
        };
        if self != Self::Margin && worst.implies(claim) {
            return Some(true);
        }
        let score = self.end(end?);
        Some(Bound { score, ..claim }.implies(claim))
    }
}

/// A claim in the window.
struct Numbered {
    claim: Bound,
    is_open: bool,
}

/// A claim of the line of play that is being proved.
struct Frame {
    claim: Bound,
    number: Option<u64>,
    /// The moves still to be played.
    next: usize,
    end: usize,
}

/// Checks a proof file.
pub fn check(
    input: &mut dyn Read,
    open: OpenByName<'_>,
    limits: &Limits,
) -> Result<Verified, Refused> {
    let (header, reader) = ProofReader::new(input as &mut dyn Read)?;
    let wanted = match header.kind.as_str() {
        "proof" => Wanted::Exact,
        "outcome" => Wanted::Outcome,
        _ => return Err(Wrong::UnknownProof { kind: header.kind }.into()),
    };
    let mut game = opened(&header.game, header.rules, open)?;
    if game.name() != header.game {
        let (text, right) = (header.game, game.name());
        return Err(Wrong::OtherName { text, right }.into());
    }
    set_up(&mut *game, header.position)?;
    let scale = match (game.has_points(), wanted) {
        (true, _) => Scale::Margin,
        (false, Wanted::Exact) => Scale::Distance,
        (false, Wanted::Outcome) => Scale::Outcome,
    };
    let read = |text: &Option<String>| match text.as_deref().map(|text| (text, scale.read(text))) {
        Some((text, None)) => Err(Wrong::UnknownScore {
            text: text.to_owned(),
        }),
        scored => Ok(scored.and_then(|(_, score)| score)),
    };
    let scores = [read(&header.least)?, read(&header.most)?];
    let words = [header.least, header.most].map(|text| {
        let text = text.unwrap_or_else(|| "?".to_owned());
        message!("{text}", "{text}")
    });
    wanted.check(&*game, scores, words)?;
    let claims = [true, false].into_iter().zip(scores);
    let claims = claims.filter_map(|(least, score)| score.map(|score| Bound { least, score }));
    let (checked, reader, frames, steps, moves) = {
        let mut checker = Checker {
            walk: game.walk(),
            scale,
            reader,
            limits,
            window: header.window.into(),
            numbered: Vec::new(),
            count: 0,
            frames: Vec::new(),
            worths: Worths::default(),
            parts: Vec::new(),
            steps: 0,
            moves: 0,
        };
        let checked = claims
            .into_iter()
            .try_for_each(|claim| checker.prove(claim));
        let Checker {
            reader,
            frames,
            steps,
            moves,
            ..
        } = checker;
        (checked, reader, frames, steps, moves)
    };
    match checked {
        Ok(()) => {}
        Err(Fault::Refused(why)) => return Err(why),
        Err(Fault::Step(why)) => {
            let played = frames.iter().map(|frame| frame.next.saturating_sub(1));
            let line = line_of(&mut *game, played);
            return Err(Wrong::Step {
                step: steps,
                line,
                why,
            }
            .into());
        }
    }
    reader.end()?;
    settled(&*game)?;
    Ok(Verified {
        kind: header.kind,
        vertices: steps,
        edges: moves,
    })
}

/// The texts of moves given by their numbers.
fn line_of(game: &mut dyn Walkable, moves: impl Iterator<Item = usize>) -> String {
    let mut line = Vec::new();
    for number in moves {
        if line.len() == LONGEST_LINE {
            line.push("…".to_owned());
            break;
        }
        let Some(mv) = game.moves().into_iter().nth(number) else {
            break;
        };
        if game.play(&mv).is_err() {
            break;
        }
        line.push(mv);
    }
    line.join(" ")
}

/// Why a proof is not followed further.
enum Fault {
    Refused(Refused),
    Step(StepFault),
}

impl From<ProofProblem> for Fault {
    fn from(problem: ProofProblem) -> Self {
        Self::Refused(problem.into())
    }
}

impl From<StepFault> for Fault {
    fn from(fault: StepFault) -> Self {
        Self::Step(fault)
    }
}

struct Checker<'a, 'r> {
    walk: Box<dyn Walk + 'a>,
    scale: Scale,
    reader: ProofReader<&'r mut (dyn Read + 'r)>,
    limits: &'a Limits,
    /// The last claims that got a number, each in the slot that its number leaves.
    window: u64,
    numbered: Vec<Numbered>,
    count: u64,
    frames: Vec<Frame>,
    worths: Worths,
    parts: Vec<u128>,
    steps: u64,
    moves: u64,
}

impl Checker<'_, '_> {
    /// Follows the steps that prove a claim.
    fn prove(&mut self, claim: Bound) -> Result<(), Fault> {
        if self.open(claim)? {
            return Ok(());
        }
        while let Some(frame) = self.frames.last_mut() {
            if frame.next < frame.end {
                let effect = self.walk.play(frame.next);
                frame.next = frame.next.saturating_add(1);
                let claim = self.scale.after(frame.claim, effect);
                self.moves = self.moves.saturating_add(1);
                if self.open(claim)? {
                    self.walk.undo();
                }
                continue;
            }
            if let Some(number) = frame
                .number
                .filter(|&number| self.back(number) < self.window)
            {
                let slot = self.slot(number);
                if let Some(numbered) = self.numbered.get_mut(slot) {
                    numbered.is_open = false;
                }
            }
            self.frames.pop();
            self.walk.undo();
        }
        Ok(())
    }

    /// How many claims got a number after that one.
    fn back(&self, number: u64) -> u64 {
        self.count.saturating_sub(number).saturating_sub(1)
    }

    /// The slot of a number; the window is not empty.
    fn slot(&self, number: u64) -> usize {
        number.checked_rem(self.window).unwrap_or(0) as usize
    }

    fn number(&mut self) -> Result<u64, Fault> {
        let number = self.reader.number()?;
        number.ok_or(StepFault::NoStep.into())
    }

    /// Reads the step for a claim of the current position. Gives whether the claim is proved by it.
    fn open(&mut self, claim: Bound) -> Result<bool, Fault> {
        let end = self.walk.end();
        match self.scale.at_once(claim, end) {
            Some(true) => return Ok(true),
            Some(false) => return Err(StepFault::AtTheEnd.into()),
            None => {}
        }
        self.steps = self.steps.saturating_add(1);
        if self.steps.is_multiple_of(TICK) {
            let bytes = self.walk.slot_bytes().saturating_add(size_of::<Numbered>());
            let bytes = bytes.saturating_mul(self.numbered.len()) as u64;
            let checked = self.limits.check(bytes);
            checked.map_err(|stopped| Fault::Refused(Refused::Stopped(stopped)))?;
            self.limits.report(self.reader.bytes(), 0);
        }
        let step = match self.number()? {
            0 => return self.follow_reference(claim),
            1 => return self.follow_parts(claim),
            step => step.saturating_sub(2),
        };
        let moves = self.walk.moves();
        let (next, end) = if claim.least {
            let mv = usize::try_from(step / 2).unwrap_or(usize::MAX);
            (mv, mv.saturating_add(1))
        } else if step < 2 {
            (0, moves)
        } else {
            return Err(StepFault::NotAll.into());
        };
        if end > moves || moves == 0 {
            return Err(StepFault::NoMove {
                number: next,
                moves,
            }
            .into());
        }
        let number = (!step.is_multiple_of(2)).then(|| self.keep(claim));
        self.frames.push(Frame {
            claim,
            number,
            next,
            end,
        });
        Ok(false)
    }

    /// Numbers a claim, which takes the slot of the oldest one.
    fn keep(&mut self, claim: Bound) -> u64 {
        let number = self.count;
        self.count = self.count.saturating_add(1);
        let slot = self.slot(number);
        self.walk.keep(slot);
        let numbered = Numbered {
            claim,
            is_open: true,
        };
        match self.numbered.get_mut(slot) {
            Some(old) => *old = numbered,
            None => self.numbered.push(numbered),
        }
        number
    }

    /// Checks that a claim follows from an earlier one.
    fn follow_reference(&mut self, claim: Bound) -> Result<bool, Fault> {
        let back = self.number()?;
        let outside = StepFault::Outside { back };
        if back >= self.window {
            return Err(outside.into());
        }
        let number = self
            .count
            .checked_sub(back.saturating_add(1))
            .ok_or(outside)?;
        let slot = self.slot(number);
        let Some(earlier) = self.numbered.get(slot) else {
            return Err(StepFault::Outside { back }.into());
        };
        if !self.walk.is_kept(slot) {
            return Err(StepFault::OtherPosition { back }.into());
        }
        if !earlier.claim.implies(claim) {
            return Err(StepFault::OtherClaim { back }.into());
        }
        if earlier.is_open && !earlier.claim.is_kept_by_endless_play() {
            return Err(StepFault::StillOpen { back }.into());
        }
        Ok(true)
    }

    /// Checks that a side wins by the sum of parts of the free cells.
    fn follow_parts(&mut self, claim: Bound) -> Result<bool, Fault> {
        let wins = match (self.scale, claim.least, claim.score) {
            (Scale::Outcome, true, 1) => true,
            (Scale::Outcome, false, -1) => false,
            _ => return Err(StepFault::NoParts.into()),
        };
        let (free, side) = self.walk.free().ok_or(StepFault::NoParts)?;
        let owner = if wins { side } else { side.other() };
        self.parts.clear();
        let mut rest = free;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest &= !cell;
            // Cells of part 0 are in no part.
            let part = self.number()?;
            if part > 128 {
                return Err(StepFault::NoParts.into());
            }
            let part = part as usize;
            while self.parts.len() <= part {
                self.parts.push(0);
            }
            if let Some(cells) = self.parts.get_mut(part) {
                *cells |= cell;
            }
        }
        let parts = self.parts.get(1..).unwrap_or_default();
        if parts.iter().any(|part| part.count_ones() > MOST_CELLS) {
            return Err(StepFault::LargePart { most: MOST_CELLS }.into());
        }
        let mut others = Vec::new();
        self.walk.placements(free, owner.other(), &mut others);
        let inside = |&taken: &u128| parts.iter().any(|part| taken & !part == 0);
        if !others.iter().all(inside) {
            return Err(StepFault::Across.into());
        }
        self.moves = self.moves.saturating_add(others.len() as u64);
        if !self.worths.wins(&*self.walk, parts, owner, wins) {
            return Err(StepFault::SumNotWon.into());
        }
        Ok(true)
    }
}

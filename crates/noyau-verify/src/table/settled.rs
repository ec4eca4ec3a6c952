//! Termination of claims on cycles: positive margins can be forced, and no cycle has nimbers.

use super::walk::{Auditor, CHUNK, Marks, Scratch, Step, Visit, Worth, turned};
use super::{Fault, Refused};
use noyau_core::limits::Limits;
use noyau_core::parallel::{for_each_job, lock};
use noyau_core::table_rules::{EntryMove, Standing};
use noyau_format::code::margin_of_code;
use noyau_format::header::Values;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

impl Auditor<'_> {
    /// For tiers with internal moves: checks that the side with a positive margin can force progress, and that
    /// positions with nimbers lie on no cycle. Repeats passes over the tier until nothing changes.
    pub(super) fn check_settled(&self, slot: usize, limits: &Limits) -> Result<(), Refused> {
        let Some(loaded) = &self.loaded[slot] else {
            return Ok(());
        };
        if self.values == Values::Outcome && !self.has_nimbers {
            return Ok(());
        }
        let settled = Marks::new(loaded.len());
        let chunks = loaded.len().div_ceil(CHUNK);
        let open: Vec<AtomicBool> = (0..chunks).map(|_| AtomicBool::new(true)).collect();
        loop {
            let grown = AtomicBool::new(false);
            let stopped = Mutex::new(None);
            let jobs: Vec<usize> = (0..chunks)
                .filter(|&chunk| open[chunk].swap(false, Ordering::Relaxed))
                .collect();
            if jobs.is_empty() {
                return Ok(());
            }
            for_each_job(
                limits.threads().min(jobs.len()),
                jobs.into_iter(),
                Scratch::default,
                |scratch: &mut Scratch, chunk| {
                    if let Err(why) = limits.check(0) {
                        *lock(&stopped) = Some(why);
                        return;
                    }
                    let Scratch { moves, steps, .. } = scratch;
                    let mut range = chunk * CHUNK..((chunk + 1) * CHUNK).min(loaded.len());
                    while !range.is_empty() {
                        let wanted = |index| loaded.code(index) != 0 && !settled.has(index);
                        let (indices, next) = self.expand(loaded, range.clone(), wanted, moves);
                        range.start = next;
                        for (&index, (standing, _, links)) in indices.iter().zip(moves.iter()) {
                            let entry = (slot, index, links);
                            let is_settled = standing != Standing::Open
                                || self.is_settled(entry, &moves.names, &settled, steps);
                            if is_settled {
                                settled.add(index);
                                grown.store(true, Ordering::Relaxed);
                            } else {
                                open[chunk].store(true, Ordering::Relaxed);
                            }
                        }
                    }
                },
            );
            if let Some(why) = *lock(&stopped) {
                return Err(Refused::Stopped(why));
            }
            if !grown.load(Ordering::Relaxed) {
                let left = (0..loaded.len()).find(|&i| loaded.code(i) != 0 && !settled.has(i));
                let Some(index) = left else {
                    return Ok(());
                };
                let position = self.text_at(slot, index);
                return Err(if self.values == Values::Margin {
                    let claim = self.words(loaded.code(index));
                    Fault::Unforced { position, claim }.into()
                } else {
                    Fault::NimberOnCycle { position }.into()
                });
            }
        }
    }

    /// Whether the claim of an entry that is not terminal is settled, given the settled entries of the tier.
    fn is_settled(
        &self,
        (slot, index, moves): (usize, usize, &[EntryMove]),
        names: &[String],
        settled: &Marks,
        steps: &mut Vec<Step>,
    ) -> bool {
        let Some(loaded) = &self.loaded[slot] else {
            return true;
        };
        let margin = margin_of_code(loaded.code(index)).unwrap_or(0);
        if self.values == Values::Margin && margin == 0 {
            return true;
        }
        // It was visited, so all tiers it needs are loaded.
        if !matches!(
            self.steps(slot, index, moves, names, steps),
            Ok(Visit::Done)
        ) {
            return true;
        }
        let is_step_settled = |step: &Step| step.slot != slot || settled.has(step.index);
        if self.values == Values::Outcome {
            return steps.iter().all(is_step_settled);
        }
        // Zero, or a claim of the other side, settles a claim.
        let rests = |step: &Step| {
            let there = self.loaded[step.slot].as_ref();
            let after = there.and_then(|there| margin_of_code(there.code(step.index)));
            let claim = after.map(|after| turned(after, step.keeps_turn == (margin > 0)));
            claim.is_none_or(|claim| claim <= 0) || is_step_settled(step)
        };
        if margin > 0 {
            let mut steps = steps.iter();
            steps.any(|step| step.value == Worth::Margin(margin) && rests(step))
        } else {
            steps.iter().all(rests)
        }
    }
}

//! That claims on a cycle come to rest: whoever is said to come out ahead can force it, and no cycle has nimbers.

use super::walk::{Auditor, CHUNK, Marks, Scratch, Step, Visit, Worth, lock};
use super::{Fault, Refused};
use noyau_core::limits::Limits;
use noyau_core::notation::Notation;
use noyau_core::parallel::for_each_job;
use noyau_format::code::margin_of_wide_code;
use noyau_format::header::Values;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

impl<G: Notation> Auditor<'_, G> {
    /// Where a tier has moves within itself: whoever is said to come out ahead can force play on, and positions with
    /// nimbers lie on no cycle. Goes over the tier until nothing more is found so.
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
                Scratch::new,
                |scratch, chunk| {
                    if let Err(why) = limits.check(0) {
                        *lock(&stopped) = Some(why);
                        return;
                    }
                    for index in chunk * CHUNK..((chunk + 1) * CHUNK).min(loaded.len()) {
                        if loaded.code(index) == 0 || settled.has(index) {
                            continue;
                        }
                        if self.is_settled(slot, index, &settled, scratch) {
                            settled.add(index);
                            grown.store(true, Ordering::Relaxed);
                        } else {
                            open[chunk].store(true, Ordering::Relaxed);
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

    /// Whether what is said of an entry is settled, given those of the tier that are known to be.
    fn is_settled(
        &self,
        slot: usize,
        index: usize,
        settled: &Marks,
        scratch: &mut Scratch<G>,
    ) -> bool {
        let game = self.rules.game;
        let Some(loaded) = &self.loaded[slot] else {
            return true;
        };
        let claim = loaded.code(index);
        let margin = margin_of_wide_code(claim).unwrap_or(0);
        if self.values == Values::Margin && margin == 0 {
            return true;
        }
        // It was visited, so that it is a position and everything it needs is loaded.
        let Some(position) = self.layout.position(game, loaded, index) else {
            return true;
        };
        if game.outcome(&position).is_some() {
            return true;
        }
        if !matches!(self.steps(slot, &position, scratch), Ok(Visit::Done)) {
            return true;
        }
        let is_step_settled = |step: &Step| step.slot != slot || settled.has(step.index);
        if self.values == Values::Outcome {
            return scratch.steps.iter().all(is_step_settled);
        }
        // Nought, or a claim of the other side, is where a claim has come to rest.
        let rests = |i: usize, step: &Step| {
            let there = self.loaded[step.slot].as_ref();
            let after = there.and_then(|there| margin_of_wide_code(there.code(step.index)));
            let keeps = game.keeps_turn(&position, scratch.moves[i]);
            let mover = if keeps {
                after
            } else {
                after.map(i32::saturating_neg)
            };
            let claimant = if margin > 0 {
                mover
            } else {
                mover.map(i32::saturating_neg)
            };
            claimant.is_none_or(|claim| claim <= 0) || is_step_settled(step)
        };
        let mut steps = scratch.steps.iter().enumerate();
        if margin > 0 {
            steps.any(|(i, step)| step.value == Worth::Margin(margin) && rests(i, step))
        } else {
            steps.all(|(i, step)| rests(i, step))
        }
    }
}

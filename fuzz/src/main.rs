//! Fuzzes the target that `NOYAU_FUZZ` names.
#![no_main]

use noyau_fuzz::{TARGETS, Target};
use std::sync::LazyLock;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("NOYAU_FUZZ").unwrap_or_default();
    let target = TARGETS.iter().find(|(other, _)| *other == name);
    let known: Vec<_> = TARGETS.iter().map(|(name, _)| *name).collect();
    target
        .unwrap_or_else(|| panic!("NOYAU_FUZZ={name:?} is none of {}", known.join(", ")))
        .1
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| TARGET(bytes));

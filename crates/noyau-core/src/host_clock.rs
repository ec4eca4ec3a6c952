//! The clock of a target that has none of its own: WebAssembly in a browser, which imports it from there.

#![allow(
    unsafe_code,
    reason = "an imported function is declared in an unsafe block"
)]

use std::ops::Add;
use std::time::Duration;

#[link(wasm_import_module = "noyau")]
// SAFETY: the host gives a function without arguments that returns a number, and any number will do.
unsafe extern "C" {
    /// Milliseconds since some moment; they never go back.
    #[link_name = "now"]
    safe fn milliseconds() -> f64;
}

/// A moment, as `std::time::Instant` is one elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Self {
        let seconds = milliseconds() / 1000.0;
        Self(Duration::try_from_secs_f64(seconds).unwrap_or_default())
    }

    /// The time since then.
    pub fn elapsed(self) -> Duration {
        Self::now().saturating_duration_since(self)
    }

    /// The moment that much later, if it can be told.
    pub fn checked_add(self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }

    /// The time from an earlier moment to this one.
    pub fn saturating_duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }
}

//! Prefetch hints to the processor.
//!
//! A walk through a large graph waits for memory at every step unless the next steps are prefetched. Hints change
//! no result, only speed. This is the only module of the library with `unsafe`, since the instruction takes a raw
//! address.

#![allow(
    unsafe_code,
    reason = "the prefetch instruction takes a raw address, of which it never reads anything"
)]

/// Prefetches `slice[index]`. An index out of bounds is allowed and useless.
#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "a hint that costs a call is worth nothing"
)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = slice.as_ptr().wrapping_add(index).cast::<i8>();
        // SAFETY: a prefetch reads nothing and faults on no address, mapped or not.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}

//! Hints to the processor that memory will be read soon.
//!
//! A walk through a large graph waits for memory at every step unless it asks for the next steps in time. A hint
//! changes no result: leaving all of them out would only be slower. This is the one module of the library with
//! `unsafe` in it, since the instruction takes a raw address.

#![allow(
    unsafe_code,
    reason = "the prefetch instruction takes a raw address, of which it never reads anything"
)]

/// Asks for `slice[index]` to be brought near. An index outside the slice is allowed and does nothing of use.
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

//! Large blocks of memory: huge pages, and back to the system when freed.
//!
//! A randomly accessed table that exceeds the reach of the TLB costs two memory reads per step: the page table
//! entry and the word. With pages of 2 MiB instead of 4 KiB the TLB covers the table. Linux provides them on
//! request, per block.

#![allow(
    unsafe_code,
    reason = "an allocator is unsafe to write; this one only adds advice to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};

/// The system allocator, with huge-page advice for large blocks.
#[derive(Debug)]
pub(crate) struct Advised;

#[global_allocator]
static ALLOCATOR: Advised = Advised;

/// Blocks of this size and more are mapped one by one and given back to the system when freed.
///
/// By default glibc raises its limit to the largest block that was freed, up to 32 MiB. Blocks below it that grow then
/// leave holes in the heap, and a process held to 100 MB took 141.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn map_large_blocks() {
    unsafe extern "C" {
        fn mallopt(parameter: i32, value: i32) -> i32;
    }
    const M_MMAP_THRESHOLD: i32 = -3;
    // SAFETY: `mallopt` may be called at any time; a value that it does not take changes nothing.
    unsafe { mallopt(M_MMAP_THRESHOLD, 1 << 20) };
}

/// Below this the advice does not pay off.
const LARGE: usize = 16 << 20;

/// Requests huge pages for a large block.
#[inline]
fn advise(block: *mut u8, size: usize) {
    if size >= LARGE && !block.is_null() {
        advise_large(block, size);
    }
}

#[cold]
fn advise_large(block: *mut u8, size: usize) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let page = rustix::param::page_size();
        // Whole pages: a mapping of which only a part has the advice cannot be enlarged in place, so that the block
        // would stand in memory twice while it is.
        let before = block.addr() % page;
        let length = (before + size).next_multiple_of(page);
        // SAFETY: this advice changes neither the contents nor the ownership of pages, also of those that the block
        // shares with others. It is harmless if the system ignores it.
        let _ = unsafe {
            madvise(
                block.wrapping_sub(before).cast(),
                length,
                Advice::LinuxHugepage,
            )
        };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (block, size);
}

// SAFETY: every block comes unchanged from the system allocator, and returns to it with its original layout.
unsafe impl GlobalAlloc for Advised {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        let block = unsafe { System.alloc(layout) };
        advise(block, layout.size());
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        let block = unsafe { System.alloc_zeroed(layout) };
        advise(block, layout.size());
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        let block = unsafe { System.realloc(block, layout, size) };
        advise(block, size);
        block
    }
}

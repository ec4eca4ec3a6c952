//! Large pages for large tables.
//!
//! A table that is read at random, larger than what the processor's list of pages covers, pays for two reads at every step:
//! the page's entry and the word. With pages of 2 MiB instead of 4 KiB the list covers the table. Linux gives them to
//! those who ask, piece by piece.

#![allow(
    unsafe_code,
    reason = "an allocator is unsafe to write; this one only adds advice to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};

/// The allocator of the system, with advice about what is large.
#[derive(Debug)]
pub(crate) struct Advised;

#[global_allocator]
static ALLOCATOR: Advised = Advised;

/// Below this the advice costs more than it brings.
const LARGE: usize = 16 << 20;

/// Asks for large pages for a block, which has not been written to yet or keeps what is in it.
fn advise(block: *mut u8, size: usize) {
    #[cfg(target_os = "linux")]
    if size >= LARGE && !block.is_null() {
        use rustix::mm::{Advice, madvise};
        let page = rustix::param::page_size();
        let skipped = block.align_offset(page);
        if let Some(length) = size.checked_sub(skipped) {
            let length = length / page * page;
            // SAFETY: the range lies in the block, and this advice changes neither what is in it nor who may use it.
            // Where the system does not follow it, nothing is lost.
            let _ = unsafe { madvise(block.add(skipped).cast(), length, Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (block, size, LARGE);
}

// SAFETY: every block comes from the system's allocator, unchanged, and goes back to it with the layout it came with.
unsafe impl GlobalAlloc for Advised {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let block = unsafe { System.alloc(layout) };
        advise(block, layout.size());
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let block = unsafe { System.alloc_zeroed(layout) };
        advise(block, layout.size());
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        let block = unsafe { System.realloc(block, layout, size) };
        advise(block, size);
        block
    }
}

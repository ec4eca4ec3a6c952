//! Reverses compressed rows: a counting sort of the edges by target.
//!
//! O(rows + edges). The textbook form writes the source of each edge straight to the row of its target, and in a
//! large graph every such write misses the cache. Here edges first go to the bucket of their target, a range of
//! rows small enough to stay in the cache while a second pass puts its edges in place (radix partitioning:
//! Manegold, Boncz and Kersten 2000).
//!
//! ```text
//!     edges, by source     0→5  0→2  1→7  2→2  3→0  3→6
//!     buckets of four      [0→2  2→2  3→0]   [0→5  1→7  3→6]
//!     rows                 0: 3   2: 0 2      5: 0   6: 3   7: 1
//! ```
//!
//! Sources are ascending, so a bucket stores only the difference to the previous one. That difference and the row
//! within the bucket are packed into 32 bits and stored where the bucket's rows will be: no memory is needed beyond
//! the result. A difference too large for its bits goes to a separate list.

use noyau_core::parallel::{for_each_job, in_parallel};
use std::ops::Range;
use std::slice::IterMut;

/// The rows per bucket: few enough for a second-level cache, many enough to keep few buckets open.
const BUCKET_ROWS: usize = 1 << BUCKET_BITS;
const BUCKET_BITS: u32 = 15;

/// Marks a difference stored in the list of long ones.
const LONG: u32 = u32::MAX >> BUCKET_BITS;

/// Below this number of edges, threads do not pay off.
const PARALLEL_EDGES: usize = 1 << 18;

/// The offsets and targets of the reversed rows, each row in ascending order.
pub(super) fn reversed(offsets: &[u32], targets: &[u32], threads: usize) -> (Vec<u32>, Vec<u32>) {
    let rows = offsets.len() - 1;
    let shares = shares(offsets, targets.len(), threads);
    let buckets = rows.div_ceil(BUCKET_ROWS);
    let mut reversed_offsets = vec![0u32; rows + 1];
    let mut reversed_targets = vec![0u32; targets.len()];

    // 1. Count the edges of each share into each bucket.
    let counts = in_parallel(shares.iter().map(|sources| {
        move || {
            let mut counts = vec![0usize; buckets];
            let edges = offsets[sources.start] as usize..offsets[sources.end] as usize;
            for &v in &targets[edges] {
                counts[v as usize >> BUCKET_BITS] += 1;
            }
            counts
        }
    }));

    // 2. Give each share its part of each bucket, in the order of the shares, and fill it.
    let mut parts: Vec<Vec<Part<'_>>> = shares.iter().map(|_| Vec::new()).collect();
    let mut rest = reversed_targets.as_mut_slice();
    for bucket in 0..buckets {
        for ((parts, counts), sources) in parts.iter_mut().zip(&counts).zip(&shares) {
            let (slots, later) = rest.split_at_mut(counts[bucket]);
            rest = later;
            parts.push(Part {
                slots: slots.iter_mut(),
                last: sources.start as u32,
            });
        }
    }
    let long = in_parallel(shares.iter().zip(parts).map(|(sources, mut parts)| {
        move || {
            let mut long = vec![Vec::new(); buckets];
            for_each_edge(offsets, targets, sources.clone(), |u, v| {
                let bucket = v as usize >> BUCKET_BITS;
                let part = &mut parts[bucket];
                let mut distance = u - part.last;
                part.last = u;
                if distance >= LONG {
                    distance = LONG;
                    long[bucket].push(u);
                }
                if let Some(slot) = part.slots.next() {
                    *slot = (distance << BUCKET_BITS) | (v % BUCKET_ROWS as u32);
                }
            });
            long
        }
    }));

    // 3. Put the edges of each bucket in place.
    let mut places = Vec::with_capacity(buckets);
    let mut rest = reversed_targets.as_mut_slice();
    let mut start = 0;
    for (bucket, ends) in reversed_offsets[1..].chunks_mut(BUCKET_ROWS).enumerate() {
        let size = counts.iter().map(|counts| counts[bucket]).sum();
        let (slots, later) = rest.split_at_mut(size);
        rest = later;
        places.push((bucket, ends, start, slots));
        start += size as u32;
    }
    let scratch = || (vec![0u32; BUCKET_ROWS], Vec::new());
    let jobs = places.into_iter();
    for_each_job(shares.len(), jobs, scratch, |(cursors, edges), place| {
        let (bucket, ends, start, slots) = place;
        edges.clear();
        edges.extend_from_slice(slots);
        find_ends(ends, start, edges, cursors);
        let mut rest = edges.as_slice();
        for ((sources, counts), long) in shares.iter().zip(&counts).zip(&long) {
            let (part, later) = rest.split_at(counts[bucket]);
            rest = later;
            put_in_place(slots, part, sources.start as u32, &long[bucket], cursors);
        }
    });
    (reversed_offsets, reversed_targets)
}

/// The write position of a share in a bucket, and the last source written.
struct Part<'a> {
    slots: IterMut<'a, u32>,
    last: u32,
}

/// Ranges of sources, one per thread, with about equally many edges.
fn shares(offsets: &[u32], edges: usize, threads: usize) -> Vec<Range<usize>> {
    let threads = if edges < PARALLEL_EDGES {
        1
    } else {
        threads.max(1)
    };
    let bound = |share: usize| match share {
        0 => 0,
        share if share == threads => offsets.len() - 1,
        share => {
            let before = (edges as u64 * share as u64 / threads as u64) as u32;
            offsets.partition_point(|&start| start < before)
        }
    };
    (0..threads)
        .map(|share| bound(share)..bound(share + 1))
        .collect()
}

/// Visits the edges of those sources, in order.
///
/// A loop over each row would mispredict the end of nearly every row. So the sources are first expanded to one per
/// edge, a block at a time; short rows without a branch on the length.
#[inline]
fn for_each_edge(
    offsets: &[u32],
    targets: &[u32],
    sources: Range<usize>,
    mut visit: impl FnMut(u32, u32),
) {
    const BLOCK: usize = 1024;
    const SHORT: usize = 8;
    let mut block = [0u32; BLOCK + SHORT];
    let mut filled = 0;
    let mut start = offsets[sources.start];
    let mut edge = start as usize;
    let mut flush = |block: &[u32]| {
        for (&u, &v) in block.iter().zip(&targets[edge..]) {
            visit(u, v);
        }
        edge += block.len();
    };
    let ends = &offsets[sources.start + 1..=sources.end];
    for (u, &end) in (sources.start as u32..).zip(ends) {
        let mut degree = (end - start) as usize;
        start = end;
        while degree > SHORT {
            let part = degree.min(BLOCK - filled);
            block[filled..filled + part].fill(u);
            filled += part;
            degree -= part;
            if filled == BLOCK {
                flush(&block[..filled]);
                filled = 0;
            }
        }
        block[filled..filled + SHORT].fill(u);
        filled += degree;
        if filled >= BLOCK {
            flush(&block[..filled]);
            filled = 0;
        }
    }
    flush(&block[..filled]);
}

/// Computes the ends of a bucket's rows from its edges; leaves their starts within the bucket in `cursors`.
fn find_ends(ends: &mut [u32], start: u32, edges: &[u32], cursors: &mut [u32]) {
    let Some(cursors) = cursors.first_chunk_mut::<BUCKET_ROWS>() else {
        return;
    };
    cursors.fill(0);
    for &edge in edges {
        cursors[edge as usize % BUCKET_ROWS] += 1;
    }
    let mut sum = 0;
    for (cursor, end) in cursors.iter_mut().zip(ends) {
        let count = *cursor;
        *cursor = sum;
        sum += count;
        *end = start + sum;
    }
}

/// Writes the sources of a bucket's edges to their rows.
fn put_in_place(slots: &mut [u32], edges: &[u32], start: u32, long: &[u32], cursors: &mut [u32]) {
    let Some(cursors) = cursors.first_chunk_mut::<BUCKET_ROWS>() else {
        return;
    };
    let mut source = start;
    let mut long = long.iter();
    for &edge in edges {
        let distance = edge >> BUCKET_BITS;
        source = match distance {
            LONG => *long.next().unwrap_or(&source),
            _ => source + distance,
        };
        let cursor = &mut cursors[edge as usize % BUCKET_ROWS];
        slots[*cursor as usize] = source;
        *cursor += 1;
    }
}

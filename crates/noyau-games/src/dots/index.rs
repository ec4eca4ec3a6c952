//! Dots and boxes in tables: a tier for each number of undrawn edges. Every set of edges is possible, so tiers are
//! dense: a set is numbered among those of its size, from its two halves. Of symmetric sets only the least image is
//! stored.

use super::{Dots, Drawn, MOST_EDGES, edges};
use noyau_core::index::{Coverage, Index};
use noyau_core::rank::Combinations;

/// Boards with more edges have no layout: their tables would not fit any machine.
const MOST: usize = 32;
/// The size of the image arrays; fewer symmetries are repeated.
const SYMMETRIES: usize = 8;

/// The sets of one size whose upper halves have one size.
#[derive(Debug, Clone, Copy)]
struct Block {
    /// The number of the first set.
    first: u64,
    /// How many lower halves there are for each upper half.
    width: u64,
}

/// Tables for numbers and images.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    /// Edges in the lower half.
    low: usize,
    edges: usize,
    combinations: Combinations,
    /// For a set of half the edges, its number among those of its size.
    rank: Vec<u16>,
    /// The sets of each size by their numbers.
    sets: Vec<Vec<u16>>,
    /// For each size, a block for each size of the upper half.
    blocks: Vec<Vec<Block>>,
    /// The images of each value of each byte, side by side.
    images: Vec<[u32; SYMMETRIES]>,
}

impl Layout {
    pub(super) fn new(edges: usize, images: &[[u8; MOST_EDGES]]) -> Option<Self> {
        if edges > MOST {
            return None;
        }
        let low = edges.div_ceil(2);
        let high = edges - low;
        let combinations = Combinations::new(edges, edges);
        let mut sets = vec![Vec::new(); low + 1];
        let mut rank = Vec::new();
        for set in 0..1u32 << low {
            let of_size = &mut sets[set.count_ones() as usize];
            rank.push(of_size.len() as u16);
            of_size.push(set as u16);
        }
        let mut blocks = Vec::new();
        for size in 0..=edges {
            let mut first = 0;
            let of_size = (0..=high.min(size)).map(|above| {
                let width = combinations.binomial(low, size - above);
                let block = Block { first, width };
                first += combinations.binomial(high, above) * width;
                block
            });
            blocks.push(of_size.collect());
        }
        let mut by_byte = Vec::new();
        for at in 0..MOST {
            let (byte, value) = (at / 8 * 8, at % 8);
            if value > 0 {
                continue;
            }
            for value in 0..256u32 {
                let mut of_value = [0; SYMMETRIES];
                for (s, image) in of_value.iter_mut().enumerate() {
                    let to = &images[s % images.len()];
                    let drawn = (0..8).filter(|bit| value >> bit & 1 == 1 && byte + bit < edges);
                    *image = drawn.fold(0, |set, bit| set | 1 << to[byte + bit]);
                }
                by_byte.push(of_value);
            }
        }
        Some(Self {
            low,
            edges,
            combinations,
            rank,
            sets,
            blocks,
            images: by_byte,
        })
    }

    #[inline]
    fn orbit(&self, drawn: u32) -> [u32; SYMMETRIES] {
        let mut images = [0; SYMMETRIES];
        for (i, byte) in drawn.to_le_bytes().into_iter().enumerate() {
            let of_byte = &self.images[i * 256 + usize::from(byte)];
            for (image, of_byte) in images.iter_mut().zip(of_byte) {
                *image |= of_byte;
            }
        }
        images
    }

    #[inline]
    fn least(&self, drawn: u32) -> u32 {
        self.orbit(drawn).into_iter().fold(drawn, u32::min)
    }

    /// The number of a set, given the blocks of its size.
    #[inline]
    fn number(&self, drawn: u32, blocks: &[Block]) -> u64 {
        let (below, above) = (drawn & ((1 << self.low) - 1), drawn >> self.low);
        let block = &blocks[above.count_ones() as usize];
        block.first
            + u64::from(self.rank[above as usize]) * block.width
            + u64::from(self.rank[below as usize])
    }

    fn set(&self, size: usize, number: u64) -> Option<u32> {
        let blocks = &self.blocks[size];
        let above = blocks.partition_point(|block| block.first <= number) - 1;
        let below = self.sets.get(size - above)?;
        let number = number - blocks[above].first;
        let high = *self.sets[above].get((number / below.len() as u64) as usize)?;
        let low = below[(number % below.len() as u64) as usize];
        let set = u32::from(high) << self.low | u32::from(low);
        (set.checked_shr(self.edges as u32).unwrap_or(0) == 0).then_some(set)
    }
}

impl Dots {
    fn undrawn(&self, drawn: Drawn) -> u32 {
        self.edges as u32 - drawn.0.count_ones()
    }
}

impl Index for Dots {
    fn tiers(&self) -> u32 {
        self.layout
            .as_ref()
            .map_or(0, |layout| layout.edges as u32 + 1)
    }

    #[inline]
    fn tier(&self, drawn: &Drawn) -> u32 {
        self.undrawn(*drawn)
    }

    fn child_tiers(&self, tier: u32) -> Vec<u32> {
        tier.checked_sub(1).into_iter().collect()
    }

    fn dense(&self, tier: u32) -> Option<u64> {
        let layout = self.layout.as_ref()?;
        Some(layout.combinations.binomial(layout.edges, tier as usize))
    }

    fn expected(&self, tier: u32) -> u64 {
        let places = self.dense(tier).unwrap_or(0);
        places.div_ceil(self.images.len() as u64)
    }

    fn coverage(&self) -> Coverage {
        Coverage::Whole
    }

    #[inline]
    fn number(&self, drawn: &Drawn) -> u64 {
        let size = drawn.0.count_ones() as usize;
        self.layout.as_ref().map_or(0, |layout| {
            layout.number(drawn.0 as u32, &layout.blocks[size])
        })
    }

    #[inline]
    fn position(&self, tier: u32, number: u64) -> Option<Drawn> {
        let layout = self.layout.as_ref()?;
        let size = layout.edges.checked_sub(tier as usize)?;
        let set = layout.set(size, number)?;
        (layout.least(set) == set).then_some(Drawn(set.into()))
    }

    #[inline]
    fn canonical(&self, drawn: &Drawn) -> Drawn {
        let least = self.layout.as_ref();
        least.map_or(*drawn, |layout| Drawn(layout.least(drawn.0 as u32).into()))
    }

    #[inline]
    fn orbit_size(&self, drawn: &Drawn) -> u64 {
        let Some(layout) = &self.layout else {
            return 1;
        };
        let drawn = drawn.0 as u32;
        let same = layout
            .orbit(drawn)
            .iter()
            .filter(|&&image| image == drawn)
            .count();
        (SYMMETRIES / same.max(1)) as u64
    }

    #[inline]
    fn for_each_child(&self, drawn: &Drawn, _: &mut Vec<u8>, mut each: impl FnMut(u8, u32, u64)) {
        let Some(layout) = &self.layout else {
            return;
        };
        let undrawn = self.undrawn(*drawn);
        let size = layout.edges - undrawn as usize;
        let Some(blocks) = layout.blocks.get(size + 1) else {
            return;
        };
        for edge in edges(self.all() & !drawn.0) {
            let child = layout.least((drawn.0 | 1 << edge) as u32);
            each(edge, undrawn - 1, layout.number(child, blocks));
        }
    }
}

//! Sets of points that are equal up to a symmetry of the board, numbered without gaps: where tables number positions, one
//! group of men is numbered so, and the rest on the points that are left.

use crate::rank::Combinations;
use crate::word::Word;

/// The sets of so many points.
#[derive(Debug)]
pub struct Orbits {
    combinations: Combinations,
    /// By the rank of a set, its orbit and the symmetries that lead to the representative, as bits.
    of_rank: Vec<(u32, u16)>,
    /// The least set of each orbit.
    representatives: Vec<u32>,
}

impl Orbits {
    /// Of a board with so many points, and symmetries under which `image` is the image of a set.
    pub fn new(
        points: usize,
        size: usize,
        symmetries: usize,
        image: impl Fn(u32, usize) -> u32,
    ) -> Self {
        let mut all = Self {
            combinations: Combinations::new(points, size),
            of_rank: Vec::new(),
            representatives: Vec::new(),
        };
        let mut members = vec![0; size];
        // The ranks ascend with the sets, and so each representative comes before the other sets of its orbit.
        for rank in 0..all.combinations.binomial(points, size) {
            all.combinations.unrank_below(rank, points, &mut members);
            let set = members.iter().fold(0, |set, &point| set | 1 << point);
            let images = (0..symmetries).map(|s| image(set, s));
            let least = images.clone().min().unwrap_or(set);
            let leading = images
                .enumerate()
                .filter(|&(_, image)| image == least)
                .fold(0, |leading, (s, _)| leading | 1 << s);
            let orbit = if least == set {
                all.representatives.push(set);
                all.count() as u32 - 1
            } else {
                all.orbit(least).0
            };
            all.of_rank.push((orbit, leading));
        }
        all
    }

    /// The number of orbits.
    pub fn count(&self) -> u64 {
        self.representatives.len() as u64
    }

    /// The orbit of a set, and the symmetries that lead to its representative.
    #[inline]
    pub fn orbit(&self, set: u32) -> (u32, u16) {
        let points = u64::from(set).indices().map(|point| point as usize);
        self.of_rank[self.combinations.rank(points) as usize]
    }

    /// The representative of an orbit.
    pub fn representative(&self, orbit: u64) -> Option<u32> {
        self.representatives.get(orbit as usize).copied()
    }
}

/// The places of the points of a set among those of a larger set, ascending.
#[inline]
pub fn points_within(set: u32, larger: u32) -> impl Iterator<Item = usize> {
    let points = u64::from(set).indices();
    points.map(move |point| (u64::from(larger) & u64::low_bits(point)).count() as usize)
}

/// The points at these places of a set.
pub fn points_at(places: impl IntoIterator<Item = usize>, set: u32) -> u32 {
    let points = places.into_iter();
    points.fold(0, |points, place| {
        points | 1 << u64::from(set).nth(place as u32)
    })
}

/// The numbers of the symmetries that those bits stand for.
#[inline]
pub fn symmetries_of(bits: u16) -> impl Iterator<Item = usize> + Clone {
    (0..16).filter(move |s| bits >> s & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four points on a line, which may be turned round.
    #[test]
    fn sets_are_numbered_up_to_symmetry() {
        let turned = |set: u32, s: usize| {
            if s == 0 {
                set
            } else {
                set.reverse_bits() >> 28
            }
        };
        let pairs = Orbits::new(4, 2, 2, turned);
        // Of the six pairs, two are their own images.
        assert_eq!(pairs.count(), 4);
        for set in (0u32..16).filter(|set| set.count_ones() == 2) {
            let (orbit, leading) = pairs.orbit(set);
            let representative = pairs.representative(orbit.into()).unwrap();
            let images: Vec<u32> = symmetries_of(leading).map(|s| turned(set, s)).collect();
            assert!(!images.is_empty());
            assert!(images.iter().all(|&image| image == representative));
            assert_eq!(images.len(), if turned(set, 1) == set { 2 } else { 1 });
        }
        assert_eq!(pairs.representative(4), None);
        assert_eq!(points_at(points_within(0b1010, 0b1110), 0b1110), 0b1010);
    }
}

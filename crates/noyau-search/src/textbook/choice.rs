//! Lots among equals (course, second text, *approche randomisée*): uniform, and the same again from the same seed.

use noyau_core::random::SplitMix;

/// One of the items, each as likely as any other; `None` if there is none.
///
/// The method is rejection: a draw from the last, incomplete round of items is thrown away and drawn again, so that the
/// choice is exactly as uniform as the generator. Less than two draws on average.
pub fn choose<'a, T>(items: &'a [T], random: &mut SplitMix) -> Option<&'a T> {
    let count = u64::try_from(items.len()).ok().filter(|&count| count > 0)?;
    let complete = u64::MAX - u64::MAX % count;
    loop {
        let drawn = random.next_u64();
        if drawn < complete {
            return items.get((drawn % count) as usize);
        }
    }
}

/// Puts the items into a random order, each order as likely as any other (Fisher and Yates).
pub fn shuffle<T>(items: &mut [T], random: &mut SplitMix) {
    let places: Vec<usize> = (0..items.len()).collect();
    for last in (1..items.len()).rev() {
        if let Some(&place) = choose(&places[..=last], random) {
            items.swap(place, last);
        }
    }
}

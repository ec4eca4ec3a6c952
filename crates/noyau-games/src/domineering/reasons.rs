//! Why a position of Domineering is lost: its parts are opposite in pairs, so that every domino can be copied. The
//! generic reasons add up parts that are not.

use super::{Domineering, Field, squares};
use noyau_core::reason::{Explains, MOST_REPLIES, Reason, Situation, symmetry};
use noyau_dynamic::prelude::*;

/// A square relative to its part: column and row.
type Place = (i32, i32);

/// The maps that turn vertical dominoes into horizontal ones: quarter turns, and reflections in a diagonal.
const TURNS: [fn(Place) -> Place; 4] = [
    |(x, y)| (y, x),
    |(x, y)| (-y, x),
    |(x, y)| (y, -x),
    |(x, y)| (-y, -x),
];

/// For each square of a part the place in another list that it is turned onto, if the whole part is.
fn turned_onto(own: &[Place], other: &[Place]) -> Option<Vec<usize>> {
    let corner = |places: &[Place]| {
        let least = |of: fn(&Place) -> i32| places.iter().map(of).min().unwrap_or(0);
        (least(|place| place.0), least(|place| place.1))
    };
    let to = corner(other);
    TURNS
        .iter()
        .filter(|_| own.len() == other.len())
        .find_map(|turn| {
            let turned: Vec<Place> = own.iter().map(|&place| turn(place)).collect();
            let from = corner(&turned);
            let moved = turned
                .iter()
                .map(|&(x, y)| (x - from.0 + to.0, y - from.1 + to.1));
            let found = moved.map(|place| other.iter().position(|&at| at == place));
            found.collect()
        })
}

impl Explains for Domineering {
    fn reasons(&self, field: &Field, _: Option<Situation>) -> Vec<Reason> {
        self.copycat(field).into_iter().collect()
    }
}

impl Domineering {
    fn places(&self, set: u128) -> Vec<Place> {
        let place = |square: u8| {
            let square = usize::from(square);
            (
                (square % self.columns) as i32,
                (square / self.columns) as i32,
            )
        };
        squares(set).map(place).collect()
    }

    /// For every free square of the parts with room for a domino its image, if the parts are opposite in pairs.
    ///
    /// ```text
    ///   .  #  #  #  #      Turned by a quarter, the column is the row: a vertical domino in one is a horizontal one
    ///   .  #  #  #  #      in the other. Equal parts would not do, since the sides place different dominoes.
    ///   .  #  .  .  .
    /// ```
    fn opposite(&self, free: u128) -> Option<[u8; 127]> {
        let mut parts = Vec::new();
        let mut rest = free;
        while rest != 0 {
            let region = self.region(rest);
            rest &= !region;
            if !region.is_power_of_two() {
                parts.push(region);
            }
        }
        let mut image = [u8::MAX; 127];
        while let Some(part) = parts.pop() {
            let own = self.places(part);
            let (other, map) = parts.iter().enumerate().find_map(|(i, &other)| {
                let matched = turned_onto(&own, &self.places(other));
                matched.map(|matched| (i, matched))
            })?;
            let there: Vec<u8> = squares(parts.swap_remove(other)).collect();
            for (here, there) in squares(part).zip(map.into_iter().map(|i| there[i])) {
                image[usize::from(here)] = there;
                image[usize::from(there)] = here;
            }
        }
        Some(image)
    }

    /// The parts are opposite in pairs, now or after one move.
    fn copycat(&self, field: &Field) -> Option<Reason> {
        let (mv, after, image) = match self.opposite(field.free()) {
            Some(image) => (None, *field, image),
            None => self.legal_moves(field).into_iter().find_map(|mv| {
                let after = self.child(field, mv);
                let image = self.opposite(after.free())?;
                Some((Some(mv), after, image))
            })?,
        };
        let step = self.step(after.side()) as u8;
        let replies = self.legal_moves(&after).into_iter().map(|square| {
            let copy = [square, square + step].map(|square| image[usize::from(square)]);
            let reply = copy[0].min(copy[1]);
            [square, reply].map(|square| self.format_move(&after, square))
        });
        let replies: Vec<_> = replies
            .map(|[other, copy]| (other, copy))
            .take(MOST_REPLIES)
            .collect();
        let mv = mv.map(|mv| self.format_move(field, mv));
        let text = match (&mv, replies.is_empty()) {
            (None, true) => message!(
                "There is no room for a domino.",
                "Il n'y a pas de place pour un domino."
            ),
            (Some(mv), true) => message!(
                "{mv} leaves the other side no room for a domino.",
                "{mv} ne laisse à l'adversaire aucune place pour un domino."
            ),
            (None, false) => message!(
                "The free parts are opposite in pairs, one a quarter turn or a diagonal reflection of the other: the other side copies every domino in the opposite part.",
                "Les parties libres s'opposent deux à deux, l'une image de l'autre par un quart de tour ou une symétrie diagonale : l'adversaire copie chaque domino dans la partie opposée."
            ),
            (Some(mv), false) => message!(
                "{mv} leaves parts that are opposite in pairs, one a quarter turn or a diagonal reflection of the other; then copy every domino of the other side in the opposite part.",
                "{mv} laisse des parties qui s'opposent deux à deux, l'une image de l'autre par un quart de tour ou une symétrie diagonale ; ensuite, copiez chaque domino de l'adversaire dans la partie opposée."
            ),
        };
        Some(symmetry(mv, replies, text))
    }
}

//! Why a position of Nim is won or lost: the nim-sum of Bouton 1901, and the copycat where heaps are equal in pairs.

use super::{Heaps, Nim};
use noyau_core::reason::{Claim, Evidence, Explains, MOST_REPLIES, Reason, Situation, symmetry};
use noyau_dynamic::prelude::*;

const BOUTON: Text = Text::new(
    "Bouton 1901: a position of Nim is lost exactly when its nim-sum is 0",
    "Bouton 1901 : une position de Nim est perdante exactement quand sa somme de Nim est nulle",
);

const BOUTON_MISERE: Text = Text::new(
    "Bouton 1901: in misère Nim the same positions are lost as long as a heap has two matches; then an odd number of single matches is",
    "Bouton 1901 : à Nim misère les mêmes positions sont perdantes tant qu'un tas a deux allumettes ; ensuite, un nombre impair d'allumettes seules l'est",
);

impl Explains for Nim {
    fn reasons(&self, heaps: &Heaps, _: Option<Situation>) -> Vec<Reason> {
        let sizes = self.sizes(heaps);
        let mut reasons = vec![self.nim_sum(sizes)];
        if !self.misere {
            reasons.extend(self.copycat(heaps));
        }
        reasons
    }
}

/// The first heap that a nim-sum other than 0 shortens, and its new size.
fn shortened(sizes: &[u32], sum: u32) -> Option<(usize, u32)> {
    let mut heaps = sizes.iter().map(|size| size ^ sum).enumerate();
    heaps.find(|&(heap, left)| left < sizes[heap])
}

impl Nim {
    fn nim_sum(&self, sizes: &[u32]) -> Reason {
        let sum = sizes.iter().fold(0, |sum, size| sum ^ size);
        let singles = sizes.iter().filter(|&&size| size == 1).count();
        let mut long = (0..sizes.len()).filter(|&heap| sizes[heap] > 1);
        let (one_long, two_long) = (long.next(), long.next());
        let width = sizes.iter().map(|size| u32::BITS - size.leading_zeros());
        let width = width.max().unwrap_or(0).max(1) as usize;
        let written: Vec<String> = sizes
            .iter()
            .map(|size| format!("{size} = {size:0width$b}"))
            .collect();
        let written = written.join(", ");
        let added = message!(
            "In binary, {written}; without carrying they add up to {sum:0width$b}: the nim-sum is {sum}",
            "En binaire, {written} ; additionnés sans retenue ils font {sum:0width$b} : la somme de Nim est {sum}"
        );
        let (outcome, change, text) = match (self.misere, one_long, two_long) {
            (true, None, _) if singles == 0 => {
                let text = message!(
                    "No match is left: the other side has taken the last one, and has lost.",
                    "Il ne reste aucune allumette : l'adversaire a pris la dernière, et a perdu."
                );
                (Outcome::Win, None, text)
            }
            (false, None, _) if singles == 0 => {
                let text = message!(
                    "No match is left: the nim-sum is 0, and the side to move has lost.",
                    "Il ne reste aucune allumette : la somme de Nim est 0, et le joueur au trait a perdu."
                );
                (Outcome::Loss, None, text)
            }
            (true, None, _) => {
                let last = sizes.iter().position(|&size| size == 1);
                let number = match singles {
                    1 => message!(
                        "one single match is left, and who takes it loses",
                        "il reste une allumette seule, et qui la prend perd"
                    ),
                    _ => message!(
                        "{singles} single matches are left, and who takes the last loses",
                        "il reste {singles} allumettes seules, et qui prend la dernière perd"
                    ),
                };
                if singles.is_multiple_of(2) {
                    let text = message!(
                        "The nim-sum is 0: {number}. Their number is even, so the last falls to the other side.",
                        "La somme de Nim est 0 : {number}. Leur nombre est pair, la dernière est donc pour l'adversaire.",
                        number = number
                    );
                    (Outcome::Win, last.map(|heap| (heap, 0)), text)
                } else {
                    let text = message!(
                        "The nim-sum is 1: {number}. Their number is odd, so the last falls to the side to move.",
                        "La somme de Nim est 1 : {number}. Leur nombre est impair, la dernière est donc pour le joueur au trait.",
                        number = number
                    );
                    (Outcome::Loss, None, text)
                }
            }
            (true, Some(heap), None) => {
                let left = u32::from(singles.is_multiple_of(2));
                let (number, taken) = (heap + 1, sizes[heap] - left);
                let text = message!(
                    "{added}, not 0. Heap {number} alone has more than one match: take {taken} from it, and an odd number of single matches is left to the other side.",
                    "{added}, pas 0. Seul le tas {number} a plus d'une allumette : prenez-en {taken}, et il reste à l'adversaire un nombre impair d'allumettes seules.",
                    added = added,
                    number = number,
                    taken = taken
                );
                (Outcome::Win, Some((heap, left)), text)
            }
            _ => {
                if let Some((heap, left)) = shortened(sizes, sum) {
                    let (size, number, taken) = (sizes[heap], heap + 1, sizes[heap] - left);
                    let bits = format!("{left:0width$b}");
                    let text = message!(
                        "{added}, not 0. Take {taken} from heap {number}: {size} ⊕ {sum} = {left}, in binary {bits}, stay in it, and the nim-sum is 0.",
                        "{added}, pas 0. Prenez-en {taken} dans le tas {number} : il y reste {size} ⊕ {sum} = {left}, en binaire {bits}, et la somme de Nim est 0.",
                        added = added,
                        taken = taken,
                        number = number,
                        size = size,
                        sum = sum,
                        left = left,
                        bits = bits
                    );
                    (Outcome::Win, Some((heap, left)), text)
                } else {
                    let text = message!(
                        "{added}. Whatever heap is changed, the nim-sum is not 0 any more, and the other side can make it 0 again.",
                        "{added}. Quel que soit le tas changé, la somme de Nim n'est plus 0, et l'adversaire peut la ramener à 0.",
                        added = added
                    );
                    (Outcome::Loss, None, text)
                }
            }
        };
        let mv = change.map(|(heap, left)| format!("{}:{}", heap + 1, sizes[heap] - left));
        Reason {
            evidence: Evidence::NimSum {
                heaps: sizes.to_vec(),
                sum,
                change,
            },
            proves: Some(outcome),
            theorem: Some(if self.misere { BOUTON_MISERE } else { BOUTON }),
            claims: vec![Claim::after(mv.iter().cloned().collect(), outcome)],
            mv,
            text,
        }
    }

    /// Heaps that are equal in pairs, now or after one move.
    fn copycat(&self, heaps: &Heaps) -> Option<Reason> {
        // The heaps without a partner.
        let mut odd: Vec<usize> = Vec::new();
        let mut pairs = Vec::new();
        for (heap, &size) in self.sizes(heaps).iter().enumerate() {
            if size == 0 {
                continue;
            }
            match odd.iter().position(|&other| heaps.0[other] == size) {
                Some(place) => pairs.push((odd.remove(place), heap)),
                None => odd.push(heap),
            }
        }
        let mv = match odd[..] {
            [] => None,
            [heap] => Some((heap, heaps.0[heap])),
            [one, other] => {
                let (low, high) = if heaps.0[one] < heaps.0[other] {
                    (one, other)
                } else {
                    (other, one)
                };
                pairs.push((low, high));
                Some((high, heaps.0[high] - heaps.0[low]))
            }
            _ => return None,
        };
        if pairs.is_empty() {
            return None;
        }
        let mut after = *heaps;
        if let Some((heap, taken)) = mv {
            after.0[heap] -= taken;
        }
        let both = pairs
            .iter()
            .flat_map(|&(one, other)| [(one, other), (other, one)]);
        let replies = both.flat_map(|(one, other)| {
            let copied = move |taken| {
                (
                    format!("{}:{taken}", one + 1),
                    format!("{}:{taken}", other + 1),
                )
            };
            (1..=after.0[one]).map(copied)
        });
        let replies = replies.take(MOST_REPLIES).collect();
        let names: Vec<String> = pairs
            .iter()
            .map(|(one, other)| format!("{} = {}", one.min(other) + 1, one.max(other) + 1))
            .collect();
        let names = names.join(", ");
        let mv = mv.map(|(heap, taken)| format!("{}:{taken}", heap + 1));
        let text = match &mv {
            None => message!(
                "The heaps are equal in pairs (heaps {names}): the other side copies every move in the twin of the heap, and takes the last match.",
                "Les tas sont égaux deux à deux (tas {names}) : l'adversaire copie chaque coup dans le tas jumeau, et prend la dernière allumette."
            ),
            Some(mv) => message!(
                "{mv} makes the heaps equal in pairs (heaps {names}); then copy every move of the other side in the twin of the heap.",
                "{mv} rend les tas égaux deux à deux (tas {names}) ; ensuite, copiez chaque coup de l'adversaire dans le tas jumeau."
            ),
        };
        Some(symmetry(mv, replies, text))
    }
}

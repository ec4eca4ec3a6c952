//! Why a position of the course's Nim is won or lost: the remainder by k + 1.

use super::Matches;
use noyau_core::reason::{Claim, Evidence, Explains, Reason, Situation};
use noyau_dynamic::prelude::*;

const COURSE: Text = Text::new(
    "third text of the course (there k = 3): lost exactly when n ≡ 1 modulo k + 1",
    "troisième texte du cours (k = 3) : perdante exactement quand n ≡ 1 modulo k + 1",
);

const NORMAL: Text = Text::new(
    "Bouton 1901: lost exactly when k + 1 divides n",
    "Bouton 1901 : perdante exactement quand k + 1 divise n",
);

impl Explains for Matches {
    fn reasons(&self, &matches: &u32, _: Option<Situation>) -> Vec<Reason> {
        let (divisor, lost) = (self.most + 1, self.end);
        let (times, remainder) = (matches / divisor, matches % divisor);
        let taken = (matches - lost) % divisor;
        let k = self.most;
        let divided = message!(
            "{matches} = {times} × {divisor} + {remainder}, where {divisor} is k + 1 = {k} + 1",
            "{matches} = {times} × {divisor} + {remainder}, où {divisor} est k + 1 = {k} + 1"
        );
        let (outcome, text) = if matches == lost {
            let text = match lost {
                0 => message!(
                    "No match is left: the side to move has lost.",
                    "Il ne reste aucune allumette : le joueur au trait a perdu."
                ),
                _ => message!(
                    "Only the last match is left: the side to move has lost.",
                    "Il ne reste que la dernière allumette : le joueur au trait a perdu."
                ),
            };
            (Outcome::Loss, text)
        } else if taken == 0 {
            let text = message!(
                "{divided}: the remainder is {lost}. Whatever is taken, the other side makes it up to {divisor}, so the remainder is {lost} again, down to {lost}.",
                "{divided} : le reste est {lost}. Quoi qu'on prenne, l'adversaire complète à {divisor} : le reste est à nouveau {lost}, jusqu'à {lost}.",
                divided = divided,
                lost = lost,
                divisor = divisor
            );
            (Outcome::Loss, text)
        } else {
            let left = matches - taken;
            let text = message!(
                "{divided}: the remainder is not {lost}. Take {taken}: {left} are left, with remainder {lost}; then make up what the other side takes to {divisor}.",
                "{divided} : le reste n'est pas {lost}. Prenez-en {taken} : il en reste {left}, de reste {lost} ; ensuite, complétez à {divisor} ce que prend l'adversaire.",
                divided = divided,
                lost = lost,
                divisor = divisor,
                taken = taken,
                left = left
            );
            (Outcome::Win, text)
        };
        let mv = (taken > 0).then(|| taken.to_string());
        vec![Reason {
            evidence: Evidence::Remainder {
                matches,
                divisor,
                remainder,
                lost,
            },
            proves: Some(outcome),
            theorem: Some(if lost == 0 { NORMAL } else { COURSE }),
            claims: vec![Claim::after(mv.iter().cloned().collect(), outcome)],
            mv,
            text,
        }]
    }
}

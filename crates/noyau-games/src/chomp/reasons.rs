//! Why a bar of Chomp is won or lost: the copycat on an L with equal arms, and strategy stealing on a whole rectangle.

use super::{Bar, Chomp};
use noyau_core::reason::{Claim, Evidence, Explains, MOST_REPLIES, Reason, Situation, symmetry};
use noyau_dynamic::prelude::*;

const STOLEN: Text = Text::new(
    "Theorem 1.1 of the course: on a rectangle of more than one square the first player wins",
    "théorème 1.1 du cours : sur un rectangle de plus d'un carré le premier joueur gagne",
);

impl Explains for Chomp {
    fn reasons(&self, bar: &Bar, _: Option<Situation>) -> Vec<Reason> {
        let lengths = self.lengths(*bar);
        let lengths = &lengths[..self.rows];
        let width = lengths[0];
        let height = lengths.iter().take_while(|&&length| length > 0).count() as u8;
        let mut reasons: Vec<Reason> = self.copycat(*bar, lengths, height).into_iter().collect();
        let is_rectangle = lengths[usize::from(height) - 1] == width;
        if is_rectangle && (width, height) != (1, 1) {
            reasons.push(stolen(height, width));
        }
        reasons
    }
}

fn stolen(rows: u8, columns: u8) -> Reason {
    let size = match (rows, columns) {
        (1, _) => message!(
            "one row of {columns} squares",
            "une ligne de {columns} carrés"
        ),
        (_, 1) => message!(
            "one column of {rows} squares",
            "une colonne de {rows} carrés"
        ),
        _ => message!(
            "a rectangle of {rows} rows and {columns} columns",
            "un rectangle de {rows} lignes et {columns} colonnes"
        ),
    };
    let text = message!(
        "This is {size}. Suppose that eating the last square alone lost: then the other side would have a winning answer, and that answer eats the last square too, so it could have been the first move. A winning move exists, and the argument does not say which.",
        "C'est {size}. Supposons que manger le seul dernier carré perde : l'adversaire aurait une réponse gagnante, qui mange elle aussi le dernier carré, et qu'on aurait donc pu jouer d'abord. Un coup gagnant existe, et l'argument ne dit pas lequel.",
        size = size
    );
    Reason {
        evidence: Evidence::StrategyStealing,
        proves: Some(Outcome::Win),
        theorem: Some(STOLEN),
        mv: None,
        text,
        claims: vec![Claim::after(Vec::new(), Outcome::Win)],
    }
}

impl Chomp {
    /// The first row and the first column are left alone, or can be left so, equally long.
    ///
    /// ```text
    ///   X # # #
    ///   #              what is eaten of one arm is eaten of the other
    ///   #
    ///   #
    /// ```
    fn copycat(&self, bar: Bar, lengths: &[u8], height: u8) -> Option<Reason> {
        let width = lengths[0];
        let is_cross = lengths.get(1).is_none_or(|&length| length < 2);
        let mv = match (is_cross, width.cmp(&height)) {
            (true, std::cmp::Ordering::Equal) => None,
            (true, std::cmp::Ordering::Greater) => Some((0, height)),
            (true, std::cmp::Ordering::Less) => Some((width, 0)),
            (false, std::cmp::Ordering::Equal) => Some((1, 1)),
            (false, _) => return None,
        };
        let arm = width.min(height);
        let name = |row: u8, column: u8| self.format_move(&bar, (row, column));
        let replies = (1..arm).flat_map(|i| {
            let (right, down) = (name(0, i), name(i, 0));
            [(right.clone(), down.clone()), (down, right)]
        });
        let replies = replies.take(MOST_REPLIES).collect();
        let mv = mv.map(|(row, column)| name(row, column));
        let text = match &mv {
            None if arm == 1 => message!(
                "Only the poisoned square is left.",
                "Il ne reste que le carré empoisonné."
            ),
            None => message!(
                "The first row and the first column are left, both {arm} long: what is eaten of one arm, the other side eats of the other, until only the poison is left.",
                "Il reste la première ligne et la première colonne, longues de {arm} toutes deux : ce qu'on mange d'un bras, l'adversaire le mange de l'autre, jusqu'au poison."
            ),
            Some(mv) if arm == 1 => message!(
                "{mv} leaves only the poisoned square.",
                "{mv} ne laisse que le carré empoisonné."
            ),
            Some(mv) => message!(
                "{mv} leaves the first row and the first column, both {arm} long; then eat of one arm what the other side eats of the other.",
                "{mv} laisse la première ligne et la première colonne, longues de {arm} toutes deux ; ensuite, mangez d'un bras ce que l'adversaire mange de l'autre."
            ),
        };
        Some(symmetry(mv, replies, text))
    }
}

//! Why a position of dots and boxes is won or lost: who must open the first chain. An edge is *safe* if it gives no box
//! its third side. As long as there are safe edges nobody gives a box away; who finds none must open a chain, whose
//! boxes the other side takes (Berlekamp, *The Dots and Boxes Game*, 2000). Who finds none is a game of its own, in
//! which the last safe edge wins; it is solved here.

use super::{Dots, Drawn, edges};
use noyau_core::reason::{Claim, Evidence, Explains, Reason, Situation};
use noyau_dynamic::prelude::*;
use std::collections::HashMap;

const CHAINS: Text = Text::new(
    "the chain rule (Berlekamp): who must open the first chain gives it to the other side",
    "la règle des chaînes (Berlekamp) : qui doit ouvrir la première chaîne la donne à l'adversaire",
);

/// How many positions of the game of safe edges are solved.
const MOST_SOLVED: usize = 1 << 14;

/// So many boxes, in words.
fn boxes_in_words(count: i64) -> Message {
    match count {
        1 => message!("1 box", "1 case"),
        _ => message!("{count} boxes", "{count} cases"),
    }
}

/// So many safe edges, in words.
fn safe_in_words(count: u32) -> Message {
    match count {
        1 => message!(
            "1 edge is safe (it gives no box its third side)",
            "1 trait est sûr (il ne donne à aucune case son troisième côté)"
        ),
        _ => message!(
            "{count} edges are safe (they give no box its third side)",
            "{count} traits sont sûrs (ils ne donnent à aucune case son troisième côté)"
        ),
    }
}

impl Explains for Dots {
    fn reasons(&self, drawn: &Drawn, known: Option<Situation>) -> Vec<Reason> {
        let Some(known) = known else {
            return Vec::new();
        };
        match known.worth.outcome {
            Outcome::Draw => Vec::new(),
            outcome => self.by_parity(*drawn, known.lead, outcome),
        }
    }
}

impl Dots {
    /// The edges that give no box its third side, if no box can be taken.
    fn safe(&self, drawn: Drawn) -> u64 {
        let is_safe = |&edge: &u8| {
            self.beside[usize::from(edge)]
                .iter()
                .all(|&others| others == super::NO_BOX || (others & drawn.0).count_ones() < 2)
        };
        let free = edges(self.all() & !drawn.0);
        free.filter(is_safe).fold(0, |set, edge| set | 1 << edge)
    }

    /// Whether the side to move takes the last safe edge, with best play in that game; `None` if it is too large.
    fn has_last_safe(&self, drawn: Drawn, solved: &mut HashMap<u64, bool>) -> Option<bool> {
        if let Some(&found) = solved.get(&drawn.0) {
            return Some(found);
        }
        if solved.len() >= MOST_SOLVED {
            return None;
        }
        let mut wins = false;
        for edge in edges(self.safe(drawn)) {
            if !self.has_last_safe(Drawn(drawn.0 | 1 << edge), solved)? {
                wins = true;
                break;
            }
        }
        solved.insert(drawn.0, wins);
        Some(wins)
    }

    /// Takes boxes while there are any to take: the edges, the boxes, and what is left.
    fn taken(&self, mut drawn: Drawn) -> (Vec<u8>, u32, Drawn) {
        let (mut takes, mut boxes) = (Vec::new(), 0);
        while let Some(edge) =
            edges(self.all() & !drawn.0).find(|&edge| self.closes(drawn, edge) > 0)
        {
            boxes += self.closes(drawn, edge);
            drawn.0 |= 1 << edge;
            takes.push(edge);
        }
        (takes, boxes, drawn)
    }

    /// The sizes of the groups of open boxes that are joined by undrawn edges, ascending.
    fn chains(&self, drawn: Drawn) -> Vec<u32> {
        let mut open: Vec<u64> = self.boxes.iter().map(|all| all & !drawn.0).collect();
        open.retain(|&missing| missing != 0);
        let mut sizes = Vec::new();
        while let Some(mut joined) = open.pop() {
            let mut size = 1;
            while let Some(i) = open.iter().position(|&missing| missing & joined != 0) {
                joined |= open.swap_remove(i);
                size += 1;
            }
            sizes.push(size);
        }
        sizes.sort_unstable();
        sizes
    }

    /// The candidates for a reason by parity; which of them holds, exact values decide.
    fn by_parity(&self, drawn: Drawn, lead: i32, outcome: Outcome) -> Vec<Reason> {
        let (takes, boxes, quiet) = self.taken(drawn);
        let name = |edge: u8| self.format_move(&drawn, edge);
        let takes: Vec<String> = takes.into_iter().map(name).collect();
        let ahead = lead + boxes as i32;
        let rest = self.boxes.len() as i32 - self.won(&quiet).unwrap_or(0);
        let safe = self.safe(quiet);
        let safe_names: Vec<String> = edges(safe).map(name).collect();
        let evidence = |opens, chains| Evidence::Parity {
            takes: takes.clone(),
            boxes,
            safe: safe_names.clone(),
            opens,
            chains,
        };
        let first = takes.first().cloned();
        let is_won = outcome == Outcome::Win;
        // Boxes to take, and nothing more to fight for.
        let is_settled = if is_won { ahead > rest } else { ahead < -rest };
        if is_settled {
            if boxes == 0 {
                return Vec::new();
            }
            let (taken, to_come) = (boxes_in_words(boxes.into()), boxes_in_words(rest.into()));
            let text = match (is_won, rest) {
                (true, 0) => message!(
                    "Every box that is taken gives another move: the side to move takes all that is left, {boxes}, and ends {ahead} ahead.",
                    "Chaque case prise donne un coup de plus : le joueur au trait prend tout ce qui reste, {boxes}, et finit avec {ahead} d'avance.",
                    boxes = taken,
                    ahead = ahead
                ),
                (true, _) => message!(
                    "Every box that is taken gives another move: the side to move takes {boxes} at once. It is then {ahead} ahead with {rest} to come, which is enough.",
                    "Chaque case prise donne un coup de plus : le joueur au trait prend {boxes} à la suite. Il a alors {ahead} d'avance et il reste {rest} à prendre : cela suffit.",
                    boxes = taken,
                    ahead = ahead,
                    rest = to_come
                ),
                (false, _) => message!(
                    "What can be taken at once, {boxes}, is not enough: the side to move is then {behind} behind with {rest} to come.",
                    "Ce qu'on peut prendre tout de suite, {boxes}, ne suffit pas : le joueur au trait a alors {behind} de retard et il reste {rest} à prendre.",
                    boxes = taken,
                    behind = -ahead,
                    rest = to_come
                ),
            };
            let opens = None;
            return vec![Reason {
                evidence: evidence(opens, Vec::new()),
                proves: None,
                theorem: None,
                mv: first.filter(|_| is_won),
                text,
                claims: vec![Claim::after(takes, outcome)],
            }];
        }
        let mut solved = HashMap::new();
        let Some(has_last) = self.has_last_safe(quiet, &mut solved) else {
            return Vec::new();
        };
        if has_last != is_won {
            return Vec::new();
        }
        let before = match boxes {
            0 => message!("No box can be taken", "Aucune case n'est à prendre"),
            _ => message!(
                "Take first what can be taken, {boxes}; then no box can be taken",
                "Prenez d'abord ce qui est à prendre, {boxes} ; ensuite, aucune case n'est à prendre",
                boxes = boxes_in_words(boxes.into())
            ),
        };
        let count = safe_in_words(safe.count_ones());
        // The boxes to come go to who does not open: that is the reason, not the points so far.
        let margin = if is_won {
            [ahead + 1, i32::MAX]
        } else {
            [i32::MIN, ahead - 1]
        };
        let quiet_claim = Claim {
            margin: Some(margin),
            ..Claim::after(takes.clone(), outcome)
        };
        if !is_won {
            let chains = if safe == 0 {
                self.chains(quiet)
            } else {
                Vec::new()
            };
            let text = if safe == 0 {
                let sizes: Vec<String> = chains.iter().map(u32::to_string).collect();
                let sizes = sizes.join(" + ");
                message!(
                    "{before}, and no edge is safe: every edge gives a box its third side. The side to move must open a chain; the boxes that are left hang together as {sizes}.",
                    "{before}, et aucun trait n'est sûr : chacun donne à une case son troisième côté. Le joueur au trait doit ouvrir une chaîne ; les cases qui restent tiennent ensemble par {sizes}.",
                    before = before,
                    sizes = sizes
                )
            } else {
                message!(
                    "{before}. {count}, and the other side can see to it that it draws the last safe edge: the side to move must open the first chain.",
                    "{before}. {count}, et l'adversaire peut faire en sorte de tracer le dernier trait sûr : le joueur au trait doit ouvrir la première chaîne.",
                    before = before,
                    count = count
                )
            };
            return vec![Reason {
                evidence: evidence(Some(true), chains),
                proves: None,
                theorem: Some(CHAINS),
                mv: None,
                text,
                claims: vec![Claim::after(Vec::new(), outcome), quiet_claim],
            }];
        }
        let keeps = |edge: &u8| {
            let after = Drawn(quiet.0 | 1 << edge);
            self.has_last_safe(after, &mut solved) == Some(false)
        };
        let keeping: Vec<u8> = edges(safe).filter(keeps).collect();
        let told = |edge: u8| {
            let edge = name(edge);
            let text = message!(
                "{before}. {count}; after {edge} the side to move can see to it that it draws the last safe edge, and the other side must open the first chain.",
                "{before}. {count} ; après {edge} le joueur au trait peut faire en sorte de tracer le dernier trait sûr, et l'adversaire doit ouvrir la première chaîne.",
                before = before,
                count = count,
                edge = edge.clone()
            );
            let mut line = takes.clone();
            line.push(edge.clone());
            Reason {
                evidence: evidence(Some(false), Vec::new()),
                proves: None,
                theorem: Some(CHAINS),
                mv: Some(first.clone().unwrap_or(edge)),
                text,
                claims: vec![quiet_claim.clone(), Claim::after(line, outcome)],
            }
        };
        keeping.into_iter().map(told).collect()
    }
}

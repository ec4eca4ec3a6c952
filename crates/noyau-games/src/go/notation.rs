//! The texts of Go: positions, moves, why a move is illegal, and the picture.

use super::{Go, Placement, Stones};
use noyau_core::grid::turned;
use noyau_core::view::{Touch, View};
use noyau_core::word::Word;
use noyau_core::{Message, Notation, Side, message};

impl<W: Word> Notation for Go<W> {
    fn parameters(&self) -> String {
        let half = if self.komi % 2 == 1 { ".5" } else { "" };
        format!("{},{}{half}", self.size, self.komi / 2)
    }

    /// The rows, then `ko:` and the ko point, and `passed` for each preceding pass.
    fn format_board(&self, stones: &Stones<W>, _: Side) -> String {
        let mut text = self.grid().format_stones(stones.by_side().map(W::widen));
        if let Some(point) = stones.ko {
            text.push_str(" ko:");
            text.push_str(&self.grid().format_square(point.into()));
        }
        for _ in 0..stones.passes {
            text.push_str(" passed");
        }
        text
    }

    fn parse_board(&self, text: &str, side: Side) -> Result<Stones<W>, Message> {
        let mut words = text.split_whitespace();
        let rows = words.next().unwrap_or_default();
        let sets = turned(self.grid().parse_stones(rows)?.map(W::narrow), side);
        let mut stones = Stones::new(sets, side);
        let empty = self.board & !stones.all();
        for men in sets {
            let alive = self.connected(self.beside(empty) & men, men);
            if let Some(point) = (men & !alive).indices().next() {
                let point = self.grid().format_square(point as usize);
                return Err(message!(
                    "the stones with {point} have no liberty, so they would have been taken",
                    "les pierres avec {point} n'ont pas de liberté : elles auraient été prises"
                ));
            }
        }
        for word in words {
            if let Some(name) = word.strip_prefix("ko:") {
                let point = self.grid().parse_square(name)?;
                if stones.ko.replace(point as u8).is_some() {
                    return Err(message!("there is one ko at most", "il y a un ko au plus"));
                }
                if !self.may_be_ko(&stones, point as u32) {
                    return Err(message!(
                        "no single stone has just been taken on {name} by a single one that could be taken back",
                        "aucune pierre seule ne vient d'être prise en {name} par une pierre seule qu'on pourrait reprendre"
                    ));
                }
            } else if word == "passed" && stones.passes < 2 {
                stones.passes += 1;
            } else {
                return Err(message!(
                    "{word:?} is no part of a position: after the rows come `ko:b2` for a ko and `passed` for each of at most two last passes",
                    "{word:?} n'est pas une partie de position : après les lignes viennent `ko:b2` pour un ko et `passed` pour chacune des deux dernières passes au plus"
                ));
            }
        }
        if stones.ko.is_some() && stones.passes > 0 {
            return Err(message!(
                "there is no ko after a pass",
                "il n'y a pas de ko après une passe"
            ));
        }
        Ok(stones)
    }

    fn format_move(&self, _: &Stones<W>, mv: Placement) -> String {
        match mv {
            Placement::At(point) => self.grid().format_square(point.into()),
            Placement::Pass => "pass".to_owned(),
        }
    }

    /// Also accepts capitals.
    fn parse_move(&self, stones: &Stones<W>, text: &str) -> Option<Placement> {
        if stones.passes == 2 {
            return None;
        }
        let text = text.to_ascii_lowercase();
        if text == "pass" {
            return Some(Placement::Pass);
        }
        let point = self.grid().parse_square(&text).ok()? as u32;
        let legal = self.legal_points(stones).has(point);
        legal.then_some(Placement::At(point as u8))
    }

    fn why_illegal(&self, stones: &Stones<W>, text: &str) -> Option<Message> {
        if stones.passes == 2 {
            return None;
        }
        let text = text.to_ascii_lowercase();
        Some(match self.grid().parse_square(&text) {
            Err(Message { en, fr }) => {
                message!("{en}; or it is `pass`", "{fr} ; ou bien c'est `pass`")
            }
            Ok(point) if stones.all().has(point as u32) => {
                message!("{text} is taken", "{text} est prise")
            }
            Ok(point) if stones.ko == Some(point as u8) => message!(
                "ko: a stone was just taken on {text}, and taking back at once is not allowed",
                "ko : une pierre vient d'être prise en {text}, et la reprise immédiate est interdite"
            ),
            Ok(_) => message!(
                "a stone on {text} would have no liberty, and suicide is not allowed",
                "une pierre en {text} n'aurait pas de liberté, et le suicide est interdit"
            ),
        })
    }

    fn picture(&self, stones: &Stones<W>, _: Side) -> View {
        self.grid().picture(stones.by_side().map(W::widen))
    }

    fn touch(&self, _: &Stones<W>, _: Side, mv: Placement) -> Touch {
        match mv {
            Placement::At(point) => Touch::cells([point.into()]),
            Placement::Pass => Touch::default(),
        }
    }
}

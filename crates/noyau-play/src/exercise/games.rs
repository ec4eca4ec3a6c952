//! A winning move in a small game.

use super::posed::{Kind, Next, Opener, Shown, Subject, Work};
use noyau_core::game::Outcome;
use noyau_core::language::Message;
use noyau_core::limits::Limits;
use noyau_core::message;
use noyau_core::random::SplitMix;
use noyau_dynamic::OpenGame;

/// The position of a game, with a refutation of each move that does not win. `None` if no move wins.
pub(super) fn position(game: &mut dyn OpenGame) -> Option<Subject> {
    let limits = Limits::default();
    let answer = game.solve(false, &limits);
    let mut moves = Vec::new();
    for (mv, worth) in &answer.moves {
        let refutation = if worth.outcome == Outcome::Win {
            None
        } else {
            game.play(mv).ok()?;
            let reply = game.solve(false, &limits).best.into_iter().next();
            game.undo();
            Some(reply.unwrap_or_default())
        };
        moves.push((mv.clone(), refutation));
    }
    moves
        .iter()
        .any(|(_, refuted)| refuted.is_none())
        .then(|| Subject::Position {
            game: game.name(),
            position: game.position(),
            board: game.view().to_text(),
            svg: game
                .view()
                .with_stores(game.points())
                .to_svg(&game.name(), None),
            moves,
        })
}

/// A drawn position in which some moves win and others do not.
pub(super) fn drawn(level: u32, random: &mut SplitMix, open: Opener<'_>) -> Option<Subject> {
    for _ in 0..200 {
        let number = |random: &mut SplitMix, from: u32, to: u32| {
            from + random.below((to - from + 1) as usize) as u32
        };
        // Games of the texts, larger with the level.
        let name = match random.below(4) {
            0 => format!("matches:{},3", number(random, 2, 5 + 4 * level)),
            1 => {
                let columns = number(random, 2, level + 2);
                format!("chomp:{}x{columns}", if level > 3 { 3 } else { 2 })
            }
            2 => {
                let most = level + 3;
                format!(
                    "wythoff:{},{}",
                    number(random, 0, most),
                    number(random, 1, most)
                )
            }
            _ => {
                let heaps = if level > 2 { 3 } else { 2 };
                let sizes: Vec<String> = (0..heaps)
                    .map(|_| number(random, 1, level + 3).to_string())
                    .collect();
                format!("nim:{}", sizes.join(","))
            }
        };
        let mut game = open(&name)?;
        // Some moves later the shape is less regular.
        for _ in 0..random.below(3) {
            let moves = game.moves();
            if moves.len() > 3 {
                game.play(&moves[random.below(moves.len())]).ok()?;
            }
        }
        let Some(subject) = position(&mut *game) else {
            continue;
        };
        let Subject::Position { moves, .. } = &subject else {
            continue;
        };
        if moves.iter().any(|(_, refuted)| refuted.is_some()) {
            return Some(subject);
        }
    }
    None
}

/// One move is asked for.
pub(super) struct Reply<'a> {
    moves: &'a [(String, Option<String>)],
    done: bool,
}

impl<'a> Reply<'a> {
    pub(super) fn new(moves: &'a [(String, Option<String>)]) -> Self {
        Self { moves, done: false }
    }
}

impl Work for Reply<'_> {
    fn take(&mut self, step: &str) -> Result<(), Message> {
        match self.moves.iter().find(|(mv, _)| mv == step) {
            Some((_, None)) => {
                self.done = true;
                Ok(())
            }
            Some((mv, Some(reply))) if reply.is_empty() => {
                Err(message!("{mv} does not win", "{mv} ne gagne pas"))
            }
            Some((mv, Some(reply))) => Err(message!(
                "{mv} does not win: the opponent replies {reply}",
                "{mv} ne gagne pas : l'adversaire répond {reply}"
            )),
            None => {
                let all: Vec<&str> = self.moves.iter().map(|(mv, _)| mv.as_str()).collect();
                let all = all.join(", ");
                Err(message!(
                    "{step:?} is no legal move; they are {all}",
                    "{step:?} n'est pas un coup légal ; ce sont {all}"
                ))
            }
        }
    }

    fn next(&self) -> Option<Next> {
        if self.done {
            return None;
        }
        let mut winning = self.moves.iter().filter(|(_, refuted)| refuted.is_none());
        let step = Message::only(&winning.next()?.0);
        let (count, all) = (winning.count() + 1, self.moves.len());
        Some(Next {
            place: message!(
                "of {all} moves, so many win: {count}; {rule}",
                "sur {all} coups, nombre de coups gagnants : {count} ; {rule}",
                all = all,
                count = count,
                rule = Message::from(Kind::BestReply.rule())
            ),
            step,
            at: None,
        })
    }

    fn shown(&self) -> Shown {
        Shown::default()
    }
}

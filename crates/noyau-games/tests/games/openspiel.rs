//! Replays what `OpenSpiel`, an implementation that shares nothing with this one, says of the games that both have: perft
//! from the start, and random plays with all legal moves at every ply and the result.
//!
//! `cargo xtask crosscheck` writes `openspiel.txt`, and also has this test replay many more plays, whose file it names in
//! `NOYAU_TRANSCRIPT`. In the file, `game OURS THEIRS` begins a game, `perft` has the counts from depth 0, and a `play`
//! is a line a ply, the move played first and then the others, until `end` with the winner, or `early` where the play was
//! broken off or ended there by a rule that does not exist here.

use crate::open;
use noyau::dynamic::OpenGame;
use noyau::{Outcome, Side};
use std::collections::BTreeSet;

const COMMITTED: &str = include_str!("openspiel.txt");

/// How much was compared.
#[derive(Default, Clone, Copy)]
struct Compared {
    plays: u32,
    plies: u32,
    ends: u32,
}

struct Replay<'a> {
    game: Box<dyn OpenGame>,
    /// The positions of this play.
    seen: Vec<String>,
    /// Where we are, for what goes wrong.
    place: (&'a str, usize),
    compared: Compared,
}

impl Replay<'_> {
    /// Checks the legal moves, and plays the first.
    fn ply(&mut self, listed: &[&str]) {
        let place = self.place;
        let at = self.game.position();
        let own = self.game.moves();
        let same: BTreeSet<&str> = own.iter().map(String::as_str).collect();
        if same != listed.iter().copied().collect() {
            // A capture in draughts may be written as another way over the same men. What it leaves is the same.
            let names = "the same moves are legal";
            assert_eq!(
                own.len(),
                listed.len(),
                "{names} at {at}, {place:?}: {own:?}"
            );
            let ours = own.iter().map(|mv| self.after(mv)).collect::<BTreeSet<_>>();
            let theirs = listed.iter().map(|mv| self.after(mv)).collect();
            assert_eq!(ours, theirs, "{names} at {at}, {place:?}: {own:?}");
        }
        self.seen.push(at);
        self.game.play(listed[0]).unwrap();
        self.compared.plies += 1;
    }

    /// The position that a move leads to.
    fn after(&mut self, mv: &str) -> String {
        let place = self.place;
        let played = self.game.play(mv);
        assert!(played.is_ok(), "{mv} is legal, {place:?}: {played:?}");
        let after = self.game.position();
        self.game.undo();
        after
    }

    fn end(&mut self, wanted: &str) {
        self.compared.plays += 1;
        if wanted == "early" {
            return;
        }
        let (position, place) = (self.game.position(), self.place);
        let Some(outcome) = self.game.outcome() else {
            // There awele is also over as soon as a side has more than half of the seeds, or when a position comes again.
            let seeds = self.game.points().unwrap_or_default();
            let majority = match wanted {
                "first" => seeds[0] > 24,
                "second" => seeds[1] > 24,
                _ => false,
            };
            assert!(
                place.0.starts_with("awele") && (majority || self.seen.contains(&position)),
                "the game is over at {position}, {place:?}"
            );
            return;
        };
        let winner = match outcome {
            Outcome::Draw => "draw",
            Outcome::Win => name(self.game.side()),
            Outcome::Loss => name(self.game.side().other()),
        };
        assert_eq!(winner, wanted, "at {position}, {place:?}");
        self.compared.ends += 1;
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// Replays a whole transcript. Gives the names of the games with how much was compared.
fn replay(text: &str) -> Vec<(String, Compared)> {
    let mut all = Vec::new();
    let mut current: Option<Replay<'_>> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let words: Vec<&str> = line.split(' ').collect();
        if let ["game", ours, ..] = words[..] {
            let finished = current.replace(Replay {
                game: open(ours),
                seen: Vec::new(),
                place: (ours, number),
                compared: Compared::default(),
            });
            all.extend(finished.map(|replay| (replay.place.0.to_owned(), replay.compared)));
            continue;
        }
        let replay = current.as_mut().expect("a game comes first");
        replay.place.1 = number;
        match words[..] {
            ["perft", ref counts @ ..] => {
                for (depth, count) in (0..).zip(counts) {
                    let place = replay.place;
                    let own = replay.game.perft(depth).to_string();
                    assert_eq!(&own, count, "perft {depth}, {place:?}");
                }
            }
            ["play"] => {
                replay.game = open(replay.place.0);
                replay.seen.clear();
            }
            ["end", wanted] => replay.end(wanted),
            _ => replay.ply(&words),
        }
    }
    all.extend(current.map(|replay| (replay.place.0.to_owned(), replay.compared)));
    all
}

#[test]
fn random_plays_and_perft_are_those_of_openspiel() {
    let compared = match std::env::var("NOYAU_TRANSCRIPT") {
        Ok(path) => replay(&std::fs::read_to_string(path).unwrap()),
        Err(_) => replay(COMMITTED),
    };
    let games: BTreeSet<&str> = compared
        .iter()
        .filter_map(|(name, _)| name.split(':').next())
        .collect();
    let both = "awele chess connect4 dots draughts go kalah mnk morris nim othello tictactoe";
    assert_eq!(games, both.split(' ').collect());
    for (name, Compared { plays, plies, ends }) in &compared {
        assert!(
            *plays >= 4 && *plies >= 100,
            "{name}: {plays} plays, {plies} plies"
        );
        // Random plays of chess are too long to be committed up to their end.
        assert!(*ends > 0 || name == "chess", "{name}: no play is over");
    }
}

/// The replay itself must be able to fail.
#[test]
fn a_wrong_transcript_is_noticed() {
    let moves = "a1 b1 c1 a2 b2 c2 a3 b3 c3";
    let few = "game draughts:english d\nplay\n9-13 9-14 10-14 10-15 11-15 11-16 12-17\nend early";
    for (wrong, why) in [
        ("game tictactoe t\nperft 1 9 73".to_owned(), "perft 2"),
        (
            "game tictactoe t\nplay\na1 b1 c1 a2 b2 c2 a3 b3\nend early".to_owned(),
            "the same moves",
        ),
        (
            format!("game tictactoe t\nplay\n{moves}\n{moves}\nend early"),
            "the same moves",
        ),
        (
            format!("game tictactoe t\nplay\n{moves}\nend first"),
            "the game is over",
        ),
        (
            "game nim:1 n\nplay\n1:1\nend second".to_owned(),
            "left == right",
        ),
        (few.to_owned(), "12-17 is legal"),
    ] {
        let panic = std::panic::catch_unwind(|| replay(&wrong)).err().unwrap();
        let said = panic.downcast_ref::<String>().unwrap();
        assert!(said.contains(why), "{wrong}: {said}");
    }
    replay(&format!("game tictactoe t\nplay\n{moves}\nend early"));
    replay("game nim:1 n\nplay\n1:1\nend first");
}

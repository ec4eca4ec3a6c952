//! Forced lines in games of alignment: every move of the attacker threatens to complete a line, so that at most one
//! reply does not lose at once, until there is none.

use noyau_core::reason::{Claim, Evidence, Reason, Threat, listed};
use noyau_dynamic::prelude::*;

/// A game in which a move can complete a line and thereby win.
pub(crate) trait Threatening: Notation {
    /// Whether a reply can open a cell to the attacker, so that having to move may lose.
    const REPLIES_OPEN_CELLS: bool = false;

    /// The moves that complete a line of the side to move, in a position that is not over.
    fn completing(&self, position: &Self::Position) -> Vec<Self::Move>;

    /// The same stones with the other side to move.
    fn passed(&self, position: &Self::Position) -> Self::Position;
}

/// The longest line, in moves of the attacker.
const LONGEST: usize = 8;

/// How many moves of the attacker are tried, so that the answer takes milliseconds.
const MOST_TRIED: usize = 10_000;

/// A step: the attacker's move, and the one reply that does not lose at once.
type Step<M> = (M, Option<M>);

/// The reason why a position is won or lost by threats, if it is.
pub(crate) fn reason<G: Threatening>(game: &G, position: &G::Position) -> Option<Reason> {
    if game.outcome(position).is_some() {
        return None;
    }
    let mut search = Search { game, left: 0 };
    if let Some(steps) = search.attack(position) {
        return Some(told(game, position, None, &steps, Outcome::Win));
    }
    // The threat of the other side that stands already.
    let threats = game.completing(&game.passed(position));
    let forced = search.defences(position, &threats);
    match forced[..] {
        [] => Some(told(game, position, None, &[], Outcome::Loss)),
        [reply] if !threats.is_empty() => {
            let steps = search.attack(&game.child(position, reply))?;
            Some(told(game, position, Some(reply), &steps, Outcome::Loss))
        }
        _ => None,
    }
}

struct Search<'a, G> {
    game: &'a G,
    /// How many moves may still be tried.
    left: usize,
}

impl<G: Threatening> Search<'_, G> {
    /// The shortest forced line of the side to move.
    fn attack(&mut self, position: &G::Position) -> Option<Vec<Step<G::Move>>> {
        self.game.outcome(position).is_none().then_some(())?;
        self.left = MOST_TRIED;
        (1..=LONGEST).find_map(|depth| {
            let mut steps = Vec::new();
            self.is_won(position, depth, &mut steps).then(|| {
                steps.reverse();
                steps
            })
        })
    }

    /// Whether the side to move wins in that many moves; appends its line, last move first.
    fn is_won(
        &mut self,
        position: &G::Position,
        depth: usize,
        steps: &mut Vec<Step<G::Move>>,
    ) -> bool {
        let game = self.game;
        if let Some(&mv) = game.completing(position).first() {
            steps.push((mv, None));
            return true;
        }
        if depth <= 1 {
            return false;
        }
        for mv in game.legal_moves(position) {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            let after = game.child(position, mv);
            if game.outcome(&after).is_some() || !game.completing(&after).is_empty() {
                continue;
            }
            let threats = game.completing(&game.passed(&after));
            if threats.is_empty() && !G::REPLIES_OPEN_CELLS {
                continue;
            }
            match self.defences(&after, &threats)[..] {
                [] => {
                    steps.push((mv, None));
                    return true;
                }
                [reply]
                    if !threats.is_empty()
                        && self.is_won(&game.child(&after, reply), depth - 1, steps) =>
                {
                    steps.push((mv, Some(reply)));
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// The replies after which the other side, which threatens these moves, cannot complete a line at once; of more
    /// than one, two.
    fn defences(&self, position: &G::Position, threats: &[G::Move]) -> Vec<G::Move> {
        let game = self.game;
        let replies = match threats {
            // Only a stone on the threatened cell can help.
            [threat] => vec![*threat],
            [] => game.legal_moves(position),
            _ => Vec::new(),
        };
        let holds = |&reply: &G::Move| {
            let after = game.child(position, reply);
            game.outcome(&after).is_some() || game.completing(&after).is_empty()
        };
        replies.into_iter().filter(holds).take(2).collect()
    }
}

/// The reason in words. `forced` is the own move that the standing threat of the other side leaves, in a lost position.
fn told<G: Threatening>(
    game: &G,
    position: &G::Position,
    forced: Option<G::Move>,
    steps: &[Step<G::Move>],
    outcome: Outcome,
) -> Reason {
    let mut now = position.clone();
    let mut line: Vec<String> = Vec::new();
    let mut claims = vec![Claim::after(Vec::new(), outcome)];
    let mut evidence = Vec::new();
    let mut sentences: Vec<Message> = Vec::new();
    let mut play = |now: &mut G::Position, mv: G::Move| {
        let text = game.format_move(now, mv);
        game.play(now, mv);
        line.push(text.clone());
        claims.push(Claim::after(line.clone(), outcome));
        text
    };
    if outcome == Outcome::Loss {
        let wins = wins(game, &now);
        let threat = listed(&wins);
        let reply = forced.map(|reply| play(&mut now, reply));
        sentences.push(match &reply {
            None => message!(
                "The other side threatens to complete a line with {threat}, and no move stops it.",
                "L'adversaire menace de compléter un alignement par {threat}, et aucun coup ne l'empêche.",
                threat = threat
            ),
            Some(reply) => message!(
                "The other side threatens to complete a line with {threat}, so {reply} is forced.",
                "L'adversaire menace de compléter un alignement par {threat}, {reply} est donc forcé.",
                threat = threat,
                reply = reply.clone()
            ),
        });
        evidence.push(Threat {
            mv: None,
            wins,
            reply,
        });
    }
    for &(mv, reply) in steps {
        let mv = play(&mut now, mv);
        let is_over = game.outcome(&now).is_some();
        let wins = if is_over {
            Vec::new()
        } else {
            wins(game, &now)
        };
        let threat = listed(&wins);
        let reply = reply.map(|reply| play(&mut now, reply));
        sentences.push(match &reply {
            _ if is_over => message!("{mv} completes a line.", "{mv} complète un alignement."),
            None => message!(
                "{mv} threatens {threat}, and no reply stops it.",
                "{mv} menace {threat}, et aucune réponse ne l'empêche.",
                mv = mv.clone(),
                threat = threat
            ),
            Some(reply) => message!(
                "{mv} threatens {threat}, so {reply} is forced.",
                "{mv} menace {threat}, {reply} est donc forcé.",
                mv = mv.clone(),
                threat = threat,
                reply = reply.clone()
            ),
        });
        evidence.push(Threat {
            mv: Some(mv),
            wins,
            reply,
        });
    }
    let joined = |of: fn(&Message) -> &str| {
        let texts: Vec<&str> = sentences.iter().map(of).collect();
        texts.join(" ")
    };
    Reason {
        text: Message {
            en: joined(|message| &message.en),
            fr: joined(|message| &message.fr),
        },
        mv: (outcome == Outcome::Win)
            .then(|| line.first().cloned())
            .flatten(),
        evidence: Evidence::Threats(evidence),
        proves: Some(outcome),
        theorem: None,
        claims,
    }
}

/// The moves with which the side that has just moved wins next: those that it threatens, or else those that the replies
/// open to it.
fn wins<G: Threatening>(game: &G, position: &G::Position) -> Vec<String> {
    let passed = game.passed(position);
    let threats = game.completing(&passed);
    let mut wins: Vec<String> = threats
        .iter()
        .map(|&mv| game.format_move(&passed, mv))
        .collect();
    if wins.is_empty() {
        for reply in game.legal_moves(position) {
            let after = game.child(position, reply);
            for mv in game.completing(&after) {
                let text = game.format_move(&after, mv);
                if !wins.contains(&text) {
                    wins.push(text);
                }
            }
        }
    }
    wins
}

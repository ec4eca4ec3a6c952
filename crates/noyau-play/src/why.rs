//! Why a position is won, drawn or lost, in words.
//!
//! What a game itself can say comes first: theorems, copycats, forced lines. Then come the reasons that need only the
//! rules and exact values: parts, the mex of the options, the refutations of other moves, and best play. A reason that
//! proves nothing by itself is kept only if the exact values are what it claims.

use super::exact::{Tables, best_of};
use noyau_core::game::{Outcome, Side};
use noyau_core::language::{Message, Text};
use noyau_core::limits::{Limits, Stopped};
use noyau_core::message;
use noyau_core::reason::{Claim, Evidence, Part, PartWorth, Reason, Threat, listed};
use noyau_dynamic::{Answer, Known, Method, Nimbered, OpenGame, Split, Wanted, Worth};
use std::collections::BTreeSet;

/// Why a position is worth what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// The outcome for the side to move, if it is known.
    pub outcome: Option<Outcome>,
    /// The reasons, best first.
    pub reasons: Vec<Reason>,
    /// Best play; only what the reasons show of it, if they decide a position that is not solved.
    pub line: Vec<String>,
    /// The limit that left the outcome unknown.
    pub stopped: Option<Stopped>,
}

/// The most refutations.
const MOST_REFUTED: usize = 5;

/// The most moves of a line in a sentence.
const MOST_SHOWN: usize = 12;

/// The most moves of the winner before a forced line of threats.
const MOST_QUIET: usize = 5;

/// The most parts in a sentence.
const MOST_PARTS: usize = 64;

const KERNEL: Text = Text::new(
    "Theorem 1.3 of the course: the positions with nimber 0 are the kernel, which is lost",
    "théorème 1.3 du cours : les positions de nimber 0 forment le noyau, qui est perdant",
);

const SPRAGUE: Text = Text::new(
    "Sprague 1935, Grundy 1939: the nimber of a sum is the nim-sum of the nimbers of its parts",
    "Sprague 1935, Grundy 1939 : le nimber d'une somme est la somme de Nim des nimbers de ses parties",
);

const SUMS: Text = Text::new(
    "sums of games: parts that are won for one side, or lost for who begins in them, add up to no less",
    "sommes de jeux : des parties gagnées pour un camp, ou perdues pour qui y commence, ne donnent rien de moins ensemble",
);

/// Finds why the current position is won, drawn or lost. The position stays, not its history.
pub fn why(game: &mut dyn OpenGame, tables: &Tables, limits: &Limits) -> Why {
    if let Some(outcome) = game.outcome() {
        return at_the_end(game, outcome);
    }
    let own = game.reasons(None);
    let shows_more = own
        .iter()
        .any(|reason| reason.proves.is_some() && reason.evidence != Evidence::StrategyStealing);
    if shows_more && !game.is_small(limits) {
        return by_theory(own, None);
    }
    let answer = solved(game, tables, limits);
    explain(game, &answer, tables, limits)
}

/// What the reasons of the game alone decide, if it is not solved.
fn by_theory(own: Vec<Reason>, stopped: Option<Stopped>) -> Why {
    let outcome = own.iter().find_map(|reason| reason.proves);
    Why {
        outcome,
        line: longest(&own),
        reasons: own
            .into_iter()
            .filter(|reason| reason.proves.is_some())
            .collect(),
        stopped: stopped.filter(|_| outcome.is_none()),
    }
}

/// The longest line that a reason shows.
fn longest(reasons: &[Reason]) -> Vec<String> {
    reasons
        .iter()
        .map(shown)
        .max_by_key(Vec::len)
        .unwrap_or_default()
}

/// The line that a reason shows.
fn shown(reason: &Reason) -> Vec<String> {
    match &reason.evidence {
        Evidence::Threats(steps) => steps
            .iter()
            .flat_map(|Threat { mv, reply, .. }| [mv, reply])
            .flatten()
            .cloned()
            .collect(),
        Evidence::Refutation(_) => Vec::new(),
        _ => reason.mv.iter().cloned().collect(),
    }
}

fn at_the_end(game: &dyn OpenGame, outcome: Outcome) -> Why {
    let mut reasons = game.reasons(None);
    if reasons.is_empty() {
        let text = match outcome {
            Outcome::Win => message!(
                "The game is over, and the side to move has won.",
                "La partie est finie, et le joueur au trait a gagné."
            ),
            Outcome::Draw => message!(
                "The game is over, and drawn.",
                "La partie est finie, et nulle."
            ),
            Outcome::Loss => message!(
                "The game is over, and the side to move has lost.",
                "La partie est finie, et le joueur au trait a perdu."
            ),
        };
        reasons.push(Reason {
            evidence: Evidence::Line(Vec::new()),
            proves: Some(outcome),
            theorem: None,
            mv: None,
            text,
            claims: vec![Claim::after(Vec::new(), outcome)],
        });
    }
    Why {
        outcome: Some(outcome),
        reasons,
        line: Vec::new(),
        stopped: None,
    }
}

/// The exact answer, from a table of all positions if there are few.
fn solved(game: &dyn OpenGame, tables: &Tables, limits: &Limits) -> Answer {
    if let Some(answer) = game.answer_from_tables(false) {
        return answer;
    }
    let is_small = game.is_small(limits);
    let known = is_small
        .then(|| tables.whole(game, limits).ok().flatten())
        .flatten();
    let answer = known.and_then(|known| game.answer_from(&known));
    answer.unwrap_or_else(|| game.solve(false, limits))
}

/// Finds the reasons for an answer, even one that a limit left unknown. The position stays, not its history.
pub fn explain(game: &mut dyn OpenGame, answer: &Answer, tables: &Tables, limits: &Limits) -> Why {
    if let Some(outcome) = game.outcome() {
        return at_the_end(game, outcome);
    }
    let Some(worth) = answer.worth else {
        let stopped = answer.stopped.or(Some(Stopped::Memory));
        return by_theory(game.reasons(None), stopped);
    };
    // The nimbers of the options come from the whole graph, which was solved already or is small.
    let has_nimbers = answer.method == Method::Graph && answer.nimber.is_some();
    let wants_table = has_nimbers || game.is_small(limits);
    let known = wants_table
        .then(|| tables.whole(game, limits).ok().flatten())
        .flatten();
    let exact = Exact {
        known: known.as_ref(),
        side: game.side(),
        limits,
    };
    let mut reasons: Vec<Reason> = Vec::new();
    for reason in game.reasons(Some(worth)) {
        let is_new = reasons
            .iter()
            .all(|other| other.evidence.kind() != reason.evidence.kind());
        let is_right = match reason.proves {
            Some(outcome) => outcome == worth.outcome,
            None => reason.claims.iter().all(|claim| exact.holds(game, claim)),
        };
        if is_new && is_right {
            reasons.push(reason);
        }
    }
    reasons.extend(threats_ahead(game, &reasons, &answer.line, worth.outcome));
    let is_rule = |reason: &Reason| {
        let kind = &reason.evidence;
        matches!(
            kind,
            Evidence::NimSum { .. } | Evidence::Remainder { .. } | Evidence::WythoffPair { .. }
        )
    };
    // A rule of the whole game says all.
    if !reasons.iter().any(is_rule) {
        reasons.extend(exact.parts(game, answer, worth.outcome));
        reasons.extend(exact.mex(game, answer, worth.outcome));
        let explained = reasons.len();
        reasons.extend(exact.refutations(game, answer, worth.outcome));
        if explained == 0 {
            reasons.push(best_play(game, answer, worth));
        }
    }
    let line = match &answer.line[..] {
        [] => longest(&reasons),
        line => line.to_vec(),
    };
    Why {
        outcome: Some(worth.outcome),
        reasons,
        line,
        stopped: None,
    }
}

/// A forced line of threats that best play leads to after a few quiet moves of the winner.
fn threats_ahead(
    game: &mut dyn OpenGame,
    reasons: &[Reason],
    line: &[String],
    outcome: Outcome,
) -> Option<Reason> {
    let is_forced = |reason: &Reason| matches!(reason.evidence, Evidence::Threats(_));
    if outcome != Outcome::Win || reasons.iter().any(is_forced) {
        return None;
    }
    let quiet = line.chunks_exact(2).take(MOST_QUIET);
    let side = game.side();
    let (mut steps, mut played) = (Vec::new(), 0);
    let mut found = None;
    for pair in quiet {
        for mv in pair {
            game.play(mv).ok()?;
            played += 1;
        }
        steps.push(Threat {
            mv: Some(pair[0].clone()),
            wins: Vec::new(),
            reply: Some(pair[1].clone()),
        });
        if game.side() != side || game.outcome().is_some() {
            break;
        }
        let own = game.reasons(None).into_iter();
        found = { own }.find(|reason| is_forced(reason) && reason.proves == Some(Outcome::Win));
        if found.is_some() {
            break;
        }
    }
    for _ in 0..played {
        game.undo();
    }
    let ahead = found?;
    let before = &line[..played];
    let Evidence::Threats(forced) = ahead.evidence else {
        return None;
    };
    steps.extend(forced);
    let mut claims: Vec<Claim> = ahead.claims;
    for claim in &mut claims {
        claim.after.splice(0..0, before.iter().cloned());
    }
    let moves = game.join_moves(before);
    Some(Reason {
        text: message!(
            "Best play goes {moves}; then every move threatens. {text}",
            "Le meilleur jeu est {moves} ; ensuite chaque coup menace. {text}",
            moves = moves,
            text = ahead.text
        ),
        mv: before.first().cloned(),
        evidence: Evidence::Threats(steps),
        proves: Some(outcome),
        theorem: None,
        claims,
    })
}

/// The first moves of a line, as text.
fn written(game: &dyn OpenGame, line: &[String]) -> String {
    let text = game.join_moves(&line[..line.len().min(MOST_SHOWN)]);
    if line.len() > MOST_SHOWN {
        format!("{text} …")
    } else {
        text
    }
}

fn best_play(game: &dyn OpenGame, answer: &Answer, worth: Worth) -> Reason {
    let line = match &answer.line[..] {
        [] => answer.best.iter().take(1).cloned().collect(),
        line => line.to_vec(),
    };
    let moves = written(game, &line);
    let text = match worth.outcome {
        Outcome::Win => message!(
            "The side to move wins, whatever the replies: {moves}",
            "Le joueur au trait gagne, quelles que soient les réponses : {moves}"
        ),
        Outcome::Draw => message!(
            "With best play nobody wins: {moves}",
            "Au mieux joué, personne ne gagne : {moves}"
        ),
        Outcome::Loss => message!(
            "Every move loses; this line resists best: {moves}",
            "Tous les coups perdent ; cette suite résiste le mieux : {moves}"
        ),
    };
    Reason {
        mv: line
            .first()
            .filter(|_| worth.outcome != Outcome::Loss)
            .cloned(),
        claims: vec![Claim::after(line.clone(), worth.outcome)],
        evidence: Evidence::Line(line),
        proves: None,
        theorem: None,
        text,
    }
}

/// Exact values around a position.
struct Exact<'a> {
    known: Option<&'a Known>,
    /// The side to move in the position that is explained.
    side: Side,
    limits: &'a Limits,
}

impl Exact<'_> {
    /// The worth of the current position to the side to move in it.
    fn worth(&self, game: &dyn OpenGame) -> Option<Worth> {
        if let Some(outcome) = game.outcome() {
            return Some(Worth {
                outcome,
                distance: None,
                margin: game.margin(),
            });
        }
        if let Some(worths) = self.known.and_then(|known| game.recall(known)) {
            return best_of(&worths);
        }
        let answer = game.solve_by(Method::Auto, Wanted::Value, self.limits);
        answer.ok()?.worth
    }

    /// Whether exact values are as claimed.
    fn holds(&self, game: &mut dyn OpenGame, claim: &Claim) -> bool {
        let legal = claim.after.iter().take_while(|mv| game.play(mv).is_ok());
        let played = legal.count();
        let worth = (played == claim.after.len())
            .then(|| self.worth(game))
            .flatten();
        let turned = game.side() != self.side;
        for _ in 0..played {
            game.undo();
        }
        let seen = |worth: Worth| Worth {
            outcome: worth.outcome.reversed(),
            margin: worth.margin.map(|margin| -margin),
            ..worth
        };
        worth.is_some_and(|worth| claim.holds(if turned { seen(worth) } else { worth }))
    }

    /// The sum of the parts, if it decides.
    fn parts(&self, game: &mut dyn OpenGame, answer: &Answer, outcome: Outcome) -> Option<Reason> {
        let (parts, text, theorem) = match game.split(self.limits)? {
            Split::Nimbers(parts) if parts.len() <= MOST_PARTS => sum_of_nimbers(&parts),
            Split::Boards(boards) if boards.len() <= MOST_PARTS => {
                self.sum_of_boards(game, &boards, outcome)?
            }
            _ => return None,
        };
        let mv = answer.best.first().filter(|_| outcome == Outcome::Win);
        let mut claims = vec![Claim::after(Vec::new(), outcome)];
        claims.extend(mv.map(|mv| Claim::after(vec![mv.clone()], outcome)));
        Some(Reason {
            evidence: Evidence::Parts(parts),
            proves: Some(outcome),
            theorem: Some(theorem),
            mv: mv.cloned(),
            text,
            claims,
        })
    }

    /// Parts of a game in which who cannot move loses, if they favour the winner one by one.
    fn sum_of_boards(
        &self,
        game: &mut dyn OpenGame,
        boards: &[[String; 2]],
        outcome: Outcome,
    ) -> Option<(Vec<Part>, Message, Text)> {
        let here = game.position();
        let limits = self.limits.shared(boards.len() as u32 * 2);
        let mut outcome_of = |board: &str| {
            game.set_board(board).ok()?;
            let answer = game.solve_by(Method::Auto, Wanted::Value, &limits).ok()?;
            Some(answer.worth?.outcome)
        };
        let found: Option<Vec<[Outcome; 2]>> = boards
            .iter()
            .map(|[own, other]| Some([outcome_of(own)?, outcome_of(other)?.reversed()]))
            .collect();
        // The same text parsed before.
        game.set(&here).ok()?;
        let found = found?;
        let count = |outcomes| found.iter().filter(|&&part| part == outcomes).count();
        let own = count([Outcome::Win, Outcome::Win]);
        let other = count([Outcome::Loss, Outcome::Loss]);
        let second = count([Outcome::Loss, Outcome::Win]);
        let first = count([Outcome::Win, Outcome::Loss]);
        let decided = match (own, other, first) {
            (0, _, 0) => Outcome::Loss,
            (_, 0, 0 | 1) => Outcome::Win,
            _ => return None,
        };
        (decided == outcome).then_some(())?;
        let number = found.len();
        let ending = |count: usize| if count > 1 { "s" } else { "" };
        let mut said: Vec<Message> = Vec::new();
        if own > 0 {
            let s = ending(own);
            said.push(message!(
                "{own} won for the side to move whoever begins there",
                "{own} gagnée{s} pour le joueur au trait, quel que soit celui qui y commence"
            ));
        }
        if other > 0 {
            let s = ending(other);
            said.push(message!(
                "{other} won for the other side whoever begins there",
                "{other} gagnée{s} pour l'adversaire, quel que soit celui qui y commence"
            ));
        }
        if second > 0 {
            let s = ending(second);
            said.push(message!(
                "{second} lost for who begins there",
                "{second} perdue{s} pour qui y commence"
            ));
        }
        if first > 0 {
            let s = ending(first);
            said.push(message!(
                "{first} won for who begins there",
                "{first} gagnée{s} pour qui y commence"
            ));
        }
        let said = said.into_iter().reduce(|one, next| {
            message!("{one}, {next}", "{one}, {next}", one = one, next = next)
        })?;
        let text = match outcome {
            Outcome::Win if first > 0 => message!(
                "The position falls apart into {number} independent parts: {said}. Begin in the one that who begins wins, and answer in the part where the other side plays.",
                "La position se décompose en {number} parties indépendantes : {said}. Commencez dans celle que gagne qui y commence, puis répondez dans la partie où joue l'adversaire.",
                number = number,
                said = said
            ),
            Outcome::Win => message!(
                "The position falls apart into {number} independent parts: {said}. Together they leave the side to move a move to spare.",
                "La position se décompose en {number} parties indépendantes : {said}. Ensemble, elles laissent au joueur au trait un coup d'avance.",
                number = number,
                said = said
            ),
            _ => message!(
                "The position falls apart into {number} independent parts: {said}. The other side answers in the part where the side to move plays, and never lacks a move.",
                "La position se décompose en {number} parties indépendantes : {said}. L'adversaire répond dans la partie où l'on joue, et ne manque jamais de coup.",
                number = number,
                said = said
            ),
        };
        let part = |([position, _], &outcomes): (&[String; 2], &[Outcome; 2])| Part {
            position: position.clone(),
            worth: PartWorth::Outcomes(outcomes),
        };
        let parts = boards.iter().zip(&found).map(part).collect();
        Some((parts, text, SUMS))
    }

    /// The nimber as the mex of those of the options.
    fn mex(&self, game: &dyn OpenGame, answer: &Answer, outcome: Outcome) -> Option<Reason> {
        let Nimbered { nimber, options } = game.nimbered(self.known, self.limits)?;
        let values: BTreeSet<u32> = options.iter().map(|option| option.1).collect();
        let values: Vec<String> = values.iter().map(u32::to_string).collect();
        let values = values.join(", ");
        let lost = options.iter().filter(|option| option.1 == 0);
        let lost: Vec<&String> = lost.map(|option| &option.0).collect();
        let best = lost.iter().find(|mv| answer.best.contains(mv));
        let mv = best.or_else(|| lost.first()).map(|&mv| mv.clone());
        let text = match &mv {
            Some(mv) => message!(
                "The options have the nimbers {{{values}}}; the least number missing, their mex, is {nimber}. It is not 0, because {mv} leads to a position of nimber 0.",
                "Les options ont les nimbers {{{values}}} ; le plus petit entier absent, leur mex, est {nimber}. Il n'est pas nul, car {mv} mène à une position de nimber 0."
            ),
            None => message!(
                "The options have the nimbers {{{values}}}: 0 is missing, so the mex is 0. No move leads to a position of nimber 0.",
                "Les options ont les nimbers {{{values}}} : 0 en est absent, le mex est donc 0. Aucun coup ne mène à une position de nimber 0."
            ),
        };
        Some(Reason {
            evidence: Evidence::Mex { nimber, options },
            proves: Some(outcome),
            theorem: Some(KERNEL),
            claims: vec![Claim::after(mv.iter().cloned().collect(), outcome)],
            mv,
            text,
        })
    }

    /// What happens after the moves that give the outcome away, or after any move of a lost position; shortest first.
    fn refutations(
        &self,
        game: &mut dyn OpenGame,
        answer: &Answer,
        outcome: Outcome,
    ) -> Vec<Reason> {
        let fails = |worth: &Worth| worth.outcome < outcome || outcome == Outcome::Loss;
        let mut others: Vec<&(String, Worth)> = answer
            .moves
            .iter()
            .filter(|(_, worth)| fails(worth))
            .collect();
        others.sort_by_key(|(_, worth)| {
            let far = worth.distance.unwrap_or(u32::MAX);
            (worth.outcome, worth.margin, far)
        });
        others.truncate(MOST_REFUTED);
        let limits = self.limits.shared(others.len() as u32);
        let mut reasons = Vec::new();
        for (mv, worth) in others {
            if game.play(mv).is_err() {
                continue;
            }
            let after = if game.outcome().is_some() {
                Vec::new()
            } else {
                let answer = self.known.and_then(|known| game.answer_from(known));
                let answer = answer.unwrap_or_else(|| game.solve(true, &limits));
                if answer.line.is_empty() {
                    answer.best.into_iter().take(1).collect()
                } else {
                    answer.line
                }
            };
            game.undo();
            reasons.push(refuted(game, mv, *worth, after));
        }
        reasons
    }
}

fn refuted(game: &dyn OpenGame, mv: &str, worth: Worth, after: Vec<String>) -> Reason {
    let only = match worth.outcome {
        Outcome::Loss => message!("{mv} loses", "{mv} perd"),
        _ => message!("{mv} only draws", "{mv} ne fait que nulle"),
    };
    let text = if after.is_empty() {
        message!("{only}.", "{only}.", only = only)
    } else {
        let line = written(game, &after);
        message!(
            "{only} against {line}",
            "{only} contre {line}",
            only = only,
            line = line
        )
    };
    let mut line = vec![mv.to_owned()];
    line.extend(after);
    Reason {
        claims: vec![
            Claim::after(vec![mv.to_owned()], worth.outcome),
            Claim::after(line.clone(), worth.outcome),
        ],
        mv: Some(mv.to_owned()),
        evidence: Evidence::Refutation(line),
        proves: None,
        theorem: None,
        text,
    }
}

fn sum_of_nimbers(parts: &[(String, u32)]) -> (Vec<Part>, Message, Text) {
    let sum = parts.iter().fold(0, |sum, part| sum ^ part.1);
    let board = |text: &str| {
        let cut = text.rsplit_once(' ').map_or(text, |(board, _)| board);
        cut.to_owned()
    };
    let named: Vec<String> = parts
        .iter()
        .map(|(part, nimber)| format!("{} → {nimber}", board(part)))
        .collect();
    let named = listed(&named);
    let count = parts.len();
    let text = match sum {
        0 => message!(
            "{count} independent parts with their nimbers: {named}. Their nim-sum is 0.",
            "{count} parties indépendantes et leurs nimbers : {named}. Leur somme de Nim est 0.",
            count = count,
            named = named
        ),
        _ => message!(
            "{count} independent parts with their nimbers: {named}. Their nim-sum is {sum}, not 0: some move makes it 0.",
            "{count} parties indépendantes et leurs nimbers : {named}. Leur somme de Nim est {sum}, pas 0 : un coup la ramène à 0.",
            count = count,
            named = named,
            sum = sum
        ),
    };
    let part = |(position, nimber): &(String, u32)| Part {
        position: position.clone(),
        worth: PartWorth::Nimber(*nimber),
    };
    (parts.iter().map(part).collect(), text, SPRAGUE)
}

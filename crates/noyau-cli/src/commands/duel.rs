//! `noyau duel`: two agents, and which is the stronger one.

use super::contest;
use crate::catalogue::players::{self as words, Said};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::players::{self, shown};
use clap::{ArgMatches, Command};
use noyau::answers::{CONFIDENCE, Duel};
use noyau::play::Recipe;
use noyau::play::contest::Standings;
use noyau::statistics::{Sprt, Verdict};
use noyau::{Message, message};
use std::io::Write;
use std::ops::ControlFlow;

pub(super) fn command(grammar: Grammar) -> Command {
    let agent = |id, help| {
        let place = grammar.place(id, words::AGENT_NAME, help);
        players::agent(grammar, place, help).required(true)
    };
    let command = grammar
        .position(grammar.command("duel", words::DUEL))
        .arg(agent("a", words::DUEL_FIRST))
        .arg(agent("b", words::DUEL_SECOND))
        .arg(
            grammar
                .option("sprt", words::SPRT_VALUE, words::SPRT)
                .allow_hyphen_values(true)
                .value_parser(grammar.parser(sprt)),
        );
    contest::arguments(grammar, command, words::GAMES_OPTION, "100")
}

/// Reads the hypotheses and error rates of a sequential test.
fn sprt(text: &str) -> Result<Sprt, Message> {
    let numbers: Option<Vec<f64>> = text
        .split(',')
        .map(|word| word.trim().parse().ok())
        .collect();
    let numbers: Vec<f64> = numbers.unwrap_or_default();
    Sprt::from_numbers(&numbers).ok_or_else(|| {
        message!(
            "two Elo differences are wanted, the smaller first, and perhaps two error rates below 0.5, as in 0,20 or 0,20,0.05,0.05",
            "il faut deux écarts Elo, le plus petit d'abord, et peut-être deux taux d'erreur sous 0.5, comme 0,20 ou 0,20,0.05,0.05"
        )
    })
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let mut game = contest::game(matches)?;
    let agents: Vec<Recipe> = ["a", "b"]
        .iter()
        .filter_map(|id| matches.get_one::<Recipe>(id).cloned())
        .collect();
    let plan = contest::plan(console, matches, agents, &*game)?;
    let test = matches.get_one::<Sprt>("sprt");
    let mut standings = Standings::new(2);
    let status = contest::play(console, matches, &plan, &mut *game, |played| {
        standings.add(played);
        let pairs = &standings.table[0][1].pairs;
        match test {
            Some(test)
                if played.meeting.number % 2 == 1 && test.verdict(pairs) != Verdict::Open =>
            {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    })?;
    let score = standings.table[0][1];
    let interval = score.elo_interval(CONFIDENCE);
    if matches.get_flag("json") {
        console.json(&Duel::new(&*game, &plan, &standings, test))?;
        return Ok(status);
    }
    let (name, pairs) = (
        plan.agents[0].to_string(),
        score.pairs.map(|n| n.to_string()),
    );
    let mut lines = contest::opening_lines(&plan, &*game);
    let counted = Said::Counted {
        wins: score.wins,
        draws: score.draws,
        losses: score.losses,
    };
    let elo = Said::EloBetween {
        elo: shown(score.elo(), 1),
        low: shown(interval[0], 1),
        high: shown(interval[1], 1),
    };
    let superior = Said::Superior {
        percent: format!("{:.2}", 100.0 * score.superiority()),
        agent: name.clone(),
    };
    lines.extend([
        (words::AGENT, format!("{name} – {}", plan.agents[1])),
        (words::GAMES, players::say(console, &counted)),
        (words::PAIRS, pairs.join(" ")),
        (words::ELO, players::say(console, &elo)),
        (words::SUPERIORITY, players::say(console, &superior)),
    ]);
    lines.extend(contest::mishaps(
        console,
        &plan,
        &standings.forfeits,
        standings.unfinished,
    ));
    if let Some(test) = test {
        let said = players::say(console, &verdict(test, &score.pairs));
        lines.push((words::TEST, said));
    }
    let mut out = console.out();
    console.labelled(&mut out, &lines)?;
    out.flush()?;
    Ok(status)
}

fn verdict(test: &Sprt, pairs: &[u64; 5]) -> Said {
    let ratio = shown(test.likelihood_ratio(pairs), 2);
    let [low, high] = test.bounds().map(|bound| shown(bound, 2));
    let accepted = match test.verdict(pairs) {
        Verdict::Null => test.elo0,
        Verdict::Alternative => test.elo1,
        Verdict::Open => return Said::TestOpen { ratio, low, high },
    };
    Said::TestAccepts {
        elo: accepted.to_string(),
        ratio,
        low,
        high,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypotheses_are_read() {
        let expected = Sprt {
            elo0: 0.0,
            elo1: 20.0,
            alpha: 0.05,
            beta: 0.05,
        };
        assert_eq!(sprt("0, 20"), Ok(expected));
        let expected = Sprt {
            elo0: -5.0,
            elo1: 5.0,
            alpha: 0.1,
            beta: 0.01,
        };
        assert_eq!(sprt("-5,5,0.1,0.01"), Ok(expected));
        for text in ["", "0", "5,0", "0,5,0.1", "0,5,0.6,0.1", "0,nan", "0,1e9"] {
            assert!(sprt(text).is_err(), "{text}");
        }
    }
}

//! `noyau duel`: two agents, and which one is stronger.

use super::contest;
use crate::agents::shown;
use crate::prelude::*;
use noyau::documents::CONFIDENCE;
use noyau::play::Recipe;
use noyau::play::contest::Standings;
use noyau::statistics::{Score, Sprt, Verdict};
use std::ops::ControlFlow;

pub(super) const COMMAND: Entry = Entry::new("duel", help::DUEL, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let agent = |id, help| {
        let place = args.place(id, help::AGENT_NAME, help);
        agents::agent(args, place, help).required(true)
    };
    let command = args
        .position(command)
        .arg(agent("a", help::DUEL_FIRST))
        .arg(agent("b", text("Its opponent", "Son adversaire")))
        .arg(
            args.option("sprt", text("E0,E1", "E0,E1"), help::SPRT)
                .allow_hyphen_values(true)
                .value_parser(args.parser(sprt)),
        );
    contest::arguments(args, command, help::GAMES_OPTION, "100")
}

/// Parses the hypotheses and error rates of a sequential test.
fn sprt(text: &str) -> Result<Sprt, Message> {
    let numbers = text.split(',').map(|word| word.trim().parse().ok());
    let numbers: Option<Vec<f64>> = numbers.collect();
    numbers.and_then(|numbers| Sprt::from_numbers(&numbers)).ok_or_else(|| {
        message!(
            "two Elo differences are wanted, the smaller first, and perhaps two error rates below 0.5, as in 0,20 or 0,20,0.05,0.05",
            "il faut deux écarts Elo, le plus petit d'abord, et peut-être deux taux d'erreur sous 0.5, comme 0,20 ou 0,20,0.05,0.05"
        )
    })
}

fn run(console: Console, matches: &ArgMatches) -> Exit {
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
    if matches.get_flag("json") {
        console.json(&documents::duel(&*game, &plan, &standings, test))?;
        return Ok(status);
    }
    let [agent, opponent] = [0, 1].map(|i| plan.agents[i].to_string());
    let mut lines = contest::opening_lines(console, &plan, &*game);
    lines.add(messages::AGENT, &format!("{agent} – {opponent}"));
    let Score {
        wins,
        draws,
        losses,
        pairs,
        ..
    } = score;
    let counted = message!(
        "{wins} won, {draws} drawn, {losses} lost",
        "{wins} gagnées, {draws} nulles, {losses} perdues"
    );
    lines.add(messages::GAMES, &counted);
    let pairs = pairs.map(|n| n.to_string()).join(" ");
    lines.add(text("pairs 0 ½ 1 1½ 2", "paires 0 ½ 1 1½ 2"), &pairs);
    let [elo, low, high] = {
        let [low, high] = score.elo_interval(CONFIDENCE);
        [score.elo(), low, high].map(|elo| shown(elo, 1))
    };
    let elo = message!(
        "{elo}, between {low} and {high} with 95 % confidence",
        "{elo}, entre {low} et {high} au niveau de confiance de 95 %",
        elo = elo,
        low = low,
        high = high
    );
    lines.add(help::ELO, &elo);
    let percent = units::decimal(100.0 * score.superiority(), 2);
    let superior = message!(
        "{percent} % that {agent} is the stronger one",
        "{percent} % que {agent} est le plus fort",
        percent = percent
    );
    lines.add(text("superiority", "supériorité"), &superior);
    if let Some(mishaps) = contest::mishaps(console, &plan, &standings) {
        lines.add(messages::FORFEITS, &mishaps);
    }
    if let Some(test) = test {
        lines.add(text("test", "test"), &verdict(test, &score.pairs));
    }
    lines.print()?;
    Ok(status)
}

fn verdict(test: &Sprt, pairs: &[u64; 5]) -> Message {
    let ratio = shown(test.likelihood_ratio(pairs), 2);
    let [low, high] = test.bounds().map(|bound| shown(bound, 2));
    let accepted = match test.verdict(pairs) {
        Verdict::Null => test.elo0,
        Verdict::Alternative => test.elo1,
        Verdict::Open => {
            return message!(
                "not decided: log-likelihood ratio {ratio}, bounds {low} and {high}",
                "indécis : log-rapport de vraisemblance {ratio}, bornes {low} et {high}",
                ratio = ratio,
                low = low,
                high = high
            );
        }
    };
    message!(
        "a difference of {elo} is accepted: log-likelihood ratio {ratio}, bounds {low} and {high}",
        "une différence de {elo} est acceptée : log-rapport de vraisemblance {ratio}, bornes {low} et {high}",
        elo = units::pointed(accepted.to_string()),
        ratio = ratio,
        low = low,
        high = high
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypotheses_are_read() {
        let hypotheses =
            |text| sprt(text).map(|test| [test.elo0, test.elo1, test.alpha, test.beta]);
        assert_eq!(hypotheses("0, 20"), Ok([0.0, 20.0, 0.05, 0.05]));
        assert_eq!(hypotheses("-5,5,0.1,0.01"), Ok([-5.0, 5.0, 0.1, 0.01]));
        for text in ["", "0", "5,0", "0,5,0.1", "0,5,0.6,0.1", "0,nan", "0,1e9"] {
            let why = sprt(text).unwrap_err().en;
            assert!(
                why.starts_with("two Elo differences are wanted"),
                "{text}: {why}"
            );
        }
    }
}

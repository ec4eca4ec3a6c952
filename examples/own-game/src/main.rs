//! Three games of one's own, each solved, searched, tabulated, verified and played.
//!
//! `cargo run` in this folder shows them, `cargo test` tests them. A game needs the trait `Game` and nothing else; points and
//! the exact search take a few more lines, of which `CONTRIBUTING.md` has a table.

mod loopy;
mod partizan;
mod scoring;

use loopy::Ring;
use noyau::dynamic::OpenGame;
use noyau::limits::Limits;
use noyau::play::{Recipe, Resources};
use noyau::{Game, Rules};
use partizan::Take;
use scoring::Coins;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let (take, coins, ring) = (Take(20), Coins(vec![3, 9, 1, 2, 7, 4]), Ring(12));
    answers(Rules::from(&take))?;
    answers(Rules::by_points(&coins))?;
    answers(Rules::from(&ring))?;
    let exact = noyau::search_exactly(&take, &take.start(), &Limits::default());
    println!("exact search: {:?}", exact.map(|found| found.best));
    println!("{}", play(noyau::open(take), "mcts:200")?);
    println!("{}", play(noyau::open_by_points(coins), "alphabeta:4")?);
    println!("{}", play(noyau::open(ring), "perfect")?);
    Ok(())
}

/// What every game answers, in one call each.
fn answers<G: Game + 'static>(rules: Rules<'_, G>) -> Result<(), Box<dyn Error>> {
    let start = rules.game.start();
    let solution = noyau::solve(rules)?;
    println!("{:?}: best {:?}", solution.start(), solution.best(&start));
    let found = noyau::best_move(rules, &start, &Limits::default());
    println!("best move of a search: {found:?}");
    let table = noyau::make_table(rules)?;
    println!("verified entries of its table: {}", table.verify()?.entries);
    let perfect = |at: &G::Position| solution.best(at).first().copied();
    let tally = noyau::duel(rules, perfect, noyau::alpha_beta(rules, 2, |_, _| 0), 10);
    println!("perfect play against alpha-beta: {tally:?}");
    let tally = noyau::duel(rules, perfect, noyau::mcts(rules, 100, 1), 10);
    println!("perfect play against sampling: {tally:?}");
    Ok(())
}

/// A game that an agent plays against itself, at most 20 plies of it.
fn play(mut game: Box<dyn OpenGame>, agent: &str) -> Result<String, Box<dyn Error>> {
    let mut agent = agent.parse::<Recipe>()?.agent(1, &Resources::default())?;
    let mut line = Vec::new();
    while game.outcome().is_none() && line.len() < 20 {
        let choice = agent.choose(&mut *game, &Limits::default())?;
        game.play(&choice.mv)?;
        line.push(choice.mv);
    }
    Ok(format!("{}: {}", game.name(), line.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau::Outcome;
    use noyau::dynamic::{Method, Walkable};

    /// What the start is worth by all ways that there are.
    fn agreed<G: Game + 'static>(rules: Rules<'_, G>) -> (Outcome, Option<i32>) {
        let start = rules.game.start();
        let solution = noyau::solve(rules).unwrap();
        let table = noyau::make_table(rules).unwrap();
        table.verify().unwrap();
        for position in solution.positions() {
            assert_eq!(table.worth(position).unwrap(), solution.worth(position));
        }
        let worth = solution.start();
        let few = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        if worth.outcome == Outcome::Win {
            let found = noyau::best_move(rules, &start, &few).unwrap();
            let after = solution.moves(&start).into_iter().find(|mv| mv.0 == found);
            assert_eq!(after.unwrap().1.outcome, Outcome::Win);
        }
        let perfect = |at: &G::Position| solution.best(at).first().copied();
        let tally = noyau::duel(rules, perfect, noyau::mcts(rules, 50, 1), 1);
        assert!(worth.outcome != Outcome::Win || tally.wins == 1);
        (worth.outcome, worth.margin)
    }

    #[test]
    fn a_partizan_game() {
        for heap in 0..12 {
            let game = Take(heap);
            let (outcome, _) = agreed(Rules::from(&game));
            let searched = noyau::search_exactly(&game, &game.start(), &Limits::default()).unwrap();
            assert_eq!(searched.low.signum(), outcome.sign());
        }
    }

    #[test]
    fn a_game_with_points() {
        assert_eq!(
            agreed(Rules::by_points(&Coins(vec![3, 9, 1, 2]))),
            (Outcome::Win, Some(7))
        );
        assert_eq!(
            agreed(Rules::by_points(&Coins(vec![1, 9, 1]))),
            (Outcome::Loss, Some(-7))
        );
        assert_eq!(
            agreed(Rules::by_points(&Coins(vec![5, 5]))),
            (Outcome::Draw, Some(0))
        );
    }

    #[test]
    fn a_game_in_which_play_can_go_round() {
        let outcomes = [4, 5, 6, 7, 8, 9, 12].map(|ring| agreed(Rules::from(&Ring(ring))).0);
        assert!(outcomes.contains(&Outcome::Draw), "{outcomes:?}");
    }

    #[test]
    fn agents_certificates_and_pictures_need_no_more() {
        for agent in ["random", "alphabeta:3", "mcts:50", "perfect"] {
            assert!(
                play(noyau::open(Take(9)), agent)
                    .unwrap()
                    .starts_with("own:Take: ")
            );
            play(noyau::open_by_points(Coins(vec![3, 9, 1])), agent).unwrap();
            play(noyau::open(Ring(7)), agent).unwrap();
        }
        let game = noyau::open(Take(9));
        assert_eq!(game.position(), "(9, First) first");
        assert_eq!(game.view().to_text().trim(), "(9, First)");
        let mut certificate = Vec::new();
        game.write_certificate(Method::Graph, &Limits::default(), &mut certificate)
            .unwrap();
        let open = |_: &str| Ok(noyau::open(Take(9)) as Box<dyn Walkable>);
        noyau::verify::certificate::check(&certificate, &open).unwrap();
    }

    /// The lines of code of the blocks that begin so.
    fn lines(source: &str, beginnings: &[&str]) -> usize {
        let mut count = 0;
        let mut inside = false;
        for line in source.lines() {
            inside |= beginnings
                .iter()
                .any(|beginning| line.starts_with(beginning));
            let text = line.trim();
            count += usize::from(inside && !text.is_empty() && !text.starts_with("//"));
            inside &= line != "}" && !(line.ends_with(';') && !line.starts_with(' '));
        }
        count
    }

    #[test]
    fn the_lines_are_as_few_as_promised() {
        let rules = ["pub struct", "impl Game"];
        let [partizan, scoring, loopy] = [
            include_str!("partizan.rs"),
            include_str!("scoring.rs"),
            include_str!("loopy.rs"),
        ];
        for source in [partizan, scoring, loopy] {
            assert!(
                (10..=20).contains(&lines(source, &rules)),
                "{}",
                lines(source, &rules)
            );
        }
        assert_eq!(lines(scoring, &["impl Points"]), 5);
        let exact = lines(partizan, &["impl Finite", "impl Keyed"]);
        assert!((5..=12).contains(&exact), "{exact}");
    }
}

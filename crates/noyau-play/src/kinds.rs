//! The kinds of agents, one row each, for help texts.

use noyau_core::language::Text;

/// A kind of agent, as listed for users.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// Its syntax.
    pub usage: &'static str,
    /// What it does.
    pub summary: Text,
    /// What stands behind the colon of its text, under the name that the syntax has for it.
    pub argument: Option<Setting>,
    /// The options.
    pub options: &'static [Setting],
}

/// A setting of an agent.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub summary: Text,
    /// The values that it takes.
    pub takes: Takes,
}

/// The values of a setting, with the usual one where there is one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Takes {
    /// A whole number from 1.
    Count(Option<u32>),
    /// A number up to that, if there is a limit. 0 may be excluded, and the limit too.
    Number(Option<f64>, Option<f64>),
    /// One of these words, usually the first.
    Word(&'static [&'static str]),
    /// The name of one of the game's heuristics, usually the first.
    Heuristic,
    /// The text of another agent, usually that.
    Agent(&'static str),
    /// Any text.
    Text,
}

const MARGIN: Setting = option(
    "margin",
    Takes::Number(Some(0.0), None),
    "its skill: moves worse than the best by no more than this look as good to it (0)",
    "son niveau : des coups moins bons d'au plus cela lui paraissent aussi bons (0)",
);
const TIES: Setting = option(
    "ties",
    Takes::Word(&["random", "first"]),
    "which of equal moves: random or first (random)",
    "lequel de coups égaux : random (au hasard) ou first (le premier) (random)",
);
const HEURISTIC: Setting = option(
    "heuristic",
    Takes::Heuristic,
    "who judges at the horizon (the game's first heuristic; search: learned, where the game has it)",
    "qui juge à l'horizon (la première heuristique du jeu ; search : learned, si le jeu l'a)",
);
const PLIES: Setting = option(
    "plies",
    Takes::Count(Some(1000)),
    "random games are broken off as draws after so many moves (1000)",
    "les parties au hasard sont interrompues, nulles, après tant de coups (1000)",
);

const DEPTH: Setting = option(
    "DEPTH",
    Takes::Count(Some(4)),
    "how many plies it looks ahead",
    "combien de demi-coups il prévoit",
);

/// A setting with its description.
const fn option(name: &'static str, takes: Takes, en: &'static str, fr: &'static str) -> Setting {
    Setting {
        name,
        summary: Text::new(en, fr),
        takes,
    }
}

const NODES: Setting = option(
    "nodes",
    Takes::Count(Some(1_000_000)),
    "the most nodes for a move (1000000, if no other bound is given)",
    "le plus de nœuds par coup (1000000, sans autre borne)",
);
const TIME: Setting = option(
    "time",
    Takes::Number(None, None),
    "seconds for a move; what it plays is then not repeatable",
    "secondes par coup ; son jeu n'est alors plus reproductible",
);

/// Every kind of agent.
pub const AGENTS: &[Kind] = &[
    Kind {
        name: "strong",
        usage: "strong",
        summary: Text::new(
            "the best player of the game: search, or Monte-Carlo tree search (20 nodes count as a simulated game)",
            "le meilleur joueur du jeu : search, ou recherche arborescente Monte-Carlo (20 nœuds comptent pour une partie simulée)",
        ),
        argument: None,
        options: &[NODES, TIME],
    },
    Kind {
        name: "level",
        usage: "level:N",
        summary: Text::new(
            "a player for people, from 1, a beginner who overlooks much, to 10, a master; none is stronger than strong",
            "un joueur à votre mesure, de 1, débutant à qui beaucoup échappe, à 10, un maître ; aucun n'est plus fort que strong",
        ),
        argument: Some(option(
            "N",
            Takes::Count(Some(3)),
            "1 beginner, 2 novice, 3 learner, 4 casual player, 5 home player, 6 keen player, 7 club player, 8 strong club player, 9 expert, 10 master",
            "1 débutant, 2 novice, 3 apprenti, 4 amateur occasionnel, 5 joueur de salon, 6 amateur assidu, 7 joueur de club, 8 bon joueur de club, 9 expert, 10 maître",
        )),
        options: &[option(
            "skill",
            Takes::Count(None),
            "its skill from 1 to 108 instead of that of the level, to measure ladders by",
            "sa force de 1 à 108 au lieu de celle du niveau, pour mesurer des échelles",
        )],
    },
    Kind {
        name: "random",
        usage: "random",
        summary: Text::new(
            "any legal move, all as likely",
            "un coup légal quelconque, tous aussi probables",
        ),
        argument: None,
        options: &[],
    },
    Kind {
        name: "first",
        usage: "first",
        summary: Text::new("the first legal move", "le premier coup légal"),
        argument: None,
        options: &[],
    },
    Kind {
        name: "minimax",
        usage: "minimax:DEPTH",
        summary: Text::new(
            "a best move by minimax to a depth, with a heuristic at the horizon",
            "un meilleur coup par minimax à une profondeur, avec une heuristique à l'horizon",
        ),
        argument: Some(DEPTH),
        options: &[HEURISTIC, MARGIN, TIES],
    },
    Kind {
        name: "alphabeta",
        usage: "alphabeta:DEPTH",
        summary: Text::new(
            "a best move by alpha-beta to a depth, with a heuristic at the horizon",
            "un meilleur coup par alpha-bêta à une profondeur, avec une heuristique à l'horizon",
        ),
        argument: Some(DEPTH),
        options: &[HEURISTIC, MARGIN, TIES],
    },
    Kind {
        name: "search",
        usage: "search",
        summary: Text::new(
            "as deep as a budget allows: the exact search, then alpha-beta ever deeper, with a table",
            "aussi loin que le permet un budget : recherche exacte, puis alpha-bêta de plus en plus profond, avec une table",
        ),
        argument: None,
        options: &[
            NODES,
            TIME,
            option(
                "depth",
                Takes::Count(None),
                "the greatest depth of alpha-beta",
                "la plus grande profondeur d'alpha-bêta",
            ),
            option(
                "learned",
                Takes::Text,
                "a file that noyau learn wrote, for the heuristic learned instead of the game's own",
                "un fichier écrit par noyau learn, pour l'heuristique learned au lieu de celle du jeu",
            ),
            HEURISTIC,
            MARGIN,
            TIES,
        ],
    },
    Kind {
        name: "montecarlo",
        usage: "montecarlo:SAMPLES",
        summary: Text::new(
            "the move after which most sampled games are won",
            "le coup après lequel le plus de parties simulées sont gagnées",
        ),
        argument: Some(option(
            "SAMPLES",
            Takes::Count(Some(200)),
            "how many games are played after each move",
            "combien de parties sont jouées après chaque coup",
        )),
        options: &[
            option(
                "epsilon",
                Takes::Number(None, Some(1.0)),
                "the precision that the number of samples is chosen from, instead of SAMPLES",
                "la précision dont découle le nombre de parties, à la place de SAMPLES",
            ),
            option(
                "confidence",
                Takes::Number(Some(0.95), Some(1.0)),
                "the confidence of intervals (0.95)",
                "le niveau de confiance des intervalles (0.95)",
            ),
            option(
                "early",
                Takes::Word(&["yes", "no"]),
                "whether moves that the intervals rule out are given up: yes or no (yes)",
                "abandonner ou non les coups que les intervalles écartent : yes ou no (yes)",
            ),
            option(
                "base",
                Takes::Agent("random"),
                "the agent that plays the games for both sides, in parentheses (random)",
                "l'agent qui joue ces parties pour les deux camps, entre parenthèses (random)",
            ),
            PLIES,
            MARGIN,
            TIES,
        ],
    },
    Kind {
        name: "mcts",
        usage: "mcts:SIMULATIONS",
        summary: Text::new(
            "Monte-Carlo tree search: UCT, with what is decided proved",
            "recherche arborescente Monte-Carlo : UCT, avec preuve de ce qui est décidé",
        ),
        argument: Some(option(
            "SIMULATIONS",
            Takes::Count(Some(2000)),
            "how many games are simulated for a move",
            "combien de parties sont simulées pour un coup",
        )),
        options: &[
            option(
                "exploration",
                Takes::Number(Some(1.0), None),
                "the factor of the second term of UCB1 (1)",
                "le facteur du second terme d'UCB1 (1)",
            ),
            option(
                "trees",
                Takes::Count(Some(2)),
                "how many trees share the simulations, each on a thread if there is one (2)",
                "combien d'arbres se partagent les simulations, chacun sur un fil s'il y en a (2)",
            ),
            option(
                "nodes",
                Takes::Count(Some(4_000_000)),
                "the most nodes in memory (4000000)",
                "le plus de nœuds en mémoire (4000000)",
            ),
            option(
                "leaf",
                Takes::Word(&["playout", "guided", "heuristic", "search"]),
                "how leaves are judged: playout, guided (a playout by what the game knows of play), heuristic, or search (playout)",
                "comment juger les feuilles : playout (partie au hasard), guided (guidée par ce que le jeu sait), heuristic ou search (playout)",
            ),
            option(
                "depth",
                Takes::Count(Some(2)),
                "how deep leaf=search looks (2)",
                "jusqu'où voit leaf=search (2)",
            ),
            option(
                "scale",
                Takes::Number(Some(20.0), None),
                "the score that counts as odds of e to 1 at a leaf that is not played out (20)",
                "le score qui compte pour e contre 1 à une feuille qu'on ne joue pas (20)",
            ),
            HEURISTIC,
            PLIES,
            MARGIN,
        ],
    },
    Kind {
        name: "perfect",
        usage: "perfect",
        summary: Text::new(
            "a best move, by exact values: the shortest win, the longest resistance",
            "un meilleur coup, par valeurs exactes : gain le plus court, résistance la plus longue",
        ),
        argument: None,
        options: &[MARGIN, TIES],
    },
    Kind {
        name: "stubborn",
        usage: "stubborn",
        summary: Text::new(
            "perfect, and when it cannot win it leaves the fewest good replies",
            "parfait, et quand il ne peut gagner il laisse le moins de bonnes réponses",
        ),
        argument: None,
        options: &[TIES],
    },
    Kind {
        name: "learned",
        usage: "learned:FILE",
        summary: Text::new(
            "a best move by alpha-beta, with what `noyau learn` wrote at the horizon",
            "un meilleur coup par alpha-bêta, avec à l'horizon ce qu'écrivit `noyau learn`",
        ),
        argument: Some(option(
            "FILE",
            Takes::Text,
            "the file of what was learned",
            "le fichier de ce qui fut appris",
        )),
        options: &[
            option(
                "depth",
                Takes::Count(Some(1)),
                "how many plies it looks ahead (1)",
                "combien de demi-coups il prévoit (1)",
            ),
            MARGIN,
            TIES,
        ],
    },
    Kind {
        name: "process",
        usage: "process:COMMAND",
        summary: Text::new(
            "a program that speaks a line protocol on its standard input and output",
            "un programme qui parle un protocole en lignes sur son entrée et sa sortie",
        ),
        argument: Some(option(
            "COMMAND",
            Takes::Text,
            "the program with its arguments",
            "le programme avec ses arguments",
        )),
        options: &[
            option(
                "protocol",
                Takes::Word(&["noyau", "uci", "gtp"]),
                "noyau, uci for chess or gtp for Go (noyau)",
                "noyau, uci pour les échecs ou gtp pour le Go (noyau)",
            ),
            option(
                "timeout",
                Takes::Number(Some(10.0), None),
                "seconds for a move (10)",
                "secondes par coup (10)",
            ),
            option(
                "nodes",
                Takes::Count(None),
                "with uci: nodes for a move",
                "avec uci : nœuds par coup",
            ),
            option(
                "depth",
                Takes::Count(None),
                "with uci: depth for a move",
                "avec uci : profondeur par coup",
            ),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;

    /// The values that lists offer are those that agents take.
    #[test]
    fn settings_take_what_they_say() {
        let values = |takes: Takes| -> (Vec<String>, &str) {
            match takes {
                Takes::Count(usual) => {
                    let usual = usual.map(|number| number.to_string());
                    (usual.into_iter().chain(["1".into()]).collect(), "0")
                }
                Takes::Number(usual, most) => {
                    let usual = usual.map(|number| number.to_string());
                    let most = most.map(|most| (most / 2.0).to_string());
                    (usual.into_iter().chain(most).collect(), "-1")
                }
                Takes::Word(words) => (words.iter().map(ToString::to_string).collect(), "?"),
                Takes::Agent(text) => (vec![format!("({text})")], "?"),
                Takes::Heuristic | Takes::Text => (vec!["any".into()], ""),
            }
        };
        for kind in AGENTS {
            let argument = |setting: Setting| {
                assert!(kind.usage.ends_with(&format!(":{}", setting.name)));
                let (good, bad) = values(setting.takes);
                for good in &good {
                    let text = format!("{}:{good}", kind.name);
                    assert!(text.parse::<Recipe>().is_ok(), "{text}");
                }
                let text = format!("{}:{bad}", kind.name);
                assert!(text.parse::<Recipe>().is_err(), "{text}");
                good[0].clone()
            };
            let argument = kind.argument.map(argument).unwrap_or_default();
            for option in kind.options {
                let (good, bad) = values(option.takes);
                let text = |value: &str| {
                    let argument = if option.name == "epsilon" {
                        ""
                    } else {
                        &argument
                    };
                    let comma = if argument.is_empty() { "" } else { "," };
                    format!("{}:{argument}{comma}{}={value}", kind.name, option.name)
                };
                if let ("", Some(good)) = (&*argument, good.first()) {
                    let after_comma = format!("{},{}={good}", kind.name, option.name);
                    assert!(after_comma.parse::<Recipe>().is_ok(), "{after_comma}");
                }
                for good in &good {
                    assert!(text(good).parse::<Recipe>().is_ok(), "{}", text(good));
                }
                if !bad.is_empty() && kind.name != "process" && kind.name != "learned" {
                    assert!(text(bad).parse::<Recipe>().is_err(), "{}", text(bad));
                }
            }
        }
    }
}

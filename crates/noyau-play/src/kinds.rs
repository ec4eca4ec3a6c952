//! The kinds of agents: the table that people read, with one line each.

use noyau_core::language::Text;

/// A kind of agent: a row of the table that people read.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// How it is written.
    pub usage: &'static str,
    /// What it does.
    pub summary: Text,
    /// The options that may follow, with what they mean.
    pub options: &'static [(&'static str, Text)],
}

const MARGIN: (&str, Text) = (
    "margin",
    Text {
        en: "its skill: moves worse than the best by no more than this look as good to it (0)",
        fr: "son niveau : des coups moins bons d'au plus cela lui paraissent aussi bons (0)",
    },
);
const TIES: (&str, Text) = (
    "ties",
    Text {
        en: "which of equal moves: random or first (random)",
        fr: "lequel de coups égaux : random (au hasard) ou first (le premier) (random)",
    },
);
const HEURISTIC: (&str, Text) = (
    "heuristic",
    Text {
        en: "who judges at the horizon (the game's first heuristic)",
        fr: "qui juge à l'horizon (la première heuristique du jeu)",
    },
);
const PLIES: (&str, Text) = (
    "plies",
    Text {
        en: "random games are broken off as draws after so many moves (1000)",
        fr: "les parties au hasard sont interrompues, nulles, après tant de coups (1000)",
    },
);

/// Every kind of agent.
pub const AGENTS: &[Kind] = &[
    Kind {
        name: "random",
        usage: "random",
        summary: Text {
            en: "any legal move, all as likely",
            fr: "un coup légal quelconque, tous aussi probables",
        },
        options: &[],
    },
    Kind {
        name: "first",
        usage: "first",
        summary: Text {
            en: "the first legal move",
            fr: "le premier coup légal",
        },
        options: &[],
    },
    Kind {
        name: "minimax",
        usage: "minimax:DEPTH",
        summary: Text {
            en: "a best move by minimax to a depth, with a heuristic at the horizon",
            fr: "un meilleur coup par minimax à une profondeur, avec une heuristique à l'horizon",
        },
        options: &[HEURISTIC, MARGIN, TIES],
    },
    Kind {
        name: "alphabeta",
        usage: "alphabeta:DEPTH",
        summary: Text {
            en: "the same by alpha-beta",
            fr: "le même par alpha-bêta",
        },
        options: &[HEURISTIC, MARGIN, TIES],
    },
    Kind {
        name: "search",
        usage: "search",
        summary: Text {
            en: "as deep as a budget allows: the exact search, then alpha-beta ever deeper, with a table",
            fr: "aussi loin que le permet un budget : recherche exacte, puis alpha-bêta de plus en plus profond, avec une table",
        },
        options: &[
            (
                "nodes",
                Text {
                    en: "the most nodes for a move (1000000, if no other bound is given)",
                    fr: "le plus de nœuds par coup (1000000, sans autre borne)",
                },
            ),
            (
                "time",
                Text {
                    en: "seconds for a move; what it plays is then not repeatable",
                    fr: "secondes par coup ; son jeu n'est alors plus reproductible",
                },
            ),
            (
                "depth",
                Text {
                    en: "the greatest depth of alpha-beta",
                    fr: "la plus grande profondeur d'alpha-bêta",
                },
            ),
            HEURISTIC,
            MARGIN,
            TIES,
        ],
    },
    Kind {
        name: "montecarlo",
        usage: "montecarlo:SAMPLES",
        summary: Text {
            en: "the move after which most sampled games are won",
            fr: "le coup après lequel le plus de parties simulées sont gagnées",
        },
        options: &[
            (
                "epsilon",
                Text {
                    en: "the precision that the number of samples is chosen from, instead of SAMPLES",
                    fr: "la précision dont découle le nombre de parties, à la place de SAMPLES",
                },
            ),
            (
                "confidence",
                Text {
                    en: "the confidence of intervals (0.95)",
                    fr: "le niveau de confiance des intervalles (0.95)",
                },
            ),
            (
                "early",
                Text {
                    en: "whether moves that the intervals rule out are given up: yes or no (yes)",
                    fr: "abandonner ou non les coups que les intervalles écartent : yes ou no (yes)",
                },
            ),
            (
                "base",
                Text {
                    en: "the agent that plays the games for both sides, in parentheses (random)",
                    fr: "l'agent qui joue ces parties pour les deux camps, entre parenthèses (random)",
                },
            ),
            PLIES,
            MARGIN,
            TIES,
        ],
    },
    Kind {
        name: "mcts",
        usage: "mcts:SIMULATIONS",
        summary: Text {
            en: "Monte-Carlo tree search: UCT, with what is decided proved",
            fr: "recherche arborescente Monte-Carlo : UCT, avec preuve de ce qui est décidé",
        },
        options: &[
            (
                "exploration",
                Text {
                    en: "the factor of the second term of UCB1 (1)",
                    fr: "le facteur du second terme d'UCB1 (1)",
                },
            ),
            (
                "trees",
                Text {
                    en: "how many trees share the simulations, each on a thread if there is one (2)",
                    fr: "combien d'arbres se partagent les simulations, chacun sur un fil s'il y en a (2)",
                },
            ),
            (
                "nodes",
                Text {
                    en: "the most nodes in memory (4000000)",
                    fr: "le plus de nœuds en mémoire (4000000)",
                },
            ),
            (
                "leaf",
                Text {
                    en: "how leaves are judged: playout, heuristic, or search (playout)",
                    fr: "comment juger les feuilles : playout (partie au hasard), heuristic ou search (playout)",
                },
            ),
            (
                "depth",
                Text {
                    en: "how deep leaf=search looks (2)",
                    fr: "jusqu'où voit leaf=search (2)",
                },
            ),
            (
                "scale",
                Text {
                    en: "the score that counts as odds of e to 1 at a leaf that is not played out (20)",
                    fr: "le score qui compte pour e contre 1 à une feuille qu'on ne joue pas (20)",
                },
            ),
            HEURISTIC,
            PLIES,
            MARGIN,
        ],
    },
    Kind {
        name: "perfect",
        usage: "perfect",
        summary: Text {
            en: "a best move, by exact values: the shortest win, the longest resistance",
            fr: "un meilleur coup, par valeurs exactes : gain le plus court, résistance la plus longue",
        },
        options: &[MARGIN, TIES],
    },
    Kind {
        name: "stubborn",
        usage: "stubborn",
        summary: Text {
            en: "perfect, and when it cannot win it leaves the fewest good replies",
            fr: "parfait, et quand il ne peut gagner il laisse le moins de bonnes réponses",
        },
        options: &[TIES],
    },
    Kind {
        name: "learned",
        usage: "learned:FILE",
        summary: Text {
            en: "a best move by alpha-beta, with what `noyau learn` wrote at the horizon",
            fr: "un meilleur coup par alpha-bêta, avec à l'horizon ce qu'écrivit `noyau learn`",
        },
        options: &[
            (
                "depth",
                Text {
                    en: "how many plies it looks ahead (1)",
                    fr: "combien de demi-coups il prévoit (1)",
                },
            ),
            MARGIN,
            TIES,
        ],
    },
    Kind {
        name: "process",
        usage: "process:COMMAND",
        summary: Text {
            en: "a program that speaks a line protocol on its standard input and output",
            fr: "un programme qui parle un protocole en lignes sur son entrée et sa sortie",
        },
        options: &[
            (
                "protocol",
                Text {
                    en: "noyau or uci (noyau)",
                    fr: "noyau ou uci (noyau)",
                },
            ),
            (
                "timeout",
                Text {
                    en: "seconds for a move (10)",
                    fr: "secondes par coup (10)",
                },
            ),
            (
                "nodes",
                Text {
                    en: "with uci: nodes for a move",
                    fr: "avec uci : nœuds par coup",
                },
            ),
            (
                "depth",
                Text {
                    en: "with uci: depth for a move",
                    fr: "avec uci : profondeur par coup",
                },
            ),
        ],
    },
];

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
    /// The options with their descriptions.
    pub options: &'static [(&'static str, Text)],
}

const MARGIN: (&str, Text) = option(
    "margin",
    "its skill: moves worse than the best by no more than this look as good to it (0)",
    "son niveau : des coups moins bons d'au plus cela lui paraissent aussi bons (0)",
);
const TIES: (&str, Text) = option(
    "ties",
    "which of equal moves: random or first (random)",
    "lequel de coups égaux : random (au hasard) ou first (le premier) (random)",
);
const HEURISTIC: (&str, Text) = option(
    "heuristic",
    "who judges at the horizon (the game's first heuristic)",
    "qui juge à l'horizon (la première heuristique du jeu)",
);
const PLIES: (&str, Text) = option(
    "plies",
    "random games are broken off as draws after so many moves (1000)",
    "les parties au hasard sont interrompues, nulles, après tant de coups (1000)",
);

/// An option with its description.
const fn option(name: &'static str, en: &'static str, fr: &'static str) -> (&'static str, Text) {
    (name, Text::new(en, fr))
}

/// Every kind of agent.
pub const AGENTS: &[Kind] = &[
    Kind {
        name: "random",
        usage: "random",
        summary: Text::new(
            "any legal move, all as likely",
            "un coup légal quelconque, tous aussi probables",
        ),
        options: &[],
    },
    Kind {
        name: "first",
        usage: "first",
        summary: Text::new("the first legal move", "le premier coup légal"),
        options: &[],
    },
    Kind {
        name: "minimax",
        usage: "minimax:DEPTH",
        summary: Text::new(
            "a best move by minimax to a depth, with a heuristic at the horizon",
            "un meilleur coup par minimax à une profondeur, avec une heuristique à l'horizon",
        ),
        options: &[HEURISTIC, MARGIN, TIES],
    },
    Kind {
        name: "alphabeta",
        usage: "alphabeta:DEPTH",
        summary: Text::new("the same by alpha-beta", "le même par alpha-bêta"),
        options: &[HEURISTIC, MARGIN, TIES],
    },
    Kind {
        name: "search",
        usage: "search",
        summary: Text::new(
            "as deep as a budget allows: the exact search, then alpha-beta ever deeper, with a table",
            "aussi loin que le permet un budget : recherche exacte, puis alpha-bêta de plus en plus profond, avec une table",
        ),
        options: &[
            option(
                "nodes",
                "the most nodes for a move (1000000, if no other bound is given)",
                "le plus de nœuds par coup (1000000, sans autre borne)",
            ),
            option(
                "time",
                "seconds for a move; what it plays is then not repeatable",
                "secondes par coup ; son jeu n'est alors plus reproductible",
            ),
            option(
                "depth",
                "the greatest depth of alpha-beta",
                "la plus grande profondeur d'alpha-bêta",
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
        options: &[
            option(
                "epsilon",
                "the precision that the number of samples is chosen from, instead of SAMPLES",
                "la précision dont découle le nombre de parties, à la place de SAMPLES",
            ),
            option(
                "confidence",
                "the confidence of intervals (0.95)",
                "le niveau de confiance des intervalles (0.95)",
            ),
            option(
                "early",
                "whether moves that the intervals rule out are given up: yes or no (yes)",
                "abandonner ou non les coups que les intervalles écartent : yes ou no (yes)",
            ),
            option(
                "base",
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
        options: &[
            option(
                "exploration",
                "the factor of the second term of UCB1 (1)",
                "le facteur du second terme d'UCB1 (1)",
            ),
            option(
                "trees",
                "how many trees share the simulations, each on a thread if there is one (2)",
                "combien d'arbres se partagent les simulations, chacun sur un fil s'il y en a (2)",
            ),
            option(
                "nodes",
                "the most nodes in memory (4000000)",
                "le plus de nœuds en mémoire (4000000)",
            ),
            option(
                "leaf",
                "how leaves are judged: playout, heuristic, or search (playout)",
                "comment juger les feuilles : playout (partie au hasard), heuristic ou search (playout)",
            ),
            option(
                "depth",
                "how deep leaf=search looks (2)",
                "jusqu'où voit leaf=search (2)",
            ),
            option(
                "scale",
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
        options: &[MARGIN, TIES],
    },
    Kind {
        name: "stubborn",
        usage: "stubborn",
        summary: Text::new(
            "perfect, and when it cannot win it leaves the fewest good replies",
            "parfait, et quand il ne peut gagner il laisse le moins de bonnes réponses",
        ),
        options: &[TIES],
    },
    Kind {
        name: "learned",
        usage: "learned:FILE",
        summary: Text::new(
            "a best move by alpha-beta, with what `noyau learn` wrote at the horizon",
            "un meilleur coup par alpha-bêta, avec à l'horizon ce qu'écrivit `noyau learn`",
        ),
        options: &[
            option(
                "depth",
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
        options: &[
            option("protocol", "noyau or uci (noyau)", "noyau ou uci (noyau)"),
            option(
                "timeout",
                "seconds for a move (10)",
                "secondes par coup (10)",
            ),
            option(
                "nodes",
                "with uci: nodes for a move",
                "avec uci : nœuds par coup",
            ),
            option(
                "depth",
                "with uci: depth for a move",
                "avec uci : profondeur par coup",
            ),
        ],
    },
];

//! The functions of the texts, in their order: names, parameters, and the cases on which they are tried.

use super::Function;
use super::attractors::{judge_attractor, judge_layers, judge_nim};
use super::boards::{aligned, judge_grundy, judge_heuristic, judge_wythoff};
use super::kernels::{
    judge_kernel, judge_list_without, judge_nimbers, judge_predecessors, judge_removed, judge_sink,
    judge_strategy, judge_successors, judge_without_nimber,
};
use super::trees::{
    judge_alpha_beta, judge_and_or, judge_best_move, judge_minimax, judge_monte_carlo,
};
use crate::check::case::{self, BOARD, Case, Picture};
use crate::check::term::Term;
use noyau_core::language::Text;
use noyau_core::random::SplitMix;
use noyau_graph::kernel::{Mark, kernel};

/// A function of a graph without cycles.
const OF_GRAPH: Function = Function {
    name: "",
    spellings: &[],
    parameters: &["d"],
    summary: Text::new("", ""),
    uses: &[],
    picture: Picture::Graph,
    examples: || vec![Case::chomp()],
    make: case::acyclic,
    is_asked: Case::is_acyclic,
    arguments: |case| vec![case.dictionary()],
    judge: judge_sink,
    leaf: "",
};

/// A function of a graph and one of its vertices.
const OF_VERTEX: Function = Function {
    parameters: &["d", "j"],
    examples: || vec![chomp_at(8)],
    make: with_vertex,
    is_asked: has_vertex,
    arguments: |case| vec![case.dictionary(), Term::vertex(case.vertex)],
    ..OF_GRAPH
};

/// A function of numbers.
const OF_NUMBERS: Function = Function {
    parameters: &["n", "p"],
    picture: Picture::Nothing,
    examples: Vec::new,
    arguments: |case| whole(&case.numbers),
    ..OF_GRAPH
};

/// A function of a tree at whose root Adam, A or J1 moves, and of a depth.
const OF_MAX_TREE: Function = Function {
    parameters: &["p", "n"],
    picture: Picture::Tree,
    examples: || vec![course_tree(true)],
    make: |n, random| case::tree(n, 5, true, random),
    is_asked: |case| is_game_tree(case, true),
    arguments: |case| vec![Term::Int(0), depth(case)],
    judge: judge_minimax,
    leaf: "Valeur",
    ..OF_GRAPH
};

/// The same where Ève, B or J2 moves.
const OF_MIN_TREE: Function = Function {
    examples: || vec![course_tree(false)],
    make: |n, random| case::tree(n, 5, false, random),
    is_asked: |case| is_game_tree(case, false),
    ..OF_MAX_TREE
};

/// A function of a whole tree: true or false.
const OF_AND_OR: Function = Function {
    spellings: &["evaluationA"],
    parameters: &["configuration"],
    examples: Vec::new,
    arguments: |_| vec![Term::Int(0)],
    judge: judge_and_or,
    leaf: "gagnante",
    ..OF_MAX_TREE
};

/// A function of a tree as an object, in which either player moves at the root.
const OF_TREE: Function = Function {
    parameters: &["A", "n", "p", "h"],
    make: |n, random| case::tree(n, 5, random.below(2) == 0, random),
    is_asked: is_owned_tree,
    arguments: |case| vec![Term::Tree, Term::Int(0), depth(case), Term::Heuristic],
    ..OF_MAX_TREE
};

/// The functions of the texts, in their order.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "sansSuccesseur",
        spellings: &["sansSuccesseurs", "puits"],
        summary: Text::new("a vertex without successor", "un sommet sans successeur"),
        ..OF_GRAPH
    },
    Function {
        name: "successeurs",
        spellings: &["successeur"],
        parameters: &["d", "s"],
        summary: Text::new(
            "the list of the successors of a vertex",
            "la liste des successeurs d'un sommet",
        ),
        examples: || vec![chomp_at(3)],
        judge: judge_successors,
        ..OF_VERTEX
    },
    Function {
        name: "predecesseurs",
        spellings: &["predecesseur", "pred"],
        summary: Text::new(
            "the list of all predecessors of a vertex",
            "la liste de tous les prédécesseurs d'un sommet",
        ),
        judge: judge_predecessors,
        ..OF_VERTEX
    },
    Function {
        name: "supprimeElement",
        spellings: &["supprimerElement"],
        parameters: &["L", "j"],
        summary: Text::new("a list without an element", "une liste privée d'un élément"),
        make: list_and_element,
        is_asked: |case| case.graph.len() == 1,
        arguments: |case| {
            let list = Term::vertices(case.graph[0].iter().copied());
            vec![list, Term::vertex(case.vertex)]
        },
        judge: judge_list_without,
        ..OF_NUMBERS
    },
    Function {
        name: "supprimeSommet",
        spellings: &["supprimerSommet"],
        summary: Text::new(
            "removes a vertex from the graph d",
            "supprime un sommet du graphe d",
        ),
        judge: judge_removed,
        ..OF_VERTEX
    },
    Function {
        name: "noyau",
        spellings: &["noyauDuCours", "calculNoyau"],
        summary: Text::new(
            "the list of the vertices of the kernel",
            "la liste des sommets du noyau",
        ),
        judge: judge_kernel,
        ..OF_GRAPH
    },
    Function {
        name: "strategie",
        spellings: &["strategieGagnante"],
        summary: Text::new(
            "a winning strategy of the player who begins at the first vertex",
            "une stratégie gagnante du joueur qui commence au premier sommet",
        ),
        is_asked: |case| {
            case.is_acyclic() && kernel(&case.digraph(), 1).first() == Some(&Mark::Won)
        },
        judge: judge_strategy,
        ..OF_GRAPH
    },
    Function {
        name: "sansNimber",
        spellings: &["sansNumber", "sansNimbers"],
        parameters: &["d", "n"],
        summary: Text::new(
            "a vertex without nimber whose successors all have one, or None",
            "un sommet sans nimber dont tous les successeurs en ont un, ou None",
        ),
        examples: || {
            let known = [(4, 2), (5, 1), (7, 1), (8, 0)];
            let known = |v: u32| known.iter().find(|(u, _)| *u == v).map(|&(_, n)| n);
            vec![Case {
                known: (0..9).map(known).collect(),
                ..Case::chomp()
            }]
        },
        make: with_nimbers,
        is_asked: |case| case.known.len() == case.graph.len(),
        arguments: |case| {
            let known = (0..).zip(&case.known);
            let known = known.filter_map(|(v, &n)| Some((Term::vertex(v), Term::vertex(n?))));
            vec![case.dictionary(), Term::Dict(known.collect())]
        },
        judge: judge_without_nimber,
        ..OF_GRAPH
    },
    Function {
        name: "nimber",
        spellings: &["nimbers", "number", "numbers", "spragueGrundy"],
        summary: Text::new(
            "the dictionary of the nimbers",
            "le dictionnaire des nimbers",
        ),
        judge: judge_nimbers,
        ..OF_GRAPH
    },
    Function {
        name: "grundy",
        spellings: &["tableauGrundy"],
        summary: Text::new(
            "the n × p table of the nimbers of Wythoff's game",
            "le tableau n × p des nimbers du jeu de Wythoff",
        ),
        make: |n, random| numbers([1, 1], n, random),
        is_asked: |case| case.numbers.iter().all(|&n| n >= 1),
        judge: judge_grundy,
        ..OF_NUMBERS
    },
    Function {
        name: "wythoff",
        summary: Text::new(
            "where to play to win from (n, p) in Wythoff's game",
            "où jouer pour gagner depuis (n, p) au jeu de Wythoff",
        ),
        make: |n, random| numbers([0, 0], n, random),
        is_asked: |case| case.numbers.iter().all(|&n| n >= 0),
        judge: judge_wythoff,
        ..OF_NUMBERS
    },
    Function {
        name: "heuristique",
        spellings: &["heuristiquePuissance4"],
        parameters: &["p"],
        summary: Text::new(
            "the heuristic of Puissance 4; p is the list of its 6 rows of 7, with 1 for Adam, -1 for Ève, 0 elsewhere",
            "l'heuristique du Puissance 4 ; p est la liste de ses 6 rangées de 7, avec 1 pour Adam, -1 pour Ève, 0 ailleurs",
        ),
        make: |n, random| {
            let men = if n > 6 {
                42 - random.below(30)
            } else {
                n - 1 + random.below(n)
            };
            case::board(men, random)
        },
        is_asked: |case| !(case.board.is_empty() || aligned(case, 1) && aligned(case, -1)),
        arguments: |case| {
            let rows = case.board.chunks(BOARD[1]);
            let row =
                |row: &[i8]| Term::List(row.iter().map(|&man| Term::Int(man.into())).collect());
            vec![Term::List(rows.map(row).collect())]
        },
        judge: judge_heuristic,
        ..OF_NUMBERS
    },
    Function {
        name: "minimax",
        summary: Text::new(
            "the value of p after n moves when Ève moves",
            "la valeur de p après n coups quand Ève joue",
        ),
        ..OF_MIN_TREE
    },
    Function {
        name: "maximin",
        summary: Text::new(
            "the value of p after n moves when Adam moves",
            "la valeur de p après n coups quand Adam joue",
        ),
        ..OF_MAX_TREE
    },
    Function {
        name: "minimax",
        parameters: WINDOW,
        summary: WITH_CUTS,
        make: |n, random| case::with_window(case::tree(n, 5, false, random), random),
        is_asked: |case| is_game_tree(case, false) && is_window(case),
        arguments: windowed,
        judge: |case, answer| judge_alpha_beta(case, answer, false),
        ..OF_MIN_TREE
    },
    Function {
        name: "maximin",
        parameters: WINDOW,
        summary: WITH_CUTS,
        make: |n, random| case::with_window(case::tree(n, 5, true, random), random),
        is_asked: |case| is_game_tree(case, true) && is_window(case),
        arguments: windowed,
        judge: |case, answer| judge_alpha_beta(case, answer, false),
        ..OF_MAX_TREE
    },
    Function {
        name: "Evaluation_Joueur_A",
        spellings: &["evaluationA"],
        parameters: &["configuration", "horizon"],
        summary: Text::new(
            "the best value for A within the horizon, A to move",
            "la meilleure valeur pour A à l'horizon donné, A joue",
        ),
        ..OF_MAX_TREE
    },
    Function {
        name: "Evaluation_Joueur_B",
        spellings: &["evaluationB"],
        parameters: &["configuration", "horizon"],
        summary: Text::new(
            "the best value for A within the horizon, B to move",
            "la meilleure valeur pour A à l'horizon donné, B joue",
        ),
        ..OF_MIN_TREE
    },
    Function {
        name: "Evaluation_Joueur_A",
        spellings: &["evaluationA"],
        parameters: &["configuration"],
        summary: Text::new(
            "the best value for A, A to move",
            "la meilleure valeur pour A, A joue",
        ),
        uses: &["Valeur"],
        is_asked: |case| is_game_tree(case, true) && is_whole(case),
        arguments: |_| vec![Term::Int(0)],
        ..OF_MAX_TREE
    },
    Function {
        name: "Evaluation_Joueur_B",
        spellings: &["evaluationB"],
        parameters: &["configuration"],
        summary: Text::new(
            "the best value for A, B to move",
            "la meilleure valeur pour A, B joue",
        ),
        uses: &["Valeur"],
        is_asked: |case| is_game_tree(case, false) && is_whole(case),
        arguments: |_| vec![Term::Int(0)],
        ..OF_MIN_TREE
    },
    Function {
        name: "Evaluation_Joueur_A",
        summary: Text::new(
            "whether A wins, A to move: the and/or tree",
            "vrai si A gagne, A joue : l'arbre et/ou",
        ),
        make: |n, random| case::tree(n, 1, true, random),
        is_asked: |case| is_game_tree(case, true) && is_whole(case),
        ..OF_AND_OR
    },
    Function {
        name: "Evaluation_Joueur_B",
        spellings: &["evaluationB"],
        summary: Text::new(
            "whether A wins, B to move: the and/or tree",
            "vrai si A gagne, B joue : l'arbre et/ou",
        ),
        make: |n, random| case::tree(n, 1, false, random),
        is_asked: |case| is_game_tree(case, false) && is_whole(case),
        ..OF_AND_OR
    },
    Function {
        name: "Monte_Carlo",
        spellings: &["evaluationMonteCarlo"],
        parameters: &["configuration", "taille_echantillon"],
        summary: Text::new(
            "the mean value of random plays in which B begins",
            "la moyenne des valeurs de parties au hasard où B commence",
        ),
        examples: Vec::new,
        make: sampled_tree,
        is_asked: |case| is_game_tree(case, false) && case.numbers[0] >= 20,
        judge: judge_monte_carlo,
        ..OF_MIN_TREE
    },
    Function {
        name: "attracteurs",
        spellings: &["attracteur"],
        parameters: &["G", "fA"],
        summary: Text::new(
            "the list of the attractors of Alice",
            "la liste des attracteurs d'Alice",
        ),
        examples: || {
            let graph = Case::graph(&[&[4, 5], &[4, 5, 6], &[7], &[], &[2], &[3], &[3], &[]]);
            vec![Case {
                first: (0..8).map(|v| v < 4).collect(),
                ..graph
            }]
        },
        make: |n, random| case::bipartite(n, false, random),
        is_asked: |case| case.is_acyclic() && case.alternates(),
        arguments: |case| vec![case.dictionary(), Term::Predicate(case.firsts())],
        judge: judge_attractor,
        ..OF_GRAPH
    },
    Function {
        name: "nim",
        spellings: &["grapheNim"],
        parameters: &["n"],
        summary: Text::new(
            "the graph of the game of Nim with n matches",
            "le graphe du jeu de Nim à n allumettes",
        ),
        make: |_, random| Case {
            numbers: vec![random.below(310) as i32],
            ..Case::default()
        },
        is_asked: |case| case.numbers[0] >= 0,
        judge: judge_nim,
        ..OF_NUMBERS
    },
    Function {
        name: "suite_attracteurs",
        spellings: &["suiteAttracteur"],
        parameters: &["G", "S1", "F1"],
        summary: LAYERS,
        examples: Vec::new,
        make: |n, random| case::bipartite(n, true, random),
        is_asked: are_targets,
        arguments: |case| {
            let targets = (0..).zip(&case.targets).filter(|(_, target)| **target);
            let targets = targets.map(|(v, _)| Term::vertex(v)).collect();
            vec![
                case.dictionary(),
                Term::Predicate(case.firsts()),
                Term::Set(targets),
            ]
        },
        judge: |case, answer| judge_layers(case, answer, true),
        ..OF_GRAPH
    },
    Function {
        name: "suite_attracteurs",
        spellings: &["suiteAttracteur"],
        parameters: &["G", "S1"],
        summary: LAYERS,
        examples: Vec::new,
        make: |n, random| case::bipartite(n, true, random),
        is_asked: are_targets,
        arguments: |case| vec![case.dictionary(), Term::Predicate(case.firsts())],
        judge: |case, answer| judge_layers(case, answer, false),
        ..OF_GRAPH
    },
    Function {
        name: "MinMax",
        summary: Text::new(
            "the score of the node n at depth p",
            "le score du sommet n à la profondeur p",
        ),
        ..OF_TREE
    },
    Function {
        name: "MeilleurCoup",
        spellings: &["meilleurCoupPossible", "minMaxMeilleurCoup"],
        summary: Text::new(
            "the child of n with the best score at depth p",
            "le fils de n de meilleur score à la profondeur p",
        ),
        make: |n, random| case::tree(n + 1, 5, random.below(2) == 0, random),
        is_asked: |case| is_owned_tree(case) && !case.graph[0].is_empty() && case.numbers[0] >= 1,
        judge: judge_best_move,
        ..OF_TREE
    },
    Function {
        name: "AlphaBeta",
        parameters: &["A", "n", "p", "h", "alpha", "beta"],
        summary: Text::new(
            "the score of n, with the cuts of alpha and beta",
            "le score de n, avec l'élagage alpha-bêta",
        ),
        make: |n, random| case::with_window(case::tree(n, 5, random.below(2) == 0, random), random),
        is_asked: |case| is_owned_tree(case) && is_window(case),
        arguments: |case| {
            let mut arguments = (OF_TREE.arguments)(case);
            arguments.extend(case.bounds().map(Term::number));
            arguments
        },
        judge: |case, answer| judge_alpha_beta(case, answer, true),
        ..OF_TREE
    },
];

const WINDOW: &[&str] = &["alpha", "beta", "p", "n"];
const WITH_CUTS: Text = Text::new(
    "the same, with the cuts of alpha and beta",
    "la même, avec les coupures alpha et bêta",
);
const LAYERS: Text = Text::new(
    "the sets A_0, A_1 … up to the attractor of J1",
    "les ensembles A_0, A_1 … jusqu'à l'attracteur de J1",
);

fn depth(case: &Case) -> Term {
    Term::Int(case.numbers[0].into())
}

fn windowed(case: &Case) -> Vec<Term> {
    let [alpha, beta] = case.bounds().map(Term::number);
    vec![alpha, beta, Term::Int(0), depth(case)]
}

fn chomp_at(vertex: u32) -> Case {
    Case {
        vertex,
        ..Case::chomp()
    }
}

/// A list, which stands as the one row of a graph, and a number.
fn list_and_element(n: usize, random: &mut SplitMix) -> Case {
    let mut case = case::any(1, random);
    case.graph[0] = (0..2 * n as u32).filter(|_| random.below(2) == 0).collect();
    let row = &mut case.graph[0];
    for i in (1..row.len()).rev() {
        row.swap(i, random.below(i + 1));
    }
    case.vertex = random.below(2 * n) as u32;
    case
}

/// A graph in which some vertices have a nimber already.
fn with_nimbers(n: usize, random: &mut SplitMix) -> Case {
    let mut case = if random.below(2) == 0 {
        case::any(n, random)
    } else {
        case::acyclic(n, random)
    };
    let share = random.below(101);
    let known = |_| (random.below(100) < share).then(|| random.below(3) as u32);
    case.known = (0..n).map(known).collect();
    case
}

/// A tree, and the number of random plays.
fn sampled_tree(n: usize, random: &mut SplitMix) -> Case {
    let case = case::tree(n, 4, false, random);
    let samples = if n > 9 {
        1000
    } else {
        20 + random.below(40) as i32
    };
    Case {
        numbers: vec![samples],
        ..case
    }
}

fn with_vertex(n: usize, random: &mut SplitMix) -> Case {
    let case = if random.below(4) == 0 {
        case::any(n, random)
    } else {
        case::acyclic(n, random)
    };
    let vertex = random.below(n) as u32;
    Case { vertex, ..case }
}

fn has_vertex(case: &Case) -> bool {
    (case.vertex as usize) < case.graph.len()
}

fn numbers(least: [i32; 2], size: usize, random: &mut SplitMix) -> Case {
    let spread = if size < 5 { size } else { 18 };
    let numbers = least.map(|least| least + random.below(spread) as i32);
    Case {
        numbers: numbers.to_vec(),
        ..Case::default()
    }
}

fn whole(numbers: &[i32]) -> Vec<Term> {
    numbers.iter().map(|&n| Term::Int(n.into())).collect()
}

/// A tree in which sides alternate, and who moves at the root.
fn is_game_tree(case: &Case, first: bool) -> bool {
    is_owned_tree(case) && case.first[0] == first && case.alternates()
}

fn is_owned_tree(case: &Case) -> bool {
    case.is_tree() && case.first.len() == case.graph.len() && case.numbers[0] >= 0
}

/// Whether the horizon is not nearer than the leaves.
fn is_whole(case: &Case) -> bool {
    case.numbers[0] as usize >= height(case, 0)
}

fn height(case: &Case, node: u32) -> usize {
    let below = case.graph[node as usize].iter();
    below
        .map(|&child| 1 + height(case, child))
        .max()
        .unwrap_or(0)
}

fn is_window(case: &Case) -> bool {
    let [alpha, beta] = case.bounds();
    alpha < beta
}

fn are_targets(case: &Case) -> bool {
    let mut final_targets = case.targets.iter().zip(&case.graph);
    case.alternates() && final_targets.all(|(&target, row)| !target || row.is_empty())
}

/// A tree of two moves with a cut of either kind.
fn course_tree(first: bool) -> Case {
    let graph = Case::graph(&[
        &[1, 2, 3],
        &[4, 5],
        &[6, 7],
        &[8, 9],
        &[],
        &[],
        &[],
        &[],
        &[],
        &[],
    ]);
    Case {
        first: (0..10).map(|v| (v == 0 || v > 3) == first).collect(),
        values: vec![1, 3, -1, 0, 3, 5, 2, 9, 7, 4],
        numbers: vec![2],
        ..graph
    }
}

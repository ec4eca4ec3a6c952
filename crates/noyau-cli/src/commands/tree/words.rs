//! The words of `noyau tree`, in English and in French.

use crate::failure::Failure;
use crate::grammar::Choice;
use noyau::{Message, Text, message, messages};

messages! {
    /// Why a tree cannot be worked on as asked.
    pub(super) enum Refusal {
        NotWith { option: &'static str, algorithm: &'static str } =>
            "--{option} does not go with --algorithm {algorithm}",
            "--{option} ne va pas avec --algorithm {algorithm}";
        OnlyForFiles { option: &'static str } =>
            "--{option} is for trees in files",
            "--{option} est pour les arbres dans des fichiers";
        OnlyForGames { option: &'static str } =>
            "--{option} is for games, and this is a file",
            "--{option} est pour les jeux, et ceci est un fichier";
        UnknownHeuristic { name: String, game: String, known: String } =>
            "{game} has no heuristic {name:?}; it has {known}",
            "{game} n'a pas d'heuristique {name:?} ; il a {known}";
        NoValueAtHorizon { depth: u32, node: String } =>
            "at depth {depth} the node {node} has children and no value of its own: give it one, or another depth",
            "à la profondeur {depth}, le nœud {node} a des enfants et pas de valeur propre : donnez-lui en une, ou une autre profondeur";
        TooLargeToDraw { nodes: usize, most: usize } =>
            "this tree has {nodes} nodes, and up to {most} are drawn: ask for less --depth, or start nearer the end with --after",
            "cet arbre a {nodes} nœuds, et on en dessine au plus {most} : réduisez --depth, ou partez plus près de la fin avec --after";
        FarTooLargeToDraw { kept: usize, most: usize } =>
            "this tree has more than {kept} nodes, and up to {most} are drawn: ask for less --depth, or start nearer the end with --after",
            "cet arbre a plus de {kept} nœuds, et on en dessine au plus {most} : réduisez --depth, ou partez plus près de la fin avec --after";
        TooLargeToTrace { most: usize } =>
            "every step is told for trees of up to {most} nodes: ask for less --depth",
            "chaque étape est dite pour des arbres d'au plus {most} nœuds : réduisez --depth";
        TooLargeToArrange { most: usize } =>
            "children are put into another order in trees of up to {most} nodes: ask for less --depth",
            "les enfants sont rangés autrement dans des arbres d'au plus {most} nœuds : réduisez --depth";
        TooLargeForBreadth { most: usize } =>
            "evaluation breadth first keeps the tree, and does so up to {most} nodes: ask for less --depth",
            "l'évaluation en largeur garde l'arbre, et jusqu'à {most} nœuds : réduisez --depth";
        NoSuchStep { step: usize, last: usize } =>
            "there is no step {step}: the last is {last}",
            "il n'y a pas d'étape {step} : la dernière est {last}";
        StepWithoutPicture =>
            "--step needs --svg or --tikz",
            "--step demande --svg ou --tikz";
    }
}

impl Refusal {
    pub(super) fn too_large_to_draw(nodes: Option<usize>, kept: usize) -> Self {
        let most = noyau::tree::draw::MOST_DRAWN;
        match nodes {
            Some(nodes) => Self::TooLargeToDraw { nodes, most },
            None => Self::FarTooLargeToDraw { kept, most },
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Request(Message::of(&refusal))
    }
}

messages! {
    /// Sentences with values in them.
    pub(super) enum Said {
        AlphaBeta { form: Text } => "alpha-beta, {form}", "alpha-bêta, {form}";
        Evaluated { what: Text, order: Text, stop: Text } => "{what}, {order}{stop}", "{what}, {order}{stop}";
        Visited { nodes: u64, leaves: u64 } =>
            "{nodes} nodes, {leaves} leaves",
            "{nodes} nœuds, {leaves} feuilles";
        VisitedCut { nodes: u64, leaves: u64, alpha: u64, beta: u64 } =>
            "{nodes} nodes, {leaves} leaves; cuts: α {alpha}, β {beta}",
            "{nodes} nœuds, {leaves} feuilles ; coupures : α {alpha}, β {beta}";
        Branching { mean: String, most: u64, depth: u32 } =>
            "b = {mean} on average, {most} at most; p = {depth}",
            "b = {mean} en moyenne, {most} au plus ; p = {depth}";
        Exactly { formula: String, nodes: String } =>
            "{formula} = {nodes} nodes",
            "{formula} = {nodes} nœuds";
        Between { mean: String, most: String } =>
            "(b^(p+1) − 1)/(b − 1) = {mean} nodes for the mean b, {most} for the greatest",
            "(b^(p+1) − 1)/(b − 1) = {mean} nœuds pour le b moyen, {most} pour le plus grand";
        BestCase { formula: String, leaves: String } =>
            "{formula} = {leaves} leaves",
            "{formula} = {leaves} feuilles";
        NotPrinted { nodes: u64, most: usize } =>
            "The tree has {nodes} nodes; up to {most} are printed.",
            "L'arbre a {nodes} nœuds ; on en affiche au plus {most}.";
        DrawnByLot { mv: String, count: usize, seed: u64 } =>
            "{mv}, by lot among {count}, seed {seed}",
            "{mv}, au sort parmi {count}, graine {seed}";
        ByMinimax { nodes: u64, leaves: u64 } =>
            "minimax: {nodes} nodes, {leaves} leaves",
            "minimax : {nodes} nœuds, {leaves} feuilles";
        ByAll { nodes: u64, leaves: u64 } =>
            "all: {nodes} nodes, {leaves} leaves",
            "tous : {nodes} nœuds, {leaves} feuilles";
        MoreThan { nodes: usize } =>
            "more than {nodes} nodes",
            "plus de {nodes} nœuds";
        ByAlphaBeta { nodes: u64, leaves: u64 } =>
            "alpha-beta: {nodes} nodes, {leaves} leaves",
            "alpha-bêta : {nodes} nœuds, {leaves} feuilles";
        ByThis { nodes: u64, leaves: u64 } =>
            "looked at: {nodes} nodes, {leaves} leaves",
            "examinés : {nodes} nœuds, {leaves} feuilles";
        Shuffled { seed: u64 } =>
            "children shuffled with seed {seed}",
            "enfants mélangés avec la graine {seed}";
        StepDrawn { step: usize, last: usize } =>
            "drawn after step {step} of {last}",
            "dessiné après l'étape {step} sur {last}";
    }
}

macro_rules! texts {
    ($($name:ident = $en:literal, $fr:literal;)+) => {
        $(pub(super) const $name: Text = Text { en: $en, fr: $fr };)+
    };
}

texts! {
    TREE = "Minimax, alpha-beta or and/or evaluation of a tree, step by step",
           "Minimax, alpha-bêta ou évaluation et/ou d'un arbre, pas à pas";
    SOURCE_NAME = "FILE|GAME", "FICHIER|JEU";
    SOURCE = "The tree file (- is the standard input), or a game such as tictactoe",
             "Le fichier de l'arbre (- est l'entrée standard), ou un jeu comme tictactoe";
    FORMAT = "The format of the file, if neither its name nor its content tells it",
             "Le format du fichier, si ni son nom ni son contenu ne le dit";
    FORMAT_JSON = "nested lists of leaf values", "listes imbriquées de valeurs de feuilles";
    FORMAT_INDENTED = "one node a line, indented below its parent", "un nœud par ligne, décalé sous son parent";
    PLAYER = "Who moves at the root of the tree in a file; First unless the file tells",
             "Qui joue à la racine de l'arbre d'un fichier ; Premier, sauf si le fichier le dit";
    DEPTH = "How many moves deep to look; for games 3 if nothing is said, for files all of the tree",
            "À combien de coups de profondeur regarder ; pour les jeux 3 si rien n'est dit, pour les fichiers tout l'arbre";
    ALGORITHM = "How to search", "Comment chercher";
    ALGORITHM_MINIMAX = "every node", "tous les nœuds";
    ALGORITHM_ALPHABETA = "with a window, and cuts where a value cannot matter", "avec une fenêtre, et des coupures où une valeur n'importe plus";
    ALGORITHM_ANDOR = "whether First wins: leaves above 0 are won; of a game, whether First wins within the depth",
                      "si Premier gagne : les feuilles au-dessus de 0 sont gagnées ; d'un jeu, si Premier gagne dans la profondeur";
    FORM = "What alpha-beta returns outside its window; extreme if nothing is said",
           "Ce que renvoie alpha-bêta hors de sa fenêtre ; extreme si rien n'est dit";
    FORM_BOUND = "the bound of the window (fail-hard)", "la borne de la fenêtre (fail-hard)";
    FORM_EXTREME = "the extreme of what was seen (fail-soft)", "l'extremum de ce qui a été vu (fail-soft)";
    ORDER = "In which order minimax and and/or look at nodes; depth if nothing is said",
            "Dans quel ordre minimax et et/ou examinent les nœuds ; depth si rien n'est dit";
    ORDER_DEPTH = "depth first", "en profondeur d'abord";
    ORDER_BREADTH = "breadth first", "en largeur d'abord";
    STOP = "Stop at a node as soon as its value is decided", "S'arrête à un nœud dès que sa valeur est décidée";
    SORT = "In which order the children of a node come; given if nothing is said",
           "Dans quel ordre viennent les enfants d'un nœud ; given si rien n'est dit";
    SORT_GIVEN = "as in the file, or as the game lists its moves", "comme dans le fichier, ou comme le jeu liste ses coups";
    SORT_BEST = "the best for whoever moves first: the best case of alpha-beta", "le meilleur pour qui joue d'abord : le meilleur cas d'alpha-bêta";
    SORT_WORST = "the worst for whoever moves first", "le pire pour qui joue d'abord";
    SHUFFLE = "Put the children of every node into a random order", "Met les enfants de chaque nœud dans un ordre au hasard";
    SEED = "Draw one of the best moves by lot, from this number; it also feeds --shuffle",
           "Tire au sort un des meilleurs coups, à partir de ce nombre ; il sert aussi à --shuffle";
    NAME = "NAME", "NOM";
    HEURISTIC = "What to judge positions by at the horizon; the game's first one if nothing is said",
                "D'après quoi juger les positions à l'horizon ; la première du jeu si rien n'est dit";
    RANGE = "A..B", "A..B";
    DEPTHS = "A table of the best moves by depth, as in 1..5", "Un tableau des meilleurs coups selon la profondeur, comme 1..5";
    COMPARE_ORDERS = "A table of what each evaluation order looks at", "Un tableau de ce qu'examine chaque ordre d'évaluation";
    TRACE = "Tell every step", "Dit chaque étape";
    SVG = "Draw the tree, with windows, values and cuts, as SVG", "Dessine l'arbre, avec fenêtres, valeurs et coupures, en SVG";
    TIKZ = "Draw it as TikZ", "Le dessine en TikZ";
    STEP = "Draw it as it stands after so many steps", "Le dessine tel qu'il est après autant d'étapes";

    WORD_SOURCE = "tree", "arbre";
    WORD_DEPTH = "depth", "profondeur";
    WORD_HEURISTIC = "heuristic", "heuristique";
    WORD_ALGORITHM = "algorithm", "algorithme";
    WORD_VALUE = "value", "valeur";
    WORD_CHOSEN = "chosen", "choisi";
    WORD_VISITED = "visited", "examinés";
    WORD_MINIMAX = "minimax", "minimax";
    WORD_ALPHABETA = "alpha-beta", "alpha-bêta";
    WORD_ALL = "all nodes", "tous les nœuds";
    WORD_BRANCHING = "branching", "branchement";
    WORD_FORMULA = "formula", "formule";
    WORD_BEST_CASE = "best case", "meilleur cas";
    WORD_NODES = "nodes", "nœuds";
    WORD_LEAVES = "leaves", "feuilles";
    WORD_ORDER = "order", "ordre";
    WORD_STOP = "stops", "s'arrête";
    WORD_SHUFFLED = "order", "ordre";

    WON_BY_FIRST = "true: First wins", "vrai : Premier gagne";
    NOT_WON = "false: First does not win", "faux : Premier ne gagne pas";
    RETURNS_BOUND = "returns the bound", "renvoie la borne";
    RETURNS_EXTREME = "returns the extreme", "renvoie l'extremum";
    MINIMAX = "minimax", "minimax";
    AND_OR = "and/or", "et/ou";
    DEPTH_FIRST = "depth first", "en profondeur d'abord";
    BREADTH_FIRST = "breadth first", "en largeur d'abord";
    STOPPING = ", stopping where decided", ", arrêt dès que c'est décidé";
    NOT_STOPPING = "", "";
    NO = "no", "non";
    MAX = "max", "max";
    MIN = "min", "min";
    OR = "or", "ou";
    AND = "and", "et";
    SKIPPED = "skipped", "ignoré";
}

pub(super) const FORMATS: &[Choice] = &[("json", FORMAT_JSON), ("indented", FORMAT_INDENTED)];
pub(super) const ALGORITHMS: &[Choice] = &[
    ("minimax", ALGORITHM_MINIMAX),
    ("alphabeta", ALGORITHM_ALPHABETA),
    ("andor", ALGORITHM_ANDOR),
];
pub(super) const FORMS: &[Choice] = &[("bound", FORM_BOUND), ("extreme", FORM_EXTREME)];
pub(super) const ORDERS: &[Choice] = &[("depth", ORDER_DEPTH), ("breadth", ORDER_BREADTH)];
pub(super) const SORTS: &[Choice] = &[
    ("given", SORT_GIVEN),
    ("best", SORT_BEST),
    ("worst", SORT_WORST),
];

/// Reads a range of depths, as in `1..5`, both ends included.
pub(super) fn range(text: &str) -> Result<(u32, u32), Message> {
    /// No table is longer.
    const MOST: u32 = 1000;
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok();
    match (number(first), number(last)) {
        (Some(first), Some(last)) if 1 <= first && first <= last && last <= MOST => {
            Ok((first, last))
        }
        _ => Err(message!(
            "two depths from 1 to {MOST} are wanted, the smaller first, as in 1..5",
            "il faut deux profondeurs de 1 à {MOST}, la plus petite d'abord, comme 1..5"
        )),
    }
}

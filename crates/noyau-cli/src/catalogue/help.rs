//! What `--help` says: commands, options, their values.

use crate::grammar::Choice;
use noyau::Text;

macro_rules! texts {
    ($($name:ident = $en:literal, $fr:literal;)+) => {
        $(pub(crate) const $name: Text = Text { en: $en, fr: $fr };)+
    };
}

// Headings and names of values.
texts! {
    USAGE = "Usage", "Utilisation";
    COMMANDS = "Commands", "Commandes";
    COMMAND = "COMMAND", "COMMANDE";
    ARGUMENTS = "Arguments", "Arguments";
    OPTIONS = "Options", "Options";
    FILE = "FILE", "FICHIER";
    FOLDER = "DIR", "DOSSIER";
    BYTES = "BYTES", "OCTETS";
    SECONDS = "SECONDS", "SECONDES";
    NUMBER = "N", "N";
    CHOICE = "WORD", "MOT";
    GAME_NAME = "GAME", "JEU";
    POSITION = "POSITION", "POSITION";
    MOVES = "MOVES", "COUPS";
    VERTEX = "V", "S";
    VERTICES = "V,V…", "S,S…";
    SHELL = "SHELL", "SHELL";
    CODE = "CODE", "CODE";
}

// Options that several commands share.
texts! {
    HELP = "Show this help (-h: in short)", "Affiche cette aide (-h : en bref)";
    VERSION = "Show the version", "Affiche la version";
    LANGUAGE = "The language of everything people read; else NOYAU_LANG, LC_ALL, LC_MESSAGES or LANG decides",
               "La langue de tout ce qui se lit ; sinon NOYAU_LANG, LC_ALL, LC_MESSAGES ou LANG en décide";
    JSON = "Answer for programs: one JSON document", "Répond pour des programmes : un document JSON";
    OUTPUT = "Write to this file instead of the standard output", "Écrit dans ce fichier plutôt que sur la sortie standard";
    CERTIFICATE = "Write a certificate of the answer, which `noyau verify` checks; of a game, with at most ten million positions",
                  "Écrit un certificat de la réponse, que `noyau verify` vérifie ; d'un jeu, avec au plus dix millions de positions";
    THREADS = "How many threads work at it; 0 is one for each core", "Combien de fils y travaillent ; 0 : un par cœur";
    MAX_BYTES = "Refuse files longer than this", "Refuse les fichiers plus longs que cela";
    MEMORY = "Stop before more memory than this is taken (K, M, G… are understood)",
             "S'arrête avant de prendre plus de mémoire que cela (K, M, G… sont compris)";
    MEMORY_OF_GAMES = "In the arena of a game, stop before more memory than this is taken (K, M, G… are understood)",
                      "Dans l'arène d'un jeu, s'arrête avant de prendre plus de mémoire que cela (K, M, G… sont compris)";
    TIME = "Stop after so many seconds", "S'arrête après autant de secondes";
    GAME = "The game: NAME or NAME:PARAMETERS, as `noyau games` lists them",
           "Le jeu : NOM ou NOM:PARAMÈTRES, d'après la liste de `noyau games`";
    AT = "The position, in the game's own text, instead of the start", "La position, dans l'écriture du jeu, au lieu du départ";
    AFTER = "Moves to play first, separated by spaces or commas (in `graph`, a name that contains them is put between quotation marks)",
            "Coups à jouer d'abord, séparés par des espaces ou des virgules (dans `graph`, un nom qui en contient se met entre guillemets droits)";
}

// Commands on games.
texts! {
    NOYAU = "Two-player games of perfect information: who wins, how, and why to believe it",
            "Jeux à deux joueurs à information parfaite : qui gagne, comment, et pourquoi le croire";
    HELP_COMMAND = "Show the help of a command", "Affiche l'aide d'une commande";
    HELP_OF = "The command", "La commande";
    GAMES = "List the games: names, rules, parameters, what can be asked of them",
            "Liste les jeux : noms, règles, paramètres, ce qu'on peut leur demander";
    SHOW = "Show a position: the board, who moves, the legal moves",
           "Montre une position : le plateau, qui joue, les coups légaux";
    PERFT = "Count the sequences of exactly so many moves", "Compte les suites d'exactement autant de coups";
    DEPTH = "How many moves", "Combien de coups";
    SEQUENCE = "Give the nimbers of the heaps of an octal game, and prove their period",
               "Donne les nimbers des tas d'un jeu octal, et prouve leur période";
    SEQUENCE_CODE = "The octal code, as in 0.77 (Kayles)", "Le code octal, comme 0.77 (Kayles)";
    SEQUENCE_HEAPS = "Up to heaps of this size", "Jusqu'aux tas de cette taille";
    COUNT = "Count the positions that play can reach", "Compte les positions que le jeu peut atteindre";
    ESTIMATE = "Estimate by sampling what is too much to count, each number with its interval",
               "Estime par tirage ce qu'on ne peut pas compter, chaque nombre avec son intervalle";
    SAMPLES = "How many random plays, walks and draws", "Combien de parties, de marches et de tirages au hasard";
    ESTIMATE_SEED = "The number that samples are drawn from", "Le nombre dont découlent les tirages";
    SOLVE = "Find the exact value of a position, and best play", "Trouve la valeur exacte d'une position, et le meilleur jeu";
    METHOD = "How to find it", "Comment la trouver";
    METHOD_AUTO = "the best method for the game", "la meilleure méthode pour le jeu";
    METHOD_TABLE = "every position from the start, tier by tier, in less memory than a graph",
                   "toutes les positions depuis le départ, niveau par niveau, en moins de mémoire qu'un graphe";
    METHOD_SIEVE = "lost positions mark those before them, one bit each; outcomes without distances, of impartial games such as chomp",
                   "les positions perdantes marquent celles d'avant, un bit chacune ; issues sans distances, des jeux impartiaux comme chomp";
    METHOD_GRAPH = "unfold all reachable positions and work backwards from the ends",
                   "déplier toutes les positions accessibles et remonter depuis les fins";
    METHOD_SEARCH = "go down the lines of play that matter, with a table of what is known",
                    "descendre les suites de coups qui comptent, avec une table de ce qui est connu";
    METHOD_PROOF = "settle whatever proof costs least, on games with cycles too: the outcome alone, without distance or margin",
                   "établir la preuve la moins coûteuse, même s'il y a des cycles : l'issue seule, sans distance ni marge";
    METHOD_SUM = "add up the nimbers of independent parts (impartial games): the outcome alone, without distance",
                 "additionner les nimbers des parties indépendantes (jeux impartiaux) : l'issue seule, sans distance";
    NODES = "Stop after so many positions of a search", "S'arrête après autant de positions d'une recherche";
    QUICK = "Answer the position alone, without the value of each move",
            "Répond pour la position seule, sans la valeur de chaque coup";
    BATCH = "Read one line of moves per line (- is the standard input, an empty line the start) and answer each in a line: \
             MOVES OUTCOME DISTANCE MARGIN NODES MICROSECONDS",
            "Lit une suite de coups par ligne (- est l'entrée standard, une ligne vide le départ) et répond à chacune en une \
             ligne : COUPS ISSUE DISTANCE MARGE NŒUDS MICROSECONDES";
    GDL = "Describe a rule sheet in the Game Description Language: roles, start, legal moves, perft in joint moves",
          "Décrit une feuille de règles en Game Description Language : rôles, départ, coups légaux, perft en coups conjoints";
    GDL_FILE = "The rule sheet (- is the standard input)", "La feuille de règles (- est l'entrée standard)";
    GDL_DEPTH = "Count sequences of up to so many joint moves", "Compte les suites d'au plus autant de coups conjoints";
    VERIFY = "Check a certificate or a table, with code that shares nothing with the solvers",
             "Vérifie un certificat ou une table, avec du code qui ne partage rien avec les solveurs";
    VERIFY_FILE = "The certificate (- is the standard input) or the table", "Le certificat (- est l'entrée standard) ou la table";
    BENCH = "Search fixed positions and print how many were opened: the signature of the search",
            "Cherche des positions fixes et affiche combien ont été ouvertes : la signature de la recherche";
    COMPLETIONS = "Print the completions for a shell", "Affiche les complétions pour un shell";
    COMPLETIONS_SHELL = "The shell", "Le shell";
    SHELL_BASH = "GNU Bourne-again shell", "GNU Bourne-again shell";
    SHELL_ELVISH = "Elvish", "Elvish";
    SHELL_FISH = "Friendly interactive shell", "Friendly interactive shell";
    SHELL_POWERSHELL = "Windows PowerShell", "PowerShell de Windows";
    SHELL_ZSH = "Z shell", "Z shell";
    MAN = "Print the manual page, or write the pages of all commands into a folder",
          "Affiche la page de manuel, ou écrit les pages de toutes les commandes dans un dossier";
    MAN_FOLDER = "The folder, which is made if it is not there", "Le dossier, créé s'il n'existe pas";
    LANGUAGE_EN = "English", "anglais";
    LANGUAGE_FR = "French", "français";
}

// Commands on graphs.
texts! {
    GRAPH = "Work on a graph of your own, or on the arena of a game", "Travaille sur un graphe à vous, ou sur l'arène d'un jeu";
    GRAPH_FILE = "The graph file (- is the standard input), or a game such as chomp:2x3",
                 "Le fichier du graphe (- est l'entrée standard), ou un jeu comme chomp:2x3";
    FORMAT = "The format of the file, if neither its name nor its content tells it",
             "Le format du fichier, si ni son nom ni son contenu ne le dit";
    TIMINGS = "Add the CPU time taken to read, build and solve", "Ajoute le temps de calcul pour lire, construire et résoudre";
    KERNEL = "The kernel: take a sink, drop it and its predecessors, go on",
             "Le noyau : prendre un puits, l'ôter avec ses prédécesseurs, recommencer";
    KERNEL_STEPS = "Show every step", "Montre chaque étape";
    KERNEL_ALL = "List all kernels, by search: with cycles there may be none or several (small graphs)",
                 "Liste tous les noyaux, par recherche : avec des cycles, il peut y en avoir zéro ou plusieurs (petits graphes)";
    ATTRACTOR = "The attractor: from where a side can force its targets, and in how many moves",
                "L'attracteur : d'où un camp peut forcer ses cibles, et en combien de coups";
    PLAYER = "Whose attractor", "L'attracteur de qui";
    FIRST = "who moves first", "qui commence";
    SECOND = "the other one", "l'autre";
    TARGET = "The vertices to force; without any, the final positions that the side wins. Repeatable; names with commas \
              are put between quotation marks",
             "Les sommets à forcer ; sans cela, les positions finales gagnées par ce camp. Répétable ; les noms qui \
              contiennent des virgules se mettent entre guillemets droits";
    LAYERS_FLAG = "List A_0, A_1…: what each adds to the one before", "Liste A_0, A_1… : ce que chacun ajoute au précédent";
    STRATEGY_FLAG = "Add a strategy that comes nearer with every move", "Ajoute une stratégie qui se rapproche à chaque coup";
    NIMBERS = "The nimbers of a graph without cycles", "Les nimbers d'un graphe sans cycle";
    SUM = "The nimber of the sum of the games at these vertices. Repeatable; names with commas are put between quotation marks",
          "Le nimber de la somme des jeux en ces sommets. Répétable ; les noms qui contiennent des virgules se mettent entre \
           guillemets droits";
    STRATEGY = "The winning strategy, or what a given strategy is worth", "La stratégie gagnante, ou ce que vaut une stratégie donnée";
    FROM = "Where play starts, instead of the file's start", "Où la partie commence, au lieu du départ du fichier";
    CHECK = "Judge the strategy in this file: not applicable, applicable or winning",
            "Juge la stratégie de ce fichier : non applicable, applicable ou gagnante";
    CHECK_PLAYER = "Whose strategy it is; else of the side that moves where play starts",
                   "De qui est la stratégie ; sinon du camp qui joue au départ";
    GRAPH_SOLVE = "Outcome and distance of every vertex", "Issue et distance de chaque sommet";
    GRAPH_QUICK = "Only the counts, without the vertices", "Seulement les totaux, sans les sommets";
    INFO = "What can be said of a graph: sinks, cycles, two sides, longest path, reachable part",
           "Ce qu'on peut dire d'un graphe : puits, cycles, bipartition, plus long chemin, partie accessible";
    OF = "Add the predecessors and successors of a vertex", "Ajoute les prédécesseurs et successeurs d'un sommet";
    DRAW = "Draw a graph as SVG, Graphviz or TikZ", "Dessine un graphe en SVG, Graphviz ou TikZ";
    DRAW_TO = "What to write; else the name after --output tells", "Quoi écrire ; sinon le nom après --output le dit";
    DRAW_SVG = "a picture for pages and browsers", "une image pour les pages et les navigateurs";
    DRAW_DOT = "Graphviz source", "source Graphviz";
    DRAW_TIKZ = "TikZ source for LaTeX", "source TikZ pour LaTeX";
    MARK = "What to mark on it; repeatable", "Quoi y marquer ; répétable";
    MARK_KERNEL = "the kernel", "le noyau";
    MARK_ATTRACTOR = "an attractor with its ranks", "un attracteur avec ses rangs";
    MARK_NIMBERS = "the nimbers", "les nimbers";
    MARK_STRATEGY = "the winning strategy", "la stratégie gagnante";
    MARK_SOLVE = "lost vertices and distances", "les sommets perdus et les distances";
    LAYERING = "By what vertices are put on layers", "D'après quoi les sommets sont mis en couches";
    LAYERING_PATH = "the longest path to a sink", "le plus long chemin vers un puits";
    LAYERING_RANK = "the rank in the attractor or the distance that is marked", "le rang dans l'attracteur ou la distance marquée";
    DIRECTION = "Which way the layers run", "Dans quel sens vont les couches";
    DIRECTION_RIGHT = "from left to right", "de gauche à droite";
    DIRECTION_DOWN = "from top to bottom", "de haut en bas";
    DRAW_DOUBLE = "Draw the doubled arena of a graph without owners", "Dessine l'arène dédoublée d'un graphe sans propriétaires";
    DRAW_PLAYER = "Whose attractor to mark", "L'attracteur de qui marquer";
    DRAW_STEPS = "Write one SVG for each step of the kernel into this folder", "Écrit un SVG par étape du noyau dans ce dossier";
    CONVERT = "Write a graph in another format", "Écrit un graphe dans un autre format";
    CONVERT_TO = "The format to write; else the name after --output tells", "Le format à écrire ; sinon le nom après --output le dit";
    DOUBLE = "The doubled arena: each vertex once for each side to move", "L'arène dédoublée : chaque sommet une fois pour chaque camp au trait";
    GENERATE = "Make a random graph to try things on", "Tire un graphe au hasard pour faire des essais";
    GENERATE_VERTICES = "How many vertices", "Combien de sommets";
    GENERATE_KIND = "What kind of graph", "Quelle sorte de graphe";
    KIND_ALTERNATING = "the sides alternate; about two vertices in five are drawn by endless play",
                       "les camps alternent ; environ deux sommets sur cinq sont nuls par jeu sans fin";
    KIND_FREE = "owners and moves by lot; almost nothing is drawn", "propriétaires et coups au hasard ; presque rien n'est nul";
    KIND_ACYCLIC = "a graph of positions without cycles", "un graphe de positions sans cycle";
    KIND_PATH = "one path through all vertices", "un chemin qui passe par tous les sommets";
    GENERATE_SEED = "The number that the lots are drawn from", "Le nombre dont découle le tirage";
    GENERATE_FORMAT = "The format to write", "Le format à écrire";
}

// Tables.
texts! {
    SOLVE_ALL = "Solve every position that play can reach, into the table that --save names; a run that was stopped goes on where it was",
                "Résout toutes les positions accessibles, dans la table que nomme --save ; un travail arrêté reprend où il en était";
    SAVE = "The file of the table; until it is finished, what is done is kept in FILE.part",
           "Le fichier de la table ; jusqu'à ce qu'elle soit finie, ce qui est fait est gardé dans FICHIER.part";
    SOLVE_TABLE = "Take the answer from this table", "Prend la réponse dans cette table";
    TABLE = "Read a table of every position", "Lit une table de toutes les positions";
    TABLE_FILE = "The table: a file, or a folder of its parts", "La table : un fichier, ou le dossier de ses parties";
    TABLE_INFO = "What a table says of itself", "Ce qu'une table dit d'elle-même";
    TABLE_GET = "What a table says of a position and of each of its moves", "Ce qu'une table dit d'une position et de chacun de ses coups";
    TABLE_STATS = "Count the positions by outcome, distance and tier; the longest win; positions with a single winning move",
                  "Compte les positions par issue, distance et niveau ; le plus long gain ; les positions à un seul coup gagnant";
    TABLE_STATS_QUICK = "Leave out the single winning moves, for which the moves of every position are generated",
                        "Omet les coups gagnants uniques, pour lesquels les coups de chaque position sont engendrés";
    TABLE_EXPORT = "Write the positions as CSV: position, outcome, distance, margin, nimber, and how many positions are images of it",
                   "Écrit les positions en CSV : position, issue, distance, écart, nimber, et combien de positions en sont des images";
    TABLE_MERGE = "Make one file of a folder of parts", "Fait un fichier d'un dossier de parties";
    TABLE_MERGE_FOLDER = "The folder of the parts", "Le dossier des parties";
    TABLE_MERGE_FILE = "The file to write", "Le fichier à écrire";
    TABLE_SPLIT = "Divide a table into a folder of parts", "Divise une table en un dossier de parties";
    TABLE_SPLIT_FOLDER = "The folder, which must not be there", "Le dossier, qui ne doit pas exister";
    TABLE_SPLIT_PARTS = "How many parts", "Combien de parties";
}

// Playing.
texts! {
    PLAY = "Play a game in the terminal", "Joue une partie dans le terminal";
    PLAY_FIRST = "Who plays First", "Qui joue Premier";
    PLAY_SECOND = "Who plays Second", "Qui joue Second";
    PLAY_SEED = "The number that random moves are drawn from; if none is given, one is drawn and told",
                "Le nombre dont découlent les coups au hasard ; sans lui, il est tiré et annoncé";
}

// Formats of graph files.
texts! {
    FORMAT_JSON = "the course's dictionary, or an object with owners, edges and final positions",
                  "le dictionnaire du cours, ou un objet avec propriétaires, arcs et positions finales";
    FORMAT_PYTHON = "the same as a Python literal", "le même en Python";
    FORMAT_LIST = "the course's list of lists", "la liste de listes du cours";
    FORMAT_DOT = "Graphviz", "Graphviz";
    FORMAT_TGF = "Trivial Graph Format", "Trivial Graph Format";
    FORMAT_EDGES = "one edge a line", "un arc par ligne";
    FORMAT_MATRIX = "the course's matrix, as CSV of 0 and 1", "la matrice du cours, en CSV de 0 et de 1";
    FORMAT_PG = "PGSolver, priorities 0 and 1", "PGSolver, priorités 0 et 1";
}

/// The values of `--lang`.
pub(crate) const LANGUAGES: &[Choice] = &[("en", LANGUAGE_EN), ("fr", LANGUAGE_FR)];
/// The values of `--method`.
pub(crate) const METHODS: &[Choice] = &[
    ("auto", METHOD_AUTO),
    ("graph", METHOD_GRAPH),
    ("search", METHOD_SEARCH),
    ("proof", METHOD_PROOF),
    ("sum", METHOD_SUM),
    ("sieve", METHOD_SIEVE),
    ("table", METHOD_TABLE),
];
/// The values of `--player`.
pub(crate) const PLAYERS: &[Choice] = &[("first", FIRST), ("second", SECOND)];
/// The shells there are completions for.
pub(crate) const SHELLS: &[Choice] = &[
    ("bash", SHELL_BASH),
    ("elvish", SHELL_ELVISH),
    ("fish", SHELL_FISH),
    ("powershell", SHELL_POWERSHELL),
    ("zsh", SHELL_ZSH),
];
/// The formats of graph files; a test compares them with the library's.
pub(crate) const FORMATS: &[Choice] = &[
    ("json", FORMAT_JSON),
    ("python", FORMAT_PYTHON),
    ("list", FORMAT_LIST),
    ("dot", FORMAT_DOT),
    ("tgf", FORMAT_TGF),
    ("edges", FORMAT_EDGES),
    ("matrix", FORMAT_MATRIX),
    ("pg", FORMAT_PG),
];
/// What a picture can be.
pub(crate) const PICTURES: &[Choice] = &[("svg", DRAW_SVG), ("dot", DRAW_DOT), ("tikz", DRAW_TIKZ)];
/// What can be marked on a picture.
pub(crate) const MARKS: &[Choice] = &[
    ("kernel", MARK_KERNEL),
    ("attractor", MARK_ATTRACTOR),
    ("nimbers", MARK_NIMBERS),
    ("strategy", MARK_STRATEGY),
    ("solve", MARK_SOLVE),
];
/// How vertices are put on layers.
pub(crate) const LAYERINGS: &[Choice] = &[("path", LAYERING_PATH), ("rank", LAYERING_RANK)];
/// Which way layers run.
pub(crate) const DIRECTIONS: &[Choice] = &[("right", DIRECTION_RIGHT), ("down", DIRECTION_DOWN)];
/// The kinds of random graphs.
pub(crate) const KINDS: &[Choice] = &[
    ("alternating", KIND_ALTERNATING),
    ("free", KIND_FREE),
    ("acyclic", KIND_ACYCLIC),
    ("path", KIND_PATH),
];

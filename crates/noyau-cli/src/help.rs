//! The help of commands, arguments and their values, in English and in French.

use crate::messages::{choices, texts};

texts! {
    USAGE = "Usage", "Utilisation";
    COMMAND = "COMMAND", "COMMANDE";
    OPTIONS = "Options", "Options";
    FILE = "FILE", "FICHIER";
    FOLDER = "DIR", "DOSSIER";
    BYTES = "BYTES", "OCTETS";
    SECONDS = "SECONDS", "SECONDES";
    NUMBER = "N", "N";
    CHOICE = "WORD", "MOT";
    GAME_NAME = "GAME", "JEU";
    VERTEX = "V", "S";
    HELP = "Show this help (-h: in short)", "Affiche cette aide (-h : en bref)";
    LANGUAGE = "The language of everything people read; else NOYAU_LANG, LC_ALL, LC_MESSAGES or LANG decides",
               "La langue de tout ce qui se lit ; sinon NOYAU_LANG, LC_ALL, LC_MESSAGES ou LANG en décide";
    NAMES = "What the sides are called, as in Adam,Ève; else NOYAU_NAMES decides. Words for programs stay `first` and `second`",
            "Comment s'appellent les joueurs, comme Adam,Ève ; sinon NOYAU_NAMES en décide. Les mots pour programmes restent `first` et `second`";
    JSON = "Answer for programs: one JSON document", "Répond pour des programmes : un document JSON";
    OUTPUT = "Write to this file instead of the standard output",
             "Écrit dans ce fichier plutôt que sur la sortie standard";
    FORCE = "Replace a file that is not an earlier one of the same kind and game",
            "Remplace un fichier qui n'en est pas un ancien de même sorte et du même jeu";
    CERTIFICATE = "Write a certificate of the answer, which `noyau verify` checks; of a game, with at most ten million positions",
                  "Écrit un certificat de la réponse, que `noyau verify` vérifie ; d'un jeu, avec au plus dix millions de positions";
    THREADS = "How many threads work at it; 0 is one for each core", "Combien de fils y travaillent ; 0 : un par cœur";
    MAX_BYTES = "Refuse files longer than this", "Refuse les fichiers plus longs que cela";
    MEMORY = "Stop before more memory than this is taken (K, M, G… are understood)",
             "S'arrête avant de prendre plus de mémoire que cela (K, M, G… sont compris)";
    MEMORY_OF_GAMES = "In the arena of a game, stop before more memory than this is taken (K, M, G… are understood)",
                      "Dans l'arène d'un jeu, s'arrête avant de prendre plus de mémoire que cela (K, M, G… sont compris)";
    TIME = "Stop after so many seconds", "S'arrête après autant de secondes";
    GAME = "The game: NAME or NAME:PARAMETERS, as `noyau games` lists them; a size is columns x rows, but rows x columns in chomp",
           "Le jeu : NOM ou NOM:PARAMÈTRES, d'après la liste de `noyau games` ; une taille est colonnes x lignes, mais lignes x colonnes dans chomp";
    AT = "The position, in the game's own text, instead of the start",
         "La position, dans l'écriture du jeu, au lieu du départ";
    AFTER = "Moves to play first, separated by spaces or commas (in `graph`, a name that contains them is put between quotation marks)",
            "Coups à jouer d'abord, séparés par des espaces ou des virgules (dans `graph`, un nom qui en contient se met entre guillemets droits)";
    NOYAU = "Two-player games of perfect information: who wins, how, and why to believe it",
            "Jeux à deux joueurs à information parfaite : qui gagne, comment, et pourquoi le croire";
    HELP_COMMAND = "Show the help of a command", "Affiche l'aide d'une commande";
    GAMES = "List the games: names, rules, parameters, what can be asked of them",
            "Liste les jeux : noms, règles, paramètres, ce qu'on peut leur demander";
    SHOW = "Show a position: the board, who moves, the legal moves",
           "Montre une position : le plateau, qui joue, les coups légaux";
    PERFT = "Count the sequences of exactly so many moves", "Compte les suites d'exactement autant de coups";
    SEQUENCE = "Give the nimbers of the heaps of an octal game, and prove their period",
               "Donne les nimbers des tas d'un jeu octal, et prouve leur période";
    SEQUENCE_CODE = "The octal code, as in 0.77 (Kayles)", "Le code octal, comme 0.77 (Kayles)";
    SEQUENCE_HEAPS = "Up to heaps of this size", "Jusqu'aux tas de cette taille";
    COUNT = "Count the positions that play can reach", "Compte les positions que le jeu peut atteindre";
    ESTIMATE = "Estimate by sampling what is too much to count, each number with its interval",
               "Estime par tirage ce qu'on ne peut pas compter, chaque nombre avec son intervalle";
    SAMPLES = "How many random plays, walks and draws", "Combien de parties, de marches et de tirages au hasard";
    ESTIMATE_SEED = "The number that samples are drawn from", "Le nombre dont découlent les tirages";
    SOLVE = "Find the exact value of a position, and best play",
            "Trouve la valeur exacte d'une position, et le meilleur jeu";
    WHY = "Say why a position is won, drawn or lost: a theorem, a forced line, or what refutes the other moves",
          "Dit pourquoi une position est gagnée, nulle ou perdue : un théorème, une suite forcée, ou ce qui réfute les autres coups";
    METHOD = "How to find it", "Comment la trouver";
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
    VERIFY_FILE = "The certificate (- is the standard input) or the table",
                  "Le certificat (- est l'entrée standard) ou la table";
    BENCH = "Search fixed positions and print how many were opened: the signature of the search",
            "Cherche des positions fixes et affiche combien ont été ouvertes : la signature de la recherche";
    COMPLETIONS = "Print the completions for a shell", "Affiche les complétions pour un shell";
    COMPLETIONS_SHELL = "The shell", "Le shell";
    MAN = "Print the manual page, or write the pages of all commands into a folder",
          "Affiche la page de manuel, ou écrit les pages de toutes les commandes dans un dossier";
    MAN_FOLDER = "The folder, which is made if it is not there", "Le dossier, créé s'il n'existe pas";
    GRAPH = "Work on a graph of your own, or on the arena of a game",
            "Travaille sur un graphe à vous, ou sur l'arène d'un jeu";
    GRAPH_FILE = "The graph file (- is the standard input), or a game such as chomp:2x3",
                 "Le fichier du graphe (- est l'entrée standard), ou un jeu comme chomp:2x3";
    FORMAT = "The format of the file, if neither its name nor its content tells it",
             "Le format du fichier, si ni son nom ni son contenu ne le dit";
    TIMINGS = "Add the CPU time taken to read, build and solve",
              "Ajoute le temps de calcul pour lire, construire et résoudre";
    KERNEL = "The kernel: take a sink, drop it and its predecessors, go on",
             "Le noyau : prendre un puits, le supprimer avec ses prédécesseurs, recommencer";
    KERNEL_ALL = "List all kernels, by search: with cycles there may be none or several (small graphs)",
                 "Liste tous les noyaux, par recherche : avec des cycles, il peut y en avoir zéro ou plusieurs (petits graphes)";
    ATTRACTOR = "The attractor: from where a side can force its targets, and in how many moves",
                "L'attracteur : d'où un joueur peut forcer ses cibles, et en combien de coups";
    PLAYER = "Whose attractor", "L'attracteur de qui";
    TARGET = "The vertices to force; without any, the final positions that the side wins. Repeatable; names with commas \
              are put between quotation marks",
             "Les sommets à forcer ; sans cela, les positions finales gagnées par ce joueur. Répétable ; les noms qui \
              contiennent des virgules se mettent entre guillemets droits";
    LAYERS_FLAG = "List A_0, A_1…: what each adds to the one before",
                  "Liste A_0, A_1… : ce que chacun ajoute au précédent";
    STRATEGY_FLAG = "Add a strategy that comes nearer with every move",
                    "Ajoute une stratégie qui se rapproche à chaque coup";
    NIMBERS = "The nimbers of a graph without cycles", "Les nimbers d'un graphe sans cycle";
    SUM = "The nimber of the sum of the games at these vertices. Repeatable; names with commas are put between quotation marks",
          "Le nimber de la somme des jeux en ces sommets. Répétable ; les noms qui contiennent des virgules se mettent entre \
           guillemets droits";
    STRATEGY = "The winning strategy, or what a given strategy is worth",
               "La stratégie gagnante, ou ce que vaut une stratégie donnée";
    FROM = "Where play starts, instead of the file's start", "Où la partie commence, au lieu du départ du fichier";
    CHECK = "Judge the strategy in this file: not applicable, applicable or winning",
            "Juge la stratégie de ce fichier : non applicable, applicable ou gagnante";
    CHECK_PLAYER = "Whose strategy it is; else of the side that moves where play starts",
                   "De qui est la stratégie ; sinon du joueur qui joue au départ";
    GRAPH_SOLVE = "Outcome and distance of every vertex", "Issue et distance de chaque sommet";
    GRAPH_QUICK = "Only the counts, without the vertices", "Seulement les totaux, sans les sommets";
    INFO = "What can be said of a graph: sinks, cycles, two sides, longest path, reachable part",
           "Ce qu'on peut dire d'un graphe : puits, cycles, bipartition, plus long chemin, partie accessible";
    OF = "Add the predecessors and successors of a vertex", "Ajoute les prédécesseurs et successeurs d'un sommet";
    DRAW = "Draw a graph as SVG, Graphviz or TikZ", "Dessine un graphe en SVG, Graphviz ou TikZ";
    DRAW_TO = "What to write; else the name after --output tells", "Quoi écrire ; sinon le nom après --output le dit";
    MARK = "What to mark on it; repeatable", "Quoi y marquer ; répétable";
    LAYERING = "By what vertices are put on layers", "D'après quoi les sommets sont mis en couches";
    DIRECTION = "Which way the layers run", "Dans quel sens vont les couches";
    DRAW_DOUBLE = "Draw the doubled arena of a graph without owners",
                  "Dessine l'arène dédoublée d'un graphe sans propriétaires";
    DRAW_PLAYER = "Whose attractor to mark", "L'attracteur de qui marquer";
    DRAW_STEPS = "Write a picture of each step into this folder: of the kernel, or of --mark attractor or nimbers; --to svg, tikz or beamer",
                 "Écrit une image par étape dans ce dossier : du noyau, ou de --mark attractor ou nimbers ; --to svg, tikz ou beamer";
    DRAW_BOARDS = "Draw the boards of a game inside the vertices", "Dessine les plateaux d'un jeu dans les sommets";
    STEPS_TO = "What the pictures of --steps are; svg if nothing is said", "Ce que sont les images de --steps ; svg si rien n'est dit";
    TREE_STEPS = "Write a picture of each step into this folder", "Écrit une image par étape dans ce dossier";
    SHOW_SVG = "Draw the board as SVG", "Dessine le plateau en SVG";
    SHOW_TIKZ = "Draw the board as TikZ for LaTeX", "Dessine le plateau en TikZ pour LaTeX";
    STRIP = "Draw the play of --after as a strip of boards, as SVG, or TikZ if the name ends in .tex or .tikz",
            "Dessine la partie de --after comme une bande de plateaux, en SVG, ou en TikZ si le nom finit par .tex ou .tikz";
    SHOW_NIMBERS = "Write on each square the nimber of the position with the piece there: Wythoff's table",
                   "Écrit sur chaque case le nimber de la position où la pièce s'y trouve : le tableau de Wythoff";
    CONVERT = "Write a graph in another format", "Écrit un graphe dans un autre format";
    CONVERT_TO = "The format to write; else the name after --output tells",
                 "Le format à écrire ; sinon le nom après --output le dit";
    DOUBLE = "The doubled arena: each vertex once for each side to move",
             "L'arène dédoublée : chaque sommet une fois pour chaque joueur au trait";
    GENERATE = "Make a random graph to try things on", "Tire un graphe au hasard pour faire des essais";
    GENERATE_VERTICES = "How many vertices", "Combien de sommets";
    GENERATE_KIND = "What kind of graph", "Quelle sorte de graphe";
    GENERATE_SEED = "The number that the lots are drawn from", "Le nombre dont découle le tirage";
    GENERATE_FORMAT = "The format to write", "Le format à écrire";
    SOLVE_ALL = "Solve every position that play can reach, or every one of a class of endgames as chess:KQKR, into the table that --save names; a run that was stopped goes on where it was",
                "Résout toutes les positions accessibles, ou toutes celles d'une classe de finales comme chess:KQKR, dans la table que nomme --save ; un travail arrêté reprend où il en était";
    SOLVE_AT = "The position, in the game's own text, instead of the start; with --all, repeated for a table that begins at several positions",
               "La position, dans le texte propre au jeu, au lieu du départ ; avec --all, à répéter pour une table qui commence en plusieurs positions";
    STARTS = "Begin the table at the positions of this file (- is the standard input), one a line; lines that begin with \"# \" are comments",
             "Commence la table aux positions de ce fichier (- est l'entrée standard), une par ligne ; les lignes qui commencent par « # » et une espace sont des commentaires";
    SOLVE_SEEDS = "In sowing games, the class of all boards with at most so many seeds, as in kalah:6 --seeds 14",
                  "Dans les jeux de semailles, la classe de tous les plateaux d'au plus autant de graines, comme kalah:6 --seeds 14";
    SAVE = "The file of the table; until it is finished, what is done is kept in FILE.part",
           "Le fichier de la table ; jusqu'à ce qu'elle soit finie, ce qui est fait est gardé dans FICHIER.part";
    PROBE_TABLES = "Ask the tables of this folder that are of the game or of a class of its endgames",
                   "Interroge les tables de ce dossier qui sont celles du jeu ou d'une classe de ses finales";
    SOLVE_TABLE = "Take the answer from this table", "Prend la réponse dans cette table";
    TABLE = "Read a table of every position", "Lit une table de toutes les positions";
    TABLE_FILE = "The table: a file, or a folder of its parts", "La table : un fichier, ou le dossier de ses parties";
    TABLE_INFO = "What a table says of itself", "Ce qu'une table dit d'elle-même";
    TABLE_GET = "What a table says of a position and of each of its moves",
                "Ce qu'une table dit d'une position et de chacun de ses coups";
    TABLE_STATS = "Count the positions by outcome, distance and tier; the longest win; positions with a single winning move",
                  "Compte les positions par issue, distance et niveau ; le plus long gain ; les positions à un seul coup gagnant";
    TABLE_STATS_QUICK = "Leave out the single winning moves, for which the moves of every position are generated",
                        "Omet les coups gagnants uniques, pour lesquels les coups de chaque position sont engendrés";
    TABLE_EXPORT = "Write the positions as CSV: position, outcome, distance, margin, nimber, and how many positions are images of it",
                   "Écrit les positions en CSV : position, issue, distance, écart, nimber, et combien de positions en sont des images";
    TABLE_MERGE = "Make one file of a folder of parts", "Fait un fichier d'un dossier de parties";
    TABLE_MERGE_FOLDER = "The folder of the parts", "Le dossier des parties";
    TABLE_SPLIT = "Divide a table into a folder of parts", "Divise une table en un dossier de parties";
    TABLE_SPLIT_FOLDER = "The folder, which must not be there", "Le dossier, qui ne doit pas exister";
    PLAY = "Play a game in the terminal", "Joue une partie dans le terminal";
    PLAY_SEED = "The number that random moves are drawn from; if none is given, one is drawn and told",
                "Le nombre dont découlent les coups au hasard ; sans lui, il est tiré et annoncé";
    MORE_HELP = "More with --help.", "Plus d'explications avec --help.";
    CPU_TIME = "CPU time", "temps de calcul";
    AGENT_NAME = "AGENT", "AGENT";
    ONE_AGENT = "The agent: NAME, NAME:ARGUMENT or NAME:ARGUMENT,OPTION=VALUE…",
                "L'agent : NOM, NOM:ARGUMENT ou NOM:ARGUMENT,OPTION=VALEUR…";
    BEST_COMMAND = "Ask an agent for its move, score and line", "Demande à un agent son coup, sa valeur et sa suite";
    BEST_TIME = "How long it may think, in seconds", "Combien de secondes il peut réfléchir";
    SEED = "The number that all lots are drawn from; if none is given, one is drawn and told",
           "Le nombre dont découlent tous les tirages ; sans lui, il est tiré et annoncé";
    DUEL = "Let two agents play each other, with colours swapped, until enough is known",
           "Fait jouer deux agents l'un contre l'autre, couleurs échangées, jusqu'à en savoir assez";
    DUEL_FIRST = "The agent that results are told for", "L'agent dont on donne les résultats";
    GAMES_OPTION = "How many games at most; an odd number is rounded up, for games come in pairs",
                   "Combien de parties au plus ; un nombre impair est arrondi, car elles vont par paires";
    TOURNAMENT_GAMES = "How many games each pairing plays; an odd number is rounded up",
                       "Combien de parties joue chaque paire d'agents ; un nombre impair est arrondi";
    SPRT = "Stop when a sequential test on pairs has decided between two Elo differences: ELO0,ELO1[,ALPHA,BETA]",
           "S'arrête quand un test séquentiel sur les paires a tranché entre deux écarts Elo : ELO0,ELO1[,ALPHA,BETA]";
    OPENINGS = "How many plies are drawn by lot at the start of each pair of games",
               "Combien de demi-coups sont tirés au sort au début de chaque paire de parties";
    MOST_PLIES = "Break games off as draws after so many plies",
                 "Interrompt les parties, nulles, après tant de demi-coups";
    MOVE_TIME = "Seconds an agent may think about a move; games are then not repeatable",
                "Secondes de réflexion par coup ; les parties ne sont alors plus reproductibles";
    CONTEST_SAVE = "Write all games into this file; if it has some of the same contest, go on after them",
                   "Écrit toutes les parties dans ce fichier ; s'il en a déjà de la même rencontre, continue après elles";
    TOURNAMENT = "Let several agents play each other, each pairing as often",
                 "Fait jouer plusieurs agents, chaque paire autant de fois";
    TOURNAMENT_AGENTS = "The agents, two or more", "Les agents, deux ou plus";
    JUDGE = "Mark each move of a game by exact values", "Marque chaque coup d'une partie d'après les valeurs exactes";
    JUDGE_FILE = "The games: a file that --save wrote, or one line of moves a game; - is the standard input",
                 "Les parties : un fichier écrit par --save, ou une ligne de coups par partie ; - est l'entrée standard";
    JUDGE_NUMBER = "Only the game of that number, from 1", "Seulement la partie de ce numéro, à partir de 1";
    CHECK_COMMAND = "Mark student code: functions of the texts, tried on examples and on generated graphs and trees",
            "Note le code d'élèves : les fonctions des textes, essayées sur des exemples et des graphes et arbres tirés";
    CHECK_FILES = "Files in Python, or folders of them", "Des fichiers en Python, ou des dossiers de tels fichiers";
    CHECK_SUBJECT = "Which functions are asked, with their points, names and cases (JSON); else all of the texts, one point each",
                    "Les fonctions demandées, avec leurs points, leurs noms et leurs cas (JSON) ; sinon toutes celles des textes, un point chacune";
    CHECK_HTML = "Write the report as a page, with a picture of each counter-example",
                 "Écrit le rapport sous forme de page, avec le dessin de chaque contre-exemple";
    CHECK_CSV = "Write one line of marks a file", "Écrit une ligne de notes par fichier";
    CHECK_SVG = "Draw the counter-examples into this folder", "Dessine les contre-exemples dans ce dossier";
    CHECK_OWN = "Judge each function once more with the student's own other functions",
                "Juge chaque fonction une fois de plus avec les autres fonctions de l'élève";
    CHECK_WITH = "Run files by this program, which speaks JSON lines: see docs/check.md",
                 "Exécute les fichiers par ce programme, qui parle en lignes de JSON : voir docs/check.md";
    CHECK_TRIES = "How many generated cases a function, where there are as many",
                  "Combien de cas tirés par fonction, s'il y en a autant";
    CHECK_SEED = "The number that the cases are drawn from", "Le nombre dont découlent les cas";
    CHECK_JOBS = "How many files at once; 0 is one for each core", "Combien de fichiers à la fois ; 0 : un par cœur";
    CHECK_TIME = "Seconds that a call may take", "Secondes que peut prendre un appel";
    CHECK_FILE_TIME = "Seconds that all calls of a file may take", "Secondes que peuvent prendre tous les appels d'un fichier";
    CHECK_MEMORY = "Memory that student code may take (K, M, G… are understood)",
                   "Mémoire que peut prendre le code d'un élève (K, M, G… sont compris)";
    CHECK_ISOLATION = "Student code runs in processes of its own, in an empty folder, with an empty standard input, and with limits of time, memory, size of files and number of processes; they are ended with all that they have started. On Linux they have a namespace without network and other processes where the system permits it, and under a superuser another user without rights. Python files may start no process, open no socket, and write no file outside their folder.\n\nThis protects against mistakes: loops, crashes, forks, floods of memory and output, files written or removed. It does not protect against an attack: code that means harm can read files that are readable for its user, and can look for ways around what Python refuses. Mark code that you do not trust on a machine that you can lose.",
                      "Le code des élèves s'exécute dans des processus à part, dans un dossier vide, avec une entrée standard vide et des limites de temps, de mémoire, de taille des fichiers et de nombre de processus ; on y met fin avec tout ce qu'ils ont lancé. Sous Linux, ils ont un espace de noms sans réseau ni autres processus là où le système le permet et, sous un superutilisateur, un autre utilisateur sans droits. Les fichiers Python ne lancent aucun processus, n'ouvrent aucune prise réseau et n'écrivent aucun fichier hors de leur dossier.\n\nCela protège des erreurs : boucles, plantages, processus multipliés, mémoire et sortie débordées, fichiers écrits ou effacés. Cela ne protège pas d'une attaque : un code malveillant peut lire les fichiers que son utilisateur peut lire, et chercher à contourner ce que Python refuse. Notez le code dont vous vous méfiez sur une machine que vous pouvez perdre.";
    PUZZLES = "Find positions with a single winning move", "Trouve des positions à un seul coup gagnant";
    PUZZLES_LEAST = "Won in so many plies at least", "Gagné en tant de demi-coups au moins";
    PUZZLES_MOST = "Won in so many plies at most", "Gagné en tant de demi-coups au plus";
    EXERCISE = "Pose an exercise of the course with its key, or mark an answer step by step",
               "Pose un exercice du cours avec son corrigé, ou corrige une réponse étape par étape";
    EXERCISE_KIND = "What it asks for", "Ce qu'il demande";
    EXERCISE_LEVEL = "How hard it is, from 1 to 5", "Sa difficulté, de 1 à 5";
    EXERCISE_FIGURE = "About this figure of the course, instead of a generated one",
                      "Sur cette figure du cours, au lieu d'une figure engendrée";
    EXERCISE_COUNT = "So many exercises, with the seeds that follow", "Autant d'exercices, avec les graines qui suivent";
    EXERCISE_ANSWER = "Mark this step of an answer; given several times, all of them in order",
                      "Corrige cette étape d'une réponse ; donné plusieurs fois, toutes dans l'ordre";
    EXERCISE_HINT = "Add a hint for the next step: 1 the rule, 2 where to look, 3 the step itself",
                    "Ajoute un indice pour l'étape suivante : 1 la règle, 2 où regarder, 3 l'étape même";
    EXERCISE_TEX = "Write a sheet to print, with its key, for pdflatex",
                   "Écrit une feuille à imprimer, avec son corrigé, pour pdflatex";
    EXERCISE_SVG = "Draw the figure as SVG", "Dessine la figure en SVG";
    SAMPLE = "Draw positions uniformly, or plays of a given length",
             "Tire uniformément des positions, ou des parties d'une longueur donnée";
    SAMPLE_PLIES = "Draw plays of exactly so many plies, all as likely, instead of positions",
                   "Tire des parties d'exactement tant de demi-coups, toutes aussi probables, au lieu de positions";
    SAMPLE_METHOD = "How plays are drawn", "Comment tirer les parties";
    SAMPLE_COUNT = "How many draws", "Combien de tirages";
    ELO = "Elo difference", "écart Elo";
    LEARN = "Make a heuristic from self-play alone, by temporal differences",
            "Fait une heuristique par le seul jeu contre soi-même, par différences temporelles";
    LEARN_SAVE = "Keep what is learned in this file, which the agent learned:FILE plays; if it is there, go on from it",
                 "Garde ce qui est appris dans ce fichier, que joue l'agent learned:FICHIER ; s'il existe, continue à partir de lui";
    LEARN_EXPORT = "Also writes what searches need of it, in whole numbers: the file that a game comes with",
                   "Écrit aussi ce qu'il en faut aux recherches, en nombres entiers : le fichier qui accompagne un jeu";
    LEARN_GAMES = "How many games are learned from, those in the file included",
                  "De combien de parties apprendre, celles du fichier comprises";
    FEATURES = "What positions are seen by", "Ce qu'on voit des positions";
    TUPLES = "How many groups of cells", "Combien de groupes de cases";
    LENGTH = "How many cells in a group, at most", "Combien de cases par groupe, au plus";
    DEPTH = "How many plies self-play looks ahead", "Combien de demi-coups le jeu contre soi-même prévoit";
    LAMBDA = "How much the end of the game counts, against what is thought a move later: from 0 to 1",
             "Combien compte la fin de la partie, contre ce qu'on pense un coup après : de 0 à 1";
    RATE = "How far a step goes towards what should be", "Jusqu'où va un pas vers ce qui devrait être";
    EXPLORATION = "How often a random move is played: from 0 to 1",
                  "Combien souvent jouer un coup au hasard : de 0 à 1";
    LOTS = "How many plies are drawn by lot at the start of each game, at most",
           "Combien de demi-coups au plus tirer au sort au début de chaque partie";
    ROUND = "How many games are played with the same weights", "Combien de parties jouer avec les mêmes poids";
    PLIES = "Break games off after so many plies", "Interrompt les parties après tant de demi-coups";
    AGAINST = "Whom the learner is measured against; may be given several times [default: random, alphabeta:1]",
              "Contre qui mesurer l'élève ; peut être donné plusieurs fois [par défaut : random, alphabeta:1]";
    EVERY = "Measure and write the file after so many games, each time",
            "Mesure et écrit le fichier chaque fois après tant de parties";
    MEASURE_PAIRS = "How many pairs of games against each of them", "Combien de paires de parties contre chacun";
    CLUSTER_PLAN = "What a run would take: positions, memory, disk, traffic, rounds, time, and how many hosts it needs",
                   "Ce qu'un calcul demanderait : positions, mémoire, disque, trafic, tours, durée, et combien de machines il faut";
    CLUSTER_PLAN_HOSTS = "On so many hosts, a process each", "Sur autant de machines, un processus chacune";
    CLUSTER_PLAN_MEMORY = "The memory of each host (K, M, G… are understood)",
                          "La mémoire de chaque machine (K, M, G… sont compris)";
    CLUSTER_PLAN_POSITIONS = "How many positions there are, where that is known; about as many as the game expects otherwise",
                             "Combien il y a de positions, si on le sait ; environ ce que le jeu en attend sinon";
    CLUSTER_MEASURE = "Measure first what moves, messages and rounds cost on this machine; takes some seconds",
                      "Mesure d'abord ce que coûtent coups, messages et tours sur cette machine ; prend quelques secondes";
    CLUSTER = "Solve every position of a game over many processes and hosts",
              "Résout toutes les positions d'un jeu sur plusieurs processus et machines";
    CLUSTER_SOLVE = "Solve every position; the same command on each host, or --local N for N processes on this one",
                    "Résout toutes les positions ; la même commande sur chaque machine, ou --local N pour N processus sur celle-ci";
    CLUSTER_SAVE = "The folder of the finished parts; until then, what is done is kept in DIR.part",
                   "Le dossier des parties finies ; jusque-là, ce qui est fait est gardé dans DOSSIER.part";
    CLUSTER_LOCAL = "Start so many processes here, which talk over 127.0.0.1",
                    "Lance autant de processus ici, qui se parlent par 127.0.0.1";
    CLUSTER_HOSTS = "The list of processes, one address:port a line, the same file on every host",
                    "La liste des processus, une adresse:port par ligne, le même fichier sur chaque machine";
    CLUSTER_PROCESS = "Which line of the list this process is, counted from 0",
                      "Quelle ligne de la liste est ce processus, comptée depuis 0";
    CLUSTER_STARTS = "Begin at the positions of this file, one a line; every process reads it",
                     "Commence aux positions de ce fichier, une par ligne ; chaque processus le lit";
    CLUSTER_SECRET = "A file of at least 16 bytes that only these processes know",
                     "Un fichier d'au moins 16 octets que seuls ces processus connaissent";
    CLUSTER_LISTEN = "Listen on this address instead of the one of the list",
                     "Écoute à cette adresse au lieu de celle de la liste";
    CLUSTER_WORKERS = "Workers in each process, a thread each", "Travailleurs par processus, un fil chacun";
    CLUSTER_MEMORY = "The memory of each process; tiers that do not fit wait on the disk (K, M, G… are understood)",
                     "La mémoire de chaque processus ; les niveaux qui n'y tiennent pas attendent sur le disque (K, M, G… sont compris)";
    CLUSTER_WAIT = "How many seconds to wait for the other processes",
                   "Combien de secondes attendre les autres processus";
    CLUSTER_CHECKPOINT = "In a long tier, keep what is done every so many seconds",
                         "Dans un long niveau, garde ce qui est fait toutes les tant de secondes";
    CLUSTER_LAUNCHED = "For --local: the list and the secret come by the standard input, and the process ends with it",
                       "Pour --local : la liste et le secret viennent par l'entrée standard, et le processus finit avec elle";
    SERVE = "Open the page: play, see and understand games in a browser, on this machine",
            "Ouvre la page : jouer, voir et comprendre des jeux dans un navigateur, sur cette machine";
    PORT = "The port to listen at; the first free one from 8128 on if none is given",
           "Le port où écouter ; le premier libre à partir de 8128 si aucun n'est donné";
    LISTEN = "The address to listen at; 127.0.0.1 is this machine alone",
             "L'adresse où écouter ; 127.0.0.1 est cette machine seule";
    ADDRESS = "ADDRESS", "ADRESSE";
    TABLES = "A folder of tables for the atlas of the page", "Un dossier de tables pour l'atlas de la page";
    STATE = "A folder to keep jobs and their tables in; a temporary one if none is given",
            "Un dossier où conserver les travaux et leurs tables ; un dossier temporaire si aucun n'est donné";
    SOLVES = "How many questions are worked on at once; one a processor if none is given",
             "Combien de questions sont traitées à la fois ; une par processeur si rien n'est dit";
    SERVE_MEMORY = "The most memory that a question may take", "Le plus de mémoire que peut prendre une question";
    SERVE_TIME = "The most seconds that a question may take", "Le plus de secondes que peut prendre une question";
    SERVE_NODES = "The most positions that the search of a question expands, instead of a time: answers do not depend on the machine",
                  "Le plus de positions que développe la recherche d'une question, au lieu d'un temps : les réponses ne dépendent pas de la machine";
    OPEN = "Open the page in the browser", "Ouvre la page dans le navigateur";
    PLAN = "Run the factorial experiment that this file tells, instead of a tournament",
           "Mène l'expérience factorielle que décrit ce fichier, au lieu d'un tournoi";
    PLAN_FOLDER = "The folder for the games, tables and pictures of --plan [default: the plan's name with .results]",
                  "Le dossier des parties, tables et images de --plan [par défaut : le nom du plan avec .results]";
    TREE = "Minimax, alpha-beta or and/or evaluation of a tree, step by step",
           "Minimax, alpha-bêta ou évaluation et/ou d'un arbre, pas à pas";
    SOURCE = "The tree file (- is the standard input), or a game such as tictactoe",
             "Le fichier de l'arbre (- est l'entrée standard), ou un jeu comme tictactoe";
    TREE_PLAYER = "Who moves at the root of the tree in a file; First unless the file tells",
                  "Qui joue à la racine de l'arbre d'un fichier ; Premier, sauf si le fichier le dit";
    TREE_DEPTH = "How many moves deep to look; for games 3 if nothing is said, for files all of the tree",
                 "À combien de coups de profondeur regarder ; pour les jeux 3 si rien n'est dit, pour les fichiers tout l'arbre";
    FORM = "What alpha-beta returns outside its window; extreme if nothing is said",
           "Ce que renvoie alpha-bêta hors de sa fenêtre ; extreme si rien n'est dit";
    ORDER = "In which order minimax and and/or look at nodes; depth if nothing is said",
            "Dans quel ordre minimax et et/ou examinent les nœuds ; depth si rien n'est dit";
    STOP = "Stop at a node as soon as its value is decided", "S'arrête à un nœud dès que sa valeur est décidée";
    SORT = "In which order the children of a node come; given if nothing is said",
           "Dans quel ordre viennent les fils d'un nœud ; given si rien n'est dit";
    SHUFFLE = "Put the children of every node into a random order",
              "Met les fils de chaque nœud dans un ordre au hasard";
    TREE_SEED = "Draw one of the best moves by lot, from this number; it also feeds --shuffle",
                "Tire au sort un des meilleurs coups, à partir de ce nombre ; il sert aussi à --shuffle";
    HEURISTIC = "What to judge positions by at the horizon; the game's first one if nothing is said",
                "D'après quoi juger les positions à l'horizon ; la première du jeu si rien n'est dit";
    DEPTHS = "A table of the best moves by depth, as in 1..5",
             "Un tableau des meilleurs coups selon la profondeur, comme 1..5";
    COMPARE_ORDERS = "A table of what each evaluation order looks at",
                     "Un tableau de ce qu'examine chaque ordre d'évaluation";
    SVG = "Draw the tree, with windows, values and cuts, as SVG",
          "Dessine l'arbre, avec fenêtres, valeurs et coupures, en SVG";
    STEP = "Draw it as it stands after so many steps", "Le dessine tel qu'il est après autant d'étapes";
}

choices! {
    /// The values of `--lang`.
    LANGUAGES {
        "en" = "English", "anglais";
        "fr" = "French", "français";
    }
    /// The values of `--method`.
    METHODS {
        "auto" = "the best method for the game", "la meilleure méthode pour le jeu";
        "graph" = "unfold all reachable positions and work backwards from the ends",
                  "déplier toutes les positions accessibles et remonter depuis les fins";
        "search" = "go down the lines of play that matter, with a table of what is known",
                   "descendre les suites de coups qui comptent, avec une table de ce qui est connu";
        "proof" = "settle whatever proof costs least, on games with cycles too: the outcome alone, without distance or margin",
                  "établir la preuve la moins coûteuse, même s'il y a des cycles : l'issue seule, sans distance ni marge";
        "sum" = "add up the nimbers of independent parts (impartial games): the outcome alone, without distance",
                "additionner les nimbers des parties indépendantes (jeux impartiaux) : l'issue seule, sans distance";
        "sieve" = "lost positions mark those before them, one bit each; outcomes without distances, of impartial games such as chomp",
                  "les positions perdantes marquent celles d'avant, un bit chacune ; issues sans distances, des jeux impartiaux comme chomp";
        "table" = "every position from the start, tier by tier, in less memory than a graph",
                  "toutes les positions depuis le départ, niveau par niveau, en moins de mémoire qu'un graphe";
    }
    /// The values of `--player`.
    PLAYERS {
        "first" = "who moves first", "qui commence";
        "second" = "the other one", "l'autre";
    }
    /// The shells there are completions for.
    SHELLS {
        "bash" = "GNU Bourne-again shell", "GNU Bourne-again shell";
        "elvish" = "Elvish", "Elvish";
        "fish" = "Friendly interactive shell", "Friendly interactive shell";
        "powershell" = "Windows PowerShell", "PowerShell de Windows";
        "zsh" = "Z shell", "Z shell";
    }
    /// The formats of graph files; a test compares them with the library's.
    FORMATS {
        "json" = "the course's dictionary, or an object with owners, edges and final positions",
                 "le dictionnaire du cours, ou un objet avec propriétaires, arêtes et positions finales";
        "python" = "the same as a Python literal", "le même en Python";
        "list" = "the course's list of lists", "la liste de listes du cours";
        "dot" = "Graphviz", "Graphviz";
        "tgf" = "Trivial Graph Format", "Trivial Graph Format";
        "edges" = "one edge a line", "une arête par ligne";
        "matrix" = "the course's matrix, as CSV of 0 and 1", "la matrice du cours, en CSV de 0 et de 1";
        "pg" = "PGSolver, priorities 0 and 1", "PGSolver, priorités 0 et 1";
    }
    /// The formats of pictures.
    PICTURES {
        "svg" = "a picture for pages and browsers", "une image pour les pages et les navigateurs";
        "dot" = "Graphviz source", "source Graphviz";
        "tikz" = "TikZ source for LaTeX", "source TikZ pour LaTeX";
        "beamer" = "frames for LaTeX, with --steps", "des diapositives pour LaTeX, avec --steps";
    }
    STEP_PICTURES {
        "svg" = "numbered pictures for pages and browsers", "des images numérotées pour les pages et les navigateurs";
        "tikz" = "numbered TikZ sources for LaTeX", "des sources TikZ numérotées pour LaTeX";
        "beamer" = "one file of frames, frames.tex", "un fichier de diapositives, frames.tex";
    }
    /// The marks on a picture.
    MARKS {
        "kernel" = "the kernel", "le noyau";
        "attractor" = "an attractor with its ranks", "un attracteur avec ses rangs";
        "nimbers" = "the nimbers", "les nimbers";
        "strategy" = "the winning strategy", "la stratégie gagnante";
        "solve" = "lost vertices and distances", "les positions perdantes et les distances";
    }
    /// The criteria for layers.
    LAYERINGS {
        "path" = "the longest path to a sink", "le plus long chemin vers un puits";
        "rank" = "the rank in the attractor or the distance that is marked",
                 "le rang dans l'attracteur ou la distance marquée";
    }
    /// The directions of layers.
    DIRECTIONS {
        "right" = "from left to right", "de gauche à droite";
        "down" = "from top to bottom", "de haut en bas";
    }
    /// The kinds of random graphs.
    KINDS {
        "alternating" = "the sides alternate; about two vertices in five are drawn by endless play",
                        "les joueurs alternent ; environ deux sommets sur cinq sont nuls par jeu sans fin";
        "free" = "owners and moves by lot; almost nothing is drawn",
                 "propriétaires et coups au hasard ; presque rien n'est nul";
        "acyclic" = "a graph of positions without cycles", "un graphe de positions sans cycle";
        "path" = "one path through all vertices", "un chemin qui passe par tous les sommets";
    }
    TREE_FORMATS {
        "json" = "nested lists of leaf values", "listes imbriquées de valeurs de feuilles";
        "indented" = "one node a line, indented below its parent", "un nœud par ligne, décalé sous son père";
    }
    TREE_ALGORITHMS {
        "minimax" = "every node", "tous les nœuds";
        "alphabeta" = "with a window, and cuts where a value cannot matter",
                      "avec une fenêtre, et des coupures où une valeur n'importe plus";
        "andor" = "whether First wins: leaves above 0 are won; of a game, whether First wins within the depth",
                  "si Premier gagne : les feuilles au-dessus de 0 sont gagnées ; d'un jeu, si Premier gagne dans la profondeur";
    }
    TREE_FORMS {
        "bound" = "a max node begins with α, a min node with β (text 5)", "un nœud max part de α, un nœud min de β (texte 5)";
        "extreme" = "the extreme of the values that were seen, from ∓∞ on (text 1)", "l'extremum des valeurs vues, à partir de ∓∞ (texte 1)";
    }
    TREE_ORDERS {
        "depth" = "depth first", "en profondeur d'abord";
        "breadth" = "breadth first", "en largeur d'abord";
    }
    TREE_SORTS {
        "given" = "as in the file, or as the game lists its moves",
                  "comme dans le fichier, ou comme le jeu liste ses coups";
        "best" = "the best for whoever moves first: the best case of alpha-beta",
                 "le meilleur pour qui joue d'abord : le meilleur cas d'alpha-bêta";
        "worst" = "the worst for whoever moves first", "le pire pour qui joue d'abord";
    }
}

//! Every word of the command line that people read, in English and in French.

pub(crate) mod cluster;
pub(crate) mod experiment;
pub(crate) mod help;
pub(crate) mod learning;
pub(crate) mod players;
pub(crate) mod serve;
pub(crate) mod tables;

use noyau::limits::Stopped;
use noyau::{Message, Outcome, Side, Text, messages};

messages! {
    /// What can be wrong with what was asked.
    pub(crate) enum Complaint {
        NoSuchFile { path: String } =>
            "{path}: there is no such file",
            "{path} : ce fichier n'existe pas";
        NoSuchGraph { path: String, known: String } =>
            "{path}: there is no such file, and no such game either; the games are {known}",
            "{path} : ce fichier n'existe pas, ni ce jeu ; les jeux sont {known}";
        IsDirectory { path: String } =>
            "{path}: this is a folder, and a file is wanted",
            "{path} : c'est un dossier, et il faut un fichier";
        MayNotRead { path: String } =>
            "{path}: reading this file is not permitted",
            "{path} : la lecture de ce fichier n'est pas permise";
        CannotRead { path: String, why: String } =>
            "{path}: the file cannot be read: {why}",
            "{path} : le fichier ne peut pas être lu : {why}";
        CannotWrite { path: String, why: String } =>
            "{path}: the file cannot be written: {why}",
            "{path} : le fichier ne peut pas être écrit : {why}";
        CannotPrint { why: String } =>
            "the answer cannot be written: {why}",
            "la réponse ne peut pas être écrite : {why}";
        TooLong { path: String, limit: u64 } =>
            "{path}:1:1: the file is longer than the limit of {limit} bytes; --max-bytes raises it",
            "{path}:1:1: le fichier dépasse la limite de {limit} octets ; --max-bytes la relève";
        UnknownFormat { path: String, known: String } =>
            "{path}:1:1: neither the name nor the content tells the format; say it with --format: {known}",
            "{path}:1:1: ni le nom ni le contenu ne dit le format ; indiquez-le avec --format : {known}";
        FormatOfGame { game: String } =>
            "--format is for files, and {game} is a game",
            "--format est pour les fichiers, et {game} est un jeu";
        ArenaOfPoints { game: String } =>
            "{game} is decided by points, which its graph does not hold; `noyau solve {game}` counts them",
            "{game} se joue aux points, que son graphe ne contient pas ; `noyau solve {game}` les compte";
        MemoryOfFile { path: String } =>
            "--memory is for the arenas of games, and {path} is a file",
            "--memory est pour les arènes des jeux, et {path} est un fichier";
        UnknownVertex { name: String, near: Message } =>
            "no vertex is called {name:?}{near}",
            "aucun sommet ne s'appelle {name:?}{near}";
        NoVertex { path: String } =>
            "{path}: the graph has no vertex",
            "{path} : le graphe n'a aucun sommet";
        NoVertexNamed { option: String } =>
            "{option} names no vertex",
            "{option} ne nomme aucun sommet";
        HasCycle { path: String, cycle: String } =>
            "{path}: nimbers need a graph without cycles, and this one has the cycle {cycle}",
            "{path} : les nimbers demandent un graphe sans cycle, et celui-ci a le cycle {cycle}";
        NotAMove { path: String, from: String, to: String } =>
            "{path}: the strategy goes from {from} to {to}, and no edge does",
            "{path} : la stratégie va de {from} à {to}, et aucun arc n'y mène";
        NotOwned { path: String, vertex: String, player: Text } =>
            "{path}: the strategy moves at {vertex}, which does not belong to {player}",
            "{path} : la stratégie joue en {vertex}, qui n'appartient pas à {player}";
        StrategyVertex { path: String, name: String, near: Message } =>
            "{path}: the strategy names {name:?}, and no vertex is called so{near}",
            "{path} : la stratégie nomme {name:?}, et aucun sommet ne s'appelle ainsi{near}";
        WhichFormat { options: String } =>
            "say what to write: --to {options}, or a name after --output that tells",
            "dites quoi écrire : --to {options}, ou un nom après --output qui le dise";
        MarksClash =>
            "an attractor and distances cannot be marked on the same picture",
            "un attracteur et des distances ne peuvent être marqués sur la même image";
        MarksClashKernel =>
            "the kernel and lost vertices cannot be marked on the same picture",
            "le noyau et les sommets perdus ne peuvent être marqués sur la même image";
        NeedsMark { option: &'static str, mark: &'static str } =>
            "--{option} needs --mark {mark}",
            "--{option} demande --mark {mark}";
        TooLargeForSteps { most: usize } =>
            "steps are drawn for graphs of up to {most} vertices",
            "les étapes se dessinent pour des graphes d'au plus {most} sommets";
        NothingRanked =>
            "--layers rank needs --mark attractor or --mark solve",
            "--layers rank demande --mark attractor ou --mark solve";
        TooManyVertices { most: usize } =>
            "a graph has at most {most} vertices",
            "un graphe a au plus {most} sommets";
        BatchLine { path: String, line: usize, why: Message } =>
            "{path}:{line}: {why}",
            "{path}:{line}: {why}";
        LineTooLong { most: usize } =>
            "the line is longer than {most} bytes",
            "la ligne dépasse {most} octets";
        LineNotText =>
            "the line is not UTF-8 text",
            "la ligne n'est pas du texte UTF-8";
        BestUnknown { why: Text } =>
            "the best move is not known: {why}; choose another agent, or a smaller game",
            "le meilleur coup n'est pas connu : {why} ; choisissez un autre agent, ou un jeu plus petit";
        SieveNeeds { bytes: String } =>
            "a sieve of all positions up to this one takes {bytes} of memory, which --memory may allow",
            "un crible de toutes les positions jusqu'à celle-ci prend {bytes} de mémoire, que --memory peut permettre";
        MovesLeftOut { why: Text } =>
            "not all moves have their values: {why}",
            "tous les coups n'ont pas leur valeur : {why}";
        InFile { path: String, line: usize, column: usize, why: Message } =>
            "{path}:{line}:{column}: {why}",
            "{path}:{line}:{column}: {why}";
        RulesOpen { game: String, why: Message } =>
            "{game}: {why}; `noyau gdl` tells more",
            "{game} : {why} ; `noyau gdl` en dit plus";
        NoCertificate { path: String, why: Text } =>
            "{path}: no certificate was written: {why}",
            "{path} : aucun certificat n'a été écrit : {why}";
    }
}

messages! {
    /// What clap finds wrong with the arguments.
    pub(crate) enum Misuse {
        UnknownCommand { word: String } =>
            "there is no command {word:?}",
            "il n'y a pas de commande {word:?}";
        UnknownArgument { word: String } =>
            "there is no option {word} here",
            "il n'y a pas d'option {word} ici";
        UnexpectedArgument { word: String } =>
            "the argument {word:?} is one too many",
            "l'argument {word:?} est de trop";
        BadValue { word: String, argument: String } =>
            "{word:?} is no value for {argument}",
            "{word:?} n'est pas une valeur pour {argument}";
        BadValueBecause { word: String, argument: String, why: String } =>
            "{word:?} is no value for {argument}: {why}",
            "{word:?} n'est pas une valeur pour {argument} : {why}";
        NoValue { argument: String } =>
            "{argument} needs a value",
            "{argument} demande une valeur";
        Clash { argument: String, other: String } =>
            "{argument} cannot be used with {other}",
            "{argument} ne va pas avec {other}";
        Twice { argument: String } =>
            "{argument} is given twice",
            "{argument} est donné deux fois";
        Missing { arguments: String } =>
            "this is missing: {arguments}",
            "il manque : {arguments}";
        MissingCommand =>
            "a command is missing",
            "il manque une commande";
        NotText =>
            "an argument is not UTF-8 text",
            "un argument n'est pas du texte UTF-8";
        Other { why: String } => "{why}", "{why}";
    }
}

messages! {
    /// Sentences with values in them.
    pub(crate) enum Sentence {
        Period { period: usize, preperiod: usize, proof: usize } =>
            "{period}, from heap {preperiod} on; the first {proof} values prove it (Guy and Smith)",
            "{period}, à partir du tas {preperiod} ; les {proof} premières valeurs le prouvent (Guy et Smith)";
        NoPeriod { heaps: u32 } =>
            "none is proved by heaps up to {heaps}",
            "les tas jusqu'à {heaps} n'en prouvent aucune";
        OverDrawn =>
            "the game is over: a draw",
            "la partie est finie : nulle";
        OverWon { winner: Text } =>
            "the game is over: {winner} wins",
            "la partie est finie : {winner} gagne";
        Solved { side: Text, does: Text, by: Message } =>
            "{side}, to move, {does}{by}",
            "{side}, au trait, {does}{by}";
        UnknownBecause { side: Text, why: Text, but: Message } =>
            "unknown whether {side}, to move, wins: {why}{but}",
            "on ne sait pas si {side}, au trait, gagne : {why}{but}";
        Searched { method: &'static str, nodes: u64, seconds: String } =>
            "{method}, {nodes} positions opened, {seconds} s",
            "{method}, {nodes} positions ouvertes, {seconds} s";
        FoundBy { method: &'static str, positions: u64, seconds: String } =>
            "{method}, {positions} positions, {seconds} s",
            "{method}, {positions} positions, {seconds} s";
        MoreThan { positions: usize, why: Text } =>
            "more than {positions}: {why}",
            "plus de {positions} : {why}";
        Branching { mean: String, most: u64 } =>
            "{mean} moves on average, {most} at most",
            "{mean} coups en moyenne, {most} au plus";
        MayEstimate { said: String } =>
            "{said}; --estimate estimates them by sampling",
            "{said} ; --estimate les estime par tirage";
        About { mean: String, low: String, high: String } =>
            "about {mean}, between {low} and {high}",
            "environ {mean}, entre {low} et {high}";
        Unsettled { count: u64 } =>
            "{count} times it was not found out whether play reaches a position: the numbers may be somewhat too low",
            "{count} fois, on n'a pas su si le jeu atteint une position : les nombres peuvent être un peu trop petits";
        LegalAmong { legal: u64, samples: u64, said: String } =>
            "{said} ({legal} of {samples} configurations drawn); play may not reach all of them",
            "{said} ({legal} configurations sur {samples} tirées) ; le jeu ne les atteint peut-être pas toutes";
        NotOne { samples: u64, high: String } =>
            "at most about {high}: none of {samples} configurations drawn is one",
            "au plus environ {high} : aucune des {samples} configurations tirées n'en est une";
        RandomBranching { mean: String, most: u64 } =>
            "{mean} moves on average, {most} at most, in the positions of random plays",
            "{mean} coups en moyenne, {most} au plus, dans les positions de parties au hasard";
        RandomLength { mean: String, most: u32 } =>
            "{mean} plies on average, {most} at most, in random plays",
            "{mean} demi-coups en moyenne, {most} au plus, dans des parties au hasard";
        BrokenOff { said: String, unfinished: u64 } =>
            "{said} ({unfinished} broken off)",
            "{said} ({unfinished} interrompues)";
        Sampled { samples: u64, seed: u64 } =>
            "{samples} random plays, seed {seed}; intervals with 95 % confidence",
            "{samples} parties au hasard, graine {seed} ; intervalles au niveau de confiance de 95 %";
        Plies { plies: u32 } =>
            "{plies} plies",
            "{plies} demi-coups";
        AndMore { listed: String, count: usize } =>
            "{listed} … ({count} in all; --json lists them)",
            "{listed} … ({count} en tout ; --json les liste)";
        TakeAlone { vertex: String } =>
            "{vertex} has no successor: it joins the kernel and is removed.",
            "{vertex} n'a pas de successeur : il entre dans le noyau et on l'ôte.";
        TakeOne { vertex: String, dropped: String } =>
            "{vertex} has no successor: it joins the kernel and is removed with its predecessor {dropped}.",
            "{vertex} n'a pas de successeur : il entre dans le noyau et on l'ôte avec son prédécesseur {dropped}.";
        TakeSeveral { vertex: String, dropped: String } =>
            "{vertex} has no successor: it joins the kernel and is removed with its predecessors {dropped}.",
            "{vertex} n'a pas de successeur : il entre dans le noyau et on l'ôte avec ses prédécesseurs {dropped}.";
        TakeLaterAlone { vertex: String } =>
            "{vertex} has no successor left: it joins the kernel and is removed.",
            "{vertex} n'a plus de successeur : il entre dans le noyau et on l'ôte.";
        TakeLaterOne { vertex: String, dropped: String } =>
            "{vertex} has no successor left: it joins the kernel and is removed with its predecessor {dropped}.",
            "{vertex} n'a plus de successeur : il entre dans le noyau et on l'ôte avec son prédécesseur {dropped}.";
        TakeLaterSeveral { vertex: String, dropped: String } =>
            "{vertex} has no successor left: it joins the kernel and is removed with its predecessors {dropped}.",
            "{vertex} n'a plus de successeur : il entre dans le noyau et on l'ôte avec ses prédécesseurs {dropped}.";
        StepsEnd =>
            "No vertex is left.",
            "Il ne reste aucun sommet.";
        StepsStuck { left: String } =>
            "No vertex without successor is left: {left} stay undecided.",
            "Il ne reste aucun sommet sans successeur : {left} restent indécis.";
        LayerFirst { number: usize, vertices: String } =>
            "A_{number} = {{{vertices}}}",
            "A_{number} = {{{vertices}}}";
        LayerNext { number: usize, before: usize, vertices: String } =>
            "A_{number} = A_{before} ∪ {{{vertices}}}",
            "A_{number} = A_{before} ∪ {{{vertices}}}";
        NoWithCycle { cycle: String } =>
            "no, there is the cycle {cycle}",
            "non, il y a le cycle {cycle}";
        NoWithOddCycle { cycle: String } =>
            "no, there is the odd cycle {cycle}",
            "non, il y a le cycle impair {cycle}";
        LongestPath { edges: usize, path: String } =>
            "{edges} edges: {path}",
            "{edges} arcs : {path}";
        Reachable { count: usize, of: usize, from: String } =>
            "{count} of {of} from {from}",
            "{count} sur {of} depuis {from}";
        Owned { first: usize, second: usize } =>
            "First {first}, Second {second}",
            "Premier {first}, Second {second}";
        Unowned =>
            "none, both sides move alike",
            "aucun, les deux camps jouent de même";
        SinksCounted { count: usize, names: String } =>
            "{count}: {names}",
            "{count} : {names}";
        DistanceSummary { sum: u64, most: u32 } =>
            "sum {sum}, greatest {most}",
            "somme {sum}, la plus grande {most}";
        WinsFrom { winner: Text, from: String } =>
            "{winner} wins from {from}",
            "{winner} gagne depuis {from}";
        NobodyWins { from: String } =>
            "nobody wins from {from}",
            "personne ne gagne depuis {from}";
        No { why: Message } =>
            "no: {why}",
            "non : {why}";
        Compiled { facts: usize, moves: usize, rules: usize } =>
            "compiled: {facts} facts, {moves} moves, {rules} rules without variables",
            "compilées : {facts} faits, {moves} coups, {rules} règles sans variables";
        Interpreted { why: Message } =>
            "interpreted, which is slow: to compile them, {why}",
            "interprétées, ce qui est lent : pour les compiler, {why}";
        AllStates { states: usize } =>
            "all {states} states that play can reach",
            "les {states} états que le jeu peut atteindre";
        SomeStates { states: usize } =>
            "{states} states, near the start and in random games",
            "{states} états, près du départ et dans des parties au hasard";
        Steps { last: String } =>
            "counted up to {last}; `nosteps` after the path drops the counter: positions that differ only in it become one, and endless play is a draw",
            "comptés jusqu'à {last} ; `nosteps` après le chemin ôte le compteur : les positions qui ne diffèrent que par lui se confondent, et une partie sans fin est nulle";
        Symmetries { count: usize } =>
            "{count} turns and reflections of the board leave the rules as they are",
            "{count} rotations et réflexions du plateau laissent les règles inchangées";
        SumOfParts { count: usize } =>
            "{count}, each with moves of its own; who cannot move loses, and the nimbers of the parts tell who wins",
            "{count}, chacune avec ses propres coups ; qui ne peut jouer perd, et les nimbers des parties disent qui gagne";
        PartsApart { count: usize } =>
            "{count} groups of moves that do not touch one another",
            "{count} groupes de coups qui ne se touchent pas";
        Margins { margins: String } =>
            "{margins}; `points` after the path plays for it",
            "{margins} ; `points` après le chemin joue pour elle";
        Verified { kind: String, vertices: u64, edges: u64 } =>
            "The certificate is right: {kind}, {vertices} positions and {edges} moves checked.",
            "Le certificat est juste : {kind}, {vertices} positions et {edges} coups vérifiés.";
        Refused { path: String, why: Message } =>
            "{path}: the certificate is refused: {why}",
            "{path} : le certificat est refusé : {why}";
        YourMove { side: Text } =>
            "{side}, your move:",
            "{side}, à vous :";
        Plays { side: Text, mv: String } =>
            "{side} plays {mv}",
            "{side} joue {mv}";
        GoOnWith { command: String } =>
            "go on with: {command}",
            "pour continuer : {command}";
        Seed { seed: u64 } =>
            "seed {seed}",
            "graine {seed}";
        PagesWritten { count: usize, folder: String } =>
            "{count} pages written into {folder}",
            "{count} pages écrites dans {folder}";
        PicturesWritten { count: usize, folder: String } =>
            "{count} pictures written into {folder}",
            "{count} images écrites dans {folder}";
    }
}

macro_rules! words {
    ($($name:ident = $en:literal, $fr:literal;)+) => {
        $(pub(crate) const $name: Text = Text { en: $en, fr: $fr };)+
    };
}

words! {
    ERROR = "error", "erreur";
    DID_YOU_MEAN = "Did you mean", "Vouliez-vous dire";
    POSSIBLE = "Possible", "Possibles";
    MORE_HELP = "More with --help.", "Plus d'explications avec --help.";

    NONE = "none", "aucun";
    YES = "yes", "oui";

    GAME = "game", "jeu";
    POSITION = "position", "position";
    TO_MOVE = "to move", "au trait";
    MOVES = "moves", "coups";
    MOVE = "move", "coup";
    RESULT = "result", "résultat";
    PARAMETERS = "parameters", "paramètres";
    CAN = "also", "aussi";
    NIMBER = "nimber", "nimber";
    BEST = "best", "meilleurs";
    LINE = "line", "suite";
    METHOD = "method", "méthode";
    POSITIONS = "positions", "positions";
    LOST_POSITIONS = "lost positions", "positions perdantes";
    CODE = "code", "code";
    PERIOD = "period", "période";
    GREATEST_NIMBER = "greatest nimber", "plus grand nimber";
    NIMBERS = "nimbers", "nimbers";
    FINAL = "final", "finales";
    BY_PLY = "by ply", "par profondeur";
    CONFIGURATIONS = "configurations", "configurations";
    ESTIMATED = "estimated from", "estimé d'après";
    LEGAL_POSITIONS = "legal positions", "positions légales";
    SEQUENCES = "sequences of moves", "suites de coups";
    COMPLETE_PLAYS = "plays to the end", "parties jusqu'à la fin";
    LENGTH = "length", "longueur";
    TOO_UNSURE = "these plays do not tell them within a tenth", "ces parties ne les donnent pas à un dixième près";
    NOT_ESTIMATED = "not estimated: the walks need the start of a game without cycles that can be played backwards",
                    "non estimées : il faut, pour les marches, le départ d'un jeu sans cycle qui se joue à rebours";
    PHASE_SAMPLE = "sampling", "tirages";
    BRANCHING = "branching", "branchement";
    LONGEST = "longest play", "plus longue partie";
    ENDLESS = "play can go on for ever", "une partie peut durer sans fin";

    GDL_ROLES = "roles", "rôles";
    GDL_START = "start", "départ";
    GDL_PERFT = "perft", "perft";
    GDL_ENGINE = "rules", "règles";
    GDL_LOOKED = "looked at", "examinés";
    GDL_OPEN = "left open", "non réglé";
    GDL_STEPS = "steps", "pas";
    GDL_SYMMETRY = "symmetry", "symétrie";
    GDL_PARTS = "independent parts", "parties indépendantes";
    GDL_STAYS = "never undone", "jamais défaits";
    GDL_GOES = "never back", "sans retour";
    GDL_GAME = "turn-taking game", "jeu à tour de rôle";
    GDL_OVERFLOW = "the count exceeds 64 bits", "le compte dépasse 64 bits";

    KERNEL = "kernel", "noyau";
    KERNELS = "kernels", "noyaux";
    WON = "won", "gagnés";
    LOST = "lost", "perdus";
    DRAWN = "drawn", "nuls";
    LOST_VERTICES = "lost for the side to move", "perdu pour le camp au trait";
    UNDECIDED = "undecided", "indécis";
    PLAYER = "player", "joueur";
    ATTRACTOR = "attractor", "attracteur";
    OUTSIDE = "outside", "en dehors";
    VERTEX = "vertex", "sommet";
    RANK = "rank", "rang";
    OUTCOME = "outcome", "issue";
    DISTANCE = "distance", "distance";
    MARGIN = "margin", "marge";
    POINTS = "points", "points";
    STRATEGY = "strategy", "stratégie";
    VERTICES = "vertices", "sommets";
    EDGES = "edges", "arcs";
    SINKS = "sinks", "puits";
    OWNERS = "owners", "propriétaires";
    ACYCLIC = "acyclic", "acyclique";
    BIPARTITE = "bipartite", "biparti";
    LONGEST_PATH = "longest path", "plus long chemin";
    REACHABLE = "reachable", "accessibles";
    PREDECESSORS = "predecessors", "prédécesseurs";
    SUCCESSORS = "successors", "successeurs";
    SUM = "sum", "somme";
    FIRST_WINS = "First wins", "Premier gagne";
    SECOND_WINS = "Second wins", "Second gagne";
    DISTANCES = "distances", "distances";
    SIGNATURE = "signature", "signature";
    CPU_TIME = "CPU time", "temps de calcul";

    NOT_ALL = "there may be more", "il peut y en avoir d'autres";

    PHASE_READ = "reading", "lecture";
    PHASE_BUILD = "building", "construction";
    PHASE_SOLVE = "solving", "résolution";
    PHASE_PROVE = "writing the certificate", "écriture du certificat";
    PHASE_WALK = "walking through the positions", "parcours des positions";
    PHASE_HEAPS = "finding nimbers", "calcul des nimbers";
    PHASE_BATCH = "solving the lines", "résolution des lignes";

    NOTE_OWNERS = "note: owners and declared final positions have no part in this answer",
                  "note : propriétaires et positions finales déclarées n'entrent pas dans cette réponse";
    NOTE_DOUBLED = "note: the graph has no owners; this is about its doubled arena, which `noyau graph double` shows",
                   "note : le graphe n'a pas de propriétaires ; ceci concerne son arène dédoublée, que montre `noyau graph double`";
    NOTE_HAS_OWNERS = "note: the graph has owners, so it is its own arena and nothing is doubled",
                      "note : le graphe a des propriétaires, il est sa propre arène et rien n'est dédoublé";
    NOTE_LEFT_OUT = "note: the format has no place for these, which are left out",
                    "note : le format n'a pas de place pour ceci, qui est omis";
    LEFT_OWNERS = "owners", "propriétaires";
    LEFT_ENDINGS = "final positions", "positions finales";
    LEFT_START = "the start", "le départ";
    LEFT_REPEATS = "repeated edges", "arcs répétés";
    LEFT_ORDER = "the order of successors", "l'ordre des successeurs";

    VERDICT_NOT_APPLICABLE = "not applicable: play can come where the strategy is silent",
                             "non applicable : la partie peut arriver là où la stratégie se tait";
    VERDICT_APPLICABLE = "applicable, but not winning", "applicable, mais pas gagnante";
    VERDICT_WINNING = "winning", "gagnante";


    PLAY_HINT = "type a move, or: moves, hint, undo, quit",
                "tapez un coup, ou : moves (les coups légaux), hint (une aide), undo (reprendre), quit (arrêter)";
    NOTHING_TO_UNDO = "there is no move to take back", "il n'y a aucun coup à reprendre";

    MEANWHILE = "known so far", "connu pour l'instant";
    UNKNOWN = "unknown", "inconnu";
    STOPPED_MEMORY = "the memory limit was met (--memory raises it)", "la limite de mémoire est atteinte (--memory la relève)";
    STOPPED_TIME = "the time limit was met (--time raises it)", "la limite de temps est atteinte (--time la relève)";
    STOPPED_NODES = "the limit of positions was met (--nodes raises it)", "la limite de positions est atteinte (--nodes la relève)";
    CERTIFICATE_TOO_LARGE = "it would have more than ten million positions; one of a later position (--after) is smaller",
                            "il aurait plus de dix millions de positions ; celui d'une position ultérieure (--after) est plus petit";
    NO_PROOF = "searches of this game leave no proof; --method graph does", "les recherches de ce jeu ne laissent pas de preuve ; --method graph en laisse une";
    STOPPED_ASKED = "it was interrupted", "interruption demandée";
}

/// Why there is no answer.
pub(crate) fn stopped(stopped: Stopped) -> Text {
    match stopped {
        Stopped::Memory => STOPPED_MEMORY,
        Stopped::Time => STOPPED_TIME,
        Stopped::Nodes => STOPPED_NODES,
        Stopped::Asked => STOPPED_ASKED,
    }
}

/// Why there is no answer, as programs read it.
pub(crate) fn stopped_name(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Memory => "memory",
        Stopped::Time => "time",
        Stopped::Nodes => "nodes",
        Stopped::Asked => "interrupted",
    }
}

/// A side, as people call it.
pub(crate) fn side(side: Side) -> Text {
    match side {
        Side::First => Text {
            en: "First",
            fr: "Premier",
        },
        Side::Second => Text {
            en: "Second",
            fr: "Second",
        },
    }
}

/// An outcome for the side to move.
pub(crate) fn outcome(outcome: Outcome) -> Text {
    match outcome {
        Outcome::Loss => Text {
            en: "loss",
            fr: "perdu",
        },
        Outcome::Draw => Text {
            en: "draw",
            fr: "nul",
        },
        Outcome::Win => Text {
            en: "win",
            fr: "gagné",
        },
    }
}

/// What the side to move does where that is the outcome.
pub(crate) fn does(outcome: Outcome) -> Text {
    match outcome {
        Outcome::Loss => Text {
            en: "loses",
            fr: "perd",
        },
        Outcome::Draw => Text {
            en: "draws",
            fr: "fait nulle",
        },
        Outcome::Win => Text {
            en: "wins",
            fr: "gagne",
        },
    }
}

//! What is said about agents, contests, judgements and puzzles.

use noyau::{Message, Text, messages};

messages! {
    /// Sentences about them.
    pub(crate) enum Said {
        NoHeuristic { agent: String, name: String, game: String, known: String } =>
            "the agent {agent} asks for the heuristic {name:?}, and {game} has {known}",
            "l'agent {agent} demande l'heuristique {name:?}, et {game} a {known}";
        NoMove { agent: String, why: Message } =>
            "{agent} has no move: {why}",
            "{agent} n'a pas de coup : {why}";
        NoNodes { agent: String } =>
            "--nodes is for the agent search, and {agent} has bounds of its own",
            "--nodes est pour l'agent search, et {agent} a ses propres bornes";
        NoPuzzles { game: String, why: Message } =>
            "no puzzles of {game}: {why}",
            "pas de problèmes de {game} : {why}";
        Counted { wins: u64, draws: u64, losses: u64 } =>
            "{wins} won, {draws} drawn, {losses} lost",
            "{wins} gagnées, {draws} nulles, {losses} perdues";
        EloBetween { elo: String, low: String, high: String } =>
            "{elo}, between {low} and {high} with 95 % confidence",
            "{elo}, entre {low} et {high} au niveau de confiance de 95 %";
        Superior { percent: String, agent: String } =>
            "{percent} % that {agent} is the stronger one",
            "{percent} % que {agent} est le plus fort";
        Forfeited { agent: String, games: u64 } =>
            "{agent} forfeited {games}",
            "{agent} en a perdu {games} par forfait";
        Rest { percent: String } =>
            "interactions and chance {percent} %",
            "interactions et hasard {percent} %";
        BrokenOff { games: u64 } =>
            "{games} broken off as draws",
            "{games} interrompues, comptées nulles";
        TestAccepts { elo: String, ratio: String, low: String, high: String } =>
            "a difference of {elo} is accepted: log-likelihood ratio {ratio}, bounds {low} and {high}",
            "une différence de {elo} est acceptée : log-rapport de vraisemblance {ratio}, bornes {low} et {high}";
        TestOpen { ratio: String, low: String, high: String } =>
            "not decided: log-likelihood ratio {ratio}, bounds {low} and {high}",
            "indécis : log-rapport de vraisemblance {ratio}, bornes {low} et {high}";
        Resumed { path: String, games: u64 } =>
            "{path}: going on after {games} games",
            "{path} : reprise après {games} parties";
        OtherContest { path: String, key: String } =>
            "{path}:1:1: this file has the games of another contest: {key} differs; name another file, or remove it",
            "{path}:1:1: ce fichier a les parties d'une autre rencontre : {key} diffère ; nommez un autre fichier, ou ôtez-le";
        NotAGame { path: String, line: usize, why: Message } =>
            "{path}:{line}:1: this is no game of the contest: {why}",
            "{path}:{line}:1: ce n'est pas une partie de la rencontre : {why}";
        NoGames { path: String } =>
            "{path}:1:1: there is no game in this file",
            "{path}:1:1: il n'y a aucune partie dans ce fichier";
        InGame { path: String, line: usize, why: Message } =>
            "{path}:{line}:1: {why}",
            "{path}:{line}:1: {why}";
        GameOf { number: u64, first: String, second: String } =>
            "game {number}, {first} against {second}",
            "partie {number}, {first} contre {second}";
        LostBy { number: usize, mv: String, side: Text } =>
            "{side} lost the game with move {number}, {mv}",
            "{side} a perdu la partie au coup {number}, {mv}";
        NobodyLost =>
            "nobody gave the game away",
            "personne n'a laissé échapper la partie";
        Accuracy { side: Text, percent: String } =>
            "{side} {percent} %",
            "{side} {percent} %";
        Asked { count: usize, wanted: usize } =>
            "{count} of {wanted} found",
            "{count} trouvés sur {wanted}";
        Plays { count: u64, plies: u32 } =>
            "{count} plays of {plies} plies",
            "{count} parties de {plies} demi-coups";
        Positions { count: usize } =>
            "{count} positions that play can reach",
            "{count} positions que le jeu peut atteindre";
        Tries { tries: u64, draws: u64 } =>
            "{tries} tries for {draws} draws",
            "{tries} essais pour {draws} tirages";
        NoPlay { plies: u32 } =>
            "there is no play of {plies} plies from here",
            "il n'y a aucune partie de {plies} demi-coups à partir d'ici";
    }
}

macro_rules! words {
    ($($name:ident = $en:literal, $fr:literal;)+) => {
        $(pub(crate) const $name: Text = Text { en: $en, fr: $fr };)+
    };
}

words! {
    AGENT_NAME = "AGENT", "AGENT";
    ONE_AGENT = "The agent: NAME, NAME:ARGUMENT or NAME:ARGUMENT,OPTION=VALUE…",
                "L'agent : NOM, NOM:ARGUMENT ou NOM:ARGUMENT,OPTION=VALEUR…";
    PERSON = "you, at the keyboard", "vous, au clavier";
    BEST_COMMAND = "Ask an agent for its move, score and line", "Demande à un agent son coup, sa valeur et sa suite";
    BEST_TIME = "How long it may think, in seconds", "Combien de secondes il peut réfléchir";
    SEED = "The number that all lots are drawn from; if none is given, one is drawn and told",
           "Le nombre dont découlent tous les tirages ; sans lui, il est tiré et annoncé";
    DUEL = "Let two agents play each other, with colours swapped, until enough is known",
           "Fait jouer deux agents l'un contre l'autre, couleurs échangées, jusqu'à en savoir assez";
    DUEL_FIRST = "The agent that results are told for", "L'agent dont on donne les résultats";
    DUEL_SECOND = "Its opponent", "Son adversaire";
    GAMES_OPTION = "How many games at most; an odd number is rounded up, for games come in pairs",
                   "Combien de parties au plus ; un nombre impair est arrondi, car elles vont par paires";
    TOURNAMENT_GAMES = "How many games each pairing plays; an odd number is rounded up",
                       "Combien de parties joue chaque paire d'agents ; un nombre impair est arrondi";
    SPRT = "Stop when a sequential test on pairs has decided between two Elo differences: ELO0,ELO1[,ALPHA,BETA]",
           "S'arrête quand un test séquentiel sur les paires a tranché entre deux écarts Elo : ELO0,ELO1[,ALPHA,BETA]";
    SPRT_VALUE = "E0,E1", "E0,E1";
    OPENINGS = "How many plies are drawn by lot at the start of each pair of games",
               "Combien de demi-coups sont tirés au sort au début de chaque paire de parties";
    MOST_PLIES = "Break games off as draws after so many plies", "Interrompt les parties, nulles, après tant de demi-coups";
    MOVE_TIME = "Seconds an agent may think about a move; games are then not repeatable",
                "Secondes de réflexion par coup ; les parties ne sont alors plus reproductibles";
    SAVE = "Write all games into this file; if it has some of the same contest, go on after them",
           "Écrit toutes les parties dans ce fichier ; s'il en a déjà de la même rencontre, continue après elles";
    TOURNAMENT = "Let several agents play each other, each pairing as often", "Fait jouer plusieurs agents, chaque paire autant de fois";
    TOURNAMENT_AGENTS = "The agents, two or more", "Les agents, deux ou plus";
    JUDGE = "Mark each move of a game by exact values", "Marque chaque coup d'une partie d'après les valeurs exactes";
    JUDGE_FILE = "The games: a file that --save wrote, or one line of moves a game; - is the standard input",
                 "Les parties : un fichier écrit par --save, ou une ligne de coups par partie ; - est l'entrée standard";
    JUDGE_NUMBER = "Only the game of that number, from 1", "Seulement la partie de ce numéro, à partir de 1";
    PUZZLES = "Find positions with a single winning move", "Trouve des positions à un seul coup gagnant";
    PUZZLES_COUNT = "How many", "Combien";
    PUZZLES_LEAST = "Won in so many plies at least", "Gagné en tant de demi-coups au moins";
    PUZZLES_MOST = "Won in so many plies at most", "Gagné en tant de demi-coups au plus";
    SAMPLE = "Draw positions uniformly, or plays of a given length", "Tire uniformément des positions, ou des parties d'une longueur donnée";
    SAMPLE_PLIES = "Draw plays of exactly so many plies, all as likely, instead of positions",
                   "Tire des parties d'exactement tant de demi-coups, toutes aussi probables, au lieu de positions";
    SAMPLE_METHOD = "How plays are drawn", "Comment tirer les parties";
    SAMPLE_COUNT = "How many draws", "Combien de tirages";

    AGENT = "agent", "agent";
    SCORE = "score", "valeur";
    SAMPLES = "samples", "tirages";
    INTERVAL = "interval", "intervalle";
    ERROR_OF_COURSE = "ε = Φσ/√n", "ε = Φσ/√n";
    PROVED = "proved", "prouvé";
    WORK = "looked at", "examinés";
    GAMES = "games", "parties";
    PAIRS = "pairs 0 ½ 1 1½ 2", "paires 0 ½ 1 1½ 2";
    ELO = "Elo difference", "écart Elo";
    ELO_RATING = "Elo", "Elo";
    PLUS_MINUS = "±", "±";
    POINTS = "points", "points";
    SUPERIORITY = "superiority", "supériorité";
    FORFEITS = "forfeits", "forfaits";
    TEST = "test", "test";
    SEED_WORD = "seed", "graine";
    BEFORE = "before", "avant";
    AFTER = "after", "après";
    MARK = "mark", "marque";
    ACCURACY = "accuracy", "précision";
    SOLUTION = "solution", "solution";
    DEPTH = "depth", "profondeur";
    DRAWN = "drawn", "tirage";
    UNIFORMLY = "uniformly from all positions that play can reach", "uniforme parmi les positions que le jeu peut atteindre";
    FROM_PLAY = "from the ends of random games: there are too many positions to list",
                "des fins de parties au hasard : il y a trop de positions pour les lister";
    AMONG = "among", "parmi";
    METHOD = "method", "méthode";
    PHASE_GAMES = "games", "parties";
    INTERRUPTED = "interrupted: what has been played is kept", "interruption : ce qui a été joué est gardé";
}

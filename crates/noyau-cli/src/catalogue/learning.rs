//! What is said about learning.

use crate::console::Console;
use noyau::{Localized, Text, messages};

messages! {
    /// Sentences about it.
    pub(crate) enum Learning {
        OtherCourse { path: String, key: String } =>
            "{path}:1:1: this file was learned otherwise: {key} differs; name another file, or remove it",
            "{path}:1:1: ce fichier fut appris autrement : {key} diffère ; nommez un autre fichier, ou ôtez-le";
        Resumed { path: String, games: u64 } =>
            "{path}: going on after {games} games",
            "{path} : reprise après {games} parties";
        Point { games: u64, opponent: String, wins: u64, draws: u64, losses: u64 } =>
            "after {games} games, against {opponent}: {wins} won, {draws} drawn, {losses} lost",
            "après {games} parties, contre {opponent} : {wins} gagnées, {draws} nulles, {losses} perdues";
        Seen { tuples: usize, length: usize, symmetries: usize, weights: usize } =>
            "{tuples} groups of {length} cells, each in {symmetries} symmetric places; {weights} weights",
            "{tuples} groupes de {length} cases, chacun en {symmetries} lieux symétriques ; {weights} poids";
        OtherGame { agent: String, learned: String, game: String } =>
            "{agent} has learned {learned}, and this is {game}",
            "{agent} a appris {learned}, et voici {game}";
    }
}

/// The sentence in the language spoken.
pub(crate) fn say(console: Console, said: &Learning) -> String {
    said.localized(console.language)
}

macro_rules! words {
    ($($name:ident = $en:literal, $fr:literal;)+) => {
        $(pub(crate) const $name: Text = Text { en: $en, fr: $fr };)+
    };
}

words! {
    LEARN = "Make a heuristic from self-play alone, by temporal differences",
            "Fait une heuristique par le seul jeu contre soi-même, par différences temporelles";
    SAVE = "Keep what is learned in this file, which the agent learned:FILE plays; if it is there, go on from it",
           "Garde ce qui est appris dans ce fichier, que joue l'agent learned:FICHIER ; s'il existe, continue à partir de lui";
    GAMES = "How many games are learned from, those in the file included",
            "De combien de parties apprendre, celles du fichier comprises";
    FEATURES = "What positions are seen by", "Ce qu'on voit des positions";
    PATTERNS = "what small groups of cells show", "ce que montrent de petits groupes de cases";
    HEURISTICS = "the heuristics of the game, whose weights are tuned", "les heuristiques du jeu, dont on règle les poids";
    BOTH = "both", "les deux";
    TUPLES = "How many groups of cells", "Combien de groupes de cases";
    LENGTH = "How many cells in a group, at most", "Combien de cases par groupe, au plus";
    DEPTH = "How many plies self-play looks ahead", "Combien de demi-coups le jeu contre soi-même prévoit";
    LAMBDA = "How much the end of the game counts, against what is thought a move later: from 0 to 1",
             "Combien compte la fin de la partie, contre ce qu'on pense un coup après : de 0 à 1";
    RATE = "How far a step goes towards what should be", "Jusqu'où va un pas vers ce qui devrait être";
    EXPLORATION = "How often a random move is played: from 0 to 1", "Combien souvent jouer un coup au hasard : de 0 à 1";
    ROUND = "How many games are played with the same weights", "Combien de parties jouer avec les mêmes poids";
    PLIES = "Break games off after so many plies", "Interrompt les parties après tant de demi-coups";
    AGAINST = "Whom the learner is measured against; may be given several times [default: random, alphabeta:1]",
              "Contre qui mesurer l'élève ; peut être donné plusieurs fois [par défaut : random, alphabeta:1]";
    EVERY = "Measure and write the file after so many games, each time", "Mesure et écrit le fichier chaque fois après tant de parties";
    MEASURE_PAIRS = "How many pairs of games against each of them", "Combien de paires de parties contre chacun";
    PHASE = "learning, games", "apprentissage, parties";
    STOPPED = "stopped: what has been learned is kept, and the same command goes on", "arrêt : ce qui est appris est gardé, et la même commande continue";
    SEEN_BY = "seen by", "vu par";
    WEIGHT = "weight", "poids";
    FILE = "file", "fichier";
    OPPONENT = "against", "contre";
    RESULT = "won-drawn-lost", "gagnées-nulles-perdues";
}

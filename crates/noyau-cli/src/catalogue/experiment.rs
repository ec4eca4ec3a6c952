//! What is said about factorial experiments.

use noyau::Text;

macro_rules! words {
    ($($name:ident = $en:literal, $fr:literal;)+) => {
        $(pub(crate) const $name: Text = Text { en: $en, fr: $fr };)+
    };
}

words! {
    PLAN = "Run the factorial experiment that this file tells, instead of a tournament",
           "Mène l'expérience factorielle que décrit ce fichier, au lieu d'un tournoi";
    FOLDER = "The folder for the games, tables and pictures of --plan [default: the plan's name with .results]",
             "Le dossier des parties, tables et images de --plan [par défaut : le nom du plan avec .results]";
    FACTORS = "factors", "facteurs";
    LEVELS = "levels", "niveaux";
    RESULT = "won-drawn-lost", "gagnées-nulles-perdues";
    FACTOR = "factor", "facteur";
    LEVEL = "level", "niveau";
    EFFECT = "effect", "effet";
    EXPLAINED = "explained", "expliqué";
}

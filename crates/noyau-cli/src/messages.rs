//! Bilingual texts shared by several commands. Texts of a single command are in its file.

use noyau::dynamic::OpenGame;
use noyau::limits::Stopped;
use noyau::{Message, Outcome, Side, Text, documents, message};

/// Fixed words, in English and in French.
pub(crate) const fn text(en: &'static str, fr: &'static str) -> Text {
    Text::new(en, fr)
}

/// Declares fixed words.
macro_rules! texts {
    ($($name:ident = $en:literal, $fr:literal;)+) => {
        $(pub(crate) const $name: noyau::Text = crate::messages::text($en, $fr);)+
    };
}
pub(crate) use texts;

/// Declares the values of options, each with its description.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($value:literal = $en:literal, $fr:literal;)+ })+) => {
        $($(#[$doc])* pub(crate) const $name: &[crate::args::Choice] =
            &[$(($value, crate::messages::text($en, $fr))),+];)+
    };
}
pub(crate) use choices;

texts! {
    YES = "yes", "oui";
    GAME = "game", "jeu";
    POSITION = "position", "position";
    TO_MOVE = "to move", "au trait";
    MOVES = "moves", "coups";
    MOVE = "move", "coup";
    RESULT = "result", "résultat";
    NIMBER = "nimber", "nimber";
    BEST = "best", "meilleurs";
    LINE = "line", "suite";
    POSITIONS = "positions", "positions";
    FINAL = "final", "finales";
    BY_PLY = "by ply", "par profondeur";
    TOO_UNSURE = "these plays do not tell them within a tenth", "ces parties ne les donnent pas à un dixième près";
    NOT_ESTIMATED = "not estimated: the walks need the start of a game without cycles that can be played backwards",
                    "non estimées : il faut, pour les marches, le départ d'un jeu sans cycle qui se joue à rebours";
    BRANCHING = "branching", "branchement";
    ENDLESS = "play can go on for ever", "une partie peut durer sans fin";
    GDL_OVERFLOW = "the count exceeds 64 bits", "le compte dépasse 64 bits";
    WON = "won", "gagnantes";
    LOST_VERTICES = "lost for the side to move", "position perdante pour le joueur au trait";
    PLAYER = "player", "joueur";
    VERTEX = "vertex", "sommet";
    OUTCOME = "outcome", "issue";
    DISTANCE = "distance", "distance";
    MARGIN = "margin", "marge";
    POINTS = "points", "points";
    STRATEGY = "strategy", "stratégie";
    ACYCLIC = "acyclic", "acyclique";
    BIPARTITE = "bipartite", "biparti";
    NOT_ALL = "there may be more", "il peut y en avoir d'autres";
    PHASE_READ = "reading", "lecture";
    PHASE_BUILD = "building", "construction";
    PHASE_SOLVE = "solving", "résolution";
    PHASE_PROVE = "writing the certificate", "écriture du certificat";
    PHASE_WALK = "walking through the positions", "parcours des positions";
    PHASE_HEAPS = "finding nimbers", "calcul des nimbers";
    NOTE_DOUBLED = "note: the graph has no owners; this is about its doubled arena, which `noyau graph double` shows",
                   "note : le graphe n'a pas de propriétaires ; ceci concerne son arène dédoublée, que montre `noyau graph double`";
    NOTE_HAS_OWNERS = "note: the graph has owners, so it is its own arena and nothing is doubled",
                      "note : le graphe a des propriétaires, il est sa propre arène et rien n'est dédoublé";
    NOTE_LEFT_OUT = "note: the format has no place for these, which are left out",
                    "note : le format n'a pas de place pour ceci, qui est omis";
    VERDICT_NOT_APPLICABLE = "not applicable: play can come where the strategy is silent",
                             "non applicable : la partie peut arriver là où la stratégie se tait";
    VERDICT_APPLICABLE = "applicable, but not winning", "applicable, mais pas gagnante";
    PLAY_HINT = "type a move, or: moves, hint, undo, help, quit",
                "tapez un coup, ou : coups, indice, annuler, aide, quitter";
    NOTHING_TO_UNDO = "there is no move to take back", "il n'y a aucun coup à reprendre";
    UNKNOWN = "unknown", "inconnu";
    CERTIFICATE_TOO_LARGE = "it would have more than ten million positions; a file whose name ends in .proof has no such limit",
                            "il aurait plus de dix millions de positions ; un fichier dont le nom finit par .proof n'a pas cette limite";
    HOLDS_GRAPH = "the certificate of a graph holds the graph and is JSON: give it a name that does not end in .proof",
        "le certificat d'un graphe contient le graphe et est en JSON : donnez-lui un nom qui ne finit pas par .proof";
    NO_PROOF = "searches of this game leave no proof; --method graph does",
               "les recherches de ce jeu ne laissent pas de preuve ; --method graph en laisse une";
    AGENT = "agent", "agent";
    SCORE = "score", "valeur";
    SAMPLES = "samples", "tirages";
    INTERVAL = "interval", "intervalle";
    GAMES = "games", "parties";
    FORFEITS = "forfeits", "forfaits";
    SEED_WORD = "seed", "graine";
    UNIFORMLY = "uniformly from all positions that play can reach",
                "uniforme parmi les positions que le jeu peut atteindre";
    FROM_PLAY = "from the ends of random games: there are too many positions to list",
                "des fins de parties au hasard : il y a trop de positions pour les lister";
    INTERRUPTED = "interrupted: what has been played is kept", "interruption : ce qui a été joué est gardé";
    PATTERNS = "what small groups of cells show", "ce que montrent de petits groupes de cases";
    HEURISTICS = "the heuristics of the game, whose weights are tuned",
                 "les heuristiques du jeu, dont on règle les poids";
    PHASE = "learning, games", "apprentissage, parties";
    STOPPED = "stopped: what has been learned is kept, and the same command goes on",
              "arrêt : ce qui est appris est gardé, et la même commande continue";
    FILE = "file", "fichier";
    TABLE = "table", "table";
    TELLS_OUTCOME = "outcome and distance of each position", "issue et distance de chaque position";
    TELLS_MARGIN = "the points still to come in each position", "les points encore à venir dans chaque position";
    TABLE_WON = "won", "gagnées";
    LOST = "lost", "perdues";
    SECONDS = "seconds", "secondes";
    TABLE_PHASE_SOLVE = "solving every position", "résolution de toutes les positions";
    PHASE_CHECK = "checking the table", "vérification de la table";
    PHASE_VERIFY = "checking the proof", "vérification de la preuve";
    PROCESSES = "processes", "processus";
    ROUNDS = "rounds", "tours";
    MEMORY = "memory", "mémoire";
    WORD_DEPTH = "depth", "profondeur";
    WORD_VALUE = "value", "valeur";
    WORD_VISITED = "visited", "examinés";
    WORD_ALPHABETA = "alpha-beta", "alpha-bêta";
    WORD_FORMULA = "formula", "formule";
    DEPTH_FIRST = "depth first", "en profondeur d'abord";
    BREADTH_FIRST = "breadth first", "en largeur d'abord";
}

/// Why there is no answer, with the option that raises the limit.
pub(crate) fn stopped(stopped: Stopped) -> Message {
    let (limit, option) = (stopped.text(), stopped.name());
    match stopped {
        Stopped::Asked => limit.into(),
        _ => message!(
            "{limit} (--{option} raises it)",
            "{limit} (--{option} la relève)",
            limit = limit
        ),
    }
}

/// A side, as people call it.
pub(crate) fn side(side: Side) -> Text {
    match side {
        Side::First => text("First", "Premier"),
        Side::Second => text("Second", "Second"),
    }
}

/// The game with its parameters, and in which order a size has its rows and columns.
pub(crate) fn sized(game: &dyn OpenGame) -> Message {
    let name = game.name();
    match documents::size_order(game.info()) {
        None => Message::only(name),
        Some(order) => message!("{name} ({order})", "{name} ({order})", order = order),
    }
}

/// What a position is for the side to move.
pub(crate) fn position(outcome: Outcome) -> Text {
    match outcome {
        Outcome::Loss => text("loss", "perdante"),
        Outcome::Draw => text("draw", "nulle"),
        Outcome::Win => text("win", "gagnante"),
    }
}

/// An outcome for the side to move.
pub(crate) fn outcome(outcome: Outcome) -> Text {
    match outcome {
        Outcome::Loss => text("loss", "perte"),
        Outcome::Draw => text("draw", "nulle"),
        Outcome::Win => text("win", "gain"),
    }
}

/// The verb for an outcome, of the side to move.
pub(crate) fn does(outcome: Outcome) -> Text {
    match outcome {
        Outcome::Loss => text("loses", "perd"),
        Outcome::Draw => text("draws", "fait nulle"),
        Outcome::Win => text("wins", "gagne"),
    }
}

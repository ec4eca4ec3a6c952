//! Exercises with a key, generated from a seed or about a figure of the course, and marked step by step.
//!
//! An answer is a list of steps in text, the same on the command line, on the page and in Python; [`Kind::form`] says how
//! they are written. Whoever performs the algorithm learns after each step whether it is right: [`Exercise::mark`].

use super::figures::{Drawn, Figure};
use super::generate;
use super::{games, graphs, trees};
use noyau_core::game::Side;
use noyau_core::language::{Language, Localized, Message, Text};
use noyau_core::message;
use noyau_core::random::SplitMix;
use noyau_dynamic::OpenGame;
use noyau_graph::arena::Arena;
use noyau_graph::retrograde;
use noyau_search::textbook::Window;
use noyau_search::tree::Tree;

/// What an exercise asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The vertices of the kernel, in an order in which the algorithm takes them.
    Kernel,
    /// The layers of an attractor.
    Attractor,
    /// The nimber of each vertex.
    Nimbers,
    /// The edges of the doubled graph.
    Doubling,
    /// The truth value of each node.
    AndOr,
    /// The value of each node.
    Minimax,
    /// Alpha-beta: what is looked at, with which window, what is cut and what is returned.
    AlphaBeta,
    /// A winning strategy.
    Strategy,
    /// A winning move in a position of a game.
    BestReply,
    /// A graph as a matrix, a list and a dictionary.
    Representation,
    /// A cycle, or an order that proves that there is none.
    Acyclic,
    /// The two sides of a bipartite graph, or an odd cycle.
    Bipartite,
}

impl Kind {
    /// All kinds, in the order of the course.
    pub const ALL: [Self; 12] = [
        Self::Representation,
        Self::Acyclic,
        Self::Bipartite,
        Self::Doubling,
        Self::Kernel,
        Self::Nimbers,
        Self::Strategy,
        Self::Attractor,
        Self::AndOr,
        Self::Minimax,
        Self::AlphaBeta,
        Self::BestReply,
    ];

    /// The word for it, for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Attractor => "attractor",
            Self::Nimbers => "nimbers",
            Self::Doubling => "doubling",
            Self::AndOr => "andor",
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alphabeta",
            Self::Strategy => "strategy",
            Self::BestReply => "best-reply",
            Self::Representation => "representation",
            Self::Acyclic => "acyclic",
            Self::Bipartite => "bipartite",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The heading of an exercise.
    pub const fn title(self) -> Text {
        match self {
            Self::Kernel => Text::new("The kernel of a graph", "Le noyau d'un graphe"),
            Self::Attractor => {
                Text::new("The layers of an attractor", "Les couches d'un attracteur")
            }
            Self::Nimbers => Text::new("Nimbers", "Nimbers"),
            Self::Doubling => Text::new(
                "The bipartite graph of a game",
                "Le graphe biparti d'un jeu",
            ),
            Self::AndOr => Text::new("An and/or tree", "Un arbre et/ou"),
            Self::Minimax => Text::new("Min-max", "Min-max"),
            Self::AlphaBeta => Text::new("Alpha-beta", "Alpha-bêta"),
            Self::Strategy => Text::new("A winning strategy", "Une stratégie gagnante"),
            Self::BestReply => Text::new("A winning move", "Un coup gagnant"),
            Self::Representation => Text::new(
                "Three representations of a graph",
                "Trois représentations d'un graphe",
            ),
            Self::Acyclic => Text::new("Acyclic or not", "Acyclique ou non"),
            Self::Bipartite => Text::new("Bipartite or not", "Biparti ou non"),
        }
    }

    /// How the steps of an answer are written.
    pub const fn form(self) -> Text {
        match self {
            Self::Kernel => Text::new(
                "a vertex, as `8`; `none` if the graph has no kernel",
                "un sommet, comme `8` ; `aucun` si le graphe n'a pas de noyau",
            ),
            Self::Attractor => Text::new(
                "the vertices of the next layer, as `0, 3`; `none` when nothing is left to add",
                "les sommets de la couche suivante, comme `0, 3` ; `aucun` quand il n'y a plus rien à ajouter",
            ),
            Self::Nimbers => Text::new(
                "a vertex and its nimber, as `4=1`",
                "un sommet et son nimber, comme `4=1`",
            ),
            Self::Doubling => Text::new(
                "a copy of a vertex and its successors, as `0 first=1 second, 2 second`",
                "la copie d'un sommet et ses successeurs, comme `0 premier=1 second, 2 second`",
            ),
            Self::AndOr => Text::new(
                "a node and its value, as `B=true`",
                "un nœud et sa valeur, comme `B=vrai`",
            ),
            Self::Minimax => Text::new(
                "a node and its value, as `B=3`",
                "un nœud et sa valeur, comme `B=3`",
            ),
            Self::AlphaBeta => Text::new(
                "the next thing that happens: `B [3, +inf]` enters a node with its window, `c` looks at a leaf, `cut d` cuts d and what follows it, `B=3` returns a value",
                "ce qui arrive ensuite : `B [3 ; +inf]` entre dans un nœud avec sa fenêtre, `c` examine une feuille, `coupe d` élague d et ce qui le suit, `B=3` renvoie une valeur",
            ),
            Self::Strategy => Text::new(
                "a vertex and the move there, as `0=2`",
                "un sommet et le coup qu'on y joue, comme `0=2`",
            ),
            Self::BestReply => Text::new("a move", "un coup"),
            Self::Representation => Text::new(
                "`matrix=[[0, 1], [0, 0]]`, `list=[[1], []]` and `dictionary={0: [1], 1: []}`",
                "`matrice=[[0, 1], [0, 0]]`, `liste=[[1], []]` et `dictionnaire={0: [1], 1: []}`",
            ),
            Self::Acyclic => Text::new(
                "`cycle=0, 2, 1`, or `order=2, 0, 1` in which every edge leads onwards",
                "`cycle=0, 2, 1`, ou `ordre=2, 0, 1` où toute arête mène plus loin",
            ),
            Self::Bipartite => Text::new(
                "`part=0, 3`, one of the two sides, or `cycle=0, 1, 2`, an odd one",
                "`partie=0, 3`, l'une des deux parties, ou `cycle=0, 1, 2`, de longueur impaire",
            ),
        }
    }

    /// The definition or rule that decides every step: the first hint.
    pub const fn rule(self) -> Text {
        match self {
            Self::Kernel => Text::new(
                "a vertex without successor belongs to the kernel; remove it with its predecessors, and begin again",
                "un sommet sans successeur appartient au noyau ; supprimez-le avec ses prédécesseurs, et recommencez",
            ),
            Self::Attractor => Text::new(
                "the layer 0 has the final positions that the player wins; a vertex of the player joins if one of its edges leads to what is there already, a vertex of the opponent if all of them do",
                "la couche 0 a les positions finales que le joueur gagne ; un sommet du joueur s'ajoute si l'une de ses arêtes mène à ce qui y est déjà, un sommet de l'adversaire si toutes y mènent",
            ),
            Self::Nimbers => Text::new(
                "take a vertex all of whose successors have a nimber: its own is the least number from 0 on that none of them has",
                "prenez un sommet dont tous les successeurs ont un nimber : le sien est le plus petit entier à partir de 0 qu'aucun d'eux n'a",
            ),
            Self::Doubling => Text::new(
                "each vertex has two copies, one for each player; an edge from u to v leads from each copy of u to the copy of v in which the other player moves",
                "chaque sommet a deux copies, une par joueur ; une arête de u à v mène de chaque copie de u à la copie de v où l'autre joueur a le trait",
            ),
            Self::AndOr => Text::new(
                "children first; where First moves a node is true if one of its children is, where Second moves if all are",
                "les fils d'abord ; là où Premier joue, un nœud est vrai si l'un de ses fils l'est, là où Second joue, si tous le sont",
            ),
            Self::Minimax => Text::new(
                "children first; a node of First is worth the greatest value of its children, a node of Second the least",
                "les fils d'abord ; un nœud de Premier vaut la plus grande valeur de ses fils, un nœud de Second la plus petite",
            ),
            Self::AlphaBeta => Text::new(
                "a child is entered with the window of its parent; α is the greatest value of a max node on the way, β the least of a min node; a min node is cut when its value is at most α, a max node when it is at least β",
                "on entre dans un fils avec la fenêtre de son père ; α est la plus grande valeur d'un nœud max sur le chemin, β la plus petite d'un nœud min ; un nœud min est coupé quand sa valeur est au plus α, un nœud max quand elle est au moins β",
            ),
            Self::Strategy => Text::new(
                "move to a position that is lost for the opponent, and say a move wherever the opponent can then lead the play",
                "jouez vers une position perdante pour l'adversaire, et dites un coup partout où l'adversaire peut alors mener la partie",
            ),
            Self::BestReply => Text::new(
                "a winning move leaves a position that is lost for the opponent",
                "un coup gagnant laisse une position perdante à l'adversaire",
            ),
            Self::Representation => Text::new(
                "the row of a vertex has a 1 in the column of each of its successors; lists and dictionaries name the successors",
                "la ligne d'un sommet a un 1 dans la colonne de chacun de ses successeurs ; listes et dictionnaires nomment les successeurs",
            ),
            Self::Acyclic => Text::new(
                "follow edges until you come back to a vertex; if there is no cycle, a vertex without predecessor comes first, then one whose predecessors are all placed",
                "suivez des arêtes jusqu'à revenir sur un sommet ; s'il n'y a pas de cycle, un sommet sans prédécesseur vient en premier, puis un sommet dont tous les prédécesseurs sont placés",
            ),
            Self::Bipartite => Text::new(
                "put a vertex on one side, its neighbours on the other, their neighbours on the first, and so on; an edge within a side closes an odd cycle",
                "mettez un sommet dans une partie, ses voisins dans l'autre, les voisins de ceux-ci dans la première, et ainsi de suite ; une arête à l'intérieur d'une partie ferme un cycle de longueur impaire",
            ),
        }
    }
}

/// What an exercise is about.
#[derive(Debug, Clone)]
pub enum Subject {
    /// A graph; where it matters, the player asked about.
    Graph(Arena, Side),
    /// A tree. Inner nodes are called A, B, C … and leaves a, b, c …, in the order of a walk from left to right.
    Tree(Tree),
    /// A position of a game.
    Position {
        /// The game with its parameters.
        game: String,
        /// The position.
        position: String,
        /// The board in characters.
        board: String,
        /// The board as SVG.
        svg: String,
        /// Each move, whether it wins, and what refutes it otherwise.
        moves: Vec<(String, Option<String>)>,
    },
}

/// An exercise.
#[derive(Debug, Clone)]
pub struct Exercise {
    /// What it asks for.
    pub kind: Kind,
    /// How hard it is, from 1 to 5.
    pub level: u32,
    /// The seed it was made from.
    pub seed: u64,
    /// The figure of the course it is about, if it was not generated.
    pub figure: Option<&'static Figure>,
    /// What it is about.
    pub subject: Subject,
}

/// Opens a game by its name.
pub type Opener<'a> = &'a dyn Fn(&str) -> Option<Box<dyn OpenGame>>;

/// What a vertex or a node looks like after some steps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shown {
    /// The look of each: `plain`, `kernel`, `dropped`, `target`, `attracted`, `numbered`, `seen`, `cut`, `done`.
    pub looks: Vec<&'static str>,
    /// A small text beside it.
    pub tabs: Vec<Option<String>>,
    /// Edges that are drawn bold.
    pub bold: Vec<(u32, u32)>,
    /// The window of each node that has one.
    pub windows: Vec<(u32, Window)>,
}

impl Shown {
    pub(super) fn plain(count: usize) -> Self {
        Self {
            looks: vec!["plain"; count],
            tabs: vec![None; count],
            ..Self::default()
        }
    }
}

/// The next step of the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Next {
    /// Where to look: the second hint.
    pub place: Message,
    /// The step, as a person writes it: the third.
    pub step: Message,
    /// The vertex or node.
    pub at: Option<u32>,
}

/// An algorithm in the hands of a person: the state after some steps.
pub(super) trait Work {
    /// Takes a step, or says why it is wrong.
    fn take(&mut self, step: &str) -> Result<(), Message>;
    /// A right next step; `None` when all is done.
    fn next(&self) -> Option<Next>;
    /// What is known.
    fn shown(&self) -> Shown;
}

/// The marks of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    /// How many steps are right, before the first that is wrong.
    pub right: usize,
    /// Why the next one is wrong.
    pub why: Option<Message>,
    /// Whether the answer is right and complete.
    pub done: bool,
    /// What is known after the right steps.
    pub shown: Shown,
    /// The vertex or node that the next step of the key is about.
    pub next: Option<u32>,
}

/// The levels.
pub const LEVELS: std::ops::RangeInclusive<u32> = 1..=5;

impl Exercise {
    /// The exercise of a seed, or about a figure that [suits](Figure::suits) it. `None` if a game cannot be opened.
    pub fn new(
        kind: Kind,
        level: u32,
        seed: u64,
        figure: Option<&'static Figure>,
        open: Opener<'_>,
    ) -> Option<Self> {
        let level = level.clamp(*LEVELS.start(), *LEVELS.end());
        let mut random = SplitMix(seed ^ (u64::from(level) << 56) ^ ((kind as u64) << 48));
        let subject = match (figure.map(Figure::open), kind) {
            (Some(drawn), _) => match drawn? {
                Drawn::Graph(arena) => generate::about(kind, arena),
                Drawn::Tree(tree) => Subject::Tree(generate::lettered(&tree)?),
                Drawn::Game(name) => games::position(&mut *open(name)?)?,
            },
            (None, Kind::AndOr | Kind::Minimax | Kind::AlphaBeta) => {
                Subject::Tree(generate::tree(kind, level, &mut random)?)
            }
            (None, Kind::BestReply) => games::drawn(level, &mut random, open)?,
            (None, _) => generate::graph(kind, level, &mut random),
        };
        Some(Self {
            kind,
            level,
            seed,
            figure,
            subject,
        })
    }

    fn work(&self) -> Box<dyn Work + '_> {
        match (&self.subject, self.kind) {
            (Subject::Tree(tree), kind) => trees::work(tree, kind),
            (Subject::Position { moves, .. }, _) => Box::new(games::Reply::new(moves)),
            (Subject::Graph(arena, player), kind) => graphs::work(arena, *player, kind),
        }
    }

    /// The question.
    pub fn question(&self) -> Message {
        let start = |arena: &Arena| arena.name(arena.start()).into_owned();
        match (&self.subject, self.kind) {
            (Subject::Graph(arena, player), Kind::Strategy) => {
                let (start, side) = (start(arena), side_name(*player));
                if arena.owners().is_some() {
                    message!(
                        "The game begins at {start}; circles are First's, squares Second's, and who cannot move has lost. Give a winning strategy of {side}: a move wherever play can lead.",
                        "La partie commence en {start} ; les cercles sont à Premier, les carrés à Second, et qui ne peut jouer a perdu. Donnez une stratégie gagnante de {side} : un coup partout où la partie peut mener.",
                        start = start,
                        side = side
                    )
                } else {
                    message!(
                        "First moves at {start}, then the players alternate, and who cannot move has lost. Give a winning strategy of {side}: a move wherever play can lead.",
                        "Premier joue en {start}, puis les joueurs alternent, et qui ne peut jouer a perdu. Donnez une stratégie gagnante de {side} : un coup partout où la partie peut mener.",
                        start = start,
                        side = side
                    )
                }
            }
            (Subject::Graph(_, player), Kind::Attractor) => {
                let side = side_name(*player);
                message!(
                    "Circles are First's, squares Second's, and who cannot move has lost. Give the attractor of {side} layer by layer, beginning with the final positions that {side} wins.",
                    "Les cercles sont à Premier, les carrés à Second, et qui ne peut jouer a perdu. Donnez l'attracteur de {side} couche par couche, en commençant par les positions finales que {side} gagne.",
                    side = side
                )
            }
            (Subject::Position { game, .. }, _) => {
                message!("{game}: which move wins?", "{game} : quel coup gagne ?")
            }
            (Subject::Tree(tree), Kind::AndOr) => {
                let (or, _) = turns(tree);
                message!(
                    "{or} moves at the root A. Where First moves stands an or, where Second moves an and. Is each node true, children before their parents?",
                    "{or} joue à la racine A. Là où Premier joue est un ou, là où Second joue un et. Chaque nœud est-il vrai, les fils avant leur père ?",
                    or = or
                )
            }
            (Subject::Tree(tree), kind) => {
                let (who, what) = turns(tree);
                if kind == Kind::AlphaBeta {
                    message!(
                        "{who} moves at the root A and takes the {what}. Run alpha-beta from left to right: with which window is each node entered, what is cut, and what does each node return?",
                        "{who} joue à la racine A et prend le {what}. Déroulez alpha-bêta de gauche à droite : avec quelle fenêtre entre-t-on dans chaque nœud, qu'est-ce qui est coupé, et que renvoie chaque nœud ?",
                        who = who,
                        what = what
                    )
                } else {
                    message!(
                        "{who} moves at the root A and takes the {what}. What is each node worth, children before their parents?",
                        "{who} joue à la racine A et prend le {what}. Que vaut chaque nœud, les fils avant leur père ?",
                        who = who,
                        what = what
                    )
                }
            }
            (Subject::Graph(..), Kind::Kernel) => message!(
                "Compute the kernel by the algorithm of the course: which vertices does it take, in order? Or has this graph no kernel?",
                "Calculez le noyau par l'algorithme du cours : quels sommets prend-il, dans l'ordre ? Ou bien ce graphe n'a-t-il pas de noyau ?"
            ),
            (Subject::Graph(..), Kind::Nimbers) => message!(
                "Give each vertex its nimber, successors first.",
                "Donnez son nimber à chaque sommet, les successeurs d'abord."
            ),
            (Subject::Graph(..), Kind::Doubling) => message!(
                "Double this graph: of each copy that is no sink, which are the successors?",
                "Doublez ce graphe : quels sont les successeurs de chaque copie qui n'est pas un puits ?"
            ),
            (Subject::Graph(..), Kind::Representation) => message!(
                "Give this graph as an adjacency matrix, as a list of lists and as a dictionary.",
                "Donnez la matrice d'adjacence de ce graphe, sa liste d'adjacence et son dictionnaire d'adjacence."
            ),
            (Subject::Graph(..), Kind::Acyclic) => message!(
                "Is this graph acyclic? Show a cycle, or an order of its vertices in which every edge leads onwards.",
                "Ce graphe est-il acyclique ? Montrez un cycle, ou un ordre de ses sommets où toute arête mène plus loin."
            ),
            (Subject::Graph(..), _) => message!(
                "Is this graph bipartite? Give one of its two sides, or a cycle of odd length, whatever the directions of its edges.",
                "Ce graphe est-il biparti ? Donnez l'une de ses deux parties, ou un cycle de longueur impaire, quel que soit le sens des arêtes."
            ),
        }
    }

    /// The key: steps that answer it, in the words of a language. Steps in either language are read.
    pub fn key(&self, language: Language) -> Vec<String> {
        let mut work = self.work();
        let mut steps = Vec::new();
        while let Some(Next { step, .. }) = work.next() {
            let step = step.localized(language);
            if work.take(&step).is_err() {
                // Impossible: tests walk through thousands of keys.
                break;
            }
            steps.push(step);
        }
        steps
    }

    /// Marks the steps of an answer.
    pub fn mark<S: AsRef<str>>(&self, steps: &[S]) -> Marked {
        let mut work = self.work();
        let (mut right, mut why) = (0, None);
        for step in steps {
            if work.next().is_none() {
                why = Some(message!(
                    "all is done already: nothing follows",
                    "tout est fait déjà : rien ne suit"
                ));
                break;
            }
            match work.take(step.as_ref().trim()) {
                Ok(()) => right += 1,
                Err(wrong) => {
                    why = Some(wrong);
                    break;
                }
            }
        }
        let next = work.next();
        Marked {
            right,
            done: why.is_none() && next.is_none(),
            why,
            shown: work.shown(),
            next: next.and_then(|next| next.at),
        }
    }

    /// A hint for the step after these, which are right: 1 the rule, 2 where to look, 3 the step.
    pub fn hint<S: AsRef<str>>(&self, steps: &[S], degree: u32) -> Option<Message> {
        let mut work = self.work();
        for step in steps {
            work.take(step.as_ref().trim()).ok()?;
        }
        let Next { place, step, .. } = work.next()?;
        Some(match degree {
            0 | 1 => Message::from(self.kind.rule()),
            2 => place,
            _ => message!(
                "the next step can be {step}",
                "l'étape suivante peut être {step}",
                step = step
            ),
        })
    }
}

/// The side that moves at the root, and what it takes.
fn turns(tree: &Tree) -> (Text, Text) {
    let what = match tree.turn(0) {
        Side::First => Text::new("maximum", "maximum"),
        Side::Second => Text::new("minimum", "minimum"),
    };
    (side_name(tree.turn(0)), what)
}

/// A side, in sentences.
pub(super) const fn side_name(side: Side) -> Text {
    match side {
        Side::First => Text::new("First", "Premier"),
        Side::Second => Text::new("Second", "Second"),
    }
}

/// The side that wins from the start of an arena, if any.
pub(super) fn winner(arena: &Arena) -> Option<Side> {
    let solution = retrograde::solve(arena, 1);
    noyau_graph::strategy::winning(arena, &solution, arena.start()).winner
}

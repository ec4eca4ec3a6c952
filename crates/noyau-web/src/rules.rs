//! The rules of the games in a few sentences. For a game without an entry the page shows its summary.

use noyau::Text;

/// The rules of a game.
pub(crate) fn of(game: &str) -> Option<Text> {
    let found = RULES.iter().find(|(name, _)| *name == game);
    found.map(|(_, text)| *text)
}

macro_rules! rules {
    ($($game:literal: $en:literal, $fr:literal;)+) => {
        const RULES: &[(&str, Text)] = &[$(($game, Text { en: $en, fr: $fr })),+];
    };
}

rules! {
    "awele":
        "Lift all seeds of one of your pits and sow them one by one along the ring, past the pit they came from, which stays empty. If the last seed makes 2 or 3 in a pit of the opponent, you take them, and those of the pits just before it as long as they hold 2 or 3. A move that would take all the opponent's seeds takes nothing. If the opponent has no seeds you must bring some over if you can. The more seeds win.",
        "Prenez toutes les graines d'un de vos trous et semez-les une à une le long de l'anneau, en sautant le trou d'origine, qui reste vide. Si la dernière fait 2 ou 3 dans un trou adverse, vous les prenez, ainsi que celles des trous juste avant tant qu'ils en ont 2 ou 3. Un coup qui prendrait toutes les graines adverses ne prend rien. Si l'adversaire n'a plus de graines, il faut lui en apporter si l'on peut. Le plus de graines gagne.";
    "chess":
        "The usual game, with castling, en passant and promotion. Mate wins, stalemate is a draw. Repetition and the rule of fifty moves are left out, so play may go on for ever. First is White.",
        "Le jeu habituel, avec roque, prise en passant et promotion. Le mat gagne, le pat est nul. La répétition et la règle des cinquante coups sont omises : une partie peut durer toujours. Premier a les blancs.";
    "chomp":
        "A bar of chocolate whose top left square is poisoned. Pick a square and eat it, with all squares below it and to its right. Whoever must eat the poison has lost.",
        "Une tablette de chocolat dont le carré en haut à gauche est empoisonné. Choisissez un carré et mangez-le, avec tous ceux en dessous et à droite. Qui doit manger le poison a perdu.";
    "connect4":
        "Drop a stone into a column, where it falls onto those below. Four of your stones in a row, a column or a diagonal win; a full board without them is a draw.",
        "Lâchez un pion dans une colonne, où il tombe sur ceux d'en dessous. Quatre pions alignés en ligne, en colonne ou en diagonale gagnent ; un plateau plein sans alignement est nul.";
    "domineering":
        "First puts vertical dominoes on two free squares, Second horizontal ones. Whoever cannot move loses.",
        "Premier pose des dominos verticaux sur deux cases libres, Second des horizontaux. Qui ne peut pas jouer perd.";
    "dots":
        "Draw an edge between two neighbouring dots. Whoever draws the fourth edge of a box wins it and moves again. When all edges are drawn, the more boxes win.",
        "Tracez un trait entre deux points voisins. Qui trace le quatrième côté d'une case la gagne et rejoue. Quand tout est tracé, le plus de cases gagne.";
    "draughts":
        "Men step diagonally forward and become kings on the last row. Jump over a man of the other side to take it; taking is obligatory. International: men take backwards too, kings fly, and the most men must be taken. English: men never go backwards and kings step by one. Whoever cannot move loses.",
        "Les pions avancent en diagonale et deviennent dames à la dernière ligne. On prend en sautant par-dessus un pion adverse, et c'est obligatoire. International : les pions prennent aussi en arrière, les dames volent, et il faut prendre le plus de pions. Anglais : les pions ne reculent jamais et les dames vont d'une case. Qui ne peut pas jouer perd.";
    "gdl":
        "A game of your own, written as a sheet of rules in the Game Description Language for two roles that take turns. The higher goal wins.",
        "Un jeu à vous, écrit comme une feuille de règles en Game Description Language pour deux rôles qui jouent tour à tour. Le but le plus haut gagne.";
    "go":
        "Put a stone on an empty point. Groups of the other side without an empty neighbour are taken. No suicide, and no taking back at once of the single stone that has just taken one. You may pass; two passes in a row end the game. Each side then has its stones and the regions that touch only them; Second also has the komi.",
        "Posez une pierre sur un point libre. Les groupes adverses sans voisin libre sont pris. Pas de suicide, ni de reprise immédiate de la pierre seule qui vient d'en prendre une. On peut passer ; deux passes de suite finissent la partie. Chacun a alors ses pierres et les régions qu'elles seules touchent ; Second a aussi le komi.";
    "graph":
        "A token stands on a vertex; push it along an edge. A vertex belongs to the side that moves there; without owners both sides move alike. At a vertex without edges the side to move has lost, unless the file says otherwise.",
        "Un jeton est posé sur un sommet ; poussez-le le long d'un arc. Un sommet est au camp qui y joue ; sans propriétaires les deux jouent de même. Sur un sommet sans arc, le camp au trait a perdu, sauf si le fichier dit autre chose.";
    "kalah":
        "Lift all seeds of one of your pits and sow them one by one, to the right, into your store, and on along the opponent's pits. A last seed in your store moves again. A last seed in an own empty pit goes to your store with all of the opposite pit. The game ends when a side has no seeds in its pits; the more seeds win.",
        "Prenez toutes les graines d'un de vos trous et semez-les une à une, vers la droite, dans votre grenier, puis chez l'adversaire. Une dernière graine dans votre grenier fait rejouer. Dans un de vos trous vides, elle va au grenier avec tout le trou d'en face. La partie finit quand un camp n'a plus de graines dans ses trous ; le plus de graines gagne.";
    "leapfrog":
        "Red men of First to the left, blue men of Second to the right, one free cell between them. A man of yours goes to the free cell wherever it lies ahead of him. Whoever has no such man passes. All your men at the far end wins.",
        "Les pions rouges de Premier à gauche, les bleus de Second à droite, une case libre entre eux. Un de vos pions va sur la case libre où qu'elle soit devant lui. Qui n'en a pas passe. Tous ses pions au bout opposé gagne.";
    "matches":
        "Take from 1 to k matches from the row. At a single match the side to move has lost; in the normal form whoever takes the last one wins.",
        "Prenez de 1 à k allumettes. Devant une seule allumette, on a perdu ; dans la forme normale, qui prend la dernière gagne.";
    "mnk":
        "On m columns and n rows put a stone on a free square. k of yours in a row, a column or a diagonal win; a full board without them is a draw.",
        "Sur m colonnes et n lignes, posez un pion sur une case libre. k pions alignés en ligne, en colonne ou en diagonale gagnent ; un plateau plein sans alignement est nul.";
    "morris":
        "Place your men in turn on free points; when all are placed, slide a man along a line to a free neighbouring point. Three of yours in a row, a mill, take a man of the opponent, one not in a mill unless all are. Whoever has fewer than three men, or cannot move, has lost.",
        "Posez vos pions tour à tour sur des points libres ; quand tous sont posés, glissez-en un le long d'une ligne vers un point voisin libre. Trois alignés, un moulin, prennent un pion adverse, hors d'un moulin s'il y en a. Qui a moins de trois pions, ou ne peut plus bouger, a perdu.";
    "nim":
        "Take any number of matches, at least one, from one heap. Whoever cannot move loses: taking the last match wins. In the misère form taking the last one loses.",
        "Prenez autant d'allumettes que vous voulez, au moins une, dans un seul tas. Qui ne peut pas jouer perd : prendre la dernière gagne. Dans la forme misère, prendre la dernière perd.";
    "octal":
        "Heaps of matches and a code. Digit k of the code says what may be left of a heap from which k are taken: nothing (1), one heap (2), two heaps (4), or sums of these. Whoever cannot move loses. Kayles is 0.77.",
        "Des tas d'allumettes et un code. Le chiffre k du code dit ce qui peut rester d'un tas auquel on en prend k : rien (1), un tas (2), deux tas (4), ou des sommes de ceux-ci. Qui ne peut pas jouer perd. Kayles est 0.77.";
    "othello":
        "Put down a disc so that discs of the other side lie in a straight line between it and another of yours; these turn over. Whoever cannot passes. When neither can, the more discs win.",
        "Posez un pion de sorte que des pions adverses soient en ligne droite entre lui et un autre des vôtres ; ils se retournent. Qui ne le peut pas passe. Quand nul ne peut, le plus de pions gagne.";
    "tictactoe":
        "Put a stone on a free square of 3 by 3. Three in a row, a column or a diagonal win; a full board without them is a draw.",
        "Posez un pion sur une case libre d'un carré de 3 sur 3. Trois alignés gagnent ; un plateau plein sans alignement est nul.";
    "wythoff":
        "A queen goes any distance left, down, or diagonally left and down. Whoever brings her to the lower left corner wins: there the other cannot move.",
        "Une reine va d'autant de cases qu'elle veut à gauche, en bas, ou en diagonale vers le coin. Qui l'amène dans le coin en bas à gauche gagne : l'autre ne peut plus jouer.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_rules_of_games_that_there_are() {
        for (game, _) in RULES {
            assert!(noyau_games::find(game).is_some(), "{game}");
        }
    }
}

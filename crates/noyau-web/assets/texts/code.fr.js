// Les algorithmes du cours, ligne par ligne. Chaque clef est aussi dans code.en.js ; un test le vérifie.

/** @type {Record<string, string>} */
export default {
  'code.title': 'L’algorithme, ligne par ligne',
  'code.kernel': 'N ← ∅\ntant qu’il reste des sommets :\n  s ← un sommet sans successeur\n  N ← N ∪ {s}\n  supprimer s et ses prédécesseurs\nrenvoyer N',
  'code.attractor': 'A ← positions finales gagnées par le joueur\nrépéter :\n  pour tout sommet s hors de A :\n    au joueur, un successeur dans A : ajouter s\n    à l’adversaire, tous ses successeurs dans A : ajouter s\njusqu’à ce que A ne change plus\nrenvoyer A',
  'code.nimbers': 'tant qu’un sommet n’a pas de nimber :\n  s ← un sommet dont tous les successeurs en ont un\n  sans successeur : n(s) ← 0\n  sinon : n(s) ← plus petit entier hors de E = {n(t), t successeur de s}\nrenvoyer n',
  'code.andor': 'Évaluation_A(p) :\n  si p est une feuille : renvoyer gagnante(p)\n  Valeur ← faux\n  pour chaque fils f : Valeur ← Valeur ou Évaluation_B(f)\n  renvoyer Valeur\nÉvaluation_B(p) :\n  si p est une feuille : renvoyer gagnante(p)\n  Valeur ← vrai\n  pour chaque fils f : Valeur ← Valeur et Évaluation_A(f)\n  renvoyer Valeur',
  'code.minimax': 'maximin(p, n) :\n  si n = 0 ou p est une feuille : renvoyer h(p)\n  maxi ← −∞\n  pour chaque fils f : maxi ← max(maxi, minimax(f, n − 1))\n  renvoyer maxi\nminimax(p, n) :\n  si n = 0 ou p est une feuille : renvoyer h(p)\n  mini ← +∞\n  pour chaque fils f : mini ← min(mini, maximin(f, n − 1))\n  renvoyer mini',
  'code.extreme': 'maximin(α, β, p, n) :\n  si n = 0 ou p est une feuille : renvoyer h(p)\n  maxi ← −∞\n  pour chaque fils f : maxi ← max(maxi, minimax(α, β, f, n − 1))\n    si maxi ≥ β : renvoyer maxi\n    α ← max(α, maxi)\n  renvoyer maxi\nminimax(α, β, p, n) :\n  si n = 0 ou p est une feuille : renvoyer h(p)\n  mini ← +∞\n  pour chaque fils f : mini ← min(mini, maximin(α, β, f, n − 1))\n    si mini ≤ α : renvoyer mini\n    β ← min(β, mini)\n  renvoyer mini',
  'code.bound': 'AlphaBeta(p, n, α, β), p à J1 :\n  si p est final ou n = 0 : renvoyer h(p)\n  a ← α\n  pour chaque fils f : a ← max(a, AlphaBeta(f, n − 1, a, β))\n    si a ≥ β : renvoyer a\n  renvoyer a\nAlphaBeta(p, n, α, β), p à J2 :\n  si p est final ou n = 0 : renvoyer h(p)\n  b ← β\n  pour chaque fils f : b ← min(b, AlphaBeta(f, n − 1, α, b))\n    si b ≤ α : renvoyer b\n  renvoyer b',
  'code.montecarlo': 'S ← 0\npour i de 1 à taille :\n  C ← configuration\n  tant que C n’est pas finale :\n    C ← un fils de C tiré au hasard\n  S ← S + Valeur(C)\nrenvoyer S / taille',
  'sampled.begin': 'Partie {i} : on part de la configuration.',
  'sampled.move': 'Un coup tiré au hasard : {move}.',
  'sampled.end': 'La partie est finie, et vaut {value}.',
  'sampled.mean': 'La moyenne de {i} parties est {mean}.',
};

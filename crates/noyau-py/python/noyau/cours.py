"""Les fonctions du cours, avec ses noms, ses arguments et ses résultats.

Un graphe est un dictionnaire ``d`` dont les clefs sont les sommets et les valeurs les listes de successeurs.

>>> d = {0: [1, 2, 3, 4, 5], 1: [4, 5, 6], 2: [1, 3, 4, 5], 3: [5, 6, 7],
...      4: [7, 8], 5: [8], 6: [5, 7], 7: [8], 8: []}
>>> noyau(d)
[2, 6, 8]
>>> strategie(d)
{0: 2, 1: 6, 3: 6, 4: 8, 5: 8, 7: 8}
>>> nimber(d)
{0: 4, 1: 3, 2: 0, 3: 2, 4: 2, 5: 1, 6: 0, 7: 1, 8: 0}
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, MutableMapping, Sequence, Set
from typing import Any, Generic, Optional, TypeVar, Union, cast, overload

from noyau import _noyau

V = TypeVar("V", bound=Hashable)
C = TypeVar("C")
J = TypeVar("J")
N = TypeVar("N")

Graphe = Mapping[V, Sequence[V]]

# --------------------------------------------------------------------------------------------------------------------
# Ce qui ne va pas dans les arguments, dit en français
# --------------------------------------------------------------------------------------------------------------------


def _listes(d: Any) -> None:
    """Refuse ce qui n'est pas un dictionnaire de listes."""
    if not isinstance(d, Mapping):
        raise TypeError(f"un graphe est un dictionnaire qui donne à chaque sommet la liste de ses successeurs, et non {d!r:.60}")
    for sommet, successeurs in d.items():
        if isinstance(successeurs, str) or not isinstance(successeurs, (Sequence, Set)):
            raise TypeError(f"les successeurs de {sommet!r} sont une liste de sommets, et non {successeurs!r:.60}")


def _graphe(d: Any) -> None:
    """Refuse ce qui n'est pas un graphe."""
    _listes(d)
    for sommet, successeurs in d.items():
        for t in successeurs:
            if t not in d:
                raise ValueError(f"{t!r}, successeur de {sommet!r}, n'est pas un sommet du graphe : ajoutez-le, avec [] s'il n'a pas de successeur")


def _sommet(d: Graphe[V], j: V) -> None:
    """Refuse ce qui n'est pas un sommet du graphe."""
    _listes(d)
    if j not in d:
        raise ValueError(f"{j!r} n'est pas un sommet du graphe")


def _entier(nom: str, n: Any, au_moins: int = 0) -> None:
    """Refuse ce qui n'est pas un entier assez grand."""
    if not isinstance(n, int) or isinstance(n, bool) or n < au_moins:
        raise ValueError(f"{nom} vaut {n!r:.60} : il faut un entier, au moins {au_moins}")


def _fonction(nom: str, f: Any) -> None:
    """Refuse ce qui ne s'appelle pas."""
    if not callable(f):
        raise TypeError(f"{nom} est une fonction d'un sommet, et non {f!r:.60}")


def _circuit(d: Graphe[V]) -> Optional[list[V]]:
    """Un circuit du graphe, ou ``None``."""
    reste = {sommet: len(set(successeurs)) for sommet, successeurs in d.items()}
    avant: dict[V, list[V]] = {sommet: [] for sommet in d}
    for sommet, successeurs in d.items():
        for t in set(successeurs):
            avant[t].append(sommet)
    a_voir = [sommet for sommet, nombre in reste.items() if nombre == 0]
    while a_voir:
        for sommet in avant[a_voir.pop()]:
            reste[sommet] -= 1
            if reste[sommet] == 0:
                a_voir.append(sommet)
    s = next((sommet for sommet, nombre in reste.items() if nombre > 0), None)
    if s is None:
        return None
    # Chacun de ceux qui restent a un successeur qui reste : on finit par tourner.
    vus: list[V] = []
    while s not in vus:
        vus.append(s)
        s = next(t for t in d[s] if reste[t] > 0)
    return [*vus[vus.index(s) :], s]


def _rangs(d: Graphe[V]) -> dict[V, int]:
    """Le nombre de coups jusqu'à la fin quand le gagnant se hâte, là où l'un des joueurs gagne."""
    avant: dict[V, list[V]] = {sommet: [] for sommet in d}
    reste = {sommet: len(set(successeurs)) for sommet, successeurs in d.items()}
    for sommet, successeurs in d.items():
        for t in set(successeurs):
            avant[t].append(sommet)
    rangs = {sommet: 0 for sommet, nombre in reste.items() if nombre == 0}
    a_voir = list(rangs)
    for t in a_voir:
        for sommet in avant[t]:
            reste[sommet] -= 1
            # Les rangs pairs sont perdants.
            if sommet not in rangs and (rangs[t] % 2 == 0 or reste[sommet] == 0):
                rangs[sommet] = rangs[t] + 1
                a_voir.append(sommet)
    return rangs

# --------------------------------------------------------------------------------------------------------------------
# Premier texte (Théorie des jeux) et TP : le noyau, la stratégie, les nimbers
# --------------------------------------------------------------------------------------------------------------------


def sansSuccesseur(d: Graphe[V]) -> Optional[V]:
    """Un sommet sans successeur : le premier du dictionnaire, ``None`` s'il n'y en a pas (exercice 1).

    >>> sansSuccesseur({0: [1], 1: []})
    1
    """
    _listes(d)
    for sommet, successeurs in d.items():
        if len(successeurs) == 0:
            return sommet
    return None


def predecesseurs(d: Graphe[V], j: V) -> list[V]:
    """La liste de tous les prédécesseurs du sommet ``j`` (exercice 1).

    >>> predecesseurs({0: [1, 2], 1: [2], 2: []}, 2)
    [0, 1]
    """
    _listes(d)
    return [sommet for sommet, successeurs in d.items() if j in successeurs]


def supprimeElement(L: Iterable[V], j: V) -> list[V]:
    """Les éléments de la liste ``L``, privée de l'élément ``j`` (TP, indication de la question 3).

    >>> supprimeElement([1, 2, 1], 1)
    [2]
    """
    return [element for element in L if element != j]


def supprimeSommet(d: MutableMapping[V, list[V]], j: V) -> None:
    """Supprime le sommet ``j`` du graphe : le dictionnaire ``d`` est modifié, ses listes sont remplacées.

    >>> d = {0: [1, 2], 1: [2], 2: []}
    >>> supprimeSommet(d, 2)
    >>> d
    {0: [1], 1: []}
    """
    _sommet(d, j)
    del d[j]
    for sommet in d:
        d[sommet] = supprimeElement(d[sommet], j)


def noyau(d: Graphe[V]) -> list[V]:
    """La liste des sommets du noyau, dans l'ordre du dictionnaire, qui n'est pas modifié.

    En temps linéaire ; l'algorithme du cours, en O(n³), s'écrit avec :func:`sansSuccesseur`, :func:`predecesseurs` et
    :func:`supprimeSommet`.

    >>> noyau({0: [1, 2], 1: [2], 2: []})
    [2]
    """
    try:
        return _noyau.kernel_of(d)
    except Exception:
        _graphe(d)
        raise


def noyauDuCours(d: Graphe[V]) -> list[V]:
    """Le noyau par l'algorithme même du cours, en O(n³), dans l'ordre où les sommets y entrent.

    >>> noyauDuCours({0: [1], 1: [2], 2: []})
    [2, 0]
    """
    _graphe(d)
    d2 = {sommet: list(successeurs) for sommet, successeurs in d.items()}
    trouves: list[V] = []
    while True:
        s = sansSuccesseur(d2)
        if s is None:
            return trouves
        trouves.append(s)
        for p in predecesseurs(d2, s):
            supprimeSommet(d2, p)
        supprimeSommet(d2, s)


def _jouee(d: Graphe[V], choix: Callable[[V], V]) -> dict[V, V]:
    """Les coups que joue celui qui commence au premier sommet, là où le jeu peut venir."""
    strat: dict[V, V] = {}
    a_voir = [next(iter(d))]
    # Une pile plutôt que la récursivité du TP : une partie peut être plus longue que la pile n'est profonde.
    while a_voir:
        s = a_voir.pop()
        if s in strat or len(d[s]) == 0:
            continue
        strat[s] = choix(s)
        a_voir.extend(reversed(list(d[strat[s]])))
    return strat


def _atteints(d: Graphe[V], strat: Mapping[V, V]) -> list[V]:
    """Les sommets où vient le jeu."""
    vus = dict.fromkeys(strat)
    for s in strat:
        vus[strat[s]] = None
        vus.update(dict.fromkeys(d[strat[s]]))
    return list(vus)


def strategie(d: Graphe[V]) -> dict[V, V]:
    """Une stratégie gagnante pour le joueur qui commence au premier sommet de ``d``, définie là où le jeu peut venir.

    Le dictionnaire est vide si ce joueur n'en a pas (TP, question 6) : le premier sommet est perdant, ou des circuits
    laissent la partie sans fin.

    >>> strategie({0: [1, 2], 1: [2], 2: []})
    {0: 2}
    >>> strategie({0: [1], 1: [2], 2: []})
    {}
    """
    perdantes = set(noyau(d))
    if not d:
        return {}
    if not any(t in perdantes for t in d[next(iter(d))]):
        return {}
    strat = _jouee(d, lambda s: next(t for t in d[s] if t in perdantes))
    # Dans un circuit, le premier sommet perdant peut faire tourner la partie : il faut se hâter.
    if _circuit({s: [strat[s]] if s in strat else list(d[s]) for s in _atteints(d, strat)}):
        rangs = _rangs(d)
        strat = _jouee(d, lambda s: min((t for t in d[s] if t in perdantes), key=lambda t: rangs[t]))
    return {s: strat[s] for s in d if s in strat}


def sansNimber(d: Graphe[V], n: Mapping[V, int]) -> Optional[V]:
    """Un sommet sans nimber dont tous les successeurs en ont un, ou ``None`` (exercice 3).

    >>> sansNimber({0: [1], 1: []}, {1: 0})
    0
    """
    _listes(d)
    for sommet, successeurs in d.items():
        if sommet not in n and all(t in n for t in successeurs):
            return sommet
    return None


def nimber(d: Graphe[V]) -> dict[V, int]:
    """Le dictionnaire des nimbers des sommets (exercice 3).

    >>> nimber({0: [1, 2], 1: [2], 2: []})
    {0: 2, 1: 1, 2: 0}
    """
    try:
        return _noyau.nimbers_of(d)
    except Exception:
        _graphe(d)
        if circuit := _circuit(d):
            tour = " → ".join(str(t) for t in circuit)
            raise ValueError(f"les nimbers demandent un graphe sans circuit, et celui-ci a le circuit {tour}") from None
        raise


def grundy(n: int, p: int) -> list[list[int]]:
    """Le tableau n x p des valeurs de Sprague-Grundy du jeu de Wythoff (exercice 4).

    >>> for ligne in grundy(3, 4):
    ...     print(ligne)
    [0, 1, 2, 3]
    [1, 2, 0, 4]
    [2, 0, 1, 5]
    """
    _entier("n", n)
    _entier("p", p)
    d = {
        (i, j): [(k, j) for k in range(i)]
        + [(i, k) for k in range(j)]
        + [(i - k, j - k) for k in range(1, min(i, j) + 1)]
        for i in range(n)
        for j in range(p)
    }
    valeurs = nimber(d)
    return [[valeurs[i, j] for j in range(p)] for i in range(n)]


def wythoff(n: int, p: int) -> Optional[tuple[int, int]]:
    """La position où jouer pour gagner depuis la case (n, p), ou ``None`` si elle est perdante (exercice 4).

    >>> wythoff(2, 3)
    (2, 1)
    >>> wythoff(1, 2) is None
    True
    """
    _entier("n", n)
    _entier("p", p)
    valeurs = grundy(n + 1, p + 1)
    for i in range(n):
        if valeurs[i][p] == 0:
            return (i, p)
    for j in range(p):
        if valeurs[n][j] == 0:
            return (n, j)
    for k in range(1, min(n, p) + 1):
        if valeurs[n - k][p - k] == 0:
            return (n - k, p - k)
    return None


# --------------------------------------------------------------------------------------------------------------------
# Premier texte, 2 : min-max et élagage alpha-bêta
# --------------------------------------------------------------------------------------------------------------------

H = Callable[[Any], float]
S = Callable[[Any], Sequence[Any]]


def _du_cours(h: Optional[H], successeurs: Optional[S]) -> tuple[H, S]:
    """``h`` et ``successeurs`` : donnés, ou définis par l'appelant, comme le cours le suppose."""
    appelant = sys._getframe(2)
    trouves: list[Any] = []
    for nom, donne in (("h", h), ("successeurs", successeurs)):
        fonction: Any = donne
        if fonction is None:
            fonction = appelant.f_locals.get(nom, appelant.f_globals.get(nom))
        if not callable(fonction):
            raise NameError(f"la fonction {nom}(p) n'est pas définie : définissez-la, ou donnez {nom}=...")
        trouves.append(fonction)
    return trouves[0], trouves[1]


@overload
def minimax(p: Any, n: int, /, *, h: Optional[H] = None, successeurs: Optional[S] = None) -> float: ...
@overload
def minimax(alpha: float, beta: float, p: Any, n: int, /, *, h: Optional[H] = None, successeurs: Optional[S] = None) -> float: ...
def minimax(*arguments: Any, h: Optional[H] = None, successeurs: Optional[S] = None) -> float:
    """``minimax(p, n)`` ou ``minimax(alpha, beta, p, n)`` : la valeur de la position ``p`` à la profondeur ``n`` quand
    c'est à Ève de jouer. ``h`` et ``successeurs`` sont ceux de l'appelant, s'ils ne sont pas donnés.

    >>> arbre = {"r": ["a", "b"], "a": [], "b": []}
    >>> minimax("r", 1, h={"a": 3, "b": 5}.get, successeurs=arbre.get)
    3
    """
    heuristique, suite = _du_cours(h, successeurs)
    return _cherche(arguments, False, heuristique, suite)


@overload
def maximin(p: Any, n: int, /, *, h: Optional[H] = None, successeurs: Optional[S] = None) -> float: ...
@overload
def maximin(alpha: float, beta: float, p: Any, n: int, /, *, h: Optional[H] = None, successeurs: Optional[S] = None) -> float: ...
def maximin(*arguments: Any, h: Optional[H] = None, successeurs: Optional[S] = None) -> float:
    """``maximin(p, n)`` ou ``maximin(alpha, beta, p, n)`` : la même chose quand c'est à Adam de jouer.

    >>> arbre = {"r": ["a", "b"], "a": [], "b": []}
    >>> maximin("r", 1, h={"a": 3, "b": 5}.get, successeurs=arbre.get)
    5
    >>> maximin(-math.inf, math.inf, "r", 1, h={"a": 3, "b": 5}.get, successeurs=arbre.get)
    5
    """
    heuristique, suite = _du_cours(h, successeurs)
    return _cherche(arguments, True, heuristique, suite)


def _score(h: Callable[[V], N], p: V) -> N:
    """La valeur de l'heuristique, qui est un nombre."""
    valeur = h(p)
    if valeur is None:
        raise ValueError(f"l'heuristique n'a pas de valeur en {p!r:.60} : elle renvoie None")
    return valeur


def _cherche(arguments: tuple[Any, ...], maximise: bool, h: H, successeurs: S) -> float:
    if len(arguments) == 2:
        p, n = arguments
        _entier("la profondeur", n)
        return _sans_elagage(p, n, maximise, h, successeurs)
    if len(arguments) == 4:
        alpha, beta, p, n = arguments
        _entier("la profondeur", n)
        return _avec_elagage(alpha, beta, p, n, maximise, h, successeurs)
    raise TypeError("il faut (p, n) ou (alpha, beta, p, n)")


def _sans_elagage(p: Any, n: int, maximise: bool, h: H, successeurs: S) -> float:
    suite = successeurs(p) if n > 0 else []
    if len(suite) == 0:
        return _score(h, p)
    valeurs = (_sans_elagage(pk, n - 1, not maximise, h, successeurs) for pk in suite)
    return max(valeurs) if maximise else min(valeurs)


def _avec_elagage(alpha: float, beta: float, p: Any, n: int, maximise: bool, h: H, successeurs: S) -> float:
    suite = successeurs(p) if n > 0 else []
    if len(suite) == 0:
        return _score(h, p)
    meilleur = -math.inf if maximise else math.inf
    for pk in suite:
        s = _avec_elagage(alpha, beta, pk, n - 1, not maximise, h, successeurs)
        if maximise:
            meilleur = max(meilleur, s)
            if meilleur >= beta:
                return meilleur
            alpha = max(alpha, meilleur)
        else:
            meilleur = min(meilleur, s)
            if meilleur <= alpha:
                return meilleur
            beta = min(beta, meilleur)
    return meilleur


# --------------------------------------------------------------------------------------------------------------------
# Deuxième texte (Jeux et arbres) : et/ou, minimax à horizon fini, Monte-Carlo
# --------------------------------------------------------------------------------------------------------------------


class Jeu(Generic[C, J]):
    """Un jeu comme le décrit le deuxième texte : ``Coup`` donne les coups jouables d'un joueur (``"A"`` ou ``"B"``), ``Jeu``
    la configuration après un coup, ``Valeur`` ce que vaut une configuration pour A.

    >>> jeu = Jeu(lambda joueur, n: [k for k in (1, 2, 3) if k <= n], lambda k, n: n - k, lambda joueur, n: joueur == "B")
    >>> jeu.Evaluation_Joueur_A(4), jeu.Evaluation_Joueur_A(5), jeu.coup_gagnant[5]
    (False, True, [1])
    """

    def __init__(
        self,
        Coup: Callable[[str, C], Sequence[J]],
        Jeu: Callable[[J, C], C],
        Valeur: Callable[[str, C], Union[float, bool]],
    ) -> None:
        """``Valeur(joueur, configuration)`` est demandée quand ``joueur`` ne peut plus jouer, ou à l'horizon."""
        self.Coup = Coup
        self.Jeu = Jeu
        self.Valeur = Valeur
        self.coup_gagnant: dict[C, list[J]] = {}
        """Les coups gagnants de A, dans les configurations évaluées."""

    def Evaluation_Joueur_A(self, configuration: C) -> bool:
        """Vrai si A, qui doit jouer, gagne : le « ou » de ses fils. Remplit ``coup_gagnant``."""
        C = self.Coup("A", configuration)
        if len(C) == 0:
            return bool(self.Valeur("A", configuration))
        gagnants = [c for c in C if self.Evaluation_Joueur_B(self.Jeu(c, configuration))]
        self.coup_gagnant[configuration] = gagnants
        return len(gagnants) > 0

    def Evaluation_Joueur_B(self, configuration: C) -> bool:
        """Vrai si A gagne quand B doit jouer : le « et » de ses fils."""
        C = self.Coup("B", configuration)
        if len(C) == 0:
            return bool(self.Valeur("B", configuration))
        return all(self.Evaluation_Joueur_A(self.Jeu(c, configuration)) for c in C)

    def minimax(self, configuration: C, horizon: Optional[int] = None, joueur: str = "A") -> float:
        """La meilleure valeur pour A à un horizon, ou jusqu'au bout s'il n'est pas donné.

        >>> jeu = Jeu(lambda j, n: [1, 2][:n], lambda k, n: n - k, lambda j, n: -1 if j == "A" else 1)
        >>> jeu.minimax(3), jeu.minimax(4)
        (-1, 1)
        """
        if joueur not in ("A", "B"):
            raise ValueError(f"le joueur est \"A\" ou \"B\", et non {joueur!r:.60}")
        if horizon is not None:
            _entier("l'horizon", horizon)
        coups = self.Coup(joueur, configuration) if horizon is None or horizon > 0 else []
        if len(coups) == 0:
            return self.Valeur(joueur, configuration)
        reste = None if horizon is None else horizon - 1
        autre = "B" if joueur == "A" else "A"
        valeurs = (self.minimax(self.Jeu(c, configuration), reste, autre) for c in coups)
        return max(valeurs) if joueur == "A" else min(valeurs)

    def Monte_Carlo(
        self, configuration: C, taille_echantillon: int, joueur: str = "B", *, graine: int = 0
    ) -> float:
        """La moyenne des valeurs de parties où les deux joueurs tirent leurs coups au hasard (la stratégie S0).

        >>> jeu = Jeu(lambda j, n: [1, 2][:n], lambda k, n: n - k, lambda j, n: float(j == "B"))
        >>> 0 <= jeu.Monte_Carlo(5, 200) <= 1
        True
        """
        _entier("la taille de l'échantillon", taille_echantillon, 1)
        hasard = random.Random(graine)
        somme = 0.0
        for _ in range(taille_echantillon):
            c, qui = configuration, joueur
            while coups := self.Coup(qui, c):
                c, qui = self.Jeu(hasard.choice(coups), c), "A" if qui == "B" else "B"
            somme += self.Valeur(qui, c)
        return somme / taille_echantillon


def cout_minimax(b: int, p: int, cout: float = 1) -> float:
    """Le coût du minimax : C (b^(p+1) - 1) / (b - 1).

    >>> cout_minimax(2, 3)
    15.0
    """
    _entier("b", b, 1)
    _entier("p", p)
    return cout * (p + 1) if b == 1 else cout * (b ** (p + 1) - 1) / (b - 1)


def erreur_Monte_Carlo(p: float, taille_echantillon: int, phi: float = 1.96) -> float:
    """La précision ε = Φσ/√n, où σ = √(p(1-p)).

    >>> round(erreur_Monte_Carlo(0.5, 400), 3)
    0.049
    """
    if not 0 <= p <= 1:
        raise ValueError(f"p vaut {p!r} : il faut une probabilité, entre 0 et 1")
    _entier("la taille de l'échantillon", taille_echantillon, 1)
    return phi * math.sqrt(p * (1 - p)) / math.sqrt(taille_echantillon)


# --------------------------------------------------------------------------------------------------------------------
# Troisième texte (Jeux à deux joueurs) : graphes et attracteurs
# --------------------------------------------------------------------------------------------------------------------


def attracteurs(G: Graphe[V], fA: Callable[[V], bool]) -> list[V]:
    """La liste des attracteurs d'Alice, dans l'ordre du graphe ; ``fA(v)`` dit si le sommet ``v`` est à Alice.

    >>> G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}
    >>> attracteurs(G, lambda v: v < 4)
    [0, 1, 2, 4, 7]
    """
    _fonction("fA", fA)
    try:
        return list(_noyau.attractor_of(G, lambda v: bool(fA(v)), True))
    except Exception:
        _graphe(G)
        raise


def nim(n: int) -> dict[tuple[int, str], list[tuple[int, str]]]:
    """Le graphe du jeu de Nim du troisième texte : ``(i, j)`` est le joueur ``j`` devant la ``i``-ième allumette.

    >>> nim(3)[1, 'A']
    [(2, 'B'), (3, 'B')]
    """
    _entier("n", n)
    return {
        (i, j): [(k, "A" if j == "B" else "B") for k in range(i + 1, min(i + 3, n) + 1)]
        for i in range(1, n + 1)
        for j in ("A", "B")
    }


def matrice(G: Graphe[V]) -> list[list[int]]:
    """La matrice d'adjacence d'un graphe, dans l'ordre de ses sommets.

    >>> matrice({0: [1], 1: []})
    [[0, 1], [0, 0]]
    """
    _graphe(G)
    return [[int(w in G[v]) for w in G] for v in G]


def listes(G: Graphe[V]) -> list[list[int]]:
    """Les listes d'adjacence d'un graphe, ses sommets étant numérotés dans leur ordre.

    >>> listes({"a": ["b"], "b": []})
    [[1], []]
    """
    _graphe(G)
    numero = {v: i for i, v in enumerate(G)}
    return [[numero[w] for w in G[v]] for v in G]


def dictionnaire(A: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    """Le dictionnaire d'adjacence d'une matrice d'adjacence.

    >>> dictionnaire([[0, 1], [0, 0]])
    {0: [1], 1: []}
    """
    for i, ligne in enumerate(A):
        if len(ligne) != len(A):
            raise ValueError(f"la ligne {i} a {len(ligne)} coefficients : une matrice d'adjacence de {len(A)} lignes est carrée")
    return {i: [j for j, arete in enumerate(ligne) if arete] for i, ligne in enumerate(A)}


def domineering(
    lignes: int, colonnes: int
) -> dict[tuple[frozenset[tuple[int, int]], str], list[tuple[frozenset[tuple[int, int]], str]]]:
    """Le graphe des configurations du domineering : les cases libres et qui joue ; Alice (A) pose verticalement.

    Les lignes viennent d'abord : ``domineering(2, 3)`` est le plateau de ``noyau.game("domineering:3x2")``.

    >>> G = domineering(2, 2)
    >>> debut = next(iter(G))
    >>> debut in attracteurs(G, lambda v: v[1] == "A")
    True
    """
    _entier("lignes", lignes)
    _entier("colonnes", colonnes)
    debut = (frozenset((i, j) for i in range(lignes) for j in range(colonnes)), "A")
    G: dict[Any, list[Any]] = {}
    a_voir = [debut]
    while a_voir:
        v = a_voir.pop()
        if v in G:
            continue
        libres, qui = v
        di, dj = (1, 0) if qui == "A" else (0, 1)
        suite = []
        for i, j in sorted(libres):
            if (i + di, j + dj) in libres:
                suite.append((libres - {(i, j), (i + di, j + dj)}, "B" if qui == "A" else "A"))
        G[v] = suite
        a_voir.extend(suite)
    return G


# --------------------------------------------------------------------------------------------------------------------
# Cinquième texte : attracteurs A_j, MinMax et AlphaBeta
# --------------------------------------------------------------------------------------------------------------------


def suite_attracteurs(
    G: Graphe[V], S1: Callable[[V], bool], F1: Optional[Iterable[V]] = None
) -> list[set[V]]:
    """La suite croissante A_0, A_1, ... qui converge vers l'attracteur de J1 (définition 4.9).

    ``F1`` est la condition de gain de J1 ; sans elle, ce sont les états sans successeur de J2.

    >>> suite_attracteurs({0: [1], 1: [2], 2: []}, lambda s: s == 1)
    [{2}, {1, 2}, {0, 1, 2}]
    """
    _fonction("S1", S1)
    F = None if F1 is None else list(F1)
    try:
        rangs = _noyau.attractor_of(G, lambda v: bool(S1(v)), True, F)
    except Exception:
        _graphe(G)
        for f in F or []:
            _sommet(G, f)
        raise
    plus_loin = max(rangs.values(), default=-1)
    return [{s for s, rang in rangs.items() if rang <= j} for j in range(plus_loin + 1)]


class Arbre(Generic[V]):
    """L'arbre associé à un jeu : les fils de chaque nœud, et ceux que J1 contrôle.

    >>> A = Arbre({"r": ["a", "b"], "a": [], "b": []}, S1={"r"})
    >>> MinMax(A, "r", 1, {"a": 3, "b": 5}.get)
    5
    """

    def __init__(self, fils: Graphe[V], S1: Union[Iterable[V], Callable[[V], bool]]) -> None:
        """``S1`` est l'ensemble des états contrôlés par J1, ou une fonction qui le dit."""
        _graphe(fils)
        self.fils = fils
        etats = None if callable(S1) else frozenset(S1)
        self._est_a_J1: Callable[[V], bool] = cast(
            "Callable[[V], bool]", S1 if etats is None else etats.__contains__
        )

    def est_final(self, n: V) -> bool:
        """Vrai si rien ne suit."""
        if n not in self.fils:
            raise ValueError(f"{n!r:.60} n'est pas un état de l'arbre")
        return len(self.fils[n]) == 0

    def est_a_J1(self, n: V) -> bool:
        """Vrai si J1 contrôle l'état."""
        return self._est_a_J1(n)


def MinMax(A: Arbre[V], n: V, p: int, h: Callable[[V], Any]) -> Any:
    """Le score du sommet ``n`` à la profondeur ``p`` (MinMax classique)."""
    if p == 0 or A.est_final(n):
        return _score(h, n)
    _entier("la profondeur", p)
    scores = [MinMax(A, f, p - 1, h) for f in A.fils[n]]
    return max(scores) if A.est_a_J1(n) else min(scores)


def MeilleurCoup(A: Arbre[V], n: V, p: int, h: Callable[[V], Any]) -> V:
    """Le fils de ``n`` de score le plus souhaitable (MinMax, meilleur coup possible).

    >>> A = Arbre({"r": ["a", "b"], "a": [], "b": []}, S1={"r"})
    >>> MeilleurCoup(A, "r", 1, {"a": 3, "b": 5}.get)
    'b'
    """
    if A.est_final(n) or p == 0:
        raise ValueError("un état final n'a pas de meilleur coup")
    score = MinMax(A, n, p, h)
    return next(f for f in A.fils[n] if MinMax(A, f, p - 1, h) == score)


def AlphaBeta(
    A: Arbre[V], n: V, p: int, h: Callable[[V], Any], alpha: float = -math.inf, beta: float = math.inf
) -> Any:
    """Le score de ``n`` borné par ``alpha`` et ``beta`` (MinMax avec élagage alpha-bêta).

    >>> A = Arbre({"r": ["a", "b"], "a": [], "b": []}, S1={"r"})
    >>> AlphaBeta(A, "r", 1, {"a": 3, "b": 5}.get)
    5
    """
    if p == 0 or A.est_final(n):
        return _score(h, n)
    _entier("la profondeur", p)
    if A.est_a_J1(n):
        a = alpha
        for f in A.fils[n]:
            a = max(AlphaBeta(A, f, p - 1, h, a, beta), a)
            if a >= beta:
                return a
        return a
    b = beta
    for f in A.fils[n]:
        b = min(AlphaBeta(A, f, p - 1, h, alpha, b), b)
        if b <= alpha:
            return b
    return b


__all__ = [
    "AlphaBeta",
    "Arbre",
    "Jeu",
    "MeilleurCoup",
    "MinMax",
    "attracteurs",
    "cout_minimax",
    "dictionnaire",
    "domineering",
    "erreur_Monte_Carlo",
    "grundy",
    "listes",
    "matrice",
    "maximin",
    "minimax",
    "nim",
    "nimber",
    "noyau",
    "noyauDuCours",
    "predecesseurs",
    "sansNimber",
    "sansSuccesseur",
    "strategie",
    "suite_attracteurs",
    "supprimeElement",
    "supprimeSommet",
    "wythoff",
]

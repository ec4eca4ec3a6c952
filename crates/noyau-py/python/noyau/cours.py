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

Ce fichier se suffit à lui-même : là où rien ne s'installe (Basthon, Capytale), copiez-le sous le nom ``cours.py`` et écrivez
``import cours``. Sans le reste du paquet il calcule en Python simple, plus lentement et avec les mêmes résultats.
"""

from __future__ import annotations

import contextlib
import copy
import html
import importlib
import io
import json
import math
import random
import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, MutableMapping, Sequence, Set
from typing import Any, Generic, Optional, TypeVar, Union, cast, overload


def _paquet() -> Any:
    """Le reste du paquet, ou ``None`` si ce fichier est seul."""
    try:
        return importlib.import_module("noyau._noyau")
    except ImportError:
        return None


_noyau = _paquet()

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
    if not isinstance(j, Hashable) or j not in d:
        raise ValueError(f"{j!r} n'est pas un sommet du graphe")


def _entier(nom: str, n: Any, au_moins: int = 0) -> None:
    """Refuse ce qui n'est pas un entier assez grand."""
    if not isinstance(n, int) or isinstance(n, bool) or n < au_moins:
        raise ValueError(f"{nom} vaut {n!r:.60} : il faut un entier, au moins {au_moins}")


def _fonction(nom: str, f: Any) -> None:
    """Refuse ce qui ne s'appelle pas."""
    if not callable(f):
        raise TypeError(f"{nom} est une fonction d'un sommet, et non {f!r:.60}")


def _collection(nom: str, L: Any) -> None:
    """Refuse ce qui n'est ni une liste ni un ensemble."""
    if isinstance(L, str) or not isinstance(L, Iterable):
        raise TypeError(f"{nom} est une liste, et non {L!r:.60}")


def _nombre(nom: str, x: Any) -> None:
    """Refuse ce qui n'est pas un nombre."""
    try:
        float(x)
    except (TypeError, ValueError):
        raise TypeError(f"{nom} est un nombre, et non {x!r:.60}") from None


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
# En Python simple, ce que le paquet fait plus vite
# --------------------------------------------------------------------------------------------------------------------


def _noyau_simple(d: Graphe[V]) -> list[V]:
    """Les sommets perdants, ceux de rang pair, dans l'ordre du dictionnaire."""
    _graphe(d)
    rangs = _rangs(d)
    return [sommet for sommet in d if rangs.get(sommet, 1) % 2 == 0]


def _nimbers_simples(d: Graphe[V]) -> dict[V, int]:
    """Les nimbers d'un graphe sans circuit, des puits vers le reste."""
    _graphe(d)
    if circuit := _circuit(d):
        tour = " → ".join(str(t) for t in circuit)
        raise ValueError(f"les nimbers demandent un graphe sans circuit, et celui-ci a le circuit {tour}")
    avant: dict[V, list[V]] = {sommet: [] for sommet in d}
    reste = {sommet: len(set(successeurs)) for sommet, successeurs in d.items()}
    for sommet, successeurs in d.items():
        for t in set(successeurs):
            avant[t].append(sommet)
    a_voir = [sommet for sommet, nombre in reste.items() if nombre == 0]
    valeurs: dict[V, int] = {}
    for s in a_voir:
        pris = {valeurs[t] for t in d[s]}
        valeurs[s] = next(n for n in range(len(pris) + 1) if n not in pris)
        for sommet in avant[s]:
            reste[sommet] -= 1
            if reste[sommet] == 0:
                a_voir.append(sommet)
    return {sommet: valeurs[sommet] for sommet in d}


def _attracteur_simple(
    G: Graphe[V], fA: Callable[[V], bool], F: Optional[Iterable[V]] = None
) -> dict[V, int]:
    """Le rang de chaque sommet de l'attracteur d'Alice : le nombre de coups jusqu'à la cible."""
    _graphe(G)
    a_Alice = {sommet: bool(fA(sommet)) for sommet in G}
    cibles = [s for s in G if len(G[s]) == 0 and not a_Alice[s]] if F is None else list(F)
    for f in cibles:
        _sommet(G, f)
    avant: dict[V, list[V]] = {sommet: [] for sommet in G}
    reste = {sommet: len(set(successeurs)) for sommet, successeurs in G.items()}
    for sommet, successeurs in G.items():
        for t in set(successeurs):
            avant[t].append(sommet)
    rangs = dict.fromkeys(cibles, 0)
    a_voir = list(rangs)
    for t in a_voir:
        for sommet in avant[t]:
            reste[sommet] -= 1
            if sommet not in rangs and (a_Alice[sommet] or reste[sommet] == 0):
                rangs[sommet] = rangs[t] + 1
                a_voir.append(sommet)
    return {sommet: rangs[sommet] for sommet in G if sommet in rangs}


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
    _collection("L", L)
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
    if _noyau is None:
        return _noyau_simple(d)
    try:
        return cast("list[V]", _noyau.kernel_of(d))
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
    if not isinstance(n, (Mapping, Set)):
        raise TypeError(f"n est le dictionnaire des nimbers déjà trouvés, et non {n!r:.60}")
    for sommet, successeurs in d.items():
        if sommet not in n and all(t in n for t in successeurs):
            return sommet
    return None


def nimber(d: Graphe[V]) -> dict[V, int]:
    """Le dictionnaire des nimbers des sommets (exercice 3).

    >>> nimber({0: [1, 2], 1: [2], 2: []})
    {0: 2, 1: 1, 2: 0}
    """
    if _noyau is None:
        return _nimbers_simples(d)
    try:
        return cast("dict[V, int]", _noyau.nimbers_of(d))
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
    _nombre(f"l'heuristique de {p!r:.60}", valeur)
    return valeur


def _cherche(arguments: tuple[Any, ...], maximise: bool, h: H, successeurs: S) -> float:
    if len(arguments) == 2:
        p, n = arguments
        _entier("la profondeur", n)
        return _sans_elagage(p, n, maximise, h, successeurs)
    if len(arguments) == 4:
        alpha, beta, p, n = arguments
        _entier("la profondeur", n)
        _nombre("alpha", alpha)
        _nombre("beta", beta)
        return _avec_elagage(alpha, beta, p, n, maximise, h, successeurs)
    raise TypeError("il faut (p, n) ou (alpha, beta, p, n)")


def _suite(p: Any, successeurs: S) -> Sequence[Any]:
    """Les successeurs d'une position, qui sont une liste."""
    suite = successeurs(p)
    if isinstance(suite, str) or not isinstance(suite, (Sequence, Set)):
        raise TypeError(f"successeurs({p!r:.60}) est une liste de positions, et non {suite!r:.60}")
    return suite


def _sans_elagage(p: Any, n: int, maximise: bool, h: H, successeurs: S) -> float:
    suite = _suite(p, successeurs) if n > 0 else []
    if len(suite) == 0:
        return _score(h, p)
    valeurs = (_sans_elagage(pk, n - 1, not maximise, h, successeurs) for pk in suite)
    return max(valeurs) if maximise else min(valeurs)


def _avec_elagage(alpha: float, beta: float, p: Any, n: int, maximise: bool, h: H, successeurs: S) -> float:
    suite = _suite(p, successeurs) if n > 0 else []
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
        for nom, f in (("Coup", Coup), ("Jeu", Jeu), ("Valeur", Valeur)):
            if not callable(f):
                raise TypeError(f"{nom} est une fonction, et non {f!r:.60}")
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
    _nombre("p", p)
    _nombre("phi", phi)
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
    if _noyau is None:
        return list(_attracteur_simple(G, fA))
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
    _collection("une matrice", A)
    for i, ligne in enumerate(A):
        _collection(f"la ligne {i} d'une matrice", ligne)
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
    if F1 is not None:
        _collection("F1", F1)
    F = None if F1 is None else list(F1)
    rangs: dict[V, int]
    if _noyau is None:
        rangs = _attracteur_simple(G, S1, F)
    else:
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
        if not callable(S1):
            _collection("S1", S1)
            for s in S1:
                _sommet(fils, s)
        etats = None if callable(S1) else frozenset(S1)
        self._est_a_J1: Callable[[V], bool] = cast(
            "Callable[[V], bool]", S1 if etats is None else etats.__contains__
        )

    def est_final(self, n: V) -> bool:
        """Vrai si rien ne suit."""
        if not isinstance(n, Hashable) or n not in self.fils:
            raise ValueError(f"{n!r:.60} n'est pas un état de l'arbre")
        return len(self.fils[n]) == 0

    def est_a_J1(self, n: V) -> bool:
        """Vrai si J1 contrôle l'état."""
        return self._est_a_J1(n)


def _dans_un_arbre(A: Any, p: Any, h: Any) -> None:
    """Refuse ce qui n'est pas un arbre, une profondeur et une heuristique."""
    if not all(hasattr(A, nom) for nom in ("fils", "est_final", "est_a_J1")):
        raise TypeError(f"A est un arbre, comme Arbre(fils, S1), et non {A!r:.60}")
    _entier("la profondeur", p)
    _fonction("h", h)


def MinMax(A: Arbre[V], n: V, p: int, h: Callable[[V], Any]) -> Any:
    """Le score du sommet ``n`` à la profondeur ``p`` (MinMax classique)."""
    _dans_un_arbre(A, p, h)
    if A.est_final(n) or p == 0:
        return _score(h, n)
    scores = [MinMax(A, f, p - 1, h) for f in A.fils[n]]
    return max(scores) if A.est_a_J1(n) else min(scores)


def MeilleurCoup(A: Arbre[V], n: V, p: int, h: Callable[[V], Any]) -> V:
    """Le fils de ``n`` de score le plus souhaitable (MinMax, meilleur coup possible).

    >>> A = Arbre({"r": ["a", "b"], "a": [], "b": []}, S1={"r"})
    >>> MeilleurCoup(A, "r", 1, {"a": 3, "b": 5}.get)
    'b'
    """
    _dans_un_arbre(A, p, h)
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
    _dans_un_arbre(A, p, h)
    _nombre("alpha", alpha)
    _nombre("beta", beta)
    if A.est_final(n) or p == 0:
        return _score(h, n)
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


# --------------------------------------------------------------------------------------------------------------------
# Juger une fonction des textes
# --------------------------------------------------------------------------------------------------------------------


class Verification:
    """Ce que :func:`verifie` dit d'une fonction ; vrai si elle est juste."""

    def __init__(self, dit: Mapping[str, Any]) -> None:
        self.nom: str = dit["name"]
        self.juste: bool = dit["passed"]
        self.essais: int = dit["tried"]
        self.message: str = dit["message"]
        self.contre_exemple: Optional[dict[str, Any]] = dit["counterexample"]
        """Les appels qui montrent l'erreur, ce qui est renvoyé et ce qui serait juste."""
        self.svg: Optional[str] = dit.get("svg")
        """Le dessin du graphe ou de l'arbre du contre-exemple ; le paquet seul dessine."""

    def __bool__(self) -> bool:
        return self.juste

    def _lignes(self) -> list[str]:
        exemple = self.contre_exemple
        if exemple is None:
            return []
        lignes = [exemple["setting"]] if exemple["setting"] else []
        lignes += [f">>> {appel}" for appel in exemple["calls"]]
        if exemple["returned"] is not None:
            lignes.append(exemple["returned"])
        if exemple["expected"] is not None:
            lignes.append(f"juste : {exemple['expected']}")
        return lignes

    def __repr__(self) -> str:
        return "\n".join([f"{self.nom} : {self.message}", *(f"  {ligne}" for ligne in self._lignes())])

    def _repr_html_(self) -> str:
        signe = "✓" if self.juste else "✗"
        lignes = "\n".join(self._lignes())
        exemple = f"<pre>{html.escape(lignes)}</pre>" if lignes else ""
        return f"<p>{signe} <b>{html.escape(self.nom)}</b> : {html.escape(self.message)}</p>{exemple}{self.svg or ''}"


class _Appartient:
    """La fonction vraie des sommets d'une liste, qui s'écrit."""

    def __init__(self, sommets: list[int]) -> None:
        self.sommets = sommets

    def __call__(self, v: Any) -> bool:
        return v in self.sommets

    def __repr__(self) -> str:
        return f"lambda v: v in {self.sommets}"


class _Cas:
    """Un appel : ses arguments, et l'arbre dont ils parlent."""

    def __init__(self, *arguments: Any, fils: Optional[dict[int, list[int]]] = None, h: Optional[dict[int, int]] = None) -> None:
        self.arguments = arguments
        self.fils = fils or {}
        self.h = h or {}


def _parties(liste: Sequence[Any]) -> list[list[Any]]:
    """Les parties d'une liste, les plus petites d'abord."""
    toutes = [[x for i, x in enumerate(liste) if k >> i & 1] for k in range(1 << len(liste))]
    return sorted(toutes, key=len)


def _graphes() -> Iterable[dict[int, list[int]]]:
    """Les graphes sans circuit de 1 à 3 sommets, d'autres de 4 et 5, puis celui de Chomp (2, 3)."""
    for n in range(1, 4):
        for aretes in _parties([(u, v) for u in range(n) for v in range(n) if u != v]):
            d = {u: [v for x, v in aretes if x == u] for u in range(n)}
            if _circuit(d) is None:
                yield d
    hasard = random.Random(1)
    for n in [4] * 24 + [5] * 24:
        noms = list(range(n))
        hasard.shuffle(noms)
        yield {u: [v for v in range(n) if noms[u] < noms[v] and hasard.random() < 0.5] for u in range(n)}
    yield {0: [1, 2, 3, 4, 5], 1: [4, 5, 6], 2: [1, 3, 4, 5], 3: [5, 6, 7], 4: [7, 8], 5: [8], 6: [5, 7], 7: [8], 8: []}


def _arbres() -> Iterable[tuple[dict[int, list[int]], dict[int, int], int]]:
    """Des arbres de racine 0, avec la valeur de chaque sommet et une profondeur, des plus petits aux plus grands."""
    hasard = random.Random(1)
    for valeur in (0, 1, -1):
        yield {0: []}, {0: valeur}, 0
    for n in [2] * 20 + [3] * 30 + [5] * 30 + [8] * 30:
        fils: dict[int, list[int]] = {v: [] for v in range(n)}
        rangs = {0: 0}
        for v in range(1, n):
            pere = hasard.randrange(v)
            fils[pere].append(v)
            rangs[v] = rangs[pere] + 1
        yield fils, {v: hasard.randrange(-5, 6) for v in range(n)}, hasard.randrange(max(rangs.values()) + 2)


def _cas(nom: str) -> Iterable[_Cas]:
    """Les appels à essayer, des plus petits aux plus grands ; rien si la fonction n'est pas connue ici."""
    if nom in ("grundy", "wythoff"):
        debut = 1 if nom == "grundy" else 0
        for n, p in sorted(((n, p) for n in range(8) for p in range(8)), key=sum):
            yield _Cas(n + debut, p + debut)
    elif nom in ("minimax", "maximin"):
        for fils, h, profondeur in _arbres():
            yield _Cas(0, profondeur, fils=fils, h=h)
    elif nom in _SUR_UN_GRAPHE:
        for d in _graphes():
            if nom in ("predecesseurs", "supprimeSommet"):
                for j in d:
                    yield _Cas(d, j)
            elif nom == "sansNimber":
                for connus in _parties(list(d)[-4:]):
                    yield _Cas(d, dict.fromkeys(connus, 0))
            elif nom == "attracteurs":
                for alice in _parties(list(d)) if len(d) < 6 else ():
                    if all((u in alice) != (v in alice) for u in d for v in d[u]):
                        yield _Cas(d, _Appartient(alice))
            elif nom != "strategie" or 0 not in noyau(d):
                yield _Cas(d)


_SUR_UN_GRAPHE = ("sansSuccesseur", "predecesseurs", "supprimeSommet", "noyau", "sansNimber", "nimber", "strategie", "attracteurs")


def _faute(nom: str, cas: _Cas, apres: Sequence[Any], r: Any) -> tuple[Optional[str], Optional[str]]:
    """Ce qui est faux dans une réponse, avec les mots de ``noyau check``, et une réponse juste."""
    message: Optional[str]
    if nom in ("minimax", "maximin"):
        message, juste = _juge_minimax(cas, nom == "maximin", r)
    elif nom == "supprimeSommet":
        message, juste = _juge_supprimeSommet(cas.arguments[0], cas.arguments[1], apres[0])
    else:
        message, juste = globals()[f"_juge_{nom}"](*cas.arguments, r)
        if message is None and nom in _SUR_UN_GRAPHE and apres[0] != cas.arguments[0]:
            return f"elle modifie le graphe, qui est ensuite {_court(apres[0])} : il faut travailler sur une copie", None
    return message, repr(juste)


def _court(x: Any) -> str:
    texte = repr(x)
    return texte if len(texte) <= 120 else texte[:120] + "…"


def _il_faut(quoi: str, r: Any) -> str:
    return f"elle renvoie {_court(r)}, et il faut {quoi}"


def _liste_de_sommets(d: Graphe[Any], r: Any, attendus: list[Any], manque: Callable[[Any], str], trop: Callable[[Any], str]) -> Optional[str]:
    """Compare des listes de sommets, avec la raison de ce qui manque ou qui est de trop."""
    if not isinstance(r, list):
        return _il_faut("une liste de sommets", r)
    for i, v in enumerate(r):
        if v not in d:
            return f"{_court(v)} est dans la liste, et n'est pas un sommet du graphe"
        if v in r[:i]:
            return f"{v} est deux fois dans la liste"
    return next((manque(v) for v in attendus if v not in r), None) or next((trop(v) for v in r if v not in attendus), None)


def _juge_sansSuccesseur(d: Graphe[Any], r: Any) -> tuple[Optional[str], Any]:
    juste = sansSuccesseur(d)
    if r not in list(d):
        return _il_faut("un sommet du graphe", r), juste
    return (f"{r} a un successeur, {d[r][0]}" if d[r] else None), juste


def _juge_predecesseurs(d: Graphe[Any], j: Any, r: Any) -> tuple[Optional[str], Any]:
    juste = predecesseurs(d, j)
    message = _liste_de_sommets(
        d, r, juste, lambda v: f"il manque {v} : {v} → {j} est une arête", lambda v: f"{v} est de trop : il n'y a pas d'arête {v} → {j}"
    )
    return message, juste


def _juge_supprimeSommet(d: Graphe[Any], j: Any, apres: Any) -> tuple[Optional[str], Any]:
    juste = {s: [t for t in d[s] if t != j] for s in d if s != j}
    if not isinstance(apres, dict):
        return "le graphe n'est plus un dictionnaire", juste
    if j in apres:
        return f"{j} est encore un sommet du graphe", juste
    if len(apres) > len(juste):
        return "le graphe a plus de sommets qu'avant", juste
    for v, successeurs in juste.items():
        if v not in apres:
            return f"{v} n'est plus un sommet du graphe", juste
        if j in apres[v]:
            return f"{j} est encore un successeur de {v}", juste
        for t in successeurs:
            if t not in apres[v]:
                return f"l'arête {v} → {t} a disparu", juste
        if len(apres[v]) != len(successeurs):
            return f"les successeurs de {v} ont changé", juste
    return None, juste


def _juge_noyau(d: Graphe[Any], r: Any) -> tuple[Optional[str], Any]:
    juste = noyau(d)
    message = _liste_de_sommets(d, r, [], lambda v: "", lambda v: "")
    if message:
        return message, juste
    for v in d:
        suite = next((t for t in d[v] if t in r), None)
        if v in r and suite is not None:
            return f"{v} et {suite} sont choisis tous deux, et un coup mène de {v} à {suite} : un noyau est stable", juste
        if v not in r and suite is None:
            return f"{v} n'est pas choisi, et aucun coup n'en mène à un sommet choisi : un noyau est absorbant", juste
    return None, juste


def _juge_strategie(d: Graphe[Any], r: Any) -> tuple[Optional[str], Any]:
    juste = strategie(d)
    if not isinstance(r, dict):
        return _il_faut("un dictionnaire", r), juste
    for u, v in r.items():
        if u not in d or v not in list(d):
            return f"{u!r}: {v!r} n'est pas un coup du graphe", juste
        if v not in d[u]:
            return f"{u} → {v} n'est pas une arête du graphe", juste
    perdue: Optional[list[Any]] = None
    a_voir, vus = [[next(iter(d))]], set()
    for partie in a_voir:
        u, premier = partie[-1], len(partie) % 2 == 1
        if (u, premier) in vus:
            continue
        vus.add((u, premier))
        if premier and d[u] and u not in r:
            return f"la partie {' → '.join(map(str, partie))} arrive là où la stratégie ne dit rien", juste
        if premier and not d[u]:
            perdue = perdue or partie
        a_voir.extend([*partie, v] for v in ([r[u]] if premier and d[u] else d[u]))
    return (f"en la suivant, la partie {' → '.join(map(str, perdue))} est perdue" if perdue else None), juste


def _juge_sansNimber(d: Graphe[Any], n: Mapping[Any, int], r: Any) -> tuple[Optional[str], Any]:
    juste = sansNimber(d, n)
    if r is None and juste is None:
        return None, None
    if r not in list(d):
        return _il_faut("un sommet du graphe" if juste is not None else "None : il n'y a pas de tel sommet", r), juste
    if r in n:
        return f"{r} a déjà un nimber", juste
    return next((f"{t}, successeur de {r}, n'a pas encore de nimber" for t in d[r] if t not in n), None), juste


def _juge_nimber(d: Graphe[Any], r: Any) -> tuple[Optional[str], Any]:
    juste = nimber(d)
    if not isinstance(r, dict):
        return _il_faut("un dictionnaire", r), juste
    faux = [v for v in d if v not in r or r[v] != juste[v]]
    # D'abord un sommet dont les successeurs sont justes.
    faux.sort(key=lambda v: any(t in faux for t in d[v]))
    for v in faux:
        if v not in r:
            return f"{v} n'a pas de nimber", juste
        if not d[v]:
            return f"{v} n'a pas de successeur : son nimber est 0, et non {_court(r[v])}", juste
        dessous = ", ".join(str(n) for n in sorted({juste[t] for t in d[v]}))
        return f"le nimber de {v} est {juste[v]}, et non {_court(r[v])} : le plus petit entier absent de ceux de ses successeurs, {dessous}", juste
    if len(r) > len(d):
        return "le dictionnaire a plus de clefs que le graphe n'a de sommets", juste
    return None, juste


def _juge_attracteurs(G: Graphe[Any], fA: Callable[[Any], bool], r: Any) -> tuple[Optional[str], Any]:
    juste = attracteurs(G, fA)

    def vers(v: Any, dedans: bool) -> Any:
        return next((t for t in G[v] if (t in juste) == dedans), v)

    def manque(v: Any) -> str:
        if not G[v]:
            return f"il manque {v} : Bob, qui doit y jouer, ne le peut pas et a perdu"
        return f"il manque {v} : " + (f"Alice joue en {vers(v, True)}, qui est attracteur" if fA(v) else "tous les coups de Bob mènent à des attracteurs")

    def trop(v: Any) -> str:
        if not G[v]:
            return f"{v} est de trop : Alice, qui doit y jouer, ne le peut pas et a perdu"
        return f"{v} est de trop : " + ("aucun coup d'Alice ne mène à un attracteur" if fA(v) else f"Bob joue en {vers(v, False)}, qui n'est pas attracteur")

    return _liste_de_sommets(G, r, juste, manque, trop), juste


def _juge_grundy(n: int, p: int, r: Any) -> tuple[Optional[str], Any]:
    juste = grundy(n, p)
    try:
        lignes = [list(ligne) for ligne in r]
    except TypeError:
        lignes = []
    if len(lignes) != n or any(len(ligne) != p for ligne in lignes):
        return _il_faut("un tableau de n lignes de p nombres", r), juste
    for i in range(n):
        for j in range(p):
            if lignes[i][j] != juste[i][j]:
                return f"le nimber de ({i}, {j}) est {juste[i][j]}, et non {_court(lignes[i][j])}", juste
    return None, juste


def _juge_wythoff(n: int, p: int, r: Any) -> tuple[Optional[str], Any]:
    valeurs = grundy(n + 1, p + 1)
    buts = [(i, j) for i in range(n + 1) for j in range(p + 1) if (i, j) != (n, p) and (i == n or j == p or n - i == p - j)]
    juste = next((but for but in buts if valeurs[but[0]][but[1]] == 0), None)
    est_une_paire = isinstance(r, (tuple, list)) and len(r) == 2 and all(isinstance(x, int) and x >= 0 for x in r)
    if not est_une_paire:
        # Le texte ne dit pas ce qui est renvoyé là où rien ne gagne.
        return (None if juste is None else _il_faut("une position (i, j)", r)), juste
    i, j = r
    if (i, j) not in buts:
        return f"la reine ne va pas de ({n}, {p}) à ({i}, {j})", juste
    if valeurs[i][j] != 0:
        return f"({i}, {j}) n'est pas perdante pour l'adversaire : son nimber est {valeurs[i][j]}", juste
    return None, juste


def _juge_minimax(cas: _Cas, maximise: bool, r: Any) -> tuple[Optional[str], Any]:
    p, n = cas.arguments

    def valeur(p: int, n: int, maximise: bool) -> float:
        return _sans_elagage(p, n, maximise, cas.h.__getitem__, cas.fils.__getitem__)

    juste = valeur(p, n, maximise)
    if isinstance(r, bool) or not isinstance(r, (int, float)):
        return _il_faut("un nombre", r), juste
    if r == juste:
        return None, juste
    if n == 0 or not cas.fils[p]:
        raison = "la valeur d'une feuille, ou à la profondeur 0, est celle de l'heuristique"
    else:
        valeurs = ", ".join(str(valeur(t, n - 1, not maximise)) for t in cas.fils[p])
        raison = f"c'est le plus {'grand' if maximise else 'petit'} de {valeurs}"
    return f"la valeur est {juste}, et non {_court(r)} : {raison}", juste


def _leve(erreur: BaseException) -> str:
    """Ce que l'on dit d'une exception."""
    dites = {
        "RecursionError": "sa récursion ne se termine pas",
        "MemoryError": "elle demande plus de mémoire qu'elle n'en a",
        "EOFError": "elle lit le clavier, où rien n'est tapé",
        "SystemExit": "elle met fin au programme (exit)",
    }
    sorte = type(erreur).__name__
    return dites.get(sorte) or f"elle lève {sorte}" + (f" : {erreur}" if str(erreur) else "")


def _verifie_simple(f: Callable[..., Any], nom: Optional[str] = None) -> Verification:
    """Ce qu'est ``verifie`` là où ce fichier est seul : juge une fonction des textes sur de petits graphes ou arbres et sur
    l'exemple du cours, et montre le premier contre-exemple, qui est aussi l'un des plus petits.

    La fonction s'exécute ici même : si elle ne finit pas, interrompez-la.

    >>> def predecesseurs(d, j):
    ...     return d[j]
    >>> jugement = _verifie_simple(predecesseurs)
    >>> jugement.message, jugement.contre_exemple["calls"]
    ("1 est de trop : il n'y a pas d'arête 1 → 0", ['predecesseurs({0: [1], 1: []}, 0)'])
    """
    if not callable(f) or not hasattr(f, "__globals__") or not hasattr(f, "__name__"):
        raise TypeError(f"il faut une fonction définie par def, et non {f!r:.60}")
    nom = nom or f.__name__
    # Les autres fonctions des textes sont celles de la référence : une erreur n'en entraîne pas une autre.
    aides: dict[str, Any] = {autre: globals()[autre] for autre in _SUR_UN_GRAPHE + ("grundy", "supprimeElement") if autre != nom}
    cas = _Cas()
    aides.update(h=lambda p: cas.h[p], successeurs=lambda p: cas.fils[p])
    for autre, maximise in (("minimax", False), ("maximin", True)):
        if autre != nom:
            aides[autre] = lambda p, n, maximise=maximise: _sans_elagage(p, n, maximise, aides["h"], aides["successeurs"])
    siennes = f.__globals__
    avant = {autre: siennes[autre] for autre in aides if autre in siennes}
    essais = 0
    try:
        # Le nom « noyau » est aussi celui du paquet : il n'est prêté qu'à qui ne l'a pas importé.
        siennes.update({autre: aide for autre, aide in aides.items() if not hasattr(avant.get(autre), "__path__")})
        for cas in _cas(nom):
            essais += 1
            donnes = copy.deepcopy(cas.arguments)
            affiche = io.StringIO()
            renvoye, juste = None, None
            try:
                with contextlib.redirect_stdout(affiche):
                    resultat = f(*donnes)
            except (Exception, SystemExit) as erreur:
                message: Optional[str] = _leve(erreur)
            else:
                message, juste = _faute(nom, cas, donnes, resultat)
                renvoye = repr(resultat)
                if message is not None and resultat is None and affiche.getvalue().strip():
                    texte = json.dumps(affiche.getvalue().strip(), ensure_ascii=False)
                    message, juste = f"elle affiche {texte} et ne renvoie rien : un résultat se donne par return", None
            if message is not None:
                exemple = {
                    "setting": _cadre(cas, nom == "maximin"),
                    "calls": [f"{f.__name__}({', '.join(map(repr, cas.arguments))})"],
                    "returned": renvoye,
                    "expected": juste,
                }
                return Verification({"name": nom, "passed": False, "tried": essais, "message": message, "counterexample": exemple})
    finally:
        for autre in aides:
            if autre in avant:
                siennes[autre] = avant[autre]
            else:
                siennes.pop(autre, None)
    if essais == 0:
        raise ValueError(f"{nom!r} n'est pas une fonction que l'on sait juger ici")
    return Verification({"name": nom, "passed": True, "tried": essais, "message": f"juste sur {essais} cas", "counterexample": None})


def _cadre(cas: _Cas, maximise: bool) -> str:
    """L'arbre dont parle un appel : ses fils, ses valeurs, et les sommets où l'on maximise."""
    if not cas.fils:
        return ""
    rangs = {0: 0}
    for v in sorted(cas.fils):
        rangs.update(dict.fromkeys(cas.fils[v], rangs[v] + 1))
    S1 = {v for v in cas.fils if (rangs[v] % 2 == 0) == maximise}
    return f"fils = {cas.fils}, h = {cas.h}, S1 = {S1}"


try:
    from noyau._verifie import verifie
except ImportError:
    verifie = _verifie_simple  # type: ignore[assignment]


__all__ = [
    "AlphaBeta",
    "Arbre",
    "Jeu",
    "MeilleurCoup",
    "MinMax",
    "Verification",
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
    "verifie",
    "wythoff",
]

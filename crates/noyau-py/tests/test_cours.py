"""The five texts of the course, in order, with their own examples and values."""

import ast
import copy
import doctest
import importlib.util
import inspect
import math
import random
import sys
import traceback
from itertools import product
from pathlib import Path

import pytest

import noyau
from noyau import cours

GRAPHS = Path(__file__).parents[3] / "examples" / "graphs"
CHOMP = ast.literal_eval((GRAPHS / "chomp23.py").read_text().split("=")[1].strip())


class TestFirstText:
    """Théorie des jeux."""

    def test_figure_3_the_arena_of_chomp(self):
        arena = noyau.game("chomp:2x3").arena()
        assert len(arena) == math.comb(5, 2) - 1 == 9
        assert sorted(len(arena[v]) for v in arena) == sorted(len(s) for s in CHOMP.values())

    def test_figure_4_the_doubled_arena_is_bipartite(self):
        doubled = noyau.Arena(CHOMP).doubled()
        assert len(doubled) == 18
        assert doubled.bipartition() is not None
        assert doubled.players == ("first", "second")

    def test_winning_strategies_of_adam_and_eve(self):
        adam = noyau.Arena(CHOMP).strategy().to_dict()
        assert adam == {0: 2, 1: 6, 3: 6, 4: 8, 5: 8, 7: 8}
        assert noyau.Arena(CHOMP).check_strategy(adam)[0] == "winning"
        # Ève's, once Adam has not played to 2.
        assert noyau.strategy(CHOMP, start=1)[1] == 6

    def test_winning_positions(self):
        values = noyau.solve_graph(CHOMP)
        assert {v for v in CHOMP if values[v].outcome == "win"} == {0, 1, 3, 4, 5, 7}
        assert {v for v in CHOMP if values[v].outcome == "loss"} == {2, 6, 8}

    def test_theorem_1_1_the_first_player_wins(self):
        for p, q in product(range(1, 5), range(1, 5)):
            outcome = noyau.game(f"chomp:{p}x{q}").value().outcome
            assert (outcome == "win") == ((p, q) != (1, 1))

    def test_theorem_1_2_the_kernel_is_stable_and_absorbing(self):
        kernel = set(cours.noyau(CHOMP))
        for v, successors in CHOMP.items():
            assert (v in kernel) == (not kernel & set(successors))

    def test_the_steps_of_the_kernel(self):
        assert list(noyau.kernel_steps(CHOMP)) == [(8, [4, 5, 7]), (6, [1, 3]), (2, [0])]

    def test_exercise_1(self):
        assert cours.sansSuccesseur(CHOMP) == 8
        assert cours.predecesseurs(CHOMP, 8) == [4, 5, 7]
        d = {v: list(s) for v, s in CHOMP.items()}
        cours.supprimeSommet(d, 8)
        assert 8 not in d and d[4] == [7] and d[5] == []
        assert cours.noyau(CHOMP) == noyau.noyau(CHOMP) == noyau.kernel(CHOMP) == [2, 6, 8]
        assert sorted(cours.noyauDuCours(CHOMP)) == [2, 6, 8]
        assert CHOMP[4] == [7, 8], "the dictionary is left alone"

    def test_the_remark_on_the_number_of_positions(self):
        for p, q in [(2, 2), (3, 3), (3, 4)]:
            assert noyau.game(f"chomp:{p}x{q}").count().positions == math.comb(p + q, p) - 1

    def test_exercise_2_the_nimbers_of_chomp(self):
        nimbers = cours.nimber(CHOMP)
        assert nimbers == {0: 4, 1: 3, 2: 0, 3: 2, 4: 2, 5: 1, 6: 0, 7: 1, 8: 0}
        # By the definition, one vertex after the other.
        for v, successors in CHOMP.items():
            seen = {nimbers[w] for w in successors}
            assert nimbers[v] == min(set(range(10)) - seen)

    def test_theorem_1_3(self):
        assert [v for v, n in cours.nimber(CHOMP).items() if n == 0] == cours.noyau(CHOMP)

    def test_exercise_3(self):
        assert cours.sansNimber(CHOMP, {}) == 8
        assert cours.sansNimber(CHOMP, {8: 0}) in (5, 7)
        assert cours.sansNimber(CHOMP, dict.fromkeys(CHOMP, 0)) is None
        found = {}
        while (s := cours.sansNimber(CHOMP, found)) is not None:
            seen = {found[t] for t in CHOMP[s]}
            found[s] = next(n for n in range(10) if n not in seen)
        assert found == cours.nimber(CHOMP)

    def test_exercise_4_wythoff(self):
        table = cours.grundy(8, 8)
        assert table[0] == list(range(8))
        lost = {(i, j) for i in range(8) for j in range(8) if table[i][j] == 0}
        golden = (1 + math.sqrt(5)) / 2
        cold = [(math.floor(k * golden), math.floor(k * golden) + k) for k in range(4)]
        assert lost == {p for pair in cold for p in (pair, pair[::-1]) if max(p) < 8}
        for i, j in product(range(8), range(8)):
            goal = cours.wythoff(i, j)
            assert (goal is None) == ((i, j) in lost)
            if goal is not None:
                di, dj = i - goal[0], j - goal[1]
                assert goal in lost and (di == 0 or dj == 0 or di == dj)
        assert noyau.game("wythoff:7,7").solve().nimber == table[7][7]

    def test_figure_7_the_heuristic_of_connect_four(self):
        # Each square counts the lines of four through it.
        def lines_through(x, y):
            count = 0
            for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                for back in range(4):
                    ends = [(x + (k - back) * dx, y + (k - back) * dy) for k in range(4)]
                    count += all(0 <= a < 7 and 0 <= b < 6 for a, b in ends)
            return count

        figure = [
            [3, 4, 5, 7, 5, 4, 3],
            [4, 6, 8, 10, 8, 6, 4],
            [5, 8, 11, 13, 11, 8, 5],
            [5, 8, 11, 13, 11, 8, 5],
            [4, 6, 8, 10, 8, 6, 4],
            [3, 4, 5, 7, 5, 4, 3],
        ]
        assert [[lines_through(x, y) for x in range(7)] for y in range(6)] == figure
        position = noyau.game("connect4").play("4")
        # For the side to move, so First's man counts against it.
        assert -7 in position.scores.values()

    TREE = [[[3, 5], [6, 9]], [[1, 2], [0, -1]]]

    def test_minimax_and_maximin(self):
        def successeurs(p):
            return p if isinstance(p, list) else []

        def h(p):
            return p if not isinstance(p, list) else 0

        assert cours.maximin(self.TREE, 3) == 5
        assert cours.minimax(self.TREE, 3) == noyau.minimax(noyau.Tree(self.TREE, first=False))
        assert cours.maximin(self.TREE, 3) == noyau.minimax(noyau.Tree(self.TREE))
        assert cours.maximin(-math.inf, math.inf, self.TREE, 3) == 5
        assert cours.minimax(-math.inf, math.inf, self.TREE, 3) == cours.minimax(self.TREE, 3)
        assert cours.maximin(self.TREE, 0) == 0
        assert cours.maximin(self.TREE, 3, h=lambda p: 1, successeurs=successeurs) == 1

    def test_a_missing_heuristic_is_told(self):
        try:
            cours.maximin(1, 1)
        except NameError as error:
            assert "h(p)" in str(error)
        else:
            raise AssertionError("no h is defined here")

    def test_exercises_5_and_6_values_and_cuts(self):
        tree = noyau.Tree([[10, 4, 9], [2, 8, 7], [1, 5, 3]])
        assert noyau.minimax(tree) == 4
        found = noyau.alphabeta(tree)
        assert (found.value, found.cuts) == (4, (2, 0))
        cuts = [step for step in noyau.trace(tree) if step.kind == "cut"]
        assert [len(step.skipped) for step in cuts] == [2, 2]
        beta = noyau.alphabeta(noyau.Tree([[3, 4], [5, 8, 7], [6, 1]], first=False))
        assert (beta.value, beta.cuts) == (4, (0, 2))


class TestSecondText:
    """Jeux et arbres."""

    def test_saute_mouton(self):
        start = noyau.game("leapfrog")
        count = start.count()
        assert (count.positions, count.terminal) == (27, 4)
        assert count.longest is not None and count.longest <= 12
        assert math.comb(5, 2) * math.comb(3, 2) * 2 == 60
        arena = start.arena()
        assert arena.is_acyclic() and arena.bipartition() is not None
        assert start.moves == ["1-3", "2-3"]

    def matches(self):
        return cours.Jeu(
            lambda joueur, n: [k for k in (1, 2, 3) if k <= n],
            lambda k, n: n - k,
            lambda joueur, n: joueur == "B",
        )

    def test_and_or_evaluation(self):
        jeu = self.matches()
        for n in range(12):
            assert jeu.Evaluation_Joueur_A(n) == (n % 4 != 0)
        assert jeu.coup_gagnant[7] == [3]
        assert jeu.coup_gagnant[8] == []
        assert noyau.Tree([[True, False], [True, True]]).search("alphabeta")[0] == 1.0

    def test_minimax_with_a_horizon(self):
        jeu = cours.Jeu(
            lambda joueur, n: [k for k in (1, 2, 3) if k <= n],
            lambda k, n: n - k,
            lambda joueur, n: 0 if n else (1 if joueur == "B" else -1),
        )
        assert jeu.minimax(4) == -1 and jeu.minimax(5) == 1
        assert jeu.minimax(9, horizon=2) == 0

    def test_the_cost_of_minimax(self):
        assert cours.cout_minimax(3, 2) == 13
        full = noyau.Tree([[1, 2, 3]] * 3)
        assert noyau.search(full, "minimax").nodes == 13

    def test_monte_carlo(self):
        jeu = self.matches()
        share = jeu.Monte_Carlo(6, 2000, graine=1)
        error = cours.erreur_Monte_Carlo(share, 2000)
        assert 0 < share < 1 and error < 0.03
        choice = noyau.game("nim:3,4").montecarlo(300, seed=1)
        assert all(one.samples == 300 for one in choice.considered)

    def test_equal_moves_are_drawn_by_lot(self):
        start = noyau.game("nim:3,3")
        chosen = {start.best("minimax:1", seed=seed) for seed in range(30)}
        assert len(chosen) > 3
        assert start.best("minimax:1", seed=5) == start.best("minimax:1", seed=5)


class TestThirdText:
    """Jeux à deux joueurs."""

    G = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}

    def test_representations(self):
        matrix = cours.matrice(self.G)
        assert matrix[0] == [0, 0, 0, 0, 1, 1, 0, 0]
        assert cours.dictionnaire(matrix) == self.G
        assert cours.listes(self.G) == list(self.G.values())

    def test_cycles_and_sinks(self):
        assert not noyau.is_acyclic({0: [1], 1: [2], 2: [0]})
        assert noyau.is_acyclic(self.G)
        assert noyau.sinks(self.G) == [3, 7]
        assert noyau.Arena({0: [1], 1: [2], 2: [0]}).cycle_of() is not None

    def test_bipartite(self):
        sides = noyau.bipartition(self.G)
        assert sides is not None
        for v, successors in self.G.items():
            assert all((v in sides[0]) != (w in sides[0]) for w in successors)
        assert noyau.bipartition({0: [1], 1: [2], 2: [0]}) is None

    def test_alice_has_a_winning_strategy(self):
        arena = noyau.Arena(self.G, lambda v: v < 4)
        moves = arena.strategy(0).to_dict()
        assert moves[0] == 4 and moves[2] == 7
        assert arena.check_strategy(moves, player=True)[0] == "winning"

    def test_attractor_layers(self):
        ranks = noyau.attractor(self.G, lambda v: v < 4, True)
        assert ranks == {7: 0, 2: 1, 4: 2, 0: 3, 1: 3}

    def test_attracteurs(self):
        assert cours.attracteurs(self.G, lambda v: v < 4) == [0, 1, 2, 4, 7]
        assert noyau.attracteurs(self.G, lambda v: v < 4) == [0, 1, 2, 4, 7]

    def test_nim(self):
        # As the text prints it.
        def nim(n):
            G = {}
            for i in range(1, n + 1):
                for j in ["A", "B"]:
                    if (i, j) not in G:
                        G[(i, j)] = []
                        for k in range(i + 1, i + 4):
                            if k <= n:
                                G[(i, j)].append((k, "A" if j == "B" else "B"))
            return G

        for n in range(1, 12):
            assert cours.nim(n) == nim(n)
        won = cours.attracteurs(nim(9), lambda v: v[1] == "A")
        for i, j in nim(9):
            # n - i + 1 matches are left, and who takes the last one loses.
            left = 9 - i + 1
            assert ((i, j) in won) == ((left % 4 != 1) == (j == "A"))

    def test_every_vertex_is_somebodys(self):
        G = cours.nim(12)
        alice = set(cours.attracteurs(G, lambda v: v[1] == "A"))
        bob = set(cours.attracteurs(G, lambda v: v[1] == "B"))
        assert alice | bob == set(G) and not alice & bob

    def test_domineering(self):
        G = cours.domineering(2, 3)
        start = next(iter(G))
        assert start in cours.attracteurs(G, lambda v: v[1] == "A")
        # The side who places upright moves first there too.
        assert noyau.game("domineering:2x3").value().outcome == "win"

    def test_draws(self):
        values = noyau.solve_graph({0: [1, 2], 1: [], 2: []}, owner=lambda v: v == 0, ends={1: None, 2: False})
        assert values[0].outcome == "draw"
        ranks = noyau.Arena({0: [1], 1: []}, lambda v: v == 0, ends={1: True}).attractor(True)
        assert ranks == {0: 1, 1: 0}


class TestFourthText:
    """TP : le jeu de Chomp."""

    def test_questions_1_to_4(self):
        assert cours.supprimeElement([5, 8, 8], 8) == [5]
        assert cours.noyau(CHOMP) == [2, 6, 8]

    def test_a_strategy_that_is_applicable_but_does_not_win(self):
        arena = noyau.Arena(CHOMP)
        word, line = arena.check_strategy({0: 3, 5: 8, 6: 7, 7: 8})
        assert word == "applicable" and line[0] == 0
        assert arena.check_strategy({0: 3})[0] == "not applicable"

    def test_question_6_strategie(self):
        assert cours.strategie(CHOMP) == {0: 2, 1: 6, 3: 6, 4: 8, 5: 8, 7: 8}
        assert cours.strategie({2: [1], 1: [0], 0: []}) == {}

    def test_part_5_nimbers(self):
        assert cours.nimber(CHOMP)[0] == 4


class TestFifthText:
    """Définitions et MinMax."""

    def test_definition_4_9_the_sequence_of_attractors(self):
        G = TestThirdText.G
        layers = cours.suite_attracteurs(G, lambda v: v < 4)
        assert layers[0] == {7} and layers[-1] == {0, 1, 2, 4, 7}
        assert all(a < b for a, b in zip(layers, layers[1:]))
        assert cours.suite_attracteurs(G, lambda v: v < 4, [3])[0] == {3}

    def test_theorem_4_11_zermelo(self):
        values = noyau.game("domineering:3x3").arena().solve()
        assert {value.outcome for value in values.values()} <= {"win", "loss"}

    def test_minmax_best_move_and_alphabeta(self):
        children = {
            "r": ["a", "b", "c"],
            "a": [3, 12, 8],
            "b": [2, 4, 6],
            "c": [14, 5, 1],
            **{leaf: [] for leaf in (3, 12, 8, 2, 4, 6, 14, 5, 1)},
        }
        A = cours.Arbre(children, {"r"})

        def h(n):
            return n if isinstance(n, int) else 0

        assert cours.MinMax(A, "r", 2, h) == 3
        assert cours.MeilleurCoup(A, "r", 2, h) == "a"
        assert cours.AlphaBeta(A, "r", 2, h, -math.inf, math.inf) == 3
        # Outside its window the score is one of its bounds.
        assert cours.AlphaBeta(A, "r", 2, h, 5, 9) == 5
        assert noyau.search(noyau.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 1]]), "bound", alpha=5, beta=9).value == 5

    def test_the_heuristic_of_a_won_game_is_M(self):
        assert noyau.game("nim:1").minimax(1).value == 1_000_000


@pytest.mark.parametrize(
    ("appel", "dit"),
    [
        (lambda: cours.noyau([[1], []]), "un graphe est un dictionnaire"),
        (lambda: cours.noyau({0: [1]}), "1, successeur de 0, n'est pas un sommet"),
        (lambda: cours.noyau({0: 1, 1: []}), "les successeurs de 0 sont une liste"),
        (lambda: cours.noyauDuCours({0: [1]}), "1, successeur de 0"),
        (lambda: cours.sansSuccesseur(3), "un graphe est un dictionnaire"),
        (lambda: cours.supprimeSommet({0: []}, 7), "7 n'est pas un sommet"),
        (lambda: cours.strategie({0: [1]}), "1, successeur de 0"),
        (lambda: cours.nimber({0: [1], 1: [2], 2: [1]}), "le circuit 1 → 2 → 1"),
        (lambda: cours.nimber({0: [1]}), "1, successeur de 0"),
        (lambda: cours.grundy(-1, 2), "n vaut -1"),
        (lambda: cours.wythoff(1.5, 2), "n vaut 1.5"),
        (lambda: cours.minimax("r", -1, h=len, successeurs=list), "la profondeur vaut -1"),
        (lambda: cours.minimax(1, 2, 3, h=len, successeurs=list), "il faut (p, n)"),
        (lambda: cours.maximin("r", 0, h={}.get, successeurs=list), "l'heuristique n'a pas de valeur"),
        (lambda: cours.attracteurs({0: []}, [0]), "fA est une fonction"),
        (lambda: cours.attracteurs({0: [1]}, bool), "1, successeur de 0"),
        (lambda: cours.suite_attracteurs({0: []}, bool, [4]), "4 n'est pas un sommet"),
        (lambda: cours.nim(-2), "n vaut -2"),
        (lambda: cours.listes({0: [1]}), "1, successeur de 0"),
        (lambda: cours.dictionnaire([[0, 1], [0]]), "la ligne 1 a 1 coefficients"),
        (lambda: cours.domineering(2, "3"), "colonnes vaut '3'"),
        (lambda: cours.Arbre({"r": ["a"]}, S1={"r"}), "'a', successeur de 'r'"),
        (lambda: cours.MinMax(cours.Arbre({"r": []}, S1={"r"}), "x", 1, len), "'x' n'est pas un état"),
        (lambda: cours.AlphaBeta(cours.Arbre({"r": ["r"]}, S1={"r"}), "r", -1, len), "la profondeur vaut -1"),
        (lambda: cours.erreur_Monte_Carlo(2, 10), "p vaut 2"),
        (lambda: cours.cout_minimax(0, 3), "b vaut 0"),
    ],
)
def test_ce_qui_ne_va_pas_est_dit_en_francais(appel, dit):
    with pytest.raises((TypeError, ValueError)) as refus:
        appel()
    assert dit in str(refus.value), refus.value


def test_aucun_argument_faux_ne_donne_une_erreur_de_python():
    """Chaque fonction, sur toutes les combinaisons d'arguments faux : ce qui est levé vient d'un ``raise`` du paquet."""
    arbre = cours.Arbre({0: [1], 1: []}, [0])
    faux = [None, 3, -1, "abc", [1, 2], {}, {0: [1]}, {0: 1}, {0: [0]}, {0: [1], 1: []}, lambda v: "x", float("nan"), [[0, 1], [1]], object()]
    peu = [None, -1, 0, "abc", {0: [1], 1: []}, arbre, lambda v: "x"]
    essais = 0
    for nom in set(cours.__all__) - {"Jeu", "Verification", "verifie"}:
        f = getattr(cours, nom)
        donnes = [p for p in inspect.signature(f).parameters.values() if p.default is p.empty and p.kind == p.POSITIONAL_OR_KEYWORD]
        nombre = len(donnes) or 2
        for arguments in product(faux if nombre <= 2 else peu, repeat=nombre):
            essais += 1
            try:
                f(*copy.deepcopy(arguments))
            except Exception as erreur:
                *_, derniere = traceback.extract_tb(erreur.__traceback__)
                assert "raise" in derniere.line, (nom, arguments, erreur)
    assert essais > 5000


def test_une_strategie_malgre_des_circuits():
    # Le premier sommet reste indécis : personne n'y gagne.
    assert cours.strategie({0: [1], 1: [0]}) == {}
    # Il gagne, même si un circuit passe par lui : aller en 1, perdant lui aussi, ferait tourner la partie.
    assert cours.strategie({0: [1, 2], 1: [0], 2: []}) == {0: 2}
    hasard = random.Random(5)
    gagnees = 0
    for _ in range(500):
        n = hasard.randrange(2, 9)
        d = {s: hasard.sample(range(n), hasard.randrange(min(n, 4))) for s in range(n)}
        strat = cours.strategie(d)
        gagnees += bool(strat)
        # Toute partie finit, et celui qui suit la stratégie a joué le dernier coup.
        a_voir = [(0, 0)] if strat else []
        for s, coups in a_voir:
            assert coups <= 2 * n
            if coups % 2 == 0:
                a_voir.append((strat[s], coups + 1))
            else:
                a_voir.extend((t, coups + 1) for t in d[s])
        if not strat:
            assert all(t not in cours.noyau(d) for t in d[0])
    assert gagnees > 100


def test_le_domineering_du_cahier_est_le_meme_plateau():
    """Les deux conventions, lignes ou colonnes d'abord, mènent au même jeu."""
    for lignes, colonnes in [(2, 3), (3, 2), (1, 4), (3, 3)]:
        graphe = cours.domineering(lignes, colonnes)
        jeu = noyau.game(f"domineering:{colonnes}x{lignes}")
        debut = next(iter(graphe))
        gagne = debut in cours.attracteurs(graphe, lambda v: v[1] == "A")
        assert gagne == (jeu.solve().value.outcome == "win")
        assert len(jeu.moves) == len(graphe[debut])
    for langue in ("en", "fr"):
        cahier = (GRAPHS.parents[1] / f"docs/notebooks/3-jeux-a-deux-joueurs.{langue}.ipynb").read_text()
        assert "cours.domineering(2, 3)" in cahier and "domineering:3x2" in cahier and "domineering:2x3" not in cahier


class TestVerifie:
    """Une fonction de carnet, jugée."""

    def test_a_right_function(self):
        def noyau(d):
            d2, trouves = d.copy(), []
            while d2:
                s = sansSuccesseur(d2)  # noqa: F821
                trouves.append(s)
                for p in predecesseurs(d2, s):  # noqa: F821
                    supprimeSommet(d2, p)  # noqa: F821
                supprimeSommet(d2, s)  # noqa: F821
            return trouves

        jugement = cours.verifie(noyau, essais=60)
        assert jugement and jugement.juste and jugement.essais == 61
        assert "sansSuccesseur" not in globals()

    def test_a_wrong_function_and_its_picture(self):
        def kernel(d):
            return [s for s in d if d[s] == []]

        jugement = cours.verifie(kernel, "noyau")
        assert not jugement
        assert jugement.contre_exemple["vertices"] == 3
        assert "absorbant" in jugement.message and "absorbant" in repr(jugement)
        assert "<svg" in jugement._repr_html_()

    def test_what_is_kept_between_calls(self):
        def attracteurs(G, fA, d={}):  # noqa: B006
            def aux(v):
                if v not in d:
                    suite = [aux(w) for w in G[v]]
                    d[v] = (not fA(v)) if not suite else any(suite) if fA(v) else all(suite)
                return d[v]

            return [v for v in G if aux(v)]

        jugement = cours.verifie(attracteurs)
        assert len(jugement.contre_exemple["calls"]) == 2
        assert "appels précédents" in jugement.message

    def test_what_harms(self, tmp_path):
        def boucle(d):
            while True:
                pass

        def memoire(d):
            return [0] * 10**10

        def fin(d):
            import os

            os._exit(0)

        def fourche(d):
            import os

            while True:
                os.fork()

        def ecrit(d):
            (tmp_path / "trace").write_text("x")
            return cours.noyau(d)

        for f, mot in ((boucle, "sans fin"), (memoire, "mémoire"), (fin, "met fin"), (fourche, "os.fork"), (ecrit, "open")):
            jugement = cours.verifie(f, "noyau", essais=10, temps=0.3)
            assert not jugement and mot in jugement.message, (f, jugement)
        assert not (tmp_path / "trace").exists()

    def test_what_is_no_function_of_the_texts(self):
        with pytest.raises(ValueError, match="n'est pas une fonction des textes"):
            cours.verifie(lambda d: d, "inconnue")
        with pytest.raises(TypeError, match="il faut une fonction"):
            cours.verifie(3)
        with pytest.raises(ValueError, match="au moins 1"):
            cours.verifie(lambda d: d, "noyau", essais=0)


def seul():
    """``cours.py`` sans le reste du paquet, comme sur Basthon ou Capytale."""
    fichier = Path(cours.__file__)
    spec = importlib.util.spec_from_file_location("cours_seul", fichier)
    module = importlib.util.module_from_spec(spec)
    avant = {nom: sys.modules.pop(nom) for nom in list(sys.modules) if nom == "noyau" or nom.startswith("noyau.")}
    sys.modules["noyau"] = None
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules["noyau"]
        sys.modules.update(avant)
    assert module._noyau is None and cours._noyau is not None
    return module


def test_le_fichier_seul_donne_les_memes_reponses():
    """Sur 300 graphes, avec et sans circuit, et pour toutes les fonctions que le paquet accélère."""
    simple = seul()
    hasard = random.Random(1)
    for essai in range(300):
        n = hasard.randrange(1, 9)
        noms = list(range(n)) if essai % 2 else [chr(97 + i) for i in range(n)]
        sens = essai % 3
        d = {
            noms[i]: [noms[j] for j in range(n) if (i < j or sens == 0) and hasard.random() < 0.35]
            for i in range(n)
        }
        alice = {v for v in d if hasard.random() < 0.5}
        cibles = hasard.sample(noms, hasard.randrange(n))
        assert simple.noyau(d) == cours.noyau(d)
        assert simple.strategie(d) == cours.strategie(d)
        assert simple.attracteurs(d, alice.__contains__) == cours.attracteurs(d, alice.__contains__)
        for F in (None, cibles):
            assert simple.suite_attracteurs(d, alice.__contains__, F) == cours.suite_attracteurs(d, alice.__contains__, F)
        try:
            attendu = cours.nimber(d)
        except ValueError as erreur:
            with pytest.raises(ValueError, match="circuit"):
                simple.nimber(d)
            assert "circuit" in str(erreur)
        else:
            assert simple.nimber(d) == attendu
    assert simple.grundy(9, 7) == cours.grundy(9, 7)
    for faux in ({0: [1]}, {0: 1}, 7):
        with pytest.raises((TypeError, ValueError)):
            simple.noyau(faux)
    for faux in (3, len, "noyau"):
        with pytest.raises(TypeError, match="il faut une fonction définie par def"):
            simple.verifie(faux)
    assert doctest.testmod(simple).failed == 0


REFERENCE = ["sansSuccesseur", "predecesseurs", "supprimeSommet", "noyau", "sansNimber", "nimber", "strategie", "attracteurs", "grundy", "wythoff"]


@pytest.mark.parametrize("nom", REFERENCE)
def test_verifie_accepte_la_reference_et_refuse_une_fonction_vide(nom):
    """La version qui se passe du paquet, comme sur Basthon."""
    simple = seul()

    def vide(*arguments):
        return None

    assert simple._verifie_simple(getattr(simple, nom), nom)
    verdict = simple._verifie_simple(vide, nom)
    assert not verdict and "vide(" in repr(verdict)


def test_verifie_montre_un_petit_contre_exemple():
    simple = seul()

    def noyau_qui_modifie(d):
        trouves = []
        while d:
            s = sansSuccesseur(d)  # noqa: F821
            trouves.append(s)
            for p in predecesseurs(d, s):  # noqa: F821
                supprimeSommet(d, p)  # noqa: F821
            supprimeSommet(d, s)  # noqa: F821
        return trouves

    verdict = simple._verifie_simple(noyau_qui_modifie, "noyau")
    assert not verdict and verdict.contre_exemple["calls"] == ["noyau_qui_modifie({0: []})"] and "sansSuccesseur" not in globals()
    with pytest.raises(ValueError, match="on sait juger"):
        simple._verifie_simple(noyau_qui_modifie)


FAUSSES = """
def sansSuccesseur(d): return 0
def predecesseurs(d, j): return d[j]
def supprimeSommet(d, j): del d[j]
def noyau(d): d.clear()
def sansNimber(d, n): return next((s for s in d if s not in n), 0)
def nimber(d): return {s: 0 for s in d}
def strategie(d): return {s: d[s][0] for s in d if d[s]}
def attracteurs(G, fA): return [s for s in G if G[s] == []]
def grundy(n, p): return [[0] * p for _ in range(n)]
def wythoff(n, p): return (0, 0)
def minimax(p, n): raise KeyError(n)
def maximin(p, n): print("x")
"""


def test_les_deux_juges_ont_les_memes_mots():
    """Le paquet et le fichier seul, sur des fonctions vides et sur des fonctions fausses."""
    simple = seul()
    espace = {}
    exec(compile(FAUSSES, "fausses.py", "exec"), espace)
    fausses = {nom: f for nom, f in espace.items() if callable(f)}
    assert len(fausses) == 12
    for nom, fausse in fausses.items():
        exec(f"def vide({', '.join(inspect.signature(fausse).parameters)}):\n    return {{}} if {nom!r} == 'strategie' else None", vides := {})
        for f in (vides["vide"], fausse):
            dit, aussi = cours.verifie(f, nom, essais=60), simple._verifie_simple(f, nom)
            assert not dit and repr(dit) == repr(aussi)

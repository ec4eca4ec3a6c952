"""Graphs: every kind of key, owners, errors, and answers compared with plain Python on random graphs."""

import random
from collections import deque
from collections.abc import Mapping, Set

import pytest

import noyau


def random_graph(n, degree, rng, name=lambda v: v):
    graph = {name(v): [] for v in range(n)}
    for v in range(n):
        for _ in range(rng.randrange(2 * degree + 1)):
            if v + 1 < n:
                graph[name(v)].append(name(rng.randrange(v + 1, n)))
    return graph


def plain_solve(graph):
    """Backward induction as one writes it in Python: 'loss' and 'win' by vertex, draws left out."""
    left = {v: len(successors) for v, successors in graph.items()}
    before = {v: [] for v in graph}
    for v in graph:
        for w in graph[v]:
            before[w].append(v)
    known = {v: "loss" for v in graph if not left[v]}
    queue = deque(known)
    while queue:
        v = queue.popleft()
        for u in before[v]:
            left[u] -= 1
            if u not in known and (known[v] == "loss" or left[u] == 0):
                known[u] = "win" if known[v] == "loss" else "loss"
                queue.append(u)
    return known


def plain_nimbers(graph, order):
    found = {}
    for v in order:
        seen = {found[w] for w in graph[v]}
        number = 0
        while number in seen:
            number += 1
        found[v] = number
    return found


def plain_attractor(graph, mine, target):
    inside = set(target)
    while True:
        more = {
            v
            for v, successors in graph.items()
            if v not in inside
            and successors
            and (any if v in mine else all)(w in inside for w in successors)
        }
        if not more:
            return inside
        inside |= more


NAMES = [
    lambda v: v,
    str,
    lambda v: (v, "A"),
    lambda v: frozenset([v, -v]),
    lambda v: float(v),
    lambda v: -v,
    lambda v: v * 10**12,
]


@pytest.mark.parametrize("name", NAMES)
def test_random_graphs_of_any_keys(name):
    rng = random.Random(7)
    for _ in range(20):
        n = rng.randrange(1, 60)
        graph = random_graph(n, 3, rng, name)
        known = plain_solve(graph)
        assert noyau.kernel(graph) == [v for v in graph if known[v] == "loss"]
        assert noyau.nimbers(graph) == plain_nimbers(graph, [name(v) for v in reversed(range(n))])
        mine = {v for v in graph if rng.random() < 0.5}
        target = {v for v in graph if rng.random() < 0.2}
        ranks = noyau.attractor(graph, {v: v in mine for v in graph}, True, target)
        assert set(ranks) == plain_attractor(graph, mine, target)
        assert noyau.predecessors(graph) == {
            v: [u for u in graph if v in graph[u]] for v in graph
        }


def test_kernels_in_any_order():
    rng = random.Random(11)
    for _ in range(30):
        graph = random_graph(rng.randrange(1, 40), 2, rng)
        known = plain_solve(graph)
        shuffled = list(graph)
        rng.shuffle(shuffled)
        for order in (list(graph), list(reversed(graph)), shuffled):
            # Successors that are objects of their own, and numbers that are not those of the vertices.
            for name in (lambda v: v, lambda v: 3 * v + 1000, lambda v: -v):
                named = {name(v): tuple(name(w) for w in graph[v]) for v in order}
                assert noyau.kernel(named) == [name(v) for v in order if known[v] == "loss"]
    assert noyau.kernel({0: [0]}) == [] and noyau.kernel({0: [1], 1: [0], 2: []}) == [2]
    with pytest.raises(noyau.GraphError, match="no vertex of its own"):
        noyau.kernel({1: [0], 0: [-1]})
    with pytest.raises(noyau.GraphError, match="no vertex of its own"):
        noyau.kernel({1: [0], 0: [10**30]})
    assert noyau.kernel({1: [False], 0: []}) == [0] and noyau.kernel({1: {0}, 0: iter(())}) == [0]


def test_graphs_with_cycles():
    rng = random.Random(3)
    for _ in range(50):
        n = rng.randrange(1, 30)
        graph = {v: [rng.randrange(n) for _ in range(rng.randrange(4))] for v in range(n)}
        known = plain_solve(graph)
        values = noyau.solve_graph(graph)
        assert {v: value.outcome for v, value in values.items()} == {
            v: known.get(v, "draw") for v in graph
        }
        arena = noyau.Arena(graph)
        assert set(arena.undecided()) == set(graph) - set(known)
        if not noyau.is_acyclic(graph):
            with pytest.raises(noyau.CycleError) as raised:
                noyau.nimbers(graph)
            cycle = raised.value.cycle
            assert all(b in graph[a] for a, b in zip(cycle, cycle[1:] + cycle[:1]))


def test_the_same_objects_come_back():
    keys = [("a", 1), ("b", 2)]
    graph = {keys[0]: [("b", 2)], keys[1]: []}
    assert noyau.kernel(graph)[0] is keys[1]
    assert list(noyau.attractor(graph, lambda v: True, False))[1] is keys[1]
    assert list(noyau.nimbers(graph))[0] is keys[0]


def test_keys_that_are_equal_across_types():
    # As in a dictionary, 1, 1.0 and True are one key.
    assert noyau.kernel({0: [1.0, True], 1: []}) == [1]


class Named:
    """Equal to the text it has, and found where that is."""

    def __init__(self, text):
        self.text = text

    def __hash__(self):
        return hash(self.text)

    def __eq__(self, other):
        return self.text == (other.text if isinstance(other, Named) else other)


class Word(str):
    """A text that is equal to nothing but itself."""

    __hash__ = str.__hash__

    def __eq__(self, other):
        return self is other


# Objects of which some are equal, in ways that only Python knows, and of all lengths.
EQUALS = [
    0, 1, 1.0, True, False, -1, 127, 128, -128, -129, 255, 256, 2**31, 2**63, -(2**63), 2**64, 0.5, None,
    "", "a", "é", "\ud800", "a" * 15, "a" * 16, "é" * 8, "a" * 40, Named("a"), Named("b"), b"a",
    (), (1,), (True,), (1.0,), (1, "a"), (1, Named("a")), ("1",), ((), ()), ((1,), 2), (1, (2,)), (1, 2),
    (None,), (0,) * 15, (0,) * 16, tuple("abc"), frozenset([1]), frozenset([True]), ("a", ("b", ("c",))),
]  # fmt: skip


def test_equal_keys_are_one_vertex_as_in_a_dictionary():
    rng = random.Random(9)
    for _ in range(300):
        end = object()
        graph = {end: []}
        graph.update((key, [end]) for key in rng.sample(EQUALS, rng.randrange(1, 12)))
        number = {key: i for i, key in enumerate(graph)}
        asked = rng.sample(EQUALS, 6)
        known = [key for key in asked if key in graph]
        graph[end] = known * rng.randrange(1, 3)
        arena = noyau.Arena(graph)
        found = [number[key] for key in arena.successors(end)]
        assert found == [number[key] for key in graph[end]]
        for key in asked:
            if key not in graph:
                graph[end] = [*known, key]
                with pytest.raises(noyau.GraphError, match="successor"):
                    noyau.Arena(graph)


def test_a_text_of_another_class_is_no_plain_text():
    word = Word("a")
    assert noyau.kernel({word: ["b"], "b": []}) == ["b"]
    with pytest.raises(noyau.GraphError, match="is a successor of"):
        noyau.kernel({"a": [Word("a")]})
    assert noyau.kernel({word: [], "b": [word]}) == [word]


@pytest.mark.parametrize("anew", [False, True])
def test_graphs_longer_than_a_batch(anew):
    # Successors that are the very keys, and equal ones, by turns, with every kind of container.
    n = 3000
    keys = [str(v) for v in range(n)]
    graph = {}
    for v in range(n):
        after = range(v + 1, min(n, v + 1 + v % 5))
        names = [str(w) if anew == (v // 700 % 2 == 0) else keys[w] for w in after]
        graph[keys[v]] = [list, tuple, iter, set][v % 4 if v % 97 == 0 else v % 2](names)
    arena = noyau.Arena(graph)
    for v in range(n):
        after = [str(w) for w in range(v + 1, min(n, v + 1 + v % 5))]
        assert sorted(arena.successors(keys[v])) == sorted(after)
    graph[keys[2500]] = ["0", "nowhere", "1"]
    with pytest.raises(noyau.GraphError, match="'nowhere' is a successor of '2500'"):
        noyau.kernel(graph)


def test_lists_that_shrink_while_they_are_read():
    lists = [[] for _ in range(50)]

    class Emptying(Named):
        __hash__ = Named.__hash__

        def __eq__(self, other):
            for one in lists:
                one.clear()
            return super().__eq__(other)

    for one in lists:
        one.extend(Emptying(rest) for rest in range(10))
    graph = {Emptying(v): [] for v in range(10)}
    graph.update(((v, "list"), one) for v, one in enumerate(lists))
    # Each list is read before or after, and objects that nobody else holds any more are still those that were there.
    arena = noyau.Arena(graph)
    lengths = [len(arena.successors((v, "list"))) for v in range(len(lists))]
    assert lengths[0] == 10 and set(lengths) <= {0, 10}


def test_successors_may_be_any_iterable():
    graph = {0: (1, 2), 1: {2}, 2: iter(())}
    assert noyau.kernel(graph) == [2]


def test_an_arena_answers_like_the_dictionary():
    graph = random_graph(200, 3, random.Random(1), str)
    arena = noyau.Arena(graph)
    assert len(arena) == 200 and arena.to_dict() == graph
    kernel = arena.kernel()
    assert kernel == set(noyau.kernel(graph)) and list(kernel) == noyau.kernel(graph)
    assert noyau.kernel(graph)[0] in kernel and "nobody" not in kernel
    assert len(kernel.to_bytes()) == 200
    numbers = arena.nimbers()
    assert numbers == noyau.nimbers(graph) and numbers["0"] == noyau.nimbers(graph)["0"]
    assert numbers.get("nobody") is None and numbers.get("nobody", -1) == -1
    assert dict(numbers.items()) == numbers.to_dict()
    with pytest.raises(KeyError):
        numbers["nobody"]
    assert noyau.kernel(arena) == noyau.kernel(graph)
    assert repr(arena) == f"<Arena of 200 vertices and {arena.edges} edges>"


def test_owners_in_every_form():
    graph = {0: [1], 1: [2], 2: []}
    for owner, player in [
        (lambda v: v == 1, True),
        ({0: "B", 1: "A", 2: "B"}, "A"),
        ({0: 2, 1: 1, 2: 2}, 1),
    ]:
        assert noyau.attractor(graph, owner, player) == {0: 2, 1: 1, 2: 0}
        arena = noyau.Arena(graph, owner)
        assert arena.attractor(player) == {0: 2, 1: 1, 2: 0}
    with pytest.raises(noyau.GraphError, match="no player"):
        noyau.Arena(graph, lambda v: v == 1).attractor("Eve")
    with pytest.raises(noyau.GraphError, match="two players"):
        noyau.Arena(graph, lambda v: v)
    with pytest.raises(noyau.GraphError, match="has no owner"):
        noyau.attractor(graph, {0: True}, True)
    with pytest.raises(noyau.GraphError, match="no owners"):
        noyau.Arena(graph).attractor(True)


def test_exceptions_of_owners_come_back():
    def owner(v):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        noyau.attractor({0: []}, owner, True)


def test_what_is_no_graph():
    for graph, words in [
        ({0: [1]}, "no vertex of its own"),
        ({0: 5}, "list of vertices"),
        ({"ab": "ab"}, "list of vertices"),
        ([1, 2], "no graph"),
    ]:
        with pytest.raises(noyau.GraphError, match=words):
            noyau.kernel(graph)
    with pytest.raises(TypeError, match="unhashable"):
        noyau.kernel({0: [[1]]})
    with pytest.raises(noyau.GraphError, match="no vertex"):
        noyau.predecessors({0: []}, 3)


def test_a_key_whose_comparison_raises():
    class Odd:
        def __hash__(self):
            return 1

        def __eq__(self, other):
            raise RuntimeError("odd")

    one, two = Odd(), Odd()
    assert noyau.kernel({one: []}) == [one]
    with pytest.raises(RuntimeError, match="odd"):
        noyau.kernel({one: [two]})


def test_a_graph_that_changes_while_it_is_read():
    graph = {}

    class Growing:
        def __init__(self, n):
            self.n = n

        def __hash__(self):
            return 5

        def __eq__(self, other):
            graph[len(graph) * 1000] = []
            return self.n == other.n

    graph[Growing(1)] = [Growing(1)]
    # Read as it was at first: no half-read dictionary, no crash.
    assert len(noyau.Arena(graph)) == 1


def test_networkx_graphs_are_read():
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("a", "b"), ("b", "c")])
    assert noyau.kernel(graph) == ["a", "c"]
    multi = networkx.MultiDiGraph([("a", "b"), ("a", "b"), ("b", "c")])
    assert noyau.nimbers(multi) == {"a": 0, "b": 1, "c": 0}
    assert noyau.Arena(graph, lambda v: v != "b").attractor(False) == {"a": 2, "b": 1, "c": 0}


def test_arenas_are_mappings_as_those_of_networkx():
    networkx = pytest.importorskip("networkx")
    graph = {"a": ["b", "c"], "b": ["c"], "c": []}
    arena = noyau.Arena(graph, {"a": 1, "b": 2, "c": 1})
    assert isinstance(arena, Mapping) and dict(arena) == graph == dict(arena.items())
    assert arena.keys() == list(graph) and arena.values() == list(graph.values()) == [arena[v] for v in arena]
    assert arena.get("a") == ["b", "c"] and arena.get("z") is None and arena.get("z", 3) == 3
    assert arena.has_edge("a", "b") and not arena.has_edge("b", "a") and not arena.has_edge("z", "a")
    assert (arena.out_degree("a"), arena.in_degree("c")) == (2, 2)
    assert (arena.number_of_nodes(), arena.number_of_edges()) == (3, 3)
    made = arena.to_networkx()
    assert isinstance(made, networkx.DiGraph) and set(made.edges) == {("a", "b"), ("a", "c"), ("b", "c")}
    assert made.nodes["b"]["owner"] == 2 and made.graph["start"] == "a"
    assert noyau.Arena(made, lambda v: made.nodes[v]["owner"]).to_dict() == noyau.Arena(arena).to_dict() == graph
    assert noyau.Arena({0: [1, 1], 1: []}).to_networkx().number_of_edges() == 2


def test_vertex_sets_are_sets():
    arena = noyau.Arena({v: [v + 1] for v in range(5)} | {5: []})
    lost = arena.kernel()
    assert isinstance(lost, Set) and lost == {1, 3, 5} and hash(lost) == hash(frozenset({1, 3, 5}))
    won = noyau.Arena.undecided(arena) | {0, 2, 4}
    assert won == {0, 2, 4} and lost | won == set(range(6)) == won | lost
    assert lost & {1, 2} == {1} == {1, 2} & lost and isinstance(lost & {1, 2}, noyau.VertexSet)
    assert lost - {1} == {3, 5} and {1, 2} - lost == {2} and lost ^ {1, 2} == {2, 3, 5} == {1, 2} ^ lost
    assert lost ^ lost == set() and lost | lost == lost and lost & lost == lost and lost - lost == set()
    assert lost <= set(range(6)) and lost < set(range(6)) and not lost < lost and lost >= {1} and lost > {1}
    assert lost.isdisjoint([0, 2]) and not lost.isdisjoint([1]) and lost.issubset(range(6)) and lost.issuperset([5])
    assert lost != {1, 3} and {1, 3, 5} == lost and lost != 3
    with pytest.raises(TypeError):
        lost & [1]
    with pytest.raises(TypeError):
        lost < [1]


def test_all_kernels():
    assert noyau.Arena({0: [1], 1: [0]}).kernels() == ([[0], [1]], True)
    assert noyau.Arena({0: [1], 1: [2], 2: [0]}).kernels() == ([], True)


def test_pictures():
    arena = noyau.Arena({"é<": ["b"], "b": []})
    svg = arena.draw(marks=["kernel", "nimbers"])
    assert svg.startswith("<svg") and "é&lt;" in svg and arena._repr_svg_().startswith("<svg")
    assert "digraph" in arena.draw("dot") and "tikz" in arena.draw("tikz")
    assert arena.draw(step=0).startswith("<svg")
    assert noyau.Arena({0: [1], 1: []}, lambda v: v == 0).draw(marks=["attractor", "strategy"]).startswith("<svg")
    with pytest.raises(ValueError, match="marks"):
        arena.draw(marks=["beauty"])
    with pytest.raises(ValueError, match="kind"):
        arena.draw("png")


def test_long_paths_do_not_overflow():
    n = 200_000
    graph = {v: [v + 1] for v in range(n)}
    graph[n] = []
    assert len(noyau.kernel(graph)) == n // 2 + 1
    assert noyau.solve_graph(graph)[0] == ("loss", n, None)
    from noyau import cours

    assert cours.strategie({v: [v + 1] if v < 999 else [] for v in range(1000)})[0] == 1


def test_languages():
    assert noyau.get_language() in ("en", "fr")
    noyau.set_language("fr")
    try:
        with pytest.raises(noyau.GraphError, match="n'est pas un graphe"):
            noyau.kernel(3)
    finally:
        noyau.set_language("en")
    with pytest.raises(ValueError, match="no language"):
        noyau.set_language("la")

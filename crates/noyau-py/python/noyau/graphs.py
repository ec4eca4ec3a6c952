"""Graphs as dictionaries: who wins where, and how.

A graph is a dictionary from each vertex to the list of its successors; vertices are anything that can be hashed, and
answers speak of the very same objects. A networkx graph, or an :class:`Arena`, does as well.

>>> chomp = {0: [1, 2, 3, 4, 5], 1: [4, 5, 6], 2: [1, 3, 4, 5], 3: [5, 6, 7],
...          4: [7, 8], 5: [8], 6: [5, 7], 7: [8], 8: []}
>>> kernel(chomp)
[2, 6, 8]
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from typing import Any, Optional, Protocol, TypeVar, Union, cast, overload

from noyau import _noyau
from noyau._noyau import Arena, VertexMap, VertexSet
from noyau._values import Value

V = TypeVar("V", bound=Hashable)
P = TypeVar("P")
_V_co = TypeVar("_V_co", covariant=True)


class HasAdjacency(Protocol[_V_co]):
    """What networkx graphs have."""

    def adjacency(self) -> Iterator[tuple[_V_co, Mapping[Any, Any]]]:
        """Pairs of a vertex and a mapping whose keys are its successors."""
        ...


Graph = Union[Mapping[V, Iterable[V]], HasAdjacency[V], Arena[V]]
"""A graph: a dictionary, a networkx graph, or an arena."""

Owner = Union[Callable[[V], P], Mapping[V, P]]
"""Who owns each vertex: a function or a dictionary."""


def _arena(graph: Graph[V]) -> Arena[V]:
    return graph if isinstance(graph, Arena) else Arena(graph)


def kernel(graph: Graph[V]) -> list[V]:
    """The kernel: the positions lost for the side to move, when who cannot move loses. In the order of the graph.

    On a graph with cycles these are the positions that are surely lost; see :meth:`Arena.undecided` for the rest.

    >>> kernel({"a": ["b"], "b": ["c"], "c": []})
    ['a', 'c']
    """
    return _noyau.kernel_of(graph)


def attractor(
    graph: Graph[V],
    owner: Owner[V, P],
    player: P,
    target: Optional[Iterable[V]] = None,
) -> dict[V, int]:
    """From where a player can force a set of vertices, each with the number of moves it takes.

    ``owner`` says whose each vertex is, by a function or a dictionary; those for which it gives ``player`` are the
    player's. Without a target, it is the sinks of the other player, who cannot move there and loses.

    >>> graph = {0: [4, 5], 1: [4, 5, 6], 2: [7], 3: [], 4: [2], 5: [3], 6: [3], 7: []}
    >>> attractor(graph, lambda v: v < 4, True)
    {0: 3, 1: 3, 2: 1, 4: 2, 7: 0}
    >>> attractor(graph, {v: "A" if v < 4 else "B" for v in graph}, "B")
    {3: 0, 5: 1, 6: 1}
    """
    return _noyau.attractor_of(graph, owner, player, target)


def nimbers(graph: Graph[V]) -> dict[V, int]:
    """The nimber (Sprague-Grundy value) of every vertex of a graph without cycles.

    >>> nimbers({"a": ["b", "c"], "b": ["c"], "c": []})
    {'a': 2, 'b': 1, 'c': 0}
    >>> nimbers({1: [2], 2: [1]})
    Traceback (most recent call last):
        ...
    noyau.CycleError: the graph has a cycle: [2, 1]
    """
    return _noyau.nimbers_of(graph)


def solve_graph(
    graph: Graph[V],
    owner: Optional[Owner[V, P]] = None,
    ends: Optional[Mapping[V, Optional[P]]] = None,
) -> dict[V, Value]:
    """The value of every vertex for the side to move there, by backward induction; right on cycles.

    ``ends`` declares how play ends at sinks: the player who has won there, or ``None`` for a draw. At any other sink
    the side to move has lost.

    >>> solve_graph({0: [1, 2], 1: [], 2: [0]})
    {0: Value(outcome='win', distance=1), 1: Value(outcome='loss', distance=0), 2: Value(outcome='loss', distance=2)}
    >>> solve_graph({0: [1], 1: []}, ends={1: None})[0]
    Value(outcome='draw')
    """
    if owner is None and ends is None:
        return _arena(graph).solve().to_dict()
    return Arena(_plain(graph), owner, ends=ends).solve().to_dict()


def strategy(graph: Graph[V], start: Optional[V] = None, owner: Optional[Owner[V, P]] = None) -> dict[V, V]:
    """The winner's moves from a vertex, the first one unless another is given: just where play can come.

    >>> strategy({0: [1, 2], 1: [2], 2: []})
    {0: 2}
    """
    arena = _arena(graph) if owner is None else Arena(_plain(graph), owner)
    return arena.strategy(start).to_dict()


def sinks(graph: Graph[V]) -> list[V]:
    """The vertices without successor.

    >>> sinks({0: [1], 1: [], 2: []})
    [1, 2]
    """
    return _arena(graph).sinks()


@overload
def predecessors(graph: Graph[V]) -> dict[V, list[V]]: ...
@overload
def predecessors(graph: Graph[V], vertex: V, /) -> list[V]: ...
def predecessors(graph: Graph[V], *vertex: V) -> Union[dict[V, list[V]], list[V]]:
    """The vertices that lead to one; without one, those of every vertex.

    >>> predecessors({0: [1, 2], 1: [2], 2: []}, 2)
    [0, 1]
    >>> predecessors({0: [1], 1: []})
    {0: [], 1: [0]}
    """
    arena = _arena(graph)
    if vertex:
        return arena.predecessors(vertex[0])
    return {v: arena.predecessors(v) for v in arena}


def is_acyclic(graph: Graph[V]) -> bool:
    """Whether no play can go on for ever.

    >>> is_acyclic({0: [1], 1: [0]})
    False
    """
    return _arena(graph).is_acyclic()


def bipartition(graph: Graph[V]) -> Optional[tuple[list[V], list[V]]]:
    """Two sets of vertices such that every edge leads from one to the other, or ``None``.

    >>> bipartition({0: [1], 1: [2], 2: [3], 3: [0]})
    ([0, 2], [1, 3])
    >>> bipartition({0: [1], 1: [2], 2: [0]}) is None
    True
    """
    return _arena(graph).bipartition()


def kernel_steps(graph: Graph[V]) -> Iterator[tuple[V, list[V]]]:
    """The steps of the course's algorithm: a sink that joins the kernel, and its predecessors that leave with it.

    >>> for taken, dropped in kernel_steps({0: [1], 1: [2], 2: []}):
    ...     print(taken, dropped)
    2 [1]
    0 []
    """
    yield from _arena(graph).kernel_steps()


def _plain(graph: Graph[V]) -> Union[Mapping[V, Iterable[V]], HasAdjacency[V]]:
    return graph.to_dict() if isinstance(graph, Arena) else graph


for _mapping in (VertexMap, Arena):
    cast(ABCMeta, Mapping).register(_mapping)
cast(ABCMeta, Set).register(VertexSet)

__all__ = [
    "Arena",
    "Graph",
    "Owner",
    "VertexMap",
    "VertexSet",
    "attractor",
    "bipartition",
    "is_acyclic",
    "kernel",
    "kernel_steps",
    "nimbers",
    "predecessors",
    "sinks",
    "solve_graph",
    "strategy",
]

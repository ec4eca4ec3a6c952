"""Game trees: minimax, alpha-beta and and/or, as the course prints them, with every step.

>>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> minimax(tree)
3.0
>>> alphabeta(tree).cuts
(1, 0)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Optional

from noyau._noyau import Tree

Infinity = float("inf")


@dataclass(frozen=True)
class TreeSearch:
    """What a search of a tree found."""

    value: float
    """What the root is worth to First."""
    moves: list[float]
    """What each child of the root returned; after a cut, bounds."""
    nodes: int
    """Nodes entered, leaves included."""
    leaves: int
    """Leaves entered."""
    cuts: tuple[int, int]
    """Cuts that skipped something, by alpha and by beta."""


@dataclass(frozen=True)
class TreeStep:
    """One step of a search."""

    kind: str
    """``"enter"``, ``"child"``, ``"cut"``, ``"skip"`` or ``"leave"``."""
    node: int
    """Where it happens."""
    path: list[str]
    """The moves that lead there."""
    value: Optional[float]
    """What was returned, if anything was."""
    window: Optional[tuple[float, float]]
    """Alpha and beta."""
    cut: Optional[str]
    """``"alpha"`` or ``"beta"``, at a cut."""
    skipped: list[int]
    """The nodes that a cut skips."""


def search(
    tree: Tree, algorithm: str = "alphabeta", *, alpha: float = -Infinity, beta: float = Infinity
) -> TreeSearch:
    """Searches a tree by ``"minimax"``, ``"alphabeta"`` (the first text's) or ``"bound"`` (the fifth text's).

    >>> search(Tree([[3, 5], [2, 9]]), "minimax").nodes
    7
    """
    value, moves, nodes, leaves, cuts = tree.search(algorithm, alpha=alpha, beta=beta)
    return TreeSearch(value, moves, nodes, leaves, cuts)


def minimax(tree: Tree) -> float:
    """What the root of a tree is worth to First.

    >>> minimax(Tree([[3, 5], [2, 9]]))
    3.0
    """
    return search(tree, "minimax").value


def alphabeta(tree: Tree, *, alpha: float = -Infinity, beta: float = Infinity) -> TreeSearch:
    """The same with cuts.

    >>> alphabeta(Tree([[3, 5], [2, 9]])).leaves
    3
    """
    return search(tree, "alphabeta", alpha=alpha, beta=beta)


def trace(
    tree: Tree, algorithm: str = "alphabeta", *, alpha: float = -Infinity, beta: float = Infinity
) -> Iterator[TreeStep]:
    """The steps of a search, one after the other.

    >>> [step.node for step in trace(Tree([[3, 5], [2, 9]])) if step.kind == "cut"]
    [4]
    """
    steps: list[dict[str, Any]] = tree.steps(algorithm, alpha=alpha, beta=beta)
    for step in steps:
        yield TreeStep(
            kind=step["kind"],
            node=step["node"],
            path=step["path"],
            value=step.get("value"),
            window=step.get("window"),
            cut=step.get("cut"),
            skipped=list(step.get("skipped", [])),
        )


__all__ = ["Tree", "TreeSearch", "TreeStep", "alphabeta", "minimax", "search", "trace"]

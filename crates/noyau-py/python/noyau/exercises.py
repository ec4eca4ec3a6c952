"""Exercises of the course: posed from a seed or about a figure of the texts, marked step by step, printed as sheets.

>>> posed = exercise("kernel", figure="chomp-2x3")
>>> posed.mark(["8", "5"])
Marked(right=1, why='5 is a predecessor of 8, which is in the kernel, and went with it: a kernel is stable', done=False)
>>> posed.hint(["8"], 3)
'the next step can be 6'
>>> posed.mark(posed.key).done
True
"""

from __future__ import annotations

import ast
import json
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Optional

from noyau import _noyau


@dataclass(frozen=True)
class Marked:
    """A marked answer; true if no step of it is wrong."""

    right: int
    """How many steps are right, before the first that is wrong."""
    why: Optional[str]
    """Why the next one is wrong."""
    done: bool
    """Whether the answer is right and complete."""

    def __bool__(self) -> bool:
        return self.why is None


@dataclass(frozen=True)
class Exercise:
    """An exercise: the same one for the same kind, level and seed. A step of an answer is text, as ``form`` says."""

    kind: str
    """What it asks for, as ``"kernel"``."""
    level: int = 2
    """How hard it is, from 1 to 5."""
    seed: int = 1
    """The seed it is made from."""
    figure: Optional[str] = None
    """The figure of the course it is about, if it is not made from a seed."""

    def __post_init__(self) -> None:
        _noyau.mark_exercise(self._asked, [], 1)

    @property
    def _asked(self) -> tuple[str, int, int, Optional[str]]:
        return (self.kind, self.level, self.seed, self.figure)

    @property
    def _document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(_noyau.pose_exercise(self._asked))
        return document

    @property
    def title(self) -> str:
        """The heading."""
        return str(self._document["title"])

    @property
    def question(self) -> str:
        """The question."""
        return str(self._document["question"])

    @property
    def form(self) -> str:
        """How the steps of an answer are written."""
        return str(self._document["form"])

    @cached_property
    def graph(self) -> Optional[dict[Hashable, list[Hashable]]]:
        """The graph, if the exercise is about one."""
        text = self._document.get("graph")
        read = None if text is None else ast.literal_eval(text)
        return read["edges"] if read and "edges" in read else read

    @cached_property
    def tree(self) -> Optional[dict[str, Any]]:
        """The tree, if the exercise is about one: ``label``, ``value`` and ``children``."""
        text = self._document.get("tree")
        return None if text is None else json.loads(text)

    @cached_property
    def position(self) -> Optional[tuple[str, str]]:
        """The game and the position, if the exercise is about one."""
        document = self._document
        return (document["game"], document["position"]) if "game" in document else None

    @cached_property
    def key(self) -> list[str]:
        """Steps that answer it."""
        return list(self._document["answer"])

    def mark(self, steps: Iterable[object]) -> Marked:
        """Marks the steps of an answer."""
        right, why, done, _ = _noyau.mark_exercise(self._asked, [str(step) for step in steps], 1)
        return Marked(right, why, done)

    def hint(self, steps: Iterable[object] = (), degree: int = 1) -> Optional[str]:
        """A hint for the step after the right ones of these: 1 the rule, 2 where to look, 3 the step. ``None`` at the end."""
        if degree not in (1, 2, 3):
            raise ValueError({"fr": "un degré est 1, 2 ou 3"}.get(_noyau.get_language(), "a degree is 1, 2 or 3"))
        return _noyau.mark_exercise(self._asked, [str(step) for step in steps], degree)[3]

    def _repr_svg_(self) -> str:
        return str(self._document["svg"])

    def __str__(self) -> str:
        document = self._document
        return f"{document['title']}. {document['question']} ({document['form']})"


def exercise(kind: str, *, seed: int = 1, level: int = 2, figure: Optional[str] = None) -> Exercise:
    """The exercise of a seed, at a level from 1 to 5, or about a figure of the course; :func:`exercise_kinds` lists both.

    >>> exercise("nimbers", seed=7).mark(["0=5"]).right
    0
    """
    return Exercise(kind, level, seed, figure)


def exercise_kinds() -> dict[str, list[str]]:
    """The kinds of exercises, each with the figures that it can be about.

    >>> exercise_kinds()["andor"]
    ['and-or']
    """
    return {name: figures for name, _, figures in _noyau.list_exercises()}


def sheet(exercises: Sequence[Exercise]) -> str:
    """A sheet of exercises with its key, for LaTeX.

    >>> sheet([exercise("kernel", seed=seed) for seed in range(3)]).startswith("\\\\documentclass")
    True
    """
    return _noyau.exercise_sheet([one._asked for one in exercises])

"""Certificates: answers that can be checked without the program that found them.

>>> text = certificate({"a": ["b"], "b": []}, kind="kernel")
>>> verify(text)
Verified(kind='kernel', positions=2, moves=1)
>>> verify(text.replace('["lost",0]', '["won",1]'))
Traceback (most recent call last):
    ...
noyau.CertificateError: ...
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, NamedTuple, Optional, Union, cast

from noyau import _noyau
from noyau._noyau import Arena
from noyau.games import Game, Method, Position, game as _open
from noyau.graphs import Graph, Owner, _plain
from noyau.tables import open_table

Kind = Literal["solve", "kernel", "attractor", "nimbers", "strategy"]
"""What a certificate of a graph claims."""


class Verified(NamedTuple):
    """What was checked of a certificate or a table that is right."""

    kind: str
    """What it claims: the kind of a certificate, or ``"table"``."""
    positions: int
    """Positions that were checked."""
    moves: int
    """Moves that were checked."""


def certificate(
    what: Union[str, Position[Any], Game[Any, Any], Graph[Any]],
    path: Union[str, os.PathLike[str], None] = None,
    *,
    kind: Kind = "solve",
    owner: Optional[Owner[Any, Any]] = None,
    player: Any = None,
    target: Optional[Iterable[Any]] = None,
    start: Any = None,
    method: Method = "auto",
    force: bool = False,
    seconds: Optional[float] = None,
    memory: Optional[int] = None,
) -> str:
    """The certificate of an answer, which is also written to a file if one is named: a claim and what proves it, as JSON.

    ``what`` is a graph with a ``kind`` of claim about it (``player`` and ``target`` belong to an attractor, ``start`` to a
    strategy), or the name of a game, a position, or a game of your own. The certificate of your own game holds the
    graph of its positions, so that it can be checked without your rules; a game with points is checked with them.
    A file that is no certificate is replaced only with ``force``.

    >>> '"kind":"game"' in certificate("nim:1,2")
    True
    """
    found: bytes
    position: Optional[Position[Any]] = None
    if isinstance(what, str):
        position = _open(what)
    elif isinstance(what, Game):
        position = what.position()
    elif isinstance(what, Position):
        position = what
    if position is None:
        graph = cast("Graph[Any]", what)
        if owner is not None or not isinstance(graph, Arena):
            graph = Arena(_plain(graph), owner)
        found = _noyau.certify_graph(graph, kind, player=player, target=target, start=start)
    elif position._object is not None and position.points is None and method in ("auto", "graph"):
        found = _noyau.certify_graph(position.arena(seconds=seconds, memory=memory), "solve")
    else:
        at = (position._text, position._object)
        found = _noyau.certify_game(position._rules, at, method, seconds=seconds, memory=memory)
    if path is not None:
        _noyau.write_certificate_file(os.fspath(path), found, force)
    return found.decode()


def verify(
    what: Union[str, os.PathLike[str]], game: Optional[Game[Any, Any]] = None, *, seconds: Optional[float] = None
) -> Verified:
    """Checks a certificate, a proof or a table: a file, or the text of a certificate. It shares no code with what found
    the answer. A claim that is not so raises a :class:`CertificateError`.

    With a game of your own, that the certificate holds the graph of that game is checked, too.
    """
    rules = None if game is None else game._rules()
    if isinstance(what, str) and what.lstrip().startswith("{"):
        content = what.encode()
    else:
        path = Path(what)
        if path.is_dir() or not _is_text(path):
            table = open_table(path, game)
            positions, moves = table._core.verify(seconds=seconds)
            return Verified("table", positions, moves)
        content = path.read_bytes()
    checked = Verified(*_noyau.verify_bytes(content, rules, seconds=seconds))
    if game is not None and checked.kind == "solve":
        _is_of(json.loads(content)["graph"], game)
    return checked


def _is_text(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(1) == b"{"


def _is_of(graph: dict[str, Any], game: Game[Any, Any]) -> None:
    """That a certificate holds the graph of a game."""
    arena = game.arena()
    names = dict(zip(arena, _noyau.names_of(arena)))
    edges = {names[v]: [names[w] for w in following] for v, following in arena.to_dict().items()}
    held = {name: [str(following) for following in row] for name, row in graph["edges"].items()}
    if held != edges:
        wrong = next((name for name in {**edges, **held} if held.get(name) != edges.get(name)), "")
        raise _noyau.CertificateError(f"the certificate is of another game: the moves of {wrong} are others")


__all__ = ["Kind", "Verified", "certificate", "verify"]

"""Tables of every position of a game: made, opened, and asked for one position or for many at once.

>>> table = make_table("tictactoe")
>>> table.positions
5478
>>> table[".../.../... first"]
Value(outcome='draw')
"""

from __future__ import annotations

import importlib
import os
from array import array
from collections.abc import Iterable, Iterator
from typing import Any, Optional, Union, cast

from noyau import _noyau
from noyau._noyau import Rules
from noyau._values import Value
from noyau.games import Game, Position, Solved, Tell, _answer

Place = Any
"""A position of a table: its text, a :class:`Position`, or in a game of your own your object."""


class Table:
    """A table of every position that play can reach in a game of the library, or in one of your own."""

    def __init__(self, core: _noyau.Table, own: Optional[Game[Any, Any]] = None) -> None:
        """Use :func:`open_table` or :func:`make_table`."""
        self._core = core
        self.info: dict[str, Any] = core.info()
        """What the table says of itself."""
        self._own = own
        self._rules = Rules.library(self.game) if own is None else own._rules()

    @property
    def game(self) -> str:
        """The game, with its parameters."""
        return cast(str, self.info["game"])

    @property
    def positions(self) -> int:
        """How many positions there are, images under symmetry included."""
        return cast(int, self.info["positions"])

    def __len__(self) -> int:
        return self.positions

    def start(self) -> Position[Any]:
        """The position that all others are reached from."""
        if self._own is not None:
            return self._own.position()
        return Position(self._rules, cast(str, self.info["start"]))

    def _at(self, position: Place) -> Position[Any]:
        if self._own is None:
            return position if isinstance(position, Position) else Position(self._rules, str(position))
        if not isinstance(position, Position):
            return self._own.position(position)
        if position._rules is self._rules:
            return position
        points = position.points or (0.0, 0.0)
        return self._own.position(position.state, side=position.side, points=points)

    def __getitem__(self, position: Place) -> Value:
        return self._core.value(self._at(position)._text)

    def __contains__(self, position: Place) -> bool:
        try:
            self._core.value(self._at(position)._text)
        except ValueError:
            return False
        return True

    def solve(self, position: Place) -> Solved[Any]:
        """What the table says of a position and of its moves, with best play."""
        at = self._at(position)
        return cast("Solved[Any]", _answer(self._core.answer(self._rules, (at._text, at._object), False)))

    def outcomes(self, positions: Iterable[Place]) -> Any:
        """The outcomes of many positions at once, -1, 0 or 1 (margins in games with points, in half points where there are such).

        A NumPy array of the same shape if ``positions`` is one, else an ``array``.

        >>> list(make_table("nim:1,1").outcomes(["1,1 first", "1,0 first"]))
        [-1, 1]
        """
        return self._bulk(positions, 0)

    def distances(self, positions: Iterable[Place]) -> Any:
        """The distances of many positions at once, -1 where there is none; as :meth:`outcomes`."""
        return self._bulk(positions, 1)

    def _bulk(self, positions: Iterable[Place], which: int) -> Any:
        shape = getattr(positions, "shape", None)
        flat: Any = positions if shape is None else cast(Any, positions).ravel()
        found = self._core.values([self._at(position)._text for position in flat])[which]
        if shape is None:
            return array("i", found)
        numpy: Any = importlib.import_module("numpy")
        return numpy.frombuffer(found, dtype="<i4").reshape(shape)

    def place(self, position: Place) -> Optional[tuple[int, int]]:
        """The tier and the number under which a position stands; ``None`` in tables that go by name."""
        return self._core.place(self._at(position)._text)

    def codes(self, tier: int, numbers: Any) -> Any:
        """The codes of many positions of a tier by their numbers, as they stand in the table; 0 where there is none.

        A NumPy array if ``numbers`` is one, else an ``array``. ``docs/tables.md`` says what codes mean.
        """
        if hasattr(numbers, "astype"):
            numpy: Any = importlib.import_module("numpy")
            found = self._core.codes(tier, numbers.astype("<u8").tobytes())
            return numpy.frombuffer(found, dtype="<u4").reshape(numbers.shape)
        wanted = b"".join(int(number).to_bytes(8, "little") for number in numbers)
        return array("I", self._core.codes(tier, wanted))

    def rows(self, most: int = 1000) -> Iterator[tuple[str, Value]]:
        """The first positions of the table, with their values.

        >>> list(make_table("nim:1").rows())
        [('0 first', Value(outcome='loss', distance=0)), ('1 first', Value(outcome='win', distance=1))]
        """
        yield from self._core.rows(most)

    def __repr__(self) -> str:
        return f"<Table of {self.game}, {self.positions} positions>"


def open_table(path: Union[str, os.PathLike[str]], game: Optional[Game[Any, Any]] = None) -> Table:
    """Opens a table: a file, or a folder of its parts, as the command line writes them. A table of a game of your own takes
    the game, too.

    It is not read into memory: a lookup reads one block. A file that changes meanwhile is refused by a ``ValueError``.
    """
    return Table(_noyau.Table.open(os.fspath(path), None if game is None else game._rules()), game)


def make_table(
    game: Union[str, Game[Any, Any]],
    path: Union[str, os.PathLike[str], None] = None,
    *,
    starts: Optional[Iterable[Union[str, Position[Any]]]] = None,
    force: bool = False,
    seconds: Optional[float] = None,
    memory: Optional[int] = None,
    threads: int = 0,
    tell: Optional[Tell] = None,
) -> Table:
    """Solves every position of a game into a table, which is written to a file if one is named.

    The game is one of the library, by its name, or one of your own: there positions are told apart by their ``repr``.
    A file that is no table of the same game and position is replaced only with ``force``. The work is done in memory;
    the command line does it in a folder, and goes on with it after an interruption.

    For a game of the library, ``starts`` are the positions at which the table begins, instead of the game's own start.
    """
    where = None if path is None else os.fspath(path)
    if isinstance(game, Game):
        if starts is not None:
            raise TypeError("starts are for games of the library; your own game has a start of its own")
        start = game.position()
        if threads > 1:
            start._explore(threads, seconds)
        core = _noyau.Table.make(
            "", where, own=(start._rules, start._text), force=force, seconds=seconds, memory=memory, tell=tell
        )
        return Table(core, game)
    if not isinstance(game, str):
        raise TypeError(f"{game!r} is no game: its name, or an object of a class derived from Game, is wanted")
    core = _noyau.Table.make(
        game,
        where,
        starts=None if starts is None else [position.text if isinstance(position, Position) else position for position in starts],
        force=force,
        seconds=seconds,
        memory=memory,
        threads=threads,
        tell=tell,
    )
    return Table(core)


__all__ = ["Table", "make_table", "open_table"]

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
from noyau.games import Answer, Position, Tell, _answer


class Table:
    """A table of every position that play can reach in a game of the library."""

    def __init__(self, core: _noyau.Table) -> None:
        """Use :func:`open_table` or :func:`make_table`."""
        self._core = core
        self.info: dict[str, Any] = core.info()
        """What the table says of itself."""
        self._rules = Rules.library(self.game)

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

    def start(self) -> Position[str]:
        """The position that all others are reached from."""
        return Position(self._rules, cast(str, self.info["start"]))

    def __getitem__(self, position: Union[str, Position[str]]) -> Value:
        return self._core.value(_text(position))

    def __contains__(self, position: Union[str, Position[str]]) -> bool:
        try:
            self._core.value(_text(position))
        except ValueError:
            return False
        return True

    def solve(self, position: Union[str, Position[str]]) -> Answer[str]:
        """What the table says of a position and of its moves, with best play."""
        return _answer(self._core.answer(self._rules, _text(position), False))

    def outcomes(self, positions: Iterable[Union[str, Position[str]]]) -> Any:
        """The outcomes of many positions at once, -1, 0 or 1 (margins in games with points, in half points where there are such).

        A NumPy array of the same shape if ``positions`` is one, else an ``array``.

        >>> list(make_table("nim:1,1").outcomes(["1,1 first", "1,0 first"]))
        [-1, 1]
        """
        return self._bulk(positions, 0)

    def distances(self, positions: Iterable[Union[str, Position[str]]]) -> Any:
        """The distances of many positions at once, -1 where there is none; as :meth:`outcomes`."""
        return self._bulk(positions, 1)

    def _bulk(self, positions: Iterable[Union[str, Position[str]]], which: int) -> Any:
        shape = getattr(positions, "shape", None)
        flat: Any = positions if shape is None else cast(Any, positions).ravel()
        found = self._core.values([_text(position) for position in flat])[which]
        if shape is None:
            return array("i", found)
        numpy: Any = importlib.import_module("numpy")
        return numpy.frombuffer(found, dtype="<i4").reshape(shape)

    def place(self, position: Union[str, Position[str]]) -> Optional[tuple[int, int]]:
        """The tier and the number under which a position stands; ``None`` in tables that go by name."""
        return self._core.place(_text(position))

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


def _text(position: Union[str, Position[str]]) -> str:
    return position._text if isinstance(position, Position) else str(position)


def open_table(path: Union[str, os.PathLike[str]]) -> Table:
    """Opens a table: a file, or a folder of its parts, as the command line writes them.

    It is not read into memory: a lookup reads one block. A file that changes meanwhile is refused by a ``ValueError``.
    """
    return Table(_noyau.Table.open(os.fspath(path)))


def make_table(
    game: str,
    path: Union[str, os.PathLike[str], None] = None,
    *,
    force: bool = False,
    seconds: Optional[float] = None,
    memory: Optional[int] = None,
    threads: int = 0,
    tell: Optional[Tell] = None,
) -> Table:
    """Solves every position of a game into a table, which is written to a file if one is named.

    A file that is no table of the same game and position is replaced only with ``force``. The work is done in memory;
    the command line does it in a folder, and goes on with it after an interruption.
    """
    where = None if path is None else os.fspath(path)
    core = _noyau.Table.make(game, where, force=force, seconds=seconds, memory=memory, threads=threads, tell=tell)
    return Table(core)


__all__ = ["Table", "make_table", "open_table"]

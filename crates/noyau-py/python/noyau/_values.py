"""Values: how a position ends, and when."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, Optional

Outcome = Literal["win", "draw", "loss"]
"""How a game ends for the side to move."""

Side = Literal["first", "second"]
"""One of the two players."""


_RANKS = {"loss": 0, "draw": 1, "win": 2}


class Value(NamedTuple):
    """What a position is worth to the side to move. Values are ordered by that: a loss is worth less than a draw, and a
    draw less than a win; a late loss more than one soon, a win soon more than a late one, a large margin more than a small one.
    All draws are worth the same. A loss or a win whose distance is not known is taken for the worst of its kind.

    >>> Value("win", 3)
    Value(outcome='win', distance=3)
    >>> Value("draw")
    Value(outcome='draw')
    >>> sorted([Value("win", 1), Value("win", 5), Value("draw"), Value("loss", 6), Value("loss", 2)])[0]
    Value(outcome='loss', distance=2)
    """

    outcome: Outcome
    """``"win"``, ``"draw"`` or ``"loss"``."""
    distance: Optional[int] = None
    """Plies to the end when the winner hurries and the loser resists; ``None`` for draws."""
    margin: Optional[float] = None
    """Points by which the side to move finishes ahead, in games with points."""

    def _worth(self) -> tuple[int, float, float]:
        rank, far = _RANKS[self.outcome], self.distance
        sooner = {"win": -1.0, "draw": 0.0, "loss": 1.0}[self.outcome]
        speed = 0.0 if sooner == 0 else -math.inf if far is None else sooner * far
        return (rank, 0.0 if self.margin is None else self.margin, speed)

    def __lt__(self, other: object) -> bool:
        return self._worth() < other._worth() if isinstance(other, Value) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self._worth() <= other._worth() if isinstance(other, Value) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self._worth() > other._worth() if isinstance(other, Value) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self._worth() >= other._worth() if isinstance(other, Value) else NotImplemented

    def __repr__(self) -> str:
        words = [f"outcome={self.outcome!r}"]
        if self.distance is not None:
            words.append(f"distance={self.distance}")
        if self.margin is not None:
            words.append(f"margin={self.margin:g}")
        return f"Value({', '.join(words)})"

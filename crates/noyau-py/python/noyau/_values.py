"""Values: how a position ends, and when."""

from __future__ import annotations

from typing import Literal, NamedTuple, Optional

Outcome = Literal["win", "draw", "loss"]
"""How a game ends for the side to move."""

Side = Literal["first", "second"]
"""One of the two players."""


class Value(NamedTuple):
    """What a position is worth to the side to move.

    >>> Value("win", 3)
    Value(outcome='win', distance=3)
    >>> Value("draw")
    Value(outcome='draw')
    """

    outcome: Outcome
    """``"win"``, ``"draw"`` or ``"loss"``."""
    distance: Optional[int] = None
    """Plies to the end when the winner hurries and the loser resists; ``None`` for draws."""
    margin: Optional[float] = None
    """Points by which the side to move finishes ahead, in games with points."""

    def __repr__(self) -> str:
        words = [f"outcome={self.outcome!r}"]
        if self.distance is not None:
            words.append(f"distance={self.distance}")
        if self.margin is not None:
            words.append(f"margin={self.margin:g}")
        return f"Value({', '.join(words)})"

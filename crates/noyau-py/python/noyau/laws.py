"""Laws that every game obeys, checked on one of your own.

>>> from noyau import Game
>>> class Countdown(Game[int, int]):
...     def start(self): return 5
...     def moves(self, n): return [1, 2, 2][:n]
...     def play(self, n, k): return max(n - k, 0)
...
>>> check(Countdown())
Traceback (most recent call last):
    ...
noyau.laws.BrokenLaw: moves are distinct: 2 comes twice; in the position 5, at the start
"""

from __future__ import annotations

import copy
import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Optional

from noyau._noyau import GameError, get_language
from noyau.games import Game, _own_method

_HEURISTIC = 999_999


class BrokenLaw(GameError):
    """A law that a game breaks, with the smallest example that was found."""

    law: str
    """The law."""
    position: Any
    """The position in which it is broken."""
    line: list[Any]
    """The moves that lead there from the start."""
    found: str
    """What was found there."""

    def __init__(self, law: str, position: Any, line: list[Any], found: str) -> None:
        """Raised by :func:`check`."""
        if get_language() == "fr":
            way = f"après {_short(line)}" if line else "au départ"
            message = f"{law} : {found} ; dans la position {_short(position)}, {way}"
        else:
            way = f"after {_short(line)}" if line else "at the start"
            message = f"{law}: {found}; in the position {_short(position)}, {way}"
        super().__init__(message)
        self.law, self.position, self.line, self.found = law, position, line, found

    def __reduce__(self) -> tuple[Any, ...]:
        return (BrokenLaw, (self.law, self.position, self.line, self.found))


class Checked(NamedTuple):
    """What :func:`check` looked at, where it found nothing wrong."""

    positions: int
    """Positions in which every law was checked."""
    complete: bool
    """Whether these are all positions that play can reach."""
    laws: list[str]
    """The laws."""


@dataclass(frozen=True)
class _Fault(Exception):
    law: str
    found: str


def _say(en: str, fr: str) -> str:
    return fr if get_language() == "fr" else en


def _short(thing: object) -> str:
    text = repr(thing)
    return text if len(text) <= 200 else text[:200] + "…"


def _parts(thing: Any) -> Optional[dict[str, Any]]:
    """The attributes of an object that equals nothing but itself."""
    compared: object = type(thing).__eq__
    if compared is not object.__eq__:
        return None
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    held = {name: getattr(thing, name) for name in slots if hasattr(thing, name)}
    return {**held, **getattr(thing, "__dict__", {})}


def _picture(thing: Any) -> Any:
    """What can later be compared with the object as it is then."""
    parts = _parts(thing)
    return copy.deepcopy(thing) if parts is None else {name: _picture(part) for name, part in parts.items()}


def _unchanged(picture: Any, thing: Any) -> bool:
    parts = _parts(thing)
    if parts is None:
        return bool(picture == thing)
    # What is added may be a cache.
    return all(name in parts and _unchanged(part, parts[name]) for name, part in picture.items())


class _Laws:
    """The laws of one game. Each is a method that raises a fault."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.own: dict[str, Optional[Callable[..., Any]]] = {
            name: _own_method(game, name)
            for name in ("outcome", "to_move", "heuristic", "key", "symmetries", "gain", "settle")
        }
        self.seen: dict[Any, tuple[Any, tuple[Any, ...]]] = {}

    def names(self) -> list[str]:
        return [law for law, _ in self.laws()]

    def laws(self) -> Iterator[tuple[str, Callable[[Any], None]]]:
        own = self.own
        yield _say("methods answer", "les méthodes répondent"), self.answers
        yield _say("positions can be told apart", "les positions se distinguent"), self.hashes
        yield (
            _say("a game is over exactly when there is no move", "une partie est finie si et seulement s'il n'y a pas de coup"),
            self.ends,
        )
        yield _say("moves are distinct", "les coups sont distincts"), self.distinct
        yield (
            _say("moves are always the same, in the same order", "les coups sont toujours les mêmes, dans le même ordre"),
            self.steady,
        )
        yield _say("methods leave positions as they are", "les méthodes laissent les positions intactes"), self.pure
        yield (
            _say("the same move leads to the same position", "le même coup mène à la même position"),
            self.repeats,
        )
        if own["key"] is not None:
            yield (
                _say("positions with the same key are the same", "les positions de même clef sont les mêmes"),
                self.keys,
            )
        if own["heuristic"] is not None:
            yield (
                _say(
                    f"heuristics are numbers between -{_HEURISTIC} and {_HEURISTIC}",
                    f"les heuristiques sont des nombres entre -{_HEURISTIC} et {_HEURISTIC}",
                ),
                self.heuristics,
            )
        if own["gain"] is not None or own["settle"] is not None:
            yield _say("points are whole and not negative", "les points sont entiers et positifs"), self.points
        if own["symmetries"] is not None:
            yield (
                _say("symmetries keep the side to move, the end and the moves", "les symétries gardent le trait, la fin et les coups"),
                self.symmetric,
            )

    # What the game says, by its own methods ------------------------------------------------------------------------

    def ask(self, name: str, position: Any, *more: Any) -> Any:
        method = self.own[name] if name in self.own else getattr(self.game, name)
        return None if method is None else method(position, *more)

    def key(self, position: Any) -> Any:
        return position if self.own["key"] is None else self.ask("key", position)

    def moves(self, position: Any) -> list[Any]:
        return [] if self.ask("outcome", position) is not None else list(self.game.moves(position))

    def orbit(self, position: Any) -> set[Any]:
        images = [] if self.own["symmetries"] is None else list(self.ask("symmetries", position))
        return {self.key(image) for image in [position, *images]}

    # The laws ------------------------------------------------------------------------------------------------------

    def fault(self, found: str) -> _Fault:
        return _Fault("", found)

    def answers(self, position: Any) -> None:
        outcome = self.ask("outcome", position)
        if outcome is not None and (outcome not in ("win", "draw", "loss", 1, 0, -1) or isinstance(outcome, bool)):
            raise self.fault(f"outcome gave {outcome!r}")
        if self.own["to_move"] is not None and self.ask("to_move", position) not in ("first", "second", 0, 1):
            raise self.fault(f"to_move gave {self.ask('to_move', position)!r}")
        for move in self.moves(position):
            if self.game.play(position, move) is None:
                raise self.fault(f"play gave None for the move {_short(move)}")

    def hashes(self, position: Any) -> None:
        key = self.key(position)
        try:
            hash(key)
        except TypeError as error:
            raise self.fault(f"{_short(key)}: {error}") from error
        if key != key or hash(key) != hash(self.key(position)):
            raise self.fault(f"the hash of {_short(key)} is not always the same")

    def ends(self, position: Any) -> None:
        if self.own["outcome"] is not None and self.ask("outcome", position) is None and not self.moves(position):
            raise self.fault("outcome says that play goes on, but moves gives no move")

    def distinct(self, position: Any) -> None:
        moves = self.moves(position)
        for i, move in enumerate(moves):
            if any(bool(move == other) for other in moves[:i]):
                raise self.fault(_say(f"{_short(move)} comes twice", f"{_short(move)} vient deux fois"))

    def steady(self, position: Any) -> None:
        first, then = self.moves(position), self.moves(position)
        if len(first) != len(then) or not all(bool(a == b) for a, b in zip(first, then)):
            raise self.fault(_say(f"{_short(first)}, then {_short(then)}", f"{_short(first)}, puis {_short(then)}"))

    def pure(self, position: Any) -> None:
        picture, key = _picture(position), self.key(position)

        def look(method: str, *arguments: Any) -> None:
            said = self.ask(method, position, *arguments)
            if method in ("moves", "symmetries") and said is not None:
                list(said)
            if not _unchanged(picture, position) or bool(self.key(position) != key):
                with_move = f"({_short(arguments[0])})" if arguments else ""
                raise self.fault(_say(f"{method}{with_move} changes it", f"{method}{with_move} la change"))

        for method in ("outcome", "to_move", "heuristic", "symmetries", "key"):
            look(method)
        moves = self.moves(position)
        if self.ask("outcome", position) is None:
            look("moves")
        elif self.own["settle"] is not None:
            look("settle")
        for move in moves:
            if self.own["gain"] is not None:
                look("gain", move)
            look("play", move)

    def repeats(self, position: Any) -> None:
        for move in self.moves(position):
            one, other = (self.key(self.game.play(position, move)) for _ in range(2))
            if not bool(one == other) or hash(one) != hash(other):
                raise self.fault(
                    _say(
                        f"{_short(move)} leads to {_short(one)}, then to {_short(other)}, which is not equal",
                        f"{_short(move)} mène à {_short(one)}, puis à {_short(other)}, qui n'est pas égale",
                    )
                )

    def signature(self, position: Any) -> tuple[Any, ...]:
        children = [self.key(self.game.play(position, move)) for move in self.moves(position)]
        return (self.ask("outcome", position), self.ask("to_move", position), frozenset(children), len(children))

    def keys(self, position: Any) -> None:
        before = self.seen.setdefault(self.key(position), (position, self.signature(position)))
        if before[1] != self.signature(position):
            raise self.fault(
                _say(
                    f"{_short(before[0])} has the same key, but another side, end or other moves",
                    f"{_short(before[0])} a la même clef, mais un autre trait, une autre fin ou d'autres coups",
                )
            )

    def heuristics(self, position: Any) -> None:
        score = self.ask("heuristic", position)
        if not isinstance(score, (int, float)) or not abs(score) <= _HEURISTIC:
            raise self.fault(f"heuristic gave {score!r}")

    def points(self, position: Any) -> None:
        def whole(points: Any) -> bool:
            return isinstance(points, (int, float)) and points >= 0 and float(points * self.game.units).is_integer()

        for move in self.moves(position):
            if self.own["gain"] is not None and not whole(self.ask("gain", position, move)):
                raise self.fault(f"gain({_short(move)}) gave {self.ask('gain', position, move)!r}")
        if not self.moves(position) and self.own["settle"] is not None:
            settled = self.ask("settle", position)
            if not isinstance(settled, (tuple, list)) or len(settled) != 2 or not all(map(whole, settled)):
                raise self.fault(f"settle gave {settled!r}")

    def symmetric(self, position: Any) -> None:
        for image in self.ask("symmetries", position):
            for name in ("outcome", "to_move"):
                here, there = self.ask(name, position), self.ask(name, image)
                if here != there:
                    raise self.fault(f"{name}: {here!r}; {_short(image)}: {there!r}")
            orbits = [self.orbit(self.game.play(position, move)) for move in self.moves(position)]
            for move in self.moves(image):
                child = self.game.play(image, move)
                reach = self.orbit(child)
                match = next((i for i, orbit in enumerate(orbits) if not orbit.isdisjoint(reach)), None)
                if match is None:
                    raise self.fault(
                        _say(
                            f"{_short(move)} leads from its image {_short(image)} to {_short(child)}, which is no image of what its moves lead to",
                            f"{_short(move)} mène de son image {_short(image)} à {_short(child)}, qui n'est l'image de rien où mènent ses coups",
                        )
                    )
                del orbits[match]
            if orbits:
                raise self.fault(
                    _say(f"its image {_short(image)} has fewer moves", f"son image {_short(image)} a moins de coups")
                )


def check(game: Game[Any, Any], *, positions: int = 1000, games: int = 20, seed: int = 0) -> Checked:
    """Checks that a game of your own keeps the promises of :class:`Game`, in the positions nearest to the start and along
    random games. What is broken is raised as a :class:`BrokenLaw`, with the position and the fewest moves to one like it.

    >>> class Countdown(Game[int, int]):
    ...     def start(self): return 5
    ...     def moves(self, n): return [1, 2][:n]
    ...     def play(self, n, k): return n - k
    ...
    >>> check(Countdown()).positions
    6
    """
    if not isinstance(game, Game):
        raise TypeError(f"{_short(game)} is no game: an object of a class derived from noyau.Game is wanted")
    laws = _Laws(game)
    # The nearest positions: no smaller example is left.
    met: dict[Any, None] = {}
    queue: deque[tuple[Any, list[Any]]] = deque([(game.start(), [])])
    while queue and len(met) < positions:
        position, line = queue.popleft()
        _obey(laws, game, position, line)
        if _name(position) in met:
            continue
        met[_name(position)] = None
        queue.extend((game.play(position, move), [*line, move]) for move in laws.moves(position))
    complete = all(_name(position) in met for position, _ in queue)
    if not complete:
        lots = random.Random(seed)
        for _ in range(games):
            _random_game(laws, game, lots)
    return Checked(len(met), complete, laws.names())


def _name(position: Any) -> Any:
    """What tells positions apart, whatever the game's key says."""
    try:
        hash(position)
    except TypeError:
        return repr(position)
    return position


def _fault(laws: _Laws, position: Any, line: list[Any]) -> Optional[_Fault]:
    for law, holds in laws.laws():
        try:
            holds(position)
        except _Fault as fault:
            return _Fault(law, fault.found)
        except GameError:
            raise
        except Exception as error:
            return _Fault(law, f"{type(error).__name__}: {error}")
    most = laws.game.max_plies
    if most is not None and len(line) > most:
        law = _say("no play has more moves than max_plies", "aucune partie n'a plus de coups que max_plies")
        return _Fault(law, f"{len(line)} > {most}")
    return None


def _obey(laws: _Laws, game: Game[Any, Any], position: Any, line: list[Any]) -> None:
    fault = _fault(laws, position, line)
    if fault is not None:
        # Laws may have changed the position: it is reached again.
        raise BrokenLaw(fault.law, _reach(laws, game, line, position), line, fault.found)


def _reach(laws: _Laws, game: Game[Any, Any], line: list[Any], default: Any) -> Any:
    try:
        position = game.start()
        for move in line:
            position = game.play(position, move)
    except Exception:
        return default
    return position


def _random_game(laws: _Laws, game: Game[Any, Any], lots: random.Random) -> None:
    position: Any = game.start()
    line: list[Any] = []
    for _ in range(500):
        fault = _fault(laws, position, line)
        if fault is not None:
            line = _shrunk(laws, game, line, fault.law)
            position = _reach(laws, game, line, position)
            again = _fault(laws, position, line) or fault
            raise BrokenLaw(again.law, _reach(laws, game, line, position), line, again.found)
        moves = laws.moves(position)
        if not moves:
            return
        move = lots.choice(moves)
        position, line = game.play(position, move), [*line, move]


def _shrunk(laws: _Laws, game: Game[Any, Any], line: list[Any], law: str) -> list[Any]:
    """A shorter line to a position that breaks the same law: moves are left out as long as the rest is legal."""

    def breaks(shorter: list[Any]) -> bool:
        try:
            position = game.start()
            for move in shorter:
                if not any(bool(move == legal) for legal in laws.moves(position)):
                    return False
                position = game.play(position, move)
            fault = _fault(laws, position, shorter)
        except Exception:
            return False
        return fault is not None and fault.law == law

    size = len(line)
    while size:
        at = 0
        while at < len(line):
            shorter = line[:at] + line[at + size :]
            if breaks(shorter):
                line = shorter
            else:
                at += size
        size //= 2
    return line


__all__ = ["BrokenLaw", "Checked", "check"]

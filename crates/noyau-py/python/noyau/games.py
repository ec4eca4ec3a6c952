"""Games: those of the library by name, and your own.

>>> position = game("chomp:2x3")
>>> position.solve().value.outcome
'win'
>>> position.best()
'c2'
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Optional, TypeVar, Union, cast, overload

from noyau import _html, _noyau
from noyau._noyau import Arena, Rules, Tree, VertexMap
from noyau._values import Outcome, Side, Value

M = TypeVar("M")
"""A move: text in the games of the library, anything in your own."""
S = TypeVar("S")
"""A position of your own game."""
T = TypeVar("T")

Method = Literal["auto", "graph", "sieve", "table", "search", "proof", "sum"]
"""A way to find an exact answer."""

Tell = Callable[[int, int], object]
"""Called now and then with the work done and the work known of."""


class Listed(NamedTuple):
    """A game of the library."""

    name: str
    """Its name, as :func:`game` takes it."""
    summary: str
    """Its rules in a sentence."""
    parameters: str
    """What may follow the name and a colon."""
    default: str
    """The parameters that are taken where none are given."""
    abilities: list[str]
    """What is known of it beyond its rules."""


class MoveMap(Mapping[M, T]):
    """Moves with what was found of each, in the order of the game, where moves cannot be hashed: they are found by ``==``.

    >>> found = MoveMap([([0, 1], "left"), ([1, 0], "up")])
    >>> found[[1, 0]]
    'up'
    """

    __slots__ = ("_pairs",)

    def __init__(self, pairs: Iterable[tuple[M, T]]) -> None:
        """Pairs of a move and what belongs to it."""
        self._pairs = list(pairs)

    def __getitem__(self, move: M) -> T:
        for other, found in self._pairs:
            if other is move or other == move:
                return found
        raise KeyError(move)

    def __iter__(self) -> Iterator[M]:
        return (move for move, _ in self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping) or len(other) != len(self):
            return NotImplemented if not isinstance(other, Mapping) else False
        try:
            return all(other[move] == found for move, found in self._pairs)
        except (KeyError, TypeError):
            return False

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{move!r}: {found!r}" for move, found in self._pairs) + "}"


@dataclass(frozen=True)
class Answer(Generic[M]):
    """An exact answer, or what was proved before a limit was met."""

    value: Optional[Value]
    """What the position is worth to the side to move; ``None`` if it is not known."""
    bounds: tuple[Outcome, Outcome]
    """The worst and the best that it may be; twice the outcome where that is known."""
    nimber: Optional[int]
    """The nimber, in impartial games under normal play."""
    best: list[M]
    """The moves that keep the value."""
    line: list[M]
    """Best play to the end."""
    moves: Mapping[M, Value]
    """Every legal move with what the side to move gets by it: a dictionary, or a :class:`MoveMap` where moves cannot be
    hashed."""
    method: str
    """How the answer was found."""
    positions: Optional[int]
    """How many positions were tabulated."""
    nodes: Optional[int]
    """How many positions were searched."""
    stopped: Optional[str]
    """Which limit was met, if one was."""

    def _repr_html_(self) -> str:
        value = self.value
        known: str = "?" if value is None else value.outcome
        if value is not None and value.margin is not None:
            known += f", {value.margin:+g}"
        if value is not None and value.distance is not None:
            known += f" in {value.distance}"
        rows = [(move, worth.outcome, "" if worth.distance is None else worth.distance) for move, worth in self.moves.items()]
        return _html.table(("move", "outcome", "distance"), rows, f"{known} ({self.method})")


@dataclass(frozen=True)
class Solved(Answer[M]):
    """An exact answer: what :meth:`Position.solve` gives where no limit was set."""

    value: Value
    """What the position is worth to the side to move."""


@dataclass(frozen=True)
class Search(Generic[M]):
    """What a search to a depth found. Values are for First."""

    value: float
    """What the position is worth to First; a million is a win."""
    best: list[M]
    """The best moves of the side to move."""
    moves: Mapping[M, float]
    """Every move with its value; empty after a quick search."""
    nodes: int
    """Nodes entered, leaves included."""
    leaves: int
    """Leaves entered."""
    cuts: tuple[int, int]
    """Cuts by alpha and by beta."""

    def _repr_html_(self) -> str:
        caption = f"{self.value:g} for First, {self.nodes} nodes"
        return _html.table(("move", "value"), [(move, f"{value:g}") for move, value in self.moves.items()], caption)


@dataclass(frozen=True)
class Considered(Generic[M]):
    """What an agent thinks of a move."""

    move: M
    """The move."""
    score: float
    """What it is worth to the side to move, in the unit of the choice."""
    samples: Optional[int]
    """How many random games it was judged by."""
    interval: Optional[tuple[float, float]]
    """Where the score lies with 95 % confidence."""
    error: Optional[float]
    """The standard error of the score."""


@dataclass(frozen=True)
class Choice(Generic[M]):
    """What an agent has chosen, and why."""

    move: M
    """The move that it plays."""
    score: Optional[float]
    """What it thinks that the move is worth to the side to move."""
    unit: Optional[str]
    """What the score counts."""
    line: list[M]
    """How it expects play to go on."""
    considered: list[Considered[M]]
    """The moves that it considered."""
    work: int
    """How many positions it looked at, or random games it played."""

    def _repr_html_(self) -> str:
        score = "" if self.score is None else f"{self.score:g}"
        rows = [(one.move, f"{one.score:g}", one.samples or "") for one in self.considered]
        return _html.table(("move", "score", "samples"), rows, f"{self.move} {score}".strip())


@dataclass(frozen=True)
class Count:
    """What a walk through all positions found."""

    positions: int
    """Positions that play can reach."""
    terminal: int
    """Those in which play is over."""
    moves: int
    """Moves in all of them."""
    by_ply: list[int]
    """How many are first reached after 0, 1, 2 ... moves."""
    branching_mean: float
    """Moves in a position where play goes on, on average."""
    branching_max: int
    """The most moves in a position."""
    longest: Optional[int]
    """The moves of the longest play; ``None`` where play may be endless."""

    def _repr_html_(self) -> str:
        longest = "endless" if self.longest is None else self.longest
        rows = [
            ("positions", self.positions),
            ("terminal", self.terminal),
            ("moves", self.moves),
            ("branching", f"{self.branching_mean:.2f}, at most {self.branching_max}"),
            ("longest play", longest),
        ]
        return _html.table(("count", ""), rows)


class Playouts(NamedTuple):
    """How random games ended."""

    games: int
    """Games played."""
    plies: int
    """Moves in all of them."""
    first: int
    """Games won by First."""
    second: int
    """Games won by Second."""
    draws: int
    """Games drawn."""
    unfinished: int
    """Games broken off because they were too long."""


def _pairs(pairs: Iterable[tuple[Any, Any]]) -> Mapping[Any, Any]:
    pairs = list(pairs)
    try:
        return dict(pairs)
    except TypeError:
        return MoveMap(pairs)


def _answer(found: dict[str, Any]) -> Answer[Any]:
    parts = {**found, "moves": _pairs(found["moves"])}
    return Answer(**parts) if found["value"] is None else Solved(**parts)


def _without_limits(value: Optional[T], stopped: Optional[str], *limits: object) -> None:
    # Without limits there is an answer, or an exception: what is told of types holds.
    if value is None and all(limit is None for limit in limits):
        raise _noyau.LimitReached(f"the position could not be solved: {stopped}")


def _position_of(game: Game[Any, Any], state: Any, side: Side, points: tuple[float, float]) -> Position[Any]:
    return game.position(state, side=side, points=points)


def _same_game(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    mine, theirs = ({k: v for k, v in vars(of).items() if k != "_made"} for of in (one, other))
    return bool(one == other) or mine == theirs


class Position(Generic[M]):
    """A position of a game. It never changes: :meth:`play` gives another.

    >>> start = game("nim:1,2")
    >>> start.moves
    ['1:1', '2:1', '2:2']
    >>> start.play("2:1").outcome is None
    True
    """

    __slots__ = ("_rules", "_text", "_object")

    _rules: Rules
    _text: str
    _object: Any

    def __init__(self, rules: Rules, text: str, object: Any = None) -> None:
        """Use :func:`game` or :meth:`Game.position`."""
        self._rules = rules
        self._text = text
        self._object = object

    @property
    def text(self) -> str:
        """The position as text, which :func:`game` reads again.

        >>> game("leapfrog").text
        'RR_BB first'
        """
        return self._text if self._object is None else repr(self._object)

    @property
    def state(self) -> Any:
        """In your own game, your object; else the text."""
        return self._text if self._object is None else self._object

    @property
    def game(self) -> str:
        """The name of the game, with its parameters.

        >>> game("chomp:2x3").game
        'chomp:2x3'
        """
        return self._rules.name()

    @property
    def probes(self) -> Optional[int]:
        """How many positions the tables of :func:`game` have answered so far; ``None`` without tables."""
        return self._rules.probes()

    @property
    def side(self) -> Side:
        """Who is to move: ``"first"`` or ``"second"``."""
        return cast(Side, self._rules.side(self._text))

    @property
    def outcome(self) -> Optional[Outcome]:
        """How the game has ended for the side to move, or ``None`` while it goes on.

        >>> game("nim:1").play("1:1").outcome
        'loss'
        """
        return cast("Optional[Outcome]", self._rules.outcome(self._text))

    @property
    def points(self) -> Optional[tuple[float, float]]:
        """The points of First and of Second so far, in games with points."""
        return self._rules.points(self._text)

    @property
    def moves(self) -> list[M]:
        """The legal moves."""
        return cast("list[M]", self._rules.moves(self._text, self._object))

    @property
    def scores(self) -> dict[str, int]:
        """What each heuristic of the game says, for the side to move."""
        return dict(self._rules.scores(self._text))

    def play(self, move: M, *more: M) -> Position[M]:
        """The position after a move, or several.

        >>> game("tictactoe").play("b2", "a1").side
        'first'
        >>> game("tictactoe").play("z9")
        Traceback (most recent call last):
            ...
        noyau.IllegalMove: "z9" is no legal move in ".../.../... first": there is no square z9, they go from a1 to c3
        """
        here: Position[M] = self
        for one in (move, *more):
            text, object = self._rules.play(here._text, one, here._object)
            here = Position(self._rules, text, object)
        return here

    def play_line(self, moves: str) -> Position[M]:
        """The position after several moves typed together, as after the command line's ``--after``.

        >>> game("connect4").play_line("4444").side
        'first'
        """
        if self._object is not None:
            raise TypeError("a line of typed moves is for the games of the library; use play(...)")
        return Position(self._rules, self._rules.play_line(self._text, moves))

    def children(self) -> Mapping[M, Position[M]]:
        """Every move with the position it leads to.

        >>> list(game("nim:2").children())
        ['1:1', '1:2']
        """
        return cast("Mapping[M, Position[M]]", _pairs((move, self.play(move)) for move in self.moves))

    @overload
    def solve(
        self,
        *,
        method: Method = "auto",
        seconds: None = None,
        memory: None = None,
        nodes: None = None,
        threads: int = 0,
        tell: Optional[Tell] = None,
    ) -> Solved[M]: ...
    @overload
    def solve(
        self,
        *,
        method: Method = "auto",
        seconds: Optional[float] = None,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        threads: int = 0,
        tell: Optional[Tell] = None,
    ) -> Answer[M]: ...
    def solve(
        self,
        *,
        method: Method = "auto",
        seconds: Optional[float] = None,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        threads: int = 0,
        tell: Optional[Tell] = None,
    ) -> Answer[M]:
        """The exact value of the position and of its moves, with best play.

        Without limits the value is there. With ``seconds``, ``memory`` (bytes) or ``nodes`` it may be ``None``; then
        ``stopped`` says which limit was met. ``threads`` is how many threads work, 0 as many as there are
        processors; in your own game it is how many processes walk through the positions, 0 none but this one.

        >>> answer = game("tictactoe").solve()
        >>> answer.value, len(answer.best)
        (Value(outcome='draw'), 9)
        >>> game("tictactoe").solve(method="proof").value.outcome
        'draw'
        """
        if self._object is not None and threads > 1 and method in ("auto", "graph"):
            self._explore(threads, seconds)
            method, threads = "graph", 0
        found = self._rules.solve(
            (self._text, self._object),
            method=method,
            seconds=seconds,
            memory=memory,
            nodes=nodes,
            threads=threads,
            tell=tell,
        )
        _without_limits(found["value"], found["stopped"], seconds, memory, nodes)
        return cast("Answer[M]", _answer(found))

    def why(self, *, seconds: Optional[float] = None, memory: Optional[int] = None) -> dict[str, Any]:
        """Why the position is won, drawn or lost: the ``outcome``, the ``reasons`` in words, and the ``line`` of best
        play. ``docs/why.md`` says what each reason has. For games of the library.

        >>> why = game("nim:3,4,5").why()
        >>> why["outcome"], why["reasons"][0]["kind"], why["reasons"][0]["move"]
        ('win', 'nim-sum', '1:2')
        """
        return cast("dict[str, Any]", json.loads(self._rules.why(self._text, seconds=seconds, memory=memory)))

    @overload
    def value(
        self, *, method: Method = "auto", seconds: None = None, memory: None = None, nodes: None = None
    ) -> Value: ...
    @overload
    def value(
        self,
        *,
        method: Method = "auto",
        seconds: Optional[float] = None,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
    ) -> Optional[Value]: ...
    def value(
        self,
        *,
        method: Method = "auto",
        seconds: Optional[float] = None,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
    ) -> Optional[Value]:
        """The exact value alone; ``None`` if a limit was met.

        >>> game("nim:1,2,3").value()
        Value(outcome='loss', distance=6)
        """
        at = (self._text, self._object)
        found = self._rules.solve(at, method=method, wanted="value", seconds=seconds, memory=memory, nodes=nodes)
        _without_limits(found["value"], found["stopped"], seconds, memory, nodes)
        return cast("Optional[Value]", found["value"])

    def best(
        self,
        agent: Optional[str] = None,
        *,
        seed: int = 0,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
    ) -> M:
        """A best move, or what an agent such as ``"mcts:1000"`` plays. :class:`LimitReached` if a limit was met before.

        >>> game("chomp:2x3").best()
        'c2'
        """
        if agent is not None:
            return self.choose(agent, seed=seed, seconds=seconds, nodes=nodes).move
        found = self._rules.solve((self._text, self._object), wanted="best", seconds=seconds, nodes=nodes)
        if not found["best"]:
            raise _noyau.LimitReached("no best move was found" if found["stopped"] else "the game is over")
        return cast(M, found["best"][0])

    def choose(
        self, agent: str, *, seed: int = 0, seconds: Optional[float] = None, nodes: Optional[int] = None
    ) -> Choice[M]:
        """What an agent plays, and why. :func:`agents` lists them.

        >>> choice = game("tictactoe").play_line("a1 b1 a2 b2").choose("mcts:200", seed=1)
        >>> choice.move
        'a3'
        """
        found = _noyau.choose(
            self._rules, (self._text, self._object), agent, seed=seed, seconds=seconds, nodes=nodes
        )
        considered = [Considered(**one) for one in found.pop("considered")]
        return Choice(**found, considered=considered)

    def search(
        self,
        depth: int,
        algorithm: Literal["minimax", "alphabeta", "bound", "andor"] = "alphabeta",
        *,
        heuristic: Optional[str] = None,
        quick: bool = False,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
    ) -> Search[M]:
        """Searches to a depth, with a heuristic at the horizon. Values are for First; a won game is a million.

        With ``quick``, only the value and one best move are looked for, as a player needs them; ``moves`` is empty then.
        In your own game alpha-beta then remembers what it has searched, and tries first what was good elsewhere.

        >>> found = game("tictactoe").search(9)
        >>> found.value, found.nodes < game("tictactoe").search(9, "minimax").nodes
        (0.0, True)
        """
        at = (self._text, self._object)
        if quick and self._object is not None and algorithm == "alphabeta" and heuristic is None:
            fast = _noyau.search_quickly(self._rules, at, depth, seconds=seconds, nodes=nodes)
            if fast is not None:
                return Search(**{**fast, "moves": {}})
        found = _noyau.search_game(
            self._rules,
            at,
            depth,
            algorithm=algorithm,
            heuristic=heuristic,
            seconds=seconds,
            nodes=nodes,
        )
        if quick:
            found.update(best=found["best"][:1], moves=[])
        return Search(**{**found, "moves": _pairs(found["moves"])})

    def minimax(
        self,
        depth: int,
        *,
        heuristic: Optional[str] = None,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
    ) -> Search[M]:
        """:meth:`search` by minimax.

        >>> game("nim:1,1").minimax(2).value
        -1000000.0
        """
        return self.search(depth, "minimax", heuristic=heuristic, seconds=seconds, nodes=nodes)

    def alphabeta(
        self,
        depth: int,
        *,
        heuristic: Optional[str] = None,
        quick: bool = False,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
    ) -> Search[M]:
        """:meth:`search` by alpha-beta.

        >>> game("nim:1,1").alphabeta(2).value
        -1000000.0
        """
        return self.search(depth, "alphabeta", heuristic=heuristic, quick=quick, seconds=seconds, nodes=nodes)

    @overload
    def solve_outcome(self, *, seconds: None = None, memory: None = None, nodes: None = None) -> Outcome: ...
    @overload
    def solve_outcome(
        self, *, seconds: Optional[float] = None, memory: Optional[int] = None, nodes: Optional[int] = None
    ) -> Optional[Outcome]: ...
    def solve_outcome(
        self, *, seconds: Optional[float] = None, memory: Optional[int] = None, nodes: Optional[int] = None
    ) -> Optional[Outcome]:
        """How play ends for the side to move when both play best, by proof numbers; ``None`` if a limit was met.

        >>> game("nim:3,4").solve_outcome()
        'win'
        """
        value = self.value(method="proof", seconds=seconds, memory=memory, nodes=nodes)
        return None if value is None else value.outcome

    def proof(self, *, seconds: Optional[float] = None) -> Optional[Outcome]:
        """The old name of :meth:`solve_outcome`."""
        warnings.warn("proof() is called solve_outcome() now", DeprecationWarning, stacklevel=2)
        return self.solve_outcome(seconds=seconds)

    def montecarlo(
        self, samples: int, *, seed: int = 0, seconds: Optional[float] = None, nodes: Optional[int] = None
    ) -> Choice[M]:
        """The course's Monte-Carlo evaluation: that many random games after each move.

        >>> game("tictactoe").montecarlo(200, seed=1).move
        'b2'
        """
        return self.choose(f"montecarlo:{samples}", seed=seed, seconds=seconds, nodes=nodes)

    def mcts(
        self, simulations: int, *, seed: int = 0, seconds: Optional[float] = None, nodes: Optional[int] = None
    ) -> Choice[M]:
        """Monte-Carlo tree search with that many simulations.

        >>> game("nim:3,4").mcts(2000, seed=1).move
        '2:1'
        """
        return self.choose(f"mcts:{simulations}", seed=seed, seconds=seconds, nodes=nodes)

    def perft(self, depth: int, *, seconds: Optional[float] = None) -> int:
        """The number of sequences of exactly that many moves.

        >>> game("connect4").perft(4)
        2401
        """
        return self._rules.perft(self._text, depth, seconds=seconds)

    def playouts(
        self, games: int, *, plies: int = 10_000, seed: int = 0, seconds: Optional[float] = None
    ) -> Playouts:
        """How random games from here end.

        >>> game("nim:1,1").playouts(10).second
        10
        """
        return Playouts(*self._rules.playouts(self._text, games, plies=plies, seed=seed, seconds=seconds))

    def count(
        self, *, seconds: Optional[float] = None, memory: Optional[int] = None, threads: int = 0
    ) -> Count:
        """Walks through all positions that play can reach. ``threads`` is as in :meth:`solve`.

        >>> found = game("leapfrog").count()
        >>> found.positions, found.terminal
        (27, 4)
        """
        if self._object is not None and threads > 1:
            self._explore(threads, seconds)
        return Count(**self._rules.count(self._text, seconds=seconds, memory=memory, threads=threads))

    def _explore(self, processes: int, seconds: Optional[float]) -> None:
        from noyau import _processes

        _processes.explore(self._rules, self._text, processes, seconds)

    def arena(
        self,
        *,
        seconds: Optional[float] = None,
        memory: Optional[int] = None,
        threads: int = 0,
        tell: Optional[Tell] = None,
    ) -> Arena[Any]:
        """The graph of all positions that play can reach. In your own game its vertices are your positions. ``threads`` is
        as in :meth:`solve`.

        >>> game("chomp:2x3").arena()
        <Arena of 9 vertices and 21 edges>
        """
        if self._object is not None and threads > 1:
            self._explore(threads, seconds)
        return self._rules.arena(self._text, seconds=seconds, memory=memory, tell=tell)

    def tree(self, depth: int, *, heuristic: Optional[str] = None, most: int = 1_000_000) -> Tree:
        """The tree of play down to a depth.

        >>> len(game("nim:2").tree(2))
        4
        """
        return _noyau.tree_of(self._rules, self._text, depth, heuristic=heuristic, most=most)

    def __str__(self) -> str:
        if self._object is None:
            return self._rules.picture(self._text)
        drawn = self._drawn()
        return str(self._object) if drawn is None or drawn.startswith("<svg") else drawn

    def __repr__(self) -> str:
        return f"<{self.game} {self.text}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self._object is None or other._object is None:
            return self._text == other._text and self.game == other.game
        if self._rules is other._rules:
            return self._text == other._text
        # Copies of a game number their positions otherwise.
        mine, theirs = self._rules.key(self._text), other._rules.key(other._text)
        return (
            _same_game(self._rules.game(), other._rules.game())
            and (self.side, self.points) == (other.side, other.points)
            and bool(mine == theirs)
        )

    def __hash__(self) -> int:
        if self._object is None:
            return hash(self._text)
        return hash((self.game, self._rules.key(self._text)))

    def __copy__(self) -> Position[M]:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self._object is None:
            return (game, (self.game, self._text))
        points = self.points or (0.0, 0.0)
        return (_position_of, (self._rules.game(), self._object, self.side, points))

    def _drawn(self) -> Optional[str]:
        view = _own_method(self._rules.game(), "view")
        return None if view is None else cast(str, view(self._object))

    def svg(self, move: Optional[M] = None) -> str:
        """The board as SVG; the places that a move touches are marked, in the games of the library. In your own game it is
        what its method ``view`` gives, or else the position as text.

        >>> game("tictactoe").svg().startswith("<svg")
        True
        """
        title = f"{self.game} {self.text}"
        if self._object is not None:
            drawn = self._drawn()
            if drawn is not None and drawn.startswith("<svg"):
                return drawn
            return _noyau.text_svg(str(self._object) if drawn is None else drawn, title)
        touched = None if move is None else self.moves.index(move)
        return self._rules.svg(self._text, title, touched)

    def _repr_svg_(self) -> str:
        return self.svg()


def game(
    name: str, position: Optional[str] = None, *, tables: Union[str, os.PathLike[str], None] = None
) -> Position[str]:
    """A game of the library, as in ``"connect4:7x6"``, at its start or in a position given as text.

    ``tables`` is a folder of tables: searches ask those of the game or of a class of its endgames. What cannot be used
    is a warning.

    >>> game("leapfrog:2")
    <leapfrog:2 RR_BB first>
    >>> game("leapfrog", "R_RBB second").moves
    ['4-2', '5-2']
    """
    rules = Rules.library(name)
    if tables is not None:
        for warning in rules.use_tables(os.fspath(tables)):
            warnings.warn(warning, stacklevel=2)
    return Position(rules, rules.start() if position is None else rules.read(position))


def games() -> list[Listed]:
    """The games of the library.

    >>> "chomp" in [listed.name for listed in games()]
    True
    """
    return [Listed(*listed) for listed in _noyau.list_games()]


class Game(Generic[S, M]):
    """Your own game: derive a class from it, and noyau's solvers and searches run on it.

    ``start``, ``moves`` and ``play`` are wanted. Outcomes and heuristics are for the side to move. Positions are
    anything that can be hashed, and :meth:`play` must make a new one.

    >>> class Matches(Game[int, int]):
    ...     def start(self): return 9
    ...     def moves(self, position): return [n for n in (1, 2, 3) if n <= position]
    ...     def play(self, position, move): return position - move
    ...
    >>> Matches().solve().best
    [1]
    >>> Matches().solve_all()[4]
    Value(outcome='loss', distance=2)
    >>> Matches().arena().kernel()
    VertexSet({8, 4, 0})
    """

    max_positions: ClassVar[int] = 2_000_000
    """More positions than this are taken for endless play."""

    max_plies: ClassVar[Optional[int]] = None
    """No play has more moves than this, if it is said: then :meth:`solve` searches for the value (``method="search"``)
    rather than walk through all positions. A longer play is a :class:`GameError`."""

    units: ClassVar[int] = 1
    """How many parts a point has, in games with points: 2 where there are half points."""

    _made: Optional[Rules] = None

    def start(self) -> S:
        """The position in which play starts."""
        raise NotImplementedError

    def moves(self, position: S, /) -> Iterable[M]:
        """The legal moves, each once and always in the same order. Not asked where :meth:`outcome` says that play is
        over."""
        raise NotImplementedError

    def play(self, position: S, move: M, /) -> S:
        """The position after a move: a new one, the old one stays as it is."""
        raise NotImplementedError

    def outcome(self, position: S, /) -> Union[Outcome, int, None]:
        """``"win"``, ``"draw"`` or ``"loss"`` (or 1, 0, -1) for the side to move where play is over, else ``None``.

        Without this method, who cannot move loses. In games with points it says only that play is over: who has more
        points wins.
        """
        raise NotImplementedError

    def to_move(self, position: S, /) -> Union[Side, int]:
        """``"first"`` or ``"second"`` (or 0, 1), where the position tells. Optional: without it sides alternate, and one
        position serves both. With it, a move after which the same side is to move keeps the turn.
        """
        raise NotImplementedError

    def gain(self, position: S, move: M, /) -> float:
        """The points that the side to move wins by a move, from 0. Optional: a game with this method or :meth:`settle` is
        decided by points, which are no part of its positions.
        """
        raise NotImplementedError

    def settle(self, position: S, /) -> tuple[float, float]:
        """The points that the side to move and the other side get where play is over. Optional, see :meth:`gain`."""
        raise NotImplementedError

    def heuristic(self, position: S, /) -> float:
        """An opinion, larger where the side to move stands better; between -999999 and 999999, rounded. Optional."""
        raise NotImplementedError

    def key(self, position: S, /) -> Hashable:
        """What tells positions apart, where it is not the position itself. Optional."""
        raise NotImplementedError

    def symmetries(self, position: S, /) -> Iterable[S]:
        """Positions that are the same but for a turn or a reflection of the board. Optional: fewer are then solved."""
        raise NotImplementedError

    def view(self, position: S, /) -> str:
        """The position as a picture: SVG, or lines of text. Optional: without it, the position as text."""
        raise NotImplementedError

    def _rules(self) -> Rules:
        if self._made is None:
            made = Rules.own(self, Game, self.max_positions, self.max_plies, self.units)
            # Classes may forbid to set attributes, as frozen dataclasses do.
            object.__setattr__(self, "_made", made)
        return cast(Rules, self._made)

    def __reduce_ex__(self, protocol: Any) -> Any:
        # What is known of the game is found again by a copy.
        return _without_rules(super().__reduce_ex__(protocol))

    def position(
        self, state: Optional[S] = None, *, side: Side = "first", points: tuple[float, float] = (0, 0)
    ) -> Position[M]:
        """The start, or any other position, with all that can be asked of it. ``side`` is to move where the position does
        not tell, and ``points`` are those of First and of Second so far, in games with points."""
        rules = self._rules()
        if state is None:
            state = cast(S, rules.object(rules.start()))
        return Position(rules, rules.text_of(state, side, points), state)

    @overload
    def solve(
        self,
        state: Optional[S] = None,
        *,
        method: Method = "auto",
        seconds: None = None,
        memory: None = None,
        nodes: None = None,
        threads: int = 0,
        tell: Optional[Tell] = None,
    ) -> Solved[M]: ...
    @overload
    def solve(
        self,
        state: Optional[S] = None,
        *,
        method: Method = "auto",
        seconds: Optional[float] = None,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        threads: int = 0,
        tell: Optional[Tell] = None,
    ) -> Answer[M]: ...
    def solve(
        self,
        state: Optional[S] = None,
        *,
        method: Method = "auto",
        seconds: Optional[float] = None,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        threads: int = 0,
        tell: Optional[Tell] = None,
    ) -> Answer[M]:
        """See :meth:`Position.solve`."""
        return self.position(state).solve(
            method=method, seconds=seconds, memory=memory, nodes=nodes, threads=threads, tell=tell
        )

    def solve_all(
        self, *, seconds: Optional[float] = None, memory: Optional[int] = None, threads: int = 0
    ) -> VertexMap[S, Value]:
        """The value of every position that play can reach, for the side to move: a mapping from positions. Not for games
        with points, whose positions have none; :func:`make_table` has their margins.
        """
        start = self.position()
        if start.points is not None:
            raise ValueError("positions of a game with points have margins: make_table(game) has them")
        return cast("VertexMap[S, Value]", start.arena(seconds=seconds, memory=memory, threads=threads).solve())

    def arena(
        self,
        *,
        seconds: Optional[float] = None,
        memory: Optional[int] = None,
        threads: int = 0,
        tell: Optional[Tell] = None,
    ) -> Arena[S]:
        """See :meth:`Position.arena`."""
        found = self.position().arena(seconds=seconds, memory=memory, threads=threads, tell=tell)
        return cast("Arena[S]", found)

    def minimax(
        self,
        depth: int,
        state: Optional[S] = None,
        *,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
    ) -> Search[M]:
        """See :meth:`Position.minimax`."""
        return self.position(state).minimax(depth, seconds=seconds, nodes=nodes)

    def alphabeta(
        self,
        depth: int,
        state: Optional[S] = None,
        *,
        quick: bool = False,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
    ) -> Search[M]:
        """See :meth:`Position.alphabeta`."""
        return self.position(state).alphabeta(depth, quick=quick, seconds=seconds, nodes=nodes)

    def solve_outcome(self, state: Optional[S] = None) -> Outcome:
        """See :meth:`Position.solve_outcome`."""
        return self.position(state).solve_outcome()

    def proof(self, state: Optional[S] = None) -> Optional[Outcome]:
        """The old name of :meth:`solve_outcome`."""
        warnings.warn("proof() is called solve_outcome() now", DeprecationWarning, stacklevel=2)
        return self.solve_outcome(state)

    def montecarlo(
        self,
        samples: int,
        state: Optional[S] = None,
        *,
        seed: int = 0,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
    ) -> Choice[M]:
        """See :meth:`Position.montecarlo`."""
        return self.position(state).montecarlo(samples, seed=seed, seconds=seconds, nodes=nodes)

    def mcts(
        self,
        simulations: int,
        state: Optional[S] = None,
        *,
        seed: int = 0,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
    ) -> Choice[M]:
        """See :meth:`Position.mcts`."""
        return self.position(state).mcts(simulations, seed=seed, seconds=seconds, nodes=nodes)

    def best(
        self,
        state: Optional[S] = None,
        agent: Optional[str] = None,
        *,
        seed: int = 0,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
    ) -> M:
        """See :meth:`Position.best`."""
        return self.position(state).best(agent, seed=seed, seconds=seconds, nodes=nodes)

    def perft(self, depth: int, *, seconds: Optional[float] = None) -> int:
        """See :meth:`Position.perft`."""
        return self.position().perft(depth, seconds=seconds)

    def count(
        self, *, seconds: Optional[float] = None, memory: Optional[int] = None, threads: int = 0
    ) -> Count:
        """See :meth:`Position.count`."""
        return self.position().count(seconds=seconds, memory=memory, threads=threads)

    def tree(self, depth: int, state: Optional[S] = None) -> Tree:
        """See :meth:`Position.tree`."""
        return self.position(state).tree(depth)

    def forget(self) -> None:
        """Forgets everything that is known of the game: what was asked is asked again."""
        object.__setattr__(self, "_made", None)


def _own_method(game: Any, name: str) -> Optional[Callable[..., Any]]:
    """A method that a game itself has, and not only its base class."""
    method = getattr(game, name, None)
    inherited = getattr(type(game), name, None) is getattr(Game, name, None) and name not in vars(game)
    return None if inherited or not callable(method) else cast("Callable[..., Any]", method)


def _without_rules(reduced: Any) -> Any:
    """The parts of a pickled or copied game, without what is known of it."""
    if not isinstance(reduced, tuple) or len(reduced) < 3:
        return reduced

    def stripped(state: Any) -> Any:
        return {name: of for name, of in state.items() if name != "_made"} if isinstance(state, dict) else state

    state = reduced[2]
    # With slots, a pair of two dictionaries.
    if isinstance(state, tuple) and len(state) == 2 and isinstance(state[0], dict):
        state = (stripped(state[0]), state[1])
    return (*reduced[:2], stripped(state), *reduced[3:])


def line_of(position: Position[M], moves: Iterable[M]) -> Iterator[Position[M]]:
    """The positions along a line of moves, the first one included.

    >>> [p.side for p in line_of(game("nim:1,1"), ["1:1", "2:1"])]
    ['first', 'second', 'first']
    """
    yield position
    for move in moves:
        position = position.play(move)
        yield position


__all__ = [
    "Answer",
    "Choice",
    "Considered",
    "Count",
    "Game",
    "Listed",
    "MoveMap",
    "Playouts",
    "Position",
    "Search",
    "Solved",
    "game",
    "games",
    "line_of",
]

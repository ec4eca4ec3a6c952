"""Games: those of the library by name, and your own.

>>> position = game("chomp:2x3")
>>> position.solve().value.outcome
'win'
>>> position.best()
'c2'
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Optional, TypeVar, Union, cast

from noyau import _noyau
from noyau._noyau import Arena, Rules, Tree, VertexMap
from noyau._values import Outcome, Side, Value

M = TypeVar("M")
"""A move: text in the games of the library, anything in your own."""
S = TypeVar("S")
"""A position of your own game."""

Method = Literal["auto", "graph", "sieve", "table", "search", "proof", "sum"]
"""A way to find an exact answer."""

Tell = Callable[[int, int], object]
"""Called now and then with the work done and the work known of."""


class Listed(NamedTuple):
    """A game of the library."""

    name: str
    summary: str
    parameters: str
    default: str
    abilities: list[str]


@dataclass(frozen=True)
class Answer(Generic[M]):
    """An exact answer, or what was proved before a limit was met."""

    value: Optional[Value]
    """What the position is worth to the side to move; ``None`` if it is not known."""
    bounds: tuple[Outcome, Outcome]
    """The worst and the best that it may be, where it is not known."""
    nimber: Optional[int]
    """The nimber, in impartial games under normal play."""
    best: list[M]
    """The moves that keep the value."""
    line: list[M]
    """Best play to the end."""
    moves: dict[M, Value]
    """Every legal move with what the side to move gets by it."""
    method: str
    """How the answer was found."""
    positions: Optional[int]
    """How many positions were tabulated."""
    nodes: Optional[int]
    """How many positions were searched."""
    stopped: Optional[str]
    """Which limit was met, if one was."""


@dataclass(frozen=True)
class Search(Generic[M]):
    """What a search to a depth found. Values are for First."""

    value: float
    """What the position is worth to First; a million is a win."""
    best: list[M]
    """The best moves of the side to move."""
    moves: dict[M, float]
    """Every move with its value."""
    nodes: int
    """Nodes entered, leaves included."""
    leaves: int
    """Leaves entered."""
    cuts: tuple[int, int]
    """Cuts by alpha and by beta."""


@dataclass(frozen=True)
class Considered(Generic[M]):
    """What an agent thinks of a move."""

    move: M
    score: float
    samples: Optional[int]
    interval: Optional[tuple[float, float]]
    error: Optional[float]


@dataclass(frozen=True)
class Choice(Generic[M]):
    """What an agent has chosen, and why."""

    move: M
    score: Optional[float]
    unit: Optional[str]
    line: list[M]
    considered: list[Considered[M]]
    work: int


@dataclass(frozen=True)
class Count:
    """What a walk through all positions found."""

    positions: int
    terminal: int
    moves: int
    by_ply: list[int]
    branching_mean: float
    branching_max: int
    longest: Optional[int]


class Playouts(NamedTuple):
    """How random games ended."""

    games: int
    plies: int
    first: int
    second: int
    draws: int
    unfinished: int


def _pairs(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    # Moves of one's own game need not be hashable: then their texts are the keys.
    pairs = list(pairs)
    try:
        return dict(pairs)
    except TypeError:
        return {repr(move): value for move, value in pairs}


def _answer(found: dict[str, Any]) -> Answer[Any]:
    return Answer(**{**found, "moves": _pairs(found["moves"])})


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

    def children(self) -> dict[M, Position[M]]:
        """Every move with the position it leads to.

        >>> list(game("nim:2").children())
        ['1:1', '1:2']
        """
        return cast("dict[M, Position[M]]", _pairs((move, self.play(move)) for move in self.moves))

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

        >>> answer = game("tictactoe").solve()
        >>> answer.value, len(answer.best)
        (Value(outcome='draw'), 9)
        >>> game("tictactoe").solve(method="proof").value.outcome
        'draw'
        """
        found = self._rules.solve(
            (self._text, self._object),
            method=method,
            seconds=seconds,
            memory=memory,
            nodes=nodes,
            threads=threads,
            tell=tell,
        )
        return cast("Answer[M]", _answer(found))

    def value(self, *, method: Method = "auto", seconds: Optional[float] = None) -> Optional[Value]:
        """The exact value alone.

        >>> game("nim:1,2,3").value()
        Value(outcome='loss', distance=6)
        """
        found = self._rules.solve(
            (self._text, self._object), method=method, wanted="value", seconds=seconds
        )
        return cast("Optional[Value]", found["value"])

    def best(self, agent: Optional[str] = None, *, seed: int = 0, seconds: Optional[float] = None) -> M:
        """A best move, or what an agent such as ``"mcts:1000"`` plays.

        >>> game("chomp:2x3").best()
        'c2'
        """
        if agent is not None:
            return self.choose(agent, seed=seed, seconds=seconds).move
        found = self._rules.solve((self._text, self._object), wanted="best", seconds=seconds)
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

    def minimax(self, depth: int, *, heuristic: Optional[str] = None) -> Search[M]:
        """:meth:`search` by minimax.

        >>> game("nim:1,1").minimax(2).value
        -1000000.0
        """
        return self.search(depth, "minimax", heuristic=heuristic)

    def alphabeta(self, depth: int, *, heuristic: Optional[str] = None, quick: bool = False) -> Search[M]:
        """:meth:`search` by alpha-beta.

        >>> game("nim:1,1").alphabeta(2).value
        -1000000.0
        """
        return self.search(depth, "alphabeta", heuristic=heuristic, quick=quick)

    def proof(self, *, seconds: Optional[float] = None) -> Optional[Outcome]:
        """The outcome by proof numbers.

        >>> game("nim:3,4").proof()
        'win'
        """
        value = self.value(method="proof", seconds=seconds)
        return None if value is None else value.outcome

    def montecarlo(self, samples: int, *, seed: int = 0) -> Choice[M]:
        """The course's Monte-Carlo evaluation: that many random games after each move.

        >>> game("tictactoe").montecarlo(200, seed=1).move
        'b2'
        """
        return self.choose(f"montecarlo:{samples}", seed=seed)

    def mcts(self, simulations: int, *, seed: int = 0) -> Choice[M]:
        """Monte-Carlo tree search with that many simulations.

        >>> game("nim:3,4").mcts(2000, seed=1).move
        '2:1'
        """
        return self.choose(f"mcts:{simulations}", seed=seed)

    def perft(self, depth: int, *, seconds: Optional[float] = None) -> int:
        """The number of sequences of exactly that many moves.

        >>> game("connect4").perft(4)
        2401
        """
        return self._rules.perft(self._text, depth, seconds=seconds)

    def playouts(self, games: int, *, plies: int = 10_000, seed: int = 0) -> Playouts:
        """How random games from here end.

        >>> game("nim:1,1").playouts(10).second
        10
        """
        return Playouts(*self._rules.playouts(self._text, games, plies=plies, seed=seed))

    def count(self, *, seconds: Optional[float] = None, memory: Optional[int] = None) -> Count:
        """Walks through all positions that play can reach.

        >>> found = game("leapfrog").count()
        >>> found.positions, found.terminal
        (27, 4)
        """
        return Count(**self._rules.count(self._text, seconds=seconds, memory=memory))

    def arena(
        self, *, seconds: Optional[float] = None, memory: Optional[int] = None, tell: Optional[Tell] = None
    ) -> Arena[Any]:
        """The graph of all positions that play can reach. In your own game its vertices are your positions.

        >>> game("chomp:2x3").arena()
        <Arena of 9 vertices and 21 edges>
        """
        return self._rules.arena(self._text, seconds=seconds, memory=memory, tell=tell)

    def tree(self, depth: int, *, heuristic: Optional[str] = None, most: int = 1_000_000) -> Tree:
        """The tree of play down to a depth.

        >>> len(game("nim:2").tree(2))
        4
        """
        return _noyau.tree_of(self._rules, self._text, depth, heuristic=heuristic, most=most)

    def __str__(self) -> str:
        return str(self._object) if self._object is not None else self._rules.picture(self._text)

    def __repr__(self) -> str:
        return f"<{self.game} {self.text}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self._object is not None or other._object is not None:
            return self._rules is other._rules and self._text == other._text
        return self._text == other._text and self.game == other.game

    def __hash__(self) -> int:
        return hash(self._text)

    def svg(self, move: Optional[M] = None) -> str:
        """The board as SVG; the places that a move touches are marked.

        >>> game("tictactoe").svg().startswith("<svg")
        True
        """
        touched = None if move is None else self.moves.index(move)
        return self._rules.svg(self._text, f"{self.game} {self.text}", touched)

    def _repr_svg_(self) -> str:
        return self.svg()


def game(name: str, position: Optional[str] = None) -> Position[str]:
    """A game of the library, as in ``"connect4:7x6"``, at its start or in a position given as text.

    >>> game("leapfrog:2")
    <leapfrog:2 RR_BB first>
    >>> game("leapfrog", "R_RBB second").moves
    ['4-2', '5-2']
    """
    rules = Rules.library(name)
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

    _made: Optional[Rules] = None

    def start(self) -> S:
        """The position in which play starts."""
        raise NotImplementedError

    def moves(self, position: S) -> Iterable[M]:
        """The legal moves, always in the same order. Not asked where :meth:`outcome` says that play is over."""
        raise NotImplementedError

    def play(self, position: S, move: M) -> S:
        """The position after a move: a new one, the old one stays as it is."""
        raise NotImplementedError

    def outcome(self, position: S) -> Union[Outcome, int, None]:
        """``"win"``, ``"draw"`` or ``"loss"`` (or 1, 0, -1) for the side to move where play is over, else ``None``.

        Without this method, who cannot move loses.
        """
        raise NotImplementedError

    def to_move(self, position: S) -> Union[Side, int]:
        """``"first"`` or ``"second"`` (or 0, 1), where the position tells. Optional: without it sides alternate, and one
        position serves both. With it, a move after which the same side is to move keeps the turn.
        """
        raise NotImplementedError

    def heuristic(self, position: S) -> float:
        """An opinion, larger where the side to move stands better; between -999999 and 999999. Optional."""
        raise NotImplementedError

    def key(self, position: S) -> Hashable:
        """What tells positions apart, where it is not the position itself. Optional."""
        raise NotImplementedError

    def symmetries(self, position: S) -> Iterable[S]:
        """Positions that are the same but for a turn or a reflection of the board. Optional: fewer are then solved."""
        raise NotImplementedError

    def _rules(self) -> Rules:
        if self._made is None:
            self._made = Rules.own(self, Game, self.max_positions, self.max_plies)
        return self._made

    def position(self, state: Optional[S] = None, *, side: Side = "first") -> Position[M]:
        """The start, or any other position, with all that can be asked of it."""
        rules = self._rules()
        if state is None:
            text = rules.start()
            return Position(rules, text, rules.object(text))
        return Position(rules, rules.text_of(state, side), state)

    def solve(
        self,
        state: Optional[S] = None,
        *,
        method: Method = "auto",
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
    ) -> Answer[M]:
        """See :meth:`Position.solve`."""
        return self.position(state).solve(method=method, seconds=seconds, nodes=nodes)

    def solve_all(self, *, seconds: Optional[float] = None) -> VertexMap[S, Value]:
        """The value of every position that play can reach, for the side to move: a mapping from positions."""
        return cast("VertexMap[S, Value]", self.position().arena(seconds=seconds).solve())

    def arena(self, *, seconds: Optional[float] = None) -> Arena[S]:
        """See :meth:`Position.arena`."""
        return cast("Arena[S]", self.position().arena(seconds=seconds))

    def minimax(self, depth: int, state: Optional[S] = None) -> Search[M]:
        """See :meth:`Position.minimax`."""
        return self.position(state).minimax(depth)

    def alphabeta(self, depth: int, state: Optional[S] = None, *, quick: bool = False) -> Search[M]:
        """See :meth:`Position.alphabeta`."""
        return self.position(state).alphabeta(depth, quick=quick)

    def proof(self, state: Optional[S] = None) -> Optional[Outcome]:
        """See :meth:`Position.proof`."""
        return self.position(state).proof()

    def montecarlo(self, samples: int, state: Optional[S] = None, *, seed: int = 0) -> Choice[M]:
        """See :meth:`Position.montecarlo`."""
        return self.position(state).montecarlo(samples, seed=seed)

    def mcts(self, simulations: int, state: Optional[S] = None, *, seed: int = 0) -> Choice[M]:
        """See :meth:`Position.mcts`."""
        return self.position(state).mcts(simulations, seed=seed)

    def best(self, state: Optional[S] = None, agent: Optional[str] = None, *, seed: int = 0) -> M:
        """See :meth:`Position.best`."""
        return self.position(state).best(agent, seed=seed)

    def perft(self, depth: int) -> int:
        """See :meth:`Position.perft`."""
        return self.position().perft(depth)

    def count(self) -> Count:
        """See :meth:`Position.count`."""
        return self.position().count()

    def tree(self, depth: int, state: Optional[S] = None) -> Tree:
        """See :meth:`Position.tree`."""
        return self.position(state).tree(depth)

    def forget(self) -> None:
        """Forgets everything that is known of the game: what was asked is asked again."""
        self._made = None


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
    "Playouts",
    "Position",
    "Search",
    "game",
    "games",
    "line_of",
]

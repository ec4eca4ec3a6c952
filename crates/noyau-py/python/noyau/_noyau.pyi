"""What the package stands on, written in Rust. Use the package's own functions."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from typing import Any, Generic, Optional, TypeVar, Union, overload

from noyau._values import Value
from noyau.graphs import Graph, HasAdjacency, Owner

V = TypeVar("V", bound=Hashable)
W = TypeVar("W")
P = TypeVar("P")
D = TypeVar("D")
_T = TypeVar("_T")

class GraphError(ValueError):
    """A graph, a vertex or an owner is not what it should be."""

class CycleError(GraphError):
    """The graph has a cycle where it may have none."""

    cycle: list[Any]

class GameError(Exception):
    """The rules of a game break a promise."""

class IllegalMove(ValueError):
    """A move that the rules do not allow in that position."""

class LimitReached(Exception):
    """Time, memory or the number of positions allowed did not suffice."""

class CertificateError(ValueError):
    """A certificate or a table claims what is not so."""

def get_language() -> str:
    """The language of messages and pictures: "en" or "fr"."""

def get_names() -> tuple[str, str] | None:
    """The names of the sides in messages and pictures, or ``None`` where they are First and Second."""

def set_names(first: str | None = None, second: str | None = None) -> None:
    """Chooses what the sides are called in messages and pictures, as in ``set_names("Adam", "Ève")``; ``set_names()`` takes that back."""

def set_language(tag: str) -> None:
    """Chooses the language of messages and pictures: "en" or "fr"."""

def kernel_of(graph: Graph[V]) -> list[V]: ...
def attractor_of(
    graph: Graph[V], owner: Owner[V, P], player: P, target: Optional[Iterable[V]] = None
) -> dict[V, int]: ...
def nimbers_of(graph: Graph[V]) -> dict[V, int]: ...
def check_programs() -> tuple[str, str]: ...
def check_function(
    name: str,
    called: str,
    restart: Callable[[], None],
    ask: Callable[[list[str]], tuple[list[str], Optional[tuple[str, str]]]],
    *,
    tries: int,
    seed: int,
    own: bool,
) -> str: ...
def list_games() -> list[tuple[str, str, str, str, list[str]]]: ...
def list_agents() -> list[tuple[str, str, str, list[tuple[str, str]]]]: ...
def check_agent(text: str) -> None: ...

class VertexSet(Set[V]):
    """A set of vertices of an arena, in its order. It behaves as a ``frozenset`` and costs one byte a vertex."""

    def __len__(self) -> int: ...
    def __contains__(self, vertex: object, /) -> bool: ...
    def __iter__(self) -> Iterator[V]: ...
    def __and__(self, other: Set[Any], /) -> VertexSet[V]: ...
    def __sub__(self, other: Set[Any], /) -> VertexSet[V]: ...
    def isdisjoint(self, other: Iterable[Any]) -> bool:
        """Whether no vertex is in both."""
    def issubset(self, other: Iterable[Any]) -> bool:
        """Whether all its vertices are in the other."""
    def issuperset(self, other: Iterable[Any]) -> bool:
        """Whether it has all vertices of the other."""
    def __hash__(self) -> int: ...
    def to_list(self) -> list[V]:
        """The vertices as a list, in the order of the arena."""
    def to_bytes(self) -> bytes:
        """One byte a vertex, 1 for those in the set, in the order of the arena."""

class VertexMap(Generic[V, W]):
    """A mapping from vertices of an arena to what was found of them, in its order. It behaves as a ``dict`` that cannot be
    changed."""

    def __len__(self) -> int: ...
    def __contains__(self, vertex: object, /) -> bool: ...
    def __getitem__(self, vertex: V, /) -> W: ...
    @overload
    def get(self, vertex: V) -> Optional[W]: ...
    @overload
    def get(self, vertex: V, default: D) -> Union[W, D]:
        """What was found of a vertex, or a default where nothing was."""
    def __iter__(self) -> Iterator[V]: ...
    def keys(self) -> list[V]:
        """The vertices of which something was found, in the order of the arena."""
    def values(self) -> list[W]:
        """What was found, in the order of the arena."""
    def items(self) -> list[tuple[V, W]]:
        """Pairs of a vertex and what was found of it."""
    def to_dict(self) -> dict[V, W]:
        """The same as a dictionary of its own."""
    def to_bytes(self) -> bytes:
        """Four bytes a vertex, lowest first, in the order of the arena: numbers as they are, 0xFFFFFFFF where nothing is
        known; of values 3 times the distance, plus 0 for a loss, 1 for a draw, 2 for a win; of moves the number of the
        vertex."""

class Arena(Generic[V]):
    """A graph converted once, with who owns its vertices where anybody does: a mapping from each vertex to the list of its
    successors."""

    def __init__(
        self,
        graph: Union[Mapping[V, Iterable[V]], HasAdjacency[V]],
        owner: Union[Owner[V, Any], Iterable[V], None] = None,
        *,
        start: Optional[V] = None,
        ends: Optional[Mapping[V, Any]] = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __contains__(self, vertex: object, /) -> bool: ...
    def __iter__(self) -> Iterator[V]: ...
    def __getitem__(self, vertex: V, /) -> list[V]: ...
    @overload
    def get(self, vertex: V) -> Optional[list[V]]: ...
    @overload
    def get(self, vertex: V, default: D) -> Union[list[V], D]:
        """The successors of a vertex, or a default where it is no vertex."""
    def keys(self) -> list[V]:
        """The vertices, as :meth:`vertices` gives them."""
    def values(self) -> list[list[V]]:
        """The lists of successors, in the order of the vertices."""
    def items(self) -> list[tuple[V, list[V]]]:
        """Pairs of a vertex and the list of its successors."""
    def adjacency(self) -> Iterator[tuple[V, Any]]:
        """Pairs of a vertex and its successors, one after the other, as networkx graphs give them."""
    def vertices(self) -> list[V]:
        """The vertices, in their order."""
    @property
    def edges(self) -> int:
        """How many edges there are."""
    @property
    def start(self) -> Optional[V]:
        """The vertex where play starts; ``None`` in a graph without vertices."""
    @property
    def players(self) -> Optional[tuple[Any, Any]]:
        """The names of the two players, First before Second; ``None`` without owners."""
    def owner(self, vertex: V) -> Any:
        """Whose a vertex is; ``None`` without owners."""
    def successors(self, vertex: V) -> list[V]:
        """Where the moves from a vertex lead, in their order."""
    def predecessors(self, vertex: V) -> list[V]:
        """The vertices with a move to this one."""
    def has_edge(self, vertex: object, other: object) -> bool:
        """Whether a move leads from a vertex to another."""
    def out_degree(self, vertex: V) -> int:
        """How many moves lead from a vertex."""
    def in_degree(self, vertex: V) -> int:
        """How many moves lead to a vertex."""
    def number_of_nodes(self) -> int:
        """How many vertices there are."""
    def number_of_edges(self) -> int:
        """How many edges there are."""
    def to_dict(self) -> dict[V, list[V]]:
        """The same as a dictionary from each vertex to the list of its successors."""
    def to_networkx(self) -> Any:
        """The same as a networkx ``MultiDiGraph``, or a ``DiGraph`` where no edge comes twice; networkx must be installed.
        Vertices with an owner have the attribute ``owner``; ``start`` is an attribute of the graph."""
    def sinks(self) -> list[V]:
        """The vertices without successor."""
    def kernel(self) -> VertexSet[V]:
        """The kernel: the vertices lost for the side to move, when who cannot move loses. Owners do not count."""
    def undecided(self) -> VertexSet[V]:
        """The vertices that are neither lost nor won: play from them is endless."""
    def kernel_steps(self) -> list[tuple[V, list[V]]]:
        """The steps of the course's algorithm, each a sink that is taken and what is dropped with it."""
    def kernels(self, *, most: int = 100, seconds: Optional[float] = None) -> tuple[list[list[V]], bool]:
        """All kernels of a small graph, at most so many, and whether these are all."""
    def attractor(self, player: Any, target: Optional[Iterable[V]] = None) -> VertexMap[V, int]:
        """From where a player can force a set of vertices, each with the number of moves it takes. Without a target, it is
        where play ends and the player has won."""
    def nimbers(self) -> VertexMap[V, int]:
        """The nimber of every vertex; a ``CycleError`` where the graph has a cycle."""
    def solve(self) -> VertexMap[V, Value]:
        """The value of every vertex for the side to move there, by backward induction; right on cycles."""
    def strategy(self, start: Optional[V] = None) -> VertexMap[V, V]:
        """The winner's moves from a vertex, the start unless another is given: just where play can come."""
    def check_strategy(
        self, strategy: Mapping[V, V], *, player: Any = None, start: Optional[V] = None
    ) -> tuple[str, list[V]]:
        """What a strategy is worth: "winning", "applicable", "not applicable", and the line of play that shows it."""
    def is_acyclic(self) -> bool:
        """Whether no play can go on for ever."""
    def cycle_of(self) -> Optional[list[V]]:
        """A cycle, or ``None``."""
    def topological_order(self) -> list[V]:
        """The vertices in an order in which every edge leads forward; a ``CycleError`` where there is none."""
    def longest_path(self) -> list[V]:
        """A longest path; a ``CycleError`` where the graph has a cycle."""
    def bipartition(self) -> Optional[tuple[list[V], list[V]]]:
        """Two lists of vertices such that every edge leads from one to the other, or ``None``."""
    def doubled(self) -> Arena[Any]:
        """Each vertex once for each side to move, called ``(vertex, "first")`` and ``(vertex, "second")``."""
    def draw(
        self,
        kind: str = "svg",
        *,
        marks: Union[str, Iterable[str], None] = None,
        player: Any = None,
        target: Optional[Iterable[V]] = None,
        start: Optional[V] = None,
        layers: str = "path",
        direction: str = "right",
        most: int = 500,
        step: Optional[int] = None,
    ) -> str:
        """The picture: ``kind`` is "svg", "dot" or "tikz"."""
    def _repr_svg_(self) -> str: ...

class Tree:
    """A tree of max and min nodes with numbers at its leaves: nested lists, or dictionaries whose keys are moves."""

    def __init__(self, nodes: Any, *, first: bool = True) -> None: ...
    def __len__(self) -> int: ...
    def search(
        self, algorithm: str = "minimax", *, alpha: float = ..., beta: float = ...
    ) -> tuple[float, list[float], int, int, tuple[int, int]]:
        """The value of the root for First, what each child of the root returned, nodes, leaves, and cuts by alpha and
        beta."""
    def values(self) -> list[float]:
        """The value of every node, in the order of their numbers."""
    def children(self, node: int) -> list[int]:
        """The children of a node, by number."""
    def path(self, node: int) -> list[str]:
        """The moves that lead to a node."""
    def steps(self, algorithm: str = "alphabeta", *, alpha: float = ..., beta: float = ...) -> list[dict[str, Any]]:
        """The steps of a search: what happens, at which node, its value or window, and what is skipped."""
    def draw(
        self,
        kind: str = "svg",
        *,
        algorithm: Optional[str] = None,
        step: Optional[int] = None,
        alpha: float = ...,
        beta: float = ...,
    ) -> str:
        """The picture: of the tree alone, or with what a search did, up to a step of it."""
    def _repr_svg_(self) -> Optional[str]: ...

class Rules:
    """A game with its parameters."""

    @staticmethod
    def library(text: str) -> Rules: ...
    @staticmethod
    def own(game: object, base: type, most: int, max_plies: Optional[int] = None, units: int = 1) -> Rules: ...
    def use_tables(self, path: str, *, memory: Optional[int] = None) -> list[str]: ...
    def probes(self) -> Optional[int]: ...
    def game(self) -> Any: ...
    def key(self, text: str) -> Any: ...
    def name(self) -> str: ...
    def summary(self) -> str: ...
    def met(self) -> int: ...
    def has_heuristic(self) -> bool: ...
    def start(self) -> str: ...
    def read(self, text: str) -> str: ...
    def text_of(self, object: object, side: str, points: Optional[tuple[float, float]] = None) -> str: ...
    def object(self, text: str) -> Any: ...
    def side(self, text: str) -> str: ...
    def outcome(self, text: str) -> Optional[str]: ...
    def points(self, text: str) -> Optional[tuple[float, float]]: ...
    def scores(self, text: str) -> list[tuple[str, int]]: ...
    def picture(self, text: str) -> str: ...
    def svg(self, text: str, title: str, touched: Optional[int] = None) -> str: ...
    def moves(self, text: str, object: Any = None) -> list[Any]: ...
    def play(self, text: str, mv: Any, object: Any = None) -> tuple[str, Any]: ...
    def play_line(self, text: str, moves: str) -> str: ...
    def perft(self, text: str, depth: int, *, seconds: Optional[float] = None) -> int: ...
    def playouts(
        self, text: str, games: int, *, plies: int = 10_000, seed: int = 0, seconds: Optional[float] = None
    ) -> list[int]: ...
    def count(
        self, text: str, *, seconds: Optional[float] = None, memory: Optional[int] = None, threads: int = 0
    ) -> dict[str, Any]: ...
    def solve(
        self,
        at: tuple[str, Any],
        *,
        method: str = "auto",
        wanted: str = "moves",
        seconds: Optional[float] = None,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        threads: int = 0,
        tell: Optional[Callable[[int, int], Any]] = None,
    ) -> dict[str, Any]: ...
    def why(self, text: str, *, seconds: Optional[float] = None, memory: Optional[int] = None) -> str: ...
    def arena(
        self,
        text: str,
        *,
        seconds: Optional[float] = None,
        memory: Optional[int] = None,
        tell: Optional[Callable[[int, int], Any]] = None,
    ) -> Arena[Any]: ...

def tree_of(rules: Rules, text: str, depth: int, *, heuristic: Optional[str] = None, most: int = 1_000_000) -> Tree: ...
def search_game(
    rules: Rules,
    at: tuple[str, Any],
    depth: int,
    *,
    algorithm: str = "alphabeta",
    heuristic: Optional[str] = None,
    seconds: Optional[float] = None,
    nodes: Optional[int] = None,
) -> dict[str, Any]: ...
def search_quickly(
    rules: Rules, at: tuple[str, Any], depth: int, *, seconds: Optional[float] = None, nodes: Optional[int] = None
) -> Optional[dict[str, Any]]: ...
def choose(
    rules: Rules, at: tuple[str, Any], agent: str, *,
    seed: int = 0, seconds: Optional[float] = None, nodes: Optional[int] = None,
) -> dict[str, Any]: ...  # fmt: skip
def play_contest(
    rules: Rules,
    at: tuple[str, Any],
    agents: list[str],
    deliver: Callable[..., Any],
    *,
    pairs: int,
    opening: int = 0,
    plies: int = 1000,
    time: Optional[float] = None,
    seed: int = 0,
    threads: int = 0,
    from_game: int = 0,
    most_games: int = ...,
) -> None: ...
def text_svg(text: str, title: str) -> str: ...
def names_of(arena: Arena[Any]) -> list[str]: ...
def certify_graph(
    arena: Arena[Any], kind: str, *, player: Any = None, target: Optional[Iterable[Any]] = None, start: Any = None
) -> bytes: ...
def certify_game(
    rules: Rules,
    at: tuple[str, Any],
    method: str,
    *,
    seconds: Optional[float] = None,
    memory: Optional[int] = None,
    threads: int = 0,
) -> bytes: ...
def write_certificate_file(path: str, bytes: bytes, force: bool) -> None: ...
def verify_bytes(
    bytes: bytes, rules: Optional[Rules] = None, *, seconds: Optional[float] = None
) -> tuple[str, int, int]: ...

class Helper:
    """A process that helps to walk through a game."""

    def __init__(self, rules: Rules) -> None: ...
    def expand(self, ids: bytes, unknown: bytes) -> tuple[bytes, bytes]: ...

class Exploration:
    """A walk through a game by several processes."""

    def __init__(self, rules: Rules, helpers: int, seconds: Optional[float] = None) -> None: ...
    def begin(self, text: str) -> bytes: ...
    def end(self, text: str) -> None: ...
    def expand(self, ids: bytes) -> bytes: ...
    def request(self, helper: int, ids: bytes) -> tuple[bytes, bytes]: ...
    def absorb(self, helper: int, rows: bytes, new: bytes) -> bytes: ...

class Table:
    """A table of every position of a game."""

    @staticmethod
    def open(path: str, own: Optional[Rules] = None) -> Table: ...
    @staticmethod
    def make(
        game: str,
        path: Optional[str] = None,
        *,
        own: Optional[tuple[Rules, str]] = None,
        starts: Optional[list[str]] = None,
        force: bool = False,
        seconds: Optional[float] = None,
        memory: Optional[int] = None,
        threads: int = 0,
        tell: Optional[Callable[[int, int], Any]] = None,
    ) -> Table: ...
    def info(self) -> dict[str, Any]: ...
    def answer(self, rules: Rules, at: tuple[str, Any], quick: bool) -> dict[str, Any]: ...
    def verify(self, *, seconds: Optional[float] = None) -> tuple[int, int]: ...
    def value(self, text: str) -> Value: ...
    def values(self, texts: list[str]) -> tuple[bytes, bytes]: ...
    def codes(self, tier: int, numbers: bytes) -> bytes: ...
    def place(self, text: str) -> Optional[tuple[int, int]]: ...
    def rows(self, most: int) -> list[tuple[str, Value]]: ...

def pose_exercise(asked: tuple[str, int, int, Optional[str]]) -> str: ...
def mark_exercise(
    asked: tuple[str, int, int, Optional[str]], steps: list[str], degree: int
) -> tuple[int, Optional[str], bool, Optional[str]]: ...
def exercise_sheet(asked: list[tuple[str, int, int, Optional[str]]]) -> str: ...
def list_exercises() -> list[tuple[str, str, list[str]]]: ...

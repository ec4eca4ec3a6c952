"""noyau: two-player games of perfect information.

Who wins, how, and why should I believe it - for graphs written as dictionaries, for the games of the library, and for
games of your own.

>>> import noyau
>>> noyau.kernel({0: [1, 2], 1: [2], 2: []})
[2]
>>> noyau.game("chomp:2x3").solve().best
['c2']

``noyau.cours`` has the functions of the French course, with its names.
"""

from __future__ import annotations

from noyau._noyau import (
    CertificateError,
    CycleError,
    GameError,
    GraphError,
    IllegalMove,
    LimitReached,
    get_language,
    get_names,
    set_language,
    set_names,
)
from noyau._values import Outcome, Side, Value
from noyau.certificates import Verified, certificate, verify
from noyau.cours import attracteurs, noyau
from noyau.exercises import Exercise, Marked, exercise, exercise_kinds, sheet
from noyau.experiments import AgentKind, Contest, Played, agents, duel, tournament
from noyau.games import (
    Answer,
    Choice,
    Considered,
    Count,
    Game,
    Listed,
    MoveMap,
    Playouts,
    Position,
    Search,
    Solved,
    game,
    games,
    line_of,
)
from noyau.graphs import (
    Arena,
    Graph,
    Owner,
    VertexMap,
    VertexSet,
    attractor,
    bipartition,
    is_acyclic,
    kernel,
    kernel_steps,
    nimbers,
    predecessors,
    sinks,
    solve_graph,
    strategy,
)
from noyau.laws import BrokenLaw, Checked, check
from noyau.tables import Table, make_table, open_table
from noyau.trees import Tree, TreeSearch, TreeStep, alphabeta, minimax, search, trace

__version__ = "0.1.0"

__all__ = [
    "AgentKind",
    "Answer",
    "Arena",
    "BrokenLaw",
    "CertificateError",
    "Checked",
    "Choice",
    "Considered",
    "Contest",
    "Count",
    "CycleError",
    "Exercise",
    "Game",
    "GameError",
    "Graph",
    "GraphError",
    "IllegalMove",
    "LimitReached",
    "Listed",
    "Marked",
    "MoveMap",
    "Outcome",
    "Owner",
    "Played",
    "Playouts",
    "Position",
    "Search",
    "Side",
    "Solved",
    "Table",
    "Tree",
    "TreeSearch",
    "TreeStep",
    "Value",
    "Verified",
    "VertexMap",
    "VertexSet",
    "agents",
    "alphabeta",
    "attracteurs",
    "attractor",
    "bipartition",
    "certificate",
    "check",
    "duel",
    "exercise",
    "exercise_kinds",
    "game",
    "games",
    "get_language",
    "get_names",
    "is_acyclic",
    "kernel",
    "kernel_steps",
    "line_of",
    "make_table",
    "minimax",
    "nimbers",
    "noyau",
    "open_table",
    "predecessors",
    "search",
    "set_language",
    "set_names",
    "sheet",
    "sinks",
    "solve_graph",
    "strategy",
    "tournament",
    "trace",
    "verify",
]

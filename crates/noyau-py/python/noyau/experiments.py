"""Experiments: agents play each other, each pairing from the same openings with both colours.

>>> result = duel("nim:3,4,5", "perfect", "random", games=20, seed=1)
>>> result.wins["perfect"] > 15
True
"""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple, Optional, Protocol, Union

from noyau import _html, _noyau
from noyau._values import Side
from noyau.games import Game, Position, game as _open

Player = Union[str, Callable[[Position[Any]], Any]]
"""An agent: a text such as ``"alphabeta:4"``, or a function that is given a position and gives a move."""

Playable = Union[str, Position[Any], Game[Any, Any]]
"""Where games start: the name of a game, a position, or a game of your own."""


class AgentKind(NamedTuple):
    """A kind of agent."""

    name: str
    """Its name."""
    usage: str
    """How it is written, with its options."""
    summary: str
    """What it does."""
    options: dict[str, str]
    """Each option with what it means."""


class _Shown(Protocol):
    def __call__(self, done: int, total: int) -> object: ...


def agents() -> list[AgentKind]:
    """The kinds of agents.

    >>> [kind.usage for kind in agents()][:3]
    ['strong', 'level:N', 'random']
    """
    return [AgentKind(name, usage, summary, dict(options)) for name, usage, summary, options in _noyau.list_agents()]


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    number: int
    """Its number, from 0; two make a pair with colours swapped."""
    first: str
    """Who played First."""
    second: str
    """Who played Second."""
    moves: list[Any]
    """The moves."""
    opening: int
    """How many of them were drawn by lot."""
    winner: Optional[Side]
    """``"first"``, ``"second"`` or ``None``."""
    end: str
    """``"over"``, ``"endless"``, ``"unfinished"``, or why a side did not move."""


@dataclass
class Contest:
    """What came of a contest."""

    players: list[str]
    """Who played."""
    games: list[Played] = field(default_factory=list)
    """The games, in order."""

    @property
    def points(self) -> dict[str, float]:
        """A win is 1, a draw a half."""
        points = {player: 0.0 for player in self.players}
        for played in self.games:
            for player, side in ((played.first, "first"), (played.second, "second")):
                points[player] += 0.5 if played.winner is None else float(played.winner == side)
        return points

    @property
    def wins(self) -> dict[str, int]:
        """Games won by each."""
        wins = {player: 0 for player in self.players}
        for played in self.games:
            if played.winner is not None:
                wins[played.first if played.winner == "first" else played.second] += 1
        return wins

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(played.winner is None for played in self.games)

    def share(self, player: str) -> float:
        """The share of its points that a player took."""
        own = sum(player in (played.first, played.second) for played in self.games)
        return self.points[player] / own if own else 0.5

    def interval(self, player: str, deviations: float = 1.96) -> tuple[float, float]:
        """Wilson's interval for the share, 95 % unless said otherwise."""
        games = sum(player in (played.first, played.second) for played in self.games)
        if not games:
            return (0.0, 1.0)
        mean, square = self.share(player), deviations * deviations
        scale = 1 + square / games
        centre = (mean + square / (2 * games)) / scale
        half = deviations / scale * math.sqrt(mean * (1 - mean) / games + square / (4 * games * games))
        return (max(0.0, centre - half), min(1.0, centre + half))

    def table(self) -> list[dict[str, Any]]:
        """A row a player, best first: games, wins, draws, losses, points, share and its interval."""
        rows = []
        for player in self.players:
            own = [played for played in self.games if player in (played.first, played.second)]
            wins, points = self.wins[player], self.points[player]
            draws = sum(played.winner is None for played in own)
            low, high = self.interval(player)
            rows.append(
                {
                    "player": player,
                    "games": len(own),
                    "wins": wins,
                    "draws": draws,
                    "losses": len(own) - wins - draws,
                    "points": points,
                    "share": self.share(player),
                    "low": low,
                    "high": high,
                }
            )
        return sorted(rows, key=lambda row: -float(str(row["points"])))

    def to_pandas(self) -> Any:
        """The games as a pandas ``DataFrame``; pandas must be installed."""
        pandas: Any = importlib.import_module("pandas")

        rows = [
            {
                "number": played.number,
                "first": played.first,
                "second": played.second,
                "winner": played.winner,
                "plies": len(played.moves),
                "end": played.end,
            }
            for played in self.games
        ]
        return pandas.DataFrame(rows, columns=["number", "first", "second", "winner", "plies", "end"])

    def __repr__(self) -> str:
        points = ", ".join(f"{player} {points:g}" for player, points in self.points.items())
        return f"<Contest of {len(self.games)} games: {points}>"

    def svg(self) -> str:
        """A bar for each player: its share of the points, with the interval."""
        rows = self.table()
        width, left, bar = 560, 190, 300
        height = 34 * len(rows) + 20
        out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="noyau-chart" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">',
            "<style>.noyau-chart{font:13px 'DejaVu Sans',Verdana,sans-serif}.noyau-chart text{fill:#1b1b1b}"
            ".noyau-chart .paper{fill:#fff}.noyau-chart .bar{fill:#8cc9ee}.noyau-chart .mark{stroke:#333;stroke-width:2}"
            "@media (prefers-color-scheme:dark){.noyau-chart text{fill:#ececec}.noyau-chart .paper{fill:#16191d}"
            ".noyau-chart .bar{fill:#2f6f9a}.noyau-chart .mark{stroke:#d6d6d6}}</style>",
            f'<rect class="paper" width="{width}" height="{height}"/>',
        ]
        for i, row in enumerate(rows):
            y = 10 + 34 * i
            name = str(row["player"]).replace("&", "&amp;").replace("<", "&lt;")
            low, high = left + bar * row["low"], left + bar * row["high"]
            out += [
                f'<text x="{left - 8}" y="{y + 19}" text-anchor="end">{name}</text>',
                f'<rect class="bar" x="{left}" y="{y + 4}" width="{bar * row["share"]:.1f}" height="22"/>',
                f'<line class="mark" x1="{low:.1f}" x2="{high:.1f}" y1="{y + 15}" y2="{y + 15}"/>',
                f'<text x="{left + bar + 8}" y="{y + 19}">{100 * row["share"]:.1f} %</text>',
            ]
        return "\n".join([*out, "</svg>"])

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        rows = [
            (row["player"], row["games"], row["wins"], row["draws"], row["losses"], f"{100 * row['share']:.1f} %")
            for row in self.table()
        ]
        return _html.table(("player", "games", "wins", "draws", "losses", "share"), rows)


def _position(where: Playable) -> Position[Any]:
    if isinstance(where, str):
        return _open(where)
    if isinstance(where, Game):
        return where.position()
    if isinstance(where, Position):
        return where
    raise TypeError(f"{where!r} is no game: its name, a position, or an object of a class derived from Game is wanted")


def _bar(done: int, total: int) -> None:
    stream = sys.stderr
    share = done / total if total else 1.0
    filled = int(30 * share)
    end = "\n" if done >= total else ""
    stream.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{total}{end}")
    stream.flush()


def _names(players: Sequence[Player]) -> list[str]:
    names: list[str] = []
    for player in players:
        name = player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)
        plain, again = name, 2
        while name in names:
            name, again = f"{plain} ({again})", again + 1
        names.append(name)
    return names


def tournament(
    where: Playable,
    players: Sequence[Player],
    *,
    games: int = 100,
    opening: int = 0,
    plies: int = 1000,
    time: Optional[float] = None,
    seed: int = 0,
    threads: int = 0,
    progress: Union[bool, _Shown] = False,
) -> Contest:
    """Every player meets every other in that many games, half of them with each colour.

    ``opening`` moves are drawn by lot, the same for both games of a pair; ``progress`` shows a bar on the standard error,
    or is a function that is told how many games are done of how many. The same seed gives the same games. Who takes
    longer than ``time`` seconds for a move loses the game; nobody interrupts a player that is a function, but it has
    lost once it answers. ``threads`` play at the same time, 0 being as many as there are processors; in a game of
    your own they are processes, 0 being none but this one; where a player is a function, there is one.

    >>> contest = tournament("tictactoe", ["perfect", "random", "first"], games=4, seed=1)
    >>> [row["games"] for row in contest.table()]
    [8, 8, 8]
    """
    if len(players) < 2:
        raise ValueError("a contest needs two players at least")
    if games < 1:
        raise ValueError("games must be at least 1")
    position = _position(where)
    names = _names(players)
    contest = Contest(names)
    pairs = -(-games // 2)
    total = 2 * pairs * (len(players) * (len(players) - 1) // 2)
    shown: Optional[_Shown] = None
    if progress:
        shown = _bar if progress is True else progress

    def deliver(
        number: int, who: tuple[int, int], opened: int, moves: list[Any], winner: Optional[Side], end: str
    ) -> None:
        contest.games.append(Played(number, names[who[0]], names[who[1]], moves, opened, winner, end))
        if shown is not None:
            shown(len(contest.games), total)

    texts = [player for player in players if isinstance(player, str)]
    for text in texts:
        _noyau.check_agent(text)
    if len(texts) == len(players):
        plan: dict[str, Any] = {"pairs": pairs, "opening": opening, "plies": plies, "time": time, "seed": seed}
        if position._object is not None and threads > 1:
            for played in _by_processes(position, texts, total, plan, threads):
                deliver(*played)
        else:
            at = (position._text, position._object)
            _noyau.play_contest(position._rules, at, texts, deliver, **plan, threads=threads)
    else:
        if threads > 1:
            raise ValueError(
                f"threads is {threads}, but a player that is a function is Python, which plays one game at a time"
                if _noyau.get_language() == "en"
                else f"threads vaut {threads}, mais un joueur qui est une fonction est du Python, qui joue une partie à la fois"
            )
        if time is not None and not (math.isfinite(time) and time >= 0):
            raise ValueError(
                f"{time} is no time: a number of seconds from 0 is wanted"
                if _noyau.get_language() == "en"
                else f"{time} n'est pas une durée : il faut un nombre de secondes, à partir de 0"
            )
        _by_hand(position, players, pairs, opening, plies, time, seed, deliver)
    return contest


def _some_games(position: Position[Any], texts: list[str], plan: dict[str, Any], first: int, most: int) -> list[Any]:
    """Some games of a contest, in a process of their own."""
    played: list[Any] = []
    at = (position._text, position._object)
    _noyau.play_contest(
        position._rules, at, texts, lambda *game: played.append(game), **plan, from_game=first, most_games=most
    )
    return played


def _by_processes(
    position: Position[Any], texts: list[str], total: int, plan: dict[str, Any], processes: int
) -> Iterator[Any]:
    """A contest in a game of your own: every process has a copy of the game, and games are given in order."""
    share = max(1, min(16, total // (4 * processes)))
    with ProcessPoolExecutor(processes) as pool:
        parts = [pool.submit(_some_games, position, texts, plan, first, share) for first in range(0, total, share)]
        try:
            for part in parts:
                yield from part.result()
        finally:
            for part in parts:
                part.cancel()


def _by_hand(
    position: Position[Any],
    players: Sequence[Player],
    pairs: int,
    opening: int,
    plies: int,
    time: Optional[float],
    seed: int,
    deliver: Callable[[int, tuple[int, int], int, list[Any], Optional[Side], str], None],
) -> None:
    """A contest in which somebody is a function: that is Python, so the games are played here."""
    import random

    number = 0
    pairings = [(a, b) for a in range(len(players)) for b in range(a + 1, len(players))]
    for pair in range(pairs):
        for a, b in pairings:
            lots = random.Random(f"{seed} {pair} {a} {b}")
            here = position
            opened: list[Any] = []
            while len(opened) < opening and here.outcome is None:
                move = lots.choice(here.moves)
                after = here.play(move)
                if after.outcome is not None:
                    break
                opened.append(move)
                here = after
            for who in ((a, b), (b, a)):
                now, moves = here, list(opened)
                late: Optional[Side] = None
                while now.outcome is None and len(moves) < plies:
                    player = players[who[0] if now.side == "first" else who[1]]
                    began = monotonic()
                    if isinstance(player, str):
                        try:
                            move = now.choose(player, seed=lots.getrandbits(32), seconds=time).move
                        except _noyau.LimitReached:
                            late = now.side
                            break
                    else:
                        move = player(now)
                        if time is not None and monotonic() - began > time:
                            late = now.side
                            break
                    now = now.play(move)
                    moves.append(move)
                winner: Optional[Side] = None
                outcome, end = now.outcome, "over"
                if late is not None:
                    end = "time ran out" if _noyau.get_language() == "en" else "le temps est écoulé"
                    winner = "second" if late == "first" else "first"
                elif outcome is None:
                    end = "unfinished"
                elif outcome != "draw":
                    other: Side = "second" if now.side == "first" else "first"
                    winner = now.side if outcome == "win" else other
                deliver(number, who, len(opened), moves, winner, end)
                number += 1


def duel(
    where: Playable,
    one: Player,
    other: Player,
    *,
    games: int = 100, opening: int = 0, plies: int = 1000, time: Optional[float] = None,
    seed: int = 0, threads: int = 0, progress: Union[bool, _Shown] = False,
) -> Contest:  # fmt: skip
    """Two players meet; see :func:`tournament`. A player that is a function is given positions and gives moves.

    >>> def greedy(position):
    ...     return position.moves[-1]
    >>> duel("nim:2,3", greedy, "perfect", games=4, seed=1).points["perfect"]
    4.0
    """
    return tournament(
        where, [one, other], games=games, opening=opening, plies=plies,
        time=time, seed=seed, threads=threads, progress=progress,
    )  # fmt: skip


__all__ = ["AgentKind", "Contest", "Played", "agents", "duel", "tournament"]

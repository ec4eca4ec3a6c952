"""Games written in Python: every solver and search runs on them, and what is wrong in them is told."""

import contextlib
import gc
import os
import random
import signal
import sys
import threading
import weakref
from dataclasses import dataclass

import pytest
from tic_tac_toe import TicTacToe

import noyau

class Matches(noyau.Game):
    def __init__(self, n=9):
        self.n = n

    def start(self):
        return self.n

    def moves(self, position):
        return [k for k in (1, 2, 3) if k <= position]

    def play(self, position, move):
        return position - move


def test_all_positions_of_tic_tac_toe():
    game = TicTacToe()
    values = game.solve_all()
    assert len(values) == 5478
    assert values["." * 9].outcome == "draw"
    assert game.count().positions == 5478
    # The library's own tic-tac-toe, position by position.
    table = noyau.make_table("tictactoe")
    for board, value in values.items():
        rows = "/".join(board[i : i + 3] for i in (0, 3, 6)).lower()
        side = "first" if board.count(".") % 2 else "second"
        assert table[f"{rows} {side}"] == value, board


def test_every_search_runs():
    game = TicTacToe()
    near = "XX.OO...."
    assert game.solve(near).best == [2]
    assert game.solve(near).value == ("win", 1, None)
    assert game.solve_outcome(near) == "win"
    with pytest.warns(DeprecationWarning, match="solve_outcome"):
        assert game.proof(near) == game.position(near).proof() == "win"
    assert game.minimax(2, near).best == [2]
    assert game.alphabeta(9).value == game.minimax(9).value == 0
    assert game.alphabeta(9).nodes < game.minimax(9).nodes == 549946
    quick = game.alphabeta(9, near, quick=True)
    assert quick.best == [2] and quick.value == game.alphabeta(9, near).value and quick.moves == {}
    assert quick.nodes < game.alphabeta(9, near).nodes
    for board in list(game.solve_all())[:300]:
        assert game.alphabeta(4, board, quick=True).value == game.minimax(4, board).value
    assert game.montecarlo(100, near, seed=1).move == 2
    assert game.mcts(300, near, seed=1).move == 2
    assert game.best(near, "alphabeta:3") == 2
    assert game.perft(4) == 9 * 8 * 7 * 6
    assert len(game.tree(2)) == 1 + 9 + 72
    assert game.tree(1)._repr_svg_().startswith("<svg")
    assert game.position(near)._repr_svg_().startswith("<svg")
    contest = noyau.duel(game, "perfect", "random", games=10, seed=3)
    assert contest.wins["random"] == 0 and len(contest.games) == 10
    assert all(isinstance(move, int) for played in contest.games for move in played.moves)


def test_normal_play_without_outcome():
    game = Matches()
    assert game.solve().nimber == 1 and game.solve().best == [1]
    assert game.arena().kernel() == {8, 4, 0}
    assert game.solve_all()[4] == ("loss", 2, None)
    assert game.arena().draw(marks=["kernel"]).startswith("<svg")


def test_sides_and_moves_that_keep_the_turn():
    class Race(noyau.Game):
        """First counts down by 1 and moves again after an even number."""

        def start(self):
            return (5, "first")

        def moves(self, position):
            return [1, 2] if position[0] > 1 else [1] if position[0] else []

        def play(self, position, move):
            n, side = position
            keep = move == 2
            return (n - move, side if keep else ("second" if side == "first" else "first"))

        def to_move(self, position):
            return position[1]

    def plain(n):
        """Whether the side to move wins."""
        if n == 0:
            return False
        return (not plain(n - 1)) or (n > 1 and plain(n - 2))

    values = Race().solve_all()
    for (n, _), value in values.items():
        assert (value.outcome == "win") == plain(n), n


def test_heuristics():
    class Guess(Matches):
        def heuristic(self, position):
            return 10.0 if position % 4 else -10.0

    assert Guess(21).alphabeta(1).value == 10
    assert Guess(21).alphabeta(1).best == [1]

    class Bad(Matches):
        def heuristic(self, position):
            return "good"

    with pytest.raises(noyau.GameError, match="a number is wanted"):
        Bad(50).minimax(2)


def test_key_and_symmetries():
    class Unhashable(Matches):
        def start(self):
            return [self.n]

        def moves(self, position):
            return super().moves(position[0])

        def play(self, position, move):
            return [position[0] - move]

        def key(self, position):
            return position[0]

    assert Unhashable().solve().best == [1]
    assert Unhashable().solve_all()[4].outcome == "loss"

    class Folded(TicTacToe):
        def symmetries(self, position):
            rows = [position[i : i + 3] for i in (0, 3, 6)]
            for _ in range(4):
                rows = ["".join(row) for row in zip(*rows[::-1])]
                yield "".join(rows)
                yield "".join(row[::-1] for row in rows)

    folded = Folded()
    assert folded.count().positions == 765
    whole = TicTacToe()
    for board in ["." * 9, "X........", "XX.OO....", "....X...O", "O...X...."]:
        mine, theirs = folded.solve(board), whole.solve(board)
        assert mine.value == theirs.value
        assert mine.moves == theirs.moves
        # The line is one of real moves from this board.
        here = board
        for move in mine.line:
            assert move in whole.moves(here)
            here = whole.play(here, move)
        assert whole.outcome(here) is not None


def test_each_method_is_asked_once():
    calls = {"moves": 0, "play": 0, "outcome": 0}

    class Counting(TicTacToe):
        def moves(self, position):
            calls["moves"] += 1
            return super().moves(position)

        def play(self, position, move):
            calls["play"] += 1
            return super().play(position, move)

        def outcome(self, position):
            calls["outcome"] += 1
            return super().outcome(position)

    game = Counting()
    game.solve_all()
    first = dict(calls)
    assert first["outcome"] == 5478 and first["moves"] == 4520 and first["play"] == 16167
    game.minimax(9)
    game.mcts(500)
    assert calls == first


def test_large_games_list_moves_again():
    """Of many positions only the children are kept; moves that are asked about later fit them, in any order."""

    class Heap(noyau.Game):
        def __init__(self):
            self.listed = 0

        def start(self):
            return 70_000

        def moves(self, heap):
            self.listed += 1
            taken = range(1, min(heap, 3) + 1)
            return list(taken if self.listed <= 70_001 else reversed(taken))

        def play(self, heap, taken):
            return heap - taken

    game = Heap()
    assert game.count().positions == 70_001
    assert game.listed == 70_001
    for heap in (70_000, 1_001, 102, 2):
        answer = game.solve(heap)
        lost = answer.value.outcome == "loss"
        assert lost == (heap % 4 == 0)
        for taken, value in answer.moves.items():
            # For the side to move, who wins by leaving a multiple of four.
            assert (value.outcome == "win") == ((heap - taken) % 4 == 0)
        assert lost or answer.best == [heap % 4]
        assert sum(answer.line) == heap
    # Nobody listed all of them again.
    assert game.listed < 170_000


class Mine(Exception):
    pass


@pytest.mark.parametrize("method", ["moves", "play", "outcome", "start", "to_move", "key"])
def test_exceptions_come_back_as_they_were_raised(method):
    raised = Mine(method)

    class Broken(TicTacToe):
        pass

    def fail(self, *arguments):
        if method in ("start", "to_move", "key") or arguments[0].count(".") < 6:
            raise raised
        return getattr(super(Broken, self), method)(*arguments)

    setattr(Broken, method, fail)
    for ask in (
        lambda g: g.solve(),
        lambda g: g.solve_all(),
        lambda g: g.alphabeta(9),
        lambda g: g.mcts(10_000),
        lambda g: g.solve_outcome(),
        lambda g: g.perft(9),
        lambda g: noyau.duel(g, "random", "first", games=2),
    ):
        with pytest.raises(Mine) as caught:
            ask(Broken())
        assert caught.value is raised
        assert caught.traceback[-1].name == "fail"


def test_a_game_works_again_after_an_exception():
    game = Matches()
    real = Matches.play
    try:
        Matches.play = lambda self, position, move: 1 / 0
        broken = Matches()
        with pytest.raises(ZeroDivisionError):
            broken.solve()
    finally:
        Matches.play = real
    assert game.solve().best == [1]


def test_broken_games_are_told():
    class Endless(noyau.Game):
        max_positions = 5000

        def start(self):
            return 0

        def moves(self, position):
            return ["+"]

        def play(self, position, move):
            return position + 1

    with pytest.raises(noyau.LimitReached, match="endless"):
        Endless().solve()
    assert Endless().minimax(5).nodes == 6

    class Cycle(Endless):
        def play(self, position, move):
            return (position + 1) % 7

    assert Cycle().solve().value.outcome == "draw"
    assert noyau.duel(Cycle(), "random", "first", games=2, plies=50).games[0].end == "endless"
    assert noyau.duel(Cycle(), "random", "first", games=2, plies=5).games[0].end == "unfinished"

    class Unhashable(Endless):
        def play(self, position, move):
            return [position]

    with pytest.raises(noyau.GameError, match="cannot be hashed") as caught:
        Unhashable().solve()
    assert isinstance(caught.value.__cause__, TypeError)

    class Illegal(Matches):
        def moves(self, position):
            return [1, 99] if position else []

        def play(self, position, move):
            if move > position:
                raise ValueError(f"cannot take {move} of {position}")
            return position - move

    with pytest.raises(ValueError, match="cannot take 99 of 9"):
        Illegal().solve()

    class Forgetful(Matches):
        def play(self, position, move):
            position - move

    with pytest.raises(noyau.GameError, match="play gave None"):
        Forgetful().solve()

    class Undecided(Matches):
        def outcome(self, position):
            return None

    with pytest.raises(noyau.GameError, match="moves gives no move"):
        Undecided().solve()

    class Strange(Matches):
        def outcome(self, position):
            return "perhaps"

    with pytest.raises(noyau.GameError, match="'perhaps'"):
        Strange().solve()

    class NoList(Matches):
        def moves(self, position):
            return 3

    with pytest.raises(noyau.GameError, match="list of moves"):
        NoList().solve()

    with pytest.raises(AttributeError, match="has no method start"):

        class Empty(noyau.Game):
            pass

        Empty().solve()


def test_mutation_is_told():
    @dataclass(unsafe_hash=True)
    class Board:
        n: int

    class InPlace(noyau.Game):
        def start(self):
            return Board(5)

        def moves(self, position):
            return [1] if position.n else []

        def play(self, position, move):
            position.n -= move
            return position

    with pytest.raises(noyau.GameError, match="changed while"):
        InPlace().solve()


def test_illegal_moves_of_players():
    game = TicTacToe()
    with pytest.raises(noyau.IllegalMove, match="the legal moves are"):
        game.position().play(9)
    with pytest.raises(noyau.IllegalMove, match="99 is no legal move"):
        noyau.duel(game, lambda position: 99, "random", games=2)


def test_a_method_may_ask_for_a_search_of_the_same_game():
    class Deep(Matches):
        def heuristic(self, position):
            return Matches(position).solve().value.outcome == "win"

    assert Deep(20).alphabeta(2).nodes > 3


@contextlib.contextmanager
def interrupted():
    """Interrupts what is done within. Tests may be run where interrupts are ignored, as in the background of a script."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        yield
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


class Heap:
    """A position that asks the game itself when it is compared, and when it is let go of."""

    game = None

    def __init__(self, matches):
        self.matches = matches

    def __hash__(self):
        return self.matches % 3

    def __eq__(self, other):
        self.ask()
        return isinstance(other, Heap) and self.matches == other.matches

    def __del__(self):
        self.ask()

    @staticmethod
    def ask():
        asked, Heap.game = Heap.game, None
        if asked is not None:
            assert asked.position(Heap(3)).moves == [1, 2, 3]
            Heap.game = asked


def test_positions_may_ask_the_game_when_they_are_compared_and_let_go_of():
    class OfHeaps(noyau.Game):
        def start(self):
            return Heap(14)

        def moves(self, heap):
            return [taken for taken in (1, 2, 3) if taken <= heap.matches]

        def play(self, heap, taken):
            return Heap(heap.matches - taken)

        def outcome(self, heap):
            return None if heap.matches else "loss"

    try:
        for quick in (True, False):
            Heap.game = game = OfHeaps()
            assert game.alphabeta(14, quick=quick).value == 1_000_000
            assert game.count().positions == 15
    finally:
        Heap.game = None


def test_several_threads_ask_one_game():
    game, found = Matches(), []

    def ask(quick):
        found.append(game.alphabeta(30, quick=quick).value if quick else game.solve().value.outcome)

    threads = [threading.Thread(target=ask, args=(i % 2 == 0,)) for i in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 12 and len(set(map(str, found))) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_control_c():
    class Slow(noyau.Game):
        max_positions = 10**7

        def start(self):
            return 0

        def moves(self, position):
            return range(2)

        def play(self, position, move):
            return 2 * position + move + 1

    for work in (
        lambda: Slow().solve(),
        lambda: noyau.game("connect4:7x6").solve(method="graph"),
        lambda: noyau.game("connect4:7x6").perft(12),
        lambda: TicTacToe().mcts(10**12),
    ):
        with pytest.raises(KeyboardInterrupt), interrupted():
            work()


def test_the_interpreter_is_free_meanwhile():
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    noyau.game("connect4:5x5").solve(method="graph", seconds=0.5)
    done.set()
    thread.join()
    assert ticks > 20


def test_games_are_let_go():
    game = TicTacToe()
    game.solve_all()
    reference = weakref.ref(game)
    del game
    gc.collect()
    assert reference() is None


class Scored(noyau.Game):
    """Random trees with random scores at the horizon, and here and there a move that keeps the turn."""

    def __init__(self, seed, sides):
        self.seed = seed
        if sides:
            self.to_move = lambda position: random.Random(f"{seed} side {position}").randrange(2)

    def start(self):
        return (0, 1)

    def moves(self, position):
        return list(range(random.Random(f"{self.seed} moves {position}").randrange(1, 5)))

    def play(self, position, move):
        # Positions come again by other ways.
        return (position[0] + 1, (position[1] * 7 + move * 3) % 23)

    def outcome(self, position):
        lots = random.Random(f"{self.seed} end {position}")
        if position[0] >= 12 or lots.random() < 0.1:
            return lots.choice(["win", "draw", "loss"])
        return None

    def heuristic(self, position):
        return random.Random(f"{self.seed} score {position}").randrange(-9, 10)


@pytest.mark.parametrize("sides", [False, True])
def test_a_quick_search_has_the_value_of_minimax(sides):
    for seed in range(60):
        for depth in (0, 1, 2, 5, 7):
            quick = Scored(seed, sides).alphabeta(depth, quick=True)
            whole = Scored(seed, sides).minimax(depth)
            assert quick.value == whole.value
            assert quick.nodes <= whole.nodes
            assert quick.best == whole.best[:1]
            assert quick.moves == {}
    with pytest.raises(noyau.LimitReached, match="limit of positions"):
        Scored(1, False).position().search(9, quick=True, nodes=3)


def test_a_quick_search_goes_as_deep_as_it_is_told():
    class Long(Matches):
        def moves(self, position):
            return [1] if position else []

    assert Long(20_000).alphabeta(30_000, quick=True).value == -1_000_000


class Bounded(TicTacToe):
    max_plies = 9


def test_exact_search():
    answer = Bounded().solve(method="search")
    assert (answer.method, answer.value.outcome, len(answer.best)) == ("search", "draw", 9)
    assert Bounded().solve().method == "search"
    # Both ways agree on every position, and on every move.
    whole = TicTacToe()
    values = whole.solve_all()
    for board in list(values)[::97]:
        found = Bounded().solve(board, method="search")
        assert found.value == values[board]
        assert found.moves == whole.solve(board, method="graph").moves
    # Under normal play the nimber is wanted.
    class Counted(Matches):
        max_plies = 9

    assert Counted().solve().nimber == 1
    assert Counted().solve(method="search").value == Matches().solve().value


def test_what_cannot_be_searched_is_told():
    with pytest.raises(ValueError, match="max_plies"):
        TicTacToe().solve(method="search")

    class TooLong(TicTacToe):
        max_plies = 5000

    with pytest.raises(ValueError, match="5000"):
        TooLong().solve(method="search")
    assert TooLong().solve().value.outcome == "draw"

    class Short(TicTacToe):
        max_plies = 4

    with pytest.raises(noyau.GameError, match="more than 4 moves"):
        Short().solve()

    class Circle(noyau.Game):
        max_plies = 50

        def start(self):
            return 0

        def moves(self, position):
            return [1, 2]

        def play(self, position, move):
            return (position + move) % 7

        def outcome(self, position):
            return None

    with pytest.raises(noyau.GameError, match="more than 50 moves"):
        Circle().solve(method="search")


def test_searches_refuse_threads_and_progress_is_told():
    game = TicTacToe()
    with pytest.raises(ValueError, match="threads is 2"):
        game.position().solve(threads=2, method="proof")
    told = []
    game.position().arena(tell=lambda done, total: told.append((done, total)))
    assert told

    class Enough(Exception):
        pass

    def stop(done, total):
        raise Enough

    with pytest.raises(Enough):
        TicTacToe().position().arena(tell=stop)


def test_players_that_are_functions_obey_time_and_threads(monkeypatch):
    now = 0.0
    monkeypatch.setattr("noyau.experiments.monotonic", lambda: now)

    def slow(position):
        nonlocal now
        now += 2
        return position.moves[0]

    def quick(position):
        nonlocal now
        now += 0.001
        return position.moves[0]

    contest = noyau.duel("nim:3,4", slow, quick, games=2, time=1)
    assert contest.wins == {"slow": 0, "quick": 2}
    assert {played.end for played in contest.games} == {"time ran out"}
    contest = noyau.duel("nim:3,4", quick, "perfect", games=2, time=60)
    assert {played.end for played in contest.games} == {"over"}
    # No time at all is not enough for anybody.
    contest = noyau.duel("nim:3,4", quick, "mcts:1000000", games=2, time=0)
    assert {played.end for played in contest.games} == {"time ran out"}
    with pytest.raises(ValueError, match="threads is 2"):
        noyau.duel("nim:3,4", slow, quick, threads=2)
    with pytest.raises(ValueError, match="no time"):
        noyau.duel("nim:3,4", slow, quick, time=-1)

"""What the package is measured by: dictionaries against plain Python, and a game in Python against others' searches.

Times are of the processor, the best of several runs. Run by `cargo xtask bench python`.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import deque
from pathlib import Path

import noyau
from noyau import cours

sys.path.append(str(Path(__file__).parent.parent / "examples"))
from tic_tac_toe import LINES, TicTacToe  # noqa: E402


def best_of(runs, work, *arguments):
    """The least time of the processor, and what came out at last."""
    least, result = float("inf"), None
    for _ in range(runs):
        began = time.process_time()
        result = work(*arguments)
        least = min(least, time.process_time() - began)
    return least, result


# Straightforward Python in linear time ------------------------------------------------------------------------------


def predecessors(graph):
    """The predecessors of each vertex, and the number of its successors."""
    before = {v: [] for v in graph}
    left = {}
    for v, successors in graph.items():
        left[v] = len(successors)
        for w in successors:
            before[w].append(v)
    return before, left


def python_kernel(graph):
    before, left = predecessors(graph)
    lost = {v: True for v in graph if not left[v]}
    queue = deque(lost)
    while queue:
        v = queue.popleft()
        for u in before[v]:
            if u in lost:
                continue
            if lost[v]:
                lost[u] = False
                queue.append(u)
            else:
                left[u] -= 1
                if not left[u]:
                    lost[u] = True
                    queue.append(u)
    return [v for v in graph if lost.get(v)]


def python_attractor(graph, owner, player):
    before, left = predecessors(graph)
    rank = {v: 0 for v in graph if not left[v] and owner[v] != player}
    queue = deque(rank)
    while queue:
        v = queue.popleft()
        for u in before[v]:
            if u not in rank:
                left[u] -= 1
                if owner[u] == player or not left[u]:
                    rank[u] = rank[v] + 1
                    queue.append(u)
    return rank


def python_nimbers(graph):
    before, left = predecessors(graph)
    nimber = {}
    queue = deque(v for v in graph if not left[v])
    while queue:
        v = queue.popleft()
        seen = {nimber[w] for w in graph[v]}
        number = 0
        while number in seen:
            number += 1
        nimber[v] = number
        for u in before[v]:
            left[u] -= 1
            if not left[u]:
                queue.append(u)
    return nimber


def random_graph(n, name, anew=True):
    """A random graph without cycles, four successors a vertex on average. Successors are the very keys, or, with `anew`,
    equal objects made by an expression, each with a hash of its own to find.
    """
    rng = random.Random(1)
    names = [name(v) for v in range(n)]
    order = list(range(n))
    rng.shuffle(order)
    graph = {key: [] for key in names}
    for place, v in enumerate(order[:-1]):
        for _ in range(rng.randrange(9)):
            w = order[rng.randrange(place + 1, n)]
            graph[names[v]].append(name(w) if anew else names[w])
    return graph


def graphs():
    n = 100_000
    print(f"random dictionaries of {n} vertices; seconds of the processor")
    print(f"{'keys':10} {'answer':10} {'python':>8} {'noyau':>8} {'ratio':>7} {'arena':>9} {'ratio':>7}")
    for label, name, anew in [
        ("int", int, True),
        ("str", str, False),
        ("str anew", str, True),
        ("tuple", lambda v: (v, "A"), False),
        ("tuple anew", lambda v: (v, "A"), True),
        ("board anew", "{:0>20b}".format, True),
        ("frozenset", lambda v: frozenset((v, -v)), False),
        ("set anew", lambda v: frozenset((v, -v)), True),
    ]:
        graph = random_graph(n, name, anew)
        owner = {v: i % 2 == 0 for i, v in enumerate(graph)}
        arena = noyau.Arena(graph, owner)
        for answer, plain, ours, converted in [
            ("kernel", lambda: python_kernel(graph), lambda: noyau.kernel(graph), arena.kernel),
            (
                "attractor",
                lambda: python_attractor(graph, owner, True),
                lambda: noyau.attractor(graph, owner, True),
                lambda: arena.attractor(True),
            ),
            ("nimbers", lambda: python_nimbers(graph), lambda: noyau.nimbers(graph), arena.nimbers),
        ]:
            slow, expected = best_of(3, plain)
            fast, found = best_of(5, ours)
            faster, again = best_of(9, converted)
            assert (sorted(expected) if answer == "kernel" else expected) == (
                sorted(found) if answer == "kernel" else found
            )
            assert again == (set(found) if answer == "kernel" else found)
            print(
                f"{label:10} {answer:10} {slow:8.4f} {fast:8.4f} {slow / fast:7.1f} {faster:9.5f} {slow / faster:7.0f}"
            )


def cubic():
    graph = random_graph(2000, int)
    slow, expected = best_of(1, cours.noyauDuCours, graph)
    fast, found = best_of(20, cours.noyau, graph)
    assert sorted(expected) == sorted(found)
    print(f"the course's kernel at n = 2000: {slow:.2f} s, noyau {fast:.5f} s, ratio {slow / fast:.0f}")


# A game in Python ---------------------------------------------------------------------------------------------------

class Walk(noyau.Game):
    """A game whose methods cost next to nothing: what remains is the call from Rust into Python."""

    def start(self):
        return 0

    def moves(self, position):
        return (1, 2)

    def play(self, position, move):
        return position + move

    def outcome(self, position):
        return "loss" if position >= 200_000 else None


def bridge():
    game = Walk()

    def alone():
        position, calls = 0, 0
        while game.outcome(position) is None:
            for move in game.moves(position):
                game.play(position, move)
                calls += 1
            calls += 2
            position += 1
        return calls

    plain, calls = best_of(3, alone)

    def through():
        game.forget()
        return game.count().positions

    whole, _ = best_of(3, through)
    print(
        f"{calls} calls: {plain / calls * 1e9:.0f} ns each alone, {whole / calls * 1e9:.0f} ns through the bridge, "
        f"overhead {(whole - plain) / calls * 1e9:.0f} ns"
    )


def own_game():
    def solve_all():
        return TicTacToe().solve_all()

    spent, values = best_of(5, solve_all)
    assert len(values) == 5478
    print(f"all 5478 positions of a tic-tac-toe in Python: {spent:.3f} s")
    bridge()


def against_easyai():
    try:
        from easyAI import AI_Player, Negamax, TwoPlayerGame
    except ImportError:
        print("easyAI is not installed")
        return

    class Theirs(TwoPlayerGame):
        def __init__(self, players):
            self.players = players
            self.board = [0] * 9
            self.current_player = 1

        def possible_moves(self):
            return [i + 1 for i, e in enumerate(self.board) if e == 0]

        def make_move(self, move):
            self.board[int(move) - 1] = self.current_player

        def unmake_move(self, move):
            self.board[int(move) - 1] = 0

        def lose(self):
            return any(all(self.board[c] == self.opponent_index for c in line) for line in LINES)

        def is_over(self):
            return self.possible_moves() == [] or self.lose()

        def scoring(self):
            return -100 if self.lose() else 0

        def show(self):
            pass

    for depth in (6, 8, 9):
        game = Theirs([AI_Player(Negamax(depth)), AI_Player(Negamax(depth))])
        slow, _ = best_of(5, Negamax(depth), game)
        fast, _ = best_of(25, lambda: TicTacToe().alphabeta(depth, quick=True))
        print(f"depth {depth}: easyAI {slow:.3f} s, noyau {fast:.5f} s, ratio {slow / fast:.1f}")


def against_openspiel():
    try:
        import pyspiel
        from open_spiel.python.algorithms import minimax_solver, value_iteration
    except ImportError as error:
        print(f"OpenSpiel is not installed: {error}")
        return
    theirs = pyspiel.load_game("tic_tac_toe")
    fast, _ = best_of(5, lambda: TicTacToe().solve_all())
    slow, _ = best_of(1, lambda: value_iteration.value_iteration(theirs, depth_limit=-1, threshold=0.01))
    print(f"value_iteration {slow:.3f} s, noyau on a game in Python {fast:.4f} s, ratio {slow / fast:.0f}")
    slow, _ = best_of(3, lambda: minimax_solver.MinimaxSolver("tic_tac_toe").solve())
    print(f"MinimaxSolver {slow:.3f} s, noyau on a game in Python {fast:.4f} s, ratio {slow / fast:.1f}")


class Breakthrough(noyau.Game):
    """Men of First, x, go up and those of Second, o, go down, straight ahead or diagonally, where they may capture; who
    reaches the last row has won. A position is the board and the side to move."""

    max_positions = 10_000_000

    def __init__(self, columns, rows, men):
        self.columns, self.last, self.men = columns, columns * rows, columns * men

    def start(self):
        return "x" * self.men + "." * (self.last - 2 * self.men) + "o" * self.men + "x"

    def moves(self, position):
        n, last, side, found = self.columns, self.last, position[-1], []
        step = n if side == "x" else -n
        for i in range(last):
            if position[i] == side and 0 <= i + step < last:
                to, column = i + step, i % n
                if position[to] == ".":
                    found.append((i, to))
                if column > 0 and position[to - 1] != side:
                    found.append((i, to - 1))
                if column < n - 1 and position[to + 1] != side:
                    found.append((i, to + 1))
        return found

    def play(self, position, move):
        board, (i, to) = list(position), move
        board[i], board[to], board[-1] = ".", position[-1], "o" if position[-1] == "x" else "x"
        return "".join(board)

    def outcome(self, position):
        n, last = self.columns, self.last
        if position[-1] == "x":
            lost = "o" in position[:n] or "x" not in position[:last]
        else:
            lost = "x" in position[last - n : last] or "o" not in position[:last]
        return "loss" if lost else None

    def to_move(self, position):
        return 0 if position[-1] == "x" else 1


def walk():
    """All positions of a game in Python, beside a loop of plain Python over the same rules; then by two processes."""
    game = Breakthrough(4, 4, 1)

    def alone():
        met = {game.start()}
        queue = list(met)
        for position in queue:
            game.to_move(position)
            if game.outcome(position) is None:
                for move in game.moves(position):
                    after = game.play(position, move)
                    if after not in met:
                        met.add(after)
                        queue.append(after)
        return len(met)

    def count(threads):
        game.forget()
        return game.count(threads=threads).positions

    plain, positions = best_of(3, alone)
    whole, found = best_of(3, count, 0)
    assert positions == found
    print(f"{positions} positions: the rules alone {plain:.2f} s, noyau {whole:.2f} s, ratio {whole / plain:.2f}")

    def by_clock(threads):
        game.forget()
        began = time.perf_counter()
        game.count(threads=threads)
        return time.perf_counter() - began

    runs = [(by_clock(0), by_clock(2)) for _ in range(5)]
    one, two = map(min, zip(*runs))
    middle = statistics.median(one / two for one, two in runs)
    print(f"by the clock: one process {one:.2f} s, two {two:.2f} s, ratio {one / two:.2f}, of each pair {middle:.2f}")


def loop():
    """The kernel of a dictionary of whole numbers, beside one pass of plain Python that knows the order."""
    graph = {v: [w for w in (v - 1, v - 2, v - 3) if w >= 0] for v in range(200_000)}

    def plain():
        lost = set()
        for v in graph:
            if not any(w in lost for w in graph[v]):
                lost.add(v)
        return lost

    slow, expected = best_of(5, plain)
    fast, found = best_of(9, noyau.kernel, graph)
    assert set(found) == expected
    print(f"kernel of 200000 vertices: a loop {slow:.4f} s, noyau {fast:.4f} s, ratio {slow / fast:.1f}")


def breakthrough():
    """Alpha-beta on the same rules beside easyAI, with and without its transposition table."""
    try:
        from easyAI import AI_Player, Negamax, TwoPlayerGame
        from easyAI.AI import TranspositionTable
    except ImportError:
        print("easyAI is not installed")
        return
    rules, depth = Breakthrough(5, 5, 2), 8

    class Theirs(TwoPlayerGame):
        def __init__(self, players):
            self.players, self.line, self.current_player = players, [rules.start()], 1

        def possible_moves(self):
            return rules.moves(self.line[-1])

        def make_move(self, move):
            self.line.append(rules.play(self.line[-1], move))

        def unmake_move(self, move):
            self.line.pop()

        def lose(self):
            return rules.outcome(self.line[-1]) == "loss"

        def is_over(self):
            return self.lose()

        def scoring(self):
            return -100 if self.lose() else 0

        def ttentry(self):
            return self.line[-1]

        def show(self):
            pass

    def theirs(table):
        ai = Negamax(depth, tt=TranspositionTable() if table else None)
        return ai(Theirs([AI_Player(ai), AI_Player(ai)]))

    with_table, _ = best_of(3, theirs, True)
    without, _ = best_of(1, theirs, False)
    fast, _ = best_of(5, lambda: Breakthrough(5, 5, 2).alphabeta(depth, quick=True))
    print(
        f"depth {depth}: easyAI {without:.2f} s, with its table {with_table:.3f} s, noyau {fast:.3f} s, "
        f"ratios {without / fast:.1f} and {with_table / fast:.2f}"
    )


def main():
    parts = {
        "graphs": graphs, "loop": loop, "cubic": cubic, "own": own_game, "walk": walk, "easyai": against_easyai,
        "breakthrough": breakthrough, "openspiel": against_openspiel,
    }  # fmt: skip
    for name in sys.argv[1:] or parts:
        parts[name]()


if __name__ == "__main__":
    main()

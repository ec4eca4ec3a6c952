"""Points, tables, certificates and pictures of games written in Python, and several processes."""

import array
import json
import marshal
import multiprocessing
import pickle
import subprocess
import sys
from typing import NamedTuple

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


class Coins(noyau.Game):
    """Sides take a coin from an end of the row in turn, and keep it."""

    def __init__(self, *coins):
        self.coins = coins

    def start(self):
        return self.coins

    def moves(self, position):
        return ["left", "right"][: len(position)]

    def play(self, position, move):
        return position[1:] if move == "left" else position[:-1]

    def gain(self, position, move):
        return position[0] if move == "left" else position[-1]


def best(coins):
    """The margin of the side to move."""
    if not coins:
        return 0
    return max(coins[0] - best(coins[1:]), coins[-1] - best(coins[:-1]))


def test_points_of_own_games():
    for coins in [(), (3,), (1, 5, 2), (8, 15, 3, 7), (1, 1, 9, 2, 4, 3)]:
        game = Coins(*coins)
        value = game.solve().value
        assert value.margin == best(coins)
        assert value.outcome == ("win" if best(coins) > 0 else "loss" if best(coins) < 0 else "draw")
    game = Coins(8, 15, 3, 7)
    start = game.position()
    assert start.points == (0, 0)
    after = start.play("right", "left")
    assert after.points == (7, 8) and after.side == "first" and after.state == (15, 3)
    # What is won already counts in the value.
    assert after.solve().value.margin == 7 - 8 + best((15, 3))
    assert game.position((15, 3), points=(7, 8)) == after
    assert after.play("left", "left").outcome == "win"
    assert start.solve().best == ["right"]
    assert noyau.duel(game, "perfect", "random", games=6, seed=1).wins["random"] <= 3
    assert game.mcts(300, seed=1).move == "right" and start.search(4).value > 0
    assert start.search(4, quick=True).value == start.search(4).value
    assert noyau.check(game).complete
    with pytest.raises(ValueError, match="margins"):
        game.solve_all()


def test_points_at_the_end_and_half_points():
    class Shared(noyau.Game):
        """Three stones are given to either heap; the second player gets a half for being second."""

        units = 2

        def start(self):
            return (0, 0, "first")

        def moves(self, position):
            return [0, 1]

        def outcome(self, position):
            return "draw" if sum(position[:2]) == 3 else None

        def to_move(self, position):
            return position[2]

        def play(self, position, move):
            other = "second" if position[2] == "first" else "first"
            a, b, _ = position
            return (a + (move == 0), b + (move == 1), other)

        def settle(self, position):
            first, second = position[0], position[1] + 0.5
            return (first, second) if position[2] == "first" else (second, first)

    value = Shared().solve().value
    assert (value.outcome, value.margin) == ("win", 0.5)

    class Wrong(Shared):
        units = 1

    with pytest.raises(noyau.GameError, match="units"):
        Wrong().solve()

    class Worse(Shared):
        def settle(self, position):
            return 3

    with pytest.raises(noyau.GameError, match="settle gave 3"):
        Worse().solve()


def test_tables_of_own_games(tmp_path):
    game = TicTacToe()
    path = tmp_path / "own.table"
    table = noyau.make_table(game, path)
    values = game.solve_all()
    assert len(table) >= len(values) == 5478
    for board in list(values)[::50]:
        assert table[board] == values[board]
    other = TicTacToe()
    opened = noyau.open_table(path, other)
    near = "XX.OO...."
    assert opened[near] == opened[game.position(near)] == ("win", 1, None)
    assert opened.solve(near).best == [2] and opened.solve(near).moves == game.solve(near).moves
    assert opened.start().state == "." * 9 and "XXXXXXXXX" not in opened
    assert list(opened.outcomes([near, "." * 9])) == [1, 0]
    assert noyau.verify(path, other).kind == "table"
    with pytest.raises(ValueError, match="give it, as in open_table"):
        noyau.open_table(path)
    with pytest.raises(ValueError):
        noyau.open_table(path, Matches())["." * 9]
    # Positions are as before: a table leaves no trace.
    assert game.arena().start == "." * 9 and game.solve(near).best == [2]
    coins = noyau.make_table(Coins(8, 15, 3, 7))
    assert coins[(8, 15, 3, 7)].margin == best((8, 15, 3, 7)) and coins[(15, 3)].margin == 12
    with pytest.raises(TypeError, match="is no game"):
        noyau.make_table(3)


def test_certificates(tmp_path):
    graph = {"a": ["b", "c"], "b": ["c"], "c": [], ("d", 1): ["a"]}
    owner = {"a": "A", "b": "B", "c": "A", ("d", 1): "B"}
    for kind, more in (
        ("solve", {}),
        ("kernel", {}),
        ("nimbers", {}),
        ("strategy", {"start": "a"}),
        ("attractor", {"owner": owner, "player": "B"}),
        ("solve", {"owner": owner}),
    ):
        text = noyau.certificate(graph, kind=kind, **more)
        assert noyau.verify(text).kind == kind == json.loads(text)["kind"]
    text = noyau.certificate(graph, kind="nimbers")
    with pytest.raises(noyau.CertificateError, match="nimber|smallest"):
        noyau.verify(text.replace('"a":2', '"a":3'))
    with pytest.raises(ValueError):
        noyau.verify(text[:-10])
    with pytest.raises(noyau.GraphError, match="same text"):
        noyau.certificate({1: [], "1": []})
    with pytest.raises(ValueError, match="kind"):
        noyau.certificate(graph, kind="truth")
    for name in ("nim:1,2", "tictactoe", "dots:1x1"):
        assert noyau.verify(noyau.certificate(name)).positions > 3
    assert noyau.verify(noyau.certificate(noyau.game("connect4:4x4"), method="search")).kind == "proof"
    letter = tmp_path / "letter"
    letter.write_text("Dear Bob")
    with pytest.raises(FileExistsError, match="force=True"):
        noyau.certificate(graph, letter)
    noyau.certificate(graph, letter, force=True)
    noyau.certificate(graph, letter)
    assert noyau.verify(letter).kind == "solve"


def test_certificates_of_own_games(tmp_path):
    path = tmp_path / "own.json"
    game = TicTacToe()
    text = noyau.certificate(game, path)
    assert path.read_text() == text
    # It holds the graph: nobody needs the rules to check it.
    assert noyau.verify(path) == noyau.verify(path, TicTacToe())
    with pytest.raises(noyau.CertificateError, match="another game"):
        noyau.verify(noyau.certificate(Matches(8)), Matches(9))
    with pytest.raises(noyau.CertificateError):
        noyau.verify(text.replace('["draw"]', '["win",3]', 1))
    coins = Coins(8, 15, 3, 7)
    text = noyau.certificate(coins)
    assert noyau.verify(text, Coins(8, 15, 3, 7)).kind == "proof"
    with pytest.raises((noyau.CertificateError, ValueError)):
        noyau.verify(text, Coins(8, 15, 3, 8))
    assert coins.solve().best == ["right"]


def test_views():
    class Drawn(Matches):
        def view(self, position):
            return "|" * position

    class Vector(Matches):
        def view(self, position):
            return f"<svg><text>{position}</text></svg>"

    assert str(Drawn(3).position()) == "|||" and Drawn(3).position()._repr_svg_().count("|") >= 3
    assert Vector(3).position()._repr_svg_() == "<svg><text>3</text></svg>"
    assert str(Vector(3).position()) == "3" and Matches(3).position().svg().startswith("<svg")


def test_processes_walk_through_a_game():
    game, alone = TicTacToe(), TicTacToe()
    values, expected = game.solve_all(threads=2), alone.solve_all()
    assert values == expected and list(values) == list(expected)
    # Moves are listed where they are wanted.
    near = "XX.OO...."
    assert game.solve(near).moves == alone.solve(near).moves and game.position(near).moves == [2, 5, 6, 7, 8]
    assert game.alphabeta(9, quick=True).value == 0 and game.tree(2).values() == alone.tree(2).values()
    assert TicTacToe().count(threads=3) == alone.count()
    assert TicTacToe().position().solve(threads=2).moves == alone.solve().moves
    with pytest.raises(noyau.LimitReached):
        TicTacToe().arena(threads=2, seconds=0)


class Wide(noyau.Game):
    """Eight moves a position, positions of hundreds of letters; the last ones lead back to the first if play is endless."""

    def __init__(self, last, endless):
        self.last, self.endless = last, endless

    def start(self):
        return self.named(0)

    def named(self, number):
        return f"{number:0600}"

    def moves(self, position):
        return range(1, 9)

    def play(self, position, move):
        number = 8 * int(position) + move
        return self.named(number % 8 if self.endless and number > 8 * self.last else number)

    def outcome(self, position):
        return "loss" if int(position) > self.last else None


@pytest.mark.parametrize("endless", [False, True])
def test_counts_of_many_positions(endless):
    last = 1000
    game = Wide(last, endless)
    plies, met = [[0]], {0}
    moves = 0
    while plies[-1]:
        after = []
        for number in plies[-1]:
            for move in range(1, 9) if number <= last else ():
                moves += 1
                child = int(game.play(game.named(number), move))
                if child not in met:
                    met.add(child)
                    after.append(child)
        plies.append(after)
    by_ply = [len(ply) for ply in plies if ply]
    terminal = sum(number > last for number in met)
    for threads in (0, 2):
        game.forget()
        found = game.count(threads=threads)
        assert (found.positions, found.terminal, found.moves) == (len(met), terminal, moves)
        assert (found.by_ply, found.branching_max) == (by_ply, 8)
        assert found.branching_mean == moves / (len(met) - terminal)
        assert found.longest == (None if endless else len(by_ply) - 1)
    assert found.positions > 4096
    with pytest.raises(noyau.LimitReached):
        game.count(memory=1)
    assert game.count() == found


class Mine(Exception):
    pass


class Late(TicTacToe):
    def moves(self, position):
        if position.count(".") == 4:
            raise Mine(position)
        return super().moves(position)


class Elsewhere(TicTacToe):
    """Fails in helping processes alone."""

    def moves(self, position):
        if multiprocessing.parent_process() is not None:
            raise Mine(position)
        return super().moves(position)


class Sided(TicTacToe):
    def to_move(self, position):
        return (9 - position.count(".")) % 2

    def symmetries(self, position):
        rows = [position[i : i + 3] for i in (0, 3, 6)]
        for _ in range(4):
            rows = ["".join(row) for row in zip(*rows[::-1])]
            yield "".join(rows)
            yield "".join(row[::-1] for row in rows)


def test_processes_raise_and_merge():
    with pytest.raises(Mine):
        Late().solve_all(threads=2)
    for processes in (2, 3):
        with pytest.raises(Mine):
            Elsewhere().count(threads=processes)
    assert Sided().count(threads=2) == Sided().count() and Sided().count().positions == 765
    for board in ("." * 9, "X........", "....X...O"):
        game = Sided()
        assert game.solve(board, threads=2).moves == TicTacToe().solve(board).moves


def texts(sent):
    """Texts for another process: each after its length."""
    found, at = [], 1
    while at < len(sent):
        end = at + 4 + int.from_bytes(sent[at : at + 4], "little")
        found.append(sent[at + 4 : end].decode())
        at = end
    assert sent[0] == 0
    return found


def test_a_process_tells_all_positions_that_it_numbers():
    """Those too that it met while it compared a position with its image."""
    from noyau._noyau import Helper

    game = Sided()
    rules = game._rules()
    helper = Helper(rules)
    told = 1
    boards = [".........", "..X......", "......X..", ".O..X....", "X...O...."]
    for board, dumps in zip(boards, (pickle.dumps, marshal.dumps, pickle.dumps, marshal.dumps, pickle.dumps)):
        _, new = helper.expand(b"", dumps([board]))
        told += len(texts(new))
        assert told == rules.met()


class Tuples(noyau.Game):
    """Positions of which ``marshal`` knows some, and would take others for what they are not."""

    def __init__(self, wrap):
        self.wrap = wrap

    def start(self):
        return self.wrap(0)

    def moves(self, position):
        return [1, 2, 3]

    def play(self, position, move):
        return self.wrap(position[0] + move)

    def outcome(self, position):
        return "loss" if position[0] >= 3000 else None


class Pair(NamedTuple):
    number: int
    half: float


class Letters(array.array):
    def __hash__(self):
        return hash(tuple(self))


def as_tuple(n):
    return (n, (None, True, str(n), "\udc80"), 2**80)


def as_pair(n):
    return Pair(n, n / 2)


def as_letters(n):
    return Letters("i", [n])


@pytest.mark.parametrize("wrap", [as_tuple, as_pair, as_letters])
def test_positions_of_all_kinds_go_to_other_processes(wrap):
    shared, alone = Tuples(wrap), Tuples(wrap)
    assert shared.solve_all(threads=2) == alone.solve_all()
    assert {type(position) for position in shared.arena()} == {type(wrap(0))}


class Words(Tuples):
    """Texts, and some that are no Unicode."""

    def start(self):
        return "0é"

    def play(self, position, move):
        number = int(position[:-1]) + move
        return f"{number}{self.wrap(number)}"

    def outcome(self, position):
        return "loss" if int(position[:-1]) >= 3000 else None


@pytest.mark.parametrize("end", ["é", "\U0001d11e", "\udc80"])
def test_texts_of_all_kinds_go_to_other_processes(end):
    def wrap(number):
        return end if number % 500 == 499 else "é"

    shared, alone = Words(wrap), Words(wrap)
    assert shared.solve_all(threads=2) == alone.solve_all()


class Asked(Sided):
    """Counts the questions for the side, and has no symmetries, so that nothing is compared."""

    symmetries = noyau.Game.symmetries

    def __init__(self):
        self.asked = []

    def to_move(self, position):
        self.asked.append(position)
        return super().to_move(position)


def test_sides_are_asked_for_once():
    game = Asked()
    assert game.count().positions == 5478
    assert len(game.asked) == len(set(game.asked)) == 5478
    # Where a walk has stopped, sides of positions that it met are asked for later.
    class Stopped(Asked):
        max_positions = 30

    stopped = Stopped()
    with pytest.raises(noyau.LimitReached):
        stopped.count()
    assert len(stopped.asked) < 10
    for child in stopped.position().children().values():
        assert child.side == "second"
    shared = Asked()
    assert shared.solve_all(threads=2) == game.solve_all()
    assert len(shared.asked) == len(set(shared.asked)) < 5478


def test_a_contest_of_processes():
    one = noyau.tournament(Matches(), ["perfect", "random", "first"], games=8, seed=3)
    two = noyau.tournament(Matches(), ["perfect", "random", "first"], games=8, seed=3, threads=2)
    assert one.games == two.games


def test_the_interpreter_ends_while_positions_are_alive():
    code = "import noyau; p = noyau.game('nim:1,2'); import copy; q = copy.deepcopy(p)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0

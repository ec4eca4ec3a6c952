"""What is wrong is refused, what is copied is the same, and what is promised is kept."""

import copy
import pickle
import random
from collections.abc import Mapping, Set
from concurrent.futures import ProcessPoolExecutor
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


# Owners ---------------------------------------------------------------------------------------------------------------


def test_attractors_refuse_what_arenas_refuse():
    graph = {0: [1], 1: [2], 2: []}
    owner = {0: "Alice", 1: "Bob", 2: "Alice"}
    with pytest.raises(noyau.GraphError, match="'alice' is no player here; the players are 'Alice' and 'Bob'"):
        noyau.attractor(graph, owner, "alice")
    with pytest.raises(noyau.GraphError, match="two players"):
        noyau.attractor(graph, {0: "Alice", 1: "Bob", 2: "Carol"}, "Alice")
    with pytest.raises(noyau.GraphError, match="a function or a dictionary"):
        noyau.attractor(graph, {0, 1}, True)
    assert noyau.attractor(graph, owner, "Bob") == noyau.Arena(graph, owner).attractor("Bob").to_dict()
    assert noyau.attractor({}, owner, "Alice") == {}


# Copies ---------------------------------------------------------------------------------------------------------------


def copies(thing):
    return [copy.copy(thing), copy.deepcopy(thing), *(pickle.loads(pickle.dumps(thing, p)) for p in range(2, 6))]


@dataclass(frozen=True)
class Frozen(Matches):
    n: int = 9


def test_games_are_copied():
    for game in (Matches(7), TicTacToe(), Frozen(7)):
        value = game.solve().value
        for other in copies(game):
            assert type(other) is type(game) and other is not game
            assert other.solve().value == value
    assert [other.n for other in copies(Matches(7))] == [7] * 6
    # A copy has its own rules: what is changed in it counts.
    game = Matches(7)
    game.solve()
    other = copy.copy(game)
    other.n = 8
    assert other.solve().value.outcome == "loss" and game.solve().value.outcome == "win"


def test_positions_are_copied():
    start = noyau.game("connect4:4x4").play("2")
    own = Matches(7).position().play(2)
    for position in (start, own):
        for other in copies(position):
            assert other == position and hash(other) == hash(position)
            assert other.moves == position.moves and other.side == position.side == "second"
            assert other.play(other.moves[0]) == position.play(position.moves[0])
    assert Matches(7).position(3) != Matches(8).position(3)
    assert Matches(7).position(3) == Matches(7).position(3) != Matches(7).position(3, side="second")


def test_arenas_and_answers_are_copied():
    graph = {"a": ["b", "c"], "b": ["c"], "c": [], ("d", 1): ["a"]}
    for arena in (
        noyau.Arena(graph),
        noyau.Arena(graph, lambda v: v != "b", start="b", ends={"c": None}),
        noyau.game("leapfrog").arena(),
        Matches().arena(),
        noyau.Arena({}),
    ):
        answers = [arena.kernel(), arena.undecided(), arena.nimbers(), arena.solve(), arena.strategy()]
        for other in copies(arena):
            assert other.to_dict() == arena.to_dict() and other.start == arena.start
            assert other.players == arena.players
            assert [other.owner(v) for v in other] == [arena.owner(v) for v in arena]
            assert other.solve() == arena.solve() and other.draw("dot") == arena.draw("dot")
        for answer in answers:
            for other in copies(answer):
                assert other == answer and list(other) == list(answer) and repr(other) == repr(answer)
                assert other.to_bytes() == answer.to_bytes()


def test_trees_are_copied():
    deep = 1
    for _ in range(20_000):
        deep = [deep]
    for tree in (
        noyau.Tree({"left": [3, 5], "right": {"up": 2, "down": -9.5}}, first=False),
        noyau.Tree([[True, False], [True]]),
        noyau.game("tictactoe").tree(2),
        TicTacToe().tree(2),
        noyau.Tree(deep),
    ):
        for other in copies(tree):
            assert len(other) == len(tree) and other.values() == tree.values()
            assert other.search("alphabeta") == tree.search("alphabeta")
            assert [other.path(v) for v in range(min(50, len(tree)))] == [tree.path(v) for v in range(min(50, len(tree)))]
            if len(tree) < 100:
                assert other.draw(algorithm="minimax") == tree.draw(algorithm="minimax")
    with pytest.raises(ValueError, match="damaged"):
        noyau._noyau.restore_set([1, 2], b"\0")


def value_of(position):
    return position.value()


def kernel_of(arena):
    return arena.kernel()


def test_processes_share_the_work():
    game = Matches(9)
    with ProcessPoolExecutor(2) as pool:
        children = list(game.position().children().values())
        assert list(pool.map(value_of, children)) == [child.value() for child in children]
        arena = game.arena()
        assert list(pool.map(kernel_of, [arena, arena])) == [{8, 4, 0}, {8, 4, 0}]


# Values ---------------------------------------------------------------------------------------------------------------


def test_values_are_ordered_by_worth():
    Value = noyau.Value
    ascending = [
        Value("loss"), Value("loss", 0), Value("loss", 7), Value("draw"),
        Value("win"), Value("win", 9), Value("win", 1),
    ]  # fmt: skip
    shuffled = list(ascending)
    random.Random(1).shuffle(shuffled)
    assert sorted(shuffled) == ascending and max(shuffled) == Value("win", 1) and min(shuffled) == Value("loss")
    for i, a in enumerate(ascending):
        for j, b in enumerate(ascending):
            assert (a < b, a <= b, a > b, a >= b) == (i < j, i <= j, i > j, i >= j)
    with_distance, without = Value("draw", 4), Value("draw")
    assert not with_distance < without and not without < with_distance and with_distance <= without
    assert Value("win", None, 2.5) > Value("win", None, 1.0) > Value("draw", None, 0.0)
    # The best move is the largest value.
    answer = noyau.game("nim:1,2").solve()
    assert max(answer.moves, key=lambda move: answer.moves[move]) in answer.best


def test_bounds_are_the_outcome_where_it_is_known():
    assert noyau.game("nim:1,2").solve().bounds == ("win", "win")
    assert TicTacToe().solve().bounds == ("draw", "draw")
    assert noyau.game("connect4").solve(nodes=1000).bounds == ("loss", "win")


# Promises -------------------------------------------------------------------------------------------------------------


class Twice(Matches):
    def moves(self, position):
        return [k for k in (1, 2, 1) if k <= position]


class Board:
    """A position that equals nothing but itself."""

    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return f"Board({self.n})"


class InPlace(noyau.Game):
    def start(self):
        return Board(5)

    def moves(self, position):
        return [1] if position.n else []

    def play(self, position, move):
        position.n -= move
        return position


class Spoiling(InPlace):
    """Leaves the old position spoilt, and returns a new one."""

    def key(self, position):
        return id(position)

    def play(self, position, move):
        position.n -= move
        return Board(position.n)


class Mirrored(TicTacToe):
    """Its symmetries exchange the first two squares only."""

    def symmetries(self, position):
        yield position[1] + position[0] + position[2:]


class Loud(TicTacToe):
    def heuristic(self, position):
        return 1e9


def test_broken_promises_are_told_always():
    with pytest.raises(noyau.GameError, match="moves gave 1 twice in 9"):
        Twice().solve()
    with pytest.raises(noyau.GameError, match="very object that it was given"):
        InPlace().solve()
    with pytest.raises(noyau.GameError, match="symmetries says that"):
        Mirrored().solve()
    for oversized in (1e9, -1e9, float("inf"), 1_000_000):
        loud = Loud()
        loud.heuristic = lambda position, score=oversized: score
        with pytest.raises(noyau.GameError, match="between -999999 and 999999"):
            loud.minimax(1)

    class Unhashable(Matches):
        def moves(self, position):
            return [[k] for k in (1, 2, 1) if k <= position]

        def play(self, position, move):
            return position - move[0]

    with pytest.raises(noyau.GameError, match=r"moves gave \[1\] twice"):
        Unhashable().solve()

    class Many(Matches):
        def moves(self, position):
            return [*range(1, 60), 30] if position == self.n else [1] if position > 0 else []

    with pytest.raises(noyau.GameError, match="moves gave 30 twice"):
        Many(100).solve()


def test_a_pass_may_give_the_same_position():
    class Passing(noyau.Game):
        def start(self):
            return (3, "first")

        def moves(self, position):
            return ["pass", "take"] if position[0] else []

        def play(self, position, move):
            return position if move == "pass" else (position[0] - 1, position[1])

    assert Passing().solve().value.outcome == "draw" or Passing().solve().value.distance is not None


@pytest.mark.parametrize(
    "game, law, position, line",
    [
        (Twice(), "moves are distinct", "9", []),
        (InPlace(), "methods leave positions as they are", "Board", []),
        (Spoiling(), "methods leave positions as they are", "Board", []),
        (Loud(), "heuristics are numbers between", "'.........'", []),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, noyau.Game) else None,
)
def test_check_names_the_law_and_the_position(game, law, position, line):
    with pytest.raises(noyau.BrokenLaw) as caught:
        noyau.check(game)
    broken = caught.value
    assert broken.law.startswith(law) and repr(broken.position).startswith(position) and broken.line == line
    assert broken.law in str(broken) and broken.found in str(broken)
    assert pickle.loads(pickle.dumps(broken)).law == broken.law


def test_check_finds_the_smallest_example():
    with pytest.raises(noyau.BrokenLaw, match="symmetries keep") as caught:
        noyau.check(Mirrored())
    # The fifth move is the first that can end a game.
    assert len(caught.value.line) == 5

    class Late(Matches):
        """Wrong in every position below five, of which 4 is nearest."""

        def moves(self, position):
            return super().moves(position) + ([1] if 0 < position < 5 else [])

    with pytest.raises(noyau.BrokenLaw) as caught:
        noyau.check(Late(9))
    assert caught.value.position == 4 and sum(caught.value.line) == 5 and len(caught.value.line) == 2

    class Far(noyau.Game):
        """Wrong only after 25 ups, far from the start."""

        def start(self):
            return (0, 0)

        def moves(self, position):
            return ["up", "right"] + (["up"] if position[0] >= 25 else [])

        def play(self, position, move):
            return (position[0] + (move == "up"), position[1] + (move == "right"))

    with pytest.raises(noyau.BrokenLaw) as caught:
        noyau.check(Far(), positions=50)
    assert caught.value.line == ["up"] * 25


def test_check_knows_every_law():
    class Unsure(Matches):
        def moves(self, position):
            found = super().moves(position)
            random.shuffle(found)
            return found

    class Unending(Matches):
        def outcome(self, position):
            return None

    class Vague(Matches):
        def key(self, position):
            return position % 4

    class Short(Matches):
        max_plies = 3

    class Greedy(Matches):
        def gain(self, position, move):
            return -1

    class Broken(Matches):
        def play(self, position, move):
            raise ZeroDivisionError("mine")

    class Anew(Matches):
        def start(self):
            return Board(3)

        def moves(self, position):
            return [1] if position.n else []

        def play(self, position, move):
            return Board(position.n - 1)

    class Unhashable(Anew):
        def key(self, position):
            return [position.n]

    for game, law in (
        (Unsure(), "always the same"),
        (Unending(), "over exactly when"),
        (Vague(), "same key"),
        (Short(), "max_plies"),
        (Greedy(), "points"),
        (Broken(), "methods answer.*ZeroDivisionError: mine"),
        (Anew(), "same move leads to the same position"),
        (Unhashable(), "told apart"),
    ):
        with pytest.raises(noyau.BrokenLaw, match=law):
            noyau.check(game)
    for game in (Matches(), TicTacToe()):
        checked = noyau.check(game, positions=200)
        assert checked.positions <= 200 and "moves are distinct" in checked.laws
    assert noyau.check(Matches()).complete and not noyau.check(TicTacToe(), positions=200).complete
    with pytest.raises(TypeError, match="is no game"):
        noyau.check(Matches)


# Moves ----------------------------------------------------------------------------------------------------------------


def test_moves_that_cannot_be_hashed_are_found():
    class Lists(Matches):
        def moves(self, position):
            return [[k] for k in super().moves(position)]

        def play(self, position, move):
            return position - move[0]

    start = Lists().position()
    answer = start.solve()
    assert answer.best == [[1]] and answer.moves[answer.best[0]].outcome == "win"
    assert any(move is answer.best[0] for move in answer.moves)
    assert list(answer.moves) == start.moves == [[1], [2], [3]] and [2] in answer.moves and [4] not in answer.moves
    assert start.children()[[2]] == start.play([2])
    found = start.search(2)
    assert found.moves[found.best[0]] == found.value and isinstance(found.moves, Mapping)
    assert answer.moves == start.solve().moves and answer.moves != found.moves
    with pytest.raises(KeyError):
        answer.moves[[4]]


# Messages -------------------------------------------------------------------------------------------------------------


def test_messages_speak_of_what_was_given():
    for where in (3, Matches, None):
        with pytest.raises(TypeError, match="is no game"):
            noyau.duel(where, "random", "first")
    start = noyau.game("nim:1,2")
    for ask in (
        lambda: start.search(-1),
        lambda: start.perft(-1),
        lambda: start.tree(-1),
        lambda: start.solve(nodes=-1),
        lambda: start.solve(threads=-1),
        lambda: start.playouts(-5),
        lambda: Matches().alphabeta(-1, quick=True),
        lambda: start.search(10**30),
        lambda: noyau.Tree([1, 2]).children(-1),
    ):
        with pytest.raises(ValueError, match="a whole number from 0 is wanted|too large"):
            ask()
    arena = noyau.Arena({0: [1], 1: []})
    assert arena.draw(marks="kernel") == arena.draw(marks=["kernel"]) == arena.draw(marks=("kernel",))
    with pytest.raises(ValueError, match="marks may not be 'beauty'|marks may not be \"beauty\""):
        arena.draw(marks="beauty")

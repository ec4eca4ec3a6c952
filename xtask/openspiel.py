"""What OpenSpiel says of the games that noyau has too.

    openspiel.py transcript SCALE SEED    perft numbers and random plays, as text that tests/games/openspiel.rs replays
    openspiel.py playouts SECONDS MOST    random games of its Python loop, one line a game

OpenSpiel splits some moves in several actions (the jumps of one capture, a mill and the man it takes); here they are put
together again, and everything is written as noyau writes it. Where OpenSpiel ends a game by a rule that noyau does not
have, the play is broken off: `end early`.
"""

import random
import sys
import time

import pyspiel


def letter(column):
    return chr(ord("a") + column)


class Rules:
    """A game of both: how OpenSpiel calls it and how its actions are written."""

    def __init__(self, ours, theirs, perft, plays, most_plies=10_000):
        self.ours, self.theirs = ours, theirs
        self.game = pyspiel.load_game(theirs)
        # The depth of perft, how many plays there are in a transcript of scale 1, and how long they are at most.
        self.perft, self.plays, self.most_plies = perft, plays, most_plies

    def text(self, state, action):
        return state.action_to_string(state.current_player(), action)

    def moves(self, state):
        """The legal moves: text, and the state after it."""
        return [(self.text(state, a), state.child(a)) for a in state.legal_actions()]

    def early(self, state):
        """Whether a state is over by a rule that noyau does not have."""
        return False


class Digits(Rules):
    """Columns or houses from 0."""

    def text(self, state, action):
        return str(action + 1)


class Squares(Rules):
    """Squares row by row from the top."""

    def __init__(self, *args, columns, rows, **more):
        super().__init__(*args, **more)
        self.columns, self.rows = columns, rows

    def text(self, state, action):
        row, column = divmod(action, self.columns)
        return letter(column) + str(self.rows - row)


class Mancala(Rules):
    def text(self, state, action):
        return str(action if action < 7 else action - 7)


class Checkers(Rules):
    @staticmethod
    def square(name):
        # Half a turn: there the first player begins at the bottom, with noyau on the squares 1 to 12 at the top.
        column, row = 7 - (ord(name[0]) - ord("a")), 8 - int(name[1])
        return (7 - row) * 4 + column // 2 + 1

    def moves(self, state):
        found = {}

        def follow(state, way, taken):
            player = state.current_player()
            for action in state.legal_actions():
                text = state.action_to_string(player, action)
                start, end = text[:2], text[2:4]
                jumps = abs(int(start[1]) - int(end[1])) == 2
                over = (ord(start[0]) + ord(end[0]), int(start[1]) + int(end[1]))
                now = taken | {over} if jumps else taken
                path = (way or [start]) + [end]
                after = state.child(action)
                if jumps and not after.is_terminal() and after.current_player() == player:
                    follow(after, path, now)
                    continue
                squares = [str(self.square(name)) for name in path]
                # The way of a capture does not matter, only what it takes.
                found.setdefault((path[0], path[-1], now), (("x" if jumps else "-").join(squares), after))

        follow(state, [], frozenset())
        return list(found.values())

    def early(self, state):
        return state.returns()[0] == 0


class Chess(Rules):
    def text(self, state, action):
        return pyspiel.chess.action_to_move(action, state.board()).to_lan()

    def early(self, state):
        return state.board().has_legal_moves()


class Go(Rules):
    def __init__(self, *args, size, **more):
        super().__init__(*args, **more)
        self.size = size

    def text(self, state, action):
        if action == self.size * self.size:
            return "pass"
        row, column = divmod(action, self.size)
        return letter(column) + str(row + 1)

    def early(self, state):
        return state.history()[-2:] != [self.size * self.size] * 2


class Morris(Rules):
    POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()

    def text(self, state, action):
        words = super().text(state, action).split()
        return "-".join(self.POINTS[int(word)] for word in words[1::2])

    def moves(self, state):
        found = []
        for action in state.legal_actions():
            text, after = self.text(state, action), state.child(action)
            if not after.is_terminal() and after.current_player() == state.current_player():
                found += [
                    (f"{text}x{self.text(after, taken)}", after.child(taken)) for taken in after.legal_actions()
                ]
            else:
                found.append((text, after))
        return found

    def early(self, state):
        return state.returns()[0] == 0


class Dots(Rules):
    def __init__(self, *args, rows, **more):
        super().__init__(*args, **more)
        self.rows = rows

    def text(self, state, action):
        kind, row, column = super().text(state, action)[3:-1].split(",")
        row, column = int(row), int(column)
        if kind == "h":
            return f"{letter(column)}{self.rows - row + 1}-{letter(column + 1)}{self.rows - row + 1}"
        return f"{letter(column)}{self.rows - row}-{letter(column)}{self.rows - row + 1}"


class Nim(Rules):
    def text(self, state, action):
        pile, take = (part.split(":")[1] for part in super().text(state, action).strip(";").split(","))
        return f"{pile}:{take}"


EVERY = [
    Squares("tictactoe", "tic_tac_toe", 6, 40, columns=3, rows=3),
    Squares("mnk:5,4,4", "mnk(m=5,n=4,k=4)", 4, 30, columns=5, rows=4),
    Digits("connect4:7x6", "connect_four", 6, 40),
    Nim("nim:3,4,5", "nim(is_misere=False,pile_sizes=3;4;5)", 5, 30),
    Nim("nim:1,3,5,7,misere", "nim(is_misere=True,pile_sizes=1;3;5;7)", 4, 30),
    Dots("dots:2x2", "dots_and_boxes(num_rows=2,num_cols=2)", 5, 24, rows=2),
    Dots("dots:3x2", "dots_and_boxes(num_rows=2,num_cols=3)", 4, 24, rows=2),
    Rules("othello:8", "othello", 6, 30),
    Digits("awele:6,4", "oware", 6, 30, 150),
    Mancala("kalah:6,4,plain", "mancala", 6, 30),
    Checkers("draughts:english", "checkers", 6, 30, 150),
    Morris("morris:9", "nine_mens_morris", 3, 12, 150),
    Go("go:5,0", "go(board_size=5,komi=0.0,max_game_length=1000)", 3, 24, size=5),
    Go("go:9,7", "go(board_size=9,komi=7.0,max_game_length=1000)", 2, 4, 120, size=9),
    Chess("chess", "chess", 3, 10, 120),
]


def perft(rules, state, depth):
    if depth == 0:
        return 1
    if state.is_terminal():
        return 0
    moves = rules.moves(state)
    return len(moves) if depth == 1 else sum(perft(rules, after, depth - 1) for _, after in moves)


def transcript(scale, seed):
    for rules in EVERY:
        print(f"game {rules.ours} {rules.theirs}")
        start = rules.game.new_initial_state()
        print("perft", *(perft(rules, start, depth) for depth in range(rules.perft + 1)))
        source = random.Random(f"{seed} {rules.ours}")
        for _ in range(rules.plays * scale):
            print("play")
            state, plies = start.clone(), 0
            while not state.is_terminal() and plies < rules.most_plies * scale:
                moves = sorted(rules.moves(state), key=lambda move: move[0])
                text, after = moves[int(source.random() * len(moves))]
                # The move that was played, then the others.
                print(text, *(other for other, _ in moves if other != text))
                state, plies = after, plies + 1
            if not state.is_terminal() or rules.early(state):
                print("end early")
            else:
                # In chess the player who begins is the second one there.
                result = state.returns()[start.current_player()]
                print("end", {1: "first", 0: "draw", -1: "second"}[int(result)])


def playouts(seconds, most):
    """Games and moves a second of CPU time, each game played by actions drawn from OpenSpiel's list until its end, or
    until there have been `most` of them."""
    source = random.Random(1)
    for rules in EVERY:
        games = actions = 0
        begin = time.process_time()
        while (spent := time.process_time() - begin) < seconds or games == 0:
            state = rules.game.new_initial_state()
            for _ in range(most):
                if state.is_terminal():
                    break
                state.apply_action(source.choice(state.legal_actions()))
                actions += 1
            games += 1
        print(rules.ours, games / spent, actions / spent, actions / games, flush=True)


if __name__ == "__main__":
    command, *numbers = sys.argv[1:]
    if command == "transcript":
        transcript(int(numbers[0]), int(numbers[1]))
    else:
        playouts(float(numbers[0]), int(numbers[1]))

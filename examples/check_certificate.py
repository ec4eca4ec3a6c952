#!/usr/bin/env python3
"""A second checker of noyau's certificates, written from docs/certificates.md alone.

    python3 check_certificate.py FILE

It prints one line. The exit status is 0 if the certificate is right, 1 if it is refused, and 2
if there is nothing to check: wrong usage, a file that cannot be read, or a game that is not known here.

It shares nothing with noyau. It knows the rules of tictactoe, nim, chomp, domineering, connect4 and
dots, each in a class of its own, and checks

- JSON certificates of graphs: kernel, attractor, nimbers, strategy, solve;
- JSON certificates of games: game (all values), proof and outcome (bounds);
- proof files: a stream of steps, read in bounded memory.

It needs Python 3.10 and its standard library.
"""

import json
import re
import sys
import zlib
from itertools import islice
from math import prod

FIRST, SECOND = 0, 1
SIDES = {"first": FIRST, "second": SECOND}
SIDE_NAMES = ("first", "second")
TOP = 1 << 40  # in JSON certificates: the score of a win in 0 plies, and a margin beyond all margins
LARGEST = 2**32 - 2  # the largest distance, rank or nimber that a JSON certificate can have
LARGEST_MARGIN = 10**9 - 1
LONGEST_HEADER = 1 << 20
PROOF = b'{"noyau":"proof"'  # how a proof file begins


class Refused(Exception):
    """The certificate is wrong; the text says why and where."""


class Unknown(Exception):
    """There is nothing here that could check this."""


def need(condition, reason):
    """Refuse with this reason unless the condition holds."""
    if not condition:
        raise Refused(reason)


# ---------------------------------------------------------------- JSON, read strictly


def unique_keys(pairs):
    """The object with these pairs; a repeated key, or one that is not text, is refused."""
    found = dict(pairs)
    if len(found) != len(pairs):
        seen = set()
        for key, _ in pairs:
            need(key not in seen, f"the key {key!r} is there a second time")
            seen.add(key)
    for key in found:
        need(key.isascii() or not re.search("[\ud800-\udfff]", key), "half of a surrogate pair in a name")
    return found


def no_fraction(text):
    """Certificates have whole numbers only."""
    raise Refused(f"{text} is not written as a whole number")


def whole_number(text):
    """A whole number, as JSON writes it; minus zero is none."""
    return no_fraction(text) if text == "-0" else int(text)


def read_json(data):
    """The value of one JSON document in UTF-8."""
    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=unique_keys,
            parse_float=no_fraction,
            parse_int=whole_number,
            parse_constant=no_fraction,
        )
    except (ValueError, RecursionError) as error:
        raise Refused(f"not JSON in UTF-8: {error}") from None


def fields(value, place, required, optional=()):
    """Refuse unless the value is an object with the required keys and no others but the optional ones."""
    need(isinstance(value, dict), f"{place} is not an object")
    for key in required:
        need(key in value, f"{place} has no {key!r}")
    for key in value:
        need(key in required or key in optional, f"{place} has {key!r}, which has no meaning there")
    return value


def natural(value, place, largest=LARGEST):
    """Refuse unless the value is a whole number from 0 to the largest."""
    need(type(value) is int and 0 <= value <= largest, f"{place}: {value!r} is not a number from 0 to {largest}")
    return value


def valued(value, place, words=("win", "loss", "draw")):
    """The score of ["win",n], ["loss",n] or ["draw"], or of the same with other words."""
    need(isinstance(value, list) and value and value[0] in words, f"{place}: {value!r} is not a value")
    if value[0] == words[2]:
        need(len(value) == 1, f"{place}: {value!r} has a number too many")
        return 0
    need(len(value) == 2, f"{place}: {value!r} should have one number")
    plies = natural(value[1], place)
    return TOP - plies if value[0] == words[0] else plies - TOP


def step(score):
    """The score of a position by a move that leaves this score, seen from the same side: one ply later."""
    return score - 1 if score > 0 else score + 1 if score < 0 else 0


# ---------------------------------------------------------------- certificates of graphs


class Graph:
    """A graph with its sides and final positions; vertices are numbered in the order of the file."""

    def __init__(self, value):
        fields(value, "the graph", ("edges",), ("owner", "start", "first", "second", "draw"))
        need(isinstance(value["edges"], dict), "the edges are not an object")
        self.names = list(value["edges"])
        self.number = {name: v for v, name in enumerate(self.names)}
        self.edges = []
        for name, successors in value["edges"].items():
            need(isinstance(successors, list), f"the edges of {name!r} are not a list")
            self.edges.append([self.vertex(w) for w in successors])
        self.moves = sum(map(len, self.edges))
        if "start" in value:
            self.vertex(value["start"])
        self.owner = None
        if "owner" in value:
            owner = self.each(value["owner"], "the owners")
            for v, side in enumerate(owner):
                need(side in SIDE_NAMES, f"the owner of {self.names[v]!r} is not a side")
            self.owner = [SIDES[side] for side in owner]
        self.final = [None] * len(self.names)
        for word in ("first", "second", "draw"):
            ended = value.get(word, [])
            need(isinstance(ended, list), f"{word!r} in the graph is not a list")
            for name in ended:
                v = self.vertex(name)
                need(self.final[v] is None, f"{name!r} is declared final twice")
                need(not self.edges[v], f"{name!r} is declared final, but edges leave it")
                need(word == "draw" or self.owner is not None, f"{name!r} is won by a side, but there are no owners")
                self.final[v] = word

    def vertex(self, name):
        """The number of the vertex of this name; names that are whole numbers may be written as such."""
        if type(name) is int and name >= 0:
            name = str(name)
        need(isinstance(name, str) and name in self.number, f"{name!r} is no vertex")
        return self.number[name]

    def each(self, value, place):
        """What an object says of every vertex, in their order; it must say something of each."""
        need(isinstance(value, dict), f"{place}: not an object")
        for name in value:
            need(name in self.number, f"{place}: {name!r} is no vertex")
        for name in self.names:
            need(name in value, f"{place}: nothing is said of {name!r}")
        return [value[name] for name in self.names]

    def loser(self, v, side):
        """Who loses at a vertex without edges where this side is to move, or None if it is drawn."""
        if self.final[v] is None:
            return side
        return None if self.final[v] == "draw" else 1 - SIDES[self.final[v]]


def check_scores(graph, scores, owner, final):
    """Every score follows from those of the successors, by the rules of kernels and of games alike."""
    for v, successors in enumerate(graph.edges):
        if final and graph.final[v] is not None:
            loser = graph.loser(v, None)
            right = 0 if loser is None else -TOP if loser == owner[v] else TOP
        else:
            best = [scores[w] if owner and owner[w] == owner[v] else -scores[w] for w in successors]
            right = step(max(best)) if best else -TOP
        need(scores[v] == right, f"what is claimed of {graph.names[v]!r} does not follow from its successors")


def check_kernel(graph, claim):
    """Marks: lost if all successors are won, won if one is lost, with distances; undecided otherwise."""
    marks = graph.each(fields(claim, "the claim", ("marks",))["marks"], "the marks")
    scores = [valued(m, f"the mark of {graph.names[v]!r}", ("won", "lost", "undecided")) for v, m in enumerate(marks)]
    check_scores(graph, scores, None, False)


def check_solve(graph, claim):
    """The value of every vertex for the side to move there."""
    values = graph.each(fields(claim, "the claim", ("values",))["values"], "the values")
    scores = [valued(m, f"the value of {graph.names[v]!r}") for v, m in enumerate(values)]
    check_scores(graph, scores, graph.owner, True)


def check_attractor(graph, claim):
    """Ranks: 0 for targets; one more than the least (own vertices) or the most (others) of the successors."""
    fields(claim, "the claim", ("player", "targets", "rank"))
    need(claim["player"] in SIDE_NAMES, "the player is not a side")
    need(graph.owner is not None, "an attractor belongs to a side, but the graph has no owners")
    need(isinstance(claim["targets"], list), "the targets are not a list")
    player, targets = SIDES[claim["player"]], {graph.vertex(name) for name in claim["targets"]}
    rank = graph.each(claim["rank"], "the ranks")
    for v, r in enumerate(rank):
        if r is not None:
            natural(r, f"the rank of {graph.names[v]!r}")
    for v, successors in enumerate(graph.edges):
        known = [rank[w] for w in successors if rank[w] is not None]
        if v in targets:
            right = 0
        elif graph.owner[v] == player:
            right = 1 + min(known) if known else None
        else:
            right = 1 + max(known) if known and len(known) == len(successors) else None
        need(rank[v] == right, f"the rank of {graph.names[v]!r} should be {right}, not {rank[v]}")


def check_nimbers(graph, claim):
    """Nimbers: the smallest number that no successor has, on a graph without cycles."""
    nimbers = graph.each(fields(claim, "the claim", ("nimber",))["nimber"], "the nimbers")
    for v, successors in enumerate(graph.edges):
        natural(nimbers[v], f"the nimber of {graph.names[v]!r}")
        after = {nimbers[w] for w in successors}
        need(nimbers[v] not in after, f"{graph.names[v]!r} has the nimber of a successor")
        need(
            nimbers[v] <= len(after) and all(n in after for n in range(nimbers[v])),
            f"the nimber of {graph.names[v]!r} is too large",
        )
    need(acyclic({v: graph.edges[v] for v in range(len(graph.edges))}), "the graph has a cycle, so it has no nimbers")


def acyclic(edges):
    """Whether a graph, a dictionary of lists, has no cycle: take away what nothing leads to, again and again."""
    entering = dict.fromkeys(edges, 0)
    for successors in edges.values():
        for w in successors:
            entering[w] += 1
    free = [v for v, count in entering.items() if not count]
    for v in free:
        for w in edges[v]:
            entering[w] -= 1
            if not entering[w]:
                free.append(w)
    return len(free) == len(edges)


def check_strategy(graph, claim):
    """A strategy that wins from a vertex, or two that do not lose, one for each side."""
    need(isinstance(claim, dict) and "winner" in claim, "the claim has no 'winner'")
    winner = claim["winner"]
    need(winner is None or winner in SIDE_NAMES, "the winner is not a side")
    keys = {"first": FIRST, "second": SECOND} if winner is None else {"strategy": SIDES[winner]}
    fields(claim, "the claim", ("from", "winner", *keys))
    start = graph.vertex(claim["from"])
    for key, side in keys.items():
        need(isinstance(claim[key], dict), f"{key!r} is not an object")
        moves = {graph.vertex(v): graph.vertex(w) for v, w in claim[key].items()}
        follow(graph, moves, start, side, winner is not None)


def follow(graph, moves, start, side, wins):
    """All plays in which this side follows these moves are won by it (or not lost); each move is needed."""
    seen, used = {}, set()
    open_places = [(start, graph.owner[start] if graph.owner else FIRST)]
    while open_places:
        place = open_places.pop()
        if place in seen:
            continue
        v, mover = place
        after = graph.edges[v]
        if not after:
            loser = graph.loser(v, mover)
            need(loser == 1 - side if wins else loser != side, f"play can end at {graph.names[v]!r}, against the claim")
        elif mover == side:
            need(v in moves, f"the strategy is silent at {graph.names[v]!r}, where play can come")
            need(moves[v] in after, f"the strategy moves from {graph.names[v]!r} where no edge leads")
            used.add(v)
            after = [moves[v]]
        seen[place] = [(w, graph.owner[w] if graph.owner else 1 - mover) for w in after]
        open_places += seen[place]
    for v in moves:
        need(v in used, f"the strategy moves at {graph.names[v]!r}, where its side never has to")
    need(not wins or acyclic(seen), "play can go on for ever where a win is claimed")


# ---------------------------------------------------------------- rules of games
#
# A position is a tuple that begins with the side to move. A game has
#   points             whether it counts points
#   read(text)         the position of a text without side and points: the parts after the side
#   write(position)    the text of a position, without points
#   over(position)     None, or 1, 0, -1: won, drawn, lost for the side to move (with points: the margin 0)
#   moves(position)    in order: the position after the move, and the points that the mover wins by it
#   images(position)   the positions to which symmetries of the game take it


def sizes(text):
    """The two numbers of a text such as 7x6."""
    found = re.fullmatch("([1-9][0-9]{0,3})x([1-9][0-9]{0,3})", text)
    need(found, f"two sizes such as 3x4 are wanted as parameters, not {text!r}")
    return int(found[1]), int(found[2])


def bits(mask):
    """The bits of a mask, lowest first, each as a mask of its own."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def permuted(mask, permutation):
    """The mask with bit i moved to permutation[i]."""
    return sum(1 << permutation[bit.bit_length() - 1] for bit in bits(mask))


def grid(text, width, height, letters):
    """The rows of a text, lowest first, of exactly this size and these letters."""
    rows = text.split("/")[::-1]
    need(len(rows) == height, f"{height} rows are wanted")
    need(all(len(row) == width and set(row) <= set(letters) for row in rows), f"{width} of {letters} a row are wanted")
    return rows


class Game:
    """What most of the games have in common."""

    points = False

    def images(self, position):
        return ()

    def parse(self, text, scored):
        """The position of a text, and the points by which the side to move is ahead (if they are there)."""
        body, _, rest = text.partition(" ")
        side, _, score = rest.partition(" ")
        need(side in SIDE_NAMES, f"{text!r} is no position: it does not say which side is to move")
        try:
            position = (SIDES[side], *self.read(body))
            ahead = self.lead(position, score) if scored and self.points else 0
        except Refused as error:
            raise Refused(f"{text!r} is no position: {error}") from None
        suffix = " " + score if scored and self.points else ""
        need(self.write(position) + suffix == text, f"the position {text!r} is not written as it should be")
        self.sound(position, text)
        return position, ahead

    def sound(self, position, text):
        """Refuse positions that cannot be."""


class Nim(Game):
    """Take any number from one heap; who cannot move loses, or wins in misère play."""

    def __init__(self, parameters):
        heaps = parameters.split(",")
        self.misere = heaps[-1] == "misere"
        self.start = self.heaps(",".join(heaps[:-1] if self.misere else heaps))
        need(len(self.start) <= 16 and max(self.start) <= 65535, "too many heaps, or too large ones")
        need(prod(heap + 1 for heap in self.start) < 2**64, "heaps with too many positions")

    @staticmethod
    def heaps(text):
        need(re.fullmatch("(0|[1-9][0-9]{0,4})(,(0|[1-9][0-9]{0,4}))*", text), "sizes of heaps are wanted")
        return tuple(map(int, text.split(",")))

    def read(self, text):
        heaps = self.heaps(text)
        need(len(heaps) == len(self.start), f"{len(self.start)} heaps are wanted")
        need(all(h <= s for h, s in zip(heaps, self.start)), "a heap is larger than at the start")
        return (heaps,)

    def write(self, position):
        return ",".join(map(str, position[1])) + " " + SIDE_NAMES[position[0]]

    def over(self, position):
        return None if any(position[1]) else 1 if self.misere else -1

    def images(self, position):
        return ((1 - position[0], position[1]),)  # both sides have the same moves

    def moves(self, position):
        side, heaps = position
        for i, heap in enumerate(heaps):
            for left in range(heap - 1, -1, -1):
                yield (1 - side, heaps[:i] + (left,) + heaps[i + 1 :]), 0


class Chomp(Game):
    """Rows from the top; a move takes a square and all right of and below it. Who has only a1 left has lost."""

    def __init__(self, parameters):
        self.rows, self.columns = sizes(parameters)
        need(self.rows + self.columns <= 64, "the bar is too large")

    def read(self, text):
        rows = Nim.heaps(text)
        need(len(rows) == self.rows and rows[0] <= self.columns, "the rows do not fit the bar")
        need(all(a >= b for a, b in zip(rows, rows[1:])), "a row is longer than the one above it")
        need(rows[0] > 0, "a1 is always left")
        return (rows,)

    write = Nim.write
    images = Nim.images

    def over(self, position):
        return -1 if sum(position[1]) == 1 else None

    def moves(self, position):
        side, rows = position
        for r, length in enumerate(rows):
            for c in range(0 if r else 1, length):
                yield (1 - side, rows[:r] + tuple(min(n, c) for n in rows[r:])), 0


class Stones(Game):
    """What tictactoe and connect4 share: stones x and o, who makes a line wins, a full board is drawn."""

    def read(self, text):
        masks = [0, 0]
        for r, row in enumerate(grid(text, self.columns, self.rows, "xo.")):
            for c, letter in enumerate(row):
                if letter != ".":
                    masks["xo".index(letter)] |= 1 << self.cell(c, r)
        return tuple(masks)

    def write(self, position):
        def letter(bit):
            return "x" if position[1] & bit else "o" if position[2] & bit else "."

        rows = ("".join(letter(1 << self.cell(c, r)) for c in range(self.columns)) for r in range(self.rows))
        return "/".join(list(rows)[::-1]) + " " + SIDE_NAMES[position[0]]

    def sound(self, position, text):
        side, x, o = position
        need(x.bit_count() == o.bit_count() + side, f"{text!r} is no position: the stones do not fit the side to move")
        need(not self.line(position[1 + side]), f"{text!r} is no position: the side to move has a line already")

    def over(self, position):
        side, x, o = position
        if self.line(o if side == FIRST else x):
            return -1
        return 0 if x | o == self.board else None

    def images(self, position):
        for p in self.symmetries:
            yield (position[0], permuted(position[1], p), permuted(position[2], p))

    def placed(self, position, bit):
        """The position after the side to move puts a stone there."""
        side, x, o = position
        return (SECOND, x | bit, o) if side == FIRST else (FIRST, x, o | bit)


class TicTacToe(Stones):
    """Three in a row on nine squares."""

    rows = columns = 3
    board = 0o777
    lines = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)

    def __init__(self, parameters):
        need(parameters is None, "tictactoe has no parameters")
        self.symmetries = board_symmetries(3, 3, turned=True)

    def cell(self, c, r):
        return 3 * r + c

    def line(self, stones):
        return any(stones & line == line for line in self.lines)

    def moves(self, position):
        for bit in bits(self.board & ~(position[1] | position[2])):
            yield self.placed(position, bit), 0


class Connect4(Stones):
    """Four in a row; stones fall. A column has one bit more than the board has rows, which stays empty."""

    def __init__(self, parameters):
        self.columns, self.rows = sizes(parameters)
        need(self.columns * (self.rows + 1) <= 128, "the board is too large")
        self.high = self.rows + 1
        self.column = (1 << self.rows) - 1
        self.board = sum(self.column << c * self.high for c in range(self.columns))
        size, high = self.columns * self.high, self.high
        self.symmetries = [[(self.columns - 1 - i // high) * high + i % high for i in range(size)]]

    def cell(self, c, r):
        return c * self.high + r

    def line(self, stones):
        for shift in (1, self.high - 1, self.high, self.high + 1):
            pairs = stones & stones >> shift
            if pairs & pairs >> 2 * shift:
                return True
        return False

    def moves(self, position):
        taken = position[1] | position[2]
        for c in range(self.columns):
            bit = (taken >> c * self.high & self.column) + 1  # the lowest free square: stones do not float
            if bit <= self.column:
                yield self.placed(position, bit << c * self.high), 0

    def sound(self, position, text):
        taken = position[1] | position[2]
        for c in range(self.columns):
            stones = taken >> c * self.high & self.column
            need(not stones & (stones + 1), f"{text!r} is no position: a stone floats")
        super().sound(position, text)


class Domineering(Game):
    """First puts dominoes upright, Second across; who cannot move loses. A mask has the free cells."""

    def __init__(self, parameters):
        self.columns, self.rows = sizes(parameters)
        need(self.columns * self.rows <= 127, "the board is too large")
        full = (1 << self.columns * self.rows) - 1
        self.first_column = full // ((1 << self.columns) - 1)
        self.not_last = self.first_column * ((1 << self.columns - 1) - 1)
        self.symmetries = board_symmetries(self.columns, self.rows, turned=False)

    def read(self, text):
        rows = grid(text, self.columns, self.rows, ".#")
        return (sum(1 << i for i, letter in enumerate("".join(rows)) if letter == "."),)

    def write(self, position):
        side, free = position
        width = self.columns
        cells = ["#."[free >> i & 1] for i in range(width * self.rows)]
        rows = ("".join(cells[r * width : (r + 1) * width]) for r in range(self.rows - 1, -1, -1))
        return "/".join(rows) + " " + SIDE_NAMES[side]

    def dominoes(self, side, free):
        """The dominoes that this side can put on free cells, in order, as masks."""
        if side == FIRST:
            return [bit | bit << self.columns for bit in bits(free & free >> self.columns)]
        return [bit | bit << 1 for bit in bits(free & free >> 1 & self.not_last)]

    def over(self, position):
        side, free = position
        return None if (free & free >> self.columns if side == FIRST else free & free >> 1 & self.not_last) else -1

    def moves(self, position):
        side, free = position
        for domino in self.dominoes(side, free):
            yield (1 - side, free ^ domino), 0

    def images(self, position):
        for p in self.symmetries:
            yield (position[0], permuted(position[1], p))


class Dots(Game):
    """Draw an edge; who closes a box has a point and moves again. A mask has the edges drawn."""

    points = True

    def __init__(self, parameters):
        width, height = self.columns, self.rows = sizes(parameters)
        self.across = width * (height + 1)  # edges along the rows come first, then those between rows
        self.all = (1 << self.across + height * (width + 1)) - 1
        need(self.all.bit_length() <= 63, "the board is too large")
        self.boxes = []
        for r in range(height):
            for c in range(width):
                left = self.across + r * (width + 1) + c
                self.boxes.append(1 << r * width + c | 1 << (r + 1) * width + c | 3 << left)
        self.symmetries = self.edge_symmetries()

    def edge_symmetries(self):
        """Permutations of the edges: an edge lies between two dots, and dots move as the board does."""
        wide = self.columns + 1
        ends = [(r * wide + c, r * wide + c + 1) for r in range(self.rows + 1) for c in range(self.columns)]
        ends += [(r * wide + c, (r + 1) * wide + c) for r in range(self.rows) for c in range(wide)]
        number = {frozenset(pair): i for i, pair in enumerate(ends)}
        dots = board_symmetries(wide, self.rows + 1, turned=self.columns == self.rows)
        return [[number[frozenset((p[a], p[b]))] for a, b in ends] for p in dots]

    def layout(self):
        """The rows of the text from the top: their letters and their edges."""
        for r in range(self.rows, -1, -1):
            yield "-", range(r * self.columns, (r + 1) * self.columns)
            if r:
                start = self.across + (r - 1) * (self.columns + 1)
                yield "|", range(start, start + self.columns + 1)

    def read(self, text):
        rows, drawn = text.split("/"), 0
        need(len(rows) == 2 * self.rows + 1, f"{2 * self.rows + 1} rows of edges are wanted")
        for row, (letter, edges) in zip(rows, self.layout()):
            need(len(row) == len(edges) and set(row) <= {letter, "."}, f"a row of edges is wrong: {row!r}")
            drawn |= sum(1 << e for e, sign in zip(edges, row) if sign == letter)
        return (drawn,)

    def write(self, position):
        rows = ("".join(letter if position[1] >> e & 1 else "." for e in edges) for letter, edges in self.layout())
        return "/".join(rows) + " " + SIDE_NAMES[position[0]]

    def lead(self, position, score):
        """By how many points the side to move is ahead; the points must be those of the closed boxes."""
        found = re.fullmatch("(0|[1-9][0-9]{0,2})-(0|[1-9][0-9]{0,2})", score)
        need(found, "the points of First and Second are wanted at its end")
        points = int(found[1]), int(found[2])
        closed = sum(position[1] & box == box for box in self.boxes)
        need(sum(points) == closed, f"{closed} boxes are closed")
        return points[position[0]] - points[1 - position[0]]

    def over(self, position):
        return 0 if position[1] == self.all else None

    def moves(self, position):
        side, drawn = position
        for bit in bits(self.all & ~drawn):
            after = drawn | bit
            won = sum(1 for box in self.boxes if box & bit and after & box == box)
            yield (side if won else 1 - side, after), won

    def images(self, position):
        for p in self.symmetries:
            edges = permuted(position[1], p)
            yield FIRST, edges  # both sides have the same moves, as in Nim
            yield SECOND, edges


def board_symmetries(width, height, turned):
    """Permutations of the cells of a board, row by row: four, or eight if it may be turned."""
    found = []
    for swap in (False, True) if turned else (False,):
        for flip_c in (False, True):
            for flip_r in (False, True):
                p = []
                for r in range(height):
                    for c in range(width):
                        x, y = (width - 1 - c if flip_c else c), (height - 1 - r if flip_r else r)
                        p.append(x * width + y if swap else y * width + x)
                found.append(p)
    return found


GAMES = {
    "tictactoe": TicTacToe,
    "nim": Nim,
    "chomp": Chomp,
    "domineering": Domineering,
    "connect4": Connect4,
    "dots": Dots,
}


def make_game(name, rules):
    """The rules of a game with its parameters, such as connect4:7x6."""
    need(isinstance(name, str), "the game is not a text")
    word, colon, parameters = name.partition(":")
    if word not in GAMES:
        raise Unknown(f"the rules of {word!r} are not known here")
    need(type(rules) is int and rules == 1, f"the rules of {word} have version 1 here, not {rules!r}")
    need(colon or word == "tictactoe", f"the game {name!r} is named without its parameters")
    return GAMES[word](parameters if colon else None)


# ---------------------------------------------------------------- JSON certificates of games


def check_game(game, root, claim):
    """The values of all positions that can be reached, each from those after its moves."""
    need(not game.points, "in games with points there is no certificate of this kind")
    values = fields(claim, "the claim", ("values",))["values"]
    need(isinstance(values, dict), "the values are not an object")
    scores = {game.parse(text, False)[0]: valued(value, repr(text)) for text, value in values.items()}
    need(root in scores, "no value is given for the position of the claim")
    moves = 0
    for position, score in scores.items():
        end, best = game.over(position), -TOP
        if end is None:
            for after, _ in game.moves(position):
                moves += 1
                if after not in scores:
                    raise Refused(f"no value is given for {game.write(after)!r}, after {game.write(position)!r}")
                best = max(best, -scores[after])
        if score != (step(best) if end is None else end * TOP):
            raise Refused(f"the value of {game.write(position)!r} does not follow from those after its moves")
    return len(scores), moves


def read_bounds(game, text, value):
    """Least, most and rank of a position: [least, most] or, with points, [least, most, rank]."""
    place = f"the bounds of {text!r}"
    need(isinstance(value, list) and len(value) in ((2, 3) if game.points else (2,)), f"{place}: not two bounds")
    bounds = []
    for bound, nothing in zip(value, (-TOP, TOP)):
        if bound is None:
            bounds.append(nothing)
        elif game.points:
            need(type(bound) is int and abs(bound) <= LARGEST_MARGIN, f"{place}: {bound!r} is not a margin")
            bounds.append(bound)
        else:
            bounds.append(valued(bound, place))
    return *bounds, natural(value[2], place) if len(value) == 3 else TOP


def check_bounds(game, root, ahead, kind, claim):
    """Bounds: at least takes one move, at most takes all; what is not said of a position is no bound."""
    table = fields(claim, "the claim", ("bounds",))["bounds"]
    need(isinstance(table, dict), "the bounds are not an object")
    bounds = {game.parse(text, False)[0]: read_bounds(game, text, value) for text, value in table.items()}
    need(root in bounds, "no bounds are given for the position of the claim")
    decides(kind, game.points, ahead, bounds[root][0], bounds[root][1])
    moves = 0
    for position in bounds:
        try:
            moves += check_bound(game, position, bounds)
        except Refused as error:
            raise Refused(f"{game.write(position)!r}: {error}") from None
    return len(bounds), moves


def check_bound(game, position, bounds):
    """The bounds of one position follow from those after its moves; how many moves it took."""
    least, most, rank = bounds[position]
    end = game.over(position)
    if end is not None:
        end = 0 if game.points else end * TOP
        need(least <= end <= most, "this is an end of play, of which the bounds do not hold")
        return 0
    shown, moves = least == -TOP, 0
    for after, points in game.moves(position):
        if shown and most == TOP:
            break
        moves += 1
        low, high, lower_rank = bounds.get(after, (-TOP, TOP, TOP))
        if after[0] != position[0]:
            low, high = -high, -low
        # A bound that something is still to come rests only on such bounds of lower rank, or on others.
        falls = not game.points or lower_rank < rank
        gain_low, gain_high = (low + points, high + points) if game.points else (step(low), step(high))
        if gain_low >= least and (falls or least <= 0 or low <= 0):
            shown = True
        if most != TOP:
            need(gain_high <= most, f"it may be worth more than is said, by move {moves}")
            need(falls or most >= 0 or high >= 0, f"what follows move {moves} has no lower rank")
    need(shown, "it is said to be worth at least so much, but no move shows it")
    return moves


def decides(kind, points, ahead, least, most):
    """Refuse unless these bounds determine the value (kind proof) or who wins (kind outcome)."""
    if kind == "proof":
        need(least == most, "the bounds of the position leave its value open")
    else:
        zero = -ahead if points else 0
        need(least > zero or most < zero or least == most == zero, "the bounds of the position leave open who wins")


def check_json(data):
    """Check a JSON certificate; the kind, and how many positions and moves it has."""
    value = read_json(data)
    need(isinstance(value, dict) and value.get("noyau") == "certificate", "this is not a certificate of noyau")
    need(type(value.get("version")) is int and value["version"] == 1, "only version 1 is known here")
    kind = value.get("kind")
    graphs = {
        "kernel": check_kernel,
        "attractor": check_attractor,
        "nimbers": check_nimbers,
        "strategy": check_strategy,
        "solve": check_solve,
    }
    need(isinstance(kind, str) and (kind in graphs or kind in ("game", "proof", "outcome")), f"no such kind: {kind!r}")
    if kind in graphs:
        fields(value, "the certificate", ("noyau", "version", "kind", "graph", "claim"))
        graph = Graph(value["graph"])
        graphs[kind](graph, value["claim"])
        return kind, len(graph.names), graph.moves
    fields(value, "the certificate", ("noyau", "version", "kind", "game", "rules", "position", "claim"))
    game = make_game(value["game"], value["rules"])
    need(isinstance(value["position"], str), "the position is not a text")
    root, ahead = game.parse(value["position"], True)
    if kind == "game":
        return kind, *check_game(game, root, value["claim"])
    return kind, *check_bounds(game, root, ahead, kind, value["claim"])


# ---------------------------------------------------------------- proof files


class Steps:
    """The numbers of the blocks, one after the other; it keeps one block in memory."""

    longest = 2**20 + 2**10

    def __init__(self, file):
        self.file, self.block, self.at, self.blocks, self.ended = file, b"", 0, 0, False

    def place(self):
        return f"block {self.blocks}, byte {self.at}"

    def load(self):
        """Unpack the next block; False at the end."""
        if self.ended:
            return False
        length = int.from_bytes(self.exactly(4), "little")
        if not length:
            self.ended = True
            need(not self.file.read(1), "there is something after the end")
            return False
        self.blocks += 1
        self.block, self.at = self.unpack(length), 0
        need(self.block, f"block {self.blocks} is empty")
        return True

    def exactly(self, count):
        data = self.file.read(count)
        need(len(data) == count, f"the file is cut off after block {self.blocks}")
        return data

    def unpack(self, length):
        """The content of one zlib stream of exactly this length, without ever holding more than it may have."""
        stream, content = zlib.decompressobj(), bytearray()
        try:
            while length:
                packed = self.exactly(min(length, 1 << 16))
                length -= len(packed)
                content += stream.decompress(packed, self.longest + 1 - len(content))
                need(len(content) <= self.longest, f"block {self.blocks} unpacks to more than {self.longest} bytes")
                need(not stream.unconsumed_tail, f"block {self.blocks} is too long")
                if stream.eof:
                    need(not length and not stream.unused_data, f"block {self.blocks} has more than its stream")
        except zlib.error as error:
            raise Refused(f"block {self.blocks} is not a zlib stream: {error}") from None
        need(stream.eof, f"the zlib stream of block {self.blocks} does not end")
        return bytes(content)

    def next(self):
        """The next number."""
        if self.at == len(self.block):
            need(self.load(), "the steps end before the claim is proved")
        number = shift = 0
        while True:
            need(self.at < len(self.block), f"a number crosses the border of block {self.blocks}")
            byte = self.block[self.at]
            self.at += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                need(number < 2**64, "a number of more than 64 bits")
                return number
            need(shift < 70, "a number of more than 64 bits")

    def finish(self):
        """Refuse unless the numbers are used up and the file ends as it should."""
        need(self.at == len(self.block) and not self.load(), f"{self.place()}: steps are left when all is proved")


class Prover:
    """Follows the steps of a proof file."""

    def __init__(self, game, distances, parts, window, steps):
        self.game, self.distances, self.parts, self.window, self.steps = game, distances, parts, window, steps
        self.nothing = None if game.points else 2**30 if distances else 1  # a score that needs no proof
        self.numbered, self.count = {}, 0  # the last claims that have numbers, and how many there were
        self.positions = self.moves = 0

    def prove(self, position, least, score):
        """Prove that the side to move gets at least (else: at most) this score."""
        line = []  # of open claims: the claims that prove it, one after the other, and the numbered claim or None
        claim = (position, least, score)
        while claim:
            try:
                rests_on = self.open(*claim)
            except Refused as error:
                raise Refused(f"{self.steps.place()}, {self.game.write(claim[0])!r}: {error}") from None
            if rests_on:
                line.append(rests_on)
            claim = None
            while line and not claim:
                claim = next(line[-1][0], None)
                if not claim:
                    done = line.pop()[1]
                    if done:
                        done[3] = True

    def open(self, position, least, score):
        """Read what proves a claim: None if nothing is left to do, else what `prove` keeps in its line."""
        if self.nothing is not None and (score <= -self.nothing if least else score >= self.nothing):
            return None
        end = self.game.over(position)
        if end is not None:
            end = end * self.nothing if self.nothing else 0
            need(score <= end if least else score >= end, "the end of play does not bear out the claim")
            return None
        n = self.steps.next()
        self.positions += 1
        if n == 0:
            return self.refer(position, least, score, self.steps.next())
        if n == 1:
            need(self.parts, "there are no parts in this game or kind of proof")
            need(score >= 1 if least else score <= -1, "parts prove only who wins")
            owner = position[0] if least else 1 - position[0]
            self.moves += self.parts.check(position, owner, self.steps)
            return None
        moves = self.game.moves(position)
        if least:
            move = next(islice(moves, (n - 2) // 2, None), None) if n < 2**32 else None
            need(move, f"there is no move {(n - 2) // 2}")
            moves = iter((move,))
        else:
            need(n <= 3, f"{n} is no step for a claim of at most so much")
        numbered = None
        if n & 1:
            numbered = self.numbered[self.count] = [position, least, score, False]
            self.numbered.pop(self.count - self.window, None)
            self.count += 1
        return self.after(moves, position[0], least, score), numbered

    def after(self, moves, side, least, score):
        """The claims after these moves, one by one: so the line of play needs little memory."""
        if self.distances:
            score += (score > 0) - (score < 0)
        for position, points in moves:
            self.moves += 1
            if position[0] == side:
                yield position, least, score - points
            else:
                yield position, not least, points - score

    def refer(self, position, least, score, back):
        """The claim rests on a numbered one."""
        need(back < self.window and back < self.count, f"there is no claim {back} before the last")
        other, other_least, other_score, proved = self.numbered[self.count - 1 - back]
        need(other_least == least, "the reference is to a claim of the other direction")
        need(other_score >= score if least else other_score <= score, "the reference is to a weaker claim")
        need(proved or (other_score <= 0 if least else other_score >= 0), "the reference is to an open claim")
        same = other == position or any(image == position for image in self.game.images(other))
        need(same, "the reference is to another position")


class Parts:
    """Sums of parts in Domineering, counted in quarters of a move for the owner."""

    none = -(10**6)  # a `first` that is missing

    def __init__(self, game):
        self.game, self.known = game, {}

    def check(self, position, owner, steps):
        """Read a division of the free cells into parts, and see that the owner wins their sum.

        The moves of the opponent that were found to lie in a part are counted.
        """
        mover, free = position
        parts = {}
        for bit in bits(free):
            part = steps.next()
            need(part <= 128, f"{part} is no part")
            if part:
                parts[part] = parts.get(part, 0) | bit
        parts = list(parts.values())
        need(all(part.bit_count() <= 22 for part in parts), "a part has more than 22 cells")
        moves = 0
        for moves, domino in enumerate(self.game.dominoes(1 - owner, free), 1):
            inside = any(domino & part == domino for part in parts)
            need(inside, "a move of the opponent lies in no part")
        need(self.wins([self.value(part, owner) for part in parts], mover == owner), "the parts are not won")
        return moves

    def wins(self, values, owner_moves):
        """Whether the owner wins a sum of parts with these values."""
        total, gaps, numbers = 0, [], []
        for first, left, number in values:
            if first != self.none and left is not None and first > left and first + left > 2 * number:
                total += left
                gaps.append(first - left)
            else:
                total += number
                if first != self.none:
                    numbers.append(number - first)
        gaps.sort(reverse=True)
        even = len(gaps) % 2 == 0
        second = total + sum(gaps[1::2])  # if the opponent takes the first switch
        if not owner_moves:
            return second > 0 or second == 0 and even
        start = total + sum(gaps[0::2])
        if gaps and (start > 0 or start == 0 and not even):
            return True
        return any(second - loss > 0 or second == loss and even for loss in numbers)

    def value(self, cells, owner):
        """`first`, `left` and `number` of a part; what was worked out is kept, within bounds."""
        if len(self.known) > 1 << 18:
            self.known.clear()
        return self.work_out(cells, owner)

    def work_out(self, cells, owner):
        """The same for what moves leave of it; it goes down by two cells each time, so at most eleven deep."""
        game = self.game
        pairs, columns = cells & cells >> 1 & game.not_last, cells & cells >> game.columns
        cells = pairs | pairs << 1 | columns | columns << game.columns  # cells that no domino covers do not count
        if cells:  # equal shapes are known again: shift it down, and to the left while the first column is free
            cells >>= ((cells & -cells).bit_length() - 1) // game.columns * game.columns
            while not cells & game.first_column:
                cells >>= 1
        key = (cells, owner)
        if key in self.known:
            return self.known[key]
        first, left = self.none, None
        for domino in game.dominoes(owner, cells):
            first = max(first, self.work_out(cells ^ domino, owner)[2])
        after = [self.work_out(cells ^ domino, owner) for domino in game.dominoes(1 - owner, cells)]
        if after:
            left = min(number for _, _, number in after)
            q = min(max(number, f) for f, _, number in after)
            while not self.at_least(q, first, after):
                q -= 1
        else:
            q = 0 if first == self.none else first + 4
        self.known[key] = (first, left, q)
        return self.known[key]

    @staticmethod
    def at_least(q, first, after):
        """Whether a part is at least the number q: the opponent, moving first in the difference, loses."""
        if q % 4 == 0:
            less, more = (q - 4 if q > 0 else None), (q + 4 if q < 0 else None)
        else:
            less, more = (q - 2, q + 2) if q % 2 == 0 else (q - 1, q + 1)
        if less is not None and first < less:
            return False
        return all(f >= q or more is not None and number >= more for f, _, number in after)


def read_bound(text, kind, points):
    """The score of a bound in the header of a proof file."""
    need(isinstance(text, str), f"{text!r} is not a bound")
    if points:
        need(re.fullmatch("0|-?[1-9][0-9]{0,8}", text), f"{text!r} is not a margin")
        return int(text)
    if kind == "outcome":
        need(text in ("win", "draw", "loss"), f"{text!r} is not an outcome")
        return {"win": 1, "draw": 0, "loss": -1}[text]
    if text == "draw":
        return 0
    found = re.fullmatch("(win|loss) (0|[1-9][0-9]{0,9})", text)
    need(found and int(found[2]) < 2**30, f"{text!r} is not a value with its distance")
    return 2**30 - int(found[2]) if found[1] == "win" else int(found[2]) - 2**30


def check_proof(header, file):
    """Check a proof file behind its header; the kind, and how many positions and moves it has."""
    required = ("noyau", "version", "kind", "game", "rules", "position", "window")
    fields(header, "the header", required, ("least", "most"))
    need(type(header["version"]) is int and header["version"] == 1, "only version 1 is known here")
    kind = header["kind"]
    need(kind in ("proof", "outcome"), f"no such kind: {kind!r}")
    game = make_game(header["game"], header["rules"])
    need(isinstance(header["position"], str), "the position is not a text")
    root, ahead = game.parse(header["position"], True)
    window = natural(header["window"], "the window", 2**32 - 1)
    need(kind == "outcome" or "least" in header and "most" in header, "a proof of the value has two bounds")
    top = TOP if game.points else 1 if kind == "outcome" else 2**30
    least = read_bound(header["least"], kind, game.points) if "least" in header else -top
    most = read_bound(header["most"], kind, game.points) if "most" in header else top
    decides(kind, game.points, ahead, least, most)
    steps = Steps(file)
    distances = kind == "proof" and not game.points
    parts = Parts(game) if kind == "outcome" and isinstance(game, Domineering) else None
    prover = Prover(game, distances, parts, window, steps)
    if "least" in header:
        prover.prove(root, True, least)
    if "most" in header:
        prover.prove(root, False, most)
    steps.finish()
    return kind, prover.positions, prover.moves


# ---------------------------------------------------------------- the program


def check(path):
    """Check a file: its kind, and how many positions and moves it has; or Refused, Unknown or OSError."""
    with open(path, "rb") as file:
        beginning = file.read(len(PROOF))
        if beginning != PROOF:
            return check_json(beginning + file.read())
        line = beginning + file.readline(LONGEST_HEADER - len(beginning))
        need(line.endswith(b"\n"), "the header is cut off, or too long")
        return check_proof(read_json(line), file)


def main(arguments):
    if len(arguments) != 1:
        print("usage: check_certificate.py FILE", file=sys.stderr)
        return 2
    try:
        kind, positions, moves = check(arguments[0])
    except Refused as error:
        print(f"refused: {error}")
        return 1
    except Unknown as error:
        print(f"not checked: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"not checked: {error}", file=sys.stderr)
        return 2
    print(f"right: {kind}, {positions} positions and {moves} moves checked")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

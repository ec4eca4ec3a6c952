#!/usr/bin/env python3
"""Compare two checkers of certificates: noyau's own and check_certificate.py.

    python3 compare_checkers.py NOYAU [--seed N] [--rounds N] [--keep DIR]

Makes certificates with the binary NOYAU for graphs and small games, of every kind, as JSON and as proof
files; makes wrong ones of them by changing bytes, numbers, positions, headers and steps; makes proof files
of its own from random parts of random Domineering positions; and lets both checkers judge each file.
It prints how often they agree, with the counts of positions and moves where both accept, and every
file on which they do not (kept in DIR). The exit status is 0 if they always agree.
"""

import argparse
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import zlib
from collections import Counter

import check_certificate as second

GAMES = [
    "tictactoe", "nim:3,4,5", "nim:2,3", "nim:1,2,3,misere", "nim:7,misere", "nim:4,4", "chomp:3x4", "chomp:2x6",
    "chomp:4x3", "chomp:1x3", "domineering:3x3", "domineering:4x4", "domineering:5x4", "domineering:4x5",
    "domineering:5x5", "domineering:7x2", "domineering:1x4", "connect4:3x4", "connect4:4x4", "connect4:4x3",
    "connect4:5x3", "connect4:1x5", "dots:1x1", "dots:2x1", "dots:1x3", "dots:2x2",
]  # fmt: skip


class Comparison:
    def __init__(self, noyau, seed, keep):
        self.noyau, self.rng, self.keep = noyau, random.Random(seed), keep
        self.dir = tempfile.mkdtemp(prefix="compare-")
        self.tally, self.reasons, self.differences, self.made = Counter(), Counter(), [], 0

    def run(self, *arguments):
        return subprocess.run([self.noyau, *arguments], capture_output=True, text=True, timeout=120)

    def make(self, name, *arguments):
        """The bytes of the certificate that the command writes, or None."""
        path = os.path.join(self.dir, name)
        self.run(*arguments, "--certificate", path)
        if not os.path.exists(path):
            return None
        with open(path, "rb") as file:
            data = file.read()
        os.remove(path)
        return data

    def judge(self, label, data):
        """Let both checkers judge a file."""
        path = os.path.join(self.dir, "judged")
        with open(path, "wb") as file:
            file.write(data)
        answer = self.run("verify", path)
        counts = re.search(r"right: (\w+), (\d+) positions and (\d+) moves", answer.stdout)
        ours = (counts[1], int(counts[2]), int(counts[3])) if answer.returncode == 0 and counts else None
        try:
            theirs, reason = second.check(path), "right"
        except (second.Refused, second.Unknown) as error:
            theirs, reason = None, str(error)
        kind = label.split()[0]
        self.tally[kind, "right" if ours else "refused", "right" if theirs else "refused"] += 1
        self.reasons[re.sub(r"'[^']*'|\"[^\"]*\"|[0-9]+", "_", reason)[-70:]] += 1
        self.made += 1
        if ours != theirs:
            self.differences.append((label, ours or answer.stderr.strip().replace(path, ""), theirs or reason))
            if self.keep:
                os.makedirs(self.keep, exist_ok=True)
                with open(os.path.join(self.keep, f"difference-{len(self.differences)}"), "wb") as file:
                    file.write(data)

    # ------------------------------------------------------------ graphs

    def random_graph(self):
        rng, n = self.rng, self.rng.randint(1, 9)
        names = [str(i) if rng.random() < 0.7 else f"v {i}" for i in range(n)]
        ordered = rng.random() < 0.5
        edges = {}
        for i, name in enumerate(names):
            pool = names[i + 1 :] if ordered else names
            edges[name] = [rng.choice(pool) for _ in range(rng.choice((0, 1, 2, 2, 3)))] if pool else []
        graph = {"edges": edges, "start": rng.choice(names)}
        if rng.random() < 0.6:
            graph["owner"] = {name: rng.choice(("first", "second")) for name in names}
            if rng.random() < 0.6:
                for name in names:
                    if not edges[name] and rng.random() < 0.7:
                        graph.setdefault(rng.choice(("first", "second", "draw")), []).append(name)
        return graph

    def graphs(self, count):
        rng = self.rng
        for _ in range(count):
            graph = self.random_graph()
            path = os.path.join(self.dir, "graph.json")
            with open(path, "w") as file:
                json.dump(graph, file)
            names = list(graph["edges"])
            for kind in ("kernel", "attractor", "nimbers", "strategy", "solve"):
                more = []
                if kind == "attractor":
                    more = ["--player", rng.choice(("first", "second"))]
                    if "owner" in graph and rng.random() < 0.6:
                        more += ["--target", rng.choice(names)]
                if kind == "strategy" and rng.random() < 0.5:
                    more = ["--from", rng.choice(names)]
                data = self.make("c.json", "graph", kind, path, *more)
                if data:
                    self.judge(f"{kind} true", data)
                    self.judge(f"{kind} changed", self.changed_json(data))

    # ------------------------------------------------------------ games

    def random_position(self, name):
        """The text of a position that play can reach, points included."""
        game, rng = second.make_game(name, 1), self.rng
        at = json.loads(self.run("show", name, "--json").stdout)["position"]
        position, _ = game.parse(at, True)
        points = [0, 0]
        for _ in range(rng.choice((0, 0, 1, 2, 3, 4, 5, 6, 8, 10))):
            if game.over(position) is not None:
                break
            after, won = rng.choice(list(game.moves(position)))
            points[position[0]] += won
            position = after
        return game.write(position) + (f" {points[0]}-{points[1]}" if game.points else "")

    def games(self, rounds):
        for _ in range(rounds):
            for name in GAMES:
                at = self.random_position(name)
                for method in self.rng.sample(("auto", "search", "proof", "graph"), 2):
                    for file in ("c.json", "c.proof"):
                        data = self.make(file, "solve", name, "--at", at, "--quick", "--method", method)
                        if not data or len(data) > 200_000:
                            continue
                        self.judge(f"{name}-{file[2:]} {method} true", data)
                        changed = self.changed_proof if file == "c.proof" else self.changed_json
                        for _ in range(1 + (file == "c.proof")):
                            self.judge(f"{name}-{file[2:]} {method} changed", changed(data))

    # ------------------------------------------------------------ changes

    def changed_json(self, data):
        """A JSON certificate with something changed, by chance still right."""
        rng = self.rng
        way = rng.randrange(9)
        text = data.decode()
        if way == 0:
            at = rng.randrange(len(data))
            return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
        if way == 1:
            return data[: rng.randrange(len(data))]
        if way == 2:  # a number one more or less
            numbers = list(re.finditer(r"(?<=[\[,:])-?\d+(?=[\],}])", text))
            if numbers:
                n = rng.choice(numbers)
                return (text[: n.start()] + str(int(n[0]) + rng.choice((-1, 1))) + text[n.end() :]).encode()
        if way == 3:  # another word
            words = list(re.finditer(r'"(win|loss|draw|won|lost|undecided|first|second)"', text))
            if words:
                n = rng.choice(words)
                word = rng.choice(("win", "loss", "draw", "won", "lost", "undecided", "first", "second"))
                return (text[: n.start()] + f'"{word}"' + text[n.end() :]).encode()
        value = json.loads(text)
        tables = [t for t in value["claim"].values() if isinstance(t, dict) and t]
        if way == 4 and tables:  # an entry less
            table = rng.choice(tables)
            del table[rng.choice(list(table))]
        elif way == 5 and tables:  # two entries exchanged
            table = rng.choice(tables)
            a, b = rng.choice(list(table)), rng.choice(list(table))
            table[a], table[b] = table[b], table[a]
        elif way == 6 and "position" in value:  # the claim is about another position
            value["position"] = rng.choice(list(tables[0]))
            if "bounds" in value["claim"] and value["game"].startswith("dots"):
                value["position"] += f" {rng.randrange(2)}-{rng.randrange(2)}"
        elif way == 7 and "game" in value:  # another game, kind, version
            key, new = rng.choice(
                [("game", rng.choice(GAMES)), ("kind", rng.choice(("game", "proof", "outcome"))), ("rules", 2), ("version", 2)]
            )
            value[key] = new
        elif "graph" in value:  # another edge
            name = rng.choice(list(value["graph"]["edges"]))
            successors = value["graph"]["edges"][name]
            if successors and rng.random() < 0.5:
                successors.pop(rng.randrange(len(successors)))
            else:
                successors.append(rng.choice(list(value["graph"]["edges"])))
        elif tables:  # a bound or value taken from elsewhere, or dropped
            table = rng.choice(tables)
            entry = rng.choice(list(table))
            if isinstance(table[entry], list) and len(table[entry]) > 1:
                i = rng.randrange(2)
                if "bounds" in value["claim"]:
                    table[entry][i] = rng.choice([None, rng.choice(list(table.values()))[i]])
                else:
                    table[entry] = rng.choice(list(table.values()))
        return json.dumps(value).encode()

    def changed_proof(self, data):
        """A proof file with something changed, by chance still right."""
        rng = self.rng
        way = rng.randrange(12)
        if way == 0:
            at = rng.randrange(len(data))
            return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
        if way == 1:
            return data[: rng.randrange(len(data))]
        header, numbers = unpack(data)
        if way == 2:
            keys = {
                "least": ["win", "draw", "loss", "win 3", "loss 2", "1", "-1", "0"],
                "most": ["win", "draw", "loss", "win 3", "loss 2", "1", "-1", "0"],
                "window": [0, 1, 2, 3, 5, 10, 100],
                "game": GAMES, "kind": ["proof", "outcome"], "rules": [0, 2], "version": [0, 2],
                "position": [header["position"].replace("first", "second")],
            }  # fmt: skip
            key = rng.choice(list(keys))
            header[key] = rng.choice(keys[key])
            if key == "window" and header[key] == 0 and 0 in numbers:
                header[key] = 1
        elif way == 3:  # still right: other blocks
            return pack(header, numbers, rng.randint(1, 9))
        elif way == 4:  # one bound less
            header.pop(rng.choice(("least", "most")), None)
        elif way == 5:
            numbers.insert(rng.randrange(len(numbers) + 1), rng.randrange(6))
        elif numbers and way == 6:
            numbers.pop(rng.randrange(len(numbers)))
        elif numbers:  # a step changed: mostly by little, for that hurts least
            i = rng.randrange(len(numbers))
            numbers[i] = rng.choice((numbers[i] ^ 1, numbers[i] + 2, max(0, numbers[i] - 2), rng.randrange(4), numbers[i] + 1))
        return pack(header, numbers)

    # ------------------------------------------------------------ proof files of our own

    def parts(self, count):
        """Claims about random Domineering positions that rest on random parts; in half of them, right if one is found."""
        for i in range(count):
            for _ in range(10):
                data = self.random_parts()
                if i % 2 or self.accepted(data):
                    break
            self.judge("parts random", data)

    def accepted(self, data):
        path = os.path.join(self.dir, "tried")
        with open(path, "wb") as file:
            file.write(data)
        try:
            return second.check(path)
        except second.Refused:
            return None

    def random_parts(self):
        """A proof file that consists of one division into parts."""
        rng = self.rng
        width, height = rng.choice(((4, 4), (5, 4), (3, 6), (6, 3), (5, 5), (7, 3), (2, 8), (8, 2), (6, 6)))
        free = [rng.random() < rng.choice((0.5, 0.8, 0.95)) for _ in range(width * height)]
        side = rng.choice(("first", "second"))
        cells = ["." if f else "#" for f in free]
        rows = ["".join(cells[r * width : (r + 1) * width]) for r in range(height)]
        header = {
            "noyau": "proof", "version": 1, "kind": "outcome", "game": f"domineering:{width}x{height}", "rules": 1,
            "position": "/".join(rows[::-1]) + " " + side, "window": 4,
        }  # fmt: skip
        way = rng.choice(("least", "most"))
        header[way] = "win" if way == "least" else "loss"
        owner = side if way == "least" else {"first": "second", "second": "first"}[side]
        labels = self.division(free, width, height, owner)
        if rng.random() < 0.1:
            i = rng.randrange(len(labels))
            labels[i] = rng.choice((0, 129, 1, 2))
        return pack(header, [1, *(labels[i] for i in range(len(free)) if free[i])])

    def division(self, free, width, height, owner):
        """Parts that hold all moves of the owner's opponent: join what it can cover, and some more by chance."""
        rng, label = self.rng, list(range(1, width * height + 1))
        step = 1 if owner == "first" else width  # the opponent of First puts its dominoes across

        def join(a, b):
            old, new = label[a], label[b]
            for i, l in enumerate(label):
                if l == old:
                    label[i] = new

        for i in range(width * height):
            for d, inside in ((1, i % width < width - 1), (width, i // width < height - 1)):
                if inside and free[i] and free[i + d] and (d == step or rng.random() < 0.4):
                    if sum(label[j] in (label[i], label[i + d]) for j in range(len(free)) if free[j]) <= 14 or d == step:
                        join(i, i + d)
        kept = [l for l in label if sum(x == l for x in label) > 1]
        return [l if l in kept or rng.random() < 0.5 else 0 for l in label]


def unpack(data):
    """The header and the numbers of a proof file."""
    end = data.index(b"\n") + 1
    header, content = json.loads(data[:end]), b""
    while True:
        (length,) = struct.unpack("<I", data[end : end + 4])
        end += 4
        if not length:
            break
        content += zlib.decompress(data[end : end + length])
        end += length
    numbers, number, shift = [], 0, 0
    for byte in content:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number = shift = 0
    return header, numbers


def leb128(number):
    groups = bytearray()
    while number > 127:
        groups.append(number & 127 | 128)
        number >>= 7
    return bytes(groups) + bytes([number])


def pack(header, numbers, each=None):
    """A proof file with this header and these numbers, so many in a block."""
    each = each or len(numbers) or 1
    blocks = [b"".join(map(leb128, numbers[i : i + each])) for i in range(0, len(numbers), each)]
    packed = (zlib.compress(block, 9) for block in blocks)
    line = json.dumps(header, separators=(",", ":")).encode() + b"\n"
    return line + b"".join(struct.pack("<I", len(b)) + b for b in packed) + bytes(4)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("noyau")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=2, help="how often each game is taken")
    parser.add_argument("--keep", help="a folder for the files on which the checkers differ")
    options = parser.parse_args()
    comparison = Comparison(options.noyau, options.seed, options.keep)
    comparison.graphs(20 * options.rounds)
    comparison.games(options.rounds)
    comparison.parts(150 * options.rounds)
    kinds = {}
    for (kind, ours, theirs), n in comparison.tally.items():
        kinds.setdefault(kind, Counter())[ours if ours == theirs else "differ"] += n
    for kind, counts in sorted(kinds.items()):
        print(f"{kind:24} right {counts['right']:4} refused {counts['refused']:4} differ {counts['differ']}")
    right = sum(n for (_, a, b), n in comparison.tally.items() if a == b == "right")
    print(f"seed {options.seed}: {comparison.made} files, {right} right and {comparison.made - right} not by both or either")
    print(f"{len(comparison.differences)} differences")
    for label, ours, theirs in comparison.differences:
        print(f"  {label}\n    noyau: {ours}\n    second: {theirs}")
    if os.environ.get("REASONS"):
        for reason, n in comparison.reasons.most_common():
            print(f"{n:5} {reason}")
    return 1 if comparison.differences else 0


if __name__ == "__main__":
    sys.exit(main())

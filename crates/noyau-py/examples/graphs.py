"""Graphs as dictionaries, typed throughout."""

from __future__ import annotations

import noyau
from noyau import cours

CHOMP: dict[int, list[int]] = {
    0: [1, 2, 3, 4, 5], 1: [4, 5, 6], 2: [1, 3, 4, 5],
    3: [5, 6, 7], 4: [7, 8], 5: [8], 6: [5, 7], 7: [8], 8: [],
}


def main() -> None:
    kernel: list[int] = noyau.kernel(CHOMP)
    nimbers: dict[int, int] = noyau.nimbers(CHOMP)
    values: dict[int, noyau.Value] = noyau.solve_graph(CHOMP)
    print(kernel, nimbers, values[0])
    nim = cours.nim(9)
    won: list[tuple[int, str]] = cours.attracteurs(nim, lambda v: v[1] == "A")
    ranks: dict[tuple[int, str], int] = noyau.attractor(nim, lambda v: v[1], "A")
    print(won, ranks)
    arena = noyau.Arena(CHOMP)
    first: int = next(iter(arena.kernel()))
    print(first, arena.strategy().to_dict())


if __name__ == "__main__":
    main()

"""A game of one's own, typed throughout: solved, searched, and played by agents against each other."""

from __future__ import annotations

from typing import Optional

import noyau

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(noyau.Game[str, int]):
    """Nine characters, X first."""

    def start(self) -> str:
        return "." * 9

    def moves(self, position: str) -> list[int]:
        return [i for i, c in enumerate(position) if c == "."]

    def play(self, position: str, move: int) -> str:
        mark = "XO"[(9 - position.count(".")) % 2]
        return position[:move] + mark + position[move + 1 :]

    def outcome(self, position: str) -> Optional[noyau.Outcome]:
        for a, b, c in LINES:
            if position[a] != "." and position[a] == position[b] == position[c]:
                return "loss"
        return None if "." in position else "draw"


def main() -> None:
    game = TicTacToe()
    values = game.solve_all()
    print(len(values), "positions; the start is worth", values[game.start()].outcome)
    answer = game.solve("XX.OO....")
    best: list[int] = answer.best
    print("best in XX.OO....:", best)
    contest = noyau.duel(game, "mcts:200", "random", games=20, seed=1)
    print(contest)


if __name__ == "__main__":
    main()

"""A referee between two engines, written from docs/protocol.md alone: it knows no game.

    python referee.py SPEC... [--nodes N] [--seed S] -- ENGINE ARGUMENT...

Three copies of the engine are started. The first holds the truth: it is told every token, draws
chance and says what each seat has seen. The others play, seats in turn, and are told views alone.
One line a game: its name, the moves made, the payoffs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys


class Engine:
    """A program that speaks the protocol."""

    def __init__(self, command: list[str]) -> None:
        self._program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("uci", "uciok")

    def tell(self, line: str) -> None:
        """A command that answers nothing."""
        assert self._program.stdin is not None
        self._program.stdin.write(f"{line}\n")

    def ask(self, line: str, answer: str = "response") -> str:
        """The words of the answer to a command."""
        self.tell(line)
        assert self._program.stdout is not None
        for said in self._program.stdout:
            if said.startswith("info string error"):
                sys.exit(f"{line!r} answered {said.strip()!r}")
            if said.split()[:1] == [answer]:
                return said.partition(" ")[2].strip()
        sys.exit(f"{line!r}: the engine has gone")

    def close(self) -> None:
        """Say goodbye."""
        self.tell("quit")
        self._program.wait(10)
        for pipe in (self._program.stdin, self._program.stdout):
            assert pipe is not None
            pipe.close()


def play(spec: str, board: Engine, players: list[Engine], wanted: argparse.Namespace) -> str:
    """One game; the line that tells of it."""
    for engine in (board, *players):
        engine.tell("ucinewgame")
        engine.tell(f"game {spec}")
        engine.tell(f"setoption name Seed value {wanted.seed}")
    board.tell("position startpos")
    moves = 0
    while (turn := board.ask("query turn")) != "over":
        if turn == "chance":
            draw(board)
        else:
            player = players[(int(turn[1:]) - 1) % len(players)]
            move(board, player, turn, wanted.nodes)
            moves += 1
    return f"{spec} {moves} moves, returns {board.ask('query returns')}\n"


def draw(board: Engine) -> None:
    """Chance, with the odds the engine tells."""
    odds = dict(entry.rsplit("=", 1) for entry in board.ask("query outcomes").split())
    token = board.ask("apply chance")
    if token not in odds:
        sys.exit(f"{token!r} was drawn and is not in {' '.join(odds)!r}")
    if abs(sum(map(float, odds.values())) - 1) > 1e-9:
        sys.exit(f"the odds do not add up to 1: {odds}")


def move(board: Engine, player: Engine, seat: str, nodes: int) -> None:
    """What a seat plays from what it has seen."""
    player.tell(f"position {board.ask(f'query view {seat}')}")
    best = player.ask(f"go nodes {nodes}", "bestmove").split()[0]
    if board.ask(f"query islegal {best}") != "true":
        sys.exit(f"{seat} plays {best!r}, which is not legal")
    board.tell(f"apply {best}")


def main() -> None:
    """Play a game of every kind that is named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("specs", nargs="+")
    parser.add_argument("--nodes", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    ours, _, engine = " ".join(sys.argv[1:]).partition(" -- ")
    wanted = parser.parse_args(ours.split())
    board, *players = [Engine(engine.split()) for _ in range(3)]
    for spec in wanted.specs:
        sys.stdout.write(play(spec, board, players, wanted))
        sys.stdout.flush()
    for one in (board, *players):
        one.close()


if __name__ == "__main__":
    main()

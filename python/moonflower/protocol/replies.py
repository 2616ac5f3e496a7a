"""Result to text: what a report looks like on the line. Pure: no engine, no output."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from moonflower.engine.report import Line, Report, share
from moonflower.positions import OVER, GameInfo, State, View
from moonflower.words import spelled_for

__all__ = [
    "NO_RESPONSE",
    "Style",
    "ascii_text",
    "bestmove_line",
    "centipawns",
    "error_line",
    "info_lines",
    "moves_to_end",
    "permille",
    "words_line",
]

NO_RESPONSE: Final = "response (none)"
"""The answer to a refused query."""

_MOST_CENTIPAWNS: Final = 3000
_DEEPEST_MATE: Final = 200  # tokens of a line that are followed to its end


def ascii_text(text: str) -> str:
    """The line as it is written: ASCII, whatever was in it."""
    return text if text.isascii() else text.encode("ascii", "backslashreplace").decode()


def error_line(code: str, text: str) -> str:
    """A refused command; always one line of ASCII."""
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return ascii_text(f"info string error {code} {flat}")


def words_line(place: State | View, bestmove: str, language: str) -> str:
    """The move of a ``bestmove`` line in words, spelled in ASCII; empty when there is none."""
    token = bestmove.split()[1]
    if token == "(none)":
        return ""
    said = place.words(token, language=language)
    return ascii_text(f"info string {spelled_for(said, 'ascii')} [{token}]")


def centipawns(value: float) -> int:
    """An expected payoff as old tools like to read it: 400 log10 of the odds, within 3000."""
    if value <= 0 or value >= 1:
        return round(math.copysign(_MOST_CENTIPAWNS, value - 0.5))
    score = round(400 * math.log10(value / (1 - value)))
    return max(-_MOST_CENTIPAWNS, min(_MOST_CENTIPAWNS, score))


def moves_to_end(place: State | View, line: tuple[str, ...]) -> int | None:
    """How many moves of its own the seat to move makes when the line ends the game, else None."""
    seat, own = place.turn, 0
    for token in line[:_DEEPEST_MATE]:
        own += place.turn == seat
        try:
            place = place.play(token) if isinstance(place, State) else place.observe(token)
        except ValueError:  # a line of what is only expected to be seen
            return None
    return own if place.turn == OVER else None


@dataclass(frozen=True, slots=True)
class Style:
    """How reports of one search are written."""

    place: State | View
    info: GameInfo
    multipv: int = 1
    show_wdl: bool = True

    def score(self, line: Line, value: float) -> str:
        """Moves to the end when the line proves it, else the odds."""
        if line.proven in ("win", "loss"):
            moves = moves_to_end(self.place, line.pv)
            if moves:
                return f"score mate {moves if line.proven == 'win' else -moves}"
        return f"score cp {centipawns(value)}"


def info_lines(report: Report, style: Style, *, currmove: str | None = None) -> list[str]:
    """The best lines of a report, then the policy where play is mixed."""
    lines = [
        _info(report, line, rank, style, currmove if rank == 1 else None)
        for rank, line in enumerate(report.lines[: style.multipv], start=1)
        if line.value is not None
    ]
    if report.is_mixed:
        shares = ",".join(f"{move}={part:.4f}" for move, part in report.policy if part > 0)
        lines.append(f"info policy {shares}")
    return lines


def _info(report: Report, line: Line, rank: int, style: Style, currmove: str | None) -> str:
    info = style.info
    value = share(line.value or 0.0, info)
    words = [f"info depth {round(report.depth)} seldepth {report.seldepth} multipv {rank}"]
    words.append(style.score(line, value))
    if style.show_wdl:
        words.append("wdl {} {} {}".format(*permille(line)))
    words.append(f"ev {value:.4f}")
    if len(line.values) > 2:  # noqa: PLR2004 - two seats need one number
        words.append("evs " + ",".join(f"{share(payoff, info):.4f}" for payoff in line.values))
    span = info.highest_payoff - info.lowest_payoff
    words.append(f"sd {line.error / span if span else 0.0:.4f} visits {line.visits}")
    if line.prior is not None:
        words.append(f"prior {line.prior:.4f}")
    words.append(f"worlds {report.worlds} ess {round(report.ess)}")
    if line.proven:
        words.append(f"proven {line.proven}")
    words.append(f"nodes {report.nodes} nps {report.nps} time {round(1000 * report.time)}")
    words.append(f"hashfull {round(1000 * report.hash_full)}")
    if currmove is not None:
        words.append(f"currmove {currmove}")
    words.append("pv " + " ".join(line.pv or (str(line.move),)))
    if report.note:
        words.append(f"string {report.note}")
    return " ".join(words)


def permille(line: Line) -> tuple[int, int, int]:
    """Sole win, shared or drawn, lost, adding up to 1000."""
    total = line.win + line.draw + line.loss
    if total <= 0:
        return 0, 1000, 0
    win = round(1000 * line.win / total)
    loss = min(1000 - win, round(1000 * line.loss / total))
    return win, 1000 - win - loss, loss


def bestmove_line(move: str | None, ponder: str | None = None) -> str:
    """Exactly one per ``go``; ``(none)`` where nothing can be played."""
    if move is None:
        return "bestmove (none)"
    return f"bestmove {move}" if ponder is None else f"bestmove {move} ponder {ponder}"

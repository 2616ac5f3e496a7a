"""Result to text: what a report looks like on the line. Pure: no engine, no output."""

from __future__ import annotations

import math
from typing import Final

from moonflower.search import Line, PlayResult, Report

__all__ = ["bestmove_line", "centipawns", "error_line", "info_lines"]

_MOST_CENTIPAWNS: Final = 3000


def error_line(code: str, text: str) -> str:
    """A refused command; always one line of ASCII."""
    flat = " ".join(text.split())
    return f"info string error {code} {flat.encode('ascii', 'backslashreplace').decode()}"


def centipawns(value: float) -> int:
    """An expected payoff as old tools like to read it: 400 log10 of the odds, within 3000."""
    if value <= 0 or value >= 1:
        return round(math.copysign(_MOST_CENTIPAWNS, value - 0.5))
    score = round(400 * math.log10(value / (1 - value)))
    return max(-_MOST_CENTIPAWNS, min(_MOST_CENTIPAWNS, score))


def info_lines(report: Report, *, multipv: int, show_wdl: bool) -> list[str]:
    """The best lines of a report, then the policy where play is mixed."""
    lines = [
        _info(report, line, rank, show_wdl=show_wdl)
        for rank, line in enumerate(report.lines[:multipv], start=1)
        if line.value is not None
    ]
    if report.is_mixed:
        shares = ",".join(f"{move}={share:.4f}" for move, share in report.policy if share > 0)
        lines.append(f"info policy {shares}")
    return lines


def _info(report: Report, line: Line, rank: int, *, show_wdl: bool) -> str:
    value = line.value if line.value is not None else 0.5
    words = [f"info depth {round(report.depth)} seldepth {report.seldepth} multipv {rank}"]
    words.append(f"score cp {centipawns(value)}")
    if show_wdl:
        words.append("wdl {} {} {}".format(*_permille(line)))
    words.append(f"ev {value:.4f}")
    if len(line.values) > 2:  # noqa: PLR2004 - two seats need one number
        words.append("evs " + ",".join(f"{payoff:.4f}" for payoff in line.values))
    words.append(f"sd {line.error:.4f} visits {line.visits}")
    if line.prior is not None:
        words.append(f"prior {line.prior:.4f}")
    words.append(f"worlds {report.worlds} ess {round(report.ess)}")
    if line.proven:
        words.append(f"proven {line.proven}")
    words.append(f"nodes {report.nodes} nps {report.nps} time {round(1000 * report.time)}")
    words.append(f"hashfull {round(1000 * report.hash_full)}")
    words.append("pv " + " ".join(line.pv or (str(line.move),)))
    return " ".join(words)


def _permille(line: Line) -> tuple[int, int, int]:
    """Sole win, shared or drawn, lost, adding up to 1000."""
    total = line.win + line.draw + line.loss
    if total <= 0:
        return 0, 1000, 0
    win = round(1000 * line.win / total)
    loss = min(1000 - win, round(1000 * line.loss / total))
    return win, 1000 - win - loss, loss


def bestmove_line(result: PlayResult | None, *, ponder: bool) -> str:
    """Exactly one per ``go``; ``(none)`` where nothing can be played."""
    if result is None:
        return "bestmove (none)"
    if ponder and result.ponder is not None:
        return f"bestmove {result.move} ponder {result.ponder}"
    return f"bestmove {result.move}"

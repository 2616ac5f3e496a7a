"""What ``help`` says: all commands on one screen, or one of them in full."""

from __future__ import annotations

from typing import Final

from moonflower.history.refusal import refuse
from moonflower.history.words import shown

__all__ = ["TOPICS", "help_text"]

TOPICS: Final = {
    "uci": "uci, ugi: who this is and every option; ends with uciok or ugiok",
    "ugi": "ugi: as uci; ends with ugiok",
    "isready": "isready: answers readyok, also during a search",
    "ucinewgame": "ucinewgame, uginewgame: forget what was searched",
    "uginewgame": "uginewgame: as ucinewgame",
    "game": "game SPEC: play this game, for example hanamikoji or shields:mode=ffa,players=3",
    "setoption": "setoption name N [value V]: change an option; uci lists them",
    "position": (
        "position [view SEAT] (startpos [seed N] | pos TEXT) [(moves|events) TOKEN...]: "
        "what is on the table, in full or as one seat sees it"
    ),
    "apply": "apply TOKEN... | chance: play on from the position, or draw what chance brings",
    "undo": "undo [N]: take the last tokens back",
    "go": (
        "go [search | hint [level 1..3] | solve | beliefs [SEAT] | perft N [split]] [movetime MS] "
        "[nodes N] [depth N] [worlds N] [infinite] [ponder] [p1time MS] [p1inc MS] [movestogo N] "
        "[searchmoves TOKEN...]: think; ends with exactly one bestmove"
    ),
    "stop": "stop: end thinking; the bestmove follows",
    "ponderhit": "ponderhit: what go ponder thought about has come; think on as a normal go",
    "query": (
        "query gameover|p1turn|result|turn|seats|legal|islegal T|returns|pos|public|view SEAT|"
        "key|spec|outcomes|scene|words T: one fact of the position"
    ),
    "d": "d [SEAT]: draw the position, for one seat's eyes if one is named",
    "eval": "eval: what the position is worth to the seat on turn, by a short search",
    "bench": "bench [N] [threads T]: fixed work of N simulations a position, with its signature",
    "selftest": "selftest: check that the game keeps the engine's contract",
    "debug": "debug on|off: faults of the engine with their traces on stderr",
    "help": "help [topic]: this, or one command",
    "quit": "quit: stop, say the bestmove that is due and leave",
}


def help_text(topic: str | None) -> list[str]:
    """Each line ``info string``, so that no tool takes it for an answer."""
    if topic is None:
        return [f"info string {text}" for name, text in TOPICS.items() if not _is_twin(name)]
    if topic not in TOPICS:
        refuse("syntax", f"help: unknown topic {shown(topic)}; topics are {', '.join(TOPICS)}")
    return [f"info string {TOPICS[topic]}"]


def _is_twin(name: str) -> bool:
    return name in ("ugi", "uginewgame")

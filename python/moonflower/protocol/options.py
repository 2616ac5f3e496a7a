"""The options of a session as data: declared once, announced, read and checked from here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Final

from moonflower.engine.options import OPTIONS as ENGINE_OPTIONS
from moonflower.engine.options import EngineOption
from moonflower.history.refusal import refuse
from moonflower.history.words import shown
from moonflower.positions import Game, OptionInfo, games
from moonflower.words import LANGUAGES

__all__ = ["DEFAULT_GAME", "OPTIONS", "SOLVERS", "Option", "Settings", "announce"]

DEFAULT_GAME: Final = "hanamikoji"
SOLVERS: Final = ("alphabeta", "cfr")  # algorithms without simulations
_SCALE: Final = 1000  # of real numbers, which a spin cannot hold


@dataclass(frozen=True, slots=True)
class Option:
    """One option: ``kind`` is spin, check, combo, string or button."""

    name: str
    kind: str
    default: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def line(self) -> str:
        """How it is announced."""
        text = f"option name {self.name} type {self.kind}"
        if self.kind == "button":
            return text
        text += f" default {self.default or '<empty>'}"
        if self.kind == "spin":
            text += f" min {self.low} max {self.high}"
        return text + "".join(f" var {choice}" for choice in self.choices)

    def checked(self, value: str) -> str:
        """The value in its canonical form, or a refusal that says what is accepted."""
        if self.kind == "spin":
            is_number = re.fullmatch("-?[0-9]{1,19}", value) is not None
            if not is_number or not self.low <= int(value) <= self.high:
                accepted = f"whole numbers {self.low} to {self.high}"
                refuse("option", f"{self.name}: {shown(value)}; accepted: {accepted}")
            return str(int(value))
        if self.kind == "check" and value.lower() not in ("true", "false"):
            refuse("option", f"{self.name}: {shown(value)}; accepted: true, false")
        if self.kind == "combo":
            for choice in self.choices:
                if choice.lower() == value.lower():
                    return choice
            refuse("option", f"{self.name}: {shown(value)}; accepted: {', '.join(self.choices)}")
        return value.lower() if self.kind == "check" else value


_NO_OPPONENTS: Final = ("cheat", "so-ismcts")  # Cheat is an option of its own; a frozen yardstick


def _engine_option(option: EngineOption) -> Option:
    """An engine's option as the protocol announces it: real numbers in thousandths."""
    if option.kind == "flag":
        return Option(option.protocol, "check", str(option.default).lower())
    if option.kind == "choice":
        choices = tuple(choice for choice in option.choices if choice not in _NO_OPPONENTS)
        return Option(option.protocol, "combo", str(option.default), choices=choices)
    assert option.low is not None
    assert option.high is not None
    scale = _SCALE if option.kind == "real" else 1
    default = round(scale * float(option.default or 0))
    return Option(
        option.protocol, "spin", str(default), round(scale * option.low), round(scale * option.high)
    )


OPTIONS: Final = (
    *(_engine_option(option) for option in ENGINE_OPTIONS.values() if option.protocol),
    Option("MultiPV", "spin", "1", 1, 500),
    Option("Ponder", "check", "false"),
    Option("UCI_ShowWDL", "check", "true"),
    Option("UCI_AnalyseMode", "check", "false"),
    Option("Cheat", "check", "false"),
    Option("Words", "combo", "none", choices=("none", *LANGUAGES)),
    Option("Clear_Hash", "button"),
)


def _rule_option(game: str, info: OptionInfo) -> Option:
    name = f"{game}.{info.name}"
    if info.kind == "integer" and info.default != "auto":
        return Option(name, "spin", info.default, info.min, info.max)
    if info.kind == "choice":
        return Option(name, "combo", info.default, choices=info.choices)
    return Option(name, "string", info.default)


def _game_options() -> tuple[Option, ...]:
    infos = games(lab=True)
    names = tuple(info.name for info in infos)
    default = DEFAULT_GAME if DEFAULT_GAME in names else names[0]
    rules = tuple(_rule_option(info.name, option) for info in infos for option in info.options)
    return (Option("Game", "combo", default, choices=names), *rules)


def announce() -> list[str]:
    """All options, as the handshake lists them."""
    return [option.line() for option in (*_game_options(), *OPTIONS)]


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of a session; changing one gives new settings."""

    game: Game = field(default_factory=lambda: Game(_game_options()[0].default))
    values: dict[str, str] = field(
        default_factory=lambda: {option.name: option.default for option in OPTIONS}
    )
    engine: dict[str, object] = field(default_factory=dict)  # engine options set for good

    @property
    def algorithm(self) -> str:
        """How the engine thinks, by the session's options."""
        return self.values["Algorithm"]

    @property
    def is_solver(self) -> bool:
        """The algorithm solves instead of simulating."""
        return self.algorithm in SOLVERS and not self.flag("Cheat")

    @property
    def language(self) -> str | None:
        """What moves are told in, beside their tokens."""
        words = self.values["Words"]
        return None if words == "none" else words

    def flag(self, name: str) -> bool:
        """A check option."""
        return self.values[name] == "true"

    def number(self, name: str) -> int:
        """A spin option."""
        return int(self.values[name])

    def engine_options(self) -> dict[str, Any]:
        """The values as ``Engine`` takes them."""
        values: dict[str, Any] = {}
        for name, option in ENGINE_OPTIONS.items():
            if not option.protocol:
                continue
            value = self.values[option.protocol]
            values[name] = int(value) / _SCALE if option.kind == "real" else option.parse(value)
        if self.flag("Cheat"):
            values["algorithm"] = "cheat"
        return {**values, **self.engine}

    def changed(self, name: str, value: str | None) -> Settings:
        """The settings after ``setoption``; names match whatever the case."""
        known = {option.name.lower(): option for option in (*_game_options(), *OPTIONS)}
        option = known.get(name.lower())
        if option is None:
            refuse("option", f"unknown option {shown(name)}; uci lists them")
        if option.kind == "button":
            return self
        if value is None:
            refuse("option", f"{option.name}: a value is missing")
        value = option.checked(value)
        if option.name == "Game":
            return replace(self, game=Game(value))
        if "." in option.name:
            return replace(self, game=self._with_rule(option.name, value))
        return replace(self, values={**self.values, option.name: value})

    def _with_rule(self, name: str, value: str) -> Game:
        """A rule option changes the game it names, which becomes the game of the session."""
        game, _, key = name.partition(".")
        kept = self.game.options if game == self.game.name else {}
        return Game(game, **{**kept, key: value})

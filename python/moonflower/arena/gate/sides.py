"""One side of a gate: a build with its options and limits, as a player of the arena."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from moonflower.arena.clocks import Control
from moonflower.arena.external import CommandSpec
from moonflower.arena.faults import PlayerFault
from moonflower.arena.gate.builds import Build, find_build
from moonflower.arena.players import CallableSpec, Spec
from moonflower.arena.specs import parse_player, read_values, take_control
from moonflower.engine import Limit
from moonflower.engine.options import OPTIONS, EngineOptions
from moonflower.positions import Game

__all__ = ["Side", "find_side"]

_HASH_MB: Final = "16"  # several engines sit on one machine
_PATIENCE: Final = 600.0  # seconds; only a broken build is silent for so long
_SCALE: Final = 1000  # the protocol has real numbers in thousandths
_LIMITS: Final = ("nodes", "time", "worlds", "depth", "cpu", "cpu_ms")


@dataclass(frozen=True, slots=True)
class Side:
    """A player, and how results call it."""

    label: str
    digest: str
    options: str  # as given
    spec: Spec

    @property
    def name(self) -> str:
        """Label and options in one."""
        return f"{self.label} {self.options}".strip()

    def check(self, game: Game) -> None:
        """Begin a game, so that what is refused is refused before the first one counts."""
        player = self.spec.open(game)
        try:
            player.begin(0, 1)
        except PlayerFault as fault:
            msg = f"{self.label}: {fault}"
            raise ValueError(msg) from None
        finally:
            player.close()


def find_side(text: str, options: str, control: Control) -> Side:
    """A build, a rung of the frozen ladder, or a Python player, with options ``key=value,...``.

    Limits among the options (``nodes=400``, ``cpu_ms=40``) are this side's alone. Other keys are
    engine options, or, with a capital, options of the protocol.
    """
    values = read_values(text, options.split(",")) if options else {}
    if any(key in values for key in _LIMITS):
        if "cpu_ms" in values:
            values["cpu"] = str(float(values.pop("cpu_ms")) / 1000)
        control = take_control(text, values)
    if text.startswith("py:") or text == "published":
        if values:
            msg = f"{text}: a Python player has no options, got {options!r}; limits are accepted"
            raise ValueError(msg)
        spec = parse_player(text)
        assert isinstance(spec, CallableSpec)
        return Side(text, text, options, replace(spec, control=Control(Limit())))
    build = find_build(text)
    return Side(build.label, build.digest, options, _spec(build, values, control))


def _spec(build: Build, values: dict[str, str], control: Control) -> CommandSpec:
    command, said = list(build.command), dict(build.options)
    for key, value in values.items():
        option = OPTIONS.get(key)
        if option is None and not key[:1].isupper():
            known = ", ".join(sorted((*OPTIONS, *_LIMITS)))
            msg = f"{build.label}: unknown option {key!r}; {known} and options of its own (Hash)"
            raise ValueError(msg)
        if option is not None:
            EngineOptions(**{key: option.parse(value)})  # refuses values out of range
        if option is None:
            said[key] = value
        elif option.protocol:
            said[option.protocol] = _as_said(key, value)
        elif build.is_ours:
            command += ["--option", f"{key}={value}"]
        else:
            msg = f"{build.label}: option {key!r} is not of the protocol; Hash=32 and such are"
            raise ValueError(msg)
    if build.is_ours or build.options:
        said.setdefault("Hash", _HASH_MB)
    return CommandSpec(
        build.label,
        tuple(command),
        options=tuple(sorted(said.items())),
        control=control,
        patience=_PATIENCE,
        environment=(*build.environment, ("MOONFLOWER_BUILD", build.digest)),
    )


def _as_said(key: str, value: str) -> str:
    return str(round(_SCALE * float(value))) if OPTIONS[key].kind == "real" else value

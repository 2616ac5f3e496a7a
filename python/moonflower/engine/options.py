"""How an engine thinks: algorithm, resources, and what a game would choose for itself.

The options are declared in ``cpp/search/settings.cpp``; what is known of each is in ``OPTIONS``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from moonflower import _core
from moonflower.engine.weaker import FULL_STRENGTH, node_cap
from moonflower.errors import OptionError

__all__ = ["OPTIONS", "EngineOption", "EngineOptions"]

_SEED_LIMIT: Final = 2**64


@dataclass(frozen=True, slots=True)
class EngineOption:
    """One option of an engine: what it is called, what it takes, what it means."""

    name: str
    protocol: str  # its name there; "" where it is not offered
    kind: str  # "flag", "integer", "real", "choice" or "seed"
    default: bool | float | str | None  # None: the game chooses
    low: float | None  # of numbers
    high: float | None
    choices: tuple[str, ...]
    help: str
    tuning: tuple[float, float, bool] | None  # the range that is tuned; whether ratios count

    def parse(self, text: str) -> bool | float | str:
        """The value a text gives; ``OptionError`` when it is of another kind."""
        try:
            if self.kind == "flag":
                return {"true": True, "false": False}[text]
            if self.kind == "choice":
                return text
            return float(text) if self.kind == "real" else int(text)
        except (KeyError, ValueError):
            accepted = "true or false" if self.kind == "flag" else "a number"
            msg = f"{self.name} expected {accepted}, got {text!r}"
            raise OptionError(msg) from None


OPTIONS: Final = {
    option.name: option
    for option in (
        *(EngineOption(**facts) for facts in _core.setting_facts()),
        EngineOption(
            name="strength",
            protocol="Strength",
            kind="integer",
            default=FULL_STRENGTH,
            low=0,
            high=FULL_STRENGTH,
            choices=(),
            help="0 plays almost at random, 20 as well as it can; hints are at full strength",
            tuning=None,
        ),
    )
}
"""Every option by its name."""


class EngineOptions:
    """How an engine thinks: a value for each of ``OPTIONS``. ``None`` leaves a choice to the game.

    >>> options = EngineOptions(threads=2)
    >>> options.threads, options.hash_mb, options.changed
    (2, 64, {'threads': 2})
    """

    __slots__ = ("_core", "_values")

    def __init__(self, **values: object) -> None:
        for name in values:
            if name not in OPTIONS:
                known = ", ".join(sorted(OPTIONS))
                msg = f"engine: unknown option {name!r}; options are {known}"
                raise OptionError(msg)
        self._values = {name: values.get(name, option.default) for name, option in OPTIONS.items()}
        node_cap(self.strength)  # refuses what is out of range
        own = {name: value for name, value in values.items() if name != "strength"}
        self._core = _core.SearchSettings({**own, "seed": self.core_seed})

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            msg = f"engine: unknown option {name!r}; options are {', '.join(sorted(OPTIONS))}"
            raise AttributeError(msg) from None

    @property
    def core_seed(self) -> int:
        """The seed as the engine takes it: any whole number names one."""
        if not isinstance(self.seed, int):
            msg = f"seed: {self.seed!r} is no value; accepted: a whole number"
            raise OptionError(msg)
        return self.seed % _SEED_LIMIT

    @property
    def changed(self) -> dict[str, object]:
        """The values that are no defaults."""
        return {
            name: value for name, value in self._values.items() if value != OPTIONS[name].default
        }

    def with_changes(self, **changes: object) -> EngineOptions:
        """The same but for these."""
        return EngineOptions(**{**self.changed, **changes})

    def to_core(self) -> _core.SearchSettings:
        """As the engine reads them."""
        return self._core

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EngineOptions) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(self._values.values()))

    def __repr__(self) -> str:
        return f"EngineOptions({', '.join(f'{k}={v!r}' for k, v in self.changed.items())})"

    def __reduce__(self) -> tuple[object, ...]:
        return partial(EngineOptions, **self.changed), ()

"""Games, states, views and moves as values: equal, hashable, picklable, never changed in place."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from moonflower import _core
from moonflower._core import Move
from moonflower.arguments import expect, expect_text, expect_whole
from moonflower.positions.beliefs import Beliefs, Chance, Condition, believe
from moonflower.positions.info import GameInfo, OptionInfo
from moonflower.positions.scene import Scene
from moonflower.words import Names, Phrase, Speaker
from moonflower.words.ending import ending_told
from moonflower.words.phrases import read_phrase, read_phrases

__all__ = ["CHANCE", "OVER", "Game", "Move", "State", "View", "games"]

CHANCE: Final = -1
"""``state.turn`` when chance acts."""
OVER: Final = -2
"""``state.turn`` when the game is over."""

_SEED_LIMIT: Final = 2**64


@lru_cache(maxsize=1)
def _all_games() -> tuple[GameInfo, ...]:
    infos = []
    for facts in _core.game_facts():
        options = tuple(OptionInfo(**option) for option in facts.pop("options"))
        infos.append(GameInfo(**facts, options=options))
    return tuple(infos)


def games(*, lab: bool = False) -> tuple[GameInfo, ...]:
    """The games people play; with ``lab`` the small test games as well.

    >>> import moonflower as mf
    >>> "tic_tac_toe" in [info.name for info in mf.games(lab=True)]
    True
    """
    return tuple(info for info in _all_games() if lab or not info.lab)


def _seed(source: int | random.Random) -> int:
    expect(source, int | random.Random, "seed", "a whole number or a random.Random")
    if isinstance(source, random.Random):
        return source.getrandbits(64)
    return source % _SEED_LIMIT


class Game:
    """A game with its options settled.

    >>> import moonflower as mf
    >>> game = mf.Game("tic_tac_toe")
    >>> game.deal(seed=7).play("b2").legal_moves()[0]
    Move('a1', 0)
    """

    __slots__ = ("_inner",)

    def __init__(self, spec: str, **options: int | str) -> None:
        expect_text(spec, "game")
        if options:
            values = ",".join(f"{key}={_option_text(value)}" for key, value in options.items())
            spec = f"{spec},{values}" if ":" in spec else f"{spec}:{values}"
        self._inner = _core.Game(spec)

    @classmethod
    def _of(cls, core: _core.Game) -> Game:
        game = cls.__new__(cls)
        game._inner = core
        return game

    @property
    def name(self) -> str:
        """The name in ``games()``."""
        return self._inner.name

    @property
    def info(self) -> GameInfo:
        """Facts about the game, options included."""
        return next(info for info in _all_games() if info.name == self.name)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._inner.players

    @property
    def spec(self) -> str:
        """Name and options that are not defaults: ``terraflip:players=3``."""
        return self._inner.spec

    @property
    def options(self) -> dict[str, str]:
        """Every option with its value, as text."""
        return self._inner.options

    def start(self) -> State:
        """The state before any chance."""
        return State._of(self._inner.start())

    def deal(self, seed: int | random.Random) -> State:
        """Chance drawn up to the first decision; same seed, same deal."""
        return State._of(self._inner.deal(_seed(seed)))

    def deal_tokens(self, seed: int | random.Random) -> list[str]:
        """The chance tokens of ``deal(seed)``: with them a record is complete."""
        return self._inner.deal_tokens(_seed(seed))

    def parse(self, text: str) -> State:
        """Read a full position string of the rule book."""
        expect_text(text, "position")
        return State._of(self._inner.parse(text))

    def start_view(self, seat: int) -> View:
        """What a seat knows before anything has happened; grow it with ``observe``."""
        expect_whole(seat, "seat")
        return View._of(self._inner.start_view(seat))

    def parse_view(self, text: str, seat: int) -> View:
        """Read a seat's view string of the rule book."""
        expect_text(text, "view")
        expect_whole(seat, "seat")
        return View._of(self._inner.parse_view(text, seat))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __repr__(self) -> str:
        return f"Game({self.spec!r})"

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return Game, (self.spec,)


def _option_text(value: int | str) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


class State(_core.StateBase):
    """One world of a game. ``play`` and ``draw`` give new states; the old one stays as it is.

    ``turn``, ``is_over``, ``legal_moves`` and ``play`` are the engine's own, for loops in Python.
    """

    __slots__ = ()

    @property
    def game(self) -> Game:
        """The game with the options of this position."""
        return Game._of(self._inner.game)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._inner.players

    @property
    def returns(self) -> list[float] | None:
        """One payoff per seat when the game is over, else ``None``."""
        return self._inner.returns

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest payoff of a finished game, if it is above nothing."""
        returns = self._inner.returns
        if not returns or max(returns) <= 0:
            return ()
        return tuple(seat for seat, payoff in enumerate(returns) if payoff == max(returns))

    @property
    def scores(self) -> list[int] | None:
        """Points per seat where the game has them, else ``None``."""
        return self._inner.scores

    @property
    def key(self) -> int:
        """64 bits; equal states have equal keys."""
        return self._inner.key

    @property
    def mid_turn(self) -> bool:
        """Between two steps of one turn."""
        return self._inner.mid_turn

    def outcomes(self) -> list[tuple[Move, float]]:
        """At a chance turn: what may come, with its probability."""
        weighted = self._inner.outcomes()
        total = sum(weight for _, weight in weighted)
        return [(move, weight / total) for move, weight in weighted]

    def parse_move(self, token: str) -> Move:
        """Read a token; ``IllegalMoveError`` if it is not legal here."""
        expect_text(token, "move")
        return self._inner.parse_move(token)

    def draw(self, seed: int | random.Random) -> State:
        """The state after one chance event, drawn with the right odds."""
        return State._of(self._inner.draw(_seed(seed)))

    def random_move(self, seed: int | random.Random) -> Move:
        """A move of the playout policy, or a chance outcome."""
        return self._inner.random_move(_seed(seed))

    def view(self, seat: int) -> View:
        """What a seat knows here."""
        expect_whole(seat, "seat")
        return View._of(self._inner.view(seat))

    def seen_by(self, seat: int, move: str | Move) -> str:
        """What a seat sees of a move about to be made here: events for ``View.observe``."""
        expect_whole(seat, "seat")
        return self._inner.seen_by(seat, str(move))

    def public(self) -> str:
        """What everybody sees, as text."""
        return self._inner.public()

    def drawing(self) -> str:
        """A board for people."""
        return self._inner.drawing()

    def scene(self, *, moves: bool = True) -> Scene:
        """The position as plain data, ready for JSON: seats, zones, slots, pieces, moves.

        Without ``moves`` the legal moves are left out, which saves most of the time.

        >>> import moonflower as mf
        >>> scene = mf.Game("terraflip").start().scene()
        >>> [slot["id"] for slot in scene["slots"] if slot["zone"] == "board" and slot["piece"]]
        ['f6']
        >>> scene["moves"][0]
        {'move': 'C@e6', 'kind': 'camp', 'from': ['p1.hand.camp'], 'to': ['e6']}
        """
        expect(moves, bool, "moves", "True or False")
        return self._inner.scene(moves)

    def _repr_svg_(self) -> str:
        """The position as notebooks show it: a picture; ``moonflower.pictures`` has more."""
        from moonflower.pictures import picture  # noqa: PLC0415 - few need it: not at every start

        return picture(self.scene(moves=False))

    def recap(self, move: str | Move) -> str:
        """How the part of the game came out that a move about to be made ends, such as a round.

        Lines for people that hold only what everybody may know; empty when the move ends no part.
        """
        return self._inner.recap(str(move))

    def words(
        self,
        move: str | Move,
        *,
        seat: int | None = None,
        language: str = "en",
        names: Names | None = None,
        short: bool = False,
    ) -> str:
        """What a move does, as its player would read it; a chance outcome as it is told.

        With ``seat`` what that seat is told of it, empty when it sees nothing of it.

        >>> import moonflower as mf
        >>> state = mf.Game("hanamikoji").start().play("*012456").play("*013556").play("*5")
        >>> state.words("g046")
        'offer a 0, a 4 and a 6 as a gift'
        >>> state.words("s4", seat=1), state.words("s4", seat=0, language="fr")
        ('p1 kept a card as the secret', 'vous avez validé un 4 en secret')
        """
        if seat is not None:
            view, seen = self.view(seat), self.seen_by(seat, move)
            return view.words(seen, told=True, language=language, names=names, short=short)
        phrases = self.phrases(move)
        speaker = Speaker(language, None, names, short)
        return speaker.told(phrases) if self.turn < 0 else speaker.choice(phrases[0])

    def phrases(self, move: str | Move) -> list[Phrase]:
        """What ``words`` says before it has a language: what is done first, then what follows."""
        return read_phrases(self._inner.words(str(move)))

    def ending(
        self, *, seat: int | None = None, language: str = "en", names: Names | None = None
    ) -> str:
        """Who has won and how, told to a seat or to nobody; empty while the game goes on."""
        if not self.is_over:
            return ""
        phrase = read_phrase(self._inner.ending())
        speaker = Speaker(language, seat, names)
        if phrase is None:
            info = self.game.info
            is_chips = (info.lowest_payoff, info.highest_payoff) != (0, 1)
            phrase = ending_told(self.returns or [], is_chips=is_chips)
        return speaker.told([phrase])

    def __str__(self) -> str:
        return self._inner.text()

    def __repr__(self) -> str:
        return f"Game({self.game.spec!r}).parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._inner.equals(other._inner)

    def __hash__(self) -> int:
        return hash(self._inner.key)

    def __reduce__(self) -> tuple[Callable[[str, str], State], tuple[str, str]]:
        return _load_state, (self.game.spec, str(self))


class View:
    """What one seat knows, with perfect memory. Worlds are sampled from it and nothing else."""

    __slots__ = ("_inner",)

    _inner: _core.View

    def __init__(self) -> None:
        msg = "View: got no position; State.view, Game.start_view and Game.parse_view make one"
        raise TypeError(msg)

    @classmethod
    def _of(cls, core: _core.View) -> View:
        view = cls.__new__(cls)
        view._inner = core
        return view

    @property
    def game(self) -> Game:
        """The game with the options of this position."""
        return Game._of(self._inner.game)

    @property
    def seat(self) -> int:
        """Whose view this is."""
        return self._inner.seat

    @property
    def turn(self) -> int:
        """Who acts as far as the seat can tell: a seat, ``CHANCE`` or ``OVER``."""
        return self._inner.turn

    @property
    def key(self) -> int:
        """64 bits over all the seat knows and nothing else."""
        return self._inner.key

    def legal_moves(self) -> list[Move]:
        """The seat's own moves when it is on turn, else none."""
        return self._inner.legal_moves()

    def parse_move(self, token: str) -> Move:
        """Read one of the seat's own moves."""
        expect_text(token, "move")
        return self._inner.parse_move(token)

    def sample(self, seed: int | random.Random) -> State:
        """A world that agrees with the view, drawn as the rules imply."""
        return State._of(self._inner.sample(_seed(seed)))

    def worlds(self, limit: int) -> list[tuple[State, float]] | None:
        """All worlds with their probabilities, or ``None`` if there are more than ``limit``."""
        expect_whole(limit, "limit", least=1)
        found = self._inner.worlds(limit)
        if found is None:
            return None
        total = sum(weight for _, weight in found)
        return [(State._of(state), weight / total) for state, weight in found]

    def observe(self, events: str) -> View:
        """The view after what the seat saw next, as ``State.seen_by`` writes it."""
        expect_text(events, "events")
        return View._of(self._inner.observe(events))

    def drawing(self) -> str:
        """A board for people, with only what the seat may see."""
        return self._inner.drawing()

    def scene(self, *, moves: bool = True) -> Scene:
        """The same as of a state, with what the seat knows and nothing else."""
        expect(moves, bool, "moves", "True or False")
        return self._inner.scene(moves)

    def words(
        self,
        event: str | Move,
        *,
        told: bool | None = None,
        language: str = "en",
        names: Names | None = None,
        short: bool = False,
    ) -> str:
        """What one of the seat's own moves does, or what has happened before its eyes.

        A legal move of the seat reads as a choice, anything else as told; ``told`` says it.

        >>> import moonflower as mf
        >>> view = mf.Game("hanamikoji").start_view(1).observe("*?????? *013556 *?")
        >>> view.words("s?"), view.words("g444", names=["Alice", "Bob"])
        ('p1 kept a card as the secret', 'Alice offered three 4s as a gift')
        """
        text = str(event)
        if told is None:
            told = all(text != str(move) for move in self.legal_moves())
        if not text:
            return ""
        speaker = Speaker(language, self.seat, names, short)
        if told:
            return speaker.told(self.phrases(text))
        # A choice reads the same in every world: what it does first is the seat's own.
        return speaker.choice(self.sample(0).phrases(text)[0])

    def phrases(self, event: str | Move) -> list[Phrase]:
        """What ``words`` says before it has a language: what is done first, then what follows."""
        return read_phrases(self._inner.words(str(event)))

    def ending(self, *, language: str = "en", names: Names | None = None) -> str:
        """Who has won and how, told to the seat; empty while the game goes on."""
        if self.turn != OVER:
            return ""
        return self.sample(0).ending(seat=self.seat, language=language, names=names)

    def beliefs(self, *, worlds: int = 2000, seed: int = 0) -> Beliefs:
        """The probability of each face of each hidden slot of the scene.

        Exact, from all worlds, when there are at most ``worlds``; else from so many drawn ones,
        with standard errors. By the rules alone: how others have chosen to play counts for nothing.

        >>> import moonflower as mf
        >>> view = mf.Game("hanamikoji").deal(seed=1).view(0)
        >>> sum(view.beliefs().of("aside.1").values()) > 0.999
        True
        """
        return believe(self._inner, None, worlds, seed, State._of)

    def chance(self, condition: Condition, *, worlds: int = 2000, seed: int = 0) -> Chance:
        """How likely it is that a slot is some face, or that a predicate holds in the true world.

        ``view.chance({"p2.hand": "6"})``, ``view.chance(lambda world: ...)``.
        """
        return self.suppose(condition, worlds=worlds, seed=seed).supposition

    def suppose(self, condition: Condition, *, worlds: int = 2000, seed: int = 0) -> Beliefs:
        """The beliefs if the condition held, and how likely it is: ``.supposition``."""
        return believe(self._inner, condition, worlds, seed, State._of)

    def _repr_svg_(self) -> str:
        """What the seat knows as notebooks show it: a picture, the seat at the bottom."""
        from moonflower.pictures import picture  # noqa: PLC0415 - few need it: not at every start

        return picture(self.scene(moves=False))

    def __str__(self) -> str:
        return self._inner.text()

    def __repr__(self) -> str:
        return f"Game({self.game.spec!r}).parse_view({str(self)!r}, seat={self.seat})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._inner.equals(other._inner)

    def __hash__(self) -> int:
        return hash(self._inner.key)

    def __reduce__(self) -> tuple[Callable[[str, str, int], View], tuple[str, str, int]]:
        return _load_view, (self.game.spec, str(self), self.seat)


def game_of(game: Game | str) -> Game:
    """The game, or the one a text names."""
    expect(game, Game | str, "game", "a Game or its text")
    return Game(game) if isinstance(game, str) else game


def expect_view(view: object) -> None:
    """Refuse what is no view."""
    expect(view, View, "view", "a View, such as state.view(0),")


def expect_position(position: object) -> None:
    """Refuse what is neither a state nor a view."""
    expect(position, State | View, "position", "a State or a View")


def expect_state(state: object) -> None:
    """Refuse what is no state."""
    expect(state, State, "state", "a State")


def _load_state(spec: str, text: str) -> State:
    return Game(spec).parse(text)


def _load_view(spec: str, text: str, seat: int) -> View:
    return Game(spec).parse_view(text, seat)

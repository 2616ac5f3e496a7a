"""The position a protocol session looks at: set, played on, taken back, asked about.

No input, no output, no search: commands of the grammar in, answers as text out.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from moonflower.errors import ParseError
from moonflower.positions import CHANCE, OVER, Game, State, View
from moonflower.protocol.commands import Position, Query
from moonflower.protocol.refusal import refuse
from moonflower.protocol.words import shown

__all__ = ["Table", "masked_commit"]

_FEW_MOVES: Final = 16  # enough to tell whether an event depends on the move
_MOST_FURTHER_WORDS: Final = 2  # of an event: how the last two bids of Goofspiel compare


@dataclass(frozen=True, slots=True)
class _Base:
    """Where a position begins, before the tokens: what ``query view`` repeats."""

    place: State | View
    from_start: bool  # tokens count from the start of the game


class Table:
    """One position with its past. Invalid until a position is set, and after a refused one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._base: _Base | None = None
        self._tokens: list[str] = []
        self._dealt = 0  # the first tokens, drawn by a seed
        self._places: list[State | View] = []

    @property
    def place(self) -> State | View:
        """The current state, or the view of the seat the session sits in."""
        if not self._places:
            refuse("position", "no valid position; set one with position")
        return self._places[-1]

    @property
    def is_valid(self) -> bool:
        """A position is set."""
        return bool(self._places)

    @property
    def begin(self) -> str | None:
        """The position string it began from; none for the start of the game."""
        base = self._base
        return None if base is None or base.from_start else str(base.place)

    @property
    def tokens(self) -> tuple[str, ...]:
        """All that has happened since, what a seed has dealt as well."""
        return tuple(self._tokens)

    @property
    def steps(self) -> list[tuple[State | View, str]]:
        """Each token with the place it was played in, announcements left out."""
        pairs = zip(self._places, self._places[1:], self._tokens, strict=False)
        return [(before, _bare(token)) for before, after, token in pairs if before is not after]

    def set_game(self, game: Game) -> None:
        """Another game; the position goes with the old one."""
        self.game = game
        self._places.clear()

    def set_position(self, command: Position) -> None:
        """Set a position; when it is refused none is valid."""
        self._places.clear()
        place: State | View
        dealt: list[str] = []
        if command.seat is None:
            place = self.game.start() if command.text is None else self.game.parse(command.text)
            dealt = [] if command.seed is None else self.game.deal_tokens(command.seed)
        elif command.seed is not None:
            refuse("position", "position view: a seed deals what the seat cannot know; give events")
        elif command.text is None:
            place = self.game.start_view(command.seat)
        else:
            place = self.game.parse_view(command.text, command.seat)
        self._base = _Base(place, from_start=command.text is None)
        self._dealt = len(dealt)
        self._tokens = [*dealt, *command.tokens]
        self._places = self._follow([place], self._tokens)

    def apply(self, tokens: Sequence[str]) -> None:
        """Play on; a refused token leaves the position as it was before the command."""
        self._places = self._follow([*self._places[:-1], self.place], tokens)
        self._tokens += tokens

    def undo(self, count: int) -> None:
        """Take back the last tokens."""
        given = len(self._tokens) - self._dealt
        if count > given:
            refuse("position", f"undo: {count} tokens to take back, {given} were given")
        del self._places[len(self._places) - count :]
        del self._tokens[len(self._tokens) - count :]

    def _follow(self, places: list[State | View], tokens: Sequence[str]) -> list[State | View]:
        """The places one after the other, one more for every token.

        What a move announces to everybody (a round's secrets, ``!46``) may stand in a full record
        too: it is checked and changes nothing.
        """
        announced: list[str] = []
        rest = list(tokens)
        while rest:
            place, token = places[-1], rest.pop(0)
            if token in announced:
                announced.remove(token)
                places.append(place)
                continue
            if isinstance(place, State):
                places.append(self._after_all_said(place, token, announced))
                announced = place.seen_by(0, _bare(token)).split()[1:]
            else:
                places += self._observed(place, token, rest)
        return places

    def _after_all_said(self, state: State, token: str, announced: Sequence[str]) -> State | View:
        """After a token; if it is refused and looks like an announcement, the wrong one."""
        try:
            return self._after(state, token)
        except ValueError:
            if announced and token[0] == announced[0][0]:
                refuse(
                    "move", f"{shown(token)} does not agree with the game; it says {announced[0]!r}"
                )
            raise

    def _observed(self, view: View, token: str, rest: list[str]) -> list[State | View]:
        """What one token shows a seat; where it takes several words, they are taken from the rest.

        A joint choice may show in more than one (``p2:? >``: another's bid, which was higher).
        """
        try:
            return [self._after(view, token)]
        except ParseError as error:
            refusal = error
        for count in range(1, min(len(rest), _MOST_FURTHER_WORDS) + 1):
            with contextlib.suppress(ValueError):
                after = self._after(view, " ".join([token, *rest[:count]]))
                del rest[:count]
                return [view] * count + [after]
        raise refusal

    @staticmethod
    def _after(place: State | View, token: str) -> State | View:
        bare = _bare(token)
        seat = "" if bare == token else token[:2]
        # Where choices are made together, a view has its own seat on turn until it has chosen.
        is_open = isinstance(place, View) and place.game.info.simultaneous
        if seat and place.turn >= 0 and int(seat[1]) - 1 != place.turn and not is_open:
            refuse("move", f"{shown(token)}: {seat} is not on turn; p{place.turn + 1} is")
        if isinstance(place, State):
            return place.play(bare)
        if bare == "?" and (masked := masked_commit(place)) is not None:
            bare = masked
        return place.observe(bare)

    def thinkable(self) -> State | View:
        """The place a seat can be asked to move in; else a refusal that says why not.

        In a view the seat may choose while its own choice is missing: what others have chosen
        before it is hidden, so it counts as made.
        """
        place = self._own_turn()
        if place.turn == OVER:
            refuse("over", "the game is over; nothing is left to play")
        if place.turn == CHANCE:
            refuse("chance", "chance is on turn; give its outcome with apply")
        if isinstance(place, View) and place.turn != place.seat:
            refuse("turn", f"p{place.seat + 1} is not on turn; p{place.turn + 1} is")
        return place

    def _own_turn(self) -> State | View:
        place = self.place
        while isinstance(place, View) and (masked := masked_commit(place)) is not None:
            place = place.observe(masked)
        return place

    # --- questions

    def answer(self, query: Query) -> str:
        """The words after ``response``."""
        if query.what == "spec":
            return self.place.game.spec if self.is_valid else self.game.spec
        if query.what == "islegal":
            return _flag(self._is_legal(query.token))
        if query.what == "view":
            return self._view_line(query.seat or 0)
        return str(getattr(self, f"_{query.what}")())

    def _gameover(self) -> str:
        return _flag(self.place.turn == OVER)

    def _p1turn(self) -> str:
        return _flag(self.place.turn == 0)

    def _turn(self) -> str:
        turn = self.place.turn
        return {CHANCE: "chance", OVER: "over"}.get(turn, f"p{turn + 1}")

    def _seats(self) -> str:
        return str(self.place.game.players)

    def _legal(self) -> str:
        return " ".join(str(move) for move in self._own_turn().legal_moves())

    def _is_legal(self, token: str) -> bool:
        try:
            self._after(self.place, token)
        except ValueError:
            return any(str(move) == _bare(token) for move in self._own_turn().legal_moves())
        return True

    def is_reply(self, move: str, reply: str) -> bool:
        """After the move another seat is on turn, and the reply can be given as a token."""
        try:
            after = self._after(self.place, move)
            self._after(after, reply)
        except ValueError:
            return False
        return after.turn >= 0 and after.turn != self.place.turn

    def _finished(self) -> State | None:
        """A finished world: payoffs are public, so any world of a view tells them."""
        place = self.place
        if place.turn != OVER:
            return None
        return place if isinstance(place, State) else place.sample(0)

    def _result(self) -> str:
        state = self._finished()
        if state is None:
            return "none"
        winners = state.winners
        return f"p{winners[0] + 1}win" if len(winners) == 1 else "draw"

    def _returns(self) -> str:
        state = self._finished()
        if state is None or state.returns is None:
            return "none"
        return " ".join(f"{payoff:g}" for payoff in state.returns)

    def _pos(self) -> str:
        return str(self.place)

    def _key(self) -> str:
        return f"{self.place.key:016x}"

    def _public(self) -> str:
        place = self.place
        return place.public() if isinstance(place, State) else place.sample(0).public()

    def _view_line(self, seat: int) -> str:
        """The position as one seat may be told it: what a referee sends."""
        place = self.place
        if isinstance(place, View):
            if seat != place.seat:
                refuse(
                    "view",
                    f"query view: this session sees p{place.seat + 1} alone, not p{seat + 1}",
                )
            return f"view p{seat + 1} pos {place}"
        view = place.view(seat)  # refuses a seat that is not at the table
        if self._base is None or not self._base.from_start:
            return f"view p{seat + 1} pos {view}"
        events = []
        for before, after, token in zip(self._places, self._places[1:], self._tokens, strict=False):
            assert isinstance(before, State)
            if before is after:  # an announcement: the move before has told it already
                continue
            if seen := before.seen_by(seat, _bare(token)):
                # A choice made together with others is nobody's unless its seat is named.
                is_commit = before.game.info.simultaneous and "?" in seen.split()[0]
                who = f"p{before.turn + 1}:" if is_commit and before.turn >= 0 else ""
                events.append(f"{who}{seen}")
        masked = " events " + " ".join(events) if events else ""
        return f"view p{seat + 1} startpos{masked}"


def masked_commit(view: View) -> str | None:
    """What the seat would see of another's choice before its own: one event for all choices.

    None when nobody else chooses, when something of the choice shows, or after the seat's own.
    """
    if view.turn in (CHANCE, OVER, view.seat) or not view.game.info.simultaneous:
        return None
    world = view.sample(0)
    events = {world.seen_by(view.seat, move) for move in world.legal_moves()[:_FEW_MOVES]}
    event = events.pop() if len(events) == 1 else ""
    # More words: the last choice was forced, and with it all of them show.
    return event if "?" in event and " " not in event else None


def _bare(token: str) -> str:
    """The token without the seat in front."""
    return re.sub(r"^p[1-5]:", "", token)


def _flag(value: bool) -> str:
    return "true" if value else "false"

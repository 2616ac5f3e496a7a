"""A view text tells what its seat may know and no more: it is refused, or worlds give it back."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence

import pytest

import moonflower as mf

NAMES = [info.name for info in mf.games(lab=True)]
SPECIFICATIONS = {
    info.name: [info.name] + [f"{info.name}:{variant}" for variant in info.variants]
    for info in mf.games(lab=True)
}
SEPARATORS = re.compile(r"([ /;,|:+@&~^<>=!.\-#()?*_]+)")
MASKS = ["?", "??", "?1", "?4", "#1", "#2", "-", ".", "", "0", "1", "2"]
CHARACTERS = "0123456789-+/?#*=;:,.x!@&|^~()<>_ ABCDHKQRSTUabcdefghstuw"
WORLDS = 3  # drawn from each accepted view
LISTED = 40

Mutation = Callable[[random.Random, str, Sequence[str]], str]


def another_text(rng: random.Random, _own: str, others: Sequence[str]) -> str:
    return rng.choice(others)


def another_field(rng: random.Random, own: str, others: Sequence[str]) -> str:
    """One word of another text, the truth's say, in its place."""
    words, theirs = own.split(" "), rng.choice(others).split(" ")
    place = rng.randrange(len(words))
    words[place] = theirs[place] if place < len(theirs) else ""
    return " ".join(words)


def another_piece(rng: random.Random, own: str, others: Sequence[str]) -> str:
    """One or two of the pieces in which another text differs, in their places."""
    pieces, theirs = SEPARATORS.split(own), SEPARATORS.split(rng.choice(others))
    told = [i for i, (mine, other) in enumerate(zip(pieces, theirs, strict=False)) if mine != other]
    for place in rng.sample(told, min(len(told), rng.randint(1, 2))):
        pieces[place] = theirs[place]
    return "".join(pieces)


def masked_piece(rng: random.Random, own: str, _others: Sequence[str]) -> str:
    pieces = SEPARATORS.split(own)
    pieces[rng.randrange(len(pieces))] = rng.choice(MASKS)
    return "".join(pieces)


def moved_piece(rng: random.Random, own: str, others: Sequence[str]) -> str:
    """A piece of the text itself or of another one, somewhere."""
    pieces = SEPARATORS.split(own)
    source = SEPARATORS.split(rng.choice([own, *others]))
    pieces[rng.randrange(len(pieces))] = rng.choice(source)
    return "".join(pieces)


def damage(rng: random.Random, own: str, _others: Sequence[str]) -> str:
    for _ in range(rng.randint(1, 3)):
        place, dropped = rng.randrange(len(own) + 1), rng.randrange(3)
        put_in = "".join(rng.choices(CHARACTERS, k=rng.randrange(3)))
        own = own[:place] + put_in + own[place + dropped :]
    return own


MUTATIONS: list[Mutation] = [
    another_text,
    another_field,
    another_piece,
    another_piece,
    masked_piece,
    moved_piece,
    damage,
]


def some_positions(game: mf.Game, rng: random.Random) -> list[mf.State]:
    """Six moments of a random game."""
    course = [game.start()]
    while not course[-1].is_over and len(course) < 400:
        course.append(course[-1].play(course[-1].random_move(rng.randrange(2**31))))
    return rng.sample(course, min(6, len(course)))


def mutated_views(name: str, count: int) -> Iterator[tuple[mf.Game, int, str]]:
    """So many view texts with something wrong, of random variants, moments and seats."""
    rng = random.Random(f"views of {name}")
    done = 0
    while done < count:
        game = mf.Game(rng.choice(SPECIFICATIONS[name]))
        positions = some_positions(game, rng)
        elsewhere = [str(state) for state in positions] + [state.public() for state in positions]
        for state in positions:
            views = [str(state.view(seat)) for seat in range(state.players)]
            for seat, own in enumerate(views):
                others = [*views[:seat], *views[seat + 1 :], str(state), state.public()]
                others += rng.sample(elsewhere, 2)
                for _ in range(5):
                    yield game, seat, rng.choice(MUTATIONS)(rng, own, others)
                    done += 1


def expect_world(world: mf.State, view: mf.View) -> None:
    back = world.view(view.seat)
    assert world._inner.check() == ""
    assert back == view, f"the world {world} is seen as {back}"
    assert back.key == view.key
    assert back.legal_moves() == view.legal_moves()


def hold_to_promise(game: mf.Game, seat: int, text: str) -> bool:
    """True when the text was accepted."""
    try:
        view = game.parse_view(text, seat=seat)
    except mf.ParseError:
        return False
    assert game.parse_view(str(view), seat=seat) == view
    for seed in range(WORLDS):
        expect_world(view.sample(seed), view)
    listed = view.worlds(LISTED)
    assert listed is None or listed
    for world, _ in listed or []:
        expect_world(world, view)
    return True


def check_mutations(name: str, count: int) -> None:
    accepted = 0
    for game, seat, text in mutated_views(name, count):
        try:
            accepted += hold_to_promise(game, seat, text)
        except Exception as error:
            error.add_note(f"Game({game.spec!r}).parse_view({text!r}, seat={seat})")
            raise
    assert accepted > count // 50  # refusing everything would prove nothing


@pytest.mark.parametrize("name", NAMES)
def test_a_mutated_view_is_refused_or_comes_back(name: str) -> None:
    check_mutations(name, 1_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_hundred_thousand_mutated_views(name: str) -> None:
    check_mutations(name, 100_000 // len(NAMES) + 1)


@pytest.mark.parametrize(
    ("spec", "seat", "text"),
    [
        ("shields", 1, "sh1 enemy - 10/10 n=6,6,6,6 a1 0 S:DH/."),
        ("shields", 0, "sh1 enemy - 10/10 n=6,6,6,6 a1 0 S:DH/?"),  # nothing has shown the last one
        ("shields:cheat=1", 1, "sh1 enemy cheat=1 9/9 n=6,6,6,6 a1 0 C:CD/CD!H"),
        ("shields:cheat=1", 1, "sh1 enemy cheat=1 9/9 n=6,6,6,6 a1 0 C:?/CD!H:h."),
        ("shields:cheat=1", 1, "sh1 enemy cheat=1 9/9 n=6,6,6,6 a1 0 A:?/CD!H:hh:a1/."),
        (
            "shields:mode=ffau,players=4",
            2,
            "sh1 ffau - 10/10/10/10 Un=14,15,14,14;P=2,2,2,2;I=2,2,2,1;V=2,2,2,2"
            "|?4|?4|C+H+S+SI|?4 - 0 S:C:CD/?/./.",
        ),
        ("flower_power:petals=4,base=3", 1, "FP1 u4=4/u4 #4/AC,9D,7S,4S,4D #37 - "
         "t1.1.1.0.00.00.1 build:2"),
    ],
)  # fmt: skip
def test_a_secret_in_a_view_is_refused(spec: str, seat: int, text: str) -> None:
    with pytest.raises(mf.ParseError, match=r"shows|cannot happen"):
        mf.Game(spec).parse_view(text, seat=seat)


def test_a_log_in_a_view_holds_what_its_seat_saw() -> None:
    game = mf.Game("flower_power", decks=2, petals=5, base=5)
    text = (
        "FP1 1r:?,?,?,?;3r:?/2r:QH,?,? AS,AC,KH,9H,3D,3C/KS,KC,8C,8C,4D,3D,2C #84 BJ,TC,6S "
        "t2.2.0.0.00.10.4 reply:2:0:2>1:0:-:-:11 *open &s12:7.0;ls12KS,KC,8C,8C,4D,3D,2C"
    )
    assert str(game.parse_view(text, seat=0)) == text
    with pytest.raises(mf.ParseError, match="p1 has not seen"):
        game.parse_view(text + "+d2KS", seat=0)
    # a log that contradicts the table: worlds are drawn and listed without it
    odd = game.parse_view(text[: -len("3D,2C")] + "4D,2C", seat=0)
    assert odd.worlds(1_000)
    expect_world(odd.sample(1), odd)

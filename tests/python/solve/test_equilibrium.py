"""Solvers against published values, against each other and against a plain Python twin."""

from __future__ import annotations

import contextlib
import random
import signal
import threading
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

import moonflower as mf
from moonflower import solve

METHODS: tuple[solve.Method, ...] = ("cfr", "cfr+", "dcfr", "pcfr+")


def tree_of(spec: str) -> solve.Tree:
    return solve.flatten(mf.Game(spec))


# --- a slow twin: walks states, knows no tree -------------------------------------------------


class Twin:
    """Expected values and best responses by walking states, straight from the definitions."""

    def __init__(self, game: mf.Game, policy: solve.Policy) -> None:
        self.game = game
        self.policy = policy

    def odds(self, state: mf.State) -> list[tuple[mf.Move, float]]:
        if state.turn == mf.CHANCE:
            return state.outcomes()
        shares = self.policy.at(state.view(state.turn))
        return [(move, shares[str(move)]) for move in state.legal_moves()]

    def values(self, state: mf.State) -> np.ndarray:
        if state.is_over:
            return score(state)
        return sum(  # type: ignore[no-any-return]
            (share * self.values(state.play(move)) for move, share in self.odds(state) if share),
            np.zeros(state.players),
        )

    def best_response(self, seat: int) -> float:
        """Backward over information sets: all histories of a set choose together."""
        histories: dict[int, list[tuple[mf.State, float, int]]] = defaultdict(list)
        self._gather(self.game.start(), seat, 1.0, 0, histories)
        chosen: dict[int, mf.Move] = {}

        def value(state: mf.State) -> float:
            if state.is_over:
                return float(score(state)[seat])
            if state.turn == seat:
                return value(state.play(chosen[state.view(seat).key]))
            return sum(share * value(state.play(move)) for move, share in self.odds(state))

        deepest_first = sorted(histories.items(), key=lambda item: -max(h[2] for h in item[1]))
        for key, nodes in deepest_first:
            moves = nodes[0][0].legal_moves()
            totals = [
                sum(reach * value(state.play(move)) for state, reach, _ in nodes) for move in moves
            ]
            chosen[key] = moves[int(np.argmax(totals))]
        return value(self.game.start())

    def _gather(
        self,
        state: mf.State,
        seat: int,
        reach: float,
        depth: int,
        histories: dict[int, list[tuple[mf.State, float, int]]],
    ) -> None:
        if state.is_over:
            return
        own = state.turn == seat
        if own:
            histories[state.view(seat).key].append((state, reach, depth))
        children = [(move, 1.0) for move in state.legal_moves()] if own else self.odds(state)
        for move, share in children:
            self._gather(state.play(move), seat, reach * share, depth + 1, histories)


def score(state: mf.State) -> np.ndarray:
    """Payoffs that add up to 1 count 2p - 1."""
    payoffs = np.array(state.returns)
    return 2 * payoffs - 1 if state.game.info.payoff_sum == 1 else payoffs


def test_certificate_equals_a_walk_over_states() -> None:
    game = mf.Game("kuhn_poker")
    tree = solve.flatten(game)
    solver = solve.CfrSolver(tree, method="cfr")
    for iterations in (0, 1, 5):
        solver.run(iterations - solver.iterations)
        policy = solver.average()
        twin = Twin(game, policy)
        found = solve.certify(tree, policy)
        assert found.values == pytest.approx(twin.values(game.start()), abs=1e-12)
        best = [twin.best_response(seat) for seat in range(2)]
        assert found.best_responses == pytest.approx(best, abs=1e-12)
        assert found.nash_conv == pytest.approx(sum(best) - sum(found.values), abs=1e-12)
        assert solve.expected_values(tree, policy) == pytest.approx(found.values, abs=1e-15)


def test_leduc_values_equal_a_walk_over_states() -> None:
    game = mf.Game("leduc_poker")
    tree = solve.flatten(game)
    solver = solve.CfrSolver(tree, method="cfr+")
    solver.run(20)
    policy = solver.average()
    assert solve.expected_values(tree, policy) == pytest.approx(
        Twin(game, policy).values(game.start()), abs=1e-12
    )


# --- published values -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "nash_conv"),
    [("kuhn_poker", 11 / 12), ("leduc_poker", 4.747222222222), ("liars_dice", 1.561488646384)],
)
def test_uniform_play_leaves(spec: str, nash_conv: float) -> None:
    tree = tree_of(spec)
    assert solve.nash_conv(tree, tree.uniform()) == pytest.approx(nash_conv, abs=1e-9)


@pytest.mark.parametrize(
    ("spec", "value", "method"),
    [
        ("kuhn_poker", -1 / 18, "cfr+"),
        ("leduc_poker", -0.085606424078, "pcfr+"),
        ("liars_dice:dice_sides=2", 1 / 2, "cfr+"),
        ("liars_dice:dice_sides=3", 1 / 9, "cfr+"),
        ("liars_dice:dice_sides=4", 1 / 16, "pcfr+"),
        ("goofspiel:cards=4,points=descending", 0, "pcfr+"),
        pytest.param("leduc_poker", -0.085606424078, "cfr+", marks=pytest.mark.slow),
        pytest.param("liars_dice:dice_sides=5", 1 / 125, "pcfr+", marks=pytest.mark.slow),
        pytest.param("liars_dice", -7 / 258, "cfr+", marks=pytest.mark.slow),
        pytest.param("goofspiel:cards=4", 0, "pcfr+", marks=pytest.mark.slow),
    ],
)
def test_equilibrium_value(spec: str, value: float, method: solve.Method) -> None:
    found = solve.find_equilibrium(mf.Game(spec), method=method, nash_conv=1e-6)
    assert found.exact
    assert found.nash_conv <= 1e-6
    assert found.value == pytest.approx(value, abs=1e-6)
    low, high = found.bounds
    assert low - 1e-12 <= value <= high + 1e-12


def test_cfr_on_leduc_goes_as_openspiel_does() -> None:
    """Same updates, seats in turn: exploitability after 100 and 1,000 iterations."""
    tree = tree_of("leduc_poker")
    solver = solve.CfrSolver(tree, method="cfr")
    solver.run(100)
    assert solve.exploitability(tree, solver.average()) == pytest.approx(0.09572, abs=5e-6)
    solver.run(900)
    assert solve.exploitability(tree, solver.average()) == pytest.approx(0.01182, abs=5e-6)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_solves_kuhn_poker(method: solve.Method) -> None:
    found = solve.find_equilibrium(mf.Game("kuhn_poker"), method=method, nash_conv=1e-3)
    assert found.exact
    assert found.value == pytest.approx(-1 / 18, abs=1e-3)


def test_tic_tac_toe_is_a_draw() -> None:
    found = solve.find_equilibrium(mf.Game("tic_tac_toe").parse("x...o...."), nash_conv=1e-4)
    assert found.exact
    assert found.value == pytest.approx(0, abs=1e-4)


def test_sampling_comes_near_on_leduc() -> None:
    tree = tree_of("leduc_poker")
    solver = solve.McCfrSolver(tree, seed=1)
    solver.run(50_000)
    assert solver.iterations == 50_000
    first = solve.nash_conv(tree, solver.average())
    solver.run(150_000)
    assert solve.nash_conv(tree, solver.average()) < min(first, 0.15)


# --- trees ------------------------------------------------------------------------------------


def test_leduc_tree_has_the_published_size() -> None:
    tree = tree_of("leduc_poker")
    assert (tree.nodes, tree.leaves, tree.info_sets) == (9457, 5520, (468, 468))
    assert tree.is_zero_sum


@pytest.mark.parametrize("spec", ["kuhn_poker", "leduc_poker", "tic_tac_toe"])
def test_estimate_is_near_the_count(spec: str) -> None:
    game = mf.Game(spec)
    guess = solve.tree_size(game)
    assert guess == solve.tree_size(game.start())
    tree = solve.flatten(game)
    assert guess.nodes == pytest.approx(tree.nodes, rel=0.1)
    assert guess.leaves == pytest.approx(tree.leaves, rel=0.1)
    assert guess.surely_nodes <= tree.nodes


def test_a_tree_that_does_not_fit_is_refused_with_the_estimate() -> None:
    with pytest.raises(mf.TooLargeError, match=r"about .* nodes, .* MB; up to 1024 MB"):
        solve.flatten(mf.Game("hex"))
    with pytest.raises(mf.TooLargeError, match=r"tic_tac_toe: a game tree of about"):
        solve.flatten(mf.Game("tic_tac_toe"), memory_mb=1)
    with pytest.raises(ValueError, match="memory_mb"):
        solve.flatten(mf.Game("kuhn_poker"), memory_mb=0)


def test_a_view_is_solved_from_all_its_worlds() -> None:
    """What the second seat knows after a pass leaves two worlds."""
    state = mf.Game("kuhn_poker").start()
    while state.turn == mf.CHANCE:
        state = state.play(state.outcomes()[-1][0])
    view = state.play(state.legal_moves()[0]).view(1)
    worlds = view.worlds(10)
    assert worlds is not None
    assert len(worlds) == 2
    with pytest.raises(mf.TooLargeError, match="more than 1 worlds"):
        solve.flatten(view, most_worlds=1)
    tree = solve.flatten(view)
    assert tree.seat == 1
    assert solve.tree_size(view).nodes == pytest.approx(tree.nodes, rel=0.1)
    # Expected score by hand, from uniform play: the average of the worlds' own trees.
    expected = sum(
        share * solve.expected_values(solve.flatten(world), solve.flatten(world).uniform())[0]
        for world, share in worlds
    )
    assert solve.expected_values(tree, tree.uniform())[0] == pytest.approx(expected)


# --- policies ---------------------------------------------------------------------------------


def test_policies_are_saved_and_loaded(tmp_path: Path) -> None:
    tree = tree_of("kuhn_poker")
    found = solve.find_equilibrium(tree)
    assert found.strategy is not None
    path = tmp_path / "kuhn.npz"
    found.strategy.save(path)
    read = solve.Policy.load(path)
    assert (read.spec, read.position, read.seat) == (tree.spec, tree.position, None)
    assert solve.nash_conv(tree, read) == found.nash_conv
    view = mf.Game("kuhn_poker").deal(seed=1).view(0)
    assert read.at(view) == found.strategy.at(view)
    assert sum(read.at(view).values()) == pytest.approx(1)
    with pytest.raises(mf.OptionError, match="made for kuhn_poker"):
        solve.nash_conv(tree_of("leduc_poker"), read)


def test_what_is_no_saved_policy_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.npz"
    path.write_bytes(b"PK no policy")
    with pytest.raises(mf.ParseError, match="cannot read"):
        solve.Policy.load(path)
    with path.open("wb") as file:
        np.savez(file, other=np.zeros(3))
    with pytest.raises(mf.ParseError, match="cannot read"):
        solve.Policy.load(path)
    with path.open("wb") as file:
        np.savez(file, format=np.array("policy 9"))
    with pytest.raises(mf.ParseError, match="policy 9"):
        solve.Policy.load(path)


def test_a_damaged_policy_is_read_or_refused(tmp_path: Path) -> None:
    tree_of("kuhn_poker").uniform().save(tmp_path / "sound.npz")
    sound = (tmp_path / "sound.npz").read_bytes()
    path = tmp_path / "damaged.npz"
    for seed in range(300):
        source = random.Random(seed)
        data = bytearray(sound)
        for _ in range(source.randint(1, 6)):
            data[source.randrange(len(data))] ^= 1 << source.randrange(8)
        path.write_bytes(data[: source.randrange(len(data))] if seed % 3 == 0 else data)
        with contextlib.suppress(mf.ParseError):  # and nothing else
            assert isinstance(solve.Policy.load(path), solve.Policy)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("probabilities0", np.zeros(1)),
        ("probabilities1", np.zeros((13, 1))),
        ("keys0", np.zeros(6, dtype=float)),
        ("parents1", np.full(6, 12, dtype="u4")),  # would be walked for ever
        ("firsts0", np.full(6, 2**32 - 1, dtype="u4")),
        ("counts0", np.full(6, 2**32 - 1, dtype="u4")),
        ("moves1", np.zeros(0, dtype="u4")),
        ("seat", np.array([0, 1])),
        ("spec", np.array(None)),
    ],
)
def test_a_forged_policy_is_refused(tmp_path: Path, name: str, array: np.ndarray) -> None:
    path = tmp_path / "forged.npz"
    tree_of("kuhn_poker").uniform().save(path)
    with np.load(path) as file:
        arrays = {**file, name: array}
    np.savez(path, **arrays)
    with pytest.raises(mf.ParseError, match="cannot read"):
        solve.Policy.load(path)
    np.save(tmp_path / "array.npy", np.zeros(3))
    with pytest.raises(mf.ParseError, match="cannot read"):
        solve.Policy.load(tmp_path / "array.npy")


def test_what_is_no_policy_is_refused() -> None:
    tree = tree_of("kuhn_poker")
    arrays = [array.copy() for array in tree.uniform().probabilities]
    arrays[1][4] = 2
    with pytest.raises(mf.MoonflowerError, match="seat 1, information set"):
        tree.policy(arrays)
    with pytest.raises(mf.MoonflowerError, match="seats"):
        tree.policy(arrays[:1])


def test_a_view_outside_the_tree_has_no_policy() -> None:
    tree = solve.flatten(mf.Game("tic_tac_toe").parse("x...o...."))
    with pytest.raises(KeyError, match="not in the tree"):
        tree.uniform().at(mf.Game("tic_tac_toe").start().view(0))


def test_best_response_gets_what_it_says() -> None:
    tree = tree_of("leduc_poker")
    policy = tree.uniform()
    for seat in range(2):
        value, response = solve.best_response(tree, policy, seat=seat)
        assert solve.expected_values(tree, response)[seat] == pytest.approx(value, abs=1e-12)
        assert solve.certify(tree, policy).best_responses[seat] == pytest.approx(value)
    with pytest.raises(ValueError, match="seat: 2 is out of range"):
        solve.best_response(tree, policy, seat=2)


# --- runs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_same_run_same_policy(method: solve.Method) -> None:
    tree = tree_of("leduc_poker")
    whole, pieces = (solve.CfrSolver(tree, method=method) for _ in range(2))
    whole.run(30)
    for _ in range(3):
        pieces.run(10)
    for one, other in zip(
        whole.average().probabilities, pieces.average().probabilities, strict=True
    ):
        assert np.array_equal(one, other)


def test_progress_is_told_and_stops() -> None:
    told: list[solve.Progress] = []

    def enough(progress: solve.Progress) -> bool:
        told.append(progress)
        return len(told) < 4

    found = solve.find_equilibrium(mf.Game("leduc_poker"), nash_conv=1e-9, progress=enough)
    assert [progress.iterations for progress in told] == [10, 20, 30, 40]
    assert not found.exact
    assert found.nash_conv == min(progress.nash_conv for progress in told)


def test_an_exception_of_the_progress_callback_comes_through() -> None:
    def broken(_: solve.Progress) -> bool:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve.find_equilibrium(mf.Game("kuhn_poker"), nash_conv=0, progress=broken)


def test_ctrl_c_stops_a_run_and_loses_nothing() -> None:
    solver = solve.CfrSolver(tree_of("leduc_poker"))
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solver.run(10**9)
    timer.join()
    assert solver.iterations > 0
    solver.average()


def test_wrong_arguments_are_refused() -> None:
    tree = tree_of("kuhn_poker")
    with pytest.raises(mf.OptionError, match="methods are cfr"):
        solve.CfrSolver(tree, method="cfr++")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="iterations"):
        solve.CfrSolver(tree).run(-1)

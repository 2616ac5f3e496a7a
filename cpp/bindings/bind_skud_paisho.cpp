// What Skud Pai Sho offers beyond the contract; moonflower.per_game.skud_paisho wraps it.
#include <pybind11/stl.h>

#include <tuple>

#include "bindings/handles.hpp"
#include "core/error.hpp"
#include "games/skud_paisho/module.hpp"
#include "games/skud_paisho/policy.hpp"
#include "games/skud_paisho/queries.hpp"
#include "solve/skud_paisho/solver.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

using skud_paisho::Coordinates;
using skud_paisho::State;

const State& state_of(const StateHandle& handle) {
    const State* const state = skud_paisho::state_in(*handle.state);
    if (state == nullptr)
        throw OptionError("skud_paisho: the state is one of " + handle.state->game()->facts().name +
                          "; states of skud_paisho are accepted");
    return *state;
}

StateHandle handle_of(const State& state) { return {skud_paisho::wrapped(state)}; }

Seat checked_seat(const StateHandle& handle, int seat) {
    return handle.state->game()->checked_seat(seat);
}

void bind_proofs(py::module_& module) {
    module.def(
        "skud_paisho_forced_win",
        [](const StateHandle& self, int turns, std::uint64_t nodes, bool bonus_threats) {
            const State& state = state_of(self);
            ProgressTimer progress = signal_progress();
            SolveLimits limits;
            limits.nodes = nodes;
            const py::gil_scoped_release released;
            return find_forced_win(state, turns, bonus_threats, limits, [&] { progress.tick(); });
        },
        py::arg("state"), py::arg("turns"), py::arg("nodes"), py::arg("bonus_threats"));
    module.def(
        "skud_paisho_check_forced_win",
        [](const StateHandle& self, int seat, int turns) {
            const State& state = state_of(self);
            const Seat attacker = checked_seat(self, seat);
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return check_forced_win(state, attacker, turns, [&] { progress.tick(); });
        },
        py::arg("state"), py::arg("seat"), py::arg("turns"));
}

void bind_facts_of_positions(py::module_& module) {
    module.def(
        "skud_paisho_turns", [](const StateHandle& self) { return turn_texts(state_of(self)); },
        py::arg("state"));
    module.def(
        "skud_paisho_harmonies",
        [](const StateHandle& self) {
            std::vector<std::tuple<int, std::tuple<int, int>, std::tuple<int, int>>> all;
            for (const auto& [owner, first, second] : harmony_facts(state_of(self)))
                all.push_back({owner, {first[0], first[1]}, {second[0], second[1]}});
            return all;
        },
        py::arg("state"));
    const auto pairs = [](const std::vector<Coordinates>& points) {
        std::vector<std::tuple<int, int>> all;
        for (const auto& [x, y] : points) all.emplace_back(x, y);
        return all;
    };
    module.def(
        "skud_paisho_trapped",
        [pairs](const StateHandle& self) { return pairs(trapped_points(state_of(self))); },
        py::arg("state"));
    module.def(
        "skud_paisho_drained",
        [pairs](const StateHandle& self) { return pairs(drained_points(state_of(self))); },
        py::arg("state"));
    module.def(
        "skud_paisho_ring_in_one",
        [](const StateHandle& self, int seat) {
            return ring_in_one_texts(state_of(self), checked_seat(self, seat));
        },
        py::arg("state"), py::arg("seat"));
}

void bind_keys_and_policy(py::module_& module) {
    module.def(
        "skud_paisho_canonical_key",
        [](const StateHandle& self) {
            return skud_paisho::Symmetry::canonical_key(state_of(self));
        },
        py::arg("state"));
    module.def(
        "skud_paisho_repetition_key",
        [](const StateHandle& self) { return state_of(self).repetition_key(); }, py::arg("state"));
    module.def(
        "skud_paisho_images",
        [](const StateHandle& self) {
            std::vector<StateHandle> all;
            for (const State& image : images(state_of(self))) all.push_back(handle_of(image));
            return all;
        },
        py::arg("state"));
    module.def(
        "skud_paisho_evaluation",
        [](const StateHandle& self, int seat) {
            return evaluate(state_of(self), checked_seat(self, seat));
        },
        py::arg("state"), py::arg("seat"));
    module.def(
        "skud_paisho_priors", [](const StateHandle& self) { return prior_weights(state_of(self)); },
        py::arg("state"));
    module.def(
        "skud_paisho_greedy_move",
        [](const StateHandle& self, std::uint64_t seed) {
            const State& state = state_of(self);
            if (state.is_over())
                throw IllegalMoveError("skud_paisho: no move here; the game is over");
            Rng rng(seed);
            const Move move = state.greedy_move(rng);
            return MoveHandle{move, state.format(move)};
        },
        py::arg("state"), py::arg("seed"));
}

void bind_records_and_measures(py::module_& module) {
    module.def(
        "skud_paisho_read_record",
        [](const GameHandle& self, const std::string& text) {
            const StateHandle start{self.game->start()};
            const auto record = skud_paisho::read_record(text, state_of(start).rules());
            return std::make_tuple(handle_of(record.state), record.turns);
        },
        py::arg("game"), py::arg("text"));
    module.def(
        "skud_paisho_repeat_ring_test",
        [](const StateHandle& self, std::uint64_t count) {
            const State& state = state_of(self);
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return repeat_ring_test(state, count, [&] { progress.tick(); });
        },
        py::arg("state"), py::arg("count"));
    module.def(
        "skud_paisho_play_by_steps",
        [](const StateHandle& self, std::uint64_t games, std::uint64_t seed) {
            const State& state = state_of(self);
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return play_by_steps(state, games, seed, [&] { progress.tick(); });
        },
        py::arg("state"), py::arg("games"), py::arg("seed"));
}

}  // namespace

void bind_skud_paisho(py::module_& module) {
    bind_facts_of_positions(module);
    bind_keys_and_policy(module);
    bind_proofs(module);
    bind_records_and_measures(module);
}

}  // namespace moonflower

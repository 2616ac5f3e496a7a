// What Flower Power offers beyond the contract; moonflower.per_game.flower_power wraps it.
#include <pybind11/stl.h>

#include <tuple>

#include "bindings/handles.hpp"
#include "core/error.hpp"
#include "games/flower_power/module.hpp"
#include "solve/flower_power/battle.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

using flower_power::AttackOdds;
using Odds = std::tuple<double, std::uint64_t, bool, std::uint64_t>;

// The inner position, or OptionError when it is one of another game.
const auto& checked(const auto* inner, const auto& any) {
    if (inner == nullptr)
        throw OptionError("flower_power: the position is one of " + any.game()->facts().name +
                          "; positions of flower_power are accepted");
    return *inner;
}

Odds figures(const AttackOdds& odds) {
    return {odds.chance, odds.worlds, odds.is_exact, odds.nodes};
}

}  // namespace

void bind_flower_power(py::module_& module) {
    module.def(
        "flower_power_attack_odds",
        [](const StateHandle& self, const std::string& attack, std::uint64_t nodes) {
            const auto& state = checked(flower_power::state_in(*self.state), *self.state);
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return figures(
                attack_odds(state, state.parse_move(attack), nodes, [&] { progress.tick(); }));
        },
        py::arg("state"), py::arg("attack"), py::arg("nodes"));
    module.def(
        "flower_power_view_attack_odds",
        [](const ViewHandle& self, const std::string& attack, std::size_t samples,
           std::uint64_t seed, std::uint64_t nodes) {
            const auto& view = checked(flower_power::view_in(*self.view), *self.view);
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return figures(attack_odds(view, view.parse_move(attack), samples, seed, nodes,
                                       [&] { progress.tick(); }));
        },
        py::arg("view"), py::arg("attack"), py::arg("samples"), py::arg("seed"), py::arg("nodes"));
}

}  // namespace moonflower

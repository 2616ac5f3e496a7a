#include <pybind11/stl.h>

#include "bindings/handles.hpp"
#include "engine/shields_solution.hpp"

namespace moonflower {

namespace py = pybind11;

void bind_shields(py::module_& module) {
    using shields::Choice;
    using shields::FfaDuel;
    using shields::Figure;
    using shields::Solution;
    py::class_<Figure>(module, "ShieldsFigure")
        .def_readonly("value", &Figure::value)
        .def_readonly("fraction", &Figure::fraction);
    py::class_<Choice>(module, "ShieldsChoice")
        .def_readonly("token", &Choice::token)
        .def_readonly("probability", &Choice::probability)
        .def_readonly("loss", &Choice::loss);
    py::class_<Solution>(module, "ShieldsSolution")
        .def_readonly("kind", &Solution::kind)
        .def_readonly("measure", &Solution::measure)
        .def_readonly("exact", &Solution::is_exact)
        .def_readonly("gap", &Solution::gap)
        .def_readonly("values", &Solution::values)
        .def_readonly("choices", &Solution::choices)
        .def_readonly("positions", &Solution::positions);
    module.def(
        "shields_solve",
        [](const StateHandle& handle, std::uint64_t max_positions) {
            Pulse pulse = signal_pulse();
            const py::gil_scoped_release released;
            return solve_shields(*handle.state, max_positions, pulse);
        },
        py::arg("state"), py::arg("max_positions"));
    module.def(
        "shields_ffa_duel",
        [](int lives0, int lives1, int k) {
            const FfaDuel duel = shields::solve_ffa_duel(lives0, lives1, k);
            return std::array<std::string, 5>{duel.value.text(), duel.win0.text(), duel.win1.text(),
                                              duel.draw.text(), duel.turns.text()};
        },
        py::arg("lives0"), py::arg("lives1"), py::arg("k"));
    module.def(
        "shields_least_hits",
        [](const std::array<int, 4>& counts, int k) {
            return shields::least_expected_hits(counts, k).text();
        },
        py::arg("counts"), py::arg("k"));
    module.def(
        "shields_random_winners",
        [](const std::vector<int>& lives, int k) {
            std::vector<std::string> shares;
            for (const Rational& share : shields::ffa_random_winners(lives, k))
                shares.push_back(share.text());
            return shares;
        },
        py::arg("lives"), py::arg("k"));
}

}  // namespace moonflower

// What Shields! offers beyond the contract; moonflower.per_game.shields wraps it.
#include <pybind11/stl.h>

#include "bindings/bound_class.hpp"
#include "bindings/handles.hpp"
#include "engine/shields_solution.hpp"

namespace moonflower {

namespace py = pybind11;

void bind_shields(py::module_& module) {
    using shields::Analysis;
    using shields::Choice;
    using shields::FfaDuel;
    using shields::Figure;
    using shields::SuitPlan;
    BoundClass<Figure>(module, "ShieldsFigure")
        .def_readonly("value", &Figure::value)
        .def_readonly("fraction", &Figure::fraction);
    BoundClass<Choice>(module, "ShieldsChoice")
        .def_readonly("token", &Choice::token)
        .def_readonly("probability", &Choice::probability)
        .def_readonly("loss", &Choice::loss);
    BoundClass<SuitPlan>(module, "ShieldsPlan")
        .def_property_readonly("suit",
                               [](const SuitPlan& plan) { return std::string(1, plan.suit); })
        .def_readonly("covered", &SuitPlan::is_covered)
        .def_readonly("share", &SuitPlan::share)
        .def_readonly("claims_hit", &SuitPlan::claims_hit)
        .def_readonly("accuses", &SuitPlan::accuses);
    BoundClass<Analysis>(module, "ShieldsSolution")
        .def_readonly("kind", &Analysis::kind)
        .def_readonly("measure", &Analysis::measure)
        .def_readonly("exact", &Analysis::is_exact)
        .def_readonly("gap", &Analysis::gap)
        .def_readonly("values", &Analysis::values)
        .def_readonly("choices", &Analysis::choices)
        .def_readonly("plans", &Analysis::plans)
        .def_readonly("note", &Analysis::note)
        .def_readonly("positions", &Analysis::positions);
    module.def(
        "shields_solve",
        [](const StateHandle& handle, std::uint64_t max_positions) {
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return solve_shields(*handle.state, max_positions, progress);
        },
        py::arg("state"), py::arg("max_positions"));
    module.def(
        "shields_solve_view",
        [](const ViewHandle& handle, std::uint64_t max_positions) {
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return solve_shields(*handle.view, max_positions, progress);
        },
        py::arg("view"), py::arg("max_positions"));
    module.def(
        "shields_ffa_duel",
        [](int lives0, int lives1, int k) {
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            const FfaDuel duel =
                shields::solve_ffa_duel(lives0, lives1, k, [&] { progress.tick(); });
            return std::array<std::string, 5>{duel.value.text(), duel.win0.text(), duel.win1.text(),
                                              duel.draw.text(), duel.turns.text()};
        },
        py::arg("lives0"), py::arg("lives1"), py::arg("k"));
    module.def(
        "shields_least_hits",
        [](const std::array<int, 4>& counts, int k) {
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return shields::least_expected_hits(counts, k, [&] { progress.tick(); }).text();
        },
        py::arg("counts"), py::arg("k"));
    module.def(
        "shields_random_winners",
        [](const std::vector<int>& lives, int k) {
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            std::vector<std::string> shares;
            for (const Rational& share :
                 shields::ffa_random_winners(lives, k, [&] { progress.tick(); }))
                shares.push_back(share.text());
            return shares;
        },
        py::arg("lives"), py::arg("k"));
}

}  // namespace moonflower

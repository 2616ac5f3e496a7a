// One form of answer for every solver.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "bindings/bound_class.hpp"
#include "bindings/handles.hpp"
#include "engine/solving.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

using AskToGoOn = std::optional<std::function<bool()>>;

void bind_answer(py::module_& module) {
    BoundClass<SolvedMove>(module, "SolvedMove")
        .def_property_readonly(
            "move", [](const SolvedMove& self) { return MoveHandle{self.move, self.text}; })
        .def_readonly("value", &SolvedMove::value)
        .def_readonly("loss", &SolvedMove::loss)
        .def_readonly("share", &SolvedMove::share)
        .def_readonly("exact", &SolvedMove::is_exact);
    BoundClass<Solution>(module, "Solution")
        .def_property_readonly("kind",
                               [](const Solution& self) {
                                   return kSolutionNames[static_cast<std::size_t>(self.kind)];
                               })
        .def_readonly("measure", &Solution::measure)
        .def_readonly("method", &Solution::method)
        .def_readonly("seat", &Solution::seat)
        .def_readonly("value", &Solution::value)
        .def_readonly("values", &Solution::values)
        .def_readonly("margin", &Solution::margin)
        .def_readonly("bound", &Solution::bound)
        .def_readonly("exact", &Solution::is_exact)
        .def_readonly("moves", &Solution::moves)
        .def_readonly("line", &Solution::line)
        .def_readonly("depth", &Solution::depth)
        .def_readonly("turns", &Solution::turns)
        .def_readonly("nodes", &Solution::nodes)
        .def_readonly("iterations", &Solution::iterations)
        .def_readonly("checked", &Solution::checked)
        .def_readonly("note", &Solution::note);
}

// The progress callback: signals, the stop flag, the caller's own.
ProgressCallback progress_of(const StopHandle& stop, const AskToGoOn& progress) {
    return [flag = stop.flag, &progress] {
        deliver_signals();
        const py::gil_scoped_acquire held;
        if (flag->load() || (progress && !(*progress)())) throw SolveStopped{};
    };
}

// What may be spent besides the limits of a request.
SolveLimits limits_of(const SearchLimits& limits, const AnyView& view, std::uint64_t memory_bytes,
                      double nash_conv, double overhead_ms) {
    SolveLimits result = solve_limits(limits, view, overhead_ms);
    result.memory_bytes = memory_bytes;
    result.nash_conv = nash_conv;
    return result;
}

}  // namespace

void bind_solution(py::module_& module) {
    bind_answer(module);
    module.def(
        "solve_state",
        [](const StateHandle& handle, const SearchLimits& limits, std::uint64_t memory_bytes,
           double nash_conv, double overhead_ms, const StopHandle& stop,
           const AskToGoOn& progress) {
            const py::gil_scoped_release released;
            const AnyState& state = *handle.state;
            const ViewPtr view = state.view(std::max(0, state.turn().code()));
            return solve(state, limits_of(limits, *view, memory_bytes, nash_conv, overhead_ms),
                         progress_of(stop, progress));
        },
        py::arg("state"), py::arg("limits"), py::arg("memory_bytes"), py::arg("nash_conv"),
        py::arg("overhead_ms"), py::arg("stop"), py::arg("progress"));
    module.def(
        "solve_view",
        [](const ViewHandle& handle, const SearchLimits& limits, std::uint64_t memory_bytes,
           double nash_conv, double overhead_ms, const StopHandle& stop,
           const AskToGoOn& progress) {
            const py::gil_scoped_release released;
            return solve(*handle.view,
                         limits_of(limits, *handle.view, memory_bytes, nash_conv, overhead_ms),
                         progress_of(stop, progress));
        },
        py::arg("view"), py::arg("limits"), py::arg("memory_bytes"), py::arg("nash_conv"),
        py::arg("overhead_ms"), py::arg("stop"), py::arg("progress"));
}

}  // namespace moonflower

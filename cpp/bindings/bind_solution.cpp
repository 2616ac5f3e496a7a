// One form of answer for every solver.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "bindings/bound_class.hpp"
#include "bindings/handles.hpp"
#include "engine/solving.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

using AskToGoOn = std::optional<std::function<bool()>>;

void bind_answer(py::module_& module) {
    BoundClass<SolveLimits>(module, "SolveLimits")
        .def(py::init())
        .def_readwrite("time_ms", &SolveLimits::time_ms)
        .def_readwrite("nodes", &SolveLimits::nodes)
        .def_readwrite("memory_bytes", &SolveLimits::memory_bytes)
        .def_readwrite("nash_conv", &SolveLimits::nash_conv);
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
        .def_readonly("method", &Solution::method)
        .def_readonly("seat", &Solution::seat)
        .def_readonly("value", &Solution::value)
        .def_readonly("values", &Solution::values)
        .def_readonly("margin", &Solution::margin)
        .def_readonly("bound", &Solution::bound)
        .def_readonly("exact", &Solution::is_exact)
        .def_readonly("moves", &Solution::moves)
        .def_readonly("line", &Solution::line)
        .def_readonly("nodes", &Solution::nodes)
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

}  // namespace

void bind_solution(py::module_& module) {
    bind_answer(module);
    module.def(
        "solve_state",
        [](const StateHandle& handle, const SolveLimits& limits, const StopHandle& stop,
           const AskToGoOn& progress) {
            const py::gil_scoped_release released;
            return solve(*handle.state, limits, progress_of(stop, progress));
        },
        py::arg("state"), py::arg("limits"), py::arg("stop"), py::arg("progress"));
    module.def(
        "solve_view",
        [](const ViewHandle& handle, const SolveLimits& limits, const StopHandle& stop,
           const AskToGoOn& progress) {
            const py::gil_scoped_release released;
            return solve(*handle.view, limits, progress_of(stop, progress));
        },
        py::arg("view"), py::arg("limits"), py::arg("stop"), py::arg("progress"));
}

}  // namespace moonflower

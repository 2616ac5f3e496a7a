// Counting, playing out, conformance, signatures.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <optional>

#include "audit/belief_audit.hpp"
#include "audit/conformance.hpp"
#include "audit/signature.hpp"
#include "bindings/bound_class.hpp"
#include "bindings/handles.hpp"
#include "engine/positions.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

// A (count, seats) array of payoffs, and the moves made.
template <class Source>
std::pair<py::array_t<double>, std::uint64_t> played_out(const Source& source, std::uint64_t count,
                                                         std::uint64_t seed) {
    ProgressTimer progress = signal_progress();
    Playouts played;
    {
        const py::gil_scoped_release released;
        played = playouts(source, count, seed, progress);
    }
    const std::array<py::ssize_t, 2> shape{static_cast<py::ssize_t>(count), played.seats};
    return {py::array_t<double>(shape, played.payoffs.data()), played.moves};
}

void bind_stopping(py::module_& module) {
    BoundClass<StopHandle>(module, "StopFlag")
        .def(py::init())
        .def("set", [](const StopHandle& self) { self.flag->store(true); })
        .def_property_readonly("is_set", [](const StopHandle& self) { return self.flag->load(); });
    module.def(
        "watch_stop",
        [](const std::optional<StopHandle>& stop) { watched_stop = stop ? stop->flag : nullptr; },
        py::arg("stop"));
}

}  // namespace

void bind_tools(py::module_& module) {
    bind_stopping(module);
    module.def(
        "perft",
        [](const StateHandle& handle, int depth, bool turns) {
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return perft(*handle.state, depth, turns, progress);
        },
        py::arg("state"), py::arg("depth"), py::arg("turns"));
    module.def(
        "playouts",
        [](const StateHandle& handle, std::uint64_t count, std::uint64_t seed) {
            return played_out(*handle.state, count, seed);
        },
        py::arg("state"), py::arg("count"), py::arg("seed"));
    module.def(
        "view_playouts",
        [](const ViewHandle& handle, std::uint64_t count, std::uint64_t seed) {
            return played_out(*handle.view, count, seed);
        },
        py::arg("view"), py::arg("count"), py::arg("seed"));
    module.def(
        "playout_signature",
        [](const StateHandle& handle, std::uint64_t seed) {
            const py::gil_scoped_release released;
            return playout_signature(*handle.state, seed);
        },
        py::arg("state"), py::arg("seed"));
    BoundClass<ConformanceReport>(module, "ConformanceReport")
        .def_readonly("games", &ConformanceReport::games)
        .def_readonly("moves", &ConformanceReport::moves)
        .def_readonly("worlds_sampled", &ConformanceReport::worlds_sampled)
        .def_readonly("beliefs_enumerated", &ConformanceReport::beliefs_enumerated)
        .def_readonly("findings", &ConformanceReport::findings);
    module.def(
        "conformance",
        [](const GameHandle& handle, std::size_t games, std::uint64_t seed) {
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return check_conformance(*handle.game, games, seed, progress);
        },
        py::arg("game"), py::arg("games"), py::arg("seed"));
    BoundClass<BeliefAudit>(module, "BeliefAudit")
        .def_readonly("complete", &BeliefAudit::complete)
        .def_readonly("states", &BeliefAudit::states)
        .def_readonly("views", &BeliefAudit::views)
        .def_readonly("findings", &BeliefAudit::findings);
    module.def(
        "audit_beliefs",
        [](const GameHandle& handle, std::size_t limit) {
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return audit_beliefs(*handle.game, limit, progress);
        },
        py::arg("game"), py::arg("limit"));
}

}  // namespace moonflower

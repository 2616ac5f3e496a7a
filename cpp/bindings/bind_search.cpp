// Searches: settings, limits, requests, reports.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "bindings/handles.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "engine/exact_first.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

// The index of a word in a list of names; OptionError names them all.
template <class Enum, std::size_t N>
Enum named(const std::string& word, const std::array<std::string_view, N>& names,
           const std::string& what) {
    const auto found = std::find(names.begin(), names.end(), word);
    if (found != names.end()) return static_cast<Enum>(found - names.begin());
    const std::vector<std::string> accepted(names.begin(), names.end());
    throw OptionError(what + ": " + quoted(word) + " is unknown; " + join(accepted, ", ") +
                      " are accepted");
}

void bind_settings(py::module_& module) {
    using Settings = SearchSettings;
    py::class_<Settings>(module, "SearchSettings")
        .def(py::init())
        .def_property(
            "algorithm",
            [](const Settings& self) {
                return kAlgorithmNames[static_cast<std::size_t>(self.algorithm)];
            },
            [](Settings& self, const std::string& word) {
                self.algorithm = named<Algorithm>(word, kAlgorithmNames, "algorithm");
            })
        .def_property("selection", nullptr,
                      [](Settings& self, const std::optional<std::string>& word) {
                          self.selection.reset();
                          if (word)
                              self.selection =
                                  named<Selection>(*word, kSelectionNames, "selection");
                      })
        .def_property("leaf", nullptr,
                      [](Settings& self, const std::optional<std::string>& word) {
                          self.leaf.reset();
                          if (word) self.leaf = named<LeafValue>(*word, kLeafNames, "leaf");
                      })
        .def_readwrite("threads", &Settings::threads)
        .def_readwrite("hash_mb", &Settings::hash_mb)
        .def_readwrite("seed", &Settings::seed)
        .def_readwrite("deterministic", &Settings::deterministic)
        .def_readwrite("solve", &Settings::solve)
        .def_readwrite("margin", &Settings::margin)
        .def_readwrite("greedy", &Settings::greedy)
        .def_readwrite("smooth", &Settings::smooth)
        .def_readwrite("regret_matching", &Settings::regret_matching)
        .def_readwrite("redeterminize", &Settings::redeterminize)
        .def_readwrite("pimc_worlds", &Settings::pimc_worlds)
        .def_readwrite("move_overhead_ms", &Settings::move_overhead_ms)
        .def_readwrite("cut_off", &Settings::cut_off)
        .def_readwrite("greedy_percent", &Settings::greedy_percent)
        .def_readwrite("exploration_milli", &Settings::exploration_milli)
        .def_readwrite("expand_at", &Settings::expand_at)
        .def_readwrite("widen_base", &Settings::widen_base)
        .def_readwrite("widen_milli", &Settings::widen_milli);
}

void bind_limits(py::module_& module) {
    py::class_<SearchLimits>(module, "SearchLimits")
        .def(py::init())
        .def_readwrite("nodes", &SearchLimits::nodes)
        .def_readwrite("time_ms", &SearchLimits::time_ms)
        .def_readwrite("depth", &SearchLimits::depth)
        .def_readwrite("worlds", &SearchLimits::worlds)
        .def_readwrite("clock_ms", &SearchLimits::clock_ms)
        .def_readwrite("increment_ms", &SearchLimits::increment_ms)
        .def_readwrite("moves_to_go", &SearchLimits::moves_to_go)
        .def_readwrite("early_stop", &SearchLimits::early_stop);
}

void bind_report(py::module_& module) {
    py::class_<SearchLine>(module, "SearchLine")
        .def_property_readonly(
            "move", [](const SearchLine& self) { return MoveHandle{self.move, self.text}; })
        .def_readonly("visits", &SearchLine::visits)
        .def_readonly("value", &SearchLine::value)
        .def_readonly("values", &SearchLine::values)
        .def_readonly("error", &SearchLine::error)
        .def_readonly("win", &SearchLine::win)
        .def_readonly("draw", &SearchLine::draw)
        .def_readonly("loss", &SearchLine::loss)
        .def_readonly("prior", &SearchLine::prior)
        .def_readonly("policy", &SearchLine::policy)
        .def_property_readonly("proof",
                               [](const SearchLine& self) {
                                   return kProofNames[static_cast<std::size_t>(self.proof)];
                               })
        .def_readonly("pv", &SearchLine::pv);
    py::class_<SearchReport>(module, "SearchReport")
        .def_readonly("seat", &SearchReport::seat)
        .def_readonly("algorithm", &SearchReport::algorithm)
        .def_readonly("lines", &SearchReport::lines)
        .def_readonly("best", &SearchReport::best)
        .def_readonly("is_mixed", &SearchReport::is_mixed)
        .def_readonly("value", &SearchReport::value)
        .def_readonly("values", &SearchReport::values)
        .def_property_readonly("proof",
                               [](const SearchReport& self) {
                                   return kProofNames[static_cast<std::size_t>(self.proof)];
                               })
        .def_readonly("nodes", &SearchReport::nodes)
        .def_readonly("worlds", &SearchReport::worlds)
        .def_readonly("ess", &SearchReport::ess)
        .def_readonly("kept", &SearchReport::kept)
        .def_readonly("depth", &SearchReport::depth)
        .def_readonly("seldepth", &SearchReport::seldepth)
        .def_readonly("time_ms", &SearchReport::time_ms)
        .def_readonly("tree_nodes", &SearchReport::tree_nodes)
        .def_readonly("recycled", &SearchReport::recycled)
        .def_readonly("hash_full", &SearchReport::hash_full)
        .def_property_readonly("stop",
                               [](const SearchReport& self) {
                                   return kStopNames[static_cast<std::size_t>(self.stop)];
                               })
        .def_readonly("is_final", &SearchReport::is_final);
}

using Progress = std::optional<std::function<void(const SearchReport&)>>;

SearchRequest make_request(const SearchLimits& limits, const std::vector<MoveHandle>& only,
                           int multipv, bool keep, const StopHandle& stop,
                           const Progress& on_progress) {
    SearchRequest request;
    request.limits = limits;
    for (const MoveHandle& move : only) request.only.push_back(move.move);
    request.multipv = multipv;
    request.keep = keep;
    request.stop = stop.flag.get();
    request.heartbeat = deliver_signals;
    if (on_progress)
        request.on_progress = [&on_progress](const SearchReport& report) {
            const py::gil_scoped_acquire held;
            (*on_progress)(report);
        };
    return request;
}

}  // namespace

void bind_search(py::module_& module) {
    bind_settings(module);
    bind_limits(module);
    bind_report(module);
    py::class_<AnySearch>(module, "Search")
        .def(py::init([](const GameHandle& game, const SearchSettings& settings) {
                 return make_search(game.game, settings);
             }),
             py::arg("game"), py::arg("settings"))
        .def("clear", &AnySearch::clear)
        .def("reseed", &AnySearch::reseed, py::arg("seed"))
        .def(
            "run",
            [](AnySearch& self, const ViewHandle& view, const SearchLimits& limits,
               const std::vector<MoveHandle>& only, int multipv, bool keep, bool ponder, bool exact,
               const StopHandle& stop, const Progress& on_progress) {
                SearchRequest request =
                    make_request(limits, only, multipv, keep, stop, on_progress);
                request.ponder = ponder;
                request.exact = exact;
                const py::gil_scoped_release released;
                return self.run(*view.view, request);
            },
            py::arg("view"), py::kw_only(), py::arg("limits"), py::arg("only"), py::arg("multipv"),
            py::arg("keep"), py::arg("ponder"), py::arg("exact"), py::arg("stop"),
            py::arg("on_progress"))
        .def(
            "run_in",
            [](AnySearch& self, const StateHandle& truth, const SearchLimits& limits,
               const std::vector<MoveHandle>& only, int multipv, bool keep, const StopHandle& stop,
               const Progress& on_progress) {
                const SearchRequest request =
                    make_request(limits, only, multipv, keep, stop, on_progress);
                const py::gil_scoped_release released;
                return self.run_in(*truth.state, request);
            },
            py::arg("truth"), py::kw_only(), py::arg("limits"), py::arg("only"), py::arg("multipv"),
            py::arg("keep"), py::arg("stop"), py::arg("on_progress"));
}

}  // namespace moonflower

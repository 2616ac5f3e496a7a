// Searches: settings, limits, requests, reports.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>

#include "bindings/bound_class.hpp"
#include "bindings/handles.hpp"
#include "bindings/report_handle.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "engine/exact_first.hpp"
#include "engine/solution_report.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

[[noreturn]] void refuse(const SettingFact& fact, py::handle value, const std::string& accepted) {
    throw OptionError(std::string(fact.name) + ": " + py::repr(value).cast<std::string>() +
                      " is no value; accepted: " + accepted);
}

py::object as_python(const SettingFact& fact, std::optional<std::int64_t> value) {
    if (!value) return py::none();
    switch (fact.kind) {
        case SettingFact::Kind::kFlag:
            return py::bool_(*value != 0);
        case SettingFact::Kind::kReal:
            return py::float_(static_cast<double>(*value) / 1000);
        case SettingFact::Kind::kChoice:
            return py::str(fact.choices[static_cast<std::size_t>(*value)]);
        default:
            return py::int_(*value);
    }
}

// A value from Python as the settings keep it; OptionError when it is of another kind.
std::int64_t as_setting(const SettingFact& fact, py::handle value) {
    using Kind = SettingFact::Kind;
    const bool is_flag = PyBool_Check(value.ptr()) != 0;
    if (fact.kind == Kind::kFlag) {
        if (!is_flag) refuse(fact, value, "True, False");
        return value.cast<bool>() ? 1 : 0;
    }
    if (fact.kind == Kind::kChoice) {
        const std::vector<std::string> accepted(fact.choices.begin(), fact.choices.end());
        const auto found =
            py::isinstance<py::str>(value)
                ? std::find(accepted.begin(), accepted.end(), value.cast<std::string>())
                : accepted.end();
        if (found == accepted.end()) refuse(fact, value, join(accepted, ", "));
        return found - accepted.begin();
    }
    if (fact.kind == Kind::kSeed) return static_cast<std::int64_t>(value.cast<std::uint64_t>());
    if (fact.kind == Kind::kReal) {
        const bool is_number =
            !is_flag && (PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr()));
        const double number = is_number ? PyFloat_AsDouble(value.ptr()) : 0.0;
        if (!is_number || PyErr_Occurred() != nullptr || !(std::abs(number) < 1e12)) {
            PyErr_Clear();
            refuse(fact, value, "a number");
        }
        return std::llround(1000 * number);
    }
    int overflow = 0;
    const bool is_number = !is_flag && PyLong_Check(value.ptr());
    const auto number = is_number ? PyLong_AsLongLongAndOverflow(value.ptr(), &overflow) : 0;
    if (!is_number || overflow != 0) refuse(fact, value, "a whole number");
    return number;
}

SearchSettings settings_from(const py::dict& values) {
    SearchSettings settings;
    for (const SettingFact& fact : setting_facts()) {
        const py::str name(fact.name);
        if (!values.contains(name)) continue;
        const py::object value = values[name];
        const bool leaves_it = value.is_none() && !fact.get(SearchSettings{});
        fact.set(settings, leaves_it ? std::nullopt : std::optional(as_setting(fact, value)));
    }
    check_settings(settings);
    return settings;
}

py::dict setting_dict(const SettingFact& fact) {
    static constexpr std::array<const char*, 5> kKinds{"flag", "integer", "real", "choice", "seed"};
    const bool has_range = fact.choices.empty() && fact.kind != SettingFact::Kind::kFlag;
    py::dict dict;
    dict["name"] = fact.name;
    dict["protocol"] = fact.protocol;
    dict["kind"] = kKinds[static_cast<std::size_t>(fact.kind)];
    dict["default"] = as_python(fact, fact.get(SearchSettings{}));
    dict["low"] = has_range ? as_python(fact, fact.low) : py::none();
    dict["high"] = has_range ? as_python(fact, fact.high) : py::none();
    dict["choices"] =
        py::tuple(py::cast(std::vector<std::string>(fact.choices.begin(), fact.choices.end())));
    dict["help"] = fact.help;
    dict["tuning"] =
        fact.tuning
            ? py::object(py::make_tuple(fact.tuning->low, fact.tuning->high, fact.tuning->by_ratio))
            : py::none();
    return dict;
}

void bind_settings(py::module_& module) {
    BoundClass<SearchSettings>(module, "SearchSettings")
        .def(py::init(&settings_from), py::arg("values"),
             "Settings from values by name; what is not named has its default.");
    module.def(
        "setting_facts",
        [] {
            py::list all;
            for (const SettingFact& fact : setting_facts()) all.append(setting_dict(fact));
            return all;
        },
        "Every option of a search: kind, default, range, what it means.");
}

void bind_limits(py::module_& module) {
    BoundClass<SearchLimits>(module, "SearchLimits")
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

using OnReport = std::optional<std::function<void(const ReportHandle&)>>;

// A report as Python gets it: the best `lines` of it, or all.
ReportHandle handed_over(SearchReport report, std::optional<std::size_t> lines) {
    report.shown = lines.value_or(report.lines.size());
    return ReportHandle(std::move(report));
}

SearchRequest make_request(const SearchLimits& limits, const std::vector<MoveHandle>& only,
                           int multipv, std::optional<std::size_t> lines, bool keep,
                           const StopHandle& stop, const OnReport& on_report) {
    SearchRequest request;
    request.limits = limits;
    for (const MoveHandle& move : only) request.only.push_back(move.move);
    request.multipv = multipv;
    // Who wants no line in particular and stops as soon as the move is settled, plays.
    request.valued = lines.value_or(limits.early_stop ? 1 : SIZE_MAX);
    request.keep = keep;
    request.stop = stop.flag.get();
    request.progress = deliver_signals;
    if (on_report)
        request.on_report = [&on_report, lines](const SearchReport& report) {
            const py::gil_scoped_acquire held;
            (*on_report)(handed_over(report, lines));
        };
    return request;
}

}  // namespace

void bind_search(py::module_& module) {
    bind_settings(module);
    bind_limits(module);
    BoundClass<AnySearch>(module, "Search")
        .def(py::init([](const GameHandle& game, const SearchSettings& settings) {
                 return make_search(game.game, settings);
             }),
             py::arg("game"), py::arg("settings"))
        .def("clear", [](AnySearch& self) { self.clear(); })
        .def(
            "reseed", [](AnySearch& self, std::uint64_t seed) { self.reseed(seed); },
            py::arg("seed"))
        .def(
            "run",
            [](AnySearch& self, const ViewHandle& view, const HistoryHandle* history,
               const SearchLimits& limits, const std::vector<MoveHandle>& only, int multipv,
               std::optional<std::size_t> lines, bool keep, bool ponder, bool exact,
               const StopHandle& stop, const OnReport& on_report) {
                SearchRequest request =
                    make_request(limits, only, multipv, lines, keep, stop, on_report);
                request.ponder = ponder;
                request.exact = exact;
                if (history != nullptr) request.history = history->history;
                const py::gil_scoped_release released;
                return handed_over(self.run(*view.view, request), lines);
            },
            py::arg("view"), py::kw_only(), py::arg("history"), py::arg("limits"), py::arg("only"),
            py::arg("multipv"), py::arg("lines"), py::arg("keep"), py::arg("ponder"),
            py::arg("exact"), py::arg("stop"), py::arg("on_report"))
        .def(
            "run_in",
            [](AnySearch& self, const StateHandle& truth, const SearchLimits& limits,
               const std::vector<MoveHandle>& only, int multipv, std::optional<std::size_t> lines,
               bool keep, const StopHandle& stop, const OnReport& on_report) {
                const SearchRequest request =
                    make_request(limits, only, multipv, lines, keep, stop, on_report);
                const py::gil_scoped_release released;
                return handed_over(self.run_in(*truth.state, request), lines);
            },
            py::arg("truth"), py::kw_only(), py::arg("limits"), py::arg("only"), py::arg("multipv"),
            py::arg("lines"), py::arg("keep"), py::arg("stop"), py::arg("on_report"));
    module.def(
        "drawn",
        [](const std::vector<double>& policy, std::uint64_t seed, std::uint64_t key) {
            return drawn(policy, seed, key);
        },
        py::arg("policy"), py::arg("seed"), py::arg("key"),
        "The place drawn from a policy whose parts add up to 1, as searches draw their move.");
    module.def(
        "decisions_left", [](const ViewHandle& view) { return view.view->decisions_left(); },
        py::arg("view"), "How many decisions the view's seat still has before it, about.");
    module.def(
        "time_budget",
        [](const SearchLimits& limits, int seat, double overhead_ms, double decisions) {
            check_limits(limits, kMaxSeats);
            if (seat < 0 || seat >= kMaxSeats)
                throw OptionError("time budget: nobody has the number " + std::to_string(seat) +
                                  "; 0 (p1) to 4 (p5) are accepted");
            const TimeBudget budget =
                TimeBudget::of(limits, static_cast<Seat>(seat), overhead_ms, decisions);
            return std::pair(budget.soft_ms, budget.hard_ms);
        },
        py::arg("limits"), py::arg("seat"), py::arg("overhead_ms"), py::arg("decisions"),
        "Milliseconds a seat may think here, and at most; None: as long as it likes.");
}

}  // namespace moonflower

// Reports of searches: one object for all of it, lines made when they are asked for.
#include <algorithm>
#include <array>
#include <cmath>

#include "bindings/fields.hpp"
#include "bindings/handles.hpp"
#include "bindings/report_handle.hpp"
#include "core/error.hpp"
#include "engine/any_search.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

using LineField = Field<LineHandle, SearchLine>;
using ReportField = Field<ReportHandle, SearchReport>;

template <auto kMember>
constexpr LineField line_field(const char* name) {
    return field<LineHandle, SearchLine, kMember>(name);
}
template <auto kMember>
constexpr ReportField report_field(const char* name) {
    return field<ReportHandle, SearchReport, kMember>(name);
}

template <class Names>
auto index_of(const Names& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw ParseError("report: unknown word \"" + name + "\"");
    return found - names.begin();
}

// "" in the engine, None in Python.
py::object proof_name(Proof proof) {
    if (proof == Proof::kNone) return py::none();
    return py::str(kProofNames[static_cast<std::size_t>(proof)]);
}

Proof proof_named(const py::handle& name) {
    return name.is_none() ? Proof::kNone
                          : static_cast<Proof>(index_of(kProofNames, name.cast<std::string>()));
}

constexpr std::array kLineFields{
    LineField{"move",
              [](const LineHandle& self) -> py::object {
                  return py::cast(MoveHandle{(*self).move, (*self).text});
              },
              [](SearchLine& line, const py::handle& from) {
                  const auto move = from.cast<MoveHandle>();
                  line.move = move.move;
                  line.text = move.text;
              }},
    line_field<&SearchLine::visits>("visits"),
    line_field<&SearchLine::value>("value"),
    line_field<&SearchLine::values>("values"),
    line_field<&SearchLine::error>("error"),
    line_field<&SearchLine::win>("win"),
    line_field<&SearchLine::draw>("draw"),
    line_field<&SearchLine::loss>("loss"),
    line_field<&SearchLine::prior>("prior"),
    line_field<&SearchLine::policy>("policy"),
    LineField{"proven", [](const LineHandle& self) { return proof_name((*self).proof); },
              [](SearchLine& line, const py::handle& from) { line.proof = proof_named(from); }},
    line_field<&SearchLine::pv>("pv"),
};

constexpr std::array kReportFields{
    report_field<&SearchReport::seat>("seat"),
    ReportField{
        "algorithm",
        [](const ReportHandle& self) -> py::object { return py::str((*self).algorithm); },
        [](SearchReport& report, const py::handle& from) {
            const auto name = from.cast<std::string>();
            report.algorithm =
                name == kExactName
                    ? kExactName
                    : kAlgorithmNames[static_cast<std::size_t>(index_of(kAlgorithmNames, name))];
        }},
    // Lines stand before `best`, which is one of them.
    ReportField{"all_lines",
                [](const ReportHandle& self) -> py::object { return self.lines(SIZE_MAX); },
                [](SearchReport& report, const py::handle& from) {
                    report.lines.clear();
                    for (const py::handle line : from)
                        report.lines.push_back(*line.cast<const LineHandle&>());
                }},
    report_field<&SearchReport::shown>("shown"),
    ReportField{"best",
                [](const ReportHandle& self) -> py::object {
                    const SearchLine& line = (*self).lines.at((*self).best);
                    return py::cast(MoveHandle{line.move, line.text});
                },
                [](SearchReport& report, const py::handle& from) {
                    const auto move = from.cast<MoveHandle>();
                    const auto found = std::find_if(
                        report.lines.begin(), report.lines.end(),
                        [&](const SearchLine& line) { return line.move == move.move; });
                    if (found == report.lines.end())
                        throw IllegalMoveError("report: no line begins with " + move.text);
                    report.best = static_cast<std::size_t>(found - report.lines.begin());
                }},
    report_field<&SearchReport::is_mixed>("is_mixed"),
    report_field<&SearchReport::value>("value"),
    report_field<&SearchReport::values>("values"),
    ReportField{
        "proven", [](const ReportHandle& self) { return proof_name((*self).proof); },
        [](SearchReport& report, const py::handle& from) { report.proof = proof_named(from); }},
    report_field<&SearchReport::nodes>("nodes"),
    report_field<&SearchReport::worlds>("worlds"),
    report_field<&SearchReport::ess>("ess"),
    report_field<&SearchReport::kept>("kept"),
    report_field<&SearchReport::depth>("depth"),
    report_field<&SearchReport::seldepth>("seldepth"),
    ReportField{
        "time",
        [](const ReportHandle& self) -> py::object { return py::float_((*self).time_ms / 1000); },
        [](SearchReport& report, const py::handle& from) {
            report.time_ms = 1000 * from.cast<double>();
        }},
    report_field<&SearchReport::tree_nodes>("tree_nodes"),
    report_field<&SearchReport::recycled>("recycled"),
    report_field<&SearchReport::hash_full>("hash_full"),
    report_field<&SearchReport::note>("note"),
    ReportField{"stop",
                [](const ReportHandle& self) -> py::object {
                    return py::str(kStopNames[static_cast<std::size_t>((*self).stop)]);
                },
                [](SearchReport& report, const py::handle& from) {
                    report.stop =
                        static_cast<StopReason>(index_of(kStopNames, from.cast<std::string>()));
                }},
    report_field<&SearchReport::is_final>("is_final"),
};

}  // namespace

py::tuple ReportHandle::lines(std::size_t most) const {
    py::tuple all(std::min(most, report_->lines.size()));
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = LineHandle(std::shared_ptr<const SearchLine>(report_, &report_->lines[i]));
    return all;
}

py::object ReportHandle::best_line() const {
    return py::cast(
        LineHandle(std::shared_ptr<const SearchLine>(report_, &report_->lines.at(report_->best))));
}

py::tuple ReportHandle::policy() const {
    std::vector<const SearchLine*> order;
    for (const SearchLine& line : report_->lines) order.push_back(&line);
    std::stable_sort(order.begin(), order.end(), [](const SearchLine* a, const SearchLine* b) {
        return a->policy > b->policy;
    });
    py::tuple all(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        all[i] = py::make_tuple(MoveHandle{order[i]->move, order[i]->text}, order[i]->policy);
    return all;
}

void bind_report(py::module_& module) {
    py::class_<LineHandle> line(module, "Line",
                                "One move of the root and what the search thinks of it.");
    bind_fields<LineHandle, SearchLine>(line, kLineFields);
    py::class_<ReportHandle> report(module, "Report",
                                    "What a search has found so far, or in the end.");
    bind_fields<ReportHandle, SearchReport>(report, kReportFields);
    report
        .def_property_readonly("lines",
                               [](const ReportHandle& self) { return self.lines((*self).shown); })
        .def_property_readonly("best_line",
                               [](const ReportHandle& self) { return self.best_line(); })
        .def_property_readonly("policy", [](const ReportHandle& self) { return self.policy(); })
        .def_property_readonly("nps", [](const ReportHandle& self) {
            const SearchReport& found = *self;
            return found.time_ms > 0
                       ? std::llround(1000 * static_cast<double>(found.nodes) / found.time_ms)
                       : 0;
        });
}

}  // namespace moonflower

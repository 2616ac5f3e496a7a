// Features and kinds of moves, for hints.
#include <pybind11/stl.h>

#include "bindings/handles.hpp"
#include "engine/positions.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

std::string_view unit_name(FeatureFact::Unit unit) {
    switch (unit) {
        case FeatureFact::Unit::kCount:
            return "count";
        case FeatureFact::Unit::kPoints:
            return "points";
        default:
            return "chance";
    }
}

// Rows of plain numbers: the tables are small, and numpy takes longer to load than a nudge may.
std::vector<std::vector<double>> as_rows(const std::vector<double>& cells, std::size_t rows) {
    std::vector<std::vector<double>> table(rows);
    const std::size_t columns = rows == 0 ? 0 : cells.size() / rows;
    auto next = cells.begin();
    for (std::vector<double>& row : table) {
        row.assign(next, next + static_cast<std::ptrdiff_t>(columns));
        next += static_cast<std::ptrdiff_t>(columns);
    }
    return table;
}

}  // namespace

void bind_features(py::module_& module) {
    module.def(
        "feature_facts",
        [](const GameHandle& handle) {
            std::vector<std::tuple<std::string_view, std::string_view, int>> facts;
            for (const FeatureFact& fact : handle.game->features())
                facts.emplace_back(fact.name, unit_name(fact.unit), fact.sign);
            return facts;
        },
        py::arg("game"));
    module.def(
        "move_kinds",
        [](const GameHandle& handle) {
            const auto kinds = handle.game->move_kinds();
            return std::vector<std::string_view>(kinds.begin(), kinds.end());
        },
        py::arg("game"));
    module.def(
        "move_kind",
        [](const ViewHandle& handle, const MoveHandle& move) {
            return move_kind(*handle.view, move.move);
        },
        py::arg("view"), py::arg("move"));
    module.def(
        "measure",
        [](const ViewHandle& handle, const std::vector<MoveHandle>& moves, std::uint64_t worlds,
           std::uint64_t seed) {
            std::vector<Move> codes;
            for (const MoveHandle& move : moves) codes.push_back(move.move);
            ProgressTimer progress = signal_progress();
            Measures measures;
            {
                const py::gil_scoped_release released;
                measures = measure(*handle.view, codes, worlds, seed, progress);
            }
            return std::pair(as_rows(measures.means, codes.size()),
                             as_rows(measures.spreads, codes.size()));
        },
        py::arg("view"), py::arg("moves"), py::arg("worlds"), py::arg("seed"));
}

}  // namespace moonflower

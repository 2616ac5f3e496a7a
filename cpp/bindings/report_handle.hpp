// A report as Python holds it: shared, never changed, lines made when they are asked for.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <utility>

#include "engine/any_search.hpp"

namespace moonflower {

// A line keeps the report it is part of.
class LineHandle {
public:
    explicit LineHandle(std::shared_ptr<const SearchLine> line) : line_(std::move(line)) {}
    explicit LineHandle(SearchLine line)
        : line_(std::make_shared<const SearchLine>(std::move(line))) {}

    [[nodiscard]] const SearchLine& operator*() const { return *line_; }

private:
    std::shared_ptr<const SearchLine> line_;
};

class ReportHandle {
public:
    explicit ReportHandle(SearchReport report)
        : report_(std::make_shared<const SearchReport>(std::move(report))) {}

    [[nodiscard]] const SearchReport& operator*() const { return *report_; }
    // The best `most` lines.
    [[nodiscard]] pybind11::tuple lines(std::size_t most) const;
    [[nodiscard]] pybind11::object best_line() const;
    // Every legal move with its probability, the likeliest first.
    [[nodiscard]] pybind11::tuple policy() const;

private:
    std::shared_ptr<const SearchReport> report_;
};

}  // namespace moonflower

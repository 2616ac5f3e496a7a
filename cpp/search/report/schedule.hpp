// When a search tells what it has found so far. One that only a node count ends reports at fixed
// counts, so that all it says is the same every time; the gaps grow with the time spent. Any other
// reports by the clock.
#pragma once

#include <cstdint>

namespace moonflower {

class ReportSchedule {
public:
    explicit ReportSchedule(bool by_nodes) : by_nodes_(by_nodes) {}

    [[nodiscard]] bool is_by_nodes() const { return by_nodes_; }
    // By nodes: the count at which the next one is due.
    [[nodiscard]] std::uint64_t next_nodes() const { return next_nodes_; }

    // Whether one is due; if so it is taken as made.
    [[nodiscard]] bool is_due(double now_ms, std::uint64_t nodes) {
        if (by_nodes_) {
            if (nodes < next_nodes_) return false;
            next_nodes_ = nodes + nodes / 4;
            return true;
        }
        if (now_ms < next_ms_) return false;
        next_ms_ = now_ms + kEveryMs;
        return true;
    }

private:
    static constexpr double kFirstMs = 25.0;  // half of what is promised: a busy machine takes the
                                              // rest
    static constexpr double kEveryMs = 100.0;
    static constexpr std::uint64_t kFirstNodes = 16;

    bool by_nodes_;
    std::uint64_t next_nodes_ = kFirstNodes;
    double next_ms_ = kFirstMs;
};

}  // namespace moonflower

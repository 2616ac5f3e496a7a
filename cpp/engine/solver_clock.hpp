// The one clock of whatever answers a request without simulations: ends it when its time is up or
// its stop flag is set, lets signals through, and says when a report is due.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>

#include "engine/any_search.hpp"
#include "search/report/schedule.hpp"
#include "solve/solution.hpp"

namespace moonflower {

class SolverClock {
public:
    // `end_ms` counts from when the request came in. `report` is called while the work goes on,
    // by the clock, unless the request is one whose reports must not depend on it.
    SolverClock(const SearchRequest& request, std::optional<double> end_ms,
                std::function<void()> report = nullptr)
        : request_(request),
          end_ms_(end_ms),
          report_(std::move(report)),
          schedule_(request.limits.nodes && !end_ms),
          timer_([this] { look(); }) {}
    SolverClock(const SolverClock&) = delete;
    SolverClock& operator=(const SolverClock&) = delete;

    // Throws SolveStopped when the work is to end.
    [[nodiscard]] ProgressTimer& timer() { return timer_; }
    [[nodiscard]] ProgressCallback callback() {
        return [this] { timer_.tick(); };
    }

    [[nodiscard]] double now_ms() const { return request_.watch.elapsed_ms(); }
    // Why it ended the work, if it did.
    [[nodiscard]] std::optional<StopReason> reason() const { return reason_; }
    // For work that reports between its steps.
    [[nodiscard]] bool is_report_due(std::uint64_t nodes) {
        return request_.on_report && schedule_.is_due(now_ms(), nodes);
    }

private:
    static constexpr double kProgressMs = 10.0;

    void look() {
        const double now = now_ms();
        if (request_.stop != nullptr && request_.stop->load(std::memory_order_relaxed))
            end(StopReason::kStopped);
        if (end_ms_ && now >= *end_ms_) end(StopReason::kTime);
        if (request_.progress && now >= next_progress_ms_) {
            next_progress_ms_ = now + kProgressMs;
            request_.progress();
        }
        if (report_ && !schedule_.is_by_nodes() && is_report_due(0)) report_();
    }
    [[noreturn]] void end(StopReason reason) {
        reason_ = reason;
        throw SolveStopped{};
    }

    const SearchRequest& request_;
    std::optional<double> end_ms_;
    std::function<void()> report_;
    ReportSchedule schedule_;
    std::optional<StopReason> reason_;
    double next_progress_ms_ = kProgressMs;
    ProgressTimer timer_;
};

}  // namespace moonflower

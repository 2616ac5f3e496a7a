// The progress callback of long work: called every few milliseconds, so that a signal or a stop
// from outside is noticed in time. It may throw; the work then ends with that exception.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace moonflower {

using ProgressCallback = std::function<void()>;

// Calls it about every four milliseconds, also for work that tries another way after the first
// stop.
class ProgressTimer {
public:
    ProgressTimer() = default;
    explicit ProgressTimer(ProgressCallback progress) : progress_(std::move(progress)) {}

    // Cheap enough for every few microseconds of work: reads the clock once in up to 64 calls, and
    // at every call while calls are far apart.
    void tick() {
        if (!progress_ || ++ticks_ < stride_) return;
        ticks_ = 0;
        const auto now = Clock::now();
        const auto gap = now - looked_;
        looked_ = now;
        if (gap > std::chrono::milliseconds(2)) stride_ = 1;
        if (gap < std::chrono::microseconds(200) && stride_ < 64) stride_ *= 2;
        call_at(now);
    }

    // For steps of many microseconds each: reads the clock at every call.
    void check() {
        if (progress_) call_at(Clock::now());
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kPeriod{4};

    void call_at(Clock::time_point now) {
        if (now - last_ < kPeriod) return;
        last_ = now;
        progress_();
    }

    ProgressCallback progress_;
    unsigned ticks_ = 0;
    unsigned stride_ = 1;
    Clock::time_point last_ = Clock::now();
    Clock::time_point looked_ = last_;
};

}  // namespace moonflower

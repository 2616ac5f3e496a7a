// A heartbeat for long work: calls back about every four milliseconds, so that a signal or a stop
// from outside is noticed in time, even by work that tries another way after the first stop. The
// callback may throw; the work then ends with that exception.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace moonflower {

class Pulse {
public:
    Pulse() = default;
    explicit Pulse(std::function<void()> beat) : beat_(std::move(beat)) {}

    // Cheap enough for every few microseconds of work: reads the clock once in up to 64 calls, and
    // at every call while calls are far apart.
    void tick() {
        if (!beat_ || ++ticks_ < stride_) return;
        ticks_ = 0;
        const auto now = Clock::now();
        const auto gap = now - looked_;
        looked_ = now;
        if (gap > std::chrono::milliseconds(2)) stride_ = 1;
        if (gap < std::chrono::microseconds(200) && stride_ < 64) stride_ *= 2;
        beat_at(now);
    }

    // For steps of many microseconds each: reads the clock at every call.
    void check() {
        if (beat_) beat_at(Clock::now());
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kPeriod{4};

    void beat_at(Clock::time_point now) {
        if (now - last_ < kPeriod) return;
        last_ = now;
        beat_();
    }

    std::function<void()> beat_;
    unsigned ticks_ = 0;
    unsigned stride_ = 1;
    Clock::time_point last_ = Clock::now();
    Clock::time_point looked_ = last_;
};

}  // namespace moonflower

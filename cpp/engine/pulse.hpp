// A heartbeat for long work: calls back about every ten milliseconds, so that a signal or a stop
// from outside is noticed. The callback may throw; the work then ends with that exception.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace moonflower {

class Pulse {
public:
    Pulse() = default;
    explicit Pulse(std::function<void()> beat) : beat_(std::move(beat)) {}

    // Cheap enough for every few microseconds of work; reads the clock once in 64 calls.
    void tick() {
        if (beat_ && (++ticks_ & 63U) == 0) check();
    }

    // For steps of many microseconds each: reads the clock at every call.
    void check() {
        if (!beat_) return;
        const auto now = Clock::now();
        if (now - last_ < std::chrono::milliseconds(10)) return;
        last_ = now;
        beat_();
    }

private:
    using Clock = std::chrono::steady_clock;
    std::function<void()> beat_;
    unsigned ticks_ = 0;
    Clock::time_point last_ = Clock::now();
};

}  // namespace moonflower

// Runs simulations until a limit is reached: one thread or several, reports on the way, a stop from
// outside at any time. Knows nothing of any game.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/progress.hpp"
#include "search/limits.hpp"
#include "search/report/result.hpp"
#include "search/report/root_moves.hpp"
#include "search/threads/atomic.hpp"
#include "search/threads/clock.hpp"

namespace moonflower {

// One thread's simulations.
class Simulator {
public:
    Simulator() = default;
    Simulator(const Simulator&) = delete;
    Simulator& operator=(const Simulator&) = delete;
    virtual ~Simulator() = default;

    // Runs up to `count` simulations; fewer only when the root's value is proven.
    virtual void simulate(std::uint32_t count) = 0;
    // After the threads have ended: tells the others' trees what this one has learned, and learns
    // what they have told.
    virtual void settle() {}
    [[nodiscard]] virtual bool is_proven() const = 0;
    [[nodiscard]] virtual const RootAccount& account() const = 0;

    struct Counters {
        Relaxed<std::uint64_t> simulations;
        Relaxed<std::uint64_t> depth;  // sum over simulations
        Relaxed<std::uint32_t> deepest;
    };
    [[nodiscard]] const Counters& counters() const { return counters_; }

protected:
    Counters counters_;
};

// A stop from another thread. Set for good: each search has its own.
using StopFlag = std::atomic<bool>;

struct DriverJob {
    std::span<const std::unique_ptr<Simulator>> simulators;  // one thread each
    SearchLimits limits;
    TimeBudget time;
    Stopwatch watch;                              // running since the request came in
    bool fixed_shares = false;                    // each simulator has its own part of the nodes
    bool worlds_are_nodes = false;                // each simulation samples a world
    std::function<std::vector<RootMove>()> root;  // for early stops
    ProgressCallback progress;                    // about every 10 ms; may throw
    std::function<void()> report;                 // first after 25 ms, then every 100; may throw
    const StopFlag* stop = nullptr;
};

// Blocks until done. Whatever a callback throws comes out after all threads have ended.
[[nodiscard]] StopReason drive(const DriverJob& job);

}  // namespace moonflower

#include "search/threads/driver.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>

#include "search/report/schedule.hpp"
#include "search/report/standing.hpp"

namespace moonflower {
namespace {

constexpr std::uint32_t kMostBatch = 256;
constexpr double kBatchMs = 0.25;  // between two looks at the clock
constexpr double kProgressMs = 10.0;
constexpr double kSettledCheckMs = 5.0;

// The threads of one search and what they agree on.
class Crew {
public:
    explicit Crew(const DriverJob& job)
        : job_(job),
          nodes_(most_nodes(job)),
          reports_(job.report && nodes_ != UINT64_MAX && job.simulators.size() == 1 &&
                   !job.time.hard_ms && !job.time.soft_ms),
          done_(job.simulators.size()),
          working_(static_cast<int>(job.simulators.size()) - 1) {}

    [[nodiscard]] StopReason run() {
        const StopReason reason = run_threads();
        for (int round = 0; round < 2; ++round)  // the last one's news reach the first one too
            for (const auto& simulator : job_.simulators) simulator->settle();
        return reason;
    }

private:
    // Sends the other threads home and waits for them, however the search ends.
    struct Helpers {
        explicit Helpers(Crew& owner) : crew(owner) {}
        Helpers(const Helpers&) = delete;
        Helpers& operator=(const Helpers&) = delete;
        ~Helpers() {
            crew.halt_.store(true);
            for (std::thread& thread : threads) thread.join();
        }
        Crew& crew;
        std::vector<std::thread> threads;
    };

    [[nodiscard]] StopReason run_threads() {
        Helpers helpers(*this);
        for (std::size_t i = 1; i < job_.simulators.size(); ++i)
            helpers.threads.emplace_back([this, i] { work(i); });
        return lead();
    }

    // Where worlds are drawn once and then searched, a number of them alone would never end it.
    static constexpr std::uint64_t kNodesPerWorld = 1000;
    static std::uint64_t most_nodes(const DriverJob& job) {
        const std::uint64_t most = job.limits.nodes.value_or(UINT64_MAX);
        if (!job.limits.worlds) return most;
        if (job.worlds_are_nodes) return std::min(most, *job.limits.worlds);
        if (job.limits.nodes || job.time.hard_ms) return most;
        return kNodesPerWorld * std::min(*job.limits.worlds, UINT64_MAX / kNodesPerWorld);
    }

    // How many simulations thread `i` may run next. The counts at which early stops are looked at
    // do not depend on the clock, so that a search by nodes is reproducible.
    [[nodiscard]] std::uint32_t claim(std::size_t i) {
        const std::uint32_t batch = batch_.load(std::memory_order_relaxed);
        if (job_.fixed_shares) {
            const std::uint64_t threads = job_.simulators.size();
            const std::uint64_t share =
                nodes_ == UINT64_MAX ? nodes_ : nodes_ / threads + (i < nodes_ % threads ? 1 : 0);
            const auto size =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(batch, share - done_[i]));
            done_[i] += size;
            return size;
        }
        std::uint64_t before = issued_.load(std::memory_order_relaxed);
        std::uint64_t size = 0;
        do {
            size =
                std::min<std::uint64_t>({batch, kMostBatch - before % kMostBatch, nodes_ - before});
            if (reports_.is_by_nodes()) size = std::min(size, reports_.next_nodes() - before);
        } while (!issued_.compare_exchange_weak(before, before + size, std::memory_order_relaxed));
        return static_cast<std::uint32_t>(size);
    }

    void work(std::size_t i) {
        while (!halt_.load(std::memory_order_relaxed)) {
            const std::uint32_t size = claim(i);
            if (size == 0) break;
            job_.simulators[i]->simulate(size);
            if (job_.simulators[i]->is_proven()) break;
        }
        working_.fetch_sub(1, std::memory_order_acq_rel);
    }

    // The calling thread works too, and looks after everything else. It always runs at least one
    // simulation, so that there is a move to give.
    [[nodiscard]] StopReason lead() {
        std::optional<StopReason> done;
        for (;;) {
            const double before = job_.watch.elapsed_ms();
            if (!done)
                done = work_a_little();
            else
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            const double now = job_.watch.elapsed_ms();
            adapt_batch(now - before);
            // Fixed shares are all run to their end, whatever the others have found.
            if (done && (!job_.fixed_shares || working_.load(std::memory_order_acquire) == 0))
                return *done;
            if (const auto reason = pressing(now)) return *reason;
            look_up(now);
        }
    }

    [[nodiscard]] std::optional<StopReason> work_a_little() {
        const std::uint32_t size = claim(0);
        if (size == 0) return limit_reached();
        job_.simulators[0]->simulate(size);
        if (job_.simulators[0]->is_proven()) return StopReason::kProven;
        return std::nullopt;
    }

    [[nodiscard]] StopReason limit_reached() const {
        return job_.limits.nodes && *job_.limits.nodes <= nodes_ ? StopReason::kNodes
                                                                 : StopReason::kWorlds;
    }

    void adapt_batch(double took_ms) {
        const std::uint32_t batch = batch_.load(std::memory_order_relaxed);
        if (took_ms < kBatchMs / 2 && batch < kMostBatch) batch_.store(batch * 2);
        if (took_ms > kBatchMs * 2 && batch > 1) batch_.store(batch / 2);
    }

    [[nodiscard]] std::optional<StopReason> pressing(double now) {
        if (job_.stop != nullptr && job_.stop->load(std::memory_order_relaxed))
            return StopReason::kStopped;
        if (job_.time.hard_ms && now >= *job_.time.hard_ms) return StopReason::kTime;
        if (job_.limits.early_stop && is_settled(now)) return StopReason::kSettled;
        if (job_.time.soft_ms && now >= *job_.time.soft_ms && !is_unsettled())
            return StopReason::kTime;
        return std::nullopt;
    }

    // What is left cannot change the choice.
    [[nodiscard]] bool is_settled(double now) {
        if (job_.fixed_shares || !job_.root) return false;
        const std::uint64_t issued = issued_.load(std::memory_order_relaxed);
        std::uint64_t left = UINT64_MAX;
        if (nodes_ != UINT64_MAX) {
            if (issued % kMostBatch != 0) return false;
            left = nodes_ - issued;
        }
        if (job_.time.hard_ms) {
            if (nodes_ == UINT64_MAX && now - last_settled_check_ < kSettledCheckMs) return false;
            last_settled_check_ = now;
            const double speed = static_cast<double>(issued) / std::max(now, 0.001);
            left = std::min(left, static_cast<std::uint64_t>(speed * (*job_.time.hard_ms - now)));
        }
        if (left == UINT64_MAX || issued < kMostBatch) return false;
        return moonflower::is_settled(job_.root(), left);
    }

    // On a clock: the leader is hardly ahead, which is when more time pays.
    [[nodiscard]] bool is_unsettled() const {
        if (!job_.time.hard_ms || *job_.time.hard_ms <= *job_.time.soft_ms || !job_.root)
            return false;
        return is_close(job_.root());
    }

    void look_up(double now) {
        if (job_.progress && now - last_progress_ >= kProgressMs) {
            last_progress_ = now;
            job_.progress();
        }
        if (job_.report && reports_.is_due(now, issued_.load(std::memory_order_relaxed)))
            job_.report();
    }

    const DriverJob& job_;
    std::uint64_t nodes_;
    ReportSchedule reports_;
    std::vector<std::uint64_t> done_;  // fixed shares
    std::atomic<std::uint64_t> issued_{0};
    std::atomic<std::uint32_t> batch_{1};
    std::atomic<bool> halt_{false};
    std::atomic<int> working_;  // other threads that have not finished
    double last_progress_ = 0.0;
    double last_settled_check_ = 0.0;
};

}  // namespace

StopReason drive(const DriverJob& job) { return Crew(job).run(); }

}  // namespace moonflower

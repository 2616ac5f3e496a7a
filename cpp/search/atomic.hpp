// A number that several threads may touch without order. One thread pays nothing for it: `add`
// locks the bus only when told that the number is shared.
#pragma once

#include <atomic>
#include <cstddef>

namespace moonflower {

// What two threads write often must not lie on one line of the cache.
inline constexpr std::size_t kCacheLine = 64;

template <class T>
class Relaxed {
public:
    Relaxed() = default;
    explicit Relaxed(T value) : value_(value) {}

    [[nodiscard]] T get() const { return value_.load(std::memory_order_relaxed); }
    void set(T value) { value_.store(value, std::memory_order_relaxed); }
    void copy(const Relaxed& other) { set(other.get()); }
    // For indices: whoever reads one also sees what it points to.
    [[nodiscard]] T acquire() const { return value_.load(std::memory_order_acquire); }
    void release(T value) { value_.store(value, std::memory_order_release); }

    void add(T amount, bool shared) {
        if (shared)
            value_.fetch_add(amount, std::memory_order_relaxed);
        else
            set(static_cast<T>(get() + amount));
    }
    // Sets the number to `value` if it still is `expected`. Whoever succeeds sees all that was
    // written before the number was released.
    [[nodiscard]] bool exchange(T expected, T value) {
        return value_.compare_exchange_strong(expected, value, std::memory_order_acq_rel,
                                              std::memory_order_relaxed);
    }

private:
    std::atomic<T> value_{};
};

}  // namespace moonflower

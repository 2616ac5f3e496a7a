// A number that one thread writes and others may read at any time. It costs no more than a plain
// one.
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
    void add(T amount) { set(static_cast<T>(get() + amount)); }

private:
    std::atomic<T> value_{};
};

}  // namespace moonflower

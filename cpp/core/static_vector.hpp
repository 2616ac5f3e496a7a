// A vector of fixed capacity that lives where it is declared: move lists without the heap.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace moonflower {

template <class T, std::size_t Capacity>
class StaticVector {
public:
    using value_type = T;

    [[nodiscard]] static constexpr std::size_t capacity() { return Capacity; }
    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }

    constexpr void push_back(const T& value) {
        assert(size_ < Capacity);
        items_[size_++] = value;
    }
    constexpr void pop_back() {
        assert(size_ > 0);
        --size_;
    }
    constexpr void clear() { size_ = 0; }
    constexpr void resize(std::size_t size) {
        assert(size <= Capacity);
        size_ = size;
    }

    [[nodiscard]] constexpr T& operator[](std::size_t i) {
        assert(i < size_);
        return items_[i];
    }
    [[nodiscard]] constexpr const T& operator[](std::size_t i) const {
        assert(i < size_);
        return items_[i];
    }
    [[nodiscard]] constexpr T& back() { return (*this)[size_ - 1]; }
    [[nodiscard]] constexpr const T& back() const { return (*this)[size_ - 1]; }

    [[nodiscard]] constexpr T* data() { return items_.data(); }
    [[nodiscard]] constexpr const T* data() const { return items_.data(); }
    [[nodiscard]] constexpr T* begin() { return items_.data(); }
    [[nodiscard]] constexpr T* end() { return items_.data() + size_; }
    [[nodiscard]] constexpr const T* begin() const { return items_.data(); }
    [[nodiscard]] constexpr const T* end() const { return items_.data() + size_; }

private:
    // Left unset on purpose: a move list is filled before it is read, and clearing thousands of
    // unused slots would cost more than filling the used ones.
    std::array<T, Capacity> items_;
    std::size_t size_ = 0;
};

}  // namespace moonflower

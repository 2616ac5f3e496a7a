// Memory for the vectors of one walk down a tree: taken in order, given back in reverse. Blocks
// never move, so what is taken stays valid while deeper calls take more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace moonflower::hanamikoji {

template <class Number>
class Scratch {
public:
    // Gives back what was taken since it was made.
    class Frame {
    public:
        explicit Frame(Scratch& scratch)
            : scratch_(scratch), block_(scratch.block_), used_(scratch.used_) {}
        Frame(const Frame&) = delete;
        Frame& operator=(const Frame&) = delete;
        Frame(Frame&&) = delete;
        Frame& operator=(Frame&&) = delete;
        ~Frame() {
            scratch_.block_ = block_;
            scratch_.used_ = used_;
        }
        [[nodiscard]] Number* take(std::size_t count) { return scratch_.take(count); }
        [[nodiscard]] Number* zeros(std::size_t count) {
            Number* const numbers = take(count);
            std::fill_n(numbers, count, Number{0});
            return numbers;
        }

    private:
        Scratch& scratch_;
        std::size_t block_;
        std::size_t used_;
    };

private:
    struct Block {
        std::unique_ptr<Number[]> numbers;  // NOLINT(modernize-avoid-c-arrays): uninitialised
        std::size_t size = 0;
    };
    static constexpr std::size_t kLeast = std::size_t{1} << 16U;

    Number* take(std::size_t count) {
        while (block_ < blocks_.size() && used_ + count > blocks_[block_].size) {
            ++block_;
            used_ = 0;
        }
        if (block_ == blocks_.size()) {
            const std::size_t size = std::max(count, kLeast << std::min(block_, std::size_t{8}));
            blocks_.push_back({std::unique_ptr<Number[]>(new Number[size]), size});
        }
        Number* const numbers = blocks_[block_].numbers.get() + used_;
        used_ += count;
        return numbers;
    }

    std::vector<Block> blocks_;
    std::size_t block_ = 0;
    std::size_t used_ = 0;
};

}  // namespace moonflower::hanamikoji

// A large block of memory on 2 MB pages where the system has them: a search jumps all over its
// table, and with small pages most of a jump is spent on finding the page.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace moonflower {

class HugeBlock {
public:
    // Not cleared. The system hands pages out when they are touched, so a large block costs nothing
    // until it is used.
    explicit HugeBlock(std::size_t bytes) : memory_(allocate(bytes)) {
        if (!memory_) throw std::bad_alloc();
    }

    template <class T>
    [[nodiscard]] T* as() const {
        return static_cast<T*>(memory_.get());
    }

private:
    static constexpr std::size_t kPage = std::size_t{1} << 21;

    [[nodiscard]] static void* allocate(std::size_t bytes) {
#ifdef __linux__
        if (bytes >= 2 * kPage) {
            const std::size_t whole = bytes / kPage * kPage;  // the rest keeps small pages
            void* const memory = std::aligned_alloc(kPage, whole + kPage);
            if (memory != nullptr) madvise(memory, whole, MADV_HUGEPAGE);  // may be refused
            return memory;
        }
#endif
        return std::malloc(bytes);
    }

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::unique_ptr<void, Free> memory_;
};

}  // namespace moonflower

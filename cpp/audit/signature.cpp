#include "audit/signature.hpp"

#include "core/hash.hpp"

namespace moonflower {

std::uint64_t playout_signature(const AnyState& state, std::uint64_t seed) {
    constexpr int kPlayouts = 16;
    Hasher hasher;
    Rng rng(seed);
    for (int i = 0; i < kPlayouts; ++i) {
        const StatePtr playout = state.clone();
        std::uint64_t plies = 0;
        for (; !playout->turn().is_over(); ++plies) {
            // Lists are costly in wide games; the first playout covers their order.
            if (i == 0)
                for (const Move move : playout->legal_moves()) hasher.add(move.code);
            const Move move = playout->random_move(rng);
            hasher.add(move.code);
            playout->apply(move);
        }
        hasher.add(plies);
        for (const std::int32_t units : playout->returns().units)
            hasher.add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(units)));
    }
    return hasher.value();
}

}  // namespace moonflower

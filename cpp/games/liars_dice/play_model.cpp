// How seats bid, learned from the engine's own play: what a bid says about the die under the cup.
#include <array>
#include <bit>

#include "core/inference.hpp"
#include "games/liars_dice/play_weights.hpp"
#include "games/liars_dice/state.hpp"

namespace moonflower::liars_dice {
namespace {

// What one die makes of the bids.
class Bidder {
public:
    Bidder(int sides, int die) : sides_(sides), die_(die) {}

    // The logarithm of how likely `chosen` is after the bid `last`, -1 for none.
    [[nodiscard]] std::int32_t log_of(int chosen, int last) const {
        LogitChoice choice;
        for (int move = last + 1; move < 2 * sides_; ++move) choice.add(score(move, last));
        if (last >= 0) choice.add(call_score(last));
        return choice.log_of_choosing(score(chosen, last));
    }

private:
    // Bids are of one die or two; the own die may be one of them.
    [[nodiscard]] std::size_t counts(int bid) const {
        const int face = bid % sides_;
        return face == die_ || die_ == sides_ - 1 ? 1 : 0;
    }
    [[nodiscard]] std::size_t kind(int bid) const {
        return static_cast<std::size_t>(bid / sides_) * 2 + counts(bid);
    }
    [[nodiscard]] std::int32_t score(int bid, int last) const {
        const std::size_t own = counts(bid);
        const bool is_wild = bid % sides_ == sides_ - 1;
        return kBidWeights[kind(bid)] + kBidWeights[kRaises + own] * (bid - last - 1) +
               (is_wild ? kBidWeights[kWilds + own] : 0);
    }
    [[nodiscard]] std::int32_t call_score(int last) const {
        return kBidWeights[kCalls + kind(last)];
    }

    // Where the weights of each group begin: dice bid and own dice among them; each step above the
    // least bid; the wild face; calling the last bid a lie, by what it was.
    static constexpr std::size_t kRaises = 4;
    static constexpr std::size_t kWilds = 6;
    static constexpr std::size_t kCalls = 8;

    int sides_;
    int die_;
};

}  // namespace

std::int32_t State::log_of_bets(Seat seat) const {
    const Bidder bidder(rules_.sides, hole(seat));
    std::int32_t log = 0;
    int last = -1;
    Seat mover = 0;
    for (std::uint32_t bids = bids_; bids != 0; bids &= bids - 1, mover = 1 - mover) {
        const int bid = std::countr_zero(bids);
        if (mover == seat) log += bidder.log_of(bid, last);
        last = bid;
    }
    return log;
}

}  // namespace moonflower::liars_dice

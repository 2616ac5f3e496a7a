#include "games/example/state.hpp"

#include <string_view>
#include <utility>

namespace moonflower::example {
namespace {

constexpr std::string_view kRanks = "A23456789TJQK";
constexpr std::uint8_t kKing = 12;
constexpr std::uint32_t kExchange = 1;

}  // namespace

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{.name = "le_her",
                                  .title = "Le Her",
                                  .summary = "keep your card or exchange it",
                                  .is_lab = true,
                                  .hides = true,
                                  .has_chance = true,
                                  .options = {},
                                  .variants = {}};
    return kFacts;
}

// Two cards are dealt, then each seat decides, and a last card may be drawn.
Turn State::turn() const {
    if (is_over_) return Turn::over();
    if (history().size() == 2) return Turn::of(0);
    return history().size() == 3 ? Turn::of(1) : Turn::chance();
}

void State::legal_moves(Moves& moves) const {
    moves.clear();
    if (!turn().is_seat()) return;
    moves.push_back({0});
    moves.push_back({kExchange});
}

// Each rank by the number of its four cards that are left.
void State::chance(Outcomes& outcomes) const {
    outcomes.clear();
    for (std::uint32_t rank = 0; rank < kRanks.size(); ++rank) {
        std::uint64_t left = 4;
        for (std::size_t seat = 0; seat < 2 && seat < history().size(); ++seat)
            if (cards_[seat] == rank) --left;
        outcomes.push_back({{rank}, left});
    }
}

void State::apply(Move move) {
    const auto card = static_cast<std::uint8_t>(move.code);
    const bool exchanges = move.code == kExchange;
    const std::size_t step = history().size();
    remember(move);
    if (step < 2) {
        cards_[step] = card;
    } else if (step == 2) {
        is_over_ = exchanges && cards_[1] == kKing;
        if (exchanges && !is_over_) std::swap(cards_[0], cards_[1]);
    } else {
        is_over_ = step == 4 || !exchanges;
        if (step == 4 && card != kKing) cards_[1] = card;
    }
}

Returns State::returns() const { return Returns::shared_by(cards_[0] > cards_[1] ? 0b01 : 0b10); }

// Who is dealt a card sees it, both see what they get in an exchange, and at the end the other's.
std::string State::seen_by(Seat seat, Move move) const {
    State next = *this;
    next.apply(move);
    const bool is_hidden = turn().is_chance() && seat != (history().empty() ? 0 : 1);
    std::string seen = is_hidden ? "*?" : format(move);
    const bool is_exchange = history().size() == 2 && move.code == kExchange;
    if (next.is_over_ || is_exchange)
        seen += std::string(" =") +
                kRanks[next.cards_[static_cast<std::size_t>(next.is_over_ ? 1 - seat : seat)]];
    return seen;
}

std::string State::format(Move move) const {
    if (turn().is_chance()) return std::string("*") + kRanks[move.code];
    return move.code == kExchange ? "x" : "k";
}

}  // namespace moonflower::example

#include "games/flower_power/rules/cards.hpp"

namespace moonflower::flower_power {
namespace {

constexpr std::string_view kRanks = "AKQJT98765432";
constexpr std::string_view kSuits = "SHDC";

constexpr std::array<char, 2 * std::size_t{kFaces}> make_names() {
    std::array<char, 2 * std::size_t{kFaces}> names{'B', 'J', 'R', 'J'};
    for (std::size_t rank = 0; rank < 13; ++rank)
        for (std::size_t suit = 0; suit < 4; ++suit) {
            names[4 + 8 * rank + 2 * suit] = kRanks[rank];
            names[5 + 8 * rank + 2 * suit] = kSuits[suit];
        }
    return names;
}

constexpr auto kNames = make_names();

}  // namespace

std::string_view card_name(Card card) {
    if (card >= kFaces) return "?";
    return {kNames.data() + 2 * std::size_t{card}, 2};
}

std::optional<Card> card_named(std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    if (text == "BJ") return kBlackJoker;
    if (text == "RJ") return kRedJoker;
    const std::size_t rank = kRanks.find(text[0]);
    const std::size_t suit = kSuits.find(text[1]);
    if (rank == std::string_view::npos || suit == std::string_view::npos) return std::nullopt;
    return static_cast<Card>(2 + 4 * rank + suit);
}

std::string card_list(const CardSet& cards, std::string_view none) {
    if (cards.empty()) return std::string(none);
    std::string text;
    cards.each([&](Card card) {
        if (!text.empty()) text += ',';
        text += card_name(card);
    });
    return text;
}

}  // namespace moonflower::flower_power

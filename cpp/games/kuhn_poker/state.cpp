#include "games/kuhn_poker/state.hpp"

#include <bit>

namespace moonflower::kuhn_poker {
namespace {

constexpr std::uint32_t kDeck = 0b111;
constexpr std::string_view kNames = "JQK";
constexpr std::string_view kMoves = "pb";

}  // namespace

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{
        .name = "kuhn_poker",
        .title = "Kuhn poker",
        .summary = "poker with three cards and one bet",
        .is_lab = true,
        .hides = true,
        .has_chance = true,
        .lowest_payoff = -2,
        .highest_payoff = 2,
        .payoff_sum = 0,
        .options = {},
        .variants = {},
    };
    return kFacts;
}

std::optional<Seat> State::dealt_to() const {
    if (is_dealt()) return std::nullopt;
    return holes_[0] == kNoCard ? 0 : 1;
}

std::uint32_t State::unseen(Seat seat) const {
    const std::int8_t taken = hole(1 - seat);
    return taken < 0 ? kDeck : kDeck & ~(1U << taken);
}

void State::legal_moves(Moves& moves) const {
    moves.clear();
    if (!turn().is_seat()) return;
    moves.push_back({0});
    moves.push_back({1});
}

void State::chance(Outcomes& outcomes) const {
    outcomes.clear();
    for (std::uint32_t cards = unseen(*dealt_to()); cards != 0; cards &= cards - 1)
        outcomes.push_back({{static_cast<std::uint32_t>(std::countr_zero(cards))}, 1});
}

Move State::random_move(Rng& rng) const {
    if (is_dealt()) return {rng.coin() ? 1U : 0U};
    const std::uint32_t cards = unseen(*dealt_to());
    const auto count = static_cast<std::uint32_t>(std::popcount(cards));
    return {static_cast<std::uint32_t>(nth_bit(cards, rng.below(count)))};
}

// Both put in one chip; a bet adds one, passing to a bet folds.
Returns State::returns() const {
    const bool first_wins = is_showdown() ? holes_[0] > holes_[1] : bets_ == kBetPass;
    const std::int32_t chips = is_showdown() && bets_ != kPassPass ? 2 : 1;
    const std::int32_t gain = (first_wins ? chips : -chips) * kPayoffUnit;
    return {{gain, -gain}};
}

std::string State::card_text(std::int8_t card) {
    return {card == kNoCard     ? '-'
            : card == kFaceDown ? '?'
                                : kNames[static_cast<std::size_t>(card)]};
}

std::string State::format(Move move) const {
    return is_dealt() ? std::string{kMoves[move.code]}
                      : "*" + card_text(static_cast<std::int8_t>(move.code));
}

Move State::parse_move(std::string_view text) const {
    const bool is_card = text.size() == 2 && text[0] == '*';
    const std::string_view names = is_card ? kNames : kMoves;
    const std::size_t code =
        is_card || text.size() == 1 ? names.find(text.back()) : std::string_view::npos;
    if (code == std::string_view::npos)
        throw ParseError("kuhn_poker: " + quoted(text) +
                         " is no move; moves are p and b, cards *J, *Q and *K");
    const bool fits =
        is_card ? !is_dealt() && (unseen(*dealt_to()) >> code & 1U) != 0 : turn().is_seat();
    if (!fits)
        throw IllegalMoveError("kuhn_poker: " + quoted(text) + " cannot come here; " +
                               (turn().is_over() ? "the game is over"
                                : is_dealt()     ? "p and b are accepted"
                                                 : "a card that is not dealt is accepted"));
    return {static_cast<std::uint32_t>(code)};
}

std::string State::history() const {
    std::string moves;
    for (unsigned bits = bets_; bits > 1; bits >>= 1) moves.insert(0, 1, kMoves[bits & 1U]);
    return moves.empty() ? "-" : moves;
}

std::string State::text() const {
    return card_text(holes_[0]) + card_text(holes_[1]) + " " + history();
}

State State::read(std::string_view text, const Rules& rules) {
    State state(rules);
    const std::string_view cards = text.substr(0, 2);
    for (std::size_t seat = 0; seat < cards.size(); ++seat) {
        const std::size_t card = kNames.find(cards[seat]);
        if (card != std::string_view::npos) state.holes_[seat] = static_cast<std::int8_t>(card);
        if (cards[seat] == '?') state.holes_[seat] = kFaceDown;
    }
    if (text.size() > 3 && text[3] != '-')
        for (const char c : text.substr(3, 3))
            if (state.turn().is_seat()) state.apply({c == 'b' ? 1U : 0U});
    // Whatever was skipped above shows here: only canonical texts are positions.
    if (state.text() != text || !state.check().empty())
        throw ParseError("kuhn_poker: position " + quoted(text) +
                         " cannot be read; accepted: two different cards of JQK (- not dealt) and "
                         "the moves p and b, like \"KJ pb\" or \"KJ -\"");
    return state;
}

std::string State::check() const {
    if (holes_[0] == holes_[1] && holes_[0] >= 0) return "both seats hold one card";
    if (holes_[0] == kNoCard && holes_[1] != kNoCard) return "p2 is dealt before p1";
    if (!is_dealt() && bets_ != kStart) return "moves before the deal";
    return "";
}

}  // namespace moonflower::kuhn_poker

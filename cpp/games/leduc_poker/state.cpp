#include "games/leduc_poker/state.hpp"

#include <bit>

namespace moonflower::leduc_poker {
namespace {

constexpr std::uint32_t kDeck = 0b111111;
constexpr std::string_view kRanks = "JQK";
constexpr std::string_view kSuits = "sh";
constexpr std::string_view kMoves = "fcr";
constexpr std::uint32_t kFold = 0;
constexpr std::uint32_t kCall = 1;
constexpr std::uint32_t kRaise = 2;
constexpr int kMostRaises = 2;                // a round
constexpr std::array<int, 2> kRaiseBy{2, 4};  // by round

int move_count(std::uint32_t moves) { return static_cast<int>(std::bit_width(moves) - 1) / 2; }

std::optional<std::int8_t> card_of(std::string_view text) {
    if (text == "??") return kFaceDown;
    if (text == "--") return kNoCard;
    if (text.size() != 2) return std::nullopt;
    const std::size_t rank = kRanks.find(text[0]);
    const std::size_t suit = kSuits.find(text[1]);
    if (rank == std::string_view::npos || suit == std::string_view::npos) return std::nullopt;
    return static_cast<std::int8_t>(2 * rank + suit);
}

}  // namespace

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{
        .name = "leduc_poker",
        .title = "Leduc hold'em",
        .summary = "poker with six cards, two rounds of bets and one public card",
        .is_lab = true,
        .hides = true,
        .has_chance = true,
        .lowest_payoff = -13,
        .highest_payoff = 13,
        .payoff_sum = 0,
        .options = {},
        .variants = {}};
    return kFacts;
}

std::uint32_t State::deck() const {
    std::uint32_t cards = kDeck;
    for (const std::int8_t card : {holes_[0], holes_[1], public_})
        if (card >= 0) cards &= ~(1U << card);
    return cards;
}

std::uint32_t State::unseen(Seat seat) const {
    State others = *this;
    others.holes_[static_cast<std::size_t>(seat)] = kNoCard;
    return others.deck();
}

void State::set_hole(Seat seat, std::int8_t card) {
    if (!is_dealt() && seat == 1) turn_ = Turn::of(0);
    holes_[static_cast<std::size_t>(seat)] = card;
}

bool State::can_raise() const { return raises_ < kMostRaises; }

bool State::allows(std::uint32_t move) const {
    return turn_.is_seat() && (move == kFold ? can_fold() : move == kCall || can_raise());
}

void State::legal_moves(Moves& moves) const {
    moves.clear();
    for (std::uint32_t move = kFold; move <= kRaise; ++move)
        if (allows(move)) moves.push_back({move});
}

void State::chance(Outcomes& outcomes) const { list_cards(deck(), outcomes); }

Move State::random_move(Rng& rng) const {
    if (turn_.is_seat()) {
        const std::uint32_t least = can_fold() ? kFold : kCall;
        const std::uint32_t most = can_raise() ? kRaise : kCall;
        return {least + rng.below(most - least + 1)};
    }
    const std::uint32_t cards = deck();
    for (;;)  // at least four of six cards are left
        if (const std::uint32_t card = rng.below(6); (cards >> card & 1U) != 0) return {card};
}

void State::apply(Move move) {
    if (turn_.is_chance()) {
        const auto card = static_cast<std::int8_t>(move.code);
        if (const auto seat = dealt_to()) return set_hole(*seat, card);
        public_ = card;
        turn_ = Turn::of(0);
        return;
    }
    assert(allows(move.code));
    moves_ = moves_ << 2 | move.code;
    if (move.code == kRaise) return raise();
    if (move.code == kCall) return call();
    has_fold_ = true;
    turn_ = Turn::over();
}

void State::raise() {
    const std::size_t seat = mover();
    const int by = kRaiseBy[public_ == kNoCard ? 0 : 1];
    stakes_[seat] = static_cast<std::uint8_t>(stakes_[1 - seat] + by);
    ++raises_;
    turn_ = Turn::of(1 - turn_.seat());
}

// A round ends when a raise is called, or when both have checked.
void State::call() {
    const std::size_t seat = mover();
    stakes_[seat] = stakes_[1 - seat];
    if (raises_ == 0 && seat == 0) {
        turn_ = Turn::of(1);
    } else if (public_ == kNoCard) {
        first_end_ = static_cast<std::uint8_t>(move_count(moves_));
        raises_ = 0;
        turn_ = Turn::chance();
    } else {
        turn_ = Turn::over();
    }
}

// A pair with the public card wins, else the higher rank. The loser pays what he has put in.
Returns State::returns() const {
    int lead = stakes_[0] - stakes_[1];  // who folded has put in less
    if (!has_fold_) {
        const auto worth = [this](std::int8_t card) {
            return card / 2 == public_ / 2 ? 3 : card / 2;
        };
        lead = worth(holes_[0]) - worth(holes_[1]);
    }
    const std::int32_t pot = std::min(stakes_[0], stakes_[1]) * kPayoffUnit;
    const std::int32_t gain = lead > 0 ? pot : lead < 0 ? -pot : 0;
    return {{gain, -gain}};
}

std::string State::card_text(std::int8_t card) {
    if (card < 0) return card == kNoCard ? "--" : "??";
    const auto index = static_cast<std::size_t>(card);
    return {kRanks[index / 2], kSuits[index % 2]};
}

std::string State::format(Move move) const {
    return turn_.is_chance() ? "*" + card_text(static_cast<std::int8_t>(move.code))
                             : std::string{kMoves[move.code]};
}

std::string State::text() const {
    std::string moves;
    for (int i = move_count(moves_) - 1; i >= 0; --i) {
        moves += kMoves[moves_ >> (2 * i) & 3U];
        if (first_end_ != 0 && move_count(moves_) - i == first_end_) moves += '/';
    }
    return card_text(holes_[0]) + " " + card_text(holes_[1]) + " " + card_text(public_) + " " +
           (moves.empty() ? "-" : moves);
}

State State::read(std::string_view text, const Rules& rules) {
    State state(rules);
    const std::vector<std::string_view> parts = split(text, ' ');
    std::array<std::int8_t, 3> cards{kNoCard, kNoCard, kNoCard};
    for (std::size_t i = 0; i < std::min(parts.size(), cards.size()); ++i)
        cards[i] = card_of(parts[i]).value_or(kNoCard);
    for (std::size_t seat = 0; seat < 2; ++seat)
        if (cards[seat] != kNoCard) state.set_hole(static_cast<Seat>(seat), cards[seat]);
    for (const char c : parts.back().substr(0, 10)) {
        if (state.turn_.is_chance() && cards[2] >= 0 && !state.dealt_to())
            state.apply({static_cast<std::uint32_t>(cards[2])});
        const std::size_t code = kMoves.find(c);
        if (code != std::string_view::npos && state.allows(static_cast<std::uint32_t>(code)))
            state.apply({static_cast<std::uint32_t>(code)});
    }
    return canonical(state, text,
                     "two hole cards and the public card (-- not dealt), then the moves, like "
                     "\"Js Qh Kh crc/r\" or \"Js Qh -- -\"");
}

std::string State::check() const {
    const auto same = [](std::int8_t a, std::int8_t b) { return a == b && a >= 0; };
    if (same(holes_[0], holes_[1]) || same(holes_[0], public_) || same(holes_[1], public_))
        return "a card is dealt twice";
    if (holes_[0] == kNoCard && holes_[1] != kNoCard) return "p2 is dealt before p1";
    if (public_ != kNoCard && first_end_ == 0) return "the public card comes too early";
    return "";
}

}  // namespace moonflower::leduc_poker

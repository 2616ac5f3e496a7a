#include "games/goofspiel/state.hpp"

#include <bit>

#include "core/bits.hpp"
#include "core/error.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "games/goofspiel/cards.hpp"

namespace moonflower::goofspiel {

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{
        .name = "goofspiel",
        .title = "Goofspiel",
        .summary = "bid cards for point cards, at the same time and unseen",
        .is_lab = true,
        .hides = true,
        .has_chance = true,
        .moves_together = true,
        .options = {OptionFact::integer("cards", kMaxCards, 2, kMaxCards, "cards of each suit"),
                    OptionFact::choice("points", {"random", "descending", "ascending"},
                                       "the order the point cards come in")},
        .variants = {"cards=2", "cards=3", "cards=4,points=descending", "cards=5",
                     "cards=6,points=ascending"},
    };
    return kFacts;
}

Rules Rules::from(const Options& resolved) {
    return {static_cast<std::uint8_t>(resolved.integer("cards")),
            static_cast<PointsOrder>(resolved.choice("points", facts()))};
}

Options Rules::options() const {
    return Options()
        .set("cards", cards)
        .set("points", facts().options[1].choices[static_cast<std::size_t>(order)]);
}

std::string row_text(Row row) {
    std::string text;
    for (; row != 0; row >>= 4)
        text.insert(0, 1, card_letter(static_cast<std::uint32_t>(row & 15)));
    return text.empty() ? "-" : text;
}

Move parse_card(std::string_view text, std::uint16_t accepted) {
    const std::size_t index = text.size() == 1 ? kLetters.find(text[0]) : std::string_view::npos;
    if (index == std::string_view::npos)
        throw ParseError("goofspiel: " + quoted(text) +
                         " is no card; cards are A, 2 to 9, T, J, Q, K, point cards *A and so on");
    const auto card = static_cast<std::uint32_t>(index + 1);
    if ((accepted >> card & 1U) == 0)
        throw IllegalMoveError("goofspiel: " + quoted(text) +
                               " cannot be played; accepted: a card that is left");
    return {card};
}

State::State(const Rules& rules)
    : hands_{full_suit(rules.cards), full_suit(rules.cards)},
      points_left_(full_suit(rules.cards)),
      rules_(rules) {
    begin_round();
}

Turn State::turn() const {
    if (rounds_ == rules_.cards) return Turn::over();
    return has_point() ? Turn::of(commits_) : Turn::chance();
}

void State::legal_moves(Moves& moves) const {
    moves.clear();
    if (!turn().is_seat()) return;
    for (std::uint32_t cards = hands_[commits_]; cards != 0; cards &= cards - 1)
        moves.push_back({static_cast<std::uint32_t>(std::countr_zero(cards))});
}

void State::chance(Outcomes& outcomes) const {
    outcomes.clear();
    for (std::uint32_t cards = points_left_; cards != 0; cards &= cards - 1)
        outcomes.push_back({{static_cast<std::uint32_t>(std::countr_zero(cards))}, 1});
}

Move State::random_move(Rng& rng) const {
    const std::uint32_t cards = has_point() ? hands_[commits_] : points_left_;
    const auto count = static_cast<std::uint32_t>(std::popcount(cards));
    return {static_cast<std::uint32_t>(nth_bit(cards, rng.below(count)))};
}

void State::apply(Move move) {
    if (!has_point()) return turn_up(move.code);
    assert((hands_[commits_] >> move.code & 1U) != 0);
    commit(commits_, move.code);
    while (commits_ == 2) settle(last_sign());
}

void State::turn_up(std::uint32_t card) {
    points_ = points_ << 4 | card;
    points_left_ = static_cast<std::uint16_t>(points_left_ & ~(1U << card));
    ++turned_;
}

// In a view, the other's card is 0: its row and hand stay blank.
void State::commit(Seat seat, std::uint32_t card) {
    const auto s = static_cast<std::size_t>(seat);
    bids_[s] = bids_[s] << 4 | card;
    hands_[s] = static_cast<std::uint16_t>(hands_[s] & ~(1U << card));
    ++commits_;
}

// In a world drawn from a view.
void State::set_bids(Seat seat, Row bids) {
    const auto s = static_cast<std::size_t>(seat);
    bids_[s] = bids;
    hands_[s] = full_suit(rules_.cards);
    for (Row row = bids; row != 0; row >>= 4)
        hands_[s] = static_cast<std::uint16_t>(hands_[s] & ~(1U << (row & 15)));
}

State::Sign State::last_sign() const {
    const Row first = bids_[0] & 15;
    const Row second = bids_[1] & 15;
    return first > second ? kHigher : first < second ? kLower : kEqual;
}

// Equal bids leave the points to nobody.
void State::settle(Sign sign) {
    const auto worth = static_cast<std::uint8_t>(points_ & 15);
    if (sign == kHigher) scores_[0] = static_cast<std::uint8_t>(scores_[0] + worth);
    if (sign == kLower) scores_[1] = static_cast<std::uint8_t>(scores_[1] + worth);
    signs_ = signs_ << 2 | sign;
    ++rounds_;
    begin_round();
}

void State::begin_round() {
    commits_ = 0;
    const int left = rules_.cards - rounds_;
    if (left == 0 || (left > 1 && rules_.order == PointsOrder::kRandom)) return;
    const auto lowest = static_cast<std::uint32_t>(std::countr_zero(points_left_));
    const auto highest = static_cast<std::uint32_t>(std::bit_width(points_left_) - 1);
    turn_up(rules_.order == PointsOrder::kDescending ? highest : lowest);
    if (left > 1) return;
    for (Seat seat = 0; seat < 2; ++seat) {
        const std::uint16_t hand = hands_[static_cast<std::size_t>(seat)];
        commit(seat, hand == 0 ? 0 : static_cast<std::uint32_t>(std::countr_zero(hand)));
    }
}

Returns State::returns() const {
    if (rounds_ != rules_.cards) return {};
    return Returns::shared_by(scores_[0] > scores_[1]   ? 0b01
                              : scores_[0] < scores_[1] ? 0b10
                                                        : 0b11);
}

std::uint64_t State::key() const {
    return Hasher(static_cast<std::uint64_t>(rules_.cards) << 8 |
                  static_cast<std::uint64_t>(rules_.order))
        .add(points_)
        .add(bids_[0])
        .add(bids_[1])
        .add(std::uint64_t{signs_} << 8 | commits_)
        .value();
}

State State::before_commits() const {
    State state = *this;
    if (commits_ == 0) return state;
    const auto card = static_cast<std::uint32_t>(bids_[0] & 15);
    state.bids_[0] >>= 4;
    state.hands_[0] = static_cast<std::uint16_t>(hands_[0] | 1U << card);
    state.commits_ = 0;
    return state;
}

State State::masked(Seat seat) const {
    State known = *this;
    known.bids_[static_cast<std::size_t>(1 - seat)] = 0;
    known.hands_[static_cast<std::size_t>(1 - seat)] = 0;
    return known;
}

View State::view(Seat seat) const { return {*this, seat}; }

std::uint64_t State::info_key(Seat seat) const { return View::key_of(masked(seat), seat); }

// Own bids as they are, the other's as ?, then how the other's bid compares with one's own for
// every round the move settles.
std::string State::seen_by(Seat seat, Move move) const {
    if (!has_point()) return format(move);
    std::string tokens = seat == commits_ ? format(move) : "?";
    State next = *this;
    next.apply(move);
    for (const char sign : next.signs_text(seat).substr(rounds_)) tokens += std::string(" ") + sign;
    return tokens;
}

std::string State::format(Move move) const {
    return (has_point() ? "" : "*") + std::string{card_letter(move.code)};
}

Move State::parse_move(std::string_view text) const {
    const bool is_point = text.starts_with('*');
    const bool fits = is_point ? turn().is_chance() : turn().is_seat();
    const std::uint16_t accepted = !fits ? 0 : is_point ? points_left_ : hands_[commits_];
    return parse_card(text.substr(is_point ? 1 : 0), accepted);
}

std::string State::signs_text(Seat seat) const {
    std::string text;
    for (std::uint32_t signs = signs_; signs != 0; signs >>= 2) {
        const std::uint32_t sign = signs & 3U;  // of seat 0; the other's card is told
        text.insert(0, 1, sign == kEqual ? '=' : (sign == kHigher) == (seat == 1) ? '>' : '<');
    }
    return text;
}

std::string State::text() const {
    return row_text(points_) + " " + row_text(bids_[0]) + " " + row_text(bids_[1]);
}

std::string State::public_text() const {
    return row_text(points_) + " " + (rounds_ == 0 ? "-" : signs_text(1)) + " " +
           std::to_string(scores_[0]) + "-" + std::to_string(scores_[1]);
}

State State::parse(std::string_view text, const Rules& rules) {
    State state(rules);
    const std::vector<std::string_view> rows = split(text, ' ');
    // Moves are taken from the rows as they come due; what does not fit shows in the comparison.
    const auto next_card = [&](std::size_t row, std::size_t at) -> std::uint32_t {
        if (row >= rows.size() || at >= rows[row].size()) return 0;
        const std::size_t index = kLetters.find(rows[row][at]);
        return index == std::string_view::npos ? 0 : static_cast<std::uint32_t>(index + 1);
    };
    while (!state.turn().is_over()) {
        const bool is_point = !state.has_point();
        const std::size_t row = is_point ? 0 : 1U + state.commits_;
        const std::uint32_t card = next_card(row, state.rounds_);
        const std::uint16_t accepted = is_point ? state.points_left_ : state.hands_[row - 1];
        if (card == 0 || (accepted >> card & 1U) == 0) break;
        state.apply({card});
    }
    if (state.text() != text)
        throw ParseError("goofspiel: position " + quoted(text) +
                         " cannot be read; accepted: point cards, bids of p1 and bids of p2 "
                         "in order, like \"K5 3A 72\", - for none");
    return state;
}

std::string State::check() const {
    if (parse(text(), rules_) != *this) return "the rows do not lead here";
    return "";
}

}  // namespace moonflower::goofspiel

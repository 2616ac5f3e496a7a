#include "games/liars_dice/state.hpp"

#include <bit>

namespace moonflower::liars_dice {
namespace {

constexpr std::string_view kLiar = "liar";
constexpr std::string_view kFaces = "123456";

}  // namespace

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{
        .name = "liars_dice",
        .title = "Liar's dice",
        .summary = "one die each under a cup: raise the bid or call it a lie",
        .is_lab = true,
        .hides = true,
        .has_chance = true,
        .options = {OptionFact::integer("dice_sides", kMaxSides, 2, kMaxSides, "faces of a die")},
        .variants = {"dice_sides=2", "dice_sides=3", "dice_sides=4", "dice_sides=5"},
    };
    return kFacts;
}

Rules Rules::from(const Options& resolved) {
    return {static_cast<std::uint8_t>(resolved.integer("dice_sides"))};
}

Options Rules::options() const { return Options().set("dice_sides", sides); }

Turn State::turn() const {
    if (is_called_) return Turn::over();
    return is_dealt() ? Turn::of(mover_) : Turn::chance();
}

std::uint32_t State::least_move() const {
    return static_cast<std::uint32_t>(std::bit_width(bids_));
}

void State::legal_moves(Moves& moves) const {
    moves.clear();
    if (!turn().is_seat()) return;
    for (std::uint32_t move = least_move(); move <= most_move(); ++move) moves.push_back({move});
}

void State::chance(Outcomes& outcomes) const {
    outcomes.clear();
    for (std::uint32_t face = 0; face < rules_.sides; ++face) outcomes.push_back({{face}, 1});
}

Move State::random_move(Rng& rng) const {
    if (!is_dealt()) return {rng.below(rules_.sides)};
    return {least_move() + rng.below(most_move() - least_move() + 1)};
}

void State::apply(Move move) {
    if (const auto seat = dealt_to()) return set_hole(*seat, static_cast<std::int8_t>(move.code));
    assert(move.code >= least_move() && move.code <= most_move() && !is_called_);
    mover_ = static_cast<std::int8_t>(1 - mover_);
    is_called_ = move.code == rules_.liar();
    if (!is_called_) bids_ = static_cast<std::uint16_t>(bids_ | 1U << move.code);
}

// The bidder wins if the bid holds, else the caller.
Returns State::returns() const {
    if (!is_called_) return {};
    const int bid = std::bit_width(bids_) - 1;
    const int face = bid % rules_.sides;
    int count = 0;
    for (const std::int8_t die : holes_) count += die == face || die == rules_.sides - 1 ? 1 : 0;
    const int bidder = mover_;  // the turn went to the caller and back
    return Returns::shared_by(1U << (count > bid / rules_.sides ? bidder : 1 - bidder));
}

std::string State::card_text(std::int8_t die) { return letter_of(die, kFaces); }

std::string State::format(Move move) const {
    if (!is_dealt()) return "*" + card_text(static_cast<std::int8_t>(move.code));
    if (move.code == rules_.liar()) return std::string(kLiar);
    return std::to_string(move.code / rules_.sides + 1) + "-" +
           std::to_string(move.code % rules_.sides + 1);
}

Move State::parse_move(std::string_view text) const {
    const std::uint32_t sides = rules_.sides;
    const auto digit = [&](std::size_t at, std::uint32_t most) -> std::optional<std::uint32_t> {
        if (text[at] < '1' || text[at] >= static_cast<char>('1' + most)) return std::nullopt;
        return static_cast<std::uint32_t>(text[at] - '1');
    };
    std::optional<std::uint32_t> move;
    const bool is_roll = text.size() == 2 && text[0] == '*';
    if (is_roll) move = digit(1, sides);
    if (text == kLiar) move = rules_.liar();
    if (text.size() == 3 && text[1] == '-')
        if (const auto quantity = digit(0, 2), face = digit(2, sides); quantity && face)
            move = *quantity * sides + *face;
    const std::string last_face = std::to_string(sides);
    if (!move)
        throw ParseError("liars_dice: " + quoted(text) + " is no move; moves are 1-1 to 2-" +
                         last_face + " and liar, rolls *1 to *" + last_face);
    if (is_roll == is_dealt() || turn().is_over() ||
        (!is_roll && (*move < least_move() || *move > most_move())))
        throw IllegalMoveError(
            "liars_dice: " + quoted(text) + " cannot come here; accepted: " +
            (turn().is_over() ? "nothing, the game is over"
             : !is_dealt()    ? "a roll"
                              : "from " + format({least_move()}) + " to " + format({most_move()})));
    return {*move};
}

std::string State::text() const {
    std::string moves;
    for (std::uint32_t bids = bids_; bids != 0; bids &= bids - 1)
        moves += "/" + format({static_cast<std::uint32_t>(std::countr_zero(bids))});
    if (is_called_) moves += "/" + std::string(kLiar);
    return card_text(holes_[0]) + card_text(holes_[1]) + " " +
           (moves.empty() ? "-" : moves.substr(1));
}

State State::read(std::string_view text, const Rules& rules) {
    State state(rules);
    state.read_holes(text.substr(0, 2), kFaces.substr(0, rules.sides));
    if (text.size() > 3 && text[3] != '-')
        for (const std::string_view token : split(text.substr(3), '/'))
            if (state.turn().is_seat()) state.apply(state.parse_move(token));
    return canonical(state, text,
                     "two dice (- not rolled) and the moves, like \"35 1-2/1-5/liar\" or \"35 -\"");
}

std::string State::check() const {
    if (holes_[0] == kNoCard && is_dealt()) return "p2 has rolled before p1";
    if (!is_dealt() && bids_ != 0) return "bids before the roll";
    if (is_called_ && bids_ == 0) return "a call without a bid";
    if ((std::popcount(bids_) + (is_called_ ? 1 : 0)) % 2 != mover_)
        return "turns do not alternate";
    return "";
}

}  // namespace moonflower::liars_dice

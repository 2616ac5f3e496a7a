#include "games/phantom_ttt/state.hpp"

#include <bit>

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/phantom_ttt/cells.hpp"

namespace moonflower::phantom_ttt {

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{
        .name = "phantom_ttt",
        .title = "Phantom tic-tac-toe",
        .summary = "three in a row without seeing the other's marks",
        .is_lab = true,
        .hides = true,
        .options = {},
        .variants = {},
    };
    return kFacts;
}

std::string cell_text(std::uint32_t cell) {
    return {static_cast<char>('a' + cell % 3), static_cast<char>('1' + cell / 3)};
}

Move parse_cell(std::string_view text, std::uint16_t tried) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '3')
        throw ParseError("phantom_ttt: " + quoted(text) + " is no cell; cells are a1 to c3");
    const auto cell = static_cast<std::uint32_t>(text[0] - 'a' + 3 * (text[1] - '1'));
    if ((tried >> cell & 1U) != 0)
        throw IllegalMoveError("phantom_ttt: " + quoted(text) +
                               " was tried before; cells the seat has not tried are accepted");
    return {cell};
}

void State::legal_moves(Moves& moves) const {
    moves.clear();
    if (winners_ != 0) return;
    for (std::uint32_t cells = kBoard & ~own().cells; cells != 0; cells &= cells - 1)
        moves.push_back({static_cast<std::uint32_t>(std::countr_zero(cells))});
}

Move State::random_move(Rng& rng) const { return {Cells::pick(kBoard & ~own().cells, rng)}; }

void State::apply(Move move) {
    assert(winners_ == 0 && (own().cells >> move.code & 1U) == 0);
    const bool is_free = !is_taken(move.code);
    Tries& tries = tries_[static_cast<std::size_t>(mover_)];
    tries.add(move.code, is_free);
    if (!is_free) return;
    if (kHasLine[tries.marks])
        winners_ = static_cast<std::uint8_t>(1U << mover_);
    else if ((tries_[0].marks | tries_[1].marks) == kBoard)
        winners_ = 0b11;
    mover_ = static_cast<std::int8_t>(1 - mover_);
}

std::uint64_t State::key() const {
    // The tries decide everything else.
    return Hasher().add(tries_[0].log).add(tries_[1].log).value();
}

View State::view(Seat seat) const { return {*this, seat}; }

std::uint64_t State::info_key(Seat seat) const {
    return View::key_of(seat, tries_[static_cast<std::size_t>(seat)], turn(), winners_);
}

// The mover's own try with x if the cell was taken; the other hears ? of a mark, ?! of a line,
// ?= of the mark that fills the board.
std::string State::seen_by(Seat seat, Move move) const {
    const bool taken = is_taken(move.code);
    if (seat == mover_) return format(move) + (taken ? "x" : "");
    if (taken) return "";
    State next = *this;
    next.apply(move);
    return next.winners_ == 0 ? "?" : next.winners_ == 0b11 ? "?=" : "?!";
}

std::string State::format(Move move) const { return cell_text(move.code); }

Move State::parse_move(std::string_view text) const {
    if (winners_ != 0)
        throw IllegalMoveError("phantom_ttt: " + quoted(text) +
                               " cannot be played; the game is over");
    return parse_cell(text, own().cells);
}

// The tries of both seats in the order they were made.
std::string State::text() const {
    std::array<int, 2> left{std::popcount(tries_[0].cells), std::popcount(tries_[1].cells)};
    std::string text;
    for (std::size_t seat = 0; left[seat] > 0;) {
        const Tries& tries = tries_[seat];
        const auto cell = static_cast<std::uint32_t>((tries.log >> 4 * --left[seat] & 15U) - 1);
        text += (text.empty() ? "" : "/") + cell_text(cell);
        if ((tries.marks >> cell & 1U) != 0) seat = 1 - seat;
    }
    return text.empty() ? "-" : text;
}

State State::parse(std::string_view text, const Rules& rules) {
    State state(rules);
    if (text == "-") return state;
    for (const std::string_view token : split(text, '/')) state.apply(state.parse_move(token));
    return state;
}

std::string State::public_text() const {
    return "x" + std::to_string(std::popcount(tries_[0].marks)) + " o" +
           std::to_string(std::popcount(tries_[1].marks));
}

std::string State::check() const {
    if ((tries_[0].marks & tries_[1].marks) != 0) return "a cell holds two marks";
    const int lead = std::popcount(tries_[0].marks) - std::popcount(tries_[1].marks);
    if (lead != mover_) return "marks do not alternate";
    for (std::size_t seat = 0; seat < 2; ++seat) {
        const Tries& tries = tries_[seat];
        if ((tries.cells & ~tries.marks & ~tries_[1 - seat].marks) != 0)
            return "a free cell was found taken";
    }
    return text() == parse(text(), rules_).text() ? "" : "the tries cannot be replayed";
}

std::string State::drawing() const {
    std::string lines = "  a b c\n";
    for (std::uint32_t cell = 0; cell < 9; ++cell) {
        if (cell % 3 == 0) lines += static_cast<char>('1' + cell / 3);
        lines += ' ';
        lines += (tries_[0].marks >> cell & 1U) != 0   ? 'x'
                 : (tries_[1].marks >> cell & 1U) != 0 ? 'o'
                                                       : '.';
        if (cell % 3 == 2) lines += '\n';
    }
    return lines;
}

}  // namespace moonflower::phantom_ttt

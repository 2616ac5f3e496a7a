#include "games/tic_tac_toe/state.hpp"

#include <bit>

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower::tic_tac_toe {
namespace {

constexpr std::string_view kMarks = "xo";

}  // namespace

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{
        .name = "tic_tac_toe",
        .title = "Tic-tac-toe",
        .summary = "three in a row on a board of nine cells",
        .is_lab = true,
        .options = {},
        .variants = {},
    };
    return kFacts;
}

void State::legal_moves(Moves& moves) const {
    moves.clear();
    for (std::uint32_t cells = empty(); cells != 0; cells &= cells - 1)
        moves.push_back({static_cast<std::uint32_t>(std::countr_zero(cells))});
}

std::uint64_t State::key() const {
    return Hasher().add(marks_[0] | static_cast<std::uint64_t>(marks_[1]) << 16).value();
}

std::string State::format(Move move) const {
    return {static_cast<char>('a' + move.code % 3), static_cast<char>('1' + move.code / 3)};
}

Move State::parse_move(std::string_view text) const {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '3')
        throw ParseError("tic_tac_toe: " + quoted(text) + " is no cell; cells are a1 to c3");
    const auto cell = static_cast<std::uint32_t>(text[0] - 'a' + 3 * (text[1] - '1'));
    if (over_ || (empty() >> cell & 1U) == 0)
        throw IllegalMoveError("tic_tac_toe: " + quoted(text) + " cannot be played; " +
                               (over_ ? "the game is over" : "free cells are accepted"));
    return {cell};
}

std::string State::text() const {
    std::string board(9, '.');
    for (std::size_t seat = 0; seat < 2; ++seat)
        for (std::size_t cell = 0; cell < 9; ++cell)
            if ((marks_[seat] >> cell & 1) != 0) board[cell] = kMarks[seat];
    return board;
}

State State::parse(std::string_view text, const Rules& rules) {
    const auto refuse = [&](const std::string& why) {
        throw ParseError("tic_tac_toe: position " + quoted(text) + " " + why +
                         "; accepted: nine of x, o and . in reading order, x first to move");
    };
    if (text.size() != 9 || text.find_first_not_of("xo.") != std::string_view::npos)
        refuse("cannot be read");
    State state(rules);
    for (std::size_t cell = 0; cell < 9; ++cell)
        if (text[cell] != '.')
            state.marks_[kMarks.find(text[cell])] |= static_cast<std::uint16_t>(1U << cell);
    const int lead = std::popcount(state.marks_[0]) - std::popcount(state.marks_[1]);
    if (lead != 0 && lead != 1) refuse("has the wrong number of marks");
    state.mover_ = static_cast<std::int8_t>(lead);
    if ((kHasLine[state.marks_[0]] && lead == 0) || (kHasLine[state.marks_[1]] && lead == 1))
        refuse("goes on after a line");
    state.settle();
    return state;
}

std::string State::check() const {
    if ((marks_[0] & marks_[1]) != 0) return "a cell holds two marks";
    if (std::popcount(marks_[0]) - std::popcount(marks_[1]) != mover_)
        return "marks do not alternate";
    return "";
}

std::string State::drawing() const {
    const std::string board = text();
    std::string lines = "  a b c\n";
    for (std::size_t row = 0; row < 3; ++row) {
        lines += std::to_string(row + 1);
        for (std::size_t column = 0; column < 3; ++column)
            lines += std::string(" ") + board[3 * row + column];
        lines += '\n';
    }
    return lines;
}

void State::fill(Scene& scene) const {
    static constexpr std::array<ScenePiece, 2> kMarks{
        {{"mark", "x", {{{"owner", SceneValue::seat(0)}}}},
         {"mark", "o", {{{"owner", SceneValue::seat(1)}}}}}};
    scene.phase = over_ ? "over" : "mark";
    const ScenePlace zone =
        scene.add_zone("board", "squares", -1, std::popcount(marks_[0]) + std::popcount(marks_[1]));
    std::array<ScenePlace, 9> cells{};
    for (std::uint32_t cell = 0; cell < 9; ++cell) {
        const ScenePiece* mark = nullptr;
        for (std::size_t seat = 0; seat < 2; ++seat)
            if ((marks_[seat] >> cell & 1U) != 0) mark = &kMarks[seat];
        cells[cell] = scene.add_slot(format({cell}), zone, mark);
        scene.with("column", cell % 3 + 1).with("row", cell / 3 + 1);
    }
    if (!scene.wants_moves() || over_) return;
    Moves moves;
    legal_moves(moves);
    for (const Move move : moves)
        scene.add_move(move, "mark", Scene::seat(mover_), cells[move.code]);
}

}  // namespace moonflower::tic_tac_toe

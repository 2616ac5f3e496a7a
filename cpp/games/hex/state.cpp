#include "games/hex/state.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"

namespace moonflower::hex {
namespace {

constexpr std::string_view kStones = "xo";

// Marks of a node: whose it is, and which of the owner's sides it is linked to.
constexpr std::uint8_t kOwner = 0b0011;  // bit 0 seat 0, bit 1 seat 1
constexpr std::uint8_t kLinks = 0b1100;
constexpr std::uint8_t kFirstSide = 0b0100;   // top or left
constexpr std::uint8_t kSecondSide = 0b1000;  // bottom or right

using Neighbours = std::array<std::uint16_t, 6>;

constexpr std::uint16_t kTop = kMaxCells;
constexpr std::uint16_t kBottom = kTop + 1;
constexpr std::uint16_t kLeft = kTop + 2;
constexpr std::uint16_t kRight = kTop + 3;

// The six neighbours of each cell, for every board size one after the other. A step off the board
// leads to the node of that side.
constexpr auto kTableStart = [] {
    std::array<std::size_t, kMaxSize + 2> start{};
    for (std::size_t size = 1; size <= kMaxSize; ++size)
        start[size + 1] = start[size] + size * size;
    return start;
}();
constexpr auto kNeighbours = [] {
    std::array<Neighbours, kTableStart[kMaxSize + 1]> table{};
    constexpr std::array<std::array<int, 2>, 6> kSteps{
        {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}};
    std::size_t entry = 0;
    for (int size = 1; size <= kMaxSize; ++size)
        for (int cell = 0; cell < size * size; ++cell, ++entry)
            for (std::size_t i = 0; i < 6; ++i) {
                const int row = cell / size + kSteps[i][0];
                const int column = cell % size + kSteps[i][1];
                table[entry][i] = row < 0       ? kTop
                                  : row >= size ? kBottom
                                  : column < 0  ? kLeft
                                  : column >= size
                                      ? kRight
                                      : static_cast<std::uint16_t>(row * size + column);
            }
    return table;
}();

// Zobrist keys by seat and cell.
constexpr auto kKeys = [] {
    std::array<std::array<std::uint64_t, kMaxCells>, 2> keys{};
    for (std::size_t seat = 0; seat < 2; ++seat)
        for (std::size_t cell = 0; cell < kMaxCells; ++cell)
            keys[seat][cell] = mix64((seat * kMaxCells + cell + 1) * kGoldenGamma);
    return keys;
}();

}  // namespace

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{
        .name = "hex",
        .title = "Hex",
        .summary = "connect your two sides of a rhombus of hexagons",
        .is_lab = true,
        .options = {OptionFact::integer("size", 11, 1, kMaxSize, "rows and columns of the board")},
        .variants = {"size=1", "size=2", "size=3", "size=5", "size=13", "size=19"},
    };
    return kFacts;
}

Rules Rules::from(const Options& resolved) {
    return {static_cast<std::uint8_t>(resolved.integer("size"))};
}

Options Rules::options() const { return Options().set("size", size); }

State::State(const Rules& rules)
    : rules_(rules),
      free_count_(static_cast<std::uint16_t>(cell_count())),
      key_(mix64(rules.size + kGoldenGamma)) {
    nodes_[kTop] = 0b01 | kFirstSide;
    nodes_[kBottom] = 0b01 | kSecondSide;
    nodes_[kLeft] = 0b10 | kFirstSide;
    nodes_[kRight] = 0b10 | kSecondSide;
}

void State::legal_moves(Moves& moves) const {
    moves.clear();
    if (is_over_) return;
    for (std::uint32_t cell = 0; cell < cell_count(); ++cell)
        if (is_free(cell)) moves.push_back({cell});
}

// Guesses first: on most of a playout's boards one or two are enough. Uniform all the same.
Move State::random_move(Rng& rng) const {
    constexpr int kGuesses = 24;
    for (int i = 0; i < kGuesses; ++i)
        if (const std::uint32_t cell = rng.below(cell_count()); is_free(cell)) return {cell};
    std::uint32_t cell = 0;
    for (std::uint32_t skip = rng.below(free_count_);; ++cell)
        if (is_free(cell) && skip-- == 0) return {cell};
}

void State::apply(Move move) {
    assert(!is_over_ && move.code < cell_count() && is_free(move.code));
    const auto seat = static_cast<std::size_t>(mover_);
    const unsigned owner = 1U << seat;
    const Neighbours& around = kNeighbours[kTableStart[rules_.size] + move.code];
    unsigned marks = owner;
    bool has_bare = false;  // a stone of the same seat without a link
    // Whose a neighbour is cannot be predicted, so no branch asks.
    for (const std::uint16_t node : around) {
        const unsigned near = nodes_[node];
        marks |= near & (0U - (near >> seat & 1U));
        has_bare |= near == owner;
    }
    nodes_[move.code] = static_cast<std::uint8_t>(marks);
    key_ ^= kKeys[seat][move.code];
    --free_count_;
    mover_ = static_cast<std::int8_t>(1 - mover_);
    is_over_ = (marks & kLinks) == kLinks;
    if (has_bare && marks != owner && !is_over_)
        spread(move.code, static_cast<std::uint8_t>(marks));
}

// Passes a new link on to the stones that lacked it; each stone gets a link once a game.
void State::spread(std::size_t cell, std::uint8_t marks) {
    const Neighbours* const table = &kNeighbours[kTableStart[rules_.size]];
    const auto bare = static_cast<std::uint8_t>(marks & kOwner);
    StaticVector<std::uint16_t, kMaxCells> open;
    open.push_back(static_cast<std::uint16_t>(cell));
    while (!open.empty()) {
        const Neighbours& around = table[open.back()];
        open.pop_back();
        for (const std::uint16_t node : around)
            if (nodes_[node] == bare) {
                nodes_[node] = marks;
                open.push_back(node);
            }
    }
}

Returns State::returns() const {
    return Returns::shared_by(is_over_ ? 1U << (1 - mover_) : 0U);  // the last stone has won
}

std::uint64_t State::key() const { return key_; }

bool operator==(const State& a, const State& b) {
    const auto same_owner = [](std::uint8_t m, std::uint8_t n) { return ((m ^ n) & kOwner) == 0; };
    return a.rules_ == b.rules_ && a.key_ == b.key_ &&
           std::equal(a.nodes_.begin(), a.nodes_.end(), b.nodes_.begin(), same_owner);
}

std::string State::format(Move move) const {
    return static_cast<char>('a' + move.code % rules_.size) +
           std::to_string(move.code / rules_.size + 1);
}

Move State::parse_move(std::string_view text) const {
    const int size = rules_.size;
    const int column = text.empty() ? -1 : text[0] - 'a';
    const int row =
        text.size() < 2 || text[1] == '0' ? 0 : to_integer<int>(text.substr(1)).value_or(0);
    if (column < 0 || column >= size || row < 1 || row > size)
        throw ParseError("hex: " + quoted(text) + " is no cell; cells are a1 to " +
                         format({cell_count() - 1}));
    const auto cell = static_cast<std::uint32_t>((row - 1) * size + column);
    if (is_over_ || !is_free(cell))
        throw IllegalMoveError("hex: " + quoted(text) + " cannot be played; " +
                               (is_over_ ? "the game is over" : "free cells are accepted"));
    return {cell};
}

std::string State::text() const {
    std::string board;
    for (std::uint32_t cell = 0; cell < cell_count(); ++cell) {
        if (cell != 0 && cell % rules_.size == 0) board += '/';
        const int owner = nodes_[cell] & kOwner;
        board += owner == 0 ? '.' : kStones[static_cast<std::size_t>(owner - 1)];
    }
    return board;
}

// The number of rows gives the size. Stones are laid in turn, the winner's last stone last.
State State::parse(std::string_view text, const Rules& /*rules*/) {
    const auto refuse = [&](const std::string& why) {
        throw ParseError("hex: position " + quoted(text) + " " + why +
                         "; accepted: 1 to 19 rows of x, o and . joined by /, x first to move");
    };
    const auto size = static_cast<std::size_t>(std::count(text.begin(), text.end(), '/')) + 1;
    if (size > kMaxSize || text.size() != size * (size + 1) - 1) refuse("is no board");
    std::array<StaticVector<std::uint32_t, kMaxCells>, 2> stones;
    for (std::size_t row = 0; row < size; ++row)
        for (std::size_t column = 0; column <= size; ++column) {
            const std::size_t at = row * (size + 1) + column;
            const char c = at < text.size() ? text[at] : '/';
            if ((c == '/') != (column == size)) refuse("has rows of different lengths");
            const std::size_t seat = kStones.find(c);
            if (seat != std::string_view::npos)
                stones[seat].push_back(static_cast<std::uint32_t>(row * size + column));
            else if (c != '.' && c != '/')
                refuse("cannot be read");
        }
    const std::size_t lead = stones[0].size() - stones[1].size();
    if (lead > 1) refuse("has the wrong number of stones");
    const Rules rules{static_cast<std::uint8_t>(size)};
    // If the last mover has won, some stone must have been the last: try each.
    auto& last = stones[lead == 1 ? 0 : 1];
    for (std::size_t tries = 0; tries <= last.size(); ++tries) {
        State state(rules);
        for (std::size_t i = 0; i < stones[0].size() + stones[1].size() && !state.is_over_; ++i)
            state.apply({stones[i % 2][i / 2]});
        if (state.text() == text) return state;
        if (!last.empty()) std::rotate(last.begin(), last.begin() + 1, last.end());
    }
    refuse("goes on after a connection");
    return State(rules);
}

std::string State::check() const {
    std::uint64_t key = mix64(rules_.size + kGoldenGamma);
    std::array<std::uint32_t, 2> count{};
    for (std::uint32_t cell = 0; cell < cell_count(); ++cell) {
        const std::uint8_t marks = nodes_[cell];
        if (marks == 0) continue;
        if ((marks & kOwner) == kOwner || (marks & kOwner) == 0) return "a cell has no one owner";
        const auto seat = static_cast<std::size_t>((marks & kOwner) - 1);
        ++count[seat];
        key ^= kKeys[seat][cell];
    }
    if (key != key_) return "the key is not that of the stones";
    if (count[0] - count[1] != static_cast<std::uint32_t>(mover_)) return "stones do not alternate";
    if (count[0] + count[1] + free_count_ != cell_count()) return "free cells are miscounted";
    return free_count_ == 0 && !is_over_ ? "a full board without a winner" : "";
}

std::string State::drawing() const {
    std::string lines = " ";
    for (int column = 0; column < rules_.size; ++column)
        lines += std::string(" ") + static_cast<char>('a' + column);
    const std::string board = text();
    for (std::size_t row = 0; row < rules_.size; ++row) {
        const std::string label = std::to_string(row + 1);
        lines += "\n" + std::string(row + 2 - label.size(), ' ') + label;
        for (std::size_t column = 0; column < rules_.size; ++column)
            lines += std::string(" ") + board[row * (rules_.size + 1UL) + column];
    }
    return lines + "\n";
}

void State::fill(Scene& scene) const {
    static constexpr std::array<ScenePiece, 2> kPieces{
        {{"stone", "x", {{{"owner", SceneValue::seat(0)}}}},
         {"stone", "o", {{{"owner", SceneValue::seat(1)}}}}}};
    scene.phase = is_over_ ? "over" : "place";
    scene.of_all().with("size", rules_.size);
    scene.of_seat(0).with("connects", "top and bottom");
    scene.of_seat(1).with("connects", "left and right");
    const ScenePlace zone =
        scene.add_zone("board", "hexes", -1, static_cast<int>(cell_count()) - free_count_);
    const auto first = static_cast<ScenePlace>(zone + 1);  // cells follow each other
    for (std::uint32_t cell = 0; cell < cell_count(); ++cell) {
        const int owner = nodes_[cell] & kOwner;
        scene.add_slot("cell." + format({cell}), zone,  // p1 is a seat
                       owner == 0 ? nullptr : &kPieces[static_cast<std::size_t>(owner - 1)]);
        scene.with("q", cell % rules_.size).with("r", cell / rules_.size);
    }
    if (!scene.wants_moves() || is_over_) return;
    Moves moves;
    legal_moves(moves);
    for (const Move move : moves)
        scene.add_move(move, "place", Scene::seat(mover_),
                       static_cast<ScenePlace>(first + move.code));
}

}  // namespace moonflower::hex

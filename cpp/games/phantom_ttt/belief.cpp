// Worlds of a view: where the other side's marks may be, weighted by the ways they came there.
#include <bit>

#include "core/error.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "games/phantom_ttt/cells.hpp"
#include "games/phantom_ttt/state.hpp"

namespace moonflower::phantom_ttt {
namespace {

constexpr std::size_t kMostTurns = 5;

constexpr std::uint32_t arrangements(std::size_t from, std::size_t count) {
    std::uint32_t ways = 1;
    for (std::size_t i = 0; i < count; ++i) ways *= static_cast<std::uint32_t>(from - i);
    return ways;
}

// kMisses[turns][cells]: the ways to run into the other's marks in so many turns, when `cells` of
// them can still be tried in the first and one more in each that follows.
constexpr auto kMisses = [] {
    std::array<std::array<std::uint32_t, kMostTurns + 2>, kMostTurns + 1> ways{};
    for (auto& without_turns : ways[0]) without_turns = 1;
    for (std::size_t turns = 1; turns <= kMostTurns; ++turns)
        for (std::size_t cells = 0; cells + turns <= kMostTurns + 1; ++cells)
            for (std::size_t tries = 0; tries <= cells; ++tries)
                ways[turns][cells] +=
                    arrangements(cells, tries) * ways[turns - 1][cells - tries + 1];
    return ways;
}();

}  // namespace

// What a view says about when things happened, by the number of marks the other had made: its own
// marks that were there, and the cells found taken, which the other had marked by then.
struct View::Timeline {
    struct Found {
        std::uint8_t cell;
        std::uint8_t by;  // among the other's first so many marks
    };
    std::array<std::uint16_t, kMostTurns + 1> own{};
    StaticVector<Found, kMostTurns> found;  // in the order they were found, so `by` never falls
};

View::Timeline View::timeline() const {
    Timeline line;
    std::uint16_t marks = 0;
    auto theirs = static_cast<std::size_t>(seat_);  // the other's marks in this seat's next turn
    for (int i = std::popcount(tries_.cells); i-- > 0;) {
        const auto cell = static_cast<std::uint8_t>((tries_.log >> 4 * i & 15U) - 1);
        if ((tries_.marks >> cell & 1U) == 0) {
            line.found.push_back({cell, static_cast<std::uint8_t>(theirs)});
            continue;
        }
        marks = static_cast<std::uint16_t>(marks | 1U << cell);
        line.own[theirs++] = marks;
    }
    return line;
}

View::View(const State& state, Seat seat)
    : tries_(state.tries_[static_cast<std::size_t>(seat)]),
      rules_(state.rules_),
      seat_(seat),
      mover_(state.mover_),
      winners_(state.winners_),
      other_marks_(static_cast<std::uint8_t>(
          std::popcount(state.tries_[static_cast<std::size_t>(1 - seat)].marks))) {}

std::uint64_t View::key_of(Seat seat, const Tries& tries, Turn turn, std::uint8_t winners) {
    return Hasher(static_cast<std::uint64_t>(seat))
        .add(tries.log | std::uint64_t{tries.marks} << 40 |
             static_cast<std::uint64_t>(turn.code() + 2) << 56 | std::uint64_t{winners} << 60)
        .value();
}

std::uint64_t View::info_key() const { return key_of(seat_, tries_, turn(), winners_); }

void View::legal_moves(State::Moves& moves) const {
    moves.clear();
    if (turn() != Turn::of(seat_)) return;
    for (std::uint32_t cells = kBoard & ~tries_.cells; cells != 0; cells &= cells - 1)
        moves.push_back({static_cast<std::uint32_t>(std::countr_zero(cells))});
}

std::string View::format(Move move) const { return cell_text(move.code); }

Move View::parse_move(std::string_view text) const {
    if (turn() != Turn::of(seat_))
        throw IllegalMoveError("phantom_ttt: " + quoted(text) +
                               " cannot be played; this seat is not on turn");
    return parse_cell(text, tries_.cells);
}

bool View::agrees(std::uint16_t theirs, std::uint32_t last) const {
    if (winners_ != 1U << other()) return !kHasLine[theirs];
    return kHasLine[theirs] && !kHasLine[theirs & ~(1U << last)];
}

State View::world(const Tries& theirs) const {
    State state(rules_);
    state.tries_[static_cast<std::size_t>(seat_)] = tries_;
    state.tries_[static_cast<std::size_t>(other())] = theirs;
    state.mover_ = mover_;
    state.winners_ = winners_;
    return state;
}

// --- drawing a world

// Cells found taken go to one of the places left before the latest moment they were marked, the
// rest of the marks to any cells left; an order that would have ended the game otherwise is drawn
// again.
View::Order View::draw_order(const Timeline& line, Rng& rng) const {
    for (;;) {
        Order order;
        order.resize(other_marks_);
        std::uint32_t places = (1U << other_marks_) - 1;
        for (const Timeline::Found& found : line.found) {
            const std::uint32_t place = Cells::pick(places & ((1U << found.by) - 1), rng);
            order[place] = found.cell;
            places &= ~(1U << place);
        }
        auto theirs = known();
        std::uint32_t cells = kBoard & ~tries_.cells;
        for (; places != 0; places &= places - 1) {
            const std::uint32_t cell = Cells::pick(cells, rng);
            order[static_cast<std::size_t>(std::countr_zero(places))] =
                static_cast<std::uint8_t>(cell);
            cells &= ~(1U << cell);
            theirs = static_cast<std::uint16_t>(theirs | 1U << cell);
        }
        if (order.empty() || agrees(theirs, order.back())) return order;
    }
}

// Where the other marked and where it ran into this seat's marks do not depend on each other: the
// latter are drawn turn by turn, by the number of ways to go on.
State View::sample(Rng& rng) const {
    const Timeline line = timeline();
    const Order order = draw_order(line, rng);
    const std::size_t turns = order.size() + (turn() == Turn::of(other()) ? 1 : 0);
    Tries theirs;
    for (std::size_t i = 0; i < turns; ++i) {
        std::uint32_t cells = line.own[i] & ~theirs.cells;
        const std::size_t count = Cells::kCount[cells];
        const auto ways = [&](std::size_t misses) {
            return arrangements(count, misses) * kMisses[turns - i - 1][count - misses + 1];
        };
        std::size_t misses = 0;
        for (std::uint32_t pick = rng.below(kMisses[turns - i][count]); pick >= ways(misses);)
            pick -= ways(misses++);
        for (; misses > 0; --misses) {
            const std::uint32_t cell = Cells::pick(cells, rng);
            cells &= ~(1U << cell);
            theirs.add(cell, false);
        }
        if (i < order.size()) theirs.add(order[i], true);
    }
    return world(theirs);
}

// --- listing all worlds

class View::Enumeration {
public:
    Enumeration(const View& view, std::size_t limit)
        : view_(view), line_(view.timeline()), limit_(limit) {
        go_on({});
    }

    [[nodiscard]] std::vector<World<State>>& worlds() { return worlds_; }

private:
    // Tries everything the other may have tried next; one world more than the limit is enough.
    void go_on(const Tries& theirs) {
        const auto made = static_cast<std::size_t>(std::popcount(theirs.marks));
        for (const Timeline::Found& found : line_.found)
            if (found.by <= made && (theirs.marks >> found.cell & 1U) == 0) return;
        const bool is_last = made == view_.other_marks_;
        const bool is_pending = view_.turn() == Turn::of(view_.other());
        if (is_last) worlds_.push_back({view_.world(theirs), 1.0});
        const std::uint32_t free = kBoard & ~view_.tries_.marks & ~theirs.cells;
        const std::uint32_t taken = line_.own[made] & ~theirs.cells;
        for (std::uint32_t cells = is_last ? 0 : free; cells != 0; cells &= cells - 1)
            follow(theirs, static_cast<std::uint32_t>(std::countr_zero(cells)), true);
        for (std::uint32_t cells = is_last && !is_pending ? 0 : taken; cells != 0;
             cells &= cells - 1)
            follow(theirs, static_cast<std::uint32_t>(std::countr_zero(cells)), false);
    }
    void follow(Tries theirs, std::uint32_t cell, bool is_free) {
        if (worlds_.size() > limit_) return;
        theirs.add(cell, is_free);
        const bool is_last = is_free && std::popcount(theirs.marks) == view_.other_marks_;
        if (!is_last || view_.agrees(theirs.marks, cell)) go_on(theirs);
    }

    const View& view_;
    Timeline line_;
    std::size_t limit_;
    std::vector<World<State>> worlds_;
};

std::optional<std::vector<World<State>>> View::worlds(std::size_t limit) const {
    Enumeration all(*this, limit);
    if (all.worlds().size() > limit) return std::nullopt;
    return std::move(all.worlds());
}

// --- following what the seat sees

void View::observe(std::string_view text) {
    View next = *this;
    for (const std::string_view token : words(text)) next.follow(token);
    *this = next;
}

void View::follow(std::string_view token) {
    const auto refuse = [&](const std::string& why) {
        throw IllegalMoveError("phantom_ttt: " + quoted(token) + " cannot come here; " + why);
    };
    if (turn().is_over()) refuse("the game is over");
    if (turn() == Turn::of(seat_)) {
        const bool taken = token.size() == 3 && token[2] == 'x';
        const Move move = parse_move(token.substr(0, taken ? 2 : std::string_view::npos));
        tries_.add(move.code, !taken);
        if (!taken) mover_ = static_cast<std::int8_t>(other());
        if (!taken && kHasLine[tries_.marks]) winners_ = static_cast<std::uint8_t>(1U << seat_);
    } else {
        if (token != "?" && token != "?!" && token != "?=")
            refuse("of the other's marks this seat sees ?, ?! (a line) or ?= (the board is full)");
        ++other_marks_;
        mover_ = static_cast<std::int8_t>(seat_);
        if (token == "?!") winners_ = static_cast<std::uint8_t>(1U << other());
    }
    const bool is_full = std::popcount(tries_.marks) + other_marks_ == 9;
    if (is_full && winners_ == 0) winners_ = 0b11;
    if (token.starts_with('?') && (token == "?=") != (winners_ == 0b11))
        refuse("the board is full after nine marks and not before");
    if (Enumeration(*this, 0).worlds().empty()) refuse("no game agrees with it");
}

std::string View::text() const {
    std::string text;
    int theirs = 0;
    const auto add = [&](const std::string& token) { text += (text.empty() ? "" : "/") + token; };
    const auto wait_for = [&](int marks) {
        for (; theirs < marks; ++theirs) add("?");
    };
    int turn_number = 0;
    for (int i = std::popcount(tries_.cells); i-- > 0;) {
        const auto cell = static_cast<std::uint32_t>((tries_.log >> 4 * i & 15U) - 1);
        const bool is_mark = (tries_.marks >> cell & 1U) != 0;
        wait_for(turn_number + seat_);
        add(cell_text(cell) + (is_mark ? "" : "x"));
        turn_number += is_mark ? 1 : 0;
    }
    wait_for(other_marks_);
    if (winners_ == 1U << other()) text += "!";
    if (winners_ == 0b11 && seat_ == 1) text += "=";
    return text.empty() ? "-" : text;
}

View View::parse(std::string_view text, Seat seat, const Rules& rules) {
    View view(rules, seat);
    if (text == "-") return view;
    for (const std::string_view token : split(text, '/')) view.follow(token);
    return view;
}

}  // namespace moonflower::phantom_ttt

#include "games/hanamikoji/notation.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {

std::string card_text(Card card) {
    if (card == kNoCard) return "-";
    if (card == kHiddenCard) return "?";
    return {static_cast<char>('0' + card)};
}

std::string cards_text(Cards cards) {
    std::string text;
    for (int g = 0; g < kGeishas; ++g)
        text.append(static_cast<std::size_t>(cards.count(g)), static_cast<char>('0' + g));
    return text.empty() ? "-" : text;
}

std::string move_text(Move move) {
    constexpr std::string_view kStarts = "sdgctt**";
    const Kind kind = kind_of(move);
    std::string text(1, kStarts[static_cast<std::size_t>(kind)]);
    if (kind == Kind::kDeal) return text + cards_text(cards_in_deal(move));
    for (int i = 0; i < cards_of(kind); ++i) {
        if (kind == Kind::kCompetition && i == 2) text += '/';
        text += static_cast<char>('0' + card_of(move, i));
    }
    return text;
}

std::string owners_text(const std::array<std::uint8_t, 2>& owned) {
    std::string text(kGeishas, '-');
    for (std::size_t g = 0; g < kGeishas; ++g)
        for (std::size_t seat = 0; seat < 2; ++seat)
            if ((owned[seat] >> g & 1) != 0) text[g] = static_cast<char>('0' + seat);
    return text;
}

bool is_owners_text(std::string_view text) {
    return text.size() == kGeishas && text.find_first_not_of("-01") == std::string_view::npos;
}

std::array<std::uint8_t, 2> read_owners(std::string_view text) {
    std::array<std::uint8_t, 2> owned{};
    for (std::size_t g = 0; g < kGeishas; ++g) {
        if (text[g] == '-') continue;
        std::uint8_t& mask = owned[static_cast<std::size_t>(text[g] - '0')];
        mask = static_cast<std::uint8_t>(mask | 1U << g);
    }
    return owned;
}

std::string used_text(std::uint8_t used) {
    std::string text;
    for (std::size_t i = 0; i < kActions; ++i)
        if ((used >> i & 1) != 0) text += kActionLetters[i];
    return text.empty() ? "-" : text;
}

SideText open_side(const Side& side) {
    return {cards_text(side.hand), card_text(side.secret), cards_text(side.discarded())};
}

SideText hidden_side(const Table& table, Seat seat, Card shown_secret) {
    const unsigned used = table.used[at(seat)];
    const int size = table.hand_size(seat);
    SideText text{size == 0 ? "-" : "#" + std::to_string(size), "-", "-"};
    if ((used & bit_of(Kind::kSecret)) != 0)
        text.secret = shown_secret == kNoCard ? "?" : card_text(shown_secret);
    if ((used & bit_of(Kind::kDiscard)) != 0) text.discards = "??";
    return text;
}

namespace {

std::string phase_text(const Table& table) {
    switch (table.phase) {
        case Phase::kDeal0:
            return "deal0";
        case Phase::kDeal1:
            return "deal1";
        case Phase::kDraw:
            return "draw";
        case Phase::kAct:
            return "act";
        case Phase::kAnswer:
            return move_text(table.offer());
        case Phase::kOver:
            return "over";
        case Phase::kEnd:
            return "end";
    }
    return "";
}

std::string placed_text(Cards placed) {
    std::string text;
    for (int g = 0; g < kGeishas; ++g) text += static_cast<char>('0' + placed.count(g));
    return text;
}

std::string options_text(const Rules& rules) {
    std::string text = specification(Rules::facts(), rules.options());
    for (char& c : text)
        if (c == ',') c = ';';
    return text.empty() ? "-" : text;
}

// The turns that have an entry: those before this one, and this one once its action is played.
int logged_turns(const Table& table) {
    const bool played =
        table.phase == Phase::kAnswer || table.phase == Phase::kOver || table.phase == Phase::kEnd;
    return table.turn + (played ? 1 : 0);
}

std::string entry_text(const Table& table, const std::array<SideText, 2>& sides, int turn) {
    const Move played = table.logged(turn);
    const SideText& side = sides[at(table.mover_of(turn))];
    if (kind_of(played) == Kind::kSecret) return "s" + side.secret;
    if (kind_of(played) == Kind::kDiscard) return "d" + side.discards;
    const Move answer = table.logged_answer(turn);
    return move_text(played) + (answer.code == 0 ? "" : move_text(answer));
}

}  // namespace

std::string position_text(const Table& table, const std::array<SideText, 2>& sides,
                          bool writes_empty_log) {
    const auto both = [](const std::string& first, const std::string& second) {
        return " " + first + "/" + second;
    };
    std::string text = "hk1 " + owners_text(table.owned) + " r" + std::to_string(table.round) +
                       "t" + std::to_string(table.turn);
    text += both(sides[0].hand, sides[1].hand);
    text += both(placed_text(table.placed[0]), placed_text(table.placed[1]));
    text += both(sides[0].secret, sides[1].secret);
    text += both(sides[0].discards, sides[1].discards);
    text += both(used_text(table.used[0]), used_text(table.used[1]));
    text += " " + phase_text(table) + " " + options_text(table.rules);
    const int turns = logged_turns(table);
    if (!table.knows_log || (turns == 0 && !writes_empty_log)) return text;
    std::vector<std::string> entries;
    for (int turn = 0; turn < turns; ++turn) entries.push_back(entry_text(table, sides, turn));
    return text + " " + (entries.empty() ? "-" : join(entries, ","));
}

// --- State and View

std::string State::format(Move move) const { return move_text(move); }

std::string State::text() const {
    return position_text(table_, {open_side(sides_[0]), open_side(sides_[1])}, false);
}

std::string State::public_text() const {
    return position_text(
        table_, {hidden_side(table_, 0, shown_to(1)), hidden_side(table_, 1, shown_to(0))}, true);
}

std::string State::drawing() const {
    return drawing_text(table_, {open_side(sides_[0]), open_side(sides_[1])});
}

std::string View::format(Move move) const { return move_text(move); }

std::string View::text() const {
    std::array<SideText, 2> sides;
    sides[at(seat_)] = open_side(own_);
    sides[at(other())] = hidden_side(table_, other(), shown_);
    return position_text(table_, sides, true);
}

std::string View::drawing() const {
    std::array<SideText, 2> sides;
    sides[at(seat_)] = open_side(own_);
    sides[at(other())] = hidden_side(table_, other(), shown_);
    return drawing_text(table_, sides);
}

}  // namespace moonflower::hanamikoji

// Positions as text (SP-62 to SP-67): State::text and State::parse.
#include <algorithm>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/skud_paisho/notation.hpp"
#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {
namespace {

constexpr std::array<std::string_view, 3> kOpeningPhases{"accents:H", "accents:G", "start"};
constexpr std::array<std::string_view, 5> kEnds{"", "ring", "midline", "stuck", "plies"};
constexpr std::string_view kWinners = "GHD";
constexpr std::string_view kShape =
    "sp1 <board> <reserves> <phase> <ply> <options>, such as sp1 HR3(0,8);GR3(0,-8) "
    "233333LORWKB/233333LORWKB G 0 -";

std::string board_text(const Board& board) {  // SP-63
    std::string text;
    for (Point p = 0; p < kPoints; ++p) {
        if (board.is_free(p)) continue;
        if (!text.empty()) text += ';';
        text += kSeatLetters[tile_owner(board.at(p))];
        text += std::string(code(tile_kind(board.at(p)))) + point_text(p);
    }
    return text.empty() ? "-" : text;
}

std::string reserve_text(const Reserve& reserve) {  // SP-64
    std::string text;
    for (int kind = 0; kind < kBasicKinds; ++kind)
        text += static_cast<char>('0' + reserve.count[kind]);
    for (int kind = kBasicKinds; kind < kKinds; ++kind)
        for (int copy = 0; copy < reserve.count[kind]; ++copy) text += kCodes[kind];
    return text;
}

std::string options_text(const Rules& rules) {  // SP-66
    std::string text = specification(Rules::facts(), resolve(Rules::facts(), rules.options()));
    std::replace(text.begin(), text.end(), ',', ';');
    return text.empty() ? "-" : text;
}

}  // namespace

std::string State::text() const {
    std::string phase;
    if (phase_ < Phase::kBase) {
        phase = kOpeningPhases[static_cast<std::size_t>(phase_)];
    } else if (phase_ == Phase::kOver) {
        phase = std::string("over:") + kWinners[winner_] + ":" +
                std::string(kEnds[static_cast<std::size_t>(end_)]);
    } else {
        phase = kSeatLetters[mover()];
        if (phase_ == Phase::kBonus) phase += '+';
    }
    return "sp1 " + board_text(board_) + " " + reserve_text(reserves_[kGuest]) + "/" +
           reserve_text(reserves_[kHost]) + " " + phase + " " + std::to_string(ply_) + " " +
           options_text(rules_);
}

class PositionReader {
public:
    explicit PositionReader(std::string_view text) : text_(text), state_(Rules{}) {}

    State read() {
        const std::vector<std::string_view> parts = words(text_);
        if (parts.size() != 6 || parts[0] != "sp1") refuse("cannot be read");
        read_options(parts[5]);
        read_board(parts[1]);
        read_reserves(parts[2]);
        read_ply(parts[4]);
        read_phase(parts[3]);
        if (const std::string broken = state_.check(); !broken.empty())
            refuse("is refused: " + broken);
        return state_;
    }

private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw ParseError("skud_paisho: position " + quoted(text_) + " " + why +
                         "; accepted: " + std::string(kShape));
    }

    void read_options(std::string_view text) {
        if (text == "-") return;
        Options given;
        for (const std::string_view part : split(text, ';')) {
            const std::size_t equals = part.find('=');
            if (equals == std::string_view::npos) refuse("has unreadable options");
            const std::string name(part.substr(0, equals));
            if (given.has(name)) refuse("gives an option twice");
            given.set(name, std::string(part.substr(equals + 1)));
        }
        state_.rules_ = Rules::from(resolve(Rules::facts(), given));
    }

    void read_board(std::string_view text) {
        if (text == "-") return;
        for (const std::string_view part : split(text, ';')) {
            Scanner in(part);
            const Seat owner = in.peek() == 'H' ? kHost : kGuest;
            const bool owned = in.eat(kSeatLetters[owner]);
            const auto kind = owned ? in.tile() : std::nullopt;
            const auto point = kind ? in.point() : std::nullopt;
            if (!point || !in.done()) refuse("has no tile in " + quoted(part));
            if (!state_.board_.is_free(*point)) refuse("has two tiles on " + point_text(*point));
            if (is_flower(*kind) ? is_full(owner, *kind) : state_.board_.accents(*kind).full())
                refuse("has too many tiles " + std::string(code(*kind)));
            state_.board_.put(*point, make_tile(owner, *kind));
        }
    }
    [[nodiscard]] bool is_full(Seat owner, Kind kind) const {
        return state_.board_.flowers(owner, kind).size() >= kCopies[index(kind)];
    }

    void read_reserves(std::string_view text) {
        const std::vector<std::string_view> parts = split(text, '/');
        if (parts.size() != kPlayers) refuse("does not have two reserves");
        for (Seat seat = 0; seat < kPlayers; ++seat) read_reserve(parts[seat], seat);
    }
    void read_reserve(std::string_view text, Seat seat) {
        Reserve& reserve = state_.reserves_[seat];
        reserve.count.fill(0);
        if (text.size() < kBasicKinds) refuse("has an unreadable reserve " + quoted(text));
        for (int kind = 0; kind < kBasicKinds; ++kind) {
            if (text[kind] < '0' || text[kind] > '3')
                refuse("has an unreadable reserve " + quoted(text));
            reserve.count[kind] = static_cast<std::uint8_t>(text[kind] - '0');
        }
        text.remove_prefix(kBasicKinds);
        for (int kind = kBasicKinds; kind < kKinds; ++kind)
            while (reserve.count[kind] < kCopies[kind] && text.starts_with(kCodes[kind])) {
                ++reserve.count[kind];
                text.remove_prefix(1);
            }
        if (!text.empty()) refuse("has a reserve that goes on with " + quoted(text));
    }

    void read_ply(std::string_view text) {
        Scanner in(text);
        const auto ply = in.number();
        if (!ply || !in.done()) refuse("has no number of plies");
        state_.ply_ = static_cast<std::uint16_t>(*ply);
    }

    void read_phase(std::string_view text) {  // SP-65
        for (std::size_t i = 0; i < kOpeningPhases.size(); ++i)
            if (text == kOpeningPhases[i]) {
                state_.phase_ = static_cast<Phase>(i);
                return;
            }
        state_.phase_ = Phase::kBase;
        if (text.starts_with("over:")) return read_end(text.substr(5));
        std::string expected(1, kSeatLetters[state_.mover()]);
        if (text == expected) return;
        if (text != expected + "+") refuse("has a phase that does not go with its plies");
        state_.phase_ = Phase::kBonus;
    }
    void read_end(std::string_view text) {
        const std::size_t winner = text.empty() ? std::string_view::npos : kWinners.find(text[0]);
        if (winner == std::string_view::npos || text.size() < 2 || text[1] != ':')
            refuse("has an unknown phase");
        const auto end = std::find(kEnds.begin() + 1, kEnds.end(), text.substr(2));
        if (end == kEnds.end()) refuse("has an unknown phase");
        state_.phase_ = Phase::kOver;
        state_.end_ = static_cast<End>(end - kEnds.begin());
        state_.winner_ = static_cast<std::uint8_t>(winner);
    }

    std::string_view text_;
    State state_;
};

// The options of the string are complete: what it does not name has its default.
State State::parse(std::string_view text, const Rules& /*rules*/) {
    return PositionReader(text).read();
}

}  // namespace moonflower::skud_paisho

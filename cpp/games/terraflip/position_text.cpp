#include "games/terraflip/position_text.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/terraflip/check.hpp"

namespace moonflower::terraflip {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

// --- writing

std::string tile_text(const Position& position, Cell cell) {
    std::string text = cell_name(cell) + "=";
    const Seat owner = position.owner(cell);
    const char letter = kColourLetters[position.rules.colour(owner)];
    if (!position.terrain.has(cell)) {
        std::size_t kind = 0;
        while (position.specials[static_cast<std::size_t>(owner)][kind] != cell) ++kind;
        return text + kSpecialLetters[kind] + letter;
    }
    const Colour under = position.underside(cell);
    text += kColourLetters[position.face(cell)];
    text += under == kNoColour ? '?' : kColourLetters[under];
    text += letter;
    return text + kHexDigits[position.mask(cell)];
}

std::string board_text(const Position& position) {
    std::string text;
    for (const Cell cell : position.occupied() - Cells::of(kCastle)) {
        if (!text.empty()) text += ',';
        text += tile_text(position, cell);
    }
    return text.empty() ? "-" : text;
}

std::string hand_text(const Hand& hand) {
    std::string text;
    unsigned known = 0;
    for (Colour back = 0; back < kColours; ++back) {
        if (hand.backs[back] == 0) continue;
        text += kColourLetters[back] + std::to_string(hand.backs[back]);
        known += hand.backs[back];
    }
    if (known != hand.terrain) text = "T" + std::to_string(hand.terrain);
    for (std::size_t kind = 0; kind < kSpecials; ++kind)
        if (hand.has(static_cast<Special>(kind))) text += kSpecialLetters[kind];
    return text.empty() ? "-" : text;
}

std::string phase_text(const Position& position) {
    if (position.phase == Phase::kOver) return "-";
    std::string text = std::to_string(position.mover);
    text += kPhaseLetters[static_cast<std::size_t>(position.phase)];
    if (position.origin != kNoCell) text += cell_name(position.origin);
    if (position.spied != kNoCell) text += "S" + cell_name(position.spied);
    return text;
}

std::string options_text(const Rules& rules) {
    std::string text;
    for (const TravellingOption& option : travelling_options()) {
        const auto value = static_cast<std::size_t>(option.get(rules));
        if (value == 0) continue;
        if (!text.empty()) text += ';';
        text += std::string(option.name) + "=" + std::string(option.values[value]);
    }
    return text.empty() ? "-" : text;
}

// --- reading

class Reader {
public:
    Reader(std::string_view text, const Rules& rules, std::optional<Seat> viewer)
        : viewer_(viewer), fields_(fields_of(text)), position_(game(rules)) {
        position_.hands = {};
        if (viewer && *viewer >= position_.rules.players)
            refuse("a view of " + seat_name(*viewer) + " among the seats " + quoted(fields_[1]),
                   "a seat of the position is accepted");
    }

    Position read() {
        read_board();
        read_hands();
        read_spies();
        read_phase();
        const auto turns = to_integer<std::uint16_t>(fields_[6]);
        if (!turns || *turns > 9999)
            refuse("turn " + quoted(fields_[6]), "a number of turns 0 to 9999 is accepted");
        position_.turns = *turns;
        if (const std::string fault = fault_in(position_, viewer_); !fault.empty())
            throw ParseError("terraflip: " + fault);
        return position_;
    }

private:
    [[noreturn]] static void refuse(const std::string& what, const std::string& accepted) {
        throw ParseError("terraflip: " + what + " cannot be read; " + accepted);
    }

    static std::vector<std::string_view> fields_of(std::string_view text) {
        auto fields = words(text);
        if (fields.size() != 8 || fields[0] != "tf1")
            refuse(
                "position " + quoted(text),
                "accepted: tf1 and seven fields, such as tf1 DF - F3M3R3HCX/D3M3R3HCX 33 0P 0 -");
        return fields;
    }

    // TF-52, TF-56
    [[nodiscard]] Rules game(const Rules& given) const {
        std::array<Colour, kMostPlayers> seats{};
        unsigned used = 0;
        const std::string_view letters = fields_[1];
        bool good = letters.size() >= 2 && letters.size() <= kMostPlayers;
        for (std::size_t seat = 0; good && seat < letters.size(); ++seat) {
            const auto colour = colour_of(letters[seat]);
            good = colour && (used >> *colour & 1U) == 0;
            if (!good) break;
            used |= 1U << *colour;
            seats[seat] = *colour;
        }
        if (!good)
            refuse("seat colours " + quoted(letters),
                   "two to four different letters of DFMR are accepted");
        Rules rules = given.seated(seats, static_cast<int>(letters.size()));
        read_options(rules);
        return rules;
    }

    void read_options(Rules& rules) const {
        for (const TravellingOption& option : travelling_options()) option.set(rules, 0);
        if (fields_[7] == "-") return;
        std::vector<std::string_view> given;
        for (const std::string_view part : split(fields_[7], ';')) {
            const std::string_view name = part.substr(0, part.find('='));
            for (const std::string_view other : given)
                if (other == name)
                    refuse("option " + quoted(name) + ", given twice,", "once is accepted");
            given.push_back(name);
            read_option(part, name, rules);
        }
    }

    static void read_option(std::string_view part, std::string_view name, Rules& rules) {
        for (const TravellingOption& option : travelling_options()) {
            if (option.name != name) continue;
            for (std::size_t value = 0; value < option.values.size(); ++value)
                if (!option.values[value].empty() && part.size() > name.size() &&
                    part.substr(name.size() + 1) == option.values[value])
                    return option.set(rules, static_cast<int>(value));
        }
        refuse("option " + quoted(part),
               "accepted: lines=axial, stop=own_target, hand=blind, hand=open, special_line=0, "
               "connect=final, special_score=0, spy=before, edge=both, joined by ;");
    }

    // TF-53
    void read_board() {
        if (fields_[2] == "-") return;
        for (const std::string_view part : split(fields_[2], ',')) {
            const std::size_t equals = part.find('=');
            const auto cell = cell_named(part.substr(0, equals));
            if (equals == std::string_view::npos || !cell)
                refuse("tile " + quoted(part),
                       "accepted: a cell of the board, = and the tile, such as e6=DFD1 or e6=HD");
            if (*cell == kCastle)
                refuse("tile " + quoted(part),
                       "f6 is the castle's, which is never written and never moves");
            if (position_.occupied().has(*cell))
                refuse("second tile " + quoted(part), "one tile on each cell is accepted");
            const std::string_view tile = part.substr(equals + 1);
            if (tile.size() == 2)
                read_special(part, *cell, tile);
            else
                read_terrain(part, *cell, tile);
        }
    }

    [[nodiscard]] Seat owner_of(std::string_view part, char letter) const {
        const auto colour = colour_of(letter);
        const auto seat = colour ? position_.rules.seat_of(*colour) : std::nullopt;
        if (!seat)
            refuse("owner of tile " + quoted(part),
                   "the colour of a seat is accepted: " + std::string(fields_[1]));
        return *seat;
    }

    void read_special(std::string_view part, Cell cell, std::string_view tile) {
        const std::size_t kind = kSpecialLetters.find(tile[0]);
        if (kind == std::string_view::npos)
            refuse("tile " + quoted(part), "special tiles are H, C and X and their owner's colour");
        const auto seat = static_cast<std::size_t>(owner_of(part, tile[1]));
        if (position_.specials[seat][kind] != kNoCell)
            refuse("second tile " + quoted(part), "a set holds one special tile of each kind");
        position_.specials[seat][kind] = cell;
        position_.placed[seat].add(cell);
        position_.shows[position_.rules.colours[seat]].add(cell);
    }

    void read_terrain(std::string_view part, Cell cell, std::string_view tile) {
        const auto up = tile.size() == 4 ? colour_of(tile[0]) : std::nullopt;
        const auto down = tile.size() == 4 ? colour_of(tile[1]) : std::nullopt;
        if (!up || (!down && tile[1] != '?'))
            refuse("tile " + quoted(part),
                   "accepted: face up, underside or ?, owner and a mask, such as e6=DFD1");
        const Seat seat = owner_of(part, tile[2]);
        const std::size_t mask = kHexDigits.find(tile[3]);
        if (mask == std::string_view::npos || mask > position_.rules.everybody())
            refuse("mask of tile " + quoted(part),
                   "a hexadecimal digit of the seats in play is accepted");
        position_.terrain.add(cell);
        position_.shows[*up].add(cell);
        if (down) position_.fix(cell, *down);
        position_.placed[static_cast<std::size_t>(seat)].add(cell);
        // TF-62: with open hands everybody knows every underside, whatever the mask says.
        const bool open = position_.rules.hand == HandMode::kOpen;
        for (std::size_t i = 0; i < position_.rules.players; ++i)
            if (open || (mask >> i & 1U) != 0) position_.knows[i].add(cell);
    }

    // TF-54
    void read_hands() {
        const auto parts = split(fields_[3], '/');
        if (parts.size() != position_.rules.players)
            refuse("hands " + quoted(fields_[3]), "one for each seat is accepted, joined by /");
        for (std::size_t seat = 0; seat < parts.size(); ++seat) {
            position_.hands[seat] = read_hand(parts[seat]);
            if (position_.rules.hand == HandMode::kBlind && !viewer_)
                forget_backs(static_cast<Seat>(seat));
        }
    }

    // "F3M2HX", "T5HX" or "-", letters in the order DFMR (or T), then HCX.
    [[nodiscard]] static Hand read_hand(std::string_view text) {
        constexpr std::string_view kOrder = "DFMRTHCX";
        constexpr std::size_t kTerrain = 4;
        Hand hand;
        if (text == "-") return hand;
        bool good = !text.empty();
        std::size_t next = 0;
        for (std::size_t i = 0; good && i < text.size(); ++i) {
            const std::size_t letter = kOrder.find(text[i], next);
            good = letter != std::string_view::npos;
            if (!good) break;
            next = letter + 1;
            if (letter > kTerrain) {
                hand.specials =
                    static_cast<std::uint8_t>(hand.specials | 1U << (letter - kTerrain - 1));
                continue;
            }
            const char digit = ++i < text.size() ? text[i] : '0';
            good = digit >= '1' && digit <= '9' && (letter < kTerrain || hand.terrain == 0);
            if (!good) break;
            const auto count = static_cast<std::uint8_t>(digit - '0');
            hand.terrain = static_cast<std::uint8_t>(hand.terrain + count);
            if (letter < kTerrain) hand.backs[letter] = count;
        }
        if (!good)
            refuse("hand " + quoted(text),
                   "accepted: F3M2R3HCX (terrain by back in the order DFMR, then special tiles), "
                   "T8HCX, or -");
        return hand;
    }

    // TF-63: with hand=blind nobody knows the backs in a hand. Letters say nothing new, and are
    // accepted, when they are what the tiles on the board leave.
    void forget_backs(Seat seat) {
        Hand& hand = position_.hand(seat);
        if (hand.backs == BackCounts{}) return;
        const auto left = position_.unseen_backs(seat);
        for (std::size_t back = 0; back < kColours; ++back)
            if (left[back] != hand.backs[back])
                refuse("hand " + quoted(hand_text(hand)) + " of a blind game",
                       "a number of tiles is accepted, such as T8HCX, or the very backs that the "
                       "board leaves over");
        hand.backs = {};
    }

    // TF-55
    void read_spies() {
        bool good = fields_[4].size() == position_.rules.players;
        for (std::size_t seat = 0; good && seat < fields_[4].size(); ++seat) {
            const char digit = fields_[4][seat];
            good = digit >= '0' && digit <= '0' + kSpies;
            if (good) position_.hands[seat].spies = static_cast<std::uint8_t>(digit - '0');
        }
        if (!good)
            refuse("spies " + quoted(fields_[4]), "one digit 0 to 3 for each seat is accepted");
    }

    void read_phase() {
        const std::string_view text = fields_[5];
        if (text == "-") {
            position_.phase = Phase::kOver;
            return;
        }
        const std::size_t letter =
            text.size() < 2 ? std::string_view::npos : kPhaseLetters.substr(0, 6).find(text[1]);
        const int seat = text.empty() ? -1 : text[0] - '0';
        if (letter == std::string_view::npos || seat < 0 || seat >= position_.rules.players)
            refuse_phase();
        position_.mover = static_cast<std::uint8_t>(seat);
        position_.phase = static_cast<Phase>(letter);
        const bool has_origin = position_.phase != Phase::kPlace && position_.phase != Phase::kEnd;
        const std::size_t spy = text.find('S', 2);
        const std::string_view origin =
            text.substr(2, spy == std::string_view::npos ? std::string_view::npos : spy - 2);
        if (has_origin)
            position_.origin = phase_cell(origin);
        else if (!origin.empty())
            refuse_phase();
        if (spy != std::string_view::npos) position_.spied = phase_cell(text.substr(spy + 1));
    }

    [[nodiscard]] Cell phase_cell(std::string_view name) const {
        const auto cell = cell_named(name);
        if (!cell) refuse_phase();
        return *cell;
    }
    [[noreturn]] void refuse_phase() const {
        refuse(
            "phase " + quoted(fields_[5]),
            "accepted: a seat and P, L<cell>, C<cell>, X<cell>, E or F<cell>, such as 0P or 2Lf9, "
            "a pending spy as S<cell> behind it, and - at the end");
    }

    std::optional<Seat> viewer_;
    std::vector<std::string_view> fields_;
    Position position_;
};

}  // namespace

std::string position_text(const Position& position) {
    const Rules& rules = position.rules;
    std::string text = "tf1 ";
    for (Seat seat = 0; seat < rules.players; ++seat) text += kColourLetters[rules.colour(seat)];
    text += " " + board_text(position) + " ";
    for (Seat seat = 0; seat < rules.players; ++seat)
        text += (seat == 0 ? "" : "/") + hand_text(position.hand(seat));
    text += " ";
    for (Seat seat = 0; seat < rules.players; ++seat)
        text += std::to_string(position.hand(seat).spies);
    return text + " " + phase_text(position) + " " + std::to_string(position.turns) + " " +
           options_text(rules);
}

Position read_position(std::string_view text, const Rules& rules, std::optional<Seat> viewer) {
    return Reader(text, rules, viewer).read();
}

}  // namespace moonflower::terraflip

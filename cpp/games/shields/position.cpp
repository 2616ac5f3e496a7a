// Reading position and view strings. Any bytes may come: everything is checked before it is used.
#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/shields/notation.hpp"

namespace moonflower::shields {
namespace {

class PositionReader {
public:
    PositionReader(std::string_view text, const Rules& rules, int viewer)
        : text_(text), fields_(words(text)), rules_(rules), viewer_(viewer) {}

    Table read() {
        if (fields_.size() != 8 || fields_[0] != "sh1") refuse("does not have its eight fields");
        read_rules();
        if (viewer_ >= rules_.players) refuse("has no " + moonflower::seat_name(viewer_));
        Table table(rules_, viewer_);
        read_lives(table);
        read_cards(table);
        table.pending = {};
        read_pending(table);
        const auto turns = to_integer<std::uint32_t>(fields_[6]);
        if (!turns || *turns > kMostTurns) refuse("has a bad turn " + quoted(fields_[6]));
        table.turns = *turns;
        read_phase(table);
        const std::string fault = table_fault(table);
        if (!fault.empty()) refuse("cannot happen: " + fault);
        if (viewer_ != kAll && table != table.masked(viewer_))
            refuse("shows what p" + std::to_string(viewer_ + 1) +
                   " cannot know, which is written ?");
        return table;
    }

private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw ParseError("shields: " + std::string(viewer_ == kAll ? "position " : "view ") +
                         quoted(text_) + " " + why +
                         "; accepted: sh1 <mode> <options> <lives> <cards> <pending> <turn> "
                         "<phase>, as in \"sh1 enemy - 10 n=7,7,7,7 a1 0 S\"");
    }

    // The parts of a list with one part for each seat.
    [[nodiscard]] std::vector<std::string_view> per_seat(std::string_view list,
                                                         char separator) const {
        auto parts = split(list, separator);
        if (parts.size() != rules_.players)
            refuse("has " + quoted(list) + " where every seat needs an entry");
        return parts;
    }

    // --- the fields

    void read_rules() {
        const auto mode = std::find(kModeNames.begin(), kModeNames.end(), fields_[1]);
        if (mode == kModeNames.end()) refuse("has the mode " + quoted(fields_[1]));
        const auto seats = split(fields_[3], '/').size();
        if (seats > kMaxSeats) refuse("has more than 5 seats");
        // The text settles mode, seats and the options it may carry; the rest is the game's.
        Options options = rules_.options();
        for (const OptionFact& fact : Rules::facts().options)
            if (fact.name != "lives" && fact.name != "deck" && fact.name != "wilds")
                options.set(fact.name, fact.fallback);
        options.set("mode", std::string(*mode)).set("players", static_cast<int>(seats));
        if (fields_[2] != "-") read_options(static_cast<Mode>(mode - kModeNames.begin()), options);
        try {
            rules_ = settled(options);
        } catch (const OptionError& error) {
            refuse("has options that do not go together (" + std::string(error.what()) + ")");
        }
    }

    void read_options(Mode mode, Options& options) const {
        const auto carried = carried_options(mode);
        std::vector<std::string_view> seen;
        for (const std::string_view part : split(fields_[2], ';')) {
            const std::size_t equals = std::min(part.find('='), part.size());
            const std::string_view name = part.substr(0, equals);
            if (equals == part.size() ||
                std::find(carried.begin(), carried.end(), name) == carried.end() ||
                std::find(seen.begin(), seen.end(), name) != seen.end())
                refuse("has the option " + quoted(part));
            seen.push_back(name);
            options.set(std::string(name), std::string(part.substr(equals + 1)));
        }
    }

    // A position brings its own cards; a deck that does not go with it is not held against it.
    static Rules settled(Options options) {
        try {
            return Rules::from(resolve(Rules::facts(), options));
        } catch (const OptionError&) {
            options.set("deck", "auto").set("wilds", 0);
            return Rules::from(resolve(Rules::facts(), options));
        }
    }

    void read_lives(Table& table) const {
        const auto parts = per_seat(fields_[3], '/');
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto lives = to_integer<std::uint16_t>(parts[i]);
            if (!lives || *lives > kMostLives) refuse("has bad lives " + quoted(parts[i]));
            table.lives[i] = *lives;
        }
    }

    [[nodiscard]] CardCounts read_pile(std::string_view text) const {
        const auto counts = read_counts(text);
        if (!counts) refuse("has unreadable cards " + quoted(text));
        return *counts;
    }

    void read_cards(Table& table) const {
        const std::string_view field = fields_[4];
        if (rules_.mode == Mode::kFfa) {
            if (field != "-") refuse("has cards in mode ffa");
            return;
        }
        if (rules_.mode == Mode::kEnemy) {
            table.cards = read_pile(field);
            return;
        }
        const auto parts = split(field, '|');
        if (parts.size() != rules_.players + std::size_t{1})
            refuse("does not have a pile and a hand for every seat");
        std::string_view pile = parts[0];
        if (viewer_ != kAll) {
            if (!pile.starts_with('U')) refuse("has a pile; a view has U and the unseen cards");
            pile.remove_prefix(1);
        }
        table.cards = read_pile(pile);
        for (Seat seat = 0; seat < rules_.players; ++seat)
            read_hand(parts[Table::index(seat) + 1], table, seat);
    }

    void read_hand(std::string_view text, Table& table, Seat seat) const {
        std::uint8_t& size = table.hand_sizes[Table::index(seat)];
        if (text == "-") return;
        if (!table.sees_hand(seat)) {
            if (text.size() != 2 || text[0] != '?' || text[1] < '0' || text[1] > '0' + kHandSize)
                refuse("has the hand " + quoted(text) + " of another seat; ?4 is written");
            size = static_cast<std::uint8_t>(text[1] - '0');
            return;
        }
        table.hands[Table::index(seat)] = read_held(text, kHandSize);
        size = static_cast<std::uint8_t>(table.hands[Table::index(seat)].size());
    }

    [[nodiscard]] Hand read_held(std::string_view text, std::size_t most) const {
        Hand hand;
        const auto parts = split(text, '+');
        if (parts.size() > most) refuse("has too many cards in " + quoted(text));
        for (const std::string_view part : parts) {
            const auto card = read_card(part);
            if (!card || !Hand::holds(*card)) refuse("has the card " + quoted(part));
            hand.add(*card);
        }
        return hand;
    }

    // --- pending effects (SH-71)

    void read_pending(Table& table) const {
        const std::string_view field = fields_[5];
        const bool is_enemy = rules_.mode == Mode::kEnemy;
        if (field == "-" && !is_enemy) return;
        if (rules_.mode == Mode::kFfa) refuse("has effects in mode ffa");
        std::string seen;
        for (const std::string_view item : split(field, ';')) {
            const char letter = item.empty() ? ' ' : item[0];
            if (seen.find(letter) != std::string::npos) refuse("has an effect twice");
            seen += letter;
            const bool is_known =
                letter == 'a' || letter == 'h' || letter == 'x' ||
                (is_enemy && (letter == 'e' || letter == 'v' || letter == 'd' || letter == 'c'));
            if (!is_known || !read_effect(letter, item.substr(1), table))
                refuse("has the pending effect " + quoted(item));
        }
        if (is_enemy && seen[0] != 'a') refuse("does not say how many attacks come");
    }

    bool read_effect(char letter, std::string_view rest, Table& table) const {
        Pending& pending = table.pending;
        switch (letter) {
            case 'a':
                return rules_.mode == Mode::kEnemy ? read_attack_count(rest, pending)
                                                   : read_own_attacks(rest, pending);
            case 'h':
                return read_hindrance(rest, pending);
            case 'x':
                return read_mask(rest, pending.handicapped);
            case 'v':
                return rules_.cheats && read_mask(rest, pending.shown);
            case 'e':
                pending.encore = true;
                return read_previous(rest, table);
            case 'd':
                pending.destiny = read_set(rest).value_or(0);
                return std::has_single_bit(pending.destiny);
            default:
                pending.confusion = true;
                return rest.empty();
        }
    }

    static bool read_attack_count(std::string_view rest, Pending& pending) {
        if (rest != "1" && rest != "2" && rest != "4") return false;
        pending.attacks = static_cast<std::uint8_t>(rest[0] - '0');
        return true;
    }

    bool read_own_attacks(std::string_view rest, Pending& pending) const {
        const auto parts = per_seat(rest, ',');
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts[i] != "1" && parts[i] != "2") return false;
            pending.own_attacks[i] = static_cast<std::uint8_t>(parts[i][0] - '1');
        }
        return true;
    }

    bool read_hindrance(std::string_view rest, Pending& pending) const {
        if (rules_.mode == Mode::kEnemy) {
            const auto set = read_set(rest);
            if (!set || !std::has_single_bit(*set)) return false;
            pending.hindered.fill(*set);
            return true;
        }
        const auto parts = per_seat(rest, '/');
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto set = read_set(parts[i]);
            if (!set) return false;
            pending.hindered[i] = *set;
        }
        return true;
    }

    static bool read_mask(std::string_view rest, std::uint8_t& seats) {
        unsigned value = 0;
        const char* const end = rest.data() + rest.size();
        const auto [stop, error] = std::from_chars(rest.data(), end, value, 16);
        if (error != std::errc{} || stop != end || value == 0 || value >= 1U << kMaxSeats)
            return false;
        seats = static_cast<std::uint8_t>(value);
        return true;
    }

    bool read_previous(std::string_view rest, Table& table) const {
        const auto parts = per_seat(rest, '/');
        for (std::size_t i = 0; i < parts.size(); ++i) {
            std::uint8_t& previous = table.pending.previous[i];
            const std::string_view part = parts[i];
            if (part.starts_with('?')) {
                if (!rules_.cheats || viewer_ == kAll || static_cast<int>(i) == viewer_ ||
                    part.size() > 2)
                    return false;
                const int size = part.size() == 1 ? rules_.shields : part[1] - '0';
                if (size < 1 || size > 3) return false;
                previous = static_cast<std::uint8_t>(kHiddenSet | size);
                continue;
            }
            const auto set = read_set(part);
            if (!set || (*set == 0) != (table.lives[i] == 0) || *set == kAllSuits) return false;
            previous = *set;
            // SH-79: a set of another seat that is written out in a view was shown to all.
            if (rules_.cheats && viewer_ >= 0 && static_cast<int>(i) != viewer_ && *set != 0)
                table.pending.shown = static_cast<std::uint8_t>(table.pending.shown | 1U << i);
        }
        return true;
    }

    // --- the phase (SH-72 to SH-77)

    void read_phase(Table& table) const {
        const std::string_view field = fields_[7];
        if (field == "-") {
            table.phase = Phase::kOver;
            return;
        }
        const std::string_view rest = field.size() > 2 ? field.substr(2) : "";
        if (field.size() == 2 || (field.size() > 2 && field[1] != ':')) bad_phase();
        const bool is_enemy = rules_.mode == Mode::kEnemy;
        if (field[0] == 'S') {
            table.phase = Phase::kChoose;
            if (!rest.empty()) read_entries(split(rest, '/'), table);
        } else if (field[0] == 'R' && rules_.mode == Mode::kFfau) {
            table.phase = Phase::kRefill;
            if (!rest.empty()) table.aside = read_held(rest, 2 * std::size_t{rules_.players});
        } else if (is_enemy && field[0] == 'D' && !rest.empty()) {
            read_shown(rest, table);
            table.phase = Phase::kDraw;
        } else if (is_enemy && rules_.cheats && (field[0] == 'C' || field[0] == 'A')) {
            const auto parts = split(rest, ':');
            if (rest.empty() || parts.size() > (field[0] == 'C' ? 2U : 3U)) bad_phase();
            read_shown(parts[0], table);
            read_claims(parts, field[0] == 'A', table);
        } else {
            bad_phase();
        }
    }

    [[noreturn]] void bad_phase() const { refuse("has the phase " + quoted(fields_[7])); }

    void read_entries(const std::vector<std::string_view>& parts, Table& table) const {
        if (parts.size() != rules_.players) bad_phase();
        Entries& entries = table.entries();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const bool is_dead = table.lives[i] == 0;
            if (is_dead && parts[i] != "-") bad_phase();
            if (is_dead || parts[i] == ".") continue;
            if (parts[i] == "?") {
                if (viewer_ == kAll || static_cast<int>(i) == viewer_) bad_phase();
                entries[i] = kHidden;
                continue;
            }
            entries[i] = read_entry(table, parts[i]);
        }
    }

    // "<set>/<set>..!<card>+<card>"
    void read_shown(std::string_view text, Table& table) const {
        const std::size_t bang = std::min(text.find('!'), text.size());
        table.phase = Phase::kChoose;
        read_entries(split(text.substr(0, bang), '/'), table);
        if (bang == text.size()) return;
        const auto parts = split(text.substr(bang + 1), '+');
        if (parts.size() > table.shown.size()) bad_phase();
        for (const std::string_view part : parts) {
            const auto card = read_card(part);
            if (!card) bad_phase();
            table.shown[table.shown_count++] = *card;
        }
    }

    void read_claims(const std::vector<std::string_view>& parts, bool accuses, Table& table) const {
        if (table.shown_count == 0) bad_phase();
        table.phase = Phase::kClaim;
        if (parts.size() > 1) read_entries(claims_by_seat(parts[1], table), table);
        if (!accuses) return;
        if (parts.size() < 2) bad_phase();
        table.phase = Phase::kAccuse;
        if (parts.size() > 2) read_entries(split(parts[2], '/'), table);
    }

    // SH-101: claims stand without a separator, one letter for each card.
    [[nodiscard]] std::vector<std::string_view> claims_by_seat(std::string_view text,
                                                               const Table& table) const {
        std::vector<std::string_view> parts;
        while (!text.empty()) {
            const bool is_letter = text[0] == 'h' || text[0] == 's';
            const std::size_t size = is_letter ? table.shown_count : 1;
            parts.push_back(text.substr(0, size));
            text.remove_prefix(std::min(size, text.size()));
        }
        return parts;
    }

    std::string_view text_;
    std::vector<std::string_view> fields_;
    Rules rules_;
    int viewer_;
};

}  // namespace

Table parse_table(std::string_view text, const Rules& rules, int viewer) {
    return PositionReader(text, rules, viewer).read();
}

}  // namespace moonflower::shields

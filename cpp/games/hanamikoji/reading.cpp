// Reading position and view strings: word by word, then the words against each other.
#include <bit>

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/hanamikoji/reading.hpp"
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {
namespace {

// The two sides of a word.
std::array<std::string_view, 2> read_sides(const std::string& what, std::string_view word,
                                           const std::string& accepted) {
    const auto parts = split(word, '/');
    if (parts.size() != 2 || parts[0].empty() || parts[1].empty())
        refuse(what, word, "does not have two sides", accepted);
    return {parts[0], parts[1]};
}

Card read_card(const std::string& what, char c, std::string_view word,
               const std::string& accepted) {
    if (c == '?') return kHiddenCard;
    if (c < '0' || c >= '0' + kGeishas) refuse(what, word, "cannot be read", accepted);
    return static_cast<Card>(c - '0');
}

class Reader {
public:
    Reader(std::string_view text, Seat viewer) : reading_{text, viewer} {}

    [[nodiscard]] Position read() {
        const auto found = words(reading_.text);
        if (found.size() < kWords || found.size() > kWords + 1 || found[0] != "hk1")
            refuse("position", reading_.text, "does not have its words",
                   "hk1 <owners> <clock> <hands> <validated> <secrets> <discards> <used> <phase> "
                   "<options> and perhaps <log>");
        read_options(found[9]);
        read_owned(found[1]);
        read_clock(found[2]);
        read_used(found[7]);
        read_phase(found[8]);
        read_hands(found[3]);
        read_placed(found[4]);
        read_secrets(found[5]);
        read_discards(found[6]);
        check_cards(reading_);
        check_end(reading_);
        if (found.size() > kWords)
            read_log(reading_, found[kWords]);
        else
            table().knows_log = table().turn == 0;  // before the first answer nothing is forgotten
        return reading_.position;
    }

private:
    static constexpr std::size_t kWords = 10;

    Table& table() { return reading_.position.table; }

    void read_options(std::string_view word) {
        Options given;
        if (word != "-")
            for (const std::string_view part : split(word, ';')) {
                const std::size_t equals = part.find('=');
                const std::string name(part.substr(0, equals));
                if (equals == std::string_view::npos || given.has(name))
                    refuse("options", word, "cannot be read",
                           "- or key=value joined by ;, each key once");
                given.set(name, std::string(part.substr(equals + 1)));
            }
        table().rules = Rules::from(resolve(Rules::facts(), given));
    }

    void read_owned(std::string_view word) {
        if (!is_owners_text(word)) refuse("owners", word, "cannot be read", "seven of -, 0 and 1");
        table().owned = read_owners(word);
    }

    void read_clock(std::string_view word) {
        const std::string accepted =
            "r0t0 to r" + std::to_string(table().rules.rounds() - 1) + "t7 under these options";
        const std::size_t mark = word.find('t');
        if (mark == std::string_view::npos || word[0] != 'r')
            refuse("clock", word, "cannot be read", accepted);
        const auto round = to_integer<std::uint8_t>(word.substr(1, mark - 1));
        const auto turn = to_integer<std::uint8_t>(word.substr(mark + 1));
        if (!round || !turn || *round >= table().rules.rounds() || *turn >= kTurns)
            refuse("clock", word, "does not exist", accepted);
        table().round = *round;
        table().turn = *turn;
    }

    void read_used(std::string_view word) {
        const std::string accepted = "letters of sdgc in this order on each side, - for none";
        const auto sides = read_sides("used", word, accepted);
        for (std::size_t seat = 0; seat < 2; ++seat) {
            if (sides[seat] == "-") continue;
            std::uint8_t bits = 0;
            for (const char letter : sides[seat]) {
                const std::size_t index = kActionLetters.find(letter);
                if (index == std::string_view::npos || bits >> index != 0)
                    refuse("used", word, "cannot be read", accepted);
                bits = static_cast<std::uint8_t>(bits | 1U << index);
            }
            table().used[seat] = bits;
        }
    }

    void read_phase(std::string_view word) {
        const std::string accepted =
            "deal0 and deal1 (at t0), draw, act, an offer (g046, c01/55), over (at t7)";
        Table& t = table();
        const bool starts = t.turn == 0 && t.used[0] == 0 && t.used[1] == 0;
        const bool ends = t.turn == kTurns - 1 && t.used[0] == kAllUsed && t.used[1] == kAllUsed;
        bool fits = true;
        if (word == "deal0" || word == "deal1") {
            t.phase = word == "deal0" ? Phase::kDeal0 : Phase::kDeal1;
            fits = starts;
        } else if (word == "draw" || word == "act") {
            t.phase = word == "draw" ? Phase::kDraw : Phase::kAct;
        } else if (word == "over" || (word == "end" && reading_.viewer >= 0)) {
            t.phase = word == "over" ? Phase::kOver : Phase::kEnd;
            fits = ends;
        } else {
            read_offer(word, accepted);
        }
        if (!fits) refuse("phase", word, "disagrees with the clock or the actions used", accepted);
        check_actions(word);
    }

    void read_offer(std::string_view word, const std::string& accepted) {
        if (word[0] != 'g' && word[0] != 'c') refuse("phase", word, "cannot be read", accepted);
        const Move offer = read_move(word);
        const unsigned used = table().used[at(table().mover())];
        if ((used & bit_of(kind_of(offer))) == 0)
            refuse("phase", word, "is an offer whose letter is not in used", accepted);
        table().play(offer);
    }

    // HK-3: every turn before this one has its action; so has this one once it is played.
    void check_actions(std::string_view phase) {
        const Table& t = table();
        const bool played =
            t.phase == Phase::kAnswer || t.phase == Phase::kOver || t.phase == Phase::kEnd;
        for (const Seat seat : {0, 1}) {
            const int turns = (t.turn + (seat == t.mover_of(0) ? 1 : 0)) / 2 +
                              (played && seat == t.mover() ? 1 : 0);
            if (t.actions_of(seat) != turns)
                refuse("used", used_text(t.used[at(seat)]),
                       "is not the right number of actions of " + seat_name(seat) + " at t" +
                           std::to_string(t.turn) + ", phase " + std::string(phase),
                       std::to_string(turns) + " letters of sdgc");
        }
    }

    void read_hands(std::string_view word) {
        const std::string accepted =
            "digits 0 to 6 on each side, - for none, in a view the other "
            "hand as #4; 6 cards + draws made - cards of used actions";
        const auto sides = read_sides("hands", word, accepted);
        for (const Seat seat : {0, 1}) {
            const std::string_view hand = sides[at(seat)];
            const int size = table().hand_size(seat);
            if (hand[0] == '#') {
                const auto count = to_integer<unsigned>(hand.substr(1));
                if (!reading_.may_hide(seat) || !count || static_cast<int>(*count) != size ||
                    size == 0)
                    refuse("hands", word, wrong_size(seat, size), accepted);
                continue;
            }
            if (size == 0 && hand == "-") continue;
            if (static_cast<int>(hand.size()) != size || hand == "-")
                refuse("hands", word, wrong_size(seat, size), accepted);
            if (reading_.may_hide(seat))
                refuse("hands", word, "shows the hand of " + seat_name(seat) + " to the other seat",
                       accepted);
            for (const char c : hand) {
                const Card card = read_card("hands", c, word, accepted);
                if (card == kHiddenCard) refuse("hands", word, "cannot be read", accepted);
                reading_.position.sides[at(seat)].hand += Cards::one(card);
            }
        }
    }

    [[nodiscard]] static std::string wrong_size(Seat seat, int size) {
        return "does not give " + seat_name(seat) + " a hand of " + std::to_string(size);
    }

    void read_placed(std::string_view word) {
        const std::string accepted =
            "seven digits per seat; a gift adds 1 to the other seat and 2 "
            "to its own, a competition 2 to each";
        const auto sides = read_sides("validated", word, accepted);
        for (const Seat seat : {0, 1}) {
            if (sides[at(seat)].size() != kGeishas)
                refuse("validated", word, "cannot be read", accepted);
            int total = 0;
            for (int g = 0; g < kGeishas; ++g) {
                const char c = sides[at(seat)][static_cast<std::size_t>(g)];
                if (c < '0' || c > '9') refuse("validated", word, "cannot be read", accepted);
                total += c - '0';
                table().placed[at(seat)] += Cards::some(g, static_cast<std::uint32_t>(c - '0'));
            }
            const int due = 2 * answered(seat, Kind::kGift) + answered(1 - seat, Kind::kGift) +
                            2 * answered(seat, Kind::kCompetition) +
                            2 * answered(1 - seat, Kind::kCompetition);
            if (total != due)
                refuse("validated", word,
                       "does not give " + seat_name(seat) + " the " + std::to_string(due) +
                           " cards of the answered offers",
                       accepted);
        }
    }

    // 1 if the seat's action of this kind is played and answered.
    [[nodiscard]] int answered(Seat seat, Kind kind) {
        const Table& t = table();
        if ((t.used[at(seat)] & bit_of(kind)) == 0) return 0;
        const bool open =
            t.phase == Phase::kAnswer && seat == t.mover() && kind_of(t.offer()) == kind;
        return open ? 0 : 1;
    }

    // Hidden parts belong to the other seat of a view; a secret shown at the end does not hide.
    void check_hiding(const std::string& what, std::string_view word, Seat seat, bool hidden,
                      const std::string& accepted) {
        const bool shown =
            what == "secrets" && table().phase == Phase::kOver && table().rules.reveals_secrets;
        const bool should_hide = reading_.may_hide(seat) && !shown;
        if (hidden != should_hide)
            refuse(what, word,
                   should_hide ? "shows what this seat cannot know" : "hides what is known",
                   accepted);
    }

    void check_used(const std::string& what, std::string_view word, Seat seat, Kind kind,
                    bool present, const std::string& accepted) {
        if (present != ((table().used[at(seat)] & bit_of(kind)) != 0))
            refuse(what, word, "disagrees with the actions used", accepted);
    }

    void read_secrets(std::string_view word) {
        const std::string accepted =
            "a card of each seat that has played its secret, else -; ? "
            "for what a view hides";
        const auto sides = read_sides("secrets", word, accepted);
        for (const Seat seat : {0, 1}) {
            const std::string_view side = sides[at(seat)];
            check_used("secrets", word, seat, Kind::kSecret, side != "-", accepted);
            if (side == "-") continue;
            if (side.size() != 1) refuse("secrets", word, "cannot be read", accepted);
            const Card card = read_card("secrets", side[0], word, accepted);
            check_hiding("secrets", word, seat, card == kHiddenCard, accepted);
            reading_.position.sides[at(seat)].secret = card;
        }
    }

    void read_discards(std::string_view word) {
        const std::string accepted =
            "two cards of each seat that has discarded, else -; ?? for "
            "what a view hides";
        const auto sides = read_sides("discards", word, accepted);
        for (const Seat seat : {0, 1}) {
            const std::string_view side = sides[at(seat)];
            check_used("discards", word, seat, Kind::kDiscard, side != "-", accepted);
            if (side == "-") continue;
            if (side.size() != 2) refuse("discards", word, "cannot be read", accepted);
            const Card a = read_card("discards", side[0], word, accepted);
            const Card b = read_card("discards", side[1], word, accepted);
            if ((a == kHiddenCard) != (b == kHiddenCard))
                refuse("discards", word, "cannot be read", accepted);
            check_hiding("discards", word, seat, a == kHiddenCard, accepted);
            if (a != kHiddenCard) reading_.position.sides[at(seat)].discards = pair_of(a, b);
        }
    }

    Reading reading_;
};

}  // namespace

Position read_position(std::string_view text, Seat viewer) { return Reader(text, viewer).read(); }

State State::parse(std::string_view text, const Rules& /*the string carries its options*/) {
    const Position position = read_position(text, -1);
    const Cards known = Reading{text, -1, position}.known();
    return {position.table, 0, position.sides[0], position.sides[1], kDeck - known};
}

View View::parse(std::string_view text, Seat seat,
                 const Rules& /*the string carries its options*/) {
    const Position position = read_position(text, seat);
    const Card other_secret = position.sides[at(1 - seat)].secret;
    const Card shown = other_secret < kGeishas ? other_secret : kNoCard;
    return {position.table, position.sides[at(seat)], shown, seat};
}

}  // namespace moonflower::hanamikoji

// Tokens of moves and chance (parts 10 and 10b), and what a seat sees of them.
#include "core/error.hpp"
#include "core/text.hpp"
#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {
namespace {

constexpr std::string_view kHandLetters = "phts";  // in the order of the kinds from kPoison on

std::string parts_text(const Parts& parts) {
    std::string text;
    for (const std::uint8_t part : parts) {
        if (!text.empty()) text += '+';
        text += std::to_string(part);
    }
    return text;
}

[[noreturn]] void unreadable(std::string_view text) {
    throw ParseError("flower_power: " + quoted(text) +
                     " is no move; accepted: B5+4+3, D, E, P, K, a3>7, pKS>7.0, h2H>7.3, hAH>5, "
                     "t3D>4, s5C>4, s5C>@2, fKS, f., wKS, w., c2, *7.0=KS, *@2=KS, *R");
}

// A number of at most four digits without sign or leading zeros.
std::optional<int> small_number(std::string_view text) {
    if (text.empty() || text.size() > 4 || text[0] < '0' || text[0] > '9') return std::nullopt;
    if (text[0] == '0' && text.size() > 1) return std::nullopt;
    return to_integer<int>(text);
}

std::optional<int> flower_id(std::string_view text) {
    const auto id = small_number(text);
    return id && *id >= 1 && *id <= kMaxFlowerId ? id : std::nullopt;
}

std::optional<Seat> seat_number(std::string_view text) {
    const auto number = small_number(text);
    if (!number || *number < 1 || *number > kMaxSeats) return std::nullopt;
    return *number - 1;
}

}  // namespace

std::string State::format(Move move) const {
    const Kind kind = kind_of(move);
    const std::string card(card_of(move) == kNoCard ? "?" : card_name(card_of(move)));
    const std::string id = std::to_string(flower_of(move));
    const std::string index = std::to_string(index_of(move));
    switch (kind) {
        case Kind::kBuild:
            return "B" + parts_text(partition_at(pack_[decider_], rank_of(move)));
        case Kind::kDraw:
            return "D";
        case Kind::kEnd:
            return "E";
        case Kind::kPass:
            return "P";
        case Kind::kKeep:
            return "K";
        case Kind::kAttack:
            return "a" + std::to_string(attacker_of(move)) + ">" + std::to_string(target_of(move));
        case Kind::kMakeRegular:
            return card_of(move) == kNoCard ? "f." : "f" + card;
        case Kind::kMakePower:
            return card_of(move) == kNoCard ? "w." : "w" + card;
        case Kind::kChoose:
            return "c" + index;
        case Kind::kShow:
            return "*" + id + "." + index + "=" + card;
        case Kind::kDeal:
            if (index_of(move) == kReshuffle) return "*R";
            return "*@" + std::to_string(index_of(move) + 1) + "=" + card;
        case Kind::kSpyHand:
            return "s" + card + ">@" + std::to_string(index_of(move) + 1);
        default:
            break;
    }
    const auto letter = static_cast<std::size_t>(kind) - static_cast<std::size_t>(Kind::kPoison);
    std::string text = kHandLetters[letter] + card + ">" + id;
    if (index_of(move) != kNoPlace) text += "." + index;
    return text;
}

// --- reading

Move State::read_build(std::string_view text) const {
    Parts parts;
    int sum = 0;
    int last = kMaxPack;
    for (const std::string_view part : split(text.substr(1), '+')) {
        const auto size = small_number(part);
        if (!size) unreadable(text);
        const bool fits = *size >= 2 && *size <= last && sum + *size <= kMaxPack;
        if (!fits || parts.size() == Parts::capacity())
            throw IllegalMoveError("flower_power: " + quoted(text) +
                                   " is no build; accepted: sizes of at least 2 in descending "
                                   "order that add up to the pack");
        parts.push_back(static_cast<std::uint8_t>(*size));
        sum += *size;
        last = *size;
    }
    if (phase_ != Phase::kBuild || decider_ >= seats() || sum != pack_[decider_])
        throw IllegalMoveError("flower_power: " + quoted(text) + " cannot be played; " +
                               accepted_here());
    return encode_build(flower_power::rank_of(parts));
}

Move State::read_outcome(std::string_view text) const {
    if (text == "*R") return encode(Kind::kDeal, kNoCard, 0, kReshuffle);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) unreadable(text);
    const std::string_view name = text.substr(equals + 1);
    const auto card = name == "?" ? std::optional<Card>(kNoCard) : card_named(name);
    const std::string_view place = text.substr(1, equals - 1);
    if (!card || place.empty()) unreadable(text);
    if (place[0] == '@') {
        const auto seat = seat_number(place.substr(1));
        if (!seat) unreadable(text);
        return encode(Kind::kDeal, *card, 0, *seat);
    }
    const std::size_t dot = place.find('.');
    if (dot == std::string_view::npos) unreadable(text);
    const auto id = flower_id(place.substr(0, dot));
    const auto petal = small_number(place.substr(dot + 1));
    if (!id || !petal || *petal >= kMaxCards) unreadable(text);
    return encode(Kind::kShow, *card, *id, *petal);
}

// pKS>7.0, h2H>7.3, hAH>5, t3D>4, s5C>4, s5C>@2
Move State::read_target(std::string_view text) const {
    const auto kind =
        static_cast<Kind>(static_cast<std::size_t>(Kind::kPoison) + kHandLetters.find(text[0]));
    if (text.size() < 5 || text[3] != '>') unreadable(text);
    const auto card = card_named(text.substr(1, 2));
    const std::string_view target = text.substr(4);
    if (!card) unreadable(text);
    if (target[0] == '@') {
        const auto seat = seat_number(target.substr(1));
        if (!seat || kind != Kind::kSpyFlower) unreadable(text);
        return encode(Kind::kSpyHand, *card, 0, *seat);
    }
    const std::size_t dot = target.find('.');
    const auto id = flower_id(target.substr(0, dot));
    int place = kNoPlace;
    if (dot != std::string_view::npos) {
        const auto petal = small_number(target.substr(dot + 1));
        if (!petal || *petal >= kMaxCards) unreadable(text);
        place = *petal;
    }
    if (!id) unreadable(text);
    return encode(kind, *card, *id, place);
}

Move State::read_move(std::string_view text) const {
    if (text.empty()) unreadable(text);
    const std::string_view rest = text.substr(1);
    switch (text[0]) {
        case 'B':
            return read_build(text);
        case 'D':
            if (rest.empty()) return encode(Kind::kDraw);
            break;
        case 'E':
            if (rest.empty()) return encode(Kind::kEnd);
            break;
        case 'P':
            if (rest.empty()) return encode(Kind::kPass);
            break;
        case 'K':
            if (rest.empty()) return encode(Kind::kKeep);
            break;
        case 'a': {
            const std::size_t arrow = rest.find('>');
            if (arrow == std::string_view::npos) break;
            const auto x = flower_id(rest.substr(0, arrow));
            const auto y = flower_id(rest.substr(arrow + 1));
            if (x && y) return encode_attack(*x, *y);
            break;
        }
        case 'f':
        case 'w': {
            const Kind kind = text[0] == 'f' ? Kind::kMakeRegular : Kind::kMakePower;
            if (rest == ".") return encode(kind, kNoCard);
            if (const auto card = card_named(rest)) return encode(kind, *card);
            break;
        }
        case 'c':
            if (const auto petal = small_number(rest); petal && *petal < kMaxCards)
                return encode(Kind::kChoose, 0, 0, *petal);
            break;
        case '*':
            return read_outcome(text);
        default:
            if (kHandLetters.find(text[0]) != std::string_view::npos) return read_target(text);
    }
    unreadable(text);
}

// What the node is about, for messages.
std::string State::accepted_here() const {
    const std::string seat = "p" + std::to_string(decider_ + 1);
    if (phase_ == Phase::kOver) return "the game is over";
    if (task_ != Task::kNothing) {
        if (waits_for_reshuffle()) return "chance is on turn: *R reshuffles the grave";
        if (waits_for_petal())
            return "chance is on turn: a card for *" +
                   std::to_string(garden_.flower(wait_flower_).id) + "." +
                   std::to_string(wait_petal_) + "=";
        return "chance is on turn: a card for *@" + std::to_string(receiver() + 1) + "=";
    }
    switch (phase_) {
        case Phase::kBuild:
            return seat + " builds: sizes of at least 2, descending, adding up to " +
                   std::to_string(pack_[decider_]);
        case Phase::kMain:
            return seat + " has its turn: D, E, attacks and hand actions";
        case Phase::kPick:
            return seat + " picks a petal: c<index>";
        case Phase::kReply:
            return seat + " replies: P or a hand action";
        case Phase::kConfirm:
            return seat + " confirms its fighter: K or another c<index>";
        case Phase::kWill:
            return seat + " has its last will: hand actions and E";
        default:
            return seat + " makes a flower: its next card, or the close";
    }
}

Move State::parse_move(std::string_view text) const {
    const Move move = read_move(text);
    if (!is_legal(move))
        throw IllegalMoveError("flower_power: " + quoted(text) + " cannot be played; " +
                               accepted_here());
    return move;
}

void State::play(std::string_view text) {
    if (text.starts_with("*R=") && waits_for_reshuffle()) return fix_order(text.substr(3));
    apply(parse_move(text));
}

// FP-110: a dealt reshuffle names the new pile from its top.
void State::fix_order(std::string_view cards) {
    CardSet left = zones_[Zone::kGrave];
    std::array<Card, kMaxCards> order{};
    int place = left.size();
    for (const std::string_view name : split(cards, ',')) {
        const auto card = card_named(name);
        if (!card) throw ParseError("flower_power: " + quoted(name) + " is no card; accepted: KS");
        if (!left.has(*card))
            throw IllegalMoveError("flower_power: " + quoted(name) +
                                   " is not left for the new pile; accepted: the cards of the "
                                   "grave, each once, from the top");
        left.remove(*card);
        order[at(--place)] = *card;
    }
    if (!left.empty())
        throw IllegalMoveError("flower_power: the new pile lacks " + quoted(card_list(left)) +
                               "; accepted: the cards of the grave, each once, from the top");
    reshuffle();
    zones_.clear(Zone::kPile);
    for (int i = 0; i < pile_size_; ++i) garden_.set_pile_card(i, order[at(i)]);
    fixed_ = true;
    run();
}

// --- what a seat sees of a move

std::string State::masked_token(Seat seat, Move move) const {
    const bool own = turn().is_seat() && seat == decider_;
    const Card card = card_of(move);
    switch (kind_of(move)) {
        case Kind::kBuild:  // FP-14
            return own || rules_.build_open || decider_ + 1 == seats() ? format(move) : "B?";
        case Kind::kMakeRegular:
            if (own) return format(move);
            if (card == kNoCard) return "f#" + std::to_string(making_);
            return making_ == 0 ? "f?" : "";
        case Kind::kMakePower: {
            if (own) return format(move);
            if (card != kNoCard) return making_ == 0 ? "w?" : "";
            std::string text = "w";
            loose().each([&](Card laid) { text += std::string(card_name(laid)) + "."; });
            return text;
        }
        case Kind::kSpyHand:
            if (!own) return format(move);
            return format(move) + "=" + card_list(hand(index_of(move)));
        case Kind::kShow:  // FP-113
            if (task_ != Task::kSpy || decider_ == seat) return format(move);
            return format(encode(Kind::kShow, kNoCard, flower_of(move), index_of(move)));
        case Kind::kDeal:
            if (index_of(move) == kReshuffle || index_of(move) == seat) return format(move);
            return format(encode(Kind::kDeal, kNoCard, 0, index_of(move)));
        default:
            return format(move);
    }
}

// FP-14: with the last build all builds open; the seat's own and the last it has seen.
std::string State::reveal_builds(Seat seat) const {
    std::string text;
    for (Seat other = 0; other + 1 < seats(); ++other)
        if (other != seat)
            text += " =" + std::to_string(other + 1) + ":" +
                    parts_text(partition_at(pack_[at(other)], build_[at(other)] - 1));
    return text;
}

}  // namespace moonflower::flower_power

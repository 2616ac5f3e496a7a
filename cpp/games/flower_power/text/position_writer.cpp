// Position strings written, for everything, for everybody or for one seat.
#include "core/text.hpp"
#include "games/flower_power/text/position.hpp"

namespace moonflower::flower_power {
namespace {

std::string bits_text(unsigned bits, int seats) {
    std::string text;
    for (int seat = 0; seat < seats; ++seat) text += (bits >> seat & 1U) != 0 ? '1' : '0';
    return text;
}

std::string seat_digits(unsigned bits) {
    std::string text;
    for (int seat = 0; seat < kMaxSeats; ++seat)
        if ((bits >> seat & 1U) != 0) text += std::to_string(seat + 1);
    return text.empty() ? "-" : text;
}

std::string counts_text(const std::array<std::uint8_t, kMaxSeats>& counts, int seats) {
    std::string text;
    for (int seat = 0; seat < seats; ++seat) {
        if (seat > 0) text += '.';
        text += std::to_string(counts[static_cast<std::size_t>(seat)]);
    }
    return text;
}

}  // namespace

std::string PositionWriter::text() const {
    const State& s = state_;
    std::vector<std::string> hands;
    for (Seat seat = 0; seat < s.seats(); ++seat) hands.push_back(hand(seat));
    std::string text = "FP1 " + gardens() + " " + join(hands, "/") + " " + pile() + " " +
                       card_list(s.zones_[Zone::kGrave]) + " " + turn() + " " + phase() + task();
    if (!s.zones_[Zone::kOut].empty()) text += " _" + card_list(s.zones_[Zone::kOut]);
    if (reader_ == kPublic) return text;
    return text + last_reshuffle() + groups() + creators() + memory() + reshuffles() + pool();
}

// --- the table

std::string PositionWriter::gardens() const {
    const State& s = state_;
    std::vector<std::string> seats;
    for (Seat seat = 0; seat < s.seats(); ++seat) {
        std::vector<std::string> flowers;
        for (int i = 0; i < s.garden_.flowers(); ++i)
            if (s.garden_.flower(i).owner == seat) flowers.push_back(flower(i));
        if (s.phase_ == Phase::kBuild)
            seats.push_back(pack(seat));
        else if (!s.lives(seat))
            seats.emplace_back("x");
        else
            seats.push_back(flowers.empty() ? "-" : join(flowers, ";"));
    }
    return join(seats, "/");
}

std::string PositionWriter::pack(Seat seat) const {
    const State& s = state_;
    int first = 0;
    for (Seat before = 0; before < seat; ++before)
        first += s.pack_[static_cast<std::size_t>(before)];
    const int size = s.pack_[static_cast<std::size_t>(seat)];
    std::string text = "u" + std::to_string(size);
    if (reader_ == kAllSeeing && s.garden_.card_at(first) != kNoCard) {
        text = "u:";
        for (int i = first; i < first + size; ++i)
            text +=
                std::string(i > first ? "," : "") + std::string(card_name(s.garden_.card_at(i)));
    }
    const int build = s.build_[static_cast<std::size_t>(seat)];
    const bool secret = reader_ != kAllSeeing && reader_ != seat && !s.rules_.build_open;
    if (build == 0 || secret) return text;
    text += '=';
    std::string sizes;
    for (const std::uint8_t part : partition_at(size, build - 1))
        sizes += (sizes.empty() ? "" : "+") + std::to_string(part);
    return text + sizes;
}

std::string PositionWriter::flower(int index) const {
    const Garden& garden = state_.garden_;
    const Flower& flower = garden.flower(index);
    std::string text = std::to_string(flower.id) + (flower.power ? "w" : "r");
    if (flower.spent) text += '*';
    if (flower.exhausted) text += '!';
    for (int i = 0; i < garden.size(index); ++i) {
        text += i == 0 ? ':' : ',';
        const Card card = garden.card(index, i);
        if (garden.face_up(index, i))
            text += card_name(card);
        else if (card == kNoCard || reader_ == kPublic)
            text += '?';
        else
            text += "(" + std::string(card_name(card)) + ")";
    }
    return text;
}

std::string PositionWriter::hand(Seat seat) const {
    const State& s = state_;
    if (reader_ == kPublic) return "#" + std::to_string(s.hand_size(seat));
    CardSet cards = s.hand(seat);
    if (s.making_ > 0 && seat == s.decider_) cards = cards + s.loose();
    const int hidden = s.hidden_[static_cast<std::size_t>(seat)];
    if (hidden == 0) return card_list(cards);
    return (cards.empty() ? "" : card_list(cards) + ",") + "#" + std::to_string(hidden);
}

std::string PositionWriter::pile() const {
    const State& s = state_;
    if (reader_ != kAllSeeing) return "#" + std::to_string(s.pile_size_);
    if (s.pile_size_ == 0) return "-";
    if (!s.fixed_)
        return s.is_reshuffled() ? "{" + card_list(s.zones_[Zone::kPile]) + "}"
                                 : "#" + std::to_string(s.pile_size_);
    std::string text;
    for (int i = s.pile_size_ - 1; i >= 0; --i) {
        text += card_name(s.garden_.pile_card(i));
        if (i > 0) text += ',';
    }
    return text;
}

std::string PositionWriter::turn() const {
    const State& s = state_;
    return "t" + std::to_string(s.turn_) + "." + seat_text(s.active_) + "." +
           (s.fresh_ ? "1" : "0") + "." + std::to_string(s.stalled_) + "." +
           bits_text(s.last_draw_, s.seats()) + "." + bits_text(s.had_turn_, s.seats()) + "." +
           std::to_string(s.next_id_);
}

// --- the phase

std::string PositionWriter::phase() const {
    const State& s = state_;
    if (s.phase_ != Phase::kMakeRegular && s.phase_ != Phase::kMakePower)
        return plain_phase(s.phase_);
    std::string cards;
    if (reader_ == kAllSeeing || reader_ == s.decider_)
        for (int i = s.garden_.petals() - s.making_; i < s.garden_.petals(); ++i)
            cards.append(cards.empty() ? "" : "+").append(card_name(s.garden_.card_at(i)));
    else
        cards = "#";
    return std::string(s.phase_ == Phase::kMakePower ? "makew:" : "makef:") +
           seat_text(s.decider_) + ":" + cards + "|" + plain_phase(s.from_);
}

std::string PositionWriter::plain_phase(Phase phase) const {
    const State& s = state_;
    const std::string seat = seat_text(s.decider_);
    switch (phase) {
        case Phase::kBuild:
            return "build:" + seat;
        case Phase::kMain:
            return "main";
        case Phase::kWill:
            return "will";
        case Phase::kPick: {
            const std::string reason = s.reason_ == PickReason::kInitial ? "i0"
                                       : s.reason_ == PickReason::kTie
                                           ? "t0"
                                           : "r" + seat_text(s.next_replier_);
            return "pick:" + seat + ":" + reason + ":" + battle();
        }
        case Phase::kReply:
            return "reply:" + seat + ":" + std::to_string(s.passes_) + ":" + battle();
        case Phase::kConfirm:
            return "confirm:" + seat + ":" + (s.changed_ ? "1" : "0") + ":" + battle();
        default: {
            std::string winners;
            for (Seat winner = 0; winner < s.seats(); ++winner)
                if ((s.winners_ >> winner & 1U) != 0)
                    winners += (winners.empty() ? "" : "+") + seat_text(winner);
            return "over:" + winners;
        }
    }
}

std::string PositionWriter::battle() const {
    const State& s = state_;
    return std::to_string(s.garden_.flower(s.x_).id) + ">" +
           std::to_string(s.garden_.flower(s.y_).id) + ":" + std::to_string(s.level_) + ":" +
           picks(s.x_) + ":" + picks(s.y_) + ":" + std::to_string(s.allowance_[0]) +
           std::to_string(s.allowance_[1]);
}

std::string PositionWriter::picks(int flower) const {
    const State& s = state_;
    if (!s.garden_.flower(flower).power) return "-";
    std::string text;
    for (int level = 0; level <= s.level_; ++level) {
        const int petal = s.picked(flower, level);
        if (petal < 0) continue;
        if (!text.empty()) text += '+';
        text += card_name(s.garden_.card(flower, petal));
    }
    return text.empty() ? "-" : text;
}

// What chance, or a view, is waited for.
std::string PositionWriter::task() const {
    const State& s = state_;
    switch (s.task_) {
        case Task::kNothing:
            return "";
        case Task::kDeal:
            return " *deal";
        case Task::kBuilds:
            return " *builds";
        case Task::kOpen:
            return " *open";
        case Task::kTurnUp:
            return " *top";
        case Task::kTie:
            return " *tie";
        case Task::kTransform:
            return " *t" + std::to_string(s.garden_.flower(s.task_flower_).id);
        case Task::kSpy:
            return " *s" + std::to_string(s.garden_.flower(s.task_flower_).id);
        case Task::kSettle:
            return " *settle" + std::to_string(s.owned_before_);
        case Task::kCapture:
            return " *capture";
        case Task::kLastWord:
            return " *last";
        case Task::kDraw:
            return " *draw";
        case Task::kVictory:
            return " *win";
    }
    return "";
}

// --- what is known

CardSet PositionWriter::unlocated() const { return state_.cards() - state_.located(reader_); }

// FP-104, in one-deck games: cards of the last reshuffle the reader has not located.
std::string PositionWriter::last_reshuffle() const {
    const auto epochs = state_.knowledge_.epochs();
    if (reader_ < 0 || state_.rules_.decks > 1 || epochs.empty() ||
        epochs.back().number != state_.knowledge_.reshuffles())
        return "";
    const CardSet cards = epochs.back().cards & unlocated();
    return cards.empty() ? "" : " ^" + card_list(cards);
}

// FP-103
std::string PositionWriter::groups() const {
    if (reader_ < 0) return "";
    std::vector<std::string> parts;
    for (const Group& group : state_.knowledge_.groups()) {
        if (group.reader != reader_ || group.cards.empty()) continue;
        std::string part = card_list(group.cards) + "@" + seat_text(group.creator);
        for (int i = 0; i < state_.garden_.flowers(); ++i) {
            const Flower& flower = state_.garden_.flower(i);
            if (flower.creator != group.creator || flower.id < group.origin) continue;
            bool hides = false;
            for (int petal = 0; petal < state_.garden_.size(i); ++petal)
                hides = hides || !state_.sees(reader_, i, petal);
            if (hides) part += "+" + std::to_string(flower.id);
        }
        parts.push_back(part);
    }
    return parts.empty() ? "" : " ~" + join(parts, ";");
}

std::string PositionWriter::creators() const {
    std::vector<std::string> parts;
    for (int i = 0; i < state_.garden_.flowers(); ++i) {
        const Flower& flower = state_.garden_.flower(i);
        if (flower.creator != kNobody)
            parts.push_back(std::to_string(flower.id) + "=" +
                            seat_text(static_cast<Seat>(flower.creator)));
    }
    return parts.empty() ? "" : " @" + join(parts, ",");
}

// Who knows what, as far as the reader can tell; see docs/games/flower_power.md.
std::string PositionWriter::memory() const {
    const State& s = state_;
    const Knowledge& knowledge = s.knowledge_;
    std::vector<std::string> items;
    for (int i = 0; i < s.garden_.flowers(); ++i) {
        const Flower& flower = s.garden_.flower(i);
        if (flower.power) continue;
        unsigned any = 0;
        std::string item;
        for (int petal = 0; petal < s.garden_.size(i); ++petal) {
            const unsigned marks = s.garden_.marks(i, petal) & ~unsigned{kFaceUp};
            any |= marks;
            item += (petal > 0 ? "." : "") + seat_digits(marks);
        }
        if (any != 0) items.push_back("k" + std::to_string(flower.id) + ":" + item);
    }
    for (Seat reader = 0; reader < s.seats(); ++reader)
        for (Seat seat = 0; seat < s.seats(); ++seat) {
            const std::string pair = seat_text(reader) + seat_text(seat);
            const CardSet known = knowledge.known(reader, seat);
            const Knowledge::Glimpse glimpse = knowledge.glimpse(reader, seat);
            if (!known.empty() && reader != reader_)
                items.push_back("h" + pair + ":" + card_list(known));
            if (glimpse.seen > 0)
                items.push_back("s" + pair + ":" + std::to_string(glimpse.seen) + "." +
                                std::to_string(glimpse.fresh));
        }
    for (const Group& group : knowledge.groups())
        items.push_back(
            "g" + seat_text(group.reader) + seat_text(group.creator) + ":" +
            std::to_string(group.origin) + ":" + card_list(group.cards) +
            (s.seats() > 2 ? ":" + std::to_string(group.fresh) + "." + std::to_string(group.before)
                           : ""));
    for (auto epoch = knowledge.epochs().rbegin(); epoch != knowledge.epochs().rend(); ++epoch) {
        const CardSet located =
            reader_ < 0 || s.rules_.decks > 1 ? CardSet{} : epoch->cards - unlocated();
        items.push_back("e" + std::to_string(epoch->number) + ":" +
                        counts_text(epoch->held, s.seats()) + ":" + card_list(located) + ":" +
                        std::to_string(epoch->since));
    }
    for (const Ledger::Entry& entry : knowledge.ledger().entries()) {
        const bool close = entry.kind == Ledger::Kind::kClose;
        std::string item = close ? "c" : entry.kind == Ledger::Kind::kQuota ? "q" : "d";
        item += seat_digits(entry.readers) + "." + seat_text(entry.seat) + ":" +
                std::to_string(entry.since);
        if (!close) item += ":" + std::to_string(entry.source) + ":" + std::to_string(entry.count);
        if (entry.kind == Ledger::Kind::kDraw) item += ":" + std::to_string(entry.times);
        items.push_back(item);
    }
    if (const std::string text = log(); !text.empty()) items.push_back("l" + text);
    if (knowledge.reshuffles() > 0) items.push_back("r" + std::to_string(knowledge.reshuffles()));
    if (knowledge.reshuffles() > 0 && s.rules_.decks > 1)
        items.push_back("n" + card_list(knowledge.unburied()));
    return items.empty() ? "" : " &" + join(items, ";");
}

std::string PositionWriter::reshuffles() const {
    const auto epochs = state_.knowledge_.epochs();
    std::vector<std::string> parts;
    for (auto epoch = epochs.rbegin(); epoch != epochs.rend(); ++epoch) {
        const bool whole = reader_ < 0 || state_.rules_.decks > 1;
        const CardSet cards = whole ? epoch->cards : epoch->cards & unlocated();
        parts.push_back(card_list(cards) + ":" + counts_text(epoch->drawn, state_.seats()));
    }
    return parts.empty() ? "" : " |" + join(parts, ";");
}

// FP-114: what lies unseen, when it is not simply the rest of the decks.
std::string PositionWriter::pool() const {
    const State& s = state_;
    if (reader_ >= 0) {
        if (s.zones_[Zone::kAbsent].empty()) return "";
        return " %" + card_list(unlocated());
    }
    if (s.zones_[Zone::kUnseen].empty() || s.zones_[Zone::kAbsent].empty()) return "";
    return " %" + card_list(s.zones_[Zone::kUnseen]);
}

// --- the faces of the writer

std::string State::text() const { return PositionWriter(*this, kAllSeeing).text(); }
std::string State::public_text() const { return PositionWriter(*this, kPublic).text(); }

}  // namespace moonflower::flower_power

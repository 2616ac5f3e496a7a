// Invariants of a world, for debug and conformance runs.
#include <algorithm>
#include <string>

#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {
namespace {

// A sum that notices a third copy.
class Tally {
public:
    void add(Card card) {
        if (card >= kFaces || all_.count(card) == 2)
            broken_ = true;
        else
            all_.add(card);
    }
    void add(const CardSet& cards) {
        cards.each([this](Card card) { add(card); });
    }
    [[nodiscard]] bool broken() const { return broken_; }
    [[nodiscard]] const CardSet& all() const { return all_; }

private:
    CardSet all_;
    bool broken_ = false;
};

}  // namespace

// FP-25: every card has one place; FP-111: unseen cards and undetermined places are as many.
std::string State::check_cards() const {
    Tally tally;
    int undetermined = 0;
    for (int i = 0; i < garden_.petals(); ++i) {
        if (garden_.card_at(i) == kNoCard)
            ++undetermined;
        else
            tally.add(garden_.card_at(i));
    }
    for (Seat seat = 0; seat < seats(); ++seat) {
        tally.add(hand(seat));
        if (task_ == Task::kDeal) undetermined += std::max(0, rules_.hand(seat) - hand_size(seat));
    }
    tally.add(zones_[Zone::kGrave]);
    tally.add(zones_[Zone::kOut]);
    tally.add(zones_[Zone::kPile]);
    tally.add(zones_[Zone::kUnseen]);
    if (fixed_)
        for (int i = 0; i < pile_size_; ++i) tally.add(garden_.pile_card(i));
    if (tally.broken() || tally.all() != cards()) return "cards are lost or doubled";
    if (!fixed_ && !is_reshuffled()) undetermined += pile_size_;
    if (undetermined != zones_[Zone::kUnseen].size())
        return "unseen cards do not fit the unseen places";
    if (is_reshuffled() && !fixed_ && zones_[Zone::kPile].size() != pile_size_)
        return "the pile does not fit its cards";
    return "";
}

std::string State::check_garden() const {
    std::array<int, kMaxSeats> owned{};
    int start = 0;
    for (int i = 0; i < garden_.flowers(); ++i) {
        const Flower& flower = garden_.flower(i);
        if (garden_.start(i) != start) return "petals are not where their flower is";
        if (garden_.size(i) == 0) return "an empty flower";
        if (i > 0 && garden_.flower(i - 1).id >= flower.id) return "flowers out of order";
        if (!lives(static_cast<Seat>(flower.owner))) return "an eliminated seat has a flower";
        if (flower.creator != kNobody && !garden_.has_face_down(i))
            return "an open flower remembers its creator";
        start += garden_.size(i);
        ++owned[flower.owner];
    }
    for (Seat seat = 0; seat < seats(); ++seat)
        if (owned[at(seat)] != garden_.owned(seat)) return "flowers are counted wrongly";
    return "";
}

std::string State::check_knowledge() const {
    for (Seat reader = 0; reader < seats(); ++reader)
        for (Seat seat = 0; seat < seats(); ++seat) {
            CardSet held = hand(seat);
            if (making_ > 0 && seat == decider_) held = held + loose();
            const CardSet known = knowledge_.known(reader, seat);
            if (rules_.decks == 1 && !held.includes(known))
                return "a known card is not in its hand";
            if (known.size() > knowledge_.glimpse(reader, seat).seen)
                return "more cards known than seen";
        }
    for (const Epoch& epoch : knowledge_.epochs()) {
        if (rules_.decks > 1) continue;
        int held = epoch.number == knowledge_.reshuffles() ? pile_size_ : 0;
        for (const std::uint8_t count : epoch.held) held += count;
        if (held != epoch.cards.size()) return "a reshuffle has lost count of its cards";
    }
    return "";
}

std::string State::check() const {
    if (masked_ || viewer_ >= 0) return "a view has come out as a world";
    for (const std::string& broken : {check_cards(), check_garden(), check_knowledge()})
        if (!broken.empty()) return broken;
    if (turn().is_seat() && !lives(decider_)) return "an eliminated seat is on turn";
    if (phase_ == Phase::kOver && winners_ == 0) return "a game without a winner";
    return "";
}

}  // namespace moonflower::flower_power

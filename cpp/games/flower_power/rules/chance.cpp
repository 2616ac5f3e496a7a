// Cards that show (part 10b): petals that turn up or are spied, draws, reshuffles; and the same
// told to a view.
#include <bit>

#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {

bool State::sees(Seat seat, int flower, int petal) const {
    return (garden_.marks(flower, petal) & (kFaceUp | seat_bit(seat))) != 0;
}

// FP-20. False when the card is not determined, or has to be told to the viewer first.
bool State::turn_up(int flower, int petal) {
    Flower& f = garden_.flower(flower);
    if (f.power || garden_.face_up(flower, petal)) return true;
    const Card card = garden_.card(flower, petal);
    if (card == kNoCard || (viewer_ >= 0 && !sees(viewer_, flower, petal))) {
        wait_flower_ = static_cast<std::uint8_t>(flower);
        wait_petal_ = static_cast<std::uint8_t>(petal);
        return false;
    }
    const unsigned readers = ~unsigned{garden_.marks(flower, petal)};
    garden_.set_marks(flower, petal, kFaceUp);
    if (f.creator != kNobody) {
        knowledge_.petal_seen(readers, f, card, true);
        if (!garden_.has_face_down(flower)) {
            f.set_creator(kNobody);
        }
    }
    return true;
}

// FP-43. Which petals nobody knew is public, so a view waits for those whoever spies.
bool State::spy_on(int flower) {
    const Flower& f = garden_.flower(flower);
    const Seat spy = decider_;
    for (int i = 0; i < garden_.size(flower) && !f.power; ++i) {
        if (sees(spy, flower, i)) continue;
        const bool unknown = garden_.marks(flower, i) == 0;
        const Card card = garden_.card(flower, i);
        if ((unknown && (card == kNoCard || viewer_ >= 0)) || spy == viewer_) {
            wait_flower_ = static_cast<std::uint8_t>(flower);
            wait_petal_ = static_cast<std::uint8_t>(i);
            return false;
        }
        if (card != kNoCard) knowledge_.petal_seen(seat_bit(spy), f, card, false);
        garden_.add_marks(flower, i, seat_bit(spy));
    }
    return true;
}

// --- drawing

bool State::waits_for_petal() const { return wait_flower_ != kNoFlower; }

bool State::waits_for_hand() const {
    return task_ == Task::kSettle || task_ == Task::kCapture || task_ == Task::kLastWord;
}

bool State::waits_for_reshuffle() const {
    return (task_ == Task::kDraw || task_ == Task::kVictory) && pile_size_ == 0;
}

// FP-112: hands are dealt seat by seat before the first build.
Seat State::receiver() const {
    if (task_ != Task::kDeal) return active_;
    Seat seat = 0;
    while (seat < seats() && hand_size(seat) >= rules_.hand(seat)) ++seat;
    return seat;
}

// FP-24
bool State::draw_card(Seat seat) {
    if (pile_size_ == 0 && zones_[Zone::kGrave].empty()) {
        after_draw();
        return true;
    }
    if (pile_size_ == 0 || !fixed_ || viewer_ >= 0) return false;
    give(seat, garden_.pile_card(pile_size_ - 1));
    return true;
}

void State::give(Seat seat, Card card) {
    const bool deals = task_ == Task::kDeal;
    if (!masked_ && (deals || !fixed_))
        zones_.remove(is_reshuffled() && !deals ? Zone::kPile : Zone::kUnseen, card);
    if (card == kNoCard)
        ++hidden_[at(seat)];
    else
        zones_.add(hand_of(seat), card);
    if (deals) return;
    --pile_size_;
    if (fixed_) garden_.set_pile_card(pile_size_, 0);
    if (pile_size_ == 0) fixed_ = false;
    knowledge_.draws(seat, card, hand_size(seat), is_reshuffled(), garden_, next_id_);
    after_draw();
}

void State::after_draw() {
    const bool whole_turn = task_ == Task::kDraw;
    task_ = Task::kNothing;
    if (!whole_turn && garden_.owned(active_) == 0)
        phase_ = Phase::kWill;  // FP-77
    else
        end_turn(whole_turn);
}

// FP-24, FP-111
void State::reshuffle() {
    const CardSet grave = zones_[Zone::kGrave];
    knowledge_.reshuffles_grave(grave, cards(), garden_, next_id_);
    pile_size_ = static_cast<std::uint8_t>(grave.size());
    zones_.clear(Zone::kGrave);
    if (!masked_) zones_.set(Zone::kPile, grave);
}

// A chance outcome for the petal the machine waits for.
void State::show(Card card) {
    garden_.set_card(wait_flower_, wait_petal_, card);
    zones_.remove(Zone::kUnseen, card);
    if (task_ == Task::kSpy)
        garden_.add_marks(wait_flower_, wait_petal_, seat_bit(decider_));
    else if (viewer_ >= 0)  // the outcome itself has told the viewer
        garden_.add_marks(wait_flower_, wait_petal_, seat_bit(viewer_));
}

void State::chance(Outcomes& outcomes) const {
    outcomes.clear();
    if (waits_for_reshuffle()) {
        outcomes.push_back({encode(Kind::kDeal, kNoCard, 0, kReshuffle), 1});
        return;
    }
    const bool petal = waits_for_petal();
    const bool buried = !petal && task_ != Task::kDeal && is_reshuffled();
    const CardSet pool = zones_[buried ? Zone::kPile : Zone::kUnseen];
    for (std::uint64_t rest = pool.one; rest != 0; rest &= rest - 1) {
        const auto card = static_cast<Card>(std::countr_zero(rest));
        outcomes.push_back(
            {petal ? encode(Kind::kShow, card, garden_.flower(wait_flower_).id, wait_petal_)
                   : encode(Kind::kDeal, card, 0, receiver()),
             static_cast<std::uint64_t>(pool.count(card))});
    }
}

// --- telling a view

// The viewer sees the petal the machine waits for; kNoCard when only the spy did.
void State::tell_petal(Card card) {
    const int flower = wait_flower_;
    const int petal = wait_petal_;
    if (card == kNoCard) {
        garden_.add_marks(flower, petal, seat_bit(decider_));
        return;
    }
    garden_.set_card(flower, petal, card);
    knowledge_.petal_seen(seat_bit(viewer_), garden_.flower(flower), card, false);
    garden_.add_marks(flower, petal, seat_bit(viewer_));
}

// The hand of a seat that is being eliminated.
void State::tell_hand(const CardSet& hand) {
    const Seat seat = wait_petal_;
    knowledge_.learns_hand(viewer_, seat, hand);
    if (!masked_) return;
    zones_.set(hand_of(seat), hand);
    hidden_[at(seat)] = 0;
}

bool State::knows_answer() const {
    if (task_ == Task::kNothing || phase_ == Phase::kOver || task_ == Task::kDeal) return false;
    if (waits_for_petal()) return garden_.card(wait_flower_, wait_petal_) != kNoCard;
    if (waits_for_hand()) return true;
    return fixed_ && pile_size_ > 0;
}

// The token that tells `seat` what the machine waits for, and on it goes.
std::string State::answer(Seat seat) {
    std::string token;
    if (waits_for_petal()) {
        const Card card = garden_.card(wait_flower_, wait_petal_);
        const bool hidden = task_ == Task::kSpy && decider_ != seat;
        token = format(encode(Kind::kShow, hidden ? kNoCard : card, garden_.flower(wait_flower_).id,
                              wait_petal_));
        tell_petal(hidden ? kNoCard : card);
    } else if (waits_for_hand()) {
        const CardSet hand = this->hand(wait_petal_);
        token.append("@").append(std::to_string(wait_petal_ + 1)).append("=");
        token += card_list(hand);
        tell_hand(hand);
    } else {
        const Card card = garden_.pile_card(pile_size_ - 1);
        token = format(encode(Kind::kDeal, receiver() == seat ? card : kNoCard, 0, receiver()));
        give(receiver(), card);
    }
    run();
    return token;
}

std::string State::seen_by(Seat seat, Move move) const {
    std::string events = masked_token(seat, move);
    State next = *this;
    next.viewer_ = static_cast<std::int8_t>(seat);
    next.apply(move);
    if (phase_ == Phase::kBuild && next.phase_ != Phase::kBuild && !rules_.build_open)
        events += reveal_builds(seat);
    while (next.knows_answer()) {
        if (!events.empty()) events += ' ';
        events += next.answer(seat);
    }
    return events;
}

}  // namespace moonflower::flower_power

// Two decks: what goes into the log of the course, and when (FP-119).
#include "games/flower_power/memory/knowledge.hpp"

namespace moonflower::flower_power {

void Knowledge::begin_log(const Garden& garden, int new_flower) {
    CourseLog* log = this->log();
    if (log == nullptr || !log->empty() || log->is_cut()) return;
    bool clean = group_count_ == 0 && reshuffles_ == 0;
    for (const auto& row : glimpses_)
        for (const Glimpse& glimpse : row) clean = clean && glimpse.seen == 0;
    for (int i = 0; i < garden.flowers(); ++i) {
        const Flower& flower = garden.flower(i);
        clean = clean && (flower.creator == kNobody || static_cast<int>(flower.id) == new_flower);
    }
    if (!clean) log->cut();
}

void Knowledge::log_card(CourseLog::Kind kind, Seat seat, Card card, int flower) {
    CourseLog* log = this->log();
    if (log == nullptr || !log->follows(seat)) return;
    CourseLog::Event event;
    event.kind = kind;
    event.seat = seat;
    event.card = card;
    event.flower = flower;
    log->add(event);
}

// Of a hand that is not told only the size is kept.
void Knowledge::log_spy(Seat reader, Seat seat, const CardSet& hand, int size) {
    CourseLog* log = this->log();
    if (log == nullptr) return;
    CourseLog::Event spy;
    spy.kind = CourseLog::Kind::kSpy;
    spy.seat = seat;
    spy.reader = reader;
    spy.hand = hand;
    spy.size = size;
    log->add(spy);
}

void Knowledge::prune_log(const Garden& garden, const std::array<int, kMaxSeats>& hands) {
    CourseLog* log = this->log();
    if (log == nullptr || log->empty()) return;
    unsigned hiding = 0;
    for (int i = 0; i < garden.flowers(); ++i)
        if (garden.flower(i).creator != kNobody && garden.has_face_down(i))
            hiding |= 1U << garden.flower(i).creator;
    for (Seat seat = 0; seat < seats_; ++seat)
        if ((hiding >> seat & 1U) == 0 &&
            (!log->has_spy_on(seat) || (hands[at(seat)] == 0 && reshuffles_ == 0)))
            log->forget(seat);
}

}  // namespace moonflower::flower_power

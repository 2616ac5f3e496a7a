#include "games/flower_power/memory/course_log.hpp"

#include "core/hash.hpp"

namespace moonflower::flower_power {

// Two words share three bytes.
unsigned CourseLog::word(std::size_t i) const {
    const std::uint8_t* bytes = &bytes_[i / 2 * 3];
    return i % 2 == 0 ? bytes[0] | (bytes[1] & 0xfU) << 8
                      : unsigned{bytes[1]} >> 4 | unsigned{bytes[2]} << 4;
}

void CourseLog::set_word(std::size_t i, unsigned word) {
    std::uint8_t* bytes = &bytes_[i / 2 * 3];
    if (i % 2 == 0) {
        bytes[0] = static_cast<std::uint8_t>(word & 0xffU);
        bytes[1] = static_cast<std::uint8_t>((bytes[1] & 0xf0U) | word >> 8);
    } else {
        bytes[1] = static_cast<std::uint8_t>((bytes[1] & 0xfU) | (word & 0xfU) << 4);
        bytes[2] = static_cast<std::uint8_t>(word >> 4);
    }
}

std::size_t CourseLog::length(const Event& event) {
    if (event.kind == Kind::kSpy) return 2 + static_cast<std::size_t>(event.size + 1) / 2;
    return event.kind == Kind::kCreate || event.kind == Kind::kPetal ? 2 : 1;
}

CourseLog::Head CourseLog::head_at(std::size_t place) const {
    const unsigned head = word(place);
    const auto kind = static_cast<Kind>(head >> 9);
    std::size_t length = kind == Kind::kCreate || kind == Kind::kPetal ? 2 : 1;
    if (kind == Kind::kSpy) length = 2 + std::size_t{word(place + 1) + 1} / 2;
    return {kind, static_cast<Seat>(head >> 6 & 7U), static_cast<Card>(head & 0x3fU), length};
}

CourseLog::Event CourseLog::event_at(std::size_t place) const {
    const unsigned head = word(place);
    Event event;
    event.kind = static_cast<Kind>(head >> 9);
    event.seat = static_cast<Seat>(head >> 6 & 7U);
    if (event.kind != Kind::kSpy) {
        event.card = static_cast<Card>(head & 0x3fU);
        if (length(event) == 2) event.flower = static_cast<int>(word(place + 1));
        return event;
    }
    event.reader = static_cast<Seat>(head & 0x3fU);
    event.size = static_cast<int>(word(place + 1));
    for (std::size_t i = 0; i < static_cast<std::size_t>(event.size); ++i) {
        const unsigned pair = word(place + 2 + i / 2);
        const auto card = static_cast<Card>((i % 2 == 0 ? pair : pair >> 6) & 0x3fU);
        if (card != kNoCard) event.hand.add(card);
    }
    return event;
}

void CourseLog::write(std::size_t place, const Event& event) {
    const bool spy = event.kind == Kind::kSpy;
    set_word(place, static_cast<unsigned>(event.kind) << 9 |
                        static_cast<unsigned>(event.seat) << 6 |
                        (spy ? static_cast<unsigned>(event.reader) : unsigned{event.card}));
    if (!spy) {
        if (length(event) == 2) set_word(place + 1, static_cast<unsigned>(event.flower));
        return;
    }
    set_word(place + 1, static_cast<unsigned>(event.size));
    for (std::size_t i = 2; i < length(event); ++i) set_word(place + i, 0xfff);
    std::size_t i = 0;
    event.hand.each([&](Card card) {
        const std::size_t at = place + 2 + i / 2;
        set_word(at, i % 2 == 0 ? 0xfc0U | card : (word(at) & 0x3fU) | unsigned{card} << 6);
        ++i;
    });
}

CourseLog::Events CourseLog::events() const {
    Events events;
    for (std::size_t i = 0; i < count_; i += length(events.back())) events.push_back(event_at(i));
    return events;
}

void CourseLog::cut() {
    *this = {};
    cut_ = true;
}

void CourseLog::add(const Event& event) {
    const std::size_t size = length(event);
    if (cut_) return;
    if (count_ + size > kMost) return cut();
    const unsigned seats = event.kind == Kind::kReshuffle ? 0x1fU : seats_ | 1U << event.seat;
    seats_ = static_cast<std::uint8_t>(seats & 0x1fU);
    const auto comes_after = [&](const Head& other) {
        if (other.kind == Kind::kReshuffle || event.kind == Kind::kReshuffle) return false;
        if (other.seat != event.seat) return other.seat > event.seat;
        return other.kind == event.kind &&
               (event.kind == Kind::kDraw || event.kind == Kind::kPlay) && other.card > event.card;
    };
    std::size_t place = 0;
    for (std::size_t i = 0; i < count_;) {
        const Head other = head_at(i);
        i += other.length;
        if (!comes_after(other)) place = i;
    }
    for (std::size_t i = count_; i-- > place;) set_word(i + size, word(i));
    count_ = static_cast<std::uint8_t>(count_ + size);
    write(place, event);
}

void CourseLog::forget(Seat seat) {
    if (!follows(seat)) return;
    bool early = true;
    std::size_t kept = 0;
    unsigned seats = 0;
    for (std::size_t i = 0; i < count_;) {
        const Head event = head_at(i);
        early = early && event.kind != Kind::kReshuffle;
        const bool keeps = !early || event.seat != seat;
        if (keeps) seats |= event.kind == Kind::kReshuffle ? 0x1fU : 1U << event.seat;
        for (const std::size_t end = i + event.length; i < end; ++i)
            if (keeps) set_word(kept++, word(i));
    }
    for (std::size_t i = kept; i < count_; ++i) set_word(i, 0);  // equal logs have equal bytes
    count_ = static_cast<std::uint8_t>(kept);
    seats_ = static_cast<std::uint8_t>(seats & 0x1fU);
}

bool CourseLog::has_spy_on(Seat seat) const {
    for (std::size_t i = 0; i < count_;) {
        const Head event = head_at(i);
        if (event.kind == Kind::kSpy && event.seat == seat) return true;
        i += event.length;
    }
    return false;
}

// Computed in tree nodes: the words as keep_for leaves them, without writing them.
std::uint64_t CourseLog::hash(Seat viewer) const {
    Hasher hasher(count_);
    for (std::size_t i = 0; i < count_;) {
        const Head event = head_at(i);
        const bool own = event.seat == viewer;
        const bool is_spy = event.kind == Kind::kSpy;
        const bool is_hidden_draw = event.kind == Kind::kDraw && !own;
        hasher.add(is_hidden_draw ? word(i) | 0x3fU : word(i));
        const bool sees_all = !is_spy || own || static_cast<Seat>(event.card) == viewer;
        const std::size_t end = i + event.length;
        for (std::size_t n = i + 1; n < (sees_all ? end : i + 2); ++n) hasher.add(word(n));
        i = end;
    }
    return hasher.value();
}

bool CourseLog::Event::is_seen_by(Seat viewer) const {
    if (kind == Kind::kDraw) return seat == viewer || card == kNoCard;
    return kind != Kind::kSpy || seat == viewer || reader == viewer || hand.empty();
}

void CourseLog::keep_for(Seat viewer) {
    for (std::size_t i = 0; i < count_;) {
        Event event = event_at(i);
        if (!event.is_seen_by(viewer)) {
            event.card = kNoCard;
            event.hand = {};
        }
        write(i, event);
        i += length(event);
    }
}

}  // namespace moonflower::flower_power

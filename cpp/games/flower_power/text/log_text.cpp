// The log of two decks in a position string (FP-118), written and read.
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/flower_power/text/position.hpp"

namespace moonflower::flower_power {

// Two decks: d2KS, p2KS, f2.21, o2.21=KS, s12KS,7D and r, joined by +; x when it was cut.
std::string PositionWriter::log() const {
    const CourseLog* log = state_.knowledge_.log();
    if (log == nullptr) return "";
    if (log->is_cut()) return "x";
    const auto name = [](Card card) {
        return std::string(card == kNoCard ? "?" : card_name(card));
    };
    std::vector<std::string> events;
    for (const CourseLog::Event& event : log->events()) {
        const std::string seat = seat_text(event.seat);
        const std::string flower = seat + "." + std::to_string(event.flower);
        switch (event.kind) {
            case CourseLog::Kind::kDraw:
                events.push_back("d" + seat + name(event.card));
                break;
            case CourseLog::Kind::kPlay:
                events.push_back("p" + seat + name(event.card));
                break;
            case CourseLog::Kind::kCreate:
                events.push_back("f" + flower);
                break;
            case CourseLog::Kind::kPetal:
                events.push_back("o" + flower + "=" + name(event.card));
                break;
            case CourseLog::Kind::kSpy: {
                std::string cards = event.hand.empty() ? "" : card_list(event.hand);
                for (int i = event.hand.size(); i < event.size; ++i)
                    cards += cards.empty() ? "?" : ",?";
                events.push_back("s" + seat_text(event.reader) + seat + cards);
                break;
            }
            case CourseLog::Kind::kReshuffle:
                events.emplace_back("r");
        }
    }
    return join(events, "+");
}

// d2KS+p2KS+f2.21+o2.21=KS+s12KS,7D+r, or x
void PositionReader::read_log(std::string_view text) {
    CourseLog* log = state_.knowledge_.log();
    if (log == nullptr || !log->empty() || log->is_cut()) refuse("has a log where none is kept");
    if (text == "x") return log->cut();
    for (const std::string_view part : split(text, '+')) {
        const CourseLog::Event event = log_event(part);
        if (reader_ >= 0 && !event.is_seen_by(reader_))
            refuse("has " + quoted(part) + " in its log, which p" + std::to_string(reader_ + 1) +
                   " has not seen");
        log->add(event);
    }
    if (log->is_cut()) refuse("has a log that is too long");
}

CourseLog::Event PositionReader::log_event(std::string_view text) const {
    CourseLog::Event event;
    if (text == "r") return event;
    const auto wrong = [&] { refuse("has " + quoted(text) + " in its log"); };
    const std::size_t kind = std::string_view("dpfos").find(text.substr(0, 1));
    if (text.size() < 3 || kind == std::string_view::npos) wrong();
    event.kind = static_cast<CourseLog::Kind>(kind);
    event.seat = seat(text.substr(1, 1));
    std::string_view rest = text.substr(2);
    if (event.kind == CourseLog::Kind::kSpy) {
        event.reader = event.seat;
        event.seat = seat(rest.substr(0, 1));
        rest.remove_prefix(1);
        if (rest.empty()) return event;
        for (const std::string_view name : split(rest, ',')) {
            ++event.size;
            if (name == "?") continue;
            if (event.hand.count(named(name)) == 2) wrong();
            event.hand.add(named(name));
        }
        if (event.size > kMaxCards || (!event.hand.empty() && event.hand.size() != event.size))
            wrong();
        return event;
    }
    const bool petal = event.kind == CourseLog::Kind::kPetal;
    if (petal || event.kind == CourseLog::Kind::kCreate) {
        const std::size_t equals = petal ? rest.find('=') : rest.size();
        if (!rest.starts_with('.') || equals == std::string_view::npos) wrong();
        event.flower = number(rest.substr(1, equals - 1), 1, kMaxFlowerId, "a flower's id");
        if (petal) event.card = named(rest.substr(equals + 1));
        return event;
    }
    const bool masked = event.kind == CourseLog::Kind::kDraw && rest == "?";
    event.card = masked ? kNoCard : named(rest);
    return event;
}

}  // namespace moonflower::flower_power

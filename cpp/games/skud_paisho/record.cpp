#include "games/skud_paisho/record.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/skud_paisho/notation.hpp"

namespace moonflower::skud_paisho {
namespace {

class RecordReader {
public:
    explicit RecordReader(const Rules& rules) : record_{State(rules), {}} {}

    void add(std::string_view entry) {
        ++entries_;
        try {
            follow(Play::of(record_.state.parse_move(entry)));
        } catch (const ParseError& error) {
            throw ParseError(numbered(error.what()));
        } catch (const IllegalMoveError& error) {
            throw IllegalMoveError(numbered(error.what()));
        }
    }

    // A bonus that is still open must not read as declined, so the last turn loses its prefix.
    Record finish() {
        if (record_.state.mid_turn()) {
            std::string& last = record_.turns.back();
            last.erase(0, last.find('.') + 1);
        }
        return std::move(record_);
    }

private:
    void follow(Play play) {
        State& state = record_.state;
        if (!play.has_base() && play.said == 0) return;  // the host's start flower once more
        if (play.declines_first) state.apply(Play::decline().move());
        play.declines_first = false;
        const bool begins = !state.mid_turn();
        const bool starts = state.phase() == Phase::kStart;
        if (begins) record_.turns.push_back(state.turn_label() + ".");
        state.apply(play.move());
        if (play.declines()) play.said = 0;
        record_.turns.back() += play_text(play);
        if (starts)
            record_.turns.push_back("1H." + std::string(code(play.planted())) +
                                    point_text(kNorthGate));
    }
    [[nodiscard]] std::string numbered(std::string_view what) const {
        constexpr std::string_view kWhere = "skud_paisho: ";
        if (what.starts_with(kWhere)) what.remove_prefix(kWhere.size());
        return std::string(kWhere) + "entry " + std::to_string(entries_) +
               " of the record: " + std::string(what);
    }

    Record record_;
    int entries_ = 0;
};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\v";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace

Record read_record(std::string_view text, const Rules& rules) {
    RecordReader reader(rules);
    for (const std::string_view line : split(text, '\n'))
        for (const std::string_view part : split(line, ';'))
            if (const std::string_view entry = trimmed(part); !entry.empty()) reader.add(entry);
    return reader.finish();
}

}  // namespace moonflower::skud_paisho

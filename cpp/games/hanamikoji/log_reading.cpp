// Reading the log, the last word of a position string.
#include "core/text.hpp"
#include "games/hanamikoji/reading.hpp"

namespace moonflower::hanamikoji {
namespace {

constexpr const char* kLogForm =
    "the actions of this round in order joined by commas (s4, d36, g046t4, c01/55t55, the open "
    "offer without its answer), - for none";

// s4, d36 as the words secrets and discards have them; hidden parts may stay hidden.
bool is_own_hidden(const Reading& reading, std::string_view played, Seat seat) {
    const Side& side = reading.position.sides[at(seat)];
    const std::string_view cards = played.substr(1);
    if (played[0] == 's')
        return cards == card_text(side.secret) || (cards == "?" && reading.may_hide(seat));
    if (side.discards == kNoPair) return cards == "??" && reading.may_hide(seat);
    const std::string low = card_text(side.discards & 7);
    const std::string high = card_text(static_cast<Card>(side.discards >> 3));
    return cards == low + high || cards == high + low;
}

// False if the entry is an offer without its answer.
bool replay_entry(const Reading& reading, Table& replay, std::string_view entry,
                  std::string_view word) {
    const Seat seat = replay.mover();
    const std::size_t mark = entry.find('t');
    const std::string_view played = entry.substr(0, mark);
    if (played.empty()) refuse("log", word, "cannot be read", kLogForm);
    replay.phase = Phase::kAct;
    if (played[0] == 's' || played[0] == 'd') {
        if (mark != std::string_view::npos || !is_own_hidden(reading, played, seat))
            refuse("log", word, "disagrees with the secrets or discards", kLogForm);
        replay.play(make_move(played[0] == 's' ? Kind::kSecret : Kind::kDiscard));
        return true;
    }
    if (played[0] != 'g' && played[0] != 'c') refuse("log", word, "cannot be read", kLogForm);
    replay.play(read_move(played));
    if (mark == std::string_view::npos) return false;
    const Move answer = read_move(entry.substr(mark));
    if (!answers(answer, replay.offer()))
        refuse("log", word, "answers with what is not offered", kLogForm);
    replay.answer(answer);
    return true;
}

}  // namespace

// The log is played through on an empty table, which must then be this one.
void read_log(Reading& reading, std::string_view word) {
    Table& table = reading.position.table;
    Table replay(table.rules);
    replay.round = table.round;
    bool open = false;
    if (word != "-")
        for (const std::string_view entry : split(word, ',')) {
            if (open || replay.phase == Phase::kEnd)
                refuse("log", word, "goes on after its end", kLogForm);
            open = !replay_entry(reading, replay, entry, word);
        }
    if (!open && replay.phase != Phase::kEnd) replay.phase = Phase::kDraw;
    const bool same_turn = replay.turn == table.turn && open == (table.phase == Phase::kAnswer);
    if (!same_turn || replay.placed != table.placed || replay.used != table.used ||
        (open && replay.offer() != table.offer()))
        refuse("log", word, "disagrees with the other words", kLogForm);
    table.log = replay.log;
}

}  // namespace moonflower::hanamikoji

// Position strings (part 12): full, public and view, written and read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {

// Seats count from 1 in texts.
[[nodiscard]] inline std::string seat_text(Seat seat) { return std::to_string(seat + 1); }

// Who reads: everything, what everybody sees, or one seat.
inline constexpr Seat kAllSeeing = -1;
inline constexpr Seat kPublic = -2;

class PositionWriter {
public:
    PositionWriter(const State& state, Seat reader) : state_(state), reader_(reader) {}
    [[nodiscard]] std::string text() const;

private:
    [[nodiscard]] std::string gardens() const;
    [[nodiscard]] std::string pack(Seat seat) const;
    [[nodiscard]] std::string flower(int index) const;
    [[nodiscard]] std::string hand(Seat seat) const;
    [[nodiscard]] std::string pile() const;
    [[nodiscard]] std::string turn() const;
    [[nodiscard]] std::string phase() const;
    [[nodiscard]] std::string plain_phase(Phase phase) const;
    [[nodiscard]] std::string battle() const;
    [[nodiscard]] std::string picks(int flower) const;
    [[nodiscard]] std::string task() const;
    // The optional fields, each with its leading blank, or "".
    [[nodiscard]] std::string last_reshuffle() const;
    [[nodiscard]] std::string groups() const;
    [[nodiscard]] std::string creators() const;
    [[nodiscard]] std::string memory() const;
    [[nodiscard]] std::string log() const;
    [[nodiscard]] std::string reshuffles() const;
    [[nodiscard]] std::string pool() const;
    [[nodiscard]] CardSet unlocated() const;

    const State& state_;
    Seat reader_;
};

// Reads part by part: position_reader.cpp the table, phase_reader.cpp the phase and its checks,
// memory_reader.cpp what seats know.
class PositionReader {
public:
    static constexpr int kMaxReadId = 2000;  // FP-115: leaves room for the flowers still to come

    // reader: kAllSeeing or a seat.
    PositionReader(std::string_view text, const Rules& rules, Seat reader);
    [[nodiscard]] State read();

private:
    struct Draft {
        Flower flower;
        std::vector<Card> cards;
        std::vector<bool> up;
    };

    [[noreturn]] void refuse(const std::string& why) const;
    [[nodiscard]] int number(std::string_view text, int least, int most, const char* what) const;
    [[nodiscard]] Seat seat(std::string_view text) const;
    [[nodiscard]] Card card(std::string_view text);  // counts it
    [[nodiscard]] Card named(std::string_view text) const;
    [[nodiscard]] CardSet set_of(std::string_view text) const;
    [[nodiscard]] CardSet counted(std::string_view text);
    [[nodiscard]] int flower_index(std::string_view text) const;

    void read_gardens(std::string_view field);
    void read_pack(Seat seat, std::string_view text);
    void read_flower(Seat seat, std::string_view text);
    void place_flowers();
    void read_hands(std::string_view field);
    void read_pile(std::string_view field);
    void read_turn(std::string_view field);
    void read_phase(std::string_view field);
    void read_battle(std::string_view text);
    void read_picks(int flower, std::string_view text);
    void read_creation(std::string_view field, Phase phase);
    void read_task(std::string_view field);
    void read_creators(std::string_view field);
    void read_memory(std::string_view field);
    void read_memory_item(std::string_view item);
    void read_entry(std::string_view item);
    void read_log(std::string_view text);
    [[nodiscard]] CourseLog::Event log_event(std::string_view text) const;
    void read_reshuffles(std::string_view field);
    void read_groups(std::string_view field);
    [[nodiscard]] Group new_group() const;
    void settle_reshuffles();
    void settle_pools();
    void check_table() const;
    void check_battle() const;
    void check_whole() const;

    std::string_view text_;
    Seat reader_;
    State state_;
    CardSet shown_;
    std::vector<Draft> drafts_;
    std::vector<Epoch> epochs_;
    std::vector<CardSet> located_;  // cards of each epoch the reader has located
    bool has_memory_ = false;
    std::string_view last_field_;   // ^
    std::string_view group_field_;  // ~
    std::string_view pool_field_;   // %
};

}  // namespace moonflower::flower_power

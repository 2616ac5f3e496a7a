// What lies on the table and both seats see: validated cards, owners, actions used, the round's log
// and the clock. States and views share it, so that a world of a view starts as a copy.
#pragma once

#include <array>
#include <cstdint>

#include "core/hash.hpp"
#include "core/types.hpp"
#include "games/hanamikoji/moves.hpp"
#include "games/hanamikoji/rules.hpp"

namespace moonflower::hanamikoji {

enum class Phase : std::uint8_t {
    kDeal0,
    kDeal1,
    kDraw,
    kAct,
    kAnswer,
    kOver,
    kEnd,  // the round is played, its secrets are not compared yet; states never rest here
};

[[nodiscard]] constexpr std::size_t at(Seat seat) { return static_cast<std::size_t>(seat); }

struct Table {
    std::array<Cards, 2> placed{};  // validated cards, secrets excluded
    // 16 bits per turn: kind (2), offered cards (12), answer (2: 0 = open, else 1 + the index of
    // the card or pair taken). Secrets and discards have their kind alone, so all of it is public.
    std::array<std::uint64_t, 2> log{};
    std::array<std::uint8_t, 2> owned{};  // a bit per geisha
    std::array<std::uint8_t, 2> used{};   // a bit per action
    std::uint8_t round = 0;
    std::uint8_t turn = 0;
    Phase phase = Phase::kDeal0;
    bool knows_log = true;  // else `log` has the open offer alone
    Rules rules;

    Table() = default;
    explicit Table(const Rules& given) : rules(given) {}

    // HK-2, HK-3: the starter changes with the round and moves on even turns.
    [[nodiscard]] Seat mover() const { return (turn + round + rules.starter) & 1; }
    [[nodiscard]] Seat mover_of(int that_turn) const {
        return (that_turn + round + rules.starter) & 1;
    }
    [[nodiscard]] Turn to_act() const {
        if (phase == Phase::kAct) return Turn::of(mover());
        if (phase == Phase::kAnswer) return Turn::of(1 - mover());
        return phase == Phase::kOver ? Turn::over() : Turn::chance();
    }
    [[nodiscard]] int actions_of(Seat seat) const;  // played this round, an open offer included
    [[nodiscard]] int hand_size(Seat seat) const;   // HK-3, HK-9

    // What was played on a turn, the cards of a secret or discard left out.
    [[nodiscard]] Move logged(int that_turn) const;
    // The answer to the offer of a turn; none while it is open.
    [[nodiscard]] bool is_answered(int that_turn) const { return entry(that_turn) >> 14 != 0; }
    [[nodiscard]] Move logged_answer(int that_turn) const;
    [[nodiscard]] Move offer() const { return logged(turn); }
    [[nodiscard]] Cards offered() const {
        return phase == Phase::kAnswer ? cards_in(offer()) : Cards();
    }

    void next_deal() { phase = phase == Phase::kDeal0 ? Phase::kDeal1 : Phase::kDraw; }
    void draw() { phase = Phase::kAct; }
    void play_hidden(Kind kind);  // secret or discard
    void open(Move offer);
    void answer(Move answer);
    // HK-10: the owners once these secrets are compared.
    [[nodiscard]] std::array<std::uint8_t, 2> owned_with(Card secret0, Card secret1) const;
    // HK-11: from kEnd to the next round or the end of the match.
    void settle(const std::array<std::uint8_t, 2>& new_owned);
    [[nodiscard]] unsigned winners() const { return winners_after(rules, round, owned); }

    // Clock, owners, actions and options in one word, for keys.
    [[nodiscard]] std::uint64_t summary() const;

    friend bool operator==(const Table&, const Table&) = default;

private:
    [[nodiscard]] std::uint32_t entry(int that_turn) const {
        return static_cast<std::uint32_t>(
            log[static_cast<std::size_t>(that_turn >> 2)] >> (16 * (that_turn & 3)) & 0xffffU);
    }
    void write(std::uint64_t bits);
    void finish_turn();
};

// A hash of a few words whose parts do not wait for each other, unlike Hasher's.
template <class... Words>
[[nodiscard]] constexpr std::uint64_t digest(Words... words) {
    std::uint64_t sum = 0;
    std::uint64_t salt = 0;
    ((salt += kGoldenGamma, sum += mix64(static_cast<std::uint64_t>(words) + salt)), ...);
    return mix64(sum);
}

}  // namespace moonflower::hanamikoji

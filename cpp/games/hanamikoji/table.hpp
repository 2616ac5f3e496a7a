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
    // Per turn: the action's code, and from bit 16 on its answer's. Secrets and discards have their
    // kind alone, so all of it is public.
    std::array<std::uint32_t, kTurns> log{};
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
    [[nodiscard]] Move logged(int that_turn) const {
        return {log[static_cast<std::size_t>(that_turn)] & 0xffffU};
    }
    // The answer to it; code 0 while it is open.
    [[nodiscard]] Move logged_answer(int that_turn) const {
        return {log[static_cast<std::size_t>(that_turn)] >> 16};
    }
    [[nodiscard]] Move offer() const { return logged(turn); }
    [[nodiscard]] Cards offered() const {
        return phase == Phase::kAnswer ? cards_in_action(offer()) : Cards();
    }

    void next_deal() { phase = phase == Phase::kDeal0 ? Phase::kDeal1 : Phase::kDraw; }
    void draw() { phase = Phase::kAct; }
    // One of the four actions; what a secret or discard is made of does not reach the table.
    void play(Move action) {
        const Kind kind = kind_of(action);
        const bool is_offer = kind >= Kind::kGift;
        used[at(mover())] |= bit_of(kind);
        const std::uint32_t known = knows_log ? static_cast<std::uint32_t>(kind) : 0;
        log[turn] = is_offer ? action.code : known;
        if (is_offer)
            phase = Phase::kAnswer;
        else
            finish_turn();
    }
    void answer(Move answer) {
        const Move open = offer();
        const Seat giver = mover();
        const Cards taken = cards_in_answer(answer);
        placed[at(1 - giver)] += taken;
        placed[at(giver)] += cards_in_action(open) - taken;
        log[turn] = knows_log ? open.code | answer.code << 16 : 0;
        finish_turn();
    }
    void forget_log() {
        knows_log = false;
        log = {};
    }
    // HK-10: the owners once these secrets are compared.
    [[nodiscard]] std::array<std::uint8_t, 2> owned_with(Card secret0, Card secret1) const;
    // HK-11: from kEnd to the next round or the end of the match.
    void settle(const std::array<std::uint8_t, 2>& new_owned);
    [[nodiscard]] unsigned winners() const { return winners_after(rules, round, owned); }

    // For keys: clock, owners, actions and options in one word; two turns of the log in another.
    [[nodiscard]] std::uint64_t summary() const;
    [[nodiscard]] std::uint64_t log_pair(std::size_t pair) const {
        return log[2 * pair] | static_cast<std::uint64_t>(log[2 * pair + 1]) << 32;
    }

    friend bool operator==(const Table&, const Table&) = default;

private:
    void finish_turn() {
        const bool is_last = turn == kTurns - 1;
        turn = static_cast<std::uint8_t>(turn + (is_last ? 0 : 1));
        phase = is_last ? Phase::kEnd : Phase::kDraw;
    }
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

// The payoffs of finished rounds by both secrets, and the moves of the last turn that need no
// search: nothing is hidden after them, so one move may be as good as any other whatever the other
// seat holds. Leaving out the others changes neither the value of the game nor NashConv of a policy
// that does not play them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "games/hanamikoji/table.hpp"

namespace moonflower::hanamikoji {

// What a seat gets of the round's end, less one half: by_seat[seat][other's secret * 8 + its own];
// 0 where the cards do not suffice.
struct SecretPayoffs {
    std::array<std::array<float, 64>, 2> by_seat{};

    friend bool operator==(const SecretPayoffs&, const SecretPayoffs&) = default;
};

// Which of up to three moves a seat makes, by its secret: two bits each.
class Choices {
public:
    static constexpr std::uint32_t kOpen = 3;  // none is as good as all others

    [[nodiscard]] std::uint32_t of(std::size_t secret) const { return bits_ >> 2 * secret & 3U; }
    [[nodiscard]] bool is_open(std::size_t secret) const { return of(secret) == kOpen; }
    void set(std::size_t secret, std::uint32_t choice) {
        bits_ = static_cast<std::uint16_t>((bits_ & ~(3U << 2 * secret)) | choice << 2 * secret);
    }
    [[nodiscard]] bool are_made() const {
        for (std::size_t secret = 0; secret < kGeishas; ++secret)
            if (is_open(secret)) return false;
        return true;
    }

private:
    std::uint16_t bits_ = 0xffff;
};

// Payoffs by number, equal ones once; what is chosen at the end of a round.
class PayoffBook {
public:
    explicit PayoffBook(std::vector<SecretPayoffs>& payoffs) : payoffs_(payoffs) {}

    // Of a table whose round is played.
    [[nodiscard]] std::uint32_t of(const Table& table);
    // The seat's choice among moves that end in these payoffs.
    [[nodiscard]] Choices choose(std::span<const std::uint32_t> moves, std::size_t seat) const;
    // The payoffs when these choices are made; 0 where they are open.
    [[nodiscard]] std::uint32_t chosen(std::span<const std::uint32_t> moves, std::size_t seat,
                                       Choices choices);
    // The payoffs of the answers to the last offer, in their order.
    [[nodiscard]] std::vector<std::uint32_t> of_answers(const Table& table);
    // The payoffs of the last turn when the mover has these offers to choose from, if all of its
    // choices are made and all answers to them.
    [[nodiscard]] std::optional<std::uint32_t> settle(const Table& table,
                                                      std::span<const Move> offers);
    [[nodiscard]] bool uses_round_values() const { return uses_round_values_; }

private:
    [[nodiscard]] std::uint32_t number(const SecretPayoffs& payoffs);

    std::vector<SecretPayoffs>& payoffs_;
    std::unordered_map<std::uint64_t, std::uint32_t> by_table_;
    std::unordered_multimap<std::uint64_t, std::uint32_t> by_content_;
    bool uses_round_values_ = false;
};

}  // namespace moonflower::hanamikoji

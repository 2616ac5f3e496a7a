// Exact best responses and the measures made of them. Independent of how a policy was found, so
// they certify every solver's result.
#pragma once

#include <vector>

#include "solve/sequence_form.hpp"

namespace moonflower {

struct BestResponse {
    double value = 0;               // the seat's expected payoff when it plays it
    std::vector<double> behaviour;  // of the seat: a single move at each information set
    // By sequence: the payoff of all games that go through it, by the odds that chance and the
    // others let it come up, with best play after it.
    std::vector<double> values;
};

// How far a policy is from equilibrium: what each seat has, and what it could have alone.
struct Certificate {
    std::vector<double> values;          // expected payoff per seat
    std::vector<double> best_responses;  // the most each seat can get against the others
    double nash_conv = 0;                // sum of what the seats leave on the table

    // NashConv shared by the seats: in a two-seat zero-sum game the value is known to within it.
    [[nodiscard]] double exploitability() const {
        return nash_conv / static_cast<double>(values.size());
    }
};

// The first of equal moves is taken. OptionError for a seat the tree has not.
[[nodiscard]] BestResponse best_response(const SequenceForm& form, const Behaviour& behaviour,
                                         Seat seat);
[[nodiscard]] Certificate certify(const SequenceForm& form, const Behaviour& behaviour);
[[nodiscard]] std::vector<double> expected_values(const SequenceForm& form,
                                                  const Behaviour& behaviour);

}  // namespace moonflower

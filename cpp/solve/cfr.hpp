// Counterfactual regret minimisation over the arrays of a sequence form: CFR, CFR+, DCFR and
// PCFR+, one driver and one regret minimiser each. Seats update in turn, each against the newest
// policy of the others. Deterministic. In zero-sum games of two seats the average policy goes to
// an equilibrium; elsewhere there is no such promise, only the certificate.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>

#include "core/progress.hpp"
#include "solve/regret.hpp"
#include "solve/sequence_form.hpp"

namespace moonflower {

template <RegretMinimiser Rule>
class CfrDriver {
public:
    explicit CfrDriver(std::shared_ptr<const SequenceForm> form);

    void iterate();
    [[nodiscard]] std::uint64_t iterations() const { return iterations_; }
    [[nodiscard]] const Behaviour& current() const { return behaviour_; }
    // The weighted average of the policies played, by sequence.
    [[nodiscard]] Behaviour average() const { return form_->normalised(sums_); }

private:
    void update(Seat seat);

    std::shared_ptr<const SequenceForm> form_;
    Rule rule_;
    std::uint64_t iterations_ = 0;
    Behaviour behaviour_;
    Plan plan_;                                 // of behaviour_
    std::vector<std::vector<double>> regrets_;  // by seat and sequence, as the rule keeps them
    std::vector<std::vector<double>> sums_;     // of plans, by their weight
    std::vector<double> values_;                // of one seat's sequences, while it updates
};

enum class CfrMethod : std::uint8_t { kCfr, kCfrPlus, kDcfr, kPcfrPlus };

// "cfr", "cfr+", "dcfr", "pcfr+"; OptionError otherwise.
[[nodiscard]] CfrMethod cfr_method(std::string_view name);

class CfrSolver {
public:
    CfrSolver(std::shared_ptr<const SequenceForm> form, CfrMethod method);

    // `progress` is called after each iteration; what it throws ends the run between two
    // iterations.
    void run(std::uint64_t iterations, const ProgressCallback& progress);
    [[nodiscard]] std::uint64_t iterations() const;
    [[nodiscard]] Behaviour current() const;
    [[nodiscard]] Behaviour average() const;

private:
    using Driver =
        std::variant<CfrDriver<RegretMatching>, CfrDriver<RegretMatchingPlus>,
                     CfrDriver<DiscountedRegretMatching>, CfrDriver<PredictiveRegretMatchingPlus>>;
    static Driver make(std::shared_ptr<const SequenceForm> form, CfrMethod method);

    Driver driver_;
};

}  // namespace moonflower

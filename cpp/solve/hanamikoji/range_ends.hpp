// What holdings get at the end of a round against the other seat's reach, in time that grows with
// the holdings and not with their pairs: those of the other seat are summed up by their cards, with
// a lane for each secret, and own cards then meet the totals they leave possible. Lanes are added
// one by one in a fixed order, so results are the same however wide the machine's vectors are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solve/hanamikoji/public_tree.hpp"

namespace moonflower::hanamikoji {

// Where the holdings of a seat stand in the ending of a node.
class EndIndex {
public:
    EndIndex(const PublicTree& tree, const PublicNode& node, std::size_t seat)
        : indices_(node.indices[seat] == PublicNode::kSame
                       ? nullptr
                       : tree.indices.data() + node.indices[seat]) {}
    std::size_t operator()(std::size_t j) const { return indices_ == nullptr ? j : indices_[j]; }

private:
    const std::uint8_t* indices_;
};

// Eight lanes for each total of cards; the last is of no secret.
template <class Number>
class TotalLanes {
public:
    using Lanes = std::array<Number, 8>;

    explicit TotalLanes(const Ending& ending) : ending_(ending) {
        for (std::size_t t = 0; t < count(); ++t) lanes_[t] = {};
    }

    [[nodiscard]] Lanes& of(std::size_t holding) { return lanes_[ending_.total_of[holding]]; }
    // Adds a row of payoffs that a holding brings, met `times`.
    void add(std::size_t holding, Number times, const float* payoffs) {
        Lanes& sum = of(holding);
        for (std::size_t l = 0; l < 8; ++l) sum[l] += times * static_cast<Number>(payoffs[l]);
    }
    // For each total the sum over those that may lie beside it.
    void meet(const TotalLanes& others) {
        for (std::size_t t = 0; t < count(); ++t) {
            Lanes sum{};
            for (std::size_t p = ending_.total_row[t]; p < ending_.total_row[t + 1]; ++p) {
                const Lanes& met = others.lanes_[ending_.total_partners[p]];
                for (std::size_t l = 0; l < 8; ++l) sum[l] += met[l];
            }
            lanes_[t] = sum;
        }
    }

private:
    [[nodiscard]] std::size_t count() const { return ending_.total_row.size() - 1; }

    const Ending& ending_;
    std::array<Lanes, Ending::kMostTotals> lanes_;
};

template <class Number>
[[nodiscard]] Number dot(const std::array<Number, 8>& lanes, const float* payoffs) {
    std::array<Number, 8> parts;
    for (std::size_t l = 0; l < 8; ++l) parts[l] = lanes[l] * static_cast<Number>(payoffs[l]);
    for (std::size_t l = 0; l < 4; ++l) parts[l] += parts[l + 4];
    return (parts[0] + parts[2]) + (parts[1] + parts[3]);
}

// One node where rounds end, seen by the seat whose values are asked for.
template <class Number>
class RangeEnd {
public:
    RangeEnd(const PublicTree& tree, const PublicNode& node, std::size_t seat)
        : tree_(tree),
          node_(node),
          seat_(seat),
          ending_(tree.endings[node.ending]),
          own_(tree, node, seat),
          other_(tree, node, 1 - seat) {}

    void end(const Number* reach, Number* values) const {
        TotalLanes<Number> others(ending_);
        for (std::uint32_t j = 0; j < node_.holdings[1 - seat_]; ++j) {
            const std::size_t holding = other_(j);
            others.add(holding, reach[j], row(node_.payoffs, seat_, ending_.secrets[holding]));
        }
        read(others, values);
    }

    // The seat answers. Its answers do not change the other's reach, so that is summed up once, a
    // lane for each of its secrets. learn(answer values) is the value of an open choice.
    template <class Learn>
    void own_answer(const Number* reach, Number* values, const Learn& learn) const {
        TotalLanes<Number> others(ending_);
        for (std::uint32_t j = 0; j < node_.holdings[1 - seat_]; ++j) {
            const std::size_t holding = other_(j);
            others.of(holding)[ending_.secrets[holding]] += reach[j];
        }
        TotalLanes<Number> met(ending_);
        met.meet(others);
        const PublicLink* const links = tree_.links.data() + node_.first_link;
        for (std::uint32_t j = 0; j < node_.holdings[seat_]; ++j) {
            const std::size_t holding = own_(j);
            const std::size_t secret = ending_.secrets[holding];
            // A row of the other seat's payoffs has all of its secrets against this one.
            const auto value = [&](std::uint32_t payoffs) {
                return -dot(met.of(holding), row(payoffs, 1 - seat_, secret));
            };
            if (!node_.choices.is_open(secret)) {
                values[j] = value(node_.payoffs);
                continue;
            }
            std::array<Number, 3> answers{};
            for (std::uint32_t a = 0; a < node_.links; ++a) answers[a] = value(links[a].child);
            values[j] = learn(answers.data());
        }
    }

    // The other seat answers. play(reach) is called for each answer of an open choice in turn and
    // gives what is left of the reach.
    template <class Play>
    void other_answer(const Number* reach, Number* values, const Play& play) const {
        TotalLanes<Number> others(ending_);
        const PublicLink* const links = tree_.links.data() + node_.first_link;
        for (std::uint32_t j = 0; j < node_.holdings[1 - seat_]; ++j) {
            const std::size_t holding = other_(j);
            const std::size_t secret = ending_.secrets[holding];
            if (!node_.choices.is_open(secret)) {
                others.add(holding, reach[j], row(node_.payoffs, seat_, secret));
                continue;
            }
            for (std::uint32_t a = 0; a < node_.links; ++a)
                others.add(holding, play(reach[j]), row(links[a].child, seat_, secret));
        }
        read(others, values);
    }

private:
    [[nodiscard]] const float* row(std::uint32_t payoffs, std::size_t seat,
                                   std::size_t other_secret) const {
        return tree_.payoffs[payoffs].by_seat[seat].data() + 8 * other_secret;
    }

    void read(const TotalLanes<Number>& others, Number* values) const {
        TotalLanes<Number> met(ending_);
        met.meet(others);
        for (std::uint32_t j = 0; j < node_.holdings[seat_]; ++j) {
            const std::size_t holding = own_(j);
            values[j] = met.of(holding)[ending_.secrets[holding]];
        }
    }

    const PublicTree& tree_;
    const PublicNode& node_;
    std::size_t seat_;
    const Ending& ending_;
    EndIndex own_;
    EndIndex other_;
};

}  // namespace moonflower::hanamikoji

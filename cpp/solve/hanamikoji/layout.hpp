// Lists of holdings, and how they change in a turn, each worked out once: they depend on the cards
// that are hidden and on nothing else on the table. Used to build the public tree.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "solve/hanamikoji/public_tree.hpp"
#include "solve/hanamikoji/steps.hpp"

namespace moonflower::hanamikoji {

class Layouts {
public:
    using Lists = std::array<std::uint32_t, 2>;  // numbers of both seats' lists

    struct Action {
        Move move;
        std::uint32_t slots = 0;
        std::uint32_t others = PublicNode::kSame;
        Lists left{};
    };
    // As the fields of PublicNode and PublicLink, whose arrays it has filled.
    struct Turn {
        std::uint32_t drawn = 0;
        std::uint32_t draw = PublicNode::kSame;
        std::uint32_t first_owner = 0;
        std::uint32_t slots = 0;
        std::vector<Action> actions;
    };

    explicit Layouts(PublicTree& tree) : tree_(tree) {}

    [[nodiscard]] std::uint32_t number(Sides sides);
    [[nodiscard]] const Sides& list(std::uint32_t number) const { return lists_[number]; }
    // The turn that begins at a table, with its draw if that is to come. The answer stays valid.
    [[nodiscard]] const Turn& turn(const Table& table, const Lists& lists);
    [[nodiscard]] std::uint32_t ending(Cards hidden);
    // Where the holdings of a list stand in an ending: PublicNode::indices.
    [[nodiscard]] std::uint32_t indices(std::uint32_t ending, std::uint32_t list);
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    void list_actions(Turn& turn, Table table, const Lists& lists, const Sides& drawn);
    [[nodiscard]] Sides draw(Turn& turn, const Table& table, const Sides& before);
    void keep_possible(Action& action, Seat other, Cards hidden);

    PublicTree& tree_;
    ActionLister lister_;
    std::vector<Sides> lists_;
    std::uint64_t bytes_ = 0;
    std::unordered_multimap<std::uint64_t, std::uint32_t> numbers_;
    std::unordered_map<std::uint64_t, Turn> turns_;
    std::unordered_map<std::uint64_t, std::uint32_t> endings_;
    std::unordered_map<std::uint64_t, std::uint32_t> indices_;
};

}  // namespace moonflower::hanamikoji

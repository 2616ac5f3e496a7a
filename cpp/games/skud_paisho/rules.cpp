#include "games/skud_paisho/rules.hpp"

namespace moonflower::skud_paisho {

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{
        .name = "skud_paisho",
        .title = "Skud Pai Sho",
        .summary = "plant and arrange flowers until their harmonies ring the centre of the board",
        .options =
            {
                OptionFact::choice("stuck", {"draw", "loss"}, "result for a player without a turn"),
                OptionFact::integer("max_plies", 1000, 1, 65535, "turns after which it is a draw"),
                OptionFact::integer("gate_walk", 1, 0, 1, "1: empty gates may be walked through"),
            },
        .variants = {"stuck=loss,gate_walk=0", "max_plies=37"},
    };
    return kFacts;
}

Rules Rules::from(const Options& resolved) {
    Rules rules;
    rules.stuck_loses = resolved.choice("stuck", facts()) == 1;
    rules.max_plies = static_cast<std::uint16_t>(resolved.integer("max_plies"));
    rules.gate_walk = resolved.integer("gate_walk") == 1;
    return rules;
}

Options Rules::options() const {
    return Options{}
        .set("stuck", stuck_loses ? "loss" : "draw")
        .set("max_plies", int{max_plies})
        .set("gate_walk", gate_walk ? 1 : 0);
}

}  // namespace moonflower::skud_paisho

// The extension module: the list of what is bound.
#include "bindings/handles.hpp"

PYBIND11_MODULE(_core, module) {
    module.doc() = "The compiled engine; use the names of the moonflower package instead.";
    moonflower::bind_errors(module);
    moonflower::bind_facts(module);
    moonflower::bind_features(module);
    moonflower::bind_positions(module);
    moonflower::bind_report(module);
    moonflower::bind_search(module);
    moonflower::bind_tools(module);
    moonflower::bind_solve(module);
    moonflower::bind_solution(module);
    moonflower::bind_skud_paisho(module);
    moonflower::bind_flower_power(module);
    moonflower::bind_shields(module);
    moonflower::seal_classes(module);
}

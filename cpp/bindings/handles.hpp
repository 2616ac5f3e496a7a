// The values Python holds: a game, a state, a view, a move. Immutable from outside; each wraps one
// type-erased object of the engine.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "engine/session.hpp"

namespace moonflower {

struct GameHandle {
    GamePtr game;
};
struct StateHandle {
    std::shared_ptr<const AnyState> state;
};
struct ViewHandle {
    std::shared_ptr<const AnyView> view;
};
// A move together with its token, so that it can be read without its state.
struct MoveHandle {
    Move move;
    std::string text;
};

// A pulse that lets Python deliver signals while the GIL is released.
[[nodiscard]] inline Pulse signal_pulse() {
    return Pulse([] {
        const pybind11::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
    });
}

void bind_errors(pybind11::module_& module);
void bind_facts(pybind11::module_& module);
void bind_features(pybind11::module_& module);
void bind_positions(pybind11::module_& module);
void bind_search(pybind11::module_& module);
void bind_tools(pybind11::module_& module);
void bind_solve(pybind11::module_& module);
void bind_skud_paisho(pybind11::module_& module);
void bind_shields(pybind11::module_& module);

}  // namespace moonflower

// The values Python holds: a game, a state, a view, a move. Immutable from outside; each wraps one
// type-erased object of the engine.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/any_game.hpp"

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
struct HistoryHandle {
    HistoryPtr history;
};
// A move together with its token, so that it can be read without its state. In Python an object of
// the type in move_object.cpp.
struct MoveHandle {
    Move move;
    std::string text;
};

// False: the object is no move.
[[nodiscard]] bool load_move(PyObject* object, MoveHandle& move);
// A new reference; null with Python's error set.
[[nodiscard]] PyObject* object_of(const MoveHandle& move);

// Each search has its own stop flag, so that a stop can never hit the next one.
struct StopHandle {
    std::shared_ptr<std::atomic<bool>> flag = std::make_shared<std::atomic<bool>>(false);
};

// Ends long work whose stop flag was set; StoppedError in Python.
class Stopped : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The flag that ends long work begun by this thread, if it has one: `watch_stop` sets it.
inline thread_local std::shared_ptr<std::atomic<bool>> watched_stop;

// Lets Python deliver signals while the GIL is released.
inline void deliver_signals() {
    const pybind11::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
}
// Progress that notices the thread's stop flag, and signals.
[[nodiscard]] inline ProgressTimer signal_progress() {
    return ProgressTimer([stop = watched_stop] {
        if (stop && stop->load(std::memory_order_relaxed)) throw Stopped("stopped before the end");
        deliver_signals();
    });
}

void bind_errors(pybind11::module_& module);
void bind_facts(pybind11::module_& module);
void bind_features(pybind11::module_& module);
void bind_positions(pybind11::module_& module);
void bind_report(pybind11::module_& module);
void bind_search(pybind11::module_& module);
void bind_tools(pybind11::module_& module);
void bind_solve(pybind11::module_& module);
void bind_solution(pybind11::module_& module);
void bind_skud_paisho(pybind11::module_& module);
void bind_flower_power(pybind11::module_& module);
void bind_shields(pybind11::module_& module);
// After all classes are bound: none of their objects can be half made.
void seal_classes(pybind11::module_& module);

}  // namespace moonflower

template <>
class pybind11::detail::type_caster<moonflower::MoveHandle> {
public:
    PYBIND11_TYPE_CASTER(moonflower::MoveHandle, const_name("moonflower._core.Move"));

    bool load(handle source, bool /*converts*/) {
        return moonflower::load_move(source.ptr(), value);
    }
    static handle cast(const moonflower::MoveHandle& move, return_value_policy /*policy*/,
                       handle /*parent*/) {
        return moonflower::object_of(move);
    }
};

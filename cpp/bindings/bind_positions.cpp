// Games, states, views and moves.
#include <pybind11/stl.h>

#include <functional>

#include "bindings/bound_class.hpp"
#include "bindings/handles.hpp"
#include "bindings/move_object.hpp"
#include "bindings/scene.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "engine/beliefs.hpp"
#include "engine/positions.hpp"
#include "engine/registry.hpp"
#include "engine/scenes.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

std::shared_ptr<const AnyView> shared(ViewPtr view) { return view; }

std::vector<MoveHandle> with_text(const auto& holder, const std::vector<Move>& moves) {
    std::vector<MoveHandle> handles;
    handles.reserve(moves.size());
    for (const Move move : moves) handles.push_back({move, holder.format(move)});
    return handles;
}

// Slots with the faces that may lie there, and how far the figures can be trusted.
py::dict beliefs_dict(const Beliefs& beliefs) {
    py::list groups;
    for (std::size_t group = 0; group < beliefs.groups.size(); ++group) {
        py::dict odds;
        for (std::size_t face = 0; face < beliefs.odds[group].size(); ++face) {
            const Probability& one = beliefs.odds[group][face];
            if (one.value > 0)
                odds[py::str(beliefs.groups[group].faces[face])] =
                    py::make_tuple(one.value, one.error);
        }
        groups.append(py::make_tuple(beliefs.groups[group].slots, odds));
    }
    py::dict all;
    all["groups"] = groups;
    all["worlds"] = beliefs.worlds;
    all["exact"] = beliefs.exact;
    all["probability"] = beliefs.supposition.value;
    all["error"] = beliefs.supposition.error;
    return all;
}

void bind_game(py::module_& module) {
    BoundClass<GameHandle>(module, "Game")
        .def(py::init([](const std::string& spec) { return GameHandle{make_game(spec)}; }),
             py::arg("spec"))
        .def_property_readonly("name",
                               [](const GameHandle& self) { return self.game->facts().name; })
        .def_property_readonly("players", [](const GameHandle& self) { return self.game->seats(); })
        .def_property_readonly("spec", [](const GameHandle& self) { return self.game->spec(); })
        .def_property_readonly("options",
                               [](const GameHandle& self) {
                                   return std::map<std::string, std::string>(
                                       self.game->options().values().begin(),
                                       self.game->options().values().end());
                               })
        .def_property_readonly("state_bytes",
                               [](const GameHandle& self) { return self.game->state_bytes(); })
        .def("start", [](const GameHandle& self) { return StateHandle{self.game->start()}; })
        .def(
            "deal",
            [](const GameHandle& self, std::uint64_t seed) {
                return StateHandle{deal(*self.game, seed)};
            },
            py::arg("seed"))
        .def(
            "deal_tokens",
            [](const GameHandle& self, std::uint64_t seed) {
                return deal_tokens(*self.game, seed);
            },
            py::arg("seed"))
        .def(
            "parse",
            [](const GameHandle& self, const std::string& text) {
                return StateHandle{self.game->parse(text)};
            },
            py::arg("text"))
        .def(
            "start_view",
            [](const GameHandle& self, int seat) {
                return ViewHandle{shared(self.game->start_view(seat))};
            },
            py::arg("seat"))
        .def(
            "parse_view",
            [](const GameHandle& self, const std::string& text, int seat) {
                return ViewHandle{shared(self.game->parse_view(text, seat))};
            },
            py::arg("text"), py::arg("seat"));
}

void bind_state(py::module_& module) {
    BoundClass<StateHandle>(module, "State")
        .def_property_readonly(
            "game", [](const StateHandle& self) { return GameHandle{self.state->game()}; })
        .def_property_readonly("players",
                               [](const StateHandle& self) { return self.state->seats(); })
        .def_property_readonly("turn",
                               [](const StateHandle& self) { return self.state->turn().code(); })
        .def_property_readonly("mid_turn",
                               [](const StateHandle& self) { return self.state->mid_turn(); })
        .def_property_readonly("key", [](const StateHandle& self) { return self.state->key(); })
        .def_property_readonly("scores",
                               [](const StateHandle& self) { return scores_of(*self.state); })
        .def_property_readonly("returns",
                               [](const StateHandle& self) { return returns_of(*self.state); })
        .def("outcomes",
             [](const StateHandle& self) {
                 std::vector<std::pair<MoveHandle, std::uint64_t>> all;
                 for (const Outcome& outcome : self.state->outcomes())
                     all.push_back(
                         {{outcome.move, self.state->format(outcome.move)}, outcome.weight});
                 return all;
             })
        .def(
            "parse_move",
            [](const StateHandle& self, const std::string& text) {
                const Move move = self.state->parse_move(text);
                return MoveHandle{move, self.state->format(move)};
            },
            py::arg("text"))
        .def(
            "draw",
            [](const StateHandle& self, std::uint64_t seed) {
                return StateHandle{draw(*self.state, seed)};
            },
            py::arg("seed"))
        .def(
            "random_move",
            [](const StateHandle& self, std::uint64_t seed) {
                const Move move = random_move(*self.state, seed);
                return MoveHandle{move, self.state->format(move)};
            },
            py::arg("seed"))
        .def(
            "view",
            [](const StateHandle& self, int seat) {
                return ViewHandle{shared(self.state->view(self.state->game()->checked_seat(seat)))};
            },
            py::arg("seat"))
        .def(
            "seen_by",
            [](const StateHandle& self, int seat, const std::string& move) {
                return self.state->seen_by(self.state->game()->checked_seat(seat),
                                           self.state->parse_move(move));
            },
            py::arg("seat"), py::arg("move"))
        .def("text", [](const StateHandle& self) { return self.state->text(); })
        .def("public", [](const StateHandle& self) { return self.state->public_text(); })
        .def("drawing", [](const StateHandle& self) { return self.state->drawing(); })
        .def(
            "scene",
            [](const StateHandle& self, bool moves) {
                return scene_dict(scene_of(*self.state, moves), moves,
                                  [&](Move move) { return self.state->format(move); });
            },
            py::arg("moves"))
        .def(
            "recap",
            [](const StateHandle& self, const std::string& move) {
                return self.state->recap(self.state->parse_move(move));
            },
            py::arg("move"))
        .def(
            "words",
            [](const StateHandle& self, const std::string& move) {
                return self.state->words(move);
            },
            py::arg("move"))
        .def("ending", [](const StateHandle& self) { return self.state->ending(); })
        .def("check", [](const StateHandle& self) { return self.state->check(); })
        .def(
            "equals",
            [](const StateHandle& self, const StateHandle& other) {
                return self.state->equals(*other.state);
            },
            py::arg("other"));
}

void bind_view(py::module_& module) {
    BoundClass<ViewHandle>(module, "View")
        .def_property_readonly("game",
                               [](const ViewHandle& self) { return GameHandle{self.view->game()}; })
        .def_property_readonly("seat", [](const ViewHandle& self) { return self.view->seat(); })
        .def_property_readonly("turn",
                               [](const ViewHandle& self) { return self.view->turn().code(); })
        .def_property_readonly("key", [](const ViewHandle& self) { return self.view->info_key(); })
        .def("legal_moves",
             [](const ViewHandle& self) { return with_text(*self.view, self.view->legal_moves()); })
        .def(
            "parse_move",
            [](const ViewHandle& self, const std::string& text) {
                const Move move = self.view->parse_move(text);
                return MoveHandle{move, self.view->format(move)};
            },
            py::arg("text"))
        .def(
            "sample",
            [](const ViewHandle& self, std::uint64_t seed) {
                Rng rng(seed);
                return StateHandle{self.view->sample(rng)};
            },
            py::arg("seed"))
        .def(
            "worlds",
            [](const ViewHandle& self,
               std::uint64_t limit) -> std::optional<std::vector<std::pair<StateHandle, double>>> {
                ProgressTimer progress = signal_progress();
                auto found = worlds(*self.view, limit, progress);
                if (!found) return std::nullopt;
                std::vector<std::pair<StateHandle, double>> all;
                for (WeightedState& world : *found)
                    all.emplace_back(StateHandle{std::move(world.state)}, world.weight);
                return all;
            },
            py::arg("limit"), py::call_guard<py::gil_scoped_release>())
        .def(
            "history",
            [](const ViewHandle& self, const std::vector<std::pair<int, std::string>>& events) {
                std::vector<SeenEvent> seen;
                for (const auto& [actor, text] : events) seen.push_back({actor, text});
                return HistoryHandle{self.view->history(seen)};
            },
            py::arg("events"))
        .def(
            "observe",
            [](const ViewHandle& self, const std::string& events) {
                ViewPtr next = self.view->clone();
                next->observe(events);
                return ViewHandle{shared(std::move(next))};
            },
            py::arg("events"))
        .def("text", [](const ViewHandle& self) { return self.view->text(); })
        .def(
            "beliefs",
            [](const ViewHandle& self, std::size_t worlds, std::uint64_t seed,
               const std::vector<std::pair<std::string, std::string>>& supposed,
               const py::object& holds) {
                std::vector<Supposition> suppositions;
                for (const auto& [place, face] : supposed) suppositions.push_back({place, face});
                ProgressTimer progress = signal_progress();
                std::function<bool(const AnyState&)> test;
                if (!holds.is_none())
                    test = [&](const AnyState& world) {
                        return holds(StateHandle{world.clone()}).cast<bool>();
                    };
                return beliefs_dict(
                    beliefs_of(*self.view, worlds, seed, suppositions, test, progress));
            },
            py::arg("worlds"), py::arg("seed"), py::arg("supposed"), py::arg("holds"))
        .def("drawing", [](const ViewHandle& self) { return self.view->drawing(); })
        .def(
            "scene",
            [](const ViewHandle& self, bool moves) {
                return scene_dict(scene_of(*self.view, moves), moves,
                                  [&](Move move) { return self.view->format(move); });
            },
            py::arg("moves"))
        .def(
            "words",
            [](const ViewHandle& self, const std::string& events) {
                return self.view->words(events);
            },
            py::arg("events"))
        .def(
            "equals",
            [](const ViewHandle& self, const ViewHandle& other) {
                return self.view->equals(*other.view);
            },
            py::arg("other"));
}

std::size_t decision(const HistoryHandle& self, std::size_t number) {
    if (number >= self.history->size()) throw py::index_error("history: no such decision");
    return number;
}

void bind_history(py::module_& module) {
    py::class_<HistoryHandle>(module, "History")
        .def("__len__", [](const HistoryHandle& self) { return self.history->size(); })
        .def("now", [](const HistoryHandle& self) { return ViewHandle{self.history->now()}; })
        .def(
            "actor",
            [](const HistoryHandle& self, std::size_t number) {
                return self.history->actor(decision(self, number));
            },
            py::arg("number"))
        .def(
            "seen",
            [](const HistoryHandle& self, std::size_t number) {
                return self.history->seen(decision(self, number));
            },
            py::arg("number"))
        .def(
            "before",
            [](const HistoryHandle& self, std::size_t number) {
                return ViewHandle{self.history->before(decision(self, number))};
            },
            py::arg("number"))
        .def(
            "possible_view",
            [](const HistoryHandle& self, std::size_t number, std::uint64_t seed) {
                Rng rng(seed);
                return ViewHandle{self.history->possible_view(decision(self, number), rng)};
            },
            py::arg("number"), py::arg("seed"))
        .def(
            "moves_in",
            [](const HistoryHandle& self, std::size_t number, const StateHandle& world) {
                return with_text(*world.state,
                                 self.history->moves_in(decision(self, number), *world.state));
            },
            py::arg("number"), py::arg("world"));
}

}  // namespace

void bind_positions(py::module_& module) {
    bind_move(module);
    bind_state_base(module);
    bind_game(module);
    bind_state(module);
    bind_view(module);
    bind_history(module);
}

}  // namespace moonflower

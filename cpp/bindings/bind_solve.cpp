// Trees, equilibria, best responses, open positions.
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings/bound_class.hpp"
#include "bindings/handles.hpp"
#include "engine/solving.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::vector<py::array_t<double>> to_arrays(const Behaviour& behaviour) {
    std::vector<py::array_t<double>> arrays;
    for (const std::vector<double>& seat : behaviour)
        arrays.emplace_back(static_cast<py::ssize_t>(seat.size()), seat.data());
    return arrays;
}

Behaviour from_arrays(const SequenceForm& form, const std::vector<Doubles>& arrays) {
    Behaviour behaviour;
    for (const Doubles& seat : arrays)
        behaviour.emplace_back(seat.data(), seat.data() + seat.size());
    form.check(behaviour);
    return behaviour;
}

template <class Item, class Field>
py::array_t<Field> column(const std::vector<Item>& items, Field Item::* field) {
    py::array_t<Field> array(static_cast<py::ssize_t>(items.size()));
    for (std::size_t i = 0; i < items.size(); ++i) array.mutable_data()[i] = items[i].*field;
    return array;
}

template <class Solver>
void run_solver(Solver& solver, std::uint64_t iterations) {
    ProgressTimer progress = signal_progress();
    const py::gil_scoped_release released;
    run(solver, iterations, progress);
}

template <class Solver, class Class>
void bind_solver(Class& bound) {
    bound.def("run", &run_solver<Solver>, py::arg("iterations"))
        .def_property_readonly("iterations", [](const Solver& self) { return self.iterations(); })
        .def("current", [](const Solver& self) { return to_arrays(self.current()); })
        .def("average", [](const Solver& self) { return to_arrays(self.average()); });
}

void bind_tree(py::module_& module) {
    BoundClass<TreeEstimate>(module, "TreeEstimate")
        .def_property_readonly("nodes", [](const TreeEstimate& self) { return self.size.nodes; })
        .def_property_readonly("leaves", [](const TreeEstimate& self) { return self.size.leaves; })
        .def_property_readonly("decisions",
                               [](const TreeEstimate& self) { return self.size.decisions; })
        .def_readonly("surely_nodes", &TreeEstimate::surely_nodes)
        .def_readonly("probes", &TreeEstimate::probes)
        .def(
            "bytes", [](const TreeEstimate& self, int seats) { return self.size.bytes(seats); },
            py::arg("seats"));
    module.def(
        "tree_size",
        [](const StateHandle& handle) {
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return handle.state->tree_size(progress);
        },
        py::arg("state"));
    module.def(
        "view_tree_size",
        [](const ViewHandle& handle, std::size_t most_worlds) {
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return handle.view->tree_size(most_worlds, progress);
        },
        py::arg("view"), py::arg("most_worlds"));

    BoundClass<FlatGame>(module, "Tree")
        .def_static(
            "of_state",
            [](const StateHandle& handle, std::uint64_t memory_limit) {
                ProgressTimer progress = signal_progress();
                const py::gil_scoped_release released;
                return flatten(*handle.state, memory_limit, progress);
            },
            py::arg("state"), py::arg("memory_limit"))
        .def_static(
            "of_view",
            [](const ViewHandle& handle, std::size_t most_worlds, std::uint64_t memory_limit) {
                ProgressTimer progress = signal_progress();
                const py::gil_scoped_release released;
                return flatten(*handle.view, most_worlds, memory_limit, progress);
            },
            py::arg("view"), py::arg("most_worlds"), py::arg("memory_limit"))
        .def_property_readonly("seats", [](const FlatGame& self) { return self.tree->seats; })
        .def_property_readonly("nodes",
                               [](const FlatGame& self) { return self.tree->nodes.size(); })
        .def_property_readonly("leaves", [](const FlatGame& self) { return self.tree->leaves(); })
        .def_property_readonly("ends", [](const FlatGame& self) { return self.form->ends(); })
        .def_property_readonly("is_zero_sum",
                               [](const FlatGame& self) { return self.tree->is_zero_sum; })
        .def(
            "sets",
            [](const FlatGame& self, Seat seat) {
                const SeatSets& own = self.sets(seat);
                return py::make_tuple(
                    column(own.sets, &InfoSet::key), column(own.sets, &InfoSet::parent),
                    column(own.sets, &InfoSet::first), column(own.sets, &InfoSet::moves),
                    column(own.moves, &Move::code));
            },
            py::arg("seat"))
        .def("uniform", [](const FlatGame& self) { return to_arrays(self.form->uniform()); });
}

void bind_certificate(py::module_& module) {
    BoundClass<Certificate>(module, "Certificate")
        .def_readonly("values", &Certificate::values)
        .def_readonly("best_responses", &Certificate::best_responses)
        .def_readonly("nash_conv", &Certificate::nash_conv)
        .def_property_readonly("exploitability",
                               [](const Certificate& self) { return self.exploitability(); });
    module.def(
        "certify",
        [](const FlatGame& tree, const std::vector<Doubles>& policy) {
            return certify(*tree.form, from_arrays(*tree.form, policy));
        },
        py::arg("tree"), py::arg("policy"));
    module.def(
        "expected_values",
        [](const FlatGame& tree, const std::vector<Doubles>& policy) {
            return expected_values(*tree.form, from_arrays(*tree.form, policy));
        },
        py::arg("tree"), py::arg("policy"));
    module.def(
        "best_response",
        [](const FlatGame& tree, const std::vector<Doubles>& policy, Seat seat) {
            const BestResponse best =
                best_response(*tree.form, from_arrays(*tree.form, policy), seat);
            return py::make_tuple(best.value, to_arrays({best.behaviour})[0]);
        },
        py::arg("tree"), py::arg("policy"), py::arg("seat"));
}

void bind_equilibrium(py::module_& module) {
    using Report = std::function<bool(std::uint64_t, const Certificate&)>;
    module.def(
        "find_equilibrium",
        [](const FlatGame& tree, const std::string& method, double nash_conv,
           std::uint64_t most_iterations, const std::optional<Report>& report) {
            ProgressTimer progress = signal_progress();
            Equilibrium found;
            {
                const py::gil_scoped_release released;  // pybind11 takes it back for the report
                found = find_equilibrium(
                    tree.form, cfr_method(method), {nash_conv, most_iterations},
                    [&](const EquilibriumProgress& reached) {
                        return !report || (*report)(reached.iterations, reached.certificate);
                    },
                    [&] { progress.check(); });
            }
            return py::make_tuple(to_arrays(found.behaviour), found.iterations, found.certificate,
                                  found.is_reached);
        },
        py::arg("tree"), py::arg("method"), py::arg("nash_conv"), py::arg("most_iterations"),
        py::arg("report"));
}

void bind_open(py::module_& module) {
    module.def(
        "solve_open",
        [](const StateHandle& handle, int depth, std::uint64_t nodes, std::uint64_t table_bytes,
           std::size_t valued, bool by_margin) {
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return solve_open(*handle.state, {depth, nodes, table_bytes, valued, by_margin, {}},
                              progress);
        },
        py::arg("state"), py::arg("depth"), py::arg("nodes"), py::arg("table_bytes"),
        py::arg("valued"), py::arg("by_margin"));
    module.def(
        "prove",
        [](const StateHandle& handle, Seat attacker, int turns, std::uint64_t nodes,
           std::uint64_t table_bytes) {
            ProgressTimer progress = signal_progress();
            const py::gil_scoped_release released;
            return prove(*handle.state, attacker, {turns, nodes, table_bytes}, progress);
        },
        py::arg("state"), py::arg("attacker"), py::arg("turns"), py::arg("nodes"),
        py::arg("table_bytes"));
}

}  // namespace

void bind_solve(py::module_& module) {
    bind_open(module);
    bind_tree(module);
    bind_certificate(module);
    bind_equilibrium(module);

    BoundClass<CfrSolver> cfr(module, "CfrSolver");
    cfr.def(py::init([](const FlatGame& tree, const std::string& method) {
                return CfrSolver(tree.form, cfr_method(method));
            }),
            py::arg("tree"), py::arg("method"));
    bind_solver<CfrSolver>(cfr);

    BoundClass<McCfrSolver> sampling(module, "McCfrSolver");
    sampling.def(py::init([](const FlatGame& tree, std::uint64_t seed) {
                     return McCfrSolver(tree.tree, tree.form, seed);
                 }),
                 py::arg("tree"), py::arg("seed"));
    bind_solver<McCfrSolver>(sampling);
}

}  // namespace moonflower

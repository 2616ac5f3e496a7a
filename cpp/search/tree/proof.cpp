#include "search/tree/proof.hpp"

namespace moonflower {

void back_up_proof(const Path& path, std::size_t from, std::uint32_t utility,
                   const Selector& selector) {
    Bounds below = Bounds::exactly(utility);
    int below_seat = path.empty() ? 0 : path.back().node->seat;
    for (std::size_t i = path.size(); i-- > from;) {
        Node& node = *path[i].node;
        Edge& edge = node.edges()[path[i].edge];
        const Bounds here = node.seat == below_seat ? below : below.from_other_side();
        if (here == Bounds{edge.low, edge.high}) return;
        edge.low = here.low;
        edge.high = here.high;
        below = bounds_of_moves(node);
        below_seat = node.seat;
        if (below == Bounds{node.low, node.high}) {
            selector.refresh(node, path[i].edge);
            selector.look_ahead(node);
            return;
        }
        node.low = below.low;
        node.high = below.high;
        for (std::uint32_t other = 0; other < node.room; ++other) selector.refresh(node, other);
        selector.look_ahead(node);
    }
}

}  // namespace moonflower

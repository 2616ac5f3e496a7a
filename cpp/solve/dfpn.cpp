#include "solve/dfpn.hpp"

namespace moonflower {

Solution prove(const OpaqueState& root, Seat attacker, const ProofLimits& limits,
               ProgressCallback progress) {
    return Dfpn<OpaqueState>(root, attacker, limits, std::move(progress)).prove();
}

}  // namespace moonflower

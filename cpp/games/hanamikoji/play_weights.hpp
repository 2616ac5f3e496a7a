// How much seats like to put each kind of card away, in parts of a doubling (core/inference.hpp).
// Learned from the engine's own play by `python bench/learn_play.py hanamikoji`.
#pragma once

#include <array>
#include <cstdint>

namespace moonflower::hanamikoji {

inline constexpr std::array<std::int32_t, 64> kSecretWeights{
    -92,  273,  -680, 774, 116,  -577, -664, 370,  -115, -100, 334, -267, 376, 95,   -687, -556,
    235,  319,  -56,  477, -106, 452,  223,  -739, -636, 386,  356, -153, 439, -281, 431,  323,
    -666, -519, 515,  399, -116, -480, 0,    27,   -175, -104, 253, 78,   26,  241,  145,  104,
    -359, -193, -44,  0,   -179, -65,  -7,   0,    282,  105,  -30, 0,    255, 154,  81,   0};
inline constexpr std::array<std::int32_t, 68> kDiscardWeights{
    -1020, -334, 1160, -1051, -396, 438,  456,  -58,  1161, -251, -292, 560,  143, 159,
    765,   -283, -789, 84,    -477, -205, 500,  -566, -279, 453,  172,  -45,  282, -309,
    -225,  456,  -179, -32,   547,  -213, -467, 135,  -173, 529,  0,    -175, 129, 142,
    -206,  -56,  98,   -113,  -125, -51,  176,  136,  45,   0,    76,   39,   -20, 0,
    -110,  -54,  -1,   0,     -142, -122, -24,  0,    -766, -653, -171, -118};

}  // namespace moonflower::hanamikoji

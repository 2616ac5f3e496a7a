"""How pictures look: one sheet of colours and strokes, light and dark."""

from __future__ import annotations

from typing import Final, Literal, get_args

__all__ = ["SHEET", "THEMES", "Theme"]

Theme = Literal["auto", "light", "dark"]
THEMES: Final = get_args(Theme)

# A lightness for each hue, so that colours differ without it: they survive grey print and all
# common forms of colour blindness, and every colour comes with a shape of its own.
_LIGHT: Final = """
--paper:#f7f3ea;--felt:#ece5d6;--line:#cfc4ae;--ink:#2b2833;--soft:#766f7d;--card:#fffdf8;
--edge:#b9ae9a;--back:#4a3f78;--back2:#8e80c9;--accent:#6b3fc4;--glow:#f0b429;--p1:#a8322d;
--p2:#1f5f8b;--p3:#2e7d4f;--p4:#8a5a00;--p5:#6d3a8c;--red:#c0392b;--white:#fdfaf2;--black:#2b2833;
--k0:#7b4fa3;--k1:#c8443c;--k2:#e0a100;--k3:#2878b5;--k4:#d9702b;--k5:#2f8f5b;--k6:#d4578f;
--desert:#edc766;--desert2:#c99a2e;--forest:#6fae6b;--forest2:#3c7a41;--mountain:#b4b3bb;
--mountain2:#75747f;--river:#7db8e0;--river2:#3a7fb5;--wood:#8d5f38;--wood2:#6e4727;
--sand:#ead9b5;--redgarden:#d98a7e;--whitegarden:#fbf5e6;--host:#3b2a20;--guest:#f3dfb8;
"""
_DARK: Final = """
--paper:#191720;--felt:#24212d;--line:#423d50;--ink:#eeeaf3;--soft:#a39bb0;--card:#2f2b3a;
--edge:#5d566d;--back:#5a4c94;--back2:#8e80c9;--accent:#b79bff;--glow:#ffcf5c;--p1:#ff8a80;
--p2:#7fc4f5;--p3:#82d8a3;--p4:#f0c060;--p5:#d6a4f2;--red:#ff7a6b;--white:#f5efe2;--black:#d9d4e3;
--k0:#b48fe0;--k1:#ff7d73;--k2:#f3c23c;--k3:#6fb7ee;--k4:#ff9c58;--k5:#66c794;--k6:#f58fbd;
--desert:#b98f35;--desert2:#e9c46f;--forest:#3f7a44;--forest2:#8fce8a;--mountain:#6b6a76;
--mountain2:#b9b8c4;--river:#2f6c9c;--river2:#93c9ee;--wood:#4b3524;--wood2:#7a573a;
--sand:#5a4a33;--redgarden:#8f4a40;--whitegarden:#8b8064;--host:#1c1410;--guest:#e9d2a4;
"""

SHEET: Final = (
    f"""
.mf{{{_LIGHT}font-family:"Iowan Old Style",Palatino,"Palatino Linotype",Georgia,serif}}
.mf.dark{{{_DARK}}}
@media (prefers-color-scheme:dark){{.mf.auto{{{_DARK}}}}}
.mf text{{fill:var(--ink);text-anchor:middle;dominant-baseline:central}}
.mf .start{{text-anchor:start}}.mf .end{{text-anchor:end}}
.mf .soft{{fill:var(--soft)}}.mf .strong{{font-weight:700}}
.mf .num{{font-variant-numeric:lining-nums tabular-nums}}
.mf .paper{{fill:var(--paper)}}.mf .felt{{fill:var(--felt)}}
.mf .card{{fill:var(--card);stroke:var(--edge);stroke-width:1}}
.mf .back{{fill:var(--back);stroke:var(--edge);stroke-width:1}}
.mf .weave{{fill:none;stroke:var(--back2);stroke-width:1}}
.mf .unknown{{fill:#fff;font-weight:700}}
.mf .empty{{fill:none;stroke:var(--line);stroke-width:1.2;stroke-dasharray:4 4}}
.mf .pen{{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}}
.mf .turn{{fill:var(--accent)}}
.mf .halo{{fill:none;stroke:var(--accent);stroke-width:3}}
.mf .cut{{fill:none;stroke:var(--card);stroke-width:1.5;stroke-linecap:round}}
.mf .life{{fill:var(--k1)}}
.mf .red{{fill:var(--red)}}.mf .black{{fill:var(--black)}}
.mf .crown{{fill:var(--glow)}}.mf .ribbon{{fill:var(--paper)}}
.mf .marker{{fill:var(--card);stroke:var(--edge)}}.mf .marker.used{{fill:none;stroke:var(--line)}}
.mf .sign{{fill:none;stroke:var(--ink);stroke-width:1.3}}.mf .sign-full{{fill:var(--ink)}}
.mf .sign-cross{{stroke:var(--ink);stroke-width:1.3}}.mf .faded{{opacity:.3}}
.mf .offer{{fill:none;stroke:var(--accent);stroke-width:2}}
.mf .wood-rim{{fill:var(--wood2)}}.mf .wood{{fill:var(--sand)}}
.mf .garden-r{{fill:var(--redgarden)}}.mf .garden-w{{fill:var(--whitegarden)}}
.mf .grid{{stroke:var(--wood);stroke-width:.7;opacity:.55}}
.mf .midline{{stroke:var(--wood2);stroke-width:1.6}}.mf .hit{{fill:transparent}}
.mf .gate{{fill:var(--paper);stroke:var(--wood2);stroke-width:2.5}}
.mf .harmony{{stroke-width:3.5;stroke-linecap:round;opacity:.85}}
.mf .harmony.host{{stroke:var(--host)}}.mf .harmony.guest{{stroke:#c9761b}}
.mf .ring{{stroke:var(--glow);stroke-width:6;stroke-linecap:round}}
.mf .petal{{stroke:var(--edge);stroke-width:1}}.mf .petal.warm{{fill:#ffe3dc}}
.mf .petal.cool{{fill:#e8ecff}}.mf .petal.joker{{fill:#fff0b8}}
.mf .petal.peeked{{fill:#d5cdf0;stroke:var(--back);stroke-dasharray:3 2}}
.mf .petal.closed{{fill:var(--back)}}
.mf .petal+g .red,.mf .petal+g .red text{{fill:#b3261e}}.mf .petal+g .black{{fill:#221f33}}
.mf .heart{{fill:var(--k5);stroke:var(--paper);stroke-width:1.5}}
.mf .heart.power{{fill:var(--glow)}}
.mf .calyx{{fill:var(--felt)}}.mf .count{{fill:var(--paper)}}
.mf .ray{{fill:var(--glow);opacity:.55}}
.mf .hole{{fill:var(--felt);opacity:.75}}.mf .faint{{opacity:.55}}.mf .keep{{fill:var(--accent)}}
.mf .keep+.piece{{fill:var(--paper)}}.mf .pin{{stroke:var(--paper);stroke-width:1.4}}
.mf .eye{{fill:var(--card);stroke:var(--ink);stroke-width:1.4}}.mf .pupil{{fill:var(--ink)}}
.mf .charm-hole{{fill:var(--card)}}.mf .charm-heart{{fill:var(--glow)}}
.mf .tile{{stroke:var(--paper);stroke-width:1}}
.mf .desert{{fill:var(--desert)}}.mf .forest{{fill:var(--forest)}}
.mf .mountain{{fill:var(--mountain)}}.mf .river{{fill:var(--river)}}
.mf .texture{{fill:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}}
.mf .desert2{{stroke:var(--desert2)}}.mf .forest2{{stroke:var(--forest2);fill:var(--forest2)}}
.mf .mountain2{{stroke:var(--mountain2)}}.mf .river2{{stroke:var(--river2)}}
.mf .fold{{stroke:var(--paper);stroke-width:1.5;stroke-linejoin:round}}
.mf .fold-sign{{fill:var(--ink);font-weight:700}}
.mf .piece{{fill:var(--ink)}}.mf .piece-hole{{fill:var(--card)}}
.mf .piece-line{{fill:none;stroke:var(--ink);stroke-width:3;stroke-linecap:round}}
.mf .steel{{fill:var(--soft);stroke:var(--ink);stroke-width:1}}.mf .raised{{fill:var(--glow)}}
.mf .fallen{{opacity:.25}}
.mf .shield-face{{fill:var(--card)}}
.mf .stone{{stroke-width:.8}}.mf .stone.host{{fill:var(--host);stroke:var(--guest)}}
.mf .stone.guest{{fill:var(--guest);stroke:var(--host)}}
.mf .inlay{{fill:none;stroke-width:.6}}.mf .inlay.host{{stroke:var(--guest)}}
.mf .inlay.guest{{stroke:var(--host)}}
.mf .rosy{{fill:#cf3f35}}.mf .pale{{fill:#fffaf0;stroke:#8d7a62;stroke-width:.5}}
.mf .rosy-ink{{fill:#fff;font-weight:700}}.mf .pale-ink{{fill:#4a3b2a;font-weight:700}}
.mf .orchid{{fill:#a86cc8}}.mf .orchid-line{{stroke:#a86cc8;stroke-width:1.6;stroke-linecap:round}}
.mf .accent-sign{{fill:none;stroke:#4f8f86;stroke-width:1.7;stroke-linejoin:round;
stroke-linecap:round}}
.mf .accent-sign.rock{{fill:#4f8f86}}
"""
    + "".join(f".mf .p{n}{{fill:var(--p{n})}}\n" for n in range(1, 6))
    + "".join(
        f".mf .k{n}{{fill:var(--k{n})}}.mf .k{n}-line{{"
        f"stroke:var(--k{n});fill:none;stroke-width:1.8}}\n"
        for n in range(7)
    )
)

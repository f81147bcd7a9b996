"""What the tests of every game ask of Koi-Koi, by hand from its rules."""

from __future__ import annotations

from tests.games.koi_koi import sheet
from tests.games.koi_koi.facts import told
from tests.kit.expected import LIVE, Expected, Paper

NAMED = (
    *("goko", "shiko", "ameshiko", "sanko", "hanami", "tsukimi"),
    *("teppo", "inoshikacho", "akatan", "aotan", "rokutan"),
)

EXPECTED = Expected(
    own_parts={"deal": LIVE, "result": LIVE},
    shown_ahead={"deal", "result"},
    told=told,
    kind=("length", "field_lights", "koi_koi", "yaku_values", *(f"{slug}_points" for slug in NAMED)),
    out_of_bounds={f"{slug}_points": (-1, 51, "1.5") for slug in NAMED},
    # 「同点だった場合は引き分けです」
    tie_is_draw=True,
    presets={
        "standard": {"length": "year", "koi_koi": "stacking", "sake": "on", "next_oya": "winner"},
        # 任天堂が公開しているルールと同じ設定: 1年(12ラウンド)、倍返しあり、一杯を採用する、勝者が次の月の親.
        # Nintendo's leaflet has other values of yaku, so that the name promises no more than the settings; the leaflet
        # is a set of its own, whose values are in docs/games/koi-koi.md.
        "nintendo": {
            **{"length": "year", "koi_koi": "payback", "sake": "on", "next_oya": "winner"},
            **{"field_lights": "on", "yaku_values": "standard"},
        },
        "leaflet": {
            **{"length": "year", "koi_koi": "payback", "sake": "on", "next_oya": "winner"},
            **{"field_lights": "off", "yaku_values": "leaflet"},
            **{"exclusive_ribbons": "none", "exclusive_teppo": "none"},
        },
    },
    paper=Paper(
        sheet.SESSION,
        [
            (
                {"oya": month.oya},
                [month.deal, month.result] if month.result else [month.deal],
                {"points": (month.gain, -month.gain), "totals": month.totals},
            )
            for month in sheet.MONTHS
        ],
        {
            "standings": [(1, (0,), 154, 0), (2, (1,), 46, 108)],
            "winners": (0,),
            "ended_early": False,
            "why_over": "12 months played.",
            "moments": ["Best score: あんな +66 (December, あんな was oya, あんな koi-koi × 2)"],
        },
    ),
)

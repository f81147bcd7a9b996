"""What the tests of every game ask of Twin Shoot, by hand from its rules."""

from __future__ import annotations

from tests.games.twin_shoot import sheet
from tests.games.twin_shoot.facts import told
from tests.kit.expected import HIDDEN, Expected, Paper

EXPECTED = Expected(
    own_parts={"result": HIDDEN},
    shown_ahead={"open"},
    told=told,
    kind=("target",),
    # 「同点の場合は該当チーム同士で勝利を分かち合います」
    out_of_bounds={"target": (0, -5, 1001, "far", 10.5)},
    paper=Paper(
        sheet.SESSION,
        [
            ({"notices.leader": leader}, entries, {"totals": (one, one, other, other)})
            for leader, entries, (one, other) in zip(
                ("あんな", "千夏", "ベン", "大輔"),
                (sheet.ENTRIES[:1], *(sheet.ENTRIES[at : at + 2] for at in (1, 3, 5))),
                sheet.RUNNING,
                strict=True,
            )
        ],
        {
            "standings": [(1, (0, 1), 111, 0), (2, (2, 3), 109, 2)],
            "winners": (0, 1),
            # hits: あんな 4 5 2, ベン 1 3, 千夏 2 3 3 4, 大輔 2
            "moments": [
                "Most bids made: 千夏, 4 of 4",
                "あんな & ベン: twin shoot × 1",
                "千夏 & 大輔: overhead twin shoot × 1",
                "Best score: あんな & ベン +66 (round 2, 千夏 led first, 千夏 & 大輔: opened)",
            ],
        },
    ),
)

"""A site with its record on PostgreSQL, asked once through all that its pages write; the rest is the store's matter."""

from __future__ import annotations

import io
import json
from concurrent.futures import ThreadPoolExecutor

from tests.kit.postgresql import Cluster
from tests.web.conftest import Phone, seatwise, site_at


def test_a_game_is_begun_entered_mended_carried_away_and_deleted(cluster: Cluster) -> None:
    app = site_at(cluster.new_database())
    keeper, guest = Phone(app), Phone(app)
    table = keeper.sets_up("Ann", "Ben", "Chika", dealer=2, top_hand="3", bidding="written")
    keeper.lets_in(guest, "player", table.id)
    seat = guest.follows(guest.sends(guest.opens(f"{table.address}/seats?look=1").form("/seats/1/take")))
    assert guest.sends(seat.form("/seats/1"), {"bids-1": "1"}).status == 303

    # Sent in two windows at once, what the keeper enters is written once, with what Ben entered.
    form = table.form
    with ThreadPoolExecutor() as windows:
        bids = seatwise("bids", (1, None, 0))
        answers = [*windows.map(lambda key: table.tries({**bids, "key": key}, form=form), ("one", "other"))]
    assert ([answer.status for answer in answers], table.position) == ([303, 303], 1)
    table.takes(1, 2, 0)
    # 10 and the tricks for who made the bid; 3 cards.
    assert table.totals == [11, 0, 10]

    table.undoes()
    assert table.totals == [0, 0, 0]
    table.takes(2, 1, 0)
    row = table.row(0).form("/rows/0")
    assert keeper.sends(row, {"e1-tricks-0": "1", "e1-tricks-1": "1", "e1-tricks-2": "1"}).status == 303
    assert table.totals == [11, 11, 0]

    file = keeper.opens("/scorebook/takuroku.json").bytes
    newcomer = Phone(app)
    carried = {**json.loads(file)["sessions"][0], "id": "carried-to-another-book"}
    brought = json.dumps({**json.loads(file), "sessions": [carried]}).encode()
    import_form = newcomer.opens("/scorebook").form("/scorebook")
    answer = newcomer.sends(
        import_form, {"file": (io.BytesIO(brought), "scorebook.json")}, content_type="multipart/form-data"
    )
    assert answer.status == 303, answer.alerts
    assert newcomer.opens("/s/carried-to-another-book").status == 200

    assert keeper.sends(keeper.opens(f"{table.address}/discard").form("/discard")).status == 303
    assert "This game was deleted." in keeper.opens(f"{table.address}/discard").text
    assert newcomer.opens("/s/carried-to-another-book").status == 200, "the other scorebook keeps its copy"

"""What phones are called at a table: two iPhones are told apart by who sits at them."""

from __future__ import annotations

from tests.kit.for_each import for_each
from tests.kit.web.seats import ANN, BEN, CHIKA, comes, says, takes
from tests.web.conftest import Phone, Sitting
from web.identity.device_names import numbered
from web.identity.visitor import device_name

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15"


def sits(phone: Phone) -> Sitting:
    return phone.sits_down("Ann", "Ben", "Chika", dealer=2, top_hand="3")


def at_the_table(phone: Phone, table: Sitting, seat: int) -> Phone:
    """An iPhone at a seat."""
    player = comes(phone, table, agent=IPHONE)
    assert takes(player, table, seat).status == 303
    return player


def all_bid(phone: Phone, table: Sitting) -> list[Phone]:
    """Three iPhones at their seats, which have said their bids."""
    players = [at_the_table(phone, table, seat) for seat in (ANN, BEN, CHIKA)]
    for seat, (player, bid) in enumerate(zip(players, "110", strict=True)):
        says(player, table, seat, bid)
    return players


def test_two_iphones_at_one_table_are_called_by_their_seats(phone: Phone) -> None:
    table = sits(phone)
    all_bid(phone, table)
    listed = phone.opens("/devices").root.one("main").text
    assert [name in listed for name in ("Ann’s phone · iPhone", "Ben’s phone · iPhone")] == [True, True]
    for reader in (phone, comes(phone, table, "watcher")):
        assert "Chika’s phone · iPhone" in reader.opens(f"{table.address}/log").text, "as the cards say it to everybody"


def test_a_phone_that_sits_at_another_table_is_not_named_by_it(phone: Phone) -> None:
    """A watcher of one game hears nothing of who plays in another one."""
    takes(phone, sits(phone), ANN)
    second = phone.sits_down("Dai", "Emi", "Fuki", dealer=2, top_hand="3")
    second.notes("tea")
    log = comes(phone, second, "watcher").opens(f"{second.address}/log").text
    assert ("scorekeeper’s phone" in log, "Ann" in log) == (True, False)


def test_a_second_keeper_reads_whose_phone_saved_where_only_one_has_written(phone: Phone, stranger: Phone) -> None:
    table = sits(phone)
    phone.lets_in(stranger)

    def told_on_a_save() -> str:
        return stranger.opens(table.address).root.one("main").get("data-say-wrote")

    assert told_on_a_save() == "Someone else saved: {what}"
    table.notes("tea")
    assert told_on_a_save() == "Someone else saved: {what}", "one phone alone needs no name"
    at_the_table(phone, table, BEN)
    assert "scorekeeper’s phone" in told_on_a_save()


def test_the_log_names_a_phone_by_the_seat_that_was_freed(phone: Phone) -> None:
    table = sits(phone)
    all_bid(phone, table)
    phone.sends(phone.opens(f"{table.address}/seats?look=1").form("/seats/2/free"))
    assert "Chika’s phone" not in phone.opens("/devices").text, "who left is no longer called by the seat"
    assert "Chika’s phone · iPhone" in table.behind("log").text
    newer = at_the_table(phone, table, CHIKA)
    assert "Chika’s earlier phone · iPhone" in table.behind("log").text
    for seat, player in enumerate((phone, phone, newer)):
        says(player, table, seat, "1", field="tricks")
    log = table.behind("log").text
    assert ("Chika’s phone · iPhone" in log, "Chika’s earlier phone · iPhone" in log) == (True, True)


# By what they say they are.


AGENTS = {
    "iPhone": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari",
    "iPad": "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15",
    "Android": "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36",
    "Mac": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15",
    "Windows": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0",
    "Linux": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
    "": "curl/8.5",
}


@for_each("name", AGENTS)
def test_a_device_is_called_what_it_says_it_is(name: str) -> None:
    assert device_name(AGENTS[name]) == name


def test_the_second_and_third_of_a_kind_are_counted() -> None:
    devices = {"a": "iPhone", "b": "iPad", "c": "iPhone", "d": "iPhone"}
    assert list(numbered(devices).values()) == ["iPhone", "iPad", "iPhone 2", "iPhone 3"]

"""Who deals: worked by hand, and held against a walk round the table at random sittings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from record.errors import RecordError
from record.people import next_table
from record.session import Session, new_session
from scoring.catalogue import all_games
from scoring.core import replay_trusted
from scoring.document import load
from scoring.errors import EntryError
from scoring.sheets.changes import CHANGE_STEPS, DEALER, PLAN
from scoring.sheets.sheet import Sheet
from tests.kit.evening import BY
from tests.kit.examples import examples
from tests.kit.games import random_answer, session_of
from tests.kit.session import entered, evening, refused

ANN, BEN, CHIKA, DOV, EMI = range(5)
FOUR = ["Ann", "Ben", "Chika", "Dov"]
BIDS = {"step": "bids", "bids": [0, 0, 0, 0]}
DEAL_1 = (BIDS, {"step": "tricks", "tricks": [1, 0, 0, 0]})
DEAL_2 = (BIDS, {"step": "tricks", "tricks": [2, 0, 0, 0]})


def sheet_after(*entries: dict[str, Any]) -> Any:
    """Four at Oh Hell with 1 card, then 2, up to 5; Ann deals first, and the bids may not add up to the hand."""
    options = {"format": "short-rising", "top_hand": 5}
    return load({"game": "oh-hell", "players": FOUR, "dealer": 0, "options": options, "entries": [*entries]})


def after_deal_1() -> Session:
    return evening("oh-hell", FOUR, [*DEAL_1], format="short-rising", top_hand=5)


def dealers(sheet: Any) -> list[int]:
    """Who dealt each deal, and who deals now."""
    return [*(row.dealer for row in sheet.rows if row.kind == "deal"), sheet.dealer]


# By hand


def test_who_sits_out_takes_nobodys_turn_to_deal() -> None:
    without_chika = (
        {"step": "sit-out", "seat": CHIKA},
        {"step": "bids", "bids": [0, 0, None, 0]},
        {"step": "tricks", "tricks": [2, 0, None, 0]},
    )
    sheet = sheet_after(*DEAL_1, *without_chika)
    # Ann dealt, then Ben without Chika; to the left of Ben, Chika is dealt in again, and it is she who bids last.
    assert dealers(sheet) == [ANN, BEN, CHIKA]
    assert sheet.order == (DOV, ANN, BEN, CHIKA)
    assert [str(each) for each in sheet.sentences] == ["Chika bids last. Total bids can’t equal 3."]


@pytest.mark.parametrize("step", ["sit-out", "leave"])
def test_who_is_back_before_a_card_is_dealt_was_never_away(step: str) -> None:
    assert dealers(sheet_after({"step": step, "seat": ANN}, {"step": "return", "seat": ANN})) == [ANN]
    # Ann has dealt, and Ben is at her left.
    assert dealers(sheet_after(*DEAL_1, {"step": step, "seat": BEN}, {"step": "return", "seat": BEN})) == [ANN, BEN]


def test_before_the_first_deal_the_next_one_deals_for_a_first_dealer_who_sits_out() -> None:
    without_ann = (
        {"step": "sit-out", "seat": ANN},
        {"step": "bids", "bids": [None, 0, 0, 0]},
        {"step": "tricks", "tricks": [None, 1, 0, 0]},
    )
    assert dealers(sheet_after(*without_ann)) == [BEN, CHIKA]


def test_a_newcomer_to_the_left_of_who_dealt_last_deals() -> None:
    assert dealers(sheet_after(*DEAL_1, {"step": "join", "name": "Emi", "after": ANN})) == [ANN, EMI]


def test_whoever_the_table_says_deals_now_and_the_deal_passes_on_from_there() -> None:
    assert dealers(sheet_after(*DEAL_1, {"step": "dealer", "seat": DOV}, *DEAL_2)) == [ANN, DOV, ANN]


def test_the_deal_in_play_is_dealt_by_whoever_the_table_says() -> None:
    bids, tricks = DEAL_2
    assert dealers(sheet_after(*DEAL_1, bids, {"step": "dealer", "seat": ANN}, tricks)) == [ANN, ANN, BEN]


def test_who_deals_the_last_deal_can_be_said_too() -> None:
    last = {"step": "plan", "hands": [2]}
    bids, tricks = DEAL_2
    sheet = sheet_after(*DEAL_1, last, bids, {"step": "dealer", "seat": DOV}, tricks)
    assert (sheet.over, [row.dealer for row in sheet.rows]) == (True, [ANN, DOV])


def test_the_news_name_who_deals_and_who_bids_first_now_and_who_did_before() -> None:
    said = sheet_after(*DEAL_1, {"step": "dealer", "seat": DOV}).said
    assert str(said) == "Dealer: Ben → Dov · First to bid: Chika → Ann (deal 2)"


def test_until_the_first_deal_is_over_the_setup_alone_says_who_deals() -> None:
    said = "The next entry is “Bids”."
    assert refused(evening("oh-hell", FOUR, []), step="dealer", seat=DOV) == [("step", None, said)]


def test_who_is_not_dealt_in_cannot_deal() -> None:
    session = entered(after_deal_1(), {"step": "sit-out", "seat": DOV})
    said = "Who: “3” is not a seat you can choose here."
    assert refused(session, step="dealer", seat=DOV) == [("seat", None, said)]


@pytest.mark.parametrize("slug", ["koi-koi", "buki", "satat", "twin-shoot"])
def test_where_the_results_say_who_deals_the_table_does_not(slug: str) -> None:
    game = all_games()[slug]
    sheet = game.start({"players": FOUR[: game.seats[0]]})
    assert (sheet.dealer_asked, sheet.ask_for("dealer")) == (None, None)


def test_the_same_again_is_dealt_by_the_first_to_the_left_of_who_dealt_last() -> None:
    session = after_deal_1()
    # Ann dealt. Ben sits out the next deal and is there again in the next game, but not once he has left.
    assert next_table(entered(session, {"step": "sit-out", "seat": BEN})) == ((ANN, BEN, CHIKA, DOV), 1)
    assert next_table(entered(session, {"step": "leave", "seat": BEN})) == ((ANN, CHIKA, DOV), 1)
    assert next_table(entered(session, {"step": "join", "name": "Emi", "after": ANN})) == (
        (ANN, EMI, BEN, CHIKA, DOV),
        1,
    )
    assert next_table(entered(session, {"step": "dealer", "seat": DOV}, *DEAL_2)).dealer == ANN
    # Without a deal nobody has dealt yet.
    assert next_table(evening("oh-hell", FOUR, [])).dealer == ANN


# At random


@pytest.mark.thorough
@pytest.mark.parametrize("slug", ["oh-hell", "wizard", "skull-king", "boo-ray"])
@settings(max_examples=examples(120), deadline=None, derandomize=True, database=None)
@given(luck=st.integers())
def test_at_any_sitting_the_deal_passes_round_the_table(slug: str, luck: int) -> None:
    for session in sitting(slug, random.Random(luck)):
        # Once a game is over nobody deals, and who was to join at the next deal does not.
        asked = -1 if session.sheet.over else None
        assert dealers(session.sheet)[:asked] == walk(session.setup, session.entries)[:asked]


def walk(setup: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> list[int]:
    """Who dealt each deal, and who deals now: round the table from who dealt last to the first who is dealt in."""
    ring: list[int] = [*range(len(setup["players"]))]
    start, has_dealt, is_played = setup["dealer"], False, False
    left, resting, dealt, waiting = set[int](), set[int](), list[int](), list[Mapping[str, Any]]()

    def deals() -> int:
        ahead = ring.index(start) + has_dealt
        return next(seat for seat in (*ring[ahead:], *ring) if seat not in left | resting)

    for entry in entries:
        match entry["step"]:
            case "bids":
                is_played = True
            case "tricks" | "entries":
                start, has_dealt, is_played = deals(), True, False
                dealt.append(start)
                resting.clear()
            case "dealer":
                start, has_dealt = entry["seat"], False
            case "sit-out" | "leave" | "return" | "join":
                waiting.append(entry)
        while waiting and not is_played:
            change = waiting.pop(0)
            if change["step"] == "join":
                last = [seat for seat in ring if seat not in left | resting][-1]
                after = last if change.get("after") in {None, *left} else change["after"]
                ring.insert(ring.index(after) + 1, len(ring))
            else:
                left.discard(change["seat"])
                resting.discard(change["seat"])
                {"sit-out": resting, "leave": left}.get(change["step"], set()).add(change["seat"])
    return [*dealt, deals()]


def sitting(slug: str, rng: random.Random) -> Iterator[Session]:
    """A session after each of some entries, changes, undos, corrections and setups, all of them at random."""
    game = all_games()[slug]
    players = rng.choice([number for number in game.seats if number < 7])
    head = session_of(game, players=players, dealer=rng.randrange(players))
    session = new_session(id="evening", created_at=BY.stamp, head=head)
    ways = (entering, entering, entering, changing, changing, undoing, redoing, correcting, setting_up)
    for _ in range(40):
        try:
            session = rng.choice(ways)(session, rng)
        except (EntryError, RecordError):
            continue
        yield session


def entering(session: Session, rng: random.Random) -> Session:
    ask = session.sheet.ask
    return entered(session, answer(session.sheet, ask.step, rng)) if ask else session


def changing(session: Session, rng: random.Random) -> Session:
    # A random plan is short: many of them would leave no deals.
    steps = [ask.step for ask in session.sheet.asks if ask.step in CHANGE_STEPS]
    steps = [step for step in steps if step != PLAN or rng.random() < 0.2]
    return entered(session, answer(session.sheet, rng.choice(steps), rng)) if steps else session


def undoing(session: Session, rng: random.Random) -> Session:
    done = len(session.fold.done)
    return session.after(session.undoing(BY, count=rng.randint(1, min(4, done)))) if done else session


def redoing(session: Session, rng: random.Random) -> Session:
    return session.after(session.redoing(BY))


def correcting(session: Session, rng: random.Random) -> Session:
    if not session.entries:
        return session
    index = rng.randrange(len(session.entries))
    sheet = replay_trusted(session.blank, session.entries[:index])
    action = session.correcting({index: answer(sheet, session.entries[index]["step"], rng)}, BY, reopen=True)
    return session.after(action) if action else session


def setting_up(session: Session, rng: random.Random) -> Session:
    """Two who began change seats, or somebody else dealt first, and perhaps somebody else deals now."""
    setup = session.setup
    players, seats = [*setup["players"]], range(len(setup["players"]))
    one, other = rng.sample(seats, 2)
    players[one], players[other] = players[other], players[one]
    changed: dict[str, Any] = {"players": players} if rng.random() < 0.5 else {"dealer": rng.choice(seats)}
    if (ask := session.sheet.ask_for(DEALER)) and rng.random() < 0.5:
        changed["deals_now"] = answer(session.sheet, ask.step, rng)["seat"]
    action = session.setting_up({**setup, **changed}, BY, reopen=True)
    return session.after(action) if action else session


def answer(sheet: Sheet[Any], step: str, rng: random.Random) -> dict[str, Any]:
    """A random entry; at Boo-Ray one alone enters a game, so that the deal is over with it."""
    if step == "entries":
        playing = sheet.table.playing
        enters = rng.choice(playing)
        return {"step": step, "games": sheet.by_seat({seat: "kalo" if seat == enters else "none" for seat in playing})}
    ask = sheet.ask_for(step)
    assert ask is not None, "it is asked, or was"
    try:
        return random_answer(sheet, ask, rng, tries=20)
    except AssertionError:
        return {"step": "note", "text": "nothing legal was found"}

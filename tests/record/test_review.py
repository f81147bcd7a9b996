"""A year in review from what was played alone: every figure by hand on a few sessions."""

from __future__ import annotations

from dataclasses import replace

from record.review import FinishedSession, Highlight, Pair, SeatResult, Streak, Won, review

ANN, BEN, CHIKA, DAN = range(1, 5)


def seat(number: int, player: int, place: int, side: int | None = None, **figures: int) -> SeatResult:
    return SeatResult(number, player, number if side is None else side, place, won=place == 1, **figures)


def game(name: str, day: int, *seats: SeatResult, of: str = "oh-hell", minutes: int | None = 30) -> FinishedSession:
    at = f"2026-03-{day:02}T20:00:00Z"
    return FinishedSession(name, of, at, at, minutes, seats)


def two(name: str, day: int, winner: int, loser: int, *, of: str = "oh-hell", **figures: int) -> FinishedSession:
    """A game of two on a day of its own; the figures are the winner's."""
    return game(name, day, seat(0, winner, 1, **figures), seat(1, loser, 2), of=of)


def test_nothing_was_played() -> None:
    empty = review([])
    assert (empty.sessions, empty.evenings, empty.minutes, empty.players) == (0, [], 0, 0)
    assert (empty.games, empty.won, empty.new) == ([], [], [])


def test_one_game_compares_nothing() -> None:
    found = review([two("one", 1, ANN, BEN, lead=1, swing=20, behind=9, bid=5)])
    assert (found.sessions, found.minutes, found.players) == (1, 30, 2)
    assert [f"{evening[0].began:%d.%m.}" for evening in found.evenings] == ["01.03."]
    assert {found.tightest, found.swing, found.comeback, found.bid, found.streak, found.partners, found.rivals} == {
        None
    }


def test_time_is_told_where_it_is_known_of_every_game() -> None:
    played = [two("one", 1, ANN, BEN), game("two", 2, seat(0, ANN, 1), seat(1, BEN, 2), minutes=None)]
    assert review(played[:1]).minutes == 30
    assert review(played).minutes is None


def test_amounts_are_measured_by_what_is_usual_in_their_game() -> None:
    """60 is twice what is usual (30), 300 one and a half times (200)."""
    played = [
        two("a", 1, ANN, BEN, swing=10),
        two("b", 2, ANN, BEN, swing=20),
        two("c", 3, ANN, BEN, swing=60),
        two("d", 4, BEN, ANN, swing=100, of="koi-koi"),
        two("e", 5, BEN, ANN, swing=300, of="koi-koi"),
    ]
    assert review(played).swing == Highlight("c", 0, 60)


def test_the_tightest_game_is_the_one_won_by_least_and_one_that_ended_level_before_all() -> None:
    played = [
        two("a", 1, ANN, BEN, lead=116, of="score-pad"),
        two("b", 2, ANN, BEN, lead=3, of="buki"),
        two("c", 3, BEN, ANN, lead=3, of="koi-koi"),
    ]
    level = (seat(0, ANN, 2), seat(1, BEN, 1), seat(2, CHIKA, 1))
    partners = (seat(0, ANN, 1, side=0), seat(1, BEN, 2, side=1), seat(2, CHIKA, 1, side=0))
    assert review(played).tightest == Highlight("b", 0, 3)
    assert review([*played, game("d", 4, *level), game("e", 5, *level)]).tightest == Highlight("d", 1, 0)
    stopped = replace(game("d", 4, *level), ended_early=True)
    assert review([*played, stopped, game("e", 5, *partners)]).tightest == Highlight("b", 0, 3)


def test_a_comeback_is_measured_by_the_best_deals_of_its_game() -> None:
    played = [
        two("a", 1, ANN, BEN, swing=10, behind=30),
        two("b", 2, ANN, BEN, swing=10),
        two("c", 3, BEN, ANN, swing=100, behind=200, of="skull-king"),
    ]
    assert review(played).comeback == Highlight("a", 0, 30)
    assert review(played, person=BEN).comeback == Highlight("c", 0, 200)


def test_the_best_bid_is_the_highest_and_the_first_of_several() -> None:
    bids = (4, 6, 6)
    played = [two(f"{day}", day, ANN, BEN, bid=bid) for day, bid in enumerate(bids, start=1)]
    assert review(played).bid == Highlight("2", 0, 6)
    assert review(played[:2]).bid is None
    assert review(played, person=BEN).bid is None


def test_the_longest_streak_goes_on_through_other_games_and_not_past_a_loss() -> None:
    order = [ANN, ANN, BEN, BEN, BEN, BEN, ANN]
    played = [two(f"{day}", day, each, BEN if each == ANN else ANN) for day, each in enumerate(order, start=1)]
    played[3] = two("4", 4, BEN, ANN, of="koi-koi")
    assert review(played).streak == Streak(BEN, 4, "3", "6")
    assert review(played, person=ANN).streak is None


def test_who_with_whom() -> None:
    """Ann and Ben are partners and win two of three games against Chika and Dan."""

    def teams(name: str, day: int, first: int) -> FinishedSession:
        places = (1, 2, 1, 2) if first == 0 else (2, 1, 2, 1)
        players = (ANN, CHIKA, BEN, DAN)
        return game(name, day, *(seat(n, who, places[n], side=n % 2) for n, who in enumerate(players)), of="twin-shoot")

    found = review([teams("a", 1, 0), teams("b", 2, 1), teams("c", 3, 0)])
    assert found.partners == Pair(ANN, BEN, 3, 2, 0)
    assert found.rivals == Pair(ANN, CHIKA, 3, 2, 1)
    own = review([teams("a", 1, 0), teams("b", 2, 1), teams("c", 3, 0)], person=DAN)
    assert own.partners == Pair(DAN, CHIKA, 3, 1, 0)
    assert own.rivals == Pair(DAN, ANN, 3, 1, 2)


def test_who_won_most_of_two_as_good_who_played_less() -> None:
    played = [
        game("a", 1, seat(0, ANN, 1), seat(1, BEN, 2), seat(2, CHIKA, 3)),
        game("b", 2, seat(0, ANN, 2), seat(1, BEN, 1), seat(2, CHIKA, 3)),
        game("c", 3, seat(0, ANN, 2), seat(2, CHIKA, 1)),
        game("d", 4, seat(0, ANN, 1), seat(2, CHIKA, 2)),
    ]
    assert review(played).won == [Won(ANN, 2, 4), Won(BEN, 1, 2), Won(CHIKA, 1, 4)]
    assert review(played).games == [("oh-hell", 4)]


def test_who_is_new_where_others_are_not() -> None:
    played = [two("a", 1, ANN, BEN), two("b", 2, CHIKA, BEN)]
    first = {ANN: "2025-01-01T00:00:00Z", BEN: played[0].began, CHIKA: played[1].began, DAN: "2027-01-01T00:00:00Z"}
    assert review(played, first_played=first).new == [BEN, CHIKA]
    assert review(played, first_played={ANN: played[0].began, BEN: played[0].began}).new == []


def test_a_person_has_the_games_they_sat_in() -> None:
    played = [two("a", 1, ANN, BEN, lead=1), two("b", 2, BEN, CHIKA, lead=2), two("c", 3, ANN, CHIKA, lead=3)]
    found = review(played, person=ANN)
    assert (found.sessions, len(found.evenings), found.players) == (2, 2, 3)
    assert found.tightest is None, "two games compare nothing"

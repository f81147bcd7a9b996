"""Wizard ウィザード: one more card each deal, wizards above and jesters below the suits, exact bids."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import Self

from scoring.decks import playing_cards
from scoring.entry.choices import YES_NO, Choice, Switch
from scoring.entry.fields import Field, Number
from scoring.errors import Problem
from scoring.families.exact_bid_sheet import NO_TRUMPS, ExactBidSheet
from scoring.families.exact_bids import AT_ONCE, IN_TURN, Attempt, bidding, dealers_restriction, too_many_cards
from scoring.families.void_deals import void_deal, void_fine
from scoring.game import Game
from scoring.message import say
from scoring.options import Options, Preset, option
from scoring.sheets.values import Entry
from scoring.table import Table

PACK = playing_cards.PACK_SIZE + 4 + 4
"""The cards of the pack: four suits, four wizards, four jesters."""
PLAYER_COUNTS = (3, 4, 5, 6)
MADE_BONUS = 20
TRICK = 10
MISSED_PENALTY = 10
HIDDEN_BIDS = say("Hidden bids")
EACH_ONCE = Switch(
    name="each_once",
    label=say("Each hand of the plan is dealt once"),
    choices=YES_NO,
    optional=True,
    suggested=True,
    unasked=True,
)
"""Marks the plans of releases that leave out for good what can't be dealt."""


@dataclass(frozen=True, kw_only=True)
class WizardOptions(Options):
    """The house rules of Wizard; `deals` None means as many as the pack allows."""

    deals: int | None = option(
        Number(
            label=say("Number of deals"),
            low=1,
            high=PACK // PLAYER_COUNTS[0],
            unset=say("until all cards are dealt (20 with 3 players, 15 with 4, 12 with 5, 10 with 6)"),
        ),
        of_kind=True,
    )
    bidding: str = bidding(Choice("hidden", HIDDEN_BIDS, AT_ONCE))
    restriction: bool = dealers_restriction(default=False)
    void_deal: str = void_deal()
    void_fine: int = void_fine()

    def resolve_defaults(self, table: Table) -> Self:
        deals = self.deals or PACK // len(table.players)
        return replace(self, deals=deals, restriction=self.restriction and self.bidding == IN_TURN)

    def problems(self, table: Table) -> tuple[Problem, ...]:
        most = PACK // len(table.players)
        if self.deals is None or self.deals <= most:
            return ()
        text = too_many_cards(self.deals, len(table.players), pack=PACK)
        return (Problem("deals", None, text),)


@dataclass(frozen=True, kw_only=True)
class WizardSheet(ExactBidSheet[WizardOptions]):
    """A score sheet of Wizard. Tied players share the win, because the rules don't say."""

    player_counts = PLAYER_COUNTS
    trumps = (*playing_cards.SUIT_CHOICES, NO_TRUMPS)
    pack = PACK

    each_once: bool = False
    """Whether the plan has the mark EACH_ONCE."""

    @property
    def usual_hands(self) -> tuple[int, ...]:
        """One more card in each deal; where all cards were to be dealt, that changes with the number of players."""
        deals = self.options.deals
        assert deals is not None, "resolve_defaults has chosen"
        if deals == PACK // len(self.begun.players):
            deals = self.most_cards
        return tuple(range(1, max(deals, self.deals) + 1))

    def hands_after(self, deals: int) -> tuple[int, ...]:
        """Deals for which the pack is too small are left out: the last is that in which all cards are dealt."""
        planned, most = self.usual_hands if self.planned is None else self.planned, self.most_cards
        return tuple(hand for hand in planned[deals:] if hand <= most)

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        return (*super().plan_fields, EACH_ONCE)

    def replan(self, entry: Entry) -> Self:
        return replace(super().replan(entry), each_once=entry.get(EACH_ONCE.name) is True)

    def write_step(self, entry: Entry) -> Self:
        after = super().write_step(entry)
        if self.planned is None or not self.each_once or self.bids is not None:
            return after
        # Once a deal has begun, the turn of the hands that were left out before it is over.
        ahead = dropwhile(lambda hand: hand > self.most_cards, self.planned[self.deals :])
        return replace(after, planned=(*self.hands[: self.deals], *ahead))

    def points(self, attempt: Attempt, entry: Entry) -> tuple[int, str]:
        """Made: 20, and 10 for each trick; missed: −10 for each trick too many or too few."""
        if attempt.made:
            return MADE_BONUS + TRICK * attempt.tricks, f"{MADE_BONUS} + {TRICK} × {attempt.tricks}"
        return -MISSED_PENALTY * attempt.off, f"−{MISSED_PENALTY} × {attempt.off}"


GAME = Game(
    slug="wizard",
    name="Wizard",
    name_ja="ウィザード",
    options=WizardOptions,
    sheet=WizardSheet,
    presets=(
        Preset(
            "standard",
            say("Standard"),
            say("Until all cards are dealt. Bids in turn, the dealer can bid anything."),
            {},
        ),
        Preset("ten", say("Ten deals"), None, {"deals": 10}),
        Preset(
            "restricted",
            say("Someone must miss"),
            say("Total bids can’t equal the number of tricks (“screw the dealer”)."),
            {"restriction": True},
        ),
        Preset(
            "hidden",
            HIDDEN_BIDS,
            AT_ONCE,
            {"bidding": "hidden"},
        ),
    ),
)

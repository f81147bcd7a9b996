"""Why no pile of cards can make what was said of it; a test holds these reasons against every pile there is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.decks.hanafuda import CUP
from scoring.decks.yaku import OF_LIGHTS, OF_RIBBONS, OF_SAKE, YAKU, YakuRules, read_yaku
from scoring.games.koi_koi.claim import Claim
from scoring.message import Message, plain, say

SIX_RIBBONS = 6


def reasons(claim: Claim, rules: YakuRules, *, november: bool | None) -> Iterator[tuple[str, Message]]:
    """Every reason with the field to mend; none when some pile makes just this.

    `november` says whether a November card lies in the pile; None where nobody said.
    """
    found = [*_lights(claim), *_ribbons(claim, rules), *_sake(claim, rules, november=november)]
    yield from found or _counts(claim, _pile(claim, rules, november=november))


def _lights(claim: Claim) -> Iterator[tuple[str, Message]]:
    """「三光、雨四光、四光、五光の4つの役だけは、互いに重複しません」."""
    said = [YAKU[slug].name for slug in OF_LIGHTS if slug in claim]
    if len(said) > 1:
        yield (
            "yaku",
            say("{yaku} do not count together: keep the best, {best}.", yaku=tuple(said), best=said[0]),
        )


def _ribbons(claim: Claim, rules: YakuRules) -> Iterator[tuple[str, Message]]:
    """六短 is 赤短 and 青短 together."""
    six, pair = YAKU["rokutan"].name, tuple(YAKU[slug].name for slug in OF_RIBBONS)
    said = [slug for slug in OF_RIBBONS if slug in claim]
    few = (claim.cards("tan") or 0) < SIX_RIBBONS
    if "rokutan" in rules.unplayed:
        if len(said) > 1 and few:
            yield "tan", say("{yaku} together are six tan: enter {n} or more tan.", yaku=pair, n=SIX_RIBBONS)
        return
    if rules.exclusive_ribbons:
        if said and ("rokutan" in claim or len(said) > 1):
            text = say("{yaku} stands alone at this table: enter it without {others}.", yaku=six, others=pair)
            yield "yaku", text
    elif (len(said) > 1) != ("rokutan" in claim):
        yield "yaku", say("{others} together are {yaku}: enter all three.", yaku=six, others=pair)
    if "rokutan" in claim and few:
        yield "tan", say("{yaku} is six tan: enter {n} or more tan.", yaku=six, n=SIX_RIBBONS)


def _sake(claim: Claim, rules: YakuRules, *, november: bool | None) -> Iterator[tuple[str, Message]]:
    """花見 is the cup with the curtain, 月見 the cup with the moon, 鉄砲 all three; rain voids the first two."""
    said = [slug for slug in OF_SAKE if slug in claim]
    wet = list(_rain(claim, rules, said, november=november)) if rules.sake == "rain" else []
    yield from wet or _cup(claim, rules, said, november=november)


def _cup(claim: Claim, rules: YakuRules, said: list[str], *, november: bool | None) -> Iterator[tuple[str, Message]]:
    teppo, pair = YAKU["teppo"].name, tuple(YAKU[slug].name for slug in OF_SAKE)
    if rules.exclusive_teppo:
        if said and ("teppo" in claim or len(said) > 1):
            yield "yaku", say("{yaku} stands alone at this table: enter it without {others}.", yaku=teppo, others=pair)
            return
    elif "teppo" not in rules.unplayed and (len(said) > 1) != ("teppo" in claim):
        alone = not said and _may_be_void(rules, november=november)
        if not alone:
            yield "yaku", say("{others} together are {yaku}: enter all three.", yaku=teppo, others=pair)
            return
    lights = _bearer(claim, "goko", "shiko")
    if lights and said:
        made = read_yaku(YAKU[lights].of | {CUP}, rules)
        lacking = tuple(yaku.name for yaku, _ in made if yaku.slug in (*OF_SAKE, "teppo") and yaku.slug not in claim)
        if lacking:
            yield "yaku", _besides(YAKU[lights].name, lacking, said, rules)


def _besides(lights: Message, lacking: tuple[Message, ...], said: list[str], rules: YakuRules) -> Message:
    if rules.exclusive_teppo:
        return say(
            "{lights} hold the curtain and the moon: with the cup that is {yaku}, which stands here without {others}.",
            lights=lights,
            yaku=lacking,
            others=tuple(YAKU[slug].name for slug in said),
        )
    return say("{lights} hold the curtain and the moon: with the cup that is {yaku} too.", lights=lights, yaku=lacking)


def _rain(claim: Claim, rules: YakuRules, said: list[str], *, november: bool | None) -> Iterator[tuple[str, Message]]:
    """「11月(柳)の札を取ってしまうと、花見で一杯/月見で一杯の役が無効になってしまいます」."""
    void = tuple(YAKU[slug].name for slug in said)
    holder = _bearer(claim, "goko", "ameshiko")
    if void and holder:
        yield "yaku", _void_beside(holder, void, claim, rules)
    elif void and november:
        yield (
            "yaku",
            say("A November card makes {yaku} void: take it away, or say that there is none.", yaku=void),
        )
    elif november is False and holder:
        text = say(
            "{lights} hold the rain man: that is a November card, so say that there is one.", lights=YAKU[holder].name
        )
        yield "november", text


def _void_beside(holder: str, void: tuple[Message, ...], claim: Claim, rules: YakuRules) -> Message:
    lights, teppo = YAKU[holder].name, YAKU["teppo"]
    if holder == "goko" and teppo.slug not in claim and teppo.slug not in rules.unplayed:
        return say(
            "{lights} hold the rain man of November, which makes {yaku} void: with the cup that is {teppo} instead.",
            lights=lights,
            yaku=void,
            teppo=teppo.name,
        )
    return say(
        "{lights} hold the rain man of November, which makes {yaku} void: take it away.", lights=lights, yaku=void
    )


def _bearer(claim: Claim, *slugs: str) -> str | None:
    return next((slug for slug in slugs if slug in claim), None)


@dataclass(frozen=True, kw_only=True)
class _Pile:
    """What can lie in the pile beside the yaku that were said."""

    cup: bool
    november: bool


def _pile(claim: Claim, rules: YakuRules, *, november: bool | None) -> _Pile:
    sake = any(slug in claim for slug in OF_SAKE)
    if rules.sake == "rain":
        november = not sake if november is None else november
        void = november
    else:
        november, void = True, rules.sake == "off"
    made = sake or "teppo" in claim
    both = _bearer(claim, "goko", "shiko") is not None  # the curtain and the moon, so the cup would make 鉄砲
    either = _bearer(claim, "sanko", "ameshiko") is not None  # one of them at least: 花見 or 月見
    more = (both and "teppo" not in rules.unplayed) or ((both or either) and not void)
    return _Pile(cup=made or not more, november=november)


def _counts(claim: Claim, pile: _Pile) -> Iterator[tuple[str, Message]]:
    """So many tane, tan and kasu leave no room for what was not said."""
    six = "rokutan" in claim
    cup = () if pile.cup else (say("no sake cup, which would make another yaku"),)
    november = () if pile.november else (say("no card of November"),)
    lacking: dict[str, tuple[Message, ...]] = {
        "tane": (*(_not_all(slug) for slug in ("inoshikacho",) if slug not in claim), *cup, *november),
        "tan": (*(_not_all(slug) for slug in OF_RIBBONS if slug not in claim and not six), *november),
        "kasu": (*cup, *november),
    }
    for slug, cards in claim.counts:
        most = YAKU[slug].most - len(lacking[slug])
        if cards > most:
            text = say(
                "{n} {yaku} cannot be: {most} at most beside these yaku ({reasons}).",
                n=plain(cards),
                yaku=YAKU[slug].name,
                most=most,
                reasons=lacking[slug],
            )
            yield slug, text


def _not_all(slug: str) -> Message:
    return say("not all of {yaku}", yaku=YAKU[slug].name)


def _may_be_void(rules: YakuRules, *, november: bool | None) -> bool:
    """花見 and 月見 may be missing beside 鉄砲, since they do not count."""
    return rules.sake == "off" or (rules.sake == "rain" and november is not False)

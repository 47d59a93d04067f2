from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.belot import (
    BELOTE_VALUE,
    LAST_TRICK,
    LEVEL_POINTS,
    PLAIN_POINTS,
    QUINTE_VALUE,
    RANKS,
    SEQUENCE_VALUES,
    TRUMP_POINTS,
    Variant,
    carres_in,
    possible_points,
)
from games.wording.signs import lower_first
from games.wording.texts import contract_name, rank_name

SPECIAL_FOURS: Final = {
    "J": gettext_lazy("Four jacks"),
    "9": gettext_lazy("Four nines"),
    "A": pgettext_lazy("declaration", "Four aces"),
}


@dataclass(frozen=True, slots=True)
class CardWorth:
    rank: str
    trumps: int
    plain: int


@dataclass(frozen=True, slots=True)
class Combination:
    title: str
    points: int


@dataclass(frozen=True, slots=True)
class Worth:
    """What cards, deals and declarations count; a total is None if the contract does not exist."""

    cards: tuple[CardWorth, ...]
    suit: int
    no_trumps: int | None
    no_trumps_factor: int
    all_trumps: int | None
    last_trick: int
    capot: int
    in_tricks: bool
    """Whether combinations count in tricks."""
    otherwise: tuple[str, ...]
    """Contracts with other card values."""
    combinations: tuple[Combination, ...]


def worth_of(variant: Variant) -> Worth:
    totals = {code: possible_points(variant, code).total for code in variant.contracts.split()}
    return Worth(
        cards=tuple(
            CardWorth(rank, worth, PLAIN_POINTS[rank])
            for rank, worth in TRUMP_POINTS.items()
            if worth or PLAIN_POINTS[rank]
        ),
        suit=totals["H"],
        no_trumps=totals.get("NT"),
        no_trumps_factor=variant.no_trumps_factor,
        all_trumps=totals.get("AT"),
        last_trick=LAST_TRICK,
        capot=variant.capot_points,
        in_tricks=variant.declarations == "trick",
        otherwise=tuple(level_point_lines(variant)),
        combinations=tuple(combinations_of(variant)),
    )


def worth_lines(variant: Variant) -> list[str]:
    cards = {"cards": card_values_text(TRUMP_POINTS), "points": LAST_TRICK}
    combinations = (f"{lower_first(each.title)} {each.points}" for each in combinations_of(variant))
    return [
        _("Trumps: %(cards)s; last trick %(points)d") % cards,
        _("Other suits: %s") % card_values_text(PLAIN_POINTS),
        *level_point_lines(variant),
        capfirst(", ".join(combinations)),
    ]


def level_point_lines(variant: Variant) -> Iterator[str]:
    if variant.points != "level":
        return
    for code, points in LEVEL_POINTS.items():
        if code in variant.contracts.split():
            yield f"{capfirst(contract_name(code))}: {card_values_text(points)}"


def card_values_text(points: Mapping[str, int]) -> str:
    """Scoring cards, highest first: "jack 20, 9 14, ace 11"."""
    dear_first = sorted(points.items(), key=lambda one: -one[1])
    return ", ".join(f"{rank_name(rank)} {count}" for rank, count in dear_first if count)


def combinations_of(variant: Variant) -> Iterator[Combination]:
    in_tricks = variant.declarations == "trick"
    if variant.declarations != "none":
        yield Combination(_("Three in sequence"), SEQUENCE_VALUES[3])
        yield from long_runs_of(variant)
        yield from fours_of(variant)
    title = _("King and queen of trumps") if in_tricks else _("Belote")
    yield Combination(title, BELOTE_VALUE)


def long_runs_of(variant: Variant) -> Iterator[Combination]:
    if variant.declarations == "trick":
        yield Combination(_("Four in sequence"), SEQUENCE_VALUES[4])
    elif variant.long_runs == "four":
        yield Combination(_("Four in sequence and more"), SEQUENCE_VALUES[4])
    else:
        yield Combination(_("Four in sequence"), SEQUENCE_VALUES[4])
        yield Combination(_("Five and more"), QUINTE_VALUE)


def fours_of(variant: Variant) -> Iterator[Combination]:
    """Fours of a kind: named ones, the others together, then no-trumps where they differ."""
    in_tricks = variant.declarations == "trick"
    of_suits = fours_in(variant, "H")
    named = {
        rank: title for rank, title in SPECIAL_FOURS.items() if of_suits[rank] != of_suits["K"]
    }
    for rank, title in named.items():
        if of_suits[rank]:
            yield Combination(str(title), of_suits[rank])
    if of_suits["K"]:
        yield Combination(str(other_fours_title(in_tricks, bool(named))), of_suits["K"])
    if "NT" in variant.contracts.split() and variant.no_trumps_declarations:
        yield from fours_without_trumps(of_suits, fours_in(variant, "NT"))


def other_fours_title(in_tricks: bool, are_more: bool) -> Promise:
    if not in_tricks:
        return gettext_lazy("Any other four of a kind from tens up")
    return gettext_lazy("Another four of a kind") if are_more else gettext_lazy("Four of a kind")


def fours_without_trumps(
    of_suits: Mapping[str, int], of_no_trumps: Mapping[str, int]
) -> Iterator[Combination]:
    for rank, title in SPECIAL_FOURS.items():
        if of_no_trumps[rank] not in (of_suits[rank], 0):
            words = _("%(combination)s in no trumps") % {"combination": title}
            yield Combination(words, of_no_trumps[rank])


def fours_in(variant: Variant, contract: str) -> Mapping[str, int]:
    return dict(zip(RANKS, carres_in(variant, contract), strict=True))

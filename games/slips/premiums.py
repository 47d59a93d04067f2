"""Declarations and belotes on slips: points, and what cannot occur together.

``static/js/slips/premiums.js`` lists them too; a test holds both equal.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.belot import RANKS, Variant, carres_in

BELOTE: Final = "belote"
FOUR_ACES: Final = "four_aces"
RUNS: Final[tuple[str, ...]] = ("tierce", "quarte", "quinte")
CARRE_RANKS: Final[Mapping[str, str]] = {
    "carre_tens": "T",
    "carre_queens": "Q",
    "carre_kings": "K",
    "carre_nines": "9",
    "carre_jacks": "J",
    FOUR_ACES: "A",
}
"""Carrés that are separate kinds where their points differ from the usual."""
CARRES: Final = ("carre", *CARRE_RANKS)
ALL_TRUMPS: Final = "AT"
NO_TRUMPS: Final = "NT"


class Premium(NamedTuple):
    kind: str
    name: str | Promise
    value: int


PREMIUMS: Final[Mapping[str, Premium]] = {
    premium.kind: premium
    for premium in (
        Premium("tierce", pgettext_lazy("declaration", "Tierce"), 20),
        Premium("quarte", pgettext_lazy("declaration", "Quarte"), 50),
        Premium("quinte", pgettext_lazy("declaration", "Quinte"), 100),
        Premium("carre", pgettext_lazy("declaration", "Carré"), 100),
        Premium("carre_tens", pgettext_lazy("declaration", "Four tens"), 100),
        Premium("carre_queens", pgettext_lazy("declaration", "Four queens"), 100),
        Premium("carre_kings", pgettext_lazy("declaration", "Four kings"), 100),
        Premium("carre_nines", pgettext_lazy("declaration", "Four nines"), 150),
        Premium("carre_jacks", pgettext_lazy("declaration", "Four jacks"), 200),
        Premium(FOUR_ACES, pgettext_lazy("declaration", "Four aces"), 200),
        Premium(BELOTE, pgettext_lazy("declaration", "Belote"), 20),
    )
}
"""With default points (rules 2; four aces in no trumps: rules 3)."""

AnnouncedKinds = Mapping[str, Sequence[str]]
"""By side: codes of kinds, one per announcement."""


def premiums_of(variant: Variant, contract: str) -> list[Premium]:
    if variant.declarations == "none":
        return [] if contract == NO_TRUMPS else [PREMIUMS[BELOTE]]
    up_to_four = variant.long_runs == "four" or variant.declarations == "trick"
    runs = RUNS[:2] if up_to_four else RUNS
    if contract == NO_TRUMPS and not variant.no_trumps_declarations:
        runs = ()
    points = dict.fromkeys(runs, 0) | carre_kinds(variant, contract)
    premiums = [
        PREMIUMS[kind]._replace(value=points[kind] or PREMIUMS[kind].value) for kind in points
    ]
    return premiums if contract == NO_TRUMPS else [*premiums, PREMIUMS[BELOTE]]


def carre_kinds(variant: Variant, contract: str) -> dict[str, int]:
    """Kinds of carré that count, with their points; the usual ones share one kind.

    Usual is what two of tens, queens and kings are worth.
    """
    row = dict(zip(RANKS, carres_in(variant, contract), strict=True))
    ten, queen, king = row["T"], row["Q"], row["K"]
    usual = queen if queen == king else ten
    kinds = {"carre": usual} if usual else {}
    return kinds | {
        kind: row[rank] for kind, rank in CARRE_RANKS.items() if row[rank] and row[rank] != usual
    }


def premium_in(variant: Variant, contract: str, kind: str) -> Premium:
    """A kind with its points in a contract, or its usual ones if not allowed there."""
    own = (premium for premium in premiums_of(variant, contract) if premium.kind == kind)
    return next(own, PREMIUMS[kind])


def most_belotes(contract: str) -> int:
    return {NO_TRUMPS: 0, ALL_TRUMPS: 4}.get(contract, 1)


def points_of(variant: Variant, contract: str, kinds: Sequence[str]) -> int:
    return sum(premium_in(variant, contract, kind).value for kind in kinds)


def premium_fault(variant: Variant, contract: str, named: AnnouncedKinds, capot: str | None) -> str:
    """Why these cannot all count together; empty if they can (rules 2, 3).

    ``capot`` is the side that took every trick.
    """
    allowed = {premium.kind for premium in premiums_of(variant, contract)}
    if any(kind not in allowed for kinds in named.values() for kind in kinds):
        return foreign_fault(contract)
    if sum(list(kinds).count(BELOTE) for kinds in named.values()) > most_belotes(contract):
        if contract == ALL_TRUMPS:
            return _("There are only four belotes in all trumps.")
        return _("There is only one belote in a suit contract.")
    if is_counted_for_both(variant, named):
        return _("Only the side with the better declaration counts its own. Enter what counted.")
    return trick_fault(variant, named, capot)


def foreign_fault(contract: str) -> str:
    if contract == NO_TRUMPS:
        return _("In no trumps nothing of this is announced.")
    return _("Four aces count apart in no trumps only; here they are a carré.")


def is_counted_for_both(variant: Variant, named: AnnouncedKinds) -> bool:
    """Whether both sides count what only the better side can count."""
    if variant.declarations == "trick":
        return False
    runs = sum(any(kind in RUNS for kind in kinds) for kinds in named.values())
    carres = sum(any(kind in CARRES for kind in kinds) for kinds in named.values())
    either = sum(any(kind in RUNS + CARRES for kind in kinds) for kinds in named.values())
    return runs > 1 or carres > 1 or (variant.contest == "together" and either > 1)


def trick_fault(variant: Variant, named: AnnouncedKinds, capot: str | None) -> str:
    in_tricks = variant.declarations == "trick"
    if not capot or not (variant.trick_needed or in_tricks):
        return ""
    spared = {BELOTE} if variant.trick_needed == "but_belote" and not in_tricks else set()
    lost = any(set(kinds) - spared for side, kinds in named.items() if side != capot)
    return _("Without a trick nothing of this counts in these rules.") if lost else ""

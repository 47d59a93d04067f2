"""The declarations and belotes that a slip can name, their points, and what cannot be together."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.belot import Variant

BELOTE: Final = "belote"
FOUR_ACES: Final = "four_aces"
RUNS: Final = ("tierce", "quarte", "quinte")
CARRES: Final = ("carre", "carre_nines", "carre_jacks")
ALL_TRUMPS: Final = "AT"
NO_TRUMPS: Final = "NT"


class Premium(NamedTuple):
    """One kind of declaration: its code, its name, and its card points."""

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
        Premium("carre_nines", pgettext_lazy("declaration", "Four nines"), 150),
        Premium("carre_jacks", pgettext_lazy("declaration", "Four jacks"), 200),
        Premium(FOUR_ACES, pgettext_lazy("declaration", "Four aces"), 200),
        Premium(BELOTE, pgettext_lazy("declaration", "Belote"), 20),
    )
}
"""Every kind by its code (rules 2; four aces in no trumps: rules 3)."""

Named = Mapping[str, Sequence[str]]
"""What each side named: codes of kinds, one as often as it was announced."""


def premiums_of(variant: Variant, contract: str) -> list[Premium]:
    """The premiums that can be announced in a contract."""
    if contract == NO_TRUMPS:
        return [PREMIUMS[FOUR_ACES]] if variant.no_trumps_four_aces else []
    return [premium for premium in PREMIUMS.values() if premium.kind != FOUR_ACES]


def most_belotes(contract: str) -> int:
    """How many belotes a deal can have: one for each trump suit."""
    return {NO_TRUMPS: 0, ALL_TRUMPS: 4}.get(contract, 1)


def points_of(kinds: Sequence[str]) -> int:
    """The card points of several declarations together."""
    return sum(PREMIUMS[kind].value for kind in kinds)


def premium_fault(variant: Variant, contract: str, named: Named, capot: str | None) -> str:
    """Why these cannot all count together, in words; empty where they can (rules 2, 3).

    ``capot`` is the side that took every trick.
    """
    allowed = {premium.kind for premium in premiums_of(variant, contract)}
    if any(kind not in allowed for kinds in named.values() for kind in kinds):
        return foreign_fault(contract)
    if sum(list(kinds).count(BELOTE) for kinds in named.values()) > most_belotes(contract):
        if contract == ALL_TRUMPS:
            return _("There are only four belotes in all trumps.")
        return _("There is only one belote in a suit contract.")
    if one_side_too_many(variant, named):
        return _("Only the side with the better declaration counts its own. Enter what counted.")
    return trick_fault(variant, named, capot)


def foreign_fault(contract: str) -> str:
    if contract == NO_TRUMPS:
        return _("In no trumps nothing of this is announced.")
    return _("Four aces count apart in no trumps only; here they are a carré.")


def one_side_too_many(variant: Variant, named: Named) -> bool:
    """Whether both sides count what only the side with the better one counts."""
    runs = sum(any(kind in RUNS for kind in kinds) for kinds in named.values())
    carres = sum(any(kind in CARRES for kind in kinds) for kinds in named.values())
    either = sum(any(kind in RUNS + CARRES for kind in kinds) for kinds in named.values())
    return runs > 1 or carres > 1 or (variant.contest == "together" and either > 1)


def trick_fault(variant: Variant, named: Named, capot: str | None) -> str:
    if not capot or not variant.trick_needed:
        return ""
    spared = {BELOTE} if variant.trick_needed == "but_belote" else set()
    lost = any(set(kinds) - spared for side, kinds in named.items() if side != capot)
    return _("Without a trick nothing of this counts in these rules.") if lost else ""

"""How much of what was announced belotes are, where the rules look at them alone."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.belot import Variant
from games.slips.said import SIDES, Impossible
from games.wording.texts import seat_name


def with_belote(variant: Variant, slip: Mapping[str, object]) -> dict[str, object]:
    """The slip with its belotes apart, where the rules ask for them and the slip leaves no doubt.

    Claims name each belote, nothing announced is no belote, and no trumps have none. Any other
    slip comes back as it is: the engine says that the belotes are missing.
    """
    asked = variant.counts_belotes_apart and "contract" in slip and "belote" not in slip
    if not asked:
        return dict(slip)
    claims, announced = slip.get("claims"), slip.get("announced")
    if isinstance(claims, list) and claims:
        return {**slip, "belote": belotes_in(claims)}
    said = announced.values() if isinstance(announced, Mapping) else ()
    if slip["contract"] == "NT" or not any(said):
        return {**slip, "belote": dict.fromkeys(SIDES, 0)}
    return dict(slip)


def belotes_in(claims: Sequence[object]) -> dict[str, int]:
    """The points of the belotes among the claims of a slip that nobody has checked yet."""
    found = dict.fromkeys(SIDES, 0)
    for claim in claims:
        if isinstance(claim, Mapping) and claim.get("kind") == "belote":
            side, value = claim.get("side"), claim.get("value")
            if side in found and type(value) is int:
                found[side] += value
    return found


def check_belote_claims(
    claimed: Sequence[tuple[str, str, int]], belote: Mapping[str, int] | None
) -> None:
    """Refuse belotes that are said apart and named otherwise; raises Impossible."""
    for side in SIDES if belote is not None else ():
        assert belote is not None
        named = sum(value for who, kind, value in claimed if who == side and kind == "belote")
        if named != belote[side]:
            raise Impossible(
                "belote_sum",
                _("The belotes of %(side)s come to %(named)d, not to %(said)d.")
                % {"side": seat_name(side), "named": named, "said": belote[side]},
                "belote",
            )

"""Belote points in announcements, for rules that treat belotes separately."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.belot import Variant
from games.slips.said import SIDES, ImpossibleSlipError
from games.wording.texts import seat_name


def with_belote(variant: Variant, slip: Mapping[str, object]) -> dict[str, object]:
    """Add ``belote`` to a slip where the rules need it and the slip determines it.

    Claims name each belote; nothing announced, or no trumps, means none. Any other slip is
    unchanged, and the engine reports the missing belotes.
    """
    needs_belote = variant.counts_belotes_apart and "contract" in slip and "belote" not in slip
    if not needs_belote:
        return dict(slip)
    claims, announced = slip.get("claims"), slip.get("announced")
    if isinstance(claims, list) and claims:
        return {**slip, "belote": belotes_in(claims)}
    amounts = announced.values() if isinstance(announced, Mapping) else ()
    if slip["contract"] == "NT" or not any(amounts):
        return {**slip, "belote": dict.fromkeys(SIDES, 0)}
    return dict(slip)


def belotes_in(claims: Sequence[object]) -> dict[str, int]:
    points_by_side = dict.fromkeys(SIDES, 0)
    for claim in claims:
        if isinstance(claim, Mapping) and claim.get("kind") == "belote":
            side, value = claim.get("side"), claim.get("value")
            if side in points_by_side and type(value) is int:
                points_by_side[side] += value
    return points_by_side


def check_belote_claims(
    claimed: Sequence[tuple[str, str, int]], belote: Mapping[str, int] | None
) -> None:
    """Refuse claimed belotes that differ from ``belote``; raises ImpossibleSlipError."""
    for side in SIDES if belote is not None else ():
        assert belote is not None
        named = sum(value for who, kind, value in claimed if who == side and kind == "belote")
        if named != belote[side]:
            raise ImpossibleSlipError(
                "belote_sum",
                _("The belotes of %(side)s come to %(named)d, not to %(said)d.")
                % {"side": seat_name(side), "named": named, "said": belote[side]},
                "belote",
            )

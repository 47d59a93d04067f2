"""What was announced on a board: declarations and belotes together, and what of it is belotes."""

from typing import TypedDict

from tournaments.models import Seat


class Announced(TypedDict, total=False):
    """What an outcome says of declarations and belotes, by side: together, or each apart."""

    announced: dict[str, int]
    declarations: dict[str, int]
    belote: dict[str, int]


def announced_points(outcome: Announced) -> dict[str, int]:
    """Declarations and belote together; a full record keeps them apart."""
    if "announced" in outcome:
        return dict(outcome["announced"])
    return {
        side: outcome.get("declarations", {}).get(side, 0) + outcome.get("belote", {}).get(side, 0)
        for side in Seat.Side.values
    }


def belote_points(outcome: Announced) -> dict[str, int]:
    """The belotes, as far as they are known: of a record, and where the rules count them apart."""
    return {side: outcome.get("belote", {}).get(side, 0) for side in Seat.Side.values}

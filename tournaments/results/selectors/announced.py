from typing import TypedDict

from tournaments.models import Seat


class AnnouncedOutcome(TypedDict, total=False):
    announced: dict[str, int]
    declarations: dict[str, int]
    belote: dict[str, int]


def announced_points(outcome: AnnouncedOutcome) -> dict[str, int]:
    """Declarations plus belotes; full records store them separately."""
    if "announced" in outcome:
        return dict(outcome["announced"])
    return {
        side: outcome.get("declarations", {}).get(side, 0) + outcome.get("belote", {}).get(side, 0)
        for side in Seat.Side.values
    }


def belote_points(outcome: AnnouncedOutcome) -> dict[str, int]:
    """Belotes by side, as far as known (records, or rules that count them separately)."""
    return {side: outcome.get("belote", {}).get(side, 0) for side in Seat.Side.values}

"""How often a helper may type what the cards of a board speak against: as often as its table.

A helper may sit at a table too, so whether an entry goes with the cards is told a few times a play
and no more (see ``tournaments.results.services.table_cards``). Whoever directs sees the cards'
reasons anyway, and is not counted.
"""

from tournaments.events.actor import acting_name
from tournaments.events.entry import Author
from tournaments.models import Play, Result
from tournaments.permissions import Actor
from tournaments.results.services.slips import asks_cards
from tournaments.results.services.table_cards import note_try
from tournaments.scorer.selectors.comparison import Judged


def spend_try(play: Play, look: Judged, actor: Actor) -> None:
    """Count what a helper typed against the cards; raises Refused once there are no tries left."""
    if actor is not None or not look.slip:
        return
    if look.against is None and (look.entry is None or not asks_cards(look.entry)):
        return
    note_try(
        play, look.slip, Author(source=Result.Source.DIRECTOR, who=acting_name()), look.against
    )

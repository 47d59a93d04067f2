"""Limit card checks of helpers as for tables.

Helpers can be players, so entries against the cards are limited per play (see
``tournaments.results.services.table_cards``). Directors see the reasons anyway and are
exempt.
"""

from tournaments.events.actor import acting_name
from tournaments.events.entry import Author
from tournaments.models import Play, Result
from tournaments.permissions import Actor
from tournaments.results.services.slips import asks_cards
from tournaments.results.services.table_cards import note_try
from tournaments.scorer.selectors.comparison import Judged


def spend_try(play: Play, look: Judged, actor: Actor) -> None:
    """Count a helper's entry against the cards; raise RuleViolationError beyond the limit."""
    if actor is not None or not look.slip:
        return
    if look.against is None and (look.entry is None or not asks_cards(look.entry)):
        return
    note_try(
        play, look.slip, Author(source=Result.Source.DIRECTOR, who=acting_name()), look.against
    )

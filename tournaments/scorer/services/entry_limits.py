"""Limit card checks of helpers as for tables.

Helpers can be players, so entries against the cards are limited per play (see
``tournaments.results.services.table_cards``). Directors see the reasons anyway and are
exempt.
"""

from tournaments.events.actor import actor_name
from tournaments.events.entry import Author
from tournaments.models import Play, Result
from tournaments.permissions import Actor
from tournaments.results.services.slips import has_card_claims
from tournaments.results.services.table_cards import count_attempt
from tournaments.scorer.selectors.comparison import Judgement


def count_attempt_by_helper(play: Play, look: Judgement, actor: Actor) -> None:
    """Count a helper's entry against the cards; raise RuleViolationError beyond the limit."""
    if actor is not None or not look.slip:
        return
    if look.against is None and (look.entry is None or not has_card_claims(look.entry)):
        return
    count_attempt(
        play, look.slip, Author(source=Result.Source.DIRECTOR, who=actor_name()), look.against
    )

"""Draw a round and store it as a draft (services and workers)."""

from collections.abc import Iterator

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournaments.draws.seating import RoundPlan, SeatedTable, store_round
from tournaments.draws.selectors.pairing import (
    Pairing,
    PlannedMeeting,
    bracket_pairing,
    pair_by_draw,
)
from tournaments.errors import RuleViolationError
from tournaments.events.append import log
from tournaments.models import Play, Round, Tournament
from tournaments.movements import MovementError
from tournaments.movements import Sitting as Place
from tournaments.state.formats import is_bracket, tables_per_match


def plan_of(tournament: Tournament, number: int, attempt: int = 0) -> RoundPlan:
    """Plan a round from current data; ``attempt`` counts redraws and changes the lot.

    No tables if nothing is left to play; raise MovementError if no pairing exists.
    """
    if is_bracket(tournament):
        pairing = bracket_pairing(tournament)
    else:
        pairing = pair_by_draw(tournament, number, attempt)
    return RoundPlan(
        list(place_meetings(tournament, pairing, number)), pairing.resting, pairing.drawn
    )


def playable_plan(tournament: Tournament, number: int, attempt: int = 0) -> RoundPlan:
    """The plan of a round; refuse one without tables."""
    try:
        plan = plan_of(tournament, number, attempt)
    except MovementError as error:
        raise RuleViolationError(error.code, _(error.template) % error.params) from error
    if not plan.placed:
        raise RuleViolationError("decided", _("Everything is decided: there is no further round."))
    return plan


def place_meetings(tournament: Tournament, pairing: Pairing, number: int) -> Iterator[SeatedTable]:
    """Tables of a round: one per meeting, or an open and a closed room for teams."""
    for meet in pairing.meetings:
        for table, ns, ew in tables_of(meet, tables_per_match(tournament)):
            yield SeatedTable(Place(table, ns, ew, number), meet.match, meet.reasons)


def tables_of(meet: PlannedMeeting, count: int) -> list[tuple[int, int, int]]:
    if count == 1:
        return [(meet.table, meet.a, meet.b)]
    return [(2 * meet.table - 1, meet.a, meet.b), (2 * meet.table, meet.b, meet.a)]


def store_draft(
    tournament: Tournament,
    number: int,
    plan: RoundPlan,
    *,
    provisional: bool = False,
    user: User | None = None,
) -> Round:
    """Store a round visible to the director only; the caller locks ``tournament``."""
    row = Round.objects.create(tournament=tournament, number=number, is_published=False)
    drawn = {**plan.drawn, "attempt": 0}
    if provisional:
        drawn["provisional"] = missing_results(tournament, number)
    store_round(tournament, row, RoundPlan(plan.placed, plan.resting, drawn))
    log(tournament.pk, "round_drawn", user=user, round=number)
    log_draw_decisions(row, user=user)
    return row


def log_draw_decisions(row: Round, *, user: User | None) -> None:
    """Log the reason for the bye and moves away from fixed tables."""
    if bye := row.drawn.get("bye"):
        log(
            row.tournament_id, "rest_drawn", user=user, round=row.number,
            number=bye["team"], why=bye["code"],
        )  # fmt: skip
    for stays, moves in row.drawn.get("moves", []):
        log(
            row.tournament_id, "fixed_table_left", user=user, round=row.number,
            number=moves, other=stays,
        )  # fmt: skip


def missing_results(tournament: Tournament, before: int) -> int:
    return Play.objects.filter(
        sitting__round__tournament=tournament,
        sitting__round__number__lt=before,
        state=Play.State.EMPTY,
    ).count()

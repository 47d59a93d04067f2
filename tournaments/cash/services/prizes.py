from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.cash.prizes import MAX_PLACES, listed_places
from tournaments.cash.selectors.prizes import current_prizes, prize_plan
from tournaments.errors import RuleViolationError
from tournaments.events.append import refresh_all_tables
from tournaments.models import FeePlan, PrizePlan, Tournament
from tournaments.permissions import Actor
from tournaments.state.locks import check_is_leader, lock_for_entry


@transaction.atomic
def plan_prizes(
    *,
    tournament: Tournament,
    way: str,
    percent: int | None,
    fixed: int,
    step: int,
    shares: Sequence[int],
    nth: int,
    each: int | None,
    listed: str = "",
    note: str = "",
    actor: Actor = None,
) -> PrizePlan:
    check_is_leader(lock_for_entry(tournament.pk))
    if not FeePlan.objects.filter(tournament=tournament.pk).exists():
        raise RuleViolationError(
            "no_fees", _("This tournament charges no fees. Set its fees first.")
        )
    check_shares(shares)
    check_places(way, listed)
    values = {
        "way": way, "percent": percent, "fixed": fixed, "step": step, "shares": list(shares),
        "nth": nth, "listed": listed.strip(), "each": each,
        "note": note.strip()[:300],
    }  # fmt: skip
    plan, _made = PrizePlan.objects.update_or_create(tournament=tournament, defaults=values)
    return plan


def check_shares(shares: Sequence[int]) -> None:
    if not 0 < len(shares) <= MAX_PLACES or any(not 1 <= share <= 1000 for share in shares):
        raise RuleViolationError(
            "no_shares",
            _("Write the shares of the places from the first one on, such as 50 30 20."),
            field="shares",
        )


def check_places(way: str, listed: str) -> None:
    """Refuse a list of places that is unreadable or unused by the chosen distribution."""
    try:
        if listed.strip() or way == PrizePlan.Way.PLACES:
            listed_places(listed, MAX_PLACES)
    except ValueError as error:
        raise RuleViolationError(
            "bad_places", _("Write the places as in 1–4, 8, 12 …, last."), field="listed"
        ) from error


@transaction.atomic
def announce_prizes(*, tournament: Tournament, actor: Actor = None) -> PrizePlan:
    """Publish the current prizes."""
    plan = locked_plan(tournament)
    plan.announced = list(current_prizes(tournament, plan).amounts)
    if not plan.announced:
        raise RuleViolationError("no_prizes", _("There is nothing in the fund yet."))
    return save_and_refresh(plan)


@transaction.atomic
def hide_prizes(*, tournament: Tournament, actor: Actor = None) -> PrizePlan:
    plan = locked_plan(tournament)
    plan.announced = []
    return save_and_refresh(plan)


def locked_plan(tournament: Tournament) -> PrizePlan:
    check_is_leader(lock_for_entry(tournament.pk))
    plan = PrizePlan.objects.select_for_update(no_key=True).filter(tournament=tournament.pk).first()
    return plan or prize_plan(tournament)


def save_and_refresh(plan: PrizePlan) -> PrizePlan:
    plan.save()
    refresh_all_tables(plan.tournament_id)
    return plan

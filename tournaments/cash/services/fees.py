from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from games.fields import clean_name
from tournaments.cash.money import CURRENCIES, MAX_AMOUNT
from tournaments.cash.selectors.fees import kinds_of, last_plan
from tournaments.clubs.names import search_key
from tournaments.errors import RuleViolationError
from tournaments.models import FeeKind, FeePlan, LedgerLine, PersonFee, Team, Tournament
from tournaments.permissions import Actor
from tournaments.state.locks import check_is_leader, lock_for_entry

MAX_KINDS = 8


@dataclass(frozen=True)
class FeeKindRequest:
    """A requested fee kind; ``pk`` is the existing kind it replaces."""

    amount: int
    code: str = ""
    name: str = ""
    pk: int | None = None


@dataclass(frozen=True)
class FeesRequest:
    kinds: tuple[FeeKindRequest, ...]
    currency: str


@transaction.atomic
def set_fees(
    *,
    tournament: Tournament,
    kinds: Sequence[FeeKindRequest],
    currency: str = "EUR",
    buy_back: int | None = None,
    actor: Actor = None,
) -> FeePlan:
    """Set fees by kind; people keep their kinds.

    The currency cannot change after the first payment.
    """
    check_is_leader(lock_for_entry(tournament.pk))
    plan, _made = FeePlan.objects.select_for_update(no_key=True).get_or_create(
        tournament=tournament, defaults={"currency": currency}
    )
    check_kinds(kinds)
    if currency not in CURRENCIES:
        raise RuleViolationError(
            "no_currency", _("This currency is not known here."), field="currency"
        )
    has_lines = LedgerLine.objects.filter(tournament=tournament.pk).exists()
    if currency != plan.currency and has_lines:
        raise RuleViolationError(
            "currency_stays",
            _("Somebody has paid already, so the currency stays."),
            field="currency",
        )
    plan.currency, plan.buy_back = currency, buy_back
    plan.save(update_fields=["currency", "buy_back"])
    store_kinds(tournament, kinds)
    return plan


@transaction.atomic
def set_first_fees(*, tournament: Tournament, fees: FeesRequest, actor: Actor = None) -> FeePlan:
    """Set a tournament's first fees, with the last re-entry price if the currency is the same."""
    before = last_plan(tournament)
    is_same = before is not None and before.currency == fees.currency
    return set_fees(
        tournament=tournament,
        kinds=fees.kinds,
        currency=fees.currency,
        buy_back=before.buy_back if before and is_same else None,
        actor=actor,
    )


def check_kinds(kinds: Sequence[FeeKindRequest]) -> None:
    if not kinds:
        raise RuleViolationError("no_kinds", _("Keep at least one kind of fee."))
    if len(kinds) > MAX_KINDS:
        raise RuleViolationError(
            "too_many_kinds", _("There are at most %d kinds of fees.") % MAX_KINDS
        )
    names = [clean_name(kind.name) or kind.code for kind in kinds]
    if not all(names):
        raise RuleViolationError("no_name", _("Give each kind of fee a name."))
    words = [search_key(name) for name in names]
    if len(set(words)) < len(words):
        raise RuleViolationError("kind_twice", _("Two kinds of fees have the same name."))
    if any(not 0 <= kind.amount <= MAX_AMOUNT for kind in kinds):
        raise RuleViolationError("no_amount", _("A fee is 0 or more."))


def store_kinds(tournament: Tournament, kinds: Sequence[FeeKindRequest]) -> None:
    """Replace the kinds; people of a deleted kind fall back to the first."""
    known = {kind.pk: kind for kind in kinds_of(tournament)}
    remaining_ids = {kind.pk for kind in kinds if kind.pk in known}
    FeeKind.objects.filter(tournament=tournament.pk).exclude(pk__in=remaining_ids).delete()
    # Temporary positions and names: two kinds can swap places.
    for pk in remaining_ids:
        FeeKind.objects.filter(pk=pk).update(position=1000 + pk % 30000, code="", name=f"#{pk}")
    for position, kind_request in enumerate(kinds, start=1):
        row = known[kind_request.pk] if kind_request.pk in known else FeeKind(tournament=tournament)
        row.code, row.name = kind_request.code, clean_name(kind_request.name)[:40]
        row.amount, row.position = kind_request.amount, position
        row.save()


@transaction.atomic
def remove_fees(*, tournament: Tournament, actor: Actor = None) -> None:
    """Make the tournament free; refused once the ledger has lines."""
    check_is_leader(lock_for_entry(tournament.pk))
    if LedgerLine.objects.filter(tournament=tournament.pk).exists():
        raise RuleViolationError("has_ledger", _("Somebody has paid already: the ledger stays."))
    FeeKind.objects.filter(tournament=tournament.pk).delete()
    FeePlan.objects.filter(tournament=tournament.pk).delete()


@transaction.atomic
def set_kinds(*, team: Team, kinds: Mapping[int, int], actor: Actor = None) -> Team:
    """Set each person's fee kind, by position in the team."""
    tournament = check_is_leader(lock_for_entry(team.tournament_id))
    known = {kind.pk for kind in kinds_of(tournament)}
    if any(kind not in known for kind in kinds.values()):
        raise RuleViolationError("no_such_kind", _("There is no such kind of fee any more."))
    for position, kind in kinds.items():
        PersonFee.objects.update_or_create(team=team, position=position, defaults={"kind_id": kind})
    return team


@transaction.atomic
def copy_last_kinds(*, team: Team) -> None:
    """Set the kinds people had in the club's last tournament, where none is set."""
    kinds = {(kind.code, kind.name): kind for kind in kinds_of(team.tournament)}
    before = last_plan(team.tournament)
    if before is None or not kinds:
        return
    had = PersonFee.objects.filter(team__tournament=before.tournament_id).select_related("kind")
    places = {(row.team_id, row.position): row.kind for row in had}
    rows = before.tournament.teams.filter(players__in=team.players.all())
    last = {
        seat.player_id: places.get((seat.team_id, seat.position))
        for other in rows.distinct().prefetch_related("team_players")
        for seat in other.team_players.all()
    }
    for seat in team.team_players.all():
        kind = last.get(seat.player_id)
        now = kinds.get((kind.code, kind.name)) if kind else None
        if now is not None:
            PersonFee.objects.get_or_create(
                team=team, position=seat.position, defaults={"kind": now}
            )

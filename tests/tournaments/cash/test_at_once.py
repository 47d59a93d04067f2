"""Two cashiers press at once: the second sees what the first has taken."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from tests.builders import enter_teams, make_tournament
from tests.tournaments.at_once import at_once
from tournaments.cash.selectors.accounts import accounts_of, ledger_of, till_of
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.cash.services.ledger import (
    cancel_line,
    close_till,
    lock_till,
    pay,
    pay_prize,
    refund,
)
from tournaments.cash.services.steps import run_action
from tournaments.errors import RuleViolationError
from tournaments.models import CashUndoStep, Team, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _rows_are_locked() -> None:
    if not connection.features.has_select_for_update:
        pytest.skip("one writer at a time here: nobody is between looking and storing")


@pytest.fixture
def tournament() -> Tournament:
    made = make_tournament()
    enter_teams(made, 2)
    set_fees(tournament=made, kinds=[FeeKindRequest(600, code="member")])
    return made


@pytest.fixture
def team(tournament: Tournament) -> Team:
    return tournament.teams.get(entry_order=1)


def press(tournament: Tournament, *deeds: Callable[[], Any]) -> list[Any]:
    """Results or refusal codes; all start before any can write."""

    def told(deed: Callable[[], Any]) -> Any:
        try:
            return deed()
        except RuleViolationError as refusal:
            return refusal.code

    return at_once(lambda: lock_till(tournament), *(partial(told, deed) for deed in deeds))


def kinds(tournament: Tournament) -> list[str]:
    return [shown.line.kind for shown in ledger_of(tournament)]


def test_concurrent_payments_of_one_fee_are_stored_once(tournament, team):
    seen = accounts_of(tournament, only=team.pk)[0].seen

    def take() -> Any:
        return pay(tournament=tournament, team=team, key=uuid4(), seen=seen)

    assert "changed_since" in press(tournament, take, take)
    assert (till_of(tournament).total, kinds(tournament)) == (1200, ["paid"])


def test_second_payment_without_version_token_is_rejected(tournament, team):
    found = press(
        tournament,
        lambda: pay(tournament=tournament, team=team),
        lambda: pay(tournament=tournament, team=team, method="card"),
    )
    assert "nothing_owed" in found
    assert till_of(tournament).lines == 1


def test_concurrent_repeats_of_one_key_write_one_line(tournament, team):
    key = uuid4()

    def take() -> int:
        return run_action(team=Team.objects.get(pk=team.pk), do="pay", key=key, actor=None).pk

    assert press(tournament, take, take) == [team.pk, team.pk]
    assert till_of(tournament).lines == 1
    assert CashUndoStep.objects.count() <= 1


def test_concurrent_payments_get_consecutive_numbers(tournament):
    first, second = tournament.teams.all()
    press(
        tournament,
        lambda: pay(tournament=tournament, team=first),
        lambda: pay(tournament=tournament, team=second),
    )
    assert [shown.line.number for shown in ledger_of(tournament)] == [1, 2]
    assert ledger_of(tournament)[-1].total_after == 2400


def test_concurrent_refunds_and_cancellations_count_once(tournament, team):
    line = pay(tournament=tournament, team=team)

    def give_back() -> int:
        return refund(tournament=tournament, team=team).pk

    def cancel() -> int:
        return cancel_line(tournament=tournament, number=2).pk

    assert "nothing_paid" in press(tournament, give_back, give_back)
    first, second = press(tournament, cancel, cancel)
    assert first == second
    assert kinds(tournament) == ["paid", "refund", "cancelled"]
    assert till_of(tournament).total == line.amount


def test_concurrent_prize_payments_are_stored_once(tournament, team):
    def give() -> int:
        return pay_prize(tournament=tournament, team=team, amount=500).pk

    assert "prize_given" in press(tournament, give, give)
    assert kinds(tournament) == ["prize"]


def test_concurrent_payment_and_till_closing_are_consistent(tournament, team):
    paid, closed = press(
        tournament,
        lambda: pay(tournament=tournament, team=team).amount,
        lambda: close_till(tournament=tournament, counted=1200).expected,
    )
    assert (paid, closed) in {(1200, 1200), ("till_closed", 0)}


def test_concurrent_till_closings_are_stored_once(tournament):
    def close() -> int:
        return close_till(tournament=tournament, counted=0).pk

    assert "till_closed" in press(tournament, close, close)
    assert kinds(tournament) == ["closed"]

"""Ledger lines are added and never changed."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from tests.builders import director_of, enter_teams, make_tournament, make_user
from tournaments.cash.selectors.accounts import accounts_of, ledger_of, till_of
from tournaments.cash.services.fees import FeeKindRequest, remove_fees, set_fees, set_kinds
from tournaments.cash.services.ledger import (
    buy_back,
    cancel_line,
    close_till,
    open_till,
    pay,
    pay_prize,
    refund,
    waive,
    write_other,
)
from tournaments.cash.services.steps import run_action, undo_last
from tournaments.entries.services.entries import remove_team
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.models import FeeKind, LedgerLine, Team

pytestmark = [pytest.mark.sql, pytest.mark.django_db]
KINDS = (
    FeeKindRequest(600, code="member"),
    FeeKindRequest(1000, code="guest"),
    FeeKindRequest(400, name="Ученик"),
)


@pytest.fixture
def tournament():
    made = make_tournament()
    enter_teams(made, 4)
    set_fees(tournament=made, kinds=KINDS)
    return made


@pytest.fixture
def team(tournament):
    return tournament.teams.get(entry_order=1)


def account(team):
    return accounts_of(team.tournament, only=team.pk)[0]


def refusal(service, **values):
    with pytest.raises(RuleViolationError) as caught:
        service(**values)
    return caught.value


def kind(tournament, word):
    return FeeKind.objects.get(tournament=tournament, **word).pk


def test_team_fee_is_sum_of_player_fees(tournament, team):
    assert (account(team).fee, account(team).kinds) == (1200, "2 members")
    set_kinds(team=team, kinds={2: kind(tournament, {"code": "guest"})})
    assert (account(team).fee, account(team).kinds) == (1600, "member and guest")
    set_kinds(team=team, kinds={1: kind(tournament, {"name": "Ученик"})})
    assert (account(team).fee, account(team).kinds) == (1400, "Ученик and guest")


def test_partial_payments_add_up_by_method(tournament, team):
    pay(tournament=tournament, team=team, amount=200)
    found = account(team)
    assert (found.due, found.is_part, found.paid) == (1000, True, 200)
    pay(tournament=tournament, team=team, method="card")
    found = account(team)
    assert (found.due, found.cash, found.card, found.is_owing) == (0, 200, 1000, False)
    assert (till_of(tournament).cash, till_of(tournament).card) == (200, 1000)


def test_second_full_payment_is_rejected(tournament, team):
    pay(tournament=tournament, team=team)
    error = refusal(pay, tournament=tournament, team=team)
    assert (error.code, "paid already, €12" in str(error)) == ("nothing_owed", True)
    assert till_of(tournament).total == 1200


def test_repeated_payment_key_writes_one_line(tournament, team):
    key = uuid4()
    lines = {pay(tournament=tournament, team=team, amount=500, key=key).pk for _each in range(3)}
    assert (len(lines), till_of(tournament).total) == (1, 500)


def test_payment_with_stale_version_raises_conflict(tournament, team):
    seen = account(team).seen
    pay(tournament=tournament, team=team, amount=500)
    with pytest.raises(ConflictError):
        pay(tournament=tournament, team=team, amount=500, seen=seen)
    assert till_of(tournament).total == 500


@pytest.mark.parametrize(
    ("amount", "code"), [(0, "no_amount"), (-5, "no_amount"), (1201, "too_much")]
)
def test_invalid_payment_amount_is_rejected(tournament, team, amount, code):
    assert refusal(pay, tournament=tournament, team=team, amount=amount).code == code
    assert till_of(tournament).lines == 0


def test_full_refund_clears_fee_and_cannot_be_repeated(tournament, team):
    pay(tournament=tournament, team=team)
    line = refund(tournament=tournament, team=team)
    found = account(team)
    assert (line.amount, line.owed, found.due, found.paid) == (-1200, -1200, 0, 0)
    assert refusal(refund, tournament=tournament, team=team).code == "nothing_paid"


def test_withdrawn_team_owes_nothing_and_gets_refund(tournament, team):
    director = director_of(tournament)
    run_action(team=team, do="pay", actor=director)
    run_action(team=team, do="leave", actor=director)
    assert (account(team).fee, account(team).due) == (0, -1200)
    line = refund(tournament=tournament, team=team)
    assert (line.amount, line.owed, account(team).due) == (-1200, 0, 0)


def test_cheaper_kind_after_payment_refunds_difference(tournament, team):
    set_kinds(team=team, kinds={2: kind(tournament, {"code": "guest"})})
    pay(tournament=tournament, team=team)
    set_kinds(team=team, kinds={2: kind(tournament, {"code": "member"})})
    assert account(team).due == -400
    line = refund(tournament=tournament, team=team)
    assert (line.amount, line.owed, account(team).due, account(team).paid) == (-400, 0, 0, 1200)


def test_buy_back_adds_fee_and_payment_until_cancelled(tournament, team):
    pay(tournament=tournament, team=team)
    buy_back(tournament=tournament, team=team)
    found = account(team)
    assert (found.fee, found.paid, found.due, found.buy_backs) == (2400, 2400, 0, 1)
    cancel_line(tournament=tournament, number=2)
    found = account(team)
    assert (found.fee, found.paid, found.buy_backs) == (1200, 1200, 0)


def test_buy_back_uses_its_own_price(tournament, team):
    set_fees(tournament=tournament, kinds=KINDS, buy_back=3000)
    pay(tournament=tournament, team=team)
    assert buy_back(tournament=tournament, team=team).amount == 3000


def test_waived_fee_leaves_nothing_due(tournament, team):
    pay(tournament=tournament, team=team, amount=200)
    waive(tournament=tournament, team=team, note="helps")
    assert (account(team).due, account(team).fee, till_of(tournament).total) == (0, 200, 200)


def test_ledger_line_is_cancelled_once_by_counter_entry(tournament, team):
    pay(tournament=tournament, team=team, method="card")
    first = cancel_line(tournament=tournament, number=1)
    assert cancel_line(tournament=tournament, number=1) == first
    assert (first.amount, first.method, account(team).due) == (-1200, "card", 1200)
    assert refusal(cancel_line, tournament=tournament, number=2).code == "not_cancelled"
    assert refusal(cancel_line, tournament=tournament, number=9).code == "no_such_line"
    lines = ledger_of(tournament)
    assert [(each.line.number, each.is_cancelled) for each in lines] == [(1, True), (2, False)]
    assert [each.total_after for each in lines] == [1200, 0]


def test_running_totals_match_till(tournament):
    for team in tournament.teams.all():
        pay(tournament=tournament, team=team, method="card" if team.entry_order == 2 else "cash")
    write_other(tournament=tournament, amount=-700, note="water")
    last = ledger_of(tournament)[-1]
    till = till_of(tournament)
    assert (last.cash_after, last.total_after) == (till.cash, till.total) == (2900, 4100)
    assert (till.fees, till.lines) == (4800, 5)


def test_prizes_are_paid_once_and_do_not_change_fee_total(tournament, team):
    pay(tournament=tournament, team=team)
    pay_prize(tournament=tournament, team=team, amount=500)
    assert refusal(pay_prize, tournament=tournament, team=team, amount=1).code == "prize_given"
    assert (till_of(tournament).fees, till_of(tournament).total, account(team).due) == (
        1200,
        700,
        0,
    )
    cancel_line(tournament=tournament, number=2)
    assert (till_of(tournament).fees, till_of(tournament).total) == (1200, 1200)
    assert refusal(write_other, tournament=tournament, amount=5, note=" ").code == "no_note"


def test_closed_till_rejects_entries_until_reopened(tournament, team):
    pay(tournament=tournament, team=team)
    line = close_till(tournament=tournament, counted=1150)
    assert (line.expected, line.counted, line.amount) == (1200, 1150, 0)
    assert till_of(tournament).is_closed
    other = tournament.teams.get(entry_order=2)
    assert refusal(pay, tournament=tournament, team=other).code == "till_closed"
    assert refusal(cancel_line, tournament=tournament, number=1).code == "till_closed"
    assert refusal(close_till, tournament=tournament, counted=0).code == "till_closed"
    open_till(tournament=tournament)
    assert open_till(tournament=tournament) is None
    pay(tournament=tournament, team=other)
    assert [each.line.kind for each in ledger_of(tournament)] == [
        "paid",
        "closed",
        "opened",
        "paid",
    ]


def test_database_rejects_changes_of_ledger_lines(tournament, team):
    line = pay(tournament=tournament, team=team)
    for column, value in {
        "amount": 1,
        "team": None,
        "number": 7,
        "note": "x",
        "method": "card",
    }.items():
        with pytest.raises((DatabaseError, IntegrityError)), transaction.atomic():
            LedgerLine.objects.filter(pk=line.pk).update(**{column: value})
    line.refresh_from_db()
    assert (line.amount, line.number) == (1200, 1)


def test_ledger_line_keeps_name_of_deleted_cashier(tournament, team):
    cashier = make_user("petya")
    line = pay(tournament=tournament, team=team, actor=cashier)
    cashier.delete()
    line.refresh_from_db()
    assert (line.user, line.who) == (None, "petya")


@pytest.mark.parametrize(
    "columns",
    [
        {"kind": "paid", "amount": -5},
        {"kind": "refund", "amount": 5},
        {"kind": "paid", "amount": 5, "owed": 5},
        {"kind": "cancelled", "amount": 5},
        {"kind": "closed"},
        {"kind": "waived", "amount": 5, "owed": -5},
    ],
)
def test_database_rejects_columns_unfit_for_line_kind(tournament, team, columns):
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerLine.objects.create(tournament=tournament, number=1, team=team, **columns)


def test_team_with_ledger_lines_cannot_be_removed(tournament, team):
    pay(tournament=tournament, team=team)
    assert refusal(remove_team, team=team).code == "has_paid"
    assert refusal(remove_fees, tournament=tournament).code == "has_ledger"
    assert Team.objects.filter(pk=team.pk).exists()


def test_payment_in_free_tournament_is_rejected():
    made = make_tournament()
    enter_teams(made, 1)
    assert refusal(pay, tournament=made, team=made.teams.get()).code == "no_fees"


# Undo -----------------------------------------------------------------------------------


def test_undo_reverts_last_step_of_same_user(tournament, team):
    ana, bo = make_user("ana"), make_user("bo")
    other = tournament.teams.get(entry_order=2)
    run_action(team=team, do="missing", actor=ana)
    run_action(team=team, do="here", actor=ana)
    run_action(team=team, do="pay", actor=ana)
    run_action(team=other, do="pay", actor=bo)
    undo_last(tournament=tournament, actor=ana)
    assert (account(team).paid, account(other).paid) == (0, 1200)
    team.refresh_from_db()
    assert team.is_present
    undo_last(tournament=tournament, actor=ana)
    team.refresh_from_db()
    assert (team.is_present, team.here_since) == (False, None)
    undo_last(tournament=tournament, actor=ana)
    team.refresh_from_db()
    assert team.is_present
    assert refusal(undo_last, tournament=tournament, actor=ana).code == "nothing_done"
    assert [each.line.kind for each in ledger_of(tournament)] == ["paid", "paid", "cancelled"]


def test_undo_of_step_changed_by_another_user_is_rejected(tournament, team):
    ana, bo = make_user("ana"), make_user("bo")
    run_action(team=team, do="missing", actor=ana)
    run_action(team=team, do="late", actor=bo)
    assert refusal(undo_last, tournament=tournament, actor=ana).code == "changed_since"
    team.refresh_from_db()
    assert team.absence == "late"


def test_removed_fee_kind_falls_back_to_first_kind(tournament, team):
    rows = list(FeeKind.objects.filter(tournament=tournament))
    set_kinds(team=team, kinds={1: rows[1].pk, 2: rows[1].pk})
    kept = [
        FeeKindRequest(700, code="member", pk=rows[0].pk),
        FeeKindRequest(300, name="Ученик", pk=rows[2].pk),
    ]
    set_fees(tournament=tournament, kinds=kept[::-1])
    assert (account(team).fee, account(team).kinds) == (600, "2 × Ученик")


def test_invalid_fee_kinds_are_rejected(tournament, team):
    for kinds, code in [
        ([], "no_kinds"),
        ([FeeKindRequest(-1, code="member")], "no_amount"),
        ([FeeKindRequest(1, name="A"), FeeKindRequest(1, name=" a ")], "kind_twice"),
        ([FeeKindRequest(0)], "no_name"),
        ([FeeKindRequest(1, name="\u200b")], "no_name"),
        ([FeeKindRequest(1, name=str(n)) for n in range(9)], "too_many_kinds"),
    ]:
        assert refusal(set_fees, tournament=tournament, kinds=kinds).code == code
    pay(tournament=tournament, team=team)
    error = refusal(set_fees, tournament=tournament, kinds=KINDS, currency="BGN")
    assert error.code == "currency_stays"
    assert account(team).fee == 1200

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


def test_a_fee_is_the_sum_of_its_people(tournament, team):
    assert (account(team).fee, account(team).kinds) == (1200, "2 members")
    set_kinds(team=team, kinds={2: kind(tournament, {"code": "guest"})})
    assert (account(team).fee, account(team).kinds) == (1600, "member and guest")
    set_kinds(team=team, kinds={1: kind(tournament, {"name": "Ученик"})})
    assert (account(team).fee, account(team).kinds) == (1400, "Ученик and guest")


def test_paid_in_two_parts(tournament, team):
    pay(tournament=tournament, team=team, amount=200)
    found = account(team)
    assert (found.due, found.is_part, found.paid) == (1000, True, 200)
    pay(tournament=tournament, team=team, method="card")
    found = account(team)
    assert (found.due, found.cash, found.card, found.is_owing) == (0, 200, 1000, False)
    assert (till_of(tournament).cash, till_of(tournament).card) == (200, 1000)


def test_nothing_is_paid_twice(tournament, team):
    pay(tournament=tournament, team=team)
    error = refusal(pay, tournament=tournament, team=team)
    assert (error.code, "paid already, €12" in str(error)) == ("nothing_owed", True)
    assert till_of(tournament).total == 1200


def test_the_same_press_sent_twice_writes_one_line(tournament, team):
    key = uuid4()
    lines = {pay(tournament=tournament, team=team, amount=500, key=key).pk for _each in range(3)}
    assert (len(lines), till_of(tournament).total) == (1, 500)


def test_a_part_is_refused_where_somebody_else_took_money_meanwhile(tournament, team):
    seen = account(team).seen
    pay(tournament=tournament, team=team, amount=500)
    with pytest.raises(ConflictError):
        pay(tournament=tournament, team=team, amount=500, seen=seen)
    assert till_of(tournament).total == 500


@pytest.mark.parametrize(
    ("amount", "code"), [(0, "no_amount"), (-5, "no_amount"), (1201, "too_much")]
)
def test_an_amount_that_cannot_be_is_refused(tournament, team, amount, code):
    assert refusal(pay, tournament=tournament, team=team, amount=amount).code == code
    assert till_of(tournament).lines == 0


def test_a_leaver_gets_all_back_and_owes_nothing(tournament, team):
    pay(tournament=tournament, team=team)
    line = refund(tournament=tournament, team=team)
    found = account(team)
    assert (line.amount, line.owed, found.due, found.paid) == (-1200, -1200, 0, 0)
    assert refusal(refund, tournament=tournament, team=team).code == "nothing_paid"


def test_who_does_not_play_owes_nothing_and_gets_back_what_they_paid(tournament, team):
    director = director_of(tournament)
    run_action(team=team, do="pay", actor=director)
    run_action(team=team, do="leave", actor=director)
    assert (account(team).fee, account(team).due) == (0, -1200)
    line = refund(tournament=tournament, team=team)
    assert (line.amount, line.owed, account(team).due) == (-1200, 0, 0)


def test_a_cheaper_kind_after_paying_gives_the_difference_back(tournament, team):
    set_kinds(team=team, kinds={2: kind(tournament, {"code": "guest"})})
    pay(tournament=tournament, team=team)
    set_kinds(team=team, kinds={2: kind(tournament, {"code": "member"})})
    assert account(team).due == -400
    line = refund(tournament=tournament, team=team)
    assert (line.amount, line.owed, account(team).due, account(team).paid) == (-400, 0, 0, 1200)


def test_a_buy_back_is_a_new_fee_paid_at_once(tournament, team):
    pay(tournament=tournament, team=team)
    buy_back(tournament=tournament, team=team)
    found = account(team)
    assert (found.fee, found.paid, found.due, found.buy_backs) == (2400, 2400, 0, 1)
    cancel_line(tournament=tournament, number=2)
    found = account(team)
    assert (found.fee, found.paid, found.buy_backs) == (1200, 1200, 0)


def test_a_buy_back_may_have_its_own_price(tournament, team):
    set_fees(tournament=tournament, kinds=KINDS, buy_back=3000)
    pay(tournament=tournament, team=team)
    assert buy_back(tournament=tournament, team=team).amount == 3000


def test_let_off(tournament, team):
    pay(tournament=tournament, team=team, amount=200)
    waive(tournament=tournament, team=team, note="helps")
    assert (account(team).due, account(team).fee, till_of(tournament).total) == (0, 200, 200)


def test_a_line_is_cancelled_by_its_opposite_and_only_once(tournament, team):
    pay(tournament=tournament, team=team, method="card")
    first = cancel_line(tournament=tournament, number=1)
    assert cancel_line(tournament=tournament, number=1) == first
    assert (first.amount, first.method, account(team).due) == (-1200, "card", 1200)
    assert refusal(cancel_line, tournament=tournament, number=2).code == "not_cancelled"
    assert refusal(cancel_line, tournament=tournament, number=9).code == "no_such_line"
    lines = ledger_of(tournament)
    assert [(each.line.number, each.is_cancelled) for each in lines] == [(1, True), (2, False)]
    assert [each.total_after for each in lines] == [1200, 0]


def test_running_sums_are_the_till(tournament):
    for team in tournament.teams.all():
        pay(tournament=tournament, team=team, method="card" if team.entry_order == 2 else "cash")
    write_other(tournament=tournament, amount=-700, note="water")
    last = ledger_of(tournament)[-1]
    till = till_of(tournament)
    assert (last.cash_after, last.total_after) == (till.cash, till.total) == (2900, 4100)
    assert (till.fees, till.lines) == (4800, 5)


def test_prizes_and_expenses_are_no_part_of_what_came_in(tournament, team):
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


def test_a_closed_till_takes_nothing_until_it_is_opened(tournament, team):
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


def test_the_database_refuses_to_overwrite_a_line(tournament, team):
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


def test_a_cashier_may_go_and_the_line_keeps_the_name(tournament, team):
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
def test_the_database_keeps_lines_as_their_kinds(tournament, team, columns):
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerLine.objects.create(tournament=tournament, number=1, team=team, **columns)


def test_who_stands_in_the_ledger_is_not_thrown_away(tournament, team):
    pay(tournament=tournament, team=team)
    assert refusal(remove_team, team=team).code == "has_paid"
    assert refusal(remove_fees, tournament=tournament).code == "has_ledger"
    assert Team.objects.filter(pk=team.pk).exists()


def test_a_free_tournament_takes_no_money():
    made = make_tournament()
    enter_teams(made, 1)
    assert refusal(pay, tournament=made, team=made.teams.get()).code == "no_fees"


# Undo -----------------------------------------------------------------------------------


def test_the_last_step_of_this_person_is_taken_back(tournament, team):
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


def test_what_somebody_else_has_said_since_stays(tournament, team):
    ana, bo = make_user("ana"), make_user("bo")
    run_action(team=team, do="missing", actor=ana)
    run_action(team=team, do="late", actor=bo)
    assert refusal(undo_last, tournament=tournament, actor=ana).code == "changed_since"
    team.refresh_from_db()
    assert team.absence == "late"


def test_a_kind_that_is_gone_leaves_its_people_to_the_first(tournament, team):
    rows = list(FeeKind.objects.filter(tournament=tournament))
    set_kinds(team=team, kinds={1: rows[1].pk, 2: rows[1].pk})
    kept = [
        FeeKindRequest(700, code="member", pk=rows[0].pk),
        FeeKindRequest(300, name="Ученик", pk=rows[2].pk),
    ]
    set_fees(tournament=tournament, kinds=kept[::-1])
    assert (account(team).fee, account(team).kinds) == (600, "2 × Ученик")


def test_fees_that_cannot_be_are_refused(tournament, team):
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
